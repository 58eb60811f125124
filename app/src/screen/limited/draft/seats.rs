//! Around the table: who sits where, who is asked, how many cards each has; and the menu that seats somebody else.

use catalog::tr;
use formats::limited::draft::DraftView;
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::drafter::{Bot, BotLevel};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill, Size};

use super::side;
use super::state::{DraftTable, Message};
use crate::theme::{self, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel};

/// Height of the row of seats.
pub(super) const HEIGHT: f32 = 52.0;
/// Height of the menu of a seat.
pub(super) const MENU: f32 = 50.0;
/// The room of a seat in which its numbers have words.
const WITH_WORDS: f32 = 96.0;
/// The room of a seat in which its name can be read.
const WITH_NAME: f32 = 76.0;

impl DraftTable {
    /// The row of seats; the menu of one of them below, if it is open.
    pub(super) fn seats<'a>(&'a self, view: Option<&DraftView>, bounds: Size) -> Element<'a, Message> {
        let pod = &self.saved.pod;
        let front = view.map(|v| v.seat);
        // Packs wait at people; bots take at once.
        let room = (bounds.width - side::width(bounds)) / pod.draft.seats() as f32;
        let people = pod.players().iter().filter(|player| player.bot().is_none()).count();
        let chips = (0..pod.draft.seats()).map(|seat| {
            let asked = pod.draft.prompt(seat).is_some();
            let sign = match (&pod.players()[seat], asked) {
                (_, true) => icon(Icon::Next, 12.0, Ink::Accent),
                (DraftPlayer::Bot(_), false) => icon(Icon::Hint, 12.0, Ink::Muted),
                (_, false) => icon(Icon::Check, 12.0, Ink::Muted),
            };
            let name = self.saved.seat_name(seat);
            let name = if room < WITH_NAME { (seat + 1).to_string() } else { format!("{}  {name}", seat + 1) };
            let head =
                row![sign, cut(name).font(theme::SEMIBOLD).size(theme::size::CAPTION)].spacing(4).align_y(Center);
            let cards = pod.draft.picks(seat).len();
            let packs = pod.draft.packs_at(seat);
            let note = match packs {
                // Where words have no room the numbers stay.
                2.. if people > 1 && room < WITH_WORDS => format!("{cards} · {packs}"),
                _ if room < WITH_WORDS => cards.to_string(),
                2.. if people > 1 => tr!("{cards} · {n} packs", cards = crate::screen::cards_label(cards), n = packs),
                _ => crate::screen::cards_label(cards),
            };
            let chip = column![head, cut(note).size(theme::size::CAPTION).style(label::muted)].spacing(1);
            let open = self.menu.as_ref().is_some_and(|(s, _)| *s == seat);
            button::toggle(chip, open || front == Some(seat)).width(Fill).on_press(Message::SeatPressed(seat)).into()
        });
        let chips = container(Row::with_children(chips).spacing(space::XS))
            .height(HEIGHT)
            .center_y(HEIGHT)
            .padding([0, 12])
            .style(panel::surface);
        let mut rows = Column::new().push(chips);
        if let Some((seat, typed)) = &self.menu {
            rows = rows.push(panel::flat()).push(self.menu(*seat, typed));
        }
        rows.into()
    }

    /// How high the row is with its menu.
    pub(super) fn seats_height(&self) -> f32 {
        HEIGHT + if self.menu.is_some() { MENU + 1.0 } else { 0.0 }
    }

    fn menu<'a>(&'a self, seat: usize, typed: &str) -> Element<'a, Message> {
        let player = &self.saved.pod.players()[seat];
        let seated = |player: DraftPlayer| Message::Seated(seat, player);
        let mut line = row![label::line(tr!("Seat {}: {}", seat + 1, player.label())), gap::horizontal()];
        let away = match &self.saved.start.sitters[seat] {
            DraftPlayer::Bot(_) => None,
            person => Some(person),
        };
        if let (DraftPlayer::Bot(_), Some(person)) = (player, away) {
            let word = tr!("Return to {}", person.label());
            line = line.push(button::primary(word).on_press(seated(person.clone())));
        }
        for (level, word) in [
            (BotLevel::Full, tr!("A bot")),
            (BotLevel::Casual, tr!("A casual bot")),
            (BotLevel::Random, tr!("A random bot")),
        ] {
            let bot = DraftPlayer::Bot(Bot { level, hate: 0 });
            line = line.push(button::plain(word).on_press_maybe((*player != bot).then(|| seated(bot))));
        }
        let name = typed.trim().to_owned();
        let person = (!name.is_empty()).then(|| seated(DraftPlayer::Person(name.clone())));
        let input = field::line(tr!("A person's name"), typed).on_input(Message::NameTyped).width(170);
        line = line
            .push(input.on_submit_maybe(person.clone()))
            .push(button::plain(tr!("Seat here")).on_press_maybe(person))
            .push(
                button::plain(tr!("By file"))
                    .on_press_maybe((!name.is_empty()).then(|| seated(DraftPlayer::File(name)))),
            );
        container(line.spacing(space::S).align_y(Center))
            .height(MENU)
            .center_y(MENU)
            .padding([0, 12])
            .style(panel::surface)
            .into()
    }
}
