//! The Limited screen: every type of draft to its end, people who share the window, clocks, and pools of teams.

use catalog::store::journal::StreamId;
use deckloom::screen::limited::{self, draft, lobby, pool, setup};
use formats::GameLibrary;
use formats::limited::draft::clock::DraftClock;
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::start::DraftPlan;
use formats::limited::draft::{DraftPreset, DraftPrompt};
use formats::limited::drafter::Bot;
use formats::limited::sealed::Cube;
use formats::rng::Seed;
use iced::keyboard::key::Named;

use super::*;

/// A window on a draft of small packs, out of a cube.
struct Sitting {
    folder: tempfile::TempDir,
    window: Window,
    id: StreamId,
}

fn person(name: &str) -> DraftPlayer {
    DraftPlayer::Person(name.to_owned())
}

fn bot() -> DraftPlayer {
    DraftPlayer::Bot(Bot::default())
}

impl Sitting {
    fn new(way: &str, sitters: Vec<DraftPlayer>, clock: Option<DraftClock>) -> Sitting {
        let folder = tempfile::tempdir().expect("a folder");
        let library = folder.path().join("library.db");
        let mut desk = desk(&library);
        let game_library = desk.game_library("afrika").expect("the game").clone();
        let cards = game_library.game.cards.iter().step_by(4).take(96).map(|c| c.id.clone()).collect();
        let plan = DraftPlan {
            format: game_library.format("cosmic-draft").expect("the format"),
            way: way.parse::<DraftPreset>().expect("a type").draft_type(),
            products: vec![String::from("cube"); 2],
            cube: Some(Cube { name: "Small".into(), cards, pack: 6 }),
            sitters,
            clock,
        };
        let start = plan.start(&game_library, Seed::from_number(5)).expect("enough cards");
        let id = SavedDraft::create(&mut desk.library, &game_library, "Small", start).expect("saved").id;
        drop(desk);
        let mut window = open(&library, on("afrika", ScreenName::Limited));
        drop(window.update(Message::Limited(limited::Message::Lobby(lobby::Message::DraftOpened(id)))));
        Sitting { folder, window, id }
    }

    fn game_library(&self) -> &GameLibrary {
        self.window.session().game_library("afrika").expect("the game")
    }

    /// The draft as the library has it.
    fn room(&self) -> SavedDraft {
        SavedDraft::open(self.window.library(), self.game_library(), self.id).expect("opens")
    }

    fn press(&mut self, keys: &[Named]) {
        keys.iter().for_each(|key| press(&mut self.window, *key));
    }

    fn click(&mut self, text: &str) {
        act(&mut self.window, |ui| ui.click(text).map(drop));
    }

    fn draft(&mut self, message: draft::Message) {
        drop(self.window.update(Message::Limited(limited::Message::Draft(message))));
    }

    /// A seat that is asked for one card, and sits there, takes the first that lies there.
    fn take_first(&mut self) {
        self.press(&[Named::ArrowRight, Named::Enter]);
    }

    fn shows(&self, part: &str) -> bool {
        shows(&self.window, part)
    }

    fn names(&self, seat: usize) -> Vec<String> {
        let view = self.room().pod.draft.view(seat);
        let name = |c: catalog::CardIx| self.game_library().game.card(c).name.clone();
        view.seen().map(name).collect()
    }
}

/// All texts that are shown.
fn texts(window: &Window) -> Vec<String> {
    let mut texts = Vec::new();
    let found = ui(window).find(|c: Candidate<'_>| {
        if let Candidate::Text { content, .. } = c {
            texts.push(content.to_owned());
        }
        None::<()>
    });
    assert!(found.is_err() && !texts.is_empty());
    texts
}

#[test]
fn every_type_is_played_to_its_end_by_one_person_against_bots() {
    use Named::{ArrowRight, End, Enter, Space};
    let types = [
        ("booster", 4),
        ("glimpse", 3),
        ("winston", 2),
        ("winchester", 2),
        ("grid", 2),
        ("rochester", 3),
        ("rotisserie", 3),
        ("solomon", 2),
        ("housman", 2),
        ("trade", 3),
    ];
    for (way, seats) in types {
        let mut sitters = vec![bot(); seats];
        sitters[1] = person("Ann");
        let mut sitting = Sitting::new(way, sitters, None);
        let mut questions = 0;
        while let Some(ask) = sitting.room().pod.draft.prompt(1) {
            questions += 1;
            assert!(questions < 200, "{way}: it never ends");
            let before = sitting.room().pod.moves().len();
            // A pack that is opened card by card is turned over first.
            if matches!(ask, DraftPrompt::Take { .. })
                && sitting.room().pod.draft.stage().pick == 0
                && way != "rotisserie"
            {
                sitting.draft(draft::Message::Skipped);
            }
            match ask {
                DraftPrompt::Take { take: 1, burn: 0 } | DraftPrompt::Pile { .. } => sitting.take_first(),
                DraftPrompt::Take { take, burn } => {
                    (0..take + burn).for_each(|_| sitting.press(&[ArrowRight, Space]));
                    sitting.press(&[Enter]);
                }
                DraftPrompt::Look { leave: true, .. } if questions % 3 == 0 => sitting.click("Pass, and add a card"),
                DraftPrompt::Look { .. } | DraftPrompt::Answer { .. } => sitting.press(&[Enter]),
                DraftPrompt::Split => sitting.press(&[ArrowRight, Space, End, Space, Enter]),
                DraftPrompt::Swap if questions % 3 == 0 => sitting.click("Keep hand"),
                DraftPrompt::Offer { left: 0, .. } => sitting.click("Done trading"),
                DraftPrompt::Swap | DraftPrompt::Offer { .. } => sitting.press(&[ArrowRight, Space, End, Space, Enter]),
            }
            assert!(sitting.room().pod.moves().len() > before, "{way}: nothing came of it: {ask:?}");
        }
        let table = sitting.room().pod.draft;
        assert!(table.is_over() && questions > 1, "{way}: {questions}");
        let pool = format!("Pool of {} cards", table.picks(1).len());
        assert!(sitting.shows(&pool), "{way}: {pool}");
        // What was seen at the last pick can be looked at.
        sitting.click("Past picks");
        assert!(
            sitting.shows("Cards in the pack") || sitting.shows("taken") || way == "trade" || way == "winston",
            "{way}"
        );
    }
}

#[test]
fn between_two_people_nothing_of_the_other_seat_is_shown() {
    let mut sitting = Sitting::new("booster", vec![person("Ann"), person("Bo"), bot(), bot()], None);
    let game_names: Vec<String> = sitting.game_library().game.cards.iter().map(|c| c.name.clone()).collect();
    let shown = |sitting: &Sitting, name: &String| texts(&sitting.window).iter().any(|t| t.contains(name.as_str()));
    let covered = |sitting: &Sitting, who: &str| {
        let texts = texts(&sitting.window);
        assert!(texts.iter().any(|t| t == who), "{texts:?}");
        let leaked: Vec<&String> = game_names.iter().filter(|n| texts.iter().any(|t| t.contains(n.as_str()))).collect();
        assert!(leaked.is_empty(), "{leaked:?}");
    };
    covered(&sitting, "Pass to Ann");
    let (ann, bo) = (sitting.names(0), sitting.names(1));
    sitting.press(&[Named::Enter]);
    assert!(!shown(&sitting, &ann[0]), "the pack is face down until it is opened");
    sitting.press(&[Named::Enter]);
    assert!(ann.iter().all(|n| shown(&sitting, n)), "Ann sees her pack");
    let only_bo: Vec<&String> = bo.iter().filter(|n| !ann.contains(n)).collect();
    assert!(!only_bo.is_empty() && !only_bo.iter().any(|n| shown(&sitting, n)), "and not Bo's");
    sitting.take_first();
    assert_eq!(sitting.room().pod.draft.picks(0).len(), 1);
    covered(&sitting, "Pass to Bo");
    sitting.press(&[Named::Enter, Named::Enter]);
    assert!(bo.iter().all(|n| shown(&sitting, n)), "Bo sees his pack");
    // The card that Ann took is said nowhere, nor what she left.
    let only_ann: Vec<&String> = ann.iter().filter(|n| !bo.contains(n)).collect();
    assert!(!only_ann.is_empty() && !only_ann.iter().any(|n| shown(&sitting, n)), "and nothing of Ann's");
    // Whoever goes to another screen and comes back sits down anew.
    sitting.click("Cards");
    sitting.click("Limited");
    covered(&sitting, "Pass to Bo");
    // To the end; then the pools are behind covers, too.
    while !sitting.room().pod.draft.is_over() {
        sitting.press(&[Named::Enter]);
        if sitting.room().pod.draft.stage().pick == 0 {
            sitting.draft(draft::Message::Skipped);
        }
        sitting.take_first();
    }
    covered(&sitting, "Pass to Ann");
    sitting.press(&[Named::Enter]);
    let ann = sitting.names(0);
    assert!(shown(&sitting, &ann[0]));
    sitting.click("Bo");
    covered(&sitting, "Pass to Bo");
}

#[test]
fn a_choice_is_taken_back_only_if_the_other_person_agrees() {
    let mut sitting = Sitting::new("booster", vec![person("Ann"), person("Bo"), bot(), bot()], None);
    for _ in 0..2 {
        sitting.press(&[Named::Enter, Named::Enter]);
        sitting.take_first();
    }
    let moves = |sitting: &Sitting| sitting.room().pod.moves().len();
    assert_eq!(sitting.room().pod.draft.picks(1).len(), 1);
    let before = moves(&sitting);
    // The packs were passed and Bo, who sits here already, is asked again. He asks, and Ann refuses.
    sitting.click("Undo");
    assert!(sitting.shows("Pass to Ann"));
    sitting.press(&[Named::Enter]);
    sitting.click("Refuse");
    assert_eq!(moves(&sitting), before);
    // She asks herself, and he agrees: his choice was the last one.
    sitting.click("Undo");
    assert!(sitting.shows("Pass to Bo"));
    assert_eq!(moves(&sitting), before, "nothing is taken back before he agrees");
    sitting.press(&[Named::Enter]);
    sitting.click("Agree");
    assert!(moves(&sitting) < before);
    let room = sitting.room();
    assert_eq!((room.pod.draft.picks(0).len(), room.pod.draft.picks(1).len()), (1, 0));
    assert!(room.pod.undo_waits().is_none());
}

#[test]
fn a_bot_keeps_a_seat_warm_and_its_person_comes_back() {
    let mut sitting = Sitting::new("booster", vec![person("Ann"), person("Bo"), bot(), bot()], None);
    sitting.press(&[Named::Enter, Named::Enter]);
    sitting.draft(draft::Message::Seated(1, bot()));
    assert!(sitting.shows("Pick a card"), "Ann sits alone at the window now: no cover");
    sitting.take_first();
    assert_eq!(sitting.room().pod.draft.picks(1).len(), 2, "the bot picked at once, and has the next pack already");
    sitting.draft(draft::Message::SeatPressed(1));
    sitting.click("Return to Bo");
    assert_eq!(sitting.room().pod.players()[1], person("Bo"));
    sitting.take_first();
    assert!(!sitting.shows("Pass to Bo"), "the bot has picked already for this pick");
    sitting.take_first();
    assert!(sitting.shows("Pass to Bo"));
    // A restart changes nothing.
    let again = open(&sitting.folder.path().join("library.db"), on("afrika", ScreenName::Limited));
    assert!(shows(&again, "Ann, Bo share this window"));
}

#[test]
fn when_the_time_is_over_a_bot_chooses_and_packs_are_reviewed() {
    let mut sitting = Sitting::new("booster", vec![person("Ann"), bot(), bot(), bot()], Some(DraftClock::default()));
    sitting.draft(draft::Message::Skipped);
    // Six cards: ten seconds, with a warning five seconds before the end.
    assert!(sitting.shows("0:10"));
    (0..5).for_each(|_| sitting.draft(draft::Message::Second));
    assert!(sitting.shows("5 seconds left"));
    sitting.click("Pause");
    (0..9).for_each(|_| sitting.draft(draft::Message::Second));
    assert!(sitting.room().pod.draft.picks(0).is_empty(), "time stands still");
    sitting.click("Continue");
    (0..5).for_each(|_| sitting.draft(draft::Message::Second));
    assert!(sitting.shows("a bot chose"));
    assert_eq!(sitting.room().pod.draft.picks(0).len(), 1);
    assert!(sitting.shows("0:10"), "five cards");
    (0..5).for_each(|_| sitting.take_first());
    assert!(sitting.shows("Review your picks") && sitting.shows("1:00"));
    (0..60).for_each(|_| sitting.draft(draft::Message::Second));
    assert!(sitting.shows("Reveal all"), "then the next pack is opened");
}

#[test]
fn a_form_sets_up_any_type_with_a_fair_deal() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), limited());
    let send = |window: &mut Window, message: setup::Message| {
        drop(window.update(Message::Limited(limited::Message::Setup(message))));
    };
    act(&mut window, |ui| ui.click("Set up…").map(drop));
    act(&mut window, |ui| ui.click("Winston").map(drop));
    assert!(shows(&window, "Face-down piles"), "what it is");
    send(&mut window, setup::Message::SeatTaken(1, setup::DraftSeatKind::Person));
    send(&mut window, setup::Message::SeatNamed(1, "Bo".into()));
    send(&mut window, setup::Message::FairToggled);
    assert!(shows(&window, "Read out or publish this hash"));
    act(&mut window, |ui| ui.click("Start the draft").map(drop));
    let drafts = |window: &Window| window.library().streams(StreamKind::Draft, "afrika").expect("drafts");
    assert!(drafts(&window).is_empty(), "nobody has said a word yet");
    send(&mut window, setup::Message::WordTyped(0, "lantern".into()));
    send(&mut window, setup::Message::WordTyped(1, "anchor".into()));
    act(&mut window, |ui| ui.click("Start the draft").map(drop));
    let game_library = window.session().game_library("afrika").expect("the game");
    let room = SavedDraft::open(window.library(), game_library, drafts(&window)[0].id).expect("opens");
    assert_eq!(
        (room.start.way.id(), room.pod.draft.seats(), room.name.as_str()),
        ("winston", 2, "Cosmic Draft, winston")
    );
    assert_eq!(room.start.verify(game_library), Ok(None), "the packs are those of the words and the secret");
    assert!(room.start.deal.is_some() && shows(&window, "Pass to You"));
}

#[test]
fn a_team_shares_a_pool_and_no_card_is_in_two_decks() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), limited());
    let send = |window: &mut Window, message: limited::Message| drop(window.update(Message::Limited(message)));
    let show_deck = |at: usize| {
        limited::Message::Pool(pool::Message::Builder(pool::builder::Message::Deck(
            pool::builder::deck::Message::Shown(at),
        )))
    };
    send(&mut window, limited::Message::Lobby(lobby::Message::SetUp("unleashed-armada".into())));
    send(&mut window, limited::Message::Setup(setup::Message::TeamChanged(2)));
    send(&mut window, limited::Message::Setup(setup::Message::PlayersChanged(4)));
    send(&mut window, limited::Message::Setup(setup::Message::FairToggled));
    for player in 0..4 {
        let word = setup::Message::WordTyped(player, format!("word {player}"));
        send(&mut window, limited::Message::Setup(word));
    }
    act(&mut window, |ui| ui.click("Open packs").map(drop));
    assert!(shows(&window, "Pass to Pool 1"), "two teams share the window");
    press(&mut window, Named::Enter);
    assert!(shows(&window, "0 of 12 packs opened"), "a team has the packs of its players");
    assert!(shows(&window, "Fair deal, verified"));
    act(&mut window, |ui| ui.click("Open all").map(drop));
    for deck in 0..2 {
        send(&mut window, show_deck(deck));
        press(&mut window, Named::Enter);
        act(&mut window, |ui| ui.click("Use this deck").map(drop));
        assert!(shows(&window, "Legal"), "deck {deck}");
    }
    // Both are saved with the pool that the other leaves, which makes both legal there, too.
    act(&mut window, |ui| ui.click("Save to Decks").map(drop));
    drop(window.update(Message::ScreenChosen(ScreenName::Limited)));
    press(&mut window, Named::Enter);
    send(&mut window, show_deck(0));
    act(&mut window, |ui| ui.click("Save to Decks").map(drop));
    let library = window.library();
    let decks = library.streams(StreamKind::Deck, "afrika").expect("decks");
    let game_library = window.session().game_library("afrika").expect("the game");
    let benches: Vec<DeckSession> =
        decks.iter().map(|d| DeckSession::open(library, &game_library.game, d.id).expect("opens")).collect();
    assert_eq!(benches.len(), 2);
    let event = formats::saved::pool::load(library, library.streams(StreamKind::Pool, "afrika").expect("pools")[0].id)
        .expect("is there");
    let pool = event.pools(&game_library.game).expect("its cards are there").swap_remove(0);
    let basic = catalog::Query::parse("is:basic", &game_library.game).expect("a query");
    for card in pool.cards.iter().filter(|c| !basic.matches(game_library.game.card(**c))) {
        let listed = formats::deck::Listed::Card(*card);
        let used: u32 = benches.iter().map(|b| b.deck.count(0, &listed)).sum();
        let held = pool.cards.iter().filter(|c| *c == card).count() as u32;
        assert!(
            used <= held,
            "{} is in the decks {used} times and {held} times in the pool",
            game_library.game.card(*card).name
        );
    }
}
