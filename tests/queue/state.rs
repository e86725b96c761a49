//! What happens to a queue: each action, as it changes the state.

use redislock::command::queue::Event;

use crate::model::{Action, Action::*, Pace, Queue};
use crate::server::{Id, Keys, Note, Owner, Reply, Seat, Written};
use crate::waiter::{Place, Waiter};

/// A queue may have fewer: then the others never arrive.
pub const MOST_WAITERS: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub keys: Keys,
    /// The waiters that are blocked in BLPOP.
    line: Vec<Id>,
    pub waiters: [Waiter; MOST_WAITERS],
    arrivals: u8,
    pub has_newcomer: bool,
    /// How many more of them there may be.
    pub faults: u8,
    pub leavers: u8,
    /// The waiters whose commands are under way, in the order in which they were sent, if that matters.
    pub sent: Vec<Id>,
    /// The waiters that were in the queue when each of them arrived, if that matters.
    ahead: [Vec<Id>; MOST_WAITERS],
    pub is_overtaken: bool,
    /// How many actions of waiters have changed nothing of the lock, one after the other.
    pub in_vain: u8,
}

impl State {
    pub fn new(queue: &Queue) -> State {
        let keys = Keys {
            lock: Some(Owner::Stranger),
            ..Keys::default()
        };
        State {
            keys,
            line: Vec::new(),
            waiters: [Waiter::NEW; MOST_WAITERS],
            arrivals: 0,
            has_newcomer: queue.has_newcomer,
            faults: queue.faults,
            leavers: queue.leavers,
            sent: Vec::new(),
            ahead: Default::default(),
            is_overtaken: false,
            in_vain: 0,
        }
    }

    pub fn after(&self, action: Action, queue: &Queue) -> State {
        let mut next = self.clone();
        next.run(action, queue);
        next.wake_and_tell(action);
        if queue.pace == Pace::InOrder {
            next.note_sent(action);
        }
        let is_waiters = matches!(action, Run(_) | Timer(..) | Look(_));
        let is_in_vain =
            is_waiters && (next.keys.lock, next.arrivals) == (self.keys.lock, self.arrivals);
        // With more faults there are too many states to tell them apart by this.
        next.in_vain = if is_in_vain && queue.faults < 2 {
            self.in_vain + 1
        } else {
            0
        };
        next
    }

    /// Returns whether the lock is free, and a waiter waits for it.
    pub fn is_awaited(&self) -> bool {
        self.keys.lock.is_none() && self.waiters.iter().any(Waiter::waits)
    }

    pub fn renews(&self, id: Id) -> bool {
        let waiter = &self.waiters[usize::from(id)];
        waiter.has_lock() && !waiter.is_halted
    }

    fn run(&mut self, action: Action, queue: &Queue) {
        match action {
            Run(id) => self.run_command(id, queue),
            Timer(id, event) => self.waiter(id).place = Place::Stepping(event),
            Look(id) => {
                let Place::Asleep(seen) = self.waiter(id).place else {
                    unreachable!("{action:?}")
                };
                let look = self.keys.look(seen);
                self.waiter(id).looked(look);
            }
            Release(id) => {
                self.keys.set_lock(None);
                self.waiter(id).go(Place::Gone);
            }
            NewcomerSets => {
                self.has_newcomer = false;
                self.keys.set_lock(Some(Owner::Newcomer));
            }
            OtherReleases => self.keys.set_lock(None),
            GiveUp(id) => {
                self.leavers -= 1;
                self.give_up(id);
            }
            LeaseEnds => self.end_lease(),
            Resume(id) => {
                self.waiter(id).is_halted = false;
                self.waiter(id).tell(Written::default());
            }
            fault => {
                self.faults -= 1;
                self.run_fault(fault, queue);
                self.waiters.iter_mut().for_each(Waiter::time_passes);
            }
        }
    }

    fn run_fault(&mut self, fault: Action, queue: &Queue) {
        match fault {
            Kill(id) => {
                self.leave_line(id);
                self.waiter(id).go(Place::Gone);
            }
            Halt(id) => self.waiter(id).is_halted = true,
            LoseConnection(id) => self.lose_connection(id),
            LoseReply(id) => {
                let Place::Stepping(event) = self.waiter(id).place else {
                    unreachable!("{fault:?}")
                };
                self.run_step(id, event, queue);
                self.waiter(id).place = Place::Stepping(event);
                self.lose_connection(id);
            }
            LeaseOfLiveEnds => self.end_lease(),
            ForeignDel => self.overwrite_lock(None),
            ForeignSet => self.overwrite_lock(Some(Owner::Foreign)),
            SeatExpires(seat) => self.keys.set_seat(seat, Seat::Absent),
            VacantExpires => self.keys.vacant.clear(),
            _ => unreachable!("{fault:?} is no fault"),
        }
    }

    fn waiter(&mut self, id: Id) -> &mut Waiter {
        &mut self.waiters[usize::from(id)]
    }

    fn leave_line(&mut self, id: Id) {
        self.line.retain(|sleeper| *sleeper != id);
    }

    fn give_up(&mut self, id: Id) {
        let popped = match self.waiter(id).place {
            Place::Asleep(_) => {
                self.leave_line(id);
                return self.waiter(id).go(Place::Gone);
            }
            Place::Stepping(Event::Woken(seat)) => seat,
            _ => 0,
        };
        self.waiter(id).go(Place::Leaving {
            popped,
            has_lock: false,
        });
    }

    fn lose_connection(&mut self, id: Id) {
        self.leave_line(id);
        let popped = match self.waiter(id).place {
            Place::Stepping(Event::Woken(seat)) => seat,
            _ => 0,
        };
        self.waiter(id).go(Place::Broken(popped));
    }

    /// Without a message: the server sends it when it finds the key gone. Whoever watches has a timer.
    fn end_lease(&mut self) {
        let written = self.keys.written;
        self.overwrite_lock(None);
        self.keys.written = written;
    }

    /// Its owner has lost it, and knows.
    fn overwrite_lock(&mut self, owner: Option<Owner>) {
        for waiter in &mut self.waiters {
            match &mut waiter.place {
                Place::Holding => waiter.go(Place::Gone),
                Place::Leaving { has_lock, .. } => *has_lock = false,
                _ => {}
            }
        }
        self.keys.set_lock(owner);
    }

    fn run_command(&mut self, id: Id, queue: &Queue) {
        match self.waiter(id).place {
            Place::Away => {
                if queue.pace == Pace::InOrder {
                    self.ahead[usize::from(id)] = self.queued();
                }
                self.run_step(id, Event::Arrived, queue);
            }
            Place::Stepping(event) => self.run_step(id, event, queue),
            Place::LyingDown => {
                self.line.push(id);
                self.waiter(id).place = Place::Asleep(None);
            }
            Place::Broken(popped) => match self.keys.lock {
                Some(owner) if owner != Owner::Waiter(id) => {
                    self.keys.leave(id, popped, None);
                    self.waiter(id).place = Place::Stepping(Event::Arrived);
                }
                _ => {
                    self.keys.set_lock(Some(Owner::Waiter(id)));
                    self.waiter(id).go(Place::Leaving {
                        popped,
                        has_lock: true,
                    });
                }
            },
            Place::Leaving { popped, has_lock } => {
                self.keys.leave(id, popped, None);
                let place = if has_lock {
                    Place::Holding
                } else {
                    Place::Gone
                };
                self.waiter(id).go(place);
            }
            place => unreachable!("no command in {place:?}"),
        }
    }

    /// Returns the waiters that have a seat, or sleep.
    fn queued(&self) -> Vec<Id> {
        let waiters = (0..).zip(&self.waiters);
        let queued =
            waiters.filter(|(_, waiter)| waiter.waits() && waiter.place != Place::LyingDown);
        queued.map(|(id, _)| id).collect()
    }

    fn run_step(&mut self, id: Id, event: Event, queue: &Queue) {
        if self.waiter(id).arrival.is_none() {
            self.arrivals += 1;
            self.waiter(id).arrival = Some(self.arrivals);
        }
        let waiter = &mut self.waiters[usize::from(id)];
        let note = Note {
            arrival: waiter.arrival.unwrap_or_default(),
            waiter: id,
        };
        let (seat, late) = waiter.begin(event);
        let reply = self.keys.wait(event, seat, late, note, queue.planted);
        if reply == Reply::Taken {
            let waits = |id: &Id| self.waiters[usize::from(*id)].waits();
            self.is_overtaken |= self.ahead[usize::from(id)].iter().any(waits);
        }
        let is_other_offered = match reply {
            Reply::Watching { seat, .. } => self.keys.seat(3 - seat) == Seat::Offered,
            Reply::Taken | Reply::Asleep => false,
        };
        self.waiter(id).end(event, reply, is_other_offered);
    }

    /// What follows at the server: sleepers are woken, watchers are told.
    fn wake_and_tell(&mut self, action: Action) {
        while !self.line.is_empty()
            && let Some(seat) = self.keys.pop()
        {
            let sleeper = self.line.remove(0);
            self.waiter(sleeper).place = Place::Stepping(Event::Woken(seat));
        }
        let written = std::mem::take(&mut self.keys.written);
        for (id, waiter) in (0..).zip(&mut self.waiters) {
            if action != Run(id) {
                waiter.tell(written);
            }
        }
    }

    fn note_sent(&mut self, action: Action) {
        let waiters = &self.waiters;
        let is_sent = |id: Id| waiters[usize::from(id)].has_command();
        self.sent.retain(|id| action != Run(*id) && is_sent(*id));
        let new = (0..MOST_WAITERS as Id).filter(|id| is_sent(*id) && !self.sent.contains(id));
        let new: Vec<Id> = new.collect();
        self.sent.extend(new);
    }
}
