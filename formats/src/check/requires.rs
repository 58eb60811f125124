//! Cards that need others in the deck: the one that a field names, such as what an evolution grows out of, or any of some.

use catalog::query::{CardPart, CardTest, Pattern};
use catalog::tr;
use catalog::{CardIx, GameData, Query};

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::leader::text_field;
use super::{Fix, FixChoice, section_names};
use crate::format::RuleReader;

/// Each of some cards needs another.
#[derive(Debug, Clone)]
pub struct Requires {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// The cards that need another.
    pub of: Query,
    /// What they need.
    pub need: Need,
}

/// What a card needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// The card that this text field names, by position; a card without the field needs nothing.
    Named(usize),
    /// Any of these.
    Any(Query),
}

/// Something that is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Missing {
    /// The card; `None` where any would do, or where the game has no such card.
    card: Option<CardIx>,
    /// Its name, or the query.
    name: String,
    /// The cards that need it, themselves or through others, in order of the deck.
    by: Vec<(CardIx, u32)>,
}

impl Requires {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Requires {
        let named = text_field(r.t, "named", r.game);
        let need = match (named, r.t.has("named"), r.t.has("with")) {
            (_, true, true) => {
                r.t.problem_at("with", "`named` and `with` say two things", Some("leave one out".into()));
                Need::Any(Query::All)
            }
            (Some(field), ..) => Need::Named(field),
            (None, true, _) => Need::Any(Query::All),
            (None, false, true) => Need::Any(r.query("with")),
            (None, false, false) => {
                let hint = "a field that names the card: named = \"…\"; or a query: with = \"…\"";
                r.t.problem("`named` or `with` is missing", Some(hint.into()));
                Need::Any(Query::All)
            }
        };
        Requires { sections: r.sections_or_all(), of: r.query_or_all("of"), need }
    }

    fn needing<'c>(&'c self, context: &'c CheckContext<'_>) -> impl Iterator<Item = (CardIx, u32)> + 'c {
        let fits = |card: &CardIx| self.of.matches_in(context.game.card(*card), context.home);
        context.copies_by_name(&self.sections).filter(move |(card, _)| fits(card))
    }

    /// Everything that is missing, each card once: those that a missing card would need as well.
    fn missing(&self, context: &CheckContext<'_>) -> Vec<Missing> {
        let game = context.game;
        let field = match &self.need {
            Need::Named(field) => *field,
            Need::Any(with) => {
                let by: Vec<_> = self.needing(context).collect();
                let met = by.is_empty() || context.copies_of(&self.sections, with) > 0;
                return if met { Vec::new() } else { vec![Missing { card: None, name: with.print(game), by }] };
            }
        };
        let there: Vec<CardIx> = context.copies_by_name(&self.sections).map(|(card, _)| card).collect();
        let mut missing: Vec<Missing> = Vec::new();
        for (needing, copies) in self.needing(context) {
            // A line that leads back to itself ends where it began.
            let mut line = vec![needing];
            let mut now = needing;
            while let Some(name) = self.named(game, now, field, context) {
                let card = game.find(name).map(|ix| game.namesake(ix));
                if card.is_some_and(|card| there.contains(&card) || line.contains(&card)) {
                    break;
                }
                match missing.iter_mut().find(|m| m.card == card && m.name == name) {
                    Some(known) => known.by.push((needing, copies)),
                    None => missing.push(Missing { card, name: name.to_owned(), by: vec![(needing, copies)] }),
                }
                let Some(card) = card else { break };
                line.push(card);
                now = card;
            }
        }
        missing
    }

    fn named<'g>(&self, game: &'g GameData, card: CardIx, field: usize, context: &CheckContext<'_>) -> Option<&'g str> {
        let card = game.card(card);
        card.text_in(field).filter(|_| self.of.matches_in(card, context.home))
    }
}

/// The cards of this name, which is without case and accents.
fn exactly(name: &str) -> Query {
    Query::Test(CardTest::In(CardPart::Name, Pattern::Whole(name.to_owned())))
}

impl RuleCheck for Requires {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let section = self.sections.first().copied();
        let missing = self.missing(context);
        let finding = |(entry, missing): (usize, Missing)| Finding {
            card: missing.card,
            section,
            entry,
            allowed: 1,
            ..Finding::default()
        };
        findings.extend(missing.into_iter().enumerate().map(finding));
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let missing = self.missing(context).swap_remove(f.entry);
        let names = |cards: &[(CardIx, u32)]| {
            cards.iter().map(|(card, _)| context.name(*card)).collect::<Vec<_>>().join(&tr!(" and "))
        };
        let needing = names(&missing.by);
        let what = match (&self.need, missing.card) {
            (Need::Named(_), Some(card)) => context.name(card).to_owned(),
            (Need::Named(_), None) => missing.name.clone(),
            (Need::Any(_), _) => tr!("card of “{query}”", query = missing.name),
        };
        let places = section_names(context.game, &self.sections);
        let mut message = tr!("{places}: no {what} for {cards}", places, what, cards = needing);
        if matches!(self.need, Need::Named(_)) && missing.card.is_none() {
            message = tr!("{message}, and {game} has no such card", message, game = context.game.name);
        }
        let changes: Vec<_> =
            missing.by.iter().flat_map(|(card, n)| context.take_out(&self.sections, *card, *n)).collect();
        let add = match (&self.need, missing.card) {
            (Need::Any(with), _) => Some(with.clone()),
            (Need::Named(_), card) => card.map(|card| exactly(context.game.card(card).folded_name())),
        };
        let text = match (&add, &self.need) {
            (Some(_), Need::Any(_)) => tr!("add a {what}, or remove {cards}", what, cards = needing),
            (Some(_), _) => tr!("add {what}, or remove {cards}", what, cards = needing),
            (None, _) => tr!("remove {cards}", cards = needing),
        };
        let choices = add.map(|of| FixChoice { sections: self.sections.clone(), of, by: 1 }).into_iter().collect();
        let cards = missing.by.iter().map(|(card, n)| context.copies(*card, *n)).collect();
        Explanation { message, cards, fix: Fix { text, changes, choices }, ..Explanation::default() }
    }

    fn describe(&self, game: &GameData) -> String {
        let (places, of) = (section_names(game, &self.sections), self.of.print(game));
        match (&self.need, &self.of) {
            (Need::Named(field), Query::All) => {
                tr!(
                    "{places}: each card with the card that its {field} names",
                    places,
                    field = game.fields[*field].name
                )
            }
            (Need::Named(field), _) => tr!(
                "{places}: each card of “{query}” with the card that its {field} names",
                places,
                query = of,
                field = game.fields[*field].name
            ),
            (Need::Any(with), _) => {
                tr!(
                    "{places}: cards of “{query}” only with one of “{other}”",
                    places,
                    query = of,
                    other = with.print(game)
                )
            }
        }
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        let missing: Vec<String> = self.missing(context).into_iter().map(|m| m.name).collect();
        if missing.is_empty() { tr!("nothing is missing") } else { tr!("missing: {}", missing.join(", ")) }
    }

    fn asks_home(&self) -> bool {
        self.of.depends_on_leader() || matches!(&self.need, Need::Any(with) if with.depends_on_leader())
    }
}
