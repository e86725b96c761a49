//! Two locks on one key, what can be done with them, and what must be true after each step.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use crate::claim::{lease::State, token::Token};
use crate::lock::acquire::waiter::{Waiting, uninterrupted};
use crate::lock::tests::invariants::{holder, holder_token, is_strangers};
use crate::lock::tests::model::{Content, Entry};
use crate::lock::tests::{MS, TTL};
use crate::lock::{Lock, tests::wire::Wire};
use crate::server::error::Fault;

pub const KEY: &[u8] = b"key";
pub const STRANGER: &[u8] = b"a stranger";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    First(Action),
    Second(Action),
    /// The key expires or is deleted, and another owner takes it.
    TakenAway,
    ScriptFlush,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    TryAcquire,
    /// Waits for ever. The holder of the key loses it during the first sleep.
    Acquire,
    /// Refreshes with a shorter lease.
    Refresh,
    /// Refreshes with a longer lease.
    RefreshLonger,
    Release,
    IsOwned,
    IsLocked,
    ForceRelease,
    Drop,
    /// Hands its token over to a new lock in its place.
    HandOver,
}

/// The holder of the key when a program begins.
#[derive(Clone, Copy, Debug)]
pub enum Beginning {
    Free,
    Strangers,
    OtherType,
}

impl Beginning {
    pub const ALL: [Beginning; 3] = [Beginning::Free, Beginning::Strangers, Beginning::OtherType];
}

pub struct Program {
    pub wire: Wire,
    pub first: Claimant,
    pub second: Claimant,
    /// The tokens that the key lost by no act of the lock, so that the lock cannot know yet.
    pub taken_away: HashSet<Vec<u8>>,
    is_fenced: bool,
    /// True if the first lock always acquires with the same token.
    pub is_given: bool,
    is_unconfirmed: bool,
}

/// A lock, and what is expected of it.
pub struct Claimant {
    pub lock: Lock<Wire>,
    /// True if it was valid when its first release was sent, and no release has been answered yet.
    was_valid_at_release: bool,
}

impl Claimant {
    fn new(wire: &Wire) -> Claimant {
        Claimant {
            lock: Lock::new(wire.clone(), KEY, TTL),
            was_valid_at_release: false,
        }
    }

    pub fn token(&self) -> Option<&[u8]> {
        self.lock.token().map(|token| token.as_bytes())
    }
}

impl Program {
    pub fn new(wire: Wire, beginning: Beginning) -> Program {
        match beginning {
            Beginning::Free => {}
            Beginning::Strangers => strangers_take(&wire),
            Beginning::OtherType => wire.model().put(KEY, Content::OtherType, None),
        }
        Program {
            first: Claimant::new(&wire),
            second: Claimant::new(&wire),
            wire,
            taken_away: HashSet::new(),
            is_fenced: false,
            is_given: false,
            is_unconfirmed: false,
        }
    }

    /// Supplies the first lock with a token, so that it is always the same owner.
    pub fn give_token(&mut self) {
        self.first.lock.acquire_with(&Token::given(b"given"));
        self.is_given = true;
    }

    /// Has no lock wait for the reply to its release.
    pub fn skip_confirmation(&mut self) {
        self.first.lock.skip_confirmation();
        self.second.lock.skip_confirmation();
        self.is_unconfirmed = true;
    }

    pub fn use_fences(&mut self) {
        self.first.lock.use_fences();
        self.second.lock.use_fences();
        self.is_fenced = true;
    }

    pub fn step(&mut self, step: Step) {
        self.wire.mark(format!("{step:?}"));
        match step {
            Step::First(action) => self.act(action),
            Step::Second(action) => {
                std::mem::swap(&mut self.first, &mut self.second);
                self.act(action);
                std::mem::swap(&mut self.first, &mut self.second);
            }
            Step::TakenAway => {
                self.note_taken_away();
                strangers_take(&self.wire);
            }
            Step::ScriptFlush => self.wire.model().forget_scripts(),
        }
        self.check_leases();
        self.wire.let_arrive();
        self.check_leases();
    }

    /// Drops both locks, ends the faults, and has another lock contact the server.
    pub fn end(self) {
        let Program {
            wire,
            first,
            second,
            is_given,
            ..
        } = self;
        wire.arrivals(|_| None);
        wire.mark("drop".to_owned());
        drop((first, second));
        wire.meets([]);
        wire.mark("the next contact".to_owned());
        Lock::new(wire.clone(), b"another key", TTL)
            .is_locked()
            .unwrap();
        let left = holder(&wire);
        // A supplied token may be left to its TTL.
        let nothing = is_strangers(left.as_ref()) || wire.was_anything_late() || is_given;
        assert!(nothing, "left behind: {left:?}");
    }

    fn act(&mut self, action: Action) {
        let before = holder(&self.wire);
        let had_claim = self.first.lock.has_claim();
        match action {
            Action::TryAcquire => {
                let answer = self.first.lock.try_acquire();
                self.check_acquired(answer);
            }
            Action::Acquire => {
                let answer = self.acquire_waiting();
                assert!(!matches!(answer, Ok(false)), "it would wait for ever");
                self.check_acquired(answer);
            }
            Action::Refresh | Action::RefreshLonger => {
                // A release that has not been answered may still arrive.
                let is_given_back = matches!(self.first.lock.state(), State::Releasing { .. });
                let ttl = match action {
                    Action::RefreshLonger => TTL * 2,
                    _ => TTL / 2,
                };
                let answer = self.first.lock.refresh(ttl);
                if let Ok(refreshed) = answer {
                    assert_eq!(
                        refreshed,
                        had_claim && !is_given_back && self.is_owner(),
                        "what refresh() said"
                    );
                }
                self.check_unanswered(&answer);
            }
            Action::Release => self.release(before.as_ref()),
            Action::IsOwned => {
                if let Ok(owned) = self.first.lock.is_owned() {
                    assert_eq!(owned, self.is_owner(), "what isOwned() said");
                    assert!(owned || !self.first.lock.is_held());
                }
            }
            Action::IsLocked => {
                if let Ok(locked) = self.first.lock.is_locked() {
                    assert_eq!(locked, holder(&self.wire).is_some(), "what isLocked() said");
                }
            }
            Action::ForceRelease => self.force_release(),
            Action::Drop => self.first = self.new_claimant(),
            Action::HandOver => {
                if let Some(token) = self.first.lock.detach().cloned() {
                    self.first = self.new_claimant();
                    self.first.lock.restore(&token);
                }
            }
        }
        if !matches!(
            self.first.lock.state(),
            State::Unknown(_) | State::Releasing { .. }
        ) {
            self.first.was_valid_at_release = false;
        }
        if is_strangers(before.as_ref())
            && before.is_some()
            && !matches!(action, Action::ForceRelease | Action::Acquire)
        {
            assert_eq!(holder(&self.wire), before, "another owner's key");
        }
        self.check_nothing_left_behind();
    }

    fn new_claimant(&self) -> Claimant {
        let mut claimant = Claimant::new(&self.wire);
        if self.is_fenced {
            claimant.lock.use_fences();
        }
        if self.is_given {
            claimant.lock.acquire_with(&Token::given(b"given"));
        }
        if self.is_unconfirmed {
            claimant.lock.skip_confirmation();
        }
        claimant
    }

    fn acquire_waiting(&mut self) -> Result<bool, Fault> {
        let Program {
            wire,
            first,
            taken_away,
            ..
        } = self;
        first.lock.acquire(Waiting {
            since: Instant::now(),
            limit: Duration::MAX,
            retry_interval: MS(100),
            pause: &mut uninterrupted(|_| {
                taken_away.extend(holder_token(wire));
                wire.model().delete(KEY);
            }),
        })
    }

    fn release(&mut self, before: Option<&Entry>) {
        let was_owner = before.is_some() && self.is_owner();
        let token = self.first.token().map(<[u8]>::to_vec);
        let was_taken_away = token.is_some_and(|token| self.taken_away.contains(&token));
        let had_claim = self.first.lock.has_claim();
        let valid = self.first.lock.is_held() || self.first.was_valid_at_release;
        let answer = self.first.lock.release();
        match answer {
            Ok(released) => {
                // A late attempt may put the token there again. An unconfirmed release may have to
                // be repeated.
                let is_gone = !had_claim
                    || !self.is_owner()
                    || self.wire.was_anything_late()
                    || self.is_unconfirmed;
                assert!(is_gone, "released, and still there");
                assert!(!self.first.lock.has_claim());
                if valid && !was_taken_away {
                    assert!(released, "it was valid when it was first sent");
                }
                let could_be = valid || was_owner || was_taken_away;
                assert!(!released || could_be, "it had not been ours");
            }
            // The state says whether the release was sent.
            Err(_) => self.first.was_valid_at_release = valid,
        }
        self.check_unanswered(&answer);
    }

    fn force_release(&mut self) {
        let is_owner = self.is_owner();
        if !is_owner {
            self.note_taken_away();
        }
        let holder_before = holder_token(&self.wire);
        match self.first.lock.force_release() {
            Ok(_) => assert_eq!(holder(&self.wire), None),
            // The answer of a release is open now, but that of isHeld() is not.
            Err(_) if is_owner && self.first.lock.is_held() => self.check_leases(),
            Err(_) => self.taken_away.extend(holder_before),
        }
    }

    pub fn is_owner(&self) -> bool {
        let token = self.first.token();
        token.is_some() && holder_token(&self.wire).as_deref() == token
    }

    fn note_taken_away(&mut self) {
        self.taken_away.extend(holder_token(&self.wire));
    }
}

fn strangers_take(wire: &Wire) {
    wire.model()
        .put(KEY, Content::Text(STRANGER.into()), Some(TTL));
}
