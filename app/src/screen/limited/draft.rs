//! The draft table: one seat's view of any type of draft, who sits around it, the clock, and what a person does.
//!
//! All that is shown comes out of the view of the seat that sits in front of the window. Between two people the table is
//! covered, and then there is no view, so that nothing of the other seat can be shown.

mod actions;
mod countdown;
mod head;
mod motion;
mod pack_layout;
mod picks;
mod seats;
mod selection;
mod side;
mod state;

use catalog::CardIx;
use catalog::store::Library;
use catalog::tr;
use formats::GameLibrary;
use formats::limited::draft::{DraftView, PileKind};
use iced::widget::{column, row, stack};
use iced::{Fill, Size, Subscription};

use crate::screen::{ScreenContext, cover};
use crate::widget::face::FaceRequest;
use crate::widget::grid::Scroll;
use crate::widget::{Element, panel};
pub use countdown::{Countdown, clock_label};
use formats::saved;
use formats::saved::draft::SavedDraft;
use selection::Selection;
pub use state::{Action, DraftTable, Message, Request};
use state::{Phase, ShownSeat};

/// From one card of a pack that is opened to the next.
const TURN: std::time::Duration = std::time::Duration::from_millis(45);

impl DraftTable {
    /// A table; packs are opened card by card if `card_by_card`, and what is picked flies and slides if `moves`.
    pub fn new(saved: SavedDraft, game_library: &GameLibrary, card_by_card: bool, moves: bool) -> DraftTable {
        let seats = saved.pod.draft.seats();
        let mut table = DraftTable {
            saved,
            shown: ShownSeat::Elsewhere,
            question: None,
            phase: Phase::Choosing,
            countdown: None,
            opened: vec![None; seats],
            selection: Selection::default(),
            hints_on: false,
            hint: None,
            menu: None,
            scrolls: [Scroll::top(800.0); 2],
            card_by_card,
            moves,
            motion: None,
        };
        table.seat_next_person(game_library);
        table
    }

    /// The draft.
    pub fn saved(&self) -> &SavedDraft {
        &self.saved
    }

    /// Goes on with the game as it was read again: the draft is taken up from the library.
    ///
    /// # Errors
    /// When the draft cannot go on with these data.
    pub fn renew(&mut self, library: &Library, game_library: &GameLibrary) -> Result<(), saved::draft::Error> {
        self.saved = SavedDraft::open(library, game_library, self.saved.id)?;
        self.seat_next_person(game_library);
        Ok(())
    }

    /// Covers the table if several people share it: whoever comes back says so first.
    pub fn cover(&mut self) {
        if let ShownSeat::Open(view) = &self.shown
            && self.saved.human_seats().len() > 1
        {
            self.cover_for(view.seat);
        }
    }

    fn cover_for(&mut self, seat: usize) {
        (self.shown, self.question, self.countdown, self.hint) = (ShownSeat::Covered(seat), None, None, None);
        self.phase = Phase::Choosing;
    }

    /// The seats of people here that have something to do, or to answer.
    fn seats_to_act(&self, people: &[usize]) -> Vec<usize> {
        let pod = &self.saved.pod;
        let here = |seat: &usize| people.contains(seat);
        match pod.undo_waits() {
            Some(waits) => waits.into_iter().filter(here).collect(),
            None if pod.is_paused() => Vec::new(),
            None => pod.waiting_people().filter(here).collect(),
        }
    }

    /// Lets the person sit down whose turn it is, of several the one who is behind: at once if nobody else shares the window, behind a cover otherwise.
    fn seat_next_person(&mut self, game_library: &GameLibrary) {
        self.menu = None;
        let people = self.saved.human_seats();
        let wanted = self.seats_to_act(&people);
        let front = self.front_seat();
        let after = front.map_or(0, |seat| seat + 1);
        // Where several wait, whoever is behind the others.
        let taken = |seat: usize| self.saved.pod.draft.picks(seat).len();
        let behind = wanted.iter().map(|seat| taken(*seat)).min();
        let wanted: Vec<usize> = wanted.into_iter().filter(|seat| Some(taken(*seat)) == behind).collect();
        let next = wanted.iter().find(|seat| **seat >= after).or(wanted.first()).or(people.first()).copied();
        let stays = front.filter(|f| people.contains(f) && (wanted.contains(f) || wanted.is_empty()));
        match (people.len(), stays.or(next)) {
            (_, None) => self.shown = ShownSeat::Elsewhere,
            (1, Some(seat)) => self.show_seat(game_library, seat),
            (_, Some(seat)) if self.draft_view().is_some_and(|v| v.seat == seat) => self.show_seat(game_library, seat),
            (_, Some(seat)) => self.cover_for(seat),
        }
    }

    fn show_seat(&mut self, game_library: &GameLibrary, seat: usize) {
        let view = self.saved.pod.draft.view(seat);
        let question = Some((seat, view.stage, view.own().len(), view.prompt));
        if self.question != question {
            self.question = question;
            self.selection = Selection::with_other(self.selection.other());
            self.scrolls = [Scroll::top(800.0); 2];
            self.phase = self.first_phase(&view);
            self.start_countdown(&view);
        }
        self.hint = if self.hints_on { self.saved.hint(game_library, seat) } else { None };
        self.shown = ShownSeat::Open(view);
    }

    /// What a seat does first: a pack that it has not opened yet is opened, after a look at its picks if there is a clock.
    fn first_phase(&mut self, view: &DraftView) -> Phase {
        let pack = view.piles.first().is_some_and(|p| p.kind == PileKind::Pack && !p.cards.is_empty());
        let fresh = pack && view.prompt.is_some() && view.stage.pick == 0;
        let before = self.opened[view.seat].replace(view.stage.round);
        if !fresh || before == Some(view.stage.round) {
            return Phase::Choosing;
        }
        let reviews = self.saved.start.clock.is_some() && self.saved.pod.draft.passing().is_some();
        if reviews && view.stage.round > 0 && before.is_some() { Phase::Review } else { self.opening() }
    }

    fn opening(&self) -> Phase {
        if self.card_by_card { Phase::Opening(0) } else { Phase::Choosing }
    }

    fn start_countdown(&mut self, view: &DraftView) {
        self.countdown = self.saved.start.clock.as_ref().and_then(|clock| match self.phase {
            Phase::Review => Some(Countdown::new(clock.review(view.stage.round - 1))),
            _ => Countdown::for_question(clock, view),
        });
    }

    /// The review, or the opening of the pack, is over.
    fn skip(&mut self) {
        self.phase = if self.phase == Phase::Review { self.opening() } else { Phase::Choosing };
        if let ShownSeat::Open(view) = std::mem::replace(&mut self.shown, ShownSeat::Elsewhere) {
            self.start_countdown(&view);
            self.shown = ShownSeat::Open(view);
        }
    }

    /// Whether the clock runs.
    fn clock_runs(&self) -> bool {
        let pod = &self.saved.pod;
        let free = !pod.is_paused() && pod.undo_waits().is_none();
        free && self.draft_view().is_some() && !matches!(self.phase, Phase::Opening(_)) && self.countdown.is_some()
    }

    /// What lets time pass at the table.
    pub fn subscription(&self) -> Subscription<Message> {
        let frames = match self.motion {
            Some(_) => iced::window::frames().map(Message::Frame),
            None => Subscription::none(),
        };
        let time = match (self.phase, self.clock_runs()) {
            (Phase::Opening(_), _) if self.draft_view().is_some() => iced::time::every(TURN).map(|_| Message::Turned),
            (_, true) => iced::time::every(std::time::Duration::from_secs(1)).map(|_| Message::Second),
            _ => Subscription::none(),
        };
        Subscription::batch([frames, time])
    }

    /// The card under the cursor.
    fn card_under_cursor(&self) -> Option<CardIx> {
        selection::card(self.draft_view()?, self.selection.cursor?)
    }

    /// The faces in sight.
    pub fn wanted(&self, bounds: Size) -> Vec<FaceRequest> {
        let Some(view) = self.draft_view() else { return Vec::new() };
        let mut wanted: Vec<FaceRequest> =
            self.card_under_cursor().map(|c| (c, side::face_width(bounds) as u32)).into_iter().collect();
        if self.phase == Phase::Choosing || matches!(self.phase, Phase::Opening(_)) {
            wanted.extend(self.cards_wanted(view, bounds));
        }
        wanted.extend(view.own().iter().map(|c| (*c, picks::WIDTH as u32)));
        wanted
    }

    /// The table.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let view = match &self.shown {
            ShownSeat::Open(view) => view,
            ShownSeat::Covered(seat) => {
                let name = self.saved.seat_name(*seat);
                return column![
                    self.head(None, context.bounds.width),
                    panel::flat(),
                    cover::view(&name, &tr!("Seat {}", seat + 1), Message::SatDown)
                ]
                .into();
            }
            ShownSeat::Elsewhere => {
                let what = tr!("No player is at this computer. Choices from elsewhere arrive as slips.");
                return column![
                    self.head(None, context.bounds.width),
                    panel::flat(),
                    self.seats(None, context.bounds),
                    panel::flat(),
                    self.bars(None),
                    panel::empty(tr!("Waiting for players elsewhere"), what, None)
                ]
                .into();
            }
        };
        let cards = self.cards_view(context, view);
        let side = self.side(context, view);
        let mut table =
            column![self.seats(Some(view), context.bounds), panel::flat(), self.bars(Some(view)), cards].width(Fill);
        if self.phase != Phase::Review && self.picks_height() > 0.0 {
            table = table.push(self.picks(context, view));
        }
        let page = column![
            self.head(Some(view), context.bounds.width),
            panel::flat(),
            row![table, panel::upright(), side].height(Fill)
        ];
        // The same layers with and without a card in flight.
        stack![page].push(self.flying_card(context, view)).into()
    }
}
