//! Hints on what the user can do about a fault.

use crate::command::code::{Code, is_full};
use crate::server::error::{Fault, QuorumUnreachable, is_misconfiguration};
use crate::server::{address::Address, transport::tls::tls_error::TlsError};

const OVERLOADED: &str = "is the server overloaded, or redislock.read_timeout too short?";
const AWAY: &str = "is the server running, and is its address right?";

/// The hint if a user may not run a command of a lock. The command `redislock` has another one for
/// its questions.
pub const NEEDED_BY_LOCKS: &str = "the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced";

impl Fault {
    /// Returns what the user can do about it, if Redis's own words do not say.
    pub fn hint(&self) -> Option<&'static str> {
        if let Fault::Unreachable(error) | Fault::ReplyLost(error) = self
            && let Some(tls_error) = TlsError::of(error)
        {
            return tls_error.what_helps();
        }
        match self {
            Fault::Unreachable(error) | Fault::Refused(error) => match self.code() {
                _ if is_full(error) => Some(
                    "every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes",
                ),
                Some(Code::Err) => hint_of_detail(error.detail().unwrap_or_default()),
                None if error.kind() == redis::ErrorKind::MasterNameNotFoundBySentinel => {
                    Some("is the name of the master right, and are these sentinels?")
                }
                None if is_misconfiguration(error) => None, // its message says what helps
                None => Some(AWAY),
                Some(Code::Moved | Code::Ask) => Some(
                    "this server is a node of a cluster: its address is redis-cluster://host:port",
                ),
                Some(Code::OutOfMemory) => Some(
                    "the server's maxmemory is reached: raise it, or give locks a server of their own",
                ),
                Some(Code::Misconf) => {
                    Some("the server cannot write to its disk: its log says why")
                }
                Some(Code::Denied) => Some(
                    "the server accepts no connection from other machines: it needs a password, or protected-mode no",
                ),
                Some(Code::NoAuth) => {
                    Some("the server wants a password, and its address names none")
                }
                Some(Code::WrongPass) => Some("check user and password of the server's address"),
                Some(Code::NoPerm) => Some(NEEDED_BY_LOCKS),
                Some(Code::ReadOnly) => Some("this server is a replica; name the master"),
                Some(code) if code.may_pass() => Some("this may be over soon: try again"),
                Some(_) => None,
            },
            Fault::ReplyLost(error) if error.is_timeout() => Some(OVERLOADED),
            Fault::Silent => Some(OVERLOADED),
            Fault::TooFew(unreachable) => unreachable.hint(),
            Fault::NoThread(_) => Some("is a limit of threads or memory reached?"),
            Fault::NotToBeAcknowledged(_) if self.may_pass() => None,
            Fault::NotToBeAcknowledged(_) => {
                Some("with $replicas the user needs WAIT, on a server that has replicas")
            }
            Fault::TooFewReplicas { .. } => {
                Some("does this server have that many replicas, and do they keep up?")
            }
            Fault::Indeterminate => Some("acquire with another token, or try again in a minute"),
            Fault::Interrupted | Fault::Forked => None,
            Fault::ReplyLost(error) if error.is_connection_dropped() => {
                Some("did the server or a proxy restart? calling again is safe")
            }
            Fault::ReplyLost(_) => Some("is this address the port of a Redis server?"),
        }
    }
}

impl QuorumUnreachable {
    /// Returns the hint that all missing servers have in common.
    fn hint(&self) -> Option<&'static str> {
        let mut hints = self.missing.iter().map(|(_, fault)| fault.hint());
        let first = hints.next()?;
        hints.all(|hint| hint == first).then_some(first)?
    }
}

/// Returns what one of several servers reported instead of an answer, with a hint if the fault does
/// not pass by itself. A silent server gets no hint here, because the message has one at its end.
pub fn error_with_address(address: &Address, fault: &Fault) -> String {
    let hint = fault
        .hint()
        .filter(|hint| !fault.may_pass() && ![OVERLOADED, AWAY].contains(hint));
    let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
    let words = fault.to_string();
    let prefixes = ["cannot connect: ", "connected, but the server refused: "];
    let words = prefixes
        .iter()
        .find_map(|prefix| words.strip_prefix(prefix))
        .unwrap_or(&words);
    format!("{address}: {words}{hint}")
}

/// Returns the hint for an error that has no code of its own.
fn hint_of_detail(detail: &str) -> Option<&'static str> {
    if detail.contains("DB index is out of range") {
        Some("a server has the databases 0 to 15, unless its setting \"databases\" says otherwise")
    } else if detail.contains("without any password configured") {
        Some("this server has no password, so its address must not name one")
    } else if detail.contains("cluster support disabled") {
        Some("this server is a Redis without a cluster: its address is redis://host:port")
    } else if detail.starts_with("unknown command")
        && detail.to_ascii_uppercase().contains("SENTINEL")
    {
        Some("this server is no Sentinel but a Redis: its address is redis://host:port")
    } else if detail.starts_with("unknown command") {
        Some(
            "is this a Sentinel? then its address is redis-sentinel://host:26379/master-name; a Redis server says so of commands that were renamed",
        )
    } else {
        None
    }
}
