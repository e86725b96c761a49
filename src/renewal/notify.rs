//! Notifies of losses: one at a time, and again until the notification has arrived.

use std::{sync::Arc, time::Duration};

use crate::claim::loss::Loss;
use crate::os::clock::BootInstant;
use crate::renewal::{options::Listener, wire::FIRST_RENEWAL_RETRY};

/// The listeners whose notification may not have arrived yet.
#[derive(Default)]
pub struct Reminders {
    pending: Vec<(u64, Arc<dyn Listener>)>,
    /// The moment at which to notify again.
    pub next: Option<BootInstant>,
    pause: Duration,
}

impl Reminders {
    /// Notifies at once, unless another notification is pending: one exception at a time.
    pub fn add(&mut self, id: u64, listener: Arc<dyn Listener>, loss: Loss, place: Option<usize>) {
        listener.note(loss, place);
        if self.pending.is_empty() {
            listener.tell();
        }
        self.pending.push((id, listener));
        self.pause = FIRST_RENEWAL_RETRY;
        let soon = BootInstant::now() + self.pause;
        self.next = Some(self.next.map_or(soon, |next| next.min(soon)));
    }

    pub fn remove(&mut self, id: u64) {
        self.pending.retain(|(other, _)| *other != id);
    }

    /// Notifies again if a notification could not arrive, because another exception was pending.
    /// This is soon after a notification has arrived, and less and less often while none does.
    pub fn send(&mut self) {
        let now = BootInstant::now();
        if self.next.is_none_or(|next| now < next) {
            return;
        }
        let before = self.pending.len();
        self.pending.retain(|(_, listener)| listener.tell());
        self.pause = match self.pending.len() < before {
            true => FIRST_RENEWAL_RETRY,
            false => (self.pause * 2).min(Duration::from_secs(1)),
        };
        self.next = (!self.pending.is_empty()).then(|| now + self.pause);
    }
}
