//! The sleep of a waiter without a seat. It blocks in a BLPOP until a seat is offered, and checks
//! now and then that the watchers are alive.

use std::{
    io, mem,
    ops::ControlFlow::{Break, Continue},
    time::Instant,
};

use redis::Value;

use crate::command::queue::{Event, Look, popped_seat};
use crate::lock::Lock;
use crate::lock::fence::helper_key;
use crate::lock::queue::periods::{
    CHECK_POP, LOOK_PERIOD, OFFER_AGAIN, SECOND_LOOK, look_period_after, next_look, pop_time,
};
use crate::lock::queue::state::{Next, Place, Queue, Sleep, Waited};
use crate::os::{clock::Deadline, interrupt};
use crate::server::transport::tracking_connection::TrackingEvent;
use crate::server::{Backend, error::Fault, waiting::server_of};

/// `look_after_seats.lua` returns this if both seats are offered.
const NO_NOTES: &[u8] = b"  ";

impl<S: Backend> Lock<S> {
    pub(super) fn begin_sleep(&self, queue: &mut Queue, deadline: Deadline) -> Result<(), Fault> {
        let time = match deadline.is_never() {
            true => 0.0, // BLPOP blocks for ever
            false => pop_time(deadline.time_left()),
        };
        let mut command = redis::cmd("BLPOP");
        command
            .arg(helper_key(&self.key, "vacant"))
            .arg(format!("{time:.3}"));
        queue.sleep = Sleep::default();
        queue.channel().begin(&command)
    }

    /// Sleeps until a seat is offered, or it is time to look.
    pub(super) fn sleep(&mut self, queue: &mut Queue, deadline: Deadline) -> Result<Next, Fault> {
        let end = deadline.before(queue.sleep.look_at);
        let until = end.unwrap_or(queue.sleep.look_at);
        let wake = self.until_deletion(queue, until);
        match queue.channel().next(wake)? {
            Some(TrackingEvent::Reply(reply)) => return Ok(woken(reply)),
            _ if Instant::now() < until => return Ok(Continue(Place::Asleep)),
            _ if end.is_some() => return Ok(Break(Waited::TimeIsUp)),
            _ => {}
        }
        self.note_contention();
        let (look, looks) = self.look_after_seats(queue)?;
        let seen = mem::take(&mut queue.sleep.seen);
        queue.sleep.look_at = match look {
            Look::Free(now_seen) if seen != NO_NOTES => {
                queue.sleep.seen = now_seen;
                Instant::now() + SECOND_LOOK
            }
            Look::Offered => {
                queue.sleep.seen = NO_NOTES.to_vec(); // to offer them again if no waiter comes
                Instant::now() + OFFER_AGAIN
            }
            Look::Held | Look::Free(_) => {
                queue.sleep.period = look_period_after(queue.sleep.period, looks);
                next_look(queue.sleep.period)
            }
        };
        if looks <= 2 && Instant::now() >= queue.sleep.check_at {
            return self.check_pop(queue);
        }
        Ok(Continue(Place::Asleep))
    }

    fn look_after_seats(&mut self, queue: &Queue) -> Result<(Look, u32), Fault> {
        let looks = helper_key(&self.key, "looks");
        let seen = &queue.sleep.seen;
        let reply = self.ask_queue_server(|scripts, invocation| {
            scripts.look(invocation, &looks, LOOK_PERIOD, seen)
        })?;
        Look::decode(&reply).ok_or_else(|| Fault::unexpected(&reply))
    }

    /// Checks whether the server knows of our BLPOP. A proxy may lose the BLPOP or its reply, and
    /// then this waiter would never be woken. The network itself delivers both, or ends the
    /// connection.
    fn check_pop(&mut self, queue: &mut Queue) -> Result<Next, Fault> {
        let _limited = interrupt::cap_timeouts(LOOK_PERIOD / 4); // it may be woken meanwhile
        let channel = queue.channel();
        let is_blocked = server_of(channel).is_blocked(channel);
        if is_blocked.is_some() {
            queue.sleep.check_at = Instant::now() + CHECK_POP;
        }
        if is_blocked != Some(false) {
            return Ok(Continue(Place::Asleep));
        }
        match queue.channel().last_reply(interrupt::GRACE) {
            Some(reply) => Ok(woken(reply)),
            None => Err(Fault::lost(
                io::Error::from(io::ErrorKind::ConnectionAborted).into(),
            )),
        }
    }
}

/// Returns what follows from the end of a BLPOP.
fn woken(reply: Value) -> Next {
    Continue(Place::Stepping(match popped_seat(reply) {
        Some(seat) => Event::Woken(seat),
        None => Event::Arrived, // the server has ended the pop
    }))
}
