//! Between two games of a match: cards of the sideboard for cards of the deck.

use catalog::tr;
use formats::deck::{Deck, DeckEntry, DeckPart, Edit, Listed, PlanError, SideboardPlan, apply_plan};
use formats::limited::Pool;
use formats::{GameLibrary, LegalDeck};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill, Size};

use crate::saved_match::MatchDeck;
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::card_spot::ShownCard;
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};

/// A deck between two games.
pub struct Sideboard {
    /// The seat that plays it, from 0.
    seat: usize,
    /// As it was played last.
    before: Deck,
    deck: Deck,
    pool: Option<Pool>,
    main: DeckPart,
    bench: DeckPart,
    /// Why it cannot be played as it is.
    fault: Option<String>,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// A copy goes into the deck, or out of it.
    Moved(Listed, bool),
    /// A plan of the deck is carried out, from how the deck was played last.
    PlanChosen(String),
    /// The deck is as it was played last.
    Reset,
}

impl Sideboard {
    /// The deck of a seat with what it may bring in; nothing if there is nothing.
    pub fn new(game_library: &GameLibrary, decks: &[MatchDeck], seat: usize) -> Option<Sideboard> {
        let game = &game_library.game;
        let brought = decks.get(seat)?;
        let mut deck = Deck::from_saved(game, &brought.deck);
        let pool = brought.pool.as_ref().and_then(|ids| Pool::from_ids(game, ids).ok());
        let bench = SideboardPlan::sideboard(game);
        if let Some(pool) = &pool {
            add_rest_of_pool(game_library, &mut deck, pool, &bench);
        }
        deck.boarded = None;
        let main = DeckPart::Section(game.section("main").unwrap_or(0));
        let board = Sideboard { seat, before: deck.clone(), deck, pool, main, bench, fault: None };
        (!board.deck.entries(&board.bench).is_empty()).then_some(board)
    }

    /// The seat that plays it, from 0.
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// The deck for the next game, with its pool.
    pub fn brought(&self, game_library: &GameLibrary) -> MatchDeck {
        MatchDeck::new(game_library, &self.deck, self.pool.as_ref())
    }

    /// Whether it may be played as it is.
    pub fn is_legal(&self) -> bool {
        self.fault.is_none()
    }

    /// Reads a message.
    ///
    /// # Errors
    /// When a plan does not fit the deck as it was played last; nothing has changed then.
    pub fn update(&mut self, message: Message, game_library: &GameLibrary, format: &str) -> Result<(), PlanError> {
        let game = &game_library.game;
        match message {
            Message::Moved(card, into_deck) => {
                let (from, to) = if into_deck { (&self.bench, &self.main) } else { (&self.main, &self.bench) };
                let edit = Edit::moving(game, &self.deck, &card, 1, from, to);
                self.deck.apply(game, &edit);
            }
            Message::PlanChosen(plan) => {
                let edit = apply_plan(game, &self.before, &plan)?;
                self.deck = self.before.clone();
                self.deck.apply(game, &edit);
                self.deck.boarded = None;
            }
            Message::Reset => self.deck = self.before.clone(),
        }
        self.fault = self.find_fault(game_library, format);
        Ok(())
    }

    fn find_fault(&self, game_library: &GameLibrary, format: &str) -> Option<String> {
        let format = game_library.format(format)?;
        let checked = LegalDeck::check(&game_library.game, format, self.deck.clone(), self.pool.as_ref());
        let report = checked.err()?;
        Some(report.violations.first().map_or_else(String::new, |violation| violation.message.clone()))
    }

    /// What is swapped, over the board; `done` keeps it, `close` does not.
    pub fn view<'a, M: Clone + 'a>(
        &'a self,
        context: ScreenContext<'a>,
        board: Size,
        say: impl Fn(Message) -> M + Copy + 'a,
        done: M,
        close: M,
    ) -> Element<'a, M> {
        let game = context.game();
        let list = |part: &'a DeckPart, into_deck: bool| {
            let title = format!("{}  {}", part.name(game), self.deck.size_of(part));
            let lines = self.deck.entries(part).iter().map(move |entry| line(context, entry, into_deck, say));
            let hint = if into_deck { tr!("Click to bring in") } else { tr!("Click to take out") };
            let head = row![label::emphasis(title).width(Fill), label::caption(hint)].align_y(Center);
            let lines = field::scrolled(Column::with_children(lines).spacing(1).padding(iced::padding::right(12)));
            column![head, lines.height(Fill)].spacing(space::S).width(Fill)
        };
        let plans = self
            .deck
            .plans
            .keys()
            .map(|plan| button::plain(plan.as_str()).on_press(say(Message::PlanChosen(plan.clone()))).into());
        let plans: Vec<Element<'a, M>> = plans.collect();
        let plans = (!plans.is_empty()).then(|| {
            let chips = Row::with_children(plans).spacing(space::XS).wrap();
            row![label::caption(tr!("Plans")), chips].spacing(space::S).align_y(Center)
        });
        let fault = self.fault.as_ref().map(|fault| panel::toned(Tone::Bad, label::body(fault.as_str())));
        let reset =
            (self.deck != self.before).then(|| button::quiet(tr!("Undo all swaps")).on_press(say(Message::Reset)));
        let foot = row![button::quiet(tr!("Cancel  (Esc)")).on_press(close), gap::horizontal()]
            .push(reset)
            .push(button::primary(tr!("Done  (Enter)")).on_press_maybe(self.is_legal().then_some(done)))
            .spacing(space::S)
            .align_y(Center);
        let lists = row![list(&self.main, false), panel::upright(), list(&self.bench, true)].spacing(space::L);
        let content = column![label::section(tr!("Sideboard"))]
            .push(plans)
            .push(container(lists).height(Fill))
            .push(fault)
            .push(foot)
            .spacing(space::M);
        let shown = container(content)
            .padding(space::L)
            .max_width((board.width - space::XL).min(820.0))
            .max_height(board.height - space::XL)
            .style(panel::floating);
        iced::widget::opaque(container(shown).center(Fill).padding(space::M).style(panel::shade))
    }
}

fn line<'a, M: Clone + 'a>(
    context: ScreenContext<'a>,
    entry: &DeckEntry,
    into_deck: bool,
    say: impl Fn(Message) -> M,
) -> Element<'a, M> {
    let count = container(label::caption(entry.count.to_string())).width(22);
    let name = cut(entry.card.name(context.game()).to_owned());
    let content = container(row![count, name].align_y(Center)).padding([4, 8]);
    let press = button::entry(content, false).width(Fill).on_press(say(Message::Moved(entry.card.clone(), into_deck)));
    match entry.card.known() {
        Some(card) => context.gallery.spot(ShownCard::printed(card), press).into(),
        None => press.into(),
    }
}

/// What of the pool is in no other section may come in.
fn add_rest_of_pool(game_library: &GameLibrary, deck: &mut Deck, pool: &Pool, bench: &DeckPart) {
    let game = &game_library.game;
    let mut seen = std::collections::BTreeSet::new();
    for &card in &pool.cards {
        if !seen.insert(game.namesake(card)) {
            continue;
        }
        let listed = Listed::Card(card);
        let sections = (0..game.sections.len()).map(DeckPart::Section).filter(|part| part != bench);
        let printings = game.printings(card);
        let copies = |part: DeckPart| printings.iter().map(|ix| deck.copies(&part, &Listed::Card(*ix))).sum::<u32>();
        let left = pool.copies(game, card).saturating_sub(sections.map(copies).sum());
        let edits = printings.iter().filter(|ix| **ix != card).map(|ix| Edit::set(game, bench, &Listed::Card(*ix), 0));
        let edits: Vec<Edit> = edits.chain([Edit::putting(game, deck, bench, &listed, left)]).collect();
        deck.apply(game, &Edit::Together { why: None, edits });
    }
}
