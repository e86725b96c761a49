//! Where a command and a reply end.

use std::io::{self, BufRead};

pub struct Command {
    /// As it came.
    pub bytes: Vec<u8>,
    pub name: String,
}

/// The next command, or None at the end of the connection.
pub fn read_command(input: &mut impl BufRead) -> io::Result<Option<Command>> {
    let mut bytes = Vec::new();
    if input.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let count = read_line(input, &mut bytes)?;
    let mut name = String::new();
    for word in 0..count {
        let length = read_line(input, &mut bytes)? as usize;
        let start = bytes.len();
        bytes.resize(start + length + 2, 0);
        input.read_exact(&mut bytes[start..])?;
        if word == 0 {
            name = String::from_utf8_lossy(&bytes[start..start + length]).into_owned();
        }
    }
    Ok(Some(Command { bytes, name }))
}

/// A whole reply, appended to `bytes`.
pub fn read_reply(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<()> {
    let start = bytes.len();
    let number = read_line(input, bytes)?;
    match bytes[start] {
        b'$' if number >= 0 => {
            let start = bytes.len();
            bytes.resize(start + number as usize + 2, 0);
            input.read_exact(&mut bytes[start..])?;
        }
        b'*' => {
            for _ in 0..number {
                read_reply(input, bytes)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Appends a line and returns the number behind its first character, or 0.
fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<i64> {
    let start = bytes.len();
    input.read_until(b'\n', bytes)?;
    if !bytes[start..].ends_with(b"\r\n") {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let line = str::from_utf8(&bytes[start + 1..bytes.len() - 2]);
    Ok(line.ok().and_then(|line| line.parse().ok()).unwrap_or(0))
}
