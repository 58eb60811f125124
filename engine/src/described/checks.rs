//! What is checked before each question: which of those conditions can have come to hold since they were last looked at.

use super::expression::{CardNumber, Expression, Part};
use super::program::{Instruction, Place, Program};
use super::slots;

/// Checks, a bit each.
pub(super) type CheckBits = u32;

/// Which conditions are checked, and what each of them reads.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// The bit of the condition at each place from that of the first one on; 0 where there is none that can rest.
    bits: Vec<CheckBits>,
    first: Place,
    /// Those that read each zone.
    of_zone: Vec<CheckBits>,
    /// Those that read each counter.
    of_counter: Vec<CheckBits>,
    /// Those that differ with who is `you`.
    of_you: CheckBits,
}

/// Checks that were looked at and did not hold, and of which nothing has changed since. It follows from how a position came
/// about and says nothing of it, so positions are equal without it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Settled {
    checks: CheckBits,
    /// Who was `you`.
    you: i32,
}

impl PartialEq for Settled {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Checks {
    pub(super) fn new(program: &Program) -> Checks {
        let (zones, counters) = (program.zones.len(), program.counters.len());
        let mut checks = Checks { of_zone: vec![0; zones], of_counter: vec![0; counters], ..Checks::default() };
        // What abilities read is not known here.
        if program.cards.is_some() {
            return checks;
        }
        checks.first = program.checks;
        let (mut at, mut free) = (program.checks, 1);
        while let Some(Instruction::Unless(condition, next)) = program.code.get(usize::from(at)) {
            let mut reads = Reads { program, zones: vec![false; zones], counters: vec![false; counters], you: false };
            let rests = free != 0 && reads.add(condition);
            checks.bits.resize(usize::from(at - checks.first), 0);
            checks.bits.push(if rests { free } else { 0 });
            if rests {
                let read = |all: &mut [CheckBits], read: &[bool]| {
                    all.iter_mut().zip(read).filter(|(_, reads)| **reads).for_each(|(bits, _)| *bits |= free);
                };
                read(&mut checks.of_zone, &reads.zones);
                read(&mut checks.of_counter, &reads.counters);
                checks.of_you |= if reads.you { free } else { 0 };
                free <<= 1;
            }
            at = *next;
        }
        checks
    }

    /// The bit of the condition at a place.
    #[inline]
    pub(super) fn bit(&self, at: Place) -> CheckBits {
        self.bits.get(usize::from(at.wrapping_sub(self.first))).copied().unwrap_or(0)
    }
}

impl Settled {
    /// Whether a check cannot hold.
    #[inline]
    pub(super) fn has(&mut self, checks: &Checks, bit: CheckBits, you: i32) -> bool {
        if you != self.you {
            *self = Settled { checks: self.checks & !checks.of_you, you };
        }
        self.checks & bit != 0
    }

    /// A check did not hold.
    #[inline]
    pub(super) fn add(&mut self, bit: CheckBits) {
        self.checks |= bit;
    }

    /// A zone has changed.
    #[inline]
    pub(super) fn zone_changes(&mut self, checks: &Checks, zone: u16) {
        self.checks &= !checks.of_zone[usize::from(zone)];
    }

    /// A counter has changed.
    #[inline]
    pub(super) fn counter_changes(&mut self, checks: &Checks, counter: u16) {
        self.checks &= !checks.of_counter[usize::from(counter)];
    }

    /// Anything may have changed.
    pub(super) fn clear(&mut self) {
        self.checks = 0;
    }
}

/// What a condition reads.
struct Reads<'a> {
    program: &'a Program,
    zones: Vec<bool>,
    counters: Vec<bool>,
    you: bool,
}

impl Reads<'_> {
    /// Adds what an expression reads; `false` if more than zones, counters and who is `you`.
    fn add(&mut self, expression: &Expression) -> bool {
        let mut parts = Vec::new();
        expression.visit(&mut |part| parts.push(part));
        let program = self.program;
        parts.into_iter().all(|part| {
            let within = match part {
                Part::Slot(slots::CARD) | Part::CardNumber(CardNumber::Printed(_)) => None,
                Part::Slot(slots::YOU) => {
                    self.you = true;
                    None
                }
                Part::Counter(counter) | Part::CardNumber(CardNumber::Counter(counter)) => {
                    self.counters[usize::from(counter)] = true;
                    None
                }
                Part::Zone(Some(zone)) => {
                    self.zones[usize::from(zone)] = true;
                    None
                }
                Part::Zone(None) => {
                    self.zones.fill(true);
                    None
                }
                Part::Formula(at) => Some(&program.formulas[usize::from(at)].value),
                Part::CardNumber(CardNumber::Formula(at)) => Some(&program.card_formulas[usize::from(at)].value),
                Part::Slot(_) | Part::Set(_) | Part::Seats | Part::CardNumber(_) => return false,
            };
            within.is_none_or(|within| self.add(within))
        })
    }
}
