//! Several objects with one token, in several processes, and another owner, on one server or on a
//! quorum. This is what must hold though commands of every kind are executed late.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use redis::Cmd;

use crate::claim::{lease::State, token::Token, unanswered::Unanswered};
use crate::command::majority::{self, Verdict, Vote};
use crate::command::{Command, answer::Answer, lock_kind::LockKind};
use crate::lock::tests::explore::Choices;
use crate::lock::tests::model::Content;
use crate::lock::tests::program_explorer::KEY;
use crate::lock::tests::wire::{Fate, Wire};
use crate::lock::tests::{MS, SCRIPTS, TTL};
use crate::lock::{Lock, acquire::PROVISIONAL};
use crate::server::error::{Fault, QuorumUnreachable};
use crate::server::{Backend, Capabilities, leftovers::Leftovers, perform_on};

/// One server, or three that vote.
#[derive(Clone)]
struct Servers(Vec<Wire>, Rc<std::cell::Cell<bool>>);

impl Servers {
    fn of_another_process(&self) -> Servers {
        Servers(
            self.0.iter().map(Wire::of_another_process).collect(),
            Rc::default(),
        )
    }

    /// Returns whether enough servers hold this.
    fn hold(&self, holds: impl Fn(&Wire) -> bool) -> bool {
        self.0.iter().filter(|wire| holds(wire)).count() > self.0.len() / 2
    }

    fn ask_all(&mut self, command: &Command) -> Vec<Result<Answer, Fault>> {
        self.0
            .iter_mut()
            .map(|wire| perform_on(wire, command))
            .collect()
    }
}

impl Backend for Servers {
    fn perform(&mut self, command: &Command) -> Result<Answer, Fault> {
        if self.0.len() == 1 {
            return perform_on(&mut self.0[0], command);
        }
        let answers = self.ask_all(command);
        let is_lost = |answer: &Result<_, Fault>| matches!(answer, Err(Fault::ReplyLost(_)));
        self.1.set(answers.iter().any(is_lost));
        let votes: Vec<Vote> = answers
            .into_iter()
            .map(|answer| match answer {
                Ok(answer) => Vote::Answered(answer),
                Err(Fault::ReplyLost(_)) => Vote::Lost,
                Err(_) => Vote::Failed,
            })
            .collect();
        let verdict = majority::verdict(command.operation, votes.into_iter());
        if let Some(undo) = command.undo(&verdict) {
            self.ask_all(&undo);
        }
        match verdict {
            Verdict::Granted(answer) | Verdict::Denied(answer) => Ok(answer),
            Verdict::TooFew { executed } => Err(Fault::TooFew(Box::new(QuorumUnreachable {
                servers: self.0.len(),
                missing: Vec::new(),
                executed,
            }))),
            Verdict::Open => unreachable!("all have answered"),
        }
    }

    fn capabilities(&self) -> Capabilities {
        let is_quorum = self.0.len() > 1;
        Capabilities {
            is_quorum,
            ..Capabilities::default()
        }
    }

    fn is_under_way(&self) -> bool {
        self.0.len() > 1 && self.1.get()
    }

    fn send_parting(&mut self, command: &Cmd) -> bool {
        self.0.len() == 1 && self.0[0].send_parting(command)
    }

    fn leftovers(&self) -> &Leftovers {
        self.0[0].leftovers()
    }

    fn unanswered(&self) -> &Unanswered {
        self.0[0].unanswered()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Setting {
    /// Both objects take the lock with the token.
    Locks,
    Fenced,
    /// Too few replicas have what the second object acquires.
    Replicas,
    /// The second object takes a share.
    Reader,
    /// The first object has a share, and the second object makes it the lock.
    Upgrade,
    /// As `Upgrade`, and the stranger reads.
    UpgradeAmongReaders,
    /// The second object takes the first object's lock over, and makes it a share.
    Downgrade,
    /// The first object's token is generated, and handed over.
    Drawn,
}

const SETTINGS: [Setting; 8] = [
    Setting::Locks,
    Setting::Fenced,
    Setting::Replicas,
    Setting::Reader,
    Setting::Upgrade,
    Setting::UpgradeAmongReaders,
    Setting::Downgrade,
    Setting::Drawn,
];

impl Setting {
    /// Returns the kinds of the first object, the second object and the stranger.
    fn kinds(self) -> [LockKind; 3] {
        use LockKind::{Exclusive, Shared};
        match self {
            Setting::Reader => [Exclusive, Shared, Shared],
            Setting::Upgrade => [Shared, Exclusive, Exclusive],
            Setting::UpgradeAmongReaders => [Shared, Exclusive, Shared],
            Setting::Downgrade => [Exclusive, Shared, Shared],
            Setting::Locks | Setting::Fenced | Setting::Replicas | Setting::Drawn => [Exclusive; 3],
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    First(Action),
    Second(Action),
    /// A step of another owner.
    Stranger(Action),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Action {
    TryAcquire,
    RefreshLonger,
    Shorten,
    IsOwned,
    Release,
    Drop,
    /// Hands the claim over to an object in another process.
    HandOver,
}

use Action::{Drop, HandOver, IsOwned, RefreshLonger, Release, Shorten, TryAcquire};
use Step::{First, Second, Stranger};

const STEPS: [Step; 12] = [
    First(TryAcquire),
    First(RefreshLonger),
    First(Shorten),
    First(Release),
    First(HandOver),
    Second(TryAcquire),
    Second(IsOwned),
    Second(Release),
    Second(Drop),
    Second(HandOver),
    Stranger(TryAcquire),
    Stranger(Release),
];

const FAULTS: [Fate; 5] = [
    Fate::TimedOutLate,
    Fate::ClosedLate,
    Fate::TimedOutExecuted,
    Fate::ClosedExecuted,
    Fate::Refused,
];

struct Object {
    lock: Lock<Servers>,
    servers: Servers,
    /// True if an object with its token was asked to end, shorten or change the claim.
    is_excused: bool,
    /// True if that command may still be executed.
    is_excused_for_good: bool,
    /// True if its own release may still be executed. The object that follows it does not know
    /// that.
    leaves_excuse: bool,
}

impl Object {
    fn new(servers: &Servers, kind: LockKind) -> Object {
        let servers = servers.of_another_process();
        let mut lock = Lock::new(servers.clone(), KEY, TTL);
        lock.set_kind(kind);
        Object {
            lock,
            servers,
            is_excused: false,
            is_excused_for_good: false,
            leaves_excuse: false,
        }
    }

    fn has_share(&self) -> bool {
        self.lock.kind() == LockKind::Shared
    }

    /// Returns whether this object can change its kind. A share can only if it was taken over.
    fn can_change_kind(&self) -> bool {
        !self.has_share() || self.lock.ownership.may_be_of_other_kind()
    }
}

struct Program {
    setting: Setting,
    servers: Servers,
    is_late_for_a_change: bool,
    first: Object,
    second: Object,
    stranger: Object,
}

impl Program {
    fn new(setting: Setting, servers: Servers, is_late_for_a_change: bool) -> Program {
        let [first, _, stranger] = setting.kinds();
        let mut first = Object::new(&servers, first);
        let token = Token::given(b"token");
        if setting != Setting::Drawn {
            first.lock.acquire_with(&token);
        }
        if setting == Setting::Fenced {
            first.lock.use_fences();
        }
        let mut program = Program {
            second: Program::second(setting, &servers),
            stranger: Object::new(&servers, stranger),
            first,
            setting,
            servers,
            is_late_for_a_change,
        };
        program.servers.0.iter().for_each(|wire| wire.meets([]));
        assert!(program.first.lock.try_acquire().unwrap());
        if setting == Setting::Downgrade {
            program.first.lock.detach().expect("a token");
        }
        program
    }

    fn second(setting: Setting, servers: &Servers) -> Object {
        let mut second = Object::new(servers, setting.kinds()[1]);
        let token = Token::given(b"token");
        match setting {
            Setting::Downgrade => second.lock.restore(&token),
            _ => second.lock.acquire_with(&token),
        }
        match setting {
            Setting::Replicas => second.lock.require_replicas(1, MS(100)),
            Setting::Fenced => second.lock.use_fences(),
            _ => {}
        }
        second
    }

    fn step(&mut self, step: Step) {
        self.servers
            .0
            .iter()
            .for_each(|wire| wire.mark(format!("{step:?}")));
        match step {
            First(action) => self.act(action, |program| (&mut program.first, &mut program.second)),
            // A lock that is held is not to be taken over.
            Second(TryAcquire)
                if self.setting == Setting::Downgrade && self.first.lock.is_held() => {}
            Second(action) => self.act(action, |program| (&mut program.second, &mut program.first)),
            Stranger(TryAcquire) => _ = self.stranger.lock.try_acquire(),
            Stranger(_) => _ = self.stranger.lock.release(),
        }
        self.check();
        self.servers.0.iter().for_each(Wire::let_arrive);
        self.check();
    }

    fn act(&mut self, action: Action, pick: fn(&mut Program) -> (&mut Object, &mut Object)) {
        let (setting, servers) = (self.setting, self.servers.clone());
        let is_too_late = self.is_late_for_a_change;
        let (own, other) = pick(self);
        let is_asked =
            own.lock.has_claim() && matches!(action, Release | Drop) || action == Shorten;
        match action {
            TryAcquire => {
                let can_change = own.can_change_kind();
                let answer = own.lock.try_acquire();
                own.is_excused &= !matches!(answer, Ok(true));
                // In time, a change of kind ends the other object's claim, as a release does.
                let changes = can_change && own.has_share() != other.has_share();
                let changed = servers.hold(|wire| holds(wire, b"token", own.has_share()));
                let may_change = matches!(own.lock.state(), State::Unknown(_)) && !is_too_late;
                other.is_excused |= changes && (changed || may_change);
                other.is_excused_for_good |= changes && may_change; // it may come within a second
            }
            RefreshLonger => _ = own.lock.refresh(TTL * 2),
            Shorten => _ = own.lock.refresh(TTL / 2),
            IsOwned => _ = own.lock.is_owned(),
            Release => {
                if own.lock.release().is_ok()
                    && let Some(token) = own.lock.token().cloned()
                {
                    own.check_no_change_can_come(&token);
                }
            }
            Drop => {
                let is_excused_for_good = own.is_excused_for_good || own.leaves_excuse;
                *own = Program::second(setting, &servers);
                own.is_excused_for_good = is_excused_for_good;
            }
            HandOver => {
                if let Some(token) = own.lock.detach().cloned() {
                    own.check_nothing_ends(&token);
                    let mut next = Object::new(&servers, own.lock.kind());
                    next.lock.restore(&token);
                    next.is_excused_for_good = own.is_excused_for_good;
                    *own = next;
                }
            }
        }
        // One release ends the claim of every object with the token. Other processes do not know of
        // a release without a reply.
        other.is_excused |= is_asked;
        let is_unsure = servers.0.iter().any(|wire| wire.log().faults > 0);
        other.is_excused_for_good |= is_asked && is_unsure;
        // The new object is in another process.
        own.is_excused_for_good |= is_asked && is_unsure && action == Drop;
        own.leaves_excuse |= is_asked && is_unsure && action == Release;
    }

    /// Checks that no object counts on a claim that is not on the server.
    fn check(&self) {
        for object in [&self.first, &self.second, &self.stranger] {
            let is_excused = object.is_excused || object.is_excused_for_good;
            let is_held = object.lock.is_held() && !is_excused;
            if let Some(token) = object.lock.token().filter(|_| is_held) {
                let on_server = |wire: &Wire| holds(wire, token.as_bytes(), object.has_share());
                assert!(self.servers.hold(on_server), "held, and not on the server");
            }
        }
    }
}

impl Object {
    /// Checks that no command of this process is still on its way that ends, shortens or changes a
    /// claim of this token.
    fn check_nothing_ends(&self, token: &Token) {
        for words in self.late(token) {
            let arguments = words.len().saturating_sub(4);
            let ends = is(&words, "release") || is(&words, "share_release");
            let shortens = is(&words, "refresh") && arguments == 3
                || is(&words, "share_extend") && arguments == 4;
            assert!(
                !(ends || shortens),
                "handed over though a command is under way"
            );
        }
        self.check_no_change_can_come(token);
    }

    /// Checks that no change between a share and the lock can come any more. After a release no
    /// object would release what it makes.
    fn check_no_change_can_come(&self, token: &Token) {
        for words in self.late(token) {
            let as_share = is(&words, "upgrade");
            let changes = (as_share || is(&words, "downgrade")) && words.len() == 8;
            // The change is not made if the claim ends at another time than it names. A change that
            // was made already is not made again.
            let can_be_made = |wire: &Wire| {
                let ends = wire.model().ends_by_clock(KEY, token.as_bytes());
                let ends = ends.map(|ends| ends.to_string().into_bytes());
                ends.as_ref() == words.last() && holds(wire, token.as_bytes(), as_share)
            };
            assert!(
                !(changes && self.servers.hold(can_be_made)),
                "changed after it was given up"
            );
        }
    }

    /// Returns the commands with this token that are still on their way.
    fn late(&self, token: &Token) -> Vec<Vec<Vec<u8>>> {
        let late = self.servers.0.iter().flat_map(Wire::late);
        late.filter(|words| words.iter().any(|word| word == token.as_bytes()))
            .collect()
    }
}

/// Returns whether these arguments run the script of this name, by its text or its hash.
fn is(words: &[Vec<u8>], script: &str) -> bool {
    SCRIPTS.iter().any(|(name, text)| {
        *name == script
            && words.get(1).is_some_and(|word| {
                word == text.as_bytes() || word == redis::Script::new(text).get_hash().as_bytes()
            })
    })
}

fn holds(wire: &Wire, token: &[u8], as_share: bool) -> bool {
    match wire.model().get(KEY).map(|entry| entry.content.clone()) {
        Some(Content::Text(holder)) => !as_share && holder == token,
        Some(Content::Shares(shares)) => as_share && shares.iter().any(|(one, _)| one == token),
        _ => false,
    }
}

/// Runs every program of `length` steps on `servers` servers, with up to `most` faults at all
/// places. Late commands arrive in every order. Returns the number of programs.
fn explore(
    setting: Setting,
    servers: usize,
    length: usize,
    most: usize,
    late_by: Duration,
) -> usize {
    let (choices, mut count) = (Choices::new(), 0);
    loop {
        let wires: Vec<Wire> = (0..servers).map(|_| Wire::with([])).collect();
        let servers = Servers(wires, Rc::default());
        for wire in &servers.0 {
            wire.model().learn_scripts();
            wire.be_late_by(late_by);
            wire.send_parting_commands();
        }
        let mut program = Program::new(setting, servers.clone(), late_by == TOO_LATE);
        let mut fates = vec![Fate::Answered];
        fates.extend(FAULTS);
        let left = Rc::new(std::cell::Cell::new(most));
        for wire in &servers.0 {
            let (arrivals, choices, fates, left) = (
                choices.clone(),
                choices.clone(),
                fates.clone(),
                left.clone(),
            );
            wire.arrivals(move |late| arrivals.pick(&[None, Some(0), Some(1)][..=late.min(2)]));
            wire.fates(move || {
                if left.get() == 0 {
                    return Fate::Answered;
                }
                let fate = choices.pick(&fates);
                left.set(left.get() - usize::from(fate != Fate::Answered));
                fate
            });
        }
        for _ in 0..length {
            program.step(choices.pick(&STEPS));
        }
        servers.0.iter().for_each(|wire| {
            wire.meets([]);
            wire.arrivals(|_| None);
        });
        count += 1;
        if !choices.next() {
            return count;
        }
    }
}

const TOO_LATE: Duration = Duration::from_secs(2);

#[test]
fn no_late_command_ends_or_changes_what_the_same_owner_holds_elsewhere() {
    for setting in SETTINGS {
        for late_by in [Duration::ZERO, TOO_LATE] {
            let start = std::time::Instant::now();
            let count = explore(setting, 1, 3, 1, late_by);
            eprintln!(
                "{setting:?}, {late_by:?}: {count} programs in {:?}",
                start.elapsed()
            );
        }
    }
}

#[test]
fn no_two_late_commands_end_or_change_what_the_same_owner_holds_elsewhere() {
    for setting in SETTINGS {
        explore(setting, 1, 2, 2, TOO_LATE);
    }
}

#[test]
fn no_attempt_that_fails_on_a_quorum_ends_what_the_same_owner_holds_elsewhere() {
    let on_quorum = |setting: &&Setting| !matches!(setting, Setting::Replicas);
    for setting in SETTINGS.iter().filter(on_quorum) {
        let start = std::time::Instant::now();
        let one = explore(*setting, 3, 2, 1, TOO_LATE);
        let two = explore(*setting, 3, 1, 2, TOO_LATE);
        eprintln!(
            "{setting:?}, 3 servers: {one} and {two} programs in {:?}",
            start.elapsed()
        );
    }
}

/// Creates two objects of one owner.
fn reader_and_writer(wire: &Wire) -> [Lock<Wire>; 2] {
    [LockKind::Shared, LockKind::Exclusive].map(|kind| {
        let mut lock = Lock::new(wire.clone(), KEY, TTL);
        lock.set_kind(kind);
        lock.acquire_with(&Token::given(b"token"));
        lock
    })
}

#[test]
fn a_late_release_hides_no_late_change_of_kind() {
    for ends_all in [false, true] {
        let wire = Wire::with([]);
        wire.model().learn_scripts();
        let [mut reader, mut writer] = reader_and_writer(&wire);
        assert!(reader.try_acquire().unwrap());
        // The SET, and the two commands of the change.
        wire.meets([Fate::Answered, Fate::Answered, Fate::TimedOutLate]);
        writer.try_acquire().unwrap_err();
        wire.meets([Fate::Answered, Fate::TimedOutUnexecuted]);
        match ends_all {
            false => _ = reader.release().unwrap_err(),
            true => _ = writer.force_release().unwrap_err(),
        }
        _ = writer.release().unwrap();
        wire.deliver_late();
        assert!(!holds(&wire, b"token", false), "changed after its release");
    }
}

/// So a late change does not meet a later claim that ends when the first one would have ended.
#[test]
fn a_change_of_kind_names_an_end_of_its_own() {
    let wire = Wire::with([]);
    wire.model().learn_scripts();
    let [mut reader, mut writer] = reader_and_writer(&wire);
    assert!(reader.try_acquire().unwrap());
    let ends = wire.model().ends_by_clock(KEY, b"token").unwrap();
    // The SET, and the two commands of the change.
    wire.meets([Fate::Answered, Fate::Answered, Fate::TimedOutLate]);
    writer.try_acquire().unwrap_err();
    let late = wire.late();
    let named = late.last().and_then(|words| words.last()).unwrap();
    let named: i64 = str::from_utf8(named).unwrap().parse().unwrap();
    assert!((1..=1_000).contains(&(named - ends)), "{named} of {ends}");
}

#[test]
fn an_indeterminate_claim_that_is_asked_about_gets_no_new_lease() {
    let wire = Wire::with([]);
    wire.model().learn_scripts();
    let [mut first, mut second] = [(); 2].map(|()| {
        let mut lock = Lock::new(wire.clone(), KEY, TTL);
        lock.acquire_with(&Token::given(b"token"));
        lock
    });
    assert!(first.try_acquire().unwrap());
    assert!(second.try_acquire().unwrap());
    let lease = first.state();
    wire.meets([Fate::TimedOutLate]);
    second.release().unwrap_err();
    assert!(first.is_owned().unwrap());
    assert!(first.state() == lease, "a new lease");
    wire.deliver_late();
    assert!(!first.is_owned().unwrap());
}

#[test]
fn a_moment_that_has_passed_at_some_servers_is_confirmed_at_none() {
    let wires = [(); 3].map(|()| Wire::with([]));
    let servers = Servers(wires.to_vec(), Rc::default());
    let mut lock = Lock::new(servers, KEY, TTL);
    lock.acquire_with(&Token::given(b"token"));
    // The first server's lease ends before the second server answers, whose own lease begins late.
    wires[0].meets([Fate::Slow(PROVISIONAL.mul_f64(1.2))]);
    wires[2].meets([Fate::Unreachable; 100]);
    let acquired = lock.try_acquire();
    let left = |wire: &Wire| {
        let expires = wire.model().get(KEY).and_then(|entry| entry.expires_at);
        expires.is_some_and(|expires| expires > Instant::now() + TTL / 2)
    };
    let on = wires.iter().filter(|wire| left(wire)).count();
    assert!(on != 1, "{acquired:?}, and one server has the whole ttl");
    assert!(acquired.unwrap());
}

#[test]
fn a_command_without_a_majority_makes_a_restored_token_indeterminate() {
    let token = Token::given(b"token");
    for shortens in [false, true] {
        let wires = [(); 3].map(|()| Wire::with([]));
        let servers = Servers(wires.to_vec(), Rc::default());
        let mut lock = Lock::new(servers.clone(), KEY, TTL);
        lock.acquire_with(&token);
        assert!(lock.try_acquire().unwrap());
        wires[..2]
            .iter()
            .for_each(|wire| wire.meets([Fate::TimedOutLate]));
        match shortens {
            false => _ = lock.release().unwrap_err(),
            true => _ = lock.refresh(TTL / 4).unwrap_err(),
        }
        let mut restored = Lock::new(servers.clone(), KEY, TTL);
        restored.restore(&token);
        assert!(matches!(restored.refresh(TTL), Err(Fault::Indeterminate)));
        assert!(matches!(restored.try_acquire(), Err(Fault::Indeterminate)));
        assert!(restored.is_owned().unwrap() && !restored.is_held());
    }
}
