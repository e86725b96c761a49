//! The options in seconds: of each its name, default and range, once. The others' names and defaults are in `class`, their
//! ranges in `construct`. And where the constructor and restore() have each, for messages.

use std::time::Duration;

use ext_php_rs::{args::Arg, flags::DataType};

use crate::php::{arguments::refuse, exceptions::Thrown};

/// Where a method has its parameters, as PHP counts them.
pub struct Positions {
    pub key: u32,
    pub token: u32,
    /// Of a semaphore.
    pub permits: u32,
    pub ttl: u32,
    pub wait: u32,
    pub server: u32,
    pub max_hold: u32,
    pub retry_interval: u32,
    pub replicas: u32,
    /// Of a semaphore.
    pub weight: u32,
    /// restore() has none.
    pub label: u32,
}

pub const CONSTRUCTOR: Positions = Positions {
    key: 1,
    token: 11,
    permits: 0,
    ttl: 2,
    wait: 3,
    server: 4,
    max_hold: 6,
    retry_interval: 9,
    replicas: 10,
    weight: 0,
    label: 13,
};

pub const RESTORE: Positions = Positions {
    key: 1,
    token: 2,
    permits: 0,
    ttl: 3,
    wait: 5,
    server: 4,
    max_hold: 7,
    retry_interval: 10,
    replicas: 11,
    weight: 0,
    label: 0,
};

pub const SEMAPHORE: Positions = Positions {
    key: 1,
    token: 12,
    permits: 2,
    ttl: 3,
    wait: 4,
    server: 5,
    max_hold: 8,
    retry_interval: 10,
    replicas: 11,
    weight: 6,
    label: 14,
};

pub const RESTORE_SEMAPHORE: Positions = Positions {
    key: 1,
    token: 2,
    permits: 3,
    ttl: 4,
    wait: 6,
    server: 5,
    max_hold: 9,
    retry_interval: 11,
    replicas: 12,
    weight: 7,
    label: 0,
};

/// An option in seconds.
pub struct Seconds {
    name: &'static str,
    pub default: f64,
    /// As reflection shows it.
    shown: &'static str,
    is_allowed: fn(f64) -> bool,
    /// What is said of a value that is not.
    refusal: &'static str,
    duration: fn(f64) -> Duration,
}

/// A time to live, in whole milliseconds.
pub const TTL: Seconds = Seconds {
    name: "ttl",
    default: 30.0,
    shown: "30.0",
    is_allowed: |seconds| (0.001..=1e9).contains(&seconds),
    refusal: "must be between 0.001 and 1e9 seconds",
    duration: |seconds| Duration::from_millis((seconds * 1000.0).round() as u64),
};

/// How long to wait.
pub const WAIT: Seconds = Seconds {
    name: "wait",
    default: 10.0,
    shown: "10.0",
    is_allowed: |seconds| (0.0..=f64::INFINITY).contains(&seconds),
    refusal: "must be between 0 and INF seconds",
    duration: or_for_ever,
};

/// How long a lease is renewed.
pub const MAX_HOLD: Seconds = Seconds {
    name: "maxHold",
    default: f64::INFINITY,
    shown: "INF",
    is_allowed: |seconds| seconds > 0.0,
    refusal: "must be greater than 0 seconds",
    duration: or_for_ever,
};

/// The longest sleep between two attempts.
pub const RETRY_INTERVAL: Seconds = Seconds {
    name: "retryInterval",
    default: 0.1,
    shown: "0.1",
    is_allowed: |seconds| (0.001..=60.0).contains(&seconds),
    refusal: "must be between 0.001 and 60 seconds",
    duration: Duration::from_secs_f64,
};

/// What the clock cannot count is for ever, as INF is.
fn or_for_ever(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

impl Seconds {
    /// The parameter, with its default.
    pub fn parameter(&self) -> Arg<'static> {
        Arg::new(self.name, DataType::Double).default(self.shown)
    }

    /// The parameter of a method, whose default is what the constructor was given.
    pub fn nullable(&self) -> Arg<'static> {
        Arg::new(self.name, DataType::Double)
            .allow_null()
            .default("null")
    }

    /// The value that was given as the argument with this number.
    pub fn check(&self, number: u32, seconds: f64) -> Result<Duration, Thrown> {
        match (self.is_allowed)(seconds) {
            true => Ok((self.duration)(seconds)),
            false => Err(refuse(number, self.refusal)),
        }
    }
}
