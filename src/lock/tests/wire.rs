//! The way from a lock to the model, with every fault that a command can meet.

use std::{
    cell::{Ref, RefCell, RefMut},
    fmt,
    rc::Rc,
    thread,
    time::Duration,
};

use redis::{Cmd, Value};

use crate::claim::unanswered::Unanswered;
use crate::command::{Command, answer::Answer, invocation::Invocation, invocation::Native};
use crate::lock::tests::model::Model;
use crate::lock::tests::{SCRIPTS, faults, words};
use crate::server::{Backend, Server, perform_on};
use crate::server::{
    error::Fault, leftovers::Leftover, leftovers::Leftovers, pending_release::PendingRelease,
};

/// The fate of one command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Answered,
    /// Answered after this time.
    Slow(Duration),
    ClosedUnexecuted,
    ClosedExecuted,
    TimedOutUnexecuted,
    TimedOutExecuted,
    /// Timed out, and executed when [`Wire::arrivals`] says so.
    TimedOutLate,
    /// Closed, and executed when [`Wire::arrivals`] says so.
    ClosedLate,
    Unreachable,
    Refused,
}

impl Fate {
    pub const FAULTS: [Fate; 6] = [
        Fate::ClosedUnexecuted,
        Fate::ClosedExecuted,
        Fate::TimedOutUnexecuted,
        Fate::TimedOutExecuted,
        Fate::Unreachable,
        Fate::Refused,
    ];
}

/// A connection to the model; clones lead to the same model.
#[derive(Clone)]
pub struct Wire {
    world: Rc<RefCell<World>>,
    leftovers: Rc<Leftovers>,
    unanswered: Rc<Unanswered>,
    /// The releases with pending replies; None: the reply will not come.
    pending: Rc<RefCell<Vec<LateReply>>>,
}

type LateReply = (PendingRelease, Option<Value>);

struct World {
    model: Model,
    next_fate: Box<dyn FnMut() -> Fate>,
    next_arrival: Box<dyn FnMut(usize) -> Option<usize>>,
    native: Option<Native>,
    log: Log,
    /// The late commands, each with the memory of its process.
    late: Vec<(Rc<Unanswered>, Vec<Vec<u8>>)>,
    /// The time from the sending of a late command to its execution, by the server's clock.
    late_by: Duration,
    sends_parting: bool,
    was_anything_late: bool,
}

/// The log of the commands that came over the wire.
#[derive(Default)]
pub struct Log {
    /// The lines for the message of a failure.
    lines: Vec<Line>,
    /// The number of commands since the last [`Wire::mark`].
    pub commands: usize,
    pub faults: usize,
    /// The commands that were sent and not answered.
    pub lost: Vec<Vec<Vec<u8>>>,
    /// The last reply.
    pub reply: Option<Value>,
}

enum Line {
    Mark(String),
    Command(Vec<Vec<u8>>, Fate, Option<Value>),
}

impl Wire {
    pub fn new(next_fate: impl FnMut() -> Fate + 'static) -> Wire {
        Wire {
            leftovers: Rc::default(),
            unanswered: Rc::default(),
            pending: Rc::default(),
            world: Rc::new(RefCell::new(World {
                model: Model::default(),
                next_fate: Box::new(next_fate),
                next_arrival: Box::new(|_| None),
                native: None,
                log: Log::default(),
                late: Vec::new(),
                late_by: Duration::ZERO,
                sends_parting: false,
                was_anything_late: false,
            })),
        }
    }

    /// Creates a wire on which commands meet these fates in turn, and later ones are answered.
    pub fn with(fates: impl IntoIterator<Item = Fate> + 'static) -> Wire {
        let wire = Wire::new(|| Fate::Answered);
        wire.meets(fates);
        wire
    }

    /// Has `next` decide on the fates from now on.
    pub fn fates(&self, next: impl FnMut() -> Fate + 'static) {
        self.world.borrow_mut().next_fate = Box::new(next);
    }

    /// Has commands meet these fates in turn from now on. Later ones are answered.
    pub fn meets(&self, fates: impl IntoIterator<Item = Fate> + 'static) {
        let mut fates = Vec::from_iter(fates).into_iter();
        self.world.borrow_mut().next_fate =
            Box::new(move || fates.next().unwrap_or(Fate::Answered));
    }

    pub fn model(&self) -> RefMut<'_, Model> {
        RefMut::map(self.world.borrow_mut(), |world| &mut world.model)
    }

    pub fn log(&self) -> Ref<'_, Log> {
        Ref::map(self.world.borrow(), |world| &world.log)
    }

    /// Begins a paragraph of the log.
    pub fn mark(&self, line: String) {
        let log = &mut self.world.borrow_mut().log;
        log.lines.push(Line::Mark(line));
        (log.commands, log.faults) = (0, 0);
        log.lost.clear();
    }

    /// Returns whether a command was late. Then a deleted token may come back until its ttl is
    /// over, though no object counts on it.
    pub fn was_anything_late(&self) -> bool {
        self.world.borrow().was_anything_late
    }

    /// Has `next` decide, before every command and after every step, which late command arrives. It
    /// gets the number of late commands, and returns None if no other one arrives.
    pub fn arrivals(&self, next: impl FnMut(usize) -> Option<usize> + 'static) {
        self.world.borrow_mut().next_arrival = Box::new(next);
    }

    pub fn let_arrive(&self) {
        let world = &mut *self.world.borrow_mut();
        while !world.late.is_empty()
            && let Some(n) = (world.next_arrival)(world.late.len())
        {
            let (_, command) = world.late.remove(n);
            world.log.lines.push(Line::Mark("    late:".to_owned()));
            world.model.ahead = world.late_by;
            let reply = world.model.execute(&command).ok(); // no client waits for the reply
            world.model.ahead = Duration::ZERO;
            let line = Line::Command(command, Fate::Answered, reply);
            world.log.lines.push(line);
        }
    }

    /// Has late commands be executed this time after they were sent.
    pub fn be_late_by(&self, delay: Duration) {
        self.world.borrow_mut().late_by = delay;
    }

    /// From now on sends best-effort cleanup commands, which are late.
    pub fn send_parting_commands(&self) {
        self.world.borrow_mut().sends_parting = true;
    }

    /// Returns the commands of this process that are still on their way.
    pub fn late(&self) -> Vec<Vec<Vec<u8>>> {
        let world = self.world.borrow();
        let own = world
            .late
            .iter()
            .filter(|(of, _)| Rc::ptr_eq(of, &self.unanswered));
        own.map(|(_, words)| words.clone()).collect()
    }

    /// Returns the same server as another process knows it.
    pub fn of_another_process(&self) -> Wire {
        Wire {
            world: self.world.clone(),
            leftovers: Rc::default(),
            unanswered: Rc::default(),
            pending: Rc::default(),
        }
    }

    /// Has all late commands arrive.
    pub fn deliver_late(&self) {
        self.arrivals(|_| Some(0));
        self.let_arrive();
        self.arrivals(|_| None);
    }

    /// Gives the server commands of its own that compare and act.
    pub fn be_native(&self) {
        self.world.borrow_mut().native = Some(Native::Delex);
    }
}

impl Server for Wire {
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        if thread::panicking() {
            return Err(faults::unreachable()); // a lock's destructor after a failure
        }
        self.read_pending();
        self.execute(command)
    }

    fn native(&mut self) -> Result<Option<Native>, Fault> {
        Ok(self.world.borrow().native)
    }
}

impl Wire {
    /// Returns whether a release has a pending reply.
    pub fn has_pending(&self) -> bool {
        !self.pending.borrow().is_empty()
    }

    fn execute(&mut self, command: &Cmd) -> Result<Value, Fault> {
        self.let_arrive();
        let mut world = self.world.borrow_mut();
        let words = words(command);
        let fate = (world.next_fate)();
        let answer = match fate {
            Fate::Answered => world.model.execute(&words),
            Fate::Slow(delay) => {
                let answer = world.model.execute(&words);
                thread::sleep(delay);
                answer
            }
            Fate::ClosedUnexecuted => Err(faults::closed()),
            Fate::ClosedExecuted => world.model.execute(&words).and(Err(faults::closed())),
            Fate::TimedOutUnexecuted => Err(faults::timed_out()),
            Fate::TimedOutExecuted => world.model.execute(&words).and(Err(faults::timed_out())),
            Fate::TimedOutLate | Fate::ClosedLate => {
                world.late.push((self.unanswered.clone(), words.clone()));
                world.was_anything_late = true;
                Err(match fate {
                    Fate::ClosedLate => faults::closed(),
                    _ => faults::timed_out(),
                })
            }
            Fate::Unreachable => Err(faults::unreachable()),
            Fate::Refused => Err(faults::loading()),
        };
        world.log.commands += 1;
        world.log.faults += usize::from(fate != Fate::Answered);
        world.log.reply = answer.as_ref().ok().cloned();
        if matches!(answer, Err(Fault::ReplyLost(_))) {
            world.log.lost.push(words.clone());
        }
        let line = Line::Command(words, fate, world.log.reply.clone());
        world.log.lines.push(line);
        answer
    }
}

impl Backend for Wire {
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault> {
        perform_on(self, command)
    }

    fn leftovers(&self) -> &Leftovers {
        &self.leftovers
    }

    fn unanswered(&self) -> &Unanswered {
        &self.unanswered
    }

    fn send_parting(&mut self, command: &Cmd) -> bool {
        let world = &mut *self.world.borrow_mut();
        if world.sends_parting {
            let late = (self.unanswered.clone(), words(command));
            world.late.push(late);
        }
        world.sends_parting
    }

    fn release_unconfirmed(&mut self, release: Leftover) -> bool {
        if thread::panicking() {
            return false;
        }
        let invocation = self
            .world
            .borrow()
            .native
            .map_or(Invocation::EvalSha, Invocation::Native);
        let Leftover {
            key, kind, token, ..
        } = &release;
        let command = Command::release(&[key], token.as_bytes())
            .of(*kind)
            .encode(invocation);
        let reply = match self.execute(&command) {
            Err(Fault::Refused(_)) => Some(faults::error_reply()),
            answer => answer.ok(),
        };
        let to = Rc::downgrade(&self.leftovers);
        self.pending
            .borrow_mut()
            .push((PendingRelease { release, to }, reply));
        true
    }

    fn read_pending(&mut self) {
        for (pending, reply) in self.pending.take() {
            match reply {
                Some(reply) => pending.process(&reply),
                None => pending.be_left(),
            }
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, fate, reply) = match self {
            Line::Mark(text) => return f.write_str(text),
            Line::Command(words, fate, reply) => (words, fate, reply),
        };
        f.write_str("   ")?;
        for word in words {
            let is_text_of = |(_, text): &&(&str, &str)| word == text.as_bytes();
            match SCRIPTS.iter().find(is_text_of) {
                Some((name, _)) => write!(f, " {name}")?,
                None => write!(f, " {}", word.escape_ascii())?,
            }
        }
        write!(f, ": {fate:?} {reply:?}")
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if thread::panicking() {
            self.log.lines.iter().for_each(|line| eprintln!("{line}"));
        }
    }
}
