//! The deck's TimeLine, to try things on: turn Linchpins, lay Patches, see what follows and who would be home.

use catalog::tr;
use catalog::{CardIx, GameData};
use engine::games::chrononauts::TimelineBoard;
use engine::kernel::legal_action::TimelineChange;
use engine::registry;
use engine::timeline::{Cells, History, bits};
use formats::Deck;
use iced::widget::{Column, column, container, mouse_area, row, space as gap};
use iced::{Center, Fill, Size};

use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::card_spot::ShownCard;
use crate::widget::face::FaceRequest;
use crate::widget::timeline::{self, TimelineView};
use crate::widget::{Element, button, cut, field, label, panel};

/// Width of what stands at the side.
const SIDE: f32 = 300.0;

/// A TimeLine and what was tried on it.
pub struct TimeLine {
    board: Result<TimelineBoard, String>,
    history: History,
    pointed: Option<Pointed>,
}

/// What the cursor is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointed {
    /// A card of the TimeLine.
    Cell(u8),
    /// A Patch that can be laid.
    Patch(u8),
    /// A traveller, by position.
    Home(usize),
    /// A card that turns Linchpins, by position.
    Inverter(usize),
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// The cursor is elsewhere.
    Pointed(Option<Pointed>),
    /// A Linchpin is turned.
    Turned(u8),
    /// A Patch is laid.
    Laid(u8),
    /// History as it was.
    Restored,
}

impl TimeLine {
    /// The TimeLine of a deck; `None` if its game, or it, has none.
    pub fn new(game: &GameData, deck: &Deck) -> Option<TimeLine> {
        let board = registry::timeline(game, deck)?.map_err(|e| e.to_string());
        Some(TimeLine { board, history: History::default(), pointed: None })
    }

    /// The same for the deck as it is now; what was tried stays, as far as the cards are the same.
    pub fn renewed(self, game: &GameData, deck: &Deck) -> Option<TimeLine> {
        let fresh = TimeLine::new(game, deck)?;
        let same = match (&self.board, &fresh.board) {
            (Ok(old), Ok(new)) => old.cells == new.cells && old.patches == new.patches,
            _ => false,
        };
        Some(if same { TimeLine { history: self.history, ..fresh } } else { fresh })
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message) {
        let Ok(board) = &self.board else { return };
        match message {
            Message::Pointed(pointed) => self.pointed = pointed,
            Message::Turned(cell) => {
                board.timeline.reverse(&mut self.history, cell);
            }
            Message::Laid(patch) => {
                if board.timeline.can_patch(&self.history, patch) {
                    board.timeline.patch_over(&mut self.history, patch);
                }
                self.pointed = None;
            }
            Message::Restored => self.history = History::default(),
        }
    }

    /// What the cursor is about to change, and what it is about.
    fn ahead(&self, board: &TimelineBoard) -> (Option<TimelineChange>, Cells) {
        match self.pointed {
            Some(Pointed::Cell(cell)) if board.timeline.linchpins() & (1 << cell) != 0 => {
                let ripple = board.timeline.reverse(&mut self.history.clone(), cell);
                (Some(ripple.change(&board.timeline, Some(cell), None)), 0)
            }
            Some(Pointed::Patch(patch)) => (None, 1 << board.timeline.patches()[patch as usize].cell),
            Some(Pointed::Home(at)) => (None, board.homes[at].1.cells),
            Some(Pointed::Inverter(at)) => {
                let (_, trues, primes) = board.inverters[at];
                (None, trues & !self.history.primes | primes & self.history.primes)
            }
            _ => (None, 0),
        }
    }

    /// The faces whose art it shows.
    pub fn wanted(&self, game: &GameData) -> Vec<FaceRequest> {
        let board = self.board.iter();
        board.flat_map(|board| timeline::wanted(&board.cards(game, &self.history, None)).collect::<Vec<_>>()).collect()
    }

    /// The tab, in so much room.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>, room: Size) -> Element<'a, Message> {
        let board = match &self.board {
            Ok(board) => board,
            Err(why) => return panel::empty(tr!("These cards do not form a TimeLine"), why, None),
        };
        let (ahead, about) = self.ahead(board);
        let years = board.cards(context.game(), &self.history, None);
        let (width, in_sight) = (room.width - SIDE - 2.0 * space::M, room.height - 2.0 * space::M);
        let least = timeline::least_height(&years, width);
        let shown = TimelineView {
            years: &years,
            ahead,
            about,
            pressable: board.timeline.linchpins(),
            scale: timeline::scale(width, in_sight),
            width,
            gallery: context.gallery,
        };
        let table =
            timeline::view(&shown, Message::Turned, |cell| Message::Pointed(cell.map(Pointed::Cell)), |_, tile| tile);
        // Where it has no room it is as high as its words need.
        let table = if in_sight < least {
            field::scrolled(container(table).height(least)).into()
        } else {
            Element::from(table)
        };
        let side = column![
            self.state(board),
            self.homes(context, board),
            self.patches(context, board),
            self.inverters(context, board)
        ];
        let side = field::scrolled(side.spacing(space::L).padding(space::L));
        row![
            container(table).padding(space::M).width(Fill).height(Fill).style(panel::ground),
            panel::upright(),
            container(side).width(SIDE).height(Fill).style(panel::surface),
        ]
        .into()
    }

    fn state<'a>(&'a self, board: &'a TimelineBoard) -> Element<'a, Message> {
        let open = self.history.open_paradoxes().count_ones();
        let flipped = self.history.primes.count_ones();
        let told = tr!("{flipped} of {} Linchpins flipped", board.timeline.linchpins().count_ones(), flipped);
        let paradoxes = label::emphasis(match open {
            0 => tr!("No open Paradoxes"),
            open => tr!("1 open Paradox" | "{n} open Paradoxes" % open),
        });
        let paradoxes = if open == 0 { paradoxes.style(label::good) } else { paradoxes.style(label::bad) };
        let back = button::plain(tr!("Reset"))
            .on_press_maybe((self.history != History::default()).then_some(Message::Restored));
        column![
            row![label::section(tr!("The TimeLine")), gap::horizontal(), back].align_y(Center),
            paradoxes,
            label::caption(told).style(label::muted),
            label::caption(tr!("Click a Linchpin to flip it. Point at one, or at a name below, for details."))
                .style(label::faint),
        ]
        .spacing(space::XS)
        .into()
    }

    /// Travellers, those who are nearest to home first.
    fn homes<'a>(&'a self, context: ScreenContext<'a>, board: &'a TimelineBoard) -> Element<'a, Message> {
        let timeline = &board.timeline;
        let mut order: Vec<(u32, usize)> = board
            .homes
            .iter()
            .enumerate()
            .map(|(at, (_, home))| (timeline.in_place(&self.history, home), at))
            .collect();
        order.sort_by_key(|(there, at)| (std::cmp::Reverse(*there), *at));
        let line = |(there, at): (u32, usize)| {
            let (card, home) = &board.homes[at];
            let of = home.cells.count_ones();
            let dots = "●".repeat(there as usize) + &"○".repeat(of.saturating_sub(there) as usize);
            let is_home = timeline.shows(&self.history, home, false);
            let dots = label::caption(dots).style(if is_home { label::good } else { label::muted });
            pointed_line(context, *card, dots.into(), Pointed::Home(at), None)
        };
        let title = label::group(tr!("Closest to home"));
        column![title, Column::with_children(order.into_iter().map(line))].spacing(space::XS).into()
    }

    /// Patches that can be laid now.
    fn patches<'a>(&'a self, context: ScreenContext<'a>, board: &'a TimelineBoard) -> Element<'a, Message> {
        let fits = (0..board.patches.len() as u8).filter(|patch| board.timeline.can_patch(&self.history, *patch));
        let line = |patch: u8| {
            let card = board.patches[patch as usize];
            let unstable =
                if board.timeline.patches()[patch as usize].unstable { tr!("unstable") } else { String::new() };
            let note = label::caption(unstable).style(label::warn);
            pointed_line(context, card, note.into(), Pointed::Patch(patch), Some(Message::Laid(patch)))
        };
        let lines: Vec<Element<'a, Message>> = fits.map(line).collect();
        let title = label::group(tr!("Patches that fit now"));
        if lines.is_empty() {
            column![title, label::caption(tr!("None: no Paradox is open.")).style(label::faint)]
        } else {
            column![title, Column::with_children(lines)]
        }
        .spacing(space::XS)
        .into()
    }

    /// Cards that turn Linchpins, with how many of them they could turn now.
    fn inverters<'a>(&'a self, context: ScreenContext<'a>, board: &'a TimelineBoard) -> Element<'a, Message> {
        let line = |(at, (card, trues, primes)): (usize, &(catalog::CardIx, Cells, Cells))| {
            let reach = bits(trues & !self.history.primes | primes & self.history.primes).count();
            let reach = label::caption(reach.to_string()).style(label::muted);
            pointed_line(context, *card, reach.into(), Pointed::Inverter(at), None)
        };
        let title = label::group(tr!("Inverters, with the Linchpins they can flip"));
        column![title, Column::with_children(board.inverters.iter().enumerate().map(line))].spacing(space::XS).into()
    }
}

/// A name that can be pointed at, and perhaps pressed.
fn pointed_line<'a>(
    context: ScreenContext<'a>,
    card: CardIx,
    note: Element<'a, Message>,
    at: Pointed,
    press: Option<Message>,
) -> Element<'a, Message> {
    let content = row![cut(context.game().card(card).name.as_str()), note].spacing(space::S).align_y(Center);
    let line = button::entry(content, false).padding([4, 8]).width(Fill);
    // A line that is only pointed at looks like any other.
    let line = line.on_press(press.unwrap_or(Message::Pointed(Some(at))));
    let line = mouse_area(line).on_enter(Message::Pointed(Some(at))).on_exit(Message::Pointed(None));
    context.gallery.spot(ShownCard::printed(card), line).into()
}
