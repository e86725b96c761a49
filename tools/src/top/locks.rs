//! Finds the locks of a server, and looks at their holders.

use std::time::{Duration, Instant};

use redislock::client::{Fault, Inspection, Inspector, KeyType, Listing};

use crate::arguments::ask::Ask;
use crate::message::fault_of_question;

/// The most locks that are known, and the most that are looked at in one step.
const MOST_ROWS: usize = 200;
const LOCKS_OF_A_STEP: usize = 20;
/// The number of keys that one step of the search looks at.
const KEYS_OF_A_STEP: u32 = 250;
/// A free lock is shown for this time.
const AFTERLIFE: Duration = Duration::from_secs(10);

/// A lock that was found.
pub struct Row {
    inspector: Inspector,
    pub seen: Inspection,
    /// How often other holders were seen in this period.
    changes: u32,
    /// How often a second that was so in the last period.
    pub rate: f64,
    /// The moment at which it was last seen to be held or awaited.
    used_at: Instant,
}

impl Row {
    pub fn key(&self) -> &[u8] {
        self.inspector.key()
    }

    /// Returns for how long the waiter waits that has waited longest.
    pub fn longest_wait(&self) -> Option<Duration> {
        self.seen.watchers.first().map(|watcher| watcher.waits)
    }
}

/// The locks of a server.
pub struct Locks<'o> {
    options: &'o Ask,
    rows: Vec<Row>,
    listing: Listing,
    period: Instant,
    /// The number of clients that sleep in queues.
    pub asleep: Option<u64>,
    /// The server, and its last error.
    pub server: String,
    pub error: Option<String>,
}

impl Locks<'_> {
    /// Begins to search.
    pub fn find(options: &Ask) -> Result<Locks<'_>, Fault> {
        let mut listing = Listing::new(&options.servers, &options.key, options.any)?;
        listing.keys()?;
        Ok(Locks {
            options,
            rows: Vec::new(),
            listing,
            period: Instant::now(),
            asleep: None,
            server: options.servers.to_string(),
            error: None,
        })
    }

    /// Takes a step: looks at some of the known locks, and searches for more. A step takes a small
    /// part of the server's time, however many locks there are.
    pub fn look(&mut self) {
        self.error = self
            .try_to_look()
            .err()
            .map(|error| fault_of_question(&error));
    }

    fn try_to_look(&mut self) -> Result<(), Fault> {
        let count = self.rows.len().min(LOCKS_OF_A_STEP);
        self.rows.rotate_left(count); // those that were not looked at for longest are last now
        for row in self.rows.iter_mut().rev().take(count) {
            let seen = row.inspector.look()?;
            let is_other = !seen.holders.is_empty() && tokens(&seen) != tokens(&row.seen);
            row.changes += u32::from(is_other);
            if seen.key_type != KeyType::Free || !seen.watchers.is_empty() {
                row.used_at = Instant::now();
            }
            row.seen = seen;
        }
        let found = match self.listing.next(KEYS_OF_A_STEP)? {
            Some(found) => found,
            None => {
                let options = self.options;
                self.listing = Listing::new(&options.servers, &options.key, options.any)?;
                Vec::new()
            }
        };
        for found in found {
            let is_known = self.rows.iter().any(|row| row.key() == found.key);
            if is_known || self.rows.len() >= MOST_ROWS {
                continue;
            }
            if let Ok(mut inspector) = Inspector::new(&self.options.servers, &found.key) {
                let row = Row {
                    seen: inspector.look()?,
                    inspector,
                    changes: 0,
                    rate: 0.0,
                    used_at: Instant::now(),
                };
                self.rows.push(row);
            }
        }
        Ok(())
    }

    /// Ends a period: counts the changes in it, and forgets locks that are not used any more.
    pub fn end_period(&mut self) {
        let lasted = self.period.elapsed().as_secs_f64();
        self.period = Instant::now();
        self.rows.retain(|row| row.used_at.elapsed() < AFTERLIFE);
        for row in &mut self.rows {
            row.rate = f64::from(row.changes) / lasted;
            row.changes = 0;
        }
        let any = self.rows.first();
        self.asleep = any.and_then(|row| row.inspector.asleep());
    }

    /// Returns the locks: those for which others wait longest come first.
    pub fn sorted(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by(|one, other| {
            let longest = other.longest_wait().cmp(&one.longest_wait());
            longest.then_with(|| one.key().cmp(other.key()))
        });
        rows
    }
}

/// Returns the tokens of all holders, in an order that renewals do not change.
fn tokens(seen: &Inspection) -> Vec<&[u8]> {
    let tokens = seen.holders.iter().map(|holder| &*holder.token);
    let mut tokens: Vec<&[u8]> = tokens.collect();
    tokens.sort_unstable();
    tokens
}
