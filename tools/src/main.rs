//! The command `redislock`. In reading order:
//!
//! - This file: the subcommand that is called, and the exit status.
//! - `arguments/`: the command line, and what is allowed in it; `status`: the exit statuses.
//! - `exec`: takes the lock, runs a command under it, and releases it.
//! - `child`: the command that runs: its process group, its end, and signals to it.
//! - `ask`: shows one lock, waits for it, or ends its claims; `list`: lists all locks.
//! - `top/`: shows all locks, again and again.
//! - `generate`: prints the man page, or completions for a shell.
//! - `system/`: the calls of the operating system; only this folder is `unsafe`.
//! - `message`: what goes to the standard error stream, and the output.

mod arguments;
mod ask;
mod child;
mod exec;
mod generate;
mod list;
mod message;
mod status;
#[expect(unsafe_code, reason = "calls of the operating system")]
mod system;
mod top;

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::{ArgMatches, error::ErrorKind};

fn main() -> ExitCode {
    let matches = match arguments::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            let written = error.print().and_then(|()| io::stdout().flush());
            return ExitCode::from(match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => message::status_of(written),
                _ => status::USAGE,
            });
        }
    };
    let status = match matches.subcommand() {
        Some((name, matches)) => run(name, matches),
        None => Err("a subcommand is missing".to_owned()),
    };
    ExitCode::from(status.unwrap_or_else(|error| {
        message::say(&error);
        status::USAGE
    }))
}

/// Runs a subcommand. Returns the exit status; an error says what is wrong with its arguments.
fn run(name: &str, matches: &ArgMatches) -> Result<u8, String> {
    if name == "exec" {
        return Ok(exec::run(&arguments::exec::read(matches)?));
    }
    if name == generate::NAME {
        return Ok(message::put(&generate::text(matches)?));
    }
    let options = arguments::ask::read(matches)?;
    match name {
        "show" => ask::run(&options, ask::show),
        "wait" => ask::run(&options, ask::wait),
        "break" => ask::run(&options, ask::end_claims),
        "top" => Ok(top::run(&options)),
        _ => Ok(list::run(&options)),
    }
}
