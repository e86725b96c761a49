//! Quotations in messages: Redis's own words, or the operating system's.

use redis::{ErrorKind, RedisError};

use crate::command::code::{Code, is_full};
use crate::command::script::commands_at;

/// The most bytes that are quoted of what a server said.
const LONGEST_QUOTE: usize = 200;
/// The number of hexadecimal digits in a row that may be a token, and are never shown.
const TOKEN: usize = 32;

/// Returns what the server, or the operating system, said, as messages show it.
pub fn words(error: &RedisError) -> String {
    quote_up_to(error, LONGEST_QUOTE)
}

/// Returns what the server, or the operating system, said, up to ten times `LONGEST_QUOTE`.
pub fn quote_long(error: &RedisError) -> String {
    quote_up_to(error, 10 * LONGEST_QUOTE)
}

fn quote_up_to(error: &RedisError, longest: usize) -> String {
    let quoted = |said: &str| quoted_up_to(said, longest);
    match (error.code(), error.detail()) {
        (Some(code), Some(detail)) => quoted(&format!("{code} {detail}")),
        (Some(code), None) => quoted(code),
        (None, Some(detail)) if is_ours(error) => detail.to_owned(),
        // The messages of the parser have several lines.
        (None, Some(detail)) => quoted(&detail.split_whitespace().collect::<Vec<_>>().join(" ")),
        (None, None) => match &*error.to_string() {
            "unexpected end of file" => "the server closed the connection".to_owned(),
            words => words.to_owned(),
        },
    }
}

/// Returns whether the message is this extension's own, in which others are quoted already.
fn is_ours(error: &RedisError) -> bool {
    matches!(
        error.kind(),
        ErrorKind::InvalidClientConfig
            | ErrorKind::MasterNameNotFoundBySentinel
            | ErrorKind::ClusterConnectionNotFound
    )
}

/// Returns what a server said, as messages show it: escaped, shortened, and without the line of the
/// script. It omits what the server repeats of a command, which may be a token or a password.
pub fn quoted(said: &str) -> String {
    quoted_up_to(said, LONGEST_QUOTE)
}

fn quoted_up_to(said: &str, longest: usize) -> String {
    let arguments = said.find(", with args beginning with");
    // The last one, because "ACL failure in script: …" is part of what was said.
    let script = said.rfind(" script: ");
    let script = script.filter(|&at| said[at..].contains(", on @"));
    let refused = script.and_then(|at| refused_command(said, at));
    let said = &said[..arguments
        .into_iter()
        .chain(script)
        .min()
        .unwrap_or(said.len())];
    let mut quote = String::new();
    let mut rest = said;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let piece = match digits {
            TOKEN.. => "…".to_owned(),
            0 if first.is_control() => first.escape_default().to_string(),
            0 => first.to_string(),
            digits => rest[..digits].to_owned(),
        };
        if quote.len() + piece.len() > longest {
            quote.push('…');
            break;
        }
        quote.push_str(&piece);
        let taken = if digits == 0 {
            first.len_utf8()
        } else {
            digits
        };
        rest = &rest[taken..];
    }
    if let Some(command) = refused {
        quote.push_str(&format!(" ({command})"));
    }
    quote
}

/// Returns the command of a script that a user may not run, if the server does not name it, as
/// Redis 7.0. Its message ends with ` script: HASH, on @user_script:LINE.`, from `at` on.
fn refused_command(said: &str, at: usize) -> Option<String> {
    if !said.contains("script can't") {
        return None;
    }
    let place = said[at..].strip_prefix(" script: ")?;
    let (hash, line) = place.split_once(", on @user_script:")?;
    commands_at(hash, line.trim_end_matches('.').parse().ok()?)
}

/// Returns why there is no connection to use: no server answered, or the server refused.
pub fn unreachable_message(error: &RedisError) -> String {
    let said = words(error);
    let detail = error.detail().unwrap_or_default();
    match Code::of(error) {
        None => format!("cannot connect: {said}"),
        _ if is_full(error) => format!("the server has no room for another connection: {said}"),
        Some(Code::NoAuth | Code::WrongPass) => {
            format!("the server refused the user or the password: {said}")
        }
        _ if detail.starts_with("AUTH ") => {
            format!("the server refused the user or the password: {said}")
        }
        _ if detail.contains("DB index is out of range") => {
            format!("connected, but the server does not have this database: {said}")
        }
        Some(_) => format!("connected, but the server refused: {said}"),
    }
}

/// Returns the error with which the server replied.
pub fn refused_message(error: &RedisError) -> String {
    match is_full(error) {
        true => unreachable_message(error), // a full server may say so before or after we ask
        false => words(error),
    }
}

/// Returns why there is no reply.
pub fn reply_lost_message(error: &RedisError) -> String {
    if error.is_timeout() {
        "no reply within the read timeout; whether the command was executed is not known".to_owned()
    } else if error.is_connection_dropped() {
        "the connection was closed before the reply came; whether the command was executed is not known".to_owned()
    } else {
        format!("not a reply of Redis: {}", words(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_said_is_cut_and_escaped() {
        assert_eq!(quoted("ERR no\tway\u{7}"), "ERR no\\tway\\u{7}");
        assert_eq!(quoted(&"x ".repeat(1000)), "x ".repeat(100) + "…");
        assert_eq!(quoted(&"é".repeat(1000)), "é".repeat(100) + "…");
        assert_eq!(quoted("\n".repeat(1000).as_str()).len(), 200 + "…".len());
    }

    #[test]
    fn phpinfo_shows_a_reason_whole() {
        let reason = format!("{} user", "x".repeat(300));
        let error = RedisError::from((ErrorKind::UnexpectedReturnType, "", reason.clone()));
        assert_eq!(words(&error).len(), LONGEST_QUOTE + "…".len());
        assert_eq!(quote_long(&error), reason);
    }

    #[test]
    fn no_token_and_no_argument_is_quoted() {
        let token = "0123456789abcdef0123456789abcdef";
        assert_eq!(quoted(&format!("got '{token}:me'")), "got '…:me'");
        assert_eq!(
            quoted("ERR unknown command 'SET', with args beginning with: 'key' 'hunter2' "),
            "ERR unknown command 'SET'"
        );
        assert_eq!(quoted("ERR in abc1 deadbeef"), "ERR in abc1 deadbeef");
        assert_eq!(
            quoted("OOM no room. script: 0123, on @user_script:1."),
            "OOM no room."
        );
        assert_eq!(
            quoted("ERR ACL failure in script: User a may not script: 0123, on @user_script:1."),
            "ERR ACL failure in script: User a may not"
        );
    }
}
