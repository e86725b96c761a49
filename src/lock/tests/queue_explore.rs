//! Every order in which commands, answers, arrivals and ends can come in the queue, with a number of faults anywhere.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use crate::lock::tests::queue_events::{Bounds, Event, State};
use crate::lock::tests::queue_keys::{Kind, PLUS};
use crate::lock::tests::queue_model::{Spot, Waiter};

/// Nobody means harm here, and the states are many.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64((*byte).into());
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

type Quickly = BuildHasherDefault<Quick>;

/// All states that can be reached, each with how it was reached first.
struct Reached {
    states: Vec<State>,
    from: Vec<Option<(usize, Event)>>,
}

impl Reached {
    fn all(bounds: &Bounds) -> Reached {
        let first = State::first(bounds);
        let mut known: HashMap<State, usize, Quickly> = HashMap::from_iter([(first, 0)]);
        let mut reached = Reached {
            states: vec![first],
            from: vec![None],
        };
        let mut at = 0;
        while let Some(&state) = reached.states.get(at) {
            for event in state.must().into_iter().chain(state.may(bounds)) {
                let next = state.after(event);
                known.entry(next).or_insert_with(|| {
                    reached.states.push(next);
                    reached.from.push(Some((at, event)));
                    reached.states.len() - 1
                });
            }
            at += 1;
        }
        reached
    }

    /// A shortest way to a state.
    fn way_to(&self, mut at: usize) -> String {
        let mut way = Vec::new();
        while let Some((before, event)) = self.from[at] {
            way.push(format!("{event:?}"));
            at = before;
        }
        way.reverse();
        way.join("\n")
    }

    fn check(&self, what: &str, holds: impl Fn(&State) -> bool) {
        if let Some(at) = self.states.iter().position(|state| !holds(state)) {
            panic!("{what}:\n{}\n{:?}", self.way_to(at), self.states[at]);
        }
    }
}

/// Where somebody can be stuck when nothing happens but what must.
struct Ends {
    known: HashSet<State, Quickly>,
    ends: Vec<State>,
    is_stuck: fn(&State) -> bool,
}

impl Ends {
    fn of(starts: impl IntoIterator<Item = State>, is_stuck: fn(&State) -> bool) -> Vec<State> {
        let mut ends = Ends {
            known: HashSet::default(),
            ends: Vec::new(),
            is_stuck,
        };
        for start in starts {
            ends.follow(start);
        }
        ends.ends
    }

    /// Panics where it can go round in circles.
    fn follow(&mut self, start: State) {
        if !self.known.insert(start) {
            return;
        }
        let mut on_the_way: HashSet<State, Quickly> = HashSet::from_iter([start]);
        let mut way = vec![(start, self.events(start))];
        while let Some((state, events)) = way.last_mut() {
            let Some(event) = events.pop() else {
                on_the_way.remove(state);
                way.pop();
                continue;
            };
            let next = state.after(event);
            assert!(!on_the_way.contains(&next), "in circles: {next:?}");
            if self.known.insert(next) {
                on_the_way.insert(next);
                way.push((next, self.events(next)));
            }
        }
    }

    fn events(&mut self, state: State) -> Vec<Event> {
        if (self.is_stuck)(&state) {
            self.ends.push(state);
        }
        state.must()
    }
}

/// In how many rounds all those come to an end who are stuck, from every state: in each round so much time passes as `pass`
/// says.
fn rounds_to_the_end(
    reached: &Reached,
    is_stuck: fn(&State) -> bool,
    pass: fn(State) -> State,
) -> usize {
    let mut most = 0;
    let stuck = reached.states.iter().copied().filter(is_stuck);
    for start in stuck {
        let mut waiting = vec![start];
        let mut rounds = 0;
        while let Some(state) = waiting.first() {
            if rounds == MOST_ROUNDS {
                let at = reached.states.iter().position(|state| *state == start);
                let way = reached.way_to(at.expect("one of them"));
                panic!("waits in vain:\n{way}\n{start:?}\n{state:?}");
            }
            rounds += 1;
            let passed = waiting.iter().map(|state| pass(*state));
            waiting = Ends::of(passed, is_stuck);
        }
        most = most.max(rounds);
    }
    most
}

/// Somebody waits, and nothing must happen.
fn waits_for_ever(state: &State) -> bool {
    state.must().is_empty() && !state.is_over()
}

/// The same, or somebody waits for what is to be had, and nothing must happen as long as others keep what they have.
fn waits_in_vain(state: &State) -> bool {
    waits_for_ever(state) || state.is_in_vain() && state.must_soon().is_empty()
}

/// With these bounds nobody is beside one who has the lock alone, and no more hold it than may; everybody gets it or leaves: after
/// so many looks of deputies, or, without any deputy, after so many rounds of looks by everybody.
fn explore(bounds: Bounds, deputies: usize, looks: usize) {
    let reached = Reached::all(&bounds);
    reached.check("too many holders", |state| {
        state.tampered || state.is_exclusive()
    });
    reached.check("watches beside nobody", |state| {
        let is_so = |waiter: &Waiter| waiter.place == Spot::Second(PLUS);
        !state.waiters.iter().any(is_so)
    });
    if bounds.faults == 0 {
        reached.check("overtaken", |state| !state.overtaken);
    }
    if looks == 0 {
        reached.check("waits in vain", |state| !waits_in_vain(state));
    }
    let rounds = rounds_to_the_end(&reached, waits_for_ever, State::deputies_look);
    assert_eq!(rounds, deputies, "looks of deputies");
    let rounds = rounds_to_the_end(&reached, waits_in_vain, State::time_passes);
    assert_eq!(rounds, looks, "rounds of looks");
    if bounds.faults == 0 {
        Ends::of(reached.states, waits_in_vain);
    }
}

const MOST_ROUNDS: usize = 3;

/// Three waiters, no faults, and nobody ever looks or leaves.
const CALM: Bounds = Bounds {
    waiters: &[Kind::Exclusive; 3],
    holder: Kind::Exclusive,
    faults: 0,
    leaving: false,
    looks: false,
    order: true,
    call_second: false,
};

/// Whoever comes to stand in the queue, as its head or in line, gets the lock before all who come to stand there later.
#[test]
fn everybody_gets_the_lock_in_order_without_a_look() {
    explore(CALM, 0, 0);
}

#[test]
fn nobody_waits_in_vain_for_one_who_leaves() {
    let leaving = Bounds {
        leaving: true,
        order: false,
        call_second: true,
        ..CALM
    };
    explore(leaving, 0, 0);
}

/// Whoever of three dies or is halted, and goes on at any time: the first look of a deputy shows who does not move, the
/// second calls the next.
#[test]
fn two_looks_of_deputies_mend_one_fault() {
    let faulty = Bounds {
        faults: 1,
        order: false,
        ..CALM
    };
    explore(faulty, 2, 1);
}

/// A third one for the end of a lease: somebody left with the lock, or was halted with it.
#[test]
fn three_looks_of_deputies_mend_one_fault_whoever_leaves_or_looks() {
    for call_second in [false, true] {
        let faulty = Bounds {
            waiters: &[Kind::Exclusive; 2],
            faults: 1,
            leaving: true,
            looks: true,
            order: false,
            call_second,
            ..CALM
        };
        explore(faulty, 3, 1);
    }
}

#[test]
fn three_looks_of_deputies_mend_two_faults() {
    let faulty = Bounds {
        waiters: &[Kind::Exclusive; 2],
        faults: 2,
        leaving: false,
        looks: true,
        order: false,
        ..CALM
    };
    explore(faulty, 3, 1);
}

const R: Kind = Kind::READER;
const W: Kind = Kind::Exclusive;

/// Of two permits.
const fn s(weight: u8) -> Kind {
    Kind::Share { weight, permits: 2 }
}

/// Who comes, in this order, and who has the lock at first.
const SHARING: [(&[Kind; 3], Kind); 13] = [
    (&[R, R, W], R),
    (&[R, W, R], R),
    (&[W, R, R], R),
    (&[W, R, W], R),
    (&[R, R, R], W),
    (&[R, R, W], W),
    (&[R, W, R], W),
    (&[W, R, R], W),
    (&[W, R, W], W),
    (&[s(1), s(1), s(2)], s(1)),
    (&[s(1), s(2), s(1)], s(1)),
    (&[s(2), s(1), s(1)], s(1)),
    (&[s(1), s(1), s(1)], s(2)),
];

/// Those whose states are not too many.
const FEW: [(&[Kind; 3], Kind); 3] = [SHARING[0], SHARING[2], SHARING[10]];

/// Whoever may have a share has it, though nobody gives one back. No newcomer takes one before the head, nor before one of a
/// semaphore who came first; nor a reader before a writer who is still in line.
#[test]
fn everybody_gets_a_share_in_order_without_a_look() {
    for (waiters, holder) in SHARING {
        let calm = Bounds {
            waiters,
            holder,
            ..CALM
        };
        explore(calm, 0, 0);
    }
}

/// Who watches beside a head is told that it has gone, and that nobody has followed it.
#[test]
fn nobody_waits_in_vain_for_a_share_that_one_who_leaves_did_not_take() {
    for (waiters, holder) in [FEW[0], FEW[2], SHARING[4]] {
        let leaving = Bounds {
            waiters,
            holder,
            leaving: true,
            order: false,
            call_second: true,
            ..CALM
        };
        explore(leaving, 0, 0);
    }
}

#[test]
fn two_looks_of_deputies_mend_one_fault_of_those_who_share() {
    for (waiters, holder) in FEW {
        let faulty = Bounds {
            waiters,
            holder,
            faults: 1,
            order: false,
            ..CALM
        };
        explore(faulty, 2, 1);
    }
}

#[test]
fn two_looks_of_deputies_mend_one_fault_of_those_who_share_whoever_leaves_or_looks() {
    const PAIRS: [(&[Kind], Kind); 2] = [(&[R, W], R), (&[s(2), s(1)], s(1))];
    for (waiters, holder) in PAIRS {
        let faulty = Bounds {
            waiters,
            holder,
            faults: 1,
            leaving: true,
            looks: true,
            order: false,
            call_second: true,
        };
        explore(faulty, 2, 1);
    }
}
