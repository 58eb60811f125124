//! Why a card in play is what it is now: what is printed on it, and what changes that, for whoever looks at it.

use catalog::card::HasKeyword;
use catalog::localize::signed;
use catalog::tr;

use super::position::Position;
use super::state::{ALWAYS, Change, ChangeKind, NONE, TURN_END};
use super::{Permanent, Play};
use crate::kernel::audience::{Audience, told};
use crate::kernel::observation::{AddedNumbers, CardChange};
use crate::kernel::rules::NullSink;

/// What changes the cards in play of a position.
pub(super) struct ChangesInPlay<'a, const N: usize, const B: usize> {
    position: Position<'a, N, B>,
    all: Vec<Change>,
}

impl<'a, const N: usize, const B: usize> ChangesInPlay<'a, N, B> {
    /// Works everything out once more, on a copy, and notes what comes from where.
    pub fn of_position(position: Position<'a, N, B>) -> ChangesInPlay<'a, N, B> {
        let (mut state, mut all) = (position.s.clone(), Vec::new());
        Play { t: position.t, s: &mut state, w: &mut NullSink {} }.work_out(&mut |change| all.push(change));
        ChangesInPlay { position, all }
    }

    /// The numbers that are printed on a card in play, and what changes it, for somebody.
    pub fn of(&self, permanent: &Permanent, to: &Audience) -> (String, Vec<CardChange>) {
        let Position { t, .. } = self.position;
        let printed = t.printed(permanent.id);
        let (mut numbers, mut keywords) = (AddedNumbers::default(), Vec::new());
        let counters = i32::from(permanent.counters);
        numbers.add([counters, counters], tr!("counters"), String::new());
        for change in self.all.iter().filter(|change| change.to == permanent.id) {
            let source = if change.source == NONE { String::new() } else { t.def(change.source).name.clone() };
            let until = match change.until {
                ALWAYS => String::new(),
                TURN_END => tr!("until end of turn"),
                seat => told!(to, seat, "until the next turn of {whom}" / "until your next turn"),
            };
            match change.kind {
                ChangeKind::Power(n) => numbers.add([n.into(), 0], source, until),
                ChangeKind::Health(n) => numbers.add([0, n.into()], source, until),
                ChangeKind::Keyword(keyword, word) => {
                    let word = t.game.keywords[keyword as usize].word.then(|| t.qualities[word as usize].0.clone());
                    let words = t.game.keyword_text(&HasKeyword { keyword, number: None, word });
                    let told = CardChange { change: words, keyword: Some(keyword), source, until };
                    if !keywords.contains(&told) {
                        keywords.push(told);
                    }
                }
                ChangeKind::Control(_) => {}
            }
        }
        let entity = printed.types & t.types.entity != 0;
        let mut written = if entity { format!("{}/{}", printed.power, printed.health) } else { String::new() };
        if printed.types & t.types.celestial != 0 {
            written = format!("{written}[{}]", t.def(permanent.id).resolve);
        }
        (
            written,
            numbers.told(|[power, health]| format!("{}/{}", signed(power), signed(health))).chain(keywords).collect(),
        )
    }
}
