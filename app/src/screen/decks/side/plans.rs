//! Sideboard plans: kept by name, applied and taken back by a press.

use catalog::GameData;
use catalog::tr;
use formats::deck::{Deck, DeckEntry, DeckPart, Edit, Listed, SideboardPlan, apply_plan, undo_plan};
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill};

use crate::screen::{ScreenContext, action};
use crate::theme::{self, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};

/// The plans on the screen.
#[derive(Debug, Default)]
pub struct Plans {
    /// The name of a new one.
    name: String,
    /// The one that is open.
    open: Option<String>,
}

/// What comes in, or what goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SwapDirection {
    /// In.
    In,
    /// Out.
    Out,
}

/// What happens in the plans.
#[derive(Debug, Clone)]
pub enum Message {
    /// The name of a new plan is typed.
    NameTyped(String),
    /// The new plan is to be kept.
    Begun,
    /// A plan was opened or closed.
    Pressed(String),
    /// One copy more or fewer of a card in the open plan.
    Counted(SwapDirection, Listed, i64),
    /// A plan is to be applied.
    Applied(String),
    /// The applied plan is to be taken back.
    TakenBack,
    /// A plan is to be forgotten.
    Forgotten(String),
}

/// What the plans ask of the panel: edits.
pub type Action = action::Action<Message, Edit>;

impl Plans {
    /// Reads a message.
    pub fn update(&mut self, message: Message, game: &GameData, deck: &Deck) -> Action {
        let of = |edit: Result<Edit, formats::deck::PlanError>| edit.map_or_else(Action::wrong, Action::Ask);
        match message {
            Message::NameTyped(name) => self.name = name,
            Message::Begun => {
                let name = std::mem::take(&mut self.name).trim().to_owned();
                if deck.plans.contains_key(&name) {
                    self.open = Some(name);
                } else if !name.is_empty() {
                    self.open = Some(name.clone());
                    return Action::Ask(Edit::Plan { name, plan: Some(SideboardPlan::default()) });
                }
            }
            Message::Pressed(name) => self.open = Some(name.clone()).filter(|_| self.open.as_ref() != Some(&name)),
            Message::Counted(direction, card, by) => {
                let kept = self.open.as_ref().and_then(|name| Some((name.clone(), deck.plans.get(name)?.clone())));
                let Some((name, mut plan)) = kept else { return Action::None };
                let list = if direction == SwapDirection::In { &mut plan.ins } else { &mut plan.outs };
                let id = card.id(game);
                let count = list.iter().find(|(_, c)| c == id).map_or(0, |(n, _)| i64::from(*n)) + by;
                let place = list.iter().position(|(_, c)| c == id);
                match (place, u32::try_from(count).unwrap_or(0)) {
                    (Some(at), 0) => drop(list.remove(at)),
                    (Some(at), n) => list[at].0 = n,
                    (None, 0) => {}
                    (None, n) => list.push((n, id.to_owned())),
                }
                return Action::Ask(Edit::Plan { name, plan: Some(plan) });
            }
            Message::Applied(name) => return of(apply_plan(game, deck, &name)),
            Message::TakenBack => return of(undo_plan(game, deck)),
            Message::Forgotten(name) => return Action::Ask(Edit::Plan { name, plan: None }),
        }
        Action::None
    }

    /// The page.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>, deck: &'a Deck) -> Column<'a, Message> {
        let mut page: Column<'a, Message> = Column::new().spacing(space::M);
        if let Some(boarded) = &deck.boarded {
            let note = label::body(tr!("“{}” is applied", boarded.name)).font(theme::SEMIBOLD);
            let back = button::wide(container(label::line(tr!("Undo"))).center_x(Fill)).on_press(Message::TakenBack);
            page = page.push(panel::toned(Tone::Good, column![note, back].spacing(space::S)));
        }
        if deck.plans.is_empty() {
            let sideboard = SideboardPlan::sideboard(context.game());
            let note = tr!(
                "What to bring in from {} and what to take out against an opponent. Click to apply, click again to revert.",
                sideboard.name(context.game())
            );
            page = page.push(label::body(note).style(label::muted));
        }
        for (name, plan) in &deck.plans {
            page = page.push(self.plan(context, deck, name, plan));
        }
        let new = field::line(tr!("New plan, such as “Against rush”"), &self.name)
            .id("deck-plan")
            .on_input(Message::NameTyped)
            .on_submit(Message::Begun)
            .padding([6, 10]);
        let add = button::step("+").on_press_maybe((!self.name.trim().is_empty()).then_some(Message::Begun));
        page.push(row![new.width(Fill), add].spacing(space::XS).align_y(Center))
    }

    fn plan<'a>(
        &'a self,
        context: ScreenContext<'a>,
        deck: &'a Deck,
        name: &'a str,
        plan: &'a SideboardPlan,
    ) -> Element<'a, Message> {
        let game = context.game();
        let open = self.open.as_deref() == Some(name);
        let sum = |list: &[(u32, String)]| list.iter().map(|(n, _)| n).sum::<u32>();
        let note = format!("+{}  −{}", sum(&plan.ins), sum(&plan.outs));
        let arrow = icon(if open { Icon::Close } else { Icon::Next }, 12.0, Ink::Muted);
        let head = row![cut(name).font(theme::SEMIBOLD), label::caption(note), arrow].spacing(space::S).align_y(Center);
        let head = button::entry(container(head).padding([6, 8]), open).width(Fill);
        let mut page = column![head.on_press(Message::Pressed(name.to_owned()))].spacing(space::S);
        let lacks = plan.describe_missing(game, deck).filter(|_| deck.boarded.is_none());
        let ready = deck.boarded.is_none() && lacks.is_none() && !plan.is_empty();
        let foot = row![
            button::plain(tr!("Apply"))
                .padding([4, 10])
                .on_press_maybe(ready.then(|| Message::Applied(name.to_owned()))),
            gap::horizontal(),
            button::square(icon(Icon::Bin, 14.0, Ink::Muted), 26.0).on_press(Message::Forgotten(name.to_owned())),
        ];
        if let Some(lacks) = lacks {
            page = page.push(container(label::caption(lacks).style(label::warn)).padding([0, 8]));
        }
        if plan.growth() != 0 {
            let note = tr!("The deck changes size by {by}", by = format_args!("{:+}", plan.growth()));
            page = page.push(container(label::caption(note).style(label::warn)).padding([0, 8]));
        }
        page = page.push(container(foot.align_y(Center)).padding([0, 8]));
        if open {
            let (sideboard, main) =
                (SideboardPlan::sideboard(game), DeckPart::Section(game.section("main").unwrap_or(0)));
            page = page.push(counts(context, deck, plan, SwapDirection::In, &sideboard)).push(counts(
                context,
                deck,
                plan,
                SwapDirection::Out,
                &main,
            ));
        } else {
            let line = |sign: char, (n, card): &(u32, String)| -> Element<'a, Message> {
                let note = format!("{sign}{n} {}", Listed::from_id_or_name(game, card).name(game));
                container(cut(note).style(label::muted)).padding([0, 8]).into()
            };
            let ins = plan.ins.iter().map(|c| line('+', c));
            let lines: Vec<_> = ins.chain(plan.outs.iter().map(|c| line('−', c))).collect();
            page = page.push(Column::with_children(lines).spacing(2));
        }
        page.push(panel::flat()).into()
    }
}

/// The cards of a list, each with how many of it the plan moves.
fn counts<'a>(
    context: ScreenContext<'a>,
    deck: &'a Deck,
    plan: &'a SideboardPlan,
    direction: SwapDirection,
    from: &DeckPart,
) -> Element<'a, Message> {
    let game = context.game();
    let list = if direction == SwapDirection::In { &plan.ins } else { &plan.outs };
    let word = if direction == SwapDirection::In { tr!("In from") } else { tr!("Out of") };
    let head = label::group(format!("{word} {}", from.name(game)));
    let line = |entry: &'a DeckEntry| {
        let moved = list.iter().find(|(_, c)| c == entry.card.id(game)).map_or(0, |(n, _)| *n);
        let step = |sign, by, on: bool| {
            button::step(sign).on_press_maybe(on.then(|| Message::Counted(direction, entry.card.clone(), by)))
        };
        let name = cut(entry.card.name(game));
        let name = if moved == 0 { name.style(label::muted) } else { name };
        row![
            name,
            label::caption(tr!("{moved} of {}", entry.count, moved)),
            step("−", -1, moved > 0),
            step("+", 1, moved < entry.count),
        ]
        .spacing(space::XS)
        .align_y(Center)
        .into()
    };
    // What the plan moves stands first.
    let mut entries: Vec<&DeckEntry> = deck.entries(from).iter().collect();
    entries.sort_by_key(|e| (!list.iter().any(|(_, c)| c == e.card.id(game)), e.card.name(game)));
    let lines: Element<'a, Message> = if entries.is_empty() {
        label::caption(tr!("{} is empty.", from.name(game))).into()
    } else {
        Column::with_children(entries.into_iter().map(line)).spacing(2).into()
    };
    container(column![head, lines].spacing(space::XS)).padding([0, 8]).into()
}
