//! Sealed: what the rulebooks promise, and that an event can be dealt again and found out when it was changed.

use std::sync::Arc;

use catalog::{CardIx, Query, Source, load};
use formats::deck::Listed;
use formats::limited::Pool;
use formats::limited::build::DeckBuilder;
use formats::limited::fair::{DealTerms, FairDeal, sha256};
use formats::limited::sealed::{Cube, PackRandomness, SealedAction, SealedError, SealedEvent, SealedStart, pool_table};
use formats::rng::Seed;
use formats::{CheckReport, Deck, DeckFormat, GameLibrary, LegalDeck};

fn game_library(id: &str) -> GameLibrary {
    let source = Source::shipped();
    let game = load::game(&source, id).unwrap_or_else(|p| panic!("{p:#?}"));
    GameLibrary::load(&source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}"))
}

/// An event before any pack is opened.
fn event(game_library: &GameLibrary, format: &str, pools: u32, chance: PackRandomness) -> SealedEvent {
    let (game, data_hash) = (game_library.game.id.clone(), game_library.game.data_hash.clone());
    SealedEvent::new(SealedStart {
        game,
        format: format.into(),
        data_hash,
        pools,
        team: 1,
        chance,
        products: Vec::new(),
        cube: None,
    })
}

/// The same with all its packs opened.
fn opened(game_library: &GameLibrary, format: &str, pools: u32, seed: u64) -> SealedEvent {
    let mut event = event(game_library, format, pools, PackRandomness::Seed(Seed::from_number(seed).to_hex()));
    event.open(game_library, &products(game_library, format)).expect("opens");
    event
}

fn products(game_library: &GameLibrary, format: &str) -> Vec<String> {
    game_library.format(format).and_then(|f| f.limited.as_ref()).expect("a limited format").products.clone()
}

fn select(game_library: &GameLibrary, query: &str) -> Vec<CardIx> {
    Query::parse(query, &game_library.game).expect("a query").select(&game_library.game)
}

fn check(
    game_library: &GameLibrary,
    format: &str,
    pool: &Pool,
    main: &[CardIx],
    lead: Option<CardIx>,
) -> Result<LegalDeck, Box<CheckReport>> {
    let format: &DeckFormat = game_library.format(format).expect("a format");
    let mut deck = Deck::new(&game_library.game, "Test", &format.id);
    let at = game_library.game.section("main").expect("main");
    main.iter().for_each(|c| deck.add(at, Listed::Card(*c), 1));
    if let (Some(lead), Some(at)) = (lead, game_library.game.section("headquarters")) {
        deck.add(at, Listed::Card(lead), 1);
    }
    LegalDeck::check(&game_library.game, format, deck, Some(pool))
}

/// The rules that a deck breaks.
fn broken(result: Result<LegalDeck, Box<CheckReport>>) -> Vec<String> {
    result.err().map_or(Vec::new(), |r| r.violations.into_iter().flat_map(|v| v.rules).collect())
}

/// `n` cards of a pool that are no terrains.
fn spells(game_library: &GameLibrary, pool: &Pool, n: usize) -> Vec<CardIx> {
    let terrain = Query::parse("type:terrain", &game_library.game).expect("a query");
    pool.cards.iter().copied().filter(|c| !terrain.matches(game_library.game.card(*c))).take(n).collect()
}

#[test]
fn af_007_208_everyone_starts_with_fresh_cards_that_nobody_could_foresee() {
    let game_library = game_library("afrika");
    let fresh = || {
        let seed = Seed::fresh().expect("randomness").to_hex();
        let mut event = event(&game_library, "unleashed-armada", 2, PackRandomness::Seed(seed));
        event.open(&game_library, &products(&game_library, "unleashed-armada")).expect("opens");
        event.pools(&game_library.game).expect("known cards")
    };
    let (one, two) = (fresh(), fresh());
    assert_ne!(one, two, "another seed, other packs");
    assert_ne!(one[0], one[1], "each player has packs of their own");
}

#[test]
fn af_211_213_214_only_cards_of_the_pool_and_any_number_of_basic_terrains() {
    let game_library = game_library("afrika");
    let event = opened(&game_library, "unleashed-armada", 1, 1);
    let pool = event.pools(&game_library.game).expect("known cards").remove(0);
    let basic = select(&game_library, "set:luminous-chronicle is:basic")[0];
    let codex = [spells(&game_library, &pool, 10), vec![basic; 30]].concat();
    assert!(check(&game_library, "unleashed-armada", &pool, &codex, None).is_ok(), "thirty of one basic terrain");
    // A card that no pack of this pool had, and one copy more than the pool has.
    let missing = select(&game_library, "set:luminous-chronicle type:entity")
        .into_iter()
        .find(|c| pool.copies(&game_library.game, *c) == 0);
    let held = codex[0];
    let twice = vec![held; pool.copies(&game_library.game, held) as usize + 1];
    for wrong in [vec![missing.expect("a pool has not all cards")], twice] {
        let codex =
            [spells(&game_library, &pool, 10).into_iter().filter(|c| *c != held).collect(), wrong, vec![basic; 31]]
                .concat();
        assert!(broken(check(&game_library, "unleashed-armada", &pool, &codex, None)).contains(&"AF-213".to_owned()));
    }
}

#[test]
fn af_212_215_at_least_forty_cards_and_advice_on_terrains_and_entities() {
    let game_library = game_library("afrika");
    let pool =
        opened(&game_library, "unleashed-armada", 1, 2).pools(&game_library.game).expect("known cards").remove(0);
    let basic = select(&game_library, "set:luminous-chronicle is:basic")[0];
    let codex = |spells_wanted: usize, basics: usize| {
        [spells(&game_library, &pool, spells_wanted), vec![basic; basics]].concat()
    };
    let found = broken(check(&game_library, "unleashed-armada", &pool, &codex(22, 17), None));
    assert_eq!(found[0], "AF-212", "thirty-nine cards");
    assert!(check(&game_library, "unleashed-armada", &pool, &codex(24, 17), None).is_ok(), "forty-one cards");
    let few = check(&game_library, "unleashed-armada", &pool, &codex(34, 6), None).expect("legal");
    assert!(few.report().advice.iter().any(|a| a.rules == ["AF-215"]), "six terrains are few");
}

#[test]
fn af_216_217_218_any_number_of_players_open_six_packs_of_eighteen_and_build_forty_cards() {
    let game_library = game_library("afrika");
    let format = game_library.format("unleashed-armada").expect("a format");
    let limited = format.limited.as_ref().expect("limited");
    let product = game_library.product(&limited.product).expect("a product");
    let most = opened(&game_library, "unleashed-armada", 64, 4).pools(&game_library.game).expect("known cards");
    for players in [1, 2, 7] {
        let event = opened(&game_library, "unleashed-armada", players, 4);
        let pools = event.pools(&game_library.game).expect("known cards");
        assert_eq!(pools[..], most[..players as usize], "one more player changes nobody's pool");
        assert!((0..players as usize).all(|p| {
            let packs = event.packs(&game_library.game, p).expect("known cards");
            packs.len() == 6 && packs.iter().all(|pack| pack.len() == 18)
        }));
        assert_eq!(pools[0].cards.len(), 108);
    }
    let builder = DeckBuilder::new(&game_library.game, product, format, limited);
    for pool in &most[..6] {
        let built = builder.decks(pool, 3).expect("legal");
        assert_eq!(built.len(), 3);
        for deck in &built {
            let rated = |c: &CardIx| product.ratings(&game_library.game)[c.at()].points.max(0);
            let lands = Query::parse("type:terrain", &game_library.game).expect("a query");
            let cards: Vec<CardIx> = deck.deck.deck().cards(0);
            let spells = cards.iter().filter(|c| !lands.matches(game_library.game.card(**c)));
            let points: Vec<i32> = spells.map(rated).collect();
            let mean = points.iter().sum::<i32>() / points.len() as i32;
            let rated = format!("{} cards rated {:.1} on average", points.len(), f64::from(mean) / 100.0);
            assert!(deck.why.ends_with(&rated), "{}: {mean}", deck.why);
        }
        assert!(built.iter().all(|b| b.deck.deck().size(0) == 40));
    }
}

#[test]
fn cx_175_r17_sixty_cards_any_headquarters_and_thirty_two_from_the_pool() {
    let game_library = game_library("chronx");
    let event = opened(&game_library, "sealed", 3, 5);
    let pool = event.pools(&game_library.game).expect("known cards").remove(0);
    assert_eq!((event.packs(&game_library.game, 0).expect("known cards").len(), pool.cards.len()), (4, 60));
    let headquarters = select(&game_library, "type:headquarters");
    assert_eq!(headquarters.len(), 5);
    for lead in &headquarters {
        assert!(
            check(&game_library, "sealed", &pool, &pool.cards[..32], Some(*lead)).is_ok(),
            "any Headquarters is free"
        );
    }
    for cards in [31, 33] {
        let found = broken(check(&game_library, "sealed", &pool, &pool.cards[..cards], Some(headquarters[0])));
        assert_eq!(found[0], "CX-R17", "{cards} cards");
    }
    let missing = game_library.game.indices().find(|c| {
        pool.copies(&game_library.game, *c) == 0
            && Query::parse("type:asset", &game_library.game).expect("a query").matches(game_library.game.card(*c))
    });
    let foreign = [&pool.cards[..31], &[missing.expect("a pool has not all cards")]].concat();
    assert!(
        broken(check(&game_library, "sealed", &pool, &foreign, Some(headquarters[0]))).contains(&"CX-R17".to_owned())
    );
    // Neither points nor a copy limit beyond the pool: eight copies of the dearest card, if the pool has them.
    let dear = select(&game_library, "type:asset")
        .into_iter()
        .max_by_key(|c| game_library.game.card(*c).number_in(game_library.game.cost_field().expect("costs")))
        .expect("an asset");
    let rich = Pool { cards: vec![dear; 32] };
    assert!(check(&game_library, "sealed", &rich, &rich.cards, Some(headquarters[0])).is_ok());
}

#[test]
fn a_saved_event_comes_back_and_is_dealt_again() {
    let game_library = game_library("chronx");
    let event = opened(&game_library, "sealed", 4, 6);
    let text = serde_json::to_string(&event).expect("JSON");
    let back: SealedEvent = serde_json::from_str(&text).expect("JSON");
    assert_eq!(back, event);
    assert_eq!(back.verify(&game_library).map(Seed::to_hex), Ok(Seed::from_number(6).to_hex()));
    // A league: the packs that come later leave the others alone, and all are verified together.
    let mut league = back;
    league.open(&game_library, &products(&game_library, "sealed")[..1]).expect("opens");
    assert_eq!(league.actions[..4], event.actions[..]);
    assert_eq!(league.pools(&game_library.game).expect("known cards")[2].cards.len(), 75);
    assert!(league.verify(&game_library).is_ok());
    // Any change is found out, and where it is.
    let SealedAction::Opened { packs, .. } = &mut league.actions[4] else { panic!("a round of packs") };
    packs[2].swap(0, 1);
    assert_eq!(league.verify(&game_library), Err(SealedError::Differs { pool: 3, pack: 5 }));
    let SealedAction::Opened { packs, .. } = &mut league.actions[4] else { panic!("a round of packs") };
    packs[2].swap(0, 1);
    packs.pop();
    assert_eq!(league.verify(&game_library), Err(SealedError::Differs { pool: 4, pack: 5 }));
    league.start.chance = PackRandomness::Seed(Seed::from_number(7).to_hex());
    assert_eq!(league.verify(&game_library), Err(SealedError::Differs { pool: 1, pack: 1 }));
    league.start.data_hash = "other".into();
    assert!(matches!(league.verify(&game_library), Err(SealedError::OtherData { .. })));
    assert!(matches!(
        league.open(&game_library, &products(&game_library, "sealed")),
        Err(SealedError::OtherData { .. })
    ));
}

#[test]
fn a_fair_event_opens_when_all_have_spoken_and_is_verified_when_the_secret_is_told() {
    let game_library = game_library("chronx");
    let terms = |event: &str, seats: u32| DealTerms {
        event: event.into(),
        data_hash: game_library.game.data_hash.clone(),
        seats,
        players: 2,
    };
    let announced = FairDeal::announce(terms("chronx/sealed", 2), Seed::fresh().expect("randomness"));
    let mut organiser = event(&game_library, "sealed", 2, PackRandomness::Fair(announced));
    let say = |event: &mut SealedEvent, player: u32, word: &str| {
        let PackRandomness::Fair(deal) = &mut event.start.chance else { panic!("a fair event") };
        deal.add_word(player, word).expect("said");
    };
    say(&mut organiser, 1, "lantern");
    assert!(matches!(organiser.open(&game_library, &products(&game_library, "sealed")), Err(SealedError::Fair(_))));
    assert!(organiser.actions.is_empty());
    say(&mut organiser, 2, "anchor");
    organiser.open(&game_library, &products(&game_library, "sealed")).expect("opens");
    let published = organiser.public();
    assert!(matches!(published.verify(&game_library), Err(SealedError::Fair(_))), "not before the secret is told");
    let secret = organiser.reveal().expect("told");
    assert!(!serde_json::to_string(&published).expect("JSON").contains(&secret));
    let told = organiser.public();
    assert_eq!(told.verify(&game_library), organiser.seed());
    assert_eq!(
        sha256(&secret),
        match &told.start.chance {
            PackRandomness::Fair(deal) => deal.hash.clone(),
            _ => String::new(),
        }
    );
    // An organiser who changes a word, the secret, or the number of seats afterwards is found out.
    let forge = |from: &str, to: &str| -> SealedEvent {
        serde_json::from_str(&serde_json::to_string(&told).expect("JSON").replace(from, to)).expect("JSON")
    };
    assert_eq!(forge("anchor", "anchors").verify(&game_library), Err(SealedError::Differs { pool: 1, pack: 1 }));
    assert!(matches!(forge(&secret, &Seed::from_number(1).to_hex()).verify(&game_library), Err(SealedError::Fair(_))));
    assert!(matches!(forge("\"seats\":2", "\"seats\":3").verify(&game_library), Err(SealedError::OtherTerms(_))));
    assert!(matches!(forge("chronx/sealed", "chronx/draft").verify(&game_library), Err(SealedError::OtherTerms(_))));
}

#[test]
fn a_cube_is_dealt_out_and_says_when_it_is_too_small() {
    let game_library = game_library("chronx");
    let cards: Vec<String> =
        select(&game_library, "type:asset").iter().map(|c| game_library.game.card(*c).id.clone()).collect();
    let mut event = event(&game_library, "sealed", 2, PackRandomness::Seed(Seed::from_number(1).to_hex()));
    let seats = cards.len() as u32 / 20;
    event.start.cube = Some(Cube { name: "Assets".into(), cards: cards.clone(), pack: 10 });
    event.open(&game_library, &["cube".into(), "cube".into()]).expect("opens");
    let dealt: Vec<CardIx> =
        event.pools(&game_library.game).expect("known cards").into_iter().flat_map(|p| p.cards).collect();
    let mut once = dealt.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!((dealt.len(), once.len()), (40, 40), "no card twice in all pools");
    assert!(event.verify(&game_library).is_ok());
    event.start.pools = seats + 1;
    let Err(SealedError::Shortage(short)) = event.check(&game_library, &["cube".into(), "cube".into()]) else {
        panic!("too small")
    };
    assert_eq!(short.enough, seats);
    assert_eq!(event.check(&game_library, &["nonsense".into()]), Err(SealedError::NoProduct("nonsense".into())));
}

#[test]
fn pools_go_out_as_a_table_and_come_back() {
    let game_library = game_library("chronx");
    let event = opened(&game_library, "sealed", 3, 8);
    let csv = pool_table::write(&event, &game_library.game).expect("known cards");
    assert_eq!(csv.lines().count(), 1 + 180);
    let (pools, actions) = pool_table::read(&csv, &game_library.game).expect("a table");
    let mut back = self::event(&game_library, "sealed", pools, PackRandomness::Elsewhere);
    back.actions = actions;
    assert_eq!(back.pools(&game_library.game), event.pools(&game_library.game));
    assert_eq!(back.verify(&game_library), Err(SealedError::Elsewhere));
    assert_eq!(
        back.pool(1).pools(&game_library.game).expect("known cards")[0],
        back.pools(&game_library.game).expect("known cards")[1]
    );
    let name = &game_library.game.card(event.pools(&game_library.game).expect("known cards")[0].cards[0]).name;
    let (pools, actions) =
        pool_table::read(&format!("Name,Count\n\"{name}\",3\n"), &game_library.game).expect("a table");
    let SealedAction::Opened { packs, .. } = &actions[0] else { panic!("a round of packs") };
    assert_eq!((pools, packs[0].len()), (1, 3));
    for (text, line, says) in [
        ("pool,pack\n1,1\n", 1, "`id` or `name`"),
        ("name\nNonsense\n", 2, "no card `Nonsense`"),
        ("name,pool\nNonsense,none\n", 2, "no card"),
        ("id\n", 1, "no card in it"),
    ] {
        let fault = pool_table::read(text, &game_library.game).expect_err(text);
        assert!(fault.line == line && fault.message.contains(says), "{fault}");
    }
    let fault = pool_table::read(&format!("name,pool\n\"{name}\",none\n"), &game_library.game).expect_err("no number");
    assert!(fault.message.contains("`none`"), "{fault}");
}
