//! One player at the dashboard: the name, the deck that is registered and looked at, the pool with its witness, penalties.

use std::path::Path;

use catalog::store::Library;
use catalog::store::journal::StreamKind;
use catalog::tr;
use formats::check::LegalDeck;
use formats::deckfile::{self, LineOutcome, intake};
use formats::event::log::EventAction;
use formats::event::{DeckCheckResult, PlayerId, TournamentEvent};
use formats::limited::Pool;
use formats::{Deck, GameLibrary};
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill};

use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};
use formats::saved::deck::DeckSession;

/// The player at the dashboard, with what is typed there.
#[derive(Debug)]
pub(super) struct PlayerPanel {
    id: PlayerId,
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
    DeckChecked,
    /// A penalty, by its place among all, is taken back.
    Pardoned(usize),
    /// The player goes again.
    Closed,
}

impl PlayerPanel {
    /// Comes to the dashboard.
    pub(super) fn new(event: &TournamentEvent, id: PlayerId) -> PlayerPanel {
        let name = event.name(id).to_owned();
        PlayerPanel { id, name, deck: String::new(), pool: String::new(), fault: String::new() }
    }

    /// Whether it is this player.
    pub(super) fn shows(&self, id: PlayerId) -> bool {
        self.id == id
    }

    /// Reads a message; the action that follows from it, if one does.
    pub(super) fn update(
        &mut self,
        message: Message,
        event: &TournamentEvent,
        library: &Library,
        game_library: &GameLibrary,
    ) -> Result<Option<EventAction>, String> {
        let player = self.id;
        match message {
            Message::NameTyped(text) => self.name = text,
            Message::DeckTyped(text) => self.deck = text,
            Message::PoolTyped(text) => self.pool = text,
            Message::FaultTyped(text) => self.fault = text,
            Message::Renamed => return Ok(Some(EventAction::Rename { player, name: self.name.trim().to_owned() })),
            Message::Registered => {
                let legal = legal_deck(self.deck.trim(), event, player, library, game_library)?;
                let deed = event.register(&game_library.game, player, &legal).map_err(|e| e.to_string())?;
                self.deck.clear();
                return Ok(Some(deed));
            }
            Message::PoolWritten => {
                let (deck, _) = deck_from_file(Path::new(self.pool.trim()), game_library)?;
                let cards: Vec<_> = (0..deck.sections.len()).flat_map(|section| deck.cards(section)).collect();
                let cards = Pool { cards }.ids(&game_library.game);
                self.pool.clear();
                return Ok(Some(EventAction::Pool { player, cards, witness: event.witness(player) }));
            }
            Message::DeckChecked => {
                let fault = Some(self.fault.trim().to_owned()).filter(|fault| !fault.is_empty());
                self.fault.clear();
                return Ok(Some(EventAction::Checked { player, fault }));
            }
            Message::Pardoned(penalty) => return Ok(Some(EventAction::Pardon { penalty })),
            // Whoever holds the panel closes it.
            Message::Closed => {}
        }
        Ok(None)
    }

    /// The panel.
    pub(super) fn view<'a>(&'a self, event: &'a TournamentEvent) -> Element<'a, Message> {
        let player = &event.players[self.id.at()];
        let close = button::square(icon(Icon::Close, 16.0, Ink::Muted), 28.0).on_press(Message::Closed);
        let head = row![label::section(player.name.as_str()), gap::horizontal(), close].align_y(Center);
        let deck = match &player.deck {
            Some(deck) => tr!("“{}” is registered.", deck.name),
            None => tr!("No deck is registered."),
        };
        let pool = match &player.pool {
            Some((cards, Some(witness))) => tr!("{} cards, recorded by {}.", cards.len(), event.name(*witness)),
            Some((cards, None)) => tr!("{} cards, from the draft here.", cards.len()),
            None => match event.witness(self.id) {
                Some(witness) => tr!("Not recorded yet; {} is the witness.", event.name(witness)),
                None => tr!("Not recorded yet."),
            },
        };
        let looked = event.checks.iter().rev().find(|check| check.player == self.id);
        let looked = looked.map(|check| match &check.result {
            DeckCheckResult::Waiting => (Tone::Warn, tr!("Selected for a deck check.")),
            DeckCheckResult::Passed => (Tone::Good, tr!("Checked: no problems.")),
            DeckCheckResult::Failed(fault) => (Tone::Bad, tr!("Checked: {fault}", fault)),
        });
        let looked = looked.map(|(tone, words)| panel::toned(tone, label::body(words)));
        let given = event.penalties.iter().enumerate().filter(|(_, given)| given.player == self.id);
        let given: Vec<_> = given.map(|(at, given)| penalty_row(event, at, given)).collect();
        let penalties: Element<'_, Message> = if given.is_empty() {
            label::body(tr!("None.")).style(label::muted).into()
        } else {
            Column::with_children(given).spacing(space::XS).into()
        };
        let line = |hint: String, value: &'a str, typed: fn(String) -> Message, act: Message, word: String| {
            let typing = field::line(hint, value).on_input(typed).on_submit(act.clone());
            let act = button::plain(word).on_press(act);
            row![typing.width(Fill), act].spacing(space::S).align_y(Center)
        };
        let limited = event.start.kind != formats::event::EventKind::Constructed;
        let pool = limited.then(|| {
            let write =
                line(tr!("File with the pool"), &self.pool, Message::PoolTyped, Message::PoolWritten, tr!("Record"));
            group(tr!("Pool"), column![label::body(pool).style(label::muted), write])
        });
        let deck = column![
            label::body(deck).style(label::muted),
            line(tr!("File, or name of a deck"), &self.deck, Message::DeckTyped, Message::Registered, tr!("Register")),
        ];
        let check = column![].push(looked).push(line(
            tr!("Problem, else empty"),
            &self.fault,
            Message::FaultTyped,
            Message::DeckChecked,
            tr!("Record check"),
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

fn group<'a>(name: String, content: Column<'a, Message>) -> Column<'a, Message> {
    column![label::group(name), content.spacing(space::S)].spacing(space::S)
}

fn penalty_row<'a>(
    event: &'a TournamentEvent,
    at: usize,
    given: &'a formats::event::GivenPenalty,
) -> Element<'a, Message> {
    let rule = event.start.rules.penalties.iter().find(|p| p.id == given.kind);
    let words = tr!("Round {}: {}", given.round, rule.map_or(given.kind.clone(), |p| p.describe()));
    let act: Element<'a, Message> = if given.pardoned {
        label::caption(tr!("undone")).into()
    } else {
        button::quiet(tr!("Undo")).on_press(Message::Pardoned(at)).into()
    };
    row![container(cut(words)).width(Fill), act].align_y(Center).into()
}

/// The deck that a text names, checked for the event.
fn legal_deck(
    text: &str,
    event: &TournamentEvent,
    player: PlayerId,
    library: &Library,
    game_library: &GameLibrary,
) -> Result<LegalDeck, String> {
    let (deck, own) = load_deck(text, library, game_library)?;
    let pool = event.pool(&game_library.game, player).map_err(|e| e.to_string())?.or(own);
    let format = &event.start.format;
    let format = game_library
        .format(format)
        .ok_or_else(|| tr!("{} has no format `{format}`", game_library.game.name, format))?;
    LegalDeck::check(&game_library.game, format, deck, pool.as_ref()).map_err(|report| {
        let first = &report.violations[0];
        let more = report.violations.len() - 1;
        let more = if more > 0 { tr!("; and {more} more", more) } else { String::new() };
        tr!("Not legal in {}: {} [{}]{more}", format.name, first.message, first.rules[0], more)
    })
}

/// A deck out of a file, of the library, or one that comes with the game.
fn load_deck(text: &str, library: &Library, game_library: &GameLibrary) -> Result<(Deck, Option<Pool>), String> {
    let path = Path::new(text);
    if path.is_file() {
        return deck_from_file(path, game_library);
    }
    let saved = library.streams(StreamKind::Deck, &game_library.game.id).map_err(|e| e.to_string())?;
    if let Some(heading) = saved.iter().find(|heading| heading.name == text) {
        let session = DeckSession::open(library, &game_library.game, heading.id).map_err(|e| e.to_string())?;
        return Ok((session.deck, session.pool));
    }
    let starter = game_library.decks.iter().find(|(id, deck)| id == text || deck.name == text);
    let starter = starter.map(|(_, deck)| (deck.clone(), None));
    starter.ok_or_else(|| tr!("No file or deck “{text}”. Enter a path, or a deck name from your library.", text))
}

fn deck_from_file(path: &Path, game_library: &GameLibrary) -> Result<(Deck, Option<Pool>), String> {
    let fault = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    let file = std::fs::File::open(path).map_err(|e| fault(&e))?;
    let text = intake::read_text(file).map_err(|e| fault(&e))?.map_err(|e| fault(&e))?;
    let sheet = deckfile::read(&text, None).map_err(|e| fault(&e))?;
    let import = deckfile::resolve(&sheet, &game_library.game);
    match import.report.iter().find(|line| !matches!(line.outcome, LineOutcome::Card { .. } | LineOutcome::Remark)) {
        Some(bad) => Err(tr!("{}: line {}: “{}” is not a card", path.display(), bad.line, bad.text.trim())),
        None => Ok((import.deck, None)),
    }
}
