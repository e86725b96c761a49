//! A search for the server in charge, and how long it may take while no server answers.
//!
//! A search asks one server after the other. The first silent server may take a whole time-out. All
//! servers after it share one more time-out in equal parts; shortly after a search in vain, each of
//! them has only `GRACE`. A search begins with the server that led to the one in charge the last
//! time. After a search in vain it begins with the next server, so that each in turn has a whole
//! time-out.

use std::{cell::RefCell, collections::HashMap, sync::Mutex, time::Instant};

use crate::os::interrupt::{self, GRACE};
use crate::server::{address::Address, address::topology::Topology, silence::Silence};

/// The number of topologies at which all that is known of searches is forgotten.
const MOST_SEARCHES: usize = 1000;

/// The turns of all topologies, for all threads, because a search for a lease's server has a thread
/// of its own. If it is locked, a search does without it, because a forked child may inherit it
/// locked for ever.
static TURNS: Mutex<Option<HashMap<Topology, Turns>>> = Mutex::new(None);

thread_local! {
    /// The last wait for the server in charge, or search for it, if it was in vain.
    static SILENT: RefCell<HashMap<Topology, Option<Silence>>> = RefCell::default();
}

/// Forgets the silences that this thread met, at its end.
pub fn forget_searches() {
    SILENT.take();
}

/// Returns the silence that the last search met; None if it found a server, was answered, or was
/// long ago.
pub fn last_silence(topology: &Topology) -> Option<Silence> {
    let timeout = topology.timeouts().longest();
    let silent = SILENT.with_borrow(|all| all.get(topology).copied().flatten());
    silent.filter(|silence| silence.counts(timeout))
}

/// Notes that the server in charge was awaited in vain, so the search for another one does not wait
/// as long again for several.
pub fn note_silence(topology: &Topology) {
    leave(topology, Some(Silence::after(Instant::now())));
}

fn leave(topology: &Topology, silent: Option<Silence>) {
    SILENT.with_borrow_mut(|all| *entry(all, topology) = silent);
}

/// The state that a search leaves to the next one of any thread.
#[derive(Default)]
struct Turns {
    /// The server with which the next search begins.
    first: Option<Address>,
}

fn with_turns<R: Default>(topology: &Topology, use_them: impl FnOnce(&mut Turns) -> R) -> R {
    match TURNS.try_lock() {
        Ok(mut all) => use_them(entry(all.get_or_insert_default(), topology)),
        Err(_) => R::default(),
    }
}

fn entry<'a, T: Default>(all: &'a mut HashMap<Topology, T>, topology: &Topology) -> &'a mut T {
    if all.len() >= MOST_SEARCHES && !all.contains_key(topology) {
        all.clear();
    }
    all.entry(topology.clone()).or_default()
}

/// One search. It is in vain unless it [found](Self::found) a server.
pub struct Search<'t> {
    topology: &'t Topology,
    is_after_silence: bool,
    began: Instant,
    /// The moment at which the time of the first silent server was over.
    silent: Option<Instant>,
    second: Option<Address>,
    found: Option<Address>,
}

impl Search<'_> {
    pub fn begin(topology: &Topology) -> Search<'_> {
        Search {
            topology,
            is_after_silence: last_silence(topology).is_some(),
            began: Instant::now(),
            silent: None,
            second: None,
            found: None,
        }
    }

    /// Puts the servers in the order in which they are asked. `doubted` does not come first, unless
    /// it was first before.
    pub fn order(&mut self, servers: &mut [&Address], doubted: Option<&Address>) {
        let first = with_turns(self.topology, |turns| turns.first.clone());
        let first = first.filter(|first| Some(first) != doubted);
        let at = servers
            .iter()
            .position(|server| Some(*server) == first.as_ref());
        servers.rotate_left(at.unwrap_or(0));
        self.second = servers.get(1).map(|second| (*second).clone());
    }

    /// Asks a server; `left` is the number of servers still to be asked, with this one.
    pub fn ask<R, E>(
        &mut self,
        left: usize,
        ask: impl FnOnce() -> Result<R, E>,
        is_timeout: impl FnOnce(&E) -> bool,
    ) -> Result<R, E> {
        let _limited = match self.silent {
            _ if self.found.is_some() => Some(interrupt::wait_at_most(GRACE)), // it may know better
            Some(_) if self.is_after_silence => Some(interrupt::wait_at_most(GRACE)),
            Some(since) => {
                let time = interrupt::limit(self.topology.timeouts().longest());
                let left = time.saturating_sub(since.elapsed()) / left as u32;
                Some(interrupt::wait_at_most(left))
            }
            None => None,
        };
        ask().inspect_err(|error| {
            if is_timeout(error) {
                self.silent.get_or_insert_with(Instant::now);
            }
        })
    }

    /// Notes that the answer of this server has led to the server in charge.
    pub fn found(&mut self, by: &Address) {
        self.found = Some(by.clone());
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if interrupt::must_stop() {
            return; // an interrupt ended it, not a server's silence
        }
        let is_in_vain = self.found.is_none() && self.silent.is_some();
        leave(
            self.topology,
            is_in_vain.then(|| Silence::after(self.began)),
        );
        if is_in_vain || self.found.is_some() {
            let first = self.found.take().or(self.second.take());
            with_turns(self.topology, |turns| turns.first = first);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{MutexGuard, PoisonError},
        thread,
        time::Duration,
    };

    use super::*;
    use crate::server::address::options::Timeouts;

    const TIMEOUT: Duration = Duration::from_secs(8);

    static ALONE: Mutex<()> = Mutex::new(());

    /// Returns a topology of which nothing is known, and keeps other tests from searching.
    fn topology() -> (Topology, MutexGuard<'static, ()>) {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        TURNS.lock().unwrap().take();
        let timeouts = Timeouts {
            connect: TIMEOUT,
            read: TIMEOUT,
        };
        let topology = Topology::parse("redis-cluster://a,b,c", timeouts).unwrap();
        (topology, alone)
    }

    /// Returns the servers that a search asks, and for how many seconds; only `answers` answers.
    fn asked(topology: &Topology, answers: Option<&str>) -> Vec<(String, Duration)> {
        let Topology::Cluster(cluster) = topology else {
            unreachable!("it is one");
        };
        let mut servers: Vec<&Address> = cluster.seeds.iter().collect();
        let mut search = Search::begin(topology);
        search.order(&mut servers, None);
        let mut asked = Vec::new();
        for (nth, server) in servers.iter().enumerate() {
            let name = server.to_string();
            asked.push((name.clone(), Duration::ZERO));
            let answer = search.ask(
                servers.len() - nth,
                || {
                    asked.last_mut().unwrap().1 = interrupt::limit(TIMEOUT);
                    (answers == Some(&name)).then_some(()).ok_or(())
                },
                |()| true,
            );
            if answer.is_ok() {
                search.found(server);
                break;
            }
        }
        asked
    }

    #[test]
    fn the_first_search_in_vain_takes_two_time_outs_and_each_server_has_its_turn_then() {
        let (topology, _alone) = topology();
        let names = ["redis://a:6379", "redis://b:6379", "redis://c:6379"];
        let first = asked(&topology, None);
        assert_eq!(first[0], (names[0].to_owned(), TIMEOUT));
        assert!(first[1].1 <= TIMEOUT / 2 && first[1].1 > TIMEOUT / 3);
        assert!(first[2].1 <= TIMEOUT && first[2].1 > TIMEOUT / 3);
        for turn in 1..=4 {
            let expected = (0..3).map(|n| match n {
                0 => (names[turn % 3].to_owned(), TIMEOUT),
                n => (names[(turn + n) % 3].to_owned(), GRACE),
            });
            assert_eq!(asked(&topology, None), expected.collect::<Vec<_>>());
        }
        // A server that answers is asked first from then on.
        assert_eq!(asked(&topology, Some(names[1])).len(), 3);
        assert_eq!(asked(&topology, Some(names[1])).len(), 1);
        assert!(asked(&topology, None)[1].1 > GRACE);
        forget_searches();
    }

    #[test]
    fn after_the_server_in_charge_was_silent_only_one_more_is_waited_for() {
        let (topology, _alone) = topology();
        note_silence(&topology);
        let waits: Vec<Duration> = asked(&topology, None).iter().map(|asked| asked.1).collect();
        assert_eq!(waits, [TIMEOUT, GRACE, GRACE]);
        forget_searches();
    }

    #[test]
    fn a_search_of_another_thread_begins_with_the_server_that_answered_last() {
        let (topology, _alone) = topology();
        let name = "redis://b:6379";
        assert_eq!(asked(&topology, Some(name)).len(), 2);
        let elsewhere = thread::scope(|scope| {
            let search = || asked(&topology, Some(name));
            scope.spawn(search).join().unwrap()
        });
        assert_eq!(elsewhere, [(name.to_owned(), TIMEOUT)]);
    }

    #[test]
    fn a_search_goes_without_turns_that_another_thread_has_locked() {
        let (topology, _alone) = topology();
        let locked = TURNS.lock().unwrap();
        assert_eq!(asked(&topology, None).len(), 3);
        drop(locked);
        forget_searches();
    }
}
