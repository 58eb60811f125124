//! Writes a game with many cards, to see how the program does with it:
//! `cargo run -p catalog --example large-game -- FOLDER 100000`, then `deckloom cards --game large --data FOLDER`.

#[path = "../benches/large/game.rs"]
mod large;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(cards)) = (arguments.next(), arguments.next().and_then(|n| n.parse().ok())) else {
        eprintln!("usage: large-game FOLDER CARDS");
        std::process::exit(2);
    };
    let game = std::path::Path::new(&folder).join("large");
    for (path, text) in large::files(cards) {
        let file = game.join(path);
        std::fs::create_dir_all(file.parent().expect("the game's folder"))?;
        std::fs::write(file, text)?;
    }
    Ok(())
}
