//! Signs of magic: a knot that holds, a circle on the ground, a flash.

use super::canvas::{Canvas, Pen, polar};
use super::effect::sign;

pub(super) fn draw(canvas: &mut Canvas<'_>, kind: &str, emblem: &str) {
    match kind {
        "knot" => knot(canvas, emblem),
        "circle" => circle(canvas, emblem),
        _ => flash(canvas),
    }
}

/// A torus knot: a band that winds about a ring and passes over and under itself.
fn knot(canvas: &mut Canvas<'_>, emblem: &str) {
    let light = canvas.palette.light(90.0).hex();
    canvas.glow(&light, 0.8, 0.0, 480.0, 520.0);
    let (turns, winds) = canvas.rng.pick(&[(2, 3), (2, 5), (3, 4), (3, 5), (2, 7), (3, 7), (4, 5)]);
    let width = if winds > 4 { 40.0 } else { 54.0 };
    let lean = canvas.rng.range(0.0, 360.0);
    let point = |t: f32| {
        let r = 262.0 + 118.0 * (winds as f32 * t / turns as f32).cos();
        polar(0.0, 480.0, r, lean + t.to_degrees())
    };
    // The band is above where the winding goes outwards.
    let (mut low, mut high) = (Pen::default(), Pen::default());
    let steps = winds * 20;
    let mut above = None;
    for i in 0..=steps {
        let t = std::f32::consts::TAU * turns as f32 * i as f32 / steps as f32;
        let now = (winds as f32 * t / turns as f32).sin() > 0.0;
        let pen = if now { &mut high } else { &mut low };
        let (x, y) = point(t);
        if above == Some(now) {
            pen.l(x, y);
        } else {
            // The new arc begins where the old one ended.
            let back = point(t - std::f32::consts::TAU * turns as f32 / steps as f32);
            pen.m(back.0, back.1).l(x, y);
        }
        above = Some(now);
    }
    let band = canvas.palette.first.tone(56.0, 1.2).hex();
    let under = canvas.palette.second.tone(44.0, 1.2).hex();
    let (dark, shine) = (canvas.palette.dark(12.0).hex(), canvas.palette.accent.tone(86.0, 1.0).hex());
    for (pen, colour) in [(&low, &under), (&high, &band)] {
        for (colour, width) in [(&dark, width + 16.0), (colour, width), (&shine, width * 0.2)] {
            canvas.raw(&format!(
                r#"<path fill="none" stroke="{colour}" stroke-width="{width:.0}" stroke-linejoin="round" d="{}"/>"#,
                pen.0
            ));
        }
    }
    canvas.circle(&dark, 0.92, 0.0, 480.0, 104.0);
    canvas.ring(&shine, 8.0, 1.0, 0.0, 480.0, 104.0);
    sign(canvas, emblem, &shine, 480.0, 110.0);
}

/// A star in rings, lying on the ground, with light that rises from it.
fn circle(canvas: &mut Canvas<'_>, emblem: &str) {
    let (first, second) = (canvas.palette.first, canvas.palette.second);
    let light = canvas.palette.light(94.0).hex();
    let hot = canvas.palette.accent.tone(88.0, 1.1).hex();
    let rise = second.tone(78.0, 1.3).hex();
    let beam = canvas.linear((0.0, 60.0), (0.0, 800.0), &[(0.0, &rise, 0.0), (1.0, &rise, 0.75)]);
    canvas.path(&beam, 1.0, "M-330 800L-410 0H410L330 800Z");
    canvas.glow(&rise, 0.9, 0.0, 780.0, 480.0);
    canvas.raw(r#"<g transform="translate(0 800) scale(1 .36)">"#);
    canvas.circle(&first.tone(16.0, 1.2).hex(), 0.7, 0.0, 0.0, 450.0);
    for (r, w) in [(450.0, 16.0), (416.0, 6.0), (300.0, 8.0)] {
        canvas.ring(&hot, w, 1.0, 0.0, 0.0, r);
    }
    let points = canvas.rng.pick(&[5_usize, 6, 7, 8, 9]);
    let skip = canvas.rng.pick(&[2, 2, 3]).min((points - 1) / 2);
    let turn = canvas.rng.range(0.0, 360.0);
    let mut star = Pen::default();
    for i in 0..points {
        let at = |i: usize| polar(0.0, 0.0, 410.0, turn + (i % points) as f32 * 360.0 / points as f32);
        let (a, b) = (at(i), at(i + skip));
        star.m(a.0, a.1).l(b.0, b.1);
    }
    canvas.stroke(&light, 11.0, 0.95, &star.0);
    let mut signs = Pen::default();
    for i in 0..points * 3 {
        let (x, y) = polar(0.0, 0.0, 433.0, turn + i as f32 * 120.0 / points as f32);
        signs.diamond(x, y, if i % 3 == 0 { 34.0 } else { 15.0 });
    }
    canvas.path(&light, 1.0, &signs.0);
    canvas.raw("</g>");
    for _ in 0..26 {
        let (x, y, r) = (canvas.rng.range(-340.0, 340.0), canvas.rng.range(120.0, 800.0), canvas.rng.range(4.0, 13.0));
        let mut mote = Pen::default();
        mote.diamond(x, y, r);
        canvas.path(&light, 0.9, &mote.0);
    }
    canvas.glow(&light, 1.0, 0.0, 440.0, 210.0);
    sign(canvas, emblem, &first.tone(26.0, 1.3).hex(), 440.0, 190.0);
}

/// A light that comes from one side and breaks.
fn flash(canvas: &mut Canvas<'_>) {
    let light = canvas.palette.light(96.0).hex();
    let hot = canvas.palette.accent.tone(88.0, 1.1).hex();
    let (x, y) = (canvas.rng.range(-160.0, 160.0), canvas.rng.range(330.0, 480.0));
    canvas.glow(&light, 1.0, x, y, 560.0);
    let turn = canvas.rng.range(0.0, 90.0);
    let arms = canvas.rng.pick(&[4, 6, 8]);
    for (long, wide, colour, opacity) in [
        (820.0, 46.0, canvas.palette.second.tone(76.0, 1.3).hex(), 0.6),
        (620.0, 30.0, hot, 0.9),
        (440.0, 17.0, light.clone(), 1.0),
    ] {
        let mut pen = Pen::default();
        for i in 0..arms {
            let angle = turn + i as f32 * 360.0 / arms as f32;
            let long = if i % 2 == 0 { long } else { long * 0.55 };
            pen.polygon(&[polar(x, y, wide, angle - 90.0), polar(x, y, long, angle), polar(x, y, wide, angle + 90.0)]);
        }
        canvas.path(&colour, opacity, &pen.0);
    }
    canvas.circle("#ffffff", 1.0, x, y, 46.0);
    for i in 0..3 {
        let r = 150.0 + i as f32 * 92.0;
        canvas.ring(&light, 5.0, 0.7 - i as f32 * 0.18, x, y, r);
    }
    let mut sparks = Pen::default();
    for _ in 0..24 {
        let (angle, far, r) =
            (canvas.rng.range(0.0, 360.0), canvas.rng.range(130.0, 470.0), canvas.rng.range(3.0, 11.0));
        let (sx, sy) = polar(x, y, far, angle);
        sparks.diamond(sx, sy, r);
    }
    canvas.path("#ffffff", 0.95, &sparks.0);
}
