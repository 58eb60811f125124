//! `deckloom draft slip|answer`: a seat as a file for somebody elsewhere, and the choice that comes back.

use std::path::PathBuf;

use catalog::source::MOST_HANDED;
use formats::limited::draft::pod::Sitter;
use formats::limited::draft::slip;
use schemars::JsonSchema;
use serde::Serialize;

use super::seat;
use crate::command::{Door, Outcome, number, sources, unreadable};

#[derive(Debug, clap::Args)]
pub(super) struct Slip {
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
pub(super) struct Answer {
    /// Slips that came back.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Slips that go out.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Slips {
    /// One for each seat.
    slips: Vec<Out>,
}

/// A slip that goes out.
#[derive(Debug, Serialize, JsonSchema)]
struct Out {
    /// Seat, from 1.
    seat: usize,
    /// The file, if one was written.
    file: Option<String>,
    /// The text.
    text: String,
}

pub(super) fn slip(args: &Slip, door: &mut Door) -> anyhow::Result<Outcome> {
    let sitting = seat::open(door, &args.name)?;
    let pod = &sitting.room.pod;
    let seats: Vec<usize> = match args.seat {
        Some(seat) => vec![sitting.seat(seat)?],
        None => pod.asked().filter(|s| matches!(pod.sitters()[*s], Sitter::File(_))).collect(),
    };
    let mut slips = Vec::new();
    for seat in seats {
        let view = pod.table.view(seat);
        let text = slip::write(&sitting.book.game, &sitting.room.name, &pod.sitters()[seat].words(), &view);
        let file = args
            .output
            .as_ref()
            .map(|f| f.join(format!("seat-{}-{}.txt", seat + 1, slip::key(&sitting.book.game, &view))));
        if let Some(file) = &file {
            sources::write(file, &text)?;
        }
        slips.push(Out { seat: seat + 1, file: file.map(|f| f.display().to_string()), text });
    }
    let slips = Slips { slips };
    door.show(&slips, || match slips.slips.is_empty() {
        true => "nobody by files is asked anything now\n".into(),
        false => slips.slips.iter().map(|s| s.file.as_ref().map_or(s.text.clone(), |f| format!("{f}\n"))).collect(),
    })?;
    Ok(Outcome::Done)
}

pub(super) fn answer(args: &Answer, door: &mut Door) -> anyhow::Result<Outcome> {
    let mut state = None;
    for file in &args.files {
        let text = sources::read_text(file, MOST_HANDED)?;
        let fault = |e: slip::Fault| unreadable(format!("{}: {e}", file.display()));
        let (draft, seat) = slip::address(&text).map_err(fault)?;
        let mut sitting = seat::open(door, &draft)?;
        let seat = sitting.seat(seat + 1)?;
        let view = sitting.room.pod.table.view(seat);
        let answer = slip::read(&text, &sitting.book.game, &view).map_err(fault)?;
        sitting.room.choose(sitting.library, &sitting.book, seat, &answer.choice)?;
        state = Some(sitting.state(None, false)?);
    }
    match state {
        Some(state) => seat::tell(door, &state),
        None => Ok(Outcome::Done),
    }
}
