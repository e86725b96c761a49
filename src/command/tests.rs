//! Tests how votes are counted, against a plain rule that was written independently: every
//! combination of answers of up to five servers. Tests how commands are written, against the redis
//! crate.

use std::time::Duration;

use crate::command::answer::Answer::{Applied, Held, Indeterminate, NotOwner, Owned, Taken};
use crate::command::invocation::{Invocation, Native};
use crate::command::lock_kind::LockKind;
use crate::command::majority::{self, Verdict, Vote, has_to_be_undone};
use crate::command::{Command, answer::Answer, operation::Operation};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Says {
    Yes,
    No,
    Fails,
    Nothing,
}

const MS: fn(u64) -> Duration = Duration::from_millis;

fn verdict(operation: Operation, votes: &[Vote]) -> Verdict {
    majority::verdict(operation, votes.iter().cloned())
}

const ALL: [Says; 4] = [Says::Yes, Says::No, Says::Fails, Says::Nothing];

const OPERATIONS: [Operation; 10] = [
    Operation::Take,
    Operation::Claim,
    Operation::ClaimFenced,
    Operation::Release,
    Operation::ReleaseAndCheckQueue,
    Operation::Refresh,
    Operation::Shorten,
    Operation::Owned,
    Operation::Exists,
    Operation::AdvanceFence(7),
];

fn answer(operation: Operation, says: Says, n: usize) -> Vote {
    let (yes, no) = match operation {
        Operation::Take | Operation::Claim => (Taken(None), Held(None)),
        Operation::ClaimFenced => (Taken(Some(100 + n as i64)), Held(None)),
        Operation::Owned => (Owned(Some(MS(10 + n as u64))), NotOwner),
        Operation::ReleaseAndCheckQueue => (Answer::DoneAndAwaited, NotOwner),
        _ => (Applied, NotOwner),
    };
    match says {
        Says::Yes => Vote::Answered(yes),
        Says::No => Vote::Answered(no),
        Says::Fails => Vote::Lost,
        Says::Nothing => Vote::Pending,
    }
}

/// Returns every way in which this number of servers can vote.
fn elections(servers: usize) -> Vec<Vec<Says>> {
    let mut elections = vec![vec![]];
    for _ in 0..servers {
        let longer = elections
            .iter()
            .flat_map(|election: &Vec<Says>| ALL.map(|says| [&election[..], &[says]].concat()));
        elections = longer.collect();
    }
    elections
}

/// Returns the result of an election in which all servers have voted.
fn end(operation: Operation, election: &[Says]) -> &'static str {
    let count = |what| election.iter().filter(|says| **says == what).count();
    let is_majority = |count| 2 * count > election.len();
    if is_majority(count(Says::Yes)) {
        "granted"
    } else if matches!(
        operation,
        Operation::Owned | Operation::Refresh | Operation::Shorten
    ) && is_majority(count(Says::Yes) + count(Says::Fails))
    {
        "too few"
    } else if is_majority(count(Says::Yes) + count(Says::No)) {
        "denied"
    } else {
        "too few"
    }
}

/// Returns all results that are possible once the silent servers have voted.
fn ends(operation: Operation, election: &[Says]) -> Vec<&'static str> {
    let Some(open) = election.iter().position(|says| *says == Says::Nothing) else {
        return vec![end(operation, election)];
    };
    let mut ends = Vec::new();
    for says in [Says::Yes, Says::No, Says::Fails] {
        let mut later = election.to_vec();
        later[open] = says;
        ends.extend(self::ends(operation, &later));
    }
    ends.sort_unstable();
    ends.dedup();
    ends
}

#[test]
fn it_is_decided_as_soon_as_nothing_else_can_come_of_it() {
    for servers in [1, 2, 3, 4, 5] {
        for election in elections(servers) {
            for operation in OPERATIONS {
                let ends = ends(operation, &election);
                let votes: Vec<Vote> = (0..servers)
                    .map(|n| answer(operation, election[n], n))
                    .collect();
                let found = match verdict(operation, &votes) {
                    Verdict::Open => "open",
                    Verdict::Granted(_) => "granted",
                    Verdict::Denied(_) => "denied",
                    Verdict::TooFew { .. } => "too few",
                };
                let expected = if ends.len() == 1 { ends[0] } else { "open" };
                assert_eq!(found, expected, "{operation:?} {election:?}");
            }
        }
    }
}

fn votes(operation: Operation, says: &[Says]) -> Vec<Vote> {
    let servers = says.iter().enumerate();
    servers
        .map(|(n, says)| answer(operation, *says, n))
        .collect()
}

use Says::{Fails, No, Yes};

#[test]
fn a_lease_lasts_as_long_as_a_majority_has_it() {
    let left = |left: &[Answer]| {
        let votes: Vec<Vote> = left
            .iter()
            .map(|left| Vote::Answered(left.clone()))
            .collect();
        verdict(Operation::Owned, &votes)
    };
    let owned = |ms| Owned(Some(MS(ms)));
    let granted = |answer| Verdict::Granted(answer);
    let all = [owned(50), owned(10), owned(30), owned(20), owned(40)];
    assert_eq!(left(&all), granted(owned(30)));
    let all = [owned(50), Owned(None), NotOwner, NotOwner, owned(40)];
    assert_eq!(left(&all), granted(owned(40)));
    assert_eq!(
        left(&[Owned(None), Owned(None), Owned(None)]),
        granted(Owned(None))
    );
    assert_eq!(
        left(&[NotOwner, owned(0), NotOwner]),
        Verdict::Denied(NotOwner)
    );
}

#[test]
fn the_greatest_fence_of_a_majority_is_its_own() {
    let verdict = verdict(
        Operation::ClaimFenced,
        &votes(Operation::ClaimFenced, &[Yes, No, Yes, Yes, Fails]),
    );
    assert_eq!(verdict, Verdict::Granted(Taken(Some(103))));
}

#[test]
fn a_release_that_some_deny_while_others_are_away_is_no_loss_for_sure() {
    let say = |says: &[Says]| verdict(Operation::Release, &votes(Operation::Release, says));
    let unsure = Verdict::Denied(Indeterminate);
    assert_eq!(say(&[Yes, No, No, Fails, Fails]), unsure);
    assert_eq!(say(&[Yes, Yes, No, Fails, Fails]), unsure);
    assert_eq!(say(&[Yes, No, No, No, Fails]), Verdict::Denied(NotOwner));
    assert_eq!(say(&[No, No, Fails]), Verdict::Denied(NotOwner));
}

#[test]
fn a_claim_ends_only_if_a_majority_says_no() {
    for operation in [Operation::Owned, Operation::Refresh, Operation::Shorten] {
        let say = |says: &[Says]| verdict(operation, &votes(operation, says));
        let too_few = Verdict::TooFew { executed: true };
        assert_eq!(say(&[Yes, No, Fails]), too_few, "{operation:?}");
        assert_eq!(say(&[Yes, Yes, No, No, Fails]), too_few, "{operation:?}");
        assert_eq!(say(&[Yes, No, No, Fails, Says::Nothing]), Verdict::Open);
        assert_eq!(
            say(&[No, No, Fails]),
            Verdict::Denied(NotOwner),
            "{operation:?}"
        );
        assert_eq!(
            say(&[Yes, No, No, No, Says::Nothing]),
            Verdict::Denied(NotOwner)
        );
    }
}

#[test]
fn every_server_counts_for_a_deletion() {
    let say = |says: &[Says]| verdict(Operation::Delete, &votes(Operation::Delete, says));
    assert_eq!(say(&[Yes, Yes, Yes, Says::Nothing]), Verdict::Open);
    assert_eq!(say(&[Yes, No, Fails]), Verdict::Granted(Applied));
    assert_eq!(say(&[No, No, Fails]), Verdict::Granted(NotOwner));
    assert_eq!(
        say(&[Yes, Fails, Fails]),
        Verdict::TooFew { executed: true }
    );
}

#[test]
fn attempts_that_fail_are_undone_and_refreshes_that_are_denied() {
    let denied = || Verdict::Denied(NotOwner);
    let too_few = || Verdict::TooFew { executed: false };
    for operation in [
        Operation::Take,
        Operation::Claim,
        Operation::ClaimFenced,
        Operation::AdvanceFence(1),
    ] {
        assert!(has_to_be_undone(operation, &denied()) && has_to_be_undone(operation, &too_few()));
        assert!(!has_to_be_undone(operation, &Verdict::Granted(Applied)));
    }
    assert!(
        has_to_be_undone(Operation::Refresh, &denied())
            && has_to_be_undone(Operation::Shorten, &denied())
    );
    for operation in [
        Operation::Refresh,
        Operation::Release,
        Operation::Owned,
        Operation::Exists,
        Operation::Delete,
    ] {
        assert!(!has_to_be_undone(operation, &too_few()), "{operation:?}");
    }
}

#[test]
fn a_command_is_written_as_it_is_put() {
    let further = [
        Operation::Inspect,
        Operation::Delete,
        Operation::Holders(3),
        Operation::EndAll,
    ];
    let operations = OPERATIONS.into_iter().chain(further);
    let invocations = [
        Invocation::EvalSha,
        Invocation::Eval,
        Invocation::Native(Native::Delex),
        Invocation::Native(Native::Delifeq),
    ];
    let kinds = [
        LockKind::Exclusive,
        LockKind::Shared,
        LockKind::Semaphore {
            permits: 9,
            weight: 2,
        },
    ];
    let long = [b'x'; 65_536];
    let keys: [&[&[u8]]; 3] = [&[b"key"], &[b"\r\n\0", b"fence"], &[&long, b"", b"three"]];
    let milliseconds = [0, 1, 9, 10, 999_999, u64::MAX / 2].map(Duration::from_millis);
    for operation in operations {
        for invocation in invocations {
            for keys in keys {
                let each = milliseconds.windows(2).zip(kinds.iter().cycle());
                for (times, kind) in each {
                    let command = Command::new(operation, keys, b"token", times).of(*kind);
                    let mut written = b"before".to_vec();
                    command.write(invocation, &mut written);
                    let encoded = command.encode(invocation).get_packed_command();
                    assert_eq!(written[6..], encoded, "{operation:?} {invocation:?}");
                }
            }
        }
    }
}
