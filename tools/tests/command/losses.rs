//! A lock that is lost while the command runs.

use crate::Stage;
use crate::support::await_that;

#[test]
fn after_a_loss_term_reaches_the_whole_group_and_the_status_is_70() {
    let stage = Stage::set();
    // The child ends later than its parent, the command.
    let script = "
        trap 'echo parent >>log; exit 0' TERM
        sh -c 'trap \"while kill -0 $PPID 2>/dev/null; do sleep 0.01; done; sleep 0.3; echo child >>log; exit 0\" TERM; echo ready >>log; while :; do sleep 0.01; done' &
        while :; do sleep 0.01; done";
    let mut exec = stage.start("--kill-after 60 key", script);
    stage.await_log("ready");
    let _: i64 = stage.redis.run("DEL key");
    assert_eq!(exec.end(), 70);
    let mut log = stage.log();
    log.sort();
    assert_eq!(log, ["child", "parent", "ready"]);
    let words = exec.words();
    assert!(
        words.contains("was lost while the command ran: its key is gone"),
        "{words}"
    );
}

#[test]
fn what_ignores_term_is_killed_with_its_children() {
    let stage = Stage::set();
    let script = "
        trap '' TERM
        sh -c 'trap \"\" TERM; echo $$ >pid; while :; do sleep 0.01; done' &
        echo ready >>log
        while :; do sleep 0.01; done";
    let mut exec = stage.start("--kill-after 0.05 key", script);
    stage.await_log("ready");
    let child = crate::number_in(&stage.path("pid"));
    let _: String = stage.redis.run("SET key thief");
    assert_eq!(exec.end(), 70);
    await_that("the end of the child", || crate::is_over(child));
    assert!(exec.words().contains("another owner holds its key now"));
    assert_eq!(stage.redis.get("key").as_deref(), Some("thief"));
}

#[test]
fn a_lock_that_is_not_renewed_any_more_ends_the_command() {
    let stage = Stage::set();
    let mut exec = stage.start("--ttl 3 --max-hold 0.5 key", "exec sleep 1000");
    assert_eq!(exec.end(), 70);
    assert!(exec.words().contains("--max-hold was over"));
}

#[test]
fn a_command_that_ends_after_its_lock_was_released_by_another_says_so() {
    let stage = Stage::set();
    // Its own group is not told before its end, because it ignores TERM.
    let script = "trap '' TERM; echo ready >>log; while [ ! -e go ]; do sleep 0.01; done";
    let mut exec = stage.start("key", script);
    stage.await_log("ready");
    let _: i64 = stage.redis.run("DEL key");
    stage.go();
    assert_eq!(exec.end(), 70);
}
