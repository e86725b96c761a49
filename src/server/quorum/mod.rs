//! A quorum: a list of servers that know nothing of each other, and the answer of their majority. A
//! command goes to all at once, and one poll waits for all replies, without threads. A call usually
//! ends once a majority has decided; later replies are matched with their commands. In reading
//! order:
//!
//! - This file: one command to all servers, and the answer of the majority.
//! - `known`: the lists of servers that this thread knows, and the state of each.
//! - `round`: the answers to a command so far.
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

use std::{
    cell::{Cell, RefCell},
    fmt,
    ops::Deref,
    rc::Rc,
    time::{Duration, Instant},
};

pub use known::close_connections;
pub use queue::QUEUE_SERVER_PATIENCE;

use crate::claim::token::Token;
use crate::command::majority::{Verdict, takes};
use crate::command::{Command, answer::Answer};
use crate::os::fork::Process;
use crate::os::interrupt::{self, GRACE, serve_interrupts};
use crate::os::poll::{self, PollEntry};
use crate::server::{Backend, Capabilities, QueueServer, pool::tidy, silence::Silence};
use crate::server::{
    address::Address, address::topology::listed, error::Fault, leftovers::Leftovers,
    quorum::known::Shared, quorum::node::Node, quorum::round::Round, quorum::round::SILENCE,
};

/// The time between checks for the end of a look-up, and for replies that another fiber has read.
const CHECK_PERIOD: Duration = Duration::from_millis(1);

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

    /// Returns whether no new connection of a trusted server is worth waiting for any longer.
    fn is_no_connection_pending(&self, now: Instant) -> bool {
        let nodes = self.nodes.borrow();
        let mut coming = nodes.iter().filter_map(Node::coming_until);
        coming.all(|until| now >= until)
    }

    /// Returns whether each server without an answer is unconnected, or silent for [`SILENCE`].
    fn is_no_reply_expected(&self, round: &Round, now: Instant) -> bool {
        let nodes = self.nodes.borrow();
        let mut all = nodes.iter().zip(&round.answers);
        all.all(|(node, answer)| {
            answer.is_some() || !node.is_ready() || node.has_been_silent(SILENCE, now)
        })
    }

    /// Sends and receives until `is_over` returns true. If the operation was interrupted, or has
    /// timed out before, it ends at its short limit.
    fn go_through(
        &self,
        round: &mut Round,
        is_over: impl Fn(&Round, Instant) -> bool,
    ) -> Result<(), Fault> {
        let process = Process::current();
        let mut end = interrupt::short_limit().map(|limit| Instant::now() + limit);
        let mut entries: Vec<PollEntry> = Vec::with_capacity(self.addresses.len());
        let mut goes_on = |end: Option<Instant>| {
            let now = Instant::now();
            round.go_on(&mut self.nodes.borrow_mut(), now);
            let is_over = is_over(round, now) || end.is_some_and(|end| now >= end);
            (!is_over).then_some(round.next_patience(now))
        };
        loop {
            if goes_on(end).is_none() {
                return Ok(());
            }
            if serve_interrupts(process).is_err() {
                if process != Process::current() {
                    self.disown();
                    return Err(Fault::Forked);
                }
                end.get_or_insert_with(|| Instant::now() + GRACE);
            }
            // A signal handler may have used the connections and received answers to this round.
            let Some(patience) = goes_on(end) else {
                return Ok(());
            };
            let now = Instant::now();
            let next = {
                let nodes = self.nodes.borrow();
                entries.clear();
                entries.extend(nodes.iter().map(Node::poll_entry));
                let checks = interrupt::may_suspend() || nodes.iter().any(Node::is_looking_up);
                let check = checks.then(|| Instant::now() + CHECK_PERIOD);
                let coming = nodes.iter().filter_map(Node::coming_until);
                let coming = coming.filter(|until| *until > now);
                let due = nodes.iter().filter_map(Node::due).chain(coming);
                let ends = [end, check, patience];
                due.chain(ends.into_iter().flatten()).min()
            };
            let left = next.map_or(Duration::MAX, |next| {
                next.saturating_duration_since(Instant::now())
            });
            poll::wait_for_any(&mut entries, left);
            let now = Instant::now();
            let mut nodes = self.nodes.borrow_mut();
            for (node, entry) in nodes.iter_mut().zip(&entries) {
                if entry.revents != 0 {
                    node.receive(now);
                }
                if poll::has_ended(entry) {
                    node.receive(now); // the end may come right behind a reply
                }
                node.check(now);
            }
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
