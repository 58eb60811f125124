//! A seat as a text: what it sees and is asked goes out, its choice comes back. For people elsewhere, by mail or chat.

use std::fmt;

use catalog::tr;
use catalog::{CardIx, GameData};
use sha2::{Digest, Sha256};

use super::{DraftChoice, DraftPile, DraftView};
use crate::localize::in_english;

/// First line of a slip.
const HEAD: &str = "Deckloom draft slip 1";

/// A choice that came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlipAnswer {
    /// Name of the draft.
    pub draft: String,
    /// Seat, from 0.
    pub seat: usize,
    /// The choice.
    pub choice: DraftChoice,
}

/// What is wrong with a slip: the line, counted from 1, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct SlipError {
    /// Counted from 1.
    pub line: usize,
    /// What was found, and what was expected.
    pub message: String,
}

impl fmt::Display for SlipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tr!("line {line}: {message}", line = self.line, message = self.message))
    }
}

/// A word for all that a view shows, so that an answer to another question is found out. Who else is asked is not in
/// it: that changes while an answer is under way.
pub fn fingerprint(game: &GameData, view: &DraftView) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{} {:?} {:?}", view.seat, view.stage, view.prompt));
    for pile in view.piles.iter().chain(view.pools.iter().filter(|p| !p.cards.is_empty())) {
        hash.update(format!("\n{:?}", pile.kind));
        pile.cards.iter().for_each(|c| hash.update(format!(" {}", game.card(*c).id)));
    }
    hash.finalize()[..6].iter().map(|b| format!("{b:02x}")).collect()
}

/// The text for a seat.
pub fn write(game: &GameData, draft: &str, name: &str, view: &DraftView) -> String {
    let mut out =
        format!("{HEAD}\ndraft: {draft}\nseat: {} ({name})\nkey: {}\n\n", view.seat + 1, fingerprint(game, view));
    out.push_str(&format!("{}.\n", stage(view)));
    match &view.prompt {
        Some(ask) => {
            out.push_str(&format!("Please {}.\nName a card by its number here or by its name.\n", ask.describe()))
        }
        None => out.push_str("Nothing is asked of you now.\n"),
    }
    if let Some(super::DraftPrompt::Answer { get, give, .. }) = view.prompt {
        let name = |ix: u32| game.card(CardIx(ix)).name.as_str();
        out.push_str(&format!("You would get {} and give {}.\n", name(get), name(give)));
    }
    let mut number = 0;
    for pile in view.piles.iter().chain(&view.pools) {
        let own = pile.kind == super::PileKind::Pool(view.seat);
        let title = if own { "Your pool".into() } else { in_english(|| pile.kind.label()) };
        out.push_str(&format!("\n{title}: {}\n", count(pile)));
        for card in &pile.cards {
            number += 1;
            let card = game.card(*card);
            let cost =
                game.cost_field().and_then(|f| card.number_in(f)).map_or(String::new(), |c| format!(", cost {c}"));
            out.push_str(&format!("  #{number:<3} {} – {}{cost}\n", card.name, game.type_line(card)));
        }
    }
    if view.prompt.is_some() {
        out.push_str("\nWrite your choice behind the arrow, save the file and send it back.\n> \n");
    }
    out
}

fn stage(view: &DraftView) -> String {
    let s = &view.stage;
    if s.rounds > 1 {
        format!("Round {} of {}, pick {}", s.round + 1, s.rounds, s.pick + 1)
    } else {
        format!("Turn {}", s.pick + 1)
    }
}

fn count(pile: &DraftPile) -> String {
    match (pile.cards.len(), pile.down) {
        (0, down) => format!("{down} cards, face down").replace("0 cards, face down", "no cards"),
        (1, 0) => "1 card".into(),
        (open, _) => format!("{open} cards"),
    }
}

/// Which draft and seat a slip is for, so that its view can be looked up: name and seat from 0.
///
/// # Errors
/// When the text is no slip.
pub fn address(text: &str) -> Result<(String, usize), SlipError> {
    if text.lines().next().map(str::trim) != Some(HEAD) {
        return Err(SlipError {
            line: 1,
            message: tr!("this is no slip; its first line would be `{head}`", head = HEAD),
        });
    }
    let (_, draft) = field(text, "draft:")?;
    let (line, seat) = field(text, "seat:")?;
    let digits: String = seat.chars().take_while(char::is_ascii_digit).collect();
    let seat = digits.parse::<usize>().ok().and_then(|s| s.checked_sub(1));
    let seat = seat.ok_or_else(|| SlipError { line, message: tr!("a seat is a number from 1") })?;
    Ok((draft, seat))
}

/// The choice on a slip that came back; `view` is what its seat sees now.
///
/// # Errors
/// When it answers another question, or the choice cannot be read.
pub fn read(text: &str, game: &GameData, view: &DraftView) -> Result<SlipAnswer, SlipError> {
    let (draft, seat) = address(text)?;
    let (line, found) = field(text, "key:")?;
    if found != fingerprint(game, view) {
        let message = tr!("this slip was answered already, or is for another moment; export a new one");
        return Err(SlipError { line, message });
    }
    let arrows: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter_map(|(n, l)| l.trim_start().strip_prefix('>').map(|rest| (n, rest.trim())))
        .collect();
    let written: Vec<&(usize, &str)> = arrows.iter().filter(|(_, rest)| !rest.is_empty()).collect();
    let (line, words) = match written[..] {
        [one] => *one,
        [] => {
            let line = arrows.last().map_or(text.lines().count(), |(n, _)| *n);
            return Err(SlipError { line, message: tr!("nothing is chosen: write a card behind the `>`") });
        }
        [_, (line, _), ..] => return Err(SlipError { line: *line, message: tr!("a second choice; leave one") }),
    };
    let choice = DraftChoice::parse(words, game, view).map_err(|e| SlipError { line, message: e.to_string() })?;
    if !view.allows(&choice) {
        let message = match &view.prompt {
            Some(ask) => tr!("`{words}` is no answer; please {asked}", words, asked = ask.describe()),
            None => tr!("`{words}` is no answer; nothing is asked", words),
        };
        return Err(SlipError { line, message });
    }
    Ok(SlipAnswer { draft, seat, choice })
}

fn field(text: &str, word: &str) -> Result<(usize, String), SlipError> {
    let found =
        (1..).zip(text.lines()).find_map(|(n, l)| l.trim().strip_prefix(word).map(|rest| (n, rest.trim().to_owned())));
    found.ok_or_else(|| SlipError {
        line: 1,
        message: tr!("a line `{word}` is missing; leave those above the cards as they were", word),
    })
}
