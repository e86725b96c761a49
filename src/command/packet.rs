//! A command as it goes over the wire: written into a connection's buffer, or kept as a [`Cmd`].

use redis::Cmd;

/// Takes the arguments of a command, one after the other.
pub trait Arguments {
    /// Begins a command of `count` arguments.
    fn begin(&mut self, count: usize) -> &mut Self;
    fn word(&mut self, word: &[u8]) -> &mut Self;
    fn number(&mut self, number: u64) -> &mut Self;
}

impl Arguments for Cmd {
    fn begin(&mut self, _: usize) -> &mut Self {
        self
    }

    fn word(&mut self, word: &[u8]) -> &mut Self {
        self.arg(word)
    }

    fn number(&mut self, number: u64) -> &mut Self {
        self.arg(number)
    }
}

/// A connection's buffer.
impl Arguments for Vec<u8> {
    fn begin(&mut self, count: usize) -> &mut Self {
        header(self, b'*', count as u64);
        self
    }

    fn word(&mut self, word: &[u8]) -> &mut Self {
        header(self, b'$', word.len() as u64);
        self.extend_from_slice(word);
        self.extend_from_slice(b"\r\n");
        self
    }

    fn number(&mut self, number: u64) -> &mut Self {
        let mut digits = [0; 20];
        let start = decimal(number, &mut digits);
        self.word(&digits[start..])
    }
}

fn header(buffer: &mut Vec<u8>, kind: u8, number: u64) {
    // Nearly all numbers have one or two digits.
    let digit = |number: u64| b'0' + number as u8;
    match number {
        0..10 => return buffer.extend_from_slice(&[kind, digit(number), b'\r', b'\n']),
        10..100 => {
            let (tens, ones) = (digit(number / 10), digit(number % 10));
            return buffer.extend_from_slice(&[kind, tens, ones, b'\r', b'\n']);
        }
        _ => {}
    }
    let mut line = [0; 23];
    line[21..].copy_from_slice(b"\r\n");
    let mut digits = [0; 20];
    let start = decimal(number, &mut digits);
    line[start..][1..21 - start].copy_from_slice(&digits[start..]);
    line[start] = kind;
    buffer.extend_from_slice(&line[start..]);
}

/// Writes the number's digits at the end of the array. Returns where they begin.
fn decimal(mut number: u64, digits: &mut [u8; 20]) -> usize {
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return start;
        }
    }
}
