//! Redis's error codes, the first word of an error reply. Parsed here and nowhere else.

use redis::{RedisError, ServerError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Ask,
    Busy,
    ClusterDown,
    Denied,
    /// What has no code of its own.
    Err,
    Loading,
    MasterDown,
    Misconf,
    Moved,
    NoAuth,
    NoMasterLink,
    NoPerm,
    NoProto,
    NoReplicas,
    NoScript,
    OutOfMemory,
    /// What a replica says to whoever writes.
    ReadOnly,
    TryAgain,
    Unblocked,
    WrongPass,
    WrongType,
    /// One that makes no difference here.
    Other,
}

impl Code {
    /// None: no server said it.
    pub fn of(error: &RedisError) -> Option<Code> {
        error.code().map(Code::parse)
    }

    pub fn of_reply(error: &ServerError) -> Code {
        Code::parse(error.code())
    }

    fn parse(code: &str) -> Code {
        match code {
            "ASK" => Code::Ask,
            "BUSY" => Code::Busy,
            "CLUSTERDOWN" => Code::ClusterDown,
            "DENIED" => Code::Denied,
            "ERR" => Code::Err,
            "LOADING" => Code::Loading,
            "MASTERDOWN" => Code::MasterDown,
            "MISCONF" => Code::Misconf,
            "MOVED" => Code::Moved,
            "NOAUTH" => Code::NoAuth,
            "NOMASTERLINK" => Code::NoMasterLink,
            "NOPERM" => Code::NoPerm,
            "NOPROTO" => Code::NoProto,
            "NOREPLICAS" => Code::NoReplicas,
            "NOSCRIPT" => Code::NoScript,
            "OOM" => Code::OutOfMemory,
            "READONLY" => Code::ReadOnly,
            "TRYAGAIN" => Code::TryAgain,
            "UNBLOCKED" => Code::Unblocked,
            "WRONGPASS" => Code::WrongPass,
            "WRONGTYPE" => Code::WrongType,
            _ => Code::Other,
        }
    }

    /// Whether it may be over soon: of a server that restarts, is about to be replaced or has just been, or is overloaded.
    pub fn may_pass(self) -> bool {
        match self {
            Code::Ask
            | Code::Busy
            | Code::ClusterDown
            | Code::Loading
            | Code::MasterDown
            | Code::Moved
            | Code::NoMasterLink
            | Code::NoReplicas
            | Code::ReadOnly
            | Code::TryAgain
            | Code::Unblocked => true,
            Code::Denied
            | Code::Err
            | Code::Misconf
            | Code::NoAuth
            | Code::NoPerm
            | Code::NoProto
            | Code::NoScript
            | Code::OutOfMemory
            | Code::WrongPass
            | Code::WrongType
            | Code::Other => false,
        }
    }
}

/// A server without room for another connection may have it later. That has no code of its own.
pub fn is_full(error: &RedisError) -> bool {
    let detail = error.detail();
    detail.is_some_and(|detail| detail.contains("max number of clients"))
}
