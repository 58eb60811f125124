//! `deckloom card NAME|ID`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use catalog::art::{self, Album};
use catalog::card::FieldValue;
use catalog::face::{self, Corners, Painter, Studio};
use catalog::{CardIx, GameData, fuzzy};
use schemars::JsonSchema;
use serde::Serialize;

use super::cards::CardRow;
use super::{CommandContext, CommandOutcome, CommandResult, input_error, names, number};

#[derive(Debug, clap::Args)]
pub(super) struct CardArgs {
    /// Name, id or number; a name may be short or have typos, if only one card can be meant.
    #[arg(required = true)]
    name: Vec<String>,
    /// Only this game.
    #[arg(long)]
    game: Option<String>,
    /// Draw the card's face into this PNG file.
    #[arg(long, value_name = "FILE")]
    face: Option<PathBuf>,
    /// Width of that picture in pixels; 744 unless you say otherwise.
    #[arg(long, value_name = "PIXELS", requires = "face", alias = "width", value_parser = number::whole::<u32>(60..=3000))]
    size: Option<u32>,
    /// For print instead: 63 x 88 mm at so many dots an inch, with square corners. 300 makes 744 x 1039 pixels.
    #[arg(long, requires = "face", conflicts_with = "size", value_parser = number::whole::<u32>(30..=1200))]
    dpi: Option<u32>,
}

/// A card.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CardOutput {
    #[serde(flatten)]
    pub row: CardRow,
    /// Keywords as printed, with what they do.
    keywords: Vec<Keyword>,
    /// Rules text beside the keywords.
    text: String,
    /// Flavour text.
    flavor: String,
    /// The game's own fields: numbers, texts, amounts by resource.
    fields: BTreeMap<String, serde_json::Value>,
    /// Where the card's facts come from.
    source: String,
    /// The file with a picture of one's own for this card.
    picture: Option<String>,
    /// Why that picture is not used.
    picture_fault: Option<String>,
}

/// A keyword on a card.
#[derive(Debug, Serialize, JsonSchema)]
struct Keyword {
    /// As printed.
    name: String,
    /// What it does.
    text: String,
    /// Rule ids.
    rules: Vec<String>,
}

pub(super) fn run(args: &CardArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let name = args.name.join(" ");
    let games: Vec<&GameData> = match &args.game {
        Some(id) => vec![&*context.game(id)?.game],
        None => context.session.game_libraries().map(|b| &*b.game).collect(),
    };
    let Some((game, ix)) = find(&games, &name)? else {
        return Err(names::unknown_card(&name, &games));
    };
    let album = Album::open(&context.session.source, game);
    let result = describe(game, ix, &album);
    if let Some(file) = &args.face {
        write_face(context, game, ix, album, file, args)?;
    }
    if let Some(fault) = &result.picture_fault {
        eprintln!("warning: {fault}; the generated picture takes its place");
    }
    context.print_result(&result, || to_text(game, &result))?;
    Ok(CommandOutcome::Done)
}

fn find<'g>(games: &[&'g GameData], name: &str) -> CommandResult<Option<(&'g GameData, CardIx)>> {
    if let Some(found) = games.iter().find_map(|g| g.find(name).map(|ix| (*g, ix))) {
        return Ok(Some(found));
    }
    let numbered = |g: &&GameData| g.indices().find(|ix| g.card(*ix).number.eq_ignore_ascii_case(name));
    if let Some(found) = games.iter().find_map(|g| numbered(g).map(|ix| (*g, ix))) {
        return Ok(Some(found));
    }
    let alone: Vec<(&GameData, CardIx)> =
        games.iter().filter_map(|g| fuzzy::only(g, name).map(|ix| (*g, ix))).collect();
    if let [only] = alone[..] {
        return Ok(Some(only));
    }
    let near: Vec<(&GameData, CardIx)> =
        games.iter().flat_map(|g| fuzzy::names(g, name, 5).into_iter().map(|ix| (*g, ix))).collect();
    match near[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        _ => Err(names::unknown_card(name, games)),
    }
}

fn write_face(
    context: &CommandContext,
    game: &GameData,
    ix: CardIx,
    album: Album,
    file: &Path,
    args: &CardArgs,
) -> CommandResult<()> {
    let template = context.session.source.file(&format!("{}/face.svg", game.id)).map(|f| f.text.as_ref());
    let painter = Painter::new(game, template).map_err(|e| input_error(e.to_string()))?;
    let (width, cut) = match args.dpi {
        Some(dpi) => ((dpi as f32 * face::WIDTH as f32 / 300.0).round() as u32, Corners::Square),
        None => (args.size.unwrap_or(face::WIDTH), Corners::Round),
    };
    let face = Studio::new(painter, album, None).face(game, ix, width, cut).map_err(|e| input_error(e.to_string()))?;
    super::sources::write(file, crate::printout::picture::png(&face.picture, args.dpi)?)
}

/// All that there is to say about a card.
pub(super) fn describe(game: &GameData, ix: CardIx, album: &Album) -> CardOutput {
    let card = game.card(ix);
    let picture = album.picture(ix);
    let amounts = |list: &[(u8, i32)]| -> serde_json::Value {
        list.iter()
            .map(|(r, n)| (game.resources[*r as usize].id.clone(), serde_json::Value::from(*n)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let fields = game.fields.iter().zip(&card.values).filter_map(|(field, value)| {
        let value = match value.as_ref()? {
            FieldValue::Number(n) => (*n).into(),
            FieldValue::Text(t) => t.clone().into(),
            FieldValue::Flag => true.into(),
            FieldValue::Amounts { list, .. } => amounts(list),
            FieldValue::Resources(mask) => {
                let ids =
                    game.resources.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0).map(|(_, r)| r.id.clone());
                ids.collect::<Vec<_>>().into()
            }
        };
        Some((field.id.clone(), value))
    });
    CardOutput {
        row: CardRow::new(game, ix),
        keywords: card
            .keywords
            .iter()
            .map(|k| Keyword {
                name: game.keyword_text(k),
                text: game.keywords[k.keyword as usize].text.clone(),
                rules: game.keywords[k.keyword as usize].rules.clone(),
            })
            .collect(),
        text: card.text.clone(),
        flavor: card.flavor.clone(),
        fields: fields.collect(),
        source: game.sets[card.set as usize].source.clone(),
        picture: picture.map(|path| path.display().to_string()),
        picture_fault: picture.and_then(|path| art::check(path).err()).map(|fault| fault.to_string()),
    }
}

fn to_text(game: &GameData, card: &CardOutput) -> String {
    let mut out = format!("{}\n{}\n", card.row.name, card.row.types);
    if !card.row.factions.is_empty() {
        let names: Vec<&str> =
            game.factions.iter().filter(|f| card.row.factions.contains(&f.id)).map(|f| f.name.as_str()).collect();
        out.push_str(&format!("{}: {}\n", game.faction_name, names.join(", ")));
    }
    if let Some(cost) = &card.row.cost {
        out.push_str(&format!("Cost: {cost}\n"));
    }
    let called = |id: &str| game.resource(id).map_or(id.to_owned(), |r| game.resources[r].name.clone());
    for (field, value) in card.fields.iter().filter(|(f, _)| f.as_str() != "cost") {
        let value = match value {
            serde_json::Value::String(s) => s.clone(),
            serde_json::Value::Object(map) => {
                map.iter().map(|(k, v)| format!("{v} {}", called(k))).collect::<Vec<_>>().join(", ")
            }
            serde_json::Value::Array(list) => {
                list.iter().filter_map(|v| v.as_str()).map(called).collect::<Vec<_>>().join(", ")
            }
            other => other.to_string(),
        };
        let name = game.field(field).map_or(field.as_str(), |f| game.fields[f].name.as_str());
        let value = if value == "true" { "yes" } else { &value };
        out.push_str(&format!("{name}: {value}\n"));
    }
    for keyword in &card.keywords {
        let rules = if keyword.rules.is_empty() { String::new() } else { format!(" ({})", keyword.rules.join(", ")) };
        out.push_str(&format!("\n{} – {}{rules}", keyword.name, keyword.text));
    }
    if !card.keywords.is_empty() {
        out.push('\n');
    }
    if !card.text.is_empty() {
        out.push_str(&format!("\n{}\n", card.text));
    }
    if !card.flavor.is_empty() {
        out.push_str(&format!("\n  “{}”\n", card.flavor));
    }
    let set = game.sets.iter().find(|s| s.id == card.row.set).map_or(card.row.set.as_str(), |s| s.name.as_str());
    let rarity = game.rarities.iter().find(|r| r.id == card.row.rarity).map_or("", |r| r.name.as_str());
    out.push_str(&format!("\n{set} {} · {rarity} · {}\n", card.row.number, card.source));
    if let Some(picture) = &card.picture {
        out.push_str(&format!("Picture: {picture}\n"));
    }
    out
}
