//! What the editor does to the deck. Every edit is saved as it is made, and told at the foot of the window.

use catalog::CardIx;
use catalog::store::{Error, Library};
use catalog::tr;
use formats::GameLibrary;
use formats::check::{self, FixedDeck};
use formats::deck::{Deck, DeckPart, Edit, EditReason, Listed};

use super::state::{Action, Editor, Message, Request};
use crate::notice::{Notice, UndoTarget};
use crate::screen::decks::lists::search;
use crate::screen::decks::parts::is_offered;
use crate::screen::decks::{history, lists, side};

impl Editor {
    /// Does an edit, if there is one.
    ///
    /// # Errors
    /// Of the library.
    pub(super) fn edit(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        edit: impl Into<Option<Edit>>,
    ) -> Result<Option<String>, Error> {
        let Some(edit) = edit.into() else { return Ok(None) };
        let told = self.session.edit(library, &game_library.game, edit)?;
        self.changed(library, game_library);
        Ok(Some(told))
    }

    /// Adds copies of a card to the list it belongs to, or takes them out of the last list that has it.
    ///
    /// # Errors
    /// Of the library.
    pub fn copies(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        card: CardIx,
        by: i64,
    ) -> Result<Option<String>, Error> {
        let (game, deck) = (&game_library.game, &self.session.deck);
        let listed = Listed::Card(card);
        let home = self.destination(game_library, card);
        let has = |part: &DeckPart| deck.copies(part, &listed) > 0;
        let last = || (0..game.sections.len()).rev().map(DeckPart::Section).find(has);
        let part = if by > 0 || has(&home) { Some(home) } else { last() };
        let edit = part.and_then(|part| count_edit(game_library, deck, &part, &listed, by));
        self.edit(library, game_library, edit)
    }

    /// A copy of each of some cards, for one list or wherever they belong.
    fn add_copies(&self, game_library: &GameLibrary, part: Option<&DeckPart>, cards: &[CardIx]) -> Option<Edit> {
        let mut deck = self.session.deck.clone();
        let add = |card: &CardIx| {
            let to = part.cloned().unwrap_or_else(|| self.destination(game_library, *card));
            let edit = count_edit(game_library, &deck, &to, &Listed::Card(*card), 1)?;
            deck.apply(&game_library.game, &edit);
            Some(edit)
        };
        Edit::together(None, cards.iter().filter_map(add).collect())
    }

    /// The list that copies of a card go to.
    fn destination(&self, game_library: &GameLibrary, card: CardIx) -> DeckPart {
        let (game, deck) = (&game_library.game, &self.session.deck);
        let takes = |part: &DeckPart| match part {
            DeckPart::Section(at) => game.sections[*at].accepts.matches(game.card(card)),
            DeckPart::Own(_) => true,
        };
        // A card that the format has no section for goes where the game wants it; the check says so.
        let sections = || (0..game.sections.len()).map(DeckPart::Section).filter(takes);
        let first = || sections().find(|part| is_offered(game_library, deck, part)).or_else(|| sections().next());
        self.target.clone().filter(takes).or_else(first).unwrap_or(DeckPart::Section(0))
    }

    /// Why Enter adds no copy of a card that is at its limit; `None` if it does. Whoever wants one more can say so with +.
    pub fn limit_notice(&self, game_library: &GameLibrary, card: CardIx) -> Option<Notice> {
        let DeckPart::Section(section) = self.destination(game_library, card) else { return None };
        let format = self.format(game_library)?;
        let over = check::copy_limit(
            &game_library.game,
            format,
            &self.session.deck,
            self.session.pool.as_ref(),
            section,
            card,
        )?;
        Some(Notice::wrong(tr!("Not added. {why}. Press + to add it anyway.", why = over.message)))
    }

    /// Saves what was typed into the name and the notes.
    pub(in crate::screen::decks) fn save_pending(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Result<(), Error> {
        let name = self.name.trim().to_owned();
        let renamed = (!name.is_empty() && name != self.session.deck.name).then_some(Edit::Rename(name));
        let edits: Vec<Edit> = renamed.into_iter().chain(self.side.notes.pending_edits(&self.session.deck)).collect();
        for edit in edits {
            self.edit(library, game_library, edit)?;
        }
        Ok(())
    }

    /// Reads a message that changes the deck.
    pub(super) fn handle_edit_message(
        &mut self,
        message: Message,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Action {
        let game = &game_library.game;
        let done = match message {
            Message::Entered(card) => match self.limit_notice(game_library, card) {
                Some(notice) => return Action::Say(notice),
                None => self.copies(library, game_library, card, 1),
            },
            Message::Found(search::Message::Copies(card, by)) => self.copies(library, game_library, card, by),
            Message::Found(search::Message::Added(part, card)) => {
                let edit = count_edit(game_library, &self.session.deck, &part, &Listed::Card(card), 1);
                self.edit(library, game_library, edit)
            }
            Message::Found(search::Message::AllAdded(part, cards)) => {
                self.found_selection.restart(None);
                let edit = self.add_copies(game_library, part.as_ref(), &cards);
                self.edit(library, game_library, edit)
            }
            Message::Lists(lists::Message::Counted(part, card, by)) => {
                let edit = count_edit(game_library, &self.session.deck, &part, &card, by);
                self.edit(library, game_library, edit)
            }
            Message::Lists(lists::Message::Moved(edit)) => self.edit(library, game_library, edit),
            Message::AllFixed => {
                let edit = self.fix_all(game_library);
                self.edit(library, game_library, edit)
            }
            Message::FormatChosen(format) => self.edit(library, game_library, Edit::Format(format)),
            Message::Undo | Message::Redo => {
                let undo = matches!(message, Message::Undo);
                let library = &mut *library;
                let done = if undo { self.session.undo(library, game) } else { self.session.redo(library, game) };
                self.changed(library, game_library);
                let word = if undo { tr!("Undone") } else { tr!("Redone") };
                return match done {
                    Ok(true) => Action::done(word),
                    Ok(false) => Action::None,
                    Err(e) => self.report_error(e, library, game_library),
                };
            }
            Message::Side(message) => {
                let action = self.side.update(message, game, &self.session.deck);
                return action.map(Message::Side, |request| match request {
                    side::Request::Edit(edit) => self.edit_and_report(edit, library, game_library),
                    side::Request::PreviewFix => {
                        let changes = self.fixed(game_library).map(|fixed| fixed.changes);
                        self.side.preview_fix(changes);
                        Action::None
                    }
                    side::Request::FixAll => self.handle_edit_message(Message::AllFixed, library, game_library),
                    side::Request::WantMissing => Action::Ask(Request::WantMissing),
                });
            }
            Message::History(message) => return self.handle_history_message(message, library, game_library),
            _ => return Action::None,
        };
        self.report_edit(done, library, game_library)
    }

    pub(super) fn edit_and_report(&mut self, edit: Edit, library: &mut Library, game_library: &GameLibrary) -> Action {
        let done = self.edit(library, game_library, edit);
        self.report_edit(done, library, game_library)
    }

    /// The edit that mends all that can be mended card by card.
    fn fix_all(&self, game_library: &GameLibrary) -> Option<Edit> {
        let fixed = self.fixed(game_library)?;
        let edits = check::edits(&game_library.game, &self.session.deck, &fixed.changes);
        Edit::together(Some(EditReason::AllFixed), edits)
    }

    /// The deck with all mended that can be mended card by card.
    fn fixed(&self, game_library: &GameLibrary) -> Option<FixedDeck> {
        let (deck, pool) = (&self.session.deck, self.session.pool.as_ref());
        Some(check::fix_deck(&game_library.game, game_library.format(&deck.format)?, deck, pool))
    }

    fn handle_history_message(
        &mut self,
        message: history::Message,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Action {
        let Some(history) = &mut self.history else { return Action::None };
        history.update(message, library, game_library, &self.session).map(Message::History, |request| {
            let done = match request {
                history::Request::GoBack(moment) => {
                    let done = self.session.restore(library, &game_library.game, &moment).map(Some);
                    self.changed(library, game_library);
                    done
                }
                history::Request::NameMoment(moment, name) => {
                    let done = self.session.name_moment(library, &game_library.game, moment, &name);
                    self.changed(library, game_library);
                    done.map(|()| Some(tr!("Version named")))
                }
                history::Request::Edit(edit) => self.edit(library, game_library, edit),
            };
            self.report_edit(done, library, game_library)
        })
    }

    fn report_edit(
        &mut self,
        done: Result<Option<String>, Error>,
        library: &Library,
        game_library: &GameLibrary,
    ) -> Action {
        match done {
            Ok(Some(told)) => {
                let notice = Notice::done(tr!("{told}, saved", told));
                Action::Say(if self.session.can_undo() { notice.undoable(UndoTarget::Deck) } else { notice })
            }
            Ok(None) => Action::None,
            Err(e) => self.report_error(e, library, game_library),
        }
    }

    pub(super) fn report_error(&mut self, error: Error, library: &Library, game_library: &GameLibrary) -> Action {
        if matches!(error, Error::Moved) {
            self.changed(library, game_library);
            let name = &self.session.deck.name;
            return Action::wrong(tr!(
                "“{name}” was changed by another program and has been reloaded. Please check and try again.",
                name
            ));
        }
        Action::wrong(error)
    }
}

/// The edit that adds copies of a card to a list, or takes them out; `None` if it would change nothing.
fn count_edit(game_library: &GameLibrary, deck: &Deck, part: &DeckPart, card: &Listed, by: i64) -> Option<Edit> {
    let before = deck.copies(part, card);
    let count = u32::try_from(i64::from(before) + by).unwrap_or(0);
    (count != before).then(|| Edit::putting(&game_library.game, deck, part, card, count))
}
