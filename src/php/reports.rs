//! `RedisLock::listen()`: tells PHP code of what happens to locks. A lock keeps its events while a
//! call of it runs. They are told when that call has done its work, so the listener may use locks.

use std::{
    cell::RefCell,
    collections::VecDeque,
    mem::{self, ManuallyDrop},
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

use ext_php_rs::{
    error::{Result, php_error},
    ffi,
    flags::ErrorType,
    types::{ZendObject, Zval},
    zend::ExecutorGlobals,
};

use crate::claim::history::{self, KeptEvent, LockEvent};
use crate::command::lock_kind::LockKind;
use crate::lock::any_lock::BackendLock;
use crate::os::fork::Process;
use crate::php::exceptions::loss_message;
use crate::php::fibers::Fiber;
use crate::php::place::{OutermostFrame, Place};
use crate::php::value_class::{FLOAT, INT, NULL, STRING, ValueClass, float, int, text};
use crate::php::{fatal, interrupts, pending};

static EVENT: ValueClass<9> = ValueClass {
    name: "RedisLockEvent",
    properties: [
        ("type", STRING),
        ("key", STRING),
        ("kind", STRING),
        ("server", STRING),
        ("waited", FLOAT),
        ("held", FLOAT | NULL),
        ("attempts", INT),
        ("reason", STRING | NULL),
        ("fence", INT | NULL),
    ],
    entry: AtomicPtr::new(ptr::null_mut()),
};

pub fn register() -> Result<()> {
    EVENT.register(|entry, _| EVENT.entry.store(entry, Ordering::Release))
}

/// The values of an event's object.
type Report = [Zval; 9];

thread_local! {
    /// The callable of listen(), and the process that has set it.
    static CALLABLE: RefCell<Option<(Zval, Process)>> = const { RefCell::new(None) };
    /// The reports that the callable has not been called with, of this process.
    static UNTOLD: RefCell<(VecDeque<Report>, Option<Process>)> =
        const { RefCell::new((VecDeque::new(), None)) };
    /// The fibers that the callable is running in.
    static TELLING: RefCell<Vec<Fiber>> = const { RefCell::new(Vec::new()) };
}

/// Has this process tell the callable, or none, from now on.
pub fn listen(callable: Option<Zval>) {
    if callable.is_some() {
        history::begin();
    }
    let before = CALLABLE.replace(callable.map(|callable| (callable, Process::current())));
    drop(before); // may run a destructor, which may call this
}

/// Forgets the callable of a request, and what it has not been told, at the request's end.
pub fn end_request() {
    let kept = (CALLABLE.take(), UNTOLD.take(), TELLING.take());
    drop(kept);
}

/// Returns whether there is a callable.
pub fn are_told() -> bool {
    history::are_kept() && callable().is_some()
}

/// Returns the callable. A forked child has none of its own.
fn callable() -> Option<Zval> {
    CALLABLE.with_borrow(|callable| {
        let (callable, process) = callable.as_ref()?;
        (*process == Process::current()).then(|| callable.shallow_clone())
    })
}

/// Returns whether the running code is the callable. It is not told of its own locks.
pub fn is_telling() -> bool {
    let fiber = Fiber::current();
    TELLING.with_borrow(|fibers| fibers.contains(&fiber))
}

/// Takes over the events of a lock, after a call of it.
#[inline]
pub fn collect(lock: &mut BackendLock) {
    if history::are_kept() {
        collect_kept(lock);
    }
}

#[cold]
fn collect_kept(lock: &mut BackendLock) {
    lock.record_loss();
    let mut events = lock.take_events();
    if is_telling() {
        // The listener has not caused a loss.
        events.retain(|kept| matches!(kept.event, LockEvent::Lost(_)));
    }
    if events.is_empty() || callable().is_none() {
        return;
    }
    let reports: Vec<Report> = events.iter().map(|kept| report(lock, kept)).collect();
    with_untold(|untold| untold.extend(reports));
}

/// Calls `see` with the reports of this process that are left to tell.
fn with_untold<R>(see: impl FnOnce(&mut VecDeque<Report>) -> R) -> R {
    let here = Some(Process::current());
    let (parents, result) = UNTOLD.with_borrow_mut(|(untold, process)| {
        let is_here = mem::replace(process, here) == here;
        let parents = (!is_here).then(|| mem::take(untold));
        (parents, see(untold))
    });
    drop(parents);
    result
}

fn report(lock: &BackendLock, kept: &KeptEvent) -> Report {
    let (type_, reason) = match &kept.event {
        LockEvent::Contended => ("contended", None),
        LockEvent::Acquired => ("acquired", None),
        LockEvent::TimedOut => ("timeout", None),
        LockEvent::Released => ("released", None),
        LockEvent::Lost(loss) => ("lost", Some(loss_message(*loss))),
        LockEvent::Failed(why) => ("error", Some(why.as_str())),
    };
    let keys = lock.keys();
    let was_held = !matches!(kept.event, LockEvent::Contended | LockEvent::TimedOut);
    let kind = match lock.kind() {
        LockKind::Exclusive => "lock",
        LockKind::Shared => "shared",
        LockKind::Semaphore { .. } => "semaphore",
        LockKind::Multi => "multi",
    };
    let acquisition = kept.acquisition.unwrap_or_else(|| lock.acquired());
    [
        text(Some(type_.as_bytes())),
        text(kept.key.as_deref().or(keys.first().copied())),
        text(Some(kind.as_bytes())),
        text(Some(lock.server().name().as_bytes())),
        float(Some(acquisition.waited.as_secs_f64())),
        float(kept.held.map(|held| held.as_secs_f64())),
        int(Some(acquisition.attempts.into())),
        text(reason.map(str::as_bytes)),
        int(acquisition.fence.filter(|_| was_held)),
    ]
}

/// Tells what has happened. An exception that is pending is set aside meanwhile. Returns whether
/// the callable has been called.
#[inline]
pub fn tell() -> bool {
    history::are_kept() && tell_untold()
}

#[cold]
fn tell_untold() -> bool {
    if with_untold(|untold| untold.is_empty()) {
        return false;
    }
    if is_telling() || pending::is_exiting() || fatal::is_fatal() {
        return false;
    }
    let earlier = pending::set_aside();
    let fiber = Fiber::current();
    while let Some(callable) = callable()
        && let Some(report) = with_untold(VecDeque::pop_front)
    {
        TELLING.with_borrow_mut(|fibers| fibers.push(fiber));
        let place = Place::current();
        let completed = call(callable, report);
        TELLING.with_borrow_mut(|fibers| fibers.retain(|other| *other != fiber));
        if !completed {
            mem::forget((earlier, CALLABLE.take())); // PHP does not free them either
            return true;
        }
        warn(&place);
        if pending::is_any() {
            break; // exit(), or PHP code made an exception of the warning
        }
    }
    interrupts::flag().store(true, Ordering::Release); // a loss may have waited for the listener
    if let Some(earlier) = earlier {
        earlier.put_back();
    }
    true
}

/// Calls the callable. Returns false after a fatal error, after which nothing is dropped.
fn call(callable: Zval, report: Report) -> bool {
    let mut event = Zval::new();
    if EVENT.object(report, &mut event).is_err() {
        return true;
    }
    let mut values = ManuallyDrop::new((callable, event, Zval::new()));
    let outermost = OutermostFrame::push();
    let completed = fatal::run(|| {
        let (callable, event, result) = &mut *values;
        let (no_object, no_names) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: a callable, and its argument.
        unsafe {
            ffi::_call_user_function_impl(no_object, callable, result, 1, event, no_names);
        }
    });
    if completed {
        drop(ManuallyDrop::into_inner(values));
    }
    if outermost.is_some() && pending::is_exiting() {
        drop(ExecutorGlobals::take_exception()); // the script has ended already
    }
    completed
}

/// Returns a property of an exception as text; nothing if its class has made it an array or object.
fn property(exception: &mut ZendObject, name: &str) -> String {
    let mut kept = Zval::new();
    // SAFETY: reads a property that every exception has, in the scope of its class.
    let value = unsafe {
        ffi::zend_read_property(
            exception.ce,
            exception,
            name.as_ptr().cast(),
            name.len(),
            true,
            &raw mut kept,
        )
        .as_ref()
    };
    match value.map(|value| (value.zend_str(), value.long())) {
        Some((Some(text), _)) => String::from_utf8_lossy(text.as_bytes()).replace('\0', "\u{fffd}"),
        Some((None, Some(number))) => number.to_string(),
        _ => String::new(),
    }
}

/// Makes a warning of the callable's exception.
fn warn(place: &Place) {
    if pending::is_exiting() {
        return;
    }
    let Some(mut exception) = ExecutorGlobals::take_exception() else {
        return;
    };
    place.restore();
    let class = exception.get_class_name().unwrap_or_default();
    let class = class.split('\0').next().unwrap_or_default(); // behind it, an anonymous class's file
    let [message, file, line] =
        ["message", "file", "line"].map(|name| property(&mut exception, name));
    let message =
        format!("the listener of RedisLock::listen() threw {class}: {message} in {file}:{line}");
    drop(exception);
    let told = fatal::run(|| php_error(&ErrorType::Warning, &message));
    if !told {
        mem::forget(message);
    }
}
