//! Turns: fibers of one thread that wait for each other, first come first served. If no event loop
//! can suspend a fiber, no other fiber runs during a wait, so there is nothing to wait for.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, VecDeque},
    io::{self, Read, Write},
    os::{fd::AsRawFd, unix::net::UnixStream},
    rc::{Rc, Weak},
};

use crate::os::clock::Deadline;
use crate::os::fork::Process;
use crate::os::interrupt::{self, Suspension};

/// The most commands of fibers that are under way at a server at a time, each on a connection of
/// its own.
const MOST_AT_ONCE: usize = 64;
/// The number of wakers, which all waiting fibers share. A loop that uses `select()` takes no
/// descriptor above 1,023.
const WAKERS: usize = 32;

thread_local! {
    static IN_USE: RefCell<HashMap<Name, Weak<Turns>>> = RefCell::default();
    static ALL_WAKERS: RefCell<Vec<Rc<Waker>>> = const { RefCell::new(Vec::new()) };
    static LAST_WAKER: Cell<usize> = const { Cell::new(0) };
}

/// The purpose of turns.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Name {
    /// Commands at a server: the address of its pool in memory.
    Commands(usize),
    /// The acquisition of a key. The name also says at which server.
    Key(Vec<u8>),
}

/// A number of turns, and the fibers that wait for one.
pub struct Turns {
    free: Cell<usize>,
    waiters: RefCell<VecDeque<Rc<Waiter>>>,
    name: Name,
}

struct Waiter {
    has_turn: Cell<bool>,
    waker: Rc<Waker>,
}

/// A turn, until it is dropped. None: it is not counted.
pub struct Turn(Option<Rc<Turns>>);

/// Returns the turns of commands at a server, whose pool is at this address in memory.
pub fn of_commands(pool: usize) -> Rc<Turns> {
    of(Name::Commands(pool), MOST_AT_ONCE)
}

/// Returns the turns of a key: one fiber at a time acquires it. The name also says which server.
pub fn of_key(name: Vec<u8>) -> Rc<Turns> {
    of(Name::Key(name), 1)
}

fn of(name: Name, free: usize) -> Rc<Turns> {
    IN_USE.with_borrow_mut(|in_use| {
        if let Some(turns) = in_use.get(&name).and_then(Weak::upgrade) {
            return turns;
        }
        let turns = Rc::new(Turns::new(free, name.clone()));
        in_use.insert(name, Rc::downgrade(&turns));
        turns
    })
}

/// Forgets the turns of a request that has ended. A fatal error may have left some of them, and may
/// have ended a fiber before it has read the byte that woke it.
pub fn forget() {
    IN_USE.take();
    ALL_WAKERS.take();
}

impl Turns {
    fn new(free: usize, name: Name) -> Turns {
        Turns {
            free: Cell::new(free),
            waiters: RefCell::default(),
            name,
        }
    }

    /// Waits for a turn. None: the time is up, or an interrupt has ended the wait.
    pub fn take(self: Rc<Self>, deadline: Deadline) -> Option<Turn> {
        if let Some(free) = self.free.get().checked_sub(1) {
            self.free.set(free);
            return Some(Turn(Some(self)));
        }
        let Ok(waker) = waker() else {
            return Some(Turn(None)); // no descriptor is left
        };
        let waiter = Rc::new(Waiter {
            has_turn: Cell::new(false),
            waker,
        });
        self.waiters.borrow_mut().push_back(waiter.clone());
        loop {
            let suspension = interrupt::park(waiter.waker.read.as_raw_fd(), deadline.time_left());
            if waiter.has_turn.get() {
                waiter.waker.clear();
                return Some(Turn(Some(self)));
            }
            let is_over = deadline.time_left().is_zero() || interrupt::must_stop();
            if is_over || suspension == Suspension::Refused {
                let mut waiters = self.waiters.borrow_mut();
                waiters.retain(|other| !Rc::ptr_eq(other, &waiter));
                // If the fiber cannot be suspended, no other one can end its turn.
                return (!is_over).then_some(Turn(None));
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(turns) = self.0.take() else {
            return;
        };
        let next = turns.waiters.borrow_mut().pop_front();
        match next {
            Some(next) => {
                next.has_turn.set(true);
                next.waker.wake();
            }
            None => turns.free.set(turns.free.get() + 1),
        }
    }
}

impl Drop for Turns {
    fn drop(&mut self) {
        IN_USE.with_borrow_mut(|in_use| {
            let is_this = |turns: &Weak<Turns>| turns.strong_count() == 0;
            if in_use.get(&self.name).is_some_and(is_this) {
                in_use.remove(&self.name);
            }
        });
    }
}

/// Wakes the fibers that wait on it. Each of them checks whether it has a turn. It can be read
/// until each fiber with a turn has run.
struct Waker {
    read: UnixStream,
    write: UnixStream,
    process: Process,
}

impl Waker {
    fn new() -> io::Result<Waker> {
        let (read, write) = UnixStream::pair()?;
        read.set_nonblocking(true)?;
        write.set_nonblocking(true)?;
        Ok(Waker {
            read,
            write,
            process: Process::current(),
        })
    }

    fn wake(&self) {
        // A forked child would wake the fibers of its parent.
        if self.process == Process::current() {
            let _ = (&self.write).write(&[0]);
        }
    }

    fn clear(&self) {
        // Nor must it read the byte that wakes one of them.
        if self.process == Process::current() {
            let _ = (&self.read).read(&mut [0]);
        }
    }
}

/// Returns the next waker.
fn waker() -> io::Result<Rc<Waker>> {
    ALL_WAKERS.with_borrow_mut(|wakers| {
        if wakers
            .first()
            .is_some_and(|waker| waker.process != Process::current())
        {
            wakers.clear();
        }
        if wakers.len() < WAKERS {
            wakers.push(Rc::new(Waker::new()?));
        }
        let next = (LAST_WAKER.get() + 1) % wakers.len();
        LAST_WAKER.set(next);
        Ok(wakers[next].clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_that_no_fiber_has_read_is_forgotten_with_its_request() {
        waker().unwrap().wake(); // and a fatal error ends the fiber
        forget();
        for _ in 0..2 * WAKERS {
            let waker = waker().unwrap();
            let unread = (&waker.read).read(&mut [0]);
            assert_eq!(unread.unwrap_err().kind(), io::ErrorKind::WouldBlock);
        }
    }
}
