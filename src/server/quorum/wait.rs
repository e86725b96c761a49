//! Sends to the servers of a quorum, and waits for their replies.

use std::time::{Duration, Instant};

use crate::os::fork::Process;
use crate::os::interrupt::{self, GRACE, serve_interrupts};
use crate::os::poll::{self, PollEntry};
use crate::server::error::Fault;
use crate::server::quorum::{Quorum, node::Node, round::Round, round::SILENCE};

/// The least time between checks for the end of a look-up, and for replies that another fiber has
/// read. The checks become rarer in a long wait.
const CHECK_PERIOD: Duration = Duration::from_millis(1);

impl Quorum {
    /// Returns whether no new connection of a trusted server is worth waiting for any longer.
    pub(super) fn is_no_connection_pending(&self, now: Instant) -> bool {
        let nodes = self.nodes.borrow();
        let mut coming = nodes.iter().filter_map(Node::coming_until);
        coming.all(|until| now >= until)
    }

    /// Returns whether each server without an answer is unconnected, or silent for [`SILENCE`].
    pub(super) fn is_no_reply_expected(&self, round: &Round, now: Instant) -> bool {
        let nodes = self.nodes.borrow();
        let mut all = nodes.iter().zip(&round.answers);
        all.all(|(node, answer)| {
            answer.is_some() || !node.is_ready() || node.has_been_silent(SILENCE, now)
        })
    }

    /// Sends and receives until `is_over` returns true. If the operation was interrupted, or has
    /// timed out before, it ends at its short limit.
    pub(super) fn go_through(
        &self,
        round: &mut Round,
        is_over: impl Fn(&Round, Instant) -> bool,
    ) -> Result<(), Fault> {
        let (process, start) = (Process::current(), Instant::now());
        let mut end = interrupt::short_limit().map(|limit| Instant::now() + limit);
        let mut entries: Vec<PollEntry> = Vec::with_capacity(self.addresses.len());
        let mut goes_on = |end: Option<Instant>| {
            let now = Instant::now();
            round.go_on(&mut self.nodes.borrow_mut(), now);
            let is_over = is_over(round, now) || end.is_some_and(|end| now >= end);
            (!is_over).then_some(round.next_patience(now))
        };
        loop {
            if goes_on(end).is_none() {
                return Ok(());
            }
            if serve_interrupts(process).is_err() {
                if process != Process::current() {
                    self.disown();
                    return Err(Fault::Forked);
                }
                end.get_or_insert_with(|| Instant::now() + GRACE);
            }
            // A signal handler may have used the connections and received answers to this round.
            let Some(patience) = goes_on(end) else {
                return Ok(());
            };
            let now = Instant::now();
            let next = {
                let nodes = self.nodes.borrow();
                entries.clear();
                entries.extend(nodes.iter().map(Node::poll_entry));
                let checks = interrupt::may_suspend() || nodes.iter().any(Node::is_looking_up);
                let period = CHECK_PERIOD.max(now.duration_since(start) / 8);
                let check = checks.then(|| now + period);
                let coming = nodes.iter().filter_map(Node::coming_until);
                let coming = coming.filter(|until| *until > now);
                let due = nodes.iter().filter_map(Node::due).chain(coming);
                let ends = [end, check, patience];
                due.chain(ends.into_iter().flatten()).min()
            };
            let left = next.map_or(Duration::MAX, |next| {
                next.saturating_duration_since(Instant::now())
            });
            poll::wait_for_any(&mut entries, left);
            if process != Process::current() {
                self.disown();
                return Err(Fault::Forked); // the connections are the parent's
            }
            self.receive(&entries);
        }
    }

    fn receive(&self, entries: &[PollEntry]) {
        let now = Instant::now();
        let mut nodes = self.nodes.borrow_mut();
        for (node, entry) in nodes.iter_mut().zip(entries) {
            if entry.revents != 0 {
                node.receive(now);
            }
            if poll::has_ended(entry) {
                node.receive(now); // the end may come right behind a reply
            }
            node.check(now);
        }
    }
}
