//! `redislock top`.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::support::await_that;
use crate::terminals::{Shell, await_stop};
use crate::{Stage, UNTIL_GO, number_in};

const TOKENS: [&str; 2] = [
    "0123456789abcdef0123456789abcdef:first",
    "0123456789abcdef0123456789abcdef:second",
];

#[test]
fn top_shows_what_waits_longest_first() {
    let stage = Stage::set();
    let _: String = stage
        .redis
        .run_words(&["SET", "quiet", TOKENS[0], "PX", "600000"]);
    let held = format!("echo held >>log; {UNTIL_GO}");
    let _holder = stage.start("--label holder busy", &held);
    stage.await_log("held");
    let _waiters: Vec<_> = (0..3).map(|_| stage.start("busy", "true")).collect();
    await_that("a sleeper", || {
        stage.json("show busy")["asleep_on_server"] == 1
    });

    let (status, text) = stage.ask("top --json -n 1 -d 0.3");
    assert_eq!(status, 0);
    let picture: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(picture["asleep_on_server"], 1);
    let locks = picture["locks"].as_array().unwrap();
    let keys: Vec<&str> = locks
        .iter()
        .map(|lock| lock["key"].as_str().unwrap())
        .collect();
    assert_eq!(keys, ["busy", "quiet"]);
    assert_eq!(locks[0]["holders"][0], "holder");
    assert_eq!(locks[0]["watchers"], 2);
    assert!(locks[0]["longest_wait"].as_f64().unwrap() > 0.0);
    assert_eq!(locks[1]["holders"][0], "first");

    let (_, text) = stage.ask("top -n 1 -d 0.3 b*");
    assert!(
        text.contains("2 locks") || text.contains("1 locks"),
        "{text}"
    );
    assert!(
        text.contains("busy") && !text.contains("quiet") && !text.contains('\x1b'),
        "{text}"
    );
}

#[test]
fn a_renewal_is_no_change() {
    let stage = Stage::set();
    let held = |name: &str| format!("echo {name} >>log; {UNTIL_GO}");
    let _one = stage.start("--shared --ttl 6 key", &held("one"));
    let _two = stage.start("--shared --ttl 6 key", &held("two"));
    stage.await_log("one");
    stage.await_log("two");
    // Each is renewed after a third of the ttl, so at least once between the two looks.
    let (_, text) = stage.ask("top --json -n 1 -d 3");
    let picture: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(picture["locks"][0]["holders"].as_array().unwrap().len(), 2);
    assert_eq!(picture["locks"][0]["changes_a_second"], 0.0);
}

#[test]
fn top_counts_changes_of_the_holder() {
    let stage = Stage::set();
    let mut top = stage.command("top --json -d 0.1");
    let mut top = top.stdout(Stdio::piped()).spawn().unwrap();
    let mut pictures = BufReader::new(top.stdout.take().unwrap()).lines();
    let mut turn = 0;
    await_that("changes", || {
        turn += 1;
        let token = TOKENS[turn % 2];
        let _: String = stage
            .redis
            .run_words(&["SET", "key", token, "PX", "600000"]);
        let picture = pictures.next().unwrap().unwrap();
        let picture: Value = serde_json::from_str(&picture).unwrap();
        picture["locks"][0]["changes_a_second"].as_f64() > Some(0.0)
    });
    crate::signal_process(top.id(), "TERM");
    assert_eq!(top.wait().unwrap().code(), Some(143));
}

/// Runs `top` in a terminal of 60 columns and 5 rows. Returns its exit status and its output.
fn in_terminal(stage: &Stage, arguments: &str, keys: &str) -> (i32, String) {
    let command = format!(
        "stty cols 60 rows 5; exec {} top -s {} {arguments}",
        env!("CARGO_BIN_EXE_redislock"),
        stage.url()
    );
    let mut terminal = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command script");
    let mut input = terminal.stdin.take().unwrap();
    input.write_all(keys.as_bytes()).unwrap();
    let output = terminal.wait_with_output().unwrap();
    drop(input);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().unwrap(), text)
}

#[test]
fn a_terminal_gets_pictures_that_fit_it_and_is_put_back() {
    let stage = Stage::set();
    for number in 0..9 {
        let key = format!("a-key-that-is-longer-than-its-column-{number}");
        let _: String = stage
            .redis
            .run_words(&["SET", &key, TOKENS[0], "PX", "600000"]);
    }
    let (status, text) = in_terminal(&stage, "-n 1 -d 0.2", "");
    assert_eq!(status, 0);
    let (_, screen) = text.split_once("\x1b[?1049h").expect("another screen");
    let (screen, _) = screen
        .split_once("\x1b[?1049l")
        .expect("the first screen again");
    let (_, picture) = screen.split_once("\x1b[H").expect("a picture");
    let lines: Vec<&str> = picture.split("\r\n").collect();
    assert_eq!(lines.len(), 5, "{picture:?}");
    assert!(lines[1].starts_with("\x1b[7mKEY"), "{picture:?}");
    for line in &lines {
        let (shown, _) = line.split_once("\x1b[K").unwrap();
        let shown = shown.replace("\x1b[7m", "").replace("\x1b[0m", "");
        assert!(shown.chars().count() <= 60, "{shown:?}");
    }

    let (status, text) = in_terminal(&stage, "-d 600", "xq");
    assert_eq!(status, 0);
    assert!(text.ends_with("\x1b[?25h\x1b[?1049l"), "{text:?}");
}

/// Starts `top` in a shell's terminal. Returns the shell, and the process of `top`.
fn top_in_shell(stage: &Stage, arguments: &str) -> (Shell, u32) {
    let mut shell = Shell::start(stage);
    let top = format!("sh -c 'echo $$ >pid; exec $REDISLOCK top {arguments}'");
    shell.types(&format!("stty cols 60 rows 5; {top}\n"));
    (shell, number_in(&stage.path("pid")))
}

/// Returns the output of the shell and of `top` in the terminal.
fn typescript(stage: &Stage) -> String {
    let bytes = fs::read(stage.path("typescript")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn an_input_at_its_end_is_not_read_again() {
    let stage = Stage::set();
    let (_shell, top) = top_in_shell(&stage, "-d 0.1 </dev/null");
    let count = |name: &str| -> u64 {
        let counts = fs::read_to_string(format!("/proc/{top}/io")).expect("it runs");
        let mut lines = counts.lines();
        let count = lines.find_map(|line| line.strip_prefix(name)).expect(name);
        count.trim().parse().expect("a number")
    };
    await_that("a picture", || typescript(&stage).contains("\x1b[7mKEY"));
    let (reads, writes) = (count("syscr:"), count("syscw:"));
    await_that("more pictures", || count("syscw:") > writes + 10);
    let (reads, writes) = (count("syscr:") - reads, count("syscw:") - writes);
    // A step reads replies a few times. There are at least as many writes as pictures.
    assert!(reads < 100 * writes, "{reads} reads, {writes} writes");
}

#[test]
fn top_gives_the_terminal_back_while_it_is_stopped() {
    let stage = Stage::set();
    let (mut shell, top) = top_in_shell(&stage, "-d 600");
    let begin = "\x1b[?1049h\x1b[?25l";
    await_that("its screen", || typescript(&stage).contains(begin));
    shell.types("\x1a");
    await_stop(top);
    let end = "\x1b[?25h\x1b[?1049l";
    await_that("the first screen", || typescript(&stage).contains(end));
    shell.types("fg; echo $? >>log\n");
    await_that("its screen and a picture", || {
        let typescript = typescript(&stage);
        let screens: Vec<&str> = typescript.split(begin).collect();
        screens.len() == 3 && screens[2].contains("\x1b[7mKEY")
    });
    shell.types("q");
    stage.await_log("0");
}
