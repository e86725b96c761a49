//! Why a claim is lost.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Loss {
    /// The server said that nobody holds the key.
    Gone = 1,
    /// The server said that somebody else holds it.
    Taken,
    /// The server said that it is not ours, and not whose it is.
    NotOurs,
    /// The lease ended, and it was not to be renewed.
    NotRenewed,
    /// The lease ended, for it was not to be renewed any more.
    HeldTooLong,
    /// The lease ended, and no renewal had been answered in time.
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

    /// What [`code`](Self::code) makes a number of.
    pub fn from_code(code: u8) -> Option<Loss> {
        Loss::ALL.into_iter().find(|loss| loss.code() == code)
    }

    /// Never 0.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Whether the server said it; otherwise our token may still be there.
    pub fn was_said(self) -> bool {
        matches!(self, Loss::Gone | Loss::Taken | Loss::NotOurs)
    }
}
