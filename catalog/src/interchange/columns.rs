//! Which column of a foreign file is which property of a card: guessed by its name, and changed by a person.

use super::table::CardTable;
use crate::fold::fold;
use crate::game::GameData;

/// What a column becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnRole {
    /// The card's name.
    Name,
    /// The set, by code, id or name.
    Set,
    /// The set's name.
    SetName,
    /// The set's day of release.
    Released,
    /// The set's era.
    Era,
    /// The card's id.
    Id,
    /// The number in its set.
    Number,
    /// Types, or the type line.
    Type,
    /// Subtypes.
    Subtype,
    /// Rarity.
    Rarity,
    /// Factions.
    Faction,
    /// Keywords.
    Keywords,
    /// Rules text.
    Text,
    /// Flavour text.
    Flavor,
    /// Abilities, as the value of the key `ability` in a set file.
    Ability,
    /// The address of its picture, which is kept beside the cards.
    Picture,
    /// The address of the picture of its back.
    BackPicture,
    /// A field with this id.
    Field(String),
    /// Nothing: it says again what others say.
    Repeated,
    /// Nothing.
    LeftOut,
}

/// Words for roles as `--map` takes them; the first one is how the role is shown. After them, without punctuation,
/// what other programs call it.
const ROLES: [(ColumnRole, &str, &[&str]); 17] = [
    (ColumnRole::Name, "name", &["cardname", "card", "title", "cardtitle"]),
    (ColumnRole::Set, "set", &["setcode", "edition", "expansion"]),
    (ColumnRole::SetName, "set_name", &["setlongname", "editionname"]),
    (ColumnRole::Released, "released", &["releasedat", "releasedate"]),
    (ColumnRole::Era, "era", &[]),
    (ColumnRole::Id, "id", &[]),
    (ColumnRole::Number, "number", &["collectornumber", "cardnumber", "num", "no"]),
    (ColumnRole::Type, "type", &["typeline", "cardtype", "types"]),
    (ColumnRole::Subtype, "subtype", &["subtypes"]),
    (ColumnRole::Rarity, "rarity", &[]),
    (ColumnRole::Faction, "faction", &["color", "colors", "colour", "colours", "house", "clan"]),
    (ColumnRole::Keywords, "keywords", &[]),
    (ColumnRole::Text, "text", &["oracletext", "rulestext", "rulestxt", "rules", "cardtext", "gametext", "effect"]),
    (ColumnRole::Flavor, "flavor", &["flavour", "flavortext", "flavourtext"]),
    (ColumnRole::Ability, "ability", &[]),
    (ColumnRole::Picture, "picture", &PICTURES),
    (
        ColumnRole::BackPicture,
        "back_picture",
        &["backimage", "backimageurl", "imageback", "imageurlback", "picurlback"],
    ),
];

/// What other programs call the address of a card's picture.
const PICTURES: [&str; 14] = [
    "picurl",
    "imageuris",
    "imageuri",
    "imageurl",
    "image",
    "img",
    "imgurl",
    "images",
    "imagelink",
    "pictureurl",
    "pictureuri",
    "picturelink",
    "arturl",
    "cardimage",
];

/// What other programs call the cost of a card.
const COST: [&str; 4] = ["cost", "manacost", "castingcost", "playcost"];

/// What other programs call the resources that a card makes.
const MAKES: [&str; 1] = ["producedmana"];

/// The guess for one column, and whether its name says so exactly.
struct Guess {
    role: ColumnRole,
    exact: bool,
}

impl ColumnRole {
    /// The word for it, as `--map` takes it.
    pub fn word(&self) -> &str {
        match self {
            ColumnRole::Field(id) => id,
            ColumnRole::Repeated | ColumnRole::LeftOut => "",
            role => ROLES.iter().find(|(r, ..)| r == role).map_or("", |(_, word, _)| word),
        }
    }

    /// The role that a person names: a word for one, a field, or nothing to leave the column out.
    pub fn named(word: &str, game: Option<&GameData>) -> ColumnRole {
        match word {
            "" | "-" => ColumnRole::LeftOut,
            word => {
                let faction = game.is_some_and(|g| g.faction_field == word);
                let role = ROLES.iter().find(|(_, w, _)| *w == word).map(|(role, ..)| role.clone());
                if faction { ColumnRole::Faction } else { role.unwrap_or_else(|| ColumnRole::Field(field_id(word))) }
            }
        }
    }
}

/// Whether a column of this name holds the names of cards.
pub fn is_name(column: &str) -> bool {
    guess(column, None, true, true).is_some_and(|g| g.role == ColumnRole::Name)
}

/// Whether a column of this name holds addresses of pictures, if it holds addresses.
pub(super) fn is_picture(column: &str) -> bool {
    let word = plain(column);
    word == ColumnRole::Picture.word() || PICTURES.contains(&word.as_str())
}

/// A column that is named and not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no column `{column}` ({hint})")]
pub struct UnknownColumn {
    /// As it was named.
    pub column: String,
    /// Those that are there and may have been meant.
    pub hint: String,
}

/// The roles of all columns. `named` are the person's own words by column. Of a file that `is_foreign` to this program ids say
/// nothing to it. With `grows`, a column that nothing is
/// known of becomes a field of its own; otherwise it is left out.
///
/// # Errors
/// A column is named that is not there.
pub fn assign(
    columns: &[String],
    game: Option<&GameData>,
    is_foreign: bool,
    grows: bool,
    named: &[(String, String)],
) -> Result<Vec<ColumnRole>, UnknownColumn> {
    let mut roles: Vec<Option<ColumnRole>> = vec![None; columns.len()];
    for (column, word) in named {
        let Some(at) = columns.iter().position(|c| c == column).or_else(|| like(columns, column)) else {
            let known: Vec<&str> = columns.iter().map(String::as_str).collect();
            return Err(UnknownColumn { column: column.clone(), hint: crate::read::suggest(column, &known) });
        };
        roles[at] = Some(ColumnRole::named(word, game));
    }
    let guesses: Vec<Option<Guess>> = columns.iter().map(|c| guess(c, game, is_foreign, grows)).collect();
    for exact in [true, false] {
        for (at, guess) in guesses.iter().enumerate() {
            if let Some(guess) = guess.as_ref().filter(|g| g.exact == exact && roles[at].is_none())
                && (guess.role == ColumnRole::Picture || !roles.contains(&Some(guess.role.clone())))
            {
                roles[at] = Some(guess.role.clone());
            }
        }
    }
    for at in 0..roles.len() {
        if roles[at].is_none() {
            roles[at] = Some(if grows { free_field(&columns[at], game, &roles) } else { ColumnRole::LeftOut });
        }
    }
    Ok(roles.into_iter().flatten().collect())
}

/// Those of the mapped columns that a table has.
pub(super) fn present<'n>(
    table: &CardTable,
    named: &'n [(String, String)],
) -> impl Iterator<Item = &'n (String, String)> {
    named.iter().filter(|(column, _)| table.columns().iter().any(|c| plain(c) == plain(column)))
}

/// The column with this role.
pub(super) fn column_of(roles: &[ColumnRole], role: &ColumnRole) -> Option<u16> {
    roles.iter().position(|r| r == role).map(|at| at as u16)
}

fn like(columns: &[String], wanted: &str) -> Option<usize> {
    columns.iter().position(|c| plain(c) == plain(wanted))
}

fn guess(column: &str, game: Option<&GameData>, is_foreign: bool, grows: bool) -> Option<Guess> {
    let (id, word) = (field_id(column), plain(column));
    if let Some(game) = game {
        let field = game.fields.iter().find(|f| f.id == id || f.id == column);
        if let Some(field) = field {
            return Some(Guess { role: ColumnRole::Field(field.id.clone()), exact: true });
        }
        if game.faction_field == id {
            return Some(Guess { role: ColumnRole::Faction, exact: true });
        }
    }
    // A foreign id says nothing to us, nor do foreign abilities: only a game that is there takes its own back.
    let own = |g: &GameData| g.field(&given(&id)).is_none();
    let says_nothing = |role: &ColumnRole| match role {
        ColumnRole::Id => is_foreign,
        ColumnRole::Ability => grows,
        _ => false,
    };
    let strange = |role: &ColumnRole| says_nothing(role) && !game.is_some_and(own);
    let by_word = |exact: bool| {
        let fits = |(role, own, others): &&(ColumnRole, &str, &[&str])| {
            !strange(role) && if exact { *own == id } else { others.contains(&word.as_str()) || plain(own) == word }
        };
        ROLES.iter().find(fits).map(|(role, ..)| Guess { role: role.clone(), exact })
    };
    if let Some(found) = by_word(true).or_else(|| by_word(false)) {
        return Some(found);
    }
    if grows && MAKES.contains(&word.as_str()) {
        return Some(Guess { role: ColumnRole::Field(super::magic::MAKES.into()), exact: false });
    }
    if COST.contains(&word.as_str()) {
        let id = match game.and_then(|g| g.cost_field().map(|f| g.fields[f].id.clone())) {
            Some(id) => id,
            None if grows => "cost".to_owned(),
            None => return None,
        };
        return Some(Guess { role: ColumnRole::Field(id), exact: word == "cost" });
    }
    let alias = |f: &&crate::game::Field| f.aliases.iter().any(|a| plain(a) == word) || plain(&f.name) == word;
    game.and_then(|g| g.fields.iter().find(alias))
        .map(|f| Guess { role: ColumnRole::Field(f.id.clone()), exact: false })
}

/// A field of its own for a column, under an id that nothing else has.
pub(super) fn free_field(column: &str, game: Option<&GameData>, roles: &[Option<ColumnRole>]) -> ColumnRole {
    let base = field_id(column);
    let word = ROLES.iter().any(|(_, w, _)| *w == base)
        || ["sort", "is", "has", "keyword", "kw", "x", ""].contains(&base.as_str())
        || game.is_some_and(|g| g.faction_field == base);
    let base = if word { given(&base) } else { base };
    let taken = |id: &str| roles.contains(&Some(ColumnRole::Field(id.to_owned())));
    let id = (1..).map(|n| if n == 1 { base.clone() } else { format!("{base}_{n}") }).find(|id| !taken(id));
    ColumnRole::Field(id.expect("numbers do not end"))
}

/// The field for a column whose name means something else here.
fn given(id: &str) -> String {
    format!("{id}_given").trim_start_matches('_').to_owned()
}

/// The field id that a column's name gets: `Image URL` and `imageUrl` → `image_url`.
pub fn field_id(column: &str) -> String {
    let mut words = String::with_capacity(column.len() + 4);
    let mut before = ' ';
    for c in column.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            words.push(' ');
        }
        words.push(c);
        before = c;
    }
    crate::fold::slug(&words).replace('-', "_")
}

/// A column's name without case, accents and punctuation.
fn plain(name: &str) -> String {
    fold(name).chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(columns: &[&str], grows: bool) -> Vec<String> {
        let columns: Vec<String> = columns.iter().map(|c| (*c).to_owned()).collect();
        let roles = assign(&columns, None, grows, grows, &[]).expect("nothing is named");
        roles.iter().map(|r| r.word().to_owned()).collect()
    }

    #[test]
    fn other_programs_words_are_known() {
        let columns = ["Card Name", "Set Code", "Collector Number", "manaCost", "Type", "colors", "Oracle Text"];
        assert_eq!(words(&columns, true), ["name", "set", "number", "cost", "type", "faction", "text"]);
    }

    #[test]
    fn no_column_vanishes_from_a_game_that_grows() {
        assert_eq!(
            words(&["name", "title", "id", "Image URL", "imageUrl"], true),
            ["name", "title", "id_given", "picture", "picture"]
        );
        assert_eq!(words(&["name", "Printer", "printer"], true), ["name", "printer", "printer_2"]);
        assert_eq!(words(&["name", "Image URL", "Printer"], false), ["name", "picture", ""]);
    }
}
