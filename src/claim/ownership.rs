//! Ownership of a token: which token an object acquires with, and what was sent with a token that had no answer.
//!
//! A token that another owner may know is ended only by a release that its object was asked for. So
//! nothing else ever deletes it: no clean-up, no undo of a quorum, no parting command.
//! [`Token::is_known_elsewhere`] says which tokens these are.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
    time::Duration,
};

use crate::claim::{label::Label, token::Token};
use crate::os::clock::Moment;

/// A change between a share and the lock is executed within this time, by the server's clock, or not at all.
pub const CHANGE_WINDOW: Duration = Duration::from_secs(1);
/// A command that had no answer for this time is not executed any more.
pub const LONGEST_DELAY: Duration = Duration::from_secs(60);
/// More failures within [`LONGEST_DELAY`] than this are not those of locks.
const MOST_UNANSWERED: usize = 100_000;

/// The token of one object, and the leases that its commands may give the key.
#[derive(Default)]
pub struct Ownership {
    /// The token of the current or last acquisition.
    token: Option<Token>,
    /// The caller's token, which every acquisition uses.
    supplied: Option<Token>,
    /// The claim was taken over by its token, and no attempt has confirmed it yet.
    is_restored: bool,
    /// It was taken over, and nothing has been heard of it: it may be a share, or the lock.
    may_be_of_other_kind: bool,
    /// The longest lease that the key may have; None: not known.
    longest: Option<Duration>,
    /// The shortest lease that a command without an answer may still give the key, and until when others have to know of it.
    shorter: Option<(Duration, Moment)>,
}

impl Ownership {
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    pub fn supplied(&self) -> Option<&Token> {
        self.supplied.as_ref()
    }

    /// Returns whether the claim was taken over by its token, and no attempt has confirmed it yet.
    pub fn is_restored(&self) -> bool {
        self.is_restored
    }

    /// Has every acquisition use this token from now on.
    pub fn supply(&mut self, token: &Token) {
        let token = Token::given(token.as_bytes());
        self.token = Some(token.clone());
        self.supplied = Some(token);
    }

    /// Takes over the claim of this token.
    pub fn restore(&mut self, token: &Token) {
        *self = Ownership::default();
        self.supply(token);
        (self.is_restored, self.may_be_of_other_kind) = (true, true);
    }

    /// Returns whether the claim was taken over and may be of the other kind: the lock instead of a share, or a share instead of the lock.
    pub fn may_be_of_other_kind(&self) -> bool {
        self.may_be_of_other_kind
    }

    /// The claim has been found to be what its object is for, or was given up.
    pub fn settle_kind(&mut self) {
        self.may_be_of_other_kind = false;
    }

    /// The token of an acquisition that begins.
    pub fn next_token(&self, label: &Label) -> Token {
        match &self.supplied {
            Some(supplied) => supplied.clone(),
            None => Token::draw(label),
        }
    }

    /// An acquisition with this token has succeeded. What was sent with another token changes nothing of its lease.
    pub fn acquire(&mut self, token: Token, ttl: Duration) {
        self.token = Some(token);
        (self.is_restored, self.may_be_of_other_kind) = (false, false);
        (self.longest, self.shorter) = (Some(ttl), None);
    }

    /// Forgets the parent's claim, in a forked child.
    pub fn disown(&mut self) {
        self.token.clone_from(&self.supplied);
        (self.is_restored, self.may_be_of_other_kind) = (false, false);
    }

    /// Returns whether the current lease may end later than a new one of this length.
    pub fn may_last_longer_than(&self, ttl: Duration) -> bool {
        self.longest.is_none_or(|longest| ttl < longest)
    }

    /// The longest lease that a command of a lock with this ttl may have given the key.
    pub fn longest_of(&self, ttl: Duration) -> Duration {
        self.longest.map_or(ttl, |longest| longest.max(ttl))
    }

    /// A command that shortens no lease may give the key this ttl.
    pub fn note_ttl(&mut self, ttl: Duration) {
        self.longest = self.longest.map(|longest| longest.max(ttl));
    }

    /// The key had this ttl when the server answered.
    pub fn confirm_ttl(&mut self, ttl: Duration) {
        self.longest = Some(ttl);
    }

    /// A command without an answer may give the key this ttl at any later time, though the key has a longer one then.
    pub fn note_shorter(&mut self, ttl: Duration) {
        self.shorter = Some((self.count(ttl), Moment::now() + LONGEST_DELAY));
    }

    /// Returns whether a command without an answer may still shorten the lease, for who hands it over.
    pub fn may_be_shortened(&self) -> bool {
        self.shorter.is_some_and(|(_, until)| Moment::now() < until)
    }

    /// For how long a lease of this length counts: no longer than one that a late command may leave.
    pub fn count(&self, ttl: Duration) -> Duration {
        self.shorter.map_or(ttl, |(shorter, _)| shorter.min(ttl))
    }
}

/// The effect of a late command on the claim of its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// It ends the claim.
    Release,
    /// It has the claim end sooner.
    Shorten,
    /// A share becomes the lock, or the lock a share.
    ChangeKind,
}

impl Effect {
    /// For how long such a command can be executed after it was given up.
    fn longest_delay(self) -> Duration {
        match self {
            Effect::Release | Effect::Shorten => LONGEST_DELAY,
            Effect::ChangeKind => CHANGE_WINDOW,
        }
    }
}

/// Which servers may still execute a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LateOn {
    /// Any: one server, or of a quorum so many that they outvote the others.
    Any,
    /// Of a quorum a minority: the majority has answered.
    Minority,
}

/// Until when the last such command can be executed.
#[derive(Clone, Copy, Default)]
struct Doubt {
    on_any: Option<Moment>,
    on_minority: Option<Moment>,
    /// The shortest lease that such a command gives the claim.
    shortest: Option<Duration>,
}

impl Doubt {
    fn last(self) -> Option<Moment> {
        self.on_any.max(self.on_minority)
    }
}

/// The commands without an answer that may still change a claim, by key and token. The notation of the server is no part of
/// that, because one server has several. A forked child knows what its parent sent.
#[derive(Default)]
pub struct Unanswered {
    commands: Mutex<Commands>,
}

/// By key and token, and by effect.
type Commands = HashMap<(Box<[u8]>, Effect), Doubt>;

static OF_THIS_PROCESS: LazyLock<Unanswered> = LazyLock::new(Unanswered::default);

impl Unanswered {
    pub fn of_this_process() -> &'static Unanswered {
        &OF_THIS_PROCESS
    }

    /// A command with this effect was sent, and may still be executed.
    pub fn note(&self, key: &[u8], token: &Token, effect: Effect, late_on: LateOn) {
        let now = Moment::now();
        let until = Some(now + effect.longest_delay());
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        commands.retain(|_, doubt| doubt.last().is_some_and(|until| now < until));
        if commands.len() < MOST_UNANSWERED {
            let doubt = commands.entry((name(key, token), effect)).or_default();
            match late_on {
                LateOn::Any => doubt.on_any = until,
                LateOn::Minority => doubt.on_minority = until,
            }
        }
    }

    /// What may still be executed with this token. A change of kind has every object doubt its claim, so it is told first; a shorter
    /// lease is told last, because its own object counts on no longer one.
    pub fn effect(&self, key: &[u8], token: &Token) -> Option<Effect> {
        let effects = [Effect::ChangeKind, Effect::Release, Effect::Shorten];
        effects
            .into_iter()
            .find(|effect| self.may_have(key, token, *effect))
    }

    /// Whether a command with this effect may still be executed.
    pub fn may_have(&self, key: &[u8], token: &Token, effect: Effect) -> bool {
        let until = self.doubt(key, token, effect).last();
        until.is_some_and(|until| Moment::now() < until)
    }

    /// A command that was noted as one that shortens gives the claim this lease.
    pub fn note_shorter(&self, key: &[u8], token: &Token, ttl: Duration) {
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(doubt) = commands.get_mut(&(name(key, token), Effect::Shorten)) {
            doubt.shortest = doubt.shortest.into_iter().chain([ttl]).min();
        }
    }

    /// The shortest lease that such a command may still give it.
    pub fn shortest(&self, key: &[u8], token: &Token) -> Option<Duration> {
        self.doubt(key, token, Effect::Shorten).shortest
    }

    /// Whether a command with this token that no majority has answered may still be executed.
    pub fn may_outvote(&self, key: &[u8], token: &Token) -> bool {
        let effects = [Effect::ChangeKind, Effect::Release, Effect::Shorten];
        let until = |effect| self.doubt(key, token, effect).on_any;
        let mut ends = effects.into_iter().filter_map(until);
        ends.any(|until| Moment::now() < until)
    }

    fn doubt(&self, key: &[u8], token: &Token, effect: Effect) -> Doubt {
        let commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        let doubt = commands.get(&(name(key, token), effect));
        doubt.copied().unwrap_or_default()
    }
}

/// A key and a token in one, such that no two pairs have the same name.
fn name(key: &[u8], token: &Token) -> Box<[u8]> {
    [&key.len().to_le_bytes(), key, token.as_bytes()]
        .concat()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::clock::tests::SLEPT;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn what_had_no_answer_is_remembered_until_it_cannot_come_any_more() {
        let unanswered = Unanswered::default();
        let [one, other] = [b"one", b"two"].map(|token| Token::given(token));
        unanswered.note(b"key", &one, Effect::Release, LateOn::Any);
        unanswered.note(b"key", &one, Effect::ChangeKind, LateOn::Any);
        unanswered.note(b"key", &other, Effect::ChangeKind, LateOn::Any);
        assert_eq!(unanswered.effect(b"key", &one), Some(Effect::ChangeKind));
        assert_eq!(unanswered.effect(b"key", &other), Some(Effect::ChangeKind));
        assert_eq!(unanswered.effect(b"keyo", &Token::given(b"ne")), None);
        SLEPT.set(CHANGE_WINDOW);
        assert_eq!(unanswered.effect(b"key", &one), Some(Effect::Release));
        assert_eq!(unanswered.effect(b"key", &other), None);
        SLEPT.set(LONGEST_DELAY);
        assert_eq!(unanswered.effect(b"key", &one), None);
    }

    #[test]
    fn an_answer_to_a_later_command_ends_no_doubt_about_an_earlier_one() {
        let unanswered = Unanswered::default();
        let token = Token::given(b"token");
        unanswered.note(b"key", &token, Effect::Release, LateOn::Minority);
        assert!(!unanswered.may_outvote(b"key", &token));
        unanswered.note(b"key", &token, Effect::Shorten, LateOn::Any);
        unanswered.note(b"key", &token, Effect::Shorten, LateOn::Minority);
        assert!(unanswered.may_outvote(b"key", &token));
        SLEPT.set(LONGEST_DELAY);
        assert!(!unanswered.may_outvote(b"key", &token));
    }

    #[test]
    fn a_lease_counts_no_longer_than_the_shortest_that_may_come_late() {
        let mut ownership = Ownership::default();
        ownership.acquire(Token::given(b"token"), MS(100));
        assert!(ownership.may_last_longer_than(MS(50)));
        assert!(!ownership.may_last_longer_than(MS(100)));
        ownership.note_shorter(MS(50));
        assert_eq!(
            [MS(200), MS(10)].map(|ttl| ownership.count(ttl)),
            [MS(50), MS(10)]
        );
        ownership.note_shorter(MS(70));
        assert_eq!(ownership.count(MS(200)), MS(50));
        ownership.acquire(Token::given(b"token"), MS(100));
        assert_eq!(ownership.count(MS(200)), MS(200));
    }
}
