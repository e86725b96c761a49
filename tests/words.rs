//! Comments in src/ and tools/src/ are in plain words, as far as a machine can see, and every constant has a name of its own.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const WIDEST_COMMENT: usize = 100;
/// A comment says what is done, and by which actor.
const BAD_BEGINNINGS: [&str; 5] = ["Whether", "What", "Who", "Whoever", "Of"];
const BAD_WORDS: [&str; 9] = [
    "who", "whoever", "somebody", "nobody", "so many", "so long", "so often", "so much", "so soon",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path
            .extension()
            .is_some_and(|end| end == "rs" || end == "lua")
        {
            found.push(path);
        }
    }
}

fn texts() -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    for folder in ["src", "tools/src"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        sources(&folder, &mut paths);
    }
    assert!(paths.len() > 100, "few files: {}", paths.len());
    let read = |path: PathBuf| (path.clone(), fs::read_to_string(path).unwrap());
    paths.into_iter().map(read).collect()
}

/// The comment that a line consists of, or ends with.
fn comment(line: &str, is_lua: bool) -> Option<&str> {
    let mark = if is_lua { "--" } else { "//" };
    let line = line.trim_start();
    let (before, comment) = line.split_once(mark)?;
    // Not `https://`, nor a string.
    let is_code = before.matches('"').count() % 2 == 1 || before.ends_with(':');
    (!is_code).then(|| comment.trim_start_matches(['/', '!']).trim())
}

fn is_in(words: &str, comment: &str) -> bool {
    let comment = comment.to_lowercase();
    comment.match_indices(words).any(|(at, _)| {
        let is_end = |character: Option<char>| !character.is_some_and(char::is_alphanumeric);
        is_end(comment[..at].chars().next_back())
            && is_end(comment[at + words.len()..].chars().next())
    })
}

#[test]
fn comments_name_their_actors_and_numbers_and_fit_the_width() {
    let mut found = Vec::new();
    for (path, text) in texts() {
        let is_lua = path.extension().is_some_and(|end| end == "lua");
        for (n, line) in text.lines().enumerate() {
            let Some(comment) = comment(line, is_lua) else {
                continue;
            };
            let first = comment.split([' ', ',', ':']).next().unwrap_or_default();
            let why = if BAD_BEGINNINGS.contains(&first) {
                first
            } else if let Some(words) = BAD_WORDS.iter().find(|words| is_in(words, comment)) {
                words
            } else if line.trim_start().starts_with(['/', '-'])
                && line.chars().count() > WIDEST_COMMENT
            {
                "too wide"
            } else {
                continue;
            };
            found.push(format!("{}:{}: {why}: {comment}", path.display(), n + 1));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_two_constants_have_one_name() {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in texts() {
        let tests = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
        if path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs") {
            continue;
        }
        for line in text[..tests].lines() {
            let line = line
                .trim_start_matches("pub ")
                .trim_start_matches("pub(super) ");
            if let Some(rest) = line.strip_prefix("const ")
                && let Some((name, _)) = rest.split_once(':')
                && !name.starts_with("fn ")
            {
                let place = path.display().to_string();
                found.entry(name.to_owned()).or_default().insert(place);
            }
        }
    }
    found.retain(|_, places| places.len() > 1);
    assert!(found.is_empty(), "{found:#?}");
}
