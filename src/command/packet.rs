//! A command as it goes over the wire, written straight into a connection's buffer.

/// Writes the words of a command, one after the other.
pub struct Packet<'b>(&'b mut Vec<u8>);

impl<'b> Packet<'b> {
    /// Begins a command of so many words.
    pub fn begin(buffer: &'b mut Vec<u8>, words: usize) -> Packet<'b> {
        let mut packet = Packet(buffer);
        packet.header(b'*', words as u64);
        packet
    }

    pub fn word(&mut self, word: &[u8]) -> &mut Self {
        self.header(b'$', word.len() as u64);
        self.0.extend_from_slice(word);
        self.0.extend_from_slice(b"\r\n");
        self
    }

    pub fn number(&mut self, number: u64) -> &mut Self {
        let mut digits = [0; 20];
        let start = decimal(number, &mut digits);
        self.word(&digits[start..])
    }

    fn header(&mut self, kind: u8, number: u64) {
        let mut line = [0; 23];
        line[21..].copy_from_slice(b"\r\n");
        let mut digits = [0; 20];
        let start = decimal(number, &mut digits);
        line[start..][1..21 - start].copy_from_slice(&digits[start..]);
        line[start] = kind;
        self.0.extend_from_slice(&line[start..]);
    }
}

/// The number's digits, at the end of the array; tells where they begin.
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
