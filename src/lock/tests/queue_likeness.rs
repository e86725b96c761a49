//! The model of the queue answers as Redis does, on keys in every condition; and what Redis tells of is what the queue
//! counts on.

use std::{process, thread, time::Instant};

use redis::{Connection, ConnectionAddr, PushInfo, PushKind, Value};
use redis_test::server::RedisServer;

use crate::command::script::{CALL_NEXT, WAIT};
use crate::command::way::Way;
use crate::lock::tests::MS;
use crate::lock::tests::queue_model::{Answer, Id, Keys, OTHER};

const MINE: Id = 1;
const CALLER: Id = 2;
const NAMES: [&str; 3] = ["lock", "head", "signal"];
const LIFE: u64 = 50_000;

fn start(name: &str) -> RedisServer {
    let socket = format!("redislock-{name}-{}.sock", process::id());
    let address = ConnectionAddr::Unix(std::env::temp_dir().join(socket));
    RedisServer::new_with_addr_and_modules(address, &[], false)
}

fn connect(client: &redis::Client) -> Connection {
    let start = Instant::now();
    loop {
        match client.get_connection() {
            Ok(connection) => return connection,
            Err(error) if start.elapsed() > MS(20_000) => panic!("no redis-server: {error}"),
            Err(_) => thread::sleep(MS(5)),
        }
    }
}

fn name(id: Id) -> String {
    format!("token{id}")
}

fn run_wait(redis: &mut Connection, token: Id, caller: Option<Id>) -> Value {
    let keys = NAMES.map(str::as_bytes);
    let mut command = WAIT.command(Way::Eval, &keys, name(token).as_bytes(), &[MS(LIFE); 3]);
    command.arg(caller.map(name).unwrap_or_default());
    command.query(redis).unwrap()
}

fn run_pass(redis: &mut Connection, caller: Id) -> Value {
    let keys = [b"head".as_slice(), b"signal"];
    let command = CALL_NEXT.command(Way::Eval, &keys, name(caller).as_bytes(), &[MS(LIFE)]);
    command.query(redis).unwrap()
}

fn set_up(redis: &mut Connection, keys: &Keys) {
    redis::cmd("FLUSHALL").exec(redis).unwrap();
    for (key, id) in [("lock", keys.lock), ("head", keys.head)] {
        if let Some(id) = id {
            let mut command = redis::cmd("SET");
            command.arg(key).arg(name(id)).exec(redis).unwrap();
        }
    }
    if let Some(id) = keys.signal {
        let mut command = redis::cmd("LPUSH");
        command.arg("signal").arg(name(id)).exec(redis).unwrap();
    }
}

fn left(redis: &mut Connection) -> [Vec<String>; 3] {
    NAMES.map(|key| match key {
        "signal" => redis::cmd("LRANGE")
            .arg(key)
            .arg(0)
            .arg(-1)
            .query(redis)
            .unwrap(),
        _ => {
            let held: Option<String> = redis::cmd("GET").arg(key).query(redis).unwrap();
            held.into_iter().collect()
        }
    })
}

fn all_keys() -> impl Iterator<Item = Keys> {
    let heads = [None, Some(MINE), Some(CALLER), Some(OTHER)];
    [None, Some(OTHER)].into_iter().flat_map(move |lock| {
        heads.into_iter().flat_map(move |head| {
            [None, Some(OTHER)]
                .into_iter()
                .map(move |signal| Keys { lock, head, signal })
        })
    })
}

fn answer(reply: &Value) -> Answer {
    match reply {
        Value::Array(fence) if fence.is_empty() => Answer::Taken,
        Value::Int(-1) => Answer::Head, // the lock has no expiry here
        Value::Int(called) => Answer::Called(*called == 1),
        Value::Nil => Answer::Nil,
        other => panic!("no answer: {other:?}"),
    }
}

#[test]
fn the_model_of_the_queue_answers_as_redis_does() {
    let server = start("queue-likeness");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut redis = connect(&client);
    for before in all_keys() {
        for caller in [None, Some(MINE), Some(CALLER)] {
            let mut after = before;
            set_up(&mut redis, &before);
            let reply = run_wait(&mut redis, MINE, caller);
            let case = format!("{before:?} called by {caller:?}");
            assert_eq!(answer(&reply), after.wait(MINE, caller).0, "{case}");
            compare(&mut redis, &before, &after, &case);
        }
        for caller in [MINE, CALLER] {
            let mut after = before;
            set_up(&mut redis, &before);
            let reply = run_pass(&mut redis, caller);
            let case = format!("{before:?} passed by {caller}");
            assert_eq!(answer(&reply), after.pass(caller), "{case}");
            compare(&mut redis, &before, &after, &case);
        }
    }
}

fn compare(redis: &mut Connection, before: &Keys, after: &Keys, case: &str) {
    let expected = [after.lock, after.head, after.signal];
    let expected = expected.map(|id| id.map(name).into_iter().collect::<Vec<_>>());
    assert_eq!(left(redis), expected, "{case}");
    for (key, written) in NAMES.into_iter().zip([
        before.lock != after.lock,
        before.head != after.head,
        before.signal != after.signal,
    ]) {
        let life: i64 = redis::cmd("PTTL").arg(key).query(redis).unwrap();
        assert!(!written || life > 0, "{case}: {key} does not expire");
    }
}

/// The pushes of changes that have come.
fn changes(redis: &mut Connection, pushes: &std::sync::mpsc::Receiver<PushInfo>) -> Vec<Value> {
    let pong: String = redis::cmd("PING").query(redis).unwrap();
    assert_eq!(pong, "PONG");
    let changes = pushes.try_iter();
    changes
        .filter(|push| push.kind == PushKind::Invalidate)
        .flat_map(|push| push.data)
        .collect()
}

#[test]
fn the_head_is_told_of_changes_of_the_lock_and_nobody_else_is() {
    let server = start("queue-changes");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut other = connect(&client);
    let lock_changed = vec![Value::Array(vec![Value::BulkString(b"lock".into())])];
    let held = Keys {
        lock: Some(OTHER),
        ..Keys::default()
    };
    set_up(&mut other, &held);
    let watching = || {
        let (sender, pushes) = std::sync::mpsc::channel();
        let mut redis = connect(&client);
        redis.set_push_sender(sender);
        redis::cmd("HELLO").arg(3).exec(&mut redis).unwrap();
        let mut tracking = redis::cmd("CLIENT");
        let tracking = tracking.arg("TRACKING").arg("ON").arg("NOLOOP");
        tracking.exec(&mut redis).unwrap();
        (redis, pushes)
    };
    let (mut head, heads) = watching();
    let (mut in_line, in_lines) = watching();
    for times in 1..=2 {
        for _ in 0..times {
            let caller = (times == 2).then_some(MINE);
            assert_eq!(run_wait(&mut head, MINE, caller), Value::Int(-1));
        }
        assert_eq!(run_wait(&mut in_line, CALLER, None), Value::Nil);
        assert_eq!(changes(&mut head, &heads), []);
        redis::cmd("SET")
            .arg("lock")
            .arg("x")
            .exec(&mut other)
            .unwrap();
        assert_eq!(changes(&mut head, &heads), lock_changed, "{times}");
        assert_eq!(changes(&mut in_line, &in_lines), [], "{times}");
    }
    // Told once: not again before it has come again.
    redis::cmd("DEL").arg("lock").exec(&mut other).unwrap();
    assert_eq!(changes(&mut head, &heads), []);
    // It takes the lock, and is not told of what it did itself.
    assert_eq!(
        answer(&run_wait(&mut head, MINE, Some(MINE))),
        Answer::Taken
    );
    assert_eq!(changes(&mut head, &heads), []);
}
