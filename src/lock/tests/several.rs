//! Several keys as one lock: what goes over the wire, command by command.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use redis::Value::{self, Array, BulkString, Int, Nil, Okay};

use crate::claim::{lease::State, loss::Loss, token::Token, unanswered::Effect};
use crate::lock::Lock;
use crate::lock::acquire::waiter::Waiting;
use crate::lock::multi::{Group, MultiLock};
use crate::lock::tests::faults::{closed, loading, timed_out, unreachable};
use crate::lock::tests::scripted::{Reply, ScriptedServer};
use crate::lock::tests::{MS, TTL};
use crate::os::clock::tests::SLEPT;
use crate::renewal::options::{Listener, RenewalOptions};
use crate::server::error::Fault;

const ONE_STEP: &str = "EVALSHA multi_acquire 2 a b token1 10000 0";
const RELEASE: &str = "EVALSHA multi_release 2 a b token1";

/// Returns a lock of the keys a and b in one slot.
fn locks<const N: usize>(steps: [(&'static str, Reply); N]) -> MultiLock<ScriptedServer> {
    in_slots([&[b"a", b"b"]], steps)
}

fn in_slots<const G: usize, const N: usize>(
    slots: [&[&[u8]]; G],
    steps: [(&'static str, Reply); N],
) -> MultiLock<ScriptedServer> {
    let server = ScriptedServer::new(steps);
    let group = |keys: &[&[u8]]| Group {
        lock: Lock::multi(server.clone(), keys, TTL),
        early: None,
    };
    let groups = slots.iter().map(|keys| group(keys)).collect();
    MultiLock::new(groups, Arc::new(AtomicBool::new(false)))
}

fn wait(locks: &mut MultiLock<ScriptedServer>, limit: Duration) -> Result<bool, Fault> {
    wait_beside(locks, limit, |_| ControlFlow::Continue(()))
}

fn wait_beside(
    locks: &mut MultiLock<ScriptedServer>,
    limit: Duration,
    mut pause: impl FnMut(Duration) -> ControlFlow<()>,
) -> Result<bool, Fault> {
    locks.acquire(Waiting {
        since: Instant::now(),
        limit,
        retry_interval: MS(1),
        pause: &mut pause,
    })
}

fn word(text: &str) -> Value {
    BulkString(text.into())
}

fn held_at(place: i64) -> Reply {
    Ok(Array(vec![word("held"), Int(place), Int(5000)]))
}

fn lost_at(place: i64) -> Reply {
    Ok(Array(vec![word("lost"), Int(place)]))
}

#[test]
fn all_keys_of_a_slot_are_taken_refreshed_and_released_by_one_command_each() {
    let mut locks = locks([
        (ONE_STEP, Ok(Okay)),
        ("EVALSHA multi_refresh 2 a b token1 10000", Ok(Int(1))),
        ("EVALSHA multi_owned 2 a b token1", Ok(Int(9000))),
        (RELEASE, Ok(Int(1))),
    ]);
    assert!(locks.try_acquire().unwrap() && locks.is_held());
    assert!(locks.refresh(TTL).unwrap());
    assert!(locks.is_owned().unwrap());
    assert!(locks.release().unwrap());
    assert_eq!(locks.state(), State::Free);
}

#[test]
fn a_held_key_is_named_and_nothing_else_is_sent_without_time_to_wait() {
    let mut locks = locks([(ONE_STEP, held_at(2))]);
    assert!(!locks.try_acquire().unwrap());
    assert_eq!(locks.blocked_by(), Some(&b"b"[..]));
}

#[test]
fn a_waiter_takes_the_keys_in_order_and_then_gives_all_a_common_token() {
    let mut locks = locks([
        (ONE_STEP, held_at(1)),
        ("SET a token2 NX PX 10000", Ok(Nil)),
        ("EVALSHA claim 1 a token2 10000", Ok(Okay)),
        ("SET b token3 NX PX 10000", Ok(Okay)),
        (
            "EVALSHA multi_acquire 2 a b token4 10000 0 token2 token3",
            Ok(Okay),
        ),
        ("EVALSHA multi_release 2 a b token4", Ok(Int(1))),
    ]);
    assert!(wait(&mut locks, MS(60_000)).unwrap());
    assert_eq!(locks.acquired().attempts, 5);
    assert_eq!(locks.blocked_by(), None);
    assert!(locks.release().unwrap());
}

#[test]
fn keys_of_several_slots_are_taken_in_the_order_of_their_bytes() {
    // The keys a and c are in one slot, b is in another one.
    let mut locks = in_slots(
        [&[b"a", b"c"], &[b"b"]],
        [
            ("SET a token1 NX PX 10000", Ok(Okay)),
            ("SET b token2 NX PX 10000", Ok(Okay)),
            ("SET c token3 NX PX 10000", Ok(Okay)),
            (
                "EVALSHA multi_acquire 2 a c token4 10000 0 token1 token3",
                Ok(Okay),
            ),
            ("EVALSHA multi_acquire 1 b token4 10000 0 token2", Ok(Okay)),
            ("EVALSHA multi_release 2 a c token4", Ok(Int(1))),
            ("EVALSHA multi_release 1 b token4", Ok(Int(1))),
        ],
    );
    assert!(locks.try_acquire().unwrap() && locks.is_held());
    assert!(locks.release().unwrap());
}

#[test]
fn what_was_taken_is_given_back_if_a_key_stays_held_or_an_interrupt_ends_the_wait() {
    let taken_and_held = [
        (ONE_STEP, held_at(2)),
        ("SET a token2 NX PX 10000", Ok(Okay)),
        ("SET b token3 NX PX 10000", Ok(Nil)),
        ("EVALSHA release 1 a token2", Ok(Int(1))),
    ];
    let mut interrupted = locks(taken_and_held);
    let ends = |_| ControlFlow::Break(());
    assert!(matches!(
        wait_beside(&mut interrupted, MS(60_000), ends),
        Err(Fault::Interrupted)
    ));
    // In two slots, an attempt without waiting takes them in order, too.
    let mut in_vain = in_slots(
        [&[b"a"], &[b"b"]],
        [
            ("SET a token1 NX PX 10000", Ok(Okay)),
            ("SET b token2 NX PX 10000", Ok(Nil)),
            ("EVALSHA release 1 a token1", Ok(Int(1))),
        ],
    );
    assert!(!in_vain.try_acquire().unwrap());
    assert_eq!(in_vain.blocked_by(), Some(&b"b"[..]));
}

#[test]
fn a_key_that_is_lost_before_all_are_taken_has_the_client_begin_anew() {
    let mut locks = locks([
        (ONE_STEP, held_at(1)),
        ("SET a token2 NX PX 10000", Ok(Okay)),
        ("SET b token3 NX PX 10000", Ok(Okay)),
        (
            "EVALSHA multi_acquire 2 a b token4 10000 0 token2 token3",
            held_at(1),
        ),
        ("EVALSHA release 1 a token2", Ok(Int(0))),
        ("EVALSHA release 1 b token3", Ok(Int(1))),
        ("SET a token5 NX PX 10000", Ok(Okay)),
        ("SET b token6 NX PX 10000", Ok(Okay)),
        (
            "EVALSHA multi_acquire 2 a b token7 10000 0 token5 token6",
            Ok(Okay),
        ),
        ("EVALSHA multi_release 2 a b token7", Ok(Int(1))),
    ]);
    assert!(wait(&mut locks, MS(60_000)).unwrap());
}

#[test]
fn groups_that_are_ours_are_given_back_if_a_later_one_is_not() {
    let mut locks = in_slots(
        [&[b"a"], &[b"b"]],
        [
            ("SET a token1 NX PX 10000", Ok(Okay)),
            ("SET b token2 NX PX 10000", Ok(Okay)),
            ("EVALSHA multi_acquire 1 a token3 10000 0 token1", Ok(Okay)),
            (
                "EVALSHA multi_acquire 1 b token3 10000 0 token2",
                held_at(1),
            ),
            ("EVALSHA multi_release 1 a token3", Ok(Int(1))),
            ("EVALSHA release 1 b token2", Ok(Int(0))),
        ],
    );
    assert!(!locks.try_acquire().unwrap() && !locks.has_claim());
}

#[test]
fn a_reply_that_is_lost_with_its_connection_is_asked_for_again() {
    let mut locks = locks([
        (ONE_STEP, Err(closed())),
        (ONE_STEP, Ok(Okay)),
        (RELEASE, Ok(Int(1))),
    ]);
    assert!(locks.try_acquire().unwrap());
}

#[test]
fn what_an_attempt_without_a_reply_may_have_left_is_deleted_key_by_key() {
    let mut locks = locks([
        (ONE_STEP, Err(timed_out())),
        ("EVALSHA release 1 a token1", Ok(Int(1))),
        ("EVALSHA release 1 b token1", Ok(Int(1))),
        ("EVALSHA multi_acquire 2 a b token2 10000 0", Ok(Okay)),
        ("EVALSHA multi_release 2 a b token2", Ok(Int(1))),
    ]);
    assert!(locks.try_acquire().is_err());
    assert!(locks.try_acquire().unwrap());
    assert!(locks.release().unwrap());
}

#[test]
fn the_loss_of_one_key_is_the_loss_of_all_and_the_release_deletes_the_others() {
    let mut locks = locks([
        (ONE_STEP, Ok(Okay)),
        ("EVALSHA multi_refresh 2 a b token1 10000", lost_at(2)),
        (RELEASE, lost_at(2)),
    ]);
    assert!(locks.try_acquire().unwrap());
    assert!(!locks.refresh(TTL).unwrap() && !locks.is_held());
    assert_eq!(locks.loss().unwrap().1, Some(&b"b"[..]));
    assert!(!locks.release().unwrap());
    assert!(!locks.release().unwrap(), "nothing is sent");
}

#[test]
fn keys_that_hold_the_callers_token_are_not_waited_for() {
    let mut locks = locks([
        ("EVALSHA multi_acquire 2 a b mine 10000 0", held_at(2)),
        ("EVALSHA owned 1 a mine", Ok(Int(7000))),
        ("EVALSHA owned 1 b mine", Ok(Int(-2))),
        ("SET b token1 NX PX 10000", Ok(Okay)),
        (
            "EVALSHA multi_acquire 2 a b mine 10000 0 mine token1",
            Ok(Okay),
        ),
        ("EVALSHA multi_release 2 a b mine", Ok(Int(1))),
    ]);
    locks.acquire_with(&Token::given(b"mine"));
    assert!(wait(&mut locks, MS(60_000)).unwrap());
}

#[test]
fn a_fence_is_drawn_for_each_key() {
    let server = ScriptedServer::new([
        (
            "EVALSHA multi_acquire 4 a b {a}:redislock:fence {b}:redislock:fence token1 10000 604800000",
            Ok(Array(vec![word("taken"), Int(7), Int(9)])),
        ),
        (RELEASE, Ok(Int(1))),
    ]);
    let mut lock = Lock::multi(server, &[b"a", b"b"], TTL);
    lock.use_fences();
    let group = Group { lock, early: None };
    let mut locks = MultiLock::new(vec![group], Arc::default());
    assert!(locks.try_acquire().unwrap());
    let fences: Vec<(&[u8], i64)> = locks.fences().collect();
    assert_eq!(fences, [(&b"a"[..], 7), (&b"b"[..], 9)]);
}

#[test]
fn keys_with_the_callers_token_are_not_given_back_because_they_may_be_another_owners() {
    let mut locks = in_slots(
        [&[b"a"], &[b"b"]],
        [
            ("EVALSHA owned 1 a mine", Ok(Int(7000))),
            ("EVALSHA owned 1 b mine", Ok(Int(-2))),
            ("SET b token1 NX PX 10000", Ok(Okay)),
            ("EVALSHA multi_acquire 1 a mine 10000 0 mine", Ok(Okay)),
            ("EVALSHA multi_acquire 1 b mine 10000 0 token1", held_at(1)),
            ("EVALSHA release 1 b token1", Ok(Int(0))),
        ],
    );
    locks.acquire_with(&Token::given(b"mine"));
    assert!(!locks.try_acquire().unwrap() && !locks.has_claim());
    assert_eq!(locks.blocked_by(), Some(&b"b"[..]));
}

#[test]
fn what_is_left_of_a_lost_claim_is_given_back_before_the_next_attempt() {
    let mut locks = locks([
        (ONE_STEP, Ok(Okay)),
        ("EVALSHA multi_refresh 2 a b token1 10000", lost_at(2)),
        (RELEASE, lost_at(2)),
        ("EVALSHA multi_acquire 2 a b token2 10000 0", Ok(Okay)),
        ("EVALSHA multi_release 2 a b token2", Ok(Int(1))),
    ]);
    assert!(locks.try_acquire().unwrap());
    assert!(locks.try_acquire().unwrap());
}

#[test]
fn an_error_in_the_refresh_of_held_keys_is_thrown_and_none_is_waited_for() {
    let mut locks = locks([
        (ONE_STEP, Ok(Okay)),
        ("EVALSHA multi_refresh 2 a b token1 10000", Err(loading())),
        (RELEASE, Ok(Int(1))),
    ]);
    assert!(locks.try_acquire().unwrap());
    assert!(wait(&mut locks, MS(60_000)).is_err());
    assert!(locks.is_held());
}

#[test]
fn a_server_that_cannot_be_reached_is_an_error_at_once() {
    let mut locks = locks([(ONE_STEP, Err(unreachable()))]);
    assert!(wait(&mut locks, MS(60_000)).is_err());
}

#[test]
fn a_release_that_one_server_refused_is_repeated_there_by_the_next_call() {
    let refused = || {
        let mut locks = in_slots(
            [&[b"a"], &[b"b"]],
            [
                ("SET a token1 NX PX 10000", Ok(Okay)),
                ("SET b token2 NX PX 10000", Ok(Okay)),
                ("EVALSHA multi_acquire 1 a token3 10000 0 token1", Ok(Okay)),
                ("EVALSHA multi_acquire 1 b token3 10000 0 token2", Ok(Okay)),
                ("EVALSHA multi_release 1 a token3", Ok(Int(1))),
                ("EVALSHA multi_release 1 b token3", Err(loading())),
                ("EVALSHA multi_release 1 b token3", Ok(Int(1))),
            ],
        );
        assert!(locks.try_acquire().unwrap());
        assert!(locks.release().is_err());
        assert!(!locks.is_held() && locks.has_claim());
        assert_eq!(locks.state(), State::Releasing { in_time: true });
        locks
    };
    let mut released = refused();
    assert!(released.release().unwrap(), "all were ours");
    assert_eq!(released.state(), State::Free);
    let mut kept = refused();
    assert!(kept.detach().is_none());
    assert_eq!(kept.under_way(), Some(Effect::Release));
    assert!(!kept.refresh(TTL).unwrap());
    let mut anew = refused();
    anew.server().clone().expect([
        ("SET a token4 NX PX 10000", Ok(Okay)),
        ("SET b token5 NX PX 10000", Ok(Nil)),
        ("EVALSHA release 1 a token4", Ok(Int(1))),
    ]);
    assert!(!anew.try_acquire().unwrap());
}

/// Counts how often a lease was kept for code that is told of its loss.
#[derive(Default)]
struct Told(AtomicUsize);

impl Listener for Told {
    fn begin(&self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
    fn note(&self, _: Loss, _: Option<usize>) {}
    fn tell(&self) -> bool {
        false
    }
    fn clear(&self) {}
}

fn options(listener: Option<Arc<dyn Listener>>) -> RenewalOptions {
    RenewalOptions {
        placements: Vec::new(),
        renew: true,
        is_only_told: false,
        max_hold: Duration::MAX,
        listener,
        is_lost: None,
    }
}

#[test]
fn the_loss_of_a_key_is_no_loss_of_the_lock_until_all_are_taken() {
    let join_a = "EVALSHA multi_acquire 1 a token3 10000 0 token1";
    let join_b = "EVALSHA multi_acquire 1 b token3 10000 0 token2";
    let server = ScriptedServer::new([
        ("SET a token1 NX PX 10000", Ok(Okay)),
        ("SET b token2 NX PX 10000", Ok(Okay)),
        (join_a, Ok(Okay)),
        (join_b, held_at(1)),
        ("EVALSHA multi_release 1 a token3", Ok(Int(1))),
        ("EVALSHA release 1 b token2", Ok(Int(0))),
    ]);
    let told = Arc::new(Told::default());
    let groups = [b"a", b"b"].map(|key| {
        let mut lock = Lock::multi(server.clone(), &[key], TTL);
        lock.renew_with(options(Some(told.clone())));
        let early = Some(Arc::new(options(None)));
        Group { lock, early }
    });
    let mut locks = MultiLock::new(groups.into(), Arc::default());
    assert!(!locks.try_acquire().unwrap());
    assert_eq!(told.0.load(Ordering::Acquire), 0);
    server.clone().expect([
        ("SET a token4 NX PX 10000", Ok(Okay)),
        ("SET b token5 NX PX 10000", Ok(Okay)),
        ("EVALSHA multi_acquire 1 a token6 10000 0 token4", Ok(Okay)),
        ("EVALSHA multi_acquire 1 b token6 10000 0 token5", Ok(Okay)),
        ("EVALSHA multi_release 1 a token6", Ok(Int(1))),
        ("EVALSHA multi_release 1 b token6", Ok(Int(1))),
    ]);
    assert!(locks.try_acquire().unwrap());
    assert_eq!(told.0.load(Ordering::Acquire), 2, "once for each group");
    assert!(locks.release().unwrap());
}

/// Has the machine sleep for a lease when the second lease is kept.
#[derive(Default)]
struct Sleeper(Told);

impl Listener for Sleeper {
    fn begin(&self) {
        self.0.begin();
        if self.0.0.load(Ordering::Acquire) == 2 {
            SLEPT.set(TTL);
        }
    }
    fn note(&self, _: Loss, _: Option<usize>) {}
    fn tell(&self) -> bool {
        false
    }
    fn clear(&self) {}
}

#[test]
fn keys_are_given_back_if_a_lease_ended_meanwhile_and_cannot_start_anew() {
    let server = ScriptedServer::new([
        ("SET a token1 NX PX 10000", Ok(Okay)),
        ("SET b token2 NX PX 10000", Ok(Okay)),
        ("EVALSHA multi_acquire 1 a token3 10000 0 token1", Ok(Okay)),
        ("EVALSHA multi_acquire 1 b token3 10000 0 token2", Ok(Okay)),
        ("EVALSHA release 1 b token3", Ok(Int(1))),
        ("EVALSHA multi_refresh 1 a token3 10000", Err(loading())),
        ("EVALSHA multi_release 1 a token3", Ok(Int(1))),
        ("EVALSHA multi_release 1 b token3", Ok(Int(1))),
    ]);
    let group = |key: &[u8], listener: Option<Arc<dyn Listener>>| Group {
        lock: Lock::multi(server.clone(), &[key], TTL),
        early: listener.map(|listener| Arc::new(options(Some(listener)))),
    };
    let groups = vec![
        group(b"a", None),
        group(b"b", Some(Arc::new(Sleeper::default()))),
    ];
    let mut locks = MultiLock::new(groups, Arc::default());
    assert!(locks.try_acquire().is_err());
    assert!(!locks.has_claim());
}
