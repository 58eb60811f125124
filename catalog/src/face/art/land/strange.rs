//! Lands of no earth: crystal fields, the hole in the sky, torn time.

use super::super::canvas::{Canvas, Pen, polar};
use super::{crags, ground};
use crate::face::colour::Colour;

pub(super) fn crystal(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    if depth == 0 {
        lattice(canvas);
    }
    let (count, base, tall) = [(15, 690.0, 330.0), (9, 860.0, 330.0), (10, 1010.0, 330.0)][depth];
    for i in 0..count {
        let spread = 1700.0 / count as f32;
        let mut x = -850.0 + spread * (i as f32 + 0.5) + canvas.rng.range(-40.0, 40.0);
        let mut h = tall * canvas.rng.range(0.3, 1.0);
        if depth > 0 {
            // The near ones frame the picture.
            h *= 0.35 + 0.9 * (x.abs() / 600.0).min(1.0);
            x *= 1.0;
        }
        let w = canvas.rng.range(24.0, 52.0) * (1.0 + depth as f32 * 0.35);
        let lean = canvas.rng.range(-16.0, 16.0) + x / 60.0;
        shard(canvas, (x, base), w, h, lean, colour);
    }
    let line = crags(canvas, base + 20.0, 40.0, 90.0);
    ground(canvas, &line, colour.tone(colour.lightness() - 8.0, 0.9), false);
}

/// A net of diamonds in the air, as if it were cut.
fn lattice(canvas: &mut Canvas<'_>) {
    let light = canvas.palette.light(93.0).hex();
    let step = canvas.rng.pick(&[110.0, 140.0, 180.0]);
    let slope = canvas.rng.range(1.2, 1.9);
    let mut lines = Pen::default();
    let mut x = -1700.0;
    while x < 1700.0 {
        lines.m(x, 0.0).l(x + 640.0 / slope, 640.0).m(x, 0.0).l(x - 640.0 / slope, 640.0);
        x += step;
    }
    canvas.stroke(&light, 2.5, 0.3, &lines.0);
    let mut facets = Pen::default();
    for _ in 0..9 {
        let (i, j) = (canvas.rng.range(-5.0, 5.0).round(), canvas.rng.range(0.0, 5.0).round());
        let (w, h) = (step / 2.0, step / 2.0 * slope);
        let (cx, cy) =
            (-1700.0 + ((1700.0 / step).floor() + i) * step + if j as i32 % 2 == 0 { 0.0 } else { w }, h * j);
        facets.polygon(&[(cx, cy - h), (cx + w, cy), (cx, cy + h), (cx - w, cy)]);
    }
    canvas.path(&light, 0.16, &facets.0);
}

/// Plains under a nursery of stars: pillars of gas or a galaxy, arcs of wandering stars, flowers of light.
pub(super) fn nebula(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    let t = colour.lightness();
    match depth {
        0 => {
            if canvas.rng.chance(0.5) {
                pillars(canvas, colour)
            } else {
                galaxy(canvas)
            }
            let line = super::hills(canvas, 640.0, 70.0, 240.0);
            ground(canvas, &line, colour, true);
        }
        1 => {
            let line = super::hills(canvas, 760.0, 60.0, 300.0);
            ground(canvas, &line, colour, true);
            // What the plain mirrors of the sky.
            let light = canvas.palette.light(90.0).hex();
            let mut glints = Pen::default();
            for _ in 0..26 {
                let (x, y) = (canvas.rng.range(-800.0, 800.0), canvas.rng.range(770.0, 900.0));
                let w = canvas.rng.range(10.0, 60.0);
                glints.m(x, y).l(x + w, y);
            }
            canvas.stroke(&light, 3.0, 0.45, &glints.0);
        }
        _ => {
            let line = super::hills(canvas, 930.0, 40.0, 300.0);
            ground(canvas, &line, colour, true);
            for _ in 0..13 {
                let side = canvas.rng.pick(&[-1.0, 1.0]);
                let (x, h) = (side * canvas.rng.range(190.0, 560.0), canvas.rng.range(60.0, 230.0));
                let bend = canvas.rng.range(-30.0, 30.0);
                let (bx, by) = (x + bend, 950.0 - h);
                canvas.stroke(
                    &colour.tone(t + 12.0, 1.2).hex(),
                    6.0,
                    1.0,
                    &format!("M{x:.0} 990Q{x:.0} {:.0} {bx:.0} {by:.0}", 970.0 - h * 0.5),
                );
                let bloom = canvas.palette.second.turn(bend).tone(84.0, 1.3).hex();
                canvas.glow(&bloom, 0.8, bx, by, 52.0);
                let (mut star, r) = (Pen::default(), canvas.rng.range(15.0, 28.0));
                star.m(bx, by - r)
                    .q(bx, by, bx + r, by)
                    .q(bx, by, bx, by + r)
                    .q(bx, by, bx - r, by)
                    .q(bx, by, bx, by - r)
                    .z();
                canvas.path("#ffffff", 0.95, &star.0);
            }
        }
    }
}

fn pillars(canvas: &mut Canvas<'_>, colour: Colour) {
    let side = canvas.rng.pick(&[-1.0, 1.0]);
    let rim = canvas.palette.second.turn(26.0);
    for i in 0..7 {
        // They lean together on one side; one or two stand apart.
        let x = side * if i < 5 { 430.0 - i as f32 * 105.0 } else { -330.0 - (i - 5) as f32 * 130.0 };
        let x = x + canvas.rng.range(-30.0, 30.0);
        let (top, w) =
            (canvas.rng.range(150.0, 470.0) - if i == 1 { 90.0 } else { 0.0 }, canvas.rng.range(62.0, 110.0));
        let lean = -side * canvas.rng.range(10.0, 70.0);
        let (glow, base) = (rim.tone(78.0, 1.3).hex(), colour.tone(colour.lightness() - 8.0, 1.2).hex());
        canvas.glow(&glow, 0.5, x + lean, top + 20.0, 150.0);
        let paint = canvas.linear(
            (0.0, top),
            (0.0, 690.0),
            &[(0.0, &rim.tone(70.0, 1.3).hex(), 0.95), (0.4, &rim.tone(44.0, 1.2).hex(), 0.95), (1.0, &base, 1.0)],
        );
        let mut pen = Pen::default();
        let steps = 7;
        // Lobes up one side and down the other.
        for k in 0..=steps * 2 {
            let (left, k) = (k <= steps, if k <= steps { k } else { steps * 2 - k });
            let up = k as f32 / steps as f32;
            let half = w * (1.15 - 0.75 * up) * canvas.rng.range(0.75, 1.25);
            let px = x + lean * up * up + if left { -half } else { half };
            let py = 700.0 - (700.0 - top) * up;
            if left && k == 0 {
                pen.m(px, py);
            } else {
                let bulge = if left { -38.0 } else { 38.0 };
                let back = (700.0 - top) / steps as f32 * if left { 0.5 } else { -0.5 };
                pen.q(px + bulge, py + back, px, py);
            }
        }
        pen.z();
        canvas.path(&paint, 1.0, &pen.0);
    }
}

fn galaxy(canvas: &mut Canvas<'_>) {
    let (x, y) = (canvas.rng.range(-160.0, 160.0), canvas.rng.range(240.0, 340.0));
    let (tilt, flat) = (canvas.rng.range(-34.0, 34.0), canvas.rng.range(0.3, 0.55));
    let light = canvas.palette.light(95.0).hex();
    let arm = canvas.palette.second.turn(26.0).tone(74.0, 1.4).hex();
    canvas.glow(&arm, 0.8, x, y, 480.0);
    canvas.raw(&format!(r#"<g transform="translate({x:.0} {y:.0}) rotate({tilt:.0}) scale(1 {flat:.2})">"#));
    let arms = canvas.rng.pick(&[2, 3, 4]);
    let (mut bands, mut stars) = (Pen::default(), Pen::default());
    for i in 0..arms {
        for j in 0..26 {
            let (r, angle) = (30.0 + j as f32 * 19.0, i as f32 * 360.0 / arms as f32 + j as f32 * 12.0);
            let (px, py) = polar(0.0, 0.0, r, angle);
            if j == 0 {
                bands.m(px, py)
            } else {
                bands.l(px, py)
            };
            let (dx, dy) = (canvas.rng.range(-34.0, 34.0), canvas.rng.range(-34.0, 34.0));
            stars.diamond(px + dx, py + dy, 6.0);
        }
    }
    canvas.stroke(&arm, 46.0, 0.35, &bands.0);
    canvas.stroke(&light, 12.0, 0.55, &bands.0);
    canvas.path("#ffffff", 0.9, &stars.0);
    canvas.raw("</g>");
    canvas.glow(&light, 1.0, x, y, 130.0);
}

/// A crystal in three facets.
pub(in crate::face::art) fn shard(
    canvas: &mut Canvas<'_>,
    (x, y): (f32, f32),
    w: f32,
    h: f32,
    lean: f32,
    colour: Colour,
) {
    let t = colour.lightness();
    let tip = w * 1.1;
    canvas.raw(&format!(r#"<g transform="translate({x:.0} {y:.0}) rotate({lean:.0})">"#));
    let mut pen = Pen::default();
    pen.polygon(&[(-w * 0.5, 30.0), (-w * 0.6, -h + tip), (0.0, -h), (-w * 0.1, -h + tip * 1.2), (-w * 0.1, 30.0)]);
    canvas.path(&colour.tone(t + 24.0, 0.8).hex(), 1.0, &pen.0);
    let mut pen = Pen::default();
    pen.polygon(&[(-w * 0.12, 30.0), (-w * 0.12, -h + tip * 1.2), (0.0, -h), (w * 0.6, -h + tip), (w * 0.5, 30.0)]);
    canvas.path(&colour.tone(t + 4.0, 1.1).hex(), 1.0, &pen.0);
    let mut pen = Pen::default();
    pen.polygon(&[(w * 0.25, 30.0), (w * 0.3, -h + tip * 1.1), (0.0, -h), (w * 0.6, -h + tip), (w * 0.5, 30.0)]);
    canvas.path(&colour.tone(t - 8.0, 1.1).hex(), 1.0, &pen.0);
    canvas.raw("</g>");
}

pub(super) fn void(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    match depth {
        0 => {
            let (x, y) = (canvas.rng.range(-120.0, 120.0), canvas.rng.range(300.0, 380.0));
            let r = canvas.rng.range(150.0, 210.0);
            let hot = canvas.palette.accent.mix(canvas.palette.first, 0.5).tone(86.0, 1.2).hex();
            let rim = canvas.palette.first.tone(66.0, 2.2).hex();
            let tilt = canvas.rng.range(-24.0, 24.0);
            canvas.glow(&rim, 0.8, x, y, r * 2.7);
            canvas.raw(&format!(r#"<g transform="rotate({tilt:.0} {x:.0} {y:.0})">"#));
            for (k, width, opacity) in [(2.9, 5.0, 0.35), (2.45, 12.0, 0.5), (2.0, 20.0, 0.85), (1.6, 12.0, 1.0)] {
                let colour = if k < 1.9 { &hot } else { &rim };
                canvas.stroke(colour, width, opacity, &ellipse(x, y, r * k, r * k * 0.24));
            }
            canvas.circle("#04030a", 1.0, x, y, r);
            canvas.ring(&hot, 9.0, 1.0, x, y, r * 1.03);
            // The near side of the disc passes in front.
            for (k, width) in [(2.0, 20.0), (1.6, 12.0)] {
                let colour = if k < 1.9 { &hot } else { &rim };
                canvas.stroke(
                    colour,
                    width,
                    1.0,
                    &format!("M{:.0} {y:.0}A{:.0} {:.0} 0 0 0 {:.0} {y:.0}", x - r * k, r * k, r * k * 0.24, x + r * k),
                );
            }
            canvas.raw("</g>");
        }
        1 => {
            for _ in 0..11 {
                let (x, y) = (canvas.rng.range(-700.0, 700.0), canvas.rng.range(180.0, 860.0));
                let (w, lean) = (canvas.rng.range(16.0, 48.0), canvas.rng.range(-60.0, 60.0));
                if x.abs() > 170.0 {
                    shard(canvas, (x, y), w, w * 2.4, lean, colour.tone(26.0, 1.2));
                }
            }
        }
        _ => {
            let line = crags(canvas, 930.0, 130.0, 100.0);
            ground(canvas, &line, colour, false);
        }
    }
}

fn ellipse(x: f32, y: f32, rx: f32, ry: f32) -> String {
    format!("M{:.0} {y:.0}a{rx:.0} {ry:.0} 0 1 1 {:.0} 0a{rx:.0} {ry:.0} 0 1 1 {:.0} 0z", x - rx, 2.0 * rx, -2.0 * rx)
}

pub(super) fn rift(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    match depth {
        0 => {
            let lean = canvas.rng.range(-150.0, 150.0);
            let mut left = vec![(lean, -20.0)];
            let mut right = Vec::new();
            for i in 1..9 {
                let y = i as f32 * 100.0;
                let x = lean * (1.0 - y / 500.0) + canvas.rng.range(-46.0, 46.0);
                let w = 64.0 * (1.0 - (y - 420.0).abs() / 520.0) + 6.0;
                left.push((x - w, y));
                right.push((x + w, y + canvas.rng.range(-30.0, 30.0)));
            }
            right.reverse();
            let hot = canvas.palette.first;
            for (grow, tone, opacity) in [(3.4, 45.0, 0.3), (2.2, 62.0, 0.45), (1.35, 80.0, 0.8), (0.7, 97.0, 1.0)] {
                let scaled: Vec<(f32, f32)> = left
                    .iter()
                    .chain(&right)
                    .map(|(x, y)| {
                        let middle = lean * (1.0 - y / 500.0);
                        (middle + (x - middle) * grow, *y)
                    })
                    .collect();
                let mut pen = Pen::default();
                pen.polygon(&scaled);
                canvas.path(&hot.tone(tone, 1.2).hex(), opacity, &pen.0);
            }
            // The same hour again and again: rings around the tear.
            let line = canvas.palette.light(88.0).hex();
            for i in 0..4 {
                canvas.stroke(
                    &line,
                    3.0,
                    0.4 - i as f32 * 0.08,
                    &ellipse(0.0, 420.0, 250.0 + i as f32 * 110.0, 330.0 + i as f32 * 80.0),
                );
            }
        }
        1 => {
            for _ in 0..9 {
                let (x, y) = (canvas.rng.range(-700.0, 700.0), canvas.rng.range(200.0, 820.0));
                let w = canvas.rng.range(22.0, 70.0);
                let points: Vec<(f32, f32)> =
                    (0..7).map(|i| polar(x, y, w * canvas.rng.range(0.6, 1.1), i as f32 * 51.0)).collect();
                let mut pen = Pen::default();
                pen.polygon(&points);
                canvas.path(&colour.hex(), 1.0, &pen.0);
                let mut lit = Pen::default();
                lit.polygon(&[points[6], points[0], points[1], (x, y)]);
                canvas.path(&canvas.palette.first.tone(66.0, 1.1).hex(), 0.9, &lit.0);
            }
        }
        _ => {
            let line = crags(canvas, 930.0, 90.0, 120.0);
            ground(canvas, &line, colour, false);
        }
    }
}
