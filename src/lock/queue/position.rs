//! Where a waiter of the queue stands, and what moves it on.

/// Where a waiter stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum QueuePosition {
    /// Comes to the server, called by this one; nobody: by itself.
    Coming {
        caller: Vec<u8>,
    },
    /// Watches the lock.
    Head,
    /// Waits to be called.
    InLine,
    Out,
}

/// What a waiter hears.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The lock is ours.
    Taken,
    /// We are the head, or not.
    IsHead(bool),
    /// The lock has changed.
    Change,
    /// Somebody calls us; None: the server has put us out of the line.
    Call(Option<Vec<u8>>),
    /// The time for the next look has come.
    Time,
}

impl QueuePosition {
    pub fn on_event(self, event: Event, token: &[u8]) -> QueuePosition {
        match (self, event) {
            (_, Event::Taken) => QueuePosition::Out,
            (_, Event::IsHead(true)) => QueuePosition::Head,
            (_, Event::IsHead(false)) => QueuePosition::InLine,
            (QueuePosition::Head, Event::Change | Event::Time) => QueuePosition::Coming {
                caller: token.into(),
            },
            (QueuePosition::InLine, Event::Call(caller)) => QueuePosition::Coming {
                caller: caller.unwrap_or_default(),
            },
            (position, _) => position,
        }
    }
}
