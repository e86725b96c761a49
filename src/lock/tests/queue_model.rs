//! Some waiters and their server as one state, which one event after the other changes: commands and answers are on
//! their way for as long as it takes. The waiters move by `QueuePosition::on_event`, and what they ask for is done in `queue_keys`.

use crate::lock::queue::position::{self, Event as QueueEvent, QueuePosition};
use crate::lock::tests::queue_keys::{Answer, Coming, Id, Kind};

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
    /// It has not looked yet.
    New,
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
    pub answers: [Option<Answer>; 4],
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
        self.answers[3] = None;
        first
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waiter {
    pub kind: Kind,
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
        kind: Kind::Exclusive,
        doing: Doing::Absent,
        place: Spot::Out,
        won: false,
        due: false,
        halted: false,
        suspicion: Suspicion::None,
        watch: Wire {
            request: None,
            answers: [None; 4],
            closed: false,
        },
        ordinary: Wire {
            request: None,
            answers: [None; 4],
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
