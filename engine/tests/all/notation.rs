//! What is written down of an action is read as that action, and so is what earlier releases wrote.

use engine::kernel::notation;
use engine::kernel::rules::Rules;

/// Holds the notation of every legal action of a position against what is read. How many texts of earlier releases were among
/// them.
pub fn holds<G: Rules>(game: &G, state: &G::State, legal: &[G::Action]) -> u32 {
    let mut old_ones = 0;
    for (at, action) in legal.iter().enumerate() {
        let written = game.notation(state, *action);
        assert!(written.len() < 120 && !written.contains('\n'), "{written}");
        assert_eq!(notation::parse(game, state, legal, &written), Some(at), "{written}");
        for (before, now) in G::OLD_NOTATION {
            // The old pattern and the new one exchanged say what the earlier release wrote.
            for old in notation::modernized(&[(now, before)], &written) {
                old_ones += 1;
                let read = notation::parse(game, state, legal, &old);
                let twin = read.map(|read| game.notation(state, legal[read]));
                assert_eq!(read, Some(at), "`{old}`, which is now `{written}`, is read as {twin:?}");
            }
        }
    }
    old_ones
}
