//! Several locks as one: all keys or none. The keys of one slot are a group: one [`Lock`] of
//! several keys, which has one claim and is taken, renewed and released by one script each. Without
//! a cluster there is one group. In reading order:
//!
//! - This file: the groups together. The loss of one is the loss of all.
//! - `group`: a lock of several keys.
//! - `standing`: goes on with a claim that stands.
//! - `acquire`: takes all keys in one step, or one after the other if it has to wait.
//! - `release`: ends the claim, or hands it over.
//! - `events`: records what happens to all together.

mod acquire;
mod events;
mod group;
mod release;
mod standing;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::claim::{
    history::History, label::Label, lease::Lease, lease::State, loss::Loss, token::Token,
    unanswered::Effect,
};
use crate::lock::Lock;
use crate::renewal::options::RenewalOptions;
use crate::server::{Backend, error::Fault};

/// The keys of one slot.
pub struct Group<S: Backend> {
    pub lock: Lock<S>,
    /// How a key is renewed while the others are not taken yet.
    pub early: Option<Arc<RenewalOptions>>,
}

/// A key, and the place of its group.
struct Ordered {
    key: Box<[u8]>,
    group: usize,
}

pub struct MultiLock<S: Backend> {
    groups: Vec<Group<S>>,
    /// All keys, sorted by their bytes.
    order: Vec<Ordered>,
    /// True once one of the groups is lost: then none is renewed.
    is_lost: Arc<AtomicBool>,
    /// The place of the key that another owner had when the last acquisition ended in vain.
    blocked_by: Option<usize>,
    waited: Duration,
    history: History,
}

impl<S: Backend> MultiLock<S> {
    /// Makes one lock of these. Their renewal options name `is_lost`.
    pub fn new(mut groups: Vec<Group<S>>, is_lost: Arc<AtomicBool>) -> MultiLock<S> {
        let mut order = Vec::new();
        for (place, group) in groups.iter_mut().enumerate() {
            group.lock.is_part = true;
            order.extend(group.lock.key.all().map(|key| Ordered {
                key: key.into(),
                group: place,
            }));
        }
        order.sort_by(|one, other| one.key.cmp(&other.key));
        MultiLock {
            groups,
            order,
            is_lost,
            blocked_by: None,
            waited: Duration::ZERO,
            history: History::default(),
        }
    }

    fn locks(&self) -> impl Iterator<Item = &Lock<S>> {
        self.groups.iter().map(|group| &group.lock)
    }

    fn locks_mut(&mut self) -> impl Iterator<Item = &mut Lock<S>> {
        self.groups.iter_mut().map(|group| &mut group.lock)
    }

    fn first(&self) -> &Lock<S> {
        &self.groups[0].lock
    }

    /// Returns all keys, sorted by their bytes.
    pub fn keys(&self) -> impl Iterator<Item = &[u8]> {
        self.order.iter().map(|ordered| &*ordered.key)
    }

    pub fn server(&self) -> &S {
        self.first().server()
    }

    pub fn ttl(&self) -> Duration {
        self.first().ttl()
    }

    pub fn token(&self) -> Option<&Token> {
        self.first().token()
    }

    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// Returns the key that another owner had when the last acquisition ended in vain.
    pub fn blocked_by(&self) -> Option<&[u8]> {
        Some(&*self.order[self.blocked_by?].key)
    }

    /// Returns a lock of one of the keys, to ask about it.
    pub fn lock_of(&self, key: &[u8]) -> Option<Lock<S>>
    where
        S: Clone,
    {
        let place = self.order.iter().position(|ordered| *ordered.key == *key)?;
        let mut lock = self.part(place);
        lock.renewal_options = None;
        Some(lock)
    }

    /// Returns the keys with their fencing tokens.
    pub fn fences(&self) -> impl Iterator<Item = (&[u8], i64)> {
        let locks = self.locks();
        locks.flat_map(|lock| lock.key.all().zip(lock.fences().iter().copied()))
    }

    /// Returns what is left of the lease that ends first; zero if not all are held.
    pub fn remaining(&self) -> Duration {
        let remaining = self.locks().map(Lock::remaining);
        remaining.min().unwrap_or_default()
    }

    pub fn is_held(&self) -> bool {
        self.locks().all(Lock::is_held)
    }

    pub fn has_claim(&self) -> bool {
        self.locks().any(Lock::has_claim)
    }

    pub fn may_own(&self) -> bool {
        self.locks().any(Lock::may_own)
    }

    /// Returns the state of all together: the state of the group that is worst off. If a release
    /// has ended some and was refused for others, they are being released.
    pub fn state(&self) -> State {
        let rank = |state: &State| match state {
            State::Held(_) => 0,
            State::Free => 1,
            State::Unknown(_) => 2,
            State::Releasing { .. } => 3,
            State::Lost => 4,
        };
        let states = self.locks().map(Lock::state);
        let worst = states.max_by_key(rank);
        match worst.unwrap_or(State::Free) {
            State::Free | State::Unknown(_) if self.is_partly_released() => {
                State::Releasing { in_time: true }
            }
            // A lease that ends sooner is the one that counts.
            State::Held(_) => self.soonest().map_or(State::Free, State::Held),
            state => state,
        }
    }

    /// Returns whether a release has ended the claim to some groups, and others are left.
    fn is_partly_released(&self) -> bool {
        self.has_claim() && self.locks().any(|lock| lock.state() == State::Free)
    }

    fn soonest(&self) -> Option<Lease> {
        let leases = self.locks().filter_map(|lock| match lock.state() {
            State::Held(lease) => Some(lease),
            _ => None,
        });
        leases.min()
    }

    /// Returns why the claim is lost, and with which key if that is known.
    pub fn loss(&self) -> Option<(Loss, Option<&[u8]>)> {
        let mut locks = self.locks();
        locks.find_map(|lock| Some((lock.loss()?, lock.lost_key())))
    }

    /// Returns why too few replicas have the last acquisition, if that is so.
    pub fn shortfall(&self) -> Option<&Fault> {
        self.locks().find_map(Lock::shortfall)
    }

    /// Returns the effect of a command with the claim's token that may still be executed.
    pub fn under_way(&self) -> Option<Effect> {
        let release = self.is_partly_released().then_some(Effect::Release);
        release.or_else(|| self.locks().find_map(Lock::under_way))
    }

    /// Sets the token of all later acquisitions, instead of generated ones.
    pub fn acquire_with(&mut self, token: &Token) {
        self.locks_mut().for_each(|lock| lock.acquire_with(token));
    }

    /// Adds this label to every token that is generated from now on.
    pub fn label_with(&mut self, label: Label) {
        self.locks_mut()
            .for_each(|lock| lock.label_with(label.clone()));
    }

    /// As [`Lock::outlive`].
    pub fn outlive(&mut self) {
        self.locks_mut().for_each(Lock::outlive);
    }

    /// Takes over the claim of `token`. Sends nothing.
    pub fn restore(&mut self, token: &Token) {
        self.locks_mut().for_each(|lock| lock.restore(token));
    }

    /// Starts all leases anew if all locks are still ours.
    pub fn refresh(&mut self, ttl: Duration) -> Result<bool, Fault> {
        self.start_anew(ttl, true)
    }

    /// Starts all leases anew. With `may_shorten`, a longer lease ends sooner.
    fn start_anew(&mut self, ttl: Duration, may_shorten: bool) -> Result<bool, Fault> {
        if self.is_partly_released() {
            return Ok(false);
        }
        for group in 0..self.groups.len() {
            let lock = &mut self.groups[group].lock;
            let is_claimed = matches!(lock.state(), State::Held(_) | State::Unknown(_));
            if !lock.start_anew(ttl, may_shorten)? {
                self.record_loss();
                self.is_lost.fetch_or(is_claimed, Ordering::AcqRel);
                return Ok(false);
            }
        }
        self.note_held();
        Ok(true)
    }

    /// Asks the servers whether all keys hold our token now.
    pub fn is_owned(&mut self) -> Result<bool, Fault> {
        let mut all = true;
        for lock in self.locks_mut() {
            all &= lock.is_owned()?;
        }
        match all {
            true => self.note_held(),
            false => self.record_loss(),
        }
        self.is_lost.fetch_or(!all, Ordering::AcqRel);
        Ok(all)
    }
}
