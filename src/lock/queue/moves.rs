//! How a waiter moves up in the queue, until the lock is taken or its time is up.

use std::{
    io, mem,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use crate::command::answer::{QueueAnswer, caller};
use crate::lock::Lock;
use crate::lock::acquire::attempt::Attempt;
use crate::lock::acquire::backoff::random_fraction;
use crate::lock::fence::{self, helper_key, helper_key_of_database};
use crate::lock::queue::periods::{
    HASTE, HEAD_LIFE, RESERVE_GRACE, SECOND_GRACE, next_look_beside, next_look_in_line,
    next_look_of_head, pop_time,
};
use crate::lock::queue::position::{Coming, Event, QueuePosition};
use crate::lock::queue::{Queue, Waited, calls::Look};
use crate::os::clock::{Deadline, Moment};
use crate::os::interrupt;
use crate::server::error::Fault;
use crate::server::transport::wait_channel::{News, WaitChannel};
use crate::server::{Backend, replicas};
use crate::stats::COUNTERS;

impl<S: Backend> Lock<S> {
    pub(super) fn move_up(
        &mut self,
        queue: &mut Queue,
        deadline: Deadline,
    ) -> Result<Waited, Fault> {
        loop {
            let step = match &queue.position {
                QueuePosition::Coming(coming) => {
                    let coming = coming.clone();
                    self.come(queue, &coming, deadline)?
                }
                QueuePosition::Head | QueuePosition::Second(_) | QueuePosition::InLine => {
                    self.await_news(queue, deadline)?
                }
                QueuePosition::Out => return Ok(Waited::Unable),
            };
            match step {
                ControlFlow::Break(waited) => return Ok(waited),
                ControlFlow::Continue(event) => {
                    if let Some(event) = event {
                        queue.on_event(event);
                    }
                }
            }
        }
    }

    /// Comes to the server.
    fn come(
        &mut self,
        queue: &mut Queue,
        coming: &Coming,
        deadline: Deadline,
    ) -> Result<ControlFlow<Waited, Option<Event>>, Fault> {
        COUNTERS.attempts.add(1);
        let first_send = Moment::now();
        let answer = self.run_wait(queue, coming)?;
        Ok(match answer {
            QueueAnswer::Taken(fence) => {
                let is_acknowledged = self.await_replicas(queue)?;
                queue.on_event(Event::Taken);
                ControlFlow::Break(Waited::Decided(match is_acknowledged {
                    true => self.taken(first_send, fence),
                    false => Attempt::Unusable,
                }))
            }
            QueueAnswer::Head(left) => {
                self.watch(queue, false, next_look_of_head(left));
                ControlFlow::Continue(Some(Event::Stands(QueuePosition::Head)))
            }
            QueueAnswer::Second { left, head, is_the } => {
                let next_look = match is_the {
                    true => next_look_of_head(left),
                    false => next_look_beside(left),
                };
                self.watch(queue, matches!(coming, Coming::Called(_)), next_look);
                ControlFlow::Continue(Some(Event::Stands(QueuePosition::Second(head))))
            }
            QueueAnswer::InLine { is_free } => {
                self.shortfall = None;
                queue.deputy.come(is_free, self.primitive.is_exclusive());
                queue.has_waited = true; // also if the server dies before it stands there
                self.stand_in_line(queue, deadline)?;
                ControlFlow::Continue(Some(Event::Stands(QueuePosition::InLine)))
            }
            QueueAnswer::Shared => {
                queue.on_event(Event::Taken);
                ControlFlow::Break(Waited::Decided(Attempt::Shared(None)))
            }
        })
    }

    fn watch(&mut self, queue: &mut Queue, is_patient: bool, next_look: Duration) {
        self.shortfall = None;
        queue.is_patient = is_patient;
        queue.looked = Instant::now();
        queue.next_look = queue.looked + next_look;
    }

    /// Waits for a change, a call, or the time for the next look.
    fn await_news(
        &mut self,
        queue: &mut Queue,
        deadline: Deadline,
    ) -> Result<ControlFlow<Waited, Option<Event>>, Fault> {
        let end = deadline.before(queue.next_look);
        let until = end.unwrap_or(queue.next_look);
        let is_in_line = queue.position == QueuePosition::InLine;
        if is_in_line {
            self.serve_as(&mut queue.deputy, &queue.token, until)?;
        }
        let news = match is_in_line {
            true => queue.next_in_line(until)?,
            false => queue.channel().next(until, None)?,
        };
        let event = match news {
            Some(News::Reply(reply)) => Event::Call(caller(reply)),
            // Changes may come without end.
            Some(News::Change(key)) if Instant::now() < until => {
                if is_in_line {
                    self.hear_in_line(queue, key.as_deref());
                }
                // What it was told of as a newcomer.
                if is_in_line || key.is_some_and(|key| !self.concerns(queue, &key)) {
                    return Ok(ControlFlow::Continue(None));
                }
                if mem::take(&mut queue.is_patient) {
                    queue.next_look = queue.next_look.min(Instant::now() + SECOND_GRACE);
                    return Ok(ControlFlow::Continue(None));
                }
                if queue.is_hurried() {
                    queue.next_look = queue.next_look.min(queue.looked + HASTE);
                    return Ok(ControlFlow::Continue(None));
                }
                Event::Change
            }
            None if Instant::now() < until => return Ok(ControlFlow::Continue(None)), // for the deputy
            _ if end.is_some() => return Ok(ControlFlow::Break(Waited::TimeIsUp)),
            _ => {
                if queue.position == QueuePosition::InLine {
                    let look = self.look_for_head(queue.token.as_bytes())?;
                    match look {
                        Look::NoHead => queue.deputy.go_on_duty(),
                        Look::ThereIsAHead => queue.deputy.stand_by(true),
                        Look::InACrowd => queue.deputy.stand_by(false),
                    }
                    queue.next_look = next_look_in_line(look == Look::InACrowd);
                    if !queue.is_line_checked || look != Look::InACrowd {
                        return Ok(ControlFlow::Continue(self.check_pop(queue)?));
                    }
                }
                Event::Time
            }
        };
        Ok(ControlFlow::Continue(Some(event)))
    }

    /// Looks whether the server knows of our pop. If it was lost on the way, or its reply (by a proxy: the network brings
    /// everything, or the connection ends), nobody would ever call us.
    fn check_pop(&mut self, queue: &mut Queue) -> Result<Option<Event>, Fault> {
        let _limited = interrupt::wait_at_most(RESERVE_GRACE); // it may be called meanwhile
        let is_blocked = match self.server.queue_server() {
            Some(server) => server.is_blocked(queue.channel()),
            None => Some(true),
        };
        queue.is_line_checked = is_blocked.is_some();
        match is_blocked {
            Some(true) => return Ok(None),
            Some(false) => {}
            None => {
                queue.next_look = next_look_in_line(false);
                return Ok(None);
            }
        }
        match queue.channel().last_reply() {
            Some(reply) => Ok(Some(Event::Call(caller(reply)))), // we were called just now
            None => Err(Fault::lost(
                io::Error::from(io::ErrorKind::ConnectionAborted).into(),
            )),
        }
    }

    /// Whether a change of this key is news for one who watches. Who does so beside a head for a share may join when that one leaves.
    fn concerns(&self, queue: &Queue, key: &[u8]) -> bool {
        let awaits_head =
            !self.primitive.is_exclusive() && matches!(queue.position, QueuePosition::Second(_));
        *key == *self.key || awaits_head && *key == *self.queue_keys().0
    }

    fn hear_in_line(&self, queue: &mut Queue, key: Option<&[u8]>) {
        let newcomers = self.newcomers_keys(queue.channel());
        match key {
            Some(key) if *key != *self.key => {
                if let Some(n) = newcomers.iter().position(|newcomers| newcomers == key) {
                    queue.deputy.newcomer(n);
                }
            }
            _ => queue.deputy.change(),
        }
    }

    fn run_wait(&self, queue: &mut Queue, coming: &Coming) -> Result<QueueAnswer, Fault> {
        self.refuse_in_doubt(&queue.token)?;
        let (head, signal) = self.queue_keys();
        let newcomers = self.newcomers_keys(queue.channel());
        let second = helper_key(&self.key, "second");
        let mut keys = vec![
            &*self.key,
            &head,
            &signal,
            &newcomers[0],
            &newcomers[1],
            &second,
        ];
        keys.extend(self.fence_key.as_deref());
        let times = [self.ttl, HEAD_LIFE, fence::LIFE];
        let token = queue.token.clone();
        let (who, other) = match coming {
            // It may not have asked yet whether a share is its own.
            Coming::New if self.lets_others_go_first && self.may_upgrade(&token) => {
                ("new", &b"given"[..])
            }
            Coming::New => ("new", &[][..]),
            Coming::AsHead => ("head", &[][..]),
            Coming::AsSecond(head) => ("second", &**head),
            Coming::Called(caller) => ("called", &**caller),
        };
        // Two of five tell those who came before: so some seven are deputies.
        let newcomers_key = match 5.0 * random_fraction() {
            ..3.0 => 0,
            ..4.0 => 4,
            _ => 5,
        };
        let script = |way| {
            let script = self.primitive.wait();
            let mut command = script.command(way, &keys, token.as_bytes(), &times);
            command.arg(who).arg(other).arg(newcomers_key);
            for argument in self.primitive.arguments(true) {
                command.arg(argument);
            }
            command
        };
        let reply = match coming {
            // Is told of those who come later, and of nothing else: by a read in the script it would be told of all its keys.
            Coming::New if !self.primitive.is_exclusive() => {
                let newcomers = redis::cmd("MGET").arg(&newcomers).clone();
                queue.channel().ask_script_before(&newcomers, script)
            }
            _ => queue.channel().ask_script(script),
        }?;
        QueueAnswer::decode(&reply).ok_or_else(|| Fault::unexpected(&reply))
    }

    /// What was taken on the connection that is waited on has to be acknowledged there; false: by too few.
    fn await_replicas(&mut self, queue: &mut Queue) -> Result<bool, Fault> {
        self.begin_attempt();
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

    fn stand_in_line(&self, queue: &mut Queue, deadline: Deadline) -> Result<(), Fault> {
        let time = match deadline.is_never() {
            true => 0.0, // BLPOP's word for it
            false => pop_time(deadline.time_left()),
        };
        let mut command = redis::cmd("BLPOP");
        command.arg(self.queue_keys().1).arg(format!("{time:.3}"));
        queue.next_look = next_look_in_line(false);
        queue.is_line_checked = false;
        queue.channel().begin(&command)
    }

    fn newcomers_keys(&self, channel: &WaitChannel) -> [Vec<u8>; 2] {
        let database = channel.address().database;
        ["newcomer1", "newcomer2"].map(|name| helper_key_of_database(&self.key, name, database))
    }
}
