//! What is told is said in the language that is spoken; what records, lessons and scenarios name is not.

use std::borrow::Cow;
use std::sync::Arc;

use catalog::{Source, load};
use engine::bout::Terms;
use engine::games;
use engine::sight::{Sight, Year};
use engine::sitting::Sitting;
use formats::rng::{Dice, Seed};
use formats::{Book, LegalDeck};
use tr::Translator;

const MATCHES: [(&str, &str, &[&str], usize); 6] = [
    ("chronx", "outer-circle", &["corporate", "red-claw", "cfa"], 3),
    ("afrika", "codex", &["savanna-crown", "nine-nights-wake"], 2),
    ("chrononauts", "classic", &["box"], 3),
    ("chrononauts", "solonauts", &["solonauts"], 1),
    ("chrononauts", "artifaxx", &["artifaxx"], 3),
    ("emperors-star", "day-1", &["day-1"], 6),
];

/// A language in which every text can be told from what stands in the source.
struct Loud;

impl Translator for Loud {
    fn translate<'a>(&'a self, text: &'a str, _: Option<&'a str>) -> Cow<'a, str> {
        Cow::Owned(format!("«{text}»"))
    }

    fn ntranslate<'a>(&'a self, n: u64, one: &'a str, many: &'a str, context: Option<&'a str>) -> Cow<'a, str> {
        self.translate(if n == 1 { one } else { many }, context)
    }
}

fn sit((game, format, decks, seats): (&str, &str, &[&str], usize)) -> Box<dyn Sitting> {
    let source = Source::shipped();
    let game = Arc::new(load::game(&source, game).unwrap_or_else(|p| panic!("{p:#?}")));
    let book = Book::load(&source, game).unwrap_or_else(|p| panic!("{p:#?}"));
    let rules = book.format(format).expect("the format");
    let deck = |id: &&str| {
        let (_, deck) = book.decks.iter().find(|(deck, _)| deck == id).expect("the deck");
        LegalDeck::check(&book.game, rules, deck.clone(), None).unwrap_or_else(|_| panic!("{id} in {format}"))
    };
    let decks: Vec<LegalDeck> = decks.iter().map(deck).collect();
    let decks: Vec<&LegalDeck> = decks.iter().collect();
    let terms = Terms { seed: Seed::of(3), first: None, turns: 60 };
    games::sit(&source, &book.game, &decks, seats, &rules.table.options, &terms).expect("it can be played")
}

/// The match with actions by chance, and what was seen at each of them.
fn played(sitting: &mut dyn Sitting) -> Vec<Sight> {
    let mut dice = Seed::of(7).fast();
    let mut seen = Vec::new();
    while let Some(seat) = sitting.actor() {
        let sight = sitting.sight(sitting.decided().len(), Some(seat));
        let at = dice.below(sight.actions.len() as u32) as usize;
        sitting.act(&sight.actions[at].notation).expect("it is listed");
        seen.push(sight);
    }
    seen
}

fn notations(sight: &Sight) -> Vec<&str> {
    sight.actions.iter().map(|act| act.notation.as_str()).collect()
}

#[test]
fn what_is_kept_is_the_same_in_every_language() {
    let mut before: Vec<_> = MATCHES.map(sit).into();
    let seen: Vec<Vec<Sight>> = before.iter_mut().map(|sitting| played(&mut **sitting)).collect();
    let told = |sitting: &dyn Sitting| sitting.told(0, sitting.decided().len(), None);
    let plain: Vec<Vec<String>> = before.iter().map(|sitting| told(&**sitting)).collect();
    engine::speak(Loud);
    for (((row, before), seen), plain) in MATCHES.iter().zip(&before).zip(&seen).zip(&plain) {
        let mut now = sit(*row);
        for (then, now) in seen.iter().zip(played(&mut *now)) {
            let kind = |sight: &Sight| sight.prompt.as_ref().map(|prompt| prompt.kind);
            assert_eq!((notations(then), kind(then)), (notations(&now), kind(&now)), "{row:?}");
            assert!(now.actions.iter().all(|act| act.label.contains('«')), "{row:?}");
            if let (Some(then), Some(now)) = (&then.history, &now.history) {
                let other = |year: &Year| year.other.replace(['«', '»'], "");
                assert!(now.years.iter().all(|year| year.other.is_empty() || year.other.contains('«')), "{row:?}");
                assert!(then.years.iter().zip(&now.years).all(|(then, now)| then.other == other(now)), "{row:?}");
            }
            let asked = now.prompt.as_ref().map_or("", |prompt| prompt.text.as_str());
            assert!(asked.contains('«'), "{row:?}: {asked}");
            let mut titles = now.sides.iter().flat_map(|side| &side.zones).chain(&now.common).map(|zone| &zone.title);
            assert!(titles.all(|title| title.starts_with('«')), "{row:?}");
        }
        assert_eq!(now.log(), before.log(), "{row:?}");
        let ending = now.ending().expect("it is over");
        assert_eq!((&now.ending(), ending.contains('«')), (&before.ending(), false), "{row:?}");
        assert!(now.told_ending().is_some_and(|told| told.contains('«')), "{row:?}");
        // Every sentence is a text, and turns are known without reading it.
        let (told, turns) = (told(&*now), now.turns(0, now.decided().len()));
        assert_eq!((told.len(), turns.len()), (plain.len(), plain.len()), "{row:?}");
        for ((told, plain), is_turn) in told.iter().zip(plain).zip(turns) {
            assert_eq!(is_turn, plain.starts_with("Turn "), "{plain}");
            let bare = told.replace(['«', '»'], "");
            // A capital is set before the sentence is made.
            assert!(told.contains('«') && bare.to_lowercase() == plain.to_lowercase(), "{told}");
        }
    }
    let source = Source::shipped();
    for id in games::STAGED {
        let game = Arc::new(load::game(&source, id).expect("it loads"));
        let shown = games::scenarios(&source, &game, None).expect("it is played").expect("they can be read");
        let failed: Vec<String> = shown.iter().filter_map(|s| Some(format!("{:?}", s.failure.as_ref()?))).collect();
        assert!(failed.is_empty(), "{id}: {}", failed.join("\n"));
    }
}
