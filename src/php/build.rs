//! Makes a lock, or several, of arguments that are in their range.

use std::{slice, sync::Arc};

use crate::command::lock_kind::LockKind;
use crate::lock::any_lock::BackendLock;
use crate::lock::build::{LockOptions, LossListener};
use crate::php::arguments::refuse;
use crate::php::construct::Options;
use crate::php::exceptions::{Thrown, named, printable, sentence};
use crate::php::options::Parameter;
use crate::php::{fibers::Owner, listener, losses::Notice, php_lock::PhpOptions};
use crate::renewal::options::Listener;
use crate::server::{address::topology::Topology, backend::AnyBackend};

const NO_HELPER: &str = "must have a hash tag like {name} to be fenced on a cluster: with a '}' and no tag, nothing can be kept beside it";

const NO_QUORUM: &str = "must be one server, or sentinels or a cluster: with a list of servers, a majority of votes does not bound the number of holders";

impl Options<'_> {
    pub fn build(self) -> Result<(BackendLock, PhpOptions), Thrown> {
        if self.replicas > 0 && matches!(self.topology, Topology::Quorum(_)) {
            let what = "must be 0 with a list of servers, which has no replicas";
            return Err(refuse(self.given.at.number(Parameter::Replicas), what));
        }
        if matches!(
            (self.kind, &self.topology),
            (LockKind::Semaphore { .. }, Topology::Quorum(_))
        ) {
            return Err(refuse(self.given.at.number(Parameter::Server), NO_QUORUM));
        }
        let owner = Owner::default();
        let mut notices = Vec::new();
        let options = LockOptions {
            topology: &self.topology,
            keys: self.keys(),
            kind: self.kind,
            ttl: self.ttl,
            renew: self.given.auto_renew,
            max_hold: self.max_hold,
            fenced: self.given.fenced,
            replicas: self.replicas,
            releases_itself: self.given.auto_release,
            confirms_release: self.given.confirm_release,
        };
        let lock = options.build(|server, keys| {
            let notice = self.notice(server, keys, &owner);
            notices.extend(notice.clone());
            let is_only_told = notice.is_none();
            let listener = notice.or_else(listener::waker)?;
            Some(LossListener {
                listener,
                is_only_told,
            })
        });
        let lock = lock.map_err(|_| {
            let number = self.given.at.number(Parameter::Key);
            let number = number.max(self.given.at.number(Parameter::Keys));
            refuse(number, NO_HELPER)
        })?;
        let options = PhpOptions {
            wait: self.wait,
            retry_interval: self.retry_interval,
            owner,
            _notices: notices,
        };
        Ok((lock, options))
    }

    fn keys(&self) -> &[&[u8]] {
        let one = slice::from_ref(&self.key);
        self.keys.as_deref().unwrap_or(one)
    }

    /// Returns the notice of a loss, with `abortOnLoss`.
    fn notice(
        &self,
        server: &AnyBackend,
        keys: &[&[u8]],
        owner: &Owner,
    ) -> Option<Arc<dyn Listener>> {
        self.given.abort_on_loss.then(|| -> Arc<dyn Listener> {
            let name = sentence(&named(self.kind, self.keys(), server));
            let keys = self
                .keys
                .iter()
                .flat_map(|_| keys)
                .map(|key| printable(key));
            Notice::new(name, keys.collect(), owner.clone())
        })
    }
}
