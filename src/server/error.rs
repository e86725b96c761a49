//! The faults of commands, in Redis's own words, and what is known of a command's fate.

use std::fmt;

use redis::{RedisError, Value};

use crate::command::code::{Code, is_full};
use crate::os::{fork::Process, interrupt};
use crate::server::quotes::{
    quoted, refused_message, reply_lost_message, unreachable_message, words,
};
use crate::server::{address::Address, transport::tls::tls_error::TlsError};

/// The reason why a command has no usable answer. It matters to a lock whether the server may have
/// executed the command.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// No connection could be made: nothing was sent.
    #[error("{}", unreachable_message(.0))]
    Unreachable(RedisError),
    /// The connection broke, timed out or made no sense: the command may have been executed.
    #[error("{}", reply_lost_message(.0))]
    ReplyLost(RedisError),
    /// The server did not say in time which commands it has: nothing else was sent.
    #[error("no reply within the read timeout; nothing was executed")]
    Silent,
    /// The server answered with an error: the command was not executed.
    #[error("{}", refused_message(.0))]
    Refused(RedisError),
    /// The command was executed, but too few replicas acknowledged it in time.
    #[error("only {count} of {of} replicas acknowledged it in time")]
    TooFewReplicas { count: i64, of: usize },
    /// The command was executed, but the server does not wait for replicas.
    #[error("replicas cannot be waited for: {}", words(.0))]
    NotToBeAcknowledged(RedisError),
    /// The wait was interrupted, by a signal handler for instance. Nothing is left behind.
    #[error("interrupted")]
    Interrupted,
    /// A signal handler forked during the wait. In this child, the reply is the parent's.
    #[error("this process was forked while the reply was awaited")]
    Forked,
    /// There is no thread to keep the lease. Nothing was sent.
    #[error("cannot start the thread that keeps leases: {0}")]
    NoThread(std::io::Error),
    /// An unanswered command with the token supplied by the caller may end or change the next
    /// claim, too. Nothing was sent.
    #[error(
        "a release, a refresh() or a change between share and lock with this token had no answer and may still arrive: it would end or change what is acquired with the token now"
    )]
    Indeterminate,
    /// Too few servers of a quorum have answered.
    #[error("{0}")]
    TooFew(Box<QuorumUnreachable>),
}

impl Fault {
    /// Returns the fault of a reply that is valid RESP, but no answer to the command.
    pub fn unexpected(reply: &Value) -> Fault {
        let what = quoted(&format!("unexpected reply {reply:?}"));
        Fault::ReplyLost((redis::ErrorKind::UnexpectedReturnType, "", what).into())
    }

    /// Returns the fault of a command that was sent and has no reply.
    pub fn lost(error: RedisError) -> Fault {
        match TlsError::of(&error) {
            Some(tls_error) if tls_error.is_refusal => Fault::Unreachable(error),
            None if is_full(&error) => Fault::Unreachable(error),
            _ => Fault::ReplyLost(error),
        }
    }

    /// Returns the fault of a command that could not be sent, so the server has executed nothing.
    pub fn before_sending(self) -> Fault {
        match self {
            Fault::ReplyLost(error) => Fault::Unreachable(error),
            fault => fault,
        }
    }

    /// Returns whether to send the same command again at once, because the connection was closed,
    /// as by a server that restarts. After a time-out or garbage a second try only doubles the
    /// caller's wait.
    pub fn closed_by_peer(&self) -> bool {
        match self {
            Fault::ReplyLost(error) => error.is_connection_dropped(),
            Fault::TooFew(unreachable) => {
                let mut missing = unreachable.missing.iter();
                missing.any(|(_, fault)| fault.closed_by_peer())
                    && unreachable.is_for(Fault::closed_by_peer)
            }
            _ => false,
        }
    }

    pub fn may_have_been_executed(&self) -> bool {
        match self {
            Fault::ReplyLost(_) | Fault::TooFewReplicas { .. } | Fault::NotToBeAcknowledged(_) => {
                true
            }
            Fault::TooFew(unreachable) => unreachable.executed,
            _ => false,
        }
    }

    /// Returns the code of the server's error reply, if there was one.
    pub fn code(&self) -> Option<Code> {
        match self {
            Fault::Unreachable(error)
            | Fault::Refused(error)
            | Fault::NotToBeAcknowledged(error) => Code::of(error),
            _ => None,
        }
    }

    /// Returns whether it may pass soon: the server restarts, loads data or waits for its master.
    pub fn may_pass(&self) -> bool {
        match self {
            Fault::Unreachable(error) | Fault::Refused(error) => match self.code() {
                None if TlsError::of(error).is_some() => error.is_connection_dropped(),
                None => !error.is_timeout() && !is_misconfiguration(error),
                Some(code) => code.may_pass() || is_full(error),
            },
            Fault::NotToBeAcknowledged(_) => self.code().is_some_and(Code::may_pass),
            Fault::TooFew(unreachable) => unreachable.is_for(Fault::may_pass),
            fault => fault.closed_by_peer(),
        }
    }

    /// Returns whether the server was too slow, or too many servers of a quorum.
    pub fn is_timeout(&self) -> bool {
        match self {
            Fault::Unreachable(error) | Fault::ReplyLost(error) => error.is_timeout(),
            Fault::TooFew(quorum) => quorum.is_for(Fault::is_timeout),
            fault => matches!(fault, Fault::Silent),
        }
    }

    /// Returns the host and port to which a cluster's node redirects. The flag is true if the key
    /// is there for good, and false while it moves.
    pub fn redirection(&self) -> Option<(bool, String, u16)> {
        let Fault::Refused(error) = self else {
            return None;
        };
        let (target, _) = error.redirect_node()?;
        let (host, port) = target.rsplit_once(':')?;
        let moved = self.code() == Some(Code::Moved);
        Some((moved, host.to_owned(), port.parse().ok()?))
    }

    pub fn was_refused(&self) -> bool {
        matches!(self, Fault::Refused(_))
    }

    /// Returns whether the server has refused it. In a quorum, the servers that have neither
    /// answered nor refused must be a minority.
    pub fn was_refused_by_all(&self) -> bool {
        match self {
            Fault::TooFew(unreachable) => unreachable.is_for(Fault::was_refused),
            fault => fault.was_refused(),
        }
    }

    /// Returns whether the server is a replica, so that its master has to be used instead.
    pub fn is_of_a_replica(&self) -> bool {
        matches!(self, Fault::Refused(error) if Code::of(error) == Some(Code::ReadOnly))
    }

    /// Returns whether the server itself has replied, even if it does not let this client in.
    pub fn was_said(&self) -> bool {
        match self {
            Fault::Unreachable(error) => error.code().is_some(),
            Fault::NotToBeAcknowledged(_) => true,
            Fault::TooFew(unreachable) => unreachable.is_for(Fault::was_said),
            fault => fault.was_refused(),
        }
    }
}

/// Returns the outcome of a wait. In a child forked meanwhile it is the parent's, so this fails.
pub fn unless_forked<R>(wait: impl FnOnce() -> Result<R, Fault>) -> Result<R, Fault> {
    let process = Process::current();
    let outcome = wait();
    if process != Process::current() {
        return Err(Fault::Forked);
    }
    outcome
}

/// Returns the outcome of a wait. Fails in a child forked meanwhile, or after an interrupt.
pub fn unless_interrupted<R>(wait: impl FnOnce() -> Result<R, Fault>) -> Result<R, Fault> {
    let outcome = unless_forked(wait);
    match &outcome {
        Err(Fault::Forked) => outcome,
        _ if interrupt::must_stop() => Err(Fault::Interrupted),
        _ => outcome,
    }
}

/// Returns whether the settings are wrong, which no server can mend.
pub fn is_misconfiguration(error: &RedisError) -> bool {
    use redis::ErrorKind::{InvalidClientConfig, MasterNameNotFoundBySentinel};
    [InvalidClientConfig, MasterNameNotFoundBySentinel].contains(&error.kind())
}

/// The servers of a quorum that have not answered, and why.
#[derive(Debug)]
pub struct QuorumUnreachable {
    pub servers: usize,
    pub missing: Vec<(String, Fault)>,
    /// True if some servers may have executed the command.
    pub executed: bool,
}

impl QuorumUnreachable {
    pub fn add(&mut self, address: &Address, fault: Fault) {
        self.missing.push((address.to_string(), fault));
    }

    fn answered(&self) -> usize {
        self.servers - self.missing.len()
    }

    fn needed(&self) -> usize {
        self.servers / 2 + 1
    }

    /// Returns whether enough would have answered without the faults that `counts` accepts.
    fn is_for(&self, counts: impl Fn(&Fault) -> bool) -> bool {
        let counted = self.missing.iter().filter(|(_, fault)| counts(fault));
        self.answered() + counted.count() >= self.needed()
    }
}

/// Shows servers with the same reason together.
impl fmt::Display for QuorumUnreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (answered, servers, needed) = (self.answered(), self.servers, self.needed());
        let verb = if needed == 1 { "is" } else { "are" };
        write!(
            f,
            "only {answered} of {servers} servers answered, {needed} {verb} needed"
        )?;
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for (address, fault) in &self.missing {
            let reason = fault.to_string();
            match groups.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, addresses)) => addresses.push(address),
                None => groups.push((reason, vec![address])),
            }
        }
        for (n, (reason, addresses)) in groups.iter().enumerate() {
            let separator = if n == 0 { ':' } else { ';' };
            write!(f, "{separator} {}: {reason}", addresses.join(", "))?;
        }
        Ok(())
    }
}
