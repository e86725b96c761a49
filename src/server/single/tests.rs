//! Connections that are idle.

use std::{os::unix::net::UnixListener, path::PathBuf, time::Duration};

use super::*;

use crate::server::address::options::Timeouts;
use crate::server::pool::{LONGEST_IDLE, MOST_IDLE, known, tidy};

/// A listener that does not have to accept. Removes its socket file when it is dropped.
struct Listener {
    path: PathBuf,
    _socket: UnixListener,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Returns a listener, and a function that makes the nth of several different addresses for it.
fn listener(name: &str) -> (Listener, impl Fn(usize) -> Address) {
    let file = format!("redislock-{}-{name}", std::process::id());
    let path = std::env::temp_dir().join(file);
    let _socket = UnixListener::bind(&path).unwrap();
    let listener = Listener {
        path: path.clone(),
        _socket,
    };
    let address = move |n: usize| {
        let mut address = Address::parse("unix:///x", Timeouts::default()).unwrap();
        address.target = crate::server::address::SocketTarget::Unix(path.clone());
        // Addresses differ by `ca`, because with a user the client would wait for a reply to AUTH.
        address.tls = (n > 0).then(|| crate::server::address::tls::TlsSettings {
            ca: Some(n.to_string().into()),
            ..Default::default()
        });
        address
    };
    (listener, address)
}

fn use_one(endpoint: &Rc<Endpoint>) {
    let connection = endpoint.connection(endpoint.pool()).unwrap();
    endpoint.pool().idle.borrow_mut().push(connection);
}

#[test]
fn a_connection_that_is_idle_for_a_minute_is_closed() {
    let (_listener, address) = listener("minute");
    let endpoint = endpoint(address(0));
    use_one(&endpoint);
    let used = endpoint.pool().uses()[0];
    tidy(used + LONGEST_IDLE - Duration::from_millis(1));
    assert_eq!(endpoint.pool().uses().len(), 1);
    tidy(used + LONGEST_IDLE);
    assert!(endpoint.pool().uses().is_empty());
}

#[test]
fn of_too_many_idle_connections_the_oldest_are_closed() {
    let (_listener, address) = listener("many");
    let endpoints: Vec<_> = (0..MOST_IDLE + 5).map(|n| endpoint(address(n))).collect();
    endpoints.iter().for_each(use_one);
    tidy(Instant::now());
    let left: Vec<usize> = endpoints
        .iter()
        .map(|one| one.pool().uses().len())
        .collect();
    assert_eq!(left[..5], [0; 5]);
    assert_eq!(left[5..], [1; MOST_IDLE]);
}

#[test]
fn timeouts_are_no_part_of_a_connection() {
    let (_listener, address) = listener("timeouts");
    let within = |ms| {
        let timeout = Duration::from_millis(ms);
        let timeouts = Timeouts {
            connect: timeout,
            read: timeout,
        };
        endpoint(address(0).within(timeouts))
    };
    use_one(&within(100));
    let other = within(200);
    assert_eq!(other.pool().uses().len(), 1);
    assert_eq!(other.address().timeouts.read, Duration::from_millis(200));
}

#[test]
fn a_connection_to_wait_on_is_tried_again_when_its_time_has_come() {
    let mut endpoint = endpoint(Address::parse("redis://name", Timeouts::default()).unwrap());
    let no = redis::parse_redis_value(b"-NOPERM no\r\n").and_then(Value::extract_error);
    endpoint.note_refusal(&Fault::Refused(no.unwrap_err()));
    assert!(!endpoint.can_wait());
    endpoint
        .pool()
        .tracking_unavailable
        .borrow_mut()
        .as_mut()
        .unwrap()
        .until = Instant::now();
    assert!(endpoint.can_wait());
}

#[test]
fn what_is_known_of_a_server_is_forgotten_with_its_last_connection() {
    let (_listener, address) = listener("forgotten");
    for n in 1..100 {
        drop(endpoint(address(n)));
    }
    assert!(known() <= 2);
}

#[test]
fn silence_counts_for_as_long_as_the_time_out_that_it_cost() {
    let (_listener, address) = listener("silence");
    let [short, long] = [100, 3000].map(Duration::from_millis);
    for (connect, read) in [(short, long), (long, short)] {
        let mut address = address(0);
        address.timeouts = Timeouts { connect, read };
        let endpoint = endpoint(address);
        let silent_for = |time: Duration| {
            let mut silence = Silence::after(Instant::now());
            silence.at -= time;
            endpoint.pool().note_silence(Some(silence));
            endpoint.is_silent()
        };
        assert!(silent_for(long / 2), "{connect:?}, {read:?}");
        assert!(!silent_for(long));
    }
}
