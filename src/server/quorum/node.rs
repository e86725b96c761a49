//! One server of a quorum: its non-blocking connection, and which command each reply answers.

use std::{
    collections::HashSet,
    io::{self, ErrorKind},
    rc::Rc,
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

use redis::{Cmd, RedisError, Value};
use socket2::SockAddr;

use crate::command::Command;
use crate::os::interrupt::GRACE;
use crate::os::poll::{PollEntry, entry};
use crate::server::leftovers::{Leftovers, MOST_LEFTOVERS};
use crate::server::quorum::late_votes::{LateVotes, has_word};
use crate::server::quorum::node_connection::{
    ConnectionState, FIRST_NODE_RETRY, QuorumProtocol, ReplyTo,
};
use crate::server::transport::{client::Client, pipelined::PipelinedConnection};
use crate::server::{address::Address, address::options::Timeouts, error::Fault};

/// The most leftovers deleted at a time after a refusal, once [`FIRST_NODE_RETRY`] is over.
const MOST_AFTER_REFUSAL: usize = 16;
/// The number of pending replies at which a connection takes only releases.
const MOST_AWAITED: usize = 64;

pub struct Node {
    pub(super) address: Address,
    pub(super) client: Client<QuorumProtocol>,
    /// The pending name look-up, and the moment at which it began.
    pub(super) looking_up: Option<(Receiver<Vec<SockAddr>>, Instant)>,
    /// The last connection that timed out, kept until another one is ready. A server that was only
    /// suspended executes what is sent on that connection.
    pub(super) given_up: Option<PipelinedConnection<QuorumProtocol>>,
    /// The reason why there was no good connection lately.
    pub(super) last_error: Option<RedisError>,
    /// Commands that delete what may be left on the server.
    pub(super) leftovers: Leftovers<Rc<Cmd>>,
    pub(super) late_votes: LateVotes,
    /// Tokens that were taken without this server, so their release has nothing to delete here.
    pub(super) never_sent: HashSet<Box<[u8]>>,
    /// Answers that their rounds have not taken yet.
    pub(super) answers: Vec<(u64, Result<Value, Fault>)>,
}

impl Node {
    pub fn new(address: Address, now: Instant) -> Node {
        Node {
            address,
            client: Client::new(None, now),
            looking_up: None,
            given_up: None,
            last_error: None,
            leftovers: Leftovers::default(),
            late_votes: LateVotes::default(),
            never_sent: HashSet::new(),
            answers: Vec::new(),
        }
    }

    /// Begins a round: reads what has arrived since the last one, and replaces a broken connection.
    pub fn prepare(&mut self, now: Instant) {
        self.receive(now); // first, because an unexpected reply would count as the next one
        let is_over = |connection: &PipelinedConnection<QuorumProtocol>| {
            let is_old = now >= connection.opened + FIRST_NODE_RETRY;
            connection.notes.is_readonly && is_old && connection.expected.is_empty()
        };
        if self.client.connection.as_ref().is_some_and(is_over) {
            // After a failover the name may lead to another server.
            self.client.connection = None;
            self.client.targets.clear();
        }
        self.reach(now);
    }

    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        self.address.timeouts = timeouts;
    }

    /// Processes what has arrived, then closes the connection if no reply is pending.
    pub fn hang_up(&mut self, now: Instant) {
        self.receive(now);
        self.check(now);
        let connection = &mut self.client.connection;
        connection.take_if(|connection| connection.expected.is_empty());
        self.given_up = None;
    }

    /// Returns whether the server answered when it was asked last, or was never asked.
    pub fn is_trusted(&self) -> bool {
        self.last_error.is_none()
    }

    /// Tries the server again now, however recently it failed.
    pub fn trust(&mut self, now: Instant) {
        self.last_error = None;
        self.client.not_before = now;
        self.reach(now);
    }

    /// Returns the time until which a connection that is being opened is waited for.
    pub fn coming_until(&self) -> Option<Instant> {
        let connection = self.client.connection.as_ref();
        let connection = connection.filter(|connection| !connection.notes.is_ready)?;
        Some(connection.opened + GRACE).filter(|_| self.is_trusted())
    }

    /// Returns why no answer is to be expected; None if one is.
    pub fn unreachable(&self) -> Option<Fault> {
        let last_error = self.last_error.as_ref()?;
        (!self.is_ready()).then(|| Fault::Unreachable(last_error.clone()))
    }

    /// Returns whether there is a connection to send on.
    pub fn is_ready(&self) -> bool {
        let connection = self.client.connection.as_ref();
        connection.is_some_and(|connection| connection.notes.is_ready)
    }

    /// Returns the notes of the connection if it can take this command: it is ready, and few
    /// replies are pending. The release of a sent token is not held back, because there may be no
    /// next contact.
    pub fn ready_for(&mut self, command: &Command) -> Option<&mut ConnectionState> {
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

    /// Sends a round's command, after the commands that delete leftovers.
    pub fn ask(&mut self, command: &Cmd, round: u64, now: Instant) {
        let Some(connection) = &mut self.client.connection else {
            return;
        };
        let most = match connection.notes.refused {
            Some(refused) if now < refused + FIRST_NODE_RETRY => 0,
            Some(_) => MOST_AFTER_REFUSAL,
            None => MOST_LEFTOVERS,
        };
        let mut leftovers = self.leftovers.take(most);
        leftovers.extend(self.late_votes.due(now));
        for leftover in leftovers {
            connection.send(&leftover.clone(), ReplyTo::NoRound(Some(leftover)), now);
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
                // The server's final error reply says more than the closed connection.
                let said = connection
                    .receive_answers(&mut self.answers, &self.leftovers, now)
                    .err();
                let said = said.filter(|said| said.code().is_some());
                self.fail(said.unwrap_or(error.into()), now);
            }
        }
    }

    /// Processes the replies that have arrived, and gives up the connection after an error.
    pub fn receive(&mut self, now: Instant) {
        let Some(connection) = &mut self.client.connection else {
            return;
        };
        match connection.receive_answers(&mut self.answers, &self.leftovers, now) {
            Ok(()) => {
                if connection.notes.is_ready {
                    self.given_up = None;
                    self.last_error = None;
                    self.client.end_failures();
                    self.client.count_reconnect();
                }
                self.flush(now);
            }
            Err(error) => self.fail(error, now),
        }
    }

    /// Gives up a look-up or a connection that takes too long.
    pub fn check(&mut self, now: Instant) {
        if self.due().is_none_or(|due| now < due) {
            return;
        }
        let error = |what| io::Error::new(ErrorKind::TimedOut, what).into();
        match &self.client.connection {
            None => self.last_error = Some(error("its name could not be looked up in time")),
            Some(connection) if connection.notes.connected.is_none() => {
                self.fail(error("connection timed out"), now);
            }
            Some(_) => self.fail(error("no reply within the read timeout"), now),
        }
    }

    /// Returns the time by which the look-up, the connection or the next reply must be there.
    pub fn due(&self) -> Option<Instant> {
        let timeouts = self.address.timeouts;
        let Some(connection) = &self.client.connection else {
            let (_, since) = self.looking_up.as_ref()?;
            return self.last_error.is_none().then(|| *since + timeouts.connect);
        };
        let (_, oldest) = connection.expected.front()?;
        Some(match connection.notes.connected {
            Some(connected) => connected.max(*oldest) + timeouts.read,
            None => connection.opened + timeouts.connect,
        })
    }

    /// Returns whether the oldest pending reply has been awaited for `patience`.
    pub fn has_been_silent(&self, patience: Duration, now: Instant) -> bool {
        let connection = self.client.connection.as_ref();
        let oldest = connection.and_then(|connection| connection.expected.front());
        oldest.is_some_and(|(_, sent)| now >= *sent + patience)
    }

    /// Keeps a command that deletes a leftover. Also sends it on the connection that was given up,
    /// because there may be no next contact.
    pub fn defer_cleanup(&mut self, leftover: Rc<Cmd>) {
        self.late_votes.note_release(&leftover, Instant::now());
        if let Some(connection) = &mut self.given_up {
            connection.queue(&leftover);
            let _ = connection.flush(); // what is not sent now goes out on the next connection
        }
        self.leftovers.add(leftover);
    }

    pub fn needs_cleanup(&self) -> bool {
        !self.leftovers.is_empty()
    }

    /// Returns whether a cleanup with these two arguments is still to be sent, or has no reply yet.
    pub fn will_send_with(&self, words: [&[u8]; 2]) -> bool {
        let has_words = |command: &Rc<Cmd>| words.iter().all(|word| has_word(command, word));
        let connection = self.client.connection.iter();
        let mut expected = connection.flat_map(|connection| &connection.expected);
        self.leftovers.has(has_words)
            || self.late_votes.will_send_with(words)
            || expected.any(|(reply_to, _)| {
                matches!(reply_to, Some(ReplyTo::NoRound(Some(command))) if has_words(command))
            })
    }

    /// Notes that a token was taken without this server.
    pub fn note_never_sent(&mut self, token: &[u8]) {
        if self.never_sent.len() == MOST_LEFTOVERS {
            self.never_sent.clear(); // costs some needless releases
        }
        self.never_sent.insert(token.into());
    }

    /// Forgets a released token; returns whether it was taken without this server.
    pub fn take_never_sent(&mut self, token: &[u8]) -> bool {
        self.never_sent.remove(token)
    }

    /// Returns the answer to a round's command, if it has arrived.
    pub fn take_answer(&mut self, round: u64) -> Option<Result<Value, Fault>> {
        let place = self.answers.iter().position(|(of, _)| *of == round)?;
        Some(self.answers.swap_remove(place).1)
    }

    /// Ends a round. `other` says what its pending reply is a reply to from now on.
    pub fn end(&mut self, round: u64, mut other: impl FnMut() -> ReplyTo) {
        self.answers.retain(|(of, _)| *of != round);
        let connection = self.client.connection.iter_mut();
        for (reply_to, _) in connection.flat_map(|connection| &mut connection.expected) {
            if matches!(reply_to, Some(ReplyTo::Round(of)) if *of == round) {
                *reply_to = Some(other());
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
