//! `deckloom deck check DECK`

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use catalog::store::journal::StreamKind;
use formats::check::{self, FixedDeck};
use formats::deckfile;
use formats::format::Ruling;
use formats::limited::Pool;
use formats::{Deck, DeckFormat, GameLibrary};

use super::verdict::{FixOutput, RuleTexts, Verdict};
use crate::command::sources::{self, DeckArgument};
use crate::command::{CommandContext, CommandOutcome, CommandResult, usage_error};
use crate::session;
use formats::saved::deck::DeckSession;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckCheckArgs {
    /// A file, a starter deck such as chronx/corporate, or the name of a saved deck.
    deck: OsString,
    /// Another format than the deck's own, such as afrika/codex.
    #[arg(long)]
    format: Option<String>,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
    /// A file with the pool that a limited deck is built from.
    #[arg(long, value_name = "FILE")]
    pool: Option<PathBuf>,
    /// As on this day, such as 2026-05-01: which sets are current, what is banned. Without it, everything is out.
    #[arg(long, value_name = "DAY")]
    date: Option<String>,
    /// What the table has settled otherwise, such as side_max=10; --why lists what there is.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// A deck of the same team, for rules that count over both; may be given several times.
    #[arg(long = "with", value_name = "DECK")]
    partners: Vec<OsString>,
    /// Show each rule with what the deck has of it, and the rulings that the format follows.
    #[arg(long)]
    why: bool,
    /// Do what the fixes say. A saved deck is edited, which can be undone; for a file, say where with -o.
    #[arg(long)]
    fix: bool,
    /// With --fix: write the mended deck to this file.
    #[arg(short, long, value_name = "FILE", requires = "fix")]
    output: Option<PathBuf>,
}

pub(in crate::command) fn run(args: &DeckCheckArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (verdict, edits) = verdict(args, context)?;
    if let Some(edits) = edits {
        edit(args, context, edits)?;
    }
    let legal = verdict.legal;
    context.print_result(&verdict, || verdict.to_text())?;
    Ok(if legal { CommandOutcome::Done } else { CommandOutcome::Failed })
}

/// The verdict; and the edits that a saved deck is to get.
fn verdict(
    args: &DeckCheckArgs,
    context: &CommandContext,
) -> CommandResult<(Verdict, Option<Vec<formats::deck::Edit>>)> {
    let mut named = context.deck(&args.deck, args.game.as_deref())?;
    let game = &named.game_library.game;
    if let Some(file) = &args.pool {
        named.pool = Some(context.pool(file, game)?);
    }
    let format = effective_format(args, named.format(args.format.as_deref())?)?;
    if args.pool.is_some() && format.free_cards().is_none() {
        let message = format!("{} asks for no pool; name a limited format with --format", format.name);
        return Err(usage_error(message));
    }
    let partners = partners(args, context, named.game_library)?;
    let mut team: Vec<(&Deck, Option<&Pool>)> = partners.iter().map(|p| (&p.deck, p.pool.as_ref())).collect();
    team.push((&named.deck, named.pool.as_ref()));
    let report = check::check_team(game, &format, &team).pop().unwrap_or_default();

    let rules = catalog::rules::load(&context.session.source, &game.id);
    let rules = rules.map_err(|problems| session::Error::Data { game: game.id.clone(), problems })?;
    let texts = RuleTexts { game, format: &format, rules: &rules };
    let mut verdict = texts.verdict(&named.deck, &report, |violation| {
        check::fix_changes(game, &format, &named.deck, named.pool.as_ref(), violation)
    });
    verdict.date.clone_from(&args.date);
    verdict.remarks = super::remarks(&named.report);
    if args.why {
        verdict.why = Some(texts.rule_findings(&check::explain(game, &format, &named.deck, named.pool.as_ref())));
        verdict.options = Some(texts.options());
    }
    let mut edits = None;
    if args.fix {
        let mended = check::fix_team(game, &format, &team).pop();
        let mended = mended.unwrap_or_else(|| FixedDeck { deck: named.deck.clone(), changes: vec![], left: vec![] });
        match &args.output {
            Some(file) => {
                let kind = sources::output_kind(file, None)?;
                sources::write(file, deckfile::write(game, &mended.deck, kind))?;
            }
            None => edits = Some(check::edits(game, &named.deck, &mended.changes)),
        }
        verdict.fixed = Some(FixOutput::new(&mended));
    }
    Ok((verdict, edits))
}

/// The format as the table plays it, on the day that is asked about.
fn effective_format(args: &DeckCheckArgs, format: &DeckFormat) -> CommandResult<DeckFormat> {
    let pair = |text: &String| match text.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => Err(usage_error(format!("`{text}` is no option: write KEY=VALUE; {}", known_rulings(format)))),
    };
    let options = args.options.iter().map(pair).collect::<CommandResult<Vec<_>>>()?;
    let format = format.with_rulings(&options).map_err(|e| usage_error(e.to_string()))?;
    match &args.date {
        None => Ok(format),
        Some(day) if catalog::query::is_day(day) => Ok(format.on_day(day)),
        Some(day) => Err(usage_error(format!("`{day}` is no day: write it as 2026-05-01"))),
    }
}

fn known_rulings(format: &DeckFormat) -> String {
    let words = |r: &Ruling| format!("{}={}", r.id, r.value_label(r.value));
    let all: Vec<String> = format.rulings.iter().map(words).collect();
    if all.is_empty() { format!("{} has none", format.name) } else { format!("{} has {}", format.name, all.join(", ")) }
}

fn partners<'d>(
    args: &DeckCheckArgs,
    context: &'d CommandContext,
    game_library: &GameLibrary,
) -> CommandResult<Vec<DeckArgument<'d>>> {
    args.partners.iter().map(|name| context.deck(name, Some(&game_library.game.id))).collect()
}

/// Edits the saved deck: each edit goes into its history.
fn edit(args: &DeckCheckArgs, context: &mut CommandContext, edits: Vec<formats::deck::Edit>) -> CommandResult<()> {
    let kept = context.session.saved_streams(StreamKind::Deck, args.game.as_deref())?;
    let saved = kept.iter().find(|(_, heading)| args.deck == *heading.name);
    if let Some((game, heading)) = saved.filter(|_| !sources::is_input(Path::new(&args.deck))) {
        let (game, id) = (context.game(game)?.game.clone(), heading.id);
        let library = &mut context.session.library;
        let mut deck_session = DeckSession::open(library, &game, id)?;
        for edit in edits {
            deck_session.edit(library, &game, edit)?;
        }
        return Ok(());
    }
    Err(usage_error(format!("`{}` is no saved deck: say where the mended deck goes with -o FILE", args.deck.display())))
}
