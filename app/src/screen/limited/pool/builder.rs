//! Pool and deck side by side: cards go over by a press. Suggested decks come with their reasons; a legal deck is saved to
//! My decks. Players who share a pool have a deck each, and no card is in two of them.

pub mod deck;
mod suggestion;

use catalog::store::Library;
use catalog::tr;
use catalog::{CardIx, GameData};
use formats::check::{self, CheckReport};
use formats::deck::{Listed, SavedDeck};
use formats::limited::{Pool, build, remaining};
use formats::{Deck, DeckFormat, GameLibrary};
use iced::Size;
use iced::widget::{Column, Row, column, container, hover, row, space as gap, stack};
use iced::{Center, Fill};

use super::super::card_groups::{CardGroup, by_cost, by_faction, by_type};
use super::super::format::FormatParts;
use crate::notice::{Notice, UndoTarget};
use crate::screen::selection::Selection;
use crate::screen::{ScreenContext, action};
use crate::theme::space;
use crate::widget::actions::{MenuAction, Selecting, WithActions};
use crate::widget::card_spot::ShownCard;
use crate::widget::drop_spot::DropSpot;
use crate::widget::face::{self, FaceRequest};
use crate::widget::grid::Grid;
use crate::widget::panel::Tone;
use crate::widget::zoom::{FaceZoom, ZoomArea};
use crate::widget::{Element, button, field, label, panel};
use deck::{BuiltDeck, deck_place, pool_place};
use suggestion::Suggestion;

/// Width of the deck beside the pool.
const DECK: f32 = 340.0;

/// How a pool is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PoolOrder {
    /// By factions.
    #[default]
    Faction,
    /// By costs.
    Cost,
    /// By types.
    Type,
}

/// The decks that are built out of a pool.
pub(super) struct PoolBuilder {
    /// The setting that keeps them.
    key: String,
    decks: Vec<Deck>,
    at: usize,
    order: PoolOrder,
    suggested: Option<Result<Vec<Suggestion>, String>>,
    report: Option<CheckReport>,
    /// How large faces are.
    zoom: FaceZoom,
    /// Cards of the pool that are chosen together.
    selection: Selection<CardIx>,
    /// The decks before each change, the last one last.
    before: Vec<Vec<Deck>>,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// With the deck.
    Deck(deck::Message),
    /// Decks are wanted.
    Suggested,
    /// One of them is taken.
    Chosen(usize),
    /// The suggestions are put aside.
    Closed,
    /// The pool is laid out otherwise.
    Ordered(PoolOrder),
    /// Faces are to be so large.
    Zoomed(FaceZoom),
    /// A card of the pool is chosen as well, or all up to it.
    Selected(CardIx, Selecting),
    /// The last change is taken back.
    Undone,
}

/// What only the parent can do.
pub(super) enum Request {
    /// Save this deck, built from this pool.
    Save(Box<Deck>, Pool),
}

/// What is asked of the page.
pub(super) type Action = action::Action<Message, Request>;

fn undoable(told: String) -> Notice {
    Notice::done(told).undoable(UndoTarget::Screen)
}

/// The room for the pool beside the deck.
fn inside(bounds: Size) -> f32 {
    bounds.width - DECK - 1.0 - 2.0 * space::XL - 12.0
}

/// Width of a face in the pool.
fn width(bounds: Size, zoom: FaceZoom) -> f32 {
    let usual = if bounds.width > 1500.0 { 124.0 } else { 100.0 };
    Grid::for_faces(inside(bounds), zoom.width(usual), space::S, 0.0).width
}

/// The setting that keeps how large faces are.
const ZOOM: &str = "pool.zoom";

impl PoolBuilder {
    /// The decks as they were left; `team` of them.
    pub(super) fn load(
        library: &Library,
        game_library: &GameLibrary,
        key: &str,
        format: &DeckFormat,
        team: usize,
    ) -> PoolBuilder {
        let key = format!("{key}.decks");
        let kept: Vec<SavedDeck> = library.setting(&key).ok().flatten().unwrap_or_default();
        let mut decks: Vec<Deck> = kept.iter().map(|saved| Deck::from_saved(&game_library.game, saved)).collect();
        for at in decks.len()..team.max(1) {
            let name = if team > 1 { format!("{} {}", format.name, at + 1) } else { format.name.clone() };
            decks.push(Deck::new(&game_library.game, &name, &format.id));
        }
        let zoom = library.setting(ZOOM).ok().flatten().unwrap_or_default();
        PoolBuilder {
            key,
            decks,
            at: 0,
            order: PoolOrder::default(),
            suggested: None,
            report: None,
            zoom,
            selection: Selection::default(),
            before: Vec::new(),
        }
    }

    /// The same decks with the game as it was read again.
    pub(super) fn renew(&mut self, old: &GameData, new: &GameData) {
        for deck in &mut self.decks {
            *deck = Deck::from_saved(new, &deck.to_saved(old));
        }
        self.suggested = None;
        self.selection.restart(None);
        self.before.clear();
    }

    /// Whether the deck can be played.
    pub(super) fn is_legal(&self) -> bool {
        self.report.as_ref().is_some_and(CheckReport::passes)
    }

    /// Whether decks are suggested.
    pub(super) fn is_suggesting(&self) -> bool {
        self.suggested.is_some()
    }

    pub(super) fn deck(&self) -> &Deck {
        &self.decks[self.at]
    }

    /// The pool of this deck: what the other decks of the team leave.
    fn own_pool(&self, game: &GameData, pool: &[CardIx]) -> Pool {
        let others = self.decks.iter().enumerate().filter(|(at, _)| *at != self.at).map(|(_, d)| d);
        Pool { cards: remaining(game, pool, others) }
    }

    /// Checks the deck anew.
    pub(super) fn check(&mut self, game_library: &GameLibrary, format: &DeckFormat, pool: &[CardIx]) {
        let own = self.own_pool(&game_library.game, pool);
        self.report = Some(check::check(&game_library.game, format, self.deck(), Some(&own)));
    }

    /// Reads a message.
    pub(super) fn update(
        &mut self,
        message: Message,
        library: &mut Library,
        game_library: &GameLibrary,
        (format, limited, product): FormatParts<'_>,
        pool: &[CardIx],
    ) -> Action {
        let game = &game_library.game;
        let before = self.decks.clone();
        let mut told = None;
        match message {
            Message::Undone => {
                let Some(before) = self.before.pop() else { return Action::None };
                self.decks = before;
                self.at = self.at.min(self.decks.len() - 1);
                told = Some(Notice::done(tr!("Undone")));
            }
            Message::Deck(deck::Message::Added(card)) => {
                self.decks[self.at].add_copy(game, card);
                self.selection.restart(None);
            }
            Message::Deck(deck::Message::AllAdded(cards)) => {
                let n = cards.len();
                cards.into_iter().for_each(|card| self.decks[self.at].add_copy(game, card));
                self.selection.restart(None);
                told = Some(undoable(tr!("1 card added" | "{n} cards added" % n)));
            }
            Message::Selected(card, how) => {
                let left = remaining(game, pool, self.decks.iter());
                let order: Vec<CardIx> =
                    self.groups(game, &left).iter().flat_map(|g| g.with_counts()).map(|(c, _)| c).collect();
                self.selection.select(card, how, &order);
                return Action::None;
            }
            Message::Deck(deck::Message::Removed(card)) => self.decks[self.at].remove_copy(card),
            Message::Suggested => {
                let own = self.own_pool(game, pool);
                let builder = build::DeckBuilder::new(game, product, format, limited);
                let reasoned = |b| Suggestion::new(game, product, builder.reasons(&own, &b), b);
                self.suggested =
                    Some(builder.decks(&own, 3).map(|b| b.into_iter().map(reasoned).collect()).map_err(|r| {
                        r.violations.first().map_or(tr!("no deck could be built"), |v| v.message.clone())
                    }));
                return Action::None;
            }
            Message::Chosen(at) => {
                if let Some(Ok(all)) = &self.suggested
                    && let Some(chosen) = all.get(at)
                {
                    let name = chosen.deck().name.clone();
                    told = Some(undoable(tr!("Now your deck: {name}", name)));
                    self.decks[self.at] = Deck { name, ..chosen.deck().clone() };
                }
                self.suggested = None;
            }
            Message::Closed => {
                self.suggested = None;
                return Action::None;
            }
            Message::Deck(deck::Message::Emptied) => {
                let name = self.deck().name.clone();
                self.decks[self.at] = Deck::new(game, &name, &format.id);
                told = Some(undoable(tr!("Deck cleared")));
            }
            Message::Zoomed(zoom) => {
                self.zoom = zoom;
                return Action::from_result(library.set(ZOOM, &zoom));
            }
            Message::Ordered(order) => {
                self.order = order;
                return Action::None;
            }
            Message::Deck(deck::Message::Led(card)) => {
                let Some(home) = format.home else { return Action::None };
                self.decks[self.at].sections[home].clear();
                self.decks[self.at].add(home, Listed::Card(card), 1);
            }
            Message::Deck(deck::Message::Shown(at)) => {
                self.at = at.min(self.decks.len() - 1);
                self.suggested = None;
            }
            Message::Deck(deck::Message::Saved) => {
                return Action::Ask(Request::Save(Box::new(self.deck().clone()), self.own_pool(game, pool)));
            }
        }
        let left = remaining(game, pool, self.decks.iter());
        self.selection.retain(|card| left.contains(card));
        self.check(game_library, format, pool);
        if !matches!(told, Some(Notice { undo: None, .. })) && self.decks != before {
            self.before.push(before);
        }
        let kept: Vec<SavedDeck> = self.decks.iter().map(|d| d.to_saved(game)).collect();
        match (library.set(&self.key, &kept), told) {
            (Ok(()), Some(notice)) => Action::Say(notice),
            (done, _) => Action::from_result(done),
        }
    }

    fn groups(&self, game: &GameData, cards: &[CardIx]) -> Vec<CardGroup> {
        match self.order {
            PoolOrder::Faction => by_faction(game, cards),
            PoolOrder::Cost => by_cost(game, cards),
            PoolOrder::Type => by_type(game, cards),
        }
    }

    /// The faces in sight.
    pub(super) fn wanted(&self, game_library: &GameLibrary, pool: &[CardIx], bounds: Size) -> Vec<FaceRequest> {
        if let Some(Ok(all)) = &self.suggested {
            let width = suggestion::star_width(inside(bounds)) as u32;
            return all.iter().flat_map(|s| s.stars.iter().map(move |c| (*c, width))).collect();
        }
        let left = remaining(&game_library.game, pool, self.decks.iter());
        let width = width(bounds, self.zoom) as u32;
        self.groups(&game_library.game, &left).into_iter().flat_map(|g| g.cards).map(|c| (c, width)).collect()
    }

    /// Pool and deck.
    pub(super) fn view<'a>(
        &'a self,
        context: ScreenContext<'a>,
        pool: &[CardIx],
        format: &str,
    ) -> Element<'a, Message> {
        let mut page = Column::new().spacing(space::L).padding(space::XL).width(Fill);
        page = match &self.suggested {
            Some(Ok(all)) => {
                page.push(suggestion::view(context, all, inside(context.bounds), Message::Chosen, Message::Closed))
            }
            Some(Err(why)) => {
                let said = panel::toned(Tone::Warn, label::body(tr!("No deck could be built: {why}.", why)));
                page.push(said).push(self.pool(context, pool))
            }
            None => page.push(self.pool(context, pool)),
        };
        let pointing = context.gallery.pointing();
        let main = ZoomArea::new(field::scrolled(page).width(Fill).height(Fill), self.zoom, Message::Zoomed);
        let main = container(DropSpot::new(pointing, pool_place(), main)).width(Fill).height(Fill);
        let deck = container(self.deck_view(context, format).map(Message::Deck))
            .width(DECK)
            .height(Fill)
            .style(panel::surface);
        row![main.style(panel::ground), panel::upright(), DropSpot::new(pointing, deck_place(), deck)].into()
    }

    fn deck_view<'a>(&'a self, context: ScreenContext<'a>, format: &str) -> Element<'a, deck::Message> {
        BuiltDeck { decks: &self.decks, at: self.at, report: self.report.as_ref() }.view(context, format)
    }

    fn pool<'a>(&'a self, context: ScreenContext<'a>, pool: &[CardIx]) -> Element<'a, Message> {
        let game = context.game();
        let left = remaining(game, pool, self.decks.iter());
        let tab = |word: String, order: PoolOrder| {
            button::tab(word, self.order == order).on_press(Message::Ordered(order)).into()
        };
        let faction = game.faction_name.as_str();
        let tabs = [tab(tr!("Cost"), PoolOrder::Cost), tab(tr!("Type"), PoolOrder::Type)];
        let tabs =
            row![button::tab(faction, self.order == PoolOrder::Faction).on_press(Message::Ordered(PoolOrder::Faction))]
                .extend(tabs)
                .spacing(space::XS);
        let title = if left.len() == pool.len() { tr!("The pool") } else { tr!("Remaining pool") };
        let head = row![
            label::section(title),
            label::body(left.len().to_string()).style(label::muted),
            gap::horizontal(),
            self.zoom.slider(Message::Zoomed),
            tabs
        ]
        .spacing(space::M)
        .align_y(Center);
        let width = width(context.bounds, self.zoom);
        let groups = self.groups(game, &left).into_iter().map(|group| {
            let faces = group.with_counts().into_iter().map(|(card, n)| {
                let face = face::copies(context.gallery.plain_face(card, width), n, width);
                let added = move || Message::Deck(deck::Message::Added(card));
                let chosen = self.selection.contains(&card).then(|| face::ring(width, true));
                let cell = hover(button::bare(face).on_press(added()), face::ring(width, false));
                let actions = move || {
                    let add = match self.selection.several_with(&card) {
                        Some(cards) => {
                            let word = tr!("Add 1 card to the deck" | "Add {n} cards to the deck" % cards.len());
                            MenuAction::new(word, Message::Deck(deck::Message::AllAdded(cards.to_vec())))
                        }
                        None => MenuAction::new(tr!("Add to the deck"), added()),
                    };
                    vec![add.dropped_on(deck_place())]
                };
                let cell = WithActions::new(stack![cell].push(chosen), actions)
                    .selected_by(move |how| Message::Selected(card, how))
                    .dragged_as(card, context.gallery.pointing());
                context.gallery.spot(ShownCard::printed(card), cell).into()
            });
            let faces = Row::with_children(faces).spacing(space::S).wrap().vertical_spacing(space::S);
            column![group.head(context), faces].spacing(space::S).into()
        });
        column![head, Column::with_children(groups).spacing(space::L)].spacing(space::M).into()
    }
}
