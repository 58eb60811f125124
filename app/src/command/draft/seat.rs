//! `deckloom draft begin|list|show|pick|undo|sit|pause|resume`: a draft of the library, as its seats see it.

mod state;

use std::sync::Arc;

use catalog::store::journal::{Kind, StreamId};
use formats::Book;
use formats::limited::draft::Choice;
use formats::limited::draft::clock::Clock;
use formats::limited::draft::log::Action;
use schemars::JsonSchema;
use serde::Serialize;

use super::plan;
use crate::command::print::table;
use crate::command::{Door, Outcome, names, number, usage};
use crate::draft_room::DraftRoom;
pub(in crate::command) use state::State;
pub(super) use state::tell;

#[derive(Debug, clap::Args)]
pub(super) struct Begin {
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
    setup: plan::Setup,
}

#[derive(Debug, clap::Args)]
pub(super) struct Show {
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
pub(super) struct Pick {
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
pub(super) struct Undo {
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
pub(super) struct Sit {
    /// Name of the draft.
    name: String,
    /// The seat, counted from 1.
    #[arg(long, value_parser = number::whole::<usize>(1..))]
    seat: usize,
    /// A name, file:NAME, bot, casual or random.
    who: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct Named {
    /// Name of the draft.
    name: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct Resume {
    /// Name of the draft.
    name: String,
    /// Let bots choose for all people from now on, one choice after the other, each saved as it is made.
    #[arg(long)]
    auto: bool,
}

/// The drafts of the library.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct List {
    /// The one that changed last first, by game.
    drafts: Vec<Line>,
}

/// A draft of the library.
#[derive(Debug, Serialize, JsonSchema)]
struct Line {
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
pub(super) fn find<'d>(door: &'d Door, name: &str) -> anyhow::Result<(&'d Arc<Book>, StreamId)> {
    let kept = door.desk.kept(Kind::Draft, None)?;
    if let Some((game, heading)) = kept.iter().find(|(_, heading)| heading.name == name) {
        return Ok((door.game(game)?, heading.id));
    }
    let known = kept.iter().map(|(_, heading)| heading.name.as_str());
    Err(names::unknown_kept("draft", name, known, "deckloom draft list"))
}

pub(super) fn open<'d>(door: &'d mut Door, name: &str) -> anyhow::Result<Sitting<'d>> {
    let (book, id) = find(door, name).map(|(book, id)| (book.clone(), id))?;
    let desk = &mut door.desk;
    let room = DraftRoom::open(&desk.library, &book, id)?;
    Ok(Sitting { room, book, library: &mut desk.library })
}

/// An open draft with all that is needed to go on with it.
pub(super) struct Sitting<'d> {
    pub room: DraftRoom,
    pub book: Arc<Book>,
    pub library: &'d mut catalog::store::Library,
}

impl Sitting<'_> {
    /// The seat that an argument names, from 0.
    pub fn seat(&self, seat: usize) -> anyhow::Result<usize> {
        let seats = self.room.pod.table.seats();
        match seat {
            0 => Err(usage("seats are counted from 1")),
            n if n > seats => Err(usage(format!("there is no seat {n}: the table has {seats}"))),
            n => Ok(n - 1),
        }
    }

    pub fn act(&mut self, action: &Action) -> anyhow::Result<()> {
        Ok(self.room.act(self.library, &self.book, action)?)
    }
}

pub(super) fn begin(args: &Begin, door: &mut Door) -> anyhow::Result<Outcome> {
    let (start, book, usual) = {
        let (book, format) = door.format(&args.format)?;
        let sitters = args.sit.iter().map(|w| plan::sitter(w)).collect::<anyhow::Result<Vec<_>>>()?;
        let clock = args.clock.map(|percent| Clock::default().scaled(percent));
        let start = args.setup.start(door, book, format, sitters, clock)?;
        (start, book.clone(), format.name.clone())
    };
    let name = name(door, args.name.as_deref(), &usual)?;
    let desk = &mut door.desk;
    let room = DraftRoom::sit_down(&mut desk.library, &book, &name, start)?;
    let state = Sitting { room, book, library: &mut desk.library }.state(None, false)?;
    tell(door, &state)
}

/// The name for a new draft: names are unique, so that every verb finds the one that is meant.
fn name(door: &Door, named: Option<&str>, usual: &str) -> anyhow::Result<String> {
    let taken = |name: &str| find(door, name).is_ok();
    match named {
        Some(name) if taken(name) => Err(usage(format!("there is a draft `{name}` already; name it otherwise"))),
        Some(name) if name.trim().is_empty() => Err(usage("a draft needs a name")),
        Some(name) => Ok(name.to_owned()),
        None if !taken(usual) => Ok(usual.to_owned()),
        None => Ok((2..).map(|n| format!("{usual} {n}")).find(|n| !taken(n)).unwrap_or_default()),
    }
}

pub(super) fn show(args: &Show, door: &mut Door) -> anyhow::Result<Outcome> {
    let sitting = open(door, &args.name)?;
    let seat = args.seat.map(|s| sitting.seat(s)).transpose()?;
    let state = sitting.state(seat, args.hint)?;
    tell(door, &state)
}

pub(super) fn pick(args: &Pick, door: &mut Door) -> anyhow::Result<Outcome> {
    let mut sitting = open(door, &args.name)?;
    let seat = sitting.seat(args.seat)?;
    if args.time_over {
        sitting.room.time_over(sitting.library, &sitting.book, seat)?;
    } else {
        sitting.room.pod.table.must_ask(seat)?;
        let view = sitting.room.pod.table.view(seat);
        let choice = Choice::parse(&args.choice.join(" "), &sitting.book.game, &view).map_err(usage)?;
        sitting.room.choose(sitting.library, &sitting.book, seat, &choice)?;
    }
    let state = sitting.state(None, false)?;
    tell(door, &state)
}

pub(super) fn undo(args: &Undo, door: &mut Door) -> anyhow::Result<Outcome> {
    let mut sitting = open(door, &args.name)?;
    let seat = sitting.seat(args.seat)?;
    let action = match (args.agree, args.refuse) {
        (true, _) => Action::Agree { seat },
        (_, true) => Action::Refuse { seat },
        _ => Action::Undo { seat },
    };
    sitting.act(&action)?;
    let state = sitting.state(None, false)?;
    tell(door, &state)
}

pub(super) fn sit(args: &Sit, door: &mut Door) -> anyhow::Result<Outcome> {
    let mut sitting = open(door, &args.name)?;
    let seat = sitting.seat(args.seat)?;
    sitting.act(&Action::Sit { seat, sitter: plan::sitter(&args.who)? })?;
    let state = sitting.state(None, false)?;
    tell(door, &state)
}

pub(super) fn pause(args: &Named, door: &mut Door) -> anyhow::Result<Outcome> {
    let mut sitting = open(door, &args.name)?;
    sitting.act(&Action::Pause)?;
    let state = sitting.state(None, false)?;
    tell(door, &state)
}

pub(super) fn resume(args: &Resume, door: &mut Door) -> anyhow::Result<Outcome> {
    let mut sitting = open(door, &args.name)?;
    if sitting.room.pod.is_paused() {
        sitting.act(&Action::Resume)?;
    }
    sitting.room.let_bots_choose(sitting.library, &sitting.book)?;
    if args.auto {
        finish(&mut sitting)?;
    }
    let state = sitting.state(None, false)?;
    tell(door, &state)
}

/// Bots choose for all people to the end. A line for each choice, once it is safe.
fn finish(sitting: &mut Sitting<'_>) -> anyhow::Result<()> {
    loop {
        let Some(seat) = sitting.room.pod.asked().next() else { return Ok(()) };
        let before = sitting.room.pod.moves().len();
        sitting.room.time_over(sitting.library, &sitting.book, seat)?;
        let made = &sitting.room.pod.moves()[before];
        eprintln!("saved {before}: seat {} {}", seat + 1, made.choice.line());
    }
}

pub(super) fn list(door: &Door) -> anyhow::Result<Outcome> {
    let mut drafts = Vec::new();
    for (game, heading) in door.desk.kept(Kind::Draft, None)? {
        let Some(book) = door.desk.book(game) else { continue };
        let room = DraftRoom::open(&door.desk.library, book, heading.id);
        let format = room.as_ref().map_or(String::new(), |r| format!("{game}/{}", r.format));
        drafts.push(Line {
            name: heading.name,
            format,
            choices: room.as_ref().map_or(0, |r| r.pod.moves().len()),
            over: room.as_ref().is_ok_and(|r| r.pod.table.is_over()),
            fault: room.err().map(|e| e.to_string()),
        });
    }
    let list = List { drafts };
    door.show(&list, || {
        if list.drafts.is_empty() {
            return "no drafts yet; `deckloom draft begin` begins one\n".into();
        }
        let row = |d: &Line| {
            let state = if d.over { "over".into() } else { format!("{} choices", d.choices) };
            vec![d.name.clone(), d.format.clone(), d.fault.clone().unwrap_or(state)]
        };
        let rows: Vec<Vec<String>> = list.drafts.iter().map(row).collect();
        table(&["Draft", "Format", "State"], &rows, &[])
    })?;
    Ok(Outcome::Done)
}
