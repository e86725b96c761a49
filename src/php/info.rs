//! The output of phpinfo().

use ext_php_rs::{
    info_table_end, info_table_header, info_table_row, info_table_start, zend::ModuleEntry,
};

use crate::php::{object, settings};
use crate::server::address::{options::Timeouts, topology::Topology};
use crate::stats::{COUNTERS, Reading, WAITS};

pub extern "C" fn show(_module: *mut ModuleEntry) {
    let _ = std::panic::catch_unwind(|| {
        info_table_start!();
        info_table_row!("Redis locks", "enabled");
        info_table_row!("Version", env!("CARGO_PKG_VERSION"));
        info_table_row!(
            "Servers",
            "Redis or Valkey by redis:// (TCP), rediss:// (TLS), unix://, redis-sentinel://, redis-cluster://, lists (quorum)"
        );
        info_table_row!("Waits", WAITS.to_string());
        info_table_end!();

        info_table_start!();
        info_table_header!("Counter of this process", "Value");
        for (name, reading) in readings() {
            info_table_row!(name, reading.to_string());
        }
        info_table_end!();

        info_table_start!();
        info_table_header!("Directive", "Local Value", "Master Value");
        for name in [
            settings::SERVER,
            settings::CONNECT_TIMEOUT,
            settings::READ_TIMEOUT,
            settings::LABEL,
            settings::EVENT_LOOP,
        ] {
            let [local, master] = [false, true].map(|master| {
                let value = settings::get(name, master);
                match name {
                    _ if name == settings::SERVER => without_credentials(&value),
                    _ if value.is_empty() => "no value".to_owned(),
                    _ => value,
                }
            });
            info_table_row!(name.to_string_lossy().as_ref(), local, master);
        }
        info_table_end!();
    });
}

/// Returns the counters of this process, and how many locks the objects of this thread hold.
pub fn readings() -> Vec<(&'static str, Reading)> {
    let mut held = 0;
    object::each_lock(|lock| held += u64::from(lock.is_held()));
    let mut readings: Vec<_> = COUNTERS.readings().collect();
    let behind = readings.iter().position(|(name, _)| *name == "waiting");
    readings.insert(behind.unwrap_or(0), ("held", Reading::Count(held)));
    readings
}

/// Hides an address that cannot be parsed, because any part of it may be the password.
fn without_credentials(address: &str) -> String {
    match Topology::parse(address, Timeouts::default()) {
        Ok(address) => address.to_string(),
        Err(error) => format!("(not shown: it {error})"),
    }
}
