//! The shape of each shipped set: how many cards it has of each type, faction, rarity and keyword, kept in
//! `tests/shapes`, so that a change of a set is seen for what it is. After a change that is meant,
//! `DECKLOOM_WRITE_SHAPES=1 cargo test -p catalog --test all shapes` writes them anew.

use std::collections::BTreeMap;
use std::path::Path;

use catalog::report::SetAnalysis;
use catalog::{GameData, Source, load};

fn shape(game: &GameData, set: usize) -> String {
    let report = SetAnalysis::new(game, set);
    let mut out = format!("{} cards\n", report.cards.len());
    for facet in &report.facets {
        out.push_str(&format!("\n{}\n", facet.name));
        facet.classes.iter().for_each(|c| out.push_str(&format!("{:>5} {}\n", c.cards.len(), c.id)));
    }
    for curve in &report.curves {
        out.push_str(&format!("\n{} by cost\n", curve.name));
        curve.by_cost.iter().for_each(|(cost, n)| out.push_str(&format!("{n:>5} of {cost}\n")));
    }
    out
}

#[test]
fn each_shipped_set_has_the_shape_that_is_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shapes");
    let source = Source::shipped();
    let mut shapes: BTreeMap<String, String> = BTreeMap::new();
    for id in source.games() {
        let game = load::game(&source, &id).expect("a shipped game loads");
        for (i, set) in game.sets.iter().enumerate() {
            shapes.insert(format!("{id}.{}.txt", set.id), shape(&game, i));
        }
    }
    let kept = || std::fs::read_dir(&folder).expect("the folder").map(|e| e.expect("an entry").path());
    if std::env::var_os("DECKLOOM_WRITE_SHAPES").is_some() {
        kept().for_each(|old| std::fs::remove_file(old).expect("removed"));
        shapes.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).expect("written"));
    }
    let kept: BTreeMap<String, String> = kept()
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("a text"))
        })
        .collect();
    assert_eq!(kept.keys().collect::<Vec<_>>(), shapes.keys().collect::<Vec<_>>(), "one file for each shipped set");
    for (name, text) in &shapes {
        assert_eq!(&kept[name], text, "{name}: if the change is meant, DECKLOOM_WRITE_SHAPES=1 writes it anew");
    }
}
