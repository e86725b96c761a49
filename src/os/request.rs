//! Requests of PHP, which a thread runs one after the other. A fatal error jumps out of the calls
//! of its request, so these calls never end.

use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering},
};

static LAST: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static CURRENT: Cell<Request> = const { Cell::new(Request(0)) };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request(u64);

impl Request {
    /// Returns the request that this thread runs.
    pub fn current() -> Request {
        CURRENT.get()
    }

    /// Begins a request of this thread. Returns the one before it.
    pub fn begin() -> Request {
        CURRENT.replace(Request(LAST.fetch_add(1, Ordering::Relaxed) + 1))
    }
}
