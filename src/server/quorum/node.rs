//! One server of a quorum: a connection that nobody waits on alone, and what its replies will be replies to.

use std::{
    collections::HashSet,
    io::{self, ErrorKind},
    rc::Rc,
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

use redis::{Arg, Cmd, RedisError, Value};
use socket2::SockAddr;

use crate::command::Command;
use crate::os::interrupt::GRACE;
use crate::os::poll::{PollEntry, entry};
use crate::server::leftovers::{Leftovers, MOST};
use crate::server::quorum::node_connection::{FIRST_RETRY, Notes, ReplyTo, Voting};
use crate::server::transport::{client::Client, pipelined::PipelinedConnection};
use crate::server::{address::Address, address::options::Timeouts, error::Fault};

/// A server that has refused a deletion is asked for no more of them at a time, and not before [`FIRST_RETRY`] is over.
const MOST_AFTER_REFUSAL: usize = 16;
/// No more is sent to a server that has so many replies to give yet.
const MOST_AWAITED: usize = 64;

pub struct Node {
    pub(super) address: Address,
    pub(super) client: Client<Voting>,
    /// Since when.
    pub(super) looking_up: Option<(Receiver<Vec<SockAddr>>, Instant)>,
    /// The last connection on which a reply was too long in coming, until another one is good: a server that had only halted
    /// executes what was sent on it.
    pub(super) given_up: Option<PipelinedConnection<Voting>>,
    /// Why there was no good connection lately.
    pub(super) trouble: Option<RedisError>,
    /// Commands that delete what may be left on the server.
    pub(super) leftovers: Leftovers<Rc<Cmd>>,
    /// Tokens that were taken without it: nothing to delete there when they are given back.
    pub(super) never_sent: HashSet<Box<[u8]>>,
    /// Answers that their rounds have not come for yet.
    pub(super) answers: Vec<(u64, Result<Value, Fault>)>,
}

impl Node {
    pub fn new(address: Address, now: Instant) -> Node {
        Node {
            address,
            client: Client::new(None, now),
            looking_up: None,
            given_up: None,
            trouble: None,
            leftovers: Leftovers::default(),
            never_sent: HashSet::new(),
            answers: Vec::new(),
        }
    }

    /// A round begins: what has come since the last one is taken in, and a connection that died meanwhile replaced.
    pub fn prepare(&mut self, now: Instant) {
        self.receive(now); // or what nobody asked for would be taken for the next reply
        let is_over = |connection: &PipelinedConnection<Voting>| {
            let is_old = now >= connection.opened + FIRST_RETRY;
            connection.notes.is_readonly && is_old && connection.expected.is_empty()
        };
        if self.client.connection.as_ref().is_some_and(is_over) {
            // After a failover the same name may stand for another server; if it does not yet, it is not asked all the time.
            self.client.connection = None;
            self.client.targets.clear();
        }
        self.reach(now);
    }

    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        self.address.timeouts = timeouts;
    }

    /// Closes the connection if nothing is awaited on it, once it has taken in what nobody has waited for.
    pub fn hang_up(&mut self, now: Instant) {
        self.receive(now);
        self.check(now);
        let connection = &mut self.client.connection;
        connection.take_if(|connection| connection.expected.is_empty());
        self.given_up = None;
    }

    /// Whether it answered when it was asked last, or has never been asked.
    pub fn is_trusted(&self) -> bool {
        self.trouble.is_none()
    }

    /// Gives it another chance now, however short ago it failed.
    pub fn trust(&mut self, now: Instant) {
        self.trouble = None;
        self.client.not_before = now;
        self.reach(now);
    }

    /// Until when it is worth waiting for its connection, which has just been opened.
    pub fn coming_until(&self) -> Option<Instant> {
        let connection = self.client.connection.as_ref();
        let connection = connection.filter(|connection| !connection.notes.is_ready)?;
        Some(connection.opened + GRACE).filter(|_| self.is_trusted())
    }

    /// Why no answer is to be expected from it.
    pub fn unreachable(&self) -> Option<Fault> {
        let trouble = self.trouble.as_ref()?;
        (!self.is_ready()).then(|| Fault::Unreachable(trouble.clone()))
    }

    /// Whether there is a connection to send on.
    pub fn is_ready(&self) -> bool {
        let connection = self.client.connection.as_ref();
        connection.is_some_and(|connection| connection.notes.is_ready)
    }

    /// Returns the notes of the connection that takes this command, unless there is none or the server owes it too many replies.
    /// The deletion of a token that was sent is not held back: there may be no next contact.
    pub fn ready_for(&mut self, command: &Command) -> Option<&mut Notes> {
        let must_go = command.must_arrive() && !self.never_sent.contains(command.token);
        let connection = self.client.connection.as_mut();
        let connection =
            connection.filter(|connection| must_go || connection.expected.len() < MOST_AWAITED)?;
        Some(&mut connection.notes).filter(|notes| notes.is_ready)
    }

    pub fn forget_native(&mut self) {
        if let Some(connection) = &mut self.client.connection {
            connection.notes.native = None;
        }
    }

    /// Sends a question, after what deletes what was left.
    pub fn ask(&mut self, command: &Cmd, round: u64, now: Instant) {
        let Some(connection) = &mut self.client.connection else {
            return;
        };
        let most = match connection.notes.refused {
            Some(refused) if now < refused + FIRST_RETRY => 0,
            Some(_) => MOST_AFTER_REFUSAL,
            None => MOST,
        };
        for leftover in self.leftovers.take(most) {
            connection.send(&leftover.clone(), ReplyTo::Nobody(Some(leftover)), now);
        }
        connection.send(command, ReplyTo::Round(round), now);
        self.flush(now);
    }

    /// Sends what can be sent.
    pub fn flush(&mut self, now: Instant) {
        let Some(connection) = &mut self.client.connection else {
            return;
        };
        match connection.flush() {
            Ok(()) if connection.has_sent_all() => {
                connection.notes.connected.get_or_insert(now);
            }
            Ok(()) => {}
            Err(error) => {
                // What it said before it hung up says more; that it hung up does not.
                let said = connection
                    .receive_answers(&mut self.answers, &self.leftovers, now)
                    .err();
                let said = said.filter(|said| said.code().is_some());
                self.fail(said.unwrap_or(error.into()), now);
            }
        }
    }

    /// Takes in what the server says; a connection on which it is silent for too long is given up.
    pub fn receive(&mut self, now: Instant) {
        let Some(connection) = &mut self.client.connection else {
            return;
        };
        match connection.receive_answers(&mut self.answers, &self.leftovers, now) {
            Ok(()) => {
                if connection.notes.is_ready {
                    self.given_up = None;
                    self.trouble = None;
                    self.client.end_failures();
                    self.client.count_reconnect();
                }
                self.flush(now);
            }
            Err(error) => self.fail(error, now),
        }
    }

    /// Gives up what takes too long.
    pub fn check(&mut self, now: Instant) {
        if self.due().is_none_or(|due| now < due) {
            return;
        }
        let error = |what| io::Error::new(ErrorKind::TimedOut, what).into();
        match &self.client.connection {
            None => self.trouble = Some(error("its name could not be looked up in time")),
            Some(connection) if connection.notes.connected.is_none() => {
                self.fail(error("connection timed out"), now);
            }
            Some(_) => self.fail(error("no reply within the read timeout"), now),
        }
    }

    /// Until when the next reply has to be there.
    pub fn due(&self) -> Option<Instant> {
        let timeouts = self.address.timeouts;
        let Some(connection) = &self.client.connection else {
            let (_, since) = self.looking_up.as_ref()?;
            return self.trouble.is_none().then(|| *since + timeouts.connect);
        };
        let (_, oldest) = connection.expected.front()?;
        Some(match connection.notes.connected {
            Some(connected) => connected.max(*oldest) + timeouts.read,
            None => connection.opened + timeouts.connect,
        })
    }

    /// Whether it has owed a reply for so long.
    pub fn has_been_silent(&self, patience: Duration, now: Instant) -> bool {
        let connection = self.client.connection.as_ref();
        let oldest = connection.and_then(|connection| connection.expected.front());
        oldest.is_some_and(|(_, sent)| now >= *sent + patience)
    }

    /// Something may be left on the server that this command deletes. It is said on the connection that was given up, too: there
    /// may be no next contact.
    pub fn defer_cleanup(&mut self, leftover: Rc<Cmd>) {
        if let Some(connection) = &mut self.given_up {
            connection.queue(&leftover);
            let _ = connection.flush(); // what does not go now goes on the next connection
        }
        self.leftovers.add(leftover);
    }

    pub fn owes_cleanup(&self) -> bool {
        !self.leftovers.is_empty()
    }

    /// Whether a command with these words is still to be sent to delete something, or has no answer yet.
    pub fn owes_command_with(&self, words: [&[u8]; 2]) -> bool {
        let has_words = |command: &Rc<Cmd>| {
            let has = |word: &[u8]| command.args_iter().any(|arg| arg == Arg::Simple(word));
            words.iter().all(|word| has(word))
        };
        let connection = self.client.connection.iter();
        let mut expected = connection.flat_map(|connection| &connection.expected);
        self.leftovers.has(has_words)
            || expected.any(|(reply_to, _)| {
                matches!(reply_to, Some(ReplyTo::Nobody(Some(command))) if has_words(command))
            })
    }

    /// A token was taken, and it was never asked.
    pub fn note_never_sent(&mut self, token: &[u8]) {
        if self.never_sent.len() == MOST {
            self.never_sent.clear(); // then there are commands that delete nothing
        }
        self.never_sent.insert(token.into());
    }

    /// Whether a token that is given back was taken without it.
    pub fn take_never_sent(&mut self, token: &[u8]) -> bool {
        self.never_sent.remove(token)
    }

    /// The answer to a round's question, if it has come.
    pub fn take_answer(&mut self, round: u64) -> Option<Result<Value, Fault>> {
        let place = self.answers.iter().position(|(of, _)| *of == round)?;
        Some(self.answers.swap_remove(place).1)
    }

    /// A round has ended; tells whether its question is still to be answered, and then deletes if it must.
    pub fn end(&mut self, round: u64, mut leftover: impl FnMut() -> Option<Rc<Cmd>>) {
        self.answers.retain(|(of, _)| *of != round);
        let connection = self.client.connection.iter_mut();
        for (reply_to, _) in connection.flat_map(|connection| &mut connection.expected) {
            if matches!(reply_to, Some(ReplyTo::Round(of)) if *of == round) {
                *reply_to = Some(ReplyTo::Nobody(leftover()));
            }
        }
    }

    pub fn is_looking_up(&self) -> bool {
        self.looking_up.is_some()
    }

    pub fn poll_entry(&self) -> PollEntry {
        let connection = self.client.connection.as_ref();
        connection.map_or(entry(-1, 0), PipelinedConnection::poll_entry)
    }
}
