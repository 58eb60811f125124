//! The goldfish of an imported game: what its hands and lonely turns are, as far as its cards tell. What they do not tell, a person
//! says once ([`GoldfishAnswers`]).

use super::cells::has_type;
use super::magic::MAKES;
use super::toml;
use crate::game::goldfish::{Mulligan, OpeningHand};
use crate::game::{FieldKind, GameData};

/// Where the goldfish begins in a `game.toml` that imports made; it is the last part of it.
const HEAD: &str = "\n[goldfish]\n";

/// What a person says of a game's hands and turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldfishAnswers {
    /// Cards of the first hand.
    pub hand: u32,
    /// What a player may do with a hand they do not like.
    pub mulligan: Mulligan,
    /// Mulligans that cost no card.
    pub free_mulligans: u32,
    /// Cards drawn each turn.
    pub draws: u32,
    /// Whether whoever begins draws nothing in the first turn.
    pub first_player_skips: bool,
    /// A query for the cards that make resources, and the field that says which; absent where everything is free.
    pub sources: Option<(String, String)>,
    /// The most of these that may be played in a turn.
    pub sources_a_turn: Option<u32>,
    /// Resources that a player has anew each turn, by id.
    pub stocks: Vec<(String, i32)>,
    /// The most other cards that may be played in a turn.
    pub plays_a_turn: Option<u32>,
}

impl Default for GoldfishAnswers {
    fn default() -> GoldfishAnswers {
        GoldfishAnswers {
            hand: 7,
            mulligan: Mulligan::None,
            free_mulligans: 0,
            draws: 1,
            first_player_skips: false,
            sources: None,
            sources_a_turn: None,
            stocks: Vec::new(),
            plays_a_turn: None,
        }
    }
}

/// Whether cards cost colours and lands make them.
pub(super) fn has_lands(game: &GameData) -> bool {
    let of_kind = |id: &str, kind: FieldKind| game.field(id).is_some_and(|f| game.fields[f].kind == kind);
    of_kind("cost", FieldKind::Cost) && of_kind(MAKES, FieldKind::Resources) && has_type(game, "land")
}

/// The `[goldfish]` of a game, as far as its cards tell: where lands make what cards cost all of it, otherwise the hand alone, and nothing
/// may be played.
pub(super) fn section(game: &GameData) -> String {
    let mut out = String::new();
    if !has_lands(game) {
        let answers = GoldfishAnswers::default();
        head(game, &answers, &mut out);
        return out;
    }
    let answers = GoldfishAnswers {
        mulligan: Mulligan::London,
        first_player_skips: true,
        sources: Some(("type:land".into(), MAKES.into())),
        sources_a_turn: Some(1),
        ..GoldfishAnswers::default()
    };
    answers.section(game)
}

impl GoldfishAnswers {
    /// What holds in a game now, as far as answers can say it; of several sources of resources the first.
    pub fn declared(game: &GameData) -> GoldfishAnswers {
        let fish = &game.goldfish;
        let usual = GoldfishAnswers::default();
        let (hand, mulligan, free_mulligans) = match fish.hand {
            OpeningHand::Dealt { size, mulligan, free, .. } => (size, mulligan, free),
            OpeningHand::Led { .. } => (usual.hand, usual.mulligan, usual.free_mulligans),
        };
        let sources = fish.sources.first().map(|s| (s.of.print(game), game.fields[s.field].id.clone()));
        let anew = fish.stocks.iter().filter_map(|s| Some((game.resources[s.resource].id.clone(), s.each_turn?)));
        let of_sources = fish.plays.first().filter(|_| sources.is_some()).and_then(|play| play.per_turn);
        GoldfishAnswers {
            hand,
            mulligan,
            free_mulligans,
            draws: fish.draws,
            first_player_skips: fish.first_player_skips,
            sources,
            sources_a_turn: of_sources,
            stocks: anew.collect(),
            plays_a_turn: fish.plays.last().and_then(|play| play.per_turn),
        }
    }

    /// The `[goldfish]` that these answers describe.
    pub fn section(&self, game: &GameData) -> String {
        let mut out = String::new();
        head(game, self, &mut out);
        for (resource, amount) in &self.stocks {
            out.push_str("\n[[goldfish.stock]]\n");
            toml::text("resource", resource, &mut out);
            toml::raw("each_turn", &amount.to_string(), &mut out);
        }
        let Some((query, field)) = &self.sources else {
            play("*", self.plays_a_turn, &mut out);
            return out;
        };
        // Creatures cannot be tapped in the turn they arrive.
        let creatures = has_lands(game) && has_type(game, "creature");
        source(query, field, false, &mut out);
        if creatures {
            source(&format!("-({query}) -type:creature"), field, false, &mut out);
            source(&format!("-({query}) type:creature"), field, true, &mut out);
        }
        play(query, self.sources_a_turn, &mut out);
        play(&format!("-({query})"), self.plays_a_turn, &mut out);
        out
    }
}

fn head(game: &GameData, answers: &GoldfishAnswers, out: &mut String) {
    out.push_str(HEAD);
    let (goal, text) = if game.cost_field().is_some() {
        ("2.. of (cost>=4)".to_owned(), "two cards of cost 4 or more played".to_owned())
    } else {
        let first = &game.types[0];
        (format!("3.. of (type:{})", first.id), format!("three cards of the type {} played", first.name))
    };
    toml::text("goal", &goal, out);
    toml::text("goal_text", &text, out);
    out.push_str("\n[goldfish.hand]\n");
    toml::raw("size", &answers.hand.to_string(), out);
    if answers.mulligan != Mulligan::None {
        toml::text("mulligan", answers.mulligan.id(), out);
        if answers.free_mulligans > 0 {
            toml::raw("free", &answers.free_mulligans.to_string(), out);
        }
        if let Some((query, _)) = answers.sources.as_ref().filter(|_| answers.mulligan.costs_cards()) {
            let few = answers.hand.saturating_sub(2);
            toml::text("keep", &format!("2..{few} of ({query}) or ..{few} of *"), out);
            toml::text(
                "keep_text",
                &format!("2 to {few} cards that make resources, or any hand of {few} or fewer"),
                out,
            );
        }
    }
    out.push_str("\n[goldfish.draw]\n");
    toml::raw("per_turn", &answers.draws.to_string(), out);
    if answers.first_player_skips {
        toml::raw("first_player_skips", "true", out);
    }
}

fn source(of: &str, field: &str, waits: bool, out: &mut String) {
    out.push_str("\n[[goldfish.source]]\n");
    toml::text("of", of, out);
    toml::text("field", field, out);
    if waits {
        toml::raw("waits", "true", out);
    }
}

fn play(of: &str, per_turn: Option<u32>, out: &mut String) {
    out.push_str("\n[[goldfish.play]]\n");
    toml::text("of", of, out);
    per_turn.iter().for_each(|n| toml::raw("per_turn", &n.to_string(), out));
}

/// A `game.toml` that imports made, with another `[goldfish]`; another import keeps it. `None` if a person wrote or changed the file.
pub fn with_goldfish(text: &str, section: &str) -> Option<String> {
    let from = toml::made_from(text)?;
    let (_, body) = text.split_once('\n')?;
    let start = body.find(HEAD)?;
    let before = body[..start].strip_suffix(SAID).unwrap_or(&body[..start]);
    Some(toml::made(from, &format!("{before}{SAID}{section}")))
}

/// The line above a `[goldfish]` that a person said, so that another import keeps it.
const SAID: &str = "\n# As `deckloom data model` was told.\n";

/// The `[goldfish]` in the text of a game that a person said.
pub(super) fn said_in(text: &str) -> Option<&str> {
    text.find(SAID).map(|at| &text[at..])
}
