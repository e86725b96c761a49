//! The parameters of the constructors and of restore(). Each has its name, default and place here,
//! once. Also the options in seconds with their ranges; the other ranges are in `construct`.

use std::{
    ffi::{CStr, c_void},
    ptr,
    time::Duration,
};

use ext_php_rs::{
    args::Arg,
    builders::FunctionBuilder,
    ffi,
    flags::DataType,
    types::{ZendStr, Zval},
};

use crate::php::{arguments::refuse, exceptions::Thrown};

/// Defines each parameter: the place where PHP's parser writes its value, the default, and how it
/// is declared.
macro_rules! parameters {
    ($($parameter:ident $field:ident: $type:ty = $default:expr, $declared:expr;)+) => {
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub enum Parameter {
            $($parameter),+
        }

        /// The arguments of a call, or their defaults.
        pub struct RawArguments {
            pub at: &'static Parameters,
            $(pub $field: $type),+
        }

        impl RawArguments {
            pub fn of(at: &'static Parameters) -> RawArguments {
                RawArguments { at, $($field: $default),+ }
            }
        }

        impl Parameter {
            fn declared(self, is_required: bool) -> Arg<'static> {
                let declared: fn(bool) -> Arg<'static> = match self {
                    $(Parameter::$parameter => $declared),+
                };
                declared(is_required)
            }

            /// Returns where PHP writes the value.
            ///
            /// # Safety
            /// `given` points to memory for a `RawArguments`.
            pub unsafe fn place(self, given: *mut RawArguments) -> *mut c_void {
                // SAFETY: by the caller. Nothing is read.
                unsafe {
                    match self {
                        $(Parameter::$parameter => (&raw mut (*given).$field).cast()),+
                    }
                }
            }
        }
    };
}

parameters! {
    Key key: *mut ZendStr = ptr::null_mut(), |_| text("key");
    Keys keys: *mut Zval = ptr::null_mut(), |_| Arg::new("keys", DataType::Array);
    Token token: *mut ZendStr = ptr::null_mut(), |is_required| if is_required { text("token") } else { nullable("token") };
    Permits permits: ffi::zend_long = 0, |_| number("permits"); // this and `weight`: of a semaphore
    Weight weight: ffi::zend_long = 1, |_| number("weight").default("1");
    Ttl ttl: f64 = TTL.default, |_| TTL.parameter();
    Wait wait: f64 = WAIT.default, |_| WAIT.parameter();
    Server server: *mut Zval = ptr::null_mut(), |_| nullable("server");
    AutoRenew auto_renew: bool = false, |_| flag("autoRenew", "false");
    MaxHold max_hold: f64 = MAX_HOLD.default, |_| MAX_HOLD.parameter();
    AbortOnLoss abort_on_loss: bool = false, |_| flag("abortOnLoss", "false");
    Fenced fenced: bool = false, |_| flag("fenced", "false");
    RetryInterval retry_interval: f64 = RETRY_INTERVAL.default, |_| RETRY_INTERVAL.parameter();
    Replicas replicas: ffi::zend_long = 0, |_| number("replicas").default("0");
    AutoRelease auto_release: bool = true, |_| flag("autoRelease", "true");
    Label label: *mut ZendStr = ptr::null_mut(), |_| nullable("label");
    ConfirmRelease confirm_release: bool = true, |_| flag("confirmRelease", "true");
    Shared shared: bool = false, |_| flag("shared", "false");
}

/// The parameters of a constructor or restore(), in this order.
pub struct Parameters {
    pub list: &'static [Parameter],
    /// The letters by which `zend_parse_parameters` reads them.
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

pub static MULTI_LOCK: Parameters = Parameters {
    list: list![Keys Ttl Wait Server AutoRenew MaxHold AbortOnLoss Fenced RetryInterval Replicas Token AutoRelease Label
        ConfirmRelease],
    letters: c"a|ddzbdbbdlS!bS!b",
};

pub static RESTORE_MULTI_LOCK: Parameters = Parameters {
    list: list![Keys Token Ttl Server Wait AutoRenew MaxHold AbortOnLoss Fenced RetryInterval Replicas AutoRelease
        ConfirmRelease],
    letters: c"aS|dzdbdbbdlbb",
};

/// The number of places that are passed to PHP's parser, which writes to one for each letter.
pub const MOST_PARAMETERS: usize = 15;
const _: () = {
    let lists = [
        &CONSTRUCTOR,
        &RESTORE,
        &SEMAPHORE,
        &RESTORE_SEMAPHORE,
        &MULTI_LOCK,
        &RESTORE_MULTI_LOCK,
    ];
    let mut n = 0;
    while n < lists.len() {
        assert!(lists[n].list.len() <= MOST_PARAMETERS);
        n += 1;
    }
};

impl Parameters {
    /// Returns the place of a parameter, as PHP counts them, or 0 if it is not listed.
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

fn text(name: &'static str) -> Arg<'static> {
    Arg::new(name, DataType::String)
}

fn nullable(name: &'static str) -> Arg<'static> {
    text(name).allow_null().default("null")
}

fn number(name: &'static str) -> Arg<'static> {
    Arg::new(name, DataType::Long)
}

fn flag(name: &'static str, default: &'static str) -> Arg<'static> {
    Arg::new(name, DataType::Bool).default(default)
}

/// An option in seconds.
pub struct Seconds {
    name: &'static str,
    pub default: f64,
    /// The default, as reflection shows it.
    shown: &'static str,
    is_allowed: fn(f64) -> bool,
    /// The message for a value that is not allowed.
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

/// The longest wait.
pub const WAIT: Seconds = Seconds {
    name: "wait",
    default: 10.0,
    shown: "10.0",
    is_allowed: |seconds| (0.0..=f64::INFINITY).contains(&seconds),
    refusal: "must be between 0 and INF seconds",
    duration: or_for_ever,
};

/// The longest time for which a lease is renewed.
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

/// Converts seconds. A time that the clock cannot count means for ever, as INF does.
fn or_for_ever(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

impl Seconds {
    /// Returns the parameter, with its default.
    pub fn parameter(&self) -> Arg<'static> {
        Arg::new(self.name, DataType::Double).default(self.shown)
    }

    /// Returns a method's parameter. Its default is the value that the constructor was given.
    pub fn nullable(&self) -> Arg<'static> {
        Arg::new(self.name, DataType::Double)
            .allow_null()
            .default("null")
    }

    /// Returns the value of the argument with this number. Throws if it is out of range.
    pub fn check(&self, number: u32, seconds: f64) -> Result<Duration, Thrown> {
        match (self.is_allowed)(seconds) {
            true => Ok((self.duration)(seconds)),
            false => Err(refuse(number, self.refusal)),
        }
    }
}
