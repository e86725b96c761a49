//! The process's counters. A program of its own, with a single test: other tests count as well.

use std::{
    collections::VecDeque,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::{Duration, Instant},
};

use redis::{Cmd, Value};
use redislock::{
    command::{Answer, Command},
    lock::{Lock, Waiting},
    server::{Address, Backend, Fault, Leftovers, Server, Timeouts, endpoint, perform_on},
    stats::{COUNTERS, Reading},
};

/// Answers with what it was given.
struct Answers(VecDeque<Value>, Leftovers);

impl Server for Answers {
    fn ask(&mut self, _: &Cmd) -> Result<Value, Fault> {
        Ok(self.0.pop_front().expect("one more answer"))
    }
}

impl Backend for Answers {
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault> {
        perform_on(self, command)
    }

    fn leftovers(&self) -> &Leftovers {
        &self.1
    }
}

/// Those that count events, less what they were before.
fn counted(work: impl FnOnce()) -> Vec<(&'static str, u64)> {
    let counts = || {
        COUNTERS
            .readings()
            .filter_map(|(name, reading)| match reading {
                Reading::Count(count) => Some((name, count)),
                Reading::Seconds(_) => None,
            })
    };
    let before: Vec<(&str, u64)> = counts().collect();
    work();
    let change = counts()
        .zip(before)
        .map(|((name, now), (_, before))| (name, now - before));
    change.filter(|(_, count)| *count > 0).collect()
}

fn with(answers: impl Into<VecDeque<Value>>) -> Lock<Answers> {
    Lock::new(
        Answers(answers.into(), Leftovers::default()),
        b"key",
        Duration::from_secs(10),
    )
}

#[test]
fn counters_count_what_their_names_say() {
    use Value::{Int, Nil, Okay};
    let ttl = Duration::from_secs(10);

    let taken_and_released = counted(|| {
        let mut lock = with([Okay, Int(1)]);
        assert!(lock.try_acquire().unwrap());
    });
    assert_eq!(
        taken_and_released,
        [("acquired", 1), ("released", 1), ("attempts", 1)]
    );

    let waited_for = counted(|| {
        let mut lock = with([Nil, Int(5), Okay, Int(1)]);
        let waiting = Waiting {
            since: Instant::now(),
            limit: Duration::MAX,
            retry_interval: Duration::from_millis(5),
            pause: &mut redislock::lock::uninterrupted(thread::sleep),
        };
        assert!(lock.acquire(waiting).unwrap());
    });
    assert_eq!(
        waited_for,
        [
            ("acquired", 1),
            ("contended", 1),
            ("released", 1),
            ("attempts", 3)
        ]
    );
    assert!(COUNTERS.wait_nanoseconds.get() > 0);

    let renewed_and_lost = counted(|| {
        let mut lock = with([Okay, Int(1), Int(0)]);
        assert!(lock.try_acquire().unwrap());
        assert!(lock.refresh(ttl).unwrap());
        assert!(!lock.release().unwrap());
    });
    assert_eq!(
        renewed_and_lost,
        [
            ("acquired", 1),
            ("lost", 1),
            ("renewed", 1),
            ("attempts", 1)
        ]
    );

    reconnects();
}

/// To a server that answers once on each connection, and then hangs up.
fn reconnects() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("redis://{}", listener.local_addr().unwrap());
    let address = Address::parse(&address, Timeouts::default()).unwrap();
    thread::spawn(move || {
        listener
            .incoming()
            .map_while(Result::ok)
            .for_each(answer_once)
    });

    let reconnects = counted(|| {
        let mut lock = Lock::new(endpoint(address), b"key", Duration::from_secs(10));
        assert!(!lock.is_locked().unwrap());
        assert!(!lock.is_locked().unwrap());
        assert!(!lock.is_locked().unwrap());
    });
    assert_eq!(reconnects, [("reconnects", 2), ("connections", 1)]);
    redislock::server::close_connections();
    assert_eq!(COUNTERS.connections.get(), 0);
}

fn answer_once(mut connection: TcpStream) {
    assert!(connection.read(&mut [0; 512]).unwrap() > 0);
    connection.write_all(b":0\r\n").unwrap();
}
