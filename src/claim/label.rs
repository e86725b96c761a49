//! A label: the text by which a holder names itself. It stands after the token in the lock's value,
//! for clients that ask which holder has the lock.

use crate::os::host;

/// The greatest length of a label, in characters.
const LONGEST_LABEL: usize = 200;
/// The byte between a generated token and its label.
const SEPARATOR: u8 = b':';

/// A text in which `%h` stands for the host's name and `%p` for the process id.
#[derive(Clone, Default)]
pub struct Label(Box<str>);

impl Label {
    /// Returns the label; None if it is too long, or not printable ASCII.
    pub fn parse(text: &[u8]) -> Option<Label> {
        let is_printable = |byte: &u8| (b' '..=b'~').contains(byte);
        let text = str::from_utf8(text).ok()?;
        let is_label = text.len() <= LONGEST_LABEL && text.as_bytes().iter().all(is_printable);
        is_label.then(|| Label(text.into()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the token with this label behind it, filled in for the running process.
    pub(super) fn behind(&self, token: &[u8]) -> Box<[u8]> {
        let mut labelled = token.to_vec();
        labelled.push(SEPARATOR);
        let mut parts = self.0.split('%');
        labelled.extend(parts.next().unwrap_or_default().bytes());
        for part in parts {
            let (value, rest) = match part.as_bytes() {
                [b'h', ..] => (host::name().to_owned(), &part[1..]),
                [b'p', ..] => (std::process::id().to_string(), &part[1..]),
                _ => ("%".to_owned(), part),
            };
            labelled.extend(value.bytes().chain(rest.bytes()));
        }
        labelled.into()
    }
}

/// Returns the label in a lock's value, if that is a generated token with a label.
pub fn label_of(value: &[u8]) -> Option<&str> {
    let (token, rest) = value.split_at_checked(32)?;
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_printable = |byte: &u8| (b' '..=b'~').contains(byte);
    match rest {
        [SEPARATOR, label @ ..]
            if token.iter().all(is_digit)
                && !label.is_empty()
                && label.iter().all(is_printable) =>
        {
            str::from_utf8(label).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::claim::label::{Label, label_of};
    use crate::os::host;

    fn stored(label: &str) -> String {
        let label = Label::parse(label.as_bytes()).expect("a label");
        let stored = label.behind(b"0123456789abcdef0123456789abcdef");
        String::from_utf8(stored.into()).expect("ASCII")
    }

    #[test]
    fn a_label_stands_behind_the_token_and_names_host_and_process() {
        let process = std::process::id();
        let value = stored("web %h:%p, 100 %");
        let expected = format!("web {}:{process}, 100 %", host::name());
        assert_eq!(value[32..], format!(":{expected}"));
        assert_eq!(label_of(value.as_bytes()), Some(&*expected));
        assert_eq!(&stored("%%p%d")[32..], format!(":%{process}%d"));
    }

    #[test]
    fn a_label_is_short_and_printable() {
        assert!(Label::parse(&[b'x'; 200]).is_some());
        assert!(Label::parse(&[b'x'; 201]).is_none());
        for text in ["a\nb", "a\0", "\x7f", "ä"] {
            assert!(Label::parse(text.as_bytes()).is_none(), "{text:?}");
        }
    }

    #[test]
    fn what_others_store_is_no_label() {
        let digits = "0123456789abcdef0123456789abcdef";
        for value in [
            "",
            "owner:label",
            digits,
            &format!("{digits}:"),
            &format!("{digits}x:y"),
        ] {
            assert_eq!(label_of(value.as_bytes()), None, "{value}");
        }
        let upper = format!("{}:label", digits.to_uppercase());
        assert_eq!(label_of(upper.as_bytes()), None);
        assert_eq!(label_of(format!("{digits}:a\nb").as_bytes()), None);
        assert_eq!(label_of(format!("{digits}:a:b").as_bytes()), Some("a:b"));
    }
}
