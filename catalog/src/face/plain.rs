//! Faces that stand for no known card: the back of a game's cards, a name that the game does not know, and the
//! number of copies on a picture of a deck.

use resvg::{tiny_skia, usvg};

use super::{CORNER, Corners, Error, HEIGHT, Picture, WIDEST, WIDTH, fill, fonts, render_into, round_corners};
use crate::game::GameData;

/// The back of a game's cards: its name between the symbols of its factions. The same upside down, but for the name.
///
/// # Errors
/// When nothing can be that wide, or a symbol of the game is no path.
pub fn back(game: &GameData, width: u32, cut: Corners) -> Result<Picture, Error> {
    let count = game.factions.len().max(1) as f32;
    let step = (f32::from(560u16) / count).min(120.0);
    let symbols: String = game
        .factions
        .iter()
        .enumerate()
        .map(|(at, faction)| {
            let x = 372.0 + (at as f32 - (count - 1.0) / 2.0) * step;
            let path = fill::escape(&faction.symbol);
            let one = |y: f32, turned: &str| {
                format!(
                    r#"<path fill="{}" fill-rule="evenodd" d="{path}" transform="translate({x} {y}){turned} scale(2.6) translate(-12 -12)"/>"#,
                    faction.colour
                )
            };
            one(330.0, "") + &one(709.0, " rotate(180)")
        })
        .collect();
    let name = lines(&game.name, 14, 84.0, 519.5, "#f2efe6");
    paint(
        &format!(
            r##"<rect width="744" height="1039" fill="#12151d"/><rect x="40" y="40" width="664" height="959" rx="26" fill="#1c2230" stroke="#b9a46a" stroke-width="6"/><rect x="62" y="62" width="620" height="915" rx="14" fill="none" stroke="#b9a46a" stroke-width="2"/>{symbols}{name}"##
        ),
        (WIDTH, HEIGHT),
        width,
        Some(cut),
    )
}

/// A card of which nothing is known but its name.
///
/// # Errors
/// When nothing can be that wide.
pub fn unknown(name: &str, width: u32, cut: Corners) -> Result<Picture, Error> {
    let name = lines(name, 18, 64.0, 480.0, "#22252c");
    paint(
        &format!(
            r##"<rect width="744" height="1039" fill="#e9e6de"/><rect x="40" y="40" width="664" height="959" rx="20" fill="#fbfaf6" stroke="#8b8778" stroke-width="4" stroke-dasharray="18 12"/>{name}<text x="372" y="930" font-size="34" fill="#6a675c" text-anchor="middle">a card that the game does not know</text>"##
        ),
        (WIDTH, HEIGHT),
        width,
        Some(cut),
    )
}

/// `4×` on a dark plate, twice as wide as high.
///
/// # Errors
/// When nothing can be that wide.
pub fn copies(count: u32, width: u32) -> Result<Picture, Error> {
    let text = format!("{count}×");
    let size = (300.0 / text.chars().count() as f32).min(110.0);
    paint(
        &format!(
            r##"<rect x="4" y="4" width="232" height="112" rx="40" fill="#12151d" stroke="#f2efe6" stroke-width="6"/><text x="120" y="{}" font-size="{size}" font-weight="700" fill="#f2efe6" text-anchor="middle">{text}</text>"##,
            60.0 + size * 0.36
        ),
        (240, 120),
        width,
        None,
    )
}

/// A text in lines of about so many letters, around a middle.
fn lines(text: &str, letters: usize, size: f32, middle: f32, colour: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < letters => line.push_str(&format!(" {word}")),
            _ => lines.push(word.to_owned()),
        }
    }
    let longest = lines.iter().map(|l| l.chars().count()).max().unwrap_or(1).max(1) as f32;
    // About 0.6 of its size is a letter wide; a text of many lines is small too.
    let size = size.min(600.0 / (longest * 0.6)).min(640.0 / (lines.len().max(1) as f32 * 1.25));
    let top = middle - (lines.len() as f32 - 1.0) / 2.0 * size * 1.25 + size * 0.36;
    let line = |(at, line): (usize, &String)| {
        let y = top + at as f32 * size * 1.25;
        let line = fill::escape(line);
        format!(
            r#"<text x="372" y="{y}" font-size="{size}" font-weight="600" fill="{colour}" text-anchor="middle">{line}</text>"#
        )
    };
    lines.iter().enumerate().map(line).collect()
}

fn paint(inner: &str, (w, h): (u32, u32), width: u32, cut: Option<Corners>) -> Result<Picture, Error> {
    let mut pixels = pixels(
        &format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}">{inner}</svg>"#
        ),
        width,
    )?;
    if cut == Some(Corners::Round) {
        round_corners(&mut pixels, CORNER * width as f32 / WIDTH as f32);
    }
    Ok(Picture::from(pixels))
}

/// Paints a whole SVG that is no face, such as a chart, with the fonts that the program brings.
///
/// # Errors
/// When it is no SVG, or nothing can be that wide.
pub fn drawing(svg: &str, width: u32) -> Result<Picture, Error> {
    Ok(Picture::from(pixels(svg, width)?))
}

fn pixels(svg: &str, width: u32) -> Result<tiny_skia::Pixmap, Error> {
    if width == 0 || width > WIDEST {
        return Err(Error::Size(width));
    }
    let options = usvg::Options {
        fontdb: fonts::database(),
        font_family: fonts::TEXT_FAMILY.to_owned(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|e| Error::Svg(e.to_string()))?;
    let height = (width as f32 * tree.size().height() / tree.size().width()).round() as u32;
    let mut pixels = tiny_skia::Pixmap::new(width, height.max(1)).ok_or(Error::Size(width))?;
    render_into(&tree, &mut pixels);
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, load};

    #[test]
    fn a_back_is_filled_to_its_edges_and_has_the_colours_of_its_factions() {
        let source = Source::shipped();
        for id in source.games() {
            let game = load::game(&source, &id).expect("a game without faults");
            let back = back(&game, 372, Corners::Square).expect("a picture");
            assert_eq!((back.width, back.height), (372, 520));
            assert!(back.rgba.chunks_exact(4).all(|p| p[3] == 255), "{id}");
            for faction in &game.factions {
                let channel = |at: usize| u8::from_str_radix(&faction.colour[at..at + 2], 16).expect("a colour");
                let colour = [channel(1), channel(3), channel(5), 255];
                assert!(back.rgba.chunks_exact(4).any(|p| p == colour), "{id}: {}", faction.id);
            }
        }
    }

    #[test]
    fn names_that_nobody_knows_and_numbers_leave_ink() {
        let dark = |p: &Picture| p.rgba.chunks_exact(4).filter(|p| p[0] < 80 && p[3] == 255).count();
        let named = |name: &str| dark(&unknown(name, 372, Corners::Round).expect("a picture"));
        assert!(named("Cold <Proxy> & \"Co\"") > named("") + 500);
        assert!(named(&"very long name ".repeat(20)) > 500);
        let light = |count: u32| {
            let picture = copies(count, 120).expect("a picture");
            picture.rgba.chunks_exact(4).filter(|p| p[0] > 200 && p[3] == 255).count()
        };
        assert!(light(28) > light(1));
    }
}
