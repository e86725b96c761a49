//! The command `redislock`. In reading order:
//!
//! - This file: the subcommand that is called, and the exit status.
//! - `arguments`: the command line, and what is allowed in it; `status`: the exit statuses.
//! - `exec`: takes the lock, runs a command under it, and releases it.
//! - `child`: the command that runs: its process group, its end, and signals to it.
//! - `system`: the calls of the operating system; the only `unsafe` file.
//! - `message`: what goes to the standard error stream.

mod arguments;
mod child;
mod exec;
mod message;
mod status;
#[expect(unsafe_code, reason = "calls of the operating system")]
mod system;

use std::process::ExitCode;

use clap::error::ErrorKind;

fn main() -> ExitCode {
    let matches = match arguments::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => 0,
                _ => status::USAGE,
            });
        }
    };
    let status = match matches.subcommand() {
        Some(("exec", matches)) => arguments::exec(matches).map(|options| exec::run(&options)),
        _ => Err("a subcommand is missing".to_owned()),
    };
    ExitCode::from(status.unwrap_or_else(|error| {
        message::say(&error);
        status::USAGE
    }))
}
