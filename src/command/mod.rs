//! What a lock asks of its server. Each is done in one step there, and answered as its script says. In reading order:
//!
//! - This file: the command that asks for an act.
//! - `act`: what can be asked for; `primitive`: how, of each kind of lock.
//! - `way`: by a command of the server's own, or by a script's hash or text.
//! - `script`: the scripts; each is a file in `scripts/`, with its KEYS, ARGV and replies.
//! - `packet`: how it goes over the wire.
//! - `answer`: what a reply means; `code`: and an error reply.
//! - `queue`: what a waiter asks of the server where its queue is, and what that replies.
//! - `majority`: how the answers of a quorum count.

pub(crate) mod act;
pub(crate) mod answer;
pub(crate) mod code;
pub(crate) mod majority;
pub(crate) mod packet;
pub mod primitive; // as queue and way: for the model in tests/queue
pub mod queue;
pub(crate) mod script;
#[cfg(test)]
mod tests;
pub mod way;

use std::time::{Duration, Instant};

use redis::Cmd;

// For the tests in tests/, which are outside the crate.
pub use answer::Answer;

use crate::claim::ownership::Effect;
use crate::command::packet::Words;
use crate::command::primitive::Primitive;
use crate::command::way::{Native, Way};
use crate::command::{act::Act, majority::Verdict, script::milliseconds};

/// One thing to be done with these keys, the lock's own first.
pub struct Command<'a> {
    pub act: Act,
    /// Of which kind the lock is.
    pub primitive: Primitive,
    pub keys: &'a [&'a [u8]],
    /// The token, or who passes on a place in the queue.
    pub token: &'a [u8],
    pub times: &'a [Duration],
    /// By how many replicas it has to be acknowledged, if it succeeds.
    pub acknowledgement: Option<Acknowledgement>,
    /// Whether another owner may know the token: then only a release that an object was asked for may end its claim.
    pub is_known_elsewhere: bool,
}

/// So many replicas have to have what was written by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledgement {
    pub replicas: usize,
    pub until: Instant,
}

impl Acknowledgement {
    /// Waits for them, after what was written on the same connection.
    pub fn command(&self) -> Cmd {
        let mut command = redis::cmd("WAIT");
        let left = self.until.saturating_duration_since(Instant::now());
        let milliseconds = left.as_micros().div_ceil(1000).max(1); // 0 is for ever
        command.arg(self.replicas).arg(milliseconds as u64);
        command
    }
}

impl<'a> Command<'a> {
    pub fn new(act: Act, keys: &'a [&'a [u8]], token: &'a [u8], times: &'a [Duration]) -> Self {
        Command {
            act,
            primitive: Primitive::Exclusive,
            keys,
            token,
            times,
            acknowledgement: None,
            is_known_elsewhere: false,
        }
    }

    pub fn of(self, primitive: Primitive) -> Self {
        Command { primitive, ..self }
    }

    pub fn known_elsewhere(self, is_known_elsewhere: bool) -> Self {
        Command {
            is_known_elsewhere,
            ..self
        }
    }

    /// Deletes this key if it holds the token.
    pub fn release(key: &'a [&'a [u8]], token: &'a [u8]) -> Self {
        Command::new(Act::Release, key, token, &[])
    }

    /// As it goes over the wire in this way.
    pub fn put(&self, way: Way) -> Cmd {
        let mut command = Cmd::new();
        self.write(way, &mut command);
        command
    }

    /// Writes the words of the command behind what `words` holds.
    pub fn write(&self, way: Way, words: &mut impl Words) {
        let (key, token, is_exclusive) = (self.keys[0], self.token, self.primitive.is_exclusive());
        match (self.act, way, self.primitive.script(self.act)) {
            (Act::Take, _, _) if is_exclusive => {
                words.begin(6).word(b"SET").word(key).word(token);
                words.word(b"NX").word(b"PX");
                words.number(milliseconds(self.times[0]));
            }
            (Act::Release, Way::Native(Native::Delex), _) if is_exclusive => {
                words.begin(4).word(b"DELEX").word(key);
                words.word(b"IFEQ").word(token);
            }
            (Act::Release, Way::Native(Native::Delifeq), _) if is_exclusive => {
                words.begin(3).word(b"DELIFEQ").word(key).word(token);
            }
            (Act::Delete, _, None) => _ = words.begin(2).word(b"DEL").word(key),
            (_, _, None) => _ = words.begin(2).word(b"EXISTS").word(key),
            (act, way, Some(script)) => {
                let how = (act == Act::Shorten).then_some(b"shorter");
                let (which, may_take) = match act {
                    Act::Raise(fence) => (Some(fence.cast_unsigned()), false),
                    Act::Holders(most) => (Some(most.into()), true),
                    _ => (None, self.begins()),
                };
                let of_share = self.primitive.arguments(may_take).map(u64::from);
                let further = how.iter().count() + which.iter().count() + of_share.clone().count();
                script.write(words, way, self.keys, (token, self.times), further);
                how.map(|how| words.word(how));
                which.into_iter().chain(of_share).for_each(|number| {
                    words.number(number);
                });
            }
        }
    }

    /// Whether some servers have a command of their own for it. A refresh has none: `SET … IFEQ` may shorten a lease.
    pub fn may_be_native(&self) -> bool {
        self.primitive.is_exclusive() && self.act == Act::Release
    }

    /// Whether it makes a lease shorter: then a quorum's answer is awaited from those, too, that decide nothing any more.
    pub fn shortens(&self) -> bool {
        self.act == Act::Shorten
    }

    /// What it does to a claim of its token if it is executed late. An attempt does nothing to it.
    pub fn effect(&self) -> Option<Effect> {
        match self.act {
            Act::Release | Act::ReleaseAndCheckQueue => Some(Effect::Release),
            Act::Shorten => Some(Effect::Shorten),
            _ => None,
        }
    }

    /// Whether there is nothing of it to be undone where it was not done.
    pub fn begins(&self) -> bool {
        matches!(
            self.act,
            Act::Take | Act::Claim | Act::Upgrade | Act::Downgrade | Act::ClaimFenced
        )
    }

    /// What takes back on every server what some have done, after this verdict. Nothing does if another owner may know the
    /// token: what some have done may be that one's lock.
    pub fn undo(&self, verdict: &Verdict) -> Option<Command<'_>> {
        let is_undone = !self.is_known_elsewhere && majority::has_to_be_undone(self.act, verdict);
        is_undone.then(|| Command::release(&self.keys[..1], self.token).of(self.primitive))
    }

    /// Whether it takes a share or gives one back: a script of its own.
    pub fn is_of_share(&self) -> bool {
        !self.primitive.is_exclusive() && (self.begins() || self.must_arrive())
    }

    /// Whether it has to be done by every server sooner or later, also by those that are away.
    pub fn must_arrive(&self) -> bool {
        matches!(self.act, Act::Release | Act::ReleaseAndCheckQueue)
    }
}
