//! One renewed lease, in the background thread's care.

use std::{sync::Arc, time::Duration};

use socket2::SockAddr;

use crate::claim::{lease::Lease, token::Token};
use crate::os::clock::Moment;
use crate::renewal::{claim::Claim, options::RenewalOptions, wire::FIRST_RETRY};
use crate::server::{address::Address, pool::reached, routed::origin::Origin};

/// A connection that is silent for so long is not doubted yet, however short the lease.
const LEAST_PATIENCE: Duration = Duration::from_millis(200);

/// A lock that is given back sooner costs no renewal. Later, the server is asked to tell of changes.
const FIRST_LOOK: Duration = Duration::from_millis(50);

/// A key that is changed all the time is not looked at all the time: each of its holders looks less often the more there are, so
/// that together they look so often, at most; and each at least so often.
pub const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
const LONGEST_BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// What the leases of a claim have in common, one on each of its servers.
pub struct LeaseTerms {
    pub options: Arc<RenewalOptions>,
    pub key: Box<[u8]>,
    pub token: Token,
    pub ttl: Duration,
    /// For how long a renewal counts: less than the ttl while a shorter lease may be under way.
    pub counts: Duration,
    /// No renewal from then on; None: no limit.
    pub renew_until: Option<Moment>,
    pub claim: Arc<Claim>,
}

pub struct RenewedLease {
    pub terms: Arc<LeaseTerms>,
    /// Which of the claim's servers this is about.
    pub server: usize,
    /// Where it is, as far as is known.
    pub node: Option<Address>,
    /// Who may know where it is, if that changes.
    pub nodes: Arc<[Address]>,
    /// Where the PHP thread reached the server.
    pub reached: Option<SockAddr>,
    /// When the lease ends.
    pub deadline: Moment,
    /// Its place in the schedule.
    pub due: Moment,
    /// What is under way was sent then; and when the wait for its answer becomes too long.
    pub sent: Option<(Moment, Moment)>,
    /// When something was sent last.
    pub last_sent: Option<Moment>,
    /// About to leave the thread's care: nothing more is sent for it.
    pub is_unscheduled: bool,
    /// The server is to be asked whose the lock is, even if the lease is not renewed.
    pub look: bool,
    /// How long to wait after a look before a change is a reason for another one.
    pub between_looks: Duration,
    /// How long to wait after the next refusal.
    pub retry_after: Duration,
}

impl RenewedLease {
    pub fn new(terms: Arc<LeaseTerms>, server: usize, lease: Lease) -> RenewedLease {
        let now = Moment::now();
        let origin = &terms.options.origins[server];
        let node = origin.known_node();
        RenewedLease {
            server,
            nodes: origin.known_nodes(),
            reached: node.as_ref().and_then(reached),
            deadline: lease.valid_until(),
            due: now + FIRST_LOOK.min(lease.remaining(now) / 3),
            sent: None,
            last_sent: None,
            is_unscheduled: false,
            look: true,
            between_looks: BETWEEN_LOOKS,
            retry_after: FIRST_RETRY,
            node,
            terms,
        }
    }

    pub fn origin(&self) -> &Origin {
        &self.terms.options.origins[self.server]
    }

    /// Whether that is where its server is thought to be.
    pub fn is_on(&self, node: &Address) -> bool {
        self.node.as_ref() == Some(node)
    }

    pub fn is_renewed(&self, now: Moment) -> bool {
        let terms = &self.terms;
        terms.options.renew && terms.renew_until.is_none_or(|until| now < until)
    }

    /// Something has been sent. There must be time to ask again on another connection before the lease ends.
    pub fn note_sent(&mut self, now: Moment) {
        let patience = (self.deadline.saturating_duration_since(now) / 3).max(LEAST_PATIENCE);
        self.sent = Some((now, now + patience.min(self.read_timeout())));
        self.last_sent = Some(now);
        self.look = false;
    }

    /// So many hold the lock.
    pub fn note_holders(&mut self, holders: u32) {
        self.between_looks = BETWEEN_LOOKS
            .saturating_mul(holders)
            .min(LONGEST_BETWEEN_LOOKS);
    }

    pub fn read_timeout(&self) -> Duration {
        self.origin().timeouts().read
    }
}
