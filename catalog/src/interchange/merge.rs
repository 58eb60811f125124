//! Importing again into files that a person touched: card by card, what was changed by hand stays, the rest follows the new
//! import.
//!
//! Behind each `[[card]]` stands a fingerprint of what the import wrote there ([`card_head`]). A card whose text has another one
//! was changed by hand, and one without any was added.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::sets::free_number;
use super::toml::{fingerprint, from_also, imported_from, is_imported, is_untouched, made, sources_of};
use crate::fold::slug;

/// How a card begins in a set file.
const CARD: &str = "[[card]]";

/// Something that another import found changed by hand and left as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptByHand {
    /// The file, as its path below a data folder.
    pub file: String,
    /// The card; `None` for what the file says beside its cards.
    pub card: Option<String>,
    /// The keys that the import would have written otherwise; none where it has nothing of the kind.
    pub keys: Vec<String>,
}

/// What becomes of a file that is there already.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Merged {
    /// Nobody touched it: it is replaced.
    Replaced,
    /// It was written by hand, or cannot be read card by card.
    Foreign,
    /// What was changed by hand stays in it, and so many cards that other files brought.
    Kept(String, Vec<KeptByHand>, usize),
}

/// The line above a card that an import wrote as `body`.
pub(super) fn card_head(body: &str) -> String {
    format!("\n{CARD} # {}\n", mark(body))
}

/// A short fingerprint of a card's text, whatever its line ends are.
fn mark(body: &str) -> String {
    let mut print = fingerprint(body.trim_end().replace("\r\n", "\n").as_str());
    print.truncate(8);
    print
}

/// Brings what the new import wrote together with what is there.
pub(super) fn merge(path: &str, old: &str, new: &str) -> Merged {
    let (is_set, untouched) = (path.contains("/sets/"), is_untouched(old));
    let same_file = imported_from(old) == imported_from(new);
    if old == new || untouched && (same_file || !is_set) {
        return Merged::Replaced;
    }
    if !is_imported(old) {
        return Merged::Foreign;
    }
    if !is_set {
        return Merged::Kept(old.to_owned(), kept_whole(path, old, new), 0);
    }
    let (Some(old_set), Some(new_set)) = (SetText::read(old), SetText::read(new)) else { return Merged::Foreign };
    let (body, kept, others) = merge_sets(path, &old_set, &new_set, same_file, untouched);
    let from = sources_of(old, new);
    // What nobody changed is as good as new.
    let text = if untouched { made(&from, &body) } else { remade(&from, old, &body) };
    Merged::Kept(text, kept, others)
}

fn kept_whole(path: &str, old: &str, new: &str) -> Vec<KeptByHand> {
    let keys = differing(&table_of(old), &table_of(new));
    vec![KeptByHand { file: path.to_owned(), card: None, keys }]
}

/// The body of a set of two, what was kept in it by hand, and how many cards of `old` stay because another file brought
/// them: one import of a few cards of a set takes none of the others away.
fn merge_sets(
    path: &str,
    old: &SetText<'_>,
    new: &SetText<'_>,
    same_file: bool,
    untouched: bool,
) -> (String, Vec<KeptByHand>, usize) {
    let mut kept = Vec::new();
    let mut note = |card: Option<&str>, keys: Vec<String>| {
        kept.push(KeptByHand { file: path.to_owned(), card: card.map(str::to_owned), keys });
    };
    let keys = differing(&table_of(old.head), &table_of(new.head));
    if !untouched && !keys.is_empty() {
        note(None, keys);
    }
    let ids: HashSet<&str> = new.cards.iter().map(|card| card.id.as_str()).collect();
    let by_hand: Vec<&CardText<'_>> = old.cards.iter().filter(|card| card.by_hand).collect();
    let by_id: HashMap<&str, &CardText<'_>> = by_hand.iter().map(|card| (card.id.as_str(), *card)).collect();
    // A card that only got another name has its number still.
    let renamed = by_hand.iter().filter(|card| !ids.contains(card.id.as_str()));
    let by_number: HashMap<&str, &CardText<'_>> = renamed.filter_map(|card| Some((card.number()?, *card))).collect();
    let same_number = |card: &CardText<'_>| {
        let own = by_number.get(card.number()?).copied();
        own.filter(|own| differing(&own.table, &card.table) == ["name"])
    };
    let head = if untouched { new.head } else { old.head };
    let mut out = format!("{}\n", without_first_line(head).trim_end());
    let mut used: HashSet<&str> = HashSet::new();
    for card in &new.cards {
        let Some(own) = by_id.get(card.id.as_str()).copied().or_else(|| same_number(card)) else {
            push(&mut out, card.text);
            continue;
        };
        used.insert(&own.id);
        let keys = differing(&own.table, &card.table);
        if !keys.is_empty() {
            note(Some(&own.name), keys);
        }
        push(&mut out, &own.text_with_id(&card.id));
    }
    let mut numbers: HashSet<String> = new.cards.iter().filter_map(|card| card.number().map(str::to_owned)).collect();
    let mut others = 0;
    for own in &old.cards {
        let stays = if own.by_hand { !used.contains(own.id.as_str()) } else { !same_file && !ids.contains(&*own.id) };
        if !stays {
            continue;
        }
        let taken = own.number().filter(|number| numbers.contains(*number));
        let free = taken.map(|number| free_number(&format!("{number}-"), 2, &numbers));
        if own.by_hand {
            note(Some(&own.name), free.iter().map(|_| "number".to_owned()).collect());
        } else {
            others += 1;
        }
        match (own.number(), &free) {
            (Some(number), Some(free)) => push(&mut out, &own.text_with_number(number, free)),
            _ => push(&mut out, own.text),
        }
        numbers.extend(free.or_else(|| own.number().map(str::to_owned)));
    }
    (out, kept, others)
}

fn without_first_line(text: &str) -> &str {
    text.split_once('\n').map_or("", |(_, rest)| rest)
}

/// A file that a person changed with another body: its first line says still that it was changed, and what it was imported from.
fn remade(from: &str, old: &str, body: &str) -> String {
    format!("{}\n{body}", from_also(old.lines().next().unwrap_or_default(), from))
}

fn push(out: &mut String, card: &str) {
    out.push('\n');
    out.push_str(card.trim_end());
    out.push('\n');
}

/// A set file in pieces.
struct SetText<'a> {
    /// What stands above the cards.
    head: &'a str,
    cards: Vec<CardText<'a>>,
}

/// A card of a set file.
struct CardText<'a> {
    id: String,
    name: String,
    /// The line `[[card]]` and what follows up to the next card.
    text: &'a str,
    table: toml::Table,
    /// Whether a person wrote or changed it.
    by_hand: bool,
}

impl<'a> SetText<'a> {
    /// `None` if the text is not one card after the other.
    fn read(text: &'a str) -> Option<SetText<'a>> {
        // A remark above a card belongs to it.
        let (mut starts, mut at, mut remark) = (Vec::new(), 0, None);
        for line in text.split_inclusive('\n') {
            if line.starts_with(CARD) {
                starts.push(remark.take().unwrap_or(at));
            } else if !line.starts_with('#') || at == 0 {
                remark = None;
            } else if remark.is_none() {
                remark = Some(at);
            }
            at += line.len();
        }
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let head = &text[..starts.first().copied().unwrap_or(text.len())];
        let cards: Option<Vec<CardText<'a>>> =
            starts.iter().zip(ends).map(|(start, end)| CardText::read(&text[*start..end])).collect();
        head.parse::<toml::Table>().ok()?;
        Some(SetText { head, cards: cards? })
    }
}

impl<'a> CardText<'a> {
    fn read(text: &'a str) -> Option<CardText<'a>> {
        let mut file: toml::Table = text.parse().ok()?;
        let table = file.remove("card")?.as_array_mut()?.pop()?.as_table()?.clone();
        let name = table.get("name")?.as_str()?.to_owned();
        let id = table.get("id").map_or_else(|| Some(slug(&name)), |id| id.as_str().map(str::to_owned))?;
        let (first, body) = text.split_once('\n').unwrap_or((text, ""));
        // With a remark above it, the first line is that.
        let by_hand = first
            .strip_prefix(CARD)
            .unwrap_or_default()
            .split_once('#')
            .is_none_or(|(_, written)| written.trim() != mark(body));
        Some(CardText { id, name, text, table, by_hand })
    }
}

impl CardText<'_> {
    fn number(&self) -> Option<&str> {
        self.table.get("number")?.as_str()
    }

    /// The text with another number. Of a card that an import wrote, the fingerprint is that of the new text.
    fn text_with_number(&self, number: &str, free: &str) -> String {
        let is_number = |line: &&str| line.trim_start().starts_with("number");
        let line = self.text.lines().find(is_number).unwrap_or_default();
        let changed = line.replacen(&format!("\"{number}\""), &format!("\"{free}\""), 1);
        let text = self.text.replacen(line, &changed, 1);
        match text.split_once('\n') {
            Some((_, body)) if !self.by_hand => format!("{}{body}", card_head(body).trim_start()),
            _ => text,
        }
    }

    /// The text of a card that other files know as `id`.
    fn text_with_id(&self, id: &str) -> String {
        let needs = self.id != id && !self.table.contains_key("id");
        let line = self.text.find(CARD).and_then(|at| Some(at + self.text[at..].find('\n')? + 1)).filter(|_| needs);
        match line {
            Some(at) => format!("{}id = \"{id}\"\n{}", &self.text[..at], &self.text[at..]),
            None => self.text.to_owned(),
        }
    }
}

fn table_of(text: &str) -> toml::Table {
    text.parse().unwrap_or_default()
}

/// The keys whose values are not the same, in order.
fn differing(one: &toml::Table, other: &toml::Table) -> Vec<String> {
    let all: BTreeMap<&String, ()> = one.keys().chain(other.keys()).map(|key| (key, ())).collect();
    all.into_keys().filter(|key| one.get(*key) != other.get(*key)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cards: &[(&str, &str)]) -> String {
        let mut body = "id = \"s\"\nname = \"S\"\n".to_owned();
        for (name, text) in cards {
            let card = format!("name = \"{name}\"\ntext = \"{text}\"\n");
            body.push_str(&card_head(&card));
            body.push_str(&card);
        }
        made("cards.csv", &body)
    }

    fn kept(merged: &Merged) -> Vec<(Option<&str>, &[String])> {
        match merged {
            Merged::Kept(_, kept, _) => kept.iter().map(|k| (k.card.as_deref(), k.keys.as_slice())).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn untouched_files_are_replaced_and_those_of_others_are_left_alone() {
        let old = set(&[("Goblin", "a")]);
        let new = set(&[("Goblin", "b")]);
        assert_eq!(merge("g/sets/s.toml", &old, &new), Merged::Replaced);
        assert_eq!(merge("g/sets/s.toml", "id = \"s\"\n", &new), Merged::Foreign);
        let broken = old.replace("text = \"a\"", "text = \"a");
        assert_eq!(merge("g/sets/s.toml", &broken, &new), Merged::Foreign);
    }

    #[test]
    fn each_card_goes_its_own_way() {
        let old = set(&[("Goblin", "a"), ("Elf", "a"), ("Orc", "a"), ("Troll", "a"), ("Imp", "a")]);
        // Goblin and Troll are changed, Wisp is added; Orc is gone from the new file, and so is Troll.
        let touched = old.replace("name = \"Goblin\"\ntext = \"a\"", "name = \"Goblin\"\ntext = \"mine\"");
        let touched = touched.replace("name = \"Troll\"\n", "name = \"Troll\"\nrarity = \"rare\"\n");
        let touched = format!("{touched}\n[[card]]\nname = \"Wisp\"\ntext = \"mine\"\n");
        let new = set(&[("Imp", "b"), ("Goblin", "b"), ("Elf", "b"), ("Ogre", "b")]);
        let merged = merge("g/sets/s.toml", &touched, &new);
        let text = ["text".to_owned()];
        assert_eq!(kept(&merged), [(Some("Goblin"), &text[..]), (Some("Troll"), &[]), (Some("Wisp"), &[])]);
        let Merged::Kept(out, ..) = merged else { unreachable!() };
        let cards: Vec<(String, String)> = table_of(&out)["card"]
            .as_array()
            .expect("cards")
            .iter()
            .map(|c| (c["name"].as_str().expect("a name").to_owned(), c["text"].as_str().expect("a text").to_owned()))
            .collect();
        let expected =
            [("Imp", "b"), ("Goblin", "mine"), ("Elf", "b"), ("Ogre", "b"), ("Troll", "a"), ("Wisp", "mine")];
        assert_eq!(cards, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
        // Once more: nothing changes, and the same is told.
        assert_eq!(merge("g/sets/s.toml", &out, &new), Merged::Kept(out.clone(), vec_of(&touched, &new), 0));
    }

    fn vec_of(old: &str, new: &str) -> Vec<KeptByHand> {
        match merge("g/sets/s.toml", old, new) {
            Merged::Kept(_, kept, _) => kept,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_card_that_got_another_name_is_known_by_its_number() {
        let numbered = |name: &str| {
            let plain = set(&[(name, "a")]);
            plain.replace(&format!("name = \"{name}\""), &format!("name = \"{name}\"\nnumber = \"7\""))
        };
        let touched = numbered("Goblin").replace("\"Goblin\"", "\"Gnome\"");
        let merged = merge("g/sets/s.toml", &touched, &numbered("Goblin"));
        assert_eq!(kept(&merged), [(Some("Gnome"), &["name".to_owned()][..])]);
        let Merged::Kept(out, ..) = merged else { unreachable!() };
        assert_eq!(out.matches("[[card]]").count(), 1);
        assert!(out.contains("id = \"goblin\"\nname = \"Gnome\""), "{out}");
        assert_eq!(kept(&merge("g/sets/s.toml", &out, &numbered("Goblin")))[0].0, Some("Gnome"));
        // Another card that has the number now is another card; the older one makes room.
        let other = numbered("Ogre").replace("text = \"a\"", "text = \"b\"");
        let merged = merge("g/sets/s.toml", &touched, &other);
        assert_eq!(kept(&merged), [(Some("Gnome"), &["number".to_owned()][..])]);
        let Merged::Kept(out, ..) = merged else { unreachable!() };
        assert!(out.contains("\"Ogre\"\nnumber = \"7\"") && out.contains("\"Gnome\"\nnumber = \"7-2\""), "{out}");
    }

    #[test]
    fn a_remark_above_a_card_keeps_the_card() {
        let old = set(&[("Goblin", "a"), ("Elf", "a")]);
        let at = old.rfind("[[card]]").expect("there");
        let touched = format!("{}# mine\n{}", &old[..at], &old[at..]);
        let merged = merge("g/sets/s.toml", &touched, &set(&[("Goblin", "b"), ("Elf", "b")]));
        assert_eq!(kept(&merged), [(Some("Elf"), &["text".to_owned()][..])]);
        assert!(matches!(&merged, Merged::Kept(out, ..) if out.contains("# mine\n[[card]]")));
    }

    #[test]
    fn what_stands_above_the_cards_and_files_of_other_kinds_stay_whole() {
        let old = set(&[("Goblin", "a")]).replace("name = \"S\"", "name = \"Mine\"");
        let new = set(&[("Goblin", "b")]);
        let merged = merge("g/sets/s.toml", &old, &new);
        let name = ["name".to_owned()];
        assert_eq!(kept(&merged), [(None, &name[..])]);
        assert!(matches!(&merged, Merged::Kept(out, ..) if out.contains("Mine") && out.contains("text = \"b\"")));
        let format = made("cards.csv", "id = \"draft\"\nsize = 40\n").replace("40", "50");
        let again = made("cards.csv", "id = \"draft\"\nsize = 45\n");
        let merged = merge("g/formats/draft.toml", &format, &again);
        assert_eq!(kept(&merged), [(None, &["size".to_owned()][..])]);
    }
}
