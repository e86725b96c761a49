//! How the answers of a quorum's servers are counted: what is a yes, when it is decided, and what has to be undone.
//!
//! Of n servers, n / 2 + 1 are a majority: any two majorities have a server in common, which says yes to one token only.
//! A failure is neither yes nor no. So there are three ends: a majority says yes; it cannot any more, though a majority
//! has answered; or too few answers for either. Of a claim that is held, those that have failed may be a part of its majority.

use std::time::Duration;

use crate::command::{act::Act, answer::Answer, answer::Holder};

/// What a server of a quorum has said.
#[derive(Clone, Debug)]
pub enum Ballot {
    /// Nothing yet.
    Pending,
    Answered(Answer),
    /// There is no answer, and what was asked may have been done all the same.
    Lost,
    /// There is no answer.
    Failed,
}

/// What the answers of a quorum come to.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// It depends on those who have not answered.
    Open,
    /// As if one server had said so.
    Granted(Answer),
    Denied(Answer),
    /// Fewer than a majority can answer. `executed`: some may have done it.
    TooFew {
        executed: bool,
    },
}

/// Whether an act takes the lock, or is a part of that: then nothing may be left of an attempt that failed.
pub fn takes(act: Act) -> bool {
    matches!(
        act,
        Act::Take | Act::Claim | Act::ClaimFenced | Act::Raise(_)
    )
}

/// Whether a no would be the end of a claim. With the servers that are away a majority may still have it.
fn is_about_claim(act: Act) -> bool {
    matches!(act, Act::Owned | Act::Refresh | Act::Shorten)
}

/// What a majority's yes comes to.
fn granted(act: Act, yes: &[Answer], majority: usize) -> Answer {
    match act {
        Act::Take | Act::Claim | Act::ClaimFenced => {
            let fences = yes.iter().filter_map(|answer| match answer {
                Answer::Taken(fence) => *fence,
                _ => None,
            });
            Answer::Taken(fences.max())
        }
        Act::Owned => {
            let left = yes.iter().filter_map(|answer| match answer {
                Answer::Owned(left) => Some(*left),
                _ => None,
            });
            Answer::Owned(held_by_majority(left, majority))
        }
        _ => Answer::Done,
    }
}

/// So long a majority of the servers holds it. None, without expiry, is longest.
fn held_by_majority(
    left: impl Iterator<Item = Option<Duration>>,
    majority: usize,
) -> Option<Duration> {
    let mut left: Vec<Duration> = left.map(|left| left.unwrap_or(Duration::MAX)).collect();
    left.sort_unstable();
    Some(left[left.len() - majority]).filter(|left| *left < Duration::MAX)
}

/// Whom a majority names.
fn holder(yes: &[Answer], majority: usize) -> Option<Answer> {
    let named = || {
        yes.iter().filter_map(|answer| match answer {
            Answer::HeldBy(holder) => Some(holder),
            _ => None,
        })
    };
    named().find_map(|holder| {
        let same = || named().filter(|other| other.value == holder.value);
        (same().count() >= majority).then(|| {
            let left = held_by_majority(same().map(|other| other.left), majority);
            Answer::HeldBy(Holder {
                left,
                ..holder.clone()
            })
        })
    })
}

/// What it comes to if no majority says yes, and whether one says no.
fn denied(act: Act, is_sure: bool) -> Answer {
    match act {
        // With those that are away it may have been a majority's.
        Act::Release if !is_sure => Answer::Unsure,
        Act::Take | Act::Claim | Act::ClaimFenced => Answer::Held(None),
        _ => Answer::NotDone,
    }
}

/// What the answers come to.
pub fn verdict(act: Act, ballots: impl ExactSizeIterator<Item = Ballot>) -> Verdict {
    let servers = ballots.len();
    let majority = servers / 2 + 1;
    let (mut yes, mut no, mut pending, mut lost) = (Vec::new(), 0, 0, false);
    for ballot in ballots {
        match ballot {
            Ballot::Pending => pending += 1,
            Ballot::Answered(answer) if answer.is_yes() => yes.push(answer),
            Ballot::Answered(_) => no += 1,
            Ballot::Lost => lost = true,
            Ballot::Failed => {}
        }
    }
    let answered = yes.len() + no;
    let failed = servers - answered - pending;
    if act == Act::Inspect {
        return match holder(&yes, majority) {
            Some(holder) => Verdict::Granted(holder),
            None if no >= majority => Verdict::Denied(Answer::NotDone),
            None if pending > 0 => Verdict::Open,
            // What no majority holds is nobody's.
            None if answered >= majority => Verdict::Denied(Answer::NotDone),
            None => Verdict::TooFew { executed: false },
        };
    }
    // What an attempt to take the lock has done is undone.
    let executed = !takes(act) && (lost || !yes.is_empty());
    let too_few = Verdict::TooFew { executed };
    if act == Act::Delete && pending > 0 {
        Verdict::Open // every server counts
    } else if act == Act::Delete && answered >= majority {
        Verdict::Granted(match yes.is_empty() {
            true => Answer::NotDone,
            false => Answer::Done,
        })
    } else if yes.len() >= majority {
        Verdict::Granted(granted(act, &yes, majority))
    } else if yes.len() + pending >= majority {
        Verdict::Open
    } else if is_about_claim(act) && yes.len() + failed >= majority {
        too_few
    } else if answered >= majority
        && !(is_about_claim(act) && yes.len() + failed + pending >= majority)
    {
        Verdict::Denied(denied(act, no >= majority))
    } else if answered + pending >= majority {
        Verdict::Open
    } else {
        too_few
    }
}

/// Whether what some servers have done must not stay after this verdict. A refresh that most deny is the end of the
/// claim; one without enough answers leaves it in doubt.
pub fn has_to_be_undone(act: Act, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Denied(_) => takes(act) || matches!(act, Act::Refresh | Act::Shorten),
        Verdict::TooFew { .. } => takes(act),
        Verdict::Open | Verdict::Granted(_) => false,
    }
}
