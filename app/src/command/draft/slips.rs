//! `deckloom draft slip|answer`: a seat as a file for somebody elsewhere, and the choice that comes back.

use std::path::PathBuf;

use catalog::source::MOST_HANDED;
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::slip;
use schemars::JsonSchema;
use serde::Serialize;

use super::seat;
use crate::command::{CommandContext, CommandOutcome, CommandResult, input_error, number, sources};

#[derive(Debug, clap::Args)]
pub(super) struct DraftSlipArgs {
    /// Name of the draft.
    name: String,
    /// The seat, counted from 1; without one, every seat by files that is asked.
    #[arg(long, value_parser = number::whole::<usize>(1..))]
    seat: Option<usize>,
    /// A folder for the files; without one, the texts are shown.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct DraftAnswerArgs {
    /// Slips that came back.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Slips that go out.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DraftSlipsOutput {
    /// One for each seat.
    slips: Vec<SlipOutput>,
}

/// A slip that goes out.
#[derive(Debug, Serialize, JsonSchema)]
struct SlipOutput {
    /// Seat, from 1.
    seat: usize,
    /// The file, if one was written.
    file: Option<String>,
    /// The text.
    text: String,
}

pub(super) fn slip(args: &DraftSlipArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let open_draft = seat::open(context, &args.name)?;
    let pod = &open_draft.saved.pod;
    let seats: Vec<usize> = match args.seat {
        Some(seat) => vec![open_draft.seat(seat)?],
        None => pod.waiting_people().filter(|s| matches!(pod.players()[*s], DraftPlayer::File(_))).collect(),
    };
    let mut slips = Vec::new();
    for seat in seats {
        let view = pod.draft.view(seat);
        let text =
            slip::write(&open_draft.game_library.game, &open_draft.saved.name, &pod.players()[seat].label(), &view);
        let file = args.output.as_ref().map(|f| {
            f.join(format!("seat-{}-{}.txt", seat + 1, slip::fingerprint(&open_draft.game_library.game, &view)))
        });
        if let Some(file) = &file {
            sources::write(file, &text)?;
        }
        slips.push(SlipOutput { seat: seat + 1, file: file.map(|f| f.display().to_string()), text });
    }
    let slips = DraftSlipsOutput { slips };
    context.print_result(&slips, || {
        if slips.slips.is_empty() {
            "nobody by files is asked anything now\n".into()
        } else {
            slips.slips.iter().map(|s| s.file.as_ref().map_or(s.text.clone(), |f| format!("{f}\n"))).collect()
        }
    })?;
    Ok(CommandOutcome::Done)
}

pub(super) fn answer(args: &DraftAnswerArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let mut state = None;
    for file in &args.files {
        let text = sources::read_text(file, MOST_HANDED)?;
        let fault = |e: slip::SlipError| input_error(format!("{}: {e}", file.display()));
        let (draft, seat) = slip::address(&text).map_err(fault)?;
        let mut open_draft = seat::open(context, &draft)?;
        let seat = open_draft.seat(seat + 1)?;
        let view = open_draft.saved.pod.draft.view(seat);
        let answer = slip::read(&text, &open_draft.game_library.game, &view).map_err(fault)?;
        open_draft.saved.choose(open_draft.library, &open_draft.game_library, seat, &answer.choice)?;
        state = Some(open_draft.state(None, false)?);
    }
    match state {
        Some(state) => seat::tell(context, &state),
        None => Ok(CommandOutcome::Done),
    }
}
