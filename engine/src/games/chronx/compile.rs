//! Cards made ready for a match: abilities compiled, keywords as masks, what static abilities depend on; what the rules cannot
//! play is refused.

use std::sync::Arc;

use catalog::ability::TriggerEvent;
use catalog::{CardIx, GameData};

use super::dialect::ChronXDialect;
use super::{CardKind, Def, KeywordMasks, MatchData, Options, Printed, RESOURCES, StaticDependencies};
use crate::effect::{
    AbilityForm, Amount, CardError, CompiledAbility, Condition, Countable, DefSet, MaskReader, Op, StaticEffect, lower,
};
use crate::kernel::match_options::{MatchOptions, Refusal, SetupError};

/// What a seat brings.
#[derive(Debug, Clone)]
pub(super) struct SeatDeck {
    /// Definitions of its cards; the first is its Headquarters.
    pub cards: Vec<u8>,
    /// The definition of the named opening card.
    pub opener: Option<u8>,
    /// How many random ones go with it.
    pub random: u8,
    /// Power at the start.
    pub power: i16,
}

/// The cards of a match, for what each seat brings.
pub(super) fn match_data(
    game: &Arc<GameData>,
    cards: &[CardIx],
    seats: Vec<SeatDeck>,
    options: Options,
) -> Result<MatchData, SetupError> {
    let ids: Vec<&str> = game.resources.iter().take(RESOURCES).map(|r| r.id.as_str()).collect();
    if game.resources.iter().filter(|r| !r.variable).count() > RESOURCES {
        return Err(missing_data("rules for more than five resources"));
    }
    if ids != ["influence", "military", "covert", "cyberops", "power"] {
        return Err(missing_data("the five resources in their order"));
    }
    let field = |id: &str| game.field(id).ok_or_else(|| missing_data(format!("the field `{id}`")));
    let (firepower, armor) = (field("firepower")?, field("armor")?);
    let words = keyword_masks(game)?;
    let listed: Vec<&catalog::Card> = cards.iter().map(|ix| game.card(*ix)).collect();
    let lowered = lower(game, &listed, &ChronXDialect { numbers: [firepower, armor], keywords: words.all.into() })
        .map_err(SetupError::Cards)?;
    let mut refused = Vec::new();
    let mut defs = Vec::new();
    for (ix, entries) in cards.iter().zip(lowered.entries) {
        match compile(game, *ix, entries, &words, &options) {
            Ok(def) => defs.push(def),
            Err(why) => refused.push(Refusal { card: game.card(*ix).name.clone(), why: why.to_string() }),
        }
    }
    if !refused.is_empty() {
        return Err(SetupError::Cards(refused));
    }
    let heard = defs.iter().fold(0, |m, def| m | def.printed.waits_for);
    let mut code = lowered.code;
    let statics = || defs.iter().flat_map(|d| &d.entries).filter(|e| e.form == AbilityForm::Static);
    let taps = |e: &CompiledAbility| code.costs[e.cost as usize].tap;
    if let Some(city) = defs.iter().find(|d| d.printed.kind == CardKind::City && d.entries.iter().any(taps)) {
        let why = "a city cannot be tapped".to_owned();
        return Err(SetupError::Cards(vec![Refusal { card: city.name.clone(), why }]));
    }
    // Only assets come into play without being played (CX-R66).
    let assets = DefSet::matching(&listed, |c| c.types.iter().any(|t| game.types[*t as usize].id == "asset"));
    for op in &code.ops {
        if let Op::Put { filter, .. } = op {
            let filter = &mut code.filters[*filter as usize];
            filter.printed = filter.printed.intersection(assets);
        }
    }
    let mut dependencies = StaticDependencies::default();
    for entry in statics() {
        entry.condition.iter().for_each(|c| dependencies.add_condition(&code.conditions[*c as usize]));
        for (_, always) in &entry.statics {
            if let StaticEffect::Give(gift) = always {
                let numbers = &code.gifts[*gift as usize].numbers;
                dependencies.resources |= numbers.iter().any(|(_, n)| matches!(n, Amount::Resource(_)));
            }
        }
    }
    let printed = defs.iter().map(|d| d.printed).collect();
    Ok(MatchData {
        game: game.clone(),
        defs,
        printed,
        code,
        keywords: words,
        firepower,
        armor,
        options,
        seats,
        city: None,
        heard,
        static_dependencies: dependencies,
    })
}

impl StaticDependencies {
    /// Notes what a condition asks about.
    fn add_condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Count(_, Countable::Resource(..)) => self.resources = true,
            Condition::Count(_, Countable::Points(_)) | Condition::ControlsCity(_) => self.points = true,
            Condition::Count(_, Countable::Pile(..)) => self.piles = true,
            Condition::Not(inner) => self.add_condition(inner),
            Condition::And(parts) => parts.iter().for_each(|p| self.add_condition(p)),
            Condition::Count(_, Countable::Cards(_) | Countable::Result) | Condition::Is(..) | Condition::First => {}
            Condition::In(..) | Condition::YourTurn => {}
        }
    }
}

fn keyword_masks(game: &GameData) -> Result<KeywordMasks, SetupError> {
    if game.keywords.len() > 16 {
        return Err(missing_data(format!("rules for {} keywords; the engine takes 16", game.keywords.len())));
    }
    let ids = game.keywords.iter().map(|k| k.id.as_str()).collect();
    let mut keywords = MaskReader { game: Options::GAME, what: "keyword", ids, all: 0 };
    let mut mask = |id: &str| keywords.bit(id).map(|bit| bit as u16);
    Ok(KeywordMasks {
        ambush: mask("ambush")?,
        assault: mask("assault")?,
        antiterrorism: mask("antiterrorism")?,
        cyberaffinity: mask("cyberaffinity")?,
        immunity: mask("immunity")?,
        massive: mask("massive")?,
        mechanical: mask("mechanical")?,
        perception: mask("perception")?,
        precise: mask("precise")?,
        rapid: mask("rapid")?,
        sabotage: mask("sabotage")?,
        stealth: mask("stealth")?,
        all: keywords.all as u16,
    })
}

fn compile(
    game: &GameData,
    ix: CardIx,
    entries: Vec<CompiledAbility>,
    words: &KeywordMasks,
    options: &Options,
) -> Result<Def, CardError> {
    let card = game.card(ix);
    let kind = match game.types[card.types.first().copied().unwrap_or(0) as usize].id.as_str() {
        "headquarters" => CardKind::Base,
        "asset" => CardKind::Asset,
        "program" => CardKind::Program,
        "intervention" => CardKind::Intervention,
        "enhancement" => CardKind::Enhancement,
        "city" => CardKind::City,
        other => return Err(CardError::Type(other.to_owned())),
    };
    let number = |id: &str| game.field(id).and_then(|f| card.number_in(f)).unwrap_or(0);
    let small = |n: i32| i8::try_from(n).map_err(|_| CardError::Number(n));
    let amounts = |id: &str| -> Result<[i16; RESOURCES], CardError> {
        let mut all = [0; RESOURCES];
        for (r, n) in game.field(id).map_or(&[][..], |f| card.amounts_in(f)) {
            let at = all.get_mut(*r as usize).ok_or(CardError::Rule("a cost of X cannot be played"))?;
            *at = small(*n)?.into();
        }
        Ok(all)
    };
    let mut keywords = 0;
    let mut numbers = [0u8; 3];
    for has in &card.keywords {
        let bit = 1u16 << has.keyword;
        if bit & words.all == 0 {
            return Err(CardError::Keyword(game.keywords[has.keyword as usize].name.clone()));
        }
        keywords |= bit;
        let number = has.number.map_or(options.perception_default, |n| n.clamp(0, 99) as u8);
        for (at, word) in numbers.iter_mut().zip([words.stealth, words.perception, words.cyberaffinity]) {
            if bit == word {
                *at = number;
            }
        }
    }
    let plays = |e: &CompiledAbility| matches!(e.form, AbilityForm::Played { .. });
    if matches!(kind, CardKind::Program | CardKind::Intervention | CardKind::Enhancement) && !entries.iter().any(plays)
    {
        return Err(CardError::Rule("it says nothing that happens when it is played"));
    }
    let stays = matches!(kind, CardKind::Base | CardKind::Asset | CardKind::City)
        || entries.iter().any(|e| plays(e) && e.attaches);
    if !stays && !entries.iter().all(plays) {
        return Err(CardError::Rule("it does not stay in play, so `when`, `cost` and `always` never work"));
    }
    let deployed = |e: &CompiledAbility| e.form == AbilityForm::Triggered(TriggerEvent::Deployed, None);
    if kind != CardKind::Asset && entries.iter().any(deployed) {
        return Err(CardError::Rule("only assets are deployed; let it happen when the card is played"));
    }
    if kind == CardKind::Enhancement && !entries.iter().any(|e| plays(e) && e.attaches) {
        return Err(CardError::Rule("an enhancement attaches when it is played"));
    }
    if kind == CardKind::City && entries.iter().any(|e| !matches!(e.form, AbilityForm::Activated(_))) {
        return Err(CardError::Rule("the engine plays only the activated abilities of a city"));
    }
    if entries.iter().filter(|e| matches!(e.form, AbilityForm::Activated(_))).count() > 4 {
        return Err(CardError::Rule("more than four activated abilities"));
    }
    let income = amounts("income")?;
    let armor = if kind == CardKind::Base { number("health") } else { number("armor") };
    let printed = Printed {
        firepower: small(number("firepower"))?,
        armor: small(armor)?,
        keywords,
        stealth: numbers[0],
        perception: numbers[1],
        affinity: numbers[2],
        kind,
        cost: amounts("cost")?.map(|n| n as i8),
        earns: income != [0; RESOURCES],
        has_statics: entries.iter().any(|e| e.form == AbilityForm::Static),
        has_actives: entries.iter().any(|e| matches!(e.form, AbilityForm::Activated(_))),
        may_be_rapid: keywords & words.rapid != 0
            || entries.iter().any(|e| e.form == AbilityForm::Played { rapid: true }),
        waits_for: entries.iter().fold(0, |m, e| match e.form {
            AbilityForm::Triggered(event, _) => m | 1 << event as u32,
            _ => m,
        }),
    };
    Ok(Def {
        card: ix,
        name: card.name.clone(),
        printed,
        income,
        skill: small(number("skill"))?.into(),
        entries,
        numbers: (0..game.fields.len()).map(|f| card.number_in(f)).collect(),
    })
}

/// What the game's data lack.
fn missing_data(what: impl Into<String>) -> SetupError {
    SetupError::Data { game: Options::GAME, what: what.into() }
}
