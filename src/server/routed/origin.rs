//! Where a key's server is to be found, and finding it.

use crate::server::routed::cluster::{Map, find_map};
use crate::server::{
    address::Address, address::options::Timeouts, address::topology::Topology, error::Fault,
    routed::sentinel::find_master,
};

use std::{cell::RefCell, collections::HashMap, sync::Arc};

thread_local! {
    static MAPS: RefCell<HashMap<Topology, Map>> = RefCell::default();
}

/// Forgets all that this thread knows of clusters, at its end.
pub fn forget_maps() {
    MAPS.take();
}

/// The node that has a slot, as far as this thread knows for certain.
pub fn trusted_node(topology: &Topology, slot: u16) -> Option<Address> {
    MAPS.with_borrow(|maps| maps.get(topology)?.trusted_node_of(slot).cloned())
}

/// Finds the server that is in charge, in a cluster with the help of nodes that were part of it.
pub fn find(topology: &Topology, slot: u16, known: &[Address]) -> Result<Address, Fault> {
    match topology {
        Topology::Single(address) => Ok(address.clone()),
        Topology::Quorum(_) => unreachable!("each of its servers is looked for by itself"),
        Topology::Sentinel(sentinel) => find_master(sentinel),
        Topology::Cluster(cluster) => {
            let (map, node) = find_map(cluster, known, slot)?;
            MAPS.with_borrow_mut(|maps| maps.insert(topology.clone(), map));
            Ok(node)
        }
    }
}

/// What this thread knows of a cluster turned out to be wrong.
pub fn doubt(topology: &Topology) {
    MAPS.with_borrow_mut(|maps| maps.get_mut(topology).map(Map::doubt));
}

/// The nodes of a cluster that this thread knows.
pub fn known_nodes(topology: &Topology, slot: u16) -> Arc<[Address]> {
    MAPS.with_borrow(|maps| {
        let map = maps.get(topology);
        map.map(|map| map.nodes_to_ask(slot)).unwrap_or_default()
    })
}

/// Where a key's server is to be found, for those who renew leases in another thread.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    pub topology: Topology,
    pub slot: u16,
}

impl Origin {
    pub fn server(address: Address) -> Origin {
        Origin {
            topology: Topology::Single(address),
            slot: 0,
        }
    }

    /// Whether it may come to be somewhere else.
    pub fn may_change(&self) -> bool {
        !matches!(self.topology, Topology::Single(_))
    }

    /// The nodes of its cluster that this thread knows.
    pub fn known_nodes(&self) -> Arc<[Address]> {
        known_nodes(&self.topology, self.slot)
    }

    /// Finds it; by nodes that were known, even where none of those is left that the user named.
    pub fn find(&self, known: &[Address]) -> Result<Address, Fault> {
        find(&self.topology, self.slot, known)
    }

    pub fn timeouts(&self) -> Timeouts {
        self.topology.timeouts()
    }
}
