//! Tests the real thread, the real claim and real sockets under a scheduler that chooses the order
//! of their steps: `./build.sh test interleavings`. The fake server is one more thread.
//!
//! Not covered: the wait of `forget` in an event loop, look-ups by other threads, and the order of
//! memory, because each atomic counts as `SeqCst`. The loss by more servers than one is tested
//! without the thread, on the claim alone.

use std::{
    cell::RefCell,
    collections::VecDeque,
    fs,
    io::{Read, Write},
    ops::ControlFlow,
    os::{
        fd::{AsRawFd, RawFd},
        unix::net::{UnixListener, UnixStream},
    },
    path::PathBuf,
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use shuttle::rand::{Rng, thread_rng};
use shuttle::thread::{JoinHandle, spawn};

use super::{EPOCH, PARENTS, RENEWER, Shared, end, lock, start};
use crate::claim::lease::{Lease, State};
use crate::claim::{keys::Keys, loss::Loss, token::Token};
use crate::lock::tests::MS;
use crate::os::clock::BootInstant;
use crate::os::interrupt::{self, Hooks, Suspension, set_hooks};
use crate::os::poll::{READABLE, entry, wait_for_any};
use crate::os::sync::tests::{Time, explore, sleep, wait_until};
use crate::renewal::claim::Claim;
use crate::renewal::{Renewal, keep, lease::RenewedClaim, options::RenewalOptions};
use crate::server::{address::Address, address::options::Timeouts, routed::placement::Placement};

/// The time that a lease lasts here.
const SHORT: Duration = Duration::from_millis(300);
/// The time until the first renewal of such a lease.
const FIRST: Duration = Duration::from_millis(50);
const FOREVER: Duration = Duration::MAX;

/// A fake server's answer to a renewal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Held,
    Late,
    Gone,
    NoScript,
    Never,
}
use Answer::{Gone, Held, Late, Never, NoScript};

/// A server that answers each renewal with one of these answers.
struct Server {
    log: Arc<Log>,
    path: PathBuf,
    thread: JoinHandle<()>,
}

struct Log {
    answers: Vec<Answer>,
    /// The key and the moment of each renewal that has arrived.
    renewals: std::sync::Mutex<Vec<(Vec<u8>, BootInstant)>>,
    /// The number of replies that were not sent in time.
    withheld: AtomicUsize,
    has_ended: AtomicBool,
}

impl Server {
    fn start(answers: &[Answer]) -> Server {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Relaxed);
        let name = format!("redislock-interleavings-{}-{number}", process::id());
        let path = std::env::temp_dir().join(name);
        let listener = UnixListener::bind(&path).unwrap();
        listener.set_nonblocking(true).unwrap();
        let log = Arc::new(Log {
            answers: answers.to_vec(),
            renewals: Default::default(),
            withheld: AtomicUsize::new(0),
            has_ended: AtomicBool::new(false),
        });
        let serving = log.clone();
        let thread = spawn(move || serving.serve(&listener));
        Server { log, path, thread }
    }

    /// Takes a lock whose lease lasts for `ttl`.
    fn keep(&self, key: &[u8], ttl: Duration) -> Renewal {
        let address = format!("unix://{}", self.path.display());
        let address = Address::parse(&address, Timeouts::default()).unwrap();
        let options = RenewalOptions {
            placements: vec![Placement::server(address)],
            is_only_told: false,
            renew: true,
            max_hold: Duration::MAX,
            listener: None,
            is_lost: None,
        };
        let lease = Lease::new(BootInstant::now(), ttl);
        let terms = RenewedClaim {
            options: Arc::new(options),
            kind: Default::default(),
            key: Keys::one(key),
            token: Token::generate(&Default::default()),
            ttl,
            counts: ttl,
            renew_until: None,
            claim: Claim::new(lease, &[true]),
        };
        keep(terms, lease).unwrap()
    }

    /// Returns the moments at which renewals of a key have arrived.
    fn renewals(&self, key: &[u8]) -> Vec<BootInstant> {
        let renewals = self.log.renewals.lock().unwrap();
        let of_key = renewals.iter().filter(|(other, _)| other == key);
        of_key.map(|(_, at)| *at).collect()
    }

    fn withholds(&self) -> bool {
        self.log.withheld.load(Relaxed) > 0
    }

    /// Ends the server, and the renewal thread.
    fn end(self) {
        end();
        self.log.has_ended.store(true, Relaxed);
        self.thread.join().unwrap();
        fs::remove_file(&self.path).unwrap();
    }
}

/// A client's connection.
struct Client {
    stream: UnixStream,
    input: Vec<u8>,
    /// The replies that have not been sent, and when they are to be sent; `None`: never.
    replies: VecDeque<(Option<BootInstant>, &'static [u8])>,
}

impl Log {
    fn serve(&self, listener: &UnixListener) {
        let mut clients: Vec<Client> = Vec::new();
        while !self.has_ended.load(Relaxed) {
            let due = clients
                .iter()
                .filter_map(|client| client.replies.front()?.0);
            let left = due.min().map_or(FOREVER, |due| due - BootInstant::now());
            let sockets = clients.iter().map(|client| client.stream.as_raw_fd());
            let sockets: Vec<RawFd> = sockets.chain([listener.as_raw_fd()]).collect();
            wait_until(
                || self.has_ended.load(Relaxed) || is_readable(&sockets),
                left,
            );
            if let Ok((stream, _)) = listener.accept() {
                stream.set_nonblocking(true).unwrap();
                let (input, replies) = (Vec::new(), VecDeque::new());
                clients.push(Client {
                    stream,
                    input,
                    replies,
                });
            }
            clients.retain_mut(|client| self.hear(client) && client.reply());
        }
    }

    /// Returns false at the end of the connection.
    fn hear(&self, client: &mut Client) -> bool {
        let mut bytes = [0; 4096];
        match client.stream.read(&mut bytes) {
            Ok(0) => return false,
            Ok(count) => client.input.extend_from_slice(&bytes[..count]),
            Err(_) => return true,
        }
        while let Some(command) = next_command(&mut client.input) {
            let now = BootInstant::now();
            let mut due = Some(now);
            let mut reply: &[u8] = b"+OK\r\n";
            if command[0].starts_with(b"EVAL") {
                let renewal = (command[3].clone(), now);
                self.renewals.lock().unwrap().push(renewal);
                match self.answers[thread_rng().gen_range(0..self.answers.len())] {
                    NoScript if command[0] == b"EVALSHA" => reply = b"-NOSCRIPT none\r\n",
                    Held | NoScript => reply = b":1\r\n",
                    Late => (due, reply) = (Some(now + MS(20)), b":1\r\n"),
                    Gone => reply = b":0\r\n",
                    Never => {
                        due = None;
                        self.withheld.fetch_add(1, Relaxed);
                    }
                }
            }
            client.replies.push_back((due, reply));
        }
        true
    }
}

impl Client {
    /// Returns false if the client has closed the connection.
    fn reply(&mut self) -> bool {
        while let Some((Some(due), reply)) = self.replies.front()
            && *due <= BootInstant::now()
        {
            if self.stream.write_all(reply).is_err() {
                return false;
            }
            self.replies.pop_front();
        }
        true
    }
}

fn is_readable(sockets: &[RawFd]) -> bool {
    let entries = sockets.iter().map(|socket| entry(*socket, READABLE));
    wait_for_any(&mut entries.collect::<Vec<_>>(), Duration::ZERO)
}

/// Removes a whole command from the input, and returns its arguments.
fn next_command(input: &mut Vec<u8>) -> Option<Vec<Vec<u8>>> {
    let mut at = 0;
    let number = |at: &mut usize| -> Option<usize> {
        let end = *at + input[*at..].windows(2).position(|two| two == b"\r\n")?;
        let text = std::str::from_utf8(&input[*at + 1..end]).unwrap();
        *at = end + 2;
        Some(text.parse().unwrap())
    };
    let mut arguments = Vec::new();
    for _ in 0..number(&mut at)? {
        let length = number(&mut at)?;
        arguments.push(input.get(at..at + length)?.to_vec());
        at += length + 2;
    }
    input.drain(..at);
    Some(arguments)
}

/// Lets the waits in `forget` time out, because those of shuttle never do. Ends with its owner.
struct TimeOuts {
    has_ended: Arc<AtomicBool>,
}

impl TimeOuts {
    fn of(shared: &Arc<Shared>) -> TimeOuts {
        let has_ended = Arc::new(AtomicBool::new(false));
        let (shared, ended) = (shared.clone(), has_ended.clone());
        spawn(move || {
            while !wait_until(|| ended.load(Relaxed), MS(10)) {
                shared.answered.notify_all();
            }
        });
        TimeOuts { has_ended }
    }
}

impl Drop for TimeOuts {
    fn drop(&mut self) {
        self.has_ended.store(true, Relaxed);
    }
}

fn one_of<T: Copy>(values: &[T]) -> T {
    values[thread_rng().gen_range(0..values.len())]
}

/// Waits for a time after which a renewal may be due, under way, or answered.
fn hold() {
    sleep(one_of(&[
        MS(0),
        MS(49),
        FIRST,
        MS(60),
        MS(70),
        FIRST + SHORT / 3,
    ]));
}

fn explore_threads(time: Time, test: impl Fn() + Send + Sync + 'static) {
    std::sync::LazyLock::force(&EPOCH); // on the real clock
    explore(time, test);
}

/// Takes a lock, and gives it back while a renewal may be under way. Nothing is sent afterwards, so
/// nothing arrives after the release command.
fn release_against_a_renewal(time: Time) {
    explore_threads(time, move || {
        let server = Server::start(&[Held, Late, Gone, NoScript, Never]);
        let renewal = server.keep(b"key", SHORT);
        let claim = renewal.claim().clone();
        let time_outs = TimeOuts::of(&renewal.shared);
        hold();
        let before = BootInstant::now();
        let left = match claim.state() {
            State::Held(lease) => lease.remaining(before),
            _ => Duration::ZERO,
        };
        drop(renewal);
        let waited = before.elapsed();
        drop(time_outs);
        let arrived = server.renewals(b"key").len();
        if time == Time::Idle {
            // The thread is fast, so only this server's silence is left as a reason.
            assert_eq!(claim.was_unanswered(), server.withholds());
            assert!(waited <= left / 2 + MS(10), "{waited:?} of {left:?}");
        }
        sleep(SHORT);
        let late = server.renewals(b"key").len() - arrived;
        let most = usize::from(claim.was_unanswered()); // the one that was under way
        assert!(late <= most, "{late} renewals after the release");
        server.end();
    });
}

/// Promises: after `forget` has returned true, no renewal arrives. If it returns false, the claim
/// is marked unanswered, because the server has not replied. The wait ends after half of the time
/// that the lease has left, or with the time-out of a slice that began before.
#[test]
fn no_renewal_arrives_after_a_release() {
    release_against_a_renewal(Time::Idle);
}

/// Promises the same of threads that are so slow that a lease may end between two of their steps.
#[test]
fn no_renewal_arrives_after_a_release_by_slow_threads() {
    release_against_a_renewal(Time::Anytime);
}

/// Reads a claim while other threads change it. Once it is lost, it stays lost, and has a reason.
fn reads_no_loss_twice(claim: &Claim) {
    let mut is_lost = false;
    for _ in 0..6 {
        match claim.state() {
            State::Lost => {
                is_lost = true;
                assert!(claim.loss().is_some(), "a loss without a reason");
            }
            _ => assert!(!is_lost, "a lost claim is held again"),
        }
    }
}

/// Promises: a claim that is lost stays lost, with a reason, whatever its votes become. Its servers
/// lose votes, grant them late, and extend them, each beside the others.
#[test]
fn a_lost_claim_stays_lost_and_has_a_reason() {
    explore_threads(Time::Idle, || {
        let count = one_of(&[1, 3]);
        let lease = Lease::new(BootInstant::now(), SHORT);
        let granted: Vec<bool> = (0..count)
            .map(|n| n == 0 || one_of(&[true, false]))
            .collect();
        let claim = Claim::new(lease, &granted);
        let writers = (0..count).map(|server| {
            let claim = claim.clone();
            spawn(move || {
                for _ in 0..3 {
                    match one_of(&[0, 1, 2]) {
                        0 => drop(claim.lose(server, Loss::Gone)),
                        1 => claim.note_granted(server),
                        _ => drop(claim.extend(server, lease)),
                    }
                }
            })
        });
        let writers: Vec<_> = writers.collect();
        reads_no_loss_twice(&claim);
        writers
            .into_iter()
            .for_each(|writer| writer.join().unwrap());
        reads_no_loss_twice(&claim);
    });
}

/// Promises the same of a claim that the thread loses, because the server says so or is silent.
#[test]
fn a_loss_by_the_thread_is_noticed_once_and_for_ever() {
    explore_threads(Time::Anytime, || {
        let server = Server::start(&[Held, Gone, Never]);
        let renewal = server.keep(b"key", SHORT);
        for _ in 0..3 {
            hold();
            reads_no_loss_twice(renewal.claim());
        }
        let time_outs = TimeOuts::of(&renewal.shared);
        let claim = renewal.claim().clone();
        drop(renewal);
        reads_no_loss_twice(&claim);
        drop(time_outs);
        server.end();
    });
}

/// Promises: `end` ends the thread at once, whatever leases there are, and whatever is under way,
/// also while another thread gives a lock back. A lock can be given back afterwards.
#[test]
fn the_end_waits_for_no_lease_and_for_no_reply() {
    explore_threads(Time::Idle, || {
        let server = Server::start(&[Held, Late, NoScript, Never]);
        let shared = start().unwrap();
        let keys = [b"key-1", b"key-2", b"key-3"];
        let keys = &keys[..one_of(&[0, 1, 3])];
        let mut renewals: Vec<Renewal> = keys.iter().map(|key| server.keep(*key, SHORT)).collect();
        let time_outs = TimeOuts::of(&shared);
        hold();
        let first = renewals.pop();
        let other = spawn(move || drop(first));
        let before = BootInstant::now();
        end();
        assert_eq!(BootInstant::now(), before, "the end has waited");
        assert!(lock(&RENEWER).is_none());
        other.join().unwrap();
        drop(renewals);
        drop(time_outs);
        server.end();
    });
}

/// Promises: a lease is renewed exactly when it is due, also one that is taken while the thread is
/// about to sleep, for ever or until a later moment.
#[test]
fn a_lease_that_is_taken_beside_the_sleep_is_renewed_in_time() {
    explore_threads(Time::Idle, || {
        let server = Arc::new(Server::start(&[Held]));
        let shared = start().unwrap();
        let takers: Vec<_> = [(b"key-1", SHORT), (b"key-2", MS(30)), (b"key-3", MS(90))]
            .into_iter()
            .map(|(key, ttl)| {
                let server = server.clone();
                spawn(move || {
                    sleep(one_of(&[MS(0), MS(10), MS(20), FIRST]));
                    let due = BootInstant::now() + FIRST.min(ttl / 3);
                    let renewal = server.keep(key, ttl);
                    sleep(due - BootInstant::now() + MS(1));
                    let renewed = server.renewals(key).first().map(|at| *at - due);
                    // Or sooner, together with another lease.
                    assert_eq!(renewed, Some(Duration::ZERO), "late by this time");
                    drop(renewal);
                })
            })
            .collect();
        takers.into_iter().for_each(|taker| taker.join().unwrap());
        drop(shared);
        Arc::into_inner(server).unwrap().end();
    });
}

/// Promises: the reply to a renewal ends the wait of a release at that moment. No wait times out
/// here, so a reply that wakes no thread is waited for in vain.
#[test]
fn a_reply_wakes_a_release() {
    explore_threads(Time::Idle, || {
        let server = Server::start(&[Late, NoScript, Gone]);
        let renewal = server.keep(b"key", SHORT);
        let claim = renewal.claim().clone();
        hold();
        let before = BootInstant::now();
        drop(renewal);
        let waited = before.elapsed();
        assert!(waited <= MS(20), "the reply came sooner: {waited:?}");
        assert!(!claim.was_unanswered());
        server.end();
    });
}

/// Holds a mutex of a process for ever, as a thread does that a forked child does not have.
struct Parent {
    shared: Arc<Shared>,
    has_ended: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Parent {
    /// Makes what runs a child, at a moment at which the mutex is locked.
    fn fork(shared: &Arc<Shared>) -> Parent {
        let has_ended = Arc::new(AtomicBool::new(false));
        let is_locked = Arc::new(AtomicBool::new(false));
        let thread = {
            let (shared, locked, ended) = (shared.clone(), is_locked.clone(), has_ended.clone());
            spawn(move || {
                let inner = shared.lock();
                locked.store(true, Relaxed);
                wait_until(|| ended.load(Relaxed), FOREVER);
                drop(inner);
            })
        };
        wait_until(|| is_locked.load(Relaxed), FOREVER);
        crate::os::fork::Process::become_child();
        let shared = shared.clone();
        Parent {
            shared,
            has_ended,
            thread,
        }
    }

    /// Ends the parent's thread, which is still there in truth.
    fn end(self) {
        self.has_ended.store(true, Relaxed);
        self.thread.join().unwrap();
        self.shared.lock().end = true;
        self.shared.wake();
        for parents in lock(&PARENTS).drain(..) {
            let _ = parents.thread.join();
        }
    }
}

/// Promises: a forked child never locks its parent's mutex, which may be locked for ever. It gives
/// back its parent's locks, takes locks of its own, and ends.
///
/// A fork copies a process, which a coroutine cannot do. Here only `Process::current()` changes, so
/// the parent's thread, mutex and descriptors stay in use. The tests in php-tests/forks really
/// fork, for example `a-fork-inside-a-handler-while-a-renewal-is-awaited.phpt` and
/// `the-threads-descriptors-are-closed-in-the-child-at-once.phpt`.
#[test]
fn a_child_never_locks_its_parents_mutex() {
    explore_threads(Time::Idle, || {
        let server = Server::start(&[Held, Late, Never]);
        let renewal = server.keep(b"parents", SHORT);
        hold();
        let parent = Parent::fork(&renewal.shared);
        let (ends_first, takes) = (one_of(&[true, false]), one_of(&[true, false]));
        if ends_first {
            end();
        }
        drop(renewal);
        if takes {
            let own = server.keep(b"childs", SHORT);
            sleep(FIRST + MS(1));
            assert_eq!(server.renewals(b"childs").len(), 1);
            let time_outs = TimeOuts::of(&own.shared);
            drop(own);
            drop(time_outs);
        }
        end();
        parent.end();
        server.end();
    });
}

thread_local! {
    static FORKS: RefCell<Option<Arc<Shared>>> = const { RefCell::new(None) };
    static PARENT: RefCell<Option<Parent>> = const { RefCell::new(None) };
}

/// Forks, as a signal handler may.
fn fork_once() -> ControlFlow<()> {
    if let Some(shared) = FORKS.take() {
        let parent = Parent::fork(&shared);
        PARENT.set(Some(parent));
    }
    ControlFlow::Continue(())
}

/// Promises: if a signal handler forks during the wait of `forget`, the child's call returns, and
/// does not lock its parent's mutex again.
#[test]
fn a_child_that_is_forked_during_a_release_goes_on() {
    set_hooks(Hooks {
        serve: fork_once,
        is_pending: || false,
        has_loop: || false,
        suspend: |_, _| Suspension::Refused,
        park: |_, _| Suspension::Refused,
    });
    explore_threads(Time::Idle, || {
        let server = Server::start(&[Late, Never]);
        let renewal = server.keep(b"key", SHORT);
        let (claim, shared) = (renewal.claim().clone(), renewal.shared.clone());
        let time_outs = TimeOuts::of(&shared);
        hold();
        FORKS.set(Some(shared));
        let interrupts = interrupt::interruptible();
        drop(renewal);
        drop(interrupts);
        drop(time_outs);
        if let Some(parent) = PARENT.take() {
            assert!(!claim.was_unanswered(), "the parent awaits the reply");
            end();
            parent.end();
        }
        FORKS.take();
        server.end();
    });
}
