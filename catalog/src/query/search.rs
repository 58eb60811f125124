//! All cards of a game that fit, and in which order.

use super::bits::Bits;
use super::matcher::{MatchScope, a_face_holds, holds};
use super::texts::Hits;
use super::{CardPart, CardTest, NumberRange, Pattern, Query, QueryContext, Search, SortBy, SortKey};
use crate::card::CardIx;
use crate::game::{FieldKind, GameData, Mask};
use crate::noted;

impl Query {
    /// The cards of a game that fit, in order of print.
    pub fn select(&self, game: &GameData) -> Vec<CardIx> {
        self.select_with(game, None, &game.words.look_up(self))
    }

    /// The same, with what surrounds the search.
    pub fn select_in(&self, game: &GameData, context: &dyn QueryContext) -> Vec<CardIx> {
        self.select_with(game, Some(context), &game.words.look_up(self))
    }

    /// The same, with its words looked up already.
    fn select_with(&self, game: &GameData, context: Option<&dyn QueryContext>, hits: &[Hits<'_>]) -> Vec<CardIx> {
        let mut fitting = match self.looked_up(game) {
            Some((cards, true)) => return cards,
            Some((cards, false)) => Bits::from_cards(game.cards.len(), &cards),
            None => Bits::all(game.cards.len()),
        };
        Sieve { game, scope: MatchScope { home: 0, context }, hits }.keep(self, &mut fitting);
        fitting.cards()
    }

    /// Cards beside which none fits, in order, and whether all of them do: out of the tables of sets and ids, so that
    /// a query about few of many sets does not look at all cards. Absent if the query does not say.
    fn looked_up(&self, game: &GameData) -> Option<(Vec<CardIx>, bool)> {
        match self {
            Query::Test(CardTest::Set(sets)) => {
                let runs = game.by_set.iter().filter(|(set, _)| sets.binary_search(set).is_ok());
                Some((runs.flat_map(|(_, cards)| cards.clone().map(CardIx)).collect(), true))
            }
            Query::Test(CardTest::In(CardPart::Id, Pattern::Whole(id))) => {
                Some((game.by_id(id).into_iter().collect(), true))
            }
            Query::And(parts) => {
                let found: Vec<_> = parts.iter().filter_map(|p| p.looked_up(game)).collect();
                let exact = found.len() == parts.len() && found.iter().all(|(_, exact)| *exact);
                let both =
                    |a: Vec<CardIx>, b: Vec<CardIx>| a.into_iter().filter(|c| b.binary_search(c).is_ok()).collect();
                Some((found.into_iter().map(|(cards, _)| cards).reduce(both)?, exact))
            }
            Query::Or(parts) => {
                let found: Vec<_> = parts.iter().map(|p| p.looked_up(game)).collect::<Option<_>>()?;
                let exact = found.iter().all(|(_, exact)| *exact);
                let mut cards: Vec<CardIx> = found.into_iter().flat_map(|(cards, _)| cards).collect();
                cards.sort_unstable();
                cards.dedup();
                Some((cards, exact))
            }
            Query::All | Query::Not(_) | Query::Test(_) => None,
        }
    }

    /// Every test in it, from left to right.
    pub(super) fn tests<'q>(&'q self, see: &mut impl FnMut(&'q CardTest)) {
        match self {
            Query::Test(test) => see(test),
            Query::And(parts) | Query::Or(parts) => parts.iter().for_each(|p| p.tests(see)),
            Query::Not(inner) => inner.tests(see),
            Query::All => {}
        }
    }
}

/// Puts all cards of a game to a query at once, test by test.
struct Sieve<'a> {
    game: &'a GameData,
    scope: MatchScope<'a>,
    hits: &'a [Hits<'a>],
}

/// Where the answers to a test are read.
enum Answers<'a> {
    /// In what was looked up.
    Hits(&'a Hits<'a>),
    /// In the kinds of the cards.
    Kinds,
    /// In the numbers of a field.
    Numbers(&'a [Option<i32>], Option<NumberRange>),
    /// In the list of subtypes.
    Subtypes(&'a Pattern),
    /// In the cards themselves.
    Cards,
}

impl<'a> Sieve<'a> {
    /// Leaves the cards that fit. Of several tests those that have to read the cards themselves come last, when
    /// there are fewer left.
    fn keep(&self, query: &Query, among: &mut Bits) {
        match query {
            Query::All => {}
            Query::And(parts) => {
                let (slow, quick): (Vec<&Query>, Vec<&Query>) = parts.iter().partition(|p| self.is_slow(p));
                quick.into_iter().chain(slow).for_each(|part| self.keep(part, among));
            }
            Query::Or(parts) => {
                let mut outside = among.clone();
                for part in parts {
                    let mut fitting = outside.clone();
                    self.keep(part, &mut fitting);
                    outside.remove(&fitting);
                }
                among.remove(&outside);
            }
            Query::Not(inner) => {
                let mut fitting = among.clone();
                self.keep(inner, &mut fitting);
                among.remove(&fitting);
            }
            Query::Test(test) => self.keep_tested(test, among),
        }
    }

    fn keep_tested(&self, test: &CardTest, among: &mut Bits) {
        let (cards, columns) = (&self.game.cards, &self.game.columns);
        match self.answers(test) {
            // The texts of a card with faces are joined, so a name may begin within them.
            Answers::Hits(hits) => among.keep(|card| {
                hits.place(CardIx(card as u32)) > 0
                    || columns.kinds[card].has_faces && a_face_holds(test, &cards[card], self.scope)
            }),
            Answers::Kinds => among.keep(|card| columns.kinds[card].answers(test) == Some(true)),
            Answers::Numbers(numbers, None) => among.keep(|card| numbers[card].is_some()),
            Answers::Numbers(numbers, Some(range)) => among.keep(|card| {
                numbers[card].is_some_and(|n| range.holds(n))
                    || columns.kinds[card].has_faces && a_face_holds(test, &cards[card], self.scope)
            }),
            Answers::Subtypes(pattern) => among.keep(columns.with_subtype(cards, pattern)),
            Answers::Cards => among.keep(|card| holds(test, &cards[card], self.scope)),
        }
    }

    fn answers<'t>(&'t self, test: &'t CardTest) -> Answers<'t> {
        let game = self.game;
        let numbers = |field: usize| game.columns.numbers(&game.cards, field);
        match test {
            _ if let Some(hits) = self.hits.iter().find(|h| h.is_about(test)) => Answers::Hits(hits),
            CardTest::Number { field, resource: None, range } => Answers::Numbers(numbers(*field), Some(*range)),
            CardTest::Has(CardPart::Field(field)) if game.fields[*field].kind == FieldKind::Number => {
                Answers::Numbers(numbers(*field), None)
            }
            CardTest::In(CardPart::Subtype, pattern) => Answers::Subtypes(pattern),
            CardTest::Type(_)
            | CardTest::Set(_)
            | CardTest::Era { .. }
            | CardTest::Released { .. }
            | CardTest::Rarity(..) => Answers::Kinds,
            CardTest::Faction(..) | CardTest::Factions(_) => Answers::Kinds,
            _ => Answers::Cards,
        }
    }

    fn is_slow(&self, query: &Query) -> bool {
        let mut slow = false;
        query.tests(&mut |test| slow |= matches!(self.answers(test), Answers::Cards));
        slow
    }
}

impl Search {
    /// The cards of a game that fit, in the order asked for; otherwise those whose names begin with a word of
    /// the query come first, then those that hold it, and the rest follows in order of print.
    pub fn run(&self, game: &GameData) -> Vec<CardIx> {
        self.run_with(game, None)
    }

    /// The same, with what surrounds the search.
    pub fn run_in(&self, game: &GameData, context: &dyn QueryContext) -> Vec<CardIx> {
        self.run_with(game, Some(context))
    }

    fn run_with(&self, game: &GameData, context: Option<&dyn QueryContext>) -> Vec<CardIx> {
        let hits = game.words.look_up(&self.query);
        let mut found = self.query.select_with(game, context, &hits);
        // A stable sort by the last key, then by the one before, and so on to the first.
        for key in self.sort.iter().rev() {
            key.sort(game, &mut found);
        }
        let bare: Vec<&Hits<'_>> = hits.iter().filter(|h| h.is_bare()).collect();
        if self.sort.is_empty() && !bare.is_empty() {
            found = names_first(found, &bare);
        }
        found.truncate(self.limit.unwrap_or(usize::MAX));
        found
    }
}

fn names_first(found: Vec<CardIx>, hits: &[&Hits<'_>]) -> Vec<CardIx> {
    let mut ranks: Vec<Vec<CardIx>> = vec![Vec::new(); 2 * hits.len() + 2];
    for ix in found {
        let starts = hits.iter().any(|h| h.place(ix) == 3);
        let outside = hits.iter().filter(|h| h.place(ix) < 2).count();
        ranks[outside + if starts { 0 } else { hits.len() + 1 }].push(ix);
    }
    ranks.concat()
}

impl SortKey {
    /// Sorts by this key; what is equal stays as it was.
    fn sort(self, game: &GameData, found: &mut [CardIx]) {
        // Key and place in one number: they sort fast, and equal keys keep their order.
        let pack = |(at, ix): (usize, &CardIx)| u64::from(self.key(game, *ix)) << 32 | at as u64;
        let mut keyed: Vec<u64> = found.iter().enumerate().map(pack).collect();
        keyed.sort_unstable();
        let before = found.to_vec();
        found.iter_mut().zip(keyed).for_each(|(to, key)| *to = before[(key & u64::from(u32::MAX)) as usize]);
    }

    /// Where a card comes; one without the field comes last, whichever way the order goes.
    fn key(self, game: &GameData, ix: CardIx) -> u32 {
        let kind = game.columns.kinds[ix.at()];
        let key = match self.by {
            SortBy::Name => game.words.alphabet(&game.cards)[ix.at()],
            SortBy::Print => ix.0,
            SortBy::Rarity => u32::from(kind.rarity),
            SortBy::Faction => faction_rank(kind.factions),
            SortBy::Type => game
                .card(ix)
                .types
                .iter()
                .take(4)
                .enumerate()
                .fold(0, |key, (i, t)| key | (u32::from(*t) + 1) << (24 - 8 * i)),
            SortBy::Field(f) => match game.columns.numbers(&game.cards, f)[ix.at()] {
                Some(n) => (n as u32) ^ (1 << 31),
                None => return u32::MAX,
            },
        };
        if self.descending { u32::MAX - 1 - key.min(u32::MAX - 1) } else { key.min(u32::MAX - 1) }
    }
}

/// One faction in declared order, then several, then none.
fn faction_rank(factions: Mask) -> u32 {
    match factions.count_ones() {
        0 => u32::MAX - 1,
        n => (n << 26) | (factions.reverse_bits().wrapping_neg() as Mask >> 6),
    }
}

impl SortBy {
    /// The sort keys of every game: names, the first of which is shown, and what they mean.
    pub(super) const COMMON: &[(&[&str], SortBy, &str)] = &[
        (&["name"], SortBy::Name, noted!("by name")),
        (&["set", "print", "number"], SortBy::Print, noted!("in order of print")),
        (&["rarity"], SortBy::Rarity, noted!("by rarity, the most common first")),
        (&["type"], SortBy::Type, noted!("by type")),
    ];

    /// What a word sorts by.
    pub(super) fn named(word: &str, game: &GameData) -> Option<SortBy> {
        let common = SortBy::COMMON.iter().find(|(names, ..)| names.contains(&word)).map(|(_, by, _)| *by);
        let faction = || (word == game.faction_field || word == "faction").then_some(SortBy::Faction);
        let field = || game.fields.iter().position(|f| f.id == word || f.aliases.iter().any(|a| a == word));
        common.or_else(faction).or_else(|| field().filter(|f| is_number(game, *f)).map(SortBy::Field))
    }

    /// What it is called.
    pub(super) fn name(self, game: &GameData) -> &str {
        match self {
            SortBy::Faction => &game.faction_field,
            SortBy::Field(f) => &game.fields[f].id,
            SortBy::Name | SortBy::Print | SortBy::Rarity | SortBy::Type => {
                let (names, ..) = SortBy::COMMON.iter().find(|(_, by, _)| *by == self).expect("all others are in it");
                names[0]
            }
        }
    }

    /// All names, for advice.
    pub(super) fn names(game: &GameData) -> Vec<&str> {
        let fields = game.fields.iter().enumerate().filter(|(f, _)| is_number(game, *f)).map(|(_, f)| f.id.as_str());
        fields.chain(SortBy::COMMON.iter().map(|(names, ..)| names[0])).chain([game.faction_field.as_str()]).collect()
    }
}

fn is_number(game: &GameData, field: usize) -> bool {
    matches!(game.fields[field].kind, FieldKind::Number | FieldKind::Cost | FieldKind::Amounts)
}
