//! Faults as the connection reports them.

use std::io::{self, ErrorKind};

use redis::{RedisError, Value};

use crate::server::error::Fault;

pub fn closed() -> Fault {
    Fault::ReplyLost(io(ErrorKind::UnexpectedEof))
}

pub fn timed_out() -> Fault {
    Fault::ReplyLost(io(ErrorKind::WouldBlock))
}

pub fn unreachable() -> Fault {
    Fault::Unreachable(io(ErrorKind::ConnectionRefused))
}

/// An error reply, like `LOADING Redis is loading the dataset in memory`.
pub fn refused(words: &str) -> Fault {
    let reply = redis::parse_redis_value(format!("-{words}\r\n").as_bytes());
    match reply {
        Ok(Value::ServerError(error)) => Fault::Refused(error.into()),
        other => panic!("{words}: {other:?}"),
    }
}

pub fn error_reply() -> Value {
    redis::parse_redis_value(b"-LOADING Redis is loading the dataset in memory\r\n")
        .expect("an error reply")
}

pub fn loading() -> Fault {
    refused("LOADING Redis is loading the dataset in memory")
}

pub fn no_script() -> Fault {
    refused("NOSCRIPT No matching script. Please use EVAL.")
}

fn io(kind: ErrorKind) -> RedisError {
    io::Error::from(kind).into()
}
