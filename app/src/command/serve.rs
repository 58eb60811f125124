//! `deckloom serve`

use std::io::Write;
use std::net::IpAddr;

use catalog::store::journal::StreamKind;
use formats::limited::draft::clock::DraftClock;
use host::log::TableSetup;
use host::tables::{MOST_SEATS, NewTable};
use schemars::JsonSchema;
use serde::Serialize;

use super::draft::plan::DraftSetupArgs;
use super::{CommandContext, CommandOutcome, CommandResult, number, usage_error};
use crate::hosting::{HostPlace, Hosting, PORT};

#[derive(Debug, clap::Args)]
pub(super) struct ServeArgs {
    /// The format of a new table, such as afrika/cosmic-draft; without one, tables that were set up before go on.
    format: Option<String>,
    /// Seats of the new table; bots take those of a draft where nobody sits.
    #[arg(long, requires = "format", value_parser = number::whole::<u32>(1..=u64::from(MOST_SEATS)))]
    seats: Option<u32>,
    /// Neighbours who share a sealed pool, and build a deck each from it.
    #[arg(long, requires = "format", default_value_t = 1, value_parser = number::whole::<u32>(1..=4))]
    team: u32,
    /// What it is called; the name of the format if absent.
    #[arg(long, requires = "format")]
    name: Option<String>,
    /// Give picks a time, in per cent of the tournament times; 150 is half as long again.
    #[arg(long, requires = "format", num_args = 0..=1, default_missing_value = "100", value_name = "PERCENT",
          value_parser = number::whole::<u32>(1..=100_000))]
    clock: Option<u32>,
    /// The address of this machine that phones can reach; needed where it has several.
    #[arg(long, value_name = "ADDRESS")]
    address: Option<IpAddr>,
    /// The port; 0 is any that is free.
    #[arg(long, default_value_t = PORT, value_parser = number::whole::<u16>(..))]
    port: u16,
    /// Another name of this machine that browsers may use; may be given several times.
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,
    #[command(flatten)]
    setup: DraftSetupArgs,
}

/// What is hosted, told once it runs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ServeOutput {
    /// Where people come in.
    address: String,
    /// The tables, the oldest first.
    tables: Vec<TableOutput>,
    /// Tables that could not be opened: name, and why.
    left: Vec<(String, String)>,
}

/// A table.
#[derive(Debug, Serialize, JsonSchema)]
struct TableOutput {
    /// What it is called.
    name: String,
    /// `game/format`.
    format: String,
    /// Seats.
    seats: usize,
    /// Who sits there, by seat; absent where nobody does.
    players: Vec<Option<String>>,
    /// What people type to come in.
    code: String,
    /// The address with the code in it, as a QR code has it.
    join: String,
    /// What makes a device the owner's; for nobody else.
    owner: String,
}

pub(super) fn run(args: &ServeArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let mut games = Vec::new();
    for (id, _) in context.session.saved_streams(StreamKind::Table, None)? {
        games.extend(context.session.game_library(id).cloned());
    }
    let new = args.format.as_deref().map(|format| new_table(args, format, context)).transpose()?;
    if let Some(new) = &new {
        games.extend(context.session.game_library(&new.game).cloned());
    } else if games.is_empty() {
        return Err(usage_error(
            "no table was set up yet; name a format, such as `deckloom serve afrika/cosmic-draft`",
        ));
    }
    let place = HostPlace { address: args.address, port: args.port, names: args.host_name.clone() };
    let hosting = Hosting::start(&context.session, &games, &place)?;
    let told = hosting.run(describe(&hosting, new))?;
    context.print_result(&told, || to_text(&told))?;
    // Whoever reads a pipe waits for this before anybody can come in.
    std::io::stdout().flush()?;
    hosting.wait()?;
    Ok(CommandOutcome::Done)
}

fn new_table(args: &ServeArgs, format: &str, context: &CommandContext) -> CommandResult<NewTable> {
    let (game_library, format) = context.format(format)?;
    let limited = format.limited.as_ref().ok_or_else(|| {
        usage_error(format!(
            "{} opens no packs; `deckloom games` lists formats that are drafted or sealed",
            format.name
        ))
    })?;
    let drafted = limited.is_draft() || args.setup.names_type();
    let way = if drafted { Some(args.setup.draft_type(format)?) } else { None };
    let own = way == limited.draft_type;
    let most = way.as_ref().map_or(8, |way| if own { limited.seats.1 } else { way.seats().1 });
    let seats = args.seats.unwrap_or(most.min(8));
    let (products, cube) = args.setup.packs(context, game_library, limited)?;
    let (seed, deal) = if args.setup.is_seeded() {
        let (seed, deal) = args.setup.chance(game_library, format, seats)?;
        (Some(seed.to_hex()), deal)
    } else {
        (None, None)
    };
    let clock = args.clock.map(|percent| DraftClock::default().scaled(percent));
    Ok(NewTable {
        name: args.name.clone().unwrap_or_else(|| format.name.clone()),
        game: game_library.game.id.clone(),
        setup: TableSetup { format: format.id.clone(), way, products, cube, seats, team: args.team, clock, seed, deal },
    })
}

/// Sets up the new table, and gives the owner of each a link.
async fn describe(hosting: &Hosting, new: Option<NewTable>) -> CommandResult<ServeOutput> {
    let mut owners = Vec::new();
    if let Some(new) = new {
        let keys = hosting.tables.create(new).await?;
        owners.push((keys.id, keys.owner));
    }
    let mut tables = Vec::new();
    for table in hosting.tables.all() {
        let owner = match owners.iter().find(|(id, _)| *id == table.id) {
            Some((_, owner)) => owner.clone(),
            None => hosting.tables.new_owner(&table).await?,
        };
        let hosted = hosting.describe(&table, &*table.room.lock().await);
        tables.push(TableOutput {
            name: hosted.name,
            format: format!("{}/{}", hosted.game, hosted.format),
            seats: hosted.seats.len(),
            players: hosted.seats.into_iter().map(|seat| seat.name).collect(),
            code: hosted.code,
            join: hosted.join,
            owner: hosting.link(&owner),
        });
    }
    Ok(ServeOutput { address: hosting.address(), tables, left: hosting.left.clone() })
}

fn to_text(told: &ServeOutput) -> String {
    let mut out = String::new();
    for table in &told.tables {
        out.push_str(&format!("{} ({}, {} seats)\n", table.name, table.format, table.seats));
        out.push_str(&format!("  To join, open {} and enter {}, or scan:\n\n", told.address, table.code));
        let code = fast_qr::QRBuilder::new(table.join.clone()).build();
        out.push_str(&code.map(|code| code.to_str()).unwrap_or_default());
        out.push_str(&format!("\n  Your page, where packs are opened: {}\n\n", table.owner));
    }
    for (name, why) in &told.left {
        out.push_str(&format!("{name} cannot be opened: {why}\n"));
    }
    out.push_str("Every pick is saved. Ctrl+C ends hosting; start again, and everybody goes on where they were.\n");
    out
}
