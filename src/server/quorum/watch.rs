//! Sleeping until a key may be free on most servers. Those that have client tracking tell of its release on the connections on
//! which the attempts are made: an attempt in vain reads the key, and is told once of the next change by somebody else. So
//! there is nothing to be asked beside the attempts, and no more to be heard than there were attempts.

use std::time::{Duration, Instant};

use crate::os::fork::Process;
use crate::os::interrupt::serve_interrupts;
use crate::os::poll::{self, PollEntry, entry};
use crate::server::cannot_watch::CannotWatch;
use crate::server::quorum::node_connection::ReplyTo;
use crate::server::quorum::{Quorum, node::Node};

impl Quorum {
    /// Sleeps for so long, or until the key has changed on so many servers that it may be free on most; tells whether it
    /// has. An interrupt ends the sleep if it ends the wait, or forks.
    pub(super) fn await_change(&self, key: &[u8], longest: Duration) -> bool {
        let process = Process::current();
        let end = Instant::now() + longest;
        let majority = self.addresses.len() / 2 + 1;
        let mut entries: Vec<PollEntry> = Vec::with_capacity(self.addresses.len());
        loop {
            if serve_interrupts(process).is_err() {
                return false;
            }
            let now = Instant::now();
            let mut nodes = self.nodes.borrow_mut();
            nodes.iter_mut().for_each(|node| node.watch(key, now));
            if nodes.iter().filter(|node| node.has_changed()).count() >= majority {
                return true;
            }
            if now >= end {
                return false;
            }
            entries.clear();
            entries.extend(nodes.iter().map(|node| match node.has_changed() {
                true => entry(-1, 0), // it may have more to say, without end
                false => node.poll_entry(),
            }));
            drop(nodes);
            poll::wait_for_any(&mut entries, end - now);
            let now = Instant::now();
            let mut nodes = self.nodes.borrow_mut();
            let ready = nodes.iter_mut().zip(&entries);
            for (node, _) in ready.filter(|(_, entry)| entry.revents != 0) {
                node.receive(now);
            }
        }
    }
}

impl Node {
    /// Has the server tell of changes of this key, after the next attempt.
    fn watch(&mut self, key: &[u8], now: Instant) {
        if *self.watched.key != *key {
            self.watched.key = key.into();
            self.watched.has_changed = false;
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

    fn has_changed(&self) -> bool {
        self.watched.has_changed
    }
}
