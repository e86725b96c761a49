//! The background thread's work: a schedule of leases, and one line to each server that they live on.
//!
//! When a lease is due it is renewed, together with all that are due soon, in one go a server. The thread never waits
//! for an answer: a lease whose renewal has none when it ends is lost at that moment. Where the server has client
//! tracking it tells of every change that somebody else makes to a watched key, and the lease is due at once.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    io::{self, Read, Write},
    os::{fd::AsFd, unix::net::UnixStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use redis::{ErrorKind, PushKind, RedisResult, ServerErrorKind, Value};

use super::{Lease, Token, renew::Claim, scripts};
use crate::{
    server::{Address, Line, wait_for},
    stats::COUNTERS,
};

pub const FIRST_RETRY: Duration = Duration::from_millis(20);

/// A lock that is given back sooner costs no renewal. Later, the server is asked to tell of changes.
const FIRST_LOOK: Duration = Duration::from_millis(50);

/// A lease in care.
pub struct Kept {
    pub address: Address,
    pub key: Box<[u8]>,
    pub token: Token,
    pub ttl: Duration,
    /// No renewal from then on; None: no limit.
    pub renew_until: Option<Instant>,
    pub claim: Arc<Claim>,
    pub on_loss: Option<Arc<dyn Fn() + Send + Sync>>,
    /// When the lease ends.
    pub deadline: Instant,
    /// Its place in the schedule.
    pub due: Instant,
    /// When the renewal that is under way was sent.
    pub first_send: Option<Instant>,
    /// How long to wait after the next failure.
    pub retry_after: Duration,
}

impl Kept {
    fn is_renewed(&self, now: Instant) -> bool {
        self.renew_until.is_none_or(|until| now < until)
    }
}

/// What the thread shares with those whose leases it keeps.
pub struct Shared {
    pub inner: Mutex<Inner>,
    /// A renewal that was under way no longer is.
    answered: Condvar,
    wake: UnixStream,
}

#[derive(Default)]
pub struct Inner {
    pub end: bool,
    pub lines: HashMap<Address, Wire>,
    leases: HashMap<u64, Kept>,
    schedule: BTreeSet<(Instant, u64)>,
    last_id: u64,
    /// When the sleeping thread wakes by itself; None: never.
    sleeps_until: Option<Instant>,
}

/// A line, and what its replies will be replies to, in order.
pub struct Wire {
    line: Line,
    expected: VecDeque<Expected>,
}

enum Expected {
    /// Part of the connection's beginning; without a required one it is of no use.
    Setup {
        required: bool,
    },
    Renewal {
        id: u64,
        sent: Instant,
    },
}

impl Shared {
    /// Also the end of the line by which the thread is woken.
    pub fn new() -> io::Result<(Arc<Shared>, UnixStream)> {
        let (wake, woken) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        woken.set_nonblocking(true)?;
        let shared = Shared {
            inner: Mutex::default(),
            answered: Condvar::new(),
            wake,
        };
        Ok((Arc::new(shared), woken))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn wake(&self) {
        let _ = (&self.wake).write(&[0]); // full: then it wakes anyway
    }

    pub fn take(&self, mut kept: Kept) -> u64 {
        let now = Instant::now();
        kept.due = match kept.is_renewed(now) {
            true => kept.deadline.min(now + FIRST_LOOK.min(kept.ttl / 3)),
            false => kept.deadline,
        };
        let mut inner = self.lock();
        inner.last_id += 1;
        let (id, due) = (inner.last_id, kept.due);
        inner.schedule.insert((due, id));
        inner.leases.insert(id, kept);
        if inner.sleeps_until.is_none_or(|until| due < until) {
            inner.sleeps_until = Some(due); // one wake-up is enough
            self.wake();
        }
        id
    }

    /// Takes a lease out of care, once the renewal that is under way is answered or given up.
    pub fn forget(&self, id: u64) {
        let mut inner = self.lock();
        while let Some(Kept {
            first_send: Some(sent),
            address,
            ..
        }) = inner.leases.get(&id)
        {
            let Some(left) = address.timeouts.read.checked_sub(sent.elapsed()) else {
                break;
            };
            inner = self
                .answered
                .wait_timeout(inner, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        inner.remove(id);
    }

    /// The thread.
    pub fn run(&self, mut woken: &UnixStream) {
        let mut inner = self.lock();
        while !inner.end {
            inner.receive();
            inner.send();
            inner.flush();
            self.answered.notify_all();
            inner.sleeps_until = inner.schedule.first().map(|(due, _)| *due);
            let until = inner.sleeps_until;
            // Only this thread adds and removes lines, so what is polled stays open without the lock.
            let lines = inner
                .lines
                .values()
                .map(|wire| wire.line.poll_entry())
                .collect::<Vec<_>>();
            drop(inner);
            wait_for(lines, woken.as_fd(), until);
            while matches!(woken.read(&mut [0; 64]), Ok(64)) {}
            inner = self.lock();
        }
    }
}

impl Inner {
    fn remove(&mut self, id: u64) -> Option<Kept> {
        let kept = self.leases.remove(&id)?;
        self.schedule.remove(&(kept.due, id));
        Some(kept)
    }

    fn reschedule(&mut self, id: u64, due: Instant) {
        if let Some(kept) = self.leases.get_mut(&id) {
            self.schedule.remove(&(kept.due, id));
            kept.due = due.min(kept.deadline);
            self.schedule.insert((kept.due, id));
        }
    }

    fn lose(&mut self, id: u64) {
        if let Some(kept) = self.remove(id) {
            COUNTERS.lost.add(1);
            kept.claim.lose();
            if let Some(tell) = &kept.on_loss {
                tell();
            }
        }
    }

    /// The renewal failed, or will never be answered: once more, sooner than the lease ends.
    fn retry(&mut self, id: u64, now: Instant) {
        let Some(kept) = self.leases.get_mut(&id) else {
            return;
        };
        kept.first_send = None;
        let due = now + kept.retry_after;
        kept.retry_after = (kept.retry_after * 2).min(kept.ttl / 6).max(FIRST_RETRY);
        self.reschedule(id, due);
    }

    /// Renews what is due, and declares lost what has ended.
    fn send(&mut self) {
        let now = Instant::now();
        while let Some(&(due, id)) = self.schedule.first()
            && due <= now
        {
            let kept = &self.leases[&id];
            if now >= kept.deadline {
                self.lose(id);
            } else if let Some(sent) = kept.first_send {
                // No reply within the read timeout: this line is no good.
                if now >= sent + kept.address.timeouts.read {
                    let address = kept.address.clone();
                    self.give_up(&address, now);
                } else {
                    let deadline = kept.deadline;
                    self.reschedule(id, deadline);
                }
            } else if kept.is_renewed(now) {
                let (address, soon) = (kept.address.clone(), now + kept.ttl / 12);
                self.renew_all(&address, now, soon);
            } else {
                let deadline = kept.deadline;
                self.reschedule(id, deadline);
            }
        }
    }

    /// Sends what the lines have queued.
    fn flush(&mut self) {
        let broken = self
            .lines
            .iter_mut()
            .filter_map(|(address, wire)| wire.line.flush().is_err().then(|| address.clone()));
        for address in broken.collect::<Vec<_>>() {
            self.give_up(&address, Instant::now());
        }
    }

    /// Renews all leases on one server that are due by `soon`.
    fn renew_all(&mut self, address: &Address, now: Instant, soon: Instant) {
        let due: Vec<u64> = self
            .schedule
            .iter()
            .take_while(|(due, _)| *due <= soon)
            .map(|(_, id)| *id)
            .collect();
        for id in due {
            let kept = &self.leases[&id];
            if kept.address == *address
                && kept.first_send.is_none()
                && kept.is_renewed(now)
                && now < kept.deadline
            {
                self.renew(id, false, now);
            }
        }
    }

    fn renew(&mut self, id: u64, by_text: bool, now: Instant) {
        let Some(kept) = self.leases.get_mut(&id) else {
            return;
        };
        let wire = match self.lines.get_mut(&kept.address) {
            Some(wire) => wire,
            None => match Wire::open(&kept.address) {
                Ok(wire) => self.lines.entry(kept.address.clone()).or_insert(wire),
                Err(_) => return self.retry(id, now),
            },
        };
        let sent = *kept.first_send.get_or_insert(now);
        wire.line
            .queue(&scripts::RENEW.command(by_text, &[&kept.key], &kept.token, &[kept.ttl]));
        wire.expected.push_back(Expected::Renewal { id, sent });
        let answer_due = sent + kept.address.timeouts.read;
        self.reschedule(id, answer_due);
    }

    /// A line broke: its server may be back soon.
    fn give_up(&mut self, address: &Address, now: Instant) {
        let Some(wire) = self.lines.remove(address) else {
            return;
        };
        for expected in wire.expected {
            if let Expected::Renewal { id, .. } = expected {
                self.retry(id, now);
            }
        }
    }

    /// Takes in what the servers say.
    fn receive(&mut self) {
        let addresses: Vec<Address> = self.lines.keys().cloned().collect();
        for address in addresses {
            let now = Instant::now();
            if self.receive_from(&address, now).is_err() {
                // With the line go its watches, so all leases there are looked at again.
                self.give_up(&address, now);
                self.look_at(now, |kept| kept.address == address);
            }
        }
    }

    fn receive_from(&mut self, address: &Address, now: Instant) -> RedisResult<()> {
        if let Some(wire) = self.lines.get_mut(address) {
            wire.line.fill()?;
        }
        while let Some(wire) = self.lines.get_mut(address)
            && let Some(reply) = wire.line.next_reply()?
        {
            if let Value::Push { kind, data } = reply {
                if kind == PushKind::Invalidate {
                    self.look_at(now, |kept| {
                        kept.address == *address && names(&data, &kept.key)
                    });
                }
                continue;
            }
            match (wire.expected.pop_front(), reply) {
                (Some(Expected::Setup { required: true }), Value::ServerError(error)) => {
                    return Err(error.into());
                }
                (Some(Expected::Setup { .. }), _) => {}
                (Some(Expected::Renewal { id, sent }), Value::Int(1)) => self.renewed(id, sent),
                (Some(Expected::Renewal { id, .. }), Value::Int(0)) => self.lose(id),
                (Some(Expected::Renewal { id, .. }), Value::ServerError(error)) => {
                    if error.kind() == Some(ServerErrorKind::NoScript) {
                        self.renew(id, true, now);
                    } else {
                        self.retry(id, now);
                    }
                }
                _ => return Err((ErrorKind::UnexpectedReturnType, "not what was asked for").into()),
            }
        }
        Ok(())
    }

    fn renewed(&mut self, id: u64, sent: Instant) {
        let Some(kept) = self.leases.get_mut(&id) else {
            return;
        };
        let lease = Lease::new(sent, kept.ttl);
        kept.claim.extend(lease);
        kept.deadline = lease.valid_until();
        kept.first_send = None;
        kept.retry_after = FIRST_RETRY;
        let due = sent + kept.ttl / 3;
        COUNTERS.renewed.add(1);
        self.reschedule(id, due);
    }

    /// Leases that something may have happened to are due at once.
    fn look_at(&mut self, now: Instant, is_meant: impl Fn(&Kept) -> bool) {
        let meant =
            |kept: &Kept| kept.first_send.is_none() && kept.is_renewed(now) && is_meant(kept);
        let ids: Vec<u64> = self
            .leases
            .iter()
            .filter(|(_, kept)| meant(kept))
            .map(|(id, _)| *id)
            .collect();
        for id in ids {
            self.reschedule(id, now);
        }
    }
}

impl Wire {
    fn open(address: &Address) -> io::Result<Wire> {
        let mut wire = Wire {
            line: Line::open(address)?,
            expected: VecDeque::new(),
        };
        if address.user.is_some() || address.password.is_some() {
            let password = address.password.as_deref().unwrap_or_default();
            wire.begin(
                true,
                redis::cmd("AUTH")
                    .arg(address.user.as_deref())
                    .arg(password),
            );
        }
        if address.database != 0 {
            wire.begin(true, redis::cmd("SELECT").arg(address.database));
        }
        // Pushes need RESP3. Without them, or without permission, losses are noticed at the next renewal.
        wire.begin(false, redis::cmd("HELLO").arg(3));
        wire.begin(
            false,
            redis::cmd("CLIENT").arg("TRACKING").arg("ON").arg("NOLOOP"),
        );
        Ok(wire)
    }

    fn begin(&mut self, required: bool, command: &redis::Cmd) {
        self.line.queue(command);
        self.expected.push_back(Expected::Setup { required });
    }
}

/// Whether an invalidation names a key; without any list it means all keys.
fn names(data: &[Value], key: &[u8]) -> bool {
    match data {
        [Value::Array(keys)] => keys
            .iter()
            .any(|named| matches!(named, Value::BulkString(named) if **named == *key)),
        _ => true,
    }
}
