//! Whatever the other side does, a call ends within its timeouts.

use std::{
    io::Write,
    net::TcpListener,
    thread,
    time::{Duration, Instant},
};

use redis::Value;
use redislock::server::{Address, Fault, SocketTarget, Timeouts};

use crate::support::{
    BOUNDED, Fate, FullQueue, MS, Proxy, Redis, Rogue, TTL, address, lock, tcp_address,
    with_read_timeout,
};

pub const TIMEOUT: Duration = Duration::from_millis(300);

fn assert_timed_out(fault: &Fault, start: Instant) {
    let took = start.elapsed();
    assert!(fault.to_string().contains("no reply within"), "{fault}");
    // The kernel rounds what is left after each byte.
    assert!(took > TIMEOUT * 9 / 10, "{took:?} is too early");
    assert!(took < BOUNDED, "{took:?} is too late");
}

#[test]
fn a_server_that_never_answers_is_given_up_at_the_read_timeout() {
    let rogue = Rogue::saying(b"");
    let mut lock = lock(&with_read_timeout(rogue.address(), TIMEOUT), "key");
    let start = Instant::now();
    assert_timed_out(&lock.try_acquire().unwrap_err(), start);
}

#[test]
fn a_server_that_trickles_is_given_up_at_the_read_timeout_counted_from_the_send() {
    for (beginning, endless) in [
        (&b"+"[..], &b"x"[..]),
        (b"$1000\r\n", b"x"),
        (b"*1000\r\n", b":1\r\n"),
    ] {
        let rogue = Rogue::answering(move |mut connection| {
            let _ = connection.write_all(beginning);
            let start = Instant::now();
            for byte in endless.iter().cycle() {
                if start.elapsed() > 2 * BOUNDED || connection.write_all(&[*byte]).is_err() {
                    return;
                }
                thread::sleep(MS(50));
            }
        });
        let mut lock = lock(&with_read_timeout(rogue.address(), TIMEOUT), "key");
        let start = Instant::now();
        assert_timed_out(&lock.try_acquire().unwrap_err(), start);
    }
}

#[test]
fn a_reply_in_pieces_leaves_the_next_one_its_full_time() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&with_read_timeout(proxy.address(), MS(3000)), "key");
    // ":0\r\n": before its last byte 1.8 s are left.
    proxy.next(&[Fate::Bytewise(MS(600)), Fate::Delayed(MS(2200))]);
    assert!(!lock.is_locked().unwrap());
    assert!(!lock.is_locked().unwrap());
    assert_eq!(proxy.connections(), 1);
}

#[test]
fn a_paused_server_is_given_up_and_works_again_afterwards() {
    let redis = Redis::start();
    let mut lock = lock(&with_read_timeout(redis.address(), TIMEOUT), "key");
    let _: Value = redis.run("CLIENT PAUSE 60000 WRITE");
    let start = Instant::now();
    assert_timed_out(&lock.try_acquire().unwrap_err(), start);
    let _: Value = redis.run("CLIENT UNPAUSE");
    assert!(lock.try_acquire().unwrap());
    assert!(lock.is_owned().unwrap());
}

#[test]
fn a_stopped_server_is_given_up_and_what_it_does_on_waking_up_is_undone() {
    let redis = Redis::start();
    let mut first = lock(&with_read_timeout(redis.address(), TIMEOUT), "first");
    assert!(first.try_acquire().unwrap());
    let mut second = lock(first.server().address(), "second");
    stop(&redis);
    let start = Instant::now();
    assert_timed_out(&second.try_acquire().unwrap_err(), start);
    assert_timed_out(&first.refresh(TTL).unwrap_err(), start);
    wake_up(&redis);
    assert!(first.refresh(TTL).unwrap());
    assert!(!second.is_locked().unwrap());
}

#[test]
fn an_operation_that_needs_several_commands_does_not_wait_for_each_of_them() {
    let redis = Redis::start();
    let mut lock = lock(&with_read_timeout(redis.address(), TIMEOUT), "key");
    assert!(lock.try_acquire().unwrap());
    stop(&redis);
    let start = Instant::now();
    lock.release().unwrap_err();
    lock.force_release().unwrap_err();
    assert!(start.elapsed() < BOUNDED);
    wake_up(&redis);
    assert!(lock.release().unwrap());
}

#[test]
fn an_address_without_a_server_is_unreachable_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let nobody = std::env::temp_dir().join("redislock-nobody.sock");
    for place in [tcp_address(port).target, SocketTarget::Unix(nobody)] {
        let mut lock = lock(&impatient(place), "key");
        let start = Instant::now();
        let fault = lock.try_acquire().unwrap_err();
        assert!(matches!(&fault, Fault::Unreachable(_)), "{fault}");
        assert!(start.elapsed() < BOUNDED);
        assert!(!fault.may_have_been_executed());
    }
}

#[test]
fn a_server_that_accepts_no_connection_is_given_up_at_the_connect_timeout() {
    let on_tcp = FullQueue::on_tcp();
    let on_unix = FullQueue::on_unix("redislock-full");
    for queue in [&on_tcp, &on_unix] {
        let mut lock = lock(&impatient(queue.place()), "key");
        let start = Instant::now();
        let fault = lock.try_acquire().unwrap_err();
        assert!(matches!(&fault, Fault::Unreachable(_)), "{fault}");
        let took = start.elapsed();
        assert!(took > TIMEOUT / 2 && took < BOUNDED, "{took:?}: {fault}");
    }
}

pub fn impatient(place: SocketTarget) -> Address {
    let timeouts = Timeouts {
        connect: TIMEOUT,
        read: BOUNDED,
    };
    Address {
        timeouts,
        ..address(place)
    }
}

fn stop(redis: &Redis) {
    send(redis, libc::SIGSTOP);
}

fn wake_up(redis: &Redis) {
    send(redis, libc::SIGCONT);
}

fn send(redis: &Redis, signal: i32) {
    // SAFETY: kill() touches no memory, and the process is a child that has not been waited for.
    assert_eq!(unsafe { libc::kill(redis.process_id(), signal) }, 0);
}
