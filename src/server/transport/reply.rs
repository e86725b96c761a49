//! Bytes received, cut into replies. The redis crate decodes them. The frequent one-line replies
//! are decoded here, because its parser clears a buffer of 8 KiB for each of them.

use redis::{ErrorKind, RedisError, RedisResult, Value};

/// The longest reply. No reply to a lock comes near this, so a peer that sends more is not Redis.
const LONGEST_REPLY: usize = 1 << 20;
/// The most bytes that are quoted of a line that is no reply.
const LONGEST_LINE: usize = 80;
const DEEPEST: usize = 16;

/// The bytes that have arrived and not been handed out yet: `bytes[start..end]`.
pub struct Input {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl Default for Input {
    fn default() -> Input {
        Input {
            bytes: vec![0; 512],
            start: 0,
            end: 0,
        }
    }
}

impl Input {
    /// Returns the place for further bytes; never empty.
    pub fn room(&mut self) -> &mut [u8] {
        if self.end == self.bytes.len() && self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        if self.end == self.bytes.len() {
            self.bytes.resize(2 * self.end, 0);
        }
        &mut self.bytes[self.end..]
    }

    /// Notes that `count` bytes were put into [`room`](Self::room).
    pub fn received(&mut self, count: usize) {
        self.end += count;
    }

    /// Takes bytes as if they had arrived.
    #[cfg(any(test, fuzzing))]
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let room = self.room();
            let count = room.len().min(bytes.len());
            room[..count].copy_from_slice(&bytes[..count]);
            self.received(count);
            bytes = &bytes[count..];
        }
    }

    /// Returns whether all that has arrived has been handed out.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Returns the next whole reply, error replies included; None if more bytes are needed.
    pub fn next_reply(&mut self) -> RedisResult<Option<Value>> {
        let unread = &self.bytes[self.start..self.end];
        if unread.is_empty() {
            return Ok(None);
        }
        let (reply, length) = match one_line_reply(unread) {
            Some(found) => found,
            None => match reply_end(unread, 0, DEEPEST)? {
                Some(end) => (redis::parse_redis_value(&unread[..end])?, end),
                None if unread.len() > LONGEST_REPLY => return Err(not_redis("it does not end")),
                None => return Ok(None),
            },
        };
        self.start += length;
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
        Ok(Some(reply))
    }
}

/// Returns `+OK`, an integer or nil, and its length with the line's end.
fn one_line_reply(bytes: &[u8]) -> Option<(Value, usize)> {
    let end = line_end(bytes, 0)?;
    let reply = match &bytes[..end - 2] {
        b"+OK" => Value::Okay,
        b"$-1" => Value::Nil,
        [b':', number @ ..] => Value::Int(integer(number)?),
        _ => return None,
    };
    Some((reply, end))
}

/// Returns where the reply that begins at `start` ends; None if it is not all there yet.
fn reply_end(bytes: &[u8], start: usize, depth: usize) -> RedisResult<Option<usize>> {
    let Some(kind) = bytes.get(start) else {
        return Ok(None);
    };
    if !b"+-:$*_,#!=(%~|>".contains(kind) {
        let line = bytes[start..].split(|byte| b"\r\n".contains(byte)).next();
        let line = line.unwrap_or_default();
        let quote = String::from_utf8_lossy(&line[..line.len().min(LONGEST_LINE)]);
        return Err(not_redis(format!("it says \"{quote}\"")));
    }
    let Some(line_end) = line_end(bytes, start) else {
        return Ok(None);
    };
    let count = integer(&bytes[start + 1..line_end - 2]);
    let items = match (kind, count) {
        (b'+' | b'-' | b':' | b'_' | b',' | b'#' | b'(', _) => return Ok(Some(line_end)),
        (b'$' | b'*', Some(-1)) => return Ok(Some(line_end)),
        (_, Some(count)) if !(0..LONGEST_REPLY as i64).contains(&count) => {
            return Err(not_redis("a length out of range"));
        }
        (b'$' | b'!' | b'=', Some(length)) => {
            let end = line_end + length as usize + 2;
            return Ok(Some(end).filter(|&end| end <= bytes.len()));
        }
        (b'*' | b'~' | b'>', Some(count)) => count,
        (b'%', Some(count)) => 2 * count,
        (b'|', Some(count)) => 2 * count + 1,
        _ => return Err(not_redis("unknown kind or length")),
    };
    if depth == 0 {
        return Err(not_redis("too deep"));
    }
    let mut end = line_end;
    for _ in 0..items {
        match reply_end(bytes, end, depth - 1)? {
            Some(item_end) => end = item_end,
            None => return Ok(None),
        }
    }
    Ok(Some(end))
}

/// Returns the position behind the line that begins at `start`.
fn line_end(bytes: &[u8], start: usize) -> Option<usize> {
    let length = bytes[start..].windows(2).position(|pair| pair == b"\r\n")?;
    Some(start + length + 2)
}

fn integer(digits: &[u8]) -> Option<i64> {
    str::from_utf8(digits).ok()?.parse().ok()
}

fn not_redis(what: impl Into<String>) -> RedisError {
    (ErrorKind::Parse, "not a Redis reply", what.into()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replies(bytes: &[u8]) -> Vec<Value> {
        let mut input = Input::default();
        input.feed(bytes);
        std::iter::from_fn(|| input.next_reply().unwrap()).collect()
    }

    const EVERY_KIND: &[u8] = b"+OK\r\n:-12\r\n$-1\r\n$5\r\na\r\nbc\r\n*2\r\n:1\r\n*1\r\n$0\r\n\r\n*-1\r\n_\r\n#t\r\n%1\r\n+k\r\n:2\r\n\
        ~1\r\n:3\r\n,1.5\r\n=5\r\ntxt:x\r\n>2\r\n+invalidate\r\n:4\r\n|1\r\n+a\r\n:5\r\n:6\r\n+PONG\r\n-ERR no\r\n!6\r\nERR no\r\n(12\r\n";

    #[test]
    fn every_kind_of_reply_is_cut_off_where_it_ends() {
        let replies = replies(EVERY_KIND);
        assert_eq!(replies.len(), 18, "{replies:?}");
        assert_eq!(
            replies[..4],
            [
                Value::Okay,
                Value::Int(-12),
                Value::Nil,
                Value::BulkString(b"a\r\nbc".to_vec())
            ]
        );
        assert!(matches!(&replies[15], Value::ServerError(error) if error.code() == "ERR"));
    }

    #[test]
    fn a_reply_that_comes_byte_by_byte_is_the_same_reply() {
        let mut input = Input::default();
        let mut replies_so_far = Vec::new();
        for byte in EVERY_KIND {
            input.feed(&[*byte]);
            replies_so_far.extend(input.next_reply().unwrap());
        }
        assert_eq!(replies_so_far, replies(EVERY_KIND));
    }

    #[test]
    fn a_long_reply_finds_room() {
        let long = vec![b'x'; 100_000];
        let mut bytes = b"$100000\r\n".to_vec();
        bytes.extend_from_slice(&long);
        bytes.extend_from_slice(b"\r\n:7\r\n");
        assert_eq!(replies(&bytes), [Value::BulkString(long), Value::Int(7)]);
    }

    #[test]
    fn garbage_is_an_error_and_not_waited_on() {
        for garbage in [
            &b"HTTP/1.1 400 Bad Request\r\n"[..],
            b"x",
            b"\r\n\r\n",
            b"*1\r\n\r\n",
            b"\0\0\0",
            b"$99999999999\r\n",
            b"*99999999\r\n",
            b"$-2\r\n",
            b"$abc\r\n",
            b":one\r\n",
            b"*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n",
        ] {
            let mut input = Input::default();
            input.feed(garbage);
            assert!(input.next_reply().is_err(), "{:?}", garbage.escape_ascii().to_string());
        }
        let mut input = Input::default();
        input.feed(&vec![b'+'; LONGEST_REPLY + 2]);
        assert!(input.next_reply().is_err(), "an endless line");
    }
}
