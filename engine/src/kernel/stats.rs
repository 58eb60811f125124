//! Shares with their uncertainty.

use statrs::distribution::{ContinuousCDF, StudentsT};

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

/// A sum over one of several parts that have nothing to do with each other, and of how many it is.
pub type PartSum = (i64, u64);

/// How two means differ that are each taken over parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanDifference {
    /// The second less the first, with its interval.
    pub change: Estimate,
    /// How likely a difference as large is where there is none, from 0 to 1: two-sided, by Student's t.
    pub p_value: f64,
}

/// The second mean less the first. Each is a sum of parts divided by of how many they are, whose spread is that of the parts, by
/// linearization (Cochran, Sampling Techniques, section 6.4); in pairs, where part by part the same chance was behind both. `None` for
/// fewer than two parts.
pub fn mean_difference(first: &[PartSum], second: &[PartSum], paired: bool) -> Option<MeanDifference> {
    let (one, a) = mean_and_spread(first)?;
    let (other, b) = mean_and_spread(second)?;
    // The square of a standard error, and its degrees of freedom.
    let error = |spread: &[f64]| {
        let n = spread.len() as f64;
        spread.iter().map(|d| d * d).sum::<f64>() / (n - 1.0) / n
    };
    let (variance, freedom) = if paired {
        let both: Vec<f64> = b.iter().zip(&a).map(|(b, a)| b - a).collect();
        (error(&both), both.len() as f64 - 1.0)
    } else {
        // Welch and Satterthwaite.
        let (va, vb) = (error(&a), error(&b));
        let parts = va * va / (a.len() as f64 - 1.0) + vb * vb / (b.len() as f64 - 1.0);
        (va + vb, if parts > 0.0 { (va + vb) * (va + vb) / parts } else { a.len() as f64 - 1.0 })
    };
    by_student(other - one, variance.sqrt(), freedom)
}

/// A difference with its standard error, by Student's t.
fn by_student(value: f64, error: f64, freedom: f64) -> Option<MeanDifference> {
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    let half = student.inverse_cdf(0.975) * error;
    let p_value = if error > 0.0 { 2.0 * student.sf((value / error).abs()) } else { f64::from(u8::from(value == 0.0)) };
    Some(MeanDifference { change: (value, value - half, value + half), p_value })
}

/// Differences that come in clusters, such as those of the games that two decks play against each other: sums over the clusters
/// of what each adds up to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClusterSums {
    /// How many clusters.
    pub clusters: u64,
    /// The differences.
    pub sum: i64,
    /// The squares of what each cluster adds up to.
    pub squares: u64,
    /// Of how many they are.
    pub of: u64,
    /// The squares of these numbers.
    pub of_squares: u64,
    /// What each adds up to, times of how many it is.
    pub products: i64,
}

impl ClusterSums {
    /// How many numbers they are as counts.
    pub const LEN: usize = 6;

    /// Out of [`ClusterSums::counts`].
    pub fn from_counts(counts: [u64; Self::LEN]) -> ClusterSums {
        let [clusters, sum, squares, of, of_squares, products] = counts;
        ClusterSums { clusters, sum: sum as i64, squares, of, of_squares, products: products as i64 }
    }

    /// As numbers that can be added; negative ones as in two's complement.
    pub fn counts(self) -> [u64; Self::LEN] {
        let ClusterSums { clusters, sum, squares, of, of_squares, products } = self;
        [clusters, sum as u64, squares, of, of_squares, products as u64]
    }

    /// Adds a cluster.
    pub fn add(&mut self, sum: i64, of: u64) {
        self.clusters += 1;
        self.sum += sum;
        self.squares += (sum * sum) as u64;
        self.of += of;
        self.of_squares += of * of;
        self.products += sum * of as i64;
    }

    /// The mean difference, whose spread is that of the clusters: as [`mean_difference`] in pairs. `None` for fewer than two.
    pub fn mean(&self) -> Option<MeanDifference> {
        let (n, of) = (self.clusters as f64, self.of as f64);
        if self.clusters < 2 || self.of == 0 {
            return None;
        }
        let mean = self.sum as f64 / of;
        let products = -2.0 * mean * self.products as f64;
        let squares = (self.squares as f64 + products + mean * mean * self.of_squares as f64).max(0.0);
        by_student(mean, (squares * n / (n - 1.0)).sqrt() / of, n - 1.0)
    }
}

/// The mean over parts, and how far each part moves it.
fn mean_and_spread(parts: &[PartSum]) -> Option<(f64, Vec<f64>)> {
    let (sum, of) = parts.iter().fold((0.0, 0.0), |(sum, of), (s, n)| (sum + *s as f64, of + *n as f64));
    if parts.len() < 2 || of == 0.0 {
        return None;
    }
    let (mean, usual) = (sum / of, of / parts.len() as f64);
    Some((mean, parts.iter().map(|(s, n)| (*s as f64 - mean * *n as f64) / usual).collect()))
}

/// Which of several findings are kept, by their p-values, so that of those kept at most `rate` are false in the mean: Benjamini and
/// Hochberg (1995, Journal of the Royal Statistical Society B 57:289).
pub fn discoveries(p_values: &[f64], rate: f64) -> Vec<bool> {
    let mut sorted = p_values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let fits = |(at, p): (usize, &f64)| (*p <= rate * (at + 1) as f64 / n).then_some(*p);
    let limit = sorted.iter().enumerate().filter_map(fits).next_back();
    p_values.iter().map(|p| limit.is_some_and(|limit| *p <= limit)).collect()
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
    fn clusters_are_pairs_of_parts() {
        let parts: [PartSum; 6] = [(3, 4), (-1, 2), (0, 8), (5, 8), (2, 2), (-2, 4)];
        let mut sums = ClusterSums::default();
        parts.iter().for_each(|(sum, of)| sums.add(*sum, *of));
        let (found, of_parts) =
            (sums.mean().expect("six"), mean_difference(&parts.map(|(_, of)| (0, of)), &parts, true));
        let known = of_parts.expect("six");
        assert!((found.p_value - known.p_value).abs() < 1e-12, "{found:?} {known:?}");
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let ((value, low, high), change) = (found.change, known.change);
        assert!(close(value, change.0) && close(low, change.1) && close(high, change.2), "{found:?} {known:?}");
    }

    /// Student's sleep data (1908, Biometrika 6:1): as pairs, t is 4.0621 with 9 degrees of freedom and p 0.00283; apart, by Welch, t is
    /// 1.8608 with 17.776 degrees and p 0.07939, and the interval runs from -0.2055 to 3.3655.
    #[test]
    fn differences_of_means_are_those_of_the_sleep_data() {
        let of = |hours: [i64; 10]| hours.map(|tenths| (tenths, 1));
        let (one, other) = (of([7, -16, -2, -12, -1, 34, 37, 8, 0, 20]), of([19, 8, 11, 1, -1, 44, 55, 16, 46, 34]));
        let paired = mean_difference(&one, &other, true).expect("ten parts");
        assert!((paired.change.0 - 15.8).abs() < 1e-9 && (paired.p_value - 0.002_832_89).abs() < 1e-7, "{paired:?}");
        let apart = mean_difference(&one, &other, false).expect("ten parts");
        assert!((apart.p_value - 0.079_394).abs() < 1e-5, "{apart:?}");
        assert!((apart.change.1 + 2.055).abs() < 0.001 && (apart.change.2 - 33.655).abs() < 0.001, "{apart:?}");
        assert_eq!(mean_difference(&one, &one, true).map(|same| same.p_value), Some(1.0));
    }

    /// The example of Benjamini and Hochberg (1995): fifteen p-values of a trial, of which four are kept at 5 per cent.
    #[test]
    fn as_many_discoveries_are_kept_as_in_the_published_example() {
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let kept = discoveries(&p, 0.05);
        assert!(kept[..4].iter().all(|kept| *kept) && kept[4..].iter().all(|kept| !kept), "{kept:?}");
        assert_eq!(discoveries(&[], 0.05), Vec::<bool>::new());
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
