//! Matches that people sit at: what is seen of them, and the way back.

use std::path::Path;
use std::sync::Arc;

use catalog::{CardIx, Source, load};
use engine::kernel::audience::{Audience, EventLine};
use engine::kernel::game_loop::GameParams;
use engine::kernel::legal_action::{ActionTarget, PromptKind};
use engine::kernel::observation::{ObservedCard, ZoneLayout};
use engine::kernel::series::{self, SeriesPlan};
use engine::players::PlayerKind;
use engine::session::SeriesSetup;
use engine::session::lookahead::LookAhead;
use engine::session::match_session::MatchSession;
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

/// Formats with the starter decks that meet in them, and how many sit there.
pub const MATCHES: [(&str, &str, &[&str], usize); 8] = [
    ("chronx", "constructed", &["corporate", "red-claw"], 2),
    ("chronx", "outer-circle", &["corporate", "red-claw", "cfa"], 3),
    ("afrika", "codex", &["savanna-crown", "nine-nights-wake"], 2),
    ("afrika", "free-for-all", &["savanna-crown", "nine-nights-wake", "tide-and-feather"], 3),
    ("chrononauts", "classic", &["box"], 3),
    ("chrononauts", "solonauts", &["solonauts"], 1),
    ("chrononauts", "artifaxx", &["artifaxx"], 3),
    ("emperors-star", "day-1", &["day-1"], 6),
];

/// Matches of games whose rules are data.
const DESCRIBED: [(&str, &str, &[&str], usize); 4] = [
    ("hearts", "classic", &["pack"], 4),
    ("three-rivers", "crossing", &["three-tides", "stone-by-stone"], 2),
    ("lantern-street", "evening", &["the-box"], 3),
    ("nine-fathoms", "feast", &["the-long-rope", "other-peoples-air"], 2),
];

/// Decks with cards that wait for others to be charged.
const CHARGED: [&[&str]; 2] =
    [&["procession-of-suns", "hammer-and-flint"], &["gardens-of-the-leaf-sun", "procession-of-suns"]];

pub struct Table {
    pub source: Source,
    pub game_library: GameLibrary,
    decks: Vec<LegalDeck>,
    options: Vec<(String, String)>,
    format: String,
    pub seats: usize,
}

impl Table {
    pub fn new((game, format, decks, seats): (&str, &str, &[&str], usize)) -> Table {
        let mut source = Source::shipped();
        let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
        source.add_folder(Path::new(examples)).expect("the examples are there");
        let game = Arc::new(load::game(&source, game).unwrap_or_else(|p| panic!("{p:#?}")));
        let game_library = GameLibrary::load(&source, game).unwrap_or_else(|p| panic!("{p:#?}"));
        let rules = game_library.format(format).expect("the format");
        let options = rules.match_settings.options.clone();
        let deck = |id: &&str| {
            let (_, deck) = game_library.decks.iter().find(|(deck, _)| deck == id).expect("the deck");
            LegalDeck::check(&game_library.game, rules, deck.clone(), None)
                .unwrap_or_else(|_| panic!("{id} in {format}"))
        };
        let decks = decks.iter().map(deck).collect();
        Table { source, decks, options, format: format.to_owned(), game_library, seats }
    }

    pub fn sit(&self, terms: &GameParams) -> Box<dyn MatchSession> {
        let decks: Vec<&LegalDeck> = self.decks.iter().collect();
        engine::session::new_session(&self.source, &self.game_library.game, &decks, self.seats, &self.options, terms)
            .expect("it can be played")
    }

    /// A match to sit at, and what quick players did in it.
    pub fn greedy(&self, seed: u64) -> (Box<dyn MatchSession>, Vec<(u8, String)>) {
        self.play("greedy", seed)
    }

    /// The same, and what players of a kind did in it.
    fn play(&self, kind: &str, seed: u64) -> (Box<dyn MatchSession>, Vec<(u8, String)>) {
        let setup = self.setup(kind, seed);
        let decks: Vec<&LegalDeck> = self.decks.iter().collect();
        let played =
            engine::session::play_with_transcript(&self.source, &self.game_library.game, &decks, &setup, 0, None);
        let terms = series::game_params(&setup.plan, 0, self.seats as u8);
        (self.sit(&terms), played.expect("played").record.log.actions)
    }

    /// The same match as a series plays it.
    fn setup(&self, kind: &str, seed: u64) -> SeriesSetup {
        let kind: PlayerKind = kind.parse().expect("a kind of player");
        SeriesSetup {
            format: self.format.clone(),
            options: self.options.clone(),
            players: vec![(kind, "x".into()); self.seats],
            plan: SeriesPlan { games: 1, seed: Seed::from_number(seed), turns: 60, threads: 1 },
        }
    }
}

/// What comes to a pile that lies open comes on top: the last of its cards.
#[test]
fn what_is_put_on_a_pile_lies_last() {
    let mut grown = 0;
    for (which, row) in MATCHES.into_iter().enumerate() {
        let table = Table::new(row);
        let (mut sitting, played) = table.play("random", 70 + which as u64);
        let piles = |sitting: &dyn MatchSession| -> Vec<(String, Vec<Option<CardIx>>)> {
            let seen = sitting.observation(sitting.decisions().len(), None);
            let open = seen.common.into_iter().filter(|zone| zone.ordered && zone.layout == ZoneLayout::Pile);
            open.map(|zone| (zone.title, zone.cards.iter().map(|card| card.card).collect())).collect()
        };
        let mut before = piles(&*sitting);
        for (_, words) in played {
            sitting.act(&words).expect("as it was played");
            let after = piles(&*sitting);
            for ((title, was), (_, is)) in before.iter().zip(&after).filter(|(was, is)| was.1.len() < is.1.len()) {
                assert_eq!(&is[..was.len()], &was[..], "{row:?}: {title} after {words}");
                grown += usize::from(was.len() > 1);
            }
            before = after;
        }
    }
    assert!(grown > 20, "{grown}");
}

#[test]
fn a_match_that_people_sit_at_is_the_one_that_a_series_plays_and_leads_back_to_any_moment() {
    for (which, row) in MATCHES.into_iter().enumerate() {
        let table = Table::new(row);
        let setup = table.setup("random", 40 + which as u64);
        let decks: Vec<&LegalDeck> = table.decks.iter().collect();
        let told =
            engine::session::play_with_transcript(&table.source, &table.game_library.game, &decks, &setup, 0, None)
                .expect("played");
        let terms = series::game_params(&setup.plan, 0, table.seats as u8);
        let mut sitting = table.sit(&terms);
        let mut digests = vec![sitting.digest()];
        for (seat, words) in &told.record.log.actions {
            assert_eq!(sitting.actor(), Some(*seat), "{row:?}");
            sitting.act(words).unwrap_or_else(|e| panic!("{row:?}: {e}"));
            digests.push(sitting.digest());
        }
        assert_eq!(sitting.log(), told.record.log, "{row:?}");
        assert_eq!(sitting.outcome().map(Into::into), told.record.outcome);
        assert_eq!(sitting.outcome_text(), told.outcome);
        let all = sitting.decisions().len();
        assert_eq!(sitting.event_texts(0, all, None), told.events);
        assert_eq!(sitting.observation(all, None).to_string(), told.board);
        // Back to some moments, to the start, and on again.
        for to in [all * 3 / 4, all / 2, 1, 0] {
            sitting.undo_to(to);
            assert_eq!((sitting.digest(), sitting.decisions().len()), (digests[to], to), "{row:?}");
        }
        for (at, (_, words)) in told.record.log.actions.iter().enumerate() {
            sitting.act(words).expect("as before");
            assert_eq!(sitting.digest(), digests[at + 1], "{row:?}");
        }
        assert_eq!(sitting.log(), told.record.log, "{row:?}");
    }
}

#[test]
fn everything_that_can_be_done_is_shown_with_what_it_touches() {
    for (which, row) in MATCHES.into_iter().enumerate() {
        let table = Table::new(row);
        let setup = table.setup("greedy", 70 + which as u64);
        let decks: Vec<&LegalDeck> = table.decks.iter().collect();
        let told =
            engine::session::play_with_transcript(&table.source, &table.game_library.game, &decks, &setup, 0, None)
                .expect("played");
        let mut sitting = table.sit(&series::game_params(&setup.plan, 0, table.seats as u8));
        let (mut touching, mut acts) = (0, 0);
        for (at, (seat, words)) in told.record.log.actions.iter().enumerate() {
            for other in 0..table.seats as u8 {
                let observation = sitting.observation(at, Some(other));
                assert_eq!(observation.actions.is_empty(), other != *seat, "{row:?}: only who decides is asked");
                assert_eq!(observation.prompt.is_none(), other != *seat, "{row:?}");
                let mut hands = observation
                    .cards()
                    .filter(|(owner, zone, _)| zone.layout == ZoneLayout::Hand && *owner != Some(other));
                let told = |card: &ObservedCard| (card.card.is_some(), card.key.is_some(), card.name != "a card");
                let all_or_nothing =
                    |card: &ObservedCard| matches!(told(card), (true, true, true) | (false, false, false));
                assert!(hands.all(|(_, _, card)| all_or_nothing(card)));
            }
            let observation = sitting.observation(at, Some(*seat));
            let mut all: Vec<&str> = observation.actions.iter().map(|a| a.notation.as_str()).collect();
            assert!(all.contains(&words.as_str()) && all.len() > 1, "{row:?}: {words} of {all:?}");
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), observation.actions.len(), "{row:?}: one text for two actions");
            assert!(observation.actions.iter().filter(|a| a.passes).count() <= 1);
            for act in &observation.actions {
                acts += 1;
                touching += u32::from(!act.targets.is_empty());
                for spot in &act.targets {
                    let shown = match spot {
                        ActionTarget::Card(key) => observation.card(*key).is_some(),
                        ActionTarget::Seat(seat) => usize::from(*seat) < observation.seats.len(),
                        ActionTarget::Year(year) => {
                            observation.timeline.as_ref().is_some_and(|h| usize::from(*year) < h.cards.len())
                        }
                        ActionTarget::City(city) => observation.cities.iter().any(|c| c.number == *city),
                        ActionTarget::Zone(seat, zone) => {
                            usize::from(*zone) < observation.seats[usize::from(*seat)].zones.len()
                        }
                        ActionTarget::Lane(lane) => usize::from(*lane) < observation.lanes.len(),
                        ActionTarget::Waiting(at) => usize::from(*at) < observation.pending.len(),
                        ActionTarget::CommonZone(at) => usize::from(*at) < observation.common.len(),
                    };
                    assert!(shown, "{row:?}: `{}` touches {spot:?}, which is not shown", act.notation);
                }
            }
            sitting.act(words).expect("as recorded");
        }
        assert!(acts > 20 && touching * 2 > acts, "{row:?}: {touching} of {acts} actions touch something");
        let last = sitting.decisions().len();
        assert!(sitting.observation(last, None).actions.is_empty() && sitting.actor().is_none());
    }
}

/// People choose by number: what a question lists, and in which order, is a promise.
#[test]
fn the_first_question_of_a_match_lists_its_answers_in_this_order() {
    let first: [(usize, &[&str]); 3] = [
        (0, &["play Courier Drone", "play Junior Broker", "play Assembly Foreman", "play Chair of the Board", "end"]),
        (2, &["keep", "mulligan"]),
        (4, &["keep", "replace"]),
    ];
    for (row, expected) in first {
        let table = Table::new(MATCHES[row]);
        let terms = series::game_params(&table.setup("random", 5).plan, 0, table.seats as u8);
        let session = table.sit(&terms);
        let observation = session.observation(0, session.actor());
        let listed: Vec<&str> = observation.actions.iter().map(|a| a.notation.as_str()).collect();
        assert_eq!(listed, expected, "{:?}", MATCHES[row]);
    }
}

/// Three days that are put down every few turns: what is kept is what was decided, and everything else follows from it.
#[test]
fn es_004_an_interrupted_tournament_goes_on_as_if_it_had_not_been() {
    let mut table = Table::new(("emperors-star", "tournament", &["tournament"], 6));
    table.options.push(("max_turns".into(), "12".into()));
    let terms = GameParams { seed: Seed::from_number(3), first: Some(2), max_turns: 2_000 };
    let passive: PlayerKind = "passive".parse().expect("a kind");
    let next = |sitting: &mut dyn MatchSession| {
        let words = sitting.choose_later(&passive, Seed::from_number(1))().expect("it answers");
        sitting.act(&words).expect("a bot does what is allowed");
    };
    let mut whole = table.sit(&terms);
    while whole.actor().is_some() {
        next(&mut *whole);
    }
    let mut kept = String::from("[]");
    let mut pauses = 0;
    let parts = loop {
        let mut sitting = table.sit(&terms);
        let decided: Vec<(u8, String)> = serde_json::from_str(&kept).expect("what was written");
        for (seat, words) in &decided {
            assert_eq!(sitting.actor(), Some(*seat));
            sitting.act(words).expect("as before");
        }
        if sitting.actor().is_none() {
            break sitting;
        }
        for _ in 0..7 {
            if sitting.actor().is_some() {
                next(&mut *sitting);
            }
        }
        kept = serde_json::to_string(sitting.decisions()).expect("JSON");
        pauses += 1;
    };
    assert!(pauses > 5, "{pauses}");
    assert_eq!((parts.log(), parts.digest(), parts.outcome()), (whole.log(), whole.digest(), whole.outcome()));
    // Other rulings are noticed.
    table.options.push(("offers".into(), "0".into()));
    let mut other = table.sit(&terms);
    let same = whole.decisions().iter().all(|(_, words)| other.act(words).is_ok());
    assert!(!same || other.digest() != whole.digest());
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let table = Table::new(MATCHES[0]);
    let terms = GameParams { seed: Seed::from_number(3), first: Some(0), max_turns: 60 };
    let mut sitting = table.sit(&terms);
    let before = sitting.digest();
    let refused = sitting.act("fly away").expect_err("nobody can").to_string();
    assert!(
        refused.contains("fly away") && refused.contains(&sitting.observation(0, Some(0)).actions[0].notation),
        "{refused}"
    );
    assert_eq!((sitting.digest(), sitting.decisions().len()), (before, 0));
}

#[test]
fn bots_think_on_a_copy_and_the_same_seed_gives_the_same_thought() {
    for row in [MATCHES[0], MATCHES[2], MATCHES[5]] {
        let table = Table::new(row);
        let mut sitting = table.sit(&GameParams { seed: Seed::from_number(8), first: Some(0), max_turns: 60 });
        let kind: PlayerKind = "ismcts:60".parse().expect("a kind");
        for n in 0..6 {
            let before = sitting.digest();
            let [one, two] = [0, 1].map(|_| sitting.choose_later(&kind, Seed::from_number(n))().expect("it answers"));
            assert_eq!(one, two);
            let advice = sitting.advise(&kind, Seed::from_number(n), &Audience::default())()
                .expect("it answers")
                .expect("it compares");
            assert!(!advice.alternatives.is_empty() && !advice.why.is_empty());
            assert_eq!(sitting.digest(), before);
            sitting.act(&one).expect("a bot does what is allowed");
        }
    }
}

/// What is foretold of an action happens when it is done and everybody passes; and what hangs on chance is not foretold.
#[test]
fn what_is_foretold_happens_when_everybody_passes() {
    let mut numbers = 0;
    for (which, row) in MATCHES.into_iter().chain(DESCRIBED).enumerate() {
        let table = Table::new(row);
        let (mut session, actions) = table.greedy(70 + which as u64);
        let (mut foretold, mut missed) = (0, 0);
        for (seat, done) in actions.iter().take(160) {
            let to = Audience::numbered(Some(*seat));
            let mut sure = session.look_ahead(done, &to);
            let (moment, turn) = (session.decisions().len(), session.turn());
            session.act(done).expect("it is legal");
            // What follows without a choice may bring the next turn, and other numbers.
            if session.turn() != turn {
                sure.numbers.clear();
            }
            let mut missing = lines_missing(&*session, &sure, moment, &to);
            for _ in 0..60 {
                let Some(actor) = session.actor().filter(|_| missing > 0) else { break };
                let seen = session.observation(session.decisions().len(), Some(actor));
                let Some(pass) = seen.actions.iter().find(|act| act.passes) else { break };
                session.act(&pass.notation).expect("it is legal");
                missing = lines_missing(&*session, &sure, moment, &to);
            }
            foretold += sure.events.len() + sure.numbers.len();
            numbers += sure.numbers.len();
            missed += missing;
            session.undo_to(moment);
            session.act(done).expect("it is legal");
        }
        assert!(missed * 100 <= foretold, "{row:?}: {missed} of {foretold} did not happen");
        let least = if DESCRIBED.contains(&row) { 10 } else { 20 };
        assert!(foretold > least, "{row:?}: {foretold}");
    }
    assert!(numbers > 20, "numbers change in some games: {numbers}");
}

/// A log tells what a match is about: a card that is played openly by its name to all, one step for cards that go the same way, and
/// no zone through which cards only pass.
#[test]
fn a_log_names_what_is_played_openly_and_tells_what_goes_together_once() {
    for (row, opens, passed, together) in [
        (DESCRIBED[0], "leads ", "no such zone", " go from Trick to "),
        (DESCRIBED[1], "lands ", "no such zone", ""),
        (DESCRIBED[1], "sends ", "no such zone", ""),
        (DESCRIBED[2], "plays ", "Tray", " to Discard"),
        (DESCRIBED[3], "plays ", "no such zone", ""),
    ] {
        let table = Table::new(row);
        let (mut session, actions) = table.greedy(11);
        actions.iter().for_each(|(_, done)| session.act(done).expect("it is legal"));
        let (steps, to) = (session.decisions().len(), Audience::numbered(Some(0)));
        let lines: Vec<EventLine> = (0..steps).flat_map(|at| session.log_lines(at, at + 1, &to)).collect();
        let texts = || lines.iter().map(|line| line.text.as_str());
        let played: Vec<&EventLine> = lines.iter().filter(|line| line.text.contains(opens)).collect();
        assert!(!played.is_empty() && played.iter().all(|line| !line.cards.is_empty()), "{row:?}: {played:#?}");
        let through: Vec<&str> = texts().filter(|text| text.contains(passed)).collect();
        assert!(through.is_empty(), "{row:?}: {through:#?}");
        // Once before cards are drawn one by one, and once more when the discards have come to it.
        for at in 0..steps {
            let told = session.log_lines(at, at + 1, &to);
            let often = |line: &EventLine| told.iter().filter(|other| other.text == line.text).count();
            assert!(
                told.iter().all(|line| !line.text.ends_with(" is shuffled") || often(line) <= 2),
                "{row:?}: {told:#?}"
            );
        }
        // All four cards of a trick are named where it is taken.
        let taken = lines.iter().filter(|line| together.contains("Trick") && line.text.contains(together));
        taken.for_each(|line| assert_eq!(line.cards.len(), 4, "{}", line.text));
        let whole = texts().filter(|text| text.contains(together)).count();
        assert!(whole > 0, "{row:?}: {:#?}", texts().collect::<Vec<_>>());
    }
}

/// Whoever wants to block with another card than the one that is asked reads that it comes later.
#[test]
fn cards_that_are_asked_in_turn_say_so() {
    let table = Table::new(MATCHES[2]);
    let mut told = 0;
    for seed in 0..4 {
        let (mut session, actions) = table.greedy(seed);
        actions.iter().for_each(|(_, done)| session.act(done).expect("it is legal"));
        for (at, (seat, _)) in
            actions.iter().enumerate().filter(|(at, (seat, _))| actions.get(at + 1).is_some_and(|next| next.0 == *seat))
        {
            let to = Audience::numbered(Some(*seat));
            let (now, next) = (session.observe(at, &to), session.observe(at + 1, &to));
            let asked = |seen: &engine::kernel::observation::Observation| {
                let kind = seen.prompt.as_ref().map(|prompt| prompt.kind);
                let fights = matches!(kind, Some(PromptKind::Attack | PromptKind::Block));
                let mut first = seen.actions.iter().filter_map(|act| act.targets.first());
                let card = first.find_map(|first| if let ActionTarget::Card(key) = first { Some(*key) } else { None });
                card.filter(|_| fights).map(|card| (kind, seen.card(card).expect("it is there").name.clone()))
            };
            let (Some((kind, first)), Some((later_kind, later))) = (asked(&now), asked(&next)) else { continue };
            if kind != later_kind || first == later || now.turn != next.turn {
                continue;
            }
            let says = format!("You decide for {first} first.");
            let waits = now.cards().any(|(_, _, seen)| seen.name == later && seen.refusal == says);
            assert!(waits, "{later} after {first}");
            told += 1;
        }
    }
    assert!(told > 3, "{told}");
}

#[test]
fn a_turn_in_which_nobody_was_asked_is_told() {
    const NOTHING: &str = "Nothing to decide this turn";
    let mut turns_told = 0;
    for row in DESCRIBED {
        let table = Table::new(row);
        for seed in 0..4 {
            let (mut session, actions) = table.play("random", seed);
            let to = Audience::numbered(None);
            for (at, (_, done)) in actions.iter().enumerate() {
                let before = session.turn();
                session.act(done).expect("it is legal");
                let lines = session.log_lines(at, at + 1, &to);
                let begun = lines.iter().filter(|line| line.begins_turn).count();
                let silent = lines.iter().filter(|line| line.text == NOTHING).count();
                // The first decision is told with the turn in which it is made.
                let passed = session.turn() - if at == 0 { 0 } else { before };
                assert_eq!(silent, begun.saturating_sub(1), "{row:?}: {lines:#?}");
                assert!(begun == 0 || begun as u32 == passed || session.outcome().is_some(), "{row:?}: {lines:#?}");
                turns_told += silent;
            }
        }
    }
    assert!(turns_told > 10, "{turns_told}");
}

/// How much of what was foretold is not so: what was not told since a moment, and numbers that nothing has now.
fn lines_missing(session: &dyn MatchSession, sure: &LookAhead, moment: usize, to: &Audience) -> usize {
    let now = session.decisions().len();
    let told = session.log_lines(moment, now, to);
    let raw = session.event_lines(moment, now, to);
    let seen = session.observe(now, to);
    let is_so = |line: &EventLine| {
        let (of, change) = line.text.split_once(": ").expect("a name and numbers");
        let (_, number) = change.split_once(" → ").expect("as they were and are");
        let is_card = seen.cards().any(|(_, _, card)| card.name == of && card.numbers == number);
        let is_counter = |seat: usize| {
            let whom = format!("Seat {}'s ", seat + 1);
            let counters = &seen.seats[seat].counters;
            counters.iter().any(|counter| of == whom.clone() + &counter.name && counter.n.to_string() == number)
        };
        let is_lane = |seat: usize| {
            let of = of.strip_prefix(&format!("Seat {} in ", seat + 1));
            of.is_some_and(|of| {
                seen.lanes.iter().any(|lane| lane.name == of && lane.strengths[seat].to_string() == number)
            })
        };
        // A number that was reached, and changed again before anybody was asked.
        let was_reached =
            raw.iter().any(|line| line.text.starts_with(of) && line.text.ends_with(&format!(" → {number}")));
        was_reached || is_card || (0..seen.seats.len()).any(|seat| is_counter(seat) || is_lane(seat))
    };
    let times = |text: &str| told.iter().filter(|other| other.text == text).count();
    // What happens several times is foretold in one line.
    let happened = |line: &EventLine| match line.text.rsplit_once(" ×") {
        _ if times(&line.text) > 0 => true,
        Some((text, often)) => often.parse().is_ok_and(|often: usize| times(text) >= often),
        None => false,
    };
    sure.events.iter().filter(|line| !happened(line)).count() + sure.numbers.iter().filter(|line| !is_so(line)).count()
}

/// To charge a card for energy that nothing is paid with gains nothing, other than where that makes an ability go off.
#[test]
fn charging_gains_something_only_where_an_ability_waits_for_that_card() {
    let (mut idle, mut worthwhile) = (0, 0);
    for decks in CHARGED {
        let table = Table::new(("afrika", "codex", decks, 2));
        for seed in 1..4 {
            let (mut session, actions) = table.greedy(seed);
            for (seat, words) in &actions {
                let to = Audience::numbered(Some(*seat));
                let now = session.decisions().len();
                let seen = session.observe(now, &to);
                let asked = seen.prompt.as_ref().map(|prompt| prompt.kind);
                if matches!(asked, Some(PromptKind::Window | PromptKind::Response)) {
                    for act in seen.actions.iter().filter(|act| act.notation.starts_with("charge ")) {
                        session.act(&act.notation).expect("it is legal");
                        let after = session.observe(session.decisions().len(), &to).pending;
                        session.undo_to(now);
                        // With nothing left to do the seat passes, and what waited happens.
                        if !after.starts_with(&seen.pending) && !after.ends_with(&seen.pending) {
                            continue;
                        }
                        let goes_off = after.len() > seen.pending.len();
                        assert_eq!(act.gains_nothing, !goes_off, "{decks:?}, seed {seed}: {}", act.notation);
                        *if goes_off { &mut worthwhile } else { &mut idle } += 1;
                    }
                }
                session.act(words).expect("it is legal");
            }
        }
    }
    assert!(idle > 100 && worthwhile > 0, "{idle} idle, {worthwhile} not");
}

/// What a card in hand costs more than its owner has is told, and nothing of the kind of one that can be played.
#[test]
fn a_card_that_is_too_dear_says_what_it_lacks() {
    let table = Table::new(MATCHES[2]);
    let (mut session, actions) = table.greedy(4);
    let (mut dear, mut played) = (0, 0);
    for (seat, words) in &actions {
        let seen = session.observe(session.decisions().len(), &Audience::numbered(Some(*seat)));
        for (_, zone, card) in seen.cards().filter(|(of, ..)| *of == Some(*seat)) {
            let target = card.key.map(ActionTarget::Card);
            let can_be = zone.layout == ZoneLayout::Hand
                && seen
                    .actions
                    .iter()
                    .any(|act| act.notation.starts_with("play ") && act.targets.first() == target.as_ref());
            assert!(!(can_be && card.shortage.is_some()), "{}: {:?}", card.name, card.shortage);
            let lacks =
                card.shortage.as_ref().inspect(|lack| assert!(lack.have < lack.cost, "{}: {lack:?}", card.name));
            dear += u32::from(lacks.is_some());
            played += u32::from(can_be);
        }
        session.act(words).expect("it is legal");
    }
    assert!(dear > 50 && played > 20, "{dear} too dear, {played} not");
}
