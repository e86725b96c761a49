//! Measures many locks and many waiters on one server, without PHP: `bench/run.sh scale`. A thread
//! stands for a process.
//!
//!     scale SOCKET SERVER_PID KEYS WAITERS...
//!
//! Prints a line for each figure. `bench/README.md` says what they mean.

use std::{
    env,
    error::Error,
    fs::{self, OpenOptions},
    io::Write,
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::{Duration, Instant},
};

use redis::{Client, Connection};
use redislock::client::{ClientLock, LockKind, LockRequest, Servers};
use serde_json::json;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const TTL: Duration = Duration::from_secs(30);
/// The longest wait for a lock or a thread; a longer one hangs.
const PATIENCE: Duration = Duration::from_secs(300);
/// The time without a new sleeper after which all waiters have come.
const SAME: Duration = Duration::from_secs(2);
/// The commands that only this program sends.
const OWN_COMMANDS: [&str; 4] = ["info", "config|resetstat", "client|setinfo", "ping"];
/// The stack of a waiter; thousands of them fit into memory.
const STACK_BYTES: usize = 256 * 1024;
/// The time for which commands are counted while nothing happens, and the rest before it.
const COUNTED: Duration = Duration::from_secs(10);
const SETTLING: Duration = Duration::from_secs(5);
/// The number of waiters for each lock, in the rounds with several locks.
const WAITERS_A_LOCK: usize = 10;

/// The server that is measured.
struct Server {
    connection: Connection,
    pid: u32,
}

impl Server {
    fn info(&mut self, section: &str) -> Result<String> {
        Ok(redis::cmd("INFO")
            .arg(section)
            .query(&mut self.connection)?)
    }

    fn number(&mut self, section: &str, name: &str) -> Result<f64> {
        let info = self.info(section)?;
        let prefix = format!("{name}:");
        let number = info.lines().find_map(|line| line.strip_prefix(&*prefix));
        Ok(number.ok_or("INFO has no such number")?.trim().parse()?)
    }

    fn memory(&mut self) -> Result<f64> {
        self.number("memory", "used_memory")
    }

    /// The commands since the last reset, those of scripts too.
    fn commands(&mut self) -> Result<f64> {
        let info = self.info("commandstats")?;
        let calls = info.lines().filter_map(|line| {
            let (name, rest) = line.strip_prefix("cmdstat_")?.split_once(":calls=")?;
            let calls: f64 = rest.split(',').next()?.parse().ok()?;
            (!OWN_COMMANDS.contains(&name)).then_some(calls)
        });
        Ok(calls.sum())
    }

    fn reset(&mut self) -> Result<()> {
        Ok(redis::cmd("CONFIG")
            .arg("RESETSTAT")
            .exec(&mut self.connection)?)
    }

    /// The seconds of a processor that the server has used.
    fn cpu(&self) -> Result<f64> {
        let schedstat = fs::read_to_string(format!("/proc/{}/schedstat", self.pid))?;
        let nanoseconds: f64 = schedstat.split(' ').next().unwrap_or_default().parse()?;
        Ok(nanoseconds / 1e9)
    }

    /// Waits until all sleep but two for each lock, or no more have come for two seconds. At times
    /// a third one watches.
    fn await_sleepers(&mut self, most: usize) -> Result<()> {
        let (mut asleep, mut since) = (0, Instant::now());
        while asleep < most && since.elapsed() < SAME {
            let now_asleep = self.number("clients", "blocked_clients")? as usize;
            if now_asleep != asleep {
                (asleep, since) = (now_asleep, Instant::now());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// The commands a second, and the share of a processor, while nothing happens.
    fn idle(&mut self) -> Result<(f64, f64)> {
        thread::sleep(SETTLING);
        self.reset()?;
        let (began, cpu) = (Instant::now(), self.cpu()?);
        thread::sleep(COUNTED);
        let (commands, took) = (self.commands()?, began.elapsed().as_secs_f64());
        Ok((commands / took, (self.cpu()? - cpu) / took))
    }
}

/// Prints a figure, and notes it for "bench/run.sh all".
fn figure(name: &str, value: f64, unit: &str) -> Result<()> {
    println!("  {name:<64} {value:>12.2} {unit}");
    if let Some(file) = env::var_os("REDISLOCK_FIGURES") {
        let mut file = OpenOptions::new().append(true).create(true).open(file)?;
        writeln!(
            file,
            "{}",
            json!({"name": format!("scale: {name}"), "value": value, "unit": unit})
        )?;
    }
    Ok(())
}

fn lock(servers: &Servers, key: &str) -> ClientLock {
    let request = LockRequest {
        servers,
        keys: &[key.as_bytes().to_vec()],
        kind: LockKind::Exclusive,
        ttl: TTL,
        max_hold: Duration::MAX,
        fenced: false,
        label: "",
    };
    ClientLock::new(&request, || {}).expect("a key and a label that are allowed")
}

/// One process holds many locks, and its thread renews them.
fn holds(server: &mut Server, servers: &Servers, keys: usize) -> Result<()> {
    println!("\n{keys} locks of 30 s, held and renewed by one process");
    let before = server.memory()?;
    let began = Instant::now();
    let mut locks: Vec<ClientLock> = (0..keys).map(|n| lock(servers, &key(n))).collect();
    for lock in &mut locks {
        assert!(
            lock.acquire(Duration::ZERO)?,
            "{:?} is not free",
            lock.keys()
        );
    }
    figure(
        "an acquisition, by one process",
        1e6 * began.elapsed().as_secs_f64() / keys as f64,
        "µs",
    )?;
    figure(
        "memory of the server for a lock",
        (server.memory()? - before) / keys as f64,
        "bytes",
    )?;
    let (commands, cpu) = server.idle()?;
    figure("commands a second, all locks", commands, "")?;
    figure("the server's share of a processor", 100.0 * cpu, "%")?;
    let began = Instant::now();
    for lock in &mut locks {
        assert!(lock.release()?, "{:?} was lost", lock.keys());
    }
    figure(
        "a release, by one process",
        1e6 * began.elapsed().as_secs_f64() / keys as f64,
        "µs",
    )
}

fn key(number: usize) -> String {
    format!("scale:{number}")
}

/// Starts threads that wait for one of these locks each, release it at once, and say so.
fn start(
    servers: &Servers,
    waiters: usize,
    locks: usize,
) -> (Receiver<()>, Vec<thread::JoinHandle<()>>) {
    let (said, heard): (Sender<()>, Receiver<()>) = mpsc::channel();
    let threads = (0..waiters).map(|n| {
        let (servers, key, said) = (servers.clone(), key(n % locks), said.clone());
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let work = move || {
            let mut lock = lock(&servers, &key);
            assert!(
                lock.acquire(PATIENCE).expect("an answer"),
                "the lock was not to be had"
            );
            assert!(lock.release().expect("an answer"), "the lock was lost");
            said.send(()).expect("a listener");
            // The ends of threads would take the time of those that wait.
            thread::park_timeout(PATIENCE);
        };
        thread.spawn(work).expect("a thread")
    });
    (heard, threads.collect())
}

fn waits(server: &mut Server, servers: &Servers, waiters: usize, locks: usize) -> Result<()> {
    let of = match locks {
        1 => format!("{waiters} for one lock"),
        _ => format!("{waiters} for {locks} locks"),
    };
    println!("\n{of}");
    let mut held: Vec<ClientLock> = (0..locks).map(|n| lock(servers, &key(n))).collect();
    for lock in &mut held {
        assert!(
            lock.acquire(Duration::ZERO)?,
            "{:?} is not free",
            lock.keys()
        );
    }
    let (memory, connections) = (
        server.memory()?,
        server.number("clients", "connected_clients")?,
    );
    let (heard, threads) = start(servers, waiters, locks);
    server.await_sleepers(waiters - 2 * locks)?;
    let (commands, cpu) = server.idle()?;
    figure(
        &format!("{of}: memory of the server for a waiter"),
        (server.memory()? - memory) / waiters as f64,
        "bytes",
    )?;
    let opened = server.number("clients", "connected_clients")? - connections;
    figure(
        &format!("{of}: connections of a waiter"),
        opened / waiters as f64,
        "",
    )?;
    figure(
        &format!("{of}: waiters that watch, for a lock"),
        (waiters as f64 - server.number("clients", "blocked_clients")?) / locks as f64,
        "",
    )?;
    figure(
        &format!("{of}: commands a second, all waiters"),
        commands,
        "",
    )?;
    figure(
        &format!("{of}: the server's share of a processor"),
        100.0 * cpu,
        "%",
    )?;
    server.reset()?;
    let began = Instant::now();
    for lock in &mut held {
        assert!(lock.release()?, "{:?} was lost", lock.keys());
    }
    for _ in 0..waiters {
        heard.recv_timeout(PATIENCE)?;
    }
    let took = began.elapsed().as_secs_f64();
    figure(
        &format!("{of}: time of an acquisition"),
        1e6 * took / waiters as f64,
        "µs",
    )?;
    figure(
        &format!("{of}: commands an acquisition, from the release on"),
        server.commands()? / waiters as f64,
        "",
    )?;
    for thread in threads {
        thread.thread().unpark();
        thread.join().map_err(|_| "a waiter failed")?;
    }
    Ok(())
}

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [socket, pid, keys, waiters @ ..] = &*arguments else {
        return Err("scale SOCKET SERVER_PID KEYS WAITERS...".into());
    };
    let connection = Client::open(format!("unix://{socket}"))?.get_connection()?;
    let mut server = Server {
        connection,
        pid: pid.parse()?,
    };
    let servers = Servers::parse(&[format!("unix://{socket}")])?;
    holds(&mut server, &servers, keys.parse()?)?;
    for waiters in waiters {
        let waiters: usize = waiters.parse()?;
        waits(&mut server, &servers, waiters, 1)?;
        waits(&mut server, &servers, waiters, waiters / WAITERS_A_LOCK)?;
    }
    Ok(())
}
