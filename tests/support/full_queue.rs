//! A server that listens and accepts nobody.

use std::{
    path::PathBuf,
    sync::mpsc::{RecvTimeoutError, Sender, channel},
    thread,
};

use redislock::server::SocketTarget;
use socket2::{Domain, SockAddr, Socket, Type};

use super::BOUNDED;

/// A listener whose queue has no place left, and those who stand in it.
pub struct FullQueue {
    sockets: Vec<Socket>,
    path: Option<PathBuf>,
    _hangs_up_when_dropped: Sender<()>,
}

impl FullQueue {
    pub fn on_tcp() -> FullQueue {
        let any_port = SockAddr::from(std::net::SocketAddr::from(([127, 0, 0, 1], 0)));
        // How many fit is the kernel's affair; those behind them wait, and do no harm.
        let sockets = fill(Domain::IPV4, &any_port, |count, _| count == 4);
        FullQueue::of(sockets, None)
    }

    pub fn on_unix(name: &str) -> FullQueue {
        let name = format!("{name}-{}.sock", std::process::id());
        let path = std::env::temp_dir().join(name);
        let address = SockAddr::unix(&path).expect("a short path");
        let sockets = fill(Domain::UNIX, &address, |_, connected| !connected);
        FullQueue::of(sockets, Some(path))
    }

    fn of(sockets: Vec<Socket>, path: Option<PathBuf>) -> FullQueue {
        let listener = sockets[0].try_clone().expect("a second handle");
        let (sender, end_of_test) = channel();
        thread::spawn(move || {
            // Whoever waits for longer than anybody should is let in, so that the test fails and does not hang.
            if end_of_test.recv_timeout(2 * BOUNDED) == Err(RecvTimeoutError::Timeout) {
                let _ = listener.accept();
            }
        });
        FullQueue {
            sockets,
            path,
            _hangs_up_when_dropped: sender,
        }
    }

    pub fn place(&self) -> SocketTarget {
        if let Some(path) = &self.path {
            return SocketTarget::Unix(path.clone());
        }
        let address = self.sockets[0].local_addr().expect("it is bound");
        let address = address.as_socket().expect("an IP address");
        SocketTarget::Tcp {
            host: address.ip().to_string(),
            port: address.port(),
        }
    }
}

impl Drop for FullQueue {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

fn fill(domain: Domain, address: &SockAddr, is_full: fn(usize, bool) -> bool) -> Vec<Socket> {
    let socket = || Socket::new(domain, Type::STREAM, None).expect("a socket");
    let listener = socket();
    listener.bind(address).expect("a free address");
    listener.listen(0).expect("a bound socket");
    let address = listener.local_addr().expect("it is bound");
    let mut sockets = vec![listener];
    loop {
        let client = socket();
        client.set_nonblocking(true).expect("a socket");
        let connected = client.connect(&address).is_ok();
        sockets.push(client);
        if is_full(sockets.len() - 1, connected) {
            return sockets;
        }
    }
}
