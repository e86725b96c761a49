//! The server of a lock, whatever its kind: a single server, the one in charge now, or a quorum.

use std::{fmt, rc::Rc};

use crate::claim::token::Token;
use crate::command::{Command, answer::Answer};
use crate::server::quorum::{self, Quorum};
use crate::server::routed::{self, Route, route};
use crate::server::single::{Endpoint, endpoint};
use crate::server::{Backend, Capabilities, QueueServer, delete_unconfirmed, pool};
use crate::server::{
    address::topology::Topology, error::Fault, leftovers::Leftover, leftovers::Leftovers,
    routed::placement::Placement, transport::tracking_connection,
};

#[derive(Clone)]
pub enum AnyBackend {
    Single(Rc<Endpoint>),
    Routed(Rc<Route>),
    Quorum(Rc<Quorum>),
}

impl AnyBackend {
    /// Returns the server, or servers, for a key. Opens no connection.
    pub fn new(topology: Topology, key: &[u8]) -> AnyBackend {
        match topology {
            Topology::Single(address) => AnyBackend::Single(endpoint(address)),
            Topology::Quorum(addresses) => AnyBackend::Quorum(quorum::quorum(addresses)),
            routed => AnyBackend::Routed(route(routed, key)),
        }
    }

    /// Returns its name, which stays the same when another server replaces the one in charge.
    pub fn name(&self) -> String {
        match self {
            AnyBackend::Routed(route) => route.placement.topology.to_string(),
            AnyBackend::Single(_) | AnyBackend::Quorum(_) => self.to_string(),
        }
    }

    /// Returns where its keys are, at each server of a quorum.
    pub fn placements(&self) -> Vec<Placement> {
        match self {
            AnyBackend::Single(endpoint) => vec![Placement::server(endpoint.address().clone())],
            AnyBackend::Routed(route) => vec![route.placement.clone()],
            AnyBackend::Quorum(quorum) => {
                let addresses = quorum.addresses().iter().cloned();
                addresses.map(Placement::server).collect()
            }
        }
    }
}

/// Shows the address as users write it, without credentials, and the server in charge if that may
/// change.
impl fmt::Display for AnyBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyBackend::Single(endpoint) => endpoint.address().fmt(f),
            AnyBackend::Routed(route) => {
                route.placement.topology.fmt(f)?;
                match route.known_node() {
                    Some(node) => write!(f, " (now {node})"),
                    None => Ok(()),
                }
            }
            AnyBackend::Quorum(quorum) => quorum.fmt(f),
        }
    }
}

/// Evaluates the same expression for each kind.
macro_rules! each {
    ($backend:expr, $server:ident => $what:expr) => {
        match $backend {
            AnyBackend::Single($server) => $what,
            AnyBackend::Routed($server) => $what,
            AnyBackend::Quorum($server) => $what,
        }
    };
}

impl Backend for AnyBackend {
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault> {
        each!(self, server => server.perform(command))
    }

    fn capabilities(&self) -> Capabilities {
        each!(self, server => server.capabilities())
    }

    fn is_silent(&self) -> bool {
        each!(self, server => server.is_silent())
    }

    fn is_under_way(&self) -> bool {
        each!(self, server => server.is_under_way())
    }

    fn has_lost_vote(&self) -> bool {
        each!(self, server => server.has_lost_vote())
    }

    fn granted(&self) -> Box<[bool]> {
        each!(self, server => server.granted())
    }

    fn leftovers(&self) -> &Leftovers {
        each!(self, server => server.leftovers())
    }

    fn will_delete(&self, key: &[u8], token: &Token) -> bool {
        each!(self, server => server.will_delete(key, token))
    }

    fn release_unconfirmed(&mut self, release: Leftover) -> bool {
        each!(self, server => server.release_unconfirmed(release))
    }

    fn read_pending(&mut self) {
        each!(self, server => server.read_pending());
    }

    fn contact(&self) -> Option<Rc<Endpoint>> {
        each!(self, server => server.contact())
    }

    fn queue_server(&mut self) -> Option<&mut dyn QueueServer> {
        each!(self, server => server.queue_server())
    }
}

/// Begins a request of PHP.
pub fn begin_request() {
    tracking_connection::count_anew();
}

/// Closes this thread's connections, at the end of the process or thread.
pub fn close_connections() {
    for address in pool::drain() {
        delete_unconfirmed(&mut endpoint(address));
    }
    routed::delete_unconfirmed_of_routes(None);
    routed::forget_routes();
    pool::close_connections();
    quorum::close_connections();
}
