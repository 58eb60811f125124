//! Plain lists, as people paste them: `3 Name`, `3x Name (SET) 17`, `SB: 1 Name`, headings, `//` remarks; and MTG
//! Arena's.

use catalog::GameData;
use catalog::tr;

use super::notes::one_line;
use super::resolve::{list_name, with_printing};
use super::sheet::{DeckFileError, DeckSheet, LineContent, MOST_COPIES, SheetLine};
use super::zones;
use crate::deck::{Deck, DeckEntry, MAYBEBOARD};

/// Words that stand alone on a line above the cards of a section.
const HEADINGS: [&str; 17] = [
    "about",
    "deck",
    "main",
    "maindeck",
    "mainboard",
    "main deck",
    "codex",
    "sideboard",
    "side",
    "side pool",
    "headquarters",
    "commander",
    "companion",
    "maybeboard",
    "maybe",
    "considering",
    "tokens",
];
/// Words that other programs put behind a card and that say where it belongs; other words are the owner's.
const ZONES: [&str; 5] = ["sideboard", "maybeboard", "commander", "companion", "considering"];
/// Zones of a card or two: a count of other cards ends them.
const ONE_CARD: [&str; 2] = ["commander", "companion"];
/// What is no part of a deck goes to a list of one's own.
const TOKENS: &str = "Tokens";

/// Reads a list: what makes no sense is a line that says so.
///
/// Without any heading, a single blank line between two blocks of cards begins the sideboard, as other programs
/// write it. A remark before the first card that says nothing else is the title, those after it are about the deck.
///
/// # Errors
/// When it is too long for a deck.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let mut sheet = DeckSheet::default();
    let mut section: Option<String> = None;
    let (mut headed, mut begun) = (false, false);
    let mut preface = Vec::new();
    for (i, raw) in text.lines().enumerate() {
        let line = raw.trim();
        let remark =
            line.strip_prefix("//").or_else(|| line.strip_prefix('#')).map(|r| r.trim_start_matches(['#', '/']).trim());
        let says = if line.is_empty() {
            LineContent::Remark
        } else if let (Some("about"), Some(name)) = (section.as_deref(), line.strip_prefix("Name ")) {
            // Arena's first block: `Name The deck's name`.
            sheet.name = Some(name.trim().to_owned());
            LineContent::Remark
        } else if let Some(heading) = heading(remark.unwrap_or(line), remark.is_some()) {
            headed |= heading.is_zone;
            begun = true;
            if heading.is_zone {
                section = Some(label(&mut sheet, heading.words));
            } else if section.as_deref().is_some_and(|zone| ONE_CARD.contains(&zone)) {
                // The deck itself begins with the cards of a type.
                section = None;
            }
            LineContent::Remark
        } else if let Some(remark) = remark {
            if !remember(&mut sheet, remark) && !begun {
                preface.push(remark);
            }
            LineContent::Remark
        } else if let Some(rest) = without_prefix(line, "SB:") {
            headed = true;
            copies(rest, Some("sideboard".into()))
        } else {
            begun = true;
            let (line, zone) = split_zone(line);
            headed |= zone.is_some();
            copies(line, zone.map(|zone| label(&mut sheet, zone)).or_else(|| section.clone().filter(|s| s != "about")))
        };
        sheet.push(i + 1, raw, says)?;
    }
    if !headed {
        split_at_blank_line(&mut sheet);
    }
    count_companion_once(&mut sheet);
    add_preface(&mut sheet, &preface);
    sheet.exact = sheet.game.is_some();
    Ok(sheet)
}

/// Arena lists the companion under that heading and once more among the sideboard, to which it belongs.
fn count_companion_once(sheet: &mut DeckSheet) {
    let in_zone = |line: &SheetLine, zone: &str| match &line.content {
        LineContent::Copies { count, card, section } if section.as_deref() == Some(zone) => {
            Some((*count, card.clone()))
        }
        _ => None,
    };
    let Some((copies, companion)) = sheet.lines.iter().find_map(|line| in_zone(line, "companion")) else { return };
    let is_again = |line: &&mut SheetLine| in_zone(line, "sideboard").is_some_and(|(_, card)| card == companion);
    match sheet.lines.iter_mut().find(is_again).map(|line| &mut line.content) {
        Some(LineContent::Copies { count, .. }) if *count > copies => *count -= copies,
        Some(content) => *content = LineContent::Remark,
        None => {}
    }
}

/// Of the remarks before the first card the first one is the title, the others are about the deck, where the list does not say so
/// otherwise.
fn add_preface(sheet: &mut DeckSheet, remarks: &[&str]) {
    let start = remarks.iter().position(|remark| !remark.is_empty());
    let Some((title, about)) = start.and_then(|start| remarks[start..].split_first()) else { return };
    if sheet.name.is_none() {
        sheet.name = Some((*title).to_owned());
        let about = about.join("\n").trim().to_owned();
        sheet.about = sheet.about.take().or(Some(about).filter(|about| !about.is_empty()));
    }
}

/// The section of a heading; what other programs keep beside a deck becomes a list of one's own.
fn label(sheet: &mut DeckSheet, words: String) -> String {
    let own = match words.as_str() {
        "maybeboard" | "maybe" | "considering" => MAYBEBOARD,
        "tokens" => TOKENS,
        _ => return words,
    };
    if !sheet.extras.own.iter().any(|list| list == own) {
        sheet.extras.own.push(own.to_owned());
    }
    own.to_owned()
}

/// What follows a prefix in whatever case.
fn without_prefix<'t>(line: &'t str, prefix: &str) -> Option<&'t str> {
    let start = line.get(..prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then(|| line[prefix.len()..].trim())
}

/// Takes what sites write behind a card off its line: `#!Commander`, `[Maybeboard{noDeck},Ramp]`, `^Have,#37d67a^`; and
/// the zone that it names.
fn split_zone(line: &str) -> (&str, Option<String>) {
    let zone_in = |words: &str| -> Option<String> {
        let bare = |word: &str| word.split('{').next().unwrap_or(word).trim().to_lowercase();
        words.split(',').map(bare).find(|word| ZONES.contains(&word.as_str()))
    };
    let (mut line, mut zone) = (line, None);
    if let Some((card, mark)) =
        line.rsplit_once('#').and_then(|(card, mark)| Some((card, mark.trim().strip_prefix('!')?)))
    {
        (line, zone) = (card.trim_end(), zone_in(mark));
    }
    if let Some((card, _)) = line.strip_suffix('^').and_then(|line| line.rsplit_once(" ^")) {
        line = card.trim_end();
    }
    // Categories stand behind a set and a number; a set may stand there alone.
    if let Some((card, words)) = line.strip_suffix(']').and_then(|line| line.rsplit_once(" [")) {
        let named = zone_in(words);
        if named.is_some() || card.contains(" (") {
            line = card.trim_end();
        }
        zone = zone.or(named);
    }
    (line, zone)
}

fn split_at_blank_line(sheet: &mut DeckSheet) {
    let is_card = |l: &SheetLine| matches!(l.content, LineContent::Copies { .. });
    let Some(first) = sheet.lines.iter().position(is_card) else { return };
    let last = sheet.lines.iter().rposition(is_card).unwrap_or(first);
    let gaps: Vec<usize> = (first..last).filter(|i| sheet.lines[*i].text.trim().is_empty()).collect();
    let [gap] = gaps[..] else { return };
    for line in &mut sheet.lines[gap..] {
        if let LineContent::Copies { section, .. } = &mut line.content {
            *section = Some("sideboard".into());
        }
    }
}

/// The remarks that this program and others write as `Key: value`; false for any other remark.
pub(super) fn remember(sheet: &mut DeckSheet, remark: &str) -> bool {
    let Some((key, value)) = remark.split_once(':') else { return false };
    let value = Some(value.trim().to_owned()).filter(|v| !v.is_empty());
    match key.trim() {
        "Game" => sheet.game = value,
        // Some programs write the game before the format.
        "Format" => {
            let word = value.map(|v| v.rsplit('/').next().unwrap_or_default().trim().to_owned());
            sheet.format = word.filter(|word| !word.is_empty());
        }
        "Name" | "NAME" | "DeckName" | "Deck Name" => sheet.name = value,
        // A plan of several lines is as many remarks.
        "About" => match (&mut sheet.about, value) {
            (Some(about), more) => about.push_str(&format!("\n{}", more.unwrap_or_default())),
            (about, first) => *about = Some(first.unwrap_or_default()),
        },
        "Goal" => sheet.goal.0 = value,
        "Goal in words" => sheet.goal.1 = value,
        _ => return false,
    }
    true
}

/// A line above cards.
struct Heading {
    words: String,
    /// Whether it says where the cards belong; `Creatures (20)` only counts.
    is_zone: bool,
}

/// A line that stands above the cards of a section. In a remark only the known words count.
fn heading(line: &str, remark: bool) -> Option<Heading> {
    let word = line.trim_matches(['[', ']']).trim_end_matches(':').trim();
    // `Deck (60)`, `Sideboard: 15`, `MainBoard: 3 cards` and, in a remark, `60 Maindeck` are headings with a count.
    let counted = if remark { word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start() } else { word };
    let (bare, rest) = counted.split_once(['(', ':']).unwrap_or((counted, ""));
    let bare = bare.trim().to_lowercase();
    let count = rest.trim_end_matches(')').trim();
    let count = count.strip_suffix("cards").or_else(|| count.strip_suffix("card")).unwrap_or(count).trim();
    let is_count = count.chars().all(|c| c.is_ascii_digit());
    // `// About: 60` is a plan.
    if HEADINGS.contains(&bare.as_str()) && is_count && !(remark && bare == "about") {
        return Some(Heading { words: bare, is_zone: true });
    }
    if remark {
        return None;
    }
    let bracketed = line.starts_with('[') && line.ends_with(']');
    let numbered = line.starts_with(|c: char| c.is_ascii_digit());
    if bracketed || line.ends_with(':') && !numbered {
        return Some(Heading { words: word.to_owned(), is_zone: true });
    }
    // `Creatures (20)` above the cards of a type.
    let total = line.ends_with(')') && !numbered && !count.is_empty() && is_count && line.contains(" (");
    total.then(|| Heading { words: word.to_owned(), is_zone: false })
}

/// `3 Name`, `3x Name`, `x3 Name`, `Name x3`, `Name`.
pub(super) fn copies(line: &str, section: Option<String>) -> LineContent {
    let line = line.trim();
    // `x3 Name` is `3 Name`; a name may begin with an x all the same.
    let times = line.strip_prefix(['x', 'X', '×']).filter(|rest| {
        let name = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        name.len() < rest.len() && name.starts_with(char::is_whitespace)
    });
    let line = times.unwrap_or(line);
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (count, name) = if digits > 0 {
        let rest = &line[digits..];
        let times = rest.trim_start().strip_prefix('×');
        let bare =
            rest.strip_prefix(['x', 'X']).filter(|r| r.starts_with(char::is_whitespace)).or(times).unwrap_or(rest);
        if times.is_none() && !bare.starts_with(char::is_whitespace) {
            // A name that begins with a digit.
            return LineContent::copies_of(1, line, section);
        }
        match line[..digits].parse::<u32>() {
            Ok(n) => (n, bare.trim()),
            Err(_) => {
                return LineContent::Nothing(tr!(
                    "{number} copies are more than {most}",
                    number = &line[..digits],
                    most = MOST_COPIES
                ));
            }
        }
    } else if let Some((name, n)) = line
        .rsplit_once([' ', '\t'])
        .and_then(|(name, n)| n.strip_prefix(['x', 'X']).and_then(|n| n.parse::<u32>().ok()).map(|n| (name, n)))
    {
        (n, name.trim())
    } else {
        (1, line)
    };
    match (count, name) {
        (_, "") => LineContent::Nothing(tr!("a number without a name")),
        _ => LineContent::copies_of(count, name, section),
    }
}

/// Writes a list with a heading for each section, and what else there is to say in remarks.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let mut out = facts("//", game, deck);
    for (section, entries) in game.sections.iter().zip(&deck.sections).filter(|(_, e)| !e.is_empty()) {
        out.push_str(&format!("\n[{}]\n", section.name));
        for entry in entries {
            out.push_str(&format!("{} {}\n", entry.count, list_name(game, &entry.card)));
        }
    }
    out
}

/// What a list says beside its cards, a remark a line.
pub(super) fn facts(sign: &str, game: &GameData, deck: &Deck) -> String {
    let mut out = String::new();
    let mut say = |key: &str, value: &str| out.push_str(&format!("{sign} {key}: {value}\n"));
    say("Name", &one_line(&deck.name));
    say("Game", &game.id);
    say("Format", &deck.format);
    deck.about.trim().lines().for_each(|line| say("About", line));
    for (key, value) in [("Goal", &deck.goal), ("Goal in words", &deck.goal_text)] {
        if let Some(value) = value.as_ref().map(|v| one_line(v)).filter(|v| !v.is_empty()) {
            say(key, &value);
        }
    }
    out
}

/// Writes a list as MTG Arena has it: every card with its set and number, two zones.
pub fn write_arena(game: &GameData, deck: &Deck) -> String {
    let name = one_line(&deck.name);
    let mut out = if name.is_empty() { String::new() } else { format!("About\nName {name}\n") };
    for (heading, entries) in ["Deck", "Sideboard"].into_iter().zip(zones(game, deck)) {
        if !entries.is_empty() {
            out.push_str(&format!("\n{heading}\n"));
        }
        entries.iter().for_each(|e| out.push_str(&format!("{} {}\n", e.count, with_printing(game, &e.card))));
    }
    out
}

/// Writes names with their numbers, an empty line before the sideboard and nothing else: what CubeCobra and
/// Draftmancer take from the clipboard.
pub fn write_names(game: &GameData, deck: &Deck) -> String {
    let zone = |entries: Vec<&DeckEntry>| -> String {
        entries.iter().map(|e| format!("{} {}\n", e.count, e.card.name(game))).collect()
    };
    let [main, side] = zones(game, deck).map(zone);
    if side.is_empty() { main } else { format!("{main}\n{side}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct ReadList {
        /// `section: count name` of every card.
        cards: Vec<String>,
        title: String,
        about: String,
    }

    fn read_list(text: &str) -> ReadList {
        let sheet = read(text).expect("a list");
        let cards = sheet.lines.iter().filter_map(|line| match &line.content {
            LineContent::Copies { count, card, section } => {
                let name = card.name.as_deref().unwrap_or("?");
                Some(format!("{}: {count} {name}", section.as_deref().unwrap_or("")))
            }
            _ => None,
        });
        ReadList {
            cards: cards.collect(),
            title: sheet.name.unwrap_or_default(),
            about: sheet.about.unwrap_or_default(),
        }
    }

    #[test]
    fn a_remark_before_the_cards_is_the_title_and_those_after_it_are_about_the_deck() {
        let ReadList { cards, title, about } = read_list(
            "\n// Lamps at Dusk\n\n   // Burn everything.\n//\n//Then [rest]\n\n// Mainboard (10 cards)\n2X Lamp\n\n// Sideboard (11 cards)\n\n5x\tFog\n",
        );
        assert_eq!(cards, ["mainboard: 2 Lamp", "sideboard: 5 Fog"]);
        assert_eq!((title.as_str(), about.as_str()), ("Lamps at Dusk", "Burn everything.\n\nThen [rest]"));
        let ReadList { cards, title, about } = read_list("// 60 Maindeck\n// 20 Creature\n2 Lamp\n// about nothing\n");
        assert_eq!((cards, title, about), (vec!["maindeck: 2 Lamp".to_owned()], String::new(), String::new()));
        assert_eq!(
            read_list("// Deck file for some Workstation\n// NAME : Dusk\n1 Lamp").title,
            "Dusk",
            "a key says more"
        );
    }

    #[test]
    fn counts_and_categories_are_headings_and_no_cards() {
        let ReadList { cards, .. } =
            read_list("MainBoard: 3 cards\n1 Lamp\nCreatures (2)\n2 Fog\nSideboard (1 card)\n1 Wick\n");
        assert_eq!(cards, ["mainboard: 1 Lamp", "mainboard: 2 Fog", "sideboard: 1 Wick"]);
        // Somebody's card may end like that; where it is counted it is one.
        assert_eq!(
            read_list("1 Big Lamp (Huge Thing)\n2 Fog (7)\n").cards,
            [": 1 Big Lamp (Huge Thing)", ": 2 Fog (7)"]
        );
    }

    #[test]
    fn what_sites_write_behind_a_card_says_where_it_belongs() {
        let ReadList { cards, .. } = read_list(
            "1x Lamp (slt) 12 *F* [Commander{top}]\n1x Fog (slt) 3 [Ramp] ^Have,#37d67a^\n1x Wick [Maybeboard{noDeck}{noPrice},Oil]\n\
             1 [SLT#7] Oil # !Commander\nsb: 2 Snuffer\n\tSb:\t1\tSnuffer\n1 Shade [SLT]\n",
        );
        assert_eq!(
            cards,
            [
                "commander: 1 Lamp (slt) 12 *F*",
                ": 1 Fog (slt) 3",
                "Maybe: 1 Wick",
                "commander: 1 [SLT#7] Oil",
                "sideboard: 2 Snuffer",
                "sideboard: 1 Snuffer",
                ": 1 Shade [SLT]",
            ]
        );
    }

    #[test]
    fn a_companion_that_the_sideboard_lists_again_is_one_card() {
        let list = "Companion\n1 Moth (SL) 4\n\nDeck\n1 Lamp\n\nSideboard\n1 Moth (SL) 4\n1 Fog\n";
        assert_eq!(read_list(list).cards, ["companion: 1 Moth (SL) 4", "deck: 1 Lamp", "sideboard: 1 Fog"]);
        let list = list.replace("1 Moth (SL) 4\n1 Fog", "3 Moth (SL) 4");
        assert_eq!(read_list(&list).cards, ["companion: 1 Moth (SL) 4", "deck: 1 Lamp", "sideboard: 2 Moth (SL) 4"]);
    }

    #[test]
    fn what_lies_beside_a_deck_stays_beside_it() {
        let sheet = read("Deck\n1 Lamp\nMaybeboard\n1 Fog\nTokens (1)\n1 Moth\n").expect("a list");
        assert_eq!(sheet.extras.own, ["Maybe", "Tokens"]);
        assert_eq!(
            read_list("Deck\n1 Lamp\nMaybeboard\n1 Fog\nTokens (1)\n1 Moth\n").cards,
            ["deck: 1 Lamp", "Maybe: 1 Fog", "Tokens: 1 Moth"]
        );
    }
}
