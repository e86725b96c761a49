//! Too few answers of a quorum.

use std::fmt;

use crate::server::{address::Address, error::Fault};

/// Who has not answered, and why not.
#[derive(Debug)]
pub struct Shortage {
    pub servers: usize,
    pub missing: Vec<(String, Fault)>,
    /// Whether what was asked may have been done by some.
    pub executed: bool,
}

impl Shortage {
    pub fn add(&mut self, address: &Address, fault: Fault) {
        self.missing.push((address.to_string(), fault));
    }

    fn answered(&self) -> usize {
        self.servers - self.missing.len()
    }

    fn needed(&self) -> usize {
        self.servers / 2 + 1
    }

    /// Whether enough of them may answer soon.
    pub fn may_pass(&self) -> bool {
        let passing = self.missing.iter().filter(|(_, fault)| fault.may_pass());
        self.answered() + passing.count() >= self.needed()
    }

    /// Whether enough of them are there, and have said themselves why they do not answer.
    pub fn was_said(&self) -> bool {
        let said = self.missing.iter().filter(|(_, fault)| fault.was_said());
        self.answered() + said.count() >= self.needed()
    }

    /// Whether there would be enough if those had answered whose connections were closed.
    pub fn is_for_closed_lines(&self) -> bool {
        let closed = self.missing.iter();
        let closed = closed.filter(|(_, fault)| fault.closed_by_peer()).count();
        closed > 0 && self.answered() + closed >= self.needed()
    }

    /// What helps with all of them.
    pub fn hint(&self) -> Option<&'static str> {
        let mut hints = self.missing.iter().map(|(_, fault)| fault.hint());
        let first = hints.next()?;
        hints.all(|hint| hint == first).then_some(first)?
    }
}

/// Those with the same reason together.
impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (answered, servers, needed) = (self.answered(), self.servers, self.needed());
        let verb = if needed == 1 { "is" } else { "are" };
        write!(
            f,
            "only {answered} of {servers} servers answered, {needed} {verb} needed"
        )?;
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for (address, fault) in &self.missing {
            let reason = fault.to_string();
            match groups.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, addresses)) => addresses.push(address),
                None => groups.push((reason, vec![address])),
            }
        }
        for (n, (reason, addresses)) in groups.iter().enumerate() {
            let separator = if n == 0 { ':' } else { ';' };
            write!(f, "{separator} {}: {reason}", addresses.join(", "))?;
        }
        Ok(())
    }
}
