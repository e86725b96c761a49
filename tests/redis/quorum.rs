//! A quorum of five servers, of which some die, halt or forget.

use std::time::Instant;

use redis::Value;
use redislock::{
    lock::Lock,
    server::{Fault, close_connections},
};

use crate::five::{Five, cycles};
use crate::support::{BOUNDED, MS, TTL, await_that};

#[test]
fn it_is_taken_on_a_majority_and_given_back_on_all() {
    let five = Five::start();
    let (mut one, mut other) = (five.lock(), five.lock());
    assert!(one.try_acquire().unwrap());
    assert!(five.holders(0..5) >= 3);
    assert!(!other.try_acquire().unwrap());
    assert!(one.is_owned().unwrap() && other.is_locked().unwrap());
    assert!(one.refresh(TTL).unwrap());
    assert!(one.release().unwrap());
    assert!(!one.is_locked().unwrap());
    assert!(other.try_acquire().unwrap());
    assert!(other.release().unwrap());
    five.await_nothing_left();
}

#[test]
fn the_first_acquisition_asks_all_on_their_new_connections() {
    let five = Five::start();
    for _ in 0..20 {
        let mut lock = five.lock();
        assert!(lock.try_acquire().unwrap());
        await_that("all have it", || five.holders(0..5) == 5);
        assert!(lock.release().unwrap());
        five.await_nothing_left();
        close_connections();
    }
}

#[test]
fn early_ends_confuse_no_replies() {
    let five = Five::start();
    let (mut lock, mut other) = (five.lock(), five.lock());
    for n in 0..250 {
        assert!(lock.try_acquire().unwrap(), "{n}");
        assert!(!other.try_acquire().unwrap(), "{n}");
        assert!(lock.is_owned().unwrap(), "{n}");
        assert!(!other.is_owned().unwrap(), "{n}");
        assert!(lock.refresh(TTL).unwrap(), "{n}");
        assert!(lock.release().unwrap(), "{n}");
        assert!(!lock.is_locked().unwrap(), "{n}");
    }
    // A server that a busy machine has lost the connection to is told at the next contact.
    await_that("nothing left", || {
        !lock.is_locked().unwrap() && five.holders(0..5) == 0
    });
}

#[test]
fn two_may_die() {
    let mut five = Five::start();
    let mut lock = five.lock();
    cycles(&mut lock, 10);
    assert!(lock.try_acquire().unwrap());
    five.0[1].kill();
    five.0[3].kill();
    assert!(lock.is_owned().unwrap());
    assert!(lock.release().unwrap());
    cycles(&mut lock, 100);
}

#[test]
fn with_three_dead_it_is_an_error_and_nothing_is_left() {
    let mut five = Five::start();
    let mut lock = five.lock();
    cycles(&mut lock, 3);
    for n in 0..3 {
        five.0[n].kill();
    }
    let start = Instant::now();
    let fault = lock.try_acquire().unwrap_err();
    assert!(start.elapsed() < BOUNDED / 2);
    assert!(matches!(fault, Fault::TooFew(_)), "{fault}");
    let message = fault.to_string();
    let beginning = "only 2 of 5 servers answered, 3 are needed: unix://";
    assert!(message.starts_with(beginning), "{message}");
    assert_eq!(five.holders(3..5), 0);
    five.0[0].restart();
    cycles(&mut lock, 3);
}

#[test]
fn two_that_halt_cost_nothing_but_a_moment() {
    let five = Five::start();
    let (mut lock, mut other) = (five.hasty_lock(MS(3000)), five.lock());
    let before = cycles(&mut lock, 300);
    cycles(&mut other, 3);
    five.signal(0, libc::SIGSTOP);
    five.signal(4, libc::SIGSTOP);
    let start = Instant::now();
    assert!(other.try_acquire().unwrap());
    assert!(!lock.try_acquire().unwrap());
    assert!(other.release().unwrap());
    assert!(start.elapsed() < BOUNDED / 2, "{:?}", start.elapsed());
    cycles(&mut lock, 300);
    let start = Instant::now();
    while start.elapsed() < MS(4000) {
        cycles(&mut lock, 50); // their lines are given up meanwhile
    }
    // The quickest, because the machine may be busy with something else.
    let after = (0..5).map(|_| cycles(&mut lock, 300)).min().unwrap();
    // A wait for one that is halted would be tens of milliseconds in each of 300 cycles.
    assert!(after < before * 10, "{after:?} against {before:?}");
    five.signal(0, libc::SIGCONT);
    five.signal(4, libc::SIGCONT);
    cycles(&mut lock, 300);
    assert!(lock.try_acquire().unwrap());
    assert!(lock.release().unwrap());
    five.await_nothing_left();
}

#[test]
fn a_restarted_server_is_used_again_within_the_same_call() {
    let mut five = Five::start();
    let mut lock = five.lock();
    cycles(&mut lock, 3);
    // Three of them, so that without a reconnect there would be no majority.
    for n in 0..3 {
        five.0[n].restart();
    }
    std::thread::sleep(MS(5));
    cycles(&mut lock, 3);
}

#[test]
fn what_a_server_that_was_away_kept_is_deleted_when_it_is_back() {
    let five = Five::start();
    let mut lock = five.lock();
    cycles(&mut lock, 3);
    assert!(lock.try_acquire().unwrap());
    await_that("all have it", || five.holders(0..5) == 5);
    five.signal(2, libc::SIGSTOP);
    // It owes as many replies as a connection may, so the release is not sent to it.
    let mut other = Lock::new(five.quorum(BOUNDED), b"other", TTL);
    cycles(&mut other, 100);
    assert!(lock.release().unwrap());
    five.signal(2, libc::SIGCONT);
    await_that("its end", || {
        cycles(&mut other, 1);
        five.holders(0..5) == 0
    });
}

#[test]
fn a_server_that_forgot_the_scripts_learns_them_meanwhile() {
    let five = Five::start();
    let mut lock = five.lock();
    cycles(&mut lock, 3);
    for n in [0, 2, 4] {
        let _: Value = five.0[n].run("SCRIPT FLUSH");
    }
    cycles(&mut lock, 3);
    // Whose answer comes after the others have decided is told at the next contact.
    await_that("nothing left", || {
        !lock.is_locked().unwrap() && five.holders(0..5) == 0
    });
}

#[test]
fn a_release_that_a_halted_server_has_no_script_for_is_repeated() {
    let five = Five::start();
    let mut lock = five.lock();
    // From its second release on a connection it goes by EVALSHA.
    cycles(&mut lock, 3);
    assert!(lock.try_acquire().unwrap());
    await_that("all have it", || five.holders(0..5) == 5);
    let _: Value = five.0[2].run("SCRIPT FLUSH");
    five.signal(2, libc::SIGSTOP);
    assert!(lock.release().unwrap());
    five.go_on(2..3);
    // NOSCRIPT comes when nobody waits for it any more.
    await_that("nothing left", || {
        !lock.is_locked().unwrap() && five.holders(0..5) == 0
    });
}

#[test]
fn a_key_of_another_type_is_a_no() {
    let five = Five::start();
    let mut lock = five.lock();
    for n in [1, 2] {
        let _: Value = five.0[n].run("ZADD key 1 member");
    }
    for _ in 0..20 {
        assert!(lock.try_acquire().unwrap());
        assert!(lock.release().unwrap());
    }
    let _: Value = five.0[3].run("ZADD key 1 member");
    assert!(!lock.try_acquire().unwrap());
    for n in [0, 4] {
        assert_eq!(five.0[n].get("key"), None, "{n}");
    }
    assert!(lock.force_release().unwrap());
    assert!(lock.try_acquire().unwrap());
}

#[test]
fn what_a_minority_keeps_is_not_in_the_way_and_can_be_deleted() {
    let five = Five::start();
    let mut lock = five.lock();
    for n in [0, 1] {
        let _: Value = five.0[n].run("SET key left");
    }
    assert!(!lock.is_locked().unwrap());
    assert!(lock.try_acquire().unwrap());
    assert!(lock.release().unwrap());
    assert!(lock.force_release().unwrap());
    five.await_nothing_left();
    assert!(!lock.force_release().unwrap());
}

#[test]
fn it_is_lost_when_a_majority_has_forgotten_it_and_nothing_is_left() {
    let five = Five::start();
    let mut lock = five.lock();
    assert!(lock.try_acquire().unwrap());
    await_that("all have it", || five.holders(0..5) == 5);
    for n in [0, 1] {
        let _: Value = five.0[n].run("DEL key");
    }
    assert!(lock.refresh(TTL).unwrap());
    let _: Value = five.0[2].run("DEL key");
    assert!(!lock.refresh(TTL).unwrap());
    five.await_nothing_left();
    assert!(!lock.has_claim());
}

#[test]
fn the_lease_counts_from_the_first_send() {
    let five = Five::start();
    let quorum = five.quorum(BOUNDED);
    let mut lock = Lock::new(quorum, b"key", MS(10_000));
    cycles(&mut lock, 3);
    for n in 0..3 {
        five.signal(n, libc::SIGSTOP);
    }
    let ids: Vec<i32> = (0..3).map(|n| five.0[n].process_id()).collect();
    let waker = std::thread::spawn(move || {
        std::thread::sleep(MS(300));
        for id in ids {
            // SAFETY: as above.
            unsafe { libc::kill(id, libc::SIGCONT) };
        }
    });
    let start = Instant::now();
    assert!(lock.try_acquire().unwrap());
    assert!(start.elapsed() >= MS(290));
    let bound = MS(10_000 - 102).saturating_sub(start.elapsed());
    assert!(
        lock.remaining() <= bound + MS(5),
        "{:?} > {bound:?}",
        lock.remaining()
    );
    waker.join().unwrap();
}

fn fence(five: &Five) -> i64 {
    let mut lock = five.lock();
    lock.use_fences();
    assert!(lock.try_acquire().unwrap());
    let fence = lock.fence().unwrap();
    assert!(lock.release().unwrap());
    fence
}

#[test]
fn a_fence_that_one_clock_drew_is_carried_on_by_the_others() {
    let mut five = Five::start();
    let first = fence(&five);
    five.0[3].kill();
    five.0[4].kill();
    let ahead = first + 3_600_000_000;
    let _: Value = five.0[0].run(&format!("SET {{key}}:redislock:fence {ahead}"));
    assert_eq!(fence(&five), ahead + 1);
    five.0[3].restart();
    five.0[4].restart();
    five.0[0].kill();
    let last = fence(&five);
    assert!(last > ahead + 1, "{last} after {ahead}");
}

#[test]
fn fences_grow_while_any_minority_forgets() {
    let mut five = Five::start();
    let mut last = 0;
    for n in 0..10 {
        let next = fence(&five);
        assert!(next > last, "{next} after {last}");
        last = next;
        five.0[n % 5].restart();
        five.0[(n + 2) % 5].restart();
    }
}
