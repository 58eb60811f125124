//! A draft in the library: people, bots and files at one table. Everything that is done goes to the library before
//! anything else happens, so a draft goes on where it was after any crash.

use crate::GameLibrary;
use crate::limited::booster::Ratings;
use crate::limited::draft::log::{DraftAction, DraftLog};
use crate::limited::draft::pod::{DraftPlayer, Pod};
use crate::limited::draft::start::{DraftCards, DraftPlan, DraftStart};
use crate::limited::draft::story::{self, StoryChoice};
use crate::limited::draft::{DraftChoice, DraftError};
use crate::limited::drafter::{Bot, LazyScorer, PickScore, PickScorer};
use crate::rng::Seed;
use catalog::CardIx;
use catalog::store::journal::{Heading, StreamId, StreamKind};
use catalog::store::{self, Library};
use catalog::tr;

/// A draft in progress.
#[derive(Debug, Clone)]
pub struct SavedDraft {
    /// Its stream in the library.
    pub id: StreamId,
    /// Its name.
    pub name: String,
    /// Id of the format.
    pub format: String,
    /// The table and who sits there.
    pub pod: Pod,
    /// How it began.
    pub start: DraftStart,
    /// SHA-256 of the game's data when it began.
    pub data_hash: String,
    actions: usize,
}

/// What a bot would do on a seat.
#[derive(Debug, Clone)]
pub struct PickHint {
    /// What it would choose.
    pub choice: DraftChoice,
    /// Why, in words and numbers.
    pub why: String,
    /// What it thinks of each card on the table that the seat sees, the best first; each card once.
    pub cards: Vec<(CardIx, PickScore)>,
}

/// Why a draft cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The library.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The rules.
    #[error(transparent)]
    Refused(#[from] DraftError),
    /// A format that this game does not have, or that is no draft.
    #[error("there is no draft format `{0}`")]
    NoDraft(String),
}

/// A draft of the library as a log: also one with cards that the data no longer have.
///
/// # Errors
/// Of the library.
pub fn load_log(library: &Library, id: StreamId) -> Result<DraftLog, store::Error> {
    let stream = library.stream::<DraftStart, DraftAction>(id)?;
    let Heading { game, name, data_hash, .. } = stream.heading;
    Ok(DraftLog { game, data_hash, name, start: stream.start, actions: stream.actions })
}

/// A name that no draft of the game has yet: the usual one, or that with a number.
///
/// # Errors
/// Of the library.
pub fn free_name(library: &Library, game: &str, usual: &str) -> Result<String, store::Error> {
    let taken: Vec<String> = library.streams(StreamKind::Draft, game)?.into_iter().map(|s| s.name).collect();
    Ok(numbered(usual, &taken))
}

/// A name that is not taken: the usual one, or that with a number.
pub fn numbered(usual: &str, taken: &[String]) -> String {
    let numbered = (2..).map(|n| format!("{usual} {n}"));
    let free = std::iter::once(usual.to_owned()).chain(numbered).find(|name| !taken.contains(name));
    free.expect("there are more numbers than names")
}

impl SavedDraft {
    /// Opens the packs of a new draft of one person, on the first seat, against bots.
    ///
    /// # Errors
    /// When the format is not for so many seats, or of the library.
    pub fn begin(
        library: &mut Library,
        game_library: &GameLibrary,
        format: &str,
        seats: u32,
        seed: Seed,
    ) -> Result<SavedDraft, Error> {
        let declared = game_library.format(format).ok_or_else(|| Error::NoDraft(format.to_owned()))?;
        let mut sitters = vec![DraftPlayer::Bot(Bot::default()); seats as usize];
        if let Some(first) = sitters.first_mut() {
            *first = DraftPlayer::Person(tr!("You"));
        }
        let plan = DraftPlan::from_format(declared, sitters).ok_or_else(|| Error::NoDraft(format.to_owned()))?;
        let name = free_name(library, &game_library.game.id, &declared.name)?;
        SavedDraft::create(library, game_library, &name, plan.start(game_library, seed)?)
    }

    /// Saves a new draft and lets its bots choose.
    ///
    /// # Errors
    /// When the start makes no sense, or of the library.
    pub fn create(
        library: &mut Library,
        game_library: &GameLibrary,
        name: &str,
        start: DraftStart,
    ) -> Result<SavedDraft, Error> {
        let game = &game_library.game;
        let pod = Pod::begin(game, &start)?;
        let id = library.begin(StreamKind::Draft, &game.id, &game.data_hash, name, &start)?;
        let (format, data_hash) = (start.format.clone(), game.data_hash.clone());
        let mut saved = SavedDraft { id, name: name.to_owned(), format, pod, start, data_hash, actions: 0 };
        saved.let_bots_choose(library, game_library)?;
        Ok(saved)
    }

    /// Takes up a draft where it was left.
    ///
    /// # Errors
    /// Of the library, or when the data no longer have a card of the packs.
    pub fn open(library: &Library, game_library: &GameLibrary, id: StreamId) -> Result<SavedDraft, Error> {
        let DraftLog { name, data_hash, start, actions, .. } = load_log(library, id)?;
        DraftCards::new(&game_library.game, &start).all_there()?;
        let pod = Pod::replay(&game_library.game, &start, &actions)?;
        Ok(SavedDraft { id, name, format: start.format.clone(), pod, start, data_hash, actions: actions.len() })
    }

    /// Does something and saves it; then bots choose, if any is asked.
    ///
    /// # Errors
    /// When it does not fit, or of the library; then nothing has happened.
    pub fn act(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        action: &DraftAction,
    ) -> Result<(), Error> {
        self.save(library, game_library, action)?;
        self.let_bots_choose(library, game_library)
    }

    /// A seat chooses; what bots choose after it is saved with it.
    ///
    /// # Errors
    /// As [`SavedDraft::act`].
    pub fn choose(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        seat: usize,
        choice: &DraftChoice,
    ) -> Result<(), Error> {
        let cards = DraftCards::new(&game_library.game, &self.start);
        let action = self.pod.choose(&self.scout(game_library), &cards, seat, choice)?;
        self.save(library, game_library, &action)
    }

    /// The time of a seat is over: a bot chooses for it.
    ///
    /// # Errors
    /// As [`SavedDraft::act`].
    pub fn time_over(&mut self, library: &mut Library, game_library: &GameLibrary, seat: usize) -> Result<(), Error> {
        let cards = DraftCards::new(&game_library.game, &self.start);
        let action = self.pod.time_over(&self.scout(game_library), &cards, seat)?;
        self.save(library, game_library, &action)
    }

    /// What bots owe since a crash, or after somebody else sat down.
    ///
    /// # Errors
    /// Of the library.
    pub fn let_bots_choose(&mut self, library: &mut Library, game_library: &GameLibrary) -> Result<(), Error> {
        let cards = DraftCards::new(&game_library.game, &self.start);
        let owed = self.pod.bots(&self.scout(game_library), &cards);
        match owed {
            Some(action) => self.save(library, game_library, &action),
            None => Ok(()),
        }
    }

    /// What its bots know.
    pub fn scout<'b>(&'b self, game_library: &'b GameLibrary) -> LazyScorer<'b, impl FnOnce() -> PickScorer<'b>> {
        LazyScorer::new(|| PickScorer::for_draft(game_library, &self.start, Ratings::default()))
    }

    fn save(&mut self, library: &mut Library, game_library: &GameLibrary, action: &DraftAction) -> Result<(), Error> {
        let pod = self.after(game_library, action)?;
        library.append(self.id, self.actions, action, None)?;
        self.advance(pod);
        Ok(())
    }

    /// The draft as it would be after an action. Whoever saves the action themselves, as number [`SavedDraft::actions`] of the
    /// stream, goes on from there with [`SavedDraft::advance`].
    ///
    /// # Errors
    /// When it does not fit.
    pub fn after(&self, game_library: &GameLibrary, action: &DraftAction) -> Result<Pod, DraftError> {
        let mut pod = self.pod.clone();
        pod.apply(&DraftCards::new(&game_library.game, &self.start), action)?;
        Ok(pod)
    }

    /// The action that led here is saved.
    pub fn advance(&mut self, pod: Pod) {
        self.pod = pod;
        self.actions += 1;
    }

    /// How many actions are saved.
    pub fn actions(&self) -> usize {
        self.actions
    }

    /// What a bot would do on a seat; absent if the seat is asked nothing, or the draft stands still.
    pub fn hint(&self, game_library: &GameLibrary, seat: usize) -> Option<PickHint> {
        let scout = self.scout(game_library);
        let (choice, why) = self.pod.hint(&scout, seat).ok()?;
        let view = self.pod.draft.view(seat);
        let leaning = scout.leaning(view.own());
        let mut seen: Vec<CardIx> = view.piles.iter().flat_map(|p| p.cards.iter().copied()).collect();
        seen.sort_unstable();
        seen.dedup();
        let mut opinions: Vec<(CardIx, PickScore)> = seen.into_iter().map(|c| (c, scout.score(&leaning, c))).collect();
        opinions.sort_by_key(|(card, o)| (std::cmp::Reverse(o.points), *card));
        Some(PickHint { choice, why: why.describe(), cards: opinions })
    }

    /// All choices so far, each with what its seat saw.
    ///
    /// # Errors
    /// When the log does not fit the data.
    pub fn story(&self, game_library: &GameLibrary) -> Result<Vec<StoryChoice>, DraftError> {
        story::replay(&DraftCards::new(&game_library.game, &self.start), &self.start, self.pod.moves())
    }

    /// The seats whose past picks the person of a seat may see: their own, those of all seats where they are made in the open, and
    /// those of bots once the draft is over.
    pub fn seats_visible_to(&self, viewer: usize) -> Vec<usize> {
        let view = self.pod.draft.view(viewer);
        let open = view.pools.iter().enumerate().any(|(seat, pool)| seat != viewer && !pool.cards.is_empty());
        let over = self.pod.draft.is_over();
        let bot = |seat: usize| self.start.sitters[seat].bot().is_some() && self.pod.players()[seat].bot().is_some();
        (0..view.pools.len()).filter(|seat| *seat == viewer || open || (over && bot(*seat))).collect()
    }

    /// The seats of people at this machine.
    pub fn human_seats(&self) -> Vec<usize> {
        let sitters = self.pod.players().iter().enumerate();
        sitters.filter(|(_, s)| matches!(s, DraftPlayer::Person(_))).map(|(seat, _)| seat).collect()
    }

    /// The seat whose picks stand for the draft where only one can be told: the first person's.
    pub fn first_person(&self) -> usize {
        self.human_seats().first().copied().unwrap_or(0)
    }

    /// Who sits on a seat, in a word or two.
    pub fn seat_name(&self, seat: usize) -> String {
        self.pod.players().get(seat).map_or(String::new(), DraftPlayer::label)
    }

    /// The pick of the first person that comes next: round and number in it, counted from 1.
    pub fn next_pick(&self) -> (usize, usize) {
        let stage = self.pod.draft.stage_at(self.first_person());
        (stage.round + 1, stage.pick + 1)
    }
}
