//! Exit statuses, and what the command is told.

use std::{fs, os::unix::fs::PermissionsExt, process::Command};

use crate::support::await_that;
use crate::{Running, Stage, UNTIL_GO, is_over, number_in};

#[test]
fn the_status_is_the_commands() {
    let stage = Stage::set();
    for (script, status) in [
        ("exit 0", 0),
        ("exit 7", 7),
        ("kill -9 $$", 137),
        ("kill -TERM $$", 143),
    ] {
        assert_eq!(stage.status("key", script), Some(status), "{script}");
        assert_eq!(stage.redis.get("key"), None, "{script}");
    }
}

#[test]
fn a_command_that_cannot_be_started_has_the_shells_statuses() {
    let stage = Stage::set();
    let url = stage.url();
    let plain = stage.path("plain");
    fs::write(&plain, "").unwrap();
    fs::set_permissions(&plain, fs::Permissions::from_mode(0o600)).unwrap();
    for (command, status) in [("./nothing", 127), ("./plain", 126)] {
        let mut exec = stage.redislock(&url, "key");
        let output = exec.args(["--", command]).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{command}");
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains(command), "{words}");
        assert_eq!(stage.redis.get("key"), None, "{command}");
    }
}

#[test]
fn not_acquired_is_75_or_what_is_asked_for() {
    let stage = Stage::set();
    stage.occupy("key");
    for (arguments, status) in [
        ("-n key", 75),
        ("-w 0.05 key", 75),
        ("-n -E 3 key", 3),
        ("-w 0 -E 0 key", 0),
        ("-n -x key", 0),
        ("-n free,key", 75),
    ] {
        let output = stage.run(arguments, "echo ran >>log");
        assert_eq!(output.status.code(), Some(status), "{arguments}");
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains("another owner holds \"key\""), "{words}");
        let quiet = stage.run(&format!("-q {arguments}"), "echo ran >>log");
        assert_eq!(quiet.status.code(), Some(status), "{arguments}");
        assert_eq!(quiet.stderr, b"", "{arguments}");
    }
    assert!(stage.log().is_empty());
    assert_eq!(stage.keys(), ["key"], "and helper keys, which expire");
}

#[test]
fn wrong_usage_is_64() {
    let stage = Stage::set();
    let many: Vec<String> = (0..129).map(|number| number.to_string()).collect();
    let many = many.join(",");
    for arguments in [
        "",
        "-n -w 1 key",
        "-E 256 key",
        "-n -E 1 -x key",
        "--ttl 0 key",
        "--ttl nonsense key",
        "--shared --permits 2 key",
        "--permits 2 --weight 3 key",
        "--permits 2 --fenced key",
        "--shared --fenced key",
        "--shared a,b",
        "--keep 1 --restart key",
        "a,,b",
        "a,b\\",
        "--max-hold 0 key",
        &many,
        "-s nonsense key",
        "{k}:redislock:seat1",
    ] {
        let output = stage.run(arguments, "echo ran >>log");
        assert_eq!(output.status.code(), Some(64), "{arguments}");
        assert_ne!(output.stderr, b"", "{arguments}");
    }
    let url = stage.url();
    let without_command = stage.redislock(&url, "key").output().unwrap();
    assert_eq!(without_command.status.code(), Some(64));
    // An option behind the key is no command.
    let behind = stage.redislock(&url, "key -n true").output().unwrap();
    assert_eq!(behind.status.code(), Some(64));
    assert!(stage.log().is_empty());
    assert!(stage.keys().is_empty());
}

#[test]
fn a_key_may_begin_with_a_hyphen() {
    let stage = Stage::set();
    for arguments in ["--key -k", "--key=-k", "--key -k -n"] {
        let script = "echo \"$REDISLOCK_KEY\" >>log";
        assert_eq!(stage.status(arguments, script), Some(0), "{arguments}");
    }
    assert_eq!(stage.log(), ["-k", "-k", "-k"]);
    assert_eq!(stage.status("--key -k key", "true"), Some(64), "two lists");
    assert_eq!(stage.status("-k", "true"), Some(64), "an option");
}

#[test]
fn a_server_that_is_away_or_silent_is_69() {
    let mut stage = Stage::set();
    let url = format!("unix://{}?read_timeout=0.2", stage.redis.socket().display());
    let suspended = i64::from(stage.redis.process_id()).to_string();
    let signal = |signal: &str| {
        let kill = Command::new("kill")
            .args(["-s", signal, &suspended])
            .status();
        assert!(kill.unwrap().success());
    };
    signal("STOP");
    let mut exec = Running::new(stage.exec_on(&url, "key", "echo ran >>log"));
    let status = exec.end();
    signal("CONT");
    assert_eq!(status, 69);
    let words = exec.words();
    assert!(words.contains("no reply"), "{words}");
    assert!(words.contains("or read_timeout of its address"), "{words}");

    stage.redis.kill();
    assert_eq!(stage.status("key", "echo ran >>log"), Some(69));
    assert!(stage.log().is_empty());
}

#[test]
fn the_command_learns_key_token_and_fence() {
    let stage = Stage::set();
    let script = "echo \"$REDISLOCK_KEY/$REDISLOCK_TOKEN/$REDISLOCK_FENCE\" >>log";
    let holding = format!("{script}; {UNTIL_GO}");
    let mut exec = stage.start("--fenced --label cron:%p k\\,ey", &holding);
    await_that("the command", || !stage.log().is_empty());
    let token = stage.redis.get("k,ey").expect("it is held");
    stage.go();
    assert_eq!(exec.end(), 0);
    let log = stage.log();
    let fence = log[0].strip_prefix(&format!("k,ey/{token}/")).unwrap();
    assert!(fence.parse::<i64>().unwrap() > 0, "{log:?}");
    assert!(token.ends_with(&format!(":cron:{}", exec.id())), "{token}");

    // The variables of an outer one are not passed on.
    let mut inner = stage.exec("b,a", script);
    assert!(
        inner
            .env("REDISLOCK_FENCE", "7")
            .status()
            .unwrap()
            .success()
    );
    let log = stage.log();
    let ends = log[1].starts_with("a,b/") && log[1].ends_with('/');
    assert!(ends, "sorted, and without a fence: {log:?}");
}

#[test]
fn servers_come_from_the_environment_too() {
    let stage = Stage::set();
    let url = stage.url();
    let status = Command::new(env!("CARGO_BIN_EXE_redislock"))
        .args(["exec", "key", "--", "sh", "-c", "echo ran >>log"])
        .env("REDISLOCK_SERVER", url)
        .current_dir(stage.path("."))
        .status();
    assert_eq!(status.unwrap().code(), Some(0));
    assert_eq!(stage.log(), ["ran"]);
}

#[test]
fn the_lease_is_renewed_while_the_command_runs() {
    let stage = Stage::set();
    let script = format!("echo started >>log; {UNTIL_GO}");
    let mut exec = stage.start("--ttl 6 key", &script);
    stage.await_log("started");
    let token = stage.redis.get("key");
    stage.await_renewal("key");
    stage.await_renewal("key");
    assert_eq!(stage.redis.get("key"), token);
    stage.go();
    assert_eq!(exec.end(), 0);
    assert_eq!(stage.redis.get("key"), None);
}

#[test]
fn the_command_is_killed_with_it_and_the_lock_ends_with_its_ttl() {
    let stage = Stage::set();
    let script = "echo $$ >pid; exec sleep 1000";
    let mut exec = stage.start("--ttl 5 key", script);
    let command = number_in(&stage.path("pid"));
    exec.signal("KILL");
    assert_eq!(exec.end(), 1009);
    let left = stage.redis.pttl("key");
    assert!((1..=5000).contains(&left), "{left} ms");
    await_that("the command's end", || is_over(command));
    await_that("the lock's end", || stage.redis.get("key").is_none());
}
