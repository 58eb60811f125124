//! What an event hands out on paper: seat slips, match slips, pairings and standings for the wall, sheets on which pools
//! are written down.

use catalog::GameData;
use catalog::tr;
use formats::event::standings::percent;
use formats::event::{PlayerId, TournamentEvent};

use super::Error;
use super::pdf::{PaperSize, PdfDocument, PdfPage, TextStyle};

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, clap::ValueEnum)]
#[strum(serialize_all = "snake_case")]
pub enum EventSheet {
    /// A slip for each player: pod and seat.
    Seats,
    /// A slip for each match of the last round.
    Slips,
    /// The pairings of the last round, by name, for the wall.
    Pairings,
    /// The standings, for the wall.
    Standings,
    /// A sheet for each player, on which a neighbour writes down the pool.
    Pools,
}

impl EventSheet {
    /// The word for it on the command line.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// Room at the edges, in millimetres.
const EDGE: f32 = 14.0;

/// The pages as a PDF.
///
/// # Errors
/// When there is nothing to print yet, or of the writer.
pub fn pdf(
    event: &TournamentEvent,
    name: &str,
    game: &GameData,
    what: EventSheet,
    paper: PaperSize,
) -> Result<Vec<u8>, Error> {
    let nothing = |why: &str| Error::TooMuch(why.to_owned());
    if matches!(what, EventSheet::Slips | EventSheet::Pairings) && event.rounds.is_empty() {
        return Err(nothing(&tr!("no round has been paired yet")));
    }
    if event.players.is_empty() {
        return Err(nothing(&tr!("no players yet")));
    }
    let mut sheets = SheetWriter { book: PdfDocument::new(paper, name), paper };
    match what {
        EventSheet::Seats => {
            sheets.slips(4, event.present().map(|p| p.id).collect(), |slip, id| seat(slip, event, name, id))
        }
        EventSheet::Slips => {
            let last = event.rounds.last().map_or(&[][..], |r| &r.matches);
            let tables: Vec<usize> = (0..last.len()).filter(|t| last[*t].pairing.b.is_some()).collect();
            sheets.slips(4, tables, |slip, table| match_slip(slip, event, name, table));
        }
        EventSheet::Pairings => sheets.list(
            &tr!("{name} · Round {}", event.round(), name),
            &[tr!("Table"), tr!("Player"), tr!("Against")],
            &pairings(event),
        ),
        EventSheet::Standings => {
            let ties = event.start.rules.tiebreakers.iter().map(|t| {
                let short = t.short();
                tr!("tie-breaker" => short)
            });
            let heads: Vec<String> =
                [tr!("Place"), tr!("Player"), tr!("Points"), tr!("Record")].into_iter().chain(ties).collect();
            sheets.list(&tr!("{name} · Standings after round {}", event.round(), name), &heads, &standings(event));
        }
        EventSheet::Pools => {
            for player in event.present() {
                pool_sheet(&mut sheets, event, name, game, player.id);
            }
        }
    }
    sheets.book.finish()
}

struct SheetWriter {
    book: PdfDocument,
    paper: PaperSize,
}

/// A part of a page that is cut off: its left upper corner and its size.
struct Slip<'a, 'b> {
    page: &'a mut PdfPage<'b>,
    x: f32,
    y: f32,
    width: f32,
}

impl Slip<'_, '_> {
    fn text(&mut self, x: f32, y: f32, size: f32, style: TextStyle, text: &str) {
        let room = ((self.width - x - 8.0) / (size * 0.2)) as usize;
        self.page.text(self.x + x, self.y + y, size, style, &short(text, room));
    }

    fn blank(&mut self, x: f32, y: f32, width: f32) {
        self.page.line((self.x + x, self.y + y), (self.x + x + width, self.y + y));
    }
}

/// A text of at most so many letters.
fn short(text: &str, most: usize) -> String {
    if text.chars().count() > most {
        text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}

impl SheetWriter {
    /// So many slips one below the other on each page, with lines to cut along.
    fn slips<T: Copy>(&mut self, rows: usize, of: Vec<T>, draw: impl Fn(&mut Slip<'_, '_>, T)) {
        let (width, height) = self.paper.size();
        let step = height / rows as f32;
        for some in of.chunks(rows) {
            self.book.page(|page| {
                for (at, item) in some.iter().enumerate() {
                    let y = at as f32 * step;
                    draw(&mut Slip { page, x: EDGE, y: y + 6.0, width: width - 2.0 * EDGE }, *item);
                    if at + 1 < rows {
                        page.line((0.0, y + step), (width, y + step));
                    }
                }
            });
        }
    }

    /// A table over as many pages as it needs: the second column is the widest.
    fn list(&mut self, title: &str, heads: &[String], rows: &[Vec<String>]) {
        let (width, height) = self.paper.size();
        let per_page = ((height - 2.0 * EDGE - 22.0) / 6.2) as usize;
        let room = width - 2.0 * EDGE;
        // The first is narrow, the second wide, the others share what is left.
        let place = |column: usize| match column {
            0 => 0.0,
            1 => room * 0.09,
            n => room * 0.45 + room * 0.55 * (n - 2) as f32 / (heads.len() - 2).max(1) as f32,
        };
        for some in rows.chunks(per_page) {
            self.book.page(|page| {
                page.text(EDGE, EDGE + 6.0, 16.0, TextStyle::Strong, &short(title, 60));
                for (column, head) in heads.iter().enumerate() {
                    page.text(EDGE + place(column), EDGE + 17.0, 9.0, TextStyle::Strong, head);
                }
                page.line((EDGE, EDGE + 19.0), (width - EDGE, EDGE + 19.0));
                for (at, row) in some.iter().enumerate() {
                    let y = EDGE + 24.5 + at as f32 * 6.2;
                    for (column, cell) in row.iter().enumerate() {
                        page.text(EDGE + place(column), y, 10.5, TextStyle::Plain, &short(cell, 34));
                    }
                }
            });
        }
    }
}

fn seat(slip: &mut Slip<'_, '_>, event: &TournamentEvent, name: &str, id: PlayerId) {
    slip.text(0.0, 8.0, 10.0, TextStyle::Plain, name);
    slip.text(0.0, 24.0, 26.0, TextStyle::Strong, event.name(id));
    let Some((pod, seat)) = event.seat_of(id) else {
        return slip.text(0.0, 40.0, 14.0, TextStyle::Plain, &tr!("no seat yet"));
    };
    slip.text(0.0, 42.0, 20.0, TextStyle::Plain, &tr!("Pod {} · seat {}", pod + 1, seat + 1));
    let row = &event.pods[pod];
    let beside = |step: usize| event.name(row[(seat + step) % row.len()]);
    let told = tr!("left: {} · right: {}", beside(1), beside(row.len() - 1));
    slip.text(0.0, 52.0, 11.0, TextStyle::Plain, &told);
}

fn match_slip(slip: &mut Slip<'_, '_>, event: &TournamentEvent, name: &str, table: usize) {
    let round = event.round();
    let pairing = &event.rounds[round as usize - 1].matches[table].pairing;
    slip.text(0.0, 8.0, 10.0, TextStyle::Plain, &tr!("{name} · round {round}", name, round));
    slip.text(slip.width - 40.0, 10.0, 18.0, TextStyle::Strong, &tr!("Table {}", table + 1));
    for (at, player) in [Some(pairing.a), pairing.b].into_iter().flatten().enumerate() {
        let y = 24.0 + at as f32 * 15.0;
        slip.text(0.0, y, 15.0, TextStyle::Strong, event.name(player));
        slip.text(95.0, y, 9.0, TextStyle::Plain, &tr!("games won"));
        slip.blank(114.0, y + 0.8, 14.0);
        slip.text(132.0, y, 9.0, TextStyle::Plain, &tr!("signed"));
        slip.blank(145.0, y + 0.8, 35.0);
    }
    slip.text(0.0, 55.0, 9.0, TextStyle::Plain, &tr!("games drawn"));
    slip.blank(22.0, 55.8, 14.0);
    slip.text(95.0, 55.0, 9.0, TextStyle::Plain, &tr!("drops out"));
    slip.blank(124.0, 55.8, 56.0);
}

fn pairings(event: &TournamentEvent) -> Vec<Vec<String>> {
    let matches = event.rounds.last().map_or(&[][..], |r| &r.matches);
    let mut rows = Vec::new();
    for (table, m) in (1..).zip(matches) {
        let b = m.pairing.b.map_or_else(|| tr!("bye"), |b| event.name(b).to_owned());
        let a = event.name(m.pairing.a);
        rows.push(vec![table.to_string(), a.to_owned(), b.clone()]);
        if m.pairing.b.is_some() {
            rows.push(vec![table.to_string(), b.to_owned(), a.to_owned()]);
        }
    }
    rows.sort_by_key(|r| catalog::fold::fold(&r[1]));
    rows
}

fn standings(event: &TournamentEvent) -> Vec<Vec<String>> {
    let line = |s: formats::event::standings::Standing| {
        let mut row =
            vec![s.rank.to_string(), event.name(s.player).to_owned(), s.record.points.to_string(), s.record.label()];
        let ties = event.start.rules.tiebreakers.iter().zip(&s.ties);
        row.extend(ties.map(|(t, v)| if t.is_share() { percent(v) } else { v.to_string() }));
        row
    };
    event.standings(event.rounds.len()).into_iter().map(line).collect()
}

/// All cards that can be in a pool, with a box for how many.
fn pool_sheet(sheets: &mut SheetWriter, event: &TournamentEvent, name: &str, game: &GameData, id: PlayerId) {
    let mut names: Vec<String> = game.cards.iter().map(|c| c.name.clone()).collect();
    names.sort_by_key(|n| catalog::fold::fold(n));
    names.dedup();
    let (width, height) = sheets.paper.size();
    let columns = 4;
    let rows = ((height - 2.0 * EDGE - 26.0) / 4.2) as usize;
    let per_page = columns * rows;
    let pages = names.len().div_ceil(per_page).max(1);
    let witness = event.witness(id).map_or(String::new(), |w| tr!(" · recorded by {}", event.name(w)));
    for (number, some) in names.chunks(per_page).enumerate() {
        sheets.book.page(|page| {
            page.text(EDGE, EDGE + 5.0, 15.0, TextStyle::Strong, &short(&tr!("Pool of {}", event.name(id)), 60));
            let told = tr!("{name}{witness} · page {} of {pages}", number + 1, name, witness, pages);
            page.text(EDGE, EDGE + 12.0, 9.0, TextStyle::Plain, &short(&told, 100));
            page.text(EDGE, EDGE + 18.0, 8.0, TextStyle::Plain, &tr!("Signed"));
            page.line((EDGE + 12.0, EDGE + 18.8), (EDGE + 80.0, EDGE + 18.8));
            let column = (width - 2.0 * EDGE) / columns as f32;
            for (at, name) in some.iter().enumerate() {
                let (x, y) = (EDGE + (at / rows) as f32 * column, EDGE + 26.0 + (at % rows) as f32 * 4.2);
                page.line((x, y + 0.6), (x + 6.0, y + 0.6));
                page.text(x + 7.5, y, 7.0, TextStyle::Plain, &short(name, 30));
            }
        });
    }
}
