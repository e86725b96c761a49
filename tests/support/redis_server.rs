//! A redis-server for one test, on a Unix socket; ended with the test.

use std::{
    cell::RefCell,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use redis::{Cmd, ConnectionAddr, FromRedisValue, RedisResult, Value};
use redis_test::server::RedisServer;
use redislock::server::{Address, SocketTarget};

use super::{address, await_that};

pub struct Redis {
    socket: PathBuf,
    server: Option<RedisServer>,
    /// Not one of ours: the redis crate's own.
    admin: RefCell<redis::Connection>,
}

impl Redis {
    pub fn start() -> Redis {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "redislock-{}-{}.sock",
            process::id(),
            COUNT.fetch_add(1, Relaxed)
        );
        let socket = std::env::temp_dir().join(name);
        let (server, admin) = start(&socket);
        Redis {
            socket,
            server: Some(server),
            admin: RefCell::new(admin),
        }
    }

    /// Killed, as by a power failure.
    pub fn kill(&mut self) {
        self.server = None;
    }

    /// Killed and started again at the same place, empty.
    pub fn restart(&mut self) {
        self.kill();
        let (server, admin) = start(&self.socket);
        self.server = Some(server);
        self.admin.replace(admin);
    }

    pub fn runs(&self) -> bool {
        self.server.is_some()
    }

    pub fn socket(&self) -> &Path {
        &self.socket
    }

    pub fn process_id(&self) -> i32 {
        let server = self.server.as_ref().expect("it runs");
        server.process.id().try_into().expect("a process id")
    }

    pub fn address(&self) -> Address {
        address(SocketTarget::Unix(self.socket.clone()))
    }

    /// Another connection of the redis crate's own.
    pub fn connection(&self) -> redis::Connection {
        connect(self.server.as_ref().expect("it runs")).expect("a place for one more")
    }

    /// Runs a command that is written like in redis-cli, without quotes.
    pub fn run<T: FromRedisValue>(&self, command: &str) -> T {
        let command: Vec<&str> = command.split(' ').collect();
        self.run_words(&command)
    }

    pub fn run_words<T: FromRedisValue>(&self, words: &[&str]) -> T {
        let answer = self.try_words(words);
        answer.unwrap_or_else(|error| panic!("{words:?}: {error}"))
    }

    pub fn try_words<T: FromRedisValue>(&self, words: &[&str]) -> RedisResult<T> {
        let mut command = Cmd::new();
        for word in words {
            command.arg(word);
        }
        command.query(&mut self.admin.borrow_mut())
    }

    /// The text that a key holds.
    pub fn get(&self, key: &str) -> Option<String> {
        self.run_words(&["GET", key])
    }

    /// What is left of a key's life, in milliseconds.
    pub fn pttl(&self, key: &str) -> i64 {
        self.run_words(&["PTTL", key])
    }

    /// How many connections there are besides the test's own.
    pub fn clients(&self) -> usize {
        let list: String = self.run("CLIENT LIST");
        list.lines().count() - 1
    }

    /// How many connections have ever been made, the test's own included.
    pub fn connections_made(&self) -> u64 {
        self.info("total_connections_received")
    }

    pub fn commands_run(&self) -> u64 {
        self.info("total_commands_processed")
    }

    fn info(&self, name: &str) -> u64 {
        let info: String = self.run("INFO stats");
        let line = info
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|number| number.parse().ok()).expect(name)
    }

    /// Closes all connections but the test's own.
    pub fn kill_clients(&self) {
        let _: Value = self.run("CLIENT KILL TYPE normal SKIPME yes");
        await_that("the end of the clients", || self.clients() == 0);
    }
}

fn start(socket: &Path) -> (RedisServer, redis::Connection) {
    let address = ConnectionAddr::Unix(socket.into());
    let server = RedisServer::new_with_addr_and_modules(address, &[], false);
    let mut admin = None;
    await_that("redis-server", || {
        admin = connect(&server).ok();
        admin.is_some()
    });
    (server, admin.expect("awaited"))
}

fn connect(server: &RedisServer) -> RedisResult<redis::Connection> {
    redis::Client::open(server.connection_info())?.get_connection()
}
