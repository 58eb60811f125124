//! What people build: skylines by night, circuit boards, headquarters.

use super::canvas::{Canvas, Pen};
use crate::face::fill::escape;

pub(super) fn draw(canvas: &mut Canvas<'_>, land: &str, depth: usize) {
    match land {
        "circuit" => circuit(canvas, depth),
        _ => city(canvas, depth),
    }
}

/// A row of towers with windows, antennas and signs.
fn city(canvas: &mut Canvas<'_>, depth: usize) {
    let colour = canvas.palette.land(depth).tone([34.0, 22.0, 10.0][depth], 0.8);
    let (base, tall, wide) = [(330.0, 330.0, 70.0), (520.0, 330.0, 100.0), (800.0, 200.0, 150.0)][depth];
    let (mut blocks, mut edges, mut windows, mut masts) =
        (Pen::default(), Pen::default(), Pen::default(), Pen::default());
    let mut lamps = Pen::default();
    let mut x = -900.0_f32;
    while x < 900.0 {
        let w = wide * canvas.rng.range(0.6, 1.3);
        // The city opens towards the middle, where the subject stands.
        let open = if depth == 0 { 1.0 } else { (x.abs() / 520.0).min(1.0) };
        let top = base + tall * canvas.rng.range(0.0, 1.0) + (1.0 - open) * 190.0;
        match canvas.rng.below(4) {
            0 => blocks.polygon(&[(x, 1010.0), (x, top + w * 0.5), (x + w, top), (x + w, 1010.0)]),
            1 => {
                blocks.rect(x + w * 0.2, top - w * 0.35, w * 0.6, w * 0.4);
                blocks.rect(x, top, w, 1010.0 - top)
            }
            2 => blocks.polygon(&[
                (x, 1010.0),
                (x, top + 20.0),
                (x + w * 0.25, top),
                (x + w * 0.75, top),
                (x + w, top + 20.0),
                (x + w, 1010.0),
            ]),
            _ => blocks.rect(x, top, w, 1010.0 - top),
        };
        edges.rect(x + w * 0.82, top + w * 0.2, w * 0.18, 1010.0 - top);
        if canvas.rng.chance(0.35) {
            let h = canvas.rng.range(40.0, 110.0);
            masts.rect(x + w * 0.48, top - h, 4.0, h);
            lamps.diamond(x + w * 0.48 + 2.0, top - h, 6.0);
        }
        if depth > 0 && !canvas.small {
            let step = 24.0 + depth as f32 * 8.0;
            let mut y = top + w * 0.45;
            while y < 990.0 {
                let mut at = x + w * 0.12;
                while at + step * 0.5 < x + w * 0.8 {
                    if canvas.rng.chance(0.36) {
                        windows.rect(at, y, step * 0.45, step * 0.32);
                    }
                    at += step * 0.8;
                }
                y += step * 0.9;
            }
        }
        x += w * canvas.rng.range(0.9, 1.25);
    }
    canvas.path(&colour.hex(), 1.0, &blocks.0);
    canvas.path(&colour.tone(colour.lightness() - 5.0, 1.0).hex(), 0.8, &edges.0);
    canvas.path(&colour.hex(), 1.0, &masts.0);
    let light = canvas.palette.accent.tone(84.0, 1.0).hex();
    canvas.path(&light, if depth == 1 { 0.55 } else { 0.8 }, &windows.0);
    canvas.path(&canvas.palette.first.turn(30.0).tone(70.0, 1.5).hex(), 1.0, &lamps.0);
    if depth < 2 {
        let haze = canvas.palette.second.mix(canvas.palette.first, 0.4).tone([60.0, 48.0][depth], 1.1).hex();
        let paint = canvas.linear((0.0, 420.0), (0.0, 980.0), &[(0.0, &haze, 0.0), (1.0, &haze, 0.75)]);
        canvas.rect(&paint, 1.0, -900.0, 420.0, 1800.0, 590.0);
    }
    if depth == 1 {
        signs(canvas);
    }
}

/// Upright signs in neon.
fn signs(canvas: &mut Canvas<'_>) {
    for side in [-1.0_f32, 1.0] {
        let (x, y) = (side * canvas.rng.range(330.0, 560.0), canvas.rng.range(430.0, 560.0));
        let h = canvas.rng.range(110.0, 220.0);
        let turn = canvas.rng.pick(&[-60.0, 0.0, 45.0, 120.0]);
        let colour = canvas.palette.first.turn(turn).tone(72.0, 1.4).hex();
        canvas.glow(&colour, 0.4, x, y + h / 2.0, h * 0.8);
        let mut bars = Pen::default();
        let mut at = y;
        while at < y + h {
            let step = canvas.rng.range(14.0, 30.0);
            let inset = canvas.rng.range(0.0, 16.0);
            bars.rect(x - 18.0 + inset * 0.5, at, 36.0 - inset, step * 0.55);
            at += step;
        }
        canvas.path(&colour, 0.95, &bars.0);
    }
}

/// A board: lines that run in steps to their pads.
fn circuit(canvas: &mut Canvas<'_>, depth: usize) {
    let p = canvas.palette.clone();
    match depth {
        0 => {
            let (a, b) = (p.first.tone(12.0, 0.9).hex(), p.second.tone(27.0, 1.1).hex());
            let paint =
                canvas.linear((-600.0, 0.0), (600.0, 1000.0), &[(0.0, &a, 1.0), (0.6, &b, 1.0), (1.0, &a, 1.0)]);
            canvas.rect(&paint, 1.0, -900.0, 0.0, 1800.0, 1000.0);
            canvas.glow(&p.first.tone(58.0, 1.2).hex(), 0.75, 0.0, 500.0, 640.0);
            let mut grid = Pen::default();
            let mut at = -880.0;
            while at < 900.0 {
                grid.rect(at, 0.0, 1.0, 1000.0);
                grid.rect(-900.0, at + 880.0, 1800.0, 1.0);
                at += 44.0;
            }
            canvas.path(&p.light(80.0).hex(), 0.10, &grid.0);
        }
        1 => {
            let (mut lines, mut pads) = (Pen::default(), Pen::default());
            for i in 0..30 {
                let upright = i % 2 == 0;
                let along = canvas.rng.range(-20.0, 20.0).round() * 44.0;
                let (start, bend) = (canvas.rng.range(190.0, 330.0), canvas.rng.range(60.0, 210.0));
                let side = if i % 4 < 2 { -1.0 } else { 1.0 };
                let end = side * canvas.rng.range(520.0, 900.0);
                let at = along * 0.32;
                let (from, knee, far) = (side * start, side * (start + bend), along.signum() * bend + at);
                let points = [(from, at), (side * (start + 20.0), at), (knee, far), (end, far)];
                let place = |(x, y): (f32, f32)| if upright { (y, 500.0 + x) } else { (x, 500.0 + y) };
                for (n, point) in points.into_iter().enumerate() {
                    let (x, y) = place(point);
                    if n == 0 {
                        lines.m(x, y)
                    } else {
                        lines.l(x, y)
                    };
                }
                let (x, y) = place(points[3]);
                pads.diamond(x, y, 11.0);
                let (x, y) = place(points[0]);
                pads.diamond(x, y, 8.0);
            }
            let bright = p.first.tone(74.0, 1.3).hex();
            canvas.stroke(&bright, 4.0, 0.7, &lines.0);
            canvas.path(&p.light(92.0).hex(), 0.9, &pads.0);
        }
        _ => {
            let mut bits = Pen::default();
            for _ in 0..60 {
                let (x, y) = (canvas.rng.range(-40.0, 40.0).round() * 22.0, canvas.rng.range(0.0, 45.0).round() * 22.0);
                let w = canvas.rng.pick(&[6.0, 6.0, 14.0]);
                bits.rect(x, y, w, 6.0);
            }
            canvas.path(&p.accent.tone(82.0, 1.0).hex(), 0.6, &bits.0);
        }
    }
}

/// A building that is the subject.
pub(super) fn building(canvas: &mut Canvas<'_>, kind: &str, emblem: &str) {
    let p = canvas.palette.clone();
    let (dark, body, lit) = (p.dark(12.0).hex(), p.first.tone(30.0, 0.9).hex(), p.first.tone(52.0, 1.0).hex());
    let light = p.accent.tone(86.0, 1.0).hex();
    canvas.glow(&p.light(86.0).hex(), 0.55, 0.0, 330.0, 560.0);
    match kind {
        "fortress" => {
            canvas.path(&dark, 1.0, "M-560 1000V700L-470 640H470L560 700V1000Z");
            canvas.path(&body, 1.0, "M-380 1000V470L-300 420H300L380 470V1000Z");
            canvas.path(&lit, 1.0, "M-380 1000V470L-300 420H-20V1000Z");
            canvas.path(&body, 1.0, "M-200 430V230L-150 190H150L200 230V430Z");
            canvas.path(&lit, 1.0, "M-200 430V230L-150 190H-10V430Z");
            canvas.path(&dark, 1.0, "M-470 640V560H-430V640ZM470 640V560H430V640ZM-6 190V40H6V190Z");
            canvas.path(
                &light,
                0.9,
                "M-330 560H330V572H-330ZM-330 640H330V652H-330ZM-160 290H160V300H-160ZM6 44H110L90 74L110 104H6Z",
            );
            canvas.path(&dark, 1.0, "M-70 1000V830Q0 770 70 830V1000Z");
            for x in [-300.0, -180.0, 180.0, 300.0] {
                canvas.rect(&light, 0.7, x - 18.0, 720.0, 36.0, 60.0);
            }
        }
        "bridge" => {
            canvas.path(&dark, 1.0, "M-900 860H900V900H-900ZM-330 1000V300H-280V1000ZM280 1000V300H330V1000Z");
            canvas.path(
                &body,
                1.0,
                "M-345 300H-265V330H-345ZM265 300H345V330H265ZM-330 520H-280V545H-330ZM280 520H330V545H280Z",
            );
            canvas.stroke(&dark, 10.0, 1.0, "M-900 640Q-560 720 -305 310Q0 1180 305 310Q560 720 900 640");
            let mut hangers = Pen::default();
            for i in -8..=8 {
                let x = i as f32 * 32.0;
                let t = (x + 305.0) / 610.0;
                let y = (1.0 - t).powi(2) * 310.0 + 2.0 * t * (1.0 - t) * 1180.0 + t * t * 310.0;
                hangers.m(x, y.min(855.0)).l(x, 860.0);
            }
            canvas.stroke(&dark, 4.0, 1.0, &hangers.0);
            let mut lamps = Pen::default();
            for i in -14..=14 {
                lamps.diamond(i as f32 * 60.0, 852.0, 8.0);
            }
            canvas.path(&light, 1.0, &lamps.0);
        }
        _ => {
            canvas.path(&dark, 1.0, "M-420 1000V640H-250V560H250V620H430V1000Z");
            canvas.path(&body, 1.0, "M-210 1000L-170 200L0 60L170 200L210 1000Z");
            canvas.path(&lit, 1.0, "M-210 1000L-170 200L0 60V1000Z");
            canvas.path(&p.first.tone(66.0, 1.0).hex(), 0.6, "M-210 1000L-170 200L-130 168L-150 1000Z");
            let mut floors = Pen::default();
            for i in 0..22 {
                let y = 480.0 + i as f32 * 24.0;
                floors.rect(-178.0, y, 356.0, 7.0);
            }
            canvas.path(&light, 0.38, &floors.0);
            canvas.path(&dark, 1.0, "M-5 70V-10H5V70Z");
        }
    }
    if kind == "tower" && !emblem.is_empty() {
        canvas.circle(&dark, 0.85, 0.0, 330.0, 108.0);
        canvas.ring(&light, 7.0, 1.0, 0.0, 330.0, 108.0);
        canvas.raw(&format!(
            r#"<path transform="translate(-72 258) scale(6)" fill="{light}" fill-rule="evenodd" d="{}"/>"#,
            escape(emblem)
        ));
    }
}
