//! People of streets and harbours: scarves, oilskins, diving masks, a crowd, a mind without a body.

use super::super::canvas::{Canvas, Pen};
use super::{BODY, Dress, HEAD, face, rim};
use crate::face::colour::Colour;

/// Someone behind a scarf, in oilskin, behind a diving mask.
pub(super) fn draw(canvas: &mut Canvas<'_>, dress: &Dress, kind: &str) {
    let p = canvas.palette.clone();
    canvas.glow(&p.light(86.0).hex(), 0.55, 0.0, 420.0, 520.0);
    let coat = match kind {
        "fisher" | "netter" | "harpooner" => p.accent.tone(canvas.rng.range(52.0, 68.0), 0.95),
        "diver" => p.first.tone(27.0, 0.9),
        _ => p.second.tone(canvas.rng.range(22.0, 32.0), 0.5),
    };
    let t = coat.lightness();
    let paint = canvas.linear(
        (0.0, 560.0),
        (0.0, 1000.0),
        &[(0.0, &coat.tone(t + 9.0, 1.0).hex(), 1.0), (1.0, &coat.tone(t - 12.0, 1.0).hex(), 1.0)],
    );
    if kind == "harpooner" {
        harpoon(canvas);
    }
    canvas.path(&paint, 1.0, BODY);
    let skin = dress.skin.tone(canvas.rng.range(36.0, 68.0), 0.9);
    face(canvas, dress, skin, false);
    let hair = Colour::parse("#2a2028").unwrap_or(p.first).tone(canvas.rng.range(10.0, 30.0), 0.8);
    match kind {
        "fisher" | "harpooner" => fisher(canvas, coat, hair),
        "netter" => {
            fisher(canvas, coat, hair);
            net(canvas);
        }
        "diver" => diver(canvas, coat, hair),
        _ => rebel(canvas, coat, hair),
    }
    rim(canvas);
}

fn fisher(canvas: &mut Canvas<'_>, coat: Colour, hair: Colour) {
    let t = coat.lightness();
    let (dark, lit) = (coat.tone(t - 20.0, 0.9).hex(), coat.tone(t + 14.0, 0.9).hex());
    canvas.both(&lit, 1.0, "M-56 556L-160 602L-128 716L0 664Z");
    canvas.stroke(&dark, 7.0, 0.9, "M-24 668V1010M24 668V1010");
    let mut toggles = Pen::default();
    for i in 0..4 {
        toggles.rect(-44.0, 730.0 + i as f32 * 74.0, 88.0, 16.0);
    }
    canvas.path(&dark, 1.0, &toggles.0);
    canvas.both_strokes(&dark, 6.0, 0.6, "M-250 690Q-210 840 -250 1010");
    if canvas.rng.chance(0.5) {
        let grey = hair.tone(canvas.rng.range(24.0, 84.0), 0.4).hex();
        canvas.path(&grey, 1.0, "M-116 400C-128 530 -70 640 0 644C70 640 128 530 116 400C96 462 64 486 40 478Q0 458 -40 478C-64 486 -96 462 -116 400Z");
        canvas.path("#05060c", 0.4, "M-34 506Q0 496 34 506Q0 528 -34 506Z");
    }
    if canvas.rng.chance(0.5) {
        // A hat whose brim is long behind.
        canvas.path(&coat.hex(), 1.0, "M-136 306C-140 130 140 130 136 306Z");
        canvas.path("#05060c", 0.22, "M0 172C100 172 138 220 136 306H0Z");
        canvas.path(&lit, 1.0, "M-250 352C-210 250 210 250 250 352C160 296 -160 296 -250 352Z");
        canvas.path(&dark, 1.0, "M-136 292Q0 244 136 292L138 270Q0 222 -138 270Z");
    } else {
        // A knitted cap.
        let wool = canvas.palette.first.turn(150.0).tone(42.0, 1.0);
        canvas.path(&wool.hex(), 1.0, "M-126 320C-150 110 150 110 126 320Q0 270 -126 320Z");
        canvas.path("#05060c", 0.22, "M0 164C90 164 140 210 126 320Q60 294 0 294Z");
        canvas.path(&wool.tone(56.0, 1.0).hex(), 1.0, "M-136 346Q0 282 136 346L134 278Q0 218 -134 278Z");
        canvas.stroke(
            &wool.tone(34.0, 1.0).hex(),
            5.0,
            0.9,
            "M-96 322L-94 262M-56 306L-54 246M-16 300V238M24 300L22 240M64 308L62 248M102 324L100 264",
        );
    }
}

/// A harpoon over the shoulder, with its line.
fn harpoon(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let (wood, steel, rope) = (p.dark(16.0).hex(), p.light(92.0).hex(), p.accent.tone(86.0, 0.7).hex());
    canvas.raw(r#"<g transform="rotate(24 0 900)">"#);
    canvas.rect(&wood, 1.0, 176.0, 190.0, 30.0, 800.0);
    canvas.rect(&steel, 1.0, 180.0, 100.0, 22.0, 240.0);
    canvas.path(&steel, 1.0, "M191 -60L226 60L212 120L262 170L206 150H176L120 170L170 120L156 60Z");
    canvas.path("#05060c", 0.25, "M191 -60L226 60L212 120L262 170L206 150H191Z");
    canvas.stroke(
        &rope,
        10.0,
        1.0,
        "M172 330H210M172 352H210M172 374H210M191 374C330 420 300 560 240 640S260 820 360 900",
    );
    canvas.raw("</g>");
}

/// A net over one shoulder, with its floats.
fn net(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let (cord, float) = (p.dark(13.0).hex(), p.first.turn(170.0).tone(54.0, 1.2).hex());
    // It hangs from the neck to below the frame: columns that spread, rows that sag between them.
    let knot =
        |column: f32, row: f32| (-40.0 - row * 17.0 - column * (34.0 + row * 2.4), 610.0 + row * 40.0 - column * 4.0);
    let mut mesh = Pen::default();
    for row in 0..11 {
        for column in 0..8 {
            let (r, c) = (row as f32, column as f32 + if row % 2 == 0 { 0.0 } else { 0.5 });
            let ((x, y), (ax, ay), (bx, by)) = (knot(c, r), knot(c - 0.5, r + 1.0), knot(c + 0.5, r + 1.0));
            mesh.m(x, y).l(ax, ay).m(x, y).l(bx, by);
        }
    }
    canvas.path(&cord, 0.3, "M-40 606L-290 596L-560 1010H-240Z");
    canvas.stroke(&cord, 6.0, 1.0, &mesh.0);
    canvas.stroke(&cord, 18.0, 1.0, "M-40 606L-240 1010");
    for i in 0..5 {
        let t = i as f32;
        canvas.ellipse(&float, 1.0, -60.0 - t * 40.0, 650.0 + t * 82.0, 26.0, 34.0);
        canvas.ellipse("#ffffff", 0.5, -68.0 - t * 40.0, 638.0 + t * 82.0, 7.0, 10.0);
    }
}

fn diver(canvas: &mut Canvas<'_>, coat: Colour, hair: Colour) {
    let p = canvas.palette.clone();
    let (neon, metal) = (p.first.tone(80.0, 1.2).hex(), p.accent.tone(76.0, 1.0).hex());
    canvas.path(&coat.tone(13.0, 0.8).hex(), 1.0, "M-130 440C-150 150 150 150 130 440L112 330Q0 268 -112 330Z");
    canvas.path(&hair.hex(), 0.4, "M0 226C80 226 130 300 130 440L112 330Q60 300 0 298Z");
    canvas.path("#0a0d14", 1.0, "M-128 324Q0 292 128 324L126 432Q70 470 30 440Q0 414 -30 440Q-70 470 -126 432Z");
    let glass = canvas.linear(
        (-110.0, 320.0),
        (110.0, 450.0),
        &[(0.0, &p.light(94.0).hex(), 0.95), (0.5, &p.first.tone(62.0, 1.1).hex(), 0.8), (1.0, &neon, 0.5)],
    );
    canvas.path(&glass, 1.0, "M-110 340Q0 312 110 340L108 424Q66 450 34 424Q0 396 -34 424Q-66 450 -108 424Z");
    canvas.path("#ffffff", 0.7, "M-96 350L-50 338L-84 412L-100 408ZM-36 336L-20 334L-52 412L-66 416Z");
    // The breathing tube and the hose of the regulator.
    canvas.stroke("#0a0d14", 34.0, 1.0, "M40 540Q170 560 166 380V130");
    canvas.stroke(&neon, 10.0, 0.9, "M158 400V140");
    canvas.stroke(&metal, 34.0, 1.0, "M166 132V96");
    canvas.path("#0a0d14", 1.0, "M-60 494H60L48 560Q0 580 -48 560Z");
    canvas.path(&metal, 1.0, "M-40 506H40V518H-40Z");
    canvas.both(&coat.tone(44.0, 1.0).hex(), 1.0, "M-230 640L-140 612L-110 1010H-230Z");
    canvas.both_strokes(&neon, 6.0, 0.9, "M-230 640L-230 1010M-140 612L-110 1010");
    canvas.rect(&metal, 1.0, -76.0, 760.0, 152.0, 26.0);
    for _ in 0..14 {
        let (x, y, r) = (canvas.rng.range(190.0, 400.0), canvas.rng.range(-20.0, 520.0), canvas.rng.range(7.0, 24.0));
        canvas.ring("#ffffff", 4.0, 0.8, x, y, r);
        canvas.circle("#ffffff", 0.25, x, y, r);
    }
}

fn rebel(canvas: &mut Canvas<'_>, coat: Colour, hair: Colour) {
    let p = canvas.palette.clone();
    let t = coat.lightness();
    let scarf = p.first.tone(canvas.rng.range(46.0, 56.0), 1.3);
    canvas.both(&coat.tone(t + 10.0, 1.0).hex(), 1.0, "M-70 600L-30 1010H-230L-180 790L-220 760L-150 612Z");
    canvas.path(&coat.tone(t - 10.0, 1.0).hex(), 1.0, "M-56 640H56L40 1010H-40Z");
    canvas.stroke(&p.accent.tone(80.0, 1.0).hex(), 5.0, 0.8, "M-30 700H30M-30 780H30M-30 860H30M-30 940H30");
    match canvas.rng.below(3) {
        // A flat cap.
        0 => {
            let cloth = coat.tone(t + 16.0, 0.9);
            canvas.path(&hair.hex(), 1.0, "M-122 390C-136 220 136 220 122 390L104 320H-104Z");
            canvas.path(&cloth.hex(), 1.0, "M-150 300C-180 160 60 120 150 200C186 240 160 300 130 306Q0 262 -150 300Z");
            canvas.path("#05060c", 0.25, "M20 160C90 160 140 180 160 220C180 260 150 300 130 306Q70 284 20 280Z");
            canvas.path(
                &cloth.tone(t - 4.0, 0.9).hex(),
                1.0,
                "M-136 300Q0 244 136 304Q160 330 150 346Q0 286 -150 344Q-160 322 -136 300Z",
            );
        }
        // Goggles, pushed up.
        1 => {
            canvas.path(
                &hair.hex(),
                1.0,
                "M-130 400C-190 250 -120 120 -20 150C40 90 190 150 130 400L108 320Q0 270 -108 320Z",
            );
            canvas.path("#0a0d14", 1.0, "M-128 250H128V316H-128Z");
            let glass = p.accent.tone(82.0, 1.1).hex();
            canvas.both("#0a0d14", 1.0, "M-116 240H-14V326H-116Z");
            canvas.both(&glass, 1.0, "M-106 250H-24V316H-106Z");
            canvas.both("#ffffff", 0.7, "M-98 258H-66L-90 306H-98Z");
        }
        // A hood.
        _ => {
            let cloth = coat.tone(t + 8.0, 0.9);
            canvas.path(
                &cloth.hex(),
                1.0,
                "M0 150C150 150 200 280 190 430C184 540 220 600 250 650L110 620C140 520 146 330 60 270Q0 240 -60 270C-146 330 -140 520 -110 620L-250 650C-220 600 -184 540 -190 430C-200 280 -150 150 0 150Z",
            );
            canvas.path(
                "#05060c",
                0.25,
                "M0 150C150 150 200 280 190 430C184 540 220 600 250 650L110 620C140 520 146 330 60 270Q30 254 0 254Z",
            );
        }
    }
    canvas.path(&scarf.hex(), 1.0, "M-122 428Q0 396 122 428L116 520C104 600 60 660 0 680C-60 660 -104 600 -116 520Z");
    canvas.path("#05060c", 0.22, "M0 412Q80 414 122 428L116 520C104 600 60 660 0 680Z");
    let fold = scarf.tone(scarf.lightness() + 18.0, 1.0).hex();
    canvas.stroke(&fold, 6.0, 0.9, "M-108 470Q0 520 108 470M-92 550Q0 600 92 550M-118 438Q0 408 118 438");
    canvas.path(&scarf.tone(38.0, 1.2).hex(), 1.0, "M-160 590Q0 700 160 590L190 640Q0 770 -190 640Z");
    canvas.path(&scarf.hex(), 1.0, "M110 660L250 800L210 900L170 830L130 870L70 700Z");
}

/// Three alike: a gang, a crew, a choir.
pub(super) fn three(canvas: &mut Canvas<'_>, dress: &Dress, kind: &str) {
    for (x, y, scale) in [(-320.0, 240.0, 0.77), (320.0, 240.0, 0.77), (0.0, 84.0, 0.93)] {
        canvas.raw(&format!(r#"<g transform="translate({x} {y}) scale({scale})">"#));
        match kind {
            "choir" => phantom(canvas),
            "crew" => draw(canvas, dress, "fisher"),
            _ => draw(canvas, dress, "rebel"),
        }
        canvas.raw("</g>");
    }
}

/// A mind without a body: a bust out of lines, some of them out of step.
pub(super) fn phantom(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let (bright, deep) = (p.light(94.0).hex(), p.first.tone(62.0, 1.3).hex());
    canvas.glow(&p.first.tone(74.0, 1.3).hex(), 0.8, 0.0, 420.0, 540.0);
    canvas.path(&p.dark(12.0).hex(), 0.95, HEAD);
    canvas.path(&p.dark(12.0).hex(), 0.85, BODY);
    let (mut lines, mut torn, mut bits) = (Pen::default(), Pen::default(), Pen::default());
    for row in 0..39 {
        let y = 228.0 + row as f32 * 20.0;
        let dome = 1.0 - ((y - 388.0) / 164.0).powi(2);
        let wide = match y {
            y if y < 540.0 => 118.0 * dome.max(0.0).sqrt(),
            y if y < 610.0 => 58.0,
            y => (70.0 + (y - 610.0) * 3.4).min(396.0 - (1000.0 - y) * 0.12),
        };
        if wide < 12.0 {
            continue;
        }
        let (pen, shift) =
            if canvas.rng.chance(0.2) { (&mut torn, canvas.rng.range(-90.0, 90.0)) } else { (&mut lines, 0.0) };
        pen.rect(shift - wide, y, wide * 2.0, 11.0);
    }
    for _ in 0..46 {
        let (x, y) = (canvas.rng.range(-24.0, 24.0).round() * 18.0, canvas.rng.range(6.0, 52.0).round() * 18.0);
        let size = canvas.rng.pick(&[8.0, 8.0, 14.0]);
        bits.rect(x, y, size, size);
    }
    let paint =
        canvas.linear((0.0, 220.0), (0.0, 1000.0), &[(0.0, &bright, 1.0), (0.5, &deep, 0.95), (1.0, &deep, 0.35)]);
    canvas.path(&paint, 1.0, &lines.0);
    canvas.path(&p.accent.tone(82.0, 1.2).hex(), 0.9, &torn.0);
    canvas.path(&bright, 0.7, &bits.0);
    // The eyes.
    canvas.both("#05060c", 0.95, "M-92 386Q-54 346 -16 392Q-54 420 -92 386Z");
    canvas.glow(&p.accent.tone(88.0, 1.2).hex(), 1.0, -52.0, 386.0, 56.0);
    canvas.glow(&p.accent.tone(88.0, 1.2).hex(), 1.0, 52.0, 386.0, 56.0);
    canvas.circle("#ffffff", 1.0, -52.0, 386.0, 12.0);
    canvas.circle("#ffffff", 1.0, 52.0, 386.0, 12.0);
    canvas.path("#05060c", 0.8, "M-38 490H38V502H-38Z");
}

/// Three rows of heads, fists and boards above them.
pub(super) fn crowd(canvas: &mut Canvas<'_>, emblem: &str) {
    let p = canvas.palette.clone();
    canvas.glow(&p.light(90.0).hex(), 0.8, 0.0, 460.0, 620.0);
    for (row, tone) in [50.0, 33.0, 13.0].into_iter().enumerate() {
        let depth = row as f32;
        let (size, base) = (0.62 + depth * 0.2, 540.0 + depth * 140.0);
        let (mut people, mut arms, mut sticks, mut boards) =
            (Pen::default(), Pen::default(), Pen::default(), Pen::default());
        let mut x = -840.0;
        while x < 860.0 {
            let y = base + canvas.rng.range(-26.0, 26.0);
            let at = |dx: f32, dy: f32| (x + dx * size, y + dy * size);
            // Head and shoulders.
            people.polygon(
                &(0..14)
                    .map(|i| {
                        let (sin, cos) = (i as f32 * 360.0 / 14.0).to_radians().sin_cos();
                        at(62.0 * sin, 74.0 * cos)
                    })
                    .collect::<Vec<_>>(),
            );
            let ((ax, ay), (bx, by), (cx, cy), (dx, dy), (ex, ey)) =
                (at(-150.0, 620.0), at(-150.0, 90.0), at(0.0, 76.0), at(150.0, 90.0), at(150.0, 620.0));
            people.m(ax, ay).q(bx, by, cx, cy).q(dx, dy, ex, ey).z();
            match canvas.rng.below(9) {
                0..=2 => {
                    let lean = canvas.rng.range(-30.0, 60.0);
                    let ((sx, sy), (ex, ey), (hx, hy)) = (at(96.0, 170.0), at(130.0, 20.0), at(90.0 + lean, -150.0));
                    arms.m(sx, sy).l(ex, ey).l(hx, hy);
                    let (fx, fy) = at(90.0 + lean, -176.0);
                    people.rect(fx - 30.0 * size, fy - 36.0 * size, 60.0 * size, 70.0 * size);
                }
                3 => {
                    let ((sx, sy), (tx, ty)) = (at(100.0, 160.0), at(110.0, -250.0));
                    sticks.m(sx, sy).l(tx, ty);
                    let (bx, by) = at(0.0, -390.0);
                    boards.rect(bx, by, 220.0 * size, 150.0 * size);
                }
                _ => {}
            }
            x += size * canvas.rng.range(150.0, 200.0);
        }
        let colour = p.first.tone(tone, 0.8).hex();
        canvas.stroke(&colour, 12.0 * size, 1.0, &sticks.0);
        canvas.path(&p.light(90.0 - depth * 6.0).hex(), 1.0, &boards.0);
        canvas.stroke(&colour, 42.0 * size, 1.0, &arms.0);
        canvas.path(&colour, 1.0, &people.0);
        if row == 0 && !emblem.is_empty() {
            let hot = p.accent.tone(86.0, 1.0).hex();
            canvas.path(&p.dark(12.0).hex(), 1.0, "M-8 120H8V620H-8Z");
            canvas.path(&p.first.tone(44.0, 1.3).hex(), 1.0, "M-190 120H190V420L0 380L-190 420Z");
            canvas.raw(&format!(
                r#"<path transform="translate(-96 140) scale(8)" fill="{hot}" fill-rule="evenodd" d="{}"/>"#,
                crate::face::fill::escape(emblem)
            ));
        }
    }
}
