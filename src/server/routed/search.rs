//! A search for the server in charge, and how long it may take while no server answers.
//!
//! A search asks one server after the other. The first that is silent may take a whole time-out; all after it have one more for
//! them together, in equal parts. If a search was in vain and took a time-out, the next ones have one time-out in all. Each begins
//! with another server: one that needs more than its part has a turn to be asked with all patience.

use std::{cell::RefCell, collections::HashMap, time::Instant};

use crate::os::interrupt;
use crate::server::{address::topology::Topology, single::counts_as_silent};

thread_local! {
    static SILENT: RefCell<HashMap<Topology, Silence>> = RefCell::default();
}

/// Searches in vain, the last of which waited for a time-out.
#[derive(Clone, Copy)]
struct Silence {
    since: Instant,
    searches: usize,
}

/// Forgets which searches were in vain, at this thread's end.
pub fn forget_searches() {
    SILENT.take();
}

/// Returns when the last search waited in vain. None: it found a server, was answered, or was long ago.
pub fn silent_since(topology: &Topology) -> Option<Instant> {
    let last = last_silence(topology).map(|last| last.since);
    last.filter(|_| counts_as_silent(last, topology.timeouts().longest()))
}

fn last_silence(topology: &Topology) -> Option<Silence> {
    SILENT.with_borrow(|silent| silent.get(topology).copied())
}

/// One search; it was in vain unless it [found](Self::found) a server.
pub struct Search<'t> {
    topology: &'t Topology,
    /// How many searches were in vain, since the last that was not.
    in_vain: usize,
    /// Since when all servers that are asked share one time-out.
    sharing: Option<Instant>,
    timed_out: bool,
    found: bool,
}

impl Search<'_> {
    pub fn begin(topology: &Topology) -> Search<'_> {
        Search {
            topology,
            in_vain: last_silence(topology).map_or(0, |last| last.searches),
            sharing: silent_since(topology).map(|_| Instant::now()),
            timed_out: false,
            found: false,
        }
    }

    /// Returns the position of the server that is asked first.
    pub fn first_of(&self, servers: usize) -> usize {
        self.in_vain % servers.max(1)
    }

    /// Asks a server; `left`: how many, with this one, are still to be asked, and share what is left of the time.
    pub fn ask<R, E>(
        &mut self,
        left: usize,
        ask: impl FnOnce() -> Result<R, E>,
        is_timeout: impl FnOnce(&E) -> bool,
    ) -> Result<R, E> {
        let _part = self.sharing.map(|since| {
            let time = self.topology.timeouts().longest();
            interrupt::wait_at_most(time.saturating_sub(since.elapsed()) / left as u32)
        });
        ask().inspect_err(|error| {
            if is_timeout(error) {
                self.timed_out = true;
                self.sharing.get_or_insert_with(Instant::now);
            }
        })
    }

    pub fn found(&mut self) {
        self.found = true;
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if interrupt::must_stop() {
            return; // an interrupt ended it, not a server's silence
        }
        SILENT.with_borrow_mut(|silent| match self.timed_out && !self.found {
            true => {
                let searches = self.in_vain + 1;
                let since = Instant::now();
                silent.insert(self.topology.clone(), Silence { since, searches });
            }
            false => {
                silent.remove(self.topology);
            }
        });
    }
}
