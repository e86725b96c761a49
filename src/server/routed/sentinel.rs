//! Which server is the master, by the word of sentinels and its own.

use std::sync::Mutex;

use redis::{ErrorKind, RedisError, RedisResult, Value};

use crate::command::code::Code;
use crate::os::interrupt;
use crate::server::{
    Server, address::Address, address::can_be_host, address::topology::Sentinel, error::Fault,
    hint::complaint, routed::search::Search, single::endpoint, transport::blocking::Connection,
    words::quoted,
};

/// Asks one sentinel after the other, until one names a server that says that it is a master.
pub fn find_master(sentinel: &Sentinel, search: &mut Search) -> Result<Address, Fault> {
    let mut complaints = Vec::new();
    let mut seen = Vec::new();
    let mut may_pass = false;
    let mut knows = false;
    let count = sentinel.sentinels.len();
    let first = (last_good(sentinel) + search.first_of(count)) % count;
    let (before, from_it_on) = sentinel.sentinels.split_at(first);
    for (nth, address) in from_it_on.iter().chain(before).enumerate() {
        let named = search.ask(
            count - nth,
            || master_by(address, &sentinel.name),
            RedisError::is_timeout,
        );
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        let (host, port) = match named {
            Ok(Some(found)) => found,
            Ok(None) => {
                complaints.push(format!("{address} knows no such master"));
                continue;
            }
            Err(error) => {
                knows = true; // perhaps
                let fault = Fault::Unreachable(error);
                may_pass |= fault.may_pass() || fault.is_timeout();
                complaints.push(match refuses_password(&fault) {
                    true => format!("{address}: {fault} (check sentinel_user and sentinel_pass)"),
                    false => complaint(address, &fault),
                });
                continue;
            }
        };
        knows = true;
        let master = sentinel.master.at(&host, port);
        if seen.contains(&master) {
            continue; // another one's word for it does not help
        }
        match search.ask(1, || is_master(&master), Fault::is_timeout) {
            Ok(true) => {
                note_good(sentinel, address);
                return Ok(master);
            }
            Ok(false) => {
                may_pass = true; // a failover is under way
                complaints.push(format!("{master} is a replica"));
            }
            Err(fault @ (Fault::Interrupted | Fault::Forked)) => return Err(fault),
            Err(fault) => {
                may_pass |= fault.may_pass() || fault.is_timeout();
                complaints.push(complaint(&master, &fault));
            }
        }
        seen.push(master);
    }
    Err(no_master(sentinel, knows, may_pass, &complaints))
}

/// `knows`: a sentinel may know the master; `may_pass`: and it may be there soon.
fn no_master(sentinel: &Sentinel, knows: bool, may_pass: bool, complaints: &[String]) -> Fault {
    let kind = match (knows, may_pass) {
        (false, _) => ErrorKind::MasterNameNotFoundBySentinel,
        (true, false) => ErrorKind::InvalidClientConfig,
        (true, true) => ErrorKind::ClusterConnectionNotFound,
    };
    let what = format!(
        "no sentinel leads to the master \"{}\": {}",
        sentinel.name,
        complaints.join("; ")
    );
    Fault::Unreachable(RedisError::from((kind, "", what)))
}

/// Which sentinel led to a master the last time: it is asked first.
static LAST_GOOD: Mutex<Vec<(Sentinel, usize)>> = Mutex::new(Vec::new());

fn last_good(sentinel: &Sentinel) -> usize {
    let Ok(known) = LAST_GOOD.try_lock() else {
        return 0; // in a forked child it may be locked for ever
    };
    let found = known.iter().find(|(other, _)| other == sentinel);
    found.map_or(0, |(_, position)| *position)
}

fn note_good(sentinel: &Sentinel, address: &Address) {
    let position = sentinel.sentinels.iter().position(|other| other == address);
    let (Some(position), Ok(mut known)) = (position, LAST_GOOD.try_lock()) else {
        return;
    };
    match known.iter_mut().find(|(other, _)| other == sentinel) {
        Some((_, last)) => *last = position,
        None => known.push((sentinel.clone(), position)),
    }
}

fn refuses_password(fault: &Fault) -> bool {
    matches!(fault, Fault::Unreachable(error) if matches!(Code::of(error), Some(Code::NoAuth | Code::WrongPass)))
}

fn master_by(address: &Address, name: &str) -> RedisResult<Option<(String, u16)>> {
    let mut question = redis::cmd("SENTINEL");
    question.arg("GET-MASTER-ADDR-BY-NAME").arg(name);
    let named: Option<(String, u16)> = question.query(&mut Connection::open(address)?)?;
    match named {
        Some((host, _)) if !can_be_host(&host) => {
            let what = quoted(&format!("names a host that cannot be one: {host}"));
            Err((ErrorKind::UnexpectedReturnType, "", what).into())
        }
        named => Ok(named),
    }
}

fn is_master(address: &Address) -> Result<bool, Fault> {
    match endpoint(address.clone()).ask(&redis::cmd("ROLE")) {
        Ok(Value::Array(role)) => Ok(role.first() == Some(&Value::BulkString(b"master".into()))),
        Ok(other) => Err(Fault::unexpected(&other)),
        Err(Fault::Refused(error)) if Code::of(&error) == Some(Code::NoPerm) => Ok(true), // then it has to be believed
        Err(fault) => Err(fault),
    }
}
