//! What a person reads of a match: "You" and names instead of seats, and cards only where they may be known.

use std::collections::BTreeSet;

use catalog::game::GameData;
use engine::kernel::audience::{Audience, EventLine};
use engine::kernel::game_loop::GameParams;
use engine::kernel::observation::Observation;
use engine::session::match_session::MatchSession;
use formats::rng::{Dice, Seed};

use crate::sitting::{MATCHES, Table};

const NAMES: [&str; 6] = ["Ann", "Otter Bot", "Cid", "Dora", "Emil", "Fay"];

/// The person on a seat, with the others by name.
fn person(seat: u8, seats: usize) -> Audience {
    Audience::person(Some(seat), Some(seat), NAMES[..seats].iter().map(|name| (*name).to_owned()))
}

/// Whether a seat goes by its number.
fn is_numbered(text: &str) -> bool {
    let text = text.to_lowercase();
    let behind = ["seat ", "seats "].into_iter().flat_map(|word| text.match_indices(word).map(|(at, w)| at + w.len()));
    behind.into_iter().any(|at| text[at..].starts_with(|c: char| c.is_ascii_digit()))
}

/// All words of an observation that a person reads as sentences.
fn sentences(seen: &Observation) -> Vec<String> {
    let mut texts: Vec<String> = seen.notes.clone();
    texts.extend(seen.prompt.iter().map(|prompt| prompt.text.clone()));
    texts.extend(seen.pending.iter().map(|waiting| waiting.text.clone()));
    texts.extend(seen.actions.iter().flat_map(|act| [act.label.clone(), act.effect_text.clone()]));
    texts.extend(seen.seats.iter().flat_map(|side| &side.facts).map(|(_, words)| words.clone()));
    texts.extend(seen.cards().flat_map(|(_, _, card)| card.marks.clone()));
    texts
}

/// The match with actions by chance; what is seen on the way is told with names.
fn play(sitting: &mut dyn MatchSession, seats: usize, seed: u64) {
    let mut dice = Seed::from_number(seed).fast();
    while let Some(seat) = sitting.actor() {
        let now = sitting.decisions().len();
        let (plain, named) = (sitting.observation(now, Some(seat)), sitting.observe(now, &person(seat, seats)));
        for text in sentences(&named) {
            assert!(!is_numbered(&text), "{text}");
        }
        let notations = |seen: &Observation| seen.actions.iter().map(|a| a.notation.clone()).collect::<Vec<_>>();
        assert_eq!(notations(&plain), notations(&named));
        let labels: BTreeSet<&str> = named.actions.iter().map(|act| act.label.as_str()).collect();
        let plainly: BTreeSet<&str> = plain.actions.iter().map(|act| act.label.as_str()).collect();
        assert_eq!(labels.len(), plainly.len(), "actions can be told apart as before: {labels:?}");
        assert!(!is_numbered(&named.to_string()), "{named}");
        let at = dice.below(plain.actions.len() as u32) as usize;
        sitting.act(&plain.actions[at].notation).expect("it is listed");
    }
}

/// The word behind "Seat N " that a sentence begins with.
fn verb(plain: &str) -> Option<(u8, &str)> {
    let (number, rest) = plain.strip_prefix("Seat ")?.split_once(' ')?;
    Some((number.parse::<u8>().ok()? - 1, rest.split(' ').next()?))
}

fn check_line(game: &GameData, seat: u8, plain: &str, line: &EventLine, verbs: &BTreeSet<String>) {
    let EventLine { text, cards, begins_turn, .. } = line;
    assert!(!is_numbered(text), "{text}");
    if let Some(said) = text.strip_prefix("You ") {
        let word = said.split(' ').next().unwrap_or_default();
        assert!(!verbs.contains(word), "{text}");
    }
    assert!(!text.contains("under you ") && !text.contains("you's"), "{text}");
    if let Some((who, _)) = verb(plain) {
        let name = if who == seat { "You" } else { NAMES[usize::from(who)] };
        assert!(text.starts_with(name), "{plain} / {text}");
    }
    assert_eq!(*begins_turn, plain.starts_with("Turn "), "{plain}");
    if *begins_turn {
        assert!(text.contains(" · "), "{text}");
    }
    for (at, card) in cards {
        let name = &game.card(*card).name;
        assert_eq!(&text[at.clone()], name);
        // What the seat may not know is not named in the sentence with numbers, either.
        assert!(plain.contains(name.as_str()), "{plain} / {name}");
    }
}

#[test]
fn a_person_is_spoken_to_and_the_others_have_names() {
    let (mut quiet, mut told, mut named) = (0, 0, 0);
    for (which, row) in MATCHES.into_iter().enumerate() {
        let table = Table::new(row);
        let terms = GameParams { seed: Seed::from_number(which as u64), first: None, max_turns: 40 };
        let mut sitting = table.sit(&terms);
        play(&mut *sitting, table.seats, 70 + which as u64);
        let all = sitting.decisions().len();
        let open = sitting.event_texts(0, all, None);
        // Forms that are the same for a person are no third person.
        let same = ["would", "now"];
        let verbs = open.iter().filter_map(|line| verb(line)).map(|(_, word)| word.to_owned());
        let verbs: BTreeSet<String> = verbs.filter(|word| !same.contains(&word.as_str())).collect();
        for seat in 0..table.seats as u8 {
            let (plain, lines) =
                (sitting.event_texts(0, all, Some(seat)), sitting.event_lines(0, all, &person(seat, table.seats)));
            assert_eq!(plain.len(), lines.len());
            for (plain, line) in plain.iter().zip(&lines) {
                check_line(&table.game_library.game, seat, plain, line, &verbs);
                let count = if line.quiet { &mut quiet } else { &mut told };
                *count += 1;
                named += line.cards.len();
            }
            let numbered = sitting.event_lines(0, all, &Audience::numbered(Some(seat)));
            assert!(numbered.iter().zip(&plain).all(|(line, plain)| line.text == *plain));
            let ending = sitting.tell_outcome(&person(seat, table.seats)).expect("it is over");
            let (outcome, won) = (sitting.outcome().expect("it is over"), ending.starts_with("You "));
            assert!(!is_numbered(&ending), "{ending}");
            assert!(!won || outcome.won(seat), "{ending}");
            assert!(won || !outcome.is_decided() || !outcome.won(seat), "{ending}");
        }
    }
    assert!(quiet > 1000 && told > 1000 && named > 1000, "{quiet} quiet, {told} told, {named} named");
}
