//! A step of a waiter, which takes the lock or returns where it waits; and the wait for the next.

use std::{
    ops::ControlFlow::{Break, Continue},
    time::Instant,
};

use crate::command::queue::{self, Event, Step};
use crate::lock::Lock;
use crate::lock::acquire::attempt::Attempt;
use crate::lock::fence;
use crate::lock::queue::periods::FAILOVER_CHECK;
use crate::lock::queue::state::{Next, Place, Queue, Waited};
use crate::os::clock::{BootInstant, Deadline};
use crate::os::interrupt;
use crate::server::quorum::QUEUE_SERVER_PATIENCE;
use crate::server::transport::tracking_connection::TrackingEvent;
use crate::server::{Backend, error::Fault, replicas};

impl<S: Backend> Lock<S> {
    pub(super) fn step(
        &mut self,
        queue: &mut Queue,
        event: Event,
        deadline: Deadline,
    ) -> Result<Next, Fault> {
        if !self.is_queue_elsewhere() {
            self.history.count_attempt();
        }
        let first_send = BootInstant::now();
        let place = self.run_step(queue, event)?;
        Ok(match place {
            queue::Place::Taken(fence) => {
                let is_acknowledged = self.await_replicas(queue)?;
                queue.place = Place::Out;
                Break(Waited::Decided(match is_acknowledged {
                    true => self.taken(queue.token(), first_send, fence)?,
                    false => Attempt::ExpiredInFlight,
                }))
            }
            queue::Place::Asleep { arrival } => {
                queue.arrival = Some(arrival);
                if !self.is_queue_elsewhere() {
                    self.note_contention(); // elsewhere, the seats may be offered still
                }
                self.shortfall = None;
                queue.has_waited = true; // also if the server crashes before the sleep
                self.begin_sleep(queue, deadline)?;
                Continue(Place::Asleep)
            }
            queue::Place::Watching {
                arrival,
                seat,
                left,
                elder,
                is_vacant,
            } => {
                self.shortfall = None;
                queue.has_waited = true;
                queue.arrival = Some(arrival);
                let is_free = left.is_none();
                if !(self.is_queue_elsewhere() && is_free && elder.is_empty()) {
                    self.note_contention();
                }
                queue.watch.begin(event, seat, elder, is_vacant);
                match self.is_queue_elsewhere() {
                    true => queue.watch.wait_elsewhere(is_free, queue.retry_interval),
                    false => queue.watch.wait_for(left),
                }
                if self.server.capabilities().fails_over {
                    queue.watch.check_within(FAILOVER_CHECK);
                }
                Continue(Place::Watching)
            }
        })
    }

    /// Waits for a change of the lock or of the other seat, or for the time of the next step.
    pub(super) fn watch(&mut self, queue: &mut Queue, deadline: Deadline) -> Result<Next, Fault> {
        if std::mem::take(&mut queue.watch.is_turn) && self.is_queue_elsewhere() {
            return Ok(Break(Waited::Turn));
        }
        let (next, event) = queue.watch.next_step().expect("a seat is refreshed");
        let end = deadline.before(next);
        let until = end.unwrap_or(next);
        let wake = self.until_deletion(queue, until);
        let news = queue.channel().next(wake)?;
        if Instant::now() >= until {
            // This comes first, because changes may come without end.
            return Ok(match end {
                Some(_) => Break(Waited::TimeIsUp),
                None => Continue(Place::Stepping(event)),
            });
        }
        let Some(TrackingEvent::Change(key)) = news else {
            return Ok(Continue(Place::Watching));
        };
        let [_, one, two, vacant] = self.queue_keys();
        let other = if queue.watch.seat == 1 { two } else { one };
        let must_step = match key {
            Some(key) if key == other => queue.watch.other_seat_changed(),
            Some(key) if key == vacant => queue.watch.vacant_changed(),
            Some(key) if *key != *self.key => false,
            _ => queue.watch.lock_changed(), // or all keys
        };
        Ok(Continue(if must_step {
            Place::Stepping(queue.watch.change())
        } else {
            Place::Watching
        }))
    }

    fn run_step(&mut self, queue: &mut Queue, event: Event) -> Result<queue::Place, Fault> {
        self.refuse_indeterminate(&queue.token)?;
        self.begin_attempt();
        if matches!(event, Event::Arrived | Event::Woken(_)) {
            queue.watch.stand_up();
            queue.note = self.note(queue);
        }
        if event.sits() {
            queue.watch.sit();
        }
        let seat = match event {
            Event::Woken(seat) => seat,
            _ => queue.watch.seat,
        };
        let keys = self.queue_keys();
        let scripts = self.queue_scripts(&keys);
        let fence_key = self.fence_key.as_deref();
        let fence = fence_key.filter(|_| !scripts.is_elsewhere);
        let (token, note) = (queue.token.clone(), queue.note.clone());
        let late = match event {
            Event::Late => queue.watch.elder.clone(),
            _ => Vec::new(),
        };
        let step = Step {
            event,
            seat,
            late: &late,
            arrival: queue.arrival,
            note: &note,
            token: token.as_bytes(),
            ttl: self.ttl,
            fence: fence.map(|key| (key, fence::LIFE)),
        };
        let patience = scripts.is_elsewhere.then_some(QUEUE_SERVER_PATIENCE);
        let _limited = patience.map(interrupt::cap_timeouts);
        let reply = queue
            .channel()
            .ask_script(|invocation| scripts.wait(invocation, &step))?;
        queue::Place::decode(&reply).ok_or_else(|| Fault::unexpected(&reply))
    }

    /// Returns the rest of the note, behind the arrival: the weight (0 for the exclusive lock), the
    /// round trip in milliseconds, and the token.
    fn note(&self, queue: &mut Queue) -> Vec<u8> {
        let weight = self.kind.arguments(false).next().unwrap_or(0);
        let round_trip = queue.channel().round_trip().as_millis();
        let mut note = format!("{weight}:{round_trip}:").into_bytes();
        note.extend(queue.token.as_bytes());
        note
    }

    /// Has replicas acknowledge a lock on the watch connection that took it. False: too few do.
    fn await_replicas(&mut self, queue: &mut Queue) -> Result<bool, Fault> {
        let Some(by) = self.acknowledgement() else {
            return Ok(true);
        };
        let acknowledged = queue.channel().ask(&by.command());
        match replicas::judge(&by, redis::Value::Okay, acknowledged) {
            Err(fault @ Fault::TooFewReplicas { .. }) => {
                self.shortfall = Some(fault);
                Ok(false)
            }
            outcome => outcome.map(|_| true),
        }
    }
}
