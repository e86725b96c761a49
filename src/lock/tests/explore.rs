//! All short programs, with every fault at every command.

use std::{cell::RefCell, rc::Rc};

use super::{
    program_explorer::{
        Action::{self, *},
        Beginning, Program,
        Step::{self, *},
    },
    wire::{Fate, Wire},
};
use crate::os::clock;

/// A path through a tree of choices; [`next`](Self::next) goes on to the next path. The clock of
/// its thread stands still.
#[derive(Clone)]
pub struct Choices(Rc<RefCell<Path>>);

#[derive(Default)]
struct Path {
    /// The choices made, each with its number of options.
    taken: Vec<(usize, usize)>,
    at: usize,
}

impl Choices {
    pub fn new() -> Choices {
        clock::tests::stop();
        Choices(Rc::default())
    }

    pub fn pick<T: Copy>(&self, options: &[T]) -> T {
        let mut path = self.0.borrow_mut();
        let at = path.at;
        if at == path.taken.len() {
            path.taken.push((0, options.len()));
        }
        let (choice, of) = path.taken[at];
        assert_eq!(
            of,
            options.len(),
            "a program depends on more than its choices"
        );
        path.at += 1;
        options[choice]
    }

    /// Goes on to the next path. Returns false if there is none.
    pub fn next(&self) -> bool {
        let mut path = self.0.borrow_mut();
        path.at = 0;
        while let Some((choice, of)) = path.taken.pop() {
            if choice + 1 < of {
                path.taken.push((choice + 1, of));
                return true;
            }
        }
        false
    }
}

const FIRST: [Action; 7] = [
    TryAcquire, Acquire, Refresh, Release, IsOwned, IsLocked, Drop,
];

/// The other events that may come between two steps of the first lock.
const OTHERS: [Step; 4] = [Second(TryAcquire), Second(Release), TakenAway, ScriptFlush];

fn every_step() -> Vec<Step> {
    FIRST.map(First).into_iter().chain(OTHERS).collect()
}

/// Runs every program of `length` of these `steps` after those in `begin`, with up to `most_faults`
/// of these `faults` at all places. Returns the number of programs.
fn explore(
    begin: &[Step],
    steps: &[Step],
    length: usize,
    faults: &'static [Fate],
    most_faults: usize,
) -> usize {
    explore_with(|_| (), begin, steps, length, faults, most_faults)
}

/// Does what [`explore`] does, for locks with these options.
fn explore_with(
    options: fn(&mut Program),
    begin: &[Step],
    steps: &[Step],
    length: usize,
    faults: &'static [Fate],
    most_faults: usize,
) -> usize {
    let choices = Choices::new();
    let mut count = 0;
    loop {
        let beginning = choices.pick(&Beginning::ALL);
        let mut program = Program::new(wire(&choices, faults, most_faults), beginning);
        options(&mut program);
        for &step in begin {
            program.step(step);
        }
        for _ in 0..length {
            program.step(choices.pick(steps));
        }
        program.end();
        count += 1;
        if !choices.next() {
            return count;
        }
    }
}

pub fn wire(choices: &Choices, faults: &'static [Fate], most_faults: usize) -> Wire {
    let mut fates = vec![Fate::Answered];
    fates.extend(faults);
    let choices = choices.clone();
    let mut faults_left = most_faults;
    Wire::new(move || {
        if faults_left == 0 {
            return Fate::Answered;
        }
        let fate = choices.pick(&fates);
        faults_left -= usize::from(fate != Fate::Answered);
        fate
    })
}

#[test]
fn nothing_goes_wrong_in_three_steps_with_one_fault() {
    explore(&[], &every_step(), 3, &Fate::FAULTS, 1);
}

#[test]
fn nothing_goes_wrong_in_two_steps_with_two_faults() {
    explore(&[], &every_step(), 2, &Fate::FAULTS, 2);
}

#[test]
fn nothing_goes_wrong_in_two_steps_after_an_acquisition_with_two_faults() {
    explore(&[First(TryAcquire)], &every_step(), 2, &Fate::FAULTS, 2);
}

#[test]
fn nothing_goes_wrong_in_one_step_with_four_faults() {
    explore(&[], &every_step(), 1, &Fate::FAULTS, 4);
}

#[test]
fn nothing_goes_wrong_when_the_key_is_deleted_by_force() {
    let steps = [
        First(ForceRelease),
        Second(ForceRelease),
        First(TryAcquire),
        First(Release),
        First(IsOwned),
        Second(TryAcquire),
    ];
    explore(&[], &steps, 3, &Fate::FAULTS, 1);
}

#[test]
fn nothing_goes_wrong_when_no_client_waits_for_the_reply_to_a_release() {
    let options: [fn(&mut Program); 2] = [Program::skip_confirmation, |program| {
        program.skip_confirmation();
        program.wire.be_native();
    }];
    for options in options {
        explore_with(
            options,
            &[First(TryAcquire)],
            &every_step(),
            2,
            &Fate::FAULTS,
            2,
        );
    }
}

#[test]
fn nothing_goes_wrong_with_a_given_token() {
    explore_with(Program::give_token, &[], &every_step(), 3, &Fate::FAULTS, 1);
    let options = |program: &mut Program| {
        program.give_token();
        program.skip_confirmation();
    };
    explore_with(
        options,
        &[First(TryAcquire)],
        &every_step(),
        2,
        &Fate::FAULTS,
        2,
    );
}
