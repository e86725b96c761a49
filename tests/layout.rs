//! The layout of src/, as src/lib.rs describes it: arrows go one way, every file is on its folder's map, and no file or function
//! is too long to be read.
//!
//! An arrow is a path that begins with `crate::` or `super::`, in a `use` or elsewhere, to the file that it names. A name
//! that a mod.rs passes on with `pub use` belongs to the file that it comes from; passing it on is no arrow.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// From the top down: each imports from those after it only.
const LONGEST_FILE: usize = 300;
const LONGEST_FUNCTION: usize = 60;
const LAYERS: [&str; 11] = [
    "lib", "php", "fuzz", "client", "lock", "renewal", "server", "command", "claim", "os", "stats",
];

/// A file of src/ that is no test, by its module.
struct File {
    path: PathBuf,
    text: String,
    /// What it passes on, by name.
    passed_on: BTreeMap<String, String>,
}

/// Without tests, comments and strings.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {");
    let end = end.or(text.find("#[cfg(test)]\npub mod tests {"));
    let mut code = String::new();
    for line in text[..end.unwrap_or(text.len())].lines() {
        let line = line.split("//").next().unwrap_or_default();
        code.push_str(line);
        code.push('\n');
    }
    code
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true if path.ends_with("tests") => {}
            true => rust_files(&path, found),
            false if path.ends_with("tests.rs") => {}
            false => found.extend(
                path.extension()
                    .is_some_and(|end| end == "rs")
                    .then_some(path),
            ),
        }
    }
}

fn files() -> BTreeMap<String, File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    rust_files(&root, &mut paths);
    let mut files = BTreeMap::new();
    for path in paths {
        let module = path.strip_prefix(&root).unwrap().with_extension("");
        let module = module.to_str().unwrap().replace('/', "::");
        let module = module.strip_suffix("::mod").unwrap_or(&module).to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let passed_on = passed_on(&module, &code(&text));
        let file = File {
            path,
            text,
            passed_on,
        };
        files.insert(module, file);
    }
    assert!(files.len() > 50, "few files: {}", files.len());
    files
}

/// The files of src/ and tools/src/ that are no tests: their names and their code.
fn all_code() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    for folder in ["src", "tools/src"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        rust_files(&folder, &mut paths);
    }
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path.display().to_string(), code(&text))
    };
    paths.into_iter().map(read).collect()
}

/// The paths of a `use`, written out: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn written_out(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let inside = rest.strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts
        .flat_map(written_out)
        .map(|part| match part.as_str() {
            "self" => head.trim_end_matches(':').to_owned(),
            part => format!("{head}{part}"),
        })
        .collect()
}

/// A path as it is from the crate on; `module` is where it is written.
fn absolute(module: &str, path: &str) -> String {
    let mut at = module.to_owned();
    let mut rest = path;
    if let Some(inner) = rest.strip_prefix("crate::") {
        return inner.to_owned();
    }
    while let Some(inner) = rest.strip_prefix("super::") {
        at = at
            .rsplit_once("::")
            .map_or("", |(parent, _)| parent)
            .to_owned();
        rest = inner;
    }
    format!("{at}::{rest}")
}

fn passed_on(module: &str, code: &str) -> BTreeMap<String, String> {
    let uses = code.split("pub use ").skip(1);
    let trees = uses.map(|rest| rest.split(';').next().unwrap());
    trees
        .flat_map(written_out)
        .map(|path| {
            let name = path.rsplit("::").next().unwrap().to_owned();
            (name, absolute(module, &path))
        })
        .collect()
}

/// The file that a path leads to, through what others pass on.
fn file_of(files: &BTreeMap<String, File>, path: &str) -> Option<String> {
    let mut module = path;
    while !files.contains_key(module) {
        module = module.rsplit_once("::")?.0;
    }
    let name = path[module.len()..].trim_start_matches("::");
    let name = name.split("::").next().unwrap_or_default();
    match files[module].passed_on.get(name) {
        Some(further) => file_of(files, further),
        None => Some(module.to_owned()),
    }
}

/// Where the arrows of a file go.
fn arrows(files: &BTreeMap<String, File>, module: &str) -> BTreeSet<String> {
    let code = code(&files[module].text);
    let mut paths = Vec::new();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let lines: Vec<&str> = statement.lines().collect();
        let is_use = |line: &&str| line.trim_start().starts_with("use ");
        let start = lines.iter().position(is_use).unwrap_or(lines.len());
        let is_passed_on = lines
            .iter()
            .any(|line| line.trim_start().starts_with("pub use "));
        if !is_passed_on {
            rest.push_str(&lines[..start].join("\n"));
            let tree = lines[start..].join(" ").replace(';', " ");
            paths.extend(
                tree.split_once("use ")
                    .map(|(_, tree)| written_out(tree))
                    .unwrap_or_default(),
            );
        }
    }
    for start in ["crate::", "super::"] {
        for (at, _) in rest.match_indices(start) {
            let is_path = |char: char| char.is_alphanumeric() || char == '_' || char == ':';
            let end = rest[at..].find(|char| !is_path(char));
            paths.push(rest[at..at + end.unwrap_or(rest.len() - at)].to_owned());
        }
    }
    let ours = paths.iter().filter_map(|path| {
        let first = path.split("::").next()?;
        let own_child = format!("{module}::{first}");
        match first {
            "crate" | "super" => file_of(files, &absolute(module, path)),
            _ if files.contains_key(&own_child) => file_of(files, &format!("{module}::{path}")),
            _ => None,
        }
    });
    ours.filter(|to| to != module).collect()
}

fn layer(module: &str) -> usize {
    let first = module.split("::").next().unwrap();
    let layer = LAYERS.iter().position(|layer| *layer == first);
    layer.unwrap_or_else(|| panic!("{module} is in no layer"))
}

#[test]
fn no_arrow_goes_up() {
    let files = files();
    let mut up = Vec::new();
    for from in files.keys() {
        for to in arrows(&files, from) {
            if layer(&to) < layer(from) {
                up.push(format!("{from} imports {to}"));
            }
        }
    }
    assert!(up.is_empty(), "{up:#?}");
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let files = files();
    let mut arrows: BTreeMap<&String, BTreeSet<String>> = files
        .keys()
        .map(|file| (file, arrows(&files, file)))
        .collect();
    // What imports nothing of what is left is part of no circle.
    loop {
        let left: BTreeSet<String> = arrows.keys().map(|file| file.to_string()).collect();
        arrows.retain(|_, to| to.iter().any(|to| left.contains(to)));
        if arrows.len() == left.len() {
            break;
        }
    }
    for to in arrows.values_mut() {
        to.retain(|to| files.contains_key(to));
    }
    assert!(arrows.is_empty(), "in a circle, or above one: {arrows:#?}");
}

#[test]
fn every_file_is_on_its_folders_map() {
    let mut missing = Vec::new();
    for (module, file) in &files() {
        let Some((folder, name)) = module.rsplit_once("::") else {
            continue;
        };
        let map = file.path.with_file_name("mod.rs");
        let map = match file.path.ends_with("mod.rs") {
            true => file.path.parent().unwrap().with_file_name("mod.rs"),
            false => map,
        };
        let text = fs::read_to_string(&map).unwrap();
        let map = text.lines().filter(|line| line.starts_with("//!"));
        let named = [format!("`{name}`"), format!("`{name}/`")];
        if !map
            .into_iter()
            .any(|line| named.iter().any(|name| line.contains(name.as_str())))
        {
            missing.push(format!("{name} of {folder}"));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
#[test]
fn no_file_and_no_function_is_too_long() {
    let mut too_long = Vec::new();
    for (module, code) in all_code() {
        let lines: Vec<&str> = code.lines().collect();
        if lines.len() > LONGEST_FILE {
            too_long.push(format!("{module}: {} lines", lines.len()));
        }
        // As rustfmt writes it: a function ends with a brace where it began.
        for (start, line) in lines.iter().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let is_function = line.trim_start().starts_with("fn ") || line.contains(" fn ");
            if !is_function || line.trim_end().ends_with(';') {
                continue;
            }
            let end = format!("{}}}", " ".repeat(indent));
            let length = lines[start..].iter().position(|line| *line == end);
            let length = length.map_or(0, |length| length + 1);
            if length > LONGEST_FUNCTION {
                too_long.push(format!("{module}: {length} lines: {}", line.trim()));
            }
        }
    }
    assert!(too_long.is_empty(), "{too_long:#?}");
}
