//! What happens when decks meet: the rules of games, players, matches; and the lab, which asks a deck questions.

pub mod afrika;
pub mod bout;
pub mod chronobot;
pub mod chrononauts;
pub mod chronx;
pub mod coach;
pub mod draw_pile;
pub mod effect;
pub mod game;
pub mod games;
pub mod lab;
pub mod player;
pub mod record;
pub mod rulings;
pub mod scenario;
pub mod series;
pub mod sight;
pub mod sitting;
pub mod timeline;
