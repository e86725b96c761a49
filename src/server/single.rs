//! One server: commands go to it on connections of its pool.

use std::{rc::Rc, time::Instant};

use redis::{Cmd, ConnectionLike, RedisError, RedisResult, Value};

use crate::command::{Acknowledgement, Command};
use crate::command::{answer::Answer, code::Code, invocation::Invocation, invocation::Native};
use crate::os::fork::ForkLocal;
use crate::os::{clock::Deadline, interrupt, turns, turns::Turn};
use crate::server::error::{Fault, unless_forked};
use crate::server::pool::{Pool, last_silence, make_room, pool_of, tidy_now_and_then};
use crate::server::silence::Silence;
use crate::server::{Backend, QueueServer, Server, perform_on, replicas};
use crate::server::{
    address::Address, leftovers::Leftover, leftovers::Leftovers, pending_release::PendingRelease,
    transport::blocking::Connection,
};
use crate::stats::COUNTERS;

/// One server, and how long to wait for it.
pub struct Endpoint {
    address: Address,
    pool: Rc<ForkLocal<Pool>>,
}

/// Returns the endpoint of an address; this thread's locks share its connections. Opens none.
pub fn endpoint(address: Address) -> Rc<Endpoint> {
    tidy_now_and_then(Instant::now());
    let pool = pool_of(&address);
    Rc::new(Endpoint { address, pool })
}

impl Endpoint {
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Returns what this process knows of the server.
    pub fn pool(&self) -> &Pool {
        self.pool.here()
    }

    /// Returns whether the next command will use a connection that is open already.
    pub fn has_live_connection(&self) -> bool {
        let pool = self.pool();
        let mut idle = pool.idle.borrow_mut();
        while let Some(connection) = idle.last_mut() {
            if !connection.died_idle() {
                return true;
            }
            idle.pop();
            pool.lost_one.set(true);
            pool.was_closed.set(true);
        }
        false
    }

    fn connection(&self, pool: &Pool) -> RedisResult<Box<Connection>> {
        while let Some(mut connection) = pool.idle.borrow_mut().pop() {
            if !connection.died_idle() {
                connection.set_timeouts(self.address.timeouts);
                return Ok(connection);
            }
            pool.lost_one.set(true);
            pool.was_closed.set(true);
        }
        make_room(Instant::now());
        let connection = Box::new(Connection::open(&self.address)?);
        *pool.reached.borrow_mut() = connection.peer_addr();
        pool.tracking_unavailable.take();
        pool.native.take();
        if pool.lost_one.take() {
            COUNTERS.reconnects.add(1);
        }
        Ok(connection)
    }

    /// Sends a command, after ASKING if its slot is moving to this server, and before WAIT if
    /// replicas have to acknowledge it. All use one connection, because ASKING and WAIT count only
    /// for their own.
    pub fn ask_with(
        &self,
        command: &Cmd,
        asking: bool,
        by: Option<&Acknowledgement>,
    ) -> Result<Value, Fault> {
        let asking = asking.then(|| redis::cmd("ASKING"));
        let (offset, count) = (asking.iter().count(), 1 + by.iter().count());
        let mut commands = Vec::new();
        let wait = by.map(Acknowledgement::command);
        for command in asking.iter().chain([command]).chain(&wait) {
            command.write_packed_command(&mut commands);
        }
        let replies =
            self.exchange(|connection| connection.req_packed_commands(&commands, offset, count))?;
        let mut replies = replies.into_iter().map(|reply| match reply {
            Value::ServerError(error) => {
                let error = RedisError::from(error);
                if is_readonly(&error) {
                    self.pool().forget_connections();
                }
                Err(Fault::Refused(error))
            }
            reply => Ok(reply),
        });
        let mut next = || replies.next().unwrap_or(Ok(Value::Nil));
        let answer = next()?;
        match by {
            None => Ok(answer),
            Some(by) => replicas::judge(by, answer, next()),
        }
    }

    pub(super) fn exchange<R>(
        &self,
        ask: impl FnOnce(&mut Connection) -> RedisResult<R>,
    ) -> Result<R, Fault> {
        unless_forked(|| self.exchange_in_any(ask))
    }

    fn exchange_in_any<R>(
        &self,
        ask: impl FnOnce(&mut Connection) -> RedisResult<R>,
    ) -> Result<R, Fault> {
        let start = Instant::now();
        let turn = interrupt::may_suspend().then(|| self.take_turn());
        let turn = turn.transpose()?;
        // The wait for a turn at a silent server is a part of the wait for it.
        let _waited = (turn.as_ref())
            .map(|_| interrupt::resume_wait(interrupt::waited().max(start.elapsed())));
        // This reference is used until the end. After a fork meanwhile its connections are the
        // parent's, and the next `here()` drops them.
        let pool = self.pool();
        let note = |error: Option<&RedisError>| {
            let is_silent = error.is_some_and(RedisError::is_timeout) && !interrupt::must_stop();
            pool.note_silence(is_silent.then(|| Silence::after(start)));
        };
        let mut connection = match self.connection(pool) {
            Ok(connection) => connection,
            Err(_) if interrupt::must_stop() => return Err(Fault::Interrupted),
            Err(error) => {
                note(Some(&error)); // the connection that was given up stays, for a parting command
                return Err(Fault::Unreachable(error));
            }
        };
        pool.given_up.take();
        let answer = ask(&mut connection);
        note(answer.as_ref().err());
        if answer.as_ref().is_err_and(is_readonly) {
            pool.forget_connections();
            answer.map_err(Fault::Refused)
        } else if connection.is_open() {
            pool.was_closed.set(false);
            let now = connection.used();
            pool.idle.borrow_mut().push(connection);
            tidy_now_and_then(now);
            answer.map_err(Fault::Refused)
        } else {
            pool.lost_one.set(true);
            let is_silent = answer.as_ref().is_err_and(RedisError::is_timeout);
            pool.was_closed.set(!is_silent);
            if is_silent {
                *pool.given_up.borrow_mut() = Some(connection);
            }
            answer.map_err(Fault::lost)
        }
    }

    /// Waits until this thread's fibers have fewer commands under way at this server.
    fn take_turn(&self) -> Result<Turn, Fault> {
        let limit = interrupt::limit(self.address.timeouts.longest());
        let turns = turns::of_commands(Rc::as_ptr(&self.pool) as usize);
        let turn = turns.take(Deadline::after(Instant::now(), limit));
        turn.ok_or_else(|| match interrupt::must_stop() {
            true => Fault::Interrupted,
            false => Fault::Silent,
        })
    }

    /// Returns whether a reply was awaited in vain just now, and none has come since.
    pub fn is_silent(&self) -> bool {
        let silence = last_silence(&self.address.target, self.pool());
        silence.is_some_and(|silence| silence.counts(self.address.timeouts.longest()))
    }

    /// Returns whether the server was silent on a second connection, too, and still is.
    pub fn is_away(&self) -> bool {
        let given_up = self.pool().given_up.borrow();
        let is_still = given_up.as_ref().is_none_or(|given_up| given_up.can_part());
        is_still && self.pool().was_hasty.get() && self.is_silent()
    }

    /// Sends a best-effort cleanup command on the connection that was given up last, without
    /// waiting. Returns false if there is none.
    pub fn send_parting(&self, command: &Cmd) -> bool {
        let Some(mut connection) = self.pool().given_up.take() else {
            return false;
        };
        connection.send_parting(command);
        if self.pool().was_hasty.get() {
            *self.pool().given_up.borrow_mut() = Some(connection); // for further commands
        }
        true
    }
}

fn is_readonly(error: &RedisError) -> bool {
    Code::of(error) == Some(Code::ReadOnly)
}

impl Server for Rc<Endpoint> {
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        self.exchange(|connection| connection.req_command(command))
    }

    fn ask_in(&mut self, invocation: Invocation, command: &Command) -> Result<Value, Fault> {
        self.exchange(|connection| connection.request(|buffer| command.write(invocation, buffer)))
    }

    fn ask_acknowledged(&mut self, command: &Cmd, by: &Acknowledgement) -> Result<Value, Fault> {
        self.ask_with(command, false, Some(by))
    }

    fn native(&mut self) -> Result<Option<Native>, Fault> {
        if let Some(native) = self.pool().native.get() {
            return Ok(native);
        }
        // It may close each connection after the first reply, or there may be no time to ask.
        if self.has_closed() || interrupt::must_stop() {
            return Ok(None);
        }
        let native = match self.ask(&Native::question()) {
            Ok(answer) => Native::from_answer(&answer),
            Err(Fault::Refused(_)) => None,
            Err(Fault::ReplyLost(error)) if error.is_timeout() => return Err(Fault::Silent),
            // Closed, or a corrupt reply: use a script now; the next connection is asked again.
            Err(Fault::ReplyLost(_)) => return Ok(None),
            Err(fault) => return Err(fault),
        };
        self.pool().native.set(Some(native));
        Ok(native)
    }

    fn forget_native(&mut self) {
        self.pool().native.set(Some(None));
    }

    fn has_closed(&mut self) -> bool {
        // After a fork there is no live connection.
        self.pool.unchecked().was_closed.get() && !self.has_live_connection()
    }
}

impl Backend for Rc<Endpoint> {
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault> {
        perform_on(self, command)
    }

    fn leftovers(&self) -> &Leftovers {
        &self.pool.unchecked().leftovers // it checks for a fork itself
    }

    fn release_unconfirmed(&mut self, release: Leftover) -> bool {
        let to = Rc::downgrade(&self.pool.unchecked().leftovers);
        self.pool().send_unconfirmed(PendingRelease { release, to })
    }

    fn contact(&self) -> Option<Rc<Endpoint>> {
        Some(self.clone())
    }

    fn queue_server(&mut self) -> Option<&mut dyn QueueServer> {
        Some(self)
    }
}

#[cfg(test)]
mod tests;
