//! Games, formats and decks as a match asks for them: read once, and only a checked deck comes out.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use catalog::{GameData, Source, load};
use engine::registry::{self, AnyRules, MatchError};
use formats::deckfile::{self, DeckFileKind, intake};
use formats::{Deck, DeckFormat, GameLibrary, LegalDeck};

/// What cannot be done, for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetupFault(pub String);

impl From<MatchError> for SetupFault {
    fn from(error: MatchError) -> SetupFault {
        SetupFault(error.to_string())
    }
}

/// What a match is asked for by.
#[derive(Debug, Clone, Default)]
pub struct MatchRequest {
    /// Id of the game.
    pub game: String,
    /// Id of the format; the game's default without.
    pub format: Option<String>,
    /// Decks: ids of starter decks, paths of files, or texts of several lines.
    pub decks: Vec<String>,
    /// How many play; as few as may without.
    pub seats: Option<usize>,
    /// Rulings other than the default.
    pub options: Vec<(String, String)>,
    /// Turns after which a game is stopped; far more than it needs without.
    pub turns: Option<u32>,
    /// The seat that begins; chance decides without.
    pub first: Option<u8>,
    /// Folders with games beside those of the program.
    pub data: Vec<PathBuf>,
}

/// A match that can be played: what is the same for every game of it.
pub struct MatchSetup {
    /// The game.
    pub game: Arc<GameData>,
    /// The format's id.
    pub format: String,
    /// The decks, one a seat or one for all.
    pub decks: Vec<LegalDeck>,
    /// How many play.
    pub seats: usize,
    /// Rulings other than the default.
    pub options: Vec<(String, String)>,
    /// Turns after which a game is stopped.
    pub turns: u32,
    /// The seat that begins.
    pub first: Option<u8>,
    /// Folders with games beside those of the program.
    pub data: Vec<PathBuf>,
}

/// Games that were read, by their folders and id.
type Read = HashMap<(Vec<PathBuf>, String), Arc<GameLibrary>>;
static READ: Mutex<Option<Read>> = Mutex::new(None);

/// The games of the program, and those of these folders.
pub fn source(data: &[PathBuf]) -> Result<Source, SetupFault> {
    let mut source = Source::shipped();
    data.iter().try_for_each(|folder| source.add_folder(folder)).map_err(|error| SetupFault(error.to_string()))?;
    Ok(source)
}

/// A game with its formats and decks. It is read once; files that change later are not noticed.
pub fn game_library(data: &[PathBuf], id: &str) -> Result<Arc<GameLibrary>, SetupFault> {
    let key = (data.to_vec(), id.to_owned());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let read = read.get_or_insert_default();
    if let Some(known) = read.get(&key) {
        return Ok(known.clone());
    }
    let source = source(data)?;
    let ids = source.games();
    if !ids.iter().any(|known| known == id) {
        return Err(SetupFault(format!("there is no game `{id}`; there are: {}", ids.join(", "))));
    }
    let files = source.only(id);
    let faults = |problems: Vec<catalog::read::Problem>| {
        SetupFault(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    };
    let game = Arc::new(load::game(&files, id).map_err(faults)?);
    let library = Arc::new(GameLibrary::load_despite_faults(&files, game).map_err(faults)?);
    read.insert(key, library.clone());
    Ok(library)
}

/// Whether matches of a game can be played, and why not.
pub fn refusal(game: &GameData) -> Option<String> {
    if registry::is_played(game) {
        return None;
    }
    Some(match game.id == registry::AUTOMA {
        true => MatchError::Automa(game.name.clone()).to_string(),
        false => MatchError::Unknown(game.name.clone()).to_string(),
    })
}

/// A format of a game by its id; the default one without.
pub fn format_of<'a>(library: &'a GameLibrary, id: Option<&str>) -> Result<&'a DeckFormat, SetupFault> {
    let id = id.unwrap_or(&library.game.default_format);
    // `game/format`, as the command line writes it, is taken too.
    let id = id.strip_prefix(&format!("{}/", library.game.id)).unwrap_or(id);
    library.format(id).ok_or_else(|| {
        let known: Vec<&str> = library.formats.iter().map(|format| format.id.as_str()).collect();
        SetupFault(format!("{} has no format `{id}`; it has: {}", library.game.name, known.join(", ")))
    })
}

/// A deck by the id of a starter deck, a file's path, or its text; legal in the format.
pub fn legal_deck(library: &GameLibrary, format: &DeckFormat, words: &str) -> Result<LegalDeck, SetupFault> {
    let game = &library.game;
    let id = words.strip_prefix(&format!("{}/", game.id)).unwrap_or(words);
    let deck = match library.decks.iter().find(|(starter, _)| starter == id) {
        Some((_, deck)) => deck.clone(),
        None => read_deck(game, words)?,
    };
    LegalDeck::check(game, format, deck, None).map_err(|report| {
        let wrong: Vec<&str> = report.violations.iter().map(|violation| violation.message.as_str()).collect();
        SetupFault(format!("the deck is not legal in {}: {}", format.name, wrong.join("; ")))
    })
}

fn read_deck(game: &GameData, words: &str) -> Result<Deck, SetupFault> {
    let is_text = words.contains('\n');
    let place = if is_text { "the deck" } else { words };
    let fault = |error: &dyn std::fmt::Display| SetupFault(format!("{place}: {error}"));
    let text = if is_text {
        words.to_owned()
    } else {
        let file = std::fs::File::open(Path::new(words)).map_err(|error| fault(&error))?;
        intake::read_text(file).map_err(|error| fault(&error))?.map_err(|error| fault(&error))?
    };
    let kind = DeckFileKind::detect(&text);
    let sheet = deckfile::read(&text, Some(kind)).map_err(|error| fault(&error))?;
    Ok(deckfile::resolve(&sheet, game).deck)
}

/// Starter decks that are legal in a format, those made for it first, with their ids.
pub fn starters(library: &GameLibrary, format: &DeckFormat) -> Vec<(String, LegalDeck)> {
    let mut decks: Vec<&(String, Deck)> = library.decks.iter().collect();
    decks.sort_by_key(|(_, deck)| deck.format != format.id);
    let check = |deck: &Deck| LegalDeck::check(&library.game, format, deck.clone(), None).ok();
    decks.into_iter().filter_map(|(id, deck)| Some((id.clone(), check(deck)?))).collect()
}

impl MatchSetup {
    /// Makes a match ready: its decks are checked, and its rules are made of them.
    ///
    /// # Errors
    /// Why it cannot be played, in a sentence.
    pub fn new(request: &MatchRequest) -> Result<(MatchSetup, AnyRules), SetupFault> {
        let library = game_library(&request.data, &request.game)?;
        let format = format_of(&library, request.format.as_deref())?;
        let settings = &format.match_settings;
        let (least, most) = (settings.seats.0 as usize, settings.seats.1 as usize);
        let seats = match (request.seats, request.decks.len()) {
            (Some(seats), _) => seats,
            (None, n) if n > 1 && !settings.shared => n,
            _ => least,
        };
        if !(least..=most).contains(&seats) {
            return Err(SetupFault(format!("{seats} seats: {} is played by {least} to {most}", format.name)));
        }
        let mut decks: Vec<LegalDeck> =
            request.decks.iter().map(|words| legal_deck(&library, format, words)).collect::<Result<_, _>>()?;
        if decks.is_empty() {
            let wanted = if settings.shared { 1 } else { seats };
            decks = starters(&library, format).into_iter().map(|(_, deck)| deck).take(wanted).collect();
            if decks.is_empty() {
                return Err(MatchError::NoDecks(format.name.clone()).into());
            }
            // Fewer starter decks than seats play again from the first on.
            decks = if settings.shared { decks } else { decks.iter().cycle().take(seats).cloned().collect() };
        }
        if !settings.shared && decks.len() == 1 {
            decks = vec![decks[0].clone(); seats];
        }
        let wanted = if settings.shared { 1 } else { seats };
        if decks.len() != wanted {
            return Err(SetupFault(format!("{} decks: {} takes {wanted} for {seats} seats", decks.len(), format.name)));
        }
        if let Some(first) = request.first.filter(|first| usize::from(*first) >= seats) {
            return Err(SetupFault(format!("seat {first} cannot begin: seats are 0 to {}", seats - 1)));
        }
        // What is asked for goes before what the format says.
        let options: Vec<(String, String)> = settings.options.iter().chain(&request.options).cloned().collect();
        let brought: Vec<&LegalDeck> = decks.iter().collect();
        let rules = AnyRules::new(&library.game, &brought, seats, &options)?;
        let turns = request.turns.unwrap_or_else(|| registry::default_max_turns(&library.game.id));
        if turns > engine::kernel::MOST_TURNS {
            let most = engine::kernel::MOST_TURNS;
            return Err(SetupFault(format!("{turns} turns: a game has at most {most}")));
        }
        let (game, format) = (library.game.clone(), format.id.clone());
        Ok((
            MatchSetup { game, format, decks, seats, options, turns, first: request.first, data: request.data.clone() },
            rules,
        ))
    }

    /// How many cards are brought.
    pub fn cards(&self) -> usize {
        let of = |deck: &LegalDeck| -> usize {
            let sections = (0..self.game.sections.len()).map(|section| deck.deck().cards(section).len());
            sections.sum()
        };
        self.decks.iter().map(of).sum()
    }
}
