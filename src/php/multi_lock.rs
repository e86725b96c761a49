//! The class `RedisMultiLock`, as stubs/redislock.php declares it. The methods that `RedisLock`
//! has, too, are in `methods`.

use ext_php_rs::{
    builders::{ClassBuilder, FunctionBuilder},
    error::{Error, Result},
    ffi,
    flags::DataType,
    types::{ArrayKey, ZendHashTable, ZendStr, Zval},
    zend::ExecuteData,
};

use crate::php::arguments::parse;
use crate::php::class::{allow_arrays, define, finish, keep, method};
use crate::php::handler::method as run;
use crate::php::object::{MULTI_LOCK as CLASS, class, this};
use crate::php::options::{MULTI_LOCK, RESTORE_MULTI_LOCK, RawArguments};

const MULTI_LOCK_CLASS: &str = "RedisMultiLock";

fn instance_methods() -> [FunctionBuilder<'static>; 3] {
    [
        method("getKeys", get_keys, DataType::Array),
        FunctionBuilder::new("getBlockedBy", get_blocked_by).returns(DataType::String, false, true),
        method("getFences", get_fences, DataType::Array),
    ]
}

pub fn register() -> Result<()> {
    define(
        ClassBuilder::new(MULTI_LOCK_CLASS)
            .registration(|entry, tables| keep(CLASS, entry, tables)),
        MULTI_LOCK.declare(FunctionBuilder::constructor(construct)),
        instance_methods(),
        [RESTORE_MULTI_LOCK.declare(method(
            "restore",
            restore,
            DataType::object(MULTI_LOCK_CLASS),
        ))],
    )?;
    // SAFETY: just registered, and nothing runs yet that could use it.
    let entry = unsafe { class(CLASS).as_mut() }.ok_or(Error::InvalidPointer)?;
    finish(entry, &MULTI_LOCK, &RESTORE_MULTI_LOCK)?;
    allow_arrays(entry, &MULTI_LOCK, &RESTORE_MULTI_LOCK)
}

extern "C" fn construct(call: &mut ExecuteData, _: &mut Zval) {
    run(|| RawArguments::read(call, &MULTI_LOCK)?.initialize(call));
}

extern "C" fn restore(call: &mut ExecuteData, result: &mut Zval) {
    run(|| RawArguments::read(call, &RESTORE_MULTI_LOCK)?.restore(class(CLASS), result));
}

extern "C" fn get_keys(call: &mut ExecuteData, result: &mut Zval) {
    run(|| {
        parse!(call, c"")?;
        this(call)?.with(|lock| {
            let mut list = ZendHashTable::new();
            for key in lock.keys() {
                let mut shown = Zval::new();
                shown.set_zend_string(ZendStr::new(key, false));
                let _ = list.push(shown);
            }
            result.set_hashtable(list);
        })
    });
}

extern "C" fn get_blocked_by(call: &mut ExecuteData, result: &mut Zval) {
    run(|| {
        parse!(call, c"")?;
        this(call)?.with(|lock| match lock.several().blocked_by() {
            Some(key) => result.set_zend_string(ZendStr::new(key, false)),
            None => result.set_null(),
        })
    });
}

extern "C" fn get_fences(call: &mut ExecuteData, result: &mut Zval) {
    run(|| {
        parse!(call, c"")?;
        this(call)?.with(|lock| {
            let mut fences = ZendHashTable::new();
            for (key, fence) in lock.several().fences() {
                add(&mut fences, key, fence);
            }
            result.set_hashtable(fences);
        })
    });
}

/// Adds an element whose key may have any bytes. PHP makes an integer of a key like "12".
fn add(array: &mut ZendHashTable, key: &[u8], number: i64) {
    let text = str::from_utf8(key).map(|text| ArrayKey::from(text.to_owned()));
    if let Ok(ArrayKey::Long(index)) = text {
        let _ = array.insert_at_index(index, number);
        return;
    }
    let (mut name, mut value) = (ZendStr::new(key, false), Zval::new());
    value.set_long(number);
    // SAFETY: the array copies the value, and takes its own reference of the name.
    unsafe { ffi::zend_hash_update(array, &raw mut *name, &raw mut value) };
}
