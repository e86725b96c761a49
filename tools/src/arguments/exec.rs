//! The command line of `exec`.

use std::{ffi::OsString, ops::RangeInclusive, os::unix::ffi::OsStrExt, time::Duration};

use clap::{Arg, ArgGroup, ArgMatches, Command, value_parser};
use redislock::client::{LockKind, Servers};

use crate::arguments::{flag, keys::split, number, seconds, server, servers, time_of};
use crate::status;

const HIGHEST_PERMITS: i64 = 1_000_000;
const LEASES: RangeInclusive<Duration> =
    Duration::from_millis(1)..=Duration::from_secs(1_000_000_000);

const AFTER_HELP: &str = "\
Exit status of exec: the command's; 128 + N after signal N; 64 wrong usage; 69 no server;
70 lost while the command ran; 75 not acquired; 126, 127 the command was not started.";

pub fn command() -> Command {
    Command::new("exec")
        .about("Runs a command while a lock is held")
        .override_usage("redislock exec [OPTIONS] KEY[,KEY...] -- COMMAND...")
        .after_help(AFTER_HELP)
        .arg(server())
        .args([
            flag("now", 'n').help("Does not wait for the lock"),
            seconds("wait", "SECONDS")
                .short('w')
                .help("Waits for at most this number of seconds; without -n and -w for ever"),
            seconds("ttl", "SECONDS")
                .default_value("30")
                .help("The lease, which is renewed while the command runs"),
            seconds("max-hold", "SECONDS")
                .help("Renews the lease for this number of seconds at most"),
            flag("shared", None).help("Shares the lock with others that do so"),
            number("permits", 1, HIGHEST_PERMITS).help("Takes permits, and is how many there are"),
            number("weight", 1, HIGHEST_PERMITS)
                .requires("permits")
                .default_value("1")
                .help("The number of permits that it takes"),
            flag("fenced", None).help("Draws a fencing token, for REDISLOCK_FENCE"),
            number("conflict-exit-code", 0, 255)
                .short('E')
                .help("The exit status if the lock is not acquired, instead of 75"),
            flag("ok-if-held", 'x').help("Succeeds if the lock is not acquired"),
            seconds("keep", "SECONDS")
                .help("Keeps the lock for at least this number of seconds from its acquisition"),
            flag("restart", None)
                .help("Waits for the lock again after the command's end, or after a loss"),
            seconds("kill-after", "SECONDS")
                .default_value("5")
                .help("After a loss, sends KILL this number of seconds after TERM"),
            Arg::new("label")
                .long("label")
                .value_name("TEXT")
                .default_value("%h:%p")
                .help("Names the holder: %h is the host, %p the process id"),
            flag("quiet", 'q').help("Says nothing but wrong usage"),
        ])
        .args(keys_and_command())
        .group(ArgGroup::new("waiting").args(["now", "wait"]))
        .group(ArgGroup::new("kind").args(["shared", "permits"]))
        .group(ArgGroup::new("on-conflict").args(["conflict-exit-code", "ok-if-held"]))
        .group(ArgGroup::new("at-the-end").args(["keep", "restart"]))
}

fn keys_and_command() -> [Arg; 3] {
    [
        Arg::new("key")
            .long("key")
            .value_name("KEY[,KEY...]")
            .value_parser(value_parser!(OsString))
            .allow_hyphen_values(true)
            .conflicts_with("keys")
            .help("The key, if it begins with -"),
        Arg::new("keys")
            .value_name("KEY[,KEY...]")
            .required_unless_present("key")
            .value_parser(value_parser!(OsString))
            .help("The key, or several; \\, is a comma in a key"),
        Arg::new("command")
            .value_name("COMMAND")
            .num_args(1..)
            .last(true)
            .required(true)
            .value_parser(value_parser!(OsString))
            .help("The command and its arguments"),
    ]
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

pub fn read(matches: &ArgMatches) -> Result<Exec, String> {
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
        (false, None) => status::NOT_ACQUIRED,
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
    if matches.get_flag("fenced") && kind != LockKind::Exclusive {
        return Err("shares and permits have no fencing tokens".to_owned());
    }
    if time("max-hold")?.is_some_and(|limit| limit.is_zero()) {
        return Err("--max-hold is more than 0 seconds".to_owned());
    }
    let keys = matches.get_one::<OsString>("key");
    let keys = keys.or_else(|| matches.get_one("keys"));
    let keys = keys.map_or_else(Vec::new, |keys| split(keys.as_bytes()));
    if keys.len() > 1 && keys.iter().any(|key| key.ends_with(b"\\")) {
        return Err("of several keys, none may end with a backslash".to_owned());
    }
    let command = matches.get_many::<OsString>("command");
    Ok(Exec {
        servers: servers(matches)?,
        keys,
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
