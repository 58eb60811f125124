//! Card faces: painted in the background at the size in which they are shown, kept while there is room, here and on disk.
//!
//! A screen says after every change which faces are in sight ([`Gallery::request`]); what has been scrolled past
//! before its turn came is never painted.

mod bands;
mod symbols;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::art::Album;
use catalog::card::Side;
use catalog::face::{self, Cache, Corners, NumberPlace, Painter, Picture, Studio};
use catalog::{CardIx, GameData};
use iced::widget::image::{Handle, Image};
use iced::widget::{container, image, text};
use iced::{Background, Border, Color, ContentFit, Point, Task, Theme};

use super::card_spot::{CardSpot, Pointing, ShownCard};
use super::icon::{Icon, Ink, icon};
use super::{Element, panel};
use crate::theme::{self, mix, roles};
use bands::{ArtBand, Bands};
use symbols::Symbols;
pub use symbols::symbol_side;

/// Bytes of pictures that are kept.
const CACHE_BYTES: usize = 160 << 20;
/// How long one job paints before it hands over what it has.
const JOB_TIME: Duration = Duration::from_millis(60);
/// The most faces of one job: as many as come from disk in a stint.
const BATCH: usize = 24;

/// The least width at which the back of a card is shown beside its front.
const BACK_FROM: u32 = 180;

/// The least size of letters that are read with ease, in pixels.
const READABLE: f32 = 10.5;

/// A face: which card, how many pixels wide on the screen. Of a double-faced card that is shown large it stands for both sides.
pub type FaceRequest = (CardIx, u32);

/// A side of a card, as wide.
type SideRequest = (CardIx, Side, u32);

/// Where numbers stand on a face, in pixels of the layout.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintedNumbers {
    /// The middle of them.
    pub middle: Point,
    /// From the middle of the first one to the middle of the last one.
    pub apart: f32,
    /// How large they are.
    pub size: f32,
}

/// The height of a face that is `width` wide, in whole pixels.
pub fn height(width: f32) -> f32 {
    (width * face::HEIGHT as f32 / face::WIDTH as f32).round()
}

/// The radius of the corners of a face that is so wide.
pub fn corner(width: f32) -> f32 {
    (width * 36.0 / 744.0).round()
}

/// The faces of one game.
pub struct Gallery {
    game: Arc<GameData>,
    studio: Option<Arc<Studio>>,
    /// Faces by card, side and width in pixels of the screen.
    faces: HashMap<SideRequest, CachedFace>,
    symbols: Symbols,
    bands: Rc<Bands>,
    bytes: usize,
    clock: u64,
    /// What is in sight and not there yet, the most urgent last.
    queue: Vec<SideRequest>,
    busy: HashSet<SideRequest>,
    /// What cannot be painted, and is not tried again.
    unpaintable: HashSet<SideRequest>,
    jobs: usize,
    scale: f32,
    /// Where what is pointed at is noted.
    pointing: Pointing,
    /// What is wrong with a card's own picture; nothing once it was told.
    faults: HashMap<CardIx, Option<String>>,
}

struct CachedFace {
    handle: Handle,
    bytes: usize,
    used: u64,
}

/// What a job has painted.
#[derive(Debug, Clone)]
pub struct PaintedFaces {
    /// The hash of the data, by which a card's position is known.
    data: String,
    requested: Vec<SideRequest>,
    /// What came of it; without a picture it cannot be painted.
    faces: Vec<(SideRequest, Option<Arc<Picture>>)>,
    faults: Vec<(CardIx, String)>,
    symbols: symbols::PaintedSymbols,
}

impl Gallery {
    /// The gallery of a game; `template` is the text of its `face.svg`. Also what is wrong with that.
    pub fn new(
        game: Arc<GameData>,
        template: Option<&str>,
        album: Album,
        cache: Option<Cache>,
    ) -> (Gallery, Option<String>) {
        let (painter, fault) = match Painter::new(&game, template) {
            Ok(painter) => (Some(painter), None),
            Err(e) => (Painter::new(&game, None).ok(), Some(e.to_string())),
        };
        let symbols = Symbols::new(&game, 1.0);
        let gallery = Gallery {
            game,
            studio: painter.map(|painter| Arc::new(Studio::new(painter, album, cache))),
            faces: HashMap::new(),
            symbols,
            bands: Rc::default(),
            bytes: 0,
            clock: 0,
            queue: Vec::new(),
            busy: HashSet::new(),
            unpaintable: HashSet::new(),
            jobs: 0,
            scale: 1.0,
            pointing: Pointing::default(),
            faults: HashMap::new(),
        };
        (gallery, fault)
    }

    /// How many pixels of the screen a pixel of the layout has.
    pub fn set_scale(&mut self, scale: f32) {
        if self.scale != scale {
            self.scale = scale;
            self.faces.clear();
            self.bands.clear();
            self.symbols = Symbols::new(&self.game, scale);
            self.bytes = 0;
        }
    }

    /// At the scale of another one.
    pub fn scaled_like(mut self, old: &Gallery) -> Gallery {
        self.set_scale(old.scale);
        self
    }

    fn in_screen_pixels(&self, (card, side, width): SideRequest) -> SideRequest {
        (card, side, (width as f32 * self.scale).round() as u32)
    }

    /// The sides of a card that are shown at this width.
    fn sides(&self, (card, width): FaceRequest) -> impl Iterator<Item = SideRequest> + use<> {
        let back = width >= BACK_FROM && self.game.card(card).back().is_some();
        std::iter::once(Side::Front).chain(back.then_some(Side::Back)).map(move |side| (card, side, width))
    }

    /// The faces in sight, the most urgent first; those not there yet are painted in the background.
    pub fn request(&mut self, wanted: impl IntoIterator<Item = FaceRequest>) -> Task<PaintedFaces> {
        self.clock += 1;
        self.queue.clear();
        let wanted: Vec<SideRequest> = wanted.into_iter().flat_map(|wanted| self.sides(wanted)).collect();
        for wanted in wanted {
            let key = self.in_screen_pixels(wanted);
            match self.faces.get_mut(&key) {
                Some(kept) => kept.used = self.clock,
                None if self.busy.contains(&key) || self.unpaintable.contains(&key) => {}
                None => self.queue.push(key),
            }
        }
        self.queue.reverse();
        Task::batch([self.paint_symbols(), self.start_jobs()])
    }

    /// Whether nothing is being painted or waits to be.
    pub fn is_done(&self) -> bool {
        self.jobs == 0 && self.queue.is_empty()
    }

    /// Takes over what a job has painted, and goes on.
    pub fn take_painted(&mut self, painted: PaintedFaces) -> Task<PaintedFaces> {
        if painted.data == self.game.data_hash && !painted.symbols.is_empty() {
            self.symbols.take_painted(painted.symbols);
            return Task::none();
        }
        self.jobs = self.jobs.saturating_sub(1);
        painted.requested.iter().for_each(|k| {
            self.busy.remove(k);
        });
        if painted.data == self.game.data_hash {
            for (card, fault) in painted.faults {
                self.faults.entry(card).or_insert(Some(fault));
            }
            for (key, picture) in painted.faces {
                let Some(picture) = picture else {
                    self.unpaintable.insert(key);
                    continue;
                };
                let bytes = picture.rgba.len();
                let rgba = Arc::unwrap_or_clone(picture);
                let handle = Handle::from_rgba(rgba.width, rgba.height, rgba.rgba);
                self.bytes += bytes;
                self.queue.retain(|k| *k != key);
                if let Some(old) = self.faces.insert(key, CachedFace { handle, bytes, used: self.clock }) {
                    self.bytes -= old.bytes;
                }
            }
            self.evict();
        }
        self.start_jobs()
    }

    /// What is wrong with a card's own picture, once each.
    pub fn fault(&mut self) -> Option<String> {
        self.faults.values_mut().find_map(Option::take)
    }

    fn evict(&mut self) {
        if self.bytes <= CACHE_BYTES {
            return;
        }
        let mut old: Vec<(u64, SideRequest)> =
            self.faces.iter().filter(|(_, k)| k.used < self.clock).map(|(key, k)| (k.used, *key)).collect();
        old.sort_unstable();
        for (_, key) in old {
            if self.bytes <= CACHE_BYTES * 3 / 4 {
                break;
            }
            if let Some(kept) = self.faces.remove(&key) {
                self.bytes -= kept.bytes;
            }
        }
    }

    /// Starts jobs as long as there is something to paint and a core for it.
    fn start_jobs(&mut self) -> Task<PaintedFaces> {
        let Some(studio) = self.studio.clone() else { return Task::none() };
        let most = std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1)).clamp(1, 4);
        let mut tasks = Vec::new();
        while self.jobs < most && !self.queue.is_empty() {
            let asked: Vec<SideRequest> =
                self.queue.split_off(self.queue.len().saturating_sub(BATCH)).into_iter().rev().collect();
            self.busy.extend(&asked);
            self.jobs += 1;
            let (studio, game) = (studio.clone(), self.game.clone());
            tasks.push(Task::future(async move {
                let none = asked.iter().map(|key| (*key, None)).collect();
                let data = game.data_hash.clone();
                let failed = PaintedFaces {
                    data,
                    requested: asked.clone(),
                    faces: none,
                    faults: Vec::new(),
                    symbols: Vec::new(),
                };
                tokio::task::spawn_blocking(move || paint(&studio, &game, asked)).await.unwrap_or(failed)
            }));
        }
        Task::batch(tasks)
    }

    /// Paints the symbols that are not there yet.
    fn paint_symbols(&self) -> Task<PaintedFaces> {
        let missing = self.symbols.take_missing();
        if missing.is_empty() {
            return Task::none();
        }
        let data = self.game.data_hash.clone();
        Task::future(async move {
            let symbols = tokio::task::spawn_blocking(move || symbols::paint(missing)).await.unwrap_or_default();
            PaintedFaces { data, requested: Vec::new(), faces: Vec::new(), faults: Vec::new(), symbols }
        })
    }

    /// The picture of a card's face of this width, or of another width if there is only that.
    pub fn picture(&self, card: CardIx, width: f32) -> Option<Handle> {
        self.side_picture(card, Side::Front, width)
    }

    fn side_picture(&self, card: CardIx, side: Side, width: f32) -> Option<Handle> {
        let key = self.in_screen_pixels((card, side, width.round() as u32));
        let apart = |of: u32| of.abs_diff(key.2);
        let like = |(c, s, _): &SideRequest| (*c, *s) == (card, side);
        let near =
            || self.faces.iter().filter(|(key, _)| like(key)).min_by_key(|((.., w), _)| apart(*w)).map(|(_, k)| k);
        self.faces.get(&key).or_else(near).map(|kept| kept.handle.clone())
    }

    /// The least width of a card's face on which its rules text can be read; nothing if its face has none.
    pub fn readable_from(&self, card: CardIx) -> Option<f32> {
        let size = self.studio.as_ref()?.painter().rules_size(&self.game, self.game.card(card), 1.0)?;
        Some(READABLE / size)
    }

    /// Where the numbers `printed`, such as `2/3`, stand on a card's face of this width; nothing where they stand nowhere.
    pub fn numbers(&self, card: CardIx, width: f32, printed: &str) -> Option<PrintedNumbers> {
        let pixels = (width * self.scale).round();
        let places = self.studio.as_ref()?.painter().numbers(&self.game, self.game.card(card), pixels);
        let count = printed.split('/').count();
        let written = |places: &[NumberPlace]| {
            places.iter().map(|place| place.number.to_string()).collect::<Vec<_>>().join("/") == printed
        };
        let places = places.windows(count).rfind(|places| written(places))?;
        let (first, last) = (places.first()?, places.last()?);
        let size = places.iter().fold(0.0, |size: f32, place| size.max(place.size)) * width;
        let (x, y) = ((first.x + last.x) / 2.0 * width, (first.y + last.y) / 2.0 * width);
        Some(PrintedNumbers { middle: Point::new(x, y), apart: (last.x - first.x) * width, size })
    }

    /// Where what is pointed at is noted.
    pub fn pointing(&self) -> &Pointing {
        &self.pointing
    }

    /// What stands for a card, such as its name: pointing at it shows the card.
    pub fn spot<'a, M: 'a>(&self, shown: ShownCard, content: impl Into<Element<'a, M>>) -> CardSpot<'a, M> {
        CardSpot::new(&self.pointing, shown, content)
    }

    /// A card's face `width` pixels wide, that shows the card when it is pointed at.
    pub fn face<'a, M: 'a>(&self, card: CardIx, width: f32) -> Element<'a, M> {
        self.spot(ShownCard::printed(card), self.plain_face(card, width)).into()
    }

    /// A face that nothing comes of, where the card is told already or where it stands for something else, such as a
    /// deck; until it is painted, its name on its colour.
    pub fn plain_face<'a, M: 'a>(&self, card: CardIx, width: f32) -> Element<'a, M> {
        self.plain_side(card, Side::Front, width)
    }

    /// The back of a card of which both sides are printed, such as [`Gallery::plain_face`] for its front.
    pub fn plain_back<'a, M: 'a>(&self, card: CardIx, width: f32) -> Option<Element<'a, M>> {
        self.game.card(card).back().map(|_| self.plain_side(card, Side::Back, width))
    }

    fn plain_side<'a, M: 'a>(&self, card: CardIx, side: Side, width: f32) -> Element<'a, M> {
        let (w, h) = (width.round(), height(width.round()));
        if let Some(picture) = self.side_picture(card, side, width) {
            return Image::new(picture).width(w).height(h).content_fit(ContentFit::Fill).into();
        }
        let shown = self.game.card(card);
        let shown = shown.back().filter(|_| side == Side::Back).unwrap_or(shown);
        let colour = self.game.factions_of(shown.factions).next().map(|f| theme::parse(&f.colour));
        let name = text(shown.name.clone()).size((w / 12.0).clamp(8.0, 18.0)).font(theme::SEMIBOLD).center();
        container(name)
            .center_x(w)
            .center_y(h)
            .padding(w / 12.0)
            .style(move |theme: &Theme| {
                let r = roles(theme);
                container::Style {
                    background: Some(Background::Color(mix(r.raised, colour.unwrap_or(r.line), 0.18))),
                    border: Border { color: r.line, width: 1.0, radius: (w * 36.0 / 744.0).into() },
                    text_color: Some(r.muted),
                    ..container::Style::default()
                }
            })
            .into()
    }

    /// Something with such corners that lies on a band out of the art of a card's face `width` pixels wide, tinted; as it is until
    /// that is painted.
    pub fn on_art<'a, M: 'a>(
        &self,
        card: CardIx,
        width: f32,
        radius: f32,
        tint: impl Fn(&Theme) -> Color + 'a,
        content: impl Into<Element<'a, M>>,
    ) -> Element<'a, M> {
        let (key, content) = (self.in_screen_pixels((card, Side::Front, width.round() as u32)), content.into());
        let Some(picture) = self.faces.get(&key).map(|face| face.handle.clone()) else { return content };
        let face = (card, key.2);
        let (bands, scale, tint) = (self.bands.clone(), self.scale, Box::new(tint));
        ArtBand { bands, face, picture, scale, radius, tint, content }.into()
    }

    /// A symbol, a path in a box of 24, `side` pixels wide and high; nothing until it is painted, or if it is no path.
    pub fn symbol<'a, M: 'a>(&self, path: &str, colour: Color, side: f32) -> Element<'a, M> {
        match self.symbols.find(path, colour, side, self.scale) {
            Some(handle) => image(handle.clone()).width(side).height(side).into(),
            None => iced::widget::space().width(side).height(side).into(),
        }
    }
}

/// The ring around a card: two lines around the chosen one, so that it shows on any colour; a faint one under
/// the cursor.
pub fn ring<'a, M: 'a>(width: f32, chosen: bool) -> Element<'a, M> {
    let radius = corner(width);
    let line = move |inner: bool| {
        move |theme: &Theme| {
            let r = roles(theme);
            let (color, thick) = match (chosen, inner) {
                (true, false) => (r.focus, 4.0),
                (true, true) => (r.ground, 2.0),
                (false, _) => (Color { a: 0.7, ..r.focus }, 2.0),
            };
            let radius = if inner { (radius - 3.0).max(0.0) } else { radius };
            container::Style {
                border: Border { color, width: thick, radius: radius.into() },
                ..container::Style::default()
            }
        }
    };
    let inner = chosen.then(|| container("").width(iced::Fill).height(iced::Fill).style(line(true)));
    container(iced::widget::row![inner]).padding(3).width(width).height(height(width)).style(line(false)).into()
}

/// A line of a colour around a face.
pub fn outline<'a, M: 'a>(width: f32, colour: Color) -> Element<'a, M> {
    let radius = corner(width);
    let style = move |_: &Theme| container::Style {
        border: Border { color: colour, width: 3.0, radius: radius.into() },
        ..container::Style::default()
    };
    container("").width(width).height(height(width)).style(style).into()
}

/// The back of a card: the same for all.
pub fn back<'a, M: 'a>(width: f32) -> Element<'a, M> {
    let sign = icon(Icon::Logo, (width * 0.34).round(), Ink::Muted);
    container(sign)
        .center_x(width)
        .center_y(height(width))
        .style(move |theme: &Theme| {
            let r = roles(theme);
            container::Style {
                background: Some(Background::Color(mix(r.raised, r.accent, 0.08))),
                border: Border { color: r.line, width: 2.0, radius: (width * 36.0 / 744.0).into() },
                ..container::Style::default()
            }
        })
        .into()
}

/// A face with the number of its copies, if there are several.
pub fn copies<'a, M: 'a>(face: Element<'a, M>, copies: u32, width: f32) -> Element<'a, M> {
    match copies {
        0 | 1 => face,
        n => {
            iced::widget::stack![face, panel::copies_badge(n, width < SMALL)].width(width).height(height(width)).into()
        }
    }
}

/// Below this width a face is small.
const SMALL: f32 = 70.0;

/// Paints in order until the stint is over; at least one.
fn paint(studio: &Studio, game: &GameData, asked: Vec<SideRequest>) -> PaintedFaces {
    let start = Instant::now();
    let (mut faces, mut faults) = (Vec::with_capacity(asked.len()), Vec::new());
    for &(card, side, width) in &asked {
        let face = studio.side(game, card, side, width, Corners::Round).ok();
        let (picture, fault) = face.map_or((None, None), |f| (Some(Arc::new(f.picture)), f.fault));
        faces.push(((card, side, width), picture));
        faults.extend(fault.map(|f| (card, f.to_string())));
        if start.elapsed() > JOB_TIME {
            break;
        }
    }
    PaintedFaces { data: game.data_hash.clone(), requested: asked, faces, faults, symbols: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{Source, load};

    fn gallery(folder: &std::path::Path) -> Gallery {
        let mut source = Source::shipped();
        source.add_folder(folder).expect("readable");
        let game = Arc::new(load::game(&source, "afrika").expect("a game without faults"));
        let template = source.file("afrika/face.svg").map(|f| f.text.to_string());
        let album = Album::open(&source, &game);
        Gallery::new(game, template.as_deref(), album, Some(Cache::new(folder.join("faces"), Cache::MOST))).0
    }

    fn cards(from: u32, to: u32) -> impl Iterator<Item = FaceRequest> {
        (from..to).map(|card| (CardIx(card), 60))
    }

    /// What the jobs that were started would hand over.
    fn job(gallery: &Gallery) -> PaintedFaces {
        let asked: Vec<SideRequest> = gallery.busy.iter().copied().collect();
        paint(gallery.studio.as_ref().expect("a studio"), &gallery.game, asked)
    }

    #[test]
    fn what_was_scrolled_past_is_not_painted() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut gallery = gallery(folder.path());
        drop(gallery.request(cards(0, 130)));
        let started = gallery.busy.len();
        assert!((BATCH..=4 * BATCH).contains(&started) && gallery.queue.len() == 130 - started);
        assert_eq!(
            gallery.queue.last(),
            Some(&(CardIx(started as u32), Side::Front, 60)),
            "the first in sight comes next"
        );
        drop(gallery.request(cards(140, 150)));
        assert!(gallery.queue.iter().all(|(card, ..)| card.0 >= 140));
        assert_eq!((gallery.busy.len(), gallery.queue.len()), (started, 10));
        // A job that ran out of time hands over what it has; the rest may be asked for again.
        let painted = job(&gallery);
        assert!(!painted.faces.is_empty());
        drop(gallery.take_painted(painted));
        assert!(gallery.busy.iter().all(|(card, ..)| card.0 >= 140) && !gallery.faces.is_empty());
    }

    #[test]
    fn memory_stays_bounded_however_many_pictures_were_in_sight() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut gallery = gallery(folder.path());
        let (width, height) = (200, 280);
        for page in 0..250 {
            let sight: Vec<SideRequest> =
                (page * 20..(page + 1) * 20).map(|card| (CardIx(card), Side::Front, width)).collect();
            gallery.clock += 1;
            let face = |key: &SideRequest| {
                let rgba = vec![page as u8; (width * height * 4) as usize];
                (*key, Some(Arc::new(Picture { width, height, rgba })))
            };
            let (data, faces) = (gallery.game.data_hash.clone(), sight.iter().map(face).collect());
            let painted =
                PaintedFaces { data, requested: sight.clone(), faces, faults: Vec::new(), symbols: Vec::new() };
            drop(gallery.take_painted(painted));
            assert!(gallery.bytes <= CACHE_BYTES, "{} after {} pictures", gallery.bytes, (page + 1) * 20);
            assert!(sight.iter().all(|key| gallery.faces.contains_key(key)), "what is in sight stays");
        }
        assert!(gallery.faces.len() > 500 && gallery.faces.len() < 5000, "{}", gallery.faces.len());
    }

    #[test]
    fn printed_numbers_are_found_where_the_template_has_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let gallery = gallery(folder.path());
        let field = |id: &str| gallery.game.fields.iter().position(|field| field.id == id).expect("declared");
        let (power, health) = (field("power"), field("health"));
        let has = |card: &catalog::Card| Some((card.number_in(power)?, card.number_in(health)?));
        let (at, (p, h)) =
            gallery.game.cards.iter().enumerate().find_map(|(at, card)| Some((at, has(card)?))).expect("an entity");
        // Its simplified face writes them at 576 and 664 of 744, the large one at 576 and 658.
        for (width, middle, size) in [(93.0, 620.0, 92.0), (372.0, 617.0, 54.0)] {
            let lies = gallery.numbers(CardIx(at as u32), width, &format!("{p}/{h}")).expect("printed");
            assert!((lies.middle.x - middle / 744.0 * width).abs() < 0.1, "{lies:?}");
            assert!((lies.size - size / 744.0 * width).abs() < 0.1, "{lies:?}");
        }
        assert_eq!(gallery.numbers(CardIx(at as u32), 93.0, "99/99"), None);
    }

    #[test]
    fn a_picture_that_cannot_be_used_is_told_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let art = folder.path().join("afrika/art");
        std::fs::create_dir_all(&art).expect("made");
        std::fs::write(art.join("cosmic-storyteller.png"), "no picture").expect("written");
        let mut gallery = gallery(folder.path());
        let card = gallery.game.find("cosmic-storyteller").expect("shipped");
        for width in [60, 70] {
            drop(gallery.request([(card, width)]));
            let painted = job(&gallery);
            drop(gallery.take_painted(painted));
            assert!(gallery.faces.contains_key(&(card, Side::Front, width)));
            let fault = gallery.fault();
            assert_eq!(fault.is_some_and(|f| f.contains("cosmic-storyteller.png")), width == 60);
        }
    }
}
