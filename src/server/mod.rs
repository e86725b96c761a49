//! How Redis is reached: a command goes out, and a reply comes back, or a [`Fault`] that says what
//! is known of the command's fate. In reading order:
//!
//! - This file: what a lock needs of a server of any kind.
//! - `error`: what went wrong, and the fate of the command; `hint`: what the user can do; `quotes`:
//!   quotes of servers and of the operating system.
//! - `address/`: what `$server` names.
//! - `transport/`: sockets, TLS and connections, from bytes to replies.
//! - `silence`: for how long it counts that a server was silent.
//! - `leftovers`: what commands without a reply may have left behind; `pending_release`: releases
//!   that are not waited for; `replicas`: their acknowledgements.
//! - `pool`: connections that outlive locks and requests; `single`: one server; `waiting`: waiting
//!   at one server; `tracking_unavailable`: why tracking is unavailable there.
//! - `routed/`: the server in charge, as found by sentinels or a cluster.
//! - `quorum/`: the majority of several servers.
//! - `backend`: a server of any of these kinds.

pub(crate) mod address;
pub(crate) mod backend;
pub(crate) mod error;
pub(crate) mod hint;
pub(crate) mod leftovers;
pub(crate) mod pending_release;
pub(crate) mod pool;
pub(crate) mod quorum;
pub(crate) mod quotes;
pub(crate) mod replicas;
pub(crate) mod routed;
pub(crate) mod silence;
pub(crate) mod single;
mod tracking_unavailable;
pub(crate) mod transport;
pub(crate) mod waiting;

use std::rc::Rc;

use redis::{Cmd, Value};

// For the tests in tests/, which are outside the crate.
pub use address::{Address, SocketTarget, options::Timeouts};
pub use backend::{AnyBackend, begin_request, close_connections};
pub use error::Fault;
pub use leftovers::Leftovers;
pub use quorum::{Quorum, quorum};
pub use single::{Endpoint, endpoint};
pub use transport::socket::look_up;

use crate::claim::{token::Token, unanswered::Unanswered};
use crate::command::invocation::{Invocation, Native, Next};
use crate::command::{Acknowledgement, Command};
use crate::command::{answer::Answer, code::Code};
use crate::os::{clock::BootInstant, interrupt};
use crate::server::leftovers::Leftover;
use crate::server::transport::tracking_connection::TrackingConnection;

/// The one or several servers of a lock.
pub trait Backend {
    /// Executes a command in one step on the server, and waits for the answer.
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault>;

    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// Returns whether a call has waited for a reply in vain just now, and no reply has come since.
    fn is_silent(&self) -> bool {
        let contact = self.contact();
        contact.is_some_and(|node| Endpoint::is_silent(&node))
    }

    /// Returns whether some servers may still execute the last command although it has its answer.
    fn is_under_way(&self) -> bool {
        false
    }

    /// Returns whether a server of a quorum may execute the last attempt later than its answer.
    fn has_lost_vote(&self) -> bool {
        false
    }

    /// Returns, for each server, whether it has granted the lease that began last.
    fn granted(&self) -> Box<[bool]> {
        [true].into()
    }

    /// Returns the tokens that may be on the server though no lock holds them.
    fn leftovers(&self) -> &Leftovers;

    /// Returns the commands with tokens that had no reply, as far as this process knows.
    fn unanswered(&self) -> &Unanswered {
        Unanswered::of_this_process()
    }

    /// Returns whether a server of a quorum has still to delete this token of this key.
    fn will_delete(&self, _key: &[u8], _token: &Token) -> bool {
        false
    }

    /// Returns the server that was asked last, or is to be asked; None without a single one.
    fn contact(&self) -> Option<Rc<Endpoint>> {
        None
    }

    /// Returns whether the server was silent on a second connection, too, and still is. Then only
    /// best-effort cleanup commands are sent to it.
    fn is_away(&self) -> bool {
        let contact = self.contact();
        contact.is_some_and(|node| Endpoint::is_away(&node))
    }

    /// Sends a command on the connection that has just timed out, without waiting. Returns false if
    /// there is none.
    fn send_parting(&mut self, command: &Cmd) -> bool {
        let contact = self.contact();
        contact.is_some_and(|node| Endpoint::send_parting(&node, command))
    }

    /// Sends a release without waiting for its reply. That needs a connection, and a server whose
    /// commands are known. Returns false if it was not sent.
    fn release_unconfirmed(&mut self, _: Leftover) -> bool {
        false
    }

    /// Processes the replies to unconfirmed releases that have arrived.
    fn read_pending(&mut self) {
        if let Some(node) = self.contact() {
            node.pool().read_pending();
        }
    }

    /// Waits for the replies to unconfirmed releases.
    fn await_pending(&mut self) {
        if let Some(node) = self.contact() {
            node.pool().drain();
        }
    }

    /// Returns the server at which waiters can queue, if there is one.
    fn queue_server(&mut self) -> Option<&mut dyn QueueServer> {
        None
    }
}

/// Deletes what unconfirmed releases have left behind, unless the server did not answer just now.
pub fn delete_unconfirmed(server: &mut impl Backend) {
    if server.is_silent() {
        return;
    }
    server.leftovers().has_unconfirmed.set(false);
    for leftover in server.leftovers().all() {
        let now = BootInstant::now();
        if leftover.is_deleted(now) {
            continue;
        }
        let keys = [&*leftover.key];
        let release = Command::release(&keys, leftover.token.as_bytes()).of(leftover.kind);
        let mut answer = server.perform(&release);
        if matches!(&answer, Err(fault) if fault.closed_by_peer()) {
            answer = server.perform(&release); // on a new connection
        }
        match answer {
            Err(fault) if !fault.was_refused() => {
                return server.leftovers().has_unconfirmed.set(true);
            }
            Ok(_) => server.leftovers().note_deleted(&leftover, now),
            Err(_) => server.leftovers().remove(&leftover),
        }
    }
}

/// How a backend differs from one server that stays in charge.
#[derive(Clone, Copy, Default)]
pub struct Capabilities {
    /// True if several servers vote. A failed attempt is undone there, perhaps late on some
    /// servers, so the next attempt needs another token.
    pub is_quorum: bool,
    /// True if another server replaces one that fails, after a while.
    pub fails_over: bool,
    /// True if its keys are spread over several servers by their hash.
    pub has_slots: bool,
}

/// A single server, or the server that is in charge now.
pub trait Server {
    /// Sends one command and waits for its reply. Error replies come as [`Fault::Refused`].
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault>;

    /// Sends a command in the form `invocation`, and waits for its reply.
    fn ask_in(&mut self, invocation: Invocation, command: &Command) -> Result<Value, Fault> {
        self.ask(&command.encode(invocation))
    }

    /// Sends a command, and waits for replicas to acknowledge what it wrote.
    fn ask_acknowledged(&mut self, command: &Cmd, by: &Acknowledgement) -> Result<Value, Fault> {
        let answer = self.ask(command)?;
        let acknowledged = self.ask(&by.command());
        replicas::judge(by, answer, acknowledged)
    }

    /// Returns the server's native compare-and-act command; asks for it on first use.
    fn native(&mut self) -> Result<Option<Native>, Fault> {
        Ok(None)
    }

    /// Notes that the native command was refused.
    fn forget_native(&mut self) {}

    /// Returns whether the server has closed the last connection, so that there is none.
    fn has_closed(&mut self) -> bool {
        false
    }
}

/// Executes a command on a node, in the first form that the node understands.
pub fn perform_on(node: &mut impl Server, command: &Command) -> Result<Answer, Fault> {
    let mut invocation = first_invocation(node, command)?;
    loop {
        let reply = match &command.acknowledgement {
            None => node.ask_in(invocation, command),
            Some(by) => node.ask_acknowledged(&command.encode(invocation), by),
        };
        match step(invocation, command, reply) {
            Step::Done(outcome) => return outcome,
            Step::Again(next) => {
                if invocation.is_forbidden(next) {
                    node.forget_native();
                }
                invocation = next;
            }
        }
    }
}

/// A server that has started anew has no scripts. One that closes each connection after the first
/// reply would close it behind NOSCRIPT, too. An interrupted call may have no time for a second
/// command.
fn first_invocation(node: &mut impl Server, command: &Command) -> Result<Invocation, Fault> {
    if command.is_set() {
        return Ok(Invocation::EvalSha);
    }
    if command.may_be_native()
        && let Some(native) = node.native()?
    {
        return Ok(Invocation::Native(native));
    }
    Ok(match node.has_closed() || interrupt::must_stop() {
        true => Invocation::Eval,
        false => Invocation::EvalSha,
    })
}

/// The consequence of a reply.
pub enum Step {
    Done(Result<Answer, Fault>),
    Again(Invocation),
}

/// Returns what follows from the reply to a command that was sent in the form `invocation`.
pub fn step(invocation: Invocation, command: &Command, reply: Result<Value, Fault>) -> Step {
    Step::Done(match reply {
        Ok(reply) => {
            Answer::decode(command.operation, &reply).ok_or_else(|| Fault::unexpected(&reply))
        }
        Err(Fault::Refused(error)) => match invocation.after(Code::of(&error)) {
            Next::Again(invocation) => return Step::Again(invocation),
            Next::NotOurs => Ok(Answer::NotOwner),
            Next::Refused => Err(Fault::Refused(error)),
        },
        Err(fault) => Err(fault),
    })
}

/// A server at which waiters can queue.
pub trait QueueServer: Server {
    /// Returns the server at which waiters queue now, as far as is known.
    fn queue_node(&self) -> Option<Rc<Endpoint>>;

    /// Returns whether a channel may be available, as far as is known.
    fn can_wait(&self) -> bool {
        let node = self.queue_node();
        node.is_none_or(|node| node.pool().why_not().is_none())
    }

    /// Returns a connection to wait on. A refusal means that this server, or this user, cannot wait
    /// on one; it is remembered.
    fn open_channel(&mut self) -> Result<TrackingConnection, Fault>;

    /// Remembers a refusal of what waiting needs: [`open_channel`](Self::open_channel) refuses,
    /// too.
    fn note_refusal(&mut self, refusal: &Fault) {
        if let Some(node) = self.queue_node() {
            node.pool().remember(refusal);
        }
    }

    /// Notes a passing fault that ended a wait, because another server may be in charge by now.
    fn suspect(&mut self, _: &Fault) {}
}
