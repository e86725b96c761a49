//! `redislock ls`: the locks of a server.

use std::{
    thread,
    time::{Duration, Instant},
};

use redislock::client::{Fault, Found, Listing, label_of};
use serde_json::json;

use crate::arguments::ask::Ask;
use crate::ask::{owner, type_name};
use crate::message::{fault_of_question, say, seconds, status_of, text, write};
use crate::status;

/// The number of keys that one command looks at. That takes the server about a millisecond.
const KEYS_AT_A_TIME: u32 = 250;
/// A search takes at most one part in `SHARE` of a server's time.
const SHARE: u32 = 10;

/// Lists the locks. Returns the exit status.
pub fn run(options: &Ask) -> u8 {
    let mut written = Ok(());
    let outcome = list(options, |found| {
        written = write(&match options.is_json {
            true => format!("{}\n", as_json(found)),
            false => format!("{}\n", as_text(found)),
        });
        written.is_ok()
    });
    match outcome {
        Ok(summary) => {
            say(&summary);
            status_of(written)
        }
        Err(error) => {
            say(&format!(
                "cannot list the locks: {}",
                fault_of_question(&error)
            ));
            status::NO_SERVER
        }
    }
}

/// Finds the locks, and has `show` show each of them, until that returns false. Returns a summary.
fn list(options: &Ask, mut show: impl FnMut(&Found) -> bool) -> Result<String, Fault> {
    let began = Instant::now();
    let mut listing = Listing::new(&options.servers, &options.key, options.any)?;
    let keys = listing.keys()?;
    let mut number = 0;
    'all: loop {
        let before = listing.busy();
        let Some(found) = listing.next(KEYS_AT_A_TIME)? else {
            break;
        };
        for found in &found {
            number += 1;
            if !show(found) {
                break 'all; // the reader has seen enough, or gets no more
            }
        }
        thread::sleep((listing.busy() - before) * (SHARE - 1));
    }
    let took = began.elapsed().max(Duration::from_millis(1));
    let share = listing.busy().as_secs_f64() / took.as_secs_f64() * 100.0;
    Ok(format!(
        "{number} locks among {keys} keys, in {} s and at most {share:.1} % of the server's time",
        seconds(took)
    ))
}

fn as_text(found: &Found) -> String {
    let left = match found.left {
        Some(left) => format!("{:.3}", left.as_secs_f64()),
        None => "-".to_owned(),
    };
    let key = text(&found.key);
    format!(
        "{key}\t{}\t{left}\t{}",
        type_name(found.key_type),
        owner(&found.token)
    )
}

fn as_json(found: &Found) -> serde_json::Value {
    json!({
        "key": text(&found.key),
        "type": type_name(found.key_type),
        "label": label_of(&found.token),
        "remaining": found.left.map(|left| left.as_secs_f64()),
    })
}
