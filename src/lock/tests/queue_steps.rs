//! What each event changes.

use crate::lock::queue::position::{Event as QueueEvent, QueuePosition};
use crate::lock::tests::queue_events::{Event, Fault, State, Wired};
use crate::lock::tests::queue_keys::{Answer, Coming, Held, Id, Keys, Kind, MOST, OTHER, Words};
use crate::lock::tests::queue_model::{Doing, Request, Spot, Suspicion, Waiter};

impl State {
    pub fn after(mut self, event: Event) -> State {
        match event {
            Event::Arrives(id) => self.ask(id, Doing::Attempting, Request::Set),
            Event::Executes(id, wired) => self.execute(id, wired, false),
            Event::ExecutesBesideHead(id, wired) => self.execute(id, wired, true),
            Event::Receives(id, wired) => self.receive(id, wired),
            Event::Releases(id) => self.ask(id, Doing::Releasing, Request::Release),
            Event::OtherReleases => self.change_lock(self.keys.lock.without(OTHER), None),
            Event::LeaseOfDeadEnds(id) => self.end_lease(id),
            Event::StandsIn(id) => self.stand_in(id),
            Event::GoesOn(id) => self.waiter(id).halted = false,
            Event::HearsNothing(id) => self.ask(id, Doing::Unblocking, Request::Unblock),
            Event::Notices(id, wired) => self.forget(id, wired),
            Event::Looks(id) => match self.waiter(id).place {
                Spot::InLine => self.ask(id, Doing::Looking, Request::Pass(id)),
                _ => self.on_event(id, QueueEvent::Time),
            },
            Event::TimeIsUp(id) => match self.waiter(id).doing {
                Doing::Retrying => self.waiter(id).doing = Doing::Trying, // with the attempt that is on its way
                _ => self.ask(id, Doing::Trying, Request::Claim),
            },
            Event::Fault(fault) => {
                self.faults_left -= 1;
                self.fail(fault);
            }
        }
        self.tidy();
        self
    }

    fn fail(&mut self, fault: Fault) {
        match fault {
            Fault::Dies(id) => {
                let waiter = self.waiter(id);
                waiter.doing = Doing::Dead;
                waiter.watch.closed = true;
                waiter.ordinary.closed = true;
            }
            Fault::Halts(id) => self.waiter(id).halted = true,
            Fault::WatchLost(id) => {
                self.forget(id, Wired::Watch);
                self.waiter(id).watch.answers = [Some(Answer::Closed), None, None, None];
            }
            Fault::Interrupted(id) => {
                let watch = &mut self.waiter(id).watch;
                watch.closed = true;
                watch.request = match watch.request {
                    Some(Request::Wait(coming)) => Some(Request::WaitAndRelease(coming)),
                    _ => Some(Request::Release),
                };
                self.ask(id, Doing::Leaving, Request::Pass(id));
            }
            Fault::HearsTooLate(id) => self.hang_up_and_leave(id),
            Fault::PopEnds(id) => self.put_out(id),
            Fault::LockDeleted => {
                self.tampered = true;
                self.change_lock(Held::Nobody, None);
            }
            Fault::HeadExpires => self.keys.head = None,
            Fault::SignalExpires => self.keys.signal = Words::default(),
            Fault::Flush => {
                self.tampered = true;
                self.change_lock(Held::Nobody, None);
                self.keys = Keys::default();
            }
        }
    }

    /// Sends a command on the ordinary connection.
    fn ask(&mut self, id: Id, doing: Doing, request: Request) {
        let waiter = self.waiter(id);
        waiter.doing = doing;
        waiter.ordinary.request = Some(request);
    }

    fn execute(&mut self, id: Id, wired: Wired, is_head_present: bool) {
        let request = self.wire(id, wired).request.take();
        let head = self.keys.head;
        let answer = match request.expect("a command is on its way") {
            Request::Set => self.attempt(id, Keys::set),
            Request::Claim => {
                self.attempt(id, |keys, id, kind| keys.claim(id, kind, is_head_present))
            }
            Request::Release => {
                self.change_lock(self.keys.lock.without(id), None);
                Answer::Done
            }
            Request::Wait(coming) => self.wait(id, coming),
            Request::WaitAndRelease(coming) => {
                self.wire(id, wired).request = Some(Request::Release);
                self.wait(id, coming)
            }
            Request::Pop => {
                let free = self.line.iter().position(Option::is_none);
                self.line[free.expect("nobody stands in line twice")] = Some(id);
                self.queue(id);
                self.serve();
                return;
            }
            Request::Pass(caller) => self.keys.pass(id, caller),
            Request::CallSecond => self.keys.call_second(id),
            Request::Unblock => {
                self.put_out(id);
                Answer::Done
            }
        };
        self.note_head(head);
        if self.keys.head != head || answer == Answer::Called(true) && head.is_some() {
            self.tell_of_head(id, wired);
        }
        self.wire(id, wired).push(answer);
        self.serve();
    }

    fn attempt(&mut self, id: Id, attempt: impl Fn(&mut Keys, Id, Kind) -> Answer) -> Answer {
        let mut keys = self.keys;
        let answer = attempt(&mut keys, id, self.waiter(id).kind);
        let other = self.keys.head.filter(|head| *head != id);
        let head = other.and_then(|head| self.waiters.get(usize::from(head)));
        let is_new = keys.lock.has(id) && !self.keys.lock.has(id);
        if is_new && self.keys.lock != Held::Nobody {
            self.overtaken |= head.is_some_and(Waiter::watches);
        }
        self.change_lock(keys.lock, None);
        answer
    }

    fn wait(&mut self, id: Id, coming: Coming) -> Answer {
        let mut keys = self.keys;
        let answer = keys.wait(id, self.waiter(id).kind, coming);
        self.change_lock(keys.lock, Some(id));
        self.keys = keys;
        if matches!(coming, Coming::AsHead | Coming::Called(_)) {
            self.head_came = [true; MOST];
        }
        let is_share = self.waiter(id).kind != Kind::Exclusive;
        self.armed[usize::from(id)] |= match answer {
            Answer::Nil | Answer::Free => !is_share,
            _ => answer != Answer::Taken,
        };
        let is_second = matches!(answer, Answer::Second(_)) && self.keys.second == Some(id);
        self.armed_for_head[usize::from(id)] |= is_second && is_share;
        if matches!(answer, Answer::Head | Answer::Second(_)) {
            self.queue(id);
        }
        answer
    }

    fn stand_in(&mut self, id: Id) {
        let seen = match self.waiter(id).suspicion {
            Suspicion::Free(head) => Some(head),
            _ => None,
        };
        let is_share = self.waiter(id).kind != Kind::Exclusive;
        let head = self.keys.head;
        // No waiter has followed a call in its own name.
        let has_come = head.is_some() && head != Some(id) && self.head_came[usize::from(id)];
        let free = self.keys.stand_in(id, seen, is_share && !has_come);
        self.note_head(head);
        self.armed_deputies[usize::from(id)] = true;
        self.waiter(id).suspicion = free.map_or(Suspicion::None, Suspicion::Free);
        self.serve();
    }

    /// Gives it away, or deletes it, and tells those who are to be told but the one who did it.
    pub fn change_lock(&mut self, held: Held, by: Option<Id>) {
        let before = std::mem::replace(&mut self.keys.lock, held);
        if before == held {
            return;
        }
        for id in (0..).take(MOST) {
            if held.has(id) && !before.has(id) {
                self.enter(id);
            }
        }
        if is_silent(before, held) {
            for waiter in &mut self.waiters {
                waiter.due = waiter.doing == Doing::Listening && waiter.place == Spot::Head;
            }
            return;
        }
        for id in (0..).take(MOST) {
            if std::mem::take(&mut self.armed[usize::from(id)]) && Some(id) != by {
                self.waiter(id).watch.push(Answer::Change);
            }
            if std::mem::take(&mut self.armed_deputies[usize::from(id)]) {
                self.suspect(id);
            }
        }
    }

    /// This one has the lock from now on.
    fn enter(&mut self, id: Id) {
        let holder = usize::from(id);
        let may_all_come = self
            .waiters
            .iter()
            .any(|waiter| waiter.kind == Kind::READER);
        let overtakes = |other: usize| {
            let waits = self.queued[other] && other != holder;
            let is_before = self.queued[holder] && self.before[other][holder];
            let is_passed = match may_all_come {
                true => is_before && self.stands(other as Id),
                false => is_before,
            };
            waits && is_passed
        };
        self.overtaken |= self.order && (0..MOST).any(overtakes);
        self.queued[holder] = false;
    }

    fn suspect(&mut self, id: Id) {
        let suspicion = &mut self.waiter(id).suspicion;
        if *suspicion == Suspicion::None {
            *suspicion = Suspicion::Changed;
            self.head_came[usize::from(id)] = false;
        }
    }

    /// Its key was written by this one: those who watch beside it are told.
    fn tell_of_head(&mut self, by: Id, wired: Wired) {
        for id in (0..).take(MOST) {
            let is_loop = id == by && wired == Wired::Watch;
            if std::mem::take(&mut self.armed_for_head[usize::from(id)]) && !is_loop {
                self.waiter(id).watch.push(Answer::Change);
            }
        }
    }

    /// Deputies may see whether its key has been written since the lock was changed.
    fn note_head(&mut self, before: Option<Id>) {
        if self.keys.head != before {
            self.head_came = [true; MOST];
        }
    }

    /// From now on nobody who comes later is to get the lock first.
    fn queue(&mut self, id: Id) {
        let id = usize::from(id);
        if self.order && !self.queued[id] {
            for other in 0..MOST {
                self.before[other][id] = self.queued[other];
            }
            self.queued[id] = true;
        }
    }

    /// Hands the word to the first in line.
    fn serve(&mut self) {
        while let Some(first) = self.line[0]
            && let Some(caller) = self.keys.signal.pop()
        {
            self.line.rotate_left(1);
            self.line[MOST - 1] = None;
            self.waiter(first).watch.push(Answer::Call(Some(caller)));
        }
    }

    fn put_out(&mut self, id: Id) {
        if self.take_from_line(id) {
            self.waiter(id).watch.push(Answer::Call(None));
        }
    }

    fn take_from_line(&mut self, id: Id) -> bool {
        let Some(at) = self.line.iter().position(|other| *other == Some(id)) else {
            return false;
        };
        self.line[at..].rotate_left(1);
        self.line[MOST - 1] = None;
        true
    }

    /// The connection is closed, on the server, too.
    fn forget(&mut self, id: Id, wired: Wired) {
        *self.wire(id, wired) = Default::default();
        if wired == Wired::Watch {
            self.take_from_line(id);
            self.armed[usize::from(id)] = false;
            self.armed_for_head[usize::from(id)] = false;
        }
    }

    fn receive(&mut self, id: Id, wired: Wired) {
        use {Answer as A, Doing as D};
        let answer = self.wire(id, wired).pop();
        match (self.waiter(id).doing, answer) {
            (D::Attempting | D::Retrying, A::Held) => {
                self.waiter(id).place = Spot::Coming(Coming::New);
                self.come(id);
            }
            (D::Attempting, A::Taken) => self.finish(id, true),
            (D::Coming, A::Taken) => {
                self.on_event(id, QueueEvent::Taken);
                self.finish(id, true);
            }
            (D::Coming, A::Head) => {
                self.on_event(id, QueueEvent::Stands(QueuePosition::Head));
            }
            (D::Coming, A::Second(head)) => {
                self.on_event(id, QueueEvent::Stands(QueuePosition::Second(vec![head])));
            }
            (D::Coming, A::Nil | A::Free) => {
                let waiter = self.waiter(id);
                waiter.watch.request = Some(Request::Pop);
                waiter.suspicion = match (answer, waiter.kind) {
                    (A::Free, _) => Suspicion::Changed,
                    (_, Kind::Exclusive) => Suspicion::None,
                    _ => Suspicion::New,
                };
                self.head_came[usize::from(id)] = answer == A::Nil; // it has been told of no change
                self.on_event(id, QueueEvent::Stands(QueuePosition::InLine));
            }
            (D::Coming | D::Hearing, A::Change) => {}
            (D::Coming | D::Listening, A::Closed) => self.ask(id, D::Retrying, Request::Claim),
            (D::Listening, A::Change) if self.waiter(id).place == Spot::InLine => self.suspect(id),
            (D::Listening, A::Change) => self.on_event(id, QueueEvent::Change),
            (D::Listening, A::Call(caller)) => {
                let caller = caller.map(|caller| vec![caller]);
                self.on_event(id, QueueEvent::Call(caller));
            }
            (D::Looking, A::Called(_)) => self.on_event(id, QueueEvent::Time),
            (D::Trying | D::Retrying, A::Taken | A::Held) => {
                self.waiter(id).won = answer == A::Taken;
                let waiter = self.waiter(id);
                match (waiter.doing, waiter.place) {
                    (D::Trying, Spot::InLine) => self.ask(id, D::Unblocking, Request::Unblock),
                    (D::Trying, Spot::Second(_)) => self.ask(id, D::LeavingLine, Request::Pass(id)),
                    _ => self.ask(id, D::Leaving, Request::Pass(id)),
                }
            }
            (D::Unblocking, A::Done) => self.waiter(id).doing = D::Hearing,
            (D::Hearing, A::Call(Some(caller))) => {
                self.ask(id, D::LeavingLine, Request::Pass(caller));
            }
            (D::Hearing, A::Closed) => self.ask(id, D::LeavingLine, Request::Pass(id)),
            (D::Hearing, A::Call(None)) | (D::LeavingLine, A::Called(_)) if self.call_second => {
                self.ask(id, D::CallingSecond, Request::CallSecond);
            }
            (D::Hearing, A::Call(None))
            | (D::Leaving | D::LeavingLine | D::CallingSecond, A::Called(_)) => {
                let won = self.waiter(id).won;
                self.finish(id, won);
            }
            (D::Releasing, A::Done) => self.waiter(id).doing = D::Done,
            unexpected => panic!("{unexpected:?} in {self:#?}"),
        }
    }

    fn on_event(&mut self, id: Id, event: QueueEvent) {
        let waiter = self.waiter(id);
        waiter.place = waiter.place.on_event(event);
        match waiter.place {
            Spot::Coming(_) => self.come(id),
            _ => waiter.doing = Doing::Listening,
        }
    }

    fn come(&mut self, id: Id) {
        let waiter = self.waiter(id);
        let Spot::Coming(coming) = waiter.place else {
            panic!("only who is coming comes: {self:#?}");
        };
        waiter.doing = Doing::Coming;
        waiter.watch.request = Some(Request::Wait(coming));
    }

    fn hang_up_and_leave(&mut self, id: Id) {
        self.waiter(id).watch.closed = true;
        self.ask(id, Doing::LeavingLine, Request::Pass(id));
    }

    fn finish(&mut self, id: Id, won: bool) {
        self.waiter(id).doing = match won {
            true => Doing::Holding,
            false => Doing::Gone,
        };
    }

    /// Forgets what has no consequences, so that equal states are the same.
    fn tidy(&mut self) {
        for id in (0..).take(MOST) {
            let stands = self.stands(id);
            let waiter = self.waiter(id);
            waiter.due &= waiter.doing == Doing::Listening;
            if waiter.watch.answers[0] == Some(Answer::Closed) {
                waiter.watch.request = None; // it went nowhere
            }
            if !waiter.watches() {
                waiter.watch.answers = [None; 4];
                waiter.watch.closed &= waiter.watch.request.is_some() || stands;
                waiter.won &= matches!(
                    waiter.doing,
                    Doing::Leaving | Doing::LeavingLine | Doing::CallingSecond
                );
                waiter.place = Spot::Out;
                self.armed[usize::from(id)] = false;
                self.armed_for_head[usize::from(id)] = false;
            }
            let waiter = self.waiter(id);
            if !waiter.watches() || !matches!(waiter.place, Spot::InLine) {
                waiter.suspicion = Suspicion::None;
                self.armed_deputies[usize::from(id)] = false;
            }
            let waiter = self.waiter(id);
            let is_used = waiter.suspicion != Suspicion::None && waiter.kind != Kind::Exclusive;
            self.head_came[usize::from(id)] &= is_used;
            let waiter = self.waiter(id);
            if waiter.doing == Doing::Dead {
                waiter.halted = false;
                waiter.ordinary.answers = [None; 4];
                waiter.ordinary.closed = waiter.ordinary.request.is_some();
            }
        }
    }
}

/// Only leases have ended, and not the last one.
fn is_silent(before: Held, after: Held) -> bool {
    match (before, after) {
        (Held::Shared(before), Held::Shared(after)) => {
            before.weights == after.weights && before.ended != after.ended
        }
        _ => false,
    }
}
