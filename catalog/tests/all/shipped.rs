//! The games that the program ships are free of faults.

use catalog::{GameData, Source, load};

fn game(id: &str) -> GameData {
    load::game(&Source::shipped(), id).unwrap_or_else(|problems| {
        panic!("{}", problems.iter().map(|p| format!("\n{p}")).collect::<String>());
    })
}

#[test]
fn every_shipped_game_loads() {
    for id in Source::shipped().games() {
        let game = game(&id);
        assert!(!game.cards.is_empty(), "{id} has no cards");
    }
}

#[test]
fn chron_x_has_a_headquarters_and_thirty_two_cards_a_domain() {
    let game = game("chronx");
    for (domain, name) in [("corporate", "Corporate"), ("american-union", "American Union")] {
        let of = |query: &str| catalog::Query::parse(query, &game).expect("a query").select(&game).len();
        assert_eq!(of(&format!("domain:{domain} type:headquarters")), 1, "{name}");
        assert_eq!(of(&format!("domain:{domain} -type:headquarters")), 32, "{name}");
    }
}
