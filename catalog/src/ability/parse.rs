//! The small languages inside abilities: selectors, amounts, conditions, events.

use super::{
    Amount, CardFilter, CardRef, CardState, Condition, Countable, PlayerPile, PlayerSelector, PlayerSide, Selector,
    TriggerEvent,
};
use crate::game::{FieldKind, GameData};
use crate::query::{CardTest, Query};
use crate::read::suggest;

/// What is wrong, and at which byte of the text.
pub(super) struct ParseFault {
    pub at: usize,
    pub message: String,
    pub hint: Option<String>,
}

type Result<T> = std::result::Result<T, ParseFault>;

fn fault<T>(at: usize, message: impl Into<String>, hint: Option<String>) -> Result<T> {
    Err(ParseFault { at, message: message.into(), hint })
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

    fn side(&mut self) -> PlayerSide {
        match () {
            () if self.take("your") => PlayerSide::Your,
            () if self.take("enemy") => PlayerSide::Enemy,
            () => PlayerSide::Any,
        }
    }

    fn state(&mut self) -> Option<CardState> {
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
const STATES: [(&str, CardState); 6] = [
    ("tapped", CardState::Tapped),
    ("untapped", CardState::Untapped),
    ("attacking", CardState::Attacking),
    ("blocking", CardState::Blocking),
    ("fighting", CardState::Fighting),
    ("damaged", CardState::Damaged),
];

/// Players, as effects name them.
pub(super) const PLAYERS: [(&str, PlayerSelector); 5] = [
    ("you", PlayerSelector::You),
    ("opponent", PlayerSelector::Opponent),
    ("each opponent", PlayerSelector::EachOpponent),
    ("each player", PlayerSelector::EachPlayer),
    ("its controller", PlayerSelector::Controller),
];

pub(super) fn known(word: &str) -> Option<CardRef> {
    Some(match word {
        "this" => CardRef::This,
        "it" => CardRef::It,
        "host" => CardRef::Host,
        "user" => CardRef::User,
        _ => return None,
    })
}

fn query(c: Cursor<'_>, game: &GameData) -> Result<Query> {
    if c.rest().is_empty() {
        return fault(c.at, "a query is missing here", Some("for instance type:asset".into()));
    }
    let query =
        Query::parse(c.rest(), game).map_err(|e| ParseFault { at: c.at + e.at, message: e.message, hint: e.hint })?;
    if query.depends_on_leader() {
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
        Query::Test(CardTest::Anywhere(_)) => true,
        Query::And(parts) | Query::Or(parts) => parts.iter().any(searches_text),
        Query::Not(inner) => searches_text(inner),
        Query::Test(_) | Query::All => false,
    }
}

fn group_at(mut c: Cursor<'_>, game: &GameData) -> Result<CardFilter> {
    let players = c.take_last(" or player");
    let mut other = c.take("other");
    let side = c.side();
    other |= c.take("other");
    let state = c.state();
    let here = c.take("here");
    Ok(CardFilter { side, other, state, here, query: query(c, game)?, players })
}

pub(super) fn group(text: &str, game: &GameData) -> Result<CardFilter> {
    group_at(Cursor::new(text), game)
}

pub(super) fn selector(text: &str, game: &GameData) -> Result<Selector> {
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
fn number_field(c: Cursor<'_>, game: &GameData) -> Result<usize> {
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

pub(super) fn amount(text: &str, game: &GameData) -> Result<Amount> {
    let mut c = Cursor::new(text);
    if let Ok(n) = c.word().parse::<i32>() {
        c.skip();
        return if c.take("per") {
            Ok(Amount::Per(n, countable(c, game)?))
        } else {
            fault(c.at, "`per` is missing", Some(format!("write {n} without quotes, or \"{n} per …\"")))
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

fn resource(c: &mut Cursor<'_>, game: &GameData) -> Result<usize> {
    let at = c.at;
    let word = c.skip();
    let known: Vec<&str> = game.resources.iter().filter(|r| !r.variable).map(|r| r.id.as_str()).collect();
    match game.resource(word).filter(|r| !game.resources[*r].variable) {
        Some(found) => Ok(found),
        None => fault(at, format!("there is no resource `{word}`"), Some(suggest(word, &known))),
    }
}

fn end(c: Cursor<'_>) -> Result<()> {
    if c.rest().is_empty() { Ok(()) } else { fault(c.at, format!("`{}` makes no sense here", c.rest()), None) }
}

/// A condition; several are joined by ` and `.
pub(super) fn condition(text: &str, game: &GameData) -> Result<Condition> {
    let mut parts = Vec::new();
    let mut at = 0;
    // A text in quotes may have the word in it.
    let whole = text.contains('"').then_some(text);
    for part in whole.into_iter().chain(text.split(" and ").filter(|_| whole.is_none())) {
        let one = one_condition(Cursor::new(part), game);
        parts.push(one.map_err(|f| ParseFault { at: f.at + at, ..f })?);
        at += part.len() + " and ".len();
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::And(parts) })
}

fn one_condition(mut c: Cursor<'_>, game: &GameData) -> Result<Condition> {
    if c.take("not") {
        return Ok(Condition::Not(Box::new(one_condition(c, game)?)));
    }
    if c.take("first") {
        return end(c).map(|()| Condition::First);
    }
    if c.rest().trim() == "your turn" {
        return Ok(Condition::YourTurn);
    }
    for (words, side) in [(["you", "control"], PlayerSide::Your), (["enemy", "controls"], PlayerSide::Enemy)] {
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

fn countable(mut c: Cursor<'_>, game: &GameData) -> Result<Countable> {
    if c.word() == "result" {
        c.skip();
        return end(c).map(|()| Countable::Result);
    }
    let whole = c;
    let side = c.side();
    let word = c.word();
    let last = c.rest().trim() == word;
    let pile = match word {
        "deck" => Some(PlayerPile::Deck),
        "hand" => Some(PlayerPile::Hand),
        "discard" => Some(PlayerPile::Discard),
        "downloads" => Some(PlayerPile::Downloads),
        _ => None,
    };
    match (side, pile, game.resource(word)) {
        (PlayerSide::Any, ..) => {}
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
const EVENTS: [(&str, TriggerEvent); 23] = [
    ("deployed", TriggerEvent::Deployed),
    ("enters", TriggerEvent::Enters),
    ("destroyed", TriggerEvent::Destroyed),
    ("dies", TriggerEvent::Dies),
    ("leaves", TriggerEvent::Leaves),
    ("attacks", TriggerEvent::Attacks),
    ("blocks", TriggerEvent::Blocks),
    ("hits", TriggerEvent::Hits),
    ("damaged", TriggerEvent::Damaged),
    ("tapped", TriggerEvent::Tapped),
    ("carries", TriggerEvent::Carries),
    ("takes control", TriggerEvent::TakesControl),
    ("played", TriggerEvent::Played),
    ("start of turn", TriggerEvent::TurnStart),
    ("start of enemy turn", TriggerEvent::EnemyTurnStart),
    ("start of each turn", TriggerEvent::EachTurnStart),
    ("end of turn", TriggerEvent::TurnEnd),
    ("end of enemy turn", TriggerEvent::EnemyTurnEnd),
    ("end of each turn", TriggerEvent::EachTurnEnd),
    ("revealed", TriggerEvent::Revealed),
    ("chaos", TriggerEvent::Chaos),
    ("discarded", TriggerEvent::Discarded),
    ("milled", TriggerEvent::Milled),
];

/// An event and whom it is about.
pub(super) fn event(text: &str, game: &GameData) -> Result<(TriggerEvent, Option<CardFilter>)> {
    let (word, about) = match text.split_once(": ") {
        Some((word, about)) => (word, Some(about)),
        None => (text, None),
    };
    let Some((_, event)) = EVENTS.iter().find(|(w, _)| *w == word) else {
        let known: Vec<&str> = EVENTS.iter().map(|(w, _)| *w).collect();
        return fault(0, format!("there is no event `{word}`"), Some(suggest(word, &known)));
    };
    let about = about.map(|a| group(a, game).map_err(|f| ParseFault { at: f.at + word.len() + 2, ..f })).transpose()?;
    match (event, &about) {
        (event, Some(_)) if event.is_turn() => {
            let hint = "start of turn, start of enemy turn, start of each turn; the same with end";
            fault(word.len(), "a turn has no selector", Some(hint.into()))
        }
        (TriggerEvent::Carries | TriggerEvent::Revealed | TriggerEvent::Chaos, Some(_)) => {
            fault(word.len(), format!("`{word}` is about this card only"), None)
        }
        (
            event,
            Some(CardFilter { state: Some(_), .. } | CardFilter { here: true, .. } | CardFilter { players: true, .. }),
        ) if event.is_out_of_play() => {
            let hint = format!("\"{word}: your type:…\": your, enemy, other, and a query");
            fault(word.len() + 2, format!("a card that is {word} is not in play"), Some(hint))
        }
        (TriggerEvent::Played, None) => {
            fault(0, "`played` needs a selector", Some("\"played: your type:program\"".into()))
        }
        _ => Ok((*event, about)),
    }
}
