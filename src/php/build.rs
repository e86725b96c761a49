//! Makes a lock, or several, of arguments that are in their range.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use crate::command::lock_kind::LockKind;
use crate::lock::multi::{Group, MultiLock};
use crate::lock::{Lock, fence::is_alone};
use crate::php::any_lock::{AnyLock, BackendLock};
use crate::php::arguments::refuse;
use crate::php::construct::Options;
use crate::php::exceptions::{Thrown, named, printable, sentence};
use crate::php::options::Parameter;
use crate::php::{fibers::Owner, listener, losses::Notice, php_lock::PhpOptions};
use crate::renewal::options::{Listener, RenewalOptions};
use crate::server::routed::placement::Placement;
use crate::server::{Backend, address::topology::Topology, backend::AnyBackend};

const NO_HELPER: &str = "must have a hash tag like {name} to be fenced on a cluster: with a '}' and no tag, nothing can be kept beside it";

const NO_QUORUM: &str = "must be one server, or sentinels or a cluster: with a list of servers, a majority of votes does not bound the number of holders";

/// The keys of one slot.
struct Slot<'k> {
    placements: Vec<Placement>,
    backend: AnyBackend,
    keys: Vec<&'k [u8]>,
}

impl Options<'_> {
    pub fn build(self) -> Result<(BackendLock, PhpOptions), Thrown> {
        if self.replicas > 0 && matches!(self.topology, Topology::Quorum(_)) {
            let what = "must be 0 with a list of servers, which has no replicas";
            return Err(refuse(self.given.at.number(Parameter::Replicas), what));
        }
        if matches!(
            (self.kind, &self.topology),
            (LockKind::Semaphore { .. }, Topology::Quorum(_))
        ) {
            return Err(refuse(self.given.at.number(Parameter::Server), NO_QUORUM));
        }
        let owner = Owner::default();
        let (lock, notices) = match &self.keys {
            None => self.one_lock(&owner)?,
            Some(keys) => self.several_locks(keys, &owner)?,
        };
        let options = PhpOptions {
            wait: self.wait,
            retry_interval: self.retry_interval,
            owner,
            _notices: notices,
        };
        Ok((lock, options))
    }

    fn one_lock(&self, owner: &Owner) -> Result<(BackendLock, Vec<Arc<dyn Listener>>), Thrown> {
        let backend = AnyBackend::new(self.topology.clone(), self.key);
        self.check_helper(&backend, self.key)?;
        let notice = self.notice(&backend, &[self.key], owner);
        let mut lock = Lock::new(backend, self.key, self.ttl);
        lock.set_kind(self.kind);
        self.configure(&mut lock, notice.as_ref(), None);
        Ok((AnyLock::One(lock), notice.into_iter().collect()))
    }

    /// Makes a lock of the keys of each slot, and one of them all.
    fn several_locks(
        &self,
        keys: &[&[u8]],
        owner: &Owner,
    ) -> Result<(BackendLock, Vec<Arc<dyn Listener>>), Thrown> {
        let mut slots: Vec<Slot> = Vec::new();
        for key in keys {
            let backend = AnyBackend::new(self.topology.clone(), key);
            self.check_helper(&backend, key)?;
            let placements = backend.placements();
            match slots.iter_mut().find(|slot| slot.placements == placements) {
                Some(slot) => slot.keys.push(key),
                None => slots.push(Slot {
                    placements,
                    backend,
                    keys: vec![key],
                }),
            }
        }
        let is_lost = Arc::new(AtomicBool::new(false));
        let (mut groups, mut all) = (Vec::new(), Vec::new());
        for slot in slots {
            let notice = self.notice(&slot.backend, &slot.keys, owner);
            let mut lock = Lock::multi(slot.backend, &slot.keys, self.ttl);
            self.configure(&mut lock, notice.as_ref(), Some(&is_lost));
            all.extend(notice);
            groups.push(Group {
                lock,
                early: Some(Arc::new(RenewalOptions {
                    placements: slot.placements,
                    kind: LockKind::Exclusive,
                    renew: true,
                    is_only_told: false,
                    max_hold: Duration::MAX,
                    listener: None,
                    is_lost: None,
                })),
            });
        }
        Ok((AnyLock::Several(MultiLock::new(groups, is_lost)), all))
    }

    /// Throws if a fenced key has no place for its counter.
    fn check_helper(&self, backend: &AnyBackend, key: &[u8]) -> Result<(), Thrown> {
        if self.given.fenced && backend.capabilities().has_slots && is_alone(key) {
            let number = self.given.at.number(Parameter::Key);
            let number = number.max(self.given.at.number(Parameter::Keys));
            return Err(refuse(number, NO_HELPER));
        }
        Ok(())
    }

    /// Returns the notice of a loss, with `abortOnLoss`.
    fn notice(
        &self,
        server: &AnyBackend,
        keys: &[&[u8]],
        owner: &Owner,
    ) -> Option<Arc<dyn Listener>> {
        self.given.abort_on_loss.then(|| -> Arc<dyn Listener> {
            let all = self.keys.as_deref().unwrap_or(keys);
            let name = sentence(&named(self.kind, all, server));
            let keys = self
                .keys
                .iter()
                .flat_map(|_| keys)
                .map(|key| printable(key));
            Notice::new(name, keys.collect(), owner.clone())
        })
    }

    fn configure(
        &self,
        lock: &mut Lock<AnyBackend>,
        notice: Option<&Arc<dyn Listener>>,
        is_lost: Option<&Arc<AtomicBool>>,
    ) {
        let listener = notice.cloned().or_else(listener::waker);
        if self.given.auto_renew || listener.is_some() {
            lock.renew_with(RenewalOptions {
                placements: lock.server().placements(),
                kind: self.kind,
                renew: self.given.auto_renew,
                is_only_told: !self.given.auto_renew && notice.is_none(),
                max_hold: self.max_hold,
                listener,
                is_lost: is_lost.cloned(),
            });
        }
        if self.given.fenced {
            lock.use_fences();
        }
        if self.replicas > 0 {
            let read_timeout = lock.server().placements()[0].timeouts().read;
            lock.require_replicas(self.replicas, read_timeout);
        }
        if !self.given.auto_release {
            lock.outlive();
        }
        if !self.given.confirm_release {
            lock.skip_confirmation();
        }
    }
}
