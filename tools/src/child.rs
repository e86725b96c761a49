//! The command that runs under the lock.

use std::{
    io::{self, Read},
    mem,
    os::{fd::AsFd, unix::net::UnixStream, unix::process::ExitStatusExt},
    process::{Command, ExitStatus},
    time::{Duration, Instant},
};

use crate::{
    status,
    system::{
        self, Signals, Target,
        terminal::{self, Terminal},
    },
};

/// The signals of a terminal's keys that ask a program to end. A shell goes on with a script if the
/// program ends by itself, and ends the script if the program dies of the signal.
pub const OF_KEYS: [i32; 2] = [libc::SIGINT, libc::SIGQUIT];

/// A command that runs as the leader of a process group.
pub struct Child {
    /// The number of the process, and of its group.
    group: u32,
    /// The terminal of the session, if there is one.
    terminal: Option<Terminal>,
    /// True if the group got the terminal from this process.
    has_terminal: bool,
}

/// How a command ended.
pub struct Ended {
    pub status: ExitStatus,
    /// True if the lock was lost while it ran.
    pub is_lost: bool,
    /// The signals that were passed on.
    passed_on: Vec<i32>,
    /// True if the command had the terminal, whose keys send INT and QUIT.
    had_terminal: bool,
    /// True if this process's group has the terminal now.
    is_in_foreground: bool,
    /// True if the terminal is gone.
    is_hung_up: bool,
}

impl Ended {
    /// Returns the exit status of a shell for it.
    pub fn code(&self) -> u8 {
        let code = self.status.code();
        let signal = || i32::from(status::SIGNAL) + self.status.signal().unwrap_or_default();
        code.unwrap_or_else(signal).try_into().unwrap_or(u8::MAX)
    }

    /// Returns whether a signal that asks a program to end has ended the command. After TERM, each
    /// end of the command is such a one.
    pub fn is_on_request(&self) -> bool {
        let is_of_keys = |signal| self.had_terminal && OF_KEYS.contains(&signal);
        let was_sent = |signal| self.passed_on.contains(&signal) || is_of_keys(signal);
        let has_ended_it = |signal| was_sent(signal) && self.code() == status::of_signal(signal);
        let mut others = OF_KEYS.into_iter().chain([libc::SIGHUP]);
        was_sent(libc::SIGTERM) || others.any(has_ended_it)
    }

    /// Returns the signal of which the command has died and this process is to die, too. If the
    /// terminal sent it to the command's group, this process's group has not got it, and is to.
    pub fn interrupt(&self) -> Option<(i32, Target)> {
        let signal = self.status.signal()?;
        let is_of_key = OF_KEYS.contains(&signal);
        let is_of_terminal = match signal {
            libc::SIGHUP => self.is_hung_up,
            _ => is_of_key && self.is_in_foreground,
        };
        match self.passed_on.contains(&signal) {
            true if is_of_key => Some((signal, Target::Process)),
            false if is_of_terminal && self.had_terminal => Some((signal, Target::Group)),
            _ => None,
        }
    }
}

impl Child {
    /// Starts the command. It gets the terminal at once if it can use it alone, else when it needs
    /// it.
    pub fn start(command: &mut Command, signals: &Signals) -> io::Result<Child> {
        system::tie(command, signals);
        let group = command.spawn()?.id();
        let terminal = Terminal::open();
        let given = terminal.as_ref();
        let given = given.filter(|terminal| terminal::is_interactive() && terminal.is_ours());
        if let Some(terminal) = given {
            terminal.give(Some(group));
        }
        Ok(Child {
            group,
            has_terminal: given.is_some(),
            terminal,
        })
    }

    /// Waits for the command's end, and passes signals on to its group. Once `losses` can be read,
    /// ends the whole group: by TERM, and by KILL after `kill_after`.
    pub fn watch(
        &mut self,
        signals: &Signals,
        losses: &mut UnixStream,
        kill_after: Duration,
    ) -> io::Result<Ended> {
        losses.set_nonblocking(true)?;
        let (mut ended, mut passed_on) = (None, Vec::new());
        let mut lost_at: Option<Instant> = None;
        let mut is_killed = false;
        loop {
            while let Some(signal) = signals.next() {
                if signal == libc::SIGCONT {
                    self.continued();
                }
                system::signal_group(self.group, signal);
                if !passed_on.contains(&signal) {
                    passed_on.push(signal);
                }
            }
            while let Some((process, status)) = system::reap() {
                match status.stopped_signal() {
                    _ if process != self.group => {}
                    Some(signal) => self.stopped_by(signal),
                    None => ended = Some(status),
                }
            }
            if lost_at.is_none() && matches!(losses.read(&mut [0]), Ok(1)) {
                lost_at = Some(Instant::now());
                system::signal_group(self.group, libc::SIGTERM);
                system::signal_group(self.group, libc::SIGCONT); // or a stopped one would not see it
            }
            let left = lost_at.map(|lost_at| kill_after.saturating_sub(lost_at.elapsed()));
            if left.is_some_and(|left| left.is_zero()) && !is_killed {
                is_killed = true;
                system::signal_group(self.group, libc::SIGKILL);
            }
            let is_over = lost_at.is_none() || is_killed || !system::signal_group(self.group, 0);
            if let Some(status) = ended.filter(|_| is_over) {
                let terminal = self.terminal.as_ref();
                let is_hung_up = terminal.is_some_and(Terminal::has_hung_up);
                if let Some(terminal) = terminal.filter(|_| self.has_terminal) {
                    terminal.give(None);
                }
                return Ok(Ended {
                    status,
                    is_lost: lost_at.is_some(),
                    passed_on,
                    had_terminal: self.has_terminal,
                    is_in_foreground: self.terminal.as_ref().is_some_and(Terminal::is_ours),
                    is_hung_up,
                });
            }
            let losses = lost_at.is_none().then(|| losses.as_fd());
            signals.wait(losses, left.filter(|_| !is_killed));
        }
    }

    /// This process goes on. A shell has the terminal if it has not given it back.
    fn continued(&mut self) {
        if let Some(terminal) = self.terminal.as_ref().filter(|_| self.has_terminal) {
            if terminal.is_ours() {
                terminal.give(Some(self.group));
            }
            self.has_terminal = terminal.is_of(self.group);
        }
    }

    /// The command was stopped. If it needs the terminal and this process has it, the command gets
    /// it. Else this process stops, too, so that the shell can have both go on. The terminal stops
    /// a whole group, so this process stops its own: else the shell of a script would run on.
    fn stopped_by(&mut self, signal: i32) {
        let Some(terminal) = &self.terminal else {
            return; // there is no shell to wait for
        };
        if signal == libc::SIGSTOP {
            return; // of another program, which may have the command alone go on
        }
        // It may have read before it got the terminal.
        let can_have_it = terminal.is_ours() || terminal.is_of(self.group);
        let needs_it = matches!(signal, libc::SIGTTIN | libc::SIGTTOU);
        let goes_on = can_have_it && needs_it;
        let gets_terminal = goes_on || self.has_terminal;
        if !goes_on {
            let had_terminal = mem::take(&mut self.has_terminal);
            if had_terminal {
                terminal.give(None);
            }
            system::stop(match had_terminal || needs_it {
                true => Target::Group,
                false => Target::Process,
            });
        }
        if goes_on || terminal.is_ours() {
            if gets_terminal {
                terminal.give(Some(self.group));
                self.has_terminal = true;
            }
            system::signal_group(self.group, libc::SIGCONT);
        }
    }
}
