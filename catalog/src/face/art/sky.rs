//! Skies: a gradient by the hour, a sun, moon or planet, stars, bands of cloud.

use super::canvas::{Canvas, Pen, TimeOfDay, polar};

pub(super) fn draw(canvas: &mut Canvas<'_>, lands: &[&str]) {
    let p = canvas.palette.clone();
    let (top, middle, low) = match p.mood {
        TimeOfDay::Night => (p.first.tone(13.0, 0.9), p.first.tone(27.0, 1.1), p.second.tone(52.0, 1.0)),
        TimeOfDay::Dusk => {
            (p.first.tone(24.0, 1.0), p.second.tone(52.0, 1.1), p.sun().mix(p.second, 0.35).tone(84.0, 1.0))
        }
        TimeOfDay::Dawn => {
            (p.first.tone(45.0, 1.0), p.first.tone(72.0, 0.9), p.sun().mix(p.second, 0.6).tone(92.0, 0.8))
        }
        TimeOfDay::Day => (p.first.tone(60.0, 1.0), p.second.tone(80.0, 0.8), p.light(95.0)),
    };
    let paint = canvas.linear(
        (0.0, 0.0),
        (0.0, 760.0),
        &[(0.0, &top.hex(), 1.0), (0.55, &middle.hex(), 1.0), (1.0, &low.hex(), 1.0)],
    );
    let half = canvas.half + 2.0;
    canvas.rect(&paint, 1.0, -half, 0.0, half * 2.0, 1000.0);
    if matches!(p.mood, TimeOfDay::Night | TimeOfDay::Dusk) {
        stars(canvas);
        if canvas.rng.chance(0.25) {
            aurora(canvas);
        }
    }
    if lands.first() == Some(&"nebula") {
        clouds_of_gas(canvas);
    }
    if lands.first() != Some(&"void") {
        body(canvas, lands.last() == Some(&"savanna"));
    }
    if matches!(p.mood, TimeOfDay::Dawn | TimeOfDay::Day) {
        bands(canvas);
    }
}

fn stars(canvas: &mut Canvas<'_>) {
    let bright = canvas.palette.mood == TimeOfDay::Night;
    let colour = canvas.palette.light(96.0).hex();
    let (mut fine, mut large) = (Pen::default(), Pen::default());
    for _ in 0..if bright { 90 } else { 40 } {
        let (x, y) = (canvas.rng.range(-850.0, 850.0), canvas.rng.range(0.0, 640.0));
        let r = canvas.rng.range(1.5, 4.0);
        if x.abs() < canvas.half {
            fine.diamond(x, y, r);
        }
    }
    for _ in 0..7 {
        let (x, y, r) = (canvas.rng.range(-700.0, 700.0), canvas.rng.range(20.0, 480.0), canvas.rng.range(9.0, 20.0));
        // A four-pointed star.
        large.m(x, y - r).q(x, y, x + r, y).q(x, y, x, y + r).q(x, y, x - r, y).q(x, y, x, y - r).z();
    }
    canvas.path(&colour, 0.75, &fine.0);
    canvas.path(&colour, 0.95, &large.0);
}

fn clouds_of_gas(canvas: &mut Canvas<'_>) {
    for i in 0..4 {
        let colour = if i % 2 == 0 { canvas.palette.first } else { canvas.palette.second };
        let turn = canvas.rng.range(-30.0, 30.0);
        let hex = colour.turn(turn).tone(62.0, 1.3).hex();
        let (x, y, r) =
            (canvas.rng.range(-600.0, 600.0), canvas.rng.range(100.0, 520.0), canvas.rng.range(260.0, 440.0));
        canvas.glow(&hex, 0.55, x, y, r);
    }
}

/// A sun, a moon, a planet with its ring, or an eclipse.
fn body(canvas: &mut Canvas<'_>, large: bool) {
    let p = canvas.palette.clone();
    let side = canvas.rng.pick(&[-1.0, 1.0]);
    let (x, y) = (side * canvas.rng.range(150.0, 430.0), canvas.rng.range(150.0, 330.0));
    let r = if large { canvas.rng.range(150.0, 220.0) } else { canvas.rng.range(75.0, 150.0) };
    let (x, y) = if large { (x * 0.5, y + 170.0) } else { (x, y) };
    let light = match p.mood {
        TimeOfDay::Night => p.light(90.0),
        TimeOfDay::Dusk => p.sun().tone(88.0, 1.1),
        _ => p.sun().tone(95.0, 0.7),
    };
    let hex = light.hex();
    canvas.glow(&hex, 0.55, x, y, r * 2.6);
    let kind = if large { 0 } else { canvas.rng.below(8) };
    match kind {
        // A sun.
        0 => {
            let paint = canvas.linear(
                (x, y - r),
                (x, y + r),
                &[(0.0, &light.tone(96.0, 0.6).hex(), 1.0), (1.0, &light.turn(-18.0).tone(78.0, 1.2).hex(), 1.0)],
            );
            canvas.circle(&paint, 1.0, x, y, r);
        }
        // A crescent.
        1 => {
            let mut pen = Pen::default();
            let steps = 24;
            let outer = (0..=steps).map(|i| polar(x, y, r, -20.0 + 200.0 * i as f32 / steps as f32));
            let inner = (0..=steps)
                .rev()
                .map(|i| polar(x - r * 0.36, y - r * 0.06, r * 0.84, -2.0 + 164.0 * i as f32 / steps as f32));
            pen.polygon(&outer.chain(inner).collect::<Vec<_>>());
            canvas.path(&hex, 1.0, &pen.0);
        }
        // A planet, lit from above, with a ring.
        2 => {
            let paint = canvas.linear(
                (x - r * 0.7, y - r),
                (x + r * 0.6, y + r),
                &[
                    (0.0, &p.second.turn(20.0).tone(86.0, 1.0).hex(), 1.0),
                    (0.55, &p.second.turn(20.0).tone(54.0, 1.2).hex(), 1.0),
                    (1.0, &p.second.turn(10.0).tone(24.0, 1.0).hex(), 1.0),
                ],
            );
            canvas.circle(&paint, 1.0, x, y, r);
            let tilt = canvas.rng.range(-28.0, 28.0);
            let ring = |sweep: u8| {
                format!(
                    "M{:.0} {y:.0}A{:.0} {:.0} 0 0 {sweep} {:.0} {y:.0}",
                    x - r * 1.8,
                    r * 1.8,
                    r * 0.34,
                    x + r * 1.8
                )
            };
            canvas.raw(&format!(r#"<g transform="rotate({tilt:.0} {x:.0} {y:.0})">"#));
            canvas.stroke(&hex, r * 0.1, 0.9, &ring(0));
            canvas.raw("</g>");
        }
        // A giant that fills a side of the sky.
        4 => giant(canvas, side),
        // Two moons.
        5 => {
            canvas.circle(&hex, 0.95, x, y, r * 0.8);
            let shade = p.second.turn(24.0).tone(58.0, 1.1).hex();
            canvas.circle(&shade, 1.0, x - side * r * 1.5, y + r * 0.7, r * 0.42);
            canvas.circle(&hex, 0.5, x - side * r * 1.58, y + r * 0.62, r * 0.3);
        }
        // A comet.
        6 => {
            let mut tail = Pen::default();
            for k in [-1.0, 0.0, 1.0] {
                tail.m(x, y - 13.0).l(x + side * r * 3.4, y - r * (1.5 + k * 0.3)).l(x, y + 13.0).z();
            }
            canvas.path(&hex, 0.3, &tail.0);
            canvas.circle(&light.tone(97.0, 0.5).hex(), 1.0, x, y, r * 0.2);
        }
        // An eclipse.
        7 => {
            canvas.ring(&light.tone(97.0, 0.6).hex(), r * 0.09, 1.0, x, y, r * 0.94);
            canvas.circle(
                &p.first.tone(if p.mood == TimeOfDay::Day { 40.0 } else { 9.0 }, 1.0).hex(),
                1.0,
                x,
                y,
                r * 0.9,
            );
        }
        // A full moon with its seas.
        _ => {
            canvas.circle(&hex, 1.0, x, y, r);
            let sea = light.tone(light.lightness() - 12.0, 1.0).hex();
            for _ in 0..4 {
                let (angle, far) = (canvas.rng.range(0.0, 360.0), canvas.rng.range(0.1, 0.6) * r);
                let (sx, sy) = polar(x, y, far, angle);
                let size = canvas.rng.range(0.1, 0.28) * r;
                canvas.circle(&sea, 0.8, sx, sy, size);
            }
        }
    }
}

/// A world that hangs low and large, half in shadow, with bands.
fn giant(canvas: &mut Canvas<'_>, side: f32) {
    let p = canvas.palette.clone();
    let (x, y, r) =
        (side * canvas.rng.range(230.0, 380.0), canvas.rng.range(280.0, 400.0), canvas.rng.range(250.0, 330.0));
    let body = p.second.turn(canvas.rng.range(-30.0, 30.0));
    let tones =
        if matches!(p.mood, TimeOfDay::Day | TimeOfDay::Dawn) { [90.0, 78.0, 66.0] } else { [78.0, 52.0, 22.0] };
    let stops = [0.0, 0.5, 1.0].map(|at: f32| (at, body.tone(tones[(at * 2.0) as usize], 1.0).hex()));
    let stops = stops.each_ref().map(|(at, colour)| (*at, colour.as_str(), 1.0));
    let paint = canvas.linear((x - r, y - r), (x + r, y + r), &stops);
    canvas.circle(&paint, 0.92, x, y, r);
    let mut bands = Pen::default();
    for i in -2..=2 {
        let dy = i as f32 * r * 0.3;
        let w = (r * r - dy * dy).sqrt() * 0.97;
        bands.m(x - w, y + dy).q(x, y + dy + r * 0.16, x + w, y + dy);
    }
    canvas.stroke(&body.tone(tones[0] + 6.0, 0.8).hex(), 11.0, 0.35, &bands.0);
}

/// Curtains of light.
fn aurora(canvas: &mut Canvas<'_>) {
    for i in 0..3 {
        let colour = canvas.palette.second.turn(i as f32 * 34.0).tone(76.0, 1.3).hex();
        let (x, y) = (canvas.rng.range(-500.0, 100.0), canvas.rng.range(60.0, 240.0));
        let (w, h, sway) =
            (canvas.rng.range(420.0, 760.0), canvas.rng.range(170.0, 300.0), canvas.rng.range(-90.0, 90.0));
        let paint = canvas.linear(
            (0.0, y - 40.0),
            (0.0, y + h),
            &[(0.0, &colour, 0.0), (0.35, &colour, 0.5), (1.0, &colour, 0.0)],
        );
        let mut pen = Pen::default();
        pen.m(x, y).q(x + w * 0.3, y + sway, x + w * 0.5, y).q(x + w * 0.75, y - sway, x + w, y + 20.0);
        pen.l(x + w, y + h)
            .q(x + w * 0.75, y + h - sway, x + w * 0.5, y + h)
            .q(x + w * 0.3, y + h + sway, x, y + h)
            .z();
        canvas.path(&paint, 1.0, &pen.0);
    }
}

/// Long flat clouds.
fn bands(canvas: &mut Canvas<'_>) {
    let colour = canvas.palette.light(97.0).hex();
    let mut pen = Pen::default();
    for _ in 0..6 {
        let (x, y) = (canvas.rng.range(-800.0, 500.0), canvas.rng.range(90.0, 520.0));
        let (w, h) = (canvas.rng.range(160.0, 420.0), canvas.rng.range(12.0, 26.0));
        cloud(&mut pen, x, y, w, h);
        let shift = canvas.rng.range(20.0, 120.0);
        cloud(&mut pen, x + shift, y - h, w * 0.55, h);
    }
    canvas.path(&colour, 0.42, &pen.0);
}

/// A flat bar with round ends.
pub(super) fn cloud(pen: &mut Pen, x: f32, y: f32, w: f32, h: f32) {
    let r = h / 2.0;
    pen.m(x, y - r).l(x + w, y - r).q(x + w + r * 1.6, y, x + w, y + r).l(x, y + r).q(x - r * 1.6, y, x, y - r).z();
}
