//! Cards are dragged and asked for a menu; windows in which nothing is to be done are passed.

use std::collections::HashMap;

use deckloom::screen::play::preferences::AutoPass;
use engine::kernel::legal_action::{ActionTarget, LegalAction, PromptKind};
use iced::mouse::{Button, Event as MouseEvent};
use iced::{Event, Point};

use super::*;
use crate::large::cases;

impl Sitting {
    /// What happens under the cursor at a point.
    fn mouse(&mut self, at: Point, events: &[MouseEvent]) {
        let events: Vec<Event> = events.iter().copied().map(Event::Mouse).collect();
        act(&mut self.window, |ui| {
            ui.point_at(at);
            ui.simulate(events);
            Ok(())
        });
    }

    fn click(&mut self, at: Point) {
        self.mouse(at, &[MouseEvent::ButtonPressed(Button::Left), MouseEvent::ButtonReleased(Button::Left)]);
    }

    pub(super) fn place(&mut self, spot: ActionTarget) -> iced::Rectangle {
        self.mouse(Point::ORIGIN, &[MouseEvent::CursorMoved { position: Point::ORIGIN }]);
        self.table().motion().place(spot).expect("it is drawn")
    }

    fn drag(&mut self, from: ActionTarget, to: Point) {
        self.drag_over(from, to);
        self.mouse(to, &[MouseEvent::ButtonReleased(Button::Left)]);
    }

    /// Takes a card to a point and keeps hold of it.
    fn drag_over(&mut self, from: ActionTarget, to: Point) {
        let start = self.place(from).center();
        let slack = Point::new(start.x, start.y - 12.0);
        self.mouse(start, &[MouseEvent::ButtonPressed(Button::Left)]);
        self.mouse(slack, &[MouseEvent::CursorMoved { position: slack }]);
        assert_eq!(self.table().motion().dragged(), Some(from));
        self.mouse(to, &[MouseEvent::CursorMoved { position: to }]);
    }

    /// Does something by its place in the list, and says yes if that ends the turn with plays left.
    pub(super) fn choose(&mut self, words: &str) {
        let at = self.sight().actions.iter().position(|act| act.notation == words).expect("it is listed");
        let before = self.length();
        self.say(table::Message::Chosen(at));
        if self.length() == before {
            self.say(table::Message::Chosen(at));
        }
    }
}

impl Sitting {
    /// Clicks on the entry behind which an action stands, if it stands behind one.
    pub(super) fn unfold(&mut self, words: &str) {
        let at = self.sight().actions.iter().position(|act| act.notation == words).expect("it is listed");
        let folds = self.table().folds();
        if let Some((of, actions)) = folds.iter().find(|(_, actions)| actions.contains(&at)) {
            let shown = self.table().fold_label(of, actions);
            act(&mut self.window, |ui| scroll_and_click(ui, &shown));
        }
    }
}

/// Clicks on what stands in the list of actions; the wheel brings it into sight if it is below.
pub(super) fn scroll_and_click(ui: &mut Simulator<'_, Message>, shown: &str) -> Result<(), Error> {
    for _ in 0..80 {
        match ui.click(shown) {
            Err(Error::TargetNotVisible { .. }) => {
                ui.point_at(iced::Point::new(1100.0, 300.0));
                let delta = iced::mouse::ScrollDelta::Pixels { x: 0.0, y: -40.0 };
                ui.simulate([iced::Event::Mouse(iced::mouse::Event::WheelScrolled { delta })]);
            }
            clicked => return clicked.map(drop),
        }
    }
    ui.click(shown).map(drop)
}

#[test]
fn a_match_of_each_game_is_won_by_mouse() {
    for (game, format) in MATCHES {
        let alone = format == "solonauts";
        let won = (11..if alone { 12 } else { 23 }).any(|seed| is_won_by_mouse(game, format, seed));
        // A quick player seldom gets through Solonauts: there it is only played.
        assert!(won || alone, "{game}/{format}");
    }
}

/// Plays a match to its end by clicks alone, as a quick player would, against one who does whatever is allowed.
fn is_won_by_mouse(game: &'static str, format: &str, seed: u64) -> bool {
    let mut sitting = Sitting::against("random", game, format, seed);
    sitting.let_others_play();
    let mut clicks = 0;
    while sitting.actor().is_some() {
        let words = sitting.plan();
        let before = sitting.length();
        sitting.unfold(&words);
        let shown = sitting.label(&words);
        act(&mut sitting.window, |ui| scroll_and_click(ui, &shown));
        if sitting.length() == before {
            let end = format!("{shown}  (E)");
            act(&mut sitting.window, |ui| ui.click(end.as_str()).map(drop));
        }
        assert_eq!(sitting.table().saved().session.decisions()[before].1, words, "{game}/{format}");
        clicks += 1;
        sitting.let_others_play();
    }
    // Artifaxx can be over in a few turns.
    let least = if format == "artifaxx" { 1 } else { 5 };
    assert!(clicks >= least && shows(&sitting.window, "Rematch"), "{game}/{format}: {clicks} clicks");
    sitting.table().saved().session.outcome().expect("it is over").won(0)
}

#[test]
fn a_card_that_is_dragged_to_the_table_is_played_and_one_that_is_dragged_back_is_not() {
    let mut sitting = Sitting::new("chronx", "constructed");
    sitting.let_others_play();
    let play = sitting.sight().actions.iter().find(|act| act.notation.starts_with("play ")).expect("there").clone();
    let card = play.targets[0];
    assert_eq!(sitting.sight().actions_on(card).count(), 1);
    let (before, home) = (sitting.length(), sitting.place(card).center());
    sitting.drag(card, home);
    assert_eq!((sitting.length(), sitting.table().motion().dragged()), (before, None));
    let table = Point::new(home.x, home.y - 260.0);
    // What letting it go would do is foretold all the while.
    sitting.drag_over(card, table);
    let foretold = |sitting: &Sitting| sitting.table().selected_action().map(|(_, act)| act.notation.clone());
    assert_eq!(foretold(&sitting).as_ref(), Some(&play.notation));
    sitting.mouse(home, &[MouseEvent::CursorMoved { position: home }]);
    assert_eq!((foretold(&sitting), sitting.table().ahead()), (None, None));
    sitting.mouse(table, &[MouseEvent::CursorMoved { position: table }]);
    assert_eq!(foretold(&sitting).as_ref(), Some(&play.notation));
    sitting.mouse(table, &[MouseEvent::ButtonReleased(Button::Left)]);
    assert_eq!(sitting.table().saved().session.decisions()[before].1, play.notation);
}

#[test]
fn a_card_is_dragged_onto_what_the_rules_ask_for_afterwards() {
    let mut sitting = Sitting::new("afrika", "codex");
    // A play after which the person is asked for a card of the table, with its card and with what is chosen.
    for _ in 0..400 {
        sitting.let_others_play();
        if sitting.actor().is_none() {
            break;
        }
        let words = sitting.plan();
        let before = sitting.length();
        let first = sitting.sight().clone();
        sitting.choose(&words);
        let asks = sitting.actor() == Some(0)
            && sitting.sight().prompt.as_ref().is_some_and(|prompt| prompt.kind == PromptKind::Target);
        let from = first.actions.iter().find(|act| act.notation == words).and_then(|act| act.targets.first().copied());
        let Some(from) = from.filter(|_| asks && sitting.length() == before + 1) else { continue };
        let chosen = sitting.sight().actions[0].clone();
        let Some(ActionTarget::Card(key)) = chosen.targets.first().copied() else { continue };
        let name = sitting.sight().card(key).expect("it is shown").card;
        sitting.say(table::Message::Marked(0));
        let foretold = sitting.table().ahead().cloned();
        // Once more, by hand.
        sitting.say(table::Message::TakenBack);
        assert_eq!(sitting.length(), before);
        let same: Vec<_> = first.cards().filter(|(.., seen)| seen.card == name).collect();
        let [(_, _, only)] = same[..] else { continue };
        let ways = first.actions_on(from).count();
        let to = sitting.place(ActionTarget::Card(only.key.expect("a number"))).center();
        sitting.drag_over(from, to);
        if ways == 1 {
            assert!(foretold.is_some() && sitting.table().ahead() == foretold.as_ref(), "of what it is held over");
        }
        sitting.mouse(to, &[MouseEvent::ButtonReleased(Button::Left)]);
        if ways == 1 {
            let done = &sitting.table().saved().session.decisions()[before..];
            assert_eq!((done[0].1.as_str(), done[1].1.as_str()), (words.as_str(), chosen.notation.as_str()));
            return;
        }
    }
    panic!("no play asked for a target");
}

#[test]
fn a_card_is_dropped_on_a_lane_or_on_what_lies_there() {
    let mut sitting = Sitting::of_example("three-rivers", "crossing");
    let lanes = sitting.sight().lanes.len() as u8;
    let mut dropped_on_cards = 0;
    for turn in 0..12_u8 {
        sitting.let_others_play();
        let to = ActionTarget::Lane(turn % lanes);
        let Some(act) = sitting.sight().actions.iter().find(|act| act.targets.contains(&to)).cloned() else {
            let words = sitting.plan();
            sitting.choose(&words);
            continue;
        };
        assert!(act.targets.len() == 2, "a card and where it goes: {:?}", act.targets);
        let lies = sitting.sight().seats[0].zones.iter().flat_map(|zone| &zone.cards);
        let lies = lies.filter(|seen| seen.lane == Some(turn % lanes)).find_map(|seen| seen.key);
        dropped_on_cards += u32::from(lies.is_some());
        let place = sitting.place(lies.map_or(to, ActionTarget::Card)).center();
        let before = sitting.length();
        sitting.drag(act.targets[0], place);
        assert_eq!(sitting.table().saved().session.decisions()[before].1, act.notation);
    }
    assert!(dropped_on_cards > 0, "cards lie in lanes");
}

#[test]
fn esc_gives_a_play_up_that_asks_for_its_target_and_leaves_a_match_only_when_pressed_twice() {
    let mut sitting = Sitting::new("afrika", "codex");
    let mut given_up = 0;
    for _ in 0..200 {
        sitting.let_others_play();
        if sitting.actor().is_none() || given_up == 3 {
            break;
        }
        let words = sitting.plan();
        let (before, sight) = (sitting.length(), sitting.sight().clone());
        sitting.choose(&words);
        if sitting.table().can_cancel() && sitting.length() == before + 1 {
            assert!(shows(&sitting.window, "Cancel  (Esc)"));
            sitting.press(Named::Escape);
            assert_eq!((sitting.length(), sitting.sight()), (before, &sight));
            sitting.choose(&words);
            given_up += 1;
        }
    }
    assert!(given_up > 0, "some plays ask for a target");
    while sitting.sight().prompt.as_ref().is_none_or(|prompt| prompt.kind != PromptKind::Play) {
        let words = sitting.plan();
        sitting.choose(&words);
        sitting.let_others_play();
    }
    sitting.press(Named::Escape);
    assert!(sitting.window.table().is_some(), "it asks first");
    sitting.press(Named::Escape);
    assert!(sitting.window.table().is_none());
}

#[test]
fn attacks_and_blocks_are_dragged_from_card_to_card() {
    for (game, format) in [("afrika", "codex"), ("chronx", "constructed")] {
        let (mut attacks, mut blocks) = (0, 0);
        for seed in 0..6 {
            let mut sitting = Sitting::with_seed(game, format, 40 + seed);
            for _ in 0..400 {
                sitting.let_others_play();
                if sitting.actor().is_none() || (attacks > 1 && blocks > 1) {
                    break;
                }
                let (words, before) = (sitting.plan(), sitting.length());
                let kind = sitting.sight().prompt.as_ref().expect("a question").kind;
                let act = sitting.sight().actions.iter().find(|act| act.notation == words).expect("listed").clone();
                let pair = (act.targets.first().copied(), act.targets.get(1).copied());
                match pair {
                    (Some(from), Some(onto)) if matches!(kind, PromptKind::Attack | PromptKind::Block) => {
                        let to = sitting.place(onto).center();
                        sitting.drag(from, to);
                        let done = &sitting.table().saved().session.decisions()[before];
                        assert_eq!(done.1, words, "{game}");
                        *(if kind == PromptKind::Attack { &mut attacks } else { &mut blocks }) += 1;
                    }
                    (Some(from), Some(onto)) if game == "chronx" && words.starts_with("attack ") => {
                        let to = sitting.place(onto).center();
                        sitting.drag(from, to);
                        assert_eq!(sitting.table().saved().session.decisions()[before].1, words, "{game}");
                        attacks += 1;
                    }
                    (Some(from), None) if game == "chronx" && words.starts_with("block ") => {
                        if sitting.sight().actions_on(from).count() == 1 {
                            let place = sitting.place(from).center();
                            sitting.drag(from, Point::new(place.x, place.y - 200.0));
                            assert_eq!(sitting.table().saved().session.decisions()[before].1, words, "{game}");
                            blocks += 1;
                        } else {
                            sitting.choose(&words);
                        }
                    }
                    _ => sitting.choose(&words),
                }
            }
        }
        assert!(attacks > 1 && blocks > 1, "{game}: {attacks} attacks, {blocks} blocks");
    }
}

/// A card is let go on the year that it turns or patches.
#[test]
fn a_card_is_dropped_on_a_year() {
    let mut sitting = Sitting::new("chrononauts", "classic");
    let mut dropped = 0;
    for _ in 0..60 {
        sitting.let_others_play();
        if sitting.actor().is_none() {
            break;
        }
        let on_year = sitting.sight().actions.iter().find_map(|act| match act.targets[..] {
            [card @ ActionTarget::Card(_), year @ ActionTarget::Year(_)] => Some((act.notation.clone(), card, year)),
            _ => None,
        });
        match on_year {
            Some((words, card, year)) => {
                let (before, to) = (sitting.length(), sitting.place(year).center());
                sitting.drag(card, to);
                assert_eq!(sitting.table().saved().session.decisions()[before].1, words);
                dropped += 1;
            }
            None => {
                let words = sitting.plan();
                sitting.choose(&words);
            }
        }
    }
    assert!(dropped > 2, "{dropped}");
}

/// Who uses a mission is a part of playing it, which Esc gives up.
#[test]
fn esc_gives_a_play_up_that_asks_who_uses_it() {
    let given_up = (7..12).any(|seed| {
        let mut sitting = Sitting::with_seed("chronx", "constructed", seed);
        (0..60).any(|_| {
            sitting.let_others_play();
            let asked = sitting.sight().prompt.clone();
            if sitting.actor().is_some() && asked.as_ref().is_some_and(|prompt| prompt.kind == PromptKind::Seat) {
                assert!(sitting.table().can_cancel(), "{asked:?}");
                let before = sitting.length();
                sitting.press(Named::Escape);
                assert_eq!(sitting.length(), before - 1);
                return true;
            }
            if sitting.actor().is_some() {
                let play = sitting.sight().actions.iter().find(|act| act.notation.starts_with("play "));
                let words = play.map(|act| act.notation.clone()).unwrap_or_else(|| sitting.plan());
                sitting.choose(&words);
            }
            false
        })
    });
    assert!(given_up, "some mission has several who could use it");
}

/// The card on top of a pile for all lies on the table, and a press draws it, face up or face down.
#[test]
fn the_top_of_a_pile_is_drawn_where_it_lies() {
    for way in ["draw-upcard", "draw-stock"] {
        let mut sitting = Sitting::of_example("gin-rummy", "classic");
        for _ in 0..2 {
            let draws = |sitting: &Sitting| sitting.sight().actions.iter().find(|act| act.notation == way).cloned();
            let act = sitting.play_until(30, draws).expect("it can be drawn twice");
            let hand = sitting.sight().seats[0].zones.iter().find(|zone| zone.layout == ZoneLayout::Hand);
            let mut keys = hand.expect("a hand").cards.iter().filter_map(|card| card.key);
            assert!(keys.all(|key| !sitting.table().is_idle(ActionTarget::Card(key))), "it is read");
            let (at, before) = (sitting.place(act.targets[0]).center(), sitting.length());
            sitting.click(at);
            assert_eq!(sitting.table().saved().session.decisions()[before].1, way);
        }
    }
}

/// What ends the match without a victory, where something else would not, is asked first.
#[test]
fn a_discard_that_ends_the_hand_is_asked_first() {
    let asked = (0..20).any(|seed| {
        let mut sitting = Sitting::of_example_with_seed("gin-rummy", "classic", seed);
        for _ in 0..40 {
            sitting.let_others_play();
            if sitting.actor().is_none() {
                break;
            }
            let ends = |act: &&LegalAction| act.notation.starts_with("discard-for-draw");
            let Some(act) = sitting.sight().actions.iter().find(ends).cloned() else {
                let words = sitting.plan();
                sitting.choose(&words);
                continue;
            };
            let (at, before) = (sitting.place(act.targets[0]).center(), sitting.length());
            sitting.click(at);
            assert_eq!(sitting.length(), before, "it is asked");
            assert!(shows(&sitting.window, "End the match  (Enter)"));
            sitting.press(Named::Escape);
            assert!(!shows(&sitting.window, "End the match  (Enter)"));
            sitting.click(at);
            sitting.press(Named::Enter);
            assert_eq!((sitting.length(), sitting.actor()), (before + 1, None));
            return true;
        }
        false
    });
    assert!(asked, "in some hand the upcard comes back twice");
}

/// Where only the lane is asked, lanes light up and can be pressed, without a press on the card before.
#[test]
fn a_lane_is_pressed_where_nothing_else_is_asked() {
    let is_lane = |target: &ActionTarget| matches!(target, ActionTarget::Lane(_));
    let mut pressed = 0;
    for seed in 0..12 {
        let mut sitting = Sitting::of_example_with_seed("three-rivers", "crossing", seed);
        for _ in 0..60 {
            sitting.let_others_play();
            if sitting.actor().is_none() || pressed == 3 {
                break;
            }
            let sight = sitting.sight().clone();
            let card = sight.actions.first().and_then(|act| act.targets.first());
            let of_one = |act: &LegalAction| act.targets.first() == card && act.targets.iter().any(is_lane);
            if sight.actions.len() > 1 && sight.actions.iter().all(of_one) {
                let lane = *sight.actions[1].targets.iter().find(|target| is_lane(target)).expect("a lane");
                // The card that waits lies with the hand, and every other one in its lane.
                for (_, _, seen) in sight.cards() {
                    let spots = seen.key.map(ActionTarget::Card).zip(seen.lane.map(ActionTarget::Lane));
                    let Some((card, within)) = spots.map(|(card, lane)| (sitting.place(card), sitting.place(lane)))
                    else {
                        continue;
                    };
                    assert!(within.expand(1.0).contains(card.position()), "{}", seen.name);
                    let end = Point::new(card.x + card.width, card.y + card.height);
                    assert!(within.expand(1.0).contains(end), "{}", seen.name);
                }
                let (at, before) = (sitting.place(lane).center(), sitting.length());
                sitting.click(at);
                assert_eq!(sitting.table().saved().session.decisions()[before].1, sight.actions[1].notation);
                pressed += 1;
                continue;
            }
            let words = sitting.plan();
            sitting.choose(&words);
        }
    }
    assert!(pressed > 0, "some effect asks for a lane");
}

/// Whoever looked at another hand chooses from it among whole faces over the board.
#[test]
fn a_hand_that_was_looked_at_is_chosen_from_over_the_board() {
    let is_choice = |sitting: &Sitting| {
        let sight = sitting.sight();
        let hands = sight.cards().filter(|(seat, zone, _)| zone.layout == ZoneLayout::Hand && *seat != sight.seat);
        let spots: Vec<_> = hands.filter_map(|(.., seen)| seen.key.map(ActionTarget::Card)).collect();
        let chosen = sight.actions.iter().filter(|act| act.targets.iter().any(|target| spots.contains(target)));
        (chosen.count() > 1).then(|| sight.actions[1].clone())
    };
    let found = (0..20).find_map(|seed| {
        let mut sitting = Sitting::with_seed("chrononauts", "classic", seed);
        let act = sitting.play_until(40, is_choice)?;
        Some((sitting, act))
    });
    let (mut sitting, act) = found.expect("some card looks at a hand");
    assert!(shows(&sitting.window, "Look at the table"));
    let ActionTarget::Card(key) = act.targets[0] else { panic!("a card") };
    let card = sitting.sight().card(key).and_then(|seen| seen.card);
    let face = spots(&sitting.window).into_iter().find(|spot| card == Some(spot.shown.card));
    let before = sitting.length();
    sitting.click(face.expect("its face").place.center());
    assert_eq!(sitting.table().saved().session.decisions()[before].1, act.notation);
}

#[test]
fn the_right_button_lists_what_can_be_done_beside_the_card() {
    let mut sitting = Sitting::new("chronx", "constructed");
    sitting.let_others_play();
    let card = sitting.sight().actions.iter().find(|act| act.notation.starts_with("play ")).expect("there").targets[0];
    let at = sitting.place(card).center();
    let before = sitting.length();
    sitting.mouse(at, &[MouseEvent::ButtonPressed(Button::Right)]);
    assert_eq!(sitting.length(), before);
    assert!(shows(&sitting.window, "All actions"));
}

#[test]
fn cards_to_keep_or_not_are_shown_large_and_esc_shows_the_table() {
    let mut sitting = Sitting::new("afrika", "codex");
    sitting.let_others_play();
    while sitting.sight().prompt.as_ref().is_none_or(|prompt| prompt.kind != PromptKind::Mulligan) {
        let words = sitting.plan();
        sitting.choose(&words);
        sitting.let_others_play();
    }
    assert!(shows(&sitting.window, "Look at the table"));
    let hand = sitting.sight().seats[0].zones.iter().find(|zone| zone.layout == ZoneLayout::Hand).expect("a hand");
    let cards: Vec<_> = hand.cards.iter().filter_map(|seen| seen.card).collect();
    let wanted = view::wanted(sitting.table(), Size::new(1210.0, 740.0));
    for card in cards {
        assert!(wanted.iter().any(|(other, width)| *other == card && *width >= 130), "it is large");
    }
    sitting.press(Named::Escape);
    assert!(shows(&sitting.window, "Back to your choice"));
    sitting.press(Named::Escape);
    assert!(shows(&sitting.window, "Look at the table"));
}

/// Matches in which the person answers as a normal player would: no window is passed in which that player responds, and in
/// an opponent's turn in which nothing is aimed at the person there is one stop at most.
#[test]
fn windows_are_passed_where_a_normal_player_would_and_nothing_is_aimed_at_the_person() {
    let normal = "normal".parse().expect("a kind");
    let (mut passed, mut windows) = (0, 0);
    let mut stops = HashMap::<(&str, u64, u32), u32>::new();
    for game in 0..cases(3, 20) {
        let (name, format) =
            [("afrika", "codex"), ("chrononauts", "classic"), ("chronx", "constructed")][game as usize % 3];
        let mut sitting = Sitting::with_seed(name, format, 30 + game);
        assert_eq!(sitting.table().preferences().auto_pass, AutoPass::Smart);
        let mut responds = None;
        for step in 0..2_000 {
            sitting.let_others_play();
            if sitting.actor().is_none() {
                break;
            }
            let asked = sitting.sight().prompt.as_ref().expect("a question").kind;
            windows += u32::from(matches!(asked, PromptKind::Window | PromptKind::Response));
            let Some(number) = sitting.table().thought_awaited() else {
                // Now and then something else, so that no two matches are the same.
                let first = sitting.sight().actions[0].notation.clone();
                let words = if step % 7 == game % 7 { first } else { sitting.plan() };
                sitting.choose(&words);
                continue;
            };
            let words = sitting.table().saved().judgement(&normal).expect("somebody decides")().expect("an answer");
            let pass = sitting.sight().actions.iter().find(|act| act.passes).expect("a pass").notation.clone();
            let (before, turn) = (sitting.length(), sitting.sight().turn);
            let own = sitting.sight().active == 0;
            sitting.say(table::Message::PassJudged(number, Ok(words.clone())));
            let asked = sitting.sight().prompt.as_ref().map(|prompt| prompt.text.clone());
            assert_eq!(sitting.length() > before, words == pass, "{name} {game}, turn {turn}: {asked:?}: {words}");
            if words == pass {
                assert!(sitting.table().passed().contains_key(&before));
                passed += 1;
                responds = None;
            } else {
                // Whoever responds once and then again has been stopped once.
                if !own && responds != Some(turn) {
                    *stops.entry((name, game, turn)).or_default() += 1;
                }
                responds = Some(turn);
                sitting.choose(&words);
            }
        }
    }
    assert!(passed > 10, "{passed} of {windows} windows were passed");
    assert!(stops.values().all(|stops| *stops == 1), "{stops:?}; {passed} of {windows} windows passed");
}
