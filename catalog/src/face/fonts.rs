//! The fonts that the program brings, and text as outlines: shaped once, measured exactly as it is drawn.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use harfrust::{Direction, ShapeOptions, ShapePlan, Shaper, ShaperData, UnicodeBuffer, script};
use resvg::usvg::fontdb;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::prelude::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider, OutlineGlyphCollection};

/// The font files: Inter (regular, semi-bold, bold, italic) and the display faces.
pub static FONTS: &[&[u8]] = &[
    include_bytes!("../../fonts/Inter-Regular.otf"),
    include_bytes!("../../fonts/Inter-SemiBold.otf"),
    include_bytes!("../../fonts/Inter-Bold.otf"),
    include_bytes!("../../fonts/Inter-Italic.otf"),
    include_bytes!("../../fonts/Play-Bold.ttf"),
    include_bytes!("../../fonts/Vollkorn-SemiBold.ttf"),
];

/// The family that texts are set in.
pub const TEXT_FAMILY: &str = "Inter";
/// A display family with a technical character; bold only.
pub const TECHNICAL_FAMILY: &str = "Play";
/// A display family with a bookish character; semi-bold only.
pub const BOOKISH_FAMILY: &str = "Vollkorn";

/// The fonts of [`TEXT_FAMILY`], for the window to load; the others are drawn on faces alone.
pub fn text_fonts() -> &'static [&'static [u8]] {
    &FONTS[..=Font::ITALIC.0]
}

/// One of [`FONTS`], by its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Font(usize);

/// As templates name them, in the order of [`FONTS`].
pub(super) const NAMES: &[&str] = &["regular", "semibold", "bold", "italic", "technical", "bookish"];

/// A font, ready to shape text and to draw glyphs.
struct Face {
    shaper: Shaper<'static>,
    /// How Latin text is shaped; making this anew for every word would take most of the time.
    latin: ShapePlan,
    outlines: OutlineGlyphCollection<'static>,
    units_per_em: f32,
    /// Height of a capital letter, in em.
    capital: f32,
}

static SHAPERS: LazyLock<Vec<(FontRef<'static>, ShaperData)>> = LazyLock::new(|| {
    let font = |data: &&'static [u8]| FontRef::new(data).expect("the fonts of the program are sound");
    FONTS.iter().map(|data| (font(data), ShaperData::new(&font(data)))).collect()
});

static FACES: LazyLock<Vec<Face>> = LazyLock::new(|| {
    let face = |(font, data): &'static (FontRef<'static>, ShaperData)| {
        let shaper = data.shaper(font).build();
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        let units_per_em = f32::from(metrics.units_per_em);
        Face {
            latin: ShapePlan::new(&shaper, Direction::LeftToRight, Some(script::LATIN), None, &[]),
            shaper,
            outlines: font.outline_glyphs(),
            units_per_em,
            capital: metrics.cap_height.unwrap_or(0.0).max(1.0) / units_per_em,
        }
    };
    SHAPERS.iter().map(face).collect()
});

static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut database = fontdb::Database::new();
    for data in FONTS {
        database.load_font_source(fontdb::Source::Binary(Arc::new(*data)));
    }
    database.set_sans_serif_family(TEXT_FAMILY);
    database.set_serif_family(BOOKISH_FAMILY);
    Arc::new(database)
});

/// The fonts as the SVG renderer wants them, for `<text>` in templates.
pub(super) fn database() -> Arc<fontdb::Database> {
    Arc::clone(&DATABASE)
}

impl Font {
    pub(super) const REGULAR: Font = Font(0);
    pub(super) const SEMIBOLD: Font = Font(1);
    pub(super) const BOLD: Font = Font(2);
    pub(super) const ITALIC: Font = Font(3);

    /// The font with this name in templates.
    pub(super) fn named(name: &str) -> Option<Font> {
        NAMES.iter().position(|n| *n == name).map(Font)
    }

    fn face(self) -> &'static Face {
        &FACES[self.0]
    }

    /// Height of a capital letter, in em.
    pub(super) fn capital(self) -> f32 {
        self.face().capital
    }
}

/// A glyph of a line, for whoever draws it otherwise than as an outline. Lengths are in em.
#[derive(Debug, Clone, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u32,
    /// How far the next one stands to its right.
    pub advance: f32,
    /// How far it is moved to the right and up from where it stands.
    pub offset: (f32, f32),
    /// The bytes of the text that it shows.
    pub text: Range<usize>,
}

/// A line of text from left to right in one of [`FONTS`], by its position there.
pub fn glyphs(font: usize, text: &str) -> Vec<Glyph> {
    let face = &FACES[font];
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    buffer.set_direction(Direction::LeftToRight);
    let shaped = face.shaper.shape(buffer, ShapeOptions::new());
    let infos = shaped.glyph_infos();
    let em = |units: i32| units as f32 / face.units_per_em;
    let glyph = |(at, position): (usize, &harfrust::GlyphPosition)| {
        let from = infos[at].cluster;
        let next = infos[at..].iter().map(|info| info.cluster).find(|cluster| *cluster != from);
        Glyph {
            id: infos[at].glyph_id,
            advance: em(position.x_advance),
            offset: (em(position.x_offset), em(position.y_offset)),
            text: from as usize..next.map_or(text.len(), |next| next as usize),
        }
    };
    shaped.glyph_positions().iter().enumerate().map(glyph).collect()
}

/// What is measured of a font as a whole, in em.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measures {
    /// How far letters reach up.
    pub ascent: f32,
    /// How far letters reach down: less than 0.
    pub descent: f32,
    /// Height of a capital letter.
    pub capital: f32,
    /// About how thick an upright stroke is.
    pub stem: f32,
    /// Left, lower, right and upper edge of all glyphs laid upon each other.
    pub bounds: [f32; 4],
}

/// What is measured of one of [`FONTS`], by its position there.
pub fn measures(font: usize) -> Measures {
    let (file, face) = (&SHAPERS[font].0, &FACES[font]);
    let all = file.metrics(Size::new(1.0), LocationRef::default());
    let edges = all.bounds.unwrap_or_default();
    Measures {
        ascent: all.ascent,
        descent: all.descent,
        capital: face.capital,
        // Heavier letters have thicker strokes; fonts do not tell how thick.
        stem: (10.0 + 0.244 * (file.attributes().weight.value() - 50.0)) / 1000.0,
        bounds: [edges.x_min, edges.y_min, edges.x_max, edges.y_max],
    }
}

/// How far a glyph of one of [`FONTS`] reaches by itself, in em.
pub fn advance(font: usize, glyph: u32) -> f32 {
    let widths = SHAPERS[font].0.glyph_metrics(Size::new(1.0), LocationRef::default());
    widths.advance_width(GlyphId::new(glyph)).unwrap_or(0.0)
}

/// Text in one font, ready to be drawn.
#[derive(Debug, Clone)]
pub(super) struct Run {
    font: Font,
    /// Glyph, where it starts and where it is lifted to, in font units.
    glyphs: Vec<(u16, i32, i32)>,
    /// Width in em.
    pub(super) width: f32,
}

impl Run {
    /// Shapes a text. `track` is the space added between letters, in em. A text with letters that the font
    /// lacks is set in semi-bold Inter.
    pub(super) fn shape(font: Font, text: &str, track: f32) -> Run {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let face = font.face();
        let latin = [script::LATIN, script::COMMON, script::UNKNOWN].contains(&buffer.script());
        let shaped = if latin && buffer.direction() != Direction::RightToLeft {
            buffer.set_script(script::LATIN);
            buffer.set_direction(Direction::LeftToRight);
            face.shaper.shape(buffer, ShapeOptions::new().plan(Some(&face.latin)))
        } else {
            face.shaper.shape(buffer, ShapeOptions::new())
        };
        if font.0 > Font::ITALIC.0 && shaped.glyph_infos().iter().any(|g| g.glyph_id == 0) {
            return Run::shape(Font::SEMIBOLD, text, track);
        }
        let em = face.units_per_em;
        let space = (track * em) as i32;
        let mut at = 0;
        let mut glyphs = Vec::with_capacity(shaped.len());
        for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            glyphs.push((info.glyph_id as u16, at + position.x_offset, position.y_offset));
            at += position.x_advance + space;
        }
        Run { font, glyphs, width: (at - space).max(0) as f32 / em }
    }

    /// Writes the run as a path that starts at (x, y) on the base line. `stretch` is 1 for the natural width.
    pub(super) fn draw(&self, out: &mut String, at: (f32, f32), size: f32, stretch: f32, fill: &str) {
        self.draw_with(out, at, size, stretch, &format!(r#"fill="{fill}""#));
    }

    /// Writes the run in one colour as a line of this width around the letters.
    pub(super) fn draw_edge(&self, out: &mut String, at: (f32, f32), size: f32, stretch: f32, edge: (&str, f32)) {
        let (colour, width) = (edge.0, edge.1 * self.font.face().units_per_em / size);
        let style = format!(r#"fill="{colour}" stroke="{colour}" stroke-width="{width:.0}" stroke-linejoin="round""#);
        self.draw_with(out, at, size, stretch, &style);
    }

    fn draw_with(&self, out: &mut String, at: (f32, f32), size: f32, stretch: f32, style: &str) {
        let face = self.font.face();
        let scale = size / face.units_per_em;
        let mut outline = Outline { d: String::with_capacity(self.glyphs.len() * 160), dx: 0, dy: 0, pen: (0, 0) };
        for (glyph, x, y) in &self.glyphs {
            (outline.dx, outline.dy) = (*x, *y);
            if let Some(glyph) = face.outlines.get(GlyphId::from(*glyph)) {
                let whole = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
                // A glyph that cannot be drawn is left out, as one is that the font lacks.
                let _ = glyph.draw(whole, &mut outline);
            }
        }
        if outline.d.is_empty() {
            return;
        }
        let _ = write!(
            out,
            r#"<path transform="matrix({:.5} 0 0 {:.5} {:.2} {:.2})" {style} d="{}"/>"#,
            scale * stretch,
            -scale,
            at.0,
            at.1,
            outline.d
        );
    }
}

/// Writes a glyph in whole font units, each point relative to the one before.
struct Outline {
    d: String,
    dx: i32,
    dy: i32,
    pen: (i32, i32),
}

impl Outline {
    fn put(&mut self, command: char, points: &[(f32, f32)]) {
        self.d.push(command);
        let from = self.pen;
        for (i, (x, y)) in points.iter().enumerate() {
            let to = (x.round() as i32 + self.dx, y.round() as i32 + self.dy);
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            if i > 0 && x >= 0 {
                self.d.push(' ');
            }
            number(&mut self.d, x);
            if y >= 0 {
                self.d.push(' ');
            }
            number(&mut self.d, y);
            self.pen = to;
        }
    }
}

/// Integers are most of a face's text; this is several times faster than `write!`.
fn number(out: &mut String, n: i32) {
    let mut digits = [0_u8; 11];
    let mut at = digits.len();
    let mut rest = n.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if n < 0 {
        out.push('-');
    }
    digits[at..].iter().for_each(|d| out.push(*d as char));
}

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        // A relative move after `z` counts from the start of the closed figure, so moves are absolute.
        self.pen = (0, 0);
        self.put('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.put('l', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.put('q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.put('c', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.d.push('z');
    }
}

#[cfg(test)]
mod tests {
    use super::{Font, Run};

    #[test]
    fn widths_follow_the_text() {
        let short = Run::shape(Font::REGULAR, "fall", 0.0).width;
        let long = Run::shape(Font::REGULAR, "falling", 0.0).width;
        assert!(short > 1.0 && short < long);
        assert!(Run::shape(Font::BOLD, "fall", 0.1).width > short);
        assert_eq!(Run::shape(Font::REGULAR, "", 0.1).width, 0.0);
    }

    #[test]
    fn every_font_has_a_name() {
        assert_eq!(super::FONTS.len(), super::NAMES.len());
        let technical = Font::named("technical").expect("what the test set up");
        assert!(technical.capital() > 0.5);
        let mut path = String::new();
        Run::shape(technical, "a → b", 0.0).draw(&mut path, (0.0, 0.0), 20.0, 1.0, "#000");
        assert!(path.starts_with("<path"));
    }
}
