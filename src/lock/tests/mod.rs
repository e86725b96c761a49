//! The protocol without a network. `scripted` is a server that expects exactly the commands
//! written down for it, and is for what goes over the wire; `several` is for several keys. `model`
//! is a small Redis in memory, behind the faulty network of `wire`, and is for what must hold
//! whatever happens. `explore` walks through all short programs with all faults, and `late`
//! through those whose commands arrive after they have been given up. `owners` does so for several
//! objects with one token, in several processes, on one server and on a quorum. `model_shares` has
//! the scripts of shares for it. The queue has its own model, in tests/queue.

mod explore;
pub(crate) mod faults;
mod invariants;
mod late;
mod leases;
mod leftovers;
mod model;
mod model_conformance;
mod model_shares;
mod owners;
mod program_explorer;
mod releasing;
mod scripted;
mod several;
mod taking;
mod waiting;
mod wire;

use std::{sync::LazyLock, time::Duration};

use redis::Cmd;

use crate::command::script::{
    ADVANCE_FENCE, CLAIM, DOWNGRADE, ENTER, EXTEND, FENCED, LEAVE, MULTI_ACQUIRE, MULTI_OWNED,
    MULTI_REFRESH, MULTI_RELEASE, OWNED, REFRESH, RELEASE, SHARE_LEFT, UPGRADE,
};

pub(crate) const MS: fn(u64) -> Duration = Duration::from_millis;
pub(crate) const TTL: Duration = Duration::from_secs(10);

/// The scripts by name, as they are sent.
static SCRIPTS: LazyLock<[(&str, &str); 12]> = LazyLock::new(|| {
    [
        ("claim", CLAIM.text()),
        ("upgrade", UPGRADE.text()),
        ("fenced", FENCED.text()),
        ("release", RELEASE.text()),
        ("refresh", REFRESH.text()),
        ("owned", OWNED.text()),
        ("downgrade", DOWNGRADE.text()),
        ("share_acquire", ENTER.text()),
        ("share_release", LEAVE.text()),
        ("share_extend", EXTEND.text()),
        ("share_left", SHARE_LEFT.text()),
        ("advance_fence", ADVANCE_FENCE.text()),
    ]
});

/// The scripts for several keys, which the model does not have.
static SCRIPTS_OF_SEVERAL: LazyLock<[(&str, &str); 4]> = LazyLock::new(|| {
    [
        ("multi_acquire", MULTI_ACQUIRE.text()),
        ("multi_refresh", MULTI_REFRESH.text()),
        ("multi_release", MULTI_RELEASE.text()),
        ("multi_owned", MULTI_OWNED.text()),
    ]
});

/// Returns a command's arguments as the server sees them.
fn words(command: &Cmd) -> Vec<Vec<u8>> {
    command
        .args_iter()
        .map(|word| match word {
            redis::Arg::Simple(bytes) => bytes.to_vec(),
            other => panic!("not a plain word: {other:?}"),
        })
        .collect()
}
