//! `redislock generate`.

use std::process::Command;

fn generate(what: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_redislock"))
        .args(["generate", what])
        .output()
        .expect("the command redislock");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_man_page_has_all_subcommands_and_statuses() {
    let page = generate("man").replace('\\', "");
    for part in [
        ".TH redislock 1",
        ".SH EXEC",
        ".SH SHOW",
        ".SH LS",
        ".SH TOP",
        ".SH WAIT",
        ".SH BREAK",
        "KEY[,KEY...] -- COMMAND",
        "fB--max-hold",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let (_, statuses) = page.split_once(".SH EXIT STATUS\n").expect("a section");
    let (statuses, _) = statuses.split_once(".SH ").expect("another one");
    // Each status of src/status.rs.
    for line in include_str!("../../src/status.rs").lines() {
        let value = line.split_once(": u8 = ").map(|(_, value)| value);
        let Some(value) = value.and_then(|value| value.strip_suffix(';')) else {
            continue;
        };
        assert!(statuses.contains(&format!(".TP\n{value}")), "{value}");
    }
}

#[test]
fn bash_completes_options_of_a_subcommand() {
    let complete = "eval \"$1\"; COMP_WORDS=(redislock exec --fen) COMP_CWORD=2
        _redislock redislock --fen exec; echo \"${COMPREPLY[@]}\"";
    let output = Command::new("bash")
        .args(["-c", complete, "-", &generate("bash")])
        .output()
        .expect("bash");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "--fenced\n");
}

#[test]
fn zsh_and_fish_get_their_own() {
    assert!(generate("zsh").starts_with("#compdef redislock\n"));
    assert!(generate("fish").contains("complete -c redislock"));
}
