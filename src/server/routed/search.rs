//! A search for the server in charge, and how long it may take while no server answers.
//!
//! A search asks one server after the other. The first silent server may take a whole time-out. All
//! servers after it share one more time-out in equal parts; shortly after a search in vain, each of
//! them has only `GRACE`. A search begins with the server that led to the one in charge the last
//! time. After a search in vain it begins with the next server, so that each in turn has a whole
//! time-out.

use std::{cell::RefCell, collections::HashMap, time::Instant};

use crate::os::interrupt::{self, GRACE};
use crate::server::{address::Address, address::topology::Topology, silence::Silence};

/// The number of topologies at which all last searches are forgotten.
const MOST_SEARCHES: usize = 1000;

thread_local! {
    static LAST: RefCell<HashMap<Topology, Last>> = RefCell::default();
}

/// The state that a search leaves to the next one.
#[derive(Clone, Default)]
struct Last {
    /// The server with which the next search begins.
    first: Option<Address>,
    /// The last wait for the server in charge, or search for it, if it was in vain.
    silent: Option<Silence>,
}

/// Forgets all last searches, at this thread's end.
pub fn forget_searches() {
    LAST.take();
}

/// Returns the silence that the last search met; None if it found a server, was answered, or was
/// long ago.
pub fn last_silence(topology: &Topology) -> Option<Silence> {
    let timeout = topology.timeouts().longest();
    last(topology)
        .silent
        .filter(|silence| silence.counts(timeout))
}

/// Notes that the server in charge was awaited in vain, so the search for another one does not wait
/// as long again for several.
pub fn note_silence(topology: &Topology) {
    let silent = Some(Silence::after(Instant::now()));
    leave(
        topology,
        Last {
            silent,
            ..last(topology)
        },
    );
}

fn last(topology: &Topology) -> Last {
    let last = LAST.with_borrow(|all| all.get(topology).cloned());
    last.unwrap_or_default()
}

fn leave(topology: &Topology, last: Last) {
    LAST.with_borrow_mut(|all| {
        if all.len() >= MOST_SEARCHES {
            all.clear();
        }
        all.insert(topology.clone(), last)
    });
}

/// One search. It is in vain unless it [found](Self::found) a server.
pub struct Search<'t> {
    topology: &'t Topology,
    last: Last,
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
            last: last(topology),
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
        let first = self.last.first.as_ref();
        let first = first.filter(|first| Some(*first) != doubted);
        let at = servers.iter().position(|server| Some(*server) == first);
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
        let (first, silent) = match (self.found.take(), self.silent) {
            (Some(by), _) => (Some(by), None),
            (None, Some(_)) => (self.second.take(), Some(Silence::after(self.began))),
            (None, None) => (self.last.first.take(), None),
        };
        leave(self.topology, Last { first, silent });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::server::address::options::Timeouts;

    const TIMEOUT: Duration = Duration::from_secs(8);

    fn topology() -> Topology {
        let timeouts = Timeouts {
            connect: TIMEOUT,
            read: TIMEOUT,
        };
        Topology::parse("redis-cluster://a,b,c", timeouts).unwrap()
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
        let topology = topology();
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
        let topology = topology();
        note_silence(&topology);
        let waits: Vec<Duration> = asked(&topology, None).iter().map(|asked| asked.1).collect();
        assert_eq!(waits, [TIMEOUT, GRACE, GRACE]);
        forget_searches();
    }
}
