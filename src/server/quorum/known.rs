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

/// Lists that may have idle connections.
const MOST_IDLE: usize = 16;
/// Beyond that, lists that no lock uses are forgotten.
const MOST_KNOWN: usize = 1000;

thread_local! {
    static KNOWN: RefCell<HashMap<Vec<Address>, Rc<Shared>>> = RefCell::default();
}

/// What this thread knows of the servers of a list.
pub struct Shared {
    /// Borrowed for moments only: a signal handler may use the same quorum in the middle of a round.
    pub nodes: RefCell<Vec<Node>>,
    pub leftovers: Leftovers,
    pub last_round: Cell<u64>,
    pub is_under_way: Cell<bool>,
    /// At which server waiters queue, and until when the others before it are not tried.
    pub queue_at: Cell<(usize, Option<Instant>)>,
    /// The last wait for answers, if it was in vain.
    pub silent: Cell<Option<Silence>>,
    /// They were awaited in haste.
    pub was_hasty: Cell<bool>,
    pub process: Cell<Process>,
    pub used: Cell<Instant>,
}

impl Shared {
    /// Something may be left on a server.
    fn owes_cleanup(&self) -> bool {
        !self.leftovers.is_empty() || self.nodes.borrow().iter().any(Node::owes_cleanup)
    }
}

/// The servers of a list, none of them reached yet.
pub fn nodes(addresses: &[Address]) -> Vec<Node> {
    let now = Instant::now();
    let node = |address: &Address| Node::new(address.clone(), now);
    addresses.iter().map(node).collect()
}

/// What is known of a list, the same for all who use it in this thread.
pub fn shared(addresses: &[Address]) -> Rc<Shared> {
    KNOWN.with_borrow_mut(|known| {
        if let Some(shared) = known.get(addresses) {
            return shared.clone();
        }
        if known.len() >= MOST_KNOWN {
            known.retain(|_, shared| Rc::strong_count(shared) > 1 || shared.owes_cleanup());
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

/// Closes connections to quorums that have not been asked for long, and of too many.
fn close_idle(now: Instant) {
    KNOWN.with_borrow(|known| {
        let uses = known.values().map(|quorum| quorum.used.get()).collect();
        let since = idle_since(now, uses, MOST_IDLE);
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

/// Whether answers of the same servers were awaited in vain just now, as whatever user and in whatever database.
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
    fn lists_that_nobody_uses_are_forgotten_when_they_are_many() {
        let list = |n: usize| {
            let text = format!("unix:///nowhere?user=u{n}&pass=p");
            vec![Address::parse(&text, Timeouts::default()).unwrap(); 3]
        };
        let used = shared(&list(0));
        let left = shared(&list(1));
        let token = crate::claim::token::Token::draw(&Default::default());
        let key = (*b"key").into();
        let (ttl, now) = (
            std::time::Duration::from_secs(1),
            crate::os::clock::Moment::now(),
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
