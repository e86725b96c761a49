//! The class `RedisLockHolder`: the holder of a key, as getHolder() returns it.

use std::{
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

use ext_php_rs::{error::Result, types::Zval};

use crate::claim::label::label_of;
use crate::command::answer::Holder;
use crate::php::exceptions::Thrown;
use crate::php::value_class::{self, BOOL, FLOAT, NULL, STRING, ValueClass};

pub static HOLDER: ValueClass<3> = ValueClass {
    name: "RedisLockHolder",
    properties: [
        ("label", STRING | NULL),
        ("remaining", FLOAT),
        ("isOwn", BOOL),
    ],
    entry: AtomicPtr::new(ptr::null_mut()),
};

pub fn register() -> Result<()> {
    HOLDER.register(|entry, _| HOLDER.entry.store(entry, Ordering::Release))
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
    let value = holder.value.as_deref();
    let left = holder.left.map_or(f64::INFINITY, |left| left.as_secs_f64());
    let values = [
        value_class::text(value.and_then(label_of).map(str::as_bytes)),
        value_class::float(Some(left)),
        value_class::bool(value.is_some() && value == token),
    ];
    HOLDER.object(values, result)
}
