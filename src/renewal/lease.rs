//! One lease that is registered with the background thread.

use std::{sync::Arc, time::Duration};

use socket2::SockAddr;

use crate::claim::{keys::Keys, lease::Lease, token::Token};
use crate::command::lock_kind::LockKind;
use crate::os::clock::BootInstant;
use crate::renewal::{claim::Claim, options::RenewalOptions, wire::FIRST_RENEWAL_RETRY};
use crate::server::{address::Address, pool::reached, routed::placement::Placement};

/// The least time of silence after which a connection is suspected, however short the lease.
const LEAST_PATIENCE: Duration = Duration::from_millis(200);

/// The time until the first check, which also starts tracking. A lock that is released sooner costs
/// no renewal.
const FIRST_LOOK: Duration = Duration::from_millis(50);

/// The rate limit for checks after changes. All holders of a key together check at most once in
/// this time. Each holder checks at least once in `LONGEST_BETWEEN_LOOKS`.
pub const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
const LONGEST_BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// The parameters that the leases of a claim have in common. The claim has a lease on each server.
pub struct RenewedClaim {
    pub options: Arc<RenewalOptions>,
    /// The kind of the lock, by which a command renews all keys.
    pub kind: LockKind,
    pub key: Keys,
    pub token: Token,
    pub ttl: Duration,
    /// The time for which a renewal counts: less than the ttl while a shorter lease may be under
    /// way. Every renewal gives the key the ttl.
    pub counts: Duration,
    /// The moment from which there is no renewal; `None`: no limit.
    pub renew_until: Option<BootInstant>,
    pub claim: Arc<Claim>,
}

pub struct RenewedLease {
    pub terms: Arc<RenewedClaim>,
    /// The place of its server in the list of the claim's servers.
    pub server: usize,
    /// The node that has the key, as far as is known.
    pub node: Option<Address>,
    /// The nodes that may know where the key is, if that changes.
    pub nodes: Arc<[Address]>,
    /// The address at which the PHP thread reached the server.
    pub reached: Option<SockAddr>,
    /// The end of the lease.
    pub deadline: BootInstant,
    /// The end of the lease, if the claim waits for the server's vote no longer than `deadline`.
    pub before_haste: Option<BootInstant>,
    /// The moment at which it is due, which is its place in the schedule.
    pub due: BootInstant,
    /// The moments at which a renewal that is under way was sent, and from which its reply is late.
    pub sent: Option<(BootInstant, BootInstant)>,
    /// The moment at which a renewal was sent last.
    pub last_sent: Option<BootInstant>,
    /// True if it is about to be unregistered: nothing more is sent for it.
    pub is_unscheduled: bool,
    /// True if the server is to be asked whose the lock is, even if the lease is not renewed.
    pub look: bool,
    /// The pause after a check before a change leads to another check.
    pub between_looks: Duration,
    /// The pause after the next refusal.
    pub retry_after: Duration,
}

impl RenewedLease {
    pub fn new(terms: Arc<RenewedClaim>, server: usize, lease: Lease) -> RenewedLease {
        let now = BootInstant::now();
        let placement = &terms.options.placements[server];
        let node = placement.known_node();
        RenewedLease {
            server,
            nodes: placement.known_nodes(),
            reached: node.as_ref().and_then(reached),
            deadline: lease.valid_until(),
            due: now + FIRST_LOOK.min(lease.remaining(now) / 3),
            before_haste: None,
            sent: None,
            last_sent: None,
            is_unscheduled: false,
            look: true,
            between_looks: BETWEEN_LOOKS,
            retry_after: FIRST_RENEWAL_RETRY,
            node,
            terms,
        }
    }

    pub fn placement(&self) -> &Placement {
        &self.terms.options.placements[self.server]
    }

    /// Returns whether its server is thought to be this node.
    pub fn is_on(&self, node: &Address) -> bool {
        self.node.as_ref() == Some(node)
    }

    pub fn is_renewed(&self, now: BootInstant) -> bool {
        let terms = &self.terms;
        let renew = terms.options.renew && !terms.options.is_lost();
        renew && terms.renew_until.is_none_or(|until| now < until)
    }

    /// Notes that a renewal was sent. Its reply counts as late early enough to send it again on
    /// another connection before the lease ends.
    pub fn note_sent(&mut self, now: BootInstant) {
        let patience = (self.deadline.saturating_duration_since(now) / 3).max(LEAST_PATIENCE);
        self.sent = Some((now, now + patience.min(self.read_timeout())));
        self.last_sent = Some(now);
        self.look = false;
    }

    /// Notes the number of holders of the lock.
    pub fn note_holders(&mut self, holders: u32) {
        self.between_looks = BETWEEN_LOOKS
            .saturating_mul(holders)
            .min(LONGEST_BETWEEN_LOOKS);
    }

    pub fn read_timeout(&self) -> Duration {
        self.placement().timeouts().read
    }
}
