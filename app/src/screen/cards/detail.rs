//! One card large: its face, everything that is printed on it, and what its keywords mean.

use catalog::CardIx;
use catalog::card::Card;
use catalog::collection::HoldingKind;
use catalog::tr;
use formats::Deck;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill, Size};

use super::rows;
use crate::screen::{ScreenContext, copies, printing_label};
use crate::theme::{self, space};
use crate::widget::{Element, button, cut, field, label, panel, pips};

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// Copies of a card are to be added to the deck, or taken out.
    Copies(CardIx, i64),
    /// Copies of a card came into the collection, or went out of it.
    Kept(CardIx, HoldingKind, i64),
    /// A deck is wanted, so that cards can be added to it.
    DeckWanted,
    /// The page of the card is opened or closed.
    PageToggled,
    /// The card is what others are compared with, or no longer.
    Marked,
}

/// Width of the panel.
pub fn width(bounds: Size) -> f32 {
    if bounds.width > 1500.0 { 420.0 } else { 324.0 }
}

/// Width of the face in it.
pub fn face_width(bounds: Size) -> f32 {
    if bounds.width > 1500.0 { 372.0 } else { 284.0 }
}

/// The panel.
pub fn view<'a>(
    context: ScreenContext<'a>,
    card: Option<CardIx>,
    deck: Option<&'a Deck>,
    marked: Option<CardIx>,
) -> Element<'a, Message> {
    let Some(card) = card else {
        return panel::empty(tr!("No card chosen"), tr!("Click a card to see it large with its full text."), None);
    };
    let width = face_width(context.bounds);
    let face = container(context.gallery.plain_face(card, width)).center_x(Fill);
    let back = context.gallery.plain_back(card, width).map(|back| container(back).center_x(Fill));
    let note = column![face, text(context, card)].push(back).spacing(space::L);
    let note = note.padding(iced::Padding { top: space::L, bottom: space::L, left: space::L, right: space::S });
    column![
        field::scrolled(note).height(Fill),
        panel::flat(),
        page_row(context, card, marked),
        panel::flat(),
        deck_row(context, card, deck),
        panel::flat(),
        collection_row(context, card)
    ]
    .into()
}

/// The width of the screen from which on this panel has room for more than the plainest words.
const WITH_KEYS: f32 = 1100.0;

/// The ways to its page, and to one beside another.
fn page_row<'a>(context: ScreenContext<'a>, card: CardIx, marked: Option<CardIx>) -> Element<'a, Message> {
    // Keys are named where there is room.
    let (details, mark, marked_word) = if context.bounds.width > WITH_KEYS {
        (tr!("Details  (Space)"), tr!("Compare  (M)"), tr!("Marked  (M)"))
    } else {
        (tr!("Details"), tr!("Compare"), tr!("Marked"))
    };
    let words = match marked {
        Some(marked) if marked == card => marked_word,
        Some(marked) => tr!("Compare with {}", context.game().card(marked).name),
        None => mark,
    };
    let other = marked.filter(|marked| *marked != card);
    let compare = button::entry(container(cut(words)).padding([7, 12]), marked == Some(card)).width(Fill);
    let compare = compare.on_press(if other.is_some() { Message::PageToggled } else { Message::Marked });
    let line = row![button::plain(details).on_press(Message::PageToggled), compare].spacing(space::S);
    container(line.align_y(Center)).padding([space::S, space::L]).into()
}

/// All that is printed on a card, face by face, and what its keywords mean.
pub fn text<'a, M: 'a>(context: ScreenContext<'a>, card: CardIx) -> Element<'a, M> {
    let (game, shown) = (context.game(), context.game().card(card));
    let mut text = Column::new().spacing(space::M).width(Fill);
    if shown.faces.is_empty() {
        text = push_printed(text, context, shown);
    }
    for (at, face) in shown.faces.iter().enumerate() {
        text = push_printed(text.push((at > 0).then(panel::flat)), context, face);
    }
    let (set, rarity) = (&game.sets[shown.set as usize], &game.rarities[shown.rarity as usize]);
    let line = row![
        pips::lettered(rarity.letter.clone(), theme::parse(&rarity.colour), 16.0),
        label::caption(format!("{}  ·  {}  ·  {}", rarity.name, printing_label(game, card), set.name)),
    ];
    text = text.push(line.spacing(space::S).align_y(Center));
    let elsewhere = game.indices().filter(|c| *c != card && game.namesake(*c) == game.namesake(card));
    for other in elsewhere {
        let set = &game.sets[game.card(other).set as usize];
        let owned = context.collection.owned(other);
        text = text.push(label::caption(tr!(
            "Also  {}  ·  {}  ·  {owned} owned",
            printing_label(game, other),
            set.name,
            owned
        )));
    }
    text.into()
}

/// What is printed on a card with one face, or on a face.
fn push_printed<'a, M: 'a>(mut text: Column<'a, M>, context: ScreenContext<'a>, shown: &'a Card) -> Column<'a, M> {
    let game = context.game();
    let name = label::section(shown.name.as_str());
    let kind = label::body(game.type_line(shown)).style(label::muted);
    text = text.push(column![name, kind].spacing(2));
    let signs = row![
        pips::factions(context.gallery, game.factions_of(shown.factions), 18.0),
        label::line(game.factions_of(shown.factions).map(|f| f.name.as_str()).collect::<Vec<_>>().join(", ")),
    ];
    text = text.push(signs.spacing(space::S).align_y(Center));
    if let Some(cost) = game.cost_field().filter(|f| shown.values[*f].is_some()) {
        let word = label::line(game.fields[cost].name.as_str()).style(label::muted);
        text = text.push(row![word, pips::cost(context.gallery, game, shown, 18.0)].spacing(space::S).align_y(Center));
    }
    let stats = rows::stats(game, shown);
    if !stats.is_empty() {
        let stat = |(name, n): (&'a str, i32)| {
            row![label::line(name).style(label::muted), label::line(n.to_string()).font(theme::SEMIBOLD)]
                .spacing(6)
                .into()
        };
        text = text.push(row(stats.into_iter().map(stat)).spacing(space::L).wrap().vertical_spacing(4));
    }
    for paragraph in shown.text.lines() {
        text = text.push(label::body(paragraph));
    }
    for keyword in &shown.keywords {
        let declared = &game.keywords[keyword.keyword as usize];
        let name = label::body(game.keyword_text(keyword)).font(theme::SEMIBOLD);
        text = text.push(column![name, label::body(declared.text.as_str()).style(label::muted)].spacing(2));
    }
    if !shown.flavor.is_empty() {
        text = text.push(label::body(shown.flavor.as_str()).font(theme::ITALIC).style(label::muted));
    }
    text
}

/// How many copies of this printing are owned and wanted.
fn collection_row<'a>(context: ScreenContext<'a>, card: CardIx) -> Element<'a, Message> {
    let pile = |name: String, pile: HoldingKind| {
        let n = context.collection.holding(card).get(pile);
        let count = label::emphasis(n.to_string());
        let count = if n == 0 { count.style(label::muted) } else { count };
        row![
            container(label::caption(name)).padding(iced::padding::right(space::XS)),
            button::step("−").on_press_maybe((n > 0).then_some(Message::Kept(card, pile, -1))),
            container(count).center_x(28),
            button::step("+").on_press(Message::Kept(card, pile, 1)),
        ]
        .spacing(space::XS)
        .align_y(Center)
    };
    let (owned, wanted) = (pile(tr!("Owned"), HoldingKind::Owned), pile(tr!("Wanted"), HoldingKind::Wanted));
    let piles: Element<'a, Message> = if context.bounds.width > WITH_KEYS {
        row![owned, gap::horizontal(), wanted].align_y(Center).into()
    } else {
        let line = |pile: Row<'a, Message>| container(pile).align_right(Fill);
        column![line(owned), line(wanted)].spacing(space::XS).into()
    };
    container(piles).padding([space::M, space::L]).into()
}

fn deck_row<'a>(context: ScreenContext<'a>, card: CardIx, deck: Option<&'a Deck>) -> Element<'a, Message> {
    let content: Element<'a, Message> = match deck {
        None => row![
            label::body(tr!("Open a deck to add cards to it")).style(label::muted).width(Fill),
            button::plain(tr!("Decks")).on_press(Message::DeckWanted),
        ]
        .align_y(Center)
        .into(),
        Some(deck) => {
            let held = copies(context.game(), deck, card);
            let name = column![label::caption(tr!("In the deck")), cut(deck.name.as_str())];
            let less = button::step("−").on_press_maybe((held > 0).then_some(Message::Copies(card, -1)));
            row![
                name.width(Fill).spacing(2),
                less,
                container(label::emphasis(held.to_string())).center_x(28),
                button::step("+").on_press(Message::Copies(card, 1)),
            ]
            .spacing(space::XS)
            .align_y(Center)
            .into()
        }
    };
    container(content).padding([space::M, space::L]).into()
}
