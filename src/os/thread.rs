//! Threads that get no signals, because signals are for PHP's threads.

use std::{ffi::c_void, io, mem::MaybeUninit, ptr};

use crate::os::sync::thread::{self, JoinHandle};

/// Starts a thread that gets no signals, because they are for PHP's threads.
pub fn spawn_without_signals(
    name: &str,
    run: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    let mut all = MaybeUninit::uninit();
    let mut before = MaybeUninit::uninit();
    // SAFETY: plain C calls on local data. A thread begins with its parent's mask, which is
    // restored.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
    }
    let thread = thread::Builder::new().name(name.to_owned()).spawn(run);
    // SAFETY: as above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), ptr::null_mut()) };
    thread
}

/// Runs a blocking function in a thread of its own, for which nothing waits.
pub fn in_background(run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    stay_loaded();
    spawn_without_signals("redislock-find", run).map(drop)
}

/// Keeps this code loaded, because a thread for which nothing waits may still run it.
fn stay_loaded() {
    // SAFETY: asks which file this function is from, and for one more handle on it, for ever.
    unsafe {
        let mut file = MaybeUninit::<libc::Dl_info>::zeroed();
        if libc::dladdr(stay_loaded as *const c_void, file.as_mut_ptr()) != 0 {
            let flags = libc::RTLD_NOW | libc::RTLD_NOLOAD | libc::RTLD_NODELETE;
            libc::dlopen(file.assume_init().dli_fname, flags);
        }
    }
}
