//! Telling of losses: one at a time, and again until it has been heard.

use std::{sync::Arc, time::Duration};

use crate::claim::loss::Loss;
use crate::os::clock::Moment;
use crate::renewal::{options::Listener, wire::FIRST_RETRY};

/// Those who may not have heard of their loss yet.
#[derive(Default)]
pub struct Reminders {
    pending: Vec<(u64, Arc<dyn Listener>)>,
    /// When to send them.
    pub next: Option<Moment>,
    pause: Duration,
}

impl Reminders {
    /// Tells at once, unless another loss was told just now: one exception at a time.
    pub fn add(&mut self, id: u64, listener: Arc<dyn Listener>, loss: Loss) {
        listener.note(loss);
        if self.pending.is_empty() {
            listener.tell();
        }
        self.pending.push((id, listener));
        self.pause = FIRST_RETRY;
        let soon = Moment::now() + self.pause;
        self.next = Some(self.next.map_or(soon, |next| next.min(soon)));
    }

    pub fn remove(&mut self, id: u64) {
        self.pending.retain(|(other, _)| *other != id);
    }

    /// What could not be heard when it was told, because another exception was on its way, is told again: soon after that
    /// one has been heard, and less and less often while nothing is.
    pub fn send(&mut self) {
        let now = Moment::now();
        if self.next.is_none_or(|next| now < next) {
            return;
        }
        let before = self.pending.len();
        self.pending.retain(|(_, listener)| listener.tell());
        self.pause = match self.pending.len() < before {
            true => FIRST_RETRY,
            false => (self.pause * 2).min(Duration::from_secs(1)),
        };
        self.next = (!self.pending.is_empty()).then(|| now + self.pause);
    }
}
