//! How a `RedisLock` comes into being: its constructor, and `restore()`.

use std::{ptr, sync::Arc};

use ext_php_rs::{
    ffi,
    types::{ZendStr, Zval},
    zend::ExecuteData,
};

use crate::claim::token::Token;
use crate::lock::Lock;
use crate::lock::fence::is_alone;
use crate::php::arguments::{self, parse};
use crate::php::exceptions::{Thrown, printable};
use crate::php::handler::method;
use crate::php::losses::Notice;
use crate::php::object::{self, PhpLock};
use crate::renewal::options::{Listener, RenewalOptions};
use crate::server::Backend;
use crate::server::backend::{AnyBackend, Servers};

const NO_HELPER: &str = "must have a hash tag like {name} to be fenced on a cluster: with a '}' and no tag, nothing can be kept beside it";

pub extern "C" fn construct(call: &mut ExecuteData, _: &mut Zval) {
    method(|| {
        let mut key: *mut ZendStr = ptr::null_mut();
        let (mut ttl, mut wait, mut max_hold, mut retry_interval) =
            (30.0, 10.0, f64::INFINITY, 0.1);
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
        let key = arguments::key(1, key)?;
        let ttl = arguments::ttl(2, ttl)?;
        let wait = arguments::wait(3, wait)?;
        let max_hold = arguments::positive(6, max_hold)?;
        let retry_interval = arguments::retry_interval(9, retry_interval)?;
        if replicas < 0 {
            return Err(arguments::refuse(10, "must be greater than or equal to 0"));
        }
        let servers = arguments::server(4, server)?;
        if replicas > 0 && matches!(servers, Servers::Quorum(_)) {
            let what = "must be 0 with a list of servers, which has no replicas";
            return Err(arguments::refuse(10, what));
        }
        let service = AnyBackend::new(servers, key);
        if fenced && service.capabilities().has_slots && is_alone(key) {
            return Err(arguments::refuse(1, NO_HELPER));
        }
        let mut lock = Lock::new(service, key, ttl);
        let mut notice = None;
        if auto_renew || abort_on_loss {
            if abort_on_loss {
                let (name, server) = (printable(key), lock.server());
                notice = Some(Notice::new(format!("Lock \"{name}\" on {server}")));
            }
            lock.renew_with(RenewalOptions {
                origins: lock.server().origins(),
                renew: auto_renew,
                max_hold,
                listener: notice.clone().map(|notice| notice as Arc<dyn Listener>),
            });
        }
        if fenced {
            lock.draw_fences();
        }
        if let Ok(replicas @ 1..) = usize::try_from(replicas) {
            let read_timeout = lock.server().origins()[0].timeouts().read;
            lock.require_replicas(replicas, read_timeout);
        }
        // SAFETY: a constructor's `$this` is an object of its class.
        object::initialize(
            unsafe { call.This.value.obj },
            PhpLock::new(lock, wait, retry_interval, notice),
        )
    });
}

pub extern "C" fn restore(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        let (mut key, mut token): (*mut ZendStr, *mut ZendStr) = (ptr::null_mut(), ptr::null_mut());
        let mut ttl = 30.0;
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
        let key = arguments::key(1, key)?;
        let token = Token::given(arguments::name(2, token)?);
        let ttl = arguments::ttl(3, ttl)?;
        let service = AnyBackend::new(arguments::server(4, server)?, key);
        let mut lock = Lock::new(service, key, ttl);
        // SAFETY: fills the result with a new object of the class.
        if unsafe { ffi::object_init_ex(result, object::class()) } != ffi::ZEND_RESULT_CODE_SUCCESS
        {
            return Err(Thrown);
        }
        lock.restore(token);
        let lock = PhpLock::new(
            lock,
            arguments::DEFAULT_WAIT,
            arguments::DEFAULT_RETRY_INTERVAL,
            None,
        );
        // SAFETY: just made.
        object::initialize(unsafe { result.value.obj }, lock)
    });
}
