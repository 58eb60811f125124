//! Each sound as samples.

use super::Sound;
use super::synth::{RATE, Synth, level};

/// The highest sample: −18 dB below full scale.
const PEAK: f32 = 0.125;
/// How long after the one before it the next sound of a moment begins, in seconds.
const STEP: f32 = 0.07;

/// A sound as samples of one channel, [`RATE`] a second.
pub fn wave(sound: Sound) -> Vec<f32> {
    match sound {
        Sound::Won => {
            let chord = Synth::new(0.58).pluck(0.0, 523.25, 0.16, 0.8).pluck(0.11, 659.25, 0.16, 0.9);
            chord.pluck(0.22, 783.99, 0.2, 1.0).finish(PEAK)
        }
        Sound::Lost => Synth::new(0.58).pluck(0.0, 293.66, 0.17, 0.9).pluck(0.17, 220.0, 0.2, 1.0).finish(PEAK * 0.9),
        Sound::OwnTurn => Synth::new(0.5).pluck(0.0, 392.0, 0.16, 1.0).pluck(0.0, 587.33, 0.14, 0.5).finish(PEAK * 0.8),
        Sound::Attack => {
            let air = Synth::new(0.3).rustle(0.0, 0.28, 0.35, (2600.0, 500.0), 1.0);
            air.thud(0.1, (150.0, 90.0), 0.07, 0.35).finish(PEAK * 0.9)
        }
        Sound::Harm => {
            let blow = Synth::new(0.34).thud(0.0, (210.0, 92.0), 0.09, 1.0);
            blow.rustle(0.0, 0.05, 0.1, (420.0, 260.0), 0.5).finish(PEAK)
        }
        Sound::Gain => Synth::new(0.42).pluck(0.0, 659.25, 0.11, 0.8).pluck(0.08, 987.77, 0.13, 0.9).finish(PEAK * 0.7),
        Sound::CardLaid => {
            let paper = Synth::new(0.17).rustle(0.0, 0.07, 0.3, (1400.0, 2200.0), 0.7);
            paper.rustle(0.05, 0.06, 0.08, (700.0, 500.0), 1.0).thud(0.05, (190.0, 120.0), 0.03, 0.5).finish(PEAK * 0.7)
        }
        Sound::CardTurned => {
            let flick = Synth::new(0.11).rustle(0.0, 0.03, 0.15, (2400.0, 1900.0), 0.7);
            flick.rustle(0.05, 0.04, 0.1, (1300.0, 1000.0), 1.0).finish(PEAK * 0.55)
        }
        Sound::CardDrawn => Synth::new(0.17).rustle(0.0, 0.15, 0.55, (1900.0, 4200.0), 1.0).finish(PEAK * 0.45),
    }
}

/// A moment as samples: its sounds one a little after the other, no louder together than one alone.
pub fn mixed<'a>(moment: impl IntoIterator<Item = &'a [f32]>) -> Vec<f32> {
    let mut mix = Vec::new();
    for (n, samples) in moment.into_iter().enumerate() {
        let start = (n as f32 * STEP * RATE as f32) as usize;
        if mix.len() < start + samples.len() {
            mix.resize(start + samples.len(), 0.0);
        }
        mix[start..].iter_mut().zip(samples).for_each(|(sum, sample)| *sum += sample);
    }
    if mix.iter().any(|sample: &f32| sample.abs() > PEAK) {
        level(&mut mix, PEAK);
    }
    mix
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;

    fn peak(samples: &[f32]) -> f32 {
        samples.iter().fold(0.0, |most, sample| most.max(sample.abs()))
    }

    #[test]
    fn each_sound_is_short_and_quiet_and_begins_and_ends_in_silence() {
        for sound in Sound::iter() {
            let samples = wave(sound);
            assert!(samples.iter().all(|sample| sample.is_finite()), "{sound:?}");
            assert!(samples.len() < (0.6 * RATE as f32) as usize, "{sound:?}: {} samples", samples.len());
            assert!((0.03..=0.13).contains(&peak(&samples)), "{sound:?}: {}", peak(&samples));
            let (first, last) = (&samples[..8], &samples[samples.len() - 48..]);
            assert!(peak(first) < 0.002 && peak(last) < 0.002, "{sound:?}: {} {}", peak(first), peak(last));
            let power = samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32;
            assert!(power.sqrt() > 0.003, "{sound:?}: {}", power.sqrt());
            let mean = samples.iter().sum::<f32>() / samples.len() as f32;
            assert!(mean.abs() < 0.001, "{sound:?} pushes the cone to one side: {mean}");
            assert_eq!(samples, wave(sound), "{sound:?} is the same each time");
        }
    }

    #[test]
    fn no_two_sounds_are_alike() {
        let heard: Vec<_> = Sound::iter().map(|sound| (sound, bands(&wave(sound)))).collect();
        for (at, (one, a)) in heard.iter().enumerate() {
            for (other, b) in &heard[..at] {
                let apart: f32 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
                assert!(apart > 0.25, "{one:?} and {other:?}: {apart}");
            }
        }
    }

    /// How much of a sound lies in each octave from 50 Hz, in shares of all, for its two halves.
    fn bands(samples: &[f32]) -> Vec<f32> {
        let half = samples.len().div_ceil(2);
        let share = |part: &[f32], pitch: f32| {
            let turn = |n: usize| std::f32::consts::TAU * pitch * n as f32 / RATE as f32;
            let parts = part.iter().enumerate().map(|(n, sample)| (sample * turn(n).cos(), sample * turn(n).sin()));
            let (re, im) = parts.fold((0.0, 0.0), |(re, im), (c, s)| (re + c, im + s));
            re.hypot(im)
        };
        let pitches: Vec<f32> = (0..24).map(|third| 50.0 * 2.0_f32.powf(third as f32 / 3.0)).collect();
        let all: Vec<f32> =
            samples.chunks(half).flat_map(|part| pitches.iter().map(move |pitch| share(part, *pitch))).collect();
        let sum: f32 = all.iter().sum();
        all.into_iter().map(|one| one / sum).collect()
    }

    #[test]
    fn a_moment_is_no_louder_than_a_sound() {
        let waves: Vec<Vec<f32>> = Sound::iter().map(wave).collect();
        let mix = mixed(waves.iter().map(Vec::as_slice));
        assert!(peak(&mix) <= PEAK * 1.001, "{}", peak(&mix));
        assert_eq!(mixed([waves[0].as_slice()]), waves[0]);
        assert!(mixed([]).is_empty());
    }
}
