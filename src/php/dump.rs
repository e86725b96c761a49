//! The output of var_dump() for a lock.

use ext_php_rs::types::ZendHashTable;

use crate::claim::lease::State;
use crate::lock::any_lock::AnyLock;
use crate::php::exceptions::printable;
use crate::server::Backend;

pub fn show(lock: &AnyLock<impl Backend + Clone + ToString>, shown: &mut ZendHashTable) {
    let state = match lock.state() {
        State::Free => "free",
        State::Held(_) if lock.is_held() => "held",
        State::Held(_) => "expired",
        State::Lost => "lost",
        State::Unknown(_) => "unknown",
        State::Releasing { .. } => "releasing",
    };
    // Inserting fails on keys with NUL bytes only.
    match lock {
        AnyLock::One(lock) => _ = shown.insert("key", printable(lock.key())),
        AnyLock::Several(locks) => {
            let keys: Vec<String> = locks.keys().map(printable).collect();
            let _ = shown.insert("keys", keys);
        }
    }
    let _ = shown.insert("state", state);
    let _ = shown.insert("ttl", lock.ttl().as_secs_f64());
    let _ = shown.insert("remaining", lock.remaining().as_secs_f64());
    let _ = shown.insert("server", lock.server().to_string());
}
