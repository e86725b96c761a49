//! The background thread that renews leases, one per process. It starts with the first lock that
//! needs it, and sleeps while there is nothing to do. It works through a [`Schedule`], and never
//! waits for a server.

use std::{
    io::{self, Read, Write},
    os::fd::{AsFd, AsRawFd},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, LazyLock, PoisonError},
    time::Duration,
};

use crate::command::script::RENEW;
use crate::os::descriptor::{beyond_standard, close_in_child, forget_descriptor};
use crate::os::sync::{Condvar, Mutex, MutexGuard, UnixStream, thread::JoinHandle};
use crate::os::thread::{in_background, spawn_without_signals};
use crate::os::{clock::BootInstant, fork::Process, interrupt, poll, poll::wait_for};
use crate::renewal::{
    background::BackgroundTask, claim::EPOCH, lease::RenewedLease, schedule::Schedule,
};

/// The interval at which the thread checks whether leases have ended, while there are any.
const NAP: Duration = Duration::from_secs(1);

static RENEWER: Mutex<Option<Renewer>> = Mutex::new(None);

/// The renewers of parent processes in a forked child. They are never used again.
static PARENTS: Mutex<Vec<Renewer>> = Mutex::new(Vec::new());

struct Renewer {
    process: Process,
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
}

/// Starts the thread if there is none in this process.
pub fn start() -> io::Result<Arc<Shared>> {
    let mut renewer = lock(&RENEWER);
    if let Some(running) = &*renewer
        && running.process == Process::current()
        && !running.thread.is_finished()
    {
        return Ok(running.shared.clone());
    }
    forget_parents(renewer.take());
    // The thread initializes nothing, because a process that forks meanwhile would have half of it.
    LazyLock::force(&RENEW);
    LazyLock::force(&EPOCH);
    let (shared, woken) = Shared::new()?;
    let thread = {
        let shared = shared.clone();
        spawn_without_signals("redislock", move || {
            let _ = catch_unwind(AssertUnwindSafe(|| shared.run(&woken)));
            forget_descriptor(woken.as_raw_fd());
        })?
    };
    *renewer = Some(Renewer {
        process: Process::current(),
        shared: shared.clone(),
        thread,
    });
    Ok(shared)
}

/// Ends the thread, at the end of the process.
pub fn end() {
    let renewer = lock(&RENEWER).take();
    let Some(renewer) = forget_parents(renewer) else {
        return;
    };
    renewer.shared.lock().end = true;
    renewer.shared.wake();
    let _ = renewer.thread.join();
}

/// Leaves the parent's renewer alone in a forked child. Its thread is not here, its mutex may be
/// locked for ever, and its descriptors are closed already.
fn forget_parents(renewer: Option<Renewer>) -> Option<Renewer> {
    match renewer {
        Some(parents) if parents.process != Process::current() => {
            lock(&PARENTS).push(parents);
            None
        }
        own => own,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state that the thread shares with the locks whose leases it renews.
pub struct Shared {
    inner: Mutex<Inner>,
    /// Notified when a reply that was awaited may have arrived.
    answered: Condvar,
    wake: UnixStream,
}

#[derive(Default)]
struct Inner {
    end: bool,
    schedule: Schedule,
    /// The moment at which the sleeping thread wakes by itself; `None`: never.
    sleeps_until: Option<BootInstant>,
}

impl Shared {
    /// Returns also the end of the pipe by which the thread is woken.
    fn new() -> io::Result<(Arc<Shared>, UnixStream)> {
        let (wake, woken) = UnixStream::pair()?;
        let (wake, woken) = (beyond_standard(wake)?, beyond_standard(woken)?);
        for end in [&wake, &woken] {
            end.set_nonblocking(true)?;
            close_in_child(end.as_raw_fd());
        }
        let shared = Shared {
            inner: Mutex::default(),
            answered: Condvar::new(),
            wake,
        };
        Ok((Arc::new(shared), woken))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }

    fn wake(&self) {
        let _ = (&self.wake).write(&[0]); // if the pipe is full, the thread wakes anyway
    }

    pub fn take(&self, lease: RenewedLease) -> u64 {
        let mut inner = self.lock();
        let (id, due) = inner.schedule.add(lease);
        if inner.sleeps_until.is_none_or(|until| due < until) {
            inner.sleeps_until = Some(due); // one wake-up is enough
            self.wake();
        }
        id
    }

    /// Unregisters a claim's leases. For a single lease, waits for a renewal that is under way, so
    /// that no renewal crosses the next command. Interrupts are served meanwhile. The wait ends
    /// after half of the lease, because the command that ends the claim must be sent while it is
    /// valid. Returns false if the reply has not arrived.
    pub fn forget(&self, ids: &[u64]) -> bool {
        if let [id] = ids {
            return self.forget_answered(*id);
        }
        let mut inner = self.lock();
        for id in ids {
            inner.schedule.remove(*id);
        }
        true
    }

    fn forget_answered(&self, id: u64) -> bool {
        const SLICE: Duration = Duration::from_millis(10);
        const SLICE_IN_LOOP: Duration = Duration::from_millis(1);
        let process = Process::current();
        let mut inner = self.lock();
        let until = inner.schedule.unschedule(id);
        let until = match interrupt::short_limit() {
            Some(limit) => until.min(Some(BootInstant::now() + limit)),
            None => until,
        };
        while inner.schedule.awaits_answer(id)
            && let Some(left) =
                until.and_then(|until| until.checked_duration_since(BootInstant::now()))
        {
            inner = if interrupt::may_suspend() {
                drop(inner);
                poll::wait(None, left.min(SLICE_IN_LOOP));
                self.lock()
            } else {
                let waited = self.answered.wait_timeout(inner, left.min(SLICE));
                waited.unwrap_or_else(PoisonError::into_inner).0
            };
            if !inner.schedule.awaits_answer(id) {
                break;
            }
            drop(inner); // a signal handler may use other locks
            let stop = interrupt::serve().is_break();
            if process != Process::current() {
                return true;
            }
            inner = self.lock();
            if stop {
                break;
            }
        }
        let is_answered = !inner.schedule.awaits_answer(id);
        inner.schedule.remove(id);
        is_answered
    }

    /// Runs the thread.
    fn run(self: &Arc<Self>, mut woken: &UnixStream) {
        let mut inner = self.lock();
        while !inner.end {
            for task in inner.schedule.work() {
                self.run_in_background(task, &mut inner.schedule);
            }
            self.answered.notify_all();
            let until = inner.schedule.next_due();
            inner.sleeps_until = until;
            // Only this thread opens and closes connections, so they stay open while the lock is
            // free.
            let connections = inner.schedule.poll_entries();
            drop(inner);
            // Never longer than `NAP`: the system's clock for waits may stand still while the
            // machine is suspended, but leases end all the same.
            let left =
                until.map(|until| until.saturating_duration_since(BootInstant::now()).min(NAP));
            wait_for(connections, woken.as_fd(), left);
            while matches!(woken.read(&mut [0; 64]), Ok(64)) {}
            inner = self.lock();
        }
    }
}

impl Shared {
    /// Runs a task that blocks in a thread of its own, for which nothing waits.
    fn run_in_background(self: &Arc<Self>, task: BackgroundTask, schedule: &mut Schedule) {
        let shared = self.clone();
        let undone = task.clone();
        let begun = in_background(move || {
            let found = task.run();
            shared.lock().schedule.note(found);
            shared.wake();
        });
        if begun.is_err() {
            schedule.note(undone.give_up());
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        forget_descriptor(self.wake.as_raw_fd());
    }
}

#[cfg(all(test, interleavings))]
mod tests;
