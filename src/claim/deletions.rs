//! The tokens that this process may delete at any later contact. An object that is given such a
//! token would lose its claim to the deletion, so it refuses the token.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};

use crate::claim::token::Token;

/// The number of planned deletions, by key and token. The address is no part of the name, because
/// one server has several addresses.
static PLANNED: LazyLock<Mutex<HashMap<Name, usize>>> = LazyLock::new(Mutex::default);

type Name = (Box<[u8]>, Box<[u8]>);

/// A deletion that this process will send. Ends with this value.
pub struct PlannedDeletion(Name);

impl PlannedDeletion {
    pub fn new(key: &[u8], token: &Token) -> PlannedDeletion {
        let name = name(key, token);
        *planned().entry(name.clone()).or_default() += 1;
        PlannedDeletion(name)
    }
}

impl Drop for PlannedDeletion {
    fn drop(&mut self) {
        let mut planned = planned();
        if let Some(count) = planned.get_mut(&self.0) {
            *count -= 1;
            if *count == 0 {
                planned.remove(&self.0);
            }
        }
    }
}

/// Returns whether this process may still delete this token.
pub fn is_planned(key: &[u8], token: &Token) -> bool {
    planned().contains_key(&name(key, token))
}

fn planned() -> MutexGuard<'static, HashMap<Name, usize>> {
    PLANNED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn name(key: &[u8], token: &Token) -> Name {
    (key.into(), token.as_bytes().into())
}
