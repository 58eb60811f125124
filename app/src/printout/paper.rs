//! Sheets of paper and what is put on them, in millimetres from the upper left corner.

use catalog::face::{FONTS, Glyph, glyphs};
use krilla::Document;
use krilla::geom::{PathBuilder, Point, Size, Transform};
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use super::Error;

/// Points a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 in.
    Letter,
}

impl Paper {
    /// Width and height in millimetres.
    pub fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

/// A PDF that is being made.
pub struct Book {
    document: Document,
    paper: Paper,
    fonts: [Font; 2],
}

/// How a text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As usual.
    Plain,
    /// Heavier.
    Strong,
    /// Not seen, but found and copied: what a picture says.
    Unseen,
}

impl Book {
    /// A book of sheets of one size.
    pub fn new(paper: Paper, title: &str) -> Book {
        let mut document = Document::new();
        document.set_metadata(Metadata::new().title(title.to_owned()).creator("Deckloom".to_owned()));
        let font = |at: usize| Font::new(FONTS[at].to_vec().into(), 0).expect("the fonts of the program are sound");
        Book { document, paper, fonts: [font(0), font(1)] }
    }

    /// Adds a page.
    pub fn page(&mut self, draw: impl FnOnce(&mut Page<'_, '_>)) {
        let (width, height) = self.paper.size();
        let settings = PageSettings::from_wh(width * POINTS, height * POINTS).expect("paper has a size");
        let mut page = self.document.start_page_with(settings);
        let mut surface = page.surface();
        draw(&mut Page { surface: &mut surface, fonts: &self.fonts });
        surface.finish();
        page.finish();
    }

    /// The finished file.
    ///
    /// # Errors
    /// Of the writer.
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        self.document.finish().map_err(|e| Error::Pdf(format!("{e:?}")))
    }
}

/// A page that is being drawn.
pub struct Page<'p, 's> {
    surface: &'p mut Surface<'s>,
    fonts: &'p [Font; 2],
}

impl Page<'_, '_> {
    /// A line of text; `size` is in points, and the place is the left end of its foot.
    pub fn text(&mut self, x: f32, y: f32, size: f32, style: Style, text: &str) {
        let opacity = if style == Style::Unseen { NormalizedF32::ZERO } else { NormalizedF32::ONE };
        self.surface.set_fill(Some(Fill { opacity, ..Fill::default() }));
        self.surface.set_stroke(None);
        let font = usize::from(style == Style::Strong);
        let glyph =
            |g: Glyph| KrillaGlyph::new(GlyphId::new(g.id), g.advance, g.offset.0, g.offset.1, 0.0, g.text, None);
        let shaped: Vec<KrillaGlyph> = glyphs(font, text).into_iter().map(glyph).collect();
        let foot = Point::from_xy(x * POINTS, y * POINTS);
        self.surface.draw_glyphs(foot, &shaped, self.fonts[font].clone(), text, size, false);
    }

    /// A thin line.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32)) {
        let mut path = PathBuilder::new();
        path.move_to(from.0 * POINTS, from.1 * POINTS);
        path.line_to(to.0 * POINTS, to.1 * POINTS);
        if let Some(path) = path.finish() {
            self.surface.set_fill(None);
            self.surface.set_stroke(Some(Stroke { width: 0.25, ..Stroke::default() }));
            self.surface.draw_path(&path);
        }
    }

    /// A picture in a box.
    pub fn picture(&mut self, picture: Image, x: f32, y: f32, width: f32, height: f32) {
        self.surface.push_transform(&Transform::from_translate(x * POINTS, y * POINTS));
        let size = Size::from_wh(width * POINTS, height * POINTS).expect("a picture has a size");
        self.surface.draw_image(picture, size);
        self.surface.pop();
    }
}
