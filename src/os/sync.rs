//! Mutexes, atomics, threads and pipes of code whose interleavings a test chooses
//! (`--cfg interleavings`). In all other builds they are those of `std`.

#[cfg(not(all(test, interleavings)))]
pub use std::{
    os::unix::net::UnixStream,
    sync::{Condvar, Mutex, MutexGuard, atomic},
    thread,
};

#[cfg(all(test, interleavings))]
pub mod tests;
#[cfg(all(test, interleavings))]
pub use tests::{Condvar, Mutex, MutexGuard, UnixStream, atomic, thread, wait_until};
