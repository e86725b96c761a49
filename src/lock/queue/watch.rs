//! When a waiter with a seat runs its next step: after a change, or after its elder's time.

use std::{
    str,
    time::{Duration, Instant},
};

use crate::command::queue::Event;
use crate::lock::queue::periods::{
    ELDER_GRACE, FIRST_OUTVOTED, LATE_AGAIN, LONGEST_PATIENCE, MOST_HURRIED, OFFER_AGAIN,
    SEAT_REFRESH, SHORTEST_STEP,
};

/// The knowledge of a waiter with a seat, and the times of its next steps.
#[derive(Default)]
pub struct Watch {
    pub seat: u8,
    /// The note of the elder, which goes first; empty if there is none.
    pub elder: Vec<u8>,
    /// True if it is this waiter's turn to ask the servers of a quorum.
    pub is_turn: bool,
    is_elder_late: bool,
    changed_at: Option<Instant>,
    late_at: Option<Instant>,
    alone_at: Option<Instant>,
    refresh_at: Option<Instant>,
    /// The time of the last step.
    stepped: Option<Instant>,
    /// True if the other seat was vacant when this waiter was woken: an elder may still come.
    may_get_elder: bool,
    /// The moment of its last turn, if the lock was free at this server, which has one vote only.
    asked_at: Option<Instant>,
    /// The end of a pause, in which changes here count as votes that were undone. It begins if the
    /// lock is free at the next step, too: most servers have another owner's lock then.
    outvoted_until: Option<Instant>,
    /// The length of the last such pause, if the waiter is still outvoted.
    outvoted_for: Option<Duration>,
    /// True if it has tried to take the lock since it last wrote to its seat.
    has_tried: bool,
    /// The number of changes that came at once after a step, less the number of later ones.
    hurried: u32,
}

impl Watch {
    /// Forgets the previous place.
    pub fn stand_up(&mut self) {
        *self = Watch::default();
    }

    /// Notes that the waiter is about to write to its seat.
    pub fn sit(&mut self) {
        self.refresh_at = Some(Instant::now() + SEAT_REFRESH);
        self.has_tried = false;
    }

    /// Begins to watch after a step.
    pub fn begin(&mut self, event: Event, seat: u8, elder: Vec<u8>, is_vacant: bool) {
        self.is_elder_late = event == Event::Late && self.elder == elder;
        self.is_turn = elder.is_empty() || self.is_elder_late;
        self.has_tried |= self.is_turn && !event.sits();
        (self.seat, self.elder) = (seat, elder);
        (self.changed_at, self.late_at, self.alone_at) = (None, None, None);
        self.may_get_elder = matches!(event, Event::Woken(_)) && is_vacant;
        self.alone_at = is_vacant.then(|| Instant::now() + OFFER_AGAIN);
        self.stepped = Some(Instant::now());
    }

    /// Returns the elder's note, if the elder has had its time.
    pub fn late_elder(&self) -> Option<&[u8]> {
        self.is_elder_late.then_some(&*self.elder)
    }

    /// Plans a try for when the lock may be free, plus the elder's time if there is an elder.
    pub fn wait_for(&mut self, left: Option<Duration>) {
        let again = match (self.is_elder_late, self.may_get_elder) {
            (true, _) => LATE_AGAIN,
            (false, true) => ELDER_GRACE,
            (false, false) => Duration::ZERO,
        };
        let left = left.map_or(again, |left| left.saturating_add(Duration::from_millis(1)));
        self.try_at(Instant::now().checked_add(left));
    }

    /// Does what [`wait_for`](Self::wait_for) does, for a lock of a quorum. This server has one
    /// vote only, so the lock may become free without a change here. A release may reach the other
    /// servers a moment later than this one. So an outvoted waiter asks again soon at first, then
    /// ever more rarely.
    pub fn wait_elsewhere(&mut self, is_free: bool, retry_interval: Duration) {
        let now = Instant::now();
        let next = now + retry_interval;
        let asked_at = self.asked_at.take();
        let has_asked = asked_at.is_some_and(|asked_at| now < asked_at + retry_interval);
        self.outvoted_until = match (is_free, has_asked) {
            (false, _) => {
                self.outvoted_for = None;
                None
            }
            (true, true) => {
                let longer = self
                    .outvoted_for
                    .map_or(FIRST_OUTVOTED, |before| 2 * before);
                let pause = longer.min(retry_interval);
                self.outvoted_for = Some(pause);
                Some(now + pause)
            }
            (true, false) => self.outvoted_until.filter(|until| now < *until),
        };
        self.is_turn &= self.outvoted_until.is_none();
        self.asked_at = (is_free && self.is_turn).then_some(now);
        // A vote that did not reach this server is no change here, so the waiter asks again by
        // itself.
        let asks_again = self.asked_at.map(|asked_at| asked_at + FIRST_OUTVOTED);
        self.try_at(self.outvoted_until.or(asks_again).or(Some(next)));
    }

    /// Has the next step run within this time.
    pub fn check_within(&mut self, longest: Duration) {
        self.changed_at = earlier(self.changed_at, Some(Instant::now() + longest));
    }

    /// Plans a try for `at`, plus the elder's time if there is an elder.
    fn try_at(&mut self, at: Option<Instant>) {
        if self.elder.is_empty() {
            self.changed_at = earlier(self.changed_at, at)
        } else {
            self.late_at = earlier(self.late_at, at.map(|at| at + self.elder_grace()))
        }
    }

    /// Returns how long the elder goes first after a change.
    fn elder_grace(&self) -> Duration {
        let patience = self.elder.split(|byte| *byte == b':').nth(2);
        let patience = patience.and_then(|text| str::from_utf8(text).ok()?.parse().ok());
        ELDER_GRACE + Duration::from_millis(patience.unwrap_or(0)).min(LONGEST_PATIENCE)
    }

    /// Returns the next step and its time, if nothing changes before.
    pub fn next_step(&self) -> Option<(Instant, Event)> {
        let steps = [
            (self.changed_at, self.change()),
            (self.late_at, Event::Late),
            (self.alone_at, Event::Alone),
            (self.refresh_at, Event::Refresh),
        ];
        let steps = steps
            .into_iter()
            .filter_map(|(at, event)| Some((at?, event)));
        steps.min_by_key(|(at, _)| *at)
    }

    /// Returns the event of a step after a change.
    pub fn change(&self) -> Event {
        if self.has_tried {
            Event::Again
        } else {
            Event::Changed
        }
    }

    /// Notes that the lock has changed. Returns whether to run a step at once.
    pub fn lock_changed(&mut self) -> bool {
        let is_outvoted = |until| Instant::now() < until;
        if self.outvoted_until.is_some_and(is_outvoted) {
            return false;
        }
        if self.elder.is_empty() {
            return self.is_time_to_step();
        }
        self.try_at(Some(Instant::now()));
        false
    }

    /// Notes that the other seat has changed. Returns whether to run a step at once.
    pub fn other_seat_changed(&mut self) -> bool {
        self.alone_at = None;
        (!self.elder.is_empty() || self.may_get_elder) && self.is_time_to_step()
    }

    /// Notes that the other seat may have been popped: its waiter comes soon, or has crashed.
    /// Returns whether to run a step at once.
    pub fn vacant_changed(&mut self) -> bool {
        let at = Some(Instant::now() + OFFER_AGAIN);
        self.alone_at = earlier(self.alone_at, at);
        false
    }

    /// Returns whether to step now. After many changes right after a step, plans a step for later.
    fn is_time_to_step(&mut self) -> bool {
        let next = self.stepped.map(|stepped| stepped + SHORTEST_STEP);
        self.hurried = if next.is_some_and(|next| Instant::now() < next) {
            (self.hurried + 1).min(MOST_HURRIED + 1)
        } else {
            self.hurried.saturating_sub(1)
        };
        let is_hurried = self.hurried > MOST_HURRIED;
        if is_hurried {
            self.changed_at = earlier(self.changed_at, next);
        }
        !is_hurried
    }
}

fn earlier(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    one.into_iter().chain(other).min()
}
