//! The background thread's work: when each lease is due. `sending` and `replies` do the rest.
//!
//! A lease that is due is renewed, together with all leases on the same server that are due soon.
//! The thread never waits for a reply. If a lease ends while its renewal has no reply, it is lost
//! at that moment. With client tracking the server reports every change of the key by another
//! client, and the lease is due at once.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    mem,
    sync::Arc,
    time::Duration,
};

use crate::claim::loss::Loss;
use crate::os::{clock::BootInstant, poll::PollEntry};
use crate::renewal::background::{BackgroundTask, Found};
use crate::renewal::claim::LATE_VOTE;
use crate::renewal::{connection::NodeConnection, wire::LONGEST_RENEWAL_RETRY};
use crate::renewal::{lease::RenewedLease, notify::Reminders};
use crate::server::{address::Address, routed::placement::Placement};
use crate::stats::COUNTERS;

/// The time after which a connection that no lease needs is closed.
const LONGEST_UNUSED: Duration = Duration::from_secs(60);
/// The number of servers above which such a connection is closed at once.
const MOST_CONNECTIONS: usize = 64;

#[derive(Default)]
pub struct Schedule {
    pub(super) connections: HashMap<Address, NodeConnection>,
    pub(super) leases: HashMap<u64, RenewedLease>,
    pub(super) by_key: HashMap<Box<[u8]>, Vec<u64>>,
    pub(super) order: BTreeSet<(BootInstant, u64)>,
    reminders: Reminders,
    pub(super) tasks: Vec<BackgroundTask>,
    finding: HashSet<Placement>,
    last_id: u64,
}

impl Schedule {
    /// Registers a lease. Also returns when it is due.
    pub fn add(&mut self, lease: RenewedLease) -> (u64, BootInstant) {
        self.last_id += 1;
        let (id, due) = (self.last_id, lease.due);
        self.order.insert((due, id));
        for key in lease.terms.key.all() {
            self.by_key.entry(key.into()).or_default().push(id);
        }
        self.leases.insert(id, lease);
        (id, due)
    }

    /// Stops sending for a lease that is about to be removed. Returns the end of the wait for a
    /// pending reply.
    pub fn unschedule(&mut self, id: u64) -> Option<BootInstant> {
        let lease = self.leases.get_mut(&id)?;
        lease.is_unscheduled = true;
        self.order.remove(&(lease.due, id));
        let now = BootInstant::now();
        let half = now + lease.deadline.saturating_duration_since(now) / 2;
        lease.sent.map(|(_, until)| until.min(half))
    }

    pub fn awaits_answer(&self, id: u64) -> bool {
        self.leases
            .get(&id)
            .is_some_and(|lease| lease.sent.is_some())
    }

    /// Unregisters a lease.
    pub fn remove(&mut self, id: u64) -> Option<RenewedLease> {
        self.reminders.remove(id);
        let lease = self.leases.remove(&id)?;
        self.order.remove(&(lease.due, id));
        for key in lease.terms.key.all() {
            if let Some(ids) = self.by_key.get_mut(key) {
                ids.retain(|other| *other != id);
                if ids.is_empty() {
                    self.by_key.remove(key);
                }
            }
        }
        Some(lease)
    }

    /// Returns when there is something to do, if nothing happens before.
    pub fn next_due(&self) -> Option<BootInstant> {
        let due = self.order.first().map(|(due, _)| *due);
        let idle = self
            .connections
            .values()
            .map(|connection| connection.used + LONGEST_UNUSED);
        idle.chain(self.reminders.next).chain(due).min()
    }

    pub fn poll_entries(&self) -> Vec<PollEntry> {
        self.connections
            .values()
            .flat_map(NodeConnection::poll_entries)
            .collect()
    }

    /// Does all that can be done without waiting. Returns the tasks for other threads.
    pub fn work(&mut self) -> Vec<BackgroundTask> {
        self.receive();
        self.close_idle(BootInstant::now());
        self.send();
        self.flush();
        self.reminders.send();
        mem::take(&mut self.tasks)
    }

    /// Closes the connections to servers that no lease is on.
    pub(super) fn close_idle(&mut self, now: BootInstant) {
        let longest = match self.connections.len() {
            ..=MOST_CONNECTIONS => LONGEST_UNUSED,
            _ => Duration::ZERO,
        };
        if self
            .connections
            .values()
            .all(|connection| now < connection.used + longest)
        {
            return;
        }
        let needed: HashSet<&Address> = self
            .leases
            .values()
            .filter_map(|lease| lease.node.as_ref())
            .collect();
        self.connections.retain(|address, connection| {
            if needed.contains(address) || !connection.is_idle() {
                connection.used = now;
            }
            now < connection.used + longest || connection.used == now
        });
    }

    /// Takes the result of a task.
    pub fn note(&mut self, found: Found) {
        match found {
            Found::Targets(address, targets) => {
                if let Some(connection) = self.connections.get_mut(&address) {
                    let then = connection.end_look_up(targets, BootInstant::now());
                    self.begin_anew(&address, then);
                }
            }
            Found::Server(placement, node) => self.found(&placement, node),
        }
    }

    /// Has another thread look for a lease's server, if that may have changed.
    pub(super) fn find(&mut self, id: u64) {
        if let Some(lease) = self.leases.get(&id)
            && lease.placement().may_change()
            && self.finding.insert(lease.placement().clone())
        {
            self.tasks.push(BackgroundTask::Find(
                lease.placement().clone(),
                lease.nodes.clone(),
            ));
        }
    }

    /// Moves the leases to the server that was found.
    fn found(&mut self, placement: &Placement, node: Option<Address>) {
        self.finding.remove(placement);
        let now = BootInstant::now();
        for id in self.leases.keys().copied().collect::<Vec<_>>() {
            let Some(lease) = self.leases.get_mut(&id) else {
                continue;
            };
            if lease.placement() != placement || node.as_ref().is_some_and(|node| lease.is_on(node))
            {
                continue;
            }
            match &node {
                Some(node) => {
                    (lease.node, lease.reached) = (Some(node.clone()), None);
                    (lease.sent, lease.look) = (None, true);
                    self.reschedule(id, now);
                }
                None if lease.node.is_none() => self.reschedule(id, now + LONGEST_RENEWAL_RETRY),
                None => {} // its last known server is still tried
            }
        }
    }

    pub(super) fn reschedule(&mut self, id: u64, due: BootInstant) {
        if let Some(lease) = self.leases.get_mut(&id)
            && !lease.is_unscheduled
        {
            self.order.remove(&(lease.due, id));
            lease.due = due.min(lease.deadline);
            self.order.insert((lease.due, id));
        }
    }

    /// Removes a lease that is lost. The server said that the lock is not ours, or the lease has
    /// ended.
    pub(super) fn lose(&mut self, id: u64, loss: Loss) {
        let Some(lease) = self.remove(id) else { return };
        let is_lost = lease.terms.claim.lose(lease.server, loss);
        let is_of_claim = |other: &RenewedLease| Arc::ptr_eq(&other.terms, &lease.terms);
        let others = self.leases.iter();
        let others = others.filter_map(|(id, other)| is_of_claim(other).then_some(*id));
        let others: Vec<u64> = others.collect();
        if !is_lost {
            for other in others {
                self.hasten_vote(other); // the other servers may be enough
            }
            return;
        }
        for other in others {
            self.remove(other); // the claim no longer needs it
        }
        if !lease.terms.options.note_lost() {
            return;
        }
        COUNTERS.lost.add(1);
        if let Some(listener) = lease.terms.options.listener.clone() {
            self.reminders
                .add(id, listener, loss, lease.terms.claim.lost_at());
        }
    }

    /// If the claim depends on a server that has not granted the lock, asks it at once, and waits
    /// for its vote no longer than [`LATE_VOTE`].
    fn hasten_vote(&mut self, id: u64) {
        let now = BootInstant::now();
        if let Some(lease) = self.leases.get_mut(&id)
            && lease.before_haste.is_none()
            && now + LATE_VOTE < lease.deadline
            && lease.terms.claim.awaits_vote(lease.server)
        {
            lease.before_haste = Some(lease.deadline);
            lease.deadline = now + LATE_VOTE;
            lease.look = true;
            let due = lease.sent.map_or(now, |(_, answer_due)| answer_due);
            self.reschedule(id, due);
        }
    }

    /// Closes a connection that is broken.
    pub(super) fn give_up(&mut self, address: &Address, now: BootInstant) {
        if let Some(connection) = self.connections.get_mut(address) {
            let again = connection.fail(now);
            self.begin_anew(address, again);
        }
    }

    /// Starts anew without a connection. The replies that were under way are lost with it, and so
    /// is the server's tracking of the keys.
    pub(super) fn begin_anew(&mut self, address: &Address, then: BootInstant) {
        let mut concerned = Vec::new();
        for (id, lease) in &mut self.leases {
            if lease.is_on(address) {
                (lease.sent, lease.look) = (None, true);
                concerned.push(*id);
            }
        }
        for id in concerned {
            self.find(id);
            self.reschedule(id, then);
        }
    }
}
