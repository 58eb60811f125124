//! Every way of drafting at every number of seats: no card is lost, nobody sees more than their seat, the same choices
//! make the same draft, and what a view allows is what the table accepts.

use catalog::CardIx;
use formats::format::Pass;
use formats::limited::draft::{Draft, DraftChoice, DraftPrompt, DraftType, DraftView};
use formats::rng::{Dice, FastRng, Seed};

/// Every type with its usual settings and with some that are not.
fn ways() -> Vec<DraftType> {
    let settings = [
        r#"type = "booster""#,
        "type = \"booster\"\npass = [\"right\", \"right\", \"left\"]\ntake = 2",
        "type = \"booster\"\ntake = 1\nburn = 1",
        r#"type = "glimpse""#,
        r#"type = "winston""#,
        "type = \"winston\"\npiles = 1",
        r#"type = "winchester""#,
        r#"type = "grid""#,
        "type = \"grid\"\nside = 5",
        r#"type = "rochester""#,
        r#"type = "rotisserie""#,
        "type = \"rotisserie\"\npicks = 7",
        r#"type = "solomon""#,
        "type = \"solomon\"\ncards = 5",
        r#"type = "housman""#,
        "type = \"housman\"\nhand = 2\nopen = 3\nswaps = 1",
        r#"type = "trade""#,
    ];
    settings.iter().map(|text| way(text)).collect()
}

fn way(text: &str) -> DraftType {
    let problems = catalog::read::Problems::default();
    let way = DraftType::read(&catalog::read::Document::parse("test", text, &problems).root());
    problems.into_result().unwrap_or_else(|p| panic!("{p:#?}"));
    way.expect("a way")
}

/// Packs of cards that are all different; a row of them where no packs are opened.
fn packs(way: &DraftType, seats: usize, rounds: usize, size: usize) -> Vec<Vec<Vec<CardIx>>> {
    let mut next = (0..).map(CardIx);
    let packs: Vec<Vec<Vec<CardIx>>> =
        (0..rounds).map(|_| (0..seats).map(|_| next.by_ref().take(size).collect()).collect()).collect();
    if way.opens_packs() { packs } else { vec![vec![packs.into_iter().flatten().flatten().collect()]] }
}

fn some(cards: &[CardIx], n: usize, dice: &mut FastRng) -> Vec<CardIx> {
    let mut cards = cards.to_vec();
    dice.deal(&mut cards, n);
    cards.truncate(n);
    cards
}

/// A choice by places and never by cards, so that it does not depend on what lies where.
fn any(view: &DraftView, dice: &mut FastRng) -> DraftChoice {
    let pile = |at: usize| view.piles[at].cards.as_slice();
    match view.prompt.expect("the seat is asked") {
        DraftPrompt::Take { take, burn } => {
            let cards = some(pile(0), take + burn, dice);
            DraftChoice::Take { cards: cards[..take].into(), burn: cards[take..].into() }
        }
        DraftPrompt::Pile { of } => {
            let full: Vec<usize> = (0..of).filter(|p| !pile(*p).is_empty()).collect();
            DraftChoice::Pile(full[dice.below(full.len() as u32) as usize])
        }
        DraftPrompt::Look { leave: true, .. } if dice.chance(1, 2) => DraftChoice::Pass,
        DraftPrompt::Look { pile, .. } => DraftChoice::Pile(pile),
        DraftPrompt::Split => {
            let n = dice.below(pile(0).len() as u32 + 1) as usize;
            DraftChoice::Split(some(pile(0), n, dice))
        }
        DraftPrompt::Swap if dice.chance(2, 3) => {
            DraftChoice::Swap { give: some(pile(0), 1, dice)[0], take: some(pile(1), 1, dice)[0] }
        }
        DraftPrompt::Offer { left, .. } if left > 0 && dice.chance(2, 3) => {
            let to = (view.seat + 1 + dice.below(view.pools.len() as u32 - 1) as usize) % view.pools.len();
            DraftChoice::Offer { to, give: some(view.own(), 1, dice)[0], want: some(&view.pools[to].cards, 1, dice)[0] }
        }
        DraftPrompt::Answer { .. } if dice.chance(1, 2) => DraftChoice::Accept,
        DraftPrompt::Swap | DraftPrompt::Offer { .. } | DraftPrompt::Answer { .. } => DraftChoice::Pass,
    }
}

fn sorted(mut cards: Vec<CardIx>) -> Vec<CardIx> {
    cards.sort_unstable();
    cards
}

/// Plays to the end; `each` sees the table before every choice.
fn play(table: &mut Draft, seed: Seed, mut each: impl FnMut(&Draft, usize, &DraftChoice)) -> usize {
    let mut dice = seed.fast();
    let mut steps = 0;
    while !table.is_over() {
        let waiting: Vec<usize> = table.waiting().collect();
        let seat = waiting[dice.below(waiting.len() as u32) as usize];
        let choice = any(&table.view(seat), &mut dice);
        each(table, seat, &choice);
        table.act(seat, &choice).expect("what the view allows is accepted");
        steps += 1;
        assert!(steps < 20_000, "a draft ends");
    }
    steps
}

fn at_every_table(mut test: impl FnMut(&DraftType, usize)) {
    for way in ways() {
        let (min, max) = way.seats();
        (min..=max).for_each(|seats| test(&way, seats as usize));
    }
}

#[test]
fn no_card_is_lost_or_doubled_at_any_moment() {
    at_every_table(|way, seats| {
        for seed in 0..4 {
            let size = 5 + 5 * seed as usize;
            let dealt = packs(way, seats, 3, size);
            let all = sorted(dealt.iter().flatten().flatten().copied().collect());
            let mut table = Draft::new(way, seats, dealt);
            play(&mut table, Seed::from_number(seed), |table, _, _| assert_eq!(sorted(table.cards()), all, "{way:?}"));
            let end = sorted((0..seats).flat_map(|s| table.picks(s).to_vec()).chain(table.out().to_vec()).collect());
            assert_eq!(end, all, "{way:?}: at the end every card is in a pool or out");
            let sizes: Vec<usize> = (0..seats).map(|s| table.picks(s).len()).collect();
            let even = matches!(
                way,
                DraftType::Booster(_) | DraftType::Rotisserie(_) | DraftType::Housman(_) | DraftType::Trade(_)
            );
            assert!(!even || sizes.iter().all(|s| *s == sizes[0]), "{way:?}: {sizes:?}");
        }
    });
}

#[test]
fn a_seat_sees_and_may_do_the_same_whatever_lies_where_it_cannot_see() {
    at_every_table(|way, seats| {
        for seed in 0..3 {
            let dealt = packs(way, seats, 3, 9);
            let all: Vec<CardIx> = dealt.iter().flatten().flatten().copied().collect();
            let mut dice = Seed::from_number(seed).part(9).fast();
            let who = dice.below(seats as u32) as usize;
            let mut views: Vec<DraftView> = Vec::new();
            let mut table = Draft::new(way, seats, dealt.clone());
            play(&mut table, Seed::from_number(seed), |table, _, _| views.push(table.view(who)));
            let until = 1 + dice.below(views.len() as u32) as usize;
            let seen: Vec<CardIx> = sorted(views[..until].iter().flat_map(|v| v.seen().collect::<Vec<_>>()).collect());
            // All cards that the seat has not seen by then change their places.
            let unseen: Vec<CardIx> = all.iter().copied().filter(|c| seen.binary_search(c).is_err()).collect();
            let mut other = unseen.clone();
            dice.shuffle(&mut other);
            let changed = |card: CardIx| unseen.iter().position(|c| *c == card).map_or(card, |at| other[at]);
            let dealt = dealt.iter().map(|r| r.iter().map(|p| p.iter().map(|c| changed(*c)).collect()).collect());
            let mut table = Draft::new(way, seats, dealt.collect());
            let mut step = 0;
            play(&mut table, Seed::from_number(seed), |table, _, _| {
                if step < until {
                    assert_eq!(table.view(who), views[step], "{way:?}, {seats} seats, step {step}");
                }
                step += 1;
            });
        }
    });
}

#[test]
fn hidden_cards_are_hidden() {
    // Of drafts with secrets, what a seat sees said another way: its own cards and what it is asked about.
    for (way, piles) in [("booster", 1), ("glimpse", 1), ("winston", 4), ("housman", 3)] {
        let way = way_of(way);
        let (seats, rounds) = (3, 3);
        let mut table = Draft::new(&way, seats, packs(&way, seats, rounds, 12));
        play(&mut table, Seed::from_number(5), |table, _, _| {
            for seat in 0..seats {
                let view = table.view(seat);
                assert_eq!(view.piles.len(), piles, "{way:?}");
                for other in (0..seats).filter(|s| *s != seat) {
                    assert!(view.pools[other].cards.is_empty(), "{way:?}: pools are secret");
                    assert_eq!(view.pools[other].down, table.picks(other).len());
                }
                match way {
                    DraftType::Booster(_) => assert_eq!(view.piles[0].cards, table.pack(seat)),
                    DraftType::Winston(_) => {
                        let open: Vec<usize> = (0..4).filter(|p| !view.piles[*p].cards.is_empty()).collect();
                        match view.prompt {
                            Some(DraftPrompt::Look { pile, .. }) => assert_eq!(open, [pile]),
                            _ => assert!(open.is_empty(), "who is not on turn sees no pile"),
                        }
                    }
                    _ => assert_eq!((view.piles[0].cards.len(), view.piles[2].cards.len()), (5, 0)),
                }
            }
        });
    }
}

fn way_of(kind: &str) -> DraftType {
    way(&format!("type = \"{kind}\""))
}

#[test]
fn the_same_choices_make_the_same_draft_and_a_refused_one_changes_nothing() {
    at_every_table(|way, seats| {
        let mut log = Vec::new();
        let mut dice = Seed::from_number(77).fast();
        let mut first = Draft::new(way, seats, packs(way, seats, 2, 10));
        play(&mut first, Seed::from_number(8), |table, seat, choice| {
            // Answers that other seats, other moments and other questions would take.
            let wrong = [
                DraftChoice::Pass,
                DraftChoice::Accept,
                DraftChoice::Pile(dice.below(8) as usize),
                DraftChoice::one(CardIx(dice.below((20 * seats) as u32))),
                DraftChoice::Split(vec![CardIx(dice.below((20 * seats) as u32))]),
                DraftChoice::Swap { give: CardIx(dice.below(20)), take: CardIx(dice.below(20)) },
                DraftChoice::Offer {
                    to: dice.below(20) as usize,
                    give: CardIx(dice.below(40)),
                    want: CardIx(dice.below(40)),
                },
                DraftChoice::Take { cards: [CardIx(1), CardIx(1)].into_iter().collect(), burn: Default::default() },
            ];
            for seat in 0..seats + 1 {
                for choice in &wrong {
                    let mut tried = table.clone();
                    let done = tried.act(seat, choice).is_ok();
                    assert_eq!(done, seat < seats && table.view(seat).allows(choice), "{way:?}: {choice:?}");
                    assert!(done || tried == *table, "{way:?}: a refused choice changed something");
                }
            }
            assert!(table.view(seat).allows(choice));
            log.push((seat, choice.clone()));
        });
        let mut again = Draft::new(way, seats, packs(way, seats, 2, 10));
        log.iter().for_each(|(seat, choice)| again.act(*seat, choice).expect("it was accepted before"));
        assert_eq!(again, first);
    });
}

#[test]
fn packs_are_passed_as_the_setting_says_and_each_seat_takes_and_burns_so_many() {
    let way = way("pass = [\"left\", \"right\"]\ntake = 2\nburn = 1");
    let mut table = Draft::new(&way, 3, packs(&way, 3, 2, 7));
    for (round, pass) in [Pass::Left, Pass::Right].into_iter().enumerate() {
        // 7 cards: two and one, two and one, one.
        for demand in [(2, 1), (2, 1), (1, 0)] {
            let before: Vec<Vec<CardIx>> = (0..3).map(|s| table.pack(s).to_vec()).collect();
            assert_eq!((table.stage().round, table.passing()), (round, Some(pass)));
            for (seat, pack) in before.iter().enumerate() {
                assert_eq!(table.prompt(seat), Some(DraftPrompt::Take { take: demand.0, burn: demand.1 }));
                let (take, burn) = (pack[..demand.0].into(), pack[demand.0..demand.0 + demand.1].into());
                table.act(seat, &DraftChoice::Take { cards: take, burn }).expect("fits");
            }
            for (seat, pack) in before.iter().enumerate().filter(|_| demand.1 > 0) {
                let to = if pass == Pass::Left { (seat + 1) % 3 } else { (seat + 2) % 3 };
                assert_eq!(table.pack(to), &pack[3..]);
            }
        }
    }
    assert!(table.is_over());
    assert_eq!((table.picks(0).len(), table.out().len()), (10, 12));
}

#[test]
fn a_winston_pile_that_is_left_grows_and_who_leaves_all_gets_the_top_card() {
    let way = way_of("winston");
    let mut table = Draft::new(&way, 2, vec![vec![(0..9).map(CardIx).collect()]]);
    let pile = |table: &Draft, seat: usize, p: usize| table.view(seat).piles[p].cards.clone();
    assert_eq!(pile(&table, 0, 0), [CardIx(0)]);
    for p in 0..3 {
        assert_eq!(pile(&table, 0, p), [CardIx(p as u32)], "the first three cards are the piles");
        table.act(0, &DraftChoice::Pass).expect("piles may be left");
    }
    // Cards 3, 4 and 5 went onto the piles, so 6 is on top of the stock.
    assert_eq!(table.picks(0), [CardIx(6)]);
    assert_eq!(pile(&table, 1, 0), [CardIx(0), CardIx(3)]);
    table.act(1, &DraftChoice::Pile(0)).expect("takes the pile");
    assert_eq!(table.picks(1), [CardIx(0), CardIx(3)]);
    assert_eq!(pile(&table, 0, 0), [CardIx(7)], "a pile that was taken begins anew");
    // With one card in the stock: left once more, and then nothing can be left that nothing lies behind.
    table.act(0, &DraftChoice::Pass).expect("leaves");
    table.act(0, &DraftChoice::Pile(1)).expect("takes");
    table.act(1, &DraftChoice::Pile(0)).expect("takes");
    assert_eq!(table.prompt(0), Some(DraftPrompt::Look { pile: 2, leave: false }));
    table.act(0, &DraftChoice::Pile(2)).expect("takes");
    assert!(table.is_over());
}

#[test]
fn open_packs_are_picked_up_and_down_and_begin_at_the_next_seat() {
    let way = way_of("rochester");
    let mut table = Draft::new(&way, 3, packs(&way, 3, 1, 8));
    let mut order = Vec::new();
    play(&mut table, Seed::from_number(1), |_, seat, _| order.push(seat));
    assert_eq!(order[..8], [0, 1, 2, 2, 1, 0, 0, 1]);
    assert_eq!(order[8..16], [1, 2, 0, 0, 2, 1, 1, 2]);
    assert_eq!(order[16..], [2, 0, 1, 1, 0, 2, 2, 0]);
}

#[test]
fn a_grid_gives_rows_and_columns_and_the_rest_goes_out() {
    let mut table = Draft::new(&way_of("grid"), 2, vec![vec![(0..20).map(CardIx).collect()]]);
    assert_eq!(table.out().len(), 2, "20 cards are two squares, and two cards are left over");
    let line = |table: &Draft, at: usize| table.view(1).piles[at].cards.clone();
    assert_eq!((line(&table, 1), line(&table, 3)), (cards([3, 4, 5]), cards([0, 3, 6])));
    table.act(0, &DraftChoice::Pile(1)).expect("a row");
    table.act(1, &DraftChoice::Pile(3)).expect("a column");
    assert_eq!((table.picks(0), table.picks(1)), (&cards([3, 4, 5])[..], &cards([0, 6])[..]));
    assert_eq!((table.out().len(), table.stage().round), (6, 1));
    assert_eq!(table.waiting().collect::<Vec<_>>(), [1], "the other seat is first now");
}

fn cards<const N: usize>(numbers: [u32; N]) -> Vec<CardIx> {
    numbers.map(CardIx).to_vec()
}

#[test]
fn solomon_gives_the_other_half_to_who_split() {
    let mut table = Draft::new(&way_of("solomon"), 2, vec![vec![(0..10).map(CardIx).collect()]]);
    table.act(0, &DraftChoice::Split(cards([0, 1, 7]))).expect("splits");
    table.act(1, &DraftChoice::Pile(1)).expect("chooses");
    assert_eq!((table.picks(0), table.picks(1)), (&cards([0, 1, 7])[..], &cards([2, 3, 4, 5, 6])[..]));
    assert_eq!(table.waiting().collect::<Vec<_>>(), [1], "roles change");
    table.act(1, &DraftChoice::Split(Vec::new())).expect("two cards are left, in one pile");
    assert!(table.act(0, &DraftChoice::Pile(0)).is_err(), "an empty pile cannot be taken");
    table.act(0, &DraftChoice::Pile(1)).expect("takes both");
    assert!(table.is_over());
}

#[test]
fn a_trade_changes_hands_only_if_both_agree() {
    let way = way_of("trade");
    let mut table = Draft::new(&way, 3, packs(&way, 3, 1, 2));
    let offer = DraftChoice::Offer { to: 2, give: CardIx(0), want: CardIx(5) };
    table.act(0, &offer).expect("offers");
    assert_eq!(table.prompt(2), Some(DraftPrompt::Answer { from: 0, get: 0, give: 5 }));
    assert_eq!(table.prompt(0), None);
    table.act(2, &DraftChoice::Pass).expect("refuses");
    assert_eq!(table.picks(0), cards([0, 1]));
    table.act(0, &offer).expect("offers again");
    table.act(2, &DraftChoice::Accept).expect("accepts");
    assert_eq!((table.picks(0), table.picks(2)), (&cards([5, 1])[..], &cards([4, 0])[..]));
    table.act(0, &DraftChoice::Offer { to: 1, give: CardIx(5), want: CardIx(2) }).expect("a third");
    table.act(1, &DraftChoice::Pass).expect("refuses");
    assert_eq!(table.prompt(0), Some(DraftPrompt::Offer { made: 3, left: 0 }));
}

/// What a seat takes of a pack, out of nothing but its seat, how often it has picked, and the pack.
fn settled(seat: usize, pick: usize, pack: &[CardIx], take: usize, burn: usize) -> (Vec<CardIx>, Vec<CardIx>) {
    let mut cards = pack.to_vec();
    Seed::from_number(3).part((seat * 1000 + pick) as u64).fast().deal(&mut cards, take + burn);
    (cards[..take].to_vec(), cards[take..take + burn].to_vec())
}

#[test]
fn however_fast_others_choose_every_seat_sees_the_packs_that_it_would_see_if_all_passed_together() {
    for (text, take, burn) in [("take = 1", 1, 0), ("pass = [\"right\", \"left\"]\ntake = 2\nburn = 1", 2, 1)] {
        let way = way(&format!("type = \"booster\"\n{text}"));
        for (seats, size) in [(1, 6), (2, 7), (3, 15), (8, 15)] {
            let dealt = packs(&way, seats, 3, size);
            // The plain twin: everybody takes, then all packs move at once.
            let mut pools = vec![Vec::new(); seats];
            let mut picks = vec![0; seats];
            for (round, opened) in dealt.iter().enumerate() {
                let mut lying = opened.clone();
                while lying.iter().any(|pack| !pack.is_empty()) {
                    for (seat, pack) in lying.iter_mut().enumerate() {
                        let taken = take.min(pack.len());
                        let (cards, out) = settled(seat, picks[seat], pack, taken, burn.min(pack.len() - taken));
                        pack.retain(|card| !cards.contains(card) && !out.contains(card));
                        pools[seat].extend(cards);
                        picks[seat] += 1;
                    }
                    let DraftType::Booster(rules) = &way else { unreachable!("packs are passed") };
                    match rules.pass.get(round).or(rules.pass.last()) {
                        Some(Pass::Right) => lying.rotate_left(1),
                        _ => lying.rotate_right(1),
                    }
                }
            }
            for hurry in 0..20 {
                let mut table = Draft::new(&way, seats, dealt.clone());
                let mut dice = Seed::from_number(hurry).fast();
                let mut picks = vec![0; seats];
                while !table.is_over() {
                    let asked: Vec<usize> = table.waiting().collect();
                    // Some are always first, as bots are; or anybody is.
                    let seat = if hurry < 10 {
                        asked[dice.below(asked.len() as u32) as usize]
                    } else {
                        asked[asked.len() - 1]
                    };
                    let lies: usize = (0..seats).map(|seat| table.packs_at(seat)).sum();
                    assert!((1..=seats).contains(&lies), "as many packs as seats, less those that are empty");
                    let view = table.view(seat);
                    let Some(DraftPrompt::Take { take, burn }) = view.prompt else { panic!("a seat takes cards") };
                    let (cards, out) = settled(seat, picks[seat], &view.piles[0].cards, take, burn);
                    let choice =
                        DraftChoice::Take { cards: cards.into_iter().collect(), burn: out.into_iter().collect() };
                    table.act(seat, &choice).expect("the pack lies there");
                    picks[seat] += 1;
                }
                for (seat, pool) in pools.iter().enumerate() {
                    assert_eq!(table.picks(seat), pool, "{text}, {seats} seats, hurry {hurry}, seat {seat}");
                }
            }
        }
    }
}
