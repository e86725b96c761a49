//! Event loops. While a call waits, the running fiber or coroutine is suspended, so that others
//! run. The callable of setPoll() does that, or the code in `event_loop.php` for known loops.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    ffi::{CStr, c_char, c_int},
    io,
    mem::{self, ManuallyDrop},
    os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd},
    ptr,
    time::Duration,
};

use ext_php_rs::{ffi, types::Zval};

use crate::os::fork::{Forget, ForkLocal};
use crate::os::interrupt::Suspension;
use crate::os::poll::{self, PollEntry, READABLE};
use crate::php::coroutines::{self, class_of, classes};
use crate::php::{fatal, pending, settings};

/// Suspends in the loops that are known.
const KNOWN_LOOPS: &CStr =
    match CStr::from_bytes_with_nul(concat!(include_str!("event_loop.php"), "\0").as_bytes()) {
        Ok(code) => code,
        Err(_) => panic!("the file has a NUL"),
    };

/// The class of Revolt's loop, by its name in PHP's table.
const REVOLT: &str = "revolt\\eventloop";

/// The longest wait that a loop is asked for. Some take no infinite time.
const LONGEST_POLL: Duration = Duration::from_secs(60);

thread_local! {
    /// The callable of setPoll().
    static POLL: RefCell<Option<Zval>> = const { RefCell::new(None) };
    /// The function of `KNOWN_LOOPS`.
    static AUTO: RefCell<Option<Zval>> = const { RefCell::new(None) };
    static PARKS: ForkLocal<Parks> = ForkLocal::new(Parks::default());
    /// The number of PHP's classes when a loop was looked for last, and whether there was one. 0:
    /// it has to be looked for.
    static FOUND: Cell<(u32, bool)> = const { Cell::new((0, false)) };
}

/// The streams on which fibers of Revolt's loop wait for each other, by descriptor. A forked child
/// has other descriptors with these numbers.
#[derive(Default)]
struct Parks(RefCell<HashMap<RawFd, Zval>>);

impl Forget for Parks {
    fn forget(&self) {
        self.0.take();
    }
}

unsafe extern "C" {
    // From Zend/zend_fibers.h, zend_list.h and main/streams/php_stream_plain_wrapper.h, the same
    // from PHP 8.2 on. A debug build of PHP reads the last five arguments; others ignore them.
    fn zend_fiber_switch_blocked() -> bool;
    fn zend_list_close(resource: *mut ffi::zend_resource);
    fn _php_stream_fopen_from_fd(
        descriptor: c_int,
        mode: *const c_char,
        persistent_id: *const c_char,
        zero_position: bool,
        depth: c_int,
        file: *const c_char,
        line: u32,
        original_file: *const c_char,
        original_line: u32,
    ) -> *mut ffi::php_stream;
}

/// Sets the callable of setPoll(), or forgets it.
pub fn set_poll(poll: Option<Zval>) {
    look_again();
    let before = POLL.replace(poll);
    drop(before); // may run a destructor, which may call this
}

/// Looks which extensions are loaded.
pub fn begin_request() {
    coroutines::find_class();
    look_again();
}

/// Forgets the callables of a request, at its end.
pub fn end_request() {
    let kept = (
        POLL.take(),
        AUTO.take(),
        PARKS.with(|parks| parks.unchecked().0.take()),
    );
    look_again();
    drop(kept);
}

/// Has the next wait look for a loop.
fn look_again() {
    FOUND.set((0, false));
}

/// Returns whether there is an event loop. Looks for one only if PHP has more classes by now.
pub fn has_loop() -> bool {
    // SAFETY: PHP's own table.
    let count = unsafe { (*classes()).nNumUsed };
    let (before, mut has_loop) = FOUND.get();
    if before != count {
        has_loop = POLL.with_borrow(Option::is_some)
            || coroutines::are_loaded()
            || !class_of(REVOLT).is_null();
        FOUND.set((count, has_loop));
    }
    let is_auto = || settings::get(settings::EVENT_LOOP, false) == settings::AUTO;
    has_loop && (POLL.with_borrow(Option::is_some) || is_auto())
}

/// Returns whether the running code may be suspended now. Code in a signal handler, in a destructor
/// before PHP 8.4, or at the request's end must block.
fn is_allowed() -> bool {
    const IN_SHUTDOWN: u8 = 1 << 0;
    // SAFETY: PHP's globals of this thread, and a function that only reads them.
    unsafe {
        let globals = ffi::ext_php_rs_executor_globals();
        !pending::is_any()
            && (*globals).flags & IN_SHUTDOWN == 0
            && !zend_fiber_switch_blocked()
            && !fatal::is_fatal()
    }
}

/// Suspends the running code as [`Hooks::suspend`](crate::os::interrupt::Hooks::suspend) says.
pub fn suspend(sockets: &[PollEntry], left: Duration) -> Suspension {
    let Some((poll, stream)) = callable().zip(stream(sockets)) else {
        return Suspension::Refused;
    };
    let suspension = call(poll, stream.shallow_clone(), left);
    if fatal::is_fatal() {
        mem::forget(stream);
    } else {
        // SAFETY: our reference keeps the resource. Its stream is closed, whether or not other code
        // still refers to it.
        unsafe { zend_list_close(stream.value.res) };
    }
    suspension
}

/// Suspends the running code as [`Hooks::park`](crate::os::interrupt::Hooks::park) says. Revolt's
/// loop takes many callbacks for one stream. Others take one, so each fiber has its own stream.
pub fn park(descriptor: RawFd, left: Duration) -> Suspension {
    let socket = [poll::entry(descriptor, READABLE)];
    if POLL.with_borrow(Option::is_some) || coroutines::current().is_some() {
        return suspend(&socket, left);
    }
    let parked = PARKS.with(|parks| {
        let known = parks
            .here()
            .0
            .borrow()
            .get(&descriptor)
            .map(Zval::shallow_clone);
        let stream = known.or_else(|| stream(&socket))?;
        let kept = stream.shallow_clone();
        parks.here().0.borrow_mut().insert(descriptor, kept);
        Some(stream)
    });
    match callable().zip(parked) {
        Some((poll, stream)) => call(poll, stream, left),
        None => Suspension::Refused,
    }
}

/// Returns the callable of setPoll(), or the function for known loops, if it may be called now.
fn callable() -> Option<Zval> {
    if !is_allowed() {
        return None;
    }
    let poll = POLL.with_borrow(|poll| poll.as_ref().map(Zval::shallow_clone));
    poll.or_else(known_loops)
}

/// Calls the callable. After a fatal error nothing is dropped.
fn call(poll: Zval, stream: Zval, left: Duration) -> Suspension {
    let is_callers = POLL.with_borrow(Option::is_some);
    let mut seconds = Zval::new();
    seconds.set_double(left.min(LONGEST_POLL).as_secs_f64());
    let mut values = ManuallyDrop::new((poll, [stream, seconds], Zval::new()));
    let completed = fatal::run(|| {
        let (poll, arguments, result) = &mut *values;
        let (no_object, count) = (ptr::null_mut(), arguments.len() as u32);
        let (first, no_names) = (arguments.as_mut_ptr(), ptr::null_mut());
        // SAFETY: a callable, and its arguments.
        unsafe {
            ffi::_call_user_function_impl(no_object, poll, result, count, first, no_names);
        }
    });
    if !completed {
        return Suspension::Stopped;
    }
    let (.., result) = ManuallyDrop::into_inner(values);
    match pending::is_any() {
        true => Suspension::Stopped,
        false if !is_callers && result.is_false() => Suspension::Refused,
        false => Suspension::Resumed,
    }
}

/// Returns the function of `KNOWN_LOOPS`, which the first call in a request compiles.
fn known_loops() -> Option<Zval> {
    if AUTO.with_borrow(Option::is_none) {
        let mut function = Zval::new();
        let name = c"redislock's event_loop.php".as_ptr();
        // SAFETY: compiles an expression.
        let outcome =
            unsafe { ffi::zend_eval_string(KNOWN_LOOPS.as_ptr(), &raw mut function, name) };
        if outcome != ffi::ZEND_RESULT_CODE_SUCCESS {
            return None;
        }
        AUTO.replace(Some(function));
    }
    AUTO.with_borrow(|auto| auto.as_ref().map(Zval::shallow_clone))
}

/// Returns a descriptor that can be read if one of the sockets is ready, because a loop waits for
/// one descriptor.
fn all_in_one(sockets: &[PollEntry]) -> io::Result<OwnedFd> {
    let checked = |result: c_int| match result {
        -1 => Err(io::Error::last_os_error()),
        result => Ok(result),
    };
    // SAFETY: plain C calls on local data. The new descriptor has no other owner.
    unsafe {
        let all = OwnedFd::from_raw_fd(checked(libc::epoll_create1(libc::EPOLL_CLOEXEC))?);
        for socket in sockets.iter().filter(|socket| socket.fd >= 0) {
            let mut event = libc::epoll_event {
                events: u16::from_ne_bytes(socket.events.to_ne_bytes()).into(), // as in poll
                u64: 0,
            };
            let (add, event) = (libc::EPOLL_CTL_ADD, &raw mut event);
            checked(libc::epoll_ctl(all.as_raw_fd(), add, socket.fd, event))?;
        }
        Ok(all)
    }
}

/// Returns a PHP stream that can be read if one of the sockets is ready.
fn stream(sockets: &[PollEntry]) -> Option<Zval> {
    let descriptor = all_in_one(sockets).ok()?.into_raw_fd();
    let (nowhere, line) = (c"".as_ptr(), 0);
    let mut zval = Zval::new();
    // SAFETY: the stream owns the descriptor, and the value owns the stream. If there is no stream,
    // the descriptor is closed here.
    unsafe {
        let stream = _php_stream_fopen_from_fd(
            descriptor,
            c"r".as_ptr(),
            ptr::null(),
            false,
            0,
            nowhere,
            line,
            nowhere,
            line,
        );
        let Some(stream) = stream.as_mut() else {
            libc::close(descriptor);
            return None;
        };
        stream.set___exposed(1);
        zval.value.res = stream.res;
        zval.u1.type_info = ffi::IS_RESOURCE_EX;
    }
    Some(zval)
}
