//! The command line, and what is allowed in it. In reading order:
//!
//! - This file: what the subcommands have in common.
//! - `exec`: the options of `exec`; `ask`: those of `show`, `ls`, `wait` and `break`.
//! - `keys`: several keys in one argument.

pub mod ask;
pub mod exec;
pub mod keys;

use std::{env, time::Duration};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use redislock::client::Servers;

use crate::generate;

/// The variable that names the servers. Other users of the machine can read arguments, but not it.
const SERVER_VARIABLE: &str = "REDISLOCK_SERVER";
const DEFAULT_SERVER: &str = "redis://127.0.0.1:6379";

pub fn command() -> Command {
    Command::new("redislock")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Locks on Redis and Valkey, the same as those of the PHP extension redislock")
        .subcommand_required(true)
        .subcommand(exec::command())
        .subcommands(ask::commands())
        .subcommand(generate::command())
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

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::command().debug_assert();
    }
}
