//! What the scripts of the queue do to its keys, for an exclusive lock. Each function does what a script does, in its order;
//! `likeness.rs` compares them.

use redislock::command::queue::Event;

use crate::Planted;

pub type Id = u8;

/// Who is on a seat, and since when it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    pub arrival: u8,
    pub waiter: Id,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Seat {
    #[default]
    Absent,
    Offered,
    Of(Note),
}

impl Seat {
    pub fn note(self) -> Option<Note> {
        match self {
            Seat::Of(note) => Some(note),
            Seat::Absent | Seat::Offered => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Has set the lock without a lease.
    Stranger,
    /// Has set it with a lease.
    Newcomer,
    Foreign,
    Waiter(Id),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Left {
    Free,
    Lease,
    Forever,
}

/// The reply of `wait.lua`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Taken,
    Asleep,
    Watching {
        seat: u8,
        left: Left,
        elder: Option<Note>,
        is_vacant: bool,
    },
}

/// The notes on both seats.
pub type Seen = [Option<Note>; 2];

/// The reply of `look_after_seats.lua`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Held,
    Free(Seen),
    Offered,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Written {
    pub lock: bool,
    pub seats: [bool; 2],
    pub vacant: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keys {
    pub lock: Option<Owner>,
    pub seats: [Seat; 2],
    /// The list of vacant seats.
    pub vacant: Vec<u8>,
    /// What the last command has written: the server tells of that.
    pub written: Written,
}

impl Keys {
    pub fn set_lock(&mut self, owner: Option<Owner>) {
        self.lock = owner;
        self.written.lock = true;
    }

    pub fn seat(&self, seat: u8) -> Seat {
        self.seats[usize::from(seat) - 1]
    }

    pub fn set_seat(&mut self, seat: u8, text: Seat) {
        self.seats[usize::from(seat) - 1] = text;
        self.written.seats[usize::from(seat) - 1] = true;
    }

    fn write(&mut self, seat: u8, note: Note, text: Seat) -> Seat {
        let had = self.seat(seat);
        let offers = text == Seat::Offered;
        let keeps = |had: Note| had != note && (offers || had.arrival <= note.arrival);
        let is_kept = had.note().is_some_and(keeps);
        self.set_seat(seat, if is_kept { had } else { text });
        had
    }

    fn wake(&mut self, seat: u8) {
        self.vacant.insert(0, seat);
        self.vacant.truncate(3);
        self.written.vacant = true;
    }

    /// Returns the seat that is offered first.
    pub fn pop(&mut self) -> Option<u8> {
        let is_vacant = !self.vacant.is_empty();
        self.written.vacant |= is_vacant;
        is_vacant.then(|| self.vacant.remove(0))
    }

    fn offer(&mut self, seat: u8) -> bool {
        let must_offer = self.vacant.is_empty();
        if must_offer {
            self.set_seat(seat, Seat::Offered);
            self.wake(seat);
        }
        must_offer
    }

    /// `late`: the elder that is late.
    pub fn wait(
        &mut self,
        event: Event,
        seat: u8,
        late: Option<Note>,
        note: Note,
        planted: Option<Planted>,
    ) -> Reply {
        let seat = match event {
            Event::Arrived => match self.find_seat(planted) {
                Some(seat) => seat,
                None => return Reply::Asleep,
            },
            _ => seat,
        };
        if event == Event::Arrived {
            self.set_seat(seat, Seat::Of(note));
        }
        let other = 3 - seat;
        let neighbour = self.seat(other).note();
        let elder = neighbour.filter(|neighbour| neighbour.arrival < note.arrival);
        let is_late = elder.is_some() && elder == late;
        let goes_first = elder.is_none() || is_late || planted == Some(Planted::Overtaking);
        if goes_first && (self.lock.is_none() || planted == Some(Planted::Robbery)) {
            self.set_lock(Some(Owner::Waiter(note.waiter)));
            let is_woken = matches!(event, Event::Woken(_));
            if is_late {
                self.set_seat(other, Seat::Offered);
                self.wake(other);
            } else if neighbour.is_none() && !is_woken {
                self.offer(other);
            }
            if planted != Some(Planted::SeatNotPassedOn) {
                self.pass_on(seat, note, is_woken);
            }
            return Reply::Taken;
        }
        let has_lost = match self.seat(seat) {
            Seat::Of(had) => had != note && note.arrival < had.arrival,
            _ => true,
        };
        if matches!(event, Event::Woken(_) | Event::Refresh) || event == Event::Again && has_lost {
            self.write(seat, note, Seat::Of(note));
        }
        let mut is_vacant = self.seat(other) == Seat::Offered && self.vacant.is_empty();
        let is_missing = self.seat(other) == Seat::Absent && event != Event::Arrived;
        if is_missing || is_vacant && event == Event::Alone {
            is_vacant = self.offer(other);
        }
        Reply::Watching {
            seat,
            left: self.left(),
            elder,
            is_vacant,
        }
    }

    /// Returns the seat of a waiter that arrives.
    fn find_seat(&self, planted: Option<Planted>) -> Option<u8> {
        let is_free = |seat: &u8| match self.seat(*seat) {
            Seat::Absent => true,
            Seat::Offered => planted == Some(Planted::NewcomerSlipsIn),
            Seat::Of(_) => false,
        };
        [1, 2].into_iter().find(is_free)
    }

    /// Offers the seat of a waiter that has taken the lock.
    fn pass_on(&mut self, seat: u8, note: Note, is_woken: bool) {
        if is_woken {
            return self.wake(seat);
        }
        match self.write(seat, note, Seat::Offered) {
            Seat::Of(had) if had != note => {}
            Seat::Offered => {}
            Seat::Absent | Seat::Of(_) => self.wake(seat),
        }
    }

    fn left(&self) -> Left {
        match self.lock {
            None => Left::Free,
            Some(Owner::Stranger) => Left::Forever,
            Some(_) => Left::Lease,
        }
    }

    /// `popped`: the seat that the waiter has popped and did not take, or 0. `late`: the elder that it has passed over.
    pub fn leave(&mut self, waiter: Id, popped: u8, late: Option<Note>) -> bool {
        let mut has_offered = false;
        for seat in [1, 2] {
            let is_left = match self.seat(seat).note() {
                Some(note) => note.waiter == waiter || late == Some(note),
                None => popped == seat,
            };
            if is_left {
                self.set_seat(seat, Seat::Offered);
                self.wake(seat);
                has_offered = true;
            }
        }
        has_offered
    }

    /// `seen`: of the last look, if the lock was free.
    pub fn look(&mut self, seen: Option<Seen>) -> Look {
        if self.lock.is_some() {
            if self.seats == [Seat::Absent; 2] {
                self.offer(1);
            }
            return Look::Held;
        }
        let sees = self.seats.map(Seat::note);
        if seen != Some(sees) {
            return Look::Free(sees);
        }
        self.vacant.clear();
        for seat in [2, 1] {
            self.set_seat(seat, Seat::Offered);
            self.wake(seat);
        }
        Look::Offered
    }
}
