//! The scripts of shared locks and semaphores, with every reply that their heads promise; and whether the permits that they count
//! are those that a plain sum counts.

use redis::{Cmd, Connection, Value};

use crate::support::Redis;

macro_rules! script {
    ($name:ident, $($file:literal),+) => {
        const $name: &str = concat!(
            include_str!("../../src/command/scripts/share_prelude.lua"),
            $(include_str!(concat!("../../src/command/scripts/", $file))),+
        );
    };
}

script!(
    ENTER,
    "share_state.lua",
    "share_check.lua",
    "share_count.lua",
    "share_room.lua",
    "share_acquire.lua"
);
script!(LEAVE, "share_release.lua");
script!(
    EXTEND,
    "share_state.lua",
    "share_check.lua",
    "share_extend.lua"
);
script!(
    RENEW,
    "share_state.lua",
    "share_check.lua",
    "share_renew.lua"
);
script!(LEFT, "share_state.lua", "share_check.lua", "share_left.lua");
script!(
    FIND,
    "share_state.lua",
    "share_check.lua",
    "share_holder.lua"
);
script!(
    HOLDERS,
    "share_state.lua",
    "share_check.lua",
    "share_count.lua",
    "share_holders.lua"
);
script!(
    END_ALL,
    "share_state.lua",
    "share_check.lua",
    "share_delete_all.lua"
);

const HOUR: &str = "3600000";
const HALF: i64 = 1_800_000;

/// Another owner's locks, and one of them that a share may look like.
const SOMEBODYS: [&str; 4] = [
    "SET key theirs PX 3600000",
    "HSET key a mine",
    "RPUSH key mine",
    "ZADD key 4000000000000 1:theirs",
];

fn run(connection: &mut Connection, script: &str, arguments: &[&str]) -> Value {
    let mut command = Cmd::new();
    command.arg("EVAL").arg(script).arg(5);
    command
        .arg(&["key", "seat1", "seat2", "watchers", "fence"])
        .arg(arguments);
    command.query(connection).unwrap()
}

/// Each script that prolongs a lease has it end 1 ms later at least.
fn about_an_hour(reply: &Value) -> bool {
    matches!(reply, Value::Int(left) if (HALF..2 * HALF + 100).contains(left))
}

fn word(text: &str) -> Value {
    Value::BulkString(text.into())
}

#[test]
fn enter_takes_a_share_or_tells_for_how_long_there_is_none() {
    let redis = Redis::start();
    let mut connection = redis.connection();
    for _ in 0..2 {
        let reply = run(&mut connection, ENTER, &["mine", HOUR, "2", "1"]);
        assert_eq!(reply, Value::Okay, "once more after a lost reply");
        let left = redis.pttl("key");
        // A repeat in the same millisecond ends a millisecond later than before.
        assert!((1..=2 * HALF + 1).contains(&left), "{left}");
    }
    let _: Value = redis.run("SET fence 7");
    let reply = run(&mut connection, ENTER, &["other", "100000", "2", "1"]);
    assert_eq!(reply, Value::Array(vec![Value::Int(7)]));
    let reply = run(&mut connection, ENTER, &["third", HOUR, "2", "1"]);
    let left = matches!(reply, Value::Int(left) if (1..=100_000).contains(&left));
    assert!(left, "the next lease ends first: {reply:?}");
    assert!(redis.pttl("key") > HALF, "with the last of them");
    for condition in SOMEBODYS {
        let _: Value = redis.run("DEL key");
        let _: Value = redis.run(condition);
        let reply = run(&mut connection, ENTER, &["mine", HOUR, "0", "1"]);
        let expected = if condition.contains("PX") { HALF } else { -1 };
        let is_so = matches!(reply, Value::Int(left) if left == expected || left > expected && expected > 0);
        assert!(is_so, "{condition}: {reply:?}");
    }
}

#[test]
fn the_others_answer_as_they_say() {
    let redis = Redis::start();
    let mut connection = redis.connection();
    let mut ask = |script, arguments: &[&str]| run(&mut connection, script, arguments);
    assert_eq!(ask(LEAVE, &["mine", "2"]), Value::Int(0));
    assert_eq!(ask(EXTEND, &["mine", HOUR, "2"]), Value::Int(0));
    assert_eq!(ask(RENEW, &["mine", HOUR, "2"]), Value::Int(0));
    assert_eq!(ask(LEFT, &["mine", "2"]), Value::Int(-2));
    assert_eq!(ask(FIND, &["mine", "2"]), Value::Int(0));
    assert_eq!(
        ask(HOLDERS, &["-", "1000", "5", "1"]),
        Value::Array(vec![Value::Int(0)])
    );
    assert_eq!(ask(END_ALL, &["-", "1"]), Value::Int(0));

    assert_eq!(ask(ENTER, &["mine", "100000", "5", "2"]), Value::Okay);
    assert_eq!(ask(EXTEND, &["mine", HOUR, "2"]), Value::Int(1));
    assert!(about_an_hour(&ask(LEFT, &["mine", "2"])));
    assert_eq!(ask(EXTEND, &["mine", "1000", "2"]), Value::Int(1));
    assert!(about_an_hour(&ask(LEFT, &["mine", "2"])), "no shorter");
    assert_eq!(
        ask(EXTEND, &["mine", "100000", "shorter", "2"]),
        Value::Int(1)
    );
    assert!(redis.pttl("key") <= 100_000);
    let Value::Int(1..) = ask(RENEW, &["mine", HOUR, "2"]) else {
        panic!("not ours");
    };
    assert!(redis.pttl("key") > HALF);
    assert_eq!(ask(ENTER, &["other", "100000", "5", "3"]), Value::Okay);
    let Value::Array(found) = ask(FIND, &["mine", "2"]) else {
        panic!("nobody");
    };
    assert!(about_an_hour(&found[0]));
    assert_eq!(found[1..], [word("mine"), Value::Int(2)]);
    let Value::Array(holders) = ask(HOLDERS, &["-", "1000", "5", "1"]) else {
        panic!("no holders");
    };
    assert_eq!(holders[0], Value::Int(5));
    assert_eq!([&holders[2], &holders[4]], [&word("other"), &word("mine")]);
    assert_eq!(ask(LEAVE, &["other", "3"]), Value::Int(1));
    assert_eq!(ask(LEAVE, &["other", "3"]), Value::Int(0), "once more");
    assert_eq!(ask(END_ALL, &["-", "1"]), Value::Int(1));
    assert_eq!(redis.pttl("key"), -2);
}

#[test]
fn another_owners_lock_is_no_share_of_ours() {
    for condition in SOMEBODYS {
        let redis = Redis::start();
        let _: Value = redis.run(condition);
        let mut connection = redis.connection();
        let before: Vec<u8> = redis.run("DUMP key");
        let mut ask = |script, arguments: &[&str]| run(&mut connection, script, arguments);
        assert_eq!(ask(LEAVE, &["mine", "1"]), Value::Int(0), "{condition}");
        assert_eq!(ask(EXTEND, &["mine", "1000", "1"]), Value::Int(0));
        let renewed = ask(RENEW, &["mine", "1000", "1"]);
        let is_set = condition.starts_with("ZADD");
        assert_eq!(
            renewed,
            Value::Int(if is_set { 0 } else { -1 }),
            "{condition}"
        );
        assert_eq!(ask(LEFT, &["mine", "1"]), Value::Int(-2));
        assert!(matches!(ask(FIND, &["mine", "1"]), Value::Array(_)));
        assert_eq!(
            ask(HOLDERS, &["-", "1000", "5", "1"]),
            Value::Array(vec![Value::Int(5)])
        );
        assert_eq!(redis.run::<Vec<u8>>("DUMP key"), before, "{condition}");
        assert_eq!(ask(END_ALL, &["-", "1"]), Value::Int(1), "{condition}");
    }
}

/// Numbers that look like chance, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

const TOKENS: [&str; 5] = ["a", "b", "c", "d", "e"];
const PERMITS: usize = 5;

/// What each token has, and whether its lease has ended.
type Holders = [Option<(usize, bool)>; TOKENS.len()];

fn sum(holders: &Holders) -> usize {
    holders
        .iter()
        .flatten()
        .filter(|(_, ended)| !ended)
        .map(|(weight, _)| weight)
        .sum()
}

#[test]
fn the_permits_that_are_taken_are_those_of_a_plain_sum_in_whatever_order() {
    let redis = Redis::start();
    let mut connection = redis.connection();
    for seed in 0..40 {
        let _: Value = redis.run("FLUSHALL");
        let (mut dice, mut holders, mut log) = (Dice(seed), Holders::default(), Vec::new());
        for _ in 0..60 {
            let at = dice.below(TOKENS.len());
            let token = TOKENS[at];
            let weight = 1 + at % 3; // a holder has the same one every time
            let text = weight.to_string();
            let is_live = matches!(holders[at], Some((_, false)));
            let times = 1 + dice.below(2); // its reply may be lost
            let what = dice.below(5);
            log.push((what, token, times));
            for n in 0..times {
                let (reply, expected) = match what {
                    0 | 1 => {
                        let reply = run(&mut connection, ENTER, &[token, HOUR, "5", &text]);
                        let has_room = is_live || sum(&holders) + weight <= PERMITS;
                        // Ended leases are removed where they are in the way.
                        let in_the_set: usize = holders.iter().flatten().map(|one| one.0).sum();
                        let is_own_ended = matches!(holders[at], Some((_, true)));
                        if is_own_ended || in_the_set + weight > PERMITS {
                            holders
                                .iter_mut()
                                .for_each(|one| _ = one.take_if(|(_, ended)| *ended));
                        }
                        if n == 0 && has_room {
                            holders[at] = Some((weight, false));
                        }
                        (
                            reply == Value::Okay,
                            n > 0 && holders[at].is_some() || has_room,
                        )
                    }
                    2 => {
                        let reply = run(&mut connection, LEAVE, &[token, &text]);
                        holders[at] = None;
                        (reply == Value::Int(1), n == 0 && is_live)
                    }
                    3 => {
                        let reply = run(&mut connection, EXTEND, &[token, HOUR, &text]);
                        (reply == Value::Int(1), is_live)
                    }
                    _ => {
                        end_lease(&redis, &mut holders, at);
                        (true, true)
                    }
                };
                assert_eq!(reply, expected, "seed {seed}: {log:?}");
                if sum(&holders) == 0 {
                    holders = Holders::default(); // the key has gone with the last
                }
                compare(&redis, &holders, &format!("seed {seed}: {log:?}"));
            }
        }
    }
}

#[test]
fn a_set_of_ended_leases_is_free() {
    let redis = Redis::start();
    let mut connection = redis.connection();
    for weight in ["1", "5"] {
        let _: Value = redis.run("ZADD key 1000 1:a");
        let _: Value = redis.run("PEXPIRE key 100000");
        let reply = run(&mut connection, ENTER, &["b", HOUR, "2", weight]);
        assert_eq!(reply, Value::Okay, "{weight} of 2 permits");
        let _: Value = redis.run("DEL key");
    }
}

/// As if its time were over: the key expires with the last.
fn end_lease(redis: &Redis, holders: &mut Holders, at: usize) {
    if let Some((weight, ended)) = &mut holders[at] {
        *ended = true;
        let _: Value = redis.run(&format!("ZADD key XX 1000 {weight}:{}", TOKENS[at]));
    }
    let members: Vec<(String, f64)> = redis.run("ZRANGE key 0 -1 WITHSCORES");
    let last = members
        .into_iter()
        .map(|(_, ends)| ends)
        .fold(0.0, f64::max);
    let _: Value = redis.run(&format!("PEXPIREAT key {last:.0}"));
}

fn compare(redis: &Redis, holders: &Holders, case: &str) {
    let members: Vec<(String, f64)> = redis.run("ZRANGE key 0 -1 WITHSCORES");
    let extra_permits: usize = holders.iter().flatten().map(|(weight, _)| weight - 1).sum();
    let there = holders.iter().flatten().count();
    assert_eq!(
        members.len(),
        there + usize::from(extra_permits > 0),
        "{case}: {members:?}"
    );
    let counted = members.iter().find(|(name, _)| name.is_empty());
    let counted = counted.map_or(0.0, |(_, score)| -score);
    let count = match extra_permits {
        0 => 0,
        extra_permits => 10_000_000 * extra_permits + there,
    };
    assert_eq!(counted, count as f64, "{case}: {members:?}");
    assert!(
        there == 0 || redis.pttl("key") > HALF,
        "{case}: with the last of them"
    );
    assert!(sum(holders) <= PERMITS, "{case}");
}
