//! The Emperor's Star: what holds at every step of random tournaments, and its scenarios.

use std::sync::Arc;

use catalog::Source;
use engine::games::chrononauts::{self, Action, CardKind, Cards, NONE, Step, Target, ids};
use engine::games::emperors_star::{self, Star, StarEvent, State, TradeItem};
use engine::kernel::audience::Audience;
use engine::kernel::free_text;
use engine::kernel::game_loop::GameParams;
use engine::kernel::match_options::MatchOptions;
use engine::kernel::record::Replay;
use engine::kernel::rules::{Actor, EventSink, NullSink, Rules, Seats};
use engine::players::PlayerKind;
use engine::session::match_session::MatchSession;
use engine::{registry, timeline};
use formats::GameLibrary;
use formats::check::LegalDeck;
use formats::rng::{Dice, FastRng, Seed};

use super::table::walk;
use super::{listed, replay, warm};

use crate::large::cases;

/// Cards of each day's deck (ES-R19).
const CARDS: [usize; 3] = [82, 84, 86];

fn shipped() -> (Arc<catalog::GameData>, GameLibrary) {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, "emperors-star").expect("it loads"));
    let game_library = GameLibrary::load(&source, game.clone()).expect("the book loads");
    (game, game_library)
}

/// A match in a format, with its starter deck and some rulings.
fn star(format: &str, options: &[(&str, &str)]) -> Star {
    let (game, game_library) = shipped();
    let format = game_library.format(format).expect("the format is there");
    let deck = game_library.decks.iter().find(|(_, d)| d.format == format.id).expect("a starter deck").1.clone();
    let deck = LegalDeck::check(&game, format, deck, None).expect("it is legal");
    let pairs: Vec<(String, String)> = options.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
    Star::new(&game, &[&deck], 6, &emperors_star::Options::from_pairs(&pairs).expect("they can be set"))
        .expect("it can be played")
}

fn check(game: &Star, state: &State) {
    let (table, now) = (game.today(state).data(), &state.now);
    let list = |cards: Cards| ids(cards).collect::<Vec<u8>>();
    let number = CARDS[usize::from(table.day().expect("a day").number) - 1];
    let in_place = |id: &u8| matches!(table.def(*id).kind, CardKind::Patch(p) if now.history.patches & 1 << p != 0);
    let laid: Vec<u8> = (0..number as u8).filter(in_place).collect();
    let mut places = [now.deck.cards(), now.top(), now.discard.cards(), now.chain()].concat();
    places.extend(laid);
    places.extend(now.hands.iter().chain(&now.tables).flat_map(|cards| list(*cards)));
    places.sort_unstable();
    assert_eq!(places, (0..number as u8).collect::<Vec<_>>(), "cards are not each in one place");
    let mut held = now.identities.held.to_vec();
    held.extend(now.identities.pile.cards());
    held.retain(|c| *c != NONE);
    held.sort_unstable();
    assert_eq!(held, [0, 1, 2, 3, 4, 5], "characters are not each in one place");
    let tokens = now.favors.iter().fold([0, 0], |[a, b], [bad, good]| [a + bad, b + good]);
    assert_eq!(tokens, [6, 6], "tokens only change hands (ES-017)");
    for (seat, knows) in now.knows.iter().enumerate() {
        let others = (0..6).filter(|s| *s != seat).fold(0, |m, s| m | now.hands[s]);
        assert_eq!(knows & !others, 0, "seat {seat} knows of a card that is in nobody's hand");
    }
    assert_eq!(now.history.holes, table.timeline().with_reversed(now.history.primes).holes);
    let stands = |p: u8| table.timeline().patches()[p as usize].stands.holds(now.history.primes);
    assert!(timeline::bits(now.history.patches).all(stands));
    // ES-035: nobody begins a draw with more cards than may be kept after the own turn.
    if now.step() == Step::Draw && now.turn > 1 {
        let before = (now.active + 5) % 6;
        assert!(now.hand_size(before) <= 10, "seat {before} kept {}", now.hand_size(before));
    }
}

/// Days that random players get through.
const QUICK: &[(&str, &str)] = &[("max_turns", "60"), ("vp_needed", "2")];

#[test]
fn nothing_is_lost_from_day_to_day() {
    let game = star("tournament", QUICK);
    let mut days = [0; 3];
    for n in 0..40 {
        let mut artifacts: Option<(u8, Vec<Vec<String>>)> = None;
        let last = walk(&game, Seed::from_number(n), 1000, |state, _, _| {
            check(&game, state);
            days[state.at as usize] += 1;
            let table = game.today(state).data();
            let named = |cards: &Cards| -> Vec<String> {
                let is_artifact = |id: &u8| matches!(table.def(*id).kind, CardKind::Artifact { .. });
                let mut names: Vec<String> =
                    ids(*cards).filter(is_artifact).map(|id| table.def(id).name.clone()).collect();
                names.sort_unstable();
                names
            };
            let now: Vec<Vec<String>> = state.now.tables.iter().map(named).collect();
            if let Some((day, before)) = &artifacts
                && *day != state.at
            {
                let (was, is) = (before.concat().len(), now.concat().len());
                // The last play of a day can move one, and nothing has happened since.
                assert!(is.abs_diff(was) <= 1, "ES-007: {before:?} became {now:?}");
            }
            artifacts = Some((state.at, now));
        });
        let winners = game.outcome(&last).expect("it is over").winners;
        let best = (0..6).map(|seat| last.total(seat)).max().expect("six");
        assert!((0..6).all(|seat| winners & 1 << seat == 0 || last.total(seat) == best), "ES-081");
        assert_ne!(winners, 0);
    }
    assert!(days.iter().all(|n| *n > 5_000), "{days:?}");
}

/// The log, with dice that fall the same way in every world.
struct Same {
    thrown: u32,
    log: Vec<(StarEvent, Seats)>,
}

impl EventSink<StarEvent> for Same {
    fn roll(&mut self, _: &mut FastRng, n: u32) -> u32 {
        self.thrown += 1;
        (self.thrown.wrapping_mul(2_654_435_761) >> 8) % n
    }

    fn on_event(&mut self, event: StarEvent, to: Seats) {
        self.log.push((event, to));
    }
}

/// What a seat is told, up to the first thing that it did not know: a card, who holds one, or points that tell of a
/// character.
fn told(game: &Star, log: &[(StarEvent, Seats)], seat: u8) -> Vec<String> {
    use chrononauts::Event;
    let reveals = |event: &StarEvent| {
        matches!(
            event.what,
            Event::EndsDay { .. }
                | Event::DayPasses
                | Event::Scores { .. }
                | Event::GivesUp { .. }
                | Event::NobodyHas { .. }
        )
    };
    let learns =
        |(event, to): &&(StarEvent, Seats)| to & (1 << seat) != 0 && (reveals(event) || game.hidden(*event) != *event);
    log.iter().take_while(|e| !learns(e)).map(|(event, to)| game.event_text_for(*event, *to, Some(seat))).collect()
}

#[test]
fn what_is_not_seen_makes_no_difference() {
    let game = star("tournament", QUICK);
    let (mut compared, mut changed, mut moved) = (0, 0, [0; 6]);
    for n in 0..cases(5, 12) {
        let mut dice = Seed::from_number(n).part(9).fast();
        walk(&game, Seed::from_number(n), 400, |state, legal, action| {
            let seat = dice.below(6) as u8;
            let again = dice.clone();
            let world = game.determinize(state, seat, &mut dice);
            assert!(game.determinize(&world, seat, &mut again.clone()) == world, "seat {seat}");
            check(&game, &world);
            changed += u32::from(world.now.hands != state.now.hands);
            for (moved, (was, is)) in moved.iter_mut().zip(state.now.hands.iter().zip(world.now.hands)) {
                *moved += u32::from(*was != is);
            }
            assert_eq!(game.observation(state, Some(seat)), game.observation(&world, Some(seat)));
            let features = [state, &world].map(|s| {
                let mut features = vec![0; Star::FEATURES.len()];
                game.features(s, seat, &mut features);
                features
            });
            assert_eq!(features[0], features[1]);
            if game.actor(state) == Actor::Seat(seat) {
                let texts = [state, &world].map(|s| {
                    let mut all = Vec::new();
                    game.legal_actions(s, &mut all);
                    game.prune(s, &mut all);
                    all.iter().map(|a| game.notation(s, *a)).collect::<Vec<_>>()
                });
                assert_eq!(texts[0], texts[1]);
                let mut narrow = legal.to_vec();
                game.prune(state, &mut narrow);
                assert!(!narrow.is_empty() && narrow.iter().all(|a| legal.contains(a)));
            }
            let logs = [state, &world].map(|start| {
                let mut same = Same { thrown: n as u32, log: Vec::new() };
                let done = game.apply(&mut start.clone(), action, &mut same);
                done.is_ok().then_some(same.log)
            });
            if let [Some(a), Some(b)] = &logs {
                let (a, b) = (told(&game, a, seat), told(&game, b, seat));
                let both = a.len().min(b.len());
                assert_eq!(a[..both], b[..both], "seat {seat} can tell two worlds apart by {action:?}");
                compared += 1;
            }
        });
    }
    let least = cases(800, 1_900);
    assert!(compared > least && changed > least, "{compared} compared, {changed} with other hands");
    // A hand that nobody may see is another one in most imagined worlds, whoever holds it.
    assert!(moved.iter().all(|n| n * 10 > changed), "{moved:?} of {changed}");
}

#[test]
fn listed_and_accepted_are_the_same() {
    let game = star("tournament", QUICK);
    let defs = game.days().iter().map(|day| day.data().defs().len()).max().expect("three days") as u8;
    let mut targets = listed::targets(defs + 1);
    targets.extend((0..=defs).map(Target::Named));
    let mut all = vec![Action::Draw, Action::Pass, Action::Done, Action::Keep, Action::Replace, Action::Claim];
    all.extend([Action::Propose, Action::Withdraw, Action::Accept, Action::Refuse]);
    all.extend((0..8).map(Action::Offer));
    let mut items = vec![TradeItem::Favor(false), TradeItem::Favor(true), TradeItem::Promise];
    items.extend((0..=defs).flat_map(|def| [TradeItem::Artifact(def), TradeItem::Card(def)]));
    all.extend(items.iter().flat_map(|item| [Action::Ask(*item), Action::Give(*item)]));
    all.extend(targets.iter().map(|target| Action::Bonus(*target)));
    for def in 0..=defs {
        all.extend([Action::Discard(def), Action::Exchange(def), Action::Memo(def), Action::Take(def)]);
        all.extend([Action::Hand(def), Action::Put(def)]);
        all.extend(targets.iter().map(|target| Action::Play(def, *target)));
    }
    let mut kinds = std::collections::HashSet::new();
    for n in 0..cases(2, 3) {
        let mut step = 0;
        let last = walk(&game, Seed::from_number(n), 300, |state, legal, _| {
            step += 1;
            let is_new = kinds.insert(std::mem::discriminant(&state.now.step()));
            if step % 29 == 0 || is_new {
                listed::compare(&game, state, legal, &all);
            }
        });
        listed::compare(&game, &last, &[], &all);
    }
    assert!(kinds.len() >= 10, "{} kinds of decisions", kinds.len());
}

#[test]
fn a_record_plays_the_same_tournament_again() {
    let game = star("tournament", QUICK);
    (0..6).for_each(|n| replay::again(&game, Seed::from_number(n)));
}

#[test]
fn no_decision_allocates_and_positions_are_small() {
    warm::measure(&star("tournament", QUICK));
    assert!(size_of::<State>() <= 1664, "{}", size_of::<State>());
}

#[test]
fn es_r14_who_begins_can_be_said_and_nothing_is_accepted_that_nobody_offers() {
    let game = star("tournament", &[("max_turns", "12")]);
    let mut first = game.start(Seed::from_number(3), Some(2), &mut NullSink);
    assert_eq!(first.now.active, 2);
    assert!(game.apply(&mut first, Action::Accept, &mut NullSink).is_err());
}

#[test]
fn every_scenario_comes_out_as_it_says() {
    let (game, _) = shipped();
    let shown = registry::scenarios(&Source::shipped(), &game, None).expect("it is played").expect("they can be read");
    let failed: Vec<String> =
        shown.iter().filter_map(|s| Some(format!("{}: {:?}", s.name, s.failure.as_ref()?))).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let mut names: Vec<&str> = shown.iter().map(|s| s.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), shown.len(), "a name is there twice");
    let faults = registry::data_problems(&Source::shipped(), &game);
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A table of people who promise things: what `says` writes beside each promise, or nothing.
fn promised(says: impl Fn(usize) -> Option<String>) -> (Box<dyn MatchSession>, Vec<(u64, String)>) {
    let (game, game_library) = shipped();
    let format = game_library.format("day-1").expect("the format is there");
    let deck = game_library.decks.iter().find(|(_, d)| d.format == format.id).expect("a starter deck").1.clone();
    let deck = LegalDeck::check(&game, format, deck, None).expect("it is legal");
    let terms = GameParams { seed: Seed::from_number(5), first: Some(0), max_turns: 40 };
    let source = Source::shipped();
    let mut sitting = engine::session::new_session(&source, &game, &[&deck], 6, &format.match_settings.options, &terms)
        .expect("it can be played");
    let bots: Vec<PlayerKind> = ["greedy", "ismcts:20"].map(|kind| kind.parse().expect("a kind")).into();
    let mut seen = Vec::new();
    for n in 0..cases(120, 600) {
        let Some(seat) = sitting.actor() else { break };
        let observation = sitting.observation(sitting.decisions().len(), Some(seat));
        let kind = &bots[n % bots.len()];
        let bot = sitting.choose_later(kind, Seed::from_number(n as u64))().expect("it answers");
        let advice = sitting.advise(kind, Seed::from_number(n as u64), &Audience::default())().expect("it answers");
        assert!(!bot.contains("promise: "), "bots write nothing");
        seen.push((sitting.digest(), format!("{bot} {advice:?} {observation:?}")));
        // A person promises whenever it can, and offers a trade to be able to.
        let wanted =
            |part: &str| observation.actions.iter().map(|act| &act.notation).find(|words| words.contains(part));
        let words = match observation.actions.iter().find(|act| act.takes_text) {
            Some(act) => {
                assert!(act.notation.ends_with("promise"));
                says(n).map_or(act.notation.clone(), |text| free_text::join(&act.notation, &text))
            }
            None => wanted("propose").or(wanted("offer seat")).cloned().unwrap_or(bot),
        };
        sitting.act(&words).expect("it is listed");
    }
    (sitting, seen)
}

#[test]
fn es_r27_two_matches_that_differ_in_promised_words_only_are_the_same_to_the_rules_and_to_bots() {
    let (plain, seen) = promised(|_| None);
    let (one, seen_one) = promised(|n| Some(format!("I leave {n} alone")));
    let (other, seen_other) = promised(|n| (n % 3 > 0).then(|| "ä".repeat(1 + n % free_text::LONGEST)));
    assert_eq!(seen, seen_one);
    assert_eq!(seen, seen_other);
    let log = |sitting: &dyn MatchSession| sitting.event_texts(0, sitting.decisions().len(), None);
    let (silent, spoken) = (log(&*plain), log(&*one));
    let told: Vec<(&String, &String)> = silent.iter().zip(&spoken).filter(|(a, b)| a != b).collect();
    assert!(told.len() > 5, "{} promises", told.len());
    for (without, with) in told {
        assert!(without.ends_with("would give a promise"), "{without}");
        assert!(with.starts_with(&format!("{without}: I leave ")), "{with}");
    }
    assert_ne!(log(&*other), silent);
    assert_eq!((plain.log().chance, plain.log().digests), (one.log().chance, one.log().digests));
}

#[test]
fn es_r27_promised_words_are_in_the_record_which_plays_again_and_taking_back_forgets_them() {
    let (mut sitting, _) = promised(|n| Some(format!("number {n}: certainly")));
    let (log, all) = (sitting.log(), sitting.decisions().len());
    let told = sitting.event_texts(0, all, Some(3));
    let at = log.actions.iter().rposition(|(_, words)| words.contains("promise: number ")).expect("one is there");
    assert!(told.iter().any(|line| line.contains("would give a promise: number ")));
    let star = star("day-1", &[]);
    let mut replay = Replay::new(&star, Seed::from_number(5), Some(0), 40, &log);
    while replay.actions_done() < all {
        assert!(replay.step().expect("as recorded"));
    }
    let again = replay.event_texts(Some(3));
    assert_eq!(again[..told.len().min(again.len())], told[..told.len().min(again.len())]);
    // Back to before the last promise, which is made without words now.
    let (words, after) = (log.actions[at].1.clone(), log.actions[at + 1..].to_vec());
    sitting.undo_to(at);
    let plain = words.split(": ").next().expect("the action");
    sitting.act(plain).expect("it is listed");
    after.iter().for_each(|(_, words)| sitting.act(words).expect("as before"));
    let text = words.split_once(": ").expect("the text").1;
    assert!(!sitting.event_texts(0, all, None).iter().any(|line| line.ends_with(text)), "{text}");
    sitting.undo_to(at);
    for bad in ["", " ", &"x".repeat(201), "one\ntwo", "\u{1b}[2J"] {
        assert!(sitting.act(&free_text::join(plain, bad)).is_err(), "{bad:?}");
    }
    assert!(sitting.act("withdraw: after all").is_err(), "only promises have words");
    assert_eq!(sitting.decisions().len(), at);
}

#[test]
fn es_025_a_card_that_says_what_restores_it_is_checked_and_reads_so() {
    let with = |restored: &str| {
        let (said, more) = ("paradox_if = \"08:00' or 09:00'\"", format!("restored_if = \"{restored}\""));
        let shipped = Source::shipped();
        let files = shipped.files("emperors-star").map(|(path, file)| {
            let text = file.text.to_string();
            (path.to_owned(), text.replacen(said, &format!("{said}\n{more}"), 1))
        });
        let source = Source::from_texts("emperors-star", files.collect::<Vec<_>>());
        let game = Arc::new(catalog::load::game(&source, "emperors-star").expect("it loads"));
        let faults: Vec<String> = registry::data_problems(&source, &game).iter().map(ToString::to_string).collect();
        (game.card(game.find("10:00 Taxar Blesses the Boats").expect("the card")).text.clone(), faults)
    };
    let (text, faults) = with("08:00 and 09:00");
    assert!(text.contains("Restored if 08:00 and 09:00."), "{text}");
    assert!(faults.is_empty(), "{faults:?}");
    let (_, faults) = with("08:00 or 09:00");
    assert!(
        faults[0].contains("three-days.toml") && faults[0].contains("`restored_if` must hold exactly"),
        "{faults:?}"
    );
}
