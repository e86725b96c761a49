//! Sleeping until a key may be free on most servers. Those that have client tracking tell of its release on the connections on
//! which the attempts are made: an attempt in vain reads the key, and is told once of the next change by somebody else.
//!
//! All who wait are told at the same moment. So each lets a random time go by, and then looks at one server, the same one as the
//! others: there they see whether somebody has been quicker, for the price of one command. That look is a read, too, and the next
//! news from there is enough for the next one.

use std::time::{Duration, Instant};

use crate::command::{Command, act::Act};
use crate::os::fork::Process;
use crate::os::interrupt::serve_interrupts;
use crate::os::poll::{self, PollEntry, entry};
use crate::server::Change;
use crate::server::cannot_watch::CannotWatch;
use crate::server::quorum::node_connection::ReplyTo;
use crate::server::quorum::{Quorum, node::Node, round::SILENCE};

impl Quorum {
    /// Sleeps for so long, or until so many servers have told of a change that the key may be free on most, and a look after
    /// this delay has been answered.
    pub(super) fn await_change(&self, key: &[u8], longest: Duration, delay: Duration) -> Change {
        let process = Process::current();
        let end = Instant::now() + longest;
        let mut entries: Vec<PollEntry> = Vec::with_capacity(self.addresses.len());
        let (mut look_at, mut looked) = (None, None);
        loop {
            if serve_interrupts(process).is_err() {
                return Change::None;
            }
            let now = Instant::now();
            let mut nodes = self.nodes.borrow_mut();
            nodes.iter_mut().for_each(|node| node.watch(key, now));
            let mut until = end;
            if let Some(n) = looked {
                let node: &mut Node = &mut nodes[n];
                match node.watched.look.take() {
                    Some(true) => return Change::Free,
                    Some(false) => return Change::Held,
                    None => {}
                }
            } else if let Some(n) = who_tells(&nodes, now) {
                let at = *look_at.get_or_insert(now + delay);
                until = at.min(end);
                if now >= at {
                    nodes[n].look(key, now);
                    looked = Some(n);
                    continue;
                }
            }
            if now >= end {
                return Change::None;
            }
            entries.clear();
            entries.extend(nodes.iter().map(Node::entry_of_watched));
            drop(nodes);
            poll::wait_for_any(&mut entries, until - now);
            let now = Instant::now();
            let mut nodes = self.nodes.borrow_mut();
            let ready = nodes.iter_mut().zip(&entries);
            for (node, _) in ready.filter(|(_, entry)| entry.revents != 0) {
                node.receive(now);
            }
        }
    }
}

/// Whom to look at, if the key may be free: the first of a majority that has told of a change, or who was looked at before.
fn who_tells(nodes: &[Node], now: Instant) -> Option<usize> {
    let has_changed = |node: &Node| node.watched.has_changed && !node.has_been_silent(SILENCE, now);
    let was_held = |node: &Node| node.watched.was_held && !node.has_been_silent(SILENCE, now);
    if let Some(n) = nodes.iter().position(was_held) {
        return Some(n).filter(|n| has_changed(&nodes[*n]));
    }
    let count = nodes.iter().filter(|node| has_changed(node)).count();
    let is_most = count > nodes.len() / 2;
    is_most
        .then(|| nodes.iter().position(has_changed))
        .flatten()
}

impl Quorum {
    /// Whether a majority tells of changes of the key since it was read there, and all who can.
    pub(super) fn is_watching(&self, key: &[u8]) -> bool {
        let nodes = self.nodes.borrow();
        let is_read = |node: &&Node| {
            let watched = &node.watched;
            watched.is_read && !watched.has_changed && *watched.key == *key
        };
        let most = nodes.iter().filter(is_read).count() > nodes.len() / 2;
        most && nodes
            .iter()
            .all(|node| is_read(&node) || !node.is_tracking())
    }
}

impl Node {
    /// Has the server tell of changes of this key, after the next attempt.
    fn watch(&mut self, key: &[u8], now: Instant) {
        if *self.watched.key != *key {
            self.watched.key = key.into();
            self.watched.begin(false);
        }
        let cannot = self.watched.cannot.as_ref();
        if cannot.is_some_and(|cannot| CannotWatch::counts(cannot, now)) {
            return;
        }
        let connection = self.client.connection.as_mut();
        let Some(connection) = connection.filter(|connection| connection.notes.is_ready) else {
            return;
        };
        if !connection.notes.is_tracking {
            connection.notes.is_tracking = true;
            // Of its own changes a connection is not told: those that undo an attempt.
            let mut tracking = redis::cmd("CLIENT");
            tracking.arg("TRACKING").arg("ON").arg("NOLOOP");
            connection.send(redis::cmd("HELLO").arg(3), ReplyTo::Tracking, now);
            connection.send(&tracking, ReplyTo::Tracking, now);
            self.flush(now);
        }
    }

    /// An attempt is sent, or something else that may change what is known.
    pub(super) fn note_asked(&mut self, command: &Command) {
        match command.act {
            Act::Take => {}
            Act::Claim | Act::ClaimFenced => self.read(),
            _ => self.watched.begin(false),
        }
    }

    /// What is sent now reads the key.
    fn read(&mut self) {
        let is_read = self.is_tracking();
        self.watched.begin(is_read);
    }

    fn is_tracking(&self) -> bool {
        let connection = self.client.connection.as_ref();
        connection.is_some_and(|connection| connection.notes.is_tracking)
    }

    fn look(&mut self, key: &[u8], now: Instant) {
        self.read();
        if let Some(connection) = &mut self.client.connection {
            connection.send(redis::cmd("EXISTS").arg(key), ReplyTo::Look, now);
            self.flush(now);
        }
    }

    /// Who has told of a change is not listened to until the next look: there may be more to come, without end.
    fn entry_of_watched(&self) -> PollEntry {
        match self.watched.has_changed {
            true => entry(-1, 0),
            false => self.poll_entry(),
        }
    }
}
