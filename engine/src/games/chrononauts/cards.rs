//! What the words on cards mean to the rules.

use catalog::{CardIx, GameData};

use super::card_error::CardError;
use crate::timeline::{Cells, Scene, Timeline, WrittenCell, WrittenPatch, WrittenTimeline};

/// A card of the main deck, made ready; all copies share it.
#[derive(Debug, Clone)]
pub struct Def {
    /// Which card of the game.
    pub card: CardIx,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: CardKind,
}

/// What kind of card it is, with what the rules ask of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CardKind {
    /// Reverses one of these Linchpins: from True, or from Prime.
    Inverter(Cells, Cells),
    /// A Patch of the TimeLine.
    Patch(u8),
    /// Something to collect.
    Artifact {
        /// Whether an ÜberParadox keeps it away (CN-100).
        future: bool,
        /// What must be on the TimeLine when it is played.
        exists: Option<Scene>,
    },
    /// Something that lies in front of a player and does something.
    Gadget(Gadget),
    /// An Action or a Timewarp.
    Action(Effect),
}

/// What a Gadget does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gadget {
    /// `exchange card`: once in each turn, before the first play, a card of the hand for a new one.
    Exchange,
    /// `ward artifacts`: others can neither take nor discard its owner's Artifacts.
    Ward,
}

/// What an Action or a Timewarp does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// `memo`: cancels the card that somebody else plays (CN-103).
    Memo,
    /// `fast forward N`: draw so many, then play so many (CN-R24).
    FastForward(u8),
    /// `draw N`.
    Draw(u8),
    /// `take artifact`: from another table to one's own.
    TakeArtifact,
    /// `lose artifact`: an Artifact or a Gadget from any table goes to the discard pile.
    LoseArtifact,
    /// `rewind`: an Artifact or a Patch from the discard pile into the hand.
    Rewind,
    /// `new identity`: a player puts the identity under the pile and takes the top one.
    NewIdentity,
    /// `new mission`: the same with one's own mission.
    NewMission,
    /// `swap hands` with another player.
    SwapHands,
    /// `take card`: look at another hand and take a card.
    TakeCard,
    /// `trim hands N`: everybody discards down to so many.
    TrimHands(u8),
    /// `gather hands`: all hands are shuffled together and dealt out evenly.
    GatherHands,
    /// `pass hands`: each hand goes to the next player.
    PassHands,
    /// `redeal hands`: all hands are shuffled together and dealt out, to each player as many as before.
    RedealHands,
    /// `pass cards N`: everybody chooses so many and passes them to the next player.
    PassCards(u8),
    /// `steal card`: a card at random out of another hand.
    StealCard,
    /// `name patch`: whoever holds the Patch that is named gives it up.
    NamePatch,
    /// `ahead N`: to win in this turn, so many points fewer are needed.
    Ahead(u8),
}

/// Every word of `effect`, for messages.
pub(super) const EFFECT_WORDS: &str = "memo, fast forward N, draw N, take artifact, lose artifact, rewind, new identity, new mission, \
                     swap hands, take card, trim hands N, gather hands, pass hands, redeal hands, pass cards N, steal card, name patch, \
                     ahead N; for Gadgets: exchange card, ward artifacts";

/// What a field of a card says.
pub(in crate::games) fn text<'a>(game: &'a GameData, card: CardIx, field: &str) -> Option<&'a str> {
    game.card(card).text_in(game.field(field)?)
}

pub(in crate::games) fn flag(game: &GameData, card: CardIx, field: &str) -> bool {
    game.field(field).is_some_and(|f| game.card(card).flag_in(f))
}

/// The id of a card's type.
pub(in crate::games) fn type_of(game: &GameData, card: CardIx) -> &str {
    game.card(card).types.first().map_or("", |t| game.types[*t as usize].id.as_str())
}

/// A number on a card; 0 if it has none.
pub(in crate::games) fn number(game: &GameData, card: CardIx, field: &str) -> i32 {
    game.field(field).and_then(|f| game.card(card).number_in(f)).unwrap_or(0)
}

/// What a card of the TimeLine is called, and its place in time: a time of day (ES-010), or a year.
pub(in crate::games) fn moment(game: &GameData, card: CardIx) -> (String, i32) {
    let year = number(game, card, "year");
    match text(game, card, "time").and_then(|time| Some((time, time.split_once(':')?))) {
        Some((time, (hours, minutes))) => {
            let part = |text: &str| text.parse::<i32>().unwrap_or(0);
            (time.to_owned(), 60 * part(hours) + part(minutes))
        }
        None => (year.to_string(), year),
    }
}

/// What is written on the cards of a TimeLine and on its Patches, with the cards they stand on.
pub(in crate::games) fn written(game: &GameData, cells: &[CardIx], patches: &[CardIx]) -> WrittenTimeline {
    let owned = |card: CardIx, field: &str| text(game, card, field).map(str::to_owned);
    let cell = |card: &CardIx| {
        let (label, time) = moment(game, *card);
        let (paradox_if, restored_if) = (owned(*card, "paradox_if"), owned(*card, "restored_if"));
        WrittenCell { label, time, paradox_if, restored_if }
    };
    let patch = |card: &CardIx| WrittenPatch {
        on: moment(game, *card).0,
        letter: owned(*card, "letter"),
        playable_if: owned(*card, "playable_if"),
        closes: flag(game, *card, "closes"),
    };
    WrittenTimeline { cells: cells.iter().map(cell).collect(), patches: patches.iter().map(patch).collect() }
}

/// A card of the main deck; `patch` is its number among the Patches of the TimeLine.
pub(in crate::games) fn def(
    game: &GameData,
    card: CardIx,
    timeline: &Timeline,
    patch: Option<u8>,
) -> Result<Def, CardError> {
    let said = |field: &str| text(game, card, field).unwrap_or_default();
    let kind = match (type_of(game, card), patch) {
        ("patch", Some(patch)) => CardKind::Patch(patch),
        ("inverter", _) => {
            let (trues, primes) = timeline.faces(said("reverses"))?;
            CardKind::Inverter(trues, primes)
        }
        ("artifact", _) => CardKind::Artifact {
            future: match text(game, card, "origin") {
                None | Some("past") => false,
                Some("future") => true,
                Some(other) => return Err(CardError::Origin(other.to_owned())),
            },
            exists: text(game, card, "exists_while").map(|events| timeline.scene(events)).transpose()?,
        },
        ("gadget", _) => match said("effect") {
            "exchange card" => CardKind::Gadget(Gadget::Exchange),
            "ward artifacts" => CardKind::Gadget(Gadget::Ward),
            other => return Err(CardError::Effect(other.to_owned())),
        },
        ("action" | "timewarp", _) => CardKind::Action(parse_effect(said("effect"))?),
        (other, _) => return Err(CardError::Type(other.to_owned())),
    };
    Ok(Def { card, name: game.card(card).name.clone(), kind })
}

fn parse_effect(text: &str) -> Result<Effect, CardError> {
    let (words, number) = match text.rsplit_once(' ').and_then(|(w, n)| Some((w, n.parse::<u8>().ok()?))) {
        Some((words, n)) if (1..=9).contains(&n) => (words, n),
        _ => (text, 0),
    };
    Ok(match (words, number) {
        ("memo", 0) => Effect::Memo,
        ("fast forward", 1..) => Effect::FastForward(number),
        ("draw", 1..) => Effect::Draw(number),
        ("take artifact", 0) => Effect::TakeArtifact,
        ("lose artifact", 0) => Effect::LoseArtifact,
        ("rewind", 0) => Effect::Rewind,
        ("new identity", 0) => Effect::NewIdentity,
        ("new mission", 0) => Effect::NewMission,
        ("swap hands", 0) => Effect::SwapHands,
        ("take card", 0) => Effect::TakeCard,
        ("trim hands", 1..) => Effect::TrimHands(number),
        ("gather hands", 0) => Effect::GatherHands,
        ("pass hands", 0) => Effect::PassHands,
        ("redeal hands", 0) => Effect::RedealHands,
        ("pass cards", 1..) => Effect::PassCards(number),
        ("steal card", 0) => Effect::StealCard,
        ("name patch", 0) => Effect::NamePatch,
        ("ahead", 1..) => Effect::Ahead(number),
        _ => return Err(CardError::Effect(text.to_owned())),
    })
}

/// An identity, made ready.
#[derive(Debug, Clone)]
pub struct Identity {
    /// Which card of the game.
    pub card: CardIx,
    /// Its name.
    pub name: String,
    /// The home reality.
    pub home: Scene,
    /// Whether an ÜberParadox does not stand in the way (CN-099).
    pub beyond: bool,
}

/// `home` is the field that says where it wants to go.
pub(in crate::games) fn identity(
    game: &GameData,
    card: CardIx,
    timeline: &Timeline,
    home: &str,
) -> Result<Identity, CardError> {
    let home = timeline.scene(text(game, card, home).unwrap_or_default())?;
    match (home.cells.count_ones(), home.patches.count_ones() + home.primes.count_ones()) {
        (3, 2) => {}
        (3, n) => return Err(CardError::AlteredEvents(n)),
        (n, _) => return Err(CardError::HomeEvents(n)),
    }
    if !timeline.is_possible(&home) {
        return Err(CardError::NeverHome);
    }
    Ok(Identity { card, name: game.card(card).name.clone(), home, beyond: flag(game, card, "reaches_beyond") })
}

/// A mission, made ready.
#[derive(Debug, Clone)]
pub struct Mission {
    /// Which card of the game.
    pub card: CardIx,
    /// Its name.
    pub name: String,
    /// The Artifacts that it wants, by name.
    pub wants: Vec<String>,
    /// How many of them it needs.
    pub needs: u8,
}

/// The Artifacts that a card wants, by name.
pub(in crate::games) fn wants(game: &GameData, card: CardIx) -> Result<Vec<String>, CardError> {
    let wants: Vec<String> =
        text(game, card, "wants").unwrap_or_default().split(';').map(|name| name.trim().to_owned()).collect();
    for name in &wants {
        match game.find(name) {
            Some(found) if type_of(game, found) == "artifact" => {}
            Some(_) => return Err(CardError::NoArtifact(name.clone())),
            None => {
                let hint = catalog::load::unknown_card_hint(game, name);
                return Err(CardError::UnknownArtifact { name: name.clone(), hint });
            }
        }
    }
    Ok(wants)
}

pub(in crate::games) fn mission(game: &GameData, card: CardIx) -> Result<Mission, CardError> {
    let wants = wants(game, card)?;
    let needs = number(game, card, "needs");
    match u8::try_from(needs) {
        Ok(needs @ 1..) if needs as usize <= wants.len() => {
            Ok(Mission { card, name: game.card(card).name.clone(), wants, needs })
        }
        _ => Err(CardError::Needs { needs, wants: wants.len() }),
    }
}
