//! Icons as strokes in a box of 24, drawn rather than typed: no font has them all.

use iced::mouse::Cursor;
use iced::widget::canvas::{self, Frame, Geometry, LineCap, LineJoin, Path, Stroke};
use iced::{Color, Point, Rectangle, Renderer, Size, Theme};

use super::Element;
use crate::theme::{Roles, roles};

/// A picture that says what a button does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Icon {
    /// The sign of Deckloom: threads woven over and under.
    Logo,
    /// The Cards screen.
    Cards,
    /// The Decks screen.
    Decks,
    /// The Limited screen.
    Limited,
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
            Ink::Of(colour) => colour,
        }
    }
}

/// An icon `side` pixels wide and high.
pub fn icon<'a, M: 'a>(icon: Icon, side: f32, ink: Ink) -> Element<'a, M> {
    canvas::Canvas::new(Drawn { icon, ink }).width(side).height(side).into()
}

struct Drawn {
    icon: Icon,
    ink: Ink,
}

/// A piece of an icon, in a box of 24.
enum Piece {
    /// A line through these points.
    Line(&'static [(f32, f32)]),
    /// A line through these points, and back to the first.
    Loop(&'static [(f32, f32)]),
    /// Middle and radius.
    Circle(f32, f32, f32),
    /// Corner, width, height, radius of corners.
    Box(f32, f32, f32, f32, f32),
    /// Middle, radius, from and to in degrees, clockwise from the right.
    Arc(f32, f32, f32, f32, f32),
    /// A filled dot.
    Dot(f32, f32, f32),
}

impl Icon {
    fn pieces(self) -> &'static [Piece] {
        use Piece::{Arc, Box, Circle, Dot, Line, Loop};
        match self {
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
            Icon::Hint => &[
                Arc(12.0, 9.5, 6.0, 130.0, 410.0),
                Line(&[(8.2, 14.2), (9.5, 17.0), (14.5, 17.0), (15.8, 14.2)]),
                Line(&[(10.0, 20.5), (14.0, 20.5)]),
            ],
        }
    }
}

impl<M> canvas::Program<M> for Drawn {
    type State = ();

    fn draw(&self, (): &(), renderer: &Renderer, theme: &Theme, bounds: Rectangle, _: Cursor) -> Vec<Geometry> {
        let mut frame = Frame::new(renderer, bounds.size());
        let scale = bounds.width / 24.0;
        let colour = self.ink.colour(roles(theme));
        let width = if self.icon == Icon::Logo { 3.0 * scale } else { (1.8 * scale).max(1.4) };
        let stroke = || {
            Stroke::default()
                .with_color(colour)
                .with_width(width)
                .with_line_cap(LineCap::Round)
                .with_line_join(LineJoin::Round)
        };
        let at = |(x, y): (f32, f32)| Point::new(x * scale, y * scale);
        for piece in self.icon.pieces() {
            match *piece {
                Piece::Line(points) => frame.stroke(&through(points, &at, false), stroke()),
                Piece::Loop(points) => frame.stroke(&through(points, &at, true), stroke()),
                Piece::Circle(x, y, r) => frame.stroke(&Path::circle(at((x, y)), r * scale), stroke()),
                Piece::Box(x, y, w, h, r) => {
                    let size = Size::new(w * scale, h * scale);
                    frame.stroke(&Path::rounded_rectangle(at((x, y)), size, (r * scale).into()), stroke());
                }
                Piece::Arc(x, y, r, from, to) => {
                    let arc = canvas::path::Arc {
                        center: at((x, y)),
                        radius: r * scale,
                        start_angle: iced::Radians(from.to_radians()),
                        end_angle: iced::Radians(to.to_radians()),
                    };
                    frame.stroke(&Path::new(|b| b.arc(arc)), stroke());
                }
                Piece::Dot(x, y, r) => frame.fill(&Path::circle(at((x, y)), r * scale), colour),
            }
        }
        vec![frame.into_geometry()]
    }
}

fn through(points: &[(f32, f32)], at: &impl Fn((f32, f32)) -> Point, closed: bool) -> Path {
    Path::new(|b| {
        for (i, point) in points.iter().enumerate() {
            if i == 0 { b.move_to(at(*point)) } else { b.line_to(at(*point)) }
        }
        if closed {
            b.close();
        }
    })
}
