//! What is done and not held: bursts, bolts, circles of signs, code.

use super::canvas::{Canvas, Pen, polar};
use super::land::shard;
use crate::face::fill::escape;

pub(super) fn draw(canvas: &mut Canvas<'_>, kind: &str, emblem: &str) {
    let p = canvas.palette.clone();
    let (light, hot) = (p.light(93.0).hex(), p.accent.tone(86.0, 1.1).hex());
    let deep = p.dark(12.0).hex();
    match kind {
        "burst" => burst(canvas, &light, &hot),
        "vortex" => vortex(canvas, &light, &hot),
        "bolt" => bolt(canvas, &light, &hot),
        "target" => target(canvas, &light, &hot),
        "seal" => seal(canvas, emblem),
        "beam" => beam(canvas, &light, &hot),
        "wall" => wall(canvas),
        "slash" => slash(canvas, &light, &hot),
        "ward" => ward(canvas, &light, &hot, &deep, emblem),
        "eye" => eye(canvas, &light, &hot, &deep),
        "hourglass" => hourglass(canvas, &light, &hot, &deep),
        "flag" => flag(canvas, emblem),
        "code" => code(canvas, &hot, &deep, emblem),
        "rings" => rings(canvas, &light, &hot, &deep, emblem),
        _ => mandala(canvas, &light, &hot, &deep, emblem),
    }
}

pub(super) fn sign(canvas: &mut Canvas<'_>, emblem: &str, colour: &str, y: f32, size: f32) {
    if !emblem.is_empty() {
        canvas.raw(&format!(
            r#"<path transform="translate({:.0} {:.0}) scale({:.2})" fill="{colour}" fill-rule="evenodd" d="{}"/>"#,
            -size / 2.0,
            y - size / 2.0,
            size / 24.0,
            escape(emblem)
        ));
    }
}

fn burst(canvas: &mut Canvas<'_>, light: &str, hot: &str) {
    canvas.glow(light, 1.0, 0.0, 480.0, 620.0);
    for (tone, length, opacity) in [(0, 900.0, 0.5), (1, 620.0, 0.8), (2, 420.0, 1.0)] {
        let mut pen = Pen::default();
        let count = canvas.rng.pick(&[14, 17, 20]);
        let turn = canvas.rng.range(0.0, 20.0);
        for i in 0..count {
            let angle = turn + i as f32 * 360.0 / count as f32 + canvas.rng.range(-5.0, 5.0);
            let r = length * canvas.rng.range(0.5, 1.0);
            pen.polygon(&[
                polar(0.0, 480.0, 90.0, angle - 7.0),
                polar(0.0, 480.0, r, angle),
                polar(0.0, 480.0, 90.0, angle + 7.0),
            ]);
        }
        let colour = match tone {
            0 => canvas.palette.first.tone(70.0, 1.3).hex(),
            1 => canvas.palette.second.tone(82.0, 1.2).hex(),
            _ => hot.to_owned(),
        };
        canvas.path(&colour, opacity, &pen.0);
    }
    canvas.glow("#ffffff", 1.0, 0.0, 480.0, 210.0);
    canvas.circle("#ffffff", 1.0, 0.0, 480.0, 74.0);
    for _ in 0..9 {
        let angle = canvas.rng.range(0.0, 360.0);
        let far = canvas.rng.range(280.0, 470.0);
        let (x, y) = polar(0.0, 480.0, far, angle);
        let w = canvas.rng.range(16.0, 38.0);
        let colour = canvas.palette.first.tone(34.0, 1.0);
        shard(canvas, (x, y), w, w * 2.2, angle, colour);
    }
}

fn vortex(canvas: &mut Canvas<'_>, light: &str, hot: &str) {
    canvas.glow(light, 0.9, 0.0, 480.0, 600.0);
    let arms = canvas.rng.pick(&[5, 6, 7]);
    let wind = canvas.rng.pick(&[-1.0, 1.0]) * canvas.rng.range(150.0, 230.0);
    for layer in 0..2 {
        let mut pen = Pen::default();
        for arm in 0..arms {
            let start = (arm as f32 + layer as f32 * 0.5) * 360.0 / arms as f32;
            let outer: Vec<(f32, f32)> = (0..14)
                .map(|i| {
                    let t = i as f32 / 13.0;
                    polar(0.0, 480.0, 60.0 + 480.0 * t, start + wind * t)
                })
                .collect();
            let inner = (0..14).rev().map(|i| {
                let t = i as f32 / 13.0;
                polar(0.0, 480.0, 60.0 + 480.0 * t, start + wind * t + 26.0 * (1.0 - t) + 3.0)
            });
            pen.polygon(&outer.into_iter().chain(inner).collect::<Vec<_>>());
        }
        let colour =
            if layer == 0 { canvas.palette.first.tone(42.0, 1.3) } else { canvas.palette.second.tone(74.0, 1.2) };
        canvas.path(&colour.hex(), 0.9, &pen.0);
    }
    canvas.glow(hot, 1.0, 0.0, 480.0, 220.0);
    canvas.circle(hot, 1.0, 0.0, 480.0, 84.0);
    canvas.circle("#ffffff", 0.95, 0.0, 480.0, 44.0);
    let mut dust = Pen::default();
    for _ in 0..36 {
        let (angle, far) = (canvas.rng.range(0.0, 360.0), canvas.rng.range(160.0, 500.0));
        let (x, y) = polar(0.0, 480.0, far, angle);
        dust.diamond(x, y, 7.0);
    }
    canvas.path(light, 0.9, &dust.0);
}

fn bolt(canvas: &mut Canvas<'_>, light: &str, hot: &str) {
    let lean = canvas.rng.range(-160.0, 160.0);
    let mut points = vec![(lean, -20.0)];
    for i in 1..8 {
        let y = i as f32 * 112.0;
        let x = lean * (1.0 - y / 900.0) + canvas.rng.range(-90.0, 90.0);
        points.push((x, y));
    }
    points.push((0.0, 900.0));
    let mut pen = Pen::default();
    for (i, (x, y)) in points.iter().enumerate() {
        if i == 0 {
            pen.m(*x, *y)
        } else {
            pen.l(*x, *y)
        };
    }
    for i in [2, 3, 5] {
        let (x, y) = points[i];
        let side = canvas.rng.pick(&[-1.0, 1.0]);
        let reach = canvas.rng.range(120.0, 260.0);
        pen.m(x, y)
            .l(x + side * reach * 0.5, y + 60.0)
            .l(x + side * reach * 0.7, y + 130.0)
            .l(x + side * reach, y + 190.0);
    }
    let wide = canvas.palette.first.tone(72.0, 1.3).hex();
    canvas.glow(light, 0.9, 0.0, 880.0, 420.0);
    canvas.stroke(&wide, 56.0, 0.3, &pen.0);
    canvas.stroke(&wide, 26.0, 0.85, &pen.0);
    canvas.stroke(hot, 15.0, 1.0, &pen.0);
    canvas.stroke("#ffffff", 6.0, 1.0, &pen.0);
    canvas.ellipse("#ffffff", 0.9, 0.0, 900.0, 130.0, 22.0);
}

fn target(canvas: &mut Canvas<'_>, light: &str, hot: &str) {
    canvas.glow(hot, 0.55, 0.0, 490.0, 500.0);
    for (r, width, opacity) in [(360.0, 6.0, 0.9), (300.0, 24.0, 0.4), (210.0, 6.0, 1.0), (90.0, 8.0, 1.0)] {
        canvas.ring(if r > 250.0 { light } else { hot }, width, opacity, 0.0, 490.0, r);
    }
    let mut ticks = Pen::default();
    for i in 0..72 {
        let r = if i % 6 == 0 { 330.0 } else { 345.0 };
        let ((ax, ay), (bx, by)) = (polar(0.0, 490.0, r, i as f32 * 5.0), polar(0.0, 490.0, 360.0, i as f32 * 5.0));
        ticks.m(ax, ay).l(bx, by);
    }
    canvas.stroke(light, 4.0, 0.9, &ticks.0);
    canvas.stroke(hot, 8.0, 1.0, "M-440 490H-130M130 490H440M0 50V360M0 620V930");
    let turn = canvas.rng.range(0.0, 90.0);
    canvas.raw(&format!(r#"<g transform="rotate({turn:.0} 0 490)">"#));
    canvas.stroke(hot, 20.0, 1.0, "M-255 400A270 270 0 0 1 -90 235M255 580A270 270 0 0 1 90 745");
    canvas.raw("</g>");
    canvas.circle(hot, 1.0, 0.0, 490.0, 24.0);
    let (x, y) = (canvas.rng.range(-150.0, 150.0), canvas.rng.range(380.0, 600.0));
    canvas.glow("#ffffff", 1.0, x, y, 90.0);
    canvas.path("#ffffff", 1.0, &format!("M{x:.0} {:.0}l34 64h-68z", y - 40.0));
}

/// Cuts of light, one across the other.
fn slash(canvas: &mut Canvas<'_>, light: &str, hot: &str) {
    canvas.glow(light, 0.8, 0.0, 480.0, 560.0);
    let count = 3 + canvas.rng.below(2);
    let start = canvas.rng.range(-60.0, 60.0);
    for i in 0..count {
        let turn = start + i as f32 * 180.0 / count as f32 + canvas.rng.range(-12.0, 12.0);
        let reach = canvas.rng.range(430.0, 560.0);
        let (wide, bow) = (canvas.rng.range(36.0, 64.0), canvas.rng.range(80.0, 170.0));
        let colour = if i % 2 == 0 { canvas.palette.first } else { canvas.palette.second }.tone(70.0, 1.3).hex();
        canvas.raw(&format!(r#"<g transform="rotate({turn:.0} 0 480)">"#));
        canvas.path(
            &colour,
            0.9,
            &format!(
                "M-{reach:.0} 480Q0 {:.0} {reach:.0} 480Q0 {:.0} -{reach:.0} 480Z",
                480.0 - bow - wide * 2.0,
                480.0 - bow + wide
            ),
        );
        canvas.path(
            hot,
            1.0,
            &format!(
                "M-{reach:.0} 480Q0 {:.0} {reach:.0} 480Q0 {:.0} -{reach:.0} 480Z",
                480.0 - bow - wide,
                480.0 - bow + wide * 0.4
            ),
        );
        canvas.path(
            "#ffffff",
            0.95,
            &format!(
                "M-{reach:.0} 480Q0 {:.0} {reach:.0} 480Q0 {:.0} -{reach:.0} 480Z",
                480.0 - bow - wide * 0.4,
                480.0 - bow
            ),
        );
        canvas.raw("</g>");
    }
    let mut sparks = Pen::default();
    for _ in 0..34 {
        let (angle, far) = (canvas.rng.range(0.0, 360.0), canvas.rng.range(60.0, 480.0));
        let (x, y) = polar(0.0, 480.0, far, angle);
        let r = canvas.rng.range(4.0, 13.0);
        sparks.diamond(x, y, r);
    }
    canvas.path(light, 1.0, &sparks.0);
}

/// A shield of light.
fn ward(canvas: &mut Canvas<'_>, light: &str, hot: &str, deep: &str, emblem: &str) {
    canvas.glow(light, 0.9, 0.0, 480.0, 580.0);
    let (first, second) = (canvas.palette.first.tone(46.0, 1.2).hex(), canvas.palette.second.tone(62.0, 1.2).hex());
    let shape = |k: f32| {
        let (w, t, b) = (330.0 * k, 480.0 - 350.0 * k, 480.0 + 430.0 * k);
        format!(
            "M0 {t:.0}Q{:.0} {:.0} {w:.0} {:.0}C{w:.0} {:.0} {:.0} {:.0} 0 {b:.0}C{:.0} {:.0} -{w:.0} {:.0} -{w:.0} {:.0}Q{:.0} {:.0} 0 {t:.0}Z",
            w * 0.6,
            t + 60.0 * k,
            t + 40.0 * k,
            480.0 + 130.0 * k,
            w * 0.6,
            b - 90.0 * k,
            -w * 0.6,
            b - 90.0 * k,
            480.0 + 130.0 * k,
            t + 40.0 * k,
            -w * 0.6,
            t + 60.0 * k
        )
    };
    canvas.stroke(light, 5.0, 0.7, &shape(1.16));
    canvas.path(hot, 1.0, &shape(1.0));
    canvas.path(&first, 1.0, &shape(0.92));
    canvas.path(&second, 0.5, "M0 170V850C-190 770 -290 640 -300 480V200Q-150 200 0 170Z");
    canvas.path(deep, 0.9, &shape(0.62));
    canvas.stroke(hot, 6.0, 1.0, &shape(0.62));
    sign(canvas, emblem, hot, 490.0, 220.0);
    for _ in 0..7 {
        let angle = canvas.rng.range(-80.0, 80.0);
        let ((ax, ay), (bx, by)) = (polar(0.0, 480.0, 430.0, angle), polar(0.0, 480.0, 540.0, angle));
        canvas.stroke("#ffffff", 7.0, 0.8, &format!("M{ax:.0} {ay:.0}L{bx:.0} {by:.0}"));
    }
}

/// An eye that looks through the sky.
fn eye(canvas: &mut Canvas<'_>, light: &str, hot: &str, deep: &str) {
    canvas.glow(light, 0.9, 0.0, 480.0, 600.0);
    let mut lashes = Pen::default();
    let count = canvas.rng.pick(&[11, 13, 15]);
    for i in 0..count {
        let angle = -78.0 + 156.0 * i as f32 / (count - 1) as f32;
        let r = if i % 2 == 0 { 460.0 } else { 400.0 };
        for turn in [0.0, 180.0] {
            lashes.polygon(&[
                polar(0.0, 480.0, 270.0, angle - 3.0 + turn),
                polar(0.0, 480.0, r, angle + turn),
                polar(0.0, 480.0, 270.0, angle + 3.0 + turn),
            ]);
        }
    }
    canvas.path(hot, 0.95, &lashes.0);
    canvas.path(hot, 1.0, "M-480 480Q0 60 480 480Q0 900 -480 480Z");
    canvas.path(deep, 1.0, "M-448 480Q0 94 448 480Q0 866 -448 480Z");
    canvas.path(light, 1.0, "M-400 480Q0 140 400 480Q0 820 -400 480Z");
    let iris = canvas.palette.first.tone(44.0, 1.4).hex();
    let ring = canvas.palette.second.tone(68.0, 1.3).hex();
    canvas.circle(&iris, 1.0, 0.0, 480.0, 166.0);
    let mut rays = Pen::default();
    for i in 0..24 {
        let ((ax, ay), (bx, by)) =
            (polar(0.0, 480.0, 76.0, i as f32 * 15.0), polar(0.0, 480.0, 154.0, i as f32 * 15.0));
        rays.m(ax, ay).l(bx, by);
    }
    canvas.stroke(&ring, 9.0, 0.95, &rays.0);
    if canvas.rng.chance(0.5) {
        canvas.circle("#05060c", 1.0, 0.0, 480.0, 74.0);
    } else {
        canvas.ellipse("#05060c", 1.0, 0.0, 480.0, 34.0, 120.0);
    }
    canvas.circle("#ffffff", 0.95, -46.0, 428.0, 28.0);
}

/// An hourglass whose sand does as it likes.
fn hourglass(canvas: &mut Canvas<'_>, light: &str, hot: &str, deep: &str) {
    canvas.glow(light, 0.9, 0.0, 480.0, 580.0);
    let turn = canvas.rng.range(-34.0, 34.0);
    let line = canvas.palette.light(92.0).hex();
    for i in 0..3 {
        canvas.ring(&line, 4.0, 0.6 - i as f32 * 0.15, 0.0, 480.0, 400.0 + i as f32 * 50.0);
    }
    canvas.raw(&format!(r#"<g transform="rotate({turn:.0} 0 480)">"#));
    canvas.path(light, 0.5, "M-190 150H190C190 330 40 400 24 480C40 560 190 630 190 810H-190C-190 630 -40 560 -24 480C-40 400 -190 330 -190 150Z");
    let sand = canvas.palette.first.tone(60.0, 1.3).hex();
    canvas.path(&sand, 1.0, "M-168 250H168C150 360 36 410 16 480H-16C-36 410 -150 360 -168 250ZM-180 810C-180 720 -90 660 0 640C90 660 180 720 180 810Z");
    canvas.rect(&sand, 1.0, -5.0, 470.0, 10.0, 190.0);
    canvas.both(hot, 1.0, "M-230 100H0V150H-230ZM-230 810H0V860H-230Z");
    canvas.path(deep, 0.9, "M-214 150H-194V810H-214ZM194 150H214V810H194Z");
    canvas.path("#ffffff", 0.6, "M-150 180H-120C-120 300 -60 370 -30 420C-90 360 -150 300 -150 180Z");
    canvas.raw("</g>");
    let mut grains = Pen::default();
    for _ in 0..26 {
        let (angle, far) = (canvas.rng.range(0.0, 360.0), canvas.rng.range(250.0, 480.0));
        let (x, y) = polar(0.0, 480.0, far, angle);
        grains.diamond(x, y, 8.0);
    }
    canvas.path(hot, 1.0, &grains.0);
}

/// A paper with a seal.
fn seal(canvas: &mut Canvas<'_>, emblem: &str) {
    let p = canvas.palette.clone();
    canvas.glow(&p.light(90.0).hex(), 0.6, 0.0, 480.0, 560.0);
    let tilt = canvas.rng.range(-9.0, 9.0);
    let ink = p.first.tone(30.0, 0.8).hex();
    canvas.raw(&format!(r#"<g transform="rotate({tilt:.0} 0 500)">"#));
    canvas.path("#05060c", 0.35, "M-250 150H290V910H-250Z");
    canvas.path(&p.second.tone(78.0, 0.4).hex(), 1.0, "M-250 170H250V880H-250Z");
    canvas.path(&p.light(95.0).hex(), 1.0, "M-280 130H190L270 210V860H-280Z");
    canvas.path(&p.second.tone(74.0, 0.6).hex(), 1.0, "M190 130V210H270Z");
    let mut lines = Pen::default();
    for i in 0..9 {
        let y = 330.0 + i as f32 * 42.0;
        let w = if i % 4 == 3 { canvas.rng.range(140.0, 300.0) } else { canvas.rng.range(360.0, 440.0) };
        lines.rect(-220.0, y, w, 13.0);
    }
    canvas.path(&ink, 0.4, &lines.0);
    canvas.path(&ink, 0.95, "M-220 220H60V252H-220Z");
    let struck = canvas.rng.below(3);
    if struck == 0 {
        canvas.path("#0a0d14", 0.95, "M-220 405H120V440H-220ZM-220 490H200V524H-220Z");
    }
    let wax = p.first.tone(52.0, 1.4);
    let mut edge = Pen::default();
    let points: Vec<(f32, f32)> =
        (0..28).map(|i| polar(120.0, 740.0, if i % 2 == 0 { 132.0 } else { 116.0 }, i as f32 * 360.0 / 28.0)).collect();
    edge.polygon(&points);
    canvas.path(&wax.hex(), 1.0, &edge.0);
    canvas.circle(&wax.tone(40.0, 1.2).hex(), 1.0, 120.0, 740.0, 92.0);
    canvas.raw(r#"<g transform="translate(120 0)">"#);
    sign(canvas, emblem, &wax.tone(82.0, 0.9).hex(), 740.0, 124.0);
    canvas.raw("</g></g>");
}

fn beam(canvas: &mut Canvas<'_>, light: &str, hot: &str) {
    let x = canvas.rng.range(-60.0, 60.0);
    let paint =
        canvas.linear((x - 120.0, 0.0), (x + 120.0, 0.0), &[(0.0, hot, 0.0), (0.5, hot, 0.95), (1.0, hot, 0.0)]);
    canvas.rect(&paint, 1.0, x - 120.0, 0.0, 240.0, 850.0);
    canvas.rect("#ffffff", 0.95, x - 17.0, 0.0, 34.0, 850.0);
    for side in [-1.0, 1.0] {
        let (bx, by) = (x + side * canvas.rng.range(200.0, 420.0), 800.0 + canvas.rng.range(-60.0, 40.0));
        let line = canvas.linear((0.0, 0.0), (0.0, by), &[(0.0, light, 0.1), (1.0, light, 0.95)]);
        canvas.stroke(&line, 10.0, 1.0, &format!("M{:.0} -20L{bx:.0} {by:.0}", bx + 110.0));
        canvas.glow(light, 0.9, bx, by, 120.0);
    }
    canvas.glow(hot, 1.0, x, 850.0, 380.0);
    let mut debris = Pen::default();
    for i in 0..15 {
        let angle = -84.0 + i as f32 * 12.0;
        let r = canvas.rng.range(140.0, 340.0);
        debris.polygon(&[
            polar(x, 880.0, 60.0, angle - 7.0),
            polar(x, 880.0, r, angle),
            polar(x, 880.0, 60.0, angle + 7.0),
        ]);
    }
    canvas.path(hot, 0.95, &debris.0);
    canvas.ellipse("#ffffff", 1.0, x, 856.0, 120.0, 60.0);
}

/// A barricade with warning stripes.
fn wall(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    canvas.glow(&p.light(88.0).hex(), 0.6, 0.0, 470.0, 520.0);
    let steel = p.first.tone(38.0, 0.6);
    for (i, x) in [-420.0, -140.0, 140.0, 420.0].into_iter().enumerate() {
        let top = 400.0 + canvas.rng.range(-60.0, 60.0) - if i % 2 == 0 { 0.0 } else { 60.0 };
        let mut slab = Pen::default();
        slab.polygon(&[
            (x - 138.0, 930.0),
            (x - 138.0, top + 40.0),
            (x - 100.0, top),
            (x + 100.0, top),
            (x + 138.0, top + 40.0),
            (x + 138.0, 930.0),
        ]);
        canvas.path(&steel.tone(34.0, 1.0).hex(), 1.0, &slab.0);
        let mut lit = Pen::default();
        lit.polygon(&[
            (x - 138.0, 930.0),
            (x - 138.0, top + 40.0),
            (x - 100.0, top),
            (x - 20.0, top),
            (x - 60.0, 930.0),
        ]);
        canvas.path(&steel.tone(50.0, 1.0).hex(), 1.0, &lit.0);
        let mut stripes = Pen::default();
        for k in 0..4 {
            let at = x - 130.0 + k as f32 * 66.0;
            stripes.polygon(&[(at, 690.0), (at + 34.0, 690.0), (at + 62.0, 620.0), (at + 28.0, 620.0)]);
        }
        canvas.path(&p.accent.tone(82.0, 1.1).hex(), 1.0, &stripes.0);
        canvas.rect(&p.dark(9.0).hex(), 0.8, x - 60.0, top + 60.0, 120.0, 20.0);
    }
    canvas.path(&p.dark(9.0).hex(), 1.0, "M-900 900H900V1010H-900Z");
    canvas.stroke(&p.light(80.0).hex(), 5.0, 0.9, "M-700 380Q-560 330 -420 380T-140 380T140 380T420 380T700 380");
}

fn flag(canvas: &mut Canvas<'_>, emblem: &str) {
    let p = canvas.palette.clone();
    canvas.glow(&p.light(90.0).hex(), 0.6, 0.0, 420.0, 540.0);
    canvas.rect(&p.dark(12.0).hex(), 1.0, -322.0, 80.0, 22.0, 930.0);
    canvas.circle(&p.accent.tone(82.0, 1.0).hex(), 1.0, -311.0, 74.0, 26.0);
    canvas.path(&p.first.tone(52.0, 1.1).hex(), 1.0, "M-300 130C-160 60 -40 220 110 150C220 100 300 110 390 150V620C300 570 220 570 110 620C-40 690 -160 530 -300 600Z");
    canvas.path("#05060c", 0.22, "M-300 130C-250 104 -200 110 -150 130V592C-200 574 -250 574 -300 600ZM110 150C180 118 230 112 280 118V574C220 574 180 588 110 620Z");
    canvas.path(&p.light(94.0).hex(), 0.9, "M-300 240C-160 170 -40 330 110 260C220 210 300 220 390 260V330C300 290 220 280 110 330C-40 400 -160 240 -300 310ZM-300 430C-160 360 -40 520 110 450C220 400 300 410 390 450V520C300 480 220 470 110 520C-40 590 -160 430 -300 500Z");
    canvas.circle(&p.first.tone(24.0, 1.0).hex(), 1.0, 30.0, 380.0, 140.0);
    canvas.raw(r#"<g transform="translate(30 0)">"#);
    sign(canvas, emblem, &p.accent.tone(86.0, 1.0).hex(), 380.0, 190.0);
    canvas.raw("</g>");
}

/// Columns of signs that fall, and a core.
fn code(canvas: &mut Canvas<'_>, hot: &str, deep: &str, emblem: &str) {
    let mut bits = Pen::default();
    for column in -12..=12 {
        let x = column as f32 * 62.0;
        let (mut y, end) = (canvas.rng.range(-100.0, 380.0), canvas.rng.range(520.0, 1000.0));
        while y < end {
            let w = canvas.rng.pick(&[10.0, 22.0, 34.0]);
            bits.rect(x - w / 2.0, y, w, 11.0);
            y += canvas.rng.pick(&[22.0, 22.0, 44.0]);
        }
    }
    canvas.path(&canvas.palette.first.tone(72.0, 1.2).hex(), 0.55, &bits.0);
    rings_core(canvas, hot, deep, emblem);
}

fn rings(canvas: &mut Canvas<'_>, light: &str, hot: &str, deep: &str, emblem: &str) {
    for i in 0..4 {
        let r = 250.0 + i as f32 * 66.0;
        let dash = canvas.rng.pick(&["4 22", "60 30", "140 40 20 40", "300 90"]);
        canvas.raw(&format!(r#"<g stroke-dasharray="{dash}">"#));
        canvas.ring(if i % 2 == 0 { hot } else { light }, 13.0 - i as f32 * 2.0, 0.9, 0.0, 490.0, r);
        canvas.raw("</g>");
    }
    rings_core(canvas, hot, deep, emblem);
}

fn rings_core(canvas: &mut Canvas<'_>, hot: &str, deep: &str, emblem: &str) {
    canvas.glow(hot, 0.75, 0.0, 490.0, 380.0);
    let sides = canvas.rng.pick(&[6, 8, 4]);
    let shape = |r: f32| {
        let mut pen = Pen::default();
        pen.polygon(&(0..sides).map(|i| polar(0.0, 490.0, r, i as f32 * 360.0 / sides as f32)).collect::<Vec<_>>());
        pen.0
    };
    canvas.path(hot, 1.0, &shape(216.0));
    canvas.path(deep, 1.0, &shape(202.0));
    canvas.path(&canvas.palette.first.tone(30.0, 1.2).hex(), 1.0, &shape(170.0));
    sign(canvas, emblem, hot, 490.0, 180.0);
}

/// A circle of petals and signs.
fn mandala(canvas: &mut Canvas<'_>, light: &str, hot: &str, deep: &str, emblem: &str) {
    canvas.glow(light, 0.9, 0.0, 480.0, 600.0);
    let count = canvas.rng.pick(&[8, 10, 12, 16]);
    for (ring, length, tone, k) in [(250.0, 200.0, 46.0, 0.5), (170.0, 190.0, 66.0, 0.0), (110.0, 150.0, 84.0, 0.5)] {
        let mut pen = Pen::default();
        for i in 0..count {
            let angle = (i as f32 + k) * 360.0 / count as f32;
            let wide = 150.0 / count as f32;
            let (a, tip, l, r) = (
                polar(0.0, 480.0, ring * 0.6, angle),
                polar(0.0, 480.0, ring + length, angle),
                polar(0.0, 480.0, ring + length * 0.35, angle - wide),
                polar(0.0, 480.0, ring + length * 0.35, angle + wide),
            );
            pen.m(a.0, a.1).q(l.0, l.1, tip.0, tip.1).q(r.0, r.1, a.0, a.1).z();
        }
        let colour = if tone > 60.0 && tone < 70.0 { canvas.palette.second } else { canvas.palette.first };
        canvas.path(&colour.tone(tone, 1.1).hex(), 0.95, &pen.0);
    }
    canvas.ring(hot, 7.0, 1.0, 0.0, 480.0, 470.0);
    let mut beads = Pen::default();
    for i in 0..count {
        let (x, y) = polar(0.0, 480.0, 470.0, i as f32 * 360.0 / count as f32);
        beads.diamond(x, y, 17.0);
    }
    canvas.path(hot, 1.0, &beads.0);
    canvas.circle(hot, 1.0, 0.0, 480.0, 142.0);
    canvas.circle(deep, 1.0, 0.0, 480.0, 130.0);
    sign(canvas, emblem, hot, 480.0, 160.0);
}
