//! How Redis is reached: one command out, one reply back, or a [`Fault`] that says what is known of the command's fate.

mod address;
mod cluster;
mod connection;
mod deployment;
pub mod interrupt;
mod line;
mod member;
mod options;
mod pool;
mod process;
mod quorum;
mod replicas;
mod reply;
mod request;
mod round;
mod route;
mod sentinel;
mod service;
mod shortage;
mod socket;
mod stream;
mod tls;
mod watcher;

use std::time::Instant;

use redis::{Cmd, RedisError, Value};

pub use address::{Address, AddressError, Place, Timeouts};
pub use cluster::{elsewhere, hash_tag, slot};
pub use connection::Connection;
pub use deployment::{Cluster, Deployment, Sentinel};
pub use line::{Line, PollEntry, spawn_without_signals, wait_for};
pub use pool::{Endpoint, close_idle_connections, endpoint, reached};
pub use process::{Process, close_in_child, forget_descriptor};
pub use quorum::{Quorum, quorum};
pub use replicas::Acknowledgement;
pub use request::{Ballot, Native, Request, Step, Verdict, Way};
pub use route::Origin;
pub use service::{Servers, Service};
pub use shortage::Shortage;
pub use socket::{in_background, literal, look_up};
pub use watcher::Watcher;

use crate::lock::Token;
use tls::Trouble;

/// Why a command has no usable answer. What matters to a lock is whether the server may have executed it.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// No connection could be made: nothing was sent.
    #[error("cannot connect: {}", words(.0))]
    Unreachable(RedisError),
    /// The connection broke, timed out or made no sense after the command was sent: it may have been executed.
    #[error("{}", lost_words(.0))]
    ReplyLost(RedisError),
    /// The server answered with an error: the command was not executed.
    #[error("{}", words(.0))]
    Refused(RedisError),
    /// It was done, but fewer replicas than were demanded have it in time.
    #[error("only {count} of {of} replicas acknowledged it in time")]
    TooFewReplicas { count: i64, of: usize },
    /// It was done, but the server does not wait for replicas.
    #[error("replicas cannot be waited for: {}", words(.0))]
    NotToBeAcknowledged(RedisError),
    /// The wait was interrupted, by a signal handler for instance. Nothing is left behind.
    #[error("interrupted")]
    Interrupted,
    /// A signal handler forked while the reply was awaited, and this is the child: the reply is the parent's.
    #[error("this process was forked while the reply was awaited")]
    Forked,
    /// The lease cannot be kept: there is no thread to do it. Nothing was sent.
    #[error("cannot start the thread that keeps leases: {0}")]
    NoThread(std::io::Error),
    /// Of a quorum's servers too few have answered.
    #[error("{0}")]
    TooFew(Box<Shortage>),
}

impl Fault {
    /// A reply that is good Redis protocol, but no answer to what was asked.
    pub fn unexpected(reply: &Value) -> Fault {
        let what = format!("unexpected reply {reply:?}");
        Fault::ReplyLost((redis::ErrorKind::UnexpectedReturnType, "", what).into())
    }

    /// No reply came to what was sent.
    fn lost(error: RedisError) -> Fault {
        match Trouble::of(&error) {
            Some(trouble) if trouble.is_refusal => Fault::Unreachable(error),
            None if is_full(&error) => Fault::Unreachable(error),
            _ => Fault::ReplyLost(error),
        }
    }

    /// What failed was the sending, of which the server has executed nothing.
    fn before_sending(self) -> Fault {
        match self {
            Fault::ReplyLost(error) => Fault::Unreachable(error),
            fault => fault,
        }
    }

    /// Whether the same command is worth sending again at once: the connection was closed, as an idle one is by a
    /// server that restarts. After a time-out or garbage a second try only doubles the caller's wait.
    pub fn closed_by_peer(&self) -> bool {
        match self {
            Fault::ReplyLost(error) => error.is_connection_dropped(),
            Fault::TooFew(shortage) => shortage.is_for_closed_lines(),
            _ => false,
        }
    }

    pub fn may_have_been_executed(&self) -> bool {
        match self {
            Fault::ReplyLost(_) | Fault::TooFewReplicas { .. } | Fault::NotToBeAcknowledged(_) => {
                true
            }
            Fault::TooFew(shortage) => shortage.executed,
            _ => false,
        }
    }

    /// Whether it may be over soon: a server that restarts, loads its data or waits for its master.
    pub fn may_pass(&self) -> bool {
        match self {
            Fault::Unreachable(error) | Fault::Refused(error) => match error.code() {
                None if Trouble::of(error).is_some() => error.is_connection_dropped(),
                None => !error.is_timeout() && !is_a_mistake(error),
                Some(code) => PASSING.contains(&code) || is_full(error),
            },
            Fault::TooFew(shortage) => shortage.may_pass(),
            fault => fault.closed_by_peer(),
        }
    }

    /// The server was too slow.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Fault::Unreachable(error) | Fault::ReplyLost(error) if error.is_timeout())
    }

    /// Where a node of a cluster says that the key is: for good (true) or while it moves there; host and port.
    pub fn redirection(&self) -> Option<(bool, String, u16)> {
        let Fault::Refused(error) = self else {
            return None;
        };
        let (place, _) = error.redirect_node()?;
        let (host, port) = place.rsplit_once(':')?;
        let moved = error.code() == Some("MOVED");
        Some((moved, host.to_owned(), port.parse().ok()?))
    }

    /// What the user can do about it, where Redis's own words do not say.
    pub fn hint(&self) -> Option<&'static str> {
        if let Fault::Unreachable(error) | Fault::ReplyLost(error) = self
            && let Some(trouble) = Trouble::of(error)
        {
            return trouble.what_helps();
        }
        match self {
            Fault::Unreachable(error) | Fault::Refused(error) => match error.code() {
                _ if is_full(error) => Some(
                    "every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes",
                ),
                None if error.kind() == redis::ErrorKind::MasterNameNotFoundBySentinel => {
                    Some("is the name of the master right, and are these sentinels?")
                }
                None if is_a_mistake(error) => None, // it says what helps
                None => Some("is the server running, and is its address right?"),
                Some("NOAUTH" | "WRONGPASS") => {
                    Some("check user and password of the server's address")
                }
                Some("NOPERM") => Some(
                    "the user needs GET, SET, DEL, EXISTS, PEXPIRE, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:fence if fenced",
                ),
                Some("READONLY") => Some("this server is a replica; name the master"),
                Some(_) => None,
            },
            Fault::ReplyLost(error) if error.is_timeout() => {
                Some("is the server overloaded, or redislock.read_timeout too short?")
            }
            Fault::TooFew(shortage) => shortage.hint(),
            Fault::NoThread(_) => Some("is a limit of threads or memory reached?"),
            Fault::NotToBeAcknowledged(_) => {
                Some("with $replicas the user needs WAIT, on a server that has replicas")
            }
            Fault::Interrupted | Fault::Forked | Fault::TooFewReplicas { .. } => None,
            Fault::ReplyLost(error) if error.is_connection_dropped() => None,
            Fault::ReplyLost(_) => Some("is this address the port of a Redis server?"),
        }
    }

    pub fn was_refused(&self) -> bool {
        matches!(self, Fault::Refused(_))
    }

    /// Whether the server is there, and says so itself: also to whom it does not let in.
    pub fn was_said(&self) -> bool {
        match self {
            Fault::Unreachable(error) => error.code().is_some(),
            fault => fault.was_refused(),
        }
    }
}

/// What a replica says to whoever writes.
const READONLY: &str = "READONLY";

/// Errors of a server that restarts, is about to be replaced or has just been, or is overloaded.
const PASSING: [&str; 11] = [
    "LOADING",
    "BUSY",
    "MASTERDOWN",
    READONLY,
    "NOREPLICAS",
    "UNBLOCKED",
    "CLUSTERDOWN",
    "TRYAGAIN",
    "MOVED",
    "ASK",
    "NOMASTERLINK",
];

/// No server can mend it.
fn is_a_mistake(error: &RedisError) -> bool {
    use redis::ErrorKind::{InvalidClientConfig, MasterNameNotFoundBySentinel};
    [InvalidClientConfig, MasterNameNotFoundBySentinel].contains(&error.kind())
}

/// A server without room for another connection may have it later.
fn is_full(error: &RedisError) -> bool {
    let detail = error.detail();
    detail.is_some_and(|detail| detail.contains("max number of clients"))
}

/// What one of several servers had to say instead of an answer, and what helps where time does not.
fn complaint(address: &Address, fault: &Fault) -> String {
    let hint = fault.hint().filter(|_| !fault.may_pass());
    let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
    let words = fault.to_string();
    let words = words.strip_prefix("cannot connect: ").unwrap_or(&words);
    format!("{address}: {words}{hint}")
}

/// Redis's own words, or the operating system's.
fn words(error: &RedisError) -> String {
    match (error.code(), error.detail()) {
        (Some(code), Some(detail)) => format!("{code} {detail}"),
        (Some(code), None) => code.to_owned(),
        (None, Some(detail)) => detail.to_owned(),
        (None, None) => error.to_string(),
    }
}

fn lost_words(error: &RedisError) -> String {
    if error.is_timeout() {
        "no reply within the read timeout; whether the command was executed is not known".to_owned()
    } else if error.is_connection_dropped() {
        "the connection was closed before the reply came; whether the command was executed is not known".to_owned()
    } else {
        // The parser's words come in several lines.
        let words = words(error)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        format!("not a reply of Redis: {words}")
    }
}

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
        if request.may_be_native()
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

    /// Whether it is several servers that vote. An attempt in vain is undone there, and that may happen late on some: so
    /// the next one needs another token.
    fn is_quorum(&self) -> bool {
        false
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
