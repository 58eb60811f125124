//! Every reader over its corpus, changed at random: nothing crashes, every line gets its report, and what came in goes
//! out and comes back.
//!
//! The chance is fixed, so a failure comes again; scripts/fuzz.sh makes more of it.

use formats::deckfile::{self, DeckFileKind, intake};

use crate::{lamps, mutator, relay};

mod saved;

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

fn fuzz(target: DeckFileKind) {
    let game_library = lamps::lamps();
    let game = &game_library.game;
    let mut corpus: Vec<Vec<u8>> = FILES.iter().map(|file| relay::relay(file).into_bytes()).collect();
    let sheet = deckfile::read(&relay::relay("relay.toml"), None).expect("readable");
    let deck = deckfile::resolve(&sheet, game).deck;
    let seeds: Vec<Vec<u8>> = corpus
        .iter()
        .filter(|file| {
            let kind = DeckFileKind::detect(&String::from_utf8_lossy(file));
            kind == target || kind == DeckFileKind::Text && matches!(target, DeckFileKind::Arena | DeckFileKind::Names)
        })
        .cloned()
        .chain([deckfile::write(game, &deck, target).into_bytes()])
        .collect();
    corpus.extend(seeds.iter().cloned());
    mutator::fuzz(&format!("{target:?}"), 150, &seeds, &corpus, |bytes| {
        let Ok(text) = intake::decode(bytes.to_vec()) else { return };
        for kind in [None, Some(target)] {
            let Ok(sheet) = deckfile::read(&text, kind) else { continue };
            let import = deckfile::resolve(&sheet, game);
            assert_eq!(import.report.len(), sheet.lines.len(), "{target:?}:\n{text}");
            let kept = deckfile::write(game, &import.deck, DeckFileKind::Toml);
            let back = deckfile::read(&kept, Some(DeckFileKind::Toml))
                .unwrap_or_else(|e| panic!("{target:?}: {e}\n{text}\n{kept}"));
            let back = deckfile::resolve(&back, game).deck;
            assert_eq!(back.sections, import.deck.sections, "{target:?}:\n{text}\n{kept}");
            deckfile::losses(game, &import.deck, target);
        }
    });
}

macro_rules! targets {
    ($($name:ident $kind:ident),*) => {
        // A kind without a target does not compile.
        const _: fn(DeckFileKind) = |kind| match kind { $(DeckFileKind::$kind => (),)* };
        $(
            #[test]
            fn $name() {
                fuzz(DeckFileKind::$kind);
            }
        )*
    };
}

targets! {
    toml Toml, text Text, arena Arena, names Names, cockatrice Cockatrice, mtgo Mtgo, mtgjson Mtgjson, lackey Lackey, octgn Octgn, forge Forge,
    xmage XMage, draftmancer Draftmancer, cubecobra CubeCobra, tabletop Tabletop, code Code
}
