//! `abortOnLoss`: a loss that the background thread notices becomes a RedisLockLostException in the PHP code that is
//! running, at its next interrupt check.

use std::{
    cell::RefCell,
    mem::MaybeUninit,
    ptr,
    sync::{
        Arc, Once, OnceLock, Weak,
        atomic::{AtomicBool, Ordering},
    },
};

use ext_php_rs::{
    ffi,
    zend::{ExecuteData, ExecutorGlobals, run_handler},
};

use super::{
    exceptions::{Kind, throw},
    interrupts,
};

type Serve = unsafe extern "C" fn(*mut ExecuteData);

/// Who was served before us.
static PREVIOUS: OnceLock<Option<Serve>> = OnceLock::new();

thread_local! {
    static NOTICES: RefCell<Vec<Weak<Notice>>> = const { RefCell::new(Vec::new()) };
}

/// A loss that one lock of this thread is to hear of.
pub struct Notice {
    message: String,
    lost: AtomicBool,
}

impl Notice {
    /// For a lock of this thread; and what the background thread is to do when it is lost.
    pub fn new(message: String) -> (Arc<Notice>, Arc<dyn Fn() + Send + Sync>) {
        let notice = Arc::new(Notice {
            message,
            lost: AtomicBool::new(false),
        });
        NOTICES.with_borrow_mut(|notices| {
            notices.retain(|notice| notice.strong_count() > 0);
            notices.push(Arc::downgrade(&notice));
        });
        wake_by_signal();
        let told = Arc::downgrade(&notice);
        // SAFETY: asks which thread this is.
        let thread = unsafe { libc::pthread_self() };
        let interrupt = interrupts::flag();
        let tell = move || {
            let Some(notice) = told.upgrade() else { return };
            notice.lost.store(true, Ordering::Release);
            interrupt.store(true, Ordering::Release);
            // SAFETY: the thread lives: its locks are given back before it ends.
            unsafe { libc::pthread_kill(thread, libc::SIGURG) };
        };
        (notice, Arc::new(tell))
    }

    /// The caller has asked: there is nothing left to tell.
    pub fn settle(&self) {
        self.lost.store(false, Ordering::Release);
    }
}

/// Hangs into PHP's interrupts; others that hang there keep working.
pub fn register() {
    // SAFETY: at startup nothing else runs. The hook is a plain variable.
    unsafe {
        let _ = PREVIOUS.set(ffi::zend_interrupt_function);
        ffi::zend_interrupt_function = Some(serve);
    }
}

/// Leaves PHP's interrupts, if nobody has hung in after us.
pub fn unregister() {
    // SAFETY: at shutdown nothing else runs.
    unsafe {
        if ffi::zend_interrupt_function
            .is_some_and(|current| ptr::fn_addr_eq(current, serve as Serve))
        {
            ffi::zend_interrupt_function = PREVIOUS.get().copied().flatten();
        }
    }
}

unsafe extern "C" fn serve(call: *mut ExecuteData) {
    if let Some(Some(previous)) = PREVIOUS.get() {
        // SAFETY: as PHP would have called it.
        unsafe { previous(call) };
    }
    run_handler(|| {
        let lost = NOTICES.with_borrow(|notices| {
            notices
                .iter()
                .filter_map(Weak::upgrade)
                .find(|notice| notice.lost.load(Ordering::Acquire))
        });
        let Some(notice) = lost else { return };
        // One exception at a time: what is left waits for the next check.
        if !ExecutorGlobals::has_exception() {
            notice.settle();
            throw(Kind::Lost, &notice.message);
        }
        interrupts::flag().store(true, Ordering::Release);
    });
}

/// Has a signal without effect end PHP's sleep() and the like, as its own signals would. Left alone where somebody else
/// uses that signal.
fn wake_by_signal() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        extern "C" fn nothing(_signal: i32) {}
        // SAFETY: plain C calls on local data; the handler does nothing.
        unsafe {
            let mut current = MaybeUninit::<libc::sigaction>::uninit();
            libc::sigaction(libc::SIGURG, ptr::null(), current.as_mut_ptr());
            if current.assume_init().sa_sigaction == libc::SIG_DFL {
                let mut ours: libc::sigaction = std::mem::zeroed();
                ours.sa_sigaction = nothing as extern "C" fn(i32) as usize;
                libc::sigaction(libc::SIGURG, &raw const ours, ptr::null_mut());
            }
        }
    });
}
