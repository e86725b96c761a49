//! Interrupts: what may end a wait from outside, between two looks at the clock.
//!
//! A signal makes every blocking call return early. Then whoever embeds the lock has its say: PHP runs signal handlers.

use std::{cell::Cell, ops::ControlFlow, sync::OnceLock, time::Duration};

/// Looks for interrupts and serves them; Break: the wait must end.
type Check = fn() -> ControlFlow<()>;

static CHECK: OnceLock<Check> = OnceLock::new();

thread_local! {
    static MODE: Cell<Mode> = const { Cell::new(Mode::Deaf) };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Interrupts are served.
    Listening,
    /// An interrupt has ended the running operation.
    Stopped,
    /// Interrupts have to wait for the operation's end.
    Deaf,
}

/// How long a reply that is under way is still waited for when the wait must end: with it, nothing is left behind.
pub const GRACE: Duration = Duration::from_millis(50);

/// Sets what to ask at interrupts; once, for all threads.
pub fn ask_at_interrupts(check: Check) {
    let _ = CHECK.set(check);
}

/// An operation begins that interrupts may end.
pub fn listen() {
    MODE.set(Mode::Listening);
}

/// An operation begins that nothing may interrupt.
pub fn be_deaf() {
    MODE.set(Mode::Deaf);
}

/// Serves interrupts; Break when the wait must end, also if an earlier call in the same operation said so.
pub fn serve() -> ControlFlow<()> {
    if MODE.get() == Mode::Listening && CHECK.get().is_some_and(|check| check().is_break()) {
        MODE.set(Mode::Stopped);
    }
    if must_stop() {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Whether the running operation was told to end.
pub fn must_stop() -> bool {
    MODE.get() == Mode::Stopped
}
