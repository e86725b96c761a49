//! Sockets: from an address to a connected one.

use std::{
    ffi::c_void,
    io::{self, ErrorKind},
    mem::MaybeUninit,
    net::{IpAddr, SocketAddr, ToSocketAddrs},
    os::fd::{AsFd, AsRawFd, OwnedFd},
    time::{Duration, Instant},
};

use socket2::{Domain, Protocol, SockAddr, Socket, TcpKeepalive, Type};

use super::{
    Address, Place, Process,
    interrupt::{self, WRITABLE},
    resolver::resolve,
    spawn_without_signals,
};

/// A socket's own timeout is never longer: then interrupts are looked at.
pub const SLICE: Duration = Duration::from_millis(50);

/// What a place stands for, in the order in which to try it. Looks up a host's name: only the resolver bounds that.
pub fn targets(place: &Place) -> io::Result<Vec<SockAddr>> {
    let targets: Vec<SockAddr> = match place {
        Place::Tcp { host, port } => resolve(|| (host.as_str(), *port).to_socket_addrs())?
            .map(SockAddr::from)
            .collect(),
        Place::Unix(path) => vec![SockAddr::unix(path)?],
    };
    if targets.is_empty() {
        return Err(io::Error::new(
            ErrorKind::NotFound,
            "the host has no address",
        ));
    }
    Ok(targets)
}

/// Where a place is that needs no look-up: a path, or a host that is an address.
pub fn literal(place: &Place) -> Option<SockAddr> {
    match place {
        Place::Tcp { host, port } => {
            let host: IpAddr = host.parse().ok()?;
            Some(SocketAddr::new(host, *port).into())
        }
        Place::Unix(path) => SockAddr::unix(path).ok(),
    }
}

/// What an address stands for; nothing if that is not to be found out.
pub fn look_up(address: &Address) -> Vec<SockAddr> {
    targets(&address.place).unwrap_or_default()
}

/// Runs what blocks in a thread of its own, which nobody waits for.
pub fn in_background(run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    stay_loaded();
    spawn_without_signals("redislock-find", run).map(drop)
}

/// The code of a thread that nobody waits for must not be unloaded under it.
fn stay_loaded() {
    // SAFETY: asks which file this function is from, and for one more handle on it, for ever.
    unsafe {
        let mut file = MaybeUninit::<libc::Dl_info>::zeroed();
        if libc::dladdr(stay_loaded as *const c_void, file.as_mut_ptr()) != 0 {
            let flags = libc::RTLD_NOW | libc::RTLD_NOLOAD | libc::RTLD_NODELETE;
            libc::dlopen(file.assume_init().dli_fname, flags);
        }
    }
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

/// Connects within the time. Interrupts are served meanwhile, and may end it.
pub fn connect(place: &Place, timeout: Duration) -> io::Result<Socket> {
    let end = Instant::now() + timeout;
    let mut outcome = Err(ErrorKind::NotFound.into());
    for target in targets(place)? {
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
        if interrupt::wait(Some((socket.as_fd(), WRITABLE)), left) {
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
        // Bounds the wait for a place in a full backlog; in slices, for a signal may come just before one.
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

/// The first descriptors are for what PHP reads and writes, also where they have been closed: what it writes there is for
/// no server, and what a server says for no reader.
pub fn beyond_standard<T: AsFd + From<OwnedFd>>(opened: T) -> io::Result<T> {
    match opened.as_fd().as_raw_fd() {
        0..=libc::STDERR_FILENO => Ok(opened.as_fd().try_clone_to_owned()?.into()), // never one of those
        _ => Ok(opened),
    }
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

/// Lets signal handlers run during the wait of a process; an error when that must end.
pub fn serve_interrupts(process: Process) -> io::Result<()> {
    let stop = interrupt::serve().is_break();
    if process != Process::current() {
        // A handler forked, and this is the child: what is waited for is the parent's.
        return Err(ErrorKind::ConnectionAborted.into());
    }
    match stop {
        true => Err(ErrorKind::Interrupted.into()),
        false => Ok(()),
    }
}
