//! An output that cannot be written.

use std::{fs::File, io::pipe, process::Command, process::Stdio};

use crate::Stage;

/// The commands that ask a server and write an output.
const ASKS: [&str; 7] = [
    "show key",
    "show --json key",
    "ls",
    "ls --json",
    "wait --json free",
    "top -n 1 -d 0.2",
    "top --json -n 1 -d 0.2",
];

/// Runs a command whose output goes there. Returns its exit status and its messages.
fn run(mut command: Command, output: impl Into<Stdio>) -> (Option<i32>, String) {
    let output = command.stdout(output).output().expect("redislock");
    let words = String::from_utf8(output.stderr).expect("text");
    (output.status.code(), words)
}

#[test]
fn an_output_that_cannot_be_written_is_74() {
    let stage = Stage::set();
    stage.occupy_by_token("key");
    let ask = |words: &&str| stage.command(words);
    let without_server = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redislock"));
        command.args(words.split(' '));
        command
    };
    let others = [
        "generate man",
        "generate bash",
        "--help",
        "exec --help",
        "--version",
    ];
    for command in ASKS.iter().map(ask).chain(others.map(without_server)) {
        let name = format!("{command:?}");
        let full = File::create("/dev/full").expect("it is there");
        let (status, words) = run(command, full);
        assert!(
            words.contains("cannot write the output: "),
            "{name}: {words}"
        );
        assert_eq!(status, Some(74), "{name}");
    }
    let full = File::create("/dev/full").expect("it is there");
    let token = stage.redis.get("key").expect("it is held");
    let breaking = stage.command(&format!("break --json --token {token} key"));
    assert_eq!(run(breaking, full).0, Some(74));
}

#[test]
fn a_reader_that_is_gone_needs_no_message() {
    let stage = Stage::set();
    stage.occupy_by_token("key");
    for words in ASKS {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let (status, said) = run(stage.command(words), writer);
        assert!(!said.contains("cannot write"), "{words}: {said}");
        assert_eq!(status, Some(0), "{words}");
    }
}

impl Stage {
    /// Has a client of redislock hold a lock.
    fn occupy_by_token(&self, key: &str) {
        let token = "0123456789abcdef0123456789abcdef";
        let set = ["SET", key, token, "NX", "PX", "600000"];
        assert!(self.redis.run_words::<bool>(&set));
    }
}
