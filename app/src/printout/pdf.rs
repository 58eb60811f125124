//! Sheets of paper and what is put on them, in millimetres from the upper left corner.

use std::collections::BTreeSet;

use catalog::face::{Picture, glyphs};
use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::font::{Font, compress};
use super::{Error, picture};

/// Points a millimetre.
const POINTS: f32 = 72.0 / 25.4;
/// How wide a line is, in points.
const LINE: f32 = 0.25;
/// Deviations from where a glyph stands by itself that nobody sees, in em.
const SMALL: f32 = 0.0005;

/// A size of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PaperSize {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 in.
    Letter,
}

impl PaperSize {
    /// Width and height in millimetres.
    pub fn size(self) -> (f32, f32) {
        match self {
            PaperSize::A4 => (210.0, 297.0),
            PaperSize::Letter => (215.9, 279.4),
        }
    }
}

/// A PDF that is being made.
pub struct PdfDocument {
    pdf: Pdf,
    /// The next free object.
    next: Ref,
    pages: Vec<Ref>,
    paper: PaperSize,
    /// For texts that are plain, and for those that are strong.
    fonts: [Font; 2],
}

/// The objects that every book has.
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const ABOUT: Ref = Ref::new(3);
const FONTS: [Ref; 2] = [Ref::new(4), Ref::new(5)];
const FIRST_FREE: Ref = Ref::new(6);
/// How pages name the fonts.
const FONT_NAMES: [Name<'static>; 2] = [Name(b"F0"), Name(b"F1")];

/// A picture in a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PdfImage(Ref);

impl PdfImage {
    /// How pages name it.
    fn name(self) -> String {
        format!("I{}", self.0.get())
    }
}

/// How a text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextStyle {
    /// As usual.
    Plain,
    /// Heavier.
    Strong,
    /// Not seen, but found and copied: what a picture says.
    Invisible,
}

impl PdfDocument {
    /// A book of sheets of one size.
    pub fn new(paper: PaperSize, title: &str) -> PdfDocument {
        let mut pdf = Pdf::new();
        pdf.catalog(CATALOG).pages(PAGES);
        pdf.document_info(ABOUT).title(TextStr(title)).creator(TextStr("Deckloom"));
        let fonts = [Font::new(0, "Inter-Regular"), Font::new(1, "Inter-SemiBold")];
        PdfDocument { pdf, next: FIRST_FREE, pages: Vec::new(), paper, fonts }
    }

    /// Adds a picture, to be put on pages as often as it is wanted.
    pub fn image(&mut self, face: &Picture) -> PdfImage {
        let id = self.next.bump();
        let samples = compress(&picture::rgb(face));
        let mut image = self.pdf.image_xobject(id, &samples);
        image.width(face.width as i32).height(face.height as i32).filter(Filter::FlateDecode);
        image.bits_per_component(8).interpolate(true).color_space().device_rgb();
        PdfImage(id)
    }

    /// Adds a page.
    pub fn page(&mut self, draw: impl FnOnce(&mut PdfPage<'_>)) {
        let mut page =
            PdfPage { content: Content::new(), images: BTreeSet::new(), fonts: &mut self.fonts, paper: self.paper };
        draw(&mut page);
        let (content, images) = (compress(&page.content.finish()), page.images);
        let (id, content_id) = (self.next.bump(), self.next.bump());
        let (width, height) = self.paper.size();
        let mut page = self.pdf.page(id);
        page.parent(PAGES).contents(content_id).media_box(Rect::new(0.0, 0.0, width * POINTS, height * POINTS));
        let mut resources = page.resources();
        resources.fonts().pairs(FONT_NAMES.into_iter().zip(FONTS));
        let mut pictures = resources.x_objects();
        for image in images {
            pictures.pair(Name(image.name().as_bytes()), image.0);
        }
        pictures.finish();
        resources.finish();
        page.finish();
        self.pdf.stream(content_id, &content).filter(Filter::FlateDecode);
        self.pages.push(id);
    }

    /// The finished file.
    ///
    /// # Errors
    /// When a font cannot be put into it.
    pub fn finish(mut self) -> Result<Vec<u8>, Error> {
        let count = self.pages.len() as i32;
        self.pdf.pages(PAGES).count(count).kids(self.pages);
        for (font, id) in self.fonts.iter().zip(FONTS) {
            font.write(&mut self.pdf, id, &mut self.next)?;
        }
        Ok(self.pdf.finish())
    }
}

/// A page that is being drawn.
pub struct PdfPage<'b> {
    content: Content,
    images: BTreeSet<PdfImage>,
    fonts: &'b mut [Font; 2],
    paper: PaperSize,
}

impl PdfPage<'_> {
    /// A place in points from the lower left corner, as a PDF has it.
    fn point(&self, x: f32, y: f32) -> (f32, f32) {
        (x * POINTS, (self.paper.size().1 - y) * POINTS)
    }

    /// A line of text; `size` is in points, and the place is the left end of its foot.
    pub fn text(&mut self, x: f32, y: f32, size: f32, style: TextStyle, text: &str) {
        let (x, y) = self.point(x, y);
        let at = usize::from(style == TextStyle::Strong);
        let mode = if style == TextStyle::Invisible { TextRenderingMode::Invisible } else { TextRenderingMode::Fill };
        let font = &mut self.fonts[at];
        let glyphs = glyphs(font.position(), text);
        self.content.begin_text().set_font(FONT_NAMES[at], size).set_text_rendering_mode(mode).next_line(x, y);
        // Where the line is, less where it would be if every glyph stood by itself, in em.
        let mut ahead = 0.0;
        let mut before = None;
        for level in glyphs.chunk_by(|one, next| one.offset.1 == next.offset.1) {
            self.content.set_rise(level[0].offset.1 * size);
            let mut shown = self.content.show_positioned();
            let mut items = shown.items();
            for glyph in level {
                let begins = before.replace(&glyph.text) != Some(&glyph.text);
                let (code, width) = font.code(glyph.id, begins.then(|| &text[glyph.text.clone()]));
                let aside = ahead + glyph.offset.0;
                if aside.abs() > SMALL {
                    items.adjust(-aside * 1000.0);
                    ahead -= aside;
                }
                items.show(Str(&code.to_be_bytes()));
                ahead += glyph.advance - width;
            }
        }
        self.content.end_text();
    }

    /// A thin line.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32)) {
        let (from, to) = (self.point(from.0, from.1), self.point(to.0, to.1));
        self.content.set_line_width(LINE).move_to(from.0, from.1).line_to(to.0, to.1).stroke();
    }

    /// A picture in a box.
    pub fn picture(&mut self, image: PdfImage, x: f32, y: f32, width: f32, height: f32) {
        let (left, foot) = self.point(x, y + height);
        self.content.save_state().transform([width * POINTS, 0.0, 0.0, height * POINTS, left, foot]);
        self.content.x_object(Name(image.name().as_bytes())).restore_state();
        self.images.insert(image);
    }
}
