//! `redislock ls`.

use std::process::Command;

use redis_test::cluster::RedisCluster;

use crate::{Stage, UNTIL_GO};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

impl Stage {
    /// The keys that `ls` lists.
    fn listed(&self, arguments: &str) -> Vec<String> {
        let (status, text) = self.ask(&format!("ls {arguments}"));
        assert_eq!(status, 0, "{text}");
        let keys = text.lines().filter_map(|line| line.split('\t').next());
        let mut keys: Vec<String> = keys.map(str::to_owned).collect();
        keys.sort();
        keys.dedup();
        keys
    }
}

#[test]
fn ls_finds_locks_and_nothing_else() {
    let stage = Stage::set();
    let set = |key: &str, value: &str| {
        let _: String = stage.redis.run_words(&["SET", key, value, "PX", "600000"]);
    };
    set("plain", TOKEN);
    set("cron:labelled", &format!("{TOKEN}:web1:7"));
    set("laravel", "GKXj9wQAbV3tqkhE");
    set("cache", &format!("{TOKEN}0"));
    let _: String = stage.redis.run_words(&["SET", "for-ever", TOKEN]);
    let _: String = stage.redis.run_words(&["SET", "counter", "7"]);
    let _: i64 = stage.redis.run("ZADD scores 7 alice");
    let _: i64 = stage.redis.run("LPUSH list element");
    let held = format!("echo held >>log; {UNTIL_GO}");
    let _sharer = stage.start("--shared shared", &held);
    stage.await_log("held");
    assert_eq!(stage.status("--fenced released", "true"), Some(0));

    assert_eq!(
        stage.listed(""),
        ["cron:labelled", "for-ever", "plain", "shared"]
    );
    assert_eq!(stage.listed("cron:*"), ["cron:labelled"]);
    let any = stage.listed("--any");
    assert_eq!(
        any,
        ["cache", "cron:labelled", "laravel", "plain", "shared"]
    );
    let (_, text) = stage.ask("ls cron:*");
    assert!(
        text.contains("cron:labelled\tlock\t") && text.contains("\tweb1:7\n"),
        "{text}"
    );
    let json = stage.json("ls cron:*");
    assert_eq!(json["label"], "web1:7");
    assert!(json["remaining"].as_f64().unwrap() > 0.0);
}

#[test]
fn ls_takes_a_bounded_share_of_the_servers_time() {
    let stage = Stage::set();
    let fill = "for n = 1, 20000 do redis.call('SET', 'cache:' .. n, n) end
        redis.call('SET', 'lock', ARGV[1], 'PX', 600000)";
    let _: Option<i64> = stage.redis.run_words(&["EVAL", fill, "0", TOKEN]);
    let output = stage.command("ls").output().unwrap();
    let summary = String::from_utf8(output.stderr).unwrap();
    let parts: Vec<&str> = summary.split(' ').collect();
    assert!(summary.contains("1 locks among 20001 keys"), "{summary}");
    let percent = parts.iter().position(|part| *part == "%").unwrap();
    let percent: f64 = parts[percent - 1].parse().unwrap();
    assert!(percent <= 10.0, "{summary}");
}

/// Runs `redislock` with these arguments on these servers. Returns the first column of its output.
fn first_column(servers: &[String], arguments: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_redislock"))
        .args(arguments)
        .env("REDISLOCK_SERVER", servers.join(" "))
        .output()
        .expect("the command redislock");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let column = text.lines().filter_map(|line| line.split('\t').next());
    let mut column: Vec<String> = column.map(str::to_owned).collect();
    column.sort();
    column
}

#[test]
fn ls_searches_all_masters_of_a_cluster() {
    let cluster = RedisCluster::new(Default::default());
    let server = vec![format!("redis-cluster://{}", cluster.servers[0].addr)];
    let keys: Vec<String> = (0..9).map(|number| format!("key{number}")).collect();
    for key in &keys {
        let exec = ["exec", "-n", "--keep", "600", key, "--", "true"];
        first_column(&server, &exec);
    }
    assert_eq!(first_column(&server, &["ls"]), keys);
    let shown = first_column(&server, &["show", "key0"]);
    assert!(shown.concat().contains("held by"), "{shown:?}");
}

#[test]
fn of_a_quorum_ls_searches_the_first_server() {
    let stages: Vec<Stage> = (0..3).map(|_| Stage::set()).collect();
    let mut servers: Vec<String> = stages.iter().map(Stage::url).collect();
    let exec = ["exec", "-n", "--keep", "600", "key", "--", "true"];
    first_column(&servers, &exec);
    assert_eq!(first_column(&servers, &["ls"]), ["key"]);
    let _: i64 = stages[0].redis.run("DEL key");
    assert!(first_column(&servers, &["ls"]).is_empty());
    servers.rotate_left(1);
    assert_eq!(first_column(&servers, &["ls"]), ["key"]);
}
