//! `deckloom draft begin|list|show|pick|undo|sit|pause|resume`: a draft of the library, as its seats see it.

mod state;

use std::sync::Arc;

use catalog::store::journal::{StreamId, StreamKind};
use formats::GameLibrary;
use formats::limited::draft::DraftChoice;
use formats::limited::draft::clock::DraftClock;
use formats::limited::draft::log::DraftAction;
use schemars::JsonSchema;
use serde::Serialize;

use super::plan;
use crate::command::print::table;
use crate::command::{CommandContext, CommandOutcome, CommandResult, names, number, usage_error};
use formats::saved::draft::SavedDraft;
pub(in crate::command) use state::DraftStateOutput;
pub(super) use state::tell;

#[derive(Debug, clap::Args)]
pub(super) struct DraftBeginArgs {
    /// The format, such as afrika/cosmic-draft.
    format: String,
    /// Who sits where, from seat 1 on: names, file:NAME for people elsewhere, bot, casual, random.
    #[arg(long, value_delimiter = ',', required = true, value_name = "WHO,WHO,…")]
    sit: Vec<String>,
    /// Its name; the format's if none is given.
    #[arg(long)]
    name: Option<String>,
    /// Times for picks, those of the tournament rules times so many percent.
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, default_missing_value = "100", value_parser = number::whole::<u32>(10..=1000))]
    clock: Option<u32>,
    #[command(flatten)]
    setup: plan::DraftSetupArgs,
}

#[derive(Debug, clap::Args)]
pub(super) struct DraftShowArgs {
    /// Name of the draft.
    name: String,
    /// The seat whose view is shown, counted from 1; without one, the first person that is asked.
    #[arg(long, value_parser = number::whole::<usize>(1..))]
    seat: Option<usize>,
    /// Show what a bot would think of each card.
    #[arg(long)]
    hint: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct DraftPickArgs {
    /// Name of the draft.
    name: String,
    /// The seat that chooses, counted from 1.
    #[arg(long, value_parser = number::whole::<usize>(1..))]
    seat: usize,
    /// A card by name, id or `#` and its number; or `take A; B / burn C`, `pile 2`, `split A; B`, `swap A / B`,
    /// `offer 3: A / B`, `accept`, `pass`.
    #[arg(required_unless_present = "time_over")]
    choice: Vec<String>,
    /// Let a bot choose for the seat, as the time is over.
    #[arg(long, conflicts_with = "choice")]
    time_over: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct DraftUndoArgs {
    /// Name of the draft.
    name: String,
    /// The seat that asks, or answers; counted from 1.
    #[arg(long, value_parser = number::whole::<usize>(1..))]
    seat: usize,
    /// Agree, as this seat, that the last choice is taken back.
    #[arg(long, conflicts_with = "refuse")]
    agree: bool,
    /// Refuse it.
    #[arg(long)]
    refuse: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct DraftSitArgs {
    /// Name of the draft.
    name: String,
    /// The seat, counted from 1.
    #[arg(long, value_parser = number::whole::<usize>(1..))]
    seat: usize,
    /// A name, file:NAME, bot, casual or random.
    who: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct DraftNameArgs {
    /// Name of the draft.
    name: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct DraftResumeArgs {
    /// Name of the draft.
    name: String,
    /// Let bots choose for all people from now on, one choice after the other, each saved as it is made.
    #[arg(long)]
    auto: bool,
}

/// The drafts of the library.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DraftListOutput {
    /// The one that changed last first, by game.
    drafts: Vec<DraftRow>,
}

/// A draft of the library.
#[derive(Debug, Serialize, JsonSchema)]
struct DraftRow {
    /// Name.
    name: String,
    /// `game/format`.
    format: String,
    /// Choices so far.
    choices: usize,
    /// Whether all is drafted.
    over: bool,
    /// What keeps it from going on, if anything.
    fault: Option<String>,
}

/// The stream and the game of a draft that an argument names: the newest of that name.
pub(super) fn find<'d>(context: &'d CommandContext, name: &str) -> CommandResult<(&'d Arc<GameLibrary>, StreamId)> {
    let kept = context.session.saved_streams(StreamKind::Draft, None)?;
    if let Some((game, heading)) = kept.iter().find(|(_, heading)| heading.name == name) {
        return Ok((context.game(game)?, heading.id));
    }
    let known = kept.iter().map(|(_, heading)| heading.name.as_str());
    Err(names::unknown_saved("draft", name, known, "deckloom draft list"))
}

pub(super) fn open<'d>(context: &'d mut CommandContext, name: &str) -> CommandResult<OpenDraft<'d>> {
    let (game_library, id) = find(context, name).map(|(game_library, id)| (game_library.clone(), id))?;
    let session = &mut context.session;
    let saved = SavedDraft::open(&session.library, &game_library, id)?;
    Ok(OpenDraft { saved, game_library, library: &mut session.library })
}

/// An open draft with all that is needed to go on with it.
pub(super) struct OpenDraft<'d> {
    pub saved: SavedDraft,
    pub game_library: Arc<GameLibrary>,
    pub library: &'d mut catalog::store::Library,
}

impl OpenDraft<'_> {
    /// The seat that an argument names, from 0.
    pub fn seat(&self, seat: usize) -> CommandResult<usize> {
        let seats = self.saved.pod.draft.seats();
        match seat {
            0 => Err(usage_error("seats are counted from 1")),
            n if n > seats => Err(usage_error(format!("there is no seat {n}: the table has {seats}"))),
            n => Ok(n - 1),
        }
    }

    pub fn act(&mut self, action: &DraftAction) -> CommandResult<()> {
        Ok(self.saved.act(self.library, &self.game_library, action)?)
    }
}

pub(super) fn begin(args: &DraftBeginArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (start, game_library, usual) = {
        let (game_library, format) = context.format(&args.format)?;
        let sitters = args.sit.iter().map(|w| plan::parse_player(w)).collect::<CommandResult<Vec<_>>>()?;
        let clock = args.clock.map(|percent| DraftClock::default().scaled(percent));
        let start = args.setup.start(context, game_library, format, sitters, clock)?;
        (start, game_library.clone(), format.name.clone())
    };
    let name = new_draft_name(context, args.name.as_deref(), &usual)?;
    let session = &mut context.session;
    let saved = SavedDraft::create(&mut session.library, &game_library, &name, start)?;
    let state = OpenDraft { saved, game_library, library: &mut session.library }.state(None, false)?;
    tell(context, &state)
}

/// The name for a new draft: names are unique, so that every verb finds the one that is meant.
fn new_draft_name(context: &CommandContext, named: Option<&str>, usual: &str) -> CommandResult<String> {
    let taken = |name: &str| find(context, name).is_ok();
    match named {
        Some(name) if taken(name) => Err(usage_error(format!("there is a draft `{name}` already; name it otherwise"))),
        Some(name) if name.trim().is_empty() => Err(usage_error("a draft needs a name")),
        Some(name) => Ok(name.to_owned()),
        None if !taken(usual) => Ok(usual.to_owned()),
        None => Ok((2..).map(|n| format!("{usual} {n}")).find(|n| !taken(n)).unwrap_or_default()),
    }
}

pub(super) fn show(args: &DraftShowArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let open_draft = open(context, &args.name)?;
    let seat = args.seat.map(|s| open_draft.seat(s)).transpose()?;
    let state = open_draft.state(seat, args.hint)?;
    tell(context, &state)
}

pub(super) fn pick(args: &DraftPickArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let mut open_draft = open(context, &args.name)?;
    let seat = open_draft.seat(args.seat)?;
    if args.time_over {
        open_draft.saved.time_over(open_draft.library, &open_draft.game_library, seat)?;
    } else {
        open_draft.saved.pod.draft.require_prompt(seat)?;
        let view = open_draft.saved.pod.draft.view(seat);
        let choice = DraftChoice::parse(&args.choice.join(" "), &open_draft.game_library.game, &view)?;
        open_draft.saved.choose(open_draft.library, &open_draft.game_library, seat, &choice)?;
    }
    let state = open_draft.state(None, false)?;
    tell(context, &state)
}

pub(super) fn undo(args: &DraftUndoArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let mut open_draft = open(context, &args.name)?;
    let seat = open_draft.seat(args.seat)?;
    let action = match (args.agree, args.refuse) {
        (true, _) => DraftAction::Agree { seat },
        (_, true) => DraftAction::Refuse { seat },
        _ => DraftAction::Undo { seat },
    };
    open_draft.act(&action)?;
    let state = open_draft.state(None, false)?;
    tell(context, &state)
}

pub(super) fn sit(args: &DraftSitArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let mut open_draft = open(context, &args.name)?;
    let seat = open_draft.seat(args.seat)?;
    open_draft.act(&DraftAction::Sit { seat, sitter: plan::parse_player(&args.who)? })?;
    let state = open_draft.state(None, false)?;
    tell(context, &state)
}

pub(super) fn pause(args: &DraftNameArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let mut open_draft = open(context, &args.name)?;
    open_draft.act(&DraftAction::Pause)?;
    let state = open_draft.state(None, false)?;
    tell(context, &state)
}

pub(super) fn resume(args: &DraftResumeArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let mut open_draft = open(context, &args.name)?;
    if open_draft.saved.pod.is_paused() {
        open_draft.act(&DraftAction::Resume)?;
    }
    open_draft.saved.let_bots_choose(open_draft.library, &open_draft.game_library)?;
    if args.auto {
        finish(&mut open_draft)?;
    }
    let state = open_draft.state(None, false)?;
    tell(context, &state)
}

/// Bots choose for all people to the end. A line for each choice, once it is safe.
fn finish(open_draft: &mut OpenDraft<'_>) -> CommandResult<()> {
    loop {
        let Some(seat) = open_draft.saved.pod.next_person() else { return Ok(()) };
        let before = open_draft.saved.pod.moves().len();
        open_draft.saved.time_over(open_draft.library, &open_draft.game_library, seat)?;
        let made = &open_draft.saved.pod.moves()[before];
        eprintln!("saved {before}: seat {} {}", seat + 1, made.choice.notation());
    }
}

pub(super) fn list(context: &CommandContext) -> CommandResult<CommandOutcome> {
    let mut drafts = Vec::new();
    for (game, heading) in context.session.saved_streams(StreamKind::Draft, None)? {
        let Some(game_library) = context.session.game_library(game) else { continue };
        let saved = SavedDraft::open(&context.session.library, game_library, heading.id);
        let format = saved.as_ref().map_or(String::new(), |r| format!("{game}/{}", r.format));
        drafts.push(DraftRow {
            name: heading.name,
            format,
            choices: saved.as_ref().map_or(0, |r| r.pod.moves().len()),
            over: saved.as_ref().is_ok_and(|r| r.pod.draft.is_over()),
            fault: saved.err().map(|e| e.to_string()),
        });
    }
    let list = DraftListOutput { drafts };
    context.print_result(&list, || {
        if list.drafts.is_empty() {
            return "no drafts yet; `deckloom draft begin` begins one\n".into();
        }
        let row = |d: &DraftRow| {
            let state = if d.over { "over".into() } else { format!("{} choices", d.choices) };
            vec![d.name.clone(), d.format.clone(), d.fault.clone().unwrap_or(state)]
        };
        let rows: Vec<Vec<String>> = list.drafts.iter().map(row).collect();
        table(&["Draft", "Format", "State"], &rows, &[])
    })?;
    Ok(CommandOutcome::Done)
}
