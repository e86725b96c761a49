//! What Redis tells of is what the queue counts on.

use redis::{Connection, PushInfo, PushKind, Value};

use crate::lock::tests::queue_keys::{Answer, Coming, Held, Keys, Kind, OTHER};
use crate::lock::tests::queue_likeness::{
    CALLER, MINE, answer, connect, run_pass, run_stand_in, run_wait, run_wait_telling, set_up,
    start,
};

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

fn held_by_other() -> Keys {
    Keys {
        lock: Held::By(OTHER),
        ..Keys::default()
    }
}

#[test]
fn the_head_is_told_of_changes_of_the_lock_whenever_it_has_come() {
    let server = start("queue-changes");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut other = connect(&client);
    set_up(&mut other, &held_by_other());
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
fn who_watches_beside_a_head_for_a_share_is_told_when_it_leaves() {
    let server = start("queue-heads");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut other = connect(&client);
    let keys = Keys {
        head: Some(OTHER),
        ..held_by_other()
    };
    set_up(&mut other, &keys);
    let mut second = Watching::new(&client);
    for coming in [Coming::Called(CALLER), Coming::AsSecond(OTHER)] {
        let reply = run_wait_telling(&mut second.redis, MINE, Kind::READER, coming, 0);
        assert_eq!(answer(&reply), Answer::Second(OTHER));
        assert_eq!(second.told(&["head", "lock"]), [], "of itself");
    }
    assert_eq!(run_pass(&mut other, OTHER), Value::Int(1));
    assert_eq!(second.told(&["head", "lock"]), [change_of("head")]);
    // Nobody has followed it: so it is the head itself.
    let reply = run_wait_telling(
        &mut second.redis,
        MINE,
        Kind::READER,
        Coming::AsSecond(OTHER),
        0,
    );
    assert_eq!(answer(&reply), Answer::Head);
}

#[test]
fn who_is_in_line_for_a_share_is_told_of_newcomers_and_of_nothing_else() {
    let server = start("queue-newcomers");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut other = connect(&client);
    set_up(&mut other, &held_by_other());
    let mut head = Watching::new(&client);
    assert_eq!(
        run_wait(&mut head.redis, OTHER, Coming::New),
        Value::Int(-1)
    );
    let all = ["lock", "head", "signal", "second", "newcomer1", "newcomer2"];
    // As a newcomer does: it reads after it has told the others.
    let line = |token, key| {
        let mut newcomer = Watching::new(&client);
        let redis = &mut newcomer.redis;
        let reply = run_wait_telling(redis, token, Kind::READER, Coming::New, key);
        assert_eq!(reply, Value::Nil);
        let read: Value = redis::cmd("MGET").arg(&all[4..]).query(redis).unwrap();
        assert_eq!(read, Value::Array(vec![Value::Nil; 2]), "nothing stays");
        newcomer
    };
    let mut in_line = line(MINE, 4);
    assert_eq!(in_line.told(&all), [], "of itself");
    let mut newest = line(CALLER, 5);
    assert_eq!(in_line.told(&all), [change_of("newcomer2")]);
    line(CALLER, 5);
    assert_eq!(in_line.told(&all), [], "told once");
    line(CALLER, 4);
    assert_eq!(in_line.told(&all), [change_of("newcomer1")]);
    assert_eq!(
        newest.told(&all),
        [change_of("newcomer2"), change_of("newcomer1")]
    );
    let mut newest = line(CALLER, 0);
    redis::cmd("DEL").arg("lock").exec(&mut other).unwrap();
    assert_eq!(head.told(&["lock"]), [change_of("lock")]);
    let reply = run_wait(&mut head.redis, OTHER, Coming::AsHead);
    assert_eq!(reply, Value::Array(vec![]), "and has called one");
    for waiter in [&mut in_line, &mut newest] {
        assert_eq!(waiter.told(&all), [], "a release wakes the head alone");
    }
}

#[test]
fn a_deputy_is_told_of_changes_after_it_has_looked() {
    let server = start("queue-deputies");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut other = connect(&client);
    set_up(&mut other, &held_by_other());
    let mut deputy = Watching::new(&client);
    assert_eq!(
        run_stand_in(&mut deputy.redis, MINE, None, None),
        Value::Int(-1)
    );
    redis::cmd("DEL").arg("lock").exec(&mut other).unwrap();
    assert_eq!(deputy.told(&["lock"]), [change_of("lock")]);
}
