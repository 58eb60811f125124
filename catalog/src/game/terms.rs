//! Words of card text that differ from game to game: `[terms]` of game.toml.

use super::{FieldKind, GameData};
use crate::read::TomlTable;

/// How a game's cards call what every game has.
#[derive(Debug, Clone)]
pub struct Terms {
    /// To turn a card sideways, as an order.
    pub tap: String,
    /// To turn it back.
    pub untap: String,
    /// Turned sideways.
    pub tapped: String,
    /// Not turned.
    pub untapped: String,
    /// The draw pile.
    pub deck: String,
    /// Where used cards go.
    pub discard_pile: String,
    /// What a card does that comes into play.
    pub enters: String,
    /// What a card does that goes from play to the discard pile.
    pub dies: String,
    /// To give up a card of one's own, as an order.
    pub sacrifice: String,
    /// When a turn starts; `{}` is whose.
    pub start: String,
    /// When a turn ends.
    pub end: String,
    /// What attackers hit that nobody blocks.
    pub base: String,
    /// The card that another is attached to.
    pub host: String,
    /// Where a card goes that moves, behind "to".
    pub elsewhere: String,
    /// Where cards of the same zone, or of the same lane, are.
    pub here: String,
    /// One of the points that one gains; several have an s behind it.
    pub point: String,
    /// What follows the name of a resource that is gained or lost and is not counted for its own sake.
    pub energy: String,
    /// Two number fields that are printed as a pair: `+1/+1`.
    pub pair: Option<(usize, usize)>,
}

impl Default for Terms {
    fn default() -> Terms {
        let words = |text: &str| text.to_owned();
        Terms {
            tap: words("tap"),
            untap: words("untap"),
            tapped: words("tapped"),
            untapped: words("untapped"),
            deck: words("deck"),
            discard_pile: words("discard pile"),
            enters: words("enters play"),
            dies: words("is destroyed or given up"),
            sacrifice: words("destroy"),
            start: words("Start of {} turn"),
            end: words("End of {} turn"),
            base: words("an enemy Headquarters"),
            host: words("the card it is attached to"),
            elsewhere: words("its controller's other zone"),
            here: words("in its zone"),
            point: words("control point"),
            energy: String::new(),
            pair: None,
        }
    }
}

/// Reads `[terms]`; what is left out keeps its usual word.
pub(super) fn read(t: &TomlTable<'_>, game: &GameData) -> Terms {
    let mut terms = Terms::default();
    for (key, word) in [
        ("tap", &mut terms.tap),
        ("untap", &mut terms.untap),
        ("tapped", &mut terms.tapped),
        ("untapped", &mut terms.untapped),
        ("deck", &mut terms.deck),
        ("discard_pile", &mut terms.discard_pile),
        ("enters", &mut terms.enters),
        ("dies", &mut terms.dies),
        ("sacrifice", &mut terms.sacrifice),
        ("start", &mut terms.start),
        ("end", &mut terms.end),
        ("base", &mut terms.base),
        ("host", &mut terms.host),
        ("elsewhere", &mut terms.elsewhere),
        ("here", &mut terms.here),
        ("point", &mut terms.point),
        ("energy", &mut terms.energy),
    ] {
        if let Some(text) = t.text_if(key) {
            *word = text;
        }
    }
    if terms.elsewhere.starts_with("to ") {
        t.problem_at(
            "elsewhere",
            "this stands behind \"to\"",
            Some("leave the \"to\" out: `elsewhere = \"another river\"`".into()),
        );
    }
    t.texts("rules");
    let numbers: Vec<(usize, &str)> = (game.fields.iter().enumerate())
        .filter(|(_, f)| f.kind == FieldKind::Number)
        .map(|(i, f)| (i, f.id.as_str()))
        .collect();
    let known: Vec<&str> = numbers.iter().map(|(_, id)| *id).collect();
    let pair: Vec<usize> = t
        .texts("pair")
        .iter()
        .filter_map(|id| t.one_of("pair", id, "number field", &known).map(|i| numbers[i].0))
        .collect();
    match pair[..] {
        [] => {}
        [first, second] => terms.pair = Some((first, second)),
        _ => t.problem_at("pair", "a pair has two fields", Some("pair = [\"power\", \"health\"]".into())),
    }
    terms
}
