//! Own pictures and kept faces: what is shown, what is refused, and what survives.

use std::path::{Path, PathBuf};

use catalog::art::{Album, PictureError, PictureFault, match_pictures};
use catalog::card::Side;
use catalog::face::{Cache, Corners, Painter, Picture, Studio};
use catalog::{CardIx, GameData, Source, load};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

const PINK: [u8; 3] = [255, 20, 200];

struct Room {
    folder: tempfile::TempDir,
    game: GameData,
}

impl Room {
    fn new() -> Room {
        let game = load::game(&Source::shipped(), "afrika").expect("a game without faults");
        Room { folder: tempfile::tempdir().expect("a folder"), game }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("afrika/art").join(name)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(&path, bytes).expect("written");
        path
    }

    fn album(&self) -> Album {
        let mut source = Source::default();
        source.add_folder(self.folder.path()).expect("readable");
        Album::open(&source, &self.game)
    }

    fn studio(&self, cache: Option<Cache>) -> Studio {
        let template = Source::shipped().file("afrika/face.svg").map(|f| f.text.to_string());
        let painter = Painter::new(&self.game, template.as_deref()).expect("a template");
        Studio::new(painter, self.album(), cache)
    }

    fn face(&self, cache: Option<Cache>) -> (Picture, Option<PictureFault>) {
        let face = self.studio(cache).face(&self.game, CardIx(0), 372, Corners::Round).expect("a face");
        (face.picture, face.fault)
    }

    fn kept(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.folder.path().join("faces"));
        entries.map(|e| e.flatten().map(|e| e.path()).collect()).unwrap_or_default()
    }

    fn cache(&self, most: u64) -> Option<Cache> {
        Some(Cache::new(self.folder.path().join("faces"), most))
    }
}

fn pink(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let picture = DynamicImage::ImageRgb8(RgbImage::from_pixel(width, height, Rgb(PINK)));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).expect("encoded");
    bytes.into_inner()
}

/// How much of a face is about pink.
fn pinkness(face: &Picture) -> f32 {
    let near = |p: &&[u8]| (0..3).all(|c| p[c].abs_diff(PINK[c]) < 12);
    face.rgba.chunks(4).filter(near).count() as f32 / (face.width * face.height) as f32
}

#[test]
fn each_kind_of_picture_covers_the_slot() {
    let room = Room::new();
    let id = room.game.cards[0].id.clone();
    assert!(pinkness(&room.face(None).0) < 0.01);
    for (ending, format) in [
        ("png", ImageFormat::Png),
        ("jpg", ImageFormat::Jpeg),
        ("jpeg", ImageFormat::Jpeg),
        ("webp", ImageFormat::WebP),
        ("PNG", ImageFormat::Png),
    ] {
        // Wide, high, smaller and larger than the slot of 640 × 470.
        for (width, height) in [(900, 200), (200, 900), (16, 16), (800, 800)] {
            let file = room.put(&format!("{id}.{ending}"), &pink(width, height, format));
            let (face, fault) = room.face(None);
            assert!(fault.is_none(), "{fault:?}");
            // 640 × 448 of 744 × 1039 are in sight.
            assert!((0.35..0.40).contains(&pinkness(&face)), "{ending} {width} x {height}: {}", pinkness(&face));
            std::fs::remove_file(file).expect("removed");
        }
    }
}

#[test]
fn a_picture_is_found_by_id_and_by_number_and_strays_are_told() {
    let room = Room::new();
    let (first, second) = (&room.game.cards[0], &room.game.cards[1]);
    let set = &room.game.sets[usize::from(first.set)].id;
    let numbered = room.put(&format!("{set}/{}.png", first.number), b"");
    let other = room.put(&format!("{set}/{}.webp", second.number), b"");
    assert_eq!(room.album().picture(CardIx(0), Side::Front).map(|own| &own.path), Some(&numbered));
    let named = room.put(&format!("{}.png", first.id), b"");
    let stray = room.put("no-such-card.png", b"");
    room.put("notes.txt", b"");
    let album = room.album();
    assert_eq!(album.cards(), [(CardIx(0), named.as_path()), (CardIx(1), other.as_path())]);
    assert_eq!(album.strays(), [stray]);
}

/// The shape of a PNG with this header and nothing in it that is worth unpacking.
#[test]
fn a_picture_of_the_whole_card_is_its_face() {
    let room = Room::new();
    let id = room.game.card(CardIx(0)).id.clone();
    room.put(&format!("{id}.png"), &pink(400, 400, ImageFormat::Png));
    let (with_art, _) = room.face(None);
    room.put(&format!("../scans/{id}.jpg"), &pink(63, 88, ImageFormat::Jpeg));
    let album = room.album();
    let whole = album.picture(CardIx(0), Side::Front).is_some_and(|own| own.whole);
    assert!(whole && album.strays().is_empty(), "a whole card goes before a part of one");
    let (whole, fault) = room.face(None);
    assert!(fault.is_none() && pinkness(&with_art) < 0.6 && pinkness(&whole) > 0.97, "{}", pinkness(&whole));
    assert_eq!((whole.width, whole.height), (372, 520));
    let corner = &whole.rgba[..4];
    assert_eq!(corner[3], 0, "its corners are round");
    // Kept and painted again they are the same; a picture of another shape covers the face, too.
    assert_eq!(room.face(room.cache(1 << 24)).0, whole);
    assert_eq!(room.face(room.cache(1 << 24)).0, whole);
    room.put(&format!("../scans/{id}.jpg"), &pink(300, 40, ImageFormat::Jpeg));
    assert!(pinkness(&room.face(None).0) > 0.97);
    room.put(&format!("../scans/{id}.jpg"), b"no picture");
    let (generated, fault) = room.face(None);
    assert!(fault.is_some() && pinkness(&generated) < 0.3, "what is broken leaves its place to the generated one");
}

#[test]
fn files_are_the_cards_that_they_are_named_for() {
    let game = load::game(&Source::shipped(), "chronx").expect("a game without faults");
    let broker = game.find("junior-broker").expect("there");
    let shows = |file: &str| {
        let matches = match_pictures(&game, vec![PathBuf::from(file)]);
        matches.found.iter().map(|((ix, side), _)| game.side(*ix, *side).id.clone()).collect::<Vec<_>>()
    };
    for file in [
        "junior-broker.png",
        "Junior Broker.jpg",
        "x/Junior Broker.full.jpg",
        "CX2/C03.png",
        "cx2/c03.jpg",
        "CX2/Junior Broker.jpg",
        "CX2/Junior Broker.C03.full.jpg",
        "CX2/Junior Broker1.full.jpg",
        "CX2-C03.webp",
        "Junior Broker_CX2_C03.jpg",
        "Second Edition/JUNIOR BROKER.jpeg",
    ] {
        assert_eq!(shows(file), ["junior-broker"], "{file}");
    }
    // Signs that a file cannot have are missing in its name.
    assert_eq!(shows("Babbages Mindwipe.png"), ["babbages-mindwipe"]);
    for file in ["Nobody.png", "CX2/C99.png", "junior.png", "03.png"] {
        assert!(shows(file).is_empty(), "{file}");
    }
    let files = ["a/Junior Broker.jpg", "b/Junior Broker.png", "CX2/C03.png"].map(PathBuf::from).to_vec();
    let matches = match_pictures(&game, files);
    assert_eq!(matches.found, [((broker, Side::Front), PathBuf::from("CX2/C03.png"))], "the surest counts");
    assert_eq!((matches.unused.len(), matches.missing.len()), (2, game.cards.len() - 1));
}

fn png_that_claims(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = pink(8, 8, ImageFormat::Png);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    // The checksum of the header, bit by bit.
    let crc = bytes[12..29].iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| if c & 1 == 1 { c >> 1 ^ 0xedb8_8320 } else { c >> 1 })
    });
    bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
    bytes
}

#[test]
fn what_is_broken_or_a_bomb_gives_the_generated_picture_and_a_fault_that_names_the_file() {
    let room = Room::new();
    let id = room.game.cards[0].id.clone();
    let generated = room.face(None).0;
    let cut = |bytes: Vec<u8>| bytes[..bytes.len() * 2 / 3].to_vec();
    let noisy = |format| {
        let picture =
            RgbImage::from_fn(200, 200, |x, y| Rgb([(x * y % 251) as u8, (x * 7 % 256) as u8, (y * 5 % 256) as u8]));
        let mut bytes = std::io::Cursor::new(Vec::new());
        DynamicImage::ImageRgb8(picture).write_to(&mut bytes, format).expect("encoded");
        bytes.into_inner()
    };
    let mut flipped = noisy(ImageFormat::Png);
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x10;
    type Holds = fn(&PictureError) -> bool;
    let damaged: Holds = |r| matches!(r, PictureError::Damaged(_));
    let large: Holds = |r| matches!(r, PictureError::Large);
    let format: Holds = |r| matches!(r, PictureError::Format);
    let cases: Vec<(&str, Vec<u8>, Holds)> = vec![
        ("png", cut(noisy(ImageFormat::Png)), damaged),
        ("jpg", cut(noisy(ImageFormat::Jpeg)), damaged),
        ("webp", cut(noisy(ImageFormat::WebP)), damaged),
        ("png", flipped, damaged),
        ("png", png_that_claims(60_000, 60_000), large),
        ("png", png_that_claims(8_000, 8_000), large),
        ("png", png_that_claims(2_000_000_000, 2), large),
        ("png", b"This is not a picture.\n".to_vec(), format),
        ("jpeg", Vec::new(), format),
        ("png", b"GIF89a\x01\0\x01\0\0\0\0;".to_vec(), format),
        ("webp", vec![0; 33 << 20], |r| matches!(r, PictureError::Long)),
    ];
    for (at, (ending, bytes, holds)) in cases.into_iter().enumerate() {
        let file = room.put(&format!("{id}.{ending}"), &bytes);
        let (face, fault) = room.face(None);
        let fault = fault.unwrap_or_else(|| panic!("case {at} has no fault"));
        assert!(holds(&fault.reason), "case {at}: {fault}");
        assert!(fault.to_string().contains(&*file.to_string_lossy()), "{fault}");
        assert!(face == generated, "case {at}");
        std::fs::remove_file(file).expect("removed");
    }
}

#[test]
fn a_face_names_no_file_of_its_own() {
    let room = Room::new();
    let file = room.put("secret.png", &pink(64, 64, ImageFormat::Png));
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="744" height="1039"><image x="0" y="0" width="744" height="1039" href="{}"/></svg>"#,
        file.display()
    );
    let painter = Painter::new(&room.game, Some(&svg)).expect("an SVG");
    assert!(pinkness(&painter.paint(&room.game, &room.game.cards[0], 100, Corners::Round).expect("a face")) < 0.01);
}

#[test]
fn a_kept_face_is_the_painted_one_until_something_changes() {
    let room = Room::new();
    let first = room.face(room.cache(1 << 20)).0;
    assert!(first == room.face(None).0);
    let kept = room.kept();
    assert_eq!(kept.len(), 1);
    // What the second look takes is the file: other pixels in it are seen.
    let mut other = image::open(&kept[0]).expect("a PNG").into_rgba8();
    other.pixels_mut().for_each(|p| p.0 = [1, 2, 3, 255]);
    other.save(&kept[0]).expect("written");
    assert_eq!(room.face(room.cache(1 << 20)).0.rgba[..4], [1, 2, 3, 255]);
    // A picture, and another one under the same name, are other faces.
    let id = room.game.cards[0].id.clone();
    for side in [40, 41] {
        room.put(&format!("{id}.png"), &pink(side, side, ImageFormat::Png));
        assert!(pinkness(&room.face(room.cache(1 << 20)).0) > 0.3);
    }
    assert_eq!(room.kept().len(), 3);
}

#[test]
fn a_broken_entry_is_painted_again() {
    let room = Room::new();
    let painted = room.face(room.cache(1 << 20)).0;
    let file = room.kept().remove(0);
    let whole = std::fs::read(&file).expect("readable");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    for broken in [&whole[..whole.len() / 2], &[], b"no PNG", &flipped, &pink(372, 519, ImageFormat::Png)] {
        std::fs::write(&file, broken).expect("written");
        assert!(room.face(room.cache(1 << 20)).0 == painted);
        assert_eq!(std::fs::read(&file).expect("readable"), whole);
    }
}

#[test]
fn the_oldest_faces_make_room() {
    let room = Room::new();
    let size = |files: &[PathBuf]| files.iter().map(|f| f.metadata().map_or(0, |m| m.len())).sum::<u64>();
    let studio = room.studio(room.cache(200_000));
    let face = |studio: &Studio, card| studio.face(&room.game, CardIx(card), 100, Corners::Round).expect("a face");
    for card in 0..40 {
        face(&studio, card);
        for file in room.kept() {
            // Each round makes all files older; the first ones are the oldest.
            let older =
                file.metadata().and_then(|m| m.modified()).expect("a time") - std::time::Duration::from_secs(9 * 3600);
            std::fs::File::options().append(true).open(&file).and_then(|f| f.set_modified(older)).expect("set");
        }
        // The first card is looked at all the time.
        face(&studio, 0);
    }
    let kept = room.kept();
    assert!((100_000..=225_000).contains(&size(&kept)), "{} bytes", size(&kept));
    // A cache of nothing is empty but for the one just written: the first is still there.
    let painted = |card| {
        let before = room.kept().len();
        face(&room.studio(room.cache(1 << 30)), card);
        room.kept().len() > before
    };
    assert!(!painted(0) && !painted(39) && painted(1));
}

#[test]
fn two_processes_share_a_folder() {
    let room = Room::new();
    let want = room.studio(None);
    let want: Vec<Picture> =
        (0..24).map(|c| want.face(&room.game, CardIx(c), 80, Corners::Round).expect("a face").picture).collect();
    std::thread::scope(|scope| {
        for start in 0..4 {
            let (room, want) = (&room, &want);
            // Each with a cache of its own, as processes have, and so little room that they tidy all the time.
            let studio = room.studio(room.cache(100_000));
            scope.spawn(move || {
                for turn in 0..48 {
                    let card = (turn * 5 + start * 6) % 24;
                    let face = studio.face(&room.game, CardIx(card as u32), 80, Corners::Round).expect("a face");
                    assert!(face.picture == want[card], "card {card}");
                }
            });
        }
    });
    assert!(room.kept().iter().all(|f: &PathBuf| is_whole(f)));
}

fn is_whole(file: &Path) -> bool {
    file.extension().is_some_and(|e| e == "png") && image::open(file).is_ok()
}

#[test]
fn without_a_disk_faces_are_painted() {
    let room = Room::new();
    let blocked = room.put("file", b"");
    let (face, fault) = room.face(Some(Cache::new(blocked.join("faces"), 1 << 20)));
    assert!(fault.is_none() && face == room.face(None).0);
}
