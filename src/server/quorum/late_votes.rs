//! Votes that were lost: the server may still execute such a command, even after the release of its
//! token. So the release is sent again, for as long as a command may be late.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use redis::{Arg, Cmd};

use crate::claim::unanswered::LONGEST_DELAY;
use crate::server::leftovers::MOST_LEFTOVERS;

/// The time from a release to its first repetition. Each further pause is longer.
const FIRST_REPETITION: Duration = Duration::from_millis(10);
const PAUSE_GROWTH: u32 = 4;

#[derive(Default)]
pub struct LateVotes {
    /// The tokens of lost votes, and when they were lost.
    lost: Vec<(Rc<[u8]>, Instant)>,
    releases: Vec<Repeated>,
}

struct Repeated {
    release: Rc<Cmd>,
    next: Instant,
    pause: Duration,
    end: Instant,
}

impl LateVotes {
    /// Notes that the vote with this token was lost.
    pub fn note_lost(&mut self, token: Rc<[u8]>, now: Instant) {
        let lost = &mut self.lost;
        lost.retain(|(_, at)| now < *at + LONGEST_DELAY);
        if lost.len() < MOST_LEFTOVERS {
            lost.push((token, now));
        }
    }

    /// Returns whether the vote with this token was lost.
    pub fn has_lost(&self, token: &[u8]) -> bool {
        self.lost.iter().any(|(lost, _)| **lost == *token)
    }

    /// Has a release sent again, if the vote with its token was lost.
    pub fn note_release(&mut self, release: &Rc<Cmd>, now: Instant) {
        let Some(place) = self
            .lost
            .iter()
            .position(|(token, _)| has_word(release, token))
        else {
            return;
        };
        let (_, lost_at) = self.lost.swap_remove(place);
        self.releases.push(Repeated {
            release: release.clone(),
            next: now + FIRST_REPETITION,
            pause: FIRST_REPETITION,
            end: lost_at + LONGEST_DELAY,
        });
    }

    /// Returns the releases that are to be sent again now.
    pub fn due(&mut self, now: Instant) -> Vec<Rc<Cmd>> {
        self.releases.retain(|repeated| now < repeated.end);
        let due = self
            .releases
            .iter_mut()
            .filter(|repeated| now >= repeated.next);
        due.map(|repeated| {
            repeated.pause *= PAUSE_GROWTH;
            repeated.next = now + repeated.pause;
            repeated.release.clone()
        })
        .collect()
    }

    /// Returns whether a release that will be sent again has these arguments.
    pub fn will_send_with(&self, words: [&[u8]; 2]) -> bool {
        let has_words = |command: &Cmd| words.iter().all(|word| has_word(command, word));
        let mut releases = self.releases.iter();
        releases.any(|repeated| has_words(&repeated.release))
    }
}

pub fn has_word(command: &Cmd, word: &[u8]) -> bool {
    command.args_iter().any(|arg| arg == Arg::Simple(word))
}
