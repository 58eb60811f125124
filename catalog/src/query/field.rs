//! What can stand before an operator: the words that every game has, and what a game declares beside them.

use super::{CardPart, CopySource};
use crate::game::{FieldKind, GameData};
use crate::noted;

/// What stands before an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// A test of cards.
    Test(TestField),
    /// The order of all cards found.
    Sort,
    /// How many of them are shown.
    Limit,
}

/// What a test is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TestField {
    Text(CardPart),
    Type,
    Set,
    Era,
    Released,
    Rarity,
    Keyword,
    Faction,
    FactionCount,
    Is,
    Has,
    In,
    Copies(CopySource),
    Legal,
    Fits,
    /// A field that the game declares.
    Declared(usize),
    /// The number of a keyword.
    KeywordNumber(usize),
}

/// The words of every game: names, the first of which is shown, and what it asks.
pub(super) const COMMON: &[(&[&str], Field, &str)] = &[
    (&["name"], Field::Test(TestField::Text(CardPart::Name)), noted!("the name")),
    (&["type"], Field::Test(TestField::Type), noted!("the type")),
    (&["subtype"], Field::Test(TestField::Text(CardPart::Subtype)), noted!("a subtype")),
    (&["text", "rules"], Field::Test(TestField::Text(CardPart::Text)), noted!("keywords and rules text")),
    (&["keyword", "kw"], Field::Test(TestField::Keyword), noted!("a keyword")),
    (&["is"], Field::Test(TestField::Is), noted!("a flag, a keyword, or permanent")),
    (&["has"], Field::Test(TestField::Has), noted!("whether there is anything in a field")),
    (&["faction"], Field::Test(TestField::Faction), noted!("the factions, one or several")),
    (&["factions"], Field::Test(TestField::FactionCount), noted!("how many factions")),
    (&["rarity"], Field::Test(TestField::Rarity), noted!("the rarity")),
    (&["set"], Field::Test(TestField::Set), noted!("the set, by id, code or name")),
    (&["era"], Field::Test(TestField::Era), noted!("the era of the set")),
    (
        &["released"],
        Field::Test(TestField::Released),
        noted!("the day the set came out, as 2026, 2026-05 or 2026-05-01"),
    ),
    (&["flavor", "flavour"], Field::Test(TestField::Text(CardPart::Flavor)), noted!("the flavour text")),
    (&["number"], Field::Test(TestField::Text(CardPart::Number)), noted!("the collector number")),
    (&["id"], Field::Test(TestField::Text(CardPart::Id)), noted!("the id")),
    (&["in"], Field::Test(TestField::In), noted!("in the deck, the collection or the wants")),
    (&["deck"], Field::Test(TestField::Copies(CopySource::Deck)), noted!("copies in the open deck")),
    (&["owned"], Field::Test(TestField::Copies(CopySource::Owned)), noted!("copies in the collection")),
    (&["wanted"], Field::Test(TestField::Copies(CopySource::Wanted)), noted!("copies on the want list")),
    (&["legal"], Field::Test(TestField::Legal), noted!("a format where the card is legal; codex@2026-05-01 on a day")),
    (&["fits"], Field::Test(TestField::Fits), noted!("cards that the open deck can take")),
    (&["sort", "order"], Field::Sort, noted!("the order; a - in front reverses it")),
    (&["limit"], Field::Limit, noted!("the most cards to show")),
];

impl Field {
    /// What a word before an operator names.
    pub fn named(word: &str, game: &GameData) -> Option<Field> {
        if word == game.faction_field {
            return Some(Field::Test(TestField::Faction));
        }
        let common = COMMON.iter().find(|(names, ..)| names.contains(&word)).map(|(_, field, _)| *field);
        let declared = || game.fields.iter().position(|f| f.id == word || f.aliases.iter().any(|a| a == word));
        // A keyword's number is asked for by its name, where no field has it.
        let keyword =
            || game.keywords.iter().position(|k| k.number && (k.id == word || k.aliases.iter().any(|a| a == word)));
        let own = || declared().map(TestField::Declared).or_else(|| keyword().map(TestField::KeywordNumber));
        common.or_else(|| own().map(Field::Test))
    }

    /// All names that a game understands, for advice.
    pub fn names(game: &GameData) -> Vec<&str> {
        let common = COMMON.iter().map(|(names, ..)| names[0]);
        let own = game.fields.iter().map(|f| f.id.as_str()).chain([game.faction_field.as_str()]);
        own.chain(common).collect()
    }
}

impl TestField {
    /// Whether it compares by `<` and the like: numbers, days and sets do.
    pub fn compares(self, game: &GameData) -> bool {
        use TestField as F;
        match self {
            F::Rarity | F::Released | F::Faction | F::FactionCount | F::Copies(_) | F::KeywordNumber(_) => true,
            F::Text(_) | F::Type | F::Set | F::Era | F::Keyword | F::Is | F::Has | F::In | F::Legal | F::Fits => false,
            F::Declared(f) => match game.fields[f].kind {
                FieldKind::Number | FieldKind::Cost | FieldKind::Amounts | FieldKind::Resources => true,
                FieldKind::Text | FieldKind::Flag => false,
            },
        }
    }

    /// Whether it looks into a text, where words and regular expressions make sense.
    pub fn is_text(self, game: &GameData) -> bool {
        match self {
            TestField::Text(_) => true,
            TestField::Declared(f) => game.fields[f].kind == FieldKind::Text,
            _ => false,
        }
    }
}

/// Whether a word belongs to the language, so that no game can give it another meaning.
pub(crate) fn is_taken(word: &str) -> bool {
    COMMON.iter().any(|(names, ..)| names.contains(&word))
}
