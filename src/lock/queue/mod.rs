//! Waiting in a queue on the server: its head watches the lock, the others sleep until they are called. So a release
//! wakes one waiter, whoever released. What happens on the server, and why nobody waits in vain, is told in
//! `scripts/wait.lua`, where a waiter stands in `place`; here is what it does. In reading order:
//!
//! - This file: one waiter's wait.
//! - `position`: where a waiter stands, and what moves it on.

pub(crate) mod position;

use std::{
    cell::Cell,
    mem,
    time::{Duration, Instant},
};

use redis::Value;

use crate::{
    claim::token::Token,
    command::{Act, Operation, script::WAIT},
    lock::{
        Lock,
        acquire::attempt::Attempt,
        fence::{self, helper_key},
        queue::position::{HEAD_LIFE, Heard, Place, next_look_in_line, next_look_of_head},
        twice,
    },
    os::{clock::Moment, fork::Process},
    server::{News, Server, Watch, error::Fault},
    stats::{COUNTERS, WAITS},
};

/// A head to which changes come more quickly than this, time and again, looks only so often: somebody writes to the lock
/// without end, or the server has no room to remember who watches.
const HASTE: Duration = Duration::from_millis(5);
const MOST_HASTY: u32 = 20;
/// The server forgets who is in line so long after their time is up, should they have died with their whole machine.
const AFTERLIFE: Duration = Duration::from_secs(1);
/// The server counts no further than some hundred million years; who is put out of the line by then comes back.
const LONGEST_POP: Duration = Duration::from_secs(1_000_000_000);

/// How a wait in the queue ended.
pub(super) enum Waited {
    Decided(Attempt),
    TimeIsUp,
    /// There is no waiting in the queue now, for a reason that the next attempt will tell if it matters.
    Unable,
}

/// One waiter's wait in the queue.
pub struct Queue<W> {
    /// None after it broke.
    watch: Option<W>,
    place: Place,
    /// By which this waiter is known in the queue; its acquisition's.
    token: Token,
    /// When to look again without having heard anything.
    next_look: Instant,
    /// Whether there was anything to wait for.
    has_stood: bool,
    /// When the head looked last.
    looked: Instant,
    /// How many more changes came at once after that than later.
    hasty: u32,
}

impl<W: Watch> Queue<W> {
    fn told(&mut self, heard: Heard) {
        self.has_stood |= matches!(heard, Heard::IsHead(_));
        self.place = mem::replace(&mut self.place, Place::Out).told(heard, self.token.as_bytes());
    }

    /// Whether this change, like many before, came at once after the head had looked.
    fn is_hurried(&mut self) -> bool {
        self.hasty = match self.looked.elapsed() < HASTE {
            true => (self.hasty + 1).min(MOST_HASTY + 1),
            false => self.hasty.saturating_sub(1),
        };
        self.place == Place::Head && self.hasty > MOST_HASTY
    }

    /// Whether it ended with an answer under way, which may have given us the lock.
    pub(super) fn is_in_doubt(&self) -> bool {
        matches!(self.place, Place::Coming { .. }) && self.watch.is_none()
    }

    pub(super) fn token(&self) -> &Token {
        &self.token
    }

    fn watch(&mut self) -> &mut W {
        self.watch.as_mut().expect("a broken one has been replaced")
    }
}

impl<S: Server> Lock<S> {
    /// Waits in the queue, until the deadline if there is one.
    pub(super) fn wait_in_queue(
        &mut self,
        queue: &mut Option<Queue<S::Watch>>,
        token: &Token,
        deadline: Option<Instant>,
    ) -> Result<Waited, Fault> {
        if !self.can_queue() {
            return Ok(Waited::Unable);
        }
        let place = match self.enter(queue, token) {
            Ok(place) => place,
            Err(fault @ (Fault::Interrupted | Fault::Forked)) => return Err(fault),
            Err(_) => return Ok(Waited::Unable),
        };
        let outcome = self.move_up(place, deadline);
        self.has_queued |= place.has_stood;
        let fault = match outcome {
            Ok(waited) => return Ok(waited),
            Err(Fault::Forked) => return Err(Fault::Forked), // the token and the connection are the parent's
            Err(fault) => fault,
        };
        if fault.may_pass() {
            self.server.doubt(&fault);
            self.stop_watching(place);
        } else if fault.was_refused() {
            self.server.cannot_watch(&fault);
            self.stop_watching(place);
            place.place = Place::Out;
        } else {
            if let Place::Coming { .. } = place.place {
                self.stop_watching(place); // the answer may still come, and give us the lock
            }
            return Err(fault);
        }
        Ok(Waited::Unable)
    }

    fn move_up(
        &mut self,
        queue: &mut Queue<S::Watch>,
        deadline: Option<Instant>,
    ) -> Result<Waited, Fault> {
        loop {
            let mut until = Some(queue.next_look);
            if let Some(deadline) = deadline.filter(|deadline| *deadline < queue.next_look) {
                until = Some(deadline);
            }
            let heard = match &queue.place {
                Place::Coming { caller } => {
                    let caller = caller.clone();
                    COUNTERS.attempts.add(1);
                    let first_send = Moment::now();
                    match self.run_wait(queue, &caller)? {
                        Value::Array(fence) => {
                            let is_acknowledged = self.await_replicas(queue)?;
                            queue.told(Heard::Taken);
                            if !is_acknowledged {
                                return Ok(Waited::Decided(Attempt::Worthless));
                            }
                            let fence = fence.first().and_then(|fence| match fence {
                                Value::Int(fence) => Some(*fence),
                                _ => None,
                            });
                            return Ok(Waited::Decided(self.taken(first_send, fence)));
                        }
                        Value::Int(milliseconds) => {
                            self.shortfall = None;
                            queue.looked = Instant::now();
                            queue.next_look = queue.looked + next_look_of_head(milliseconds);
                            Heard::IsHead(true)
                        }
                        Value::Nil => {
                            self.shortfall = None;
                            self.stand_in_line(queue, deadline)?;
                            Heard::IsHead(false)
                        }
                        other => return Err(Fault::unexpected(&other)),
                    }
                }
                Place::Head | Place::InLine => {
                    let news = queue.watch().next(until)?;
                    // Changes may come without end.
                    let is_time = || until.is_some_and(|until| Instant::now() >= until);
                    match news {
                        Some(News::Reply(reply)) => Heard::Call(position::caller(reply)),
                        Some(News::Change) if !is_time() => {
                            if queue.is_hurried() {
                                queue.next_look = queue.next_look.min(queue.looked + HASTE);
                                continue;
                            }
                            Heard::Change
                        }
                        _ if until == deadline => return Ok(Waited::TimeIsUp),
                        _ => {
                            if queue.place == Place::InLine {
                                self.pass(queue.token.as_bytes())?;
                                queue.next_look = next_look_in_line();
                            }
                            Heard::Time
                        }
                    }
                }
                Place::Out => return Ok(Waited::Unable),
            };
            queue.told(heard);
        }
    }

    /// The place in the queue, a new one at first and after the connection broke.
    fn enter<'q>(
        &mut self,
        queue: &'q mut Option<Queue<S::Watch>>,
        token: &Token,
    ) -> Result<&'q mut Queue<S::Watch>, Fault> {
        match queue {
            Some(Queue { watch: Some(_), .. }) => {}
            _ => {
                let watch = self.server.watch()?;
                if queue.is_none() {
                    WAITS.in_queue.add(1);
                }
                *queue = Some(Queue {
                    watch: Some(watch),
                    place: Place::Out,
                    token: token.clone(),
                    next_look: Instant::now(),
                    has_stood: false,
                    looked: Instant::now(),
                    hasty: 0,
                });
            }
        }
        let queue = queue.as_mut().expect("just made");
        if queue.place == Place::Out {
            queue.place = Place::Coming { caller: Vec::new() };
            queue.token = token.clone();
        }
        Ok(queue)
    }

    fn run_wait(&self, queue: &mut Queue<S::Watch>, caller: &[u8]) -> Result<Value, Fault> {
        let (head, signal) = self.queue_keys();
        let mut keys = vec![&*self.key, &head, &signal];
        keys.extend(self.fence_key.as_deref());
        let times = [self.ttl, HEAD_LIFE, fence::LIFE];
        let token = queue.token.clone();
        WAIT.send(|by_text| {
            let mut command = WAIT.command(by_text, &keys, token.as_bytes(), &times);
            queue.watch().ask(command.arg(caller))
        })
    }

    /// What was taken on the connection that is waited on has to be acknowledged there; false: by too few.
    fn await_replicas(&mut self, queue: &mut Queue<S::Watch>) -> Result<bool, Fault> {
        let Some(by) = self.acknowledgement else {
            return Ok(true);
        };
        let acknowledged = queue.watch().ask(&by.command());
        match by.judge(Value::Okay, acknowledged) {
            Err(fault @ Fault::TooFewReplicas { .. }) => {
                self.shortfall = Some(fault);
                Ok(false)
            }
            outcome => outcome.map(|_| true),
        }
    }

    fn stand_in_line(
        &self,
        queue: &mut Queue<S::Watch>,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        let time_left = deadline.map_or(0.0, |deadline| {
            let left = deadline.saturating_duration_since(Instant::now());
            (left + AFTERLIFE).min(LONGEST_POP).as_secs_f64()
        });
        let mut command = redis::cmd("BLPOP");
        command
            .arg(self.queue_keys().1)
            .arg(format!("{time_left:.3}"));
        queue.next_look = next_look_in_line();
        queue.watch().begin(&command)
    }

    /// Calls the next in line if this one is the head, or nobody.
    fn pass(&mut self, head: &[u8]) -> Result<(), Fault> {
        let (head_key, signal) = self.queue_keys();
        let pass = Operation {
            act: Act::Pass,
            keys: &[&head_key, &signal],
            token: head,
            times: &[HEAD_LIFE],
            acknowledgement: None,
            may_shorten: Cell::default(),
        };
        let (answer, _) = twice(|| self.server.perform(&pass));
        answer.map(drop)
    }

    /// The key of the head, where others may queue.
    pub(super) fn head_key(&self) -> Option<Vec<u8>> {
        let can_be = self.server.has_queues() && self.has_place();
        can_be.then(|| self.queue_keys().0)
    }

    /// Whether we can queue, as far as is known.
    fn can_queue(&self) -> bool {
        self.server.can_watch() && self.has_place()
    }

    /// Whether the keys of a queue can be where the lock is.
    fn has_place(&self) -> bool {
        !(self.server.has_slots() && fence::is_alone(&self.key))
    }

    fn queue_keys(&self) -> (Vec<u8>, Vec<u8>) {
        (
            helper_key(&self.key, "head"),
            helper_key(&self.key, "signal"),
        )
    }

    /// The connection is not to be waited on any more; the place is kept until [`leave`](Self::leave).
    fn stop_watching(&mut self, queue: &mut Queue<S::Watch>) {
        let Some(watch) = queue.watch.take() else {
            return;
        };
        match queue.place {
            Place::InLine => drop(watch), // closed, or somebody could be called on it
            _ => self.server.unwatch(watch),
        }
    }

    /// Leaves the queue, so that nobody waits for us.
    pub(super) fn leave(&mut self, mut queue: Queue<S::Watch>) {
        if self.process != Process::current() {
            return; // it is the parent's
        }
        let token = queue.token.as_bytes().to_vec();
        let callers = match (&queue.place, &mut queue.watch) {
            (Place::Out, _) => vec![],
            (Place::Coming { caller }, _) => vec![token, caller.clone()], // who knows how far we came
            (Place::InLine, Some(watch)) => {
                // Somebody may call us at this moment: then the next one has to be called instead.
                let mut unblock = redis::cmd("CLIENT");
                unblock.arg("UNBLOCK").arg(watch.id());
                // Once more if it came before our pop: who is called on a closed connection is called in vain.
                let reply = (0..2)
                    .map_while(|_| self.server.ask(&unblock).ok())
                    .find_map(|_| watch.last_reply());
                match reply {
                    Some(reply) => position::caller(reply).into_iter().collect(),
                    None => {
                        queue.watch = None;
                        vec![token]
                    }
                }
            }
            _ => vec![token],
        };
        for caller in callers.iter().filter(|caller| !caller.is_empty()) {
            let _ = self.pass(caller); // if not, we will be missed
        }
        if let Some(watch) = queue.watch
            && self.process == Process::current()
        {
            self.server.unwatch(watch);
        }
    }
}
