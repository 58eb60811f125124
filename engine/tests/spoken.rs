//! What is told is said in the language that is spoken; what records, lessons and scenarios name is not.

use std::borrow::Cow;
use std::sync::Arc;

use catalog::{Source, load};
use engine::kernel::audience::Audience;
use engine::kernel::game_loop::GameParams;
use engine::kernel::observation::{Observation, TimelineCard};
use engine::registry;
use engine::session::match_session::MatchSession;
use formats::rng::{Dice, Seed};
use formats::{GameLibrary, LegalDeck};
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

fn sit((game, format, decks, seats): (&str, &str, &[&str], usize)) -> Box<dyn MatchSession> {
    let source = Source::shipped();
    let game = Arc::new(load::game(&source, game).unwrap_or_else(|p| panic!("{p:#?}")));
    let game_library = GameLibrary::load(&source, game).unwrap_or_else(|p| panic!("{p:#?}"));
    let rules = game_library.format(format).expect("the format");
    let deck = |id: &&str| {
        let (_, deck) = game_library.decks.iter().find(|(deck, _)| deck == id).expect("the deck");
        LegalDeck::check(&game_library.game, rules, deck.clone(), None).unwrap_or_else(|_| panic!("{id} in {format}"))
    };
    let decks: Vec<LegalDeck> = decks.iter().map(deck).collect();
    let decks: Vec<&LegalDeck> = decks.iter().collect();
    let terms = GameParams { seed: Seed::from_number(3), first: None, max_turns: 60 };
    engine::session::new_session(&source, &game_library.game, &decks, seats, &rules.match_settings.options, &terms)
        .expect("it can be played")
}

/// The match with actions by chance, and what was seen at each of them.
fn played(sitting: &mut dyn MatchSession) -> Vec<Observation> {
    let mut dice = Seed::from_number(7).fast();
    let mut seen = Vec::new();
    while let Some(seat) = sitting.actor() {
        let observation = sitting.observation(sitting.decisions().len(), Some(seat));
        let at = dice.below(observation.actions.len() as u32) as usize;
        sitting.act(&observation.actions[at].notation).expect("it is listed");
        seen.push(observation);
    }
    seen
}

fn notations(observation: &Observation) -> Vec<&str> {
    observation.actions.iter().map(|act| act.notation.as_str()).collect()
}

#[test]
fn what_is_kept_is_the_same_in_every_language() {
    let mut before: Vec<_> = MATCHES.map(sit).into();
    let seen: Vec<Vec<Observation>> = before.iter_mut().map(|sitting| played(&mut **sitting)).collect();
    let told = |sitting: &dyn MatchSession| sitting.event_texts(0, sitting.decisions().len(), None);
    let plain: Vec<Vec<String>> = before.iter().map(|sitting| told(&**sitting)).collect();
    engine::set_translator(Loud);
    for (((row, before), seen), plain) in MATCHES.iter().zip(&before).zip(&seen).zip(&plain) {
        let mut now = sit(*row);
        for (then, now) in seen.iter().zip(played(&mut *now)) {
            let kind = |observation: &Observation| observation.prompt.as_ref().map(|prompt| prompt.kind);
            assert_eq!((notations(then), kind(then)), (notations(&now), kind(&now)), "{row:?}");
            assert!(now.actions.iter().all(|act| act.label.contains('«')), "{row:?}");
            if let (Some(then), Some(now)) = (&then.timeline, &now.timeline) {
                let other = |year: &TimelineCard| year.other.replace(['«', '»'], "");
                assert!(now.cards.iter().all(|year| year.other.is_empty() || year.other.contains('«')), "{row:?}");
                assert!(then.cards.iter().zip(&now.cards).all(|(then, now)| then.other == other(now)), "{row:?}");
            }
            let asked = now.prompt.as_ref().map_or("", |prompt| prompt.text.as_str());
            assert!(asked.contains('«'), "{row:?}: {asked}");
            let mut titles = now.seats.iter().flat_map(|side| &side.zones).chain(&now.common).map(|zone| &zone.title);
            assert!(titles.all(|title| title.starts_with('«')), "{row:?}");
        }
        assert_eq!(now.log(), before.log(), "{row:?}");
        let ending = now.outcome_text().expect("it is over");
        assert_eq!((now.outcome(), ending.contains('«')), (before.outcome(), true), "{row:?}");
        assert!(now.outcome_text().is_some_and(|told| told.contains('«')), "{row:?}");
        // Every sentence is a text, and turns are known without reading it.
        let lines = now.event_lines(0, now.decisions().len(), &Audience::default());
        let turns: Vec<bool> = lines.iter().map(|line| line.begins_turn).collect();
        let told = told(&*now);
        assert_eq!((told.len(), turns.len()), (plain.len(), plain.len()), "{row:?}");
        for ((told, plain), is_turn) in told.iter().zip(plain).zip(turns) {
            assert_eq!(is_turn, plain.starts_with("Turn "), "{plain}");
            let bare = told.replace(['«', '»'], "");
            // A capital is set before the sentence is made.
            assert!(told.contains('«') && bare.to_lowercase() == plain.to_lowercase(), "{told}");
        }
    }
    let source = Source::shipped();
    for id in registry::with_scenarios() {
        let game = Arc::new(load::game(&source, id).expect("it loads"));
        let shown = registry::scenarios(&source, &game, None).expect("it is played").expect("they can be read");
        let failed: Vec<String> = shown.iter().filter_map(|s| Some(format!("{:?}", s.failure.as_ref()?))).collect();
        assert!(failed.is_empty(), "{id}: {}", failed.join("\n"));
    }
}
