//! The one look of the window: colours by role, sizes on a grid of four, fonts.
//!
//! A widget asks for a role, never for a colour. Cards bring their own colours and are the brightest thing.

use catalog::tr;
use iced::theme::Palette;
use iced::{Color, Font, Theme, color, font};
use serde::{Deserialize, Serialize};

/// Dark or light.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::VariantArray, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
    /// White on black, for eyes that need it.
    Contrast,
}

/// What colours are for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Roles {
    /// Behind everything, and behind cards.
    pub ground: Color,
    /// Panels at the side: rail, facets, details.
    pub surface: Color,
    /// Fields, buttons, and what is under the cursor.
    pub raised: Color,
    /// Lines of one pixel between panels.
    pub line: Color,
    /// Text.
    pub text: Color,
    /// Text that may wait.
    pub muted: Color,
    /// The one thing to do, and what is chosen.
    pub accent: Color,
    /// Text on the accent.
    pub on_accent: Color,
    /// Fine.
    pub good: Color,
    /// Look here.
    pub warn: Color,
    /// Wrong.
    pub bad: Color,
    /// The ring around what the keyboard is at.
    pub focus: Color,
    /// The ring around a card that something can be done with: a colour that no faction has.
    pub usable: Color,
}

/// Dark roles.
pub const DARK: Roles = Roles {
    ground: color!(0x0e1114),
    surface: color!(0x14181d),
    raised: color!(0x20262e),
    line: color!(0x2a313a),
    text: color!(0xe9ecf1),
    muted: color!(0x9aa5b4),
    accent: color!(0xe3a868),
    on_accent: color!(0x1d1206),
    good: color!(0x6cc799),
    warn: color!(0xe6c45c),
    bad: color!(0xf28482),
    focus: color!(0xf2c48f),
    usable: color!(0x4fd6e8),
};

/// Light roles.
pub const LIGHT: Roles = Roles {
    ground: color!(0xf1f0ed),
    surface: color!(0xfafaf8),
    raised: color!(0xe5e3de),
    line: color!(0xd6d3cc),
    text: color!(0x1b1e23),
    muted: color!(0x565d68),
    accent: color!(0x8c4a12),
    on_accent: color!(0xffffff),
    good: color!(0x1c6b43),
    warn: color!(0x735000),
    bad: color!(0xac2a2f),
    focus: color!(0xb0621f),
    usable: color!(0x0090a8),
};

/// Roles with as much contrast as there is.
pub const CONTRAST: Roles = Roles {
    ground: color!(0x000000),
    surface: color!(0x000000),
    raised: color!(0x1c1c1c),
    line: color!(0x9a9a9a),
    text: color!(0xffffff),
    muted: color!(0xe0e0e0),
    accent: color!(0xffd23f),
    on_accent: color!(0x000000),
    good: color!(0x7dffb0),
    warn: color!(0xffe566),
    bad: color!(0xffa3a3),
    focus: color!(0xffd23f),
    usable: color!(0x4fe4ff),
};

/// Space on a grid of four.
pub mod space {
    /// Within a control.
    pub const XS: f32 = 4.0;
    /// Between things that belong together.
    pub const S: f32 = 8.0;
    /// Between things of a kind.
    pub const M: f32 = 12.0;
    /// Inside panels.
    pub const L: f32 = 16.0;
    /// Between groups.
    pub const XL: f32 = 24.0;
    /// Around a page.
    pub const XXL: f32 = 32.0;
}

/// Sizes of type.
pub mod size {
    /// Remarks and labels.
    pub const CAPTION: f32 = 12.0;
    /// What is read.
    pub const BODY: f32 = 14.0;
    /// What stands out.
    pub const EMPHASIS: f32 = 16.0;
    /// The name of a section.
    pub const SECTION: f32 = 20.0;
    /// The name of a page.
    pub const PAGE: f32 = 28.0;
}

/// Radius of corners.
pub const RADIUS: f32 = 6.0;

/// The text font.
pub const REGULAR: Font = Font::with_name(catalog::face::TEXT_FAMILY);
/// The text font for names and buttons.
pub const SEMIBOLD: Font = Font { weight: font::Weight::Semibold, ..REGULAR };
/// The text font for numbers that count.
pub const BOLD: Font = Font { weight: font::Weight::Bold, ..REGULAR };
/// The text font for flavour.
pub const ITALIC: Font = Font { style: font::Style::Italic, ..REGULAR };

impl Mode {
    /// All of them.
    pub const ALL: &'static [Mode] = <Mode as strum::VariantArray>::VARIANTS;

    /// What it is called.
    pub fn title(self) -> String {
        match self {
            Mode::Dark => tr!("Dark"),
            Mode::Light => tr!("Light"),
            Mode::Contrast => tr!("High contrast"),
        }
    }

    /// The colours.
    pub fn roles(self) -> &'static Roles {
        match self {
            Mode::Dark => &DARK,
            Mode::Light => &LIGHT,
            Mode::Contrast => &CONTRAST,
        }
    }

    /// Light if it is dark, and dark if it is light.
    pub fn other(self) -> Mode {
        match self {
            Mode::Dark | Mode::Contrast => Mode::Light,
            Mode::Light => Mode::Dark,
        }
    }

    /// The theme that iced's own parts use.
    pub fn theme(self) -> Theme {
        let roles = self.roles();
        let palette = Palette {
            background: roles.ground,
            text: roles.text,
            primary: roles.accent,
            success: roles.good,
            warning: roles.warn,
            danger: roles.bad,
        };
        Theme::custom(format!("Deckloom, {self:?}"), palette)
    }
}

/// The roles behind a theme.
pub fn roles(theme: &Theme) -> &'static Roles {
    let ground = theme.palette().background;
    Mode::ALL.iter().map(|mode| mode.roles()).find(|roles| roles.ground == ground).unwrap_or(&DARK)
}

/// A colour between two: `share` of the second one.
pub fn mix(a: Color, b: Color, share: f32) -> Color {
    let between = |x: f32, y: f32| x + (y - x) * share;
    Color { r: between(a.r, b.r), g: between(a.g, b.g), b: between(a.b, b.b), a: between(a.a, b.a) }
}

/// A colour of the data, `#rrggbb`; grey if it is none.
pub fn parse(colour: &str) -> Color {
    colour.parse().unwrap_or(color!(0x8a93a3))
}

/// Black or white, whichever reads better on a colour. Anything softer than black would fall below 4.5 : 1 on
/// colours half-way between.
pub fn ink_on(ground: Color) -> Color {
    if contrast(Color::BLACK, ground) >= contrast(Color::WHITE, ground) { Color::BLACK } else { Color::WHITE }
}

/// The same colour, or one nearer to black or white, so that a sign in it is told from its ground: 3 : 1.
pub fn sign_on(ground: Color, colour: Color) -> Color {
    let mut shares = (0..=10).map(|share| mix(colour, ink_on(ground), share as f32 / 10.0));
    shares.find(|shade| contrast(*shade, ground) >= 3.0).unwrap_or_else(|| ink_on(ground))
}

/// Contrast of two opaque colours by WCAG 2: 1 to 21.
pub fn contrast(a: Color, b: Color) -> f32 {
    let linear = |c: f32| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    let luminance = |c: Color| 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
    let (x, y) = (luminance(a), luminance(b));
    (x.max(y) + 0.05) / (x.min(y) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_can_be_read_on_its_ground() {
        for mode in Mode::ALL.iter().copied() {
            // What stands out must be told apart without much light: 7 : 1.
            let least = if mode == Mode::Contrast { 7.0 } else { 4.5 };
            let roles = mode.roles();
            let grounds = [("ground", roles.ground), ("surface", roles.surface), ("raised", roles.raised)];
            let inks = [
                ("text", roles.text),
                ("muted", roles.muted),
                ("accent", roles.accent),
                ("good", roles.good),
                ("warn", roles.warn),
                ("bad", roles.bad),
            ];
            for (ground_name, ground) in grounds {
                for (ink_name, ink) in inks {
                    let found = contrast(ink, ground);
                    assert!(found >= least, "{mode:?}: {ink_name} on {ground_name} is {found:.2}");
                }
                assert!(contrast(roles.focus, ground) >= 3.0, "{mode:?}: focus on {ground_name}");
            }
            assert!(contrast(roles.on_accent, roles.accent) >= 4.5, "{mode:?}: on_accent");
        }
    }

    #[test]
    fn a_sign_is_told_from_its_ground() {
        for mode in Mode::ALL.iter().copied() {
            let ground = mode.roles().surface;
            for colour in ["#d8ac3a", "#f6d66a", "#ffffff", "#101010", "#6f8fb0"].map(parse) {
                let sign = sign_on(ground, colour);
                assert!(contrast(sign, ground) >= 3.0, "{mode:?}");
                assert!(sign == colour || contrast(colour, ground) < 3.0, "{mode:?}");
            }
        }
    }

    #[test]
    fn ink_reads_on_any_colour() {
        for c in [0x000000, 0xffffff, 0xd9a520, 0x3f78c9, 0x7fd4e8, 0x8d86a0, 0xe8623a] {
            let ground = Color::from_rgb8((c >> 16) as u8, (c >> 8) as u8, c as u8);
            assert!(contrast(ink_on(ground), ground) >= 4.5);
        }
    }
}
