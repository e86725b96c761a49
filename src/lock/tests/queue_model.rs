//! Some waiters and their server as one state, which one event after the other changes: commands and answers are on
//! their way for as long as it takes. The waiters move by `QueuePosition::on_event`; what the scripts do is written down once more
//! here, and `queue_likeness` compares it with Redis.

use crate::lock::queue::position::{self, Event as QueueEvent, QueuePosition};

pub type Id = u8;

/// Somebody who does not wait here.
pub const OTHER: Id = 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// The first attempt.
    Set,
    Claim,
    Release,
    Wait(Coming),
    /// Interrupted during a wait.
    WaitAndRelease(Coming),
    Pop,
    Pass(Id),
    CallSecond,
    Unblock,
}

/// As what it comes, and called by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coming {
    New,
    AsHead,
    AsSecond(Id),
    Called(Id),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Taken,
    Held,
    Head,
    Second(Id),
    Nil,
    /// The same, and the lock is free.
    Free,
    Call(Option<Id>),
    Called(bool),
    Done,
    Change,
    Closed,
}

/// What Redis holds. The head's lease and the others' are a matter of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keys {
    pub lock: Option<Id>,
    pub head: Option<Id>,
    pub signal: Option<Id>,
    /// Who watches beside the head, and keeps others from being called to.
    pub second: Option<Id>,
}

/// What a command did beside its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The connection is to be told of changes of the lock.
    pub arms: bool,
    /// The lock was changed.
    pub changes: bool,
}

impl Keys {
    pub fn wait(&mut self, token: Id, coming: Coming) -> (Answer, Effects) {
        let mut effects = Effects::default();
        let calls = coming == Coming::AsHead || self.head.is_none() || self.second == Some(token);
        let signal = self.signal;
        if matches!(coming, Coming::AsHead | Coming::AsSecond(_))
            && self.take(token, calls, &mut effects)
        {
            if coming != Coming::AsHead {
                self.second.take_if(|second| *second == token);
                if calls && signal.is_some() {
                    self.head = Some(token); // nobody has followed the one that was: it has gone
                }
            }
            return (Answer::Taken, effects);
        }
        effects.arms = true;
        let caller = match coming {
            Coming::Called(caller) => Some(caller),
            _ => None,
        };
        let other = self.head.filter(|head| *head != token);
        let is_first = match (coming, other) {
            (Coming::AsSecond(seen), Some(head)) => head != seen,
            _ => false,
        };
        if is_first {
            self.second = None;
        }
        let is_second = other.is_some() && other != caller && !is_first;
        if !is_second {
            self.head = Some(token);
        } else if coming == Coming::New {
            return match self.lock {
                Some(_) => (Answer::Nil, effects),
                None => (Answer::Free, effects),
            };
        }
        let keeps_second = is_second
            && (self.second.is_none() || self.second == Some(token) || self.second == caller);
        if keeps_second {
            self.second = Some(token);
        }
        match self.lock.is_none() && self.take(token, !is_second || keeps_second, &mut effects) {
            true => (Answer::Taken, effects),
            false if is_second => (Answer::Second(other.expect("beside it")), effects),
            false => (Answer::Head, effects),
        }
    }

    fn take(&mut self, token: Id, calls: bool, effects: &mut Effects) -> bool {
        if self.lock.is_some() {
            return false;
        }
        self.lock = Some(token);
        effects.changes = true;
        if calls {
            self.signal = Some(token);
        }
        true
    }

    /// What a deputy that saw this head sees now; None: the lock is taken.
    pub fn stand_in(&mut self, token: Id, seen: Option<Id>) -> Option<Id> {
        if self.lock.is_some() {
            return None;
        }
        if self.head.is_none() || self.head == seen {
            self.head = Some(token);
            self.signal = Some(token);
        }
        self.head
    }

    pub fn pass(&mut self, caller: Id) -> Answer {
        let head = *self.head.get_or_insert(caller);
        if head == caller {
            self.signal = Some(caller);
        }
        Answer::Called(head == caller)
    }

    pub fn call_second(&mut self, caller: Id) -> Answer {
        let calls = self.signal.is_none() && *self.second.get_or_insert(caller) == caller;
        if calls {
            self.signal = Some(caller);
        }
        Answer::Called(calls)
    }
}

/// What a waiter does now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Doing {
    #[default]
    Absent,
    /// Its first attempt.
    Attempting,
    /// Its WAIT is on the way.
    Coming,
    /// In its place, be it as head or in line.
    Listening,
    /// Looks whether there is a head.
    Looking,
    /// Its last attempt, the time is up.
    Trying,
    /// An attempt after the connection on which it watched was lost.
    Retrying,
    Unblocking,
    /// Unblocked, it hears whether it was called at that moment.
    Hearing,
    Leaving,
    /// The line, or the place beside the head.
    LeavingLine,
    /// Last of all, it has the first in line watch.
    CallingSecond,
    Holding,
    Releasing,
    Done,
    Gone,
    Dead,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    Coming(Coming),
    Head,
    Second(Id),
    InLine,
    Out,
}

/// What a deputy thinks of the lock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Suspicion {
    #[default]
    None,
    /// It has changed.
    Changed,
    /// It was free, and this one its head.
    Free(Id),
}

impl Spot {
    pub fn on_event(self, event: QueueEvent) -> Spot {
        let place = match self {
            Spot::Coming(coming) => QueuePosition::Coming(match coming {
                Coming::New => position::Coming::New,
                Coming::AsHead => position::Coming::AsHead,
                Coming::AsSecond(head) => position::Coming::AsSecond(vec![head]),
                Coming::Called(caller) => position::Coming::Called(vec![caller]),
            }),
            Spot::Head => QueuePosition::Head,
            Spot::Second(head) => QueuePosition::Second(vec![head]),
            Spot::InLine => QueuePosition::InLine,
            Spot::Out => QueuePosition::Out,
        };
        match place.on_event(event) {
            QueuePosition::Coming(coming) => Spot::Coming(match coming {
                position::Coming::New => Coming::New,
                position::Coming::AsHead => Coming::AsHead,
                position::Coming::AsSecond(head) => Coming::AsSecond(head[0]),
                position::Coming::Called(caller) => Coming::Called(caller[0]),
            }),
            QueuePosition::Head => Spot::Head,
            QueuePosition::Second(head) => Spot::Second(head[0]),
            QueuePosition::InLine => Spot::InLine,
            QueuePosition::Out => Spot::Out,
        }
    }
}

/// One connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wire {
    pub request: Option<Request>,
    pub answers: [Option<Answer>; 3],
    /// By its client, and the server has not noticed.
    pub closed: bool,
}

impl Wire {
    pub fn push(&mut self, answer: Answer) {
        let free = self.answers.iter().position(Option::is_none);
        let free = free.expect("there is room for every answer");
        if answer == Answer::Change && free > 0 && self.answers[free - 1] == Some(answer) {
            return; // twice is no more than once
        }
        self.answers[free] = Some(answer);
    }

    pub fn pop(&mut self) -> Answer {
        let first = self.answers[0].expect("there is an answer");
        self.answers.rotate_left(1);
        self.answers[2] = None;
        first
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waiter {
    pub doing: Doing,
    pub place: Spot,
    /// Got the lock while leaving.
    pub won: bool,
    /// The time for a look has come.
    pub due: bool,
    /// It reads and sends nothing for now.
    pub halted: bool,
    /// As a deputy.
    pub suspicion: Suspicion,
    pub watch: Wire,
    pub ordinary: Wire,
}

impl Waiter {
    pub const ABSENT: Waiter = Waiter {
        doing: Doing::Absent,
        place: Spot::Out,
        won: false,
        due: false,
        halted: false,
        suspicion: Suspicion::None,
        watch: Wire {
            request: None,
            answers: [None; 3],
            closed: false,
        },
        ordinary: Wire {
            request: None,
            answers: [None; 3],
            closed: false,
        },
    };

    /// Whether it looks as a deputy soon.
    pub fn is_suspicious(&self) -> bool {
        !self.halted
            && self.doing == Doing::Listening
            && self.place == Spot::InLine
            && self.suspicion != Suspicion::None
    }

    /// Whether it still reads what comes on the connection on which it watches.
    pub fn watches(&self) -> bool {
        use Doing::*;
        matches!(
            self.doing,
            Coming | Listening | Looking | Trying | Unblocking | Hearing
        )
    }
}
