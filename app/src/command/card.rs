//! `deckloom card NAME|ID`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use catalog::art::{self, Album};
use catalog::card::{Card, FieldValue, Side};
use catalog::face::{self, Corners, Painter, Studio};
use catalog::{CardIx, GameData, fuzzy};
use schemars::JsonSchema;
use serde::Serialize;

use super::cards::{CardRow, cost_text};
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
    /// Draw the back of a double-faced card instead.
    #[arg(long, requires = "face")]
    back: bool,
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
    #[serde(flatten)]
    printed: PrintedOutput,
    /// How its faces are printed: `double-faced`, `split`, `flip` or `adventure`; null if it has one.
    layout: Option<String>,
    /// Its faces, in order; empty if it has one. What is said above of such a card is what its faces have together, and of
    /// numbers and costs what the first one has.
    faces: Vec<FaceOutput>,
    /// Where the card's facts come from.
    source: String,
    /// The file with a picture of one's own for this card.
    picture: Option<String>,
    /// Why that picture is not used.
    picture_fault: Option<String>,
}

/// What is printed on a card, or on one of its faces.
#[derive(Debug, Serialize, JsonSchema)]
struct PrintedOutput {
    /// Keywords as printed, with what they do.
    keywords: Vec<Keyword>,
    /// Rules text beside the keywords.
    text: String,
    /// Flavour text.
    flavor: String,
    /// The game's own fields: numbers, texts, amounts by resource.
    fields: BTreeMap<String, serde_json::Value>,
}

/// A face of a card.
#[derive(Debug, Serialize, JsonSchema)]
struct FaceOutput {
    /// Name.
    name: String,
    /// Type line.
    types: String,
    /// Ids of its factions.
    factions: Vec<String>,
    /// Cost as text.
    cost: Option<String>,
    #[serde(flatten)]
    printed: PrintedOutput,
    /// The file with a picture of one's own for this face, if it is on the back.
    picture: Option<String>,
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
    let side = if args.back { Side::Back } else { Side::Front };
    if args.back && game.card(ix).back().is_none() {
        return Err(input_error(format!("{} has one face: leave --back out", game.card(ix).name)));
    }
    let studio = Studio::new(painter, album, None);
    let face = studio.side(game, ix, side, width, cut).map_err(|e| input_error(e.to_string()))?;
    super::sources::write(file, crate::printout::picture::png(&face.picture, args.dpi)?)
}

/// All that there is to say about a card.
pub(super) fn describe(game: &GameData, ix: CardIx, album: &Album) -> CardOutput {
    let card = game.card(ix);
    let picture = album.picture(ix, Side::Front).map(|picture| &picture.path);
    let back = album.picture(ix, Side::Back).map(|picture| picture.path.display().to_string());
    let face = |(at, face): (usize, &Card)| FaceOutput {
        name: face.name.clone(),
        types: game.type_line(face),
        factions: game.factions_of(face.factions).map(|f| f.id.clone()).collect(),
        cost: cost_text(game, face),
        printed: printed(game, face),
        picture: back.clone().filter(|_| at == 1),
    };
    CardOutput {
        row: CardRow::new(game, ix),
        printed: printed(game, card),
        layout: (!card.faces.is_empty()).then(|| card.face_layout.word().to_owned()),
        faces: card.faces.iter().enumerate().map(face).collect(),
        source: game.sets[card.set as usize].source.clone(),
        picture: picture.map(|path| path.display().to_string()),
        picture_fault: picture.and_then(|path| art::check(path).err()).map(|fault| fault.to_string()),
    }
}

fn printed(game: &GameData, card: &Card) -> PrintedOutput {
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
    let keyword = |has: &catalog::card::HasKeyword| Keyword {
        name: game.keyword_text(has),
        text: game.keywords[has.keyword as usize].text.clone(),
        rules: game.keywords[has.keyword as usize].rules.clone(),
    };
    PrintedOutput {
        keywords: card.keywords.iter().map(keyword).collect(),
        text: card.text.clone(),
        flavor: card.flavor.clone(),
        fields: fields.collect(),
    }
}

fn to_text(game: &GameData, card: &CardOutput) -> String {
    let row = &card.row;
    let mut out = String::new();
    if card.faces.is_empty() {
        push_printed(game, (&row.name, &row.types, &row.factions, &row.cost), &card.printed, &mut out);
    }
    for (at, face) in card.faces.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "\n//\n\n" });
        push_printed(game, (&face.name, &face.types, &face.factions, &face.cost), &face.printed, &mut out);
    }
    let set = game.sets.iter().find(|s| s.id == row.set).map_or(row.set.as_str(), |s| s.name.as_str());
    let rarity = game.rarities.iter().find(|r| r.id == row.rarity).map_or("", |r| r.name.as_str());
    out.push_str(&format!("\n{set} {} · {rarity} · {}\n", row.number, card.source));
    let pictures = card.picture.iter().chain(card.faces.iter().filter_map(|face| face.picture.as_ref()));
    for picture in pictures {
        out.push_str(&format!("Picture: {picture}\n"));
    }
    out
}

/// Name, type line, factions and cost, and what else is printed there.
fn push_printed(
    game: &GameData,
    (name, types, factions, cost): (&str, &str, &[String], &Option<String>),
    printed: &PrintedOutput,
    out: &mut String,
) {
    out.push_str(&format!("{name}\n{types}\n"));
    if !factions.is_empty() {
        let names: Vec<&str> =
            game.factions.iter().filter(|f| factions.contains(&f.id)).map(|f| f.name.as_str()).collect();
        out.push_str(&format!("{}: {}\n", game.faction_name, names.join(", ")));
    }
    if let Some(cost) = cost {
        out.push_str(&format!("Cost: {cost}\n"));
    }
    let called = |id: &str| game.resource(id).map_or(id.to_owned(), |r| game.resources[r].name.clone());
    for (field, value) in printed.fields.iter().filter(|(f, _)| f.as_str() != "cost") {
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
    for keyword in &printed.keywords {
        let rules = if keyword.rules.is_empty() { String::new() } else { format!(" ({})", keyword.rules.join(", ")) };
        out.push_str(&format!("\n{} – {}{rules}", keyword.name, keyword.text));
    }
    if !printed.keywords.is_empty() {
        out.push('\n');
    }
    if !printed.text.is_empty() {
        out.push_str(&format!("\n{}\n", printed.text));
    }
    if !printed.flavor.is_empty() {
        out.push_str(&format!("\n  “{}”\n", printed.flavor));
    }
}
