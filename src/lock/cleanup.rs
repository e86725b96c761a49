//! The clean-up of tokens that no object counts on. If an attempt or a release gets no reply, its
//! token may stay on the server. This thread's next contact deletes it, so that no waiter has to
//! wait until it expires.

use std::time::Duration;

use crate::claim::{
    token::Token,
    unanswered::{Effect, LateOn},
};
use crate::command::{Command, invocation::Invocation};
use crate::lock::{Lock, compare::late_on, retry_once_if_closed};
use crate::os::{clock::BootInstant, request::Request};
use crate::server::{Backend, error::Fault, leftovers::Leftover};

/// The most leftovers that one call deletes, because each costs a round trip.
const MOST_DELETIONS: usize = 16;
/// The time after which a call deletes no more of them but new ones of its own key, because its own
/// command waits.
const LONGEST_CLEANUP: Duration = Duration::from_millis(10);

impl<S: Backend> Lock<S> {
    /// Has a token of this lock's key deleted later. Also sends a best-effort cleanup command. A
    /// server that was only suspended executes it, so nothing is left even without a later contact.
    /// A token that another owner may know is left to its TTL.
    pub(super) fn defer_cleanup(&mut self, token: Token) {
        if token.is_known_elsewhere() {
            return;
        }
        let keys: Vec<&[u8]> = self.key.all().collect();
        let release = Command::release(&keys, token.as_bytes()).of(self.kind);
        let release = release.encode(Invocation::Eval);
        if self.server.send_parting(&release) {
            let unanswered = self.server.unanswered();
            for key in keys {
                unanswered.note(key, &token, Effect::Release, LateOn::Any);
            }
        }
        self.add_leftover(token, Some(BootInstant::now()));
    }

    /// Has the next contact delete a token of this lock's key, unless another owner may know it.
    /// `given_up_at`: the moment at which a command was given up that may write the token again.
    pub(super) fn add_leftover(&mut self, token: Token, given_up_at: Option<BootInstant>) {
        if token.is_known_elsewhere() {
            return;
        }
        for leftover in self.leftovers_of(&token, BootInstant::now()) {
            let leftover = leftover.given_up(given_up_at);
            self.server.leftovers().add(leftover.planned());
        }
    }

    /// Has later contacts delete a token that is on no server now, while a command that was given
    /// up may write it.
    pub(super) fn expect_late(&mut self, token: Token, given_up_at: Option<BootInstant>) {
        let Some(given_up_at) = given_up_at.filter(|_| !token.is_known_elsewhere()) else {
            return;
        };
        let now = BootInstant::now();
        for leftover in self.leftovers_of(&token, now) {
            let leftover = leftover.given_up(Some(given_up_at));
            if leftover.plan_again(now) {
                self.server.leftovers().add(leftover.planned());
            }
        }
    }

    /// Returns what may be left of a claim: one leftover for each key.
    pub(super) fn leftovers_of(
        &self,
        token: &Token,
        now: BootInstant,
    ) -> impl Iterator<Item = Leftover> {
        let longest = self.ownership.longest_of(self.ttl);
        let kind = self.kind.of_one_key();
        let keys = self.key.all();
        keys.map(move |key| Leftover::new(key.into(), kind, token.clone(), longest, now))
    }

    /// Deletes leftovers on the server: first new ones of this lock's key, then others. Returns an
    /// error if the server is still away, because the caller's own command would fail as well.
    pub(super) fn clean_up(&mut self) -> Result<(), Fault> {
        self.server.read_pending(); // pending replies may add a leftover
        if self.server.leftovers().is_empty() {
            return Ok(());
        }
        let mut outcome = Ok(());
        let (start, mut deletions) = (BootInstant::now(), 0);
        // They stay listed meanwhile, because a signal handler may detach and withdraw a token.
        let mut leftovers = self.server.leftovers().all();
        // New ones first, and among them those of the own key, which block the caller's command.
        leftovers.sort_by_key(|leftover| (leftover.was_tried(), !self.key.has(&leftover.key)));
        for leftover in leftovers {
            let now = BootInstant::now();
            if leftover.has_ended(now) {
                self.server.leftovers().remove(&leftover);
                continue;
            }
            if leftover.is_deleted(now) {
                continue;
            }
            let is_own = self.key.has(&leftover.key);
            let is_due = is_own || !leftover.rests(now);
            let is_urgent = is_own && !leftover.was_tried();
            let is_time = is_urgent || deletions == 0 || start.elapsed() < LONGEST_CLEANUP;
            if outcome.is_err() || !is_due || !is_time || deletions >= MOST_DELETIONS {
                continue;
            }
            deletions += 1;
            if leftover.is_being_deleted() || !self.server.leftovers().contains(&leftover) {
                continue;
            }
            leftover.deleted_by.set(Some(Request::current()));
            let answer = self.delete(&leftover);
            leftover.deleted_by.set(None);
            match answer {
                Ok(()) => self.server.leftovers().note_deleted(&leftover, now),
                Err(Fault::Forked) => return Ok(()), // they are the parent's
                // The key probably does not hold this token again, so the caller's command is worth
                // a try.
                Err(fault) if leftover.was_deleted() && !fault.is_timeout() => {
                    self.server.leftovers().note_deleted(&leftover, now);
                }
                // It is tried again: soon after LOADING or READONLY, later after NOPERM. The
                // caller's command reports the error.
                Err(fault) if fault.was_refused_by_all() => leftover.note_refusal(fault, now),
                Err(fault) => outcome = Err(fault),
            }
        }
        outcome
    }

    /// Describes why the server has refused to delete a token that this process has given up.
    /// Returns None if it has not.
    pub fn refusal_to_delete(
        &self,
        token: &[u8],
        describe: fn(&Fault) -> String,
    ) -> Option<String> {
        let leftovers = self.server.leftovers();
        leftovers.refusal(&self.key, token, describe)
    }

    fn delete(&mut self, leftover: &Leftover) -> Result<(), Fault> {
        let keys = [&*leftover.key];
        let release = Command::release(&keys, leftover.token.as_bytes());
        let release = release.of(leftover.kind);
        let (answer, is_repeated) = retry_once_if_closed(|| self.server.perform(&release));
        // Servers of a quorum that are away get the release later.
        let is_quorum = self.server.capabilities().is_quorum;
        if is_quorum || self.is_under_way(&answer, is_repeated) {
            let unanswered = self.server.unanswered();
            let late_on = late_on(&answer, is_repeated);
            unanswered.note(&leftover.key, &leftover.token, Effect::Release, late_on);
        }
        answer.map(drop)
    }
}
