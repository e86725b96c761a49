//! Sockets: from an address to a connected one.

use std::{
    io::{self, ErrorKind},
    net::{IpAddr, SocketAddr, ToSocketAddrs},
    os::fd::AsFd,
    time::{Duration, Instant},
};

use socket2::{Domain, Protocol, SockAddr, Socket, TcpKeepalive, Type};

use crate::os::interrupt::{self, serve_interrupts};
use crate::os::poll::{self, WRITABLE};
use crate::os::{descriptor::beyond_standard, fork::Process, resolver::resolve};
use crate::server::address::{Address, SocketTarget};

/// The longest timeout of a socket itself; interrupts are served after each.
pub const SLICE: Duration = Duration::from_millis(50);

/// Returns the socket addresses of a target, in the order in which to try them. Looks up a host's
/// name, for which only the resolver has a time limit.
pub fn targets(to: &SocketTarget) -> io::Result<Vec<SockAddr>> {
    let targets: Vec<SockAddr> = match to {
        SocketTarget::Tcp { host, port } => resolve(|| (host.as_str(), *port).to_socket_addrs())?
            .map(SockAddr::from)
            .collect(),
        SocketTarget::Unix(path) => vec![SockAddr::unix(path)?],
    };
    if targets.is_empty() {
        return Err(io::Error::new(
            ErrorKind::NotFound,
            "the host has no address",
        ));
    }
    Ok(targets)
}

/// Returns where a target is that needs no look-up: a path, or a host that is an address.
pub fn literal(to: &SocketTarget) -> Option<SockAddr> {
    match to {
        SocketTarget::Tcp { host, port } => {
            let host: IpAddr = host.parse().ok()?;
            Some(SocketAddr::new(host, *port).into())
        }
        SocketTarget::Unix(path) => SockAddr::unix(path).ok(),
    }
}

/// Returns the socket addresses of a server; none if they cannot be found out.
pub fn look_up(address: &Address) -> Vec<SockAddr> {
    targets(&address.target).unwrap_or_default()
}

/// Begins to connect, without waiting.
pub fn begin(target: &SockAddr) -> io::Result<Socket> {
    let socket = open(target)?;
    socket.set_nonblocking(true)?;
    match socket.connect(target) {
        Err(error) if error.raw_os_error() != Some(libc::EINPROGRESS) => Err(error),
        _ => Ok(socket),
    }
}

/// Connects within `timeout`. Interrupts are served meanwhile, and may end it.
pub fn connect(to: &SocketTarget, timeout: Duration) -> io::Result<Socket> {
    let end = Instant::now() + timeout;
    let mut outcome = Err(ErrorKind::NotFound.into());
    for target in targets(to)? {
        outcome = match target.domain() {
            Domain::UNIX => connect_unix(&target, end),
            _ => connect_tcp(&target, end),
        };
        if outcome.is_ok() || interrupt::must_stop() {
            break;
        }
    }
    outcome
}

fn connect_tcp(target: &SockAddr, end: Instant) -> io::Result<Socket> {
    let (socket, process) = (begin(target)?, Process::current());
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if poll::wait(Some((socket.as_fd(), WRITABLE)), left) {
            if let Some(error) = socket.take_error()? {
                return Err(error);
            }
            socket.set_nonblocking(false)?;
            return Ok(socket);
        }
        if left.is_zero() {
            return Err(timed_out());
        }
        serve_interrupts(process)?;
    }
}

fn connect_unix(target: &SockAddr, end: Instant) -> io::Result<Socket> {
    let (socket, process) = (open(target)?, Process::current());
    loop {
        // Limits the wait for a place in a full backlog. It does so in slices, because a signal may
        // come just before a wait.
        let left = end.saturating_duration_since(Instant::now());
        socket.set_write_timeout(Some(left.clamp(Duration::from_micros(1), SLICE)))?;
        match socket.connect(target) {
            Ok(()) => return Ok(socket),
            Err(error)
                if !matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) =>
            {
                return Err(error);
            }
            Err(_) if left.is_zero() => return Err(timed_out()),
            Err(_) => serve_interrupts(process)?,
        }
    }
}

fn timed_out() -> io::Error {
    io::Error::new(ErrorKind::TimedOut, "connection timed out")
}

fn open(target: &SockAddr) -> io::Result<Socket> {
    let protocol = (target.domain() != Domain::UNIX).then_some(Protocol::TCP);
    let socket = beyond_standard(Socket::new(target.domain(), Type::STREAM, protocol)?)?;
    if protocol.is_none() {
        return Ok(socket);
    }
    socket.set_tcp_nodelay(true)?;
    // An idle connection that a firewall forgot is noticed before it is used.
    socket.set_tcp_keepalive(
        &TcpKeepalive::new()
            .with_time(Duration::from_secs(60))
            .with_interval(Duration::from_secs(15)),
    )?;
    Ok(socket)
}

pub fn has_hung_up(error: &io::Error) -> bool {
    [ErrorKind::BrokenPipe, ErrorKind::ConnectionReset].contains(&error.kind())
}

/// Returns whether to try later: not yet connected, no data yet, no room, or a signal.
pub fn would_block(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::Interrupted | ErrorKind::NotConnected
    )
}
