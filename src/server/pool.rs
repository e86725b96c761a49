//! Connections that outlive the locks and requests that used them: one pool a thread and server, as `pconnect` does it.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
    time::{Duration, Instant},
};

use socket2::SockAddr;

use crate::command::way::{Native, Way};
use crate::os::fork::{Forget, ForkLocal};
use crate::os::interrupt;
use crate::server::silence::Silence;
use crate::server::{
    address::Address, address::SocketTarget, cannot_watch::CannotWatch, error::Fault,
    leftovers::Leftovers, leftovers::Owed, transport::blocking::Connection,
    transport::wait_channel::WaitChannel,
};

use redis::RedisError;

/// A connection that is not used for so long is closed, by whoever uses one of this thread's next.
pub const LONGEST_IDLE: Duration = Duration::from_secs(60);
/// So many may be idle at a time.
pub const MOST_IDLE: usize = 64;
const TIDY_PERIOD: Duration = Duration::from_secs(1);

thread_local! {
    static POOLS: RefCell<HashMap<Address, Rc<ForkLocal<Pool>>>> = RefCell::default();
    /// For idle connections.
    static NEXT_TIDYING: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Who else has idle connections, to be closed when these are looked at.
    static OTHERS: Cell<Option<CloseIdle>> = const { Cell::new(None) };
}

/// Closes the connections that have been idle for [long](idle_since).
pub type CloseIdle = fn(Instant);

/// Has the connections of others looked at, too, whenever these are.
pub fn also_close_idle(others: CloseIdle) {
    OTHERS.set(Some(others));
}

/// One server as this thread knows it: its idle connections, and what was left there without an answer.
#[derive(Default)]
pub struct Pool {
    pub idle: RefCell<Vec<Connection>>,
    pub channels: RefCell<Vec<WaitChannel>>,
    /// Until a new connection is made, or its time is over.
    pub cannot_watch: RefCell<Option<CannotWatch>>,
    /// The last connection to wait on broke, or nothing came on it, before it could be waited on.
    pub broke_early: Cell<bool>,
    /// Until then nobody asks for a connection's state: the server has refused, or said nothing of use.
    pub tells_no_clients: Cell<Option<Instant>>,
    /// What is wrong with what was said last of a connection's state.
    pub doubt: Cell<Option<Doubt>>,
    /// The server's own commands that compare and act; None: it has not been asked on the connections there are.
    pub native: Cell<Option<Option<Native>>>,
    pub leftovers: Rc<Leftovers>,
    /// A connection was lost since the last one was opened.
    pub lost_one: Cell<bool>,
    /// Given up because a reply was too long in coming; for last words.
    pub given_up: RefCell<Option<Connection>>,
    /// The last wait for a reply, if it was in vain.
    pub silent: Cell<Option<Silence>>,
    /// It was awaited in haste.
    pub was_hasty: Cell<bool>,
    /// What the last connection was made to.
    pub reached: RefCell<Option<SockAddr>>,
}

/// About a connection that should be blocked.
#[derive(Clone, Copy, PartialEq)]
pub enum Doubt {
    /// It is not.
    LostPop,
    NoAnswer,
}

impl Forget for Pool {
    fn forget(&self) {
        self.forget_connections();
        self.cannot_watch.take();
        self.broke_early.take();
        self.tells_no_clients.take();
        self.doubt.take();
        self.native.take();
        self.given_up.take();
        self.silent.take();
        self.lost_one.set(false);
    }
}

impl Pool {
    /// After a failover the same name may stand for another server.
    pub fn forget_connections(&self) {
        self.idle.borrow_mut().clear();
        self.channels.borrow_mut().clear();
    }

    pub fn note_silence(&self, silence: Option<Silence>) {
        self.silent.set(silence);
        self.was_hasty.set(interrupt::is_in_haste());
    }

    /// Why nobody can wait on a connection there.
    pub fn why_not(&self) -> Option<RedisError> {
        let cannot_watch = self.cannot_watch.borrow();
        let counts = cannot_watch
            .as_ref()
            .filter(|verdict| verdict.counts(Instant::now()));
        counts.map(|verdict| verdict.reason.clone())
    }

    /// Why nobody can wait there, if this says so. Once, a connection may break or be silent for another reason.
    pub fn remember(&self, fault: &Fault) {
        let has_broken = matches!(fault, Fault::Unreachable(_) | Fault::ReplyLost(_));
        if has_broken && !fault.was_said() && !self.broke_early.replace(true) {
            return;
        }
        if let Some(verdict) = CannotWatch::noted(fault) {
            *self.cannot_watch.borrow_mut() = Some(verdict);
        }
    }

    /// Sends a release on the connection that was used last; false if that cannot be.
    pub fn send_unconfirmed(&self, owed: Owed) -> bool {
        // How an exclusive lock is deleted depends on the commands that the server has.
        let way = match self.native.get() {
            _ if !owed.release.primitive.is_exclusive() => Way::Eval,
            Some(Some(native)) => Way::Native(native),
            Some(None) => Way::Eval,
            None => return false,
        };
        let last = self.idle.borrow_mut().pop_if(|last| !last.owes_too_much());
        let Some(mut connection) = last else {
            return false;
        };
        match connection.send_unconfirmed(owed, way) {
            Ok(()) => self.idle.borrow_mut().push(connection),
            Err(_) => self.lost_one.set(true), // what it owes is left
        }
        true
    }

    /// Takes in the replies that are owed on the connection that was used last, if they have come.
    pub fn take_owed(&self) {
        let last = self
            .idle
            .borrow_mut()
            .pop_if(|last| last.owes() && !last.owes_since_just_now());
        if let Some(mut last) = last {
            match last.take_owed() {
                Ok(()) => self.idle.borrow_mut().push(last),
                Err(_) => self.lost_one.set(true), // what it owes is left
            }
        }
    }

    /// Waits for the replies that are owed; true if a release that was not waited for is to be repeated, and the server is not
    /// silent.
    pub fn settle(&self) -> bool {
        let owes = || {
            let mut idle = self.idle.borrow_mut();
            let place = idle.iter().position(Connection::owes)?;
            Some(idle.remove(place))
        };
        let mut is_silent = false;
        while let Some(mut connection) = owes() {
            match connection.receive_last_owed() {
                Ok(_) if connection.is_of_this_process() => self.idle.borrow_mut().push(connection),
                Ok(_) => {}
                Err(error) => is_silent |= error.is_timeout(),
            }
        }
        !is_silent && self.leftovers.are_owed.get()
    }

    /// When each of its idle connections was used last.
    pub fn uses(&self) -> Vec<Instant> {
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

/// The pool of an address, the same for all who use it in this thread.
pub fn pool_of(address: &Address) -> Rc<ForkLocal<Pool>> {
    POOLS.with_borrow_mut(|pools| {
        if let Some(pool) = pools.get(address) {
            return pool.clone();
        }
        pools.retain(|_, pool| Rc::strong_count(pool) > 1 || !pool.here().is_empty());
        let pool = Rc::new(ForkLocal::new(Pool::default()));
        pools.insert(address.clone(), pool.clone());
        pool
    })
}

/// Returns the last silence of a server towards any user and in any database, if nothing has come
/// since on a connection of this pool.
pub fn last_silence(target: &SocketTarget, own: &Pool) -> Option<Silence> {
    let answered = own.uses().into_iter().max();
    POOLS.with_borrow(|pools| {
        let same = pools.iter().filter(|(other, _)| other.target == *target);
        let silences = same.filter_map(|(_, pool)| pool.here().silent.get());
        let last = silences.max_by_key(|silence| silence.at);
        last.filter(|silence| answered.is_none_or(|answered| answered < silence.at))
    })
}

/// Closes connections that have been idle for long, if nobody has looked for a while.
pub fn tidy_now_and_then(now: Instant) {
    let is_due = |next: Option<Instant>| next.is_none_or(|next| now >= next);
    if is_due(NEXT_TIDYING.get()) {
        NEXT_TIDYING.set(Some(now + TIDY_PERIOD));
        tidy(now);
    }
}

/// Closes connections that have been idle for long, and the oldest of too many.
pub fn tidy(now: Instant) {
    close_idle_beyond(MOST_IDLE, now);
}

/// Closes the oldest idle connection before another is opened, if there are `MOST_IDLE`.
pub fn make_room(now: Instant) {
    close_idle_beyond(MOST_IDLE - 1, now);
}

fn close_idle_beyond(most: usize, now: Instant) {
    POOLS.with_borrow(|pools| {
        let uses = pools.values().flat_map(|pool| pool.here().uses()).collect();
        if let Some(since) = idle_since(now, uses, most) {
            pools
                .values()
                .for_each(|pool| pool.here().close_idle(since));
        }
    });
    if let Some(others) = OTHERS.get() {
        others(now);
    }
}

/// Closed is what has not been used since then: for long, or of more than so many.
pub fn idle_since(now: Instant, mut uses: Vec<Instant>, most: usize) -> Option<Instant> {
    let longest = now.checked_sub(LONGEST_IDLE);
    let Some(excess) = uses.len().checked_sub(most + 1) else {
        return longest;
    };
    uses.sort_unstable();
    longest.max(Some(uses[excess]))
}

/// Where this thread reached the server of an address last.
pub fn reached(address: &Address) -> Option<SockAddr> {
    POOLS.with_borrow(|pools| pools.get(address)?.here().reached.borrow().clone())
}

/// How many servers this thread knows.
#[cfg(test)]
pub fn known() -> usize {
    POOLS.with_borrow(HashMap::len)
}

/// Waits for what servers owe, at the end of the process or thread: one that cannot say its replies any more does not read
/// on. Returns those where a release is to be repeated.
pub fn settle() -> Vec<Address> {
    POOLS.with_borrow(|pools| {
        let unsettled = pools.iter().filter(|(_, pool)| pool.here().settle());
        unsettled.map(|(address, _)| address.clone()).collect()
    })
}

/// Closes this thread's connections to single servers.
pub fn close_connections() {
    POOLS.take();
}
