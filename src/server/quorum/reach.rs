//! Connecting to a server of a quorum: its name is looked up, and a failed connection is replaced.

use crate::os::thread::in_background;
use crate::server::quorum::node_connection::ReplyTo;
use crate::server::transport::{client::ConnectState, socket::look_up};
use crate::server::{error::Fault, leftovers::MOST_LEFTOVERS, quorum::node::Node};

use redis::RedisError;

use std::{
    io::{self, ErrorKind},
    mem,
    sync::mpsc::channel,
    time::Instant,
};

impl Node {
    /// Opens a connection if there is none and the pause after a failure is over.
    pub fn reach(&mut self, now: Instant) {
        if let Some((found, _)) = &self.looking_up {
            let Ok(targets) = found.try_recv() else {
                return;
            };
            self.looking_up = None;
            if targets.is_empty() {
                let error = io::Error::new(ErrorKind::NotFound, "the host has no address");
                self.last_error = Some(error.into());
            }
            self.client.end_look_up(targets, now);
        }
        match self.client.reach(&self.address, now) {
            ConnectState::Ready | ConnectState::Later(_, None) => {}
            ConnectState::Opened => self.flush(now),
            ConnectState::Later(_, Some(error)) => self.last_error = Some(error.into()),
            ConnectState::Unknown => self.begin_look_up(now),
        }
    }

    fn begin_look_up(&mut self, now: Instant) {
        let (sender, receiver) = channel();
        let address = self.address.clone();
        let run = move || drop(sender.send(look_up(&address)));
        match in_background(run) {
            Ok(()) => self.looking_up = Some((receiver, now)),
            Err(error) => {
                self.last_error = Some(error.into());
                self.client.back_off(now);
            }
        }
    }

    /// Gives up the connection: its rounds have lost their replies, and its deletions are kept.
    pub(super) fn fail(&mut self, error: RedisError, now: Instant) {
        let Some(mut lost) = self.client.close(now) else {
            return;
        };
        let (was_good, expected) = (lost.is_good, mem::take(&mut lost.expected));
        let mut leftovers = Vec::new();
        if lost.notes.is_ready && error.is_timeout() {
            self.given_up = Some(lost);
            leftovers.extend(self.leftovers.take(MOST_LEFTOVERS)); // these are sent on it, too
        } else {
            drop(lost);
        }
        for (reply_to, _) in expected {
            match reply_to {
                Some(ReplyTo::Round(round)) => {
                    let fault = Fault::ReplyLost(error.clone());
                    self.answers.push((round, Err(fault)));
                }
                Some(ReplyTo::NoRound(Some(leftover))) => leftovers.push(leftover),
                Some(ReplyTo::Vote(token)) => self.late_votes.note_lost(token, now),
                Some(ReplyTo::NoRound(None) | ReplyTo::Native) | None => {}
            }
        }
        for leftover in leftovers {
            self.defer_cleanup(leftover);
        }
        if was_good {
            // After a close, as by a restart, the next connection succeeds or fails at once.
            self.last_error = error.is_timeout().then_some(error);
        } else if self.client.targets.is_empty() {
            self.last_error = Some(error);
        } else {
            self.reach(now);
        }
    }
}
