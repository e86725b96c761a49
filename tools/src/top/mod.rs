//! `redislock top`: the locks of a server, and what changes. In reading order:
//!
//! - This file: the pictures and the keys.
//! - `locks`: finds the locks, and looks at them.
//! - `table`: draws them.

mod locks;
mod table;

use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use redislock::client::Fault;

use crate::arguments::ask::Ask;
use crate::message::{fault_of_question, say, status_of, write};
use crate::status;
use crate::system::{self, terminal, terminal::Keys};
use crate::top::locks::Locks;

/// The time from one step to the next, each of which looks at some locks.
const STEP_PERIOD: Duration = Duration::from_millis(50);

/// The codes that show another screen without a cursor, and the first one again.
const BEGIN_SCREEN: &str = "\x1b[?1049h\x1b[?25l";
const END_SCREEN: &str = "\x1b[?25h\x1b[?1049l";

/// The screen of a terminal while `top` runs.
struct Screen {
    keys: Keys,
}

impl Screen {
    /// Returns None if the standard output is no terminal.
    fn begin() -> Option<Screen> {
        if !io::stdout().is_terminal() {
            return None;
        }
        terminal::notice_resizes();
        terminal::catch_stops();
        let keys = Keys::begin(); // in the background this stops, before anything is shown
        let _ = write(BEGIN_SCREEN);
        Some(Screen { keys })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = write(END_SCREEN);
    }
}

/// Why the pictures have ended.
enum End {
    /// Enough were shown, or the user has seen enough.
    Enough,
    NotWritten(io::Error),
    Signal(i32),
    Failed(Fault),
}

/// Shows pictures until the user ends that. Returns the exit status.
pub fn run(options: &Ask) -> u8 {
    system::catch_signals();
    let mut screen = (!options.is_json).then(Screen::begin).flatten();
    let end = show(options, &mut screen);
    drop(screen);
    match end {
        End::Enough => 0,
        End::NotWritten(error) => status_of(Err(error)),
        End::Signal(signal) => status::of_signal(signal),
        End::Failed(error) => {
            say(&format!(
                "cannot list the locks: {}",
                fault_of_question(&error)
            ));
            status::NO_SERVER
        }
    }
}

fn show(options: &Ask, screen: &mut Option<Screen>) -> End {
    let mut locks = match Locks::find(options) {
        Ok(locks) => locks,
        Err(error) => return End::Failed(error),
    };
    for _ in 0..options.pictures {
        let until = Instant::now() + options.delay.min(Duration::from_secs(1_000_000_000));
        loop {
            locks.look();
            if terminal::takes_stop() {
                *screen = None;
                terminal::stop();
                *screen = Screen::begin();
                if let Err(error) = picture(&locks, options, screen.is_some()) {
                    return End::NotWritten(error);
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            match wait(left.min(STEP_PERIOD), screen) {
                Some(end) => return end,
                None if left.is_zero() => break,
                None => {}
            }
        }
        locks.end_period();
        if let Err(error) = picture(&locks, options, screen.is_some()) {
            return End::NotWritten(error);
        }
    }
    End::Enough
}

fn picture(locks: &Locks, options: &Ask, has_screen: bool) -> io::Result<()> {
    write(
        &match (options.is_json, has_screen.then(terminal::size).flatten()) {
            (true, _) => format!("{}\n", table::as_json(locks)),
            (false, Some((columns, rows))) => table::as_screen(locks, columns, rows),
            (false, None) => table::as_text(locks) + "\n",
        },
    )
}

/// Waits. Returns the reason if that ends it all.
fn wait(left: Duration, screen: &mut Option<Screen>) -> Option<End> {
    let until = Instant::now() + left;
    loop {
        if let Some(signal) = system::noted() {
            return Some(End::Signal(signal));
        }
        let left = until.saturating_duration_since(Instant::now());
        let key = match screen {
            Some(screen) => screen.keys.next_within(left),
            None => {
                std::thread::sleep(left);
                None
            }
        };
        if let Some(b'q' | b'Q') = key {
            return Some(End::Enough);
        }
        if left.is_zero() {
            return None;
        }
    }
}
