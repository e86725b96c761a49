//! Shows what the keys of a lock hold, for operators.

use std::{str::FromStr, time::Duration};

use redis::{Cmd, Value};

use crate::claim::token::Token;
use crate::client::servers::{Servers, check_keys};
use crate::command::lock_kind::LockKind;
use crate::command::{invocation::Invocation, script::SHOW_LOCK};
use crate::lock::fence::{helper_key, is_alone};
use crate::lock::{Lock, fence};
use crate::server::backend::AnyBackend;
use crate::server::{Backend, error::Fault};

/// The most holders that are listed.
const MOST_LISTED: u32 = 1000;

/// The type of a lock's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyType {
    /// There is no key: the lock is free.
    Free,
    /// A string: one holder.
    Lock,
    /// A sorted set: holders of shares, or of permits.
    Shares,
    /// Another type, which is no lock.
    Other,
}

/// A holder of a lock.
#[derive(Debug)]
pub struct Holder {
    pub token: Vec<u8>,
    /// The number of permits; 1 for a lock and for a share.
    pub weight: u32,
    /// The time until the lease ends. None: it does not end by itself.
    pub left: Option<Duration>,
}

/// A waiter that watches the lock. At most two do.
#[derive(Debug)]
pub struct Watcher {
    pub token: Vec<u8>,
    /// The number of permits that it waits for; 1 for a share, 0 for the lock.
    pub weight: u32,
    /// The time since its arrival.
    pub waits: Duration,
}

/// The contents of a lock's keys at one moment.
#[derive(Debug)]
pub struct Inspection {
    pub key_type: KeyType,
    /// The holders, at most 1,000. The lease that ends first comes first.
    pub holders: Vec<Holder>,
    /// The watchers, the one that came first at the beginning.
    pub watchers: Vec<Watcher>,
    /// The last fencing token.
    pub fence: Option<i64>,
}

/// Looks at the keys of one lock.
pub struct Inspector(Lock<AnyBackend>);

impl Inspector {
    /// Opens no connection. An error says what is wrong with the key.
    pub fn new(servers: &Servers, key: &[u8]) -> Result<Inspector, String> {
        check_keys(&[key])?;
        let server = AnyBackend::new(servers.0.clone(), key);
        let mut lock = Lock::new(server, key, fence::LIFE);
        lock.outlive();
        Ok(Inspector(lock))
    }

    /// Returns the server as messages name it, without credentials.
    pub fn server(&self) -> String {
        self.0.server().to_string()
    }

    pub fn key(&self) -> &[u8] {
        self.0.key()
    }

    /// Returns whether the lock is held by any holder.
    pub fn is_held(&mut self) -> Result<bool, Fault> {
        self.0.is_locked()
    }

    /// Asks the server what it has of the lock.
    pub fn look(&mut self) -> Result<Inspection, Fault> {
        let key = self.0.key().to_vec();
        let is_alone = is_alone(&key) && self.0.server().capabilities().has_slots;
        let helpers = ["seat1", "seat2", "fence"].map(|name| helper_key(&key, name));
        let mut keys = vec![&*key];
        if !is_alone {
            keys.extend(helpers.iter().map(Vec::as_slice));
        }
        let mut command = SHOW_LOCK.command(Invocation::Eval, &keys, b"", &[]);
        command.arg(MOST_LISTED);
        let mut server = self.0.server().clone();
        let reply = ask(&mut server, &command)?;
        let mut inspection = decode(&reply).ok_or_else(|| Fault::unexpected(&reply))?;
        if self.0.server().capabilities().is_quorum {
            self.count_votes(&mut inspection)?;
        }
        Ok(inspection)
    }

    /// Returns the number of clients of the server that sleep in queues, of all locks. None: the
    /// server does not say.
    pub fn asleep(&self) -> Option<u64> {
        let mut server = self.0.server().clone();
        let reply = ask(&mut server, redis::cmd("INFO").arg("clients")).ok()?;
        let info = match &reply {
            Value::BulkString(text) => str::from_utf8(text).ok()?,
            Value::VerbatimString { text, .. } | Value::SimpleString(text) => text,
            _ => return None,
        };
        let mut lines = info.lines();
        let number = lines.find_map(|line| line.strip_prefix("blocked_clients:"))?;
        number.trim().parse().ok()
    }

    /// Has the majority of a quorum say which holder has the lock.
    fn count_votes(&mut self, inspection: &mut Inspection) -> Result<(), Fault> {
        let holder = self.0.holder()?;
        if inspection.key_type != KeyType::Shares {
            inspection.key_type = match &holder {
                None => KeyType::Free,
                Some(holder) if holder.value.is_some() => KeyType::Lock,
                Some(_) => KeyType::Other,
            };
            let holder = holder.and_then(|holder| {
                Some(Holder {
                    token: holder.value?,
                    weight: 1,
                    left: holder.left,
                })
            });
            inspection.holders = holder.into_iter().collect();
        }
        Ok(())
    }

    /// Ends the claim of this holder, unless it has ended. Returns whether it was there.
    pub fn end_claim(&mut self, key_type: KeyType, holder: &Holder) -> Result<bool, Fault> {
        self.0.set_kind(match (key_type, holder.weight) {
            (KeyType::Shares, 1) => LockKind::Shared,
            (KeyType::Shares, weight) => LockKind::Semaphore {
                permits: weight,
                weight,
            },
            _ => LockKind::Exclusive,
        });
        self.0.restore(&Token::given(&holder.token));
        self.0.release()
    }
}

pub(super) fn ask(server: &mut AnyBackend, command: &Cmd) -> Result<Value, Fault> {
    let server = server.queue_server();
    server.map_or(Err(Fault::Silent), |server| server.ask(command))
}

fn bytes(value: &Value) -> Option<&[u8]> {
    match value {
        Value::BulkString(bytes) => Some(bytes),
        Value::SimpleString(text) => Some(text.as_bytes()),
        _ => None,
    }
}

fn number<T: FromStr>(text: &[u8]) -> Option<T> {
    str::from_utf8(text).ok()?.parse().ok()
}

pub(super) fn milliseconds(left: i64) -> Option<Duration> {
    u64::try_from(left).ok().map(Duration::from_millis)
}

/// Decodes the reply of `show_lock.lua`.
pub(crate) fn decode(reply: &Value) -> Option<Inspection> {
    let Value::Array(reply) = reply else {
        return None;
    };
    let [
        kind,
        Value::Int(clock),
        Value::Int(left),
        seat1,
        seat2,
        fence,
        holders @ ..,
    ] = &**reply
    else {
        return None;
    };
    let now = u64::try_from(*clock).ok()?;
    let seats = [seat1, seat2].into_iter().filter_map(bytes);
    let mut watchers: Vec<Watcher> = seats.filter_map(|note| watcher(note, now)).collect();
    watchers.sort_by_key(|watcher| std::cmp::Reverse(watcher.waits));
    let key_type = match bytes(kind)? {
        b"none" => KeyType::Free,
        b"string" => KeyType::Lock,
        b"zset" => KeyType::Shares,
        _ => KeyType::Other,
    };
    let holder = |value: &Value| match value {
        Value::Array(share) => share_holder(share, now),
        value => Some(Holder {
            token: bytes(value)?.to_vec(),
            weight: 1,
            left: milliseconds(*left),
        }),
    };
    Some(Inspection {
        key_type,
        holders: holders.iter().filter_map(holder).collect(),
        watchers,
        fence: bytes(fence).and_then(number),
    })
}

/// Decodes a member `weight:token` of a sorted set, and the time at which its lease ends.
fn share_holder(share: &[Value], now: u64) -> Option<Holder> {
    let [member, ends] = share else {
        return None;
    };
    let member = bytes(member)?;
    let colon = member.iter().position(|byte| *byte == b':')?;
    let ends: f64 = number(bytes(ends)?)?;
    Some(Holder {
        token: member[colon + 1..].to_vec(),
        weight: number(&member[..colon])?,
        left: Some(Duration::from_millis(
            (ends as u64).saturating_sub(now / 1000),
        )),
    })
}

/// Decodes a note `arrival:weight:patience:token`.
fn watcher(note: &[u8], now: u64) -> Option<Watcher> {
    let mut parts = note.splitn(4, |byte| *byte == b':');
    let arrival: u64 = number(parts.next()?)?;
    let weight = number(parts.next()?)?;
    let token = parts.nth(1)?;
    Some(Watcher {
        token: token.to_vec(),
        weight,
        waits: Duration::from_micros(now.saturating_sub(arrival)),
    })
}
