//! Draws the locks.

use std::{env, time::Duration};

use redislock::client::KeyType;
use serde_json::{Value, json};

use crate::ask::{owner, type_name};
use crate::message::text;
use crate::top::locks::{Locks, Row};

/// The titles of the columns, and their widths. The first one gets what is left.
const COLUMNS: [(&str, usize); 6] = [
    ("KEY", 0),
    ("HELD BY", 28),
    ("LEFT", 9),
    ("WATCH", 5),
    ("WAITS", 9),
    ("CHANGES/s", 9),
];
/// The least width of the first column, and its width without a terminal.
const LEAST_WIDTH_OF_KEY: usize = 12;
const USUAL_WIDTH_OF_KEY: usize = 40;

/// The code that shows a line in reverse, and the one that ends it.
const REVERSE: &str = "\x1b[7m";
const PLAIN: &str = "\x1b[0m";

/// Returns the picture for a terminal of this size.
pub fn as_screen(locks: &Locks, columns: usize, rows: usize) -> String {
    let others: usize = COLUMNS.iter().map(|(_, width)| width + 1).sum();
    let width = columns.saturating_sub(others).max(LEAST_WIDTH_OF_KEY);
    let is_coloured = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut screen = String::from("\x1b[H");
    for (number, line) in lines(locks, width).into_iter().take(rows).enumerate() {
        let line = cut(&line, columns);
        let (begin, end) = match number == 1 && is_coloured {
            true => (REVERSE, PLAIN),
            false => ("", ""),
        };
        if number > 0 {
            screen.push_str("\r\n");
        }
        screen.push_str(&format!("{begin}{line}{end}\x1b[K"));
    }
    screen + "\x1b[J"
}

/// Returns the picture as plain text.
pub fn as_text(locks: &Locks) -> String {
    let lines = lines(locks, USUAL_WIDTH_OF_KEY);
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n") + "\n"
}

fn lines(locks: &Locks, width: usize) -> Vec<String> {
    let rows = locks.sorted();
    let asleep = match locks.asleep {
        Some(asleep) => format!("; {asleep} waiters asleep on the server"),
        None => String::new(),
    };
    let server = &locks.server;
    let summary = match &locks.error {
        Some(error) => format!("{server}: {error}"),
        None => format!("{server}: {} locks{asleep}", rows.len()),
    };
    let titles = COLUMNS.map(|(title, _)| title.to_owned());
    let mut lines = vec![summary, line(titles, width)];
    lines.extend(rows.into_iter().map(|row| line(cells(row), width)));
    lines
}

fn cells(row: &Row) -> [String; 6] {
    let holders = &row.seen.holders;
    let held_by = match (row.seen.key_type, &**holders) {
        (KeyType::Free, _) => "-".to_owned(),
        (_, [holder]) => owner(&holder.token),
        (_, holders) => format!("{} holders", holders.len()),
    };
    let left = holders.last().and_then(|last| last.left);
    [
        text(row.key()),
        held_by,
        time(left),
        row.seen.watchers.len().to_string(),
        time(row.longest_wait()),
        format!("{:.1}", row.rate),
    ]
}

fn time(time: Option<Duration>) -> String {
    time.map_or_else(
        || "-".to_owned(),
        |time| format!("{:.1}", time.as_secs_f64()),
    )
}

/// Returns a line of the table. The first two columns begin at the left, numbers at the right.
fn line(cells: [String; 6], width_of_key: usize) -> String {
    let mut line = String::new();
    for (place, cell) in cells.iter().enumerate() {
        let width = COLUMNS[place]
            .1
            .max(if place == 0 { width_of_key } else { 0 });
        let cell = cut(cell, width);
        line.push_str(&match place < 2 {
            true => format!("{cell:<width$} "),
            false => format!("{cell:>width$} "),
        });
    }
    line
}

/// Returns the text, and at most `width` characters of it.
fn cut(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text
            .chars()
            .take(width.saturating_sub(1))
            .chain(['…'])
            .collect(),
        false => text.to_owned(),
    }
}

pub fn as_json(locks: &Locks) -> Value {
    let row = |row: &&Row| {
        json!({
            "key": text(row.key()),
            "type": type_name(row.seen.key_type),
            "holders": row.seen.holders.iter().map(|holder| owner(&holder.token)).collect::<Vec<_>>(),
            "remaining": row.seen.holders.last().and_then(|last| last.left).map(|left| left.as_secs_f64()),
            "watchers": row.seen.watchers.len(),
            "longest_wait": row.longest_wait().map(|waits| waits.as_secs_f64()),
            "changes_a_second": row.rate,
        })
    };
    json!({
        "server": locks.server,
        "error": locks.error,
        "asleep_on_server": locks.asleep,
        "locks": locks.sorted().iter().map(row).collect::<Vec<_>>(),
    })
}
