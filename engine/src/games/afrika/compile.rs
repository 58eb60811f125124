//! Cards made ready for a match: abilities compiled, keywords and types as masks, prices; what the rules cannot play is refused.

use std::sync::Arc;

use catalog::ability::TriggerEvent;
use catalog::card::HasKeyword;
use catalog::{CardIx, GameData};

use super::dialect::AfrikaDialect;
use super::energy::{Price, Resource};
use super::roles::{CardTraits, Role};
use super::state::{ENERGIES, Zone};
use super::{Def, KeywordMasks, MatchData, Options, Printed, TypeMasks, Variant};
use crate::effect::{
    AbilityForm, Amount, CardError, CompiledAbility, DefSet, Ix, MaskReader, OpTargets, StaticEffect, lower,
};
use crate::kernel::match_options::{MatchOptions, Refusal, SetupError};

/// What a seat brings.
#[derive(Debug, Clone)]
pub(super) struct SeatDeck {
    /// The definition of each of its cards.
    pub cards: Vec<u16>,
    /// Where each is at the start.
    pub zones: Vec<Zone>,
    /// The slot of its leader.
    pub leader: Option<u8>,
    /// For each of its cards, the slots of all that are the same card.
    pub twins: Vec<u128>,
    /// The slots of cards that can be played in closed windows.
    pub quick: u128,
    /// The slots of terrains.
    pub terrains: u128,
    /// The slots of cards with abilities that are activated in the Void Zone.
    pub works_in_void: u128,
}

impl SeatDeck {
    /// For each card, the slots of those with the same definition.
    pub fn twins(cards: &[u16]) -> Vec<u128> {
        let same = |def: u16| (0..cards.len()).filter(|at| cards[*at] == def).fold(0, |slots, at| slots | 1 << at);
        cards.iter().map(|def| same(*def)).collect()
    }
}

/// The cards of a match, for what each seat brings.
pub(super) fn match_data(
    game: &Arc<GameData>,
    cards: &[CardIx],
    seats: Vec<SeatDeck>,
    options: Options,
) -> Result<MatchData, SetupError> {
    let field = |id: &str| game.field(id).ok_or_else(|| missing_data(format!("the field `{id}`")));
    let (power, health) = (field("power")?, field("health")?);
    let resources = resources(game)?;
    let words = keyword_masks(game)?;
    let types = type_masks(game)?;
    let listed: Vec<&catalog::Card> = cards.iter().map(|ix| game.card(*ix)).collect();
    let spoken = AfrikaDialect { numbers: [power, health], keywords: words.all, equip: words.equip };
    let lowered = lower(game, &listed, &spoken).map_err(SetupError::Cards)?;
    let named = listed.iter().flat_map(|c| &c.keywords).chain(lowered.code.gifts.iter().flat_map(|g| &g.keywords));
    let mut qualities: Vec<(String, DefSet)> = Vec::new();
    for word in named.filter_map(|has| has.word.as_deref()) {
        if qualities.iter().all(|(w, _)| w != word) {
            qualities.push((word.to_owned(), DefSet::matching(&listed, |card| has_quality(game, card, word))));
        }
    }
    if qualities.len() > 32 {
        return Err(missing_data("rules for more than 32 words of keywords in one match"));
    }
    let mut table = MatchData {
        game: game.clone(),
        defs: Vec::new(),
        prices: lowered.code.costs.iter().map(|c| Price::from_cost(c, &resources)).collect(),
        code: lowered.code,
        keywords: words,
        types,
        qualities,
        resources,
        power,
        health,
        teams: (0..seats.len() as u8).map(|s| team(&options, s)).collect(),
        lives: (0..seats.len() as u8).map(|s| life_of(&options, s)).collect(),
        options,
        group_roles: Vec::new(),
        zones_matter: false,
        heard: 0,
        seats,
    };
    let mut refused = Vec::new();
    for (ix, entries) in cards.iter().zip(lowered.entries) {
        match table.compile(*ix, entries) {
            Ok(def) => table.defs.push(def),
            Err(why) => refused.push(Refusal { card: game.card(*ix).name.clone(), why: why.to_string() }),
        }
    }
    if !refused.is_empty() {
        return Err(SetupError::Cards(refused));
    }
    // AF-181, AF-R06, AF-R75
    let is_quick = |def: &Def| def.printed.types & types.instant != 0 || def.printed.keywords & words.warp != 0;
    for seat in &mut table.seats {
        for (slot, def) in seat.cards.iter().map(|def| &table.defs[*def as usize]).enumerate() {
            seat.quick |= u128::from(is_quick(def)) << slot;
            seat.terrains |= u128::from(def.printed.types & types.terrain != 0) << slot;
            seat.works_in_void |= u128::from(def.printed.works_in_void) << slot;
        }
    }
    table.group_roles = table.code.groups.iter().map(|group| table.role_of_group(group.filter)).collect();
    table.heard = table.defs.iter().fold(0, |m, d| m | d.printed.waits_for);
    table.zones_matter = table.defs.iter().any(|d| d.printed.types & types.vehicle != 0)
        || table.code.groups.iter().any(|p| p.here)
        || table.code.ops.iter().any(|op| matches!(op, crate::effect::Op::Act(crate::effect::CardOp::Move, _)))
        || table.options.lanes;
    Ok(table)
}

/// The team of a seat: partners sit opposite each other (AF-229); all others are against the first (AF-245).
fn team(options: &Options, seat: u8) -> u8 {
    match options.variant {
        Variant::Duel => seat,
        Variant::Allied => seat % 2,
        Variant::Overlord => u8::from(seat > 0),
    }
}

/// The seat that keeps the life of a seat (AF-231).
fn life_of(options: &Options, seat: u8) -> u8 {
    match options.variant {
        Variant::Allied => seat % 2,
        Variant::Duel | Variant::Overlord => seat,
    }
}

/// Whether a card has what a word of a keyword names: a terrain, a type, a subtype, or the card's own name.
fn has_quality(game: &GameData, card: &catalog::Card, word: &str) -> bool {
    let faction = game.factions.iter().position(|f| f.id == word);
    let of_type = |t: &u8| {
        let kind = &game.types[*t as usize];
        kind.id == word || kind.aliases.iter().any(|a| a == word) || kind.under.iter().any(|u| u == word)
    };
    faction.is_some_and(|f| card.factions & (1 << f) != 0)
        || card.types.iter().any(of_type)
        || card.subtypes.iter().any(|s| s.eq_ignore_ascii_case(word))
        || card.id == word
}

fn resources(game: &GameData) -> Result<Vec<Resource>, SetupError> {
    let energy = |id: &str| game.factions.iter().position(|f| f.resource == id);
    let all: Vec<Resource> = (game.resources.iter())
        .map(|r| match r.id.as_str() {
            _ if r.variable => Ok(Resource::X),
            "any" => Ok(Resource::Any),
            "life" => Ok(Resource::Life),
            id => energy(id).map(|e| Resource::Energy(e as u8)).ok_or(id),
        })
        .collect::<Result<_, &str>>()
        .map_err(|id| missing_data(format!("a terrain for the resource `{id}`")))?;
    if game.factions.len() == ENERGIES {
        Ok(all)
    } else {
        Err(missing_data(format!("the {ENERGIES} terrains (AF-009)")))
    }
}

fn keyword_masks(game: &GameData) -> Result<KeywordMasks, SetupError> {
    if game.keywords.len() > 32 {
        return Err(missing_data(format!("rules for {} keywords; the engine takes 32", game.keywords.len())));
    }
    let ids = game.keywords.iter().map(|k| k.id.as_str()).collect();
    let mut keywords = MaskReader { game: Options::GAME, what: "keyword", ids, all: 0 };
    Ok(KeywordMasks {
        phasewalk: keywords.bit("phasewalk")?,
        guardianship: keywords.bit("guardianship")?,
        bond: keywords.bit("bond")?,
        equip: keywords.bit("equip")?,
        first_attack: keywords.bit("first-attack")?,
        warp: keywords.bit("warp")?,
        soaring: keywords.bit("soaring")?,
        rush: keywords.bit("rush")?,
        cloaking: keywords.bit("cloaking")?,
        invincible: keywords.bit("invincible")?,
        terrainwalk: keywords.bit("terrainwalk")?,
        lifelink: keywords.bit("lifelink")?,
        shield: keywords.bit("shield")?,
        trample: keywords.bit("trample")?,
        alertness: keywords.bit("alertness")?,
        crossroads: keywords.bit("crossroads")?,
        settling: keywords.bit("settling")?,
        rooted: keywords.bit("rooted")?,
        meek: keywords.bit("meek")?,
        unseen: keywords.bit("unseen")?,
        dormant: keywords.bit("dormant")?,
        roused: keywords.bit("roused")?,
        venom: keywords.bit("venom")?,
        all: keywords.all,
    })
}

fn type_masks(game: &GameData) -> Result<TypeMasks, SetupError> {
    let ids = game.types.iter().map(|t| t.id.as_str()).collect();
    let mut types = MaskReader { game: Options::GAME, what: "type", ids, all: 0 };
    Ok(TypeMasks {
        terrain: types.bit("terrain")?,
        entity: types.bit("entity")?,
        tech: types.bit("tech")?,
        artifact: types.bit("artifact")?,
        vehicle: types.bit("vehicle")?,
        enchantment: types.bit("enchantment")?,
        instant: types.bit("instant")?,
        sorcery: types.bit("sorcery")?,
        celestial: types.bit("celestial")?,
        rift: types.bit("rift")?,
        scheme: types.bit("scheme")?,
        all: types.all,
    })
}

impl MatchData {
    /// The number of the word that a keyword has.
    pub(super) fn word_of(&self, has: &HasKeyword) -> u8 {
        let word = has.word.as_deref().unwrap_or("");
        self.qualities.iter().position(|(w, _)| w == word).unwrap_or(0) as u8
    }

    fn compile(&self, ix: CardIx, entries: Vec<CompiledAbility>) -> Result<Def, CardError> {
        let game = &self.game;
        let card = game.card(ix);
        let types = card.types.iter().fold(0u32, |m, t| m | 1 << t);
        if types & !self.types.all != 0 || types == 0 {
            return Err(CardError::Rule("the engine does not play cards of its type"));
        }
        let number = |id: &str| game.field(id).and_then(|f| card.number_in(f));
        let small = |n: i32| i16::try_from(n).ok().filter(|n| (-99..=999).contains(n)).ok_or(CardError::Number(n));
        let (mut keywords, mut shield, mut walks, mut equip, mut bond) = (0u32, 0u32, 0u32, None, None);
        for has in &card.keywords {
            let bit = 1u32 << has.keyword;
            if bit & self.keywords.all == 0 {
                return Err(CardError::Keyword(game.keywords[has.keyword as usize].name.clone()));
            }
            keywords |= bit;
            let word = self.word_of(has);
            match bit {
                _ if bit == self.keywords.shield => shield |= 1 << word,
                _ if bit == self.keywords.terrainwalk => walks |= 1 << word,
                _ if bit == self.keywords.equip => equip = Some(has.number.unwrap_or(0).clamp(0, 99) as u8),
                _ if bit == self.keywords.bond => bond = Some(word),
                _ => {}
            }
        }
        let stays = types & (self.types.instant | self.types.sorcery | self.types.scheme) == 0;
        let plays = |e: &&CompiledAbility| matches!(e.form, AbilityForm::Played { .. });
        let scheme = types & self.types.scheme != 0;
        if !stays && !scheme && !entries.iter().any(|e| plays(&e)) {
            return Err(CardError::Rule("it says nothing that happens when it is played"));
        }
        if !stays && !scheme && !entries.iter().all(|e| plays(&e) || e.discarded) {
            return Err(CardError::Rule("it does not stay in play, so `when`, `cost` and `always` never work"));
        }
        if bond.is_some() != entries.iter().any(|e| e.attaches) {
            return Err(CardError::Rule("Bond and `attach` go together: it enters attached to its target"));
        }
        if entries.iter().filter(|e| matches!(e.form, AbilityForm::Activated(_))).count() > 4 {
            return Err(CardError::Rule("the engine takes up to four activated abilities on a card"));
        }
        let counters = |e: &CompiledAbility| self.code.costs[e.cost as usize].counters != 0;
        if types & self.types.celestial == 0 && entries.iter().any(counters) {
            return Err(CardError::Rule("only celestials have counters to pay with"));
        }
        let mut waits_for = 0u32;
        for entry in &entries {
            if let AbilityForm::Triggered(event, _) = entry.form {
                let common = matches!(event, TriggerEvent::Revealed | TriggerEvent::Chaos);
                waits_for |= if common { 0 } else { 1 << event as u32 };
            }
        }
        let entity = types & self.types.entity != 0;
        let amounts = game.cost_field().map_or(&[][..], |f| card.amounts_in(f));
        let produces = game.field("produces").map_or(0, |f| card.resources_in(f));
        let produces =
            (0..game.resources.len()).filter(|r| produces & (1 << r) != 0).fold(0u16, |m, r| match self.resources[r] {
                Resource::Energy(e) => m | 1 << e,
                _ => m,
            });
        let capacity = number("capacity").unwrap_or(self.options.vehicle_capacity_default.into());
        let legendary = game.field("legendary").is_some_and(|f| card.flag_in(f));
        let mut printed = Printed {
            types,
            power: small(number("power").unwrap_or(0))?,
            health: if entity { small(number("health").unwrap_or(0))? } else { 0 },
            keywords,
            shield,
            walks,
            produces,
            has_statics: entries.iter().any(|e| e.form == AbilityForm::Static),
            watches: entries.iter().any(|e| e.form == AbilityForm::Static && self.watches(e)),
            works_in_void: entries.iter().any(|e| e.discarded),
            has_actives: entries.iter().any(|e| matches!(e.form, AbilityForm::Activated(_)) && !e.discarded),
            waits_for,
            traits: CardTraits::default(),
        };
        let changes_rules = |e: &CompiledAbility| {
            e.form == AbilityForm::Static
                && e.statics.iter().any(|(_, a)| matches!(a, StaticEffect::Cheaper(_) | StaticEffect::ExtraPlay(_)))
        };
        let rules = entries.iter().any(changes_rules);
        let price = Price::from_amounts(amounts, &self.resources)?;
        let modes = || entries.iter().filter(|e| matches!(e.form, AbilityForm::Played { .. }));
        let of_mode = |e: &CompiledAbility| price.plus(self.price(e.cost)).with_x(0).total();
        let least_units = modes().map(of_mode).min().unwrap_or_else(|| price.with_x(0).total());
        printed.traits =
            CardTraits::new(&self.types, &printed, equip.is_some(), bond.is_some(), legendary, rules, self.defs.len());
        Ok(Def {
            card: ix,
            name: card.name.clone(),
            printed,
            price,
            has_modes: modes().next().is_some(),
            least_units: least_units as u16,
            capacity: capacity.clamp(0, 99) as u8,
            resolve: small(number("resolve").unwrap_or(0))?,
            equip,
            bond,
            legendary,
            entries,
            numbers: (0..game.fields.len()).map(|f| card.number_in(f)).collect(),
        })
    }

    /// Whether what a static ability does depends on more than which cards are in play.
    fn watches(&self, entry: &CompiledAbility) -> bool {
        let changes = |(on, always): &(OpTargets, StaticEffect)| {
            let state = matches!(on, OpTargets::Each(pick) if self.code.groups[*pick as usize].state.is_some());
            let number = matches!(always, StaticEffect::Give(gift) if self.code.gifts[*gift as usize]
                .numbers.iter().any(|(_, n)| !matches!(n, Amount::Number(_))));
            state || number
        };
        entry.condition.is_some() || entry.statics.iter().any(changes)
    }

    /// A role that every card has that may ever fit a filter: nobody looks at others.
    fn role_of_group(&self, filter: Ix) -> Option<Role> {
        let reach = self.code.filters[filter as usize].reach();
        let fits =
            |role: Role| self.defs.iter().enumerate().all(|(at, d)| !reach.has(at) || d.printed.traits.has(role));
        [Role::Celestial, Role::Entity, Role::Terrain, Role::Gear, Role::Source].into_iter().find(|role| fits(*role))
    }

    /// Life at the start (AF-004, AF-231, AF-243, AF-R68).
    pub(super) fn first_life(&self, seat: u8) -> i16 {
        let by_variant = match self.options.variant {
            Variant::Allied => 30,
            Variant::Overlord if seat == 0 => 40,
            _ if self.seats.iter().any(|s| s.leader.is_some()) => 40,
            _ => 20,
        };
        if self.options.life > 0 { self.options.life.into() } else { by_variant }
    }
}

/// What the game's data lack.
fn missing_data(what: impl Into<String>) -> SetupError {
    SetupError::Data { game: Options::GAME, what: what.into() }
}
