//! A server with a script: it expects these commands in this order, and answers as written there.

use std::{cell::RefCell, collections::VecDeque, rc::Rc, thread};

use redis::{Cmd, Script, Value};

use crate::claim::unanswered::Unanswered;
use crate::command::{Command, answer::Answer};
use crate::lock::Lock;
use crate::lock::tests::{SCRIPTS, SCRIPTS_OF_SEVERAL, TTL, faults, words};
use crate::os::clock;
use crate::server::{Backend, Server, perform_on};
use crate::server::{error::Fault, leftovers::Leftovers};

pub type Reply = Result<Value, Fault>;

// The commands that a lock on `key` sends with its first token.
pub const SET: &str = "SET key token1 NX PX 10000";
pub const CLAIM: &str = "EVALSHA claim 1 key token1 10000";
pub const RELEASE: &str = "EVALSHA release 1 key token1";
pub const REFRESH: &str = "EVALSHA refresh 1 key token1 10000";
pub const OWNED: &str = "EVALSHA owned 1 key token1";

pub fn lock<const N: usize>(steps: [(&'static str, Reply); N]) -> Lock<ScriptedServer> {
    Lock::new(ScriptedServer::new(steps), b"key", TTL)
}

/// Returns a lock that has been taken. `steps` are its commands after that.
pub fn taken<const N: usize>(steps: [(&'static str, Reply); N]) -> Lock<ScriptedServer> {
    let mut lock = lock([(SET, Ok(Value::Okay))]);
    assert!(lock.try_acquire().unwrap());
    lock.server.expect(steps);
    lock
}

/// Fails the test at an unexpected command, and at the end if an expected command has not come.
///
/// In `steps`, tokens are `token1`, `token2` and so on in the order of their first appearance. The
/// SHA-1 of a script is its name, and its text is the name with `.lua`.
#[derive(Clone)]
pub struct ScriptedServer {
    play: Rc<RefCell<Play>>,
    leftovers: Rc<Leftovers>,
    unanswered: Rc<Unanswered>,
}

#[derive(Default)]
struct Play {
    steps: VecDeque<(&'static str, Reply)>,
    tokens: Vec<Vec<u8>>,
}

impl ScriptedServer {
    /// Stops the clock, because a deletion may be repeated after some milliseconds.
    pub fn new<const N: usize>(steps: [(&'static str, Reply); N]) -> ScriptedServer {
        clock::tests::stop();
        let mut server = ScriptedServer {
            play: Rc::default(),
            leftovers: Rc::default(),
            unanswered: Rc::default(),
        };
        server.expect(steps);
        server
    }

    /// Expects these commands after all others.
    pub fn expect<const N: usize>(&mut self, steps: [(&'static str, Reply); N]) {
        self.play.borrow_mut().steps.extend(steps);
    }
}

impl Server for ScriptedServer {
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        let mut play = self.play.borrow_mut();
        let came: Vec<String> = words(command).iter().map(|word| play.name(word)).collect();
        let came = came.join(" ");
        match play.steps.pop_front() {
            Some((expected, answer)) if expected == came => answer,
            // A second failure, from the lock's destructor, would abort all tests.
            _ if thread::panicking() => Err(faults::unreachable()),
            Some((expected, _)) => panic!("{came}\ncame instead of\n{expected}"),
            None => panic!("{came}\ncame after the end"),
        }
    }
}

impl Backend for ScriptedServer {
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault> {
        perform_on(self, command)
    }

    fn leftovers(&self) -> &Leftovers {
        &self.leftovers
    }

    fn unanswered(&self) -> &Unanswered {
        &self.unanswered
    }
}

impl Play {
    fn name(&mut self, word: &[u8]) -> String {
        for (name, text) in SCRIPTS.iter().chain(&*SCRIPTS_OF_SEVERAL) {
            if word == text.as_bytes() {
                return format!("{name}.lua");
            }
            if word == Script::new(text).get_hash().as_bytes() {
                return (*name).to_owned();
            }
        }
        let is_token = word.len() == 32 && word.iter().all(u8::is_ascii_hexdigit);
        if !is_token {
            return word.escape_ascii().to_string();
        }
        let place = self.tokens.iter().position(|token| token == word);
        let place = place.unwrap_or_else(|| {
            self.tokens.push(word.to_vec());
            self.tokens.len() - 1
        });
        format!("token{}", place + 1)
    }
}

impl Drop for Play {
    fn drop(&mut self) {
        if !thread::panicking() {
            let expected: Vec<&str> = self.steps.iter().map(|(expected, _)| *expected).collect();
            assert!(expected.is_empty(), "never came: {expected:#?}");
        }
    }
}
