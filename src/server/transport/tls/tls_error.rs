//! TLS errors, with messages that say what to do.

use std::{
    error::Error,
    io,
    sync::Arc,
    time::{Duration, SystemTime},
};

use redis::RedisError;
use rustls::{
    AlertDescription, CertificateError,
    pki_types::{ServerName, UnixTime},
};

use crate::server::address::tls::TlsSettings;

/// A TLS error. It travels inside an [`io::Error`], and with that inside a [`RedisError`].
#[derive(Debug, thiserror::Error)]
#[error("{words}")]
pub struct TlsError {
    words: String,
    hint: Option<&'static str>,
    /// True if the server refused the handshake: it has read no command, even if ours seemed over.
    pub is_refusal: bool,
}

const NO_TLS: &str = "is this a TLS port? an address without TLS begins with redis://";
const CLOCK_HINT: &str = "does it have to be renewed, or is a clock wrong?";

impl TlsError {
    pub fn new(words: impl Into<String>) -> TlsError {
        TlsError {
            words: words.into(),
            hint: None,
            is_refusal: false,
        }
    }

    fn hint(mut self, hint: &'static str) -> TlsError {
        self.hint = Some(hint);
        self
    }

    /// Returns the TLS error inside an error.
    pub fn of(error: &RedisError) -> Option<&TlsError> {
        let inner: &Arc<dyn Error + Send + Sync> = error.source()?.downcast_ref()?;
        inner.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref()
    }

    pub fn what_helps(&self) -> Option<&'static str> {
        self.hint
    }

    pub fn hung_up() -> io::Error {
        let tls_error = TlsError::new("the server hung up during the TLS handshake").hint(NO_TLS);
        io::Error::new(io::ErrorKind::UnexpectedEof, tls_error)
    }

    pub fn timed_out() -> io::Error {
        let words = "the server did not finish the TLS handshake within the connect timeout";
        io::Error::new(io::ErrorKind::TimedOut, TlsError::new(words).hint(NO_TLS))
    }

    /// Returns the error for a plain connection that ended before a byte arrived, as on a TLS port.
    pub fn perhaps_tls(error: io::Error) -> io::Error {
        let tls_error = TlsError::new("the server closed the connection")
            .hint("does this port want TLS? then the address begins with rediss://");
        io::Error::new(error.kind(), tls_error)
    }

    /// Returns what went wrong on a connection with these settings.
    pub fn on(tls: &TlsSettings, shaking_hands: bool, error: rustls::Error) -> TlsError {
        match error {
            rustls::Error::InvalidCertificate(error) => bad_certificate(tls, error),
            rustls::Error::AlertReceived(alert) => alert_error(tls, alert),
            rustls::Error::InvalidMessage(_) if shaking_hands => {
                TlsError::new("the server does not speak TLS").hint(NO_TLS)
            }
            error => error.into(),
        }
    }
}

impl From<rustls::Error> for TlsError {
    fn from(error: rustls::Error) -> TlsError {
        TlsError::new(format!("TLS failed: {error}"))
    }
}

impl From<TlsError> for io::Error {
    fn from(tls_error: TlsError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, tls_error)
    }
}

fn bad_certificate(tls: &TlsSettings, error: CertificateError) -> TlsError {
    match (error, &tls.ca) {
        // A bad signature comes from another authority with the same name.
        (CertificateError::UnknownIssuer | CertificateError::BadSignature, Some(ca)) => {
            let ca = ca.display();
            TlsError::new(format!(
                "the server's certificate is not signed by an authority in {ca}"
            ))
            .hint("does ca= name the certificate of the authority that signed it?")
        }
        (CertificateError::UnknownIssuer | CertificateError::BadSignature, None) => TlsError::new(
            "the server's certificate is not signed by an authority that this system trusts",
        )
        .hint("name the certificate of the authority that signed it with ca="),
        (CertificateError::ExpiredContext { not_after, .. }, _) => TlsError::new(format!(
            "the server's certificate expired on {}",
            date(not_after)
        ))
        .hint(CLOCK_HINT),
        (CertificateError::NotValidYetContext { not_before, .. }, _) => TlsError::new(format!(
            "the server's certificate is not valid before {}",
            date(not_before)
        ))
        .hint(CLOCK_HINT),
        (
            CertificateError::NotValidForNameContext {
                expected,
                presented,
            },
            _,
        ) => TlsError::new(format!(
            "the server's certificate is not for {}, but for {}",
            host(&expected),
            names(&presented)
        ))
        .hint("is the address right? its host must be a name that the certificate is for"),
        (CertificateError::Other(error), _)
            if format!("{error:?}").contains("CaUsedAsEndEntity") =>
        {
            TlsError::new("the server's certificate is an authority's own (CA:TRUE)")
                .hint("give the server one of its own, signed by the authority")
        }
        (CertificateError::Other(error), _)
            if format!("{error:?}").contains("UnsupportedCertVersion") =>
        {
            TlsError::new("the server's certificate is one of X.509 version 1, which names no host")
                .hint("give the server one with its host in subjectAltName")
        }
        (error, _) => TlsError::new(format!("the server's certificate is not valid: {error}")),
    }
}

fn host(name: &ServerName) -> String {
    match name {
        ServerName::IpAddress(address) => std::net::IpAddr::from(*address).to_string(),
        name => name.to_str().into_owned(),
    }
}

/// Returns the names without what is around them; they come as `DnsName("a")`.
fn names(presented: &[String]) -> String {
    let names: Vec<&str> = presented
        .iter()
        .map(|name| {
            let inside = name.split_once('(').map_or(&**name, |(_, inside)| inside);
            inside.trim_end_matches(')').trim_matches('"')
        })
        .collect();
    match names.is_empty() {
        true => "no host at all".to_owned(),
        false => names.join(", "),
    }
}

fn alert_error(tls: &TlsSettings, alert: AlertDescription) -> TlsError {
    use AlertDescription::*;
    let tls_error = match (alert, &tls.cert) {
        (CertificateRequired, _) | (HandshakeFailure, None) => TlsError::new(format!(
            "the server demands a client certificate ({alert:?})"
        ))
        .hint("name its file with cert=, and that of its key with key="),
        (
            BadCertificate
            | UnsupportedCertificate
            | CertificateRevoked
            | CertificateExpired
            | CertificateUnknown
            | UnknownCA
            | AccessDenied
            | DecryptError,
            Some(cert),
        ) => TlsError::new(format!(
            "the server does not accept the client certificate in {} ({alert:?})",
            cert.display()
        ))
        .hint("is it valid, and signed by an authority that the server trusts?"),
        (HandshakeFailure | ProtocolVersion | InsufficientSecurity | AccessDenied, _) => {
            TlsError::new(format!("the server refused the TLS handshake ({alert:?})"))
                .hint("TLS 1.2 or 1.3 is needed; what does the server's log say?")
        }
        (alert, _) => return rustls::Error::AlertReceived(alert).into(),
    };
    TlsError {
        is_refusal: true,
        ..tls_error
    }
}

fn date(time: UnixTime) -> String {
    let since_epoch = Duration::from_secs(time.as_secs());
    httpdate::fmt_http_date(SystemTime::UNIX_EPOCH + since_epoch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tls_error_is_found_inside_an_error_of_redis() {
        let error = RedisError::from(io::Error::from(TlsError::new("no").hint(CLOCK_HINT)));
        assert_eq!(TlsError::of(&error).unwrap().what_helps(), Some(CLOCK_HINT));
        assert!(TlsError::of(&io::Error::other("no").into()).is_none());
    }
}
