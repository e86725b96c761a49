//! Several keys in one argument.

/// Splits keys at their commas. A comma behind a backslash is a part of a key.
pub fn split(list: &[u8]) -> Vec<Vec<u8>> {
    let mut keys = vec![Vec::new()];
    for byte in list {
        let key = keys.last_mut().expect("there is one from the beginning");
        match (byte, key.last()) {
            (b',', Some(b'\\')) => *key.last_mut().expect("seen just now") = b',',
            (b',', _) => keys.push(Vec::new()),
            (byte, _) => key.push(*byte),
        }
    }
    keys
}

/// Joins several keys as [`split`] splits them. One key stays as it is, so that a program can use
/// it.
pub fn join(keys: &[&[u8]]) -> Vec<u8> {
    if let [key] = keys {
        return key.to_vec();
    }
    let mut list = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        if place > 0 {
            list.push(b',');
        }
        for byte in *key {
            if *byte == b',' {
                list.push(b'\\');
            }
            list.push(*byte);
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_stays_as_it_is() {
        assert_eq!(join(&[b"a,b"]), b"a,b");
    }

    #[test]
    fn keys_are_joined_as_they_are_split() {
        for (list, keys) in [
            (&b"a"[..], &[&b"a"[..]][..]),
            (b"a,b", &[b"a", b"b"]),
            (b"a\\,b,c", &[b"a,b", b"c"]),
            (b"App\\Jobs\\Import,b", &[b"App\\Jobs\\Import", b"b"]),
            (b"", &[b""]),
        ] {
            assert_eq!(split(list), keys, "{}", list.escape_ascii());
            if keys.len() > 1 {
                assert_eq!(join(keys), list);
            }
        }
    }
}
