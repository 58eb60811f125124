//! Lands in three depths: far ones pale, near ones dark.

mod strange;

use super::canvas::{Canvas, Pen};
use super::sky::cloud;
use crate::face::colour::Colour;
pub(super) use strange::shard;

const EDGE: f32 = 900.0;

pub(super) fn draw(canvas: &mut Canvas<'_>, land: &str, depth: usize) {
    let colour = canvas.palette.land(depth);
    match land {
        "peaks" => peaks(canvas, depth, colour),
        "volcano" => volcano(canvas, depth, colour),
        "jungle" => jungle(canvas, depth, colour),
        "savanna" => savanna(canvas, depth, colour),
        "sea" => sea(canvas, depth, colour),
        "islands" => islands(canvas, depth, colour),
        "nebula" => strange::nebula(canvas, depth, colour),
        "crystal" => strange::crystal(canvas, depth, colour),
        "void" => strange::void(canvas, depth, colour),
        "rift" => strange::rift(canvas, depth, colour),
        _ => plains(canvas, depth, colour),
    }
}

/// Where the land of a depth begins.
fn horizon(depth: usize) -> f32 {
    [600.0, 735.0, 880.0][depth.min(2)]
}

/// Fills from a line of points down to the bottom, a little darker below.
fn ground(canvas: &mut Canvas<'_>, points: &[(f32, f32)], colour: Colour, smooth: bool) {
    let mut pen = Pen::default();
    pen.m(-EDGE, 1010.0).l(points[0].0, points[0].1);
    if smooth {
        pen.smooth(points);
    } else {
        for (x, y) in points {
            pen.l(*x, *y);
        }
    }
    pen.l(EDGE, 1010.0).z();
    let top = points.iter().map(|p| p.1).fold(f32::MAX, f32::min);
    let (high, low) =
        (colour.tone(colour.lightness() + 5.0, 1.0).hex(), colour.tone(colour.lightness() - 9.0, 1.0).hex());
    let paint = canvas.linear((0.0, top), (0.0, top + 330.0), &[(0.0, &high, 1.0), (1.0, &low, 1.0)]);
    canvas.path(&paint, 1.0, &pen.0);
}

/// A gentle line.
fn hills(canvas: &mut Canvas<'_>, y: f32, height: f32, step: f32) -> Vec<(f32, f32)> {
    let mut points = Vec::new();
    let mut x = -EDGE;
    while x < EDGE + step {
        points.push((x, y - canvas.rng.range(0.0, height)));
        x += step * canvas.rng.range(0.7, 1.3);
    }
    points
}

/// A broken line.
fn crags(canvas: &mut Canvas<'_>, y: f32, height: f32, step: f32) -> Vec<(f32, f32)> {
    let mut points = Vec::new();
    let (mut x, mut up) = (-EDGE, false);
    while x < EDGE + step {
        let lift = if up { canvas.rng.range(0.5, 1.0) } else { canvas.rng.range(0.0, 0.35) };
        points.push((x, y - lift * height));
        x += step * canvas.rng.range(0.5, 1.2);
        up = !up;
    }
    points
}

fn plains(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    let line = hills(canvas, horizon(depth) + 20.0, 60.0, 260.0);
    ground(canvas, &line, colour, true);
    if depth == 1 {
        // Furrows of light that lead to the horizon.
        let light = canvas.palette.light(80.0).hex();
        let mut pen = Pen::default();
        for i in -5..=5 {
            let x = i as f32;
            pen.m(x * 60.0, 745.0).q(x * 110.0, 820.0, x * 260.0, 1000.0);
        }
        canvas.stroke(&light, 3.0, 0.22, &pen.0);
    }
    if depth == 2 {
        let mut stones = Pen::default();
        for _ in 0..5 {
            let (x, w) = (canvas.rng.range(-750.0, 750.0), canvas.rng.range(16.0, 44.0));
            let h = w * canvas.rng.range(1.6, 4.0);
            stones.polygon(&[(x - w, 900.0), (x - w * 0.7, 900.0 - h), (x + w * 0.2, 880.0 - h), (x + w, 900.0)]);
        }
        canvas.path(&colour.hex(), 1.0, &stones.0);
    }
}

fn peaks(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    if depth == 2 {
        let line = crags(canvas, 930.0, 70.0, 120.0);
        ground(canvas, &line, colour, false);
        let mut pines = Pen::default();
        for _ in 0..16 {
            let (x, h) = (canvas.rng.range(-800.0, 800.0), canvas.rng.range(60.0, 130.0));
            for tier in 0..3 {
                let top = 930.0 - h + tier as f32 * h * 0.22;
                let w = h * (0.16 + tier as f32 * 0.07);
                pines.polygon(&[(x, top), (x + w, top + h * 0.42), (x - w, top + h * 0.42)]);
            }
        }
        canvas.path(&colour.tone(colour.lightness() - 2.0, 1.0).hex(), 1.0, &pines.0);
        return;
    }
    let (base, tall, count) = if depth == 0 { (760.0, 470.0, 5) } else { (900.0, 300.0, 7) };
    let (mut body, mut lit, mut snow) = (Pen::default(), Pen::default(), Pen::default());
    for i in 0..count {
        let spread = 1700.0 / count as f32;
        let x = -850.0 + spread * (i as f32 + 0.5) + canvas.rng.range(-70.0, 70.0);
        let h = tall * canvas.rng.range(0.55, 1.0);
        let w = h * canvas.rng.range(0.62, 0.85);
        let (top, lean) = (base - h, canvas.rng.range(-30.0, 30.0));
        body.polygon(&[(x, top), (x + w, base + 90.0), (x - w, base + 90.0)]);
        lit.polygon(&[(x, top), (x + lean, top + h * 0.45), (x - w * 0.25 + lean, base + 90.0), (x - w, base + 90.0)]);
        let s = 0.28;
        snow.polygon(&[
            (x, top),
            (x + w * s, top + (h + 90.0) * s),
            (x + w * s * 0.4, top + h * s * 0.8),
            (x + lean * s, top + h * s * 1.35),
            (x - w * s * 0.5, top + h * s * 0.85),
            (x - w * s, top + (h + 90.0) * s),
        ]);
    }
    let t = colour.lightness();
    canvas.path(&colour.tone(t - 6.0, 1.0).hex(), 1.0, &body.0);
    canvas.path(&colour.tone(t + 7.0, 1.0).hex(), 1.0, &lit.0);
    canvas.path(&canvas.palette.light(if depth == 0 { 94.0 } else { 82.0 }).hex(), 0.9, &snow.0);
    canvas.path(&colour.tone(t - 6.0, 1.0).hex(), 1.0, &format!("M-900 {base:.0}H900V1010H-900Z"));
    let haze = canvas.palette.light(86.0).hex();
    let paint = canvas.linear((0.0, base - 160.0), (0.0, base + 60.0), &[(0.0, &haze, 0.0), (1.0, &haze, 0.5)]);
    canvas.rect(&paint, 1.0, -EDGE, base - 160.0, 1800.0, 220.0);
}

fn volcano(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    let hot = canvas.palette.accent.mix(canvas.palette.first, 0.3);
    let (lava, core) = (hot.tone(70.0, 1.6).hex(), hot.tone(92.0, 0.8).hex());
    match depth {
        0 => {
            let side = canvas.rng.pick(&[-1.0, 1.0]);
            let x = side * canvas.rng.range(120.0, 330.0);
            let top = canvas.rng.range(270.0, 360.0);
            // Smoke, then the glow of the crater, then the cone.
            let smoke = canvas.palette.dark(30.0).hex();
            let mut y = top;
            let mut r = 60.0;
            let mut drift = 0.0;
            for _ in 0..7 {
                canvas.circle(&smoke, 0.5, x + drift, y, r);
                canvas.circle(&smoke, 0.35, x + drift - r * 0.7, y + 14.0, r * 0.7);
                y -= r * 0.75;
                drift += side * -canvas.rng.range(10.0, 46.0);
                r *= 1.16;
            }
            canvas.glow(&lava, 0.85, x, top, 300.0);
            let cone = format!(
                "M{:.0} {top:.0}Q{:.0} {:.0} {:.0} 900H{:.0}Q{:.0} {:.0} {:.0} {top:.0}Z",
                x + 62.0,
                x + 150.0,
                top + 280.0,
                x + 620.0,
                x - 620.0,
                x - 150.0,
                top + 280.0,
                x - 62.0
            );
            canvas.path(&colour.tone(colour.lightness() - 14.0, 0.8).hex(), 1.0, &cone);
            let mut streams = Pen::default();
            for i in [-1.0, 0.1, 1.0] {
                let end = top + canvas.rng.range(180.0, 420.0);
                let spread = (end - top) * 0.62 * i;
                let bend = canvas.rng.range(-30.0, 30.0);
                streams.m(x + i * 30.0, top).q(x + spread * 0.3 + bend, top + 120.0, x + spread * 0.8, end);
            }
            canvas.stroke(&lava, 17.0, 1.0, &streams.0);
            canvas.stroke(&core, 6.0, 1.0, &streams.0);
            canvas.ellipse(&core, 1.0, x, top, 62.0, 13.0);
        }
        1 => {
            let line = crags(canvas, 800.0, 120.0, 110.0);
            ground(canvas, &line, colour.tone(colour.lightness() - 6.0, 0.8), false);
            let mut cracks = Pen::default();
            for _ in 0..5 {
                let mut at = (canvas.rng.range(-700.0, 700.0), 790.0);
                cracks.m(at.0, at.1);
                for _ in 0..4 {
                    at = (at.0 + canvas.rng.range(-60.0, 60.0), at.1 + canvas.rng.range(25.0, 60.0));
                    cracks.l(at.0, at.1);
                }
            }
            canvas.stroke(&lava, 8.0, 0.9, &cracks.0);
            canvas.stroke(&core, 3.0, 0.9, &cracks.0);
        }
        _ => {
            let line = crags(canvas, 950.0, 110.0, 95.0);
            ground(canvas, &line, colour.tone(colour.lightness() - 5.0, 0.6), false);
            let mut embers = Pen::default();
            for _ in 0..40 {
                let (x, y, r) =
                    (canvas.rng.range(-800.0, 800.0), canvas.rng.range(150.0, 900.0), canvas.rng.range(2.0, 6.0));
                embers.diamond(x, y, r);
            }
            canvas.path(&core, 0.9, &embers.0);
        }
    }
}

fn jungle(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    if depth == 2 {
        for side in [-1.0_f32, 1.0] {
            for i in 0..6 {
                let t = colour.lightness() + [0.0, 12.0, 4.0, 20.0, 2.0, 9.0][i];
                let (x, y) = (side * canvas.rng.range(400.0, 620.0), canvas.rng.range(880.0, 1060.0));
                let lean = -side * canvas.rng.range(-20.0, 80.0) + side * 10.0;
                let length = canvas.rng.range(220.0, 460.0);
                leaf(canvas, (x, y), length, lean, colour.tone(t, 1.1));
            }
        }
        let mut vines = Pen::default();
        for _ in 0..5 {
            let (x, end) = (canvas.rng.range(-650.0, 650.0), canvas.rng.range(120.0, 380.0));
            let bend = canvas.rng.range(-40.0, 40.0);
            vines.m(x, -10.0).q(x + bend, end * 0.5, x, end);
        }
        canvas.stroke(&colour.tone(24.0, 1.0).hex(), 7.0, 0.8, &vines.0);
        return;
    }
    let (base, size) = if depth == 0 { (600.0, 110.0) } else { (780.0, 140.0) };
    let (mut trunks, mut crowns, mut lit) = (Pen::default(), String::new(), String::new());
    let mut x = -EDGE;
    while x < EDGE {
        let (r, lift) = (size * canvas.rng.range(0.6, 1.1), canvas.rng.range(0.0, 170.0));
        let y = base - lift;
        for (dx, dy, k) in [(0.0, -0.35, 0.75), (-0.55, 0.0, 0.7), (0.55, 0.0, 0.7)] {
            let (cx, cy, r) = (x + dx * r, y + dy * r, r * k);
            crowns.push_str(&format!(
                "M{:.0} {cy:.0}a{r:.0} {r:.0} 0 1 1 {:.0} 0a{r:.0} {r:.0} 0 1 1 {:.0} 0z",
                cx - r,
                2.0 * r,
                -2.0 * r
            ));
            let s = r * 0.62;
            lit.push_str(&format!(
                "M{:.0} {:.0}a{s:.0} {s:.0} 0 1 1 {:.0} 0a{s:.0} {s:.0} 0 1 1 {:.0} 0z",
                cx - s - r * 0.18,
                cy - r * 0.24,
                2.0 * s,
                -2.0 * s
            ));
        }
        trunks.rect(x - 9.0, y, 18.0, 1010.0 - y);
        x += size * canvas.rng.range(0.9, 1.5);
    }
    let t = colour.lightness();
    canvas.path(&colour.tone(t - 16.0, 0.8).hex(), 1.0, &trunks.0);
    canvas.path(&colour.hex(), 1.0, &crowns);
    canvas.path(&colour.tone(t + 9.0, 1.1).hex(), 0.55, &lit);
    canvas.path(&colour.tone(t - 7.0, 1.0).hex(), 0.92, &format!("M-900 {:.0}H900V1010H-900Z", base + 95.0));
}

/// A pointed leaf with its midrib, from its stem outwards; 0 degrees is up.
fn leaf(canvas: &mut Canvas<'_>, (x, y): (f32, f32), length: f32, degrees: f32, colour: Colour) {
    let d = format!(
        "M0 0Q{:.0} {:.0} 0 {:.0}Q{:.0} {:.0} 0 0Z",
        length * 0.34,
        -length * 0.45,
        -length,
        -length * 0.34,
        -length * 0.45
    );
    canvas.raw(&format!(r#"<g transform="translate({x:.0} {y:.0}) rotate({degrees:.0})">"#));
    canvas.path(&colour.hex(), 1.0, &d);
    canvas.stroke(&colour.tone(colour.lightness() + 14.0, 1.0).hex(), 4.0, 0.6, &format!("M0 0V{:.0}", -length * 0.92));
    canvas.raw("</g>");
}

fn savanna(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    let line = hills(canvas, horizon(depth) + 30.0, 36.0, 320.0);
    ground(canvas, &line, colour, true);
    if depth == 1 {
        for _ in 0..4 {
            let x = canvas.rng.range(-720.0, 720.0);
            let size = canvas.rng.range(0.6, 1.15);
            acacia(canvas, x, 752.0, size, colour.tone(colour.lightness() - 16.0, 0.9));
        }
        let kind = canvas.rng.pick(&["giraffe", "antelope", "elephant", "zebra", "none"]);
        if kind != "none" {
            let (mut x, dark) = (canvas.rng.range(-520.0, 240.0), colour.tone(colour.lightness() - 22.0, 0.9));
            for _ in 0..canvas.rng.below(3) + 2 {
                let size = canvas.rng.range(0.12, 0.17);
                super::herd::shadow(canvas, kind, (x, 762.0), size, dark);
                x += canvas.rng.range(80.0, 140.0);
            }
        }
    }
    if depth == 2 {
        let side = canvas.rng.pick(&[-1.0, 1.0]);
        let x = side * canvas.rng.range(380.0, 480.0);
        acacia(canvas, x, 900.0, 1.9, colour.tone(colour.lightness() - 4.0, 0.9));
        let mut grass = Pen::default();
        let mut x = -EDGE;
        while x < EDGE {
            let (h, lean) = (canvas.rng.range(40.0, 120.0), canvas.rng.range(-26.0, 26.0));
            grass
                .m(x - 5.0, 1005.0)
                .q(x, 1000.0 - h * 0.6, x + lean, 985.0 - h)
                .q(x + 5.0, 1000.0 - h * 0.5, x + 6.0, 1005.0)
                .z();
            x += canvas.rng.range(9.0, 24.0);
        }
        canvas.path(&colour.tone(colour.lightness() - 7.0, 1.0).hex(), 1.0, &grass.0);
    }
}

/// A flat-topped tree that stands on (x, y).
fn acacia(canvas: &mut Canvas<'_>, x: f32, y: f32, size: f32, colour: Colour) {
    let mut trunk = Pen::default();
    let s = size * 100.0;
    trunk.m(x, y).q(x - s * 0.08, y - s * 0.7, x + s * 0.04, y - s * 1.2);
    trunk.m(x - s * 0.02, y - s * 0.75).q(x - s * 0.3, y - s * 1.05, x - s * 0.55, y - s * 1.3);
    trunk.m(x + s * 0.0, y - s * 0.85).q(x + s * 0.3, y - s * 1.1, x + s * 0.6, y - s * 1.35);
    canvas.stroke(&colour.hex(), s * 0.085, 1.0, &trunk.0);
    let mut crown = Pen::default();
    for (dx, dy, w) in [(-0.55, -1.36, 0.62), (0.55, -1.42, 0.66), (0.0, -1.56, 0.85)] {
        let (cx, cy, w) = (x + dx * s, y + dy * s, w * s);
        crown.m(cx - w, cy).q(cx - w * 0.7, cy - w * 0.42, cx, cy - w * 0.42).q(
            cx + w * 0.7,
            cy - w * 0.42,
            cx + w,
            cy,
        );
        crown.q(cx, cy + w * 0.14, cx - w, cy).z();
    }
    canvas.path(&colour.hex(), 1.0, &crown.0);
}

fn sea(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    let y = [590.0, 710.0, 860.0][depth];
    let (wave, lift) = ([90.0, 150.0, 240.0][depth], [10.0, 30.0, 64.0][depth]);
    let shift = canvas.rng.range(0.0, wave);
    let (mut pen, mut crest) = (Pen::default(), Pen::default());
    pen.m(-EDGE - wave, 1010.0).l(-EDGE - wave + shift, y);
    let mut x = -EDGE - wave + shift;
    crest.m(x, y);
    while x < EDGE + wave {
        let rise = lift * canvas.rng.range(0.7, 1.3);
        // A crest that leans over.
        for p in [&mut pen, &mut crest] {
            p.q(x + wave * 0.55, y, x + wave * 0.62, y - rise).q(x + wave * 0.8, y, x + wave, y);
        }
        x += wave;
    }
    pen.l(EDGE + wave, 1010.0).z();
    let (high, low) =
        (colour.tone(colour.lightness() + 9.0, 1.1).hex(), colour.tone(colour.lightness() - 8.0, 1.1).hex());
    let paint = canvas.linear((0.0, y - lift), (0.0, y + 190.0), &[(0.0, &high, 1.0), (1.0, &low, 1.0)]);
    canvas.path(&paint, 1.0, &pen.0);
    let foam = canvas.palette.light(94.0).hex();
    canvas.stroke(&foam, 3.0 + depth as f32 * 1.5, 0.65, &crest.0);
    if depth == 0 {
        let mut glitter = Pen::default();
        for _ in 0..26 {
            let (x, y) = (canvas.rng.range(-500.0, 500.0), canvas.rng.range(606.0, 720.0));
            let w = canvas.rng.range(18.0, 90.0);
            cloud(&mut glitter, x, y, w, 5.0);
        }
        canvas.path(&foam, 0.5, &glitter.0);
    }
}

fn islands(canvas: &mut Canvas<'_>, depth: usize, colour: Colour) {
    if depth != 1 {
        let pale = canvas.palette.light(if depth == 0 { 90.0 } else { 96.0 });
        let mut clouds = String::new();
        let base = if depth == 0 { 700.0 } else { 930.0 };
        let mut x = -EDGE;
        while x < EDGE {
            let r = canvas.rng.range(50.0, 120.0) * if depth == 0 { 0.8 } else { 1.2 };
            let y = base - canvas.rng.range(0.0, 50.0);
            clouds.push_str(&format!("M{:.0} {y:.0}a{r:.0} {r:.0} 0 1 1 {:.0} 0V1010H{:.0}z", x - r, 2.0 * r, x - r));
            x += r * 1.1;
        }
        let paint = canvas.linear(
            (0.0, base - 140.0),
            (0.0, 1000.0),
            &[(0.0, &pale.hex(), 1.0), (1.0, &canvas.palette.first.tone(66.0, 0.9).hex(), 1.0)],
        );
        canvas.path(&paint, if depth == 0 { 0.75 } else { 0.92 }, &clouds);
        return;
    }
    for i in 0..5 {
        let (x, y) =
            ([-520.0, 470.0, -160.0, 180.0, 640.0][i] + canvas.rng.range(-70.0, 70.0), canvas.rng.range(330.0, 720.0));
        let w = canvas.rng.range(70.0, 190.0);
        island(canvas, x, y, w, colour);
    }
}

/// A rock that floats, green on top.
fn island(canvas: &mut Canvas<'_>, x: f32, y: f32, w: f32, colour: Colour) {
    let t = colour.lightness();
    let deep = w * canvas.rng.range(1.0, 1.6);
    let lean = canvas.rng.range(-0.3, 0.3) * w;
    let rock = [
        (x - w, y),
        (x + w, y),
        (x + w * 0.6, y + deep * 0.35),
        (x + w * 0.3 + lean, y + deep * 0.6),
        (x + lean, y + deep),
        (x - w * 0.35, y + deep * 0.55),
        (x - w * 0.75, y + deep * 0.25),
    ];
    let mut pen = Pen::default();
    pen.polygon(&rock);
    canvas.path(&colour.tone(t - 12.0, 0.8).hex(), 1.0, &pen.0);
    let mut lit = Pen::default();
    lit.polygon(&[
        (x - w, y),
        (x + w * 0.1, y),
        (x - w * 0.1, y + deep * 0.4),
        (x + lean, y + deep),
        (x - w * 0.35, y + deep * 0.55),
        (x - w * 0.75, y + deep * 0.25),
    ]);
    canvas.path(&colour.tone(t + 3.0, 0.9).hex(), 1.0, &lit.0);
    let green = canvas.palette.second.turn(-20.0).tone(t + 22.0, 1.0).hex();
    canvas.path(
        &green,
        1.0,
        &format!(
            "M{:.0} {:.0}Q{x:.0} {:.0} {:.0} {:.0}Q{x:.0} {:.0} {:.0} {:.0}Z",
            x - w * 1.04,
            y + 4.0,
            y - w * 0.4,
            x + w * 1.04,
            y + 4.0,
            y + w * 0.12,
            x - w * 1.04,
            y + 4.0
        ),
    );
    if canvas.rng.chance(0.5) {
        // A fall of water.
        let white = canvas.palette.light(97.0).hex();
        canvas.rect(&white, 0.6, x + w * 0.35, y, w * 0.09, deep * 1.3);
    }
}
