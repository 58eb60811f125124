//! The deck that is built: its cards by cost, the cards that anybody may add, what the format says, and where it goes.

use catalog::tr;
use catalog::{CardIx, GameData};
use formats::Deck;
use formats::check::CheckReport;
use formats::deck::DeckEntry;
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill};

use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::actions::{MenuAction, WithActions};
use crate::widget::card_spot::{DropPlace, ShownCard};
use crate::widget::chart::CostCurve;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel, pips};

/// The most cards without limit that are offered one by one.
const FREE: usize = 16;
/// The most faults that are named.
const FAULTS: usize = 4;

/// The deck, as cards of the pool are dragged there.
pub fn deck_place() -> DropPlace {
    DropPlace("deck".to_owned())
}

/// The pool, as cards of the deck are dragged there.
pub fn pool_place() -> DropPlace {
    DropPlace("pool".to_owned())
}

/// What happens with the deck.
#[derive(Debug, Clone)]
pub enum Message {
    /// A copy goes into it.
    Added(CardIx),
    /// A copy of each of these goes into it.
    AllAdded(Vec<CardIx>),
    /// A copy goes out of it.
    Removed(CardIx),
    /// All cards go back.
    Emptied,
    /// This card leads it, and no other.
    Led(CardIx),
    /// Another deck of the team.
    Shown(usize),
    /// It goes to My decks.
    Saved,
}

/// The decks of a team, and the one that is shown with its check.
#[derive(Clone, Copy)]
pub(super) struct BuiltDeck<'a> {
    pub decks: &'a [Deck],
    pub at: usize,
    pub report: Option<&'a CheckReport>,
}

impl<'a> BuiltDeck<'a> {
    fn deck(self) -> &'a Deck {
        &self.decks[self.at]
    }

    /// The deck, with what it may take beside the pool.
    pub(super) fn view(self, context: ScreenContext<'a>, format: &str) -> Element<'a, Message> {
        let game = context.game();
        let main = game.section("main").unwrap_or(0);
        let deck = self.deck();
        let mut head = Column::new().spacing(space::M);
        if self.decks.len() > 1 {
            let tabs =
                self.decks.iter().enumerate().map(|(at, _)| {
                    button::tab(tr!("Deck {}", at + 1), at == self.at).on_press(Message::Shown(at)).into()
                });
            head = head.push(iced::widget::Row::with_children(tabs).spacing(space::XS));
        }
        let empty = deck.sections.iter().all(Vec::is_empty);
        let curve = (!empty).then(|| CostCurve::from_cards(game, deck.cards(main)).view(92.0));
        let clear = button::quiet(tr!("Clear")).on_press_maybe((!empty).then_some(Message::Emptied));
        head = head.push(
            row![cut(deck.name.as_str()).font(theme::SEMIBOLD).size(theme::size::EMPHASIS), clear].align_y(Center),
        );
        head = head.push(curve);
        let mut lists = Column::new().spacing(space::M);
        if empty {
            let what = tr!("Click cards in the pool to add them, or start from a suggested deck.");
            lists = lists.push(label::body(what).style(label::muted));
        }
        for (section, entries) in game.sections.iter().zip(&deck.sections).filter(|(_, e)| !e.is_empty()) {
            let count: u32 = entries.iter().map(|e| e.count).sum();
            let title = row![label::group(section.name.as_str()), gap::horizontal(), label::group(count.to_string())];
            let lines = by_cost(game, entries).into_iter().map(|entry| entry_row(context, entry));
            lists = lists.push(column![title, panel::flat(), Column::with_children(lines)].spacing(space::XS));
        }
        if let Some(free) = self.unlimited_cards(context, format) {
            lists = lists.push(free);
        }
        let inside = iced::Padding { right: space::M, ..iced::Padding::from(space::L) };
        column![
            container(head).padding(space::L),
            panel::flat(),
            field::scrolled(lists.padding(inside)).width(Fill).height(Fill),
            panel::flat(),
            container(self.verdict()).padding(space::L)
        ]
        .into()
    }

    /// Cards that anybody may add to what the pool gives.
    fn unlimited_cards(self, context: ScreenContext<'a>, format: &str) -> Option<Element<'a, Message>> {
        let game = context.game();
        let mut cards: Vec<CardIx> = context.game_library.format(format)?.free_cards()?.select(game);
        cards.retain(|c| game.namesake(*c) == *c);
        if cards.is_empty() || cards.len() > FREE {
            return None;
        }
        let home = context.game_library.format(format)?.home;
        if let Some(home) = home.filter(|at| cards.iter().all(|c| game.sections[*at].accepts.matches(game.card(*c)))) {
            return Some(self.leaders(context, home, cards));
        }
        let lines = cards.into_iter().map(|card| {
            let listed = formats::deck::Listed::Card(card);
            let copies: u32 = (0..self.deck().sections.len()).map(|s| self.deck().count(s, &listed)).sum();
            row![
                context.gallery.spot(ShownCard::printed(card), cut(game.card(card).name.as_str())),
                button::step("−").on_press_maybe((copies > 0).then_some(Message::Removed(card))),
                container(label::line(copies.to_string())).center_x(24),
                button::step("+").on_press(Message::Added(card)),
            ]
            .spacing(4)
            .align_y(Center)
            .height(30)
            .into()
        });
        let title = label::group(tr!("Free cards (any number)"));
        Some(column![title, panel::flat(), Column::with_children(lines)].spacing(space::XS).into())
    }

    /// Cards one of which leads the deck.
    fn leaders(self, context: ScreenContext<'a>, home: usize, cards: Vec<CardIx>) -> Element<'a, Message> {
        let game = context.game();
        let section = &game.sections[home];
        let lines = cards.into_iter().map(|card| {
            let leads = self.deck().count(home, &formats::deck::Listed::Card(card)) > 0;
            let name = label::line(game.card(card).name.as_str());
            let line = row![
                pips::factions(context.gallery, game.factions_of(game.card(card).factions), 18.0),
                container(name).width(Fill),
                leads.then(|| icon(Icon::Check, 16.0, Ink::Accent)),
            ];
            let line = line.spacing(space::S).align_y(Center).height(30);
            let line = button::entry(container(line).padding([0, 8]), leads).width(Fill).on_press(Message::Led(card));
            context.gallery.spot(ShownCard::printed(card), line).into()
        });
        let title = label::group(tr!("{section}: choose one", section = section.name.as_str()));
        column![title, panel::flat(), Column::with_children(lines)].spacing(space::XS).into()
    }

    /// What the format says, and where the deck goes.
    fn verdict(self) -> Element<'a, Message> {
        let faults = self.report.map_or(&[][..], |r| &r.violations);
        let empty = self.deck().sections.iter().all(Vec::is_empty);
        let mut page = Column::new().spacing(space::S);
        if self.report.is_some_and(CheckReport::passes) {
            let word = row![icon(Icon::Check, 18.0, Ink::Good), label::emphasis(tr!("Legal")).style(label::good)];
            page = page.push(word.spacing(space::S).align_y(Center));
            return page.push(button::primary(tr!("Save to Decks")).width(Fill).on_press(Message::Saved)).into();
        }
        for fault in faults.iter().take(FAULTS).filter(|_| !empty) {
            page = page.push(label::caption(fault.message.as_str()).style(label::warn).line_height(1.35));
        }
        let word = if empty { tr!("Open in Decks") } else { tr!("Save unfinished") };
        page.push(button::plain(word).width(Fill).on_press(Message::Saved)).into()
    }
}

/// Entries in the order of their costs; those without one come last.
fn by_cost<'a>(game: &GameData, entries: &'a [DeckEntry]) -> Vec<&'a DeckEntry> {
    let cost = |e: &&DeckEntry| {
        let number = e.card.known().and_then(|c| game.cost_field().and_then(|f| game.card(c).number_in(f)));
        (number.unwrap_or(i32::MAX), e.card.name(game).to_owned())
    };
    let mut sorted: Vec<&DeckEntry> = entries.iter().collect();
    sorted.sort_by_key(cost);
    sorted
}

/// A line of the deck; a press takes a copy out.
fn entry_row<'a>(context: ScreenContext<'a>, entry: &'a DeckEntry) -> Element<'a, Message> {
    let game = context.game();
    let known = entry.card.known();
    let count = container(label::line(entry.count.to_string()).font(theme::SEMIBOLD)).width(22).align_x(iced::Right);
    let cost = known.map(|c| pips::cost(context.gallery, game, game.card(c), 15.0));
    let content = row![count, cut(entry.card.name(game)), cost].spacing(space::S).align_y(Center).height(26);
    let press = known.map(Message::Removed);
    let entry = button::entry(container(content).padding([0, 4]), false).width(Fill).on_press_maybe(press);
    let Some(card) = known else { return entry.into() };
    let actions = move || {
        let removed = MenuAction::new(tr!("Remove from the deck"), Message::Removed(card)).dropped_on(pool_place());
        vec![removed, MenuAction::new(tr!("Add a copy"), Message::Added(card))]
    };
    let entry = WithActions::new(entry, actions).dragged_as(card, context.gallery.pointing());
    context.gallery.spot(ShownCard::printed(card), entry).into()
}
