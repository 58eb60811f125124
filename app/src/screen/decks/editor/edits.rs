//! What the editor does to the deck. Every edit is saved as it is made, and told at the foot of the window.

use catalog::CardIx;
use catalog::store::{Error, Library};
use catalog::tr;
use formats::Book;
use formats::check::{self, Violation};
use formats::deck::{Deck, Edit, EditReason, Listed, Part};
use formats::limited::Pool;

use super::{Action, Editor, Message};
use crate::screen::decks::side::{notes, plans};
use crate::screen::decks::{history, offers};
use crate::window::Notice;

impl Editor {
    /// Does an edit, if there is one.
    ///
    /// # Errors
    /// Of the library.
    pub(super) fn edit(
        &mut self,
        library: &mut Library,
        book: &Book,
        edit: impl Into<Option<Edit>>,
    ) -> Result<Option<String>, Error> {
        let Some(edit) = edit.into() else { return Ok(None) };
        let told = self.bench.edit(library, &book.game, edit)?;
        self.changed(library, book);
        Ok(Some(told))
    }

    /// Adds copies of a card to the list it belongs to, or takes them out of the last list that has it.
    ///
    /// # Errors
    /// Of the library.
    pub fn copies(
        &mut self,
        library: &mut Library,
        book: &Book,
        card: CardIx,
        by: i64,
    ) -> Result<Option<String>, Error> {
        let (game, deck) = (&book.game, &self.bench.deck);
        let listed = Listed::Card(card);
        let home = self.home(book, card);
        let has = |part: &Part| deck.copies(part, &listed) > 0;
        let last = || (0..game.sections.len()).rev().map(Part::Section).find(has);
        let part = if by > 0 || has(&home) { Some(home) } else { last() };
        let edit = part.and_then(|part| counted(book, deck, &part, &listed, by));
        self.edit(library, book, edit)
    }

    /// The list that copies of a card go to.
    fn home(&self, book: &Book, card: CardIx) -> Part {
        let (game, deck) = (&book.game, &self.bench.deck);
        let takes = |part: &Part| match part {
            Part::Section(at) => game.sections[*at].accepts.matches(game.card(card)),
            Part::Own(_) => true,
        };
        // A card that the format has no section for goes where the game wants it; the check says so.
        let sections = || (0..game.sections.len()).map(Part::Section).filter(takes);
        let first = || sections().find(|part| offers(book, deck, part)).or_else(|| sections().next());
        self.target.clone().filter(takes).or_else(first).unwrap_or(Part::Section(0))
    }

    /// Why Enter adds no copy of a card that is at its limit; `None` if it does. Whoever wants one more can say so with +.
    pub fn limit(&self, book: &Book, card: CardIx) -> Option<Notice> {
        let Part::Section(section) = self.home(book, card) else { return None };
        let format = self.format(book)?;
        let over = check::limit(&book.game, format, &self.bench.deck, self.bench.pool.as_ref(), section, card)?;
        Some(Notice::wrong(tr!("Not added. {why}. Press + if you want it all the same.", why = over.message)))
    }

    /// Saves what was typed into the name and the notes.
    pub(in crate::screen::decks) fn settle(&mut self, library: &mut Library, book: &Book) -> Result<(), Error> {
        let name = self.name.trim().to_owned();
        let renamed = (!name.is_empty() && name != self.bench.deck.name).then_some(Edit::Rename(name));
        let edits: Vec<Edit> = renamed.into_iter().chain(self.notes.settled(&self.bench.deck)).collect();
        for edit in edits {
            self.edit(library, book, edit)?;
        }
        Ok(())
    }

    /// Reads a message that changes the deck.
    pub(super) fn editing(&mut self, message: Message, library: &mut Library, book: &Book) -> Action {
        let game = &book.game;
        let done = match message {
            Message::Entered(card) => match self.limit(book, card) {
                Some(notice) => return Action::Say(notice),
                None => self.copies(library, book, card, 1),
            },
            Message::Copies(card, by) => self.copies(library, book, card, by),
            Message::Here(part, card, by) => {
                let edit = counted(book, &self.bench.deck, &part, &card, by);
                self.edit(library, book, edit)
            }
            Message::Edited(edit) => self.edit(library, book, edit),
            Message::AllMended => {
                let edit = self.mended(book);
                self.edit(library, book, edit)
            }
            Message::FormatChosen(format) => self.edit(library, book, Edit::Format(format)),
            Message::Undo | Message::Redo => {
                let undo = matches!(message, Message::Undo);
                let library = &mut *library;
                let done = if undo { self.bench.undo(library, game) } else { self.bench.redo(library, game) };
                self.changed(library, book);
                let word = if undo { tr!("Undone") } else { tr!("Done again") };
                done.map(|done| done.then(|| word.to_owned()))
            }
            Message::Notes(message) => match self.notes.update(message, game, &self.bench.deck) {
                notes::Action::None => return Action::None,
                notes::Action::Pause => return Action::Run(notes::pause()),
                notes::Action::Refuse(why) => return Action::Say(Notice::wrong(why)),
                notes::Action::Edit(edit) => self.edit(library, book, edit),
            },
            Message::Plans(message) => match self.plans.update(message, game, &self.bench.deck) {
                plans::Action::None => return Action::None,
                plans::Action::Refuse(why) => return Action::Say(Notice::wrong(why)),
                plans::Action::Edit(edit) => self.edit(library, book, edit),
            },
            Message::History(message) => return self.remembering(message, library, book),
            _ => return Action::None,
        };
        self.told(done, library, book)
    }

    /// The edit that mends all that can be mended card by card.
    fn mended(&self, book: &Book) -> Option<Edit> {
        let (deck, game) = (&self.bench.deck, &book.game);
        let mended = check::mend(game, book.format(&deck.format)?, deck, self.bench.pool.as_ref());
        Edit::together(Some(EditReason::AllFixed), check::edits(game, deck, &mended.changes))
    }

    fn remembering(&mut self, message: history::Message, library: &mut Library, book: &Book) -> Action {
        let Some(history) = &mut self.history else { return Action::None };
        let done = match history.update(message, library, book, &self.bench) {
            history::Action::None => return Action::None,
            history::Action::GoBack(moment) => {
                let done = self.bench.go_back(library, &book.game, &moment).map(Some);
                self.changed(library, book);
                done
            }
            history::Action::Call(moment, name) => {
                let done = self.bench.call(library, &book.game, moment, &name);
                self.changed(library, book);
                done.map(|()| Some(tr!("The moment has a name")))
            }
            history::Action::Edit(edit) => self.edit(library, book, edit),
        };
        self.told(done, library, book)
    }

    fn told(&mut self, done: Result<Option<String>, Error>, library: &Library, book: &Book) -> Action {
        match done {
            Ok(Some(told)) => Action::Say(Notice::done(tr!("{told}, saved", told))),
            Ok(None) => Action::None,
            Err(e) => self.refused(e, library, book),
        }
    }

    pub(super) fn refused(&mut self, error: Error, library: &Library, book: &Book) -> Action {
        if matches!(error, Error::Moved) {
            self.changed(library, book);
            let name = &self.bench.deck.name;
            return Action::Say(Notice::wrong(tr!(
                "“{name}” was changed by another program and has been read anew; look, and do it once more",
                name
            )));
        }
        Action::Say(Notice::wrong(error))
    }
}

/// The edit that adds copies of a card to a list, or takes them out; `None` if it would change nothing.
fn counted(book: &Book, deck: &Deck, part: &Part, card: &Listed, by: i64) -> Option<Edit> {
    let before = deck.copies(part, card);
    let count = u32::try_from(i64::from(before) + by).unwrap_or(0);
    (count != before).then(|| Edit::putting(&book.game, deck, part, card, count))
}

/// The edits that mend a violation, as one; `None` if nothing can be done about it.
pub fn mending(book: &Book, deck: &Deck, pool: Option<&Pool>, violation: &Violation) -> Option<Edit> {
    let format = book.format(&deck.format)?;
    let changes = check::remedy(&book.game, format, deck, pool, violation);
    Edit::together(Some(EditReason::Fixed), check::edits(&book.game, deck, &changes))
}
