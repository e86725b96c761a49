//! The scripts themselves, with every reply that their heads promise, on a key in every condition.

use redis::{Cmd, Value};

use crate::support::Redis;

macro_rules! script {
    ($name:ident, $file:literal) => {
        const $name: &str = concat!(
            include_str!("../../src/command/scripts/holder.lua"),
            include_str!(concat!("../../src/command/scripts/", $file))
        );
    };
}

script!(CLAIM, "claim.lua");
script!(RELEASE, "release.lua");
script!(REFRESH, "refresh.lua");
script!(RENEW, "renew.lua");
script!(OWNED, "owned.lua");

const HOUR: i64 = 3_600_000;

/// Commands that put the key into a condition in which it is another owner's.
const SOMEBODYS: [&str; 7] = [
    "SET key theirs PX 3600000",
    "SET key mine-and-more PX 3600000",
    "HSET key a mine",
    "ZADD key 1 mine",
    "RPUSH key mine",
    "SADD key mine",
    "XADD key * a mine",
];

fn with(condition: &str) -> Redis {
    let redis = Redis::start();
    if !condition.is_empty() {
        let _: Value = redis.run(condition);
    }
    redis
}

fn run(redis: &Redis, script: &str, arguments: &[&str]) -> Value {
    let mut command = Cmd::new();
    command.arg("EVAL").arg(script).arg(1).arg("key");
    command.arg(arguments);
    command.query(&mut redis.connection()).unwrap()
}

fn number(reply: Value) -> i64 {
    match reply {
        Value::Int(number) => number,
        other => panic!("{other:?}"),
    }
}

fn dump(redis: &Redis) -> (Option<Vec<u8>>, i64) {
    (redis.run("DUMP key"), redis.run("PEXPIRETIME key"))
}

#[test]
fn claim_takes_a_free_lock() {
    let redis = with("");
    assert_eq!(run(&redis, CLAIM, &["mine", "3600000"]), Value::Okay);
    assert_eq!(redis.get("key").as_deref(), Some("mine"));
    assert!((1..=HOUR).contains(&redis.pttl("key")));
}

#[test]
fn claim_keeps_a_lock_that_is_ours_and_starts_its_lease_anew() {
    let redis = with("SET key mine PX 1000000");
    assert_eq!(run(&redis, CLAIM, &["mine", "3600000"]), Value::Okay);
    assert_eq!(redis.get("key").as_deref(), Some("mine"));
    assert!((1_000_001..=HOUR).contains(&redis.pttl("key")));
}

#[test]
fn claim_tells_how_long_another_owners_lock_lasts() {
    let redis = with("SET key theirs PX 3600000");
    let left = number(run(&redis, CLAIM, &["mine", "1000"]));
    assert!((1..=HOUR).contains(&left), "{left}");
    let redis = with("SET key theirs");
    assert_eq!(number(run(&redis, CLAIM, &["mine", "1000"])), -1);
    let redis = with("ZADD key 1 theirs");
    assert_eq!(number(run(&redis, CLAIM, &["mine", "1000"])), -1);
    let _: Value = redis.run("PEXPIRE key 3600000");
    let left = number(run(&redis, CLAIM, &["mine", "1000"]));
    assert!((1..=HOUR).contains(&left), "{left}");
}

#[test]
fn release_deletes_a_lock_that_is_ours() {
    for ours in ["SET key mine PX 3600000", "SET key mine"] {
        let redis = with(ours);
        assert_eq!(number(run(&redis, RELEASE, &["mine"])), 1);
        assert_eq!(redis.get("key"), None);
    }
}

#[test]
fn refresh_starts_the_lease_of_a_lock_that_is_ours_anew() {
    let redis = with("SET key mine PX 1000");
    assert_eq!(number(run(&redis, REFRESH, &["mine", "3600000"])), 1);
    assert!((1001..=HOUR).contains(&redis.pttl("key")));
    assert_eq!(redis.get("key").as_deref(), Some("mine"));
}

#[test]
fn no_script_makes_a_lease_shorter_unless_it_is_asked_to() {
    for (script, arguments, shorter) in [
        (CLAIM, &["mine", "1000"][..], false),
        (REFRESH, &["mine", "1000"], false),
        (RENEW, &["mine", "1000"], false),
        (REFRESH, &["mine", "1000", "shorter"], true),
    ] {
        let redis = with("SET key mine PX 3600000");
        run(&redis, script, arguments);
        assert_eq!(redis.pttl("key") <= 1000, shorter, "{script}");
        assert_eq!(redis.get("key").as_deref(), Some("mine"));
        // Nor does one without expiry get one: that would be shorter.
        let redis = with("SET key mine");
        run(&redis, script, arguments);
        assert_eq!(redis.pttl("key") != -1, shorter, "{script}");
    }
}

#[test]
fn owned_tells_how_long_a_lock_that_is_ours_lasts() {
    let redis = with("SET key mine PX 3600000");
    assert!((1..=HOUR).contains(&number(run(&redis, OWNED, &["mine"]))));
    let redis = with("SET key mine");
    assert_eq!(number(run(&redis, OWNED, &["mine"])), -1);
}

#[test]
fn a_key_that_does_not_exist_or_has_expired_has_no_owner() {
    let redis = with("");
    for expired in [false, true] {
        if expired {
            // Active expiry off: the key is still in memory, and must not count.
            let _: Value = redis.run("DEBUG SET-ACTIVE-EXPIRE 0");
            let _: Value = redis.run("SET key mine PX 1");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert_eq!(number(run(&redis, RELEASE, &["mine"])), 0);
        assert_eq!(number(run(&redis, REFRESH, &["mine", "1000"])), 0);
        assert_eq!(number(run(&redis, OWNED, &["mine"])), -2);
        assert_eq!(redis.run::<i64>("EXISTS key"), 0);
    }
}

#[test]
fn another_owners_key_of_any_type_is_left_alone() {
    for condition in SOMEBODYS {
        let redis = with(condition);
        let before = dump(&redis);
        assert_eq!(number(run(&redis, RELEASE, &["mine"])), 0, "{condition}");
        let refreshed = run(&redis, REFRESH, &["mine", "1000"]);
        assert_eq!(number(refreshed), 0, "{condition}");
        assert_eq!(number(run(&redis, OWNED, &["mine"])), -2, "{condition}");
        assert_ne!(run(&redis, CLAIM, &["mine", "1000"]), Value::Okay);
        assert_eq!(dump(&redis), before, "{condition}");
    }
}

#[test]
fn an_error_that_says_nothing_about_the_holder_is_passed_on() {
    let redis = with("SET key mine PX 3600000");
    let _: Value = redis.run("ACL SETUSER app on nopass ~* +@all -get");
    let mut connection = redis.connection();
    let mut auth = redis::cmd("AUTH");
    auth.arg("app").arg("").exec(&mut connection).unwrap();
    for script in [CLAIM, RELEASE, REFRESH, OWNED] {
        let mut command = Cmd::new();
        command.arg("EVAL").arg(script).arg(1).arg("key");
        command.arg("mine").arg("1000");
        command.exec(&mut connection).unwrap_err();
    }
    assert!(redis.pttl("key") > HOUR / 2);
}
