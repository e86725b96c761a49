//! How Redis is reached: one command out, one reply back, or a [`Fault`] that says what is known of the command's fate.

mod address;
mod cannot_watch;
mod clock;
mod cluster;
mod connection;
mod deployment;
mod fault;
pub mod interrupt;
mod line;
mod member;
mod member_line;
mod notation;
mod options;
mod pool;
mod process;
mod quorum;
mod replicas;
mod reply;
mod request;
mod resolver;
mod round;
mod route;
mod sentinel;
mod service;
mod shortage;
mod socket;
mod stream;
mod tls;
mod watcher;
mod words;

use std::time::Instant;

use redis::{Cmd, Value};

pub use address::{Address, AddressError, Place, Timeouts};
pub use clock::Moment;
#[cfg(test)]
pub use clock::tests::SLEPT;
pub use cluster::{elsewhere, hash_tag, slot};
pub use connection::Connection;
pub use deployment::{Cluster, Deployment, Sentinel};
pub use fault::Fault;
pub use line::{Line, PollEntry, spawn_without_signals, wait_for};
pub use pool::{Endpoint, close_idle_connections, endpoint, reached};
pub use process::{Process, close_in_child, forget_descriptor};
pub use quorum::{Quorum, quorum};
pub use replicas::Acknowledgement;
pub use request::{Ballot, Native, Request, Step, Verdict, Way};
pub use route::Origin;
pub use service::{Servers, Service};
pub use shortage::Shortage;
pub use socket::{beyond_standard, in_background, literal, look_up};
pub use watcher::Watcher;

use crate::lock::Token;
use cannot_watch::CannotWatch;
use fault::{READONLY, complaint, is_full};
use words::whole_words;

/// One Redis server, as the lock sees it.
pub trait Server {
    /// Sends one command and waits for its reply. Error replies come as [`Fault::Refused`].
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault>;

    /// The same, and waits for replicas to acknowledge what it wrote.
    fn ask_acknowledged(&mut self, command: &Cmd, by: &Acknowledgement) -> Result<Value, Fault> {
        let answer = self.ask(command)?;
        let acknowledged = self.ask(&by.command());
        by.judge(answer, acknowledged)
    }

    /// The server's own commands that compare and act, asked of it when this is first needed.
    fn native(&mut self) -> Result<Option<Native>, Fault> {
        Ok(None)
    }

    /// They were refused.
    fn forget_native(&mut self) {}

    /// Whether a reply was awaited in vain just now, and none has come since.
    fn is_silent(&self) -> bool {
        false
    }

    /// Whether another server takes the place of one that fails, after a while.
    fn fails_over(&self) -> bool {
        false
    }

    /// Whether its keys are spread over several servers by their hash.
    fn has_slots(&self) -> bool {
        false
    }

    /// Has something done, in the first way that the server understands.
    fn perform(&mut self, request: &impl Request) -> Result<Value, Fault> {
        let mut way = Way::Usual;
        if request.may_be_native(true)
            && let Some(native) = self.native()?
        {
            way = Way::Native(native);
        }
        loop {
            let command = request.command(way);
            let answer = match request.acknowledgement() {
                None => self.ask(&command),
                Some(acknowledgement) => self.ask_acknowledged(&command, &acknowledgement),
            };
            match way.step(answer) {
                Step::Done(outcome) => return outcome,
                Step::Again(next) => {
                    if request::are_refused(way, next) {
                        self.forget_native();
                    }
                    way = next;
                }
            }
        }
    }

    /// Whether what was asked last may still be done by some, though enough have answered.
    fn is_under_way(&self) -> bool {
        false
    }

    /// Whether it is several servers that vote. An attempt in vain is undone there, and that may happen late on some: so
    /// the next one needs another token.
    fn is_quorum(&self) -> bool {
        false
    }

    /// Whether others may stand in a queue there, also if we cannot.
    fn has_queues(&self) -> bool {
        !self.is_quorum()
    }

    /// What is waited on.
    type Watch: Watch;

    /// Hands out a connection to wait on. A refusal: this server, or this user, cannot wait so; it is remembered.
    fn watch(&mut self) -> Result<Self::Watch, Fault>;

    /// Whether there may be one, as far as is known.
    fn can_watch(&self) -> bool;

    /// Takes it back, after the wait or after an error.
    fn unwatch(&mut self, watch: Self::Watch);

    /// What is needed to wait so was refused: [`watch`](Self::watch) will refuse, too.
    fn cannot_watch(&mut self, refusal: &Fault);

    /// Something that will pass ended a wait: perhaps another server is in charge by now.
    fn doubt(&mut self, _: &Fault) {}

    /// Sends a command on the connection whose reply was too long in coming just now, and waits for nothing.
    fn say_last(&mut self, command: &Cmd);

    /// Hands out what [`leave_orphan`](Self::leave_orphan) left.
    fn take_orphans(&mut self) -> Vec<Orphan>;

    /// Remembers a token that may stand on this server though nobody counts on it, for the next contact.
    fn leave_orphan(&mut self, orphan: Orphan);
}

/// A connection of its own to wait on.
pub trait Watch {
    /// Sends one command and waits for its reply; changes of which it was told before are forgotten.
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault>;

    /// Sends a command whose reply may be long in coming: [`next`](Self::next) hands it out.
    fn begin(&mut self, command: &Cmd) -> Result<(), Fault>;

    /// Waits until then, or for ever, for news; None: there was none.
    fn next(&mut self, until: Option<Instant>) -> Result<Option<News>, Fault>;

    /// The reply to what was begun, if it comes at once.
    fn last_reply(&mut self) -> Option<Value>;

    /// What the server calls this connection.
    fn id(&self) -> i64;
}

/// What is heard on a connection that is waited on.
#[derive(Debug)]
pub enum News {
    /// The answer to what was begun.
    Reply(Value),
    /// Somebody changed what was read here.
    Change,
}

/// What an acquisition or a release without an answer may have left behind.
pub struct Orphan {
    pub key: Box<[u8]>,
    pub token: Token,
}
