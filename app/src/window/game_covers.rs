//! The games as covers: a few of their faces, what one does there, and a number to choose each by.

use catalog::localize::prose;
use catalog::{CardIx, tr};
use formats::GameLibrary;
use iced::widget::{Row, column, container, pin, row, space as gap, stack};
use iced::{Center, Fill, Size, Task};

use crate::deck_cover;
use crate::session::Session;
use crate::theme::{SEMIBOLD, size, space};
use crate::widget::face::{self, Gallery, PaintedFaces};
use crate::widget::panel::{self, Tone};
use crate::widget::press::Press;
use crate::widget::{Element, button, cut, label};

/// Faces of a cover.
const FACES: usize = 3;
/// Width of a face, and how much of it the next one leaves in sight.
const FACE: f32 = 96.0;
const STEP: f32 = 66.0;
/// Width and height of a cover.
const WIDTH: f32 = 264.0;
const HEIGHT: f32 = 252.0;

/// A game with faces of it.
pub(super) struct GameCover {
    /// Its place among the games.
    pub(super) at: usize,
    name: String,
    about: String,
    activities: Vec<String>,
    gallery: Gallery,
    cards: Vec<CardIx>,
}

/// The covers of all games that have decks to begin with, those first in which there is most to do.
pub(super) struct GameCovers(Vec<GameCover>);

impl GameCovers {
    /// `gallery` has the faces of a game.
    pub(super) fn new(session: &Session, gallery: impl Fn(&GameLibrary) -> Gallery) -> GameCovers {
        let libraries = session.games.ids().enumerate();
        let libraries = libraries.filter_map(|(at, id)| Some((at, &**session.game_library(id)?)));
        let mut covers: Vec<GameCover> = libraries
            .filter(|(_, library)| !library.decks.is_empty())
            .map(|(at, library)| GameCover {
                at,
                name: library.game.name.clone(),
                about: library.game.about.clone(),
                activities: activities(library),
                gallery: gallery(library),
                cards: cards(library),
            })
            .collect();
        covers.sort_by_key(|cover| std::cmp::Reverse(cover.activities.len()));
        GameCovers(covers)
    }

    /// The game with this number, by its place among the games.
    pub(super) fn game(&self, number: usize) -> Option<usize> {
        self.0.get(number).map(|cover| cover.at)
    }

    /// Has the faces painted that are not there yet: each with the place of its cover.
    pub(super) fn request(&mut self) -> Task<(usize, PaintedFaces)> {
        let tasks = self.0.iter_mut().enumerate().map(|(number, cover)| {
            let wanted: Vec<_> = cover.cards.iter().map(|card| (*card, FACE as u32)).collect();
            cover.gallery.request(wanted).map(move |painted| (number, painted))
        });
        Task::batch(tasks)
    }

    /// Takes over what was painted.
    pub(super) fn take_painted(&mut self, number: usize, painted: PaintedFaces) -> Task<(usize, PaintedFaces)> {
        match self.0.get_mut(number) {
            Some(cover) => cover.gallery.take_painted(painted).map(move |painted| (number, painted)),
            None => Task::none(),
        }
    }

    /// How many covers stand beside each other in a window.
    fn columns(&self, window: Size) -> usize {
        let room = ((window.width - 120.0) / (WIDTH + space::M)) as usize;
        room.clamp(1, 3).min(self.0.len().max(1))
    }

    /// How wide all of it is in a window.
    pub(super) fn width(&self, window: Size) -> f32 {
        let columns = self.columns(window) as f32;
        columns * (WIDTH + space::M) + space::M
    }

    /// The covers; `chosen` is what choosing one says, by its place among the games.
    pub(super) fn view<'a, M: Clone + 'a>(&'a self, window: Size, chosen: impl Fn(usize) -> M + 'a) -> Element<'a, M> {
        let columns = self.columns(window);
        let mut rows = iced::widget::Column::new().spacing(space::M);
        for (at, covers) in self.0.chunks(columns).enumerate() {
            let covers = covers
                .iter()
                .enumerate()
                .map(|(n, cover)| cover.view(at * columns + n + 1).on_press(chosen(cover.at)).into());
            rows = rows.push(Row::with_children(covers).spacing(space::M));
        }
        rows.into()
    }
}

impl GameCover {
    fn view<'a, M: Clone + 'a>(&'a self, number: usize) -> Press<'a, M> {
        let high = face::height(FACE);
        let mut fan = stack![gap().width(FACE + STEP * (FACES - 1) as f32).height(high)];
        for (at, card) in self.cards.iter().enumerate() {
            fan = fan.push(pin(self.gallery.plain_face(*card, FACE)).x(STEP * at as f32));
        }
        let number = panel::badge(Tone::Plain, number.to_string());
        let name = row![cut(self.name.as_str()).font(SEMIBOLD).size(size::EMPHASIS), number];
        let words = column![
            name.spacing(space::S).align_y(Center),
            label::caption(self.activities.join("  ·  ")).style(label::accent),
            cut(prose(&self.about)).size(size::CAPTION).style(label::muted).lines(2),
        ];
        let content = column![container(fan).center_x(Fill), words.spacing(space::XS)].spacing(space::M);
        button::tile(content, false).width(WIDTH).height(HEIGHT)
    }
}

/// What one does in a game.
fn activities(library: &GameLibrary) -> Vec<String> {
    let limited = || library.formats.iter().filter_map(|format| format.limited.as_ref());
    let is_companion = library.game.id == engine::registry::AUTOMA;
    let all = [
        (tr!("Decks"), !is_companion),
        (tr!("Draft"), limited().any(|limited| limited.draft_type.is_some())),
        (tr!("Sealed"), limited().any(|limited| limited.draft_type.is_none())),
        (tr!("Matches"), engine::registry::is_played(&library.game)),
        (tr!("An opponent for your table"), is_companion),
    ];
    all.into_iter().filter(|(_, there)| *there).map(|(name, _)| name).collect()
}

/// The cards that stand for a game: covers of its decks that differ.
fn cards(library: &GameLibrary) -> Vec<CardIx> {
    let mut cards: Vec<CardIx> = Vec::new();
    let covers = library.decks.iter().filter_map(|(_, deck)| deck_cover::cover(library, deck));
    let stars = library.decks.iter().flat_map(|(_, deck)| deck_cover::stars(library, deck));
    for card in covers.chain(stars) {
        if !cards.contains(&card) && cards.len() < FACES {
            cards.push(card);
        }
    }
    cards
}
