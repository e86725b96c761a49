//! A child that is forked while other threads look up names can look up names. A program of its own: its children have
//! copies of no other test's threads.

#![expect(unsafe_code, reason = "forks, and ends its children")]

use std::thread;

use redislock::{
    os::Process,
    server::{Address, Timeouts, look_up},
};

/// Without what is tested some of a thousand children hung.
const FORKS: usize = 1000;

#[test]
fn a_child_forked_during_a_look_up_looks_up_names() {
    Process::current(); // from here on forks are noticed
    let timeouts = Timeouts::default();
    let address = Address::parse("redis://localhost", timeouts).unwrap();
    for _ in 0..2 {
        let address = address.clone();
        thread::spawn(move || {
            loop {
                look_up(&address);
            }
        });
    }
    for n in 0..FORKS {
        // SAFETY: the child does what is tested, and ends.
        let child = unsafe { libc::fork() };
        if child == 0 {
            // SAFETY: ends this child if it hangs.
            unsafe { libc::alarm(20) };
            look_up(&address);
            // SAFETY: ends without what only the parent may do at its end.
            unsafe { libc::_exit(0) };
        }
        let mut status = 0;
        // SAFETY: waits for the child.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert!(libc::WIFEXITED(status), "child {n} hung");
    }
}
