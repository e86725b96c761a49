//! The exit statuses that are not the command's own: those of sysexits.h, of the shell and of env.

/// The command line is wrong.
pub const USAGE: u8 = 64;
/// The server could not be asked.
pub const NO_SERVER: u8 = 69;
/// The lock was lost while the command ran.
pub const LOST: u8 = 70;
/// The output cannot be written.
pub const NOT_WRITTEN: u8 = 74;
/// Another owner has the lock.
pub const NOT_ACQUIRED: u8 = 75;
/// The command was found, but could not be started.
pub const NOT_STARTED: u8 = 126;
/// The command was not found.
pub const NOT_FOUND: u8 = 127;
/// A signal ended the command, or the wait for the lock: this and its number.
pub const SIGNAL: u8 = 128;

/// Returns the exit status after a signal.
pub fn of_signal(signal: i32) -> u8 {
    SIGNAL.saturating_add(u8::try_from(signal).unwrap_or_default())
}
