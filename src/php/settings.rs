//! The INI settings.

use std::ffi::{CStr, c_void};

use ext_php_rs::{
    ffi,
    flags::IniEntryPermission,
    zend::{IniEntryDef, IniEntryDefs},
};

use crate::server::Timeouts;

pub const SERVER: &CStr = c"redislock.server";
pub const CONNECT_TIMEOUT: &CStr = c"redislock.connect_timeout";
pub const READ_TIMEOUT: &CStr = c"redislock.read_timeout";

static ENTRIES: IniEntryDefs<4> = IniEntryDefs::new([
    entry(SERVER, c"redis://127.0.0.1:6379"),
    entry(CONNECT_TIMEOUT, c"1.0"),
    entry(READ_TIMEOUT, c"2.0"),
    IniEntryDef::end(),
]);

const fn entry(name: &'static CStr, default: &'static CStr) -> IniEntryDef {
    let mut entry = IniEntryDef::new(name, default, IniEntryPermission::All);
    entry.on_modify = Some(accept);
    entry
}

/// Values are judged when a lock is made of them, with an exception that says what is wrong: PHP drops a refusal here
/// without a word. But without any handler ini_restore() does nothing.
unsafe extern "C" fn accept(
    _entry: *mut ffi::zend_ini_entry,
    _value: *mut ffi::zend_string,
    _argument_1: *mut c_void,
    _argument_2: *mut c_void,
    _argument_3: *mut c_void,
    _stage: i32,
) -> i32 {
    0
}

pub fn register(module_number: i32) {
    IniEntryDef::register(ENTRIES.as_slice(), module_number);
}

/// A setting's value now, or with `master` the one that php.ini gave it.
pub fn get(name: &CStr, master: bool) -> String {
    let mut exists = false;
    // SAFETY: PHP answers with a NUL-terminated string that lives until the setting changes, or null; copied at once.
    unsafe {
        let value = ffi::zend_ini_string_ex(
            name.as_ptr(),
            name.count_bytes(),
            master.into(),
            &raw mut exists,
        );
        if value.is_null() {
            return String::new();
        }
        CStr::from_ptr(value).to_string_lossy().into_owned()
    }
}

/// The timeouts for what an address leaves open; or the name of the setting that is no number of seconds in range.
pub fn timeouts() -> Result<Timeouts, &'static CStr> {
    let seconds = |name| {
        let value = get(name, false).trim().parse().ok();
        value.and_then(Timeouts::seconds).ok_or(name)
    };
    Ok(Timeouts {
        connect: seconds(CONNECT_TIMEOUT)?,
        read: seconds(READ_TIMEOUT)?,
    })
}
