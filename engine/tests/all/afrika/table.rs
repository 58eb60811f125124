//! Matches to play: shipped decks, random decks with every card, random rulings.

use std::sync::Arc;

use catalog::{Source, load};
use engine::games::afrika::{Duel, Options};
use engine::kernel::match_options::MatchOptions;
use formats::deck::{Deck, Listed};
use formats::rng::{Dice, FastRng, Seed};
use formats::{GameLibrary, LegalDeck};

/// The game with its shipped decks.
pub struct Table {
    pub game_library: GameLibrary,
    pub shipped: Vec<LegalDeck>,
}

/// Rulings other than the default ones.
pub const RULINGS: [(&str, &str); 18] = [
    ("artifact_stack", "false"),
    ("attack_entities", "false"),
    ("charging", "any"),
    ("deckout_on_effect_draw", "false"),
    ("first_player_skips_draw", "false"),
    ("lanes", "true"),
    ("legend_rule", "false"),
    ("life", "35"),
    ("max_hand", "4"),
    ("max_hand", "0"),
    ("mulligan", "london"),
    ("mulligan", "none"),
    ("payment", "ask"),
    ("payment", "ask"),
    ("summoning_sickness_abilities", "false"),
    ("terrain_stack_energy", "false"),
    ("vehicle_capacity_default", "3"),
    ("zone_choice", "first"),
];

impl Table {
    pub fn new() -> Table {
        let source = Source::shipped();
        let game = Arc::new(load::game(&source, "afrika").unwrap_or_else(|p| panic!("{p:#?}")));
        let game_library = GameLibrary::load(&source, game).unwrap_or_else(|p| panic!("{p:#?}"));
        let legal = |deck: &Deck| {
            let format = game_library.format(&deck.format).expect("a format");
            LegalDeck::check(&game_library.game, format, deck.clone(), None).expect("shipped decks are legal")
        };
        let shipped = game_library.decks.iter().map(|(_, deck)| legal(deck)).collect();
        Table { game_library, shipped }
    }

    /// The shipped decks against each other, pair after pair.
    pub fn shipped_match(&self, n: usize) -> Duel {
        let decks = self.shipped.len();
        let pair = [&self.shipped[n % decks], &self.shipped[(n / decks + n) % decks]];
        Duel::new(&self.game_library.game, &pair, Options::default()).expect("a match")
    }

    /// Two random legal decks; every other match has some other rulings.
    pub fn random_match(&self, seed: Seed) -> Duel {
        let mut dice = seed.part(78).fast();
        let mut options = Options::default();
        if dice.chance(1, 2) {
            for (key, value) in RULINGS {
                if dice.chance(1, 6) {
                    options.set(key, value).expect("a ruling");
                }
            }
        }
        let decks = [self.random_deck(&mut dice), self.random_deck(&mut dice)];
        Duel::new(&self.game_library.game, &[&decks[0], &decks[1]], options).expect("a match")
    }

    /// Two terrains with everything that they can pay for, in ones and twos.
    pub fn random_deck(&self, dice: &mut FastRng) -> LegalDeck {
        let game = &self.game_library.game;
        let main = game.section("main").expect("a section");
        let mut deck = Deck::new(game, "Random", "codex");
        let of = |query: &str| catalog::Query::parse(query, game).expect("a query").select(game);
        let n = game.factions.len() as u32;
        let (a, b) = (dice.below(n) as usize, dice.below(n) as usize);
        let (a, b) = (&game.factions[a].id, &game.factions[b].id);
        for faction in [a, b] {
            let basics = of(&format!("is:basic terrain:{faction}"));
            deck.add(main, Listed::Card(basics[0]), 12);
        }
        let mask = of(&format!("-is:basic -type:rift,scheme (terrain:{a},{b} or terrain=none)"));
        let mask = if mask.is_empty() { of(&format!("-is:basic -type:rift,scheme terrain:{a},{b}")) } else { mask };
        while deck.size(main) < 60 {
            let card = mask[dice.below(mask.len() as u32) as usize];
            if deck.count(main, &Listed::Card(card)) < 2 {
                deck.add(main, Listed::Card(card), 1);
            }
        }
        let format = self.game_library.format("codex").expect("codex");
        LegalDeck::check(game, format, deck, None).unwrap_or_else(|r| panic!("{r:?}"))
    }
}
