//! Interrupts, which may end a wait from outside.
//!
//! A signal makes every blocking call return early. Then the hooks run: PHP runs signal handlers.

use std::{
    cell::Cell,
    io::{self, ErrorKind},
    mem,
    ops::ControlFlow,
    os::fd::RawFd,
    sync::OnceLock,
    time::Duration,
};

use crate::os::fork::Process;

/// The hooks that are called at interrupts and during waits.
pub struct Hooks {
    /// Serves interrupts. Returns `Break` if the wait must end.
    pub serve: fn() -> ControlFlow<()>,
    /// Returns whether an interrupt has come that has not been served yet.
    pub is_pending: fn() -> bool,
    /// Returns whether there is an event loop.
    pub has_loop: fn() -> bool,
    /// Has the loop suspend the running code until a descriptor is ready, for this time, or for
    /// less.
    pub suspend: fn(&[libc::pollfd], Duration) -> Suspension,
    /// Does the same until a descriptor can be read on which many fibers wait.
    pub park: fn(RawFd, Duration) -> Suspension,
}

/// How an attempt to suspend the running code has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Suspension {
    /// The code goes on.
    Resumed,
    /// The code goes on, but its wait must end.
    Stopped,
    /// It was not suspended, so it has to block.
    Refused,
}

static HOOKS: OnceLock<Hooks> = OnceLock::new();

thread_local! {
    static STATE: State = const {
        State {
            mode: Cell::new(Mode::Uninterruptible),
            waited: Cell::new(Duration::ZERO),
            at_most: Cell::new(Duration::MAX),
        }
    };
}

/// The state of the running operation. One thread-local variable, because each costs a call.
struct State {
    mode: Cell<Mode>,
    /// The time for which the operation has waited for its server in vain.
    waited: Cell<Duration>,
    /// The longest time for which any reply is awaited.
    at_most: Cell<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Interrupts are served.
    Listening,
    /// Interrupts are served, and an event loop may suspend the operation.
    InLoop,
    /// An interrupt has ended the running operation.
    Stopped,
    /// Interrupts wait for the operation's end.
    Uninterruptible,
}

impl Mode {
    fn listens(self) -> bool {
        matches!(self, Mode::Listening | Mode::InLoop)
    }
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
        set_mode(self.before);
    }
}

/// Begins an operation that interrupts may end.
pub fn interruptible() -> InterruptScope {
    let is_in_loop = HOOKS.get().is_some_and(|hooks| (hooks.has_loop)());
    begin(match is_in_loop {
        true => Mode::InLoop,
        false => Mode::Listening,
    })
}

/// Begins an operation that nothing may interrupt.
pub fn uninterruptible() -> InterruptScope {
    begin(Mode::Uninterruptible)
}

fn begin(mode: Mode) -> InterruptScope {
    STATE.with(|state| InterruptScope {
        before: state.mode.replace(mode),
        _limits: WaitLimits {
            waited: state.waited.replace(Duration::ZERO),
            at_most: state.at_most.replace(Duration::MAX),
        },
    })
}

fn set_mode(mode: Mode) {
    STATE.with(|state| state.mode.set(mode));
}

/// The limits of the waits for replies. Dropping it restores the limits before it.
#[must_use]
pub struct WaitLimits {
    waited: Duration,
    at_most: Duration,
}

impl Drop for WaitLimits {
    fn drop(&mut self) {
        STATE.with(|state| {
            state.waited.set(self.waited);
            state.at_most.set(self.at_most);
        });
    }
}

fn limit_waits(limits: impl FnOnce(&State) -> (Duration, Duration)) -> WaitLimits {
    STATE.with(|state| {
        let (waited, at_most) = limits(state);
        WaitLimits {
            waited: state.waited.replace(waited),
            at_most: state.at_most.replace(at_most),
        }
    })
}

/// Makes what follows a part of a wait that has lasted for `waited` in vain. `Duration::MAX` means
/// that the server has timed out.
pub fn resume_wait(waited: Duration) -> WaitLimits {
    limit_waits(|state| (waited, state.at_most.get()))
}

/// Limits all waits for replies to `limit`, even if a longer wait is asked for.
pub fn cap_timeouts(limit: Duration) -> WaitLimits {
    limit_waits(|state| {
        (
            state.waited.get(),
            limit.max(HASTE).min(state.at_most.get()),
        )
    })
}

/// Has what follows in the running operation wait briefly, because its server has not replied.
pub fn hurry() {
    STATE.with(|state| state.waited.set(Duration::MAX));
}

/// Returns how long the running operation has waited for its server in vain.
pub fn waited() -> Duration {
    STATE.with(|state| state.waited.get())
}

/// Returns whether the server has timed out already.
pub fn is_in_haste() -> bool {
    waited() == Duration::MAX
}

/// Ends all operations, because a fatal error may have jumped out of one.
pub fn reset() {
    set_mode(Mode::Uninterruptible);
    mem::forget(limit_waits(|_| (Duration::ZERO, Duration::MAX)));
}

/// Serves interrupts. Returns `Break` if the wait must end, perhaps by an earlier call in this
/// operation.
pub fn serve() -> ControlFlow<()> {
    if mode().listens()
        && let Some(hooks) = HOOKS.get()
        && (hooks.serve)().is_break()
    {
        set_mode(Mode::Stopped);
    }
    match must_stop() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

fn mode() -> Mode {
    STATE.with(|state| state.mode.get())
}

/// Returns whether an interrupt has come that is to be served now.
pub fn is_pending() -> bool {
    mode().listens() && HOOKS.get().is_some_and(|hooks| (hooks.is_pending)())
}

/// Returns whether there is an event loop that may suspend the running operation.
pub fn may_suspend() -> bool {
    mode() == Mode::InLoop
}

/// Suspends the running code as [`Hooks::suspend`] does.
pub fn suspend(sockets: &[libc::pollfd], left: Duration) -> Suspension {
    outside(|hooks| (hooks.suspend)(sockets, left))
}

/// Suspends the running code as [`Hooks::park`] does.
pub fn park(descriptor: RawFd, left: Duration) -> Suspension {
    outside(|hooks| (hooks.park)(descriptor, left))
}

/// Lets other code run. It begins and ends its own operations, in any order.
fn outside(suspend: impl FnOnce(&Hooks) -> Suspension) -> Suspension {
    let Some(hooks) = HOOKS.get().filter(|_| may_suspend()) else {
        return Suspension::Refused;
    };
    let own = uninterruptible();
    let suspension = suspend(hooks);
    drop(own);
    if suspension == Suspension::Stopped {
        set_mode(Mode::Stopped);
    }
    suspension
}

/// Returns whether an interrupt has ended the running operation.
pub fn must_stop() -> bool {
    mode() == Mode::Stopped
}

/// Returns a time limit. It is short if an interrupt has ended the operation, or if the operation
/// has waited already.
pub fn limit(usual: Duration) -> Duration {
    STATE.with(|state| {
        let left = match state.short_limit() {
            Some(short) => usual.min(short),
            None => usual
                .saturating_sub(state.waited.get())
                .max(usual.min(HASTE)),
        };
        left.min(state.at_most.get())
    })
}

/// Returns the limit of an operation that an interrupt has ended, or whose server has timed out.
pub fn short_limit() -> Option<Duration> {
    STATE.with(State::short_limit)
}

impl State {
    fn short_limit(&self) -> Option<Duration> {
        match (self.mode.get(), self.waited.get()) {
            (_, Duration::MAX) => Some(HASTE),
            (Mode::Stopped, _) => Some(GRACE),
            _ => None,
        }
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
