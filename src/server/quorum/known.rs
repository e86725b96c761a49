//! The lists of servers that this thread knows.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
    time::Instant,
};

use crate::os::fork::Process;
use crate::server::address::{Address, SocketTarget};
use crate::server::leftovers::Leftovers;
use crate::server::pool::{also_close_idle, idle_since};
use crate::server::quorum::node::Node;
use crate::server::silence::Silence;

/// The number of lists that may have idle connections.
const MOST_IDLE_LISTS: usize = 16;
/// The number of lists at which the lists that no lock uses are forgotten.
const MOST_KNOWN: usize = 1000;

thread_local! {
    static KNOWN: RefCell<HashMap<Vec<Address>, Rc<Shared>>> = RefCell::default();
}

/// The state of a quorum's servers, as this thread knows it.
pub struct Shared {
    /// Borrowed only briefly, because a signal handler may use the same quorum during a round.
    pub nodes: RefCell<Vec<Node>>,
    pub leftovers: Leftovers,
    pub last_round: Cell<u64>,
    pub is_under_way: Cell<bool>,
    /// The index of the server where waiters queue, and when the servers before it are tried again.
    pub queue_at: Cell<(usize, Option<Instant>)>,
    /// The last wait for answers, if it was in vain.
    pub silent: Cell<Option<Silence>>,
    /// True if that command had only a short limit, because an earlier one had timed out.
    pub was_hasty: Cell<bool>,
    pub process: Cell<Process>,
    pub used: Cell<Instant>,
}

impl Shared {
    /// Returns whether a key may be left behind on a server.
    fn needs_cleanup(&self) -> bool {
        !self.leftovers.is_empty() || self.nodes.borrow().iter().any(Node::needs_cleanup)
    }
}

/// Returns the nodes of a list of servers, none of them connected yet.
pub fn nodes(addresses: &[Address]) -> Vec<Node> {
    let now = Instant::now();
    let node = |address: &Address| Node::new(address.clone(), now);
    addresses.iter().map(node).collect()
}

/// Returns the state of a list, which all its users in this thread share.
pub fn shared(addresses: &[Address]) -> Rc<Shared> {
    KNOWN.with_borrow_mut(|known| {
        if let Some(shared) = known.get(addresses) {
            return shared.clone();
        }
        if known.len() >= MOST_KNOWN {
            known.retain(|_, shared| Rc::strong_count(shared) > 1 || shared.needs_cleanup());
        }
        also_close_idle(close_idle);
        let shared = Rc::new(Shared {
            nodes: RefCell::new(nodes(addresses)),
            used: Cell::new(Instant::now()),
            leftovers: Leftovers::default(),
            last_round: Cell::new(0),
            is_under_way: Cell::new(false),
            queue_at: Cell::default(),
            silent: Cell::default(),
            was_hasty: Cell::default(),
            process: Cell::new(Process::current()),
        });
        known.insert(addresses.to_vec(), shared.clone());
        shared
    })
}

/// Closes connections to quorums that are unused for long, and to the oldest of too many.
fn close_idle(now: Instant) {
    KNOWN.with_borrow(|known| {
        let uses = known.values().map(|quorum| quorum.used.get()).collect();
        let since = idle_since(now, uses, MOST_IDLE_LISTS);
        for quorum in known.values() {
            if since.is_some_and(|since| quorum.used.get() <= since)
                && let Ok(mut nodes) = quorum.nodes.try_borrow_mut()
            {
                nodes.iter_mut().for_each(|node| node.hang_up(now));
            }
        }
    });
}

/// Closes this thread's connections to quorums, at the end of the process or thread.
pub fn close_connections() {
    KNOWN.take();
}

/// Returns whether a call has waited in vain for these servers just now, with any user and
/// database.
pub fn is_silent(addresses: &[Address]) -> bool {
    let targets = |addresses: &[Address]| -> Vec<SocketTarget> {
        addresses.iter().map(|each| each.target.clone()).collect()
    };
    let own = targets(addresses);
    let timeout = addresses.iter().map(|each| each.timeouts.longest()).max();
    KNOWN.with_borrow(|known| {
        known.iter().any(|(addresses, quorum)| {
            let silence = quorum.silent.get();
            silence.is_some_and(|silence| silence.counts(timeout.unwrap_or_default()))
                && targets(addresses) == own
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::address::options::Timeouts;

    #[test]
    fn unused_lists_are_forgotten_when_they_are_many() {
        let list = |n: usize| {
            let text = format!("unix:///nowhere?user=u{n}&pass=p");
            vec![Address::parse(&text, Timeouts::default()).unwrap(); 3]
        };
        let used = shared(&list(0));
        let left = shared(&list(1));
        let token = crate::claim::token::Token::generate(&Default::default());
        let key = (*b"key").into();
        let (ttl, now) = (
            std::time::Duration::from_secs(1),
            crate::os::clock::BootInstant::now(),
        );
        let leftover =
            crate::server::leftovers::Leftover::new(key, Default::default(), token, ttl, now);
        left.leftovers.add(leftover.into());
        drop(left);
        for n in 2..2 * MOST_KNOWN {
            shared(&list(n));
        }
        KNOWN.with_borrow(|known| {
            assert!(known.len() <= MOST_KNOWN, "{}", known.len());
            assert!(known.contains_key(&list(0)));
            assert!(known.contains_key(&list(1)));
        });
        drop(used);
    }
}
