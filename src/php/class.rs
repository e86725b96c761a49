//! The class `RedisLock`: its methods with their parameters, as stubs/redislock.php declares them.

use ext_php_rs::{
    args::Arg,
    builders::{ClassBuilder, FunctionBuilder},
    error::{Error, Result},
    ffi,
    flags::{ClassFlags, DataType, MethodFlags},
    types::{ZendStr, Zval},
    zend::{ClassEntry, ExecuteData},
};

use crate::php::options::{CONSTRUCTOR, Parameter, Parameters, RESTORE, TTL, WAIT};
use crate::php::{construct, holder, methods, object, synchronized};

use std::sync::Mutex;

const LOCK_CLASS: &str = "RedisLock";

/// The argument tables of the methods, which PHP borrows for as long as the module lives.
struct Tables(#[expect(dead_code, reason = "PHP reads them")] ext_php_rs::args::ArgInfoTables);

// SAFETY: written once at startup, before there is a second thread; PHP only reads them.
unsafe impl Send for Tables {}

static TABLES: Mutex<Vec<Tables>> = Mutex::new(Vec::new());

pub fn method(name: &str, handler: Handler, returns: DataType) -> FunctionBuilder<'static> {
    FunctionBuilder::new(name, handler).returns(returns, false, false)
}

pub type Handler = extern "C" fn(&mut ExecuteData, &mut Zval);

/// Returns the methods that all classes of locks have.
fn shared_methods() -> [FunctionBuilder<'static>; 12] {
    [
        method("acquire", methods::acquire, DataType::Bool)
            .not_required()
            .arg(WAIT.nullable()),
        method("tryAcquire", methods::try_acquire, DataType::Bool),
        method("release", methods::release, DataType::Bool),
        method("refresh", methods::refresh, DataType::Bool)
            .not_required()
            .arg(TTL.nullable()),
        method("synchronized", synchronized::synchronized, DataType::Mixed)
            .arg(Arg::new("work", DataType::Callable))
            .not_required()
            .arg(WAIT.nullable()),
        method("detach", methods::detach, DataType::String),
        method("isHeld", methods::is_held, DataType::Bool),
        method("isOwned", methods::is_owned, DataType::Bool),
        FunctionBuilder::new("getToken", methods::get_token).returns(DataType::String, false, true),
        method("getTtl", methods::get_ttl, DataType::Double),
        method("getRemaining", methods::get_remaining, DataType::Double),
        method("getWaited", methods::get_waited, DataType::Double),
    ]
}

fn instance_methods() -> [FunctionBuilder<'static>; 5] {
    [
        method("getKey", methods::get_key, DataType::String),
        method("forceRelease", methods::force_release, DataType::Bool),
        method("isLocked", methods::is_locked, DataType::Bool),
        FunctionBuilder::new("getHolder", methods::get_holder).returns(
            DataType::object(holder::HOLDER.name),
            false,
            true,
        ),
        FunctionBuilder::new("getFence", methods::get_fence).returns(DataType::Long, false, true),
    ]
}

fn static_methods() -> [FunctionBuilder<'static>; 4] {
    [
        RESTORE.declare(method(
            "restore",
            construct::restore,
            DataType::object(LOCK_CLASS),
        )),
        method("setPoll", methods::set_poll, DataType::Void)
            .arg(Arg::new("poll", DataType::Callable).allow_null()),
        method("listen", methods::listen, DataType::Void)
            .arg(Arg::new("listener", DataType::Callable).allow_null()),
        method("stats", methods::stats, DataType::Array),
    ]
}

pub fn register() -> Result<()> {
    define(
        ClassBuilder::new(LOCK_CLASS)
            .registration(|entry, tables| keep(object::LOCK, entry, tables)),
        CONSTRUCTOR.declare(FunctionBuilder::constructor(construct::construct)),
        instance_methods(),
        static_methods(),
    )?;
    // SAFETY: just registered, and nothing runs yet that could use it.
    let entry = unsafe { object::class(object::LOCK).as_mut() }.ok_or(Error::InvalidPointer)?;
    finish(entry, &CONSTRUCTOR, &RESTORE)?;
    allow_arrays(entry, &CONSTRUCTOR, &RESTORE)
}

/// Lets `$server` be a list.
pub fn allow_arrays(
    entry: &mut ClassEntry,
    constructor: &Parameters,
    restore: &Parameters,
) -> Result<()> {
    allow_array(entry, "__construct", constructor)?;
    allow_array(entry, "restore", restore)
}

/// Registers a class whose objects are locks of some kind.
pub fn define(
    class: ClassBuilder,
    constructor: FunctionBuilder<'static>,
    of_an_object: impl IntoIterator<Item = FunctionBuilder<'static>>,
    of_the_class: impl IntoIterator<Item = FunctionBuilder<'static>>,
) -> Result<()> {
    let mut class = class
        .flags(ClassFlags::Final | ClassFlags::NoDynamicProperties | ClassFlags::NotSerializable)
        .method(constructor, MethodFlags::Public);
    for method in shared_methods().into_iter().chain(of_an_object) {
        class = class.method(method, MethodFlags::Public);
    }
    for method in of_the_class {
        class = class.method(method, MethodFlags::Public | MethodFlags::Static);
    }
    class.register()
}

/// Keeps what registration has made: the class entry and the argument tables.
pub fn keep(class: usize, entry: &'static mut ClassEntry, tables: ext_php_rs::args::ArgInfoTables) {
    object::set_class(class, entry);
    let mut kept = TABLES
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    kept.push(Tables(tables));
}

/// Completes such a class with what the builder cannot express.
pub fn finish(
    entry: &mut ClassEntry,
    constructor: &Parameters,
    restore: &Parameters,
) -> Result<()> {
    entry.__bindgen_anon_2.create_object = Some(object::create);
    for (method, at) in [("__construct", constructor), ("restore", restore)] {
        hide(entry, method, at.number(Parameter::Server))?;
        hide(entry, method, at.number(Parameter::Token))?;
    }
    Ok(())
}

unsafe extern "C" {
    // Zend/zend_attributes.h, the same from PHP 8.2 on.
    fn zend_add_attribute(
        attributes: *mut *mut ffi::HashTable,
        name: *mut ffi::zend_string,
        argument_count: u32,
        flags: u32,
        offset: u32,
        line: u32,
    ) -> *mut std::ffi::c_void;
}

fn function<'a>(class: &'a mut ClassEntry, method: &str) -> Result<&'a mut ffi::zend_function> {
    // SAFETY: the function table has the methods that were just registered, by lowercase name.
    unsafe {
        let function: *mut ffi::zend_function = ffi::zend_hash_str_find_ptr_lc(
            &raw mut class.function_table,
            method.as_ptr().cast(),
            method.len(),
        )
        .cast();
        function.as_mut().ok_or(Error::InvalidPointer)
    }
}

/// Sets the type of `$server`, which the builder cannot express: string|array|null.
fn allow_array(class: &mut ClassEntry, method: &str, at: &Parameters) -> Result<()> {
    let function = function(class, method)?;
    // SAFETY: its argument table is kept in TABLES or copied by PHP, and nothing else uses it yet.
    unsafe {
        let parameter = function
            .internal_function
            .arg_info
            .add(at.number(Parameter::Server) as usize - 1);
        (*parameter).type_.type_mask |= 1 << ffi::IS_ARRAY;
    }
    Ok(())
}

/// Keeps a parameter's value out of stack traces.
fn hide(class: &mut ClassEntry, method: &str, parameter: u32) -> Result<()> {
    const ZEND_ATTRIBUTE_PERSISTENT: u32 = 1;
    let function = function(class, method)?;
    // SAFETY: nothing has read the method's attributes yet.
    unsafe {
        let name = ZendStr::new_interned("SensitiveParameter", true).into_raw();
        zend_add_attribute(
            &raw mut function.common.attributes,
            name,
            0,
            ZEND_ATTRIBUTE_PERSISTENT,
            parameter,
            0,
        );
    }
    Ok(())
}
