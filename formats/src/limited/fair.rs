//! Dealing that can be shown to be fair: nobody, the organiser included, can have tried seeds.
//!
//! 1. The organiser draws a secret and publishes what will be dealt with the SHA-256 of the secret's 64 hexadecimal
//!    digits ([`FairDeal::announce`], [`FairDeal::public`]). From then on the secret cannot be changed.
//! 2. Each player says a word ([`FairDeal::add_word`]). The organiser did not know the words when the secret was drawn, and
//!    the players do not know the secret. Where the organiser plays, too, or the players do not trust each other,
//!    everybody first hands in the SHA-256 of a word ([`FairDeal::seal`]), so that nobody can speak last.
//! 3. All chance of the event follows from [`FairDeal::statement`] by SHA-256 ([`FairDeal::seed`]).
//! 4. At the end the secret is published ([`FairDeal::reveal`]), and everybody can compute hash, seed and packs again.
//!
//! Both hashes can be computed by any other program: `printf %s … | sha256sum`. That the announcement came before the
//! words is what the players themselves have seen; no file can show it.

use std::fmt;

use catalog::tr;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::rng::Seed;

/// Most letters of a word.
const LONGEST: usize = 200;

/// What will be dealt. It goes into the seed, so that a secret announced for one event serves no other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealTerms {
    /// What is dealt, such as `afrika/cosmic-draft`.
    pub event: String,
    /// SHA-256 of the game's data ([`catalog::GameData::data_hash`]).
    pub data_hash: String,
    /// Seats that are dealt to.
    pub seats: u32,
    /// People who say a word each; bots say none.
    pub players: u32,
}

/// The chance of an event, from the announcement to the end. As it is saved: with the secret for the organiser,
/// without it for everybody else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FairDeal {
    /// What will be dealt.
    pub terms: DealTerms,
    /// SHA-256 of the secret's 64 hexadecimal digits.
    pub hash: String,
    /// The secret; absent where it is not known yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    /// SHA-256 of words that are not said yet, by player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seals: Vec<Option<String>>,
    /// The words, by player.
    words: Vec<Option<String>>,
}

/// Why a deal cannot go on, or is not what it says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FairDealError {
    /// A player who does not take part.
    NoPlayer {
        /// From 1.
        player: u32,
        /// Players announced.
        players: u32,
    },
    /// A second word, or seal.
    Twice(u32),
    /// A seal after the first word.
    TooLate,
    /// A word before all have sealed theirs.
    NotSealed(u32),
    /// Not what can be said.
    NoWord,
    /// Not a hash.
    NoHash(String),
    /// A word that does not fit its seal.
    OtherWord(u32),
    /// A secret that does not fit the announcement.
    OtherSecret {
        /// Of the secret given.
        found: String,
        /// As published.
        announced: String,
    },
    /// Words are missing.
    Waiting(Vec<u32>),
    /// The secret is not told yet.
    NotRevealed,
}

impl fmt::Display for FairDealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            FairDealError::NoPlayer { player, players } => {
                tr!("there is no player {player}: the announcement names {players}", player, players)
            }
            FairDealError::Twice(player) => {
                tr!("player {player} has spoken already; a word that could be changed would prove nothing", player)
            }
            FairDealError::TooLate => tr!("a word was said already; words can only be sealed before"),
            FairDealError::NotSealed(player) => tr!(
                "player {player} has not sealed a word yet; once one is sealed, all are sealed before the first is said",
                player
            ),
            FairDealError::NoWord => {
                tr!("a word is 1 to {most} letters on one line, without blanks at its ends", most = LONGEST)
            }
            FairDealError::NoHash(text) => {
                tr!("`{text}` is no SHA-256: write 64 hexadecimal digits, as `sha256sum` does", text)
            }
            FairDealError::OtherWord(player) => tr!("the word of player {player} is not the one that was sealed", player),
            FairDealError::OtherSecret { found, announced } => tr!(
                "the secret is not the one that was announced: its SHA-256 is {found}, announced was {announced}",
                found,
                announced
            ),
            FairDealError::Waiting(players) => {
                let players: Vec<String> = players.iter().map(u32::to_string).collect();
                tr!("no word yet of player {players}", players = players.join(", "))
            }
            FairDealError::NotRevealed => tr!("the secret is not told yet; the organiser tells it at the end of the event"),
        })
    }
}

/// SHA-256 of a text, as `sha256sum` writes it.
pub fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|b| format!("{b:02x}")).collect()
}

impl FairDeal {
    /// A deal whose secret is drawn, and nothing said. What is published is [`FairDeal::public`].
    pub fn announce(terms: DealTerms, secret: Seed) -> FairDeal {
        let secret = secret.to_hex();
        let words = vec![None; terms.players as usize];
        FairDeal { terms, hash: sha256(&secret), secret: Some(secret), seals: Vec::new(), words }
    }

    /// The deal as everybody may see it: without the secret.
    pub fn public(&self) -> FairDeal {
        FairDeal { secret: None, ..self.clone() }
    }

    /// A player (from 1) hands in the SHA-256 of a word.
    ///
    /// # Errors
    /// When the player has sealed one already, or somebody has spoken.
    pub fn seal(&mut self, player: u32, hash: &str) -> Result<(), FairDealError> {
        let at = self.place(player)?;
        if self.words.iter().any(Option::is_some) {
            return Err(FairDealError::TooLate);
        }
        if Seed::from_hex(hash).is_none() {
            return Err(FairDealError::NoHash(hash.to_owned()));
        }
        self.seals.resize(self.words.len(), None);
        if self.seals[at].is_some() {
            return Err(FairDealError::Twice(player));
        }
        self.seals[at] = Some(hash.to_ascii_lowercase());
        Ok(())
    }

    /// A player (from 1) says a word.
    ///
    /// # Errors
    /// When the player has spoken already, the word does not fit its seal, or others have not sealed theirs.
    pub fn add_word(&mut self, player: u32, word: &str) -> Result<(), FairDealError> {
        let at = self.place(player)?;
        if self.words[at].is_some() {
            return Err(FairDealError::Twice(player));
        }
        self.fits(at, word)?;
        self.words[at] = Some(word.to_owned());
        Ok(())
    }

    /// Players (from 1) who have not spoken yet.
    pub fn waiting(&self) -> Vec<u32> {
        (1..).zip(&self.words).filter(|(_, w)| w.is_none()).map(|(player, _)| player).collect()
    }

    /// The organiser tells the secret to somebody who knows the announcement and the words.
    ///
    /// # Errors
    /// When it is not the secret that was announced.
    pub fn reveal(&mut self, secret: &str) -> Result<(), FairDealError> {
        let found = sha256(secret);
        if found != self.hash {
            return Err(FairDealError::OtherSecret { found, announced: self.hash.clone() });
        }
        self.secret = Some(secret.to_owned());
        Ok(())
    }

    /// The secret, where it is known.
    pub fn secret(&self) -> Option<&str> {
        self.secret.as_deref()
    }

    /// What the seed is the SHA-256 of: the secret, what is dealt, and the words, a line each.
    ///
    /// # Errors
    /// As [`FairDeal::seed`].
    pub fn statement(&self) -> Result<String, FairDealError> {
        let (words, players) = (self.words.len() as u32, self.terms.players);
        if words != players {
            return Err(FairDealError::NoPlayer { player: words.max(players), players: words.min(players) });
        }
        let waiting = self.waiting();
        if !waiting.is_empty() {
            return Err(FairDealError::Waiting(waiting));
        }
        let secret = self.secret.clone().ok_or(FairDealError::NotRevealed)?;
        let found = sha256(&secret);
        if found != self.hash {
            return Err(FairDealError::OtherSecret { found, announced: self.hash.clone() });
        }
        let DealTerms { event, data_hash, seats, players } = &self.terms;
        let mut text = format!("deckloom deal 1\n{secret}\n{event}\n{data_hash}\n{seats} seats\n{players} players\n");
        for (at, word) in self.words.iter().flatten().enumerate() {
            self.fits(at, word)?;
            text.push_str(word);
            text.push('\n');
        }
        Ok(text)
    }

    /// The seed that decides all chance of the event. Everything that the deal says is looked at again, so this is
    /// also how a saved one is checked.
    ///
    /// # Errors
    /// While words are missing or the secret is not known; when a word or the secret does not fit its hash.
    pub fn seed(&self) -> Result<Seed, FairDealError> {
        let hash = sha256(&self.statement()?);
        Ok(Seed::from_hex(&hash).expect("a SHA-256 has 64 digits"))
    }

    fn place(&self, player: u32) -> Result<usize, FairDealError> {
        let players = self.words.len() as u32;
        if (1..=players).contains(&player) {
            Ok(player as usize - 1)
        } else {
            Err(FairDealError::NoPlayer { player, players })
        }
    }

    /// Whether a word can be said, and is the one that was sealed, if any was.
    fn fits(&self, at: usize, word: &str) -> Result<(), FairDealError> {
        if word.is_empty() || word.trim() != word || word.chars().count() > LONGEST || word.contains(char::is_control) {
            return Err(FairDealError::NoWord);
        }
        if let Some(open) = self.seals.iter().position(Option::is_none) {
            return Err(FairDealError::NotSealed(open as u32 + 1));
        }
        match self.seals.get(at) {
            Some(Some(seal)) if *seal != sha256(word) => Err(FairDealError::OtherWord(at as u32 + 1)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(players: u32) -> FairDeal {
        let terms = DealTerms { event: "g/f".into(), data_hash: "d".into(), seats: 3, players };
        FairDeal::announce(terms, Seed::from_number(1))
    }

    #[test]
    fn hash_and_seed_are_those_that_sha256sum_computes() {
        let mut deal = deal(2);
        // printf %s SECRET | sha256sum
        assert_eq!(deal.secret(), Some(SECRET));
        assert_eq!(deal.hash, HASH);
        deal.add_word(1, "banana").expect("said");
        assert_eq!(deal.seed(), Err(FairDealError::Waiting(vec![2])));
        deal.add_word(2, "Zauberflöte").expect("said");
        // printf 'deckloom deal 1\nSECRET\ng/f\nd\n3 seats\n2 players\nbanana\nZauberflöte\n' | sha256sum
        assert_eq!(deal.seed().expect("all are known").to_hex(), SEED);
    }
    const SECRET: &str = "c15c0289ec2d0a9167ec8e65a18debbe5e5532fbeea293f80bc942ee9086c171";
    const HASH: &str = "ff794b8b6bf30541fdf757a44e4f6c6db7901773f4fac8f8f5962464cd2a9ed3";
    const SEED: &str = "d7aad0917bc179552f00cc590371dd8bc24162ed2b913eb2c2b502de4b04da24";

    #[test]
    fn everything_that_is_said_changes_the_seed() {
        let said = |event: &str, words: [&str; 2]| {
            let mut deal = deal(2);
            deal.terms.event = event.into();
            (1..).zip(words).for_each(|(p, w)| deal.add_word(p, w).expect("said"));
            deal.seed().expect("all are known").to_hex()
        };
        let seeds =
            [said("g/f", ["a", "b"]), said("g/f", ["b", "a"]), said("g/f", ["a", "c"]), said("g/h", ["a", "b"])];
        for (i, one) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(one));
        }
    }

    #[test]
    fn who_does_not_know_the_secret_learns_nothing_until_it_is_told_and_then_the_same() {
        let mut organiser = deal(1);
        let mut public = organiser.public();
        assert!(!serde_json::to_string(&public).expect("JSON").contains(SECRET));
        organiser.add_word(1, "x").expect("said");
        public.add_word(1, "x").expect("said");
        assert_eq!(public.seed(), Err(FairDealError::NotRevealed));
        let other = Seed::from_number(2).to_hex();
        assert!(matches!(public.reveal(&other), Err(FairDealError::OtherSecret { .. })));
        public.reveal(SECRET).expect("told");
        assert_eq!(public, organiser);
        assert_eq!(public.seed(), organiser.seed());
    }

    #[test]
    fn a_sealed_word_cannot_be_another_and_nobody_speaks_before_all_have_sealed() {
        let mut deal = deal(2);
        deal.seal(2, &sha256("two")).expect("sealed");
        assert_eq!(deal.add_word(2, "two"), Err(FairDealError::NotSealed(1)));
        assert_eq!(deal.seal(2, &sha256("three")), Err(FairDealError::Twice(2)));
        deal.seal(1, &sha256("one")).expect("sealed");
        assert_eq!(deal.add_word(1, "won"), Err(FairDealError::OtherWord(1)));
        deal.add_word(1, "one").expect("said");
        assert_eq!(deal.add_word(1, "one"), Err(FairDealError::Twice(1)));
        assert_eq!(deal.seal(2, &sha256("three")), Err(FairDealError::TooLate));
        deal.add_word(2, "two").expect("said");
        // A file that somebody changed is found out.
        let mut text = serde_json::to_string(&deal).expect("JSON");
        text = text.replace("\"two\"", "\"too\"");
        let forged: FairDeal = serde_json::from_str(&text).expect("JSON");
        assert_eq!(forged.seed(), Err(FairDealError::OtherWord(2)));
    }

    #[test]
    fn words_are_words() {
        let mut deal = deal(1);
        for word in ["", " a", "a\nb", &"x".repeat(LONGEST + 1)] {
            assert_eq!(deal.add_word(1, word), Err(FairDealError::NoWord));
        }
        assert_eq!(deal.add_word(2, "a"), Err(FairDealError::NoPlayer { player: 2, players: 1 }));
        assert_eq!(deal.seal(1, "abc"), Err(FairDealError::NoHash("abc".into())));
    }
}
