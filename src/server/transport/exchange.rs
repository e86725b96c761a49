//! Commands and their replies on a blocking connection, with the interface of the redis crate.

use crate::server::transport::blocking::Connection;

use redis::{Cmd, ConnectionLike, RedisResult, Value};

use std::mem;

impl Connection {
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
