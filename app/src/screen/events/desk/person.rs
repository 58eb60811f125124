//! One player at the desk: the name, the deck that is registered and looked at, the pool with its witness, penalties.

use std::path::Path;

use catalog::store::Library;
use catalog::store::journal::Kind;
use catalog::tr;
use formats::check::LegalDeck;
use formats::deckfile::{self, Outcome, intake};
use formats::event::log::Action as Deed;
use formats::event::{Event, Id};
use formats::limited::Pool;
use formats::{Book, Deck};
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill};

use super::Message as DeskMessage;
use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};
use crate::workbench::Workbench;

/// The player at the desk, with what is typed there.
#[derive(Debug)]
pub(super) struct Person {
    id: Id,
    name: String,
    deck: String,
    pool: String,
    fault: String,
}

/// What is done with them.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another name.
    NameTyped(String),
    /// It is right.
    Renamed,
    /// A deck: a file, or the name of one in the library.
    DeckTyped(String),
    /// It is registered.
    Registered,
    /// A file with a pool.
    PoolTyped(String),
    /// It is written down.
    PoolWritten,
    /// What is wrong with the deck.
    FaultTyped(String),
    /// The deck was looked at.
    Looked,
    /// A penalty, by its place among all, is taken back.
    Pardoned(usize),
}

impl Person {
    /// Comes to the desk.
    pub(super) fn new(event: &Event, id: Id) -> Person {
        let name = event.name(id).to_owned();
        Person { id, name, deck: String::new(), pool: String::new(), fault: String::new() }
    }

    /// Whether it is this player.
    pub(super) fn is(&self, id: Id) -> bool {
        self.id == id
    }

    /// Reads a message; the deed that follows from it, if one does.
    pub(super) fn update(
        &mut self,
        message: Message,
        event: &Event,
        library: &Library,
        book: &Book,
    ) -> Result<Option<Deed>, String> {
        let player = self.id;
        match message {
            Message::NameTyped(text) => self.name = text,
            Message::DeckTyped(text) => self.deck = text,
            Message::PoolTyped(text) => self.pool = text,
            Message::FaultTyped(text) => self.fault = text,
            Message::Renamed => return Ok(Some(Deed::Rename { player, name: self.name.trim().to_owned() })),
            Message::Registered => {
                let legal = legal(self.deck.trim(), event, player, library, book)?;
                let deed = event.register(&book.game, player, &legal).map_err(|e| e.to_string())?;
                self.deck.clear();
                return Ok(Some(deed));
            }
            Message::PoolWritten => {
                let (deck, _) = out_of_file(Path::new(self.pool.trim()), book)?;
                let cards: Vec<_> = (0..deck.sections.len()).flat_map(|section| deck.cards(section)).collect();
                let cards = Pool { cards }.ids(&book.game);
                self.pool.clear();
                return Ok(Some(Deed::Pool { player, cards, witness: event.witness(player) }));
            }
            Message::Looked => {
                let fault = Some(self.fault.trim().to_owned()).filter(|fault| !fault.is_empty());
                self.fault.clear();
                return Ok(Some(Deed::Checked { player, fault }));
            }
            Message::Pardoned(penalty) => return Ok(Some(Deed::Pardon { penalty })),
        }
        Ok(None)
    }

    /// The panel.
    pub(super) fn view<'a>(&'a self, event: &'a Event) -> Element<'a, DeskMessage> {
        let player = &event.players[self.id.at()];
        let close = button::square(icon(Icon::Close, 16.0, Ink::Muted), 28.0).on_press(DeskMessage::PersonLeft);
        let head = row![label::section(player.name.as_str()), gap::horizontal(), close].align_y(Center);
        let deck = match &player.deck {
            Some(deck) => tr!("“{}” is registered.", deck.name),
            None => tr!("No deck is registered."),
        };
        let pool = match &player.pool {
            Some((cards, Some(witness))) => tr!("{} cards, written down by {}.", cards.len(), event.name(*witness)),
            Some((cards, None)) => tr!("{} cards, out of the draft here.", cards.len()),
            None => match event.witness(self.id) {
                Some(witness) => tr!("Not written down yet; {} is the witness.", event.name(witness)),
                None => tr!("Not written down yet."),
            },
        };
        let looked = event.checks.iter().rev().find(|check| check.player == self.id);
        let looked = looked.map(|check| match &check.found {
            None => (Tone::Warn, tr!("Drawn to be looked at.")),
            Some(None) => (Tone::Good, tr!("Looked at: fine.")),
            Some(Some(fault)) => (Tone::Bad, tr!("Looked at: {fault}", fault)),
        });
        let looked = looked.map(|(tone, words)| panel::toned(tone, label::body(words)));
        let given = event.penalties.iter().enumerate().filter(|(_, given)| given.player == self.id);
        let given: Vec<_> = given.map(|(at, given)| penalty(event, at, given)).collect();
        let penalties: Element<'_, DeskMessage> = match given.is_empty() {
            true => label::body(tr!("None.")).style(label::muted).into(),
            false => Column::with_children(given).spacing(space::XS).into(),
        };
        let said = |message: fn(String) -> Message| move |text: String| DeskMessage::Person(message(text));
        let line = |hint: String, value: &'a str, typed: fn(String) -> Message, act: Message, word: String| {
            let typing = field::line(hint, value).on_input(said(typed)).on_submit(DeskMessage::Person(act.clone()));
            let act = button::plain(word).on_press(DeskMessage::Person(act));
            row![typing.width(Fill), act].spacing(space::S).align_y(Center)
        };
        let limited = event.start.kind != formats::event::Kind::Constructed;
        let pool = limited.then(|| {
            let write = line(
                tr!("File with the pool"),
                &self.pool,
                Message::PoolTyped,
                Message::PoolWritten,
                tr!("Write down"),
            );
            group(tr!("Pool"), column![label::body(pool).style(label::muted), write])
        });
        let deck = column![
            label::body(deck).style(label::muted),
            line(tr!("File, or name of a deck"), &self.deck, Message::DeckTyped, Message::Registered, tr!("Register")),
        ];
        let check = column![].push(looked).push(line(
            tr!("What is wrong; nothing if it is fine"),
            &self.fault,
            Message::FaultTyped,
            Message::Looked,
            tr!("Looked at"),
        ));
        let page = column![
            head,
            group(
                tr!("Name"),
                column![line(tr!("Name"), &self.name, Message::NameTyped, Message::Renamed, tr!("Rename"))]
            ),
        ]
        .push(pool)
        .push(group(tr!("Deck"), deck))
        .push(group(tr!("Deck check"), check))
        .push(group(tr!("Penalties"), column![penalties]));
        let page = field::scrolled(container(page.spacing(space::XL)).padding(space::XL)).height(Fill);
        container(page).width(400).height(Fill).style(panel::surface).into()
    }
}

fn group<'a>(name: String, content: Column<'a, DeskMessage>) -> Column<'a, DeskMessage> {
    column![label::group(name), content.spacing(space::S)].spacing(space::S)
}

fn penalty<'a>(event: &'a Event, at: usize, given: &'a formats::event::Given) -> Element<'a, DeskMessage> {
    let rule = event.start.rules.penalties.iter().find(|p| p.id == given.kind);
    let words = tr!("Round {}: {}", given.round, rule.map_or(given.kind.clone(), |p| p.words()));
    let act: Element<'a, DeskMessage> = match given.pardoned {
        true => label::caption(tr!("taken back")).into(),
        false => button::quiet(tr!("Take back")).on_press(DeskMessage::Person(Message::Pardoned(at))).into(),
    };
    row![container(cut(words)).width(Fill), act].align_y(Center).into()
}

/// The deck that a text names, checked for the event.
fn legal(text: &str, event: &Event, player: Id, library: &Library, book: &Book) -> Result<LegalDeck, String> {
    let (deck, own) = named(text, library, book)?;
    let pool = event.pool(&book.game, player).map_err(|e| e.to_string())?.or(own);
    let format = &event.start.format;
    let format = book.format(format).ok_or_else(|| tr!("{} has no format `{format}`", book.game.name, format))?;
    LegalDeck::check(&book.game, format, deck, pool.as_ref()).map_err(|report| {
        let first = &report.violations[0];
        let more = report.violations.len() - 1;
        let more = if more > 0 { tr!("; and {more} more", more) } else { String::new() };
        tr!("Not legal in {}: {} [{}]{more}", format.name, first.message, first.rules[0], more)
    })
}

/// A deck out of a file, of the library, or one that comes with the game.
fn named(text: &str, library: &Library, book: &Book) -> Result<(Deck, Option<Pool>), String> {
    let path = Path::new(text);
    if path.is_file() {
        return out_of_file(path, book);
    }
    let saved = library.streams(Kind::Deck, &book.game.id).map_err(|e| e.to_string())?;
    if let Some(heading) = saved.iter().find(|heading| heading.name == text) {
        let bench = Workbench::open(library, &book.game, heading.id).map_err(|e| e.to_string())?;
        return Ok((bench.deck, bench.pool));
    }
    let starter = book.decks.iter().find(|(id, deck)| id == text || deck.name == text);
    let starter = starter.map(|(_, deck)| (deck.clone(), None));
    starter
        .ok_or_else(|| tr!("There is no file and no deck “{text}”; write its path, or its name in the library", text))
}

fn out_of_file(path: &Path, book: &Book) -> Result<(Deck, Option<Pool>), String> {
    let fault = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    let file = std::fs::File::open(path).map_err(|e| fault(&e))?;
    let text = intake::text(file).map_err(|e| fault(&e))?.map_err(|e| fault(&e))?;
    let sheet = deckfile::read(&text, None).map_err(|e| fault(&e))?;
    let import = deckfile::resolve(&sheet, &book.game);
    match import.report.iter().find(|line| !matches!(line.outcome, Outcome::Card { .. } | Outcome::Remark)) {
        Some(bad) => Err(tr!("{}: line {}: `{}` is no card", path.display(), bad.line, bad.text.trim())),
        None => Ok((import.deck, None)),
    }
}
