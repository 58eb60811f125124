//! What an event is to be: its type and settings, its packs, who sits where, the clock, and how its chance is made.

mod fair;
mod form;

use catalog::Query;
use catalog::store::Library;
use catalog::tr;
use formats::format::Limited;
use formats::limited::draft::clock::Clock;
use formats::limited::draft::pod::Sitter;
use formats::limited::draft::start::{Plan, Start};
use formats::limited::draft::{PRESETS, Way};
use formats::limited::drafter::{Bot, Level};
use formats::limited::fair::{Deal, Terms};
use formats::limited::sealed::{self, Cube, Event};
use formats::rng::Seed;
use formats::{Book, Format};

use super::paper::Paper;
use crate::draft_room;
use crate::screen::Chance;
use crate::window::Notice;
use fair::Fair;

/// The most seats that any type has.
const SEATS: usize = 16;

/// How many seats a type has where nobody says otherwise.
fn usual_seats(way: &Way) -> usize {
    match way {
        Way::Booster(_) => 8,
        Way::Rochester | Way::Rotisserie(_) | Way::Trade(_) => 4,
        Way::Winston(_) | Way::Winchester(_) | Way::Grid(_) | Way::Solomon(_) | Way::Housman(_) => 2,
    }
}

/// Who sits on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// A person at this machine.
    Person,
    /// A person elsewhere.
    Elsewhere,
    /// A bot.
    Bot(Level),
}

impl Who {
    const ALL: [Who; 5] =
        [Who::Person, Who::Elsewhere, Who::Bot(Level::Full), Who::Bot(Level::Casual), Who::Bot(Level::Random)];
}

impl std::fmt::Display for Who {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&match self {
            Who::Person => tr!("Person here"),
            Who::Elsewhere => tr!("Person by files"),
            Who::Bot(Level::Full) => tr!("Bot"),
            Who::Bot(Level::Casual) => tr!("Casual bot"),
            Who::Bot(Level::Random) => tr!("Random bot"),
        })
    }
}

/// A seat with the name that was typed for it.
#[derive(Debug, Clone)]
struct Seat {
    who: Who,
    name: String,
}

/// The form.
pub struct Setup {
    format: String,
    /// The word of the type; none is sealed.
    kind: Option<&'static str>,
    way: Way,
    packs: u32,
    product: String,
    /// The query of a cube, and cards in a pack of it.
    cube: Option<(String, u32)>,
    seats: Vec<Seat>,
    count: usize,
    /// Players of a sealed event, and how many of them share a pool.
    players: u32,
    team: u32,
    /// Times of the tournament rules times so many percent.
    clock: Option<u32>,
    fair: Option<Fair>,
}

/// What happens in the form.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another type of draft; none is sealed.
    KindChosen(Option<&'static str>),
    /// A setting of the type has another number.
    SettingChanged(usize, usize),
    /// So many packs for each.
    PacksChanged(u32),
    /// Packs of another product.
    ProductChosen(String),
    /// Packs out of a cube, or of a product.
    CubeToggled,
    /// The query of the cube.
    CubeTyped(String),
    /// Cards in a pack of the cube.
    SizeChanged(u32),
    /// So many seats.
    SeatsChanged(usize),
    /// Somebody else sits there.
    SeatTaken(usize, Who),
    /// Under this name.
    SeatNamed(usize, String),
    /// So many players of a sealed event.
    PlayersChanged(u32),
    /// So many of them share a pool.
    TeamChanged(u32),
    /// Another clock.
    ClockChosen(Option<u32>),
    /// The chance is dealt by all, or by this machine.
    FairToggled,
    /// A player says a word.
    WordTyped(usize, String),
    /// The event begins.
    Begun,
    /// The draft is called for real cards.
    Called,
    /// Back to the hall.
    Closed,
}

/// What the form asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Say this.
    Say(Notice),
    /// Begin this draft.
    Draft(Box<Start>, String),
    /// Begin this sealed event.
    Sealed(Box<Event>, String),
    /// Call these picks.
    Paper(Paper),
    /// Back to the hall.
    Close,
}

fn limited<'b>(book: &'b Book, format: &str) -> Result<(&'b Format, &'b Limited), String> {
    let found = book.format(format).and_then(|f| Some((f, f.limited.as_ref()?)));
    found.ok_or_else(|| tr!("there is no limited format `{format}`", format))
}

impl Setup {
    /// The form of a format, as the format has it: one person against bots.
    ///
    /// # Errors
    /// When it is no limited format.
    pub fn new(book: &Book, format: &str) -> Result<Setup, String> {
        let (format, limited) = limited(book, format)?;
        let way = limited.way.clone();
        let kind =
            way.as_ref().map(|w| PRESETS.iter().map(|(id, _)| *id).find(|id| *id == w.id()).unwrap_or("booster"));
        let seat = |at: usize| match at {
            0 => Seat { who: Who::Person, name: tr!("You") },
            _ => Seat { who: Who::Bot(Level::Full), name: String::new() },
        };
        Ok(Setup {
            format: format.id.clone(),
            kind,
            way: way.or_else(|| Way::preset("booster")).expect("there is a booster draft"),
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
    fn range(&self, book: &Book) -> (usize, usize) {
        let own = limited(book, &self.format).ok().map(|(_, l)| l);
        let (min, max) = match own.filter(|l| l.way.as_ref() == Some(&self.way)) {
            Some(l) => (l.seats.0.max(self.way.seats().0), l.seats.1.min(self.way.seats().1)),
            None => self.way.seats(),
        };
        (min as usize, max as usize)
    }

    fn sitters(&self) -> Vec<Sitter> {
        let sitter = |(at, seat): (usize, &Seat)| {
            let name = if seat.name.trim().is_empty() { tr!("Player {}", at + 1) } else { seat.name.trim().to_owned() };
            match seat.who {
                Who::Person => Sitter::Person(name),
                Who::Elsewhere => Sitter::File(name),
                Who::Bot(level) => Sitter::Bot(Bot { level, hate: 0 }),
            }
        };
        self.seats[..self.count].iter().enumerate().map(sitter).collect()
    }

    /// Names of the people who say a word each, where the chance is dealt by all.
    fn speakers(&self) -> Vec<String> {
        match self.kind {
            None => (1..=self.players).map(|n| tr!("Player {n}", n)).collect(),
            Some(_) => {
                let people = self.sitters().into_iter().filter(|s| s.bot().is_none());
                let names: Vec<String> = people.map(|s| s.words()).collect();
                if names.is_empty() { vec![tr!("The organiser")] } else { names }
            }
        }
    }

    /// What would be dealt now.
    fn terms(&self, book: &Book) -> Terms {
        let seats = match self.kind {
            None => self.players / self.team,
            Some(_) => self.count as u32,
        };
        Terms {
            event: format!("{}/{}", book.game.id, self.format),
            data_hash: book.game.data_hash.clone(),
            seats,
            players: self.speakers().len() as u32,
        }
    }

    fn cube(&self, book: &Book) -> Result<Option<Cube>, String> {
        let Some((query, pack)) = &self.cube else { return Ok(None) };
        let read = Query::parse(query, &book.game).map_err(|e| tr!("the cube: {e}", e))?;
        let ids = read.select(&book.game).into_iter().map(|c| book.game.card(c).id.clone());
        Ok(Some(Cube { name: query.clone(), cards: ids.collect(), pack: *pack }))
    }

    /// Ids of the products by round: the format's own while nothing was changed.
    fn products(&self, limited: &Limited) -> Vec<String> {
        let own = self.packs == limited.packs && self.product == limited.product;
        if own { limited.products.clone() } else { vec![self.product.clone(); self.packs as usize] }
    }

    /// The seed: of the deal if there is one, which is then given, too.
    fn chance(&self, chance: &mut Chance) -> Result<(Seed, Option<Deal>), String> {
        match &self.fair {
            None => Ok((chance.seed()?, None)),
            Some(fair) => {
                let deal = fair.deal()?;
                Ok((deal.seed().map_err(|e| e.to_string())?, Some(deal)))
            }
        }
    }

    fn begin(&self, library: &Library, book: &Book, chance: &mut Chance) -> Result<Action, String> {
        let (format, limited) = limited(book, &self.format)?;
        let (seed, deal) = self.chance(chance)?;
        let cube = self.cube(book)?;
        let Some(kind) = self.kind else { return self.begin_sealed(book, (format, limited), (seed, deal), cube) };
        let plan = Plan {
            format,
            way: self.way.clone(),
            products: self.products(limited),
            cube,
            sitters: self.sitters(),
            clock: self.clock.map(|percent| Clock::default().scaled(percent)),
        };
        let mut start = plan.start(book, seed).map_err(|e| e.to_string())?;
        start.deal = deal;
        let own = limited.way.as_ref() == Some(&self.way);
        let usual = if own { format.name.clone() } else { format!("{}, {kind}", format.name) };
        let name = draft_room::free_name(library, &book.game.id, &usual).map_err(|e| e.to_string())?;
        Ok(Action::Draft(Box::new(start), name))
    }

    fn begin_sealed(
        &self,
        book: &Book,
        (format, limited): (&Format, &Limited),
        (seed, deal): (Seed, Option<Deal>),
        cube: Option<Cube>,
    ) -> Result<Action, String> {
        let products = match cube {
            Some(_) => vec![String::from("cube"); self.packs as usize],
            None => self.products(limited),
        };
        // A team has the packs of its players.
        let products: Vec<String> = (0..self.team).flat_map(|_| products.iter().cloned()).collect();
        let mut event = Event::new(sealed::Start {
            game: book.game.id.clone(),
            format: format.id.clone(),
            data_hash: book.game.data_hash.clone(),
            pools: self.players / self.team,
            team: self.team,
            chance: deal.map_or_else(|| sealed::Chance::Seed(seed.hex()), sealed::Chance::Fair),
            cube,
        });
        event.open(book, &products).map_err(|e| e.to_string())?;
        Ok(Action::Sealed(Box::new(event), format.name.clone()))
    }

    fn call(&self, book: &Book) -> Result<Action, String> {
        let (format, limited) = limited(book, &self.format)?;
        let packs: Vec<usize> = match &self.cube {
            Some((_, pack)) => vec![*pack as usize; self.packs as usize],
            None => {
                let products = self.products(limited);
                products.iter().map(|id| book.product(id).map_or(0, |p| p.size() as usize)).collect()
            }
        };
        let clock = Clock::default().scaled(self.clock.unwrap_or(100));
        Paper::new(format.name.clone(), &self.way, self.count, &packs, &clock).map(Action::Paper)
    }

    fn change(&mut self, message: Message, book: &Book) {
        match message {
            Message::KindChosen(kind) => {
                self.kind = kind;
                let own = limited(book, &self.format).ok().and_then(|(_, l)| l.way.clone());
                let way = |word: &str| own.filter(|w| w.id() == word).or_else(|| Way::preset(word));
                if let Some(way) = kind.and_then(way) {
                    self.count = usual_seats(&way);
                    self.way = way;
                }
            }
            Message::SettingChanged(at, number) => {
                if let Some((_, setting, least)) = self.way.settings().get_mut(at) {
                    **setting = number.clamp(*least, 60);
                }
            }
            Message::PacksChanged(packs) => self.packs = packs.clamp(1, 24),
            Message::ProductChosen(product) => (self.product, self.cube) = (product, None),
            Message::CubeToggled => {
                let size = book.product(&self.product).map_or(15, |p| p.size());
                self.cube = match self.cube {
                    Some(_) => None,
                    None => Some((String::new(), size)),
                };
            }
            Message::CubeTyped(query) => self.cube.iter_mut().for_each(|(q, _)| q.clone_from(&query)),
            Message::SizeChanged(size) => self.cube.iter_mut().for_each(|(_, s)| *s = size.clamp(1, 60)),
            Message::SeatsChanged(count) => self.count = count,
            Message::SeatTaken(at, who) => self.seats[at].who = who,
            Message::SeatNamed(at, name) => self.seats[at].name = name,
            Message::PlayersChanged(players) => self.players = players.clamp(1, 16),
            Message::TeamChanged(team) => self.team = team.clamp(1, 4),
            Message::ClockChosen(percent) => self.clock = percent,
            _ => {}
        }
        let (min, max) = self.range(book);
        self.count = self.count.clamp(min, max);
        // Teams are whole.
        self.players = self.players.max(self.team).next_multiple_of(self.team);
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &Library, book: &Book, chance: &mut Chance) -> Action {
        let done = match message {
            Message::Closed => return Action::Close,
            Message::Begun => self.begin(library, book, chance),
            Message::Called => self.call(book),
            Message::WordTyped(at, word) => {
                self.fair.iter_mut().for_each(|fair| fair.say(at, word.clone()));
                return Action::None;
            }
            Message::FairToggled => {
                self.fair = match self.fair {
                    Some(_) => None,
                    None => Fair::announce(self.terms(book)).ok(),
                };
                return Action::None;
            }
            other => {
                self.change(other, book);
                let terms = self.terms(book);
                // Another event is announced anew: words said for the one would tell what can be tried for the other.
                let announced = match &self.fair {
                    Some(fair) if !fair.is_for(&terms) => Some(Fair::announce(terms)),
                    _ => None,
                };
                match announced {
                    Some(fair) => fair.map(|fair| self.fair = Some(fair)).map(|()| Action::None),
                    None => Ok(Action::None),
                }
            }
        };
        done.unwrap_or_else(|e| Action::Say(Notice::wrong(e)))
    }
}
