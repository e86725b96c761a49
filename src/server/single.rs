//! Connections that outlive the locks and requests that used them: one pool a thread, as `pconnect` does it.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    mem,
    ops::Deref,
    rc::Rc,
    time::{Duration, Instant},
};

use redis::{Cmd, ConnectionLike, RedisError, RedisResult, Value};
use socket2::SockAddr;

use crate::{
    os::{fork::Process, interrupt},
    server::{
        Orphan, Server,
        address::Address,
        cannot_watch::CannotWatch,
        error::{Fault, READONLY},
        quorum::{close_idle_lines, close_lines},
        replicas::Acknowledgement,
        request::Native,
        routed::forget_sites,
        transport::{blocking::Connection, watcher::Watcher},
        words::whole_words,
    },
    stats::{COUNTERS, WAITS},
};

/// A server that stays away for long must not cost memory without end; the oldest has most likely expired by itself.
pub const MOST_ORPHANS: usize = 1000;

/// A connection that is not used for so long is closed, by whoever uses one of this thread's next.
const LONGEST_IDLE: Duration = Duration::from_secs(60);
/// So many may be idle at a time.
const MOST_IDLE: usize = 64;
const LOOK_PERIOD: Duration = Duration::from_secs(1);

/// A server that was silent is tried with all patience again after so long.
pub const SILENCE_COUNTS: Duration = Duration::from_secs(1);

thread_local! {
    static ENDPOINTS: RefCell<HashMap<Address, Rc<Pool>>> = RefCell::default();
    /// For idle connections.
    static NEXT_LOOK: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// One server, and how long to wait for it.
pub struct Endpoint {
    address: Address,
    pool: Rc<Pool>,
}

impl Deref for Endpoint {
    type Target = Pool;

    fn deref(&self) -> &Pool {
        &self.pool
    }
}

/// One server as this thread knows it: its idle connections, and what was left there without an answer.
pub struct Pool {
    idle: RefCell<Vec<Connection>>,
    watchers: RefCell<Vec<Watcher>>,
    /// Until a new connection is made, or its time is over.
    cannot_watch: RefCell<Option<CannotWatch>>,
    /// The server's own commands that compare and act; None: it has not been asked on the connections there are.
    native: Cell<Option<Option<Native>>>,
    orphans: RefCell<Vec<Orphan>>,
    /// A connection was lost since the last one was opened.
    lost_one: Cell<bool>,
    process: Cell<Process>,
    /// Given up because a reply was too long in coming; for last words.
    given_up: RefCell<Option<Connection>>,
    /// When a reply was awaited in vain, if none has come since.
    silent: Cell<Option<Instant>>,
    /// What the last connection was made to.
    reached: RefCell<Option<SockAddr>>,
}

impl Pool {
    fn new() -> Pool {
        Pool {
            idle: RefCell::default(),
            watchers: RefCell::default(),
            cannot_watch: RefCell::default(),
            native: Cell::default(),
            orphans: RefCell::default(),
            lost_one: Cell::default(),
            process: Cell::new(Process::current()),
            given_up: RefCell::default(),
            silent: Cell::default(),
            reached: RefCell::default(),
        }
    }

    /// When each of its idle connections was used last.
    fn uses(&self) -> Vec<Instant> {
        let mut uses: Vec<Instant> = self.idle.borrow().iter().map(Connection::used).collect();
        uses.extend(self.watchers.borrow().iter().map(Watcher::used));
        uses
    }

    /// Closes what has been idle since then.
    fn close_idle(&self, since: Instant) {
        let is_used = |used: Instant| used > since;
        self.idle.borrow_mut().retain(|idle| is_used(idle.used()));
        self.watchers
            .borrow_mut()
            .retain(|idle| is_used(idle.used()));
        let is_done = |given_up: &mut Connection| !is_used(given_up.used());
        self.given_up.borrow_mut().take_if(is_done);
    }

    /// Nothing would be lost with it.
    fn is_empty(&self) -> bool {
        self.uses().is_empty()
            && self.orphans.borrow().is_empty()
            && self.given_up.borrow().is_none()
    }
}

/// The endpoint of an address; its connections are those of all locks of this thread there. Opens no connection.
pub fn endpoint(address: Address) -> Rc<Endpoint> {
    tidy_now_and_then(Instant::now());
    let pool = ENDPOINTS.with_borrow_mut(|endpoints| {
        if let Some(pool) = endpoints.get(&address) {
            return pool.clone();
        }
        endpoints.retain(|_, pool| Rc::strong_count(pool) > 1 || !pool.is_empty());
        let pool = Rc::new(Pool::new());
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
        let mut uses: Vec<Instant> = endpoints.values().flat_map(|pool| pool.uses()).collect();
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
            endpoints.values().for_each(|pool| pool.close_idle(since));
        }
    });
    close_idle_lines(now, LONGEST_IDLE);
}

/// Where this thread reached the server of an address last.
pub fn reached(address: &Address) -> Option<SockAddr> {
    ENDPOINTS.with_borrow(|endpoints| endpoints.get(address)?.reached.borrow().clone())
}

/// Closes this thread's connections, at the end of the process or thread.
pub fn close_idle_connections() {
    forget_sites();
    ENDPOINTS.take();
    close_lines();
}

impl Endpoint {
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// In a forked child, forgets what is the parent's: closes its connections without a word.
    fn disown(&self) {
        if self.process.get() != Process::current() {
            self.process.set(Process::current());
            self.idle.borrow_mut().clear();
            self.watchers.borrow_mut().clear();
            self.cannot_watch.take();
            self.native.take();
            self.given_up.take();
            self.silent.take();
            self.orphans.borrow_mut().clear();
            self.lost_one.set(false);
        }
    }

    /// Whether the next command will go over a connection that there is already.
    pub fn has_live_connection(&self) -> bool {
        self.disown();
        let mut idle = self.idle.borrow_mut();
        while let Some(connection) = idle.last_mut() {
            if !connection.died_idle() {
                return true;
            }
            idle.pop();
            self.lost_one.set(true);
        }
        false
    }

    fn connection(&self) -> RedisResult<Connection> {
        self.disown();
        while let Some(mut connection) = self.idle.borrow_mut().pop() {
            if !connection.died_idle() {
                connection.set_timeouts(self.address.timeouts);
                return Ok(connection);
            }
            self.lost_one.set(true);
        }
        tidy(Instant::now());
        let connection = Connection::open(&self.address)?;
        *self.reached.borrow_mut() = connection.peer();
        self.cannot_watch.take();
        self.native.take();
        if self.lost_one.take() {
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
        by.judge(answer, next())
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
            .any(|reply| matches!(reply, Value::ServerError(error) if error.code() == READONLY))
        {
            self.forget_connections();
        }
        Ok(replies)
    }

    /// After a failover the same name may stand for another server.
    fn forget_connections(&self) {
        self.idle.borrow_mut().clear();
        self.watchers.borrow_mut().clear();
    }

    fn note_silence(&self, is_silent: bool) {
        self.silent.set(is_silent.then(Instant::now));
    }

    fn exchange<R>(&self, ask: impl FnOnce(&mut Connection) -> RedisResult<R>) -> Result<R, Fault> {
        self.given_up.take();
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
            self.idle.borrow_mut().push(connection);
            tidy_now_and_then(now);
            answer.map_err(Fault::Refused)
        } else {
            self.lost_one.set(true);
            if answer.as_ref().is_err_and(RedisError::is_timeout) {
                *self.given_up.borrow_mut() = Some(connection);
            }
            answer.map_err(Fault::lost)
        }
    }
}

impl Endpoint {
    /// Why nobody can wait on a connection there.
    fn why_not(&self) -> Option<RedisError> {
        let cannot_watch = self.cannot_watch.borrow();
        let counts = cannot_watch
            .as_ref()
            .filter(|verdict| Instant::now() < verdict.until);
        counts.map(|verdict| verdict.reason.clone())
    }

    fn remember(&self, fault: &Fault) {
        if let Some(verdict) = CannotWatch::after(fault, Instant::now()) {
            WAITS.note(whole_words(&verdict.reason));
            *self.cannot_watch.borrow_mut() = Some(verdict);
        }
    }
}

fn is_readonly(error: &RedisError) -> bool {
    error.code() == Some(READONLY)
}

impl Server for Rc<Endpoint> {
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

    fn is_silent(&self) -> bool {
        let silent = self.silent.get();
        silent.is_some_and(|since| since.elapsed() < SILENCE_COUNTS)
    }

    fn native(&mut self) -> Result<Option<Native>, Fault> {
        if let Some(native) = self.native.get() {
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
        self.native.set(Some(native));
        Ok(native)
    }

    fn forget_native(&mut self) {
        self.native.set(Some(None));
    }

    fn take_orphans(&mut self) -> Vec<Orphan> {
        self.disown();
        mem::take(&mut self.orphans.borrow_mut())
    }

    type Watch = Watcher;

    fn can_watch(&self) -> bool {
        self.why_not().is_none()
    }

    fn watch(&mut self) -> Result<Watcher, Fault> {
        self.disown();
        if let Some(error) = self.why_not() {
            return Err(Fault::Refused(error));
        }
        while let Some(mut watcher) = self.watchers.borrow_mut().pop() {
            if watcher.is_alive() {
                watcher.set_timeouts(self.address.timeouts);
                return Ok(watcher);
            }
        }
        let process = Process::current();
        let watcher = Watcher::open(&self.address);
        if process != Process::current() {
            return Err(Fault::Forked);
        }
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        watcher.inspect_err(|fault| self.remember(fault))
    }

    fn unwatch(&mut self, mut watcher: Watcher) {
        self.disown();
        if watcher.is_alive() {
            self.watchers.borrow_mut().push(watcher);
        } else {
            *self.given_up.borrow_mut() = watcher.into_connection();
        }
    }

    fn cannot_watch(&mut self, refusal: &Fault) {
        self.remember(refusal);
    }

    fn say_last(&mut self, command: &Cmd) {
        self.disown();
        if let Some(mut connection) = self.given_up.take() {
            connection.say(command);
        }
    }

    fn leave_orphan(&mut self, orphan: Orphan) {
        self.disown();
        let mut orphans = self.orphans.borrow_mut();
        if orphans.len() == MOST_ORPHANS {
            orphans.remove(0);
        }
        orphans.push(orphan);
    }
}

#[cfg(test)]
mod tests;
