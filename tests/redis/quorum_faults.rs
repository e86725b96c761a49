//! A quorum of five servers, of which some refuse, fail over, or halt for longer than anybody waits.

use std::{env, fs, io::Write, ops::ControlFlow, os::unix::fs::symlink, process, time::Instant};

use redis::Value;
use redislock::{
    lock::{Lock, Waiting},
    server::{Fault, SocketTarget, Timeouts, close_connections, quorum},
};

use crate::five::{Five, QuorumLock, cycles};
use crate::support::{BOUNDED, MS, Redis, Rogue, TTL, address, await_that};

#[test]
fn a_refused_password_is_a_failure_of_that_server() {
    let five = Five::start();
    let mut addresses: Vec<_> = five.0.iter().map(Redis::address).collect();
    addresses[0].database = 99;
    addresses[1].password = Some("wrong".to_owned());
    let mut lock = Lock::new(quorum(addresses.clone()), b"key", TTL);
    cycles(&mut lock, 5);
    five.await_nothing_left();
    addresses[2].database = 99;
    addresses[2].timeouts = Timeouts::default();
    let fault = Lock::new(quorum(addresses), b"key", TTL)
        .try_acquire()
        .unwrap_err();
    assert_eq!(five.holders(0..5), 0);
    let message = fault.to_string();
    assert!(
        message.contains("only 2 of 5") && message.contains("ERR DB index"),
        "{message}"
    );
    five.await_nothing_left();
}

#[test]
fn nothing_is_left_on_a_majority_that_halted_without_a_later_call() {
    let five = Five::start();
    let mut lock = five.hasty_lock(MS(300));
    cycles(&mut lock, 3);
    five.await_nothing_left();
    for n in 0..3 {
        five.signal(n, libc::SIGSTOP);
    }
    let fault = lock.try_acquire().unwrap_err();
    assert!(matches!(fault, Fault::TooFew(_)), "{fault}");
    close_connections();
    five.go_on(0..3);
    assert_eq!(five.holders(0..5), 0);
}

/// A lock that two servers get while they halt is given back when their lines are full, or have been given up.
fn given_back_to_two_that_halt(is_full: bool) {
    let five = Five::start();
    let mut lock = five.hasty_lock(MS(300));
    cycles(&mut lock, 3);
    five.await_nothing_left();
    five.signal(1, libc::SIGSTOP);
    five.signal(3, libc::SIGSTOP);
    assert!(lock.try_acquire().unwrap());
    let start = Instant::now();
    let mut other = Lock::new(five.quorum(MS(300)), b"other", TTL);
    for _ in 0..100 {
        other.is_locked().unwrap();
    }
    if is_full {
        assert!(lock.release().unwrap());
    }
    while start.elapsed() <= MS(300) {
        other.is_locked().unwrap();
    }
    other.is_locked().unwrap(); // sees that it is too late
    if !is_full {
        assert!(lock.release().unwrap());
    }
    close_connections();
    for n in [1, 3] {
        five.go_on(n..n + 1);
    }
    assert_eq!(five.holders(0..5), 0);
}

#[test]
fn a_claim_released_on_a_lost_connection_is_deleted_without_a_later_contact() {
    given_back_to_two_that_halt(false);
}

#[test]
fn a_claim_released_on_a_full_connection_is_deleted_without_a_later_contact() {
    given_back_to_two_that_halt(true);
}

#[test]
fn a_release_of_a_server_with_late_replies_deletes_without_a_later_call() {
    let five = Five::start();
    let mut lock = five.hasty_lock(BOUNDED);
    cycles(&mut lock, 3);
    five.await_nothing_left();
    five.signal(1, libc::SIGSTOP);
    assert!(lock.try_acquire().unwrap());
    let mut other = Lock::new(five.quorum(BOUNDED), b"other", TTL);
    for _ in 0..100 {
        other.is_locked().unwrap(); // more than are asked on one line before they are answered
    }
    assert!(lock.release().unwrap());
    five.go_on(1..2);
    assert_eq!(five.holders(0..5), 0);
}

/// Makes a refusal of three servers end in the first pause of a wait, which then has the lock.
fn is_waited_out(five: &Five, lock: &mut QuorumLock, begin: &str, end: &str) {
    for n in 0..3 {
        let _: Value = five.0[n].run(begin);
    }
    let mut pauses = 0;
    let waiting = Waiting {
        since: Instant::now(),
        limit: BOUNDED,
        retry_interval: MS(5),
        pause: &mut |_| {
            pauses += 1;
            for n in 0..3 {
                let _: Value = five.0[n].run(end);
            }
            ControlFlow::Continue(())
        },
    };
    assert!(lock.acquire(waiting).unwrap());
    assert_eq!(pauses, 1);
    assert!(lock.release().unwrap());
}

#[test]
fn what_a_majority_refuses_for_now_is_waited_out_from_the_first_attempt_on() {
    let five = Five::start();
    let mut lock = five.lock();
    let (begin, end) = ("min-replicas-to-write 1", "min-replicas-to-write 0");
    let set = |what| format!("CONFIG SET {what}");
    is_waited_out(&five, &mut lock, &set(begin), &set(end));
    let (begin, end) = ("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE");
    is_waited_out(&five, &mut lock, begin, end);
    five.await_nothing_left();
}

#[test]
fn a_name_that_leads_to_another_server_after_a_failover_is_followed() {
    let (before, after) = (Five::start(), Five::start());
    let name = |n| env::temp_dir().join(format!("redislock-name-{}-{n}.sock", process::id()));
    let lead_to = |five: &Five| {
        for n in 0..5 {
            let _ = fs::remove_file(name(n));
            symlink(five.0[n].socket(), name(n)).unwrap();
        }
    };
    lead_to(&before);
    let addresses = (0..5)
        .map(|n| address(SocketTarget::Unix(name(n))))
        .collect();
    let mut lock = Lock::new(quorum(addresses), b"key", TTL);
    cycles(&mut lock, 3);
    lead_to(&after);
    for redis in &before.0 {
        let _: Value = redis.run("REPLICAOF 127.0.0.1 1");
    }
    let fault = lock.try_acquire().unwrap_err();
    assert!(fault.to_string().contains("READONLY"), "{fault}");
    await_that("the others", || lock.try_acquire().is_ok_and(|taken| taken));
    assert!(after.holders(0..5) >= 3);
    assert!(lock.release().unwrap());
    for n in 0..5 {
        fs::remove_file(name(n)).unwrap();
    }
}

#[test]
fn what_servers_say_while_they_hang_up_is_told() {
    let five = Five::start();
    for redis in &five.0[..3] {
        let _: Value = redis.run("CONFIG SET maxclients 1");
    }
    let fault = five.lock().try_acquire().unwrap_err();
    let message = fault.to_string();
    let reason = "the server has no room for another connection: ERR max number of clients reached";
    assert!(message.ends_with(reason), "{message}");
    assert!(fault.hint().unwrap().contains("maxclients"), "{message}");

    let rogue = |_| Rogue::answering(|mut it| drop(it.write_all(b"-DENIED protected mode\r\n")));
    let addresses = (0..3).map(rogue).map(|rogue| rogue.address()).collect();
    let mut lock = Lock::new(quorum(addresses), b"key", TTL);
    let message = lock.try_acquire().unwrap_err().to_string();
    let reason = "connected, but the server refused: DENIED protected mode";
    assert!(message.ends_with(reason), "{message}");
}
