//! What each event changes.

use crate::lock::queue::position::{Event as QueueEvent, QueuePosition};
use crate::lock::tests::queue_events::{Event, Fault, MOST, State, Wired};
use crate::lock::tests::queue_model::{
    Answer, Coming, Doing, Effects, Id, Keys, Request, Spot, Suspicion,
};

impl State {
    pub fn after(mut self, event: Event) -> State {
        match event {
            Event::Arrives(id) => self.ask(id, Doing::Attempting, Request::Set),
            Event::Executes(id, wired) => self.execute(id, wired),
            Event::Receives(id, wired) => self.receive(id, wired),
            Event::Releases(id) => self.ask(id, Doing::Releasing, Request::Release),
            Event::OtherReleases => self.change_lock(None, None),
            Event::LockOfDeadExpires => self.expire_lock(),
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
                self.waiter(id).watch.answers = [Some(Answer::Closed), None, None];
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
                self.change_lock(None, None);
            }
            Fault::HeadExpires => self.keys.head = None,
            Fault::SignalExpires => self.keys.signal = None,
            Fault::Flush => {
                self.tampered = true;
                self.change_lock(None, None);
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

    fn execute(&mut self, id: Id, wired: Wired) {
        let request = self.wire(id, wired).request.take();
        let answer = match request.expect("a command is on its way") {
            Request::Set if self.keys.lock.is_some() => Answer::Held,
            Request::Claim if self.keys.lock.is_some_and(|holder| holder != id) => Answer::Held,
            Request::Claim if self.keys.lock.is_some() => Answer::Taken,
            Request::Set | Request::Claim => {
                self.change_lock(Some(id), None);
                Answer::Taken
            }
            Request::Release => {
                if self.keys.lock == Some(id) {
                    self.change_lock(None, None);
                }
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
            Request::Pass(caller) => self.keys.pass(caller),
            Request::CallSecond => self.keys.call_second(id),
            Request::Unblock => {
                self.put_out(id);
                Answer::Done
            }
        };
        self.wire(id, wired).push(answer);
        self.serve();
    }

    fn wait(&mut self, id: Id, coming: Coming) -> Answer {
        let before = self.keys.lock;
        let (answer, Effects { arms, changes }) = self.keys.wait(id, coming);
        if arms {
            self.armed[usize::from(id)] = true;
        }
        if changes {
            let after = std::mem::replace(&mut self.keys.lock, before);
            self.change_lock(after, Some(id));
        }
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
        let free = self.keys.stand_in(id, seen);
        self.armed_deputies[usize::from(id)] = true;
        self.waiter(id).suspicion = free.map_or(Suspicion::None, Suspicion::Free);
        self.serve();
    }

    /// Gives it away, or deletes it, and tells those who are to be told but the one who did it.
    pub fn change_lock(&mut self, holder: Option<Id>, by: Option<Id>) {
        self.keys.lock = holder;
        for id in (0..).take(MOST) {
            if std::mem::take(&mut self.armed[usize::from(id)]) && Some(id) != by {
                self.waiter(id).watch.push(Answer::Change);
            }
            if std::mem::take(&mut self.armed_deputies[usize::from(id)]) {
                self.suspect(id);
            }
        }
        if let Some(holder) = holder.map(usize::from) {
            self.overtaken |= (0..MOST).any(|other| {
                self.queued[other] && self.queued[holder] && self.before[other][holder]
            });
            self.queued[holder] = false;
        }
    }

    fn suspect(&mut self, id: Id) {
        let suspicion = &mut self.waiter(id).suspicion;
        if *suspicion == Suspicion::None {
            *suspicion = Suspicion::Changed;
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
        if let (Some(first), Some(caller)) = (self.line[0], self.keys.signal) {
            self.keys.signal = None;
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
                waiter.suspicion = match answer {
                    A::Free => Suspicion::Changed,
                    _ => Suspicion::None,
                };
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
                waiter.watch.answers = [None; 3];
                waiter.watch.closed &= waiter.watch.request.is_some() || stands;
                waiter.won &= matches!(
                    waiter.doing,
                    Doing::Leaving | Doing::LeavingLine | Doing::CallingSecond
                );
                waiter.place = Spot::Out;
                self.armed[usize::from(id)] = false;
            }
            let waiter = self.waiter(id);
            if !waiter.watches() || !matches!(waiter.place, Spot::InLine) {
                waiter.suspicion = Suspicion::None;
                self.armed_deputies[usize::from(id)] = false;
            }
            let waiter = self.waiter(id);
            if waiter.doing == Doing::Dead {
                waiter.halted = false;
                waiter.ordinary.answers = [None; 3];
                waiter.ordinary.closed = waiter.ordinary.request.is_some();
            }
        }
    }
}
