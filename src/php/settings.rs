//! The INI settings.

use std::{
    ffi::{CStr, c_void},
    panic::catch_unwind,
    time::Duration,
};

use ext_php_rs::{
    error::php_error,
    ffi,
    flags::{ErrorType, IniEntryPermission},
    zend::{IniEntryDef, IniEntryDefs},
};

use crate::claim::label::Label;
use crate::server::address::{options::Timeouts, topology::Topology};

pub const SERVER: &CStr = c"redislock.server";
pub const CONNECT_TIMEOUT: &CStr = c"redislock.connect_timeout";
pub const READ_TIMEOUT: &CStr = c"redislock.read_timeout";
pub const LABEL: &CStr = c"redislock.label";
pub const EVENT_LOOP: &CStr = c"redislock.event_loop";

/// The values of `EVENT_LOOP`.
pub const AUTO: &str = "auto";
const OFF: &str = "off";

pub const OUT_OF_RANGE: &str = "must be a number of seconds between 0.001 and 3600, like 0.5";

pub const NO_LABEL: &str = "must be at most 200 printable ASCII characters, like \"web %h:%p\"";

static ENTRIES: IniEntryDefs<6> = IniEntryDefs::new([
    entry(SERVER, c"redis://127.0.0.1:6379"),
    entry(CONNECT_TIMEOUT, c"1.0"),
    entry(READ_TIMEOUT, c"2.0"),
    entry(LABEL, c""),
    entry(EVENT_LOOP, c"auto"),
    IniEntryDef::end(),
]);

const fn entry(name: &'static CStr, default: &'static CStr) -> IniEntryDef {
    let mut entry = IniEntryDef::new(name, default, IniEntryPermission::All);
    entry.on_modify = Some(judge);
    entry
}

/// The stage of `ini_set()`, which returns false if a value is refused.
const STAGE_RUNTIME: i32 = 1 << 4;
/// The stages of PHP's start, a request's beginning and .htaccess. Other stages restore a value.
const STAGES_OF_FILES: i32 = 1 << 0 | 1 << 2 | 1 << 5;

/// Checks a new value. A bad value of `ini_set()` is refused. A bad value of php.ini, a pool or a
/// folder is kept with a warning. With the default instead, this process would take its locks on
/// another server than all other processes do. A lock that is made with a bad value throws.
unsafe extern "C" fn judge(
    entry: *mut ffi::zend_ini_entry,
    value: *mut ffi::zend_string,
    _argument_1: *mut c_void,
    _argument_2: *mut c_void,
    _argument_3: *mut c_void,
    stage: i32,
) -> i32 {
    let accepts = || {
        // SAFETY: PHP passes the entry and its new value, or null for none.
        let (name, value) = unsafe { ((*entry).name.as_ref(), value.as_ref()) };
        let (Some(name), Some(value)) = (name, value) else {
            return true;
        };
        let Some(wrong) = what_is_wrong(name.as_bytes(), value.as_bytes()) else {
            return true;
        };
        if stage & STAGES_OF_FILES != 0 {
            php_error(&ErrorType::Warning, &wrong);
        }
        stage != STAGE_RUNTIME
    };
    match catch_unwind(accepts) {
        Ok(true) => ffi::ZEND_RESULT_CODE_SUCCESS,
        _ => ffi::ZEND_RESULT_CODE_FAILURE,
    }
}

/// Returns what is wrong with a value. The value is never repeated, because it may hold a password.
fn what_is_wrong(name: &[u8], value: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(value);
    if name == SERVER.to_bytes() {
        let address = Topology::parse(&text, Timeouts::default());
        return address
            .err()
            .map(|error| format!("redislock.server {error}"));
    }
    if name == EVENT_LOOP.to_bytes() {
        let is_known = text == AUTO || text == OFF;
        return (!is_known).then(|| "redislock.event_loop must be auto or off".to_owned());
    }
    let rule = match name == LABEL.to_bytes() {
        true => Label::parse(value).is_none().then_some(NO_LABEL),
        false => seconds(&text).is_none().then_some(OUT_OF_RANGE),
    };
    rule.map(|rule| format!("{} {rule}", String::from_utf8_lossy(name)))
}

fn seconds(value: &str) -> Option<Duration> {
    value.trim().parse().ok().and_then(Timeouts::seconds)
}

pub fn register(module_number: i32) {
    IniEntryDef::register(ENTRIES.as_slice(), module_number);
}

/// Returns a setting's current value, or with `master` the value that php.ini gave it.
pub fn get(name: &CStr, master: bool) -> String {
    let mut exists = false;
    // SAFETY: PHP returns null or a NUL-terminated string that lives until the setting changes. The
    // string is copied at once.
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

/// Returns the timeouts that an address gets if it sets none, or what is wrong with a setting.
pub fn timeouts() -> Result<Timeouts, String> {
    let seconds = |name: &CStr| {
        let value = seconds(&get(name, false));
        value.ok_or_else(|| format!("{} {OUT_OF_RANGE}", name.to_string_lossy()))
    };
    Ok(Timeouts {
        connect: seconds(CONNECT_TIMEOUT)?,
        read: seconds(READ_TIMEOUT)?,
    })
}

/// Returns the label of each lock that sets none, or what is wrong with the setting.
pub fn label() -> Result<Label, String> {
    let label = Label::parse(get(LABEL, false).as_bytes());
    label.ok_or_else(|| format!("{} {NO_LABEL}", LABEL.to_string_lossy()))
}
