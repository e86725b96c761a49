//! Fibers: a lock belongs to the one that acquired it.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    ffi::c_void,
    rc::Rc,
};

use ext_php_rs::{ffi, types::ZendObject};

/// Who acquired a lock last.
pub type Owner = Rc<Cell<Option<Fiber>>>;

/// A fiber of this thread, or what runs outside of all: its number, which no other one has had; 0: outside of all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fiber(u64);

thread_local! {
    /// The fibers that have begun and not ended, by their contexts' addresses, which are used again.
    static FIBERS: RefCell<HashMap<usize, Fiber>> = RefCell::default();
    static BEGUN: Cell<u64> = const { Cell::new(0) };
}

type Handler = unsafe extern "C" fn(context: *mut c_void);

unsafe extern "C" {
    // Zend/zend_observer.h, the same from PHP 8.1 on.
    fn zend_observer_fiber_init_register(handler: Handler);
    fn zend_observer_fiber_destroy_register(handler: Handler);
    fn zend_observer_fiber_switch_register(
        handler: unsafe extern "C" fn(from: *mut c_void, to: *mut c_void),
    );
}

/// Has PHP tell of fibers; and of every switch to another one, after that.
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
    FIBERS.with_borrow_mut(|fibers| fibers.insert(context.addr(), Fiber(BEGUN.get())));
}

unsafe extern "C" fn end(context: *mut c_void) {
    FIBERS.with_borrow_mut(|fibers| fibers.remove(&context.addr()));
}

impl Fiber {
    /// The one that runs now.
    pub fn current() -> Fiber {
        // SAFETY: PHP's globals of this thread outlive every call.
        let context = unsafe { (*ffi::ext_php_rs_executor_globals()).current_fiber_context };
        let fiber = FIBERS.with_borrow(|fibers| fibers.get(&context.addr()).copied());
        fiber.unwrap_or(Fiber(0))
    }

    /// Whether it may still go on.
    pub fn is_alive(self) -> bool {
        self == Fiber(0) || FIBERS.with_borrow(|fibers| fibers.values().any(|fiber| *fiber == self))
    }
}

/// Whether the fiber that runs now is being destroyed: what is thrown into it would end its `finally`.
pub fn is_destroyed() -> bool {
    const DESTROYED: u8 = 1 << 2;
    // SAFETY: PHP's globals of this thread. A fiber begins with its object, and its flags are the byte behind that.
    unsafe {
        let fiber: *const u8 = (*ffi::ext_php_rs_executor_globals()).active_fiber.cast();
        !fiber.is_null() && *fiber.add(size_of::<ZendObject>()) & DESTROYED != 0
    }
}
