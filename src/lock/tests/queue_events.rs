//! What may happen next to waiters and their server.

use crate::lock::tests::queue_model::{Answer, Doing, Id, Keys, OTHER, Spot, Waiter, Wire};

pub const MOST: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wired {
    Watch,
    Ordinary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    Arrives(Id),
    /// The server executes the command that is on its way.
    Executes(Id, Wired),
    Receives(Id, Wired),
    Releases(Id),
    OtherReleases,
    /// The pop came to the server only after the order to end it, which has to be repeated.
    HearsNothing(Id),
    /// The server notices that a connection was closed.
    Notices(Id, Wired),
    /// The time for a look has come.
    Looks(Id),
    TimeIsUp(Id),
    /// A deputy, whether the lock is free.
    StandsIn(Id),
    /// It was halted.
    GoesOn(Id),
    LockOfDeadExpires,
    Fault(Fault),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    Dies(Id),
    Halts(Id),
    WatchLost(Id),
    Interrupted(Id),
    /// The answer to one who was unblocked comes too late.
    HearsTooLate(Id),
    /// The server ends a pop by itself.
    PopEnds(Id),
    LockDeleted,
    HeadExpires,
    SignalExpires,
    Flush,
}

/// What may happen beside what must.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub waiters: usize,
    pub faults: u8,
    /// Waiters may leave.
    pub leaving: bool,
    /// Looks may come at any time, deputies' too.
    pub looks: bool,
    /// Who came first is remembered.
    pub order: bool,
    /// Who leaves the line has the first in it watch beside the head, as its newest do.
    pub call_second: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub keys: Keys,
    /// Those blocked in a pop, in order.
    pub line: [Option<Id>; MOST],
    /// Whose connections are told of the next change of the lock.
    pub armed: [bool; MOST],
    /// Those of deputies, on which they look.
    pub armed_deputies: [bool; MOST],
    pub waiters: [Waiter; MOST],
    pub faults_left: u8,
    /// Somebody deleted the lock.
    pub tampered: bool,
    /// Whether it is remembered who has stood in the queue before whom.
    pub order: bool,
    pub call_second: bool,
    pub before: [[bool; MOST]; MOST],
    pub queued: [bool; MOST],
    /// One got the lock before another one who had come first.
    pub overtaken: bool,
}

impl State {
    /// Somebody else holds the lock.
    pub fn first(bounds: &Bounds) -> State {
        State {
            keys: Keys {
                lock: Some(OTHER),
                ..Keys::default()
            },
            line: [None; MOST],
            armed: [false; MOST],
            armed_deputies: [false; MOST],
            waiters: [Waiter::ABSENT; MOST],
            faults_left: bounds.faults,
            tampered: false,
            order: bounds.order,
            call_second: bounds.call_second,
            before: [[false; MOST]; MOST],
            queued: [false; MOST],
            overtaken: false,
        }
    }

    pub fn waiter(&mut self, id: Id) -> &mut Waiter {
        &mut self.waiters[usize::from(id)]
    }

    pub fn wire(&mut self, id: Id, wired: Wired) -> &mut Wire {
        let waiter = self.waiter(id);
        match wired {
            Wired::Watch => &mut waiter.watch,
            Wired::Ordinary => &mut waiter.ordinary,
        }
    }

    pub fn stands(&self, id: Id) -> bool {
        self.line.contains(&Some(id))
    }

    /// What must happen sooner or later.
    pub fn must(&self) -> Vec<Event> {
        let mut events = Vec::new();
        if self.keys.lock == Some(OTHER) {
            events.push(Event::OtherReleases);
        }
        for (id, waiter) in (0..).zip(&self.waiters) {
            for (wired, wire) in [
                (Wired::Watch, &waiter.watch),
                (Wired::Ordinary, &waiter.ordinary),
            ] {
                let is_read = wired == Wired::Ordinary
                    || matches!(
                        waiter.doing,
                        Doing::Coming | Doing::Listening | Doing::Hearing
                    );
                if wire.request.is_some() {
                    events.push(Event::Executes(id, wired));
                }
                if wire.answers[0].is_some() && is_read && !waiter.halted {
                    events.push(Event::Receives(id, wired));
                }
                if wire.closed && (wire.request.is_none() || waiter.doing == Doing::Dead) {
                    events.push(Event::Notices(id, wired));
                }
            }
            match waiter.doing {
                _ if waiter.halted => {}
                Doing::Holding => events.push(Event::Releases(id)),
                Doing::Hearing if waiter.watch.answers[0].is_none() && self.stands(id) => {
                    events.push(Event::HearsNothing(id));
                }
                Doing::Listening if waiter.due => events.push(Event::Looks(id)),
                _ => {}
            }
        }
        events
    }

    /// What may happen, or not.
    pub fn may(&self, bounds: &Bounds) -> Vec<Event> {
        let mut events = Vec::new();
        for (id, waiter) in (0..).zip(&self.waiters[..bounds.waiters]) {
            if waiter.halted {
                events.push(Event::GoesOn(id));
                continue;
            }
            if bounds.looks && waiter.is_suspicious() {
                events.push(Event::StandsIn(id));
            }
            match waiter.doing {
                // They are all alike: they come one after the other.
                Doing::Absent if self.waiters[..id.into()].iter().all(has_come) => {
                    events.push(Event::Arrives(id));
                }
                Doing::Listening => {
                    if bounds.looks && !waiter.due {
                        events.push(Event::Looks(id));
                    }
                    if bounds.leaving {
                        events.push(Event::TimeIsUp(id));
                    }
                }
                Doing::Retrying if bounds.leaving => events.push(Event::TimeIsUp(id)),
                _ => {}
            }
        }
        if bounds.looks && self.holder_is_dead() {
            events.push(Event::LockOfDeadExpires);
        }
        if self.faults_left > 0 {
            events.extend(self.faults(bounds).into_iter().map(Event::Fault));
        }
        events
    }

    fn faults(&self, bounds: &Bounds) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (id, waiter) in (0..).zip(&self.waiters[..bounds.waiters]) {
            match waiter.doing {
                Doing::Absent | Doing::Done | Doing::Gone | Doing::Dead => {}
                _ => faults.push(Fault::Dies(id)),
            }
            if waiter.watches() && !waiter.halted {
                faults.push(Fault::Halts(id));
            }
            if waiter.watches() && waiter.watch.answers[0] != Some(Answer::Closed) {
                faults.push(Fault::WatchLost(id));
            }
            match waiter.doing {
                Doing::Coming => faults.push(Fault::Interrupted(id)),
                Doing::Hearing if !self.stands(id) => faults.push(Fault::HearsTooLate(id)),
                _ => {}
            }
            if self.stands(id) {
                faults.push(Fault::PopEnds(id));
            }
        }
        if self.keys.lock.is_some() {
            faults.push(Fault::LockDeleted);
        }
        if self.keys.head.is_some() {
            faults.push(Fault::HeadExpires);
        }
        if self.keys.signal.is_some() {
            faults.push(Fault::SignalExpires);
        }
        if self.keys != Keys::default() {
            faults.push(Fault::Flush);
        }
        faults
    }

    fn holder_is_dead(&self) -> bool {
        let holder = self.keys.lock.filter(|holder| *holder != OTHER);
        holder.is_some_and(|holder| {
            let holder = &self.waiters[usize::from(holder)];
            holder.halted || matches!(holder.doing, Doing::Dead | Doing::Gone)
        })
    }

    /// Nobody waits any more.
    pub fn is_over(&self) -> bool {
        self.waiters.iter().all(|waiter| {
            waiter.halted
                || matches!(
                    waiter.doing,
                    Doing::Absent | Doing::Done | Doing::Gone | Doing::Dead
                )
        })
    }

    pub fn holders(&self) -> usize {
        let holds = |waiter: &&Waiter| waiter.doing == Doing::Holding;
        self.waiters.iter().filter(holds).count()
    }

    /// So much time passes that keys expire which nobody keeps, and then everybody looks.
    pub fn time_passes(mut self) -> State {
        if self.holder_is_dead() {
            self.expire_lock();
        }
        let is_kept = self.keys.head.is_some_and(|head| {
            self.waiters.get(usize::from(head)).is_some_and(|head| {
                head.doing == Doing::Listening && head.place == Spot::Head && !head.halted
            })
        });
        if !is_kept {
            self.keys.head = None;
        }
        self.keys.signal = None;
        let is_kept = self.keys.second.is_some_and(|second| {
            self.waiters.get(usize::from(second)).is_some_and(|second| {
                second.doing == Doing::Listening
                    && matches!(second.place, Spot::Second(_))
                    && !second.halted
            })
        });
        if !is_kept {
            self.keys.second = None;
        }
        for waiter in &mut self.waiters {
            waiter.due = waiter.doing == Doing::Listening && !waiter.halted;
        }
        self
    }

    /// So much time passes that every deputy that has reason to looks, and the lease of a holder that is gone ends.
    pub fn deputies_look(mut self) -> State {
        if self.holder_is_dead() {
            self.expire_lock();
        }
        for id in (0..).take(MOST) {
            if self.waiters[usize::from(id)].is_suspicious() {
                self = self.after(Event::StandsIn(id));
            }
        }
        self
    }

    /// The lease of a holder that does not answer.
    pub fn expire_lock(&mut self) {
        self.tampered = true; // a halted one may take itself for the holder for a moment, and sees that its lease is over
        self.change_lock(None, None);
    }
}

fn has_come(waiter: &Waiter) -> bool {
    waiter.doing != Doing::Absent
}
