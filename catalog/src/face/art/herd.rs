//! Animals on four legs from the side, out of one plan with measures.

use super::canvas::{Canvas, Pen};
use crate::face::colour::Colour;

/// The measures of an animal that stands on y = 960 and looks to the right.
#[derive(Debug, Clone, Copy)]
struct AnimalShape {
    long: f32,
    deep: f32,
    leg: f32,
    /// How far the neck reaches forward and up.
    neck: (f32, f32),
    head: f32,
    /// How much higher the shoulders are than the rump.
    rise: f32,
    /// What is on the head, and what marks the coat.
    wears: &'static str,
    coat: &'static str,
}

const GROUND: f32 = 960.0;

fn build(kind: &str) -> AnimalShape {
    let plain = AnimalShape {
        long: 380.0,
        deep: 170.0,
        leg: 280.0,
        neck: (120.0, 170.0),
        head: 92.0,
        rise: 10.0,
        wears: "ears",
        coat: "plain",
    };
    match kind {
        "antelope" => AnimalShape {
            deep: 140.0,
            leg: 310.0,
            neck: (90.0, 200.0),
            head: 84.0,
            wears: "lyre",
            coat: "band",
            ..plain
        },
        "giraffe" => AnimalShape {
            long: 300.0,
            leg: 370.0,
            neck: (170.0, 330.0),
            head: 84.0,
            rise: 44.0,
            wears: "nubs",
            coat: "patches",
            ..plain
        },
        "zebra" => AnimalShape { long: 400.0, wears: "mane", coat: "stripes", ..plain },
        "lion" => AnimalShape {
            long: 430.0,
            deep: 150.0,
            leg: 220.0,
            neck: (110.0, 60.0),
            head: 104.0,
            wears: "ruff",
            ..plain
        },
        "leopard" => AnimalShape {
            long: 450.0,
            deep: 132.0,
            leg: 214.0,
            neck: (120.0, 40.0),
            head: 92.0,
            coat: "spots",
            ..plain
        },
        "hound" => AnimalShape {
            deep: 140.0,
            leg: 250.0,
            neck: (120.0, 96.0),
            head: 96.0,
            rise: 44.0,
            wears: "points",
            ..plain
        },
        "ox" => AnimalShape {
            long: 450.0,
            deep: 235.0,
            leg: 190.0,
            neck: (110.0, 10.0),
            head: 124.0,
            rise: 50.0,
            wears: "sweep",
            ..plain
        },
        "rhino" => AnimalShape {
            long: 470.0,
            deep: 250.0,
            leg: 170.0,
            neck: (130.0, -30.0),
            head: 138.0,
            rise: 26.0,
            wears: "horn",
            coat: "plates",
        },
        _ => AnimalShape {
            long: 440.0,
            deep: 300.0,
            leg: 240.0,
            neck: (120.0, 40.0),
            head: 150.0,
            rise: 40.0,
            wears: "trunk",
            coat: "band",
        },
    }
}

/// Draws one, maybe with another behind it.
pub(super) fn draw(canvas: &mut Canvas<'_>, kind: &str, coat: Colour) {
    let light = canvas.palette.light(88.0).hex();
    canvas.glow(&light, 0.5, 0.0, 560.0, 480.0);
    let plan = build(kind);
    if canvas.rng.chance(0.4) {
        let far = coat.mix(canvas.palette.land(1), 0.55);
        let (x, size) = (canvas.rng.range(150.0, 260.0) * canvas.rng.pick(&[-1.0, 1.0]), canvas.rng.range(0.5, 0.68));
        canvas.raw(&format!(r#"<g transform="translate({x:.0} {:.0}) scale({size:.2})">"#, 860.0 - GROUND * size));
        body(canvas, plan, far);
        canvas.raw("</g>");
    }
    // Long animals and high ones are made to fit.
    let size = 640.0_f32 / (plan.long + plan.neck.0 + plan.head);
    let size = size.min(760.0 / (plan.leg + plan.deep + plan.neck.1 + plan.head)).min(1.15);
    canvas.raw(&format!(
        r#"<g transform="translate({:.0} {:.0}) scale({size:.2})">"#,
        -plan.neck.0 * 0.4 * size,
        GROUND * (1.0 - size)
    ));
    canvas.ellipse("#05060c", 0.35, 20.0, GROUND, plan.long * 0.62, 16.0);
    body(canvas, plan, coat);
    canvas.raw("</g>");
}

/// A small dark one, far away.
pub(super) fn shadow(canvas: &mut Canvas<'_>, kind: &str, (x, y): (f32, f32), size: f32, colour: Colour) {
    canvas.raw(&format!(r#"<g transform="translate({x:.0} {:.0}) scale({size:.3})">"#, y - GROUND * size));
    let plan = build(kind);
    silhouette(canvas, plan, &colour.hex(), &colour.hex());
    canvas.raw("</g>");
}

/// Legs, trunk, neck and head in a paint; the far legs in another.
fn silhouette(canvas: &mut Canvas<'_>, plan: AnimalShape, near: &str, far: &str) {
    let AnimalShape { long, deep, leg, neck, head, rise, .. } = plan;
    let (rump, chest) = (-long / 2.0, long / 2.0);
    let belly = GROUND - leg;
    let thick = (deep * 0.24).clamp(34.0, 70.0);
    let stride = canvas.rng.range(10.0, 60.0);
    let mut hind = Pen::default();
    let mut front = Pen::default();
    for (pen, shift) in [(&mut hind, stride), (&mut front, -stride * 0.4)] {
        for x in [rump + thick * 0.8, chest - thick * 0.9] {
            pen.polygon(&[
                (x - thick * 0.7, belly - deep * 0.3),
                (x + thick * 0.7, belly - deep * 0.3),
                (x + thick * 0.32 + shift * 0.5, belly + leg * 0.5),
                (x + thick * 0.34 + shift, GROUND),
                (x - thick * 0.34 + shift, GROUND),
                (x - thick * 0.3 + shift * 0.3, belly + leg * 0.5),
            ]);
        }
    }
    canvas.path(far, 1.0, &hind.0);
    let back = belly - deep;
    let (hx, hy) = (chest + neck.0, back - rise - neck.1);
    let mut pen = Pen::default();
    pen.m(rump - 8.0, back + deep * 0.5)
        .q(rump, back, rump + long * 0.2, back)
        .q(0.0, back + 12.0, chest - long * 0.16, back - rise)
        // The neck, its upper and its lower line.
        .q(chest - 10.0, back - rise - neck.1 * 0.4, hx - head * 0.5, hy - head * 0.3)
        .l(hx, hy + head * 0.5)
        .q(chest + 20.0, back + deep * 0.2, chest + 6.0, back + deep * 0.6)
        .q(chest - 20.0, belly, chest - long * 0.3, belly)
        .q(0.0, belly - 16.0, rump + long * 0.24, belly)
        .q(rump, belly, rump - 8.0, back + deep * 0.5)
        .z();
    canvas.path(near, 1.0, &front.0);
    canvas.path(near, 1.0, &pen.0);
    // The head points forward and a little down.
    let mut skull = Pen::default();
    skull
        .m(hx - head * 0.62, hy - head * 0.3)
        .q(hx - head * 0.1, hy - head * 0.62, hx + head * 0.3, hy - head * 0.2)
        .q(hx + head * 0.95, hy + head * 0.2, hx + head * 0.92, hy + head * 0.5)
        .q(hx + head * 0.6, hy + head * 0.72, hx, hy + head * 0.52)
        .q(hx - head * 0.5, hy + head * 0.5, hx - head * 0.62, hy - head * 0.3)
        .z();
    canvas.path(near, 1.0, &skull.0);
    let tail = format!(
        "M{:.0} {:.0}Q{:.0} {:.0} {:.0} {:.0}",
        rump + 4.0,
        back + deep * 0.3,
        rump - 70.0,
        back + deep * 0.2,
        rump - 56.0,
        back + deep * 0.3 + leg * 0.6
    );
    canvas.stroke(near, 15.0, 1.0, &tail);
}

fn body(canvas: &mut Canvas<'_>, plan: AnimalShape, coat: Colour) {
    let AnimalShape { long, deep, leg, neck, head, rise, .. } = plan;
    let t = coat.lightness();
    let top = GROUND - leg - deep;
    let (hx, hy) = (long / 2.0 + neck.0, top - rise - neck.1);
    let horn = canvas.palette.accent.tone(84.0, 0.8).hex();
    let shade = coat.tone(t - 20.0, 1.0);
    if plan.wears == "ruff" {
        for (r, tone) in [(1.25, t - 18.0), (0.95, t - 8.0)] {
            canvas.circle(&coat.tone(tone, 1.3).hex(), 1.0, hx - head * 0.2, hy + head * 0.1, head * r);
        }
    }
    let paint = canvas.linear(
        (0.0, top - rise),
        (0.0, GROUND),
        &[(0.0, &coat.tone(t + 16.0, 1.1).hex(), 1.0), (0.5, &coat.hex(), 1.0), (1.0, &shade.hex(), 1.0)],
    );
    silhouette(canvas, plan, &paint, &coat.tone(t - 24.0, 0.9).hex());
    marks(canvas, plan, coat);
    wears(canvas, plan, coat, &horn, (hx, hy));
    let eye = canvas.palette.accent.tone(92.0, 1.0).hex();
    canvas.circle("#0a0810", 1.0, hx + head * 0.12, hy - head * 0.02, head * 0.13);
    canvas.circle(&eye, 1.0, hx + head * 0.12, hy - head * 0.02, head * 0.075);
}

fn marks(canvas: &mut Canvas<'_>, plan: AnimalShape, coat: Colour) {
    let AnimalShape { long, deep, leg, neck, rise, .. } = plan;
    let t = coat.lightness();
    let (dark, bright) = (coat.tone(t - 26.0, 1.0).hex(), canvas.palette.accent.tone(78.0, 1.0).hex());
    let top = GROUND - leg - deep;
    let mut pen = Pen::default();
    match plan.coat {
        "stripes" => {
            for i in 0..9 {
                let x = -long * 0.42 + i as f32 * long * 0.1;
                let y = top + 14.0;
                pen.m(x, y).q(x + 26.0, y + deep * 0.4, x - 6.0, y + deep * 0.74);
            }
            for i in 1..4 {
                let (x, y) = (long / 2.0 + neck.0 * i as f32 * 0.2, top - rise - neck.1 * i as f32 * 0.22);
                pen.m(x - 60.0, y).q(x - 20.0, y + 26.0, x + 22.0, y + 40.0);
            }
            canvas.stroke(&dark, 13.0, 0.9, &pen.0);
        }
        "spots" | "patches" => {
            let (rows, r) = if plan.coat == "spots" { (4, 11.0) } else { (3, 22.0) };
            for row in 0..rows {
                for i in 0..9 {
                    let x = -long * 0.42 + (i as f32 + (row % 2) as f32 * 0.5) * long * 0.1;
                    let y = top + deep * (0.16 + 0.68 * row as f32 / rows as f32) + canvas.rng.range(-6.0, 6.0);
                    pen.diamond(x, y, r * canvas.rng.range(0.7, 1.15));
                }
            }
            for i in 1..5 {
                let (x, y) = (long / 2.0 - 14.0 + neck.0 * i as f32 * 0.2, top - rise - neck.1 * i as f32 * 0.2);
                pen.diamond(x, y + 34.0, r * 0.9);
            }
            canvas.path(&dark, 0.85, &pen.0);
        }
        "band" => {
            // A blanket with a pattern.
            let (l, y) = (long * 0.3, top + 6.0);
            canvas.path(
                &canvas.palette.second.tone(46.0, 1.2).hex(),
                1.0,
                &format!(
                    "M{:.0} {y:.0}Q0 {:.0} {l:.0} {y:.0}L{:.0} {:.0}H{:.0}Z",
                    -l,
                    y + 10.0,
                    l * 0.9,
                    y + deep * 0.62,
                    -l * 0.9
                ),
            );
            for i in -3..=3 {
                pen.diamond(i as f32 * l * 0.26, y + deep * 0.32, 13.0);
            }
            canvas.path(&bright, 1.0, &pen.0);
        }
        "plates" => {
            let (y, l) = (top + 20.0, long * 0.5);
            let d = format!(
                "M{:.0} {y:.0}Q{:.0} {:.0} {:.0} {:.0}M{:.0} {y:.0}Q{:.0} {:.0} {:.0} {:.0}",
                -l * 0.4,
                -l * 0.2,
                y + deep * 0.4,
                -l * 0.5,
                y + deep * 0.75,
                l * 0.4,
                l * 0.6,
                y + deep * 0.4,
                l * 0.3,
                y + deep * 0.75
            );
            canvas.stroke(&dark, 9.0, 0.8, &d);
        }
        _ => {
            for i in 0..5 {
                pen.diamond(-long * 0.3 + i as f32 * long * 0.15, top + deep * 0.34, 11.0);
            }
            canvas.path(&bright, 0.9, &pen.0);
        }
    }
}

fn wears(canvas: &mut Canvas<'_>, plan: AnimalShape, coat: Colour, horn: &str, (hx, hy): (f32, f32)) {
    let h = plan.head;
    let ear = coat.tone(coat.lightness() - 12.0, 1.0).hex();
    let at = |d: &str| format!(r#"<g transform="translate({hx:.0} {hy:.0}) scale({:.3})">{d}</g>"#, h / 100.0);
    let fill = |colour: &str, d: &str| format!(r#"<path fill="{colour}" d="{d}"/>"#);
    let line = |colour: &str, width: u32, d: &str| {
        format!(r#"<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" d="{d}"/>"#)
    };
    let pointed = fill(&ear, "M-40 -40L-66 -96L-8 -56Z");
    let worn = match plan.wears {
        "lyre" => line(horn, 13, "M-20 -44Q-60 -120 -10 -190M0 -48Q-10 -130 50 -180") + &pointed,
        "nubs" => line(horn, 13, "M-20 -44L-34 -96M6 -44L2 -96") + &pointed,
        "mane" => fill(&ear, "M-60 -40Q-20 -90 20 -56L-10 -30Q-60 20 -190 170Q-150 20 -60 -40Z") + &pointed,
        "ruff" => format!(r#"<circle cx="-36" cy="-50" r="26" fill="{ear}"/>"#),
        "points" => fill(&ear, "M-46 -36L-66 -120L-6 -54ZM-16 -44L-16 -118L26 -44Z"),
        "sweep" => line(horn, 22, "M-20 -50Q30 -130 110 -110M-40 -44Q-120 -80 -110 -150"),
        "horn" => fill(horn, "M50 0Q90 -60 84 -120Q120 -50 92 26ZM10 -36Q34 -60 30 -90Q52 -50 40 -16Z") + &pointed,
        "trunk" => {
            let skin = coat.tone(coat.lightness() - 3.0, 1.0).hex();
            line(&skin, 40, "M76 20Q120 110 90 220Q84 250 120 250")
                + &line(horn, 16, "M56 60Q90 130 150 110")
                + &fill(&ear, "M-30 -60Q-130 -90 -150 20Q-130 130 -50 110Q-10 40 -30 -60Z")
        }
        _ => format!(r#"<circle cx="-34" cy="-46" r="22" fill="{ear}"/>"#),
    };
    canvas.raw(&at(&worn));
}
