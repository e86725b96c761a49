//! Tokens that may stand on a server though nobody counts on them: an attempt or a release without an answer leaves
//! one. The next contact of this thread with that server deletes it, instead of everybody waiting for its expiry.

use std::cell::Cell;

use crate::{
    claim::token::Token,
    command::{Act, Operation},
    lock::{Lock, twice},
    server::{
        Orphan, Server,
        error::Fault,
        request::{Request, Way},
    },
};

impl<S: Server> Lock<S> {
    /// Leaves a token of this lock's key to be deleted later. A server that only halted does it before it hears of the end
    /// of the connection, so that nothing is left if there is no later contact.
    pub(super) fn abandon(&mut self, token: Token) {
        let release = release(&[&self.key], &token).command(Way::Text);
        self.server.say_last(&release);
        self.server.leave_orphan(Orphan {
            key: self.key.clone(),
            token,
        });
    }

    /// Deletes what was left on the server. If it is still away, the caller's own command would fare no better.
    pub(super) fn sweep(&mut self) -> Result<(), Fault> {
        let mut outcome = Ok(());
        for orphan in self.server.take_orphans() {
            if outcome.is_ok() {
                let keys = [&*orphan.key];
                let release = release(&keys, &orphan.token);
                let (answer, _) = twice(|| self.server.perform(&release));
                match answer {
                    Ok(_) => continue,
                    Err(Fault::Forked) => return Ok(()), // they are the parent's
                    // Not now (LOADING, READONLY): try again at the next contact, and let the caller's command tell.
                    Err(fault) if fault.was_refused() => {}
                    Err(fault) => outcome = Err(fault),
                }
            }
            self.server.leave_orphan(orphan);
        }
        outcome
    }
}

fn release<'a>(keys: &'a [&'a [u8]], token: &'a Token) -> Operation<'a> {
    Operation {
        act: Act::Release,
        keys,
        token: token.as_bytes(),
        times: &[],
        acknowledgement: None,
        may_shorten: Cell::default(),
    }
}
