//! Pods: bots of every level at every type, slips, logs that outlive the cards, fair seeds.

use std::sync::Arc;

use catalog::{Source, load};
use formats::GameLibrary;
use formats::limited::draft::log::{ChosenBy, DraftAction, DraftMove};
use formats::limited::draft::pod::{DraftPlayer, Pod};
use formats::limited::draft::start::{DraftCards, DraftPlan, DraftStart};
use formats::limited::draft::{DraftChoice, DraftError, DraftPreset, DraftType, slip, story};
use formats::limited::drafter::{Bot, BotLevel, LazyScorer, PickScorer, fit};
use formats::limited::fair::{DealTerms, FairDeal};
use formats::rng::{Dice, Seed};

fn game_library(id: &str) -> GameLibrary {
    let source = Source::shipped();
    let game = load::game(&source, id).unwrap_or_else(|p| panic!("{p:#?}"));
    GameLibrary::load(&source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}"))
}

fn way(kind: &str) -> DraftType {
    let (problems, text) = (catalog::read::Problems::default(), format!("type = \"{kind}\""));
    DraftType::read(&catalog::read::Document::parse("test", &text, &problems).root()).expect("a type")
}

fn plan<'b>(game_library: &'b GameLibrary, kind: &str, sitters: Vec<DraftPlayer>) -> DraftPlan<'b> {
    let format = game_library.format("draft").expect("a format");
    DraftPlan { way: way(kind), ..DraftPlan::from_format(format, sitters).expect("a draft") }
}

fn scorer<'g>(game_library: &'g GameLibrary) -> LazyScorer<'g, impl FnOnce() -> PickScorer<'g>> {
    LazyScorer::new(|| PickScorer::new(&game_library.game, game_library.product("second-edition").expect("a product")))
}

fn bot(level: BotLevel, hate: u8) -> DraftPlayer {
    DraftPlayer::Bot(Bot { level, hate })
}

/// A pod of bots to its end.
fn drafted(game_library: &GameLibrary, kind: &str, sitters: Vec<DraftPlayer>, seed: u64) -> (DraftStart, Pod) {
    let start = plan(game_library, kind, sitters).start(game_library, Seed::from_number(seed)).expect("starts");
    let cards = DraftCards::new(&game_library.game, &start);
    let mut pod = Pod::begin(&game_library.game, &start).expect("begins");
    let action = pod.bots(&scorer(game_library), &cards).expect("bots choose");
    pod.apply(&cards, &action).expect("fits");
    assert!(pod.draft.is_over());
    (start, pod)
}

#[test]
fn bots_of_every_level_finish_every_type_with_reasons_and_the_same_seed_gives_the_same_draft() {
    let game_library = game_library("chronx");
    for kind in DraftPreset::ALL.iter().map(|preset| preset.id()) {
        for level in [BotLevel::Random, BotLevel::Casual, BotLevel::Full] {
            let seats = way(kind).seats().1.min(4) as usize;
            let sitters = vec![bot(level, 0); seats];
            let (start, pod) = drafted(&game_library, kind, sitters.clone(), 5);
            assert!(
                pod.moves()
                    .iter()
                    .all(|m| m.by == ChosenBy::Bot && m.why.as_ref().is_some_and(|w| !w.describe().is_empty()))
            );
            let (again, other) = drafted(&game_library, kind, sitters.clone(), 5);
            assert_eq!((&again, other.moves()), (&start, pod.moves()), "{kind}: the same seed");
            assert_ne!(drafted(&game_library, kind, sitters, 6).1.moves(), pod.moves(), "{kind}: another seed");
        }
    }
}

#[test]
fn a_bot_that_errs_or_grudges_takes_other_cards_and_says_so() {
    let game_library = game_library("chronx");
    let picks = |sitter: DraftPlayer| drafted(&game_library, "booster", vec![sitter; 4], 11).1.moves().to_vec();
    let full = picks(bot(BotLevel::Full, 0));
    let differ = |other: &[DraftMove]| full.iter().zip(other).filter(|(a, b)| a.choice != b.choice).count();
    assert!(differ(&picks(bot(BotLevel::Casual, 0))) > 20);
    let grudging = picks(bot(BotLevel::Full, 100));
    assert!(differ(&grudging) > 0);
    assert!(grudging.iter().any(|m| m.why.as_ref().is_some_and(|w| w.describe().contains("not left to others"))));
    let synergy = |m: &&DraftMove| {
        m.why.as_ref().is_some_and(|w| w.describe().contains("goes with") || w.describe().contains("wanted by"))
    };
    assert!(full.iter().filter(synergy).count() > 5, "what goes together is a reason");
}

#[test]
fn every_question_can_be_answered_on_a_slip_and_a_stale_answer_is_refused() {
    let game_library = game_library("chronx");
    let game = &game_library.game;
    for kind in DraftPreset::ALL.iter().map(|preset| preset.id()) {
        let seats = way(kind).seats().1.min(3) as usize;
        let start = plan(&game_library, kind, vec![DraftPlayer::File("Ada".into()); seats])
            .start(&game_library, Seed::from_number(3))
            .expect("starts");
        let (cards, scorer) = (DraftCards::new(game, &start), scorer(&game_library));
        let mut pod = Pod::begin(game, &start).expect("begins");
        let mut dice = Seed::from_number(9).fast();
        for step in 0..60 {
            let Some(seat) = pod.waiting_people().next() else { break };
            let view = pod.draft.view(seat);
            let level = if dice.chance(1, 2) { BotLevel::Random } else { BotLevel::Full };
            let (choice, _) = Bot { level, hate: 0 }.choose(&scorer, &view, Seed::from_number(step)).expect("asked");
            let out = slip::write(game, "By post", "Ada", &view);
            let line = choice.map_cards(|c| Ok::<_, DraftError>(game.card(*c).name.clone())).expect("named").notation();
            let text = out.replace("\n> \n", &format!("\n> {line}\n"));
            assert_eq!(slip::address(&text), Ok(("By post".to_owned(), seat)));
            let answer = slip::read(&text, game, &view).unwrap_or_else(|e| panic!("{kind}: {e}\n{text}"));
            // Two printings of a name are one card here, so names say all.
            assert_eq!(answer.choice, choice, "{kind}");
            let action = pod.choose(&scorer, &cards, seat, &answer.choice).expect("fits");
            pod.apply(&cards, &action).expect("fits");
            let now = pod.draft.view(seat);
            if slip::fingerprint(game, &now) != slip::fingerprint(game, &view) {
                assert!(slip::read(&text, game, &now).is_err(), "{kind}: a stale answer");
            }
        }
    }
}

#[test]
fn taking_back_is_as_if_it_never_was_whatever_was_chosen() {
    let game_library = game_library("chronx");
    let (game, scorer) = (&game_library.game, scorer(&game_library));
    for kind in DraftPreset::ALL.iter().map(|preset| preset.id()) {
        let seats = way(kind).seats().1.min(3) as usize;
        let mut sitters = vec![DraftPlayer::Person("Ann".into()); seats];
        sitters[seats - 1] = bot(BotLevel::Full, 0);
        let start = plan(&game_library, kind, sitters).start(&game_library, Seed::from_number(8)).expect("starts");
        let cards = DraftCards::new(game, &start);
        let mut pod = Pod::begin(game, &start).expect("begins");
        let mut log: Vec<DraftAction> = Vec::new();
        let mut act = |pod: &mut Pod, action: DraftAction| {
            pod.apply(&cards, &action).expect("fits");
            log.push(action);
        };
        if let Some(action) = pod.bots(&scorer, &cards) {
            act(&mut pod, action);
        }
        for step in 0..40 {
            let Some(seat) = pod.waiting_people().next() else { break };
            let before = pod.clone();
            let view = pod.draft.view(seat);
            let (choice, _) = Bot { level: BotLevel::Random, hate: 0 }
                .choose(&scorer, &view, Seed::from_number(step))
                .expect("asked");
            let action = pod.choose(&scorer, &cards, seat, &choice).expect("fits");
            act(&mut pod, action.clone());
            if step % 3 == 0 {
                act(&mut pod, DraftAction::Undo { seat });
                for other in pod.undo_waits().unwrap_or_default() {
                    act(&mut pod, DraftAction::Agree { seat: other });
                }
                assert_eq!((&pod.draft, pod.moves()), (&before.draft, before.moves()), "{kind}");
                act(&mut pod, action);
            }
        }
        let again = Pod::replay(game, &start, &log).expect("replays");
        assert_eq!((&again.draft, again.moves()), (&pod.draft, pod.moves()), "{kind}");
    }
}

#[test]
fn a_draft_is_told_though_its_cards_left_the_data() {
    let game_library = game_library("chronx");
    let (start, pod) = drafted(&game_library, "booster", vec![bot(BotLevel::Full, 0); 3], 2);
    let actions = [DraftAction::Moves(pod.moves().to_vec())];
    let told = story::replay(&DraftCards::new(&game_library.game, &start), &start, pod.moves()).expect("told");
    // The same log where a card of the first pack has another id, as if the game no longer had it.
    let gone = start.packs[0][0][0].clone();
    let renamed = |text: String| text.replace(&format!("\"{gone}\""), "\"a-card-of-old\"");
    let old: DraftStart = serde_json::from_str(&renamed(serde_json::to_string(&start).expect("JSON"))).expect("JSON");
    let log: Vec<DraftAction> =
        serde_json::from_str(&renamed(serde_json::to_string(&actions).expect("JSON"))).expect("JSON");
    let cards = DraftCards::new(&game_library.game, &old);
    assert_eq!(cards.all_there(), Err(DraftError::Gone("a-card-of-old".into())));
    let again = Pod::replay(&game_library.game, &old, &log).expect("replays");
    let again = story::replay(&cards, &old, again.moves()).expect("told");
    assert_eq!(again.len(), told.len());
    let mut olds = 0;
    for (a, b) in again.iter().zip(&told) {
        let (then, now): (Vec<String>, Vec<String>) = (
            a.view.piles[0].cards.iter().map(|c| cards.name(*c)).collect(),
            b.view.piles[0].cards.iter().map(|c| game_library.game.card(*c).name.clone()).collect(),
        );
        olds += then.iter().filter(|n| *n == "a-card-of-old").count();
        assert_eq!(then.len(), now.len());
    }
    assert!(olds > 0);
}

#[test]
fn cards_that_come_round_again_are_told_as_wheeled() {
    let game_library = game_library("chronx");
    let (start, pod) = drafted(&game_library, "booster", vec![bot(BotLevel::Full, 0); 4], 4);
    let told = story::replay(&DraftCards::new(&game_library.game, &start), &start, pod.moves()).expect("told");
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
    let game_library = game_library("chronx");
    let terms = DealTerms {
        event: "chronx/draft".into(),
        data_hash: game_library.game.data_hash.clone(),
        seats: 2,
        players: 1,
    };
    let mut deal = FairDeal::announce(terms, Seed::from_number(77));
    deal.add_word(1, "zucchini").expect("said");
    let sitters = vec![bot(BotLevel::Full, 0); 2];
    for kind in ["booster", "winston"] {
        let seed = deal.seed().expect("all is said");
        let mut start = plan(&game_library, kind, sitters.clone()).start(&game_library, seed).expect("starts");
        start.deal = Some(deal.clone());
        assert_eq!(start.verify(&game_library), Ok(None));
        let other = DraftStart { seed: Seed::from_number(1).to_hex(), ..start.clone() };
        assert_eq!(other.verify(&game_library), Ok(Some("the seed is not the one of the deal".into())));
        let mut other = DraftStart { deal: None, ..start.clone() };
        let pack = &mut other.packs[0][0];
        let at = pack.iter().position(|card| *card != pack[0]).expect("a pack of different cards");
        pack.swap(0, at);
        assert_eq!(other.verify(&game_library), Ok(Some("pack 1 of seat 1 is not what the seed gives".into())));
        start.packs.push(Vec::new());
        assert!(start.verify(&game_library).expect("can be dealt").is_some());
    }
}

#[test]
fn a_card_that_people_take_first_and_that_wins_is_rated_higher_by_its_evidence() {
    let game_library = game_library("chronx");
    let product = game_library.product("second-edition").expect("a product");
    let cards = &product.sheets[0].cards;
    let pack: Vec<_> = cards[..8].to_vec();
    let picks = |n: usize| vec![fit::ObservedPick { pack: pack.clone(), taken: pack[3] }; n];
    let points = |n: usize| {
        let fitted = fit::from_picks(&game_library.game, product.ratings(&game_library.game), &picks(n));
        let of = |card| fitted.iter().find(|c| c.card == card).map_or(0, |c| c.points);
        (of(pack[3]), of(pack[0]))
    };
    let ((few, _), (many, passed)) = (points(5), points(200));
    assert!(0 < few && few < many && passed < 0, "{few}, {many}, {passed}");
    assert!(
        fit::from_picks(&game_library.game, product.ratings(&game_library.game), &[]).is_empty(),
        "without evidence nothing moves"
    );
    let fared = |card, halves| fit::DeckResult { cards: vec![card], halves, games: 10 };
    let fitted = fit::from_results(&game_library.game, &[fared(pack[0], 16), fared(pack[1], 4)]);
    assert_eq!(fitted.iter().map(|c| c.points.signum()).collect::<Vec<_>>(), [1, -1]);
    // Written and read, they are the same.
    let text = fit::write(&game_library.game, &fitted);
    let read = fit::read("test", &text, &game_library.game).expect("reads");
    assert!(fitted.iter().all(|c| read[c.card.at()].points == c.points));
}

#[test]
fn choices_are_lines_that_read_back() {
    let line = |choice: DraftChoice<String>| choice.notation();
    let card = |name: &str| name.to_owned();
    assert_eq!(line(DraftChoice::one(card("A // B"))), "take A // B");
    assert_eq!(
        line(DraftChoice::Take {
            cards: [card("A")].into_iter().collect(),
            burn: [card("B"), card("C")].into_iter().collect()
        }),
        "take A / burn B; C"
    );
    assert_eq!(line(DraftChoice::Offer { to: 1, give: card("A"), want: card("B") }), "offer 2: A / B");
    assert_eq!(line(DraftChoice::Pile(0)), "pile 1");
}
