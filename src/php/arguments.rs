//! Arguments from callers. PHP's own parser reads them, so its rules and wording hold. Then their
//! range is checked.

use std::{
    ffi::{CString, c_int},
    mem::{self, ManuallyDrop},
    ptr,
};

use ext_php_rs::{
    ffi,
    types::{ZendStr, Zval},
};

use crate::claim::keys::{MOST_KEYS, NAME_LENGTHS};
use crate::lock::fence::is_helper;
use crate::php::exceptions::{Thrown, throw_value_error};
use crate::php::settings;
use crate::server::address::{
    Address, notation::AddressError, options::Timeouts, topology::Topology,
};

/// Reads the arguments of a call into places, by the letters of `zend_parse_parameters`. An
/// optional argument that was not passed leaves its place as it is.
macro_rules! parse {
    ($call:expr, $letters:expr $(, $place:expr)*) => {
        // SAFETY: the places are of the types that the letters ask for.
        match unsafe {
            ext_php_rs::ffi::zend_parse_parameters(
                $call.This.u2.num_args,
                $letters.as_ptr()
                $(, $place)*
            )
        } {
            ext_php_rs::ffi::ZEND_RESULT_CODE_SUCCESS => Ok(()),
            _ => Err($crate::php::exceptions::Thrown),
        }
    };
}
pub(super) use parse;

/// Returns the places of a callable, for the parser. It only borrows the callable, so this must not
/// be dropped.
pub fn no_callable() -> (
    ManuallyDrop<ffi::zend_fcall_info>,
    ffi::zend_fcall_info_cache,
) {
    // SAFETY: plain C structures, for which zero is a value.
    unsafe { (mem::zeroed(), mem::zeroed()) }
}

/// Throws PHP's ValueError for an argument, naming function, number and parameter as PHP does.
pub fn refuse(number: u32, what: &str) -> Thrown {
    let what = CString::new(what).unwrap_or_default();
    // SAFETY: the format takes one string.
    unsafe { ffi::zend_argument_value_error(number, c"%s".as_ptr(), what.as_ptr()) };
    Thrown
}

const NO_NAME: &str = "must be between 1 and 65,536 bytes long";
const HELPER_NAME: &str = "must not end with \":redislock:\" and \"fence\", \"looks\", \"seat1\", \"seat2\", \"vacant\" or \"watchers\": what is kept beside a lock is named so";

/// Checks a key or a token: 1 to 65,536 bytes, of any value.
pub fn name(number: u32, bytes: &[u8]) -> Result<&[u8], Thrown> {
    if !NAME_LENGTHS.contains(&bytes.len()) {
        return Err(refuse(number, NO_NAME));
    }
    Ok(bytes)
}

/// Checks the key of a lock. It must not be the name of a key that is kept beside a lock.
pub fn key(number: u32, bytes: &[u8]) -> Result<&[u8], Thrown> {
    if is_helper(bytes) {
        return Err(refuse(number, HELPER_NAME));
    }
    name(number, bytes)
}

/// Reads the keys of a multi-lock: sorted by their bytes, each once.
pub fn keys(number: u32, keys: &Zval) -> Result<Vec<&[u8]>, Thrown> {
    let refuse_list = || refuse(number, "must be a list of 1 to 128 keys");
    let Some(listed) = keys.array().filter(|keys| keys.has_sequential_keys()) else {
        return Err(refuse_list());
    };
    let mut keys = Vec::with_capacity(listed.len());
    for (place, listed) in listed.values().enumerate() {
        let refuse =
            |what: &str| refuse(number, &format!("is a list whose element [{place}] {what}"));
        let Some(text) = listed.dereference().zend_str() else {
            return Err(refuse("must be a string"));
        };
        let text = text.as_bytes();
        if is_helper(text) {
            return Err(refuse(HELPER_NAME));
        }
        if !NAME_LENGTHS.contains(&text.len()) {
            return Err(refuse(NO_NAME));
        }
        keys.push(text);
    }
    keys.sort_unstable();
    keys.dedup();
    match (1..=MOST_KEYS).contains(&keys.len()) {
        true => Ok(keys),
        false => Err(refuse_list()),
    }
}

/// Throws if a setting is wrong, with the reason.
pub fn setting<T>(value: Result<T, String>) -> Result<T, Thrown> {
    value.map_err(|what| throw_value_error(&what))
}

/// Reads `$server`: null means the INI setting, a string an address, an array a quorum.
pub fn server(number: u32, server: Option<&mut Zval>) -> Result<Topology, Thrown> {
    let timeouts = setting(settings::timeouts())?;
    match server
        .map(Zval::dereference_mut)
        .filter(|server| !server.is_null())
    {
        None => {
            let setting = settings::get(settings::SERVER, false);
            Topology::parse(&setting, timeouts).map_err(|error| {
                refuse_address(error, |what| {
                    throw_value_error(&format!("redislock.server {what}"))
                })
            })
        }
        Some(server) if server.is_array() => quorum(number, server, timeouts),
        Some(server) => address(text(number, server)?, timeouts, |what| refuse(number, what)),
    }
}

const NO_LIST: &str = "must be an address like \"redis://user:password@host:6379/0\", or a list of them: an array with names like 'host' or gaps between its numbers is neither";

fn address(
    text: &ZendStr,
    timeouts: Timeouts,
    refuse: impl Fn(&str) -> Thrown,
) -> Result<Topology, Thrown> {
    text.as_str()
        .map_err(|_| refuse("must be an address in UTF-8"))
        .and_then(|text| {
            Topology::parse(text, timeouts).map_err(|error| refuse_address(error, &refuse))
        })
}

fn refuse_address(error: AddressError, refuse: impl FnOnce(&str) -> Thrown) -> Thrown {
    refuse(&error.to_string())
}

/// Reads a list of independent servers.
fn quorum(number: u32, servers: &Zval, timeouts: Timeouts) -> Result<Topology, Thrown> {
    let Some(servers) = servers.array().filter(|servers| !servers.is_empty()) else {
        return Err(refuse(
            number,
            "must name at least one address: the list is empty",
        ));
    };
    if !servers.has_sequential_keys() {
        return Err(refuse(number, NO_LIST));
    }
    let mut addresses: Vec<Address> = Vec::with_capacity(servers.len());
    for (place, server) in servers.values().enumerate() {
        let refuse =
            |what: &str| refuse(number, &format!("is a list whose element [{place}] {what}"));
        let Some(text) = server.dereference().zend_str() else {
            return Err(refuse("must be a string like \"redis://host:6379/0\""));
        };
        let Topology::Single(address) = address(text, timeouts, refuse)? else {
            return Err(refuse(
                "must be a single server (redis://, rediss:// or unix://): a list is a quorum of independent servers, while the sentinels or nodes of one deployment are written in one string, with commas",
            ));
        };
        if addresses.iter().any(|other| other.target == address.target) {
            return Err(refuse(&format!(
                "names a server that is in it already: {address}"
            )));
        }
        addresses.push(address);
    }
    Ok(Topology::Quorum(addresses))
}

/// Returns a string by PHP's rules for a parameter of type array|string|null.
fn text(number: u32, argument: &mut Zval) -> Result<&ZendStr, Thrown> {
    /// The flag `ZEND_PARSE_PARAMS_QUIET`.
    const QUIET: c_int = 1 << 1;

    let mut text: *mut ZendStr = ptr::null_mut();
    let (mut before, mut count) = (ptr::null_mut::<Zval>(), 0_u32);
    // The one function that does this in every PHP from 8.2 to 8.6.
    // SAFETY: the argument is the one with this number of the running call, so the string that it
    // is or becomes belongs to that call. The places are of the types that the letters ask for.
    unsafe {
        let parsed = ffi::zend_parse_parameters_ex(
            QUIET,
            number,
            c"*S".as_ptr(),
            &raw mut before,
            &raw mut count,
            &raw mut text,
        );
        if parsed != ffi::ZEND_RESULT_CODE_SUCCESS {
            ffi::zend_wrong_parameter_type_error(
                number,
                ffi::_zend_expected_type_Z_EXPECTED_ARRAY_OR_STRING_OR_NULL,
                argument,
            );
            return Err(Thrown);
        }
        Ok(&*text)
    }
}
