//! Classes of values: `RedisLockHolder` and `RedisLockEvent`. PHP code only reads their objects.

use std::{
    ffi::c_int,
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

use ext_php_rs::{
    args::ArgInfoTables,
    builders::ClassBuilder,
    error::{Error, Result},
    ffi,
    flags::ClassFlags,
    types::{ZendStr, Zval},
    zend::ClassEntry,
};

use crate::php::exceptions::Thrown;

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

pub const NULL: u32 = 1 << ffi::IS_NULL;
pub const STRING: u32 = 1 << ffi::IS_STRING;
pub const INT: u32 = 1 << ffi::IS_LONG;
pub const FLOAT: u32 = 1 << ffi::IS_DOUBLE;
pub const BOOL: u32 = 1 << ffi::IS_TRUE | 1 << ffi::IS_FALSE;

/// A class whose objects are values.
pub struct ValueClass<const N: usize> {
    pub name: &'static str,
    /// The properties and their types, in the order in which [`ValueClass::object`] fills them.
    pub properties: [(&'static str, u32); N],
    pub entry: AtomicPtr<ClassEntry>,
}

impl<const N: usize> ValueClass<N> {
    /// Registers the class. `keep` stores the class entry in this value. It is a plain function,
    /// because the builder takes no other callable.
    pub fn register(&self, keep: fn(&'static mut ClassEntry, ArgInfoTables)) -> Result<()> {
        ClassBuilder::new(self.name)
            .flags(ClassFlags::Final | ClassFlags::ReadonlyClass | ClassFlags::NoDynamicProperties)
            .registration(keep)
            .register()?;
        let class = self.entry.load(Ordering::Acquire);
        if class.is_null() {
            return Err(Error::InvalidPointer);
        }
        for (name, type_mask) in self.properties {
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

    /// Makes `result` a new object with these values.
    pub fn object(&self, values: [Zval; N], result: &mut Zval) -> std::result::Result<(), Thrown> {
        // SAFETY: fills the result with a new object of the class.
        let outcome = unsafe { ffi::object_init_ex(result, self.entry.load(Ordering::Acquire)) };
        if outcome != ffi::ZEND_RESULT_CODE_SUCCESS {
            return Err(Thrown);
        }
        for (n, value) in values.into_iter().enumerate() {
            // SAFETY: a new object has a place for each property, and nothing in it yet.
            unsafe {
                let properties = &raw mut (*result.value.obj).properties_table;
                properties.cast::<Zval>().add(n).write(value);
            }
        }
        Ok(())
    }
}

/// Returns PHP's string of these bytes, or null.
pub fn text(bytes: Option<&[u8]>) -> Zval {
    let mut value = Zval::new();
    match bytes {
        Some(bytes) => value.set_zend_string(ZendStr::new(bytes, false)),
        None => value.set_null(),
    }
    value
}

/// Returns PHP's float, or null.
pub fn float(number: Option<f64>) -> Zval {
    let mut value = Zval::new();
    match number {
        Some(number) => value.set_double(number),
        None => value.set_null(),
    }
    value
}

/// Returns PHP's int, or null.
pub fn int(number: Option<i64>) -> Zval {
    let mut value = Zval::new();
    match number {
        Some(number) => value.set_long(number),
        None => value.set_null(),
    }
    value
}

/// Returns PHP's bool.
pub fn bool(is_true: bool) -> Zval {
    let mut value = Zval::new();
    value.set_bool(is_true);
    value
}
