//! Sends renewals that are due, with those that are due soon on the same server.

use crate::claim::loss::Loss;
use crate::command::invocation::Invocation;
use crate::os::clock::BootInstant;
use crate::renewal::{background::BackgroundTask, connection::NodeConnection};
use crate::renewal::{schedule::Schedule, wire::Sent};
use crate::server::{address::Address, transport::client::ConnectState};

use std::time::Duration;

impl Schedule {
    /// Renews the leases that are due, and declares lost the ones that have ended.
    pub(super) fn send(&mut self) {
        let now = BootInstant::now();
        while let Some(&(due, id)) = self.order.first()
            && due <= now
        {
            // Each branch removes the lease or makes it due later than now.
            let Some(lease) = self.leases.get(&id) else {
                self.order.remove(&(due, id));
                continue;
            };
            if now >= lease.deadline {
                let loss = match lease.before_haste {
                    Some(_) => Loss::NotOurs,
                    None => lease.terms.options.why_ended(lease.terms.renew_until),
                };
                self.lose(id, loss);
            } else if let (Some((sent, answer_due)), Some(address)) =
                (lease.sent, lease.node.clone())
            {
                let too_late = sent + lease.read_timeout();
                if now < answer_due {
                    self.reschedule(id, answer_due);
                } else if now >= too_late {
                    self.give_up(&address, now);
                } else if let Some(connection) = self.connections.get_mut(&address)
                    && let Some(then) = connection.suspect(sent, answer_due - sent, too_late, now)
                {
                    self.reschedule(id, then);
                } else {
                    self.begin_anew(&address, now);
                }
            } else if lease.is_renewed(now) || lease.look {
                let soon = now + lease.terms.counts / 12;
                match lease.node.clone() {
                    Some(node) => self.renew_all(&node, now, soon),
                    None => {
                        let deadline = lease.deadline; // or when it is found
                        self.find(id);
                        self.reschedule(id, deadline);
                    }
                }
            } else {
                let deadline = lease.deadline;
                self.reschedule(id, deadline);
            }
        }
    }

    /// Renews all leases on one server that are due by `soon`.
    fn renew_all(&mut self, address: &Address, now: BootInstant, soon: BootInstant) {
        let due = self.order.iter().take_while(|(due, _)| *due <= soon);
        for id in due.map(|(_, id)| *id).collect::<Vec<_>>() {
            if let Some(lease) = self.leases.get(&id)
                && lease.is_on(address)
                && lease.sent.is_none()
                && (lease.is_renewed(now) || lease.look && lease.due <= now)
                && now < lease.deadline
            {
                self.renew(id, address, Invocation::EvalSha, now);
            }
        }
    }

    /// Renews a lease on its server, or on the server that its key is about to move to.
    pub(super) fn renew(
        &mut self,
        id: u64,
        address: &Address,
        invocation: Invocation,
        now: BootInstant,
    ) {
        let Some(lease) = self
            .leases
            .get_mut(&id)
            .filter(|lease| !lease.is_unscheduled)
        else {
            return;
        };
        // The address at which another server was reached does not lead to this one.
        let reached = lease.reached.clone().filter(|_| lease.is_on(address));
        let connection = match self.connections.get_mut(address) {
            Some(connection) => connection,
            None => self
                .connections
                .entry(address.clone())
                .or_insert(NodeConnection::new(reached, now)),
        };
        match connection.reach(address, now) {
            ConnectState::Ready | ConnectState::Opened => {}
            ConnectState::Later(then, _) => return self.reschedule(id, then),
            ConnectState::Unknown => {
                if connection.begin_look_up() {
                    self.tasks.push(BackgroundTask::LookUp(address.clone()));
                }
                let deadline = lease.deadline; // or the end of the look-up
                return self.reschedule(id, deadline);
            }
        }
        let extends = lease.is_renewed(now);
        let terms = &lease.terms;
        let ttl = if extends { terms.ttl } else { Duration::ZERO };
        let sent = Sent {
            id,
            at: now,
            extends,
            invocation,
            can_be_shared: terms.kind.can_be_shared(),
            asking: !lease.is_on(address),
        };
        let kind = terms.kind;
        let renew = kind.renew();
        let keys: Vec<&[u8]> = terms.key.all().collect();
        let mut command = renew.command(invocation, &keys, terms.token.as_bytes(), &[ttl]);
        for argument in kind.arguments(false) {
            command.arg(argument);
        }
        connection.used = now;
        connection.send(&command, sent);
        lease.note_sent(now);
        if let Some((_, answer_due)) = lease.sent {
            self.reschedule(id, answer_due);
        }
    }

    pub(super) fn flush(&mut self) {
        let broken = self
            .connections
            .iter_mut()
            .filter_map(|(address, connection)| {
                connection.flush().is_err().then(|| address.clone())
            });
        for address in broken.collect::<Vec<_>>() {
            self.give_up(&address, BootInstant::now());
        }
    }
}
