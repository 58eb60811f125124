//! The page of a card: large, with all that is known of it, the decks that play it, and another card beside it.

use catalog::card::FieldValue;
use catalog::store::journal::StreamId;
use catalog::tr;
use catalog::{CardIx, GameData};
use iced::widget::{Column, column, container, mouse_area, opaque, row, space as gap};
use iced::{Center, Fill, Size};

use super::detail;
use crate::screen::{ScreenContext, printing_label};
use crate::theme::{self, space};
use crate::widget::face::{self, FaceRequest};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel};

/// A deck that plays a card: its stream unless it is a starter deck, its name, and how many copies.
pub type DeckUse<'a> = (Option<StreamId>, &'a str, u32);

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// A deck that plays the card was pressed.
    DeckPressed(StreamId),
    /// The page is closed.
    Closed,
}

/// How many decks are named.
const NAMED: usize = 12;

/// Width of a face on the page: two of them and their texts have room beside each other.
fn width(bounds: Size) -> f32 {
    ((bounds.height - 160.0) / face::height(1.0)).min(bounds.width * 0.26).clamp(180.0, 372.0).floor()
}

/// The faces of the page.
pub fn wanted(bounds: Size, card: CardIx, beside: Option<CardIx>) -> Vec<FaceRequest> {
    let width = width(bounds) as u32;
    std::iter::once(card).chain(beside).map(|card| (card, width)).collect()
}

/// The page over the screen.
pub fn view<'a>(
    context: ScreenContext<'a>,
    card: CardIx,
    beside: Option<CardIx>,
    played: Vec<DeckUse<'a>>,
) -> Element<'a, Message> {
    let close = button::square(icon(Icon::Close, 16.0, Ink::Muted), 28.0).on_press(Message::Closed);
    let says = match beside {
        Some(_) => tr!("Comparing two cards. Press M again to unmark."),
        None => tr!("Press M to mark a card, then open another to compare."),
    };
    let head = row![label::caption(says), gap::horizontal(), close].align_y(Center);
    let width = width(context.bounds);
    let body: Element<'a, Message> = match beside {
        None => {
            let told = column![detail::text(context, card), played_in(played)].spacing(space::XL);
            let faces = row![context.gallery.plain_face(card, width)].push(context.gallery.plain_back(card, width));
            row![faces.spacing(space::S), scrolled(told)].spacing(space::XL).into()
        }
        Some(other) => {
            let one = |card: CardIx| {
                let told =
                    column![context.gallery.plain_face(card, width), detail::text(context, card)].spacing(space::L);
                scrolled(told)
            };
            let table = container(comparison_table(context, card, other)).width(240);
            row![one(card), one(other), table].spacing(space::XL).into()
        }
    };
    let page = column![head, body].spacing(space::S);
    let page = container(page).max_width(980).max_height(context.bounds.height - 48.0).padding(space::L);
    let over = container(opaque(page.style(panel::floating))).center(Fill).style(panel::shade);
    opaque(mouse_area(over).on_press(Message::Closed))
}

fn scrolled<'a>(told: Column<'a, Message>) -> Element<'a, Message> {
    field::scrolled(told.padding(iced::padding::right(space::M))).width(Fill).into()
}

/// The decks that play it.
fn played_in<'a>(played: Vec<DeckUse<'a>>) -> Element<'a, Message> {
    if played.is_empty() {
        return label::body(tr!("No deck uses it yet.")).style(label::muted).into();
    }
    let more = played.len().saturating_sub(NAMED);
    let lines = played.into_iter().take(NAMED).map(|(id, name, copies)| {
        let kind = if id.is_some() { String::new() } else { tr!("Starter deck") };
        let line = row![
            container(label::line(format!("{copies} ×")).style(label::muted)).width(36),
            container(cut(name).font(theme::SEMIBOLD)).width(Fill),
            label::caption(kind),
        ];
        let line = line.spacing(space::S).padding([4, 6]).align_y(Center);
        match id {
            Some(id) => button::entry(line, false).width(Fill).on_press(Message::DeckPressed(id)).into(),
            None => line.into(),
        }
    });
    let lines = Column::with_children(lines).spacing(1);
    let more = (more > 0).then(|| label::caption(tr!("and {more} more", more)));
    column![label::group(tr!("Used in")), lines].push(more).spacing(space::S).into()
}

/// What the two differ in, field by field.
fn comparison_table<'a>(context: ScreenContext<'a>, card: CardIx, other: CardIx) -> Element<'a, Message> {
    let game = context.game();
    let lines = facts(game, card).into_iter().zip(facts(game, other)).filter(|((_, a), (_, b))| a != b);
    let lines: Vec<Element<'a, Message>> = lines
        .map(|((name, a), (_, b))| {
            let value = |text: String| container(cut(text).font(theme::SEMIBOLD)).width(Fill);
            let values = row![value(a), value(b)].spacing(space::S);
            column![label::caption(name), values].spacing(2).into()
        })
        .collect();
    let none = lines.is_empty().then(|| label::body(tr!("Only in name and text.")).style(label::muted));
    column![label::group(tr!("Differences")), Column::with_children(lines).spacing(space::M)]
        .push(none)
        .spacing(space::M)
        .into()
}

/// What can be compared, in the same order for every card.
fn facts(game: &GameData, card: CardIx) -> Vec<(String, String)> {
    let shown = game.card(card);
    let named = |names: Vec<String>| if names.is_empty() { "–".to_owned() } else { names.join(", ") };
    let factions = game.factions_of(shown.factions).map(|f| f.name.clone()).collect();
    let keywords = shown.keywords.iter().map(|keyword| game.keyword_text(keyword)).collect();
    let mut facts = vec![
        (tr!("Type"), game.type_line(shown)),
        (game.faction_name.clone(), named(factions)),
        (tr!("Keywords"), named(keywords)),
        (tr!("Rarity"), game.rarities[shown.rarity as usize].name.clone()),
        (tr!("Printing"), printing_label(game, card)),
    ];
    let value = |at: usize| match (&shown.values[at], shown.number_in(at)) {
        (_, Some(number)) => number.to_string(),
        (Some(FieldValue::Text(text)), _) => text.clone(),
        (Some(_), None) => tr!("yes"),
        (None, None) => "–".to_owned(),
    };
    facts.extend(game.fields.iter().enumerate().map(|(at, field)| (field.name.clone(), value(at))));
    facts
}
