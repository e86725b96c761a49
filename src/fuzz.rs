//! Handles what a server or a user may send. Each function takes any bytes, and is a target of the
//! fuzz tests in `fuzz/`. The inputs in `fuzz/corpus/` and `fuzz/found/` are unit tests, too.

use redis::{RedisError, Value};

use crate::client::{inspection, listing};
use crate::command::answer::{Answer, renewed};
use crate::command::code::Code;
use crate::command::invocation::Native;
use crate::command::operation::Operation;
use crate::command::queue::{Look, Place, popped_seat};
use crate::server::address::{Address, SocketTarget, options::Timeouts, topology::Topology};
use crate::server::error::Fault;
use crate::server::routed::{cluster::Map, cluster::elsewhere, sentinel::named_by};
use crate::server::transport::{reply::Input, tracking_connection};
use crate::server::waiting::pops;

/// All that a server may be asked for.
const OPERATIONS: [Operation; 16] = [
    Operation::Take,
    Operation::Claim,
    Operation::Upgrade,
    Operation::Downgrade,
    Operation::ClaimFenced,
    Operation::Release,
    Operation::ReleaseAndCheckQueue,
    Operation::Refresh,
    Operation::Shorten,
    Operation::Owned,
    Operation::Inspect,
    Operation::Exists,
    Operation::Delete,
    Operation::Holders(3),
    Operation::EndAll,
    Operation::AdvanceFence(7),
];

/// Cuts bytes that arrive in pieces of this size into replies, until an error.
fn cut(bytes: &[u8], piece: usize) -> Vec<Value> {
    let (mut input, mut replies) = (Input::default(), Vec::new());
    for piece in bytes.chunks(piece) {
        input.feed(piece);
        loop {
            match input.next_reply() {
                Ok(Some(reply)) => replies.push(reply),
                Ok(None) => break,
                Err(_) => return replies,
            }
        }
    }
    replies
}

/// Decodes replies as answers to everything that is asked. Bytes that come one by one must be the
/// same replies as bytes that come together.
pub fn replies(bytes: &[u8]) {
    let replies = cut(bytes, usize::MAX);
    let one_by_one = cut(bytes, 1);
    assert_eq!(format!("{replies:?}"), format!("{one_by_one:?}"));
    for reply in replies {
        for operation in OPERATIONS {
            if let Some(answer) = Answer::decode(operation, &reply) {
                answer.is_yes();
            }
        }
        let _ = (renewed(&reply, true), renewed(&reply, false));
        let _ = (Place::decode(&reply), Look::decode(&reply));
        let _ = (inspection::decode(&reply), listing::decode(&reply));
        let _ = (tracking_connection::id(&reply), pops(&reply, 7));
        Native::from_answer(&reply);
        check_shown(Fault::unexpected(&reply));
        if let Value::ServerError(error) = &reply {
            Code::of_reply(error);
            let fault = Fault::Refused(RedisError::from(error.clone()));
            let _ = (fault.to_string(), fault.may_pass(), fault.redirection());
            if let Some((_, host, port)) = fault.redirection()
                && let Some(node) = elsewhere(&asked(), &host, port)
            {
                check_shown(node);
            }
        }
        popped_seat(reply);
    }
}

/// Parses an address. The path of a socket is absolute. What is shown of servers with a host leads
/// to the same servers.
pub fn addresses(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let parse = |text: &str| Topology::parse(text, Timeouts::default());
    let topology = match parse(text) {
        Ok(topology) => topology,
        Err(error) => return drop(error.to_string()),
    };
    let shown = topology.to_string();
    match topology {
        Topology::Single(Address {
            target: SocketTarget::Unix(path),
            ..
        }) => assert!(path.is_absolute(), "{text:?}"),
        Topology::Sentinel(_) => {} // its name is shown decoded
        _ => match parse(&shown) {
            Ok(again) => assert_eq!(again.to_string(), shown, "{text:?}"),
            Err(error) => panic!("{text:?} is shown as {shown:?}: {error}"),
        },
    }
}

/// Takes replies for a cluster's nodes. Each node has an address that can be shown.
pub fn cluster(bytes: &[u8]) {
    for reply in cut(bytes, usize::MAX) {
        if let Some(map) = Map::from_reply(&reply, &asked()) {
            map.trusted_node_of(0);
            map.nodes_to_ask(16_383).iter().for_each(check_shown);
        }
    }
}

/// Takes replies for a sentinel's. The master that one names has an address that can be shown.
pub fn sentinel(bytes: &[u8]) {
    for reply in cut(bytes, usize::MAX) {
        if let Ok(Some((host, port))) = named_by(reply) {
            check_shown(asked().at(&host, port));
        }
    }
}

/// The server that was asked.
fn asked() -> Address {
    Address::parse("redis://here:1", Timeouts::default()).expect("an address")
}

/// Checks what a log may show: it has no control character that a server has sent.
fn check_shown(shown: impl ToString) {
    let shown = shown.to_string();
    assert!(!shown.chars().any(char::is_control), "{shown:?}");
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn the_inputs_that_were_found_do_no_harm() {
        let targets = [
            ("replies", replies as fn(&[u8])),
            ("addresses", addresses),
            ("cluster", cluster),
            ("sentinel", sentinel),
        ];
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
        for (name, target) in targets {
            let mut inputs = 0;
            for folder in ["corpus", "found"] {
                for file in fs::read_dir(root.join(folder).join(name))
                    .into_iter()
                    .flatten()
                {
                    target(&fs::read(file.unwrap().path()).unwrap());
                    inputs += 1;
                }
            }
            assert!(inputs > 3, "few inputs of {name}: {inputs}");
        }
    }
}
