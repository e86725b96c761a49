//! What a lock asks of its server. Each is done in one step there, and answered as its script says. In reading order:
//!
//! - This file: what is asked, and the command that asks it.
//! - `script`: the scripts, by their hash or their text; each is a file in `scripts/`.
//! - `majority`: how the answers of a quorum count.

pub(crate) mod majority;
pub(crate) mod script;
#[cfg(test)]
mod tests;

use std::{cell::Cell, time::Duration};

use redis::{Cmd, Value};

use crate::{
    command::{
        majority::Vote,
        script::{CLAIM, FENCED, OWNED, PASS, RAISE, REFRESH, RELEASE, RELEASE_AND_LOOK, Text},
    },
    lock::acquire::attempt::milliseconds,
    server::{
        replicas::Acknowledgement,
        request::{Ballot, Native, Request, Verdict, Way},
    },
};

/// One thing to be done with these keys, the lock's own first.
pub struct Operation<'a> {
    pub act: Act,
    pub keys: &'a [&'a [u8]],
    /// The token, or who passes on a place in the queue.
    pub token: &'a [u8],
    pub times: &'a [Duration],
    pub acknowledgement: Option<Acknowledgement>,
    /// Whether it was put in a way that may make the lease shorter.
    pub may_shorten: Cell<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Takes the lock if it is free, by the plain command that every Redis lock uses.
    Take,
    /// The same by a script that accepts our own token and otherwise tells how long the holder's lease is.
    Claim,
    /// The same, with a fencing token.
    ClaimFenced,
    Release,
    /// Also tells whether others wait.
    ReleaseAndLook,
    /// Makes the lease last for a time from now; the server's own command also if it ends sooner for it.
    Refresh,
    /// Starts the lease anew, also if it ends sooner for it.
    Shorten,
    Owned,
    Exists,
    Delete,
    /// Calls the next in the queue.
    Pass,
    /// Has the counter of fencing tokens go on from this one at least.
    Raise(i64),
}

impl Act {
    fn script(self) -> Option<&'static Text> {
        Some(match self {
            Act::Claim => &CLAIM,
            Act::ClaimFenced => &FENCED,
            Act::Release => &RELEASE,
            Act::ReleaseAndLook => &RELEASE_AND_LOOK,
            Act::Refresh | Act::Shorten => &REFRESH,
            Act::Owned => &OWNED,
            Act::Pass => &PASS,
            Act::Raise(_) => &RAISE,
            Act::Take | Act::Exists | Act::Delete => return None,
        })
    }
}

impl Request for Operation<'_> {
    fn command(&self, way: Way) -> Cmd {
        let (key, token) = (self.keys[0], self.token);
        let size = 64 + key.len() + token.len();
        if self.shortens() || self.act == Act::Refresh && matches!(way, Way::Native(_)) {
            self.may_shorten.set(true);
        }
        match (self.act, way) {
            (Act::Take, _) => {
                let mut command = Cmd::with_capacity(6, size);
                command.arg("SET").arg(key).arg(token).arg("NX");
                command.arg("PX").arg(milliseconds(self.times[0]));
                command
            }
            (Act::Refresh | Act::Shorten, Way::Native(_)) => {
                let mut command = Cmd::with_capacity(7, size + token.len());
                command
                    .arg("SET")
                    .arg(key)
                    .arg(token)
                    .arg("IFEQ")
                    .arg(token);
                command.arg("PX").arg(milliseconds(self.times[0]));
                command
            }
            (Act::Release, Way::Native(Native::Delex)) => {
                let mut command = Cmd::with_capacity(4, size);
                command.arg("DELEX").arg(key).arg("IFEQ").arg(token);
                command
            }
            (Act::Release, Way::Native(Native::Delifeq)) => {
                let mut command = Cmd::with_capacity(3, size);
                command.arg("DELIFEQ").arg(key).arg(token);
                command
            }
            (act, way) => match act.script() {
                Some(script) => {
                    let text = way == Way::Text;
                    let mut command = script.command(text, self.keys, token, self.times);
                    match act {
                        Act::Raise(fence) => _ = command.arg(fence),
                        Act::Shorten => _ = command.arg("shorter"),
                        _ => {}
                    }
                    command
                }
                None => {
                    let name = if act == Act::Delete { "DEL" } else { "EXISTS" };
                    let mut command = Cmd::with_capacity(2, size);
                    command.arg(name).arg(key);
                    command
                }
            },
        }
    }

    fn acknowledgement(&self) -> Option<Acknowledgement> {
        self.acknowledgement
    }

    /// On one of several servers, where some may not have answered when enough have, no refresh may shorten what the next
    /// one makes longer.
    fn may_be_native(&self, is_alone: bool) -> bool {
        matches!(self.act, Act::Release | Act::Shorten) || self.act == Act::Refresh && is_alone
    }

    fn shortens(&self) -> bool {
        self.act == Act::Shorten
    }

    fn verdict(&self, ballots: &[Ballot]) -> Verdict {
        majority::verdict(self.act, ballots)
    }

    fn is_yes(&self, answer: &Value) -> bool {
        self.act.vote(answer) == Some(Vote::Yes)
    }

    fn begins(&self) -> bool {
        matches!(self.act, Act::Take | Act::Claim | Act::ClaimFenced)
    }

    fn undo(&self, verdict: &Verdict) -> Option<Self> {
        majority::has_to_be_undone(self.act, verdict).then_some(Operation {
            act: Act::Release,
            keys: &self.keys[..1],
            token: self.token,
            times: &[],
            acknowledgement: None,
            may_shorten: Cell::default(),
        })
    }

    fn token(&self) -> &[u8] {
        self.token
    }

    fn must_arrive(&self) -> bool {
        matches!(self.act, Act::Release | Act::ReleaseAndLook)
    }
}
