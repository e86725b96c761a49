//! Taking several locks. If all keys are in one group, they are taken in one step. If one of them
//! is held, or if there are several groups, they are taken in the order of their bytes: the client
//! keeps what it has, and waits for the next key in that key's queue.
//!
//! All such clients take keys in the same order, so none of them waits for another one that waits
//! for it. The exception is a client whose caller supplied the token: it skips the keys that hold
//! the token already, so it may hold a later key. `docs/protocol.md` describes the steps.
//!
//! A key that is taken early has a token of its own. So nothing that happens before the last step
//! can end a claim of the common token.

use std::{
    mem,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use crate::claim::token::Token;
use crate::lock::acquire::waiter::{Waiting, uninterrupted};
use crate::lock::acquire::{backoff::Backoff, fairness, note_waited};
use crate::lock::{Lock, multi::MultiLock};
use crate::os::clock::{BootInstant, Deadline};
use crate::os::interrupt;
use crate::server::{Backend, error::Fault};

/// How an attempt to take all keys in order ended.
enum InOrder {
    Taken,
    /// A key was held until the time was up.
    TimeIsUp,
    /// A key was lost before all were taken.
    LostOne,
}

/// A key that is taken before the others. None: it holds the caller's token already.
type Part<S> = Option<Lock<S>>;

impl<S: Backend + Clone> MultiLock<S> {
    /// Makes one attempt, without waiting.
    pub fn try_acquire(&mut self) -> Result<bool, Fault> {
        self.acquire(Waiting {
            since: Instant::now(),
            limit: Duration::ZERO,
            retry_interval: Duration::ZERO,
            pause: &mut uninterrupted(|_| ()),
        })
    }

    /// Waits until all keys are ours. Returns false if another owner has one when the time is up.
    /// If they are held already, starts their leases anew.
    pub fn acquire(&mut self, mut waiting: Waiting) -> Result<bool, Fault> {
        let deadline = Deadline::after(waiting.since, waiting.limit);
        let mut result = self.acquire_until(deadline, &mut waiting);
        while let Err(Fault::Forked) = result {
            // A handler forked, and this is the child: it begins anew, unless it was told to stop.
            result = match interrupt::must_stop() {
                true => Err(Fault::Interrupted),
                false => self.acquire_until(deadline, &mut waiting),
            };
        }
        self.waited = waiting.since.elapsed();
        note_waited(self.waited);
        result
    }

    fn acquire_until(&mut self, deadline: Deadline, waiting: &mut Waiting) -> Result<bool, Fault> {
        let mut backoff = Backoff::new(waiting.retry_interval);
        if self.go_on(deadline, waiting, &mut backoff)? {
            return Ok(true);
        }
        // No claim is left, or the keys that are left hold the caller's token.
        self.history.begin();
        self.blocked_by = None;
        let was_lost = self.is_lost.swap(false, Ordering::AcqRel);
        let taken = self.take(deadline, waiting, &mut backoff);
        if was_lost && !matches!(taken, Ok(true)) && self.has_claim() {
            self.is_lost.store(true, Ordering::Release); // what is left is not renewed
        }
        taken
    }

    /// Takes all keys, in one step or in order.
    fn take(
        &mut self,
        deadline: Deadline,
        waiting: &mut Waiting,
        backoff: &mut Backoff,
    ) -> Result<bool, Fault> {
        self.locks_mut().for_each(|lock| lock.shortfall = None);
        let can_wait = !deadline.time_left().is_zero();
        let is_one = self.groups.len() == 1;
        if is_one && !(can_wait && self.yields()) && self.take_in_one_step(deadline)? {
            return Ok(true);
        }
        if is_one && deadline.time_left().is_zero() {
            return Ok(false);
        }
        loop {
            self.is_lost.store(false, Ordering::Release); // an earlier round may have lost a key
            match self.take_in_order(waiting) {
                Ok(InOrder::Taken) => {
                    self.record_acquisition();
                    return Ok(true);
                }
                Ok(InOrder::TimeIsUp) => return self.take_at_last(deadline),
                Ok(InOrder::LostOne) if deadline.time_left().is_zero() => return Ok(false),
                Ok(InOrder::LostOne) => {}
                Err(fault) if deadline.time_left().is_zero() => return Err(fault),
                Err(fault) => self.check_transient(fault)?,
            }
            let pause = backoff.next(deadline.time_left(), None);
            if (waiting.pause)(pause).is_break() {
                return Err(Fault::Interrupted);
            }
        }
    }

    /// Returns an error, unless the server has said that it may be over soon, or another server
    /// will replace it.
    fn check_transient(&self, fault: Fault) -> Result<(), Fault> {
        match fault.was_said() || self.server().capabilities().fails_over {
            true => self.first().retry_if_transient(fault).map(drop),
            false => Err(fault),
        }
    }

    /// Makes a last attempt with the caller's token. Another object may have acquired the keys with
    /// it meanwhile, which no queue has told.
    fn take_at_last(&mut self, deadline: Deadline) -> Result<bool, Fault> {
        let is_known = self.token().is_some_and(Token::is_known_elsewhere);
        match is_known && self.groups.len() == 1 {
            true => self.take_in_one_step(deadline),
            false => Ok(false),
        }
    }

    /// Returns whether this client has just released one of the keys, and others wait for it.
    fn yields(&mut self) -> bool {
        let now = BootInstant::now();
        let mut yields = false;
        for ordered in &self.order {
            yields |= fairness::begin_acquisition(&ordered.key, now);
        }
        let lock = &mut self.groups[0].lock;
        lock.lets_others_go_first = yields && !lock.has_claim();
        lock.lets_others_go_first
    }

    /// Takes all keys of the only group in one step. If that fails before the `deadline`, an error
    /// that may pass is as good as a held key.
    fn take_in_one_step(&mut self, deadline: Deadline) -> Result<bool, Fault> {
        let lock = &mut self.groups[0].lock;
        let taken = match lock.try_acquire() {
            Err(fault) if !deadline.time_left().is_zero() => {
                self.check_transient(fault)?;
                return Ok(false);
            }
            taken => taken?,
        };
        let lock = &mut self.groups[0].lock;
        let attempts = lock.history.take_acquisition();
        // The keys of the only group have the same order.
        let blocked_by = lock.several.blocked_by;
        self.add(attempts, blocked_by);
        self.blocked_by = blocked_by.filter(|_| !taken);
        if taken {
            self.record_acquisition();
        }
        Ok(taken)
    }

    /// Takes one key after the other, then all together. What it took is given back on every other
    /// way out, because dropping a lock releases it.
    fn take_in_order(&mut self, waiting: &mut Waiting) -> Result<InOrder, Fault> {
        self.blocked_by = None;
        let token = self.first().next_token();
        let mut parts: Vec<Part<S>> = Vec::new();
        for place in 0..self.order.len() {
            let mut part = self.part(place);
            if token.is_known_elsewhere() && part.holds(&token)? {
                parts.push(None);
                continue;
            }
            let acquired = part.acquire(Waiting {
                since: waiting.since,
                limit: waiting.limit,
                retry_interval: waiting.retry_interval,
                pause: &mut *waiting.pause,
            });
            self.add(part.history.take_acquisition(), Some(place));
            if !acquired? {
                self.blocked_by = Some(place);
                return Ok(InOrder::TimeIsUp);
            }
            parts.push(Some(part));
        }
        self.join(&token, parts)
    }

    /// Makes a lock of the key at this place, which is taken before the others.
    pub(super) fn part(&self, place: usize) -> Lock<S> {
        let ordered = &self.order[place];
        let group = &self.groups[ordered.group];
        let mut part = Lock::new(group.lock.server.clone(), &ordered.key, group.lock.ttl);
        part.is_part = true;
        part.label = group.lock.label.clone();
        part.renewal_options.clone_from(&group.early);
        part
    }

    /// Gives all keys the common token, one group after the other. Until all have it, the loss of
    /// one is no loss of a lock that this client holds, so the keys are renewed as early ones.
    fn join(&mut self, token: &Token, mut parts: Vec<Part<S>>) -> Result<InOrder, Fault> {
        let has_queued = parts.iter().flatten().any(|part| part.has_queued);
        for part in parts.iter_mut().flatten() {
            part.take_back(); // no renewal crosses the next command
            if !part.is_held() {
                return Ok(InOrder::LostOne);
            }
        }
        let is_one = self.groups.len() == 1;
        let options = self.groups.iter_mut().map(|group| match is_one {
            true => group.lock.renewal_options.clone(),
            false => mem::replace(&mut group.lock.renewal_options, group.early.clone()),
        });
        let options: Vec<_> = options.collect();
        let joined = self.join_groups(token, &mut parts, has_queued);
        for (lock, options) in self.locks_mut().zip(options).filter(|_| !is_one) {
            lock.renew_anew_with(options);
        }
        if !joined? {
            return Ok(InOrder::LostOne);
        }
        // A key may have been lost, or the lease of the first group may have ended, meanwhile.
        let is_whole = match self.is_held() {
            true => Ok(true),
            false => self.start_each_anew().map(|all| all && self.is_held()),
        };
        if matches!(is_whole, Ok(true)) && !interrupt::must_stop() {
            return Ok(InOrder::Taken);
        }
        self.give_back(self.groups.len());
        match interrupt::must_stop() {
            true => Err(Fault::Interrupted),
            false => is_whole.map(|_| InOrder::LostOne),
        }
    }

    /// Gives the keys of each group the common token. Returns whether all have it; if not, what has
    /// it is given back.
    fn join_groups(
        &mut self,
        token: &Token,
        parts: &mut [Part<S>],
        has_queued: bool,
    ) -> Result<bool, Fault> {
        for group in 0..self.groups.len() {
            let of_group = |place: &usize| self.order[*place].group == group;
            let places: Vec<usize> = (0..parts.len()).filter(of_group).collect();
            let earlier = places.iter().map(|place| match &parts[*place] {
                Some(part) => part.ownership.token().unwrap_or(token).clone(),
                None => token.clone(),
            });
            let earlier = earlier.collect();
            let lock = &mut self.groups[group].lock;
            lock.has_queued = has_queued;
            let joined = lock.claim_with(token.clone(), earlier);
            let blocked_by = lock.several.blocked_by;
            let blocked_by = blocked_by.and_then(|nth| places.get(nth).copied());
            let attempts = lock.history.take_acquisition();
            self.add(attempts, blocked_by);
            if !matches!(joined, Ok(true)) {
                self.blocked_by = blocked_by;
                self.give_back(group);
                return joined;
            }
            let lock = &self.groups[group].lock;
            let is_everywhere = lock.server.granted().iter().all(|granted| *granted);
            for place in places {
                if let Some(part) = &mut parts[place] {
                    part.end_early_claim(is_everywhere);
                }
            }
        }
        Ok(true)
    }

    /// Starts the lease of each group anew. Returns whether all are still ours.
    fn start_each_anew(&mut self) -> Result<bool, Fault> {
        let ttl = self.ttl();
        for lock in self.locks_mut() {
            if !lock.start_anew(ttl, false)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
