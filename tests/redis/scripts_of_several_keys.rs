//! The scripts for several keys, with every reply that their heads promise.

use redis::{Cmd, Value};

use crate::support::Redis;

macro_rules! script {
    ($name:ident, $prelude:literal, $file:literal) => {
        const $name: &str = concat!(
            include_str!(concat!("../../src/command/scripts/", $prelude)),
            include_str!(concat!("../../src/command/scripts/", $file))
        );
    };
}

script!(ACQUIRE, "next_fence.lua", "multi_acquire.lua");
script!(RELEASE, "multi_check.lua", "multi_release.lua");
script!(REFRESH, "multi_check.lua", "multi_refresh.lua");
script!(RENEW, "multi_check.lua", "multi_renew.lua");
script!(OWNED, "multi_check.lua", "multi_owned.lua");

const HOUR: &str = "3600000";

fn run(redis: &Redis, script: &str, keys: &[&str], arguments: &[&str]) -> Value {
    let mut command = Cmd::new();
    command.arg("EVAL").arg(script).arg(keys.len());
    command.arg(keys).arg(arguments);
    command.query(&mut redis.connection()).unwrap()
}

fn with(conditions: &[&str]) -> Redis {
    let redis = Redis::start();
    for condition in conditions {
        let _: Value = redis.run(condition);
    }
    redis
}

/// What is in the keys, and how long each lives: in minutes, rounded.
fn state(redis: &Redis) -> Vec<(Option<String>, i64)> {
    let minutes = |key: &str| match redis.run(&format!("PTTL {key}")) {
        left @ 0.. => (left + 30_000) / 60_000,
        none => none,
    };
    let keys = ["a", "b"].into_iter();
    keys.map(|key| (redis.run(&format!("GET {key}")), minutes(key)))
        .collect()
}

fn is(value: &str, minutes: i64) -> (Option<String>, i64) {
    (Some(value.to_owned()), minutes)
}

fn list<const N: usize>(word: &str, numbers: [i64; N]) -> Value {
    let word = Value::BulkString(word.into());
    let numbers = numbers.into_iter().map(Value::Int);
    Value::Array([word].into_iter().chain(numbers).collect())
}

#[test]
fn all_keys_are_taken_or_none() {
    let mine = || vec![is("mine", 60), is("mine", 60)];
    for (conditions, earlier, after) in [
        (&[][..], &[][..], mine()),
        (&["SET a mine PX 1000"], &[], mine()),
        (
            &["SET a early1 PX 1000", "SET b early2 PX 1000"],
            &["early1", "early2"],
            mine(),
        ),
        (&["SET b early2 PX 1000"], &["early1", "early2"], mine()),
        // A longer lease stays, and so does a key without expiry.
        (
            &["SET a mine PX 7200000", "SET b mine"],
            &[],
            vec![is("mine", 120), is("mine", -1)],
        ),
    ] {
        let redis = with(conditions);
        let arguments = [&["mine", HOUR, "0"], earlier].concat();
        let reply = run(&redis, ACQUIRE, &["a", "b"], &arguments);
        assert_eq!(reply, Value::Okay, "{conditions:?}");
        assert_eq!(state(&redis), after, "{conditions:?}");
    }
    for (condition, earlier, place) in [
        ("SET a theirs PX 1000000", &[][..], 1),
        ("SET b theirs PX 1000000", &[], 2),
        ("SET b early1 PX 1000000", &["early1", "early2"], 2),
    ] {
        let redis = with(&[condition]);
        let before = state(&redis);
        let arguments = [&["mine", HOUR, "0"], earlier].concat();
        match run(&redis, ACQUIRE, &["a", "b"], &arguments) {
            Value::Array(reply) => assert_eq!(
                reply[..2],
                [Value::BulkString("held".into()), Value::Int(place)],
                "{condition}"
            ),
            other => panic!("{condition}: {other:?}"),
        }
        assert_eq!(state(&redis), before, "{condition}");
    }
    let redis = with(&["RPUSH b x"]);
    let reply = run(&redis, ACQUIRE, &["a", "b"], &["mine", HOUR, "0"]);
    assert_eq!(reply, list("held", [2, -1]));
    assert_eq!(redis.run::<i64>("EXISTS a"), 0);
}

#[test]
fn each_key_draws_a_fencing_token_of_its_own_counter() {
    let redis = with(&["SET fence2 9000000000000000"]);
    let take = || {
        run(
            &redis,
            ACQUIRE,
            &["a", "b", "fence1", "fence2"],
            &["mine", HOUR, HOUR],
        )
    };
    let fences = |reply: Value| match reply {
        Value::Array(reply) => match reply[..] {
            [_, Value::Int(one), Value::Int(two)] => (one, two),
            _ => panic!("{reply:?}"),
        },
        other => panic!("{other:?}"),
    };
    let (one, two) = fences(take());
    assert_eq!(two, 9_000_000_000_000_001);
    assert!(fences(take()) > (one, two));
    let _: Value = redis.run("SET fence2 9007199254740991");
    let _: Value = redis.run("DEL a b");
    let mut command = Cmd::new();
    command
        .arg("EVAL")
        .arg(ACQUIRE)
        .arg(4)
        .arg(&["a", "b", "fence1", "fence2", "mine", HOUR, HOUR]);
    let refused: redis::RedisResult<Value> = command.query(&mut redis.connection());
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("counter of fencing tokens is too high")
    );
    assert_eq!(redis.run::<i64>("EXISTS a b"), 0);
}

const BOTH: [&str; 2] = ["SET a mine PX 1000000", "SET b mine PX 2000000"];

#[test]
fn a_release_deletes_what_is_ours_and_says_which_is_not() {
    for (conditions, queue, reply, left) in [
        (&BOTH[..], false, Value::Int(1), 0),
        (&BOTH[..], true, Value::Int(1), 0),
        (&[BOTH[0], BOTH[1], "SET b1 note"], true, Value::Int(2), 0),
        (&[BOTH[0], BOTH[1], "SET a2 ''"], true, Value::Int(2), 0),
        (&[BOTH[0]], false, list("lost", [2]), 0),
        (&["SET a theirs", BOTH[1]], true, list("lost", [1]), 1),
    ] {
        let redis = with(conditions);
        let mut keys = vec!["a", "b"];
        let mut arguments = vec!["mine"];
        if queue {
            keys.extend(["a1", "a2", "av", "b1", "b2", "bv"]);
            arguments.push("queue");
        }
        assert_eq!(
            run(&redis, RELEASE, &keys, &arguments),
            reply,
            "{conditions:?}"
        );
        assert_eq!(redis.run::<i64>("EXISTS a b"), left, "{conditions:?}");
    }
}

#[test]
fn leases_are_prolonged_together_or_not_at_all() {
    let redis = with(&BOTH);
    assert_eq!(
        run(&redis, OWNED, &["a", "b"], &["other"]),
        list("lost", [1])
    );
    assert!(matches!(
        run(&redis, OWNED, &["a", "b"], &["mine"]),
        Value::Int(990_000..=1_000_000)
    ));
    assert_eq!(
        run(&redis, REFRESH, &["a", "b"], &["mine", HOUR]),
        Value::Int(1)
    );
    assert_eq!(state(&redis), [is("mine", 60), is("mine", 60)]);
    assert_eq!(
        run(&redis, RENEW, &["a", "b"], &["mine", "1000"]),
        Value::Int(1)
    );
    assert_eq!(
        state(&redis),
        [is("mine", 60), is("mine", 60)],
        "none is shortened"
    );
    assert_eq!(
        run(&redis, REFRESH, &["a", "b"], &["mine", "60000", "shorter"]),
        Value::Int(1)
    );
    assert_eq!(state(&redis), [is("mine", 1), is("mine", 1)]);
    let _: Value = redis.run("PERSIST b");
    assert_eq!(
        run(&redis, RENEW, &["a", "b"], &["mine", HOUR]),
        Value::Int(1)
    );
    assert_eq!(state(&redis), [is("mine", 60), is("mine", -1)]);
    for (condition, holder) in [("SET b theirs", -1), ("DEL b", 0)] {
        let _: Value = redis.run("SET a mine PX 60000");
        let _: Value = redis.run(condition);
        let before = state(&redis);
        assert_eq!(
            run(&redis, REFRESH, &["a", "b"], &["mine", HOUR]),
            list("lost", [2])
        );
        assert_eq!(
            run(&redis, RENEW, &["a", "b"], &["mine", HOUR]),
            list("lost", [2, holder])
        );
        assert_eq!(state(&redis), before);
    }
}
