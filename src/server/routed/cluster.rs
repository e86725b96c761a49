//! Which node of a cluster has which keys.

use std::{ops::RangeInclusive, sync::Arc};

use redis::{ErrorKind, RedisError, Value};

use crate::server::address::{Address, SocketTarget, can_be_host};
use crate::server::{
    Server, address::topology::Cluster, error::Fault, hint::error_with_address,
    routed::search::Search, single::endpoint,
};

const SLOTS: u16 = 16384;

/// Returns the slot of a key, on which all nodes agree.
pub fn slot(key: &[u8]) -> u16 {
    crc16::State::<crc16::XMODEM>::calculate(hash_tag(key).unwrap_or(key)) % SLOTS
}

/// Returns the part of a key that a cluster hashes instead of all of it: between the first `{` and
/// the next `}`, unless empty.
pub fn hash_tag(key: &[u8]) -> Option<&[u8]> {
    let open = key.iter().position(|&byte| byte == b'{')?;
    let tag = &key[open + 1..];
    let length = tag.iter().position(|&byte| byte == b'}')?;
    (length > 0).then(|| &tag[..length])
}

/// The nodes of all slots, as one node reported them.
pub struct Map {
    slots: Vec<(RangeInclusive<u16>, Address)>,
    /// True if it turned out to be wrong somewhere. Its nodes can still be asked for a new one.
    is_old: bool,
}

impl Map {
    pub fn node_of(&self, slot: u16) -> Option<&Address> {
        let found = self.slots.iter().find(|(slots, _)| slots.contains(&slot));
        found.map(|(_, address)| address)
    }

    /// Returns the node that has a slot, unless the map is stale.
    pub fn trusted_node_of(&self, slot: u16) -> Option<&Address> {
        self.node_of(slot).filter(|_| !self.is_old)
    }

    pub fn mark_stale(&mut self) {
        self.is_old = true;
    }

    /// Returns the masters, the owner of this slot last. A search for its successor is then not
    /// delayed if the owner hangs.
    pub fn nodes_to_ask(&self, slot: u16) -> Arc<[Address]> {
        let owner = self.node_of(slot);
        let others = self.slots.iter().map(|(_, address)| address);
        let others = others.filter(|address| Some(*address) != owner);
        others.chain(owner).cloned().collect()
    }

    pub fn from_reply(reply: &Value, asked: &Address) -> Option<Map> {
        let Value::Array(ranges) = reply else {
            return None;
        };
        let range = |range: &Value| match range {
            Value::Array(fields) => match &fields[..] {
                [
                    Value::Int(first),
                    Value::Int(last),
                    Value::Array(master),
                    ..,
                ] => {
                    let slots = u16::try_from(*first).ok()?..=u16::try_from(*last).ok()?;
                    Some((slots, address_of(master, asked)?))
                }
                _ => None,
            },
            _ => None,
        };
        Some(Map {
            slots: ranges.iter().filter_map(range).collect(),
            is_old: false,
        })
    }
}

/// Returns a node's address. A node that does not know its own host is where it was asked.
fn address_of(node: &[Value], asked: &Address) -> Option<Address> {
    let [host, Value::Int(port), ..] = node else {
        return None;
    };
    let port = u16::try_from(*port).ok()?;
    match host {
        Value::BulkString(host) if host == b"?" => None,
        Value::BulkString(host) if !host.is_empty() => {
            let host = str::from_utf8(host).ok().filter(|host| can_be_host(host))?;
            Some(asked.at(host, port))
        }
        _ => elsewhere(asked, "", port),
    }
}

/// Returns where a redirection leads.
pub fn elsewhere(asked: &Address, host: &str, port: u16) -> Option<Address> {
    match &asked.target {
        SocketTarget::Tcp { host: same, .. } if host.is_empty() => Some(asked.at(same, port)),
        SocketTarget::Tcp { .. } => can_be_host(host).then(|| asked.at(host, port)),
        SocketTarget::Unix(_) => None,
    }
}

fn each_once<'a>(addresses: impl Iterator<Item = &'a Address>) -> Vec<&'a Address> {
    let mut once: Vec<&Address> = Vec::new();
    for address in addresses {
        if !once.contains(&address) {
            once.push(address);
        }
    }
    once
}

/// Asks one node after the other which node has a slot, the known nodes first. The last known node
/// is suspect. It is returned only if no node names another one, and it is not asked once a node
/// has named it. It may be suspended. If the slot has moved, it redirects the next command.
pub fn find_map(
    cluster: &Cluster,
    known: &[Address],
    slot: u16,
    search: &mut Search,
) -> Result<(Map, Address), Fault> {
    let mut complaints = Vec::new();
    let mut may_pass = false;
    let suspected = known.last();
    let mut fallback = None;
    let mut nodes = each_once(known.iter().chain(&cluster.seeds));
    search.order(&mut nodes, suspected);
    for (nth, &address) in nodes.iter().enumerate() {
        if fallback.is_some() && Some(address) == suspected {
            search.pass_over(address);
            continue;
        }
        let ask = || endpoint(address.clone()).ask(redis::cmd("CLUSTER").arg("SLOTS"));
        match search.ask(address, nodes.len() - nth, ask, Fault::is_timeout) {
            Ok(reply) => match Map::from_reply(&reply, address) {
                Some(map) => match map.node_of(slot).cloned() {
                    // A node that is cut off from the others does not know that its map is stale.
                    Some(node) => {
                        if Some(&node) != suspected {
                            search.found(address);
                            return Ok((map, node));
                        }
                        match Some(address) == suspected {
                            true => search.found(address),
                            false => search.answered(address),
                        }
                        fallback.get_or_insert((map, node));
                    }
                    None => {
                        may_pass = true; // it may be about to get one
                        complaints.push(format!("{address} knows no node with slot {slot}"));
                    }
                },
                None => complaints.push(format!("{address}: {}", Fault::unexpected(&reply))),
            },
            Err(fault @ (Fault::Interrupted | Fault::Forked)) => return Err(fault),
            Err(fault) => {
                may_pass |= fault.may_pass() || fault.is_timeout();
                complaints.push(error_with_address(address, &fault));
            }
        }
    }
    if let Some(found) = fallback {
        return Ok(found);
    }
    let kind = match may_pass {
        true => ErrorKind::ClusterConnectionNotFound,
        false => ErrorKind::InvalidClientConfig,
    };
    let what = format!(
        "no node of the cluster leads to the key: {}",
        complaints.join("; ")
    );
    Err(Fault::Unreachable(RedisError::from((kind, "", what))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::address::options::Timeouts;

    #[test]
    fn keys_are_in_the_slots_that_redis_says() {
        // CLUSTER KEYSLOT
        for (key, expected) in [
            (&b"foo"[..], 12182),
            (b"{foo}bar", 12182),
            (b"a{foo}{bar}", 12182),
            (b"{}foo", 9500),
            (b"foo{", 7673),
            (b"", 0),
        ] {
            assert_eq!(slot(key), expected, "{}", key.escape_ascii());
        }
    }

    #[test]
    fn a_node_without_a_host_is_where_it_was_asked() {
        let asked = Address::parse("redis://u:p@here:1", Timeouts::default()).unwrap();
        let node = |host: Value, port| {
            Value::Array(vec![
                host,
                Value::Int(port),
                Value::BulkString(b"id".to_vec()),
            ])
        };
        let range =
            |first, last, node| Value::Array(vec![Value::Int(first), Value::Int(last), node]);
        let name = |name: &str| Value::BulkString(name.into());
        let map = Map::from_reply(
            &Value::Array(vec![
                range(0, 5, node(name(""), 2)),
                range(6, 6, node(Value::Nil, 3)),
                range(7, 8, node(name("there"), 4)),
                range(9, 16383, node(name("?"), 5)),
            ]),
            &asked,
        )
        .unwrap();
        let shown = |slot| map.node_of(slot).map(Address::to_string);
        assert_eq!(shown(5).as_deref(), Some("redis://here:2"));
        assert_eq!(shown(6).as_deref(), Some("redis://here:3"));
        assert_eq!(shown(7).as_deref(), Some("redis://there:4"));
        assert_eq!(shown(9), None);
        let nodes = map.nodes_to_ask(5);
        assert!(
            nodes
                .iter()
                .all(|node| node.password.as_deref() == Some("p"))
        );
        let shown: Vec<String> = nodes.iter().map(Address::to_string).collect();
        assert_eq!(
            shown,
            ["redis://here:3", "redis://there:4", "redis://here:2"]
        );
    }
}
