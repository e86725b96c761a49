//! `redislock exec --restart`: hot standbys.

use crate::support::await_that;
use crate::{Running, Stage, UNTIL_GO, signals::end_by};

#[test]
fn a_hot_standby_takes_over_and_begins_anew() {
    let stage = Stage::set();
    let script = "echo \"ran $NAME\" >>log; exec sleep 1000";
    let start = |name: &str| {
        let mut exec = stage.exec("--restart leader", script);
        exec.env("NAME", name);
        Running::new(exec)
    };
    let mut first = start("first");
    stage.await_log("ran first");
    let mut second = start("second");
    stage.await_waiter("leader");
    // The leader ends: the standby becomes the leader.
    first.signal("TERM");
    assert_eq!(first.end(), 143);
    stage.await_log("ran second");
    // The lock is lost: the command ends, and the same process becomes the leader again.
    let _: i64 = stage.redis.run("DEL leader");
    await_that("a second run", || stage.log().len() == 3);
    second.signal("TERM");
    assert_eq!(second.end(), 143);
    assert_eq!(stage.log(), ["ran first", "ran second", "ran second"]);
    assert_eq!(stage.redis.get("leader"), None);
}

#[test]
fn a_signal_that_the_command_survives_ends_no_standby() {
    for signal in ["HUP", "INT", "QUIT"] {
        let stage = Stage::set();
        let script =
            format!("trap 'echo survived >>log' {signal}; echo run >>log; {UNTIL_GO}; rm go");
        let mut exec = stage.start("--restart leader", &script);
        stage.await_log("run");
        exec.signal(signal);
        stage.await_log("survived");
        stage.go();
        await_that("the next run", || {
            stage.log().iter().filter(|line| *line == "run").count() == 2
        });
        exec.signal("TERM");
        assert_eq!(exec.end(), 143, "{signal}");
    }
}

#[test]
fn a_signal_that_ends_the_command_ends_the_standby() {
    for (signal, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3)] {
        let trap = format!("trap 'exit {}' {signal}", 128 + number);
        let handled = format!("{trap}; echo run >>log; while :; do sleep 0.01; done");
        for (script, end) in [
            ("echo run >>log; exec sleep 1000", end_by(number)),
            (&handled, 128 + number),
        ] {
            let stage = Stage::set();
            let mut exec = stage.start("--restart leader", script);
            stage.await_log("run");
            exec.signal(signal);
            assert_eq!(exec.end(), end, "{script}");
            assert_eq!(stage.log(), ["run"], "{script}");
        }
    }
}

/// No signal was passed on, so the command's end is one like each other.
#[test]
fn a_command_that_ends_itself_by_a_signal_ends_no_standby() {
    let stage = Stage::set();
    let script = "echo run >>log; mkdir first && kill -HUP $$; exec sleep 1000";
    let mut exec = stage.start("--restart leader", script);
    await_that("the next run", || stage.log().len() > 1);
    exec.signal("TERM");
    assert_eq!(exec.end(), 143);
}
