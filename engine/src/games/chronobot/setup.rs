//! What people lay out before the first Era (CB-024 to CB-033), and the difficulty that they chose.

use catalog::tr;

use super::board::AutomaBoard;
use super::difficulty::Difficulty;
use super::session::Announcement;

/// The setup in sentences.
pub(super) fn instructions(options: &Difficulty, board: &AutomaBoard) -> Vec<Announcement> {
    let mut all = Vec::new();
    let mut tell = |rules: &'static [&'static str], text: String| all.push(Announcement { text, rules, change: None });
    tell(
        &["CB-022", "CB-023", "CB-024"],
        tr!(
            "Set up a two-player game with the base game only; the bot plays the other seat, on the Chronobot side of the Solo board."
        ),
    );
    tell(
        &["CB-025", "CB-026", "CB-029"],
        tr!(
            "Give the bot {exosuits} Exosuits and {warps} Warp tiles: no Starting Assets, no Workers and no Focus \
             marker.",
            exosuits = board.exosuits[0],
            warps = board.warp_tiles
        ),
    );
    tell(&["CB-027"], tr!("Leave all Endgame Condition cards in the box."));
    for space in &board.spaces {
        for token in &space.tokens {
            let text = tr!("Put Command token {token} on {space}.", token, space = space.action.label());
            tell(&["CB-028", "CB-R01"], text);
        }
    }
    tell(
        &["CB-030", "CB-031"],
        tr!("Put the bot's banner on the First Player spot: it is first player. Take 1 more Water."),
    );
    if options.cover_council {
        tell(&["CB-033"], tr!("Cover the right-hand space of the World Council with a Hex Unavailable tile."));
    }
    if options.skip_reboot {
        tell(&["CB-111"], tr!("A token that lands on Reboot goes on at once."));
    }
    if options.no_leader {
        tell(&["CB-112"], tr!("Play without your Leader's power."));
    }
    if options.extra_turn {
        tell(&["CB-113"], tr!("The bot takes one more turn after you have passed."));
    }
    if options.least_actions != Difficulty::default().least_actions {
        let text = tr!("The bot takes at least {least} Actions in an Era.", least = options.least_actions);
        tell(&["CB-114"], text);
    }
    all
}
