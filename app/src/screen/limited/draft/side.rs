//! Beside the table: what is asked, the card that is looked at, the buttons that answer, and what a bot thinks.

use catalog::CardIx;
use formats::limited::draft::log::Move;
use formats::limited::draft::start::Cards;
use formats::limited::draft::{Ask, Choice, View, Way, What};
use formats::limited::drafter::Opinion;
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Fill, Size};

use super::{Message, Phase, Table, choosing};
use crate::screen::Look;
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
            Phase::Review => self.waits("I am ready  (Enter)"),
            Phase::Opening(_) => self.waits("Turn all of them  (Enter)"),
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

    fn waits(&self, word: &'static str) -> Column<'_, Message> {
        let what = match self.phase {
            Phase::Review => "The time between two packs",
            _ => "A new pack",
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
                label::line("Enter")
            ];
            let ready = self.choosing.choice(view).map(|_| Message::Taken);
            content = content.push(button::loud(iced::widget::button(take)).width(Fill).on_press_maybe(ready));
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
                column![label::group("Since your last choice"), Column::with_children(lines).spacing(3)]
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
        let head = label::group(format!("A bot would {choice}")).style(label::accent);
        let mut page = column![head, label::body(hint.why.as_str())].spacing(space::XS);
        if let Some((rank, opinion)) = looked.and_then(|card| self.opinion(card)).filter(|(rank, _)| *rank > 0) {
            page = page.push(gap().height(space::XS));
            page = page.push(label::group(format!("This card is its number {}", rank + 1)));
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
            format!("Seat {}: {}", m.seat + 1, named.line())
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
    let cards = |n: usize| if n == 1 { "1 card".to_owned() } else { format!("{n} cards") };
    match view.ask {
        None => "Others choose now".to_owned(),
        Some(Ask::Take { take, burn: 0 }) => format!("Take {}", cards(take)),
        Some(Ask::Take { take, burn }) => format!("Take {}, burn {burn}", cards(take)),
        Some(Ask::Pile { .. }) if square => "Take a row or a column".to_owned(),
        Some(Ask::Pile { .. }) => "Take a pile".to_owned(),
        Some(Ask::Look { leave: true, .. }) => "Take the pile or leave it".to_owned(),
        Some(Ask::Look { leave: false, .. }) => "Take the last pile".to_owned(),
        Some(Ask::Split) => "Split the cards in two".to_owned(),
        Some(Ask::Swap) => "Swap a card, or keep all".to_owned(),
        Some(Ask::Offer { left: 0, .. }) => "No offers left".to_owned(),
        Some(Ask::Offer { left, .. }) => format!("Offer a trade, {left} left"),
        Some(Ask::Answer { from, .. }) => format!("Seat {} offers a trade", from + 1),
    }
}

/// A choice in a few words; piles are called as the view has them.
fn told(choice: &Choice, view: &View, name: impl Fn(CardIx) -> String) -> String {
    let list = |cards: &[CardIx]| cards.iter().map(|c| name(*c)).collect::<Vec<_>>().join(", ");
    let pile = |at: usize| view.piles.get(at).map_or(String::new(), |p| p.what.words().to_lowercase());
    match choice {
        Choice::Take { cards, burn } if burn.is_empty() => format!("take {}", list(cards)),
        Choice::Take { cards, burn } => format!("take {}, burn {}", list(cards), list(burn)),
        Choice::Pile(at) => format!("take {}", pile(*at)),
        Choice::Split(cards) => format!("put {} in one half", list(cards)),
        Choice::Swap { give, take } => format!("swap {} for {}", name(*give), name(*take)),
        Choice::Offer { to, give, want } => format!("offer seat {} {} for {}", to + 1, name(*give), name(*want)),
        Choice::Accept => "take the trade".to_owned(),
        Choice::Pass => match view.ask {
            Some(Ask::Look { .. }) => "leave it".to_owned(),
            Some(Ask::Swap) => "keep the hand".to_owned(),
            Some(Ask::Answer { .. }) => "refuse".to_owned(),
            _ => "make no offer".to_owned(),
        },
    }
}

/// How to do it.
fn how(view: &View) -> &'static str {
    match view.ask {
        None => "Press a card to see it large.",
        Some(Ask::Take { take: 1, burn: 0 }) => {
            "Press a card to see it large, press it again to take it. Arrows and Enter do the same."
        }
        Some(Ask::Take { .. }) => "Press the cards to take first, then those to burn. Space marks with the keyboard.",
        Some(Ask::Pile { .. }) => "Press a pile, row or column, and again to take it. Arrows and Enter do the same.",
        Some(Ask::Look { .. }) => "Enter takes the pile. If you leave it, a card more goes on it and you see the next.",
        Some(Ask::Split) => "Press the cards of one half. The other seat takes the half that it likes better.",
        Some(Ask::Swap) => "Press a card of your hand and an open one. Space marks with the keyboard.",
        Some(Ask::Offer { .. }) => "Press a card of yours and one of another seat. Both pools lie open.",
        Some(Ask::Answer { .. }) => "Both pools lie open. Press a card to see it large.",
    }
}

/// Both cards of a trade.
fn trade<'a>(look: Look<'a>, get: CardIx, give: CardIx) -> Element<'a, Message> {
    let half = ((width(look.room) - 44.0) / 2.0).floor().min(128.0);
    let side = |word: &'static str, card: CardIx| {
        column![label::group(word), look.gallery.face(card, half), label::caption(look.game().card(card).name.as_str())]
            .spacing(space::XS)
            .width(half)
    };
    row![side("You get", get), side("You give", give)].spacing(space::S).into()
}
