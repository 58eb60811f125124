//! Every reader over its corpus, changed at random: nothing crashes, every line gets its report, and what came in goes
//! out and comes back.
//!
//! The chance is fixed, so a failure comes again. `DECKLOOM_FUZZ_ROUNDS` makes more of it (scripts/fuzz.sh).

use formats::deckfile::{self, Kind, intake};
use formats::rng::{Fast, Seed};
use rand::Rng;

#[path = "deckfiles/lamps.rs"]
mod lamps;
mod relay;

/// Files that were written by hand, beside those that this program writes.
const FILES: [&str; 13] = [
    "relay.toml",
    "relay.text.txt",
    "relay.arena.txt",
    "relay.names.txt",
    "relay.cod",
    "relay.dek",
    "relay.o8d",
    "relay.forge.dck",
    "relay.xmage.dck",
    "relay.draftmancer.txt",
    "relay.csv",
    "relay.json",
    "relay.code",
];

/// What breaks readers.
const WORDS: [&[u8]; 28] = [
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
];

fn rounds() -> u64 {
    std::env::var("DECKLOOM_FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

fn below(chance: &mut Fast, limit: usize) -> usize {
    (chance.next_u64() % limit.max(1) as u64) as usize
}

/// A few changes: bytes, words, pieces that are left out, doubled, or taken from another file.
fn change(chance: &mut Fast, seed: &[u8], corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=below(chance, 6) {
        let at = below(chance, bytes.len() + 1);
        let end = (at + below(chance, 40)).min(bytes.len());
        match below(chance, 7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << below(chance, 8),
            1 => bytes.insert(at, below(chance, 256) as u8),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.splice(at..at, WORDS[below(chance, WORDS.len())].iter().copied()).for_each(drop),
            4 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece.repeat(1 + below(chance, 8))).for_each(drop);
            }
            5 => {
                let other = &corpus[below(chance, corpus.len())];
                let from = below(chance, other.len());
                let to = (from + below(chance, 200)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied()).for_each(drop);
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

fn fuzz(target: Kind) {
    let book = lamps::lamps();
    let game = &book.game;
    let mut corpus: Vec<Vec<u8>> = FILES.iter().map(|file| relay::relay(file).into_bytes()).collect();
    let sheet = deckfile::read(&relay::relay("relay.toml"), None).expect("readable");
    let deck = deckfile::resolve(&sheet, game).deck;
    let seeds: Vec<Vec<u8>> = corpus
        .iter()
        .filter(|file| {
            let kind = Kind::of_text(&String::from_utf8_lossy(file));
            kind == target || kind == Kind::Text && matches!(target, Kind::Arena | Kind::Names)
        })
        .cloned()
        .chain([deckfile::write(game, &deck, target).into_bytes()])
        .collect();
    corpus.extend(seeds.iter().cloned());
    let mut chance = Seed::of(target as u64).fast();
    for round in 0..rounds() {
        let seed = below(&mut chance, seeds.len());
        let bytes = change(&mut chance, &seeds[seed], &corpus);
        let Ok(text) = intake::decode(bytes) else { continue };
        for kind in [None, Some(target)] {
            let Ok(sheet) = deckfile::read(&text, kind) else { continue };
            let import = deckfile::resolve(&sheet, game);
            assert_eq!(import.report.len(), sheet.lines.len(), "{target:?}, round {round}:\n{text}");
            let kept = deckfile::write(game, &import.deck, Kind::Toml);
            let back = deckfile::read(&kept, Some(Kind::Toml))
                .unwrap_or_else(|e| panic!("{target:?}, round {round}: {e}\n{text}\n{kept}"));
            let back = deckfile::resolve(&back, game).deck;
            assert_eq!(back.sections, import.deck.sections, "{target:?}, round {round}:\n{text}\n{kept}");
            deckfile::losses(game, &import.deck, target);
        }
    }
}

macro_rules! targets {
    ($($name:ident $kind:ident),*) => { $(
        #[test]
        fn $name() {
            fuzz(Kind::$kind);
        }
    )* };
}

targets! {
    toml Toml, text Text, arena Arena, names Names, cockatrice Cockatrice, mtgo Mtgo, octgn Octgn, forge Forge,
    xmage XMage, draftmancer Draftmancer, cubecobra CubeCobra, tabletop Tabletop, code Code
}
