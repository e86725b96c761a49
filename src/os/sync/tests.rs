//! Threads under the scheduler of shuttle, which chooses after each step the thread that goes on.
//! They all are coroutines of one thread of the operating system, so none may block there.
//!
//! Time is a number. It passes when no thread can go on, up to the next moment for which one waits.
//! With [`Time::Anytime`] it also passes between two steps, as if a thread were slow.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    hash::{BuildHasher, RandomState},
    io::{self, Read, Write},
    os::{
        fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd},
        unix::net,
    },
    sync::Arc,
    time::Duration,
};

pub use shuttle::sync::{Condvar, Mutex, MutexGuard, atomic};
use shuttle::{
    Config, MaxSteps, Runner, current,
    scheduler::{PctScheduler, RandomScheduler, Schedule, Scheduler, Task, TaskId},
};

use crate::os::clock::{
    BootInstant,
    tests::{SLEPT, STOPPED, stop},
};
use crate::os::fork::Process;

/// The number of executions by each scheduler, unless `REDISLOCK_INTERLEAVINGS` names another one.
const EXECUTIONS: usize = 2_000;
/// The number of steps after which an execution counts as endless.
const MOST_STEPS: usize = 50_000;
/// The number of changes of the running thread that a bug is to need, for one of the schedulers.
const CHANGES: usize = 3;
/// The average number of steps between two leaps of time, with [`Time::Anytime`].
const STEPS_BETWEEN_LEAPS: u64 = 50;

/// The moments at which time may pass.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// Only while each thread waits, so that the test can compare times.
    Idle,
    Anytime,
}

/// The threads in [`wait_until`].
#[derive(Default)]
struct Waiters {
    waiters: BTreeMap<usize, Waiter>,
    /// True once each thread waits for ever.
    is_stuck: bool,
}

struct Waiter {
    /// None: never.
    until: Option<BootInstant>,
    /// True if nothing can have happened since it has checked its condition.
    has_checked: bool,
}

thread_local! {
    static WAITERS: RefCell<Waiters> = RefCell::default();
}

/// Waits until the condition holds or `left` is over. Returns whether the condition holds.
pub fn wait_until(mut is_met: impl FnMut() -> bool, left: Duration) -> bool {
    let me = usize::from(current::me());
    let until = BootInstant::now().checked_add(left);
    let note = |has_checked| {
        WAITERS.with_borrow_mut(|waiting| {
            let waiter = Waiter { until, has_checked };
            waiting.waiters.insert(me, waiter);
            assert!(!waiting.is_stuck, "each thread waits for ever");
        });
    };
    WAITERS.with_borrow_mut(Waiters::wake_all); // because of the steps before
    note(false);
    loop {
        shuttle::thread::yield_now();
        let is_met = is_met();
        if is_met || until.is_some_and(|until| until <= BootInstant::now()) {
            WAITERS.with_borrow_mut(|waiting| waiting.waiters.remove(&me));
            return is_met;
        }
        note(true);
    }
}

/// Waits until this time has passed.
pub fn sleep(time: Duration) {
    wait_until(|| false, time);
}

impl Waiters {
    fn can_go_on(&self, task: &Task) -> bool {
        let waiter = self.waiters.get(&usize::from(task.id()));
        waiter.is_none_or(|waiter| !waiter.has_checked)
    }

    /// Lets all threads check their conditions again.
    fn wake_all(&mut self) {
        for waiter in self.waiters.values_mut() {
            waiter.has_checked = false;
        }
    }

    /// Lets time pass until the next moment for which a thread waits. Returns whether there is one.
    fn leap(&mut self) -> bool {
        let now = BootInstant::now();
        let until = self.waiters.values().filter_map(|waiter| waiter.until);
        let next = until.min();
        let leap = next.map_or(Duration::ZERO, |next| next.saturating_duration_since(now));
        SLEPT.set(SLEPT.get() + leap);
        self.wake_all();
        next.is_some()
    }
}

/// A scheduler that lets time pass, and that chooses none of the threads that wait in vain.
struct Timed<S> {
    scheduler: S,
    time: Time,
}

impl<S: Scheduler> Scheduler for Timed<S> {
    fn new_execution(&mut self) -> Option<Schedule> {
        SLEPT.set(Duration::ZERO);
        WAITERS.take();
        self.scheduler.new_execution()
    }

    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        is_yielding: bool,
    ) -> Option<TaskId> {
        let leaps = self.time == Time::Anytime
            && self
                .scheduler
                .next_u64()
                .is_multiple_of(STEPS_BETWEEN_LEAPS);
        let going_on: Vec<&Task> = WAITERS.with_borrow_mut(|waiting| {
            let current = current.map(usize::from);
            if current.is_some_and(|current| !waiting.waiters.contains_key(&current)) {
                waiting.wake_all(); // because it may have done that for which they wait
            }
            let can_go_on = |waiting: &Waiters| runnable.iter().any(|task| waiting.can_go_on(task));
            if !can_go_on(waiting) {
                waiting.is_stuck = !waiting.leap();
            } else if leaps {
                waiting.leap();
            }
            let all = runnable.iter().copied();
            all.filter(|task| waiting.can_go_on(task)).collect()
        });
        self.scheduler.next_task(&going_on, current, is_yielding)
    }

    fn next_u64(&mut self) -> u64 {
        self.scheduler.next_u64()
    }
}

/// Runs the test again and again, each time in another order. If it fails, a seed is printed. With
/// `SHUTTLE_RANDOM_SEED` of this value the orders are the same.
pub fn explore(time: Time, test: impl Fn() + Send + Sync + 'static) {
    let executions = std::env::var("REDISLOCK_INTERLEAVINGS");
    let executions = executions.map_or(EXECUTIONS, |count| count.parse().unwrap());
    STOPPED.take();
    SLEPT.take();
    stop();
    let test = Arc::new(test);
    let random = RandomScheduler::new(executions);
    run(random, time, test.clone());
    let given = std::env::var("SHUTTLE_RANDOM_SEED").ok();
    let given = given.map(|seed| seed.parse().unwrap());
    let seed = Seed(given.unwrap_or_else(|| RandomState::new().hash_one(executions)));
    let by_priority = PctScheduler::new_from_seed(seed.0, CHANGES, executions);
    run(by_priority, time, test);
}

/// A seed that is printed if the test fails, which only the other scheduler does by itself.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failing seed, by priorities: {}", self.0);
        }
    }
}

fn run(
    scheduler: impl Scheduler + 'static,
    time: Time,
    test: Arc<impl Fn() + Send + Sync + 'static>,
) {
    let mut config = Config::new();
    config.stack_size = 1 << 18;
    config.max_steps = MaxSteps::FailAfter(MOST_STEPS);
    config.silence_warnings = true; // atomics count as sequentially consistent
    config
        .ungraceful_shutdown_config
        .immediately_return_on_panic = true;
    Runner::new(Timed { scheduler, time }, config).run(move || {
        Process::become_child(); // of a process whose test may have failed
        test();
    });
}

/// A socket before whose reads and writes another thread may go on.
pub struct UnixStream(net::UnixStream);

impl UnixStream {
    pub fn pair() -> io::Result<(UnixStream, UnixStream)> {
        let (one, other) = net::UnixStream::pair()?;
        Ok((UnixStream(one), UnixStream(other)))
    }

    pub fn set_nonblocking(&self, is_nonblocking: bool) -> io::Result<()> {
        self.0.set_nonblocking(is_nonblocking)
    }
}

impl Read for &UnixStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        shuttle::thread::sleep(Duration::ZERO);
        (&self.0).read(bytes)
    }
}

impl Write for &UnixStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        shuttle::thread::sleep(Duration::ZERO);
        (&self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&self.0).flush()
    }
}

impl AsFd for UnixStream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl AsRawFd for UnixStream {
    fn as_raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}

impl From<OwnedFd> for UnixStream {
    fn from(descriptor: OwnedFd) -> UnixStream {
        UnixStream(descriptor.into())
    }
}

pub mod thread {
    use std::{
        io,
        sync::{
            Arc,
            atomic::{AtomicBool, Ordering::Relaxed},
        },
    };

    /// Starts threads. Those of shuttle do not tell whether they have ended.
    pub struct Builder(shuttle::thread::Builder);

    pub struct JoinHandle<T> {
        thread: shuttle::thread::JoinHandle<T>,
        has_ended: Arc<AtomicBool>,
    }

    impl Builder {
        pub fn new() -> Builder {
            Builder(shuttle::thread::Builder::new())
        }

        pub fn name(self, name: String) -> Builder {
            Builder(self.0.name(name))
        }

        pub fn spawn<T: Send + 'static>(
            self,
            run: impl FnOnce() -> T + Send + 'static,
        ) -> io::Result<JoinHandle<T>> {
            let has_ended = Arc::new(AtomicBool::new(false));
            let ends = has_ended.clone();
            let thread = self.0.spawn(move || {
                let result = run();
                ends.store(true, Relaxed);
                result
            })?;
            Ok(JoinHandle { thread, has_ended })
        }
    }

    impl<T> JoinHandle<T> {
        pub fn join(self) -> shuttle::thread::Result<T> {
            self.thread.join()
        }

        pub fn is_finished(&self) -> bool {
            self.has_ended.load(Relaxed)
        }
    }
}
