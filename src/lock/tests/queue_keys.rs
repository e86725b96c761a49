//! What Redis holds of a lock and its queue, and what the scripts do with it, written down once more: `queue_likeness` compares it
//! with Redis.

pub type Id = u8;

/// So many wait at most.
pub const MOST: usize = 3;
/// Somebody who does not wait here.
pub const OTHER: Id = 3;
/// What stands for a head that has taken its share.
pub const PLUS: Id = 4;

/// What a waiter waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Exclusive,
    /// So many of these permits; 0: there is no bound.
    Share {
        weight: u8,
        permits: u8,
    },
}

impl Kind {
    pub const READER: Kind = Kind::Share {
        weight: 1,
        permits: 0,
    };
}

/// As what a waiter comes, and called by whom.
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
    /// The same, and the lock is free; of a share that is not told.
    Free,
    Call(Option<Id>),
    Called(bool),
    Done,
    Change,
    Closed,
}

/// Who has the lock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Held {
    #[default]
    Nobody,
    By(Id),
    Shared(Shares),
}

/// How many permits each has, and whose leases have ended without anybody having noticed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shares {
    pub weights: [u8; MOST + 1],
    pub ended: [bool; MOST + 1],
}

impl Shares {
    pub fn has(&self, id: Id) -> bool {
        let id = usize::from(id);
        self.weights[id] > 0 && !self.ended[id]
    }

    pub fn taken(&self) -> u8 {
        (0..)
            .zip(self.weights)
            .filter(|(id, _)| self.has(*id))
            .map(|(_, weight)| weight)
            .sum()
    }

    /// Without those whose leases have ended.
    fn swept(mut self) -> Shares {
        for (weight, ended) in self.weights.iter_mut().zip(&mut self.ended) {
            if std::mem::take(ended) {
                *weight = 0;
            }
        }
        self
    }

    fn without(mut self, id: Id) -> Shares {
        self.weights[usize::from(id)] = 0;
        self.ended[usize::from(id)] = false;
        self
    }

    /// The key expires with the last of them.
    fn held(self) -> Held {
        match self.taken() {
            0 => Held::Nobody,
            _ => Held::Shared(self),
        }
    }
}

impl Held {
    pub fn by(id: Id, kind: Kind) -> Held {
        match kind {
            Kind::Exclusive => Held::By(id),
            Kind::Share { weight, .. } => {
                let mut shares = Shares::default();
                shares.weights[usize::from(id)] = weight;
                Held::Shared(shares)
            }
        }
    }

    pub fn has(&self, id: Id) -> bool {
        match self {
            Held::Nobody => false,
            Held::By(holder) => *holder == id,
            Held::Shared(shares) => shares.has(id),
        }
    }

    /// With this one, if there is room.
    pub fn joined(self, id: Id, kind: Kind) -> Option<Held> {
        match (self, kind) {
            (Held::Nobody, Kind::Exclusive) => Some(Held::By(id)),
            (Held::Nobody, Kind::Share { .. }) => Held::Shared(Shares::default()).joined(id, kind),
            (Held::Shared(shares), Kind::Share { weight, permits }) => {
                let mut shares = shares.swept();
                let is_there = shares.has(id);
                if !is_there && permits > 0 && shares.taken() + weight > permits {
                    return None;
                }
                shares.weights[usize::from(id)] = weight;
                Some(Held::Shared(shares))
            }
            _ => None,
        }
    }

    fn swept(self) -> Held {
        match self {
            Held::Shared(shares) => Held::Shared(shares.swept()),
            held => held,
        }
    }

    pub fn without(self, id: Id) -> Held {
        match self {
            Held::By(holder) if holder == id => Held::Nobody,
            Held::Shared(shares) => shares.without(id).held(),
            held => held,
        }
    }

    /// The lease of this one ends: nobody is told before the last one's does.
    pub fn after_end_of(self, id: Id) -> Held {
        match self {
            Held::By(holder) if holder == id => Held::Nobody,
            Held::Shared(mut shares) => {
                shares.ended[usize::from(id)] = shares.weights[usize::from(id)] > 0;
                shares.held()
            }
            held => held,
        }
    }
}

/// The words in the list of a signal, the latest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Words([Option<Id>; 2]);

impl Words {
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    pub fn one(word: Option<Id>) -> Words {
        Words([word, None])
    }

    pub fn two(word: Id) -> Words {
        Words([Some(word); 2])
    }

    fn begins_with(self, words: Words) -> bool {
        words
            .all()
            .zip(self.0)
            .all(|(word, there)| there == Some(word))
    }

    pub fn pop(&mut self) -> Option<Id> {
        let first = self.0[0].take();
        self.0.rotate_left(1);
        first
    }

    pub fn all(self) -> impl Iterator<Item = Id> {
        self.0.into_iter().flatten()
    }
}

/// The leases of all but the lock are a matter of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keys {
    pub lock: Held,
    pub head: Option<Id>,
    pub signal: Words,
    /// Who watches beside the head, and keeps others from being called to.
    pub second: Option<Id>,
}

/// Whom a waiter that takes the lock calls.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    Nobody,
    Next,
    AsHead,
    IfNeeded,
}

impl Keys {
    /// The first attempt of one who is going to queue. It does not know its own token in an exclusive lock.
    pub fn set(&mut self, id: Id, kind: Kind) -> Answer {
        match kind {
            Kind::Exclusive if self.lock != Held::Nobody => Answer::Held,
            _ if self.is_awaited(id, kind) => Answer::Held,
            _ if self.enter(id, kind) => Answer::Taken,
            _ => Answer::Held,
        }
    }

    /// Another attempt, not by the queue. Whether its head `is_present` makes a difference for a share.
    pub fn claim(&mut self, id: Id, kind: Kind, is_present: bool) -> Answer {
        match kind {
            Kind::Exclusive if self.lock.has(id) => Answer::Taken,
            _ if (is_present || self.lock != Held::Nobody) && self.is_awaited(id, kind) => {
                Answer::Held
            }
            _ if self.enter(id, kind) => Answer::Taken,
            _ => Answer::Held,
        }
    }

    /// Whether somebody in the queue goes first: unless all words are there with which the head has called the next.
    fn is_awaited(&self, id: Id, kind: Kind) -> bool {
        let Some(head) = self.head.filter(|head| *head != id) else {
            return false;
        };
        let words = match head {
            PLUS if kind == Kind::READER => Words::two(head),
            _ => Words::one(Some(head)),
        };
        let is_followed = !self.signal.begins_with(words);
        kind != Kind::Exclusive && !self.lock.has(id) && is_followed
    }

    /// Takes the lock, or a share of it; who does not take one has taken those out whose leases have ended.
    fn enter(&mut self, id: Id, kind: Kind) -> bool {
        let joined = self.lock.joined(id, kind);
        self.lock = joined.unwrap_or(match kind {
            Kind::Exclusive => self.lock,
            Kind::Share { .. } => self.lock.swept(),
        });
        joined.is_some()
    }

    /// Comes to the queue.
    pub fn wait(&mut self, token: Id, kind: Kind, coming: Coming) -> Answer {
        let can_join = kind != Kind::Exclusive;
        let takes = match coming {
            Coming::AsHead => Some(Calls::AsHead),
            Coming::AsSecond(_) if can_join && self.lock != Held::Nobody => None,
            Coming::AsSecond(_) => Some(Calls::IfNeeded),
            _ => None,
        };
        if takes.is_some_and(|calls| self.take(token, kind, calls)) {
            return Answer::Taken;
        }
        let caller = match coming {
            Coming::Called(caller) => Some(caller),
            _ => None,
        };
        let other = self.head.filter(|head| *head != token);
        let is_by_share = coming == Coming::Called(PLUS);
        let has_gone =
            (can_join || is_by_share) && other.is_some() && self.signal.all().next() == other;
        let is_first = match (coming, other) {
            (Coming::AsSecond(seen), Some(head)) => head != seen || has_gone,
            _ => false,
        };
        if is_first {
            self.second = None;
        }
        let is_vacant =
            other == caller || coming != Coming::New && (other == Some(PLUS) || has_gone);
        let is_second = other.is_some() && !is_vacant && !is_first;
        if !is_second {
            self.head = Some(token);
            let is_plus = other == Some(PLUS) && !matches!(coming, Coming::AsSecond(_));
            if is_plus || is_by_share {
                self.signal = Words::default(); // it may have left more than there were in line
            }
        } else if coming == Coming::New {
            return match self.lock {
                Held::Nobody if !can_join => Answer::Free,
                _ => Answer::Nil,
            };
        }
        let keeps_second = is_second
            && (self.second.is_none() || self.second == Some(token) || self.second == caller);
        if keeps_second {
            self.second = Some(token);
        }
        let calls = match (is_second, keeps_second) {
            (false, _) => Calls::AsHead,
            (true, true) => Calls::Next,
            (true, false) => Calls::Nobody,
        };
        let comes_late = kind == Kind::READER && coming == Coming::Called(PLUS);
        let joins = can_join && coming != Coming::AsHead && (!is_second || comes_late);
        let tries = self.lock == Held::Nobody || joins;
        match tries && self.take(token, kind, calls) {
            true => Answer::Taken,
            false if is_second => Answer::Second(other.expect("beside it")),
            false => Answer::Head,
        }
    }

    fn take(&mut self, token: Id, kind: Kind, calls: Calls) -> bool {
        if !self.enter(token, kind) {
            return false;
        }
        match (calls, kind) {
            (Calls::Nobody, _) => {}
            (Calls::AsHead, Kind::Share { permits, .. }) => {
                self.head = Some(PLUS);
                self.signal = match permits {
                    0 => Words::two(PLUS),
                    _ => Words::one(Some(PLUS)),
                };
            }
            (Calls::Next | Calls::AsHead, _) => self.signal = Words::one(Some(token)),
            (Calls::IfNeeded, _) => {
                let was_second = self.second.take_if(|second| *second == token).is_some();
                if self.head.is_none() || was_second {
                    if !self.signal.is_empty() {
                        self.head = Some(token); // nobody has followed the one that was: it has gone
                    }
                    self.signal = Words::one(Some(token));
                }
            }
        }
        true
    }

    /// What a deputy that saw this head sees now; None: the lock is taken. One that waits for a share (`joins`) may find that the
    /// head has not come since the lock was changed.
    pub fn stand_in(&mut self, token: Id, seen: Option<Id>, joins: bool) -> Option<Id> {
        let is_shared = match self.lock {
            Held::Nobody => false,
            Held::Shared(_) if joins => true,
            _ => return None,
        };
        let calls_again = is_shared && self.head == Some(token);
        if self.head.is_none() || self.head == seen || calls_again {
            self.head = Some(token);
            self.signal = Words::one(Some(token));
        }
        self.head
    }

    pub fn pass(&mut self, token: Id, caller: Id) -> Answer {
        let name = if caller == PLUS { token } else { caller };
        let calls = [None, Some(name), Some(caller)].contains(&self.head);
        if calls {
            self.head = Some(name);
            self.signal = Words::one(Some(name));
        }
        Answer::Called(calls)
    }

    pub fn call_second(&mut self, caller: Id) -> Answer {
        let calls = self.signal.is_empty() && *self.second.get_or_insert(caller) == caller;
        if calls {
            self.signal = Words::one(Some(caller));
        }
        Answer::Called(calls)
    }
}
