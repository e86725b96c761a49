//! Attempts for a share, or for permits. They yield to the waiters of the queue.

use std::time::Duration;

use crate::claim::token::Token;
use crate::command::{Command, answer::Answer, code::Code, operation::Operation};
use crate::lock::Lock;
use crate::lock::queue::periods::{WATCHER_GRACE, WATCHERS_LIFE};
use crate::server::{Backend, error::Fault};

impl<S: Backend> Lock<S> {
    /// Takes a share. If the claim that was taken over is the lock, has the lock become a share.
    pub(super) fn enter(&mut self, token: &Token, queues: bool) -> Result<Answer, Fault> {
        let answer = self.take_share(token, queues)?;
        if matches!(answer, Answer::Held(_)) && self.may_downgrade() {
            let changed = self.change_kind(Operation::Downgrade, token)?;
            if matches!(changed, Answer::Taken(_)) {
                return self.take_share(token, false); // this returns the fencing token, too
            }
        }
        Ok(answer)
    }

    /// Takes a share. If the keys of the queue cannot be used, repeats the attempt without them.
    fn take_share(&mut self, token: &Token, queues: bool) -> Result<Answer, Fault> {
        self.refuse_indeterminate(token)?;
        let node = self.server.queue_server().map(|server| server.queue_node());
        // On a quorum, one server has the queue. If that server yielded, only its vote would be
        // lost.
        let helpers = self.can_have_helpers()
            && !self.server.capabilities().is_quorum
            && node.is_some_and(|node| node.is_none_or(|node| !node.hides_queue()));
        let refusal = match self.enter_beside(helpers.then(|| self.watcher_keys()), token, queues) {
            Err(fault @ Fault::Refused(_)) if helpers => fault,
            answer => return answer,
        };
        match refusal.code() {
            Some(Code::NoPerm) => {
                let answer = self.enter_beside(None, token, false)?;
                let server = self.server.queue_server();
                if let Some(node) = server.and_then(|server| server.queue_node()) {
                    node.note_hidden_queue(&refusal);
                }
                Ok(answer)
            }
            // The slot migrates, and some of the keys are missing here. A change of kind waits for
            // the end of that, because downgrade.lua deletes the key, and could not write it again
            // here.
            Some(Code::TryAgain) if !self.may_downgrade() => self.enter_beside(None, token, false),
            _ => Err(refusal),
        }
    }

    /// Takes a share, and yields to the waiters of the queue with these keys. Unless it `queues`
    /// after a failed attempt, it takes a free lock if the same waiters have left it free for
    /// [`WATCHER_GRACE`].
    fn enter_beside(
        &mut self,
        queue: Option<[Vec<u8>; 3]>,
        token: &Token,
        queues: bool,
    ) -> Result<Answer, Fault> {
        // Without a queue, the lock's own key takes the place of the queue's keys.
        let [one, two, watchers] = queue.unwrap_or_else(|| [(); 3].map(|_| self.key.to_vec()));
        let mut keys = vec![&*self.key, &*one, &*two, &*watchers];
        keys.extend(self.fence_key.as_deref());
        let (operation, grace) = match queues {
            true => (Operation::Take, Duration::ZERO),
            false => (Operation::Claim, WATCHER_GRACE),
        };
        self.server.perform(&Command {
            kind: self.kind,
            acknowledgement: self.acknowledgement(),
            is_known_elsewhere: token.is_known_elsewhere(),
            ..Command::new(
                operation,
                &keys,
                token.as_bytes(),
                &[self.ttl_of_attempt(token), grace, WATCHERS_LIFE],
            )
        })
    }
}
