//! Numbers and keywords as they are now; selectors, amounts and conditions out of the trees.

use std::collections::BTreeMap;

use catalog::ability::{
    AbilityKind, Amount, CardFilter, CardRef, Condition, Countable, Effect, PlayerPile, PlayerSide, Selector,
};
use catalog::card::HasKeyword;
use catalog::query::{CardTest, Query};
use engine::games::chronx::{Id, Zone};

use super::model::{Change, Context, Model};

/// A card in play as it is now.
#[derive(Clone)]
pub struct Live {
    pub firepower: i32,
    pub armor: i32,
    /// With their numbers.
    pub keywords: BTreeMap<u8, i32>,
    pub hacked: bool,
}

pub type Now = BTreeMap<Id, Live>;

impl Live {
    fn hack(&mut self) {
        self.hacked = true;
        self.keywords.clear();
    }

    fn learn(&mut self, keyword: u8, number: i32) {
        if !self.hacked {
            let has = self.keywords.entry(keyword).or_insert(0);
            *has = (*has).max(number);
        }
    }
}

impl Model<'_> {
    /// Everything in play, worked out from what is printed: what is hacked, then keywords, then numbers.
    pub fn now(&self) -> Now {
        let mut now = Now::new();
        for id in self.all_in_play() {
            let base = self.is(id, "headquarters");
            let mut live = Live {
                firepower: self.printed(id, "firepower"),
                armor: self.printed(id, if base { "health" } else { "armor" }),
                keywords: BTreeMap::new(),
                hacked: false,
            };
            self.things[&id].card.keywords.iter().for_each(|k| live.learn(k.keyword, self.keyword_number(k)));
            now.insert(id, live);
        }
        for (id, change) in &self.changes {
            if let Change::Hack = change {
                live(&mut now, *id).hack();
            }
        }
        for attached in [true, false] {
            self.statics(&mut now, |model, now, source, effect, on| {
                if let Effect::Hack(..) = effect
                    && model.things[&source].host.is_some() == attached
                {
                    on.iter().for_each(|id| live(now, *id).hack());
                }
            });
        }
        for (id, change) in &self.changes {
            if let Change::Keyword(has) = change {
                live(&mut now, *id).learn(has.keyword, self.keyword_number(has));
            }
        }
        self.statics(&mut now, |_, now, _, effect, on| {
            if let Effect::Give(gift, ..) = effect {
                for has in &gift.keywords {
                    on.iter().for_each(|id| live(now, *id).learn(has.keyword, self.keyword_number(has)));
                }
            }
        });
        for (id, change) in &self.changes {
            if let Change::Number(field, n) = change {
                self.add(live(&mut now, *id), *field, *n);
            }
        }
        self.statics(&mut now, |model, now, source, effect, on| {
            if let Effect::Give(gift, ..) = effect {
                let context = Context::of(model.things[&source].controller, source);
                for (field, amount) in &gift.numbers {
                    let n = model.amount(amount, &context, now);
                    on.iter().for_each(|id| model.add(live(now, *id), *field, n));
                }
            }
        });
        // CX-214: Firepower 0 whatever else there is.
        now.values_mut().filter(|l| l.hacked).for_each(|l| l.firepower = 0);
        now
    }

    /// Perception without a number counts what the table says (CX-R34).
    fn keyword_number(&self, has: &HasKeyword) -> i32 {
        let perception = has.keyword == self.keyword("perception");
        has.number.unwrap_or(if perception { self.options().perception_default.into() } else { 1 })
    }

    fn add(&self, live: &mut Live, field: usize, n: i32) {
        if field == self.field("firepower") { live.firepower += n } else { live.armor += n }
    }

    /// What is always so, of each card that is not hacked and whose condition holds.
    fn statics(&self, now: &mut Now, mut visit: impl FnMut(&Self, &mut Now, Id, &Effect, &[Id])) {
        for source in self.all_in_play() {
            let seat = self.things[&source].controller;
            for ability in self.things[&source].card.abilities.iter().filter(|a| a.shape == AbilityKind::Static) {
                let context = Context::of(seat, source);
                if now[&source].hacked || ability.condition.as_ref().is_some_and(|c| !self.holds(c, &context, now)) {
                    continue;
                }
                for effect in &ability.effects {
                    let on = match effect.selector().expect("a static is about cards") {
                        Selector::Known(known) => self.known(*known, &context).into_iter().collect(),
                        Selector::Each(group) => self.group(group, seat, source, now),
                        _ => panic!("nothing is chosen for what is always so"),
                    };
                    visit(self, now, source, effect, &on);
                }
            }
        }
    }

    /// Whether a card fits: as it is now if it is in play, otherwise as printed.
    pub fn fits(&self, query: &Query, id: Id, now: &Now) -> bool {
        let card = self.things[&id].card;
        let Some(live) = now.get(&id) else { return query.matches(card) };
        match query {
            Query::All => true,
            Query::And(parts) => parts.iter().all(|q| self.fits(q, id, now)),
            Query::Or(parts) => parts.iter().any(|q| self.fits(q, id, now)),
            Query::Not(part) => !self.fits(part, id, now),
            Query::Test(CardTest::Keyword(list)) => list.iter().any(|k| live.keywords.contains_key(k)),
            Query::Test(CardTest::KeywordNumber(k, range)) => live.keywords.get(k).is_some_and(|n| range.holds(*n)),
            Query::Test(CardTest::Number { field, resource: None, range }) if *field == self.field("firepower") => {
                self.is(id, "asset") && range.holds(live.firepower)
            }
            Query::Test(CardTest::Number { field, resource: None, range }) if *field == self.field("armor") => {
                self.is(id, "asset") && range.holds(live.armor)
            }
            printed => printed.matches(card),
        }
    }

    pub fn belongs(&self, group: &CardFilter, id: Id, seat: u8, source: Id, now: &Now) -> bool {
        let own = self.things[&id].controller == seat;
        let side = match group.side {
            PlayerSide::Any => true,
            PlayerSide::Your => own,
            PlayerSide::Enemy => !own,
        };
        side && !(group.other && id == source) && self.fits(&group.query, id, now)
    }

    pub fn group(&self, group: &CardFilter, seat: u8, source: Id, now: &Now) -> Vec<Id> {
        self.all_in_play().into_iter().filter(|id| self.belongs(group, *id, seat, source, now)).collect()
    }

    pub fn known(&self, known: CardRef, c: &Context) -> Option<Id> {
        match known {
            CardRef::This => Some(c.source),
            CardRef::It => c.it,
            CardRef::User => c.user,
            CardRef::Host => self.things[&c.source].host,
        }
    }

    pub fn amount(&self, amount: &Amount, c: &Context, now: &Now) -> i32 {
        match amount {
            Amount::Number(n) => *n,
            Amount::Per(n, Countable::Cards(group)) => n * self.group(group, c.seat, c.source, now).len() as i32,
            Amount::Per(..) | Amount::X => panic!("Chron X refuses {amount:?}"),
            Amount::Resource(r) => self.people[c.seat as usize].resources[*r],
            Amount::Result => c.result,
            Amount::Field(field, known) => self.known(*known, c).map_or(0, |id| match now.get(&id) {
                Some(live) if *field == self.field("firepower") && self.is(id, "asset") => live.firepower,
                Some(live) if *field == self.field("armor") && self.is(id, "asset") => live.armor,
                _ => self.things[&id].card.number_in(*field).unwrap_or(0),
            }),
        }
    }

    pub fn holds(&self, condition: &Condition, c: &Context, now: &Now) -> bool {
        let of = |side: PlayerSide| if side == PlayerSide::Enemy { 1 - c.seat } else { c.seat };
        match condition {
            Condition::In(..) | Condition::YourTurn => panic!("Chron X refuses {condition:?}"),
            Condition::Count { min, max, what } => {
                let n = match what {
                    Countable::Cards(group) => self.group(group, c.seat, c.source, now).len() as i32,
                    Countable::Resource(side, r) => self.people[of(*side) as usize].resources[*r],
                    Countable::Pile(side, pile, _) => self.cards(of(*side), zone(*pile)).len() as i32,
                    Countable::Points(side) => self.points[of(*side) as usize],
                    Countable::Result => c.result,
                };
                *min <= n && max.is_none_or(|max| n <= max)
            }
            // CX-046
            Condition::ControlsCity(side) => self.points[of(*side) as usize] == 3,
            Condition::Is(known, query) => self.known(*known, c).is_some_and(|id| self.fits(query, id, now)),
            Condition::First => c.first,
            Condition::Not(inner) => !self.holds(inner, c, now),
            Condition::And(parts) => parts.iter().all(|p| self.holds(p, c, now)),
        }
    }
}

fn live(now: &mut Now, id: Id) -> &mut Live {
    now.get_mut(&id).expect("a card in play")
}

pub fn zone(pile: PlayerPile) -> Zone {
    match pile {
        PlayerPile::Deck => Zone::Deck,
        PlayerPile::Hand => Zone::Hand,
        PlayerPile::Discard => Zone::Discard,
        PlayerPile::Downloads => Zone::Downloads,
    }
}
