//! A claim to a lock, as far as it is known without asking a server. In reading order:
//!
//! - `keys`: the key of a lock, or of several.
//! - `label`: what a holder calls itself.
//! - `token`: what tells one acquisition from every other.
//! - `ownership`: which token an object owns.
//! - `unanswered`: which commands with a token may still be executed.
//! - `releases`: which tokens this thread has released last.
//! - `deletions`: which tokens this process may still delete.
//! - `lease`: how long the lock may be counted on, and what this process knows of its claim.
//! - `loss`: why a claim is lost.
//! - `history`: what has happened to a lock, for counters and a listener.

pub(crate) mod deletions;
pub mod history;
pub(crate) mod keys;
pub(crate) mod label;
pub(crate) mod lease;
pub(crate) mod loss;
pub(crate) mod ownership;
pub(crate) mod releases;
pub(crate) mod token;
pub(crate) mod unanswered;

pub use label::{Label, label_of};
pub use lease::{Lease, State};
pub use loss::Loss;
pub use token::Token;
