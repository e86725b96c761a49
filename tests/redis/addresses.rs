//! Users, passwords and databases, over TCP and over a Unix socket.

use redis::Value;
use redislock::server::{Address, Fault};

use crate::support::{PATIENT, Proxy, Redis, RedisLock, TTL, lock};

/// The permissions that the hint to a NOPERM names.
const APP: &str = "ACL SETUSER app on >s3cret/&? ~app:* \
                   +get +set +del +exists +pexpire +pttl +eval +evalsha";

/// `{host}` is the proxy's, `{socket}` the server's.
fn address(template: &str, redis: &Redis, proxy: &Proxy) -> Address {
    let host = proxy.address().to_string();
    let text = template
        .replace("{host}", host.trim_start_matches("redis://"))
        .replace("{socket}", redis.socket().to_str().unwrap());
    Address::parse(&text, PATIENT).unwrap()
}

fn all_operations(lock: &mut RedisLock) {
    assert!(!lock.is_locked().unwrap());
    assert!(lock.try_acquire().unwrap());
    assert!(lock.refresh(TTL).unwrap());
    assert!(lock.is_owned().unwrap());
    assert!(lock.is_locked().unwrap());
    assert!(lock.release().unwrap());
    let mut again = Vec::from([lock.try_acquire().unwrap()]);
    again.push(lock.force_release().unwrap());
    assert_eq!(again, [true, true]);
}

#[test]
fn tcp_and_unix_sockets_lead_to_the_same_lock() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut on_tcp = lock(&address("redis://{host}", &redis, &proxy), "key");
    let mut on_unix = lock(&address("unix://{socket}", &redis, &proxy), "key");
    all_operations(&mut on_tcp);
    all_operations(&mut on_unix);
    assert!(on_tcp.try_acquire().unwrap());
    assert!(!on_unix.try_acquire().unwrap());
}

#[test]
fn a_password_alone_is_the_default_users() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let _: Value = redis.run("CONFIG SET requirepass p@ss/word");
    for template in [
        "redis://:p%40ss%2Fword@{host}",
        "unix://{socket}?pass=p%40ss%2Fword",
    ] {
        all_operations(&mut lock(&address(template, &redis, &proxy), "key"));
    }
}

#[test]
fn a_user_with_the_permissions_that_are_asked_for_can_do_everything() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let _: Value = redis.run(APP);
    for template in [
        "redis://app:s3cret%2F%26%3F@{host}",
        "unix://{socket}?user=app&pass=s3cret%2F%26%3F",
    ] {
        let mut lock = lock(&address(template, &redis, &proxy), "app:key");
        all_operations(&mut lock);
        let somebody: bool = redis.run("SET app:key theirs");
        assert!(somebody && !lock.try_acquire().unwrap());
        let _: Value = redis.run("DEL app:key");
        let _: Value = redis.run("ZADD app:key 1 theirs");
        assert!(!lock.try_acquire().unwrap());
        let _: Value = redis.run("DEL app:key");
    }
}

#[test]
fn a_user_without_permission_for_the_key_is_refused_with_rediss_own_words() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let _: Value = redis.run(APP);
    let app = address("redis://app:s3cret%2F%26%3F@{host}", &redis, &proxy);
    let fault = lock(&app, "other").try_acquire().unwrap_err();
    assert!(fault.was_refused());
    assert!(fault.to_string().starts_with("NOPERM"), "{fault}");
    assert!(fault.hint().is_some());
    all_operations(&mut lock(&app, "app:key"));
}

#[test]
fn a_wrong_password_is_an_error_that_does_not_repeat_it() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let _: Value = redis.run("CONFIG SET requirepass right");
    for (template, code) in [
        ("redis://:hunter2@{host}", "WRONGPASS"),
        ("redis://nobody:hunter2@{host}", "WRONGPASS"),
        ("unix://{socket}?pass=hunter2", "WRONGPASS"),
        ("redis://{host}", "NOAUTH"),
        ("unix://{socket}", "NOAUTH"),
    ] {
        let mut lock = lock(&address(template, &redis, &proxy), "key");
        let fault = lock.try_acquire().unwrap_err();
        assert!(fault.to_string().contains(code), "{template}: {fault}");
        assert!(!format!("{fault} {fault:?}").contains("hunter2"), "{fault}");
        assert!(fault.hint().is_some_and(|hint| hint.contains("password")));
        assert!(!fault.may_have_been_executed());
    }
}

#[test]
fn a_password_that_becomes_right_works_at_the_next_call() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let _: Value = redis.run("CONFIG SET requirepass other");
    let mut lock = lock(&address("redis://:new@{host}", &redis, &proxy), "key");
    lock.try_acquire().unwrap_err();
    let _: Value = redis.run("CONFIG SET requirepass new");
    all_operations(&mut lock);
}

#[test]
fn a_lock_lives_in_its_own_database() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    for template in ["redis://{host}/3", "unix://{socket}?db=3"] {
        let mut in_third = lock(&address(template, &redis, &proxy), "key");
        let mut in_first = lock(&redis.address(), "key");
        assert!(in_third.try_acquire().unwrap());
        assert_eq!(redis.get("key"), None);
        assert!(in_first.try_acquire().unwrap());
        let _: Value = redis.run("SELECT 3");
        assert!(redis.get("key").is_some());
        let _: Value = redis.run("SELECT 0");
        assert!(in_third.release().unwrap());
        assert!(in_first.is_owned().unwrap());
    }
}

#[test]
fn a_database_that_does_not_exist_is_an_error() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&address("redis://{host}/99999", &redis, &proxy), "key");
    let fault = lock.try_acquire().unwrap_err();
    assert!(matches!(&fault, Fault::Unreachable(_)), "{fault}");
    assert!(
        fault
            .to_string()
            .starts_with("connected, but the server does not have this database: ERR"),
        "{fault}"
    );
    assert_eq!(redis.get("key"), None);
}

#[test]
fn a_connection_lost_while_it_logs_in_is_an_error_and_nothing_was_sent() {
    use crate::support::Fate;
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let _: Value = redis.run("CONFIG SET requirepass right");
    let address = address("redis://:right@{host}/1", &redis, &proxy);
    let mut lock = lock(&address, "key");
    for fates in [&[Fate::CommandLost][..], &[Fate::Delivered, Fate::CutOff]] {
        proxy.next(fates);
        let fault = lock.try_acquire().unwrap_err();
        assert!(matches!(&fault, Fault::Unreachable(_)), "{fault}");
    }
    all_operations(&mut lock);
}
