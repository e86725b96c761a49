//! The command `redislock`, as a process, on a redis-server of its own.

mod asks;
mod crons;
mod ends;
mod generates;
mod kinds;
mod lists;
mod losses;
mod outputs;
mod php;
mod scripts;
mod signals;
mod standbys;
#[path = "../../../tests/support/mod.rs"]
#[allow(dead_code, unused_imports)] // the tests of the lock use the rest
mod support;
mod terminals;
mod tops;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use support::{Redis, await_that};

/// A redis-server, and a folder in which the commands write.
pub struct Stage {
    pub redis: Redis,
    folder: PathBuf,
}

impl Stage {
    pub fn set() -> Stage {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("exec-{}-{count}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).expect("a new folder");
        Stage {
            redis: Redis::start(),
            folder,
        }
    }

    /// `redislock exec` with these arguments, which have blanks between them, and a shell's script
    /// as the command.
    pub fn exec(&self, arguments: &str, script: &str) -> Command {
        self.exec_on(&self.url(), arguments, script)
    }

    pub fn exec_on(&self, url: &str, arguments: &str, script: &str) -> Command {
        let mut command = self.redislock(url, arguments);
        command.args(["--", "sh", "-c", script]);
        command
    }

    pub fn redislock(&self, url: &str, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redislock"));
        command
            .args(["exec", "-s", url])
            .args(arguments.split_whitespace())
            .current_dir(&self.folder)
            .stdin(Stdio::null());
        command
    }

    /// Runs `redislock exec` to its end.
    pub fn run(&self, arguments: &str, script: &str) -> Output {
        let output = self.exec(arguments, script).output();
        output.expect("the command redislock")
    }

    pub fn status(&self, arguments: &str, script: &str) -> Option<i32> {
        self.run(arguments, script).status.code()
    }

    pub fn start(&self, arguments: &str, script: &str) -> Running {
        Running::new(self.exec(arguments, script))
    }

    pub fn url(&self) -> String {
        format!("unix://{}", self.redis.socket().display())
    }

    /// `redislock` with these words, which have blanks between them.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_redislock"));
        command
            .args(words.split_whitespace())
            .args(["-s", &self.url()]);
        command.stdin(Stdio::null());
        command
    }

    /// Runs `redislock` with these words. Returns its exit status and its output.
    pub fn ask(&self, words: &str) -> (i32, String) {
        let output = self.command(words).output().expect("the command redislock");
        let status = output.status.code().expect("no signal ends it");
        (status, String::from_utf8(output.stdout).expect("text"))
    }

    /// Runs `redislock` with these words and --json.
    pub fn json(&self, words: &str) -> serde_json::Value {
        let (status, text) = self.ask(&format!("{words} --json"));
        assert_eq!(status, 0, "{text}");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// The lines that commands have written to `log`.
    pub fn log(&self) -> Vec<String> {
        let text = fs::read_to_string(self.path("log")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    pub fn await_log(&self, line: &str) {
        await_that(line, || self.log().iter().any(|logged| logged == line));
    }

    /// Lets commands end that wait for it by [`UNTIL_GO`].
    pub fn go(&self) {
        fs::write(self.path("go"), "").expect("a new file");
    }

    /// Waits until a client is queued for a lock.
    pub fn await_waiter(&self, key: &str) {
        await_that("a waiter", || {
            let seat = format!("{{{key}}}:redislock:seat1");
            self.redis.run_words::<bool>(&["EXISTS", &seat])
        });
    }

    /// Waits until the lease of a lock is longer than at the look before.
    pub fn await_renewal(&self, key: &str) {
        let mut last = i64::MAX;
        await_that("a renewal", || {
            let left = self.redis.pttl(key);
            left > std::mem::replace(&mut last, left)
        });
    }

    /// Has another client hold a lock.
    pub fn occupy(&self, key: &str) {
        let set = ["SET", key, "another", "NX", "PX", "600000"];
        assert!(self.redis.run_words::<bool>(&set));
    }

    /// The keys, but for those beside a lock, which expire.
    pub fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = self.redis.run("KEYS *");
        keys.retain(|key| !key.contains(":redislock:"));
        keys.sort();
        keys
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A part of a script that waits for [`Stage::go`].
pub const UNTIL_GO: &str = "while [ ! -e go ]; do sleep 0.01; done";

/// `redislock exec` that runs; it is killed at the end of the test.
pub struct Running(Child);

impl Running {
    pub fn new(mut command: Command) -> Running {
        let child = command.stderr(Stdio::piped()).spawn();
        Running(child.expect("the command redislock"))
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    pub fn signal(&self, signal: &str) {
        signal_process(self.id(), signal);
    }

    /// Waits for its end. Returns its exit status, or 1,000 and the signal that ended it.
    pub fn end(&mut self) -> i32 {
        let mut status: Option<ExitStatus> = None;
        await_that("the end of redislock", || {
            status = self.0.try_wait().expect("it is ours");
            status.is_some()
        });
        let status = status.expect("awaited");
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        status
            .code()
            .unwrap_or_else(|| 1000 + signal.unwrap_or_default())
    }

    pub fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("it is ours").is_some()
    }

    /// What it wrote to the standard error stream.
    pub fn words(&mut self) -> String {
        let mut text = String::new();
        let stream = self.0.stderr.as_mut().expect("a pipe");
        std::io::Read::read_to_string(stream, &mut text).expect("text");
        text
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn signal_process(process: u32, signal: &str) {
    let kill = Command::new("kill")
        .args(["-s", signal, &process.to_string()])
        .status();
    assert!(kill.expect("the command kill").success());
}

/// The state of a process and its parent; None: it has ended.
pub fn state_of(process: u32) -> Option<(char, u32)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split(' ');
    let state = fields.next()?.chars().next()?;
    Some((state, fields.next()?.parse().ok()?))
}

/// Whether a process has ended; one that its parent has not awaited has.
pub fn is_over(process: u32) -> bool {
    state_of(process).is_none_or(|(state, _)| state == 'Z')
}

/// The number that a command has written to a file.
pub fn number_in(path: &Path) -> u32 {
    let mut number = None;
    await_that("a number", || {
        let text = fs::read_to_string(path).unwrap_or_default();
        number = text.strip_suffix('\n').and_then(|text| text.parse().ok());
        number.is_some()
    });
    number.expect("awaited")
}
