//! The name of this machine.

use std::sync::LazyLock;

/// Returns the host's name as it was at the first call. It is empty if the host has no name that
/// can be printed.
pub fn name() -> &'static str {
    static NAME: LazyLock<String> = LazyLock::new(|| {
        let mut name = [0u8; 256];
        // SAFETY: a plain C call that fills local data, except for the last byte, which ends the
        // text.
        let outcome = unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) };
        let bytes = name
            .into_iter()
            .take_while(|byte| (b'!'..=b'~').contains(byte));
        match outcome {
            0 => bytes.map(char::from).collect(),
            _ => String::new(),
        }
    });
    &NAME
}
