//! Files changed at random, for the readers of every crate: kept ones, a few changes each, and what the reader does with
//! it must not crash or take long.
//!
//! The chance is fixed, so a failure comes again; the file that did it is kept in the system's folder for such things.
//! `DECKLOOM_FUZZ_SECONDS` makes each target run for so long, and tell how often (scripts/fuzz.sh).

use std::time::{Duration, Instant};

use crate::worked::worked;

/// What breaks readers.
const WORDS: [&[u8]; 38] = [
    b"\0",
    b"\xFF\xFE",
    b"\xEF\xBB\xBF",
    b"\r",
    b"\r\n\r\n",
    b"\"",
    b"\"\"\"",
    b"'",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"[",
    b"]]>",
    b"{",
    b"}",
    b"<",
    b"<!--",
    b"<![CDATA[",
    b"&#x110000;",
    b"&lol;",
    b"99999999999999999999",
    b"-1",
    b"SB:",
    b"(",
    b"|",
    b"[sections]",
    b"DL1:",
    b"\xC3\x89\xCC\x81",
    b")",
    b"/",
    b"..",
    b"{{",
    b"}}",
    b"NaN",
    b"1e38",
    b"2147483647",
    b"[[card]]",
    "\u{131}\u{df}\u{1d11e}".as_bytes(),
];

/// The longest that a reader may work on one file, without optimisation.
const LONGEST: Duration = Duration::from_secs(10);

/// SplitMix64: small, and the same everywhere.
pub struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// A few changes: bytes, words, pieces that are left out, doubled, or taken from another file.
fn change(chance: &mut Chance, seed: &[u8], corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=chance.below(6) {
        let at = chance.below(bytes.len() + 1);
        let end = (at + chance.below(40)).min(bytes.len());
        match chance.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
            1 => bytes.insert(at, chance.below(256) as u8),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.splice(at..at, WORDS[chance.below(WORDS.len())].iter().copied()).for_each(drop),
            4 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece.repeat(1 + chance.below(8))).for_each(drop);
            }
            5 => {
                let other = &corpus[chance.below(corpus.len())];
                let from = chance.below(other.len());
                let to = (from + chance.below(200)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied()).for_each(drop);
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

/// Keeps the file that a reader does not get over.
struct Kept<'a> {
    target: &'a str,
    round: u64,
    bytes: &'a [u8],
}

impl Drop for Kept<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let file = std::env::temp_dir().join(format!("deckloom-fuzz-{}-{}", self.target, self.round));
            let kept = std::fs::write(&file, self.bytes).is_ok();
            eprintln!("{}, round {}: the file is {} (kept: {kept})", self.target, self.round, file.display());
        }
    }
}

/// Gives a reader so many changed `seeds`, into which pieces of `corpus` fall.
pub fn fuzz(target: &str, rounds: u64, seeds: &[Vec<u8>], corpus: &[Vec<u8>], read: impl FnMut(&[u8])) {
    let changed = |chance: &mut Chance| {
        let seed = chance.below(seeds.len());
        change(chance, &seeds[seed], corpus)
    };
    fuzz_changed(target, rounds, changed, read);
}

/// Gives a reader so many files that are changed in a way of their own.
pub fn fuzz_changed(target: &str, rounds: u64, changed: impl Fn(&mut Chance) -> Vec<u8>, mut read: impl FnMut(&[u8])) {
    let seconds = std::env::var("DECKLOOM_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok());
    let name = target.bytes().fold(0, |sum: u64, b| sum.wrapping_mul(257).wrapping_add(b.into()));
    let (mut chance, start, mut round) = (Chance(name), Instant::now(), 0);
    while seconds.map_or(round < rounds, |s| start.elapsed() < Duration::from_secs(s)) {
        let bytes = changed(&mut chance);
        let kept = Kept { target, round, bytes: &bytes };
        let before = worked();
        read(&bytes);
        let took = worked() - before;
        assert!(took < LONGEST, "{target}, round {round}: {took:?}");
        drop(kept);
        round += 1;
    }
    if let Some(seconds) = seconds {
        println!("fuzz {target}: {round} files in {seconds} s");
    }
}
