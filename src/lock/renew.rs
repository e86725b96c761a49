//! Renewal: one background thread a process keeps leases alive, and notices at once when a lock is lost.
//!
//! The thread works through a [`Schedule`](super::schedule) and never waits for a server. Here is what the rest of the
//! lock sees of it.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use super::{
    Lease, State, Token,
    schedule::{FIRST_RETRY, Kept, Shared},
};
use crate::server::{Address, Process, spawn_without_signals};

/// What to keep of a lock, and how.
#[derive(Clone)]
pub struct Keeping {
    pub address: Address,
    /// Renew the lease; otherwise its end is only noticed.
    pub renew: bool,
    /// No renewal later than this after the acquisition; `Duration::MAX`: no limit.
    pub max_hold: Duration,
    /// What the background thread does at a loss.
    pub on_loss: Option<Arc<dyn Fn() + Send + Sync>>,
}

/// What the thread and the lock both know of a claim.
pub struct Claim {
    /// Nanoseconds since [`EPOCH`].
    valid_until: AtomicU64,
    lost: AtomicBool,
}

static EPOCH: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Claim {
    fn new(lease: Lease) -> Arc<Claim> {
        let claim = Claim {
            valid_until: AtomicU64::new(0),
            lost: AtomicBool::new(false),
        };
        claim.extend(lease);
        Arc::new(claim)
    }

    pub fn extend(&self, lease: Lease) {
        let since_epoch = lease.valid_until().saturating_duration_since(*EPOCH);
        let nanoseconds = u64::try_from(since_epoch.as_nanos()).unwrap_or(u64::MAX);
        self.valid_until.store(nanoseconds, Ordering::Release);
    }

    pub fn lose(&self) {
        self.lost.store(true, Ordering::Release);
    }

    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Acquire)
    }

    /// Held until the lease ends, or Lost.
    pub fn state(&self) -> State {
        if self.is_lost() {
            return State::Lost;
        }
        let since_epoch = Duration::from_nanos(self.valid_until.load(Ordering::Acquire));
        State::Held(Lease::until(*EPOCH + since_epoch))
    }
}

/// A lease in the thread's care, until this is dropped.
pub struct Renewal {
    id: u64,
    claim: Arc<Claim>,
    shared: Arc<Shared>,
    process: Process,
}

impl Renewal {
    pub fn claim(&self) -> &Arc<Claim> {
        &self.claim
    }
}

impl Drop for Renewal {
    /// Takes the lease out of the schedule, once a renewal that is under way has its answer: none outlives the claim.
    fn drop(&mut self) {
        if self.process == Process::current() {
            self.shared.forget(self.id);
        }
    }
}

/// Takes a lease into care; starts the thread if there is none.
pub fn keep(
    keeping: &Keeping,
    key: &[u8],
    token: &Token,
    ttl: Duration,
    lease: Lease,
) -> io::Result<Renewal> {
    let shared = shared()?;
    let now = Instant::now();
    let claim = Claim::new(lease);
    let kept = Kept {
        address: keeping.address.clone(),
        key: key.into(),
        token: token.clone(),
        ttl,
        renew_until: match now.checked_add(keeping.max_hold) {
            _ if !keeping.renew => Some(now),
            until => until,
        },
        claim: claim.clone(),
        on_loss: keeping.on_loss.clone(),
        deadline: lease.valid_until(),
        due: now,
        first_send: None,
        retry_after: FIRST_RETRY,
    };
    let id = shared.take(kept);
    Ok(Renewal {
        id,
        claim,
        shared,
        process: Process::current(),
    })
}

/// Ends the thread, at the end of the process.
pub fn end() {
    let renewer = lock(&RENEWER).take();
    if let Some(Renewer {
        process,
        shared,
        thread,
    }) = renewer
    {
        if process != Process::current() {
            std::mem::forget(thread); // the parent's
            return;
        }
        lock(&shared.inner).end = true;
        shared.wake();
        let _ = thread.join();
    }
}

static RENEWER: Mutex<Option<Renewer>> = Mutex::new(None);

struct Renewer {
    process: Process,
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn shared() -> io::Result<Arc<Shared>> {
    let mut renewer = lock(&RENEWER);
    if let Some(running) = &*renewer
        && running.process == Process::current()
    {
        return Ok(running.shared.clone());
    }
    if let Some(parents) = renewer.take() {
        // In a forked child there is no such thread. What can be closed of its connections is closed.
        if let Ok(mut inner) = parents.shared.inner.try_lock() {
            inner.lines.clear();
        }
        std::mem::forget(parents);
    }
    let (shared, woken) = Shared::new()?;
    let thread = {
        let shared = shared.clone();
        spawn_without_signals("redislock", move || {
            let _ = catch_unwind(AssertUnwindSafe(|| shared.run(&woken)));
        })?
    };
    *renewer = Some(Renewer {
        process: Process::current(),
        shared: shared.clone(),
        thread,
    });
    Ok(shared)
}
