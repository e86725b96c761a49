//! The class `RedisLockHolder`: the holder of a key, as getHolder() returns it.

use std::{
    ffi::c_int,
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

use ext_php_rs::{
    builders::ClassBuilder,
    error::{Error, Result},
    ffi,
    flags::ClassFlags,
    types::{ZendStr, Zval},
    zend::ClassEntry,
};

use crate::claim::label::label_of;
use crate::command::answer::Holder;
use crate::php::exceptions::Thrown;

pub const HOLDER_CLASS: &str = "RedisLockHolder";

static CLASS: AtomicPtr<ClassEntry> = AtomicPtr::new(ptr::null_mut());

unsafe extern "C" {
    // From Zend/zend_API.h, the same from PHP 8.2 on.
    fn zend_declare_typed_property(
        class: *mut ClassEntry,
        name: *mut ffi::zend_string,
        default: *mut Zval,
        flags: c_int,
        comment: *mut ffi::zend_string,
        type_: ffi::zend_type,
    ) -> *mut std::ffi::c_void;
}

const PUBLIC_AND_READONLY: c_int = 1 << 0 | 1 << 7;

/// The properties and their types, in the order in which [`answer`] fills them.
const PROPERTIES: [(&str, u32); 3] = [
    ("label", 1 << ffi::IS_STRING | 1 << ffi::IS_NULL),
    ("remaining", 1 << ffi::IS_DOUBLE),
    ("isOwn", 1 << ffi::IS_TRUE | 1 << ffi::IS_FALSE),
];

pub fn register() -> Result<()> {
    ClassBuilder::new(HOLDER_CLASS)
        .flags(ClassFlags::Final | ClassFlags::ReadonlyClass | ClassFlags::NoDynamicProperties)
        .registration(|entry, _| CLASS.store(entry, Ordering::Release))
        .register()?;
    let class = CLASS.load(Ordering::Acquire);
    if class.is_null() {
        return Err(Error::InvalidPointer);
    }
    for (name, type_mask) in PROPERTIES {
        let type_ = ffi::zend_type {
            ptr: ptr::null_mut(),
            type_mask,
        };
        let mut default = Zval::new();
        default.u1.type_info = ffi::IS_UNDEF;
        // SAFETY: just registered, and nothing runs yet that could use it. PHP keeps the name.
        unsafe {
            let name = ZendStr::new_interned(name, true).into_raw();
            zend_declare_typed_property(
                class,
                name,
                &raw mut default,
                PUBLIC_AND_READONLY,
                ptr::null_mut(),
                type_,
            );
        }
    }
    Ok(())
}

/// Sets the result of getHolder() for the owner of `token`.
pub fn answer(
    holder: Option<&Holder>,
    token: Option<&[u8]>,
    result: &mut Zval,
) -> std::result::Result<(), Thrown> {
    let Some(holder) = holder else {
        result.set_null();
        return Ok(());
    };
    // SAFETY: fills the result with a new object of the class.
    let outcome = unsafe { ffi::object_init_ex(result, CLASS.load(Ordering::Acquire)) };
    if outcome != ffi::ZEND_RESULT_CODE_SUCCESS {
        return Err(Thrown);
    }
    let (mut label, mut remaining, mut is_own) = (Zval::new(), Zval::new(), Zval::new());
    let value = holder.value.as_deref();
    match value.and_then(label_of) {
        Some(text) => label.set_zend_string(ZendStr::new(text, false)),
        None => label.set_null(),
    }
    let left = holder.left.map_or(f64::INFINITY, |left| left.as_secs_f64());
    remaining.set_double(left);
    is_own.set_bool(value.is_some() && value == token);
    for (n, value) in [label, remaining, is_own].into_iter().enumerate() {
        // SAFETY: a new object has a place for each property, and nothing in it yet.
        unsafe {
            let properties = &raw mut (*result.value.obj).properties_table;
            properties.cast::<Zval>().add(n).write(value);
        }
    }
    Ok(())
}
