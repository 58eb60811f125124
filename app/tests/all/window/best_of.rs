//! Matches of several games: the score, decks that are changed between the games, and what the lobby says of them.

use deckloom::screen::play::sideboard;
use deckloom::screen::play::table::BetweenGames;
use formats::deck::Listed;

use super::*;

impl Sitting {
    /// A match of three games at most.
    fn best_of_three(game: &'static str, format: &str) -> Sitting {
        let folder = tempfile::tempdir().expect("a folder");
        let mut window = open(&folder.path().join("library.db"), playing(game, None));
        let say = |window: &mut Window, message| drop(window.update(Message::Play(play::Message::Lobby(message))));
        say(&mut window, lobby::Message::FormatChosen(format.to_owned()));
        act(&mut window, |ui| ui.click("Best of three").map(drop));
        press(&mut window, Named::Enter);
        Sitting { folder, window, game }
    }

    /// Plays the game that is under way to its end.
    fn play_out(&mut self) {
        self.let_others_play();
        while self.actor().is_some() {
            let (words, before) = (self.plan(), self.length());
            let at = self.sight().actions.iter().position(|act| act.notation == words).expect("it is listed");
            self.say(table::Message::Chosen(at));
            if self.length() == before {
                self.say(table::Message::Chosen(at));
            }
            self.let_others_play();
        }
    }

    fn deck(&self) -> formats::deck::SavedDeck {
        self.table().saved().start.decks[0].deck.clone()
    }
}

#[test]
fn a_match_of_three_games_is_played_to_its_result_and_goes_on_from_the_lobby() {
    let mut sitting = Sitting::best_of_three("chronx", "constructed");
    let mut wins = [0, 0];
    for number in 1..=3 {
        assert_eq!(sitting.table().saved().start.best_of.as_ref().expect("a match").game_number(), number);
        sitting.play_out();
        let outcome = sitting.table().saved().session.outcome().expect("it is over");
        (0..2).filter(|seat| outcome.won(*seat)).for_each(|seat| wins[usize::from(seat)] += 1);
        if wins.contains(&2) || number == 3 {
            break;
        }
        assert!(shows(&sitting.window, &format!("Next: game {} of 3", number + 1)), "{wins:?}");
        assert!(shows(&sitting.window, &format!("You {}, Quinn {}", wins[0], wins[1])), "{wins:?}");
        let loser = outcome.loser(2).expect("somebody lost");
        sitting.press(Named::Enter);
        assert_eq!(sitting.length(), 0);
        assert_eq!(sitting.table().saved().start.first, Some(loser), "whoever lost goes first");
    }
    let score = format!("the match: You {}, Quinn {}", wins[0], wins[1]);
    assert!(shows(&sitting.window, &score) && shows(&sitting.window, "Rematch"), "{score}");
    let games = sitting.table().saved().games().expect("a match");
    assert_eq!(games.winner(), Some(u8::from(wins[1] > wins[0])));
    // A rematch is a new match of three games.
    sitting.press(Named::Enter);
    assert_eq!(sitting.table().saved().start.best_of.as_ref().expect("a match").winners, []);
    sitting.say(table::Message::Closed);
    assert!(shows(&sitting.window, "game 1 of 3") && shows(&sitting.window, "game 2 of 3"));
}

#[test]
fn a_deck_is_changed_between_two_games_and_only_legal_ones_are_played() {
    let mut sitting = Sitting::best_of_three("afrika", "codex");
    sitting.play_out();
    let before = sitting.deck();
    act(&mut sitting.window, |ui| ui.click("Sideboard…").map(drop));
    assert!(shows(&sitting.window, "Click to bring in"));
    // One card out: 59 of 60.
    let list = |deck: &formats::deck::SavedDeck, section: &str| {
        deck.sections.iter().find(|(id, _)| id == section).map_or(Vec::new(), |(_, cards)| cards.clone())
    };
    let (out, enters) = (list(&before, "main")[0].1.clone(), list(&before, "side")[0].1.clone());
    let moved = |sitting: &mut Sitting, card: &str, into_deck: bool| {
        let desk = desk(&sitting.folder.path().join("library.db"));
        let card = Listed::from_id_or_name(&desk.game_library("afrika").expect("the game").game, card);
        let message = sideboard::Message::Moved(card, into_deck);
        sitting.say(table::Message::Between(BetweenGames::Sideboard(message)));
    };
    // A plan that the deck does not have is told, and changes nothing: it can still be played.
    let plan = sideboard::Message::PlanChosen("Against nobody".to_owned());
    sitting.say(table::Message::Between(BetweenGames::Sideboard(plan)));
    assert!(shows(&sitting.window, "no plan “Against nobody”") && !shows(&sitting.window, "Undo all swaps"));
    act(&mut sitting.window, |ui| ui.click("Against small attackers").map(drop));
    act(&mut sitting.window, |ui| ui.click("Undo all swaps").map(drop));
    assert!(!shows(&sitting.window, "Undo all swaps"));
    moved(&mut sitting, &out, false);
    sitting.press(Named::Enter);
    assert!(shows(&sitting.window, "Click to bring in"), "a deck of 59 is not played");
    moved(&mut sitting, &enters, true);
    sitting.press(Named::Enter);
    assert!(!shows(&sitting.window, "Click to bring in"));
    assert_eq!(sitting.deck(), before, "the game that is over is as it was");
    sitting.press(Named::Enter);
    let after = sitting.deck();
    let count = |deck: &formats::deck::SavedDeck, section: &str| {
        list(deck, section).iter().map(|(count, _)| *count).sum::<u32>()
    };
    assert_ne!(list(&after, "main"), list(&before, "main"));
    for section in ["main", "side"] {
        assert_eq!(count(&after, section), count(&before, section));
    }
    let kept = sitting.kept();
    assert_eq!(kept.start.best_of, sitting.table().saved().start.best_of);
    // Esc leaves a deck as it was.
    sitting.play_out();
    if sitting.table().saved().games().is_some_and(|games| games.is_decided()) {
        return;
    }
    sitting.say(table::Message::Between(BetweenGames::SideboardOpened(0)));
    moved(&mut sitting, &enters, false);
    sitting.press(Named::Escape);
    sitting.press(Named::Enter);
    assert_eq!(sitting.deck(), after);
}
