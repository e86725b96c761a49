//! The token: what tells one acquisition from every other.

use rand::{TryRng, rngs::SysRng};

use crate::claim::label::Label;

/// A generated token has 128 random bits as 32 lowercase hex digits, with a label behind them if
/// there is one. It is new for every acquisition. The caller may use a supplied token again, also
/// in other processes.
///
/// A client that knows the token can release the lock. So each token is drawn from the operating
/// system's generator: nothing is buffered that a forked child could repeat.
#[derive(Clone)]
pub struct Token(Form);

#[derive(Clone)]
enum Form {
    Drawn([u8; 32]),
    Labelled(Box<[u8]>),
    CallerSupplied(Box<[u8]>),
}

/// The two hex digits of each byte.
static HEX: [[u8; 2]; 256] = {
    let digits = b"0123456789abcdef";
    let mut pairs = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        pairs[byte] = [digits[byte >> 4], digits[byte & 15]];
        byte += 1;
    }
    pairs
};

impl Token {
    /// Generates a new token. An empty label is no label.
    ///
    /// # Panics
    /// If the operating system gives no random numbers, because there is no safe way to go on.
    pub fn generate(label: &Label) -> Token {
        let mut random = [0u8; 16];
        SysRng
            .try_fill_bytes(&mut random)
            .expect("the operating system's random number generator works");
        let mut digits = [0u8; 32];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(random) {
            pair.copy_from_slice(&HEX[usize::from(byte)]);
        }
        Token(match label.is_empty() {
            true => Form::Drawn(digits),
            false => Form::Labelled(label.behind(&digits)),
        })
    }

    /// Returns the caller's token, byte for byte.
    pub fn given(bytes: &[u8]) -> Token {
        Token(Form::CallerSupplied(bytes.into()))
    }

    /// Returns whether another owner may know the token. Then another process may hold the lock
    /// with it at any moment.
    pub fn is_known_elsewhere(&self) -> bool {
        matches!(self.0, Form::CallerSupplied(_))
    }

    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Form::Drawn(digits) => digits,
            Form::Labelled(bytes) | Form::CallerSupplied(bytes) => bytes,
        }
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::claim::{label::Label, token::Token};

    #[test]
    fn a_drawn_token_is_32_lowercase_hex_digits() {
        let token = Token::generate(&Label::default());
        assert_eq!(token.as_bytes().len(), 32);
        assert!(
            token
                .as_bytes()
                .iter()
                .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
        );
    }

    #[test]
    fn all_bits_of_a_token_vary_and_none_repeats() {
        let tokens: Vec<Token> = (0..2000)
            .map(|_| Token::generate(&Label::default()))
            .collect();
        let distinct: HashSet<&[u8]> = tokens.iter().map(Token::as_bytes).collect();
        assert_eq!(distinct.len(), tokens.len());
        for place in 0..32 {
            let digits: HashSet<u8> = tokens.iter().map(|t| t.as_bytes()[place]).collect();
            assert_eq!(digits.len(), 16, "digit {place} takes every value");
        }
    }
}
