//! `redislock show`, `wait` and `break`: questions about one lock.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    thread,
    time::{Duration, Instant},
};

use redislock::client::{Fault, Holder, Inspection, Inspector, KeyType, label_of};
use serde_json::{Value, json};

use crate::arguments::ask::Ask;
use crate::message::{fault_of_question, printable, put, say, seconds, text};
use crate::status;

/// The longest pause of `wait` between two questions.
const WAIT_PERIOD: Duration = Duration::from_millis(250);

/// Runs one of these commands. Returns the exit status; an error says what is wrong with the key.
pub fn run(
    options: &Ask,
    command: fn(&Ask, &mut Inspector) -> Result<u8, Fault>,
) -> Result<u8, String> {
    let mut lock = Inspector::new(&options.servers, &options.key)?;
    Ok(command(options, &mut lock).unwrap_or_else(|error| {
        let name = printable(lock.key());
        let server = lock.server();
        say(&format!(
            "cannot ask for {name} on {server}: {}",
            fault_of_question(&error)
        ));
        status::NO_SERVER
    }))
}

pub fn show(options: &Ask, lock: &mut Inspector) -> Result<u8, Fault> {
    let seen = lock.look()?;
    Ok(put(&match options.is_json {
        true => format!("{}\n", as_json(lock, &seen)),
        false => as_text(lock, &seen),
    }))
}

pub fn wait(options: &Ask, lock: &mut Inspector) -> Result<u8, Fault> {
    let began = Instant::now();
    let is_free = loop {
        if !lock.is_held()? {
            break true;
        }
        let left = options.wait.saturating_sub(began.elapsed());
        if left.is_zero() {
            break false;
        }
        thread::sleep(left.min(WAIT_PERIOD));
    };
    let mut status = 0;
    if options.is_json {
        let waited = began.elapsed().as_secs_f64();
        let json = json!({"key": text(lock.key()), "free": is_free, "waited": waited});
        status = put(&format!("{json}\n"));
    }
    Ok(match is_free {
        false if status == 0 => status::NOT_ACQUIRED,
        _ => status,
    })
}

/// Ends the claim of the holder with the token, or of all that were shown, after a question.
pub fn end_claims(options: &Ask, lock: &mut Inspector) -> Result<u8, Fault> {
    let seen = lock.look()?;
    let named = |holder: &&Holder| {
        let token = options.token.as_ref();
        token.is_none_or(|token| *token == holder.token)
    };
    let holders: Vec<&Holder> = seen.holders.iter().filter(named).collect();
    if options.token.is_none() {
        eprint!("{}", as_text(lock, &seen));
        if !io::stdin().is_terminal() {
            say("there is no terminal to ask on: name the holder by --token");
            return Ok(status::USAGE);
        }
        if holders.is_empty() || !is_confirmed() {
            return Ok(status::NOT_ACQUIRED);
        }
    }
    let mut ended = 0;
    for holder in holders {
        ended += u8::from(lock.end_claim(seen.key_type, holder)?);
    }
    let mut status = 0;
    if options.is_json {
        let json = json!({"key": text(lock.key()), "ended": ended});
        status = put(&format!("{json}\n"));
    }
    if ended == 0 {
        say(&format!(
            "{} has no such holder any more",
            printable(lock.key())
        ));
    }
    Ok(match ended {
        0 if status == 0 => status::NOT_ACQUIRED,
        _ => status,
    })
}

fn is_confirmed() -> bool {
    eprint!("End this? Its work may still run. [y/N] ");
    let _ = io::stderr().flush();
    let mut answer = String::new();
    let _ = io::stdin().lock().read_line(&mut answer);
    matches!(answer.trim(), "y" | "Y" | "yes")
}

/// Returns the label of a token, or its beginning.
pub fn owner(token: &[u8]) -> String {
    match label_of(token) {
        Some(label) => label.to_owned(),
        None => {
            let token = token.escape_ascii().to_string();
            match token.get(..32).filter(|_| token.len() > 32) {
                Some(beginning) => format!("{beginning}…"),
                None => token,
            }
        }
    }
}

fn as_text(lock: &Inspector, seen: &Inspection) -> String {
    let key = printable(lock.key());
    let server = lock.server();
    let mut lines = vec![match seen.key_type {
        KeyType::Free => format!("lock {key} on {server} is free"),
        KeyType::Lock => format!("lock {key} on {server}"),
        KeyType::Shares => {
            let permits: u32 = seen.holders.iter().map(|holder| holder.weight).sum();
            let holders = seen.holders.len();
            format!("lock {key} on {server}, shared: {holders} holders, {permits} permits")
        }
        KeyType::Other => format!("{key} on {server} is no lock: it has another type"),
    }];
    for Holder {
        token,
        weight,
        left,
    } in &seen.holders
    {
        let permits = match weight {
            1 => String::new(),
            weight => format!(", {weight} permits"),
        };
        let left = match left {
            Some(left) => format!("for {} s", seconds(*left)),
            None => "without an expiry".to_owned(),
        };
        lines.push(format!("  held by {} {left}{permits}", owner(token)));
    }
    for watcher in &seen.watchers {
        let waits = seconds(watcher.waits);
        lines.push(format!(
            "  awaited by {} since {waits} s",
            owner(&watcher.token)
        ));
    }
    if let Some(asleep) = lock.asleep() {
        lines.push(format!(
            "  asleep in queues, of all locks of this server: {asleep}"
        ));
    }
    if let Some(fence) = seen.fence {
        lines.push(format!("  last fencing token: {fence}"));
    }
    lines.join("\n") + "\n"
}

fn as_json(lock: &Inspector, seen: &Inspection) -> Value {
    let holder = |holder: &Holder| {
        json!({
            "token": text(&holder.token),
            "label": label_of(&holder.token),
            "permits": holder.weight,
            "remaining": holder.left.map(|left| left.as_secs_f64()),
        })
    };
    json!({
        "key": text(lock.key()),
        "server": lock.server(),
        "type": type_name(seen.key_type),
        "holders": seen.holders.iter().map(holder).collect::<Vec<_>>(),
        "watchers": seen.watchers.iter().map(|watcher| json!({
            "token": text(&watcher.token),
            "label": label_of(&watcher.token),
            "permits": watcher.weight,
            "waits": watcher.waits.as_secs_f64(),
        })).collect::<Vec<_>>(),
        "asleep_on_server": lock.asleep(),
        "fence": seen.fence,
    })
}

pub fn type_name(key_type: KeyType) -> &'static str {
    match key_type {
        KeyType::Free => "free",
        KeyType::Lock => "lock",
        KeyType::Shares => "shares",
        KeyType::Other => "other",
    }
}
