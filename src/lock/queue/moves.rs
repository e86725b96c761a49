//! How a waiter moves up in the queue, until the lock is taken or its time is up.

use std::{ops::ControlFlow, time::Instant};

use crate::command::answer::{QueueAnswer, caller};
use crate::command::way::{Next, Way};
use crate::command::{code::Code, script::WAIT};
use crate::lock::acquire::attempt::Attempt;
use crate::lock::queue::periods::{
    HASTE, HEAD_LIFE, next_look_in_line, next_look_of_head, pop_time,
};
use crate::lock::queue::position::{Event, QueuePosition};
use crate::lock::queue::{Queue, Waited};
use crate::lock::{Lock, fence};
use crate::os::clock::{Deadline, Moment};
use crate::server::{Backend, replicas};
use crate::server::{error::Fault, transport::wait_channel::News};
use crate::stats::COUNTERS;

impl<S: Backend> Lock<S> {
    pub(super) fn move_up(
        &mut self,
        queue: &mut Queue,
        deadline: Deadline,
    ) -> Result<Waited, Fault> {
        loop {
            let step = match &queue.position {
                QueuePosition::Coming { caller } => {
                    let caller = caller.clone();
                    self.come(queue, &caller, deadline)?
                }
                QueuePosition::Head | QueuePosition::InLine => self.await_news(queue, deadline)?,
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

    /// Comes to the server, called by this one.
    fn come(
        &mut self,
        queue: &mut Queue,
        caller: &[u8],
        deadline: Deadline,
    ) -> Result<ControlFlow<Waited, Option<Event>>, Fault> {
        COUNTERS.attempts.add(1);
        let first_send = Moment::now();
        Ok(match self.run_wait(queue, caller)? {
            QueueAnswer::Taken(fence) => {
                let is_acknowledged = self.await_replicas(queue)?;
                queue.on_event(Event::Taken);
                ControlFlow::Break(Waited::Decided(match is_acknowledged {
                    true => self.taken(first_send, fence),
                    false => Attempt::Unusable,
                }))
            }
            QueueAnswer::Head(holders_lease) => {
                self.shortfall = None;
                queue.looked = Instant::now();
                queue.next_look = queue.looked + next_look_of_head(holders_lease);
                ControlFlow::Continue(Some(Event::IsHead(true)))
            }
            QueueAnswer::InLine => {
                self.shortfall = None;
                self.stand_in_line(queue, deadline)?;
                ControlFlow::Continue(Some(Event::IsHead(false)))
            }
        })
    }

    /// Waits for a change, a call, or the time for the next look.
    fn await_news(
        &mut self,
        queue: &mut Queue,
        deadline: Deadline,
    ) -> Result<ControlFlow<Waited, Option<Event>>, Fault> {
        let end = deadline.before(queue.next_look);
        let until = end.unwrap_or(queue.next_look);
        let event = match queue.channel().next(until)? {
            Some(News::Reply(reply)) => Event::Call(caller(reply)),
            // Changes may come without end.
            Some(News::Change) if Instant::now() < until => {
                if queue.is_hurried() {
                    queue.next_look = queue.next_look.min(queue.looked + HASTE);
                    return Ok(ControlFlow::Continue(None));
                }
                Event::Change
            }
            _ if end.is_some() => return Ok(ControlFlow::Break(Waited::TimeIsUp)),
            _ => {
                if queue.position == QueuePosition::InLine {
                    self.call_next(queue.token.as_bytes())?;
                    queue.next_look = next_look_in_line();
                }
                Event::Time
            }
        };
        Ok(ControlFlow::Continue(Some(event)))
    }

    fn run_wait(&self, queue: &mut Queue, caller: &[u8]) -> Result<QueueAnswer, Fault> {
        self.refuse_doubtful(&queue.token)?;
        let (head, signal) = self.queue_keys();
        let mut keys = vec![&*self.key, &head, &signal];
        keys.extend(self.fence_key.as_deref());
        let times = [self.ttl, HEAD_LIFE, fence::LIFE];
        let token = queue.token.clone();
        let mut ask = |way| {
            let mut command = WAIT.command(way, &keys, token.as_bytes(), &times);
            queue.channel().ask(command.arg(caller))
        };
        let mut reply = ask(Way::EvalSha);
        if let Err(Fault::Refused(error)) = &reply
            && let Next::Again(way) = Way::EvalSha.after(Code::of(error))
        {
            reply = ask(way);
        }
        let reply = reply?;
        QueueAnswer::decode(&reply).ok_or_else(|| Fault::unexpected(&reply))
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

    fn stand_in_line(&self, queue: &mut Queue, deadline: Deadline) -> Result<(), Fault> {
        let time = match deadline.is_never() {
            true => 0.0, // BLPOP's word for it
            false => pop_time(deadline.time_left()),
        };
        let mut command = redis::cmd("BLPOP");
        command.arg(self.queue_keys().1).arg(format!("{time:.3}"));
        queue.next_look = next_look_in_line();
        queue.channel().begin(&command)
    }
}
