//! The editor on the screen.

use catalog::GameData;
use catalog::tr;
use formats::deck::{DeckPart, MAYBEBOARD};
use iced::widget::{Row, column, container, mouse_area, opaque, row, space as gap, stack};
use iced::{Center, Fill, Size};

use super::state::{DeckTab, Editor, LIST, Message};
use crate::screen::decks::parts::{deck_place, is_offered, list_place, search_place};
use crate::screen::decks::{export, lists, side};
use crate::screen::{ScreenContext, finder};
use crate::theme::space;
use crate::widget::drop_spot::DropSpot;
use crate::widget::field::Labeled;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label, panel};

/// The room in which the head of a deck is one line: beside its views, and for each of them.
const ONE_LINE: f32 = 500.0;
const VIEW: f32 = 150.0;
/// Heights of the head in one line, and of its two lines.
const LINE: f32 = 56.0;
const TOOLS: f32 = 50.0;
const VIEWS: f32 = 42.0;

/// How high the head of a deck is.
fn head_height(context: ScreenContext<'_>) -> f32 {
    let one_line = ONE_LINE + VIEW * Editor::tabs(context.game()).len() as f32;
    if context.bounds.width < one_line { TOOLS + VIEWS } else { LINE }
}

impl Editor {
    /// The editor.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let body: Element<'a, Message> = match (self.tab, &self.hands, &self.history, &self.numbers) {
            (DeckTab::Hands, Some(hands), ..) => hands.view(context).map(Message::Hands),
            (DeckTab::Hands, None, ..) => {
                let back = button::primary(tr!("Back to the deck")).on_press(Message::TabChosen(DeckTab::Deck)).into();
                let why = tr!("Hands are dealt from legal decks. Fix the problems listed beside the deck first.");
                container(panel::empty(tr!("This deck is not legal yet"), why, Some(back))).style(panel::ground).into()
            }
            (DeckTab::TimeLine, ..) => match &self.timeline {
                Some(timeline) => {
                    let below = context.bounds.height - head_height(context) - 1.0;
                    timeline.view(context, Size::new(context.bounds.width, below)).map(Message::TimeLine)
                }
                None => panel::empty(tr!("No TimeLine"), tr!("This deck has no cards on the TimeLine."), None),
            },
            (DeckTab::History, _, Some(history), _) => history.view(context).map(Message::History),
            (DeckTab::Numbers, .., Some(numbers)) => numbers.view(context).map(Message::Numbers),
            _ => self.deck(context),
        };
        let page = column![self.head(context), panel::flat(), body];
        let Some(export) = &self.export else { return page.into() };
        let format = self.format(context.game_library).map_or(self.session.deck.format.as_str(), |f| f.name.as_str());
        let over =
            container(opaque(export.view(self.legal(), format).map(Message::Export))).center(Fill).style(panel::shade);
        stack![page, opaque(mouse_area(over).on_press(Message::Export(export::Message::Closed)))].into()
    }

    /// The views of the deck, with their names.
    pub(super) fn tabs(game: &GameData) -> Vec<(String, DeckTab)> {
        let tabs = [
            (tr!("Deck"), DeckTab::Deck),
            (tr!("Numbers"), DeckTab::Numbers),
            (tr!("Hands"), DeckTab::Hands),
            (tr!("TimeLine"), DeckTab::TimeLine),
            (tr!("History"), DeckTab::History),
        ];
        tabs.into_iter().filter(|(_, tab)| *tab != DeckTab::TimeLine || game.section("timeline").is_some()).collect()
    }

    fn head<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let formats: Vec<Labeled<String>> =
            context.game_library.formats.iter().map(|f| Labeled::new(f.id.clone(), &f.name)).collect();
        let chosen = formats.iter().find(|f| f.value == self.session.deck.format).cloned();
        let name =
            field::heading(tr!("Deck name"), &self.name).on_input(Message::NameTyped).on_submit(Message::NameDone);
        let (undo, redo) = (self.session.can_undo(), self.session.can_redo());
        let tool = |pictured, on: bool, message| {
            let ink = if on { Ink::Text } else { Ink::Muted };
            button::square(icon(pictured, 18.0, ink), 34.0).on_press_maybe(on.then_some(message))
        };
        let tabs = Editor::tabs(context.game()).into_iter().map(|(name, tab)| {
            let button = button::tab(name, self.tab == tab).on_press(Message::TabChosen(tab));
            // What the tour points at.
            let named = tab == DeckTab::Hands;
            if named { container(button).id("deck-hands").into() } else { button.into() }
        });
        let tabs = Row::with_children(tabs).spacing(2);
        let back = button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed);
        let format = field::choice(formats, chosen, |c: Labeled<String>| Message::FormatChosen(c.value))
            .placeholder(tr!("Format"));
        let tools = row![
            tool(Icon::Undo, undo, Message::Undo),
            tool(Icon::Redo, redo, Message::Redo),
            button::with_icon(icon(Icon::Export, 16.0, Ink::Text), tr!("Export")).on_press(Message::Exporting),
            container(button::with_icon(icon(Icon::Play, 16.0, Ink::Text), tr!("Play deck")).on_press(Message::Played))
                .id("deck-play"),
        ];
        let tools = tools.spacing(space::S).align_y(Center);
        let line = |line: Row<'a, Message>, height: f32| {
            container(line.spacing(space::S).align_y(Center)).height(height).center_y(height).padding([0, 12])
        };
        // What is to be pressed has its room first: where there is little, the views have a line of their own.
        let head: Element<'a, Message> = if head_height(context) > LINE {
            column![line(row![back, name.width(Fill), format, tools], TOOLS), line(row![tabs], VIEWS)].into()
        } else {
            let name = name.width(if context.bounds.width > 1500.0 { 420 } else { 260 });
            line(row![back, name, format, gap::horizontal(), tabs, gap::horizontal(), tools], LINE).into()
        };
        container(head).width(Fill).style(panel::surface).into()
    }

    fn deck<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let search_width = lists::search::width(context.bounds);
        let deck = &self.session.deck;
        let results =
            lists::search::view(context, &self.finder, self.grid(context.bounds), (deck, &self.found_selection), LIST);
        let head = column![
            container(self.finder.field(tr!("Find a card to add")).map(Message::Search)).height(36),
            lists::filters::view(context, &self.finder, |text| Message::Search(finder::Message::Filtered(text))),
            container(self.finder.summary(context.game().cards.len())),
            self.targets(context),
        ];
        let search = column![head.spacing(space::S).padding([space::M, space::M]), results.map(Message::Found)];
        let (width, chosen) = (Editor::middle_width(context.bounds), self.side.notes.card());
        let chosen = (chosen, &self.selection);
        let middle = lists::view(context, width, deck, self.report.as_ref(), chosen, self.list_style);
        let middle = match self.leader_choice(context.game_library) {
            Some(choice) => choice.view(context, width, middle),
            None => middle,
        };
        let side = self.side.view(context, deck, self.report.as_ref());
        let pointing = context.gallery.pointing();
        let search = container(search).width(search_width).height(Fill).style(panel::surface);
        let middle = container(middle.map(Message::Lists)).width(Fill).height(Fill).style(panel::ground);
        let page = row![
            container(DropSpot::new(pointing, search_place(), search)).id("deck-cards"),
            panel::upright(),
            DropSpot::new(pointing, deck_place(), middle),
            panel::upright(),
            container(side.map(Message::Side))
                .id("deck-side")
                .width(side::width(context.bounds))
                .height(Fill)
                .style(panel::surface),
        ];
        // The same layers with and without what floats, so that the field keeps the cursor.
        let floating = self.finder.overlay(context.game()).map(|over| {
            let place = iced::Padding { top: space::M + 36.0 + space::XS, left: space::M, ..Default::default() };
            container(over.map(Message::Search)).padding(place)
        });
        stack![page].push(floating).into()
    }

    /// Where cards go, if there is a choice.
    fn targets<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let (game, deck) = (context.game(), &self.session.deck);
        let several =
            |at: usize| game.cards.iter().filter(|c| game.sections[at].accepts.matches(c)).take(2).count() > 1;
        let mut parts: Vec<DeckPart> =
            (0..game.sections.len()).filter(|at| several(*at)).map(DeckPart::Section).collect();
        // Of sections for cards of their own, a card finds the right one by itself.
        let main = game.section("main").unwrap_or(0);
        let shares = |part: &DeckPart| match part {
            DeckPart::Section(at) => {
                let both =
                    |c: &catalog::Card| game.sections[*at].accepts.matches(c) && game.sections[main].accepts.matches(c);
                game.cards.iter().any(both)
            }
            DeckPart::Own(_) => true,
        };
        parts.retain(|part| shares(part) && is_offered(context.game_library, deck, part));
        parts.extend(deck.own.keys().cloned().map(DeckPart::Own));
        if !deck.own.contains_key(MAYBEBOARD) {
            parts.push(DeckPart::Own(MAYBEBOARD.to_owned()));
        }
        let first = parts.first().cloned();
        let tabs = parts.into_iter().map(|part| {
            let chosen = self.target.as_ref().or(first.as_ref()) == Some(&part);
            let name = label::caption(part.name(game).to_owned());
            let place = list_place(context.game_library, &part);
            let tab = button::toggle(name, chosen).padding([2, 8]).on_press(Message::TargetChosen(part));
            DropSpot::new(context.gallery.pointing(), place, tab).into()
        });
        let into = label::caption(tr!("Add to")).style(label::faint);
        row![into, Row::with_children(tabs).spacing(2).wrap().vertical_spacing(2)]
            .spacing(space::XS)
            .align_y(Center)
            .into()
    }
}
