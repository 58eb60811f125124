//! Several things at once: Ctrl adds one, Shift all between the last one and this.

use crate::widget::actions::Selecting;

/// What is chosen, in the order in which it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection<T> {
    items: Vec<T>,
    anchor: Option<T>,
}

impl<T> Default for Selection<T> {
    fn default() -> Self {
        Selection { items: Vec::new(), anchor: None }
    }
}

impl<T: Clone + PartialEq> Selection<T> {
    /// Whether something is among it.
    pub fn contains(&self, item: &T) -> bool {
        self.items.contains(item)
    }

    /// How much there is.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing is chosen.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// What is chosen.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// All that is chosen, if it is more than one and this is among it: what is done with one is done with all.
    pub fn several_with(&self, item: &T) -> Option<&[T]> {
        (self.items.len() > 1 && self.contains(item)).then_some(&self.items)
    }

    /// Nothing any more; what comes next reaches from here.
    pub fn restart(&mut self, anchor: Option<T>) {
        (self.items, self.anchor) = (Vec::new(), anchor);
    }

    /// Chooses something as well, or all up to it; `order` is how things lie.
    pub fn select(&mut self, item: T, how: Selecting, order: &[T]) {
        let at = |of: &T| order.iter().position(|other| other == of);
        let anchor = self.anchor.clone().filter(|anchor| at(anchor).is_some());
        match (how, anchor) {
            (Selecting::Range, Some(anchor)) => {
                let (from, to) = (at(&anchor).unwrap_or(0), at(&item).unwrap_or(0));
                for between in &order[from.min(to)..=from.max(to)] {
                    if !self.contains(between) {
                        self.items.push(between.clone());
                    }
                }
            }
            (_, anchor) => {
                // What was pressed before is the first of several.
                if let Some(first) = anchor.filter(|first| self.items.is_empty() && *first != item) {
                    self.items.push(first);
                }
                match self.items.iter().position(|other| *other == item) {
                    Some(at) => drop(self.items.remove(at)),
                    None => self.items.push(item.clone()),
                }
                self.anchor = Some(item);
            }
        }
    }

    /// Without what is not there any more.
    pub fn retain(&mut self, is_there: impl Fn(&T) -> bool) {
        self.items.retain(&is_there);
        self.anchor.take_if(|anchor| !is_there(anchor));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctrl_adds_and_takes_away_and_shift_reaches_from_the_last_one() {
        let order = ["a", "b", "c", "d"];
        let mut selection = Selection::default();
        selection.restart(Some("b"));
        selection.select("d", Selecting::Range, &order);
        assert_eq!(selection.items(), ["b", "c", "d"]);
        selection.select("c", Selecting::Toggle, &order);
        assert_eq!(selection.items(), ["b", "d"]);
        assert_eq!((selection.several_with(&"d"), selection.several_with(&"c")), (Some(&["b", "d"][..]), None));
        selection.restart(Some("a"));
        selection.select("c", Selecting::Toggle, &order);
        assert_eq!(selection.items(), ["a", "c"], "the one that was pressed first is the first");
        selection.restart(Some("gone"));
        selection.select("a", Selecting::Toggle, &order);
        selection.select("c", Selecting::Toggle, &order);
        assert_eq!(selection.items(), ["a", "c"], "what is not there any more is not chosen");
        selection.retain(|item| *item == "c");
        assert_eq!(selection.items(), ["c"]);
        assert_eq!(selection.several_with(&"c"), None);
    }
}
