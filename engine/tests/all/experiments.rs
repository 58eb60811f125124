//! Plans: the same bytes however they are cut and counted; the lab's own numbers; planted cards that must be found.

use std::sync::Arc;

use catalog::game::goldfish::Mulligan;
use catalog::query::CountQuery;
use catalog::{CardIx, Source, load};
use engine::kernel::parallel::Progress;
use engine::kernel::stats::{self, Share};
use engine::lab::experiment::{ChangedData, Experiment, ExperimentInput};
use engine::lab::findings::{self, Findings};
use engine::lab::mulligan::MulliganRule;
use engine::lab::plan::{ExperimentKind, ExperimentPlan, UnusedKey, Variant};
use engine::lab::pods::{self, Entrant, Meeting};
use engine::lab::report::{LabReport, ReportCell};
use engine::lab::{LabDeck, cards_drawn, goldfish, odds, policy};
use formats::limited::drafter::{Bot, PickScorer};
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

use crate::large::cases;

pub fn game_library(source: &Source, id: &str) -> GameLibrary {
    let game = load::game(source, id).unwrap_or_else(|p| panic!("{p:#?}"));
    GameLibrary::load(source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}"))
}

fn bench(source: &Source, plan: ExperimentPlan, id: &str, format: &str, decks: &[usize]) -> ExperimentInput {
    let game_library = Arc::new(game_library(source, id));
    let rules = game_library.format(format).expect("a format");
    let legal =
        |n: &usize| LegalDeck::check(&game_library.game, rules, game_library.decks[*n].1.clone(), None).expect("legal");
    let decks = decks.iter().map(legal).collect();
    ExperimentInput { plan, source: source.clone(), game_library, format: format.to_owned(), decks, after: None }
}

/// A set of Chron X with the data after a change beside it.
fn changed_set(plan: &ExperimentPlan, after: Source) -> ExperimentInput {
    let plan = ExperimentPlan { kind: ExperimentKind::Set, after: Some("elsewhere".into()), ..plan.clone() };
    let after = ChangedData { game_library: Arc::new(game_library(&after, "chronx")), source: after };
    ExperimentInput { after: Some(after), ..bench(&Source::shipped(), plan, "chronx", "draft", &[]) }
}

/// A small plan of every kind.
fn plans() -> Vec<ExperimentInput> {
    let source = Source::shipped();
    let plan = |kind, games| ExperimentPlan { games: Some(games), seed: 7, ..ExperimentPlan::new(kind) };
    let mut hands = plan(ExperimentKind::Hands, cases(20_000, 60_000));
    hands.keep = vec!["2..4 of (type:terrain)".into(), "1..5 of (type:terrain)".into()];
    hands.ask = vec!["1.. of (cost<=2)".into()];
    let mut fish = plan(ExperimentKind::Goldfish, cases(12_000, 40_000));
    fish.variant.push(Variant { add: vec!["the-void".into()], remove: Vec::new() });
    let mut rules = plan(ExperimentKind::Goldfish, cases(24, 60));
    rules.rules = true;
    let mut drafted = plan(ExperimentKind::Set, cases(4, 10));
    drafted.drafters = vec!["full".into(), "random".into()];
    vec![
        bench(&source, hands, "afrika", "codex", &[0]),
        bench(&source, fish, "afrika", "codex", &[0]),
        bench(&source, rules, "chronx", "constructed", &[1]),
        bench(&source, plan(ExperimentKind::Series, cases(48, 100)), "chronx", "constructed", &[0, 1]),
        bench(&source, plan(ExperimentKind::Field, cases(16, 40)), "chronx", "constructed", &[0, 1, 2]),
        bench(&source, plan(ExperimentKind::Impact, cases(40, 80)), "chronx", "constructed", &[0, 1]),
        bench(&source, drafted, "chronx", "draft", &[]),
        changed_set(&plan(ExperimentKind::Set, cases(2, 6)), changed_walker("influence = 5", "influence = 2")),
    ]
}

/// All that an experiment finds.
pub fn whole(experiment: &Experiment, threads: usize) -> Findings {
    let parts: Vec<u32> = (0..experiment.parts()).collect();
    let run = experiment.run(&parts, threads, &Progress::default(), &|_| Ok(()));
    run.expect("plays").expect("not stopped")
}

fn bytes(experiment: &Experiment, found: &Findings) -> String {
    assert!(found.is_whole());
    let report = experiment.report(found);
    serde_json::to_string(&(found, report)).expect("JSON")
}

#[test]
fn one_run_and_merged_shards_are_the_same_bytes_with_any_threads() {
    for bench in plans() {
        let experiment = Experiment::new(bench.clone()).unwrap_or_else(|e| panic!("{:?}: {e}", bench.plan.kind));
        let one = bytes(&experiment, &whole(&experiment, 1));
        for threads in cases(3..4, 2..4) {
            assert!(
                one == bytes(&experiment, &whole(&experiment, threads)),
                "{:?}: {threads} threads",
                bench.plan.kind
            );
        }
        let shard = |k: u32| {
            let mine: Vec<u32> = (0..experiment.parts()).filter(|p| p % 16 == k).collect();
            experiment.run(&mine, 1, &Progress::default(), &|_| Ok(())).expect("plays").expect("not stopped")
        };
        let mut merged = experiment.empty();
        // In any order.
        for k in [3, 15, 0, 8, 1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14] {
            let shard = shard(k);
            merged.merge(&shard).expect("fits");
            if !shard.measures.is_empty() {
                assert!(merged.clone().merge(&shard).is_err(), "twice the same part");
            }
        }
        assert!(one == bytes(&experiment, &merged), "{:?}: 16 shards", bench.plan.kind);
        let other = ExperimentInput { plan: ExperimentPlan { seed: 8, ..bench.plan.clone() }, ..bench.clone() };
        let other = Experiment::new(other).expect("the same but for the seed");
        assert!(merged.merge(&other.empty()).is_err(), "another plan");
    }
}

#[test]
fn a_stopped_run_keeps_its_parts_and_goes_on_to_the_same_bytes() {
    let source = Source::shipped();
    let plan = ExperimentPlan { games: Some(cases(80, 200)), ..ExperimentPlan::new(ExperimentKind::Series) };
    let experiment = Experiment::new(bench(&source, plan, "chronx", "constructed", &[0, 1])).expect("ready");
    let parts: Vec<u32> = (0..experiment.parts()).collect();
    let progress = Progress::default();
    let kept = std::sync::Mutex::new(experiment.empty());
    let stopped = experiment.run(&parts, 2, &progress, &|part| {
        let mut kept = kept.lock().expect("no panic");
        kept.merge(part).expect("fits");
        if kept.measures.len() >= 5 {
            progress.stop();
        }
        Ok(())
    });
    assert!(stopped.expect("plays").is_none());
    let mut found = kept.into_inner().expect("no panic");
    let done = found.measures.len();
    assert!((5..parts.len()).contains(&done), "{done} parts");
    let left: Vec<u32> = parts.iter().copied().filter(|p| !found.measures.contains_key(p)).collect();
    let rest = experiment.run(&left, 1, &Progress::default(), &|_| Ok(())).expect("plays").expect("not stopped");
    found.merge(&rest).expect("fits");
    assert_eq!(bytes(&experiment, &found), bytes(&experiment, &whole(&experiment, 1)));
}

#[test]
fn a_plan_of_a_goldfish_says_what_the_goldfish_says() {
    let source = Source::shipped();
    let plan = ExperimentPlan { games: Some(20_000), seed: 3, ..ExperimentPlan::new(ExperimentKind::Goldfish) };
    let bench = bench(&source, plan, "afrika", "codex", &[0]);
    let game = bench.game_library.game.clone();
    let stack = LabDeck::new(&game, &bench.decks[0]).expect("a stack");
    let goal = bench.decks[0].deck().goal.as_ref().map(|g| CountQuery::parse(g, &game).expect("a goal"));
    let plan = goldfish::GoldfishPlan::declared(&game, goal);
    let direct = goldfish::play(&game, &stack, &plan, (20_000, Seed::from_number(3), 1), &Progress::default());
    let direct = direct.expect("plays").expect("whole");
    let experiment = Experiment::new(bench).expect("ready");
    let report = experiment.report(&whole(&experiment, 2));
    let table = report.tables.iter().find(|t| t.title.starts_with("By turn")).expect("a table");
    for (row, goal) in table.rows.iter().zip(&direct.goal_by) {
        assert_eq!(row[1], ReportCell::from(*goal));
    }
    assert_eq!(table.rows.len(), direct.turns.len());
}

/// Against itself a finding differs by nothing; on other seeds by chance, and it says which of the two it was.
#[test]
fn findings_are_compared_part_by_part_on_the_same_seeds() {
    let source = Source::shipped();
    let run = |seed: u64| {
        let plan = ExperimentPlan { games: Some(40_000), seed, ..ExperimentPlan::new(ExperimentKind::Goldfish) };
        let experiment = Experiment::new(bench(&source, plan, "afrika", "codex", &[0])).expect("ready");
        whole(&experiment, 0)
    };
    let (one, other) = (run(1), run(2));
    let same = findings::compare(&one, &one.clone(), (0, 0));
    assert!(same.paired && same.difference.is_some_and(|of| of.change == (0.0, 0.0, 0.0)));
    let apart = findings::compare(&one, &other, (0, 0));
    let (value, low, high) = apart.difference.expect("several parts").change;
    assert!(!apart.paired && value.abs() < 0.02 && low < value && value < high, "{value} {low} {high}");
}

/// A deck with a terrain more against the deck, each on seeds of its own, says the same as on the same seeds game by
/// game, and says it less sharply.
#[test]
fn variants_on_the_same_seeds_are_told_apart_more_sharply() {
    let source = Source::shipped();
    let with = |variant: Vec<Variant>, seed: u64| {
        let plan = ExperimentPlan {
            games: Some(60_000),
            seed,
            turns: Some(6),
            variant,
            ..ExperimentPlan::new(ExperimentKind::Goldfish)
        };
        let experiment = Experiment::new(bench(&source, plan, "afrika", "codex", &[0])).expect("ready");
        let found = whole(&experiment, 0);
        (experiment.report(&found), found)
    };
    let variant = Variant { add: vec!["the-void".into()], remove: Vec::new() };
    let (report, _) = with(vec![variant], 1);
    let table = report.tables.iter().find(|t| t.title.starts_with("Changes")).expect("a table");
    let (ReportCell::Share(met), ReportCell::Change(paired)) = (&table.rows[0][1], &table.rows[0][2]) else {
        panic!("{table:?}")
    };
    let base = with(Vec::new(), 2).1.measure(0);
    let base = Share { hits: base.0 as u64, of: base.1 };
    let (value, low, high) = stats::difference(Share { hits: met.hits, of: met.of }, base);
    assert!((value - paired.value).abs() < 0.012, "{value} against {}", paired.value);
    assert!(paired.high - paired.low < 0.75 * (high - low), "{paired:?} against {low} to {high}");
}

/// By brute force over every deal of a deck of nine cards: keep or throw, hand by hand, is what the policy says.
#[test]
fn the_best_way_to_keep_is_what_trying_everything_finds() {
    let source = Source::shipped();
    let game_library = game_library(&source, "afrika");
    let game = &game_library.game;
    let legal =
        LegalDeck::check(game, game_library.format("codex").expect("codex"), game_library.decks[0].1.clone(), None);
    let mut stack = LabDeck::new(game, &legal.expect("legal")).expect("a stack");
    let terrain = catalog::Query::parse("type:terrain", game).expect("a query");
    let is = |c: &CardIx| terrain.matches(game.card(*c));
    let (terrains, others): (Vec<CardIx>, Vec<CardIx>) = stack.cards.iter().partition(|c| is(c));
    stack.cards = terrains[..4].iter().chain(&others[..5]).copied().collect();
    (stack.hand, stack.opener) = (3, None);
    let goal = CountQuery::parse("2..3 of (type:terrain)", game).expect("a question");
    let best = policy::best_policy(game, &stack, MulliganRule::new(Mulligan::Paris), &goal, 2).expect("small");
    // Every hand of so many cards, and every two draws after it.
    let hands = |size: u32| (0u32..1 << 9).filter(move |h| h.count_ones() == size);
    let wins = |hand: u32| {
        let draws = hands(2).filter(|d| d & hand == 0);
        let good = |set: u32| (2..=3).contains(&(set & 0b1111).count_ones());
        let (n, k) = draws.fold((0u32, 0u32), |(n, k), d| (n + 1, k + u32::from(good(hand | d))));
        f64::from(k) / f64::from(n)
    };
    let mut value = None;
    for size in 0..=3 {
        let all: Vec<f64> = hands(size).map(|h| value.map_or(wins(h), |next: f64| wins(h).max(next))).collect();
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let found = best.sizes.iter().find(|s| s.size == size).expect("every size");
        assert!((found.value - mean).abs() < 1e-12, "{size}: {} against {mean}", found.value);
        value = Some(mean);
    }
    assert!((best.value - value.expect("four sizes")).abs() < 1e-12);
    assert!(best.value > best.without);
    // In words: what is kept of the first hands are numbers of terrains.
    let words = best.describe_kept(&best.sizes[0]);
    assert!(words.ends_with("of (type:terrain)") || words == "every hand", "{words}");
}

/// Without a mulligan and without draws the policy is the plain hypergeometric distribution.
#[test]
fn a_policy_without_a_choice_is_the_exact_odds() {
    let source = Source::shipped();
    let game_library = game_library(&source, "afrika");
    let game = &game_library.game;
    let format = game_library.format("codex").expect("codex");
    let legal = LegalDeck::check(game, format, game_library.decks[0].1.clone(), None).expect("legal");
    let stack = LabDeck::new(game, &legal).expect("a stack");
    for text in ["2..4 of (type:terrain)", "2..4 of (type:terrain) and 1.. of (cost<=2)"] {
        let goal = CountQuery::parse(text, game).expect("a question");
        for turn in [0, 3] {
            let drawn = cards_drawn(game, turn, true);
            let best = policy::best_policy(game, &stack, MulliganRule::NONE, &goal, drawn).expect("exact");
            let exact = odds::question_odds(game, &stack, &goal, drawn).expect("exact").value();
            assert!((best.value - exact).abs() < 1e-12, "{text} by turn {turn}: {} against {exact}", best.value);
        }
    }
}

/// What a plan says that its kind has no use for is refused by name.
#[test]
fn what_would_be_ignored_is_refused() {
    let plan = ExperimentPlan { keep: vec!["1.. of *".into()], ..ExperimentPlan::new(ExperimentKind::Series) };
    assert_eq!(plan.check(), Err(UnusedKey { key: "keep", kind: plan.kind }.into()));
    let plan = ExperimentPlan { players: vec!["greedy".into()], ..ExperimentPlan::new(ExperimentKind::Goldfish) };
    assert_eq!(plan.check(), Err(UnusedKey { key: "players", kind: plan.kind }.into()));
    let plan = ExperimentPlan { rules: true, ..plan };
    assert_eq!(plan.check(), Ok(()));
}

/// Chron X with some of its cards changed: each by the text of its card, from its skill to its end.
fn planted(changes: &[(&str, &str)]) -> Source {
    let mut source = Source::shipped();
    let path = "chronx/sets/second-edition.toml";
    let file = source.file(path).expect("the set");
    let (name, mut text) = (file.name.clone(), file.text.to_string());
    for (card, values) in changes {
        let start = text.find(&format!("name = \"{card}\"")).expect("the card");
        let from = start + text[start..].find("cost = ").expect("its cost");
        let to = from + text[from..].find("\n[[card]]\n").expect("the next card");
        text.replace_range(from..to, &format!("{values}\n"));
    }
    source.put(path, name, text);
    source
}

/// Chron X with some words of Arcology Walker replaced.
fn changed_walker(words: &str, by: &str) -> Source {
    let mut source = Source::shipped();
    let path = "chronx/sets/second-edition.toml";
    let file = source.file(path).expect("the set");
    let (name, text) = (file.name.clone(), file.text.to_string());
    let (head, tail) = text.split_at(text.find("name = \"Arcology Walker\"").expect("the card"));
    assert!(tail.contains(words));
    source.put(path, name, head.to_owned() + &tail.replacen(words, by, 1));
    source
}

/// A change that means nothing changes nothing, in no game; one that does is told with the same games, and is seen in none without
/// the card.
#[test]
fn a_change_is_told_by_the_same_games() {
    let told = |words: &str, by: &str, pods: u64| {
        let plan = ExperimentPlan { games: Some(pods), seed: 3, ..ExperimentPlan::new(ExperimentKind::Set) };
        let input = changed_set(&plan, changed_walker(words, by));
        let experiment = Experiment::new(input).expect("ready");
        let found = whole(&experiment, 0);
        let (others, games) = found.measure(0);
        let held =
            1 + experiment.measures().iter().skip(1).position(|m| m.starts_with("Arcology Walker:")).expect("it");
        println!("{}", experiment.report(&found).answer.join("\n"));
        (others as u64, games, found.measure(held), experiment.report(&found))
    };
    let (others, games, (more, halves), report) = told("Twelve thousand tenants", "Thirteen thousand tenants", 6);
    // Only pairs with the card play, and each of its decks is in one.
    let pairs = report.answer[0].strip_prefix("In ").and_then(|said| said.split_once(" of 24 pairings, "));
    let pairs: u64 = pairs.and_then(|(met, _)| met.parse().ok()).expect("how many met");
    assert_eq!(games, 20 * pairs);
    assert!(pairs > 0 && pairs < 24 && (games..=2 * games).contains(&(halves / 2)), "{pairs} pairs, {halves} with it");
    assert_eq!((others, more), (0, 0));
    let changes = |report: &LabReport| -> Vec<(f64, bool)> {
        let rows = report.tables[0].rows.iter();
        let change = rows.filter_map(|row| if let ReportCell::Change(of) = row[1] { Some(of.value) } else { None });
        change.zip(report.tables[0].rows.iter().map(|row| row[5] != ReportCell::Nothing)).collect()
    };
    assert!(changes(&report).iter().all(|change| *change == (0.0, false)), "{report:#?}");

    let (others, games, (more, halves), report) = told("influence = 5", "influence = 2", cases(60, 130));
    assert!(others > 0 && others <= games && games <= halves / 2, "{others} of {games}, {halves} with it");
    assert!(more > 0, "{more}");
    assert!(report.answer.iter().any(|line| line.starts_with("Arcology Walker is stronger")), "{:#?}", report.answer);
    let first = &report.tables[0].rows[0];
    assert_eq!((&first[0], &first[4], &first[5]), (&"Arcology Walker".into(), &"yes".into(), &"yes".into()));
}

#[test]
fn bots_that_know_the_cards_win_of_bots_that_pick_at_random() {
    for (game, format) in [("chronx", "draft"), ("afrika", "cosmic-draft")] {
        let drafters = vec!["full".to_owned(), "random".to_owned()];
        let games = Some(cases(6, 60));
        let plan = ExperimentPlan { games, drafters, ..ExperimentPlan::new(ExperimentKind::Set) };
        let experiment = Experiment::new(bench(&Source::shipped(), plan, game, format, &[])).expect("ready");
        let report = experiment.report(&whole(&experiment, 0));
        let told = report.answer.iter().find(|line| line.starts_with("Decks of the bot win "));
        let told = told.unwrap_or_else(|| panic!("{:#?}", report.answer));
        let share: f64 =
            told["Decks of the bot win ".len()..].split('%').next().expect("a share").parse().expect("one");
        assert!(share > 65.0, "{game}: {told}");
    }
    let faults = [(vec!["dull"], "there is no bot `dull`"), (vec!["full", "casual", "random"], "3 are named")];
    for (words, fault) in faults {
        let drafters = words.into_iter().map(str::to_owned).collect();
        let plan = ExperimentPlan { drafters, ..ExperimentPlan::new(ExperimentKind::Set) };
        let refused = Experiment::new(bench(&Source::shipped(), plan, "chronx", "draft", &[])).expect_err("refused");
        assert!(refused.to_string().contains(fault), "{refused}");
    }
}

/// Decks without a changed card end their games alike before and after, turn by turn: that is why they need not meet.
#[test]
fn decks_without_what_changed_play_alike() {
    let before = Source::shipped();
    let plan = ExperimentPlan { games: Some(cases(6, 40)), seed: 3, ..ExperimentPlan::new(ExperimentKind::Set) };
    let after = changed_walker("influence = 5", "influence = 2");
    let experiment = Experiment::new(changed_set(&plan, after.clone())).expect("ready");
    let told = experiment.report(&whole(&experiment, 0));
    let libraries = [game_library(&before, "chronx"), game_library(&after, "chronx")];
    let formats = libraries.each_ref().map(|library| library.format("draft").expect("a format"));
    let game = &libraries[0].game;
    let product = libraries[0].product(&formats[0].limited.as_ref().expect("limited").product).expect("packs");
    let cards: Vec<CardIx> = product.sheets.iter().flat_map(|sheet| sheet.cards.iter().copied()).collect();
    let scout = PickScorer::with_ratings(game, Some(formats[0]), &cards, product.ratings(game).clone());
    let meetings = [Meeting::for_game(&before, &libraries[0]), Meeting::for_game(&after, &libraries[1])];
    let walker = game.find("Arcology Walker").expect("the card");
    let (mut pairs, mut with, mut otherwise) = (0, 0, 0);
    for pod in 0..plan.games.expect("said") {
        let seed = Seed::from_number(plan.seed).part(pod);
        let drafted = pods::draft(&libraries[0], formats[0], &scout, &[Bot::default(); 8], seed).expect("a pod");
        let ended = [0, 1].map(|which| {
            let (library, format) = (&libraries[which], formats[which]);
            let mut entrants = drafted.clone();
            for entrant in &mut entrants {
                let deck = entrant.deck.deck().clone();
                entrant.deck = LegalDeck::check(&library.game, format, deck, Some(&entrant.pool)).expect("legal");
            }
            pods::meet_neighbours(library, format, &mut entrants, &meetings[which], seed).expect("plays");
            let games = |entrant: &Entrant| entrant.matches.iter().map(|g| (g.halves, g.turns)).collect::<Vec<_>>();
            entrants.iter().map(games).collect::<Vec<_>>()
        });
        for (pair, two) in drafted.chunks_exact(2).enumerate() {
            let alike = ended[0][2 * pair..][..2] == ended[1][2 * pair..][..2];
            let has_walker = two.iter().any(|entrant| entrant.spells.contains(&walker));
            assert!(alike || has_walker, "pod {pod}, pair {pair}");
            (pairs, with, otherwise) = (pairs + 1, with + u32::from(has_walker), otherwise + u32::from(!alike));
        }
    }
    assert!(otherwise > 0 && otherwise <= with && with < pairs, "{otherwise} of {with} of {pairs}");
    let said = format!("In {with} of {pairs} pairings, a deck has a changed card.");
    assert!(told.answer[0].starts_with(&said), "{said} {:#?}", told.answer);
}

/// What another card brings into a game, a change of the format, or of a card that is in no pack may be met by all decks: all meet.
#[test]
fn a_change_that_all_may_meet_is_played_by_all() {
    let plan = ExperimentPlan { games: Some(1), seed: 3, ..ExperimentPlan::new(ExperimentKind::Set) };
    let games = |path: &str, words: &str, by: &str| {
        let mut after = Source::shipped();
        let file = after.file(path).expect("a file");
        let (name, text) = (file.name.clone(), file.text.to_string());
        assert!(text.contains(words), "{words}");
        after.put(path, name, text.replacen(words, by, 1));
        let experiment = Experiment::new(changed_set(&plan, after)).expect("ready");
        whole(&experiment, 0).measure(0).1
    };
    let set = "chronx/sets/second-edition.toml";
    let broker = "name = \"Junior Broker\"\nnumber = \"C03\"\ntype = [\"asset\"]\ndomain = [\"corporate\"]\n\
                  rarity = \"fixed\"\ncost = { influence = 1 }";
    assert_eq!(games(set, broker, &broker.replace('1', "2")), 4 * 2);
    assert_eq!(games("chronx/game.toml", "edition = \"", "edition = \"New "), 4 * 2);
}

/// What is no change of the same cards is refused.
#[test]
fn a_change_without_the_same_cards_is_refused() {
    let plan = ExperimentPlan { games: Some(1), ..ExperimentPlan::new(ExperimentKind::Set) };
    let refused = |after: Source| Experiment::new(changed_set(&plan, after)).expect_err("refused").to_string();
    assert!(refused(Source::shipped()).contains("changes nothing of Chron X"));
    let mut fewer = Source::shipped();
    let path = "chronx/sets/second-edition.toml";
    let file = fewer.file(path).expect("the set");
    let (name, text) = (file.name.clone(), file.text.to_string());
    let more = "\n[[card]]\nname = \"Planted Walker\"\nnumber = \"C99\"\ntype = [\"asset\"]\ndomain = [\"corporate\"]\n\
                rarity = \"fixed\"\ncost = { influence = 5 }\nskill = 6\nfirepower = 6\narmor = 7\n";
    fewer.put(path, name, text + more);
    let said = refused(fewer);
    assert!(said.contains("only one of both has the card `planted-walker`"), "{said}");
    // Players of a set all play alike.
    let two = ExperimentPlan { players: vec!["easy".into(), "greedy".into()], ..plan.clone() };
    let input = bench(&Source::shipped(), ExperimentPlan { kind: ExperimentKind::Set, ..two }, "chronx", "draft", &[]);
    assert!(Experiment::new(input).expect_err("refused").to_string().contains("name one"));
}

/// The place of a card among all that are judged, from 0 for the strongest, or what is said of one that is not.
fn place(report: &LabReport, card: &str) -> Result<usize, ReportCell> {
    let table = report.tables.iter().find(|t| t.title.starts_with("Cards")).expect("a table");
    let is_it = |row: &Vec<ReportCell>| row[0] == ReportCell::from(card);
    let said = &table.rows.iter().find(|row| is_it(row)).expect("it is in the set")[1];
    let mut judged = table.rows.iter().filter(|row| matches!(row[1], ReportCell::Change(_)));
    judged.position(is_it).ok_or_else(|| said.clone())
}

/// One asset that wins by itself, and one that is too dear for anybody: the report says both, does not judge what nobody plays, and in
/// the set as it is it says neither of them.
#[test]
fn a_planted_strong_card_and_a_planted_useless_one_are_found() {
    const STRONG: &str = "cost = { influence = 0 }\nskill = 1\nfirepower = 12\narmor = 15\nflavor = \"Planted.\"";
    const USELESS: &str =
        "cost = { influence = 9, covert = 9 }\nskill = 5\nfirepower = 0\narmor = 1\nflavor = \"Planted.\"";
    let balance = |changes: &[(&str, &str)]| {
        let plan = ExperimentPlan { games: Some(130), seed: 5, ..ExperimentPlan::new(ExperimentKind::Set) };
        let experiment = Experiment::new(bench(&planted(changes), plan, "chronx", "draft", &[])).expect("ready");
        experiment.report(&whole(&experiment, 0))
    };
    let named = |report: &LabReport, word: &str| {
        report.answer.iter().filter(|s| s.contains(word)).cloned().collect::<Vec<_>>().join(" ")
    };
    let report = balance(&[("Breaching Worm", STRONG), ("Night Ranger", USELESS)]);
    let told = report.answer.join("\n");
    println!("{told}");
    assert_eq!(place(&report, "Breaching Worm"), Ok(0), "{told}");
    assert!(named(&report, "stronger than").contains("Breaching Worm"), "{told}");
    assert!(named(&report, "hardly ever played").contains("Night Ranger"), "{told}");
    assert_eq!(place(&report, "Night Ranger"), Err(ReportCell::from("not judged")));
    let plain = balance(&[]);
    println!("{}", plain.answer.join("\n"));
    assert!(!named(&plain, "hardly ever played").contains("Night Ranger"));
    assert!(place(&plain, "Night Ranger").is_ok(), "it is played otherwise");
}
