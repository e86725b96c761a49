//! How a `RedisLock` comes into being: its constructor, and `restore()`.

use std::{ptr, sync::Arc, time::Duration};

use ext_php_rs::{
    ffi,
    types::{ZendStr, Zval},
    zend::ExecuteData,
};

use crate::claim::token::Token;
use crate::lock::{Lock, fence::is_alone};
use crate::php::arguments::{self, parse};
use crate::php::exceptions::{Thrown, printable};
use crate::php::object::{self, PhpLock};
use crate::php::options::{KEY, MAX_HOLD, REPLICAS, RETRY_INTERVAL, SERVER, TTL, WAIT};
use crate::php::{handler::method, losses::Notice};
use crate::renewal::options::{Listener, RenewalOptions};
use crate::server::{Backend, address::topology::Topology, backend::AnyBackend};

const NO_HELPER: &str = "must have a hash tag like {name} to be fenced on a cluster: with a '}' and no tag, nothing can be kept beside it";

pub extern "C" fn construct(call: &mut ExecuteData, _: &mut Zval) {
    method(|| {
        let lock = build(read(call)?)?;
        // SAFETY: a constructor's `$this` is an object of its class.
        object::initialize(unsafe { call.This.value.obj }, lock)
    });
}

/// What a constructor was given.
struct Given<'a> {
    key: &'a [u8],
    ttl: Duration,
    wait: Duration,
    topology: Topology,
    auto_renew: bool,
    max_hold: Duration,
    abort_on_loss: bool,
    fenced: bool,
    retry_interval: Duration,
    replicas: usize,
}

fn read(call: &ExecuteData) -> Result<Given<'_>, Thrown> {
    let mut key: *mut ZendStr = ptr::null_mut();
    let (mut ttl, mut wait) = (TTL.default, WAIT.default);
    let (mut max_hold, mut retry_interval) = (MAX_HOLD.default, RETRY_INTERVAL.default);
    let mut server: *mut Zval = ptr::null_mut();
    let (mut auto_renew, mut abort_on_loss, mut fenced) = (false, false, false);
    let mut replicas: ffi::zend_long = 0;
    parse!(
        call,
        c"S|ddzbdbbdl",
        &raw mut key,
        &raw mut ttl,
        &raw mut wait,
        &raw mut server,
        &raw mut auto_renew,
        &raw mut max_hold,
        &raw mut abort_on_loss,
        &raw mut fenced,
        &raw mut retry_interval,
        &raw mut replicas
    )?;
    // SAFETY: the parser has set what it found; these live as long as the call.
    let (key, server) = unsafe { ((*key).as_bytes(), server.as_mut()) };
    Ok(Given {
        key: arguments::key(KEY, key)?,
        ttl: TTL.check(TTL.position, ttl)?,
        wait: WAIT.check(WAIT.position, wait)?,
        max_hold: MAX_HOLD.check(MAX_HOLD.position, max_hold)?,
        retry_interval: RETRY_INTERVAL.check(RETRY_INTERVAL.position, retry_interval)?,
        replicas: usize::try_from(replicas)
            .map_err(|_| arguments::refuse(REPLICAS, "must be greater than or equal to 0"))?,
        topology: arguments::server(SERVER, server)?,
        auto_renew,
        abort_on_loss,
        fenced,
    })
}

fn build(given: Given) -> Result<PhpLock, Thrown> {
    if given.replicas > 0 && matches!(given.topology, Topology::Quorum(_)) {
        let what = "must be 0 with a list of servers, which has no replicas";
        return Err(arguments::refuse(REPLICAS, what));
    }
    let backend = AnyBackend::new(given.topology, given.key);
    if given.fenced && backend.capabilities().has_slots && is_alone(given.key) {
        return Err(arguments::refuse(KEY, NO_HELPER));
    }
    let mut lock = Lock::new(backend, given.key, given.ttl);
    let mut notice = None;
    if given.auto_renew || given.abort_on_loss {
        if given.abort_on_loss {
            let (name, server) = (printable(given.key), lock.server());
            notice = Some(Notice::new(format!("Lock \"{name}\" on {server}")));
        }
        lock.renew_with(RenewalOptions {
            origins: lock.server().origins(),
            renew: given.auto_renew,
            max_hold: given.max_hold,
            listener: notice.clone().map(|notice| notice as Arc<dyn Listener>),
        });
    }
    if given.fenced {
        lock.draw_fences();
    }
    if given.replicas > 0 {
        let read_timeout = lock.server().origins()[0].timeouts().read;
        lock.require_replicas(given.replicas, read_timeout);
    }
    Ok(PhpLock::new(lock, given.wait, given.retry_interval, notice))
}

pub extern "C" fn restore(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        let (mut key, mut token): (*mut ZendStr, *mut ZendStr) = (ptr::null_mut(), ptr::null_mut());
        let mut ttl = TTL.default;
        let mut server: *mut Zval = ptr::null_mut();
        parse!(
            call,
            c"SS|dz",
            &raw mut key,
            &raw mut token,
            &raw mut ttl,
            &raw mut server
        )?;
        // SAFETY: the parser has set what it found; these live as long as the call.
        let (key, token, server) =
            unsafe { ((*key).as_bytes(), (*token).as_bytes(), server.as_mut()) };
        let key = arguments::key(KEY, key)?;
        let token = Token::given(arguments::name(2, token)?);
        let ttl = TTL.check(3, ttl)?;
        let backend = AnyBackend::new(arguments::server(SERVER, server)?, key);
        let mut lock = Lock::new(backend, key, ttl);
        // SAFETY: fills the result with a new object of the class.
        if unsafe { ffi::object_init_ex(result, object::class()) } != ffi::ZEND_RESULT_CODE_SUCCESS
        {
            return Err(Thrown);
        }
        lock.restore(token);
        let lock = PhpLock::new(
            lock,
            WAIT.default_value(),
            RETRY_INTERVAL.default_value(),
            None,
        );
        // SAFETY: just made.
        object::initialize(unsafe { result.value.obj }, lock)
    });
}
