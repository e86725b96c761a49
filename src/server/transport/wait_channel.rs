//! A connection to wait on: it hears of changes (client tracking, so RESP3) and can be blocked in a pop.

use std::time::{Duration, Instant};

use redis::{Cmd, PushKind, RedisError, RedisResult, Value};
use socket2::SockAddr;

use crate::command::code::Code;
use crate::command::way::{Next, Way};
use crate::os::interrupt::{self, GRACE};
use crate::server::{
    address::Address, address::options::Timeouts, error::Fault, transport::blocking::Connection,
};

/// A server that hangs up on whoever waits, or a firewall that forgets them, is noticed within some 20 seconds.
const KEEPALIVE: Duration = Duration::from_secs(10);

/// What is heard on a connection that is waited on.
#[derive(Debug)]
pub enum News {
    /// The answer to what was begun.
    Reply(Value),
    /// Somebody changed this key, which was read here; None: all of them.
    Change(Option<Vec<u8>>),
}

pub struct WaitChannel {
    connection: Connection,
    address: Address,
    /// By which the server knows it.
    id: i64,
    /// The duration of the last exchange.
    round_trip: Duration,
}

impl WaitChannel {
    /// Connects, and has the server tell of changes by others. A server that cannot do that refuses.
    pub fn open(address: &Address) -> Result<WaitChannel, Fault> {
        let connection = Connection::open(address).map_err(Fault::Unreachable)?;
        connection.blind_in_child();
        connection.keep_alive(KEEPALIVE);
        let mut channel = WaitChannel {
            connection,
            address: address.clone(),
            id: 0,
            round_trip: Duration::ZERO,
        };
        channel
            .begin(redis::cmd("HELLO").arg(3))
            .map_err(Fault::before_sending)?; // as a full server does, which has hung up by now
        let greeting = channel.reply()?;
        channel.id = id(&greeting).ok_or_else(|| Fault::unexpected(&greeting))?;
        channel.ask(redis::cmd("CLIENT").arg("TRACKING").arg("ON").arg("NOLOOP"))?;
        Ok(channel)
    }

    /// Where it leads.
    pub fn address(&self) -> &Address {
        &self.address
    }

    pub fn peer_addr(&self) -> Option<SockAddr> {
        self.connection.peer_addr()
    }

    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        self.connection.set_timeouts(timeouts);
    }

    /// When something was sent on it last.
    pub fn used(&self) -> Instant {
        self.connection.used()
    }

    /// Whether it can be waited on; forgets what came while nobody listened.
    pub fn is_alive(&mut self) -> bool {
        self.connection.is_idle() && self.take_pushes().is_ok()
    }

    /// Takes the pushes that have come while nothing is awaited. An error if something else has: then it is good for
    /// nothing any more.
    fn take_pushes(&mut self) -> RedisResult<()> {
        let end = Instant::now() + GRACE; // somebody may push without end
        loop {
            match self.connection.next_now()? {
                None => return Ok(()),
                Some(Value::Push { .. }) if Instant::now() < end => {}
                Some(_) => return Err(self.connection.unasked()),
            }
        }
    }

    /// Its connection if a reply is awaited on it, or it broke.
    pub fn into_connection(self) -> Option<Connection> {
        Some(self.connection).filter(|connection| !connection.is_idle())
    }

    /// Sends one command and waits for its reply; changes of which it was told before are forgotten.
    pub fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        let start = Instant::now();
        self.begin(command)?;
        let reply = self.reply();
        self.round_trip = start.elapsed();
        reply
    }

    /// Asks by a script, which the server may have to learn first.
    pub fn ask_script(&mut self, command: impl Fn(Way) -> Cmd) -> Result<Value, Fault> {
        by_hash_or_text(|way| self.ask(&command(way)))
    }

    /// Sends a command whose reply may be long in coming: [`next`](Self::next) hands it out.
    pub fn begin(&mut self, command: &Cmd) -> Result<(), Fault> {
        if self.connection.is_idle() {
            let quiet = self.take_pushes();
            quiet.map_err(|error| self.fault(error).before_sending())?;
        }
        let sent = self.connection.send(&command.get_packed_command());
        sent.map_err(|error| self.fault(error))
    }

    /// Waits until then for news; None: there was none.
    pub fn next(&mut self, until: Instant) -> Result<Option<News>, Fault> {
        loop {
            return match self.connection.next(until) {
                Ok(None) => Ok(None),
                Ok(Some(Value::Push {
                    kind: PushKind::Invalidate,
                    data,
                })) => Ok(Some(News::Change(changed(data)))),
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
                Ok(Some(reply)) => Ok(Some(News::Reply(self.end(Ok(reply))?))),
                Err(error) => Err(self.fault(error)),
            };
        }
    }

    /// The reply to what was begun, if it comes within this time.
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

    /// What the server calls this connection.
    pub fn id(&self) -> i64 {
        self.id
    }

    fn reply(&mut self) -> Result<Value, Fault> {
        let answer = self.answer();
        self.end(answer)
    }

    /// Returns what comes that is no push. It says more than the changes before it.
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
        // After a failover the same name may stand for another server: this one is not waited on any more.
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
pub fn by_hash_or_text(mut run: impl FnMut(Way) -> Result<Value, Fault>) -> Result<Value, Fault> {
    let reply = run(Way::EvalSha);
    match &reply {
        Err(Fault::Refused(error)) => match Way::EvalSha.after(Code::of(error)) {
            Next::Again(way) => run(way),
            _ => reply,
        },
        _ => reply,
    }
}

/// The key that a push names; None: all keys. The server names one in each.
pub fn changed(data: Vec<Value>) -> Option<Vec<u8>> {
    match data.into_iter().next() {
        Some(Value::Array(keys)) => match keys.into_iter().next() {
            Some(Value::BulkString(key)) => Some(key),
            _ => None,
        },
        _ => None,
    }
}

fn id(greeting: &Value) -> Option<i64> {
    let Value::Map(fields) = greeting else {
        return None;
    };
    fields.iter().find_map(|(name, value)| match (name, value) {
        (Value::BulkString(name), Value::Int(id)) if name == b"id" => Some(*id),
        _ => None,
    })
}
