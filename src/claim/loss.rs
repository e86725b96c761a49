//! Why a claim is lost.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Loss {
    /// The server said that the key, or our share in it, is gone.
    Gone = 1,
    /// The server said that another owner holds the key.
    Taken,
    /// The server said that the lock is not ours, and not which owner has it.
    NotOurs,
    /// The lease ended, and was not to be renewed.
    NotRenewed,
    /// The lease ended, because it was not to be renewed any longer.
    HeldTooLong,
    /// The lease ended, because no renewal was answered in time.
    Unanswered,
}

impl Loss {
    const ALL: [Loss; 6] = [
        Loss::Gone,
        Loss::Taken,
        Loss::NotOurs,
        Loss::NotRenewed,
        Loss::HeldTooLong,
        Loss::Unanswered,
    ];

    /// Returns the loss with this [`code`](Self::code).
    pub fn from_code(code: u8) -> Option<Loss> {
        Loss::ALL.into_iter().find(|loss| loss.code() == code)
    }

    /// Returns the code, which is never 0.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Returns whether the server said it. Otherwise our token may still be there.
    pub fn was_said(self) -> bool {
        matches!(self, Loss::Gone | Loss::Taken | Loss::NotOurs)
    }
}
