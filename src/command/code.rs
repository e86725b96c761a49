//! Redis's error codes, the first word of an error reply. Parsed here and nowhere else.

use redis::{RedisError, ServerError};

macro_rules! codes {
    ($($(#[doc = $what:literal])? $code:ident = $word:literal, may_pass: $may_pass:literal;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $($(#[doc = $what])? $code,)+
            /// A code that makes no difference here.
            Other,
        }

        impl Code {
            fn parse(word: &str) -> Code {
                match word {
                    $($word => Code::$code,)+
                    _ => Code::Other,
                }
            }

            /// Returns whether the error may be over soon: the server restarts, is overloaded,
            /// or fails over.
            pub fn may_pass(self) -> bool {
                match self {
                    $(Code::$code => $may_pass,)+
                    Code::Other => false,
                }
            }
        }
    };
}

codes! {
    Ask = "ASK", may_pass: true;
    Busy = "BUSY", may_pass: true;
    ClusterDown = "CLUSTERDOWN", may_pass: true;
    Denied = "DENIED", may_pass: false;
    /// An error without a code of its own.
    Err = "ERR", may_pass: false;
    Loading = "LOADING", may_pass: true;
    MasterDown = "MASTERDOWN", may_pass: true;
    Misconf = "MISCONF", may_pass: false;
    Moved = "MOVED", may_pass: true;
    NoAuth = "NOAUTH", may_pass: false;
    NoMasterLink = "NOMASTERLINK", may_pass: true;
    NoPerm = "NOPERM", may_pass: false;
    NoProto = "NOPROTO", may_pass: false;
    NoReplicas = "NOREPLICAS", may_pass: true;
    NoScript = "NOSCRIPT", may_pass: false;
    OutOfMemory = "OOM", may_pass: false;
    /// The reply of a replica to a write.
    ReadOnly = "READONLY", may_pass: true;
    TryAgain = "TRYAGAIN", may_pass: true;
    Unblocked = "UNBLOCKED", may_pass: true;
    WrongPass = "WRONGPASS", may_pass: false;
    WrongType = "WRONGTYPE", may_pass: false;
}

impl Code {
    /// Returns the code, or `None` if no server sent the error.
    pub fn of(error: &RedisError) -> Option<Code> {
        error.code().map(Code::parse)
    }

    pub fn of_reply(error: &ServerError) -> Code {
        Code::parse(error.code())
    }
}

/// Returns whether the server has no room for another connection, which may change. This error has
/// no code of its own.
pub fn is_full(error: &RedisError) -> bool {
    let detail = error.detail();
    detail.is_some_and(|detail| detail.contains("max number of clients"))
}
