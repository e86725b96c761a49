//! The clock of leases. It goes on while this machine is suspended, because servers' clocks do. On
//! Linux, `Instant` stands still then.

use std::{
    mem::MaybeUninit,
    ops::{Add, Sub},
    time::{Duration, Instant},
};

/// Linux's clock that goes on while the machine is suspended. macOS's monotonic clock does so, too.
/// On systems without such a clock, leases stand still while the machine sleeps.
#[cfg(any(target_os = "linux", target_os = "android"))]
const CLOCK: libc::clockid_t = libc::CLOCK_BOOTTIME;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const CLOCK: libc::clockid_t = libc::CLOCK_MONOTONIC;

/// A moment on this clock, as [`std::time::Instant`] is on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BootInstant(Duration);

impl BootInstant {
    pub fn now() -> BootInstant {
        let mut time = MaybeUninit::<libc::timespec>::zeroed();
        // SAFETY: a plain C call that fills local data. It cannot fail, because Linux has had the
        // clock since 2.6.39.
        let time = unsafe {
            libc::clock_gettime(CLOCK, time.as_mut_ptr());
            time.assume_init()
        };
        let now = Duration::new(time.tv_sec as u64, time.tv_nsec as u32);
        #[cfg(test)]
        let now = tests::STOPPED.get().map_or(now, |(now, _)| now) + tests::SLEPT.get();
        BootInstant(now)
    }

    pub fn elapsed(self) -> Duration {
        BootInstant::now().saturating_duration_since(self)
    }

    /// Returns zero if `earlier` is later.
    pub fn saturating_duration_since(self, earlier: BootInstant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns the nanoseconds since `earlier`, which must not be later.
    #[inline]
    pub fn nanoseconds_since(self, earlier: BootInstant) -> u64 {
        let seconds = self.0.as_secs().wrapping_sub(earlier.0.as_secs());
        let part = self.0.subsec_nanos().wrapping_sub(earlier.0.subsec_nanos());
        let part = i64::from(part.cast_signed());
        seconds
            .wrapping_mul(1_000_000_000)
            .wrapping_add_signed(part)
    }

    pub fn checked_duration_since(self, earlier: BootInstant) -> Option<Duration> {
        self.0.checked_sub(earlier.0)
    }

    pub fn checked_add(self, duration: Duration) -> Option<BootInstant> {
        self.0.checked_add(duration).map(BootInstant)
    }
}

impl Add<Duration> for BootInstant {
    type Output = BootInstant;

    fn add(self, duration: Duration) -> BootInstant {
        BootInstant(self.0 + duration)
    }
}

impl Sub for BootInstant {
    type Output = Duration;

    fn sub(self, earlier: BootInstant) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

/// The end of a wait, which may be never. It is on the clock of waits, which may stand still while
/// the machine is suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    pub const NEVER: Deadline = Deadline(None);

    /// Returns the deadline of a wait. A limit that the clock cannot count means never.
    pub fn after(start: Instant, limit: Duration) -> Deadline {
        Deadline(start.checked_add(limit))
    }

    /// Returns the time until the deadline; `Duration::MAX` if it is never.
    pub fn time_left(self) -> Duration {
        match self.0 {
            Some(end) => end.saturating_duration_since(Instant::now()),
            None => Duration::MAX,
        }
    }

    pub fn is_never(self) -> bool {
        self.0.is_none()
    }

    /// Returns the deadline, if it comes before `other`.
    pub fn before(self, other: Instant) -> Option<Instant> {
        self.0.filter(|end| *end < other)
    }
}

/// The delay up to which a wait was only scheduled late.
const LATENESS: Duration = Duration::from_millis(50);

/// Returns how much longer than `meant` a wait took that began at `start`, if the process or the
/// whole machine stood still meanwhile.
pub fn stood_still(start: Instant, meant: Duration) -> Duration {
    let beyond = start.elapsed().saturating_sub(meant);
    match beyond > LATENESS {
        true => beyond,
        false => Duration::ZERO,
    }
}

#[cfg(test)]
pub mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        /// The time for which this thread is to believe that the machine has been suspended.
        pub static SLEPT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
        /// The time at which this thread's clocks stand still.
        pub static STOPPED: Cell<Option<(Duration, Instant)>> = const { Cell::new(None) };
    }

    /// Stops this thread's clocks, so that nothing depends on how busy the machine is.
    pub fn stop() {
        STOPPED.set(Some((BootInstant::now().0, Instant::now())));
    }

    /// Returns the time of a simulated server, whose clock stands still with that of the leases.
    pub fn server_time() -> Instant {
        STOPPED.get().map_or_else(Instant::now, |(_, now)| now)
    }

    impl Sub<Duration> for BootInstant {
        type Output = BootInstant;

        fn sub(self, duration: Duration) -> BootInstant {
            BootInstant(self.0 - duration)
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn it_is_the_clock_that_goes_on_while_the_machine_sleeps() {
        let uptime = || {
            let uptime = std::fs::read_to_string("/proc/uptime").unwrap();
            let seconds: f64 = uptime.split(' ').next().unwrap().parse().unwrap();
            Duration::from_secs_f64(seconds) // the kernel's value, with two digits
        };
        let (before, now, after) = (uptime(), BootInstant::now(), uptime());
        let digit = Duration::from_millis(10);
        assert!(before <= now.0 + digit && now.0 <= after + digit);
        assert_eq!(CLOCK, libc::CLOCK_BOOTTIME);
    }

    #[test]
    fn it_goes_as_the_other_one_does() {
        let (other, moment) = (std::time::Instant::now(), BootInstant::now());
        std::thread::sleep(Duration::from_millis(20));
        let (elapsed, at_least) = (moment.elapsed(), Duration::from_millis(20));
        assert!(elapsed >= at_least && elapsed <= other.elapsed());
        assert_eq!(
            moment.saturating_duration_since(moment + at_least),
            Duration::ZERO
        );
        assert_eq!(moment.checked_duration_since(moment + at_least), None);
        assert_eq!(moment.checked_add(Duration::MAX), None);
    }
}
