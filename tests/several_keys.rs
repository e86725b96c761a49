//! A model of clients that take several keys as one lock (src/lock/multi), explored by stateright: three clients, three keys, every
//! choice of keys and every interleaving of their commands, with one fault at any moment. Also errors that are planted in the
//! clients, each of which has to be found.
//!
//! Waiting in a key's queue is here: the next command comes once the key is free. tests/queue has the model of the queue itself.

use stateright::{Checker, HasDiscoveries, Model, Property};

const EXCLUSION: &str = "a client that holds its keys owns them all";
const NO_DEADLOCK: &str = "if a client waits, another one goes on";
const NOT_IN_VAIN: &str = "a client that lives comes to its end, and no key is left";

const CLIENTS: usize = 3;
const KEYS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Planted {
    /// Each client takes its keys in an order of its own.
    AnyOrder,
    /// A client does not give back what it took early when its time is up.
    NothingGivenBack,
    /// The last command does not check that the keys taken early are still the client's.
    JoinsBlindly,
    /// The attempt in one step takes the keys that are free, and fails if one is not.
    TakesSome,
    /// A client forgets a command that had no reply.
    ForgetsLateCommands,
    /// A client uses the token of a command that had no reply again.
    KeepsItsToken,
}

/// The value of a key: which client's, in which of its attempts, and whether it was taken early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Token {
    client: usize,
    attempt: u8,
    is_early: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// It is about to take all keys in one step.
    OneStep,
    /// It has taken the keys before this one, and waits for it, or is about to take it.
    InOrder(usize),
    /// It has taken all, and is about to give them its common token.
    Joining,
    Holding,
    /// It deletes what may still have its tokens, and then begins anew, or ends.
    GivingBack {
        begins_anew: bool,
    },
    Ended,
    Dead,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Client {
    place: Place,
    attempt: u8,
}

/// A command of a client, which may be executed late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Command {
    TakeAll,
    TakeOne(usize),
    Join,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    keys: [Option<Token>; KEYS],
    clients: Vec<Client>,
    /// A command that was given up, and may still be executed.
    late: Option<(usize, u8, Command)>,
    /// The tokens that their client deletes again and again: those of commands without a reply.
    leftovers: Vec<(usize, u8)>,
    faults: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// The server executes a client's next command, and the client gets the reply.
    Run(usize),
    /// It executes it, and the reply is lost.
    LoseReply(usize),
    /// The client gives it up, and it may be executed later.
    Delay(usize),
    /// The server executes the late command.
    RunLate,
    /// The wait of a client is over.
    TimeIsUp(usize),
    DeleteLeftovers,
    Kill(usize),
    /// The lease of a key ends while its client cannot renew it.
    Expire(usize),
}

struct Keys {
    /// The keys of each client, in the order in which it takes them.
    wanted: Vec<Vec<usize>>,
    planted: Option<Planted>,
}

impl Keys {
    fn token(client: usize, attempt: u8, is_early: bool) -> Token {
        Token {
            client,
            attempt,
            is_early,
        }
    }

    /// Returns the next command of a client that has one.
    fn next(&self, state: &State, client: usize) -> Option<Command> {
        Some(match state.clients[client].place {
            Place::OneStep => Command::TakeAll,
            Place::InOrder(place) => Command::TakeOne(place),
            Place::Joining => Command::Join,
            _ => return None,
        })
    }

    /// Executes a command at the server. Returns whether it succeeded.
    fn execute(&self, state: &mut State, client: usize, attempt: u8, command: Command) -> bool {
        let (common, early) = (
            Self::token(client, attempt, false),
            Self::token(client, attempt, true),
        );
        let wanted = &self.wanted[client];
        match command {
            Command::TakeOne(place) => {
                let key = &mut state.keys[wanted[place]];
                if key.is_none() {
                    *key = Some(early);
                }
                *key == Some(early)
            }
            Command::TakeAll | Command::Join => {
                let is_blind =
                    command == Command::Join && self.planted == Some(Planted::JoinsBlindly);
                let may_take = |key: &Option<Token>| {
                    is_blind
                        || key.is_none_or(|token| {
                            token == common || command == Command::Join && token == early
                        })
                };
                let may_take_all = wanted.iter().all(|key| may_take(&state.keys[*key]));
                if !may_take_all && self.planted != Some(Planted::TakesSome) {
                    return false;
                }
                for key in wanted {
                    if may_take(&state.keys[*key]) {
                        state.keys[*key] = Some(common);
                    }
                }
                may_take_all
            }
        }
    }

    /// Moves a client on after the reply to its command.
    fn go_on(&self, state: &mut State, client: usize, command: Command, succeeded: bool) {
        let last = self.wanted[client].len() - 1;
        state.clients[client].place = match (command, succeeded) {
            (Command::TakeAll | Command::Join, true) => Place::Holding,
            (Command::TakeAll, false) => Place::InOrder(0),
            (Command::TakeOne(place), true) if place == last => Place::Joining,
            (Command::TakeOne(place), true) => Place::InOrder(place + 1),
            (Command::TakeOne(place), false) => Place::InOrder(place), // it waits on
            (Command::Join, false) => Place::GivingBack { begins_anew: true },
        };
    }

    /// What a client does after a command without a reply: it gives back what it has, and begins anew with another token. It will
    /// delete the old one.
    fn give_up(&self, state: &mut State, client: usize) {
        let attempt = state.clients[client].attempt;
        if self.planted != Some(Planted::ForgetsLateCommands) {
            state.leftovers.push((client, attempt));
        }
        state.clients[client].place = Place::GivingBack { begins_anew: true };
    }

    fn delete(state: &mut State, client: usize, attempt: u8) {
        for key in &mut state.keys {
            key.take_if(|token| token.client == client && token.attempt == attempt);
        }
    }

    /// Returns whether the key's token is of a client that renews it, or deletes it.
    fn is_cared_for(state: &State, token: Token) -> bool {
        let client = &state.clients[token.client];
        let is_leftover = state.leftovers.contains(&(token.client, token.attempt));
        let is_current = client.attempt == token.attempt && client.place != Place::Ended;
        client.place != Place::Dead && (is_leftover || is_current)
    }
}

impl Model for Keys {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let client = Client {
            place: Place::OneStep,
            attempt: 0,
        };
        vec![State {
            keys: [None; KEYS],
            clients: vec![client; self.wanted.len()],
            late: None,
            leftovers: Vec::new(),
            faults: 1,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        for (number, client) in state.clients.iter().enumerate() {
            let command = self.next(state, number);
            // A waiter is woken when the key is free.
            let waits = match command {
                Some(Command::TakeOne(place)) => state.keys[self.wanted[number][place]].is_some(),
                _ => false,
            };
            if command.is_some() && !waits {
                actions.push(Action::Run(number));
            }
            if matches!(client.place, Place::Holding | Place::GivingBack { .. }) {
                actions.push(Action::Run(number)); // the release
            }
            if let Place::InOrder(_) = client.place {
                actions.push(Action::TimeIsUp(number));
            }
            if state.faults > 0 && !matches!(client.place, Place::Ended | Place::Dead) {
                actions.push(Action::Kill(number));
                if command.is_some() && !waits {
                    actions.extend([Action::LoseReply(number), Action::Delay(number)]);
                }
            }
        }
        if state.late.is_some() {
            actions.push(Action::RunLate);
        }
        if !state.leftovers.is_empty() {
            actions.push(Action::DeleteLeftovers);
        }
        for (number, key) in state.keys.iter().enumerate() {
            let Some(token) = key else { continue };
            let client = &state.clients[token.client];
            // The keys of a dead client. Or an early key of a client that was suspended, which is a fault.
            let may_be_lost = state.faults > 0 && token.is_early && client.attempt == token.attempt;
            if client.place == Place::Dead || may_be_lost {
                actions.push(Action::Expire(number));
            }
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Run(number) => {
                let attempt = state.clients[number].attempt;
                match (self.next(&state, number), state.clients[number].place) {
                    (Some(command), _) => {
                        let succeeded = self.execute(&mut state, number, attempt, command);
                        self.go_on(&mut state, number, command, succeeded);
                    }
                    (None, Place::GivingBack { begins_anew }) => {
                        if self.planted != Some(Planted::NothingGivenBack) {
                            Self::delete(&mut state, number, attempt);
                        }
                        let client = &mut state.clients[number];
                        client.place = if begins_anew {
                            Place::OneStep
                        } else {
                            Place::Ended
                        };
                        let renews = begins_anew && self.planted != Some(Planted::KeepsItsToken);
                        client.attempt += u8::from(renews);
                    }
                    (None, _) => {
                        Self::delete(&mut state, number, attempt);
                        state.clients[number].place = Place::Ended;
                    }
                }
            }
            Action::LoseReply(number) => {
                let command = self.next(&state, number)?;
                let attempt = state.clients[number].attempt;
                self.execute(&mut state, number, attempt, command);
                self.give_up(&mut state, number);
                state.faults -= 1;
            }
            Action::Delay(number) => {
                let command = self.next(&state, number)?;
                state.late = Some((number, state.clients[number].attempt, command));
                self.give_up(&mut state, number);
                state.faults -= 1;
            }
            Action::RunLate => {
                let (number, attempt, command) = state.late.take()?;
                self.execute(&mut state, number, attempt, command);
            }
            Action::TimeIsUp(number) => {
                state.clients[number].place = Place::GivingBack { begins_anew: false };
            }
            Action::DeleteLeftovers => {
                for (client, attempt) in state.leftovers.clone() {
                    Self::delete(&mut state, client, attempt);
                }
            }
            Action::Kill(number) => {
                state.clients[number].place = Place::Dead;
                state.leftovers.retain(|(client, _)| *client != number);
                state.faults -= 1;
            }
            Action::Expire(number) => {
                let token = state.keys[number].take()?;
                if state.clients[token.client].place != Place::Dead {
                    state.faults -= 1;
                }
            }
        }
        (state != *last).then_some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(EXCLUSION, |keys: &Keys, state: &State| {
                (0..state.clients.len()).all(|client| {
                    let Client { place, attempt } = state.clients[client];
                    let own = Some(Self::token(client, attempt, false));
                    place != Place::Holding
                        || keys.wanted[client]
                            .iter()
                            .all(|key| state.keys[*key] == own)
                })
            }),
            Property::always(NO_DEADLOCK, |keys: &Keys, state: &State| {
                let mut actions = Vec::new();
                keys.actions(state, &mut actions);
                let waits = |client: &Client| matches!(client.place, Place::InOrder(_));
                let goes_on = |action: &Action| match action {
                    Action::Run(_) | Action::RunLate => true,
                    Action::DeleteLeftovers => keys.next_state(state, *action).is_some(),
                    Action::Expire(key) => state.keys[*key]
                        .is_some_and(|token| state.clients[token.client].place == Place::Dead),
                    _ => false,
                };
                !state.clients.iter().any(waits) || actions.iter().any(goes_on)
            }),
            // Every action leads nearer to the end, as faults are few. So each run ends, and this is where it may.
            Property::always(NOT_IN_VAIN, |keys: &Keys, state: &State| {
                let mut actions = Vec::new();
                keys.actions(state, &mut actions);
                let is_end = actions
                    .iter()
                    .all(|action| keys.next_state(state, *action).is_none());
                let is_over = |client: &Client| matches!(client.place, Place::Ended | Place::Dead);
                let is_left = |key: &Option<Token>| {
                    key.is_some_and(|token| !Self::is_cared_for(state, token))
                };
                let is_well = state.clients.iter().all(is_over) && !state.keys.iter().any(is_left);
                !is_end || is_well
            }),
        ]
    }
}

/// Every choice of one to three keys, for each client, without regard to which client is which.
fn choices() -> Vec<Vec<Vec<usize>>> {
    let set = |bits: usize| (0..KEYS).filter(|key| bits >> key & 1 == 1).collect();
    let mut choices = Vec::new();
    for one in 1..1 << KEYS {
        for two in one..1 << KEYS {
            choices.extend((two..1 << KEYS).map(|three| [one, two, three].map(set).to_vec()));
        }
    }
    choices
}

#[test]
fn with_one_fault_no_key_has_two_holders_and_no_client_waits_in_vain() {
    let mut states = 0;
    for wanted in choices() {
        assert_eq!(wanted.len(), CLIENTS);
        let keys = Keys {
            wanted,
            planted: None,
        };
        let checker = keys.checker().threads(2).spawn_bfs().join();
        checker.assert_properties();
        states += checker.unique_state_count();
    }
    println!("{} choices, {states} states", choices().len());
}

fn is_found(planted: Planted, property: &str) {
    // Two clients that want the same three keys; the second one in the order 2, 0, 1 if it has one of its own.
    let other = match planted {
        Planted::AnyOrder => vec![2, 0, 1],
        _ => vec![0, 1, 2],
    };
    let keys = Keys {
        wanted: vec![vec![0, 1, 2], other],
        planted: Some(planted),
    };
    let checker = keys.checker().finish_when(HasDiscoveries::Any).spawn_bfs();
    let found: Vec<_> = checker.join().discoveries().into_keys().collect();
    assert!(found.contains(&property), "{planted:?}: {found:?}");
}

#[test]
fn planted_errors_are_found() {
    is_found(Planted::AnyOrder, NO_DEADLOCK);
    is_found(Planted::NothingGivenBack, NOT_IN_VAIN);
    is_found(Planted::JoinsBlindly, EXCLUSION);
    is_found(Planted::TakesSome, NO_DEADLOCK);
    is_found(Planted::ForgetsLateCommands, NOT_IN_VAIN);
    is_found(Planted::KeepsItsToken, EXCLUSION);
}
