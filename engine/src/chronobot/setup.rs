//! What people lay out before the first Era (CB-024 to CB-033), and the difficulty that they chose.

use super::board::Board;
use super::options::Options;
use super::session::Told;

/// The setup in sentences.
pub(super) fn told(options: &Options, board: &Board) -> Vec<Told> {
    let mut all = Vec::new();
    let mut tell = |rules: &'static [&'static str], text: String| all.push(Told { text, rules, deed: None });
    tell(
        &["CB-022", "CB-023", "CB-024"],
        "Set up a game of two with the base game alone; the bot plays the other seat, on the Chronobot side of the Solo \
         board."
            .into(),
    );
    tell(
        &["CB-025", "CB-026", "CB-029"],
        format!(
            "Give the bot {} Exosuits and {} Warp tiles: no Starting Assets, no Workers and no Focus marker.",
            board.exosuits[0], board.warp_tiles
        ),
    );
    tell(&["CB-027"], "Leave all Endgame Condition cards in the box.".into());
    for space in &board.spaces {
        for token in &space.tokens {
            tell(&["CB-028", "CB-R01"], format!("Put Command token {token} on {}.", space.action.word()));
        }
    }
    tell(
        &["CB-030", "CB-031"],
        "Put the bot's banner on the First Player spot: it is first player. Take 1 more Water.".into(),
    );
    if options.cover_council {
        tell(&["CB-033"], "Cover the right-hand space of the World Council with a Hex Unavailable tile.".into());
    }
    if options.skip_reboot {
        tell(&["CB-111"], "A token that lands on Reboot goes on at once.".into());
    }
    if options.no_leader {
        tell(&["CB-112"], "Play without your Leader's power.".into());
    }
    if options.extra_turn {
        tell(&["CB-113"], "The bot takes one more turn after you have passed.".into());
    }
    if options.least_actions != Options::default().least_actions {
        tell(&["CB-114"], format!("The bot takes at least {} Actions in an Era.", options.least_actions));
    }
    all
}
