//! The lock for programs without PHP. This is all that the command in `tools/` sees of the crate.
//! In reading order:
//!
//! - This file: a lock that a program holds.
//! - `servers`: the servers and keys that a program names.
//! - `inspection`: shows what the keys of a lock hold; `listing`: which locks a server has.

pub(crate) mod inspection;
pub(crate) mod listing;
mod servers;

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

pub use crate::claim::{label_of, loss::Loss};
pub use crate::command::lock_kind::LockKind;
pub use crate::server::{error::Fault, hint::NEEDED_BY_LOCKS};
pub use inspection::{Holder, Inspection, Inspector, KeyType, Watcher};
pub use listing::{Found, Listing};
pub use servers::Servers;

use crate::claim::label::Label;
use crate::client::servers::check_keys;
use crate::lock::any_lock::{AnyLock, BackendLock};
use crate::lock::build::{LockOptions, LossListener};
use crate::lock::{Lock, Waiting};
use crate::os::interrupt::{self, Hooks, Suspension};
use crate::os::poll;
use crate::renewal::options::Listener;
use crate::server::address::topology::Topology;
use crate::server::backend::AnyBackend;

/// The longest sleep of a waiter that cannot queue.
const CLIENT_RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// Has [`ClientLock::acquire`] end when a signal has come. Before each sleep, `is_pending` is asked
/// while all signals are blocked. If `serve` returns `Break`, the wait ends.
pub fn end_waits(serve: fn() -> ControlFlow<()>, is_pending: fn() -> bool) {
    interrupt::set_hooks(Hooks {
        serve,
        is_pending,
        has_loop: || false,
        suspend: |_, _| Suspension::Refused,
        park: |_, _| Suspension::Refused,
    });
}

/// The lock that a program asks for.
pub struct LockRequest<'a> {
    pub servers: &'a Servers,
    pub keys: &'a [Vec<u8>],
    /// The kind, if there is one key. Several keys are always of the kind `Multi`.
    pub kind: LockKind,
    pub ttl: Duration,
    /// The time after which the lease is not renewed any more; `Duration::MAX`: no limit.
    pub max_hold: Duration,
    pub fenced: bool,
    /// The label of the holder; `%h` is the host's name, `%p` the process id.
    pub label: &'a str,
}

/// A lock whose lease is renewed while it is held. Dropping it releases it.
pub struct ClientLock(BackendLock);

impl ClientLock {
    /// Makes a lock. Opens no connection. The background thread calls `on_loss` once for each
    /// claim that it finds lost. An error says what is wrong with the request.
    pub fn new(
        request: &LockRequest,
        on_loss: impl Fn() + Send + Sync + 'static,
    ) -> Result<ClientLock, String> {
        let mut keys: Vec<&[u8]> = request.keys.iter().map(Vec::as_slice).collect();
        keys.sort_unstable();
        keys.dedup();
        check_keys(&keys)?;
        let kind = match (&*keys, request.kind) {
            ([_], kind) => kind,
            ([_, ..], LockKind::Exclusive) => LockKind::Multi,
            _ => return Err("one key can be shared, several cannot".to_owned()),
        };
        let topology = &request.servers.0;
        if matches!(
            (kind, topology),
            (LockKind::Semaphore { .. }, Topology::Quorum(_))
        ) {
            return Err("permits need one server, sentinels or a cluster, not a quorum".to_owned());
        }
        let label = Label::parse(request.label.as_bytes())
            .ok_or("a label is at most 200 printable ASCII characters")?;
        let options = LockOptions {
            topology,
            keys: &keys,
            kind,
            ttl: request.ttl,
            renew: true,
            max_hold: request.max_hold,
            fenced: request.fenced,
            replicas: 0,
            releases_itself: true,
            confirms_release: true,
        };
        let on_loss: Arc<dyn Fn() + Send + Sync> = Arc::new(on_loss);
        let lock = options.build(|_, _| {
            Some(LossListener {
                listener: Arc::new(OnLoss::new(on_loss.clone())),
                is_only_told: false,
            })
        });
        let mut lock = lock.map_err(|_| {
            "on a cluster, a fenced key with a '}' needs a hash tag like {name}".to_owned()
        })?;
        lock.label_with(&label);
        Ok(ClientLock(lock))
    }

    /// Waits for the lock, for at most `limit`; `Duration::MAX` is for ever. Returns false if the
    /// time is up.
    pub fn acquire(&mut self, limit: Duration) -> Result<bool, Fault> {
        let _operation = interrupt::interruptible();
        self.0.acquire(Waiting {
            since: Instant::now(),
            limit,
            retry_interval: CLIENT_RETRY_INTERVAL,
            pause: &mut sleep,
        })
    }

    /// Releases the lock. Returns false if it was lost.
    pub fn release(&mut self) -> Result<bool, Fault> {
        self.0.release()
    }

    /// Leaves the lock to expire after `rest`, and renews it no more. Returns false if it was lost.
    pub fn leave_for(&mut self, rest: Duration) -> Result<bool, Fault> {
        self.0.outlive(); // if there is no reply, the drop must not release it
        let is_ours = self.0.refresh(rest)?;
        if is_ours {
            self.0.detach();
        }
        Ok(is_ours)
    }

    /// Returns whether the lease is valid by this process's own clock. Sends nothing.
    pub fn is_held(&self) -> bool {
        self.0.is_held()
    }

    /// Returns the keys: sorted, each once.
    pub fn keys(&self) -> Vec<&[u8]> {
        self.0.keys()
    }

    /// Returns the token of the current acquisition.
    pub fn token(&self) -> Option<&[u8]> {
        self.0.token().map(|token| token.as_bytes())
    }

    /// Returns the fencing tokens, in the order of the keys; none if the lock is not fenced.
    pub fn fences(&self) -> Vec<i64> {
        match &self.0 {
            AnyLock::One(lock) => lock.fence().into_iter().collect(),
            AnyLock::Several(locks) => {
                let mut fences: Vec<_> = locks.fences().collect();
                fences.sort_unstable();
                fences.into_iter().map(|(_, fence)| fence).collect()
            }
        }
    }

    /// Returns why the lock is lost, if it is.
    pub fn loss(&self) -> Option<Loss> {
        match &self.0 {
            AnyLock::One(lock) => lock.loss(),
            AnyLock::Several(locks) => locks.loss().map(|(loss, _)| loss),
        }
    }

    /// Returns the server as messages name it, without credentials.
    pub fn server(&self) -> String {
        self.0.server().to_string()
    }

    /// Asks the server for the holder that was in the way of the last acquisition. None: the
    /// server does not say.
    pub fn blocker(&mut self) -> Option<Blocker> {
        match &mut self.0 {
            AnyLock::One(lock) => Blocker::of(lock),
            AnyLock::Several(locks) => Blocker::of(&mut locks.lock_of(locks.blocked_by()?)?),
        }
    }
}

/// A holder that is in the way of an acquisition.
pub struct Blocker {
    pub key: Vec<u8>,
    /// The value of the key. None: the key is no lock of this kind.
    pub value: Option<Vec<u8>>,
    /// The time until the lease ends; None: it does not end by itself.
    pub left: Option<Duration>,
}

impl Blocker {
    fn of(lock: &mut Lock<AnyBackend>) -> Option<Blocker> {
        let holder = lock.holder().ok()??;
        Some(Blocker {
            key: lock.key().to_vec(),
            value: holder.value,
            left: holder.left,
        })
    }
}

/// Sleeps for `duration`, and serves interrupts at once. `Break`: one of them ended the wait.
fn sleep(duration: Duration) -> ControlFlow<()> {
    let end = Instant::now() + duration;
    loop {
        interrupt::serve()?;
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return ControlFlow::Continue(());
        }
        poll::wait(None, left);
    }
}

/// Calls a function at the first loss of each claim.
struct OnLoss {
    call: Arc<dyn Fn() + Send + Sync>,
    is_pending: AtomicBool,
}

impl OnLoss {
    fn new(call: Arc<dyn Fn() + Send + Sync>) -> OnLoss {
        OnLoss {
            call,
            is_pending: AtomicBool::new(false),
        }
    }
}

impl Listener for OnLoss {
    fn begin(&self) {
        self.clear();
    }

    fn note(&self, _: Loss, _: Option<usize>) {
        self.is_pending.store(true, Ordering::Release);
    }

    fn tell(&self) -> bool {
        let is_pending = self.is_pending.swap(false, Ordering::AcqRel);
        if is_pending {
            (self.call)();
        }
        is_pending
    }

    fn clear(&self) {
        self.is_pending.store(false, Ordering::Release);
    }
}
