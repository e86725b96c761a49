//! A search for the server in charge, and how long it may take while no server answers.
//!
//! A search asks one server after the other. The first silent server may take a whole time-out. All
//! servers after it share one more time-out in equal parts. If the last search failed shortly
//! before, or a server has answered, each of these further servers gets only `GRACE`. A search
//! begins with the server that answered last. Servers that used up a whole time-out are asked last,
//! the most recent one at the end. So each in turn has a whole time-out.

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
    /// The server that answered last.
    first: Option<Address>,
    /// The servers that have taken a whole time-out in vain, the latest last.
    in_vain: Vec<Address>,
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
    /// The moment from which no server has a whole time-out any more.
    waited: Option<Instant>,
    is_answered: bool,
}

impl Search<'_> {
    pub fn begin(topology: &Topology) -> Search<'_> {
        Search {
            topology,
            is_after_silence: last_silence(topology).is_some(),
            began: Instant::now(),
            waited: None,
            is_answered: false,
        }
    }

    /// Puts the servers in the order in which they are asked. `suspected` does not come first,
    /// unless all others have taken a whole time-out in vain since it has.
    pub fn order(&self, servers: &mut [&Address], suspected: Option<&Address>) {
        with_turns(self.topology, |turns| {
            turns.in_vain.retain(|server| servers.contains(&server));
            let first = turns.first.as_ref();
            let first = first.filter(|first| Some(*first) != suspected);
            let at = servers.iter().position(|server| Some(*server) == first);
            servers.rotate_left(at.unwrap_or(0));
            let turn = |server: &&Address| turns.in_vain.iter().position(|other| other == *server);
            servers.sort_by_key(turn);
        });
    }

    /// Asks a server, or what it named; `left` is the number of servers still to be asked, with
    /// this one.
    pub fn ask<R, E>(
        &mut self,
        server: &Address,
        left: usize,
        ask: impl FnOnce() -> Result<R, E>,
        is_timeout: impl FnOnce(&E) -> bool,
    ) -> Result<R, E> {
        let is_in_haste = interrupt::short_limit().is_some();
        let limit = self.waited.map(|since| {
            let time = interrupt::limit(self.topology.timeouts().longest());
            match self.is_after_silence || self.is_answered {
                true => GRACE,
                false => time.saturating_sub(since.elapsed()) / left as u32,
            }
        });
        let _limited = limit.map(interrupt::cap_timeouts);
        // A search that a signal handler has ended may have met a silent server.
        let is_over = |error: &E| interrupt::must_stop() || is_timeout(error);
        ask().inspect_err(|error| match is_over(error) {
            true if is_in_haste => _ = self.waited.get_or_insert_with(Instant::now),
            true => self.had_turn(server),
            false => {}
        })
    }

    /// Notes that the suspected server is not asked, because the next command waits for it. That is
    /// its turn if others have been silent, so those do not take a time-out in each search.
    pub fn pass_over(&mut self, suspected: &Address) {
        if with_turns(self.topology, |turns| !turns.in_vain.is_empty()) {
            self.had_turn(suspected);
        }
    }

    /// Notes that this server has had its whole time-out, unless another server has had one.
    fn had_turn(&mut self, server: &Address) {
        if self.waited.is_none() {
            self.waited = Some(Instant::now());
            with_turns(self.topology, |turns| {
                turns.in_vain.retain(|other| other != server);
                turns.in_vain.push(server.clone());
            });
        }
    }

    /// Notes that the answer of this server has led to the server in charge.
    pub fn found(&mut self, by: &Address) {
        self.answered(by);
        self.waited.get_or_insert_with(Instant::now);
        with_turns(self.topology, |turns| turns.in_vain.clear());
    }

    /// Notes that this server has named a server, which may not be in charge any more.
    pub fn answered(&mut self, by: &Address) {
        self.is_answered = true;
        with_turns(self.topology, |turns| {
            turns.in_vain.retain(|other| other != by);
            turns.first = Some(by.clone());
        });
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if interrupt::must_stop() {
            return; // an interrupt ended it, not a server's silence
        }
        let is_in_vain = !self.is_answered && self.waited.is_some();
        let silence = is_in_vain.then(|| Silence::after(self.began));
        leave(self.topology, silence);
    }
}

#[cfg(test)]
pub mod tests {
    use std::{
        sync::{MutexGuard, PoisonError},
        thread,
        time::Duration,
    };

    use super::*;
    use crate::server::address::options::Timeouts;

    const TIMEOUT: Duration = Duration::from_secs(8);

    static ALONE: Mutex<()> = Mutex::new(());

    /// Forgets all turns, and keeps other tests from searching.
    pub fn alone() -> MutexGuard<'static, ()> {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        TURNS.lock().unwrap().take();
        alone
    }

    fn topology() -> (Topology, MutexGuard<'static, ()>) {
        let alone = alone();
        let timeouts = Timeouts {
            connect: TIMEOUT,
            read: TIMEOUT,
        };
        let topology = Topology::parse("redis-cluster://a,b,c", timeouts).unwrap();
        (topology, alone)
    }

    /// Returns the servers that a search asks, and for how long. Only `answers` answers. It leads
    /// to the server in charge, or names `suspected`.
    fn asked_suspecting(
        topology: &Topology,
        suspected: Option<&str>,
        answers: Option<&str>,
    ) -> Vec<(String, Duration)> {
        let Topology::Cluster(cluster) = topology else {
            unreachable!("it is one");
        };
        let mut servers: Vec<&Address> = cluster.seeds.iter().collect();
        let is_suspected = |server: &Address| Some(&*server.to_string()) == suspected;
        servers.sort_by_key(|server| is_suspected(server));
        let mut search = Search::begin(topology);
        let last = servers.last().copied().filter(|last| is_suspected(last));
        search.order(&mut servers, last);
        let mut asked: Vec<(String, Duration)> = Vec::new();
        for (nth, server) in servers.iter().enumerate() {
            let name = server.to_string();
            if search.is_answered && is_suspected(server) {
                search.pass_over(server);
                continue;
            }
            asked.push((name.clone(), Duration::ZERO));
            let answer = search.ask(
                server,
                servers.len() - nth,
                || {
                    asked.last_mut().unwrap().1 = interrupt::limit(TIMEOUT);
                    (answers == Some(&name)).then_some(()).ok_or(())
                },
                |()| true,
            );
            if answer.is_ok() && last.is_some_and(|suspected| suspected != *server) {
                search.answered(server);
            } else if answer.is_ok() {
                search.found(server);
                break;
            }
        }
        asked
    }

    fn asked(topology: &Topology, answers: Option<&str>) -> Vec<(String, Duration)> {
        asked_suspecting(topology, None, answers)
    }

    fn has_whole(asked: &[(String, Duration)], name: &str) -> bool {
        asked.contains(&(name.to_owned(), TIMEOUT))
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

    #[test]
    fn the_suspected_server_has_its_turn_too() {
        let (topology, _alone) = topology();
        let [a, b, c] = ["redis://a:6379", "redis://b:6379", "redis://c:6379"];
        for name in [b, c, a, b] {
            assert!(has_whole(&asked_suspecting(&topology, Some(a), None), name));
        }
        forget_searches();
    }

    #[test]
    fn slots_with_several_suspected_owners_leave_no_server_without_a_turn() {
        let (topology, _alone) = topology();
        let names = ["redis://a:6379", "redis://b:6379", "redis://c:6379"];
        let mut left = names.to_vec();
        for suspected in [0, 1, 0] {
            let asked = asked_suspecting(&topology, Some(names[suspected]), None);
            left.retain(|name| !has_whole(&asked, name));
        }
        assert!(left.is_empty(), "{left:?}");
        forget_searches();
    }

    #[test]
    fn beside_a_server_that_names_the_suspected_one_another_one_has_its_turn() {
        let (topology, _alone) = topology();
        let [a, b, c] = ["redis://a:6379", "redis://b:6379", "redis://c:6379"];
        let search = || asked_suspecting(&topology, Some(a), Some(b));
        let asked = |limit| [(b.to_owned(), TIMEOUT), (c.to_owned(), limit)];
        for limit in [TIMEOUT, GRACE, TIMEOUT, GRACE] {
            assert_eq!(search(), asked(limit));
        }
    }
}
