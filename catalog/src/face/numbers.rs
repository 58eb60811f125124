//! Where a template has the numbers of a card, for whoever writes other ones over them.

use super::template::{Align, Condition, Node, TextContent};
use super::{NumberPlace, WIDTH};
use crate::card::{Card, FieldValue};

/// How wide a digit is, and how high, as shares of the size of type.
const DIGIT: f32 = 0.6;
const DIGIT_HEIGHT: f32 = 0.72;

/// Where the template has numbers of a card.
pub(super) fn find(nodes: &[Node], card: &Card, small: bool, found: &mut Vec<NumberPlace>) {
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
                    find(nodes, card, small, found);
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
                let (y, share) = (text.y - DIGIT_HEIGHT * text.size / 2.0, 1.0 / WIDTH as f32);
                found.push(NumberPlace { field, number, x: x * share, y: y * share, size: text.size * share });
            }
            _ => {}
        }
    }
}
