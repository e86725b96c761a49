//! Commands that arrive after they have been given up, at any later time and in any order. All
//! short programs run over servers that compare by scripts, use fences, or compare by own
//! commands.

use std::time::Instant;

use super::{
    explore::{Choices, wire},
    program_explorer::{
        Action::*,
        Beginning, Program,
        Step::{self, *},
    },
    wire::Fate,
};

const LATE: [Fate; 2] = [Fate::TimedOutLate, Fate::ClosedLate];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Setting {
    Scripts,
    Fences,
    Native,
    GivenToken,
    GivenTokenNative,
    Unconfirmed,
    UnconfirmedGivenToken,
}

const SETTINGS: [Setting; 7] = [
    Setting::Scripts,
    Setting::Fences,
    Setting::Native,
    Setting::GivenToken,
    Setting::GivenTokenNative,
    Setting::Unconfirmed,
    Setting::UnconfirmedGivenToken,
];

/// Runs every program of `length` of these `steps` after those in `begin`, with up to `most_late`
/// late commands at all places and in every order.
fn explore(begin: &[Step], steps: &[Step], length: usize, most_late: usize) {
    for setting in SETTINGS {
        let (choices, start, mut count) = (Choices::new(), Instant::now(), 0);
        loop {
            let wire = wire(&choices, &LATE, most_late);
            let arrivals = choices.clone();
            wire.arrivals(move |late| {
                let options = [None, Some(0), Some(1), Some(2)];
                arrivals.pick(&options[..=late.min(3)])
            });
            let mut program = Program::new(wire, Beginning::Free);
            match setting {
                Setting::Scripts => {}
                Setting::Fences => program.use_fences(),
                Setting::Native => program.wire.be_native(),
                Setting::GivenToken => program.give_token(),
                Setting::GivenTokenNative => {
                    program.wire.be_native();
                    program.give_token();
                }
                Setting::Unconfirmed => program.skip_confirmation(),
                Setting::UnconfirmedGivenToken => {
                    program.skip_confirmation();
                    program.give_token();
                }
            }
            // The server has loaded the scripts, because else every first one would be sent twice.
            program.wire.model().learn_scripts();
            for &step in begin {
                program.step(step);
            }
            for _ in 0..length {
                program.step(choices.pick(steps));
            }
            program.end();
            count += 1;
            if !choices.next() {
                break;
            }
        }
        eprintln!("{setting:?}: {count} programs in {:?}", start.elapsed());
    }
}

#[test]
fn no_command_that_arrives_late_shortens_a_lease_that_is_counted_on() {
    let steps = [
        First(TryAcquire),
        First(Refresh),
        First(RefreshLonger),
        First(IsOwned),
        First(HandOver),
    ];
    explore(&[First(TryAcquire)], &steps, 3, 1);
}

#[test]
fn no_two_commands_that_arrive_late_shorten_a_lease_that_is_counted_on() {
    let steps = [First(TryAcquire), First(Refresh), First(RefreshLonger)];
    explore(&[First(TryAcquire)], &steps, 2, 2);
}

#[test]
fn no_command_that_arrives_late_takes_the_key_from_a_lock_that_is_held() {
    let steps = [
        First(TryAcquire),
        First(RefreshLonger),
        First(Release),
        First(HandOver),
        First(Drop),
        Second(TryAcquire),
    ];
    explore(&[First(TryAcquire)], &steps, 3, 1);
    explore(&[First(TryAcquire)], &steps, 2, 2);
}

#[test]
fn a_late_attempt_of_a_wait_shortens_no_lease() {
    let steps = [
        First(RefreshLonger),
        First(IsOwned),
        First(Refresh),
        Second(TryAcquire),
    ];
    // The second lock loses the key during the first sleep.
    explore(&[Second(TryAcquire), First(Acquire)], &steps, 2, 1);
}
