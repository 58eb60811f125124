//! What is shown of the deck: its views, the search, the export; and the faces that they need.

use catalog::store::Library;
use formats::Book;
use iced::{Size, Task};

use super::{Action, Editor, LIST, Message, PREVIEW, Tab};
use crate::screen::decks::hands::{self, Hands};
use crate::screen::decks::history::History;
use crate::screen::decks::numbers::Numbers;
use crate::screen::decks::timeline::TimeLine;
use crate::screen::decks::{export, lists};
use crate::screen::{Chance, finder};
use crate::widget::face::Wanted;
use crate::widget::grid::{self, Grid};
use crate::window::Notice;

impl Editor {
    pub(super) fn searching(&mut self, message: finder::Message, book: &Book) -> Action {
        self.finder.set_deck(Some(&self.bench.deck));
        let before = self.finder.text.clone();
        let task = self.finder.update(message, &book.game).map(Message::Search);
        self.hover = None;
        match self.finder.text == before {
            true => Action::Run(task),
            false => Action::Run(Task::batch([task, grid::scroll_to(LIST, 0.0)])),
        }
    }

    pub(super) fn exporting(&mut self, message: export::Message, book: &Book) -> Action {
        let format = self.format(book).map_or_else(|| self.bench.deck.format.clone(), |f| f.name.clone());
        let state = (format.as_str(), self.legal());
        let Some(export) = &mut self.export else { return Action::None };
        match export.update(message, &book.game, &self.bench.deck, state) {
            export::Action::None => Action::None,
            export::Action::Run(task) => Action::Run(task.map(Message::Export)),
            export::Action::Closed => {
                self.export = None;
                Action::None
            }
            export::Action::Print(job) => {
                self.export = None;
                Action::Print(job)
            }
            export::Action::Done(notice, task) => {
                self.export = None;
                Action::SayAndRun(notice, task.map(Message::Export))
            }
        }
    }

    pub(super) fn handling(&mut self, message: hands::Message, book: &Book, chance: &mut Chance) -> Action {
        if matches!(message, hands::Message::Back) {
            self.tab = Tab::Deck;
            return Action::None;
        }
        match self.hands.as_mut().map(|h| h.update(message, book, chance)) {
            Some(Err(e)) => Action::Say(Notice::wrong(e)),
            Some(Ok(task)) => Action::Run(task.map(Message::Hands)),
            None => Action::None,
        }
    }

    /// Shows another view of the deck as it is now.
    pub fn show(&mut self, tab: Tab, library: &Library, book: &Book, chance: &mut Chance) -> Action {
        self.tab = tab;
        self.hover = None;
        match tab {
            Tab::Deck => {}
            Tab::TimeLine => {
                let (game, deck) = (&book.game, &self.bench.deck);
                self.timeline = match self.timeline.take() {
                    Some(tried) => tried.renewed(game, deck),
                    None => TimeLine::of(game, deck),
                };
            }
            Tab::Numbers => {
                let question = self.numbers.take().map_or_else(String::new, |n| n.question);
                self.numbers = Some(Numbers::new(book, &self.bench, question));
            }
            Tab::History => match &mut self.history {
                Some(history) => history.renew(library, book, &self.bench),
                None => self.history = Some(History::new(library, book, &self.bench)),
            },
            Tab::Hands if self.hands.is_some() => {}
            Tab::Hands => {
                let (Some(format), true) = (self.format(book), self.legal()) else { return Action::None };
                match Hands::new(book, format, &self.bench, chance) {
                    Ok((hands, task)) => {
                        self.hands = Some(hands);
                        return Action::Run(task.map(Message::Hands));
                    }
                    Err(e) => return Action::Say(Notice::wrong(e)),
                }
            }
        }
        Action::None
    }

    pub(super) fn grid(&self, room: Size) -> Grid {
        Grid::of_rows(lists::search::width(room) - 24.0, lists::search::ROW)
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, book: &Book, room: Size) -> Vec<Wanted> {
        match (self.tab, &self.hands) {
            (Tab::Hands, Some(hands)) => return hands.wanted(room),
            (Tab::Deck, _) => {}
            _ => return Vec::new(),
        }
        let mut wanted: Vec<Wanted> = self.hover.iter().map(|(card, _)| (*card, PREVIEW as u32)).collect();
        if self.manner.pictured {
            wanted.extend(lists::faces(&book.game, &self.bench.deck, room, self.manner));
        }
        wanted
    }
}
