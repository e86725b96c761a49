//! The exceptions, and what their messages say.

use std::{
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

use ext_php_rs::{
    builders::ClassBuilder,
    error::Result,
    exception::throw_with_code,
    ffi,
    zend::{ClassEntry, ce},
};

use crate::claim::{history::LockEvent, loss::Loss};
use crate::command::lock_kind::LockKind;
use crate::lock::any_lock::BackendLock;
use crate::os::interrupt;
use crate::php::{fatal, pending};
use crate::server::{backend::AnyBackend, error::Fault};

/// A sign that an exception is pending in the engine: the caller returns to PHP.
pub struct Thrown;

/// The classes, in the order of [`CLASSES`].
#[derive(Clone, Copy)]
pub enum Kind {
    Base,
    Connection,
    Timeout,
    Lost,
}

const NAMES: [&str; 4] = [
    "RedisLockException",
    "RedisLockConnectionException",
    "RedisLockTimeoutException",
    "RedisLockLostException",
];

static CLASSES: [AtomicPtr<ClassEntry>; 4] = [const { AtomicPtr::new(ptr::null_mut()) }; 4];

unsafe extern "C" {
    static spl_ce_RuntimeException: *mut ClassEntry;
}

fn runtime_exception() -> &'static ClassEntry {
    // SAFETY: SPL is part of PHP and registers its classes before any extension that is loaded.
    unsafe { &*spl_ce_RuntimeException }
}

fn class(kind: Kind) -> &'static ClassEntry {
    // SAFETY: null until registered, then a class entry that lives as long as the module.
    unsafe { CLASSES[kind as usize].load(Ordering::Acquire).as_ref() }.unwrap_or_else(ce::exception)
}

/// Registers the classes. They have no object handlers of their own, so PHP gives their objects
/// file, line, trace and previous.
pub fn register() -> Result<()> {
    // The builder takes a plain function, so each class has its own.
    let registrations: [fn(&'static mut ClassEntry, ext_php_rs::args::ArgInfoTables); 4] = [
        |entry, _| CLASSES[0].store(entry, Ordering::Release),
        |entry, _| CLASSES[1].store(entry, Ordering::Release),
        |entry, _| CLASSES[2].store(entry, Ordering::Release),
        |entry, _| CLASSES[3].store(entry, Ordering::Release),
    ];
    for (name, registration) in NAMES.into_iter().zip(registrations) {
        let parent = match name {
            "RedisLockException" => (runtime_exception as fn() -> _, "RuntimeException"),
            _ => ((|| class(Kind::Base)) as fn() -> _, "RedisLockException"),
        };
        ClassBuilder::new(name)
            .extends(parent)
            .registration(registration)
            .register()?;
    }
    Ok(())
}

/// Returns whether an exception of exactly this class is pending.
pub fn is_pending(kind: Kind) -> bool {
    // SAFETY: PHP's globals of this thread; the pending exception is an object or null.
    unsafe {
        let pending = (*ffi::ext_php_rs_executor_globals()).exception;
        !pending.is_null() && ptr::eq((*pending).ce, class(kind))
    }
}

/// Throws; an exception that is pending already becomes the previous one.
pub fn throw(kind: Kind, message: &str) -> Thrown {
    throw_as(class(kind), message)
}

/// Throws PHP's own ValueError, for a bad value that is not an argument.
pub fn throw_value_error(message: &str) -> Thrown {
    throw_as(ce::value_error(), message)
}

/// Throws PHP's own Error, for a call that makes no sense in any program.
pub fn throw_error(message: &str) -> Thrown {
    throw_as(ce::error(), message)
}

fn throw_as(class: &ClassEntry, message: &str) -> Thrown {
    if fatal::is_fatal() || pending::is_exiting() {
        return Thrown; // the script, or the fiber, ends
    }
    // Fails on a NUL byte only, and messages have none.
    if throw_with_code(class, 0, &message.replace('\0', "\\0")).is_err() {
        debug_assert!(false, "cannot throw: {message}");
    }
    Thrown
}

/// Returns the noun for this kind of lock in messages, and the class of its object.
pub fn noun_and_class(kind: LockKind) -> (&'static str, &'static str) {
    match kind {
        LockKind::Exclusive | LockKind::Shared => ("lock", "RedisLock"),
        LockKind::Semaphore { .. } => ("semaphore", "RedisSemaphore"),
        LockKind::Multi => ("multi-lock", "RedisMultiLock"),
    }
}

/// The number of keys that a message names, of several.
const MOST_NAMED: usize = 3;

/// Returns the noun for this kind of lock, with its key or its first keys.
pub fn noun_and_keys(kind: LockKind, keys: &[&[u8]]) -> String {
    let mut names: Vec<String> = keys
        .iter()
        .take(MOST_NAMED)
        .map(|key| format!("\"{}\"", printable(key)))
        .collect();
    if keys.len() > MOST_NAMED {
        names.push(format!("{} more", keys.len() - MOST_NAMED));
    }
    let last = names.pop().unwrap_or_default();
    let noun = noun_and_class(kind).0;
    match names.is_empty() {
        true => format!("{noun} {last}"),
        false => format!("{noun} {} and {last}", names.join(", ")),
    }
}

/// Returns what a message calls a lock. A message that begins with it needs [`sentence`].
pub fn named(kind: LockKind, keys: &[&[u8]], server: &AnyBackend) -> String {
    format!("{} on {server}", noun_and_keys(kind, keys))
}

/// Returns what a message calls a lock. A message that begins with it needs `sentence`.
pub fn name_of(lock: &BackendLock) -> String {
    named(lock.kind(), &lock.keys(), lock.server())
}

/// Throws a message: the operation, the lock, the error in Redis's own words, and a hint.
pub fn throw_fault(operation: &str, lock: &mut BackendLock, fault: &Fault) -> Thrown {
    if matches!(fault, Fault::Interrupted) || interrupt::must_stop() {
        return Thrown; // the caller is to see what a signal handler threw
    }
    let name = name_of(lock);
    let message = format!("Cannot {operation} {name}: {}", with_hint(fault));
    lock.record(LockEvent::Failed(message.clone()));
    let kind = match fault {
        Fault::NoThread(_) | Fault::Forked => Kind::Base,
        _ => Kind::Connection,
    };
    throw(kind, &message)
}

/// Returns the text with a capital at its beginning.
pub fn sentence(text: &str) -> String {
    let (first, rest) = text.split_at(text.len().min(1));
    first.to_uppercase() + rest
}

/// Returns the error, with a hint if there is one.
pub fn with_hint(fault: &Fault) -> String {
    match fault.hint() {
        Some(hint) => format!("{fault} ({hint})"),
        None => fault.to_string(),
    }
}

/// Returns what happened to a lost lock, and what the user can do about it.
pub fn loss_message(loss: Option<Loss>) -> &'static str {
    match loss {
        Some(Loss::Gone) => {
            "its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"
        }
        Some(Loss::Taken) => {
            "another owner holds its key now: it had been deleted, was overwritten, or expired on the server"
        }
        Some(Loss::NotRenewed) => {
            "the work took longer than the ttl (use autoRenew: true, or a longer ttl)"
        }
        Some(Loss::HeldTooLong) => {
            "maxHold was over, so its lease was not renewed any more (allow a longer maxHold, or do less under one lock)"
        }
        Some(Loss::Unanswered) => {
            "no renewal was answered before its lease ended: the server was away, or this process was halted (a longer ttl outlives more)"
        }
        Some(Loss::NotOurs) | None => "the server says that it is no longer ours",
    }
}

/// Returns a key as messages show it: escaped if it is not printable, and cut if it is too long.
pub fn printable(key: &[u8]) -> String {
    let mut text = match str::from_utf8(key) {
        Ok(text) if !text.chars().any(char::is_control) => text.to_owned(),
        _ => key.escape_ascii().to_string(),
    };
    if let Some((end, _)) = text.char_indices().nth(100) {
        text.truncate(end);
        text.push('…');
    }
    text
}
