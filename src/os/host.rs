//! What this machine is called.

use std::sync::LazyLock;

/// The host's name, as it was when somebody asked first; empty if it has none, or none that can be printed.
pub fn name() -> &'static str {
    static NAME: LazyLock<String> = LazyLock::new(|| {
        let mut name = [0u8; 256];
        // SAFETY: a plain C call that fills local data, all of it but the last byte, which ends the text.
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
