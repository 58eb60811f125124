//! Pods: bots of every level at every type, slips, logs that outlive the cards, fair seeds.

use std::sync::Arc;

use catalog::{Source, load};
use formats::Book;
use formats::limited::draft::log::{Action, By, Move};
use formats::limited::draft::pod::{Pod, Sitter};
use formats::limited::draft::start::{Cards, Plan, Start};
use formats::limited::draft::{Choice, PRESETS, Refused, Way, slip, story};
use formats::limited::drafter::{Bot, Level, Scout, fit};
use formats::limited::fair::{Deal, Terms};
use formats::rng::{Dice, Seed};

fn book(id: &str) -> Book {
    let source = Source::shipped();
    let game = load::game(&source, id).unwrap_or_else(|p| panic!("{p:#?}"));
    Book::load(&source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}"))
}

fn way(kind: &str) -> Way {
    let (problems, text) = (catalog::read::Problems::default(), format!("type = \"{kind}\""));
    Way::read(&catalog::read::Document::parse("test", &text, &problems).root()).expect("a type")
}

fn plan<'b>(book: &'b Book, kind: &str, sitters: Vec<Sitter>) -> Plan<'b> {
    let format = book.format("draft").expect("a format");
    Plan { way: way(kind), ..Plan::of(format, sitters).expect("a draft") }
}

fn scout(book: &Book) -> Scout<'_> {
    Scout::new(&book.game, book.product("second-edition").expect("a product"))
}

fn bot(level: Level, hate: u8) -> Sitter {
    Sitter::Bot(Bot { level, hate })
}

/// A pod of bots to its end.
fn drafted(book: &Book, kind: &str, sitters: Vec<Sitter>, seed: u64) -> (Start, Pod) {
    let start = plan(book, kind, sitters).start(book, Seed::of(seed)).expect("starts");
    let cards = Cards::of(&book.game, &start);
    let mut pod = Pod::begin(&book.game, &start).expect("begins");
    let action = pod.bots(&scout(book), &cards).expect("bots choose");
    pod.apply(&cards, &action).expect("fits");
    assert!(pod.table.is_over());
    (start, pod)
}

#[test]
fn bots_of_every_level_finish_every_type_with_reasons_and_the_same_seed_gives_the_same_draft() {
    let book = book("chronx");
    for (kind, _) in PRESETS {
        for level in [Level::Random, Level::Casual, Level::Full] {
            let seats = way(kind).seats().1.min(4) as usize;
            let sitters = vec![bot(level, 0); seats];
            let (start, pod) = drafted(&book, kind, sitters.clone(), 5);
            assert!(
                pod.moves().iter().all(|m| m.by == By::Bot && m.why.as_ref().is_some_and(|w| !w.text().is_empty()))
            );
            let (again, other) = drafted(&book, kind, sitters.clone(), 5);
            assert_eq!((&again, other.moves()), (&start, pod.moves()), "{kind}: the same seed");
            assert_ne!(drafted(&book, kind, sitters, 6).1.moves(), pod.moves(), "{kind}: another seed");
        }
    }
}

#[test]
fn a_bot_that_errs_or_grudges_takes_other_cards_and_says_so() {
    let book = book("chronx");
    let picks = |sitter: Sitter| drafted(&book, "booster", vec![sitter; 4], 11).1.moves().to_vec();
    let full = picks(bot(Level::Full, 0));
    let differ = |other: &[Move]| full.iter().zip(other).filter(|(a, b)| a.choice != b.choice).count();
    assert!(differ(&picks(bot(Level::Casual, 0))) > 20);
    let grudging = picks(bot(Level::Full, 100));
    assert!(differ(&grudging) > 0);
    assert!(grudging.iter().any(|m| m.why.as_ref().is_some_and(|w| w.text().contains("not left to others"))));
    let synergy =
        |m: &&Move| m.why.as_ref().is_some_and(|w| w.text().contains("goes with") || w.text().contains("wanted by"));
    assert!(full.iter().filter(synergy).count() > 5, "what goes together is a reason");
}

#[test]
fn every_question_can_be_answered_on_a_slip_and_a_stale_answer_is_refused() {
    let book = book("chronx");
    let game = &book.game;
    for (kind, _) in PRESETS {
        let seats = way(kind).seats().1.min(3) as usize;
        let start =
            plan(&book, kind, vec![Sitter::File("Ada".into()); seats]).start(&book, Seed::of(3)).expect("starts");
        let (cards, scout) = (Cards::of(game, &start), scout(&book));
        let mut pod = Pod::begin(game, &start).expect("begins");
        let mut dice = Seed::of(9).fast();
        for step in 0..60 {
            let Some(seat) = pod.asked().next() else { break };
            let view = pod.table.view(seat);
            let level = if dice.chance(1, 2) { Level::Random } else { Level::Full };
            let (choice, _) = Bot { level, hate: 0 }.choose(&scout, &view, Seed::of(step)).expect("asked");
            let out = slip::write(game, "By post", "Ada", &view);
            let line = choice.named(|c| Ok::<_, Refused>(game.card(*c).name.clone())).expect("named").line();
            let text = out.replace("\n> \n", &format!("\n> {line}\n"));
            assert_eq!(slip::address(&text), Ok(("By post".to_owned(), seat)));
            let answer = slip::read(&text, game, &view).unwrap_or_else(|e| panic!("{kind}: {e}\n{text}"));
            // Two printings of a name are one card here, so names say all.
            assert_eq!(answer.choice, choice, "{kind}");
            let action = pod.choose(&scout, &cards, seat, &answer.choice).expect("fits");
            pod.apply(&cards, &action).expect("fits");
            let now = pod.table.view(seat);
            if slip::key(game, &now) != slip::key(game, &view) {
                assert!(slip::read(&text, game, &now).is_err(), "{kind}: a stale answer");
            }
        }
    }
}

#[test]
fn taking_back_is_as_if_it_never_was_whatever_was_chosen() {
    let book = book("chronx");
    let (game, scout) = (&book.game, scout(&book));
    for (kind, _) in PRESETS {
        let seats = way(kind).seats().1.min(3) as usize;
        let mut sitters = vec![Sitter::Person("Ann".into()); seats];
        sitters[seats - 1] = bot(Level::Full, 0);
        let start = plan(&book, kind, sitters).start(&book, Seed::of(8)).expect("starts");
        let cards = Cards::of(game, &start);
        let mut pod = Pod::begin(game, &start).expect("begins");
        let mut log: Vec<Action> = Vec::new();
        let mut act = |pod: &mut Pod, action: Action| {
            pod.apply(&cards, &action).expect("fits");
            log.push(action);
        };
        if let Some(action) = pod.bots(&scout, &cards) {
            act(&mut pod, action);
        }
        for step in 0..40 {
            let Some(seat) = pod.asked().next() else { break };
            let before = pod.clone();
            let view = pod.table.view(seat);
            let (choice, _) =
                Bot { level: Level::Random, hate: 0 }.choose(&scout, &view, Seed::of(step)).expect("asked");
            let action = pod.choose(&scout, &cards, seat, &choice).expect("fits");
            act(&mut pod, action.clone());
            if step % 3 == 0 {
                act(&mut pod, Action::Undo { seat });
                for other in pod.undo_waits().unwrap_or_default() {
                    act(&mut pod, Action::Agree { seat: other });
                }
                assert_eq!((&pod.table, pod.moves()), (&before.table, before.moves()), "{kind}");
                act(&mut pod, action);
            }
        }
        let again = Pod::replay(game, &start, &log).expect("replays");
        assert_eq!((&again.table, again.moves()), (&pod.table, pod.moves()), "{kind}");
    }
}

#[test]
fn a_draft_is_told_though_its_cards_left_the_data() {
    let book = book("chronx");
    let (start, pod) = drafted(&book, "booster", vec![bot(Level::Full, 0); 3], 2);
    let actions = [Action::Moves(pod.moves().to_vec())];
    let told = story::tell(&Cards::of(&book.game, &start), &start, pod.moves()).expect("told");
    // The same log where a card of the first pack has another id, as if the game no longer had it.
    let gone = start.packs[0][0][0].clone();
    let renamed = |text: String| text.replace(&format!("\"{gone}\""), "\"a-card-of-old\"");
    let old: Start = serde_json::from_str(&renamed(serde_json::to_string(&start).expect("JSON"))).expect("JSON");
    let log: Vec<Action> =
        serde_json::from_str(&renamed(serde_json::to_string(&actions).expect("JSON"))).expect("JSON");
    let cards = Cards::of(&book.game, &old);
    assert_eq!(cards.all_there(), Err(Refused::Gone("a-card-of-old".into())));
    let again = Pod::replay(&book.game, &old, &log).expect("replays");
    let again = story::tell(&cards, &old, again.moves()).expect("told");
    assert_eq!(again.len(), told.len());
    let mut olds = 0;
    for (a, b) in again.iter().zip(&told) {
        let (then, now): (Vec<String>, Vec<String>) = (
            a.view.piles[0].cards.iter().map(|c| cards.name(*c)).collect(),
            b.view.piles[0].cards.iter().map(|c| book.game.card(*c).name.clone()).collect(),
        );
        olds += then.iter().filter(|n| *n == "a-card-of-old").count();
        assert_eq!(then.len(), now.len());
    }
    assert!(olds > 0);
}

#[test]
fn cards_that_come_round_again_are_told_as_wheeled() {
    let book = book("chronx");
    let (start, pod) = drafted(&book, "booster", vec![bot(Level::Full, 0); 4], 4);
    let told = story::tell(&Cards::of(&book.game, &start), &start, pod.moves()).expect("told");
    let first = &told[0];
    // 15 cards at four seats: eleven come back at the fifth pick, and three at the twelfth do not any more.
    assert_eq!(first.wheeled.as_ref().map(Vec::len), Some(11));
    let later =
        told.iter().find(|t| t.chosen.seat == 0 && t.stage.round == 0 && t.stage.pick == 4).expect("a fifth pick");
    assert_eq!(first.wheeled.as_ref(), Some(&later.view.piles[0].cards));
    let twelfth =
        told.iter().find(|t| t.chosen.seat == 0 && t.stage.round == 0 && t.stage.pick == 11).expect("a twelfth");
    assert_eq!(twelfth.wheeled, None);
}

#[test]
fn packs_of_a_fair_deal_come_out_of_its_seed_and_of_no_other() {
    let book = book("chronx");
    let terms = Terms { event: "chronx/draft".into(), data_hash: book.game.data_hash.clone(), seats: 2, players: 1 };
    let mut deal = Deal::announce(terms, Seed::of(77));
    deal.say(1, "zucchini").expect("said");
    let sitters = vec![bot(Level::Full, 0); 2];
    for kind in ["booster", "winston"] {
        let seed = deal.seed().expect("all is said");
        let mut start = plan(&book, kind, sitters.clone()).start(&book, seed).expect("starts");
        start.deal = Some(deal.clone());
        assert_eq!(start.verify(&book), Ok(None));
        let other = Start { seed: Seed::of(1).hex(), ..start.clone() };
        assert_eq!(other.verify(&book), Ok(Some("the seed is not the one of the deal".into())));
        let mut other = Start { deal: None, ..start.clone() };
        let pack = &mut other.packs[0][0];
        let at = pack.iter().position(|card| *card != pack[0]).expect("a pack of different cards");
        pack.swap(0, at);
        assert_eq!(other.verify(&book), Ok(Some("pack 1 of seat 1 is not what the seed gives".into())));
        start.packs.push(Vec::new());
        assert!(start.verify(&book).expect("can be dealt").is_some());
    }
}

#[test]
fn a_card_that_people_take_first_and_that_wins_is_rated_higher_by_its_evidence() {
    let book = book("chronx");
    let product = book.product("second-edition").expect("a product");
    let cards = &product.sheets[0].cards;
    let pack: Vec<_> = cards[..8].to_vec();
    let picks = |n: usize| vec![fit::Pick { pack: pack.clone(), taken: pack[3] }; n];
    let points = |n: usize| {
        let fitted = fit::of_picks(&book.game, product.ratings(&book.game), &picks(n));
        let of = |card| fitted.iter().find(|c| c.card == card).map_or(0, |c| c.points);
        (of(pack[3]), of(pack[0]))
    };
    let ((few, _), (many, passed)) = (points(5), points(200));
    assert!(0 < few && few < many && passed < 0, "{few}, {many}, {passed}");
    assert!(fit::of_picks(&book.game, product.ratings(&book.game), &[]).is_empty(), "without evidence nothing moves");
    let fared = |card, halves| fit::Fared { cards: vec![card], halves, games: 10 };
    let fitted = fit::of_results(&book.game, &[fared(pack[0], 16), fared(pack[1], 4)]);
    assert_eq!(fitted.iter().map(|c| c.points.signum()).collect::<Vec<_>>(), [1, -1]);
    // Written and read, they are the same.
    let text = fit::write(&book.game, &fitted);
    let read = fit::read("test", &text, &book.game).expect("reads");
    assert!(fitted.iter().all(|c| read[c.card.at()].points == c.points));
}

#[test]
fn choices_are_lines_that_read_back() {
    let line = |choice: Choice<String>| choice.line();
    let card = |name: &str| name.to_owned();
    assert_eq!(line(Choice::one(card("A // B"))), "take A // B");
    assert_eq!(
        line(Choice::Take {
            cards: [card("A")].into_iter().collect(),
            burn: [card("B"), card("C")].into_iter().collect()
        }),
        "take A / burn B; C"
    );
    assert_eq!(line(Choice::Offer { to: 1, give: card("A"), want: card("B") }), "offer 2: A / B");
    assert_eq!(line(Choice::Pile(0)), "pile 1");
}
