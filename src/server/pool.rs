//! Connections that outlive locks and requests: one pool per thread and server, like `pconnect`.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
    time::{Duration, Instant},
};

use redis::RedisError;
use socket2::SockAddr;

use crate::command::invocation::{Invocation, Native};
use crate::os::fork::{Forget, ForkLocal};
use crate::os::interrupt;
use crate::server::silence::Silence;
use crate::server::{
    address::Address, address::SocketTarget, error::Fault, leftovers::Leftovers,
    pending_release::PendingRelease, tracking_unavailable::TrackingUnavailable,
    transport::blocking::Connection, transport::tracking_connection::TrackingConnection,
};

/// The time after which the thread's next use of any connection closes an idle one.
pub const LONGEST_IDLE: Duration = Duration::from_secs(60);
/// The most connections of a thread that may be idle at a time.
pub const MOST_IDLE: usize = 64;
const TIDY_PERIOD: Duration = Duration::from_secs(1);

thread_local! {
    static POOLS: RefCell<HashMap<Address, Rc<ForkLocal<Pool>>>> = RefCell::default();
    /// The next time at which idle connections are closed.
    static NEXT_TIDYING: Cell<Option<Instant>> = const { Cell::new(None) };
    /// The function that closes the idle connections outside pools.
    static OTHERS: Cell<Option<CloseIdle>> = const { Cell::new(None) };
}

/// Closes the connections that have been idle for [long](idle_since).
pub type CloseIdle = fn(Instant);

/// Has `others` called whenever the idle connections of pools are closed.
pub fn also_close_idle(others: CloseIdle) {
    OTHERS.set(Some(others));
}

/// The state of one server in this thread: its idle connections, its leftovers, and findings.
#[derive(Default)]
pub struct Pool {
    #[expect(clippy::vec_box, reason = "each command moves one out and in")]
    pub idle: RefCell<Vec<Box<Connection>>>,
    pub channels: RefCell<Vec<TrackingConnection>>,
    /// The reason why tracking is unavailable, until a new connection is made or its time is over.
    pub tracking_unavailable: RefCell<Option<TrackingUnavailable>>,
    /// True if the last tracking connection broke or stayed silent before it could be waited on.
    pub broke_early: Cell<bool>,
    /// The time until which CLIENT LIST is not sent, because it was refused or useless.
    pub tells_no_clients: Cell<Option<Instant>>,
    /// The problem with the last CLIENT LIST reply, if any.
    pub pop_failure: Cell<Option<PopFailure>>,
    /// The native compare-and-act command; None: not asked on the current connections.
    pub native: Cell<Option<Option<Native>>>,
    pub leftovers: Rc<Leftovers>,
    /// True if a connection was lost since the last one was opened.
    pub lost_one: Cell<bool>,
    /// True if the server closed the connection that was lost last.
    pub was_closed: Cell<bool>,
    /// The last connection that timed out, kept for best-effort cleanup commands.
    pub given_up: RefCell<Option<Box<Connection>>>,
    /// The last wait for a reply, if it was in vain.
    pub silent: Cell<Option<Silence>>,
    /// True if that exchange had only a short limit, because an earlier one had timed out.
    pub was_hasty: Cell<bool>,
    /// The socket address of the last connection that was opened.
    pub reached: RefCell<Option<SockAddr>>,
}

/// The problem with a CLIENT LIST reply about a connection that should be blocked in BLPOP.
#[derive(Clone, Copy, PartialEq)]
pub enum PopFailure {
    /// The connection is not blocked.
    LostPop,
    NoAnswer,
}

impl Forget for Pool {
    fn forget(&self) {
        self.forget_connections();
        self.tracking_unavailable.take();
        self.broke_early.take();
        self.tells_no_clients.take();
        self.pop_failure.take();
        self.native.take();
        self.given_up.take();
        self.silent.take();
        self.lost_one.set(false);
    }
}

impl Pool {
    /// Closes all idle connections, because after a failover the name may lead to another server.
    pub fn forget_connections(&self) {
        self.idle.borrow_mut().clear();
        self.channels.borrow_mut().clear();
    }

    pub fn note_silence(&self, silence: Option<Silence>) {
        self.silent.set(silence);
        self.was_hasty.set(interrupt::is_in_haste());
    }

    /// Returns why no connection there can be waited on; None if one can, as far as is known.
    pub fn why_not(&self) -> Option<RedisError> {
        let tracking_unavailable = self.tracking_unavailable.borrow();
        let counts = tracking_unavailable
            .as_ref()
            .filter(|verdict| verdict.counts(Instant::now()));
        counts.map(|verdict| verdict.reason.clone())
    }

    /// Remembers why waiting there is impossible, if `fault` shows it. The first broken connection
    /// does not count, because there may be another reason.
    pub fn remember(&self, fault: &Fault) {
        let has_broken = matches!(fault, Fault::Unreachable(_) | Fault::ReplyLost(_));
        if has_broken && !fault.was_said() && !self.broke_early.replace(true) {
            return;
        }
        if let Some(verdict) = TrackingUnavailable::noted(fault) {
            *self.tracking_unavailable.borrow_mut() = Some(verdict);
        }
    }

    /// Sends a release on the connection used last, without waiting; returns false if it cannot.
    pub fn send_unconfirmed(&self, pending: PendingRelease) -> bool {
        // How an exclusive lock is deleted depends on the commands that the server has.
        let invocation = match self.native.get() {
            _ if !pending.release.kind.is_exclusive() => Invocation::Eval,
            Some(Some(native)) => Invocation::Native(native),
            Some(None) => Invocation::Eval,
            None => return false,
        };
        let last = self
            .idle
            .borrow_mut()
            .pop_if(|last| !last.has_too_many_pending());
        let Some(mut connection) = last else {
            return false;
        };
        match connection.send_unconfirmed(pending, invocation) {
            Ok(()) => self.idle.borrow_mut().push(connection),
            Err(_) => self.lost_one.set(true), // its pending releases become leftovers
        }
        true
    }

    /// Reads the pending replies that have arrived on the connection used last.
    pub fn read_pending(&self) {
        let last = self
            .idle
            .borrow_mut()
            .pop_if(|last| last.has_pending() && !last.was_just_sent());
        if let Some(mut last) = last {
            match last.read_pending() {
                Ok(()) => self.idle.borrow_mut().push(last),
                Err(_) => self.lost_one.set(true), // its pending releases become leftovers
            }
        }
    }

    /// Waits for pending replies; returns whether to repeat a release at a server that answers.
    pub fn drain(&self) -> bool {
        let has_pending = || {
            let mut idle = self.idle.borrow_mut();
            let place = idle.iter().position(|idle| idle.has_pending())?;
            Some(idle.remove(place))
        };
        let mut is_silent = false;
        while let Some(mut connection) = has_pending() {
            match connection.receive_last_pending() {
                Ok(_) if connection.is_of_this_process() => self.idle.borrow_mut().push(connection),
                Ok(_) => {}
                Err(error) => is_silent |= error.is_timeout(),
            }
        }
        !is_silent && self.leftovers.has_unconfirmed.get()
    }

    /// Returns when each idle connection was used last.
    pub fn uses(&self) -> Vec<Instant> {
        let mut uses = Vec::from_iter(self.idle.borrow().iter().map(|idle| idle.used()));
        uses.extend(self.channels.borrow().iter().map(TrackingConnection::used));
        uses
    }

    /// Closes the connections that have not been used after `since`.
    fn close_idle(&self, since: Instant) {
        let is_used = |used: Instant| used > since;
        self.idle.borrow_mut().retain(|idle| is_used(idle.used()));
        let mut channels = self.channels.borrow_mut();
        channels.retain(|idle| is_used(idle.used()));
        let is_done = |given_up: &mut Box<Connection>| !is_used(given_up.used());
        self.given_up.borrow_mut().take_if(is_done);
    }

    /// Returns whether nothing would be lost with this pool.
    fn is_empty(&self) -> bool {
        self.uses().is_empty() && self.leftovers.is_empty() && self.given_up.borrow().is_none()
    }
}

/// Returns the pool of an address, which all its users in this thread share.
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

/// Closes connections that have been idle for long, at most once per `TIDY_PERIOD`.
pub fn tidy_now_and_then(now: Instant) {
    let is_due = |next: Option<Instant>| next.is_none_or(|next| now >= next);
    if is_due(NEXT_TIDYING.get()) {
        NEXT_TIDYING.set(Some(now + TIDY_PERIOD));
        tidy(now);
    }
}

/// Closes connections that have been idle for long, and the oldest beyond `MOST_IDLE`.
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

/// Returns a time. Connections not used after it have been idle for long, or are beyond `most`.
pub fn idle_since(now: Instant, mut uses: Vec<Instant>, most: usize) -> Option<Instant> {
    let longest = now.checked_sub(LONGEST_IDLE);
    let Some(excess) = uses.len().checked_sub(most + 1) else {
        return longest;
    };
    uses.sort_unstable();
    longest.max(Some(uses[excess]))
}

/// Returns the socket address at which this thread last reached a server.
pub fn reached(address: &Address) -> Option<SockAddr> {
    POOLS.with_borrow(|pools| pools.get(address)?.here().reached.borrow().clone())
}

/// Returns how many servers this thread knows.
#[cfg(test)]
pub fn known() -> usize {
    POOLS.with_borrow(HashMap::len)
}

/// Waits for pending replies at the end of the process or thread, because a server that cannot send
/// its replies reads no further commands. Returns the servers where a release is to be repeated.
pub fn drain() -> Vec<Address> {
    POOLS.with_borrow(|pools| {
        let undrained = pools.iter().filter(|(_, pool)| pool.here().drain());
        undrained.map(|(address, _)| address.clone()).collect()
    })
}

/// Closes this thread's connections to single servers.
pub fn close_connections() {
    POOLS.take();
}
