//! What was done to the deck, moment by moment, and how it differs from what it was or from another deck.

use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use formats::deck::{Deck, DeckDifference, DifferenceKind, Edit, Merge, difference, merge_edit};
use formats::{GameLibrary, deck};
use iced::widget::scrollable::Viewport;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill, Task};

use crate::screen::{ScreenContext, action, ago, cards_label};
use crate::theme::{self, space};
use crate::widget::grid::{Grid, Scroll};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel, pips};
use formats::saved::deck::{DeckSession, Moment};

/// Id of the list.
const LIST: &str = "deck-history";
/// Id of the field for a moment's name.
const NAME: &str = "deck-moment";
/// Height of a moment.
const ROW: f32 = 48.0;
/// Width of the list.
const SIDE: f32 = 380.0;
/// About how wide a column of differences is.
const COLUMN: f32 = 340.0;

/// The history of a deck.
pub struct History {
    /// The last first.
    moments: Vec<Moment>,
    /// Other decks that it can be compared with.
    others: Vec<(OtherDeck, String)>,
    with_others: bool,
    /// What the deck is compared with.
    comparison: Option<Comparison>,
    /// The name of the chosen moment, as it is typed.
    name: String,
    scroll: Scroll,
}

/// Another deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherDeck {
    /// Of the library.
    Saved(StreamId),
    /// A starter deck, by its position in the book.
    Starter(usize),
}

/// What a deck is compared with.
enum Comparison {
    Moment(Moment, DeckDifference),
    Other(OtherDeck, Box<Deck>, DeckDifference),
    Fault(String),
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// Moments of this deck, or other decks.
    WithOthers(bool),
    /// The list was scrolled.
    Scrolled(Viewport),
    /// A moment was pressed: position in the list.
    Pressed(usize),
    /// Another deck was pressed.
    OtherPressed(OtherDeck),
    /// Back to the chosen moment.
    GoBack,
    /// The name of the chosen moment is typed.
    NameTyped(String),
    /// The name is done.
    Named,
    /// The other deck is to be merged into this one.
    Merged(bool),
}

/// What only the parent can do.
pub enum Request {
    /// Back to a moment.
    GoBack(Moment),
    /// A moment has a name.
    NameMoment(usize, String),
    /// Do this.
    Edit(Edit),
}

/// What the history asks of the editor.
pub type Action = action::Action<Message, Request>;

impl History {
    /// The history of a deck, compared with what it was before the last edit.
    pub fn new(library: &Library, game_library: &GameLibrary, session: &DeckSession) -> History {
        let mut history = History {
            moments: Vec::new(),
            others: Vec::new(),
            with_others: false,
            comparison: None,
            name: String::new(),
            scroll: Scroll::top(900.0),
        };
        history.renew(library, game_library, session);
        if let Some(first) = history.moments.last().cloned() {
            history.compare_moment(library, game_library, session, first);
        }
        history
    }

    /// Reads the history of the deck as it is now.
    pub fn renew(&mut self, library: &Library, game_library: &GameLibrary, session: &DeckSession) {
        match session.history(library, &game_library.game) {
            Ok(moments) => self.moments = moments.into_iter().rev().collect(),
            Err(e) => self.comparison = Some(Comparison::Fault(e.to_string())),
        }
        let saved = library.streams(StreamKind::Deck, &game_library.game.id).unwrap_or_default();
        let saved = saved.into_iter().filter(|h| h.id != session.id).map(|h| (OtherDeck::Saved(h.id), h.name));
        let starters =
            game_library.decks.iter().enumerate().map(|(at, (_, deck))| (OtherDeck::Starter(at), deck.name.clone()));
        self.others = saved.chain(starters).collect();
        match self.comparison.take() {
            Some(Comparison::Moment(moment, _)) => {
                let again = self.moments.iter().find(|m| m.number == moment.number).cloned().unwrap_or(moment);
                self.compare_moment(library, game_library, session, again);
            }
            Some(Comparison::Other(other, ..)) => self.compare_other(library, game_library, session, other),
            against => self.comparison = against,
        }
    }

    /// Chooses the last moment, and puts the cursor where its name is typed.
    pub fn name_latest(
        &mut self,
        library: &Library,
        game_library: &GameLibrary,
        session: &DeckSession,
    ) -> Task<Message> {
        self.with_others = false;
        if let Some(last) = self.moments.first().cloned() {
            self.compare_moment(library, game_library, session, last);
        }
        iced::widget::operation::focus(NAME)
    }

    fn compare_moment(&mut self, library: &Library, game_library: &GameLibrary, session: &DeckSession, moment: Moment) {
        self.name = moment.name.clone().unwrap_or_default();
        self.comparison = Some(match session.deck_at(library, &game_library.game, moment.number) {
            Ok(then) => Comparison::Moment(moment, difference(&game_library.game, &then, &session.deck)),
            Err(e) => Comparison::Fault(e.to_string()),
        });
    }

    fn compare_other(
        &mut self,
        library: &Library,
        game_library: &GameLibrary,
        session: &DeckSession,
        other: OtherDeck,
    ) {
        let deck = match other {
            OtherDeck::Saved(id) => {
                DeckSession::open(library, &game_library.game, id).map(|b| b.deck).map_err(|e| e.to_string())
            }
            OtherDeck::Starter(at) => {
                game_library.decks.get(at).map(|(_, deck)| deck.clone()).ok_or_else(|| tr!("The deck no longer exists"))
            }
        };
        self.comparison = Some(match deck {
            Ok(deck) => {
                let found = difference(&game_library.game, &deck, &session.deck);
                Comparison::Other(other, Box::new(deck), found)
            }
            Err(e) => Comparison::Fault(e),
        });
    }

    /// Reads a message.
    pub fn update(
        &mut self,
        message: Message,
        library: &Library,
        game_library: &GameLibrary,
        session: &DeckSession,
    ) -> Action {
        match message {
            Message::WithOthers(with) => {
                self.with_others = with;
                self.comparison = None;
            }
            Message::Scrolled(viewport) => self.scroll.set_from(&viewport),
            Message::Pressed(at) => {
                if let Some(moment) = self.moments.get(at).cloned() {
                    self.compare_moment(library, game_library, session, moment);
                }
            }
            Message::OtherPressed(other) => self.compare_other(library, game_library, session, other),
            Message::NameTyped(name) => self.name = name,
            Message::Named => {
                if let Some(Comparison::Moment(moment, _)) = &self.comparison {
                    return Action::Ask(Request::NameMoment(moment.number, self.name.clone()));
                }
            }
            Message::GoBack => {
                if let Some(Comparison::Moment(moment, _)) = &self.comparison {
                    return Action::Ask(Request::GoBack(moment.clone()));
                }
            }
            Message::Merged(sum) => {
                if let Some(Comparison::Other(_, other, _)) = &self.comparison {
                    let how = if sum { Merge::Sum } else { Merge::Most };
                    return merge_edit(&game_library.game, &session.deck, other, how)
                        .map_or(Action::None, |edit| Action::Ask(Request::Edit(edit)));
                }
            }
        }
        Action::None
    }

    /// The history at the left, the difference at the right.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let tab = |name, with| {
            let name = container(label::line(name)).center_x(Fill);
            button::toggle(name, self.with_others == with).width(Fill).on_press(Message::WithOthers(with))
        };
        let tabs = row![tab(tr!("Earlier versions"), false), tab(tr!("Other decks"), true)].spacing(2);
        let list: Element<'a, Message> = if self.with_others {
            let lines = self.others.iter().map(|(other, name)| {
                let chosen = matches!(&self.comparison, Some(Comparison::Other(o, ..)) if o == other);
                let told = if matches!(other, OtherDeck::Starter(_)) { tr!("Starter deck") } else { tr!("Yours") };
                let line = row![cut(name.as_str()), label::caption(told)].spacing(space::S).align_y(Center);
                button::entry(container(line).padding([9, 10]), chosen)
                    .width(Fill)
                    .on_press(Message::OtherPressed(*other))
                    .into()
            });
            field::scrolled(Column::with_children(lines).spacing(1)).width(Fill).height(Fill).into()
        } else {
            let grid = Grid::for_rows(SIDE - 24.0, ROW);
            grid.view(LIST, self.moments.len(), self.scroll, Message::Scrolled, |at| self.moment_row(at))
        };
        let side =
            column![container(tabs).padding([space::S, space::M]), panel::flat(), container(list).padding([0, 4])];
        row![
            container(side).width(SIDE).height(Fill).style(panel::surface),
            panel::upright(),
            container(self.comparison_view(context)).width(Fill).height(Fill).style(panel::ground),
        ]
        .into()
    }

    fn moment_row(&self, at: usize) -> Element<'_, Message> {
        let moment = &self.moments[at];
        let chosen = matches!(&self.comparison, Some(Comparison::Moment(m, _)) if m.number == moment.number);
        let told = cut(moment.description.as_str());
        let told = if moment.undone { told.style(label::faint) } else { told };
        let undone = if moment.undone { tr!("  ·  undone since") } else { String::new() };
        let name = moment.name.as_ref().map(|n| label::caption(n.as_str()).style(label::accent));
        let when = row![label::caption(format!("{}{undone}", ago(moment.at))), gap::horizontal(), name];
        let number = container(label::caption(moment.number.to_string()).style(label::faint)).width(28);
        let line = row![number, column![told, when].spacing(2).width(Fill)].align_y(Center);
        button::entry(container(line).padding([0, 10]).center_y(ROW), chosen)
            .width(Fill)
            .height(ROW)
            .on_press(Message::Pressed(at))
            .into()
    }

    fn comparison_view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let (head, acts, found): (String, Element<'a, Message>, &DeckDifference) = match &self.comparison {
            None => return panel::empty(tr!("Compare"), tr!("Choose a deck to compare with."), None),
            Some(Comparison::Fault(why)) => {
                return container(panel::toned(Tone::Bad, label::body(why.as_str()))).padding(space::XL).into();
            }
            Some(Comparison::Moment(moment, found)) => {
                let then = moment.name.as_ref().unwrap_or(&moment.description);
                let name = field::line(tr!("Name this version"), &self.name)
                    .id(NAME)
                    .on_input(Message::NameTyped)
                    .on_submit(Message::Named)
                    .width(220);
                let changed = moment.name.as_deref().unwrap_or("") != self.name.trim();
                let acts = row![
                    name,
                    button::plain(tr!("button" => "Name")).on_press_maybe(changed.then_some(Message::Named)),
                    button::primary(tr!("Restore")).on_press_maybe((!found.is_empty()).then_some(Message::GoBack)),
                ];
                let acts = acts.spacing(space::S).align_y(Center).wrap().vertical_spacing(space::S);
                (tr!("Since “{then}”", then), acts.into(), found)
            }
            Some(Comparison::Other(_, other, found)) => {
                let merge = |name, sum| button::plain(name).on_press(Message::Merged(sum));
                let acts = row![merge(tr!("Merge additions"), false), merge(tr!("Merge all"), true)];
                let acts = acts.spacing(space::S).wrap().vertical_spacing(space::S);
                (tr!("Compared with “{}”", other.name), acts.into(), found)
            }
        };
        let head = column![label::section(head), acts].spacing(space::S);
        let (came, went) = found.copies();
        let told = match (came, went) {
            (0, 0) => tr!("The same cards."),
            _ => tr!("{came} added, {went} removed.", came, went),
        };
        // Two decks have two names, and notes of their own; only of one deck it says something that they changed.
        let same_deck = matches!(self.comparison, Some(Comparison::Moment(..)));
        let words = [&found.name, &found.format].into_iter().flatten().filter(|_| same_deck);
        let words: String = words.map(|(a, b)| tr!("“{a}” is now “{b}”.  ", a, b)).collect();
        let others = if found.others.is_empty() || !same_deck {
            String::new()
        } else {
            tr!("  Also changed: {}.", found.others.join(", "))
        };
        let told = label::body(format!("{words}{told}{others}")).style(label::muted);
        let parts = found.parts.iter().map(|part| part_view(context, part));
        let columns = ((context.bounds.width - SIDE - 2.0 * space::XL) / COLUMN).floor().max(1.0) as usize;
        let mut page = column![head, told].spacing(space::L).padding(space::XL);
        for part in parts {
            page = page.push(part.view(columns));
        }
        field::scrolled(page).width(Fill).height(Fill).into()
    }
}

/// A list with what changed in it, ready to stand in columns.
struct PartView<'a> {
    head: String,
    lines: Vec<Element<'a, Message>>,
}

impl<'a> PartView<'a> {
    fn view(self, columns: usize) -> Element<'a, Message> {
        let share = self.lines.len().div_ceil(columns).max(1);
        let mut lines = self.lines.into_iter().peekable();
        let mut shown = Row::new().spacing(space::XL);
        for _ in 0..columns {
            shown = shown.push(Column::with_children(lines.by_ref().take(share)).spacing(4).width(Fill));
        }
        column![label::group(self.head), panel::flat(), shown].spacing(space::S).into()
    }
}

fn part_view<'a>(context: ScreenContext<'a>, part: &'a deck::PartDifference) -> PartView<'a> {
    let game = context.game();
    let line = |change: &'a deck::CardDifference| {
        let by = change.by();
        let counts = || format!("{} → {}", change.before, change.after);
        let (told, style): (String, fn(&iced::Theme) -> iced::widget::text::Style) = match change.kind() {
            DifferenceKind::Added => (tr!("new"), label::good),
            DifferenceKind::Changed if by > 0 => (counts(), label::good),
            DifferenceKind::Changed => (counts(), label::bad),
            DifferenceKind::Removed => (tr!("removed"), label::bad),
        };
        let sign = if by < 0 { '−' } else { '+' };
        let count = label::line(format!("{sign}{}", by.unsigned_abs())).font(theme::SEMIBOLD).style(style);
        let pips = change.card.known().map(|ix| pips::cost(context.gallery, game, game.card(ix), 15.0));
        let unknown = change.card.known().is_none().then(|| icon(Icon::Warn, 14.0, Ink::Warn));
        row![
            container(count).width(34).align_x(iced::Right),
            cut(change.card.name(game)),
            unknown,
            pips,
            label::caption(told)
        ]
        .spacing(space::S)
        .align_y(Center)
        .into()
    };
    PartView {
        head: format!("{}   {} → {}", part.name, part.sizes.0, cards_label(part.sizes.1 as usize)),
        lines: part.changes.iter().map(line).collect(),
    }
}
