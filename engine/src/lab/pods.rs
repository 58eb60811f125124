//! Pods of bots whose decks meet: how much a way of drafting is worth, and which cards win.
//!
//! Where the engine plays the game, decks meet in matches, between greedy players where nobody says otherwise. Elsewhere they goldfish: of two decks
//! that are dealt the same chance, the one that spends more units in its turns is the better.

use catalog::{CardIx, Source};
use formats::limited::Pool;
use formats::limited::build::DeckBuilder;
use formats::limited::draft::Draft;
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::start::{DraftCards, DraftPlan};
use formats::limited::drafter::{Bot, PickScorer};
use formats::rng::Seed;
use formats::{DeckFormat, GameLibrary, LegalDeck};

use super::{DealError, LabDeck, goldfish};
use crate::kernel::ledger::SeatLedger;
use crate::kernel::parallel::Progress;
use crate::kernel::series::{GameResult, SeriesPlan};
use crate::players::PlayerKind;
use crate::registry;
use crate::session::SeriesSetup;

/// Matches between two decks where nobody says otherwise; each begins as often.
pub const MATCHES: u64 = 2;
/// Goldfish games of a deck.
const GOLDFISH: u64 = 200;
/// A match is stopped after this many turns.
const TURNS: u32 = 200;

/// How decks meet.
#[derive(Debug)]
pub enum Meeting {
    /// In matches.
    Match(MatchTerms),
    /// Alone.
    Goldfish,
}

/// Who plays the matches, how many, and by which rulings.
#[derive(Debug)]
pub struct MatchTerms {
    source: Source,
    player: PlayerKind,
    /// Rulings beside those of the format.
    options: Vec<(String, String)>,
    /// Of two decks; an even number, so that each begins as often.
    games: u64,
}

/// A bot with what it drafted, and how its deck fared.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// The bot.
    pub bot: Bot,
    /// The best deck out of its pool.
    pub deck: LegalDeck,
    /// The cards of its deck that are neither leader nor free.
    pub spells: Vec<CardIx>,
    /// All cards that it took.
    pub pool: Pool,
    /// Games won, times two; a draw is one.
    pub halves: u32,
    /// Games.
    pub games: u32,
    /// Each match: what it won, times two, and what was drawn and played. Goldfish leave none.
    pub matches: Vec<BotMatch>,
}

/// A match of a bot's deck.
#[derive(Debug, Clone)]
pub struct BotMatch {
    /// Two for a victory, one for a draw.
    pub halves: u32,
    /// Whether it began.
    pub first: bool,
    /// Turns of both.
    pub turns: u32,
    /// What it drew and played.
    pub ledger: SeatLedger,
}

/// Why pods cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PodError {
    /// The format is no draft, or not for so many.
    #[error(transparent)]
    Draft(#[from] formats::limited::draft::DraftError),
    /// A format without packs to draft.
    #[error("{0} is no draft")]
    NoDraft(String),
    /// A pool that makes no legal deck.
    #[error("no legal deck comes out of the pool of seat {seat}: {why}")]
    NoDeck {
        /// From 1.
        seat: usize,
        /// The first violation.
        why: String,
    },
    /// A deck that cannot be dealt.
    #[error(transparent)]
    Lab(#[from] DealError),
    /// A match that cannot be played.
    #[error(transparent)]
    Match(#[from] registry::MatchError),
}

impl Meeting {
    /// Matches between greedy players if the engine plays the game, goldfish otherwise.
    pub fn for_game(source: &Source, game_library: &GameLibrary) -> Meeting {
        Meeting::between(source, game_library, PlayerKind::Greedy, Vec::new(), MATCHES)
    }

    /// The same between players of a kind, with rulings beside those of the format, so many games of two decks.
    pub fn between(
        source: &Source,
        game_library: &GameLibrary,
        player: PlayerKind,
        options: Vec<(String, String)>,
        games: u64,
    ) -> Meeting {
        if registry::is_played(&game_library.game) {
            Meeting::Match(MatchTerms { source: source.clone(), player, options, games })
        } else {
            Meeting::Goldfish
        }
    }

    /// In a word.
    pub fn label(&self) -> &'static str {
        match self {
            Meeting::Match(_) => "match",
            Meeting::Goldfish => "goldfish",
        }
    }
}

/// Drafts a pod, builds the decks, and lets each meet its neighbour: seats 1 and 2, 3 and 4, and so on.
///
/// # Errors
/// When the format does not allow it.
pub fn play(
    game_library: &GameLibrary,
    format: &DeckFormat,
    scout: &PickScorer<'_>,
    bots: &[Bot],
    meeting: &Meeting,
    seed: Seed,
) -> Result<Vec<Entrant>, PodError> {
    let mut entrants = draft(game_library, format, scout, bots, seed)?;
    meet_neighbours(game_library, format, &mut entrants, meeting, seed)?;
    Ok(entrants)
}

/// Lets each deck of a pod meet its neighbour: seats 1 and 2, 3 and 4, and so on.
///
/// # Errors
/// When the match cannot be played.
pub fn meet_neighbours(
    game_library: &GameLibrary,
    format: &DeckFormat,
    entrants: &mut [Entrant],
    meeting: &Meeting,
    seed: Seed,
) -> Result<(), PodError> {
    for (pair, two) in entrants.chunks_exact_mut(2).enumerate() {
        meet(game_library, format, two, meeting, pair_seed(seed, pair))?;
    }
    Ok(())
}

/// The seed that two neighbours of a pod meet with: pair 0 are seats 1 and 2, and so on.
pub fn pair_seed(pod: Seed, pair: usize) -> Seed {
    pod.part(1 << 40 | pair as u64)
}

/// Drafts a pod and builds the decks.
///
/// # Errors
/// When the format does not allow it.
pub fn draft(
    game_library: &GameLibrary,
    format: &DeckFormat,
    scout: &PickScorer<'_>,
    bots: &[Bot],
    seed: Seed,
) -> Result<Vec<Entrant>, PodError> {
    let no_draft = || PodError::NoDraft(format.name.clone());
    let limited = format.limited.as_ref().ok_or_else(no_draft)?;
    let product = game_library.product(&limited.product).ok_or_else(no_draft)?;
    let sitters: Vec<DraftPlayer> = bots.iter().map(|b| DraftPlayer::Bot(*b)).collect();
    let plan = DraftPlan::from_format(format, sitters).ok_or_else(no_draft)?;
    let start = plan.start(game_library, seed)?;
    let mut table = start.new_draft(&DraftCards::new(&game_library.game, &start));
    let chance = start.bots()?;
    let next = |table: &Draft| table.waiting().next();
    while let Some(seat) = next(&table) {
        let chosen = bots[seat].choose(scout, &table.view(seat), chance.part(seat as u64));
        let (choice, _) = chosen.ok_or_else(no_draft)?;
        table.act(seat, &choice)?;
    }
    let builder = DeckBuilder::new(&game_library.game, product, format, limited);
    let mut entrants = Vec::with_capacity(bots.len());
    for (seat, bot) in bots.iter().enumerate() {
        let pool = table.pool(seat);
        let built = builder.decks(&pool, 1).map_err(|r| PodError::NoDeck {
            seat: seat + 1,
            why: r.violations.first().map_or(String::new(), |v| v.message.clone()),
        })?;
        let deck = built.into_iter().next().ok_or_else(no_draft)?.deck;
        let main = deck.deck().cards(game_library.game.section("main").unwrap_or(0));
        let spells = main.into_iter().filter(|c| pool.cards.contains(c)).collect();
        let (halves, games, fought) = (0, 0, Vec::new());
        entrants.push(Entrant { bot: *bot, deck, spells, pool, halves, games, matches: fought });
    }
    Ok(entrants)
}

/// Lets two decks meet, and writes down how it went.
///
/// # Errors
/// When the match cannot be played.
pub fn meet(
    game_library: &GameLibrary,
    format: &DeckFormat,
    both: &mut [Entrant],
    meeting: &Meeting,
    seed: Seed,
) -> Result<(), PodError> {
    match meeting {
        Meeting::Match(MatchTerms { source, player, options, games }) => {
            let setup = SeriesSetup {
                format: format.id.clone(),
                options: format.match_settings.options.iter().chain(options).cloned().collect(),
                players: vec![(player.clone(), String::new()); 2],
                plan: SeriesPlan { games: *games, seed, turns: TURNS, threads: 1 },
            };
            let decks: Vec<LegalDeck> = both.iter().map(|entrant| entrant.deck.clone()).collect();
            let mut see = |_: u64, played: &GameResult, ledger: &[SeatLedger]| {
                for (seat, entrant) in (0u8..).zip(&mut *both) {
                    let halves = match (played.outcome.is_decided(), played.outcome.won(seat)) {
                        (true, won) => 2 * u32::from(won),
                        (false, _) => 1,
                    };
                    let ledger = ledger[usize::from(seat)].clone();
                    entrant.matches.push(BotMatch { halves, first: played.first == seat, turns: played.turns, ledger });
                    (entrant.halves, entrant.games) = (entrant.halves + halves, entrant.games + 1);
                }
            };
            let games = (0..*games, true);
            crate::session::watch(
                source,
                &game_library.game,
                &decks.iter().collect::<Vec<_>>(),
                &setup,
                games,
                &Progress::default(),
                &mut see,
            )?;
        }
        Meeting::Goldfish => {
            let spent = |deck: &LegalDeck| -> Result<u64, PodError> {
                let stack = LabDeck::new(&game_library.game, deck)?;
                let plan = goldfish::GoldfishPlan::declared(&game_library.game, None);
                let report =
                    goldfish::play(&game_library.game, &stack, &plan, (GOLDFISH, seed, 1), &Progress::default())?;
                Ok(report.map_or(0, |r| r.turns.iter().map(|t| t.spent).sum()))
            };
            let (one, other) = (spent(&both[0].deck)?, spent(&both[1].deck)?);
            let halves = match one.cmp(&other) {
                std::cmp::Ordering::Greater => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 0,
            };
            for (entrant, halves) in both.iter_mut().zip([halves, 2 - halves]) {
                (entrant.halves, entrant.games) = (entrant.halves + halves, entrant.games + 1);
            }
        }
    }
    Ok(())
}
