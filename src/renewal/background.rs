//! What the background thread has others do, because it blocks: looking up a host's name, finding the server in charge.

use std::sync::Arc;

use crate::{
    renewal::schedule::Schedule,
    server::{address::Address, routed::Origin, transport::socket::look_up},
};

#[derive(Clone)]
pub enum Errand {
    LookUp(Address),
    /// With the help of nodes of its cluster.
    Find(Origin, Arc<[Address]>),
}

impl Errand {
    /// Runs it; what it found is for the schedule.
    pub fn run(self) -> Box<dyn FnOnce(&mut Schedule)> {
        match self {
            Errand::LookUp(address) => {
                let targets = look_up(&address);
                Box::new(move |schedule| schedule.know(&address, targets))
            }
            Errand::Find(origin, nodes) => {
                let found = origin.find(&nodes).ok();
                Box::new(move |schedule| schedule.found(&origin, found))
            }
        }
    }

    /// It cannot be run.
    pub fn give_up(self, schedule: &mut Schedule) {
        match self {
            Errand::LookUp(address) => schedule.know(&address, Vec::new()),
            Errand::Find(origin, _) => schedule.found(&origin, None),
        }
    }
}
