//! The bytes of a connection: a socket, with TLS on it if the address says so.

use std::{
    io::{self, ErrorKind, Read, Write},
    mem::MaybeUninit,
    os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd},
    time::{Duration, Instant},
};

use rustls::ClientConnection;
use socket2::Socket;

use crate::os::poll::{self, READABLE, WRITABLE};
use crate::os::{descriptor, fork::Process, interrupt::serve_interrupts};
use crate::server::address::{Address, SocketTarget};
use crate::server::{
    address::tls::TlsSettings, transport::reply::Input, transport::socket::would_block,
    transport::tls::tls_error::TlsError,
};
use crate::stats::COUNTERS;

/// The time within which a near server replies.
const NEAR_REPLY: Duration = Duration::from_micros(200);

pub struct Stream {
    socket: Socket,
    session: Option<Box<Session>>,
    /// The process that opened it.
    pub process: Process,
    /// The number of bytes that were to be sent [at once](Self::send_at_once).
    pub sent_at_once: usize,
}

/// TLS on a socket, and its settings. It never sends `close_notify`, because in a forked child that
/// would end the parent's session.
pub struct Session {
    tls: ClientConnection,
    settings: TlsSettings,
}

impl Session {
    /// Returns a session for a connection to this address, if it is one with TLS. Reads files.
    pub fn with(address: &Address) -> io::Result<Option<Box<Session>>> {
        let (Some(settings), SocketTarget::Tcp { host, .. }) = (&address.tls, &address.target)
        else {
            return Ok(None);
        };
        let (tls, settings) = (settings.session(host)?, settings.clone());
        Ok(Some(Box::new(Session { tls, settings })))
    }

    fn flush(&mut self, socket: &Socket) -> io::Result<()> {
        while self.tls.wants_write() {
            self.tls.write_tls(&mut Sender(socket))?;
        }
        Ok(())
    }

    fn send(&mut self, socket: &Socket, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.tls.writer().write(bytes)?;
        match self.flush(socket) {
            Err(error) if would_block(&error) && taken > 0 => Ok(taken),
            Err(error) if would_block(&error) => Err(error),
            // The server may have said why before it closed the connection.
            Err(error) => match self.receive(socket, &mut Input::default()) {
                Err(reason) if reason.kind() == ErrorKind::InvalidData => Err(reason),
                _ => Err(error),
            },
            Ok(()) => Ok(taken),
        }
    }

    fn receive(&mut self, mut socket: &Socket, input: &mut Input) -> io::Result<usize> {
        let shaking_hands = self.tls.is_handshaking();
        let count = match self.tls.read_tls(&mut socket) {
            Err(error) if shaking_hands && error.kind() == ErrorKind::ConnectionReset => 0,
            count => count?,
        };
        let outcome = self.tls.process_new_packets();
        // Data before an error counts. All of it is read here, because poll would not report what
        // TLS still holds.
        while let Ok(length @ 1..) = self.tls.reader().read(input.room()) {
            input.received(length);
        }
        // TLS's own answers: the handshake's next step, a new key, an alert.
        let _ = self.flush(socket);
        if let Err(error) = outcome {
            return Err(TlsError::on(&self.settings, shaking_hands, error).into());
        }
        match count {
            0 if shaking_hands => Err(TlsError::hung_up()),
            0 => Err(ErrorKind::UnexpectedEof.into()),
            count => Ok(count),
        }
    }
}

/// Sends without waiting. A closed connection is an error, not a SIGPIPE for PHP.
struct Sender<'a>(&'a Socket);

impl Write for Sender<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let flags = libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT;
        self.0.send_with_flags(bytes, flags)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream {
    pub fn new(socket: Socket, session: Option<Box<Session>>) -> Stream {
        COUNTERS.connections.add(1);
        Stream {
            socket,
            session,
            process: Process::current(),
            sent_at_once: 0,
        }
    }

    pub fn socket(&self) -> &Socket {
        &self.socket
    }

    /// Does the TLS handshake, until `end`. Interrupts are served meanwhile, and may end it.
    pub fn shake_hands(&mut self, input: &mut Input, end: Instant) -> io::Result<()> {
        let (socket, process) = (&self.socket, self.process);
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        loop {
            match session.send(socket, &[]) {
                Err(error) if !would_block(&error) => return Err(error),
                _ => {}
            }
            let events = match (session.tls.wants_write(), session.tls.is_handshaking()) {
                (false, false) => return Ok(()),
                (false, true) => READABLE,
                (true, _) => READABLE | WRITABLE,
            };
            let left = end.saturating_duration_since(Instant::now());
            if poll::wait(Some((socket.as_fd(), events)), left) {
                match session.receive(socket, input) {
                    Err(error) if !would_block(&error) => return Err(error),
                    _ => {}
                }
            } else if left.is_zero() {
                return Err(TlsError::timed_out());
            }
            serve_interrupts(process)?;
        }
    }

    /// Sends bytes without waiting, and returns how many were taken. TLS may still
    /// [hold](Self::is_holding) some of these. The next call sends them, even if it has no bytes.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.session {
            None => Sender(&self.socket).write(bytes),
            Some(session) => session.send(&self.socket, bytes),
        }
    }

    /// Returns whether TLS holds bytes that the socket had no room for.
    pub fn is_holding(&self) -> bool {
        matches!(&self.session, Some(session) if session.tls.wants_write())
    }

    /// Sends bytes if the socket takes them at once.
    pub fn send_at_once(&mut self, bytes: &[u8]) {
        self.sent_at_once += bytes.len();
        let _ = self.send(bytes);
    }

    /// Waits a moment for a reply, and returns whether one has come. No other fiber runs meanwhile,
    /// because suspending this one and resuming it takes longer than a reply from near.
    pub fn await_near_reply(&self) -> bool {
        poll::block(&mut [poll::entry(self.as_raw_fd(), READABLE)], NEAR_REPLY)
    }

    /// Receives what has arrived, and returns how many bytes. With TLS they may hold no data.
    pub fn receive(&mut self, input: &mut Input) -> io::Result<usize> {
        match &mut self.session {
            None => match (&self.socket).read(input.room()) {
                Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
                outcome => outcome.inspect(|&count| input.received(count)),
            },
            Some(session) => session.receive(&self.socket, input),
        }
    }

    /// Returns whether the peer has closed the connection, or sent something unexpected.
    pub fn has_died(&mut self, input: &mut Input) -> bool {
        loop {
            let mut byte = [MaybeUninit::uninit()];
            let flags = libc::MSG_PEEK | libc::MSG_DONTWAIT;
            let look = self.socket.recv_with_flags(&mut byte, flags);
            let is_only_tls = match (look, &mut self.session) {
                (Err(error), _) => return error.kind() != ErrorKind::WouldBlock,
                // Perhaps something of TLS's own, such as a ticket for the next time.
                (Ok(1), Some(session)) => session.receive(&self.socket, input).is_ok(),
                (Ok(_), _) => false,
            };
            if !is_only_tls || !input.is_empty() {
                return true;
            }
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.process == Process::current() {
            descriptor::forget_descriptor(self.as_raw_fd());
            COUNTERS.connections.subtract(1);
        }
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl AsRawFd for Stream {
    fn as_raw_fd(&self) -> RawFd {
        self.socket.as_raw_fd()
    }
}
