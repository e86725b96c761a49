//! The TLS options of an address.

use std::path::PathBuf;

/// The TLS settings of an address.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TlsSettings {
    /// The certificates of the authorities to trust; None: the system's.
    pub ca: Option<PathBuf>,
    /// Our own certificate and its key, for a server that asks for one: both or none.
    pub cert: Option<PathBuf>,
    pub key: Option<PathBuf>,
    /// True if the server's certificate is verified.
    pub verify: bool,
}

impl Default for TlsSettings {
    fn default() -> TlsSettings {
        TlsSettings {
            ca: None,
            cert: None,
            key: None,
            verify: true,
        }
    }
}
