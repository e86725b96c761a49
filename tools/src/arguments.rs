//! The command line.

use std::{env, ffi::OsString, ops::RangeInclusive, os::unix::ffi::OsStrExt, time::Duration};

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use redislock::client::{LockKind, Servers};

/// The variable that names the servers. Other users of the machine can read arguments, but not it.
const SERVER_VARIABLE: &str = "REDISLOCK_SERVER";
const DEFAULT_SERVER: &str = "redis://127.0.0.1:6379";
const HIGHEST_PERMITS: i64 = 1_000_000;
const LEASES: RangeInclusive<Duration> =
    Duration::from_millis(1)..=Duration::from_secs(1_000_000_000);

const AFTER_HELP: &str = "\
Exit status of exec: the command's; 128 + N after signal N; 64 wrong usage; 69 no server;
70 lost while the command ran; 75 not acquired; 126, 127 the command was not started.";

pub fn command() -> Command {
    Command::new("redislock")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Locks on Redis and Valkey, the same as those of the PHP extension redislock")
        .subcommand_required(true)
        .subcommand(exec_command())
}

fn exec_command() -> Command {
    Command::new("exec")
        .about("Runs a command while a lock is held")
        .after_help(AFTER_HELP)
        .arg(server())
        .args([
            flag("now", 'n').help("Does not wait for the lock"),
            seconds("wait", "SECONDS")
                .short('w')
                .help("Waits for at most so many seconds; without -n and -w for ever"),
            seconds("ttl", "SECONDS")
                .default_value("30")
                .help("The lease, which is renewed while the command runs"),
            seconds("max-hold", "SECONDS").help("Does not renew the lease after so many seconds"),
            flag("shared", None).help("Shares the lock with others that do so"),
            number("permits", 1, HIGHEST_PERMITS).help("Takes permits, of which there are so many"),
            number("weight", 1, HIGHEST_PERMITS)
                .requires("permits")
                .default_value("1")
                .help("Takes so many permits"),
            flag("fenced", None).help("Draws a fencing token, for REDISLOCK_FENCE"),
            number("conflict-exit-code", 0, 255)
                .short('E')
                .help("The exit status if the lock is not acquired, instead of 75"),
            flag("ok-if-held", 'x').help("Succeeds if the lock is not acquired"),
            seconds("keep", "SECONDS")
                .help("Keeps the lock for at least so many seconds from its acquisition"),
            flag("restart", None)
                .help("Waits for the lock again after the command's end, or after a loss"),
            seconds("kill-after", "SECONDS")
                .default_value("5")
                .help("After a loss, sends KILL so many seconds after TERM"),
            Arg::new("label")
                .long("label")
                .default_value("%h:%p")
                .help("Names the holder: %h is the host, %p the process id"),
            flag("quiet", 'q').help("Says nothing but wrong usage"),
            Arg::new("keys")
                .value_name("KEY[,KEY...]")
                .required(true)
                .value_parser(value_parser!(OsString))
                .help("The key, or several; \\, is a comma in a key"),
            Arg::new("command")
                .value_name("COMMAND")
                .num_args(1..)
                .last(true)
                .required(true)
                .value_parser(value_parser!(OsString))
                .help("The command and its arguments"),
        ])
        .group(ArgGroup::new("waiting").args(["now", "wait"]))
        .group(ArgGroup::new("kind").args(["shared", "permits"]))
        .group(ArgGroup::new("on-conflict").args(["conflict-exit-code", "ok-if-held"]))
        .group(ArgGroup::new("at-the-end").args(["keep", "restart"]))
}

fn server() -> Arg {
    Arg::new("server")
        .short('s')
        .long("server")
        .value_name("URL")
        .action(ArgAction::Append)
        .help("The server; several are a quorum. Better in REDISLOCK_SERVER if it has a password")
}

fn flag(name: &'static str, short: impl Into<Option<char>>) -> Arg {
    let flag = Arg::new(name).long(name).action(ArgAction::SetTrue);
    match short.into() {
        Some(short) => flag.short(short),
        None => flag,
    }
}

fn seconds(name: &'static str, value: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .value_parser(value_parser!(f64))
}

fn number(name: &'static str, least: i64, most: i64) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name("N")
        .value_parser(value_parser!(u32).range(least..=most))
}

/// The options of `exec`, each in its range.
pub struct Exec {
    pub servers: Servers,
    pub keys: Vec<Vec<u8>>,
    pub kind: LockKind,
    /// The longest wait; `Duration::MAX` is for ever.
    pub wait: Duration,
    pub ttl: Duration,
    pub max_hold: Duration,
    pub fenced: bool,
    pub label: String,
    /// The exit status if the lock is not acquired.
    pub if_held: u8,
    pub keep: Option<Duration>,
    pub restarts: bool,
    pub kill_after: Duration,
    pub is_quiet: bool,
    pub command: Vec<OsString>,
}

pub fn exec(matches: &ArgMatches) -> Result<Exec, String> {
    let time = |name| time_of(matches, name);
    let count = |name| matches.get_one::<u32>(name).copied();
    let kind = match count("permits") {
        Some(permits) => LockKind::Semaphore {
            permits,
            weight: count("weight")
                .filter(|weight| *weight <= permits)
                .ok_or("--weight is at most --permits")?,
        },
        None if matches.get_flag("shared") => LockKind::Shared,
        None => LockKind::Exclusive,
    };
    let if_held = match (matches.get_flag("ok-if-held"), count("conflict-exit-code")) {
        (true, _) => 0,
        (false, Some(code)) => code.try_into().unwrap_or(u8::MAX),
        (false, None) => crate::status::NOT_ACQUIRED,
    };
    let wait = match matches.get_flag("now") {
        true => Duration::ZERO,
        false => time("wait")?.unwrap_or(Duration::MAX),
    };
    let ttl = time("ttl")?.unwrap_or_default();
    let keep = time("keep")?;
    for (name, lease) in [("ttl", Some(ttl)), ("keep", keep)] {
        if lease.is_some_and(|lease| !LEASES.contains(&lease)) {
            return Err(format!("--{name} is between 0.001 and 1e9 seconds"));
        }
    }
    if matches.get_flag("fenced") && matches!(kind, LockKind::Semaphore { .. }) {
        return Err("permits have no fencing tokens".to_owned());
    }
    let keys = matches.get_one::<OsString>("keys");
    let command = matches.get_many::<OsString>("command");
    Ok(Exec {
        servers: servers(matches)?,
        keys: keys.map_or_else(Vec::new, |keys| split(keys.as_bytes())),
        kind,
        wait,
        ttl,
        max_hold: time("max-hold")?.unwrap_or(Duration::MAX),
        fenced: matches.get_flag("fenced"),
        label: matches.get_one("label").cloned().unwrap_or_default(),
        if_held,
        keep,
        restarts: matches.get_flag("restart"),
        kill_after: time("kill-after")?.unwrap_or_default(),
        is_quiet: matches.get_flag("quiet"),
        command: command.into_iter().flatten().cloned().collect(),
    })
}

/// Returns a time in seconds. A time that the clock cannot count means for ever.
fn time_of(matches: &ArgMatches, name: &str) -> Result<Option<Duration>, String> {
    let seconds = matches.get_one::<f64>(name).copied();
    let to_time = |seconds: f64| match seconds {
        0.0.. => Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)),
        _ => Err(format!("--{name} is a number of seconds, 0 or more")),
    };
    seconds.map(to_time).transpose()
}

/// Returns the servers of `-s`, else of the variable, else the default.
fn servers(matches: &ArgMatches) -> Result<Servers, String> {
    if let Some(named) = matches.get_many::<String>("server") {
        return Servers::parse(&named.cloned().collect::<Vec<_>>());
    }
    let variable = env::var_os(SERVER_VARIABLE).unwrap_or_default();
    let variable = variable
        .to_str()
        .ok_or(format!("{SERVER_VARIABLE} is not UTF-8"))?;
    let mut named: Vec<String> = variable.split_whitespace().map(str::to_owned).collect();
    if named.is_empty() {
        named.push(DEFAULT_SERVER.to_owned());
    }
    Servers::parse(&named)
}

/// Splits keys at their commas. A comma behind a backslash is a part of a key.
fn split(list: &[u8]) -> Vec<Vec<u8>> {
    let mut keys = vec![Vec::new()];
    for byte in list {
        let key = keys.last_mut().expect("there is one from the beginning");
        match (byte, key.last()) {
            (b',', Some(b'\\')) => *key.last_mut().expect("seen just now") = b',',
            (b',', _) => keys.push(Vec::new()),
            (byte, _) => key.push(*byte),
        }
    }
    keys
}

/// Joins keys as [`split`] splits them.
pub fn join(keys: &[&[u8]]) -> Vec<u8> {
    let mut list = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        if place > 0 {
            list.push(b',');
        }
        for byte in *key {
            if *byte == b',' {
                list.push(b'\\');
            }
            list.push(*byte);
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_joined_as_they_are_split() {
        for (list, keys) in [
            (&b"a"[..], &[&b"a"[..]][..]),
            (b"a,b", &[b"a", b"b"]),
            (b"a\\,b,c", &[b"a,b", b"c"]),
            (b"App\\Jobs\\Import,b", &[b"App\\Jobs\\Import", b"b"]),
            (b"", &[b""]),
        ] {
            assert_eq!(split(list), keys, "{}", list.escape_ascii());
            assert_eq!(join(keys), list);
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
