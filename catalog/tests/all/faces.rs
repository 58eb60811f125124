//! What the faces promise, for every card that the program ships.

use catalog::face::{self, Corners, Painter, SCENERY, SMALL_BELOW, SUBJECTS};
use catalog::{GameData, Source, load};

use crate::worked::worked;

fn games() -> Vec<(GameData, Painter)> {
    let source = Source::shipped();
    let painted = source.games().into_iter().map(|id| {
        let game = load::game(&source, &id).expect("a game without faults");
        let template = source.file(&format!("{id}/face.svg")).map(|f| f.text.to_string());
        let painter = Painter::new(&game, template.as_deref()).unwrap_or_else(|e| panic!("{id}: {e}"));
        (game, painter)
    });
    painted.collect()
}

fn shared_between_threads<T: Send + Sync>(_: &T) {}

#[test]
fn every_face_is_painted_at_its_size() {
    for (game, painter) in games() {
        shared_between_threads(&painter);
        for card in &game.cards {
            let picture =
                painter.paint(&game, card, 150, Corners::Round).unwrap_or_else(|e| panic!("{}: {e}", card.name));
            assert_eq!((picture.width, picture.height, picture.rgba.len()), (150, 209, 150 * 209 * 4));
            let corner = &picture.rgba[..4];
            assert_eq!(corner, [0, 0, 0, 0], "{}", card.name);
            let middle = &picture.rgba[(100 * 150 + 75) * 4..][..4];
            assert_eq!(middle[3], 255, "{}", card.name);
        }
    }
}

#[test]
fn every_large_face_is_an_svg() {
    for (game, painter) in games() {
        for card in &game.cards {
            let svg = painter.svg(&game, card);
            assert!(svg.starts_with("<svg") && !svg.contains("{{") && !svg.contains("NaN"), "{}", card.name);
            assert!(resvg::usvg::roxmltree::Document::parse(&svg).is_ok(), "{}", card.name);
        }
    }
}

/// The upper half of a face, which tells cards apart before a name is read, in 12 × 8 tiles of mean colour.
fn glance(face: &face::Picture) -> Vec<f32> {
    let (columns, rows) = (12, 8);
    let (wide, high) = (face.width as usize / columns, face.height as usize / 2 / rows);
    let tile = |at: usize, channel: usize| {
        let (left, top) = (at % columns * wide, at / columns * high);
        let pixels = (0..wide * high).map(|p| (top + p / wide) * face.width as usize + left + p % wide);
        pixels.map(|p| f32::from(face.rgba[p * 4 + channel])).sum::<f32>() / (wide * high) as f32
    };
    (0..columns * rows * 3).map(|i| tile(i / 3, i % 3)).collect()
}

#[test]
fn every_card_is_told_apart_at_a_glance() {
    for (game, painter) in games() {
        let face = |card| painter.paint(&game, card, 96, Corners::Round).expect("a picture");
        let glances: Vec<Vec<f32>> = game.cards.iter().map(|card| glance(&face(card))).collect();
        let mut nearest = (f32::MAX, 0, 0);
        for (i, one) in glances.iter().enumerate() {
            for (j, other) in glances.iter().enumerate().skip(i + 1) {
                let apart = one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum::<f32>() / one.len() as f32;
                if apart < nearest.0 {
                    nearest = (apart, i, j);
                }
            }
        }
        let (apart, i, j) = nearest;
        // Of 255 levels, on average over all tiles.
        assert!(apart > 10.0, "{} looks like {}: {apart:.1} levels apart", game.cards[i].name, game.cards[j].name);
    }
}

#[test]
fn a_card_always_looks_the_same() {
    for ((game, first), (_, second)) in games().into_iter().zip(games()) {
        for card in game.cards.iter().step_by(9) {
            assert_eq!(
                first.paint(&game, card, 120, Corners::Round).ok(),
                second.paint(&game, card, 120, Corners::Round).ok(),
                "{}",
                card.name
            );
        }
    }
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    let (game, painter) = games().remove(0);
    assert!(painter.paint(&game, &game.cards[0], 0, Corners::Round).is_err());
    assert!(painter.paint(&game, &game.cards[0], 100_000, Corners::Round).is_err());
    assert_eq!(painter.paint(&game, &game.cards[0], 744, Corners::Round).expect("a picture").height, 1039);
    let square = painter.paint(&game, &game.cards[0], SMALL_BELOW, Corners::Square).expect("a picture");
    assert_eq!(square.rgba[3], 255);
}

#[test]
fn every_game_has_a_plain_face_too() {
    for (game, _) in games() {
        let plain = Painter::new(&game, None).expect("the built-in template");
        for card in game.cards.iter().step_by(7) {
            assert!(plain.paint(&game, card, 300, Corners::Round).is_ok(), "{}", card.name);
        }
    }
}

#[test]
fn every_scenery_and_subject_is_drawn() {
    let (game, _) = games().remove(0);
    let paint = |scenery: &str, subject: &str| {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="744" height="1039">{{{{art x=0 y=0 w=744 h=1039 scenery={scenery} subject={subject}}}}}</svg>"#
        );
        let painter = Painter::new(&game, Some(&svg)).unwrap_or_else(|e| panic!("{scenery} {subject}: {e}"));
        painter.paint(&game, &game.cards[0], 60, Corners::Round).expect("a picture").rgba
    };
    let mut seen = std::collections::HashSet::new();
    assert!(SCENERY.iter().all(|s| seen.insert(paint(s, "none"))), "two sceneries are the same");
    let bare = paint("plains", "none");
    for subject in SUBJECTS {
        assert_ne!(paint("plains", subject), bare, "{subject}");
    }
}

#[test]
fn every_scenery_and_subject_is_in_the_manual() {
    let manual = include_str!("../../../data/README.md");
    for word in SCENERY.iter().chain(SUBJECTS) {
        assert!(manual.contains(&format!("`{word}`")), "{word}");
    }
}

#[test]
fn a_choice_is_made_by_the_card() {
    let (game, _) = games().remove(0);
    let paint = |subject: &str, card: usize| {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="744" height="1039">{{{{let s {subject}}}}}{{{{art x=0 y=0 w=744 h=1039 scenery=plains subject=$s}}}}</svg>"#
        );
        let painter = Painter::new(&game, Some(&svg)).expect("an SVG");
        painter.paint(&game, &game.cards[card], 40, Corners::Round).expect("a picture").rgba
    };
    let (mut lamps, mut drums) = (0, 0);
    for card in 0..24 {
        let chosen = paint("lamp|drum", card);
        assert!(chosen == paint("lamp|drum", card));
        lamps += usize::from(chosen == paint("lamp", card));
        drums += usize::from(chosen == paint("drum", card));
    }
    assert!(lamps + drums == 24 && lamps > 4 && drums > 4, "{lamps} lamps, {drums} drums");
}

#[test]
fn every_symbol_is_drawn() {
    for (game, _) in games() {
        let factions = game.factions.iter().map(|f| (&f.name, &f.symbol, &f.colour));
        let resources = game.resources.iter().map(|r| (&r.name, &r.symbol, &r.colour));
        for (name, path, colour) in factions.chain(resources).filter(|(_, path, _)| !path.is_empty()) {
            let picture = face::symbol(path, colour, 48).unwrap_or_else(|e| panic!("{name}: {e}"));
            let inked = picture.rgba.chunks(4).filter(|p| p[3] > 128).count();
            assert!((100..2200).contains(&inked), "{name} covers {inked} of 2304 pixels");
        }
    }
    assert!(face::symbol("M0 0z", "blue", 48).is_err());
}

/// Templates that ask for any amount of work are refused at once, in words.
#[test]
fn a_template_that_means_harm_is_refused() {
    let game = load::game(&Source::shipped(), "chronx").expect("a game without faults");
    let whole = |inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"744\" height=\"1039\">{inside}</svg>")
    };
    let nested = |open: &str, close: &str, deep: usize| whole(&format!("{}{}", open.repeat(deep), close.repeat(deep)));
    let rects: String =
        (0..9).map(|n| format!("<g id=\"g{n}\">{}</g>", format!("<use href=\"#g{}\"/>", n + 1).repeat(10))).collect();
    let entities = "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>";
    let cases = [
        ("copies of copies", whole(&format!("{rects}<rect id=\"g9\" width=\"9\" height=\"9\"/>")), "<use>"),
        ("a pattern", whole("<pattern id=\"p\" width=\"0.001\" height=\"0.001\"/>"), "<pattern>"),
        ("a filter", whole("<filter id=\"f\"><feMorphology radius=\"9999\"/></filter>"), "<filter>"),
        ("a filter as a property", whole("<g filter=\"blur(900px)\"/>"), "filters"),
        ("a filter in a style", whole("<g style=\"fill:red; filter:blur(900px)\"/>"), "filters"),
        ("a mask", whole("<mask id=\"m\"/>"), "<mask>"),
        ("a sheet of styles", whole("<style>g{filter:blur(900px)}</style>"), "<style>"),
        ("entities", format!("{entities}{}", whole("<text>&b;</text>")), "DTD"),
        ("deep groups", nested("<g>", "</g>", 5000), "deep"),
        ("layers", nested("<g opacity=\"0.5\">", "</g>", 30), "layers"),
        ("too many pieces", whole(&"<g/>".repeat(25_000)), "pieces"),
        ("dashes", whole(&"<path stroke-dasharray=\"0.01\" d=\"M0 0L9 9\"/>".repeat(20)), "dasharray"),
        ("deep conditions", whole(&format!("{}{}", "{{if small}}".repeat(4000), "{{end}}".repeat(4000))), "deep"),
        ("placeholders", whole(&"{{# no}}".repeat(5000)), "placeholders"),
        ("a pattern without end", whole("{{pattern x=0 y=0 w=1e9 h=1e9 kind=dots step=4}}"), "outside"),
        ("a size that is no number", whole("{{rules x=0 y=0 w=9 h=9 max=NaN}}"), "outside"),
        ("a large file", whole(&" ".repeat(200_000)), "128 KiB"),
    ];
    for (what, template, word) in cases {
        let start = worked();
        let error = Painter::new(&game, Some(&template)).expect_err(what).to_string();
        assert!(error.contains(word) && error.len() < 300, "{what}: {error}");
        let took = worked() - start;
        assert!(took.as_secs() < 5, "{what}: {took:?}");
    }
}

/// What a template names outside of itself is not there: neither files nor pictures written into it.
#[test]
fn a_template_shows_no_other_files() {
    let game = load::game(&Source::shipped(), "chronx").expect("a game without faults");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("red.png");
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(4, 4, image::Rgb([255, 0, 0]))
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("a PNG");
    std::fs::write(&file, png.get_ref()).expect("written");
    let inside = "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='red'/></svg>";
    for href in [file.display().to_string(), format!("file://{}", file.display()), inside.replace('<', "&lt;")] {
        let template = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"744\" height=\"1039\"><rect width=\"744\" height=\"1039\" fill=\"#0000ff\"/><image width=\"744\" height=\"1039\" href=\"{href}\"/></svg>"
        );
        let painter = Painter::new(&game, Some(&template)).expect("a template");
        let picture = painter.paint(&game, &game.cards[0], 60, Corners::Square).expect("a picture");
        assert!(picture.rgba.chunks_exact(4).all(|p| p == [0, 0, 255, 255]), "{href}");
    }
}

/// Where the plain face is said to have a number, light digits stand on their dark plate.
#[test]
fn numbers_of_the_plain_face_stand_where_it_is_told() {
    let (mut numbers, width) = (0, 150_u32);
    for (game, _) in games() {
        let plain = Painter::new(&game, None).expect("the plain template has no faults");
        for card in game.cards.iter().step_by(7) {
            let places = plain.numbers(&game, card, width as f32);
            let picture = plain.paint(&game, card, width, Corners::Square).expect("it is painted");
            for place in places {
                let (half, at) = (0.4 * place.size * width as f32, |share: f32| share * width as f32);
                let span = |middle: f32| (middle - half).max(0.0) as usize..(middle + half) as usize;
                let lights =
                    span(at(place.y)).flat_map(|y| span(at(place.x)).map(move |x| (y * width as usize + x) * 4));
                let lights: Vec<u8> = lights.map(|pixel| picture.rgba[pixel]).collect();
                let has = |is: fn(u8) -> bool| lights.iter().any(|light| is(*light));
                assert!(has(|light| light > 200) && has(|light| light < 60), "{}: {place:?}", card.name);
                numbers += 1;
            }
        }
    }
    assert!(numbers > 50, "{numbers}");
}
