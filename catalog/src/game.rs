//! A game's schema: what its cards have, how they are sorted into factions, types and sections, and how
//! the goldfish reads them. All of it is declared in `data/<game>/game.toml`; nothing here knows a game.

pub mod goldfish;
mod lookup;
mod schema;
mod terms;

use crate::card::{Card, CardIx, Set, Side, card_of_back};
use crate::query::Query;

pub use goldfish::Goldfish;
pub(crate) use lookup::{BETWEEN_FACES, CardsByName, FACES};
pub(crate) use schema::read;
pub use terms::Terms;

/// A set of factions, types or resources as a bit mask: bit i is the i-th one declared.
pub type Mask = u32;

/// A game: its schema, and once loaded its sets and cards.
#[derive(Debug, Clone, Default)]
pub struct GameData {
    /// Folder name and id.
    pub id: String,
    /// Title.
    pub name: String,
    /// Edition of the rules that the data follow.
    pub edition: String,
    /// What the game is, in a sentence or two.
    pub about: String,
    /// Fewest and most players.
    pub players: (u32, u32),
    /// The constructed format that a new deck starts with.
    pub default_format: String,
    /// The GUID under which OCTGN knows the game, if it does.
    pub octgn: Option<String>,
    /// What a faction is called (`Domain`, `Terrain`).
    pub faction_name: String,
    /// The query field that names a card's factions (`domain`, `terrain`).
    pub faction_field: String,
    /// Fields out of whose resources a card's factions follow; if empty, cards name their factions.
    pub faction_from: Vec<usize>,
    /// Factions in declared order.
    pub factions: Vec<Faction>,
    /// Resources in declared order.
    pub resources: Vec<Resource>,
    /// Card types in declared order.
    pub types: Vec<Type>,
    /// Rarities, from the most common up.
    pub rarities: Vec<Rarity>,
    /// Sections of a deck.
    pub sections: Vec<Section>,
    /// Fields of cards beyond those that every game has.
    pub fields: Vec<Field>,
    /// Keywords.
    pub keywords: Vec<Keyword>,
    /// Words of card text that differ from game to game.
    pub terms: Terms,
    /// How opening hands and turns without an opponent work.
    pub goldfish: Goldfish,
    /// Sets in order of their ids.
    pub sets: Vec<Set>,
    /// Cards in order of sets and of print.
    pub cards: Vec<Card>,
    /// The rules of play as data (`play.toml`), if the game has them; the engine reads them.
    pub play: Option<std::sync::Arc<crate::source::File>>,
    /// SHA-256 of the data this was made from.
    pub data_hash: String,
    pub(crate) words: crate::query::CardTexts,
    pub(crate) columns: crate::query::Columns,
    /// Made when a name is first looked for.
    pub(crate) names: std::sync::OnceLock<crate::fuzzy::NameIndex>,
    /// Made when a card is first looked up.
    pub(crate) known: std::sync::OnceLock<CardsByName>,
    /// Cards that lie side by side and are of the same set.
    pub(crate) by_set: Vec<(u16, std::ops::Range<u32>)>,
}

/// A faction (domain, terrain, house).
#[derive(Debug, Clone)]
pub struct Faction {
    /// Id in data and queries.
    pub id: String,
    /// Name.
    pub name: String,
    /// The name of the resource that it gives its name to, if one does.
    pub resource: String,
    /// One letter, unique in the game, for where colour is not enough.
    pub letter: String,
    /// Colour as `#rrggbb`.
    pub colour: String,
    /// SVG path in a 24×24 box.
    pub symbol: String,
    /// What it stands for and how it plays.
    pub about: String,
}

/// Something that costs are paid with.
#[derive(Debug, Clone)]
pub struct Resource {
    /// Id in data and queries.
    pub id: String,
    /// Name.
    pub name: String,
    /// One letter, unique in the game.
    pub letter: String,
    /// Colour as `#rrggbb`.
    pub colour: String,
    /// SVG path in a 24×24 box; empty for a generic one, which is shown as its number.
    pub symbol: String,
    /// Whether any resource pays for it.
    pub generic: bool,
    /// Whether it is a chosen number (`x`), which counts nothing towards a total.
    pub variable: bool,
    /// The resources of which any one pays for it, in a cost such as "white or blue"; 0 if only it does itself.
    pub either: Mask,
}

/// A card type.
#[derive(Debug, Clone)]
pub struct Type {
    /// Id in data and queries.
    pub id: String,
    /// Name of one.
    pub name: String,
    /// Name of many.
    pub plural: String,
    /// Other words for it.
    pub aliases: Vec<String>,
    /// Wider types that it belongs to, such as `spell`; not declared on their own.
    pub under: Vec<String>,
    /// Whether such a card stays in play.
    pub permanent: bool,
}

/// A rarity.
#[derive(Debug, Clone)]
pub struct Rarity {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// One letter.
    pub letter: String,
    /// Colour as `#rrggbb`.
    pub colour: String,
}

/// A section of a deck.
#[derive(Debug, Clone)]
pub struct Section {
    /// Id, as deck files name it.
    pub id: String,
    /// Name.
    pub name: String,
    /// The cards that belong there.
    pub accepts: Query,
    /// Rules that say so.
    pub rules: Vec<String>,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum FieldKind {
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// Yes or no.
    Flag,
    /// An amount for each of several resources, which must be paid.
    Cost,
    /// An amount for each of several resources.
    Amounts,
    /// Some of the resources.
    Resources,
}

/// A field of cards.
#[derive(Debug, Clone)]
pub struct Field {
    /// Key in card data and name in queries.
    pub id: String,
    /// Name shown to people.
    pub name: String,
    /// Other words for it in queries.
    pub aliases: Vec<String>,
    /// What it holds.
    pub kind: FieldKind,
    /// Types that must have it.
    pub required: Mask,
    /// Types that may have it, the required ones included.
    pub allowed: Mask,
    /// What it means.
    pub about: String,
    /// A sentence of rules text that a card with this field has; `{id}` stands for the value of a field.
    pub sentence: Option<String>,
}

/// A keyword.
#[derive(Debug, Clone)]
pub struct Keyword {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Other words for it.
    pub aliases: Vec<String>,
    /// Whether a number follows it.
    pub number: bool,
    /// Whether it may stand without its number.
    pub alone: bool,
    /// Whether a word follows it.
    pub word: bool,
    /// What it does, in a sentence.
    pub text: String,
    /// Rules that say so.
    pub rules: Vec<String>,
}

impl GameData {
    /// The same game without its sets and cards.
    pub fn schema(&self) -> GameData {
        GameData {
            id: self.id.clone(),
            name: self.name.clone(),
            edition: self.edition.clone(),
            about: self.about.clone(),
            players: self.players,
            default_format: self.default_format.clone(),
            octgn: self.octgn.clone(),
            faction_name: self.faction_name.clone(),
            faction_field: self.faction_field.clone(),
            faction_from: self.faction_from.clone(),
            factions: self.factions.clone(),
            resources: self.resources.clone(),
            types: self.types.clone(),
            rarities: self.rarities.clone(),
            sections: self.sections.clone(),
            fields: self.fields.clone(),
            keywords: self.keywords.clone(),
            terms: self.terms.clone(),
            goldfish: self.goldfish.clone(),
            data_hash: self.data_hash.clone(),
            ..GameData::default()
        }
    }

    /// The card with this index.
    pub fn card(&self, ix: CardIx) -> &Card {
        &self.cards[ix.at()]
    }

    /// The card with this id, or with exactly this name apart from case and accents.
    pub fn find(&self, id_or_name: &str) -> Option<CardIx> {
        let by_name = || self.known().by_name(&self.cards, &crate::fold::fold(id_or_name));
        self.by_id(id_or_name).or_else(by_name)
    }

    /// The card with this id.
    pub fn by_id(&self, id: &str) -> Option<CardIx> {
        self.known().by_id(&self.cards, id)
    }

    fn known(&self) -> &CardsByName {
        self.known.get_or_init(|| CardsByName::new(&self.cards))
    }

    /// What lists and files call a side of a card by: the card, or what its back shows as a card by itself.
    pub fn side(&self, ix: CardIx, side: Side) -> &Card {
        let card = self.card(ix);
        card.back().filter(|_| side == Side::Back).unwrap_or(card)
    }

    /// The card and the side by the id of what [`GameData::side`] gives.
    pub fn side_by_id(&self, id: &str) -> Option<(CardIx, Side)> {
        let back = || {
            let ix = self.by_id(card_of_back(id)?)?;
            self.card(ix).back().map(|_| (ix, Side::Back))
        };
        self.by_id(id).map(|ix| (ix, Side::Front)).or_else(back)
    }

    /// Every side of every card, in order.
    pub fn sides(&self) -> impl Iterator<Item = (CardIx, Side)> {
        self.indices().flat_map(|ix| {
            let back = self.card(ix).back().map(|_| Side::Back);
            [Side::Front].into_iter().chain(back).map(move |side| (ix, side))
        })
    }

    /// Other cards than those that were there before: what was known of them is forgotten.
    pub(crate) fn forget_cards(&mut self) {
        self.names = std::sync::OnceLock::new();
        self.known = std::sync::OnceLock::new();
    }

    /// The first card of the same name, in whichever set: the same for all printings of a card.
    pub fn namesake(&self, ix: CardIx) -> CardIx {
        self.known().namesake(ix)
    }

    /// All printings of a card's name, in order of sets and of print.
    pub fn printings(&self, ix: CardIx) -> &[CardIx] {
        self.known().printings(ix)
    }

    /// All card indices in order.
    pub fn indices(&self) -> impl Iterator<Item = CardIx> + use<> {
        (0..self.cards.len() as u32).map(CardIx)
    }

    /// The field with this id.
    pub fn field(&self, id: &str) -> Option<usize> {
        self.fields.iter().position(|f| f.id == id)
    }

    /// The position of a section.
    pub fn section(&self, id: &str) -> Option<usize> {
        self.sections.iter().position(|s| s.id == id)
    }

    /// The section that a card belongs to first: the first one that accepts it.
    pub fn home_section(&self, card: &Card) -> &Section {
        self.sections.iter().find(|s| s.accepts.matches(card)).unwrap_or(&self.sections[0])
    }

    /// The position of a resource.
    pub fn resource(&self, id: &str) -> Option<usize> {
        self.resources.iter().position(|r| r.id == id)
    }

    /// The first declared cost field.
    pub fn cost_field(&self) -> Option<usize> {
        self.fields.iter().position(|f| f.kind == FieldKind::Cost)
    }

    /// The resources that a card makes.
    pub fn resources_made(&self, card: &Card) -> Mask {
        let sources = self.goldfish.sources.iter().filter(|source| source.of.matches(card));
        sources.fold(0, |made, source| made | card.resources_in(source.field))
    }

    /// The factions of a mask, in declared order.
    pub fn factions_of(&self, mask: Mask) -> impl Iterator<Item = &Faction> {
        self.factions.iter().enumerate().filter(move |(i, _)| mask & (1 << i) != 0).map(|(_, f)| f)
    }

    /// The type line: types, then subtypes after a dash.
    pub fn type_line(&self, card: &Card) -> String {
        if !card.faces.is_empty() {
            let mut lines: Vec<String> = card.faces.iter().map(|face| self.type_line(face)).collect();
            lines.dedup();
            return lines.join(FACES);
        }
        let types: Vec<&str> = card.types.iter().map(|t| self.types[*t as usize].name.as_str()).collect();
        if card.subtypes.is_empty() {
            types.join(" ")
        } else {
            format!("{} – {}", types.join(" "), card.subtypes.join(" "))
        }
    }

    /// A keyword as it is printed: `Stealth 2`.
    pub fn keyword_text(&self, keyword: &crate::card::HasKeyword) -> String {
        let declared = &self.keywords[keyword.keyword as usize];
        match (&keyword.number, &keyword.word) {
            (Some(n), _) => format!("{} {n}", declared.name),
            (_, Some(w)) => {
                let shown = self.factions.iter().find(|f| f.id == *w).map_or(w.as_str(), |f| f.name.as_str());
                format!("{} ({shown})", declared.name)
            }
            _ => declared.name.clone(),
        }
    }

    /// Keywords and rules text as they are printed, one paragraph a line.
    pub fn rules_text(&self, card: &Card) -> String {
        if !card.faces.is_empty() {
            let texts = card.faces.iter().map(|face| self.rules_text(face)).filter(|text| !text.is_empty());
            return texts.collect::<Vec<_>>().join(BETWEEN_FACES);
        }
        let keywords: Vec<String> = card.keywords.iter().map(|k| self.keyword_text(k)).collect();
        let mut text = keywords.join(", ");
        if !card.text.is_empty() {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&card.text);
        }
        text
    }
}
