//! Has the PHP listener called for losses that the background thread has noticed. That thread sets
//! PHP's interrupt flag. At the interrupt, this module has [`reports`] call the listener with the
//! events of all lost locks of the PHP thread.

use std::{
    cell::OnceCell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::claim::history;
use crate::claim::loss::Loss;
use crate::php::{fatal, interrupts, object, reports};
use crate::renewal::options::Listener;

thread_local! {
    static WAKER: OnceCell<Arc<Waker>> = const { OnceCell::new() };
}

/// Returns the listener for losses of locks that are made now, if there is a callable.
pub fn waker() -> Option<Arc<dyn Listener>> {
    if !reports::are_told() {
        return None;
    }
    Some(WAKER.with(|waker| waker.get_or_init(Waker::new).clone()))
}

/// Asks this thread for an interrupt when the background thread has noticed a loss.
struct Waker {
    interrupt: &'static AtomicBool,
    is_due: AtomicBool,
}

impl Waker {
    fn new() -> Arc<Waker> {
        Arc::new(Waker {
            interrupt: interrupts::flag(),
            is_due: AtomicBool::new(false),
        })
    }
}

impl Listener for Waker {
    fn begin(&self) {}

    fn note(&self, _loss: Loss, _place: Option<usize>) {
        self.is_due.store(true, Ordering::Release);
    }

    fn tell(&self) -> bool {
        let is_due = self.is_due.load(Ordering::Acquire);
        if is_due {
            self.interrupt.store(true, Ordering::Release);
        }
        is_due
    }

    /// Other locks of the thread have the same waker.
    fn clear(&self) {}
}

/// Tells of losses, and of what is left to tell, at an interrupt. `is_due`: code is to be notified
/// of a loss.
pub fn serve(is_due: bool) {
    if !history::are_kept() {
        return;
    }
    let woken = |waker: &OnceCell<Arc<Waker>>| {
        waker
            .get()
            .is_some_and(|waker| waker.is_due.swap(false, Ordering::AcqRel))
    };
    if WAKER.with(woken) || is_due {
        object::each_lock(reports::collect);
    }
    let _blocked = FibersStay::new();
    reports::tell();
}

/// Has the listener told of the locks that end with the request, then forgets the listener.
pub fn end_request() {
    if reports::are_told() {
        object::end_destructed();
        reports::tell();
        fatal::take_fatal(); // the request ends anyway
    }
    reports::end_request();
}

unsafe extern "C" {
    // From Zend/zend_fibers.h, the same from PHP 8.2 on.
    fn zend_fiber_switch_block();
    fn zend_fiber_switch_unblock();
}

/// While this exists, no fiber can be suspended, as in a signal handler of PHP.
struct FibersStay;

impl FibersStay {
    fn new() -> FibersStay {
        // SAFETY: counts.
        unsafe { zend_fiber_switch_block() };
        FibersStay
    }
}

impl Drop for FibersStay {
    fn drop(&mut self) {
        // SAFETY: counts.
        unsafe { zend_fiber_switch_unblock() };
    }
}
