//! What went wrong with a command, in Redis's own words; what is known of its fate, and what may help.

use redis::{RedisError, Value};

use crate::server::{
    address::Address,
    shortage::Shortage,
    transport::tls::trouble::Trouble,
    words::{lost_words, quoted, refused_words, unreachable_words, words},
};

/// Why a command has no usable answer. What matters to a lock is whether the server may have executed it.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// No connection could be made: nothing was sent.
    #[error("{}", unreachable_words(.0))]
    Unreachable(RedisError),
    /// The connection broke, timed out or made no sense after the command was sent: it may have been executed.
    #[error("{}", lost_words(.0))]
    ReplyLost(RedisError),
    /// The server did not say in time which commands it has: nothing else was sent.
    #[error("no reply within the read timeout; nothing was executed")]
    Silent,
    /// The server answered with an error: the command was not executed.
    #[error("{}", refused_words(.0))]
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
        let what = quoted(&format!("unexpected reply {reply:?}"));
        Fault::ReplyLost((redis::ErrorKind::UnexpectedReturnType, "", what).into())
    }

    /// No reply came to what was sent.
    pub fn lost(error: RedisError) -> Fault {
        match Trouble::of(&error) {
            Some(trouble) if trouble.is_refusal => Fault::Unreachable(error),
            None if is_full(&error) => Fault::Unreachable(error),
            _ => Fault::ReplyLost(error),
        }
    }

    /// What failed was the sending, of which the server has executed nothing.
    pub fn before_sending(self) -> Fault {
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
            Fault::NotToBeAcknowledged(error) => {
                error.code().is_some_and(|code| PASSING.contains(&code))
            }
            Fault::TooFew(shortage) => shortage.may_pass(),
            fault => fault.closed_by_peer(),
        }
    }

    /// The server was too slow.
    pub fn is_timeout(&self) -> bool {
        match self {
            Fault::Unreachable(error) | Fault::ReplyLost(error) => error.is_timeout(),
            fault => matches!(fault, Fault::Silent),
        }
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
                Some("ERR") => hint_of_detail(error.detail().unwrap_or_default()),
                None if error.kind() == redis::ErrorKind::MasterNameNotFoundBySentinel => {
                    Some("is the name of the master right, and are these sentinels?")
                }
                None if is_a_mistake(error) => None, // it says what helps
                None => Some("is the server running, and is its address right?"),
                Some("MOVED" | "ASK") => Some(
                    "this server is a node of a cluster: its address is redis-cluster://host:port",
                ),
                Some("OOM") => Some(
                    "the server's maxmemory is reached: raise it, or give locks a server of their own",
                ),
                Some("MISCONF") => Some("the server cannot write to its disk: its log says why"),
                Some("DENIED") => Some(
                    "the server lets nobody in from other machines: it needs a password, or protected-mode no",
                ),
                Some("NOAUTH") => Some("the server wants a password, and its address names none"),
                Some("WRONGPASS") => Some("check user and password of the server's address"),
                Some("NOPERM") => Some(
                    "the user needs GET, SET, DEL, EXISTS, PEXPIRE, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced",
                ),
                Some("READONLY") => Some("this server is a replica; name the master"),
                Some(code) if PASSING.contains(&code) => Some("this may be over soon: try again"),
                Some(_) => None,
            },
            Fault::ReplyLost(error) if error.is_timeout() => {
                Some("is the server overloaded, or redislock.read_timeout too short?")
            }
            Fault::Silent => Some("is the server overloaded, or redislock.read_timeout too short?"),
            Fault::TooFew(shortage) => shortage.hint(),
            Fault::NoThread(_) => Some("is a limit of threads or memory reached?"),
            Fault::NotToBeAcknowledged(_) if self.may_pass() => None,
            Fault::NotToBeAcknowledged(_) => {
                Some("with $replicas the user needs WAIT, on a server that has replicas")
            }
            Fault::TooFewReplicas { .. } => {
                Some("are so many replicas connected to this server, and do they keep up?")
            }
            Fault::Interrupted | Fault::Forked => None,
            Fault::ReplyLost(error) if error.is_connection_dropped() => {
                Some("did the server or a proxy restart? calling again is safe")
            }
            Fault::ReplyLost(_) => Some("is this address the port of a Redis server?"),
        }
    }

    pub fn was_refused(&self) -> bool {
        matches!(self, Fault::Refused(_))
    }

    /// The server has a master, which is to be written to instead.
    pub fn is_of_a_replica(&self) -> bool {
        matches!(self, Fault::Refused(error) if error.code() == Some(READONLY))
    }

    /// Whether the server is there, and says so itself: also to whom it does not let in.
    pub fn was_said(&self) -> bool {
        match self {
            Fault::Unreachable(error) => error.code().is_some(),
            Fault::NotToBeAcknowledged(_) => true,
            Fault::TooFew(shortage) => shortage.was_said(),
            fault => fault.was_refused(),
        }
    }
}

/// What a replica says to whoever writes.
pub const READONLY: &str = "READONLY";

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
pub fn is_full(error: &RedisError) -> bool {
    let detail = error.detail();
    detail.is_some_and(|detail| detail.contains("max number of clients"))
}

/// What one of several servers had to say instead of an answer, and what helps where time does not.
pub fn complaint(address: &Address, fault: &Fault) -> String {
    let hint = fault.hint().filter(|_| !fault.may_pass());
    let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
    let words = fault.to_string();
    let prefixes = ["cannot connect: ", "connected, but the server refused: "];
    let words = prefixes
        .iter()
        .find_map(|prefix| words.strip_prefix(prefix))
        .unwrap_or(&words);
    format!("{address}: {words}{hint}")
}

/// Of errors that have no code of their own.
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
