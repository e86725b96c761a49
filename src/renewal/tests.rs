//! Tests the background thread's work, a step at a time: which address is tried when, and from when
//! a renewed lease counts.

use std::{
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    os::{
        fd::{AsFd, AsRawFd},
        unix::net::UnixStream,
    },
    sync::{Arc, mpsc},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::claim::keys::Keys;
use crate::claim::lease::{Lease, State};
use crate::claim::token::Token;
use crate::command::lock_kind::LockKind;
use crate::lock::tests::{MS, TTL};
use crate::os::{clock::BootInstant, poll::wait_for, thread::in_background};
use crate::renewal::lease::{RenewedClaim, RenewedLease};
use crate::renewal::{
    background::Found, claim::Claim, options::RenewalOptions, schedule::Schedule,
};
use crate::server::{
    Server, address::Address, address::options::Timeouts, pool::reached,
    routed::placement::Placement, single::endpoint, transport::socket::look_up,
};

/// A name that the resolver looks up and knows without /etc/hosts: short for 127.0.0.1.
const NAME: &str = "127.1";

/// A lease in a schedule whose server's addresses have not been looked up.
struct Care {
    schedule: Schedule,
    address: Address,
    claim: Arc<Claim>,
    id: u64,
    /// A pair of sockets to which nothing is written.
    quiet: (UnixStream, UnixStream),
}

impl Care {
    fn of_a_lease() -> Care {
        let address = Address::parse("redis://name", Timeouts::default()).unwrap();
        let mut schedule = Schedule::default();
        let (id, claim) = add_lease(&mut schedule, &address, TTL);
        Care {
            schedule,
            address,
            claim,
            id,
            quiet: UnixStream::pair().unwrap(),
        }
    }

    /// Runs until something has to be looked up, or the condition holds. Returns whether it was a
    /// look-up.
    fn run_until(&mut self, condition: impl Fn(&Care) -> bool) -> bool {
        let end = Instant::now() + TTL / 2;
        loop {
            assert!(Instant::now() < end, "nothing came of it");
            if !self.schedule.work().is_empty() {
                return true;
            }
            if condition(self) {
                return false;
            }
            let lines = self.schedule.poll_entries();
            let due = self.schedule.next_due();
            let left = due.map(|due| due.saturating_duration_since(BootInstant::now()));
            wait_for(lines, self.quiet.0.as_fd(), left);
        }
    }

    fn look_up(&mut self, targets: &[SocketAddr]) {
        let targets = targets.iter().map(|target| (*target).into()).collect();
        self.schedule
            .note(Found::Targets(self.address.clone(), targets));
    }

    fn is_under_way(&self) -> bool {
        self.schedule.awaits_answer(self.id)
    }

    fn valid_until(&self) -> BootInstant {
        match self.claim.state() {
            State::Held(lease) => lease.valid_until(),
            other => panic!("not held: {other:?}"),
        }
    }
}

fn add_lease(schedule: &mut Schedule, address: &Address, ttl: Duration) -> (u64, Arc<Claim>) {
    let (kept, claim) = lease(address, ttl);
    let (id, _) = schedule.add(kept);
    (id, claim)
}

fn lease(address: &Address, ttl: Duration) -> (RenewedLease, Arc<Claim>) {
    let options = Arc::new(RenewalOptions {
        placements: vec![Placement::server(address.clone())],
        is_only_told: false,
        renew: true,
        max_hold: Duration::MAX,
        listener: None,
        is_lost: None,
    });
    let lease = Lease::new(BootInstant::now(), ttl);
    let claim = Claim::new(lease, &[true]);
    let terms = RenewedClaim {
        options,
        kind: Default::default(),
        key: Keys::one(b"key"),
        token: Token::generate(&Default::default()),
        ttl,
        counts: ttl,
        renew_until: None,
        claim: claim.clone(),
    };
    let kept = RenewedLease::new(Arc::new(terms), 0, lease);
    (kept, claim)
}

/// Returns an address at which nothing listens any more.
fn refusing() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

/// Answers the first renewal after `delay`, and what comes before it.
fn answering(delay: Duration) -> (SocketAddr, JoinHandle<()>) {
    serving(move |client| {
        thread::sleep(delay);
        client.write_all(b"+OK\r\n+OK\r\n:1\r\n").unwrap();
    })
}

/// Calls `answer` when the first renewal has arrived.
fn serving(answer: impl FnOnce(&mut TcpStream) + Send + 'static) -> (SocketAddr, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || {
        let (mut client, _) = listener.accept().unwrap();
        let (mut came, mut bytes) = (Vec::new(), [0; 1024]);
        while !came.windows(7).any(|word| word == b"EVALSHA") {
            let count = client.read(&mut bytes).unwrap();
            assert!(count > 0, "closed before a renewal came");
            came.extend_from_slice(&bytes[..count]);
        }
        answer(&mut client);
        let _ = client.read_to_end(&mut came); // until the client has closed the connection
    });
    (address, server)
}

#[test]
fn a_name_with_several_addresses_is_served_by_the_first_that_accepts() {
    let mut care = Care::of_a_lease();
    let before = care.valid_until();
    assert!(care.run_until(|_| false));
    let (address, server) = answering(Duration::ZERO);
    care.look_up(&[refusing(), refusing(), address]);
    assert!(!care.run_until(|care| care.valid_until() > before));
    drop(care);
    server.join().unwrap();
}

#[test]
fn a_name_is_looked_up_again_when_none_of_its_addresses_accepts() {
    let mut care = Care::of_a_lease();
    let before = care.valid_until();
    assert!(care.run_until(|_| false));
    for _ in 0..3 {
        care.look_up(&[refusing(), refusing()]);
        assert!(care.run_until(|care| care.valid_until() > before));
    }
    care.look_up(&[]);
    assert!(care.run_until(|care| care.valid_until() > before));
    let (address, server) = answering(Duration::ZERO);
    care.look_up(&[address]);
    assert!(!care.run_until(|care| care.valid_until() > before));
    drop(care);
    server.join().unwrap();
}

#[test]
fn a_server_whose_name_cannot_be_looked_up_is_tried_where_it_was() {
    let mut care = Care::of_a_lease();
    let before = care.valid_until();
    assert!(care.run_until(|_| false));
    let (address, server) = serving(|client| {
        client.write_all(b"+OK\r\n+OK\r\n:1\r\n").unwrap();
        let _ = client.shutdown(Shutdown::Both);
    });
    care.look_up(&[address]);
    // The server answers, closes the connection, and then refuses.
    assert!(care.run_until(|_| false));
    assert!(care.valid_until() > before);
    server.join().unwrap();
    let listener = TcpListener::bind(address).unwrap();
    let server = thread::spawn(move || listener.accept().unwrap()); // kept open, so no new look-up
    care.look_up(&[]);
    assert!(!care.run_until(|_| server.is_finished()));
}

#[test]
fn a_lock_is_renewed_where_it_was_taken_without_a_look_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let target = listener.local_addr().unwrap();
    let address = Address::parse(
        &format!("redis://{NAME}:{}", target.port()),
        Timeouts::default(),
    )
    .unwrap();
    let taking = thread::spawn(move || {
        let (mut client, _) = listener.accept().unwrap();
        assert!(client.read(&mut [0; 1024]).unwrap() > 0);
        client.write_all(b":0\r\n").unwrap();
        let _ = client.read_to_end(&mut Vec::new());
    });
    assert!(reached(&address).is_none());
    let answer = endpoint(address.clone()).ask(redis::cmd("EXISTS").arg("key"));
    assert_eq!(answer.unwrap(), redis::Value::Int(0));
    let (kept, _) = lease(&address, TTL);
    assert_eq!(kept.reached.unwrap().as_socket(), Some(target));
    crate::server::close_connections();
    taking.join().unwrap();

    let (target, server) = answering(Duration::ZERO);
    let mut care = Care::of_a_lease();
    care.schedule.remove(care.id);
    let (mut kept, claim) = lease(&care.address, TTL);
    kept.reached = Some(target.into());
    care.id = care.schedule.add(kept).0;
    care.claim = claim;
    let before = care.valid_until();
    assert!(!care.run_until(|care| care.valid_until() > before));
    drop(care);
    server.join().unwrap();
}

#[test]
fn a_look_up_is_not_waited_for() {
    let address = Address::parse(&format!("redis://{NAME}"), Timeouts::default()).unwrap();
    let (returned, has_returned) = mpsc::channel();
    let (found, is_found) = mpsc::channel();
    in_background(move || {
        let in_time = has_returned.recv_timeout(TTL).is_ok();
        found
            .send(in_time && !look_up(&address).is_empty())
            .unwrap();
    })
    .unwrap();
    returned.send(()).unwrap();
    assert!(is_found.recv().unwrap());
}

#[test]
fn nothing_is_sent_for_a_lease_that_is_about_to_leave() {
    let mut care = Care::of_a_lease();
    let (other, other_claim) = add_lease(&mut care.schedule, &care.address, TTL);
    let before = care.valid_until();
    assert!(care.run_until(|_| false));
    let (left, has_left) = mpsc::channel::<()>();
    let (address, server) = serving(move |client| {
        client.write_all(b"+OK\r\n+OK\r\n:1\r\n:1\r\n").unwrap();
        has_left.recv().unwrap();
        let change = b">2\r\n$10\r\ninvalidate\r\n*1\r\n$3\r\nkey\r\n";
        client.write_all(change).unwrap();
    });
    care.look_up(&[address]);
    assert!(!care.run_until(|care| care.valid_until() > before && !care.is_under_way()));
    assert!(!care.run_until(|care| !care.schedule.awaits_answer(other)));
    assert!(matches!(other_claim.state(), State::Held(_)));
    assert!(care.schedule.unschedule(care.id).is_none());
    left.send(()).unwrap();
    // The other lease, of the same key, is checked.
    assert!(!care.run_until(|care| care.schedule.awaits_answer(other)));
    assert!(!care.is_under_way());
    drop(care);
    server.join().unwrap();
}

#[test]
fn a_change_postpones_no_renewal() {
    let short = MS(900);
    let mut care = Care::of_a_lease();
    care.schedule.remove(care.id);
    let (mut kept, claim) = lease(&care.address, short);
    let terms = Arc::get_mut(&mut kept.terms).unwrap();
    terms.kind = LockKind::Shared;
    care.id = care.schedule.add(kept).0;
    care.claim = claim;
    let before = care.valid_until();
    assert!(care.run_until(|_| false));
    let (address, server) = serving(|client| {
        // The key has 1000 holders, so each of them checks it only once a second.
        let change = b"+OK\r\n+OK\r\n:1000\r\n>2\r\n$10\r\ninvalidate\r\n*1\r\n$3\r\nkey\r\n";
        client.write_all(change).unwrap();
    });
    care.look_up(&[address]);
    assert!(!care.run_until(|care| care.valid_until() > before));
    assert!(!care.run_until(|care| care.schedule.leases[&care.id].look));
    let renewal = care.schedule.next_due().unwrap();
    assert!(
        renewal + short / 2 < care.valid_until(),
        "a third of it has passed by then"
    );
    drop(care);
    server.join().unwrap();
}

#[test]
fn a_renewed_lease_counts_from_the_send() {
    let mut care = Care::of_a_lease();
    let before = care.valid_until();
    assert!(care.run_until(|_| false));
    let (address, server) = answering(MS(50));
    care.look_up(&[address]);
    assert!(!care.run_until(Care::is_under_way));
    let sent = BootInstant::now();
    assert!(!care.run_until(|care| !care.is_under_way()));
    assert!(care.valid_until() > before);
    assert!(care.valid_until() <= Lease::new(sent, TTL).valid_until());
    drop(care);
    server.join().unwrap();
}

#[test]
fn what_is_due_soon_goes_along_with_what_is_due() {
    let mut care = Care::of_a_lease();
    let before = care.valid_until();
    assert!(care.run_until(|_| false));
    let (address, server) = answering(Duration::ZERO);
    care.look_up(&[address]);
    assert!(!care.run_until(|care| care.valid_until() > before));
    let due_apart = (0..10).map(|_| {
        thread::sleep(MS(2));
        add_lease(&mut care.schedule, &care.address, TTL).0
    });
    let ids: Vec<u64> = due_apart.collect();
    let is_under_way = |care: &Care, id: u64| care.schedule.awaits_answer(id);
    assert!(!care.run_until(|care| is_under_way(care, ids[0])));
    assert!(ids.iter().all(|id| is_under_way(&care, *id)));
    drop(care);
    server.join().unwrap();
}

#[test]
fn a_lease_is_due_soon_after_the_acquisition_and_well_before_its_end() {
    let address = Address::parse("redis://name", Timeouts::default()).unwrap();
    for (ttl, latest) in [
        (Duration::from_secs(600), MS(100)),
        (MS(90), MS(30)),
        (MS(3), MS(1)),
    ] {
        let mut schedule = Schedule::default();
        add_lease(&mut schedule, &address, ttl);
        assert!(schedule.next_due().unwrap() <= BootInstant::now() + latest);
    }
}

#[test]
fn a_thousand_renewals_are_sent_in_few_packets() {
    const COUNT: usize = 1_000;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || {
        let (mut client, _) = listener.accept().unwrap();
        let mut came = Vec::new();
        client.read_to_end(&mut came).unwrap();
        let renewals = came.windows(7).filter(|word| word == b"EVALSHA").count();
        (renewals, packets_received(&client))
    });
    let mut care = Care::of_a_lease();
    for _ in 1..COUNT {
        add_lease(&mut care.schedule, &care.address, TTL);
    }
    assert!(care.run_until(|_| false));
    care.look_up(&[address]);
    assert!(!care.run_until(Care::is_under_way));
    assert!(!care.run_until(|care| care.schedule.poll_entries()[0].events & libc::POLLOUT == 0));
    drop(care);
    let (renewals, packets) = server.join().unwrap();
    assert_eq!(renewals, COUNT);
    assert!(packets < 100, "{packets} packets");
}

/// Returns how many packets with data have arrived.
fn packets_received(stream: &TcpStream) -> u32 {
    const DATA_SEGS_IN: usize = 152; // in struct tcp_info; the libc crate has only its beginning
    let mut info = [0_u8; DATA_SEGS_IN + 4];
    let mut length = info.len() as libc::socklen_t;
    // SAFETY: a plain C call that fills in local data of that length.
    let outcome = unsafe {
        libc::getsockopt(
            stream.as_raw_fd(),
            libc::IPPROTO_TCP,
            libc::TCP_INFO,
            info.as_mut_ptr().cast(),
            &raw mut length,
        )
    };
    assert_eq!((outcome, length as usize), (0, info.len()));
    u32::from_ne_bytes(info[DATA_SEGS_IN..].try_into().unwrap())
}

#[test]
fn a_connection_that_no_lease_needs_is_closed_after_a_minute() {
    let minute = Duration::from_secs(60);
    let (mut schedule, address) = (Schedule::default(), closed_port());
    let (id, _) = add_lease(&mut schedule, &address, TTL);
    schedule.work();
    let end = Instant::now() + TTL;
    while schedule.connections.is_empty() {
        assert!(Instant::now() < end, "no line");
        schedule.work();
    }
    schedule.close_idle(BootInstant::now() + minute);
    assert_eq!(schedule.connections.len(), 1, "the lease needs it");
    let used = schedule.connections[&address].used;
    for connection in schedule.connections.values_mut() {
        connection.fail(used); // with what was awaited on it
    }
    schedule.remove(id);
    assert_eq!(schedule.next_due(), Some(used + minute));
    schedule.close_idle(used + minute - MS(1));
    assert_eq!(schedule.connections.len(), 1);
    schedule.close_idle(used + minute);
    assert!(schedule.connections.is_empty());
}

fn closed_port() -> Address {
    Address::parse("redis://127.0.0.1:1", Timeouts::default()).unwrap()
}
