//! Fibers, and coroutines of Swoole. A lock belongs to the one that acquired it.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    ffi::c_void,
    rc::Rc,
};

use ext_php_rs::{ffi, types::ZendObject};

use crate::php::coroutines;

/// The fiber that acquired a lock last.
pub type Owner = Rc<Cell<Option<Fiber>>>;

/// A fiber of this thread, by a number that no other fiber has had. 0 is the code outside of all
/// fibers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fiber {
    Zend(u64),
    /// A coroutine of Swoole, which is no fiber of PHP.
    Coroutine(u64),
}

thread_local! {
    /// The fibers that have begun and not ended, by the addresses of their contexts. PHP uses these
    /// addresses again.
    static FIBERS: RefCell<HashMap<usize, u64>> = RefCell::default();
    static BEGUN: Cell<u64> = const { Cell::new(0) };
}

type Handler = unsafe extern "C" fn(context: *mut c_void);

unsafe extern "C" {
    // From Zend/zend_observer.h, the same from PHP 8.1 on.
    fn zend_observer_fiber_init_register(handler: Handler);
    fn zend_observer_fiber_destroy_register(handler: Handler);
    fn zend_observer_fiber_switch_register(
        handler: unsafe extern "C" fn(from: *mut c_void, to: *mut c_void),
    );
}

/// Has PHP report each fiber that begins or ends, and then each switch to another fiber.
pub fn register(on_switch: unsafe extern "C" fn(from: *mut c_void, to: *mut c_void)) {
    // SAFETY: at startup nothing else runs. The handlers only look at addresses.
    unsafe {
        zend_observer_fiber_init_register(begin);
        zend_observer_fiber_destroy_register(end);
        zend_observer_fiber_switch_register(on_switch);
    }
}

unsafe extern "C" fn begin(context: *mut c_void) {
    BEGUN.set(BEGUN.get() + 1);
    FIBERS.with_borrow_mut(|fibers| fibers.insert(context.addr(), BEGUN.get()));
}

unsafe extern "C" fn end(context: *mut c_void) {
    FIBERS.with_borrow_mut(|fibers| fibers.remove(&context.addr()));
}

impl Fiber {
    /// Returns the fiber that runs now.
    pub fn current() -> Fiber {
        if let Some(number) = coroutines::current() {
            return Fiber::Coroutine(number);
        }
        // SAFETY: PHP's globals of this thread outlive every call.
        let (context, main) = unsafe {
            let globals = &*ffi::ext_php_rs_executor_globals();
            (globals.current_fiber_context, globals.main_fiber_context)
        };
        if context == main {
            return Fiber::Zend(0);
        }
        let number = FIBERS.with_borrow(|fibers| fibers.get(&context.addr()).copied());
        Fiber::Zend(number.unwrap_or(0))
    }

    /// Returns whether the fiber may still run.
    pub fn is_alive(self) -> bool {
        match self {
            Fiber::Zend(0) => true,
            Fiber::Zend(number) => {
                FIBERS.with_borrow(|fibers| fibers.values().any(|fiber| *fiber == number))
            }
            Fiber::Coroutine(number) => coroutines::exists(number),
        }
    }
}

/// Returns whether the running fiber is being destroyed. An exception would end its `finally`.
pub fn is_destroyed() -> bool {
    const DESTROYED: u8 = 1 << 2;
    // SAFETY: PHP's globals of this thread. A fiber begins with its object, and the byte behind the
    // object has the fiber's flags.
    unsafe {
        let fiber: *const u8 = (*ffi::ext_php_rs_executor_globals()).active_fiber.cast();
        !fiber.is_null() && *fiber.add(size_of::<ZendObject>()) & DESTROYED != 0
    }
}
