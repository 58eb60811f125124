//! Paints cards of a shipped game on one sheet: `faces GAME WIDTH COLUMNS OUT.png [QUERY]`, and says how long a
//! face takes.

use std::time::Instant;

use catalog::face::Painter;
use catalog::{Query, Source, load};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [id, width, columns, out, rest @ ..] = args.as_slice() else {
        return Err("usage: faces GAME WIDTH COLUMNS OUT.png [--plain] [QUERY]".into());
    };
    let source = Source::shipped();
    let game = load::game(&source, id).map_err(|p| p.iter().map(|p| format!("{p}\n")).collect::<String>())?;
    // The file as it is now, so that a template can be worked on without building.
    let template = std::fs::read_to_string(format!("data/{id}/face.svg")).ok();
    let plain = rest.iter().any(|r| r == "--plain");
    let painter = Painter::new(&game, template.as_deref().filter(|_| !plain))?;
    let query: Vec<&str> = rest.iter().map(String::as_str).filter(|r| *r != "--plain").collect();
    let cards = Query::parse(&query.join(" "), &game)?.select(&game);
    let (width, columns): (u32, u32) = (width.parse()?, columns.parse()?);
    let started = Instant::now();
    let pictures: Vec<_> =
        cards.iter().map(|c| painter.paint(&game, game.card(*c), width)).collect::<Result<_, _>>()?;
    let spent = started.elapsed();
    println!("{} cards, {:.2} ms each", pictures.len(), spent.as_secs_f64() * 1000.0 / pictures.len().max(1) as f64);
    let Some(height) = pictures.first().map(|p| p.height) else {
        return Ok(());
    };
    let (gap, rows) = (8, (pictures.len() as u32).div_ceil(columns));
    let mut sheet = image::RgbaImage::from_pixel(
        columns * (width + gap) + gap,
        rows * (height + gap) + gap,
        image::Rgba([22, 24, 29, 255]),
    );
    for (i, picture) in pictures.into_iter().enumerate() {
        let (column, row) = (i as u32 % columns, i as u32 / columns);
        let face = image::RgbaImage::from_raw(picture.width, picture.height, picture.rgba).ok_or("size")?;
        let at = (gap + column * (width + gap), gap + row * (height + gap));
        image::imageops::overlay(&mut sheet, &face, i64::from(at.0), i64::from(at.1));
    }
    sheet.save(out)?;
    Ok(())
}
