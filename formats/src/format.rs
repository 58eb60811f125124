//! Formats: what a deck must be, read from `data/<game>/formats/<format>.toml`.

use catalog::load::{count_in, query_in};
use catalog::read::{Document, Problems, Table as Toml};
use catalog::{Count, Game, Query};
use serde::{Deserialize, Serialize};

use crate::limited::draft::Way;

/// A format.
#[derive(Debug, Clone)]
pub struct Format {
    /// Id and file name; with the game, `afrika/codex`.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The section whose first card is the leader: it decides which factions are at home.
    pub home: Option<usize>,
    /// What a deck must be.
    pub rules: Vec<Rule>,
    /// What a deck should rather be.
    pub advice: Vec<Advice>,
    /// How a pool is made, if the format is a limited one.
    pub limited: Option<Limited>,
    /// How a match is played.
    pub table: Table,
}

/// How a match is played in a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Fewest and most seats.
    pub seats: (u32, u32),
    /// Rulings of the format that differ from the game's defaults, by key; the rules engine knows them.
    pub options: Vec<(String, String)>,
}

impl Default for Table {
    fn default() -> Self {
        Table { seats: (2, 2), options: Vec::new() }
    }
}

/// A rule of deck construction, with the ids of the rulebook's rules that it follows.
#[derive(Debug, Clone)]
pub struct Rule {
    /// What it demands.
    pub demand: Demand,
    /// Rule ids.
    pub cites: Vec<String>,
}

/// The kinds of rule; each has its own file under `check/`.
#[derive(Debug, Clone)]
pub enum Demand {
    /// Cards in a section.
    Size {
        /// Position of the section.
        section: usize,
        /// Fewest.
        min: u32,
        /// Most; absent is no limit.
        max: Option<u32>,
    },
    /// Copies of a card by name, over all sections named.
    Copies {
        /// Positions of the sections.
        sections: Vec<usize>,
        /// The cards it is about.
        of: Query,
        /// Most copies.
        max: u32,
    },
    /// Points to spend.
    Budget {
        /// Positions of the sections whose cards are paid.
        sections: Vec<usize>,
        /// What may be spent.
        points: u32,
        /// Position of the field with the price.
        price: usize,
        /// Copies that cost nothing: the first so many of each card that fits.
        free: Vec<(Query, u32)>,
    },
    /// Only these cards, in any section.
    Legality {
        /// The cards.
        of: Query,
    },
    /// Only cards of a pool.
    Pool {
        /// Cards that are there without limit.
        free: Query,
    },
}

/// Advice: never an error.
#[derive(Debug, Clone)]
pub struct Advice {
    /// What should hold for the main section.
    pub count: Count,
    /// What to say when it does not.
    pub text: String,
    /// Rule ids.
    pub cites: Vec<String>,
}

/// How a pool is made.
#[derive(Debug, Clone)]
pub struct Limited {
    /// Id of the product that is opened first.
    pub product: String,
    /// Ids of the products of a player's packs, in the order in which they are opened.
    pub products: Vec<String>,
    /// Packs for each player.
    pub packs: u32,
    /// Fewest and most seats.
    pub seats: (u32, u32),
    /// How it is drafted; absent for sealed.
    pub way: Option<Way>,
    /// Cards of a deck that is built from the pool.
    pub deck_size: u32,
    /// Of these, cards that make resources; 0 where a game has no such cards.
    pub lands: u32,
    /// Rule ids.
    pub cites: Vec<String>,
}

/// To whom a pack goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    /// The next seat.
    Left,
    /// The seat before.
    Right,
}

impl Demand {
    /// What it is about, in a word or two.
    pub fn words(&self) -> &'static str {
        match self {
            Demand::Size { .. } => "the size of a section",
            Demand::Copies { .. } => "the number of copies",
            Demand::Budget { .. } => "the points",
            Demand::Legality { .. } => "which cards are allowed",
            Demand::Pool { .. } => "whether the cards come from the pool",
        }
    }

    /// Whether it asks about the deck's leader.
    pub fn asks_home(&self) -> bool {
        match self {
            Demand::Size { .. } => false,
            Demand::Copies { of, .. } | Demand::Legality { of } => of.asks_home(),
            Demand::Budget { free, .. } => free.iter().any(|(of, _)| of.asks_home()),
            Demand::Pool { free } => free.asks_home(),
        }
    }
}

impl Limited {
    /// Whether it is a draft.
    pub fn is_draft(&self) -> bool {
        self.way.is_some()
    }
}

/// The format that a format extends, before either is read.
pub(crate) fn parent(text: &str) -> Option<String> {
    Document::parse("", text, &Problems::default()).root().text_if("extends")
}

/// Reads a format. `parents` are the formats of the game read so far: a format may extend one of them.
pub(crate) fn read(stem: &str, file: &str, text: &str, game: &Game, parents: &[Format], problems: &Problems) -> Format {
    let document = Document::parse(file, text, problems);
    let t = document.root();
    t.source();
    let id = t.file_id(stem);
    let section_ids: Vec<&str> = game.sections.iter().map(|s| s.id.as_str()).collect();
    let parent = t.text_if("extends").and_then(|wanted| {
        let known: Vec<&str> = parents.iter().map(|p| p.id.as_str()).collect();
        t.one_of("extends", &wanted, "format", &known).map(|i| &parents[i])
    });
    let mut format = Format {
        id,
        name: t.text("name"),
        about: t.text("about"),
        home: t.text_if("home").and_then(|s| t.one_of("home", &s, "section", &section_ids)),
        rules: parent.map_or_else(Vec::new, |p| p.rules.clone()),
        advice: parent.map_or_else(Vec::new, |p| p.advice.clone()),
        limited: t.table_if("limited").map(|l| read_limited(&l)),
        table: t
            .table_if("match")
            .map(|m| read_table(&m))
            .or_else(|| parent.map(|p| p.table.clone()))
            .unwrap_or_default(),
    };
    format.home = format.home.or_else(|| parent.and_then(|p| p.home));
    format.rules.extend(t.tables("rule").iter().filter_map(|r| read_rule(r, game)));
    if format.home.is_none() && format.rules.iter().any(|r| r.demand.asks_home()) {
        let hint = "say which section holds the leader: home = \"…\"";
        t.problem("a rule asks `is:home`, but the format has no `home`", Some(hint.into()));
    }
    format.advice.extend(t.tables("advice").iter().map(|a| Advice {
        count: count_in(a, "count", game),
        text: a.text("text"),
        cites: a.texts("rules"),
    }));
    format
}

fn read_rule(r: &Toml<'_>, game: &Game) -> Option<Rule> {
    let section_ids: Vec<&str> = game.sections.iter().map(|s| s.id.as_str()).collect();
    let section = |r: &Toml<'_>| r.one_of("section", &r.text("section"), "section", &section_ids).unwrap_or(0);
    let sections = |r: &Toml<'_>| -> Vec<usize> {
        let named = r.texts("sections");
        if named.is_empty() {
            r.problem("`sections` is missing", Some(format!("for instance sections = [\"{}\"]", section_ids[0])));
        }
        named.iter().filter_map(|s| r.one_of("sections", s, "section", &section_ids)).collect()
    };
    let kinds = ["size", "copies", "budget", "legality", "pool"];
    let Some(kind) = r.one_of("kind", &r.text("kind"), "kind of rule", &kinds) else {
        // Which keys belong here depends on the kind.
        r.keys();
        return None;
    };
    let demand = match kind {
        0 => {
            let (min, max) = (r.count_if("min").unwrap_or(0), r.count_if("max"));
            if max.is_some_and(|max| max < min) {
                r.problem_at("max", "`max` is less than `min`: no deck passes", None);
            }
            Demand::Size { section: section(r), min, max }
        }
        1 => Demand::Copies { sections: sections(r), of: query_in(r, "of", game), max: r.number("max").max(0) as u32 },
        2 => {
            let fields: Vec<&str> = game.fields.iter().map(|f| f.id.as_str()).collect();
            Demand::Budget {
                sections: sections(r),
                points: r.number("points").max(0) as u32,
                price: r.one_of("price", &r.text("price"), "field", &fields).unwrap_or(0),
                free: r
                    .tables("free")
                    .iter()
                    .map(|f| (query_in(f, "of", game), f.count_if("copies").unwrap_or(1)))
                    .collect(),
            }
        }
        3 => Demand::Legality { of: query_in(r, "of", game) },
        _ => Demand::Pool { free: query_in(r, "free", game) },
    };
    let cites = r.texts("rules");
    if cites.is_empty() {
        r.problem("`rules` is missing", Some("name the rules that this follows, or [\"house\"]".into()));
    }
    Some(Rule { demand, cites })
}

fn seats(t: &Toml<'_>) -> (u32, u32) {
    match t.numbers("seats")[..] {
        [min, max] if 1 <= min && min <= max => (min as u32, max as u32),
        _ => {
            t.problem_at("seats", "`seats` must be [fewest, most]", Some("for instance [4, 8]".into()));
            (1, 1)
        }
    }
}

fn read_table(t: &Toml<'_>) -> Table {
    let options = t.table_if("options");
    let pairs = |o: Toml<'_>| o.keys().into_iter().map(|key| (key.clone(), o.plain(&key))).collect();
    t.texts("rules");
    Table { seats: seats(t), options: options.map(pairs).unwrap_or_default() }
}

fn read_limited(l: &Toml<'_>) -> Limited {
    let seats = seats(l);
    let way = Way::read(l);
    let sound = |l: &Toml<'_>| l.is_list("product") || l.has("packs") && (1..=100).contains(&l.number("packs"));
    let bounded = |key: &str, most: i32| {
        let number = l.number(key);
        if l.has(key) && !(1..=most).contains(&number) {
            l.problem_at(key, format!("`{key}` must be 1 to {most}"), None);
        }
        number.clamp(1, most) as u32
    };
    let deck_size = bounded("deck_size", 250);
    let (products, packs) = if l.is_list("product") {
        let products = l.texts("product");
        if products.is_empty() || l.has("packs") {
            let hint = Some("product = [\"a\", \"a\", \"b\"], or one product and `packs`".into());
            l.problem_at("product", "a list of products has one for each pack", hint);
        }
        l.skip("packs");
        (products.clone(), products.len().max(1) as u32)
    } else {
        let packs = bounded("packs", 100);
        (vec![l.text("product"); packs as usize], packs)
    };
    let named = l.texts("pass").len();
    if l.has("pass") && named != packs as usize && sound(l) {
        let hint = Some("name one for each pack".into());
        l.problem_at("pass", format!("`pass` names {named} of {packs} packs"), hint);
    }
    Limited {
        product: products.first().cloned().unwrap_or_default(),
        products,
        packs,
        seats,
        way,
        deck_size,
        lands: l.count_if("lands").unwrap_or(0),
        cites: l.texts("rules"),
    }
}
