//! Effects on hands, decks and discard piles.

use catalog::ability::{Amount, Destination, Picker, PlayerPile, PlayerSelector};
use catalog::query::Query;
use catalog::tr;

use super::super::super::emit::{Emitter, all_of, card, join, you, zone_of};
use super::super::super::expression::{CardChoice, Expression, Operator, Place as Lies};
use super::super::super::program::{Instruction, Target};
use super::super::lower::{Loss, LowerError, Lowerer, Result};
use super::super::measure::NO_DOWNLOADS;
use crate::kernel::legal_action::PromptKind;

impl Lowerer<'_> {
    pub(super) fn discard(&mut self, who: PlayerSelector, count: &Amount, picker: &Picker) -> Result<()> {
        let count = self.amount(count)?;
        let count = self.keep(count)?;
        let (hand, discard) = (self.rules.hand, self.rules.discard);
        let to_pile = move |l: &mut Self| {
            let picked = l.picked();
            l.move_home(picked, discard, false);
        };
        match picker {
            Picker::Random => self.each_seat(who, |l| {
                l.emit(Instruction::Draw {
                    count,
                    from: zone_of(hand, you()),
                    to: zone_of(discard, you()),
                    refill: None,
                });
                Ok(())
            }),
            Picker::Owner => self.each_seat(who, |l| {
                l.repeat(count, |l| {
                    let cards = l.zone_with(hand, you(), &Query::All);
                    l.pick_for(
                        PromptKind::Discard,
                        Loss::Discarded,
                        tr!("Choose a card to discard"),
                        cards,
                        false,
                        to_pile,
                    );
                    Ok(())
                })
            }),
            Picker::You(query) => {
                let owner = match who {
                    PlayerSelector::Opponent => self.opponent()?,
                    PlayerSelector::You => you(),
                    _ => return Err(LowerError::Word("discard chosen by you, of several players")),
                };
                let all = self.zone_with(hand, owner.clone(), &Query::All);
                self.emit(Instruction::Look(all));
                self.repeat(count, |l| {
                    let cards = l.zone_with(hand, owner, query);
                    l.pick(tr!("Choose a card to discard"), cards, false, to_pile);
                    Ok(())
                })
            }
        }
    }

    pub(super) fn sacrifice(&mut self, who: PlayerSelector, query: &Query, count: u32) -> Result<()> {
        let play = self.rules.play;
        self.each_seat(who, |l| {
            l.repeat(Expression::Number(count as i32), |l| {
                let cards = l.zone_with(play, you(), query);
                l.pick_for(PromptKind::Card, Loss::GivenUp, tr!("Choose a card to give up"), cards, false, |l| {
                    let picked = l.picked();
                    l.destroy_card(picked);
                });
                Ok(())
            })
        })
    }

    pub(super) fn purge(&mut self, who: PlayerSelector, query: &Query, count: u32) -> Result<()> {
        let exile = self.rules.exile.ok_or(LowerError::Word("purge without `exile`"))?;
        let discard = self.rules.discard;
        let whose = match who {
            PlayerSelector::You => you(),
            PlayerSelector::Opponent => self.opponent()?,
            _ => return Err(LowerError::Word("purge of several players")),
        };
        let cards = self.zone_with(discard, whose, query);
        if count == 0 {
            self.home(cards, exile, false);
            return Ok(());
        }
        self.repeat(Expression::Number(count as i32), |l| {
            l.pick_for(PromptKind::Card, Loss::Exiled, tr!("Choose a card to exile"), cards, true, |l| {
                let picked = l.picked();
                l.move_home(picked, exile, false);
            });
            Ok(())
        })
    }

    pub(super) fn peek(&mut self, who: PlayerSelector) -> Result<()> {
        let hand = self.rules.hand;
        let cards = match who {
            PlayerSelector::Opponent => {
                let opponent = self.opponent()?;
                self.zone_with(hand, opponent, &Query::All)
            }
            PlayerSelector::EachOpponent => CardChoice { place: Lies::Others(hand), tests: Vec::new() },
            _ => return Err(LowerError::Word("peek at this hand")),
        };
        self.emit(Instruction::Look(cards));
        Ok(())
    }

    pub(super) fn looked(&self) -> CardChoice {
        all_of(zone_of(self.rules.looked, you()))
    }

    pub(super) fn draw_to_look(&mut self, count: Expression) {
        let (deck, looked) = (self.rules.deck, self.rules.looked);
        self.emit(Instruction::Draw { count, from: zone_of(deck, you()), to: zone_of(looked, you()), refill: None });
    }

    pub(super) fn look(
        &mut self,
        count: &Amount,
        take: Option<&(Query, u32)>,
        to: Destination,
        rest: Destination,
    ) -> Result<()> {
        let count = self.amount(count)?;
        self.draw_to_look(count);
        if let Some((query, most)) = take {
            let (zone, text) = match to {
                Destination::Hand => (self.rules.hand, tr!("Take a card into your hand")),
                Destination::Play => (self.rules.play, tr!("Put a card into play")),
                _ => return Err(LowerError::Word("take to there")),
            };
            let may = *query != Query::All;
            let looked = self.rules.looked;
            self.repeat(Expression::Number(*most as i32), |l| {
                let cards = l.zone_with(looked, you(), query);
                l.pick(text, cards, may, |l| {
                    let picked = l.picked();
                    l.move_to(card(picked), zone, you(), false);
                });
                Ok(())
            })?;
        }
        self.put_back(rest)
    }

    /// What was looked at goes away, in the order that its owner chooses.
    pub(super) fn put_back(&mut self, rest: Destination) -> Result<()> {
        let deck = self.rules.deck;
        let text = match rest {
            Destination::Discard => {
                let (looked, discard) = (self.looked(), self.rules.discard);
                self.move_to(looked, discard, you(), false);
                return Ok(());
            }
            Destination::Bottom => tr!("Put a card on the bottom of your deck; the next one goes below it"),
            Destination::Top => tr!("Put a card on top of your deck; the next one goes on top of it"),
            Destination::Either => tr!("Put a card on top or on the bottom of your deck"),
            Destination::Hand | Destination::Play => return Err(LowerError::Word("the rest there")),
        };
        let top = self.here();
        let some = self.emit(Instruction::Unless(Expression::Any(self.looked().into()), 0));
        let mut actions = Vec::new();
        for (id, label, bottom) in [("top", tr!("On top:"), false), ("bottom", tr!("On the bottom:"), true)] {
            if rest == Destination::Either || (rest == Destination::Bottom) == bottom {
                let looked = self.looked();
                actions.push(self.answer(id, &label, Some(looked), None, |l| {
                    let picked = l.picked();
                    l.move_to(card(picked), deck, you(), bottom);
                }));
            }
        }
        // One card alone needs no order.
        if rest != Destination::Either {
            let several = join(Operator::More, Expression::Count(self.looked().into()), Expression::Number(1));
            let one = self.emit(Instruction::Unless(several, 0));
            self.ask(PromptKind::Card, text, actions);
            self.emit(Instruction::Goto(top));
            self.land(one);
            let looked = self.looked();
            self.move_to(looked, deck, you(), rest == Destination::Bottom);
        } else {
            self.ask(PromptKind::Card, text, actions);
            self.emit(Instruction::Goto(top));
        }
        self.land(some);
        Ok(())
    }

    /// The cards of a pile that one may take: those of a deck are looked at first. Returns where they are.
    pub(super) fn search(&mut self, from: PlayerPile) -> Result<u16> {
        let (deck, looked) = (self.rules.deck, self.rules.looked);
        match from {
            PlayerPile::Hand => Ok(self.rules.hand),
            PlayerPile::Discard => Ok(self.rules.discard),
            PlayerPile::Downloads => Err(NO_DOWNLOADS),
            PlayerPile::Deck => {
                let (from, to) = (zone_of(deck, you()), zone_of(looked, you()));
                self.emit(Instruction::LookThrough { from, to, begins: true });
                Ok(looked)
            }
        }
    }

    pub(super) fn search_done(&mut self, from: PlayerPile) {
        if from == PlayerPile::Deck {
            let (looked, deck) = (self.rules.looked, self.rules.deck);
            let (from, to) = (zone_of(looked, you()), zone_of(deck, you()));
            self.emit(Instruction::LookThrough { from, to, begins: false });
            self.emit(Instruction::Shuffle(zone_of(deck, you())));
        }
    }

    pub(super) fn fetch(&mut self, query: &Query, from: PlayerPile, count: u32) -> Result<()> {
        let (zone, hand) = (self.search(from)?, self.rules.hand);
        self.repeat(Expression::Number(count as i32), |l| {
            let cards = l.zone_with(zone, you(), query);
            l.pick(tr!("Take a card into your hand"), cards, true, |l| {
                let picked = l.picked();
                l.move_to(card(picked), hand, you(), false);
            });
            Ok(())
        })?;
        self.search_done(from);
        Ok(())
    }

    pub(super) fn put(&mut self, query: &Query, from: PlayerPile, tapped: bool) -> Result<()> {
        let (zone, play, it) = (self.search(from)?, self.rules.play, self.it);
        let cards = self.zone_with(zone, you(), query);
        let turned = self.rules.tapped.filter(|_| tapped);
        self.pick(tr!("Put a card into play"), cards, true, |l| {
            let picked = l.picked();
            l.emit(Instruction::Keep(it, picked.clone()));
            l.move_to(card(picked.clone()), play, you(), false);
            if let Some(turned) = turned {
                l.emit(Instruction::Set(Target::OfCards(turned, card(picked)), Expression::Number(1)));
            }
        });
        self.search_done(from);
        Ok(())
    }
}
