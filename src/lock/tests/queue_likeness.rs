//! The model of the queue answers as Redis does, on keys in every condition; and what Redis tells of is what the queue
//! counts on.

use std::{process, thread, time::Instant};

use redis::{Connection, ConnectionAddr, PushInfo, PushKind, Value};
use redis_test::server::RedisServer;

use crate::command::script::{CALL_NEXT, CALL_SECOND, STAND_IN, WAIT};
use crate::command::way::Way;
use crate::lock::tests::MS;
use crate::lock::tests::queue_model::{Answer, Coming, Id, Keys, OTHER};

const MINE: Id = 1;
const CALLER: Id = 2;
const NAMES: [&str; 4] = ["lock", "head", "signal", "second"];
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

fn run_wait(redis: &mut Connection, token: Id, coming: Coming) -> Value {
    run_wait_telling(redis, token, coming, 4)
}

/// Tells those who came before by this newcomers' key.
fn run_wait_telling(redis: &mut Connection, token: Id, coming: Coming, newcomers: u8) -> Value {
    let [lock, head, signal, second] = NAMES.map(str::as_bytes);
    let keys = [lock, head, signal, b"newcomer1", b"newcomer2", second];
    let mut command = WAIT.command(Way::Eval, &keys, name(token).as_bytes(), &[MS(LIFE); 3]);
    let (who, caller) = match coming {
        Coming::New => ("new", String::new()),
        Coming::AsHead => ("head", String::new()),
        Coming::AsSecond(head) => ("second", name(head)),
        Coming::Called(caller) => ("called", name(caller)),
    };
    let command = command.arg(who).arg(caller).arg(newcomers);
    command.query(redis).unwrap()
}

fn run_stand_in(redis: &mut Connection, token: Id, seen: Option<Id>) -> Value {
    let [lock, head, signal, _] = NAMES.map(str::as_bytes);
    let keys = [lock, head, signal];
    let mut command = STAND_IN.command(Way::Eval, &keys, name(token).as_bytes(), &[MS(LIFE)]);
    command.arg(seen.map(name).unwrap_or_default());
    command.query(redis).unwrap()
}

fn run_pass(redis: &mut Connection, caller: Id) -> Value {
    let keys = [b"head".as_slice(), b"signal"];
    let command = CALL_NEXT.command(Way::Eval, &keys, name(caller).as_bytes(), &[MS(LIFE)]);
    command.query(redis).unwrap()
}

fn run_call_second(redis: &mut Connection, leaver: Id) -> Value {
    let keys = [b"second".as_slice(), b"signal"];
    let command = CALL_SECOND.command(Way::Eval, &keys, name(leaver).as_bytes(), &[MS(LIFE)]);
    command.query(redis).unwrap()
}

fn set_up(redis: &mut Connection, keys: &Keys) {
    redis::cmd("FLUSHALL").exec(redis).unwrap();
    for (key, id) in [
        ("lock", keys.lock),
        ("head", keys.head),
        ("second", keys.second),
    ] {
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

fn left(redis: &mut Connection) -> [Vec<String>; 4] {
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
            heads.into_iter().flat_map(move |second| {
                [None, Some(OTHER)].into_iter().map(move |signal| Keys {
                    lock,
                    head,
                    signal,
                    second,
                })
            })
        })
    })
}

fn answer(reply: &Value) -> Answer {
    match reply {
        Value::Array(fence) if fence.is_empty() => Answer::Taken,
        Value::Int(-1) => Answer::Head, // the lock has no expiry here
        Value::Int(called) => Answer::Called(*called == 1),
        Value::BulkString(second) => {
            let head = second.strip_prefix(b"-1:token");
            let head = head.or(second.strip_prefix(b"-1;token"));
            let head = head.expect("a head");
            Answer::Second(head[0] - b'0')
        }
        Value::Nil => Answer::Nil,
        Value::SimpleString(free) if free == "FREE" => Answer::Free,
        other => panic!("no answer: {other:?}"),
    }
}

#[test]
fn the_model_of_the_queue_answers_as_redis_does() {
    let server = start("queue-likeness");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut redis = connect(&client);
    for before in all_keys() {
        let ways = [
            Coming::New,
            Coming::AsHead,
            Coming::AsSecond(CALLER),
            Coming::AsSecond(OTHER),
            Coming::Called(CALLER),
        ];
        for coming in ways {
            let mut after = before;
            set_up(&mut redis, &before);
            let reply = run_wait(&mut redis, MINE, coming);
            let case = format!("{before:?} comes as {coming:?}");
            assert_eq!(answer(&reply), after.wait(MINE, coming).0, "{case}");
            compare(&mut redis, &before, &after, &case);
        }
        for seen in [None, Some(CALLER), Some(OTHER)] {
            let mut after = before;
            set_up(&mut redis, &before);
            let reply = run_stand_in(&mut redis, MINE, seen);
            let expected = match after.stand_in(MINE, seen) {
                Some(head) => Value::BulkString(name(head).into()),
                None => Value::Int(-1),
            };
            let case = format!("{before:?} with a deputy that saw {seen:?}");
            assert_eq!(reply, expected, "{case}");
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
        let mut after = before;
        set_up(&mut redis, &before);
        let case = format!("{before:?} left by one in line");
        let reply = run_call_second(&mut redis, MINE);
        assert_eq!(answer(&reply), after.call_second(MINE), "{case}");
        compare(&mut redis, &before, &after, &case);
    }
}

fn compare(redis: &mut Connection, before: &Keys, after: &Keys, case: &str) {
    let expected = [after.lock, after.head, after.signal, after.second];
    let expected = expected.map(|id| id.map(name).into_iter().collect::<Vec<_>>());
    assert_eq!(left(redis), expected, "{case}");
    let others: Vec<String> = redis::cmd("KEYS").arg("newcomer*").query(redis).unwrap();
    assert_eq!(others, [""; 0], "{case}");
    for (key, [before, after]) in NAMES.into_iter().zip([
        [before.lock, after.lock],
        [before.head, after.head],
        [before.signal, after.signal],
        [before.second, after.second],
    ]) {
        let life: i64 = redis::cmd("PTTL").arg(key).query(redis).unwrap();
        let is_written = before != after && after.is_some();
        assert!(!is_written || life > 0, "{case}: {key} does not expire");
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

/// A waiter's connection, and what it is told of.
struct Watching {
    redis: Connection,
    pushes: std::sync::mpsc::Receiver<PushInfo>,
}

impl Watching {
    fn new(client: &redis::Client) -> Watching {
        let (sender, pushes) = std::sync::mpsc::channel();
        let mut redis = connect(client);
        redis.set_push_sender(sender);
        redis::cmd("HELLO").arg(3).exec(&mut redis).unwrap();
        let mut tracking = redis::cmd("CLIENT");
        let tracking = tracking.arg("TRACKING").arg("ON").arg("NOLOOP");
        tracking.exec(&mut redis).unwrap();
        Watching { redis, pushes }
    }

    /// Which of these have changed since the last time.
    fn told(&mut self, keys: &[&str]) -> Vec<Value> {
        let named = |value: &Value| {
            let key =
                |key: &&str| *value == Value::Array(vec![Value::BulkString(key.as_bytes().into())]);
            keys.iter().any(key)
        };
        let mut changes = changes(&mut self.redis, &self.pushes);
        changes.retain(named);
        changes
    }
}

fn change_of(key: &str) -> Value {
    Value::Array(vec![Value::BulkString(key.as_bytes().into())])
}

fn held() -> Keys {
    Keys {
        lock: Some(OTHER),
        ..Keys::default()
    }
}

#[test]
fn the_head_is_told_of_changes_of_the_lock_whenever_it_has_come() {
    let server = start("queue-changes");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut other = connect(&client);
    set_up(&mut other, &held());
    let mut head = Watching::new(&client);
    for times in 1..=2 {
        for _ in 0..times {
            let coming = match times {
                1 => Coming::New,
                _ => Coming::AsHead,
            };
            assert_eq!(run_wait(&mut head.redis, MINE, coming), Value::Int(-1));
        }
        assert_eq!(head.told(&["lock"]), []);
        let mut set = redis::cmd("SET");
        set.arg("lock").arg("x").exec(&mut other).unwrap();
        assert_eq!(head.told(&["lock"]), [change_of("lock")], "{times}");
    }
    // Told once: not again before it has come again.
    redis::cmd("DEL").arg("lock").exec(&mut other).unwrap();
    assert_eq!(head.told(&["lock"]), []);
    // It takes the lock, and is not told of what it did itself.
    let taken = run_wait(&mut head.redis, MINE, Coming::AsHead);
    assert_eq!(answer(&taken), Answer::Taken);
    assert_eq!(head.told(&["lock"]), []);
}

#[test]
fn who_is_in_line_is_told_of_the_next_change_and_of_newcomers() {
    let server = start("queue-newcomers");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut other = connect(&client);
    set_up(&mut other, &held());
    let mut head = Watching::new(&client);
    assert_eq!(
        run_wait(&mut head.redis, OTHER, Coming::New),
        Value::Int(-1)
    );
    let all = ["lock", "newcomer1", "newcomer2"];
    let mut in_line = Watching::new(&client);
    let line = |key| {
        let mut newcomer = Watching::new(&client);
        let reply = run_wait_telling(&mut newcomer.redis, CALLER, Coming::New, key);
        assert_eq!(reply, Value::Nil);
        newcomer
    };
    let reply = run_wait_telling(&mut in_line.redis, MINE, Coming::New, 4);
    assert_eq!(reply, Value::Nil);
    assert_eq!(in_line.told(&all), [], "of itself");
    let mut newest = line(5);
    assert_eq!(in_line.told(&all), [change_of("newcomer2")]);
    line(5);
    assert_eq!(in_line.told(&all), [], "told once");
    line(4);
    assert_eq!(in_line.told(&all), [change_of("newcomer1")]);
    assert_eq!(
        newest.told(&all),
        [change_of("newcomer2"), change_of("newcomer1")]
    );
    let mut newest = line(0);
    assert_eq!(newest.told(&all), []);
    redis::cmd("DEL").arg("lock").exec(&mut other).unwrap();
    for waiter in [&mut in_line, &mut newest] {
        assert_eq!(waiter.told(&all), [change_of("lock")]);
    }
}

#[test]
fn a_deputy_is_told_of_changes_after_it_has_looked() {
    let server = start("queue-deputies");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut other = connect(&client);
    set_up(&mut other, &held());
    let mut deputy = Watching::new(&client);
    assert_eq!(run_stand_in(&mut deputy.redis, MINE, None), Value::Int(-1));
    redis::cmd("DEL").arg("lock").exec(&mut other).unwrap();
    assert_eq!(deputy.told(&["lock"]), [change_of("lock")]);
}
