//! `abortOnLoss`: a loss that the background thread notices becomes a RedisLockLostException in the PHP code that is
//! running, at its next interrupt check.

use std::{
    cell::{Cell, RefCell},
    ffi::c_void,
    mem::{self, MaybeUninit},
    ptr,
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU8, Ordering},
    },
};

use ext_php_rs::{
    ffi,
    zend::{ExecuteData, ExecutorGlobals, run_handler},
};

use crate::claim::loss::Loss;
use crate::os::fork::Process;
use crate::php::exceptions::{Kind, loss_words, throw};
use crate::php::fibers::{self, Fiber, Owner};
use crate::php::{interrupts, unwinding};
use crate::renewal::options::Listener;

type Serve = unsafe extern "C" fn(*mut ExecuteData);

/// Who was served before us: a `Serve`, or null.
static PREVIOUS: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

thread_local! {
    /// With the fiber that is to be told.
    static NOTICES: RefCell<Vec<(Weak<Notice>, Owner)>> = const { RefCell::new(Vec::new()) };
    static PROCESS: Cell<Option<Process>> = const { Cell::new(None) };
}

/// A loss that the code of one PHP thread is to be told of.
pub struct Notice {
    /// Which lock it is.
    lock: String,
    /// The code of the loss.
    loss: AtomicU8,
    /// Lost, and nobody has been told.
    pending: AtomicBool,
    /// Whoever ran when it was to be told is another fiber than the lock's.
    is_anothers: AtomicBool,
    /// The PHP thread, by its number in the system. `begin` notes it, because a forked child has another one.
    thread: AtomicI32,
    /// That thread's.
    interrupt: &'static AtomicBool,
}

impl Notice {
    /// For a lock of this thread, which keeps it.
    pub fn new(lock: String, owner: Owner) -> Arc<Notice> {
        let notice = Arc::new(Notice {
            lock,
            loss: AtomicU8::new(0),
            pending: AtomicBool::new(false),
            is_anothers: AtomicBool::new(false),
            thread: AtomicI32::new(0),
            interrupt: interrupts::flag(),
        });
        NOTICES.with_borrow_mut(|notices| {
            if notices.len() == notices.capacity() {
                notices.retain(|(notice, _)| notice.strong_count() > 0);
            }
            notices.push((Arc::downgrade(&notice), owner));
        });
        install_waker();
        notice
    }

    /// The lock lives, or it would not be called: and so does its thread, and what is that thread's.
    fn interrupt(&self) {
        self.interrupt.store(true, Ordering::Release);
        if waker_is_installed() && !self.is_anothers.load(Ordering::Acquire) {
            let thread = self.thread.load(Ordering::Acquire);
            // Not pthread_kill(), which locks that thread's descriptor. A child forked meanwhile would wait for ever.
            // SAFETY: a plain system call.
            unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), thread, WAKER) };
        }
    }
}

impl Listener for Notice {
    fn begin(&self) {
        // SAFETY: asks which thread this is.
        self.thread
            .store(unsafe { libc::gettid() }, Ordering::Release);
        forget_parents_losses();
    }

    fn note(&self, loss: Loss) {
        self.is_anothers.store(false, Ordering::Release);
        self.loss.store(loss.code(), Ordering::Release);
        self.pending.store(true, Ordering::Release);
    }

    fn tell(&self) -> bool {
        let pending = self.pending.load(Ordering::Acquire);
        if pending {
            self.interrupt();
        }
        pending
    }

    fn settle(&self) {
        self.pending.store(false, Ordering::Release);
    }
}

/// What the parent of a forked child lost is not for the child to hear.
fn forget_parents_losses() {
    let process = Some(Process::current());
    if PROCESS.replace(process) != process {
        NOTICES.with_borrow(|notices| {
            for notice in notices.iter().filter_map(|(notice, _)| notice.upgrade()) {
                notice.settle();
            }
        });
    }
}

/// A loss that whoever runs now is to be told of: of a lock that the same fiber acquired, or one that has ended.
fn due() -> Option<Arc<Notice>> {
    NOTICES.with_borrow(|notices| {
        let pending = notices.iter().filter_map(|(notice, owner)| {
            let notice = notice.upgrade()?;
            let is_pending = notice.pending.load(Ordering::Acquire);
            is_pending.then_some((notice, owner.get()))
        });
        let mut due = pending.filter(|(notice, owner)| {
            let is_anothers =
                owner.is_some_and(|owner| owner != Fiber::current() && owner.is_alive());
            notice.is_anothers.store(is_anothers, Ordering::Release);
            !is_anothers
        });
        due.next().map(|(notice, _)| notice)
    })
}

/// Another fiber goes on: a loss may be for it.
unsafe extern "C" fn note_switch(_from: *mut c_void, _to: *mut c_void) {
    NOTICES.with_borrow(|notices| {
        let mut notices = notices.iter().filter_map(|(notice, _)| notice.upgrade());
        if notices.any(|notice| notice.pending.load(Ordering::Acquire)) {
            interrupts::flag().store(true, Ordering::Release);
        }
    });
}

/// Hangs into PHP's interrupts; others that hang there keep working. And has changes of fibers told.
pub fn register() {
    // SAFETY: at startup nothing else runs. The hook is a plain variable.
    unsafe {
        fibers::register(note_switch);
        let previous =
            ffi::zend_interrupt_function.map_or(ptr::null_mut(), |previous| previous as *mut ());
        PREVIOUS.store(previous, Ordering::Release);
        ffi::zend_interrupt_function = Some(serve);
    }
}

/// Leaves PHP's interrupts, if nobody has hung in after us, and the signal.
pub fn unregister() {
    // SAFETY: at shutdown nothing else runs.
    unsafe {
        let is_ours = |current: Serve| ptr::fn_addr_eq(current, serve as Serve);
        if ffi::zend_interrupt_function.is_some_and(is_ours) {
            ffi::zend_interrupt_function = previous();
        }
    }
    remove_waker();
}

fn previous() -> Option<Serve> {
    // SAFETY: null, or the function that it was made of.
    unsafe { mem::transmute::<*mut (), Option<Serve>>(PREVIOUS.load(Ordering::Acquire)) }
}

unsafe extern "C" fn serve(call: *mut ExecuteData) {
    let was_thrown = ExecutorGlobals::has_exception();
    if let Some(previous) = previous() {
        // SAFETY: as PHP would have called it.
        unsafe { previous(call) };
    }
    run_handler(|| {
        if was_thrown {
            return; // one at a time: the thread reminds
        }
        forget_parents_losses();
        if !ExecutorGlobals::has_exception()
            && !fibers::is_destroyed()
            && let Some(notice) = due()
        {
            notice.settle();
            let loss = Loss::from_code(notice.loss.load(Ordering::Acquire));
            let why = loss_words(loss);
            throw(Kind::Lost, &format!("{} was lost: {why}", notice.lock));
        }
        if ExecutorGlobals::has_exception() {
            unwinding::prepare(); // for our exception, or a signal handler's
        }
    });
}

/// Ends PHP's sleep() and the like, as its own signals would. Without effect otherwise, and left alone where somebody
/// else uses it.
const WAKER: libc::c_int = libc::SIGURG;

extern "C" fn wake(_signal: libc::c_int) {}

/// How the signal is handled now.
fn waker() -> libc::sigaction {
    let mut current = MaybeUninit::uninit();
    // SAFETY: a plain C call that fills in local data.
    unsafe {
        libc::sigaction(WAKER, ptr::null(), current.as_mut_ptr());
        current.assume_init()
    }
}

fn waker_is_installed() -> bool {
    waker().sa_sigaction == wake as *const () as usize
}

fn set_waker(handler: libc::sighandler_t) {
    // SAFETY: a plain C call on local data; the handler does nothing.
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        action.sa_sigaction = handler;
        action.sa_flags = libc::SA_RESTART; // as PHP's own
        libc::sigaction(WAKER, &raw const action, ptr::null_mut());
    }
}

fn install_waker() {
    if waker().sa_sigaction == libc::SIG_DFL {
        set_waker(wake as *const () as usize);
    }
}

fn remove_waker() {
    if waker_is_installed() {
        set_waker(libc::SIG_DFL);
    }
}
