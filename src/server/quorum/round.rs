//! One question to all servers of a quorum, and what they have answered so far.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use redis::Value;

use crate::server::{
    address::Address,
    error::Fault,
    quorum::node::Member,
    request::{Ballot, Request, Step, Verdict, Way, are_refused},
    shortage::Shortage,
};

/// How long answers are awaited that decide nothing any more: with them nothing is left behind.
pub const COURTESY: Duration = Duration::from_millis(50);
/// A server that has owed a reply for so long when it is asked the next thing does not get that courtesy.
const SILENCE: Duration = Duration::from_millis(20);

pub struct Round<'r, R> {
    /// No other one of this quorum has it.
    pub id: u64,
    pub request: &'r R,
    pub ballots: Vec<Ballot>,
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

impl<'r, R: Request> Round<'r, R> {
    pub fn new(id: u64, request: &'r R, servers: usize) -> Round<'r, R> {
        let asked = Asked {
            way: Way::Usual,
            is_sent: false,
            was_ever_sent: false,
            patience: None,
        };
        Round {
            id,
            request,
            ballots: (0..servers).map(|_| None).collect(),
            asked: vec![asked; servers],
            settles_until: request.shortens().then(|| Instant::now() + COURTESY),
        }
    }

    /// A round that undoes this one. Those where there is nothing to undo count as having answered.
    pub fn undoing(id: u64, request: &'r R, of: &Round<R>, members: &[Member]) -> Round<'r, R> {
        let mut round = Round::new(id, request, members.len());
        let now = Instant::now();
        for (n, member) in members.iter().enumerate() {
            let may_hold = match &of.ballots[n] {
                Some(Ok(answer)) => of.request.is_yes(answer),
                _ => of.asked[n].was_ever_sent || !of.request.begins(),
            };
            if !may_hold {
                round.ballots[n] = Some(Ok(Value::Int(0)));
            } else if of.ballots[n].is_none() {
                let is_silent = member.has_been_silent(SILENCE, now);
                let courtesy = if is_silent { Duration::ZERO } else { COURTESY };
                round.asked[n].patience = Some(now + courtesy);
            }
        }
        round
    }

    /// Takes in the answers that have come, and asks whom it can.
    pub fn go_on(&mut self, members: &mut [Member], now: Instant) {
        for (n, member) in members.iter_mut().enumerate() {
            // Sending may fail at once, and that is an answer, too.
            while self.ballots[n].is_none() {
                let asked = &mut self.asked[n];
                if let Some(answer) = member.take_answer(self.id) {
                    match asked.way.step(answer) {
                        Step::Done(answer) => self.ballots[n] = Some(answer),
                        Step::Again(way) => {
                            if are_refused(asked.way, way) {
                                member.forget_native();
                            }
                            (asked.way, asked.is_sent) = (way, false);
                        }
                    }
                    continue;
                }
                if asked.is_sent {
                    break;
                }
                member.reach(now);
                let Some(native) = member.native() else {
                    self.ballots[n] = member.unreachable().map(Err);
                    break;
                };
                if let Some(native) = native
                    && asked.way == Way::Usual
                    && self.request.may_be_native(false)
                {
                    asked.way = Way::Native(native);
                } else if asked.way == Way::Usual
                    && self.request.must_arrive()
                    && member.has_to_be_taught()
                {
                    // Nobody may be there to repeat it when the answer comes that the script is unknown.
                    asked.way = Way::Text;
                }
                (asked.is_sent, asked.was_ever_sent) = (true, true);
                member.ask(&self.request.command(asked.way), self.id, now);
            }
        }
    }

    pub fn verdict(&self) -> Verdict {
        self.request.verdict(&self.ballots)
    }

    /// Whether somebody was awaited in vain.
    pub fn is_for_silence(&self) -> bool {
        let mut missing = self
            .ballots
            .iter()
            .filter(|ballot| !matches!(ballot, Some(Ok(_))));
        missing.any(|ballot| {
            matches!(ballot, Some(Err(fault)) if fault.is_timeout()) || ballot.is_none()
        })
    }

    /// Whether all have answered who are awaited.
    pub fn is_complete(&self, now: Instant) -> bool {
        let mut all = self.ballots.iter().zip(&self.asked);
        all.all(|(ballot, asked)| {
            ballot.is_some() || asked.patience.is_some_and(|patience| now >= patience)
        })
    }

    /// Whether nothing of it is under way any more, or that is not waited for.
    pub fn is_settled(&self, now: Instant) -> bool {
        self.settles_until.is_none_or(|until| now >= until) || !self.is_under_way()
    }

    /// Whether somebody may still do it: who has been asked and has said neither yes nor no.
    pub fn is_under_way(&self) -> bool {
        let mut all = self.ballots.iter().zip(&self.asked);
        all.any(|(ballot, asked)| {
            asked.was_ever_sent && !matches!(ballot, Some(Ok(_) | Err(Fault::Refused(_))))
        })
    }

    /// When somebody is not awaited any more.
    pub fn next_patience(&self, now: Instant) -> Option<Instant> {
        let patience = self.asked.iter().filter_map(|asked| asked.patience);
        let patience = patience.chain(self.settles_until);
        patience.filter(|patience| *patience > now).min()
    }

    /// Leaves to the members what did not reach its server, and must, or is still to be answered.
    pub fn end(&mut self, members: &mut [Member]) {
        let is_taken = self.request.begins() && matches!(self.verdict(), Verdict::Granted(_));
        let mut leftover = None;
        let mut delete = || {
            self.request.must_arrive().then(|| {
                let command = || Rc::new(self.request.command(Way::Text));
                leftover.get_or_insert_with(command).clone()
            })
        };
        for (n, member) in members.iter_mut().enumerate() {
            let is_answered = matches!(self.ballots[n], Some(Ok(_)));
            let is_under_way = self.asked[n].is_sent && self.ballots[n].is_none();
            if is_taken && !self.asked[n].was_ever_sent {
                member.note_untold(self.request.token());
            }
            let is_untold = self.request.must_arrive() && member.take_untold(self.request.token());
            if !is_answered
                && !is_under_way
                && !is_untold
                && let Some(delete) = delete()
            {
                member.leave(delete);
            }
            member.end(self.id, &mut delete);
        }
    }

    /// What is known of those who have no answer.
    pub fn shortage(&mut self, addresses: &[Address], executed: bool) -> Fault {
        let mut shortage = Shortage {
            servers: addresses.len(),
            missing: Vec::new(),
            executed,
        };
        for (address, ballot) in addresses.iter().zip(self.ballots.drain(..)) {
            match ballot {
                Some(Ok(_)) => {}
                Some(Err(fault)) => shortage.add(address, fault),
                None => shortage.add(address, Fault::Interrupted),
            }
        }
        Fault::TooFew(Box::new(shortage))
    }
}
