//! As much of Redis as locks use, in memory: one command in, one reply out, executed at once and whole.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
    time::{Duration, Instant},
};

use redis::{Script, Value};

use super::{SCRIPTS, faults};
use crate::server::Fault;

#[derive(Default)]
pub struct Model {
    keys: HashMap<Vec<u8>, Entry>,
    known_scripts: HashSet<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub content: Content,
    /// None: never.
    pub expires_at: Option<Instant>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(Vec<u8>),
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
    /// What a key holds now.
    pub fn get(&self, key: &[u8]) -> Option<&Entry> {
        let entry = self.keys.get(key)?;
        let is_alive = entry.expires_at.is_none_or(|at| Instant::now() < at);
        is_alive.then_some(entry)
    }

    /// What somebody else does.
    pub fn put(&mut self, key: &[u8], content: Content, ttl: Option<Duration>) {
        let expires_at = ttl.map(|ttl| Instant::now() + ttl);
        let entry = Entry {
            content,
            expires_at,
        };
        self.keys.insert(key.into(), entry);
    }

    pub fn delete(&mut self, key: &[u8]) {
        self.keys.remove(key);
    }

    pub fn forget_scripts(&mut self) {
        self.known_scripts.clear();
    }

    /// Panics at what a lock has no business to send.
    pub fn execute(&mut self, words: &[Vec<u8>]) -> Result<Value, Fault> {
        let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
        match words[..] {
            [b"SET", key, token, b"NX", b"PX", ttl] if self.get(key).is_none() => {
                Ok(self.set(key, token, ttl))
            }
            [b"SET", _, _, b"NX", b"PX", _] => Ok(Value::Nil),
            [b"EXISTS", key] => Ok(Value::Int(self.get(key).is_some().into())),
            [b"DEL", key] => Ok(self.del(key)),
            [b"EVALSHA", hash, b"1", key, ref arguments @ ..] => match HASHES.get(hash) {
                Some(name) if self.known_scripts.contains(name) => {
                    Ok(self.run(name, key, arguments))
                }
                _ => Err(faults::no_script()),
            },
            [b"EVAL", text, b"1", key, ref arguments @ ..] => {
                match SCRIPTS.iter().find(|(_, known)| known.as_bytes() == text) {
                    Some((name, _)) => {
                        self.known_scripts.insert(name);
                        Ok(self.run(name, key, arguments))
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

    fn run(&mut self, script: &str, key: &[u8], arguments: &[&[u8]]) -> Value {
        let entry = self.get(key).cloned();
        let is = |token: &[u8]| match &entry {
            Some(entry) => entry.content == Content::Text(token.into()),
            None => false,
        };
        match (script, arguments) {
            ("claim", [token, ttl]) if entry.is_none() => self.set(key, token, ttl),
            ("claim", [token, ttl]) if is(token) => {
                self.expire(key, ttl);
                Value::Okay
            }
            ("claim", [_, _]) => self.time_to_live(key),
            ("release", [token]) if is(token) => self.del(key),
            ("refresh", [token, ttl]) if is(token) => self.expire(key, ttl),
            ("release", [_]) | ("refresh", [_, _]) => NONE,
            ("owned", [token]) if is(token) => self.time_to_live(key),
            ("owned", [_]) => Value::Int(-2),
            _ => panic!("{script} with {} arguments", arguments.len()),
        }
    }

    fn set(&mut self, key: &[u8], token: &[u8], ttl: &[u8]) -> Value {
        self.put(key, Content::Text(token.into()), Some(milliseconds(ttl)));
        Value::Okay
    }

    fn del(&mut self, key: &[u8]) -> Value {
        let was_there = self.get(key).is_some();
        self.delete(key);
        Value::Int(was_there.into())
    }

    fn expire(&mut self, key: &[u8], ttl: &[u8]) -> Value {
        match self.keys.get_mut(key) {
            Some(entry) => {
                entry.expires_at = Some(Instant::now() + milliseconds(ttl));
                ONE
            }
            None => NONE,
        }
    }

    fn time_to_live(&self, key: &[u8]) -> Value {
        Value::Int(match self.get(key) {
            None => -2,
            Some(Entry {
                expires_at: None, ..
            }) => -1,
            Some(Entry {
                expires_at: Some(at),
                ..
            }) => at.duration_since(Instant::now()).as_millis() as i64,
        })
    }
}

fn milliseconds(digits: &[u8]) -> Duration {
    let digits = str::from_utf8(digits).expect("a ttl is a number");
    Duration::from_millis(digits.parse().expect("a ttl is a whole number"))
}
