//! `redislock exec` as a job of an interactive shell.

use std::{
    fs,
    io::Write,
    process::{Child, ChildStdin, Command, Stdio},
};

use crate::support::await_that;
use crate::{Running, Stage, number_in, signal_process, state_of};

/// A shell in a terminal, to which a test types.
pub struct Shell {
    process: Child,
    keys: ChildStdin,
}

impl Shell {
    pub fn start(stage: &Stage) -> Shell {
        Shell::running(stage, "bash --norc --noprofile -i")
    }

    /// Starts a command that has a terminal, as the leader of its session.
    pub fn running(stage: &Stage, command: &str) -> Shell {
        let mut process = Command::new("script")
            .args(["-qfec", command, "typescript"])
            .current_dir(stage.path("."))
            .env("REDISLOCK_SERVER", stage.url())
            .env("REDISLOCK", env!("CARGO_BIN_EXE_redislock"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the command script");
        let keys = process.stdin.take().expect("a pipe");
        Shell { process, keys }
    }

    pub fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("a shell");
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let _ = self.process.kill(); // its terminal hangs up, which ends the shell and its jobs
        let _ = self.process.wait();
    }
}

/// A command that writes its number, then a line of the terminal.
pub const READS: &str = "'echo $$ >pid; read line; echo $line >>log'";

/// A command that writes its number, and ends when [`open_gate`] is called. It starts no other
/// process, because a shell that does so at the moment of a stop stays in `vfork` until CONT.
const ENDS_BY_GATE: &str = "'mkfifo gate; echo $$ >pid; read line <gate'";

fn open_gate(stage: &Stage) {
    fs::write(stage.path("gate"), "\n").expect("a reader");
}

pub fn await_stop(process: u32) {
    await_that("the stop", || {
        state_of(process).is_some_and(|(state, _)| state == 'T')
    });
}

/// Waits until the keys that are typed reach a command: it has the terminal, or `redislock` has it
/// and passes it on. A slow shell may take the terminal once more after a job has begun.
pub fn await_terminal(command: u32) {
    await_that("the terminal", || {
        let group = group_of_terminal(command);
        let is_theirs = group == Some(command) || group == Some(parent_of(command));
        is_theirs && state_of(command).is_some_and(|(state, _)| state != 'T')
    });
}

/// The process group that has the terminal of a process.
pub fn group_of_terminal(process: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(") ")?;
    rest.split(' ').nth(5)?.parse().ok()
}

pub fn parent_of(process: u32) -> u32 {
    state_of(process).expect("it runs").1
}

#[test]
fn a_job_of_the_background_gets_the_terminal_by_fg() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    shell.types(&format!("$REDISLOCK exec key -- sh -c {READS} &\n"));
    let command = number_in(&stage.path("pid"));
    await_stop(command);
    await_stop(parent_of(command));
    // The shell continues a job that it knows to be stopped.
    shell.types("while [ -z \"$(jobs -s)\" ]; do sleep 0.01; done; fg\n");
    await_terminal(command);
    shell.types("typed\n");
    stage.await_log("typed");
}

#[test]
fn a_job_that_runs_on_in_the_background_reads_after_fg() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    let script =
        "'echo $$ >pid; while [ ! -e go ]; do sleep 0.01; done; read line; echo $line >>log'";
    shell.types(&format!("$REDISLOCK exec key -- sh -c {script} &\n"));
    let command = number_in(&stage.path("pid"));
    shell.types("fg\n");
    await_terminal(command);
    stage.go();
    shell.types("typed\n");
    stage.await_log("typed");
}

#[test]
fn the_keys_for_stop_and_interrupt_reach_the_command() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    shell.types(&format!(
        "$REDISLOCK exec key -- sh -c {READS}; echo $? >>log\n"
    ));
    let command = number_in(&stage.path("pid"));
    await_terminal(command);
    shell.types("\x1a");
    await_stop(command);
    await_stop(parent_of(command));
    stage.await_log("148"); // of the shell: 128 + TSTP
    shell.types("fg\n");
    await_terminal(command);
    shell.types("\x03");
    await_that("the release", || stage.redis.get("key").is_none());
    shell.types("echo $? >>log\n");
    stage.await_log("130");
}

#[test]
fn one_interrupt_ends_a_standby() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    let command = "sh -c 'echo $$ >pid; exec sleep 1000'";
    shell.types(&format!("$REDISLOCK exec --restart key -- {command}\n"));
    await_terminal(number_in(&stage.path("pid")));
    shell.types("\x03");
    await_that("the release", || stage.redis.get("key").is_none());
    shell.types("echo $? >>log\n");
    stage.await_log("130");
}

#[test]
fn a_command_that_was_stopped_for_longer_than_the_ttl_ends() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    shell.types(&format!("$REDISLOCK exec --ttl 5 key -- sh -c {READS}\n"));
    let command = number_in(&stage.path("pid"));
    await_terminal(command);
    shell.types("\x1a");
    await_stop(parent_of(command));
    await_that("the end of the lease", || stage.redis.get("key").is_none());
    shell.types("fg; echo $? >>log\n");
    stage.await_log("70");
}

#[test]
fn a_command_that_ends_in_the_background_leaves_the_shell_its_terminal() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    shell.types(&format!("$REDISLOCK exec key -- sh -c {ENDS_BY_GATE}\n"));
    let command = number_in(&stage.path("pid"));
    await_terminal(command);
    shell.types("\x1a");
    await_stop(parent_of(command));
    shell.types("bg\n");
    open_gate(&stage);
    await_that("the release", || stage.redis.get("key").is_none());
    shell.types("wait; read line; echo $line >>log\ntyped\n");
    stage.await_log("typed");
}

/// Another program may stop the command, and have it go on without a word to `exec`.
#[test]
fn a_stop_of_the_command_alone_does_not_stop_the_renewal() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    let script = "'echo $$ >pid; while :; do sleep 0.01; done'";
    shell.types(&format!("$REDISLOCK exec --ttl 6 key -- sh -c {script}\n"));
    let command = number_in(&stage.path("pid"));
    await_terminal(command);
    signal_process(command, "STOP");
    await_stop(command);
    stage.await_renewal("key");
    signal_process(command, "CONT");
    stage.await_renewal("key");
    shell.types("\x03");
    await_that("the release", || stage.redis.get("key").is_none());
}

#[test]
fn a_stopped_exec_that_goes_on_in_the_background_leaves_the_shell_its_terminal() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    shell.types(&format!("$REDISLOCK exec key -- sh -c {ENDS_BY_GATE}\n"));
    let command = number_in(&stage.path("pid"));
    await_terminal(command);
    signal_process(parent_of(command), "STOP");
    await_stop(parent_of(command));
    shell.types("bg; echo goes >>log\n");
    stage.await_log("goes");
    open_gate(&stage);
    await_that("the release", || stage.redis.get("key").is_none());
    shell.types("wait; read line; echo $line >>log\ntyped\n");
    stage.await_log("typed");
}

#[test]
fn another_program_of_a_pipeline_keeps_the_terminal() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    let pager =
        "sh -c 'echo $$ >pid; for n in 1 2; do read line; echo $line >>log; done </dev/tty'";
    shell.types(&format!("$REDISLOCK exec key -- sleep 1000 | {pager}\n"));
    let pager = number_in(&stage.path("pid"));
    await_that("the lock", || stage.redis.get("key").is_some());
    shell.types("typed\n");
    stage.await_log("typed");
    shell.types("\x1a");
    await_stop(pager);
    shell.types("fg\n");
    await_that("the pager", || {
        state_of(pager).is_some_and(|(state, _)| state != 'T')
    });
    shell.types("again\n");
    stage.await_log("again");
    shell.types("\x03");
    await_that("the release", || stage.redis.get("key").is_none());
}

#[test]
fn a_pager_behind_a_pipe_reads_keys() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    let pager = "'echo $$ >pid; cat >/dev/null; read line </dev/tty; echo $line >>log'";
    shell.types(&format!(
        "echo text | $REDISLOCK exec key -- sh -c {pager}\n"
    ));
    let command = number_in(&stage.path("pid"));
    await_terminal(command);
    shell.types("typed\n");
    stage.await_log("typed");
}

#[test]
fn a_stop_of_another_program_stops_the_command_and_keeps_the_lock() {
    let stage = Stage::set();
    let exec = stage.exec("--ttl 9 key", ENDS_BY_GATE.trim_matches('\''));
    // A session without a terminal, as that of cron.
    let mut session = Command::new("setsid");
    session
        .arg(exec.get_program())
        .args(exec.get_args())
        .current_dir(stage.path("."));
    let mut exec = Running::new(session);
    let command = number_in(&stage.path("pid"));
    exec.signal("TSTP");
    await_stop(command);
    stage.await_renewal("key");
    exec.signal("CONT");
    open_gate(&stage);
    assert_eq!(exec.end(), 0);
}
