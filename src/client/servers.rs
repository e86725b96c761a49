//! The servers and keys that a program names.

use std::fmt;

use crate::claim::keys::{MOST_KEYS, NAME_LENGTHS};
use crate::lock::fence::is_helper;
use crate::server::address::{Address, options::Timeouts, topology::Topology};

/// The servers that a program names: one address, or several of a quorum.
#[derive(Clone)]
pub struct Servers(pub(super) Topology);

impl Servers {
    /// Reads addresses as PHP's `$server` has them. An error says which address is wrong, and never
    /// repeats a password.
    pub fn parse(addresses: &[String]) -> Result<Servers, String> {
        if let [address] = addresses {
            let topology = Topology::parse(address, Timeouts::default());
            let topology = topology.map_err(|error| format!("the server's address {error}"))?;
            return Ok(Servers(topology));
        }
        let mut quorum: Vec<Address> = Vec::new();
        for (place, address) in addresses.iter().enumerate() {
            let number = place + 1;
            match Topology::parse(address, Timeouts::default()) {
                Err(error) => return Err(format!("the address of server {number} {error}")),
                Ok(Topology::Single(address))
                    if !quorum.iter().any(|other| other.target == address.target) =>
                {
                    quorum.push(address);
                }
                Ok(Topology::Single(address)) => return Err(format!("{address} is named twice")),
                Ok(_) => {
                    return Err(format!(
                        "server {number} must be a single one (redis://, rediss:// or unix://), because several are a quorum"
                    ));
                }
            }
        }
        match quorum.is_empty() {
            true => Err("no server is named".to_owned()),
            false => Ok(Servers(Topology::Quorum(quorum))),
        }
    }
}

/// Shows the servers without users and passwords.
impl fmt::Display for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns what is wrong with the keys, if anything.
pub fn check_keys(keys: &[&[u8]]) -> Result<(), String> {
    if keys.len() > MOST_KEYS {
        return Err(format!(
            "there are {} keys, and a lock has {MOST_KEYS} at most",
            keys.len()
        ));
    }
    if !keys.iter().all(|key| NAME_LENGTHS.contains(&key.len())) {
        return Err("a key must be between 1 and 65,536 bytes long".to_owned());
    }
    match keys.iter().any(|key| is_helper(key)) {
        true => Err("a key must not be the name of a key beside a lock".to_owned()),
        false => Ok(()),
    }
}
