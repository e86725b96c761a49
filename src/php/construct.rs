//! Creates a lock object: the constructor, and `restore()`.

use std::{array, ptr, time::Duration};

use ext_php_rs::{
    ffi,
    types::{ZendStr, Zval},
    zend::{ClassEntry, ExecuteData},
};

use crate::claim::{label::Label, token::Token};
use crate::command::lock_kind::LockKind;
use crate::php::arguments::{self, parse, refuse};
use crate::php::exceptions::Thrown;
use crate::php::options::{
    CONSTRUCTOR, MAX_HOLD, MOST_PARAMETERS, Parameter, Parameters, RESTORE, RETRY_INTERVAL,
    RawArguments, TTL, WAIT,
};
use crate::php::{handler::method, object, php_lock::PhpLock, settings};
use crate::server::address::topology::Topology;

const MOST_PERMITS: u32 = 1_000_000;

pub extern "C" fn construct(call: &mut ExecuteData, _: &mut Zval) {
    method(|| RawArguments::read(call, &CONSTRUCTOR)?.initialize(call));
}

pub extern "C" fn restore(call: &mut ExecuteData, result: &mut Zval) {
    method(|| RawArguments::read(call, &RESTORE)?.restore(object::class(object::LOCK), result));
}

impl RawArguments {
    pub fn read(call: &ExecuteData, at: &'static Parameters) -> Result<RawArguments, Thrown> {
        let mut given = RawArguments::of(at);
        let start = &raw mut given;
        let place = |n| {
            let parameter: Option<&Parameter> = at.list.get(n);
            // SAFETY: a place within `given`. PHP writes to as many places as there are letters.
            parameter.map(|parameter| unsafe { parameter.place(start) })
        };
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o]: [_; MOST_PARAMETERS] =
            array::from_fn(|n| place(n).unwrap_or(ptr::null_mut()));
        parse!(
            call, at.letters, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o
        )?;
        Ok(given)
    }

    /// Ends a constructor: gives `$this` its lock.
    pub fn initialize(&self, call: &ExecuteData) -> Result<(), Thrown> {
        // SAFETY: read by the parser just now.
        let options = unsafe { Options::read(self)? };
        let (token, label) = (options.token.clone(), options.label()?);
        let (mut lock, with) = options.build()?;
        match token {
            Some(token) => lock.acquire_with(&token),
            None => lock.label_with(&label),
        }
        // SAFETY: a constructor's `$this` is an object of its class.
        object::initialize(unsafe { call.This.value.obj }, PhpLock::new(lock, with))
    }

    /// Ends a restore(): returns a new object of `class`.
    pub fn restore(&self, class: *mut ClassEntry, result: &mut Zval) -> Result<(), Thrown> {
        // SAFETY: read by the parser just now.
        let options = unsafe { Options::read(self)? };
        let token = options.token.clone();
        let (mut lock, with) = options.build()?;
        // SAFETY: fills the result with a new object of the class.
        if unsafe { ffi::object_init_ex(result, class) } != ffi::ZEND_RESULT_CODE_SUCCESS {
            return Err(Thrown);
        }
        if let Some(token) = token {
            lock.restore(&token);
        }
        // SAFETY: just made.
        object::initialize(unsafe { result.value.obj }, PhpLock::new(lock, with))
    }

    fn kind(&self) -> Result<LockKind, Thrown> {
        if self.at.number(Parameter::Keys) > 0 {
            return Ok(LockKind::Multi);
        }
        if self.at.number(Parameter::Permits) == 0 {
            return Ok(match self.shared {
                true => LockKind::Shared,
                false => LockKind::Exclusive,
            });
        }
        let within = |parameter, most, given: ffi::zend_long| {
            let count = u32::try_from(given).ok();
            let count = count.filter(|count| (1..=most).contains(count));
            let number = self.at.number(parameter);
            count.ok_or_else(|| refuse(number, &format!("must be between 1 and {most}")))
        };
        let permits = within(Parameter::Permits, MOST_PERMITS, self.permits)?;
        let weight = within(Parameter::Weight, permits, self.weight)?;
        Ok(LockKind::Semaphore { permits, weight })
    }
}

/// The arguments of a call, each in its range.
pub struct Options<'a> {
    pub given: &'a RawArguments,
    /// The key, or the first of several.
    pub key: &'a [u8],
    /// The keys of a multi-lock.
    pub keys: Option<Vec<&'a [u8]>>,
    pub kind: LockKind,
    pub token: Option<Token>,
    pub ttl: Duration,
    pub wait: Duration,
    pub topology: Topology,
    pub max_hold: Duration,
    pub retry_interval: Duration,
    pub replicas: usize,
    pub label: Option<&'a [u8]>,
}

impl<'a> Options<'a> {
    /// # Safety
    /// The parser has read the arguments of the running call.
    unsafe fn read(given: &'a RawArguments) -> Result<Options<'a>, Thrown> {
        let at = |parameter| given.at.number(parameter);
        // SAFETY: what the parser found lives as long as the call.
        let (key, keys, token, server, label) = unsafe {
            (
                given.key.as_ref().map(ZendStr::as_bytes),
                given.keys.as_ref(),
                given.token.as_ref().map(ZendStr::as_bytes),
                given.server.as_mut(),
                given.label.as_ref().map(ZendStr::as_bytes),
            )
        };
        let keys = match keys {
            Some(keys) => Some(arguments::keys(at(Parameter::Keys), keys)?),
            None => None,
        };
        let key = match (key, &keys) {
            (Some(key), _) => arguments::key(at(Parameter::Key), key)?,
            (None, keys) => keys.as_ref().map_or(&[][..], |keys| keys[0]),
        };
        let token = match token {
            Some(token) => Some(Token::given(arguments::name(at(Parameter::Token), token)?)),
            None => None,
        };
        Ok(Options {
            given,
            key,
            keys,
            kind: given.kind()?,
            token,
            ttl: TTL.check(at(Parameter::Ttl), given.ttl)?,
            wait: WAIT.check(at(Parameter::Wait), given.wait)?,
            max_hold: MAX_HOLD.check(at(Parameter::MaxHold), given.max_hold)?,
            retry_interval: RETRY_INTERVAL
                .check(at(Parameter::RetryInterval), given.retry_interval)?,
            replicas: usize::try_from(given.replicas).map_err(|_| {
                refuse(
                    at(Parameter::Replicas),
                    "must be greater than or equal to 0",
                )
            })?,
            topology: arguments::server(at(Parameter::Server), server)?,
            label,
        })
    }

    /// Returns the label that was passed, or else the label of the INI setting.
    fn label(&self) -> Result<Label, Thrown> {
        match self.label {
            Some(label) => Label::parse(label)
                .ok_or_else(|| refuse(self.given.at.number(Parameter::Label), settings::NO_LABEL)),
            None => arguments::setting(settings::label()),
        }
    }
}
