//! The model of the queue answers as Redis does, on keys in every condition.

use std::{process, thread, time::Instant};

use redis::{Connection, ConnectionAddr, Value};
use redis_test::server::RedisServer;

use crate::command::HAS_SHARE;
use crate::command::primitive::Primitive;
use crate::command::script::{
    CALL_NEXT, CALL_SECOND, ENTER, LEAVE, STAND_IN, WAIT, WAIT_FOR_SHARE,
};
use crate::command::way::Way;
use crate::lock::tests::MS;
use crate::lock::tests::queue_keys::{
    Answer, Coming, Held, Id, Keys, Kind, OTHER, PLUS, Shares, Words,
};

pub const MINE: Id = 1;
pub const CALLER: Id = 2;
const NAMES: [&str; 4] = ["lock", "head", "signal", "second"];
const LIFE: u64 = 50_000;

pub fn start(name: &str) -> RedisServer {
    let socket = format!("redislock-{name}-{}.sock", process::id());
    let address = ConnectionAddr::Unix(std::env::temp_dir().join(socket));
    RedisServer::new_with_addr_and_modules(address, &[], false)
}

pub fn connect(client: &redis::Client) -> Connection {
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
    match id {
        PLUS => "+".to_owned(),
        _ => format!("token{id}"),
    }
}

fn id(name: &[u8]) -> Id {
    match name.strip_prefix(b"token") {
        Some(number) => number[0] - b'0',
        None => PLUS,
    }
}

pub fn run_wait(redis: &mut Connection, token: Id, coming: Coming) -> Value {
    run_wait_telling(redis, token, Kind::Exclusive, coming, 4)
}

/// What the scripts of a share are told behind the rest.
fn arguments(kind: Kind, may_take: bool) -> impl Iterator<Item = u32> {
    let primitive = match kind {
        Kind::Exclusive => Primitive::Exclusive,
        Kind::READER => Primitive::Shared,
        Kind::Share { weight, permits } => Primitive::Semaphore {
            permits: permits.into(),
            weight: weight.into(),
        },
    };
    primitive.arguments(may_take)
}

/// Tells those who came before by this newcomers' key.
pub fn run_wait_telling(
    redis: &mut Connection,
    token: Id,
    kind: Kind,
    coming: Coming,
    newcomers: u8,
) -> Value {
    let [lock, head, signal, second] = NAMES.map(str::as_bytes);
    let keys = [lock, head, signal, b"newcomer1", b"newcomer2", second];
    let script = match kind {
        Kind::Exclusive => &WAIT,
        Kind::Share { .. } => &WAIT_FOR_SHARE,
    };
    let mut command = script.command(Way::Eval, &keys, name(token).as_bytes(), &[MS(LIFE); 3]);
    let (who, caller) = match coming {
        Coming::New => ("new", String::new()),
        Coming::AsHead => ("head", String::new()),
        Coming::AsSecond(head) => ("second", name(head)),
        Coming::Called(caller) => ("called", name(caller)),
    };
    let command = command.arg(who).arg(caller).arg(newcomers);
    for argument in arguments(kind, true) {
        command.arg(argument);
    }
    command.query(redis).unwrap()
}

/// An attempt that is not made in the queue, of a share.
fn run_enter(redis: &mut Connection, token: Id, kind: Kind, gives_way_beyond: u64) -> Value {
    let keys = ["lock", "head", "signal"].map(str::as_bytes);
    let times = [MS(LIFE), MS(gives_way_beyond), MS(LIFE)];
    let mut command = ENTER.command(Way::Eval, &keys, name(token).as_bytes(), &times);
    for argument in arguments(kind, true) {
        command.arg(argument);
    }
    command.query(redis).unwrap()
}

fn run_leave(redis: &mut Connection, token: Id, kind: Kind) -> Value {
    let mut command = LEAVE.command(Way::Eval, &[b"lock"], name(token).as_bytes(), &[]);
    for argument in arguments(kind, false) {
        command.arg(argument);
    }
    command.query(redis).unwrap()
}

/// `changed`: how many ms ago the lock was changed, for a share.
pub fn run_stand_in(
    redis: &mut Connection,
    token: Id,
    seen: Option<Id>,
    changed: Option<u64>,
) -> Value {
    let [lock, head, signal, _] = NAMES.map(str::as_bytes);
    let keys = [lock, head, signal];
    let mut command = STAND_IN.command(Way::Eval, &keys, name(token).as_bytes(), &[MS(LIFE)]);
    command.arg(seen.map(name).unwrap_or_default());
    if let Some(changed) = changed {
        command.arg(changed);
    }
    command.query(redis).unwrap()
}

pub fn run_pass(redis: &mut Connection, caller: Id) -> Value {
    let keys = [b"head".as_slice(), b"signal"];
    let name = name(if caller == PLUS { MINE } else { caller });
    let mut command = CALL_NEXT.command(Way::Eval, &keys, name.as_bytes(), &[MS(LIFE)]);
    if caller == PLUS {
        command.arg(HAS_SHARE);
    }
    command.query(redis).unwrap()
}

fn run_call_second(redis: &mut Connection, leaver: Id) -> Value {
    let keys = [b"second".as_slice(), b"signal"];
    let command = CALL_SECOND.command(Way::Eval, &keys, name(leaver).as_bytes(), &[MS(LIFE)]);
    command.query(redis).unwrap()
}

/// Its key may not be there any longer than that: then it is missed.
#[test]
fn a_deputy_of_a_share_looks_again_when_the_head_is_missed() {
    let server = start("queue-missed");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut redis = connect(&client);
    let keys = Keys {
        lock: Held::by(OTHER, Kind::READER),
        head: Some(CALLER),
        ..Keys::default()
    };
    set_up(&mut redis, &keys);
    let mut expire = redis::cmd("PEXPIRE");
    expire.arg("head").arg(LIFE / 2).exec(&mut redis).unwrap();
    let reply = run_stand_in(&mut redis, MINE, None, Some(LIFE));
    let Value::Int(again) = reply else {
        panic!("{reply:?}");
    };
    assert!((1..=LIFE as i64 / 2).contains(&again), "{again}");
}

pub fn set_up(redis: &mut Connection, keys: &Keys) {
    redis::cmd("FLUSHALL").exec(redis).unwrap();
    for (key, id) in [("head", keys.head), ("second", keys.second)] {
        if let Some(id) = id {
            let mut command = redis::cmd("SET");
            command.arg(key).arg(name(id)).exec(redis).unwrap();
        }
    }
    match &keys.lock {
        Held::Nobody => {}
        Held::By(id) => {
            let mut command = redis::cmd("SET");
            command.arg("lock").arg(name(*id)).exec(redis).unwrap();
        }
        Held::Shared(shares) => set_up_shares(redis, shares),
    }
    for word in keys.signal.all() {
        let mut command = redis::cmd("RPUSH");
        command.arg("signal").arg(name(word)).exec(redis).unwrap();
    }
}

/// In the score of the member that counts: a permit beyond one.
const ONE_BEYOND: i64 = 10_000_000;

fn count_of(weight: u8) -> i64 {
    ONE_BEYOND * (i64::from(weight) - 1) + 1
}

fn set_up_shares(redis: &mut Connection, shares: &Shares) {
    let (seconds, _): (u64, u64) = redis::cmd("TIME").query(redis).unwrap();
    let now = 1000 * seconds;
    let mut count = 0;
    for (id, weight) in (0..).zip(shares.weights).filter(|(_, weight)| *weight > 0) {
        let ends = match shares.has(id) {
            true => now + LIFE,
            false => now - LIFE,
        };
        let mut command = redis::cmd("ZADD");
        command
            .arg("lock")
            .arg(ends)
            .arg(format!("{weight}:{}", name(id)));
        command.exec(redis).unwrap();
        count += count_of(weight);
    }
    if count >= ONE_BEYOND {
        let mut command = redis::cmd("ZADD");
        command.arg("lock").arg(-count).arg("").exec(redis).unwrap();
    }
    let mut command = redis::cmd("PEXPIREAT");
    command.arg("lock").arg(now + LIFE).exec(redis).unwrap();
}

/// What the keys hold, as if it had been made by `set_up`.
fn left(redis: &mut Connection) -> Keys {
    let mut get = |key| -> Option<Vec<u8>> { redis::cmd("GET").arg(key).query(redis).unwrap() };
    let [head, second] = ["head", "second"].map(|key| get(key).map(|name| id(&name)));
    let mut words = redis::cmd("LRANGE");
    let words: Vec<Vec<u8>> = words.arg("signal").arg(0).arg(-1).query(redis).unwrap();
    let signal = match &words[..] {
        [] => Words::default(),
        [word] => Words::one(Some(id(word))),
        [first, second] if first == second => Words::two(id(first)),
        words => panic!("too many words: {words:?}"),
    };
    Keys {
        lock: held(redis),
        head,
        signal,
        second,
    }
}

fn held(redis: &mut Connection) -> Held {
    let kind: String = redis::cmd("TYPE").arg("lock").query(redis).unwrap();
    match &*kind {
        "none" => Held::Nobody,
        "string" => {
            let holder: Vec<u8> = redis::cmd("GET").arg("lock").query(redis).unwrap();
            Held::By(id(&holder))
        }
        _ => {
            let mut command = redis::cmd("ZRANGE");
            command.arg("lock").arg(0).arg(-1).arg("WITHSCORES");
            let members: Vec<(String, f64)> = command.query(redis).unwrap();
            let (seconds, _): (f64, f64) = redis::cmd("TIME").query(redis).unwrap();
            let (mut shares, mut counted, mut count) = (Shares::default(), 0, 0);
            for (member, ends) in members {
                let Some((weight, holder)) = member.split_once(':') else {
                    counted = -ends as i64;
                    continue;
                };
                let (holder, weight) =
                    (usize::from(id(holder.as_bytes())), weight.parse().unwrap());
                shares.weights[holder] = weight;
                shares.ended[holder] = ends <= 1000.0 * seconds;
                count += count_of(weight);
            }
            let expected = if count < ONE_BEYOND { 0 } else { count };
            assert_eq!(counted, expected, "holders, and permits beyond one");
            Held::Shared(shares)
        }
    }
}

/// Nobody, somebody, those who share it: we, others, one whose lease has ended.
fn all_locks() -> Vec<Held> {
    let shares = |mine, other, ended| {
        let mut shares = Shares::default();
        shares.weights[usize::from(MINE)] = mine;
        shares.weights[usize::from(OTHER)] = other;
        shares.weights[usize::from(CALLER)] = ended;
        shares.ended[usize::from(CALLER)] = ended > 0;
        Held::Shared(shares)
    };
    vec![
        Held::Nobody,
        Held::By(OTHER),
        shares(0, 1, 0),
        shares(1, 1, 0),
        shares(2, 1, 2),
        shares(0, 1, 2),
        shares(0, 2, 1),
    ]
}

fn all_keys() -> impl Iterator<Item = Keys> {
    let heads = [None, Some(MINE), Some(CALLER), Some(OTHER), Some(PLUS)];
    let signals = [
        Words::default(),
        Words::one(Some(OTHER)),
        Words::one(Some(CALLER)),
        Words::two(PLUS),
    ];
    all_locks().into_iter().flat_map(move |lock| {
        heads.into_iter().flat_map(move |head| {
            heads.into_iter().take(4).flat_map(move |second| {
                signals.into_iter().map(move |signal| Keys {
                    lock,
                    head,
                    signal,
                    second,
                })
            })
        })
    })
}

pub fn answer(reply: &Value) -> Answer {
    match reply {
        Value::Array(fence) if fence.is_empty() => Answer::Taken,
        Value::Int(called @ 0..=1) => Answer::Called(*called == 1),
        Value::Int(_) => Answer::Head,
        Value::BulkString(second) => {
            let mut parts = second.split(|byte| b":;".contains(byte));
            Answer::Second(id(parts.nth(1).expect("a head")))
        }
        Value::Nil => Answer::Nil,
        Value::SimpleString(free) if free == "FREE" => Answer::Free,
        other => panic!("no answer: {other:?}"),
    }
}

const KINDS: [Kind; 5] = [
    Kind::Exclusive,
    Kind::READER,
    Kind::Share {
        weight: 1,
        permits: 2,
    },
    Kind::Share {
        weight: 2,
        permits: 2,
    },
    Kind::Share {
        weight: 2,
        permits: 4,
    },
];

/// The lock knows us by one weight.
fn is_possible(keys: &Keys, kind: Kind) -> bool {
    match (&keys.lock, kind) {
        (Held::Shared(shares), Kind::Share { weight, .. }) => {
            [0, weight].contains(&shares.weights[usize::from(MINE)])
        }
        (Held::Shared(shares), Kind::Exclusive) => shares.weights[usize::from(MINE)] == 0,
        _ => true,
    }
}

#[test]
fn the_model_of_the_queue_answers_as_redis_does() {
    let server = start("queue-likeness");
    let client = redis::Client::open(server.connection_info()).unwrap();
    let mut redis = connect(&client);
    for before in all_keys() {
        for kind in KINDS.into_iter().filter(|kind| is_possible(&before, *kind)) {
            compare_waits(&mut redis, &before, kind);
            if kind != Kind::Exclusive {
                compare_shares(&mut redis, &before, kind);
            }
        }
        for seen in [None, Some(CALLER), Some(OTHER)] {
            // The head has come since the change, has not, or no matter to one who waits for a lock of its own.
            for changed in [None, Some(LIFE * 3 / 4), Some(0)] {
                let mut after = before;
                set_up(&mut redis, &before);
                expire_head(&mut redis);
                let reply = run_stand_in(&mut redis, MINE, seen, changed);
                let has_gone = matches!(before.head, None | Some(PLUS | MINE));
                let joins = changed == Some(0) || has_gone && changed.is_some();
                let case = format!("{before:?} with a deputy that saw {seen:?}, {changed:?}");
                match after.stand_in(MINE, seen, joins) {
                    Some(head) => assert_eq!(reply, Value::BulkString(name(head).into()), "{case}"),
                    None => assert!(matches!(reply, Value::Int(_)), "{case}: {reply:?}"),
                }
                compare(&mut redis, &before, &after, &case);
            }
        }
        for caller in [MINE, CALLER, PLUS] {
            let mut after = before;
            set_up(&mut redis, &before);
            let reply = run_pass(&mut redis, caller);
            let case = format!("{before:?} passed by {caller}");
            assert_eq!(answer(&reply), after.pass(MINE, caller), "{case}");
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

/// It was written half of its life ago.
fn expire_head(redis: &mut Connection) {
    let mut command = redis::cmd("PEXPIRE");
    command.arg("head").arg(LIFE / 2).exec(redis).unwrap();
}

fn compare_waits(redis: &mut Connection, before: &Keys, kind: Kind) {
    let ways = [
        Coming::New,
        Coming::AsHead,
        Coming::AsSecond(CALLER),
        Coming::AsSecond(OTHER),
        Coming::Called(CALLER),
        Coming::Called(PLUS),
    ];
    for coming in ways {
        let mut after = *before;
        set_up(redis, before);
        let reply = run_wait_telling(redis, MINE, kind, coming, 4);
        let case = format!("{before:?}, for {kind:?} comes as {coming:?}");
        assert_eq!(answer(&reply), after.wait(MINE, kind, coming), "{case}");
        compare(redis, before, &after, &case);
    }
}

fn compare_shares(redis: &mut Connection, before: &Keys, kind: Kind) {
    for (beyond, attempt) in [
        (0, Keys::set as fn(&mut Keys, Id, Kind) -> Answer),
        (LIFE / 4, |keys, id, kind| keys.claim(id, kind, true)),
        (LIFE, |keys, id, kind| keys.claim(id, kind, false)),
    ] {
        let mut after = *before;
        set_up(redis, before);
        expire_head(redis);
        let reply = run_enter(redis, MINE, kind, beyond);
        let case = format!("{before:?}, {kind:?} is tried, beyond {beyond} ms");
        let is_taken = attempt(&mut after, MINE, kind) == Answer::Taken;
        assert_eq!(reply == Value::Okay, is_taken, "{case}");
        compare(redis, before, &after, &case);
    }
    let mut after = *before;
    set_up(redis, before);
    let reply = run_leave(redis, MINE, kind);
    let case = format!("{before:?}, {kind:?} is given back");
    assert_eq!(reply, Value::Int(before.lock.has(MINE).into()), "{case}");
    after.lock = after.lock.without(MINE);
    compare(redis, before, &after, &case);
}

fn compare(redis: &mut Connection, before: &Keys, after: &Keys, case: &str) {
    assert_eq!(left(redis), *after, "{case}");
    let others: Vec<String> = redis::cmd("KEYS").arg("newcomer*").query(redis).unwrap();
    assert_eq!(others, [""; 0], "{case}");
    let is_there = [
        (before.lock != after.lock, after.lock != Held::Nobody),
        (before.head != after.head, after.head.is_some()),
        (before.signal != after.signal, !after.signal.is_empty()),
        (before.second != after.second, after.second.is_some()),
    ];
    for (key, (is_written, is_there)) in NAMES.into_iter().zip(is_there) {
        let life: i64 = redis::cmd("PTTL").arg(key).query(redis).unwrap();
        assert!(
            !is_written || !is_there || life > 0,
            "{case}: {key} does not expire"
        );
    }
}
