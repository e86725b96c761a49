//! The route to the server in charge of a lock's key: the master that sentinels name, or the node
//! of a cluster that has the key. It is found when first needed, and again when that server says or
//! shows that it is not in charge any more. In reading order:
//!
//! - This file: the route of a key, and sending commands to it.
//! - `waiting`: waiting at the server in charge.
//! - `placement`: the place of a key, and finding its server; `search`: how long that may take.
//! - `sentinel`: which server is the master.
//! - `cluster`: which node has which keys.

pub(crate) mod cluster;
pub(crate) mod placement;
mod search;
pub(crate) mod sentinel;
mod waiting;

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
    time::Instant,
};

use redis::{Cmd, Value};

use crate::command::{Acknowledgement, Command};
use crate::command::{answer::Answer, invocation::Native};
use crate::server::error::{Fault, unless_interrupted};
use crate::server::routed::placement::Placement;
use crate::server::silence::Silence;
use crate::server::single::{Endpoint, endpoint};
use crate::server::{Backend, Capabilities, QueueServer, Server, delete_unconfirmed, perform_on};
use crate::server::{
    address::Address, address::options::Timeouts, address::topology::Topology, leftovers::Leftover,
    leftovers::Leftovers, pending_release, pending_release::PendingRelease,
    routed::cluster::elsewhere,
};

/// The most redirections from node to node that a command follows.
const MOST_REDIRECTIONS: usize = 5;
/// The number of routes at which those that no lock uses are forgotten.
const MOST_ROUTES: usize = 1000;

thread_local! {
    static ROUTES: RefCell<HashMap<(Placement, Timeouts), Rc<Route>>> = RefCell::default();
}

/// The node in charge of a slot, as this thread knows it. Behind sentinels all keys are in one
/// slot.
pub struct Route {
    pub placement: Placement,
    node: RefCell<Option<Rc<Endpoint>>>,
    /// The server that was asked last.
    asked: RefCell<Option<Rc<Endpoint>>>,
    leftovers: Rc<Leftovers>,
    /// The moment at which sentinels were last asked because there were too few replicas.
    asked_again: Cell<Option<Instant>>,
    /// The last search for the server in charge, if it waited in vain.
    silent: Cell<Option<Silence>>,
}

/// Returns the route of a key, which this thread's locks in its slot share. Opens no connection.
pub fn route(topology: Topology, key: &[u8]) -> Rc<Route> {
    let slot = match topology {
        Topology::Cluster(_) => cluster::slot(key),
        _ => 0,
    };
    ROUTES.with_borrow_mut(|routes| {
        let count = routes.len();
        if count >= MOST_ROUTES {
            routes.retain(|_, route| Rc::strong_count(route) > 1 || !route.leftovers.is_empty());
        }
        if routes.len() < count {
            placement::forget_maps_but_of(routes.keys().map(|(placement, _)| &placement.topology));
        }
        let placement = Placement { topology, slot };
        let route = routes.entry((placement.clone(), placement.timeouts()));
        let new = || {
            Rc::new(Route {
                placement,
                node: RefCell::default(),
                asked: RefCell::default(),
                leftovers: Rc::default(),
                asked_again: Cell::default(),
                silent: Cell::default(),
            })
        };
        route.or_insert_with(new).clone()
    })
}

/// Deletes what unconfirmed releases have left behind, at the routes of this cluster or at all.
pub fn delete_unconfirmed_of_routes(of: Option<&Placement>) {
    let is_of = |route: &Route| of.is_none_or(|of| of.topology == route.placement.topology);
    let with_unconfirmed: Vec<Rc<Route>> = ROUTES.with_borrow(|routes| {
        let with_unconfirmed = routes
            .values()
            .filter(|route| route.leftovers.has_unconfirmed.get());
        with_unconfirmed
            .filter(|route| is_of(route))
            .cloned()
            .collect()
    });
    for mut route in with_unconfirmed {
        delete_unconfirmed(&mut route);
    }
}

/// Forgets all that this thread knows of routes, at its end.
pub fn forget_routes() {
    ROUTES.take();
    placement::forget_maps();
    search::forget_searches();
}

impl Route {
    /// Returns the server in charge, as far as is known.
    pub fn known_node(&self) -> Option<Address> {
        let node = self.node.borrow();
        node.as_ref().map(|node| node.address().clone())
    }

    /// Returns the server in charge, and searches for it if none is known.
    fn node(&self) -> Result<Rc<Endpoint>, Fault> {
        if let Some(node) = &*self.node.borrow()
            && (self.is_told() || node.has_live_connection())
        {
            self.silent.take();
            return Ok(node.clone());
        }
        let placement = &self.placement;
        let found = unless_interrupted(|| match placement.trusted_node() {
            Some(node) => Ok(node),
            None => placement.find(&placement.known_nodes()),
        });
        let silent = search::last_silence(&placement.topology);
        self.silent.set(silent.filter(|_| found.is_err()));
        let node = endpoint(found?.within(placement.timeouts()));
        *self.node.borrow_mut() = Some(node.clone());
        Ok(node)
    }

    /// Returns whether a server that is no longer in charge says so. A master that sentinels have
    /// replaced does not after a restart, so the sentinels are asked with every new connection.
    fn is_told(&self) -> bool {
        matches!(self.placement.topology, Topology::Cluster(_))
    }

    /// Forgets the server, because it is not in charge or does not answer.
    fn forget_node(&self) {
        self.node.take();
        self.placement.mark_stale();
    }

    /// Calls `ask` with the server in charge, and again with the next one after a redirection. The
    /// flag of `ask` is true while the key still moves to that server.
    fn follow<R>(
        &self,
        mut ask: impl FnMut(&mut Rc<Endpoint>, bool) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let mut node = self.node()?;
        let mut asking = false;
        for _ in 0..MOST_REDIRECTIONS {
            *self.asked.borrow_mut() = Some(node.clone());
            let fault = match ask(&mut node, asking) {
                Ok(answer) => return Ok(answer),
                Err(fault) => fault,
            };
            if let Some((moved, host, port)) = fault.redirection()
                && let Some(address) = elsewhere(node.address(), &host, port)
            {
                node = endpoint(address);
                asking = !moved;
                if moved {
                    self.placement.mark_stale();
                    *self.node.borrow_mut() = Some(node.clone());
                }
                continue;
            }
            match &fault {
                Fault::Unreachable(_) => {}
                fault if fault.is_of_a_replica() => {}
                Fault::ReplyLost(_) => {
                    self.forget_node();
                    return Err(fault);
                }
                _ => return Err(fault),
            }
            if fault.is_timeout() {
                search::note_silence(&self.placement.topology);
            }
            self.forget_node();
            let found = self.node()?;
            if found.address() == node.address() {
                return Err(fault);
            }
            node = found;
            asking = false;
        }
        let what = "the nodes of the cluster send us from one to the other".to_owned();
        Err(Fault::Unreachable(
            (redis::ErrorKind::ClusterConnectionNotFound, "", what).into(),
        ))
    }
}

impl Server for Rc<Route> {
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        self.follow(|node, asking| match asking {
            false => node.ask(command),
            true => node.ask_with(command, true, None),
        })
    }

    fn ask_acknowledged(&mut self, command: &Cmd, by: &Acknowledgement) -> Result<Value, Fault> {
        self.follow(|node, asking| node.ask_with(command, asking, Some(by)))
    }

    fn native(&mut self) -> Result<Option<Native>, Fault> {
        self.node()?.native().inspect_err(|fault| {
            if fault.is_timeout() {
                self.forget_node();
            }
        })
    }

    fn forget_native(&mut self) {
        if let Some(node) = &mut *self.asked.borrow_mut() {
            node.forget_native();
        }
    }

    fn has_closed(&mut self) -> bool {
        let mut asked = self.asked.borrow_mut();
        asked.as_mut().is_some_and(Server::has_closed)
    }
}

impl Backend for Rc<Route> {
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault> {
        perform_on(self, command)
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            fails_over: true,
            has_slots: matches!(self.placement.topology, Topology::Cluster(_)),
            ..Capabilities::default()
        }
    }

    fn is_silent(&self) -> bool {
        let timeout = self.placement.timeouts().longest();
        let search = self.silent.get();
        let contact = self.contact();
        search.is_some_and(|silence| silence.counts(timeout))
            || contact.is_some_and(|node| Endpoint::is_silent(&node))
    }

    fn leftovers(&self) -> &Leftovers {
        &self.leftovers
    }

    fn release_unconfirmed(&mut self, release: Leftover) -> bool {
        let to = Rc::downgrade(&self.leftovers);
        let node = self.node.borrow();
        node.as_ref()
            .is_some_and(|node| node.pool().send_unconfirmed(PendingRelease { release, to }))
    }

    fn contact(&self) -> Option<Rc<Endpoint>> {
        self.asked.borrow().clone()
    }

    fn read_pending(&mut self) {
        if let Some(node) = self.contact() {
            node.pool().read_pending();
        }
        if self.capabilities().has_slots && pending_release::some_are_unconfirmed() {
            delete_unconfirmed_of_routes(Some(&self.placement)); // other slots have no other contact
        }
    }

    fn queue_server(&mut self) -> Option<&mut dyn QueueServer> {
        Some(self)
    }
}

impl Placement {
    /// Returns the server that this thread knows to have the key.
    pub fn known_node(&self) -> Option<Address> {
        if let Topology::Single(address) = &self.topology {
            return Some(address.clone());
        }
        let route = (self.clone(), self.timeouts());
        ROUTES.with_borrow(|routes| routes.get(&route)?.known_node())
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpListener,
        thread,
    };

    use super::*;

    #[test]
    fn the_map_of_a_cluster_is_forgotten_with_its_last_route() {
        let _alone = search::tests::alone();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let map = format!("*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$0\r\n\r\n:{port}\r\n");
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (mut stream, map) = (stream.unwrap(), map.clone());
                thread::spawn(move || {
                    while stream.read(&mut [0; 1000]).is_ok_and(|length| length > 0) {
                        stream.write_all(map.as_bytes()).unwrap();
                    }
                });
            }
        });
        let find = |cluster: usize| {
            let text = format!("redis-cluster://127.0.0.1:{port},other{cluster}");
            let topology = Topology::parse(&text, Timeouts::default()).unwrap();
            let route = route(topology, b"k");
            route.node().unwrap();
            route
        };
        let used = find(0);
        (1..=MOST_ROUTES).for_each(|cluster| drop(find(cluster)));
        assert_eq!(placement::known_maps(), 2);
        assert!(used.placement.trusted_node().is_some());
        let backend = crate::server::AnyBackend::Routed(used.clone());
        assert!(backend.to_string().contains("(now ") && !backend.name().contains("(now "));
        forget_routes();
    }
}
