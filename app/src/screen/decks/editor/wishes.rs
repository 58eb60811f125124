//! What keys do in the editor.

use catalog::store::Library;
use formats::Book;
use iced::Size;

use super::{Action, Editor, LIST, Message, Side, Tab};
use crate::key::Wish;
use crate::screen::Chance;
use crate::screen::decks::hands;
use crate::widget::grid::{self, Step};

impl Editor {
    /// Whether something floats below the search.
    pub fn floats(&self) -> bool {
        self.tab == Tab::Deck && self.finder.floats()
    }

    /// Whether a half-typed word of the search can be completed.
    pub fn completes(&self) -> bool {
        self.tab == Tab::Deck && self.finder.completes()
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, library: &mut Library, book: &Book, chance: &mut Chance, room: Size) -> Action {
        let update = |editor: &mut Editor, chance: &mut Chance, library: &mut Library, message| {
            editor.update(message, library, book, chance)
        };
        if self.tab == Tab::Deck
            && self.export.is_none()
            && let Some(task) = self.finder.wish(wish, &book.game)
        {
            return Action::Run(task.map(Message::Search));
        }
        if let Some(export) = &self.export
            && let Some(message) = export.wish(wish, self.legal())
        {
            return update(self, chance, library, Message::Export(message));
        }
        match wish {
            Wish::Export => return update(self, chance, library, Message::Exporting),
            Wish::Mend => return update(self, chance, library, Message::AllMended),
            Wish::Pair => return Action::Play,
            Wish::Pick(at) => {
                return match Editor::tabs(&book.game).get(at) {
                    Some((_, tab)) => update(self, chance, library, Message::TabChosen(*tab)),
                    None => Action::None,
                };
            }
            Wish::Undo => return update(self, chance, library, Message::Undo),
            Wish::Redo => return update(self, chance, library, Message::Redo),
            Wish::Name => {
                let shown = update(self, chance, library, Message::TabChosen(Tab::History));
                if let Some(history) = &mut self.history {
                    return Action::Run(history.name_now(library, book, &self.bench).map(Message::History));
                }
                return shown;
            }
            Wish::Back if self.export.is_some() => self.export = None,
            Wish::Back if self.tab != Tab::Deck => self.tab = Tab::Deck,
            Wish::Back if !self.finder.text.is_empty() => {
                let clear = crate::screen::finder::Message::Typed(String::new());
                return update(self, chance, library, Message::Search(clear));
            }
            Wish::Back => return update(self, chance, library, Message::Closed),
            wish if self.tab == Tab::Hands => {
                return match hands::Message::of(wish) {
                    Some(message) => update(self, chance, library, Message::Hands(message)),
                    None => Action::None,
                };
            }
            _ if self.tab != Tab::Deck => {}
            Wish::Search => return Action::Run(self.finder.focus()),
            wish => {
                if let Some(step) = Step::of(wish) {
                    let offset = self.finder.step(&self.grid(room), step);
                    self.hover = self.finder.card().map(|c| (c, Side::Search));
                    return offset.map_or(Action::None, |o| Action::Run(grid::scroll_to(LIST, o)));
                }
                let card = self.finder.card().or_else(|| self.finder.found.first().copied());
                let message = match (wish, card) {
                    (Wish::Enter, Some(card)) => Message::Entered(card),
                    (Wish::More, Some(card)) => Message::Copies(card, 1),
                    (Wish::Less, Some(card)) => Message::Copies(card, -1),
                    _ => return Action::None,
                };
                return update(self, chance, library, message);
            }
        }
        Action::None
    }
}
