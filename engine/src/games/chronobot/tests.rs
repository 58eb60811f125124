//! The rules behind what is told, and thousands of games within bounds. What each rule does is in the scenarios.

use std::collections::BTreeSet;

use catalog::Source;
use formats::rng::Seed;

use super::*;
use crate::kernel::match_options::MatchOptions;
use crate::kernel::match_options::tests::every_key_can_be_set;
use crate::kernel::parallel::Progress;
use crate::large::cases;

/// The rules that the code gives as reasons.
fn cited_rules() -> BTreeSet<&'static str> {
    let code = [include_str!("act.rs"), include_str!("session.rs"), include_str!("setup.rs")];
    let quoted = code.into_iter().flat_map(|text| text.split('"'));
    quoted.filter(|text| text.starts_with("CB-") && !text.contains(' ')).collect()
}

#[test]
fn every_rule_that_is_told_is_in_the_rulebook() {
    let rules = catalog::rules::load(&Source::shipped(), "anachrony").expect("no faults");
    let rulings = rules.iter().filter(|rule| rule.marker.is_none()).count();
    assert_eq!((rules.len() - rulings, rulings), (122, 40));
    let told = cited_rules();
    assert!(told.len() > 80, "{}", told.len());
    for id in told {
        assert!(rules.iter().any(|rule| rule.id == id), "{id}");
    }
}

/// A scenario cannot claim a rule that played no part in it, and none is told without one.
#[test]
fn a_rule_that_is_told_is_the_reason_in_a_scenario_that_shows_it() {
    let told = cited_rules();
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    let all = scenarios(&Source::shipped(), "anachrony", None).expect("they can be read");
    let failed = |s: &scenario::Scenario| {
        let shown = s.run();
        shown.failure.map(|failure| format!("{}: {failure:?}", shown.name))
    };
    let failures: Vec<String> = all.iter().filter_map(failed).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for scenario in all {
        let reasons = scenario.reasons();
        shown.extend(scenario.rules().iter().filter_map(|id| reasons.get(id.as_str())));
    }
    // On decks these are shown by formats, and told once more to those who set up.
    let on_decks = ["CB-022", "CB-023", "CB-027", "CB-033", "CB-112"];
    let missing: Vec<&&str> = told.iter().filter(|id| !shown.contains(*id) && !on_decks.contains(id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn difficulty_is_set_by_name() {
    every_key_can_be_set::<Difficulty>(&["true", "6"]);
    let set = |key: &str, value: &str| Difficulty::from_pairs(&[(key.into(), value.into())]);
    assert_eq!(set("least_actions", "6").expect("an option").least_actions, 6);
    assert!(set("least_actions", "5").is_err());
}

#[test]
fn more_answers_than_questions_undo_nothing_but_the_step() {
    let mut session = rounds(Difficulty::default());
    let before = session.saved().clone();
    let mut typed = ["3", "1", "2 2", "yes"].into_iter();
    let wrong = session
        .play_with_answers(AutomaStep::Turn, &mut Vec::new(), &mut typed, &mut |_| None)
        .expect_err("one too many");
    assert_eq!(wrong.to_string(), "4 answers were given, but the step asks for 3");
    assert_eq!(session.saved(), &before);
    // What does not fit is not kept, so that the step goes on with a better answer.
    let mut answers = vec![AutomaAnswer::Number(3)];
    session
        .play_with_answers(AutomaStep::Turn, &mut answers, &mut ["0"].into_iter(), &mut |_| None)
        .expect_err("no such space");
    assert_eq!(answers, [AutomaAnswer::Number(3)]);
}

/// A session in its first Action rounds.
fn rounds(options: Difficulty) -> AutomaSession {
    let mut session = AutomaSession::new(AutomaBoard::printed(), options);
    session.play(AutomaStep::Paradox, &[]).expect("the first phase");
    session.play(AutomaStep::PowerUp, &[]).expect("the second phase");
    session.play(AutomaStep::Warp, &[AutomaAnswer::Number(0)]).expect("the third phase");
    session
}

/// A whole game, looked at after each step.
fn play_game(options: Difficulty, seed: u64, mut look: impl FnMut(&AutomaSession, AutomaStep)) -> AutomaSession {
    let board = AutomaBoard::printed();
    simulate::play(&board, options, &mut Seed::from_number(seed).fast(), &mut |session, step, _| look(session, step)).0
}

#[test]
fn thousands_of_games_stay_within_bounds() {
    let options = |seed: u64| Difficulty {
        skip_reboot: seed % 2 == 1,
        extra_turn: seed / 2 % 2 == 1,
        least_actions: if seed / 4 % 2 == 1 { 6 } else { 3 },
        ..Difficulty::default()
    };
    for seed in 0..cases(2_000, 10_000) {
        let mut most_exosuits = 0;
        let end = play_game(options(seed), seed, |session, step| {
            let bot = session.bot();
            most_exosuits = most_exosuits.max(bot.exosuits);
            assert!(bot.tokens.iter().all(|lying| lying.len() <= 2));
            assert_eq!(bot.tokens.iter().flatten().count(), 4);
            assert!(bot.warps.iter().sum::<u8>() <= 8 && bot.paradoxes < 3 && bot.anomalies <= 3);
            assert!(bot.buildings.iter().all(|all| all.len() <= 3));
            assert!(bot.workers.contains(&0) && bot.resources.contains(&0));
            if bot.phase == Phase::CleanUp {
                let least = session.saved().options.least_actions;
                assert!(bot.actions >= 3, "{step:?} {bot:?}");
                assert!(bot.actions >= least || bot.passed, "{step:?} {bot:?}");
            }
        });
        assert_eq!((end.bot().era, most_exosuits), (7, 6));
        assert!(end.score().total() >= -9);
    }
}

#[test]
fn what_was_saved_plays_again_and_every_step_can_be_undone() {
    let end = play_game(Difficulty::default(), 7, |_, _| ());
    let again = AutomaSession::resume(AutomaBoard::printed(), end.saved()).expect("it plays again");
    assert_eq!((again.bot(), again.score()), (end.bot(), end.score()));
    let mut back = end.clone();
    let mut earlier = Vec::new();
    play_game(Difficulty::default(), 7, |session, _| earlier.push(session.bot().clone()));
    while let Some(bot) = earlier.pop() {
        assert_eq!(back.bot(), &bot);
        back.undo().expect("a step");
    }
    assert_eq!(back.undo(), None);
    let text = serde_json::to_string(end.saved()).expect("it is written");
    assert_eq!(&serde_json::from_str::<SavedAutomaGame>(&text).expect("it is read"), end.saved());
}

#[test]
fn any_number_of_threads_counts_the_same() {
    let board = AutomaBoard::printed();
    let run = |options: Difficulty, threads: usize| {
        simulate(&board, options, 3_000, Seed::from_number(11), threads, &Progress::default()).expect("it ran")
    };
    let plain = Difficulty::default();
    let tally = run(plain, 1);
    assert_eq!(tally, run(plain, 3));
    assert_eq!((tally.games, tally.points.0.values().sum::<u64>(), tally.actions.len()), (3_000, 3_000, 7));
    // It takes three Actions in each Era at least, Reboots apart, and no more than it has Exosuits and free ones.
    for (era, actions) in tally.actions.iter().enumerate() {
        assert!(actions.iter().sum::<u64>() >= 3 * 3_000, "Era {}: {actions:?}", era + 1);
    }
    assert_eq!(tally.points.percentile(0), *tally.points.0.keys().next().expect("games"));
    assert_eq!(tally.points.percentile(100), *tally.points.0.keys().last().expect("games"));
}

/// Each for itself the bot leads by more, and all together by more than any (CB-033, CB-111 to CB-114).
#[test]
fn each_option_makes_it_harder() {
    let board = AutomaBoard::printed();
    let run = |options: Difficulty| {
        simulate(&board, options, cases(1_000, 4_000), Seed::from_number(12), 2, &Progress::default())
            .expect("it ran")
            .leads
            .mean()
    };
    let plain = Difficulty::default();
    let harder = [
        Difficulty { skip_reboot: true, ..plain },
        Difficulty { no_leader: true, ..plain },
        Difficulty { extra_turn: true, ..plain },
        Difficulty { least_actions: 6, ..plain },
        Difficulty { cover_council: true, ..plain },
    ];
    let all =
        Difficulty { skip_reboot: true, no_leader: true, extra_turn: true, least_actions: 6, cover_council: true };
    let [_, _, plain] = run(plain);
    let [least, ..] = run(all);
    for options in harder {
        let [low, _, high] = run(options);
        assert!(low > plain && high < least, "{options:?}: {plain} {low} {high} {least}");
    }
}

/// Against points that were added up by hand.
#[test]
fn the_mean_and_its_interval_are_those_of_the_points() {
    let spread = PointsHistogram([(10, 1), (20, 2), (30, 1)].into());
    let [low, mean, high] = spread.mean();
    // The squares of 10, 0, 0 and 10, over three: 66.67; its root, halved, is 4.082.
    assert_eq!(mean, 20.0);
    assert!((high - mean - 8.002).abs() < 0.001 && (mean - low - 8.002).abs() < 0.001, "{low} {high}");
    assert_eq!([0, 25, 50, 75, 76, 100].map(|p| spread.percentile(p)), [10, 10, 20, 20, 30, 30]);
}
