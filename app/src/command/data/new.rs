//! `deckloom data new ID`: a small game to change into one's own.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{CommandOutcome, CommandResult, environment_error, print_result, usage_error};
use crate::session::{self, Places};

/// The files of a new game, by their paths in its folder. `{{id}}` and `"{{name}}"` in them are replaced.
pub const TEMPLATE: [(&str, &str); 11] = [
    ("game.toml", include_str!("../../../template/game.toml")),
    ("sets/first.toml", include_str!("../../../template/sets/first.toml")),
    ("formats/standard.toml", include_str!("../../../template/formats/standard.toml")),
    ("formats/limited.toml", include_str!("../../../template/formats/limited.toml")),
    ("formats/sealed.toml", include_str!("../../../template/formats/sealed.toml")),
    ("formats/draft.toml", include_str!("../../../template/formats/draft.toml")),
    ("boosters/first.toml", include_str!("../../../template/boosters/first.toml")),
    ("decks/two-shores.toml", include_str!("../../../template/decks/two-shores.toml")),
    ("rules.toml", include_str!("../../../template/rules.toml")),
    ("play.toml", include_str!("../../../template/play.toml")),
    ("scenarios/play.toml", include_str!("../../../template/scenarios/play.toml")),
];

#[derive(Debug, clap::Args)]
pub(crate) struct DataNewArgs {
    /// The id: lower-case words joined by hyphens. It is the folder's name.
    id: String,
    /// The title; made from the id if it is left out.
    #[arg(long)]
    name: Option<String>,
    /// Where the folder is made, instead of your data folder.
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
}

/// What was written.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DataNewOutput {
    /// The game's id.
    game: String,
    /// Its title.
    name: String,
    /// Its folder.
    folder: String,
    /// The files in it.
    files: Vec<String>,
    /// Commands that work on it at once.
    next: Vec<String>,
}

pub(super) fn run(args: &DataNewArgs, places: &Places, json: bool) -> CommandResult<CommandOutcome> {
    let id = args.id.as_str();
    let plain = catalog::fold::slug(id);
    if id != plain || id.is_empty() {
        let hint = if plain.is_empty() { "my-game" } else { &plain };
        return Err(usage_error(format!(
            "`{id}` is no id: write lower-case words joined by hyphens, such as `{hint}`"
        )));
    }
    let name = args.name.clone().unwrap_or_else(|| title(id));
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        return Err(usage_error("the name must be a text on one line"));
    }
    let own = Places::own_data_folder();
    let into = args.into.clone().or_else(|| own.clone());
    let into = into.ok_or_else(|| environment_error("there is no home folder; name one with --into"))?;
    let source = places.source().map_err(session::Error::from)?;
    if source.games().iter().any(|game| game == id) {
        return Err(usage_error(format!("there is a game `{id}` already; choose another id")));
    }
    let folder = into.join(id);
    if folder.exists() {
        return Err(usage_error(format!("{} is there already; choose another id or folder", folder.display())));
    }
    write(&into, &folder, |text| fill_template(text, id, &name))?;
    // What lies in one's own data folder is read without being named.
    let read = Some(&into) == own.as_ref() || places.data.contains(&into);
    let data = if read { String::new() } else { format!(" --data {}", shell_quoted(&into.display().to_string())) };
    let next = [
        "data check".to_owned(),
        format!("cards --game {id}"),
        format!("deck check {id}/two-shores"),
        format!("goldfish {id}/two-shores"),
        format!("sealed {id}/sealed"),
    ];
    let result = DataNewOutput {
        game: id.to_owned(),
        name,
        folder: folder.display().to_string(),
        files: TEMPLATE.iter().map(|(path, _)| (*path).to_owned()).collect(),
        next: next.into_iter().map(|verb| format!("deckloom {verb}{data}")).collect(),
    };
    print_result(json, &result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

/// `night-lamps` is `Night Lamps`.
fn title(id: &str) -> String {
    let word = |w: &str| w.chars().take(1).flat_map(char::to_uppercase).chain(w.chars().skip(1)).collect::<String>();
    id.split('-').map(word).collect::<Vec<_>>().join(" ")
}

/// A file of the template for a game.
pub fn fill_template(text: &str, id: &str, name: &str) -> String {
    let quoted = toml::Value::String(name.to_owned()).to_string();
    text.replace("{{id}}", id).replace("\"{{name}}\"", &quoted)
}

/// Writes all files to a neighbour of the folder first, which then takes its name.
fn write(into: &Path, folder: &Path, fill: impl Fn(&str) -> String) -> CommandResult<()> {
    let fault = |e: std::io::Error| environment_error(format!("cannot write {}: {e}", folder.display()));
    std::fs::create_dir_all(into).map_err(fault)?;
    let made = tempfile::Builder::new().prefix(".new-").tempdir_in(into).map_err(fault)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A temporary folder is private; a game is as readable as any other folder.
        std::fs::set_permissions(made.path(), std::fs::Permissions::from_mode(0o755)).map_err(fault)?;
    }
    for (path, text) in TEMPLATE {
        let file = made.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap_or(made.path())).map_err(fault)?;
        std::fs::write(file, fill(text)).map_err(fault)?;
    }
    std::fs::rename(made.path(), folder).map_err(fault)
}

/// An argument as a shell reads it.
fn shell_quoted(text: &str) -> String {
    if text.chars().all(|c| c.is_alphanumeric() || "/._-\\:".contains(c)) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

fn to_text(result: &DataNewOutput) -> String {
    let mut out = format!("{} is in {}\n\n", result.name, result.folder);
    result.files.iter().for_each(|file| out.push_str(&format!("  {file}\n")));
    out.push_str("\nEach file says what may stand in it. Change one and look again:\n\n");
    result.next.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    out
}
