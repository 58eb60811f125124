//! Where a template has the numbers of a card, for whoever writes other ones over them.

use super::fill::{STAT_LINE, STAT_SIZE, stat_columns};
use super::template::{Align, Condition, Node, TextContent};
use super::{NumberPlace, WIDTH};
use crate::card::{Card, FieldValue};
use crate::game::GameData;

/// How wide a digit is, and how high, as shares of the size of type.
const DIGIT: f32 = 0.6;
const DIGIT_HEIGHT: f32 = 0.72;

/// Where the template has numbers of a card.
pub(super) fn find(nodes: &[Node], game: &GameData, card: &Card, small: bool, found: &mut Vec<NumberPlace>) {
    // Where a number stands whose foot and middle are known.
    let place = |field: usize, x: f32, foot: f32, size: f32| {
        let (y, share) = (foot - DIGIT_HEIGHT * size / 2.0, 1.0 / WIDTH as f32);
        let number = card.number_in(field)?;
        Some(NumberPlace { field, number, x: x * share, y: y * share, size: size * share })
    };
    for node in nodes {
        match node {
            Node::If(branches) => {
                let stands = |condition: &Condition| match condition {
                    Condition::Small => small,
                    Condition::Large => !small,
                    Condition::Always => true,
                    Condition::Card(query) => query.matches(card),
                };
                if let Some((_, nodes, _)) = branches.iter().find(|(condition, ..)| stands(condition)) {
                    find(nodes, game, card, small, found);
                }
            }
            Node::Text(text) => {
                let TextContent::Value(field) = text.what else { continue };
                let Some(FieldValue::Number(number)) = card.values[field] else { continue };
                let half = DIGIT * text.size * number.to_string().len() as f32 / 2.0;
                let x = match text.align {
                    Align::Start => text.x + half,
                    Align::Middle => text.x,
                    Align::End => text.x - half,
                };
                found.extend(place(field, x, text.y, text.size));
            }
            Node::Stats { frame, .. } => {
                let foot = frame.y + frame.h * STAT_LINE;
                let columns = stat_columns(game, card, *frame).into_iter();
                found.extend(columns.filter_map(|(field, middle)| place(field, middle, foot, frame.h * STAT_SIZE)));
            }
            _ => {}
        }
    }
}
