//! Every order in which commands, answers, arrivals and ends can come in the queue, with a number of faults anywhere.

use std::collections::{HashMap, HashSet};

use crate::lock::tests::queue_events::{Bounds, Event, State};

/// All states that can be reached, each with how it was reached first.
struct Reached {
    states: Vec<State>,
    from: Vec<Option<(usize, Event)>>,
}

impl Reached {
    fn all(bounds: &Bounds) -> Reached {
        let first = State::first(bounds);
        let mut known: HashMap<State, usize> = HashMap::from([(first, 0)]);
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

/// Where it can end when nothing happens but what must.
#[derive(Default)]
struct Ends {
    known: HashSet<State>,
    ends: Vec<State>,
}

impl Ends {
    fn of(starts: impl IntoIterator<Item = State>) -> Vec<State> {
        let mut ends = Ends::default();
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
        let mut on_the_way = HashSet::from([start]);
        let mut way = vec![(start, start.must())];
        if way[0].1.is_empty() {
            self.ends.push(start);
        }
        while let Some((state, events)) = way.last_mut() {
            let Some(event) = events.pop() else {
                on_the_way.remove(state);
                way.pop();
                continue;
            };
            let next = state.after(event);
            assert!(!on_the_way.contains(&next), "in circles: {next:?}");
            if self.known.insert(next) {
                let events = next.must();
                if events.is_empty() {
                    self.ends.push(next);
                }
                on_the_way.insert(next);
                way.push((next, events));
            }
        }
    }
}

/// In how many rounds everybody comes to an end, from every state in which nothing must happen: in each round so much time
/// passes as `pass` says.
fn rounds_to_the_end(reached: &Reached, pass: impl Fn(State) -> State) -> usize {
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
            waiting = Ends::of(waiting.iter().map(|state| pass(*state)));
            waiting.retain(is_stuck);
        }
        most = most.max(rounds);
    }
    most
}

/// Somebody waits, and nothing must happen.
fn is_stuck(state: &State) -> bool {
    state.must().is_empty() && !state.is_over()
}

/// With these bounds nobody shares the lock, and everybody gets it or leaves: after so many looks of deputies, or, without
/// any deputy, after so many rounds of looks by everybody.
fn explore(bounds: Bounds, deputies: usize, looks: usize) {
    let reached = Reached::all(&bounds);
    reached.check("two holders", |state| {
        state.tampered || state.holders() <= 1
    });
    reached.check("overtaken", |state| !state.overtaken);
    if looks == 0 {
        reached.check("waits in vain", |state| !is_stuck(state));
    }
    let rounds = |pass: fn(State) -> State| rounds_to_the_end(&reached, pass);
    assert_eq!(rounds(State::deputies_look), deputies, "looks of deputies");
    assert_eq!(rounds(State::time_passes), looks, "rounds of looks");
    if bounds.faults == 0 {
        Ends::of(reached.states);
    }
}

const MOST_ROUNDS: usize = 3;

/// Three waiters, no faults, and nobody ever looks or leaves.
const CALM: Bounds = Bounds {
    waiters: 3,
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
            waiters: 2,
            faults: 1,
            leaving: true,
            looks: true,
            order: false,
            call_second,
        };
        explore(faulty, 3, 1);
    }
}

#[test]
fn three_looks_of_deputies_mend_two_faults() {
    let faulty = Bounds {
        waiters: 2,
        faults: 2,
        leaving: false,
        looks: true,
        order: false,
        call_second: false,
    };
    explore(faulty, 3, 1);
}
