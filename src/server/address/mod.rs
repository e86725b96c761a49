//! Server addresses, as users write them in `$server` and `redislock.server`. In reading order:
//!
//! - This file: the address of one server.
//! - `options`: the query options of every kind of address.
//! - `tls`: its TLS settings.
//! - `topology`: the servers that `$server` names. An address is one server, sentinels or a
//!   cluster; the reader of a list makes a quorum of several.
//! - `notation`: the errors in an address as it is written, and the schemes that they name.

pub(crate) mod notation;
pub(crate) mod options;
pub(crate) mod tls;
pub(crate) mod topology;

use std::{
    fmt,
    hash::{Hash, Hasher},
    path::PathBuf,
};

use redis::Cmd;
use url::Url;

use crate::server::address::notation::{
    AddressError, bad_beginning, check_host, check_special_characters, decoded, host_name,
    malformed,
};
use crate::server::address::options::{Options, Timeouts};
use crate::server::address::tls::TlsSettings;

/// Everything that makes a connection, and its timeouts. Two locks whose addresses differ only in
/// their timeouts share connections.
#[derive(Clone)]
pub struct Address {
    pub target: SocketTarget,
    pub user: Option<String>,
    pub password: Option<String>,
    /// Number of the database, 0 by default.
    pub database: u32,
    pub timeouts: Timeouts,
    /// The TLS settings; None: without TLS.
    pub tls: Option<TlsSettings>,
}

impl Address {
    /// Returns the same address with other timeouts.
    pub fn within(self, timeouts: Timeouts) -> Address {
        Address { timeouts, ..self }
    }

    /// Returns everything that makes a connection.
    fn identity(&self) -> impl Eq + Hash + '_ {
        let Address {
            target,
            user,
            password,
            database,
            timeouts: _,
            tls,
        } = self;
        (target, user, password, database, tls)
    }

    /// Returns the same address on another host.
    pub fn at(&self, host: &str, port: u16) -> Address {
        let target = SocketTarget::Tcp {
            host: host.to_owned(),
            port,
        };
        Address {
            target,
            ..self.clone()
        }
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Address) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Address {}

impl Hash for Address {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub enum SocketTarget {
    Tcp { host: String, port: u16 },
    Unix(PathBuf),
}

/// Returns whether a host that a server names can be one.
pub fn can_be_host(host: &str) -> bool {
    (1..=255).contains(&host.len()) && host.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The longest path that fits, with its NUL, into the `sun_path` of a Linux socket address.
const LONGEST_SOCKET_PATH: usize = 107;

const NO_PATH: &str = "must have an absolute path after unix://, like unix:///run/redis.sock";

impl Address {
    /// Parses an address; `timeouts` apply to what its query options leave open.
    pub fn parse(text: &str, timeouts: Timeouts) -> Result<Address, AddressError> {
        let text = text.trim();
        let (scheme, rest) = text.split_once(':').unwrap_or_default();
        match &*scheme.to_ascii_lowercase() {
            "redis" => Address::tcp(text, rest, Options::new(timeouts, false)),
            "rediss" => Address::tcp(text, rest, Options::new(timeouts, true)),
            "unix" | "redis+unix" => Address::unix(text, timeouts),
            _ => bad_beginning(text),
        }
    }

    fn tcp(text: &str, rest: &str, options: Options) -> Result<Address, AddressError> {
        let rest = rest.trim_start_matches('/');
        check_special_characters(rest)?;
        let authority = rest.split(['/', '?']).next().unwrap_or_default();
        let host = authority.rsplit('@').next().unwrap_or_default();
        check_host(host, authority.contains('@'))?;
        let Ok(url) = Url::parse(text) else {
            return malformed("has a character in its host that no host has");
        };
        let Some(host) = url.host_str() else {
            return malformed(match text.contains(":///") {
                true => "has no host: a Unix socket is written unix:///run/redis.sock",
                false => "must have '//' behind its scheme, like redis://host:6379/0",
            });
        };
        let host = match host.strip_prefix('[') {
            Some(ipv6) => ipv6.trim_end_matches(']').to_owned(),
            None => host_name(host)?,
        };
        let options = options.take(url.query_pairs())?;
        Ok(Address {
            target: SocketTarget::Tcp {
                host,
                port: url.port().unwrap_or(6379),
            },
            user: Some(decoded(url.username())?).filter(|user| !user.is_empty()),
            password: url.password().map(decoded).transpose()?,
            database: match url.path().trim_start_matches('/') {
                "" => 0,
                number => database(number)?,
            },
            timeouts: options.timeouts,
            tls: options.tls,
        })
    }

    fn unix(text: &str, timeouts: Timeouts) -> Result<Address, AddressError> {
        let Ok(url) = Url::parse(text) else {
            return malformed(NO_PATH);
        };
        if url.fragment().is_some() {
            return malformed("has a '#': in a path or password it must be written %23");
        }
        let has_host = url.host_str().is_some_and(|host| !host.is_empty());
        if has_host || !url.path().starts_with('/') || url.path().len() < 2 {
            return malformed(NO_PATH);
        }
        let path = decoded(url.path())?;
        if path.len() > LONGEST_SOCKET_PATH || path.contains('\0') {
            return malformed("has a path that cannot be one of a Unix socket (107 bytes at most)");
        }
        if ["&db=", "&user=", "&pass="]
            .iter()
            .any(|option| path.contains(option))
        {
            return malformed(
                "has an option in its path: the first one comes behind a '?', like unix:///run/redis.sock?db=2&user=app",
            );
        }
        let mut address = Address {
            target: SocketTarget::Unix(path.into()),
            user: None,
            password: None,
            database: 0,
            timeouts,
            tls: None,
        };
        let mut others = Vec::new();
        for (name, value) in url.query_pairs() {
            match &*name {
                "db" => address.database = database(&value)?,
                "user" => address.user = Some(value.into_owned()),
                "pass" => address.password = Some(value.into_owned()),
                _ => others.push((name, value)),
            }
        }
        let options = Options::of_path(timeouts).take(others.into_iter())?;
        address.timeouts = options.timeouts;
        Ok(address)
    }

    /// Returns the first commands of a new connection, which is of no use without them.
    pub fn introduction(&self) -> impl Iterator<Item = Cmd> {
        let auth = (self.user.is_some() || self.password.is_some()).then(|| {
            let mut auth = redis::cmd("AUTH");
            auth.arg(self.user.as_deref());
            auth.arg(self.password.as_deref().unwrap_or_default());
            auth
        });
        let select = (self.database != 0).then(|| {
            let mut select = redis::cmd("SELECT");
            select.arg(self.database);
            select
        });
        auth.into_iter().chain(select)
    }
}

fn database(number: &str) -> Result<u32, AddressError> {
    match number.parse() {
        Ok(number) => Ok(number),
        Err(_) => malformed(
            "has a database that is not a number: it is the 2 in redis://host:6379/2 and in unix:///run/redis.sock?db=2",
        ),
    }
}

/// Shows the address without user and password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            SocketTarget::Tcp { host, port } => {
                let tls = if self.tls.is_some() { "s" } else { "" };
                match host.contains(':') {
                    true => write!(f, "redis{tls}://[{host}]:{port}")?,
                    false => write!(f, "redis{tls}://{host}:{port}")?,
                }
            }
            SocketTarget::Unix(path) => write!(f, "unix://{}", path.display())?,
        }
        match (&self.target, self.database) {
            (_, 0) => Ok(()),
            (SocketTarget::Tcp { .. }, database) => write!(f, "/{database}"),
            (SocketTarget::Unix(_), database) => write!(f, "?db={database}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn parse(text: &str) -> Address {
        Address::parse(text, Timeouts::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn refusal(text: &str) -> AddressError {
        match Address::parse(text, Timeouts::default()) {
            Ok(address) => panic!("{text} was taken for {address}"),
            Err(error) => error,
        }
    }

    #[test]
    fn a_tcp_address_has_defaults() {
        let address = parse("redis://example.org");
        assert!(
            matches!(&address.target, SocketTarget::Tcp { host, port: 6379 } if host == "example.org")
        );
        assert_eq!(
            (address.user, address.password, address.database),
            (None, None, 0)
        );
        assert!(address.timeouts == Timeouts::default());
    }

    #[test]
    fn a_tcp_address_names_user_password_database_and_timeouts() {
        let address =
            parse("redis://app:p%40ss%2Fword@[::1]:7000/3?connect_timeout=0.5&read_timeout=10");
        assert!(matches!(&address.target, SocketTarget::Tcp { host, port: 7000 } if host == "::1"));
        assert_eq!(address.user.as_deref(), Some("app"));
        assert_eq!(address.password.as_deref(), Some("p@ss/word"));
        assert_eq!(address.database, 3);
        assert_eq!(address.timeouts.connect, Duration::from_millis(500));
        assert_eq!(address.timeouts.read, Duration::from_secs(10));
    }

    #[test]
    fn a_password_alone_belongs_to_the_default_user() {
        let address = parse("redis://:secret@localhost");
        assert_eq!(
            (address.user, address.password.as_deref()),
            (None, Some("secret"))
        );
    }

    #[test]
    fn a_unix_address_has_its_options_in_the_query() {
        for scheme in ["unix", "redis+unix"] {
            let address = parse(&format!(
                "{scheme}:///run/my%20redis.sock?db=2&user=u&pass=p&read_timeout=1"
            ));
            assert!(
                matches!(&address.target, SocketTarget::Unix(path) if path.to_str() == Some("/run/my redis.sock"))
            );
            assert_eq!(
                (address.user.as_deref(), address.password.as_deref()),
                (Some("u"), Some("p"))
            );
            assert_eq!(address.database, 2);
            assert_eq!(address.timeouts.read, Duration::from_secs(1));
        }
    }

    #[test]
    fn what_is_shown_of_an_address_has_no_credentials() {
        assert_eq!(
            parse("redis://u:p@h:1/2?read_timeout=1").to_string(),
            "redis://h:1/2"
        );
        assert_eq!(
            parse("rediss://u:p@h/2?ca=/x").to_string(),
            "rediss://h:6379/2"
        );
        assert_eq!(parse("redis://[::1]").to_string(), "redis://[::1]:6379");
        assert_eq!(
            parse("unix:///s?user=u&pass=p&db=1").to_string(),
            "unix:///s?db=1"
        );
    }

    #[test]
    fn malformed_addresses_are_refused_without_repeating_them() {
        for text in [
            "",
            "hunter2",
            "localhost:6379",
            "hunter2://x",
            "redis://",
            "redis://:hunter2@",
            "redis://h:hunter2",
            "redis://h/hunter2",
            "redis://h/-1",
            "redis://h?hunter2=1",
            "redis://h?read_timeout=hunter2",
            "redis://h?read_timeout=0",
            "redis://h?read_timeout=NaN",
            "redis://h?connect_timeout=-1",
            "redis://h?connect_timeout=3601",
            "redis://%ff@h",
            "redis://hunter2%40h",
            "redis://hunter2%2fh",
            "unix://hunter2/s",
            "unix://",
            "unix:hunter2/s",
            "unix:///s?db=hunter2",
            "unix:///s?hunter2=1",
            "unix:///hunter2%00",
            "redis://h/0#hunter2",
            "unix:///s#hunter2",
            "redis://h/0/hunter2",
            "redis://h?db=1",
            "redis://h:0",
            "redis://h?ca=/x",
            "redis://h?verify=1",
            "unix:///s?cert=/x&key=/x",
            "rediss://",
            "rediss://h?verify=hunter2",
            "rediss://h?verify=",
            "rediss://h?cert=hunter2",
            "rediss://h?key=hunter2",
            "rediss://h?ca=",
            "rediss://h?hunter2=1",
        ] {
            let error = refusal(text);
            assert!(!error.to_string().contains("hunter2"), "{text}: {error}");
        }
    }
}
