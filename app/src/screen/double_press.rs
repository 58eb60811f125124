//! Two presses on the same thing, one soon after the other.

use std::time::{Duration, Instant};

/// How soon the second one has to come.
const SOON: Duration = Duration::from_millis(400);

/// What was pressed last.
#[derive(Debug, Clone)]
pub struct DoublePress<T>(Option<(T, Instant)>);

impl<T> Default for DoublePress<T> {
    fn default() -> Self {
        DoublePress(None)
    }
}

impl<T: PartialEq> DoublePress<T> {
    /// Something is pressed; whether that is the second time. A third press begins anew.
    pub fn is_second(&mut self, item: T, now: Instant) -> bool {
        let second = self.0.take().is_some_and(|(last, at)| last == item && now.duration_since(at) < SOON);
        self.0 = (!second).then_some((item, now));
        second
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_press_comes_soon_and_on_the_same() {
        let (begin, mut pressed) = (Instant::now(), DoublePress::default());
        let after = |millis| begin + Duration::from_millis(millis);
        assert!(!pressed.is_second("a", begin));
        assert!(pressed.is_second("a", after(200)));
        assert!(!pressed.is_second("a", after(300)), "the third is a first again");
        assert!(!pressed.is_second("b", after(350)));
        assert!(!pressed.is_second("b", after(800)), "too late");
    }
}
