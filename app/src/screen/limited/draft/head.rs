//! Above the table: what is drafted, where it is, the clock, and what can be done at any time.

use catalog::tr;
use formats::format::Pass;
use formats::limited::draft::DraftView;
use iced::widget::{Row, container, row, space as gap, text};
use iced::{Background, Center, Fill, Theme};

use super::countdown::{Countdown, Urgency};
use super::state::{DraftTable, Message, Phase};
use crate::theme::{self, RADIUS, mix, roles, size, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, label, panel};

/// Width from which on the direction of the packs has its words.
const ROOMY: f32 = 1000.0;
/// Its height.
pub(super) const HEIGHT: f32 = 56.0;
/// Height of a bar that asks or tells something.
pub(super) const BAR: f32 = 46.0;

impl DraftTable {
    /// The head; what only a seat may see or do is absent while nobody sits here.
    pub(super) fn head<'a>(&'a self, view: Option<&DraftView>, width: f32) -> Element<'a, Message> {
        let pod = &self.saved.pod;
        let stage = view.map_or_else(|| pod.draft.stage(), |view| view.stage);
        let round = if pod.draft.passing().is_some() { tr!("Pack") } else { tr!("Round") };
        // Where there is little room the name gives way.
        let roomy = width >= ROOMY;
        let name = self.saved.name.as_str();
        let name: Element<'a, Message> = match roomy {
            true => label::section(name).into(),
            false => cut(name).size(size::SECTION).font(theme::SEMIBOLD).into(),
        };
        let back = button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed);
        let mut bar = row![back, name, gap().width(space::XS)];
        if stage.rounds > 1 {
            bar = bar.push(number(round, stage.round + 1, Some(stage.rounds)));
        }
        bar = bar.push(number(if stage.rounds > 1 { tr!("Pick") } else { tr!("Turn") }, stage.pick + 1, None));
        let passing = match pod.draft.passing() {
            Some(Pass::Left) => Some((Icon::Back, tr!("Passing left"))),
            Some(Pass::Right) => Some((Icon::Next, tr!("Passing right"))),
            None => None,
        };
        if let Some((way, to)) = passing {
            let words = roomy.then(|| label::line(to).style(label::muted));
            bar = bar.push(row![icon(way, 14.0, Ink::Muted)].push(words).spacing(4).align_y(Center));
        }
        bar = bar.push(roomy.then(gap::horizontal));
        if let Some(watch) = self.countdown.filter(|_| view.is_some()) {
            bar = bar.push(timer(watch, self.phase));
        }
        if view.is_some() {
            bar = bar.push(self.action_buttons());
        }
        container(bar.spacing(space::S).align_y(Center))
            .height(HEIGHT)
            .center_y(HEIGHT)
            .padding([0, 12])
            .style(panel::surface)
            .into()
    }

    fn action_buttons(&self) -> Row<'_, Message> {
        let pod = &self.saved.pod;
        let moved = !pod.moves().is_empty();
        let word = if pod.is_paused() { tr!("Continue") } else { tr!("Pause") };
        let ink = if self.hints_on { Ink::Accent } else { Ink::Muted };
        let hint = row![icon(Icon::Hint, 16.0, ink), label::line(tr!("Hint  (H)"))].spacing(6).align_y(Center);
        row![
            button::quiet(word).on_press(Message::PauseToggled),
            button::quiet(tr!("Undo")).on_press_maybe(moved.then_some(Message::UndoRequested)),
            button::quiet(tr!("Past picks")).on_press_maybe(moved.then_some(Message::ReviewWanted)),
            button::toggle(hint, self.hints_on).padding([7, 12]).on_press(Message::HintToggled),
        ]
        .spacing(space::XS)
        .align_y(Center)
    }

    /// What has to be answered or known before anything else: a request to take back, a pause, people elsewhere.
    pub(super) fn bars<'a>(&'a self, view: Option<&DraftView>) -> Element<'a, Message> {
        let bars = self.bar_lines(view).into_iter().map(|(tone, words, acts)| {
            let line = row![
                icon(Icon::Warn, 16.0, if tone == Tone::Warn { Ink::Warn } else { Ink::Muted }),
                cut(words).font(theme::SEMIBOLD),
                acts
            ];
            let line = container(line.spacing(space::M).align_y(Center)).height(BAR - 1.0).center_y(BAR - 1.0);
            iced::widget::column![line.padding([0, 16]).style(panel::surface), panel::flat()].into()
        });
        iced::widget::Column::with_children(bars).into()
    }

    /// How high the bars are.
    pub(super) fn bars_height(&self) -> f32 {
        self.bar_lines(self.draft_view()).len() as f32 * BAR
    }

    fn bar_lines<'a>(&'a self, view: Option<&DraftView>) -> Vec<(Tone, String, Row<'a, Message>)> {
        let pod = &self.saved.pod;
        let mut bars = Vec::new();
        if let (Some(waits), Some(view)) = (pod.undo_waits(), view) {
            let mut acts = row![].spacing(space::S);
            let names: Vec<String> = waits.iter().map(|s| self.saved.seat_name(*s)).collect();
            let words = if waits.contains(&view.seat) {
                acts = acts.push(button::primary(tr!("Agree")).on_press(Message::Agreed(true)));
                acts = acts.push(button::plain(tr!("Refuse")).on_press(Message::Agreed(false)));
                tr!("Undo the last choice, if everyone agrees.")
            } else {
                acts = acts.push(button::plain(tr!("Keep choice")).on_press(Message::Agreed(false)));
                tr!("Undo requested. Waiting for: {}", names.join(", "))
            };
            bars.push((Tone::Warn, words, acts));
        }
        if pod.is_paused() {
            let acts = row![button::primary(tr!("Continue")).on_press(Message::PauseToggled)];
            bars.push((Tone::Warn, tr!("Draft and clock are paused."), acts));
        }
        for (seat, name) in self.remote_seats() {
            let acts = row![
                button::plain(tr!("Copy the slip")).on_press(Message::SlipCopied(seat)),
                button::plain(tr!("Paste the answer")).on_press(Message::AnswerWanted)
            ];
            let words = tr!("{name} (seat {}) chooses elsewhere. Send the slip and paste the answer.", seat + 1, name);
            bars.push((Tone::Plain, words, acts.spacing(space::S)));
        }
        bars
    }

    /// The seats of people elsewhere that are asked something now.
    fn remote_seats(&self) -> Vec<(usize, String)> {
        let people = self.saved.human_seats();
        let asked = self.saved.pod.waiting_people().filter(|seat| !people.contains(seat));
        asked.map(|seat| (seat, self.saved.seat_name(seat))).collect()
    }
}

fn number<'a>(word: String, n: usize, of: Option<usize>) -> Element<'a, Message> {
    row![
        label::body(word).style(label::muted),
        label::emphasis(n.to_string()),
        of.map(|of| label::body(tr!("of {of}", of)).style(label::muted))
    ]
    .spacing(5)
    .align_y(Center)
    .into()
}

/// The seconds left, louder the fewer they are.
fn timer<'a>(watch: Countdown, phase: Phase) -> Element<'a, Message> {
    let urgency = watch.urgency();
    let what = if phase == Phase::Review { tr!("to review your picks") } else { String::new() };
    let words = text(watch.label()).size(size::SECTION).font(theme::BOLD);
    let badge = container(words).padding([3, 10]).style(move |theme: &Theme| {
        let r = roles(theme);
        let colour = match urgency {
            Urgency::Calm => r.muted,
            Urgency::Soon => r.warn,
            Urgency::Now => r.bad,
        };
        container::Style {
            background: Some(Background::Color(mix(r.surface, colour, 0.16))),
            text_color: Some(if urgency == Urgency::Calm { r.text } else { colour }),
            border: iced::border::rounded(RADIUS),
            ..container::Style::default()
        }
    });
    row![badge, label::caption(what)].spacing(6).align_y(Center).height(Fill).into()
}
