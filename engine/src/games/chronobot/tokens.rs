//! Command tokens on their paths (CB-049 to CB-051, CB-111).

use super::board::AutomaBoard;
use super::kinds::BoardAction;
use super::state::AutomaState;

/// Tokens that a space holds.
pub(super) const TOKENS_PER_SPACE: usize = 2;

/// The space on which a token lies.
pub(super) fn space_of(bot: &AutomaState, token: u8) -> usize {
    bot.tokens.iter().position(|lying| lying.contains(&token)).expect("every face of the die has its token")
}

/// Moves a token to the next position; the tokens that moved, in order, with the spaces where they came to lie.
pub(super) fn advance(bot: &mut AutomaState, board: &AutomaBoard, token: u8, skip_reboot: bool) -> Vec<(u8, usize)> {
    let mut moved = Vec::new();
    move_on(bot, board, token, skip_reboot, &mut moved);
    moved
}

fn move_on(bot: &mut AutomaState, board: &AutomaBoard, token: u8, skip_reboot: bool, moved: &mut Vec<(u8, usize)>) {
    let from = space_of(bot, token);
    let next = board.spaces[from].next;
    // CB-051: first the top one there moves on, by the same rule (CB-R10).
    while bot.tokens[next].len() >= TOKENS_PER_SPACE {
        let top = *bot.tokens[next].last().expect("a full space");
        move_on(bot, board, top, skip_reboot, moved);
    }
    bot.tokens[from].retain(|t| *t != token);
    bot.tokens[next].push(token);
    // CB-111, CB-R39: whichever way it got there.
    if skip_reboot && board.spaces[next].action == BoardAction::Reboot {
        move_on(bot, board, token, skip_reboot, moved)
    } else {
        moved.push((token, next))
    }
}
