//! Every branch of the bot's priorities and ties, by rule; and ten thousand games within bounds.

use formats::rng::{Dice, Seed};

use super::*;
use crate::rulings::Rulings;

/// A session in its first Action rounds; `set` arranges what the bot has.
fn rounds(options: Options) -> Session {
    let mut session = Session::new(Board::printed(), options);
    session.play(Step::Paradox, &[]).expect("the first phase");
    session.play(Step::PowerUp, &[]).expect("the second phase");
    session.play(Step::Warp, &[Answer::Number(0)]).expect("the third phase");
    session
}

/// What one Action does to a bot that was arranged: the bot afterwards, and all the rules that were told.
fn acts(arrange: impl Fn(&mut Bot), action: Action, answers: &[Answer]) -> (Bot, Vec<&'static str>) {
    try_to(arrange, Options::default(), action, answers).expect("it can be done")
}

fn try_to(
    arrange: impl Fn(&mut Bot),
    options: Options,
    action: Action,
    answers: &[Answer],
) -> Result<(Bot, Vec<&'static str>), Stop> {
    on(&Board::printed(), arrange, options, action, answers)
}

fn on(
    board: &Board,
    arrange: impl Fn(&mut Bot),
    options: Options,
    action: Action,
    answers: &[Answer],
) -> Result<(Bot, Vec<&'static str>), Stop> {
    let mut bot = Bot::new(board);
    (bot.exosuits, bot.era, bot.first_next) = (6, 3, false);
    arrange(&mut bot);
    let ask = ask::Answers::new(answers);
    let mut doing = act::Doing { board, options, bot: &mut bot, ask, told: Vec::new() };
    doing.act(action)?;
    doing.ask.finish()?;
    let rules = doing.told.iter().flat_map(|t| t.rules.iter().copied()).collect();
    Ok((bot, rules))
}

fn free() -> Answer {
    Answer::Free(vec![3, 2])
}

fn full() -> Answer {
    Answer::Free(vec![])
}

fn council(first: bool, other: bool) -> Answer {
    Answer::Free([(first, 1), (other, 2)].into_iter().filter(|(free, _)| *free).map(|(_, n)| n).collect())
}

fn stacks(primary: u8, secondary: u8) -> Answer {
    let top = |n| (n > 0).then_some(n);
    Answer::Stacks(top(primary), top(secondary))
}

fn project(era: u8, points: u8) -> Project {
    Project { era, points }
}

#[test]
fn every_rule_that_is_cited_is_in_the_rulebook() {
    let file = ("rules.toml".to_owned(), include_str!("rules.toml").to_owned());
    let rules = catalog::rules::load(&catalog::Source::of_game("anachrony", [file]), "anachrony").expect("no faults");
    let rulings = rules.iter().filter(|rule| rule.marker.is_none()).count();
    assert_eq!((rules.len() - rulings, rulings), (122, 40));
    let code = [include_str!("act.rs"), include_str!("session.rs"), include_str!("setup.rs")].concat();
    let told: Vec<&str> = code.split('"').filter(|text| text.starts_with("CB-") && !text.contains(' ')).collect();
    assert!(told.len() > 80, "{}", told.len());
    for id in told {
        assert!(rules.iter().any(|rule| rule.id == id), "{id}");
    }
}

#[test]
fn setting_up_tells_of_each_chosen_difficulty() {
    let told = |options: Options| setup::told(&options, &Board::printed()).len();
    let plain = Options::default();
    let least_actions = 6;
    for harder in [
        Options { skip_reboot: true, ..plain },
        Options { no_leader: true, ..plain },
        Options { extra_turn: true, ..plain },
        Options { least_actions, ..plain },
        Options { cover_council: true, ..plain },
    ] {
        assert_eq!(told(harder), told(plain) + 1, "{harder:?}");
    }
}

#[test]
fn a_place_that_is_full_sends_it_to_the_world_council() {
    let mined = |answers: &[Answer]| acts(|_| (), Action::LifeSupport, answers);
    // CB-056: the topmost free space. CB-057, CB-058: the First Player spot, then the other one. CB-059: neither.
    assert_eq!(mined(&[free(), stacks(2, 1)]).0.exosuits, 5);
    let (bot, rules) = mined(&[full(), council(true, true), stacks(2, 1)]);
    assert_eq!((bot.exosuits, bot.first_next, bot.buildings[0].as_slice()), (5, true, &[2][..]));
    assert!(rules.contains(&"CB-058"));
    let (bot, _) = mined(&[full(), council(false, true), stacks(2, 1)]);
    assert_eq!((bot.exosuits, bot.first_next, bot.points), (5, false, 0));
    let (bot, rules) = mined(&[full(), council(false, false)]);
    assert_eq!((bot.exosuits, bot.points), (6, 1));
    assert!(rules.contains(&"CB-059"));
    // CB-033: the right-hand space is covered.
    let covered = Options { cover_council: true, ..Options::default() };
    let tried = try_to(|_| (), covered, Action::LifeSupport, &[full(), council(false, true)]);
    assert_eq!(tried, Err(Stop::Answer("the spaces of World Council count from 1 to 1".into())));
}

#[test]
fn it_takes_the_better_building_and_of_equals_the_secondary() {
    for (primary, secondary, points, rule) in
        [(3, 2, 3, "CB-062"), (1, 2, 2, "CB-062"), (2, 2, 2, "CB-063"), (4, 0, 4, "CB-R20"), (0, 1, 1, "CB-R20")]
    {
        let (bot, rules) = acts(|_| (), Action::Lab, &[free(), stacks(primary, secondary)]);
        assert_eq!((bot.buildings[3].as_slice(), bot.points), (&[points][..], 0));
        assert!(rules.contains(&rule), "{rules:?}");
    }
    let (bot, rules) = acts(|_| (), Action::Factory, &[free(), stacks(0, 0)]);
    assert_eq!((bot.exosuits, bot.points), (5, 1));
    assert!(rules.contains(&"CB-060"));
    // CB-064: the space is blocked all the same, and nothing is asked about stacks.
    let (bot, _) = acts(|b| b.buildings[1] = vec![1, 1, 1], Action::PowerPlant, &[free()]);
    assert_eq!((bot.exosuits, bot.points, bot.buildings[1].len()), (5, 1, 3));
}

#[test]
fn a_superproject_costs_a_breakthrough_of_the_shape_it_has_most_of() {
    let offered = Answer::Projects(vec![project(1, 4), project(2, 6), project(3, 6)]);
    let (bot, _) = acts(|b| b.breakthroughs = [1, 2, 0], Action::Superproject, &[free(), offered.clone()]);
    assert_eq!((bot.breakthroughs, bot.buildings[4].as_slice()), ([1, 1, 0], &[6][..]));
    // CB-066: chance between equals. CB-067: the tile that is oldest of those worth most.
    let answers = [free(), offered, Answer::Number(2)];
    let board = Board::printed();
    let mut bot = Bot::new(&board);
    (bot.exosuits, bot.era, bot.breakthroughs) = (6, 3, [2, 0, 2]);
    let ask = ask::Answers::new(&answers);
    let mut doing = act::Doing { board: &board, options: Options::default(), bot: &mut bot, ask, told: Vec::new() };
    doing.act(Action::Superproject).expect("it can be built");
    assert!(doing.told.iter().any(|t| t.text.contains("6 VP of Era 2")), "{:?}", doing.told);
    assert_eq!(bot.breakthroughs, [2, 0, 1]);
    // CB-068, CB-069, CB-R22: nothing is discarded.
    for (arrange, answers, rule) in [
        ((|_| ()) as fn(&mut Bot), vec![free()], "CB-068"),
        (|b| (b.breakthroughs, b.buildings[4]) = ([1; 3], vec![2; 3]), vec![free()], "CB-069"),
        (|b| b.breakthroughs = [1; 3], vec![free(), Answer::Projects(vec![])], "CB-R22"),
    ] {
        let mut before = Bot::new(&board);
        arrange(&mut before);
        let (bot, rules) = acts(arrange, Action::Superproject, &answers);
        assert_eq!((bot.exosuits, bot.points, bot.breakthroughs), (5, 1, before.breakthroughs));
        assert!(rules.contains(&rule), "{rules:?}");
    }
    let later = acts_later(&[free(), Answer::Projects(vec![project(4, 9)])]);
    assert_eq!(later, Err(Stop::Answer("only the tiles 1 to 3 are the Present or past".into())));
}

fn acts_later(answers: &[Answer]) -> Result<(Bot, Vec<&'static str>), Stop> {
    try_to(|b| b.breakthroughs = [1, 0, 0], Options::default(), Action::Superproject, answers)
}

#[test]
fn it_recruits_what_it_does_not_have_and_cashes_the_set() {
    use Worker::*;
    let there = |all: &[Worker]| Answer::Workers(all.to_vec());
    for (has, available, takes, points) in [
        ([0, 0, 0, 0], &[Scientist, Genius][..], [1, 0, 0, 0], 1),
        ([1, 0, 0, 0], &[Genius, Engineer, Scientist], [1, 0, 1, 0], 1),
        // CB-073: everything that is there it has; then the first that is there.
        ([1, 1, 0, 0], &[Administrator, Genius], [2, 1, 0, 0], 1),
        ([0, 1, 1, 0], &[Engineer, Administrator], [0, 2, 1, 0], 1),
        // CB-076, CB-R25: the set on top of the point.
        ([2, 1, 1, 0], &[Scientist], [1, 0, 0, 0], 6),
    ] {
        let (bot, _) = acts(|b| b.workers = has, Action::Recruit, &[free(), there(available)]);
        assert_eq!((bot.workers, bot.points, bot.exosuits), (takes, points, 5), "{has:?} {available:?}");
    }
    let (bot, rules) = acts(|_| (), Action::Recruit, &[free(), there(&[])]);
    assert_eq!((bot.exosuits, bot.points), (5, 1));
    assert!(rules.contains(&"CB-R24"));
}

#[test]
fn a_genius_is_recruited_whenever_there_is_one() {
    let genius = || Answer::Workers(vec![Worker::Scientist, Worker::Genius]);
    let (bot, _) = acts(|b| b.workers = [1, 0, 0, 0], Action::RecruitGenius, &[genius(), free()]);
    assert_eq!((bot.workers, bot.points), ([2, 0, 0, 0], 1));
    // CB-R26: it does not turn to Research for want of a space.
    let (bot, _) = acts(|_| (), Action::RecruitGenius, &[genius(), full(), council(false, false)]);
    assert_eq!((bot.workers, bot.points, bot.exosuits), ([0; 4], 1, 6));
    let none = Answer::Workers(vec![Worker::Scientist]);
    let answers = [none, free(), Answer::Number(3), Answer::Left(true)];
    let (bot, rules) = acts(|_| (), Action::RecruitGenius, &answers);
    assert_eq!((bot.workers, bot.breakthroughs, bot.points), ([0; 4], [0, 0, 1], 0));
    assert!(rules.contains(&"CB-079"));
}

#[test]
fn a_shape_that_is_gone_fails_the_research() {
    let (bot, rules) = acts(|_| (), Action::Research, &[free(), Answer::Number(1), Answer::Left(false)]);
    assert_eq!((bot.exosuits, bot.points, bot.breakthroughs), (5, 1, [0; 3]));
    assert!(rules.contains(&"CB-R27"));
}

#[test]
fn any_shape_is_the_one_it_has_fewest_of() {
    let board = Board { shape_die: vec![None], ..Board::printed() };
    let research = |left: [bool; 3], tie: Option<u8>| {
        let mut answers = vec![free(), Answer::Number(1)];
        answers.extend(left.map(Answer::Left));
        answers.extend(tie.map(Answer::Number));
        let (bot, _) = on(&board, |b| b.breakthroughs = [1, 2, 1], Options::default(), Action::Research, &answers)
            .expect("it does Research");
        (bot.breakthroughs, bot.points)
    };
    // CB-R04: by chance between equals; only those that are left; and none at all.
    assert_eq!(research([true; 3], Some(2)), ([1, 2, 2], 0));
    assert_eq!(research([false, true, true], None), ([1, 2, 2], 0));
    assert_eq!(research([false, true, false], None), ([1, 3, 1], 0));
    assert_eq!(research([false; 3], None), ([1, 2, 1], 1));
}

#[test]
fn it_mines_what_it_lacks_most() {
    for (has, spaces, left, points) in [
        // CB-082: Neutronium and Uranium; CB-083: the third space alone gives both.
        ([0, 0, 0, 0], &[1, 2, 3][..], [1, 1, 0, 0], 0),
        // CB-R28: without it, Neutronium and Gold.
        ([0, 0, 0, 0], &[1, 2], [1, 0, 1, 0], 0),
        // CB-081: it has Uranium, so that comes last; then what is left of its wishes.
        ([0, 1, 0, 0], &[1, 2, 3], [1, 1, 1, 0], 0),
        ([0, 1, 0, 0], &[1, 3], [1, 2, 0, 0], 0),
        ([0, 1, 0, 0], &[1], [0, 1, 1, 1], 0),
        // CB-085, CB-R25.
        ([1, 1, 0, 0], &[1, 2, 3], [0, 0, 0, 0], 5),
        ([1, 1, 0, 2], &[1, 3], [0, 1, 0, 1], 5),
        ([1, 0, 1, 1], &[2], [0, 0, 1, 0], 5),
    ] {
        let (bot, _) = acts(|b| b.resources = has, Action::Mine, &[Answer::Free(spaces.to_vec())]);
        assert_eq!((bot.resources, bot.points, bot.exosuits), (left, points, 5), "{has:?} {spaces:?}");
    }
    // CB-084: the topmost of those that give both; CB-R28: a space of which no two kinds come.
    for (mine, left) in [
        ([[&["gold"][..], &["gold"]], [&["uranium"], &["gold"]]], [0, 1, 1, 0]),
        ([[&["gold"], &["gold"]], [&["gold"], &["gold"]]], [0, 0, 2, 0]),
        ([[&["neutronium"], &["uranium"]], [&["uranium"], &["neutronium"]]], [1, 1, 0, 0]),
    ] {
        let of = |words: &[&str]| -> Vec<Resource> {
            words.iter().map(|w| *Resource::ALL.iter().find(|r| r.word() == *w).expect("a Resource")).collect()
        };
        let board = Board { mine: mine.iter().map(|[a, b]| [of(a), of(b)]).collect(), ..Board::printed() };
        let (bot, _) =
            on(&board, |_| (), Options::default(), Action::Mine, &[Answer::Free(vec![1, 2])]).expect("it mines");
        assert_eq!(bot.resources, left);
    }
    let (bot, rules) = acts(|_| (), Action::Mine, &[full()]);
    assert_eq!((bot.exosuits, bot.points), (6, 1));
    assert!(rules.contains(&"CB-R15"));
}

#[test]
fn time_travel_goes_to_the_past_tile_with_most_warps() {
    let (bot, _) = acts(|b| b.warps[..3].copy_from_slice(&[2, 2, 3]), Action::TimeTravel, &[]);
    assert_eq!((&bot.warps[..3], bot.travelled, bot.exosuits), (&[1, 2, 3][..], 1, 6));
    // CB-R13: tiles on the Present alone are no help.
    let (bot, rules) = acts(|b| b.warps[2] = 3, Action::TimeTravel, &[]);
    assert_eq!((bot.warps[2], bot.travelled, bot.points), (3, 0, 1));
    assert!(rules.contains(&"CB-090"));
    // CB-R32: the end of the track.
    let (bot, _) = acts(|b| (b.warps[0], b.travelled) = (1, 6), Action::TimeTravel, &[]);
    assert_eq!((bot.warps[0], bot.travelled, bot.points), (0, 6, 0));
}

#[test]
fn an_anomaly_is_paid_with_what_it_has_most_of() {
    for (anomalies, has, left, points) in [
        // CB-093: one Neutronium ranks as two and pays all.
        (1, [1, 0, 0, 1], [0, 0, 0, 1], 0),
        // Two Titanium and one Neutronium are equal: Titanium goes first (CB-092).
        (1, [1, 0, 0, 2], [1, 0, 0, 0], 0),
        (1, [1, 0, 3, 2], [1, 0, 1, 2], 0),
        (2, [0, 1, 1, 1], [0, 1, 0, 0], 0),
        (2, [0, 2, 2, 0], [0, 2, 0, 0], 0),
        (1, [0, 1, 0, 0], [0, 1, 0, 0], 1),
        (0, [3, 3, 3, 3], [3, 3, 3, 3], 1),
    ] {
        let (bot, _) = acts(|b| (b.anomalies, b.resources) = (anomalies, has), Action::RemoveAnomaly, &[]);
        assert_eq!((bot.resources, bot.points, bot.exosuits), (left, points, 6), "{has:?}");
        assert_eq!(bot.anomalies, anomalies - u8::from(points == 0), "{has:?}");
    }
}

#[test]
fn reboot_is_no_action_and_no_failure() {
    let (bot, _) = acts(|_| (), Action::Reboot, &[]);
    assert_eq!((bot.points, bot.exosuits), (0, 6));
    let mut session = rounds(Options::default());
    session.bot_mut().tokens.iter_mut().for_each(|lying| lying.retain(|t| *t != 2));
    session.bot_mut().tokens[8].push(2);
    session.play(Step::Turn, &[Answer::Number(2)]).expect("a turn");
    assert_eq!((session.bot().actions, session.bot().tokens[9].as_slice()), (0, &[2][..]));
}

#[test]
fn a_full_space_first_pushes_its_top_token() {
    let board = Board::printed();
    let arranged = |spaces: &[(usize, &[u8])]| {
        let mut bot = Bot::new(&board);
        bot.tokens.iter_mut().for_each(Vec::clear);
        spaces.iter().for_each(|(space, lying)| bot.tokens[*space] = lying.to_vec());
        bot
    };
    let mut bot = arranged(&[(0, &[3]), (4, &[4]), (5, &[2, 5])]);
    assert_eq!(tokens::advance(&mut bot, &board, 4, false), [(5, 6), (4, 5)]);
    assert_eq!((bot.tokens[5].as_slice(), bot.tokens[6].as_slice()), (&[2, 4][..], &[5][..]));
    // CB-111, CB-R39: over Reboot, pushed tokens too; and round the loop.
    let mut bot = arranged(&[(0, &[3]), (6, &[4]), (7, &[2, 5])]);
    assert_eq!(tokens::advance(&mut bot, &board, 4, true), [(5, 9), (4, 7)]);
    let mut bot = arranged(&[(3, &[3]), (11, &[4])]);
    assert_eq!(tokens::advance(&mut bot, &board, 4, true), [(4, 4)]);
    assert_eq!(tokens::advance(&mut bot, &board, 3, true), [(3, 0)]);
}

#[test]
fn an_anomaly_stops_the_rolling_and_takes_a_warp() {
    let paradox = |anomalies: u8, paradoxes: u8, answers: &[Answer]| {
        let mut session = Session::new(Board::printed(), Options::default());
        let bot = session.bot_mut();
        (bot.era, bot.anomalies, bot.paradoxes) = (3, anomalies, paradoxes);
        bot.warps[..3].copy_from_slice(&[1, 2, 2]);
        session.play(Step::Paradox, answers).map(|_| session.bot().clone())
    };
    let n = Answer::Number;
    let bot = paradox(0, 2, &[n(3), n(0), n(2)]).expect("rolls");
    assert_eq!((bot.anomalies, bot.paradoxes, &bot.warps[..3]), (1, 1, &[1, 1, 2][..]));
    // CB-037, CB-038, CB-R12.
    let bot = paradox(3, 2, &[n(2), n(1)]).expect("rolls");
    assert_eq!((bot.anomalies, bot.paradoxes, &bot.warps[..3]), (3, 0, &[1, 2, 2][..]));
    // CB-035: no third roll is asked for. CB-R11: it cannot roll more often than it has tiles.
    let more = paradox(0, 2, &[n(3), n(1), n(0)]);
    assert_eq!(more, Err(Stop::TooMany { asked: 2, given: 3 }));
    assert_eq!(paradox(0, 0, &[n(4)]), Err(Stop::Answer("it must be a number from 0 to 3".into())));
}

#[test]
fn it_powers_up_less_after_the_impact_and_warps_what_it_has() {
    let mut session = Session::new(Board::printed(), Options::default());
    let bot = session.bot_mut();
    (bot.era, bot.phase, bot.warps[0]) = (5, Phase::PowerUp, 7);
    session.play(Step::PowerUp, &[]).expect("power up");
    assert_eq!(session.bot().exosuits, 4);
    session.play(Step::Warp, &[Answer::Number(2)]).expect("a warp");
    assert_eq!((session.bot().warps[4], session.bot().supply(session.board()), session.bot().points), (1, 0, 0));
}

/// How many turns the bot takes after people pass at once, with so many Exosuits.
fn turns_after_pass(options: Options, exosuits: u8, before: u8) -> (u8, u8) {
    let mut session = rounds(options);
    let bot = session.bot_mut();
    (bot.exosuits, bot.actions) = (exosuits, before);
    session.play(Step::YouPass, &[]).expect("a pass");
    let (mut dice, mut turns) = (Seed::of(5).fast(), 0);
    while session.bot().phase == Phase::Actions {
        drive(&mut session, Step::Turn, &mut dice);
        turns += 1;
    }
    (turns, session.bot().actions)
}

#[test]
fn it_takes_its_minimum_of_actions_after_people_pass() {
    let easy = Options { skip_reboot: true, ..Options::default() };
    // CB-101 to CB-103.
    assert_eq!(turns_after_pass(easy, 6, 3), (0, 3));
    assert_eq!(turns_after_pass(easy, 6, 1), (2, 3));
    assert_eq!(turns_after_pass(easy, 6, 0), (3, 3));
    // CB-113, CB-R35; CB-114; CB-R34: without Exosuits it passes.
    assert_eq!(turns_after_pass(Options { extra_turn: true, ..easy }, 6, 3), (1, 4));
    assert_eq!(turns_after_pass(Options { extra_turn: true, ..easy }, 6, 1), (3, 4));
    assert_eq!(turns_after_pass(Options { least_actions: 6, ..easy }, 6, 1), (5, 6));
    assert_eq!(turns_after_pass(Options { least_actions: 6, ..easy }, 0, 1), (1, 1));
}

#[test]
fn out_of_exosuits_it_travels_once_more_and_passes() {
    let mut session = rounds(Options::default());
    let bot = session.bot_mut();
    (bot.era, bot.exosuits, bot.warps[0]) = (2, 0, 1);
    session.play(Step::Turn, &[]).expect("its last turn");
    let bot = session.bot();
    assert_eq!((bot.warps[0], bot.travelled, bot.actions, bot.passed), (0, 1, 1, true));
    assert_eq!(session.play(Step::Turn, &[]).map(|_| ()), Err(Stop::Step("the bot has passed: go on until you pass")));
    // CB-R36.
    session.play(Step::YouFirst, &[]).expect("the First Player spot");
    session.play(Step::YouPass, &[]).expect("a pass");
    session.play(Step::CleanUp, &[]).expect("a clean-up");
    assert!(!session.bot().first);
}

#[test]
fn breakthroughs_and_shapes_score_and_a_tie_is_lost() {
    let mut session = Session::new(Board::printed(), Options::default());
    let bot = session.bot_mut();
    (bot.breakthroughs, bot.points, bot.travelled, bot.anomalies) = ([2, 3, 2], 7, 3, 1);
    (bot.buildings[0], bot.warps[0]) = (vec![2, 3], 4);
    let score = session.score();
    assert_eq!((score.breakthroughs, score.shapes, score.time_travel, score.anomalies), (7, 4, 6, -3));
    assert_eq!(score.total(), 26);
    assert!(score.beaten_by(27) && !score.beaten_by(26));
}

#[test]
fn difficulty_is_set_by_name() {
    let set = |key: &str, value: &str| Options::of(&[(key.into(), value.into())]);
    assert_eq!(set("least_actions", "6").expect("an option").least_actions, 6);
    assert!(set("least_actions", "5").is_err());
    assert!(set("no_leader", "true").expect("an option").no_leader);
    assert!(set("hand", "5").is_err());
}

/// A table that answers by chance whatever it is asked.
fn answer(question: &Question, board: &Board, dice: &mut impl Dice) -> Answer {
    let mut free = |spaces: u8| Answer::Free((1..=spaces).filter(|_| dice.chance(1, 2)).collect());
    match question {
        Question::Free(Place::Council) => free(2),
        Question::Free(Place::Mine) => free(3),
        Question::Free(_) => free(3),
        Question::Roll(Die::Command) => Answer::Number(board.command_die[dice.below(6) as usize]),
        Question::Roll(Die::Paradox) => Answer::Number(board.paradox_die[dice.below(6) as usize]),
        Question::Roll(Die::Shape) => Answer::Number(1 + dice.below(3) as u8),
        Question::ParadoxRolls { most } => Answer::Number(dice.below(u32::from(*most) + 1) as u8),
        Question::Stacks(_) => stacks(dice.below(4) as u8, dice.below(4) as u8),
        Question::Projects if dice.chance(1, 4) => Answer::Projects(vec![]),
        Question::Projects => Answer::Projects(vec![project(1, 3 + dice.below(4) as u8)]),
        Question::Workers => Answer::Workers(Worker::ALL.into_iter().filter(|_| dice.chance(1, 2)).collect()),
        Question::Left(_) => Answer::Left(dice.chance(7, 8)),
        Question::Tie { of } => Answer::Number(1 + dice.below(u32::from(*of)) as u8),
    }
}

/// Plays a step, answering every question.
fn drive(session: &mut Session, step: Step, dice: &mut impl Dice) {
    let mut answers = Vec::new();
    loop {
        match session.play(step, &answers) {
            Ok(_) => return,
            Err(Stop::Asks(question)) => answers.push(answer(&question, session.board(), dice)),
            Err(stop) => panic!("{stop} at {step:?} with {answers:?}"),
        }
    }
}

/// A whole game, looked at after each step.
fn game(options: Options, seed: u64, mut look: impl FnMut(&Session, Step)) -> Session {
    let mut session = Session::new(Board::printed(), options);
    let mut dice = Seed::of(seed).fast();
    while session.bot().phase != Phase::Over {
        let steps = session.steps();
        let step = match session.bot().phase {
            // People pass after some turns, and are sometimes first.
            Phase::Actions if steps.contains(&Step::YouFirst) && dice.chance(1, 20) => Step::YouFirst,
            Phase::Actions if steps.contains(&Step::YouPass) && dice.chance(1, 4) => Step::YouPass,
            _ => steps[0],
        };
        drive(&mut session, step, &mut dice);
        look(&session, step);
    }
    session
}

#[test]
fn ten_thousand_games_stay_within_bounds() {
    let options = |seed: u64| Options {
        skip_reboot: seed % 2 == 1,
        extra_turn: seed / 2 % 2 == 1,
        least_actions: if seed / 4 % 2 == 1 { 6 } else { 3 },
        ..Options::default()
    };
    for seed in 0..10_000 {
        let mut most_exosuits = 0;
        let end = game(options(seed), seed, |session, step| {
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
    let end = game(Options::default(), 7, |_, _| ());
    let again = Session::resume(Board::printed(), end.saved()).expect("it plays again");
    assert_eq!((again.bot(), again.score()), (end.bot(), end.score()));
    let mut back = end.clone();
    let mut earlier = Vec::new();
    game(Options::default(), 7, |session, _| earlier.push(session.bot().clone()));
    while let Some(bot) = earlier.pop() {
        assert_eq!(back.bot(), &bot);
        back.undo().expect("a step");
    }
    assert_eq!(back.undo(), None);
    let text = serde_json::to_string(end.saved()).expect("it is written");
    assert_eq!(&serde_json::from_str::<Saved>(&text).expect("it is read"), end.saved());
}

#[test]
fn harder_options_give_the_bot_more_points() {
    let mean = |options: Options| {
        let points: i32 = (0..500).map(|seed| game(options, seed, |_, _| ()).score().total()).sum();
        f64::from(points) / 500.0
    };
    let plain = Options::default();
    let base = mean(plain);
    let singles = [
        Options { skip_reboot: true, ..plain },
        Options { extra_turn: true, ..plain },
        Options { least_actions: 6, ..plain },
    ]
    .map(mean);
    let all = mean(Options { skip_reboot: true, extra_turn: true, least_actions: 6, ..plain });
    println!("plain {base:.2}, skip_reboot, extra_turn, least 6: {singles:.2?}, all {all:.2}");
    assert!(singles.iter().all(|mean| *mean > base && *mean < all), "{base} {singles:?} {all}");
}
