//! Finds the locks of a server by `SCAN`, some keys at a time.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use redis::Value;

use crate::client::inspection::{KeyType, ask, milliseconds};
use crate::client::servers::Servers;
use crate::command::{invocation::Invocation, script::LIST_LOCKS};
use crate::lock::fence::is_helper;
use crate::server::address::topology::Topology;
use crate::server::backend::AnyBackend;
use crate::server::{Backend, error::Fault};

/// A lock that was found.
#[derive(Debug)]
pub struct Found {
    pub key: Vec<u8>,
    pub key_type: KeyType,
    /// The token of a holder, or its beginning.
    pub token: Vec<u8>,
    /// The time until the key expires. None: it does not expire.
    pub left: Option<Duration>,
}

/// A search for locks. It may find a lock twice, as `SCAN` does.
pub struct Listing {
    /// The servers that are still to be searched. The first one has the cursor.
    servers: VecDeque<AnyBackend>,
    cursor: Vec<u8>,
    pattern: Vec<u8>,
    /// True if each string that expires counts as a lock, whatever its value.
    any: bool,
    busy: Duration,
}

impl Listing {
    /// Begins a search among the keys that match `pattern`, as in `SCAN`. Of a quorum, the first
    /// server is searched.
    pub fn new(servers: &Servers, pattern: &[u8], any: bool) -> Result<Listing, Fault> {
        let topology = match &servers.0 {
            Topology::Quorum(addresses) => Topology::Single(addresses[0].clone()),
            topology => topology.clone(),
        };
        let mut server = AnyBackend::new(topology, b"");
        let mut all = VecDeque::new();
        if server.capabilities().has_slots {
            ask(&mut server, redis::cmd("EXISTS").arg("redislock"))?; // so that the nodes are known
            for node in server.placements()[0].known_nodes().iter() {
                let server = AnyBackend::new(Topology::Single(node.clone()), b"");
                let is_new = |other: &AnyBackend| other.to_string() != server.to_string();
                if all.iter().all(is_new) {
                    all.push_back(server);
                }
            }
        }
        if all.is_empty() {
            all.push_back(server);
        }
        Ok(Listing {
            servers: all,
            cursor: b"0".to_vec(),
            pattern: pattern.to_vec(),
            any,
            busy: Duration::ZERO,
        })
    }

    /// Returns the number of keys that the servers have.
    pub fn keys(&mut self) -> Result<u64, Fault> {
        let mut sum = 0;
        for server in &mut self.servers {
            if let Value::Int(keys) = ask(server, &redis::cmd("DBSIZE"))? {
                sum += u64::try_from(keys).unwrap_or_default();
            }
        }
        Ok(sum)
    }

    /// Returns the time for which replies were awaited. The servers worked for less.
    pub fn busy(&self) -> Duration {
        self.busy
    }

    /// Looks at some `count` more keys. Returns the locks among them; None: there are no more keys.
    pub fn next(&mut self, count: u32) -> Result<Option<Vec<Found>>, Fault> {
        let Some(server) = self.servers.front_mut() else {
            return Ok(None);
        };
        let mut command = LIST_LOCKS.command(Invocation::Eval, &[], b"", &[]);
        command.arg(&self.cursor).arg(&self.pattern).arg(count);
        command.arg(u8::from(self.any));
        let asked = Instant::now();
        let reply = ask(server, &command)?;
        self.busy += asked.elapsed();
        let found = match &reply {
            Value::Array(reply) => reply.split_first(),
            _ => None,
        };
        let Some((Value::BulkString(cursor), found)) = found else {
            return Err(Fault::unexpected(&reply));
        };
        self.cursor.clone_from(cursor);
        if self.cursor == b"0" {
            self.servers.pop_front();
        }
        let found = found.iter().filter_map(decode);
        Ok(Some(found.filter(|found| !is_helper(&found.key)).collect()))
    }
}

pub(crate) fn decode(found: &Value) -> Option<Found> {
    let Value::Array(found) = found else {
        return None;
    };
    let [
        Value::BulkString(key),
        kind,
        Value::Int(left),
        Value::BulkString(value),
    ] = &**found
    else {
        return None;
    };
    let is_shared = matches!(kind, Value::BulkString(kind) if kind == b"zset");
    let token = match value.iter().position(|byte| *byte == b':') {
        Some(colon) if is_shared => &value[colon + 1..],
        _ => value,
    };
    Some(Found {
        key: key.clone(),
        key_type: match is_shared {
            true => KeyType::Shares,
            false => KeyType::Lock,
        },
        token: token.to_vec(),
        left: milliseconds(*left),
    })
}
