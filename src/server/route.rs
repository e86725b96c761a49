//! The way to the server that is in charge of a lock's key: the master that sentinels name, the node of a cluster that has
//! the key. It is found when it is first needed, and looked for again when that server says or shows that it is no
//! longer the one.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    mem,
    rc::Rc,
};

use redis::{Cmd, Value};

use super::{
    Acknowledgement, Address, Deployment, Endpoint, Fault, Native, Orphan, Process, Server,
    Timeouts, Watcher,
    cluster::{self, Map, elsewhere, find_map},
    endpoint, interrupt,
    sentinel::find_master,
};

/// A cluster that sends us from node to node is not followed for ever.
const MOST_REDIRECTIONS: usize = 5;

thread_local! {
    static SITES: RefCell<HashMap<(Deployment, u16), Rc<Site>>> = RefCell::default();
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
        let site = sites.entry((deployment, slot));
        let (deployment, slot) = site.key().clone();
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

/// Finds the server that is in charge; what is known of a cluster may be old, if `anew` is not set.
fn find(deployment: &Deployment, slot: u16, anew: bool) -> Result<Address, Fault> {
    match deployment {
        Deployment::Single(address) => Ok(address.clone()),
        Deployment::Sentinel(sentinel) => find_master(sentinel),
        Deployment::Cluster(cluster) => {
            let known = MAPS.with_borrow(|maps| {
                let map = maps.get(deployment)?;
                let node = map.node_of(slot);
                // Who had the slot is asked last: it does not answer, perhaps.
                let mut nodes: Vec<Address> = map.nodes().cloned().collect();
                nodes.sort_by_key(|other| Some(other) == node);
                Some((node.filter(|_| !anew).cloned(), nodes))
            });
            let nodes = match known {
                Some((Some(node), _)) => return Ok(node),
                Some((None, nodes)) => nodes,
                None => Vec::new(),
            };
            let map = find_map(cluster, &nodes)?;
            let node = map.node_of(slot).cloned();
            MAPS.with_borrow_mut(|maps| maps.insert(deployment.clone(), map));
            node.ok_or_else(|| {
                let what = format!("no node of the cluster has slot {slot}");
                Fault::Unreachable((redis::ErrorKind::ClusterConnectionNotFound, "", what).into())
            })
        }
    }
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
        let place = (self.deployment.clone(), self.slot);
        SITES.with_borrow(|sites| sites.get(&place)?.known_node())
    }

    /// Whether it may come to be somewhere else.
    pub fn may_change(&self) -> bool {
        !matches!(self.deployment, Deployment::Single(_))
    }

    /// Finds it.
    pub fn find(&self) -> Result<Address, Fault> {
        find(&self.deployment, self.slot, true)
    }

    pub fn timeouts(&self) -> Timeouts {
        match &self.deployment {
            Deployment::Single(address) => address.timeouts,
            Deployment::Sentinel(sentinel) => sentinel.master.timeouts,
            Deployment::Cluster(cluster) => cluster.seeds[0].timeouts,
        }
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

    fn node(&self, anew: bool) -> Result<Rc<Endpoint>, Fault> {
        if let Some(node) = &*self.node.borrow() {
            return Ok(node.clone());
        }
        let process = Process::current();
        let found = find(&self.deployment, self.slot, anew);
        if process != Process::current() {
            return Err(Fault::Forked);
        }
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        let node = endpoint(found?);
        *self.node.borrow_mut() = Some(node.clone());
        Ok(node)
    }

    /// Has something asked of the server in charge, and looks for that where it turns out to be another one. `ask` is told
    /// whether it only takes the key's place while the key moves there.
    fn follow<R>(
        &self,
        mut ask: impl FnMut(&mut Rc<Endpoint>, bool) -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let mut node = self.node(false)?;
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
                    *self.node.borrow_mut() = Some(node.clone());
                    MAPS.with_borrow_mut(|maps| maps.remove(&self.deployment));
                }
                continue;
            }
            match &fault {
                Fault::Unreachable(_) => {}
                Fault::Refused(error) if error.code() == Some("READONLY") => {}
                Fault::ReplyLost(_) => {
                    self.node.take();
                    return Err(fault);
                }
                _ => return Err(fault),
            }
            self.node.take();
            let found = self.node(true)?;
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
            true => by.judge(node.ask_in_place(command)?, node.ask(&by.command())),
        })
    }

    fn native(&mut self) -> Result<Option<Native>, Fault> {
        match self.node(false) {
            Ok(mut node) => node.native(),
            Err(fault @ (Fault::Forked | Fault::Interrupted)) => Err(fault),
            Err(_) => Ok(None), // what is asked next tells of it
        }
    }

    fn forget_native(&mut self) {
        if let Some(node) = &mut *self.asked.borrow_mut() {
            node.forget_native();
        }
    }

    fn fails_over(&self) -> bool {
        true
    }

    fn has_slots(&self) -> bool {
        matches!(self.deployment, Deployment::Cluster(_))
    }

    type Watch = Watcher;

    fn watch(&mut self) -> Result<Watcher, Fault> {
        self.node(false)?.watch()
    }

    fn can_watch(&self) -> bool {
        let node = self.node.borrow();
        node.as_ref().is_none_or(|node| node.can_watch())
    }

    fn unwatch(&mut self, watch: Watcher) {
        endpoint(watch.address().clone()).unwatch(watch);
    }

    fn cannot_watch(&mut self, refusal: &Fault) {
        if let Ok(mut node) = self.node(false) {
            node.cannot_watch(refusal);
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
        self.orphans.borrow_mut().push(orphan);
    }
}
