//! A font of the program in a PDF: the glyphs that are used, how wide they are, and which letters they show.

use std::collections::BTreeMap;

use catalog::face::{self, FONTS};
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;

use super::Error;

const SYSTEM: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// A font in a PDF.
pub(super) struct Font {
    /// Its position among [`FONTS`].
    position: usize,
    name: &'static str,
    used: GlyphRemapper,
    /// By code, the width in em.
    widths: Vec<f32>,
    /// By code, the letters.
    letters: BTreeMap<u16, String>,
}

impl Font {
    /// One of [`FONTS`], of which nothing is used yet.
    pub fn new(position: usize, name: &'static str) -> Font {
        // The glyph of what is missing is always there.
        let widths = vec![face::advance(position, 0)];
        Font { position, name, used: GlyphRemapper::new(), widths, letters: BTreeMap::new() }
    }

    /// Its position among [`FONTS`].
    pub fn position(&self) -> usize {
        self.position
    }

    /// The code of a glyph, and its width in em. `letters` are those that begin with it.
    pub fn code(&mut self, glyph: u32, letters: Option<&str>) -> (u16, f32) {
        let code = self.used.remap(glyph as u16);
        if usize::from(code) == self.widths.len() {
            self.widths.push(face::advance(self.position, glyph));
        }
        if let Some(letters) = letters {
            self.letters.entry(code).or_insert_with(|| letters.to_owned());
        }
        (code, self.widths[usize::from(code)])
    }

    /// Writes the font as the object `id`, with the objects that belong to it.
    ///
    /// # Errors
    /// When its used glyphs cannot be taken out of it.
    pub fn write(&self, pdf: &mut Pdf, id: Ref, next: &mut Ref) -> Result<(), Error> {
        let part = subsetter::subset(FONTS[self.position], 0, &self.used).map_err(|e| Error::Pdf(e.to_string()))?;
        let (of_glyphs, descriptor, to_letters, file) = (next.bump(), next.bump(), next.bump(), next.bump());
        // Six letters in front mark a font of which only a part is there.
        let name = format!("DECKLO+{}", self.name);
        let name = Name(name.as_bytes());
        let mut whole = pdf.type0_font(id);
        whole
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(of_glyphs)
            .to_unicode(to_letters);
        whole.finish();
        let mut glyphs = pdf.cid_font(of_glyphs);
        glyphs.subtype(CidFontType::Type0).base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
        glyphs.default_width(0.0).widths().consecutive(0, self.widths.iter().map(|width| width * 1000.0));
        glyphs.finish();
        let measures = face::measures(self.position);
        let [left, foot, right, head] = measures.bounds.map(|em| em * 1000.0);
        let mut about = pdf.font_descriptor(descriptor);
        about.name(name).flags(FontFlags::SYMBOLIC).bbox(Rect::new(left, foot, right, head)).italic_angle(0.0);
        about.ascent(measures.ascent * 1000.0).descent(measures.descent * 1000.0);
        about.cap_height(measures.capital * 1000.0).stem_v(measures.stem * 1000.0).font_file3(file);
        about.finish();
        let mut letters = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
        for (code, text) in &self.letters {
            letters.pair_with_multiple(*code, text.chars());
        }
        pdf.cmap(to_letters, &compress(&letters.finish())).filter(Filter::FlateDecode);
        pdf.stream(file, &compress(&part)).filter(Filter::FlateDecode).pair(Name(b"Subtype"), Name(b"OpenType"));
        Ok(())
    }
}

/// Bytes as a stream of a PDF holds them.
pub(super) fn compress(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6)
}
