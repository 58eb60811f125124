//! Sixty faces, as many as a large window shows, at the widths of a grid and of a large card: painted anew, and taken
//! from disk.

use catalog::art::Album;
use catalog::face::{Cache, Corners, Painter, Studio};
use catalog::{CardIx, Source, load};
use criterion::{Criterion, criterion_group, criterion_main};

fn faces(c: &mut Criterion) {
    let source = Source::shipped();
    for id in source.games() {
        let game = load::game(&source, &id).expect("loads");
        let template = source.file(&format!("{id}/face.svg")).map(|f| f.text.to_string());
        let step = (game.cards.len() / 60).max(1);
        let cards: Vec<CardIx> = game.indices().step_by(step).take(60).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let studio = |cache| {
            let painter = Painter::new(&game, template.as_deref()).expect("a template");
            Studio::new(painter, Album::default(), cache)
        };
        let cold = studio(None);
        let warm = studio(Some(Cache::new(folder.path(), Cache::MOST)));
        let all = |studio: &Studio, width| {
            cards
                .iter()
                .map(|card| studio.face(&game, *card, width, Corners::Round).expect("a face").picture.rgba.len())
                .sum::<usize>()
        };
        for width in [146, 360] {
            let mut group = c.benchmark_group(format!("60 faces/{id}/{width}"));
            group.sample_size(10);
            group.bench_function("cold", |b| b.iter(|| all(&cold, width)));
            all(&warm, width);
            group.bench_function("warm", |b| b.iter(|| all(&warm, width)));
            group.finish();
        }
    }
}

criterion_group!(benches, faces);
criterion_main!(benches);
