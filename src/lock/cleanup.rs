//! Tokens that may stand on a server though nobody counts on them: an attempt or a release without an answer leaves
//! one. The next contact of this thread with that server deletes it, instead of everybody waiting for its expiry.

use crate::claim::token::Token;
use crate::command::{Command, way::Way};
use crate::lock::{Lock, retry_once_if_closed};
use crate::server::{Backend, error::Fault, leftovers::Leftover};

/// No call pays for more of what other locks have left: each takes a round trip.
const MOST_OF_OTHERS: usize = 16;

impl<S: Backend> Lock<S> {
    /// Leaves a token of this lock's key to be deleted later. A server that only halted does it before it hears of the end
    /// of the connection, so that nothing is left if there is no later contact. Not a given one: whoever else knows it may
    /// have acquired with it by then.
    pub(super) fn defer_cleanup(&mut self, token: Token) {
        if token.is_given() {
            return;
        }
        let keys = [&*self.key];
        let release = Command::release(&keys, token.as_bytes()).of(self.primitive);
        let release = release.put(Way::Eval);
        self.server.send_parting(&release);
        self.add_leftover(token);
    }

    /// Leaves a token of this lock's key to be deleted by the next contact.
    pub(super) fn add_leftover(&mut self, token: Token) {
        self.server.leftovers().add(Leftover {
            key: self.key.clone(),
            primitive: self.primitive,
            token,
        });
    }

    /// Deletes what was left on the server: of this lock's key all, of others some. If it is still away, the caller's own
    /// command would fare no better.
    pub(super) fn clean_up(&mut self) -> Result<(), Fault> {
        self.server.take_owed(); // which may leave something
        let mut outcome = Ok(());
        let mut of_others = 0;
        for leftover in self.server.leftovers().take() {
            let is_own = leftover.key == self.key;
            of_others += usize::from(!is_own);
            if outcome.is_ok() && (is_own || of_others <= MOST_OF_OTHERS) {
                let keys = [&*leftover.key];
                let release = Command::release(&keys, leftover.token.as_bytes())
                    .of(leftover.primitive)
                    .with_given(leftover.token.is_given());
                let (answer, is_repeated) = retry_once_if_closed(|| self.server.perform(&release));
                self.note_doubt(&release, &answer, is_repeated);
                match answer {
                    Ok(_) => continue,
                    Err(fault) if leftover.token.is_given() => {
                        outcome = Err(fault);
                        continue; // see defer_cleanup()
                    }
                    Err(Fault::Forked) => return Ok(()), // they are the parent's
                    // Not now (LOADING, READONLY): try again at the next contact, and let the caller's command tell.
                    Err(fault) if fault.was_refused() => {}
                    Err(fault) => outcome = Err(fault),
                }
            }
            self.server.leftovers().add(leftover);
        }
        outcome
    }
}
