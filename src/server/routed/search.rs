//! A search for the server in charge, and how long it may take while no server answers.
//!
//! A search asks one server after the other, each with all patience. If that was in vain and took a time-out, the next searches
//! are brief: one time-out for all that they ask. Each begins with another server, so that every one is given that time in turn.

use std::{
    cell::RefCell,
    collections::HashMap,
    time::{Duration, Instant},
};

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
    silence(topology).map(|silence| silence.since)
}

fn silence(topology: &Topology) -> Option<Silence> {
    let silence = SILENT.with_borrow(|silent| silent.get(topology).copied())?;
    let longest = topology.timeouts().longest();
    counts_as_silent(Some(silence.since), longest).then_some(silence)
}

/// One search; it was in vain unless it [found](Self::found) a server.
pub struct Search<'t> {
    topology: &'t Topology,
    before: Option<Silence>,
    began: Instant,
    timed_out: bool,
    found: bool,
}

impl Search<'_> {
    pub fn begin(topology: &Topology) -> Search<'_> {
        Search {
            topology,
            before: silence(topology),
            began: Instant::now(),
            timed_out: false,
            found: false,
        }
    }

    /// Returns the position of the server that is asked first.
    pub fn first_of(&self, servers: usize) -> usize {
        let searches = self.before.map_or(0, |before| before.searches);
        searches % servers.max(1)
    }

    /// Asks one server, in what is left of the time.
    pub fn ask<R, E>(
        &mut self,
        ask: impl FnOnce() -> Result<R, E>,
        is_timeout: impl FnOnce(&E) -> bool,
    ) -> Result<R, E> {
        let waited = match self.before {
            Some(_) => self.began.elapsed(),
            None => Duration::ZERO,
        };
        let _waiting = interrupt::go_on_waiting(interrupt::waited().max(waited));
        ask().inspect_err(|error| self.timed_out |= is_timeout(error))
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
                let searches = self.before.map_or(0, |before| before.searches) + 1;
                let since = Instant::now();
                silent.insert(self.topology.clone(), Silence { since, searches });
            }
            false => {
                silent.remove(self.topology);
            }
        });
    }
}
