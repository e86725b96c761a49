//! A lock of one key, or of several.

use std::time::Duration;

use crate::claim::history::{Acquired, KeptEvent, LockEvent};
use crate::claim::{label::Label, lease::State, token::Token, unanswered::Effect};
use crate::command::lock_kind::LockKind;
use crate::lock::{Lock, acquire::waiter::Waiting, multi::MultiLock};
use crate::server::{Backend, backend::AnyBackend, error::Fault};

#[expect(
    clippy::large_enum_variant,
    reason = "one lock is the usual case, and needs no other allocation"
)]
pub enum AnyLock<S: Backend> {
    One(Lock<S>),
    Several(MultiLock<S>),
}

pub type BackendLock = AnyLock<AnyBackend>;

const ONE_ONLY: &str = "each class has methods of its own";

/// Evaluates the same expression for both.
macro_rules! each {
    ($any:expr, $lock:ident => $what:expr) => {
        match $any {
            AnyLock::One($lock) => $what,
            AnyLock::Several($lock) => $what,
        }
    };
}

impl<S: Backend + Clone> AnyLock<S> {
    pub fn kind(&self) -> LockKind {
        match self {
            AnyLock::One(lock) => lock.kind(),
            AnyLock::Several(_) => LockKind::Multi,
        }
    }

    /// Returns the lock of one key.
    ///
    /// # Panics
    /// If there are several. The class of such objects has no method that asks for one.
    pub fn one(&self) -> &Lock<S> {
        match self {
            AnyLock::One(lock) => lock,
            AnyLock::Several(_) => unreachable!("{ONE_ONLY}"),
        }
    }

    /// Returns the lock of one key, as [`one`](Self::one).
    pub fn one_mut(&mut self) -> &mut Lock<S> {
        match self {
            AnyLock::One(lock) => lock,
            AnyLock::Several(_) => unreachable!("{ONE_ONLY}"),
        }
    }

    /// Returns several locks.
    ///
    /// # Panics
    /// If there is one.
    pub fn several(&self) -> &MultiLock<S> {
        match self {
            AnyLock::Several(locks) => locks,
            AnyLock::One(_) => unreachable!("{ONE_ONLY}"),
        }
    }

    /// Returns the key, or the keys in their order.
    pub fn keys(&self) -> Vec<&[u8]> {
        match self {
            AnyLock::One(lock) => vec![lock.key()],
            AnyLock::Several(locks) => locks.keys().collect(),
        }
    }

    pub fn acquire(&mut self, waiting: Waiting) -> Result<bool, Fault> {
        each!(self, lock => lock.acquire(waiting))
    }

    pub fn try_acquire(&mut self) -> Result<bool, Fault> {
        each!(self, lock => lock.try_acquire())
    }

    pub fn release(&mut self) -> Result<bool, Fault> {
        each!(self, lock => lock.release())
    }

    /// Releases the lock. After an error, the next contact does.
    pub fn release_now_or_later(&mut self) -> Result<bool, Fault> {
        let released = self.release();
        if released.is_err() {
            each!(self, lock => lock.release_later());
        }
        released
    }

    pub fn refresh(&mut self, ttl: Duration) -> Result<bool, Fault> {
        each!(self, lock => lock.refresh(ttl))
    }

    pub fn is_owned(&mut self) -> Result<bool, Fault> {
        each!(self, lock => lock.is_owned())
    }

    pub fn detach(&mut self) -> Option<Token> {
        match self {
            AnyLock::One(lock) => lock.detach().cloned(),
            AnyLock::Several(locks) => locks.detach(),
        }
    }

    pub fn outlive(&mut self) {
        each!(self, lock => lock.outlive());
    }

    pub fn acquire_with(&mut self, token: &Token) {
        each!(self, lock => lock.acquire_with(token));
    }

    pub fn label_with(&mut self, label: &Label) {
        each!(self, lock => lock.label_with(label.clone()));
    }

    pub fn restore(&mut self, token: &Token) {
        each!(self, lock => lock.restore(token));
    }

    pub fn release_or_defer(&mut self) {
        each!(self, lock => lock.release_or_defer());
    }

    pub fn record(&mut self, event: LockEvent) {
        each!(self, lock => lock.record(event));
    }

    /// Records the loss of the lock, once.
    pub fn record_loss(&mut self) {
        each!(self, lock => lock.record_loss());
    }

    pub fn tells_acquisition(&self) -> bool {
        each!(self, lock => lock.tells_acquisition())
    }

    pub fn take_events(&mut self) -> Vec<KeptEvent> {
        each!(self, lock => lock.take_events())
    }

    /// Returns the figures of the last acquisition.
    pub fn acquired(&self) -> Acquired {
        each!(self, lock => lock.acquired())
    }

    pub fn is_held(&self) -> bool {
        each!(self, lock => lock.is_held())
    }

    pub fn has_claim(&self) -> bool {
        each!(self, lock => lock.has_claim())
    }

    pub fn state(&self) -> State {
        each!(self, lock => lock.state())
    }

    pub fn under_way(&self) -> Option<Effect> {
        each!(self, lock => lock.under_way())
    }

    pub fn shortfall(&self) -> Option<&Fault> {
        each!(self, lock => lock.shortfall())
    }

    pub fn remaining(&self) -> Duration {
        each!(self, lock => lock.remaining())
    }

    pub fn ttl(&self) -> Duration {
        each!(self, lock => lock.ttl())
    }

    pub fn token(&self) -> Option<&Token> {
        each!(self, lock => lock.token())
    }

    pub fn waited(&self) -> Duration {
        each!(self, lock => lock.waited())
    }

    pub fn server(&self) -> &S {
        each!(self, lock => lock.server())
    }
}
