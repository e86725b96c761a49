//! Where a waiter of the queue stands, and what moves it on.

/// Where a waiter stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum QueuePosition {
    /// Comes to the server.
    Coming(Coming),
    /// Watches the lock.
    Head,
    /// Watches the lock, too: it was called, or has been the head, and found this one.
    Second(Vec<u8>),
    /// Waits to be called.
    InLine,
    Out,
}

/// As what a waiter comes to the server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Coming {
    /// By itself, to the end of the line.
    New,
    AsHead,
    /// Beside whom.
    AsSecond(Vec<u8>),
    /// By whom.
    Called(Vec<u8>),
}

/// What a waiter hears.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The lock is ours, or a share of it.
    Taken,
    /// Where we stand: as the head, the second, or in line.
    Stands(QueuePosition),
    /// The lock has changed.
    Change,
    /// Somebody calls us; None: the server has put us out of the line.
    Call(Option<Vec<u8>>),
    /// The time for the next look has come.
    Time,
}

impl QueuePosition {
    pub fn on_event(self, event: Event) -> QueuePosition {
        match (self, event) {
            (_, Event::Taken) => QueuePosition::Out,
            (_, Event::Stands(there)) => there,
            (QueuePosition::Head, Event::Change | Event::Time) => {
                QueuePosition::Coming(Coming::AsHead)
            }
            (QueuePosition::Second(head), Event::Change | Event::Time) => {
                QueuePosition::Coming(Coming::AsSecond(head))
            }
            (QueuePosition::InLine, Event::Call(caller)) => {
                QueuePosition::Coming(caller.map_or(Coming::New, Coming::Called))
            }
            (position, _) => position,
        }
    }
}
