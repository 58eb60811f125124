//! Notes on the deck and on its cards, tags, and lists of one's own.
//!
//! What is typed is saved when the person pauses, and before anything else is done.

use std::collections::BTreeSet;
use std::time::Duration;

use catalog::GameData;
use catalog::tr;
use formats::deck::{Deck, DeckPart, Edit, Listed, MAYBEBOARD};
use iced::widget::text_editor::{self, Content};
use iced::widget::{Column, Row, column, row, space as gap};
use iced::{Center, Fill, Task};

use crate::screen::decks::parts::is_offered;
use crate::screen::{ScreenContext, action, cards_label};
use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel};

/// How long a person types nothing before it is saved.
const PAUSE: Duration = Duration::from_millis(500);

/// Waits for the person to pause, and says so by this message.
pub fn pause<M: Send + 'static>(message: M) -> Task<M> {
    Task::future(async {
        tokio::time::sleep(PAUSE).await;
        message
    })
}

/// What is being written.
pub struct Notes {
    about: Content,
    card: Option<NotedCard>,
    tag: String,
    list: String,
}

/// The card that is written about.
struct NotedCard {
    listed: Listed,
    /// As [`Listed::kin`] gives it.
    kin: String,
    note: Content,
}

/// What happens in the notes.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the notes on the deck.
    About(text_editor::Action),
    /// In the note on the card.
    Note(text_editor::Action),
    /// The person types no more for now.
    Paused,
    /// A new tag is typed.
    TagTyped(String),
    /// The tag is done.
    TagAdded,
    /// A tag was put on the card, or taken from it.
    TagPressed(String),
    /// Copies of the card in a list more, or fewer.
    Counted(DeckPart, i64),
    /// No card any more.
    CardLeft,
    /// The name of a new list is typed.
    ListTyped(String),
    /// The list is to be begun.
    ListBegun,
    /// A list is to be taken away.
    ListEnded(String),
}

/// What the notes ask of the panel: edits.
pub type Action = action::Action<Message, Edit>;

impl Message {
    /// Whether the person is typing still.
    pub fn is_typing(&self) -> bool {
        matches!(self, Message::About(_) | Message::Note(_) | Message::TagTyped(_) | Message::ListTyped(_))
    }
}

impl Notes {
    /// The notes of a deck.
    pub fn new(deck: &Deck) -> Notes {
        Notes { about: Content::with_text(&deck.about), card: None, tag: String::new(), list: String::new() }
    }

    /// The card that is written about.
    pub fn card(&self) -> Option<&Listed> {
        self.card.as_ref().map(|c| &c.listed)
    }

    /// Writes about another card, or about none.
    pub fn choose(&mut self, deck: &Deck, card: Option<Listed>, game: &GameData) {
        self.tag.clear();
        self.card = card.map(|listed| {
            let kin = listed.first_printing_id(game).to_owned();
            let note = Content::with_text(deck.notes.get(&kin).map_or("", String::as_str));
            NotedCard { listed, kin, note }
        });
    }

    /// Takes note of a deck that is another one now. What is written stays where it says the same, with its cursor.
    pub fn renew(&mut self, deck: &Deck) {
        if trimmed_text(&self.about) != deck.about.trim() {
            self.about = Content::with_text(&deck.about);
        }
        if let Some(card) = &mut self.card {
            let note = deck.notes.get(&card.kin).map_or("", String::as_str);
            if trimmed_text(&card.note) != note.trim() {
                card.note = Content::with_text(note);
            }
        }
    }

    /// The edits that save what was written.
    pub fn pending_edits(&self, deck: &Deck) -> Vec<Edit> {
        let about = trimmed_text(&self.about);
        let about = (about != deck.about.trim()).then_some(Edit::About(about));
        let note = self.card.as_ref().and_then(|card| {
            let text = trimmed_text(&card.note);
            let kept = deck.notes.get(&card.kin).map_or("", String::as_str);
            (text != kept.trim()).then(|| Edit::Note { card: card.kin.clone(), text })
        });
        about.into_iter().chain(note).collect()
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, game: &GameData, deck: &Deck) -> Action {
        match message {
            Message::About(action) => return perform(&mut self.about, action),
            Message::Note(action) => {
                return self.card.as_mut().map_or(Action::None, |card| perform(&mut card.note, action));
            }
            Message::Paused => {}
            Message::TagTyped(tag) => self.tag = tag,
            Message::TagAdded => {
                let tag = std::mem::take(&mut self.tag).trim().to_owned();
                if !tag.is_empty() {
                    return self.tag_edit(deck, tag, true);
                }
            }
            Message::TagPressed(tag) => return self.tag_edit(deck, tag, false),
            Message::Counted(part, by) => {
                let Some(card) = &self.card else { return Action::None };
                let count = i64::from(deck.copies(&part, &card.listed)) + by;
                let count = u32::try_from(count).unwrap_or(0);
                return Action::Ask(Edit::putting(game, deck, &part, &card.listed, count));
            }
            Message::CardLeft => self.card = None,
            Message::ListTyped(name) => self.list = name,
            Message::ListBegun => {
                let name = self.list.trim().to_owned();
                if let Some(why) = deck.list_name_fault(game, &name) {
                    return Action::wrong(why);
                }
                self.list.clear();
                return Action::Ask(Edit::Own { name, list: Some(Vec::new()) });
            }
            Message::ListEnded(name) => return Action::Ask(Edit::Own { name, list: None }),
        }
        Action::None
    }

    /// Puts a tag on the card; or takes it from it, if it has it and is not to keep it.
    fn tag_edit(&self, deck: &Deck, tag: String, keep: bool) -> Action {
        let Some(card) = &self.card else { return Action::None };
        let mut tags: BTreeSet<String> = deck.tags.get(&card.kin).cloned().unwrap_or_default();
        if !tags.insert(tag.clone()) && !keep {
            tags.remove(&tag);
        }
        Action::Ask(Edit::Tags { card: card.kin.clone(), tags })
    }

    /// The page.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>, deck: &'a Deck) -> Column<'a, Message> {
        let about = note_editor(&self.about, tr!("Game plan, what to keep, what to change…"), Message::About, 132.0);
        let deck_notes = column![label::group(tr!("The deck")), about].spacing(space::S);
        let card = match &self.card {
            Some(card) => self.card_view(context, deck, card),
            None => {
                let hint = tr!("Click a card in the deck to add a note or tags.");
                column![label::group(tr!("Cards")), label::body(hint).style(label::muted)].spacing(space::S).into()
            }
        };
        column![deck_notes, panel::flat(), card, panel::flat(), self.lists(context, deck)].spacing(space::L)
    }

    fn card_view<'a>(
        &'a self,
        context: ScreenContext<'a>,
        deck: &'a Deck,
        card: &'a NotedCard,
    ) -> Element<'a, Message> {
        let none = BTreeSet::new();
        let has = deck.tags.get(&card.kin).unwrap_or(&none);
        let chips = deck.all_tags().into_iter().map(|tag| {
            let name = label::caption(tag).style(iced::widget::text::default);
            button::toggle(name, has.contains(tag)).padding([3, 8]).on_press(Message::TagPressed(tag.to_owned())).into()
        });
        let chips = Row::with_children(chips).spacing(space::XS).wrap().vertical_spacing(space::XS);
        let new = field::line(tr!("New tag"), &self.tag)
            .id("deck-tag")
            .on_input(Message::TagTyped)
            .on_submit(Message::TagAdded)
            .padding([5, 10]);
        let close = button::square(icon(Icon::Close, 12.0, Ink::Muted), 22.0).on_press(Message::CardLeft);
        let head = row![cut(card.listed.name(context.game())).font(crate::theme::SEMIBOLD), close].align_y(Center);
        column![
            head,
            list_counts(context, deck, card),
            note_editor(&card.note, tr!("A note on this card"), Message::Note, 84.0),
            label::group(tr!("Tags")),
            chips,
            new,
        ]
        .spacing(space::S)
        .into()
    }

    fn lists<'a>(&'a self, context: ScreenContext<'a>, deck: &'a Deck) -> Element<'a, Message> {
        let lines = deck.own.keys().map(|name| {
            let size = deck.size_of(&formats::deck::DeckPart::Own(name.clone()));
            let bin =
                button::square(icon(Icon::Bin, 14.0, Ink::Muted), 24.0).on_press(Message::ListEnded(name.clone()));
            row![cut(name.as_str()), label::caption(cards_label(size as usize)), bin]
                .spacing(space::S)
                .align_y(Center)
                .into()
        });
        let new = field::line(tr!("New list"), &self.list)
            .id("deck-new-list")
            .on_input(Message::ListTyped)
            .on_submit(Message::ListBegun)
            .padding([5, 10]);
        let add = button::step("+").on_press_maybe((!self.list.trim().is_empty()).then_some(Message::ListBegun));
        let told = tr!("Not part of the deck; ignored by legality checks of {}.", context.game().name);
        column![
            row![label::group(tr!("Custom lists")), gap::horizontal()],
            label::caption(told).style(label::faint),
            Column::with_children(lines).spacing(2),
            row![new.width(Fill), add].spacing(space::XS).align_y(Center),
        ]
        .spacing(space::S)
        .into()
    }
}

/// The lists that a card may stand in, each with its copies there.
fn list_counts<'a>(context: ScreenContext<'a>, deck: &'a Deck, card: &'a NotedCard) -> Element<'a, Message> {
    let game = context.game();
    let maybe = (!deck.own.contains_key(MAYBEBOARD)).then(|| DeckPart::Own(MAYBEBOARD.to_owned()));
    let takes = |part: &DeckPart| {
        is_offered(context.game_library, deck, part)
            && match (part, card.listed.known()) {
                (DeckPart::Section(at), Some(ix)) => game.sections[*at].accepts.matches(game.card(ix)),
                (DeckPart::Section(_), None) => deck.copies(part, &card.listed) > 0,
                (DeckPart::Own(_), _) => true,
            }
    };
    let line = |part: DeckPart| {
        let n = deck.copies(&part, &card.listed);
        let count = label::line(n.to_string()).font(crate::theme::SEMIBOLD);
        let count = if n == 0 { count.style(label::muted) } else { count };
        row![
            cut(part.name(game).to_owned()).style(label::muted),
            button::step("−").on_press_maybe((n > 0).then(|| Message::Counted(part.clone(), -1))),
            iced::widget::container(count).center_x(26),
            button::step("+").on_press(Message::Counted(part, 1)),
        ]
        .spacing(2)
        .align_y(Center)
        .into()
    };
    Column::with_children(deck.parts().chain(maybe).filter(takes).map(line)).spacing(2).into()
}

fn trimmed_text(content: &Content) -> String {
    content.text().trim().to_owned()
}

fn perform(content: &mut Content, action: text_editor::Action) -> Action {
    let changes = action.is_edit();
    content.perform(action);
    if changes { Action::Run(pause(Message::Paused)) } else { Action::None }
}

fn note_editor<'a>(
    content: &'a Content,
    hint: String,
    message: impl Fn(text_editor::Action) -> Message + 'a,
    height: f32,
) -> Element<'a, Message> {
    iced::widget::text_editor(content)
        .placeholder(hint)
        .on_action(message)
        .size(crate::theme::size::BODY)
        .padding(10)
        .height(height)
        .style(field::editor_style)
        .into()
}
