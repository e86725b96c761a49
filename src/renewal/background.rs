//! Tasks that other threads do for the background thread, because they block: looking up a host's
//! name, finding the server in charge.

use std::sync::Arc;

use socket2::SockAddr;

use crate::server::{address::Address, routed::placement::Placement, transport::socket::look_up};

#[derive(Clone)]
pub enum BackgroundTask {
    LookUp(Address),
    /// Finds the server with the help of these nodes of its cluster.
    Find(Placement, Arc<[Address]>),
}

/// The result of a task.
pub enum Found {
    Targets(Address, Vec<SockAddr>),
    Server(Box<Placement>, Option<Address>),
}

impl BackgroundTask {
    pub fn run(self) -> Found {
        match self {
            BackgroundTask::LookUp(address) => {
                let targets = look_up(&address);
                Found::Targets(address, targets)
            }
            BackgroundTask::Find(placement, nodes) => {
                let server = placement.find(&nodes).ok();
                Found::Server(Box::new(placement), server)
            }
        }
    }

    /// Returns the result of a task that cannot be run.
    pub fn give_up(self) -> Found {
        match self {
            BackgroundTask::LookUp(address) => Found::Targets(address, Vec::new()),
            BackgroundTask::Find(placement, _) => Found::Server(Box::new(placement), None),
        }
    }
}
