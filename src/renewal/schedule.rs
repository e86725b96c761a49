//! The background thread's work: which lease is due when, and what follows from the servers' answers.
//!
//! When a lease is due it is renewed, together with all on the same server that are due soon. The thread never waits
//! for an answer: a lease whose renewal has none when it ends is lost at that moment. Where the server has client
//! tracking it tells of every change that somebody else makes to a watched key, and the lease is due at once.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    mem,
    sync::Arc,
    time::Duration,
};

use socket2::SockAddr;

use crate::claim::loss::Loss;
use crate::command::script::RENEW;
use crate::command::way::Way;
use crate::os::clock::Moment;
use crate::os::poll::PollEntry;
use crate::renewal::background::{BackgroundTask, Found};
use crate::renewal::connection::{LONGEST_RETRY, NodeConnection, Reach, Sent};
use crate::renewal::lease::RenewedLease;
use crate::renewal::notify::Reminders;
use crate::server::address::Address;
use crate::server::routed::Origin;
use crate::stats::COUNTERS;

/// A line that no lease needs for so long is closed.
const LONGEST_IDLE: Duration = Duration::from_secs(60);
/// With more servers than this, at once.
const MOST_CONNECTIONS: usize = 64;

#[derive(Default)]
pub struct Schedule {
    pub(super) connections: HashMap<Address, NodeConnection>,
    pub(super) leases: HashMap<u64, RenewedLease>,
    pub(super) by_key: HashMap<Box<[u8]>, Vec<u64>>,
    order: BTreeSet<(Moment, u64)>,
    reminders: Reminders,
    tasks: Vec<BackgroundTask>,
    finding: HashSet<Origin>,
    last_id: u64,
}

impl Schedule {
    /// Takes a lease into care; also tells when it is due.
    pub fn add(&mut self, kept: RenewedLease) -> (u64, Moment) {
        self.last_id += 1;
        let (id, due) = (self.last_id, kept.due);
        self.order.insert((due, id));
        self.by_key.entry(kept.key.clone()).or_default().push(id);
        self.leases.insert(id, kept);
        (id, due)
    }

    /// A lease is about to leave: nothing is sent for it any more. Until when an answer is awaited, if one is.
    pub fn unschedule(&mut self, id: u64) -> Option<Moment> {
        let kept = self.leases.get_mut(&id)?;
        kept.is_unscheduled = true;
        self.order.remove(&(kept.due, id));
        let now = Moment::now();
        let half = now + kept.deadline.saturating_duration_since(now) / 2;
        kept.sent.map(|(_, until)| until.min(half))
    }

    pub fn awaits_answer(&self, id: u64) -> bool {
        self.leases.get(&id).is_some_and(|kept| kept.sent.is_some())
    }

    /// Takes a lease out of care.
    pub fn remove(&mut self, id: u64) -> Option<RenewedLease> {
        self.reminders.remove(id);
        let kept = self.leases.remove(&id)?;
        self.order.remove(&(kept.due, id));
        if let Some(ids) = self.by_key.get_mut(&kept.key) {
            ids.retain(|other| *other != id);
            if ids.is_empty() {
                self.by_key.remove(&kept.key);
            }
        }
        Some(kept)
    }

    /// When there is something to do, if nothing happens before.
    pub fn next_due(&self) -> Option<Moment> {
        let due = self.order.first().map(|(due, _)| *due);
        let idle = self
            .connections
            .values()
            .map(|connection| connection.used + LONGEST_IDLE);
        idle.chain(self.reminders.next).chain(due).min()
    }

    pub fn poll_entries(&self) -> Vec<PollEntry> {
        self.connections
            .values()
            .flat_map(NodeConnection::poll_entries)
            .collect()
    }

    /// Does all that can be done without waiting. Returns what others have to do.
    pub fn work(&mut self) -> Vec<BackgroundTask> {
        self.receive();
        self.close_idle(Moment::now());
        self.send();
        self.flush();
        self.reminders.send();
        mem::take(&mut self.tasks)
    }

    /// Closes the lines to servers that no lease is on.
    pub(super) fn close_idle(&mut self, now: Moment) {
        let longest = match self.connections.len() {
            ..=MOST_CONNECTIONS => LONGEST_IDLE,
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
            .filter_map(|kept| kept.node.as_ref())
            .collect();
        self.connections.retain(|address, connection| {
            if needed.contains(address) || !connection.is_idle() {
                connection.used = now;
            }
            now < connection.used + longest || connection.used == now
        });
    }

    /// What others were to do for the thread has been done.
    pub fn note(&mut self, found: Found) {
        match found {
            Found::Targets(address, targets) => self.know(&address, targets),
            Found::Server(origin, node) => self.found(&origin, node),
        }
    }

    /// A look-up has ended; without result if there are no targets.
    fn know(&mut self, address: &Address, targets: Vec<SockAddr>) {
        if let Some(connection) = self.connections.get_mut(address) {
            let then = connection.end_look_up(targets, Moment::now());
            self.begin_anew(address, then);
        }
    }

    /// Has the server of a lease looked for, if it may have changed.
    pub(super) fn find(&mut self, id: u64) {
        if let Some(kept) = self.leases.get(&id)
            && kept.origin().may_change()
            && self.finding.insert(kept.origin().clone())
        {
            self.tasks.push(BackgroundTask::Find(
                kept.origin().clone(),
                kept.nodes.clone(),
            ));
        }
    }

    /// The server has been looked for.
    fn found(&mut self, origin: &Origin, node: Option<Address>) {
        self.finding.remove(origin);
        let now = Moment::now();
        for id in self.leases.keys().copied().collect::<Vec<_>>() {
            let Some(kept) = self.leases.get_mut(&id) else {
                continue;
            };
            if kept.origin() != origin || node.as_ref().is_some_and(|node| kept.is_on(node)) {
                continue;
            }
            match &node {
                Some(node) => {
                    (kept.node, kept.reached) = (Some(node.clone()), None);
                    (kept.sent, kept.look) = (None, true);
                    self.reschedule(id, now);
                }
                None if kept.node.is_none() => self.reschedule(id, now + LONGEST_RETRY),
                None => {} // what it is thought to be on is tried on
            }
        }
    }

    pub(super) fn reschedule(&mut self, id: u64, due: Moment) {
        if let Some(kept) = self.leases.get_mut(&id)
            && !kept.is_unscheduled
        {
            self.order.remove(&(kept.due, id));
            kept.due = due.min(kept.deadline);
            self.order.insert((kept.due, id));
        }
    }

    /// The server said that the lock is not ours; or the lease ended and it had not said that it is.
    pub(super) fn lose(&mut self, id: u64, loss: Loss) {
        let Some(kept) = self.remove(id) else { return };
        if !kept.claim.lose(kept.server, loss) {
            return; // the others are enough
        }
        COUNTERS.lost.add(1);
        let is_of_claim = |other: &RenewedLease| Arc::ptr_eq(&other.claim, &kept.claim);
        let others = self.leases.iter();
        let others = others.filter_map(|(id, other)| is_of_claim(other).then_some(*id));
        for other in others.collect::<Vec<_>>() {
            self.remove(other); // nobody counts on it any more
        }
        if let Some(listener) = kept.options.listener.clone() {
            self.reminders.add(id, listener, loss);
        }
    }

    /// Renews what is due, and declares lost what has ended.
    fn send(&mut self) {
        let now = Moment::now();
        while let Some(&(due, id)) = self.order.first()
            && due <= now
        {
            // Each of these removes the lease or makes it due later than now.
            let Some(kept) = self.leases.get(&id) else {
                self.order.remove(&(due, id));
                continue;
            };
            if now >= kept.deadline {
                let loss = kept.options.why_ended(kept.renew_until);
                self.lose(id, loss);
            } else if let (Some((sent, answer_due)), Some(address)) = (kept.sent, kept.node.clone())
            {
                let too_late = sent + kept.read_timeout();
                if now < answer_due {
                    self.reschedule(id, answer_due);
                } else if now >= too_late {
                    self.give_up(&address, now);
                } else if let Some(connection) = self.connections.get_mut(&address)
                    && let Some(then) = connection.doubt(sent, answer_due - sent, too_late, now)
                {
                    self.reschedule(id, then);
                } else {
                    self.begin_anew(&address, now);
                }
            } else if kept.is_renewed(now) || kept.look {
                let soon = now + kept.counts / 12;
                match kept.node.clone() {
                    Some(node) => self.renew_all(&node, now, soon),
                    None => {
                        let deadline = kept.deadline; // or when it is found
                        self.find(id);
                        self.reschedule(id, deadline);
                    }
                }
            } else {
                let deadline = kept.deadline;
                self.reschedule(id, deadline);
            }
        }
    }

    /// Renews all leases on one server that are due by `soon`.
    fn renew_all(&mut self, address: &Address, now: Moment, soon: Moment) {
        let due = self.order.iter().take_while(|(due, _)| *due <= soon);
        for id in due.map(|(_, id)| *id).collect::<Vec<_>>() {
            if let Some(kept) = self.leases.get(&id)
                && kept.is_on(address)
                && kept.sent.is_none()
                && (kept.is_renewed(now) || kept.look && kept.due <= now)
                && now < kept.deadline
            {
                self.renew(id, address, Way::EvalSha, now);
            }
        }
    }

    /// Renews a lease on the server that it is on, or the one that its key is about to move to.
    pub(super) fn renew(&mut self, id: u64, address: &Address, way: Way, now: Moment) {
        let Some(kept) = self.leases.get_mut(&id).filter(|kept| !kept.is_unscheduled) else {
            return;
        };
        // Where another server was reached is no way to this one.
        let reached = kept.reached.clone().filter(|_| kept.is_on(address));
        let connection = match self.connections.get_mut(address) {
            Some(connection) => connection,
            None => self
                .connections
                .entry(address.clone())
                .or_insert(NodeConnection::new(reached, now)),
        };
        match connection.reach(address, now) {
            Reach::Ready => {}
            Reach::Later(then) => return self.reschedule(id, then),
            Reach::Unknown => {
                if connection.begin_look_up() {
                    self.tasks.push(BackgroundTask::LookUp(address.clone()));
                }
                let deadline = kept.deadline; // or the end of the look-up
                return self.reschedule(id, deadline);
            }
        }
        let extends = kept.is_renewed(now);
        let ttl = if extends { kept.ttl } else { Duration::ZERO };
        let sent = Sent {
            id,
            at: now,
            extends,
            way,
            asking: !kept.is_on(address),
        };
        let command = RENEW.command(way, &[&kept.key], kept.token.as_bytes(), &[ttl]);
        connection.used = now;
        connection.send(&command, sent);
        kept.note_sent(now);
        if let Some((_, answer_due)) = kept.sent {
            self.reschedule(id, answer_due);
        }
    }

    fn flush(&mut self) {
        let broken = self
            .connections
            .iter_mut()
            .filter_map(|(address, connection)| {
                connection.flush().is_err().then(|| address.clone())
            });
        for address in broken.collect::<Vec<_>>() {
            self.give_up(&address, Moment::now());
        }
    }

    /// A line broke.
    pub(super) fn give_up(&mut self, address: &Address, now: Moment) {
        if let Some(connection) = self.connections.get_mut(address) {
            let again = connection.fail(now);
            self.begin_anew(address, again);
        }
    }

    /// With a line go the answers that were under way, and the server's watch over the keys.
    pub(super) fn begin_anew(&mut self, address: &Address, then: Moment) {
        let mut concerned = Vec::new();
        for (id, kept) in &mut self.leases {
            if kept.is_on(address) {
                (kept.sent, kept.look) = (None, true);
                concerned.push(*id);
            }
        }
        for id in concerned {
            self.find(id);
            self.reschedule(id, then);
        }
    }
}
