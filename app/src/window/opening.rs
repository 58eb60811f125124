//! What the window shows first, for pictures and tests: words such as `screen=decks` and `seed=7`.

use crate::screen::Name;
use crate::theme::Mode;

/// What the window shows first; what is absent is as it was when it was last closed.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// Id of the game.
    pub game: Option<String>,
    /// The screen.
    pub screen: Option<Name>,
    /// A search on the Cards screen.
    pub query: Option<String>,
    /// A deck to open: the name of one in the library, or of a starter deck.
    pub deck: Option<String>,
    /// A limited format to begin: a draft at its first pick, or a pool.
    pub limited: Option<String>,
    /// Picks to make at once in that draft by the bots' opinion, or packs to open.
    pub picks: usize,
    /// Whether hands are drawn of the deck.
    pub hands: bool,
    /// Where chance begins, for pictures that come out the same.
    pub seed: Option<u64>,
    /// Light or dark.
    pub theme: Option<Mode>,
    /// Size of the window.
    pub size: Option<(f32, f32)>,
}

impl Opening {
    /// Reads words of the form `key=value`.
    ///
    /// # Errors
    /// The first word that makes no sense.
    pub fn parse<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> Result<Opening, String> {
        let mut opening = Opening::default();
        for word in words {
            let word = word.as_ref();
            let (key, value) = word.split_once('=').ok_or_else(|| format!("`{word}` is not of the form key=value"))?;
            let bad = || format!("`{value}` is no value for `{key}`");
            match key {
                "game" => opening.game = Some(value.to_owned()),
                "query" => opening.query = Some(value.to_owned()),
                "deck" => opening.deck = Some(value.to_owned()),
                "limited" => opening.limited = Some(value.to_owned()),
                "screen" => opening.screen = Some(named(value).ok_or_else(bad)?),
                "theme" => opening.theme = Some(named(value).ok_or_else(bad)?),
                "hands" => opening.hands = value.parse().map_err(|_| bad())?,
                "picks" => opening.picks = value.parse().map_err(|_| bad())?,
                "seed" => opening.seed = Some(value.parse().map_err(|_| bad())?),
                "size" => {
                    let (width, height) = value.split_once('x').ok_or_else(bad)?;
                    opening.size = Some((width.parse().map_err(|_| bad())?, height.parse().map_err(|_| bad())?));
                }
                _ => return Err(format!("nothing is called `{key}` here")),
            }
        }
        Ok(opening)
    }
}

/// A screen or theme by its name in settings.
fn named<T: serde::de::DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_an_opening() {
        let opening = Opening::parse(["screen=limited", "size=1280x800", "seed=7", "theme=light"]).expect("parses");
        assert_eq!(opening.screen, Some(Name::Limited));
        assert_eq!((opening.size, opening.seed, opening.theme), (Some((1280.0, 800.0)), Some(7), Some(Mode::Light)));
        assert!(Opening::parse(["screen=kitchen"]).is_err());
    }
}
