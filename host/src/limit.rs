//! How much a seat may ask for: many times what hands can do, and no more.

use std::time::Instant;

/// Requests at once.
const BURST: f64 = 60.0;
/// Requests a second after that.
const RATE: f64 = 10.0;

/// What a seat may still ask for.
#[derive(Debug)]
pub struct Limit {
    left: f64,
    at: Instant,
}

impl Limit {
    /// All of it.
    pub fn new(now: Instant) -> Limit {
        Limit { left: BURST, at: now }
    }

    /// Takes one request; whether there was one left.
    pub fn take(&mut self, now: Instant) -> bool {
        self.left = (self.left + now.saturating_duration_since(self.at).as_secs_f64() * RATE).min(BURST);
        self.at = now;
        let some = self.left >= 1.0;
        if some {
            self.left -= 1.0;
        }
        some
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn hands_are_never_too_fast_and_floods_are() {
        let begin = Instant::now();
        let mut limit = Limit::new(begin);
        let taken = (0..1000).filter(|_| limit.take(begin)).count();
        assert_eq!(taken, 60);
        let later = begin + Duration::from_secs(2);
        assert_eq!((0..1000).filter(|_| limit.take(later)).count(), 20);
        let much_later = begin + Duration::from_secs(100);
        assert_eq!((0..1000).filter(|_| limit.take(much_later)).count(), 60);
    }
}
