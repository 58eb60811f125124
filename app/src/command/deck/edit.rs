//! `deckloom deck edit NAME …`

use std::collections::BTreeSet;

use catalog::Game;
use formats::deck::{Deck, Edit, Listed, Part};

use super::{edited, saved};
use crate::command::{Door, Outcome, names, sources, usage, wanting};

/// All of it is one change, that one `deckloom deck undo` takes back. Lists are begun first, then cards are moved, added,
/// taken out and set, in this order.
#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// The saved deck.
    deck: String,
    /// Copies to add, such as "2 Amber Drone".
    #[arg(long, value_name = "COPIES", allow_hyphen_values = true)]
    add: Vec<String>,
    /// Copies to take out.
    #[arg(long, value_name = "COPIES", allow_hyphen_values = true)]
    remove: Vec<String>,
    /// As many copies as this from now on.
    #[arg(long, value_name = "COPIES", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Copies to move out of the list of --in into the list of --to.
    #[arg(long = "move", value_name = "COPIES", requires = "to")]
    moves: Vec<String>,
    /// The list: a section such as side, or one of the deck's own. Without, the section where each card belongs.
    #[arg(long = "in", value_name = "LIST")]
    within: Option<String>,
    /// Where --move puts the cards.
    #[arg(long, value_name = "LIST")]
    to: Option<String>,
    /// Begin a list of one's own, which no rule counts, such as Maybe.
    #[arg(long, value_name = "LIST")]
    begin: Vec<String>,
    /// Take a list of one's own away, with its cards.
    #[arg(long, value_name = "LIST")]
    end: Vec<String>,
    /// Another name.
    #[arg(long)]
    name: Option<String>,
    /// Another format of the game.
    #[arg(long)]
    format: Option<String>,
    /// Notes on the deck: what it wants to do.
    #[arg(long, value_name = "TEXT")]
    about: Option<String>,
    /// What it looks for among the cards played, such as "1.. of (cost>=5)"; empty for what the game says.
    #[arg(long, value_name = "QUESTION")]
    goal: Option<String>,
    /// A note on a card; an empty one is taken away.
    #[arg(long, value_name = "CARD=TEXT")]
    note: Vec<String>,
    /// A tag for a card.
    #[arg(long, value_name = "CARD=TAG")]
    tag: Vec<String>,
    /// A tag to take from a card.
    #[arg(long, value_name = "CARD=TAG")]
    untag: Vec<String>,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

/// The deck as it becomes, with the edits so far.
struct Desk<'g> {
    game: &'g Game,
    deck: Deck,
    edits: Vec<Edit>,
}

pub(in crate::command) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    let (book, mut bench) = door.bench(&args.deck, args.game.as_deref())?;
    let mut desk = Desk { game: &book.game, deck: bench.deck.clone(), edits: Vec::new() };
    desk.lists(args)?;
    desk.cards(args)?;
    desk.words(args)?;
    if let Some(format) = &args.format {
        let id = format.strip_prefix(&format!("{}/", book.game.id)).unwrap_or(format);
        let known: Vec<&str> = book.formats.iter().map(|f| f.id.as_str()).collect();
        book.format(id).ok_or_else(|| names::unknown_of(&book.game.name, "format", id, &known))?;
        desk.act(Edit::Format(id.to_owned()));
    }
    if desk.edits.is_empty() {
        return Err(usage("say what to change: --add, --remove, --set, --move, --name, --note …"));
    }
    let before = bench.deck.clone();
    let edits = if desk.deck == before { Vec::new() } else { desk.edits };
    let edit = Edit::together(None, edits);
    let done = edit.map(|e| bench.edit(&mut door.desk.library, &book.game, e)).transpose()?;
    edited::show(door, &book, &bench, &before, done)
}

impl Desk<'_> {
    fn act(&mut self, edit: Edit) {
        self.deck.apply(self.game, &edit);
        self.edits.push(edit);
    }

    fn lists(&mut self, args: &Args) -> anyhow::Result<()> {
        for name in &args.begin {
            if let Some(why) = self.deck.refuses_list(self.game, name) {
                return Err(usage(why));
            }
            self.act(Edit::Own { name: name.trim().to_owned(), list: Some(Vec::new()) });
        }
        for name in &args.end {
            match saved::part(self.game, &self.deck, name)? {
                Part::Own(name) => self.act(Edit::Own { name, list: None }),
                Part::Section(_) => return Err(usage(format!("`{name}` is a section of the game, not of your own"))),
            }
        }
        Ok(())
    }

    fn cards(&mut self, args: &Args) -> anyhow::Result<()> {
        let part = |desk: &Desk<'_>, word: &Option<String>| {
            word.as_deref().map(|w| saved::part(desk.game, &desk.deck, w)).transpose()
        };
        let (within, to) = (part(self, &args.within)?, part(self, &args.to)?);
        for text in &args.moves {
            let (count, card) = saved::copies(self.game, &self.deck, text)?;
            let from = within.clone().unwrap_or_else(|| self.place(&card));
            self.there(&from, &card, count)?;
            let to = to.as_ref().expect("--move requires --to");
            self.act(Edit::moving(self.game, &self.deck, &card, count, &from, to));
        }
        for text in &args.add {
            let (count, card) = saved::copies(self.game, &self.deck, text)?;
            let part = within.clone().unwrap_or_else(|| self.home(&card));
            let count = self.deck.copies(&part, &card).saturating_add(count);
            self.act(Edit::set(self.game, &part, &card, count));
        }
        for text in &args.remove {
            let (count, card) = saved::copies(self.game, &self.deck, text)?;
            let part = within.clone().unwrap_or_else(|| self.place(&card));
            self.there(&part, &card, count)?;
            let count = self.deck.copies(&part, &card) - count;
            self.act(Edit::set(self.game, &part, &card, count));
        }
        for text in &args.set {
            let (count, card) = match text.trim().strip_prefix("0 ") {
                Some(name) => (0, saved::card(self.game, &self.deck, name)?),
                None => saved::copies(self.game, &self.deck, text)?,
            };
            let part = within.clone().unwrap_or_else(|| self.home(&card));
            self.act(Edit::set(self.game, &part, &card, count));
        }
        Ok(())
    }

    fn words(&mut self, args: &Args) -> anyhow::Result<()> {
        if let Some(name) = &args.name {
            if name.trim().is_empty() {
                return Err(usage("a deck needs a name"));
            }
            self.act(Edit::Rename(name.trim().to_owned()));
        }
        if let Some(about) = &args.about {
            self.act(Edit::About(about.trim().to_owned()));
        }
        if let Some(goal) = &args.goal {
            let goal = Some(goal.trim()).filter(|g| !g.is_empty());
            goal.map(|g| sources::count(g, self.game)).transpose()?;
            self.act(Edit::Goal(goal.map(str::to_owned)));
        }
        for text in &args.note {
            let (card, text) = saved::said(self.game, &self.deck, text)?;
            self.act(Edit::Note { card, text: text.to_owned() });
        }
        for (texts, on) in [(&args.tag, true), (&args.untag, false)] {
            for text in texts {
                let (card, tag) = saved::said(self.game, &self.deck, text)?;
                let mut tags: BTreeSet<String> = self.deck.tags.get(&card).cloned().unwrap_or_default();
                let changed = if on { !tag.is_empty() && tags.insert(tag.to_owned()) } else { tags.remove(tag) };
                if !changed && !on {
                    return Err(usage(format!("`{text}`: there is no such tag")));
                }
                self.act(Edit::Tags { card, tags });
            }
        }
        Ok(())
    }

    /// The section where a card belongs: the first that takes it.
    fn home(&self, card: &Listed) -> Part {
        let takes = |part: &Part| match (part, card.known()) {
            (Part::Section(at), Some(ix)) => self.game.sections[*at].accepts.matches(self.game.card(ix)),
            _ => false,
        };
        let main = || Part::Section(self.game.section("main").unwrap_or(0));
        (0..self.game.sections.len()).map(Part::Section).find(takes).unwrap_or_else(main)
    }

    /// The section where copies of a card are; where it belongs, if there are none.
    fn place(&self, card: &Listed) -> Part {
        let mut sections = (0..self.game.sections.len()).map(Part::Section);
        sections.find(|p| self.deck.copies(p, card) > 0).unwrap_or_else(|| self.home(card))
    }

    fn there(&self, part: &Part, card: &Listed, count: u32) -> anyhow::Result<()> {
        let here = self.deck.copies(part, card);
        if here >= count {
            return Ok(());
        }
        let (name, place) = (card.name(self.game), part.name(self.game));
        let message = format!("{here} × {name} are in {place}, not {count}; nothing was changed");
        Err(wanting(message))
    }
}
