//! The card that is pointed at, large and to be read: its face, its text, what its keywords mean, and what it is now and why.
//! One for all of the window: [`super::card_spot`] says what stands for a card, [`PreviewLayer`] when and where it is shown.

mod find;
mod layer;

use catalog::{CardIx, GameData, tr};
use engine::kernel::observation::{ObservedCard, mark_label};
use iced::widget::{Column, Container, Row, column, container, row};
use iced::{Border, Center, Size, Theme};

use super::card_spot::{PointedCard, PreviewPlace, ShownCard};
use super::face::{FaceRequest, Gallery};
use super::{Element, label, panel};
use crate::theme::{self, space};

pub use layer::{DELAY, DRAGGED, LONG_PRESS, PreviewLayer};

/// Width of a window that has room for a larger preview.
const LARGE: Size = Size::new(1500.0, 800.0);
/// Width of the face where there is little room: it still has its text.
const NARROW: f32 = 264.0;
/// Room between a face and the line around it.
const FRAME: f32 = 3.0;
/// Width of the words beside that, or below it.
const NARROW_WORDS: f32 = 256.0;

/// What is to be read of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPreview {
    /// Its face.
    pub card: CardIx,
    /// Its name.
    pub name: String,
    /// Its type line.
    pub kind: String,
    /// Its rules text, a paragraph each.
    pub text: Vec<String>,
    /// What the rules say of it where it has no text; empty for most.
    pub unprinted: String,
    /// Keywords that it has or names, and what each means.
    pub keywords: Vec<(String, String)>,
    /// What it is now, if it lies on a table and is not as it is printed.
    pub now: Option<CardNow>,
    /// How it stands, and what else is said of it there, a word or two each.
    pub marks: Vec<String>,
}

/// Numbers of a card in play, with their reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardNow {
    /// Its numbers.
    pub numbers: String,
    /// What they are made of: a number or a keyword, and where it comes from.
    pub reasons: Vec<(String, String)>,
}

impl CardPreview {
    /// What is to be read of a card at its place.
    pub fn new(game: &GameData, shown: &ShownCard) -> CardPreview {
        let card = game.card(shown.card);
        let seen = shown.seen.as_ref();
        let mut marks: Vec<String> =
            seen.into_iter().flat_map(|seen| &seen.marks).map(|mark| mark_label(mark)).collect();
        if let Some(damage @ 1..) = seen.map(|seen| seen.damage) {
            marks.push(tr!("{damage} damage", damage));
        }
        marks.extend((!shown.note.is_empty()).then(|| shown.note.clone()));
        let unprinted = seen.map(|seen| seen.unprinted.clone()).filter(|_| card.text.is_empty());
        CardPreview {
            card: shown.card,
            name: card.name.clone(),
            kind: game.type_line(card),
            text: card.text.lines().map(str::to_owned).collect(),
            unprinted: unprinted.unwrap_or_default(),
            keywords: keywords(game, shown),
            now: seen.and_then(CardNow::new),
            marks,
        }
    }
}

impl CardNow {
    fn new(seen: &ObservedCard) -> Option<CardNow> {
        if seen.changes.is_empty() {
            return None;
        }
        let printed = (!seen.printed.is_empty()).then(|| (seen.printed.clone(), tr!("printed")));
        let changes = seen.changes.iter().map(|change| (change.change.clone(), change.reason()));
        Some(CardNow { numbers: seen.numbers.clone(), reasons: printed.into_iter().chain(changes).collect() })
    }
}

/// The keywords of a card, those that it was given, and those that its text names; each once.
fn keywords(game: &GameData, shown: &ShownCard) -> Vec<(String, String)> {
    let card = game.card(shown.card);
    let printed = card.keywords.iter().map(|has| (has.keyword, game.keyword_text(has)));
    let changes = shown.seen.iter().flat_map(|seen| &seen.changes);
    let given = changes.filter_map(|change| Some((change.keyword?, change.change.clone())));
    let named = game.keywords.iter().enumerate().filter(|(_, declared)| is_named(&card.text, &declared.name));
    let named = named.map(|(at, declared)| (at as u8, declared.name.clone()));
    let mut told: Vec<(u8, String)> = Vec::new();
    for (keyword, words) in printed.chain(given).chain(named) {
        if told.iter().all(|(other, _)| *other != keyword) {
            told.push((keyword, words));
        }
    }
    let explained = told.into_iter().map(|(keyword, words)| (words, game.keywords[keyword as usize].text.clone()));
    explained.filter(|(_, text)| !text.is_empty()).collect()
}

/// Whether a text has a name as words of their own.
fn is_named(text: &str, name: &str) -> bool {
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(name)
        .any(|(at, _)| apart(text[..at].chars().next_back()) && apart(text[at + name.len()..].chars().next()))
}

/// Widths of the face and of the words beside it in a window of this size.
fn widths(window: Size) -> (f32, f32) {
    let large = window.width >= LARGE.width && window.height >= LARGE.height;
    if large { (372.0, 332.0) } else { (308.0, 284.0) }
}

/// The faces that a preview needs.
pub fn wanted(pointed: &PointedCard, window: Size) -> [FaceRequest; 2] {
    [widths(window).0, NARROW].map(|width| (pointed.shown.card, width as u32))
}

/// The preview in the forms that it can have, the best first: words beside the face, below it, or alone; on a table those
/// come first that take little of its width. What is read on the face is not said once more.
pub fn forms<'a, M: 'a>(
    gallery: &Gallery,
    game: &GameData,
    pointed: &PointedCard,
    window: Size,
) -> Vec<Element<'a, M>> {
    let preview = CardPreview::new(game, &pointed.shown);
    let (wide, words) = widths(window);
    let framed = |face: Element<'a, M>, width: f32| container(face).padding(FRAME).style(frame(width));
    let face = |width: f32| {
        let back = gallery.plain_back(preview.card, width).map(|back| framed(back, width));
        row![framed(gallery.plain_face(preview.card, width), width)].push(back).spacing(space::S)
    };
    let readable_from = if preview.text.is_empty() { Some(0.0) } else { gallery.readable_from(preview.card) };
    let told = |width: f32, face: Option<f32>| {
        let is_read = face.zip(readable_from).is_some_and(|(face, least)| face >= least);
        let detail = if is_read { Detail::NotOnFace } else { Detail::Everything };
        let words = preview.text_panel(width, detail)?.padding(space::M).style(panel::floating);
        Some(words.max_height(window.height - space::XXL).clip(true))
    };
    let beside = |width: f32, words: f32| whole(row![face(width)].push(told(words, Some(width))).spacing(space::S));
    let below = |width: f32| {
        let told = told(width + 2.0 * FRAME, Some(width));
        whole(column![face(width)].push(told).spacing(space::S))
    };
    let mut forms = vec![beside(wide, words), beside(NARROW, NARROW_WORDS), below(NARROW)];
    if pointed.shown.preview != PreviewPlace::Beside {
        forms.rotate_right(1);
        forms.insert(0, below(wide));
    }
    forms.extend(told(words, None).map(whole));
    forms
}

fn whole<'a, M: 'a>(content: impl Into<Element<'a, M>>) -> Element<'a, M> {
    container(content).id("card-preview").into()
}

/// A line around a face, along its corners.
fn frame(width: f32) -> impl Fn(&Theme) -> container::Style {
    let radius = super::face::corner(width) + FRAME;
    move |theme: &Theme| {
        let style = panel::floating(theme);
        container::Style { border: Border { radius: radius.into(), ..style.border }, ..style }
    }
}

/// How much is said in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// The name and the rules text as well.
    Everything,
    /// What cannot be read on the face: how the card stands, and what its keywords mean.
    NotOnFace,
}

impl CardPreview {
    /// What is to be read beside the face, if there is something.
    fn text_panel<'a, M: 'a>(&self, width: f32, detail: Detail) -> Option<Container<'a, M>> {
        let printed = detail == Detail::Everything;
        let head = || column![label::section(self.name.clone()), label::caption(self.kind.clone())].spacing(2);
        let unprinted = (!self.unprinted.is_empty()).then(|| label::body(self.unprinted.clone()));
        let more = unprinted.is_some() || self.now.is_some() || !self.marks.is_empty() || !self.keywords.is_empty();
        if !printed && !more {
            return None;
        }
        let mut page = Column::new().push(printed.then(head)).spacing(space::M).width(width - 2.0 * space::M);
        if let Some(now) = &self.now {
            page = page.push(now.view());
        }
        if !self.marks.is_empty() {
            let marks = self.marks.iter().map(|mark| panel::note(mark.clone()));
            page = page.push(Row::with_children(marks).spacing(space::XS).wrap().vertical_spacing(space::XS));
        }
        let text = self.text.iter().map(|paragraph| label::body(paragraph.clone()).into());
        if printed && !self.text.is_empty() {
            page = page.push(Column::with_children(text).spacing(space::S));
        }
        page = page.push(unprinted);
        if !self.keywords.is_empty() {
            let keywords = self.keywords.iter().map(|(name, means)| {
                let name = label::caption(name.clone()).font(theme::SEMIBOLD).style(label::accent);
                column![name, label::caption(means.clone()).line_height(1.35)].spacing(1).into()
            });
            let line = (printed || self.now.is_some() || !self.marks.is_empty()).then(panel::flat);
            page = page.push(line).push(Column::with_children(keywords).spacing(space::S));
        }
        Some(container(page))
    }
}

impl CardNow {
    /// The numbers now, and below them what they are made of.
    fn view<'a, M: 'a>(&self) -> Element<'a, M> {
        let reasons = self.reasons.iter().map(|(what, reason)| {
            let number = what.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
            let width = if number { 52.into() } else { iced::Shrink };
            let what = container(label::body(what.clone()).font(theme::SEMIBOLD)).width(width);
            row![what, label::body(reason.clone()).style(label::muted)].spacing(space::S).into()
        });
        let now = (!self.numbers.is_empty()).then(|| {
            row![label::section(self.numbers.clone()).style(label::accent), label::caption(tr!("now"))]
                .spacing(space::S)
                .align_y(Center)
        });
        let told = column![].push(now).push(Column::with_children(reasons).spacing(2)).spacing(space::XS);
        panel::toned(panel::Tone::Plain, told).into()
    }
}
