//! What a person has marked so far, and the choice that comes of it: one set of gestures for every question that a
//! seat can be asked. What lies where comes from the seat's view, and the view decides what is allowed.
use catalog::tr;

use catalog::CardIx;
use formats::limited::draft::{Ask, Choice, Pile, View, What};

use crate::language::small;
use crate::screen::some_cards;

/// More cards than any table has.
pub const ALL: isize = 1 << 20;

/// Cards that lie together, as a view has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// A pile on the table.
    Pile(usize),
    /// What a seat has.
    Pool(usize),
}

/// A card that can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Where it lies.
    pub of: Of,
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
    pub fn word(self) -> String {
        match self {
            Mark::Taken => tr!("take"),
            Mark::Burned => tr!("burn"),
            Mark::Given => tr!("give"),
            Mark::Half => tr!("first half"),
        }
    }
}

/// What a person has marked, and where the keyboard is.
#[derive(Debug, Clone, Default)]
pub struct Choosing {
    /// The card that is looked at, or the first of a pile that is chosen.
    pub cursor: Option<Place>,
    /// The marked cards in order.
    marks: Vec<Place>,
    /// The other seat whose pool is shown, where pools are open.
    other: Option<usize>,
}

/// The pile or pool of a view.
pub fn pile(view: &View, of: Of) -> Option<&Pile> {
    match of {
        Of::Pile(at) => view.piles.get(at),
        Of::Pool(seat) => view.pools.get(seat),
    }
}

/// The card at a place, if the seat sees it.
pub fn card(view: &View, place: Place) -> Option<CardIx> {
    pile(view, place.of)?.cards.get(place.at).copied()
}

/// Whether a question is about one card only, so that pressing it twice is an answer.
fn one_card(ask: &Ask) -> bool {
    matches!(ask, Ask::Take { take: 1, burn: 0 })
}

impl Choosing {
    /// Nothing is marked; the pool of this seat lies beside one's own.
    pub fn beside(other: Option<usize>) -> Choosing {
        Choosing { other, ..Choosing::default() }
    }

    /// The seat whose pool was chosen.
    pub fn other(&self) -> Option<usize> {
        self.other
    }

    /// The cards that lie on the table and how they are grouped: pools only where there is nothing else.
    pub fn laid(&self, view: &View) -> Vec<Of> {
        let piles = view.piles.iter().enumerate().filter(|(_, p)| p.what != What::Stock);
        let piles: Vec<Of> = piles.map(|(at, _)| Of::Pile(at)).collect();
        if !piles.is_empty() {
            return piles;
        }
        let other = self.shown_other(view);
        std::iter::once(Of::Pool(view.seat)).chain(other.map(Of::Pool)).collect()
    }

    /// The seat whose pool lies beside one's own: who offers a trade, or the one that was chosen.
    pub fn shown_other(&self, view: &View) -> Option<usize> {
        if let Some(Ask::Answer { from, .. }) = view.ask {
            return Some(from);
        }
        let others = || (0..view.pools.len()).filter(|seat| *seat != view.seat);
        self.other.filter(|seat| others().any(|s| s == *seat)).or_else(|| others().next())
    }

    /// Another seat's pool is looked at; what was wanted out of the last one is not wanted any more.
    pub fn show_pool(&mut self, view: &View, seat: usize) {
        self.other = Some(seat);
        self.marks.retain(|m| m.of == Of::Pool(view.seat));
        self.cursor = self.cursor.filter(|c| c.of == Of::Pool(view.seat));
    }

    /// A card or pile was pressed. Whether that answers the question.
    pub fn press(&mut self, view: &View, place: Place) -> bool {
        let again = self.cursor == Some(place);
        let same_pile = self.cursor.is_some_and(|c| c.of == place.of);
        self.cursor = Some(place);
        match &view.ask {
            Some(ask) if one_card(ask) => again && place.of == Of::Pile(0),
            Some(Ask::Pile { .. }) => same_pile,
            Some(Ask::Take { .. } | Ask::Split | Ask::Swap | Ask::Offer { .. }) => {
                self.mark(view, place);
                false
            }
            _ => false,
        }
    }

    /// Marks a card, or takes its mark away.
    fn mark(&mut self, view: &View, place: Place) {
        if let Some(at) = self.marks.iter().position(|m| *m == place) {
            self.marks.remove(at);
            return;
        }
        match view.ask {
            Some(Ask::Take { take, burn }) if place.of == Of::Pile(0) && self.marks.len() < take + burn => {
                self.marks.push(place);
            }
            Some(Ask::Split) if place.of == Of::Pile(0) => self.marks.push(place),
            // One card of each side: another one takes its place.
            Some(Ask::Swap | Ask::Offer { .. }) => {
                self.marks.retain(|m| m.of != place.of);
                self.marks.push(place);
            }
            _ => {}
        }
    }

    /// What happens to a card, if it is marked.
    pub fn marked(&self, view: &View, place: Place) -> Option<Mark> {
        let at = self.marks.iter().position(|m| *m == place)?;
        Some(match view.ask {
            Some(Ask::Take { take, .. }) if at >= take => Mark::Burned,
            Some(Ask::Split) => Mark::Half,
            Some(Ask::Swap) if place.of == Of::Pile(0) => Mark::Given,
            Some(Ask::Offer { .. }) if place.of == Of::Pool(view.seat) => Mark::Given,
            _ => Mark::Taken,
        })
    }

    /// The choice as it is marked, if that is a whole one.
    pub fn choice(&self, view: &View) -> Option<Choice> {
        let marked = |of: fn(&Of, usize) -> bool| self.marks.iter().find(|m| of(&m.of, view.seat));
        let choice = match view.ask.as_ref()? {
            ask if one_card(ask) => Choice::one(card(view, self.cursor.filter(|c| c.of == Of::Pile(0))?)?),
            Ask::Take { take, burn } => {
                let cards: Vec<CardIx> = self.marks.iter().filter_map(|m| card(view, *m)).collect();
                if cards.len() != take + burn {
                    return None;
                }
                Choice::Take { cards: cards[..*take].into(), burn: cards[*take..].into() }
            }
            Ask::Pile { .. } => match self.cursor?.of {
                Of::Pile(at) => Choice::Pile(at),
                Of::Pool(_) => return None,
            },
            Ask::Look { pile, .. } => Choice::Pile(*pile),
            Ask::Split => Choice::Split(self.marks.iter().filter_map(|m| card(view, *m)).collect()),
            Ask::Swap => {
                let of = |n: usize| self.marks.iter().find(|m| m.of == Of::Pile(n)).and_then(|m| card(view, *m));
                Choice::Swap { give: of(0)?, take: of(1)? }
            }
            Ask::Offer { .. } => {
                let (own, other) = (
                    marked(|of, seat| *of == Of::Pool(seat))?,
                    marked(|of, seat| matches!(of, Of::Pool(s) if *s != seat))?,
                );
                let Of::Pool(to) = other.of else { return None };
                Choice::Offer { to, give: card(view, *own)?, want: card(view, *other)? }
            }
            Ask::Answer { .. } => Choice::Accept,
        };
        view.allows(&choice).then_some(choice)
    }

    /// What the button says that makes the choice, or what is still to be marked.
    pub fn word(&self, view: &View) -> String {
        match &view.ask {
            None => tr!("Nothing to do now"),
            Some(ask) if one_card(ask) => tr!("Take it"),
            Some(Ask::Take { take, burn }) => match self.marks.len() {
                n if n < *take => tr!("Mark {} to take", some_cards(take - n)),
                n if n < take + burn => tr!("Mark {} to burn", some_cards(take + burn - n)),
                _ if *burn == 0 => tr!("Take {}", some_cards(*take)),
                _ if *take == 0 => tr!("Burn {}", some_cards(*burn)),
                _ => tr!("Take {} and burn {}", some_cards(*take), some_cards(*burn)),
            },
            Some(Ask::Pile { .. }) => match self.cursor.map(|c| c.of) {
                Some(Of::Pile(at)) => tr!("Take {}", small(&view.piles[at].what.words())),
                _ => tr!("Choose a pile"),
            },
            Some(Ask::Look { pile, .. }) => {
                tr!(
                    "Take {} with {}",
                    small(&view.piles[*pile].what.words()),
                    some_cards(view.piles[*pile].cards.len())
                )
            }
            Some(Ask::Split) => {
                let all = view.piles.first().map_or(0, |p| p.cards.len());
                tr!("Split {} and {}", self.marks.len(), all - self.marks.len().min(all))
            }
            Some(Ask::Swap) => match self.choice(view) {
                Some(_) => tr!("Swap them"),
                None => tr!("Mark a card of each"),
            },
            Some(Ask::Offer { left: 0, .. }) => tr!("No offers left"),
            Some(Ask::Offer { .. }) => match self.choice(view) {
                Some(_) => tr!("Offer this trade"),
                None => tr!("Mark a card of each"),
            },
            Some(Ask::Answer { .. }) => tr!("Take the trade"),
        }
    }

    /// The cards that the keyboard can go to, in order.
    fn stops(&self, view: &View) -> Vec<Place> {
        let whole = matches!(view.ask, Some(Ask::Pile { .. }));
        let stops = self.laid(view).into_iter().flat_map(|of| {
            let cards = pile(view, of).map_or(0, |p| p.cards.len());
            (0..if whole { cards.min(1) } else { cards }).map(move |at| Place { of, at })
        });
        stops.collect()
    }

    /// Moves the keyboard by so many cards; by [`ALL`], to the ends.
    pub fn step(&mut self, view: &View, by: isize) {
        let stops = self.stops(view);
        let at = self.cursor.and_then(|c| stops.iter().position(|s| *s == c));
        let to = match (at, by) {
            (_, ALL) => stops.last(),
            (_, by) if by == -ALL => stops.first(),
            (None, _) => stops.first(),
            (Some(at), by) => at.checked_add_signed(by).and_then(|to| stops.get(to)),
        };
        self.cursor = to.copied().or(self.cursor);
    }
}

/// What a seat can say instead of choosing, and how the button says it.
pub fn refusal(view: &View) -> Option<(String, Choice)> {
    let word = match view.ask? {
        Ask::Look { leave: true, .. } => tr!("Leave it, with a card more"),
        Ask::Swap => tr!("Keep the hand"),
        Ask::Offer { .. } => tr!("No more trades"),
        Ask::Answer { .. } => tr!("No, thank you"),
        _ => return None,
    };
    Some((word, Choice::Pass))
}

impl Choosing {
    /// Enter was pressed. Whether that answers the question; otherwise the card under the cursor is marked.
    pub fn enter(&mut self, view: &View) -> bool {
        let unsplit = matches!(view.ask, Some(Ask::Split)) && self.marks.is_empty();
        if !unsplit && self.choice(view).is_some() {
            return true;
        }
        self.mark_cursor(view);
        false
    }

    /// Marks the card under the cursor, or takes its mark away.
    pub fn mark_cursor(&mut self, view: &View) {
        if let Some(place) = self.cursor
            && !view.ask.as_ref().is_some_and(one_card)
        {
            self.mark(view, place);
        }
    }
}
