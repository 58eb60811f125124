//! Products: what a pack holds, as sheets of cards and slots that draw from them.

use catalog::game::Mask;
use catalog::load::query_in;
use catalog::read::{Document, Problems, Table};
use catalog::{CardIx, Game, Query};

use crate::rng::Dice;

/// A product that is opened: a booster.
#[derive(Debug, Clone)]
pub struct Product {
    /// Id and file name.
    pub id: String,
    /// Name.
    pub name: String,
    /// What a pack holds, in a sentence.
    pub about: String,
    /// Sheets that slots draw from.
    pub sheets: Vec<Sheet>,
    /// Slots in the order in which they are filled.
    pub slots: Vec<Slot>,
    /// How good a card is for drafting: `[card]`, in hundredths of a point, with the reasons.
    pub ratings: Vec<Rating>,
    /// Rule ids.
    pub cites: Vec<String>,
}

/// Cards that a slot draws from, each equally likely.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// Id within the product.
    pub id: String,
    /// The cards; those that may come once a pack.
    pub cards: Vec<CardIx>,
    /// For each card of `cards`, whether a pack holds it at most once.
    unique: Vec<bool>,
    /// Cards of exactly one faction, by faction; and the rest. Empty unless a slot spreads over factions.
    spread: Option<Spread>,
}

#[derive(Debug, Clone)]
struct Spread {
    /// One list for each faction that the sheet has, all of the same length.
    factions: Vec<Vec<CardIx>>,
    /// Cards of several factions or of none.
    others: Vec<CardIx>,
}

/// Some cards of a pack that come out of the same sheets.
#[derive(Debug, Clone)]
pub struct Slot {
    /// How many cards.
    pub count: u32,
    /// Sheets by position with their weights; the sheet is chosen anew for each card.
    pub of: Vec<(usize, u32)>,
    /// Whether each faction of the sheet gives one card before the rest is drawn.
    pub spread: bool,
}

/// How good a card is for drafting.
#[derive(Debug, Clone, Default)]
pub struct Rating {
    /// In hundredths of a point.
    pub points: i32,
    /// What it is made of.
    pub parts: Vec<(String, i32)>,
}

impl Product {
    /// Cards in a pack.
    pub fn size(&self) -> u32 {
        self.slots.iter().map(|s| s.count).sum()
    }

    /// How many copies of a card a pack holds on average: exact, because the cards of a sheet are equally
    /// likely in each slot (also in a slot that spreads, see [`Opener::open`]) and no card is on two sheets.
    pub fn as_fan(&self, card: CardIx) -> f64 {
        let per_slot = |slot: &Slot| {
            let weights: u32 = slot.of.iter().map(|(_, w)| w).sum();
            let of_sheet = |(sheet, weight): &(usize, u32)| {
                let cards = &self.sheets[*sheet].cards;
                let share = f64::from(*weight) / f64::from(weights);
                if cards.contains(&card) { f64::from(slot.count) * share / cards.len() as f64 } else { 0.0 }
            };
            slot.of.iter().map(of_sheet).sum::<f64>()
        };
        self.slots.iter().map(per_slot).sum()
    }

    /// Something that opens packs of this product one after the other.
    pub fn opener(&self) -> Opener<'_> {
        Opener {
            product: self,
            sheets: self
                .sheets
                .iter()
                .map(|s| s.cards.iter().copied().zip(s.unique.iter().copied()).collect())
                .collect(),
            spreads: self.sheets.iter().map(|s| s.spread.clone()).collect(),
            dealt: vec![0; self.sheets.len()],
        }
    }
}

/// Opens packs. Which packs come depends on the generator and on how many were opened before.
pub struct Opener<'a> {
    product: &'a Product,
    /// Sheets in an order that changes with every pack; a card with its uniqueness.
    sheets: Vec<Vec<(CardIx, bool)>>,
    spreads: Vec<Option<Spread>>,
    /// Cards at the front of each sheet that are in this pack already.
    dealt: Vec<usize>,
}

impl Opener<'_> {
    /// Opens a pack into `pack`, which is emptied first. Allocates nothing once `pack` is large enough.
    pub fn open<D: Dice>(&mut self, dice: &mut D, pack: &mut Vec<CardIx>) {
        pack.clear();
        self.dealt.fill(0);
        for slot in &self.product.slots {
            if slot.spread {
                Self::fill_spread(&mut self.spreads, slot, dice, pack);
                continue;
            }
            let weights: u32 = slot.of.iter().map(|(_, w)| w).sum();
            for _ in 0..slot.count {
                let sheet = match slot.of[..] {
                    [(only, _)] => only,
                    _ => pick_weighted(&slot.of, dice.below(weights)),
                };
                let (cards, dealt) = (&mut self.sheets[sheet], &mut self.dealt[sheet]);
                let at = *dealt + dice.below((cards.len() - *dealt) as u32) as usize;
                let (card, unique) = cards[at];
                if unique {
                    cards.swap(at, *dealt);
                    *dealt += 1;
                }
                pack.push(card);
            }
        }
    }

    /// One card of each faction, and then the rest so that every card of the sheet is equally likely.
    ///
    /// With `s` factions of `n` cards each, `o` other cards and `c` cards to draw, a card should be in
    /// `c / (sn + o)` of the packs, so `c·o / (sn + o)` others on average come among the `c - s` cards that
    /// remain after one of each faction.
    fn fill_spread<D: Dice>(spreads: &mut [Option<Spread>], slot: &Slot, dice: &mut D, pack: &mut Vec<CardIx>) {
        let Some(spread) = &mut spreads[slot.of[0].0] else { return };
        let (s, n) = (spread.factions.len(), spread.factions[0].len());
        let rest = slot.count - s as u32;
        for cards in &mut spread.factions {
            dice.deal(cards, 1);
            pack.push(cards[0]);
        }
        // How many others: E = c·o / (sn + o) on average, so either of the whole numbers beside it.
        let (all, others) = ((s * n + spread.others.len()) as u32, spread.others.len());
        let share = slot.count * others as u32;
        let from_others = share / all + u32::from(dice.chance(share % all, all));
        dice.deal(&mut spread.others, from_others as usize);
        let start = pack.len();
        for i in 0..rest {
            if i < from_others {
                pack.push(spread.others[i as usize]);
            } else {
                // Cards of the factions after their first, as if they lay in one row of s·(n - 1).
                loop {
                    let at = dice.below((s * (n - 1)) as u32) as usize;
                    let card = spread.factions[at / (n - 1)][1 + at % (n - 1)];
                    if !pack[start..].contains(&card) {
                        pack.push(card);
                        break;
                    }
                }
            }
        }
    }
}

fn pick_weighted(of: &[(usize, u32)], mut roll: u32) -> usize {
    for (sheet, weight) in of {
        if roll < *weight {
            return *sheet;
        }
        roll -= weight;
    }
    of[of.len() - 1].0
}

pub(crate) fn read(stem: &str, file: &str, text: &str, game: &Game, problems: &Problems) -> Product {
    let document = Document::parse(file, text, problems);
    let t = document.root();
    t.source();
    let id = t.file_id(stem);
    let unique = if t.has("unique") { query_in(&t, "unique", game) } else { Query::All };
    let mut product = Product {
        id,
        name: t.text("name"),
        about: t.text("about"),
        sheets: t.tables("sheet").iter().map(|s| read_sheet(s, game, &unique)).collect(),
        slots: Vec::new(),
        ratings: read_ratings(&t, game),
        cites: t.texts("rules"),
    };
    for slot in t.tables("slot") {
        let read = read_slot(&slot, &mut product.sheets, game);
        product.slots.push(read);
    }
    if product.slots.is_empty() {
        t.problem("a product needs a `[[slot]]`", None);
    }
    check_room(&t, &product);
    product
}

fn read_sheet(s: &Table<'_>, game: &Game, unique: &Query) -> Sheet {
    let before = s.faults();
    let mut cards = query_in(s, "cards", game).select(game);
    if s.faults() > before {
        // Which cards are meant is not known.
        cards.clear();
    }
    if cards.is_empty() && s.faults() == before {
        s.problem_at("cards", "no card fits this", Some("`deckloom cards --game GAME QUERY` shows what does".into()));
    }
    let unique = cards.iter().map(|c| unique.matches(game.card(*c))).collect();
    Sheet { id: s.text("id"), cards, unique, spread: None }
}

/// Most cards in a slot.
const MOST: i32 = 100;

fn read_slot(slot: &Table<'_>, sheets: &mut [Sheet], game: &Game) -> Slot {
    let count = slot.number("count");
    if slot.has("count") && !(1..=MOST).contains(&count) {
        slot.problem_at("count", format!("`count` must be 1 to {MOST}"), None);
    }
    let count = count.clamp(1, MOST) as u32;
    let mut read = Slot { count, of: Vec::new(), spread: slot.flag("spread") };
    match slot.table_if("of") {
        None => slot.problem("`of` is missing", Some("a weight for each sheet: of = { common = 1 }".into())),
        Some(of) => {
            for sheet in of.keys() {
                let known: Vec<&str> = sheets.iter().map(|s| s.id.as_str()).collect();
                let weight = of.count_if(&sheet).unwrap_or(0);
                if weight == 0 {
                    of.problem_at(&sheet, "a weight must be 1 or more", None);
                } else if let Some(at) = of.one_of(&sheet, &sheet, "sheet", &known) {
                    read.of.push((at, weight));
                }
            }
        }
    }
    if let Some((at, _)) = read.of.first().copied().filter(|(at, _)| read.spread && !sheets[*at].cards.is_empty()) {
        let spread = match read.of.len() {
            1 => spread(&sheets[at], game, read.count),
            _ => Err("a slot that spreads draws from one sheet".to_owned()),
        };
        match spread {
            Ok(spread) => sheets[at].spread = Some(spread),
            Err(why) => {
                slot.problem_at("spread", why, None);
                read.spread = false;
            }
        }
    }
    read
}

fn spread(sheet: &Sheet, game: &Game, count: u32) -> Result<Spread, String> {
    let only = |f: usize| -> Vec<CardIx> {
        sheet.cards.iter().copied().filter(|c| game.card(*c).factions == (1 as Mask) << f).collect()
    };
    let factions: Vec<Vec<CardIx>> = (0..game.factions.len()).map(only).filter(|l| !l.is_empty()).collect();
    let others: Vec<CardIx> =
        sheet.cards.iter().copied().filter(|c| game.card(*c).factions.count_ones() != 1).collect();
    let Some(first) = factions.first() else { return Err("no card of the sheet has a faction".into()) };
    if factions.iter().any(|f| f.len() != first.len()) {
        return Err("to spread, every faction must have the same number of cards on the sheet".into());
    }
    let (s, o, all) = (factions.len() as u32, others.len() as u32, sheet.cards.len() as u32);
    if count < s {
        return Err(format!("{count} cards cannot hold one of each of {s} factions"));
    }
    if count * o > all * (count - s) || (count - s) as usize > factions.len() * (first.len() - 1) {
        return Err(format!("after one card of each faction, {} are too few for the {o} others", count - s));
    }
    Ok(Spread { factions, others })
}

pub(crate) fn read_ratings(t: &Table<'_>, game: &Game) -> Vec<Rating> {
    let mut ratings = vec![Rating::default(); game.cards.len()];
    for r in t.tables("rating") {
        let (of, points, why) = (query_in(&r, "of", game), r.number("points"), r.text("why"));
        for card in of.select(game) {
            ratings[card.at()].points += points;
            ratings[card.at()].parts.push((why.clone(), points));
        }
    }
    ratings
}

/// A pack must be possible: sheets disjoint, and no sheet asked for more cards than it has.
fn check_room(t: &Table<'_>, product: &Product) {
    let tables = t.tables("sheet");
    for (i, (a, sheet)) in product.sheets.iter().zip(&tables).enumerate() {
        sheet.keys();
        let slots = product.slots.iter().filter(|s| s.of.iter().any(|(at, _)| *at == i)).count();
        if a.spread.is_some() && slots > 1 {
            sheet.problem(format!("the sheet `{}` is spread, so no other slot may draw from it", a.id), None);
        }
        if a.unique.iter().any(|u| *u) && a.unique.iter().any(|u| !u) {
            let hint = Some("give those that may come twice a sheet of their own".into());
            sheet.problem_at("cards", format!("only some cards of the sheet `{}` are unique", a.id), hint);
        }
        let most: u32 = product.slots.iter().filter(|s| s.of.iter().any(|(at, _)| *at == i)).map(|s| s.count).sum();
        let free = a.unique.iter().any(|u| !u);
        if !free && most as usize > a.cards.len() && !a.cards.is_empty() {
            let message = format!("the sheet `{}` has {} cards, but a pack may want {most}", a.id, a.cards.len());
            sheet.problem_at("cards", message, Some("widen the query, or draw fewer".into()));
        }
        for (b, other) in product.sheets.iter().zip(&tables).skip(i + 1) {
            if a.id == b.id && !a.id.is_empty() {
                other.problem_at("id", format!("the sheet `{}` is declared twice", b.id), None);
            } else if a.cards.iter().any(|c| b.cards.contains(c)) {
                other.problem_at(
                    "cards",
                    format!("the sheets `{}` and `{}` share cards", a.id, b.id),
                    Some("give each card one sheet".into()),
                );
            }
        }
    }
}
