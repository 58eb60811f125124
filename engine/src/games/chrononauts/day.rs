//! A day of The Emperor's Star: what ends it, and what everything is worth (ES-037 to ES-079).

use catalog::CardIx;

use super::card_error::CardError;
use super::state::Cards;
use super::{MatchData, Position, cards};
use crate::kernel::outcome::EndReason;
use crate::timeline::{Patches, Scene};

/// What a table may settle otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseRules {
    /// Cards that may be kept in hand at the end of one's turn (ES-034).
    pub hand_limit: u8,
    /// Offers in one turn (ES-R43).
    pub offers: u8,
    /// Turns after which a day is over without anybody having ended it (ES-R13).
    pub max_turns: u16,
}

/// Points: victory points of a day, and the bonus points that are given when it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Points {
    /// Victory points.
    pub vp: i8,
    /// Bonus points.
    pub bp: i8,
}

/// What a Patch brings beside its card, if its player wants it (ES-062, ES-063).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bonus {
    /// `draw N`.
    Draw(u8),
    /// `look at hand`.
    LookAtHand,
    /// `take back`: an Artifact from the discard pile into the hand.
    TakeBack,
    /// `order N`: look at the top cards of the draw pile, and put them back in any order.
    Order(u8),
    /// `exchange card`: discard one and draw one.
    Exchange,
    /// `lose artifact`: an Artifact of any table goes to the discard pile.
    LoseArtifact,
}

impl Bonus {
    fn parse(text: &str) -> Result<Bonus, CardError> {
        let number = |word: &str| text.strip_prefix(word)?.trim().parse().ok().filter(|n| (1..=9).contains(n));
        Ok(match text {
            "look at hand" => Bonus::LookAtHand,
            "take back" => Bonus::TakeBack,
            "exchange card" => Bonus::Exchange,
            "lose artifact" => Bonus::LoseArtifact,
            _ => match (number("draw"), number("order")) {
                (Some(n), _) => Bonus::Draw(n),
                (_, Some(n)) => Bonus::Order(n),
                _ => {
                    return Err(CardError::Bonus(text.to_owned()));
                }
            },
        })
    }
}

/// What a day means to one character.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    /// The Artifacts of its goal, each with its copies.
    pub wants: Vec<Cards>,
    /// Patches that are worth a point to it (ES-048).
    pub favored: Patches,
    /// Events of which each shows it dead (ES-074, ES-R37).
    pub deaths: Scene,
}

/// A day.
#[derive(Debug, Clone)]
pub struct Day {
    /// 1, 2 or 3.
    pub number: u8,
    /// Its card.
    pub card: CardIx,
    /// Whether the Artifact goal is the one that ends it, and not the Timeline goal.
    pub artifact_goal: bool,
    /// Victory points that it takes to end it (ES-R01).
    pub needs: i8,
    /// What each character of the deck has to do with it, by number.
    pub sheets: Vec<Sheet>,
    /// What a table may settle otherwise.
    pub house: HouseRules,
    /// What its Patches bring beside a card.
    pub(in crate::games) bonuses: Vec<Option<Bonus>>,
    /// Patches that reach into the next day, with the Linchpin there that begins red (ES-R06).
    pub(in crate::games) carries: Vec<(u8, String)>,
    /// Victory points of an Artifact on the table, of one that counts alone, and of a trio.
    each: i8,
    single: i8,
    trio: i8,
    /// Victory points and bonus points of none to three parts of the Timeline goal.
    parts: [i8; 4],
    bonus_parts: [i8; 4],
    /// Bonus points: for ending the day, for an Artifact of one's goal, for another one, and what death costs.
    ender: i8,
    own: i8,
    other: i8,
    death: i8,
    singles: Cards,
    /// The three kinds of each trio.
    trios: Vec<Vec<Cards>>,
}

impl Day {
    /// What the card of a day and the cards of its table say.
    pub(in crate::games) fn new(table: &MatchData, card: CardIx) -> Result<Day, Vec<(CardIx, CardError)>> {
        let game = &*table.game;
        let number = |field: &str| cards::number(game, card, field).clamp(0, 99) as i8;
        let mut refused = Vec::new();
        let mut parts = |field: &'static str| {
            parts(field, cards::text(game, card, field)).unwrap_or_else(|why| {
                refused.push((card, why));
                [0; 4]
            })
        };
        let mut day = Day {
            number: number("day") as u8,
            card,
            artifact_goal: cards::text(game, card, "goal") == Some("artifacts"),
            needs: number("vp_needed"),
            sheets: Vec::new(),
            house: HouseRules { hand_limit: 10, offers: 5, max_turns: 600 },
            bonuses: vec![None; table.timeline.patches().len()],
            carries: Vec::new(),
            each: number("vp_artifact"),
            single: number("vp_single"),
            trio: number("vp_trio"),
            parts: parts("vp_parts"),
            bonus_parts: parts("bp_parts"),
            ender: number("bp_ender"),
            own: number("bp_own"),
            other: number("bp_other"),
            death: number("bp_death"),
            singles: 0,
            trios: Vec::new(),
        };
        if !matches!(cards::text(game, card, "goal"), Some("artifacts" | "timeline")) {
            refused.push((card, CardError::Goal));
        }
        for identity in &table.identities {
            match cards::wants(game, identity.card) {
                Ok(wants) => {
                    let copies = |name: &String| table.defs.iter().position(|d| d.name == *name);
                    let wants = wants.iter().filter_map(copies).map(|at| table.copies[at]).collect();
                    day.sheets.push(Sheet { wants, ..Sheet::default() });
                }
                Err(why) => refused.push((identity.card, why)),
            }
        }
        if refused.is_empty() {
            day.read_artifacts(table);
            day.read_patches(table, &mut refused);
            day.read_cells(table, &mut refused);
        }
        if refused.is_empty() { Ok(day) } else { Err(refused) }
    }

    /// A trio needs every Artifact that the game has for it, whether it is in the deck or not.
    fn read_artifacts(&mut self, table: &MatchData) {
        let game = &*table.game;
        for card in game.indices().filter(|ix| cards::type_of(game, *ix) == "artifact") {
            let copies = table.defs.iter().position(|d| d.card == card).map_or(0, |at| table.copies[at]);
            if cards::flag(game, card, "single") {
                self.singles |= copies;
            }
            if let at @ 1..=9 = cards::number(game, card, "trio") {
                let at = at as usize;
                self.trios.resize(self.trios.len().max(at), Vec::new());
                self.trios[at - 1].push(copies);
            }
        }
    }

    fn read_patches(&mut self, table: &MatchData, refused: &mut Vec<(CardIx, CardError)>) {
        let game = &*table.game;
        for (patch, id) in table.on_patch.iter().enumerate() {
            let card = table.def(*id).card;
            let said = |field: &str| cards::text(game, card, field);
            match said("favors").map(|name| whose(table, name)).transpose() {
                Ok(at) => at.flatten().into_iter().for_each(|at| self.sheets[at].favored |= 1 << patch),
                Err(why) => refused.push((card, why)),
            }
            match said("kills").map(|name| whose(table, name)).transpose() {
                Ok(at) => at.flatten().into_iter().for_each(|at| self.sheets[at].deaths.patches |= 1 << patch),
                Err(why) => refused.push((card, why)),
            }
            match said("bonus").map(Bonus::parse).transpose() {
                Ok(bonus) => self.bonuses[patch] = bonus,
                Err(why) => refused.push((card, why)),
            }
            if let Some(label) = said("carries") {
                self.carries.push((patch as u8, label.to_owned()));
            }
        }
    }

    /// Deaths on the TimeLine itself: `Seranst'` on the red face of a Linchpin, `Seranst` on any true face.
    fn read_cells(&mut self, table: &MatchData, refused: &mut Vec<(CardIx, CardError)>) {
        for (cell, card) in table.cells.iter().enumerate() {
            let Some(text) = cards::text(&table.game, *card, "kills") else { continue };
            let red = text.strip_suffix('\'');
            match whose(table, red.unwrap_or(text)) {
                Ok(Some(at)) if red.is_some() => self.sheets[at].deaths.primes |= 1 << cell,
                Ok(Some(at)) => self.sheets[at].deaths.trues |= 1 << cell,
                Ok(None) => {}
                Err(why) => refused.push((*card, why)),
            }
        }
    }
}

/// The character that a card names, if it is in the deck.
fn whose(table: &MatchData, name: &str) -> Result<Option<usize>, CardError> {
    match table.game.find(name).map(|ix| cards::type_of(&table.game, ix)) {
        Some("identity") => Ok(table.identities.iter().position(|i| i.name == name)),
        _ => Err(CardError::Character(name.to_owned())),
    }
}

/// `1, 3, 5`: points for one, two and three parts.
fn parts(field: &'static str, text: Option<&str>) -> Result<[i8; 4], CardError> {
    let Some(text) = text else { return Ok([0; 4]) };
    let numbers: Vec<i8> = text.split(',').filter_map(|n| n.trim().parse().ok()).collect();
    match numbers[..] {
        [one, two, three] => Ok([0, one, two, three]),
        _ => Err(CardError::Points { field, text: text.to_owned() }),
    }
}

impl Position<'_> {
    /// What the day means to a seat's character.
    pub(in crate::games) fn sheet(&self, seat: u8) -> Option<&Sheet> {
        self.t.day.as_ref()?.sheets.get(self.s.identities.held[seat as usize] as usize)
    }

    /// Parts of a seat's Timeline goal that are in place (ES-R18).
    pub fn parts(&self, seat: u8) -> u32 {
        let identity = self.t.identities.get(self.s.identities.held[seat as usize] as usize);
        identity.map_or(0, |i| self.t.timeline.in_place(&self.s.history, &i.home))
    }

    /// Kinds of Artifacts of a seat's goal among some cards.
    pub fn of_goal(&self, seat: u8, cards: Cards) -> u32 {
        let wants = self.sheet(seat).map_or(&[][..], |sheet| &sheet.wants);
        wants.iter().filter(|copies| *copies & cards != 0).count() as u32
    }

    /// Whether a seat's character is dead, as the TimeLine shows it (ES-075).
    pub fn is_dead(&self, seat: u8) -> bool {
        self.sheet(seat).is_some_and(|sheet| self.t.timeline.in_place(&self.s.history, &sheet.deaths) > 0)
    }

    /// What Artifacts are worth on a day (ES-045, ES-069, ES-070, ES-R39).
    fn artifact_points(&self, day: &Day, cards: Cards) -> i8 {
        let count = |cards: Cards| cards.count_ones() as i8;
        let trios = day.trios.iter().map(|trio| trio.iter().map(|copies| count(copies & cards)).min().unwrap_or(0));
        day.each * count(cards & self.t.artifacts)
            + day.single * count(cards & day.singles)
            + day.trio * trios.sum::<i8>()
    }

    /// Victory points of a seat, as its day counts them. More cards than the hand limit count no more: they would have
    /// to go first (ES-R09, ES-R10). Only cards in hand are halved (ES-R12).
    pub fn vp(&self, day: &Day, seat: u8) -> i8 {
        let at = seat as usize;
        let cards = self.s.hand_size(seat).min(day.house.hand_limit.into()) as i8 / 2;
        let [bad, good] = self.s.favors[at];
        let favored = self.sheet(seat).map_or(0, |sheet| sheet.favored & self.s.history.patches);
        cards + good as i8 - bad as i8
            + self.artifact_points(day, self.s.tables[at])
            + day.parts[self.parts(seat).min(3) as usize]
            + favored.count_ones() as i8
    }

    /// Bonus points of a seat, were the day over now (ES-066).
    pub fn bp(&self, day: &Day, seat: u8, ended: bool) -> i8 {
        let artifacts = self.s.tables[seat as usize] & self.t.artifacts;
        let own = self.sheet(seat).map_or(0, |sheet| sheet.wants.iter().fold(0, |m, copies| m | copies));
        day.bonus_parts[self.parts(seat).min(3) as usize]
            + if ended { day.ender } else { 0 }
            + day.own * (artifacts & own).count_ones() as i8
            + day.other * (artifacts & !own).count_ones() as i8
            - if self.is_dead(seat) { day.death } else { 0 }
    }

    /// Whether a seat ends the day with its turn, and by which goal (ES-037, ES-038, ES-091, ES-R38).
    pub(in crate::games) fn ends(&self, day: &Day, seat: u8) -> Option<EndReason> {
        let (met, reason) = if day.artifact_goal {
            (self.of_goal(seat, self.s.tables[seat as usize]) == 3, EndReason::Mission)
        } else {
            (self.parts(seat) == 3, EndReason::Home)
        };
        // ES-R35, ES-R36
        let needs = (day.needs - self.s.ahead as i8).max(0);
        let has_played = !self.s.fresh;
        (met && has_played && self.vp(day, seat) >= needs && !self.is_dead(seat)).then_some(reason)
    }
}
