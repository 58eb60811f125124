//! A seat as a text: what it sees and is asked goes out, its choice comes back. For people elsewhere, by mail or chat.

use std::fmt;

use catalog::tr;
use catalog::{CardIx, Game};
use sha2::{Digest, Sha256};

use super::{Choice, Pile, View};
use crate::spoken::as_written;

/// First line of a slip.
const HEAD: &str = "Deckloom draft slip 1";

/// A choice that came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Name of the draft.
    pub draft: String,
    /// Seat, from 0.
    pub seat: usize,
    /// The choice.
    pub choice: Choice,
}

/// What is wrong with a slip: the line, counted from 1, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Fault {
    /// Counted from 1.
    pub line: usize,
    /// What was found, and what was expected.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tr!("line {line}: {message}", line = self.line, message = self.message))
    }
}

/// A word for all that a view shows, so that an answer to another question is found out. Who else is asked is not in
/// it: that changes while an answer is under way.
pub fn key(game: &Game, view: &View) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{} {:?} {:?}", view.seat, view.stage, view.ask));
    for pile in view.piles.iter().chain(view.pools.iter().filter(|p| !p.cards.is_empty())) {
        hash.update(format!("\n{:?}", pile.what));
        pile.cards.iter().for_each(|c| hash.update(format!(" {}", game.card(*c).id)));
    }
    hash.finalize()[..6].iter().map(|b| format!("{b:02x}")).collect()
}

/// The text for a seat.
pub fn write(game: &Game, draft: &str, name: &str, view: &View) -> String {
    let mut out = format!("{HEAD}\ndraft: {draft}\nseat: {} ({name})\nkey: {}\n\n", view.seat + 1, key(game, view));
    out.push_str(&format!("{}.\n", stage(view)));
    match &view.ask {
        Some(ask) => {
            out.push_str(&format!("Please {}.\nName a card by its number here or by its name.\n", ask.words()))
        }
        None => out.push_str("Nothing is asked of you now.\n"),
    }
    if let Some(super::Ask::Answer { get, give, .. }) = view.ask {
        let name = |ix: u32| game.card(CardIx(ix)).name.as_str();
        out.push_str(&format!("You would get {} and give {}.\n", name(get), name(give)));
    }
    let mut number = 0;
    for pile in view.piles.iter().chain(&view.pools) {
        let own = pile.what == super::What::Pool(view.seat);
        let title = if own { "Your pool".into() } else { as_written(|| pile.what.words()) };
        out.push_str(&format!("\n{title}: {}\n", count(pile)));
        for card in &pile.cards {
            number += 1;
            let card = game.card(*card);
            let cost =
                game.cost_field().and_then(|f| card.number_in(f)).map_or(String::new(), |c| format!(", cost {c}"));
            out.push_str(&format!("  #{number:<3} {} – {}{cost}\n", card.name, game.type_line(card)));
        }
    }
    if view.ask.is_some() {
        out.push_str("\nWrite your choice behind the arrow, save the file and send it back.\n> \n");
    }
    out
}

fn stage(view: &View) -> String {
    let s = &view.stage;
    if s.rounds > 1 {
        format!("Round {} of {}, pick {}", s.round + 1, s.rounds, s.pick + 1)
    } else {
        format!("Turn {}", s.pick + 1)
    }
}

fn count(pile: &Pile) -> String {
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
pub fn address(text: &str) -> Result<(String, usize), Fault> {
    if text.lines().next().map(str::trim) != Some(HEAD) {
        return Err(Fault { line: 1, message: tr!("this is no slip; its first line would be `{head}`", head = HEAD) });
    }
    let (_, draft) = field(text, "draft:")?;
    let (line, seat) = field(text, "seat:")?;
    let digits: String = seat.chars().take_while(char::is_ascii_digit).collect();
    let seat = digits.parse::<usize>().ok().and_then(|s| s.checked_sub(1));
    let seat = seat.ok_or_else(|| Fault { line, message: tr!("a seat is a number from 1") })?;
    Ok((draft, seat))
}

/// The choice on a slip that came back; `view` is what its seat sees now.
///
/// # Errors
/// When it answers another question, or the choice cannot be read.
pub fn read(text: &str, game: &Game, view: &View) -> Result<Answer, Fault> {
    let (draft, seat) = address(text)?;
    let (line, found) = field(text, "key:")?;
    if found != key(game, view) {
        let message = tr!("this slip was answered already, or is for another moment; export a new one");
        return Err(Fault { line, message });
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
            return Err(Fault { line, message: tr!("nothing is chosen: write a card behind the `>`") });
        }
        [_, (line, _), ..] => return Err(Fault { line: *line, message: tr!("a second choice; leave one") }),
    };
    let choice = Choice::parse(words, game, view).map_err(|message| Fault { line, message })?;
    if !view.allows(&choice) {
        let message = match &view.ask {
            Some(ask) => tr!("`{words}` is no answer; please {asked}", words, asked = ask.words()),
            None => tr!("`{words}` is no answer; nothing is asked", words),
        };
        return Err(Fault { line, message });
    }
    Ok(Answer { draft, seat, choice })
}

fn field(text: &str, word: &str) -> Result<(usize, String), Fault> {
    let found =
        (1..).zip(text.lines()).find_map(|(n, l)| l.trim().strip_prefix(word).map(|rest| (n, rest.trim().to_owned())));
    found.ok_or_else(|| Fault {
        line: 1,
        message: tr!("a line `{word}` is missing; leave those above the cards as they were", word),
    })
}
