//! How actions of Chrononauts and The Emperor's Star are written down.

use super::actions::Action;
use super::state::{Step, Target};
use super::{MatchData, Position, TradeItem};

/// How earlier releases wrote actions.
pub(in crate::games) const OLD: &[(&str, &str)] = &[
    ("play {1} on one's own {2}", "play {1} on own {2}"),
    ("play {1} on oneself", "play {1} on self"),
    ("use the bonus on one's own {1}", "bonus on own {1}"),
    ("use the bonus on oneself", "bonus on self"),
    ("use the bonus{1}", "bonus{1}"),
    ("say nothing", "no claim"),
    ("keep the identity", "keep"),
    ("replace the identity", "replace"),
    ("claim the victory", "claim"),
    ("offer seat {1} a trade", "offer seat {1}"),
    ("put {1} back", "put back {1}"),
    ("ask for a positive favor", "ask for positive favor"),
    ("ask for a negative favor", "ask for negative favor"),
    ("ask for a promise", "ask for promise"),
    ("ask for {1} from the table", "ask for {1} from table"),
    ("give a positive favor", "give positive favor"),
    ("give a negative favor", "give negative favor"),
    ("give a promise", "give promise"),
    ("give {1} from the table", "give {1} from table"),
];

impl MatchData {
    /// What an action is aimed at, with a blank before it; `by` is the seat that acts.
    pub(in crate::games) fn target_notation(&self, target: Target, by: u8) -> String {
        match target {
            Target::None => String::new(),
            Target::Cell(cell) => format!(" on {}", self.label(cell)),
            Target::Seat(seat) if seat == by => " on self".to_owned(),
            Target::Seat(seat) => format!(" on seat {}", seat + 1),
            Target::Table(seat, def) if seat == by => format!(" on own {}", self.defs[def as usize].name),
            Target::Table(seat, def) => format!(" on seat {}'s {}", seat + 1, self.defs[def as usize].name),
            Target::Pile(def) => format!(" on {}", self.defs[def as usize].name),
            Target::Named(def) => format!(", naming {}", self.defs[def as usize].name),
        }
    }

    /// Something that can be traded.
    fn item_notation(&self, item: TradeItem) -> String {
        match item {
            TradeItem::Favor(true) => "positive favor".to_owned(),
            TradeItem::Favor(false) => "negative favor".to_owned(),
            TradeItem::Artifact(def) => format!("{} from table", self.defs[def as usize].name),
            TradeItem::Card(def) => self.defs[def as usize].name.clone(),
            TradeItem::Promise => "promise".to_owned(),
        }
    }
}

impl Position<'_> {
    /// An action as records, saved matches and scenarios have it.
    pub fn notation(&self, action: Action) -> String {
        let name = |def: u8| &self.t.defs[def as usize].name;
        let on = |target: Target| self.t.target_notation(target, self.s.active);
        match action {
            Action::Draw => "draw".to_owned(),
            Action::Play(def, target) => format!("play {}{}", name(def), on(target)),
            Action::Discard(def) => format!("discard {}", name(def)),
            Action::Exchange(def) => format!("exchange {}", name(def)),
            Action::Memo(def) => format!("answer with {}", name(def)),
            Action::Pass => "pass".to_owned(),
            Action::Take(def) => format!("take {}", name(def)),
            Action::Done => "done".to_owned(),
            Action::Keep if self.s.step == Step::Claim => "no claim".to_owned(),
            Action::Keep => "keep".to_owned(),
            Action::Replace => "replace".to_owned(),
            Action::Claim => "claim".to_owned(),
            Action::Offer(seat) => format!("offer seat {}", seat + 1),
            Action::Ask(item) => format!("ask for {}", self.t.item_notation(item)),
            Action::Give(item) => format!("give {}", self.t.item_notation(item)),
            Action::Propose => "propose".to_owned(),
            Action::Withdraw => "withdraw".to_owned(),
            Action::Accept => "accept".to_owned(),
            Action::Refuse => "refuse".to_owned(),
            Action::Hand(def) => format!("pass on {}", name(def)),
            Action::Bonus(target) => format!("bonus{}", on(target)),
            Action::Put(def) => format!("put back {}", name(def)),
        }
    }
}
