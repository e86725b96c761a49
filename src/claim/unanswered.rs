//! The commands with a token that had no reply, and what they may still do to a claim.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
    time::Duration,
};

use crate::claim::token::Token;
use crate::os::{clock::BootInstant, fork::Process, request::Request};

/// The time after its first command, by the server's clock, after which a change between share and
/// lock is not executed.
pub const CHANGE_WINDOW: Duration = Duration::from_secs(1);
/// The time after which the client assumes that a command without a reply is not executed any more.
pub const LONGEST_DELAY: Duration = Duration::from_secs(60);
/// The most unanswered commands that are noted. More failures than that within [`LONGEST_DELAY`]
/// are not expected.
const MOST_UNANSWERED: usize = 100_000;

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
    /// A minority of a quorum. The majority has answered.
    Minority,
}

/// The moments until which the last commands with one effect can be executed.
#[derive(Clone, Copy, Default)]
struct LateCommands {
    on_any: Option<BootInstant>,
    on_minority: Option<BootInstant>,
    /// The shortest lease that one of these commands may give the claim.
    shortest: Option<Duration>,
    /// The calls that await the reply to such a command now.
    in_flight: Option<InFlight>,
}

/// Calls that await a reply.
#[derive(Clone, Copy)]
struct InFlight {
    calls: usize,
    /// The process of the calls. A child that a signal handler forks does not end them.
    process: Process,
    /// The request of the last call. A fatal error may have jumped out of its calls.
    request: Request,
    /// The moment from which a child, or a later request, need not expect the last command.
    until: BootInstant,
}

impl LateCommands {
    fn last(self) -> Option<BootInstant> {
        self.on_any.max(self.on_minority)
    }

    /// Returns whether a reply is awaited, or `until` is not over.
    fn is_open(self, until: Option<BootInstant>) -> bool {
        let is_coming = |until| BootInstant::now() < until;
        let is_in_flight = |in_flight: InFlight| {
            in_flight.process == Process::current() || is_coming(in_flight.until)
        };
        self.in_flight.is_some_and(is_in_flight) || until.is_some_and(is_coming)
    }
}

/// The unanswered commands that may still change a claim, by key and token. The server is no part
/// of the name, because one server has several notations. A forked child knows what its parent
/// sent.
#[derive(Default)]
pub struct Unanswered {
    commands: Mutex<Commands>,
}

/// The commands by key and token, and by effect.
type Commands = HashMap<(Box<[u8]>, Effect), LateCommands>;

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
            commands.retain(|_, late| late.is_open(late.last()));
        }
        if commands.len() < MOST_UNANSWERED {
            let late = commands.entry((name(key, token), effect)).or_default();
            match late_on {
                LateOn::Any => late.on_any = until,
                LateOn::Minority => late.on_minority = until,
            }
        }
    }

    /// Returns the effect of an unanswered command with this token. A change of kind comes first,
    /// because it concerns every object with the token. A shorter lease comes last, because the
    /// object that asked for it already counts on the shorter lease.
    pub fn effect(&self, key: &[u8], token: &Token) -> Option<Effect> {
        let effects = [Effect::ChangeKind, Effect::Release, Effect::Shorten];
        effects
            .into_iter()
            .find(|effect| self.may_have(key, token, *effect))
    }

    /// Returns whether a command with this effect may still be executed.
    pub fn may_have(&self, key: &[u8], token: &Token, effect: Effect) -> bool {
        let late = self.late_commands(key, token, effect);
        late.is_open(late.last())
    }

    /// Notes that a command with this effect is about to be sent.
    pub fn begin(&self, key: &[u8], token: &Token, effect: Effect) {
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        let late = commands.entry((name(key, token), effect)).or_default();
        let (process, until) = (
            Process::current(),
            BootInstant::now() + effect.longest_delay(),
        );
        let others = late.in_flight.filter(|others| others.process == process);
        if let (Some(parents), None) = (late.in_flight, others) {
            late.on_any = late.on_any.max(Some(parents.until));
        }
        late.in_flight = Some(InFlight {
            calls: others.map_or(0, |others| others.calls) + 1,
            process,
            request: Request::current(),
            until,
        });
    }

    /// Ends the calls of a request that has ended.
    pub fn end_calls_of(&self, request: Request) {
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        for late in commands.values_mut() {
            let ended = late.in_flight.filter(|calls| calls.request == request);
            if let Some(calls) = ended {
                late.on_any = late.on_any.max(Some(calls.until));
                late.in_flight = None;
            }
        }
    }

    /// Notes that the wait for the reply to that command is over.
    pub fn end(&self, key: &[u8], token: &Token, effect: Effect) {
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        let name = (name(key, token), effect);
        if let Some(late) = commands.get_mut(&name) {
            late.in_flight = late.in_flight.and_then(|in_flight| {
                let calls = in_flight.calls - usize::from(in_flight.process == Process::current());
                (calls > 0).then_some(InFlight { calls, ..in_flight })
            });
            if !late.is_open(late.last()) {
                commands.remove(&name);
            }
        }
    }

    /// Notes the lease that an unanswered command may give the claim, after [`note`](Self::note).
    pub fn note_shorter(&self, key: &[u8], token: &Token, ttl: Duration) {
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(late) = commands.get_mut(&(name(key, token), Effect::Shorten)) {
            late.shortest = late.shortest.into_iter().chain([ttl]).min();
        }
    }

    /// Returns the shortest lease that an unanswered command may still give the claim, and until
    /// when it may.
    pub fn shortest(&self, key: &[u8], token: &Token) -> Option<(Duration, BootInstant)> {
        let late = self.late_commands(key, token, Effect::Shorten);
        late.shortest.zip(late.last())
    }

    /// Returns whether a command with this token that no majority has answered may still be
    /// executed.
    pub fn may_outvote(&self, key: &[u8], token: &Token) -> bool {
        let effects = [Effect::ChangeKind, Effect::Release, Effect::Shorten];
        let mut all_late = effects
            .map(|effect| self.late_commands(key, token, effect))
            .into_iter();
        all_late.any(|late| late.is_open(late.on_any))
    }

    fn late_commands(&self, key: &[u8], token: &Token, effect: Effect) -> LateCommands {
        let commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        if commands.is_empty() {
            return LateCommands::default(); // the name costs memory
        }
        let late = commands.get(&(name(key, token), effect));
        late.copied().unwrap_or_default()
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

    #[test]
    fn a_command_without_a_reply_is_remembered_until_it_cannot_be_executed() {
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
    fn a_reply_to_a_later_command_says_nothing_of_an_earlier_one() {
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
    fn a_call_that_a_fatal_error_has_left_ends_with_its_request() {
        let unanswered = Unanswered::default();
        let token = Token::given(b"token");
        let release = || unanswered.may_have(b"key", &token, Effect::Release);
        unanswered.begin(b"key", &token, Effect::Release);
        unanswered.end_calls_of(Request::begin());
        assert!(release(), "it may come late");
        SLEPT.set(LONGEST_DELAY);
        assert!(!release());
        unanswered.begin(b"key", &token, Effect::Release);
        assert!(release(), "the next request's own call");
        unanswered.end(b"key", &token, Effect::Release);
        assert!(!release());
    }

    #[test]
    fn a_child_expects_the_command_that_its_parent_awaited_no_longer_than_any_other() {
        let unanswered = Unanswered::default();
        let token = Token::given(b"token");
        let release = || unanswered.may_have(b"key", &token, Effect::Release);
        unanswered.begin(b"key", &token, Effect::Release);
        SLEPT.set(2 * LONGEST_DELAY);
        assert!(release(), "the call goes on");
        let mut commands = unanswered.commands.lock().unwrap();
        for late in commands.values_mut() {
            let in_flight = late.in_flight.as_mut().unwrap();
            in_flight.process = Process::ANOTHER;
            in_flight.until = BootInstant::now() + LONGEST_DELAY;
        }
        drop(commands);
        assert!(release());
        unanswered.begin(b"key", &token, Effect::Release);
        unanswered.end(b"key", &token, Effect::Release);
        assert!(release(), "the parent's may come after the child's own");
        SLEPT.set(3 * LONGEST_DELAY);
        assert!(!release());
    }
}
