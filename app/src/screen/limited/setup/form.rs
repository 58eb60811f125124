//! The form as it is shown.

use catalog::Query;
use catalog::fold::capital;
use catalog::tr;
use formats::limited::draft::DraftPreset;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use super::super::format::limited_format;
use super::fair::FairDealForm;
use super::state::{DraftSeatKind, LimitedSetup, Message};
use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel};

/// Width of the words before a field.
const WORDS: f32 = 250.0;

impl LimitedSetup {
    /// The form.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let Ok((format, declared)) = limited_format(context.game_library, &self.format) else {
            return panel::empty(tr!("This format no longer exists"), tr!("Its data has changed."), None);
        };
        let ready = self.fair.as_ref().is_none_or(FairDealForm::is_complete);
        let word = if self.kind.is_some() { tr!("Start the draft") } else { tr!("Open packs") };
        let head = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            label::section(format.name.as_str()),
            label::body(tr!("Set up an event")).style(label::muted),
            gap::horizontal(),
            self.kind.map(|_| button::plain(tr!("Call for physical cards")).on_press(Message::Called)),
            button::plain(tr!("Host for phones…")).on_press_maybe(ready.then_some(Message::Hosted)),
            button::primary(word).on_press_maybe(ready.then_some(Message::Begun)),
        ];
        let head = container(head.spacing(space::M).align_y(Center)).height(56).center_y(56).padding([0, 12]);
        let left = column![self.kinds(!declared.is_draft()), self.packs(context), self.clock_form(), self.fairness()];
        let right = match self.kind {
            Some(_) => self.seats_form(context),
            None => self.players(),
        };
        let page = row![left.spacing(space::XL).width(Fill), container(right).width(Fill)].spacing(space::XXL);
        let page = field::scrolled(page.padding(space::XL)).width(Fill).height(Fill);
        column![head.style(panel::surface), panel::flat(), container(page).style(panel::ground)].into()
    }

    fn kinds<'a>(&'a self, sealed: bool) -> Element<'a, Message> {
        let chip = |word: &'static str, kind: Option<DraftPreset>| -> Element<'a, Message> {
            chip(capital(word), self.kind == kind, Message::KindChosen(kind))
        };
        let first = sealed.then(|| chip("sealed", None));
        let chips = first.into_iter().chain(DraftPreset::ALL.iter().map(|preset| chip(preset.id(), Some(*preset))));
        let note = match self.kind {
            None => tr!("Everyone builds from their own packs."),
            Some(preset) => {
                let what = preset.description();
                format!("{}.", capital(&tr!(what)))
            }
        };
        let mut page = column![
            label::section(tr!("Type")),
            Row::with_children(chips).spacing(space::XS).wrap().vertical_spacing(space::XS),
            label::body(note).style(label::muted),
        ];
        if self.kind.is_some() {
            let mut draft_type = self.draft_type.clone();
            for (at, (words, number, least)) in draft_type.settings().into_iter().enumerate() {
                let set = |n: usize| Message::SettingChanged(at, n);
                page = page.push(stepper(tr!(words), *number, (least, 60), set));
            }
        }
        page.spacing(space::M).into()
    }

    fn packs<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let product = |id: &String| context.game_library.product(id).map_or(id.clone(), |p| p.name.clone());
        let chips = context.game_library.products.iter().map(|p| {
            let on = self.cube.is_none() && p.id == self.product;
            chip(p.name.clone(), on, Message::ProductChosen(p.id.clone()))
        });
        let chips = chips.chain([chip(tr!("A cube"), self.cube.is_some(), Message::CubeToggled)]);
        let mut page = column![
            label::section(tr!("Packs")),
            Row::with_children(chips).spacing(space::XS).wrap().vertical_spacing(space::XS),
            stepper(tr!("Packs per player"), self.packs as usize, (1, 24), |n| Message::PacksChanged(n as u32)),
        ];
        match &self.cube {
            None => {
                let size = context.game_library.product(&self.product).map_or(0, |p| p.size());
                let note = tr!("{} cards in a pack of {}.", size, product(&self.product));
                page = page.push(label::body(note).style(label::muted));
            }
            Some((query, size)) => {
                let found = Query::parse(query, context.game()).map(|q| q.select(context.game()).len());
                let note = match found {
                    Ok(n) => {
                        label::body(tr!("1 card, one copy." | "{n} cards, one copy each." % n)).style(label::muted)
                    }
                    Err(e) => label::body(e.to_string()).style(label::bad),
                };
                let input = field::line(tr!("A search, e.g. rarity:rare"), query).on_input(Message::CubeTyped);
                page = page.push(input).push(note);
                page = page
                    .push(stepper(tr!("Cards in a pack"), *size as usize, (1, 60), |n| Message::SizeChanged(n as u32)));
            }
        }
        page.spacing(space::M).into()
    }

    fn clock_form<'a>(&'a self) -> Option<Element<'a, Message>> {
        self.kind?;
        let clocks = [
            (tr!("None"), None),
            (tr!("Strict"), Some(100)),
            (tr!("50% longer"), Some(150)),
            (tr!("Twice as long"), Some(200)),
        ];
        let chips =
            clocks.map(|(word, percent)| chip(word.to_owned(), self.clock == percent, Message::ClockChosen(percent)));
        let what = tr!(
            "Strict uses tournament times: 40 seconds for a full pack, 5 for the last cards. When time runs out, a bot picks."
        );
        let page = column![
            label::section(tr!("Clock")),
            Row::with_children(chips).spacing(space::XS),
            label::body(what).style(label::muted)
        ];
        Some(page.spacing(space::M).into())
    }

    fn fairness<'a>(&'a self) -> Element<'a, Message> {
        let toggle = |word: String, on: bool| chip(word.to_owned(), on, Message::FairToggled);
        let chips = row![
            toggle(tr!("This computer"), self.fair.is_none()),
            toggle(tr!("This computer and a word from everyone"), self.fair.is_some())
        ];
        let mut page = column![label::section(tr!("Shuffling")), chips.spacing(space::XS)];
        let Some(fair) = &self.fair else {
            let what =
                tr!("This computer shuffles the packs. With a word from each player, nobody can have rigged them.");
            return page.push(label::body(what).style(label::muted)).spacing(space::M).into();
        };
        let what = tr!(
            "Read out or publish this hash before the first word. The secret behind it is already drawn, so nobody alone decides the shuffle."
        );
        page = page.push(label::body(what).style(label::muted));
        page = page.push(label::caption(fair.hash()).font(theme::SEMIBOLD).style(iced::widget::text::default));
        for (at, (name, word)) in self.speakers().into_iter().zip(&fair.words).enumerate() {
            let input = field::line(tr!("a word"), word).on_input(move |w| Message::WordTyped(at, w)).secure(true);
            page = page.push(row![container(cut(name)).width(140), input].spacing(space::M).align_y(Center));
        }
        page.spacing(space::M).into()
    }

    fn players<'a>(&'a self) -> Element<'a, Message> {
        let pools = self.players / self.team;
        let note = match (pools, self.team) {
            (1, 1) => tr!("One pool for you."),
            (n, 1) => tr!("{n} pools. A cover hides them between players.", n),
            (n, team) => tr!("{n} pools, each shared by {team} players who build a deck each.", n, team),
        };
        column![
            label::section(tr!("Players")),
            stepper(tr!("Players"), self.players as usize, (self.team as usize, 16), |n| {
                let down = n < self.players as usize;
                let whole = if down { n / self.team as usize * self.team as usize } else { n };
                Message::PlayersChanged(whole as u32)
            }),
            stepper(tr!("Players per team"), self.team as usize, (1, 4), |n| Message::TeamChanged(n as u32)),
            label::body(note).style(label::muted),
        ]
        .spacing(space::M)
        .into()
    }

    fn seats_form<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let (min, max) = self.range(context.game_library);
        let seats = self.seats[..self.count].iter().enumerate().map(|(at, seat)| {
            let who =
                field::choice(DraftSeatKind::ALL.to_vec(), Some(seat.kind), move |who| Message::SeatTaken(at, who))
                    .width(170);
            let named = !matches!(seat.kind, DraftSeatKind::Bot(_));
            let name = field::line(tr!("Name"), &seat.name).on_input(move |n| Message::SeatNamed(at, n));
            let name: Element<'a, Message> = if named { name.into() } else { gap().width(Fill).into() };
            let number = container(label::emphasis((at + 1).to_string())).width(28);
            row![number, who, name].spacing(space::S).align_y(Center).height(38).into()
        });
        let here = self.seats[..self.count].iter().filter(|s| s.kind == DraftSeatKind::Person).count();
        let note = match here {
            0 => tr!("Nobody plays on this computer: all picks come from bots and slips."),
            1 => tr!("Others are bots or send slips."),
            n => tr!("{n} players share this window. A cover hides cards between turns.", n),
        };
        column![
            label::section(tr!("Seats")),
            stepper(tr!("Seats"), self.count, (min, max), Message::SeatsChanged),
            Column::with_children(seats).spacing(space::XS),
            label::body(note).style(label::muted),
        ]
        .spacing(space::M)
        .into()
    }
}

/// One of several of which one is chosen.
fn chip<'a>(word: String, on: bool, chosen: Message) -> Element<'a, Message> {
    button::segment(label::line(word), on).on_press_maybe((!on).then_some(chosen)).into()
}

/// A number with what it counts, and one less and one more.
fn stepper<'a>(
    words: String,
    number: usize,
    bounds: (usize, usize),
    set: impl Fn(usize) -> Message,
) -> Element<'a, Message> {
    let number = field::stepper(number, bounds, set);
    row![container(label::body(words)).width(WORDS), number].spacing(space::XS).align_y(Center).into()
}
