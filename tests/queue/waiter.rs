//! What a waiter does between its commands, as `lock/queue/` has it: `watch.rs` and `sleep.rs` for the most part.

use redislock::command::queue::Event;

use crate::Planted;
use crate::server::{Left, Look, Note, Reply, Seen, Written};

/// The time after which something happens. A slower waiter finds it done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Delay {
    /// A command that is under way, or a lease that has ended.
    Message,
    /// `ELDER_GRACE`, `OFFER_AGAIN`, `SECOND_LOOK`.
    Grace,
    /// `LOOK_PERIOD`.
    Look,
    /// `SEAT_REFRESH`.
    Refresh,
    /// Any time: a release, a fault.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// It has not come yet. Then its command is under way: Event::Arrived.
    Away,
    /// A step is under way.
    Stepping(Event),
    /// BLPOP is under way.
    LyingDown,
    /// It is blocked in BLPOP. What it saw when it looked last, if the lock was free.
    Asleep(Option<Seen>),
    Watching,
    /// Its connection broke, maybe with this seat popped (or 0). It tries without the queue; then it leaves, and arrives anew.
    Broken(u8),
    /// It leaves the queue, maybe with this seat popped, and with the lock.
    Leaving {
        popped: u8,
        has_lock: bool,
    },
    Holding,
    Gone,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Track {
    #[default]
    No,
    Armed,
    /// The server has sent the message, and the waiter is halted.
    Sent,
}

/// What a waiter with a seat knows, and its timers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Watch {
    pub seat: u8,
    pub elder: Option<Note>,
    may_get_elder: bool,
    pub lock: Track,
    pub other: Track,
    /// The list of vacant seats.
    vacant: Track,
    /// When the lease ends that the lock had.
    lease_end: bool,
    late: bool,
    alone: bool,
    pub refresh: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waiter {
    pub place: Place,
    pub is_halted: bool,
    pub arrival: Option<u8>,
    pub watch: Watch,
}

impl Waiter {
    pub const NEW: Waiter = Waiter {
        place: Place::Away,
        is_halted: false,
        arrival: None,
        watch: Watch {
            seat: 0,
            elder: None,
            may_get_elder: false,
            lock: Track::No,
            other: Track::No,
            vacant: Track::No,
            lease_end: false,
            late: false,
            alone: false,
            refresh: false,
        },
    };

    pub fn go(&mut self, place: Place) {
        *self = Waiter {
            place,
            is_halted: self.is_halted,
            ..Waiter::NEW
        };
    }

    /// Returns whether the lock has to come to it.
    pub fn waits(&self) -> bool {
        use Place::*;
        let waits = matches!(
            self.place,
            Stepping(_) | LyingDown | Asleep(_) | Watching | Broken(_)
        );
        waits && !self.is_halted
    }

    pub fn has_lock(&self) -> bool {
        matches!(
            self.place,
            Place::Holding | Place::Leaving { has_lock: true, .. }
        )
    }

    pub fn has_command(&self) -> bool {
        use Place::*;
        let sends = matches!(
            self.place,
            Stepping(_) | LyingDown | Broken(_) | Leaving { .. }
        );
        sends && !self.is_halted
    }

    /// Returns the seat and the elder that a step names.
    pub fn begin(&mut self, event: Event) -> (u8, Option<Note>) {
        if let Event::Woken(seat) = event {
            self.watch = Watch {
                seat,
                ..Watch::default()
            };
        }
        self.watch.refresh &= event != Event::Refresh;
        let late = self.watch.elder.filter(|_| event == Event::Late);
        (self.watch.seat, late)
    }

    /// `is_other_offered`: the other seat is, at the server.
    pub fn end(&mut self, event: Event, reply: Reply, is_other_offered: bool) {
        let (seat, left, elder, is_vacant) = match reply {
            Reply::Taken => return self.go(Place::Holding),
            Reply::Asleep => return self.place = Place::LyingDown,
            Reply::Watching {
                seat,
                left,
                elder,
                is_vacant,
            } => (seat, left, elder, is_vacant),
        };
        let reads_vacant = is_other_offered && !is_vacant; // or has written it
        self.place = Place::Watching;
        self.watch = Watch {
            seat,
            elder,
            may_get_elder: matches!(event, Event::Woken(_)) && is_vacant,
            lock: Track::Armed,
            other: Track::Armed,
            vacant: if reads_vacant {
                Track::Armed
            } else {
                Track::No
            },
            lease_end: left == Left::Lease,
            late: left == Left::Free,
            alone: is_vacant,
            refresh: self.watch.refresh,
        };
    }

    /// The server has written these keys.
    pub fn tell(&mut self, written: Written) {
        if self.place != Place::Watching {
            return; // the reply of its step says more
        }
        let other = written.seats[2 - usize::from(self.watch.seat)];
        let tracks = [
            (written.lock, &mut self.watch.lock),
            (other, &mut self.watch.other),
            (written.vacant, &mut self.watch.vacant),
        ];
        for (is_written, track) in tracks {
            if is_written && *track == Track::Armed {
                *track = Track::Sent;
            }
        }
        if !self.is_halted {
            self.hear();
        }
    }

    /// Takes the messages that have come.
    pub fn hear(&mut self) {
        let watch = &mut self.watch;
        let mut steps = false;
        if watch.lock == Track::Sent {
            watch.lock = Track::No;
            steps |= watch.elder.is_none();
            watch.late |= watch.elder.is_some();
        }
        if watch.other == Track::Sent {
            watch.other = Track::No;
            watch.alone = false;
            steps |= watch.elder.is_some() || watch.may_get_elder;
        }
        if watch.vacant == Track::Sent {
            watch.vacant = Track::No;
            watch.alone = true;
        }
        if steps {
            self.place = Place::Stepping(Event::Changed);
        }
    }

    /// Returns the steps that are due, or will be.
    pub fn timers(&self, is_free: bool, planted: Option<Planted>) -> Vec<(Event, Delay)> {
        let watch = &self.watch;
        let has_ended = watch.lease_end && is_free;
        let is_late = watch.late || has_ended && watch.elder.is_some();
        let timers = [
            (
                has_ended && watch.elder.is_none(),
                Event::Changed,
                Delay::Message,
            ),
            (
                is_late && planted != Some(Planted::NoGrace),
                Event::Late,
                Delay::Grace,
            ),
            (
                watch.alone && planted != Some(Planted::NoSecondOffer),
                Event::Alone,
                Delay::Grace,
            ),
            (watch.refresh, Event::Refresh, Delay::Refresh),
        ];
        let due = timers
            .into_iter()
            .filter(|(is_due, ..)| *is_due && self.place == Place::Watching);
        due.map(|(_, event, delay)| (event, delay)).collect()
    }

    /// So long that a watcher refreshes its seat.
    pub fn time_passes(&mut self) {
        self.watch.refresh = self.watch.seat != 0;
    }

    pub fn looked(&mut self, look: Look) {
        if let Place::Asleep(seen) = &mut self.place {
            *seen = match look {
                Look::Held => None,
                Look::Free(sees) => Some(sees),
                Look::Offered => Some([None, None]),
            };
        }
    }

    /// Returns when this sleeper looks, if there is anything to see.
    pub fn next_look(&self, is_free: bool, planted: Option<Planted>) -> Option<Delay> {
        match self.place {
            _ if planted == Some(Planted::NoLook) => None,
            Place::Asleep(Some(_)) => Some(Delay::Grace),
            Place::Asleep(None) => is_free.then_some(Delay::Look),
            _ => None,
        }
    }
}
