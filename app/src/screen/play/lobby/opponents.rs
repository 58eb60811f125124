//! The opponents: who they are, how strong, and with which deck; one click chooses.

use catalog::CardIx;
use catalog::tr;
use iced::widget::{Row, column, container, row, space as gap};
use iced::{Center, Fill};

use super::state::{Lobby, MatchSeatKind, Message};
use crate::saved_match::{BOTS, Bot};
use crate::screen::ScreenContext;
use crate::theme::{self, size, space};
use crate::widget::face::{self, FaceRequest};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, label, panel};

/// Width of an opponent's face.
const FACE: f32 = 80.0;
/// Least width of a tile.
const TILE: f32 = 196.0;
/// Room around what is on a tile.
const EDGE: f32 = 12.0;

/// Those who are offered, the weakest first; who plays without a plan waits among the options.
fn offered() -> impl Iterator<Item = &'static Bot> {
    BOTS.iter().filter(|bot| bot.kind != "random")
}

impl Lobby {
    /// The deck that an opponent brings: another than the person's, and each opponent another, as far as there are enough.
    pub(super) fn opponent_deck(&self, kind: &str) -> usize {
        let own = self.seats.first().map_or(0, |seat| seat.deck);
        if self.formats[self.format].shared {
            return own;
        }
        let others: Vec<usize> = (0..self.decks.len()).filter(|deck| *deck != own).collect();
        let at = offered().position(|bot| bot.kind == kind).unwrap_or(0);
        if others.is_empty() { own } else { others[at % others.len()] }
    }

    /// Who sits on all other seats; nobody if several kinds do.
    fn opponent(&self) -> Option<&'static str> {
        let mut kinds = self.seats.iter().skip(1).map(|seat| match seat.kind {
            MatchSeatKind::Bot(kind) => Some(kind),
            MatchSeatKind::Person => None,
        });
        let first = kinds.next()??;
        kinds.all(|kind| kind == Some(first)).then_some(first)
    }

    /// All other seats are for this opponent; against one it plays the deck that its tile names.
    pub(super) fn choose_opponent(&mut self, kind: &'static str) {
        if self.opponent() == Some(kind) {
            return;
        }
        self.seats.iter_mut().skip(1).for_each(|seat| seat.kind = MatchSeatKind::Bot(kind));
        if self.seats.len() == 2 {
            self.seats[1].deck = self.opponent_deck(kind);
        }
    }

    /// The opponent before or after the chosen one.
    pub(super) fn opponent_beside(&self, after: bool) -> Option<Message> {
        let kinds: Vec<&'static str> = offered().map(|bot| bot.kind).collect();
        let at = self.opponent().and_then(|chosen| kinds.iter().position(|kind| *kind == chosen));
        let to = match at {
            Some(at) if after => (at + 1).min(kinds.len() - 1),
            Some(at) => at.saturating_sub(1),
            None => 0,
        };
        (self.seats.len() > 1).then(|| Message::OpponentChosen(kinds[to]))
    }

    /// The deck on an opponent's tile.
    fn deck_shown(&self, kind: &str) -> usize {
        match self.seats.get(1) {
            Some(seat) if self.opponent() == Some(kind) => seat.deck,
            _ => self.opponent_deck(kind),
        }
    }

    /// A face for each opponent: one of the best cards of its deck, each another.
    fn portraits(&self) -> Vec<(&'static Bot, Option<CardIx>)> {
        let mut used: Vec<CardIx> =
            self.seats.first().and_then(|s| self.decks.get(s.deck)?.cover).into_iter().collect();
        let portrait = |bot: &'static Bot| {
            let deck = self.decks.get(self.deck_shown(bot.kind));
            let card = deck.and_then(|deck| deck.stars.iter().copied().find(|card| !used.contains(card)));
            used.extend(card);
            (bot, card)
        };
        offered().map(portrait).collect()
    }

    /// The faces of the opponents.
    pub(super) fn opponent_faces(&self) -> Vec<FaceRequest> {
        if self.seats.len() < 2 {
            return Vec::new();
        }
        self.portraits().into_iter().filter_map(|(_, card)| Some((card?, FACE as u32))).collect()
    }

    /// The opponents side by side; nothing where one plays alone.
    pub(super) fn opponents<'a>(&'a self, context: ScreenContext<'a>, room: f32) -> Option<Element<'a, Message>> {
        if self.seats.len() < 2 {
            return None;
        }
        let columns = if room >= 4.0 * TILE + 3.0 * space::M { 4.0 } else { 2.0 };
        let width = (room - (columns - 1.0) * space::M) / columns - 0.1;
        let portraits = self.portraits();
        let tiles = portraits.into_iter().map(|(bot, card)| self.opponent_tile(context, bot, card, width));
        let title = if self.seats.len() == 2 { tr!("Opponent") } else { tr!("Opponents") };
        let note = match (self.opponent(), self.seats.len()) {
            (None, _) => Some(tr!("The seats are set up one by one, under More options.")),
            (Some(_), 3..) => Some(tr!("The same for all other seats; each can be set under More options.")),
            _ => None,
        };
        let note = container(note.map_or_else(|| label::caption(""), label::caption)).width(Fill);
        let head = row![label::section(title), note, self.options_button()].spacing(space::M).align_y(Center);
        let tiles = Row::with_children(tiles).spacing(space::M).wrap().vertical_spacing(space::M);
        Some(column![head, tiles].spacing(space::M).into())
    }

    fn opponent_tile<'a>(
        &'a self,
        context: ScreenContext<'a>,
        bot: &'static Bot,
        card: Option<CardIx>,
        width: f32,
    ) -> Element<'a, Message> {
        let chosen = self.opponent() == Some(bot.kind);
        let portrait: Element<'a, Message> = match card {
            Some(card) => context.gallery.plain_face(card, FACE),
            None => face::back(FACE),
        };
        let mark = chosen.then(|| icon(Icon::Check, 18.0, Ink::Accent));
        let name = row![cut(bot.title()).size(size::SECTION).font(theme::SEMIBOLD)].push(mark).align_y(Center);
        let strength = panel::badge(if chosen { Tone::Warn } else { Tone::Plain }, bot.strength_title());
        let deck = self.decks.get(self.deck_shown(bot.kind)).filter(|_| !self.formats[self.format].shared);
        let deck = deck.map(|deck| {
            let name = cut(deck.name.as_str()).size(size::CAPTION).style(label::muted);
            row![icon(Icon::Decks, 14.0, Ink::Muted), name].spacing(space::XS).align_y(Center)
        });
        let words = column![
            name,
            row![strength],
            cut(bot.about_text()).size(size::CAPTION).style(label::muted).lines(2),
            gap::vertical()
        ]
        .push(deck)
        .spacing(space::XS)
        .height(face::height(FACE));
        let content = row![portrait, container(words).width(Fill)].spacing(space::M);
        button::tile(content, chosen)
            .padding(EDGE)
            .width(width)
            .height(face::height(FACE) + 2.0 * EDGE)
            .on_press(Message::OpponentChosen(bot.kind))
            .into()
    }
}
