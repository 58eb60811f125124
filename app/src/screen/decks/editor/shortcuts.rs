//! What keys do in the editor.

use catalog::store::Library;
use formats::GameLibrary;
use iced::Size;

use super::state::{Action, DeckTab, Editor, LIST, Message, Request};
use crate::key::Shortcut;
use crate::screen::SeedSource;
use crate::screen::decks::hands;
use crate::screen::decks::lists::search;
use crate::widget::grid::{self, GridStep};

impl Editor {
    /// Whether something floats below the search.
    pub fn has_overlay(&self) -> bool {
        self.tab == DeckTab::Deck && self.finder.has_overlay()
    }

    fn has_selection(&self) -> bool {
        !self.selection.is_empty() || !self.found_selection.is_empty() || self.side.has_card()
    }

    fn clear_selection(&mut self) {
        self.selection.restart(None);
        self.found_selection.restart(None);
        self.side.show_check();
    }

    /// Whether a half-typed word of the search can be completed.
    pub fn can_complete(&self) -> bool {
        self.tab == DeckTab::Deck && self.finder.can_complete()
    }

    /// Does what a shortcut says.
    pub fn shortcut(
        &mut self,
        shortcut: Shortcut,
        library: &mut Library,
        game_library: &GameLibrary,
        chance: &mut SeedSource,
        bounds: Size,
    ) -> Action {
        let update = |editor: &mut Editor, chance: &mut SeedSource, library: &mut Library, message| {
            editor.update(message, library, game_library, chance)
        };
        if self.tab == DeckTab::Deck
            && self.export.is_none()
            && let Some(task) = self.finder.shortcut(shortcut, &game_library.game)
        {
            self.prune_found_selection();
            return Action::Run(task.map(Message::Search));
        }
        if let Some(export) = &self.export
            && let Some(message) = export.message_for(shortcut, self.legal())
        {
            return update(self, chance, library, Message::Export(message));
        }
        match shortcut {
            Shortcut::Export => return update(self, chance, library, Message::Exporting),
            Shortcut::Fix => return update(self, chance, library, Message::AllFixed),
            Shortcut::Pair => return Action::Ask(Request::Play),
            Shortcut::Pick(at) => {
                return match Editor::tabs(&game_library.game).get(at) {
                    Some((_, tab)) => update(self, chance, library, Message::TabChosen(*tab)),
                    None => Action::None,
                };
            }
            Shortcut::Undo => return update(self, chance, library, Message::Undo),
            Shortcut::Redo => return update(self, chance, library, Message::Redo),
            Shortcut::Name => {
                let shown = update(self, chance, library, Message::TabChosen(DeckTab::History));
                if let Some(history) = &mut self.history {
                    return Action::Run(
                        history.name_latest(library, game_library, &self.session).map(Message::History),
                    );
                }
                return shown;
            }
            Shortcut::Back if self.export.is_some() => self.export = None,
            Shortcut::Back if self.tab != DeckTab::Deck => self.tab = DeckTab::Deck,
            // What is chosen is let go before the search is, and the search before the deck.
            Shortcut::Back if self.has_selection() => self.clear_selection(),
            Shortcut::Back if !self.finder.text.is_empty() => {
                let clear = crate::screen::finder::Message::Typed(String::new());
                return update(self, chance, library, Message::Search(clear));
            }
            Shortcut::Back => return update(self, chance, library, Message::Closed),
            shortcut if self.tab == DeckTab::Hands => {
                return match hands::Message::for_shortcut(shortcut) {
                    Some(message) => update(self, chance, library, Message::Hands(message)),
                    None => Action::None,
                };
            }
            _ if self.tab != DeckTab::Deck => {}
            Shortcut::Search => return Action::Run(self.finder.focus()),
            shortcut => {
                if let Some(step) = GridStep::from_shortcut(shortcut) {
                    let offset = self.finder.step(&self.grid(bounds), step);
                    self.found_selection.restart(self.finder.card());
                    return offset.map_or(Action::None, |o| Action::Run(grid::scroll_to(LIST, o)));
                }
                let card = self.finder.card().or_else(|| self.finder.found.first().copied());
                let message = match (shortcut, card) {
                    (Shortcut::Enter, Some(card)) => Message::Entered(card),
                    (Shortcut::More, Some(card)) => Message::Found(search::Message::Copies(card, 1)),
                    (Shortcut::Less, Some(card)) => Message::Found(search::Message::Copies(card, -1)),
                    _ => return Action::None,
                };
                return update(self, chance, library, message);
            }
        }
        Action::None
    }
}
