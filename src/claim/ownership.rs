//! Ownership of a token: which token an object acquires with, and which commands had no reply.
//!
//! If another owner may know a token, only a release that the caller asked for ends its claim. So
//! nothing else deletes the token: no cleanup, no undo of a quorum, no best-effort command.
//! [`Token::is_known_elsewhere`] says which tokens these are.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
    time::Duration,
};

use crate::claim::{label::Label, token::Token};
use crate::os::clock::BootInstant;

/// The time, by the server's clock, after which a change between share and lock is not executed.
pub const CHANGE_WINDOW: Duration = Duration::from_secs(1);
/// The time after which a command without a reply is not executed any more.
pub const LONGEST_DELAY: Duration = Duration::from_secs(60);
/// The most unanswered commands that are noted. Locks do not fail more often in [`LONGEST_DELAY`].
const MOST_UNANSWERED: usize = 100_000;

/// The token of one object, and the leases that its commands may give the key.
#[derive(Default)]
pub struct Ownership {
    /// The token of the current or last acquisition.
    token: Option<Token>,
    /// The caller's token, which every acquisition uses.
    supplied: Option<Token>,
    /// True if the claim was taken over by its token, and no attempt has confirmed it yet.
    is_restored: bool,
    /// True if the claim was taken over, and it is unknown whether it is a share or the lock.
    may_be_of_other_kind: bool,
    /// The longest lease that the key may have; None: not known.
    longest: Option<Duration>,
    /// The shortest lease that an unanswered command may give the key, and the moment until which
    /// it keeps the claim from being handed over.
    shorter: Option<(Duration, BootInstant)>,
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

    /// Returns whether the claim was taken over, and may be a share or the lock.
    pub fn may_be_of_other_kind(&self) -> bool {
        self.may_be_of_other_kind
    }

    /// Notes that the claim is of the kind that its object is for, or was given up.
    pub fn settle_kind(&mut self) {
        self.may_be_of_other_kind = false;
    }

    /// Returns the token of an acquisition that begins.
    pub fn next_token(&self, label: &Label) -> Token {
        match &self.supplied {
            Some(supplied) => supplied.clone(),
            None => Token::generate(label),
        }
    }

    /// Notes that an acquisition with this token has succeeded. Commands with another token do not
    /// change its lease.
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

    /// Returns the longest lease that a command of a lock with this ttl may have given the key.
    pub fn longest_of(&self, ttl: Duration) -> Duration {
        self.longest.map_or(ttl, |longest| longest.max(ttl))
    }

    /// Notes that a command that shortens no lease may give the key this ttl.
    pub fn note_ttl(&mut self, ttl: Duration) {
        self.longest = self.longest.map(|longest| longest.max(ttl));
    }

    /// Notes that the key had this ttl when the server answered.
    pub fn confirm_ttl(&mut self, ttl: Duration) {
        self.longest = Some(ttl);
    }

    /// Notes that an unanswered command may give the key this ttl later, when its lease is longer.
    pub fn note_shorter(&mut self, ttl: Duration, until: BootInstant) {
        let last = self.shorter.map_or(until, |(_, last)| last.max(until));
        self.shorter = Some((self.count(ttl), last));
    }

    /// Returns whether an unanswered command may shorten the lease, so that it is not handed over.
    pub fn may_be_shortened(&self) -> bool {
        self.shorter
            .is_some_and(|(_, until)| BootInstant::now() < until)
    }

    /// Returns how long a lease of this length counts. A late command may leave a shorter one.
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
    /// Returns how long a command with this effect can be executed after it was given up.
    fn longest_delay(self) -> Duration {
        match self {
            Effect::Release | Effect::Shorten => LONGEST_DELAY,
            Effect::ChangeKind => CHANGE_WINDOW,
        }
    }
}

/// The servers that may still execute a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LateOn {
    /// The only server, or enough servers of a quorum to outvote the others.
    Any,
    /// A minority of a quorum, whose majority has answered.
    Minority,
}

/// The moments until which the last commands with one effect can be executed.
#[derive(Clone, Copy, Default)]
struct Doubt {
    on_any: Option<BootInstant>,
    on_minority: Option<BootInstant>,
    /// The shortest lease that one of these commands may give the claim.
    shortest: Option<Duration>,
    /// The number of calls that await the reply to such a command now.
    in_flight: usize,
}

impl Doubt {
    fn last(self) -> Option<BootInstant> {
        self.on_any.max(self.on_minority)
    }

    /// Returns whether one of the commands that can be executed until then may still be executed.
    fn is_open(self, until: Option<BootInstant>) -> bool {
        self.in_flight > 0 || until.is_some_and(|until| BootInstant::now() < until)
    }
}

/// The unanswered commands that may still change a claim, by key and token. The server is no part
/// of that, because one server can be written in several ways. A forked child knows what its parent
/// sent.
#[derive(Default)]
pub struct Unanswered {
    commands: Mutex<Commands>,
}

/// The commands by key and token, and by effect.
type Commands = HashMap<(Box<[u8]>, Effect), Doubt>;

static OF_THIS_PROCESS: LazyLock<Unanswered> = LazyLock::new(Unanswered::default);

impl Unanswered {
    pub fn of_this_process() -> &'static Unanswered {
        &OF_THIS_PROCESS
    }

    /// Notes that a command with this effect was sent, and may still be executed.
    pub fn note(&self, key: &[u8], token: &Token, effect: Effect, late_on: LateOn) {
        let until = Some(BootInstant::now() + effect.longest_delay());
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        if commands.len() == commands.capacity() {
            commands.retain(|_, doubt| doubt.is_open(doubt.last()));
        }
        if commands.len() < MOST_UNANSWERED {
            let doubt = commands.entry((name(key, token), effect)).or_default();
            match late_on {
                LateOn::Any => doubt.on_any = until,
                LateOn::Minority => doubt.on_minority = until,
            }
        }
    }

    /// Returns the effect of an unanswered command with this token. A change of kind comes first,
    /// because it concerns every object with the token. A shorter lease comes last, because the
    /// object that asked for it counts on no longer one.
    pub fn effect(&self, key: &[u8], token: &Token) -> Option<Effect> {
        let effects = [Effect::ChangeKind, Effect::Release, Effect::Shorten];
        effects
            .into_iter()
            .find(|effect| self.may_have(key, token, *effect))
    }

    /// Returns whether a command with this effect may still be executed.
    pub fn may_have(&self, key: &[u8], token: &Token, effect: Effect) -> bool {
        let doubt = self.doubt(key, token, effect);
        doubt.is_open(doubt.last())
    }

    /// Notes that a command with this effect is about to be sent.
    pub fn begin(&self, key: &[u8], token: &Token, effect: Effect) {
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        let doubt = commands.entry((name(key, token), effect)).or_default();
        doubt.in_flight += 1;
    }

    /// Notes that the wait for the reply to that command is over.
    pub fn end(&self, key: &[u8], token: &Token, effect: Effect) {
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        let name = (name(key, token), effect);
        if let Some(doubt) = commands.get_mut(&name) {
            doubt.in_flight = doubt.in_flight.saturating_sub(1);
            if !doubt.is_open(doubt.last()) {
                commands.remove(&name);
            }
        }
    }

    /// Notes the lease that an unanswered command may give the claim, after [`note`](Self::note).
    pub fn note_shorter(&self, key: &[u8], token: &Token, ttl: Duration) {
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(doubt) = commands.get_mut(&(name(key, token), Effect::Shorten)) {
            doubt.shortest = doubt.shortest.into_iter().chain([ttl]).min();
        }
    }

    /// Returns the shortest lease that an unanswered command may still give the claim, and until
    /// when it may.
    pub fn shortest(&self, key: &[u8], token: &Token) -> Option<(Duration, BootInstant)> {
        let doubt = self.doubt(key, token, Effect::Shorten);
        doubt.shortest.zip(doubt.last())
    }

    /// Returns whether a command with this token that no majority has answered may still be
    /// executed.
    pub fn may_outvote(&self, key: &[u8], token: &Token) -> bool {
        let effects = [Effect::ChangeKind, Effect::Release, Effect::Shorten];
        let mut doubts = effects
            .map(|effect| self.doubt(key, token, effect))
            .into_iter();
        doubts.any(|doubt| doubt.is_open(doubt.on_any))
    }

    fn doubt(&self, key: &[u8], token: &Token, effect: Effect) -> Doubt {
        let commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        let doubt = commands.get(&(name(key, token), effect));
        doubt.copied().unwrap_or_default()
    }
}

/// Joins a key and a token, so that no two pairs have the same name.
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
        ownership.note_shorter(MS(50), BootInstant::now() + LONGEST_DELAY);
        assert_eq!(
            [MS(200), MS(10)].map(|ttl| ownership.count(ttl)),
            [MS(50), MS(10)]
        );
        ownership.note_shorter(MS(70), BootInstant::now() + LONGEST_DELAY);
        assert_eq!(ownership.count(MS(200)), MS(50));
        ownership.acquire(Token::given(b"token"), MS(100));
        assert_eq!(ownership.count(MS(200)), MS(200));
    }
}
