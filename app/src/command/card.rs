//! `deckloom card NAME|ID`

use std::collections::BTreeMap;
use std::path::PathBuf;

use catalog::card::Value;
use catalog::{CardIx, Game, fuzzy};
use schemars::JsonSchema;
use serde::Serialize;

use super::cards::Row;
use super::{Door, Outcome, unreadable};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Name, id or number; a name may be short or have typos, if only one card can be meant.
    #[arg(required = true)]
    name: Vec<String>,
    /// Only this game.
    #[arg(long)]
    game: Option<String>,
    /// Draw the card's face into this PNG file.
    #[arg(long, value_name = "FILE")]
    face: Option<PathBuf>,
    /// Width of that picture in pixels; 744 is 300 dots an inch.
    #[arg(long, default_value_t = 744, value_parser = clap::value_parser!(u32).range(60..=3000))]
    width: u32,
}

/// A card.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Result {
    #[serde(flatten)]
    row: Row,
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

pub(super) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let name = args.name.join(" ");
    let games: Vec<&Game> = match &args.game {
        Some(id) => vec![&*door.game(id)?.game],
        None => door.desk.games().collect(),
    };
    let Some((game, ix)) = find(&games, &name)? else {
        return Err(unreadable(format!("there is no card `{name}`")));
    };
    if let Some(file) = &args.face {
        draw(door, game, ix, file, args.width)?;
    }
    let result = describe(game, ix);
    door.show(&result, || words(game, &result))?;
    Ok(Outcome::Done)
}

fn find<'g>(games: &[&'g Game], name: &str) -> anyhow::Result<Option<(&'g Game, CardIx)>> {
    if let Some(found) = games.iter().find_map(|g| g.find(name).map(|ix| (*g, ix))) {
        return Ok(Some(found));
    }
    let numbered = |g: &&Game| g.indices().find(|ix| g.card(*ix).number.eq_ignore_ascii_case(name));
    if let Some(found) = games.iter().find_map(|g| numbered(g).map(|ix| (*g, ix))) {
        return Ok(Some(found));
    }
    let alone: Vec<(&Game, CardIx)> = games.iter().filter_map(|g| fuzzy::only(g, name).map(|ix| (*g, ix))).collect();
    if let [only] = alone[..] {
        return Ok(Some(only));
    }
    let near: Vec<(&Game, CardIx)> =
        games.iter().flat_map(|g| fuzzy::names(g, name, 5).into_iter().map(|ix| (*g, ix))).collect();
    match near[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        _ => {
            let names: Vec<&str> = near.iter().map(|(g, ix)| g.card(*ix).name.as_str()).collect();
            Err(unreadable(format!("there is no card `{name}`; did you mean {}?", names.join(", "))))
        }
    }
}

fn draw(door: &Door, game: &Game, ix: CardIx, file: &std::path::Path, width: u32) -> anyhow::Result<()> {
    let template = door.desk.source.file(&format!("{}/face.svg", game.id)).map(|f| f.text.as_ref());
    let painter = catalog::face::Painter::new(game, template).map_err(|e| unreadable(format!("face.svg: {e}")))?;
    let picture = painter.paint(game, game.card(ix), width).map_err(|e| unreadable(format!("face.svg: {e}")))?;
    let mut png = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut png);
    image::ImageEncoder::write_image(
        encoder,
        &picture.rgba,
        picture.width,
        picture.height,
        image::ExtendedColorType::Rgba8,
    )?;
    super::sources::write(file, &png)
}

fn describe(game: &Game, ix: CardIx) -> Result {
    let card = game.card(ix);
    let amounts = |list: &[(u8, i32)]| -> serde_json::Value {
        list.iter()
            .map(|(r, n)| (game.resources[*r as usize].id.clone(), serde_json::Value::from(*n)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let fields = game.fields.iter().zip(&card.values).filter_map(|(field, value)| {
        let value = match value.as_ref()? {
            Value::Number(n) => (*n).into(),
            Value::Text(t) => t.clone().into(),
            Value::Flag => true.into(),
            Value::Amounts { list, .. } => amounts(list),
            Value::Resources(mask) => {
                let ids =
                    game.resources.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0).map(|(_, r)| r.id.clone());
                ids.collect::<Vec<_>>().into()
            }
        };
        Some((field.id.clone(), value))
    });
    Result {
        row: Row::new(game, ix),
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
    }
}

fn words(game: &Game, card: &Result) -> String {
    let mut out = format!("{}\n{}\n", card.row.name, card.row.types);
    if !card.row.factions.is_empty() {
        let names: Vec<&str> =
            game.factions.iter().filter(|f| card.row.factions.contains(&f.id)).map(|f| f.name.as_str()).collect();
        out.push_str(&format!("{}: {}\n", game.faction_name, names.join(", ")));
    }
    if let Some(cost) = &card.row.cost {
        out.push_str(&format!("Cost: {cost}\n"));
    }
    for (field, value) in card.fields.iter().filter(|(f, _)| f.as_str() != "cost") {
        let value = match value {
            serde_json::Value::String(s) => s.clone(),
            serde_json::Value::Object(map) => {
                map.iter().map(|(k, v)| format!("{v} {k}")).collect::<Vec<_>>().join(", ")
            }
            serde_json::Value::Array(list) => list.iter().filter_map(|v| v.as_str()).collect::<Vec<_>>().join(", "),
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
    out.push_str(&format!("\n{} {} · {} · {}\n", card.row.set, card.row.number, card.row.rarity, card.source));
    out
}
