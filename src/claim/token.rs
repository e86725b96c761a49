//! The token: what tells one acquisition from every other.

use rand::{TryRng, rngs::SysRng};

/// 128 random bits as 32 lowercase hex digits, new for every acquisition; or what another process handed over.
///
/// Whoever knows it can release the lock, so it is drawn from the operating system's generator each time: nothing
/// is buffered that a forked child could repeat.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(Form);

#[derive(Clone, PartialEq, Eq)]
enum Form {
    Drawn([u8; 32]),
    Given(Box<[u8]>),
}

impl Token {
    /// Draws a new token.
    ///
    /// # Panics
    /// If the operating system gives no random numbers: there is no safe way on.
    pub fn draw() -> Token {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let mut random = [0u8; 16];
        SysRng
            .try_fill_bytes(&mut random)
            .expect("the operating system's random number generator works");
        let mut digits = [0u8; 32];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(random) {
            pair[0] = HEX[usize::from(byte >> 4)];
            pair[1] = HEX[usize::from(byte & 15)];
        }
        Token(Form::Drawn(digits))
    }

    /// The token of an acquisition made elsewhere, byte for byte.
    pub fn given(bytes: &[u8]) -> Token {
        Token(Form::Given(bytes.into()))
    }

    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Form::Drawn(digits) => digits,
            Form::Given(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::claim::token::Token;

    #[test]
    fn a_drawn_token_is_32_lowercase_hex_digits() {
        let token = Token::draw();
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
        let tokens: Vec<Token> = (0..2000).map(|_| Token::draw()).collect();
        let distinct: HashSet<&[u8]> = tokens.iter().map(Token::as_bytes).collect();
        assert_eq!(distinct.len(), tokens.len());
        for place in 0..32 {
            let digits: HashSet<u8> = tokens.iter().map(|t| t.as_bytes()[place]).collect();
            assert_eq!(digits.len(), 16, "digit {place} takes every value");
        }
    }
}
