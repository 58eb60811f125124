//! What arguments stand for: decks, pools, games, formats, queries.

use std::path::Path;

use catalog::Game;
use catalog::query::Count;
use catalog::store::journal::Kind as StreamKind;
use formats::deckfile::{self, Kind, Reported};
use formats::limited::Pool;
use formats::rng::Seed;
use formats::{Book, Deck, Format, LegalDeck, Report};

use super::{Door, unreadable, usage};
use crate::workbench::Workbench;

/// How much is sampled, and from which chance.
#[derive(Debug, clap::Args)]
pub(super) struct Sampling {
    /// How many games.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; 0 is as many as the machine has. The numbers do not depend on it.
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

impl Sampling {
    pub fn seed(&self) -> Seed {
        Seed::of(self.seed)
    }

    /// Games, seed and threads, as the lab takes them.
    pub fn run(&self) -> (u64, Seed, usize) {
        (self.games, self.seed(), self.threads)
    }
}

/// A deck that an argument named.
pub(super) struct Named<'d> {
    /// Its game.
    pub book: &'d Book,
    /// The deck.
    pub deck: Deck,
    /// A report for each line, if it came from a file.
    pub report: Vec<Reported>,
    /// The pool it is built from, if the library knows.
    pub pool: Option<Pool>,
}

impl Door {
    /// The game with this id.
    pub fn game(&self, id: &str) -> anyhow::Result<&Book> {
        let known: Vec<&str> = self.desk.games().map(|g| g.id.as_str()).collect();
        let hint = || catalog::read::suggest(id, &known);
        self.desk.book(id).ok_or_else(|| usage(format!("there is no game `{id}` ({})", hint())))
    }

    /// The format `game/format`.
    pub fn format(&self, id: &str) -> anyhow::Result<(&Book, &Format)> {
        let all: Vec<String> =
            self.desk.books.iter().flat_map(|b| b.formats.iter().map(|f| format!("{}/{}", b.game.id, f.id))).collect();
        let known: Vec<&str> = all.iter().map(String::as_str).collect();
        self.desk
            .format(id)
            .ok_or_else(|| usage(format!("there is no format `{id}` ({})", catalog::read::suggest(id, &known))))
    }

    /// The deck that an argument means: a file; a starter deck `game/deck`; or a saved deck by its name.
    pub fn deck(&self, argument: &str, game: Option<&str>) -> anyhow::Result<Named<'_>> {
        let path = Path::new(argument);
        if path.is_file() {
            return self.deck_file(path, game);
        }
        if let Some((game, id)) = argument.split_once('/')
            && let Some(book) = self.desk.book(game)
            && let Some((_, deck)) = book.decks.iter().find(|(d, _)| d == id)
        {
            return Ok(Named { book, deck: deck.clone(), report: Vec::new(), pool: None });
        }
        for book in self.desk.books.iter().filter(|b| game.is_none_or(|g| g == b.game.id)) {
            let streams = self.desk.library.streams(StreamKind::Deck, &book.game.id)?;
            if let Some(stream) = streams.iter().find(|s| s.name == argument) {
                let bench = Workbench::open(&self.desk.library, &book.game, stream.id)?;
                return Ok(Named { book, deck: bench.deck, report: Vec::new(), pool: bench.pool });
            }
        }
        let hint = "a deck is a file, a starter deck such as chronx/corporate, or the name of a saved deck";
        Err(unreadable(format!("there is no deck `{argument}`: {hint}")))
    }

    fn deck_file(&self, path: &Path, game: Option<&str>) -> anyhow::Result<Named<'_>> {
        let text = read_text(path)?;
        let kind = path.extension().and_then(|e| Kind::named(&e.to_string_lossy()));
        // The text says more than the ending where the two disagree.
        let kind = kind.filter(|k| *k != Kind::Text).or(Some(Kind::of_text(&text)));
        let sheet = deckfile::read(&text, kind).map_err(|e| unreadable(format!("{}: {e}", path.display())))?;
        let found = match game {
            Some(id) => Some(&*self.game(id)?.game),
            None => deckfile::guess(&sheet, self.desk.games()),
        };
        let Some(found) = found else {
            let what = match &sheet.game {
                Some(game) => format!("it is for the game `{game}`, which is not here; add its folder with --data"),
                None => "no game knows a card of it; name the game with --game".into(),
            };
            return Err(unreadable(format!("{}: {what}", path.display())));
        };
        let book = self.game(&found.id)?;
        let import = deckfile::resolve(&sheet, &book.game);
        let mut deck = import.deck;
        if sheet.name.is_none() {
            deck.name = path.file_stem().map_or(deck.name, |s| s.to_string_lossy().into_owned());
        }
        Ok(Named { book, deck, report: import.report, pool: None })
    }

    /// The pool in a file: all its cards, whatever section they stand in.
    pub fn pool(&self, path: &Path, game: &Game) -> anyhow::Result<Pool> {
        let named = self.deck_file(path, Some(&game.id))?;
        let mut pool = Pool::default();
        for section in 0..named.deck.sections.len() {
            pool.cards.extend(named.deck.cards(section));
        }
        Ok(pool)
    }
}

impl Named<'_> {
    /// The format to check it in: the one named (`format` or `game/format`), or the deck's own.
    pub fn format(&self, named: Option<&str>) -> anyhow::Result<&Format> {
        let id = named
            .map_or(self.deck.format.as_str(), |n| n.strip_prefix(&format!("{}/", self.book.game.id)).unwrap_or(n));
        let known: Vec<&str> = self.book.formats.iter().map(|f| f.id.as_str()).collect();
        let hint = || format!("{} has no format `{id}` ({})", self.book.game.name, catalog::read::suggest(id, &known));
        self.book.format(id).ok_or_else(|| usage(hint()))
    }

    /// The deck if it is legal in its format; otherwise what is wrong, in words.
    pub fn legal(&self) -> anyhow::Result<LegalDeck> {
        let format = self.format(None)?;
        let checked = LegalDeck::check(&self.book.game, format, self.deck.clone(), self.pool.as_ref());
        checked.map_err(|report| super::Failure { exit: 1, message: not_legal(&self.deck, format, &report) }.into())
    }
}

fn not_legal(deck: &Deck, format: &Format, report: &Report) -> String {
    let lines: String =
        report.violations.iter().map(|v| format!("\n  {}  {}; {}", v.rules[0], v.message, v.fix.text)).collect();
    format!("`{}` is not legal in {}:{lines}", deck.name, format.name)
}

/// The text of a file.
pub(super) fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = std::fs::read(path).map_err(|e| unreadable(format!("{}: {e}", path.display())))?;
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
        unreadable(format!("{}: line {line}: not UTF-8 text", path.display()))
    })
}

/// A counting query that somebody typed.
pub(super) fn count(text: &str, game: &Game) -> anyhow::Result<Count> {
    Count::parse(text, game).map_err(|e| usage(format!("the question makes no sense:\n{}", e.pointing(text))))
}

/// The seed of an argument; a fresh one without.
pub(super) fn seed(number: Option<u64>) -> anyhow::Result<Seed> {
    match number {
        Some(number) => Ok(Seed::of(number)),
        None => {
            Seed::fresh().map_err(|e| super::environment(format!("the system gives no randomness: {e}; name a --seed")))
        }
    }
}

/// Writes a file: to a neighbour first, which then takes its name.
pub(super) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fault = |e: std::io::Error| super::environment(format!("cannot write {}: {e}", path.display()));
    std::fs::create_dir_all(folder).map_err(fault)?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(fault)?;
    std::io::Write::write_all(&mut file, bytes.as_ref()).map_err(fault)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A temporary file is private; what a person asked for is as readable as any other file.
        file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644)).map_err(fault)?;
    }
    file.persist(path).map_err(|e| fault(e.error))?;
    Ok(())
}
