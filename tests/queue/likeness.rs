//! The steps of `server` do what the scripts do, on keys in every condition.

use redislock::command::queue::Event;

use crate::redis_scripts::{ME, Redis};
use crate::server::{Keys, Look, Note, Owner, Reply, Seat, Seen};

/// The arrival of a waiter that arrives now.
pub const NOW: u8 = 9;
const OLDER: Note = note(1, 0);
const MINE: Note = note(2, ME);
const YOUNGER: Note = note(3, 2);
/// Left by this waiter on a connection that broke.
const OF_OLD: Note = note(1, ME);

const fn note(arrival: u8, waiter: u8) -> Note {
    Note { arrival, waiter }
}

#[derive(Clone, Copy, Debug)]
pub enum Operation {
    Wait {
        event: Event,
        seat: u8,
        late: Option<Note>,
        note: Note,
    },
    Leave {
        popped: u8,
        late: Option<Note>,
    },
    Look {
        seen: Option<Seen>,
        /// Another one has looked lately, so that only the second look counts.
        is_in_crowd: bool,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Waits(Reply),
    Leaves(bool),
    Looks(Look),
}

fn conditions() -> Vec<Keys> {
    let locks = [None, Some(Owner::Stranger), Some(Owner::Foreign)];
    let notes = [OLDER, MINE, OF_OLD, YOUNGER].map(Seat::Of);
    let seats = [&[Seat::Absent, Seat::Offered], &notes[..]].concat();
    let lists: [&[u8]; 6] = [&[], &[1], &[2], &[1, 2], &[2, 1], &[1, 1, 2]];
    let mut conditions = Vec::new();
    for lock in locks {
        for one in &seats {
            for two in &seats {
                conditions.extend(lists.map(|vacant| Keys {
                    lock,
                    seats: [*one, *two],
                    vacant: vacant.to_vec(),
                    ..Keys::default()
                }));
            }
        }
    }
    conditions
}

fn operations() -> Vec<Operation> {
    let wait = |event, seat, late, note| Operation::Wait {
        event,
        seat,
        late,
        note,
    };
    let mut operations = Vec::new();
    for note in [MINE, note(NOW, ME)] {
        operations.push(wait(Event::Arrived, 0, None, note));
    }
    for seat in [1, 2] {
        let events = [
            Event::Woken(seat),
            Event::Changed,
            Event::Again,
            Event::Alone,
            Event::Refresh,
        ];
        operations.extend(events.map(|event| wait(event, seat, None, MINE)));
        operations.extend([OLDER, YOUNGER].map(|late| wait(Event::Late, seat, Some(late), MINE)));
    }
    for late in [None, Some(OLDER)] {
        operations.extend([0, 1, 2].map(|popped| Operation::Leave { popped, late }));
    }
    for seen in [None, Some([None, None]), Some([Some(OLDER), Some(YOUNGER)])] {
        operations.extend([false, true].map(|is_in_crowd| Operation::Look { seen, is_in_crowd }));
    }
    operations
}

fn in_model(keys: &mut Keys, operation: Operation) -> Outcome {
    match operation {
        Operation::Wait {
            event,
            seat,
            late,
            note,
        } => Outcome::Waits(keys.wait(event, seat, late, note, None)),
        Operation::Leave { popped, late } => Outcome::Leaves(keys.leave(ME, popped, late)),
        Operation::Look {
            seen: None,
            is_in_crowd: true,
        } => Outcome::Looks(Look::Held),
        Operation::Look { seen, .. } => Outcome::Looks(keys.look(seen)),
    }
}

/// Returns in what the scripts differ from the model.
fn difference(redis: &mut Redis, before: &Keys, operation: Operation) -> Option<String> {
    let mut after = before.clone();
    let expected = in_model(&mut after, operation);
    redis.set_up(before);
    let outcome = redis.run(operation);
    let (texts, expires) = redis.texts();
    let is_there = |seat| after.seat(seat) != Seat::Absent;
    let is_pushed = after.vacant != before.vacant && !after.vacant.is_empty();
    let must_expire = [
        after.lock.is_some_and(|owner| owner != Owner::Stranger),
        after.written.seats[0] && is_there(1),
        after.written.seats[1] && is_there(2),
        is_pushed || expires[3],
    ];
    let has_read = match outcome {
        Outcome::Waits(Reply::Watching {
            seat, is_vacant, ..
        }) => match after.seat(3 - seat) {
            Seat::Offered if !is_vacant => redis.is_told_of(&[0, 3 - seat, 3]),
            _ => redis.is_told_of(&[0, 3 - seat]),
        },
        _ => true,
    };
    let is_alike = outcome == expected && texts == Redis::texts_of(&after);
    (!is_alike || expires != must_expire || !has_read).then(|| {
        format!(
            "{operation:?} on {before:?}: {outcome:?}, {texts:?}, expire: {expires:?}, tracked: {has_read}; \
             in the model {expected:?}, {after:?}, {must_expire:?}"
        )
    })
}

fn first_difference(redis: &mut Redis) -> Option<String> {
    let mut all = conditions().into_iter().flat_map(|keys| {
        let operations = operations().into_iter();
        operations.map(move |operation| (keys.clone(), operation))
    });
    all.find_map(|(keys, operation)| difference(redis, &keys, operation))
}

#[test]
fn the_model_does_what_the_scripts_do() {
    assert_eq!(first_difference(&mut Redis::start()), None);
}

#[test]
fn an_error_that_is_planted_in_a_script_is_found() {
    let mut redis = Redis::start();
    for error in [
        ("wake(seat, wakes)", ""),
        ("event == 'alone'", "false"),
        ("seen ~= ARGV[4]", "true"),
        ("elder == late", "false"),
        ("seats[1], note, 'NX'", "seats[1], note"),
        ("arrival_and_weight(neighbour) < arrival", "false"),
        ("string.match(note, '^%d+:(.*)') == rest", "false"),
    ] {
        redis.error = Some(error);
        assert_ne!(first_difference(&mut redis), None, "{error:?}");
    }
}
