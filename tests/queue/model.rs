//! What may happen to a queue when, for stateright to explore, and what must always hold.

use redislock::command::queue::Event;
use stateright::{Model, Property};

use crate::Planted;
use crate::server::{Id, Owner, Seat};
use crate::state::State;
use crate::waiter::{Delay, Place, Waiter};

pub const EXCLUSION: &str = "a waiter that has the lock owns it";
pub const NOT_LEFT: &str = "a free lock that a waiter waits for is not left";
/// With [`NOT_LEFT`], and as no more than so many locks are taken and faults happen: it is taken in the end. (`eventually` of
/// stateright would not do: it misses runs that end in a circle.)
pub const NOT_IN_VAIN: &str = "waiters do not act for ever in vain";
pub const PROMPT: &str =
    "a free lock is taken at once; after a fault, within moments, without a look";
pub const ORDER: &str = "a waiter that is queued is not overtaken by one that arrives later";

/// What may happen when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Everything at any time: timers are early, messages are late. But time that seats are refreshed in is enough for all else.
    AnyTime,
    /// A timer ends when nothing that is faster is to come; and after a fault comes the next when the queue has recovered.
    OneAtATime,
    /// As before, and commands arrive in the order in which they were sent.
    InOrder,
}

pub struct Queue {
    pub pace: Pace,
    pub waiters: Id,
    pub faults: u8,
    /// How many waiters may leave before their turn.
    pub leavers: u8,
    /// Whether there is a client that does not queue.
    pub has_newcomer: bool,
    pub planted: Option<Planted>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The server runs the command of a waiter, which gets the reply.
    Run(Id),
    Timer(Id, Event),
    Look(Id),
    Release(Id),
    /// A client that does not queue sets the lock.
    NewcomerSets,
    OtherReleases,
    /// The time of a waiter is up.
    GiveUp(Id),
    /// That of an owner that does not renew it.
    LeaseEnds,
    Resume(Id),
    // Faults
    Kill(Id),
    Halt(Id),
    /// The server does not run what is under way.
    LoseConnection(Id),
    /// The server has run it.
    LoseReply(Id),
    LeaseOfLiveEnds,
    ForeignDel,
    ForeignSet,
    SeatExpires(u8),
    VacantExpires,
}

use Action::*;

impl Model for Queue {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State::new(self)]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        let timed = self.timed_actions(state);
        let fastest = fastest(&timed);
        let may_happen = |delay| match self.pace {
            _ if delay == Delay::Any || delay == fastest => true,
            Pace::AnyTime => delay != Delay::Refresh,
            Pace::OneAtATime | Pace::InOrder => false,
        };
        let timed = timed.into_iter().filter(|(_, delay)| may_happen(*delay));
        actions.extend(timed.map(|(action, _)| action));
        if state.faults > 0 {
            self.add_faults(state, fastest, actions);
        }
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        Some(state.after(action, self))
    }

    fn properties(&self) -> Vec<Property<Queue>> {
        vec![
            Property::always(EXCLUSION, |_, state: &State| {
                let owner = |id| state.keys.lock == Some(Owner::Waiter(id));
                let mut waiters = (0..).zip(&state.waiters);
                waiters.all(|(id, waiter)| !waiter.has_lock() || owner(id))
            }),
            Property::always(NOT_LEFT, |queue: &Queue, state: &State| {
                !state.is_awaited() || fastest(&queue.timed_actions(state)) < Delay::Any
            }),
            Property::always(NOT_IN_VAIN, |_, state: &State| state.in_vain < 25),
            Property::always(PROMPT, |queue: &Queue, state: &State| {
                let longest = match queue.has_failed(state) {
                    false => Delay::Message,
                    true => Delay::Grace,
                };
                queue.pace == Pace::AnyTime
                    || !state.is_awaited()
                    || fastest(&queue.timed_actions(state)) <= longest
            }),
            Property::always(ORDER, |_, state: &State| !state.is_overtaken),
        ]
    }
}

fn fastest(timed: &[(Action, Delay)]) -> Delay {
    let delays = timed.iter().map(|(_, delay)| *delay);
    delays.min().unwrap_or(Delay::Any)
}

/// Returns whether every waiter with a seat is there.
fn has_recovered(state: &State) -> bool {
    let is_there = |seat| state.keys.seat(seat).note().is_none() || !may_expire(state, seat);
    is_there(1) && is_there(2)
}

/// Returns whether no waiter refreshes what is on the seat.
fn may_expire(state: &State, seat: u8) -> bool {
    match state.keys.seat(seat) {
        Seat::Absent => false,
        Seat::Offered => true,
        Seat::Of(note) => {
            let waiter = &state.waiters[usize::from(note.waiter)];
            let is_its = waiter.arrival == Some(note.arrival);
            !is_its || waiter.is_halted || waiter.place != Place::Watching
        }
    }
}

impl Queue {
    fn has_failed(&self, state: &State) -> bool {
        state.faults < self.faults
    }

    /// Returns what may happen without a fault, and how soon.
    fn timed_actions(&self, state: &State) -> Vec<(Action, Delay)> {
        let mut actions = Vec::new();
        for (id, waiter) in (0..).zip(&state.waiters) {
            match waiter.is_halted {
                true => actions.push((Resume(id), Delay::Any)),
                false => self.add_actions_of(id, waiter, state, &mut actions),
            }
        }
        let by_others = match state.keys.lock {
            None => state.has_newcomer.then_some(NewcomerSets),
            Some(Owner::Stranger | Owner::Newcomer) => Some(OtherReleases),
            Some(Owner::Foreign) => Some(LeaseEnds),
            Some(Owner::Waiter(id)) => (!state.renews(id)).then_some(LeaseEnds),
        };
        actions.extend(by_others.map(|action| (action, Delay::Any)));
        actions
    }

    fn add_actions_of(
        &self,
        id: Id,
        waiter: &Waiter,
        state: &State,
        actions: &mut Vec<(Action, Delay)>,
    ) {
        let is_free = state.keys.lock.is_none();
        let timers = waiter.timers(is_free, self.planted).into_iter();
        actions.extend(timers.map(|(event, delay)| (Timer(id, event), delay)));
        let look = waiter.next_look(is_free, self.planted);
        actions.extend(look.map(|delay| (Look(id), delay)));
        let is_next = state.sent.first().is_none_or(|first| *first == id);
        if waiter.has_command() && is_next {
            actions.push((Run(id), Delay::Message));
        }
        match waiter.place {
            // They are alike, so they may as well arrive in this order.
            Place::Away
                if id < self.waiters
                    && (0..id)
                        .all(|other| state.waiters[usize::from(other)].place != Place::Away) =>
            {
                actions.push((Run(id), Delay::Any));
            }
            Place::Holding => actions.push((Release(id), Delay::Any)),
            Place::Watching | Place::Asleep(_) | Place::Stepping(Event::Woken(_))
                if state.leavers > 0 =>
            {
                actions.push((GiveUp(id), Delay::Any));
            }
            _ => {}
        }
    }

    fn add_faults(&self, state: &State, fastest: Delay, actions: &mut Vec<Action>) {
        let is_second = self.has_failed(state) && self.pace != Pace::AnyTime;
        if is_second && !(fastest > Delay::Grace && has_recovered(state)) {
            return;
        }
        for (id, waiter) in (0..).zip(&state.waiters) {
            if waiter.is_halted || matches!(waiter.place, Place::Away | Place::Gone) {
                continue;
            }
            actions.extend([Kill(id), Halt(id)]);
            match waiter.place {
                Place::Stepping(_) => actions.extend([LoseConnection(id), LoseReply(id)]),
                Place::LyingDown | Place::Asleep(_) | Place::Watching => {
                    actions.push(LoseConnection(id));
                }
                _ => {}
            }
        }
        actions.push(ForeignSet);
        match state.keys.lock {
            Some(Owner::Waiter(id)) if state.renews(id) => {
                actions.extend([ForeignDel, LeaseOfLiveEnds]);
            }
            Some(_) => actions.push(ForeignDel),
            None => {}
        }
        if fastest > Delay::Message {
            let seats = [1, 2].into_iter().filter(|seat| may_expire(state, *seat));
            actions.extend(seats.map(SeatExpires));
            let keys = &state.keys;
            if !keys.vacant.is_empty() && !keys.seats.contains(&Seat::Offered) {
                actions.push(VacantExpires);
            }
        }
    }
}
