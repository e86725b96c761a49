//! A peer that is no Redis.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    thread,
};

use redislock::server::Address;

use super::{BOUNDED, tcp_address};

/// Does the same with each connection.
pub struct Rogue {
    port: u16,
}

impl Rogue {
    /// Calls `answer` with every connection, after its first bytes have come.
    pub fn answering(answer: impl Fn(TcpStream) + Clone + Send + 'static) -> Rogue {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        // Ends with the test process; it waits in accept() until then.
        thread::spawn(move || {
            for connection in listener.incoming().map_while(Result::ok) {
                let answer = answer.clone();
                thread::spawn(move || answer_one(connection, answer));
            }
        });
        Rogue { port }
    }

    /// Sends these bytes and then nothing, for longer than a client should wait.
    pub fn saying(bytes: &'static [u8]) -> Rogue {
        Rogue::answering(move |mut connection| {
            let _ = connection.write_all(bytes);
            let _ = connection.set_read_timeout(Some(2 * BOUNDED));
            let _ = connection.read_to_end(&mut Vec::new());
        })
    }

    pub fn address(&self) -> Address {
        tcp_address(self.port)
    }
}

fn answer_one(mut connection: TcpStream, answer: impl Fn(TcpStream)) {
    if matches!(connection.read(&mut [0; 4096]), Ok(count) if count > 0) {
        answer(connection);
    }
}
