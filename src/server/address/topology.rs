//! The servers that `$server` names: one, a quorum, or those that know which server is in charge.

use std::{cell::RefCell, fmt};

use url::{Url, form_urlencoded};

use crate::server::address::notation::{
    AddressError, check_special_characters, decoded, malformed,
};
use crate::server::address::options::Timeouts;
use crate::server::address::{Address, SocketTarget};

/// The servers that `$server` names. Two locks with equal topologies share what is known of it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Topology {
    Single(Address),
    Sentinel(Sentinel),
    Cluster(Cluster),
    /// Servers that know nothing of each other.
    Quorum(Vec<Address>),
}

/// Sentinels that know which server is the master.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sentinel {
    pub sentinels: Vec<Address>,
    /// The name by which they know the master.
    pub name: String,
    /// The master's address, but for its host and port.
    pub master: Address,
}

/// A cluster, in which each master has some of the keys.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cluster {
    /// Some of its nodes; the others differ only in host and port.
    pub seeds: Vec<Address>,
}

const SENTINELS_PORT: u16 = 26379;
const SERVERS_PORT: u16 = 6379;

/// The last address that was parsed, because most programs name one server, with every lock.
struct Parsed {
    text: Box<str>,
    timeouts: Timeouts,
    topology: Topology,
}

thread_local! {
    static LAST: RefCell<Option<Parsed>> = const { RefCell::new(None) };
}

impl Topology {
    /// Parses an address; `timeouts` apply to what its query options leave open.
    pub fn parse(text: &str, timeouts: Timeouts) -> Result<Topology, AddressError> {
        LAST.with_borrow_mut(|last| match last {
            Some(last) if *last.text == *text && last.timeouts == timeouts => {
                Ok(last.topology.clone())
            }
            _ => {
                let topology = Topology::parse_anew(text, timeouts)?;
                *last = Some(Parsed {
                    text: text.into(),
                    timeouts,
                    topology: topology.clone(),
                });
                Ok(topology)
            }
        })
    }

    fn parse_anew(text: &str, timeouts: Timeouts) -> Result<Topology, AddressError> {
        let text = text.trim();
        // The parser of URLs drops them silently.
        if text.contains(|character: char| character.is_ascii_control()) {
            return malformed(
                "has a control character: in a password or a path it must be percent-encoded, like %09",
            );
        }
        let (scheme, rest) = text.split_once("://").unwrap_or_default();
        match &*scheme.to_ascii_lowercase() {
            "redis-sentinel" => Topology::sentinel("redis", rest, timeouts),
            "rediss-sentinel" => Topology::sentinel("rediss", rest, timeouts),
            "redis-cluster" => Topology::cluster("redis", rest, timeouts),
            "rediss-cluster" => Topology::cluster("rediss", rest, timeouts),
            _ => Address::parse(text, timeouts).map(Topology::Single),
        }
    }

    /// Returns the timeouts of its servers.
    pub fn timeouts(&self) -> Timeouts {
        match self {
            Topology::Single(address) => address.timeouts,
            Topology::Sentinel(sentinel) => sentinel.master.timeouts,
            Topology::Cluster(cluster) => cluster.seeds[0].timeouts,
            Topology::Quorum(addresses) => addresses[0].timeouts,
        }
    }

    fn sentinel(scheme: &str, rest: &str, timeouts: Timeouts) -> Result<Self, AddressError> {
        let list = List::split(rest)?;
        let (name, database) = list.path.split_once('/').unwrap_or((list.path, ""));
        if name.is_empty() {
            return malformed("must name the master, like redis-sentinel://host:26379/mymaster");
        }
        let (mut user, mut password) = (None, None);
        let mut options = form_urlencoded::Serializer::new(String::new());
        for (option, value) in form_urlencoded::parse(list.query.as_bytes()) {
            match &*option {
                "sentinel_user" => user = Some(value.into_owned()),
                "sentinel_pass" => password = Some(value.into_owned()),
                _ => _ = options.append_pair(&option, &value),
            }
        }
        let options = options.finish();
        let master = list.address(scheme, list.user, database, &options, timeouts);
        let sentinels = list.addresses(SENTINELS_PORT, |host| {
            let mut address = list.address(scheme, "", "", &options, timeouts)(host)?;
            (address.user, address.password) = (user.clone(), password.clone());
            // A sentinel that hangs is passed over like one that is away: others know the master.
            address.timeouts.read = address.timeouts.read.min(address.timeouts.connect);
            Ok(address)
        })?;
        Ok(Topology::Sentinel(Sentinel {
            name: decoded(name)?,
            master: master(list.hosts[0])?,
            sentinels,
        }))
    }

    fn cluster(scheme: &str, rest: &str, timeouts: Timeouts) -> Result<Self, AddressError> {
        let list = List::split(rest)?;
        if !matches!(list.path, "" | "0") {
            return malformed("names a database: a cluster has only number 0");
        }
        let address = list.address(scheme, list.user, "", list.query, timeouts);
        let seeds = list.addresses(SERVERS_PORT, address)?;
        Ok(Topology::Cluster(Cluster { seeds }))
    }
}

/// The parts of an address that names several hosts, and therefore is no URL.
struct List<'a> {
    /// User and password, still encoded, with their `@`.
    user: &'a str,
    hosts: Vec<&'a str>,
    path: &'a str,
    query: &'a str,
}

impl<'a> List<'a> {
    fn split(rest: &'a str) -> Result<List<'a>, AddressError> {
        check_special_characters(rest)?;
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let end = authority.rfind('@').map_or(0, |at| at + 1);
        let (user, hosts) = authority.split_at(end);
        let hosts: Vec<&str> = hosts.split(',').collect();
        if hosts.contains(&"") {
            return malformed("must name a host, or several with commas between them");
        }
        Ok(List {
            user,
            hosts,
            path,
            query,
        })
    }

    /// Returns a function that makes an address of a host, all alike but for the host.
    fn address(
        &self,
        scheme: &str,
        user: &str,
        database: &str,
        query: &str,
        timeouts: Timeouts,
    ) -> impl Fn(&str) -> Result<Address, AddressError> {
        move |host| {
            let text = format!("{scheme}://{user}{host}/{database}?{query}");
            Address::parse(&text, timeouts)
        }
    }

    fn addresses(
        &self,
        default_port: u16,
        address: impl Fn(&str) -> Result<Address, AddressError>,
    ) -> Result<Vec<Address>, AddressError> {
        let with_port = |host: &&str| {
            let mut found = address(host)?;
            let names_port =
                Url::parse(&format!("redis://{host}")).is_ok_and(|url| url.port().is_some());
            if let SocketTarget::Tcp { port, .. } = &mut found.target
                && !names_port
            {
                *port = default_port;
            }
            Ok(found)
        };
        self.hosts.iter().map(with_port).collect()
    }
}

/// Lists several servers, without users and passwords.
pub fn listed(addresses: &[Address]) -> String {
    let texts: Vec<String> = addresses.iter().map(Address::to_string).collect();
    texts.join(", ")
}

/// Shows the servers without users and passwords.
impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, addresses) = match self {
            Topology::Single(address) => return address.fmt(f),
            Topology::Quorum(addresses) => return f.write_str(&listed(addresses)),
            Topology::Sentinel(sentinel) => ("sentinel", &sentinel.sentinels),
            Topology::Cluster(cluster) => ("cluster", &cluster.seeds),
        };
        let texts: Vec<String> = addresses.iter().map(Address::to_string).collect();
        let parts = texts.iter().filter_map(|text| text.split_once("://"));
        let (schemes, hosts): (Vec<&str>, Vec<&str>) = parts.unzip();
        write!(f, "{}-{kind}://{}", schemes[0], hosts.join(","))?;
        if let Topology::Sentinel(sentinel) = self {
            write!(f, "/{}", sentinel.name)?;
            if sentinel.master.database != 0 {
                write!(f, "/{}", sentinel.master.database)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Topology, String> {
        Topology::parse(text, Timeouts::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn sentinels_and_clusters_are_shown_as_they_are_written_without_credentials() {
        for (text, shown) in [
            (
                "redis-sentinel://a,b:7,[::1]/main",
                "redis-sentinel://a:26379,b:7,[::1]:26379/main",
            ),
            (
                "redis-sentinel://u:p%40@a/m%2Fn/3",
                "redis-sentinel://a:26379/m/n/3",
            ),
            (
                "redis-sentinel://a/main?sentinel_user=s&sentinel_pass=t",
                "redis-sentinel://a:26379/main",
            ),
            (
                "redis-cluster://:secret@a,b:7",
                "redis-cluster://a:6379,b:7",
            ),
            ("redis-cluster://a/", "redis-cluster://a:6379"),
            ("Redis-Cluster://a", "redis-cluster://a:6379"),
            ("REDIS-Sentinel://a/main", "redis-sentinel://a:26379/main"),
            ("redis://a/1", "redis://a:6379/1"),
        ] {
            assert_eq!(
                parse(text).map(|topology| topology.to_string()),
                Ok(shown.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn what_was_parsed_last_is_taken_for_the_same_text_and_timeouts_only() {
        let patient = Timeouts {
            read: 2 * Timeouts::default().read,
            ..Timeouts::default()
        };
        for (text, timeouts) in [
            ("redis://a", Timeouts::default()),
            ("redis://a", Timeouts::default()),
            ("redis://a", patient),
            ("redis://:p@a", patient),
            ("redis://:q@a", patient),
        ] {
            let (parsed, anew) = (
                Topology::parse(text, timeouts),
                Topology::parse_anew(text, timeouts),
            );
            assert!(parsed.unwrap() == anew.unwrap(), "{text}");
        }
        assert!(parse("redis://a:b").is_err());
    }

    #[test]
    fn credentials_go_where_they_belong() {
        let text = "redis-sentinel://u:p%40ss@a,b/main/2?sentinel_user=s&sentinel_pass=t%26&read_timeout=0.5";
        let Ok(Topology::Sentinel(sentinel)) = parse(text) else {
            panic!("{text}");
        };
        assert_eq!(sentinel.master.user.as_deref(), Some("u"));
        assert_eq!(sentinel.master.password.as_deref(), Some("p@ss"));
        assert_eq!(
            (sentinel.master.database, sentinel.name.as_str()),
            (2, "main")
        );
        for address in &sentinel.sentinels {
            assert_eq!(address.user.as_deref(), Some("s"));
            assert_eq!(address.password.as_deref(), Some("t&"));
            assert_eq!(
                (address.database, address.timeouts.read.as_millis()),
                (0, 500)
            );
        }
        let Ok(Topology::Cluster(cluster)) = parse("redis-cluster://u:p@a,b?connect_timeout=3")
        else {
            panic!("a cluster");
        };
        assert_eq!(cluster.seeds.len(), 2);
        for seed in &cluster.seeds {
            assert_eq!(
                (seed.user.as_deref(), seed.timeouts.connect.as_secs()),
                (Some("u"), 3)
            );
        }
    }

    #[test]
    fn what_is_wrong_is_said_without_the_password() {
        for (text, what) in [
            ("redis-sentinel://u:secret@a", "must name the master"),
            ("redis-sentinel://u:secret@a/", "must name the master"),
            ("redis-sentinel://u:secret@a,,b/m", "must name a host"),
            ("redis-sentinel:///m", "must name a host"),
            ("redis-sentinel://a/m/x", "database"),
            ("redis-sentinel://a/m?secret=1", "unknown query option"),
            ("redis-sentinel://a:x/m", "has a port that is no number"),
            ("redis-sentinel://a/m#secret", "'#'"),
            ("redis-cluster://u:secret@", "must name a host"),
            ("redis-cluster://a/1", "database"),
            (
                "redis-cluster://a?sentinel_user=secret",
                "unknown query option",
            ),
        ] {
            let error = parse(text).map(drop).expect_err(text);
            assert!(
                error.contains(what) && !error.contains("secret"),
                "{text}: {error}"
            );
        }
    }
}
