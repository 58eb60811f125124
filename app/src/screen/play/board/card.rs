//! A card on the table: its face, what is on it, and whether something can be done with it.

use catalog::fold::capital;
use catalog::tr;
use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{ATTACKING, BLOCKING, CHARGED, ObservedCard, ObservedZone, TAPPED};
use iced::widget::{Column, Row, column, container, mouse_area, pin, row, space as gap, stack, text};
use iced::{Background, Border, Color, Fill, Theme};

use super::super::table::Message;
use super::drawn::BoardView;
use super::sizes::NAME;
use super::zones::{GAP, grouped};
use crate::theme::{self, roles};
use crate::widget::card_spot::{PreviewPlace, ShownCard};
use crate::widget::face::PrintedNumbers;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, face, label, panel};

impl<'a> BoardView<'a> {
    /// Cards side by side with a title.
    pub fn zone(&self, zone: &'a ObservedZone, width: f32) -> Element<'a, Message> {
        let cards = self.cards(zone, width);
        let title = label::caption(capital(&zone.title));
        let cards = Row::with_children(cards).spacing(GAP).wrap().vertical_spacing(GAP);
        column![title, cards].spacing(2).into()
    }

    /// The cards of a zone. In stacks, those that are alike are one with a number.
    pub fn cards(&self, zone: &'a ObservedZone, width: f32) -> Vec<Element<'a, Message>> {
        grouped(self.table, zone)
            .into_iter()
            .map(|(seen, count)| face::copies(self.card(seen, width), count, width))
            .collect()
    }

    /// Whether something is meant by the actions that are listed about something else.
    pub(super) fn is_meant(&self, first: ActionTarget, spot: Option<ActionTarget>) -> bool {
        let Some(spot) = spot else { return false };
        let mut listed = self.table.candidates().into_iter().map(|at| &self.table.observation().actions[at]);
        first == spot || self.table.is_aim(spot) || listed.any(|act| act.targets.contains(&spot))
    }

    /// The lane of a card where lanes are drawn.
    fn lane_name(&self, seen: &ObservedCard) -> Option<&'a str> {
        let lane = seen.lane.filter(|_| super::zones::is_laned(self.table))?;
        Some(self.table.observation().lanes.get(usize::from(lane))?.name.as_str())
    }

    /// A card.
    pub fn card(&self, seen: &'a ObservedCard, width: f32) -> Element<'a, Message> {
        self.card_at(seen, width, seen.key.map(ActionTarget::Card))
    }

    /// A card that is pressed as something else: the one on top of a pile.
    pub(super) fn card_at(
        &self,
        seen: &'a ObservedCard,
        width: f32,
        spot: Option<ActionTarget>,
    ) -> Element<'a, Message> {
        let height = face::height(width);
        let face = match seen.card {
            Some(card) => self.context.gallery.plain_face(card, width),
            None => face::back(width),
        };
        let glows = spot.is_some_and(|spot| self.table.is_actionable(spot));
        let only_discarded = spot.is_some_and(|spot| self.table.is_only_discarded(spot));
        let meant = spot.is_some_and(|spot| {
            let at_hand = self.table.selected_action().is_some_and(|(_, act)| act.targets.contains(&spot));
            let read = self.table.unavailable().map(ActionTarget::Card);
            at_hand || self.table.about() == Some(spot) || read == Some(spot)
        });
        let aimed = spot.is_some_and(|spot| self.table.is_aimed_at(spot));
        // A card that fights or that something is aimed at is in the light, tapped or not.
        let in_the_light = seen.is_in_combat() || aimed || glows && (meant || !only_discarded);
        let about = self.table.about();
        // What lies in a lane stands for it.
        let lane = seen.lane.map(ActionTarget::Lane);
        let is_meant = |first| self.is_meant(first, spot) || self.is_meant(first, lane);
        let is_left_out = about.is_some_and(|first| self.table.asks_person() && !is_meant(first));
        let is_idle = seen.turned || about.is_none() && spot.is_some_and(|spot| self.table.is_idle(spot));
        // How dark a card is, and how high its foot is, which is half as dark: the name and the numbers are read all the same.
        let shade =
            if is_left_out { Some((0.55, 0.0)) } else { (is_idle && !in_the_light).then_some((0.4, NAME * width)) };
        let tapped = seen.turned && !seen.is_in_combat();
        let meant = meant || seen.key.is_some_and(|key| self.table.asks_for_more(key));
        let aim = spot.is_some_and(|spot| self.table.is_aim(spot));
        // Once something is meant, only that and what it can be aimed at stand out.
        let lit = match self.table.about() {
            Some(first) => meant || aim || glows && self.is_meant(first, spot),
            None => glows || meant || aim,
        };
        let ring = if meant {
            RingKind::AtHand
        } else if only_discarded {
            RingKind::Discard
        } else {
            RingKind::Usable
        };
        let layers = stack![face]
            .push(shade.map(|(shade, foot)| {
                let dark = |part, shade| {
                    container("").width(Fill).height(Fill).style(move |_: &Theme| dim(width, part, shade))
                };
                if foot > 0.0 {
                    let foot = container(dark(FacePart::Foot, shade / 2.0)).height(foot);
                    column![dark(FacePart::Picture, shade), foot]
                } else {
                    column![dark(FacePart::Whole, shade)]
                }
            }))
            .push((width >= 40.0).then(|| {
                let lies = seen.card.and_then(|card| self.context.gallery.numbers(card, width, &seen.printed));
                state_layer(seen, width, lies, self.lane_name(seen), self.table.is_over())
            }))
            .push(tapped.then(|| tapped_badge(width)))
            .push(
                lit.then(|| container("").width(Fill).height(Fill).style(move |theme| ring_style(theme, width, ring))),
            )
            .push(spot.filter(|spot| self.table.tip_points_at(*spot)).map(|_| pointer()))
            .width(width)
            .height(height);
        let way = spot.and_then(|spot| self.table.targeting(spot));
        let layers: Element<'a, Message> = match ShownCard::on_table(seen) {
            Some(shown) => {
                // Whoever chooses among cards of the table reads the question and what comes of it meanwhile.
                let place = if way.is_some() { PreviewPlace::FarEdge } else { PreviewPlace::Edge };
                self.context.gallery.spot(shown.previewed(place), layers).at_hand(meant).into()
            }
            None => layers.into(),
        };
        match spot {
            None => layers,
            Some(spot) => {
                let press = button::bare(layers).on_press_maybe((glows || aim).then_some(Message::Pressed(spot)));
                let press: Element<'a, Message> = match way {
                    Some(at) => mouse_area(press).on_enter(Message::Marked(at)).into(),
                    None => press.into(),
                };
                let slot = self.slot(spot, press);
                match seen.card {
                    Some(card) if glows => slot
                        .on_right_press(Message::MenuOpened(spot))
                        .draggable(
                            card,
                            Message::DragBegan(spot),
                            move |on| Message::DraggedOver(spot, on),
                            move |on| Message::Dropped(spot, on),
                        )
                        .into(),
                    Some(_) if aim => slot.on_right_press(Message::MenuOpened(spot)).into(),
                    Some(_) => {
                        slot.on_right_press(Message::MenuOpened(spot)).on_press(Message::MenuOpened(spot)).into()
                    }
                    None => slot.into(),
                }
            }
        }
    }
}

/// How wide a digit is, as a part of its size, and the plate of the numbers, as a part of the face.
const DIGIT: f32 = 0.62;
const PLATE: f32 = 0.34;
/// How wide and how high a plate over printed numbers is, as parts of their size: what is added to the room between them.
const PLATE_WIDTH: f32 = 1.45;
const PLATE_HEIGHT: f32 = 1.3;

/// What of a face is darker: its foot has the name and the numbers.
#[derive(Clone, Copy)]
enum FacePart {
    Whole,
    Picture,
    Foot,
}

/// What is tapped, or is not meant, is darker.
fn dim(width: f32, part: FacePart, shade: f32) -> container::Style {
    // Dark in either theme: letters of faces are light.
    let ground = Color { a: shade, ..Color::BLACK };
    let round = iced::border::radius(face::corner(width));
    let corners = match part {
        FacePart::Whole => round,
        FacePart::Picture => round.bottom(0.0),
        FacePart::Foot => round.top(0.0),
    };
    container::Style {
        background: Some(Background::Color(ground)),
        border: iced::border::rounded(corners),
        ..container::Style::default()
    }
}

/// What the ring around a card tells.
#[derive(Clone, Copy)]
enum RingKind {
    /// It is what is done next.
    AtHand,
    /// Something can be done with it.
    Usable,
    /// It can be thrown away, and no more.
    Discard,
}

fn ring_style(theme: &Theme, width: f32, kind: RingKind) -> container::Style {
    let r = roles(theme);
    let (color, thick) = match kind {
        RingKind::AtHand => (r.focus, 4.0),
        RingKind::Usable => (r.usable, 2.5),
        RingKind::Discard => (r.muted, 1.0),
    };
    container::Style {
        border: Border { color, width: thick, radius: face::corner(width).into() },
        ..container::Style::default()
    }
}

/// The sign of a card that is tapped, in the middle of its picture.
fn tapped_badge<'a>(width: f32) -> Element<'a, Message> {
    let side = (0.3 * width).clamp(14.0, 34.0);
    let badge = container(icon(Icon::Tapped, side, Ink::Text)).padding(0.2 * side).style(|theme: &Theme| {
        let r = roles(theme);
        container::Style {
            background: Some(Background::Color(Color { a: 0.85, ..r.surface })),
            border: Border { color: r.line, width: 1.0, radius: 99.0.into() },
            ..container::Style::default()
        }
    });
    container(badge).center(Fill).into()
}

/// What a tip points at: a sign in the middle of the card, where it covers no numbers.
fn pointer<'a>() -> Element<'a, Message> {
    let sign = container(text(tr!("Tip")).size(theme::size::CAPTION).font(theme::SEMIBOLD)).padding([1, 6]).style(
        |theme: &Theme| {
            let good = roles(theme).good;
            container::Style {
                background: Some(Background::Color(good)),
                text_color: Some(theme::ink_on(good)),
                border: iced::border::rounded(6.0),
                ..container::Style::default()
            }
        },
    );
    container(sign).center(Fill).into()
}

/// Numbers, damage and what else is to be seen.
fn state_layer<'a>(
    seen: &'a ObservedCard,
    width: f32,
    lies: Option<PrintedNumbers>,
    lane: Option<&str>,
    over: bool,
) -> Element<'a, Message> {
    let size = (width / 7.0).clamp(10.0, 40.0);
    // That it is tapped is told by a badge.
    let told = seen.marks.iter().filter(|mark| !matches!(mark.as_str(), TAPPED | CHARGED));
    // An arrow tells who fights whom, and nothing attacks any more once the match is over.
    let in_combat = |mark: &str| matches!(mark, ATTACKING | BLOCKING);
    let told = told.filter(|mark| !(in_combat(mark) && (over || seen.foe.is_some())));
    // In which lane it lies is seen.
    let told = told.filter(|mark| lane != Some(mark.as_str()));
    let marks = told
        .take(if width < 62.0 { 0 } else { 3 })
        .map(|mark| panel::note(engine::kernel::observation::mark_label(mark)));
    let left = numbers_left(&seen.numbers, seen.damage);
    // Damage of what has no numbers, and numbers that are not those in the corner of the face.
    let damage = (seen.damage > 0 && left.is_none()).then(|| damage_badge(seen.damage, size));
    let changed = (left.is_none() && seen.numbers != seen.printed)
        .then(|| (seen.numbers.clone(), number_change(&seen.numbers, &seen.printed)));
    let left = left.map(|left| (left, NumberChange::Lower));
    let (left, changed) = match (lies, left.or(changed)) {
        // Over the printed ones, where it is known where they stand.
        (Some(lies), Some((words, change))) => (None, Some(number_over(words, lies, width, change))),
        (None, changed) => (changed.map(|(words, change)| number_badge(words, width, size, change)), None),
        (_, None) => (None, None),
    };
    // One above the other, so that the name keeps its place.
    let printed = (left.is_none() && !seen.printed.is_empty()).then(|| gap().height(size * 1.6));
    let foot = Column::new().push(damage).push(left).push(printed).spacing(2).align_x(iced::Right);
    let foot = row![gap::horizontal(), foot];
    let marks = container(Column::with_children(marks).spacing(2)).height(Fill).align_y(iced::Bottom);
    // Above the name, where they cover least of the picture.
    let marks = column![marks, gap().height(NAME * width)];
    let foot = container(column![gap::vertical(), foot]).padding(3);
    stack![container(marks).padding(3), foot].push(changed).width(Fill).height(Fill).into()
}

/// The numbers of a card with damage on it, with what is left of the last one.
fn numbers_left(numbers: &str, damage: i32) -> Option<String> {
    let (before, last) = numbers.rsplit_once('/').map_or(("", numbers), |(before, last)| (before, last));
    let left = last.parse::<i32>().ok().filter(|_| damage > 0)? - damage;
    Some(if before.is_empty() { left.to_string() } else { format!("{before}/{left}") })
}

/// How the numbers of a card in play differ from those that are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberChange {
    Lower,
    Higher,
    /// Some are lower and some higher, or it has no printed ones.
    Other,
}

fn number_change(now: &str, printed: &str) -> NumberChange {
    let numbers = |text: &str| text.split(['/', '[', ']']).map(|n| n.parse::<i32>().ok()).collect::<Option<Vec<_>>>();
    let (Some(now), Some(printed)) = (numbers(now), numbers(printed)) else { return NumberChange::Other };
    let differences = || now.iter().zip(&printed).map(|(now, printed)| now - printed);
    if now.len() != printed.len() {
        NumberChange::Other
    } else if differences().all(|by| by <= 0) {
        NumberChange::Lower
    } else if differences().all(|by| by >= 0) {
        NumberChange::Higher
    } else {
        NumberChange::Other
    }
}

/// Numbers as they are now, over those that are printed: as wide as the plate on the face.
fn number_badge<'a>(words: String, width: f32, size: f32, change: NumberChange) -> Element<'a, Message> {
    let letters = DIGIT * size * words.chars().count() as f32;
    let beside = ((PLATE * width - letters) / 2.0).max(4.0);
    container(text(words).size(size).font(theme::BOLD)).padding([2.0, beside]).style(number_style(change)).into()
}

/// Numbers as they are now, over those that are printed: these are covered, whatever the face is like.
fn number_over<'a>(words: String, lies: PrintedNumbers, width: f32, change: NumberChange) -> Element<'a, Message> {
    let letters = words.chars().count() as f32;
    // What a template draws below its numbers reaches beyond them.
    let wide = (lies.apart + PLATE_WIDTH * lies.size).max(DIGIT * lies.size * letters).min(width - 2.0);
    let size = lies.size.min(0.9 * wide / (DIGIT * letters)).max(9.0);
    let high = PLATE_HEIGHT * lies.size;
    let (x, y) = ((lies.middle.x - wide / 2.0).min(width - wide - 1.0), lies.middle.y - high / 2.0);
    let number = container(text(words).size(size).line_height(1.0).font(theme::BOLD));
    let plate = number.center_x(wide).center_y(high).style(number_style(change));
    pin(plate).x(x.max(0.0)).y(y.min(face::height(width) - high)).into()
}

fn number_style(change: NumberChange) -> impl Fn(&Theme) -> container::Style {
    move |theme: &Theme| {
        let r = roles(theme);
        let (ground, ink) = match change {
            NumberChange::Lower => (r.bad, theme::ink_on(r.bad)),
            NumberChange::Higher => (r.good, theme::ink_on(r.good)),
            NumberChange::Other => (r.surface, r.text),
        };
        badge_style(theme, ground, ink)
    }
}

/// Damage is told by a burst before its number, so that nobody takes it for what is left.
fn damage_badge<'a>(damage: i32, size: f32) -> Element<'a, Message> {
    let number = text(damage.to_string()).size(size).font(theme::BOLD);
    let content = row![icon(Icon::Damage, size, Ink::OnBad), number].spacing(2).align_y(iced::Center);
    let style = |theme: &Theme| badge_style(theme, roles(theme).bad, theme::ink_on(roles(theme).bad));
    container(content).padding([2, 5]).style(style).into()
}

fn badge_style(theme: &Theme, ground: Color, ink: Color) -> container::Style {
    container::Style {
        background: Some(Background::Color(ground)),
        text_color: Some(ink),
        border: Border { color: roles(theme).line, width: 1.0, radius: 6.0.into() },
        ..container::Style::default()
    }
}
