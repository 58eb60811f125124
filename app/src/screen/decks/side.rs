//! What there is to say about the deck, beside it: what the format says, notes and lists, sideboard plans.

mod check;
mod missing;
pub mod notes;
mod plans;

use catalog::GameData;
use catalog::tr;
use formats::check::{CardChange, CheckReport};
use formats::deck::{Edit, Listed};
use formats::limited::Pool;
use formats::{Deck, GameLibrary};
use iced::widget::{Column, column, container, row};
use iced::{Fill, Size};

use crate::screen::{ScreenContext, action};
use crate::theme::space;
use crate::widget::{Element, button, field, label, panel};
use check::Fixes;
use notes::Notes;
use plans::Plans;

/// What stands beside the deck.
pub struct DeckSide {
    page: SidePage,
    /// Notes, tags and lists.
    pub notes: Notes,
    plans: Plans,
    fixes: Fixes,
}

/// A page of the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SidePage {
    /// What the format says.
    Check,
    /// Notes, tags and lists.
    Notes,
    /// Sideboard plans.
    Plans,
}

/// What happens in the panel.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another page.
    PageChosen(SidePage),
    /// On the page of the check.
    Check(check::Message),
    /// In the notes.
    Notes(notes::Message),
    /// In the plans.
    Plans(plans::Message),
}

/// What only the editor can do.
pub enum Request {
    /// Do this.
    Edit(Edit),
    /// Show what mending everything would do.
    PreviewFix,
    /// Mend all that can be mended card by card.
    FixAll,
    /// Put what the deck lacks among what is wanted.
    WantMissing,
}

/// What the panel asks of the editor.
pub type Action = action::Action<Message, Request>;

impl Message {
    /// Whether the person is typing still.
    pub fn is_typing(&self) -> bool {
        matches!(self, Message::Notes(message) if message.is_typing())
    }
}

/// Width of the panel.
pub fn width(bounds: Size) -> f32 {
    if bounds.width > 1500.0 { 380.0 } else { 308.0 }
}

impl DeckSide {
    /// The panel of a deck, with what the format says of it.
    pub fn new(deck: &Deck) -> DeckSide {
        DeckSide { page: SidePage::Check, notes: Notes::new(deck), plans: Plans::default(), fixes: Fixes::default() }
    }

    /// Works out what mends the violations of a deck that is another one now.
    pub fn renew_fixes(
        &mut self,
        game_library: &GameLibrary,
        (deck, pool): (&Deck, Option<&Pool>),
        report: Option<&CheckReport>,
    ) {
        self.fixes = Fixes::new(game_library, deck, pool, report);
    }

    /// Shows what mending everything would do.
    pub fn preview_fix(&mut self, changes: Option<Vec<CardChange>>) {
        self.fixes.preview = changes;
    }

    /// Shows the notes on a card.
    pub fn show_notes(&mut self, deck: &Deck, card: Listed, game: &GameData) {
        self.notes.choose(deck, Some(card), game);
        self.page = SidePage::Notes;
    }

    /// Whether the notes on a card are shown.
    pub fn has_card(&self) -> bool {
        self.page == SidePage::Notes && self.notes.card().is_some()
    }

    /// Shows what the format says.
    pub fn show_check(&mut self) {
        self.page = SidePage::Check;
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, game: &GameData, deck: &Deck) -> Action {
        let edit = |edit| Action::Ask(Request::Edit(edit));
        match message {
            Message::PageChosen(page) => {
                self.page = page;
                Action::None
            }
            Message::Check(check::Message::Fixed(fix)) => edit(fix),
            Message::Check(check::Message::FixPreviewed) => Action::Ask(Request::PreviewFix),
            Message::Check(check::Message::PreviewClosed) => {
                self.fixes.preview = None;
                Action::None
            }
            Message::Check(check::Message::AllFixed) => Action::Ask(Request::FixAll),
            Message::Check(check::Message::MissingWanted) => Action::Ask(Request::WantMissing),
            Message::Notes(message) => self.notes.update(message, game, deck).map(Message::Notes, edit),
            Message::Plans(message) => self.plans.update(message, game, deck).map(Message::Plans, edit),
        }
    }

    /// The panel, with what the format says of the deck; `None` if the game no longer has it.
    pub fn view<'a>(
        &'a self,
        context: ScreenContext<'a>,
        deck: &'a Deck,
        report: Option<&'a CheckReport>,
    ) -> Element<'a, Message> {
        let tab = |name, page| {
            let name = container(label::line(name)).center_x(Fill);
            button::toggle(name, self.page == page).width(Fill).on_press(Message::PageChosen(page))
        };
        let wrong = report.map_or(0, |r| r.violations.len());
        let checks = if wrong == 0 { tr!("Check") } else { tr!("Check  {wrong}", wrong) };
        let tabs =
            row![tab(checks, SidePage::Check), tab(tr!("Notes"), SidePage::Notes), tab(tr!("Plans"), SidePage::Plans)];
        let page = match self.page {
            SidePage::Check => inset(check::view(context, deck, report, &self.fixes)).map(Message::Check),
            SidePage::Notes => inset(self.notes.view(context, deck)).map(Message::Notes),
            SidePage::Plans => inset(self.plans.view(context, deck)).map(Message::Plans),
        };
        let tabs = container(tabs.spacing(2)).padding([space::S, space::M]);
        column![tabs, panel::flat(), field::scrolled(page).width(Fill).height(Fill)].into()
    }
}

fn inset<'a, M: 'a>(page: Column<'a, M>) -> Element<'a, M> {
    page.padding(iced::Padding { right: space::M, ..iced::Padding::from(space::L) }).into()
}
