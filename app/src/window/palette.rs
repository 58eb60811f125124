//! The palette: one line that finds cards, decks, drafts, events, matches, games, screens and what the window can do.

use catalog::fuzzy::{self, MatchQuality, NameIndex};
use catalog::noted;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use catalog::{CardIx, GameData};
use formats::GameLibrary;
use iced::widget::{Column, column, container, mouse_area, opaque, row, text_input};
use iced::{Center, Fill, Task};

use crate::key::Shortcut;
use crate::screen::{ScreenName, action};
use crate::session::Session;
use crate::theme::{self, size, space};
use crate::widget::card_spot::ShownCard;
use crate::widget::face::Gallery;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel};

/// Id of the line that is typed into.
const LINE: &str = "palette";
/// How much of what was found is shown.
const SHOWN: usize = 12;
/// How many of it are cards.
const CARDS: usize = 8;

/// What can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// A card of the game at hand.
    Card(CardIx),
    /// Something kept in the library: the game, by its place, what it is, and its number.
    Saved(usize, StreamKind, StreamId),
    /// A screen.
    Screen(ScreenName),
    /// A game, by its place.
    Game(usize),
    /// A format of the game at hand, by its place: a draft, a pool or a match of it begins.
    Begin(ScreenName, usize),
    /// Something that the window can do.
    Do(Shortcut),
}

/// The palette while it is open.
pub struct Palette {
    typed: String,
    goals: Vec<Entry>,
    names: NameIndex,
    /// What answers, best first; a card is not among the goals.
    found: Vec<Entry>,
    marked: usize,
}

#[derive(Debug, Clone)]
struct Entry {
    goal: Goal,
    name: String,
    about: String,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another text.
    Typed(String),
    /// What stands at this place is wanted.
    Chosen(usize),
    /// What is marked is wanted.
    Entered,
    /// Nothing is wanted.
    Left,
}

/// What only the window can do.
pub enum Request {
    /// Close it.
    Close,
    /// Close it and go there.
    Go(Goal),
}

/// What the palette asks of the window.
pub type Action = action::Action<Message, Request>;

/// What is kept of a kind, in a word; `None` for what is not opened by its name.
fn kind_label(kind: StreamKind) -> Option<String> {
    Some(match kind {
        StreamKind::Deck => tr!("Deck"),
        StreamKind::Draft => tr!("Draft"),
        StreamKind::Pool => tr!("Sealed"),
        StreamKind::Event => tr!("Event"),
        StreamKind::Match => tr!("Match"),
        StreamKind::Companion => tr!("Game at your table"),
        // Decks, drafts and pools of a table are listed themselves.
        StreamKind::Collection | StreamKind::Table => return None,
    })
}

/// What the window can do, by the names that people look for.
const COMMANDS: &[(Shortcut, &str, &str)] = &[
    (Shortcut::ToggleTheme, noted!("Light or dark"), noted!("Ctrl+L")),
    (Shortcut::Keys, noted!("Keys"), "?"),
    (Shortcut::Tour, noted!("Tour: build a deck in a minute"), "F1"),
    (Shortcut::Messages, noted!("Messages and running tasks"), noted!("Ctrl+J")),
    (Shortcut::Quit, noted!("Close Deckloom"), noted!("Ctrl+Q")),
];

impl Palette {
    /// The palette over all that the session holds, with the cursor in its line.
    pub fn open<M: Send + 'static>(
        session: &Session,
        game_library: &GameLibrary,
        playable: &[&str],
    ) -> (Palette, Task<M>) {
        let entry = |goal: Goal, name: String, about: String| Entry { goal, name, about };
        let screens = ScreenName::ALL.iter().copied().enumerate();
        let mut goals: Vec<Entry> = screens
            .map(|(at, name)| entry(Goal::Screen(name), name.title(), tr!("Screen  ·  Ctrl+{}", at + 1)))
            .collect();
        goals.extend(COMMANDS.iter().map(|&(shortcut, name, keys)| entry(Goal::Do(shortcut), tr!(name), tr!(keys))));
        for (at, format) in game_library.formats.iter().enumerate() {
            let begun = match &format.limited {
                Some(limited) if limited.draft_type.is_some() => Some(tr!("Draft")),
                Some(_) => Some(tr!("Sealed")),
                None => None,
            };
            let begin = |screen, what: String| {
                entry(Goal::Begin(screen, at), format!("{what}: {}", format.name), tr!("Start right away"))
            };
            goals.extend(begun.map(|what| begin(ScreenName::Limited, what)));
            goals.extend(playable.contains(&format.id.as_str()).then(|| begin(ScreenName::Play, tr!("Play"))));
        }
        for (at, id) in session.games.ids().enumerate() {
            let name = session.games.name(at, &session.source);
            goals.push(entry(Goal::Game(at), name.to_owned(), tr!("Game")));
            for (kind, word) in StreamKind::ALL.iter().filter_map(|kind| Some((*kind, kind_label(*kind)?))) {
                // What cannot be read is told where it is kept.
                let kept = session.library.streams(kind, id).unwrap_or_default();
                let of = |h: catalog::store::journal::Heading| {
                    entry(Goal::Saved(at, kind, h.id), h.name, format!("{word}  ·  {name}"))
                };
                goals.extend(kept.into_iter().map(of));
            }
        }
        let names = NameIndex::new(goals.iter().map(|goal| goal.name.as_str()));
        let mut palette = Palette { typed: String::new(), goals, names, found: Vec::new(), marked: 0 };
        palette.found = palette.goals.iter().take(SHOWN).cloned().collect();
        (palette, iced::widget::operation::focus(LINE))
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, game: &GameData) -> Action {
        match message {
            Message::Typed(typed) => {
                self.typed = typed;
                self.find(game);
            }
            Message::Chosen(at) => return self.go(at),
            Message::Entered => return self.go(self.marked),
            Message::Left => return Action::Ask(Request::Close),
        }
        Action::None
    }

    /// Does what a shortcut says.
    pub fn shortcut(&mut self, shortcut: Shortcut) -> Action {
        let last = self.found.len().saturating_sub(1);
        match shortcut {
            Shortcut::Up => self.marked = self.marked.checked_sub(1).unwrap_or(last),
            Shortcut::Down => self.marked = if self.marked >= last { 0 } else { self.marked + 1 },
            Shortcut::Back | Shortcut::Palette => return Action::Ask(Request::Close),
            Shortcut::Enter => return self.go(self.marked),
            _ => {}
        }
        Action::None
    }

    fn go(&self, at: usize) -> Action {
        self.found.get(at).map_or(Action::None, |found| Action::Ask(Request::Go(found.goal)))
    }

    fn find(&mut self, game: &GameData) {
        self.marked = 0;
        if self.typed.trim().is_empty() {
            self.found = self.goals.iter().take(SHOWN).cloned().collect();
            return;
        }
        let goals = self.names.ranked(&self.typed, SHOWN).into_iter();
        let goals = goals.map(|(class, at)| (class, self.goals[at].clone()));
        let cards = fuzzy::ranked(game, &self.typed, CARDS).into_iter().map(|(class, ix)| {
            let card = game.card(ix);
            (class, Entry { goal: Goal::Card(ix), name: card.name.clone(), about: game.type_line(card) })
        });
        let mut found: Vec<(MatchQuality, Entry)> = goals.chain(cards).collect();
        // Guesses are worth showing only where nothing else answers.
        let best = found.iter().map(|(class, _)| *class).min();
        found.retain(|(class, _)| *class < MatchQuality::Letters || Some(*class) == best);
        found.sort_by_key(|(class, _)| *class);
        self.found = found.into_iter().map(|(_, entry)| entry).take(SHOWN).collect();
    }

    /// The palette over the window.
    pub fn view(&self, gallery: &Gallery) -> Element<'_, Message> {
        let line = text_input(&tr!("A card, deck, draft, event, match, game, screen or command"), &self.typed)
            .id(LINE)
            .on_input(Message::Typed)
            .on_submit(Message::Entered)
            .size(size::EMPHASIS)
            .padding([10, 12])
            .style(field::line_style);
        let rows = self.found.iter().enumerate().map(|(at, found)| {
            let ink = if at == self.marked { Ink::Accent } else { Ink::Muted };
            let name = cut(found.name.as_str()).font(theme::SEMIBOLD);
            let about = cut(found.about.as_str()).size(size::CAPTION).style(label::muted);
            let line = row![icon(goal_icon(found.goal), 18.0, ink), container(name).width(Fill)];
            let line = line.push(container(about).width(220)).spacing(space::M).padding([7, 10]).align_y(Center);
            let entry = button::entry(line, at == self.marked).width(Fill).on_press(Message::Chosen(at));
            match found.goal {
                Goal::Card(card) => gallery.spot(ShownCard::printed(card), entry).at_hand(at == self.marked).into(),
                _ => entry.into(),
            }
        });
        let found: Element<'_, Message> = if self.found.is_empty() {
            container(label::body(tr!("No results.")).style(label::muted)).padding([7, 10]).into()
        } else {
            Column::with_children(rows).spacing(1).into()
        };
        let foot = label::caption(tr!("↑↓ select  ·  Enter open  ·  Esc close")).style(label::faint);
        let page = column![line, found, container(foot).padding([2, 10])].spacing(space::S);
        let list = container(page).width(640).padding(space::S).style(panel::framed);
        let over = container(opaque(list)).center_x(Fill).height(Fill).padding(iced::padding::top(72));
        opaque(mouse_area(over.style(panel::shade)).on_press(Message::Left))
    }
}

fn goal_icon(goal: Goal) -> Icon {
    match goal {
        Goal::Card(_) | Goal::Screen(ScreenName::Cards) => Icon::Cards,
        Goal::Saved(_, StreamKind::Deck, _) | Goal::Screen(ScreenName::Decks) => Icon::Decks,
        Goal::Saved(_, StreamKind::Draft | StreamKind::Pool, _)
        | Goal::Screen(ScreenName::Limited)
        | Goal::Begin(ScreenName::Limited, _) => Icon::Limited,
        Goal::Saved(_, StreamKind::Event, _) | Goal::Screen(ScreenName::Events) => Icon::Events,
        Goal::Saved(_, StreamKind::Match, _) | Goal::Screen(ScreenName::Play) | Goal::Begin(..) => Icon::Play,
        Goal::Screen(ScreenName::Lab) => Icon::Lab,
        Goal::Saved(_, StreamKind::Companion, _) | Goal::Screen(ScreenName::Companion) => Icon::Die,
        Goal::Saved(_, StreamKind::Collection | StreamKind::Table, _) | Goal::Game(_) => Icon::Logo,
        Goal::Screen(ScreenName::Settings) => Icon::Gear,
        Goal::Do(Shortcut::ToggleTheme) => Icon::Sun,
        Goal::Do(Shortcut::Quit) => Icon::Close,
        Goal::Do(_) => Icon::Keys,
    }
}
