//! What is heard at a table: whole matches as they go, nothing of what is gone back to, and nothing if nobody wants it.

use std::collections::BTreeSet;

use deckloom::saved_match::MatchResult;
use deckloom::screen::play::preferences::{Pace, Preferences};
use deckloom::sound::{self, Sound};

use super::*;

impl Sitting {
    /// Plays to the end, by script on all seats; what was heard after each decision.
    fn listen(&mut self, most: usize) -> Vec<Vec<Sound>> {
        let mut heard = Vec::new();
        while self.actor().is_some() && self.length() < most {
            let before = self.length();
            if self.is_bot() {
                let words = self.table().saved().bot_thought().expect("a bot")().expect("it answers");
                let number = self.table().thought_awaited().expect("it is waited for");
                self.say(table::Message::Thought(number, Ok(words)));
            } else {
                let words = self.plan();
                let at = self.sight().actions.iter().position(|act| act.notation == words).expect("it is listed");
                self.say(table::Message::Chosen(at));
                if self.length() == before {
                    self.say(table::Message::Chosen(at));
                }
            }
            heard.push(self.table().heard().to_vec());
        }
        heard
    }
}

#[test]
fn a_match_is_heard_to_its_end() {
    for (game, format) in MATCHES {
        let mut sitting = Sitting::new(game, format);
        sitting.say(table::Message::PaceChosen(Pace::Instant));
        let heard = sitting.listen(usize::MAX);
        assert!(heard.iter().all(|moment| moment.len() <= 3), "{game}/{format}");
        let kinds: BTreeSet<Sound> = heard.iter().flatten().copied().collect();
        let outcome = sitting.table().saved().session.outcome().expect("it is over");
        let ending = match MatchResult::for_seat(&outcome, 0) {
            MatchResult::Won => Some(vec![Sound::Won]),
            MatchResult::Lost => Some(vec![Sound::Lost]),
            MatchResult::Drawn => None,
        };
        assert!(ending.is_none() || heard.last() == ending.as_ref(), "{game}/{format}: {:?}", heard.last());
        let ends = heard.iter().flatten().filter(|sound| matches!(sound, Sound::Won | Sound::Lost)).count();
        assert_eq!(ends, usize::from(ending.is_some()), "{game}/{format}: it ends once");
        let alone = sitting.sight().seats.len() == 1;
        assert_eq!(kinds.contains(&Sound::OwnTurn), !alone, "{game}/{format}: {kinds:?}");
        assert!(kinds.contains(&Sound::CardDrawn) && kinds.contains(&Sound::CardLaid), "{game}/{format}: {kinds:?}");
        let fights = matches!(game, "chronx" | "afrika");
        assert_eq!(kinds.contains(&Sound::Attack), fights, "{game}/{format}: {kinds:?}");
        assert!(!fights || kinds.contains(&Sound::Harm), "{game}/{format}: {kinds:?}");
    }
}

#[test]
fn nothing_is_heard_of_what_is_gone_back_to() {
    let mut sitting = Sitting::new("chronx", "constructed");
    let heard = sitting.listen(60);
    assert!(heard.iter().any(|moment| !moment.is_empty()));
    for to in [0, 20, 40, 21, 5, sitting.length()] {
        sitting.say(table::Message::Moved(to));
        assert_eq!(sitting.table().heard(), [], "{to}");
    }
    sitting.say(table::Message::TakenBack);
    assert_eq!(sitting.table().heard(), []);
    sitting.say(table::Message::DoneAgain);
    assert_eq!(sitting.table().heard(), []);
}

#[test]
fn sounds_are_turned_off_where_there_are_any_and_stay_so() {
    let mut sitting = Sitting::new("chronx", "constructed");
    assert!(!sitting.table().preferences().silent);
    sitting.say(table::Message::OptionsToggled);
    assert_eq!(shows(&sitting.window, "Sounds"), sound::AVAILABLE);
    if sound::AVAILABLE {
        act(&mut sitting.window, |ui| ui.click("Off").map(drop));
    } else {
        sitting.say(table::Message::SilenceChosen(true));
    }
    assert!(sitting.listen(60).iter().all(Vec::is_empty));
    let kept = Preferences::load(&desk(&sitting.folder.path().join("library.db")).library);
    assert!(kept.silent);
    sitting.say(table::Message::SilenceChosen(false));
    assert!(sitting.listen(120).iter().any(|moment| !moment.is_empty()));
}
