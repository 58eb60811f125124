//! The small languages inside abilities: selectors, amounts, conditions, events.

use super::{Amount, Condition, Countable, Event, Group, Known, Pile, Selector, Side, State, Who};
use crate::game::{FieldKind, Game};
use crate::query::{Query, Test};
use crate::read::suggest;

/// What is wrong, and at which byte of the text.
pub(super) struct Fault {
    pub at: usize,
    pub message: String,
    pub hint: Option<String>,
}

type Result<T> = std::result::Result<T, Fault>;

fn fault<T>(at: usize, message: impl Into<String>, hint: Option<String>) -> Result<T> {
    Err(Fault { at, message: message.into(), hint })
}

/// Words taken from the front of a text, which remembers how far it has come.
#[derive(Clone, Copy)]
struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    fn new(text: &'t str) -> Self {
        Cursor { text, at: 0 }.trimmed()
    }

    fn trimmed(mut self) -> Self {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn word(&self) -> &'t str {
        self.rest().split_whitespace().next().unwrap_or("")
    }

    fn skip(&mut self) -> &'t str {
        let word = self.word();
        self.at += word.len();
        *self = self.trimmed();
        word
    }

    /// Takes the word if it comes next.
    fn take(&mut self, word: &str) -> bool {
        let there = self.word() == word;
        if there {
            self.skip();
        }
        there
    }

    fn side(&mut self) -> Side {
        match () {
            () if self.take("your") => Side::Your,
            () if self.take("enemy") => Side::Enemy,
            () => Side::Any,
        }
    }

    fn state(&mut self) -> Option<State> {
        let found = STATES.iter().find(|(word, _)| *word == self.word())?;
        self.skip();
        Some(found.1)
    }

    /// Takes the word from the end if it stands there.
    fn take_last(&mut self, word: &str) -> bool {
        let cut = self.rest().trim_end().strip_suffix(word).map(|rest| self.at + rest.len());
        cut.inspect(|end| self.text = &self.text[..*end]).is_some()
    }
}

/// How a card in play may be just now.
const STATES: [(&str, State); 6] = [
    ("tapped", State::Tapped),
    ("untapped", State::Untapped),
    ("attacking", State::Attacking),
    ("blocking", State::Blocking),
    ("fighting", State::Fighting),
    ("damaged", State::Damaged),
];

/// Players, as effects name them.
pub(super) const PLAYERS: [(&str, Who); 5] = [
    ("you", Who::You),
    ("opponent", Who::Opponent),
    ("each opponent", Who::EachOpponent),
    ("each player", Who::EachPlayer),
    ("its controller", Who::Controller),
];

pub(super) fn known(word: &str) -> Option<Known> {
    Some(match word {
        "this" => Known::This,
        "it" => Known::It,
        "host" => Known::Host,
        "user" => Known::User,
        _ => return None,
    })
}

fn query(c: Cursor<'_>, game: &Game) -> Result<Query> {
    if c.rest().is_empty() {
        return fault(c.at, "a query is missing here", Some("for instance type:asset".into()));
    }
    let query =
        Query::parse(c.rest(), game).map_err(|e| Fault { at: c.at + e.at, message: e.message, hint: e.hint })?;
    if query.asks_home() {
        return fault(c.at, "`is:home` asks about a deck; in play there is none", None);
    }
    if !c.rest().contains('"') && searches_text(&query) {
        let hint = "before the query may stand: other, your or enemy, tapped, attacking and the like, here; \
                    a text to search for stands in quotes";
        return fault(c.at, format!("`{}` has a word that selects nothing", c.rest()), Some(hint.into()));
    }
    Ok(query)
}

/// Whether a query looks for words in the texts of cards.
fn searches_text(query: &Query) -> bool {
    match query {
        Query::Test(Test::Anywhere(_)) => true,
        Query::And(parts) | Query::Or(parts) => parts.iter().any(searches_text),
        Query::Not(inner) => searches_text(inner),
        Query::Test(_) | Query::All => false,
    }
}

fn group_at(mut c: Cursor<'_>, game: &Game) -> Result<Group> {
    let players = c.take_last(" or player");
    let mut other = c.take("other");
    let side = c.side();
    other |= c.take("other");
    let state = c.state();
    let here = c.take("here");
    Ok(Group { side, other, state, here, query: query(c, game)?, players })
}

pub(super) fn group(text: &str, game: &Game) -> Result<Group> {
    group_at(Cursor::new(text), game)
}

pub(super) fn selector(text: &str, game: &Game) -> Result<Selector> {
    let mut c = Cursor::new(text);
    if let Some(known) = known(c.rest().trim()) {
        return Ok(Selector::Known(known));
    }
    if let Some((_, who)) = PLAYERS.iter().find(|(words, _)| *words == c.rest().trim()) {
        return Ok(Selector::Players(*who));
    }
    if c.take("up") {
        let at = c.at;
        let most = if c.take("to") { c.skip().parse().ok().filter(|n| (2..=9).contains(n)) } else { None };
        return match most {
            Some(most) => Ok(Selector::UpTo(most, group_at(c, game)?)),
            None => fault(at, "`to` and a number from 2 to 9 were expected", Some("\"up to 2 type:entity\"".into())),
        };
    }
    let each = c.take("each");
    let group = group_at(c, game)?;
    Ok(if each { Selector::Each(group) } else { Selector::Choose(group) })
}

/// The number or cost field with this id.
fn number_field(c: Cursor<'_>, game: &Game) -> Result<usize> {
    let word = c.word();
    let counts = |kind: FieldKind| matches!(kind, FieldKind::Number | FieldKind::Cost);
    let found = game.fields.iter().position(|f| f.id == word && counts(f.kind));
    let numbers = || game.fields.iter().filter(|f| counts(f.kind)).map(|f| f.id.as_str()).collect();
    found.map_or_else(
        || {
            let known: Vec<&str> = numbers();
            fault(c.at, format!("cards have no number `{word}`"), Some(suggest(word, &known)))
        },
        Ok,
    )
}

pub(super) fn amount(text: &str, game: &Game) -> Result<Amount> {
    let mut c = Cursor::new(text);
    if let Ok(n) = c.word().parse::<i32>() {
        c.skip();
        return match c.take("per") {
            true => Ok(Amount::Per(n, countable(c, game)?)),
            false => fault(c.at, "`per` is missing", Some(format!("write {n} without quotes, or \"{n} per …\""))),
        };
    }
    if c.take("result") {
        return end(c).map(|()| Amount::Result);
    }
    if c.take("x") {
        return end(c).map(|()| Amount::X);
    }
    if c.take("your") {
        let resource = resource(&mut c, game)?;
        return end(c).map(|()| Amount::Resource(resource));
    }
    let field = number_field(c, game)?;
    c.skip();
    if !c.take("of") {
        return fault(c.at, "`of` is missing", Some("for instance \"skill of it\"".into()));
    }
    let at = c.at;
    let word = c.skip();
    match known(word) {
        Some(card) => end(c).map(|()| Amount::Field(field, card)),
        None => fault(at, format!("`{word}` is no card that is known"), Some("this, it, host or user".into())),
    }
}

fn resource(c: &mut Cursor<'_>, game: &Game) -> Result<usize> {
    let at = c.at;
    let word = c.skip();
    let known: Vec<&str> = game.resources.iter().filter(|r| !r.variable).map(|r| r.id.as_str()).collect();
    match game.resource(word).filter(|r| !game.resources[*r].variable) {
        Some(found) => Ok(found),
        None => fault(at, format!("there is no resource `{word}`"), Some(suggest(word, &known))),
    }
}

fn end(c: Cursor<'_>) -> Result<()> {
    match c.rest().is_empty() {
        true => Ok(()),
        false => fault(c.at, format!("`{}` makes no sense here", c.rest()), None),
    }
}

/// A condition; several are joined by ` and `.
pub(super) fn condition(text: &str, game: &Game) -> Result<Condition> {
    let mut parts = Vec::new();
    let mut at = 0;
    // A text in quotes may have the word in it.
    let whole = text.contains('"').then_some(text);
    for part in whole.into_iter().chain(text.split(" and ").filter(|_| whole.is_none())) {
        let one = one_condition(Cursor::new(part), game);
        parts.push(one.map_err(|f| Fault { at: f.at + at, ..f })?);
        at += part.len() + " and ".len();
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::And(parts) })
}

fn one_condition(mut c: Cursor<'_>, game: &Game) -> Result<Condition> {
    if c.take("not") {
        return Ok(Condition::Not(Box::new(one_condition(c, game)?)));
    }
    if c.take("first") {
        return end(c).map(|()| Condition::First);
    }
    if c.rest().trim() == "your turn" {
        return Ok(Condition::YourTurn);
    }
    for (words, side) in [(["you", "control"], Side::Your), (["enemy", "controls"], Side::Enemy)] {
        if c.take(words[0]) {
            if !(c.take(words[1]) && c.take("a") && c.take("city")) {
                return fault(c.at, format!("`{} {} a city` was expected", words[0], words[1]), None);
            }
            return end(c).map(|()| Condition::ControlsCity(side));
        }
    }
    if let Some(card) = known(c.word()) {
        c.skip();
        if !c.take("is") {
            return fault(c.at, "`is` is missing", Some("for instance \"it is keyword:mechanical\"".into()));
        }
        let after = c;
        if let Some(state) = c.state()
            && c.rest().is_empty()
        {
            return Ok(Condition::In(card, state));
        }
        return Ok(Condition::Is(card, query(after, game)?));
    }
    let (min, max) = range(c)?;
    c.skip();
    if !c.take("of") {
        return fault(c.at, "`of` is missing", Some("for instance \"3.. of your type:asset\"".into()));
    }
    Ok(Condition::Count { min, max, what: countable(c, game)? })
}

fn range(c: Cursor<'_>) -> Result<(i32, Option<i32>)> {
    let word = c.word();
    let hint = || {
        Some(
            "conditions: \"3.. of your type:asset\", \"user is cyberaffinity>=3\", \"it is tapped\", \"your turn\", \
         \"you control a city\", \"first\", \"not …\""
                .to_owned(),
        )
    };
    let number = |s: &str| s.parse::<i32>().ok();
    let found = match word.split_once("..") {
        None => number(word).map(|n| (n, Some(n))),
        Some(("", max)) => number(max).map(|n| (0, Some(n))),
        Some((min, "")) => number(min).map(|n| (n, None)),
        Some((min, max)) => number(min).zip(number(max)).map(|(a, b)| (a, Some(b))),
    };
    match found {
        Some((min, Some(max))) if min > max => fault(c.at, "the range is empty", None),
        Some(found) => Ok(found),
        None => fault(c.at, format!("`{word}` is no condition"), hint()),
    }
}

fn countable(mut c: Cursor<'_>, game: &Game) -> Result<Countable> {
    if c.word() == "result" {
        c.skip();
        return end(c).map(|()| Countable::Result);
    }
    let whole = c;
    let side = c.side();
    let word = c.word();
    let last = c.rest().trim() == word;
    let pile = match word {
        "deck" => Some(Pile::Deck),
        "hand" => Some(Pile::Hand),
        "discard" => Some(Pile::Discard),
        "downloads" => Some(Pile::Downloads),
        _ => None,
    };
    match (side, pile, game.resource(word)) {
        (Side::Any, ..) => {}
        (_, Some(pile), _) if last => return Ok(Countable::Pile(side, pile, Query::All)),
        (_, Some(pile), _) => {
            c.skip();
            return Ok(Countable::Pile(side, pile, query(c, game)?));
        }
        (_, _, Some(resource)) if last => return Ok(Countable::Resource(side, resource)),
        _ if last && word == "points" => return Ok(Countable::Points(side)),
        _ => {}
    }
    Ok(Countable::Cards(group_at(whole, game)?))
}

/// The events, as written and as they are.
const EVENTS: [(&str, Event); 23] = [
    ("deployed", Event::Deployed),
    ("enters", Event::Enters),
    ("destroyed", Event::Destroyed),
    ("dies", Event::Dies),
    ("leaves", Event::Leaves),
    ("attacks", Event::Attacks),
    ("blocks", Event::Blocks),
    ("hits", Event::Hits),
    ("damaged", Event::Damaged),
    ("tapped", Event::Tapped),
    ("carries", Event::Carries),
    ("takes control", Event::TakesControl),
    ("played", Event::Played),
    ("start of turn", Event::TurnStart),
    ("start of enemy turn", Event::EnemyTurnStart),
    ("start of each turn", Event::EachTurnStart),
    ("end of turn", Event::TurnEnd),
    ("end of enemy turn", Event::EnemyTurnEnd),
    ("end of each turn", Event::EachTurnEnd),
    ("revealed", Event::Revealed),
    ("chaos", Event::Chaos),
    ("discarded", Event::Discarded),
    ("milled", Event::Milled),
];

/// An event and whom it is about.
pub(super) fn event(text: &str, game: &Game) -> Result<(Event, Option<Group>)> {
    let (word, about) = match text.split_once(": ") {
        Some((word, about)) => (word, Some(about)),
        None => (text, None),
    };
    let Some((_, event)) = EVENTS.iter().find(|(w, _)| *w == word) else {
        let known: Vec<&str> = EVENTS.iter().map(|(w, _)| *w).collect();
        return fault(0, format!("there is no event `{word}`"), Some(suggest(word, &known)));
    };
    let about = about.map(|a| group(a, game).map_err(|f| Fault { at: f.at + word.len() + 2, ..f })).transpose()?;
    match (event, &about) {
        (event, Some(_)) if event.is_turn() => {
            let hint = "start of turn, start of enemy turn, start of each turn; the same with end";
            fault(word.len(), "a turn has no selector", Some(hint.into()))
        }
        (Event::Carries | Event::Revealed | Event::Chaos, Some(_)) => {
            fault(word.len(), format!("`{word}` is about this card only"), None)
        }
        (event, Some(Group { state: Some(_), .. } | Group { here: true, .. } | Group { players: true, .. }))
            if event.is_out_of_play() =>
        {
            let hint = format!("\"{word}: your type:…\": your, enemy, other, and a query");
            fault(word.len() + 2, format!("a card that is {word} is not in play"), Some(hint))
        }
        (Event::Played, None) => fault(0, "`played` needs a selector", Some("\"played: your type:program\"".into())),
        _ => Ok((*event, about)),
    }
}
