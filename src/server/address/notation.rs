//! Errors in an address as it is written: the wrong part, and what is allowed there. A message
//! never repeats what could be a password.

use percent_encoding::percent_decode_str;

/// An error in an address. It never repeats the address, which may hold a password.
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

/// Returns a host that is no address of IPv6, decoded.
pub fn host_name(host: &str) -> Result<String, AddressError> {
    let host = decoded(host)?;
    match host.contains(|c: char| c.is_control() || r" @:/?#[],%<>\^|".contains(c)) {
        true => malformed("has a character in its host that no host has"),
        false => Ok(host),
    }
}

const SCHEMES: &str = "redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://";

/// The schemes, each with the names that other clients have for it.
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

/// Refuses an address with a beginning that no kind of address has.
pub fn bad_beginning<T>(text: &str) -> Result<T, AddressError> {
    if text.trim().is_empty() {
        return malformed("is empty: it must be an address like redis://host:6379/0");
    }
    if text.starts_with('/') {
        return malformed("is a path: write unix:// before it, like unix:///run/redis.sock");
    }
    // A misplaced password could pass for a scheme, so only known schemes are named.
    match text.split_once("://") {
        None => malformed(format!(
            "has no scheme: it must begin with {SCHEMES}, like redis://host:6379/0"
        )),
        Some((scheme, _)) => {
            let scheme = scheme.to_ascii_lowercase();
            let foreign = FOREIGN_SCHEMES.iter();
            let mut ours = foreign.filter(|(_, names)| names.contains(&&*scheme));
            match ours.next() {
                Some((ours, _)) => {
                    malformed(format!("begins with {scheme}://: write {ours}:// instead"))
                }
                None => malformed(format!(
                    "begins with an unknown scheme: it must begin with {SCHEMES}"
                )),
            }
        }
    }
}

/// Checks for misplaced special characters; `rest` is an address with hosts behind its scheme.
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
    // The value of an option, such as a path, may have an '@'.
    let name = query.split(['=', '&']).next().unwrap_or_default();
    if name.contains('@') {
        return malformed(
            "has a '?' before the '@': in a user's name or password it must be written %3F",
        );
    }
    Ok(())
}

/// Checks a host with its port; `has_user` is true if a user stands before it.
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

/// Refuses an unknown option. Its name is not repeated, because it may be half of a password.
pub fn unknown_option<T>(has_tls: bool, has_path: bool) -> Result<T, AddressError> {
    let further = match (has_tls, has_path) {
        (true, _) => ", ca, cert, key, verify",
        (false, true) => ", db, user, pass",
        (false, false) => "",
    };
    let place = if has_path {
        ""
    } else {
        "the database is written behind the host, user and password before it, like redis://user:password@host/2; "
    };
    malformed(format!(
        "has an unknown query option: allowed are connect_timeout, read_timeout{further} ({place}a '?' in a password must be written %3F)"
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
                "allowed are connect_timeout, read_timeout (",
            ),
            (
                "redis://h?dbindex=5",
                "the database is written behind the host",
            ),
            ("rediss://h?secret=1", ", ca, cert, key, verify ("),
            ("unix:///s?password=secret", ", db, user, pass ("),
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
