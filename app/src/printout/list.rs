//! A list for registration: one page with the deck's cards and lines to fill in by hand.

use catalog::GameData;
use catalog::noted;
use catalog::tr;
use formats::Deck;

use super::Error;
use super::pdf::{PaperSize, PdfDocument, TextStyle};

/// Room at the edges, in millimetres.
const EDGE: f32 = 15.0;
/// Where the cards begin, in millimetres from the top.
const TOP: f32 = 62.0;
/// The sizes of text that are tried, in points.
const SIZES: [f32; 6] = [10.0, 9.0, 8.0, 7.0, 6.0, 5.0];
/// A millimetre in points, and how wide a letter of Inter is at most on average, of its size.
const MILLIMETRE: f32 = 72.0 / 25.4;
const LETTER: f32 = 0.56;
/// What a person fills in.
const BLANKS: [&str; 6] =
    [noted!("Name"), noted!("Player ID"), noted!("Event"), noted!("Date"), noted!("Table or seat"), noted!("Judge")];

/// A line of the list.
enum ListLine {
    Heading(String),
    Card(u32, String),
    Gap,
}

/// The page as a PDF; `format` is the name of the format, `legal` whether the deck is.
///
/// # Errors
/// When not even the smallest text makes the deck fit.
pub fn pdf(game: &GameData, deck: &Deck, format: &str, legal: bool, paper: PaperSize) -> Result<Vec<u8>, Error> {
    let lines = lines(game, deck);
    let (width, height) = paper.size();
    let room = height - TOP - EDGE - 6.0;
    let fits = |size: f32, columns: usize| {
        let column = (width - 2.0 * EDGE) / columns as f32 - 4.0;
        let longest = lines.iter().map(|l| match l {
            ListLine::Card(_, name) => name.chars().count() + 5,
            ListLine::Heading(text) => text.chars().count() + 2,
            ListLine::Gap => 0,
        });
        let wide = longest.max().unwrap_or(0) as f32 * size * LETTER / MILLIMETRE;
        lines.len() <= columns * rows(room, size) && wide <= column
    };
    let all = SIZES.iter().flat_map(|size| [(*size, 2), (*size, 3)]);
    let Some((size, columns)) = all.into_iter().find(|(size, columns)| fits(*size, *columns)) else {
        return Err(Error::TooMuch(tr!("{} lines of cards do not fit on one page", lines.len())));
    };
    let mut book = PdfDocument::new(paper, &deck.name);
    book.page(|page| {
        page.text(EDGE, EDGE + 5.0, 18.0, TextStyle::Strong, &tr!("Deck registration"));
        let verdict = if legal { String::new() } else { tr!(" · not legal in {format}", format) };
        let said = format!("{} · {} · {format}{verdict}", one_line(&deck.name, 60), game.name);
        page.text(EDGE, EDGE + 12.0, 10.0, TextStyle::Plain, &said);
        let half = (width - 2.0 * EDGE) / 2.0;
        for (at, blank) in BLANKS.into_iter().enumerate() {
            let (x, y) = (EDGE + (at % 2) as f32 * half, EDGE + 22.0 + (at / 2) as f32 * 9.0);
            page.text(x, y, 8.0, TextStyle::Plain, &tr!(blank));
            page.line((x + 24.0, y + 0.5), (x + half - 6.0, y + 0.5));
        }
        let (step, rows) = (step(size), rows(room, size));
        let column = (width - 2.0 * EDGE) / columns as f32;
        for (at, line) in lines.iter().enumerate() {
            let (x, y) = (EDGE + (at / rows) as f32 * column, TOP + step * ((at % rows) as f32 + 1.0));
            match line {
                ListLine::Heading(text) => page.text(x, y, size, TextStyle::Strong, text),
                ListLine::Card(count, name) => {
                    page.text(x, y, size, TextStyle::Plain, &count.to_string());
                    page.text(x + size * 0.8, y, size, TextStyle::Plain, name);
                }
                ListLine::Gap => {}
            }
        }
        let total: u32 = (0..deck.sections.len()).map(|s| deck.size(s)).sum();
        let foot = height - EDGE;
        page.text(EDGE, foot, 8.0, TextStyle::Strong, &tr!("1 card in total" | "{n} cards in total" % total));
        page.text(EDGE + half, foot, 8.0, TextStyle::Plain, &tr!("Signature"));
        page.line((EDGE + half + 24.0, foot + 0.5), (width - EDGE, foot + 0.5));
    });
    book.finish()
}

/// Cards by name, printings of a name together, under a heading with their number.
fn lines(game: &GameData, deck: &Deck) -> Vec<ListLine> {
    let mut lines = Vec::new();
    for (at, (section, entries)) in game.sections.iter().zip(&deck.sections).enumerate() {
        if entries.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(ListLine::Gap);
        }
        lines.push(ListLine::Heading(format!("{} ({})", section.name, deck.size(at))));
        let mut names: Vec<(String, u32)> = Vec::new();
        for entry in entries {
            let name = one_line(entry.card.name(game), 80);
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += entry.count,
                None => names.push((name, entry.count)),
            }
        }
        names.sort_by_key(|(name, _)| catalog::fold::fold(name));
        lines.extend(names.into_iter().map(|(name, count)| ListLine::Card(count, name)));
    }
    lines
}

/// A text in one line of so many letters.
fn one_line(text: &str, letters: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > letters { line.chars().take(letters - 1).chain(['…']).collect() } else { line }
}

/// The height of a line in millimetres.
fn step(size: f32) -> f32 {
    size * 1.35 / MILLIMETRE
}

fn rows(room: f32, size: f32) -> usize {
    (room / step(size)) as usize
}
