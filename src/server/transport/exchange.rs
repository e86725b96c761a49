//! Commands and their replies on a blocking connection, with the interface of the redis crate.

use std::{
    mem,
    os::fd::AsFd,
    time::{Duration, Instant},
};

use redis::{Cmd, ConnectionLike, RedisResult, Value};

use crate::os::interrupt::serve_interrupts;
use crate::os::poll::{self, READABLE};
use crate::server::transport::blocking::Connection;

impl Connection {
    /// Returns the next reply or push before `until`. Fails if an interrupt ends the wait.
    pub fn next(&mut self, until: Instant) -> RedisResult<Option<Value>> {
        loop {
            serve_interrupts(self.stream.process)?; // even if replies never stop
            if let Some(value) = self.next_now()? {
                return Ok(Some(value));
            }
            let left = until.saturating_duration_since(Instant::now());
            let socket = Some((self.stream.as_fd(), READABLE));
            if !poll::wait(socket, left) && left.is_zero() {
                return Ok(None);
            }
        }
    }

    /// Returns the next reply or push that has arrived.
    pub fn next_now(&mut self) -> RedisResult<Option<Value>> {
        loop {
            if let Some(value) = self.input.next_reply()? {
                return Ok(Some(value));
            }
            if !poll::wait(Some((self.stream.as_fd(), READABLE)), Duration::ZERO) {
                return Ok(None);
            }
            self.read()?;
        }
    }

    /// Ends the exchange. Fails if extra bytes arrived, because no reply is certain then.
    fn expect_no_more(&mut self) -> RedisResult<()> {
        match self.input.is_empty() {
            true => {
                self.broken = false;
                Ok(())
            }
            false => {
                let what = "more came than was asked for".to_owned();
                Err((redis::ErrorKind::UnexpectedReturnType, "", what).into())
            }
        }
    }
}

impl Connection {
    /// Sends what `write` puts into the output buffer, and waits for the reply.
    pub fn request(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> RedisResult<Value> {
        let mut output = mem::take(&mut self.output);
        output.clear();
        write(&mut output);
        let reply = self.req_packed_command(&output);
        self.output = output;
        reply
    }
}

impl ConnectionLike for Connection {
    fn req_command(&mut self, command: &Cmd) -> RedisResult<Value> {
        self.request(|output| command.write_packed_command(output))
    }

    fn req_packed_command(&mut self, command: &[u8]) -> RedisResult<Value> {
        self.send(command)?;
        let reply = self.receive()?;
        self.expect_no_more()?;
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
        self.send(commands)?;
        let replies = (0..offset + count).map(|_| self.receive());
        let mut replies = replies.collect::<RedisResult<Vec<Value>>>()?;
        self.expect_no_more()?;
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

#[cfg(test)]
mod tests {
    use std::{io::Read, io::Write, net::TcpListener, thread};

    use super::*;
    use crate::server::address::{Address, options::Timeouts};
    use crate::server::transport::socket::SLICE;

    #[test]
    fn a_suspension_right_behind_the_sending_takes_no_time_from_the_server() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("redis://{}", listener.local_addr().unwrap());
        let server = thread::spawn(move || {
            let (mut client, _) = listener.accept().unwrap();
            client.read_exact(&mut [0; 4]).unwrap();
            thread::sleep(3 * SLICE); // so that the client looks at the time before
            client.write_all(b"+OK\r\n").unwrap();
        });
        let address = Address::parse(&address, Timeouts::default()).unwrap();
        let mut connection = Connection::open(&address).unwrap();
        connection.send(b"PING").unwrap();
        let suspended = 2 * address.timeouts.read;
        connection.sent_at -= suspended;
        connection.sent_unawaited = connection.sent_unawaited.map(|sent| sent - suspended);
        assert!(matches!(connection.receive(), Ok(Value::Okay)));
        server.join().unwrap();
    }
}
