//! The way to the server that is in charge of a lock's key: the master that sentinels name, the node of a cluster that has
//! the key. It is found when it is first needed, and looked for again when that server says or shows that it is no
//! longer the one. In reading order:
//!
//! - This file: the site of a key, and following it to where it is.
//! - `sentinel`: which server is the master.
//! - `cluster`: which node has which keys.

pub(crate) mod cluster;
pub(crate) mod sentinel;

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    mem,
    rc::Rc,
    sync::Arc,
};

use redis::{Cmd, Value};

use crate::{
    os::{fork::Process, interrupt},
    server::{
        Orphan, Server,
        address::{Address, Timeouts, topology::Deployment},
        error::Fault,
        replicas::Acknowledgement,
        request::Native,
        routed::{
            cluster::{Map, elsewhere, find_map},
            sentinel::find_master,
        },
        single::{Endpoint, MOST_ORPHANS, endpoint},
        transport::watcher::Watcher,
    },
};

/// A cluster that sends us from node to node is not followed for ever.
const MOST_REDIRECTIONS: usize = 5;

thread_local! {
    static SITES: RefCell<HashMap<(Deployment, Timeouts, u16), Rc<Site>>> = RefCell::default();
    static MAPS: RefCell<HashMap<Deployment, Map>> = RefCell::default();
}

/// Where the keys of a slot are, as this thread knows it; what sentinels watch over is all of one slot.
pub struct Site {
    deployment: Deployment,
    slot: u16,
    node: RefCell<Option<Rc<Endpoint>>>,
    /// Who was asked last.
    asked: RefCell<Option<Rc<Endpoint>>>,
    orphans: RefCell<Vec<Orphan>>,
    process: Cell<Process>,
}

/// The site of a key, the same for all locks of this thread in its slot. Opens no connection.
pub fn site(deployment: Deployment, key: &[u8]) -> Rc<Site> {
    let slot = match deployment {
        Deployment::Cluster(_) => cluster::slot(key),
        _ => 0,
    };
    SITES.with_borrow_mut(|sites| {
        let timeouts = deployment.timeouts();
        let site = sites.entry((deployment, timeouts, slot));
        let (deployment, _, slot) = site.key().clone();
        let new = || {
            Rc::new(Site {
                deployment,
                slot,
                node: RefCell::default(),
                asked: RefCell::default(),
                orphans: RefCell::default(),
                process: Cell::new(Process::current()),
            })
        };
        site.or_insert_with(new).clone()
    })
}

/// Forgets all that this thread knows of sites, at its end.
pub fn forget_sites() {
    SITES.take();
    MAPS.take();
}

/// Finds the server that is in charge, in a cluster with the help of nodes that were part of it.
fn find(deployment: &Deployment, slot: u16, known: &[Address]) -> Result<Address, Fault> {
    match deployment {
        Deployment::Single(address) => Ok(address.clone()),
        Deployment::Sentinel(sentinel) => find_master(sentinel),
        Deployment::Cluster(cluster) => {
            let (map, node) = find_map(cluster, known, slot)?;
            MAPS.with_borrow_mut(|maps| maps.insert(deployment.clone(), map));
            Ok(node)
        }
    }
}

/// What this thread knows of a cluster turned out to be wrong.
fn doubt(deployment: &Deployment) {
    MAPS.with_borrow_mut(|maps| maps.get_mut(deployment).map(Map::doubt));
}

/// The nodes of a cluster that this thread knows.
fn known_nodes(deployment: &Deployment, slot: u16) -> Arc<[Address]> {
    MAPS.with_borrow(|maps| {
        let map = maps.get(deployment);
        map.map(|map| map.nodes_to_ask(slot)).unwrap_or_default()
    })
}

/// Where a key's server is to be found, for those who renew leases in another thread.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    deployment: Deployment,
    slot: u16,
}

impl Origin {
    pub fn server(address: Address) -> Origin {
        Origin {
            deployment: Deployment::Single(address),
            slot: 0,
        }
    }

    /// Where this thread knows it to be.
    pub fn known_node(&self) -> Option<Address> {
        if let Deployment::Single(address) = &self.deployment {
            return Some(address.clone());
        }
        let place = (self.deployment.clone(), self.timeouts(), self.slot);
        SITES.with_borrow(|sites| sites.get(&place)?.known_node())
    }

    /// Whether it may come to be somewhere else.
    pub fn may_change(&self) -> bool {
        !matches!(self.deployment, Deployment::Single(_))
    }

    /// The nodes of its cluster that this thread knows.
    pub fn known_nodes(&self) -> Arc<[Address]> {
        known_nodes(&self.deployment, self.slot)
    }

    /// Finds it; by nodes that were known, even where none of those is left that the user named.
    pub fn find(&self, known: &[Address]) -> Result<Address, Fault> {
        find(&self.deployment, self.slot, known)
    }

    pub fn timeouts(&self) -> Timeouts {
        self.deployment.timeouts()
    }
}

impl Site {
    pub fn deployment(&self) -> &Deployment {
        &self.deployment
    }

    pub fn origin(&self) -> Origin {
        Origin {
            deployment: self.deployment.clone(),
            slot: self.slot,
        }
    }

    /// Who is in charge, as far as is known.
    pub fn known_node(&self) -> Option<Address> {
        let node = self.node.borrow();
        node.as_ref().map(|node| node.address().clone())
    }

    /// Who is in charge: found anew if nobody is known to be.
    fn node(&self) -> Result<Rc<Endpoint>, Fault> {
        if let Some(node) = &*self.node.borrow()
            && (self.is_told() || node.has_live_connection())
        {
            return Ok(node.clone());
        }
        let (deployment, slot) = (&self.deployment, self.slot);
        let trusted = MAPS.with_borrow(|maps| maps.get(deployment)?.trusted_node_of(slot).cloned());
        let process = Process::current();
        let found = match trusted {
            Some(node) => Ok(node),
            None => find(deployment, slot, &known_nodes(deployment, slot)),
        };
        if process != Process::current() {
            return Err(Fault::Forked);
        }
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        let node = endpoint(found?.within(deployment.timeouts()));
        *self.node.borrow_mut() = Some(node.clone());
        Ok(node)
    }

    /// Whether a server that is no longer in charge says so. A master that sentinels have replaced does not, once it is
    /// started again: it has to be asked for with every new connection.
    fn is_told(&self) -> bool {
        matches!(self.deployment, Deployment::Cluster(_))
    }

    /// The server is not in charge, or does not answer.
    fn forget_node(&self) {
        self.node.take();
        doubt(&self.deployment);
    }

    /// Has something asked of the server in charge, and looks for that where it turns out to be another one. `ask` is told
    /// whether it only takes the key's place while the key moves there.
    fn follow<R>(
        &self,
        mut ask: impl FnMut(&mut Rc<Endpoint>, bool) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let mut node = self.node()?;
        let mut takes_place = false;
        for _ in 0..MOST_REDIRECTIONS {
            *self.asked.borrow_mut() = Some(node.clone());
            let fault = match ask(&mut node, takes_place) {
                Ok(answer) => return Ok(answer),
                Err(fault) => fault,
            };
            if let Some((moved, host, port)) = fault.redirection()
                && let Some(address) = elsewhere(node.address(), &host, port)
            {
                node = endpoint(address);
                takes_place = !moved;
                if moved {
                    doubt(&self.deployment);
                    *self.node.borrow_mut() = Some(node.clone());
                }
                continue;
            }
            match &fault {
                Fault::Unreachable(_) => {}
                Fault::Refused(error) if error.code() == Some("READONLY") => {}
                Fault::ReplyLost(_) => {
                    self.forget_node();
                    return Err(fault);
                }
                _ => return Err(fault),
            }
            self.forget_node();
            let found = self.node()?;
            if found.address() == node.address() {
                return Err(fault);
            }
            node = found;
            takes_place = false;
        }
        let what = "the nodes of the cluster send us from one to the other".to_owned();
        Err(Fault::Unreachable(
            (redis::ErrorKind::ClusterConnectionNotFound, "", what).into(),
        ))
    }

    /// In a forked child, forgets what is the parent's.
    fn disown(&self) {
        if self.process.replace(Process::current()) != Process::current() {
            self.orphans.borrow_mut().clear();
        }
    }
}

impl Server for Rc<Site> {
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        self.follow(|node, takes_place| match takes_place {
            false => node.ask(command),
            true => node.ask_in_place(command),
        })
    }

    fn ask_acknowledged(&mut self, command: &Cmd, by: &Acknowledgement) -> Result<Value, Fault> {
        self.follow(|node, takes_place| match takes_place {
            false => node.ask_acknowledged(command, by),
            true => node.ask_in_place_acknowledged(command, by),
        })
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

    fn is_silent(&self) -> bool {
        let asked = self.asked.borrow();
        asked.as_ref().is_some_and(|node| node.is_silent())
    }

    fn fails_over(&self) -> bool {
        true
    }

    fn has_slots(&self) -> bool {
        matches!(self.deployment, Deployment::Cluster(_))
    }

    type Watch = Watcher;

    fn watch(&mut self) -> Result<Watcher, Fault> {
        self.node()?.watch()
    }

    fn can_watch(&self) -> bool {
        let node = self.node.borrow();
        node.as_ref().is_none_or(|node| node.can_watch())
    }

    fn unwatch(&mut self, watch: Watcher) {
        endpoint(watch.address().clone()).unwatch(watch);
    }

    fn cannot_watch(&mut self, refusal: &Fault) {
        if let Ok(mut node) = self.node() {
            node.cannot_watch(refusal);
        }
    }

    fn doubt(&mut self, fault: &Fault) {
        // A master that has become a replica would go on answering what is no write.
        if let Fault::Refused(error) | Fault::NotToBeAcknowledged(error) = fault
            && matches!(error.code(), Some("READONLY" | "UNBLOCKED"))
        {
            self.forget_node();
        }
    }

    fn say_last(&mut self, command: &Cmd) {
        if let Some(node) = &mut *self.asked.borrow_mut() {
            node.say_last(command);
        }
    }

    fn take_orphans(&mut self) -> Vec<Orphan> {
        self.disown();
        mem::take(&mut self.orphans.borrow_mut())
    }

    fn leave_orphan(&mut self, orphan: Orphan) {
        self.disown();
        let mut orphans = self.orphans.borrow_mut();
        if orphans.len() < MOST_ORPHANS {
            orphans.push(orphan);
        }
    }
}
