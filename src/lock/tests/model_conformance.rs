//! The model answers as Redis does: every command of a lock, on a key in every condition.

use std::{process, thread, time::Instant};

use redis::{ConnectionAddr, Value};
use redis_test::server::RedisServer;

use crate::lock::tests::model::{Content, Model};
use crate::lock::tests::{MS, SCRIPTS};

const CONDITIONS: [&str; 9] = [
    "nothing",
    "ours",
    "ours for ever",
    "theirs",
    "theirs for ever",
    "a hash",
    "our share",
    "their share",
    "our share, and their share",
];

fn commands() -> Vec<Vec<&'static [u8]>> {
    let mut commands: Vec<Vec<&[u8]>> = vec![
        vec![b"SET", b"key", b"ours", b"NX", b"PX", b"100000"],
        vec![b"EXISTS", b"key"],
        vec![b"DEL", b"key"],
    ];
    for (name, text) in *SCRIPTS {
        let keys: &[&[u8]] = match name {
            "fenced" | "advance_fence" => &[b"2", b"key", b"fence"],
            "share_acquire" => &[b"4", b"key", b"seat1", b"seat2", b"watchers"],
            _ => &[b"1", b"key"],
        };
        let command = [&[b"EVAL", text.as_bytes()], keys, &[b"ours"]].concat();
        match name {
            "share_acquire" | "share_extend" => {
                for ttl in [&b"100000"[..], b"20000"] {
                    let rest: &[&[u8]] = match name {
                        "share_acquire" => &[ttl, b"0", b"0", b"1"],
                        _ => &[ttl, b"1"],
                    };
                    commands.push([&command[..], rest].concat());
                    if name == "share_extend" {
                        commands.push([&command[..], &[ttl, b"shorter", b"1"]].concat());
                    }
                }
            }
            "advance_fence" => commands.push([&command[..], &[b"1000000", b"7"]].concat()),
            "share_release" | "share_left" => commands.push([&command[..], &[b"1"]].concat()),
            "claim" | "refresh" => {
                // One ttl is longer than that of the key, and one is shorter.
                for ttl in [&b"100000"[..], b"20000"] {
                    commands.push([&command[..], &[ttl]].concat());
                    if name == "refresh" {
                        commands.push([&command[..], &[ttl, b"shorter"]].concat());
                    }
                }
            }
            "upgrade" | "downgrade" => {
                for ttl in [&b"100000"[..], b"20000"] {
                    commands.push([&command[..], &[ttl, b"1000"]].concat());
                    // This change comes too late, and names the end of another claim.
                    commands.push([&command[..], &[ttl, b"1", b"2"]].concat());
                }
            }
            "fenced" => {
                for ttl in [&b"100000"[..], b"20000"] {
                    commands.push([&command[..], &[ttl, b"1000000"]].concat());
                }
            }
            _ => commands.push(command),
        }
    }
    commands
}

#[test]
fn the_model_answers_as_redis_does() {
    let socket = std::env::temp_dir().join(format!("redislock-likeness-{}.sock", process::id()));
    let server = RedisServer::new_with_addr_and_modules(ConnectionAddr::Unix(socket), &[], false);
    let mut redis = connect(&server);
    for condition in CONDITIONS {
        for command in commands() {
            let mut model = Model::default();
            redis::cmd("FLUSHALL").exec(&mut redis).unwrap();
            set_up(condition, &mut model, &mut redis);
            let case = format!("{condition}: {}", command[0].escape_ascii());

            let words: Vec<Vec<u8>> = command.iter().map(|word| word.to_vec()).collect();
            let modelled = model.execute(&words).unwrap();
            let mut command = words.iter().fold(redis::Cmd::new(), |mut command, word| {
                command.arg(word);
                command
            });
            let real: Value = command.take().query(&mut redis).unwrap();
            assert_eq!(roughly(modelled), roughly(real), "{case}");
            assert_eq!(left_in_model(&model), left_in_redis(&mut redis), "{case}");
        }
    }
}

/// The first command of a change, and then the second: in time, too late, or for another claim.
#[test]
fn a_change_of_kind_is_made_and_refused_as_redis_does() {
    let socket = std::env::temp_dir().join(format!("redislock-changes-{}.sock", process::id()));
    let server = RedisServer::new_with_addr_and_modules(ConnectionAddr::Unix(socket), &[], false);
    let mut redis = connect(&server);
    for (script, condition) in [("upgrade", "our share"), ("downgrade", "ours")] {
        let (_, text) = *SCRIPTS.iter().find(|(name, _)| *name == script).unwrap();
        for (until, seen, is_made) in [(1_000, 0, true), (-1, 0, false), (1_000, 1, false)] {
            let mut model = Model::default();
            redis::cmd("FLUSHALL").exec(&mut redis).unwrap();
            set_up(condition, &mut model, &mut redis);
            let mut ask_both = |rest: [Vec<&str>; 2]| {
                let command = |rest: &[&str]| {
                    let words = [&["EVAL", text, "1", "key", "ours", "20000"], rest].concat();
                    Vec::from_iter(words.iter().map(|word| word.as_bytes().to_vec()))
                };
                let [modelled, real] = rest.map(|rest| command(&rest));
                let mut cmd = redis::Cmd::new();
                real.iter().for_each(|word| _ = cmd.arg(word));
                let real: Value = cmd.query(&mut redis).unwrap();
                [model.execute(&modelled).unwrap(), real]
            };
            let changes = ask_both([vec!["1000"], vec!["1000"]]).map(|look| match &look {
                Value::Array(times) => match times[..] {
                    [Value::Int(now), Value::Int(ends)] => {
                        [(now + until).to_string(), (ends + seen).to_string()]
                    }
                    _ => panic!("{script}: {look:?}"),
                },
                _ => panic!("{script}: {look:?}"),
            });
            let changes = changes
                .each_ref()
                .map(|words| words.iter().map(|word| &**word).collect());
            let [modelled, real] = ask_both(changes).map(roughly);
            let case = format!("{script}, {until}, {seen}");
            assert_eq!(modelled, real, "{case}");
            assert_eq!(real == Value::Okay, is_made, "{case}");
            assert_eq!(left_in_model(&model), left_in_redis(&mut redis), "{case}");
        }
    }
}

/// A claim that ends later refuses a change of its kind that was asked for before.
#[test]
fn whatever_prolongs_a_claim_has_it_end_later() {
    let socket = std::env::temp_dir().join(format!("redislock-later-{}.sock", process::id()));
    let server = RedisServer::new_with_addr_and_modules(ConnectionAddr::Unix(socket), &[], false);
    let mut redis = connect(&server);
    for (name, condition, keys, rest) in [
        ("claim", "ours", &["key"][..], &[][..]),
        ("fenced", "ours", &["key", "fence"], &["1000000"]),
        ("upgrade", "ours", &["key"], &["1"]),
        ("upgrade", "our share", &["key"], &["1"]),
        ("downgrade", "ours", &["key"], &["1"]),
        ("refresh", "ours", &["key"], &[]),
        (
            "share_acquire",
            "our share",
            &["key", "head", "signal"],
            &["0", "0", "1"],
        ),
        ("share_extend", "our share", &["key"], &["1"]),
    ] {
        redis::cmd("FLUSHALL").exec(&mut redis).unwrap();
        set_up(condition, &mut Model::default(), &mut redis);
        let before = ends(&mut redis);
        let (_, text) = *SCRIPTS.iter().find(|(known, _)| *known == name).unwrap();
        let mut prolong = redis::cmd("EVAL");
        prolong
            .arg(text)
            .arg(keys.len())
            .arg(keys)
            .arg("ours")
            .arg("20000");
        prolong.arg(rest).exec(&mut redis).unwrap();
        assert!(ends(&mut redis) > before, "{name}");
    }
}

fn ends(redis: &mut redis::Connection) -> i64 {
    redis::cmd("PEXPIRETIME").arg("key").query(redis).unwrap()
}

fn connect(server: &RedisServer) -> redis::Connection {
    let client = redis::Client::open(server.connection_info()).unwrap();
    let start = Instant::now();
    loop {
        match client.get_connection() {
            Ok(connection) => return connection,
            Err(error) if start.elapsed() > MS(20_000) => panic!("no redis-server: {error}"),
            Err(_) => thread::sleep(MS(5)),
        }
    }
}

fn set_up(condition: &str, model: &mut Model, redis: &mut redis::Connection) {
    if condition.contains("share") {
        return set_up_shares(condition, model, redis);
    }
    let value = if condition.contains("ours") {
        "ours"
    } else {
        "theirs"
    };
    let ttl = (!condition.contains("for ever")).then_some(50_000);
    let mut command = match condition {
        "nothing" => return,
        "a hash" => {
            model.put(b"key", Content::OtherType, None);
            redis::cmd("HSET").arg("key").arg("a").arg("b").take()
        }
        _ => {
            model.put(b"key", Content::Text(value.into()), ttl.map(MS));
            redis::cmd("SET").arg("key").arg(value).take()
        }
    };
    if condition != "a hash"
        && let Some(ttl) = ttl
    {
        command.arg("PX").arg(ttl);
    }
    command.exec(redis).unwrap();
}

fn set_up_shares(condition: &str, model: &mut Model, redis: &mut redis::Connection) {
    let ends = server_time(redis) + 50_000;
    let mut shares = Vec::new();
    for (share, token) in [("our share", "ours"), ("their share", "theirs")] {
        if condition.contains(share) {
            shares.push((token.into(), model.now() + MS(50_000)));
            let member = format!("1:{token}");
            let mut add = redis::cmd("ZADD");
            add.arg("key").arg(ends).arg(member).exec(redis).unwrap();
        }
    }
    model.put_shares(b"key", shares);
    let mut expire = redis::cmd("PEXPIREAT");
    expire.arg("key").arg(ends).exec(redis).unwrap();
}

fn server_time(redis: &mut redis::Connection) -> i64 {
    let (seconds, micros): (i64, i64) = redis::cmd("TIME").query(redis).unwrap();
    seconds * 1000 + micros / 1000
}

/// Rounds times to live, so that two clocks agree, and makes all fencing tokens equal.
fn roughly(reply: Value) -> Value {
    match reply {
        Value::Array(times) => match times[..] {
            [Value::Int(1..)] => Value::Okay,
            [Value::Int(now), Value::Int(ends)] => {
                Value::Array(vec![roughly(Value::Int(ends - now))])
            }
            _ => Value::Array(times),
        },
        Value::BulkString(digits) => match str::from_utf8(&digits)
            .ok()
            .and_then(|text| text.parse().ok())
        {
            Some(number) => Value::Array(vec![Value::Nil, roughly(Value::Int(number))]),
            None => Value::BulkString(digits),
        },
        Value::Int(number) if number > 1000 => Value::Int((number + 5000) / 10_000),
        reply => reply,
    }
}

fn left_in_model(model: &Model) -> (Value, Value) {
    let left = |at: Instant| at.duration_since(model.now()).as_millis() as i64;
    match model.get(b"key") {
        None => (Value::Nil, Value::Int(-2)),
        Some(entry) => {
            let content = match &entry.content {
                Content::Text(text) => Value::BulkString(text.clone()),
                Content::Shares(shares) => shares_as_value(
                    shares
                        .iter()
                        .map(|(token, at)| (format!("1:{}", token.escape_ascii()), left(*at))),
                ),
                Content::OtherType => Value::SimpleString("hash".to_owned()),
            };
            let ttl = entry.expires_at.map_or(-1, left);
            (content, roughly(Value::Int(ttl)))
        }
    }
}

fn left_in_redis(redis: &mut redis::Connection) -> (Value, Value) {
    let kind: String = redis::cmd("TYPE").arg("key").query(redis).unwrap();
    let content = match &*kind {
        "none" => Value::Nil,
        "string" => redis::cmd("GET").arg("key").query(redis).unwrap(),
        "zset" => {
            let mut range = redis::cmd("ZRANGE");
            range.arg("key").arg(0).arg(-1).arg("WITHSCORES");
            let shares: Vec<(String, i64)> = range.query(redis).unwrap();
            let now = server_time(redis);
            shares_as_value(
                shares
                    .into_iter()
                    .map(|(member, ends)| (member, ends - now)),
            )
        }
        _ => Value::SimpleString(kind),
    };
    let ttl = redis::cmd("PTTL").arg("key").query(redis).unwrap();
    (content, roughly(ttl))
}

/// Sorts the shares by their members' names.
fn shares_as_value(shares: impl Iterator<Item = (String, i64)>) -> Value {
    let mut shares: Vec<(String, i64)> = shares.collect();
    shares.sort();
    let pairs = shares.into_iter().map(|(member, left)| {
        Value::Array(vec![
            Value::SimpleString(member),
            roughly(Value::Int(left)),
            Value::Nil,
        ])
    });
    Value::Array(pairs.collect())
}
