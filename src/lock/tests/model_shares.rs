//! The scripts of shares, and of changes between a share and the lock, in the model of a server.

use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use redis::Value;

use crate::lock::tests::model::{Content, Entry, Model, milliseconds};

/// The moment from which the server's clock counts.
static EPOCH: LazyLock<Instant> = LazyLock::new(Instant::now);

fn by_clock(at: Instant) -> i64 {
    at.saturating_duration_since(*EPOCH).as_millis() as i64 + 1
}

impl Model {
    fn shares(&self, key: &[u8]) -> Option<Vec<(Vec<u8>, Instant)>> {
        match self.get(key).map(|entry| &entry.content) {
            None => Some(Vec::new()),
            Some(Content::Shares(shares)) => {
                let now = self.now();
                Some(
                    shares
                        .iter()
                        .filter(|(_, ends)| *ends > now)
                        .cloned()
                        .collect(),
                )
            }
            Some(_) => None,
        }
    }

    /// Returns the end of this token's claim, as a change of its kind names it.
    pub(super) fn ends_by_clock(&self, key: &[u8], token: &[u8]) -> Option<i64> {
        let entry = self.get(key)?;
        let ends = match &entry.content {
            Content::Text(holder) if holder == token => entry.expires_at,
            Content::Shares(shares) => {
                let own = shares.iter().find(|(other, _)| other == token);
                own.map(|(_, ends)| *ends)
            }
            _ => None,
        };
        ends.map(by_clock)
    }

    pub(super) fn put_shares(&mut self, key: &[u8], shares: Vec<(Vec<u8>, Instant)>) {
        let expires_at = shares.iter().map(|(_, ends)| *ends).max();
        match expires_at {
            None => self.delete(key),
            Some(_) => {
                let content = Content::Shares(shares);
                self.keys.insert(
                    key.into(),
                    Entry {
                        content,
                        expires_at,
                    },
                );
            }
        }
    }

    /// Runs a script of shares; returns None if it is another script.
    pub(super) fn run_of_share(&mut self, script: &str, words: &[&[u8]]) -> Option<Value> {
        let (key, words) = match (script, words) {
            ("share_acquire", [b"4", key, _, _, _, words @ ..]) => (*key, words),
            ("share_release" | "share_extend" | "share_left", [b"1", key, words @ ..]) => {
                (*key, words)
            }
            _ => return None,
        };
        let token = words[0].to_vec();
        let Some(mut shares) = self.shares(key) else {
            return Some(match script {
                "share_acquire" => self.time_to_live(key),
                "share_left" => Value::Int(-2),
                _ => Value::Int(0),
            });
        };
        let place = shares.iter().position(|(other, _)| *other == token);
        let ends = place.map(|place| shares[place].1);
        let until = |ttl: &[u8]| self.now() + milliseconds(ttl);
        Some(match (script, ends) {
            ("share_acquire", ends) => {
                let later = ends.map(|ends| ends + Duration::from_millis(1));
                let ends = later.map_or(until(words[1]), |later| later.max(until(words[1])));
                shares.retain(|(other, _)| *other != token);
                shares.push((token, ends));
                self.put_shares(key, shares);
                Value::Okay
            }
            ("share_left", Some(ends)) => {
                Value::Int(ends.duration_since(self.now()).as_millis() as i64)
            }
            ("share_left", None) => Value::Int(-2),
            (_, None) => Value::Int(0),
            ("share_release", Some(_)) => {
                shares.retain(|(other, _)| *other != token);
                self.put_shares(key, shares);
                Value::Int(1)
            }
            (_, Some(ends)) => {
                let shortens = words.len() == 4; // token, ttl, "shorter", weight
                let ends = if shortens {
                    until(words[1])
                } else {
                    (ends + Duration::from_millis(1)).max(until(words[1]))
                };
                shares.retain(|(other, _)| *other != token);
                shares.push((token, ends));
                self.put_shares(key, shares);
                Value::Int(1)
            }
        })
    }

    /// Has a prolonged claim end later than before, so that a late change is seen to be late.
    pub(super) fn end_later(&mut self, key: &[u8]) {
        if let Some(expires_at) = self
            .keys
            .get_mut(key)
            .and_then(|entry| entry.expires_at.as_mut())
        {
            *expires_at += Duration::from_millis(1);
        }
    }

    /// Returns the reply of a command that comes too late, or of the first command, which moves the
    /// end. Returns None if the change is made.
    fn refuse_change(&mut self, key: &[u8], ends: Instant, asked: &[&[u8]]) -> Option<Value> {
        let now = by_clock(self.now() + self.ahead);
        let number = |word: &[u8]| milliseconds(word).as_millis() as i64;
        let ends = match asked {
            [until, seen] if now <= number(until) && by_clock(ends) == number(seen) => return None,
            [by] => {
                let ends = ends + milliseconds(by);
                let entry = self.keys.get_mut(key).expect("a claim");
                entry.expires_at = Some(ends);
                if let Content::Shares(shares) = &mut entry.content {
                    shares[0].1 = ends;
                }
                ends
            }
            _ => ends,
        };
        Some(Value::Array(vec![
            Value::Int(now),
            Value::Int(by_clock(ends)),
        ]))
    }

    pub(super) fn upgrade(
        &mut self,
        key: &[u8],
        token: &[u8],
        ttl: &[u8],
        asked: &[&[u8]],
    ) -> Value {
        let shares = self.shares(key).unwrap_or_default();
        let Some((_, ends)) = shares.iter().find(|(other, _)| other == token).cloned() else {
            return self.time_to_live(key);
        };
        if shares.len() > 1 {
            let left = shares.iter().map(|(_, ends)| *ends).max();
            let left = left.map_or(0, |ends| ends.duration_since(self.now()).as_millis());
            return Value::BulkString(left.to_string().into());
        }
        if let Some(refusal) = self.refuse_change(key, ends, asked) {
            return refusal;
        }
        let left = ends.duration_since(self.now()) + Duration::from_millis(1);
        self.put(
            key,
            Content::Text(token.into()),
            Some(left.max(milliseconds(ttl))),
        );
        Value::Okay
    }

    pub(super) fn downgrade(
        &mut self,
        key: &[u8],
        token: &[u8],
        ttl: &[u8],
        asked: &[&[u8]],
    ) -> Value {
        let shares = self.shares(key).unwrap_or_default();
        if shares.iter().any(|(other, _)| other == token) {
            return Value::Okay;
        }
        let expires_at = match self.get(key) {
            Some(entry) if entry.content == Content::Text(token.into()) => entry.expires_at,
            _ => None,
        };
        let Some(expires_at) = expires_at else {
            return self.time_to_live(key);
        };
        if let Some(refusal) = self.refuse_change(key, expires_at, asked) {
            return refusal;
        }
        let later = expires_at + Duration::from_millis(1);
        let ends = later.max(self.now() + milliseconds(ttl));
        self.put_shares(key, vec![(token.into(), ends)]);
        Value::Okay
    }
}
