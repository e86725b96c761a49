//! The query options of every kind of address: timeouts, and with TLS its settings.

use std::time::Duration;

use crate::server::address::notation::{AddressError, malformed, unknown_option};
use crate::server::address::tls::TlsSettings;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Timeouts {
    /// The time limit for making a connection.
    pub connect: Duration,
    /// The time limit for every reply.
    pub read: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            connect: Duration::from_secs(1),
            read: Duration::from_secs(2),
        }
    }
}

impl Timeouts {
    pub fn longest(self) -> Duration {
        self.connect.max(self.read)
    }

    /// Returns a timeout that is given in seconds, if it is from 1 ms to an hour.
    pub fn seconds(value: f64) -> Option<Duration> {
        (0.001..=3600.0)
            .contains(&value)
            .then(|| Duration::from_secs_f64(value))
    }
}

pub struct Options {
    pub timeouts: Timeouts,
    pub tls: Option<TlsSettings>,
    /// True if the address names a path, so that messages offer its options, not a host's.
    has_path: bool,
}

impl Options {
    /// Creates options; `timeouts` apply to what they leave open, `tls` is true with a TLS scheme.
    pub fn new(timeouts: Timeouts, tls: bool) -> Options {
        Options {
            timeouts,
            tls: tls.then(TlsSettings::default),
            has_path: false,
        }
    }

    pub fn of_path(timeouts: Timeouts) -> Options {
        Options {
            has_path: true,
            ..Options::new(timeouts, false)
        }
    }

    /// Takes all options. The caller removes the further ones of its kind of address before.
    pub fn take<N: AsRef<str>, V: AsRef<str>>(
        mut self,
        options: impl Iterator<Item = (N, V)>,
    ) -> Result<Options, AddressError> {
        for (name, value) in options {
            self.take_one(name.as_ref(), value.as_ref())?;
        }
        match &self.tls {
            Some(tls) if tls.cert.is_some() != tls.key.is_some() => {
                malformed("has only one of cert and key, which belong together")
            }
            _ => Ok(self),
        }
    }

    fn take_one(&mut self, name: &str, value: &str) -> Result<(), AddressError> {
        match (name, &mut self.tls) {
            ("connect_timeout", _) => self.timeouts.connect = timeout(name, value)?,
            ("read_timeout", _) => self.timeouts.read = timeout(name, value)?,
            ("ca" | "cert" | "key" | "verify", None) => {
                return malformed(format!(
                    "has the option {name}, but its scheme is without TLS: with TLS it begins with rediss://"
                ));
            }
            ("ca" | "cert" | "key", Some(_)) if value.is_empty() => {
                return malformed(format!("has an empty {name}, which must name a file"));
            }
            ("ca", Some(tls)) => tls.ca = Some(value.into()),
            ("cert", Some(tls)) => tls.cert = Some(value.into()),
            ("key", Some(tls)) => tls.key = Some(value.into()),
            ("verify", Some(tls)) => {
                tls.verify = match value {
                    "0" => false,
                    "1" => true,
                    _ => return malformed("has a verify that is neither 0 nor 1"),
                }
            }
            // The name is not repeated either: with an unescaped `?` it is half of a password.
            _ => return unknown_option(self.tls.is_some(), self.has_path),
        }
        Ok(())
    }
}

fn timeout(name: &str, value: &str) -> Result<Duration, AddressError> {
    match value.parse().ok().and_then(Timeouts::seconds) {
        Some(timeout) => Ok(timeout),
        None => malformed(format!(
            "has a {name} that is not between 0.001 and 3600 seconds"
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::server::address::Address;

    fn parse(text: &str) -> Address {
        Address::parse(text, Timeouts::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_tls_address_has_options_of_its_own() {
        assert!(parse("redis://h").tls.is_none());
        assert!(parse("rediss://h").tls == Some(TlsSettings::default()));
        let address = parse(
            "rediss://u:p@h:7000/3?ca=/ca.pem&cert=c.pem&key=/my%20key.pem&verify=0&read_timeout=1",
        );
        assert_eq!(address.user.as_deref(), Some("u"));
        assert_eq!(address.timeouts.read, Duration::from_secs(1));
        let path = |path: &str| Some(PathBuf::from(path));
        let tls = TlsSettings {
            ca: path("/ca.pem"),
            cert: path("c.pem"),
            key: path("/my key.pem"),
            verify: false,
        };
        assert!(address.tls == Some(tls));
        assert!(parse("rediss://h?verify=1").tls == Some(TlsSettings::default()));
    }
}
