//! A format's TOML → [`Format`]; every fault with its place and a hint.

use std::cell::RefCell;

use catalog::load::{count_in, query_in};
use catalog::read::{Document, TomlTable};
use catalog::{GameData, Query};

use super::ruling::IF;
use super::{Advice, DeckFormat, Limited, MatchSettings, Rule, Ruling};
use crate::check::{Bound, Condition, Demand, RuleKind};
use crate::event;
use crate::limited::draft::DraftType;

/// Reads a format. `parents` are the formats of the game read so far: a format may extend one of them.
pub(crate) fn read(stem: &str, document: &Document<'_>, game: &GameData, parents: &[DeckFormat]) -> DeckFormat {
    let t = document.root();
    t.source();
    let id = t.file_id(stem);
    let section_ids: Vec<&str> = game.sections.iter().map(|s| s.id.as_str()).collect();
    let parent = t.text_if("extends").and_then(|wanted| {
        let known: Vec<&str> = parents.iter().map(|p| p.id.as_str()).collect();
        t.one_of("extends", &wanted, "format", &known).map(|i| &parents[i])
    });
    let mut format = DeckFormat {
        id,
        name: t.text("name"),
        about: t.text("about"),
        home: t.text_if("home").and_then(|s| t.one_of("home", &s, "section", &section_ids)),
        rules: parent.map_or_else(Vec::new, |p| p.rules.clone()),
        warnings: parent.map_or_else(Vec::new, |p| p.warnings.clone()),
        advice: parent.map_or_else(Vec::new, |p| p.advice.clone()),
        rulings: parent.map_or_else(Vec::new, |p| p.rulings.clone()),
        limited: t.table_if("limited").map(|l| read_limited(&l)),
        match_settings: t
            .table_if("match")
            .map(|m| read_match_settings(&m))
            .or_else(|| parent.map(|p| p.match_settings.clone()))
            .unwrap_or_default(),
        event: read_event(&t, parent),
        day: None,
    };
    format.home = format.home.or_else(|| parent.and_then(|p| p.home));
    leave_out(&t, &mut format);
    for o in t.tables("option") {
        read_ruling(&o, &mut format.rulings);
    }
    if let Some(options) = t.table_if("options") {
        read_option_defaults(&options, &mut format);
    }
    for r in t.tables("rule") {
        read_rule(&r, game, &mut format);
    }
    check_home(&t, game, &format);
    let counted = |a: &TomlTable<'_>| read_advice(a, game);
    format.warnings.extend(t.tables("warning").iter().map(counted));
    format.advice.extend(t.tables("advice").iter().map(counted));
    format
}

fn read_advice(a: &TomlTable<'_>, game: &GameData) -> Advice {
    let per = a.count_if("per");
    if per == Some(0) {
        a.problem_at("per", "`per` must be 1 or more", None);
    }
    let per = per.filter(|per| *per > 0);
    let advice = Advice { count: count_in(a, "count", game), per, text: a.text("text"), cites: a.texts("rules") };
    if !advice.has_sound_text() {
        let hint = "such a number grows with the deck: \"About {24} of {60} cards\"".to_owned();
        a.problem_at("text", "braces must hold a number of the deck that `per` says", Some(hint));
    }
    advice
}

fn read_event(t: &TomlTable<'_>, parent: Option<&DeckFormat>) -> event::EventRules {
    let before = parent.map_or_else(event::EventRules::default, |p| p.event.clone());
    t.table_if("event").map_or_else(|| before.clone(), |e| event::EventRules::read(&e, &before))
}

/// A leader is asked about only where a section holds one.
fn check_home(t: &TomlTable<'_>, game: &GameData, format: &DeckFormat) {
    if format.home.is_some() {
        return;
    }
    let hint = || Some("say which section holds the leader: home = \"…\"".to_owned());
    let about_leader = |r: &Rule| r.asks_home() || matches!(r.demand, Demand::Leader(_) | Demand::Identity(_));
    if format.rules.iter().any(about_leader) {
        t.problem("a rule asks about the leader, but the format has no `home`", hint());
    } else if let (Some(_), catalog::game::goldfish::OpeningHand::Led { section, .. }) =
        (&format.limited, &game.goldfish.hand)
    {
        let leader = &game.sections[*section];
        let message = format!("decks out of a pool get no {}: the format has no `home`", leader.name);
        t.problem(message, Some(format!("add home = \"{}\"", leader.id)));
    }
}

/// Rules of the format that this one extends, which do not hold here.
fn leave_out(t: &TomlTable<'_>, format: &mut DeckFormat) {
    for id in t.texts("without") {
        let known: Vec<&str> = format.rules.iter().filter_map(|r| r.id.as_deref()).collect();
        if t.one_of("without", &id, "rule", &known).is_none() {
            continue;
        }
        while let Some(at) = format.rules.iter().position(|r| r.id.as_ref() == Some(&id)) {
            format.rules.remove(at);
            for ruling in &mut format.rulings {
                ruling.places.retain(|(rule, _)| *rule != at);
                ruling.places.iter_mut().filter(|(rule, _)| *rule > at).for_each(|(rule, _)| *rule -= 1);
            }
        }
    }
}

fn read_ruling(o: &TomlTable<'_>, rulings: &mut Vec<Ruling>) {
    let id = o.text("id");
    if rulings.iter().any(|r| r.id == id) && !id.is_empty() {
        let hint = "to give it another default here, write it under [options]";
        o.problem_at("id", format!("there is an option `{id}` already"), Some(hint.into()));
    }
    let (value, switch) = value(o, "default");
    let about = o.text("about");
    rulings.push(Ruling { id, about, value, default: value, switch, cites: cites(o), places: Vec::new() });
}

/// A number, or a switch.
fn value(t: &TomlTable<'_>, key: &str) -> (u32, bool) {
    match t.plain(key).as_str() {
        "true" => (1, true),
        "false" => (0, true),
        _ if t.is_text(key) || !t.has(key) => {
            let message = format!("`{key}` must be a whole number, or true or false");
            t.problem_at(key, message, None);
            (0, false)
        }
        _ => (t.count_if(key).unwrap_or(0), false),
    }
}

/// Other defaults for the options of the format that this one extends.
fn read_option_defaults(t: &TomlTable<'_>, format: &mut DeckFormat) {
    for key in t.keys() {
        let known: Vec<&str> = format.rulings.iter().map(|r| r.id.as_str()).collect();
        match known.iter().position(|k| *k == key) {
            None => {
                t.problem_at(&key, format!("there is no option `{key}`"), Some(catalog::read::suggest(&key, &known)))
            }
            Some(at) => {
                let (value, _) = value(t, &key);
                format.set_ruling(at, value);
                format.rulings[at].default = value;
            }
        }
    }
}

fn read_rule(r: &TomlTable<'_>, game: &GameData, format: &mut DeckFormat) {
    let reader =
        RuleReader { t: r, game, home: format.home, rulings: &format.rulings, ruling_uses: RefCell::default() };
    let Some(kind) = r.variant::<RuleKind>("kind", &r.text("kind"), "kind of rule") else {
        // Which keys belong here depends on the kind.
        r.keys();
        return;
    };
    let demand = Demand::read(kind, &reader);
    let mut rule = Rule::new(demand, cites(r));
    rule.id = r.text_if("id");
    rule.team = r.flag("team");
    (rule.from, rule.until) = (r.date_if("from"), r.date_if("until"));
    if rule.from.is_some() && rule.until.is_some() && rule.until < rule.from {
        r.problem_at("until", "`until` is before `from`: the rule never holds", None);
    }
    rule.why = r.text_if("why");
    rule.condition = r.table_if("when").map(|when| {
        Condition::read(&RuleReader {
            t: &when,
            game,
            home: format.home,
            rulings: &[],
            ruling_uses: RefCell::default(),
        })
    });
    if r.has(IF)
        && let Some(ruling) = reader.ruling(IF)
    {
        rule.off = format.rulings[ruling].value == 0;
    }
    let at = format.rules.len();
    for (ruling, key) in reader.ruling_uses.into_inner() {
        format.rulings[ruling].places.push((at, key));
    }
    format.rules.push(rule);
}

fn cites(t: &TomlTable<'_>) -> Vec<String> {
    let cites = t.texts("rules");
    if cites.is_empty() {
        t.problem("`rules` is missing", Some("name the rules that this follows, or [\"house\"]".into()));
    }
    cites
}

/// A rule that is being read, for the file of its kind.
pub(crate) struct RuleReader<'a, 't> {
    pub t: &'a TomlTable<'t>,
    pub game: &'a GameData,
    /// The section of the leader.
    pub home: Option<usize>,
    rulings: &'a [Ruling],
    /// Which ruling settles which key.
    ruling_uses: RefCell<Vec<(usize, String)>>,
}

impl RuleReader<'_, '_> {
    fn ruling(&self, key: &str) -> Option<usize> {
        let known: Vec<&str> = self.rulings.iter().map(|r| r.id.as_str()).collect();
        let at = self.t.one_of(key, &self.t.text(key), "option", &known)?;
        self.ruling_uses.borrow_mut().push((at, key.to_owned()));
        Some(at)
    }

    /// A ruling that is named in a table inside the rule, where it settles `key`.
    pub fn ruling_in(&self, t: &TomlTable<'_>, named: &str, key: String) -> Option<u32> {
        let known: Vec<&str> = self.rulings.iter().map(|r| r.id.as_str()).collect();
        let at = t.one_of(named, &t.text(named), "option", &known)?;
        self.ruling_uses.borrow_mut().push((at, key));
        Some(self.rulings[at].value)
    }

    /// A count that may be absent: a number, or the name of an option.
    pub fn count_if(&self, key: &str) -> Option<u32> {
        if self.t.is_text(key) { self.ruling(key).map(|at| self.rulings[at].value) } else { self.t.count_if(key) }
    }

    /// A count that must be there; 0 after a fault.
    pub fn count(&self, key: &str) -> u32 {
        if !self.t.has(key) {
            let hint = format!("add `{key} = …`, a whole number or the id of an option");
            self.t.problem(format!("`{key}` is missing"), Some(hint));
        }
        self.count_if(key).unwrap_or(0)
    }

    /// A number that the leader may decide, as `leader.FIELD`, and that may be absent.
    pub fn bound_if(&self, key: &str) -> Option<Bound> {
        Bound::of_leader(self.t, key, self.game).or_else(|| self.count_if(key).map(Bound::Number))
    }

    /// The same, which must be there; 0 after a fault.
    pub fn bound(&self, key: &str) -> Bound {
        Bound::of_leader(self.t, key, self.game).unwrap_or_else(|| Bound::Number(self.count(key)))
    }

    /// `section`, or several under `sections`.
    pub fn sections(&self) -> Vec<usize> {
        let sections = self.sections_if();
        if sections.is_empty() && !self.t.has("section") && !self.t.has("sections") {
            let hint = format!("for instance sections = [\"{}\"]", self.game.sections[0].id);
            self.t.problem("`sections` is missing", Some(hint));
        }
        sections
    }

    /// The same, where leaving it out means all of them.
    pub fn sections_or_all(&self) -> Vec<usize> {
        if self.t.has("section") || self.t.has("sections") {
            self.sections_if()
        } else {
            (0..self.game.sections.len()).collect()
        }
    }

    fn sections_if(&self) -> Vec<usize> {
        let ids: Vec<&str> = self.game.sections.iter().map(|s| s.id.as_str()).collect();
        let mut named = self.t.texts("sections");
        match self.t.text_if("section") {
            Some(_) if !named.is_empty() => {
                self.t.problem_at("section", "`section` and `sections` say the same", Some("leave one out".into()));
            }
            Some(section) => return self.t.one_of("section", &section, "section", &ids).into_iter().collect(),
            None => {}
        }
        named.dedup();
        named.iter().filter_map(|s| self.t.one_of("sections", s, "section", &ids)).collect()
    }

    /// A query that must be there.
    pub fn query(&self, key: &str) -> Query {
        query_in(self.t, key, self.game)
    }

    /// A query; every card if it is left out.
    pub fn query_or_all(&self, key: &str) -> Query {
        if self.t.has(key) { self.query(key) } else { Query::All }
    }
}

fn seats(t: &TomlTable<'_>) -> (u32, u32) {
    match t.numbers("seats")[..] {
        [min, max] if 1 <= min && min <= max => (min as u32, max as u32),
        _ => {
            t.problem_at("seats", "`seats` must be [fewest, most]", Some("for instance [4, 8]".into()));
            (1, 1)
        }
    }
}

fn read_match_settings(t: &TomlTable<'_>) -> MatchSettings {
    let options = t.table_if("options");
    let pairs = |o: TomlTable<'_>| o.keys().into_iter().map(|key| (key.clone(), o.plain(&key))).collect();
    t.texts("rules");
    let (seats, team) = (seats(t), t.count_if("team").unwrap_or(1));
    if team == 0 || !seats.0.is_multiple_of(team) || !seats.1.is_multiple_of(team) {
        let message = format!("teams of {team} do not fill {} to {} seats", seats.0, seats.1);
        t.problem_at("team", message, Some("let `seats` be multiples of `team`".into()));
    }
    MatchSettings {
        seats,
        team: team.max(1),
        shared: t.flag("shared"),
        options: options.map(pairs).unwrap_or_default(),
    }
}

fn read_limited(l: &TomlTable<'_>) -> Limited {
    let seats = seats(l);
    let way = DraftType::read(l);
    let sound = |l: &TomlTable<'_>| l.is_list("product") || l.has("packs") && (1..=100).contains(&l.number("packs"));
    let bounded = |key: &str, most: i32| {
        let number = l.number(key);
        if l.has(key) && !(1..=most).contains(&number) {
            l.problem_at(key, format!("`{key}` must be 1 to {most}"), None);
        }
        number.clamp(1, most) as u32
    };
    let deck_size = bounded("deck_size", 250);
    let (products, packs) = if l.is_list("product") {
        let products = l.texts("product");
        if products.is_empty() || l.has("packs") {
            let hint = Some("product = [\"a\", \"a\", \"b\"], or one product and `packs`".into());
            l.problem_at("product", "a list of products has one for each pack", hint);
        }
        l.skip("packs");
        (products.clone(), products.len().max(1) as u32)
    } else {
        let packs = bounded("packs", 100);
        (vec![l.text("product"); packs as usize], packs)
    };
    let named = l.texts("pass").len();
    if l.has("pass") && named != packs as usize && sound(l) {
        let hint = Some("name one for each pack".into());
        l.problem_at("pass", format!("`pass` names {named} of {packs} packs"), hint);
    }
    Limited {
        product: products.first().cloned().unwrap_or_default(),
        products,
        packs,
        seats,
        draft_type: way,
        deck_size,
        lands: l.count_if("lands").unwrap_or(0),
        cites: l.texts("rules"),
    }
}
