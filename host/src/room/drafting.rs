//! A draft at a table: it begins, people mark and pick, clocks run out, bots take seats and give them back.

use std::time::{Duration, Instant};

use catalog::store;
use formats::limited::draft::log::DraftAction;
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::start::{DraftCards, DraftPlan};
use formats::limited::draft::{DraftChoice, DraftType, DraftView, slip};
use formats::limited::drafter::Bot;
use formats::limited::sealed::{PackRandomness, SealedEvent, SealedStart};
use formats::rng::Seed;
use formats::saved;
use formats::saved::draft::SavedDraft;

use super::{Answer, Refusal, Room};
use crate::log::{TableAction, TableSetup};
use crate::secret::NoRandomness;

/// How much longer than the clock says a choice is still taken: what it takes from a phone to here.
const GRACE: Duration = Duration::from_secs(2);

/// What a seat would take if its time were over now.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    /// What it was asked.
    key: String,
    words: String,
}

/// The time of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timer {
    /// Picks of the seat when it began to run.
    question: usize,
    /// When it is over, without the grace.
    pub end: Instant,
    /// What is left while the draft is paused.
    held: Option<Duration>,
}

impl Room {
    /// Opens packs. Bots take the seats of a draft where nobody sits.
    ///
    /// # Errors
    /// When they are open already, or of the format, the packs or the library.
    pub async fn begin(&mut self) -> Result<(), Refusal> {
        if self.table.has_begun() {
            return Err(Refusal::Begun);
        }
        self.format()?;
        let seed = match &self.table.start.setup.seed {
            Some(hex) => Seed::from_hex(hex).ok_or(NoRandomness)?,
            None => Seed::fresh().map_err(|_| NoRandomness)?,
        };
        match self.table.start.setup.way.clone() {
            Some(way) => self.begin_draft(way, seed).await,
            None => self.open_pools(seed).await,
        }
    }

    async fn begin_draft(&mut self, way: DraftType, seed: Seed) -> Result<(), Refusal> {
        let seat = |seat: &crate::table::Seat| {
            let bot = || DraftPlayer::Bot(Bot::default());
            seat.name.clone().map_or_else(bot, DraftPlayer::Person)
        };
        let TableSetup { products, cube, clock, deal, .. } = self.table.start.setup.clone();
        let sitters = self.table.seats.iter().map(seat).collect();
        let plan = DraftPlan { format: self.format()?, way, products, cube, sitters, clock };
        let mut start = plan.start(&self.game_library, seed)?;
        start.deal = deal;
        let (games, name) = (self.game_library.clone(), self.name.clone());
        let create = move |library: &mut store::Library| {
            let draft = SavedDraft::create(library, &games, &name, start)?;
            let streams = vec![draft.id.0];
            Ok((draft, TableAction::Begin { streams }))
        };
        self.draft = Some(self.save_with(create).await?);
        Ok(())
    }

    async fn open_pools(&mut self, seed: Seed) -> Result<(), Refusal> {
        let (format, game_library) = (self.format()?.clone(), self.game_library.clone());
        let limited = format.limited.as_ref().ok_or_else(|| Refusal::NoFormat(format.id.clone()))?;
        let mut event = SealedEvent::new(SealedStart {
            game: game_library.game.id.clone(),
            format: format.id.clone(),
            data_hash: game_library.game.data_hash.clone(),
            pools: (self.table.seats.len() / self.table.team_size()) as u32,
            team: self.table.team_size() as u32,
            chance: self
                .table
                .start
                .setup
                .deal
                .clone()
                .map_or(PackRandomness::Seed(seed.to_hex()), PackRandomness::Fair),
            products: self.table.start.setup.products.clone(),
            cube: self.table.start.setup.cube.clone(),
        });
        let products = event.products_of_pool(limited);
        event.open(&game_library, &products)?;
        let firsts = (0..self.table.seats.len()).step_by(self.table.team_size());
        let names: Vec<String> = firsts.map(|seat| self.pool_name(seat)).collect();
        let games = game_library.clone();
        let create = move |library: &mut store::Library| {
            let save = |(at, name): (usize, String)| {
                saved::pool::save(library, &games.game, &name, &event.pool(at)).map(|id| id.0)
            };
            let streams = names.into_iter().enumerate().map(save).collect::<Result<_, _>>()?;
            Ok(((), TableAction::Begin { streams }))
        };
        self.save_with(create).await?;
        let (id, writer) = (self.id, self.writer.clone());
        let open = move |library: &mut store::Library| Room::open(library, game_library, id, writer);
        *self = self.writer.clone().work(open).await??;
        Ok(())
    }

    /// What a seat of the draft sees.
    pub fn view(&self, seat: usize) -> Option<DraftView> {
        Some(self.draft.as_ref()?.pod.draft.view(seat))
    }

    /// A word for what a seat is asked: a choice that comes with another one is late.
    pub fn question_key(&self, view: &DraftView) -> String {
        slip::fingerprint(&self.game_library.game, view)
    }

    /// Marks what is taken if the time of a seat is over before it picks.
    ///
    /// # Errors
    /// When the words are no choice here.
    pub fn mark(&mut self, seat: usize, key: &str, words: &str) -> Result<Answer, Refusal> {
        let view = self.view(seat).ok_or(Refusal::NotBegun)?;
        if self.question_key(&view) != key {
            return Ok(Answer::Late);
        }
        DraftChoice::parse(words, &self.game_library.game, &view)?;
        self.marks[seat] = Some(Mark { key: key.to_owned(), words: words.to_owned() });
        Ok(Answer::Done)
    }

    /// What a seat has marked for what it is asked now.
    pub fn marked(&self, seat: usize, view: &DraftView) -> Option<&str> {
        let mark = self.marks[seat].as_ref()?;
        (mark.key == self.question_key(view)).then_some(mark.words.as_str())
    }

    /// A person chooses. What is asked stands in the key: a repeated or late choice changes nothing.
    ///
    /// # Errors
    /// When the words are no choice here, or of the library.
    pub async fn pick(&mut self, seat: usize, key: &str, words: &str) -> Result<Answer, Refusal> {
        let view = self.view(seat).ok_or(Refusal::NotBegun)?;
        if view.prompt.is_none() || self.question_key(&view) != key {
            return Ok(Answer::Late);
        }
        let choice = DraftChoice::parse(words, &self.game_library.game, &view)?;
        let action = {
            let draft = self.draft.as_ref().ok_or(Refusal::NotBegun)?;
            let cards = DraftCards::new(&self.game_library.game, &draft.start);
            draft.pod.choose(&draft.scout(&self.game_library), &cards, seat, &choice)?
        };
        self.do_in_draft(action).await
    }

    /// The time of a seat is over: what it marked is taken, otherwise what a bot would take.
    pub(super) async fn choose_for(&mut self, seat: usize) -> Result<Answer, Refusal> {
        let view = self.view(seat).ok_or(Refusal::NotBegun)?;
        if let Some(words) = self.marked(seat, &view).map(str::to_owned) {
            let key = self.question_key(&view);
            if let Ok(answer) = self.pick(seat, &key, &words).await {
                return Ok(answer);
            }
        }
        let action = {
            let draft = self.draft.as_ref().ok_or(Refusal::NotBegun)?;
            let cards = DraftCards::new(&self.game_library.game, &draft.start);
            draft.pod.time_over(&draft.scout(&self.game_library), &cards, seat)?
        };
        self.do_in_draft(action).await
    }

    /// Pauses the draft, or goes on.
    ///
    /// # Errors
    /// Before it has begun, or of the library.
    pub async fn pause(&mut self, pause: bool) -> Result<Answer, Refusal> {
        let paused = self.draft.as_ref().ok_or(Refusal::NotBegun)?.pod.is_paused();
        if paused == pause {
            return Ok(Answer::Late);
        }
        self.do_in_draft(if pause { DraftAction::Pause } else { DraftAction::Resume }).await
    }

    /// A bot takes the seat of a person, or gives it back.
    ///
    /// # Errors
    /// Before the draft has begun, or where no person sat; of the library.
    pub async fn seat_bot(&mut self, seat: usize, bot: bool) -> Result<Answer, Refusal> {
        let draft = self.draft.as_ref().ok_or(Refusal::NotBegun)?;
        let person = self.table.seats.get(seat).and_then(|seat| seat.name.clone()).ok_or(Refusal::NoSeat)?;
        let is_bot = draft.pod.players()[seat].bot().is_some();
        if is_bot == bot || draft.pod.draft.is_over() {
            return Ok(Answer::Late);
        }
        let sitter = if bot { DraftPlayer::Bot(Bot::default()) } else { DraftPlayer::Person(person) };
        let answer = self.do_in_draft(DraftAction::Sit { seat, sitter }).await?;
        match self.owed_by_bots() {
            Some(action) => self.do_in_draft(action).await,
            None => Ok(answer),
        }
    }

    fn owed_by_bots(&self) -> Option<DraftAction> {
        let draft = self.draft.as_ref()?;
        let cards = DraftCards::new(&self.game_library.game, &draft.start);
        draft.pod.bots(&draft.scout(&self.game_library), &cards)
    }

    /// Saves an action of the draft, then does it. Where somebody else was faster, as a window at the same library, their
    /// draft is taken up.
    async fn do_in_draft(&mut self, action: DraftAction) -> Result<Answer, Refusal> {
        let draft = self.draft.as_ref().ok_or(Refusal::NotBegun)?;
        let (id, actions) = (draft.id, draft.actions());
        let pod = draft.after(&self.game_library, &action)?;
        match self.writer.append(id, actions, &action).await {
            Ok(()) => {
                if let Some(draft) = &mut self.draft {
                    draft.advance(pod);
                }
                Ok(Answer::Done)
            }
            Err(store::Error::Moved) => {
                let games = self.game_library.clone();
                let open = move |library: &mut store::Library| SavedDraft::open(library, &games, id);
                self.draft = Some(self.writer.work(open).await??);
                Ok(Answer::Late)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The time that a seat has, if it runs.
    pub fn timer(&self, seat: usize) -> Option<Timer> {
        self.timers[seat].filter(|timer| timer.held.is_none())
    }

    /// Starts, holds and ends the clocks of seats.
    pub fn set_timers(&mut self, now: Instant) {
        let Some(draft) = &self.draft else { return };
        let Some(clock) = &draft.start.clock else { return };
        let pod = &draft.pod;
        for (seat, timer) in self.timers.iter_mut().enumerate() {
            let question = pod.draft.picks(seat).len();
            if pod.players()[seat].bot().is_some() || pod.draft.prompt(seat).is_none() {
                *timer = None;
                continue;
            }
            let seconds = || {
                let stage = pod.draft.stage_at(seat);
                let opens = pod.draft.passing().is_some() && stage.pick == 0 && stage.round > 0;
                let review = if opens { clock.review(stage.round - 1) } else { 0 };
                let cards = if pod.draft.passing().is_some() { pod.draft.pack(seat).len() } else { usize::MAX };
                Duration::from_secs(u64::from(clock.pick(cards) + review))
            };
            let known = timer.filter(|timer| timer.question == question);
            let mut next = known.unwrap_or_else(|| Timer { question, end: now + seconds(), held: None });
            match (pod.is_paused(), next.held) {
                (true, None) => next.held = Some(next.end.saturating_duration_since(now)),
                (false, Some(left)) => (next.end, next.held) = (now + left, None),
                _ => {}
            }
            *timer = Some(next);
        }
    }

    pub(super) fn seat_out_of_time(&self, now: Instant) -> Option<usize> {
        (0..self.timers.len()).find(|seat| self.timer(*seat).is_some_and(|timer| timer.end + GRACE <= now))
    }
}
