//! A blocking connection to one server: every command has a deadline, and nothing is reused after an I/O error.

use std::{
    io::{self, ErrorKind, Read},
    mem::{self, MaybeUninit},
    net::ToSocketAddrs,
    time::{Duration, Instant},
};

use redis::{Cmd, ConnectionLike, RedisResult, Value};
use socket2::{Domain, Protocol, SockAddr, Socket, TcpKeepalive, Type};

use super::{Address, Place, reply::Input};
use crate::stats::COUNTERS;

/// One socket. Replies are read to their end or not at all: after any error but an error reply the connection is
/// broken, and good for nothing but to be dropped.
pub struct Connection {
    socket: Socket,
    read_timeout: Duration,
    database: i64,
    output: Vec<u8>,
    input: Input,
    /// When the last command was sent; its reply is due within the read timeout from then.
    sent_at: Instant,
    broken: bool,
}

impl Connection {
    /// Connects, authenticates and selects the database, each step within the address's timeouts.
    pub fn open(address: &Address) -> RedisResult<Connection> {
        let socket = connect(address)?;
        socket.set_read_timeout(Some(address.timeouts.read))?;
        socket.set_write_timeout(Some(address.timeouts.read))?;
        let mut connection = Connection {
            socket,
            read_timeout: address.timeouts.read,
            database: address.database.into(),
            output: Vec::with_capacity(256),
            input: Input::default(),
            sent_at: Instant::now(),
            broken: false,
        };
        COUNTERS.connections.add(1);
        if address.user.is_some() || address.password.is_some() {
            redis::cmd("AUTH")
                .arg(address.user.as_deref())
                .arg(address.password.as_deref().unwrap_or_default())
                .exec(&mut connection)?;
        }
        if address.database != 0 {
            redis::cmd("SELECT")
                .arg(address.database)
                .exec(&mut connection)?;
        }
        Ok(connection)
    }

    /// Whether the server has hung up while the connection was idle.
    ///
    /// One used within the last millisecond is taken for alive: in a tight loop the look would be the only system
    /// call besides sending and receiving.
    pub fn died_idle(&self) -> bool {
        if self.sent_at.elapsed() < Duration::from_millis(1) {
            return false;
        }
        let mut byte = [MaybeUninit::uninit()];
        let look = self
            .socket
            .recv_with_flags(&mut byte, libc::MSG_PEEK | libc::MSG_DONTWAIT);
        // Bytes that nobody asked for are as bad as an end.
        !matches!(look, Err(error) if error.kind() == ErrorKind::WouldBlock)
    }

    fn exchange(&mut self, commands: &[u8], replies: usize) -> RedisResult<Vec<Value>> {
        self.send(commands)?;
        (0..replies).map(|_| self.receive()).collect()
    }

    fn send(&mut self, mut bytes: &[u8]) -> RedisResult<()> {
        if self.broken {
            return Err(io::Error::from(ErrorKind::NotConnected).into());
        }
        self.broken = true; // until the last reply has been read
        self.sent_at = Instant::now();
        while !bytes.is_empty() {
            // MSG_NOSIGNAL: a closed connection is an error here, not a SIGPIPE for PHP.
            match self.socket.send_with_flags(bytes, libc::MSG_NOSIGNAL) {
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {
                    self.time_left()?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn receive(&mut self) -> RedisResult<Value> {
        if let Some(reply) = self.input.next_reply()? {
            return Ok(reply);
        }
        // The socket's own timeout serves the usual case, a whole reply at the first look, without further calls.
        let mut shortened = false;
        loop {
            match (&self.socket).read(self.input.room()) {
                Ok(0) => return Err(io::Error::from(ErrorKind::UnexpectedEof).into()),
                Ok(received) => self.input.received(received),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The socket's timeout has run out.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return Err(no_reply().into());
                }
                Err(error) => return Err(error.into()),
            }
            if let Some(reply) = self.input.next_reply()? {
                if shortened {
                    self.socket.set_read_timeout(Some(self.read_timeout))?;
                }
                return Ok(reply);
            }
            // A piece of a reply, or a signal: the wait goes on for what is left of its time.
            self.socket.set_read_timeout(Some(self.time_left()?))?;
            shortened = true;
        }
    }

    fn time_left(&self) -> io::Result<Duration> {
        match self.read_timeout.checked_sub(self.sent_at.elapsed()) {
            // Less than a microsecond would become zero on the socket, and that means for ever.
            Some(left) if left >= Duration::from_micros(1) => Ok(left),
            _ => Err(no_reply()),
        }
    }
}

fn no_reply() -> io::Error {
    io::Error::new(ErrorKind::TimedOut, "no reply within the read timeout")
}

fn connect(address: &Address) -> io::Result<Socket> {
    let timeout = address.timeouts.connect;
    match &address.place {
        Place::Tcp { host, port } => {
            let start = Instant::now();
            let mut last_error = io::Error::new(ErrorKind::NotFound, "the host has no address");
            for candidate in (host.as_str(), *port).to_socket_addrs()? {
                let candidate = SockAddr::from(candidate);
                let socket = Socket::new(candidate.domain(), Type::STREAM, Some(Protocol::TCP))?;
                let left = timeout.saturating_sub(start.elapsed());
                match socket.connect_timeout(&candidate, left) {
                    Ok(()) => {
                        socket.set_tcp_nodelay(true)?;
                        // An idle connection that a firewall forgot is noticed before it is used.
                        socket.set_tcp_keepalive(
                            &TcpKeepalive::new()
                                .with_time(Duration::from_secs(60))
                                .with_interval(Duration::from_secs(15)),
                        )?;
                        return Ok(socket);
                    }
                    Err(error) => last_error = error,
                }
            }
            Err(last_error)
        }
        Place::Unix(path) => {
            let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
            let (start, path) = (Instant::now(), SockAddr::unix(path)?);
            loop {
                // Bounds the wait for a place in a full backlog; signals do not prolong it.
                let left = timeout.saturating_sub(start.elapsed());
                socket.set_write_timeout(Some(left.max(Duration::from_micros(1))))?;
                match socket.connect(&path) {
                    Ok(()) => return Ok(socket),
                    Err(error)
                        if error.kind() == ErrorKind::Interrupted && start.elapsed() < timeout => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        COUNTERS.connections.subtract(1);
    }
}

impl ConnectionLike for Connection {
    fn req_command(&mut self, command: &Cmd) -> RedisResult<Value> {
        let mut output = mem::take(&mut self.output);
        output.clear();
        command.write_packed_command(&mut output);
        let reply = self.req_packed_command(&output);
        self.output = output;
        reply
    }

    fn req_packed_command(&mut self, command: &[u8]) -> RedisResult<Value> {
        self.send(command)?;
        let reply = self.receive()?;
        self.broken = !self.input.is_empty(); // bytes that nobody asked for: what follows would be taken for replies
        match reply {
            Value::ServerError(error) => Err(error.into()),
            reply => Ok(reply),
        }
    }

    fn req_packed_commands(
        &mut self,
        commands: &[u8],
        offset: usize,
        count: usize,
    ) -> RedisResult<Vec<Value>> {
        let mut replies = self.exchange(commands, offset + count)?;
        self.broken = !self.input.is_empty();
        Ok(replies.split_off(offset))
    }

    fn get_db(&self) -> i64 {
        self.database
    }

    fn check_connection(&mut self) -> bool {
        redis::cmd("PING").exec(self).is_ok()
    }

    fn is_open(&self) -> bool {
        !self.broken
    }
}
