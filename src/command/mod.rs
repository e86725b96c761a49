//! The commands that a lock sends to its server, which executes each in one step. In reading order:
//!
//! - This file: the command for an operation.
//! - `operation`: what a server can be asked for; `lock_kind`: the scripts for each kind of lock.
//! - `invocation`: the ways to send it: a native command, or a script by its hash or by its text.
//! - `script`: the scripts; each is a file in `scripts/`, with its KEYS, ARGV and replies.
//! - `packet`: how a command goes over the wire.
//! - `answer`: what a reply means; `code`: what an error reply means.
//! - `queue`: the commands of a waiter to the server of its queue, and the replies.
//! - `majority`: how the answers of a quorum are counted.

pub(crate) mod answer;
pub(crate) mod code;
pub mod invocation;
pub mod lock_kind; // public, as queue and invocation are, for the model in tests/queue
pub(crate) mod majority;
pub(crate) mod operation;
pub(crate) mod packet;
pub mod queue;
pub(crate) mod script;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use redis::Cmd;

// For the tests in tests/, which are outside the crate.
pub use answer::Answer;

use crate::claim::unanswered::Effect;
use crate::command::invocation::{Invocation, Native};
use crate::command::lock_kind::LockKind;
use crate::command::packet::Arguments;
use crate::command::script::{Script, milliseconds};
use crate::command::{majority::Verdict, operation::Operation};

/// A command for one operation on these keys. The first key is the lock's own.
pub struct Command<'a> {
    pub operation: Operation,
    /// The kind of the lock.
    pub kind: LockKind,
    pub keys: &'a [&'a [u8]],
    /// The token of the claim.
    pub token: &'a [u8],
    pub times: &'a [Duration],
    /// For several keys: the tokens by which this client took each of the first keys before.
    pub earlier: &'a [&'a [u8]],
    /// The acknowledgement by replicas that is needed if the command succeeds.
    pub acknowledgement: Option<Acknowledgement>,
    /// True if another owner may know the token. Then only a release that an object was asked for
    /// may end the claim.
    pub is_known_elsewhere: bool,
}

/// The number of replicas that must have a write, and the time until which they may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledgement {
    pub replicas: usize,
    pub until: Instant,
}

impl Acknowledgement {
    /// Returns the `WAIT` command. It follows the write on the same connection.
    pub fn command(&self) -> Cmd {
        let mut command = redis::cmd("WAIT");
        let left = self.until.saturating_duration_since(Instant::now());
        let milliseconds = left.as_micros().div_ceil(1000).max(1); // 0 is for ever
        command.arg(self.replicas).arg(milliseconds as u64);
        command
    }
}

impl<'a> Command<'a> {
    pub fn new(
        operation: Operation,
        keys: &'a [&'a [u8]],
        token: &'a [u8],
        times: &'a [Duration],
    ) -> Self {
        Command {
            operation,
            kind: LockKind::Exclusive,
            keys,
            token,
            times,
            earlier: &[],
            acknowledgement: None,
            is_known_elsewhere: false,
        }
    }

    pub fn of(self, kind: LockKind) -> Self {
        Command { kind, ..self }
    }

    pub fn known_elsewhere(self, is_known_elsewhere: bool) -> Self {
        Command {
            is_known_elsewhere,
            ..self
        }
    }

    /// Deletes this key if it holds the token.
    pub fn release(key: &'a [&'a [u8]], token: &'a [u8]) -> Self {
        Command::new(Operation::Release, key, token, &[])
    }

    /// Returns the command as it is sent by this invocation.
    pub fn encode(&self, invocation: Invocation) -> Cmd {
        let mut command = Cmd::new();
        self.write(invocation, &mut command);
        command
    }

    /// Writes the arguments of the command behind what `words` holds.
    pub fn write(&self, invocation: Invocation, words: &mut impl Arguments) {
        let (key, token) = (self.keys[0], self.token);
        if self.kind.is_exclusive() {
            match (self.operation, invocation) {
                (Operation::Take, _) => {
                    words.begin(6).word(b"SET").word(key).word(token);
                    words.word(b"NX").word(b"PX");
                    words.number(milliseconds(self.times[0]));
                    return;
                }
                (Operation::Release, Invocation::Native(Native::Delex)) => {
                    words.begin(4).word(b"DELEX").word(key);
                    words.word(b"IFEQ").word(token);
                    return;
                }
                (Operation::Release, Invocation::Native(Native::Delifeq)) => {
                    words.begin(3).word(b"DELIFEQ").word(key).word(token);
                    return;
                }
                _ => {}
            }
        }
        match self.kind.script(self.operation) {
            None if self.operation == Operation::Delete => {
                words.begin(2).word(b"DEL").word(key);
            }
            None => _ = words.begin(2).word(b"EXISTS").word(key),
            Some(script) => self.write_script(script, invocation, words),
        }
    }

    fn write_script(&self, script: &Script, invocation: Invocation, words: &mut impl Arguments) {
        let how: Option<&[u8]> = match self.operation {
            Operation::Shorten => Some(b"shorter"),
            Operation::ReleaseAndCheckQueue if self.kind == LockKind::Multi => Some(b"queue"),
            _ => None,
        };
        let (which, may_take) = match self.operation {
            Operation::AdvanceFence(fence) => (Some(fence.cast_unsigned()), false),
            Operation::Holders(most) => (Some(most.into()), true),
            _ => (None, self.begins()),
        };
        let of_share = self.kind.arguments(may_take).map(u64::from);
        let numbers = which.iter().count() + of_share.clone().count();
        let further = how.iter().count() + numbers + self.earlier.len();
        script.write(
            words,
            invocation,
            self.keys,
            (self.token, self.times),
            further,
        );
        self.earlier.iter().for_each(|token| _ = words.word(token));
        how.map(|how| words.word(how));
        which.into_iter().chain(of_share).for_each(|number| {
            words.number(number);
        });
    }

    /// Returns whether it is a plain `SET`, which is the same in every form.
    pub fn is_set(&self) -> bool {
        self.kind.is_exclusive() && self.operation == Operation::Take
    }

    /// Returns whether some servers have a native command for it. A refresh has none, because
    /// `SET … IFEQ` may shorten a lease.
    pub fn may_be_native(&self) -> bool {
        self.kind.is_exclusive() && self.operation == Operation::Release
    }

    /// Returns whether it shortens a lease. Then a quorum also awaits the answers of servers that
    /// no longer decide the result.
    pub fn shortens(&self) -> bool {
        self.operation == Operation::Shorten
    }

    /// Returns the effect on a claim of its token if it is executed late. An attempt has none.
    pub fn effect(&self) -> Option<Effect> {
        match self.operation {
            Operation::Release | Operation::ReleaseAndCheckQueue => Some(Effect::Release),
            Operation::Shorten => Some(Effect::Shorten),
            _ => None,
        }
    }

    /// Returns whether it acquires: a server to which it was not sent needs no undo.
    pub fn begins(&self) -> bool {
        matches!(
            self.operation,
            Operation::Take
                | Operation::Claim
                | Operation::Upgrade
                | Operation::Downgrade
                | Operation::ClaimFenced
        )
    }

    /// Returns whether a yes proves our lease.
    pub fn shows_lease(&self) -> bool {
        let of_claim = [Operation::Refresh, Operation::Shorten, Operation::Owned];
        self.begins() || of_claim.contains(&self.operation)
    }

    /// Returns the command that undoes on every server what some have done, after this verdict.
    /// Nothing is undone if another owner may know the token, because the lock may be that owner's.
    pub fn undo(&self, verdict: &Verdict) -> Option<Command<'_>> {
        let is_undone =
            !self.is_known_elsewhere && majority::has_to_be_undone(self.operation, verdict);
        is_undone.then(|| Command::release(self.locks(), self.token).of(self.kind))
    }

    /// Returns the keys of the locks, without those of helpers.
    fn locks(&self) -> &[&'a [u8]] {
        let count = match (self.kind, self.operation) {
            (LockKind::Multi, Operation::ClaimFenced) => self.keys.len() / 2,
            (LockKind::Multi, Operation::ReleaseAndCheckQueue) => self.keys.len() / 4,
            (LockKind::Multi, _) => self.keys.len(),
            _ => 1,
        };
        &self.keys[..count]
    }

    /// Returns whether it takes or releases a lock that has no plain command for that.
    pub fn is_script_only(&self) -> bool {
        !self.kind.is_exclusive() && (self.begins() || self.must_arrive())
    }

    /// Returns whether every server must execute it sooner or later, also a server that is away.
    pub fn must_arrive(&self) -> bool {
        matches!(
            self.operation,
            Operation::Release | Operation::ReleaseAndCheckQueue
        )
    }
}
