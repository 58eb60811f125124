//! Shares with their uncertainty.

use serde::Serialize;

/// So many out of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// How often it happened.
    pub hits: u64,
    /// How often it could have happened.
    pub of: u64,
}

/// The 97.5 per cent point of the normal distribution: for intervals of 95 per cent.
const Z: f64 = 1.959_963_984_540_054;

impl Share {
    /// The share itself; 0 of 0 is 0.
    pub fn value(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.hits as f64 / self.of as f64 }
    }

    /// Wilson's score interval at 95 per cent: lower and upper end.
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let (n, p, z2) = (self.of as f64, self.value(), Z * Z);
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        // At the ends the interval is closed: rounding must not push it past the share.
        ((middle - half).clamp(0.0, p), (middle + half).clamp(p, 1.0))
    }
}

impl Serialize for Share {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let (low, high) = self.interval();
        let mut s = serializer.serialize_struct("Share", 5)?;
        s.serialize_field("share", &self.value())?;
        s.serialize_field("low", &low)?;
        s.serialize_field("high", &high)?;
        s.serialize_field("hits", &self.hits)?;
        s.serialize_field("of", &self.of)?;
        s.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe (1998), Statistics in Medicine 17:857, table I, method 3.
    #[test]
    fn wilsons_interval_is_the_published_one() {
        for (hits, of, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let (a, b) = Share { hits, of }.interval();
            assert!((a - low).abs() < 5e-5 && (b - high).abs() < 5e-5, "{hits}/{of}: {a} {b}");
        }
    }
}
