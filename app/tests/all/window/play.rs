//! The Play screen: whole matches by keys and by mouse, against bots that say what a script says; what is hidden stays
//! hidden, and nothing is lost.

mod again;
mod best_of;
mod by_hand;
mod hall;
mod heard;
mod kept;
mod looked;
mod shown;
mod told;

use catalog::store::journal::StreamId;
use deckloom::saved_match::{self, SavedMatch};
use deckloom::screen::play::{self, lobby, table, view};
use engine::kernel::legal_action::PromptKind;
use engine::kernel::observation::{Observation, ZoneLayout};
use formats::rng::Seed;
use iced::keyboard::key::Named;

use super::*;
use by_hand::scroll_and_click;

/// A window with a match.
struct Sitting {
    folder: tempfile::TempDir,
    window: Window,
    game: &'static str,
}

fn playing(game: &str, format: Option<&str>) -> Opening {
    Opening { seed: Some(11), play: format.map(str::to_owned), ..on(game, ScreenName::Play) }
}

impl Sitting {
    fn new(game: &'static str, format: &str) -> Sitting {
        Sitting::with_seed(game, format, 11)
    }

    fn with_seed(game: &'static str, format: &str, seed: u64) -> Sitting {
        let folder = tempfile::tempdir().expect("a folder");
        let opening = Opening { seed: Some(seed), ..playing(game, Some(format)) };
        let window = open(&folder.path().join("library.db"), opening);
        Sitting { folder, window, game }
    }

    /// A match of a game in `examples`.
    fn of_example(game: &'static str, format: &str) -> Sitting {
        Sitting::of_example_with_seed(game, format, 11)
    }

    fn of_example_with_seed(game: &'static str, format: &str, seed: u64) -> Sitting {
        let folder = tempfile::tempdir().expect("a folder");
        let desk = desk_with(&folder.path().join("library.db"), &["../examples"]);
        let opening = Opening { language: Some(Language::English), seed: Some(seed), ..playing(game, Some(format)) };
        Sitting { window: Window::new(desk, opening, SIZE).0, folder, game }
    }

    /// A match against a player of a kind, begun in the lobby.
    fn against(kind: &'static str, game: &'static str, format: &str, seed: u64) -> Sitting {
        let folder = tempfile::tempdir().expect("a folder");
        let opening = Opening { seed: Some(seed), ..playing(game, None) };
        let mut window = open(&folder.path().join("library.db"), opening);
        for message in [lobby::Message::FormatChosen(format.to_owned()), lobby::Message::OpponentChosen(kind)] {
            drop(window.update(Message::Play(play::Message::Lobby(message))));
        }
        press(&mut window, Named::Enter);
        Sitting { folder, window, game }
    }

    /// The match as the library has it, opened anew.
    fn kept(&self) -> SavedMatch {
        let desk = desk(&self.folder.path().join("library.db"));
        let game_library = desk.game_library(self.game).expect("the game");
        let kept = saved_match::match_summaries(&desk.library, self.game).expect("matches");
        SavedMatch::open(&desk.library, &desk.source, game_library, kept[0].heading.id).expect("opens")
    }

    fn table(&self) -> &table::MatchTable {
        self.window.table().expect("somebody sits at a table")
    }

    fn sight(&self) -> &Observation {
        self.table().observation()
    }

    fn length(&self) -> usize {
        self.table().saved().decision_count()
    }

    /// What the list says of an action.
    fn label(&self, notation: &str) -> String {
        let actions = &self.sight().actions;
        self.table().entry_label(actions.iter().position(|act| act.notation == notation).expect("it is listed"))
    }

    fn press(&mut self, key: Named) {
        press(&mut self.window, key);
    }

    /// Does what is at hand, and says yes if the turn ends with that.
    fn press_enter_through(&mut self, before: usize) {
        for _ in 0..2 {
            if self.length() == before {
                self.press(Named::Enter);
            }
        }
    }

    fn typed(&mut self, key: &str) {
        type_key(&mut self.window, key);
    }

    fn say(&mut self, message: table::Message) {
        drop(self.window.update(Message::Play(play::Message::Table(message))));
    }

    fn actor(&self) -> Option<u8> {
        self.table().saved().session.actor()
    }

    fn is_bot(&self) -> bool {
        let room = self.table().saved();
        self.actor().is_some_and(|actor| !room.human_seats().any(|person| person == actor))
    }

    /// What leaves no choice has been seen.
    fn see_forced(&mut self) {
        while let Some(step) = self.table().forced_awaited() {
            self.say(table::Message::ForcedShown(step));
        }
    }

    /// Whoever is no person does what a quick player would: the script of the other seats.
    fn let_others_play(&mut self) {
        self.see_forced();
        while self.is_bot() {
            let room = self.table().saved();
            let words = room.bot_thought().expect("a bot")().expect("it answers");
            let number = self.table().thought_awaited().expect("it is waited for");
            self.say(table::Message::Thought(number, Ok(words)));
            self.see_forced();
        }
    }

    /// Plays on, so many decisions at most, until something is found.
    fn play_until<T>(&mut self, most: usize, look: impl Fn(&Sitting) -> Option<T>) -> Option<T> {
        for _ in 0..most {
            self.let_others_play();
            if let Some(found) = look(self) {
                return Some(found);
            }
            self.actor()?;
            let words = self.plan();
            self.choose(&words);
        }
        None
    }

    /// What a quick player would do on the seat of the person.
    fn plan(&self) -> String {
        let kind = "greedy".parse().expect("a kind");
        self.table().saved().session.choose_later(&kind, Seed::from_number(self.length() as u64))().expect("it answers")
    }

    /// Does something by keys alone: a number, or through the list and Enter, space to pass, e to end.
    fn do_by_keys(&mut self, words: &str) {
        let actions = &self.sight().actions;
        let at = actions.iter().position(|act| act.notation == words).expect("it is listed");
        let (ends, passes) = (actions[at].ends, actions[at].passes);
        let folds = self.table().folds();
        if let Some(place) = folds.iter().position(|(_, actions)| actions.contains(&at)) {
            let unfold = (self.table().listed().len() + 1 + place).to_string();
            let of = folds[place].0.clone();
            if unfold.len() == 1 { self.typed(&unfold) } else { self.say(table::Message::Unfolded(of)) }
        }
        let listed = self.table().listed();
        // What throws a card away is not at hand, nor one of several targets.
        let first = self.table().selected_action().and_then(|(at, _)| listed.iter().position(|listed| *listed == at));
        let at = listed.iter().position(|listed| *listed == at).expect("it is listed");
        let before = self.length();
        match at {
            _ if ends => {
                self.typed("e");
                if self.length() == before {
                    assert!(shows(&self.window, "End anyway?"));
                    self.typed("e");
                }
            }
            _ if passes => self.press(Named::Space),
            0..9 if at % 2 == 0 => self.typed(&(at + 1).to_string()),
            _ => {
                let (key, times) = match first {
                    Some(first) if first > at => (Named::ArrowUp, first - at),
                    first => (Named::ArrowDown, first.map_or(at + 1, |first| at - first)),
                };
                (0..times).for_each(|_| self.press(key));
                self.press(Named::Enter);
            }
        }
        assert!(self.length() > before, "`{words}` was done");
        let (seat, done) = self.table().saved().session.decisions()[before].clone();
        assert_eq!((done.as_str(), seat), (words, 0));
    }
}

/// A match to its end by keys; how many decisions the person made.
fn by_keys(game: &'static str, format: &str, most: usize) -> Sitting {
    let mut sitting = Sitting::new(game, format);
    let mut own = 0;
    sitting.let_others_play();
    while sitting.actor().is_some() && own < most {
        let words = sitting.plan();
        sitting.do_by_keys(&words);
        own += 1;
        sitting.let_others_play();
    }
    assert!(own > 3, "{game}/{format}: {own} decisions");
    sitting
}

/// A match of each game: its id and a format.
const MATCHES: [(&str, &str); 6] = [
    ("chronx", "constructed"),
    ("afrika", "codex"),
    ("chrononauts", "classic"),
    ("chrononauts", "solonauts"),
    ("chrononauts", "artifaxx"),
    ("emperors-star", "day-1"),
];

#[test]
fn a_whole_match_of_each_game_is_played_by_keys() {
    for (game, format) in MATCHES {
        let mut sitting = by_keys(game, format, 4_000);
        let table = sitting.table();
        let ending = table.saved().session.tell_outcome(&table.audience()).expect("it is over");
        assert!(shows(&sitting.window, &ending), "{game}/{format}: {ending}");
        assert!(shows(&sitting.window, "Rematch"));
        let kept = sitting.kept();
        assert_eq!(kept.session.digest(), sitting.table().saved().session.digest(), "{game}/{format}");
        assert_eq!(kept.session.log(), sitting.table().saved().session.log());
        // Where rules ask about the game before, whoever lost it is asked first in the next one (AF-162).
        let asks = game == "afrika";
        assert_eq!(shows(&sitting.window, "lost and chooses who goes first"), asks, "{game}/{format}");
        let loser = kept.session.outcome().and_then(|outcome| outcome.loser(kept.session.seats()));
        sitting.press(Named::Enter);
        assert_eq!(sitting.length(), 0, "{game}/{format}: it begins anew");
        if asks {
            assert!(loser.is_some() && sitting.actor() == loser, "{game}/{format}: seat {loser:?} is asked");
            assert!(sitting.sight().actions.iter().all(|act| act.notation.starts_with("first seat")));
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
}

#[test]
fn space_ends_no_turn_and_who_ends_one_with_plays_left_is_asked_once() {
    for (game, format) in [("chronx", "constructed"), ("afrika", "codex")] {
        let mut sitting = Sitting::new(game, format);
        sitting.let_others_play();
        let end = |sitting: &Sitting| {
            let actions = &sitting.sight().actions;
            let plays = actions.iter().any(|act| !act.ends && !act.gains_nothing && !act.targets.is_empty());
            actions.iter().find(|act| act.ends && plays).map(|act| act.notation.clone())
        };
        while end(&sitting).is_none() {
            let words = sitting.plan();
            sitting.do_by_keys(&words);
            sitting.let_others_play();
        }
        let (words, before) = (end(&sitting).expect("found"), sitting.length());
        let shown = sitting.label(&words);
        (0..5).for_each(|_| sitting.press(Named::Space));
        assert_eq!(sitting.length(), before, "{game}: space ends nothing");
        assert!(shows(&sitting.window, "Press E to end it"), "{game}");
        sitting.typed("e");
        assert!(shows(&sitting.window, "End anyway?"), "{game}");
        sitting.press(Named::Space);
        assert_eq!(sitting.length(), before, "{game}: nor does it answer the question");
        sitting.press(Named::Escape);
        assert!(!shows(&sitting.window, "End anyway?"), "{game}");
        sitting.unfold(&words);
        act(&mut sitting.window, |ui| scroll_and_click(ui, &shown));
        assert_eq!(sitting.length(), before, "{game}: a click asks, too");
        sitting.typed("e");
        assert_eq!(sitting.table().saved().session.decisions()[before].1, words, "{game}");
        // In the windows of the other one space goes on, and stops where one's own turn could be ended.
        for _ in 0..40 {
            sitting.let_others_play();
            if sitting.sight().actions.iter().any(|act| act.ends) || sitting.actor().is_none() {
                break;
            }
            let length = sitting.length();
            sitting.press(Named::Space);
            if sitting.length() == length {
                let words = sitting.plan();
                sitting.do_by_keys(&words);
            }
        }
        let length = sitting.length();
        sitting.press(Named::Space);
        assert_eq!(sitting.length(), length, "{game}");
    }
}

#[test]
fn enter_alone_throws_no_card_away() {
    let mut had_to_choose = 0;
    for (game, format) in [("chronx", "constructed"), ("afrika", "codex"), ("chrononauts", "classic")] {
        let mut sitting = Sitting::new(game, format);
        for _ in 0..80 {
            sitting.let_others_play();
            if sitting.actor().is_none() {
                break;
            }
            let (actions, before) = (sitting.sight().actions.clone(), sitting.length());
            sitting.press_enter_through(before);
            if sitting.length() == before {
                let targets = actions.iter().filter(|act| !act.targets.is_empty()).count();
                let asked = sitting.sight().prompt.as_ref().map(|prompt| prompt.kind);
                let is_open = matches!(asked, Some(PromptKind::Target | PromptKind::Place)) && targets > 1;
                // What takes away a card of one's own is not at hand either.
                let harms = |at: usize| actions[at].discards || sitting.table().hurts_oneself(at);
                assert!(is_open || (0..actions.len()).all(harms), "{game}");
                assert!(shows(&sitting.window, "Choose one first"), "{game}");
                had_to_choose += 1;
                sitting.press(Named::ArrowDown);
                sitting.press(Named::Enter);
                assert_eq!(sitting.length(), before + 1, "{game}: what was chosen is done");
                continue;
            }
            let done = sitting.table().saved().session.decisions()[before].1.clone();
            let act = actions.iter().find(|act| act.notation == done).expect("listed");
            assert!(!act.discards && !done.starts_with("discard"), "{game}: {done}");
        }
    }
    assert!(had_to_choose > 0, "cards had to be discarded");
}

#[test]
fn what_a_card_can_do_is_listed_when_it_is_pressed_and_one_way_is_done_at_once() {
    let mut sitting = Sitting::new("chronx", "constructed");
    sitting.let_others_play();
    while !sitting.sight().actions.iter().any(|act| act.notation.starts_with("attack with")) {
        let words = sitting.plan();
        sitting.do_by_keys(&words);
        sitting.let_others_play();
    }
    let attack = sitting.sight().actions.iter().find(|act| act.notation.starts_with("attack with")).expect("there");
    let spot = attack.targets[0];
    let ways = sitting.sight().actions_on(spot).count();
    let before = sitting.length();
    sitting.say(table::Message::Pressed(spot));
    if ways > 1 {
        assert_eq!(sitting.length(), before, "several ways are listed first");
        assert!(shows(&sitting.window, "All actions"));
        sitting.press(Named::Escape);
        assert!(!shows(&sitting.window, "All actions"));
    } else {
        assert_eq!(sitting.length(), before + 1);
    }
}

#[test]
fn a_killed_window_loses_nothing_and_undo_leads_to_the_start_and_back() {
    let mut sitting = by_keys("chronx", "constructed", 12);
    let (digest, length) = {
        let room = sitting.table().saved();
        (room.session.digest(), room.decision_count())
    };
    // The process is gone at once; what was decided is in the library.
    let kept = sitting.kept();
    assert_eq!((kept.session.digest(), kept.decision_count()), (digest, length));
    let mut moments = Vec::new();
    while sitting.table().saved().undo_target().is_some() {
        moments.push((sitting.length(), sitting.table().saved().session.digest()));
        sitting.typed("u");
    }
    assert_eq!(moments.len(), 12, "each decision of one's own");
    let start = sitting.table().saved().session.digest();
    assert_eq!(sitting.kept().session.digest(), start, "what is taken back is saved, too");
    assert!(sitting.length() < 12);
    while sitting.table().saved().can_redo() {
        sitting.say(table::Message::DoneAgain);
        if let Some((at, was)) = moments.iter().find(|(at, _)| *at == sitting.length()) {
            assert_eq!((sitting.length(), sitting.table().saved().session.digest()), (*at, *was));
        }
    }
    let room = sitting.table().saved();
    assert_eq!((room.decision_count(), room.session.digest()), (length, digest));
    assert_eq!(sitting.kept().session.digest(), digest);
}

#[test]
fn what_other_seats_hold_is_shown_nowhere_while_the_match_goes_on() {
    for (game, format) in [("chronx", "constructed"), ("afrika", "codex"), ("chrononauts", "classic")] {
        let mut sitting = by_keys(game, format, 8);
        // Cards that only the other seat knows.
        let room = sitting.table().saved();
        let now = room.decision_count();
        let (open, mine) = (room.session.observation(now, None), room.session.observation(now, Some(0)));
        let names = |sight: &Observation| sight.cards().map(|(_, _, card)| card.name.clone()).collect::<Vec<_>>();
        let told = room.session.event_texts(0, now, Some(0)).join("\n");
        let seen = names(&mine);
        let hidden: Vec<String> = (open.seats[1].zones.iter().filter(|z| z.layout == ZoneLayout::Hand))
            .flat_map(|zone| zone.cards.iter().map(|card| card.name.clone()))
            .filter(|name| !seen.contains(name) && !told.contains(name.as_str()))
            .collect();
        assert!(!hidden.is_empty(), "{game}: something is hidden");
        let check = |sitting: &Sitting, what: &str| {
            for name in &hidden {
                assert!(!shows(&sitting.window, name), "{game}: {name} is shown {what}");
            }
        };
        check(&sitting, "on the board");
        sitting.typed("l");
        check(&sitting, "in the log");
        sitting.typed("l");
        for _ in 0..6 {
            sitting.press(Named::ArrowLeft);
            check(&sitting, "looking back");
            assert_eq!(sitting.sight().seat, Some(0));
        }
        sitting.press(Named::End);
        for spot in spots(&sitting.window) {
            point_at(&mut sitting.window, spot.place.center());
            check(&sitting, "under the cursor");
        }
    }
}

#[test]
fn people_who_share_the_window_sit_behind_covers() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), playing("chronx", None));
    let hall = |window: &mut Window, message| drop(window.update(Message::Play(play::Message::Lobby(message))));
    hall(&mut window, lobby::Message::SeatTaken(1, lobby::MatchSeatKind::Person));
    press(&mut window, Named::Enter);
    assert!(shows(&window, "Pass to Player"), "the table is covered");
    let mut sitting = Sitting { folder, window, game: "chronx" };
    let first = sitting.actor().expect("somebody decides");
    assert_eq!(sitting.sight().seat, Some(first));
    sitting.press(Named::Enter);
    assert!(!shows(&sitting.window, "Pass to Player"));
    // Until it is the other one's turn.
    while sitting.actor() == Some(first) {
        let before = sitting.length();
        sitting.press_enter_through(before);
        if sitting.length() == before {
            sitting.press(Named::ArrowDown);
        }
    }
    assert!(shows(&sitting.window, &format!("Pass to Player {}", 2 - first)));
    sitting.press(Named::Space);
    assert_eq!(sitting.actor(), Some(1 - first), "nothing is done behind the cover");
    sitting.typed("u");
    sitting.press(Named::Enter);
    sitting.typed("u");
    assert!(shows(&sitting.window, "No undo with several players"));
}

#[test]
fn a_match_is_gone_on_with_in_another_window_and_looked_at_when_it_is_over() {
    let sitting = by_keys("chrononauts", "solonauts", 5);
    let (digest, length) = (sitting.table().saved().session.digest(), sitting.length());
    let Sitting { folder, window, game } = sitting;
    drop(window);
    let mut window = open(&folder.path().join("library.db"), playing(game, None));
    assert!(shows(&window, "Solonauts"));
    type_key(&mut window, "1");
    let mut sitting = Sitting { folder, window, game };
    assert_eq!((sitting.table().saved().session.digest(), sitting.length()), (digest, length));
    while sitting.actor().is_some() {
        let words = sitting.plan();
        sitting.do_by_keys(&words);
    }
    // A record of it is looked at like any other.
    let game_library = sitting.window.session().game_library(game).expect("the game").clone();
    let record = sitting.table().saved().record(&game_library);
    let path = sitting.folder.path().join("match.json");
    std::fs::write(&path, serde_json::to_string(&record).expect("json")).expect("written");
    sitting.press(Named::Escape);
    let hall = |window: &mut Window, message| drop(window.update(Message::Play(play::Message::Lobby(message))));
    hall(&mut sitting.window, lobby::Message::PathTyped(path.display().to_string()));
    hall(&mut sitting.window, lobby::Message::ReplayOpened);
    assert!(shows(&sitting.window, "History"));
    let last = sitting.length();
    assert_eq!(last, record.log.actions.len());
    for at in 1..=last {
        sitting.press(Named::ArrowRight);
        assert!(shows(&sitting.window, &format!("{at} of {last}")));
    }
    let before = sitting.table().saved().session.digest();
    assert!(shows(&sitting.window, "Match over") && shows(&sitting.window, "Play from the start  (Space)"));
    // It goes on by itself from the start, until it is stopped or at its end.
    sitting.press(Named::Space);
    assert!(shows(&sitting.window, &format!("0 of {last}")) && shows(&sitting.window, "Pause  (Space)"));
    for at in 0..last {
        if at == 2 {
            sitting.press(Named::Space);
            assert!(shows(&sitting.window, "Play  (Space)"));
            sitting.say(table::Message::ReplayStepped(at));
            assert!(shows(&sitting.window, &format!("{at} of {last}")), "it was stopped");
            sitting.press(Named::Space);
        }
        sitting.say(table::Message::ReplayStepped(at));
    }
    assert!(shows(&sitting.window, "Match over") && shows(&sitting.window, &format!("{last} of {last}")));
    sitting.typed("1");
    assert_eq!(sitting.table().saved().session.digest(), before, "a record is only looked at");
}

#[test]
fn the_first_match_tells_each_hint_at_its_moment() {
    for game in ["chronx", "afrika", "chrononauts", "emperors-star"] {
        let folder = tempfile::tempdir().expect("a folder");
        let window = open(&folder.path().join("library.db"), playing(game, None));
        let mut sitting = Sitting { folder, window, game };
        sitting.typed("h");
        let mut told = std::collections::BTreeSet::new();
        for _ in 0..120 {
            sitting.let_others_play();
            if sitting.actor().is_none() {
                break;
            }
            told.extend(sitting.table().hint_shown());
            let words = sitting.plan();
            sitting.do_by_keys(&words);
        }
        assert!(told.len() >= 3, "{game}: {told:?}");
    }
}

#[test]
fn a_hint_is_what_a_coach_would_do_and_is_at_hand() {
    let mut sitting = Sitting::new("chronx", "constructed");
    sitting.let_others_play();
    sitting.typed("h");
    assert!(shows(&sitting.window, "Thinking"));
    let advice = sitting.table().saved().advice().expect("somebody decides")().expect("it answers");
    let best = advice.as_ref().expect("it compares").alternatives[0].notation.clone();
    let number = sitting.table().hint_awaited().expect("it is waited for");
    sitting.say(table::Message::Hinted(number, Ok(advice)));
    let before = sitting.length();
    sitting.press(Named::Enter);
    assert_eq!(sitting.table().saved().session.decisions()[before].1, best);
}

#[test]
fn bots_can_be_watched_with_every_hand_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), playing("afrika", None));
    let hall = |window: &mut Window, message| drop(window.update(Message::Play(play::Message::Lobby(message))));
    hall(&mut window, lobby::Message::SeatTaken(0, lobby::MatchSeatKind::Bot("random")));
    assert!(shows(&window, "Watch"));
    press(&mut window, Named::Enter);
    let mut sitting = Sitting { folder, window, game: "afrika" };
    assert_eq!(sitting.sight().seat, None);
    for _ in 0..20 {
        let number = sitting.table().thought_awaited().expect("a bot thinks");
        let words = sitting.table().saved().bot_thought().expect("a bot")().expect("it answers");
        sitting.say(table::Message::Thought(number, Ok(words)));
    }
    sitting.press(Named::Space);
    let number = sitting.table().thought_awaited().expect("one thought is under way");
    let words = sitting.table().saved().bot_thought().expect("a bot")().expect("it answers");
    sitting.say(table::Message::Thought(number, Ok(words)));
    assert_eq!(sitting.table().thought_awaited(), None, "it stands still");
    sitting.press(Named::Space);
    assert!(sitting.table().thought_awaited().is_some());
    // A thought that nobody waits for any more changes nothing.
    let before = sitting.length();
    sitting.say(table::Message::Thought(0, Ok("keep".into())));
    assert_eq!(sitting.length(), before);
}
