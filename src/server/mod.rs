//! How Redis is reached: one command out, one reply back, or a [`Fault`] that says what is known of the command's fate.
//! In reading order:
//!
//! - This file: what a lock needs of a server, whatever kind it is.
//! - `error`: what went wrong, and what is known of the command's fate; `hint`: what may help; `words`: what messages quote
//!   of others.
//! - `address/`: what `$server` names.
//! - `transport/`: sockets, TLS, connections; from bytes to replies.
//! - `silence`: for how long it counts that a server was silent.
//! - `leftovers`: what commands without an answer may have left; `replicas`: which replicas have to have what was written.
//! - `pool`: connections that outlive locks and requests; `single`: one server; `waiting`: waiting there; `cannot_watch`: why nobody is told there.
//! - `routed/`: the server that is in charge, by sentinels or a cluster.
//! - `quorum/`: most of several servers.
//! - `backend`: whichever of these kinds a lock talks to.

pub(crate) mod address;
pub(crate) mod backend;
mod cannot_watch;
pub(crate) mod error;
pub(crate) mod hint;
pub(crate) mod leftovers;
pub(crate) mod pool;
pub(crate) mod quorum;
pub(crate) mod replicas;
pub(crate) mod routed;
pub(crate) mod silence;
pub(crate) mod single;
pub(crate) mod transport;
pub(crate) mod waiting;
pub(crate) mod words;

use std::rc::Rc;

use redis::{Cmd, Value};

// For the tests in tests/, which are outside the crate.
pub use address::{Address, SocketTarget, options::Timeouts};
pub use backend::{AnyBackend, close_connections};
pub use error::Fault;
pub use leftovers::Leftovers;
pub use quorum::{Quorum, quorum};
pub use single::{Endpoint, endpoint};
pub use transport::socket::look_up;

use crate::claim::{ownership::Unanswered, token::Token};
use crate::command::way::{Native, Next, Way};
use crate::command::{Acknowledgement, Command};
use crate::command::{answer::Answer, code::Code};
use crate::server::leftovers::Leftover;
use crate::server::transport::wait_channel::WaitChannel;

/// What a lock talks to: one server, or several.
pub trait Backend {
    /// Has something done in one step, and waits for the answer.
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault>;

    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// Returns whether a call has waited for a reply in vain just now, and no reply has come since.
    fn is_silent(&self) -> bool {
        let contact = self.contact();
        contact.is_some_and(|node| Endpoint::is_silent(&node))
    }

    /// Whether what was asked last may still be done by some, though enough have answered.
    fn is_under_way(&self) -> bool {
        false
    }

    /// What may stand there though nobody counts on it.
    fn leftovers(&self) -> &Leftovers;

    /// What was sent with tokens and had no answer, as far as this process knows.
    fn unanswered(&self) -> &Unanswered {
        Unanswered::of_this_process()
    }

    /// Whether some server of a quorum is still to delete this token of this key.
    fn owes_deletion(&self, _key: &[u8], _token: &Token) -> bool {
        false
    }

    /// The one server that was asked last, or is to be asked; None: there is none, or there are several.
    fn contact(&self) -> Option<Rc<Endpoint>> {
        None
    }

    /// Whether it was silent on another connection, too, and is so still: last words are all that it can be told.
    fn is_away(&self) -> bool {
        let contact = self.contact();
        contact.is_some_and(|node| Endpoint::is_away(&node))
    }

    /// Sends a command on the connection whose reply was too long in coming just now, and waits for nothing. False: there is no
    /// such connection.
    fn send_parting(&mut self, command: &Cmd) -> bool {
        let contact = self.contact();
        contact.is_some_and(|node| Endpoint::send_parting(&node, command))
    }

    /// Sends a release whose reply nobody waits for, if all that is needed for it is there: a connection, and a server that is
    /// known to understand it. False: it was not sent.
    fn release_unconfirmed(&mut self, _: Leftover) -> bool {
        false
    }

    /// Takes in what has come of the replies to such releases.
    fn take_owed(&mut self) {
        if let Some(node) = self.contact() {
            node.pool().take_owed();
        }
    }

    /// Waits for the rest of them.
    fn await_owed(&mut self) {
        if let Some(node) = self.contact() {
            node.pool().settle();
        }
    }

    /// Where waiters can queue, if there is such a server.
    fn queue_server(&mut self) -> Option<&mut dyn QueueServer> {
        None
    }
}

/// Deletes what releases that nobody waited for have left. A server that did not answer just now is not asked.
pub fn delete_owed(server: &mut impl Backend) {
    if server.is_silent() {
        return;
    }
    server.leftovers().are_owed.set(false);
    for leftover in server.leftovers().all() {
        let keys = [&*leftover.key];
        let release = Command::release(&keys, leftover.token.as_bytes()).of(leftover.primitive);
        let mut answer = server.perform(&release);
        if matches!(&answer, Err(fault) if fault.closed_by_peer()) {
            answer = server.perform(&release); // on a new connection
        }
        match answer {
            Err(fault) if !fault.was_refused() => {
                return server.leftovers().are_owed.set(true);
            }
            _ => server.leftovers().remove(&leftover),
        }
    }
}

/// What is different from one server for ever.
#[derive(Clone, Copy, Default)]
pub struct Capabilities {
    /// Several servers vote. An attempt in vain is undone there, and that may happen late on some: so the next one needs
    /// another token.
    pub is_quorum: bool,
    /// Another server takes the place of one that fails, after a while.
    pub fails_over: bool,
    /// Its keys are spread over several servers by their hash.
    pub has_slots: bool,
}

/// A single server, or whichever is in charge now.
pub trait Server {
    /// Sends one command and waits for its reply. Error replies come as [`Fault::Refused`].
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault>;

    /// The same of a command that was put in this way.
    fn ask_in(&mut self, way: Way, command: &Command) -> Result<Value, Fault> {
        self.ask(&command.put(way))
    }

    /// The same, and waits for replicas to acknowledge what it wrote.
    fn ask_acknowledged(&mut self, command: &Cmd, by: &Acknowledgement) -> Result<Value, Fault> {
        let answer = self.ask(command)?;
        let acknowledged = self.ask(&by.command());
        replicas::judge(by, answer, acknowledged)
    }

    /// The server's own commands that compare and act, asked of it when this is first needed.
    fn native(&mut self) -> Result<Option<Native>, Fault> {
        Ok(None)
    }

    /// They were refused.
    fn forget_native(&mut self) {}
}

/// Has something done by a node, in the first way that it understands.
pub fn perform_on(node: &mut impl Server, command: &Command) -> Result<Answer, Fault> {
    let mut way = Way::EvalSha;
    if command.may_be_native()
        && let Some(native) = node.native()?
    {
        way = Way::Native(native);
    }
    loop {
        let reply = match &command.acknowledgement {
            None => node.ask_in(way, command),
            Some(by) => node.ask_acknowledged(&command.put(way), by),
        };
        match step(way, command, reply) {
            Step::Done(outcome) => return outcome,
            Step::Again(next) => {
                if way.is_forbidden(next) {
                    node.forget_native();
                }
                way = next;
            }
        }
    }
}

/// What follows from a reply.
pub enum Step {
    Done(Result<Answer, Fault>),
    Again(Way),
}

/// What follows from the reply to a command that was put in this way.
pub fn step(way: Way, command: &Command, reply: Result<Value, Fault>) -> Step {
    Step::Done(match reply {
        Ok(reply) => Answer::decode(command.act, &reply).ok_or_else(|| Fault::unexpected(&reply)),
        Err(Fault::Refused(error)) => match way.after(Code::of(&error)) {
            Next::Again(way) => return Step::Again(way),
            Next::NotOurs => Ok(Answer::NotDone),
            Next::Refused => Err(Fault::Refused(error)),
        },
        Err(fault) => Err(fault),
    })
}

/// A server at which waiters can queue.
pub trait QueueServer: Server {
    /// The one where they queue now, as far as is known.
    fn queue_node(&self) -> Option<Rc<Endpoint>>;

    /// Whether there may be a channel, as far as is known.
    fn can_wait(&self) -> bool {
        let node = self.queue_node();
        node.is_none_or(|node| node.pool().why_not().is_none())
    }

    /// Hands out a connection to wait on. A refusal: this server, or this user, cannot wait so; it is remembered.
    fn open_channel(&mut self) -> Result<WaitChannel, Fault>;

    /// What is needed to wait so was refused: [`open_channel`](Self::open_channel) will refuse, too.
    fn note_refusal(&mut self, refusal: &Fault) {
        if let Some(node) = self.queue_node() {
            node.pool().remember(refusal);
        }
    }

    /// Something that will pass ended a wait: perhaps another server is in charge by now.
    fn doubt(&mut self, _: &Fault) {}
}
