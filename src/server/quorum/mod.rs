//! A quorum: a list of servers that know nothing of each other, and the answer of their majority. A
//! command goes to all at once, and one poll waits for all replies, without threads. A call usually
//! ends once a majority has decided; later replies are matched with their commands. In reading
//! order:
//!
//! - This file: one command to all servers, and the answer of the majority.
//! - `known`: the lists of servers that this thread knows, and the state of each.
//! - `round`: the answers to a command so far; `wait`: how they are awaited.
//! - `queue`: the server at which waiters queue.
//! - `node`: one of the servers; `reach`: connecting to it; `node_connection`: its connection;
//!   `late_votes`: commands that it may execute late.

mod known;
mod late_votes;
mod node;
mod node_connection;
mod queue;
mod reach;
mod round;
mod wait;

use std::{
    cell::{Cell, RefCell},
    fmt,
    ops::Deref,
    rc::Rc,
    time::Instant,
};

pub use known::close_connections;
pub use queue::QUEUE_SERVER_PATIENCE;

use crate::claim::token::Token;
use crate::command::majority::{Verdict, takes};
use crate::command::{Command, answer::Answer};
use crate::os::fork::Process;
use crate::os::interrupt;
use crate::server::{Backend, Capabilities, QueueServer, pool::tidy, silence::Silence};
use crate::server::{
    address::Address, address::topology::listed, error::Fault, leftovers::Leftovers,
    quorum::known::Shared, quorum::round::Round,
};

/// A list of servers with their timeouts, and what this thread knows of the servers.
pub struct Quorum {
    addresses: Vec<Address>,
    shared: Rc<Shared>,
    /// For each server, whether it has granted the lease that began last, as far as is known.
    granted: RefCell<Box<[bool]>>,
    /// True if a server has not replied to the last attempt, so that it may execute it later.
    has_lost_vote: Cell<bool>,
}

impl Deref for Quorum {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}

/// Returns the quorum of these addresses, with this thread's state of it. Opens no connection.
pub fn quorum(addresses: Vec<Address>) -> Rc<Quorum> {
    tidy(Instant::now());
    let shared = known::shared(&addresses);
    let granted = RefCell::new(vec![false; addresses.len()].into());
    Rc::new(Quorum {
        addresses,
        shared,
        granted,
        has_lost_vote: Cell::default(),
    })
}

impl Quorum {
    pub fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// In a forked child, replaces the nodes, which closes the parent's connections silently.
    fn disown(&self) {
        if self.process.get() != Process::current() {
            self.process.set(Process::current());
            self.nodes.replace(known::nodes(&self.addresses));
        }
    }

    fn next_round(&self) -> u64 {
        self.last_round.set(self.last_round.get() + 1);
        self.last_round.get()
    }

    fn prepare(&self) {
        let mut nodes = self.nodes.borrow_mut();
        let now = Instant::now();
        self.used.set(now);
        for (node, address) in nodes.iter_mut().zip(&self.addresses) {
            node.set_timeouts(address.timeouts);
            node.prepare(now);
        }
        let majority = self.addresses.len() / 2 + 1;
        if nodes.iter().filter(|node| node.is_ready()).count() < majority {
            // Connections that are being opened may have timed out since the last round.
            nodes.iter_mut().for_each(|node| node.check(now));
        }
        if nodes.iter().filter(|node| node.is_trusted()).count() < majority {
            // Without the untrusted servers there is no majority, so they are tried again now.
            for node in nodes.iter_mut().filter(|node| !node.is_trusted()) {
                node.trust(now);
            }
        }
    }

    fn ask_all(&self, command: &Command) -> Result<Answer, Fault> {
        self.disown();
        let start = Instant::now();
        self.prepare();
        let mut round = Round::new(self.next_round(), command, self.addresses.len());
        let is_hasty = interrupt::is_in_haste();
        self.go_through(&mut round, |round, now| match round.verdict() {
            Verdict::Open => {
                is_hasty && self.was_hasty.get() && self.is_no_reply_expected(round, now)
            }
            Verdict::TooFew { .. } => round.is_complete(now),
            // A claim on a bare majority does not survive the failure of one server. So servers
            // that are still connecting get the command, too.
            Verdict::Granted(_) => self.is_no_connection_pending(now) && round.is_final(now),
            // While the command may still be executed, its token's next acquisition is refused. So
            // the round waits briefly for the others.
            Verdict::Denied(_) => {
                !(command.shortens() || command.must_arrive()) || round.is_final(now)
            }
        })?;
        let verdict = match round.verdict() {
            Verdict::Open => Verdict::TooFew { executed: true }, // interrupted
            verdict => verdict,
        };
        if command.begins() {
            self.has_lost_vote.set(round.has_lost_reply());
        }
        if command.shows_lease() && matches!(verdict, Verdict::Granted(_)) {
            self.granted.replace(round.granted());
        }
        let is_silent = matches!(verdict, Verdict::TooFew { .. }) && round.is_for_silence();
        self.silent.set(is_silent.then(|| Silence::after(start)));
        self.was_hasty.set(is_silent && is_hasty);
        let mut undo_is_under_way = None;
        if let Some(command) = command.undo(&verdict) {
            let (id, nodes) = (self.next_round(), self.nodes.borrow());
            let mut undoing = Round::undoing(id, &command, &round, &nodes);
            drop(nodes);
            self.go_through(&mut undoing, |round, now| round.is_complete(now))?;
            undo_is_under_way = Some(undoing.is_indeterminate());
            undoing.end(&mut self.nodes.borrow_mut(), true);
        }
        // If the verdict says that nothing was executed, the nodes must not execute the command
        // later. The caller repeats it, or leaves it to the next contact.
        let is_in_vain = matches!(verdict, Verdict::TooFew { executed: false });
        round.end(&mut self.nodes.borrow_mut(), !is_in_vain);
        self.is_under_way
            .set(undo_is_under_way.unwrap_or_else(|| round.is_under_way()));
        match verdict {
            Verdict::Granted(answer) | Verdict::Denied(answer) => Ok(answer),
            _ if takes(command.operation) && interrupt::must_stop() => Err(Fault::Interrupted),
            Verdict::TooFew { executed } => Err(round.unreachable(&self.addresses, executed)),
            Verdict::Open => unreachable!("it has ended"),
        }
    }
}

/// Shows the servers, without credentials.
impl fmt::Display for Quorum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(&self.addresses))
    }
}

impl Backend for Rc<Quorum> {
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault> {
        self.ask_all(command)
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            is_quorum: true,
            ..Capabilities::default()
        }
    }

    fn is_silent(&self) -> bool {
        known::is_silent(&self.addresses)
    }

    fn is_under_way(&self) -> bool {
        self.is_under_way.get()
    }

    fn has_lost_vote(&self) -> bool {
        self.has_lost_vote.get()
    }

    fn granted(&self) -> Box<[bool]> {
        self.granted.borrow().clone()
    }

    fn leftovers(&self) -> &Leftovers {
        &self.leftovers
    }

    fn will_delete(&self, key: &[u8], token: &Token) -> bool {
        let words = [key, token.as_bytes()];
        let nodes = self.nodes.borrow();
        nodes.iter().any(|node| node.will_send_with(words))
    }

    fn queue_server(&mut self) -> Option<&mut dyn QueueServer> {
        Some(self)
    }
}
