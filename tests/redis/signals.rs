//! Signals interrupt system calls; they must not interrupt commands.

use std::{
    sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use redislock::server::Fault;

use crate::{
    bounded_time::{TIMEOUT, impatient},
    support::{BOUNDED, Fate, FullQueue, MS, Proxy, Redis, TTL, lock, with_read_timeout},
};

static SIGNALS: AtomicU32 = AtomicU32::new(0);

extern "C" fn count(_signal: i32) {
    SIGNALS.fetch_add(1, Relaxed);
}

/// Runs `work` while a signal comes to this thread every 5 ms, from the first one on; none of its system calls is restarted.
fn under_signals(work: impl FnOnce()) {
    // SAFETY: zeroes are a valid sigaction; the handler only counts.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = count as *const () as usize;
        assert_eq!(
            libc::sigaction(libc::SIGUSR1, &action, std::ptr::null_mut()),
            0
        );
    }
    // SAFETY: no preconditions.
    let this_thread = unsafe { libc::pthread_self() } as usize; // musl's is a pointer
    let before = SIGNALS.load(Relaxed);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Relaxed) {
                // SAFETY: the scope ends before the thread that is signalled.
                unsafe { libc::pthread_kill(this_thread as _, libc::SIGUSR1) };
                thread::sleep(MS(5));
            }
        });
        let _ends_it = Ends(&is_over);
        while SIGNALS.load(Relaxed) == before {
            thread::yield_now(); // on a busy machine the other thread may begin late
        }
        work();
    });
}

/// Also when the work panics.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[test]
fn signals_during_slow_replies_are_no_errors_and_mix_nothing_up() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut holder = lock(&redis.address(), "held");
    assert!(holder.try_acquire().unwrap());
    under_signals(|| {
        let mut free = lock(&proxy.address(), "free");
        let mut held = lock(&proxy.address(), "held");
        for slow in [Fate::Delayed(MS(30)), Fate::Bytewise(MS(8))] {
            for _ in 0..3 {
                proxy.next(&[slow; 5]);
                assert!(free.try_acquire().unwrap());
                assert!(!held.try_acquire().unwrap());
                assert!(free.refresh(TTL).unwrap());
                assert!(held.is_locked().unwrap());
                assert!(free.release().unwrap());
                assert!(!free.is_locked().unwrap());
            }
        }
    });
    assert_eq!(proxy.connections(), 1);
    assert!(holder.is_owned().unwrap());
}

#[test]
fn signals_do_not_put_off_the_read_timeout() {
    let timeout = MS(400);
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    under_signals(|| {
        let mut lock = lock(&with_read_timeout(proxy.address(), timeout), "key");
        for hanging in [Fate::ReplyHangs, Fate::Bytewise(Duration::from_secs(1))] {
            proxy.next(&[hanging]);
            let start = Instant::now();
            let fault = lock.try_acquire().unwrap_err();
            let took = start.elapsed();
            assert!(fault.to_string().contains("no reply within"), "{fault}");
            assert!(took > timeout / 2 && took < BOUNDED, "{took:?}");
            let mut patient = self::lock(&proxy.address(), "key");
            assert!(!patient.is_locked().unwrap());
        }
    });
}

#[test]
fn signals_while_connecting_are_no_errors() {
    for queue in [FullQueue::on_tcp(), FullQueue::on_unix("redislock-queue")] {
        under_signals(|| {
            let start = Instant::now();
            let mut lock = lock(&impatient(queue.place()), "key");
            let fault = lock.try_acquire().unwrap_err();
            let took = start.elapsed();
            assert!(matches!(fault, Fault::Unreachable(_)), "{fault}");
            assert!(took > TIMEOUT / 2 && took < BOUNDED, "{took:?}: {fault}");
        });
    }
}
