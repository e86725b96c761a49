//! PHP and the command on one key. Needs PHP with the extension: `PHP` and `REDISLOCK_SO` name them.

use std::{env, process::Command};

use crate::support::await_that;
use crate::{Running, Stage, UNTIL_GO};

/// PHP code, which has `$server`.
fn php(stage: &Stage, code: &str) -> Command {
    let so = env::var("REDISLOCK_SO").expect("REDISLOCK_SO names the extension");
    let php = env::var("PHP").unwrap_or_else(|_| "php".to_owned());
    let mut command = Command::new(php);
    command
        .args(["-n", "-d", &format!("extension={so}"), "-r"])
        .arg(format!("$server = getenv('REDISLOCK_SERVER'); {code}"))
        .env("REDISLOCK_SERVER", stage.url())
        .current_dir(stage.path("."));
    command
}

/// `redislock exec` with a PHP program as the command.
fn exec_php(stage: &Stage, arguments: &str, code: &str) -> Running {
    let php = php(stage, code);
    let mut exec = stage.redislock(&stage.url(), arguments);
    exec.arg("--").arg(php.get_program()).args(php.get_args());
    exec.env("REDISLOCK_SERVER", stage.url());
    Running::new(exec)
}

const HOLD: &str = "
    $lock = new RedisLock('key', server: $server, label: 'shop', wait: INF);
    $lock->synchronized(function () {
        file_put_contents('log', \"php\\n\", FILE_APPEND);
        while (!file_exists('go')) usleep(1000);
    });";

#[test]
#[ignore = "needs PHP"]
fn php_and_the_command_exclude_each_other() {
    let stage = Stage::set();
    let mut holder = Running::new(php(&stage, HOLD));
    stage.await_log("php");
    let output = stage.run("-n key", "echo ran >>log");
    assert_eq!(output.status.code(), Some(75));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("\"shop\" holds \"key\""), "{words}");
    stage.go();
    assert_eq!(holder.end(), 0);

    std::fs::remove_file(stage.path("go")).unwrap();
    let mut holder = stage.start("--ttl 5 key", &format!("echo held >>log; {UNTIL_GO}"));
    stage.await_log("held");
    let code = "exit((new RedisLock('key', server: $server))->tryAcquire() ? 1 : 3);";
    assert_eq!(php(&stage, code).status().unwrap().code(), Some(3));
    stage.go();
    assert_eq!(holder.end(), 0);
    assert_eq!(stage.log(), ["php", "held"]);
}

#[test]
#[ignore = "needs PHP"]
fn php_and_the_command_stand_in_one_queue() {
    let stage = Stage::set();
    stage.occupy("key");
    let exists = |name: &str| {
        let key = format!("{{key}}:redislock:{name}");
        await_that(name, || stage.redis.run_words(&["EXISTS", &key]));
    };
    let blocked = |number: usize| {
        await_that("blocked clients", || {
            let info: String = stage.redis.run("INFO clients");
            info.contains(&format!("blocked_clients:{number}\r\n"))
        });
    };
    let line = |name: &str| {
        format!(
            "(new RedisLock('key', server: $server, wait: INF))->synchronized(fn() =>
                file_put_contents('log', \"{name}\\n\", FILE_APPEND));"
        )
    };
    let mut waiters = vec![stage.start("key", "echo exec1 >>log")];
    exists("seat1");
    waiters.push(Running::new(php(&stage, &line("php1"))));
    exists("seat2");
    waiters.push(stage.start("key", "echo exec2 >>log"));
    blocked(1);
    waiters.push(Running::new(php(&stage, &line("php2"))));
    blocked(2);
    waiters.push(stage.start("key", "echo exec3 >>log"));
    blocked(3);
    let _: i64 = stage.redis.run("DEL key");
    for waiter in &mut waiters {
        assert_eq!(waiter.end(), 0);
    }
    // Those that sleep are woken by those that had a seat, whatever program they are.
    let mut log = stage.log();
    assert!(["exec1", "php1"].contains(&&*log[0]), "{log:?}");
    log.sort();
    assert_eq!(log, ["exec1", "exec2", "exec3", "php1", "php2"]);
}

#[test]
#[ignore = "needs PHP"]
fn php_takes_the_lock_over_by_its_token() {
    let stage = Stage::set();
    // During the command: PHP asks about its own lock.
    let ask = "
        $lock = RedisLock::restore(getenv('REDISLOCK_KEY'), getenv('REDISLOCK_TOKEN'), server: $server, autoRelease: false);
        exit($lock->isOwned() && $lock->refresh() ? 3 : 1);";
    assert_eq!(exec_php(&stage, "key", ask).end(), 3);
    assert_eq!(stage.redis.get("key"), None);

    // After it: the lock is kept until PHP has taken it over.
    let hand_over = "file_put_contents('token', getenv('REDISLOCK_TOKEN'));";
    assert_eq!(exec_php(&stage, "--keep 600 key", hand_over).end(), 0);
    assert_eq!(stage.status("-n -q key", "true"), Some(75));
    let take_over = "
        $lock = RedisLock::restore('key', file_get_contents('token'), server: $server);
        exit($lock->isOwned() && $lock->release() ? 3 : 1);";
    assert_eq!(php(&stage, take_over).status().unwrap().code(), Some(3));
    assert_eq!(stage.status("-n key", "true"), Some(0));
}
