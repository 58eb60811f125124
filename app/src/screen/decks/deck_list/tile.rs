//! A deck on the deck list: its cover, what is known of it, and whether it is legal.

use catalog::CardIx;
use catalog::game::Mask;
use catalog::localize::prose;
use catalog::store::Library;
use catalog::store::journal::{Heading, StreamId};
use catalog::tr;
use formats::check;
use formats::deck::Listed;
use formats::limited::Pool;
use formats::{Deck, GameLibrary};
use iced::widget::{column, container, pin, row, space as gap, stack};
use iced::{Center, Fill};

use crate::deck_cover;
use crate::screen::{ScreenContext, ago, cards_label};
use crate::theme::{SEMIBOLD, size, space};
use crate::widget::actions::{MenuAction, WithActions};
use crate::widget::chart::CostCurve;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, face, label, panel, pips};
use formats::saved::deck::DeckSession;

/// Width of a cover.
pub(super) const COVER: f32 = 92.0;
/// How much of the cover looks out beside the best card.
const STAR: f32 = 44.0;
/// Width of the curve.
const CURVE: f32 = 44.0;
/// Room around what is on a tile.
const EDGE: f32 = 12.0;

/// How high a tile is.
pub(super) fn height() -> f32 {
    face::height(COVER) + 2.0 * EDGE
}

/// What is shown of a deck.
#[derive(Debug, Clone, Default)]
pub struct Tile {
    /// Its stream; a starter deck has none.
    pub id: Option<StreamId>,
    /// Its name.
    pub name: String,
    pub(super) format: String,
    pub(super) changed: Option<i64>,
    /// What was read of it; `None` before that.
    pub(super) summary: Option<DeckSummary>,
}

/// What is known of a deck once it was read.
#[derive(Debug, Clone, Default)]
pub(super) struct DeckSummary {
    /// How many actions its stream had.
    pub length: usize,
    pub cover: Option<CardIx>,
    /// The best card beside it.
    pub star: Option<CardIx>,
    /// Cards of its main section by cost.
    curve: CostCurve,
    /// Its cards by their first printings, with the copies of all sections.
    pub cards: Vec<(CardIx, u32)>,
    about: String,
    size: u32,
    factions: Mask,
    state: State,
}

#[derive(Debug, Clone, Default)]
enum State {
    /// The check finds so much to mend.
    Checked(usize),
    /// Its format is gone.
    #[default]
    Formatless,
    /// It cannot be read.
    Broken,
}

impl Tile {
    /// A deck of the library as it is listed, with what was known of it, if it has not changed since.
    pub(super) fn from_heading(heading: Heading, before: Option<Tile>) -> Tile {
        let before = before.unwrap_or_default();
        let summary = before.summary.filter(|known| known.length == heading.length);
        Tile {
            id: Some(heading.id),
            name: heading.name,
            format: before.format,
            changed: Some(heading.changed),
            summary,
        }
    }

    /// A deck that comes with the game; beside its cover is a card that none of the others before it shows, if it has one.
    pub(super) fn starter(game_library: &GameLibrary, deck: &Deck, shown: &[CardIx]) -> Tile {
        let mut tile = Tile { name: deck.name.clone(), ..Tile::default() };
        tile.summarize(game_library, deck, None, shown);
        tile
    }

    /// The card beside its cover.
    pub(super) fn star(&self) -> Option<CardIx> {
        self.summary.as_ref()?.star
    }

    /// Reads a deck of the library. One that cannot be read is shown with its name all the same: nothing is hidden.
    pub(super) fn read(&mut self, library: &Library, game_library: &GameLibrary) {
        let Some(id) = self.id else { return };
        match DeckSession::open(library, &game_library.game, id) {
            Ok(session) => {
                self.summarize(game_library, &session.deck, session.pool.as_ref(), &[]);
                if let Some(known) = &mut self.summary {
                    known.length = session.current_moment();
                }
            }
            Err(e) => {
                let length = library.length(id).unwrap_or_default();
                self.summary =
                    Some(DeckSummary { length, about: e.to_string(), state: State::Broken, ..DeckSummary::default() });
            }
        }
    }

    fn summarize(&mut self, game_library: &GameLibrary, deck: &Deck, pool: Option<&Pool>, shown: &[CardIx]) {
        let game = &game_library.game;
        let format = game_library.format(&deck.format);
        let cards = || deck.sections.iter().flatten().filter_map(|e| known_card(&e.card).map(|c| (c, e.count)));
        let factions = deck.main_factions(game);
        let mut counted: Vec<(CardIx, u32)> = Vec::new();
        for (card, count) in cards() {
            let name = game.namesake(card);
            match counted.iter_mut().find(|(known, _)| *known == name) {
                Some((_, n)) => *n += count,
                None => counted.push((name, count)),
            }
        }
        let cover = deck_cover::cover(game_library, deck);
        let mut stars = deck_cover::stars(game_library, deck);
        stars.retain(|star| Some(*star) != cover);
        let star = stars.iter().find(|star| !shown.contains(star)).or(stars.first()).copied();
        let checked = |f| State::Checked(check::check(game, f, deck, pool).violations.len());
        self.format = format.map_or_else(|| deck.format.clone(), |f| f.name.clone());
        self.summary = Some(DeckSummary {
            length: 0,
            cover,
            star,
            curve: CostCurve::from_cards(game, deck.cards(game.section("main").unwrap_or(0))),
            cards: counted,
            about: deck.about.clone(),
            size: (0..game.sections.len()).map(|s| deck.size(s)).sum(),
            factions,
            state: format.map_or(State::Formatless, checked),
        });
    }

    /// Whether the name or the format holds these words, which are small letters.
    pub(super) fn matches(&self, sought: &str) -> bool {
        if sought.is_empty() {
            return true;
        }
        let words = format!("{} {}", self.name, self.format).to_lowercase();
        sought.split_whitespace().all(|word| words.contains(word))
    }

    /// The tile; `press` is what pressing it says, `clone` and `put_away` what their buttons say of a deck of the library.
    pub(super) fn view<'a, M: Clone + 'a>(
        &'a self,
        context: ScreenContext<'a>,
        width: f32,
        marked: bool,
        press: M,
        clone: impl Fn(StreamId) -> M,
        put_away: impl Fn(StreamId) -> M,
    ) -> Element<'a, M> {
        let inside = face::height(COVER);
        let cover: Element<'a, M> = match self.summary.as_ref().and_then(|known| Some((known.cover?, known.star))) {
            // The best card lies on the cover: two decks of one leader are told apart.
            Some((card, Some(star))) => stack![
                gap().width(COVER + STAR).height(inside),
                context.gallery.plain_face(card, COVER),
                pin(context.gallery.plain_face(star, COVER)).x(STAR)
            ]
            .into(),
            Some((card, None)) => context.gallery.plain_face(card, COVER),
            None => container(icon(Icon::Decks, 32.0, Ink::Muted))
                .center_x(COVER)
                .center_y(inside)
                .style(panel::ground)
                .into(),
        };
        let mut told: Vec<String> = Vec::new();
        told.extend((!self.format.is_empty()).then(|| self.format.clone()));
        told.extend(self.summary.as_ref().map(|known| cards_label(known.size as usize)));
        let caption = |words: String| cut(words).size(size::CAPTION).style(label::muted);
        let name = cut(self.name.as_str()).font(SEMIBOLD).size(size::EMPHASIS);
        let mut head = row![name].spacing(space::XS).align_y(Center);
        if let Some(id) = self.id {
            head = head.push(button::square(icon(Icon::Copy, 16.0, Ink::Muted), 24.0).on_press(clone(id)));
            head = head.push(button::square(icon(Icon::Bin, 16.0, Ink::Muted), 24.0).on_press(put_away(id)));
        }
        let mut text = column![head, caption(told.join("  ·  "))].spacing(space::XS);
        text = text.push(self.changed.map(|at| caption(ago(at))));
        let mut foot = row![].spacing(space::S).align_y(Center);
        if let Some(known) = &self.summary {
            if !known.about.is_empty() && (self.id.is_none() || matches!(known.state, State::Broken)) {
                text = text.push(cut(prose(&known.about)).size(size::CAPTION).style(label::muted).lines(3));
            }
            let state = match known.state {
                State::Checked(0) => panel::badge(Tone::Good, tr!("Legal")),
                State::Checked(n) => panel::badge(Tone::Bad, tr!("1 problem" | "{n} problems" % n)),
                State::Formatless => panel::badge(Tone::Warn, tr!("Format missing")),
                State::Broken => panel::badge(Tone::Bad, tr!("Unreadable")),
            };
            let signs = pips::factions(context.gallery, context.game().factions_of(known.factions), 18.0);
            let curve = known.curve.bars.iter().any(|n| *n > 0).then(|| known.curve.sparkline(CURVE, 20.0));
            foot = foot.push(signs).push(gap::horizontal()).push(curve).push(state);
        }
        let text = text.push(gap::vertical()).push(foot).width(Fill).height(inside);
        let content = row![cover, text].spacing(space::M);
        let opened = MenuAction::new(if self.id.is_some() { tr!("Open") } else { tr!("Take a copy") }, press.clone());
        let own = self.id.map(|id| (clone(id), put_away(id)));
        let actions = move || {
            let own = own.clone().map(|(clone, put_away)| {
                [MenuAction::new(tr!("Duplicate"), clone), MenuAction::new(tr!("Remove"), put_away).keys("−")]
            });
            std::iter::once(opened.clone()).chain(own.into_iter().flatten()).collect()
        };
        let tile = button::tile(content, marked).padding(EDGE).width(width).height(height()).on_press(press);
        WithActions::new(tile, actions).at_hand(marked).into()
    }
}

fn known_card(card: &Listed) -> Option<CardIx> {
    match card {
        Listed::Card(ix) => Some(*ix),
        Listed::Unknown(_) => None,
    }
}
