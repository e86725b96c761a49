//! One question to all servers of a quorum, and what they have answered so far.

use std::{
    mem,
    rc::Rc,
    time::{Duration, Instant},
};

use crate::command::majority::{self, Ballot, Verdict};
use crate::command::{Command, answer::Answer, way::Way};
use crate::os::interrupt::GRACE;
use crate::server::error::{Fault, Shortage};
use crate::server::{Step, step};
use crate::server::{address::Address, quorum::node::Node};

/// A server that has owed a reply for so long when it is asked the next thing is not given [`GRACE`].
pub const SILENCE: Duration = Duration::from_millis(20);

pub struct Round<'r> {
    /// No other one of this quorum has it.
    pub id: u64,
    pub command: &'r Command<'r>,
    pub answers: Vec<Option<Result<Answer, Fault>>>,
    asked: Vec<Asked>,
    /// Until when answers are awaited though it is granted, if they are.
    settles_until: Option<Instant>,
}

#[derive(Clone, Copy)]
struct Asked {
    /// How it is asked.
    way: Way,
    is_sent: bool,
    was_ever_sent: bool,
    /// Until when its answer is awaited though it decides nothing; None: as long as it takes.
    patience: Option<Instant>,
}

impl<'r> Round<'r> {
    pub fn new(id: u64, command: &'r Command<'r>, servers: usize) -> Round<'r> {
        let asked = Asked {
            way: Way::EvalSha,
            is_sent: false,
            was_ever_sent: false,
            patience: None,
        };
        Round {
            id,
            command,
            answers: (0..servers).map(|_| None).collect(),
            asked: vec![asked; servers],
            settles_until: (command.shortens() || command.is_known_elsewhere)
                .then(|| Instant::now() + GRACE),
        }
    }

    /// A round that undoes this one. Those where there is nothing to undo count as having answered.
    pub fn undoing(id: u64, command: &'r Command<'r>, of: &Round, nodes: &[Node]) -> Round<'r> {
        let mut round = Round::new(id, command, nodes.len());
        let now = Instant::now();
        for (n, node) in nodes.iter().enumerate() {
            let may_hold = match &of.answers[n] {
                Some(Ok(answer)) => answer.is_yes(),
                _ => of.asked[n].was_ever_sent || !of.command.begins(),
            };
            if !may_hold {
                round.answers[n] = Some(Ok(Answer::NotDone));
            } else if of.answers[n].is_none() {
                let is_silent = node.has_been_silent(SILENCE, now);
                let grace = if is_silent { Duration::ZERO } else { GRACE };
                round.asked[n].patience = Some(now + grace);
            }
        }
        round
    }

    /// Takes in the answers that have come, and asks whom it can.
    pub fn go_on(&mut self, nodes: &mut [Node], now: Instant) {
        let count = nodes.len();
        for nth in 0..count {
            // Waiters queue at the first server: it hears of a release when all others have been told. Else a waiter that it wakes
            // finds the lock held there.
            let n = match self.command.must_arrive() {
                true => count - 1 - nth,
                false => nth,
            };
            let node = &mut nodes[n];
            // Sending may fail at once, and that is an answer, too.
            while self.answers[n].is_none() {
                let asked = &mut self.asked[n];
                if let Some(answer) = node.take_answer(self.id) {
                    match step(asked.way, self.command, answer) {
                        Step::Done(answer) => self.answers[n] = Some(answer),
                        Step::Again(way) => {
                            if asked.way.is_forbidden(way) {
                                node.forget_native();
                            }
                            (asked.way, asked.is_sent) = (way, false);
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
                    && asked.way == Way::EvalSha
                    && self.command.may_be_native()
                {
                    asked.way = Way::Native(native);
                } else if asked.way == Way::EvalSha
                    && (self.command.is_of_share()
                        || self.command.must_arrive()
                            && !mem::replace(&mut connection.is_taught, true))
                {
                    // Nobody may be there to repeat it when the answer comes that the script is unknown.
                    asked.way = Way::Eval;
                }
                (asked.is_sent, asked.was_ever_sent) = (true, true);
                node.ask(&self.command.put(asked.way), self.id, now);
            }
        }
    }

    pub fn verdict(&self) -> Verdict {
        let ballots = self.answers.iter().map(|answer| match answer {
            None => Ballot::Pending,
            Some(Ok(answer)) => Ballot::Answered(answer.clone()),
            Some(Err(Fault::ReplyLost(_))) => Ballot::Lost,
            Some(Err(_)) => Ballot::Failed,
        });
        majority::verdict(self.command.act, ballots)
    }

    /// Whether somebody was awaited in vain.
    pub fn is_for_silence(&self) -> bool {
        let mut missing = self
            .answers
            .iter()
            .filter(|answer| !matches!(answer, Some(Ok(_))));
        missing.any(|answer| {
            matches!(answer, Some(Err(fault)) if fault.is_timeout()) || answer.is_none()
        })
    }

    /// Whether all have answered who are awaited.
    pub fn is_complete(&self, now: Instant) -> bool {
        let mut all = self.answers.iter().zip(&self.asked);
        all.all(|(answer, asked)| {
            answer.is_some() || asked.patience.is_some_and(|patience| now >= patience)
        })
    }

    /// Whether nothing of it is under way any more, or that is not waited for.
    pub fn is_settled(&self, now: Instant) -> bool {
        self.settles_until.is_none_or(|until| now >= until) || !self.is_under_way()
    }

    /// Whether somebody may still do it: who has been asked and has said neither yes nor no.
    pub fn is_under_way(&self) -> bool {
        let mut all = self.answers.iter().zip(&self.asked);
        all.any(|(answer, asked)| {
            asked.was_ever_sent && !matches!(answer, Some(Ok(_) | Err(Fault::Refused(_))))
        })
    }

    /// Whether it may be done, or have to be done, by somebody later: it undoes, and not all have answered.
    pub fn is_doubtful(&self) -> bool {
        let is_answered =
            |answer: &Option<_>| matches!(answer, Some(Ok(_) | Err(Fault::Refused(_))));
        !self.answers.iter().all(is_answered)
    }

    /// When somebody is not awaited any more.
    pub fn next_patience(&self, now: Instant) -> Option<Instant> {
        let patience = self.asked.iter().filter_map(|asked| asked.patience);
        let patience = patience.chain(self.settles_until);
        patience.filter(|patience| *patience > now).min()
    }

    /// Leaves to the nodes what did not reach its server, and must, or is still to be answered; if they are to do it later. Not
    /// with a given token: whoever else knows it may have acquired with it by then. What a server has refused for good is left
    /// to its ttl.
    pub fn end(&mut self, nodes: &mut [Node], later: bool) {
        let is_taken = self.command.begins() && matches!(self.verdict(), Verdict::Granted(_));
        let mut leftover = None;
        let mut delete = || {
            (later && self.command.must_arrive() && !self.command.is_known_elsewhere).then(|| {
                let command = || Rc::new(self.command.put(Way::Eval));
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
            node.end(self.id, &mut delete);
        }
    }

    /// What is known of those who have no answer.
    pub fn shortage(&mut self, addresses: &[Address], executed: bool) -> Fault {
        let mut shortage = Shortage {
            servers: addresses.len(),
            missing: Vec::new(),
            executed,
        };
        for (address, answer) in addresses.iter().zip(self.answers.drain(..)) {
            match answer {
                Some(Ok(_)) => {}
                Some(Err(fault)) => shortage.add(address, fault),
                None => shortage.add(address, Fault::Interrupted),
            }
        }
        Fault::TooFew(Box::new(shortage))
    }
}
