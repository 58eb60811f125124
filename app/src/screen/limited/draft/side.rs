//! Beside the table: what is asked, the card that is looked at, the buttons that answer, and what a bot thinks.

use catalog::fold::capital;
use catalog::tr;
use catalog::{CardIx, face};
use formats::limited::draft::log::DraftMove;
use formats::limited::draft::start::DraftCards;
use formats::limited::draft::{DraftChoice, DraftPrompt, DraftType, DraftView, PileKind};
use formats::limited::drafter::{PickScore, PickTier};
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Fill, Size};

use super::selection;
use super::state::{DraftTable, Message, Phase};
use crate::language::in_sentence;
use crate::screen::{ScreenContext, cards_label};
use crate::theme::{self, space};
use crate::widget::{Element, button, cut, field, label, panel};

/// Width of the panel.
pub(super) fn width(bounds: Size) -> f32 {
    if bounds.width > 1500.0 { 420.0 } else { 308.0 }
}

/// Width of the card that is looked at: it has its text.
pub(super) fn face_width(bounds: Size) -> f32 {
    // The whole card and the button below it are in sight where there is room.
    let room = (bounds.height - 270.0) * 744.0 / 1039.0;
    (width(bounds) - 38.0).min(room.max(face::SMALL_BELOW as f32)).floor()
}

impl DraftTable {
    /// The panel.
    pub(super) fn side<'a>(&'a self, context: ScreenContext<'a>, view: &'a DraftView) -> Element<'a, Message> {
        let content = match self.phase {
            Phase::Review => self.waiting_panel(tr!("Ready  (Enter)")),
            Phase::Opening(_) => self.waiting_panel(tr!("Reveal all  (Enter)")),
            Phase::Choosing => self.question_panel(context, view),
        };
        let content =
            content.spacing(space::M).padding(iced::Padding { right: space::M, ..iced::Padding::from(space::L) });
        container(field::scrolled(content).height(Fill))
            .width(width(context.bounds))
            .height(Fill)
            .style(panel::surface)
            .into()
    }

    fn waiting_panel(&self, word: String) -> Column<'_, Message> {
        let what = match self.phase {
            Phase::Review => tr!("Break between packs"),
            _ => tr!("A new pack"),
        };
        column![label::section(what), button::primary(word).width(Fill).on_press(Message::Skipped)]
    }

    fn question_panel<'a>(&'a self, context: ScreenContext<'a>, view: &'a DraftView) -> Column<'a, Message> {
        let mut content = column![label::section(title(view))];
        let looked = self.card_under_cursor();
        if let Some(card) = looked {
            content =
                content.push(container(context.gallery.plain_face(card, face_width(context.bounds))).center_x(Fill));
        }
        if let Some(DraftPrompt::Answer { get, give, .. }) = view.prompt {
            content = content.push(trade(context, CardIx(get), CardIx(give)));
        }
        if view.prompt.is_some() {
            let take = row![
                label::line(self.selection.button_label(view)).font(theme::SEMIBOLD),
                gap::horizontal(),
                label::line(tr!("Enter"))
            ];
            let ready = self.selection.choice(view).map(|_| Message::Taken);
            content = content.push(button::loud(take).width(Fill).on_press_maybe(ready));
            if let Some((word, _)) = selection::refusal(view) {
                content =
                    content.push(button::wide(label::line(word).font(theme::SEMIBOLD)).on_press(Message::Refused));
            }
        }
        if looked.is_none() {
            content = content.push(label::body(instructions(view)).style(label::muted));
        }
        content = content.push(self.hint_panel(context, view, looked));
        let since = self.moves_since(context, view.seat);
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
    fn hint_panel<'a>(
        &'a self,
        context: ScreenContext<'a>,
        view: &DraftView,
        looked: Option<CardIx>,
    ) -> Option<Element<'a, Message>> {
        let hint = self.hint.as_ref()?;
        let cards = DraftCards::new(context.game(), &self.saved.start);
        let choice = describe_choice(&hint.choice, view, |c| cards.name(c));
        let head = label::group(tr!("A bot would {choice}", choice)).style(label::accent);
        // Of one card the main reason is enough.
        let only = match &hint.choice {
            DraftChoice::Take { cards, burn } if burn.is_empty() => Some(cards).filter(|cards| cards.len() == 1),
            _ => None,
        };
        let score = only.and_then(|cards| self.pick_score(cards[0]));
        let why = score.map_or_else(|| hint.why.clone(), |(_, tier, score)| reason(score, tier));
        let mut page = column![head, label::body(why)].spacing(space::XS);
        if let Some((rank, tier, score)) = looked.and_then(|card| self.pick_score(card)).filter(|(rank, ..)| *rank > 0)
        {
            page = page.push(gap().height(space::XS));
            page = page.push(label::group(tr!("Tier {tier}, ranked no. {}", rank + 1, tier = tier.letter())));
            page = page.push(label::body(reason(score, tier)));
        }
        if looked.is_none() {
            page = page.push(gap().height(space::XS));
            let best = hint.cards.iter().take(5).filter_map(|(card, _)| {
                let (_, tier, score) = self.pick_score(*card)?;
                let name = cut(context.game().card(*card).name.as_str()).font(theme::SEMIBOLD);
                let letter = label::line(tier.letter()).font(theme::SEMIBOLD).style(label::accent);
                let words = column![name, label::caption(reason(score, tier)).line_height(1.35)].spacing(2);
                Some(row![container(letter).width(18), words].into())
            });
            page = page.push(Column::with_children(best).spacing(space::S));
        }
        Some(page.into())
    }

    /// What a bot thinks of a card: its rank from 0, its tier, and why.
    pub(super) fn pick_score(&self, card: CardIx) -> Option<(usize, PickTier, &PickScore)> {
        let cards = &self.hint.as_ref()?.cards;
        let rank = cards.iter().position(|(c, _)| *c == card)?;
        let score = &cards[rank].1;
        Some((rank, PickTier::short_by(cards[0].1.points - score.points), score))
    }

    /// What others did since this seat chose, where that is done in the open.
    fn moves_since(&self, context: ScreenContext<'_>, seat: usize) -> Vec<String> {
        if matches!(self.saved.start.way, DraftType::Booster(_)) {
            return Vec::new();
        }
        let cards = DraftCards::new(context.game(), &self.saved.start);
        let line = |m: &DraftMove| {
            let Ok(named) = m.choice.map_cards(|id| Ok::<_, std::convert::Infallible>(cards.name(cards.find(id))));
            tr!("Seat {}: {}", m.seat + 1, named.label())
        };
        let moves = self.saved.pod.moves().iter().rev().take_while(|m| m.seat != seat).take(8);
        let mut lines: Vec<String> = moves.map(line).collect();
        lines.reverse();
        lines
    }
}

/// The main reason as a sentence.
fn reason(score: &PickScore, tier: PickTier) -> String {
    capital(&score.main_reason(tier))
}

/// What is asked, in a few words.
fn title(view: &DraftView) -> String {
    let square = view.piles.iter().any(|p| matches!(p.kind, PileKind::Row(_)));

    match view.prompt {
        None => tr!("Others are choosing"),
        Some(DraftPrompt::Take { take, burn: 0 }) => tr!("Pick a card" | "Pick {n} cards" % take),
        Some(DraftPrompt::Take { take, burn }) => tr!("Pick {}, burn {burn}", cards_label(take), burn),
        Some(DraftPrompt::Pile { .. }) if square => tr!("Take a row or a column"),
        Some(DraftPrompt::Pile { .. }) => tr!("Take a pile"),
        Some(DraftPrompt::Look { leave: true, .. }) => tr!("Take the pile or pass"),
        Some(DraftPrompt::Look { leave: false, .. }) => tr!("Take the last pile"),
        Some(DraftPrompt::Split) => tr!("Split the cards into two piles"),
        Some(DraftPrompt::Swap) => tr!("Swap a card, or keep your hand"),
        Some(DraftPrompt::Offer { left: 0, .. }) => tr!("No offers left"),
        Some(DraftPrompt::Offer { left, .. }) => tr!("Offer a trade, {left} left", left),
        Some(DraftPrompt::Answer { from, .. }) => tr!("Seat {} offers a trade", from + 1),
    }
}

/// A choice in a few words; piles are called as the view has them.
fn describe_choice(choice: &DraftChoice, view: &DraftView, name: impl Fn(CardIx) -> String) -> String {
    let list = |cards: &[CardIx]| cards.iter().map(|c| name(*c)).collect::<Vec<_>>().join(", ");
    let pile = |at: usize| view.piles.get(at).map_or(String::new(), |p| in_sentence(&p.kind.label()));
    match choice {
        DraftChoice::Take { cards, burn } if burn.is_empty() => tr!("take {}", list(cards)),
        DraftChoice::Take { cards, burn } => tr!("take {}, burn {}", list(cards), list(burn)),
        DraftChoice::Pile(at) => tr!("take {}", pile(*at)),
        DraftChoice::Split(cards) => tr!("put {} in one pile", list(cards)),
        DraftChoice::Swap { give, take } => tr!("swap {} for {}", name(*give), name(*take)),
        DraftChoice::Offer { to, give, want } => tr!("offer seat {} {} for {}", to + 1, name(*give), name(*want)),
        DraftChoice::Accept => tr!("take the trade"),
        DraftChoice::Pass => match view.prompt {
            Some(DraftPrompt::Look { .. }) => tr!("leave it"),
            Some(DraftPrompt::Swap) => tr!("keep the hand"),
            Some(DraftPrompt::Answer { .. }) => tr!("refuse"),
            _ => tr!("make no offer"),
        },
    }
}

/// How to do it.
fn instructions(view: &DraftView) -> String {
    match view.prompt {
        None => tr!("Click a card to see it large."),
        Some(DraftPrompt::Take { take: 1, burn: 0 }) => {
            tr!("Click to preview, click again to pick. Arrows and Enter work too.")
        }
        Some(DraftPrompt::Take { .. }) => {
            tr!("Click the cards to pick first, then those to burn, or mark them with Space.")
        }
        Some(DraftPrompt::Pile { .. }) => {
            tr!("Click a pile, row or column, and click again to take it. Arrows and Enter work too.")
        }
        Some(DraftPrompt::Look { .. }) => {
            tr!("Press Enter to take the pile. If you pass, it grows by a card and you see the next pile.")
        }
        Some(DraftPrompt::Split) => {
            tr!("Click the cards for one pile. Your opponent picks the pile they prefer.")
        }
        Some(DraftPrompt::Swap) => tr!("Click a card in hand and a face-up card, or mark them with Space."),
        Some(DraftPrompt::Offer { .. }) => {
            tr!("Click one of your cards and one of another player's. Both pools are open.")
        }
        Some(DraftPrompt::Answer { .. }) => tr!("Both pools are open. Click a card to see it large."),
    }
}

/// Both cards of a trade.
fn trade<'a>(context: ScreenContext<'a>, get: CardIx, give: CardIx) -> Element<'a, Message> {
    let half = ((width(context.bounds) - 44.0) / 2.0).floor().min(128.0);
    let side = |word: String, card: CardIx| {
        column![
            label::group(word),
            context.gallery.face(card, half),
            label::caption(context.game().card(card).name.as_str())
        ]
        .spacing(space::XS)
        .width(half)
    };
    row![side(tr!("You get"), get), side(tr!("You give"), give)].spacing(space::S).into()
}
