//! A server with a script: it expects these commands, in this order, and answers as it is written there.

use std::{cell::RefCell, collections::VecDeque, rc::Rc, thread};

use redis::{Cmd, Script, Value};

use crate::{
    lock::{
        Lock,
        tests::{SCRIPTS, TTL, faults, words},
    },
    server::{Orphan, Server, error::Fault, transport::watcher::Watcher},
};

pub type Answer = Result<Value, Fault>;

// What a lock on `key` sends with its first token.
pub const SET: &str = "SET key token1 NX PX 10000";
pub const CLAIM: &str = "EVALSHA claim 1 key token1 10000";
pub const RELEASE: &str = "EVALSHA release 1 key token1";
pub const REFRESH: &str = "EVALSHA refresh 1 key token1 10000";
pub const OWNED: &str = "EVALSHA owned 1 key token1";

pub fn lock<const N: usize>(steps: [(&'static str, Answer); N]) -> Lock<ScriptedServer> {
    Lock::new(ScriptedServer::new(steps), b"key", TTL)
}

/// A lock that has been taken, with what it does afterwards.
pub fn taken<const N: usize>(steps: [(&'static str, Answer); N]) -> Lock<ScriptedServer> {
    let mut lock = lock([(SET, Ok(Value::Okay))]);
    assert!(lock.try_acquire().unwrap());
    lock.server.expect(steps);
    lock
}

/// Fails the test at a command that is not the next one expected, and at its end if one is left over.
///
/// In what is expected, tokens are `token1`, `token2` and so on in the order of their first appearance, the SHA-1 of
/// a script is its name, and its text is the name with `.lua`.
#[derive(Clone)]
pub struct ScriptedServer(Rc<RefCell<Play>>);

#[derive(Default)]
struct Play {
    steps: VecDeque<(&'static str, Answer)>,
    tokens: Vec<Vec<u8>>,
    orphans: Vec<Orphan>,
}

impl ScriptedServer {
    pub fn new<const N: usize>(steps: [(&'static str, Answer); N]) -> ScriptedServer {
        let mut server = ScriptedServer(Rc::default());
        server.expect(steps);
        server
    }

    /// And then these.
    pub fn expect<const N: usize>(&mut self, steps: [(&'static str, Answer); N]) {
        self.0.borrow_mut().steps.extend(steps);
    }
}

impl Server for ScriptedServer {
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        let mut play = self.0.borrow_mut();
        let came: Vec<String> = words(command).iter().map(|word| play.name(word)).collect();
        let came = came.join(" ");
        match play.steps.pop_front() {
            Some((expected, answer)) if expected == came => answer,
            // One failure is enough: another one, from the lock's destructor, would abort all tests.
            _ if thread::panicking() => Err(faults::unreachable()),
            Some((expected, _)) => panic!("{came}\ncame instead of\n{expected}"),
            None => panic!("{came}\ncame after the end"),
        }
    }

    fn has_queues(&self) -> bool {
        false
    }

    type Watch = Watcher;

    fn watch(&mut self) -> Result<Watcher, Fault> {
        Err(faults::unreachable())
    }

    fn can_watch(&self) -> bool {
        false
    }

    fn unwatch(&mut self, _: Watcher) {}

    fn cannot_watch(&mut self, _: &Fault) {}

    fn say_last(&mut self, _: &Cmd) {}

    fn take_orphans(&mut self) -> Vec<Orphan> {
        std::mem::take(&mut self.0.borrow_mut().orphans)
    }

    fn leave_orphan(&mut self, orphan: Orphan) {
        self.0.borrow_mut().orphans.push(orphan);
    }
}

impl Play {
    fn name(&mut self, word: &[u8]) -> String {
        for (name, text) in SCRIPTS {
            if word == text.as_bytes() {
                return format!("{name}.lua");
            }
            if word == Script::new(text).get_hash().as_bytes() {
                return name.to_owned();
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
