//! Nobody is asked where nothing can be done, and seldom where something could.

use engine::games::afrika::{Action, Duel, Event, Options, State, Step};
use engine::kernel::game_loop::{self, GameObserver, GameParams};
use engine::kernel::rules::{EventSink, Rules, Seats};
use engine::kernel::weights::Weights;
use engine::players::Greedy;
use formats::rng::Seed;

use super::table::Table;

/// Counts what each step opens: a window for each seat, which it must decline.
#[derive(Default)]
struct Count {
    windows: u32,
    declined: u32,
    asked: u32,
}

impl EventSink<Event> for Count {
    fn on_event(&mut self, event: Event, _: Seats) {
        use Step as S;
        let opens = |step| !matches!(step, S::Opening | S::Recharge | S::Restoration | S::Exploration | S::Second);
        self.windows += 2 * u32::from(matches!(event, Event::Step { step } if opens(step)));
    }
}

impl GameObserver<Duel> for Count {
    fn on_action(&mut self, game: &Duel, state: &State<2, 128>, _: u8, action: Action, options: usize) {
        let mut legal = Vec::new();
        game.legal_actions(state, &mut legal);
        if legal.contains(&Action::Pass) && options > 1 {
            self.asked += 1;
            self.declined += u32::from(action == Action::Pass && !game.is_quiescent(state));
        }
        // An exploration phase is ended by an action, which nobody is asked about if it is the only one.
        assert!(legal != [Action::Pass] || game.is_quiescent(state), "a seat decides that can only pass");
    }
}

#[test]
fn windows_in_which_nothing_can_be_done_are_nobodys_decision() {
    let table = Table::new();
    let weights = Weights::load(&catalog::Source::shipped(), "afrika", Duel::FEATURES).expect("weights");
    let mut count = Count::default();
    for (n, deck) in table.shipped.iter().enumerate() {
        let game = Duel::new(&table.game_library.game, &[deck, deck], Options::default()).expect("a match");
        let seed = Seed::from_number(n as u64);
        let [mut one, mut two] = [1, 2].map(|part| Greedy::new(weights.clone(), seed.part(part)));
        let terms = GameParams { seed, first: None, max_turns: 60 };
        game_loop::play(&game, &mut [&mut one, &mut two], &terms, &mut count).expect("a game");
    }
    let Count { windows, declined, asked } = count;
    println!("{declined} of {windows} windows were declined by hand; {asked} decisions");
    assert!(windows > 2_000 && asked > 500, "{windows} windows, {asked} decisions");
    // Some of what is declined are windows of opponents' exploration phases, so this is the least that passes by
    // itself.
    assert!(declined * 10 <= windows * 3, "{declined} of {windows} windows were declined by hand");
}
