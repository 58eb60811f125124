//! `deckloom data model`: how a game's opening hands and lonely turns work, said once.

use std::io::BufRead;
use std::path::PathBuf;

use catalog::game::goldfish::{Goldfish, Mulligan, OpeningHand, StockStart};
use catalog::interchange::GoldfishAnswers;
use catalog::{GameData, load};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::counted;
use crate::command::{CommandOutcome, CommandResult, input_error, names, number, print_result, usage_error};
use crate::goldfish_model::{self, has_costs, resource_fields};
use crate::session::{self, Places};

#[derive(Debug, clap::Args)]
pub(crate) struct DataModelArgs {
    /// The game.
    game: String,
    /// Ask for everything, a line each; an empty line takes what is in brackets.
    #[arg(long)]
    ask: bool,
    #[command(flatten)]
    answers: ModelAnswers,
}

/// What may be said; nothing of it shows what the game has.
#[derive(Debug, clap::Args)]
#[group(multiple = true)]
struct ModelAnswers {
    /// Cards of the first hand.
    #[arg(long, value_name = "N", value_parser = number::whole::<u32>(0..=100))]
    hand: Option<u32>,
    /// Change a hand that is not liked: `paris` draws one card fewer, `london` puts one on the bottom, `redraw` some anew.
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(<Mulligan as strum::VariantArray>::VARIANTS.iter().map(|m| m.id())))]
    mulligan: Option<String>,
    /// Take so many mulligans without a loss of cards.
    #[arg(long, value_name = "N", requires = "mulligan", value_parser = number::whole::<u32>(0..=10))]
    free_mulligans: Option<u32>,
    /// Cards drawn each turn.
    #[arg(long, value_name = "N", value_parser = number::whole::<u32>(0..=100))]
    draw: Option<u32>,
    /// Draw nothing in the first turn of whoever begins.
    #[arg(long)]
    first_skips: bool,
    /// A query for the cards that make resources, such as type:land.
    #[arg(long, value_name = "QUERY", requires = "makes")]
    sources: Option<String>,
    /// The field that says which resources these make.
    #[arg(long, value_name = "FIELD", requires = "sources")]
    makes: Option<String>,
    /// The most of these that may be played in a turn.
    #[arg(long, value_name = "N", requires = "sources", value_parser = number::whole::<u32>(1..=100))]
    sources_per_turn: Option<u32>,
    /// Resources that a player has anew each turn, such as energy=3; may be given several times.
    #[arg(long, value_name = "RESOURCE=N")]
    each_turn: Vec<String>,
    /// The most other cards that may be played in a turn.
    #[arg(long, value_name = "N", value_parser = number::whole::<u32>(1..=100))]
    plays_per_turn: Option<u32>,
    /// Let every card be free.
    #[arg(long)]
    free: bool,
}

impl ModelAnswers {
    fn is_empty(&self) -> bool {
        let numbers = [self.hand, self.draw, self.sources_per_turn, self.plays_per_turn];
        let texts = [&self.mulligan, &self.sources, &self.makes];
        numbers.iter().all(Option::is_none)
            && texts.iter().all(|text| text.is_none())
            && self.each_turn.is_empty()
            && !self.first_skips
            && !self.free
    }
}

/// The model of a game.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DataModelOutput {
    /// Id of the game.
    game: String,
    /// The file that was changed; absent if nothing was.
    written: Option<PathBuf>,
    /// Whether a goldfish can be played.
    complete: bool,
    /// What holds now, sentence by sentence.
    model: Vec<String>,
    /// The part of `game.toml` that was made of the answers; absent if there were none.
    toml: Option<String>,
}

pub(super) fn run(args: &DataModelArgs, places: &Places, json: bool) -> CommandResult<CommandOutcome> {
    let mut source = places.source().map_err(session::Error::from)?;
    let games = source.games();
    if !games.contains(&args.game) {
        return Err(names::unknown_game(&args.game, games.iter().map(String::as_str)));
    }
    let data_error = |problems| session::Error::Data { game: args.game.clone(), problems };
    let game = load::game(&source, &args.game).map_err(data_error)?;
    if args.answers.is_empty() && !args.ask {
        let result = DataModelOutput {
            game: args.game.clone(),
            written: None,
            complete: !game.goldfish.plays.is_empty(),
            model: sentences(&game),
            toml: None,
        };
        return show(&result, json);
    }
    let asked;
    let said = if args.ask {
        asked = ask(&game)?;
        &asked
    } else {
        &args.answers
    };
    let written = goldfish_model::write(&mut source, &game, &answers(said, &game)?)?;
    let result = DataModelOutput {
        game: args.game.clone(),
        written: Some(written.file),
        complete: !written.game.goldfish.plays.is_empty(),
        model: sentences(&written.game),
        toml: Some(written.section.trim().to_owned()),
    };
    show(&result, json)
}

fn answers(said: &ModelAnswers, game: &GameData) -> CommandResult<GoldfishAnswers> {
    let usual = GoldfishAnswers::default();
    let stock = |text: &String| {
        let (resource, amount) = text.split_once('=').unwrap_or((text, ""));
        let known: Vec<&str> = game.resources.iter().filter(|r| !r.variable).map(|r| r.id.as_str()).collect();
        if !known.contains(&resource) {
            return Err(names::unknown_of(&game.name, "resource", resource, &known));
        }
        let amount = amount.parse().map_err(|_| usage_error(format!("--each-turn {text}: write {resource}=3")))?;
        Ok((resource.to_owned(), amount))
    };
    let stocks: Vec<(String, i32)> = said.each_turn.iter().map(stock).collect::<CommandResult<_>>()?;
    if has_costs(game) && said.sources.is_none() && stocks.is_empty() && !said.free {
        let why = "cards have costs; say what pays for them with --sources and --makes, or --each-turn, or that they are free with --free";
        return Err(usage_error(why));
    }
    if let Some(field) = &said.makes {
        let known: Vec<&str> = resource_fields(game).map(|field| field.id.as_str()).collect();
        if !known.contains(&field.as_str()) {
            return Err(names::unknown_of(&game.name, "field of resources", field, &known));
        }
    }
    Ok(GoldfishAnswers {
        hand: said.hand.unwrap_or(usual.hand),
        mulligan: said.mulligan.as_deref().and_then(|word| word.parse().ok()).unwrap_or(usual.mulligan),
        free_mulligans: said.free_mulligans.unwrap_or(usual.free_mulligans),
        draws: said.draw.unwrap_or(usual.draws),
        first_player_skips: said.first_skips,
        sources: said.sources.clone().zip(said.makes.clone()),
        sources_a_turn: said.sources_per_turn,
        stocks,
        plays_a_turn: said.plays_per_turn,
    })
}

/// The questions, one after the other, with answers of standard input.
fn ask(game: &GameData) -> CommandResult<ModelAnswers> {
    let mut lines = std::io::stdin().lock().lines();
    let mut question = |text: &str, usual: &str| -> CommandResult<String> {
        eprint!("{text} [{usual}] ");
        let line = lines.next().transpose().map_err(|e| input_error(format!("standard input: {e}")))?;
        let line = line.ok_or_else(|| usage_error("the answers end before the questions; nothing was changed"))?;
        Ok(Some(line.trim()).filter(|l| !l.is_empty()).unwrap_or(usual).to_owned())
    };
    let amount = |text: &str| -> CommandResult<Option<u32>> {
        match text {
            "any" => Ok(None),
            n => n.parse().map(Some).map_err(|_| usage_error(format!("`{n}` is no number"))),
        }
    };
    let yes = |text: &str| text.to_lowercase().starts_with('y');
    let hand = amount(&question("How many cards are in an opening hand?", "7")?)?;
    let mulligan = question(
        "May a hand be changed? none, paris (draw one card fewer), london (put one on the bottom), redraw (draw some anew)",
        Mulligan::None.id(),
    )?;
    Mulligan::parse(&mulligan).map_err(|unknown| usage_error(unknown.to_string()))?;
    let draw = amount(&question("How many cards are drawn each turn?", "1")?)?;
    let first_skips = yes(&question("Does whoever begins skip the first draw?", "no")?);
    let fields: Vec<&str> = resource_fields(game).map(|field| field.id.as_str()).collect();
    let (mut sources, mut makes, mut per_turn) = (None, None, None);
    if let Some(field) = fields.first() {
        let query = question("Which cards make what others cost? A query, or none", "none")?;
        if query != "none" {
            sources = Some(query);
            makes = Some(question(&format!("Which field says what they make? {}", fields.join(", ")), field)?);
            per_turn = amount(&question("How many of them may be played in a turn?", "1")?)?;
        }
    }
    let mut each_turn = Vec::new();
    if sources.is_none() && game.resources.iter().any(|r| !r.variable) {
        let such = game.resources.iter().find(|r| !r.variable).map_or("", |r| r.id.as_str());
        let text = question(&format!("What does a player have anew each turn? Such as {such}=3, or none"), "none")?;
        each_turn.extend(text.split(',').map(|t| t.trim().to_owned()).filter(|t| t != "none"));
    }
    let plays = amount(&question("How many other cards may be played in a turn?", "any")?)?;
    let free = sources.is_none() && each_turn.is_empty();
    Ok(ModelAnswers {
        hand,
        mulligan: Some(mulligan),
        free_mulligans: None,
        draw,
        first_skips,
        sources,
        makes,
        sources_per_turn: per_turn,
        each_turn,
        plays_per_turn: plays,
        free,
    })
}

/// A game's model in sentences.
fn sentences(game: &GameData) -> Vec<String> {
    let Goldfish { hand, draws, first_player_skips, stocks, incomes, sources, plays, .. } = &game.goldfish;
    let mut said = vec![match hand {
        OpeningHand::Dealt { size, mulligan, free, keep_text, .. } => {
            let first = match free {
                0 => String::new(),
                1 => " but the first".to_owned(),
                free => format!(" but the first {free}"),
            };
            let mut again = match mulligan {
                Mulligan::None => String::new(),
                Mulligan::Paris => format!(", or one fewer after each mulligan{first}"),
                Mulligan::London => format!("; after each mulligan{first} one more of as many goes to the bottom"),
                Mulligan::Redraw => "; once, any of them are put aside for as many others".to_owned(),
            };
            if *mulligan != Mulligan::None && !keep_text.is_empty() {
                again.push_str(&format!("; kept are {keep_text}"));
            }
            format!("An opening hand has {}{again}.", counted(u64::from(*size), "card", "cards"))
        }
        OpeningHand::Led { .. } => "The first card of the deck says what the opening hand is.".to_owned(),
    }];
    let skips = if *first_player_skips { "; whoever begins draws none in the first" } else { "" };
    said.push(format!("Each turn draws {}{skips}.", counted(u64::from(*draws), "card", "cards")));
    for stock in stocks {
        let name = &game.resources[stock.resource].name;
        let first = match (stock.each_turn, stock.start) {
            (Some(amount), _) | (None, StockStart::Number(amount)) => amount.to_string(),
            (None, StockStart::OfLeader(field)) => format!("the leader's {}", game.fields[field].name),
        };
        let most = stock.most.map(|most| format!(", to {most} at most")).unwrap_or_default();
        said.push(match (stock.each_turn, stock.grows) {
            (Some(amount), 0) => format!("{name} becomes {amount} each turn."),
            (None, 0) if first == "0" => format!("{name} carries over from turn to turn."),
            (None, 0) => format!("{name} begins with {first} and carries over from turn to turn."),
            (_, grows) => {
                format!("{name} becomes {first} in the first turn, and {grows} more in each that follows{most}.")
            }
        });
    }
    for income in incomes {
        said.push(format!("Cards like {} add {} each turn.", income.of.print(game), game.fields[income.field].name));
    }
    for source in sources {
        let waits = if source.waits { ", from the turn after they arrive" } else { "" };
        let (of, field) = (source.of.print(game), &game.fields[source.field].name);
        said.push(format!("Cards like {of} make one resource of {field} each turn{waits}."));
    }
    for play in plays {
        let most = play.per_turn.map_or_else(|| "any number".to_owned(), |n| n.to_string());
        said.push(format!(
            "Of cards like {}, {most} may be played in a turn, if they can be paid.",
            play.of.print(game)
        ));
    }
    if plays.is_empty() {
        said.push("It is not said what may be played in a turn, so no goldfish can be played.".to_owned());
    }
    said
}

fn show(result: &DataModelOutput, json: bool) -> CommandResult<CommandOutcome> {
    print_result(json, result, || {
        let mut out: String = result.model.iter().map(|line| format!("{line}\n")).collect();
        match &result.written {
            Some(file) => out.push_str(&format!("written to {}; another import keeps it\n", file.display())),
            None if !result.complete => {
                let command = format!("deckloom data model {} --ask", result.game);
                out.push_str(&format!("`{command}` asks for what is missing; `--help` says how to say it at once\n"));
            }
            None => {}
        }
        out
    })?;
    Ok(CommandOutcome::Done)
}
