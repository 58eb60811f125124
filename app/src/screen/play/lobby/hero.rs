//! The hero of the lobby: the deck that is played, its format, and the button that begins.

use catalog::localize::prose;
use catalog::tr;
use iced::widget::{Row, column, container, row};
use iced::{Center, Fill};

use super::state::{Lobby, MatchSeatKind, Message, Playable, PlayableDeck};
use crate::screen::{ScreenContext, cards_label};
use crate::theme::{self, size, space};
use crate::widget::face::{self, FaceRequest};
use crate::widget::field::Labeled;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel, pips};

/// From this room on the other decks stand beside the name.
const BESIDE: f32 = 800.0;

/// Width of the cover in a page of this width.
fn cover_width(room: f32) -> f32 {
    match room {
        ..860.0 => 132.0,
        860.0..1240.0 => 160.0,
        _ => 180.0,
    }
}

impl Lobby {
    /// The deck of the first seat.
    fn own_deck(&self) -> Option<&PlayableDeck> {
        self.decks.get(self.seats.first()?.deck)
    }

    /// The face of the hero.
    pub(super) fn cover_wanted(&self, room: f32) -> Option<FaceRequest> {
        Some((self.own_deck()?.cover?, cover_width(room) as u32))
    }

    /// The person plays another deck. The opponent plays another one than theirs, as far as there is one.
    pub(super) fn choose_own_deck(&mut self, deck: usize) {
        let Some(own) = self.seats.first_mut().filter(|_| deck < self.decks.len()) else { return };
        own.deck = deck;
        if self.seats.len() == 2 && self.seats[1].deck == deck {
            self.seats[1].deck = match self.seats[1].kind {
                MatchSeatKind::Bot(kind) => self.opponent_deck(kind),
                MatchSeatKind::Person => (deck + 1) % self.decks.len(),
            };
        }
    }

    /// The deck before or after the one that is played.
    pub(super) fn deck_beside(&self, after: bool) -> Option<Message> {
        let (at, count) = (self.seats.first()?.deck, self.decks.len());
        (count > 1).then(|| Message::OwnDeckChosen((at + if after { 1 } else { count - 1 }) % count))
    }

    /// The deck, the format and what begins.
    pub(super) fn hero<'a>(&'a self, context: ScreenContext<'a>, room: f32) -> Element<'a, Message> {
        let width = cover_width(room);
        let cover: Element<'a, Message> = match self.own_deck().and_then(|deck| deck.cover) {
            Some(card) => context.gallery.plain_face(card, width),
            None => face::back(width),
        };
        let format = &self.formats[self.format];
        let over = if format.shared { tr!("Shared deck") } else { tr!("Your deck") };
        let name = self.own_deck().map_or_else(String::new, |deck| deck.name.clone());
        let mut told = vec![format.name.clone()];
        told.extend(self.own_deck().map(|deck| cards_label(deck.size as usize)));
        told.extend(self.own_deck().filter(|deck| !deck.own).map(|_| tr!("Starter deck")));
        let factions = self.own_deck().map_or(0, |deck| deck.factions);
        let signs =
            (factions != 0).then(|| pips::factions(context.gallery, context.game().factions_of(factions), 18.0));
        let title = column![
            label::group(over),
            cut(name).size(size::PAGE).font(theme::BOLD),
            row![]
                .push(signs)
                .push(label::body(told.join("  ·  ")).style(label::muted))
                .spacing(space::S)
                .align_y(Center),
        ];
        let title = title.spacing(space::XS).width(Fill);
        let choice = self.deck_choice();
        let title: Element<'a, Message> = if room < BESIDE {
            column![title, choice].spacing(space::M).into()
        } else {
            row![title, container(choice).width(300)].spacing(space::L).into()
        };
        let words = column![title, self.format_chips(context), self.begin_row()].spacing(space::L).width(Fill);
        let content = row![cover, words].spacing(space::XL);
        container(content).padding(20).width(Fill).style(panel::framed).into()
    }

    fn format_chips<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let chip = |(at, format): (usize, &'a Playable)| -> Element<'a, Message> {
            let on = at == self.format;
            let press = (!on).then(|| Message::FormatChosen(format.id.clone()));
            button::segment(label::line(format.name.as_str()), on).on_press_maybe(press).into()
        };
        let chips = self.formats.iter().enumerate().map(chip);
        let about =
            context.game_library.format(&self.formats[self.format].id).map_or_else(String::new, |f| prose(&f.about));
        column![
            Row::with_children(chips).spacing(space::XS).wrap().vertical_spacing(space::XS),
            cut(about).style(label::muted).lines(2),
        ]
        .spacing(space::S)
        .into()
    }

    fn deck_choice(&self) -> Element<'_, Message> {
        let name = |deck: &PlayableDeck| {
            if deck.own { deck.name.clone() } else { tr!("{} (starter deck)", deck.name) }
        };
        let choices: Vec<Labeled<usize>> =
            self.decks.iter().enumerate().map(|(at, deck)| Labeled::new(at, name(deck))).collect();
        let chosen = self.seats.first().and_then(|seat| choices.get(seat.deck).cloned());
        let choice = field::choice(choices, chosen, |deck| Message::OwnDeckChosen(deck.value)).width(Fill);
        column![label::group(tr!("Change deck")), choice].spacing(space::XS).into()
    }

    fn begin_row(&self) -> Element<'_, Message> {
        let people = self.seats.iter().filter(|seat| seat.kind == MatchSeatKind::Person).count();
        let word = if people == 0 { tr!("Watch  (Enter)") } else { tr!("Play  (Enter)") };
        let note = match people {
            0 => tr!("Bots play each other, and you see every hand."),
            1 => tr!("Unlimited undo."),
            _ => tr!("You share this window: it is covered between turns."),
        };
        let content = row![icon(Icon::Play, 20.0, Ink::OnAccent), label::emphasis(word)];
        let begin = button::loud(content.spacing(space::S).align_y(Center)).padding([12, 28]);
        let note = label::caption(note).width(Fill);
        let games = self.is_duel().then(|| {
            let choices = [(false, tr!("One game")), (true, tr!("Best of three"))].map(|(three, word)| {
                let tab = button::segment(label::line(word), three == self.best_of_three);
                tab.on_press(Message::BestOfThreeChosen(three)).into()
            });
            Row::with_children(choices).spacing(space::XS)
        });
        row![begin.on_press(Message::Begun)].push(games).push(note).spacing(space::M).align_y(Center).into()
    }
}
