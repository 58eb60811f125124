//! Patterns for frames: one path each, in one colour.

use super::canvas::{Pen, Rng, polar};
use crate::face::layout::Frame;

/// Writes a pattern that fills a frame. An unknown kind is dots.
pub(in crate::face) fn pattern(
    out: &mut String,
    frame: Frame,
    kind: &str,
    seed: &str,
    colour: &str,
    opacity: f32,
    step: f32,
) {
    let step = step.max(4.0);
    let mut rng = Rng::seeded(seed, "pattern");
    let mut pen = Pen::default();
    let (columns, rows) = ((frame.w / step).round().max(1.0), (frame.h / step).round().max(1.0));
    let (w, h) = (frame.w / columns, frame.h / rows);
    let line = match kind {
        "weave" => {
            weave(&mut pen, frame, (columns as usize, rows as usize), (w, h), &mut rng);
            0.0
        }
        "zigzag" => {
            for row in 0..rows as usize {
                let y = frame.y + row as f32 * h;
                pen.m(frame.x, y + h * 0.75);
                for column in 0..columns as usize {
                    let x = frame.x + column as f32 * w;
                    pen.l(x + w / 2.0, y + h * 0.25).l(x + w, y + h * 0.75);
                }
            }
            step * 0.12
        }
        "circuit" => {
            for row in 0..rows as usize {
                let mut x = frame.x;
                let mut y = frame.y + (row as f32 + 0.5) * h;
                pen.m(x, y);
                while x < frame.x + frame.w - w {
                    let run = w * rng.range(1.0, 5.0);
                    x = (x + run).min(frame.x + frame.w);
                    pen.l(x, y);
                    let turn = rng.pick(&[-0.5, 0.0, 0.5]) * h;
                    if y + turn > frame.y && y + turn < frame.y + frame.h && x + w * 0.5 < frame.x + frame.w {
                        x += turn.abs();
                        y += turn;
                        pen.l(x, y);
                    }
                    if rng.chance(0.25) {
                        x += w;
                        pen.m(x.min(frame.x + frame.w), y);
                    }
                }
            }
            step * 0.07
        }
        "hex" => {
            for row in 0..=rows as usize {
                for column in 0..=columns as usize {
                    let x = frame.x + (column as f32 + if row % 2 == 0 { 0.0 } else { 0.5 }) * w;
                    let y = frame.y + row as f32 * h;
                    if x > frame.x + frame.w || y > frame.y + frame.h || rng.chance(0.3) {
                        continue;
                    }
                    for i in 0..3 {
                        let (ax, ay) = polar(x, y, step * 0.52, i as f32 * 60.0);
                        let (bx, by) = polar(x, y, step * 0.52, i as f32 * 60.0 + 60.0);
                        pen.m(ax, ay).l(bx, by);
                    }
                }
            }
            step * 0.05
        }
        _ => {
            for row in 0..rows as usize {
                for column in 0..columns as usize {
                    pen.diamond(frame.x + (column as f32 + 0.5) * w, frame.y + (row as f32 + 0.5) * h, step * 0.12);
                }
            }
            0.0
        }
    };
    let paint = if line > 0.0 {
        format!(r#"fill="none" stroke="{colour}" stroke-width="{line:.1}" stroke-opacity="{opacity}""#)
    } else {
        format!(r#"fill="{colour}" fill-opacity="{opacity}" fill-rule="evenodd""#)
    };
    out.push_str(&format!(r#"<path {paint} d="{}"/>"#, pen.0));
}

/// Cells as in woven cloth: triangles, bars and steps, the same left and right of the middle.
fn weave(pen: &mut Pen, frame: Frame, (columns, rows): (usize, usize), (w, h): (f32, f32), rng: &mut Rng) {
    let tall = frame.h > frame.w;
    let (long, cross) = if tall { (rows, columns) } else { (columns, rows) };
    let half = long.div_ceil(2);
    let motifs: Vec<usize> = (0..4).map(|_| rng.below(5)).collect();
    for i in 0..long {
        let mirrored = i.min(long - 1 - i);
        let motif = motifs[mirrored % motifs.len()];
        let flip = i >= half;
        for j in 0..cross {
            let (column, row) = if tall { (j, i) } else { (i, j) };
            let (x, y) = (frame.x + column as f32 * w, frame.y + row as f32 * h);
            cell(pen, motif, (x, y), (w, h), flip != (j % 2 == 1), tall);
        }
    }
}

fn cell(pen: &mut Pen, motif: usize, (x, y): (f32, f32), (w, h): (f32, f32), flip: bool, tall: bool) {
    let (a, b) = if flip { (1.0, 0.0) } else { (0.0, 1.0) };
    match motif {
        // A triangle along the way.
        0 if tall => pen.polygon(&[(x, y + a * h), (x + w, y + a * h), (x + w / 2.0, y + b * h)]),
        0 => pen.polygon(&[(x + a * w, y), (x + a * w, y + h), (x + b * w, y + h / 2.0)]),
        // Two bars.
        1 if tall => pen.rect(x, y + h * 0.14, w, h * 0.22).rect(x, y + h * 0.64, w, h * 0.22),
        1 => pen.rect(x + w * 0.14, y, w * 0.22, h).rect(x + w * 0.64, y, w * 0.22, h),
        // A diamond with a hole.
        2 => pen.polygon(&[(x + w / 2.0, y), (x + w, y + h / 2.0), (x + w / 2.0, y + h), (x, y + h / 2.0)]).polygon(&[
            (x + w / 2.0, y + h * 0.3),
            (x + w * 0.7, y + h / 2.0),
            (x + w / 2.0, y + h * 0.7),
            (x + w * 0.3, y + h / 2.0),
        ]),
        // Steps.
        3 => pen.rect(x, y, w * 0.5, h * 0.5).rect(x + w * 0.5, y + h * 0.5, w * 0.5, h * 0.5),
        // Two triangles that meet.
        _ => pen.polygon(&[(x, y), (x + w / 2.0, y + h / 2.0), (x, y + h)]).polygon(&[
            (x + w, y),
            (x + w / 2.0, y + h / 2.0),
            (x + w, y + h),
        ]),
    };
}
