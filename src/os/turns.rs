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

/// The most commands of fibers that are under way at a time, each on a connection of its own.
const MOST_AT_ONCE: usize = 64;
/// The number of wakers, which all waiting fibers share. A loop that uses `select()` takes no
/// descriptor above 1,023.
const WAKERS: usize = 32;

thread_local! {
    static COMMANDS: RefCell<Option<Rc<Turns>>> = const { RefCell::new(None) };
    /// The turns of the keys that fibers are acquiring.
    static KEYS: RefCell<HashMap<Vec<u8>, Weak<Turns>>> = RefCell::default();
    static ALL_WAKERS: RefCell<Vec<Rc<Waker>>> = const { RefCell::new(Vec::new()) };
    static LAST_WAKER: Cell<usize> = const { Cell::new(0) };
}

/// A number of turns, and the fibers that wait for one.
pub struct Turns {
    free: Cell<usize>,
    waiters: RefCell<VecDeque<Rc<Waiter>>>,
    /// The name in `KEYS`.
    name: Option<Vec<u8>>,
}

struct Waiter {
    has_turn: Cell<bool>,
    waker: Rc<Waker>,
}

/// A turn, until it is dropped. None: it is not counted.
pub struct Turn(Option<Rc<Turns>>);

/// Returns the turns of commands.
pub fn of_commands() -> Rc<Turns> {
    COMMANDS.with_borrow_mut(|commands| {
        let turns = commands.get_or_insert_with(|| Rc::new(Turns::new(MOST_AT_ONCE, None)));
        turns.clone()
    })
}

/// Returns the turns of a key: one fiber at a time acquires it. The name also says which server.
pub fn of_key(name: Vec<u8>) -> Rc<Turns> {
    KEYS.with_borrow_mut(|keys| {
        if let Some(turns) = keys.get(&name).and_then(Weak::upgrade) {
            return turns;
        }
        let turns = Rc::new(Turns::new(1, Some(name.clone())));
        keys.insert(name, Rc::downgrade(&turns));
        turns
    })
}

/// Forgets the turns of a request that has ended. A fatal error may have left some of them.
pub fn forget() {
    COMMANDS.take();
    KEYS.take();
}

impl Turns {
    fn new(free: usize, name: Option<Vec<u8>>) -> Turns {
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
        let Some(name) = &self.name else {
            return;
        };
        KEYS.with_borrow_mut(|keys| {
            if keys
                .get(name)
                .is_some_and(|turns| turns.strong_count() == 0)
            {
                keys.remove(name);
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
        let _ = (&self.read).read(&mut [0]);
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
