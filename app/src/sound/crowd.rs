//! Many things happen at once where nobody pauses between them: what is left out, so that it stays quiet.

use std::time::{Duration, Instant};

use super::Sound;

/// A sound does not begin again before that.
const AGAIN: Duration = Duration::from_millis(160);
/// So many begin within [`SPAN`], and no more but those that somebody waits for.
const MOST: usize = 4;
const SPAN: Duration = Duration::from_millis(320);

/// What began lately.
#[derive(Debug, Default)]
pub struct Crowd(Vec<(Sound, Instant)>);

impl Crowd {
    /// Those of a moment that are heard.
    pub fn admit(&mut self, moment: &[Sound], now: Instant) -> Vec<Sound> {
        let age = |began: Instant| now.saturating_duration_since(began);
        self.0.retain(|(_, began)| age(*began) < SPAN);
        let mut admitted = Vec::new();
        for sound in moment {
            let again = self.0.iter().any(|(other, began)| other == sound && age(*began) < AGAIN);
            let waited_for = matches!(sound, Sound::Won | Sound::Lost | Sound::OwnTurn);
            if !again && (waited_for || self.0.len() < MOST) {
                self.0.push((*sound, now));
                admitted.push(*sound);
            }
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_are_heard_at_once_and_each_only_once() {
        let (mut crowd, start) = (Crowd::default(), Instant::now());
        let at = |ms| start + Duration::from_millis(ms);
        assert_eq!(crowd.admit(&[Sound::CardLaid, Sound::CardLaid], at(0)), [Sound::CardLaid]);
        assert_eq!(crowd.admit(&[Sound::CardLaid, Sound::Harm], at(20)), [Sound::Harm]);
        assert_eq!(crowd.admit(&[Sound::CardLaid], at(200)), [Sound::CardLaid]);
        assert_eq!(crowd.admit(&[Sound::Gain, Sound::Attack], at(210)), [Sound::Gain]);
        assert_eq!(crowd.admit(&[Sound::OwnTurn, Sound::CardDrawn], at(220)), [Sound::OwnTurn]);
        assert_eq!(crowd.admit(&[Sound::Attack], at(530)), [Sound::Attack]);
    }

    #[test]
    fn a_thousand_moments_a_second_are_no_more_than_a_few_sounds() {
        let (mut crowd, start) = (Crowd::default(), Instant::now());
        let all = [Sound::Attack, Sound::Harm, Sound::CardLaid, Sound::CardDrawn, Sound::Gain];
        let heard: usize = (0..1000).map(|ms| crowd.admit(&all, start + Duration::from_millis(ms)).len()).sum();
        assert!((4..=16).contains(&heard), "{heard} sounds");
    }
}
