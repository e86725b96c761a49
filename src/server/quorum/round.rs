//! One command to all servers of a quorum, and what they have answered so far.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use crate::command::majority::{self, Verdict, Vote};
use crate::command::{Command, answer::Answer, invocation::Invocation};
use crate::os::interrupt::GRACE;
use crate::server::error::{Fault, QuorumUnreachable};
use crate::server::{Step, step};
use crate::server::{address::Address, quorum::node::Node, quorum::node_connection::ReplyTo};

/// The age of a pending reply at which its server counts as silent, and is not given [`GRACE`].
pub const SILENCE: Duration = Duration::from_millis(20);

pub struct Round<'r> {
    /// Unique among the rounds of this quorum.
    pub id: u64,
    pub command: &'r Command<'r>,
    pub answers: Vec<Option<Result<Answer, Fault>>>,
    asked: Vec<Asked>,
    /// The time until which missing answers are awaited after the decision, if they are.
    completes_until: Option<Instant>,
}

#[derive(Clone, Copy)]
struct Asked {
    invocation: Invocation,
    is_sent: bool,
    was_ever_sent: bool,
    /// The time until which the answer is awaited although it decides nothing; None: without limit.
    patience: Option<Instant>,
}

impl<'r> Round<'r> {
    pub fn new(id: u64, command: &'r Command<'r>, servers: usize) -> Round<'r> {
        let asked = Asked {
            invocation: Invocation::EvalSha,
            is_sent: false,
            was_ever_sent: false,
            patience: None,
        };
        Round {
            id,
            command,
            answers: (0..servers).map(|_| None).collect(),
            asked: vec![asked; servers],
            completes_until: (command.shortens() || command.is_known_elsewhere)
                .then(|| Instant::now() + GRACE),
        }
    }

    /// Creates a round that undoes `of`. A server with nothing to undo counts as having answered.
    pub fn undoing(id: u64, command: &'r Command<'r>, of: &Round, nodes: &[Node]) -> Round<'r> {
        let mut round = Round::new(id, command, nodes.len());
        let now = Instant::now();
        for (n, node) in nodes.iter().enumerate() {
            let may_hold = match &of.answers[n] {
                Some(Ok(answer)) => answer.is_yes(),
                _ => of.asked[n].was_ever_sent || !of.command.begins(),
            };
            if !may_hold {
                round.answers[n] = Some(Ok(Answer::NotOwner));
            } else if of.answers[n].is_none() {
                let is_silent = node.has_been_silent(SILENCE, now);
                let grace = if is_silent { Duration::ZERO } else { GRACE };
                round.asked[n].patience = Some(now + grace);
            }
        }
        round
    }

    /// Processes the answers that have arrived, and sends the command to servers that can take it.
    pub fn go_on(&mut self, nodes: &mut [Node], now: Instant) {
        let count = nodes.len();
        for nth in 0..count {
            // Waiters queue at the first server, so a release is sent to it last. Otherwise a
            // waiter that it wakes would find the lock held at the others.
            let n = match self.command.must_arrive() {
                true => count - 1 - nth,
                false => nth,
            };
            let node = &mut nodes[n];
            // Sending may fail at once, and that is an answer, too.
            while self.answers[n].is_none() {
                let asked = &mut self.asked[n];
                if let Some(answer) = node.take_answer(self.id) {
                    match step(asked.invocation, self.command, answer) {
                        Step::Done(answer) => self.answers[n] = Some(answer),
                        Step::Again(invocation) => {
                            if asked.invocation.is_forbidden(invocation) {
                                node.forget_native();
                            }
                            (asked.invocation, asked.is_sent) = (invocation, false);
                        }
                    }
                    continue;
                }
                if asked.is_sent {
                    break;
                }
                node.reach(now);
                let Some(connection) = node.ready_for(self.command) else {
                    self.answers[n] = node.unreachable().map(Err);
                    break;
                };
                if let Some(native) = connection.native
                    && asked.invocation == Invocation::EvalSha
                    && self.command.may_be_native()
                {
                    asked.invocation = Invocation::Native(native);
                } else if asked.invocation == Invocation::EvalSha
                    && (self.command.is_script_only() || self.command.must_arrive())
                {
                    // The call may end before a NOSCRIPT reply arrives.
                    asked.invocation = Invocation::Eval;
                }
                (asked.is_sent, asked.was_ever_sent) = (true, true);
                node.ask(&self.command.encode(asked.invocation), self.id, now);
            }
        }
    }

    pub fn verdict(&self) -> Verdict {
        let votes = self.answers.iter().map(|answer| match answer {
            None => Vote::Pending,
            Some(Ok(answer)) => Vote::Answered(answer.clone()),
            Some(Err(Fault::ReplyLost(_))) => Vote::Lost,
            Some(Err(_)) => Vote::Failed,
        });
        majority::verdict(self.command.operation, votes)
    }

    /// Returns whether a reply was lost with its connection, or is late.
    pub fn has_lost_reply(&self) -> bool {
        let is_lost = |answer: &Option<_>| matches!(answer, Some(Err(Fault::ReplyLost(_))));
        self.answers.iter().any(is_lost)
    }

    /// Returns, for each server, whether it has answered with yes.
    pub fn granted(&self) -> Box<[bool]> {
        let is_yes = |answer: &Option<Result<Answer, _>>| matches!(answer, Some(Ok(answer)) if answer.is_yes());
        self.answers.iter().map(is_yes).collect()
    }

    /// Returns whether a server has not answered in time.
    pub fn is_for_silence(&self) -> bool {
        let mut missing = self
            .answers
            .iter()
            .filter(|answer| !matches!(answer, Some(Ok(_))));
        missing.any(|answer| {
            matches!(answer, Some(Err(fault)) if fault.is_timeout()) || answer.is_none()
        })
    }

    /// Returns whether every server has answered, or is not awaited any longer.
    pub fn is_complete(&self, now: Instant) -> bool {
        let mut all = self.answers.iter().zip(&self.asked);
        all.all(|(answer, asked)| {
            answer.is_some() || asked.patience.is_some_and(|patience| now >= patience)
        })
    }

    /// Returns whether nothing of the round is under way, or the wait for it is over.
    pub fn is_final(&self, now: Instant) -> bool {
        self.completes_until.is_none_or(|until| now >= until) || !self.is_under_way()
    }

    /// Returns whether a server may still execute the command: it was sent, and has no reply.
    pub fn is_under_way(&self) -> bool {
        let mut all = self.answers.iter().zip(&self.asked);
        all.any(|(answer, asked)| {
            asked.was_ever_sent && !matches!(answer, Some(Ok(_) | Err(Fault::Refused(_))))
        })
    }

    /// Returns whether an undo may still be executed or have to be repeated, because not every
    /// server has answered.
    pub fn is_indeterminate(&self) -> bool {
        let is_answered =
            |answer: &Option<_>| matches!(answer, Some(Ok(_) | Err(Fault::Refused(_))));
        !self.answers.iter().all(is_answered)
    }

    /// Returns the next moment at which a missing answer is not awaited any more.
    pub fn next_patience(&self, now: Instant) -> Option<Instant> {
        let patience = self.asked.iter().filter_map(|asked| asked.patience);
        let patience = patience.chain(self.completes_until);
        patience.filter(|patience| *patience > now).min()
    }

    /// Ends the round. If `later`, the nodes keep a release that was not sent or has no reply, to
    /// repeat it. They do not if another owner may know the token, because that owner may have
    /// acquired with it by then. A deletion that a server has refused for good is left to the ttl.
    pub fn end(&mut self, nodes: &mut [Node], later: bool) {
        let is_taken = self.command.begins() && matches!(self.verdict(), Verdict::Granted(_));
        let mut leftover = None;
        let mut delete = || {
            (later && self.command.must_arrive() && !self.command.is_known_elsewhere).then(|| {
                let command = || Rc::new(self.command.encode(Invocation::Eval));
                leftover.get_or_insert_with(command).clone()
            })
        };
        for (n, node) in nodes.iter_mut().enumerate() {
            let is_answered = match &self.answers[n] {
                Some(Err(fault)) => fault.was_refused() && !fault.may_pass(),
                answer => answer.is_some(),
            };
            let is_under_way = self.asked[n].is_sent && self.answers[n].is_none();
            if is_taken && !self.asked[n].was_ever_sent {
                node.note_never_sent(self.command.token);
            }
            let was_never_sent =
                self.command.must_arrive() && node.take_never_sent(self.command.token);
            if !is_answered
                && !is_under_way
                && !was_never_sent
                && let Some(delete) = delete()
            {
                node.defer_cleanup(delete);
            }
            if node.late_votes.has_lost(self.command.token)
                && let Some(release) = delete()
            {
                node.late_votes.note_release(&release, Instant::now());
            }
            node.end(self.id, || match self.command.begins() {
                true => ReplyTo::Vote(self.command.token.into()),
                false => ReplyTo::NoRound(delete()),
            });
        }
    }

    /// Returns the fault that names the servers without an answer, and the reason of each.
    pub fn unreachable(&mut self, addresses: &[Address], executed: bool) -> Fault {
        let mut unreachable = QuorumUnreachable {
            servers: addresses.len(),
            missing: Vec::new(),
            executed,
        };
        for (address, answer) in addresses.iter().zip(self.answers.drain(..)) {
            match answer {
                Some(Ok(_)) => {}
                Some(Err(fault)) => unreachable.add(address, fault),
                None => unreachable.add(address, Fault::Interrupted),
            }
        }
        Fault::TooFew(Box::new(unreachable))
    }
}
