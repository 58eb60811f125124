//! Every verb of the effect language.

use super::parse::known;
use super::read::{MOST, Reader};
use super::{CardRef, Cost, Destination, Effect, Picker};
use crate::read::TomlTable;

/// Reads one effect; the table holds its verb.
type Verb = fn(&Reader<'_>, &TomlTable<'_>, bool) -> Option<Effect>;

/// Where a card may go that leaves play.
const AWAY: [(&str, Destination); 3] =
    [("hand", Destination::Hand), ("top", Destination::Top), ("bottom", Destination::Bottom)];

/// Where cards may go that were looked at and not taken.
const REST: [(&str, Destination); 4] = [
    ("bottom", Destination::Bottom),
    ("top", Destination::Top),
    ("either", Destination::Either),
    ("discard", Destination::Discard),
];

/// Every verb.
pub(super) const VERBS: [(&str, Verb); 39] = [
    ("gain", |r, t, _| Some(Effect::Gain(r.who(t), r.amounts(t, "gain")))),
    ("lose", |r, t, _| Some(Effect::Lose(r.who(t), r.amounts(t, "lose")))),
    ("damage", |r, t, _| {
        let by = t.text_if("by").and_then(|word| {
            let words = ["this", "it", "host", "user"];
            t.one_of("by", &word, "card", &words).and_then(|i| known(words[i]))
        });
        let (amount, to) = (r.amount(t, "damage")?, r.selector(t, "to")?);
        Some(Effect::Damage { amount, to, by: by.unwrap_or(CardRef::This) })
    }),
    ("destroy", |r, t, _| Some(Effect::Destroy(r.selector(t, "destroy")?))),
    ("exile", |r, t, _| Some(Effect::Exile(r.selector(t, "exile")?))),
    ("tap", |r, t, _| Some(Effect::Tap(r.selector(t, "tap")?))),
    ("untap", |r, t, _| Some(Effect::Untap(r.selector(t, "untap")?))),
    ("return", |r, t, _| Some(Effect::Return(r.selector(t, "return")?, r.place(t, "to", &AWAY)))),
    ("flicker", |r, t, _| Some(Effect::Flicker(r.selector(t, "flicker")?))),
    ("move", |r, t, _| Some(Effect::Move(r.selector(t, "move")?))),
    ("control", |r, t, _| {
        let until = if t.has("until") { Some(r.until_some(t)?) } else { None };
        Some(Effect::Control(r.selector(t, "control")?, until))
    }),
    ("counters", |r, t, _| Some(Effect::Counters(r.amount(t, "counters")?, r.selector(t, "to")?))),
    ("negate", |r, t, _| {
        let price = t.table_if("unless").map_or_else(Cost::default, |c| r.cost(&c));
        Some(Effect::Negate(r.selector(t, "negate")?, price))
    }),
    ("draw", |r, t, _| Some(Effect::Draw(r.who(t), r.amount(t, "draw")?))),
    ("discard", |r, t, _| {
        let picker = match (t.flag("random"), t.has("choose")) {
            (_, true) => Picker::You(r.query(t, "choose")),
            (true, _) => Picker::Random,
            _ => Picker::Owner,
        };
        Some(Effect::Discard { who: r.who(t), count: r.amount(t, "discard")?, picker })
    }),
    ("sacrifice", |r, t, _| {
        let count = t.count_if("count").unwrap_or(1);
        Some(Effect::Sacrifice { who: r.who(t), query: r.query(t, "sacrifice"), count })
    }),
    ("mill", |r, t, _| Some(Effect::Mill(r.who(t), r.amount(t, "mill")?))),
    ("purge", |r, t, _| {
        let count = t.count_if("count").unwrap_or(0);
        Some(Effect::Purge { who: r.who(t), query: r.query(t, "purge"), count })
    }),
    ("reshuffle", |r, t, _| {
        r.bare(t, "reshuffle");
        Some(Effect::Reshuffle(r.who(t)))
    }),
    ("peek", |r, t, _| {
        r.bare(t, "peek");
        Some(Effect::Peek(r.who(t)))
    }),
    ("look", |r, t, _| {
        let count = r.amount(t, "look")?;
        let take = t.has("take").then(|| (r.query(t, "take"), t.count_if("count").unwrap_or(1)));
        if take.is_none() && t.has("to") {
            t.problem_at("to", "nothing is taken", Some("add `take`, which cards".into()));
        }
        let to = r.place(t, "to", &[("hand", Destination::Hand), ("play", Destination::Play)]);
        Some(Effect::Look { count, take, to, rest: r.place(t, "rest", &REST) })
    }),
    ("research", |r, t, _| {
        r.bare(t, "research");
        Some(Effect::Research { reveal: t.flag("reveal") })
    }),
    ("download", |r, t, _| {
        Some(Effect::Download {
            query: r.query(t, "download"),
            from: r.pile(t, &["deck", "discard"]),
            count: t.count_if("count").unwrap_or(1),
        })
    }),
    ("fetch", |r, t, _| {
        Some(Effect::Fetch {
            query: r.query(t, "fetch"),
            from: r.pile(t, &["deck", "discard"]),
            count: t.count_if("count").unwrap_or(1),
        })
    }),
    ("put", |r, t, _| {
        let from = r.pile(t, &["deck", "discard", "hand"]);
        Some(Effect::Put { query: r.query(t, "put"), from, tapped: t.flag("tapped") })
    }),
    ("give", |r, t, always| Some(Effect::Give(r.modifier(t)?, r.selector(t, "to")?, r.until(t, always)?))),
    ("hack", |r, t, always| Some(Effect::Hack(r.selector(t, "hack")?, r.until(t, always)?))),
    ("cheaper", |r, t, _| {
        let n = t.number("cheaper");
        r.within(t, "cheaper", n, -MOST);
        Some(Effect::Cheaper(n, r.group(t, "of")?))
    }),
    ("extra_play", |r, t, _| Some(Effect::ExtraPlay(r.query(t, "extra_play")))),
    ("attach", |r, t, _| Some(Effect::Attach(r.selector(t, "attach")?))),
    ("points", |r, t, _| {
        let n = t.number("points");
        r.within(t, "points", n, -MOST);
        Some(Effect::Points(r.who(t), n))
    }),
    ("take_control", |r, t, _| Some(Effect::TakeControl(r.selector(t, "take_control")?))),
    ("extra_turn", |r, t, _| {
        r.bare(t, "extra_turn");
        Some(Effect::ExtraTurn)
    }),
    ("win", |r, t, _| {
        r.bare(t, "win");
        Some(Effect::Win)
    }),
    ("check", |r, t, _| {
        Some(Effect::Check {
            least: r.amount(t, "check")?,
            target: t.has("target").then(|| r.selector(t, "target")).flatten(),
            then: r.effects(t, "do", false),
            otherwise: r.effects(t, "else", false),
        })
    }),
    ("if", |r, t, _| {
        Some(Effect::If {
            condition: r.condition(t, "if")?,
            then: r.effects(t, "do", false),
            otherwise: r.effects(t, "else", false),
        })
    }),
    ("pay", |r, t, _| Some(Effect::Pay(t.table_if("pay").map(|c| r.cost(&c))?, r.effects(t, "do", false)))),
    ("choose", |r, t, _| {
        let lists = t.table_lists("choose");
        if lists.len() < 2 {
            t.problem_at("choose", "there is nothing to choose between", Some("give two lists or more".into()));
        }
        Some(Effect::Choose(lists.iter().map(|list| r.list(list, false)).collect()))
    }),
    ("may", |r, t, _| Some(Effect::May(r.effects(t, "may", false)))),
];

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::VERBS;
    use crate::ability::EffectKind;

    #[test]
    fn every_effect_can_be_written_and_is_documented() {
        let all: Vec<String> = EffectKind::iter().map(|kind| format!("{kind:?}")).collect();
        assert_eq!(all.len(), VERBS.len(), "{all:?}");
        let source = include_str!("verbs.rs").split("#[cfg(test)]").next().unwrap_or_default();
        for effect in &all {
            assert!(source.contains(&format!("Effect::{effect}")), "no verb makes `{effect}`: add it to `VERBS`");
        }
        let documentation = include_str!("../../../data/README.md");
        for (verb, _) in VERBS {
            assert!(documentation.contains(&format!("{{ {verb} =")), "data/README.md does not have `{verb}`");
        }
    }
}
