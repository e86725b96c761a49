//! `abortOnLoss`. If the background thread notices a loss, the running PHP code throws a
//! RedisLockLostException at its next interrupt check.

use std::{
    cell::{Cell, RefCell},
    ffi::c_void,
    mem::{self, MaybeUninit},
    ptr,
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU8, AtomicUsize, Ordering},
    },
};

use ext_php_rs::{
    ffi,
    zend::{ExecuteData, bailout, run_handler},
};

use crate::claim::loss::Loss;
use crate::os::fork::Process;
use crate::php::exceptions::{Kind, loss_message, throw};
use crate::php::fibers::{self, Fiber, Owner};
use crate::php::{fatal, interrupts, listener, pending, reports, unwinding};
use crate::renewal::options::Listener;

type Serve = unsafe extern "C" fn(*mut ExecuteData);

/// The interrupt function that was registered before ours: a `Serve`, or null.
static PREVIOUS: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

thread_local! {
    /// This thread's notices, each with the fiber that is to be notified.
    static NOTICES: RefCell<Vec<(Weak<Notice>, Owner)>> = const { RefCell::new(Vec::new()) };
    static PROCESS: Cell<Option<Process>> = const { Cell::new(None) };
}

/// A loss that the code of one PHP thread is to be notified of.
pub struct Notice {
    /// The lock's name in messages.
    lock: String,
    /// The names of several keys, and the place of the one that is lost; none for one key.
    keys: Vec<String>,
    lost_at: AtomicUsize,
    /// The code of the loss.
    loss: AtomicU8,
    /// True if the lock is lost and its code has not been notified.
    pending: AtomicBool,
    /// True if the loss was due while another fiber than the owner ran.
    owner_is_other_fiber: AtomicBool,
    /// The PHP thread's number in the system. `begin` sets it, because a forked child has another
    /// number.
    thread: AtomicI32,
    /// The interrupt flag of the PHP thread.
    interrupt: &'static AtomicBool,
}

impl Notice {
    /// Returns a notice for a lock of this thread. The lock owns it.
    pub fn new(lock: String, keys: Vec<String>, owner: Owner) -> Arc<Notice> {
        let notice = Arc::new(Notice {
            lock,
            keys,
            lost_at: AtomicUsize::new(usize::MAX),
            loss: AtomicU8::new(0),
            pending: AtomicBool::new(false),
            owner_is_other_fiber: AtomicBool::new(false),
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

    /// Interrupts the PHP thread. This is called only while the lock exists, so its thread and the
    /// thread's interrupt flag exist, too.
    fn interrupt(&self) {
        self.interrupt.store(true, Ordering::Release);
        if waker_is_installed() && !self.owner_is_other_fiber.load(Ordering::Acquire) {
            let thread = self.thread.load(Ordering::Acquire);
            // Not pthread_kill(), because it locks that thread's descriptor: a child forked
            // meanwhile would wait for ever.
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

    fn note(&self, loss: Loss, place: Option<usize>) {
        let place = place.unwrap_or(usize::MAX);
        self.lost_at.store(place, Ordering::Release);
        self.owner_is_other_fiber.store(false, Ordering::Release);
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

    /// If the callable of `listen()` uses the lost lock, the notice stays pending, because the
    /// interrupted code still relies on the lock.
    fn clear(&self) {
        if !reports::is_telling() {
            self.pending.store(false, Ordering::Release);
        }
    }
}

/// Clears the losses of the parent's locks in a forked child, because they do not concern it.
fn forget_parents_losses() {
    let process = Some(Process::current());
    if PROCESS.replace(process) != process {
        NOTICES.with_borrow(|notices| {
            for notice in notices.iter().filter_map(|(notice, _)| notice.upgrade()) {
                notice.pending.store(false, Ordering::Release);
            }
        });
    }
}

/// Returns a loss that the running fiber is to be notified of. The running fiber owns the lock, or
/// the owner has ended.
fn due() -> Option<Arc<Notice>> {
    NOTICES.with_borrow(|notices| {
        let pending = notices.iter().filter_map(|(notice, owner)| {
            let notice = notice.upgrade()?;
            let is_pending = notice.pending.load(Ordering::Acquire);
            is_pending.then_some((notice, owner.get()))
        });
        let mut due = pending.filter(|(notice, owner)| {
            let owner_is_other_fiber =
                owner.is_some_and(|owner| owner != Fiber::current() && owner.is_alive());
            notice
                .owner_is_other_fiber
                .store(owner_is_other_fiber, Ordering::Release);
            !owner_is_other_fiber
        });
        due.next().map(|(notice, _)| notice)
    })
}

/// Sets the interrupt flag when another fiber goes on, because a loss may be for this fiber.
unsafe extern "C" fn note_switch(_from: *mut c_void, _to: *mut c_void) {
    if is_any_due() {
        interrupts::flag().store(true, Ordering::Release);
    }
}

/// Returns whether code of this thread is to be notified of a loss.
fn is_any_due() -> bool {
    NOTICES.with_borrow(|notices| {
        let mut notices = notices.iter().filter_map(|(notice, _)| notice.upgrade());
        notices.any(|notice| notice.pending.load(Ordering::Acquire))
    })
}

/// Registers our interrupt function, which calls the one before it, and the observers of fibers.
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

/// Removes our interrupt function, unless another one was registered after it, and the signal
/// handler.
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
    // SAFETY: null, or a function of this type.
    unsafe { mem::transmute::<*mut (), Option<Serve>>(PREVIOUS.load(Ordering::Acquire)) }
}

unsafe extern "C" fn serve(call: *mut ExecuteData) {
    let was_thrown = pending::is_any();
    let is_prepared = unwinding::running_is_left();
    if let Some(previous) = previous() {
        // SAFETY: as PHP would have called it.
        unsafe { previous(call) };
    }
    run_handler(|| {
        if was_thrown {
            return; // one exception at a time: the thread notifies again
        }
        forget_parents_losses();
        listener::serve(is_any_due());
        if fatal::take_fatal() {
            // SAFETY: resumes the fatal error. Nothing between here and PHP needs dropping.
            unsafe { bailout() };
        }
        // A listener would not let it through. The thread notifies again.
        if !pending::is_any()
            && !reports::is_telling()
            && !fibers::is_destroyed()
            && let Some(notice) = due()
            && !unwinding::may_be_under_way()
        {
            notice.clear();
            let loss = Loss::from_code(notice.loss.load(Ordering::Acquire));
            let why = loss_message(loss);
            let place = notice.lost_at.load(Ordering::Acquire);
            let with = notice.keys.get(place);
            let with = with
                .map(|key| format!(" with \"{key}\""))
                .unwrap_or_default();
            throw(
                Kind::Lost,
                &format!("{} was lost{with}: {why}", notice.lock),
            );
        }
        if pending::is_any() && !is_prepared {
            unwinding::prepare(); // for our exception, or a signal handler's
        }
    });
}

/// The signal that ends PHP's sleep() and similar calls, as PHP's own signals would. It has no
/// other effect, and is not replaced if other code handles it.
const WAKER: libc::c_int = libc::SIGURG;

extern "C" fn wake(_signal: libc::c_int) {}

/// Returns how the signal is handled now.
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
