//! What is wrong with an address as it is written: the part, and what is allowed there. Never repeats what could be a
//! password.

use percent_encoding::percent_decode_str;

/// What is wrong with an address. Never repeats the address, it may hold a password.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AddressError(String);

pub fn malformed<T>(what: impl Into<String>) -> Result<T, AddressError> {
    Err(AddressError(what.into()))
}

pub fn decoded(part: &str) -> Result<String, AddressError> {
    match percent_decode_str(part).decode_utf8() {
        Ok(text) => Ok(text.into_owned()),
        Err(_) => {
            malformed("has a percent-encoded part that is not UTF-8 (a '%' must be written %25)")
        }
    }
}

const SCHEMES: &str = "redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://";

/// A scheme, and what other clients call it.
const FOREIGN_SCHEMES: [(&str, &[&str]); 5] = [
    ("redis", &["tcp", "valkey", "http", "redis+tcp"]),
    (
        "rediss",
        &["tls", "ssl", "https", "valkeys", "redis+tls", "redis+ssl"],
    ),
    ("unix", &["socket", "file", "redis+socket"]),
    ("redis-sentinel", &["sentinel", "redis+sentinel"]),
    ("redis-cluster", &["cluster", "redis+cluster"]),
];

const DATABASE: &str = "the database is written behind the host, like redis://host:6379/2";
const CREDENTIALS: &str =
    "user and password are written before the host, like redis://user:password@host";

/// What to write here, and for which query options of other clients.
const FOREIGN_OPTIONS: [(&str, &[&str]); 11] = [
    (
        "write connect_timeout or read_timeout, in seconds",
        &["timeout"],
    ),
    (
        "write read_timeout, in seconds",
        &["read_write_timeout", "socket_timeout"],
    ),
    (
        "write connect_timeout, in seconds",
        &["socket_connect_timeout"],
    ),
    (DATABASE, &["db", "dbindex", "database"]),
    (
        CREDENTIALS,
        &["user", "username", "pass", "password", "auth"],
    ),
    ("for TLS the address begins with rediss://", &["ssl", "tls"]),
    ("write ca", &["cafile"]),
    ("write verify=0 for no check at all", &["verify_peer"]),
    ("a prefix is part of the lock's key", &["prefix"]),
    ("connections are kept in any case", &["persistent"]),
    (
        "it belongs to redis-sentinel:// addresses",
        &["sentinel_user", "sentinel_pass"],
    ),
];

/// What stands here for a word of other clients, if it is known.
fn ours(table: &[(&'static str, &[&str])], foreign: &str) -> Option<&'static str> {
    let found = table.iter().find(|(_, words)| words.contains(&foreign));
    found.map(|(ours, _)| *ours)
}

/// What no kind of address begins with.
pub fn bad_beginning<T>(text: &str) -> Result<T, AddressError> {
    if text.trim().is_empty() {
        return malformed("is empty: it must be an address like redis://host:6379/0");
    }
    if text.starts_with('/') {
        return malformed("is a path: write unix:// before it, like unix:///run/redis.sock");
    }
    // A misplaced password could pass for a scheme: only those are named that are known.
    match text.split_once("://") {
        None => malformed(format!(
            "has no scheme: it must begin with {SCHEMES}, like redis://host:6379/0"
        )),
        Some((scheme, _)) => {
            let scheme = scheme.to_ascii_lowercase();
            match ours(&FOREIGN_SCHEMES, &scheme) {
                Some(ours) => {
                    malformed(format!("begins with {scheme}://: write {ours}:// instead"))
                }
                None => malformed(format!(
                    "begins with an unknown scheme: it must begin with {SCHEMES}"
                )),
            }
        }
    }
}

/// What of an address with hosts is behind its scheme: the special characters are where they may be.
pub fn check_special_characters(rest: &str) -> Result<(), AddressError> {
    if rest.contains('#') {
        return malformed("has a '#': in a password it must be written %23");
    }
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, behind) = rest.split_at(end);
    if authority.contains('@') {
        return Ok(());
    }
    let (path, query) = behind.split_once('?').unwrap_or((behind, ""));
    if path.contains('@') {
        return malformed(
            "has a '/' before the '@': in a user's name or password it must be written %2F",
        );
    }
    // A path in an option may have one.
    let name = query.split(['=', '&']).next().unwrap_or_default();
    if name.contains('@') {
        return malformed(
            "has a '?' before the '@': in a user's name or password it must be written %3F",
        );
    }
    Ok(())
}

/// A host with its port, and whether a user stands before it.
pub fn check_host(host: &str, has_user: bool) -> Result<(), AddressError> {
    if host.contains(',') {
        return malformed(
            "names several hosts: this scheme is for one server; a list of addresses is a quorum, and redis-sentinel:// and redis-cluster:// may name several hosts",
        );
    }
    let (name, port) = match host.strip_prefix('[') {
        Some(inside) => match inside.split_once(']') {
            Some((name, port)) => (name, port.strip_prefix(':').unwrap_or(port)),
            None => return malformed("has a '[' without a ']'"),
        },
        None if host.matches(':').count() > 1 => {
            return malformed(
                "has several ':' in its host: an IPv6 address must be in brackets, like redis://[::1]:6379, and a password must be followed by '@' and the host",
            );
        }
        None => host.split_once(':').unwrap_or((host, "")),
    };
    if name.is_empty() {
        return malformed("names no host: it must be like redis://host:6379/0");
    }
    let is_port = |port: &str| port.parse::<u16>().is_ok_and(|port| port > 0);
    match port.is_empty() || is_port(port) {
        true => Ok(()),
        false if has_user || port.bytes().all(|byte| byte.is_ascii_digit()) => {
            malformed("has a port that is not between 1 and 65535")
        }
        false => malformed(
            "has a port that is no number between 1 and 65535 (if that is a password: '@' and the host are missing behind it)",
        ),
    }
}

/// An option that this kind of address does not have; nor is its name said if it may be half of a password.
pub fn unknown_option<T>(name: &str, has_tls: bool, has_path: bool) -> Result<T, AddressError> {
    if let Some(instead) = ours(&FOREIGN_OPTIONS, name) {
        let instead = match instead {
            DATABASE if has_path => "write db",
            CREDENTIALS if has_path => "write user and pass",
            instead => instead,
        };
        return malformed(format!("has the query option {name}: {instead}"));
    }
    let further = match (has_tls, has_path) {
        (true, _) => ", ca, cert, key, verify",
        (false, true) => ", db, user, pass",
        (false, false) => "",
    };
    malformed(format!(
        "has an unknown query option: allowed are connect_timeout, read_timeout{further} (a '?' in a password must be written %3F)"
    ))
}

#[cfg(test)]
mod tests {
    use crate::server::address::{options::Timeouts, topology::Topology};

    #[test]
    fn each_mistake_names_its_part_and_no_password() {
        for (text, what) in [
            ("", "is empty"),
            ("secret", "has no scheme"),
            ("secret:6379", "has no scheme"),
            ("/run/secret.sock", "is a path"),
            ("tcp://secret", "begins with tcp://: write redis:// instead"),
            (
                "TLS://secret",
                "begins with tls://: write rediss:// instead",
            ),
            ("secret://h", "begins with an unknown scheme"),
            ("redis://u:sec/secret@h", "has a '/' before the '@'"),
            ("redis://u:sec?secret@h", "has a '?' before the '@'"),
            ("redis://u:sec#secret@h", "has a '#'"),
            ("redis-cluster://u:sec/secret@h", "has a '/' before the '@'"),
            (
                "redis-sentinel://u:sec?secret@h/m",
                "has a '?' before the '@'",
            ),
            ("redis://:secret@", "names no host"),
            ("redis://:secret@:6379", "names no host"),
            (
                "redis://h:70000",
                "has a port that is not between 1 and 65535",
            ),
            ("redis://h:0", "has a port"),
            ("redis-cluster://a,b:70000", "has a port"),
            ("redis://u:secret", "if that is a password"),
            ("redis://::1:6379", "an IPv6 address must be in brackets"),
            ("redis://[::1", "has a '[' without a ']'"),
            (
                "redis://h?timeout=5",
                "write connect_timeout or read_timeout",
            ),
            (
                "redis://h?dbindex=5",
                "the database is written behind the host",
            ),
            ("unix:///s?dbindex=5", "write db"),
            ("unix:///s?password=secret", "write user and pass"),
            ("redis://h?secret=1", "has an unknown query option"),
        ] {
            let error = match Topology::parse(text, Timeouts::default()) {
                Ok(address) => panic!("{text} was taken for {address}"),
                Err(error) => error.to_string(),
            };
            assert!(error.contains(what), "{text}: {error}");
            assert!(!error.contains("secret"), "{text}: {error}");
        }
    }

    #[test]
    fn what_looks_like_one_but_is_none() {
        for text in [
            "redis://:p@ss@h",
            "redis://u:a:b@h",
            "rediss://h?ca=/a@b",
            "redis://h:",
            "redis://[::1]",
            "redis-sentinel://u:p@a,b/m?sentinel_pass=a@b",
        ] {
            if let Err(error) = Topology::parse(text, Timeouts::default()) {
                panic!("{text}: {error}");
            }
        }
    }
}
