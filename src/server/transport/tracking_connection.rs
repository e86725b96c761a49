//! A connection to wait on: it receives invalidation messages (client tracking, so RESP3), and can
//! be blocked in BLPOP.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use redis::{Cmd, PushKind, RedisError, RedisResult, Value};
use socket2::SockAddr;

use crate::command::code::Code;
use crate::command::invocation::{Invocation, Next};
use crate::os::interrupt::{self, GRACE};
use crate::server::{
    address::Address, address::options::Timeouts, error::Fault, transport::blocking::Connection,
};

/// The period of TCP keepalive. A server that is gone, or a firewall that forgets the connection,
/// is noticed within some 20 seconds.
const KEEPALIVE: Duration = Duration::from_secs(10);

/// An event on a connection that is waited on.
#[derive(Debug)]
pub enum TrackingEvent {
    /// The reply to the command that was begun.
    Reply(Value),
    /// This key, which was read here, has changed; None: all keys may have changed.
    Change(Option<Vec<u8>>),
}

pub struct TrackingConnection {
    connection: Connection,
    _counted: Counted,
    address: Address,
    /// The id by which the server knows the connection.
    id: i64,
    /// The duration of the last exchange.
    round_trip: Duration,
}

/// One of the tracking connections that this thread has opened in this request of PHP.
struct Counted(u64);

thread_local! {
    /// The number of the request, and how many there are.
    static COUNT: Cell<(u64, usize)> = const { Cell::new((0, 0)) };
}

impl Counted {
    fn new() -> Counted {
        let (request, count) = COUNT.get();
        COUNT.set((request, count + 1));
        Counted(request)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let (request, count) = COUNT.get();
        if request == self.0 {
            COUNT.set((request, count - 1));
        }
    }
}

/// Counts anew in the next request: after a fatal error, the connections of suspended fibers are
/// never dropped.
pub fn count_anew() {
    COUNT.set((COUNT.get().0 + 1, 0));
}

/// Returns how many tracking connections this thread has, without idle ones of earlier requests.
pub fn count() -> usize {
    COUNT.get().1
}

impl TrackingConnection {
    /// Connects, and turns client tracking on. A server that does not support it refuses.
    pub fn open(address: &Address) -> Result<TrackingConnection, Fault> {
        let connection = Connection::open(address).map_err(Fault::Unreachable)?;
        connection.blind_in_child();
        connection.keep_alive(KEEPALIVE);
        let mut channel = TrackingConnection {
            connection,
            _counted: Counted::new(),
            address: address.clone(),
            id: 0,
            round_trip: Duration::ZERO,
        };
        channel
            .begin(redis::cmd("HELLO").arg(3))
            .map_err(Fault::before_sending)?; // a full server has closed the connection by now
        let greeting = channel.reply()?;
        channel.id = id(&greeting).ok_or_else(|| Fault::unexpected(&greeting))?;
        channel.ask(redis::cmd("CLIENT").arg("TRACKING").arg("ON").arg("NOLOOP"))?;
        Ok(channel)
    }

    /// Returns the address of its server.
    pub fn address(&self) -> &Address {
        &self.address
    }

    pub fn peer_addr(&self) -> Option<SockAddr> {
        self.connection.peer_addr()
    }

    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        self.connection.set_timeouts(timeouts);
    }

    /// Returns when something was last sent on it.
    pub fn used(&self) -> Instant {
        self.connection.used()
    }

    /// Returns whether it can be waited on; drops the pushes that have arrived.
    pub fn is_alive(&mut self) -> bool {
        self.connection.is_idle() && self.take_pushes().is_ok()
    }

    /// Drops the pushes that have arrived while no reply is awaited. Fails if something else has
    /// arrived, because the connection is of no use then.
    fn take_pushes(&mut self) -> RedisResult<()> {
        let end = Instant::now() + GRACE; // pushes may never stop
        loop {
            match self.connection.next_now()? {
                None => return Ok(()),
                Some(Value::Push { .. }) if Instant::now() < end => {}
                Some(_) => return Err(self.connection.unasked()),
            }
        }
    }

    /// Returns its connection if a reply is awaited on it, or it broke.
    pub fn into_connection(self) -> Option<Connection> {
        let TrackingConnection { connection, .. } = self;
        Some(connection).filter(|connection| !connection.is_idle())
    }

    /// Sends one command and waits for its reply. Drops the invalidation messages before the reply.
    pub fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        let start = Instant::now();
        self.begin(command)?;
        let reply = self.reply();
        self.round_trip = start.elapsed();
        reply
    }

    /// Runs a script by its hash, or by its text if the server has not loaded it.
    pub fn ask_script(&mut self, command: impl Fn(Invocation) -> Cmd) -> Result<Value, Fault> {
        by_hash_or_text(|invocation| self.ask(&command(invocation)))
    }

    /// Sends a command whose reply may take long; [`next`](Self::next) returns it.
    pub fn begin(&mut self, command: &Cmd) -> Result<(), Fault> {
        if self.connection.is_idle() {
            let quiet = self.take_pushes();
            quiet.map_err(|error| self.fault(error).before_sending())?;
        }
        let sent = self.connection.send(&command.get_packed_command());
        sent.map_err(|error| self.fault(error))
    }

    /// Returns the next event before `until`; None if there was none.
    pub fn next(&mut self, until: Instant) -> Result<Option<TrackingEvent>, Fault> {
        loop {
            return match self.connection.next(until) {
                Ok(None) => Ok(None),
                Ok(Some(Value::Push {
                    kind: PushKind::Invalidate,
                    data,
                })) => Ok(Some(TrackingEvent::Change(changed(data)))),
                Ok(Some(Value::Push { .. })) => {
                    if Instant::now() >= until {
                        Ok(None)
                    } else {
                        continue;
                    }
                }
                Ok(Some(_)) if self.connection.is_idle() => {
                    Err(Fault::lost(self.connection.unasked()))
                }
                Ok(Some(reply)) => Ok(Some(TrackingEvent::Reply(self.end(Ok(reply))?))),
                Err(error) => Err(self.fault(error)),
            };
        }
    }

    /// Returns the reply to the command that was begun, if it arrives within `patience`.
    pub fn last_reply(&mut self, patience: Duration) -> Option<Value> {
        let end = Instant::now() + patience;
        loop {
            match self.connection.next_now().ok()? {
                Some(Value::Push { .. }) => {}
                Some(reply) => {
                    self.connection.end_exchange();
                    return Some(reply);
                }
                None => self.connection.await_bytes(end),
            }
            if Instant::now() >= end {
                return None;
            }
        }
    }

    /// Returns the duration of the last exchange.
    pub fn round_trip(&self) -> Duration {
        self.round_trip
    }

    /// Returns the id by which the server knows this connection.
    pub fn id(&self) -> i64 {
        self.id
    }

    fn reply(&mut self) -> Result<Value, Fault> {
        let answer = self.answer();
        self.end(answer)
    }

    /// Returns the next reply. Drops the pushes before it, because the reply says more.
    fn answer(&mut self) -> RedisResult<Value> {
        loop {
            match self.connection.receive() {
                Ok(Value::Push { .. }) => self.connection.go_on()?,
                answer => return answer,
            }
        }
    }

    fn end(&mut self, answer: RedisResult<Value>) -> Result<Value, Fault> {
        if !self.connection.is_of_this_process() {
            return Err(Fault::Forked);
        }
        let reply = answer.map_err(|error| self.fault(error))?;
        let refusal = match reply {
            Value::ServerError(error) => RedisError::from(error),
            reply => {
                self.connection.end_exchange();
                return Ok(reply);
            }
        };
        // After a failover the name may lead to another server, so the channel is not used again.
        if Code::of(&refusal) != Some(Code::ReadOnly) {
            self.connection.end_exchange();
        }
        Err(Fault::Refused(refusal))
    }

    fn fault(&self, error: RedisError) -> Fault {
        if !self.connection.is_of_this_process() {
            Fault::Forked
        } else if interrupt::must_stop() {
            Fault::Interrupted
        } else {
            Fault::lost(error)
        }
    }
}

/// Runs a script by its hash, and by its text if the server does not have it.
pub fn by_hash_or_text(
    mut run: impl FnMut(Invocation) -> Result<Value, Fault>,
) -> Result<Value, Fault> {
    let reply = run(Invocation::EvalSha);
    match &reply {
        Err(Fault::Refused(error)) => match Invocation::EvalSha.after(Code::of(error)) {
            Next::Again(invocation) => run(invocation),
            _ => reply,
        },
        _ => reply,
    }
}

/// Returns the key that an invalidation message names, always one; None: all keys.
pub fn changed(data: Vec<Value>) -> Option<Vec<u8>> {
    match data.into_iter().next() {
        Some(Value::Array(keys)) => match keys.into_iter().next() {
            Some(Value::BulkString(key)) => Some(key),
            _ => None,
        },
        _ => None,
    }
}

pub(crate) fn id(greeting: &Value) -> Option<i64> {
    let Value::Map(fields) = greeting else {
        return None;
    };
    fields.iter().find_map(|(name, value)| match (name, value) {
        (Value::BulkString(name), Value::Int(id)) if name == b"id" => Some(*id),
        _ => None,
    })
}
