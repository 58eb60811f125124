//! What arguments stand for: decks, pools, games, formats, queries.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use catalog::GameData;
use catalog::query::{self, CountQuery};
use catalog::store::journal::StreamKind;
use formats::deckfile::{self, DeckFileKind, LineOutcome, ReportedLine, intake};
use formats::limited::Pool;
use formats::rng::Seed;
use formats::{CheckReport, Deck, DeckFormat, GameLibrary, LegalDeck, LibraryFile};

use super::{CommandContext, CommandError, CommandResult, failure, input_error, names, number, usage_error};
use crate::printout::job;
use crate::session;
use formats::saved::deck::DeckSession;

/// How much is sampled, and from which chance.
#[derive(Debug, clap::Args)]
pub(super) struct Sampling {
    /// How many games; 100,000 without.
    #[arg(long, value_parser = number::whole::<u64>(1..=1_000_000_000))]
    games: Option<u64>,
    /// The same seed gives the same games.
    #[arg(long, default_value = "1", value_parser = number::seed)]
    seed: Seed,
    /// Threads; 0 is as many as the machine has. The numbers do not depend on it.
    #[arg(long, default_value_t = 0, value_parser = number::whole::<u64>(0..=256))]
    threads: u64,
}

impl Sampling {
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// How many games; so many if nobody said.
    pub fn games_or(&self, usual: u64) -> u64 {
        self.games.unwrap_or(usual)
    }

    /// How many games of those that take no time.
    pub fn games(&self) -> u64 {
        self.games_or(100_000)
    }

    pub fn threads(&self) -> usize {
        self.threads as usize
    }

    /// Games, seed and threads, as the lab takes them.
    pub fn run(&self) -> (u64, Seed, usize) {
        (self.games(), self.seed(), self.threads())
    }
}

/// A deck that an argument named.
pub(super) struct DeckArgument<'d> {
    /// Its game.
    pub game_library: &'d Arc<GameLibrary>,
    /// The deck.
    pub deck: Deck,
    /// A report for each line, if it came from a file.
    pub report: Vec<ReportedLine>,
    /// The kind of that file.
    pub kind: Option<DeckFileKind>,
    /// Whether the deck's name is its own, not a stand-in.
    pub titled: bool,
    /// The pool it is built from, if the library knows.
    pub pool: Option<Pool>,
}

impl CommandContext {
    /// The game with this id.
    pub fn game(&self, id: &str) -> CommandResult<&Arc<GameLibrary>> {
        match self.session.load(id) {
            Some(read) => Ok(read.map_err(Arc::clone)?),
            None => Err(names::unknown_game(id, self.session.games.ids())),
        }
    }

    /// The format `game/format`.
    pub fn format(&self, id: &str) -> CommandResult<(&Arc<GameLibrary>, &DeckFormat)> {
        if let Some((game, format)) = id.split_once('/') {
            refuse_left_out(self.game(game)?, LibraryFile::Format, format)?;
        }
        self.session.format(id).ok_or_else(|| {
            let formats =
                |b: &Arc<GameLibrary>| b.formats.iter().map(|f| format!("{}/{}", b.game.id, f.id)).collect::<Vec<_>>();
            let all: Vec<String> = self.session.game_libraries().flat_map(formats).collect();
            names::unknown("format", id, all.iter().map(String::as_str), "`deckloom games` lists them")
        })
    }

    /// The deck that an argument means: a file; a starter deck `game/deck`; or a saved deck by its name.
    pub fn deck(&self, argument: impl AsRef<OsStr>, game: Option<&str>) -> CommandResult<DeckArgument<'_>> {
        let path = Path::new(argument.as_ref());
        if is_input(path) {
            return self.deck_file(path, game);
        }
        // Codes and names are text; what is none can only be a file.
        let Some(argument) = path.to_str() else { return Err(names::no_file(path)) };
        if DeckFileKind::detect(argument) == DeckFileKind::Code {
            return self.deck_text("the code", argument, game);
        }
        if let Some((game, id)) = argument.split_once('/') {
            let game_library = self.session.load(game).transpose().map_err(Arc::clone)?;
            if let Some((game_library, (_, deck))) =
                game_library.and_then(|b| b.decks.iter().find(|(d, _)| d == id).map(|d| (b, d)))
            {
                return Ok(DeckArgument {
                    game_library,
                    deck: deck.clone(),
                    report: Vec::new(),
                    kind: None,
                    titled: true,
                    pool: None,
                });
            }
        }
        if let Some(deck_session) = self.saved_deck(argument, None, game)? {
            return Ok(deck_session);
        }
        if let Some((name, moment)) = argument.rsplit_once('@')
            && let Some(deck_session) = self.saved_deck(name, Some(moment), game)?
        {
            return Ok(deck_session);
        }
        if let Some(id) = game {
            self.game(id)?;
        }
        let begins_with_game =
            argument.split_once('/').is_some_and(|(id, _)| self.session.games.position(id).is_some());
        if names::is_file_name(argument) && !begins_with_game {
            return Err(names::no_file(path));
        }
        let kept = self.session.saved_streams(StreamKind::Deck, game)?;
        let books =
            self.session.game_libraries().filter(|game_library| game.is_none_or(|game| game == game_library.game.id));
        let starters: Vec<String> = books
            .flat_map(|game_library| game_library.decks.iter().map(|(id, _)| format!("{}/{id}", game_library.game.id)))
            .collect();
        let known = kept.iter().map(|(_, heading)| heading.name.as_str()).chain(starters.iter().map(String::as_str));
        let advice = "a deck is a file, a starter deck such as chronx/corporate, or the name of a saved deck";
        Err(names::unknown("deck", argument, known, advice))
    }

    /// A saved deck, as it is or as it was at a moment of its history.
    fn saved_deck(
        &self,
        name: &str,
        moment: Option<&str>,
        game: Option<&str>,
    ) -> CommandResult<Option<DeckArgument<'_>>> {
        let kept = self.session.saved_streams(StreamKind::Deck, game)?;
        let Some((game, heading)) = kept.iter().find(|(_, heading)| heading.name == name) else { return Ok(None) };
        let game_library = self.game(game)?;
        let deck_session = DeckSession::open(&self.session.library, &game_library.game, heading.id)?;
        let deck = match moment {
            Some(moment) => {
                let moment = self.moment(game_library, &deck_session, moment)?;
                deck_session.deck_at(&self.session.library, &game_library.game, moment.number)?
            }
            None => deck_session.deck,
        };
        Ok(Some(DeckArgument {
            game_library,
            deck,
            report: Vec::new(),
            kind: None,
            titled: true,
            pool: deck_session.pool,
        }))
    }

    /// The deck in a file, whose kind is told by what is in it.
    pub fn deck_file(&self, path: &Path, game: Option<&str>) -> CommandResult<DeckArgument<'_>> {
        let mut named = self.deck_text(&path.display().to_string(), &deck_text_in(path)?, game)?;
        if !named.titled && !is_standard_input(path) {
            named.deck.name = path.file_stem().map_or(named.deck.name, |s| s.to_string_lossy().into_owned());
        }
        Ok(named)
    }

    /// The deck in a text that came from `place`.
    pub fn deck_text(&self, place: &str, text: &str, game: Option<&str>) -> CommandResult<DeckArgument<'_>> {
        let kind = DeckFileKind::detect(text);
        let sheet = deckfile::read(text, Some(kind)).map_err(|e| input_error(format!("{place}: {e}")))?;
        let found = match game {
            Some(id) => Some(&*self.game(id)?.game),
            // A file that names its game needs no other one.
            None => match sheet.game.as_deref().and_then(|named| self.session.game_library(named)) {
                Some(game_library) => Some(&*game_library.game),
                None => deckfile::guess_game(&sheet, self.session.game_libraries().map(|b| &*b.game)),
            },
        };
        let Some(found) = found else {
            let what = match &sheet.game {
                Some(game) => format!("it is for the game `{game}`, which is not here; add its folder with --data"),
                None => "no game knows a card of it; name the game with --game".into(),
            };
            return Err(input_error(format!("{place}: {what}")));
        };
        let game_library = self.game(&found.id)?;
        let import = deckfile::resolve(&sheet, &game_library.game);
        let titled = sheet.name.is_some();
        Ok(DeckArgument {
            game_library,
            deck: import.deck,
            report: import.report,
            kind: Some(kind),
            titled,
            pool: None,
        })
    }

    /// The pool in a file: all its cards, whatever section they stand in. Every line must be a card.
    pub fn pool(&self, path: &Path, game: &GameData) -> CommandResult<Pool> {
        self.pool_text(&path.display().to_string(), &deck_text_in(path)?, game)
    }

    /// The same in a text that came from `place`.
    pub fn pool_text(&self, place: &str, text: &str, game: &GameData) -> CommandResult<Pool> {
        let named = self.deck_text(place, text, Some(&game.id))?;
        let bad = named.report.iter().find(|r| !matches!(r.outcome, LineOutcome::Card { .. } | LineOutcome::Remark));
        if let Some(bad) = bad {
            return Err(input_error(format!(
                "{place}: line {}: `{}` is no card of {}, so this is no pool of it",
                bad.line,
                bad.text.trim(),
                game.name
            )));
        }
        let mut pool = Pool::default();
        for section in 0..named.deck.sections.len() {
            pool.cards.extend(named.deck.cards(section));
        }
        if pool.cards.is_empty() {
            return Err(input_error(format!("{place}: there is no card in it")));
        }
        Ok(pool)
    }
}

/// The faults of something that is there and cannot be used.
fn refuse_left_out(game_library: &GameLibrary, kind: LibraryFile, id: &str) -> CommandResult<()> {
    let Some(left) = game_library.why_left_out(kind, id) else { return Ok(()) };
    let game = game_library.game.id.clone();
    Err(Arc::new(session::Error::Data { game, problems: left.faults.clone() }).into())
}

impl DeckArgument<'_> {
    /// The format to check it in: the one named (`format` or `game/format`), or the deck's own.
    pub fn format(&self, named: Option<&str>) -> CommandResult<&DeckFormat> {
        let id = named.map_or(self.deck.format.as_str(), |n| {
            n.strip_prefix(&format!("{}/", self.game_library.game.id)).unwrap_or(n)
        });
        refuse_left_out(self.game_library, LibraryFile::Format, id)?;
        let known: Vec<&str> = self.game_library.formats.iter().map(|f| f.id.as_str()).collect();
        self.game_library
            .format(id)
            .ok_or_else(|| names::unknown_of(&self.game_library.game.name, "format", id, &known))
    }

    /// The deck if it is legal in its format; otherwise what is wrong, in words.
    pub fn legal(&self) -> CommandResult<LegalDeck> {
        self.legal_in(self.format(None)?)
    }

    /// The same in a format.
    pub fn legal_in(&self, format: &DeckFormat) -> CommandResult<LegalDeck> {
        let checked = LegalDeck::check(&self.game_library.game, format, self.deck.clone(), self.pool.as_ref());
        checked.map_err(|report| failure(describe_illegal(&self.deck, format, &report)))
    }
}

fn describe_illegal(deck: &Deck, format: &DeckFormat, report: &CheckReport) -> String {
    let lines: String =
        report.violations.iter().map(|v| format!("\n  {}  {}; {}", v.rules[0], v.message, v.fix.text)).collect();
    format!("`{}` is not legal in {}:{lines}", deck.name, format.name)
}

/// What stands for standard input where a file is named.
const STANDARD_INPUT: &str = "-";

pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Whether a path names something to read: a file, a pipe such as `/dev/fd/63`, or standard input.
pub(super) fn is_input(path: &Path) -> bool {
    is_standard_input(path) || std::fs::metadata(path).is_ok_and(|about| !about.is_dir())
}

/// Opens a file that a person named, or standard input. The second one who asks for standard input would find it empty.
pub(super) fn open(path: &Path) -> std::io::Result<Box<dyn Read>> {
    static READ: AtomicBool = AtomicBool::new(false);
    if is_standard_input(path) {
        if READ.swap(true, Ordering::Relaxed) {
            return Err(std::io::Error::other("standard input can be read once; name a file for the other"));
        }
        return Ok(Box::new(std::io::stdin()));
    }
    Ok(Box::new(std::fs::File::open(path)?))
}

/// The words of a query that somebody typed, or the query on standard input.
pub(super) fn query(words: &[String]) -> CommandResult<String> {
    match words {
        [word] if word == STANDARD_INPUT => Ok(read_text(Path::new(STANDARD_INPUT), LONGEST_QUERY)?.trim().to_owned()),
        words => Ok(words.join(" ")),
    }
}

/// Why a query makes no sense, with a line below it that points at the fault.
pub(super) fn query_error(message: &str, text: &str, fault: query::QueryError) -> CommandError {
    let message = format!("{message}:\n{}", fault.pointing(text));
    usage_error(message).with_hints(fault.meant.or(fault.hint).into_iter().collect())
}

/// Questions that somebody typed; each `-` among them stands for those on standard input, one a line.
pub(super) fn questions(typed: &[String], game: &GameData) -> CommandResult<Vec<CountQuery>> {
    let mut questions = Vec::new();
    for text in typed {
        if text == STANDARD_INPUT {
            let lines = read_text(Path::new(STANDARD_INPUT), LONGEST_QUERY)?;
            let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
            let read = lines.map(|line| count(line, game)).collect::<CommandResult<Vec<CountQuery>>>()?;
            if read.is_empty() {
                return Err(input_error("there is no question on standard input; write one a line"));
            }
            questions.extend(read);
        } else {
            questions.push(count(text, game)?);
        }
    }
    Ok(questions)
}

/// A question that somebody typed, or the one on standard input.
pub(super) fn question(typed: &str, game: &GameData) -> CommandResult<CountQuery> {
    if typed == STANDARD_INPUT {
        return count(read_text(Path::new(STANDARD_INPUT), LONGEST_QUERY)?.trim(), game);
    }
    count(typed, game)
}

/// More than any query may have, in bytes.
const LONGEST_QUERY: u64 = 1 << 20;

/// The bytes of a file, or of standard input.
pub(super) fn read_bytes(path: &Path, most: u64) -> CommandResult<Vec<u8>> {
    let fault = |e: &dyn std::fmt::Display| input_error(format!("{}: {e}", path.display()));
    let mut bytes = Vec::new();
    open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(|e| fault(&e))?;
    if bytes.len() as u64 > most {
        return Err(fault(&format!("it is larger than {} MiB; part it", most >> 20)));
    }
    Ok(bytes)
}

/// The text of a deck file, or of standard input.
fn deck_text_in(path: &Path) -> CommandResult<String> {
    let fault = |e: &dyn std::fmt::Display| input_error(format!("{}: {e}", path.display()));
    open(path).and_then(intake::read_text).map_err(|e| fault(&e))?.map_err(|e| fault(&e))
}

/// The text of a file, or of standard input.
pub(super) fn read_text(path: &Path, most: u64) -> CommandResult<String> {
    text(path, read_bytes(path, most)?)
}

/// The text that bytes from `path` are.
pub(super) fn text(path: &Path, bytes: Vec<u8>) -> CommandResult<String> {
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
        input_error(format!("{}: line {line}: not UTF-8 text", path.display()))
    })
}

/// A counting query.
pub(super) fn count(text: &str, game: &GameData) -> CommandResult<CountQuery> {
    CountQuery::parse(text, game).map_err(|fault| query_error("the question makes no sense", text, fault))
}

/// The seed of an argument; a fresh one without.
pub(super) fn seed(named: Option<Seed>) -> CommandResult<Seed> {
    let fault = |e| super::environment_error(format!("the system gives no randomness: {e}; name a --seed"));
    named.map_or_else(|| Seed::fresh().map_err(fault), Ok)
}

/// A folder for a set of files that belong together must be empty or new, so that none of an earlier set is taken
/// for one of them.
pub(super) fn fresh_folder(folder: Option<&Path>) -> CommandResult<()> {
    let used = |f: &Path| std::fs::read_dir(f).is_ok_and(|mut entries| entries.next().is_some());
    match folder.filter(|f| used(f)) {
        Some(folder) => Err(usage_error(format!("{} is not empty; name a new folder", folder.display()))),
        None => Ok(()),
    }
}

/// The kind of deck file that is to be written: the one named, or the one that the ending says.
pub(super) fn output_kind(file: &Path, named: Option<&str>) -> CommandResult<DeckFileKind> {
    let words = |kinds: &[DeckFileKind]| kinds.iter().map(|k| k.id()).collect::<Vec<_>>().join(", ");
    if let Some(word) = named {
        let unknown = || usage_error(format!("`{word}` is no kind of deck file (known: {})", words(DeckFileKind::ALL)));
        return DeckFileKind::parse(word).ok_or_else(unknown);
    }
    let ending = file.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
    match DeckFileKind::with_extension(&ending)[..] {
        // A wrong guess here would be a file that the other program does not read.
        [one @ (DeckFileKind::Forge | DeckFileKind::Mtgjson), other] => Err(usage_error(format!(
            "`.{ending}` is {}'s and {}'s; name one with --to {} or --to {}",
            one.title(),
            other.title(),
            one.id(),
            other.id()
        ))),
        [kind, ..] => Ok(kind),
        [] => Err(usage_error(format!(
            "no kind of deck file ends in `.{ending}`; name one with --to ({})",
            words(DeckFileKind::ALL)
        ))),
    }
}

/// What goes out of a deck: a legal one as it is; another only if `illegal` says so, and then with the verdict in
/// its plan. And whether it is legal.
pub(super) fn deck_to_write(named: &DeckArgument<'_>, illegal: bool) -> CommandResult<(Deck, bool)> {
    let format = named.format(None)?;
    match LegalDeck::check(&named.game_library.game, format, named.deck.clone(), named.pool.as_ref()) {
        Ok(legal) => Ok((legal.deck().clone(), true)),
        Err(_) if illegal => {
            let mut deck = named.deck.clone();
            deck.about = format!("{} {}", deckfile::illegal_note(&format.name), deck.about).trim().to_owned();
            Ok((deck, false))
        }
        Err(report) => {
            let first = &report.violations[0];
            let message = format!(
                "`{}` is not legal in {}: {} [{}]; nothing was written. `deckloom deck check` tells all, --illegal writes it anyway",
                named.deck.name, format.name, first.message, first.rules[0]
            );
            Err(failure(message))
        }
    }
}

/// Writes a file, whole or not at all.
pub(super) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> CommandResult<()> {
    job::write(path, bytes).map_err(|e| super::environment_error(format!("cannot write {}: {e}", path.display())))
}
