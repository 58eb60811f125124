//! The scenarios of the games in Rust, in the words of the rules that are data. What they say of events is left out: the sentences are
//! those of Rust.

use engine::games::chrononauts::Options;
use engine::kernel::match_options::MatchOptions;
use engine::kernel::scenario;
use toml::{Table, Value};

use super::{Arc, Described, GameData, Shelf, with_rules};

/// How a game is told in other words.
struct Words {
    options: &'static [(&'static str, &'static str)],
    /// The phase in which a start that is not the setup stands.
    phase: &'static str,
    /// Zones and counters that a key of the table stands for.
    table: &'static [(&'static str, &'static str)],
    seat: &'static [(&'static str, &'static str)],
    action: fn(&GameData, &str) -> String,
}

const ARTIFAXX: Words = Words {
    options: &[],
    phase: "play",
    table: &[("deck", "deck"), ("discard", "discard"), ("missions", "missions")],
    seat: &[("hand", "hand"), ("table", "artifacts"), ("mission", "mission")],
    action: |game, text| {
        let Some(rest) = text.strip_prefix("play ") else { return text.replacen("answer with", "answer", 1) };
        let (card, on) = rest.split_once(" on ").unwrap_or((rest, ""));
        let effect = game.card(game.find(card).expect("a card")).text_in(game.field("effect").expect("a field"));
        let action = match effect.unwrap_or_default() {
            "take artifact" => "take-artifact",
            "lose artifact" => "lose-artifact",
            "rewind" => "take-back",
            "swap hands" | "take card" => return format!("play-against {card} {on}"),
            _ => "play",
        };
        let on = on.split_once("'s ").map_or(on, |(_, card)| card);
        if on.is_empty() { format!("{action} {card}") } else { format!("{action} {card} on {on}") }
    },
};

const SOLONAUTS: Words = Words {
    options: &[
        ("hand", "hand-size"),
        ("identities", "travellers"),
        ("paradox_limit", "paradox-limit"),
        ("uber_counts_as", "uber-counts-as"),
    ],
    phase: "play",
    table: &[
        ("deck", "deck"),
        ("waiting", "waiting"),
        ("home", "returned"),
        ("identities", "identities"),
        ("patches", "patches"),
    ],
    seat: &[("hand", "hand")],
    action: |game, text| match text.strip_prefix("play ").map(|rest| rest.split_once(" on ").unwrap_or((rest, ""))) {
        Some((card, "")) => format!("mend {card}"),
        Some((card, year)) => format!("invert {card} on {}", cell(game, year)),
        None => text.to_owned(),
    },
};

/// The cards of the TimeLine of the first set.
fn cells(game: &GameData) -> impl Iterator<Item = &str> {
    let on_timeline = |card: &&catalog::card::Card| {
        card.set == 0 && ["Linchpin", "Ripplepoint"].contains(&game.type_line(card).as_ref())
    };
    game.cards.iter().filter(on_timeline).map(|card| card.name.as_str())
}

fn cell<'a>(game: &'a GameData, year: &str) -> &'a str {
    cells(game).find(|name| name.split(' ').next() == Some(year)).expect("a card of the TimeLine")
}

fn texts(value: Option<&Value>) -> Vec<&str> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn list(value: &Value) -> Value {
    match value {
        Value::String(none) if none == "none" => Value::Array(Vec::new()),
        Value::String(one) => Value::Array(vec![Value::String(one.clone())]),
        other => other.clone(),
    }
}

/// Keys of a position under other names.
fn renamed(from: &Table, names: &[(&str, &str)]) -> Table {
    let known = names.iter().filter_map(|(old, new)| Some(((*new).to_owned(), list(from.get(*old)?))));
    let mut to: Table = known.collect();
    let sizes =
        names.iter().filter_map(|(old, new)| Some(((*new).to_owned(), from.get(&format!("{old}_size"))?.clone())));
    let sizes: Table = sizes.collect();
    if !sizes.is_empty() {
        to.insert("count".into(), Value::Table(sizes));
    }
    to
}

impl Words {
    fn lines(&self, game: &GameData, step: &Table, key: &str) -> Option<Value> {
        let line = |text: &str| match text.split_once(": ") {
            Some((seat, action)) => format!("{seat}: {}", (self.action)(game, action)),
            None => (self.action)(game, text),
        };
        step.get(key)
            .map(|lines| texts(Some(lines)).into_iter().map(|text| Value::String(line(text))).collect())
            .map(Value::Array)
    }

    fn seats(&self, from: &Table, to: &mut Table) {
        for (seat, side) in from.iter().filter(|(key, _)| key.starts_with("seat")) {
            to.insert(seat.clone(), Value::Table(renamed(side.as_table().expect("a table"), self.seat)));
        }
        // The one player of Solonauts has no seat in the words of Rust.
        if from.contains_key("hand") {
            to.insert("seat1".into(), Value::Table(renamed(from, self.seat)));
        }
    }

    fn start(&self, game: &GameData, shelf: &Shelf, from: &Table) -> Table {
        let mut to = Table::new();
        let seats = from.keys().filter(|key| key.starts_with("seat")).count().max(1);
        to.insert("players".into(), Value::Integer(seats as i64));
        let mut table = renamed(from, self.table);
        let first = from.get("first").or(from.get("active")).cloned().unwrap_or(Value::Integer(1));
        to.insert("first".into(), first);
        self.seats(from, &mut to);
        let is_set_up = from.get("from").and_then(Value::as_str) == Some("setup");
        if !from.contains_key("timeline") {
            table.insert(
                "timeline".into(),
                cells(game).map(|name| Value::String(name.to_owned())).collect::<Vec<_>>().into(),
            );
        }
        if is_set_up {
            to.retain(|key, _| !key.starts_with("seat"));
        } else {
            to.insert("phase".into(), Value::String(self.phase.into()));
            if from.contains_key("timeline") {
                table.extend([("plays".to_owned(), Value::Integer(1)), ("fresh".to_owned(), Value::Integer(1))]);
            } else {
                to.insert("cards".into(), Value::Table(history(game, shelf, from, true)));
            }
        }
        to.insert("table".into(), Value::Table(table));
        to
    }

    fn expected(&self, game: &GameData, shelf: &Shelf, from: &Table) -> Table {
        let mut to = Table::new();
        for key in ["turn", "active", "decides"] {
            to.extend(from.get(key).map(|value| (key.to_owned(), value.clone())));
        }
        if let Some(over) = from.get("over").and_then(Value::as_str) {
            let over = over.split_once(": ").map_or(over.to_owned(), |(who, _)| format!("{who}: progress"));
            to.insert("over".into(), Value::String(over));
        }
        self.seats(from, &mut to);
        to.insert("table".into(), Value::Table(renamed(from, self.table)));
        to.insert("cards".into(), Value::Table(history(game, shelf, from, false)));
        to
    }

    fn scenario(&self, game: &GameData, shelf: &Shelf, from: &Table) -> Table {
        let mut to: Table = from.clone();
        let table = |value: &Value| value.as_table().expect("a table").clone();
        let options = from.get("options").map(table).unwrap_or_default();
        let options = renamed_options(&options, self.options);
        to.insert("options".into(), Value::Table(options));
        to.insert("start".into(), Value::Table(self.start(game, shelf, &table(&from["start"]))));
        let steps = from.get("step").and_then(Value::as_array).into_iter().flatten().map(|step| {
            let step = table(step);
            let mut same = Table::new();
            for key in ["do", "can", "cannot", "legal"] {
                same.extend(self.lines(game, &step, key).map(|lines| (key.to_owned(), lines)));
            }
            // What leaves no choice is done without being written, in the middle of a turn in Rust; here it is written.
            let lines = texts(step.get("do")).join("\n");
            for event in texts(step.get("events")) {
                let discard = event.strip_prefix("Seat ").and_then(|event| event.split_once(" discards "));
                if let Some((seat, card)) = discard.filter(|(_, card)| !lines.contains(&format!("discard {card}"))) {
                    let all = same.entry("do").or_insert_with(|| Value::Array(Vec::new()));
                    all.as_array_mut().expect("a list").push(Value::String(format!("{seat}: discard {card}")));
                }
            }
            if let Some(expected) = step.get("expect") {
                same.insert("expect".into(), Value::Table(self.expected(game, shelf, &table(expected))));
            }
            Value::Table(same)
        });
        to.insert("step".into(), Value::Array(steps.collect()));
        to
    }
}

fn renamed_options(from: &Table, names: &[(&str, &str)]) -> Table {
    names.iter().filter_map(|(old, new)| Some(((*new).to_owned(), from.get(*old)?.clone()))).collect()
}

/// What lies on the TimeLine, card by card; of a position to compare with what it says.
fn history(game: &GameData, shelf: &Shelf, from: &Table, whole: bool) -> Table {
    let rules = shelf.solonauts(8);
    let timeline = rules.data().timeline();
    let at = |year: &str| timeline.cell(year).expect("a year");
    let primes = texts(from.get("prime")).into_iter().fold(0, |all, year| all | 1 << at(year));
    let history = timeline.with_reversed(primes);
    let open = from.get("paradoxes").map(|_| texts(from.get("paradoxes")));
    let mut cards = Table::new();
    let mut say = |card: &str, counter: &str, number: bool| {
        let entry = cards.entry(card).or_insert_with(|| Value::Table(Table::new()));
        entry.as_table_mut().expect("a table").insert(counter.to_owned(), Value::Integer(number.into()));
    };
    for cell in (0..).zip(timeline.cells()) {
        let (bit, label) = (cell.0, cell.1.label.as_str());
        let name = self::cell(game, label);
        if cell.1.paradox.is_none() && (whole || from.contains_key("prime")) {
            say(name, "reversed", primes >> bit & 1 != 0);
        } else if cell.1.paradox.is_some() && whole {
            say(name, "torn", history.holes >> bit & 1 != 0);
        } else if let (Some(open), true) = (&open, cell.1.paradox.is_some()) {
            // A mended one is torn as well.
            let mended = texts(from.get("patches")).iter().any(|patch| patch.starts_with(label));
            say(name, "torn", open.contains(&label) || mended);
        }
    }
    texts(from.get("patches")).into_iter().for_each(|patch| say(patch, "placed", true));
    cards
}

fn check(words: &Words, rules: &str, file: &str, least: usize) {
    let shelf = Shelf::new();
    let game: Arc<GameData> = with_rules(&shelf, rules, str::to_owned);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/chrononauts/scenarios").join(file);
    let text = std::fs::read_to_string(path).expect("the scenarios are there");
    let document: Table = text.parse().expect("it is TOML");
    let all = document["scenario"].as_array().expect("scenarios");
    for from in all {
        let from = from.as_table().expect("a table");
        let options = from.get("options").and_then(Value::as_table).into_iter().flatten();
        let options: Vec<(String, String)> = options
            .map(|(key, value)| (key.clone(), value.as_str().map_or(value.to_string(), str::to_owned)))
            .collect();
        assert!(Options::from_pairs(&options).is_ok(), "{options:?}");
        let mut table = document.clone();
        let mut shown = words.scenario(&game, &shelf, from);
        loop {
            table.insert("scenario".into(), Value::Array(vec![Value::Table(shown.clone())]));
            let text = toml::to_string(&table).expect("it is TOML");
            let read = scenario::read::<Described<8>>(file, &text, &game);
            let read = read.unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"));
            assert_eq!(read.len(), 1);
            let result = read[0].run();
            let Some(failure) = result.failure else { break };
            // The last card of a pile is no chance here.
            let chance = shown.get_mut("chance").and_then(Value::as_array_mut);
            match (failure.what.as_str(), failure.actual.as_str(), chance) {
                ("chance", "1 left over", Some(chance)) => drop(chance.pop()),
                _ => panic!("{}: {failure:#?}\n{text}", result.name),
            }
        }
    }
    assert!(all.len() >= least, "{} scenarios", all.len());
}

#[test]
fn scenarios_of_artifaxx_come_out_alike() {
    check(&ARTIFAXX, "artifaxx.toml", "artifaxx.toml", 5);
}

#[test]
fn scenarios_of_solonauts_come_out_alike() {
    check(&SOLONAUTS, "solonauts.toml", "solonauts.toml", 12);
}
