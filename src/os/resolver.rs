//! Looks up host names so that forks do no harm. glibc's resolver has locks that it does not free
//! in a forked child. If another thread holds one at the fork, the child's first look-up waits for
//! ever. So a fork waits for look-ups to end, and look-ups wait for forks.

use std::{
    sync::atomic::{AtomicU32, Ordering::SeqCst},
    thread,
    time::{Duration, Instant},
};

/// The longest time for which a fork waits. A longer look-up most likely waits for a name server,
/// and holds no lock meanwhile.
const LONGEST_WAIT: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_micros(50);

/// The numbers of threads that look something up, or fork.
static LOOK_UPS: AtomicU32 = AtomicU32::new(0);
static FORKS: AtomicU32 = AtomicU32::new(0);

/// Runs a look-up, but not during a fork.
pub fn resolve<T>(look_up: impl FnOnce() -> T) -> T {
    loop {
        LOOK_UPS.fetch_add(1, SeqCst);
        if FORKS.load(SeqCst) == 0 {
            break;
        }
        LOOK_UPS.fetch_sub(1, SeqCst);
        thread::sleep(PAUSE);
    }
    let found = look_up();
    LOOK_UPS.fetch_sub(1, SeqCst);
    found
}

pub extern "C" fn before_fork() {
    FORKS.fetch_add(1, SeqCst);
    let end = Instant::now() + LONGEST_WAIT;
    while LOOK_UPS.load(SeqCst) > 0 && Instant::now() < end {
        thread::sleep(PAUSE);
    }
}

pub extern "C" fn after_fork() {
    FORKS.fetch_sub(1, SeqCst);
}

/// Forgets the threads of the parent, because the child does not have them.
pub fn begin_child() {
    LOOK_UPS.store(0, SeqCst);
    FORKS.store(0, SeqCst);
}
