//! Interrupts, which may end a wait from outside.
//!
//! A signal makes every blocking call return early. Then the hooks run: PHP runs signal handlers.

use std::{
    cell::Cell,
    io::{self, ErrorKind},
    ops::ControlFlow,
    sync::OnceLock,
    time::Duration,
};

use crate::os::fork::Process;

/// The hooks that are called at interrupts.
pub struct Hooks {
    /// Serves interrupts. Returns `Break` if the wait must end.
    pub serve: fn() -> ControlFlow<()>,
    /// Returns whether an interrupt has come that has not been served yet.
    pub is_pending: fn() -> bool,
}

static HOOKS: OnceLock<Hooks> = OnceLock::new();

thread_local! {
    static MODE: Cell<Mode> = const { Cell::new(Mode::Uninterruptible) };
    /// The time for which the running operation has waited for its server in vain.
    static WAITED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// The longest time for which any reply is awaited.
    static AT_MOST: Cell<Duration> = const { Cell::new(Duration::MAX) };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Interrupts are served.
    Listening,
    /// An interrupt has ended the running operation.
    Stopped,
    /// Interrupts wait for the operation's end.
    Uninterruptible,
}

/// The time for which a reply under way is still awaited when the wait must end. After the reply,
/// nothing is left behind.
pub const GRACE: Duration = Duration::from_millis(50);

/// The time for which a server is awaited that has already timed out, in case it is back.
const HASTE: Duration = Duration::from_millis(10);

/// Sets the hooks for interrupts; once, for all threads.
pub fn set_hooks(hooks: Hooks) {
    let _ = HOOKS.set(hooks);
}

/// An operation. Dropping it restores the state before it. Operations nest, because a signal
/// handler may begin one.
#[must_use]
pub struct InterruptScope {
    before: Mode,
    _limits: WaitLimits,
}

impl Drop for InterruptScope {
    fn drop(&mut self) {
        MODE.set(self.before);
    }
}

/// Begins an operation that interrupts may end.
pub fn interruptible() -> InterruptScope {
    begin(Mode::Listening)
}

/// Begins an operation that nothing may interrupt.
pub fn uninterruptible() -> InterruptScope {
    begin(Mode::Uninterruptible)
}

fn begin(mode: Mode) -> InterruptScope {
    InterruptScope {
        before: MODE.replace(mode),
        _limits: limit_waits(Duration::ZERO, Duration::MAX),
    }
}

/// The limits of the waits for replies. Dropping it restores the limits before it.
#[must_use]
pub struct WaitLimits {
    waited: Duration,
    at_most: Duration,
}

impl Drop for WaitLimits {
    fn drop(&mut self) {
        WAITED.set(self.waited);
        AT_MOST.set(self.at_most);
    }
}

fn limit_waits(waited: Duration, at_most: Duration) -> WaitLimits {
    WaitLimits {
        waited: WAITED.replace(waited),
        at_most: AT_MOST.replace(at_most),
    }
}

/// Makes what follows a part of a wait that has lasted for `waited` in vain. `Duration::MAX` means
/// that the server has timed out.
pub fn resume_wait(waited: Duration) -> WaitLimits {
    limit_waits(waited, AT_MOST.get())
}

/// Limits all waits for replies to `limit`, even if a longer wait is asked for.
pub fn cap_timeouts(limit: Duration) -> WaitLimits {
    limit_waits(waited(), limit.max(HASTE).min(AT_MOST.get()))
}

/// Returns how long the running operation has waited for its server in vain.
pub fn waited() -> Duration {
    WAITED.get()
}

/// Returns whether the server has timed out already.
pub fn is_in_haste() -> bool {
    waited() == Duration::MAX
}

/// Ends all operations, because a fatal error may have jumped out of one.
pub fn reset() {
    MODE.set(Mode::Uninterruptible);
    WAITED.take();
    AT_MOST.set(Duration::MAX);
}

/// Serves interrupts. Returns `Break` if the wait must end, perhaps by an earlier call in this
/// operation.
pub fn serve() -> ControlFlow<()> {
    if MODE.get() == Mode::Listening
        && let Some(hooks) = HOOKS.get()
        && (hooks.serve)().is_break()
    {
        MODE.set(Mode::Stopped);
    }
    match must_stop() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// Returns whether an interrupt has come that is to be served now.
pub fn is_pending() -> bool {
    MODE.get() == Mode::Listening && HOOKS.get().is_some_and(|hooks| (hooks.is_pending)())
}

/// Returns whether an interrupt has ended the running operation.
pub fn must_stop() -> bool {
    MODE.get() == Mode::Stopped
}

/// Returns a time limit. It is short if an interrupt has ended the operation, or if the operation
/// has waited already.
pub fn limit(usual: Duration) -> Duration {
    let left = match short_limit() {
        Some(short) => usual.min(short),
        None => usual.saturating_sub(WAITED.get()).max(usual.min(HASTE)),
    };
    left.min(AT_MOST.get())
}

/// Returns the limit of an operation that an interrupt has ended, or whose server has timed out.
pub fn short_limit() -> Option<Duration> {
    match (must_stop(), WAITED.get()) {
        (true, _) => Some(GRACE),
        (false, Duration::MAX) => Some(HASTE),
        (false, _) => None,
    }
}

/// Lets signal handlers run during a wait of `process`. Returns an error if the wait must end.
pub fn serve_interrupts(process: Process) -> io::Result<()> {
    let stop = serve().is_break();
    if process != Process::current() {
        // A signal handler forked, and this is the child. The parent awaits the reply.
        return Err(ErrorKind::ConnectionAborted.into());
    }
    match stop {
        true => Err(ErrorKind::Interrupted.into()),
        false => Ok(()),
    }
}
