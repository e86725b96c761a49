//! Handles what servers say: replies to renewals, and changes of keys.

use crate::claim::lease::Lease;
use crate::command::code::Code;
use crate::command::invocation::{Invocation, Next};
use crate::os::clock::BootInstant;
use crate::renewal::wire::{Event, FIRST_RENEWAL_RETRY, Sent};
use crate::renewal::{lease::BETWEEN_LOOKS, lease::RenewedLease, schedule::Schedule};
use crate::server::{address::Address, error::Fault, routed::cluster::elsewhere};
use crate::stats::COUNTERS;

impl Schedule {
    pub(super) fn receive(&mut self) {
        let addresses: Vec<Address> = self.connections.keys().cloned().collect();
        for address in addresses {
            let (mut events, now) = (Vec::new(), BootInstant::now());
            let outcome = match self.connections.get_mut(&address) {
                Some(connection) => connection.receive(&mut events, now),
                None => Ok(()),
            };
            for event in events {
                self.heed(event, &address, now);
            }
            if outcome.is_err() {
                self.give_up(&address, now);
            }
        }
    }

    fn heed(&mut self, event: Event, address: &Address, now: BootInstant) {
        match event {
            // The server has been replaced meanwhile.
            Event::Answer(sent, _) | Event::Refusal(sent, _)
                if !sent.asking && !self.is_on(sent.id, address) => {}
            Event::Answer(sent, Ok(holders)) => self.renewed(sent, holders),
            Event::Answer(sent, Err((loss, place))) => {
                if let (Some(lease), Some(place)) = (self.leases.get(&sent.id), place) {
                    lease.terms.claim.note_lost_at(place);
                }
                self.lose(sent.id, loss);
            }
            Event::Refusal(sent, error) => {
                match sent.invocation.after(Some(Code::of_reply(&error))) {
                    Next::Again(invocation) => self.send_again(sent, address, invocation, now),
                    _ => self.heed_error(sent, address, Fault::Refused(error.into()), now),
                }
            }
            Event::Change(Some(key)) => {
                let ids = self.by_key.get(&*key).cloned().unwrap_or_default();
                self.look_at(ids, address, now);
            }
            Event::Change(None) => {
                let ids = self.leases.keys().copied().collect();
                self.look_at(ids, address, now);
            }
        }
    }

    fn send_again(
        &mut self,
        sent: Sent,
        address: &Address,
        invocation: Invocation,
        now: BootInstant,
    ) {
        // Unless the connection was suspected, and the renewal was sent again on another one.
        if self
            .answered(sent)
            .is_some_and(|lease| lease.sent.is_none())
        {
            self.renew(sent.id, address, invocation, now);
        }
    }

    fn heed_error(&mut self, sent: Sent, address: &Address, fault: Fault, now: BootInstant) {
        match fault.redirection() {
            Some((moved, host, port)) => {
                if let Some(node) = elsewhere(address, &host, port) {
                    self.redirected(sent, node, moved, now);
                }
            }
            None => {
                if fault.may_pass() {
                    self.find(sent.id);
                }
                self.refused(sent, now);
                if fault.is_of_a_replica() {
                    self.forget_replica(sent.id, address, now);
                }
            }
        }
    }

    /// Handles the refusal of a server that is a replica now. The next renewal goes to the server
    /// to which its name leads then.
    fn forget_replica(&mut self, id: u64, address: &Address, now: BootInstant) {
        let due = self.leases.get(&id).map(|lease| lease.due);
        let Some(connection) = self.connections.get_mut(address) else {
            return;
        };
        let then = connection.begin_elsewhere(now);
        self.begin_anew(address, then);
        if let Some(due) = due {
            self.reschedule(id, due.max(then)); // no sooner than after any other refusal
        }
    }

    /// Handles that the key is on another node of its cluster, or about to move there.
    fn redirected(&mut self, sent: Sent, node: Address, moved: bool, now: BootInstant) {
        let Some(lease) = self.answered(sent).filter(|lease| lease.sent.is_none()) else {
            return;
        };
        if moved {
            (lease.node, lease.reached, lease.look) = (Some(node), None, true);
            self.reschedule(sent.id, now + BETWEEN_LOOKS);
        } else {
            self.renew(sent.id, &node, Invocation::EvalSha, now);
        }
    }

    fn is_on(&self, id: u64, address: &Address) -> bool {
        let lease = self.leases.get(&id);
        lease.is_some_and(|lease| lease.is_on(address))
    }

    fn answered(&mut self, sent: Sent) -> Option<&mut RenewedLease> {
        let lease = self.leases.get_mut(&sent.id)?;
        // Not if the connection is suspected, and the renewal was sent again on another one.
        lease.sent.take_if(|(at, _)| *at == sent.at);
        Some(lease)
    }

    fn renewed(&mut self, sent: Sent, holders: u32) {
        let Some(lease) = self.answered(sent) else {
            return;
        };
        lease.retry_after = FIRST_RENEWAL_RETRY;
        lease.note_holders(holders);
        lease.terms.claim.note_granted(lease.server);
        if let Some(deadline) = lease.before_haste.take() {
            lease.deadline = deadline;
        }
        let mut due = lease.deadline;
        if sent.extends {
            let extended = Lease::new(sent.at, lease.terms.counts);
            // refresh() may have made the lease longer.
            if extended.valid_until() > lease.deadline {
                lease.deadline = extended.valid_until();
                if lease.terms.claim.extend(lease.server, extended) {
                    COUNTERS.renewed.add(1);
                }
            }
            due = sent.at + lease.terms.counts / 3;
        }
        if let Some((_, answer_due)) = lease.sent {
            due = answer_due;
        }
        self.reschedule(sent.id, due);
    }

    /// Handles a server that cannot answer now (LOADING, READONLY, BUSY). Asks again, and more
    /// often towards the end of the lease.
    fn refused(&mut self, sent: Sent, now: BootInstant) {
        let Some(lease) = self.answered(sent) else {
            return;
        };
        if lease.sent.is_some() {
            return;
        }
        lease.look = true;
        let left = lease.deadline.saturating_duration_since(now);
        let due = now + lease.retry_after.min(left / 4).max(FIRST_RENEWAL_RETRY);
        lease.retry_after = (lease.retry_after * 2)
            .min(lease.terms.counts / 6)
            .max(FIRST_RENEWAL_RETRY);
        self.reschedule(sent.id, due);
    }

    /// Handles changed keys. A lease with a reply under way is left alone, because the server sends
    /// this reply after the change.
    fn look_at(&mut self, ids: Vec<u64>, address: &Address, now: BootInstant) {
        for id in ids {
            let Some(lease) = self.leases.get_mut(&id) else {
                continue;
            };
            if lease.is_on(address) && lease.sent.is_none() {
                lease.look = true;
                let due = lease
                    .last_sent
                    .map_or(now, |last| now.max(last + lease.between_looks))
                    .min(lease.due); // its renewal is a check, too
                self.reschedule(id, due);
            }
        }
    }
}
