//! Interrupts: what may end a wait from outside, between two looks at the clock.
//!
//! A signal makes every blocking call return early. Then whoever embeds the lock has its say: PHP runs signal handlers.

use std::{
    cell::Cell,
    io::{self, ErrorKind},
    ops::ControlFlow,
    sync::OnceLock,
    time::Duration,
};

use crate::os::fork::Process;

/// Who is asked at interrupts.
pub struct Hooks {
    /// Serves them; Break: the wait must end.
    pub serve: fn() -> ControlFlow<()>,
    /// Whether one has come that has not been served yet.
    pub is_pending: fn() -> bool,
}

static HOOKS: OnceLock<Hooks> = OnceLock::new();

thread_local! {
    static MODE: Cell<Mode> = const { Cell::new(Mode::Uninterruptible) };
    /// How long the running operation has waited for this server already, in vain.
    static WAITED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// How long any reply is waited for at most.
    static AT_MOST: Cell<Duration> = const { Cell::new(Duration::MAX) };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Interrupts are served.
    Listening,
    /// An interrupt has ended the running operation.
    Stopped,
    /// Interrupts have to wait for the operation's end.
    Uninterruptible,
}

/// How long a reply that is under way is still waited for when the wait must end: with it, nothing is left behind.
pub const GRACE: Duration = Duration::from_millis(50);

/// How long a server is given that has had its time: for one that is back.
const HASTE: Duration = Duration::from_millis(10);

/// Sets whom to ask at interrupts; once, for all threads.
pub fn ask_at_interrupts(hooks: Hooks) {
    let _ = HOOKS.set(hooks);
}

/// An operation; at its end what held before holds again. Operations nest: a signal handler may begin one.
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

/// An operation begins that interrupts may end.
pub fn listen() -> InterruptScope {
    begin(Mode::Listening)
}

/// An operation begins that nothing may interrupt.
pub fn uninterruptible() -> InterruptScope {
    begin(Mode::Uninterruptible)
}

fn begin(mode: Mode) -> InterruptScope {
    InterruptScope {
        before: MODE.replace(mode),
        _limits: limit_waits(Duration::ZERO, Duration::MAX),
    }
}

/// The limits of the waits for replies; at its end those hold again that held before.
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

/// What follows is part of a wait for a server that has lasted so long, in vain; `Duration::MAX`: it has had its time.
pub fn go_on_waiting(waited: Duration) -> WaitLimits {
    limit_waits(waited, AT_MOST.get())
}

/// No reply is waited for any longer than this, whatever was asked for.
pub fn wait_at_most(limit: Duration) -> WaitLimits {
    limit_waits(waited(), limit.max(HASTE).min(AT_MOST.get()))
}

/// How long the running operation has waited for its server already, in vain.
pub fn waited() -> Duration {
    WAITED.get()
}

/// Whether its server has had its time.
pub fn is_in_haste() -> bool {
    waited() == Duration::MAX
}

/// No operation is running: a fatal error may have jumped out of one.
pub fn reset() {
    MODE.set(Mode::Uninterruptible);
    WAITED.take();
    AT_MOST.set(Duration::MAX);
}

/// Serves interrupts; Break when the wait must end, also if an earlier call in the same operation said so.
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

/// Whether an interrupt has come that is to be served now.
pub fn is_pending() -> bool {
    MODE.get() == Mode::Listening && HOOKS.get().is_some_and(|hooks| (hooks.is_pending)())
}

/// Whether the running operation was told to end.
pub fn must_stop() -> bool {
    MODE.get() == Mode::Stopped
}

/// A time limit, which is short once the operation was told to end, or has waited.
pub fn limit(usual: Duration) -> Duration {
    let left = match short_limit() {
        Some(short) => usual.min(short),
        None => usual.saturating_sub(WAITED.get()).max(usual.min(HASTE)),
    };
    left.min(AT_MOST.get())
}

/// The limit of an operation that was told to end, or whose server has had its time.
pub fn short_limit() -> Option<Duration> {
    match (must_stop(), WAITED.get()) {
        (true, _) => Some(GRACE),
        (false, Duration::MAX) => Some(HASTE),
        (false, _) => None,
    }
}

/// Lets signal handlers run during the wait of a process; an error when that must end.
pub fn serve_interrupts(process: Process) -> io::Result<()> {
    let stop = serve().is_break();
    if process != Process::current() {
        // A handler forked, and this is the child: what is waited for is the parent's.
        return Err(ErrorKind::ConnectionAborted.into());
    }
    match stop {
        true => Err(ErrorKind::Interrupted.into()),
        false => Ok(()),
    }
}
