//! Shares with their uncertainty.

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

/// A value with its interval of 95 per cent: the value, the lower and the upper end.
pub type Estimate = (f64, f64, f64);

/// The difference of two shares of games that have nothing to do with each other: Newcombe's interval out of Wilson's
/// (1998, Statistics in Medicine 17:873, method 10).
pub fn difference(a: Share, b: Share) -> Estimate {
    let ((p, (low_a, high_a)), (q, (low_b, high_b))) = ((a.value(), a.interval()), (b.value(), b.interval()));
    let square = |x: f64| x * x;
    let down = (square(p - low_a) + square(high_b - q)).sqrt();
    let up = (square(high_a - p) + square(q - low_b)).sqrt();
    (p - q, p - q - down, p - q + up)
}

/// The difference of two shares of the same games, of which `only_a` did the one thing alone and `only_b` the other.
pub fn paired_difference(only_a: u64, only_b: u64, of: u64) -> Estimate {
    let n = of.max(1) as f64;
    let (a, b) = (only_a as f64, only_b as f64);
    let value = (a - b) / n;
    let half = Z * ((a + b) - (a - b) * (a - b) / n).max(0.0).sqrt() / n;
    (value, value - half, value + half)
}

/// A mean of whole numbers out of their number, their sum and the sum of their squares.
pub fn mean(of: u64, sum: i64, squares: u64) -> Estimate {
    let n = of.max(1) as f64;
    let value = sum as f64 / n;
    let variance = if of > 1 { ((squares as f64 - value * sum as f64) / (n - 1.0)).max(0.0) } else { 0.0 };
    let half = Z * (variance / n).sqrt();
    (value, value - half, value + half)
}

/// The mean of numbers that say something about the same thing, such as differences part by part, by Student's t.
/// `None` for fewer than two.
pub fn mean_of_parts(values: &[f64]) -> Option<Estimate> {
    let n = values.len();
    if n < 2 {
        return None;
    }
    let count = n as f64;
    let value = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|v| (v - value) * (v - value)).sum();
    let half = student(n - 1) * (squares / (count - 1.0) / count).sqrt();
    Some((value, value - half, value + half))
}

/// The 97.5 per cent point of Student's t: exact up to five degrees of freedom, from six on by the expansion of
/// Cornish and Fisher, which is within 0.002 of the tables there.
fn student(freedom: usize) -> f64 {
    match freedom {
        1 => 12.706_204_736,
        2 => 4.302_652_730,
        3 => 3.182_446_305,
        4 => 2.776_445_105,
        5 => 2.570_581_836,
        n => {
            let (n, z) = (n as f64, Z);
            let (z3, z5, z7) = (z * z * z, z * z * z * z * z, z * z * z * z * z * z * z);
            z + (z3 + z) / (4.0 * n)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe (1998), Statistics in Medicine 17:873, table II, method 10.
    #[test]
    fn the_interval_of_a_difference_is_the_published_one() {
        for (a, m, b, n, low, high) in
            [(56, 70, 48, 80, 0.0524, 0.3339), (9, 10, 3, 10, 0.1705, 0.8090), (10, 10, 0, 20, 0.6791, 1.0)]
        {
            let (_, l, h) = difference(Share { hits: a, of: m }, Share { hits: b, of: n });
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{a}/{m} {b}/{n}: {l} {h}");
        }
    }

    /// Any table of Student's t, two-sided 5 per cent.
    #[test]
    fn students_t_is_that_of_the_tables() {
        for (freedom, t) in
            [(1, 12.706), (2, 4.303), (4, 2.776), (5, 2.571), (9, 2.262), (15, 2.131), (30, 2.042), (120, 1.980)]
        {
            assert!((student(freedom) - t).abs() < 0.002, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn a_paired_difference_is_the_mean_of_the_differences() {
        // 100 games: 12 of +1, 5 of -1.
        let (value, low, high) = paired_difference(12, 5, 100);
        let (same, l, h) = mean(100, 7, 17);
        assert_eq!(value, same);
        // One divides by n, the other by n - 1.
        assert!((low - l).abs() < 1e-3 && (high - h).abs() < 1e-3);
        assert_eq!(mean_of_parts(&[1.0]), None);
    }

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
