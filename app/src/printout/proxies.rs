//! Proxies: faces at true size, nine to a page, with cut marks, and backs that meet them when the paper is turned
//! over its long edge.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use catalog::card::Side;
use catalog::face::{self, Corners};
use catalog::tr;
use formats::Deck;
use formats::deck::Listed;

use super::pdf::{PaperSize, PdfDocument, PdfImage, PdfPage, TextStyle};
use super::{Error, FacePrinter};

/// Width and height of a card in millimetres.
pub const CARD: (f32, f32) = (63.0, 88.0);
/// Columns and rows of a page.
const GRID: (usize, usize) = (3, 3);
/// Where a cut mark begins beside the cards, and how long it is, in millimetres.
const MARK: (f32, f32) = (1.5, 4.0);

/// How proxies are printed.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The paper.
    pub paper: PaperSize,
    /// Dots an inch.
    pub dpi: u32,
    /// Whether a page of backs follows each page; without them the back of a double-faced card is a proxy of its own.
    pub backs: bool,
}

/// A PDF with every card of a deck as often as it is there; `remark` stands at the foot of each page.
///
/// # Errors
/// When a face cannot be painted.
pub fn pdf(press: &mut FacePrinter<'_>, deck: &Deck, options: Options, remark: &str) -> Result<Vec<u8>, Error> {
    let game = press.game;
    let is_printed_behind = |card: &Listed| matches!(card, Listed::Card(ix) if game.card(*ix).back().is_some());
    let mut cards: Vec<(&Listed, Side)> = Vec::new();
    for entry in deck.sections.iter().flatten() {
        for _ in 0..entry.count {
            cards.push((&entry.card, Side::Front));
            cards.extend((!options.backs && is_printed_behind(&entry.card)).then_some((&entry.card, Side::Back)));
        }
    }
    let width = (options.dpi as f32 * face::WIDTH as f32 / 300.0).round() as u32;
    let mut book = PdfDocument::new(options.paper, &deck.name);
    let mut images: HashMap<(&Listed, Side), PdfImage> = HashMap::new();
    for (card, side) in &cards {
        let behind = (options.backs && is_printed_behind(card)).then_some(Side::Back);
        for side in [*side].into_iter().chain(behind) {
            if let Entry::Vacant(place) = images.entry((*card, side)) {
                place.insert(book.image(&press.side(card, side, width, Corners::Square)?));
            }
        }
    }
    let back = options.backs.then(|| press.back(width, Corners::Square)).transpose()?.map(|back| book.image(&back));
    let pages = cards.len().div_ceil(GRID.0 * GRID.1);
    for (number, cards) in cards.chunks(GRID.0 * GRID.1).enumerate() {
        book.page(|page| {
            marks(page, options.paper);
            for (at, (card, side)) in cards.iter().enumerate() {
                let (x, y) = corner(options.paper, at % GRID.0, at / GRID.0);
                page.picture(images[&(*card, *side)], x, y, CARD.0, CARD.1);
                page.text(x + 4.0, y + 8.0, 7.0, TextStyle::Invisible, card.name(game));
            }
            let (x, _) = corner(options.paper, 0, 0);
            let page_of = tr!("page {number} of {pages}", number = number + 1, pages);
            let foot = format!("{remark} · {page_of}");
            page.text(x + 2.0, options.paper.size().1 - 4.0, 6.0, TextStyle::Plain, &foot);
        });
        if let Some(back) = back {
            book.page(|page| {
                for (at, (card, _)) in cards.iter().enumerate() {
                    // What lies left in front lies right behind.
                    let (x, y) = corner(options.paper, GRID.0 - 1 - at % GRID.0, at / GRID.0);
                    let own = images.get(&(*card, Side::Back)).copied();
                    page.picture(own.unwrap_or(back), x, y, CARD.0, CARD.1);
                }
            });
        }
    }
    book.finish()
}

/// The upper left corner of a card. The grid is in the middle of the page, so front and back meet.
fn corner(paper: PaperSize, column: usize, row: usize) -> (f32, f32) {
    let (width, height) = paper.size();
    let left = (width - GRID.0 as f32 * CARD.0) / 2.0;
    let top = (height - GRID.1 as f32 * CARD.1) / 2.0;
    (left + column as f32 * CARD.0, top + row as f32 * CARD.1)
}

/// A short line beside the cards at each edge that is cut, on all four sides.
fn marks(page: &mut PdfPage<'_>, paper: PaperSize) {
    let (left, top) = corner(paper, 0, 0);
    let (right, bottom) = corner(paper, GRID.0, GRID.1);
    let (gap, reach) = (MARK.0, MARK.0 + MARK.1);
    for column in 0..=GRID.0 {
        let (x, _) = corner(paper, column, 0);
        page.line((x, top - gap), (x, top - reach));
        page.line((x, bottom + gap), (x, bottom + reach));
    }
    for row in 0..=GRID.1 {
        let (_, y) = corner(paper, 0, row);
        page.line((left - gap, y), (left - reach, y));
        page.line((right + gap, y), (right + reach, y));
    }
}
