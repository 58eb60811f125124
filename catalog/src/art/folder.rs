//! Which card each file of a picture folder shows, as this and other programs name such files.
//!
//! Cockatrice keeps `SET/Name.jpg` or `Name_SET_17.jpg`, Forge `SET/Name2.full.jpg`, XMage `SET/Name.17.full.jpg`, others
//! `SET/17.png` or `SET-17.png`. Signs that files cannot have are missing in names: only letters and digits are compared.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::is_picture;
use crate::card::{CardIx, Side, card_of_back};
use crate::fold::fold;
use crate::game::{FACES, GameData};

/// How many folders deep pictures are looked for.
const DEEPEST: usize = 8;
/// How many files are looked at.
const MOST_FILES: usize = 200_000;

/// What stands behind a card's name where there are several pictures of it.
const VARIANTS: [&str; 5] = [".full", ".fullborder", ".borderless", ".crop", ".artcrop"];

/// A side of a card.
type CardSide = (CardIx, Side);

/// The pictures of a folder by card.
#[derive(Debug, Default)]
pub struct PictureMatches {
    /// Each side of a card with its picture, in order of the cards.
    pub found: Vec<(CardSide, PathBuf)>,
    /// Sides without one.
    pub missing: Vec<CardSide>,
    /// Pictures that show no card of the game, or one that another shows better.
    pub unused: Vec<PathBuf>,
}

/// How surely a file shows a card: by its id or number, by name and set, or by name alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Certainty {
    Exact,
    NameAndSet,
    Name,
}

/// All pictures in a folder and those below it, in order of their paths. Links are not followed.
///
/// # Errors
/// When a folder cannot be listed.
pub fn pictures_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![(folder.to_owned(), 0)]);
    while let Some((folder, depth)) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() && depth < DEEPEST {
                folders.push((path, depth + 1));
            } else if kind.is_file() && is_picture(&path) && found.len() < MOST_FILES {
                found.push(path);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Finds the card that each file shows. Where several show one, the surest counts, and of equally sure ones the first.
pub fn match_pictures(game: &GameData, files: Vec<PathBuf>) -> PictureMatches {
    let words = CardWords::new(game);
    let mut best: HashMap<CardSide, (Certainty, usize)> = HashMap::new();
    for (at, file) in files.iter().enumerate() {
        for (card, certainty) in words.cards_of(file) {
            let better = best.get(&card).is_none_or(|(known, _)| certainty < *known);
            if better {
                best.insert(card, (certainty, at));
            }
        }
    }
    let mut used = vec![false; files.len()];
    best.values().for_each(|(_, at)| used[*at] = true);
    let of_side = |side: CardSide| best.get(&side).map(|(_, at)| (side, files[*at].clone()));
    PictureMatches {
        found: game.sides().filter_map(of_side).collect(),
        missing: game.sides().filter(|side| !best.contains_key(side)).collect(),
        unused: files.iter().zip(&used).filter(|(_, used)| !**used).map(|(file, _)| file.clone()).collect(),
    }
}

/// The cards of a game by all that a file name can call them.
struct CardWords<'g> {
    game: &'g GameData,
    sets: HashMap<String, u16>,
    numbers: HashMap<(u16, String), CardIx>,
    names: HashMap<String, Vec<CardSide>>,
}

impl<'g> CardWords<'g> {
    fn new(game: &'g GameData) -> CardWords<'g> {
        let mut words = CardWords { game, sets: HashMap::new(), numbers: HashMap::new(), names: HashMap::new() };
        for (at, set) in game.sets.iter().enumerate() {
            for word in [&set.id, &set.code, &set.name] {
                words.sets.entry(plain(word)).or_insert(at as u16);
            }
        }
        for ix in game.indices() {
            let card = game.card(ix);
            words.numbers.entry((card.set, fold(&card.number))).or_insert(ix);
            let back = card.back().map(|back| back.name.as_str());
            let side = |face: &str| if back == Some(face) { Side::Back } else { Side::Front };
            let faces = card.name.split(FACES).map(|face| (plain(face), (ix, side(face))));
            let mut names: Vec<(String, CardSide)> = faces.chain([(plain(&card.name), (ix, Side::Front))]).collect();
            names.retain(|(name, _)| !name.is_empty());
            names.sort_unstable();
            names.dedup_by(|a, b| a.0 == b.0);
            names.into_iter().for_each(|(name, side)| words.names.entry(name).or_default().push(side));
        }
        words
    }

    fn cards_of(&self, file: &Path) -> Vec<(CardSide, Certainty)> {
        let Some(stem) = file.file_stem().and_then(|s| s.to_str()) else { return Vec::new() };
        let stem = VARIANTS.iter().find_map(|end| stem.strip_suffix(end)).unwrap_or(stem);
        let folder = file.parent().and_then(Path::file_name).and_then(|f| f.to_str());
        let set = folder.and_then(|f| self.sets.get(&plain(f)).copied());
        if let Some(card) = self.game.side_by_id(stem).filter(|_| set.is_none()) {
            return vec![(card, Certainty::Exact)];
        }
        let of_number = |set: u16, number: &str| {
            let front = |number: &str| self.numbers.get(&(set, fold(number))).map(|ix| (*ix, Side::Front));
            let back = || {
                let (ix, _) = front(card_of_back(number)?)?;
                self.game.card(ix).back().map(|_| (ix, Side::Back))
            };
            front(number).or_else(back)
        };
        if let Some(card) = set.and_then(|set| of_number(set, stem)) {
            return vec![(card, Certainty::Exact)];
        }
        // `SET-17`, and `Name_SET_17`.
        for (rest, number) in
            stem.match_indices(['-', '_', ' ']).map(|(at, sign)| (&stem[..at], &stem[at + sign.len()..]))
        {
            let word = rest.rsplit('_').next().unwrap_or(rest);
            if let Some(card) = self.sets.get(&plain(word)).and_then(|set| of_number(*set, number)) {
                return vec![(card, Certainty::Exact)];
            }
        }
        // `Name.17`, and `Name2`: the second of this name in its set.
        if let (Some(set), Some((name, number))) = (set, stem.rsplit_once('.'))
            && let Some(card) = of_number(set, number).filter(|c| self.named(name).any(|named| named == *c))
        {
            return vec![(card, Certainty::Exact)];
        }
        let bare = stem.trim_end_matches(|c: char| c.is_ascii_digit());
        for (name, nth) in [(stem, None), (bare, stem[bare.len()..].parse::<usize>().ok())] {
            let printings: Vec<CardSide> = self.named(name).collect();
            let of_set: Vec<CardSide> =
                printings.iter().copied().filter(|(c, _)| Some(self.game.card(*c).set) == set).collect();
            let (cards, certainty) =
                if of_set.is_empty() { (printings, Certainty::Name) } else { (of_set, Certainty::NameAndSet) };
            if cards.is_empty() {
                continue;
            }
            return match nth.and_then(|n| cards.get(n.checked_sub(1)?)) {
                Some(card) => vec![(*card, certainty)],
                None => cards.into_iter().map(|card| (card, certainty)).collect(),
            };
        }
        Vec::new()
    }

    fn named(&self, name: &str) -> impl Iterator<Item = CardSide> {
        self.names.get(&plain(name)).into_iter().flatten().copied()
    }
}

/// Only letters and digits, without case and accents.
fn plain(word: &str) -> String {
    fold(word).chars().filter(|c| c.is_alphanumeric()).collect()
}
