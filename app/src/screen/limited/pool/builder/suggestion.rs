//! Decks that a pool gives, each with its reasons in words and numbers.

use catalog::fold::capital;
use catalog::tr;
use catalog::{CardIx, GameData};
use formats::Deck;
use formats::limited::booster::Product;
use formats::limited::build::PoolDeck;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::chart::CostCurve;
use crate::widget::tile_grid::TileGrid;
use crate::widget::{Element, button, label, panel, pips};

/// How many of the best cards are shown.
const STARS: usize = 3;

/// A deck with its reasons.
pub(super) struct Suggestion {
    built: PoolDeck,
    reasons: Vec<String>,
    /// Its best cards.
    pub(super) stars: Vec<CardIx>,
}

impl Suggestion {
    pub(super) fn new(game: &GameData, product: &Product, reasons: Vec<String>, built: PoolDeck) -> Suggestion {
        let mut cards = built.deck.deck().cards(game.section("main").unwrap_or(0));
        let ratings = product.ratings(game);
        cards.sort_by_key(|c| (std::cmp::Reverse(ratings[c.at()].points), *c));
        cards.dedup();
        // The best of each faction that the deck is named for come first.
        let mut stars: Vec<CardIx> = Vec::new();
        for faction in game.factions_of(built.factions) {
            let own = |c: &&CardIx| game.factions_of(game.card(**c).factions).any(|f| f.id == faction.id);
            stars.extend(cards.iter().find(own).filter(|c| !stars.contains(c)).copied());
        }
        cards.retain(|c| !stars.contains(c));
        stars.extend(cards);
        stars.truncate(STARS);
        Suggestion { built, reasons, stars }
    }

    pub(super) fn deck(&self) -> &Deck {
        self.built.deck.deck()
    }
}

/// The room in which decks stand side by side; in less, below each other.
const SIDE_BY_SIDE: f32 = 540.0;

/// Width of a best card, so that three decks stand side by side in this room.
pub(super) fn star_width(inside: f32) -> f32 {
    let tile = if inside < SIDE_BY_SIDE { inside } else { (inside - 2.0 * space::L) / 3.0 };
    let tile = tile - 2.0 * space::L - 2.0;
    ((tile - 2.0 * space::S) / STARS as f32).clamp(48.0, 124.0).floor()
}

/// The decks side by side in a room; `chosen` is what taking one says, `close` leads back to the pool.
pub(super) fn view<'a, M: Clone + 'a>(
    context: ScreenContext<'a>,
    all: &'a [Suggestion],
    inside: f32,
    chosen: impl Fn(usize) -> M + 'a,
    close: M,
) -> Element<'a, M> {
    let game = context.game();
    let main = game.section("main").unwrap_or(0);
    let width = star_width(inside);
    let tiles = all.iter().enumerate().map(|(at, suggestion)| {
        let deck = suggestion.deck();
        let faces = suggestion.stars.iter().map(|c| context.gallery.face(*c, width));
        let word = container(label::line(tr!("Use this deck")).font(theme::SEMIBOLD)).center_x(Fill);
        let take = if at == 0 { button::loud(word) } else { button::wide(word) };
        let reasons = suggestion.reasons.iter().map(|why| label::caption(capital(why)).line_height(1.4).into());
        let content = column![
            row![
                pips::factions(context.gallery, game.factions_of(suggestion.built.factions), 20.0),
                label::emphasis(deck.name.as_str())
            ]
            .spacing(space::S)
            .align_y(Center),
            Row::with_children(faces).spacing(space::S),
            label::body(suggestion.built.why.as_str()),
            CostCurve::from_cards(game, deck.cards(main)).view(84.0),
            Column::with_children(reasons).spacing(6),
            gap::vertical(),
            take.width(Fill).on_press(chosen(at)),
        ];
        container(content.spacing(space::M).height(Fill)).height(Fill).padding(space::L).style(panel::framed).into()
    });
    let tiles = TileGrid::new(tiles, if inside < SIDE_BY_SIDE { 1 } else { all.len() }, space::L);
    let head = row![
        label::section(tr!("Suggested decks")),
        gap::horizontal(),
        button::quiet(tr!("Back to the pool")).on_press(close)
    ];
    column![
        head.align_y(Center),
        label::body(tr!("Legal decks with a good curve. You can change each one afterwards.")).style(label::muted),
        container(tiles).width(inside),
    ]
    .spacing(space::M)
    .into()
}
