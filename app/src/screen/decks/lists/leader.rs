//! The first decision of a deck whose format has a leader: the cards that may be it, as faces.

use catalog::tr;
use catalog::{CardIx, GameData};
use formats::deck::{DeckPart, Listed};
use formats::limited::Pool;
use formats::{Deck, DeckFormat};
use iced::widget::{Row, column, container};
use iced::{Fill, Size};

use super::group::Message;
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::face::FaceRequest;
use crate::widget::{Element, button, field, label, panel};

/// The most faces that are shown.
const MOST: usize = 24;

/// Who may lead a deck that has no leader.
pub struct LeaderChoice {
    /// Position of the section where a leader is.
    section: usize,
    cards: Vec<CardIx>,
    /// Whether the deck has no card yet.
    is_first: bool,
}

impl LeaderChoice {
    /// The choice of a deck; none if its format has no leader, or the deck has one.
    pub fn new(game: &GameData, format: &DeckFormat, deck: &Deck, pool: Option<&Pool>) -> Option<LeaderChoice> {
        let section = format.home.filter(|at| deck.sections[*at].is_empty())?;
        let free = format.free_cards();
        let is_there = |ix: CardIx| {
            let of_pool = |pool: &Pool| pool.copies(game, ix) > 0;
            let is_free = || free.as_ref().is_some_and(|free| free.matches(game.card(ix)));
            pool.is_none_or(|pool| of_pool(pool) || is_free())
        };
        let may_lead = |ix: &CardIx| {
            game.namesake(*ix) == *ix && game.sections[section].accepts.matches(game.card(*ix)) && is_there(*ix)
        };
        let cards: Vec<CardIx> = game.indices().filter(may_lead).take(MOST).collect();
        let is_first = deck.parts().all(|part| deck.size_of(&part) == 0);
        (!cards.is_empty()).then_some(LeaderChoice { section, cards, is_first })
    }

    /// The faces, in a room of this width.
    pub fn faces(&self, bounds: Size, room: f32) -> Vec<FaceRequest> {
        let width = self.face_width(bounds, room) as u32;
        self.cards.iter().map(|card| (*card, width)).collect()
    }

    /// The faces to choose from, and the deck below them if it has cards.
    pub fn view<'a>(
        &self,
        context: ScreenContext<'a>,
        room: f32,
        deck: impl Into<Element<'a, Message>>,
    ) -> Element<'a, Message> {
        let width = self.face_width(context.bounds, room);
        let part = DeckPart::Section(self.section);
        let faces = self.cards.iter().map(|card| {
            let chosen = Message::Counted(part.clone(), Listed::Card(*card), 1);
            button::bare(context.gallery.face(*card, width)).on_press(chosen).into()
        });
        let title = tr!("Choose your {section}", section = &context.game().sections[self.section].name);
        let faces = Row::with_children(faces).spacing(space::M).wrap().vertical_spacing(space::M);
        let choice = column![label::section(title), faces].spacing(space::M);
        let then = label::body(tr!("Then search on the left, and press + or Enter to add cards.")).style(label::muted);
        if self.is_first {
            let page = container(choice.push(then)).padding(space::XL).width(Fill);
            field::scrolled(page).width(Fill).height(Fill).into()
        } else {
            column![container(choice).padding(space::L).width(Fill), panel::flat(), deck.into()].into()
        }
    }

    /// Width of a face in a room of this width.
    fn face_width(&self, bounds: Size, room: f32) -> f32 {
        let [narrow, wide]: [f32; 2] = if self.is_first { [3.0, 5.0] } else { [5.0, 8.0] };
        let columns = if bounds.width > 1500.0 { wide } else { narrow };
        ((room - space::L * 2.0 - space::M * (columns - 1.0)) / columns).clamp(72.0, 220.0).floor()
    }
}
