//! Rules of play that are changed line by line and word by word, so that most of them still read as rules: nothing crashes, nothing
//! hangs, and whatever is read without a fault plays.
//!
//! A few hundred without more; `DECKLOOM_FUZZ_ROUNDS` says how many (scripts/check-play-fuzz.sh).

use std::cell::Cell;
use std::sync::Arc;

use catalog::{GameData, Source};
use engine::described::{self, Described};
use engine::kernel::rules::{Actor, NullSink, Rules};
use formats::rng::{Dice, Seed};
use formats::{GameLibrary, LegalDeck};

use super::{GAMES, WRITTEN, examples};
use crate::mutator::{Chance, fuzz_changed};

/// Files of each game, where nobody says how many.
const FEW: u64 = 40;
/// Decisions that are played of each.
const DECISIONS: u32 = 30;

/// What a text falls into: words, numbers, blanks, and single signs.
fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => 1,
        ' ' => 2,
        _ => 0,
    };
    let mut all = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        let now = class(c);
        if before.is_some_and(|before| before != now || now == 0) {
            all.push(&text[start..at]);
            start = at;
        }
        before = Some(now);
    }
    if start < text.len() {
        all.push(&text[start..]);
    }
    all
}

/// Numbers at which something may tip over.
const NUMBERS: [&str; 10] = ["0", "1", "2", "3", "-1", "53", "512", "1000000", "1000001", "2147483647"];

/// Rules with a few lines and words changed, some by those of other games.
fn change(chance: &mut Chance, seed: &str, corpus: &[String], words: &[&str]) -> String {
    let mut text = seed.to_owned();
    for _ in 0..=chance.below(2) {
        text = match chance.below(3) {
            0 => change_line(chance, &text, corpus),
            1 => change_alike(chance, &text),
            _ => change_word(chance, &text, words),
        };
    }
    text
}

fn change_line(chance: &mut Chance, text: &str, corpus: &[String]) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return String::new();
    }
    let (at, other) = (chance.below(lines.len()), chance.below(lines.len()));
    match chance.below(4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at]),
        2 => lines.swap(at, other),
        _ => {
            let from = &corpus[chance.below(corpus.len())];
            let count = from.lines().count();
            let line = from.lines().nth(chance.below(count)).unwrap_or_default();
            match chance.below(2) {
                0 => lines[at] = line,
                _ => lines.insert(at, line),
            }
        }
    }
    lines.join("\n") + "\n"
}

/// What may stand for each other, so that what comes out mostly reads as rules again.
const ALIKE: [&[&str]; 7] = [
    &["=", "<", ">"],
    &["and", "or"],
    &["you", "active", "opponent", "nobody"],
    &["left", "right"],
    &["highest", "lowest"],
    &["most", "least"],
    &["true", "false"],
];

/// Another number, or another word of the same kind.
fn change_alike(chance: &mut Chance, text: &str) -> String {
    let mut all = tokens(text);
    let is_number = |token: &str| token.starts_with(|c: char| c.is_ascii_digit());
    let group = |token: &str| ALIKE.iter().find(|group| group.contains(&token)).copied();
    let places: Vec<usize> = (0..all.len()).filter(|at| is_number(all[*at]) || group(all[*at]).is_some()).collect();
    if let Some(at) = places.get(chance.below(places.len())) {
        let choices = group(all[*at]).unwrap_or(&NUMBERS);
        all[*at] = choices[chance.below(choices.len())];
    }
    all.concat()
}

fn change_word(chance: &mut Chance, text: &str, words: &[&str]) -> String {
    let mut all = tokens(text);
    let at = chance.below(all.len());
    // A blank says little: the token behind it.
    let at = if all.get(at).is_some_and(|token| token.trim().is_empty()) { at + 1 } else { at };
    let Some(token) = all.get(at).copied() else { return text.to_owned() };
    match chance.below(6) {
        0 => drop(all.remove(at)),
        1 => all.insert(at, token),
        2 => {
            let other = chance.below(all.len());
            all.swap(at, other);
        }
        _ if token.starts_with(|c: char| c.is_ascii_digit()) => all[at] = NUMBERS[chance.below(NUMBERS.len())],
        // A word of the same file more often than any: it is more likely to mean something there.
        3 => {
            let own = all[chance.below(all.len())];
            all[at] = own;
        }
        _ => all[at] = words[chance.below(words.len())],
    }
    all.concat()
}

/// A game with decks for it.
struct GameUnderTest {
    id: &'static str,
    game: Arc<GameData>,
    decks: Vec<LegalDeck>,
    text: String,
}

fn table(source: &Source, id: &'static str) -> GameUnderTest {
    let game = Arc::new(catalog::load::game(source, id).expect("it loads"));
    let library = GameLibrary::load(source, game.clone()).expect("the book loads");
    let legal = |deck: &formats::Deck| {
        let format = library.format(&deck.format).expect("its format is there");
        LegalDeck::check(&game, format, deck.clone(), None).ok()
    };
    let decks = library.decks.iter().filter_map(|(_, deck)| legal(deck)).collect();
    let text = game.play.as_ref().expect("it has rules").text.to_string();
    GameUnderTest { id, game, decks, text }
}

impl GameUnderTest {
    /// Reads rules, and plays them if they have no fault; whether it did.
    fn read(&self, text: &str) -> bool {
        let play = catalog::source::File { name: "play.toml".into(), text: text.to_owned().into(), added: true };
        let mut game = GameData::clone(&self.game);
        game.play = Some(Arc::new(play));
        let game = Arc::new(game);
        let Some(Ok(program)) = described::program(&game) else { return false };
        drop(described::refusals(&game, &program));
        let seats = usize::from(program.seats.0);
        let decks: Vec<&LegalDeck> = self.decks.iter().cycle().take(seats).collect();
        match described::card_count(&program, &game, &decks, seats) {
            0..=64 => Described::<1>::new(&game, program, &decks, seats).map(|rules| play_some(&rules)).is_ok(),
            _ => Described::<8>::new(&game, program, &decks, seats).map(|rules| play_some(&rules)).is_ok(),
        }
    }
}

fn play_some<const W: usize>(rules: &Described<W>) {
    let mut dice = Seed::from_number(8).fast();
    let mut legal = Vec::new();
    let mut state = rules.start(Seed::from_number(1), None, &mut NullSink);
    let mut features = vec![0; rules.feature_names().len()];
    for number in 0..DECISIONS {
        let Actor::Seat(seat) = rules.actor(&state) else { break };
        rules.legal_actions(&state, &mut legal);
        assert!(!legal.is_empty(), "whoever is asked can do something");
        let action = legal[dice.below(legal.len() as u32) as usize];
        if number % 8 == 0 {
            let world = rules.determinize(&state, seat, &mut dice);
            rules.features(&world, seat, &mut features);
            drop((rules.observation(&state, Some(seat)), rules.observation(&state, None)));
            drop((rules.notation(&state, action), rules.label(&state, action), rules.action_key(&state, action)));
        }
        rules.apply(&mut state, action, &mut NullSink).expect("what is listed is allowed");
    }
    drop(rules.outcome(&state).map(|outcome| rules.outcome_text(outcome)));
}

fn mutate(games: &[(&'static str, usize)]) {
    let source = examples();
    let tables: Vec<GameUnderTest> = games.iter().map(|(id, _)| table(&source, id)).collect();
    let corpus: Vec<String> = GAMES.iter().chain(&WRITTEN).map(|(id, _)| table(&source, id).text).collect();
    let words: Vec<&str> = corpus.iter().flat_map(|text| tokens(text)).filter(|word| !word.trim().is_empty()).collect();
    let rounds = std::env::var("DECKLOOM_FUZZ_ROUNDS").ok().and_then(|rounds| rounds.parse::<u64>().ok());
    let (mut all, mut all_played) = (0, 0);
    for table in &tables {
        let rounds = rounds.map_or(FEW, |rounds| rounds.div_ceil((GAMES.len() + WRITTEN.len()) as u64));
        let played = Cell::new(0);
        fuzz_changed(
            &format!("play_of_{}", table.id),
            rounds,
            |chance| change(chance, &table.text, &corpus, &words).into_bytes(),
            |bytes| {
                let text = std::str::from_utf8(bytes).expect("it is text");
                played.set(played.get() + u64::from(table.read(text)));
            },
        );
        assert!(table.read(&table.text), "{}: rules that nobody changed", table.id);
        println!("{}: {rounds} files, {} of them played", table.id, played.get());
        (all, all_played) = (all + rounds, all_played + played.get());
    }
    assert!(all_played > all / 10, "{all_played} of {all} are played");
}

#[test]
fn changed_rules_of_the_examples() {
    mutate(&GAMES);
}

#[test]
fn changed_rules_of_the_other_games() {
    mutate(&WRITTEN);
}
