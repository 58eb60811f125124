//! One deck: search at the left, the deck in the middle, what there is to say about it at the right; or its numbers, its
//! hands, its history.

mod edits;
mod shortcuts;
mod state;
mod tabs;
mod view;

use std::sync::Arc;
use std::time::Instant;

use catalog::store::{Error, Library};
use catalog::{CardIx, GameData};
use formats::check::{self, CheckReport};
use formats::deck::{DeckPart, MAYBEBOARD};
use formats::{DeckFormat, GameLibrary};

use iced::widget::Id;
use iced::widget::operation::focus;

use super::export::Export;
use super::lists::leader::LeaderChoice;
use super::lists::{self, ListStyle, search};
use super::side::{DeckSide, notes};
use crate::screen::SeedSource;
use crate::screen::double_press::DoublePress;
use crate::screen::finder::{DeckOrder, Finder};
use crate::screen::selection::Selection;
use crate::search_context::OwnedCopies;
use formats::saved::deck::DeckSession;
pub use state::{Action, DeckTab, Editor, Message, Request};

/// Id of the search field.
pub const SEARCH: &str = "deck-search";
/// The setting that keeps whether the deck is shown as faces.
const PICTURED: &str = "decks.pictured";
/// The setting that keeps how large they are.
const ZOOM: &str = "decks.zoom";

impl Editor {
    /// What is shown of the deck.
    pub fn tab(&self) -> DeckTab {
        self.tab
    }

    /// The editor of a deck.
    pub fn new(library: &Library, game_library: &GameLibrary, session: DeckSession) -> Editor {
        let pool = session.pool.as_ref().map(|p| {
            let mut cards = p.cards.clone();
            // What the format gives without limit can be searched for, too.
            cards.extend(free_cards(game_library, &session.deck.format));
            cards
        });
        let pictured = library.setting(PICTURED).ok().flatten().unwrap_or(true);
        let zoom = library.setting(ZOOM).ok().flatten().unwrap_or_default();
        let mut editor = Editor {
            finder: Finder::new(game_library, SEARCH, pool),
            name: session.deck.name.clone(),
            side: DeckSide::new(&session.deck),
            session,
            report: None,
            tab: DeckTab::Deck,
            list_style: ListStyle { pictured, by_tag: false, zoom },
            selection: Selection::default(),
            found_selection: Selection::default(),
            pressed: DoublePress::default(),
            target: None,
            export: None,
            hands: None,
            history: None,
            numbers: None,
            timeline: None,
        };
        editor.check(game_library);
        editor
    }

    /// Goes on with the game as it was read again: the deck, its log, the search and the view stay.
    pub fn renew(
        &mut self,
        old: &GameData,
        library: &Library,
        game_library: &GameLibrary,
        chance: &mut SeedSource,
    ) -> Action {
        self.session.update_game(old, &game_library.game);
        self.finder.renew(old, game_library);
        self.found_selection.restart(None);
        self.selection.restart(None);
        self.target = self.target.take().and_then(|part| self.session.deck.part(&game_library.game, part.key(old)));
        self.side.notes.choose(&self.session.deck, None, &game_library.game);
        self.check(game_library);
        self.show(self.tab, library, game_library, chance)
    }

    /// Reads the deck anew if another program has changed it.
    pub fn refresh(&mut self, library: &Library, game_library: &GameLibrary) -> Result<(), Error> {
        if self.session.refresh(library, &game_library.game)? {
            self.changed(library, game_library);
        }
        Ok(())
    }

    fn format<'b>(&self, game_library: &'b GameLibrary) -> Option<&'b DeckFormat> {
        game_library.format(&self.session.deck.format)
    }

    fn leader_choice(&self, game_library: &GameLibrary) -> Option<LeaderChoice> {
        let format = self.format(game_library)?;
        LeaderChoice::new(&game_library.game, format, &self.session.deck, self.session.pool.as_ref())
    }

    /// Shows what the format says.
    pub fn show_check(&mut self) {
        self.side.show_check();
    }

    /// Whether nothing is wrong.
    pub fn legal(&self) -> bool {
        self.report.as_ref().is_some_and(CheckReport::passes)
    }

    fn check(&mut self, game_library: &GameLibrary) {
        let deck = &self.session.deck;
        self.report =
            self.format(game_library).map(|f| check::check(&game_library.game, f, deck, self.session.pool.as_ref()));
        let deck = (&self.session.deck, self.session.pool.as_ref());
        self.side.renew_fixes(game_library, deck, self.report.as_ref());
        let home = self.format(game_library).and_then(|format| format.home);
        self.finder.set_order(&game_library.game, DeckOrder::new(&game_library.game, &self.session.deck, home));
        // Hands of the deck as it was would be lies.
        self.hands = None;
    }

    /// Takes note of a deck that is another one now.
    fn changed(&mut self, library: &Library, game_library: &GameLibrary) {
        self.check(game_library);
        self.name.clone_from(&self.session.deck.name);
        let deck = &self.session.deck;
        self.selection.retain(|(part, card)| deck.copies(part, card) > 0);
        self.side.notes.renew(&self.session.deck);
        if let Some(tried) = self.timeline.take() {
            self.timeline = tried.renewed(&game_library.game, &self.session.deck);
        }
        if let Some(numbers) = &mut self.numbers {
            numbers.renew(game_library, &self.session);
        }
        if let Some(history) = &mut self.history {
            history.renew(library, game_library, &self.session);
        }
        let gone = |part: &DeckPart| matches!(part, DeckPart::Own(name) if name != MAYBEBOARD && !self.session.deck.own.contains_key(name));
        self.target.take_if(|part| gone(part));
    }

    /// The collection has changed.
    pub fn set_collection(&mut self, owned: &Arc<OwnedCopies>) {
        self.finder.set_collection(owned);
    }

    /// Reads a message.
    pub fn update(
        &mut self,
        message: Message,
        library: &mut Library,
        game_library: &GameLibrary,
        chance: &mut SeedSource,
    ) -> Action {
        if !message.is_typing() {
            // What was typed is saved before anything else happens.
            if let Err(e) = self.save_pending(library, game_library) {
                return self.report_error(e, library, game_library);
            }
        }
        match message {
            Message::Search(message) | Message::Found(search::Message::Search(message)) => {
                return self.handle_search_message(message, game_library);
            }
            Message::Found(search::Message::Scrolled(viewport)) => self.finder.scroll.set_from(&viewport),
            Message::Found(search::Message::Pressed(at)) => {
                self.finder.chosen = Some(at);
                let card = self.finder.found.get(at).copied();
                self.found_selection.restart(card);
                if let Some(card) = card.filter(|card| self.pressed.is_second(*card, Instant::now())) {
                    return self.handle_edit_message(Message::Entered(card), library, game_library);
                }
            }
            Message::Found(search::Message::Selected(card, how)) => {
                self.finder.chosen = self.finder.found.iter().position(|found| *found == card);
                self.found_selection.select(card, how, &self.finder.found);
            }
            Message::NameTyped(name) => {
                self.name = name;
                return Action::Run(notes::pause(Message::TypingEnded));
            }
            Message::TypingEnded => {}
            // The field lets the keyboard go: no field has this id.
            Message::NameDone => return Action::Run(focus(Id::unique())),
            Message::Lists(lists::Message::Pictured(pictured)) => {
                self.list_style.pictured = pictured;
                return Action::from_result(library.set(PICTURED, &pictured));
            }
            Message::Lists(lists::Message::Zoomed(zoom)) => {
                self.list_style.zoom = zoom;
                return Action::from_result(library.set(ZOOM, &zoom));
            }
            Message::Lists(lists::Message::ByTag(by_tag)) => self.list_style.by_tag = by_tag,
            Message::TargetChosen(part) => self.target = Some(part),
            Message::Lists(lists::Message::Selected(part, card, how)) => {
                let order = lists::order(&game_library.game, &self.session.deck, self.list_style.by_tag);
                self.selection.select((part, card), how, &order);
            }
            Message::Lists(lists::Message::Chosen(part, card)) => {
                self.selection.restart(Some((part, card.clone())));
                self.side.show_notes(&self.session.deck, card, &game_library.game);
            }
            Message::TabChosen(tab) => return self.show(tab, library, game_library, chance),
            Message::Played => return Action::Ask(Request::Play),
            Message::Exporting => self.export = Some(Export::new(&self.session.deck)),
            Message::Export(message) => return self.handle_export_message(message, game_library),
            Message::Hands(message) => return self.handle_hands_message(message, game_library, chance),
            Message::TimeLine(message) => {
                if let Some(timeline) = &mut self.timeline {
                    timeline.update(message);
                }
            }
            Message::Numbers(message) => {
                if let Some(edit) = self.numbers.as_mut().and_then(|numbers| numbers.update(message, game_library)) {
                    return self.edit_and_report(edit, library, game_library);
                }
            }
            Message::Closed => return Action::Ask(Request::Close),
            // Hands of the deck as it is now are dealt at once.
            Message::Undo | Message::Redo if self.tab == DeckTab::Hands => {
                let done = self.handle_edit_message(message, library, game_library);
                return done.and_run(self.show(self.tab, library, game_library, chance));
            }
            message => return self.handle_edit_message(message, library, game_library),
        }
        Action::None
    }
}

impl Message {
    /// Whether a person is typing still, or only looks around.
    fn is_typing(&self) -> bool {
        match self {
            Message::NameTyped(_) | Message::Found(search::Message::Scrolled(_)) => true,
            Message::Side(message) => message.is_typing(),
            _ => false,
        }
    }
}

fn free_cards(game_library: &GameLibrary, format: &str) -> Vec<CardIx> {
    game_library.format(format).and_then(DeckFormat::free_cards).map_or_else(Vec::new, |q| q.select(&game_library.game))
}
