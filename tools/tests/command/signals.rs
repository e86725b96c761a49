//! Signals at every point, and orphans.

use std::{fs, process::Command};

use crate::support::{Fate, Proxy, await_that};
use crate::{Running, Stage, UNTIL_GO, number_in, state_of};

/// The signals that are passed on, with their numbers.
const SIGNALS: [(&str, i32); 6] = [
    ("TERM", 15),
    ("INT", 2),
    ("HUP", 1),
    ("QUIT", 3),
    ("USR1", 10),
    ("USR2", 12),
];

/// The end of `exec` by a signal, as [`Running::end`] returns it. It dies of INT and QUIT, so that a
/// script ends, too.
pub fn end_by(number: i32) -> i32 {
    match number {
        2 | 3 => 1000 + number,
        _ => 128 + number,
    }
}

#[test]
fn a_signal_during_the_wait_ends_it_and_nothing_starts() {
    for (signal, number) in SIGNALS {
        let stage = Stage::set();
        stage.occupy("key");
        let mut exec = stage.start("key", "echo ran >>log");
        stage.await_waiter("key");
        exec.signal(signal);
        assert_eq!(exec.end(), end_by(number), "{signal}");
        assert_eq!(exec.words(), "", "{signal}");
        assert_eq!(stage.redis.clients(), 0, "{signal}");
        // The lock is free now, and nothing takes it.
        let _: i64 = stage.redis.run("DEL key");
        assert_eq!(stage.status("-n key", "echo another >>log"), Some(0));
        assert_eq!(stage.log(), ["another"], "{signal}");
    }
}

/// A signal while the reply to a command has not come: before the lock is granted, or when it is
/// granted at the server only. A key whose release cannot be sent expires.
#[test]
fn a_signal_before_the_reply_ends_it_and_nothing_is_left() {
    for (signal, number) in SIGNALS {
        for (ttl, fate) in [(600, Fate::Held), (600, Fate::Kept), (1, Fate::ReplyHangs)] {
            let stage = Stage::set();
            let proxy = Proxy::before(&stage.redis);
            proxy.next(&[fate]);
            let arguments = format!("--ttl {ttl} key");
            let exec = stage.exec_on(&proxy.address().to_string(), &arguments, "echo ran >>log");
            let mut exec = Running::new(exec);
            await_that("the command", || !proxy.names_seen().is_empty());
            exec.signal(signal);
            if fate == Fate::Kept {
                proxy.send_kept();
            }
            assert_eq!(exec.end(), end_by(number), "{signal} {fate:?}");
            await_that("the key's end", || stage.redis.get("key").is_none());
            assert!(stage.log().is_empty(), "{signal} {fate:?}");
        }
    }
}

/// The signal and the reply that grants the lock are there at once, when the process goes on.
#[test]
fn a_signal_between_grant_and_start_starts_nothing() {
    for (signal, number) in SIGNALS {
        let stage = Stage::set();
        let proxy = Proxy::before(&stage.redis);
        proxy.next(&[Fate::Kept]);
        let exec = stage.exec_on(
            &proxy.address().to_string(),
            "--ttl 600 key",
            "echo ran >>log",
        );
        let mut exec = Running::new(exec);
        await_that("the command", || !proxy.names_seen().is_empty());
        exec.signal("STOP");
        await_that("the stop", || {
            state_of(exec.id()).is_some_and(|(state, _)| state == 'T')
        });
        proxy.send_kept();
        exec.signal(signal);
        exec.signal("CONT");
        assert_eq!(exec.end(), end_by(number), "{signal}");
        await_that("the key's end", || stage.redis.get("key").is_none());
        assert!(stage.log().is_empty(), "{signal}");
    }
}

#[test]
fn a_signal_while_the_command_runs_is_the_commands() {
    for (signal, number) in SIGNALS {
        let stage = Stage::set();
        let script = format!(
            "trap 'echo {signal} >>log; exit {number}' {signal}
            sh -c 'trap \"echo child >>log; exit\" {signal}; echo ready >>log; while :; do sleep 0.01; done'"
        );
        let mut exec = stage.start("key", &script);
        stage.await_log("ready");
        exec.signal(signal);
        assert_eq!(exec.end(), number, "{signal}");
        assert_eq!(stage.log(), ["ready", "child", signal], "{signal}");
        assert_eq!(stage.redis.get("key"), None, "{signal}");
    }
}

#[test]
fn a_signal_that_is_ignored_stays_so() {
    let stage = Stage::set();
    stage.occupy("key");
    let url = stage.url();
    let mut nohup = Command::new("sh");
    nohup
        .args([
            "-c",
            "trap '' HUP; exec \"$0\" exec -s \"$1\" key -- sh -c \"$2\"",
        ])
        .args([env!("CARGO_BIN_EXE_redislock"), &*url])
        .arg("kill -HUP $$; echo survived >>log")
        .current_dir(stage.path("."));
    let mut exec = Running::new(nohup);
    stage.await_waiter("key");
    exec.signal("HUP");
    let _: i64 = stage.redis.run("DEL key");
    assert_eq!(exec.end(), 0);
    assert_eq!(stage.log(), ["survived"]);
}

#[test]
fn no_orphan_of_the_command_stays_a_zombie() {
    let stage = Stage::set();
    let script = "
        n=0; while [ $n -lt 1000 ]; do (true &) ; n=$((n + 1)); done
        echo $$ >command; while [ ! -e go ]; do sleep 0.01; done";
    let mut exec = stage.start("key", script);
    let command = number_in(&stage.path("command"));
    await_that("the end of all orphans", || {
        children_of(exec.id()) == [command]
    });
    stage.go();
    assert_eq!(exec.end(), 0);
}

#[test]
fn no_child_stays_a_zombie_while_the_lock_is_waited_for() {
    let stage = Stage::set();
    stage.occupy("key");
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(format!(
            "{UNTIL_GO} & exec \"$0\" exec -s \"$1\" key -- true"
        ))
        .args([env!("CARGO_BIN_EXE_redislock"), &*stage.url()])
        .current_dir(stage.path("."));
    let mut exec = Running::new(shell);
    stage.await_waiter("key");
    assert_eq!(children_of(exec.id()).len(), 1);
    stage.go();
    await_that("the end of the child", || children_of(exec.id()).is_empty());
    let _: i64 = stage.redis.run("DEL key");
    assert_eq!(exec.end(), 0);
}

#[test]
fn a_signal_that_is_ignored_ends_no_standby() {
    let stage = Stage::set();
    let mut nohup = Command::new("sh");
    nohup
        .args([
            "-c",
            "trap '' HUP; exec \"$0\" exec -s \"$1\" --restart key -- sh -c \"$2\"",
        ])
        .args([env!("CARGO_BIN_EXE_redislock"), &*stage.url()])
        .arg(format!("echo run >>log; {UNTIL_GO}; rm go")) // so the next run lasts
        .current_dir(stage.path("."));
    let mut exec = Running::new(nohup);
    stage.await_log("run");
    exec.signal("HUP");
    stage.go();
    await_that("the next run", || stage.log().len() > 1);
    exec.signal("TERM");
    assert_eq!(exec.end(), 143);
}

#[test]
#[ignore = "needs namespaces"]
fn the_first_process_of_a_container_reaps_all_orphans() {
    let stage = Stage::set();
    let script = "
        n=0; while [ $n -lt 1000 ]; do (true &) ; n=$((n + 1)); done
        while grep -q '^State:.Z' /proc/[0-9]*/status 2>/dev/null; do sleep 0.01; done
        tr '\\0' ' ' </proc/1/cmdline >>log";
    let exec = stage.exec("key", script);
    let mut container = process_namespace();
    container
        .arg(exec.get_program())
        .args(exec.get_args())
        .current_dir(stage.path("."));
    assert_eq!(Running::new(container).end(), 0);
    assert!(
        stage.log()[0].contains("redislock exec"),
        "it is the first process"
    );
}

/// Returns a command that runs another one as the first process of a container. Not every system
/// lets every user make one: within a chroot only root may, and some want sudo.
fn process_namespace() -> Command {
    let ways: [&[&str]; 3] = [
        &["unshare"],
        &["unshare", "--user", "--map-root-user"],
        &["sudo", "-n", "unshare"],
    ];
    let commands = ways.map(|way| {
        let mut command = Command::new(way[0]);
        command.args(&way[1..]);
        command.args(["--pid", "--fork", "--mount-proc"]);
        command
    });
    let works = |command: &Command| {
        let mut trial = Command::new(command.get_program());
        trial.args(command.get_args()).arg("true");
        trial.output().is_ok_and(|tried| tried.status.success())
    };
    let found = commands.into_iter().find(works);
    found.expect("this system makes no process namespace, as root, as this user or by sudo")
}

fn children_of(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap();
    let mut children: Vec<u32> = processes
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok())
        .filter(|process| state_of(*process).is_some_and(|(_, of)| of == parent))
        .collect();
    children.sort_unstable();
    children
}
