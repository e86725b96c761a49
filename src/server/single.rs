//! Connections that outlive the locks and requests that used them: one pool a thread, as `pconnect` does it.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
    time::{Duration, Instant},
};

use redis::{Cmd, ConnectionLike, RedisError, RedisResult, Value};
use socket2::SockAddr;

use crate::command::answer::Answer;
use crate::command::code::Code;
use crate::command::way::Native;
use crate::command::{Acknowledgement, Command};
use crate::os::fork::{Forget, ForkLocal, Process};
use crate::os::interrupt;
use crate::server::address::Address;
use crate::server::cannot_watch::CannotWatch;
use crate::server::error::Fault;
use crate::server::leftovers::Leftovers;
use crate::server::transport::blocking::Connection;
use crate::server::transport::watcher::WaitChannel;
use crate::server::words::whole_words;
use crate::server::{Backend, Node, QueueServer, perform_on, replicas};
use crate::stats::{COUNTERS, WAITS};

/// A connection that is not used for so long is closed, by whoever uses one of this thread's next.
const LONGEST_IDLE: Duration = Duration::from_secs(60);
/// So many may be idle at a time.
const MOST_IDLE: usize = 64;
const LOOK_PERIOD: Duration = Duration::from_secs(1);

/// A server that was silent is tried with all patience again after so long.
pub const SILENCE_COUNTS: Duration = Duration::from_secs(1);

thread_local! {
    static ENDPOINTS: RefCell<HashMap<Address, Rc<ForkLocal<Pool>>>> = RefCell::default();
    /// For idle connections.
    static NEXT_LOOK: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Who else has idle connections, to be closed when these are looked at.
    static OTHERS: Cell<Option<CloseIdle>> = const { Cell::new(None) };
}

/// Closes the connections that have been idle for so long.
pub type CloseIdle = fn(Instant, Duration);

/// Has the connections of others looked at, too, whenever these are.
pub fn also_close_idle(others: CloseIdle) {
    OTHERS.set(Some(others));
}

/// One server, and how long to wait for it.
pub struct Endpoint {
    address: Address,
    pool: Rc<ForkLocal<Pool>>,
}

/// One server as this thread knows it: its idle connections, and what was left there without an answer.
#[derive(Default)]
pub struct Pool {
    idle: RefCell<Vec<Connection>>,
    channels: RefCell<Vec<WaitChannel>>,
    /// Until a new connection is made, or its time is over.
    cannot_watch: RefCell<Option<CannotWatch>>,
    /// The server's own commands that compare and act; None: it has not been asked on the connections there are.
    native: Cell<Option<Option<Native>>>,
    leftovers: Leftovers,
    /// A connection was lost since the last one was opened.
    lost_one: Cell<bool>,
    /// Given up because a reply was too long in coming; for last words.
    given_up: RefCell<Option<Connection>>,
    /// When a reply was awaited in vain, if none has come since.
    silent: Cell<Option<Instant>>,
    /// What the last connection was made to.
    reached: RefCell<Option<SockAddr>>,
}

impl Forget for Pool {
    fn forget(&self) {
        self.idle.borrow_mut().clear();
        self.channels.borrow_mut().clear();
        self.cannot_watch.take();
        self.native.take();
        self.given_up.take();
        self.silent.take();
        self.lost_one.set(false);
    }
}

impl Pool {
    /// When each of its idle connections was used last.
    fn uses(&self) -> Vec<Instant> {
        let mut uses: Vec<Instant> = self.idle.borrow().iter().map(Connection::used).collect();
        uses.extend(self.channels.borrow().iter().map(WaitChannel::used));
        uses
    }

    /// Closes what has been idle since then.
    fn close_idle(&self, since: Instant) {
        let is_used = |used: Instant| used > since;
        self.idle.borrow_mut().retain(|idle| is_used(idle.used()));
        self.channels
            .borrow_mut()
            .retain(|idle| is_used(idle.used()));
        let is_done = |given_up: &mut Connection| !is_used(given_up.used());
        self.given_up.borrow_mut().take_if(is_done);
    }

    /// Nothing would be lost with it.
    fn is_empty(&self) -> bool {
        self.uses().is_empty() && self.leftovers.is_empty() && self.given_up.borrow().is_none()
    }
}

/// The endpoint of an address; its connections are those of all locks of this thread there. Opens no connection.
pub fn endpoint(address: Address) -> Rc<Endpoint> {
    tidy_now_and_then(Instant::now());
    let pool = ENDPOINTS.with_borrow_mut(|endpoints| {
        if let Some(pool) = endpoints.get(&address) {
            return pool.clone();
        }
        endpoints.retain(|_, pool| Rc::strong_count(pool) > 1 || !pool.here().is_empty());
        let pool = Rc::new(ForkLocal::new(Pool::default()));
        endpoints.insert(address.clone(), pool.clone());
        pool
    });
    Rc::new(Endpoint { address, pool })
}

/// Closes connections that have been idle for long, if nobody has looked for a while.
fn tidy_now_and_then(now: Instant) {
    let is_due = |next: Option<Instant>| next.is_none_or(|next| now >= next);
    if is_due(NEXT_LOOK.get()) {
        NEXT_LOOK.set(Some(now + LOOK_PERIOD));
        tidy(now);
    }
}

/// Closes connections that have been idle for long, and the oldest of too many.
pub fn tidy(now: Instant) {
    ENDPOINTS.with_borrow(|endpoints| {
        let mut uses: Vec<Instant> = endpoints
            .values()
            .flat_map(|pool| pool.here().uses())
            .collect();
        let mut since = now.checked_sub(LONGEST_IDLE);
        if let Some(excess) = uses
            .len()
            .checked_sub(MOST_IDLE)
            .filter(|excess| *excess > 0)
        {
            uses.sort_unstable();
            since = since.max(Some(uses[excess - 1]));
        }
        if let Some(since) = since {
            endpoints
                .values()
                .for_each(|pool| pool.here().close_idle(since));
        }
    });
    if let Some(others) = OTHERS.get() {
        others(now, LONGEST_IDLE);
    }
}

/// Where this thread reached the server of an address last.
pub fn reached(address: &Address) -> Option<SockAddr> {
    ENDPOINTS.with_borrow(|endpoints| endpoints.get(address)?.here().reached.borrow().clone())
}

/// Closes this thread's connections to single servers, at the end of the process or thread.
pub fn close_connections() {
    ENDPOINTS.take();
}

impl Endpoint {
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// What this process knows of it.
    fn pool(&self) -> &Pool {
        self.pool.here()
    }

    /// Whether the next command will go over a connection that there is already.
    pub fn has_live_connection(&self) -> bool {
        let pool = self.pool();
        let mut idle = pool.idle.borrow_mut();
        while let Some(connection) = idle.last_mut() {
            if !connection.died_idle() {
                return true;
            }
            idle.pop();
            pool.lost_one.set(true);
        }
        false
    }

    fn connection(&self) -> RedisResult<Connection> {
        let pool = self.pool();
        while let Some(mut connection) = pool.idle.borrow_mut().pop() {
            if !connection.died_idle() {
                connection.set_timeouts(self.address.timeouts);
                return Ok(connection);
            }
            pool.lost_one.set(true);
        }
        tidy(Instant::now());
        let connection = Connection::open(&self.address)?;
        let pool = self.pool();
        *pool.reached.borrow_mut() = connection.peer();
        pool.cannot_watch.take();
        pool.native.take();
        if pool.lost_one.take() {
            COUNTERS.reconnects.add(1);
        }
        Ok(connection)
    }

    /// Asks for a key that is about to move to this server.
    pub fn ask_in_place(&self, command: &Cmd) -> Result<Value, Fault> {
        let mut commands = redis::cmd("ASKING").get_packed_command();
        commands.extend(command.get_packed_command());
        match self.ask_packed(&commands, 1, 1)?.pop() {
            Some(Value::ServerError(error)) => Err(Fault::Refused(error.into())),
            reply => Ok(reply.unwrap_or_default()),
        }
    }

    /// The same, and waits for replicas to acknowledge what it wrote.
    pub fn ask_in_place_acknowledged(
        &self,
        command: &Cmd,
        by: &Acknowledgement,
    ) -> Result<Value, Fault> {
        let mut commands = redis::cmd("ASKING").get_packed_command();
        commands.extend(command.get_packed_command());
        self.ask_packed_acknowledged(commands, 1, by)
    }

    /// On one connection, for a server waits for what was written on it.
    fn ask_packed_acknowledged(
        &self,
        mut commands: Vec<u8>,
        offset: usize,
        by: &Acknowledgement,
    ) -> Result<Value, Fault> {
        commands.extend(by.command().get_packed_command());
        let mut replies = self.ask_packed(&commands, offset, 2)?.into_iter();
        let mut next = || match replies.next() {
            Some(Value::ServerError(error)) => Err(Fault::Refused(error.into())),
            reply => Ok(reply.unwrap_or_default()),
        };
        let answer = next()?;
        replicas::judge(by, answer, next())
    }

    /// Sends commands together, and passes over the first replies.
    fn ask_packed(
        &self,
        commands: &[u8],
        offset: usize,
        count: usize,
    ) -> Result<Vec<Value>, Fault> {
        let process = Process::current();
        let replies =
            self.exchange(|connection| connection.req_packed_commands(commands, offset, count));
        if process != Process::current() {
            return Err(Fault::Forked);
        }
        let replies = replies?;
        if replies
            .iter()
            .any(|reply| matches!(reply, Value::ServerError(error) if Code::of_reply(error) == Code::ReadOnly))
        {
            self.forget_connections();
        }
        Ok(replies)
    }

    /// After a failover the same name may stand for another server.
    fn forget_connections(&self) {
        let pool = self.pool();
        pool.idle.borrow_mut().clear();
        pool.channels.borrow_mut().clear();
    }

    fn note_silence(&self, is_silent: bool) {
        self.pool().silent.set(is_silent.then(Instant::now));
    }

    fn exchange<R>(&self, ask: impl FnOnce(&mut Connection) -> RedisResult<R>) -> Result<R, Fault> {
        self.pool().given_up.take();
        let mut connection = match self.connection() {
            Ok(connection) => connection,
            Err(_) if interrupt::must_stop() => return Err(Fault::Interrupted),
            Err(error) => {
                self.note_silence(error.is_timeout());
                return Err(Fault::Unreachable(error));
            }
        };
        let answer = ask(&mut connection);
        self.note_silence(
            answer.as_ref().is_err_and(RedisError::is_timeout) && !interrupt::must_stop(),
        );
        if answer.as_ref().is_err_and(is_readonly) {
            self.forget_connections();
            answer.map_err(Fault::Refused)
        } else if connection.is_open() {
            let now = connection.used();
            self.pool().idle.borrow_mut().push(connection);
            tidy_now_and_then(now);
            answer.map_err(Fault::Refused)
        } else {
            let pool = self.pool();
            pool.lost_one.set(true);
            if answer.as_ref().is_err_and(RedisError::is_timeout) {
                *pool.given_up.borrow_mut() = Some(connection);
            }
            answer.map_err(Fault::lost)
        }
    }
}

impl Endpoint {
    /// Why nobody can wait on a connection there.
    fn why_not(&self) -> Option<RedisError> {
        let cannot_watch = self.pool().cannot_watch.borrow();
        let counts = cannot_watch
            .as_ref()
            .filter(|verdict| Instant::now() < verdict.until);
        counts.map(|verdict| verdict.reason.clone())
    }

    fn remember(&self, fault: &Fault) {
        if let Some(verdict) = CannotWatch::after(fault, Instant::now()) {
            WAITS.note(whole_words(&verdict.reason));
            *self.pool().cannot_watch.borrow_mut() = Some(verdict);
        }
    }
}

fn is_readonly(error: &RedisError) -> bool {
    Code::of(error) == Some(Code::ReadOnly)
}

impl Node for Rc<Endpoint> {
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        let process = Process::current();
        let answer = self.exchange(|connection| connection.req_command(command));
        if process != Process::current() {
            return Err(Fault::Forked);
        }
        answer
    }

    fn ask_acknowledged(&mut self, command: &Cmd, by: &Acknowledgement) -> Result<Value, Fault> {
        self.ask_packed_acknowledged(command.get_packed_command(), 0, by)
    }

    fn native(&mut self) -> Result<Option<Native>, Fault> {
        if let Some(native) = self.pool().native.get() {
            return Ok(native);
        }
        let native = match self.ask(&Native::question()) {
            Ok(answer) => Native::from_answer(&answer),
            Err(Fault::Refused(_)) => None,
            Err(Fault::ReplyLost(error)) if error.is_timeout() => return Err(Fault::Silent),
            // Closed or spoilt: a script will do; the next connection is asked again.
            Err(Fault::ReplyLost(_)) => return Ok(None),
            Err(fault) => return Err(fault),
        };
        self.pool().native.set(Some(native));
        Ok(native)
    }

    fn forget_native(&mut self) {
        self.pool().native.set(Some(None));
    }
}

impl Backend for Rc<Endpoint> {
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault> {
        perform_on(self, command)
    }

    fn is_silent(&self) -> bool {
        let silent = self.pool().silent.get();
        silent.is_some_and(|since| since.elapsed() < SILENCE_COUNTS)
    }

    fn leftovers(&self) -> &Leftovers {
        &self.pool().leftovers
    }

    fn send_parting(&mut self, command: &Cmd) {
        if let Some(mut connection) = self.pool().given_up.take() {
            connection.send_parting(command);
        }
    }

    fn queue_server(&mut self) -> Option<&mut dyn QueueServer> {
        Some(self)
    }
}

impl QueueServer for Rc<Endpoint> {
    fn can_wait(&self) -> bool {
        self.why_not().is_none()
    }

    fn open_channel(&mut self) -> Result<WaitChannel, Fault> {
        if let Some(error) = self.why_not() {
            return Err(Fault::Refused(error));
        }
        while let Some(mut channel) = self.pool().channels.borrow_mut().pop() {
            if channel.is_alive() {
                channel.set_timeouts(self.address.timeouts);
                return Ok(channel);
            }
        }
        let process = Process::current();
        let channel = WaitChannel::open(&self.address);
        if process != Process::current() {
            return Err(Fault::Forked);
        }
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        channel.inspect_err(|fault| self.remember(fault))
    }

    fn give_back_channel(&mut self, mut channel: WaitChannel) {
        let pool = self.pool();
        if channel.is_alive() {
            pool.channels.borrow_mut().push(channel);
        } else {
            *pool.given_up.borrow_mut() = channel.into_connection();
        }
    }

    fn note_refusal(&mut self, refusal: &Fault) {
        self.remember(refusal);
    }
}

#[cfg(test)]
mod tests;
