//! Replies in pieces, replies that are none, and peers that are no Redis.

use std::io::Write;

use redis::Value;

use crate::support::{BOUNDED, Fate, MS, Proxy, Redis, Rogue, TTL, lock, with_read_timeout};

const GARBAGE: [&[u8]; 5] = [
    b"HTTP/1.1 400 Bad Request\r\n\r\n",
    b"\0\0\0\0\0\0\0\0",
    b"SSH-2.0-OpenSSH_9.2\r\n",
    b"$99999999999\r\n",
    b"*-7\r\n",
];

#[test]
fn replies_that_come_byte_by_byte_are_the_same_replies() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    proxy.next(&[Fate::Bytewise(MS(1)); 12]);
    assert!(!lock.is_locked().unwrap());
    assert!(lock.try_acquire().unwrap());
    assert!(lock.refresh(TTL * 2).unwrap()); // COMMAND INFO, EVALSHA, NOSCRIPT, EVAL
    assert!(lock.refresh(TTL).unwrap());
    assert!(lock.is_owned().unwrap());
    assert!(lock.is_locked().unwrap());
    assert!(lock.release().unwrap());
    assert!(!lock.is_locked().unwrap());
    assert_eq!(proxy.seen().len(), 12);
    assert_eq!(proxy.connections(), 1);
}

#[test]
fn garbage_instead_of_a_reply_is_an_error_and_the_connection_is_not_used_again() {
    for garbage in GARBAGE {
        // A server each, because what one attempt leaves is deleted again at later contacts.
        let redis = Redis::start();
        let proxy = Proxy::before(&redis);
        let mut lock = lock(&proxy.address(), "key");
        let before = proxy.connections();
        proxy.next(&[Fate::Spoilt(garbage)]);
        let fault = lock.try_acquire().unwrap_err();
        assert!(fault.may_have_been_executed(), "{fault}");
        assert!(redis.get("key").is_some());
        assert!(!lock.is_held());
        assert!(lock.try_acquire().unwrap(), "what was left is undone");
        assert!(proxy.connections() > before);
        assert!(lock.release().unwrap());
    }
}

#[test]
fn a_reply_that_is_good_redis_but_no_answer_is_an_error() {
    for reply in [
        &b"+PONG\r\n"[..],
        b"$2\r\nOK\r\n",
        b"*1\r\n+OK\r\n",
        b"*0\r\n",
    ] {
        // As above.
        let redis = Redis::start();
        let proxy = Proxy::before(&redis);
        let mut lock = lock(&proxy.address(), "key");
        proxy.next(&[Fate::Spoilt(reply)]);
        lock.try_acquire().unwrap_err();
        assert!(!lock.is_held());
        assert!(!lock.is_locked().unwrap());
    }
}

#[test]
fn a_second_reply_to_one_command_is_not_taken_for_the_reply_to_the_next() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut holder = lock(&redis.address(), "held");
    assert!(holder.try_acquire().unwrap());
    let mut first = lock(&proxy.address(), "free");
    let mut second = lock(&proxy.address(), "held");
    proxy.next(&[Fate::Continued(b"+OK\r\n")]);
    first
        .try_acquire()
        .expect_err("which of the two is the reply?");
    assert!(!second.try_acquire().unwrap(), "it is another owner's");
}

#[test]
fn a_piece_of_a_second_reply_is_not_taken_for_the_beginning_of_the_next() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut first = lock(&proxy.address(), "first");
    let mut second = lock(&proxy.address(), "second");
    proxy.next(&[Fate::Continued(b"+O")]);
    first
        .try_acquire()
        .expect_err("is that the end of the reply?");
    assert!(second.try_acquire().unwrap());
    assert!(redis.get("second").is_some());
}

#[test]
fn a_peer_that_is_no_redis_is_an_error_that_says_so() {
    for garbage in GARBAGE {
        let rogue = Rogue::saying(garbage);
        let start = std::time::Instant::now();
        let fault = lock(&rogue.address(), "key").try_acquire().unwrap_err();
        assert!(start.elapsed() < BOUNDED);
        assert!(
            fault.to_string().contains("not a reply of Redis"),
            "{fault}"
        );
    }
}

#[test]
fn a_peer_that_closes_every_connection_is_an_error() {
    let rogue = Rogue::answering(drop);
    let fault = lock(&rogue.address(), "key").try_acquire().unwrap_err();
    assert!(fault.closed_by_peer(), "{fault}");
}

#[test]
fn a_peer_that_sends_without_end_is_cut_off() {
    for piece in [&[b'x'; 65_536][..], b"*1\r\n", b"$1000000\r\nx"] {
        let rogue = Rogue::answering(
            move |mut connection| {
                while connection.write_all(piece).is_ok() {}
            },
        );
        let address = with_read_timeout(rogue.address(), MS(2000));
        let start = std::time::Instant::now();
        lock(&address, "key").try_acquire().unwrap_err();
        assert!(start.elapsed() < BOUNDED);
    }
}

#[test]
fn replies_to_other_connections_are_not_mixed_up() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let _: Value = redis.run("SET held theirs");
    let mut free = lock(&proxy.address(), "free");
    let mut held = lock(&redis.address(), "held");
    for _ in 0..50 {
        assert!(!held.try_acquire().unwrap());
        assert!(free.try_acquire().unwrap());
        assert!(!held.is_owned().unwrap());
        assert!(free.release().unwrap());
    }
}
