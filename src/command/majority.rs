//! Counts the answers of a quorum's servers, and tells what has to be undone.
//!
//! A majority of n servers is n / 2 + 1. Any two majorities have a server in common, which says yes
//! to one token only. A failure is neither yes nor no, so there are three results. Granted: a
//! majority says yes. Denied: a majority has answered, and a majority of yes is impossible. Too
//! few: neither. If a claim is held, the servers that have failed may be a part of its majority.

use std::time::Duration;

use crate::command::{answer::Answer, answer::Holder, operation::Operation};

/// The vote of a server of a quorum.
#[derive(Clone, Debug)]
pub enum Vote {
    /// No answer yet.
    Pending,
    Answered(Answer),
    /// There is no answer, but the command may have been executed.
    Lost,
    /// There is no answer.
    Failed,
}

/// The result of a vote of a quorum.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// The result depends on servers that have not answered.
    Open,
    /// The answer as if one server had given it.
    Granted(Answer),
    Denied(Answer),
    /// Fewer than a majority can answer. `executed`: some servers may have done it.
    TooFew {
        executed: bool,
    },
}

/// Returns whether an operation takes the lock or is a part of that. Then nothing may be left of a
/// failed attempt.
pub fn takes(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Take | Operation::Claim | Operation::ClaimFenced | Operation::AdvanceFence(_)
    )
}

/// Returns whether a no would be the end of a claim. A majority may still have the claim, if the
/// servers that are away have it.
fn is_about_claim(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Owned | Operation::Refresh | Operation::Shorten
    )
}

/// Returns the answer to a majority's yes.
fn granted(operation: Operation, yes: &[Answer], majority: usize) -> Answer {
    match operation {
        Operation::Take | Operation::Claim | Operation::ClaimFenced => {
            if let Some(fences) = greatest_of_each(yes) {
                return Answer::AllTaken(fences);
            }
            let fences = yes.iter().filter_map(|answer| match answer {
                Answer::Taken(fence) => *fence,
                _ => None,
            });
            Answer::Taken(fences.max())
        }
        Operation::Owned => {
            let left = yes.iter().filter_map(|answer| match answer {
                Answer::Owned(left) => Some(*left),
                _ => None,
            });
            Answer::Owned(held_by_majority(left, majority))
        }
        _ => Answer::Applied,
    }
}

/// Returns, for each of several locks, the greatest fencing token that a server has drawn.
fn greatest_of_each(yes: &[Answer]) -> Option<Box<[i64]>> {
    let each = yes.iter().filter_map(|answer| match answer {
        Answer::AllTaken(fences) => Some(fences.clone()),
        _ => None,
    });
    each.reduce(|mut greatest, fences| {
        for (greatest, fence) in greatest.iter_mut().zip(fences) {
            *greatest = fence.max(*greatest);
        }
        greatest
    })
}

/// Returns the time for which a majority of the servers holds the lock. `None`, no expiry, is the
/// longest.
fn held_by_majority(
    left: impl Iterator<Item = Option<Duration>>,
    majority: usize,
) -> Option<Duration> {
    let mut left: Vec<Duration> = left.map(|left| left.unwrap_or(Duration::MAX)).collect();
    left.sort_unstable();
    Some(left[left.len() - majority]).filter(|left| *left < Duration::MAX)
}

/// Returns the holder that a majority names.
fn holder(yes: &[Answer], majority: usize) -> Option<Answer> {
    let named = || {
        yes.iter().filter_map(|answer| match answer {
            Answer::Holder(holder) => Some(holder),
            _ => None,
        })
    };
    named().find_map(|holder| {
        let same = || named().filter(|other| other.value == holder.value);
        (same().count() >= majority).then(|| {
            let left = held_by_majority(same().map(|other| other.left), majority);
            Answer::Holder(Holder {
                left,
                ..holder.clone()
            })
        })
    })
}

/// Returns the answer if no majority says yes. `is_sure`: a majority says no.
fn denied(operation: Operation, no: &[Answer], is_sure: bool) -> Answer {
    let place = no.iter().find_map(|answer| match answer {
        Answer::HeldAt(place, _) | Answer::LostAt(place) => Some(*place),
        _ => None,
    });
    match operation {
        // With the servers that are away, a majority may have had it.
        Operation::Release if !is_sure => Answer::Indeterminate,
        Operation::Take | Operation::Claim | Operation::ClaimFenced => {
            place.map_or(Answer::Held(None), |place| Answer::HeldAt(place, None))
        }
        _ => place.map_or(Answer::NotOwner, Answer::LostAt),
    }
}

/// Returns the result of the votes so far.
pub fn verdict(operation: Operation, votes: impl ExactSizeIterator<Item = Vote>) -> Verdict {
    let servers = votes.len();
    let majority = servers / 2 + 1;
    let (mut yes, mut no, mut pending, mut lost) = (Vec::new(), Vec::new(), 0, false);
    for vote in votes {
        match vote {
            Vote::Pending => pending += 1,
            Vote::Answered(answer) if answer.is_yes() => yes.push(answer),
            Vote::Answered(answer) => no.push(answer),
            Vote::Lost => lost = true,
            Vote::Failed => {}
        }
    }
    let answered = yes.len() + no.len();
    let failed = servers - answered - pending;
    if operation == Operation::Inspect {
        return match holder(&yes, majority) {
            Some(holder) => Verdict::Granted(holder),
            None if no.len() >= majority => Verdict::Denied(Answer::NotOwner),
            None if pending > 0 => Verdict::Open,
            // A lock that no majority holds has no holder.
            None if answered >= majority => Verdict::Denied(Answer::NotOwner),
            None => Verdict::TooFew { executed: false },
        };
    }
    // An attempt to take the lock is undone, so it does not count as executed.
    let executed = !takes(operation) && (lost || !yes.is_empty());
    let too_few = Verdict::TooFew { executed };
    if operation == Operation::Delete && pending > 0 {
        Verdict::Open // every server counts
    } else if operation == Operation::Delete && answered >= majority {
        Verdict::Granted(match yes.is_empty() {
            true => Answer::NotOwner,
            false => Answer::Applied,
        })
    } else if yes.len() >= majority {
        Verdict::Granted(granted(operation, &yes, majority))
    } else if yes.len() + pending >= majority {
        Verdict::Open
    } else if is_about_claim(operation) && yes.len() + failed >= majority {
        too_few
    } else if answered >= majority
        && !(is_about_claim(operation) && yes.len() + failed + pending >= majority)
    {
        Verdict::Denied(denied(operation, &no, no.len() >= majority))
    } else if answered + pending >= majority {
        Verdict::Open
    } else {
        too_few
    }
}

/// Returns whether what some servers have done must be undone after this verdict. A refresh that
/// most servers deny is the end of the claim. After a refresh without enough answers it is unknown.
pub fn has_to_be_undone(operation: Operation, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Denied(_) => {
            takes(operation) || matches!(operation, Operation::Refresh | Operation::Shorten)
        }
        Verdict::TooFew { .. } => takes(operation),
        Verdict::Open | Verdict::Granted(_) => false,
    }
}
