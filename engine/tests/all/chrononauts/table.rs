//! The shipped box, and somebody who plays at random.

use std::sync::Arc;

use catalog::Source;
use engine::games::chrononauts::{Chrononauts, Options};
use engine::games::solonauts::Solonauts;
use engine::kernel::match_options::MatchOptions;
use engine::kernel::outcome::EndReason;
use engine::kernel::rules::{EventSink, NullSink, Rules};
use formats::GameLibrary;
use formats::check::LegalDeck;
use formats::rng::{Dice, Seed};

/// The shipped data.
pub struct Shelf {
    pub game: Arc<catalog::GameData>,
    game_library: GameLibrary,
}

impl Shelf {
    pub fn new() -> Shelf {
        let source = Source::shipped();
        let game = Arc::new(catalog::load::game(&source, "chrononauts").expect("chrononauts loads"));
        let game_library = GameLibrary::load(&source, game.clone()).expect("the book loads");
        Shelf { game, game_library }
    }

    /// The deck of a format.
    pub fn deck(&self, format: &str) -> LegalDeck {
        let format = self.game_library.format(format).expect("the format is there");
        let legal = |deck: &formats::Deck| LegalDeck::check(&self.game, format, deck.clone(), None).ok();
        let deck =
            self.game_library.decks.iter().filter(|(_, d)| d.format == format.id).find_map(|(_, deck)| legal(deck));
        deck.expect("a starter deck is legal")
    }

    fn options(&self, format: &str) -> Options {
        Options::from_pairs(&self.game_library.format(format).expect("the format is there").match_settings.options)
            .expect("they can be set")
    }

    /// A match in a format.
    pub fn table(&self, format: &str, seats: usize) -> Chrononauts {
        Chrononauts::new(&self.game, &[&self.deck(format)], seats, self.options(format)).expect("it can be played")
    }

    /// A game of Solonauts.
    pub fn solonauts(&self, identities: u8) -> Solonauts {
        let options = Options { identities, ..self.options("solonauts") };
        Solonauts::new(&self.game, &[&self.deck("solonauts")], 1, options).expect("it can be played")
    }
}

/// Plays a game at random; `visit` sees each position with what may be done and what is done next.
pub fn walk<G: Rules>(
    game: &G,
    seed: Seed,
    turns: u32,
    visit: impl FnMut(&G::State, &[G::Action], G::Action),
) -> G::State {
    let state = game.start(seed, None, &mut NullSink);
    walk_on(game, state, seed, turns, &mut NullSink, visit)
}

/// Plays on at random from a position.
pub fn walk_on<G: Rules, W: EventSink<G::Event>>(
    game: &G,
    mut state: G::State,
    seed: Seed,
    turns: u32,
    sink: &mut W,
    mut visit: impl FnMut(&G::State, &[G::Action], G::Action),
) -> G::State {
    let mut dice = seed.part(1).fast();
    let mut legal = Vec::new();
    while game.outcome(&state).is_none() {
        if game.turn(&state) > turns {
            game.stop(&mut state, EndReason::TurnLimit);
            break;
        }
        game.legal_actions(&state, &mut legal);
        assert!(!legal.is_empty(), "somebody decides, but can do nothing:\n{}", game.board_text(&state, None));
        let action = legal[dice.below(legal.len() as u32) as usize];
        visit(&state, &legal, action);
        game.apply(&mut state, action, sink).expect("what is listed is allowed");
    }
    state
}
