//! A lock as a PHP object: how it is created, found, shown by var_dump() and destroyed.

use std::{
    mem::offset_of,
    ops::Deref,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr,
    sync::{
        OnceLock,
        atomic::{AtomicPtr, Ordering},
    },
};

use ext_php_rs::{
    ffi,
    types::{ZendHashTable, ZendObject, Zval},
    zend::{ClassEntry, ExecuteData, ZendObjectHandlers},
};

use crate::claim::history;
use crate::lock::Lock;
use crate::lock::any_lock::BackendLock;
use crate::os::interrupt;
use crate::php::exceptions::{Thrown, throw_error};
use crate::php::{dump, handler::method, interrupts, php_lock::PhpLock, reports};
use crate::server::backend::AnyBackend;

/// The number of each class whose objects are locks: its place in `CLASSES`.
pub const LOCK: usize = 0;
pub const SEMAPHORE: usize = 1;
pub const MULTI_LOCK: usize = 2;

static CLASSES: [AtomicPtr<ClassEntry>; 3] = [const { AtomicPtr::new(ptr::null_mut()) }; 3];

/// Returns a class entry, once PHP has started.
pub fn class(class: usize) -> *mut ClassEntry {
    CLASSES[class].load(Ordering::Acquire)
}

pub fn set_class(class: usize, entry: *mut ClassEntry) {
    CLASSES[class].store(entry, Ordering::Release);
}

/// The object as PHP's allocator lays it out. PHP knows the address of `std`; properties follow it.
#[repr(C)]
struct Object {
    lock: Option<PhpLock>,
    std: ZendObject,
}

/// # Safety
/// `std` belongs to an object made by [`create`].
unsafe fn container(std: *mut ZendObject) -> *mut Object {
    // SAFETY: `std` is the field of an `Object`, because `create` made it.
    unsafe { std.byte_sub(offset_of!(Object, std)).cast() }
}

fn handlers() -> &'static ZendObjectHandlers {
    static HANDLERS: OnceLock<ZendObjectHandlers> = OnceLock::new();
    HANDLERS.get_or_init(|| {
        // SAFETY: PHP's own table, complete since PHP started.
        let mut handlers = unsafe { ptr::read(&raw const ffi::std_object_handlers) };
        handlers.offset = offset_of!(Object, std) as _;
        handlers.dtor_obj = Some(destruct);
        handlers.free_obj = Some(free);
        handlers.clone_obj = None; // a lock has one owner
        handlers.compare = Some(ffi::zend_objects_not_comparable); // only equal to itself
        handlers.get_debug_info = Some(debug_info);
        handlers
    })
}

/// PHP's `create_object`: an object without a lock, until its constructor gives it one.
pub unsafe extern "C" fn create(class: *mut ClassEntry) -> *mut ZendObject {
    // SAFETY: called by PHP with the class that this function was registered for. The fields are
    // written before anything reads them.
    unsafe {
        let object: *mut Object =
            ffi::ext_php_rs_zend_object_alloc(size_of::<Object>(), class).cast();
        (&raw mut (*object).lock).write(None);
        let std = &raw mut (*object).std;
        ffi::zend_object_std_init(std, class);
        ffi::object_properties_init(std, class);
        (*std).handlers = handlers();
        std
    }
}

/// PHP's `dtor_obj`. Releases the lock; signal handlers may run meanwhile. If other references
/// exist, at the script's end or in a cycle, that is left to [`free`].
unsafe extern "C" fn destruct(std: *mut ZendObject) {
    method(|| {
        // SAFETY: called by PHP with an object that `create` made.
        let (references, lock) = unsafe { ((*std).gc.refcount, &(*container(std)).lock) };
        match lock {
            Some(lock) if references == 1 => lock.with(BackendLock::release_or_defer),
            Some(lock) => {
                lock.is_destructed.set(true);
                Ok(())
            }
            None => Ok(()),
        }
    });
}

/// Releases the locks whose destructor call has left that to [`free`], at the end of the request.
pub fn end_destructed() {
    locks()
        .filter(|lock| lock.is_destructed.get())
        .for_each(end_silently);
}

/// PHP's `free_obj`: the last reference is gone, or the request ends. Releases the lock.
unsafe extern "C" fn free(std: *mut ZendObject) {
    // SAFETY: called by PHP once, with an object that `create` made.
    unsafe {
        let lock = (*container(std)).lock.take();
        let _ = catch_unwind(AssertUnwindSafe(|| lock.as_ref().map(end_silently)));
        // No code is left that could catch an exception, and PHP may be throwing one already.
        let _operation = interrupt::uninterruptible();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(lock)));
        ffi::zend_object_std_dtor(std);
    }
}

/// If there may be a listener, releases the lock as [`destruct`] does, and has the listener told
/// when PHP code runs again.
fn end_silently(lock: &PhpLock) {
    if history::are_kept() {
        let _operation = interrupt::uninterruptible();
        if let Ok(mut lock) = lock.lock.try_borrow_mut() {
            lock.release_or_defer();
            reports::collect(&mut lock);
        }
        interrupts::flag().store(true, Ordering::Release);
    }
}

/// `$this` with a reference of its own, because a call from array_map() and the like has none, and
/// a signal handler may drop the last other one.
pub struct This<'call> {
    lock: &'call PhpLock,
    _object: Zval,
}

impl Deref for This<'_> {
    type Target = PhpLock;

    fn deref(&self) -> &PhpLock {
        self.lock
    }
}

/// Returns the lock of the object whose method is called.
pub fn this(call: &ExecuteData) -> Result<This<'_>, Thrown> {
    // Not `call.This` itself, because its type also holds flags of the call.
    let mut object = Zval::new();
    // SAFETY: methods of a final class run on its own objects only. This object is alive, and is
    // kept alive from here on.
    let lock = unsafe {
        let this = call.This.value.obj;
        (*this).gc.refcount += 1;
        object.value.obj = this;
        object.u1.type_info = ffi::IS_OBJECT_EX;
        &(*container(this)).lock
    };
    match lock {
        Some(lock) => Ok(This {
            lock,
            _object: object,
        }),
        None => Err(throw_error(&format!(
            "The {} object has not been correctly initialized by its constructor",
            class_of(object.object())
        ))),
    }
}

/// Returns the name of an object's class, for messages.
fn class_of(object: Option<&ZendObject>) -> String {
    let class = object.map(ZendObject::get_class_name);
    class.and_then(Result::ok).unwrap_or_default()
}

/// Gives an object its lock. Throws if it has one.
pub fn initialize(std: *mut ZendObject, lock: PhpLock) -> Result<(), Thrown> {
    // SAFETY: constructor and restore() pass objects of the class. No method of them is running.
    let place = unsafe { &mut (*container(std)).lock };
    if place.is_some() {
        // SAFETY: as above.
        let class = class_of(unsafe { std.as_ref() });
        return Err(throw_error(&format!(
            "A {class} cannot be constructed twice"
        )));
    }
    *place = Some(lock);
    Ok(())
}

/// Calls `see` for each lock of this thread that no call is using.
pub fn each_lock(mut see: impl FnMut(&mut BackendLock)) {
    for lock in locks() {
        if let Ok(mut lock) = lock.lock.try_borrow_mut() {
            see(&mut lock);
        }
    }
}

/// Returns the locks of this thread's objects. Searches PHP's own list of objects, so no other list
/// is needed.
fn locks<'a>() -> impl Iterator<Item = &'a PhpLock> {
    // SAFETY: PHP's list of this thread's objects. Its first entry is unused, and odd pointers are
    // free entries. `create` made the objects with our handlers. No PHP code runs meanwhile.
    unsafe {
        let store = &(*ffi::ext_php_rs_executor_globals()).objects_store;
        (1..store.top as usize)
            .map(|place| *store.object_buckets.add(place))
            .filter(|object| !object.is_null() && object.addr() & 1 == 0)
            .filter(|object| ptr::eq((**object).handlers, handlers()))
            .filter_map(|object| (*container(object)).lock.as_ref())
    }
}

/// Returns whether an object of this thread holds the same key of the same server by this value.
pub fn is_held_by_another_object(lock: &Lock<AnyBackend>, value: &[u8]) -> bool {
    let server = lock.server().to_string();
    locks()
        .filter_map(|lock| lock.lock.try_borrow().ok())
        .any(|other| {
            let holds = other.token().is_some_and(|token| token.as_bytes() == value);
            let holds = holds && other.is_held();
            let is_same = holds && other.keys().contains(&lock.key());
            is_same && other.server().to_string() == server
        })
}

unsafe extern "C" fn debug_info(
    std: *mut ZendObject,
    is_temporary: *mut i32,
) -> *mut ZendHashTable {
    // SAFETY: called by PHP with an object that `create` made and a place for the answer.
    let lock = unsafe {
        *is_temporary = 1;
        &(*container(std)).lock
    };
    let mut shown = ZendHashTable::new();
    let _ = catch_unwind(AssertUnwindSafe(|| {
        if let Some(Ok(lock)) = lock.as_ref().map(|lock| lock.lock.try_borrow()) {
            dump::show(&lock, &mut shown);
        }
    }));
    shown.into_raw()
}
