//! Why a card in play is what it is now: what is printed on it, and what changes that, for whoever looks at it.

use catalog::card::HasKeyword;
use catalog::localize::signed;
use catalog::tr;

use super::live::{LiveChange, Position};
use super::state::{ChangeKind, HACKED, Id, NO_SOURCE};
use super::{CardKind, Play};
use crate::kernel::observation::{AddedNumbers, CardChange};
use crate::kernel::rules::NullSink;

/// What changes the cards in play of a position.
pub(super) struct ChangesInPlay<'a, const N: usize> {
    position: Position<'a, N>,
    all: Vec<LiveChange>,
}

impl<'a, const N: usize> ChangesInPlay<'a, N> {
    /// Works everything out once more, on a copy, and notes what comes from where.
    pub fn of_position(position: Position<'a, N>) -> ChangesInPlay<'a, N> {
        let (mut state, mut all) = (position.s.clone(), Vec::new());
        Play { t: position.t, s: &mut state, w: &mut NullSink {} }.work_out(&mut |change| all.push(change));
        ChangesInPlay { position, all }
    }

    /// The numbers that are printed on a card in play, and what changes it.
    pub fn of(&self, id: Id) -> (String, Vec<CardChange>) {
        let Position { t, s } = self.position;
        let printed = &t.printed[s.permanent(id).def as usize];
        let hacked = s.permanent(id).is(HACKED);
        let (mut numbers, mut others) = (AddedNumbers::default(), Vec::new());
        for LiveChange { change, ends } in self.all.iter().filter(|told| told.change.to == id) {
            let source = t.defs.get(change.source as usize).filter(|_| change.source != NO_SOURCE);
            let source = source.map_or_else(String::new, |def| def.name.clone());
            let until = if *ends { tr!("until end of turn") } else { String::new() };
            let (words, keyword) = match change.kind {
                ChangeKind::Firepower(n) => {
                    // What is hacked has none, whatever there is (CX-214).
                    numbers.add([if hacked { 0 } else { n.into() }, 0], source, until);
                    continue;
                }
                ChangeKind::Armor(n) => {
                    numbers.add([0, n.into()], source, until);
                    continue;
                }
                ChangeKind::Keyword(..) if hacked => continue,
                ChangeKind::Keyword(keyword, n) => {
                    let number = t.game.keywords[keyword as usize].number.then_some(n.into());
                    (t.game.keyword_text(&HasKeyword { keyword, number, word: None }), Some(keyword))
                }
                ChangeKind::Hack => (tr!("Hacked: no keywords, Firepower 0"), None),
            };
            let told = CardChange { change: words, keyword, source, until };
            if !others.contains(&told) {
                others.push(told);
            }
        }
        let (written, added): (String, fn([i32; 2]) -> String) = match printed.kind {
            CardKind::Asset => {
                (format!("{}/{}", printed.firepower, printed.armor), |[f, a]| format!("{}/{}", signed(f), signed(a)))
            }
            CardKind::Base => (printed.armor.to_string(), |[_, a]| signed(a)),
            _ => (String::new(), |_| String::new()),
        };
        (written, numbers.told(added).chain(others).collect())
    }
}
