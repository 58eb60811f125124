//! What is shown of the deck: its views, the search, the export; and the faces that they need.

use catalog::store::Library;
use formats::GameLibrary;
use iced::{Size, Task};

use super::state::{Action, DeckTab, Editor, LIST, Message, Request};
use crate::screen::decks::hands::{self, Hands};
use crate::screen::decks::history::History;
use crate::screen::decks::numbers::Numbers;
use crate::screen::decks::timeline::TimeLine;
use crate::screen::decks::{export, lists, side};
use crate::screen::{SeedSource, finder};
use crate::theme::space;
use crate::widget::face::FaceRequest;
use crate::widget::grid::{self, Grid};

impl Editor {
    pub(super) fn handle_search_message(&mut self, message: finder::Message, game_library: &GameLibrary) -> Action {
        self.finder.set_deck(Some(&self.session.deck));
        let before = self.finder.text.clone();
        let task = self.finder.update(message, &game_library.game).map(Message::Search);
        self.prune_found_selection();
        if self.finder.text == before {
            Action::Run(task)
        } else {
            Action::Run(Task::batch([task, grid::scroll_to(LIST, 0.0)]))
        }
    }

    /// Only what was found stays chosen.
    pub(super) fn prune_found_selection(&mut self) {
        let found = &self.finder.found;
        self.found_selection.retain(|card| found.contains(card));
    }

    pub(super) fn handle_export_message(&mut self, message: export::Message, game_library: &GameLibrary) -> Action {
        let format = self.format(game_library).map_or_else(|| self.session.deck.format.clone(), |f| f.name.clone());
        let state = (format.as_str(), self.legal());
        let Some(export) = &mut self.export else { return Action::None };
        export.update(message, &game_library.game, &self.session.deck, state).map(Message::Export, |request| {
            self.export = None;
            match request {
                export::Request::Close => Action::None,
                export::Request::Print(job) => Action::Ask(Request::Print(job)),
                export::Request::Done(notice, task) => Action::SayAndRun(notice, task.map(Message::Export)),
            }
        })
    }

    pub(super) fn handle_hands_message(
        &mut self,
        message: hands::Message,
        game_library: &GameLibrary,
        chance: &mut SeedSource,
    ) -> Action {
        if matches!(message, hands::Message::Back) {
            self.tab = DeckTab::Deck;
            return Action::None;
        }
        match self.hands.as_mut().map(|h| h.update(message, game_library, chance)) {
            Some(Err(e)) => Action::wrong(e),
            Some(Ok(task)) => Action::Run(task.map(Message::Hands)),
            None => Action::None,
        }
    }

    /// Shows another view of the deck as it is now.
    pub fn show(
        &mut self,
        tab: DeckTab,
        library: &Library,
        game_library: &GameLibrary,
        chance: &mut SeedSource,
    ) -> Action {
        self.tab = tab;
        match tab {
            DeckTab::Deck => {}
            DeckTab::TimeLine => {
                let (game, deck) = (&game_library.game, &self.session.deck);
                self.timeline = match self.timeline.take() {
                    Some(tried) => tried.renewed(game, deck),
                    None => TimeLine::new(game, deck),
                };
            }
            DeckTab::Numbers => {
                let question = self.numbers.take().map_or_else(String::new, |n| n.question);
                self.numbers = Some(Numbers::new(game_library, &self.session, question));
            }
            DeckTab::History => match &mut self.history {
                Some(history) => history.renew(library, game_library, &self.session),
                None => self.history = Some(History::new(library, game_library, &self.session)),
            },
            DeckTab::Hands if self.hands.is_some() => {}
            DeckTab::Hands => {
                let (Some(format), true) = (self.format(game_library), self.legal()) else { return Action::None };
                match Hands::new(game_library, format, &self.session, chance) {
                    Ok((hands, task)) => {
                        self.hands = Some(hands);
                        return Action::Run(task.map(Message::Hands));
                    }
                    Err(e) => return Action::wrong(e),
                }
            }
        }
        Action::None
    }

    pub(super) fn grid(&self, bounds: Size) -> Grid {
        Grid::for_rows(lists::search::width(bounds) - 24.0, lists::search::ROW)
    }

    /// Pixels for the deck between the search and the panel.
    pub(super) fn middle_width(bounds: Size) -> f32 {
        bounds.width - lists::search::width(bounds) - side::width(bounds) - 2.0 * space::L - 14.0
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, game_library: &GameLibrary, bounds: Size) -> Vec<FaceRequest> {
        match (self.tab, &self.hands, &self.timeline) {
            (DeckTab::Hands, Some(hands), _) => return hands.wanted(bounds),
            (DeckTab::TimeLine, _, Some(timeline)) => return timeline.wanted(&game_library.game),
            (DeckTab::Deck, ..) => {}
            _ => return Vec::new(),
        }
        let mut wanted = Vec::new();
        let width = Editor::middle_width(bounds);
        if let Some(choice) = self.leader_choice(game_library) {
            wanted.extend(choice.faces(bounds, width));
        }
        if self.list_style.pictured {
            wanted.extend(lists::faces(&game_library.game, &self.session.deck, bounds, width, self.list_style));
        }
        wanted
    }
}
