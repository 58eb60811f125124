//! What an event is to be: its type and settings, its packs, who sits where, the clock, and how its chance is made.

mod fair;
mod form;
mod state;

use catalog::Query;
use catalog::store::Library;
use catalog::tr;
use formats::format::Limited;
use formats::limited::draft::clock::DraftClock;
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::start::DraftPlan;
use formats::limited::draft::{DraftPreset, DraftType};
use formats::limited::drafter::{Bot, BotLevel};
use formats::limited::fair::{DealTerms, FairDeal};
use formats::limited::sealed::{self, Cube, SealedEvent};
use formats::rng::Seed;
use formats::{DeckFormat, GameLibrary};
use host::log::TableSetup;
use host::tables::NewTable;

use super::draft_calls::DraftCalls;
use super::format::limited_format;
use crate::screen::SeedSource;
use fair::FairDealForm;
use formats::saved;
use state::Seat;
pub use state::{Action, DraftSeatKind, LimitedSetup, Message, Request};

/// The most seats that any type has.
const SEATS: usize = 16;

/// How many seats a type has where nobody says otherwise.
fn usual_seats(draft_type: &DraftType) -> usize {
    match draft_type {
        DraftType::Booster(_) => 8,
        DraftType::Rochester | DraftType::Rotisserie(_) | DraftType::Trade(_) => 4,
        DraftType::Winston(_)
        | DraftType::Winchester(_)
        | DraftType::Grid(_)
        | DraftType::Solomon(_)
        | DraftType::Housman(_) => 2,
    }
}

impl LimitedSetup {
    /// The form of a format, as the format has it: one person against bots.
    ///
    /// # Errors
    /// When it is no limited format.
    pub fn new(game_library: &GameLibrary, format: &str) -> Result<LimitedSetup, String> {
        let (format, limited) = limited_format(game_library, format)?;
        let draft_type = limited.draft_type.clone();
        let kind = draft_type.as_ref().map(DraftType::preset);
        let seat = |at: usize| match at {
            0 => Seat { kind: DraftSeatKind::Person, name: tr!("You") },
            _ => Seat { kind: DraftSeatKind::Bot(BotLevel::Full), name: String::new() },
        };
        Ok(LimitedSetup {
            format: format.id.clone(),
            kind,
            draft_type: draft_type.unwrap_or_else(|| DraftPreset::Booster.draft_type()),
            packs: limited.packs,
            product: limited.product.clone(),
            cube: None,
            seats: (0..SEATS).map(seat).collect(),
            count: if limited.is_draft() { limited.seats.1.min(8) as usize } else { 8 },
            players: 1,
            team: 1,
            clock: None,
            fair: None,
        })
    }

    /// Fewest and most seats.
    fn range(&self, game_library: &GameLibrary) -> (usize, usize) {
        let own = limited_format(game_library, &self.format).ok().map(|(_, l)| l);
        let (min, max) = match own.filter(|l| l.draft_type.as_ref() == Some(&self.draft_type)) {
            Some(l) => (l.seats.0.max(self.draft_type.seats().0), l.seats.1.min(self.draft_type.seats().1)),
            None => self.draft_type.seats(),
        };
        (min as usize, max as usize)
    }

    fn draft_players(&self) -> Vec<DraftPlayer> {
        let player = |(at, seat): (usize, &Seat)| {
            let name = if seat.name.trim().is_empty() { tr!("Player {}", at + 1) } else { seat.name.trim().to_owned() };
            match seat.kind {
                DraftSeatKind::Person => DraftPlayer::Person(name),
                DraftSeatKind::Elsewhere => DraftPlayer::File(name),
                DraftSeatKind::Bot(level) => DraftPlayer::Bot(Bot { level, hate: 0 }),
            }
        };
        self.seats[..self.count].iter().enumerate().map(player).collect()
    }

    /// Names of the people who say a word each, where the chance is dealt by all.
    fn speakers(&self) -> Vec<String> {
        match self.kind {
            None => (1..=self.players).map(|n| tr!("Player {n}", n)).collect(),
            Some(_) => {
                let people = self.draft_players().into_iter().filter(|s| s.bot().is_none());
                let names: Vec<String> = people.map(|s| s.label()).collect();
                if names.is_empty() { vec![tr!("The organiser")] } else { names }
            }
        }
    }

    /// What would be dealt now.
    fn terms(&self, game_library: &GameLibrary) -> DealTerms {
        let seats = match self.kind {
            None => self.players / self.team,
            Some(_) => self.count as u32,
        };
        DealTerms {
            event: format!("{}/{}", game_library.game.id, self.format),
            data_hash: game_library.game.data_hash.clone(),
            seats,
            players: self.speakers().len() as u32,
        }
    }

    fn cube(&self, game_library: &GameLibrary) -> Result<Option<Cube>, String> {
        let Some((query, pack)) = &self.cube else { return Ok(None) };
        let read = Query::parse(query, &game_library.game).map_err(|e| tr!("the cube: {e}", e))?;
        let ids = read.select(&game_library.game).into_iter().map(|c| game_library.game.card(c).id.clone());
        Ok(Some(Cube { name: query.clone(), cards: ids.collect(), pack: *pack }))
    }

    /// Ids of the products by round: the format's own while nothing was changed.
    fn products(&self, limited: &Limited) -> Vec<String> {
        let own = self.packs == limited.packs && self.product == limited.product;
        if own { limited.products.clone() } else { vec![self.product.clone(); self.packs as usize] }
    }

    /// The seed: of the deal if there is one, which is then given, too.
    fn chance(&self, chance: &mut SeedSource) -> Result<(Seed, Option<FairDeal>), String> {
        match &self.fair {
            None => Ok((chance.next_seed()?, None)),
            Some(fair) => {
                let deal = fair.deal()?;
                Ok((deal.seed().map_err(|e| e.to_string())?, Some(deal)))
            }
        }
    }

    fn begin(&self, library: &Library, game_library: &GameLibrary, chance: &mut SeedSource) -> Result<Action, String> {
        let (format, limited) = limited_format(game_library, &self.format)?;
        let (seed, deal) = self.chance(chance)?;
        let cube = self.cube(game_library)?;
        let Some(kind) = self.kind else {
            return self.begin_sealed(game_library, (format, limited), (seed, deal), cube);
        };
        let plan = DraftPlan {
            format,
            way: self.draft_type.clone(),
            products: self.products(limited),
            cube,
            sitters: self.draft_players(),
            clock: self.clock.map(|percent| DraftClock::default().scaled(percent)),
        };
        let mut start = plan.start(game_library, seed).map_err(|e| e.to_string())?;
        start.deal = deal;
        let own = limited.draft_type.as_ref() == Some(&self.draft_type);
        let usual = if own { format.name.clone() } else { format!("{}, {}", format.name, kind.id()) };
        let name = saved::draft::free_name(library, &game_library.game.id, &usual).map_err(|e| e.to_string())?;
        Ok(Action::Ask(Request::Draft(Box::new(start), name)))
    }

    fn begin_sealed(
        &self,
        game_library: &GameLibrary,
        (format, limited): (&DeckFormat, &Limited),
        (seed, deal): (Seed, Option<FairDeal>),
        cube: Option<Cube>,
    ) -> Result<Action, String> {
        let mut event = SealedEvent::new(sealed::SealedStart {
            game: game_library.game.id.clone(),
            format: format.id.clone(),
            data_hash: game_library.game.data_hash.clone(),
            pools: self.players / self.team,
            team: self.team,
            chance: deal.map_or_else(|| sealed::PackRandomness::Seed(seed.to_hex()), sealed::PackRandomness::Fair),
            products: self.products(limited),
            cube,
        });
        event.open(game_library, &event.products_of_pool(limited)).map_err(|e| e.to_string())?;
        Ok(Action::Ask(Request::Sealed(Box::new(event), format.name.clone())))
    }

    /// The event as a table for phones: people come in by themselves, and bots take the seats that nobody takes.
    fn host(&self, game_library: &GameLibrary, chance: &mut SeedSource) -> Result<Action, String> {
        let (format, limited) = limited_format(game_library, &self.format)?;
        let (seed, deal) = match &self.fair {
            // Packs are drawn when they are opened.
            None => (None, None),
            Some(_) => self.chance(chance).map(|(seed, deal)| (Some(seed.to_hex()), deal))?,
        };
        let drafted = self.kind.is_some();
        let setup = TableSetup {
            format: format.id.clone(),
            way: drafted.then(|| self.draft_type.clone()),
            products: self.products(limited),
            cube: self.cube(game_library)?,
            seats: if drafted { self.count as u32 } else { self.players },
            team: if drafted { 1 } else { self.team },
            clock: self.clock.filter(|_| drafted).map(|percent| DraftClock::default().scaled(percent)),
            seed,
            deal,
        };
        let new = NewTable { name: format.name.clone(), game: game_library.game.id.clone(), setup };
        Ok(Action::Ask(Request::Host(Box::new(new))))
    }

    fn call(&self, game_library: &GameLibrary) -> Result<Action, String> {
        let (format, limited) = limited_format(game_library, &self.format)?;
        let packs: Vec<usize> = match &self.cube {
            Some((_, pack)) => vec![*pack as usize; self.packs as usize],
            None => {
                let products = self.products(limited);
                products.iter().map(|id| game_library.product(id).map_or(0, |p| p.size() as usize)).collect()
            }
        };
        let clock = DraftClock::default().scaled(self.clock.unwrap_or(100));
        let calls = DraftCalls::new(format.name.clone(), &self.draft_type, self.count, &packs, &clock)?;
        Ok(Action::Ask(Request::Calls(calls)))
    }

    fn change(&mut self, message: Message, game_library: &GameLibrary) {
        match message {
            Message::KindChosen(kind) => {
                self.kind = kind;
                let own = limited_format(game_library, &self.format).ok().and_then(|(_, l)| l.draft_type.clone());
                let draft_type = |preset: DraftPreset| {
                    own.filter(|own| own.preset() == preset).unwrap_or_else(|| preset.draft_type())
                };
                if let Some(draft_type) = kind.map(draft_type) {
                    self.count = usual_seats(&draft_type);
                    self.draft_type = draft_type;
                }
            }
            Message::SettingChanged(at, number) => {
                if let Some((_, setting, least)) = self.draft_type.settings().get_mut(at) {
                    **setting = number.clamp(*least, 60);
                }
            }
            Message::PacksChanged(packs) => self.packs = packs.clamp(1, 24),
            Message::ProductChosen(product) => (self.product, self.cube) = (product, None),
            Message::CubeToggled => {
                let size = game_library.product(&self.product).map_or(15, |p| p.size());
                self.cube = match self.cube {
                    Some(_) => None,
                    None => Some((String::new(), size)),
                };
            }
            Message::CubeTyped(query) => self.cube.iter_mut().for_each(|(q, _)| q.clone_from(&query)),
            Message::SizeChanged(size) => self.cube.iter_mut().for_each(|(_, s)| *s = size.clamp(1, 60)),
            Message::SeatsChanged(count) => self.count = count,
            Message::SeatTaken(at, who) => self.seats[at].kind = who,
            Message::SeatNamed(at, name) => self.seats[at].name = name,
            Message::PlayersChanged(players) => self.players = players.clamp(1, 16),
            Message::TeamChanged(team) => self.team = team.clamp(1, 4),
            Message::ClockChosen(percent) => self.clock = percent,
            _ => {}
        }
        let (min, max) = self.range(game_library);
        self.count = self.count.clamp(min, max);
        // Teams are whole.
        self.players = self.players.max(self.team).next_multiple_of(self.team);
    }

    /// Reads a message.
    pub fn update(
        &mut self,
        message: Message,
        library: &Library,
        game_library: &GameLibrary,
        chance: &mut SeedSource,
    ) -> Action {
        let done = match message {
            Message::Closed => return Action::Ask(Request::Close),
            Message::Begun => self.begin(library, game_library, chance),
            Message::Hosted => self.host(game_library, chance),
            Message::Called => self.call(game_library),
            Message::WordTyped(at, word) => {
                self.fair.iter_mut().for_each(|fair| fair.set_word(at, word.clone()));
                return Action::None;
            }
            Message::FairToggled => {
                self.fair = match self.fair {
                    Some(_) => None,
                    None => FairDealForm::announce(self.terms(game_library)).ok(),
                };
                return Action::None;
            }
            other => {
                self.change(other, game_library);
                let terms = self.terms(game_library);
                // Another event is announced anew: words said for the one would tell what can be tried for the other.
                let announced = match &self.fair {
                    Some(fair) if !fair.is_for(&terms) => Some(FairDealForm::announce(terms)),
                    _ => None,
                };
                match announced {
                    Some(fair) => fair.map(|fair| self.fair = Some(fair)).map(|()| Action::None),
                    None => Ok(Action::None),
                }
            }
        };
        done.unwrap_or_else(Action::wrong)
    }
}
