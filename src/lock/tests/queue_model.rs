//! Some waiters and their server as one state, which one event after the other changes: commands and answers are on
//! their way for as long as it takes. The waiters move by `QueuePosition::on_event`; what the scripts do is written down once more
//! here, and `queue_likeness` compares it with Redis.

use crate::lock::queue::position::{Event as QueueEvent, QueuePosition};

pub type Id = u8;

/// Somebody who does not wait here.
pub const OTHER: Id = 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// The first attempt.
    Set,
    Claim,
    Release,
    Wait(Option<Id>),
    /// Interrupted during a wait.
    WaitAndRelease(Option<Id>),
    Pop,
    Pass(Id),
    Unblock,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Taken,
    Held,
    Head,
    Nil,
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
    pub fn wait(&mut self, token: Id, caller: Option<Id>) -> (Answer, Effects) {
        let mut effects = Effects::default();
        if caller == Some(token) && self.take(token, &mut effects) {
            return (Answer::Taken, effects);
        }
        let head = self.head;
        if caller.is_some() || head.is_none() {
            self.head = Some(token);
        }
        if head.is_some() && head != Some(token) && head != caller {
            self.head = head;
            return (Answer::Nil, effects);
        }
        effects.arms = true;
        match self.lock.is_none() && self.take(token, &mut effects) {
            true => (Answer::Taken, effects),
            false => (Answer::Head, effects),
        }
    }

    fn take(&mut self, token: Id, effects: &mut Effects) -> bool {
        if self.lock.is_some() {
            return false;
        }
        self.lock = Some(token);
        effects.changes = true;
        self.signal = Some(token);
        true
    }

    pub fn pass(&mut self, caller: Id) -> Answer {
        let head = *self.head.get_or_insert(caller);
        if head == caller {
            self.signal = Some(caller);
        }
        Answer::Called(head == caller)
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
    Holding,
    Releasing,
    Done,
    Gone,
    Dead,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    Coming(Option<Id>),
    Head,
    InLine,
    Out,
}

impl Spot {
    pub fn on_event(self, event: QueueEvent, id: Id) -> Spot {
        let place = match self {
            Spot::Coming(caller) => QueuePosition::Coming {
                caller: caller.into_iter().collect(),
            },
            Spot::Head => QueuePosition::Head,
            Spot::InLine => QueuePosition::InLine,
            Spot::Out => QueuePosition::Out,
        };
        match place.on_event(event, &[id]) {
            QueuePosition::Coming { caller } => Spot::Coming(caller.first().copied()),
            QueuePosition::Head => Spot::Head,
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
    pub watch: Wire,
    pub ordinary: Wire,
}

impl Waiter {
    pub const ABSENT: Waiter = Waiter {
        doing: Doing::Absent,
        place: Spot::Out,
        won: false,
        due: false,
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

    /// Whether it still reads what comes on the connection on which it watches.
    pub fn watches(&self) -> bool {
        use Doing::*;
        matches!(
            self.doing,
            Coming | Listening | Looking | Trying | Unblocking | Hearing
        )
    }
}
