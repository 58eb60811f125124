//! What the pictures are drawn with: random numbers, a palette, shapes written as SVG.

use std::fmt::Write as _;

use crate::face::colour::Colour;

/// Random numbers out of a text: FNV-1a, then SplitMix64. Frozen.
#[derive(Debug, Clone)]
pub(in crate::face) struct Rng(u64);

impl Rng {
    /// Numbers for one purpose; those for another do not depend on how many of these are drawn.
    pub(in crate::face) fn seeded(seed: &str, purpose: &str) -> Rng {
        let bytes = seed.bytes().chain([0]).chain(purpose.bytes());
        Rng(bytes.fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From `low` to `high`.
    pub(in crate::face) fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 40) as f32 / (1 << 24) as f32)
    }

    /// From 0 to `n` - 1.
    pub(in crate::face) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// One of these.
    pub(in crate::face) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// True so often out of 1.
    pub(in crate::face) fn chance(&mut self, p: f32) -> bool {
        self.range(0.0, 1.0) < p
    }
}

/// The light of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeOfDay {
    Night,
    Dusk,
    Dawn,
    Day,
}

/// The colours of a picture.
#[derive(Debug, Clone)]
pub(super) struct Palette {
    /// The first faction's.
    pub(super) first: Colour,
    /// The second faction's, or a neighbour of the first.
    pub(super) second: Colour,
    /// What ornaments and lights are in.
    pub(super) accent: Colour,
    pub(super) mood: TimeOfDay,
}

impl Palette {
    pub(super) fn new(first: Colour, second: Option<Colour>, mood: TimeOfDay, neon: bool, rng: &mut Rng) -> Palette {
        let turn = rng.pick(&[-48.0, -36.0, -24.0, 24.0, 36.0, 48.0]);
        // Warm colours have their kin on the red side only: on the other they turn green.
        let turn = if first.is_warm() { -f32::abs(turn) } else { turn };
        // A city at night is lit in any colour.
        let turn = if neon { rng.pick(&[turn, turn, -85.0, 115.0, 165.0, -130.0]) } else { turn };
        // Now and then the sky is of another hue than the land.
        let turn = if !neon && rng.chance(0.3) { turn * 2.2 } else { turn };
        // Out of a grey comes little colour, so it is strengthened.
        let grey = first.chroma() < 0.06;
        let first = if grey { first.tone(first.lightness(), 1.7) } else { first };
        let gold = Colour::parse("#f0c25a").unwrap_or(first);
        let cool = Colour::parse("#7fe0e6").unwrap_or(first);
        let accent = if first.turn_from(gold).abs() > 38.0 { gold } else { cool };
        Palette { first, second: second.unwrap_or(first.turn(turn)), accent, mood }
    }

    /// The colour of the land at a depth: 0 far, 2 near.
    pub(super) fn land(&self, depth: usize) -> Colour {
        let tones = match self.mood {
            TimeOfDay::Night => [40.0, 27.0, 14.0],
            TimeOfDay::Dusk => [54.0, 35.0, 17.0],
            TimeOfDay::Dawn => [67.0, 46.0, 23.0],
            TimeOfDay::Day => [72.0, 52.0, 28.0],
        };
        let depth = depth.min(2);
        self.second.mix(self.first, depth as f32 / 2.0).tone(tones[depth], 0.95)
    }

    /// What a sun is in: warm over warm lands, where the accent is cool.
    pub(super) fn sun(&self) -> Colour {
        if self.first.is_warm() { self.first } else { self.accent }
    }

    /// A light tone between the two colours.
    pub(super) fn light(&self, tone: f32) -> Colour {
        self.first.mix(self.second, 0.35).tone(tone, 0.9)
    }

    /// A dark tone of the first colour.
    pub(super) fn dark(&self, tone: f32) -> Colour {
        self.first.tone(tone, 0.7)
    }
}

/// Shapes, written one after the other.
pub(super) struct Canvas<'a> {
    out: &'a mut String,
    prefix: usize,
    next: u32,
    pub(super) rng: Rng,
    pub(super) palette: Palette,
    /// Half of the visible width.
    pub(super) half: f32,
    pub(super) small: bool,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(out: &'a mut String, seed: &str, palette: Palette, half: f32, small: bool) -> Canvas<'a> {
        let prefix = out.len();
        Canvas { out, prefix, next: 0, rng: Rng::seeded(seed, "art"), palette, half, small }
    }

    /// SVG as it stands.
    pub(super) fn raw(&mut self, svg: &str) {
        self.out.push_str(svg);
    }

    /// A filled path.
    pub(super) fn path(&mut self, fill: &str, opacity: f32, d: &str) {
        let _ = write!(self.out, r#"<path fill="{fill}""#);
        if opacity < 1.0 {
            let _ = write!(self.out, r#" fill-opacity="{opacity:.2}""#);
        }
        let _ = write!(self.out, r#" d="{d}"/>"#);
    }

    /// A line along a path, with round ends.
    pub(super) fn stroke(&mut self, colour: &str, width: f32, opacity: f32, d: &str) {
        let _ = write!(
            self.out,
            r#"<path fill="none" stroke="{colour}" stroke-width="{width:.1}" stroke-opacity="{opacity:.2}" stroke-linecap="round" stroke-linejoin="round" d="{d}"/>"#
        );
    }

    /// A filled path and its mirror image about x = 0.
    pub(super) fn both(&mut self, fill: &str, opacity: f32, d: &str) {
        self.path(fill, opacity, d);
        self.raw(r#"<g transform="scale(-1 1)">"#);
        self.path(fill, opacity, d);
        self.raw("</g>");
    }

    /// A line and its mirror image about x = 0.
    pub(super) fn both_strokes(&mut self, colour: &str, width: f32, opacity: f32, d: &str) {
        self.stroke(colour, width, opacity, d);
        self.raw(r#"<g transform="scale(-1 1)">"#);
        self.stroke(colour, width, opacity, d);
        self.raw("</g>");
    }

    pub(super) fn circle(&mut self, fill: &str, opacity: f32, x: f32, y: f32, r: f32) {
        self.ellipse(fill, opacity, x, y, r, r);
    }

    pub(super) fn ellipse(&mut self, fill: &str, opacity: f32, x: f32, y: f32, rx: f32, ry: f32) {
        let _ = write!(
            self.out,
            r#"<ellipse cx="{x:.1}" cy="{y:.1}" rx="{rx:.1}" ry="{ry:.1}" fill="{fill}" fill-opacity="{opacity:.2}"/>"#
        );
    }

    pub(super) fn rect(&mut self, fill: &str, opacity: f32, x: f32, y: f32, w: f32, h: f32) {
        let _ = write!(
            self.out,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" fill="{fill}" fill-opacity="{opacity:.2}"/>"#
        );
    }

    /// A circle drawn as a line.
    pub(super) fn ring(&mut self, colour: &str, width: f32, opacity: f32, x: f32, y: f32, r: f32) {
        let _ = write!(
            self.out,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{r:.1}" fill="none" stroke="{colour}" stroke-width="{width:.1}" stroke-opacity="{opacity:.2}"/>"#
        );
    }

    /// A gradient from one point to another, as a paint; stops are (offset, colour, opacity).
    pub(super) fn linear(&mut self, from: (f32, f32), to: (f32, f32), stops: &[(f32, &str, f32)]) -> String {
        self.gradient(
            &format!(r#"linearGradient x1="{:.0}" y1="{:.0}" x2="{:.0}" y2="{:.0}""#, from.0, from.1, to.0, to.1),
            stops,
        )
    }

    /// A gradient from a middle outwards, as a paint.
    pub(super) fn radial(&mut self, middle: (f32, f32), r: f32, stops: &[(f32, &str, f32)]) -> String {
        self.gradient(&format!(r#"radialGradient cx="{:.0}" cy="{:.0}" r="{r:.0}""#, middle.0, middle.1), stops)
    }

    fn gradient(&mut self, head: &str, stops: &[(f32, &str, f32)]) -> String {
        let id = format!("a{}-{}", self.prefix, self.next);
        self.next += 1;
        let _ = write!(self.out, r#"<{head} id="{id}" gradientUnits="userSpaceOnUse">"#);
        for (offset, colour, opacity) in stops {
            let _ =
                write!(self.out, r#"<stop offset="{offset:.2}" stop-color="{colour}" stop-opacity="{opacity:.2}"/>"#);
        }
        let _ = write!(self.out, "</{}>", head.split(' ').next().unwrap_or(""));
        format!("url(#{id})")
    }

    /// A round light that fades outwards. Two stops, because tiny-skia is twice as fast with two as with three.
    pub(super) fn glow(&mut self, colour: &str, opacity: f32, x: f32, y: f32, r: f32) {
        let paint = self.radial((x, y), r * 0.86, &[(0.0, colour, opacity * 0.86), (1.0, colour, 0.0)]);
        self.circle(&paint, 1.0, x, y, r * 0.86);
    }
}

/// Writes path data in whole units.
#[derive(Debug, Default, Clone)]
pub(super) struct Pen(pub(super) String);

impl Pen {
    pub(super) fn m(&mut self, x: f32, y: f32) -> &mut Pen {
        let _ = write!(self.0, "M{x:.0} {y:.0}");
        self
    }

    pub(super) fn l(&mut self, x: f32, y: f32) -> &mut Pen {
        let _ = write!(self.0, "L{x:.0} {y:.0}");
        self
    }

    pub(super) fn q(&mut self, x1: f32, y1: f32, x: f32, y: f32) -> &mut Pen {
        let _ = write!(self.0, "Q{x1:.0} {y1:.0} {x:.0} {y:.0}");
        self
    }

    pub(super) fn z(&mut self) -> &mut Pen {
        self.0.push('Z');
        self
    }

    /// A closed figure through these points.
    pub(super) fn polygon(&mut self, points: &[(f32, f32)]) -> &mut Pen {
        for (i, (x, y)) in points.iter().enumerate() {
            if i == 0 {
                self.m(*x, *y)
            } else {
                self.l(*x, *y)
            };
        }
        self.z()
    }

    /// A rectangle.
    pub(super) fn rect(&mut self, x: f32, y: f32, w: f32, h: f32) -> &mut Pen {
        let _ = write!(self.0, "M{x:.0} {y:.0}h{w:.0}v{h:.0}h{:.0}z", -w);
        self
    }

    /// A diamond, which stands for a star.
    pub(super) fn diamond(&mut self, x: f32, y: f32, r: f32) -> &mut Pen {
        let _ = write!(self.0, "M{x:.1} {:.1}l{r:.1} {r:.1}l-{r:.1} {r:.1}l-{r:.1}-{r:.1}z", y - r);
        self
    }

    /// A smooth line through the points, from the first to the last.
    pub(super) fn smooth(&mut self, points: &[(f32, f32)]) -> &mut Pen {
        for pair in points.windows(2) {
            let ((x, y), (x2, y2)) = (pair[0], pair[1]);
            self.q(x, y, (x + x2) / 2.0, (y + y2) / 2.0);
        }
        if let Some((x, y)) = points.last() {
            self.l(*x, *y);
        }
        self
    }
}

/// A point on a circle; 0 degrees is up, and they run clockwise.
pub(super) fn polar(x: f32, y: f32, r: f32, degrees: f32) -> (f32, f32) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    (x + r * sin, y - r * cos)
}
