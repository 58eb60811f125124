//! Pools: packs that are opened, or what was drafted; each pool has an owner, and a builder of decks beside it. Where
//! several people share the window, a cover stands between their pools.

pub mod builder;
mod packs;
mod play;

use catalog::GameData;
use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use formats::limited::Pool;
use formats::limited::sealed::{PackRandomness, SealedEvent};
use formats::{Deck, GameLibrary};
use iced::widget::{column, container, row, space as gap};
use iced::{Center, Fill, Size, Subscription};

use super::format::format_parts;
use crate::key::Shortcut;
use crate::screen::{ScreenContext, action, cards_label, cover, same_card};
use crate::theme::{self, space};
use crate::widget::face::FaceRequest;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, label, panel};
use builder::PoolBuilder;
use formats::saved;
use formats::saved::deck::DeckSession;
use formats::saved::draft::SavedDraft;
use packs::Packs;

/// The pools of an event or of a draft.
pub struct PoolPage {
    name: String,
    format: String,
    /// What they are in the library.
    stream: (StreamKind, StreamId),
    /// How the library calls what a person does with these pools.
    key: String,
    owners: Vec<PoolOwner>,
    at: usize,
    covered: bool,
    /// The draft that the pools come from.
    draft: Option<Box<SavedDraft>>,
    card_by_card: bool,
    /// What shows that the packs were dealt fairly, if they were dealt by all.
    proof: Option<String>,
}

/// What an event with a fair deal shows: anybody can compute the hash and deal the packs again.
fn proof(game_library: &GameLibrary, event: &SealedEvent) -> Option<String> {
    let PackRandomness::Fair(deal) = &event.start.chance else { return None };
    Some(match (event.verify(game_library), deal.secret()) {
        (Ok(_), Some(secret)) => {
            tr!("Fair deal, verified: SHA-256 of the secret {secret} is {}, as announced.", deal.hash, secret)
        }
        (Err(e), _) => tr!("Fair deal, not verified: {e}.", e),
        (Ok(_), None) => tr!("Fair deal; announced hash: {}.", deal.hash),
    })
}

/// A pool with whose it is.
struct PoolOwner {
    name: String,
    /// Where they sit, in words.
    place: String,
    seat: usize,
    packs: Packs,
    builder: PoolBuilder,
}

/// What happens with a pool.
#[derive(Debug, Clone)]
pub enum Message {
    /// The next pack is opened.
    Next,
    /// All packs are opened.
    All,
    /// The next card of a pack is turned over.
    Turned,
    /// All cards of the pack are.
    Skipped,
    /// With the builder.
    Builder(builder::Message),
    /// Another owner's pool is wanted.
    OwnerChosen(usize),
    /// Its owner sits down.
    SatDown,
    /// Past picks are looked at.
    ReviewWanted,
    /// The deck is played against those of the other seats.
    Played,
    /// Back to the lobby.
    Closed,
}

/// What only the parent can do.
pub enum Request {
    /// Open this deck.
    OpenDeck(StreamId),
    /// Play the first of these decks against the others.
    Play(Vec<(Deck, Option<Pool>)>),
    /// Show the past picks of this seat of the draft.
    Review(usize),
    /// Back to the lobby.
    Close,
}

/// What the page asks of its parent.
pub type Action = action::Action<Message, Request>;

impl PoolPage {
    /// Takes up the pools of a sealed event of the library.
    ///
    /// # Errors
    /// Of the library, or when a card or the format is gone.
    pub fn load(
        library: &Library,
        game_library: &GameLibrary,
        id: StreamId,
        card_by_card: bool,
    ) -> Result<PoolPage, String> {
        let event = saved::pool::load(library, id).map_err(|e| e.to_string())?;
        PoolPage::from_event(library, game_library, id, &event, card_by_card)
    }

    /// The pools of an event that is saved under this id.
    ///
    /// # Errors
    /// When a card or the format is gone.
    pub fn from_event(
        library: &Library,
        game_library: &GameLibrary,
        id: StreamId,
        event: &SealedEvent,
        card_by_card: bool,
    ) -> Result<PoolPage, String> {
        let (format, ..) = format_parts(game_library, &event.start.format)?;
        let key = format!("pool.{}", id.0);
        let one = |seat: usize| {
            let packs = event.packs(&game_library.game, seat).map_err(|e| e.to_string())?;
            let opened = library.setting(&format!("{key}.{seat}.opened")).ok().flatten().unwrap_or(0usize);
            let builder =
                PoolBuilder::load(library, game_library, &format!("{key}.{seat}"), format, event.start.team as usize);
            let place = format!("{}  ·  {} / {}", format.name, seat + 1, event.start.pools);
            let name = if event.start.pools == 1 { tr!("You") } else { tr!("Pool {}", seat + 1) };
            Ok(PoolOwner { name, place, seat, packs: Packs::new(packs, opened), builder })
        };
        let owners = (0..event.start.pools as usize).map(one).collect::<Result<Vec<PoolOwner>, String>>()?;
        let covered = owners.len() > 1;
        let (name, format) = (format.name.clone(), format.id.clone());
        let proof = proof(game_library, event);
        let stream = (StreamKind::Pool, id);
        Ok(PoolPage { name, format, stream, key, owners, at: 0, covered, draft: None, card_by_card, proof })
    }

    /// What the people at this machine drafted.
    ///
    /// # Errors
    /// When the format is gone.
    pub fn from_draft(library: &Library, game_library: &GameLibrary, draft: SavedDraft) -> Result<PoolPage, String> {
        let (format, ..) = format_parts(game_library, &draft.format)?;
        let key = format!("draft.{}", draft.id.0);
        let people = match draft.human_seats() {
            none if none.is_empty() => vec![0],
            people => people,
        };
        let owners: Vec<PoolOwner> = people
            .iter()
            .map(|seat| {
                let packs = Packs::new(vec![draft.pod.draft.picks(*seat).to_vec()], 1);
                let builder = PoolBuilder::load(library, game_library, &format!("{key}.{seat}"), format, 1);
                let place = tr!("Seat {}", seat + 1);
                PoolOwner { name: draft.seat_name(*seat), place, seat: *seat, packs, builder }
            })
            .collect();
        let (covered, name) = (owners.len() > 1, draft.name.clone());
        let stream = (StreamKind::Draft, draft.id);
        let (format, draft) = (format.id.clone(), Some(Box::new(draft)));
        Ok(PoolPage { name, format, stream, key, owners, at: 0, covered, draft, card_by_card: false, proof: None })
    }

    /// What the pools are in the library.
    pub fn open_stream(&self) -> (StreamKind, StreamId) {
        self.stream
    }

    /// The draft that the pools come from.
    pub fn draft(&self) -> Option<&SavedDraft> {
        self.draft.as_deref()
    }

    /// Shows the same cards of the game as it was read again.
    pub fn renew(&mut self, old: &GameData, new: &GameLibrary) {
        for owner in &mut self.owners {
            owner.packs.renew(|card| same_card(old, &new.game, card));
            owner.builder.renew(old, &new.game);
        }
        self.check(new);
    }

    /// Covers the pools if several people share them.
    pub fn cover(&mut self) {
        self.covered = self.owners.len() > 1;
    }

    /// In a few words, for the lobby: how far it is, and whether everything is opened.
    pub fn describe_state(&self) -> (String, bool) {
        let (opened, all) = self.owners.iter().fold((0, 0), |(o, a), p| (o + p.packs.opened(), a + p.packs.count()));
        let n: usize = self.owners.iter().map(|o| o.packs.opened_cards().len()).sum();
        match (opened < all, self.owners.len()) {
            (true, _) => (tr!("{opened} of {all} packs opened", opened, all), false),
            (false, 1) => (tr!("Pool of {cards}", cards = cards_label(n)), true),
            (false, pools) => (tr!("{pools} pools, {cards} in all", pools, cards = cards_label(n)), true),
        }
    }

    fn owner(&self) -> &PoolOwner {
        &self.owners[self.at]
    }

    /// Opens some packs at once; all of them if that is more than there are.
    pub fn open_packs(&mut self, library: &mut Library, game: &GameData, count: usize, card_by_card: bool) {
        let (key, at) = (format!("{}.{}.opened", self.key, self.owners[self.at].seat), self.at);
        let packs = &mut self.owners[at].packs;
        packs.open(game, count, card_by_card);
        // Which packs were looked at is a convenience: that it cannot be kept is no fault worth telling.
        library.set(&key, &packs.opened()).ok();
    }

    /// Lets the cards of a fresh pack be turned over one by one.
    pub fn subscription(&self) -> Subscription<Message> {
        if !self.covered && self.owner().packs.has_face_down() {
            iced::time::every(packs::TURN).map(|_| Message::Turned)
        } else {
            Subscription::none()
        }
    }

    fn check(&mut self, game_library: &GameLibrary) {
        if let Ok((format, ..)) = format_parts(game_library, &self.format) {
            for owner in &mut self.owners {
                owner.builder.check(game_library, format, owner.packs.opened_cards());
            }
        }
    }

    /// What a shortcut does here.
    pub fn message_for(&self, shortcut: Shortcut) -> Option<Message> {
        let packs = &self.owner().packs;
        match shortcut {
            Shortcut::Enter | Shortcut::Next if self.covered => Some(Message::SatDown),
            Shortcut::Enter | Shortcut::Next if packs.is_turning() => Some(Message::Skipped),
            Shortcut::Next if !packs.all_open() => Some(Message::Next),
            Shortcut::Enter if packs.all_open() => Some(Message::Builder(builder::Message::Suggested)),
            Shortcut::Undo if packs.all_open() => Some(Message::Builder(builder::Message::Undone)),
            Shortcut::Back if self.owner().builder.is_suggesting() => Some(Message::Builder(builder::Message::Closed)),
            Shortcut::Back => Some(Message::Closed),
            _ => None,
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, game_library: &GameLibrary) -> Action {
        match message {
            Message::Next => self.open_packs(library, &game_library.game, 1, self.card_by_card),
            Message::All => self.open_packs(library, &game_library.game, usize::MAX / 2, false),
            Message::Turned => self.owners[self.at].packs.turn(),
            Message::Skipped => self.owners[self.at].packs.turn_all(),
            Message::Builder(message) => return self.build(message, library, game_library),
            Message::OwnerChosen(at) => (self.at, self.covered) = (at.min(self.owners.len() - 1), true),
            Message::SatDown => self.covered = false,
            Message::ReviewWanted => return Action::Ask(Request::Review(self.owner().seat)),
            Message::Played => return self.play(game_library),
            Message::Closed => return Action::Ask(Request::Close),
        }
        Action::None
    }

    fn build(&mut self, message: builder::Message, library: &mut Library, game_library: &GameLibrary) -> Action {
        let parts = match format_parts(game_library, &self.format) {
            Ok(parts) => parts,
            Err(e) => return Action::wrong(e),
        };
        let owner = &mut self.owners[self.at];
        let pool = owner.packs.opened_cards();
        let action = owner.builder.update(message, library, game_library, parts, pool);
        action.map(Message::Builder, |builder::Request::Save(deck, pool)| {
            match DeckSession::create(library, &game_library.game, *deck, Some(pool)) {
                Ok(session) => Action::Ask(Request::OpenDeck(session.id)),
                Err(e) => Action::wrong(e),
            }
        })
    }

    /// The deck as it is built, against the best ones of the other seats.
    fn play(&self, game_library: &GameLibrary) -> Action {
        let parts = match format_parts(game_library, &self.format) {
            Ok(parts) => parts,
            Err(e) => return Action::wrong(e),
        };
        let owner = self.owner();
        if !owner.builder.is_legal() {
            return Action::wrong(tr!("This deck is not legal yet. Finish it, or take a suggested one."));
        }
        let (pool, own) = (Pool { cards: owner.packs.opened_cards().to_vec() }, owner.builder.deck());
        match play::decks(game_library, parts, own, (format!("{}: {}", self.name, owner.name), pool), self.others()) {
            Some(decks) => Action::Ask(Request::Play(decks)),
            None => Action::wrong(tr!("No deck can be built from these cards")),
        }
    }

    /// The pools of the other seats, with what they are called.
    fn others(&self) -> Vec<(String, Pool)> {
        let owner = self.owner();
        match &self.draft {
            Some(draft) => (0..draft.pod.draft.seats())
                .filter(|seat| *seat != owner.seat)
                .map(|seat| (tr!("{} (seat {})", draft.seat_name(seat), seat + 1), draft.pod.draft.picks(seat)))
                .map(|(name, cards)| (name, Pool { cards: cards.to_vec() }))
                .collect(),
            None => {
                let others = self.owners.iter().filter(|other| other.seat != owner.seat);
                others.map(|other| (other.name.clone(), Pool { cards: other.packs.opened_cards().to_vec() })).collect()
            }
        }
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, game_library: &GameLibrary, bounds: Size) -> Vec<FaceRequest> {
        if self.covered {
            return Vec::new();
        }
        let owner = self.owner();
        if owner.packs.all_open() && !owner.packs.is_turning() {
            owner.builder.wanted(game_library, owner.packs.opened_cards(), bounds)
        } else {
            let parts = format_parts(game_library, &self.format);
            parts.map_or_else(|_| Vec::new(), |(.., p)| owner.packs.wanted(&game_library.game, p, bounds))
        }
    }

    /// The page.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let owner = self.owner();
        if self.covered {
            let cover = cover::view(&owner.name, &owner.place, Message::SatDown);
            return column![self.head(context), panel::flat(), cover].into();
        }
        let content = if owner.packs.all_open() && !owner.packs.is_turning() {
            owner.builder.view(context, owner.packs.opened_cards(), &self.format).map(Message::Builder)
        } else {
            match format_parts(context.game_library, &self.format) {
                Ok((.., product)) => owner.packs.view(context, product, Message::Next, Message::Skipped),
                Err(fault) => label::body(fault).into(),
            }
        };
        let proof = self.proof.as_ref().map(|note| {
            let line = container(cut(note.as_str()).size(theme::size::CAPTION).style(label::muted));
            column![panel::flat(), line.padding([7, 16]).width(Fill).style(panel::surface)]
        });
        column![self.head(context), panel::flat(), container(content).height(Fill), proof].into()
    }

    fn head<'a>(&'a self, _: ScreenContext<'a>) -> Element<'a, Message> {
        let packs = &self.owner().packs;
        let note = if packs.all_open() {
            tr!("Pool of {cards}", cards = cards_label(packs.opened_cards().len()))
        } else {
            tr!("{} of {} packs opened", packs.opened(), packs.count())
        };
        let mut bar = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            label::section(self.name.as_str()),
            cut(if self.covered { String::new() } else { note }).style(label::muted),
            gap::horizontal(),
        ];
        if self.owners.len() > 1 {
            for (at, owner) in self.owners.iter().enumerate() {
                bar = bar.push(button::tab(owner.name.as_str(), at == self.at).on_press(Message::OwnerChosen(at)));
            }
        }
        if !self.covered {
            bar = self.acts(bar);
        }
        container(bar.spacing(space::M).align_y(Center))
            .height(56)
            .center_y(56)
            .padding([0, 12])
            .width(Fill)
            .style(panel::surface)
            .into()
    }

    fn acts<'a>(&'a self, mut bar: iced::widget::Row<'a, Message>) -> iced::widget::Row<'a, Message> {
        let packs = &self.owner().packs;
        if self.draft.is_some() {
            bar = bar.push(button::plain(tr!("Past picks")).on_press(Message::ReviewWanted));
        }
        if packs.all_open() && packs.is_turning() {
            bar = bar.push(button::primary(tr!("Go to pool  (Enter)")).on_press(Message::Skipped));
        } else if packs.all_open() {
            let play = button::plain(tr!("Play deck")).on_press(Message::Played);
            bar = bar.push(play);
            let suggest = button::primary(tr!("Suggest decks  (Enter)"));
            bar = bar.push(suggest.on_press(Message::Builder(builder::Message::Suggested)));
        } else {
            bar = bar.push(button::plain(tr!("Open all")).on_press(Message::All));
            bar = bar.push(button::primary(tr!("Open the next pack")).on_press(Message::Next));
        }
        bar
    }
}
