//! The scripts, each of which the server runs in one step. A script that keeps, changes or ends one
//! claim compares the token first. Those of the queue and of operators compare none.

use std::{
    sync::{LazyLock, Mutex},
    time::Duration,
};

use redis::Cmd;

use crate::command::{invocation::Invocation, packet::Arguments};

/// Defines a script from one file or several. The files before the last are its prelude.
macro_rules! script {
    ($name:ident, share, $($file:literal),+) => {
        script!($name, "share_prelude", "share_state", "share_check", $($file),+);
    };
    ($name:ident, $($file:literal),+) => {
        pub static $name: LazyLock<Script> = LazyLock::new(|| {
            Script::new(concat!($(include_str!(concat!("scripts/", $file, ".lua"))),+))
        });
    };
}

script!(CLAIM, "holder", "claim");
script!(UPGRADE, "holder", "upgrade", "claim");
script!(DOWNGRADE, "holder", "downgrade");
script!(FENCED, "holder", "next_fence", "fenced");
script!(RELEASE, "holder", "release");
script!(RELEASE_AND_CHECK_QUEUE, "release_and_check_queue");
script!(REFRESH, "holder", "refresh");
script!(RENEW, "holder", "renew");
script!(OWNED, "holder", "owned");
script!(INSPECT, "holder", "inspect");
script!(ADVANCE_FENCE, "holder", "advance_fence");
// For several locks at once.
script!(MULTI_ACQUIRE, "next_fence", "multi_acquire");
script!(MULTI_RELEASE, "multi_check", "multi_release");
script!(MULTI_REFRESH, "multi_check", "multi_refresh");
script!(MULTI_RENEW, "multi_check", "multi_renew");
script!(MULTI_OWNED, "multi_check", "multi_owned");
// For shared locks and semaphores.
script!(ENTER, share, "share_count", "share_room", "share_acquire");
script!(LEAVE, "share_prelude", "share_release");
script!(EXTEND, share, "share_extend");
script!(RENEW_SHARE, share, "share_renew");
script!(SHARE_LEFT, share, "share_left");
script!(FIND, share, "share_holder");
script!(HOLDERS, share, "share_count", "share_holders");
script!(END_ALL, share, "share_delete_all");
// The queue: for an exclusive lock, for shares, and for a lock of a quorum.
script!(WAIT, "next_fence", "seats", "take", "wait");
script!(LOOK, "next_fence", "seats", "take", "look_after_seats");
script!(
    WAIT_FOR_SHARE,
    "share_prelude",
    "share_state",
    "share_count",
    "share_room",
    "seats",
    "queue_beside",
    "take_share",
    "wait"
);
script!(
    LOOK_FOR_SHARE,
    "share_prelude",
    "share_state",
    "share_count",
    "share_room",
    "seats",
    "take_share",
    "look_after_seats"
);
script!(
    WAIT_ELSEWHERE,
    "seats",
    "queue_beside",
    "take_elsewhere",
    "wait"
);
script!(
    LOOK_ELSEWHERE,
    "seats",
    "take_elsewhere",
    "look_after_seats"
);
script!(LEAVE_QUEUE, "seats", "leave_queue");
// For operators.
script!(SHOW_LOCK, "show_lock");
script!(LIST_LOCKS, "list_locks");

/// A script with its SHA-1.
pub struct Script {
    text: String,
    hashed: redis::Script,
}

impl Script {
    fn new(lua: &'static str) -> Self {
        let text = without_comments(lua);
        let hashed = redis::Script::new(&text);
        if let Ok(mut used) = USED.lock() {
            used.push((hashed.get_hash().to_owned(), lua));
        }
        Script { text, hashed }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the command that runs the script, and its argument. EVAL also loads the script.
    fn how(&self, invocation: Invocation) -> (&str, &str) {
        match invocation {
            Invocation::Eval => ("EVAL", self.text()),
            Invocation::EvalSha | Invocation::Native(_) => ("EVALSHA", self.hashed.get_hash()),
        }
    }

    /// Writes the command that runs the script. The caller adds `further` arguments.
    pub fn write(
        &self,
        words: &mut impl Arguments,
        invocation: Invocation,
        keys: &[&[u8]],
        (token, times): (&[u8], &[Duration]),
        further: usize,
    ) {
        let (name, script) = self.how(invocation);
        words.begin(4 + keys.len() + times.len() + further);
        words.word(name.as_bytes()).word(script.as_bytes());
        words.number(keys.len() as u64);
        for key in keys {
            words.word(key);
        }
        words.word(token);
        for time in times {
            words.number(milliseconds(*time));
        }
    }

    /// Returns the command that runs the script. The caller may add arguments.
    pub fn command(
        &self,
        invocation: Invocation,
        keys: &[&[u8]],
        token: &[u8],
        times: &[Duration],
    ) -> Cmd {
        let mut command = Cmd::new();
        self.write(&mut command, invocation, keys, (token, times), 0);
        command
    }
}

/// The scripts that this process has used, by their hashes.
static USED: Mutex<Vec<(String, &str)>> = Mutex::new(Vec::new());

/// Returns the commands in a line of the script with this hash, like `GET` or `GET or SET`.
pub fn commands_at(hash: &str, line: usize) -> Option<String> {
    let used = USED.lock().ok()?;
    let (_, lua) = used.iter().find(|(known, _)| known == hash)?;
    let calls = lua
        .lines()
        .nth(line.checked_sub(1)?)?
        .split("call('")
        .skip(1);
    let names: Vec<&str> = calls.filter_map(|call| call.split('\'').next()).collect();
    (!names.is_empty()).then(|| names.join(" or "))
}

/// Returns the text that goes over the wire. Its lines keep their numbers, which errors name.
fn without_comments(lua: &str) -> String {
    let lines = lua.lines().map(|line| {
        let code = line.split_once("--").map_or(line, |(code, _)| code);
        code.trim()
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub fn milliseconds(ttl: Duration) -> u64 {
    ttl.as_millis().try_into().unwrap_or(u64::MAX)
}
