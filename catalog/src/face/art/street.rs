//! What happens in back streets: an alley, a door ajar, fire, a skull, a machine that digs.

use super::canvas::{Canvas, Pen, polar};

pub(super) fn draw(canvas: &mut Canvas<'_>, kind: &str) {
    match kind {
        "door" => door(canvas),
        "fire" => fire(canvas),
        "skull" => skull(canvas),
        _ => worm(canvas),
    }
}

/// A door ajar, and the light behind it.
fn door(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let (dark, body, lit) = (p.dark(10.0).hex(), p.first.tone(30.0, 0.9).hex(), p.first.tone(48.0, 1.0).hex());
    let (hot, metal) = (p.accent.tone(92.0, 0.8).hex(), p.accent.tone(72.0, 1.0).hex());
    let flip = canvas.rng.pick(&[-1.0, 1.0]);
    canvas.raw(&format!(r#"<g transform="scale({flip} 1)">"#));
    canvas.glow(&hot, 0.7, 0.0, 500.0, 620.0);
    canvas.path(&dark, 1.0, "M-270 910V130H230V910Z");
    canvas.path(&body, 1.0, "M-240 910V160H200V910H170V190H-210V910Z");
    let glow = canvas.linear((0.0, 190.0), (0.0, 910.0), &[(0.0, &hot, 1.0), (1.0, "#ffffff", 1.0)]);
    canvas.path(&glow, 1.0, "M-210 910V190H170V910Z");
    let floor = canvas.linear((0.0, 900.0), (0.0, 1010.0), &[(0.0, &hot, 0.95), (1.0, &hot, 0.3)]);
    canvas.path(&dark, 1.0, "M-900 910H900V1010H-900Z");
    canvas.path(&floor, 1.0, "M-210 910H170L330 1010H-420Z");
    // Someone on the step.
    canvas.path(&dark, 0.95, "M-120 910L-130 640C-136 560 -100 520 -66 512A52 58 0 1 1 -14 512C20 520 56 560 50 640L40 910H-30L-40 700L-50 910Z");
    canvas.path(&dark, 0.4, "M-120 910H40L90 1010H-250Z");
    // The leaf, swung out.
    canvas.path(&lit, 1.0, "M170 190L390 110V990L170 910Z");
    canvas.path(&body, 1.0, "M200 240L360 186V460L200 480ZM200 540L360 530V900L200 850Z");
    canvas.path(&metal, 1.0, "M340 480H380V580H340Z");
    canvas.circle(&metal, 1.0, 346.0, 530.0, 22.0);
    canvas.raw("</g>");
}

fn fire(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let ember = p.first.mix(p.accent, 0.2);
    canvas.glow(&p.accent.tone(78.0, 1.3).hex(), 0.9, 0.0, 640.0, 640.0);
    let layers = [
        (ember.tone(42.0, 1.6), 1.0, 112.0),
        (ember.mix(p.accent, 0.4).tone(62.0, 1.6), 0.78, 92.0),
        (p.accent.tone(78.0, 1.4), 0.54, 74.0),
        (p.accent.tone(95.0, 0.8), 0.3, 56.0),
    ];
    for (colour, high, wide) in layers {
        let mut pen = Pen::default();
        for i in -5..=5 {
            let middle = i as f32 * 78.0 + canvas.rng.range(-18.0, 18.0);
            let tall = (860.0 - middle.abs() * 1.15) * high * canvas.rng.range(0.72, 1.08);
            let (tip, bend) = (middle + canvas.rng.range(-70.0, 70.0), canvas.rng.range(-50.0, 50.0));
            let foot = 960.0;
            pen.m(middle - wide, foot)
                .q(middle - wide * 1.2 + bend, foot - tall * 0.45, tip - 24.0, foot - tall * 0.72)
                .q(tip - 4.0, foot - tall * 0.84, tip, foot - tall)
                .q(tip + 30.0, foot - tall * 0.74, middle + wide * 0.7 + bend, foot - tall * 0.5)
                .q(middle + wide * 1.3, foot - tall * 0.2, middle + wide, foot)
                .z();
        }
        canvas.path(&colour.hex(), 1.0, &pen.0);
    }
    let mut sparks = Pen::default();
    for _ in 0..46 {
        let (x, y, r) = (canvas.rng.range(-560.0, 560.0), canvas.rng.range(20.0, 760.0), canvas.rng.range(3.0, 10.0));
        sparks.diamond(x, y, r);
    }
    canvas.path(&p.accent.tone(90.0, 1.1).hex(), 0.95, &sparks.0);
    canvas.path(
        &p.dark(9.0).hex(),
        1.0,
        "M-900 1010V930L-520 950L-440 900L-300 960L-180 920L-40 962L120 930L260 964L420 910L560 950L900 934V1010Z",
    );
}

fn skull(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let (bone, shade, dark) = (p.light(93.0).hex(), p.second.tone(58.0, 0.9).hex(), p.dark(9.0).hex());
    let hot = p.accent.tone(86.0, 1.2).hex();
    canvas.glow(&p.first.tone(72.0, 1.3).hex(), 0.9, 0.0, 470.0, 580.0);
    // Shards of ice behind it.
    let mut shards = Pen::default();
    for i in 0..14 {
        let angle = i as f32 * 360.0 / 14.0 + canvas.rng.range(-8.0, 8.0);
        let far = canvas.rng.range(430.0, 600.0);
        shards.polygon(&[
            polar(0.0, 470.0, 200.0, angle - 9.0),
            polar(0.0, 470.0, far, angle),
            polar(0.0, 470.0, 200.0, angle + 7.0),
        ]);
    }
    canvas.path(&p.first.tone(64.0, 1.2).hex(), 0.8, &shards.0);
    canvas.path(&bone, 1.0, "M0 110C190 110 300 240 300 410C300 500 270 560 230 600L220 700H170L160 860H-160L-170 700H-220L-230 600C-270 560 -300 500 -300 410C-300 240 -190 110 0 110Z");
    canvas.path(
        &shade,
        0.75,
        "M60 116C220 136 300 256 300 410C300 500 270 560 230 600L220 700H170L160 860H60L90 700C190 620 240 300 60 116Z",
    );
    canvas.both(&dark, 1.0, "M-60 440C-60 530 -120 570 -180 560C-240 548 -246 450 -226 410C-180 370 -60 370 -60 440Z");
    for x in [-148.0, 148.0] {
        canvas.glow(&hot, 0.9, x, 470.0, 110.0);
        canvas.circle(&hot, 1.0, x, 470.0, 26.0);
        canvas.circle("#ffffff", 1.0, x, 470.0, 11.0);
    }
    canvas.path(&dark, 1.0, "M0 540L44 636L14 650L0 630L-14 650L-44 636Z");
    canvas.stroke(
        &dark,
        9.0,
        0.95,
        "M-150 740H150M-110 700V800M-66 700V806M-22 700V810M22 700V810M66 700V806M110 700V800",
    );
    // Lines of a board across the brow.
    canvas.stroke(
        &p.first.tone(40.0, 1.3).hex(),
        7.0,
        0.9,
        "M0 130V230L-60 290V340M-40 150V210L-140 290M60 140V220L130 290V330",
    );
    let mut pads = Pen::default();
    pads.diamond(-60.0, 344.0, 14.0).diamond(-144.0, 294.0, 14.0).diamond(130.0, 334.0, 14.0);
    canvas.path(&hot, 1.0, &pads.0);
}

/// The mouth of a machine that digs, as it comes through the ground.
fn worm(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let steel = p.first.mix(p.second, 0.4);
    let (dark, body, lit) = (steel.tone(10.0, 0.5).hex(), steel.tone(30.0, 0.6).hex(), steel.tone(54.0, 0.7).hex());
    let (hot, metal) = (p.accent.tone(84.0, 1.2).hex(), p.light(84.0).hex());
    canvas.glow(&hot, 0.6, 0.0, 470.0, 600.0);
    // Body rings behind the head.
    for (x, y, r) in [(290.0, 860.0, 230.0), (190.0, 760.0, 290.0), (90.0, 640.0, 340.0)] {
        canvas.circle(&dark, 1.0, x, y, r + 14.0);
        canvas.circle(&body, 1.0, x, y, r);
        canvas.ring(&lit, 12.0, 0.7, x, y, r - 40.0);
    }
    canvas.circle(&dark, 1.0, 0.0, 480.0, 404.0);
    canvas.circle(&lit, 1.0, 0.0, 480.0, 388.0);
    canvas.path("#05060c", 0.25, "M0 92A388 388 0 0 1 0 868Z");
    canvas.circle(&dark, 1.0, 0.0, 480.0, 318.0);
    for (ring, count, reach) in [(322.0, 18, 96.0), (236.0, 14, 84.0), (158.0, 10, 70.0)] {
        let turn = canvas.rng.range(0.0, 20.0);
        let mut teeth = Pen::default();
        let mut shades = Pen::default();
        let half = 150.0 / count as f32;
        for i in 0..count {
            let angle = turn + i as f32 * 360.0 / count as f32;
            let (a, tip, b) = (
                polar(0.0, 480.0, ring, angle - half),
                polar(0.0, 480.0, ring - reach, angle),
                polar(0.0, 480.0, ring, angle + half),
            );
            teeth.polygon(&[a, tip, b]);
            shades.polygon(&[polar(0.0, 480.0, ring, angle), tip, b]);
        }
        canvas.ring(&body, 20.0, 1.0, 0.0, 480.0, ring);
        canvas.path(&metal, 1.0, &teeth.0);
        canvas.path("#05060c", 0.35, &shades.0);
    }
    canvas.glow(&hot, 1.0, 0.0, 480.0, 150.0);
    canvas.circle(&hot, 1.0, 0.0, 480.0, 46.0);
    // Lamps on the rim.
    for i in 0..6 {
        let (x, y) = polar(0.0, 480.0, 354.0, 30.0 + i as f32 * 60.0);
        canvas.glow(&hot, 0.8, x, y, 70.0);
        canvas.circle(&hot, 1.0, x, y, 20.0);
    }
    let mut rubble = Pen::default();
    rubble.m(-900.0, 1010.0);
    let mut x = -900.0;
    while x < 900.0 {
        let y = 940.0 - canvas.rng.range(0.0, 70.0) - (1.0 - f32::abs(x) / 900.0) * 40.0;
        rubble.l(x, y);
        x += canvas.rng.range(30.0, 80.0);
    }
    rubble.l(900.0, 1010.0).z();
    canvas.path(&dark, 1.0, &rubble.0);
}

/// Two walls with pipes, lit windows and washing, and a wet floor between them.
pub(super) fn alley(canvas: &mut Canvas<'_>, depth: usize) {
    let p = canvas.palette.clone();
    let glow = p.accent.tone(82.0, 1.1).hex();
    match depth {
        0 => {
            let haze = p.second.mix(p.first, 0.4).tone(56.0, 1.2).hex();
            canvas.path(
                &p.first.tone(30.0, 0.8).hex(),
                1.0,
                "M-320 1010V380H-200V300H-60V420H20V340H180V420H320V1010Z",
            );
            let mut windows = Pen::default();
            for row in 0..9 {
                for column in 0..12 {
                    if canvas.rng.chance(0.35) {
                        windows.rect(-290.0 + column as f32 * 50.0, 450.0 + row as f32 * 46.0, 20.0, 24.0);
                    }
                }
            }
            canvas.path(&glow, 0.55, &windows.0);
            let paint = canvas.linear((0.0, 300.0), (0.0, 900.0), &[(0.0, &haze, 0.0), (1.0, &haze, 0.8)]);
            canvas.rect(&paint, 1.0, -400.0, 300.0, 800.0, 620.0);
        }
        1 => {
            // Walls that run to a vanishing point at (0, 560).
            let (wall, edge) = (p.first.tone(19.0, 0.7).hex(), p.first.tone(28.0, 0.8).hex());
            canvas.both(&wall, 1.0, "M-900 -20H-560L-250 330V720L-900 1010Z");
            canvas.both(&edge, 1.0, "M-560 -20L-250 330V720L-268 728V342L-590 -20Z");
            for side in [-1.0_f32, 1.0] {
                let (mut lit, mut dull) = (Pen::default(), Pen::default());
                for column in 0..4 {
                    for row in -3..2 {
                        // Each window is a strip between two depths, drawn in towards the vanishing point.
                        let (near, far) = (760.0 - column as f32 * 130.0, 690.0 - column as f32 * 130.0);
                        let at = |x: f32, h: f32| (side * x, 560.0 + h * x / 760.0);
                        let (top, low) = (row as f32 * 190.0 - 60.0, row as f32 * 190.0 + 50.0);
                        let pen = if canvas.rng.chance(0.45) { &mut lit } else { &mut dull };
                        pen.polygon(&[at(near, top), at(far, top), at(far, low), at(near, low)]);
                    }
                }
                canvas.path(&p.dark(9.0).hex(), 0.9, &dull.0);
                canvas.path(&glow, 0.75, &lit.0);
                let turn = canvas.rng.pick(&[-60.0, 0.0, 45.0, 120.0]);
                let neon = p.first.turn(turn).tone(72.0, 1.4).hex();
                let (x, y) = (side * canvas.rng.range(330.0, 400.0), canvas.rng.range(250.0, 420.0));
                canvas.glow(&neon, 0.5, x, y + 70.0, 150.0);
                canvas.rect(&p.dark(9.0).hex(), 1.0, x - 34.0, y - 12.0, 68.0, 170.0);
                let mut bars = Pen::default();
                for i in 0..5 {
                    let w = canvas.rng.range(18.0, 48.0);
                    bars.rect(x - w / 2.0, y + i as f32 * 31.0, w, 17.0);
                }
                canvas.path(&neon, 1.0, &bars.0);
            }
            // A line of washing across.
            canvas.stroke(&p.light(80.0).hex(), 4.0, 0.7, "M-470 110Q0 230 470 90");
            for i in 0..6 {
                let x = -330.0 + i as f32 * 125.0 + canvas.rng.range(-20.0, 20.0);
                let y = 166.0 - x * x * 0.0002;
                let (w, h) = (canvas.rng.range(44.0, 76.0), canvas.rng.range(60.0, 110.0));
                let turn = canvas.rng.range(-60.0, 60.0);
                let cloth = p.second.turn(turn).tone(48.0, 0.9).hex();
                canvas.rect(&cloth, 1.0, x, y, w, h);
            }
        }
        _ => {
            let ground = canvas.linear(
                (0.0, 700.0),
                (0.0, 1000.0),
                &[(0.0, &p.second.tone(40.0, 1.0).hex(), 1.0), (1.0, &p.first.tone(10.0, 0.8).hex(), 1.0)],
            );
            canvas.path(&ground, 1.0, "M-250 720H250L900 1010H-900Z");
            let shine = p.light(88.0).hex();
            for _ in 0..7 {
                let (x, y) = (canvas.rng.range(-420.0, 420.0), canvas.rng.range(790.0, 980.0));
                let w = canvas.rng.range(50.0, 150.0);
                canvas.ellipse(&shine, 0.22, x, y, w, w * 0.1);
            }
            let mut boxes = Pen::default();
            for side in [-1.0_f32, 1.0] {
                for i in 0..3 {
                    let (w, h) = (canvas.rng.range(70.0, 150.0), canvas.rng.range(60.0, 190.0));
                    let x = side * (470.0 + i as f32 * 120.0);
                    boxes.rect(x - w / 2.0, 930.0 + i as f32 * 30.0 - h, w, h + 80.0);
                }
            }
            canvas.path(&p.dark(8.0).hex(), 1.0, &boxes.0);
        }
    }
}
