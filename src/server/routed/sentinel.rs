//! Which server is the master, as sentinels report it and the server confirms it.

use redis::{ErrorKind, RedisError, RedisResult, Value};

use crate::command::code::Code;
use crate::os::interrupt;
use crate::server::{
    Server, address::Address, address::can_be_host, address::topology::Sentinel, error::Fault,
    hint::error_with_address, quotes::quoted, routed::search::Search, single::endpoint,
    transport::blocking::Connection,
};

/// Asks one sentinel after the other, until one names a server that says that it is a master.
pub fn find_master(sentinel: &Sentinel, search: &mut Search) -> Result<Address, Fault> {
    let mut complaints = Vec::new();
    let mut seen = Vec::new();
    let mut may_pass = false;
    let mut knows = false;
    let mut sentinels: Vec<&Address> = sentinel.sentinels.iter().collect();
    search.order(&mut sentinels, None);
    for (nth, &address) in sentinels.iter().enumerate() {
        let named = search.ask(
            address,
            sentinels.len() - nth,
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
                    false => error_with_address(address, &fault),
                });
                continue;
            }
        };
        knows = true;
        let master = sentinel.master.at(&host, port);
        if seen.contains(&master) {
            continue; // a second sentinel that names it does not help
        }
        match search.ask(address, 1, || is_master(&master), Fault::is_timeout) {
            Ok(true) => {
                search.found(address);
                return Ok(master);
            }
            Ok(false) => {
                may_pass = true; // a failover is under way
                complaints.push(format!("{master} is a replica"));
            }
            Err(fault @ (Fault::Interrupted | Fault::Forked)) => return Err(fault),
            Err(fault) => {
                may_pass |= fault.may_pass() || fault.is_timeout();
                complaints.push(error_with_address(&master, &fault));
            }
        }
        seen.push(master);
    }
    Err(no_master(sentinel, knows, may_pass, &complaints))
}

/// Returns why no master was found. `knows`: a sentinel may know the master. `may_pass`: a later
/// search may find it.
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

fn refuses_password(fault: &Fault) -> bool {
    matches!(fault, Fault::Unreachable(error) if matches!(Code::of(error), Some(Code::NoAuth | Code::WrongPass)))
}

fn master_by(address: &Address, name: &str) -> RedisResult<Option<(String, u16)>> {
    let mut question = redis::cmd("SENTINEL");
    question.arg("GET-MASTER-ADDR-BY-NAME").arg(name);
    named_by(question.query(&mut Connection::open(address)?)?)
}

/// Returns the host and the port of the master in a sentinel's reply.
pub fn named_by(reply: Value) -> RedisResult<Option<(String, u16)>> {
    let named: Option<(String, u16)> = redis::from_redis_value(reply)?;
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
        // Without permission for ROLE the sentinel has to be believed.
        Err(Fault::Refused(error)) if Code::of(&error) == Some(Code::NoPerm) => Ok(true),
        Err(fault) => Err(fault),
    }
}
