//! Cards in play as scenarios write them: read with a game's own words, laid out by who owns them, and compared with those that
//! are there.

use catalog::read::TomlTable;
use catalog::{CardIx, GameData};

use super::StartError;
use super::fields::{StateDifferences, card, keywords, seat, small};

/// What a game says of a card in play beside its name, host, owner and keywords.
pub(crate) struct PermanentWords {
    /// What it is or is not.
    pub flags: &'static [&'static str],
    /// What it has so many of.
    pub numbers: &'static [&'static str],
}

/// A card in play as written; what is not said is not compared.
#[derive(Debug, Clone)]
pub(crate) struct WrittenPermanent {
    pub card: CardIx,
    /// What it is attached to.
    pub host: Option<CardIx>,
    /// Its owner, if that is another seat than the one that controls it.
    pub owner: Option<u8>,
    /// In order.
    keywords: Option<Vec<String>>,
    flags: Vec<(&'static str, bool)>,
    numbers: Vec<(&'static str, i16)>,
}

impl WrittenPermanent {
    /// `"Name"`, or `{ card = "Name", tapped = true }`, under `play`; `more` reads numbers that are written in words.
    pub fn read(
        t: &TomlTable<'_>,
        game: &GameData,
        words: &PermanentWords,
        more: impl Fn(&TomlTable<'_>) -> Option<(&'static str, i16)>,
    ) -> Vec<WrittenPermanent> {
        let plain = |card: CardIx| WrittenPermanent {
            card,
            host: None,
            owner: None,
            keywords: None,
            flags: Vec::new(),
            numbers: Vec::new(),
        };
        let read = |item: Result<String, TomlTable<'_>>| match item {
            Ok(name) => plain(card(t, "play", &name, game)),
            Err(t) => WrittenPermanent {
                host: t.text_if("on").map(|name| card(&t, "on", &name, game)),
                owner: seat(&t, "owner"),
                keywords: t.has("keywords").then(|| {
                    let mut ids = keywords(&t, game);
                    ids.sort_unstable();
                    ids
                }),
                flags: words.flags.iter().filter_map(|word| Some((*word, t.flag_if(word)?))).collect(),
                numbers: words
                    .numbers
                    .iter()
                    .filter_map(|word| Some((*word, small(&t, word)?)))
                    .chain(more(&t))
                    .collect(),
                ..plain(card(&t, "card", &t.text("card"), game))
            },
        };
        t.texts_or_tables("play").into_iter().map(read).collect()
    }

    /// Whether it is written to be so.
    pub fn is(&self, word: &str) -> bool {
        self.flags.iter().any(|(written, is)| *written == word && *is)
    }

    /// A number, if it is written.
    ///
    /// # Errors
    /// If it is larger than the game has room for.
    pub fn number<N: TryFrom<i16>>(&self, word: &str) -> Result<Option<N>, StartError> {
        let written = self.numbers.iter().find(|(w, _)| *w == word);
        let number =
            |(word, number): (&'static str, i16)| N::try_from(number).map_err(|_| StartError::Number { word, number });
        written.copied().map(number).transpose()
    }

    fn fits(&self, there: &ActualPermanent<'_>, game: &GameData) -> bool {
        let ids = || {
            let has = |i: &usize| there.keywords & (1 << i) != 0;
            let mut ids: Vec<&str> =
                (0..game.keywords.len()).filter(has).map(|i| game.keywords[i].id.as_str()).collect();
            ids.sort_unstable();
            ids
        };
        self.card == there.card
            && self.host.is_none_or(|host| there.host == Some(host))
            && self.owner.is_none_or(|owner| owner == there.owner)
            && self.flags.iter().all(|flag| there.flags.contains(flag))
            && self.numbers.iter().all(|number| there.numbers.contains(number))
            && self.keywords.as_ref().is_none_or(|written| *written == ids())
    }

    fn describe(&self, game: &GameData) -> String {
        let mut text = game.card(self.card).name.clone();
        self.flags.iter().for_each(|(word, is)| text += &format!(", {}{word}", if *is { "" } else { "not " }));
        self.numbers.iter().for_each(|(word, n)| text += &format!(", {word} {n}"));
        if let Some(keywords) = &self.keywords {
            text += &format!(", keywords [{}]", keywords.join(", "));
        }
        text
    }
}

/// A card in play as it is, in the same words.
pub(crate) struct ActualPermanent<'a> {
    pub card: CardIx,
    pub name: &'a str,
    pub host: Option<CardIx>,
    pub owner: u8,
    /// Bits in the order of the game's keywords.
    pub keywords: u64,
    pub flags: Vec<(&'static str, bool)>,
    pub numbers: Vec<(&'static str, i16)>,
}

/// A card of a seat, where it is, and for one in play the seat and place at which it is written.
pub(crate) struct OwnedCard<Z> {
    pub card: CardIx,
    pub zone: Z,
    pub written: Option<(usize, usize)>,
}

/// The cards of each seat's piles, and those in play that it owns: another seat may control them.
///
/// # Errors
/// If somebody owns a card who does not play.
pub(crate) fn by_owner<'a, Z: Copy + 'a>(
    piles: impl Iterator<Item = Vec<(&'a [CardIx], Z)>>,
    play: impl Iterator<Item = &'a [WrittenPermanent]>,
    in_play: Z,
) -> Result<Vec<Vec<OwnedCard<Z>>>, StartError> {
    let of_pile =
        |(pile, zone): (&'a [CardIx], Z)| pile.iter().map(move |card| OwnedCard { card: *card, zone, written: None });
    let mut owned: Vec<Vec<OwnedCard<Z>>> = piles.map(|piles| piles.into_iter().flat_map(of_pile).collect()).collect();
    for (seat, play) in play.enumerate() {
        for (at, one) in play.iter().enumerate() {
            let owner = one.owner.map_or(seat, usize::from);
            let card = OwnedCard { card: one.card, zone: in_play, written: Some((seat, at)) };
            owned.get_mut(owner).ok_or(StartError::Owner)?.push(card);
        }
    }
    Ok(owned)
}

impl StateDifferences {
    /// Compares the cards that a seat controls: each written one must be there, and no other. `board` shows what is there.
    pub(crate) fn compare_play(
        &mut self,
        seat: u8,
        written: &[WrittenPermanent],
        mut there: Vec<ActualPermanent<'_>>,
        game: &GameData,
        board: impl FnOnce() -> String,
    ) {
        let what = format!("seat {}: play", seat + 1);
        for one in written {
            match there.iter().position(|actual| one.fits(actual, game)) {
                Some(at) => drop(there.remove(at)),
                None => return self.0.push((what, one.describe(game), board())),
            }
        }
        if !there.is_empty() {
            let names: Vec<&str> = there.iter().map(|actual| actual.name).collect();
            self.0.push((what, "nothing else".into(), names.join(", ")));
        }
    }
}
