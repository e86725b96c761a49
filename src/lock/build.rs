//! Makes a lock of its options: of one key, or of several.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use crate::command::lock_kind::LockKind;
use crate::lock::any_lock::{AnyLock, BackendLock};
use crate::lock::multi::{Group, MultiLock};
use crate::lock::{Lock, fence::is_alone};
use crate::renewal::options::{Listener, RenewalOptions};
use crate::server::routed::placement::Placement;
use crate::server::{Backend, address::topology::Topology, backend::AnyBackend};

/// The options of a lock, each in its range.
pub struct LockOptions<'a> {
    pub topology: &'a Topology,
    /// One key, or the keys of a lock of the kind `Multi`: sorted, each once.
    pub keys: &'a [&'a [u8]],
    pub kind: LockKind,
    pub ttl: Duration,
    /// True if the lease is renewed while the lock is held.
    pub renew: bool,
    /// The time after the acquisition from which there is no renewal; `Duration::MAX`: no limit.
    pub max_hold: Duration,
    /// True if every acquisition draws a fencing token.
    pub fenced: bool,
    /// The number of replicas that must acknowledge an acquisition.
    pub replicas: usize,
    /// True if the lock is released when its object is dropped.
    pub releases_itself: bool,
    /// True if a release waits for its reply.
    pub confirms_release: bool,
}

/// The listener for a loss of the keys of one slot.
pub struct LossListener {
    pub listener: Arc<dyn Listener>,
    /// True if losses are only told. Then the lock acts as if it were not registered.
    pub is_only_told: bool,
}

/// The error of a fenced key that has no place for its counter on a cluster.
pub struct NoPlaceForFence;

/// The keys of one slot.
struct Slot<'k> {
    placements: Vec<Placement>,
    backend: AnyBackend,
    keys: Vec<&'k [u8]>,
}

impl LockOptions<'_> {
    /// Makes the lock. Opens no connection. Calls `listener` once for the keys of each slot.
    pub fn build(
        &self,
        mut listener: impl FnMut(&AnyBackend, &[&[u8]]) -> Option<LossListener>,
    ) -> Result<BackendLock, NoPlaceForFence> {
        match self.kind {
            LockKind::Multi => self.several_locks(&mut listener),
            _ => {
                let key = self.keys[0];
                let backend = self.backend(key)?;
                let listener = listener(&backend, &[key]);
                let mut lock = Lock::new(backend, key, self.ttl);
                lock.set_kind(self.kind);
                self.configure(&mut lock, listener, None);
                Ok(AnyLock::One(lock))
            }
        }
    }

    /// Makes a lock of the keys of each slot, and one of them all.
    fn several_locks(
        &self,
        listener: &mut impl FnMut(&AnyBackend, &[&[u8]]) -> Option<LossListener>,
    ) -> Result<BackendLock, NoPlaceForFence> {
        let mut slots: Vec<Slot> = Vec::new();
        for key in self.keys {
            let backend = self.backend(key)?;
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
        let mut groups = Vec::new();
        for slot in slots {
            let listener = listener(&slot.backend, &slot.keys);
            let mut lock = Lock::multi(slot.backend, &slot.keys, self.ttl);
            self.configure(&mut lock, listener, Some(&is_lost));
            groups.push(Group {
                lock,
                early: Some(Arc::new(RenewalOptions {
                    placements: slot.placements,
                    renew: true,
                    is_only_told: false,
                    max_hold: Duration::MAX,
                    listener: None,
                    is_lost: None,
                })),
            });
        }
        Ok(AnyLock::Several(MultiLock::new(groups, is_lost)))
    }

    /// Returns the server of a key, unless its counter of fencing tokens can have no place there.
    fn backend(&self, key: &[u8]) -> Result<AnyBackend, NoPlaceForFence> {
        let backend = AnyBackend::new(self.topology.clone(), key);
        match self.fenced && backend.capabilities().has_slots && is_alone(key) {
            true => Err(NoPlaceForFence),
            false => Ok(backend),
        }
    }

    fn configure(
        &self,
        lock: &mut Lock<AnyBackend>,
        listener: Option<LossListener>,
        is_lost: Option<&Arc<AtomicBool>>,
    ) {
        if self.renew || listener.is_some() {
            let is_only_told = listener.as_ref().is_some_and(|to| to.is_only_told);
            lock.renew_with(RenewalOptions {
                placements: lock.server().placements(),
                renew: self.renew,
                is_only_told: !self.renew && is_only_told,
                max_hold: self.max_hold,
                listener: listener.map(|to| to.listener),
                is_lost: is_lost.cloned(),
            });
        }
        if self.fenced {
            lock.use_fences();
        }
        if self.replicas > 0 {
            let read_timeout = lock.server().placements()[0].timeouts().read;
            lock.require_replicas(self.replicas, read_timeout);
        }
        if !self.releases_itself {
            lock.outlive();
        }
        if !self.confirms_release {
            lock.skip_confirmation();
        }
    }
}
