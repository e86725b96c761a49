//! Where a key's server is to be found, and finding it.

use crate::server::routed::cluster::{Map, find_map};
use crate::server::routed::search::Search;
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

/// Where a key's server is to be found, also for those who renew leases in another thread.
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

    /// The node that has it, as far as this thread knows for certain.
    pub fn trusted_node(&self) -> Option<Address> {
        MAPS.with_borrow(|maps| {
            let map = maps.get(&self.topology)?;
            map.trusted_node_of(self.slot).cloned()
        })
    }

    /// The nodes of its cluster that this thread knows.
    pub fn known_nodes(&self) -> Arc<[Address]> {
        MAPS.with_borrow(|maps| {
            let map = maps.get(&self.topology);
            map.map(|map| map.nodes_to_ask(self.slot))
                .unwrap_or_default()
        })
    }

    /// Finds the server that is in charge; by nodes that were known, even where none of those is left that the user named.
    pub fn find(&self, known: &[Address]) -> Result<Address, Fault> {
        match &self.topology {
            Topology::Single(address) => Ok(address.clone()),
            Topology::Quorum(_) => unreachable!("each of its servers is looked for by itself"),
            Topology::Sentinel(sentinel) => {
                let mut search = Search::begin(&self.topology);
                find_master(sentinel, &mut search)
            }
            Topology::Cluster(cluster) => {
                let mut search = Search::begin(&self.topology);
                let (map, node) = find_map(cluster, known, self.slot, &mut search)?;
                MAPS.with_borrow_mut(|maps| maps.insert(self.topology.clone(), map));
                Ok(node)
            }
        }
    }

    /// What this thread knows of its cluster turned out to be wrong.
    pub fn doubt(&self) {
        MAPS.with_borrow_mut(|maps| maps.get_mut(&self.topology).map(Map::doubt));
    }

    pub fn timeouts(&self) -> Timeouts {
        self.topology.timeouts()
    }
}
