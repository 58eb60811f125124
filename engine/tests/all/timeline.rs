//! The TimeLine against a slow, plain twin, on every state of the Linchpins of every shipped TimeLine.

use std::collections::BTreeSet;
use std::sync::Arc;

use catalog::{CardIx, GameData, Source};
use engine::games::chrononauts::{CardKind, Chrononauts, Options};
use engine::timeline::{History, Timeline, WrittenCell, WrittenTimeline, bits};
use formats::GameLibrary;
use formats::check::LegalDeck;
use formats::rng::{Dice, Seed};

/// The twin: years and the words on cards, read anew each time.
struct Plain {
    linchpins: Vec<String>,
    /// Year and condition.
    ripplepoints: Vec<(String, String)>,
    /// Label, year, condition.
    patches: Vec<(String, String, String)>,
}

impl Plain {
    fn of(game: &GameData, cards: &[CardIx]) -> Plain {
        let text =
            |ix: CardIx, field: &str| game.card(ix).text_in(game.field(field).expect("a field")).map(str::to_owned);
        let year = |ix: CardIx| game.card(ix).number_in(game.field("year").expect("a field")).map(|n| n.to_string());
        let mut plain = Plain { linchpins: vec![], ripplepoints: vec![], patches: vec![] };
        for ix in cards {
            let Some(year) = year(*ix) else { continue };
            match (text(*ix, "paradox_if"), text(*ix, "altered")) {
                (Some(condition), _) => plain.ripplepoints.push((year, condition)),
                (_, Some(_)) => plain.linchpins.push(year),
                _ => {}
            }
        }
        for ix in cards.iter().filter(|ix| game.type_line(game.card(**ix)) == "Patch") {
            let year = year(*ix).expect("a year");
            let of_year = || plain.ripplepoints.iter().find(|(y, _)| *y == year).expect("a Ripplepoint").1.clone();
            let condition = text(*ix, "playable_if").unwrap_or_else(of_year);
            let label = format!("{year}{}'", text(*ix, "letter").unwrap_or_default());
            plain.patches.push((label, year, condition));
        }
        plain
    }

    /// `a' and b or c'`, without brackets.
    fn holds(condition: &str, primes: &BTreeSet<String>) -> bool {
        let one = |word: &str| match word.strip_suffix('\'') {
            Some(year) => primes.contains(year),
            None => !primes.contains(word),
        };
        condition.split(" or ").any(|all| all.split(" and ").all(one))
    }

    fn paradoxes(&self, primes: &BTreeSet<String>) -> BTreeSet<String> {
        self.ripplepoints.iter().filter(|(_, c)| Plain::holds(c, primes)).map(|(y, _)| y.clone()).collect()
    }
}

/// The shipped boxes: the classic one and the one with an expansion.
fn shipped() -> Vec<(Chrononauts, Plain)> {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, "chrononauts").expect("it loads"));
    let game_library = GameLibrary::load(&source, game.clone()).expect("the book loads");
    let one = |id: &str| {
        let (_, deck) = game_library.decks.iter().find(|(d, _)| d == id).expect("the deck is there");
        let format = game_library.format(&deck.format).expect("the format is there");
        let deck = LegalDeck::check(&game, format, deck.clone(), None).expect("starters are legal");
        let cards: Vec<CardIx> = (0..game.sections.len()).flat_map(|s| deck.deck().cards(s)).collect();
        let rules = Chrononauts::new(&game, &[&deck], 2, Options::default()).expect("it can be played");
        (rules, Plain::of(&game, &cards))
    };
    vec![one("box"), one("long-view")]
}

fn labels(line: &Timeline, cells: u64) -> BTreeSet<String> {
    bits(cells).map(|c| line.cells()[c as usize].label.clone()).collect()
}

#[test]
fn every_state_of_the_linchpins_is_that_of_the_plain_twin() {
    for (rules, plain) in shipped() {
        let line = rules.data().timeline();
        assert_eq!(labels(line, line.linchpins()), plain.linchpins.iter().cloned().collect());
        let cells: Vec<u8> = bits(line.linchpins()).collect();
        // Every state, one Linchpin at a time (Gray's order), so that each step is a ripple of the one before.
        let mut history = History::default();
        for n in 1..=1u32 << cells.len() {
            let primes = labels(line, history.primes);
            let paradoxes = plain.paradoxes(&primes);
            assert_eq!(labels(line, history.holes), paradoxes, "{primes:?}");
            assert_eq!(history, line.with_reversed(history.primes));
            for (at, patch) in line.patches().iter().enumerate() {
                let (_, year, condition) = plain.patches.iter().find(|p| p.0 == patch.label).expect("the same Patches");
                let fits = paradoxes.contains(year) && Plain::holds(condition, &primes);
                assert_eq!(line.can_patch(&history, at as u8), fits, "{} in {primes:?}", patch.label);
            }
            let flips = n.trailing_zeros() as usize;
            if let Some(cell) = cells.get(flips) {
                let before = history.holes;
                let ripple = line.reverse(&mut history, *cell);
                assert_eq!((ripple.torn, ripple.healed), (history.holes & !before, before & !history.holes));
            }
        }
    }
}

#[test]
fn patches_stay_and_go_as_in_the_plain_twin() {
    for (rules, plain) in shipped() {
        let line = rules.data().timeline();
        let cells: Vec<u8> = bits(line.linchpins()).collect();
        for n in 0..200 {
            let mut dice = Seed::from_number(n).fast();
            let mut history = History::default();
            let mut laid: Vec<usize> = Vec::new();
            for _ in 0..120 {
                let patch = dice.below(line.patches().len() as u32) as usize;
                if dice.chance(1, 2) && line.can_patch(&history, patch as u8) {
                    line.patch_over(&mut history, patch as u8);
                    laid.push(patch);
                    continue;
                }
                let cell = cells[dice.below(cells.len() as u32) as usize];
                let ripple = line.reverse(&mut history, cell);
                let primes = labels(line, history.primes);
                let stays = |p: &usize| {
                    let condition = &plain.patches.iter().find(|x| x.0 == line.patches()[*p].label).expect("it").2;
                    Plain::holds(condition, &primes)
                };
                let gone = laid.iter().filter(|p| !stays(p)).fold(0u64, |m, p| m | 1 << p);
                assert_eq!(ripple.nullified, gone);
                laid.retain(stays);
                assert_eq!(history.patches, laid.iter().fold(0, |m, p| m | 1 << p));
                let mended: BTreeSet<String> =
                    laid.iter().map(|p| line.cells()[line.patches()[*p].cell as usize].label.clone()).collect();
                let open: BTreeSet<String> = plain.paradoxes(&primes).difference(&mended).cloned().collect();
                assert_eq!(labels(line, history.open_paradoxes()), open);
            }
        }
    }
}

/// CN-R15: the four Patches of 1945 split its seven states.
#[test]
fn exactly_one_patch_fits_each_state_of_1945() {
    let (rules, _) = &shipped()[0];
    let line = rules.data().timeline();
    let cell = line.cell("1945").expect("1945");
    let fitting: Vec<u8> = bits(line.patches_for(cell)).collect();
    assert_eq!(fitting.len(), 4, "CN-090");
    let mut states = 0;
    for primes in 0..1u64 << line.cells().len().min(18) {
        if primes & !line.linchpins() != 0 {
            continue;
        }
        let history = line.with_reversed(primes);
        let fits = fitting.iter().filter(|p| line.can_patch(&history, **p)).count();
        assert_eq!(fits, usize::from(history.holes & 1 << cell != 0));
        states += fits;
    }
    assert!(states > 0);
}

/// What a card would do is what it then does.
#[test]
fn the_ripple_that_is_foretold_comes() {
    use engine::kernel::rules::{NullSink, Rules as _};
    let (rules, _) = &shipped()[0];
    let mut legal = Vec::new();
    let mut foretold = 0;
    for n in 0..40 {
        let mut dice = Seed::from_number(n).fast();
        let mut state = rules.start(Seed::from_number(n), None, &mut NullSink);
        while rules.outcome(&state).is_none() && rules.turn(&state) < 120 {
            rules.legal_actions(&state, &mut legal);
            let action = legal[dice.below(legal.len() as u32) as usize];
            let before = state.history;
            let ripple = rules.ripple(&state, action);
            rules.apply(&mut state, action, &mut NullSink).expect("it is listed");
            // A Memo may still stop it.
            if let (Some(ripple), true) = (ripple, state.history.primes != before.primes) {
                assert_eq!(ripple.torn, state.history.holes & !before.holes);
                assert_eq!(ripple.nullified, before.patches & !state.history.patches);
                foretold += 1;
            }
        }
    }
    assert!(foretold > 200, "{foretold}");
    let inverters = rules.data().defs().iter().filter(|d| matches!(d.kind, CardKind::Inverter(..))).count();
    assert_eq!(inverters, 10);
}

#[test]
fn es_025_what_restores_a_paradox_holds_exactly_where_what_tears_it_does_not() {
    let cell = |label: &str, paradox: Option<&str>, restored: Option<&str>| WrittenCell {
        label: label.to_owned(),
        time: label[..2].parse().expect("hours"),
        paradox_if: paradox.map(str::to_owned),
        restored_if: restored.map(str::to_owned),
    };
    // The example of ES-023 and ES-024.
    let faults = |restored: Option<&str>| {
        let linchpins = ["13:00", "14:00", "15:00"].map(|label| cell(label, None, None));
        let torn = cell("16:00", Some("13:00' and (14:00' or 15:00')"), restored);
        let written = WrittenTimeline { cells: linchpins.into_iter().chain([torn]).collect(), patches: Vec::new() };
        Timeline::new(&written).err().map(|faults| faults[0].clone().error().to_string())
    };
    assert_eq!(faults(None), None);
    assert_eq!(faults(Some("13:00 or (14:00 and 15:00)")), None);
    assert_eq!(faults(Some("not (13:00' and (14:00' or 15:00'))")), None);
    for wrong in ["13:00", "13:00 or 14:00 or 15:00", "13:00' and (14:00' or 15:00')"] {
        let why = faults(Some(wrong)).expect("it is refused");
        assert!(why.contains("`restored_if`") && why.contains(wrong), "{why}");
    }
    assert_eq!(faults(Some("17:00")).as_deref(), Some("`restored_if`: 17:00 is not on the TimeLine"));
}
