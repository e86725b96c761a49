//! Messages for the standard error stream, and the output of the subcommands.

use std::{
    io::{self, Write},
    time::Duration,
};

use redislock::client::{Blocker, ClientLock, Fault, Loss, NEEDED_BY_LOCKS, label_of};

use crate::status;

/// Writes the output of a subcommand. Returns the exit status.
pub fn put(text: &str) -> u8 {
    status_of(write(text))
}

/// Writes a part of the output.
pub fn write(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Returns the exit status after the output, and says why it is not written. A reader that is gone,
/// such as `head`, needs no more of it.
pub fn status_of(written: io::Result<()>) -> u8 {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say(&format!("cannot write the output: {error}"));
            status::NOT_WRITTEN
        }
        _ => 0,
    }
}

/// Writes one line. If the stream is closed, no reader misses it.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr().lock(), "redislock: {message}");
}

/// Returns bytes as text: escaped if they are not UTF-8, or would move a terminal's cursor.
pub fn text(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) if !text.chars().any(char::is_control) => text.to_owned(),
        _ => bytes.escape_ascii().to_string(),
    }
}

/// Returns a key as messages show it.
pub fn printable(key: &[u8]) -> String {
    format!("\"{}\"", text(key))
}

/// Returns the name of a lock with its server.
pub fn name(lock: &ClientLock) -> String {
    let keys: Vec<String> = lock.keys().into_iter().map(printable).collect();
    format!("lock {} on {}", keys.join(", "), lock.server())
}

/// Returns the error of the server, with a hint if there is one.
pub fn fault(fault: &Fault) -> String {
    match fault.hint() {
        Some(hint) => {
            // PHP has a setting for it, the command has none.
            let hint = hint.replace("redislock.read_timeout", "read_timeout of its address");
            format!("{fault} ({hint})")
        }
        None => fault.to_string(),
    }
}

/// Returns the same for a question, which needs other commands than a lock.
pub fn fault_of_question(error: &Fault) -> String {
    match error.hint() {
        Some(NEEDED_BY_LOCKS) => {
            format!("{error} (docs/command.md names the commands that the user needs)")
        }
        _ => fault(error),
    }
}

/// Returns what prevented an acquisition.
pub fn why_not(blocker: Option<&Blocker>) -> String {
    let Some(Blocker { key, value, left }) = blocker else {
        return "another owner holds it".to_owned();
    };
    let key = printable(key);
    let holder = match value.as_deref().map(label_of) {
        None => return format!("{key} holds no lock of this kind"),
        Some(Some(label)) => format!("\"{label}\""),
        Some(None) => "another owner".to_owned(),
    };
    match left {
        Some(left) => format!(
            "{holder} holds {key}, for {} more seconds unless the lease is renewed",
            seconds(*left)
        ),
        None => format!("{holder} holds {key}, which has no expiry"),
    }
}

/// Returns why a lock was lost.
pub fn why_lost(loss: Option<Loss>) -> &'static str {
    match loss {
        Some(Loss::Gone) => "its key is gone: a client deleted it, or the server lost it",
        Some(Loss::Taken) => "another owner holds its key now",
        Some(Loss::HeldTooLong) => "--max-hold was over, so its lease was not renewed any more",
        Some(Loss::Unanswered) => "no renewal was answered before its lease ended",
        Some(Loss::NotRenewed) => "its lease ended",
        Some(Loss::NotOurs) | None => "the server says that another owner has it, or none",
    }
}

pub fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
