//! Runs the scripts on a redis-server.

use std::{env, process, sync::atomic, sync::mpsc, thread, time::Duration};

use redis::{Arg, Cmd, Connection, ConnectionAddr, PushInfo, Value};
use redis_test::server::RedisServer;
use redislock::command::invocation::Invocation;
use redislock::command::lock_kind::LockKind;
use redislock::command::queue::{Look as RealLook, Place, QueueScripts, Step};

use crate::likeness::{NOW, Operation, Outcome};
use crate::server::{Id, Keys, Left, Look, Note, Owner, Reply, Seat};

const KEYS: [&str; 4] = ["lock", "seat1", "seat2", "vacant"];
const LIFE: Duration = Duration::from_secs(100);
pub const ME: Id = 1;

/// What the keys hold: lock and seats; vacant.
type Texts = ([Option<String>; 3], Vec<u8>);

pub struct Redis {
    /// What stands in the scripts, and an error instead.
    pub error: Option<(&'static str, &'static str)>,
    waiter: Connection,
    pushes: mpsc::Receiver<PushInfo>,
    other: Connection,
    _server: RedisServer,
}

impl Redis {
    pub fn start() -> Redis {
        static COUNT: atomic::AtomicU32 = atomic::AtomicU32::new(0);
        let count = COUNT.fetch_add(1, atomic::Ordering::Relaxed);
        let socket = format!("redislock-queue-{}-{count}.sock", process::id());
        let socket = env::temp_dir().join(socket);
        let url = format!("unix://{}?protocol=resp3", socket.display());
        let address = ConnectionAddr::Unix(socket);
        let server = RedisServer::new_with_addr_and_modules(address, &[], false);
        let (mut waiter, other) = (connect(&url), connect(&url));
        let (sender, pushes) = mpsc::channel();
        waiter.set_push_sender(sender);
        let mut tracking = redis::cmd("CLIENT");
        tracking.arg("TRACKING").arg("ON").arg("NOLOOP");
        tracking.exec(&mut waiter).unwrap();
        Redis {
            error: None,
            waiter,
            pushes,
            other,
            _server: server,
        }
    }

    pub fn set_up(&mut self, keys: &Keys) {
        let (texts, vacant) = Redis::texts_of(keys);
        let mut commands = redis::pipe();
        commands.cmd("FLUSHALL");
        for (key, text) in KEYS.iter().zip(texts) {
            if let Some(text) = text {
                commands.cmd("SET").arg(key).arg(text);
            }
        }
        if keys.lock == Some(Owner::Foreign) {
            commands.cmd("PEXPIRE").arg("lock").arg(50_000);
        }
        for seat in vacant {
            commands.cmd("RPUSH").arg("vacant").arg(seat);
        }
        commands.exec(&mut self.other).unwrap();
    }

    pub fn run(&mut self, operation: Operation) -> Outcome {
        let scripts = QueueScripts {
            keys: KEYS.map(str::as_bytes),
            kind: LockKind::Exclusive,
            is_elsewhere: false,
            seat_life: LIFE,
        };
        let rest = rest(ME);
        match operation {
            Operation::Wait {
                event,
                seat,
                late,
                note,
            } => {
                let late = late.map(text).unwrap_or_default();
                let step = Step {
                    event,
                    seat,
                    late: late.as_bytes(),
                    arrival: (note.arrival != NOW).then_some(note.arrival.into()),
                    note: rest.as_bytes(),
                    token: b"1",
                    ttl: LIFE,
                    fence: None,
                };
                let reply = self.ask(&scripts.wait(Invocation::Eval, &step));
                Outcome::Waits(reply_of(Place::decode(&reply).expect("a place")))
            }
            Operation::Leave { popped, late } => {
                let late = late.map(text).unwrap_or_default();
                let (rest, late) = (rest.as_bytes(), late.as_bytes());
                let reply = self.ask(&scripts.leave(Invocation::Eval, rest, popped, late));
                Outcome::Leaves(reply == Value::Int(1))
            }
            Operation::Look { seen, is_in_crowd } => {
                let mut looks = redis::cmd("SET");
                looks.arg("looks").arg(if is_in_crowd { 1 } else { 0 });
                looks.exec(&mut self.other).unwrap();
                let seen = seen.map_or(String::new(), |notes| notes.map(seen_text).concat());
                let seen = seen.as_bytes();
                let reply = self.ask(&scripts.look(Invocation::Eval, b"looks", LIFE, seen));
                let (look, _) = RealLook::decode(&reply).expect("a look");
                Outcome::Looks(look_of(look))
            }
        }
    }

    fn ask(&mut self, command: &Cmd) -> Value {
        let mut changed = Cmd::new();
        for argument in command.args_iter() {
            let Arg::Simple(argument) = argument else {
                unreachable!("a cursor");
            };
            let argument = str::from_utf8(argument).expect("text");
            match self.error {
                Some((text, error)) => changed.arg(argument.replace(text, error)),
                None => changed.arg(argument),
            };
        }
        changed.query(&mut self.waiter).unwrap()
    }

    /// Returns what the keys hold, and which of them expire.
    pub fn texts(&mut self) -> (Texts, [bool; 4]) {
        let mut commands = redis::pipe();
        for key in KEYS {
            commands.cmd("PTTL").arg(key);
        }
        let lives: [i64; 4] = commands.query(&mut self.other).unwrap();
        let mut texts = redis::cmd("MGET");
        let texts: [Option<String>; 3] = texts.arg(&KEYS[..3]).query(&mut self.other).unwrap();
        let mut vacant = redis::cmd("LRANGE");
        vacant.arg("vacant").arg(0).arg(-1);
        let vacant: Vec<u8> = vacant.query(&mut self.other).unwrap();
        let texts = texts.map(|text| text.map(with_now));
        ((texts, vacant), lives.map(|life| life > 0))
    }

    pub fn texts_of(keys: &Keys) -> Texts {
        let lock = keys.lock.map(|owner| match owner {
            Owner::Waiter(id) => id.to_string(),
            _ => "another".to_owned(),
        });
        let [one, two] = keys.seats.map(|seat| match seat {
            Seat::Absent => None,
            Seat::Offered => Some(String::new()),
            Seat::Of(note) => Some(text(note)),
        });
        ([lock, one, two], keys.vacant.clone())
    }

    /// Returns whether the server tells the waiter when others write these keys: 0 the lock, 1 and 2 the seats, 3 vacant.
    pub fn is_told_of(&mut self, keys: &[u8]) -> bool {
        let keys: Vec<_> = keys.iter().map(|key| KEYS[usize::from(*key)]).collect();
        for key in &keys {
            let mut write = redis::cmd("SET");
            write.arg(key).arg("written").exec(&mut self.other).unwrap();
        }
        redis::cmd("PING").exec(&mut self.waiter).unwrap();
        let told: Vec<Value> = self.pushes.try_iter().flat_map(|push| push.data).collect();
        keys.iter().all(|key| {
            let key = Value::Array(vec![Value::BulkString(key.as_bytes().into())]);
            told.contains(&key)
        })
    }
}

fn connect(url: &str) -> Connection {
    let client = redis::Client::open(url).unwrap();
    for _ in 0..2000 {
        match client.get_connection() {
            Ok(connection) => return connection,
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
    }
    panic!("no redis-server");
}

/// The text on a waiter's seat, behind its arrival.
fn rest(waiter: Id) -> String {
    format!("0:0:{waiter}")
}

fn text(note: Note) -> String {
    format!("{}:{}", note.arrival, rest(note.waiter))
}

fn seen_text(note: Option<Note>) -> String {
    note.map(text).unwrap_or_default() + " "
}

/// Returns the text, with `NOW` instead of the server's time.
fn with_now(text: String) -> String {
    match text.split_once(':') {
        Some((arrival, rest)) if arrival.len() > 9 => format!("{NOW}:{rest}"),
        _ => text,
    }
}

fn note_of(text: &str) -> Option<Note> {
    let mut numbers = text.split(':').map(|number| number.parse().ok());
    Some(Note {
        arrival: numbers.next()??,
        waiter: numbers.nth(2)??,
    })
}

fn reply_of(place: Place) -> Reply {
    let (seat, left, elder, is_vacant) = match place {
        Place::Taken(_) => return Reply::Taken,
        Place::Asleep { .. } => return Reply::Asleep,
        Place::Watching {
            seat,
            left,
            elder,
            is_vacant,
            ..
        } => (seat, left, elder, is_vacant),
    };
    let left = match left {
        None => Left::Free,
        Some(Duration::MAX) => Left::Forever,
        Some(_) => Left::Lease,
    };
    Reply::Watching {
        seat,
        left,
        elder: note_of(str::from_utf8(&elder).expect("a note")),
        is_vacant,
    }
}

fn look_of(look: RealLook) -> Look {
    match look {
        RealLook::Held => Look::Held,
        RealLook::Offered => Look::Offered,
        RealLook::Free(seen) => {
            let seen = String::from_utf8(seen).expect("notes");
            let mut notes = seen.split(' ').map(note_of);
            Look::Free([(); 2].map(|()| notes.next().expect("two notes")))
        }
    }
}
