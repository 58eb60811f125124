//! Plans, findings, records and companion games that mean harm: each is answered at once, in words, without a crash.

use std::sync::Arc;
use std::time::Duration;

use catalog::{GameData, Source};
use engine::games::chronobot::{AutomaBoard, AutomaSession, AutomaStep, BoardAction, Difficulty};
use engine::kernel::record::Record;
use engine::kernel::series;
use engine::lab::findings::Findings;
use engine::lab::plan::{ExperimentKind, ExperimentPlan, Variant};
use engine::lab::report::{Chart, ChartForm, ChartPoint, ChartSeries, LabReport, ReportCell, ReportTable};
use engine::players::PlayerKind;
use engine::session::SeriesSetup;
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

use crate::worked::worked;

/// Of work, without optimisation.
const LONGEST: Duration = Duration::from_secs(5);

/// It is refused at once, in words of bounded length that have this one among them.
fn refused<T, E: std::fmt::Display>(what: &str, word: &str, answer: impl FnOnce() -> Result<T, E>) {
    let start = worked();
    let told = answer().err().map(|e| e.to_string());
    let took = worked() - start;
    assert!(took < LONGEST, "{what}: {took:?}");
    let told = told.unwrap_or_else(|| panic!("{what} was let in"));
    assert!(told.contains(word) && told.len() < 500, "{what}: {} bytes, {:.300}", told.len(), told);
}

/// What is changed, and how.
type Change<T> = (&'static str, fn(&mut T));

fn read(text: &str) -> Result<(), String> {
    let plan: ExperimentPlan = toml::from_str(text).map_err(|e| e.message().to_owned())?;
    plan.check().map_err(|e| e.to_string())
}

#[test]
fn plans_that_mean_harm_are_refused() {
    let long = |piece: &str, times: usize| piece.repeat(times);
    let cases = [
        ("a trillion million games", "games", "kind = \"series\"\ngames = 1000000000000000000\n".to_owned()),
        ("games that overflow", "", "kind = \"series\"\ngames = 99999999999999999999\n".to_owned()),
        ("games less than none", "", "kind = \"series\"\ngames = -1\n".to_owned()),
        ("turns", "turns", "kind = \"series\"\nturns = 4294967295\n".to_owned()),
        ("decks", "decks", format!("kind = \"field\"\ndecks = [{}]\n", long("\"a\",", 20_000))),
        ("keep rules", "keep", format!("kind = \"hands\"\nkeep = [{}]\n", long("\"*\",", 20_000))),
        ("questions", "ask", format!("kind = \"hands\"\nask = [{}]\n", long("\"*\",", 20_000))),
        ("players", "players", format!("kind = \"series\"\nplayers = [{}]\n", long("\"greedy\",", 20_000))),
        ("rulings", "options", format!("kind = \"series\"\noptions = [{}]\n", long("\"a=b\",", 20_000))),
        ("variants", "variant", format!("kind = \"goldfish\"\n{}", long("[[variant]]\n", 20_000))),
        ("a title", "bytes of a text", format!("kind = \"series\"\ntitle = \"{}\"\n", long("a", 1 << 20))),
        ("open lists", "", format!("kind = \"series\"\ndecks = {}", long("[", 500_000))),
        ("lists in lists", "", format!("kind = \"series\"\ndecks = {}{}", long("[", 5_000), long("]", 5_000))),
        ("open tables", "", format!("kind = \"series\"\nvariant = {}", long("{ a = ", 100_000))),
        ("deep names", "", format!("kind = \"series\"\n{} = 1", long("a.", 100_000))),
        ("unknown keys", "", (0..100_000).map(|n| format!("k{n} = 1\n")).collect()),
    ];
    for (what, word, text) in cases {
        refused(what, word, || read(&text));
    }
    let cards = Variant { add: vec!["a".into(); 100_000], remove: Vec::new() };
    let plan = ExperimentPlan { variant: vec![cards], ..ExperimentPlan::new(ExperimentKind::Goldfish) };
    refused("cards of a variant", "variant", || plan.check());
}

#[test]
fn players_of_a_plan_are_no_files_and_think_within_bounds() {
    for words in ["script:/etc/hostname", "script:a.txt", "/etc/hostname", "ismcts:4294967295", "ismcts:1000001"] {
        refused(words, words, || words.parse::<PlayerKind>());
    }
}

#[test]
fn findings_that_mean_harm_are_refused() {
    let sound = Findings {
        plan: ExperimentPlan::new(ExperimentKind::Series),
        key: "0".into(),
        parts: 4,
        measures: [(0, vec![(1, 2)])].into(),
        counts: vec![1],
    };
    sound.check().expect("a part");
    let cases: [Change<Findings>; 5] = [
        ("no part", |f| f.parts = 0),
        ("parts without number", |f| f.parts = u32::MAX),
        ("a part that is not there", |f| f.measures = [(4, vec![(1, 2)])].into()),
        ("a sum that overflows", |f| {
            f.measures = [(0, vec![(i64::MAX, u64::MAX)]), (1, vec![(i64::MAX, u64::MAX)])].into()
        }),
        ("measures without number", |f| f.measures = [(0, vec![(1, 1); 1_000_000])].into()),
    ];
    for (what, change) in cases {
        let mut found = sound.clone();
        change(&mut found);
        refused(what, "damaged", || found.check());
    }
    let point = |x: f64| ChartPoint { x, label: None, value: x, low: x, high: x };
    let chart = |form: ChartForm, points: Vec<ChartPoint>| Chart {
        title: "t".into(),
        x: "x".into(),
        y: "y".into(),
        n: u64::MAX,
        form,
        series: vec![ChartSeries { name: "s".into(), points }],
        share: false,
    };
    let table = |rows: Vec<Vec<ReportCell>>| ReportTable { rows, ..ReportTable::new("t", &["a"]) };
    let report = |charts: Vec<Chart>, tables: Vec<ReportTable>| LabReport {
        title: "t".into(),
        about: "a".into(),
        answer: Vec::new(),
        cautions: Vec::new(),
        charts,
        tables,
    };
    report(vec![chart(ChartForm::Ranks, vec![point(1.0); 400])], vec![table(vec![vec![ReportCell::Count(u64::MAX)]])])
        .check()
        .expect("one that can be shown");
    let cases = [
        ("ranks", report(vec![chart(ChartForm::Ranks, vec![point(1.0); 401])], vec![])),
        ("points", report(vec![chart(ChartForm::Lines, vec![point(1.0); 1_000_000])], vec![])),
        ("an axis without end", report(vec![chart(ChartForm::Lines, vec![point(0.0), point(1e300)])], vec![])),
        ("no number", report(vec![chart(ChartForm::Lines, vec![point(f64::NAN)])], vec![])),
        ("charts", report(vec![chart(ChartForm::Lines, vec![]); 100_000], vec![])),
        ("rows", report(vec![], vec![table(vec![vec![]; 1_000_000])])),
        ("columns", report(vec![], vec![table(vec![vec![ReportCell::Nothing; 1_000_000]])])),
        ("places of a number", report(vec![], vec![table(vec![vec![ReportCell::Number(1.0, 255)]])])),
        ("a text of a megabyte", report(vec![], vec![table(vec![vec![ReportCell::Text("a".repeat(1 << 20))]])])),
    ];
    for (what, report) in cases {
        refused(what, "more than can be shown", || report.check());
    }
}

fn game(id: &str) -> (Source, Arc<GameData>) {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, id).expect("it loads"));
    (source, game)
}

#[test]
fn records_that_mean_harm_are_refused() {
    let (source, game) = game("chronx");
    let game_library = GameLibrary::load(&source, game.clone()).expect("the book loads");
    let format = game_library.format("constructed").expect("the format is there");
    let decks = ["red-claw", "corporate"]
        .map(|id| game_library.decks.iter().find(|(d, _)| d == id).expect("a starter").1.clone());
    let [one, other] = decks.map(|deck| LegalDeck::check(&game, format, deck, None).expect("starters are legal"));
    let players = vec![(PlayerKind::Random, "random".to_owned()); 2];
    let plan = series::SeriesPlan { games: 1, seed: Seed::from_number(1), turns: 200, threads: 1 };
    let setup = SeriesSetup { format: "constructed".into(), options: Vec::new(), players, plan };
    let sound = engine::session::play_with_transcript(&source, &game, &[&one, &other], &setup, 0, None)
        .expect("it can be played")
        .record;
    let replay = |record: &Record| engine::session::replay(&game, format, record, None, None).map(drop);
    replay(&sound).expect("what was played plays again");
    let cases: [(&str, Change<Record>); 17] = [
        ("entries", ("actions without number", |r| r.log.actions = vec![(0, String::new()); 10_000_000])),
        ("entries", ("chance without number", |r| r.log.chance = vec![0; 10_000_000])),
        ("entries", ("digests without number", |r| r.log.digests = vec![(0, String::new()); 1_000_000])),
        ("bytes", ("an action of a megabyte", |r| r.log.actions[0].1 = "a".repeat(1 << 20))),
        ("action 1", ("a seat that is not there", |r| r.log.actions[0].0 = 255)),
        ("roll 1", ("chance that overflows", |r| r.log.chance[0] = u32::MAX)),
        ("turns", ("turns without number", |r| r.turns = u32::MAX)),
        ("do not end together", ("no turn", |r| r.turns = 0)),
        ("begins", ("a first seat that is not there", |r| r.first = Some(255))),
        ("seats", ("seats without number", |r| r.players = vec!["greedy".into(); 1_000_000])),
        ("seats", ("decks without number", |r| r.decks = vec![r.decks[0].clone(); 10_000])),
        ("", ("no deck", |r| r.decks.clear())),
        ("copies", ("copies without number", |r| r.decks[0].sections[0].1[0].0 = 1_000_000_000)),
        ("lines", ("lines without number", |r| r.decks[0].sections[0].1 = vec![(1, "a".into()); 1_000_000])),
        ("rulings", ("rulings without number", |r| r.options = vec![(String::new(), String::new()); 1_000_000])),
        ("bytes", ("a ruling of a megabyte", |r| r.options = vec![("a".repeat(1 << 20), String::new())])),
        ("seed", ("a seed of nothing", |r| r.seed.clear())),
    ];
    for (word, (what, change)) in cases {
        let mut record = sound.clone();
        change(&mut record);
        refused(what, word, || replay(&record));
    }
    // What a person sees of a player is its words: they name no file, and nobody plays by them.
    let named = Record { players: vec!["script:/dev/zero".into(), "/dev/zero".into()], ..sound };
    replay(&named).expect("it is what was played");
}

#[test]
fn companion_games_that_mean_harm_are_refused() {
    let printed = AutomaBoard::load(&Source::shipped(), "anachrony").expect("a board");
    printed.check_saved().expect("the printed board");
    let cases: [Change<AutomaBoard>; 13] = [
        ("a die without faces", |b| b.command_die.clear()),
        ("a die of millions", |b| b.paradox_die = vec![0; 1_000_000]),
        ("a face that overflows", |b| b.paradox_die = vec![255]),
        ("no era", |b| b.eras = 0),
        ("eras without end", |b| b.eras = 255),
        ("no track", |b| b.time_travel.clear()),
        ("exosuits", |b| b.exosuits = [255, 255]),
        ("a mine that gives nothing", |b| b.mine[0][0].clear()),
        ("a path that leads nowhere", |b| b.spaces[0].next = usize::MAX),
        ("a path that does not lead back", |b| b.spaces[3].next = 1),
        ("a path of Reboot", |b| b.spaces.iter_mut().for_each(|s| s.action = BoardAction::Reboot)),
        ("a token twice", |b| b.spaces[0].tokens = vec![4]),
        ("spaces without number", |b| b.spaces = vec![b.spaces[0].clone(); 100_000]),
    ];
    for (what, change) in cases {
        let mut board = printed.clone();
        change(&mut board);
        refused(what, "", || board.check_saved());
    }
    // Steps that change nothing can be written down without end.
    let mut session = AutomaSession::new(printed, Difficulty::default());
    for step in [AutomaStep::Paradox, AutomaStep::PowerUp] {
        session.play(step, &[]).expect("nothing is asked");
    }
    session.play(AutomaStep::Warp, &[engine::games::chronobot::AutomaAnswer::Number(1)]).expect("rolled");
    let steps = (0..10_000).take_while(|_| session.play(AutomaStep::YouFirst, &[]).is_ok()).count();
    assert_eq!(steps, 1_997);
}
