//! `deckloom deck edit NAME …`

use std::collections::BTreeSet;

use catalog::GameData;
use formats::deck::{Deck, DeckPart, Edit, Listed};

use super::{edited, saved};
use crate::command::{CommandContext, CommandOutcome, CommandResult, failure, names, sources, usage_error};

/// All of it is one change, that one `deckloom deck undo` takes back. Lists are begun first, then cards are moved, added,
/// taken out and set, in this order.
#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckEditArgs {
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
struct DeckEditor<'g> {
    game: &'g GameData,
    deck: Deck,
    edits: Vec<Edit>,
}

pub(in crate::command) fn run(args: &DeckEditArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, mut deck_session) = context.deck_session(&args.deck, args.game.as_deref())?;
    let mut editor = DeckEditor { game: &game_library.game, deck: deck_session.deck.clone(), edits: Vec::new() };
    editor.edit_lists(args)?;
    editor.edit_cards(args)?;
    editor.edit_texts(args)?;
    if let Some(format) = &args.format {
        let id = format.strip_prefix(&format!("{}/", game_library.game.id)).unwrap_or(format);
        let known: Vec<&str> = game_library.formats.iter().map(|f| f.id.as_str()).collect();
        game_library.format(id).ok_or_else(|| names::unknown_of(&game_library.game.name, "format", id, &known))?;
        editor.apply(Edit::Format(id.to_owned()));
    }
    if editor.edits.is_empty() {
        return Err(usage_error("say what to change: --add, --remove, --set, --move, --name, --note …"));
    }
    let before = deck_session.deck.clone();
    let edits = if editor.deck == before { Vec::new() } else { editor.edits };
    let edit = Edit::together(None, edits);
    let done = edit.map(|e| deck_session.edit(&mut context.session.library, &game_library.game, e)).transpose()?;
    edited::show(context, &game_library, &deck_session, &before, done)
}

impl DeckEditor<'_> {
    fn apply(&mut self, edit: Edit) {
        self.deck.apply(self.game, &edit);
        self.edits.push(edit);
    }

    fn edit_lists(&mut self, args: &DeckEditArgs) -> CommandResult<()> {
        for name in &args.begin {
            if let Some(why) = self.deck.list_name_fault(self.game, name) {
                return Err(usage_error(why));
            }
            self.apply(Edit::Own { name: name.trim().to_owned(), list: Some(Vec::new()) });
        }
        for name in &args.end {
            match saved::part(self.game, &self.deck, name)? {
                DeckPart::Own(name) => self.apply(Edit::Own { name, list: None }),
                DeckPart::Section(_) => {
                    return Err(usage_error(format!("`{name}` is a section of the game, not of your own")));
                }
            }
        }
        Ok(())
    }

    fn edit_cards(&mut self, args: &DeckEditArgs) -> CommandResult<()> {
        let part = |editor: &DeckEditor<'_>, word: &Option<String>| {
            word.as_deref().map(|w| saved::part(editor.game, &editor.deck, w)).transpose()
        };
        let (within, to) = (part(self, &args.within)?, part(self, &args.to)?);
        for text in &args.moves {
            let (count, card) = saved::copies(self.game, &self.deck, text)?;
            let from = within.clone().unwrap_or_else(|| self.current_section(&card));
            self.check_copies(&from, &card, count)?;
            let to = to.as_ref().expect("--move requires --to");
            self.apply(Edit::moving(self.game, &self.deck, &card, count, &from, to));
        }
        for text in &args.add {
            let (count, card) = saved::copies(self.game, &self.deck, text)?;
            let part = within.clone().unwrap_or_else(|| self.default_section(&card));
            let count = self.deck.copies(&part, &card).saturating_add(count);
            self.apply(Edit::set(self.game, &part, &card, count));
        }
        for text in &args.remove {
            let (count, card) = saved::copies(self.game, &self.deck, text)?;
            let part = within.clone().unwrap_or_else(|| self.current_section(&card));
            self.check_copies(&part, &card, count)?;
            let count = self.deck.copies(&part, &card) - count;
            self.apply(Edit::set(self.game, &part, &card, count));
        }
        for text in &args.set {
            let (count, card) = match text.trim().strip_prefix("0 ") {
                Some(name) => (0, saved::card(self.game, &self.deck, name)?),
                None => saved::copies(self.game, &self.deck, text)?,
            };
            let part = within.clone().unwrap_or_else(|| self.default_section(&card));
            self.apply(Edit::set(self.game, &part, &card, count));
        }
        Ok(())
    }

    fn edit_texts(&mut self, args: &DeckEditArgs) -> CommandResult<()> {
        if let Some(name) = &args.name {
            if name.trim().is_empty() {
                return Err(usage_error("a deck needs a name"));
            }
            self.apply(Edit::Rename(name.trim().to_owned()));
        }
        if let Some(about) = &args.about {
            self.apply(Edit::About(about.trim().to_owned()));
        }
        if let Some(goal) = &args.goal {
            let goal = Some(goal.trim()).filter(|g| !g.is_empty());
            goal.map(|g| sources::count(g, self.game)).transpose()?;
            self.apply(Edit::Goal(goal.map(str::to_owned)));
        }
        for text in &args.note {
            let (card, text) = saved::card_and_text(self.game, &self.deck, text)?;
            self.apply(Edit::Note { card, text: text.to_owned() });
        }
        for (texts, on) in [(&args.tag, true), (&args.untag, false)] {
            for text in texts {
                let (card, tag) = saved::card_and_text(self.game, &self.deck, text)?;
                let mut tags: BTreeSet<String> = self.deck.tags.get(&card).cloned().unwrap_or_default();
                let changed = if on { !tag.is_empty() && tags.insert(tag.to_owned()) } else { tags.remove(tag) };
                if !changed && !on {
                    return Err(usage_error(format!("`{text}`: there is no such tag")));
                }
                self.apply(Edit::Tags { card, tags });
            }
        }
        Ok(())
    }

    /// The section where a card belongs: the first that takes it.
    fn default_section(&self, card: &Listed) -> DeckPart {
        let takes = |part: &DeckPart| match (part, card.known()) {
            (DeckPart::Section(at), Some(ix)) => self.game.sections[*at].accepts.matches(self.game.card(ix)),
            _ => false,
        };
        let main = || DeckPart::Section(self.game.section("main").unwrap_or(0));
        (0..self.game.sections.len()).map(DeckPart::Section).find(takes).unwrap_or_else(main)
    }

    /// The section where copies of a card are; where it belongs, if there are none.
    fn current_section(&self, card: &Listed) -> DeckPart {
        let mut sections = (0..self.game.sections.len()).map(DeckPart::Section);
        sections.find(|p| self.deck.copies(p, card) > 0).unwrap_or_else(|| self.default_section(card))
    }

    fn check_copies(&self, part: &DeckPart, card: &Listed, count: u32) -> CommandResult<()> {
        let here = self.deck.copies(part, card);
        if here >= count {
            return Ok(());
        }
        let (name, place) = (card.name(self.game), part.name(self.game));
        let message = format!("{here} × {name} are in {place}, not {count}; nothing was changed");
        Err(failure(message))
    }
}
