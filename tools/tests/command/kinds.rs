//! Shares, permits and several keys.

use crate::{Stage, UNTIL_GO};

#[test]
fn shares_go_beside_each_other_and_not_beside_the_lock() {
    let stage = Stage::set();
    let script = |name: &str| format!("echo {name} >>log; {UNTIL_GO}");
    let mut first = stage.start("--shared key", &script("first"));
    stage.await_log("first");
    let mut second = stage.start("--shared -n key", &script("second"));
    stage.await_log("second");
    assert_eq!(stage.status("-n -q key", "echo third >>log"), Some(75));
    stage.go();
    assert_eq!((first.end(), second.end()), (0, 0));
    assert_eq!(stage.status("-n key", "echo third >>log"), Some(0));
    assert_eq!(stage.log(), ["first", "second", "third"]);
}

#[test]
fn permits_bound_how_many_run() {
    let stage = Stage::set();
    let script = |name: &str| format!("echo {name} >>log; {UNTIL_GO}");
    let mut heavy = stage.start("--permits 3 --weight 2 key", &script("heavy"));
    stage.await_log("heavy");
    assert_eq!(
        stage.status("--permits 3 --weight 2 -n -q key", "echo no >>log"),
        Some(75)
    );
    assert_eq!(
        stage.status("--permits 3 -n key", "echo light >>log"),
        Some(0)
    );
    stage.go();
    assert_eq!(heavy.end(), 0);
    assert_eq!(stage.log(), ["heavy", "light"]);
}

#[test]
fn several_keys_are_one_lock_with_a_fence_for_each() {
    let stage = Stage::set();
    let script = format!("echo \"$REDISLOCK_KEY $REDISLOCK_FENCE\" >>log; {UNTIL_GO}");
    let mut both = stage.start("--fenced b,a,b", &script);
    crate::support::await_that("the command", || !stage.log().is_empty());
    let log = stage.log();
    let (keys, fences) = log[0].split_once(' ').unwrap();
    assert_eq!((keys, fences.split(',').count()), ("a,b", 2));
    for key in ["a", "b", "b,c"] {
        assert_eq!(stage.status(&format!("-n -q {key}"), "exit 9"), Some(75));
    }
    stage.go();
    assert_eq!(both.end(), 0);
    assert_eq!(stage.status("-n a", "exit 9"), Some(9));
}
