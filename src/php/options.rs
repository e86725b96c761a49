//! The parameters of the constructors and of restore(): of each its name, default and place, once. And the options in seconds, with
//! their ranges. Those of the others are in `construct`.

use std::{ffi::CStr, time::Duration};

use ext_php_rs::{args::Arg, builders::FunctionBuilder, flags::DataType};

use crate::php::{arguments::refuse, exceptions::Thrown};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    Key,
    Token,
    /// Of a semaphore.
    Permits,
    Weight,
    Ttl,
    Wait,
    Server,
    AutoRenew,
    MaxHold,
    AbortOnLoss,
    Fenced,
    RetryInterval,
    Replicas,
    AutoRelease,
    Label,
    ConfirmRelease,
    Shared,
}

/// What a constructor or restore() takes, in this order.
pub struct Parameters {
    pub list: &'static [Parameter],
    /// By which `zend_parse_parameters` reads them.
    pub letters: &'static CStr,
}

macro_rules! list {
    ($($name:ident)*) => { &[$(Parameter::$name),*] };
}

pub static CONSTRUCTOR: Parameters = Parameters {
    list: list![Key Ttl Wait Server AutoRenew MaxHold AbortOnLoss Fenced RetryInterval Replicas Token AutoRelease Label
        ConfirmRelease Shared],
    letters: c"S|ddzbdbbdlS!bS!bb",
};

pub static RESTORE: Parameters = Parameters {
    list: list![Key Token Ttl Server Wait AutoRenew MaxHold AbortOnLoss Fenced RetryInterval Replicas AutoRelease
        ConfirmRelease Shared],
    letters: c"SS|dzdbdbbdlbbb",
};

pub static SEMAPHORE: Parameters = Parameters {
    list: list![Key Permits Ttl Wait Server Weight AutoRenew MaxHold AbortOnLoss RetryInterval Replicas Token AutoRelease Label
        ConfirmRelease],
    letters: c"Sl|ddzlbdbdlS!bS!b",
};

pub static RESTORE_SEMAPHORE: Parameters = Parameters {
    list: list![Key Token Permits Ttl Server Wait Weight AutoRenew MaxHold AbortOnLoss RetryInterval Replicas AutoRelease
        ConfirmRelease],
    letters: c"SSl|dzdlbdbdlbb",
};

impl Parameters {
    /// Where it is, as PHP counts them; 0: nowhere.
    pub fn number(&self, parameter: Parameter) -> u32 {
        let at = self.list.iter().position(|listed| *listed == parameter);
        at.map_or(0, |at| at as u32 + 1)
    }

    pub fn declare(&self, mut function: FunctionBuilder<'static>) -> FunctionBuilder<'static> {
        let letters = self.letters.to_bytes();
        let required = letters.iter().take_while(|letter| **letter != b'|').count();
        for (number, parameter) in self.list.iter().enumerate() {
            if number == required {
                function = function.not_required();
            }
            function = function.arg(parameter.declared(number < required));
        }
        function
    }
}

impl Parameter {
    fn declared(self, is_required: bool) -> Arg<'static> {
        let flag = |name, default| Arg::new(name, DataType::Bool).default(default);
        let number = |name| Arg::new(name, DataType::Long);
        let text = |name| Arg::new(name, DataType::String);
        let nullable = |name| text(name).allow_null().default("null");
        match self {
            Parameter::Key => text("key"),
            Parameter::Token if is_required => text("token"),
            Parameter::Token => nullable("token"),
            Parameter::Permits => number("permits"),
            Parameter::Weight => number("weight").default("1"),
            Parameter::Ttl => TTL.parameter(),
            Parameter::Wait => WAIT.parameter(),
            Parameter::Server => nullable("server"),
            Parameter::AutoRenew => flag("autoRenew", "false"),
            Parameter::MaxHold => MAX_HOLD.parameter(),
            Parameter::AbortOnLoss => flag("abortOnLoss", "false"),
            Parameter::Fenced => flag("fenced", "false"),
            Parameter::RetryInterval => RETRY_INTERVAL.parameter(),
            Parameter::Replicas => number("replicas").default("0"),
            Parameter::AutoRelease => flag("autoRelease", "true"),
            Parameter::Label => nullable("label"),
            Parameter::ConfirmRelease => flag("confirmRelease", "true"),
            Parameter::Shared => flag("shared", "false"),
        }
    }
}

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
