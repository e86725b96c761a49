//! `redislock exec`: runs a command while a lock is held.

use std::{
    ffi::OsString,
    io::{ErrorKind, Write},
    os::unix::{ffi::OsStringExt, net::UnixStream},
    process::Command,
    time::{Duration, Instant},
};

use redislock::client::{self, ClientLock, LockRequest};

use crate::arguments::{exec::Exec, keys::join};
use crate::child::{Child, Ended, OF_KEYS};
use crate::message::{fault, name, printable, say, seconds, why_lost, why_not};
use crate::status;
use crate::system::{self, Signals, Target};

/// The least time from one attempt of `--restart` to the next.
const RESTART_PERIOD: Duration = Duration::from_secs(1);

/// How an attempt to run the command has ended.
enum Outcome {
    /// The exit status is this.
    Over(u8),
    /// The same, but `--restart` begins anew.
    Again(u8),
    /// The signal ends these processes, too. If it does not, the exit status is this.
    Interrupted(i32, Target, u8),
}

impl Outcome {
    /// Returns the outcome if a signal came while no command ran.
    fn of_signal(signal: i32) -> Outcome {
        let status = status::of_signal(signal);
        match OF_KEYS.contains(&signal) {
            true => Interrupted(signal, Target::Process, status),
            false => Over(status),
        }
    }

    /// Ends this process, or returns its exit status.
    fn end(self) -> u8 {
        match self {
            Over(status) | Again(status) => status,
            Interrupted(signal, target, status) => {
                system::end_by(signal, target);
                status
            }
        }
    }
}

use Outcome::{Again, Interrupted, Over};

/// Returns the exit status.
pub fn run(options: &Exec) -> u8 {
    system::catch_signals();
    system::adopt_orphans();
    client::end_waits(system::serve, || system::noted().is_some());
    loop {
        let began = Instant::now();
        match attempt(options) {
            Again(_) if options.restarts => {}
            outcome => return outcome.end(),
        }
        if let Some(signal) = pause(began + RESTART_PERIOD) {
            return Outcome::of_signal(signal).end();
        }
    }
}

/// Waits for the lock, and runs the command under it.
fn attempt(options: &Exec) -> Outcome {
    let (lost, losses) = match UnixStream::pair() {
        Ok(pair) => pair,
        Err(error) => return not_started(options, &error),
    };
    let request = LockRequest {
        servers: &options.servers,
        keys: &options.keys,
        kind: options.kind,
        ttl: options.ttl,
        max_hold: options.max_hold,
        fenced: options.fenced,
        label: &options.label,
    };
    let lock = ClientLock::new(&request, move || _ = (&lost).write(&[0]));
    let mut lock = match lock {
        Ok(lock) => lock,
        Err(error) => {
            say(&error);
            return Over(status::USAGE);
        }
    };
    let began = Instant::now();
    let acquired = lock.acquire(options.wait);
    let signals = match Signals::block() {
        Ok(signals) => signals,
        Err(error) => return not_started(options, &error),
    };
    // A signal that came before this point ends it all, and the drop releases what was acquired. A
    // later signal is the command's.
    if let Some(signal) = system::noted().or_else(|| signals.next()) {
        return Outcome::of_signal(signal);
    }
    match acquired {
        Ok(true) => run_under(&mut lock, losses, &signals, options),
        Ok(false) => {
            if !options.is_quiet {
                let waited = seconds(began.elapsed());
                let why = why_not(lock.blocker().as_ref());
                let name = name(&lock);
                say(&format!(
                    "{name} was not acquired within {waited} seconds: {why}"
                ));
            }
            Over(options.if_held)
        }
        Err(error) => {
            let message = format!("cannot acquire {}: {}", name(&lock), fault(&error));
            options.say(&message);
            Again(status::NO_SERVER)
        }
    }
}

/// Runs the command under the lock, and releases it.
fn run_under(
    lock: &mut ClientLock,
    mut losses: UnixStream,
    signals: &Signals,
    options: &Exec,
) -> Outcome {
    let acquired_at = Instant::now();
    let mut child = match Child::start(&mut command(lock, options), signals) {
        Ok(child) => child,
        Err(error) => return not_started(options, &error),
    };
    let ended = match child.watch(signals, &mut losses, options.kill_after) {
        Ok(ended) => ended,
        Err(error) => return not_started(options, &error),
    };
    let status = release(lock, &ended, acquired_at, options);
    match ended.interrupt() {
        Some((signal, target)) => Interrupted(signal, target, status),
        None if ended.is_on_request() => Over(status),
        None => Again(status),
    }
}

fn command(lock: &ClientLock, options: &Exec) -> Command {
    let mut command = Command::new(&options.command[0]);
    let variable = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
    command
        .args(&options.command[1..])
        .env("REDISLOCK_KEY", variable(&join(&lock.keys())))
        .env(
            "REDISLOCK_TOKEN",
            variable(lock.token().unwrap_or_default()),
        )
        .env_remove("REDISLOCK_FENCE");
    let fences: Vec<String> = lock.fences().iter().map(i64::to_string).collect();
    if !fences.is_empty() {
        command.env("REDISLOCK_FENCE", fences.join(","));
    }
    command
}

/// Ends the claim when the command has ended. Returns the exit status.
fn release(lock: &mut ClientLock, ended: &Ended, acquired_at: Instant, options: &Exec) -> u8 {
    let was_held = lock.is_held() && !ended.is_lost;
    let loss = lock.loss();
    let keep = options.keep.unwrap_or_default();
    let rest = keep.saturating_sub(acquired_at.elapsed());
    let released = match rest.as_millis() {
        0 => lock.release(),
        _ => lock.leave_for(rest),
    };
    match released {
        Ok(true) if !ended.is_lost => return ended.code(),
        Err(error) if was_held => {
            let name = name(lock);
            let error = fault(&error);
            options.say(&format!(
                "{name} is left to its ttl, it cannot be released: {error}"
            ));
            return ended.code();
        }
        _ => {}
    }
    let why = why_lost(loss.or_else(|| lock.loss()));
    let name = name(lock);
    options.say(&format!("{name} was lost while the command ran: {why}"));
    status::LOST
}

/// Returns what follows if the command could not be started.
fn not_started(options: &Exec, error: &std::io::Error) -> Outcome {
    let command = printable(options.command[0].as_encoded_bytes());
    options.say(&format!("cannot run {command}: {error}"));
    Over(match error.kind() {
        ErrorKind::NotFound => status::NOT_FOUND,
        _ => status::NOT_STARTED,
    })
}

/// Waits until the next attempt. Returns the signal that ends that, if one does.
fn pause(until: Instant) -> Option<i32> {
    let signals = Signals::block().ok()?;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if let Some(signal) = system::noted().or_else(|| signals.next()) {
            return Some(signal);
        }
        if left.is_zero() {
            return None;
        }
        while system::reap().is_some() {}
        signals.wait(None, Some(left));
    }
}

impl Exec {
    fn say(&self, message: &str) {
        if !self.is_quiet {
            say(message);
        }
    }
}
