//! A proxy in front of a redis-server, that decides what becomes of each command and of its reply.

use std::{
    collections::VecDeque,
    io::{self, BufReader, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use redislock::server::Address;

use super::{BOUNDED, Redis, await_that, resp, tcp_address};

/// What becomes of one command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Delivered,
    /// The whole reply so much later.
    Delayed(Duration),
    /// Executed; the reply comes by [`Proxy::send_kept`].
    #[allow(dead_code)] // the command's tests use it
    Kept,
    /// One byte of the reply after the other, with so much time between them.
    Bytewise(Duration),
    /// The connection is closed in the middle of the reply.
    CutOff,
    /// Executed; the connection is closed so much later, without a reply.
    ReplyLost(Duration),
    /// Not executed, and the connection is closed.
    CommandLost,
    /// Executed, and nothing more comes.
    ReplyHangs,
    /// Nothing comes; [`Proxy::deliver_held`] may send the command on, whoever still waits for it.
    Held,
    /// Executed; these bytes come instead of the reply.
    Spoilt(&'static [u8]),
    /// Executed; these bytes come behind the reply, in one piece with it.
    Continued(&'static [u8]),
    /// Executed; the connection is closed without a reply, and new ones are refused.
    GoneAfterwards,
    /// Not executed; the connection is closed, and new ones are refused.
    GoneBefore,
}

/// Forwards everything but what it was told not to.
pub struct Proxy {
    port: u16,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    upstream: PathBuf,
    /// For the next commands, on whichever connections.
    fates: VecDeque<Fate>,
    seen: Vec<Seen>,
    connections: Vec<TcpStream>,
    held: Vec<Vec<u8>>,
    /// The replies that are kept, and the numbers of their connections.
    kept: Vec<(usize, Vec<u8>)>,
    listener: Option<JoinHandle<()>>,
    is_listening: bool,
}

/// A command that came.
#[derive(Clone, Debug)]
pub struct Seen {
    pub name: String,
    /// The number of its connection, from 0 on.
    pub connection: usize,
    pub at: Instant,
}

impl Proxy {
    pub fn before(redis: &Redis) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let shared = Arc::new(Mutex::new(Shared {
            upstream: redis.socket().to_owned(),
            fates: VecDeque::new(),
            seen: Vec::new(),
            connections: Vec::new(),
            held: Vec::new(),
            kept: Vec::new(),
            listener: None,
            is_listening: false,
        }));
        let proxy = Proxy { port, shared };
        proxy.serve(listener);
        proxy
    }

    pub fn address(&self) -> Address {
        tcp_address(self.port)
    }

    /// What becomes of the next commands; those after them are delivered.
    pub fn next(&self, fates: &[Fate]) {
        let mut shared = self.shared();
        assert!(shared.fates.is_empty(), "left over: {:?}", shared.fates);
        shared.fates.extend(fates);
    }

    /// The commands that have come.
    pub fn seen(&self) -> Vec<Seen> {
        self.shared().seen.clone()
    }

    pub fn names_seen(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| seen.name).collect()
    }

    /// How many connections have been made.
    pub fn connections(&self) -> usize {
        self.shared().connections.len()
    }

    /// Closes all connections.
    pub fn close_connections(&self) {
        for connection in &self.shared().connections {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }

    /// Sends bytes that nobody asked for on the latest connection.
    pub fn inject(&self, bytes: &[u8]) {
        let shared = self.shared();
        let mut connection = shared.connections.last().expect("a connection");
        connection.write_all(bytes).expect("it is open");
    }

    /// Sends the held commands on to the server; nobody gets their replies.
    pub fn deliver_held(&self) {
        let (upstream, held) = {
            let mut shared = self.shared();
            (shared.upstream.clone(), std::mem::take(&mut shared.held))
        };
        assert!(!held.is_empty(), "nothing was held");
        let mut upstream = Upstream::connect(&upstream).expect("a running server");
        for command in held {
            upstream.execute(&command).expect("a reply");
        }
    }

    /// Waits for a kept reply, and sends it.
    #[allow(dead_code)] // the command's tests use it
    pub fn send_kept(&self) {
        await_that("a kept reply", || !self.shared().kept.is_empty());
        let mut shared = self.shared();
        for (number, reply) in std::mem::take(&mut shared.kept) {
            let _ = (&shared.connections[number]).write_all(&reply); // the client may have gone
        }
    }

    /// Refuses new connections.
    pub fn stop_listening(&self) {
        stop_listening(&self.shared, self.port);
    }

    pub fn listen_again(&self) {
        let listener = TcpListener::bind(("127.0.0.1", self.port)).expect("its own port");
        self.serve(listener);
    }

    fn serve(&self, listener: TcpListener) {
        let (shared, port) = (self.shared.clone(), self.port);
        let mut state = self.shared();
        state.is_listening = true;
        state.listener = Some(thread::spawn(move || accept(listener, &shared, port)));
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        lock(&self.shared)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.stop_listening();
        self.close_connections();
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn stop_listening(shared: &Mutex<Shared>, port: u16) {
    let listener = {
        let mut shared = lock(shared);
        shared.is_listening = false;
        shared.listener.take()
    };
    if let Some(listener) = listener {
        let _wakes_it = TcpStream::connect(("127.0.0.1", port));
        let _ = listener.join();
    }
}

fn accept(listener: TcpListener, shared: &Arc<Mutex<Shared>>, port: u16) {
    for client in listener.incoming().map_while(Result::ok) {
        let mut state = lock(shared);
        if !state.is_listening {
            return;
        }
        let number = state.connections.len();
        let clone = client.try_clone().expect("a second handle");
        state.connections.push(clone);
        let shared = shared.clone();
        thread::spawn(move || {
            let _ = client.set_nodelay(true);
            // Ends with either side; what the client sees of it is the point of the test.
            let _ = forward(&client, number, &shared, port);
            let _ = client.shutdown(Shutdown::Both);
        });
    }
}

/// The server's side of one connection.
struct Upstream {
    output: UnixStream,
    input: BufReader<UnixStream>,
}

impl Upstream {
    fn connect(path: &Path) -> io::Result<Upstream> {
        let output = UnixStream::connect(path)?;
        let input = BufReader::new(output.try_clone()?);
        Ok(Upstream { output, input })
    }

    fn execute(&mut self, command: &[u8]) -> io::Result<Vec<u8>> {
        self.output.write_all(command)?;
        let mut reply = Vec::new();
        resp::read_reply(&mut self.input, &mut reply)?;
        Ok(reply)
    }
}

fn forward(
    mut client: &TcpStream,
    connection: usize,
    shared: &Mutex<Shared>,
    port: u16,
) -> io::Result<()> {
    let path = lock(shared).upstream.clone();
    let mut upstream = Upstream::connect(&path)?;
    let mut commands = BufReader::new(client);
    while let Some(resp::Command { bytes, name }) = resp::read_command(&mut commands)? {
        let fate = {
            let mut shared = lock(shared);
            shared.seen.push(Seen {
                name,
                connection,
                at: Instant::now(),
            });
            shared.fates.pop_front().unwrap_or(Fate::Delivered)
        };
        match fate {
            Fate::Delivered => client.write_all(&upstream.execute(&bytes)?)?,
            Fate::Delayed(delay) => {
                let reply = upstream.execute(&bytes)?;
                thread::sleep(delay);
                client.write_all(&reply)?;
            }
            Fate::Kept => {
                let reply = upstream.execute(&bytes)?;
                lock(shared).kept.push((connection, reply));
            }
            Fate::Bytewise(delay) => {
                for byte in upstream.execute(&bytes)? {
                    client.write_all(&[byte])?;
                    thread::sleep(delay);
                }
            }
            Fate::CutOff => {
                let reply = upstream.execute(&bytes)?;
                return client.write_all(&reply[..reply.len() / 2]);
            }
            Fate::ReplyLost(delay) => {
                upstream.execute(&bytes)?;
                thread::sleep(delay);
                return Ok(());
            }
            Fate::CommandLost => return Ok(()),
            Fate::ReplyHangs => {
                upstream.execute(&bytes)?;
                return hang(client);
            }
            Fate::Held => {
                lock(shared).held.push(bytes);
                return hang(client);
            }
            Fate::Spoilt(instead) => {
                upstream.execute(&bytes)?;
                client.write_all(instead)?;
            }
            Fate::Continued(more) => {
                let mut reply = upstream.execute(&bytes)?;
                reply.extend_from_slice(more);
                client.write_all(&reply)?;
            }
            Fate::GoneAfterwards => {
                upstream.execute(&bytes)?;
                stop_listening(shared, port);
                return Ok(());
            }
            Fate::GoneBefore => {
                stop_listening(shared, port);
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Until the client has had enough, or would never have.
fn hang(mut client: &TcpStream) -> io::Result<()> {
    client.set_read_timeout(Some(2 * BOUNDED))?;
    client.read_to_end(&mut Vec::new()).map(|_| ())
}
