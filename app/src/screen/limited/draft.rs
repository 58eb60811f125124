//! The draft table: the pack, the chosen card, what a bot thinks, and the picks so far.

use catalog::CardIx;
use catalog::store::Library;
use formats::Book;
use formats::format::Pass;
use formats::limited::drafter::Opinion;
use iced::widget::{Column, Row, column, container, hover, row, space as gap, stack, text};
use iced::{Background, Border, Center, Fill, Size, Theme};

use super::pool::{Sorted, sorted};
use crate::draft_room::{self, DraftRoom, SEAT};
use crate::key::Wish;
use crate::screen::Look;
use crate::theme::{self, mix, roles, size, space};
use crate::widget::chart::Curve;
use crate::widget::face::{self, Wanted};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label, panel, pips};
use crate::window::Notice;

/// Width of the panel with the chosen card.
fn side_width(room: Size) -> f32 {
    if room.width > 1500.0 { 420.0 } else { 308.0 }
}

/// Width of the chosen card.
fn face_width(room: Size) -> f32 {
    side_width(room) - 38.0
}
/// Height of the picks.
const PICKS: f32 = 156.0;
/// Width of a pick.
const PICK: f32 = 72.0;
/// Width of the curve beside the picks.
const CURVE: f32 = 210.0;

/// How much of a pick the next one leaves in sight: enough for its cost if there is room, less so that all fit.
fn edge(room: Size, groups: &[Sorted]) -> f32 {
    let gaps = space::L * groups.len() as f32;
    let wide = room.width - side_width(room) - 1.0 - CURVE - space::XL - 2.0 * space::L - gaps;
    let over: usize = groups.iter().map(|g| g.cards.len().saturating_sub(1)).sum();
    ((wide - PICK * groups.len() as f32) / over.max(1) as f32).floor().clamp(10.0, 26.0)
}

/// A draft that is going on.
pub struct Table {
    room: DraftRoom,
    chosen: Option<usize>,
    hints: Option<Vec<(CardIx, Opinion)>>,
    hinting: bool,
}

/// What happens at the table.
#[derive(Debug, Clone)]
pub enum Message {
    /// A card of the pack was pressed: chosen, or taken if it was chosen already.
    Pressed(usize),
    /// The chosen card is taken.
    Taken,
    /// What a bot thinks is shown or hidden.
    HintToggled,
    /// Back to the hall; the draft waits there.
    Closed,
}

/// What the table asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Say this.
    Say(Notice),
    /// Back to the hall.
    Close,
    /// The last card is taken.
    Over(Box<DraftRoom>),
}

impl Table {
    /// A table.
    pub fn new(room: DraftRoom) -> Table {
        Table { room, chosen: None, hints: None, hinting: false }
    }

    /// Goes on with the game as it was read again: the draft is taken up from the library.
    ///
    /// # Errors
    /// When the draft cannot go on with these data.
    pub fn renew(&mut self, library: &Library, book: &Book) -> Result<(), draft_room::Error> {
        self.room = DraftRoom::open(library, book, self.room.id)?;
        self.hint(book);
        Ok(())
    }

    fn pack(&self) -> &[CardIx] {
        self.room.pod.table.pack(SEAT)
    }

    fn take(&mut self, library: &mut Library, book: &Book) -> Action {
        let Some(card) = self.chosen.and_then(|at| self.pack().get(at).copied()) else { return Action::None };
        if let Err(e) = self.room.pick(library, book, card) {
            return Action::Say(Notice::wrong(e));
        }
        self.chosen = None;
        self.hint(book);
        if self.room.pod.table.is_over() {
            return Action::Over(Box::new(self.room.clone()));
        }
        Action::Say(Notice::done(format!("{} taken and saved", book.game.card(card).name)))
    }

    fn hint(&mut self, book: &Book) {
        self.hints = if self.hinting { self.room.hints(book).ok() } else { None };
    }

    /// Picks as a bot would, for pictures; the card it would take next is chosen, and hints are shown.
    ///
    /// # Errors
    /// Of the library.
    pub fn pick_as_bots(&mut self, library: &mut Library, book: &Book, picks: usize) -> Result<(), draft_room::Error> {
        for _ in 0..picks {
            let Some((card, _)) = self.room.hints(book)?.into_iter().next() else { break };
            self.room.pick(library, book, card)?;
        }
        if picks > 0 {
            self.hinting = true;
            self.hint(book);
            let best = self.hints.as_ref().and_then(|h| h.first()).map(|(card, _)| *card);
            self.chosen = best.and_then(|card| self.pack().iter().position(|c| *c == card));
        }
        Ok(())
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, book: &Book) -> Action {
        match message {
            Message::Pressed(at) if self.chosen == Some(at) => self.take(library, book),
            Message::Pressed(at) => {
                self.chosen = Some(at);
                Action::None
            }
            Message::Taken => self.take(library, book),
            Message::HintToggled => {
                self.hinting = !self.hinting;
                self.hint(book);
                Action::None
            }
            Message::Closed => Action::Close,
        }
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, library: &mut Library, book: &Book, room: Size) -> Action {
        let count = self.pack().len();
        let columns = self.layout(room).0;
        let step = |chosen: Option<usize>, by: isize| match chosen {
            None => Some(0),
            Some(at) => at.checked_add_signed(by).filter(|to| *to < count).or(Some(at)),
        };
        match wish {
            Wish::Left => self.chosen = step(self.chosen, -1),
            Wish::Right => self.chosen = step(self.chosen, 1),
            Wish::Up => self.chosen = step(self.chosen, -(columns as isize)),
            Wish::Down => self.chosen = step(self.chosen, columns as isize),
            Wish::Enter => return self.take(library, book),
            Wish::Hint => return self.update(Message::HintToggled, library, book),
            Wish::Back if self.chosen.is_some() => self.chosen = None,
            Wish::Back => return Action::Close,
            _ => {}
        }
        Action::None
    }

    /// Columns of the pack and the width of a face, as large as all of them fit.
    fn layout(&self, room: Size) -> (usize, f32) {
        let (wide, high) =
            (room.width - side_width(room) - 1.0 - 2.0 * space::L, room.height - 56.0 - PICKS - 2.0 - 2.0 * space::L);
        fit(self.pack().len(), Size::new(wide, high), space::S, 240.0)
    }

    /// The faces in sight.
    pub fn wanted(&self, room: Size) -> Vec<Wanted> {
        let width = self.layout(room).1;
        let chosen = self.chosen.and_then(|at| self.pack().get(at)).map(|c| (*c, face_width(room) as u32));
        let pack = self.pack().iter().map(|c| (*c, width as u32));
        let picks = self.room.pod.table.picks(SEAT).iter().map(|c| (*c, PICK as u32));
        chosen.into_iter().chain(pack).chain(picks).collect()
    }

    /// The table.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let pack = container(self.pack_view(look)).width(Fill).height(Fill).padding(space::L).style(panel::ground);
        let side = container(self.side(look)).width(side_width(look.room)).height(Fill).style(panel::surface);
        let picks = container(self.picks(look)).height(PICKS).width(Fill).style(panel::surface);
        let table = column![pack, panel::flat(), picks].width(Fill);
        column![self.head(look), panel::flat(), row![table, panel::upright(), side].height(Fill)].into()
    }

    fn head<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let (round, pick) = self.room.at();
        let format = look.book.format(&self.room.format);
        let rounds = format.and_then(|f| f.limited.as_ref()).map_or(3, |l| l.packs);
        let (way, to) = match self.room.pod.table.passing() {
            Some(Pass::Left) | None => (Icon::Back, "Packs go to the left"),
            Some(Pass::Right) => (Icon::Next, "Packs go to the right"),
        };
        let hint = button::toggle(
            row![icon(Icon::Hint, 16.0, if self.hinting { Ink::Accent } else { Ink::Muted }), label::line("Hint  (h)")]
                .spacing(6)
                .align_y(Center),
            self.hinting,
        );
        let bar = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            label::section(format.map_or("Draft", |f| f.name.as_str())),
            gap().width(space::M),
            number("Pack", round, rounds as usize),
            number("Pick", pick, pick + self.pack().len().saturating_sub(1)),
            row![icon(way, 14.0, Ink::Muted), label::body(to).style(label::muted)].spacing(4).align_y(Center),
            gap::horizontal(),
            label::body(format!("{} seats", self.room.pod.table.seats())).style(label::muted),
            hint.padding([7, 12]).on_press(Message::HintToggled),
        ];
        container(bar.spacing(space::M).align_y(Center))
            .height(56)
            .center_y(56)
            .padding([0, 12])
            .style(panel::surface)
            .into()
    }

    fn opinion(&self, card: CardIx) -> Option<(usize, &Opinion)> {
        let hints = self.hints.as_ref()?;
        hints.iter().position(|(c, _)| *c == card).map(|at| (at, &hints[at].1))
    }

    fn pack_view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let (columns, width) = self.layout(look.room);
        let cells: Vec<Element<'a, Message>> = self
            .pack()
            .iter()
            .enumerate()
            .map(|(at, card)| {
                let mut layers = stack![look.gallery.face(*card, width)].width(width).height(face::height(width));
                if let Some((rank, opinion)) = self.opinion(*card) {
                    layers = layers.push(worth(rank, opinion.points));
                }
                if self.chosen == Some(at) {
                    layers = layers.push(face::ring(width, true));
                }
                hover(button::bare(layers).on_press(Message::Pressed(at)), face::ring(width, false))
            })
            .collect();
        let mut rows = Column::new().spacing(space::S);
        let mut cells = cells.into_iter().peekable();
        while cells.peek().is_some() {
            rows = rows.push(Row::with_children(cells.by_ref().take(columns)).spacing(space::S));
        }
        container(rows).center_x(Fill).into()
    }

    fn side<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let Some(card) = self.chosen.and_then(|at| self.pack().get(at).copied()) else {
            let what = "Press a card to see it large, press it again to take it. Arrows and Enter do the same.";
            let best = self.ranking(look);
            return column![container(panel::empty("Choose a card", what, None)).height(Fill), best].into();
        };
        let take = row![label::line("Take it").font(theme::SEMIBOLD), gap::horizontal(), label::line("Enter")];
        let take = button::loud(iced::widget::button(take)).width(Fill).on_press(Message::Taken);
        let mut content =
            column![container(look.gallery.face(card, face_width(look.room))).center_x(Fill), take].spacing(space::M);
        if let Some((rank, opinion)) = self.opinion(card) {
            let head = match rank {
                0 => "A bot would take this".to_owned(),
                n => format!("A bot's choice number {}", n + 1),
            };
            content = content
                .push(column![label::group(head).style(label::accent), label::body(opinion.text())].spacing(space::XS));
        }
        field::scrolled(content.padding(iced::Padding { right: space::M, ..iced::Padding::from(space::L) }))
            .height(Fill)
            .into()
    }

    /// The best cards of the pack, as a bot sees them.
    fn ranking<'a>(&'a self, look: Look<'a>) -> Option<Element<'a, Message>> {
        let lines = self.hints.as_ref()?.iter().take(5).map(|(card, opinion)| {
            let shown = look.game().card(*card);
            column![
                label::line(shown.name.as_str()).font(theme::SEMIBOLD),
                label::caption(opinion.text()).line_height(1.35)
            ]
            .spacing(2)
            .into()
        });
        let list = column![label::group("What a bot thinks"), Column::with_children(lines).spacing(space::S)]
            .spacing(space::S);
        Some(container(list).padding(space::L).into())
    }

    fn picks<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let picks = self.room.pod.table.picks(SEAT);
        if picks.is_empty() {
            return panel::empty(
                "Your picks",
                "They gather here, sorted by faction, with the curve of their costs.",
                None,
            );
        }
        let game = look.game();
        let groups = sorted(game, picks);
        let edge = edge(look.room, &groups);
        let groups = groups.into_iter().map(|group| stacked(look, edge, group));
        let groups = Row::with_children(groups).spacing(space::L);
        let scroll = iced::widget::scrollable(groups)
            .direction(iced::widget::scrollable::Direction::Horizontal(
                iced::widget::scrollable::Scrollbar::new().width(6).scroller_width(6).spacing(4),
            ))
            .style(field::scroll_style);
        let curve =
            column![label::group(format!("{} picks", picks.len())), Curve::of(game, picks.iter().copied()).view(104.0)];
        row![container(scroll).width(Fill), container(curve.spacing(space::S)).width(CURVE)]
            .spacing(space::XL)
            .padding([space::M, space::L])
            .into()
    }
}

/// The picks of a faction, one over the other so that each cost is in sight.
fn stacked<'a>(look: Look<'a>, edge: f32, group: Sorted) -> Element<'a, Message> {
    let count = label::group(group.cards.len().to_string());
    let head = row![group.signs(look, 16.0), count].spacing(6).align_y(Center);
    let width = PICK + edge * group.cards.len().saturating_sub(1) as f32;
    let mut layers = stack![gap().width(width).height(face::height(PICK))];
    for (at, card) in group.cards.iter().enumerate() {
        layers = layers.push(iced::widget::pin(look.gallery.face(*card, PICK)).x(edge * at as f32));
    }
    column![head, layers.width(width).height(face::height(PICK))].spacing(space::S).into()
}

fn number<'a>(word: &'a str, n: usize, of: usize) -> Element<'a, Message> {
    row![
        label::body(word).style(label::muted),
        label::emphasis(n.to_string()),
        label::body(format!("of {of}")).style(label::muted)
    ]
    .spacing(5)
    .align_y(Center)
    .into()
}

/// What a bot thinks a card is worth, at the top of its face; the best one stands out.
fn worth<'a>(rank: usize, points: i32) -> Element<'a, Message> {
    let word = text(format!("{:.1}", f64::from(points) / 100.0)).size(size::CAPTION).font(theme::BOLD);
    let badge = container(word).padding([2, 7]).style(move |theme: &Theme| {
        let r = roles(theme);
        let (ground, ink) = if rank == 0 { (r.accent, r.on_accent) } else { (mix(r.surface, r.ground, 0.5), r.text) };
        container::Style {
            background: Some(Background::Color(ground)),
            text_color: Some(ink),
            border: Border { color: r.line, width: 1.0, radius: 10.0.into() },
            ..container::Style::default()
        }
    });
    container(badge).align_right(Fill).padding(5).into()
}

/// How many columns make `n` faces as wide as possible in a room, and how wide they are.
pub fn fit(n: usize, room: Size, gap: f32, most: f32) -> (usize, f32) {
    let ratio = face::height(744.0) / 744.0;
    let width = |columns: usize| {
        let rows = n.div_ceil(columns);
        let wide = (room.width - gap * (columns - 1) as f32) / columns as f32;
        let high = (room.height - gap * (rows - 1) as f32) / rows as f32 / ratio;
        wide.min(high - 1.0).min(most).max(40.0).floor()
    };
    (1..=n.max(1)).map(|c| (c, width(c))).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).unwrap_or((1, most))
}

/// The signs of a faction group.
impl Sorted {
    /// Its signs, or a dot for cards of no faction.
    pub fn signs<'a, M: 'a>(&self, look: Look<'a>, side: f32) -> Element<'a, M> {
        let game = look.game();
        match self.faction {
            Some(f) => pips::factions(look.gallery, [&game.factions[f]], side),
            None => label::group(self.title.clone()).into(),
        }
    }
}
