//! Colours by how the eye orders them: OKLCH tones of a faction's colour, so that every hue gets a dark, a
//! middle and a light of the same depth.

/// A colour in linear OKLab: lightness 0 to 1, then the two opponent axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Colour {
    l: f32,
    a: f32,
    b: f32,
}

impl Colour {
    /// Reads `#rrggbb`.
    pub(super) fn parse(hex: &str) -> Option<Colour> {
        let digits = hex.strip_prefix('#').filter(|d| d.len() == 6)?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        let channel = |shift: u32| {
            let c = (value >> shift & 255) as f32 / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let (r, g, b) = (channel(16), channel(8), channel(0));
        let l = (0.412_221_47 * r + 0.536_332_5 * g + 0.051_445_995 * b).cbrt();
        let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
        let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
        Some(Colour {
            l: 0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            a: 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            b: 0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        })
    }

    /// The same hue at another lightness (0 to 100), with its colourfulness multiplied by `chroma`.
    pub(super) fn tone(self, lightness: f32, chroma: f32) -> Colour {
        // Colourfulness fades towards black and white, as pigments do.
        let l = (lightness / 100.0).clamp(0.0, 1.0);
        let fade = (4.0 * l * (1.0 - l)).clamp(0.35, 1.0);
        // A dark yellow looks green, so yellows darken towards orange, as gold does.
        let from_yellow = (self.b.atan2(self.a).to_degrees() - 92.0).abs();
        let warm = (1.0 - from_yellow / 40.0).max(0.0) * (1.0 - l / 0.8).max(0.0);
        let Colour { a, b, .. } = self.turn(-46.0 * warm);
        Colour { l, a: a * chroma * fade, b: b * chroma * fade }
    }

    /// The colour with its hue turned by so many degrees.
    pub(super) fn turn(self, degrees: f32) -> Colour {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Colour { l: self.l, a: self.a * cos - self.b * sin, b: self.a * sin + self.b * cos }
    }

    /// How far its hue is turned from another's, in degrees from -180 to 180.
    pub(super) fn turn_from(self, other: Colour) -> f32 {
        let degrees = (self.b.atan2(self.a) - other.b.atan2(other.a)).to_degrees();
        (degrees + 540.0).rem_euclid(360.0) - 180.0
    }

    /// How colourful it is: 0 for greys, about 0.15 for a strong colour.
    pub(super) fn chroma(self) -> f32 {
        self.a.hypot(self.b)
    }

    /// Whether it is an orange or a yellow.
    pub(super) fn is_warm(self) -> bool {
        (35.0..115.0).contains(&self.b.atan2(self.a).to_degrees())
    }

    /// Between this (0) and another (1).
    pub(super) fn mix(self, other: Colour, t: f32) -> Colour {
        Colour {
            l: self.l + (other.l - self.l) * t,
            a: self.a + (other.a - self.a) * t,
            b: self.b + (other.b - self.b) * t,
        }
    }

    /// Lightness from 0 to 100.
    pub(super) fn lightness(self) -> f32 {
        self.l * 100.0
    }

    /// `#rrggbb`; what no screen can show is made greyer until it can.
    pub(super) fn hex(self) -> String {
        let mut chroma = 1.0_f32;
        loop {
            let rgb = Colour { l: self.l, a: self.a * chroma, b: self.b * chroma }.linear();
            if rgb.iter().all(|c| (-0.001..=1.001).contains(c)) || chroma < 0.04 {
                let byte = |c: f32| {
                    let c = c.clamp(0.0, 1.0);
                    let c = if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
                    (c * 255.0).round() as u8
                };
                return format!("#{:02x}{:02x}{:02x}", byte(rgb[0]), byte(rgb[1]), byte(rgb[2]));
            }
            chroma -= 0.04;
        }
    }

    fn linear(self) -> [f32; 3] {
        let l = (self.l + 0.396_337_78 * self.a + 0.215_803_76 * self.b).powi(3);
        let m = (self.l - 0.105_561_346 * self.a - 0.063_854_17 * self.b).powi(3);
        let s = (self.l - 0.089_484_18 * self.a - 1.291_485_5 * self.b).powi(3);
        [
            4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
            -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
            -0.004_196_086 * l - 0.703_418_6 * m + 1.707_614_7 * s,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::Colour;

    #[test]
    fn a_colour_comes_back_as_it_was() {
        for hex in ["#000000", "#ffffff", "#d9a520", "#3f78c9", "#e07ad0"] {
            assert_eq!(Colour::parse(hex).expect("what the test set up").hex(), hex);
        }
        assert!(Colour::parse("#12345").is_none());
    }

    #[test]
    fn tones_are_ordered() {
        let colour = Colour::parse("#4fae5d").expect("what the test set up");
        assert!(colour.tone(20.0, 1.0).lightness() < colour.tone(80.0, 1.0).lightness());
        assert_ne!(colour.tone(50.0, 1.0).hex(), colour.turn(40.0).tone(50.0, 1.0).hex());
    }
}
