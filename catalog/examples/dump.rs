fn main() {
    let source = catalog::Source::shipped();
    match catalog::load::game(&source, "chronx") {
        Ok(game) => {
            for c in &game.cards {
                println!("{} {}: {}", c.number, c.name, game.rules_text(c).replace('\n', " / "));
            }
        }
        Err(all) => all.iter().for_each(|p| println!("{p}")),
    }
}
