//! What may happen next to waiters and their server.

use crate::lock::tests::queue_keys::{Answer, Held, Id, Keys, Kind, MOST, OTHER, Words};
use crate::lock::tests::queue_model::{Doing, Request, Spot, Waiter, Wire};

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
    /// The same of a claim, and the head has been there just now.
    ExecutesBesideHead(Id, Wired),
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
    LeaseOfDeadEnds(Id),
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
    /// Who comes, in this order.
    pub waiters: &'static [Kind],
    /// Who has the lock at first.
    pub holder: Kind,
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
    /// And of the head's key: of those who watch beside it for a share.
    pub armed_for_head: [bool; MOST],
    /// Those of deputies, on which they look.
    pub armed_deputies: [bool; MOST],
    /// The head has come since the change that a deputy looks after.
    pub head_came: [bool; MOST],
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
        let mut waiters = [Waiter::ABSENT; MOST];
        for (waiter, kind) in waiters.iter_mut().zip(bounds.waiters) {
            waiter.kind = *kind;
        }
        State {
            keys: Keys {
                lock: Held::by(OTHER, bounds.holder),
                ..Keys::default()
            },
            line: [None; MOST],
            armed: [false; MOST],
            armed_for_head: [false; MOST],
            armed_deputies: [false; MOST],
            head_came: [false; MOST],
            waiters,
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
        let mut events = self.must_soon();
        if self.keys.lock.has(OTHER) {
            events.push(Event::OtherReleases);
        }
        for (id, waiter) in (0..).zip(&self.waiters) {
            if waiter.doing == Doing::Holding && !waiter.halted {
                events.push(Event::Releases(id));
            }
        }
        events
    }

    /// The same, but that nobody has to give the lock back.
    pub fn must_soon(&self) -> Vec<Event> {
        let mut events = Vec::new();
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
                if wire.request == Some(Request::Claim) && waiter.kind != Kind::Exclusive {
                    events.push(Event::ExecutesBesideHead(id, wired));
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
        for (id, waiter) in (0..).zip(&self.waiters[..bounds.waiters.len()]) {
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
        if bounds.looks {
            let dead = self.dead_holders().map(Event::LeaseOfDeadEnds);
            events.extend(dead);
        }
        if self.faults_left > 0 {
            events.extend(self.faults(bounds).into_iter().map(Event::Fault));
        }
        events
    }

    fn faults(&self, bounds: &Bounds) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (id, waiter) in (0..).zip(&self.waiters[..bounds.waiters.len()]) {
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
        if self.keys.lock != Held::Nobody {
            faults.push(Fault::LockDeleted);
        }
        if self.keys.head.is_some() {
            faults.push(Fault::HeadExpires);
        }
        if !self.keys.signal.is_empty() {
            faults.push(Fault::SignalExpires);
        }
        if self.keys != Keys::default() {
            faults.push(Fault::Flush);
        }
        faults
    }

    fn dead_holders(&self) -> impl Iterator<Item = Id> {
        (0..).zip(&self.waiters).filter_map(|(id, waiter)| {
            let is_dead = waiter.halted || matches!(waiter.doing, Doing::Dead | Doing::Gone);
            (is_dead && self.keys.lock.has(id)).then_some(id)
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

    /// Who believes to hold the lock does: never one beside a share, never more than there are permits.
    pub fn is_exclusive(&self) -> bool {
        (0..).zip(&self.waiters).all(|(id, waiter)| {
            let is_within = match (self.keys.lock, waiter.kind) {
                (Held::Shared(shares), Kind::Share { permits, .. }) => {
                    permits == 0 || shares.taken() <= permits
                }
                (held, _) => held == Held::By(id),
            };
            waiter.doing != Doing::Holding || self.keys.lock.has(id) && is_within
        })
    }

    /// Whether somebody waits for a lock that is to be had: its head, or anybody if there is none.
    pub fn is_in_vain(&self) -> bool {
        let waiting = || {
            let waits =
                |(_, waiter): &(Id, &Waiter)| waiter.doing == Doing::Listening && !waiter.halted;
            (0..).zip(&self.waiters).filter(waits)
        };
        let is_head = |(_, waiter): &(Id, &Waiter)| waiter.place == Spot::Head;
        let has_head = waiting().any(|waiter| is_head(&waiter));
        waiting().any(|(id, waiter)| {
            let goes_first = !has_head || is_head(&(id, waiter));
            goes_first && self.keys.lock.joined(id, waiter.kind).is_some()
        })
    }

    /// So much time passes that keys expire which nobody keeps, and then everybody looks.
    pub fn time_passes(mut self) -> State {
        self.dead_leases_end();
        let is_kept = self.keys.head.is_some_and(|head| {
            self.waiters.get(usize::from(head)).is_some_and(|head| {
                head.doing == Doing::Listening && head.place == Spot::Head && !head.halted
            })
        });
        if !is_kept {
            self.keys.head = None;
        }
        self.keys.signal = Words::default();
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
        self.dead_leases_end();
        for id in (0..).take(MOST) {
            if self.waiters[usize::from(id)].is_suspicious() {
                self = self.after(Event::StandsIn(id));
            }
        }
        self
    }

    fn dead_leases_end(&mut self) {
        for id in self.dead_holders().collect::<Vec<_>>() {
            self.end_lease(id);
        }
    }

    /// That of a holder that does not answer. Whoever watches knows when the next one ends.
    pub fn end_lease(&mut self, id: Id) {
        self.tampered = true; // a halted one may take itself for the holder for a moment, and sees that its lease is over
        self.change_lock(self.keys.lock.after_end_of(id), None);
    }
}

fn has_come(waiter: &Waiter) -> bool {
    waiter.doing != Doing::Absent
}
