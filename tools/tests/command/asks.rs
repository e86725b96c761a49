//! `redislock show`, `wait` and `break`.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use crate::support::await_that;
use crate::{Stage, UNTIL_GO};

#[test]
fn show_names_holder_and_waiters() {
    let stage = Stage::set();
    assert_eq!(stage.ask("show key").0, 0);
    assert!(stage.ask("show key").1.contains("is free"));

    let held = format!("echo held >>log; {UNTIL_GO}");
    let mut holder = stage.start("--fenced --label holder key", &held);
    stage.await_log("held");
    let mut waiters = vec![stage.start("--label first key", "true")];
    stage.await_waiter("key");
    waiters.push(stage.start("--label second key", "true"));
    await_that("the second seat", || {
        let seat = ["EXISTS", "{key}:redislock:seat2"];
        stage.redis.run_words(&seat)
    });
    waiters.push(stage.start("--label third key", "true"));
    let json = || stage.json("show key");
    await_that("a sleeper", || json()["asleep_on_server"] == 1);

    // A waiter that gets no time for a while loses its seat, so any two of them may watch.
    let mut json = json();
    await_that("two watchers", || {
        json = stage.json("show key");
        json["watchers"][1].is_object()
    });
    let watchers = ["first", "second", "third"].map(|label| format!("awaited by {label} since"));
    await_that("their names", || {
        let (_, text) = stage.ask("show key");
        let named = watchers.iter().filter(|part| text.contains(*part)).count();
        text.contains("held by holder for ") && named == 2
    });
    assert_eq!(json["type"], "lock");
    assert_eq!(json["holders"][0]["label"], "holder");
    assert_eq!(json["holders"][0]["token"], stage.redis.get("key").unwrap());
    let remaining = json["holders"][0]["remaining"].as_f64().unwrap();
    assert!(remaining > 0.0 && remaining <= 30.0, "{remaining}");
    let labels = [0, 1].map(|seat| json["watchers"][seat]["label"].as_str());
    assert!(
        labels[0] != labels[1] && labels.iter().all(Option::is_some),
        "{json}"
    );
    assert!(json["watchers"][0]["waits"].as_f64() > Some(0.0), "{json}");
    assert!(json["fence"].as_i64().unwrap() > 0);

    stage.go();
    assert_eq!(holder.end(), 0);
    for waiter in &mut waiters {
        assert_eq!(waiter.end(), 0);
    }
}

#[test]
fn show_lists_who_shares_and_what_is_no_lock() {
    let stage = Stage::set();
    let held = |name: &str| format!("echo {name} >>log; {UNTIL_GO}");
    let arguments =
        |label: &str, weight: u32| format!("--permits 3 --weight {weight} --label {label} key");
    let _one = stage.start(&arguments("one", 1), &held("one"));
    let _two = stage.start(&arguments("two", 2), &held("two"));
    stage.await_log("one");
    stage.await_log("two");
    let json = stage.json("show key");
    assert_eq!(json["type"], "shares");
    let mut holders: Vec<(String, u64)> = json["holders"]
        .as_array()
        .unwrap()
        .iter()
        .map(|holder| {
            let label = holder["label"].as_str().unwrap().to_owned();
            (label, holder["permits"].as_u64().unwrap())
        })
        .collect();
    holders.sort();
    assert_eq!(holders, [("one".to_owned(), 1), ("two".to_owned(), 2)]);
    assert!(stage.ask("show key").1.contains("2 holders, 3 permits"));

    // One of them is ended, the other goes on.
    let token = json["holders"].as_array().unwrap().iter();
    let mut token = token.filter(|holder| holder["label"] == "two");
    let token = token.next().unwrap()["token"].as_str().unwrap();
    assert_eq!(stage.ask(&format!("break --token {token} key")).0, 0);
    let json = stage.json("show key");
    assert_eq!(json["holders"].as_array().unwrap().len(), 1);
    assert_eq!(json["holders"][0]["label"], "one");

    let _: i64 = stage.redis.run("LPUSH list element");
    assert_eq!(stage.json("show list")["type"], "other");
}

#[test]
fn wait_ends_when_the_lock_is_free() {
    let stage = Stage::set();
    assert_eq!(stage.ask("wait key").0, 0);
    stage.occupy("key");
    assert_eq!(stage.ask("wait -w 0.05 key").0, 75);
    let (status, json) = stage.ask("wait -w 0 --json key");
    assert_eq!(status, 75);
    assert!(json.contains("\"free\":false"), "{json}");

    let mut waiting = stage.command("wait key").spawn().unwrap();
    let commands = stage.redis.commands_run();
    await_that("a question", || stage.redis.commands_run() > commands + 3);
    assert!(waiting.try_wait().unwrap().is_none());
    let _: i64 = stage.redis.run("DEL key");
    assert!(waiting.wait().unwrap().success());
    assert!(stage.keys().is_empty(), "it does not take the lock");
}

#[test]
fn break_ends_the_claim_of_the_named_holder_only() {
    let stage = Stage::set();
    let mut holder = stage.start("key", "echo held >>log; exec sleep 1000");
    stage.await_log("held");
    let token = stage.redis.get("key").unwrap();
    assert_eq!(stage.ask("break --token another key").0, 75);
    assert_eq!(stage.ask("break key").0, 64, "there is no terminal");
    assert_eq!(stage.redis.get("key").as_ref(), Some(&token));

    let (status, json) = stage.ask(&format!("break --json --token {token} key"));
    assert_eq!(status, 0);
    assert!(json.contains("\"ended\":1"), "{json}");
    assert_eq!(stage.redis.get("key"), None);
    assert_eq!(holder.end(), 70);
    assert_eq!(stage.ask(&format!("break --token {token} key")).0, 75);
}

#[test]
fn break_asks_on_a_terminal() {
    let stage = Stage::set();
    stage.occupy("key");
    for (answer, status, is_there) in [("n\n", 75, true), ("\n", 75, true), ("y\n", 0, false)] {
        let breaking = format!(
            "{} break -s {} key",
            env!("CARGO_BIN_EXE_redislock"),
            stage.url()
        );
        let mut terminal = Command::new("script")
            .args(["-qec", &breaking, "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command script");
        let mut input = terminal.stdin.take().unwrap();
        input.write_all(answer.as_bytes()).unwrap();
        let output = terminal.wait_with_output().unwrap();
        drop(input);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("held by another for"), "{text}");
        assert_eq!(output.status.code(), Some(status), "{text}");
        assert_eq!(stage.redis.get("key").is_some(), is_there);
    }
}

/// The permissions of docs/command.md.
#[test]
fn a_user_needs_no_more_than_what_is_documented() {
    const SHOW: &str = "~key ~{key}:redislock:* +eval +type +time +pttl +get +zrangebyscore";
    const LS: &str = "~* +dbsize +scan +eval +type +pttl +getrange +zrevrange";
    let stage = Stage::set();
    let token = "0123456789abcdef0123456789abcdef";
    let set = ["SET", "key", token, "PX", "600000"];
    let top = format!("{LS} +time +get +zrangebyscore");
    let breaking = format!("{SHOW} +evalsha +del");
    for (words, permissions, refused) in [
        ("wait -w 9", "~key +exists", "+@all -exists"),
        ("show", SHOW, "+@all -eval"),
        (
            "break --token 0123456789abcdef0123456789abcdef",
            &breaking,
            "+@all -eval",
        ),
        ("ls", LS, "+@all -dbsize"),
        ("top -n 1 -d 0.2", &top, "+@all -dbsize"),
    ] {
        let run = |permissions: &str| {
            let user = ["ACL", "SETUSER", "app", "reset", "on", "nopass"];
            let permissions = permissions.split(' ');
            let user: Vec<&str> = user.into_iter().chain(permissions).collect();
            let _: String = stage.redis.run_words(&user);
            let key = if words.starts_with(['l', 't']) {
                "k*"
            } else {
                "key"
            };
            let mut command = Command::new(env!("CARGO_BIN_EXE_redislock"));
            command.args(words.split(' ')).args([key, "-s"]);
            let url = format!("{}?user=app&pass=any", stage.url());
            let output = command.arg(url).output().expect("the command redislock");
            let words = String::from_utf8(output.stderr).expect("text");
            (output.status.code(), words)
        };
        let _: String = stage.redis.run_words(&set);
        if words.starts_with("wait") {
            let _: i64 = stage.redis.run("DEL key");
        }
        let (status, said) = run(permissions);
        assert_eq!(status, Some(0), "{words}: {said}");
        let (status, said) = run(&format!("~* {refused}"));
        assert_eq!(status, Some(69), "{words}: {said}");
        let hint = "(docs/command.md names the commands that the user needs)";
        assert!(said.contains("NOPERM") && said.contains(hint), "{said}");
    }
}

#[test]
fn a_server_that_is_away_is_69_for_each() {
    let mut stage = Stage::set();
    stage.redis.kill();
    for command in ["show key", "wait key", "break --token t key", "ls"] {
        assert_eq!(stage.ask(command).0, 69, "{command}");
    }
    assert_eq!(stage.ask("show {k}:redislock:seat1").0, 64);
}
