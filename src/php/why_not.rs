//! Why a lock was not acquired, or was lost, for messages.

use crate::claim::{label::label_of, loss::Loss};
use crate::command::lock_kind::LockKind;
use crate::lock::{Lock, multi::MultiLock};
use crate::php::exceptions::{printable, with_hint};
use crate::php::object::is_held_by_another_object;
use crate::server::backend::AnyBackend;

/// Returns why a lock was lost. Asks the server if it has said no more than that it is not ours.
pub fn reason(loss: Loss, lock: &mut Lock<AnyBackend>) -> Loss {
    match loss {
        Loss::NotOurs => match lock.is_locked() {
            Ok(true) => Loss::Taken,
            Ok(false) => Loss::Gone,
            Err(_) => Loss::NotOurs,
        },
        loss => loss,
    }
}

/// Returns which key prevents the acquisition of several, and why.
pub fn why_not_all(locks: &MultiLock<AnyBackend>) -> String {
    let blocker = locks.blocked_by().and_then(|key| locks.lock_of(key));
    match blocker {
        Some(mut lock) => {
            let why = why_not(&mut lock);
            format!("\"{}\" is in the way: {why}", printable(lock.key()))
        }
        None => "another owner holds one of them".to_owned(),
    }
}

/// Returns what prevents an acquisition, as far as this process knows or the server says.
pub fn why_not(lock: &mut Lock<AnyBackend>) -> String {
    const FOR_EVER: &str = "has no expiry, so it will not get free by itself";
    let Ok(Some(holder)) = lock.holder() else {
        return "another owner holds it".to_owned();
    };
    let left = holder.left.map(|left| left.as_secs_f64());
    let Some(value) = holder.value else {
        let kind = lock.kind_of_key();
        let kind = kind.as_deref().unwrap_or("value of another type");
        let lasts = match left {
            Some(left) => format!("expires in {left:.3} seconds"),
            None => FOR_EVER.to_owned(),
        };
        return format!(
            "its key holds a {kind}, which is no lock of this kind, and {lasts} (another program uses it: choose another key)"
        );
    };
    if let (Some(refusal), Some(left)) = (lock.refusal_to_delete(&value, with_hint), left) {
        return format!(
            "this process has given it up, but the server refused to delete it, and it expires in {left:.3} seconds: {refusal}"
        );
    }
    let named = match label_of(&value) {
        Some(label) => format!("\"{label}\""),
        None => "another owner".to_owned(),
    };
    let is_here = is_held_by_another_object(lock, &value);
    if let (Some(sharers), Some(left)) = (holder.sharers, left)
        && let Some(what) = why_not_shared(lock.kind(), sharers, &named, is_here)
    {
        return format!("{what} for {left:.3} more seconds unless they renew it");
    }
    match left {
        Some(left) if is_here => format!(
            "another object of this process holds it, for {left:.3} more seconds unless it is renewed (use the same object, or release that one before)"
        ),
        None => format!(
            "{named} holds it, and its key {FOR_EVER} (if no client needs it, forceRelease() deletes it)"
        ),
        Some(left) => format!("{named} holds it, for {left:.3} more seconds unless they renew it"),
    }
}

/// Describes the holders of a shared lock. Returns `None` if the lock has one holder and can be
/// described as if it were not shared.
fn why_not_shared(kind: LockKind, sharers: u64, holder: &str, is_here: bool) -> Option<String> {
    match (kind, sharers) {
        (LockKind::Exclusive | LockKind::Multi, 1) => None,
        (LockKind::Exclusive | LockKind::Multi, _) => {
            Some(format!("{sharers} share it, the last of them"))
        }
        (LockKind::Shared, 1) => Some(format!(
            "others wait for it and go first; {holder} shares it,"
        )),
        (LockKind::Shared, _) => Some(format!(
            "others wait for it and go first; {sharers} share it, the last of them"
        )),
        (LockKind::Semaphore { permits, .. }, 1) => {
            let holder = match is_here {
                true => "another RedisSemaphore object of this process",
                false => holder,
            };
            Some(format!(
                "of its {permits} permits too few are free: {holder} has the others,"
            ))
        }
        (LockKind::Semaphore { permits, .. }, _) => Some(format!(
            "of its {permits} permits too few are free: {sharers} have the others, the last of them"
        )),
    }
}
