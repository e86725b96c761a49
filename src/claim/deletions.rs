//! The tokens that this process may delete at any later contact. If an object acquired with such a
//! token, the planned deletion would end its claim. So the object refuses the token.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};

use crate::claim::token::Token;
use crate::os::clock::BootInstant;

/// The planned deletions by key and token: their number, and the moment after which none is sent.
/// The address is no part of the name, because one server has several addresses.
static PLANNED: LazyLock<Mutex<Planned>> = LazyLock::new(Mutex::default);

type Planned = HashMap<Name, (usize, BootInstant)>;

type Name = (Box<[u8]>, Box<[u8]>);

/// A deletion that this process will send. The plan ends with this value.
pub struct PlannedDeletion(Name);

impl PlannedDeletion {
    /// Notes that a deletion may be sent until `ends`.
    pub fn new(key: &[u8], token: &Token, ends: BootInstant) -> PlannedDeletion {
        let name = name(key, token);
        let mut planned = planned();
        let (count, last) = planned.entry(name.clone()).or_insert((0, ends));
        *count += 1;
        *last = ends.max(*last);
        PlannedDeletion(name)
    }
}

impl Drop for PlannedDeletion {
    fn drop(&mut self) {
        let mut planned = planned();
        if let Some((count, _)) = planned.get_mut(&self.0) {
            *count -= 1;
            if *count == 0 {
                planned.remove(&self.0);
            }
        }
    }
}

/// Returns whether this process may still delete this token.
pub fn is_planned(key: &[u8], token: &Token) -> bool {
    let planned = planned();
    let ends = planned.get(&name(key, token)).map(|(_, ends)| *ends);
    ends.is_some_and(|ends| BootInstant::now() < ends)
}

fn planned() -> MutexGuard<'static, Planned> {
    PLANNED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn name(key: &[u8], token: &Token) -> Name {
    (key.into(), token.as_bytes().into())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::os::clock::tests::SLEPT;

    #[test]
    fn a_token_is_refused_until_its_last_planned_deletion_is_withdrawn_or_too_late() {
        let token = Token::generate(&Default::default());
        let ends = BootInstant::now() + Duration::from_secs(60);
        let one = PlannedDeletion::new(b"key", &token, ends);
        let other = PlannedDeletion::new(b"key", &token, ends + Duration::from_secs(60));
        assert!(is_planned(b"key", &token) && !is_planned(b"another", &token));
        drop(one);
        assert!(is_planned(b"key", &token));
        SLEPT.set(Duration::from_secs(121));
        assert!(!is_planned(b"key", &token), "no contact has removed it");
        SLEPT.set(Duration::ZERO);
        drop(other);
        assert!(!is_planned(b"key", &token) && !planned().contains_key(&name(b"key", &token)));
    }
}
