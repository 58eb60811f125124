//! Cards that nobody would print: every shape and verb of the effect language, put together at random.

use std::fmt::Write;

use catalog::{Query, Source};
use engine::games::chronx::{Duel, Options};
use engine::kernel::match_options::SetupError;
use formats::LegalDeck;
use formats::deck::{Deck, Listed};
use formats::rng::{Dice, FastRng, Seed};

use crate::chronx::table::Table;

/// Invented cards in a set: enough for a deck, and more.
const CARDS: usize = 60;

/// A format in which invented cards may be played.
const FORMAT: &str = r#"
source = "house set"
id = "invented"
name = "Invented"
about = "Anything goes."
home = "headquarters"

[[rule]]
kind = "size"
section = "headquarters"
min = 1
max = 1
rules = ["house"]

[[rule]]
kind = "size"
section = "main"
min = 32
max = 32
rules = ["house"]
"#;

const QUERIES: [&str; 14] = [
    "type:asset",
    "type:asset",
    "type:asset",
    "type:asset keyword:mechanical",
    "type:asset -keyword:mechanical",
    "type:asset armor<=3",
    "type:asset firepower>=2",
    "type:asset cost<=2",
    "type:asset skill>=2",
    "type:asset cyberaffinity>=1",
    "type:asset stealth>=1",
    "type:asset keyword:rapid,precise",
    "type:program",
    "type:asset (armor>=4 or cost.influence=1)",
];

const KEYWORDS: [&str; 14] = [
    "ambush",
    "assault",
    "antiterrorism",
    "cyberaffinity 1",
    "cyberaffinity 3",
    "immunity",
    "massive",
    "mechanical",
    "perception",
    "perception 2",
    "precise",
    "rapid",
    "sabotage",
    "stealth 1",
];

const EVENTS: [&str; 9] =
    ["deployed", "destroyed", "attacks", "blocks", "hits", "takes control", "start of turn", "end of turn", "deployed"];

/// What an ability may speak of.
#[derive(Clone, Copy)]
struct Scope {
    /// Whether there is a User.
    user: bool,
    /// Whether the card may be attached.
    host: bool,
    /// How many targets may still be announced.
    targets: u32,
    depth: u32,
}

struct Inventor(FastRng);

/// A match of two decks of invented cards.
pub fn duel(n: u64) -> (Table, Duel) {
    let seed = Seed::from_number(n).part(31);
    let mut source = Source::shipped();
    for (folder, text) in [("sets", set(seed)), ("formats", FORMAT.to_owned())] {
        let path = format!("chronx/{folder}/invented.toml");
        source.put(&path, path.clone(), text);
    }
    let table = Table::of(&source);
    let game = &table.game_library.game;
    let mut cards = Query::parse("set:invented", game).expect("a query").select(game);
    let mut dice = seed.part(2).fast();
    let mut deck = |cards: &[catalog::CardIx], name: &str| {
        let section = |id: &str| game.section(id).expect("a section");
        let mut deck = Deck::new(game, name, "invented");
        deck.add(section("headquarters"), Listed::from_id_or_name(game, "Corporate Headquarters"), 1);
        for _ in 0..32 {
            let card = cards[dice.below(cards.len() as u32) as usize];
            deck.add(section("main"), Listed::Card(card), 1);
        }
        LegalDeck::check(game, table.game_library.format("invented").expect("a format"), deck, None).expect("legal")
    };
    // What the engine refuses by name is left out.
    let duel = loop {
        let (one, two) = (deck(&cards, "One"), deck(&cards, "Two"));
        match Duel::new(game, &[&one, &two], Options::default()) {
            Ok(duel) => break duel,
            Err(SetupError::Cards(refused)) => {
                cards.retain(|ix| refused.iter().all(|r| r.card != game.card(*ix).name));
                assert!(cards.len() > CARDS / 2, "the engine refuses half of what is invented");
            }
            Err(other) => panic!("{other}"),
        }
    };
    (table, duel)
}

/// A set file.
fn set(seed: Seed) -> String {
    let mut inventor = Inventor(seed.fast());
    let mut text = String::from("source = \"house set\"\nid = \"invented\"\nname = \"Invented\"\ncode = \"IV\"\n");
    for n in 0..CARDS {
        inventor.card(n, &mut text);
    }
    text
}

impl Inventor {
    fn below(&mut self, n: u32) -> u32 {
        self.0.below(n)
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len() as u32) as usize]
    }

    fn card(&mut self, n: usize, text: &mut String) {
        let kind = ["asset", "asset", "asset", "program", "intervention"][n % 5];
        let _ = write!(text, "\n[[card]]\nname = \"Invention {n}\"\nnumber = \"IV{n:03}\"\ntype = [\"{kind}\"]\n");
        let _ = writeln!(text, "domain = [\"corporate\"]\nrarity = \"fixed\"\nskill = {}", self.below(6));
        let _ = writeln!(text, "cost = {}", self.resources(2));
        let mut keywords: Vec<&str> = Vec::new();
        if kind == "asset" {
            let _ = writeln!(text, "firepower = {}\narmor = {}", self.below(4), 1 + self.below(5));
            for _ in 0..self.below(3) {
                keywords.push(self.one(&KEYWORDS));
            }
        } else if self.below(3) == 0 {
            keywords.push("rapid");
        }
        keywords.sort_unstable();
        keywords.dedup_by_key(|k| k.split(' ').next());
        let quoted: Vec<String> = keywords.iter().map(|k| format!("\"{k}\"")).collect();
        if !quoted.is_empty() {
            let _ = writeln!(text, "keywords = [{}]", quoted.join(", "));
        }
        if kind == "asset" {
            for _ in 0..1 + self.below(2) {
                self.ability_in_play(false, text);
            }
            return;
        }
        let scope = Scope { user: kind == "program", host: false, targets: 2, depth: 0 };
        if kind == "program" && self.below(2) == 0 {
            let host = format!("{{ attach = \"{}\" }}", self.group());
            let rest = self.effects(Scope { targets: 1, host: true, ..scope });
            let _ = writeln!(text, "[[card.ability]]\ndo = [{host}, {rest}]");
            for _ in 0..1 + self.below(2) {
                self.ability_in_play(true, text);
            }
            return;
        }
        for _ in 0..1 + self.below(2) {
            let _ = writeln!(text, "[[card.ability]]");
            if self.below(3) == 0 {
                let _ = writeln!(text, "need = {}", self.cost(false));
            }
            if self.below(3) == 0 {
                let _ = writeln!(text, "rapid = true");
            }
            if self.below(6) == 0 {
                let _ = writeln!(text, "if = \"{}\"", self.condition(Scope { user: false, ..scope }));
            }
            let _ = writeln!(text, "do = [{}]", self.effects(scope));
        }
    }

    /// Triggered, activated or static.
    fn ability_in_play(&mut self, attached: bool, text: &mut String) {
        let scope = Scope { user: false, host: attached, targets: 2, depth: 0 };
        let _ = writeln!(text, "[[card.ability]]");
        if self.below(4) == 0 {
            let _ = writeln!(text, "if = \"{}\"", self.plain_condition());
        }
        match self.below(4) {
            0 | 1 => {
                let event = match (self.below(3), attached) {
                    (0, _) => {
                        let of = self.one(&["destroyed", "played", "takes control", "attacks", "blocks", "hits"]);
                        format!("{of}: {}", self.group())
                    }
                    (_, true) => self.one(&["start of turn", "end of turn", "destroyed"]).to_owned(),
                    _ => self.one(&EVENTS).to_owned(),
                };
                let _ = writeln!(text, "when = \"{event}\"\ndo = [{}]", self.effects(Scope { targets: 9, ..scope }));
            }
            2 => {
                let _ = writeln!(text, "cost = {}", self.cost(true));
                if self.below(3) == 0 {
                    let _ = writeln!(text, "uses = {}", self.below(3));
                }
                let _ = writeln!(text, "do = [{}]", self.effects(scope));
            }
            _ => {
                let on = match (self.below(3), attached) {
                    (0, true) => "host".to_owned(),
                    (0, false) => "this".to_owned(),
                    _ => format!("each {}", self.group()),
                };
                let always = match self.below(5) {
                    // What hacks itself has no answer.
                    0 if attached => "{ hack = \"host\" }".to_owned(),
                    0 => format!("{{ hack = \"each other enemy {}\" }}", self.one(&QUERIES)),
                    _ => format!("{{ give = {}, to = \"{on}\" }}", self.gift(scope)),
                };
                let _ = writeln!(text, "always = [{always}]");
            }
        }
    }

    fn resources(&mut self, most: u32) -> String {
        let mut list = vec![format!("influence = {}", self.below(most) + 1)];
        if self.below(6) == 0 {
            list.push(format!("{} = 1", self.one(&["military", "covert", "cyberops"])));
        }
        format!("{{ {} }}", list.join(", "))
    }

    fn cost(&mut self, activated: bool) -> String {
        let mut list = Vec::new();
        if activated && self.below(2) == 0 {
            list.push("tap = true".to_owned());
        }
        match self.below(8) {
            0 => list.push(format!("destroy = \"your {}\"", self.one(&QUERIES))),
            1 => list.push("discard = 1".into()),
            2 => list.push("points = 1".into()),
            3 => list.push("first = true".into()),
            4 => list.push("covert = 1".into()),
            5 => list.push("military = 1".into()),
            _ => {}
        }
        if list.is_empty() {
            list.push("influence = 1".into());
        }
        format!("{{ {} }}", list.join(", "))
    }

    fn group(&mut self) -> String {
        let other = self.one(&["", "", "other "]);
        let side = self.one(&["your ", "enemy ", "enemy ", ""]);
        format!("{other}{side}{}", self.one(&QUERIES))
    }

    fn gift(&mut self, scope: Scope) -> String {
        let mut list = Vec::new();
        if self.below(3) > 0 {
            let n = match (scope.depth, self.below(4)) {
                (_, 0) => format!("\"1 per {}\"", self.group()),
                (_, 1) => "-1".into(),
                _ => (self.below(3) + 1).to_string(),
            };
            list.push(format!("{} = {n}", self.one(&["firepower", "armor"])));
        }
        if list.is_empty() || self.below(2) == 0 {
            list.push(format!("keywords = [\"{}\"]", self.one(&KEYWORDS)));
        }
        format!("{{ {} }}", list.join(", "))
    }

    fn plain_condition(&mut self) -> String {
        let group = self.group();
        let text = match self.below(9) {
            0 => format!("2.. of {group}"),
            1 => format!("..1 of {group}"),
            2 => "2.. of your military".into(),
            3 => "..3 of your hand".into(),
            4 => "4.. of enemy discard".into(),
            5 => "1.. of enemy points".into(),
            6 => "you control a city".into(),
            7 => "..2 of enemy covert".into(),
            _ => "1.. of your downloads".into(),
        };
        if self.below(6) == 0 { format!("not {text}") } else { text }
    }

    fn condition(&mut self, scope: Scope) -> String {
        match self.below(6) {
            0 if scope.user => "user is cyberaffinity>=1".into(),
            1 => "first".into(),
            2 if scope.depth > 0 => "it is type:asset armor<=3".into(),
            3 => format!("{} and {}", self.plain_condition(), self.plain_condition()),
            _ => self.plain_condition(),
        }
    }

    fn amount(&mut self, scope: Scope) -> String {
        match self.below(12) {
            0 => format!("\"1 per {}\"", self.group()),
            1 => "\"your military\"".into(),
            2 => "\"skill of this\"".into(),
            3 if scope.depth > 0 => "\"armor of it\"".into(),
            4 if scope.user => "\"skill of user\"".into(),
            n => (n % 3 + 1).to_string(),
        }
    }

    fn selector(&mut self, scope: &mut Scope) -> String {
        match self.below(7) {
            0 => "this".into(),
            1 if scope.host => "host".into(),
            2 if scope.user => "user".into(),
            1..=3 => format!("each {}", self.group()),
            _ if scope.targets > 0 => {
                scope.targets -= 1;
                scope.depth = scope.depth.max(1);
                self.group()
            }
            _ => "it".into(),
        }
    }

    fn effects(&mut self, mut scope: Scope) -> String {
        let n = 1 + self.below(2);
        let list: Vec<String> = (0..n).map(|_| self.effect(&mut scope)).collect();
        list.join(", ")
    }

    fn inner(&mut self, scope: &Scope) -> String {
        self.effects(Scope { targets: 9, depth: scope.depth + 2, ..*scope })
    }

    fn effect(&mut self, scope: &mut Scope) -> String {
        let who = match self.below(4) {
            0 => ", who = \"opponent\"",
            1 => ", who = \"each player\"",
            _ => "",
        };
        let deep = scope.depth > 4;
        match self.below(if deep { 19 } else { 25 }) {
            0 => format!("{{ gain = {{ influence = {}, military = 1 }}{who} }}", self.amount(*scope)),
            1 => format!("{{ lose = {{ covert = {}, cyberops = 1 }}{who} }}", self.amount(*scope)),
            2 => format!("{{ damage = {}, to = \"enemy type:headquarters\" }}", 1 + self.below(2)),
            3 => {
                let n = self.amount(*scope);
                format!("{{ damage = {n}, to = \"{}\" }}", self.selector(scope))
            }
            4 => format!("{{ destroy = \"{}\" }}", self.selector(scope)),
            5 => format!("{{ tap = \"{}\" }}", self.selector(scope)),
            6 => format!("{{ untap = \"{}\" }}", self.selector(scope)),
            7 => format!("{{ return = \"{}\" }}", self.selector(scope)),
            8 => format!("{{ control = \"{}\" }}", self.selector(scope)),
            9 => format!("{{ draw = {}{who} }}", self.amount(*scope)),
            10 => format!("{{ discard = {}{who} }}", 1 + self.below(2)),
            11 => format!("{{ discard = 1, random = true{who} }}"),
            12 => format!("{{ mill = {}{who} }}", 1 + self.below(3)),
            13 => "{ research = true }".into(),
            14 => {
                let from = self.one(&["deck", "discard"]);
                format!("{{ download = \"{}\", from = \"{from}\", count = {} }}", self.one(&QUERIES), 1 + self.below(2))
            }
            15 => {
                let from = self.one(&["deck", "discard", "hand"]);
                let query = self.one(&["type:asset", "type:asset cost<=2", "type:asset keyword:mechanical"]);
                format!("{{ put = \"{query}\", from = \"{from}\" }}")
            }
            16 => {
                let gift = self.gift(*scope);
                format!("{{ give = {gift}, to = \"{}\", until = \"end of turn\" }}", self.selector(scope))
            }
            17 => format!("{{ hack = \"{}\", until = \"end of turn\" }}", self.selector(scope)),
            18 => format!("{{ points = {}{who} }}", self.one(&["1", "-1", "2"])),
            19 => format!("{{ take_control = \"{}\" }}", self.one(&["this", "your type:asset", "it"])),
            20 => {
                let (yes, no) = (self.inner(scope), self.inner(scope));
                format!("{{ check = {}, do = [{yes}], else = [{no}] }}", 1 + self.below(4))
            }
            21 => {
                let condition = self.condition(*scope);
                let (yes, no) = (self.inner(scope), self.inner(scope));
                format!("{{ if = \"{condition}\", do = [{yes}], else = [{no}] }}")
            }
            22 => format!("{{ pay = {}, do = [{}] }}", self.cost(false), self.inner(scope)),
            23 => format!("{{ choose = [[{}], [{}]] }}", self.inner(scope), self.inner(scope)),
            _ => format!("{{ may = [{}] }}", self.inner(scope)),
        }
    }
}
