//! Which cards make melds, and actions that choose one.

use catalog::read::TomlTable;

use super::super::expression::CardNumber;
use super::super::melds::{MELD, MeldRule};
use super::Reader;

/// The fewest cards of a meld, if nothing is said.
const USUAL: u32 = 3;
/// The most that can be said.
const MOST: u32 = 20;

impl Reader<'_> {
    /// `[[meld]]`: cards that are alike in one number, or whose numbers follow each other.
    pub(super) fn melds(&mut self, root: &TomlTable<'_>) {
        for t in root.tables("meld") {
            let same = self.printed(&t, "same");
            let follow = self.printed(&t, "follow");
            let differ = self.printed(&t, "differ");
            if same.is_empty() && follow.is_empty() {
                t.problem("a meld needs `same` or `follow`", Some("such as `same = \"rank\"`".into()));
            }
            if follow.len() > 1 {
                t.problem_at("follow", "one number goes up in a run", None);
            }
            let least = t.count_if("least").unwrap_or(USUAL);
            let most = t.count_if("most").unwrap_or(MOST);
            if least < 2 || least > most || most > MOST {
                t.problem(format!("a meld has 2 to {MOST} cards, `least` no more than `most`"), None);
                continue;
            }
            let follow = follow.first().copied();
            let rule = MeldRule { same, follow, differ, least: least as u8, most: most as u8 };
            self.scope.program.melds.push(rule);
        }
    }

    /// Fields and values of cards that a key names, one or a list of them.
    fn printed(&self, t: &TomlTable<'_>, key: &str) -> Vec<u16> {
        let names = if t.is_list(key) { t.texts(key) } else { t.text_if(key).into_iter().collect() };
        let known = self.scope.card_numbers();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let mut columns = Vec::new();
        for name in names {
            match self.scope.card_number(&name) {
                Some((CardNumber::Printed(column), _)) => columns.push(column),
                Some(_) => {
                    t.problem_at(
                        key,
                        format!("`{name}` can change"),
                        Some("name a field, or a value by queries".into()),
                    );
                }
                None => {
                    let hint = Some(catalog::read::suggest(&name, &known));
                    t.problem_at(key, format!("cards have no number `{name}`"), hint);
                }
            }
        }
        columns
    }

    /// `count`: how many cards an action chooses together.
    pub(super) fn together(&self, t: &TomlTable<'_>) -> u8 {
        if t.is_text("count") {
            let melds = t.one_of("count", &t.text("count"), "number of cards", &["meld"]).is_some();
            if melds && !self.scope.has_melds {
                t.problem_at("count", "no melds are declared", Some("say with `[[meld]]` which cards make one".into()));
            }
            return MELD;
        }
        let count = t.count_if("count").unwrap_or(1);
        if !(1..=3).contains(&count) {
            let hint = Some("ask several times for more, or write \"meld\"".into());
            t.problem_at("count", "1 to 3 cards are chosen together", hint);
        }
        count.clamp(1, 3) as u8
    }
}
