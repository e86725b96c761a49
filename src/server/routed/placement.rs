//! The place of a key, and finding its server.

use crate::server::routed::cluster::{Map, find_map};
use crate::server::routed::search::Search;
use crate::server::{
    address::Address, address::options::Timeouts, address::topology::Topology, error::Fault,
    routed::sentinel::find_master,
};

use std::{cell::RefCell, collections::HashMap, collections::HashSet, sync::Arc};

thread_local! {
    static MAPS: RefCell<HashMap<Topology, Map>> = RefCell::default();
}

/// Forgets all that this thread knows of clusters, at its end.
pub fn forget_maps() {
    MAPS.take();
}

/// Forgets the maps of all clusters but of these.
pub fn forget_maps_but_of<'t>(used: impl Iterator<Item = &'t Topology>) {
    let used: HashSet<&Topology> = used.collect();
    MAPS.with_borrow_mut(|maps| maps.retain(|topology, _| used.contains(topology)));
}

/// Returns the number of clusters that this thread has a map of.
#[cfg(test)]
pub fn known_maps() -> usize {
    MAPS.with_borrow(HashMap::len)
}

/// The place of a key, also for the background thread that renews leases.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Placement {
    pub topology: Topology,
    pub slot: u16,
}

impl Placement {
    pub fn server(address: Address) -> Placement {
        Placement {
            topology: Topology::Single(address),
            slot: 0,
        }
    }

    /// Returns whether another server may have the key later.
    pub fn may_change(&self) -> bool {
        !matches!(self.topology, Topology::Single(_))
    }

    /// Returns the node that has the key, unless this thread's map is stale.
    pub fn trusted_node(&self) -> Option<Address> {
        MAPS.with_borrow(|maps| {
            let map = maps.get(&self.topology)?;
            map.trusted_node_of(self.slot).cloned()
        })
    }

    /// Returns the nodes of the cluster that this thread knows.
    pub fn known_nodes(&self) -> Arc<[Address]> {
        MAPS.with_borrow(|maps| {
            let map = maps.get(&self.topology);
            map.map(|map| map.nodes_to_ask(self.slot))
                .unwrap_or_default()
        })
    }

    /// Finds the server in charge. The `known` nodes are asked, too, because none of the nodes that
    /// the user named may be left.
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

    /// Marks the map that this thread has of the cluster as stale.
    pub fn mark_stale(&self) {
        MAPS.with_borrow_mut(|maps| maps.get_mut(&self.topology).map(Map::mark_stale));
    }

    pub fn timeouts(&self) -> Timeouts {
        self.topology.timeouts()
    }
}
