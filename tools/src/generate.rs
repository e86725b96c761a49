//! `redislock generate`: prints the man page, or completions for a shell, from the description of
//! the arguments.

use std::io;

use clap::{Arg, ArgMatches, Command};
use clap_complete::Shell;
use clap_mangen::Man;

pub const NAME: &str = "generate";

/// The part of the man page after the options.
const REST_OF_PAGE: &str = include_str!("rest-of-page.1");

pub fn command() -> Command {
    let what = Arg::new("what")
        .value_name("WHAT")
        .required(true)
        .value_parser(["man", "bash", "zsh", "fish"])
        .help("The man page, or the shell");
    Command::new(NAME)
        .about("Prints the man page, or completions for a shell")
        .arg(what)
}

/// Returns the page or the completions.
pub fn text(matches: &ArgMatches) -> Result<String, String> {
    let what = matches.get_one::<String>("what").map(String::as_str);
    let mut command = crate::arguments::command();
    let mut text = Vec::new();
    let shell = match what {
        Some("bash") => Shell::Bash,
        Some("zsh") => Shell::Zsh,
        Some("fish") => Shell::Fish,
        _ => return man_page(command).map_err(|error| error.to_string()),
    };
    clap_complete::generate(shell, &mut command, "redislock", &mut text);
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Returns one page for all subcommands.
fn man_page(command: Command) -> io::Result<String> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let page = Man::new(command.clone()).manual("User Commands");
    let (mut head, mut synopses, mut sections) = (Vec::new(), String::new(), String::new());
    page.render_title(&mut head)?;
    page.render_name_section(&mut head)?;
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name().to_uppercase();
        let page = Man::new(subcommand.clone());
        let synopsis = body(|text| page.render_synopsis_section(text))?;
        synopses.push_str(&format!("{synopsis}.br\n"));
        let about = body(|text| page.render_description_section(text))?;
        let options = body(|text| page.render_options_section(text))?;
        sections.push_str(&format!(".SH {name}\n{about}{options}"));
    }
    let head = String::from_utf8_lossy(&head);
    Ok(format!(
        "{head}.SH SYNOPSIS\n{synopses}{sections}{REST_OF_PAGE}"
    ))
}

/// Returns the text of a section without its heading.
fn body(render: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> io::Result<String> {
    let mut text = Vec::new();
    render(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    let (_, heading) = text.split_once("\n.SH ").unwrap_or(("", &text));
    let (_, body) = heading.split_once('\n').unwrap_or_default();
    Ok(body.to_owned())
}
