//! How long frames take while all cards are scrolled past, or while cards move on a table, for `scripts/window-speed.sh`.

use std::time::{Duration, Instant};

use iced::Task;

use crate::screen::cards::LIST;
use crate::widget::grid;

/// Pixels a frame: about three notches of a wheel.
const STEP: f32 = 180.0;

/// Frames that are measured.
#[derive(Debug)]
pub struct Frames {
    wanted: usize,
    begun: Option<Instant>,
    /// From one frame to the next.
    took: Vec<Duration>,
}

impl Frames {
    /// As many frames as are wanted.
    pub fn new(wanted: usize) -> Frames {
        Frames { wanted, begun: None, took: Vec::with_capacity(wanted) }
    }

    /// Takes note of a frame on which things move, and scrolls on; at the end tells all in one line, and closes the window.
    pub fn record<M: Send + 'static>(&mut self, at: Instant, moves: bool) -> Task<M> {
        match self.begun.replace(at) {
            Some(before) if moves => self.took.push(at - before),
            _ if !moves => return Task::none(),
            _ => {}
        }
        if self.took.len() < self.wanted {
            return grid::scroll_to(LIST, STEP * (self.took.len() + 1) as f32);
        }
        self.took.sort_unstable();
        let share = |percent: usize| self.took[(self.took.len() - 1) * percent / 100].as_secs_f64() * 1e3;
        let (frames, [half, most, worst]) = (self.took.len(), [50, 99, 100].map(share));
        println!("{{\"frames\":{frames},\"p50_ms\":{half:.2},\"p99_ms\":{most:.2},\"max_ms\":{worst:.2}}}");
        iced::exit()
    }
}
