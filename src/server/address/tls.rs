//! What an address says of TLS.

use std::path::PathBuf;

/// The TLS settings of an address.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TlsSettings {
    /// The certificates of the authorities to trust; None: the system's.
    pub ca: Option<PathBuf>,
    /// Our own certificate and its key, for a server that asks for one: both or none.
    pub cert: Option<PathBuf>,
    pub key: Option<PathBuf>,
    /// Whether the server's certificate is checked.
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
