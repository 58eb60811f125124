//! Pods of bots that draft a set: which cards come in its packs, and how the decks meet.

use std::ops::Range;

use catalog::{CardIx, Source, tr};
use formats::limited::drafter::{Bot, BotLevel, PickScorer};
use formats::rng::Seed;
use formats::{DeckFormat, GameLibrary};

use super::{ExperimentError, ExperimentInput};
use crate::kernel::parallel::Progress;
use crate::lab::pods::{self, Entrant, Meeting};

/// Who drafts a set, and how the decks meet.
pub(super) struct SetPods {
    pub input: ExperimentInput,
    /// The cards that come in packs, in the order of the game.
    pub cards: Vec<CardIx>,
    /// Who drafts at each seat.
    pub bots: Vec<Bot>,
    pub meeting: Meeting,
}

impl SetPods {
    pub fn new(input: ExperimentInput) -> Result<SetPods, ExperimentError> {
        let no_packs =
            || ExperimentError::Plan(format!("`format` must be a limited one, and `{}` has no packs", input.format));
        let format = input.game_library.format(&input.format).ok_or_else(no_packs)?;
        let limited = format.limited.as_ref().ok_or_else(no_packs)?;
        let product = input.game_library.product(&limited.product).ok_or_else(no_packs)?;
        let mut cards: Vec<CardIx> = product.sheets.iter().flat_map(|s| s.cards.iter().copied()).collect();
        cards.sort_unstable();
        cards.dedup();
        let seats = limited.seats.1.min(8).max(limited.seats.0) as usize;
        let meeting = meeting(&input, &input.source, &input.game_library, pods::MATCHES)?;
        let drafters = drafters(&input)?;
        let bots = (0..seats).map(|seat| drafters[seat % drafters.len()]).collect();
        Ok(SetPods { cards, bots, meeting, input })
    }

    /// The two whose decks meet, if there are two.
    pub fn drafters(&self) -> Option<[Bot; 2]> {
        let [one, two] = [self.bots.first()?, self.bots.get(1)?].map(Bot::clone);
        (one != two).then_some([one, two])
    }

    /// How decks meet by other data, or in more games.
    pub fn meeting_by(
        &self,
        source: &Source,
        game_library: &GameLibrary,
        games: u64,
    ) -> Result<Meeting, ExperimentError> {
        meeting(&self.input, source, game_library, games)
    }

    /// Who drafts, and how decks meet, behind the number of pods.
    pub fn about(&self) -> String {
        match self.meeting {
            Meeting::Match(_) => tr!(", {bots} bots each, decks played each other", bots = self.bots.len()),
            Meeting::Goldfish => tr!(", {bots} bots each, decks compared by goldfishing", bots = self.bots.len()),
        }
    }

    pub fn format(&self) -> &DeckFormat {
        self.input.game_library.format(&self.input.format).expect("a set names a format that is there")
    }

    /// Drafts pods, and gives each with its seed; `false` if it was stopped.
    pub fn each(
        &self,
        pods: Range<u64>,
        progress: &Progress,
        mut give: impl FnMut(Vec<Entrant>, Seed) -> Result<(), ExperimentError>,
    ) -> Result<bool, ExperimentError> {
        let (game, format) = (self.input.game(), self.format());
        let limited = format.limited.as_ref().expect("a set names a limited format");
        let product = self.input.game_library.product(&limited.product).expect("its packs are there");
        let scout = PickScorer::with_ratings(game, Some(format), &self.cards, product.ratings(game).clone());
        for pod in pods {
            if progress.stopped() {
                return Ok(false);
            }
            let seed = self.input.seed().part(pod);
            give(pods::draft(&self.input.game_library, format, &scout, &self.bots, seed)?, seed)?;
            progress.add(1);
        }
        Ok(true)
    }

    /// Lets the decks of a pod meet.
    pub fn meet(&self, entrants: &mut [Entrant], seed: Seed) -> Result<(), ExperimentError> {
        pods::meet_neighbours(&self.input.game_library, self.format(), entrants, &self.meeting, seed)?;
        Ok(())
    }
}

/// Who drafts, as the plan says: one for all seats, or two by turns.
fn drafters(input: &ExperimentInput) -> Result<Vec<Bot>, ExperimentError> {
    let bot = |word: &String| match word.parse::<BotLevel>() {
        Ok(level) => Ok(Bot { level, hate: 0 }),
        Err(_) => {
            let why = format!("`drafters`: there is no bot `{word}`; name `full`, `casual` or `random`");
            Err(ExperimentError::Plan(why))
        }
    };
    match &input.plan.drafters[..] {
        [] => Ok(vec![Bot::default()]),
        words @ ([_] | [_, _]) => words.iter().map(bot).collect(),
        words => {
            let why = format!("`drafters`: {} are named; name one for all seats, or two whose decks meet", words.len());
            Err(ExperimentError::Plan(why))
        }
    }
}

/// How decks meet as the plan says.
fn meeting(
    input: &ExperimentInput,
    source: &Source,
    game_library: &GameLibrary,
    games: u64,
) -> Result<Meeting, ExperimentError> {
    let players = input.players(&["greedy"])?;
    let [(player, _)] = &players[..] else {
        let n = players.len();
        return Err(ExperimentError::Plan(format!("{n} players: all bots of a set play alike, so name one")));
    };
    let meeting = Meeting::between(source, game_library, player.clone(), input.options()?, games);
    let has_terms = !input.plan.players.is_empty() || !input.plan.options.is_empty();
    if has_terms && matches!(meeting, Meeting::Goldfish) {
        let game = &game_library.game.name;
        let why = format!("`players` and `options` say nothing: decks of {game} meet in a goldfish");
        return Err(ExperimentError::Plan(why));
    }
    Ok(meeting)
}
