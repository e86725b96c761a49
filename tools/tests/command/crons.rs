//! Many that fire at once.

use crate::support::{Fate, MS, Proxy, await_that};
use crate::{Running, Stage, UNTIL_GO};

#[test]
fn of_twenty_crons_at_once_that_do_not_wait_one_runs() {
    let stage = Stage::set();
    let script = format!("echo ran >>log; {UNTIL_GO}");
    let mut crons: Vec<Running> = (0..20).map(|_| stage.start("-n cron", &script)).collect();
    await_that("the end of 19", || {
        crons
            .iter_mut()
            .filter_map(|cron| (!cron.has_ended()).then_some(()))
            .count()
            == 1
    });
    stage.go();
    let mut statuses: Vec<i32> = crons.iter_mut().map(Running::end).collect();
    statuses.sort_unstable();
    assert_eq!(statuses[0], 0);
    assert!(
        statuses[1..].iter().all(|status| *status == 75),
        "{statuses:?}"
    );
    assert_eq!(stage.log(), ["ran"]);
    assert_eq!(stage.redis.get("cron"), None);
}

#[test]
fn twenty_crons_at_once_that_wait_run_in_turn() {
    let stage = Stage::set();
    let script = "mkdir alone || exit 1; echo ran >>log; rmdir alone";
    let mut crons: Vec<Running> = (0..20).map(|_| stage.start("cron", script)).collect();
    for cron in &mut crons {
        assert_eq!(cron.end(), 0);
    }
    assert_eq!(stage.log().len(), 20);
    assert_eq!(stage.redis.get("cron"), None);
}

#[test]
fn a_lock_is_kept_for_crons_whose_clocks_differ() {
    let stage = Stage::set();
    assert_eq!(stage.status("--ttl 5 --keep 600 cron", "exit 3"), Some(3));
    assert!(stage.redis.pttl("cron") > 60_000, "longer than the ttl");
    assert_eq!(stage.status("-n -q cron", "echo ran >>log"), Some(75));
    assert!(stage.log().is_empty());

    // The time counts from the acquisition, so a command that takes longer ends it.
    assert_eq!(stage.status("--keep 0.001 other", "sleep 0.1"), Some(0));
    assert_eq!(stage.redis.get("other"), None);
}

#[test]
fn the_lock_is_kept_although_the_reply_to_the_last_command_is_lost() {
    for fate in [Fate::ReplyHangs, Fate::ReplyLost(MS(0))] {
        for keep in ["5", "600"] {
            let stage = Stage::set();
            let proxy = Proxy::before(&stage.redis);
            let url = format!("{}?read_timeout=3", proxy.address());
            let arguments = format!("--ttl 60 --keep {keep} cron");
            let script = format!("echo runs >>log; {UNTIL_GO}");
            let mut exec = Running::new(stage.exec_on(&url, &arguments, &script));
            stage.await_log("runs");
            // The background thread has looked at the lock, and does so again after 20 seconds.
            await_that("its look", || proxy.connections() > 1);
            proxy.next(&[fate]);
            stage.go();
            assert_eq!(exec.end(), 0, "{fate:?}");
            assert!(stage.redis.get("cron").is_some(), "{fate:?}, {keep}");
        }
    }
}
