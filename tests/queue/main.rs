//! A model of the queue, explored by stateright in all that can happen to three waiters (without faults, four); and a comparison of its steps with
//! the scripts, on a redis-server. In reading order:
//!
//! - `server`: what the scripts do to the keys. `waiter`: what a waiter does between its commands.
//! - `state`: all of it together, and each action. `model`: what may happen when, and what must always hold.
//! - `likeness`: the comparison with the scripts, which `redis_scripts` runs.
//! - This file: which queues are explored, and errors that are planted in them, each of which has to be found.

mod likeness;
mod model;
mod redis_scripts;
mod server;
mod state;
mod waiter;

use stateright::{Checker, HasDiscoveries, Model};

use crate::model::{EXCLUSION, NOT_LEFT, ORDER, PROMPT, Pace, Queue};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planted {
    /// A waiter that takes the lock keeps its seat.
    SeatNotPassedOn,
    /// A seat that was offered, and to which no waiter has come, is not offered again.
    NoSecondOffer,
    NoLook,
    /// No elder is ever late.
    NoGrace,
    /// A waiter that arrives takes a seat that is offered to a sleeper.
    NewcomerSlipsIn,
    /// A waiter takes the lock before its elder.
    Overtaking,
    /// A waiter takes the lock from its owner.
    Robbery,
}

const QUEUE: Queue = Queue {
    pace: Pace::AnyTime,
    waiters: 3,
    faults: 0,
    leavers: 0,
    has_newcomer: true,
    planted: None,
};

fn holds(queue: Queue) {
    let checker = queue.checker().threads(2).spawn_bfs().join();
    println!("{} states", checker.unique_state_count());
    checker.assert_properties();
}

fn is_found(planted: Planted, property: &str, queue: Queue) {
    let planted = Some(planted);
    let checker = Queue { planted, ..queue }.checker();
    let checker = checker.finish_when(HasDiscoveries::Any).spawn_bfs();
    let found: Vec<_> = checker.join().discoveries().into_keys().collect();
    assert_eq!(found, [property], "{planted:?}");
}

const ONE_AT_A_TIME: Queue = Queue {
    pace: Pace::OneAtATime,
    faults: 2,
    ..QUEUE
};

/// Without a newcomer, which overtakes, and behind which a waiter can be passed over for late.
const IN_ORDER: Queue = Queue {
    pace: Pace::InOrder,
    waiters: 4,
    has_newcomer: false,
    ..QUEUE
};

#[test]
fn one_fault_at_any_time_leaves_no_free_lock() {
    holds(Queue {
        faults: 1,
        leavers: 1,
        ..QUEUE
    });
}

/// Without a newcomer, or there are too many states.
#[test]
fn two_faults_at_any_time_leave_no_free_lock() {
    holds(Queue {
        faults: 2,
        has_newcomer: false,
        ..QUEUE
    });
}

#[test]
fn one_fault_at_a_time_is_made_up_for_in_moments() {
    holds(Queue {
        leavers: 1,
        ..ONE_AT_A_TIME
    });
}

#[test]
fn without_faults_waiters_go_in_order() {
    holds(Queue {
        leavers: 2,
        ..IN_ORDER
    });
}

#[test]
fn a_waiter_that_takes_a_lock_from_its_owner_is_found() {
    is_found(Planted::Robbery, EXCLUSION, IN_ORDER);
}

#[test]
fn a_seat_that_is_not_passed_on_is_found() {
    let queue = Queue {
        faults: 0,
        ..ONE_AT_A_TIME
    };
    is_found(Planted::SeatNotPassedOn, PROMPT, queue);
}

#[test]
fn a_vacant_seat_without_a_second_offer_is_found() {
    is_found(Planted::NoSecondOffer, PROMPT, ONE_AT_A_TIME);
}

#[test]
fn sleepers_that_do_not_look_are_found() {
    is_found(Planted::NoLook, NOT_LEFT, Queue { faults: 2, ..QUEUE });
}

#[test]
fn an_elder_that_is_never_late_is_found() {
    is_found(Planted::NoGrace, NOT_LEFT, Queue { faults: 1, ..QUEUE });
}

#[test]
fn a_newcomer_that_slips_in_is_found() {
    is_found(Planted::NewcomerSlipsIn, ORDER, IN_ORDER);
}

#[test]
fn a_waiter_that_overtakes_its_elder_is_found() {
    is_found(Planted::Overtaking, ORDER, IN_ORDER);
}
