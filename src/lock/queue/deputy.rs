//! The newest waiters in line are deputies: they hear of the release, too, and see to it that somebody takes the lock if its
//! head has died or does not move.

use std::time::{Duration, Instant};

use redis::Value;

use crate::claim::token::Token;
use crate::command::answer::DeputyAnswer;
use crate::command::script::{STAND_IN, milliseconds};
use crate::lock::Lock;
use crate::lock::queue::periods::{
    FIRST_LOOK, FIRST_LOOK_AT_SHARES, GRACE, HEAD_LIFE, LATE_NEWS, LOOK_PERIOD, NEXT_CALL,
    RESERVE_GRACE,
};
use crate::os::interrupt::{self, GRACE as PATIENCE};
use crate::server::transport::wait_channel::{News, WaitChannel};
use crate::server::{Backend, error::Fault};

/// What a waiter in line does beside waiting to be called.
#[derive(Default)]
pub struct Deputy {
    /// Which of the newcomers' keys were written since this one came: as many are newer, at least.
    newer: [bool; 2],
    /// It looks now and then whether there is a head, and is a deputy for as long.
    stands_by: bool,
    /// When to look whether the lock is taken.
    look: Option<Instant>,
    /// The change that it looks after.
    changed: Option<Instant>,
    /// The same, if it is still on duty then: how long the holder's lease lasts, it has not been told.
    first_look: Option<Instant>,
    /// The head that was seen while the lock was free.
    seen: Vec<u8>,
    /// On which it looks, and is told of changes after that: the other one is blocked.
    channel: Option<WaitChannel>,
}

impl Deputy {
    /// It has come to the line, and found the lock free or held; where it is told of changes, from then on.
    pub fn come(&mut self, is_free: bool, is_told: bool) {
        let first_look = match is_told {
            true => FIRST_LOOK,
            false => FIRST_LOOK_AT_SHARES,
        };
        *self = Deputy {
            channel: self.channel.take(),
            first_look: Some(Instant::now() + first_look),
            ..Deputy::default()
        };
        if is_free {
            self.change();
        }
    }

    /// The newest is one, and the one before it, for the case that both the head and the newest die.
    fn is_on_duty(&self) -> bool {
        self.newer != [true; 2] || self.stands_by
    }

    /// When to look.
    pub fn look(&self) -> Option<Instant> {
        let first = self.first_look.filter(|_| self.is_on_duty());
        [self.look, first].into_iter().flatten().min()
    }

    pub fn channel(&self) -> Option<&WaitChannel> {
        self.channel.as_ref()
    }

    pub fn into_channel(self) -> Option<WaitChannel> {
        self.channel
    }

    /// Somebody newer has come. Who saw the lock free looks all the same: everybody else may have come later.
    pub fn newcomer(&mut self, key: usize) {
        self.newer[key] = true;
        if !self.is_on_duty() {
            self.channel = None; // or every waiter would have one, sooner or later
        }
    }

    /// Whether nobody newer is known of.
    pub fn is_newest(&self) -> bool {
        self.newer == [false; 2]
    }

    /// Is a deputy from now on, or not any longer for that reason.
    pub fn stand_by(&mut self, stands_by: bool) {
        let was_on_duty = self.is_on_duty();
        self.stands_by = stands_by;
        match self.is_on_duty() {
            true if !was_on_duty => self.look_at(RESERVE_GRACE), // from then on it is told of changes
            false => self.channel = None,
            true => {}
        }
    }

    /// There was no head: this one sees to it that somebody comes.
    pub fn go_on_duty(&mut self) {
        self.newer = [false; 2];
        self.change();
    }

    /// The lock has changed.
    pub fn change(&mut self) {
        self.changed.get_or_insert_with(Instant::now);
        self.look_after(Duration::ZERO);
    }

    /// Has it look when the head has had its time to take a lock that is free after that.
    fn look_after(&mut self, time: Duration) {
        if self.is_on_duty() {
            let grace = match self.newer {
                [false, false] => GRACE,
                _ => RESERVE_GRACE,
            };
            self.look_at(time.saturating_add(grace));
        }
    }

    fn look_at(&mut self, time: Duration) {
        let at = Instant::now().checked_add(time);
        self.look = [self.look, at].into_iter().flatten().min();
    }

    /// What the changes on its own connection are; a broken one is replaced at the next look.
    fn hear(&mut self, lock: &[u8]) {
        let end = Instant::now() + PATIENCE; // somebody may push without end
        while let Some(channel) = &mut self.channel {
            if Instant::now() > end {
                self.channel = None;
                return self.look_at(RESERVE_GRACE);
            }
            match channel.change() {
                Ok(Some(News::Change(key))) if key.as_deref().is_none_or(|key| key == lock) => {
                    self.change();
                }
                Ok(Some(News::Change(_))) => {}
                Ok(None) => return,
                Ok(Some(News::Reply(_))) | Err(_) => {
                    self.channel = None;
                    self.change(); // perhaps unheard
                }
            }
        }
    }
}

impl<S: Backend> Lock<S> {
    /// Looks if it is time; errors only end this waiter's duty for now.
    pub(super) fn serve_as(
        &mut self,
        deputy: &mut Deputy,
        token: &Token,
        until: Instant,
    ) -> Result<(), Fault> {
        deputy.hear(&self.key);
        if deputy.look().is_none_or(|look| look > Instant::now()) {
            return Ok(());
        }
        deputy.look = None;
        deputy.first_look = None;
        let left = until.saturating_duration_since(Instant::now());
        let _limited = interrupt::wait_at_most(left.min(RESERVE_GRACE)); // it may be called meanwhile
        match self.stand_in(deputy, token.as_bytes()) {
            Ok(()) => {
                deputy.hear(&self.key); // what came with the reply
                Ok(())
            }
            Err(fault @ (Fault::Interrupted | Fault::Forked)) => Err(fault),
            Err(fault) => {
                deputy.look_after(match fault.was_refused() {
                    true => RESERVE_GRACE,
                    false => LOOK_PERIOD,
                });
                Ok(())
            }
        }
    }

    fn stand_in(&mut self, deputy: &mut Deputy, token: &[u8]) -> Result<(), Fault> {
        let mut channel = match deputy.channel.take() {
            Some(channel) => channel,
            None => match self.server.queue_server() {
                Some(server) => server.open_channel()?,
                None => return Ok(()),
            },
        };
        let changed = deputy.changed.map(|at| at.elapsed());
        let looked = self.look(&mut channel, &deputy.seen, changed, token);
        if looked.as_ref().err().is_none_or(Fault::was_refused) {
            deputy.channel = Some(channel);
        }
        match looked? {
            DeputyAnswer::Held(lease) => {
                deputy.seen.clear();
                deputy.changed = None;
                let longest = match self.primitive.is_exclusive() {
                    true => None,
                    false => Some(HEAD_LIFE), // others may join them
                };
                if let Some(time) = lease.into_iter().chain(longest).min() {
                    deputy.look_after(time);
                }
            }
            DeputyAnswer::Free(head) => {
                deputy.seen = head;
                deputy.look_at(NEXT_CALL);
            }
        }
        Ok(())
    }

    /// Looks whether the lock is free; a read, so that the server tells of the next change. Mostly it is not.
    fn look(
        &self,
        channel: &mut WaitChannel,
        seen: &[u8],
        changed: Option<Duration>,
        token: &[u8],
    ) -> Result<DeputyAnswer, Fault> {
        let is_share = !self.primitive.is_exclusive();
        if seen.is_empty() && !is_share {
            let reply = channel.ask(redis::cmd("PTTL").arg(&*self.key))?;
            if reply != Value::Int(-2) {
                return DeputyAnswer::decode(reply).map_err(|reply| Fault::unexpected(&reply));
            }
        }
        let (head, signal) = self.queue_keys();
        let keys = [&*self.key, &head, &signal];
        let reply = channel.ask_script(|way| {
            let mut command = STAND_IN.command(way, &keys, token, &[HEAD_LIFE]);
            command.arg(seen);
            if is_share {
                let changed = changed.map_or(HEAD_LIFE, |time| time + LATE_NEWS);
                command.arg(milliseconds(changed));
            }
            command
        })?;
        DeputyAnswer::decode(reply).map_err(|reply| Fault::unexpected(&reply))
    }
}
