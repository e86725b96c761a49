//! The calls of the operating system: signals and process groups; `terminal`: the terminal.

pub mod terminal;

use std::{
    ffi::c_int,
    io,
    mem::{self, MaybeUninit},
    ops::ControlFlow,
    os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd},
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Command, ExitStatus},
    ptr,
    sync::atomic::{AtomicI32, Ordering},
    time::Duration,
};

/// The signals that the command gets. During the wait for the lock, each of them ends it.
const PASSED_ON: [c_int; 6] = [
    libc::SIGTERM,
    libc::SIGINT,
    libc::SIGHUP,
    libc::SIGQUIT,
    libc::SIGUSR1,
    libc::SIGUSR2,
];

/// The signals of a shell to its jobs. While the command runs, it gets them, too.
const OF_JOBS: [c_int; 2] = [libc::SIGTSTP, libc::SIGCONT];

/// The first signal that came while signals were caught, or 0.
static NOTED: AtomicI32 = AtomicI32::new(0);

extern "C" fn note(signal: c_int) {
    let _ = NOTED.compare_exchange(0, signal, Ordering::AcqRel, Ordering::Acquire);
}

/// Returns the first signal that came while signals were caught.
pub fn noted() -> Option<c_int> {
    match NOTED.load(Ordering::Acquire) {
        0 => None,
        signal => Some(signal),
    }
}

/// Returns `Break` once a signal was noted.
pub fn serve() -> ControlFlow<()> {
    match noted() {
        Some(_) => ControlFlow::Break(()),
        None => ControlFlow::Continue(()),
    }
}

/// Notes each of the signals that are passed on, unless it is ignored: nohup ignores one, and so
/// does the command then.
pub fn catch_signals() {
    for signal in PASSED_ON {
        replace_handler(signal, note as *const () as libc::sighandler_t);
    }
    // SAFETY: a plain C call. The kernel reaps children that end while no command runs.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    while reap().is_some() {}
}

fn is_ignored(signal: c_int) -> bool {
    // SAFETY: a plain C call on local data.
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        libc::sigaction(signal, ptr::null(), &raw mut action);
        action.sa_sigaction == libc::SIG_IGN
    }
}

fn replace_handler(signal: c_int, handler: libc::sighandler_t) {
    // SAFETY: plain C calls on local data. `note` only writes to an atomic. Without SA_RESTART, a
    // signal ends a call that blocks.
    unsafe {
        let mut action: libc::sigaction = mem::zeroed();
        libc::sigaction(signal, ptr::null(), &raw mut action);
        if action.sa_sigaction != libc::SIG_IGN {
            action = mem::zeroed();
            action.sa_sigaction = handler;
            libc::sigaction(signal, &raw const action, ptr::null_mut());
        }
    }
}

/// The signals, which come one by one from a descriptor while this exists. Afterwards they are
/// caught.
pub struct Signals {
    descriptor: OwnedFd,
    before: libc::sigset_t,
}

impl Signals {
    /// Blocks the signals. A child unblocks them before it becomes the command, and then they do
    /// what they usually do.
    pub fn block() -> io::Result<Signals> {
        // SAFETY: plain C calls on local data. The descriptor is new, and ours.
        unsafe {
            let mut read = MaybeUninit::<libc::sigset_t>::uninit();
            libc::sigemptyset(read.as_mut_ptr());
            let signals = PASSED_ON.into_iter().chain(OF_JOBS);
            for signal in signals.filter(|signal| !is_ignored(*signal)) {
                libc::sigaddset(read.as_mut_ptr(), signal); // a signal that is ignored would come, too
            }
            libc::sigaddset(read.as_mut_ptr(), libc::SIGCHLD);
            let mut blocked = read;
            libc::sigaddset(blocked.as_mut_ptr(), libc::SIGTTOU); // to take the terminal back
            let mut before = MaybeUninit::<libc::sigset_t>::uninit();
            libc::sigprocmask(libc::SIG_BLOCK, blocked.as_ptr(), before.as_mut_ptr());
            for signal in PASSED_ON {
                replace_handler(signal, libc::SIG_DFL);
            }
            libc::signal(libc::SIGCHLD, libc::SIG_DFL); // if it is ignored, no end can be awaited
            let flags = libc::SFD_CLOEXEC | libc::SFD_NONBLOCK;
            match libc::signalfd(-1, read.as_ptr(), flags) {
                -1 => Err(io::Error::last_os_error()),
                descriptor => Ok(Signals {
                    descriptor: OwnedFd::from_raw_fd(descriptor),
                    before: before.assume_init(),
                }),
            }
        }
    }

    /// Returns a signal that has come, if any. The end of a process is none.
    pub fn next(&self) -> Option<c_int> {
        let mut info = MaybeUninit::<libc::signalfd_siginfo>::zeroed();
        let size = size_of::<libc::signalfd_siginfo>();
        loop {
            // SAFETY: reads into local data, for which all bytes are valid.
            let signal = unsafe {
                let read = libc::read(self.descriptor.as_raw_fd(), info.as_mut_ptr().cast(), size);
                if usize::try_from(read) != Ok(size) {
                    return None;
                }
                info.assume_init().ssi_signo.cast_signed()
            };
            if signal != libc::SIGCHLD {
                return Some(signal);
            }
        }
    }

    /// Waits until a signal has come, a process has ended, `other` can be read, or the time is up.
    pub fn wait(&self, other: Option<BorrowedFd>, left: Option<Duration>) {
        let entry = |fd| libc::pollfd {
            fd,
            events: libc::POLLIN,
            revents: 0,
        };
        let mut entries = [
            entry(self.descriptor.as_raw_fd()),
            entry(other.map_or(-1, |other| other.as_raw_fd())),
        ];
        // A millisecond more, so that the time is up afterwards.
        let left = left.map_or(-1, |left| {
            c_int::try_from(left.as_millis()).map_or(c_int::MAX, |left| left.saturating_add(1))
        });
        // SAFETY: a plain C call on local data.
        unsafe { libc::poll(entries.as_mut_ptr(), 2, left) };
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        catch_signals();
        // SAFETY: puts the mask back.
        unsafe { libc::sigprocmask(libc::SIG_SETMASK, &raw const self.before, ptr::null_mut()) };
    }
}

/// Makes processes whose parent has ended children of this one, as if it were the first of its
/// container.
pub fn adopt_orphans() {
    // SAFETY: a plain system call. It cannot fail, because Linux has had it since 3.4.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) };
}

/// Returns a child whose state has changed, and how; None: there is no other one.
pub fn reap() -> Option<(u32, ExitStatus)> {
    let mut status = 0;
    // SAFETY: a plain C call on local data.
    let child = unsafe { libc::waitpid(-1, &raw mut status, libc::WNOHANG | libc::WUNTRACED) };
    let child = u32::try_from(child).ok().filter(|child| *child > 0)?;
    Some((child, ExitStatus::from_raw(status)))
}

/// Sends a signal to all processes of a group. Returns false if there is none. Signal 0 only asks.
pub fn signal_group(group: u32, signal: c_int) -> bool {
    // SAFETY: a plain system call.
    unsafe { libc::kill(-group.cast_signed(), signal) == 0 }
}

/// The processes that get a signal of this process.
#[derive(Clone, Copy)]
pub enum Target {
    /// This process alone.
    Process,
    /// Its whole group: so the shell and the other programs of a script get it, too.
    Group,
}

impl Target {
    fn signal(self, signal: c_int) {
        // SAFETY: plain system calls.
        unsafe {
            let group_or_process = match self {
                Target::Process => libc::getpid(),
                Target::Group => 0,
            };
            libc::kill(group_or_process, signal);
        }
    }
}

/// Stops processes until they get CONT, unless no shell can send that.
pub fn stop(target: Target) {
    // SAFETY: plain C calls on local data.
    unsafe {
        let mut stop = MaybeUninit::<libc::sigset_t>::uninit();
        libc::sigemptyset(stop.as_mut_ptr());
        libc::sigaddset(stop.as_mut_ptr(), libc::SIGTSTP);
        libc::sigprocmask(libc::SIG_UNBLOCK, stop.as_ptr(), ptr::null_mut());
        target.signal(libc::SIGTSTP);
        libc::sigprocmask(libc::SIG_BLOCK, stop.as_ptr(), ptr::null_mut());
    }
}

/// Has a signal that is caught end processes, unless this one ignores it. A shell that runs this
/// process in a script then ends the script.
pub fn end_by(signal: c_int, target: Target) {
    if !is_ignored(signal) {
        // SAFETY: a plain system call. A core of this process could hold a server's password.
        unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0) };
        replace_handler(signal, libc::SIG_DFL);
        target.signal(signal);
    }
}

/// Has a command run in a group of its own. The kernel kills the command when this process ends. A
/// signal of the group waits until the command runs.
pub fn tie(command: &mut Command, signals: &Signals) {
    let mask = signals.before;
    // SAFETY: a plain system call.
    let parent = unsafe { libc::getpid() };
    let tie = move || {
        // SAFETY: plain system calls and C calls on local data, allowed in a forked child.
        unsafe {
            if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0 {
                return Err(io::Error::last_os_error());
            }
            if libc::getppid() != parent {
                libc::_exit(0); // the parent has ended already
            }
            // A ^Z to the parent's group came here, too. It is forgotten, because a stop before
            // `execve` would block the parent, which passes it on afterwards.
            let before = libc::signal(libc::SIGTSTP, libc::SIG_IGN);
            libc::signal(libc::SIGTSTP, before);
            libc::sigprocmask(libc::SIG_SETMASK, &raw const mask, ptr::null_mut());
        }
        Ok(())
    };
    command.process_group(0);
    // SAFETY: the function does nothing that a forked child of several threads must not.
    unsafe { command.pre_exec(tie) };
}
