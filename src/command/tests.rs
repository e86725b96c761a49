//! Tests how votes are counted, against a plain rule that was written independently: every
//! combination of answers of up to five servers. Tests how commands are written, against the redis
//! crate.

use std::time::Duration;

use crate::command::answer::Answer::{Done, Held, NotDone, Owned, Taken, Unsure};
use crate::command::majority::{self, Ballot, Verdict, has_to_be_undone};
use crate::command::primitive::Primitive;
use crate::command::way::{Native, Way};
use crate::command::{Command, act::Act, answer::Answer};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Says {
    Yes,
    No,
    Fails,
    Nothing,
}

const MS: fn(u64) -> Duration = Duration::from_millis;

fn verdict(act: Act, ballots: &[Ballot]) -> Verdict {
    majority::verdict(act, ballots.iter().cloned())
}

const ALL: [Says; 4] = [Says::Yes, Says::No, Says::Fails, Says::Nothing];

const ACTS: [Act; 10] = [
    Act::Take,
    Act::Claim,
    Act::ClaimFenced,
    Act::Release,
    Act::ReleaseAndCheckQueue,
    Act::Refresh,
    Act::Shorten,
    Act::Owned,
    Act::Exists,
    Act::Raise(7),
];

fn answer(act: Act, says: Says, n: usize) -> Ballot {
    let (yes, no) = match act {
        Act::Take | Act::Claim => (Taken(None), Held(None)),
        Act::ClaimFenced => (Taken(Some(100 + n as i64)), Held(None)),
        Act::Owned => (Owned(Some(MS(10 + n as u64))), NotDone),
        Act::ReleaseAndCheckQueue => (Answer::DoneAndAwaited, NotDone),
        _ => (Done, NotDone),
    };
    match says {
        Says::Yes => Ballot::Answered(yes),
        Says::No => Ballot::Answered(no),
        Says::Fails => Ballot::Lost,
        Says::Nothing => Ballot::Pending,
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
fn end(act: Act, election: &[Says]) -> &'static str {
    let count = |what| election.iter().filter(|says| **says == what).count();
    let is_majority = |count| 2 * count > election.len();
    if is_majority(count(Says::Yes)) {
        "granted"
    } else if matches!(act, Act::Owned | Act::Refresh | Act::Shorten)
        && is_majority(count(Says::Yes) + count(Says::Fails))
    {
        "too few"
    } else if is_majority(count(Says::Yes) + count(Says::No)) {
        "denied"
    } else {
        "too few"
    }
}

/// Returns all results that are possible once the silent servers have voted.
fn ends(act: Act, election: &[Says]) -> Vec<&'static str> {
    let Some(open) = election.iter().position(|says| *says == Says::Nothing) else {
        return vec![end(act, election)];
    };
    let mut ends = Vec::new();
    for says in [Says::Yes, Says::No, Says::Fails] {
        let mut later = election.to_vec();
        later[open] = says;
        ends.extend(self::ends(act, &later));
    }
    ends.sort_unstable();
    ends.dedup();
    ends
}

#[test]
fn it_is_decided_as_soon_as_nothing_else_can_come_of_it() {
    for servers in [1, 2, 3, 4, 5] {
        for election in elections(servers) {
            for act in ACTS {
                let ends = ends(act, &election);
                let ballots: Vec<Ballot> =
                    (0..servers).map(|n| answer(act, election[n], n)).collect();
                let found = match verdict(act, &ballots) {
                    Verdict::Open => "open",
                    Verdict::Granted(_) => "granted",
                    Verdict::Denied(_) => "denied",
                    Verdict::TooFew { .. } => "too few",
                };
                let expected = if ends.len() == 1 { ends[0] } else { "open" };
                assert_eq!(found, expected, "{act:?} {election:?}");
            }
        }
    }
}

fn ballots(act: Act, says: &[Says]) -> Vec<Ballot> {
    let servers = says.iter().enumerate();
    servers.map(|(n, says)| answer(act, *says, n)).collect()
}

use Says::{Fails, No, Yes};

#[test]
fn a_lease_lasts_as_long_as_a_majority_has_it() {
    let left = |left: &[Answer]| {
        let ballots: Vec<Ballot> = left
            .iter()
            .map(|left| Ballot::Answered(left.clone()))
            .collect();
        verdict(Act::Owned, &ballots)
    };
    let owned = |ms| Owned(Some(MS(ms)));
    let granted = |answer| Verdict::Granted(answer);
    let all = [owned(50), owned(10), owned(30), owned(20), owned(40)];
    assert_eq!(left(&all), granted(owned(30)));
    let all = [owned(50), Owned(None), NotDone, NotDone, owned(40)];
    assert_eq!(left(&all), granted(owned(40)));
    assert_eq!(
        left(&[Owned(None), Owned(None), Owned(None)]),
        granted(Owned(None))
    );
    assert_eq!(
        left(&[NotDone, owned(0), NotDone]),
        Verdict::Denied(NotDone)
    );
}

#[test]
fn the_greatest_fence_of_a_majority_is_its_own() {
    let verdict = verdict(
        Act::ClaimFenced,
        &ballots(Act::ClaimFenced, &[Yes, No, Yes, Yes, Fails]),
    );
    assert_eq!(verdict, Verdict::Granted(Taken(Some(103))));
}

#[test]
fn a_release_that_some_deny_while_others_are_away_is_no_loss_for_sure() {
    let say = |says: &[Says]| verdict(Act::Release, &ballots(Act::Release, says));
    let unsure = Verdict::Denied(Unsure);
    assert_eq!(say(&[Yes, No, No, Fails, Fails]), unsure);
    assert_eq!(say(&[Yes, Yes, No, Fails, Fails]), unsure);
    assert_eq!(say(&[Yes, No, No, No, Fails]), Verdict::Denied(NotDone));
    assert_eq!(say(&[No, No, Fails]), Verdict::Denied(NotDone));
}

#[test]
fn a_claim_ends_only_if_a_majority_says_no() {
    for act in [Act::Owned, Act::Refresh, Act::Shorten] {
        let say = |says: &[Says]| verdict(act, &ballots(act, says));
        let too_few = Verdict::TooFew { executed: true };
        assert_eq!(say(&[Yes, No, Fails]), too_few, "{act:?}");
        assert_eq!(say(&[Yes, Yes, No, No, Fails]), too_few, "{act:?}");
        assert_eq!(say(&[Yes, No, No, Fails, Says::Nothing]), Verdict::Open);
        assert_eq!(say(&[No, No, Fails]), Verdict::Denied(NotDone), "{act:?}");
        assert_eq!(
            say(&[Yes, No, No, No, Says::Nothing]),
            Verdict::Denied(NotDone)
        );
    }
}

#[test]
fn every_server_counts_for_a_deletion() {
    let say = |says: &[Says]| verdict(Act::Delete, &ballots(Act::Delete, says));
    assert_eq!(say(&[Yes, Yes, Yes, Says::Nothing]), Verdict::Open);
    assert_eq!(say(&[Yes, No, Fails]), Verdict::Granted(Done));
    assert_eq!(say(&[No, No, Fails]), Verdict::Granted(NotDone));
    assert_eq!(
        say(&[Yes, Fails, Fails]),
        Verdict::TooFew { executed: true }
    );
}

#[test]
fn attempts_that_fail_are_undone_and_refreshes_that_are_denied() {
    let denied = || Verdict::Denied(NotDone);
    let too_few = || Verdict::TooFew { executed: false };
    for act in [Act::Take, Act::Claim, Act::ClaimFenced, Act::Raise(1)] {
        assert!(has_to_be_undone(act, &denied()) && has_to_be_undone(act, &too_few()));
        assert!(!has_to_be_undone(act, &Verdict::Granted(Done)));
    }
    assert!(has_to_be_undone(Act::Refresh, &denied()) && has_to_be_undone(Act::Shorten, &denied()));
    for act in [
        Act::Refresh,
        Act::Release,
        Act::Owned,
        Act::Exists,
        Act::Delete,
    ] {
        assert!(!has_to_be_undone(act, &too_few()), "{act:?}");
    }
}

#[test]
fn a_command_is_written_as_it_is_put() {
    let acts = [
        Act::Take,
        Act::Claim,
        Act::ClaimFenced,
        Act::Release,
        Act::ReleaseAndCheckQueue,
        Act::Refresh,
        Act::Shorten,
        Act::Owned,
        Act::Inspect,
        Act::Exists,
        Act::Delete,
        Act::Raise(7),
        Act::Holders(3),
        Act::EndAll,
    ];
    let ways = [
        Way::EvalSha,
        Way::Eval,
        Way::Native(Native::Delex),
        Way::Native(Native::Delifeq),
    ];
    let primitives = [
        Primitive::Exclusive,
        Primitive::Shared,
        Primitive::Semaphore {
            permits: 9,
            weight: 2,
        },
    ];
    let long = [b'x'; 65_536];
    let keys: [&[&[u8]]; 3] = [&[b"key"], &[b"\r\n\0", b"fence"], &[&long, b"", b"three"]];
    let milliseconds = [0, 1, 9, 10, 999_999, u64::MAX / 2].map(Duration::from_millis);
    for act in acts {
        for way in ways {
            for keys in keys {
                let each = milliseconds.windows(2).zip(primitives.iter().cycle());
                for (times, primitive) in each {
                    let command = Command::new(act, keys, b"token", times).of(*primitive);
                    let mut written = b"before".to_vec();
                    command.write(way, &mut written);
                    let put = command.put(way).get_packed_command();
                    assert_eq!(written[6..], put, "{act:?} {way:?}");
                }
            }
        }
    }
}
