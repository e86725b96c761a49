//! How the answers of a quorum's servers are counted: what is a yes, when it is decided, and what has to be undone.
//!
//! Of n servers, n / 2 + 1 are a majority: any two majorities have a server in common, which says yes to one token only.
//! A failure is neither yes nor no. So there are three ends: a majority says yes; it cannot any more, though a majority
//! has answered; or too few answers for either.

use redis::Value;

use crate::{
    command::Act,
    server::{
        error::Fault,
        request::{Ballot, Verdict},
    },
};

/// What one server says.
#[derive(PartialEq)]
pub enum Vote {
    Yes,
    No,
}

impl Act {
    /// None: no answer to this.
    pub fn vote(self, answer: &Value) -> Option<Vote> {
        let is_yes = match (self, answer) {
            (Act::Take | Act::Claim, Value::Okay) => true,
            (Act::ClaimFenced, Value::Array(fence)) if matches!(fence[..], [Value::Int(_)]) => true,
            (Act::Take, Value::Nil) | (Act::Claim | Act::ClaimFenced, Value::Int(_)) => false,
            (Act::Owned, Value::Int(left)) => *left != -2,
            (
                Act::Release
                | Act::ReleaseAndLook
                | Act::Refresh
                | Act::Shorten
                | Act::Exists
                | Act::Delete
                | Act::Pass
                | Act::Raise(_),
                Value::Int(number),
            ) => *number > 0,
            _ => return None,
        };
        Some(if is_yes { Vote::Yes } else { Vote::No })
    }

    /// Whether it takes the lock, or is a part of that: then nothing may be left of an attempt that failed.
    fn takes(self) -> bool {
        matches!(
            self,
            Act::Take | Act::Claim | Act::ClaimFenced | Act::Raise(_)
        )
    }

    /// What a majority's yes comes to.
    fn granted(self, yes: &[&Value], majority: usize) -> Value {
        match self {
            Act::Take | Act::Claim => Value::Okay,
            Act::ClaimFenced => {
                let fence = yes.iter().filter_map(|answer| match answer {
                    Value::Array(fence) => fence.iter().filter_map(number).max(),
                    _ => None,
                });
                Value::Array(fence.max().map(Value::Int).into_iter().collect())
            }
            Act::Owned => {
                // So long it is held by a majority. Without expiry is longest.
                let mut left: Vec<i64> = yes.iter().filter_map(|answer| number(answer)).collect();
                left.sort_unstable_by_key(|&left| u64::MAX - left.cast_unsigned());
                Value::Int(left[majority - 1])
            }
            _ => Value::Int(1),
        }
    }

    /// What it comes to if no majority says yes, and whether one says no.
    fn denied(self, is_sure: bool) -> Value {
        match self {
            // With those that are away it may have been a majority's.
            Act::Release if !is_sure => Value::Int(-1),
            Act::Take | Act::Claim | Act::ClaimFenced => Value::Nil,
            Act::Owned => Value::Int(-2),
            _ => Value::Int(0),
        }
    }
}

fn number(answer: &Value) -> Option<i64> {
    match answer {
        Value::Int(number) => Some(*number),
        _ => None,
    }
}

/// What the answers come to.
pub fn verdict(act: Act, ballots: &[Ballot]) -> Verdict {
    let majority = ballots.len() / 2 + 1;
    let (mut yes, mut no, mut pending, mut lost) = (Vec::new(), 0, 0, false);
    for ballot in ballots {
        match ballot {
            None => pending += 1,
            Some(Ok(answer)) => match act.vote(answer) {
                Some(Vote::Yes) => yes.push(answer),
                Some(Vote::No) => no += 1,
                None => {}
            },
            Some(Err(fault)) => lost |= matches!(fault, Fault::ReplyLost(_)),
        }
    }
    let answered = yes.len() + no;
    if act == Act::Delete && pending > 0 {
        Verdict::Open // every server counts
    } else if act == Act::Delete && answered >= majority {
        Verdict::Granted(Value::Int(yes.len().min(1) as i64))
    } else if yes.len() >= majority {
        Verdict::Granted(act.granted(&yes, majority))
    } else if yes.len() + pending >= majority {
        Verdict::Open
    } else if answered >= majority {
        Verdict::Denied(act.denied(no >= majority))
    } else if answered + pending >= majority {
        Verdict::Open
    } else {
        // What an attempt to take the lock has done is undone.
        let executed = !act.takes() && (lost || !yes.is_empty());
        Verdict::TooFew { executed }
    }
}

/// Whether what some servers have done must not stay after this verdict. A refresh that most deny is the end of the
/// claim; one without enough answers leaves it in doubt.
pub fn has_to_be_undone(act: Act, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Denied(_) => act.takes() || matches!(act, Act::Refresh | Act::Shorten),
        Verdict::TooFew { .. } => act.takes(),
        Verdict::Open | Verdict::Granted(_) => false,
    }
}
