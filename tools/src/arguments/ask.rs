//! The command lines of `show`, `ls`, `top`, `wait` and `break`.

use std::{ffi::OsString, os::unix::ffi::OsStrExt, time::Duration};

use clap::{Arg, ArgMatches, Command, value_parser};
use redislock::client::Servers;

use crate::arguments::{flag, number, seconds, server, servers, time_of};

const SHORTEST_DELAY: Duration = Duration::from_millis(100);

pub fn commands() -> [Command; 5] {
    let asks = |name: &'static str, about: &'static str| {
        let json = flag("json", None).help("Writes JSON");
        Command::new(name).about(about).args([server(), json])
    };
    [
        asks("show", "Shows a lock: its holders, and what waits for it").arg(key()),
        asks("ls", "Lists the locks of a server").args([
            pattern(),
            flag("any", 'a').help("Also lists strings that expire and hold no token of redislock"),
        ]),
        asks(
            "top",
            "Shows the locks of a server, and what changes; q ends it",
        )
        .args([
            pattern(),
            flag("any", 'a').help("Also shows strings that expire and hold no token of redislock"),
            seconds("delay", "SECONDS")
                .short('d')
                .default_value("1")
                .help("The time from one picture to the next"),
            number("number", 1, i64::from(u32::MAX))
                .short('n')
                .help("Ends after N pictures"),
        ]),
        asks("wait", "Waits until a lock is free, and does not take it")
            .arg(key())
            .arg(
                seconds("wait", "SECONDS")
                    .short('w')
                    .help("Waits for at most this number of seconds; without it for ever"),
            ),
        asks("break", "Ends the claim of a holder")
            .after_help("It shows the holder and asks. Without a terminal it needs --token.")
            .arg(key())
            .arg(
                Arg::new("token")
                    .long("token")
                    .value_name("TOKEN")
                    .value_parser(value_parser!(OsString))
                    .help("Ends the claim of this holder only, and does not ask"),
            ),
    ]
}

fn pattern() -> Arg {
    Arg::new("key")
        .value_name("PATTERN")
        .default_value("*")
        .value_parser(value_parser!(OsString))
        .help("Only locks whose key matches, like 'cron:*'")
}

fn key() -> Arg {
    Arg::new("key")
        .value_name("KEY")
        .required(true)
        .value_parser(value_parser!(OsString))
        .help("The key")
}

/// The options of these commands. Some have their defaults where a command does not have them.
pub struct Ask {
    pub servers: Servers,
    /// The key, or the pattern of `ls`.
    pub key: Vec<u8>,
    pub is_json: bool,
    /// The longest wait; `Duration::MAX` is for ever.
    pub wait: Duration,
    pub any: bool,
    /// The time from one picture of `top` to the next, and how many it shows.
    pub delay: Duration,
    pub pictures: u32,
    pub token: Option<Vec<u8>>,
}

pub fn read(matches: &ArgMatches) -> Result<Ask, String> {
    let bytes = |name| match matches.try_get_one::<OsString>(name) {
        Ok(Some(text)) => Some(text.as_bytes().to_vec()),
        _ => None, // it has none, or is not of this command
    };
    let is_set = |name| matches!(matches.try_get_one::<bool>(name), Ok(Some(true)));
    let time = |name| match matches.try_contains_id(name) {
        Ok(true) => time_of(matches, name),
        _ => Ok(None),
    };
    let pictures = matches.try_get_one::<u32>("number").ok().flatten();
    Ok(Ask {
        servers: servers(matches)?,
        key: bytes("key").unwrap_or_default(),
        is_json: is_set("json"),
        wait: time("wait")?.unwrap_or(Duration::MAX),
        any: is_set("any"),
        delay: time("delay")?.unwrap_or_default().max(SHORTEST_DELAY),
        pictures: pictures.copied().unwrap_or(u32::MAX),
        token: bytes("token"),
    })
}
