//! `redislock exec` in a script that an interactive shell runs.

use std::process::{Command, Stdio};

use crate::support::await_that;
use crate::terminals::{READS, Shell, await_stop, await_terminal, group_of_terminal, parent_of};
use crate::{Running, Stage, is_over, number_in, signal_process};

/// A command that writes its number, and runs until a signal ends it.
const SLEEPS: &str = "sh -c 'echo $$ >pid; exec sleep 1000'";

impl Stage {
    /// Writes a script of these lines, and of one that writes "next" to the log.
    fn write_script(&self, lines: &str) {
        let script = format!("{lines}\necho next >>log\n");
        std::fs::write(self.path("script"), script).expect("a new file");
    }
}

#[test]
fn an_interrupt_of_the_command_ends_the_script() {
    // bash ignores QUIT.
    for (script, key, status) in [
        ("sh script", "\x03", "130"),
        ("bash script", "\x03", "130"),
        ("sh script", "\x1c", "131"),
    ] {
        let stage = Stage::set();
        let mut shell = Shell::start(&stage);
        stage.write_script(&format!("$REDISLOCK exec key -- {SLEEPS}"));
        shell.types(&format!("ulimit -c 0; {script}\n"));
        await_terminal(number_in(&stage.path("pid")));
        shell.types(key);
        await_that("the release", || stage.redis.get("key").is_none());
        shell.types("echo $? >>log\n");
        stage.await_log(status);
        assert_eq!(stage.log(), [status], "{script}");
    }
}

#[test]
fn an_interrupt_of_the_wait_ends_the_script() {
    let stage = Stage::set();
    stage.occupy("key");
    let mut shell = Shell::start(&stage);
    stage.write_script("$REDISLOCK exec key -- true");
    shell.types("bash script\n");
    stage.await_waiter("key");
    shell.types("\x03");
    await_that("its end", || stage.redis.clients() == 0);
    shell.types("echo $? >>log\n");
    stage.await_log("130");
    assert_eq!(stage.log(), ["130"]);
}

/// A signal that another program sends to `exec` is for `exec` and its command only.
#[test]
fn an_interrupt_of_exec_alone_lets_the_script_go_on() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    stage.write_script(&format!(
        "trap 'echo trapped >>log' INT; $REDISLOCK exec key -- {SLEEPS}; echo $? >>log"
    ));
    shell.types("sh script\n");
    let command = number_in(&stage.path("pid"));
    await_terminal(command);
    signal_process(parent_of(command), "INT");
    stage.await_log("next");
    assert_eq!(stage.log(), ["130", "next"]);
}

#[test]
fn an_interrupt_of_a_group_without_a_terminal_ends_the_script() {
    let stage = Stage::set();
    stage.write_script(&format!("$REDISLOCK exec key -- {SLEEPS}"));
    let mut script = Command::new("setsid");
    script
        .args(["bash", "script"])
        .current_dir(stage.path("."))
        .env("REDISLOCK_SERVER", stage.url())
        .env("REDISLOCK", env!("CARGO_BIN_EXE_redislock"))
        .stdin(Stdio::null());
    let mut script = Running::new(script);
    let exec = parent_of(number_in(&stage.path("pid")));
    let group = format!("-{}", parent_of(exec));
    let kill = Command::new("kill")
        .args(["-s", "INT", "--", &group])
        .status();
    assert!(kill.expect("the command kill").success());
    assert_eq!(script.end(), 1002);
    assert!(stage.log().is_empty());
    assert_eq!(stage.redis.get("key"), None);
}

#[test]
fn a_script_ends_when_its_terminal_hangs_up() {
    let stage = Stage::set();
    stage.write_script(&format!("$REDISLOCK exec key -- {SLEEPS}"));
    // A leader of the session that passes no HUP on, as ssh starts it.
    let shell = Shell::running(&stage, "sh -c 'bash script; true'");
    let command = number_in(&stage.path("pid"));
    await_terminal(command);
    let script = parent_of(parent_of(command));
    drop(shell);
    await_that("the end of the script", || is_over(script));
    assert!(stage.log().is_empty());
    assert_eq!(stage.redis.get("key"), None);
}

/// The script has the terminal, so each of its processes gets the signal of the key.
#[test]
fn an_interrupt_of_a_command_without_the_terminal_ends_the_script() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    stage.write_script(&format!("$REDISLOCK exec key -- {SLEEPS} </dev/null"));
    shell.types("bash script\n");
    let command = number_in(&stage.path("pid"));
    await_that("a sleeper", || {
        let name = std::fs::read_to_string(format!("/proc/{command}/comm"));
        name.is_ok_and(|name| name == "sleep\n")
    });
    shell.types("\x03");
    await_that("the release", || stage.redis.get("key").is_none());
    shell.types("echo $? >>log\n");
    stage.await_log("130");
    assert_eq!(stage.log(), ["130"]);
}

#[test]
fn a_command_that_handles_an_interrupt_lets_the_script_go_on() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    let command = "sh -c 'trap \"exit 3\" INT; echo $$ >pid; while :; do sleep 0.01; done'";
    stage.write_script(&format!("$REDISLOCK exec key -- {command}; echo $? >>log"));
    shell.types("sh script\n");
    await_terminal(number_in(&stage.path("pid")));
    shell.types("\x03");
    stage.await_log("next");
    assert_eq!(stage.log(), ["3", "next"]);
}

#[test]
fn a_script_stops_with_the_command_and_goes_on_with_it() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    stage.write_script(&format!("$REDISLOCK exec key -- sh -c {READS}"));
    shell.types("sh script; echo $? >>log\n");
    let command = number_in(&stage.path("pid"));
    await_terminal(command);
    shell.types("\x1a");
    await_stop(command);
    await_stop(parent_of(command));
    stage.await_log("148"); // of the shell: 128 + TSTP
    shell.types("fg\n");
    await_terminal(command);
    shell.types("typed\n");
    stage.await_log("next");
    assert_eq!(stage.log(), ["148", "typed", "next"]);
}

#[test]
fn a_pipeline_stops_with_a_command_that_has_the_terminal() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    let line = format!("$REDISLOCK exec key -- sh -c {READS} | cat; echo $? >>log\n");
    shell.types(&line);
    let command = number_in(&stage.path("pid"));
    await_that("the terminal", || {
        group_of_terminal(command) == Some(command)
    });
    shell.types("\x1a");
    stage.await_log("148");
    shell.types("fg; echo end >>log\n");
    await_terminal(command);
    shell.types("typed\n");
    stage.await_log("end");
    assert_eq!(stage.log(), ["148", "typed", "end"]);
}

#[test]
fn a_script_of_the_background_reads_after_fg() {
    let stage = Stage::set();
    let mut shell = Shell::start(&stage);
    stage.write_script(&format!("$REDISLOCK exec key -- sh -c {READS}"));
    shell.types("sh script &\n");
    let command = number_in(&stage.path("pid"));
    await_stop(parent_of(command));
    shell.types("while [ -z \"$(jobs -s)\" ]; do sleep 0.01; done; fg\n");
    await_terminal(command);
    shell.types("typed\n");
    stage.await_log("next");
    assert_eq!(stage.log(), ["typed", "next"]);
}
