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
    /// The changes that came after the last reply and before the next command.
    changes: Vec<Option<Vec<u8>>>,
}

/// More different ones than are watched at a time come from a server that does not keep to what was agreed.
const MOST_CHANGES: usize = 8;

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
            changes: Vec::new(),
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
        let is_alive = self.connection.is_idle() && self.take_pushes().is_ok();
        self.changes.clear();
        is_alive
    }

    /// Takes the pushes that have come while nothing is awaited. An error if something else has: then it is good for
    /// nothing any more.
    fn take_pushes(&mut self) -> RedisResult<()> {
        let end = Instant::now() + GRACE; // somebody may push without end
        loop {
            match self.connection.next_now()? {
                None => return Ok(()),
                Some(Value::Push { kind, data }) if Instant::now() < end => self.note(&kind, data),
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
        self.begin(command)?;
        self.changes.clear();
        self.reply()
    }

    /// Asks by a script, which the server may have to learn first.
    pub fn ask_script(&mut self, command: impl Fn(Way) -> Cmd) -> Result<Value, Fault> {
        taught(|way| self.ask(&command(way)))
    }

    /// The same; another command follows in the same message. Its reply, be it an error, says nothing.
    pub fn ask_script_before(
        &mut self,
        other: &Cmd,
        command: impl Fn(Way) -> Cmd,
    ) -> Result<Value, Fault> {
        taught(|way| {
            let mut both = command(way).get_packed_command();
            both.extend(other.get_packed_command());
            self.begin_with(&both)?;
            self.changes.clear();
            let reply = self.answer().and_then(|reply| {
                self.changes.clear();
                self.answer()?; // what changes meanwhile is news
                Ok(reply)
            });
            self.end(reply)
        })
    }

    /// Sends a command whose reply may be long in coming: [`next`](Self::next) hands it out.
    pub fn begin(&mut self, command: &Cmd) -> Result<(), Fault> {
        self.begin_with(&command.get_packed_command())
    }

    fn begin_with(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        if self.connection.is_idle() {
            let quiet = self.take_pushes();
            quiet.map_err(|error| self.fault(error).before_sending())?;
        }
        let sent = self.connection.send(bytes);
        sent.map_err(|error| self.fault(error))
    }

    /// Waits until then for news; None: there was none, or some came on the one beside it.
    pub fn next(
        &mut self,
        until: Instant,
        beside: Option<&WaitChannel>,
    ) -> Result<Option<News>, Fault> {
        if let Some(change) = self.changes.pop() {
            return Ok(Some(News::Change(change)));
        }
        let beside = beside.map(|channel| &channel.connection);
        loop {
            return match self.connection.next(until, beside) {
                Ok(None) => Ok(None),
                Ok(Some(Value::Push {
                    kind: PushKind::Invalidate,
                    data,
                })) => Ok(Some(News::Change(changed(data)))),
                Ok(Some(Value::Push { .. })) => match Instant::now() >= until {
                    true => Ok(None),
                    false => continue,
                },
                Ok(Some(_)) if self.connection.is_idle() => {
                    Err(Fault::lost(self.connection.unasked()))
                }
                Ok(Some(reply)) => Ok(Some(News::Reply(self.end(Ok(reply))?))),
                Err(error) => Err(self.fault(error)),
            };
        }
    }

    /// The change that has come first; None: there was none.
    pub fn change(&mut self) -> Result<Option<News>, Fault> {
        self.next(Instant::now(), None)
    }

    /// The reply to what was begun, if it comes at once.
    pub fn last_reply(&mut self) -> Option<Value> {
        let end = Instant::now() + GRACE;
        while Instant::now() < end {
            match self.connection.next_now().ok()? {
                Some(Value::Push { .. }) => {}
                Some(reply) => {
                    self.connection.end_exchange();
                    return Some(reply);
                }
                None => self.connection.await_bytes(end),
            }
        }
        None
    }

    /// What the server calls this connection.
    pub fn id(&self) -> i64 {
        self.id
    }

    fn reply(&mut self) -> Result<Value, Fault> {
        let answer = self.answer();
        self.changes.clear(); // it says more than they do
        self.end(answer)
    }

    /// What comes that is no push; keeps the changes before it.
    fn answer(&mut self) -> RedisResult<Value> {
        loop {
            match self.connection.receive() {
                Ok(Value::Push { kind, data }) => {
                    self.note(&kind, data);
                    self.connection.go_on()?;
                }
                answer => return answer,
            }
        }
    }

    fn note(&mut self, kind: &PushKind, data: Vec<Value>) {
        let change = changed(data);
        if *kind == PushKind::Invalidate
            && self.changes.len() < MOST_CHANGES
            && !self.changes.contains(&change)
        {
            self.changes.push(change);
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

/// Runs a script by its name, and whole if the server has yet to learn it.
fn taught(mut run: impl FnMut(Way) -> Result<Value, Fault>) -> Result<Value, Fault> {
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
