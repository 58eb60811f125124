//! Icons as strokes in a box of 24, drawn rather than typed: no font has them all.
//!
//! They are drawn once to pictures. A canvas would do, but tiny-skia fills the mask of the whole window again
//! after each canvas: ten icons made every frame ten times as dear.

mod shape;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

use iced::advanced::image::{Handle, Image, Renderer as _};
use iced::advanced::widget::Tree;
use iced::advanced::{Layout, Widget, layout, renderer};
use iced::mouse::Cursor;
use iced::{Color, Length, Rectangle, Renderer, Size, Theme};

use super::Element;
use crate::theme::{Roles, ink_on, roles};

/// A picture that says what a button does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Icon {
    /// The sign of Deckloom: threads woven over and under.
    Logo,
    /// The Cards screen.
    Cards,
    /// The Decks screen.
    Decks,
    /// The Limited screen.
    Limited,
    /// The Events screen: a bracket.
    Events,
    /// The Play screen.
    Play,
    /// The Lab screen.
    Lab,
    /// To the light theme.
    Sun,
    /// To the dark theme.
    Moon,
    /// The list of keys.
    Keys,
    /// Search.
    Search,
    /// Clear or close.
    Close,
    /// Faces in a grid.
    Grid,
    /// Names in a list.
    List,
    /// Undo.
    Undo,
    /// Do it again.
    Redo,
    /// Back.
    Back,
    /// Onwards.
    Next,
    /// All is well.
    Check,
    /// Something is wrong.
    Warn,
    /// Into the library.
    Import,
    /// Out of the library.
    Export,
    /// Put away.
    Bin,
    /// New.
    Plus,
    /// A hint.
    Hint,
    /// How to search.
    Help,
    /// Another of the same.
    Copy,
    /// A die: the opponent at a table.
    Die,
    /// The settings: sliders.
    Gear,
    /// Damage: a burst.
    Damage,
    /// Torn apart: a flash.
    Torn,
    /// Tapped: a quarter of a turn.
    Tapped,
}

/// The colour of an icon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ink {
    /// As text.
    Text,
    /// As quiet text.
    Muted,
    /// As what is chosen.
    Accent,
    /// On the accent.
    OnAccent,
    /// Fine.
    Good,
    /// Look here.
    Warn,
    /// Wrong.
    Bad,
    /// On what is wrong.
    OnBad,
    /// Any other.
    Of(Color),
}

impl Ink {
    fn colour(self, r: &Roles) -> Color {
        match self {
            Ink::Text => r.text,
            Ink::Muted => r.muted,
            Ink::Accent => r.accent,
            Ink::OnAccent => r.on_accent,
            Ink::Good => r.good,
            Ink::Warn => r.warn,
            Ink::Bad => r.bad,
            Ink::OnBad => ink_on(r.bad),
            Ink::Of(colour) => colour,
        }
    }
}

/// An icon `side` pixels wide and high.
pub fn icon<'a, M: 'a>(icon: Icon, side: f32, ink: Ink) -> Element<'a, M> {
    Element::new(IconWidget { icon, side, ink })
}

/// Says how many pixels of the screen a pixel of the layout has.
pub fn set_scale(scale: f32) {
    SCALE.store((scale * 100.0).round() as u32, Ordering::Relaxed);
}

/// Pixels of the screen for a hundred pixels of the layout.
static SCALE: AtomicU32 = AtomicU32::new(100);

/// An icon, its side in pixels of the screen, and its colour.
type Key = (Icon, u32, [u8; 4]);

/// The pictures made so far.
static PICTURES: LazyLock<Mutex<HashMap<Key, Handle>>> = LazyLock::new(Mutex::default);

fn picture(icon: Icon, side: f32, colour: Color) -> Handle {
    let side = (side * SCALE.load(Ordering::Relaxed) as f32 / 100.0).round().max(1.0) as u32;
    let colour = colour.into_rgba8();
    let mut pictures = PICTURES.lock().unwrap_or_else(PoisonError::into_inner);
    let made = pictures.entry((icon, side, colour)).or_insert_with(|| {
        let stroke = if icon == Icon::Logo { 3.0 } else { (34.0 / side as f32).max(1.8) };
        Handle::from_rgba(side, side, shape::paint(icon.pieces(), stroke, side, colour))
    });
    made.clone()
}

/// An icon on the screen; its colour is the theme's.
struct IconWidget {
    icon: Icon,
    side: f32,
    ink: Ink,
}

impl<M> Widget<M, Theme, Renderer> for IconWidget {
    fn size(&self) -> Size<Length> {
        Size::new(self.side.into(), self.side.into())
    }

    fn layout(&mut self, _: &mut Tree, _: &Renderer, limits: &layout::Limits) -> layout::Node {
        layout::atomic(limits, self.side, self.side)
    }

    fn draw(
        &self,
        _: &Tree,
        renderer: &mut Renderer,
        theme: &Theme,
        _: &renderer::Style,
        layout: Layout<'_>,
        _: Cursor,
        viewport: &Rectangle,
    ) {
        let handle = picture(self.icon, self.side, self.ink.colour(roles(theme)));
        renderer.draw_image(Image::new(handle), layout.bounds(), *viewport);
    }
}

impl Icon {
    fn pieces(self) -> &'static [shape::Piece] {
        use shape::Piece::{Arc, Box, Circle, Dot, Line, Loop};
        match self {
            Icon::Gear => &[
                Line(&[(3.0, 6.5), (11.0, 6.5)]),
                Line(&[(17.0, 6.5), (21.0, 6.5)]),
                Circle(14.0, 6.5, 2.6),
                Line(&[(3.0, 12.0), (5.0, 12.0)]),
                Line(&[(11.0, 12.0), (21.0, 12.0)]),
                Circle(8.0, 12.0, 2.6),
                Line(&[(3.0, 17.5), (13.0, 17.5)]),
                Line(&[(19.0, 17.5), (21.0, 17.5)]),
                Circle(16.0, 17.5, 2.6),
            ],
            Icon::Logo => &[
                Line(&[(6.0, 2.5), (6.0, 5.5)]),
                Line(&[(6.0, 10.5), (6.0, 21.5)]),
                Line(&[(12.0, 2.5), (12.0, 13.5)]),
                Line(&[(12.0, 18.5), (12.0, 21.5)]),
                Line(&[(18.0, 2.5), (18.0, 5.5)]),
                Line(&[(18.0, 10.5), (18.0, 21.5)]),
                Line(&[(2.5, 8.0), (9.5, 8.0)]),
                Line(&[(14.5, 8.0), (21.5, 8.0)]),
                Line(&[(2.5, 16.0), (3.5, 16.0)]),
                Line(&[(8.5, 16.0), (15.5, 16.0)]),
                Line(&[(20.5, 16.0), (21.5, 16.0)]),
            ],
            Icon::Cards => {
                &[Box(3.0, 5.0, 10.0, 15.0, 2.0), Line(&[(16.0, 5.5), (20.2, 6.8), (16.6, 18.6), (16.0, 18.4)])]
            }
            Icon::Decks => {
                &[Box(4.0, 9.0, 16.0, 12.0, 2.0), Line(&[(6.0, 6.0), (18.0, 6.0)]), Line(&[(8.0, 3.0), (16.0, 3.0)])]
            }
            Icon::Limited => &[
                Loop(&[(5.0, 7.0), (19.0, 7.0), (18.0, 21.0), (6.0, 21.0)]),
                Line(&[(5.0, 7.0), (7.0, 3.0), (9.5, 5.0), (12.0, 3.0), (14.5, 5.0), (17.0, 3.0), (19.0, 7.0)]),
                Loop(&[(12.0, 10.5), (14.8, 14.0), (12.0, 17.5), (9.2, 14.0)]),
            ],
            Icon::Play => &[
                Box(3.0, 3.0, 8.0, 11.0, 1.5),
                Box(13.0, 10.0, 8.0, 11.0, 1.5),
                Line(&[(14.0, 5.5), (17.5, 5.5), (17.5, 7.5)]),
                Line(&[(10.0, 18.5), (6.5, 18.5), (6.5, 16.5)]),
            ],
            Icon::Lab => &[
                Line(&[(8.0, 3.0), (16.0, 3.0)]),
                Line(&[
                    (9.5, 3.0),
                    (9.5, 9.0),
                    (4.5, 18.5),
                    (5.5, 21.0),
                    (18.5, 21.0),
                    (19.5, 18.5),
                    (14.5, 9.0),
                    (14.5, 3.0),
                ]),
                Line(&[(7.0, 15.0), (17.0, 15.0)]),
            ],
            Icon::Die => &[
                Box(4.0, 4.0, 16.0, 16.0, 3.0),
                Line(&[(8.5, 8.5), (8.6, 8.5)]),
                Line(&[(15.5, 8.5), (15.6, 8.5)]),
                Line(&[(12.0, 12.0), (12.1, 12.0)]),
                Line(&[(8.5, 15.5), (8.6, 15.5)]),
                Line(&[(15.5, 15.5), (15.6, 15.5)]),
            ],
            Icon::Sun => &[
                Circle(12.0, 12.0, 4.0),
                Line(&[(12.0, 2.0), (12.0, 4.5)]),
                Line(&[(12.0, 19.5), (12.0, 22.0)]),
                Line(&[(2.0, 12.0), (4.5, 12.0)]),
                Line(&[(19.5, 12.0), (22.0, 12.0)]),
                Line(&[(4.9, 4.9), (6.7, 6.7)]),
                Line(&[(17.3, 17.3), (19.1, 19.1)]),
                Line(&[(4.9, 19.1), (6.7, 17.3)]),
                Line(&[(17.3, 6.7), (19.1, 4.9)]),
            ],
            Icon::Moon => &[Arc(12.0, 12.0, 8.5, 10.0, 260.0), Arc(15.9, 8.1, 6.6, 50.0, 220.0)],
            Icon::Keys => &[
                Box(2.0, 6.0, 20.0, 12.5, 2.5),
                Line(&[(6.0, 10.0), (6.1, 10.0)]),
                Line(&[(10.0, 10.0), (10.1, 10.0)]),
                Line(&[(14.0, 10.0), (14.1, 10.0)]),
                Line(&[(18.0, 10.0), (18.1, 10.0)]),
                Line(&[(7.5, 14.5), (16.5, 14.5)]),
            ],
            Icon::Search => &[Circle(10.5, 10.5, 6.5), Line(&[(15.5, 15.5), (21.0, 21.0)])],
            Icon::Close => &[Line(&[(6.0, 6.0), (18.0, 18.0)]), Line(&[(18.0, 6.0), (6.0, 18.0)])],
            Icon::Grid => &[
                Box(4.0, 3.5, 6.0, 7.5, 1.0),
                Box(14.0, 3.5, 6.0, 7.5, 1.0),
                Box(4.0, 14.0, 6.0, 7.0, 1.0),
                Box(14.0, 14.0, 6.0, 7.0, 1.0),
            ],
            Icon::List => &[
                Line(&[(9.0, 6.0), (21.0, 6.0)]),
                Line(&[(9.0, 12.0), (21.0, 12.0)]),
                Line(&[(9.0, 18.0), (21.0, 18.0)]),
                Dot(4.5, 6.0, 1.4),
                Dot(4.5, 12.0, 1.4),
                Dot(4.5, 18.0, 1.4),
            ],
            Icon::Undo => &[
                Line(&[(8.0, 4.5), (3.5, 9.0), (8.0, 13.5)]),
                Line(&[(3.5, 9.0), (14.5, 9.0)]),
                Arc(14.5, 14.5, 5.5, -90.0, 90.0),
                Line(&[(14.5, 20.0), (10.0, 20.0)]),
            ],
            Icon::Redo => &[
                Line(&[(16.0, 4.5), (20.5, 9.0), (16.0, 13.5)]),
                Line(&[(20.5, 9.0), (9.5, 9.0)]),
                Arc(9.5, 14.5, 5.5, 90.0, 270.0),
                Line(&[(9.5, 20.0), (14.0, 20.0)]),
            ],
            Icon::Tapped => &[Arc(11.5, 13.0, 7.0, 170.0, 340.0), Line(&[(12.8, 10.8), (18.4, 10.4), (21.0, 5.6)])],
            Icon::Back => &[Line(&[(14.5, 5.0), (7.5, 12.0), (14.5, 19.0)])],
            Icon::Next => &[Line(&[(9.5, 5.0), (16.5, 12.0), (9.5, 19.0)])],
            Icon::Check => &[Line(&[(4.5, 12.5), (9.5, 17.5), (19.5, 6.5)])],
            Icon::Warn => &[
                Loop(&[(12.0, 3.5), (21.5, 20.0), (2.5, 20.0)]),
                Line(&[(12.0, 10.0), (12.0, 14.5)]),
                Dot(12.0, 17.2, 1.2),
            ],
            Icon::Import => &[
                Line(&[(12.0, 3.0), (12.0, 14.5)]),
                Line(&[(7.0, 9.5), (12.0, 14.5), (17.0, 9.5)]),
                Line(&[(4.0, 16.0), (4.0, 20.5), (20.0, 20.5), (20.0, 16.0)]),
            ],
            Icon::Export => &[
                Line(&[(12.0, 14.5), (12.0, 3.0)]),
                Line(&[(7.0, 8.0), (12.0, 3.0), (17.0, 8.0)]),
                Line(&[(4.0, 16.0), (4.0, 20.5), (20.0, 20.5), (20.0, 16.0)]),
            ],
            Icon::Bin => &[
                Line(&[(4.0, 6.5), (20.0, 6.5)]),
                Line(&[(9.0, 6.5), (9.5, 3.5), (14.5, 3.5), (15.0, 6.5)]),
                Line(&[(6.0, 6.5), (7.0, 20.5), (17.0, 20.5), (18.0, 6.5)]),
            ],
            Icon::Plus => &[Line(&[(12.0, 5.0), (12.0, 19.0)]), Line(&[(5.0, 12.0), (19.0, 12.0)])],
            Icon::Help => &[
                Circle(12.0, 12.0, 9.5),
                Arc(12.0, 9.6, 2.9, 180.0, 430.0),
                Line(&[(12.9, 12.3), (12.0, 13.4), (12.0, 14.4)]),
                Dot(12.0, 17.3, 1.2),
            ],
            Icon::Events => &[
                Line(&[(3.5, 5.0), (9.5, 5.0), (9.5, 11.0), (3.5, 11.0)]),
                Line(&[(3.5, 15.0), (9.5, 15.0), (9.5, 20.0), (3.5, 20.0)]),
                Line(&[(9.5, 8.0), (15.5, 8.0), (15.5, 17.5), (9.5, 17.5)]),
                Line(&[(15.5, 12.8), (20.5, 12.8)]),
            ],
            Icon::Copy => &[
                Box(8.5, 8.5, 12.0, 12.0, 2.0),
                Line(&[(4.8, 15.5), (3.5, 15.5), (3.5, 3.5), (15.5, 3.5), (15.5, 4.8)]),
            ],
            Icon::Torn => &[Line(&[(14.0, 2.5), (6.0, 13.0), (17.0, 11.0), (9.5, 21.5)])],
            Icon::Damage => &[Line(&[
                (12.0, 2.5),
                (13.9, 7.4),
                (18.7, 5.3),
                (16.6, 10.1),
                (21.5, 12.0),
                (16.6, 13.9),
                (18.7, 18.7),
                (13.9, 16.6),
                (12.0, 21.5),
                (10.1, 16.6),
                (5.3, 18.7),
                (7.4, 13.9),
                (2.5, 12.0),
                (7.4, 10.1),
                (5.3, 5.3),
                (10.1, 7.4),
                (12.0, 2.5),
            ])],
            Icon::Hint => &[
                Arc(12.0, 9.5, 6.0, 130.0, 410.0),
                Line(&[(8.2, 14.2), (9.5, 17.0), (14.5, 17.0), (15.8, 14.2)]),
                Line(&[(10.0, 20.5), (14.0, 20.5)]),
            ],
        }
    }
}
