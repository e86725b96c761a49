//! The model answers as Redis does: every command of a lock, on a key in every condition.

use std::{process, thread, time::Instant};

use redis::{ConnectionAddr, Value};
use redis_test::server::RedisServer;

use crate::lock::tests::model::{Content, Model};
use crate::lock::tests::{MS, SCRIPTS};

const CONDITIONS: [&str; 6] = [
    "nothing",
    "ours",
    "ours for ever",
    "somebody's",
    "somebody's for ever",
    "a hash",
];

fn commands() -> Vec<Vec<&'static [u8]>> {
    let mut commands: Vec<Vec<&[u8]>> = vec![
        vec![b"SET", b"key", b"ours", b"NX", b"PX", b"100000"],
        vec![b"EXISTS", b"key"],
        vec![b"DEL", b"key"],
    ];
    for (name, text) in SCRIPTS {
        let keys: &[&[u8]] = match name {
            "fenced" => &[b"2", b"key", b"fence"],
            _ => &[b"1", b"key"],
        };
        let command = [&[b"EVAL", text.as_bytes()], keys, &[b"ours"]].concat();
        match name {
            "claim" | "upgrade" | "refresh" => {
                // Longer than what the key has, and shorter.
                for ttl in [&b"100000"[..], b"20000"] {
                    commands.push([&command[..], &[ttl]].concat());
                    if name == "refresh" {
                        commands.push([&command[..], &[ttl, b"shorter"]].concat());
                    }
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

/// Times to live rounded, so that two clocks agree; a fence is a fence.
fn roughly(reply: Value) -> Value {
    match reply {
        Value::Array(fence) if matches!(fence[..], [Value::Int(1..)]) => Value::Okay,
        Value::Int(number) if number > 1000 => Value::Int((number + 5000) / 10_000),
        reply => reply,
    }
}

fn left_in_model(model: &Model) -> (Value, Value) {
    match model.get(b"key") {
        None => (Value::Nil, Value::Int(-2)),
        Some(entry) => {
            let content = match &entry.content {
                Content::Text(text) => Value::BulkString(text.clone()),
                Content::OtherType => Value::SimpleString("hash".to_owned()),
            };
            let ttl = entry.expires_at.map_or(-1, |at| {
                at.duration_since(Instant::now()).as_millis() as i64
            });
            (content, roughly(Value::Int(ttl)))
        }
    }
}

fn left_in_redis(redis: &mut redis::Connection) -> (Value, Value) {
    let content = redis::cmd("GET").arg("key").query(redis);
    let content = content.unwrap_or_else(|_| redis::cmd("TYPE").arg("key").query(redis).unwrap());
    let ttl = redis::cmd("PTTL").arg("key").query(redis).unwrap();
    (content, roughly(ttl))
}
