//! Cards as they are now: their numbers and keywords, and whether they can be played or used.

use super::super::evaluate::View;
use super::super::expression::{CardNumber, NONE};
use super::super::program::{CardRules, Loan};
use super::{Change, Offer, Static};

impl<'a, const W: usize> View<'a, W> {
    fn rules(&self) -> &'a CardRules {
        self.data.program.cards.as_ref().expect("only what `[cards]` declares asks for it")
    }

    /// Whether a card is in play.
    pub(in super::super) fn is_in_play(&self, card: u16) -> bool {
        let place = self.state.place(&self.data.layout, card);
        self.data.layout.zone_of[usize::from(place)].0 == self.rules().play
    }

    /// The card that a card is attached to.
    pub(in super::super) fn host(&self, card: u16) -> Option<u16> {
        let counter = self.data.program.cards.as_ref()?.host?;
        u16::try_from(self.card_number(CardNumber::Counter(counter), card)).ok()
    }

    /// By what a seat controls a card for a time, the last of several, and who does when nobody does so any more.
    pub(in super::super) fn loan(&self, card: u16) -> Option<(&'a Loan, i32)> {
        let loans = self.data.program.cards.as_ref()?.loans.as_ref()?;
        let number = |counter: u16| self.card_number(CardNumber::Counter(counter), card);
        let lasting = loans.all.iter().filter(|loan| number(loan.counter) > 0);
        lasting.max_by_key(|loan| number(loan.counter)).map(|loan| (loan, number(loans.lender)))
    }

    /// A field that changes in play, as it is now.
    pub(in super::super) fn live_number(&self, at: u16, card: u16) -> i32 {
        let live = &self.rules().live[usize::from(at)];
        let printed = self.data.columns[usize::from(live.column)].number(card);
        if !self.is_in_play(card) {
            return printed;
        }
        let raised = if live.paired { self.card_number(CardNumber::Counter(self.rules().raised), card) } else { 0 };
        let mut now = printed.saturating_add(raised);
        now = now.saturating_add(self.card_number(CardNumber::Counter(live.turn), card));
        for lasting in &self.rules().lasting {
            let counter = lasting.numbers[usize::from(at)];
            now = now.saturating_add(self.card_number(CardNumber::Counter(counter), card));
        }
        let wanted = |change: &Change| matches!(change, Change::Number(live, _) if *live == at);
        self.each_static(card, &wanted, &mut |change, there| {
            if let Change::Number(_, amount) = change {
                now = now.saturating_add(there.value(amount));
            }
        });
        now
    }

    /// The number of a keyword that a card has now.
    pub(in super::super) fn keyword_number(&self, keyword: u8, card: u16) -> i32 {
        let mut now = self.data.keywords[usize::from(self.data.def_of[usize::from(card)])][usize::from(keyword)];
        if !self.is_in_play(card) {
            return now;
        }
        if let Some(Some(counter)) = self.rules().keywords.get(usize::from(keyword)) {
            now = now.max(self.card_number(CardNumber::Counter(*counter), card));
        }
        for lasting in &self.rules().lasting {
            if let Some(Some(counter)) = lasting.keywords.get(usize::from(keyword)) {
                now = now.max(self.card_number(CardNumber::Counter(*counter), card));
            }
        }
        let wanted = |change: &Change| matches!(change, Change::Keyword(given, _) if *given == keyword);
        self.each_static(card, &wanted, &mut |change, _| {
            if let Change::Keyword(_, number) = change {
                now = now.max(*number);
            }
        });
        now
    }

    /// How much less a card costs now.
    pub(in super::super) fn discount(&self, card: u16) -> i32 {
        let mut less = 0_i32;
        let wanted = |change: &Change| matches!(change, Change::Cheaper(_));
        self.each_static(card, &wanted, &mut |change, _| {
            if let Change::Cheaper(n) = change {
                less = less.saturating_add(*n);
            }
        });
        less
    }

    /// Shows what static abilities change about a card, and the position as the ability sees it. Only those that are wanted are
    /// looked at: what one number hangs on may hang on another one.
    pub(in super::super) fn each_static(
        &self,
        card: u16,
        wanted: &dyn Fn(&Change) -> bool,
        see: &mut dyn FnMut(&Change, View<'a, W>),
    ) {
        let data = self.data;
        for ability in data.abilities.statics.iter().filter(|ability| wanted(&ability.change)) {
            for source in self.sources(ability).iter() {
                let there = self.as_you(self.controller(source)).with_this(source);
                let applies = match &ability.on {
                    None => source == card,
                    Some(cards) => there.cards(cards).has(card),
                };
                if applies && ability.condition.as_ref().is_none_or(|condition| there.truth(condition)) {
                    see(&ability.change, there);
                }
            }
        }
    }

    /// Where a static ability works now.
    fn sources(&self, ability: &Static<W>) -> super::Cards<W> {
        let zone = if ability.discarded { self.rules().discard } else { self.rules().play };
        let first = usize::from(self.data.layout.zones[usize::from(zone)]);
        let zones = &self.state.sets[first..first + usize::from(self.data.layout.seats)];
        zones.iter().fold(super::Cards::EMPTY, |all, zone| all.or(&zone.and(&ability.of)))
    }

    /// Whether `you` can pay for a card and aim it.
    pub(in super::super) fn is_playable(&self, card: u16) -> bool {
        let code = &self.data.abilities.cards[usize::from(self.data.def_of[usize::from(card)])];
        let there = self.with_this(card);
        code.modes.iter().any(|mode| there.allows_offer(mode))
    }

    /// Whether `you` can use an ability of a card.
    pub(in super::super) fn is_usable(&self, card: u16) -> bool {
        let code = &self.data.abilities.cards[usize::from(self.data.def_of[usize::from(card)])];
        let there = self.with_this(card);
        code.uses.iter().any(|ability| there.allows_offer(ability))
    }

    /// Whether `you` can take a way to play the card at hand, or use an ability of it.
    pub(in super::super) fn is_offered(&self, uses: bool, at: usize) -> bool {
        let Some(card) = self.this() else { return false };
        let code = &self.data.abilities.cards[usize::from(self.data.def_of[usize::from(card)])];
        let offers = if uses { &code.uses } else { &code.modes };
        offers.get(at).is_some_and(|offer| self.allows_offer(offer))
    }

    fn allows_offer(&self, offer: &Offer) -> bool {
        offer.condition.as_ref().is_none_or(|condition| self.truth(condition))
            && offer.costs.iter().all(|cost| self.truth(cost))
            && self.can_pay(&offer.payment)
            && (offer.targets.iter())
                .all(|target| target.seats || target.more.is_some() || !self.cards(&target.cards).is_empty())
    }

    /// The card at hand.
    pub(in super::super) fn this(&self) -> Option<u16> {
        match self.value(&super::Expression::Slot(super::super::slots::THIS)) {
            NONE => None,
            card => Some(card as u16),
        }
    }
}
