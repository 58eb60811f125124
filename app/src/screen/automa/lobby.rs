//! Where a game begins, as hard as people like, and where those that were begun wait.

use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use engine::registry;
use formats::GameLibrary;
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill};

use crate::automa::{AutomaGame, section_cards};
use crate::screen::{ScreenContext, ago};
use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};

/// The starter deck that is laid.
pub(super) const OPPONENT: &str = "chronobot";

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// Harder by this card, or not any more.
    HarderToggled(String),
    /// People roll the bot's dice, or the program does.
    DiceToggled,
    /// A game begins.
    Begun,
    /// A game of the library is taken up.
    Opened(StreamId),
    /// A game is put away.
    PutAway(StreamId),
    /// The game that was put away last is wanted back.
    TakenBack,
}

/// The state of the lobby.
pub(super) struct Lobby {
    /// Whether people roll the bot's dice.
    pub own_dice: bool,
    /// Cards that make it harder: id, name, text, and whether it is chosen.
    difficulty_cards: Vec<(String, String, String, bool)>,
    waiting: Vec<SavedGame>,
    /// The game that was put away last.
    pub put_away: Option<StreamId>,
    fault: Option<String>,
}

struct SavedGame {
    id: StreamId,
    name: String,
    state: String,
    done: bool,
    changed: i64,
}

impl Lobby {
    pub(super) fn load(library: &Library, game_library: Option<&GameLibrary>) -> Lobby {
        let (difficulty_cards, waiting) = (Vec::new(), Vec::new());
        let mut lobby = Lobby { own_dice: false, difficulty_cards, waiting, put_away: None, fault: None };
        lobby.reload(library, game_library);
        lobby
    }

    pub(super) fn reload(&mut self, library: &Library, game_library: Option<&GameLibrary>) {
        let cards = game_library.map(|b| section_cards(&b.game, "difficulty")).unwrap_or_default();
        let chosen = self.chosen_difficulty();
        self.difficulty_cards = cards
            .into_iter()
            .map(|(id, name, text)| (id.to_owned(), name.to_owned(), text, chosen.iter().any(|c| c == id)))
            .collect();
        (self.waiting, self.fault) = (Vec::new(), None);
        match library.streams(StreamKind::Companion, registry::AUTOMA) {
            Ok(headings) => {
                for heading in headings {
                    let (state, done) = match AutomaGame::open(library, heading.id) {
                        Ok(game) => describe_state(&game),
                        Err(e) => (e.to_string(), true),
                    };
                    let (id, name, changed) = (heading.id, heading.name, heading.changed);
                    self.waiting.push(SavedGame { id, name, state, done, changed });
                }
            }
            Err(e) => self.fault = Some(e.to_string()),
        }
    }

    /// What a game of the list is called.
    pub(super) fn name_of(&self, id: StreamId) -> String {
        self.waiting.iter().find(|game| game.id == id).map_or(String::new(), |game| game.name.clone())
    }

    pub(super) fn toggle(&mut self, id: &str) {
        self.difficulty_cards.iter_mut().filter(|(card, ..)| card == id).for_each(|(.., on)| *on = !*on);
    }

    /// Ids of the cards that are chosen.
    pub(super) fn chosen_difficulty(&self) -> Vec<String> {
        self.difficulty_cards.iter().filter(|(.., on)| *on).map(|(id, ..)| id.clone()).collect()
    }

    pub(super) fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let inside = (context.bounds.width - 2.0 * space::XL - 12.0).min(1100.0);
        if self.difficulty_cards.is_empty() {
            let what = tr!("The Anachrony data is missing or faulty. Check it with “deckloom data check”.");
            return panel::empty(tr!("No opponent available"), what, None);
        }
        let option = |(id, name, text, on): &'a (String, String, String, bool)| -> Element<'a, Message> {
            let (name, text) = difficulty_words(id).unwrap_or_else(|| (name.clone(), text.clone()));
            let words = column![label::emphasis(name).style(label::plain), label::body(text).style(label::muted)];
            button::check(container(words.spacing(2)).width(Fill).padding([4, 4]), *on)
                .width(Fill)
                .on_press(Message::HarderToggled(id.clone()))
                .into()
        };
        let dice = button::check(label::line(tr!("I roll the bot's dice")).style(label::plain), self.own_dice);
        let begin = row![
            dice.on_press(Message::DiceToggled),
            gap::horizontal(),
            button::primary(tr!("Start  (Enter)")).on_press(Message::Begun),
        ];
        let about = tr!(
            "Set up Anachrony on your table and report what happens. The bot rolls, announces its moves and keeps score. You can undo any step."
        );
        let tile = column![
            label::section(tr!("Anachrony: against the Chronobot")),
            label::body(about).style(label::muted),
            label::group(tr!("Difficulty options")),
            Column::with_children(self.difficulty_cards.iter().map(option)).spacing(space::XS),
            begin.align_y(Center),
        ];
        let tile = container(tile.spacing(space::M)).width(inside).padding(20).style(panel::framed);
        let waiting: Element<'a, Message> = if self.waiting.is_empty() {
            label::body(tr!("Games in progress appear here.")).style(label::muted).into()
        } else {
            Column::with_children(self.waiting.iter().map(SavedGame::view)).into()
        };
        let mut page = column![label::page(tr!("At your table")), tile];
        if let Some(fault) = &self.fault {
            page = page.push(panel::toned(Tone::Bad, label::body(fault.as_str())));
        }
        page = page.push(column![label::section(tr!("Saved games")), waiting].spacing(space::M).width(inside));
        container(field::scrolled(page.spacing(space::XL).padding(space::XL)).width(Fill).height(Fill))
            .style(panel::ground)
            .into()
    }
}

/// What makes a game harder, by its card, in the language that is spoken: the cards themselves speak that of their data.
fn difficulty_words(id: &str) -> Option<(String, String)> {
    Some(match id {
        "no-reboot" => (tr!("No Reboot"), tr!("Tokens on Reboot move on at once, so every turn has an Action.")),
        "no-leader" => (tr!("No Leader"), tr!("You play without your Leader's power.")),
        "one-more-turn" => (tr!("One More Turn"), tr!("The bot takes one more turn after you have passed.")),
        "six-actions" => (tr!("Six Actions"), tr!("The bot takes at least 6 Actions in an Era instead of 3.")),
        "hex-unavailable" => (tr!("Hex Unavailable"), tr!("A tile covers the right-hand space of the World Council.")),
        _ => return None,
    })
}

/// Where a game stands, and whether it is over.
fn describe_state(game: &AutomaGame) -> (String, bool) {
    let bot = game.session.bot();
    if game.session.legal_steps().is_empty() {
        (tr!("Finished: 1 point for the bot" | "Finished: {n} points for the bot" % game.session.score().total()), true)
    } else {
        (tr!("Era {}, {}: 1 step" | "Era {}, {}: {n} steps" % game.story.len(), bot.era, bot.phase.label()), false)
    }
}

impl SavedGame {
    fn view(&self) -> Element<'_, Message> {
        let word = if self.done { tr!("View") } else { tr!("Continue") };
        let act = if self.done { button::plain(word) } else { button::primary(word) };
        let line = row![
            container(label::emphasis(self.name.as_str())).width(220),
            label::body(self.state.as_str()).width(Fill),
            label::caption(ago(self.changed)),
            act.on_press(Message::Opened(self.id)),
            button::square(icon(Icon::Bin, 16.0, Ink::Muted), 30.0).on_press(Message::PutAway(self.id)),
        ];
        column![container(line.spacing(space::M).align_y(Center)).padding([10, 0]), panel::flat()].into()
    }
}
