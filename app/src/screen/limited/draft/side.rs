//! Beside the table: what is asked, the card that is looked at, the buttons that answer, and what a bot thinks.

use catalog::CardIx;
use catalog::tr;
use formats::limited::draft::log::Move;
use formats::limited::draft::start::Cards;
use formats::limited::draft::{Ask, Choice, View, Way, What};
use formats::limited::drafter::Opinion;
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Fill, Size};

use super::{Message, Phase, Table, choosing};
use crate::language::small;
use crate::screen::{Look, some_cards};
use crate::theme::{self, space};
use crate::widget::{Element, button, field, label, panel};

/// Width of the panel.
pub(super) fn width(room: Size) -> f32 {
    if room.width > 1500.0 { 420.0 } else { 308.0 }
}

/// Width of the card that is looked at.
pub(super) fn face_width(room: Size) -> f32 {
    // The whole card and the button below it must be in sight.
    (width(room) - 38.0).min((room.height - 270.0) * 744.0 / 1039.0).floor()
}

impl Table {
    /// The panel.
    pub(super) fn side<'a>(&'a self, look: Look<'a>, view: &'a View) -> Element<'a, Message> {
        let content = match self.phase {
            Phase::Review => self.waits(tr!("I am ready  (Enter)")),
            Phase::Opening(_) => self.waits(tr!("Turn all of them  (Enter)")),
            Phase::Choosing => self.asked(look, view),
        };
        let content =
            content.spacing(space::M).padding(iced::Padding { right: space::M, ..iced::Padding::from(space::L) });
        container(field::scrolled(content).height(Fill))
            .width(width(look.room))
            .height(Fill)
            .style(panel::surface)
            .into()
    }

    fn waits(&self, word: String) -> Column<'_, Message> {
        let what = match self.phase {
            Phase::Review => tr!("The time between two packs"),
            _ => tr!("A new pack"),
        };
        column![label::section(what), button::primary(word).width(Fill).on_press(Message::Skipped)]
    }

    fn asked<'a>(&'a self, look: Look<'a>, view: &'a View) -> Column<'a, Message> {
        let mut content = column![label::section(title(view))];
        let looked = self.looked_at();
        if let Some(card) = looked {
            content = content.push(container(look.gallery.face(card, face_width(look.room))).center_x(Fill));
        }
        if let Some(Ask::Answer { get, give, .. }) = view.ask {
            content = content.push(trade(look, CardIx(get), CardIx(give)));
        }
        if view.ask.is_some() {
            let take = row![
                label::line(self.choosing.word(view)).font(theme::SEMIBOLD),
                gap::horizontal(),
                label::line(tr!("Enter"))
            ];
            let ready = self.choosing.choice(view).map(|_| Message::Taken);
            content = content.push(button::loud(take).width(Fill).on_press_maybe(ready));
            if let Some((word, _)) = choosing::refusal(view) {
                content =
                    content.push(button::wide(label::line(word).font(theme::SEMIBOLD)).on_press(Message::Refused));
            }
        }
        if looked.is_none() {
            content = content.push(label::body(how(view)).style(label::muted));
        }
        content = content.push(self.thoughts(look, view, looked));
        let since = self.since(look, view.seat);
        if !since.is_empty() {
            let lines = since.into_iter().map(|line| label::caption(line).line_height(1.35).into());
            content = content.push(
                column![label::group(tr!("Since your last choice")), Column::with_children(lines).spacing(3)]
                    .spacing(space::XS),
            );
        }
        content
    }

    /// What a bot would do, and what it thinks of the card looked at or of the best ones.
    fn thoughts<'a>(&'a self, look: Look<'a>, view: &View, looked: Option<CardIx>) -> Option<Element<'a, Message>> {
        let hint = self.hint.as_ref()?;
        let cards = Cards::of(look.game(), &self.room.start);
        let choice = told(&hint.choice, view, |c| cards.name(c));
        let head = label::group(tr!("A bot would {choice}", choice)).style(label::accent);
        let mut page = column![head, label::body(hint.why.as_str())].spacing(space::XS);
        if let Some((rank, opinion)) = looked.and_then(|card| self.opinion(card)).filter(|(rank, _)| *rank > 0) {
            page = page.push(gap().height(space::XS));
            page = page.push(label::group(tr!("This card is its number {}", rank + 1)));
            page = page.push(label::body(opinion.text()));
        }
        if looked.is_none() {
            page = page.push(gap().height(space::XS));
            let best = hint.cards.iter().take(5).map(|(card, opinion)| {
                let name = label::line(look.game().card(*card).name.as_str()).font(theme::SEMIBOLD);
                column![name, label::caption(opinion.text()).line_height(1.35)].spacing(2).into()
            });
            page = page.push(Column::with_children(best).spacing(space::S));
        }
        Some(page.into())
    }

    /// What a bot thinks of a card, and the how manieth of all it is.
    pub(super) fn opinion(&self, card: CardIx) -> Option<(usize, &Opinion)> {
        let cards = &self.hint.as_ref()?.cards;
        cards.iter().position(|(c, _)| *c == card).map(|at| (at, &cards[at].1))
    }

    /// What others did since this seat chose, where that is done in the open.
    fn since(&self, look: Look<'_>, seat: usize) -> Vec<String> {
        if matches!(self.room.start.way, Way::Booster(_)) {
            return Vec::new();
        }
        let cards = Cards::of(look.game(), &self.room.start);
        let line = |m: &Move| {
            let Ok(named) = m.choice.named(|id| Ok::<_, std::convert::Infallible>(cards.name(cards.find(id))));
            tr!("Seat {}: {}", m.seat + 1, line_of(&named))
        };
        let moves = self.room.pod.moves().iter().rev().take_while(|m| m.seat != seat).take(8);
        let mut lines: Vec<String> = moves.map(line).collect();
        lines.reverse();
        lines
    }
}

/// What is asked, in a few words.
fn title(view: &View) -> String {
    let square = view.piles.iter().any(|p| matches!(p.what, What::Row(_)));

    match view.ask {
        None => tr!("Others choose now"),
        Some(Ask::Take { take, burn: 0 }) => tr!("Take {}", some_cards(take)),
        Some(Ask::Take { take, burn }) => tr!("Take {}, burn {burn}", some_cards(take), burn),
        Some(Ask::Pile { .. }) if square => tr!("Take a row or a column"),
        Some(Ask::Pile { .. }) => tr!("Take a pile"),
        Some(Ask::Look { leave: true, .. }) => tr!("Take the pile or leave it"),
        Some(Ask::Look { leave: false, .. }) => tr!("Take the last pile"),
        Some(Ask::Split) => tr!("Split the cards in two"),
        Some(Ask::Swap) => tr!("Swap a card, or keep all"),
        Some(Ask::Offer { left: 0, .. }) => tr!("No offers left"),
        Some(Ask::Offer { left, .. }) => tr!("Offer a trade, {left} left", left),
        Some(Ask::Answer { from, .. }) => tr!("Seat {} offers a trade", from + 1),
    }
}

/// A choice in a few words; piles are called as the view has them.
fn told(choice: &Choice, view: &View, name: impl Fn(CardIx) -> String) -> String {
    let list = |cards: &[CardIx]| cards.iter().map(|c| name(*c)).collect::<Vec<_>>().join(", ");
    let pile = |at: usize| view.piles.get(at).map_or(String::new(), |p| small(&p.what.words()));
    match choice {
        Choice::Take { cards, burn } if burn.is_empty() => tr!("take {}", list(cards)),
        Choice::Take { cards, burn } => tr!("take {}, burn {}", list(cards), list(burn)),
        Choice::Pile(at) => tr!("take {}", pile(*at)),
        Choice::Split(cards) => tr!("put {} in one half", list(cards)),
        Choice::Swap { give, take } => tr!("swap {} for {}", name(*give), name(*take)),
        Choice::Offer { to, give, want } => tr!("offer seat {} {} for {}", to + 1, name(*give), name(*want)),
        Choice::Accept => tr!("take the trade"),
        Choice::Pass => match view.ask {
            Some(Ask::Look { .. }) => tr!("leave it"),
            Some(Ask::Swap) => tr!("keep the hand"),
            Some(Ask::Answer { .. }) => tr!("refuse"),
            _ => tr!("make no offer"),
        },
    }
}

/// A choice as it is written on a slip.
pub fn line_of(choice: &Choice<String>) -> String {
    let list = |cards: &[String]| cards.join("; ");
    match choice {
        Choice::Take { cards, burn } if burn.is_empty() => tr!("take {}", list(cards)),
        Choice::Take { cards, burn } if cards.is_empty() => tr!("burn {}", list(burn)),
        Choice::Take { cards, burn } => tr!("take {} / burn {}", list(cards), list(burn)),
        Choice::Pile(at) => tr!("pile {}", at + 1),
        Choice::Split(cards) => tr!("split {}", list(cards)),
        Choice::Swap { give, take } => tr!("swap {give} / {take}", give, take),
        Choice::Offer { to, give, want } => tr!("offer {seat}: {give} / {want}", seat = to + 1, give, want),
        Choice::Accept => tr!("accept"),
        Choice::Pass => tr!("pass"),
    }
}

/// How to do it.
fn how(view: &View) -> String {
    match view.ask {
        None => tr!("Press a card to see it large."),
        Some(Ask::Take { take: 1, burn: 0 }) => {
            tr!("Press a card to see it large, press it again to take it. Arrows and Enter do the same.")
        }
        Some(Ask::Take { .. }) => {
            tr!("Press the cards to take first, then those to burn. Space marks with the keyboard.")
        }
        Some(Ask::Pile { .. }) => {
            tr!("Press a pile, row or column, and again to take it. Arrows and Enter do the same.")
        }
        Some(Ask::Look { .. }) => {
            tr!("Enter takes the pile. If you leave it, a card more goes on it and you see the next.")
        }
        Some(Ask::Split) => tr!("Press the cards of one half. The other seat takes the half that it likes better."),
        Some(Ask::Swap) => tr!("Press a card of your hand and an open one. Space marks with the keyboard."),
        Some(Ask::Offer { .. }) => tr!("Press a card of yours and one of another seat. Both pools lie open."),
        Some(Ask::Answer { .. }) => tr!("Both pools lie open. Press a card to see it large."),
    }
}

/// Both cards of a trade.
fn trade<'a>(look: Look<'a>, get: CardIx, give: CardIx) -> Element<'a, Message> {
    let half = ((width(look.room) - 44.0) / 2.0).floor().min(128.0);
    let side = |word: String, card: CardIx| {
        column![label::group(word), look.gallery.face(card, half), label::caption(look.game().card(card).name.as_str())]
            .spacing(space::XS)
            .width(half)
    };
    row![side(tr!("You get"), get), side(tr!("You give"), give)].spacing(space::S).into()
}
