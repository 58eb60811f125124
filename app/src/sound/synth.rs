//! What sounds are made of: strings that are plucked, blows that die away, and noise through a moving filter.

use std::f32::consts::{PI, TAU};

/// Samples a second.
pub const RATE: u32 = 48_000;
/// How much of the ends is faded, so that nothing clicks, in seconds.
const EDGES: (f32, f32) = (0.002, 0.02);

/// One channel, as it is composed.
#[derive(Debug, Clone)]
pub struct Synth {
    samples: Vec<f32>,
    noise: u32,
}

impl Synth {
    /// So many seconds of silence.
    pub fn new(seconds: f32) -> Synth {
        Synth { samples: vec![0.0; (seconds * RATE as f32) as usize], noise: 0x9e37_79b9 }
    }

    /// Adds what `voice` gives for each second since `start`, to the end.
    fn add(&mut self, start: f32, mut voice: impl FnMut(f32) -> f32) {
        let first = (start * RATE as f32) as usize;
        for (n, sample) in self.samples.iter_mut().skip(first).enumerate() {
            *sample += voice(n as f32 / RATE as f32);
        }
    }

    /// A soft string: its overtones are weaker and die sooner. `fade` is the time in seconds in which it falls to a third.
    pub fn pluck(mut self, start: f32, pitch: f32, fade: f32, level: f32) -> Synth {
        self.add(start, |t| {
            let overtones =
                (1..=4).map(|k| k as f32).map(|k| (TAU * pitch * k * t).sin() * (-t * k / fade).exp() / (k * k));
            level * rise(t, 0.006) * overtones.sum::<f32>()
        });
        self
    }

    /// A dull blow: a tone that falls from one pitch to another while it dies away.
    pub fn thud(mut self, start: f32, pitches: (f32, f32), fade: f32, level: f32) -> Synth {
        let mut turn = 0.0;
        self.add(start, |t| {
            let pitch = pitches.1 + (pitches.0 - pitches.1) * (-t / (fade * 0.4)).exp();
            turn += pitch / RATE as f32;
            level * rise(t, 0.003) * (TAU * turn).sin() * (-t / fade).exp()
        });
        self
    }

    /// Paper or air: noise around a pitch that goes from one to another, loudest at `peak` of `length` seconds.
    pub fn rustle(mut self, start: f32, length: f32, peak: f32, pitches: (f32, f32), level: f32) -> Synth {
        let mut noise = self.noise;
        let (mut low, mut band, mut soft) = (0.0, 0.0, 0.0);
        self.add(start, |t| {
            let part = t / length;
            if part >= 1.0 {
                return 0.0;
            }
            // A plain generator (xorshift): the same noise each time.
            noise ^= noise << 13;
            noise ^= noise >> 17;
            noise ^= noise << 5;
            let white = noise as f32 / u32::MAX as f32 * 2.0 - 1.0;
            // A filter of two states (Chamberlin): what is let through is the band around the pitch.
            let pitch = pitches.0 * (pitches.1 / pitches.0).powf(part);
            let tuning = 2.0 * (PI * pitch / RATE as f32).sin();
            low += tuning * band;
            band += tuning * (white - low - 0.9 * band);
            // A plain filter takes the hiss away.
            soft += 0.35 * (band - soft);
            let swell = if part < peak { part / peak } else { (1.0 - part) / (1.0 - peak) };
            level * soft * swell * swell
        });
        self.noise = noise;
        self
    }

    /// The finished sound: its ends faded, its highest sample `peak`.
    pub fn finish(mut self, peak: f32) -> Vec<f32> {
        let length = self.samples.len() as f32 / RATE as f32;
        for (n, sample) in self.samples.iter_mut().enumerate() {
            let t = n as f32 / RATE as f32;
            *sample *= rise(t, EDGES.0) * rise(length - t, EDGES.1);
        }
        level(&mut self.samples, peak);
        self.samples
    }
}

/// Brings the highest sample to `peak`.
pub fn level(samples: &mut [f32], peak: f32) {
    let highest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    if highest > 0.0 {
        samples.iter_mut().for_each(|sample| *sample *= peak / highest);
    }
}

/// From 0 to 1 within some seconds, without a corner.
fn rise(t: f32, seconds: f32) -> f32 {
    let part = (t / seconds).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}
