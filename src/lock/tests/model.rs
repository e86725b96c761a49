//! The part of Redis that locks use, in memory. One command goes in and one reply comes out,
//! executed at once and whole.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
    time::{Duration, Instant},
};

use redis::{Script, Value};

use crate::lock::tests::{SCRIPTS, faults};
use crate::os::clock;
use crate::server::error::Fault;

#[derive(Default)]
pub struct Model {
    pub(super) keys: HashMap<Vec<u8>, Entry>,
    known_scripts: HashSet<&'static str>,
    /// The time by which the server's clock is ahead, for a command that is executed late.
    pub ahead: Duration,
    /// Every command takes a millisecond, so that no two of them have the same time.
    passed: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub content: Content,
    /// The moment of expiry; None: never.
    pub expires_at: Option<Instant>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(Vec<u8>),
    /// The holders of shares, and when each share ends.
    Shares(Vec<(Vec<u8>, Instant)>),
    /// A hash, a sorted set: whatever GET refuses.
    OtherType,
}

static HASHES: LazyLock<HashMap<Vec<u8>, &'static str>> = LazyLock::new(|| {
    let hashes = SCRIPTS.map(|(name, text)| (Script::new(text).get_hash().into(), name));
    hashes.into()
});

const NONE: Value = Value::Int(0);
const ONE: Value = Value::Int(1);

impl Model {
    pub(super) fn now(&self) -> Instant {
        clock::tests::server_time() + self.passed
    }

    /// Returns the entry of a key, unless it has expired.
    pub fn get(&self, key: &[u8]) -> Option<&Entry> {
        let entry = self.keys.get(key)?;
        let is_alive = entry.expires_at.is_none_or(|at| self.now() < at);
        is_alive.then_some(entry)
    }

    /// Writes a key as another client does.
    pub fn put(&mut self, key: &[u8], content: Content, ttl: Option<Duration>) {
        let expires_at = ttl.map(|ttl| self.now() + ttl);
        let entry = Entry {
            content,
            expires_at,
        };
        self.keys.insert(key.into(), entry);
    }

    pub fn delete(&mut self, key: &[u8]) {
        self.keys.remove(key);
    }

    pub fn learn_scripts(&mut self) {
        self.known_scripts.extend(SCRIPTS.map(|(name, _)| name));
    }

    pub fn forget_scripts(&mut self) {
        self.known_scripts.clear();
    }

    /// Executes a command. Panics if a lock has no reason to send it.
    pub fn execute(&mut self, words: &[Vec<u8>]) -> Result<Value, Fault> {
        let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
        self.passed += Duration::from_millis(1);
        match words[..] {
            [b"SET", key, token, b"NX", b"PX", ttl] if self.get(key).is_none() => {
                Ok(self.set(key, token, ttl))
            }
            [b"SET", _, _, b"NX", b"PX", _] => Ok(Value::Nil),
            [b"EXISTS", key] => Ok(Value::Int(self.get(key).is_some().into())),
            [b"DEL", key] => Ok(self.del(key)),
            [b"WAIT", _, _] => Ok(NONE), // it has no replicas
            [b"DELEX", key, b"IFEQ", token] if self.holds(key, token) => Ok(self.del(key)),
            [b"DELEX", _, b"IFEQ", _] => Ok(NONE),
            [b"EVALSHA", hash, ref rest @ ..] => match HASHES.get(hash) {
                Some(name) if self.known_scripts.contains(name) => Ok(self.run(name, rest)),
                _ => Err(faults::no_script()),
            },
            [b"EVAL", text, ref rest @ ..] => {
                match SCRIPTS.iter().find(|(_, known)| known.as_bytes() == text) {
                    Some((name, _)) => {
                        self.known_scripts.insert(name);
                        Ok(self.run(name, rest))
                    }
                    None => panic!("an unknown script: {}", text.escape_ascii()),
                }
            }
            _ => {
                let words: Vec<String> = words
                    .iter()
                    .map(|word| word.escape_ascii().to_string())
                    .collect();
                panic!("no command of a lock: {}", words.join(" "));
            }
        }
    }

    fn number(&self, counter: &[u8]) -> i64 {
        self.get(counter).map_or(0, |entry| match &entry.content {
            Content::Text(last) => milliseconds(last).as_millis() as i64,
            _ => panic!("not a counter"),
        })
    }

    fn holds(&self, key: &[u8], token: &[u8]) -> bool {
        self.get(key)
            .is_some_and(|entry| entry.content == Content::Text(token.into()))
    }

    /// Runs a script. `rest` has the number of keys, the keys, and the arguments.
    fn run(&mut self, script: &str, rest: &[&[u8]]) -> Value {
        if let Some(reply) = self.run_of_share(script, rest) {
            return reply;
        }
        let (key, rest) = match rest {
            [b"1", key, rest @ ..] => (*key, rest),
            [b"2", key, counter, token, life, fence] if script == "advance_fence" => {
                let last = self.number(counter);
                if last < milliseconds(fence).as_millis() as i64 {
                    self.set(counter, fence, life);
                }
                return Value::Int(self.holds(key, token).into());
            }
            [b"2", key, fence, rest @ ..] if script == "fenced" => {
                return self.fenced(key, fence, rest);
            }
            _ => panic!("{script} with other keys"),
        };
        let entry = self.get(key).cloned();
        let is = |token: &[u8]| match &entry {
            Some(entry) => entry.content == Content::Text(token.into()),
            None => false,
        };
        match (script, rest) {
            ("claim", [token, ttl]) | ("upgrade", [token, ttl, _]) if entry.is_none() => {
                self.set(key, token, ttl)
            }
            ("upgrade", [_, _, _, _]) if entry.is_none() || is(rest[0]) => self.time_to_live(key),
            ("claim", [token, ttl]) | ("upgrade", [token, ttl, _]) if is(token) => {
                self.end_later(key);
                self.prolong(key, ttl);
                Value::Okay
            }
            ("upgrade", [token, ttl, asked @ ..]) if entry.is_some() => {
                self.upgrade(key, token, ttl, asked)
            }
            ("claim", [_, _]) => self.time_to_live(key),
            ("downgrade", [token, ttl, asked @ ..]) => self.downgrade(key, token, ttl, asked),
            ("release", [token]) if is(token) => self.del(key),
            ("refresh", [token, ttl]) if is(token) => {
                self.end_later(key);
                self.prolong(key, ttl)
            }
            ("refresh", [token, ttl, b"shorter"]) if is(token) => self.expire(key, ttl),
            ("release", [_]) | ("refresh", [_, _] | [_, _, b"shorter"]) => NONE,
            ("owned", [token]) if is(token) => self.time_to_live(key),
            ("owned", [_]) => Value::Int(-2),
            _ => panic!("{script} with {} arguments", rest.len()),
        }
    }

    fn fenced(&mut self, key: &[u8], counter: &[u8], rest: &[&[u8]]) -> Value {
        let [token, ttl, life] = rest else {
            panic!("fenced with {} arguments", rest.len());
        };
        let is_ours = self.holds(key, token);
        if self.get(key).is_some() && !is_ours {
            return self.time_to_live(key);
        }
        let last = self.number(counter);
        let fence = last + 1; // by the clock it would be greater
        self.set(counter, fence.to_string().as_bytes(), life);
        match is_ours {
            true => {
                self.end_later(key);
                self.prolong(key, ttl)
            }
            false => self.set(key, token, ttl),
        };
        Value::Array(vec![Value::Int(fence)])
    }

    /// Has the key live for this time at least. A key without expiry stays as it is.
    fn prolong(&mut self, key: &[u8], ttl: &[u8]) -> Value {
        let until = self.now() + milliseconds(ttl);
        let entry = &self.keys[key]; // it was ours just now, and a script sees one moment only
        match entry.expires_at.is_none_or(|at| at >= until) {
            true => ONE,
            false => self.expire(key, ttl),
        }
    }

    pub(super) fn set(&mut self, key: &[u8], token: &[u8], ttl: &[u8]) -> Value {
        self.put(key, Content::Text(token.into()), Some(milliseconds(ttl)));
        Value::Okay
    }

    fn del(&mut self, key: &[u8]) -> Value {
        let was_there = self.get(key).is_some();
        self.delete(key);
        Value::Int(was_there.into())
    }

    pub(super) fn expire(&mut self, key: &[u8], ttl: &[u8]) -> Value {
        let expires_at = self.now() + milliseconds(ttl);
        match self.keys.get_mut(key) {
            Some(entry) => {
                entry.expires_at = Some(expires_at);
                ONE
            }
            None => NONE,
        }
    }

    pub(super) fn time_to_live(&self, key: &[u8]) -> Value {
        Value::Int(match self.get(key) {
            None => -2,
            Some(Entry {
                expires_at: None, ..
            }) => -1,
            Some(Entry {
                expires_at: Some(at),
                ..
            }) => at.duration_since(self.now()).as_millis() as i64,
        })
    }
}

pub fn milliseconds(digits: &[u8]) -> Duration {
    let digits = str::from_utf8(digits).expect("a ttl is a number");
    Duration::from_millis(digits.parse().expect("a ttl is a whole number"))
}
