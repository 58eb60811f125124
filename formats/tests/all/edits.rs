//! Every edit can be undone exactly; decks are compared and merged; plans are applied and taken back.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use catalog::{GameData, Source, load};
use formats::check::check;
use formats::deck::{
    Deck, DeckPart, DifferenceKind, Edit, EditReason, Listed, MAYBEBOARD, Merge, PlanError, SavedDeck, SideboardPlan,
    apply_plan, difference, merge_edit, undo_plan,
};
use formats::{GameLibrary, LegalDeck};
use proptest::prelude::*;

static BOOK: LazyLock<GameLibrary> = LazyLock::new(|| {
    let source = Source::shipped();
    let game = load::game(&source, "afrika").expect("a game without faults");
    GameLibrary::load(&source, std::sync::Arc::new(game)).expect("a book without faults")
});

fn starter() -> (&'static GameData, Deck) {
    let deck = BOOK.decks.iter().find(|(id, _)| id == "savanna-crown").expect("shipped");
    (&BOOK.game, deck.1.clone())
}

fn card() -> impl Strategy<Value = String> {
    let cards = [
        "Sun Herald",
        "starlit-novice",
        "Spark Archivist",
        "A card that nobody knows",
        "Corona Warden",
        "Nebula Plains",
    ];
    proptest::sample::select(cards.to_vec()).prop_map(str::to_owned)
}

fn list() -> impl Strategy<Value = Vec<(u32, String)>> {
    proptest::collection::vec((1..5u32, card()), 0..4)
}

fn edit() -> impl Strategy<Value = Edit> {
    let section =
        || proptest::sample::select(vec!["main", "side", "rifts", MAYBEBOARD, "gone"]).prop_map(str::to_owned);
    let words = || proptest::sample::select(vec!["", "one", "two"]).prop_map(str::to_owned);
    let plan = || (list(), list()).prop_map(|(ins, outs)| SideboardPlan { ins, outs });
    let simple = prop_oneof![
        (section(), card(), 0..5u32).prop_map(|(section, card, count)| Edit::Set { section, card, count }),
        (section(), card(), 0..9usize).prop_map(|(section, card, at)| Edit::Place { section, card, at }),
        words().prop_map(Edit::Rename),
        words().prop_map(Edit::About),
        proptest::option::of(words()).prop_map(Edit::Goal),
        proptest::option::of(list()).prop_map(|list| Edit::Own { name: MAYBEBOARD.into(), list }),
        (card(), proptest::collection::btree_set(words(), 0..3)).prop_map(|(card, tags)| Edit::Tags { card, tags }),
        (card(), words()).prop_map(|(card, text)| Edit::Note { card, text }),
        (words(), proptest::option::of(plan())).prop_map(|(name, plan)| Edit::Plan { name, plan }),
        Just(Edit::Become { why: Some(EditReason::Fixed), deck: Box::new(SavedDeck::default()) }),
    ];
    let many = proptest::collection::vec(simple.clone(), 0..5);
    prop_oneof![simple, many.prop_map(|edits| Edit::Together { why: None, edits }),]
}

proptest! {
    #[test]
    fn undoing_gives_the_deck_as_it_was_and_undoing_that_gives_it_back(
        edits in proptest::collection::vec(edit(), 1..20)
    ) {
        let (game, mut deck) = starter();
        for edit in &edits {
            let before = deck.clone();
            let told = edit.describe(game, &deck);
            let nothing = Edit::Together { why: None, edits: Vec::new() };
            prop_assert_eq!(told.is_empty(), *edit == nothing);
            let back = deck.apply(game, edit);
            let mut again = deck.clone();
            let forth = again.apply(game, &back);
            prop_assert_eq!(&again, &before);
            again.apply(game, &forth);
            prop_assert_eq!(&again, &deck);
            let saved = deck.to_saved(game);
            prop_assert_eq!(&Deck::from_saved(game, &saved), &deck, "and it is kept as it is");
            let read: SavedDeck = serde_json::from_str(&serde_json::to_string(&saved).expect("writes")).expect("reads");
            prop_assert_eq!(&read, &saved);
            let kept: Edit = serde_json::from_str(&serde_json::to_string(edit).expect("writes")).expect("reads");
            prop_assert_eq!(&kept, edit);
        }
    }

    #[test]
    fn a_difference_counts_what_came_and_what_went(edits in proptest::collection::vec(edit(), 1..20)) {
        let (game, before) = starter();
        let mut after = before.clone();
        for edit in &edits {
            after.apply(game, edit);
        }
        let total = |deck: &Deck| deck.parts().map(|p| i64::from(deck.size_of(&p))).sum::<i64>();
        let (came, went) = difference(game, &before, &after).copies();
        prop_assert_eq!(came as i64 - went as i64, total(&after) - total(&before));
        let (went_back, came_back) = difference(game, &after, &before).copies();
        prop_assert_eq!((came, went), (came_back, went_back));
        prop_assert!(difference(game, &after, &after).is_empty());
    }

    #[test]
    fn merging_twice_adds_nothing_and_lacks_nothing(edits in proptest::collection::vec(edit(), 1..20)) {
        let (game, mut into) = starter();
        let mut from = Deck::new(game, "Other", "codex");
        for edit in &edits {
            from.apply(game, edit);
        }
        if let Some(edit) = merge_edit(game, &into, &from, Merge::Most) {
            into.apply(game, &edit);
        }
        prop_assert_eq!(merge_edit(game, &into, &from, Merge::Most), None);
        for part in from.parts() {
            for entry in from.entries(&part) {
                prop_assert!(into.copies(&part, &entry.card) >= entry.count);
            }
        }
    }
}

#[test]
fn a_difference_names_what_came_changed_and_went() {
    let (game, before) = starter();
    let mut after = before.clone();
    let first = before.sections[0][0].clone();
    let second = before.sections[0][1].clone();
    let part = DeckPart::Section(0);
    after.apply(game, &Edit::set(game, &part, &first.card, 0));
    after.apply(game, &Edit::set(game, &part, &second.card, second.count + 2));
    after.apply(game, &Edit::set(game, &part, &Listed::Unknown("Stranger".into()), 1));
    let found = difference(game, &before, &after);
    let kinds: Vec<(DifferenceKind, i64)> = found.parts[0].changes.iter().map(|c| (c.kind(), c.by())).collect();
    assert_eq!(
        kinds,
        [(DifferenceKind::Added, 1), (DifferenceKind::Changed, 2), (DifferenceKind::Removed, -i64::from(first.count))]
    );
}

#[test]
fn no_rule_counts_what_stands_in_a_list_of_ones_own() {
    let (game, mut deck) = starter();
    let format = BOOK.format(&deck.format).expect("a format");
    let list = Some(vec![(40, "Sun Herald".to_owned()), (3, "Nobody knows this".to_owned())]);
    deck.apply(game, &Edit::Own { name: MAYBEBOARD.into(), list });
    let report = check(game, format, &deck, None);
    assert!(report.passes(), "{:?}", report.violations);
    assert!(LegalDeck::check(game, format, deck, None).is_ok());
}

#[test]
fn a_list_is_not_called_like_a_section() {
    let (game, mut deck) = starter();
    assert!(deck.list_name_fault(game, "Side pool").is_some());
    assert!(deck.list_name_fault(game, "MAIN").is_some());
    assert!(deck.list_name_fault(game, " ").is_some());
    assert!(deck.list_name_fault(game, MAYBEBOARD).is_none());
    deck.apply(game, &Edit::Own { name: MAYBEBOARD.into(), list: Some(Vec::new()) });
    assert!(deck.list_name_fault(game, "maybe").is_some());
}

#[test]
fn a_plan_is_applied_and_taken_back_and_refused_when_it_does_not_fit() {
    let (game, mut deck) = starter();
    let out = deck.sections[0][0].card.clone();
    let (bench, main) = (SideboardPlan::sideboard(game), DeckPart::Section(0));
    let stranger = Listed::from_id_or_name(game, "Comet Lash");
    deck.apply(game, &Edit::set(game, &bench, &stranger, 2));
    let plan = SideboardPlan { ins: vec![(2, stranger.id(game).to_owned())], outs: vec![(1, out.id(game).to_owned())] };
    assert_eq!(plan.growth(), 1);
    deck.apply(game, &Edit::Plan { name: "fast".into(), plan: Some(plan) });
    let before = deck.clone();
    assert_eq!(apply_plan(game, &deck, "slow"), Err(PlanError::NoPlan("slow".into())));
    assert_eq!(undo_plan(game, &deck), Err(PlanError::NotApplied));
    let applied = apply_plan(game, &deck, "fast").expect("it fits");
    let back = deck.apply(game, &applied);
    assert_eq!((deck.copies(&main, &stranger), deck.copies(&bench, &stranger)), (2, 0));
    assert_eq!(deck.copies(&main, &out), before.copies(&main, &out) - 1);
    assert_eq!(apply_plan(game, &deck, "fast"), Err(PlanError::Applied("fast".into())));
    // Taken back by the plan, and undone, it is the same deck.
    let mut undone = deck.clone();
    undone.apply(game, &back);
    assert_eq!(undone, before);
    let taken_back = undo_plan(game, &deck).expect("it is applied");
    deck.apply(game, &taken_back);
    assert!(difference(game, &before, &deck).is_empty() && deck.boarded.is_none());
    deck.apply(game, &Edit::set(game, &bench, &stranger, 1));
    let why = apply_plan(game, &deck, "fast").expect_err("one is missing").to_string();
    assert!(why.contains("Comet Lash: 2 wanted, 1 in Side pool"), "{why}");
}

#[test]
fn edits_are_told_as_people_say_them() {
    let (game, mut deck) = starter();
    let herald = Listed::from_id_or_name(game, "Comet Lash");
    let main = DeckPart::Section(0);
    let here = deck.copies(&main, &herald);
    let told = |deck: &Deck, edit: &Edit| edit.describe(game, deck);
    assert_eq!(told(&deck, &Edit::set(game, &main, &herald, here + 2)), "+2 Comet Lash");
    let side = DeckPart::Section(1);
    deck.apply(game, &Edit::set(game, &side, &herald, 3));
    assert_eq!(told(&deck, &Edit::set(game, &side, &herald, 2)), "−1 Comet Lash  (Side pool)");
    let maybe = DeckPart::Own(MAYBEBOARD.into());
    assert_eq!(told(&deck, &Edit::moving(game, &deck, &herald, 9, &side, &maybe)), "3 Comet Lash: Side pool → Maybe");
    assert_eq!(told(&deck, &Edit::putting(game, &deck, &maybe, &herald, 1)), "+1 Comet Lash  (Maybe)");
    let tags = BTreeSet::from(["burn".to_owned()]);
    let tagged = Edit::Tags { card: herald.first_printing_id(game).to_owned(), tags };
    assert_eq!(told(&deck, &tagged), "Comet Lash: burn");
}
