//! What the background thread has others do, because it blocks: looking up a host's name, finding the server in charge.

use super::schedule::Schedule;
use crate::server::{Address, Origin, look_up};

#[derive(Clone)]
pub enum Errand {
    LookUp(Address),
    Find(Origin),
}

impl Errand {
    /// Runs it; what it found is for the schedule.
    pub fn run(self) -> Box<dyn FnOnce(&mut Schedule)> {
        match self {
            Errand::LookUp(address) => {
                let targets = look_up(&address);
                Box::new(move |schedule| schedule.know(&address, targets))
            }
            Errand::Find(origin) => {
                let found = origin.find().ok();
                Box::new(move |schedule| schedule.found(&origin, found))
            }
        }
    }

    /// It cannot be run.
    pub fn give_up(self, schedule: &mut Schedule) {
        match self {
            Errand::LookUp(address) => schedule.know(&address, Vec::new()),
            Errand::Find(origin) => schedule.found(&origin, None),
        }
    }
}
