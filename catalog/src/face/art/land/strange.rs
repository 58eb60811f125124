//! Lands of no earth: crystal fields, the hole in the sky, torn time.

use super::super::canvas::{Canvas, Pen, polar};
use super::{crags, ground};
use crate::face::colour::Colour;

pub(super) fn crystal(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
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
