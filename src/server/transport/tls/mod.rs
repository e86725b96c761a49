//! TLS sessions with an address's settings; `tls_error`: TLS errors, and what to do about them.

pub(crate) mod tls_error;

use std::{
    cell::OnceCell,
    fs::{self, OpenOptions},
    io::{self, Read},
    os::unix::fs::OpenOptionsExt,
    path::Path,
    sync::Arc,
};

use rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error, InconsistentKeys, RootCertStore,
    SignatureScheme,
    client::{
        Resumption,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::ring,
    pki_types::{
        CertificateDer, PrivateKeyDer, ServerName, UnixTime,
        pem::{self, PemObject},
    },
    sign::{CertifiedKey, SingleCertAndKey},
};

use crate::server::{address::tls::TlsSettings, transport::tls::tls_error::TlsError};

/// The longest file that is read. No file of certificates or keys comes near this.
const LONGEST_FILE: u64 = 16 << 20;

impl TlsSettings {
    /// Returns a session with a host, which begins with its first bytes. Reads the files each time,
    /// which takes less than a handshake, so that a renewed certificate counts at once.
    pub fn session(&self, host: &str) -> Result<ClientConnection, TlsError> {
        let Ok(name) = ServerName::try_from(host.to_owned()) else {
            return Err(TlsError::new(
                "the host is no name that a certificate can be for",
            ));
        };
        let mut session = ClientConnection::new(Arc::new(self.config()?), name)?;
        session.set_buffer_limit(None); // holds what is sent before the handshake's end
        Ok(session)
    }

    fn config(&self) -> Result<ClientConfig, TlsError> {
        let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?;
        let builder = if self.verify {
            builder.with_root_certificates(self.authorities()?)
        } else {
            builder
                .dangerous()
                .with_custom_certificate_verifier(Arc::new(Unverified))
        };
        let mut config = match (&self.cert, &self.key) {
            (Some(cert), Some(key)) => {
                builder.with_client_cert_resolver(our_certificate(cert, key)?)
            }
            _ => builder.with_no_client_auth(),
        };
        // Its store has a mutex, for which a child forked at the wrong moment would wait for ever.
        config.resumption = Resumption::disabled();
        Ok(config)
    }

    fn authorities(&self) -> Result<Arc<RootCertStore>, TlsError> {
        let Some(ca) = &self.ca else {
            return Ok(authorities_of_the_system());
        };
        let mut authorities = RootCertStore::empty();
        for certificate in certificates("ca", ca)? {
            authorities
                .add(certificate)
                .map_err(|_| unreadable("ca", ca, "has a certificate that cannot be read"))?;
        }
        Ok(Arc::new(authorities))
    }
}

/// Returns the authorities that this system trusts. Each thread reads them once, because that takes
/// milliseconds. Threads share nothing here, because of forks.
fn authorities_of_the_system() -> Arc<RootCertStore> {
    thread_local! {
        static AUTHORITIES: OnceCell<Arc<RootCertStore>> = const { OnceCell::new() };
    }
    AUTHORITIES.with(|authorities| {
        let load = || {
            let mut authorities = RootCertStore::empty();
            authorities.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            Arc::new(authorities)
        };
        authorities.get_or_init(load).clone()
    })
}

fn certificates(option: &str, path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let certificates: Result<Vec<_>, _> =
        CertificateDer::pem_slice_iter(&content(option, path)?).collect();
    match certificates {
        Ok(certificates) if !certificates.is_empty() => Ok(certificates),
        Ok(_) => Err(unreadable(option, path, "has no certificate in PEM form")),
        Err(_) => Err(unreadable(option, path, "is not good PEM")),
    }
}

fn our_certificate(cert: &Path, key: &Path) -> Result<Arc<SingleCertAndKey>, TlsError> {
    let chain = certificates("cert", cert)?;
    let private_key = ring::default_provider()
        .key_provider
        .load_private_key(private_key(key)?)
        .map_err(|_| unreadable("key", key, "has a private key of an unknown kind"))?;
    let ours = CertifiedKey::new(chain, private_key);
    // The server judges the rest. It may accept certificates of version 1, unknown to rustls.
    if let Err(Error::InconsistentKeys(InconsistentKeys::KeyMismatch)) = ours.keys_match() {
        let (cert, key) = (cert.display(), key.display());
        return Err(TlsError::new(format!(
            "the key in {key} does not belong to the certificate in {cert}"
        )));
    }
    Ok(Arc::new(ours.into()))
}

fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, TlsError> {
    PrivateKeyDer::from_pem_slice(&content("key", path)?).map_err(|error| match error {
        pem::Error::NoItemsFound => unreadable(
            "key",
            path,
            "has no private key in PEM form and without a passphrase",
        ),
        _ => unreadable("key", path, "is not good PEM"),
    })
}

fn content(option: &str, path: &Path) -> Result<Vec<u8>, TlsError> {
    read(path).map_err(|error| unreadable(option, path, &format!("cannot be read: {error}")))
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    // First, because opening a FIFO waits for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut content = Vec::new();
    // A file in /proc that is called regular may have nothing to read yet.
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)?;
    file.take(LONGEST_FILE + 1).read_to_end(&mut content)?;
    if content.len() as u64 > LONGEST_FILE {
        return Err(io::Error::other("it has more than 16 MiB"));
    }
    Ok(content)
}

fn unreadable(option: &str, path: &Path, what: &str) -> TlsError {
    TlsError::new(format!("the file of {option}=, {}, {what}", path.display()))
}

/// Accepts every certificate, for `verify=0`.
#[derive(Debug)]
struct Unverified;

impl ServerCertVerifier for Unverified {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    // A signature proves that the server has the certificate's key. That means nothing where any
    // certificate is accepted.
    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        ring::default_provider()
            .signature_verification_algorithms
            .supported_schemes()
    }
}
