//! Matches to play: shipped decks, random legal ones, random rulings.

use std::sync::Arc;

use catalog::{CardIx, Source, load};
use engine::games::chronx::{Duel, Options};
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
pub const RULINGS: [(&str, &str); 24] = [
    ("blocker_multi", "true"),
    ("city_abilities", "true"),
    ("city_alternative", "2military+covert"),
    ("deckout_on_effect_draw", "true"),
    ("deckout_tie", "hq_health"),
    ("deploying_can_block", "false"),
    ("destroy_to", "owner"),
    ("downloads_public", "false"),
    ("first_counts", "actions"),
    ("first_player_draws", "false"),
    ("influence_expires", "end_of_turn"),
    ("massive_blockers", "1"),
    ("massive_blockers", "2"),
    ("max_hand", "3"),
    ("max_hand", "6"),
    ("mechanical_granted_tc", "true"),
    ("missing_opener", "none"),
    ("mulligan", "one_free"),
    ("perception_default", "2"),
    ("political_threshold_2p", "15"),
    ("political_threshold_2p", "5"),
    ("skill_check_card", "bottom"),
    ("skill_check_card", "discard"),
    ("stealth_own", "false"),
];

impl Table {
    pub fn new() -> Table {
        Table::of(&Source::shipped())
    }

    /// With cards that are not shipped.
    pub fn of(source: &Source) -> Table {
        let game = Arc::new(load::game(source, "chronx").unwrap_or_else(|p| panic!("{p:#?}")));
        let game_library = GameLibrary::load(source, game).unwrap_or_else(|p| panic!("{p:#?}"));
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
        let pair = [&self.shipped[n % decks], &self.shipped[n / decks % decks]];
        Duel::new(&self.game_library.game, &pair, Options::default()).expect("a match")
    }

    /// Two random legal decks; every other match has some other rulings.
    pub fn random_match(&self, seed: Seed) -> Duel {
        let mut dice = seed.part(78).fast();
        let mut options = Options::default();
        if dice.chance(1, 2) {
            for (key, value) in RULINGS {
                if dice.chance(1, 5) {
                    options.set(key, value).expect("a ruling");
                }
            }
        }
        let decks = [self.random_deck(&mut dice), self.random_deck(&mut dice)];
        Duel::new(&self.game_library.game, &[&decks[0], &decks[1]], options).expect("a match")
    }

    /// A Headquarters and the cards of its domain, some of them changed for second copies and cards of other
    /// domains, as far as thirty points go.
    pub fn random_deck(&self, dice: &mut FastRng) -> LegalDeck {
        let game = &self.game_library.game;
        let format = self.game_library.format("constructed").expect("constructed");
        let of = |query: &str| catalog::Query::parse(query, game).expect("a query").select(game);
        let bases = of("type:headquarters");
        let base = bases[dice.below(bases.len() as u32) as usize];
        let all = of("-type:headquarters,city");
        let section = |id: &str| game.section(id).expect("a section");
        let (headquarters, main) = (section("headquarters"), section("main"));
        let mut deck = Deck::new(game, "Random", "constructed");
        deck.set(headquarters, Listed::Card(base), 1);
        for card in all.iter().filter(|c| game.card(**c).factions == game.card(base).factions) {
            deck.add(main, Listed::Card(*card), 1);
        }
        let mut legal = LegalDeck::check(game, format, deck, None).expect("a domain is a deck");
        for _ in 0..dice.below(40) {
            let mut deck = legal.deck().clone();
            let cards: Vec<CardIx> = deck.cards(main);
            let out = Listed::Card(cards[dice.below(cards.len() as u32) as usize]);
            let less = deck.count(main, &out) - 1;
            deck.set(main, out, less);
            deck.add(main, Listed::Card(all[dice.below(all.len() as u32) as usize]), 1);
            // Whatever the format forbids is not done.
            if let Ok(next) = LegalDeck::check(game, format, deck, None) {
                legal = next;
            }
        }
        legal
    }
}
