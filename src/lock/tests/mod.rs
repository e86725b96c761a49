//! The protocol without a network. `scripted` is a server that expects exactly the commands written down for it and
//! is for what goes over the wire; `model` is a small Redis in memory, behind the faulty network of `wire`, and is
//! for what must hold whatever happens: `explore` walks through all short programs with all faults, `late` through those
//! whose commands arrive after they have been given up.
//! `queue_explore` walks through all that can happen to some waiters in the queue of `queue_model`.

mod explore;
pub(crate) mod faults;
mod late;
mod leases;
mod leftovers;
mod likeness;
mod model;
mod programs;
mod queue_events;
mod queue_explore;
mod queue_keys;
mod queue_likeness;
mod queue_model;
mod queue_pushes;
mod queue_steps;
mod releasing;
mod scripted;
mod taking;
mod truths;
mod waiting;
mod wire;

use std::time::Duration;

use redis::Cmd;

pub(crate) const MS: fn(u64) -> Duration = Duration::from_millis;
pub(crate) const TTL: Duration = Duration::from_secs(10);

macro_rules! script {
    ($($file:literal),+) => {
        concat!($(include_str!(concat!("../../command/scripts/", $file))),+)
    };
}

/// The scripts by name, as they are sent.
const SCRIPTS: [(&str, &str); 6] = [
    ("claim", script!("holder.lua", "claim.lua")),
    ("upgrade", script!("holder.lua", "upgrade.lua", "claim.lua")),
    ("fenced", script!("holder.lua", "draw.lua", "fenced.lua")),
    ("release", script!("holder.lua", "release.lua")),
    ("refresh", script!("holder.lua", "refresh.lua")),
    ("owned", script!("holder.lua", "owned.lua")),
];

/// A command's words as the server would see them.
fn words(command: &Cmd) -> Vec<Vec<u8>> {
    command
        .args_iter()
        .map(|word| match word {
            redis::Arg::Simple(bytes) => bytes.to_vec(),
            other => panic!("not a plain word: {other:?}"),
        })
        .collect()
}
