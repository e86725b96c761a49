//! How a `RedisLock` comes into being: its constructor, and `restore()`.

use std::{ptr, sync::Arc, time::Duration};

use ext_php_rs::{
    ffi,
    types::{ZendStr, Zval},
    zend::{ClassEntry, ExecuteData},
};

use crate::claim::{label::Label, token::Token};
use crate::command::primitive::Primitive;
use crate::lock::{Lock, fence::is_alone};
use crate::php::arguments::{self, parse, refuse};
use crate::php::exceptions::{Thrown, sentence};
use crate::php::object::{self, BackendLock, PhpLock, PhpOptions};
use crate::php::options::{CONSTRUCTOR, MAX_HOLD, Positions, RESTORE, RETRY_INTERVAL, TTL, WAIT};
use crate::php::{fibers::Owner, handler::method, losses::Notice, settings};
use crate::renewal::options::{Listener, RenewalOptions};
use crate::server::{Backend, address::topology::Topology, backend::AnyBackend};

const NO_HELPER: &str = "must have a hash tag like {name} to be fenced on a cluster: with a '}' and no tag, nothing can be kept beside it";

const NO_QUORUM: &str = "must be one server, or sentinels or a cluster: with a list of servers, a majority of votes does not bound the number of holders";
const MOST_PERMITS: u32 = 1_000_000;

/// What a call was given, or the defaults, as PHP's parser writes them.
pub struct Given {
    pub key: *mut ZendStr,
    pub token: *mut ZendStr,
    /// Of a semaphore.
    pub permits: ffi::zend_long,
    pub weight: ffi::zend_long,
    pub ttl: f64,
    pub wait: f64,
    pub server: *mut Zval,
    pub auto_renew: bool,
    pub max_hold: f64,
    pub abort_on_loss: bool,
    fenced: bool,
    pub retry_interval: f64,
    pub replicas: ffi::zend_long,
    pub auto_release: bool,
    pub label: *mut ZendStr,
    pub confirm_release: bool,
    shared: bool,
}

impl Default for Given {
    fn default() -> Given {
        Given {
            key: ptr::null_mut(),
            token: ptr::null_mut(),
            permits: 0,
            weight: 1,
            ttl: TTL.default,
            wait: WAIT.default,
            server: ptr::null_mut(),
            auto_renew: false,
            max_hold: MAX_HOLD.default,
            abort_on_loss: false,
            fenced: false,
            retry_interval: RETRY_INTERVAL.default,
            replicas: 0,
            auto_release: true,
            label: ptr::null_mut(),
            confirm_release: true,
            shared: false,
        }
    }
}

pub extern "C" fn construct(call: &mut ExecuteData, _: &mut Zval) {
    method(|| {
        let mut given = Given::default();
        parse!(
            call,
            c"S|ddzbdbbdlS!bS!bb",
            &raw mut given.key,
            &raw mut given.ttl,
            &raw mut given.wait,
            &raw mut given.server,
            &raw mut given.auto_renew,
            &raw mut given.max_hold,
            &raw mut given.abort_on_loss,
            &raw mut given.fenced,
            &raw mut given.retry_interval,
            &raw mut given.replicas,
            &raw mut given.token,
            &raw mut given.auto_release,
            &raw mut given.label,
            &raw mut given.confirm_release,
            &raw mut given.shared
        )?;
        given.initialize(call, &CONSTRUCTOR)
    });
}

pub extern "C" fn restore(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        let mut given = Given::default();
        parse!(
            call,
            c"SS|dzdbdbbdlbbb",
            &raw mut given.key,
            &raw mut given.token,
            &raw mut given.ttl,
            &raw mut given.server,
            &raw mut given.wait,
            &raw mut given.auto_renew,
            &raw mut given.max_hold,
            &raw mut given.abort_on_loss,
            &raw mut given.fenced,
            &raw mut given.retry_interval,
            &raw mut given.replicas,
            &raw mut given.auto_release,
            &raw mut given.confirm_release,
            &raw mut given.shared
        )?;
        given.restore(&RESTORE, object::class(object::LOCK), result)
    });
}

impl Given {
    /// The end of a constructor.
    pub fn initialize(&self, call: &ExecuteData, at: &Positions) -> Result<(), Thrown> {
        // SAFETY: read by the parser just now.
        let options = unsafe { Options::read(self, at)? };
        let (token, label) = (options.token.clone(), options.label()?);
        let (mut lock, with) = options.build()?;
        match token {
            Some(token) => lock.acquire_with(&token),
            None => lock.label_with(label),
        }
        // SAFETY: a constructor's `$this` is an object of its class.
        object::initialize(unsafe { call.This.value.obj }, PhpLock::new(lock, with))
    }

    /// The end of a restore(): a new object of this class.
    pub fn restore(
        &self,
        at: &Positions,
        class: *mut ClassEntry,
        result: &mut Zval,
    ) -> Result<(), Thrown> {
        // SAFETY: read by the parser just now.
        let options = unsafe { Options::read(self, at)? };
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

    fn primitive(&self, at: &Positions) -> Result<Primitive, Thrown> {
        if at.permits == 0 {
            return Ok(match self.shared {
                true => Primitive::Shared,
                false => Primitive::Exclusive,
            });
        }
        let within = |number, most, given: ffi::zend_long| {
            let count = u32::try_from(given).ok();
            let count = count.filter(|count| (1..=most).contains(count));
            count.ok_or_else(|| refuse(number, &format!("must be between 1 and {most}")))
        };
        let permits = within(at.permits, MOST_PERMITS, self.permits)?;
        let weight = within(at.weight, permits, self.weight)?;
        Ok(Primitive::Semaphore { permits, weight })
    }
}

/// What was given, each value in its range.
struct Options<'a> {
    at: &'a Positions,
    key: &'a [u8],
    primitive: Primitive,
    token: Option<Token>,
    ttl: Duration,
    wait: Duration,
    topology: Topology,
    auto_renew: bool,
    max_hold: Duration,
    abort_on_loss: bool,
    fenced: bool,
    retry_interval: Duration,
    replicas: usize,
    auto_release: bool,
    label: Option<&'a [u8]>,
    confirm_release: bool,
}

impl<'a> Options<'a> {
    /// # Safety
    /// The parser has read the arguments of the running call.
    unsafe fn read(given: &Given, at: &'a Positions) -> Result<Options<'a>, Thrown> {
        // SAFETY: what the parser found lives as long as the call.
        let (key, token, server, label) = unsafe {
            (
                (*given.key).as_bytes(),
                given.token.as_ref().map(ZendStr::as_bytes),
                given.server.as_mut(),
                given.label.as_ref().map(ZendStr::as_bytes),
            )
        };
        let key = arguments::key(at.key, key)?;
        let token = match token {
            Some(token) => Some(Token::given(arguments::name(at.token, token)?)),
            None => None,
        };
        Ok(Options {
            at,
            key,
            primitive: given.primitive(at)?,
            token,
            ttl: TTL.check(at.ttl, given.ttl)?,
            wait: WAIT.check(at.wait, given.wait)?,
            max_hold: MAX_HOLD.check(at.max_hold, given.max_hold)?,
            retry_interval: RETRY_INTERVAL.check(at.retry_interval, given.retry_interval)?,
            replicas: usize::try_from(given.replicas)
                .map_err(|_| refuse(at.replicas, "must be greater than or equal to 0"))?,
            topology: arguments::server(at.server, server)?,
            auto_renew: given.auto_renew,
            abort_on_loss: given.abort_on_loss,
            fenced: given.fenced,
            auto_release: given.auto_release,
            label,
            confirm_release: given.confirm_release,
        })
    }

    /// The one that was given, or that of php.ini.
    fn label(&self) -> Result<Label, Thrown> {
        match self.label {
            Some(label) => {
                Label::parse(label).ok_or_else(|| refuse(self.at.label, settings::NO_LABEL))
            }
            None => arguments::setting(settings::label()),
        }
    }

    fn build(self) -> Result<(BackendLock, PhpOptions), Thrown> {
        if self.replicas > 0 && matches!(self.topology, Topology::Quorum(_)) {
            let what = "must be 0 with a list of servers, which has no replicas";
            return Err(refuse(self.at.replicas, what));
        }
        if matches!(
            (self.primitive, &self.topology),
            (Primitive::Semaphore { .. }, Topology::Quorum(_))
        ) {
            return Err(refuse(self.at.server, NO_QUORUM));
        }
        let backend = AnyBackend::new(self.topology, self.key);
        if self.fenced && backend.capabilities().has_slots && is_alone(self.key) {
            return Err(refuse(self.at.key, NO_HELPER));
        }
        let mut lock = Lock::new(backend, self.key, self.ttl);
        lock.become_a(self.primitive);
        let (owner, mut notice) = (Owner::default(), None);
        if self.auto_renew || self.abort_on_loss {
            if self.abort_on_loss {
                let name = sentence(&object::name_of(&lock));
                notice = Some(Notice::new(name, owner.clone()));
            }
            lock.renew_with(RenewalOptions {
                origins: lock.server().origins(),
                primitive: self.primitive,
                renew: self.auto_renew,
                max_hold: self.max_hold,
                listener: notice.clone().map(|notice| notice as Arc<dyn Listener>),
            });
        }
        if self.fenced {
            lock.draw_fences();
        }
        if self.replicas > 0 {
            let read_timeout = lock.server().origins()[0].timeouts().read;
            lock.require_replicas(self.replicas, read_timeout);
        }
        if !self.auto_release {
            lock.outlive();
        }
        if !self.confirm_release {
            lock.skip_confirmation();
        }
        let options = PhpOptions {
            wait: self.wait,
            retry_interval: self.retry_interval,
            owner,
            _notice: notice,
        };
        Ok((lock, options))
    }
}
