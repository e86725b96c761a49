//! How a share is taken, or permits: beside the waiters of the queue.

use std::time::Duration;

use crate::claim::token::Token;
use crate::command::{Command, act::Act, answer::Answer, code::Code};
use crate::lock::Lock;
use crate::lock::queue::periods::{WATCHER_GRACE, WATCHERS_LIFE};
use crate::server::{Backend, error::Fault};

impl<S: Backend> Lock<S> {
    /// Takes a share. The lock becomes one if the claim that was taken over is one to the lock.
    pub(super) fn enter(&mut self, token: &Token, queues: bool) -> Result<Answer, Fault> {
        let answer = self.take_share(token, queues)?;
        if matches!(answer, Answer::Held(_)) && self.may_downgrade() {
            let changed = self.change_kind(Act::Downgrade, token)?;
            if matches!(changed, Answer::Taken(_)) {
                return self.take_share(token, false); // for the fencing token that a share is told
            }
        }
        Ok(answer)
    }

    /// Takes a share. If the keys of the queue cannot be used, the attempt is repeated without them.
    fn take_share(&mut self, token: &Token, queues: bool) -> Result<Answer, Fault> {
        self.refuse_in_doubt(token)?;
        let node = self.server.queue_server().map(|server| server.queue_node());
        // On a quorum the queue's server would only lose its vote.
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
            // Their slot migrates, and some of the keys are missing here. A change of kind waits for its end: downgrade.lua deletes
            // the key first, and could not write it again here.
            Some(Code::TryAgain) if !self.may_downgrade() => self.enter_beside(None, token, false),
            _ => Err(refusal),
        }
    }

    /// Takes a share, and yields to the waiters of the queue with these keys. A client that does not queue itself after a failed
    /// attempt takes a free lock if the same waiters have not taken it for a while.
    fn enter_beside(
        &mut self,
        queue: Option<[Vec<u8>; 3]>,
        token: &Token,
        queues: bool,
    ) -> Result<Answer, Fault> {
        // The lock's own key stands for a queue that is not there.
        let [one, two, watchers] = queue.unwrap_or_else(|| [(); 3].map(|_| self.key.to_vec()));
        let mut keys = vec![&*self.key, &*one, &*two, &*watchers];
        keys.extend(self.fence_key.as_deref());
        let (act, grace) = match queues {
            true => (Act::Take, Duration::ZERO),
            false => (Act::Claim, WATCHER_GRACE),
        };
        self.server.perform(&Command {
            primitive: self.primitive,
            acknowledgement: self.acknowledgement(),
            is_known_elsewhere: token.is_known_elsewhere(),
            ..Command::new(
                act,
                &keys,
                token.as_bytes(),
                &[self.ttl_of_attempt(token), grace, WATCHERS_LIFE],
            )
        })
    }
}
