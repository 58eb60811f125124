//! How a game's opening hands and lonely turns work, as its `game.toml` declares them.

use crate::game::{FieldKind, GameData};
use crate::load::{count_in, query_in};
use crate::query::{CountQuery, Query};
use crate::read::TomlTable;

/// The declared model: how a hand is dealt, what makes resources, what may be played.
#[derive(Debug, Clone, Default)]
pub struct Goldfish {
    /// Turns that are played unless a person says otherwise.
    pub turns: u32,
    /// What is looked for among the cards played.
    pub goal: CountQuery,
    /// The goal in words.
    pub goal_text: String,
    /// How the opening hand is made.
    pub hand: OpeningHand,
    /// Position of the section whose first card leads the deck, where the game has one.
    pub leader: Option<usize>,
    /// Rule ids on the opening hand.
    pub hand_rules: Vec<String>,
    /// Cards drawn each turn.
    pub draws: u32,
    /// Whether the first player draws nothing in the first turn.
    pub first_player_skips: bool,
    /// Resources that a player holds from turn to turn, or gets anew each turn.
    pub stocks: Vec<Stock>,
    /// Cards in play that add to stocks at the start of each turn.
    pub incomes: Vec<Income>,
    /// Cards in play that make one unit a turn, which is lost if it is not used.
    pub sources: Vec<ResourceSource>,
    /// What may be played: the first line whose query matches a card decides.
    pub plays: Vec<PlayRule>,
}

/// How an opening hand is made.
#[derive(Debug, Clone)]
pub enum OpeningHand {
    /// A number of cards, with a mulligan and a keep rule.
    Dealt {
        /// Cards in the first hand.
        size: u32,
        /// What a player may do with a hand they do not like.
        mulligan: Mulligan,
        /// Mulligans that cost no card.
        free: u32,
        /// The hands that are kept.
        keep: CountQuery,
        /// The keep rule in words.
        keep_text: String,
    },
    /// One card of the deck leads it: it names a card to begin with, and how many random ones go with it.
    Led {
        /// Position of the section where the leader is.
        section: usize,
        /// Position of the field with the named card.
        named: usize,
        /// Position of the field with the number of random cards.
        random: usize,
    },
}

impl Default for OpeningHand {
    fn default() -> Self {
        OpeningHand::Dealt {
            size: 7,
            mulligan: Mulligan::None,
            free: 0,
            keep: CountQuery::default(),
            keep_text: String::new(),
        }
    }
}

/// What a player may do with an opening hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Mulligan {
    /// Nothing: it is kept.
    None,
    /// Shuffle it back and draw one card fewer, down to none.
    Paris,
    /// Shuffle it back, draw as many again, and put one card more on the bottom each time.
    London,
    /// Once, put any cards aside, draw as many, and shuffle those put aside back.
    Redraw,
}

impl Mulligan {
    /// Its word, as data and plans have it.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The mulligan of a word.
    ///
    /// # Errors
    /// When there is no such mulligan.
    pub fn parse(word: &str) -> Result<Mulligan, UnknownMulligan> {
        word.parse().map_err(|_| UnknownMulligan(word.to_owned()))
    }

    /// Whether each mulligan that is not free costs a card.
    pub fn costs_cards(self) -> bool {
        matches!(self, Mulligan::Paris | Mulligan::London)
    }
}

/// A word that is no mulligan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no mulligan (known: {known})", known = mulligan_ids().join(", "))]
pub struct UnknownMulligan(pub String);

fn mulligan_ids() -> Vec<&'static str> {
    <Mulligan as strum::VariantArray>::VARIANTS.iter().map(|m| m.id()).collect()
}

/// A resource that a player holds.
#[derive(Debug, Clone)]
pub struct Stock {
    /// Position of the resource.
    pub resource: usize,
    /// What the total becomes at the start of each turn; absent if it carries over.
    pub each_turn: Option<i32>,
    /// What the player begins with.
    pub start: StockStart,
    /// By how much the total that is set anew grows from turn to turn.
    pub grows: i32,
    /// The most that it becomes.
    pub most: Option<i32>,
    /// Whether nothing can be paid with it: it is only counted.
    pub kept: bool,
}

/// What a player begins with of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockStart {
    /// This number.
    Number(i32),
    /// What this field of the leader says, by position.
    OfLeader(usize),
}

/// Cards in play that add to stocks at the start of a turn.
#[derive(Debug, Clone)]
pub struct Income {
    /// Which cards.
    pub of: Query,
    /// The field with the amounts.
    pub field: usize,
}

/// Cards in play that make a unit of a resource each turn.
#[derive(Debug, Clone)]
pub struct ResourceSource {
    /// Which cards.
    pub of: Query,
    /// The field with the resources it can make, one of them a turn.
    pub field: usize,
    /// Whether it makes nothing in the turn it arrives.
    pub waits: bool,
}

/// What may be played, and how often.
#[derive(Debug, Clone)]
pub struct PlayRule {
    /// Which cards.
    pub of: Query,
    /// The most of them in a turn.
    pub per_turn: Option<u32>,
    /// A card in play since an earlier turn that is used up for the turn by playing it.
    pub taps: Option<Query>,
}

/// The most mulligans that may be free.
const MOST_FREE: u32 = 10;

/// The most by which a resource grows in a turn.
const MOST_GROWN: i32 = 1000;

/// The most cards of a hand out of which some are chosen.
const MOST_CHOSEN: u32 = 20;

/// Reads `[goldfish]`; the rest of the schema is known by then.
pub(crate) fn read(table: &TomlTable<'_>, game: &GameData) -> Goldfish {
    let draw = table.table_if("draw").inspect(cite);
    let mut model = Goldfish {
        turns: table.count_if("turns").unwrap_or(8),
        goal: count_in(table, "goal", game),
        goal_text: table.text("goal_text"),
        hand: read_hand(table, game),
        leader: read_leader(table, game),
        hand_rules: table.table_if("hand").map_or_else(Vec::new, |h| {
            h.keys();
            h.texts("rules")
        }),
        draws: draw.as_ref().and_then(|d| d.count_if("per_turn")).unwrap_or(1),
        first_player_skips: draw.as_ref().is_some_and(|d| d.flag("first_player_skips")),
        stocks: each(table, "stock", |t| read_stock(t, game)),
        incomes: each(table, "income", |t| Income {
            of: query_in(t, "of", game),
            field: field(t, "field", &[FieldKind::Amounts, FieldKind::Cost], game),
        }),
        sources: each(table, "source", |t| ResourceSource {
            of: query_in(t, "of", game),
            field: field(t, "field", &[FieldKind::Resources], game),
            waits: t.flag("waits"),
        }),
        plays: each(table, "play", |t| PlayRule {
            of: query_in(t, "of", game),
            per_turn: t.count_if("per_turn"),
            taps: t.has("taps").then(|| query_in(t, "taps", game)),
        }),
    };
    if let OpeningHand::Led { section, .. } = model.hand {
        if table.has("leader") {
            table.problem_at("leader", "`lead` of the hand says it already", Some("leave it out".into()));
        }
        model.leader = Some(section);
    }
    if model.leader.is_none() && model.stocks.iter().any(|s| matches!(s.start, StockStart::OfLeader(_))) {
        let hint = "say which section holds it: leader = \"…\" under [goldfish]";
        table.problem("`start` asks about the leader, and no section holds one", Some(hint.into()));
    }
    let stocked = |r: &crate::game::Resource| model.stocks.iter().any(|s| !s.kept && r.either & (1 << s.resource) != 0);
    if let Some(either) = game.resources.iter().find(|r| stocked(r)) {
        let hint = "only what cards make in a turn pays for such a resource";
        table.problem(format!("`{}` cannot be paid out of a stock", either.id), Some(hint.into()));
    }
    if model.plays.iter().filter(|p| p.taps.is_some()).count() > 1 {
        table.problem_at(
            "play",
            "only one `[[goldfish.play]]` may have `taps`",
            Some("put what taps into one query".into()),
        );
    }
    model
}

fn read_hand(table: &TomlTable<'_>, game: &GameData) -> OpeningHand {
    let Some(hand) = table.table_if("hand") else {
        table.problem("`[goldfish.hand]` is missing", Some("say `size = 7` there, or `lead = …`".into()));
        return OpeningHand::default();
    };
    cite(&hand);
    if let Some(lead) = hand.text_if("lead") {
        let sections: Vec<&str> = game.sections.iter().map(|s| s.id.as_str()).collect();
        return OpeningHand::Led {
            section: hand.one_of("lead", &lead, "section", &sections).unwrap_or(0),
            named: field(&hand, "named", &[FieldKind::Text], game),
            random: field(&hand, "random", &[FieldKind::Number], game),
        };
    }
    let mulligan = hand.text_if("mulligan").and_then(|word| hand.variant("mulligan", &word, "mulligan"));
    let mulligan = mulligan.unwrap_or(Mulligan::None);
    let (size, free) = (hand.count_if("size").unwrap_or(7), hand.count_if("free").unwrap_or(0));
    if free > 0 && !mulligan.costs_cards() {
        let hint = "`mulligan` must be paris or london";
        hand.problem_at("free", "only a mulligan that costs a card can be free", Some(hint.into()));
    }
    if free > MOST_FREE {
        hand.problem_at("free", format!("`free` is at most {MOST_FREE}"), None);
    }
    if size > MOST_CHOSEN && matches!(mulligan, Mulligan::London | Mulligan::Redraw) {
        let message = format!("a hand out of which cards are chosen has at most {MOST_CHOSEN}");
        hand.problem_at("size", message, None);
    }
    OpeningHand::Dealt {
        size,
        mulligan,
        free: free.min(MOST_FREE),
        keep: if hand.has("keep") { count_in(&hand, "keep", game) } else { CountQuery::default() },
        keep_text: hand.text_if("keep_text").unwrap_or_default(),
    }
}

/// The section whose first card leads, where the hand does not say.
fn read_leader(table: &TomlTable<'_>, game: &GameData) -> Option<usize> {
    let word = table.text_if("leader")?;
    let sections: Vec<&str> = game.sections.iter().map(|s| s.id.as_str()).collect();
    table.one_of("leader", &word, "section", &sections)
}

fn read_stock(t: &TomlTable<'_>, game: &GameData) -> Stock {
    let start = match (t.has("start"), t.is_text("start")) {
        (false, _) => StockStart::Number(0),
        (true, true) => StockStart::OfLeader(field(t, "start", &[FieldKind::Number], game)),
        (true, false) => StockStart::Number(t.number("start")),
    };
    let (each_turn, grows, most) = (t.number_if("each_turn"), t.number_if("grows"), t.number_if("most"));
    if grows.is_some_and(|grows| !(1..=MOST_GROWN).contains(&grows)) {
        t.problem_at("grows", format!("`grows` must be 1 to {MOST_GROWN}"), None);
    }
    if most.is_some() && grows.is_none() {
        t.problem_at("most", "`most` bounds what grows", Some("add `grows = 1`".into()));
    }
    let grows = grows.unwrap_or(0).clamp(0, MOST_GROWN);
    Stock { resource: resource(t, game), each_turn, start, grows, most, kept: t.flag("kept") }
}

fn each<'a, T>(table: &TomlTable<'a>, key: &str, read: impl Fn(&TomlTable<'a>) -> T) -> Vec<T> {
    table.tables(key).iter().inspect(|t| cite(t)).map(read).collect()
}

/// The rule ids that a table cites; `rules` verbs read them, the model does not need them.
fn cite(table: &TomlTable<'_>) {
    table.texts("rules");
}

fn resource(table: &TomlTable<'_>, game: &GameData) -> usize {
    let known: Vec<&str> = game.resources.iter().map(|r| r.id.as_str()).collect();
    table.one_of("resource", &table.text("resource"), "resource", &known).unwrap_or(0)
}

/// A field of one of these kinds.
fn field(table: &TomlTable<'_>, key: &str, kinds: &[FieldKind], game: &GameData) -> usize {
    let known: Vec<&str> = game.fields.iter().filter(|f| kinds.contains(&f.kind)).map(|f| f.id.as_str()).collect();
    let id = table.text(key);
    match game.field(&id).filter(|f| !kinds.contains(&game.fields[*f].kind)) {
        Some(_) => {
            let hint = fitting(&known);
            table.problem_at(key, format!("`{id}` is a field of another kind"), Some(hint));
            0
        }
        None => table.one_of(key, &id, "field", &known).and_then(|_| game.field(&id)).unwrap_or(0),
    }
}

fn fitting(known: &[&str]) -> String {
    if known.is_empty() { "declare one of the right kind".into() } else { format!("fitting: {}", known.join(", ")) }
}
