//! `deckloom sealed FORMAT|FILE`

mod players;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use catalog::source::MOST_HANDED;
use formats::GameLibrary;
use formats::deckfile::intake;
use formats::format::{DeckFormat, Limited};
use formats::limited::fair::{DealTerms, FairDeal};
use formats::limited::sealed::{Cube, PackRandomness, SealedAction, SealedError, SealedEvent, SealedStart, pool_table};
use formats::rng::Seed;
use schemars::JsonSchema;
use serde::Serialize;

use super::draft::plan::round_products;
use super::print::counted;
use super::{CommandContext, CommandOutcome, CommandResult, input_error, names, number, sources, usage_error};
use formats::saved;

pub(super) use players::{Player, describe, player};

#[derive(Debug, clap::Args)]
pub(super) struct SealedArgs {
    /// A format, such as afrika/unleashed-armada, for a new event; or the file of an event, `-` for standard input.
    what: OsString,
    /// How many players.
    #[arg(long, default_value_t = 1, value_parser = number::whole::<u32>(1..))]
    players: u32,
    /// How many of them share a pool, each with the packs of one player.
    #[arg(long, default_value_t = 1, value_parser = number::whole::<u32>(1..=64))]
    team: u32,
    /// The same seed opens the same packs: a number, or what an earlier run told. Without one, nobody can guess them.
    #[arg(long, value_parser = number::seed)]
    seed: Option<Seed>,
    /// Packs for each player, instead of the format's.
    #[arg(long, value_parser = number::whole::<u32>(1..=100), conflicts_with = "import")]
    packs: Option<u32>,
    /// The product of each pack, instead of the format's; the last one holds for all packs that follow.
    #[arg(long, value_name = "PRODUCT", conflicts_with_all = ["cube", "import"])]
    product: Vec<String>,
    /// A list of cards, as a deck file, that packs are made of instead of the format's product.
    #[arg(long, value_name = "FILE")]
    cube: Option<PathBuf>,
    /// Cards in a pack of the cube.
    #[arg(long, requires = "cube", value_parser = number::whole::<u32>(1..=100))]
    size: Option<u32>,
    /// Draw a secret and publish its hash before packs are opened, so that the deal can be shown to be fair.
    #[arg(long, requires = "output", conflicts_with_all = ["seed", "import"])]
    announce: bool,
    /// Pools that were opened elsewhere: a table (.csv) with `pool` and `id` or `name`, or a list for one pool.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "cube"])]
    import: Option<PathBuf>,
    /// In an announced event: the SHA-256 of a player's word, before anybody says one; may be given several times.
    #[arg(long, value_name = "PLAYER=HASH", value_parser = parse_for_player)]
    seal: Vec<(u32, String)>,
    /// In an announced event: a player's word; with the last one, the packs are opened.
    #[arg(long, value_name = "PLAYER=WORD", value_parser = parse_for_player)]
    word: Vec<(u32, String)>,
    /// Open so many packs more for every player, in a league.
    #[arg(long, value_name = "PACKS", value_parser = number::whole::<u32>(1..=100))]
    add: Option<u32>,
    /// Tell the secret at the end of an announced event, so that everybody can verify the packs.
    #[arg(long)]
    tell: bool,
    /// Deal all packs of an event again and compare; exit code 1 if they differ.
    #[arg(long, conflicts_with_all = ["seal", "word", "add", "tell", "save"])]
    verify: bool,
    /// Keep the pools in the library, where the window finds them.
    #[arg(long)]
    save: bool,
    /// A folder for the event, and each player's pool and deck, as files.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// What is said for a player, but not whom or what.
#[derive(Debug, thiserror::Error)]
#[error("write the player's number, = and what is said: 2=lantern")]
struct NotForAPlayer;

fn parse_for_player(text: &str) -> Result<(u32, String), NotForAPlayer> {
    let parts = text.split_once('=').and_then(|(player, word)| Some((player.trim().parse().ok()?, word.to_owned())));
    parts.ok_or(NotForAPlayer)
}

/// The event.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SealedOutput {
    /// `game/format`.
    format: String,
    /// The seed as 64 hexadecimal digits; absent while it is a secret, and where the cards came from elsewhere.
    seed: Option<String>,
    /// The SHA-256 that was announced, in a fair deal.
    announced: Option<String>,
    /// The secret, once it is told.
    secret: Option<String>,
    /// Players (from 1) whose words are missing before packs are opened.
    waiting: Vec<u32>,
    /// With `--verify`: whether dealing again gives the same packs.
    verified: Option<bool>,
    /// Why not.
    difference: Option<String>,
    /// The players in order of their seats; none before the packs are opened.
    players: Vec<Player>,
}

pub(super) fn run(args: &SealedArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let path = Path::new(&args.what);
    let file = Some(path).filter(|path| sources::is_input(path));
    sources::fresh_folder(args.output.as_deref())?;
    let own_packs = args.packs.is_some() || !args.product.is_empty();
    let begins = args.announce || args.seed.is_some() || args.cube.is_some() || args.import.is_some() || own_packs;
    let mut event = match file {
        Some(_) if begins => {
            let message = format!("{} is an event already; name a format to begin a new one", path.display());
            return Err(usage_error(message));
        }
        Some(file) => read(file)?,
        None => match args.what.to_str().filter(|_| path.extension().is_none()) {
            Some(format) => begin(format, args, context)?,
            None => return Err(names::no_file(path)),
        },
    };
    let before = event.clone();
    let (game_library, format) = context.format(&format!("{}/{}", event.start.game, event.start.format))?;
    let limited = sealed_rules(format)?;
    if args.verify {
        return verify(&event, game_library, context);
    }
    go_on(args, &mut event, game_library, limited)?;
    if file.is_some_and(|file| !file.is_file()) && event != before && args.output.is_none() {
        return Err(usage_error(
            "the event did not come from a file, so what was added needs a place: name a folder with -o",
        ));
    }
    let result = result(&event, game_library, format, args)?;
    write(args, file, &before, &event, game_library)?;
    if args.save {
        let (game, name) = (game_library.game.clone(), format.name.clone());
        for pool in 0..event.start.pools {
            let name = if event.start.pools == 1 { name.clone() } else { format!("{name}, pool {}", pool + 1) };
            saved::pool::save(&mut context.session.library, &game, &name, &event.pool(pool as usize))?;
        }
    }
    context.print_result(&result, || to_text(&result, &event, context, args))?;
    let deckless = result.players.iter().any(|p| p.deck.is_empty());
    Ok(if deckless { CommandOutcome::Failed } else { CommandOutcome::Done })
}

fn sealed_rules(format: &DeckFormat) -> CommandResult<&Limited> {
    let limited = format.limited.as_ref().filter(|l| !l.is_draft());
    limited.ok_or_else(|| usage_error(format!("{} is no sealed format", format.name)))
}

fn read(file: &Path) -> CommandResult<SealedEvent> {
    let text = sources::read_text(file, MOST_HANDED)?;
    let event: SealedEvent = serde_json::from_str(&text).map_err(|e| {
        let place = format!("{}: line {}, column {}", file.display(), e.line(), e.column());
        input_error(format!("{place}: this is no sealed event ({e}); `deckloom sealed FORMAT -o DIR` writes one"))
    })?;
    event.check_file().map_err(|e| input_error(format!("{}: {e}", file.display())))?;
    Ok(event)
}

/// A new event, with what was opened elsewhere.
fn begin(named: &str, args: &SealedArgs, context: &CommandContext) -> CommandResult<SealedEvent> {
    let (game_library, format) = context.format(named)?;
    let (game, limited) = (&game_library.game, sealed_rules(format)?);
    let (min, max) = limited.seats;
    if !(min..=max).contains(&args.players) {
        return Err(usage_error(format!("{} is for {min} to {max} players, not {}", format.name, args.players)));
    }
    if !args.players.is_multiple_of(args.team) {
        return Err(usage_error(format!("{} players cannot make teams of {}", args.players, args.team)));
    }
    let cube = args.cube.as_deref().map(|file| cube(file, args.size, game_library, limited, context)).transpose()?;
    let products = match &args.import {
        Some(_) => Vec::new(),
        None => round_products(game_library, limited, &args.product, args.packs)?,
    };
    let mut start = SealedStart {
        game: game.id.clone(),
        format: format.id.clone(),
        data_hash: game.data_hash.clone(),
        pools: args.players / args.team,
        team: args.team,
        chance: PackRandomness::Elsewhere,
        products,
        cube,
    };
    let mut actions = Vec::new();
    if let Some(file) = &args.import {
        let (pools, packs) = import(file, game_library, context)?;
        (start.pools, actions) = (pools, packs);
    } else if args.announce {
        let secret = sources::seed(None)?;
        let (event, data_hash) = (named.to_owned(), start.data_hash.clone());
        let terms = DealTerms { event, data_hash, seats: start.pools, players: args.players };
        start.chance = PackRandomness::Fair(FairDeal::announce(terms, secret));
    } else {
        start.chance = PackRandomness::Seed(sources::seed(args.seed)?.to_hex());
    }
    let event = SealedEvent { start, actions };
    if args.import.is_none() {
        // What is too little is said before anybody has paid for a seat.
        event.check(game_library, &event.products_of_pool(limited))?;
    }
    Ok(event)
}

fn cube(
    file: &Path,
    size: Option<u32>,
    game_library: &GameLibrary,
    limited: &Limited,
    context: &CommandContext,
) -> CommandResult<Cube> {
    let pool = context.pool(file, &game_library.game)?;
    let stem = file.file_stem().filter(|_| !sources::is_standard_input(file));
    let name = stem.map_or("Cube".into(), |s| s.to_string_lossy().into_owned());
    let pack = size.or(game_library.product(&limited.product).map(|p| p.size())).unwrap_or(15);
    Ok(Cube { name, cards: pool.ids(&game_library.game), pack })
}

fn import(
    file: &Path,
    game_library: &GameLibrary,
    context: &CommandContext,
) -> CommandResult<(u32, Vec<SealedAction>)> {
    let place = file.display().to_string();
    let bytes = sources::read_bytes(file, MOST_HANDED)?;
    // Standard input and pipes have no ending.
    if pool_table::is_table(&bytes) || file.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv")) {
        let text = sources::text(file, bytes)?;
        return pool_table::read(&text, &game_library.game).map_err(|e| input_error(format!("{place}: {e}")));
    }
    let text = intake::decode(bytes).map_err(|e| input_error(format!("{place}: {e}")))?;
    let packs = vec![context.pool_text(&place, &text, &game_library.game)?.ids(&game_library.game)];
    Ok((1, vec![SealedAction::Opened { product: String::from("elsewhere"), packs }]))
}

/// Everything that the arguments do to an event.
fn go_on(
    args: &SealedArgs,
    event: &mut SealedEvent,
    game_library: &GameLibrary,
    limited: &Limited,
) -> CommandResult<()> {
    if let PackRandomness::Fair(deal) = &mut event.start.chance {
        for (player, hash) in &args.seal {
            deal.seal(*player, hash).map_err(SealedError::from)?;
        }
        for (player, word) in &args.word {
            deal.add_word(*player, word).map_err(SealedError::from)?;
        }
    } else if !(args.seal.is_empty() && args.word.is_empty() && !args.tell) {
        return Err(usage_error(
            "this event was not announced, so there are no words and no secret; begin with --announce",
        ));
    }
    if event.rounds().next().is_none() && waiting(event).is_empty() {
        event.open(game_library, &event.products_of_pool(limited))?;
    }
    if let Some(packs) = args.add {
        let more: Vec<String> = event.products_of_pool(limited).into_iter().cycle().take(packs as usize).collect();
        event.open(game_library, &more)?;
    }
    if args.tell {
        event.reveal()?;
    }
    Ok(())
}

fn waiting(event: &SealedEvent) -> Vec<u32> {
    match &event.start.chance {
        PackRandomness::Fair(deal) => deal.waiting(),
        _ => Vec::new(),
    }
}

fn result(
    event: &SealedEvent,
    game_library: &GameLibrary,
    format: &DeckFormat,
    args: &SealedArgs,
) -> CommandResult<SealedOutput> {
    let (mut seed, mut announced, mut secret) = (None, None, None);
    match &event.start.chance {
        PackRandomness::Seed(hex) => seed = Some(hex.clone()),
        PackRandomness::Elsewhere => {}
        PackRandomness::Fair(deal) => {
            announced = Some(deal.hash.clone());
            secret = event.actions.iter().find_map(|a| match a {
                SealedAction::Told { secret } => Some(secret.clone()),
                SealedAction::Opened { .. } => None,
            });
            seed = secret.as_ref().and_then(|_| event.seed().ok()).map(Seed::to_hex);
        }
    }
    let opened = event.rounds().next().is_some();
    let players = if opened {
        players::players_of_event(game_library, format, event, args.output.as_deref())?
    } else {
        Vec::new()
    };
    Ok(SealedOutput {
        format: format!("{}/{}", event.start.game, event.start.format),
        seed,
        announced,
        secret,
        waiting: waiting(event),
        verified: None,
        difference: None,
        players,
    })
}

fn write(
    args: &SealedArgs,
    file: Option<&Path>,
    before: &SealedEvent,
    event: &SealedEvent,
    game_library: &GameLibrary,
) -> CommandResult<()> {
    let json = |event: &SealedEvent| serde_json::to_string_pretty(event);
    if let Some(file) = file.filter(|file| file.is_file() && before != event) {
        sources::write(file, json(event)?)?;
    }
    let Some(folder) = &args.output else { return Ok(()) };
    sources::write(&folder.join("event.json"), json(event)?)?;
    if args.announce {
        sources::write(&folder.join("announcement.json"), json(&event.public())?)?;
    } else {
        sources::write(&folder.join("pools.csv"), pool_table::write(event, &game_library.game)?)?;
    }
    Ok(())
}

fn verify(event: &SealedEvent, game_library: &GameLibrary, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let verified = event.verify(game_library);
    let announced = match &event.start.chance {
        PackRandomness::Fair(deal) => Some(deal.hash.clone()),
        _ => None,
    };
    let result = SealedOutput {
        format: format!("{}/{}", event.start.game, event.start.format),
        seed: verified.as_ref().ok().map(|s| s.to_hex()),
        announced,
        secret: None,
        waiting: waiting(event),
        verified: Some(verified.is_ok()),
        difference: verified.err().map(|e| e.to_string()),
        players: Vec::new(),
    };
    context.print_result(&result, || {
        if let Some(why) = &result.difference {
            return format!("Not verified: {why}\n");
        }
        let packs = counted(event.rounds().map(|(_, packs)| packs.len() as u64).sum(), "pack", "packs");
        let seed = result.seed.as_deref().unwrap_or_default();
        match &result.announced {
            Some(hash) => format!(
                "Verified: the secret is the one of {hash}, and {packs} are those that it gives with the words said.\n\
                 Compare this hash with the one that was published before the words.\nseed {seed}\n"
            ),
            None => format!("Verified: {packs} are those that the seed gives.\nseed {seed}\n"),
        }
    })?;
    Ok(if result.verified == Some(true) { CommandOutcome::Done } else { CommandOutcome::Failed })
}

fn to_text(result: &SealedOutput, event: &SealedEvent, context: &CommandContext, args: &SealedArgs) -> String {
    let mut out = String::new();
    if let Some(game_library) = context.session.game_library(&event.start.game) {
        out = result.players.iter().map(|p| describe(&game_library.game, p)).collect::<Vec<_>>().join("\n");
    }
    if let Some(hash) = &result.announced {
        out.push_str(&format!("\nannounced {hash}\n"));
    }
    if let Some(folder) = args.output.as_deref().filter(|_| args.announce) {
        let folder = folder.display();
        out.push_str(&format!(
            "Publish {folder}/announcement.json, or this hash. Keep {folder}/event.json: the secret is in it.\n\
             Then let each player say a word: deckloom sealed {folder}/event.json --word 1=WORD\n"
        ));
    } else if !result.waiting.is_empty() {
        let players: Vec<String> = result.waiting.iter().map(u32::to_string).collect();
        out.push_str(&format!("waiting for the word of player {}\n", players.join(", ")));
    }
    if let Some(secret) = &result.secret {
        out.push_str(&format!(
            "secret {secret}\nThe event's file can be published now; --verify deals its packs again.\n"
        ));
    }
    if let Some(seed) = result.seed.as_ref().filter(|_| args.seed.is_none()) {
        out.push_str(&format!("\nseed {seed}\n"));
    }
    out
}
