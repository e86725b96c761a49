//! What a waiter in the queue does next, until the lock is taken or its time is up.

use std::{
    io,
    ops::ControlFlow::{self, Break, Continue},
    mem,
    time::{Duration, Instant},
};

use crate::command::answer::{Answer, OtherSeat, QueueAnswer, popped_seat};
use crate::command::{Command, act::Act};
use crate::lock::acquire::attempt::Attempt;
use crate::lock::fence::{self, helper_key};
use crate::lock::queue::periods::{
    ELDER_GRACE, LONGEST_LOOK_PERIOD, LOOK_LIFE, LOOK_PERIOD, OFFER_AGAIN, SEAT_LIFE,
    SEAT_REFRESH, SHORTEST_LOOK, next_look, pop_time,
};
use crate::lock::queue::{Happened, Place, Queue, Waited};
use crate::lock::{Lock, retry_once_if_closed};
use crate::os::clock::{Deadline, Moment};
use crate::os::interrupt;
use crate::server::error::Fault;
use crate::server::transport::wait_channel::News;
use crate::server::{Backend, replicas};
use crate::stats::COUNTERS;

type Step = ControlFlow<Waited, Place>;

/// What a sleeper has found.
#[derive(Clone, Copy, PartialEq)]
enum Look {
    Free,
    Held,
    /// Another one has just looked.
    InACrowd,
}

impl<S: Backend> Lock<S> {
    pub(super) fn wait_for_turn(
        &mut self,
        queue: &mut Queue,
        deadline: Deadline,
    ) -> Result<Waited, Fault> {
        loop {
            let step = match queue.place {
                Place::Stepping(happened) => self.step(queue, happened, deadline)?,
                Place::Watching => self.watch(queue, deadline)?,
                Place::Asleep => self.sleep(queue, deadline)?,
                Place::Out => return Ok(Waited::Unable),
            };
            match step {
                Break(waited) => return Ok(waited),
                Continue(place) => queue.place = place,
            }
        }
    }

    /// Takes the lock if it is this waiter's turn, or learns where to wait.
    fn step(
        &mut self,
        queue: &mut Queue,
        happened: Happened,
        deadline: Deadline,
    ) -> Result<Step, Fault> {
        COUNTERS.attempts.add(1);
        let (first_send, start) = (Moment::now(), Instant::now());
        let answer = self.run_step(queue, happened)?;
        queue.round_trip = start.elapsed();
        Ok(match answer {
            QueueAnswer::Taken(fence) => {
                let is_acknowledged = self.await_replicas(queue)?;
                queue.place = Place::Out;
                Break(Waited::Decided(match is_acknowledged {
                    true => self.taken(first_send, fence),
                    false => Attempt::Unusable,
                }))
            }
            QueueAnswer::Shares => {
                queue.place = Place::Out;
                Break(Waited::Decided(Attempt::Shared(None)))
            }
            QueueAnswer::Asleep => {
                self.shortfall = None;
                queue.has_waited = true; // also if the server dies before it sleeps
                self.begin_pop(queue, deadline)?;
                Continue(Place::Asleep)
            }
            QueueAnswer::Watching { seat, left, other } => {
                self.shortfall = None;
                queue.has_waited = true;
                queue.seat = seat;
                queue.looked = Instant::now();
                let is_new = matches!(happened, Happened::Arrived | Happened::Woken(_));
                queue.offer_again =
                    (other == OtherSeat::Offered).then(|| queue.looked + OFFER_AGAIN);
                queue.elder = match other {
                    OtherSeat::Taken(note) if is_new || queue.elder.as_ref() == Some(&note) => {
                        Some(note)
                    }
                    _ => None,
                };
                let grace = queue.elder_grace();
                let wait = match left {
                    None if queue.elder.is_none() => {
                        return Ok(Continue(Place::Stepping(Happened::Changed)));
                    }
                    None => grace,
                    Some(left) => SEAT_REFRESH.min(left.saturating_add(Duration::from_millis(1) + grace)),
                };
                queue.gives_elder_time = wait < SEAT_REFRESH && queue.elder.is_some();
                queue.next_look = queue.looked + wait;
                Continue(Place::Watching)
            }
        })
    }

    /// Waits for a change of the lock, or the time for the next look.
    fn watch(&mut self, queue: &mut Queue, deadline: Deadline) -> Result<Step, Fault> {
        let next = queue.offer_again.into_iter().chain([queue.next_look]).min();
        let next = next.unwrap_or(queue.next_look);
        let end = deadline.before(next);
        let until = end.unwrap_or(next);
        let news = queue.channel().next(until, None)?;
        let Some(News::Change(key)) = news else {
            return Ok(match (end, queue.gives_elder_time) {
                _ if Instant::now() < until => Continue(Place::Watching),
                (Some(_), _) => Break(Waited::TimeIsUp),
                (None, true) if next == queue.next_look => {
                    Continue(Place::Stepping(Happened::Waited))
                }
                _ => Continue(Place::Stepping(Happened::Changed)),
            });
        };
        let is_lock = key.as_deref().is_none_or(|key| key == &*self.key);
        if Instant::now() >= until {
            return Ok(Continue(Place::Watching)); // changes may come without end
        }
        let is_elder = queue.elder.is_some();
        if !is_lock && !is_elder {
            queue.offer_again = None; // a waiter has taken the other seat
        } else if is_lock && is_elder {
            let end = Instant::now() + queue.elder_grace();
            if end < queue.next_look {
                (queue.next_look, queue.gives_elder_time) = (end, true);
            }
        } else if queue.is_hurried() {
            queue.next_look = queue.next_look.min(queue.looked + SHORTEST_LOOK);
        } else {
            return Ok(Continue(Place::Stepping(Happened::Changed)));
        }
        Ok(Continue(Place::Watching))
    }

    /// Sleeps until a seat is offered, and looks now and then.
    fn sleep(&mut self, queue: &mut Queue, deadline: Deadline) -> Result<Step, Fault> {
        let end = deadline.before(queue.next_look);
        let until = end.unwrap_or(queue.next_look);
        match queue.channel().next(until, None)? {
            Some(News::Reply(reply)) => {
                return Ok(Continue(Place::Stepping(match popped_seat(reply) {
                    Some(seat) => Happened::Woken(seat),
                    None => Happened::Arrived, // the server has ended the pop
                })));
            }
            _ if Instant::now() < until => return Ok(Continue(Place::Asleep)),
            _ if end.is_some() => return Ok(Break(Waited::TimeIsUp)),
            _ => {}
        }
        let left = self.look_after_seats(queue)?;
        queue.look_period = match left {
            Look::InACrowd => (queue.look_period * 2).min(LONGEST_LOOK_PERIOD),
            _ => (queue.look_period / 2).max(LOOK_PERIOD),
        };
        let was_free = mem::replace(&mut queue.saw_free, left == Look::Free);
        queue.next_look = match queue.saw_free {
            true if was_free => {
                let mut channel = queue.channel.take().expect("it sleeps on it");
                let popped = self.end_pop(&mut channel)?;
                queue.channel = Some(channel);
                queue.saw_free = false;
                return Ok(Continue(Place::Stepping(
                    match popped.and_then(popped_seat) {
                        Some(seat) => Happened::Woken(seat),
                        None => Happened::Rescue,
                    },
                )));
            }
            true => Instant::now() + ELDER_GRACE,
            false => next_look(queue.look_period),
        };
        if !queue.is_pop_checked || left != Look::InACrowd {
            return self.check_pop(queue);
        }
        Ok(Continue(Place::Asleep))
    }

    /// Offers seats that no waiter has, unless another sleeper has just done so.
    fn look_after_seats(&mut self, queue: &Queue) -> Result<Look, Fault> {
        if queue.saw_free {
            let keys = [&*self.key];
            let exists = Command::new(Act::Exists, &keys, b"", &[]);
            let (answer, _) = retry_once_if_closed(|| self.server.perform(&exists));
            return Ok(match answer?.is_yes() {
                true => Look::Held,
                false => Look::Free,
            });
        }
        let looked = helper_key(&self.key, "looked");
        let keys = self.queue_keys();
        let [lock, one, two, vacant] = keys.each_ref().map(Vec::as_slice);
        let keys = [lock, one, two, vacant, &looked];
        let times = [SEAT_LIFE, LOOK_LIFE];
        let look = Command::new(Act::LookAfterSeats, &keys, queue.token.as_bytes(), &times);
        let (answer, _) = retry_once_if_closed(|| self.server.perform(&look));
        Ok(match answer? {
            Answer::NotDone => Look::InACrowd,
            Answer::Taken(_) => Look::Free,
            _ => Look::Held,
        })
    }

    /// Looks whether the server knows of our pop. If it was lost on the way, or its reply (by a proxy: the network brings
    /// everything, or the connection ends), this waiter would never be woken.
    fn check_pop(&mut self, queue: &mut Queue) -> Result<Step, Fault> {
        let _limited = interrupt::wait_at_most(LOOK_LIFE / 4); // it may be woken meanwhile
        let is_blocked = match self.server.queue_server() {
            Some(server) => server.is_blocked(queue.channel()),
            None => Some(true),
        };
        queue.is_pop_checked = is_blocked.is_some();
        if is_blocked != Some(false) {
            return Ok(Continue(Place::Asleep));
        }
        match queue.channel().last_reply() {
            Some(reply) => Ok(Continue(Place::Stepping(match popped_seat(reply) {
                Some(seat) => Happened::Woken(seat),
                None => Happened::Arrived,
            }))),
            None => Err(Fault::lost(
                io::Error::from(io::ErrorKind::ConnectionAborted).into(),
            )),
        }
    }

    fn run_step(&self, queue: &mut Queue, happened: Happened) -> Result<QueueAnswer, Fault> {
        self.refuse_in_doubt(&queue.token)?;
        let (event, seat) = match happened {
            Happened::Arrived => ("arrived", 0),
            Happened::Woken(seat) => ("woken", seat),
            Happened::Changed => ("changed", queue.seat),
            Happened::Waited => ("waited", queue.seat),
            Happened::Rescue => ("rescue", 1),
        };
        let now = Instant::now();
        let is_new = matches!(happened, Happened::Arrived | Happened::Woken(_));
        if is_new {
            queue.elder = None;
        }
        let also = match happened {
            // It may not have asked yet whether a share is its own.
            Happened::Arrived if self.lets_others_go_first && self.may_upgrade(&queue.token) => {
                "given"
            }
            Happened::Changed if queue.offer_again.is_some_and(|at| at <= now) => "offer",
            Happened::Changed | Happened::Waited if queue.sat + SEAT_REFRESH <= now => "sit",
            _ => "",
        };
        if is_new || also == "sit" {
            queue.sat = now;
        }
        let keys = self.queue_keys();
        let mut keys: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
        keys.extend(self.fence_key.as_deref());
        if is_new {
            queue.note = self.note(queue);
        }
        let (token, note) = (queue.token.clone(), queue.note.clone());
        let elder = queue.elder.clone().unwrap_or_default();
        let reply = queue.channel().ask_script(|way| {
            let script = self.primitive.wait();
            let times = [SEAT_LIFE, self.ttl, fence::LIFE];
            let mut command = script.command(way, &keys, token.as_bytes(), &times);
            command.arg(event).arg(seat).arg(&elder).arg(&note).arg(also);
            for argument in self.primitive.arguments(true) {
                command.arg(argument);
            }
            command
        })?;
        QueueAnswer::decode(&reply).ok_or_else(|| Fault::unexpected(&reply))
    }

    /// What a waiter's seat says of it: the weight of its share, for how long the younger one is to be patient, and its token.
    fn note(&self, queue: &Queue) -> Vec<u8> {
        let weight = self.primitive.arguments(false).next().unwrap_or(0);
        let round_trip = queue.round_trip.as_millis();
        let mut note = format!("{weight}:{round_trip}:").into_bytes();
        note.extend(queue.token.as_bytes());
        note
    }

    /// What was taken on the connection that is waited on has to be acknowledged there; false: by too few.
    fn await_replicas(&mut self, queue: &mut Queue) -> Result<bool, Fault> {
        let Some(by) = self.acknowledgement else {
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

    fn begin_pop(&self, queue: &mut Queue, deadline: Deadline) -> Result<(), Fault> {
        let time = match deadline.is_never() {
            true => 0.0, // BLPOP's notation for it
            false => pop_time(deadline.time_left()),
        };
        let mut command = redis::cmd("BLPOP");
        command
            .arg(helper_key(&self.key, "vacant"))
            .arg(format!("{time:.3}"));
        queue.next_look = next_look(queue.look_period);
        queue.is_pop_checked = false;
        queue.channel().begin(&command)
    }
}
