//! What a lock talks to: one server for ever, the one that is in charge now, or most of several.

use std::{fmt, rc::Rc};

use redis::{Cmd, Value};

use crate::server::{
    Orphan, Server,
    address::{Address, topology::Deployment},
    error::Fault,
    quorum::{self, Quorum},
    replicas::Acknowledgement,
    request::{Native, Request},
    routed::{Origin, Site, site},
    single::{Endpoint, endpoint},
    transport::watcher::Watcher,
};

#[derive(Clone)]
pub enum Service {
    Single(Rc<Endpoint>),
    Routed(Rc<Site>),
    Quorum(Rc<Quorum>),
}

/// What `$server` names.
pub enum Servers {
    One(Box<Deployment>),
    /// A list of servers that know nothing of each other.
    Quorum(Vec<Address>),
}

impl Service {
    /// The service for a key. Opens no connection.
    pub fn new(servers: Servers, key: &[u8]) -> Service {
        match servers {
            Servers::One(deployment) => match *deployment {
                Deployment::Single(address) => Service::Single(endpoint(address)),
                routed => Service::Routed(site(routed, key)),
            },
            Servers::Quorum(addresses) => Service::Quorum(quorum::quorum(addresses)),
        }
    }
}

impl Service {
    /// Where its keys are.
    pub fn origins(&self) -> Vec<Origin> {
        match self {
            Service::Single(endpoint) => vec![Origin::server(endpoint.address().clone())],
            Service::Routed(site) => vec![site.origin()],
            Service::Quorum(quorum) => {
                let addresses = quorum.addresses().iter().cloned();
                addresses.map(Origin::server).collect()
            }
        }
    }
}

/// As users write it, without credentials; and who is in charge, where that may change.
impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Service::Single(endpoint) => endpoint.address().fmt(f),
            Service::Routed(site) => {
                site.deployment().fmt(f)?;
                match site.known_node() {
                    Some(node) => write!(f, " (now {node})"),
                    None => Ok(()),
                }
            }
            Service::Quorum(quorum) => quorum.fmt(f),
        }
    }
}

/// Does the same with each kind.
macro_rules! each {
    ($service:expr, $server:ident => $what:expr) => {
        match $service {
            Service::Single($server) => $what,
            Service::Routed($server) => $what,
            Service::Quorum($server) => $what,
        }
    };
}

impl Server for Service {
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        each!(self, server => server.ask(command))
    }

    fn ask_acknowledged(&mut self, command: &Cmd, by: &Acknowledgement) -> Result<Value, Fault> {
        each!(self, server => server.ask_acknowledged(command, by))
    }

    fn perform(&mut self, request: &impl Request) -> Result<Value, Fault> {
        each!(self, server => server.perform(request))
    }

    fn is_quorum(&self) -> bool {
        each!(self, server => server.is_quorum())
    }

    fn is_under_way(&self) -> bool {
        each!(self, server => server.is_under_way())
    }

    fn native(&mut self) -> Result<Option<Native>, Fault> {
        each!(self, server => server.native())
    }

    fn forget_native(&mut self) {
        each!(self, server => server.forget_native());
    }

    fn is_silent(&self) -> bool {
        each!(self, server => server.is_silent())
    }

    fn fails_over(&self) -> bool {
        each!(self, server => server.fails_over())
    }

    fn has_slots(&self) -> bool {
        each!(self, server => server.has_slots())
    }

    type Watch = Watcher;

    fn watch(&mut self) -> Result<Watcher, Fault> {
        each!(self, server => server.watch())
    }

    fn can_watch(&self) -> bool {
        each!(self, server => server.can_watch())
    }

    fn unwatch(&mut self, watch: Watcher) {
        each!(self, server => server.unwatch(watch));
    }

    fn cannot_watch(&mut self, refusal: &Fault) {
        each!(self, server => server.cannot_watch(refusal));
    }

    fn doubt(&mut self, fault: &Fault) {
        each!(self, server => server.doubt(fault));
    }

    fn say_last(&mut self, command: &Cmd) {
        each!(self, server => server.say_last(command));
    }

    fn take_orphans(&mut self) -> Vec<Orphan> {
        each!(self, server => server.take_orphans())
    }

    fn leave_orphan(&mut self, orphan: Orphan) {
        each!(self, server => server.leave_orphan(orphan));
    }
}
