//! What a person has marked so far, and the choice that comes of it: one set of gestures for every question that a
//! seat can be asked. What lies where comes from the seat's view, and the view decides what is allowed.
use catalog::tr;

use catalog::CardIx;
use formats::limited::draft::{DraftChoice, DraftPile, DraftPrompt, DraftView, PileKind};

use crate::language::in_sentence;
use crate::screen::cards_label;

/// More cards than any table has.
pub const TO_THE_END: isize = 1 << 20;

/// Cards that lie together, as a view has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PileRef {
    /// A pile on the table.
    Pile(usize),
    /// What a seat has.
    Pool(usize),
}

/// A card that can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardPosition {
    /// Where it lies.
    pub pile: PileRef,
    /// Its number there, from 0.
    pub at: usize,
}

/// What happens to a marked card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// It goes to the pool or the hand.
    Taken,
    /// It goes out of the draft.
    Burned,
    /// It goes away for another card.
    Given,
    /// It goes to the first half.
    Half,
}

impl Mark {
    /// In a word.
    pub fn label(self) -> String {
        match self {
            Mark::Taken => tr!("take"),
            Mark::Burned => tr!("burn"),
            Mark::Given => tr!("give"),
            Mark::Half => tr!("first pile"),
        }
    }
}

/// What a person has marked, and where the keyboard is.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// The card that is looked at, or the first of a pile that is chosen.
    pub cursor: Option<CardPosition>,
    /// The marked cards in order.
    marks: Vec<CardPosition>,
    /// The other seat whose pool is shown, where pools are open.
    other: Option<usize>,
}

/// The pile or pool of a view.
pub fn pile(view: &DraftView, of: PileRef) -> Option<&DraftPile> {
    match of {
        PileRef::Pile(at) => view.piles.get(at),
        PileRef::Pool(seat) => view.pools.get(seat),
    }
}

/// The card at a place, if the seat sees it.
pub fn card(view: &DraftView, place: CardPosition) -> Option<CardIx> {
    pile(view, place.pile)?.cards.get(place.at).copied()
}

/// Whether a question is about one card only, so that pressing it twice is an answer.
fn one_card(ask: &DraftPrompt) -> bool {
    matches!(ask, DraftPrompt::Take { take: 1, burn: 0 })
}

impl Selection {
    /// Nothing is marked; the pool of this seat lies beside one's own.
    pub fn with_other(other: Option<usize>) -> Selection {
        Selection { other, ..Selection::default() }
    }

    /// The seat whose pool was chosen.
    pub fn other(&self) -> Option<usize> {
        self.other
    }

    /// The cards that lie on the table and how they are grouped: pools only where there is nothing else.
    pub fn pile_refs(&self, view: &DraftView) -> Vec<PileRef> {
        let piles = view.piles.iter().enumerate().filter(|(_, p)| p.kind != PileKind::Stock);
        let piles: Vec<PileRef> = piles.map(|(at, _)| PileRef::Pile(at)).collect();
        if !piles.is_empty() {
            return piles;
        }
        let other = self.shown_other(view);
        std::iter::once(PileRef::Pool(view.seat)).chain(other.map(PileRef::Pool)).collect()
    }

    /// The seat whose pool lies beside one's own: who offers a trade, or the one that was chosen.
    pub fn shown_other(&self, view: &DraftView) -> Option<usize> {
        if let Some(DraftPrompt::Answer { from, .. }) = view.prompt {
            return Some(from);
        }
        let others = || (0..view.pools.len()).filter(|seat| *seat != view.seat);
        self.other.filter(|seat| others().any(|s| s == *seat)).or_else(|| others().next())
    }

    /// Another seat's pool is looked at; what was wanted out of the last one is not wanted any more.
    pub fn show_pool(&mut self, view: &DraftView, seat: usize) {
        self.other = Some(seat);
        self.marks.retain(|m| m.pile == PileRef::Pool(view.seat));
        self.cursor = self.cursor.filter(|c| c.pile == PileRef::Pool(view.seat));
    }

    /// A card or pile was pressed. Whether that answers the question.
    pub fn press(&mut self, view: &DraftView, place: CardPosition) -> bool {
        let again = self.cursor == Some(place);
        let same_pile = self.cursor.is_some_and(|c| c.pile == place.pile);
        self.cursor = Some(place);
        match &view.prompt {
            Some(ask) if one_card(ask) => again && place.pile == PileRef::Pile(0),
            Some(DraftPrompt::Pile { .. }) => same_pile,
            Some(DraftPrompt::Take { .. } | DraftPrompt::Split | DraftPrompt::Swap | DraftPrompt::Offer { .. }) => {
                self.mark(view, place);
                false
            }
            _ => false,
        }
    }

    /// Whether a card can be taken without another one.
    pub fn picks_at_once(&self, view: &DraftView, place: CardPosition) -> bool {
        view.prompt.as_ref().is_some_and(one_card) && place.pile == PileRef::Pile(0)
    }

    /// Marks a card, or takes its mark away.
    fn mark(&mut self, view: &DraftView, place: CardPosition) {
        if let Some(at) = self.marks.iter().position(|m| *m == place) {
            self.marks.remove(at);
            return;
        }
        match view.prompt {
            Some(DraftPrompt::Take { take, burn })
                if place.pile == PileRef::Pile(0) && self.marks.len() < take + burn =>
            {
                self.marks.push(place);
            }
            Some(DraftPrompt::Split) if place.pile == PileRef::Pile(0) => self.marks.push(place),
            // One card of each side: another one takes its place.
            Some(DraftPrompt::Swap | DraftPrompt::Offer { .. }) => {
                self.marks.retain(|m| m.pile != place.pile);
                self.marks.push(place);
            }
            _ => {}
        }
    }

    /// What happens to a card, if it is marked.
    pub fn marked(&self, view: &DraftView, place: CardPosition) -> Option<Mark> {
        let at = self.marks.iter().position(|m| *m == place)?;
        Some(match view.prompt {
            Some(DraftPrompt::Take { take, .. }) if at >= take => Mark::Burned,
            Some(DraftPrompt::Split) => Mark::Half,
            Some(DraftPrompt::Swap) if place.pile == PileRef::Pile(0) => Mark::Given,
            Some(DraftPrompt::Offer { .. }) if place.pile == PileRef::Pool(view.seat) => Mark::Given,
            _ => Mark::Taken,
        })
    }

    /// The choice as it is marked, if that is a whole one.
    pub fn choice(&self, view: &DraftView) -> Option<DraftChoice> {
        let marked = |of: fn(&PileRef, usize) -> bool| self.marks.iter().find(|m| of(&m.pile, view.seat));
        let choice = match view.prompt.as_ref()? {
            ask if one_card(ask) => DraftChoice::one(card(view, self.cursor.filter(|c| c.pile == PileRef::Pile(0))?)?),
            DraftPrompt::Take { take, burn } => {
                let cards: Vec<CardIx> = self.marks.iter().filter_map(|m| card(view, *m)).collect();
                if cards.len() != take + burn {
                    return None;
                }
                DraftChoice::Take { cards: cards[..*take].into(), burn: cards[*take..].into() }
            }
            DraftPrompt::Pile { .. } => match self.cursor?.pile {
                PileRef::Pile(at) => DraftChoice::Pile(at),
                PileRef::Pool(_) => return None,
            },
            DraftPrompt::Look { pile, .. } => DraftChoice::Pile(*pile),
            DraftPrompt::Split => DraftChoice::Split(self.marks.iter().filter_map(|m| card(view, *m)).collect()),
            DraftPrompt::Swap => {
                let of = |n: usize| self.marks.iter().find(|m| m.pile == PileRef::Pile(n)).and_then(|m| card(view, *m));
                DraftChoice::Swap { give: of(0)?, take: of(1)? }
            }
            DraftPrompt::Offer { .. } => {
                let (own, other) = (
                    marked(|of, seat| *of == PileRef::Pool(seat))?,
                    marked(|of, seat| matches!(of, PileRef::Pool(s) if *s != seat))?,
                );
                let PileRef::Pool(to) = other.pile else { return None };
                DraftChoice::Offer { to, give: card(view, *own)?, want: card(view, *other)? }
            }
            DraftPrompt::Answer { .. } => DraftChoice::Accept,
        };
        view.allows(&choice).then_some(choice)
    }

    /// What the button says that makes the choice, or what is still to be marked.
    pub fn button_label(&self, view: &DraftView) -> String {
        match &view.prompt {
            None => tr!("Nothing to do"),
            Some(ask) if one_card(ask) => tr!("button" => "Pick"),
            Some(DraftPrompt::Take { take, burn }) => match self.marks.len() {
                n if n < *take => tr!("Mark {} to take", cards_label(take - n)),
                n if n < take + burn => tr!("Mark {} to burn", cards_label(take + burn - n)),
                _ if *burn == 0 => tr!("Take {}", cards_label(*take)),
                _ if *take == 0 => tr!("Burn {}", cards_label(*burn)),
                _ => tr!("Take {} and burn {}", cards_label(*take), cards_label(*burn)),
            },
            Some(DraftPrompt::Pile { .. }) => match self.cursor.map(|c| c.pile) {
                Some(PileRef::Pile(at)) => tr!("Take {}", in_sentence(&view.piles[at].kind.label())),
                _ => tr!("Choose a pile"),
            },
            Some(DraftPrompt::Look { pile, .. }) => {
                tr!(
                    "Take {} with {}",
                    in_sentence(&view.piles[*pile].kind.label()),
                    cards_label(view.piles[*pile].cards.len())
                )
            }
            Some(DraftPrompt::Split) => {
                let all = view.piles.first().map_or(0, |p| p.cards.len());
                tr!("Split {} and {}", self.marks.len(), all - self.marks.len().min(all))
            }
            Some(DraftPrompt::Swap) => match self.choice(view) {
                Some(_) => tr!("Swap"),
                None => tr!("Mark one card on each side"),
            },
            Some(DraftPrompt::Offer { left: 0, .. }) => tr!("No offers left"),
            Some(DraftPrompt::Offer { .. }) => match self.choice(view) {
                Some(_) => tr!("Offer this trade"),
                None => tr!("Mark one card on each side"),
            },
            Some(DraftPrompt::Answer { .. }) => tr!("Accept trade"),
        }
    }

    /// The cards that the keyboard can go to, in order.
    fn cursor_stops(&self, view: &DraftView) -> Vec<CardPosition> {
        let whole = matches!(view.prompt, Some(DraftPrompt::Pile { .. }));
        let stops = self.pile_refs(view).into_iter().flat_map(|of| {
            let cards = pile(view, of).map_or(0, |p| p.cards.len());
            (0..if whole { cards.min(1) } else { cards }).map(move |at| CardPosition { pile: of, at })
        });
        stops.collect()
    }

    /// Moves the keyboard by so many cards; by [`ALL`], to the ends.
    pub fn step(&mut self, view: &DraftView, by: isize) {
        let stops = self.cursor_stops(view);
        let at = self.cursor.and_then(|c| stops.iter().position(|s| *s == c));
        let to = match (at, by) {
            (_, TO_THE_END) => stops.last(),
            (_, by) if by == -TO_THE_END => stops.first(),
            (None, _) => stops.first(),
            (Some(at), by) => at.checked_add_signed(by).and_then(|to| stops.get(to)),
        };
        self.cursor = to.copied().or(self.cursor);
    }
}

/// What a seat can say instead of choosing, and how the button says it.
pub fn refusal(view: &DraftView) -> Option<(String, DraftChoice)> {
    let word = match view.prompt? {
        DraftPrompt::Look { leave: true, .. } => tr!("Pass, and add a card"),
        DraftPrompt::Swap => tr!("Keep hand"),
        DraftPrompt::Offer { .. } => tr!("Done trading"),
        DraftPrompt::Answer { .. } => tr!("No thanks"),
        _ => return None,
    };
    Some((word, DraftChoice::Pass))
}

impl Selection {
    /// Enter was pressed. Whether that answers the question; otherwise the card under the cursor is marked.
    pub fn enter(&mut self, view: &DraftView) -> bool {
        let unsplit = matches!(view.prompt, Some(DraftPrompt::Split)) && self.marks.is_empty();
        if !unsplit && self.choice(view).is_some() {
            return true;
        }
        self.mark_cursor(view);
        false
    }

    /// Marks the card under the cursor, or takes its mark away.
    pub fn mark_cursor(&mut self, view: &DraftView) {
        if let Some(place) = self.cursor
            && !view.prompt.as_ref().is_some_and(one_card)
        {
            self.mark(view, place);
        }
    }
}
