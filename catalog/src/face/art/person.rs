//! People from the chest up, facing the viewer, drawn as flat shapes with one lit side.

mod agent;
mod folk;
mod whole;

use super::canvas::{Canvas, Pen, polar};
use crate::face::colour::Colour;

const BODY: &str =
    "M-58 490C-58 580 -96 604 -180 630C-300 668 -372 740 -396 1010H396C372 740 300 668 180 630C96 604 58 580 58 490Z";
const HEAD: &str =
    "M0 226C82 226 122 292 116 372C111 462 62 548 0 552C-62 548 -111 462 -116 372C-122 292 -82 226 0 226Z";
const HALF_HEAD: &str = "M0 226C82 226 122 292 116 372C111 462 62 548 0 552Z";
const HALF_BODY: &str = "M0 490H58C58 580 96 604 180 630C300 668 372 740 396 1010H0Z";

/// What a person is drawn in.
struct Dress {
    skin: Colour,
    cloth: Colour,
    trim: Colour,
    metal: Colour,
}

pub(super) fn draw(canvas: &mut Canvas<'_>, kind: &str, emblem: &str) {
    let p = canvas.palette.clone();
    let earth = Colour::parse("#7a4a2e").unwrap_or(p.first);
    let dress = Dress {
        skin: earth.tone(canvas.rng.range(34.0, 56.0), 1.05).mix(p.first.tone(38.0, 1.0), 0.1),
        cloth: p.first.turn(canvas.rng.range(-18.0, 18.0)).tone(canvas.rng.range(32.0, 52.0), 1.15),
        trim: p.second.tone(canvas.rng.range(54.0, 74.0), 1.15),
        metal: p.accent.tone(80.0, 1.0),
    };
    match kind {
        "squad" => agent::squad(canvas, &dress),
        "rebel" | "fisher" | "netter" | "harpooner" | "diver" => folk::draw(canvas, &dress, kind),
        "gang" | "crew" | "choir" => folk::three(canvas, &dress, kind),
        "phantom" => folk::phantom(canvas),
        "crowd" => folk::crowd(canvas, emblem),
        "suit" | "hacker" | "soldier" | "officer" => agent::draw(canvas, &dress, kind),
        _ => figure(canvas, &dress, kind),
    }
}

fn figure(canvas: &mut Canvas<'_>, dress: &Dress, kind: &str) {
    let celestial = kind == "celestial";
    let head = headdress(canvas, kind);
    if !celestial && canvas.rng.chance(0.5) {
        return whole::draw(canvas, dress, kind, head);
    }
    let halo = celestial || matches!(kind, "leader" | "sage") || canvas.rng.chance(0.3);
    backdrop(canvas, dress, halo, celestial);
    match kind {
        "warrior" => weapons(canvas, dress),
        "sage" => staff(canvas, dress),
        _ => {}
    }
    headdress_behind(canvas, dress, head);
    let giant = kind == "giant";
    if giant {
        boulders(canvas, dress);
    }
    let skin = if celestial { canvas.palette.first.tone(22.0, 1.4) } else { dress.skin };
    torso(canvas, dress, celestial);
    if kind == "shade" {
        hollow_face(canvas);
    } else {
        face(canvas, dress, skin, celestial);
    }
    collar(canvas, dress);
    headdress_before(canvas, dress, head);
    rim(canvas);
}

fn headdress(canvas: &mut Canvas<'_>, kind: &str) -> &'static str {
    match kind {
        "leader" => canvas.rng.pick(&["crown", "tall", "plumes"]),
        "warrior" => canvas.rng.pick(&["crest", "plumes", "locs", "horns"]),
        "scout" => canvas.rng.pick(&["hood", "wrap", "locs"]),
        "sage" => canvas.rng.pick(&["wrap", "tall", "afro", "beads"]),
        "giant" => canvas.rng.pick(&["horns", "stone"]),
        "shade" => "hood",
        "celestial" => canvas.rng.pick(&["crown", "tall"]),
        _ => canvas.rng.pick(&["wrap", "afro", "locs", "beads", "plumes"]),
    }
}

/// Halo and rays.
fn backdrop(canvas: &mut Canvas<'_>, dress: &Dress, halo: bool, rays: bool) {
    let light = canvas.palette.light(90.0).hex();
    let metal = dress.metal.hex();
    canvas.glow(&light, 0.6, 0.0, 400.0, 520.0);
    if rays {
        let mut pen = Pen::default();
        for i in 0..32 {
            let angle = i as f32 * 11.25;
            let r = if i % 2 == 0 { 500.0 } else { 420.0 };
            let ((ax, ay), (bx, by), (cx, cy)) = (
                polar(0.0, 390.0, 300.0, angle - 2.4),
                polar(0.0, 390.0, r, angle),
                polar(0.0, 390.0, 300.0, angle + 2.4),
            );
            pen.polygon(&[(ax, ay), (bx, by), (cx, cy)]);
        }
        canvas.path(&metal, 0.95, &pen.0);
        canvas.ring(&metal, 4.0, 0.8, 0.0, 390.0, 520.0);
    }
    if halo {
        let disc = dress.trim.tone(if rays { 84.0 } else { 70.0 }, 1.0).hex();
        canvas.circle(&disc, if rays { 0.9 } else { 0.6 }, 0.0, 390.0, 272.0);
        canvas.ring(&metal, 9.0, 1.0, 0.0, 390.0, 288.0);
        canvas.ring(&metal, 3.0, 0.8, 0.0, 390.0, 252.0);
        let mut beads = Pen::default();
        let count = canvas.rng.pick(&[12, 16, 24]);
        for i in 0..count {
            let (x, y) = polar(0.0, 390.0, 270.0, 360.0 * i as f32 / count as f32);
            beads.diamond(x, y, 8.0);
        }
        canvas.path(&metal, 1.0, &beads.0);
    }
}

fn weapons(canvas: &mut Canvas<'_>, dress: &Dress) {
    let shaft = dress.cloth.tone(16.0, 0.8).hex();
    let (bright, shade) = (dress.metal.tone(90.0, 0.5).hex(), dress.metal.tone(66.0, 0.7).hex());
    let crossed = canvas.rng.chance(0.5);
    let sides: &[f32] = if crossed { &[-1.0, 1.0] } else { &[1.0] };
    for side in sides {
        canvas.raw(&format!(
            r#"<g transform="rotate({:.0} 0 900) translate({:.0} 0)">"#,
            side * if crossed { 27.0 } else { 8.0 },
            side * if crossed { 0.0 } else { 250.0 }
        ));
        canvas.rect(&shaft, 1.0, -9.0, 120.0, 18.0, 900.0);
        canvas.path(&bright, 1.0, "M0 -30C-40 60 -36 110 0 150Z");
        canvas.path(&shade, 1.0, "M0 -30C40 60 36 110 0 150Z");
        canvas.rect(&dress.metal.hex(), 1.0, -15.0, 150.0, 30.0, 14.0);
        canvas.raw("</g>");
    }
}

fn staff(canvas: &mut Canvas<'_>, dress: &Dress) {
    let side = canvas.rng.pick(&[-1.0, 1.0]);
    let x = side * 330.0;
    let wood = dress.cloth.tone(17.0, 0.8).hex();
    canvas.rect(&wood, 1.0, x - 9.0, 250.0, 18.0, 760.0);
    let glow = canvas.palette.second.tone(86.0, 1.2).hex();
    canvas.glow(&glow, 0.9, x, 210.0, 150.0);
    canvas.circle(&glow, 1.0, x, 210.0, 40.0);
    canvas.ring(&dress.metal.hex(), 10.0, 1.0, x, 210.0, 62.0);
}

fn torso(canvas: &mut Canvas<'_>, dress: &Dress, stars: bool) {
    let t = dress.cloth.lightness();
    let paint = canvas.linear(
        (0.0, 560.0),
        (0.0, 1000.0),
        &[(0.0, &dress.cloth.tone(t + 8.0, 1.0).hex(), 1.0), (1.0, &dress.cloth.tone(t - 14.0, 1.0).hex(), 1.0)],
    );
    canvas.path(&paint, 1.0, BODY);
    let trim = dress.trim.hex();
    match canvas.rng.below(4) {
        // Bands down the front.
        0 => {
            canvas.path(&trim, 0.9, "M-64 640L-90 1010H90L64 640Z");
            let mut pen = Pen::default();
            for i in 0..6 {
                let y = 720.0 + i as f32 * 52.0;
                pen.polygon(&[(0.0, y - 22.0), (34.0, y), (0.0, y + 22.0), (-34.0, y)]);
            }
            canvas.path(&dress.metal.hex(), 1.0, &pen.0);
        }
        // A cloak over both shoulders.
        1 => {
            canvas.both(
                &dress.trim.tone(44.0, 1.0).hex(),
                1.0,
                "M-120 612C-330 650 -420 760 -440 1010H-170C-190 860 -160 740 -60 640Z",
            );
            canvas.both_strokes(&dress.metal.hex(), 7.0, 1.0, "M-170 1010C-190 860 -160 740 -60 640");
        }
        // Stripes across.
        2 => {
            for i in 0..5 {
                let y = 700.0 + i as f32 * 66.0;
                canvas.stroke(
                    &trim,
                    17.0,
                    0.8,
                    &format!("M-372 {:.0}Q0 {:.0} 372 {:.0}", y + 60.0, y - 30.0, y + 60.0),
                );
            }
        }
        // A sash.
        _ => {
            canvas.path(&trim, 0.95, "M-250 655L-150 620L300 1010H150Z");
            canvas.stroke(&dress.metal.hex(), 6.0, 1.0, "M-150 620L300 1010");
        }
    }
    if stars {
        let mut pen = Pen::default();
        for _ in 0..40 {
            let (x, y, r) =
                (canvas.rng.range(-300.0, 300.0), canvas.rng.range(680.0, 1000.0), canvas.rng.range(2.0, 7.0));
            pen.diamond(x, y, r);
        }
        canvas.path("#ffffff", 0.9, &pen.0);
    }
    canvas.path("#05060c", 0.22, HALF_BODY);
}

fn collar(canvas: &mut Canvas<'_>, dress: &Dress) {
    let (metal, trim) = (dress.metal.hex(), dress.trim.tone(46.0, 1.1).hex());
    let rows = 2 + canvas.rng.below(3);
    for i in (0..rows).rev() {
        let (w, y) = (84.0 + i as f32 * 44.0, 556.0 + i as f32 * 30.0);
        let colour = if i % 2 == 0 { &metal } else { &trim };
        canvas.stroke(
            colour,
            23.0,
            1.0,
            &format!("M{:.0} {:.0}Q0 {:.0} {w:.0} {:.0}", -w, y, y + 66.0 + i as f32 * 14.0, y),
        );
    }
}

/// A face as a mask is cut: brows and nose in one, bright eyes, a mark.
fn face(canvas: &mut Canvas<'_>, dress: &Dress, skin: Colour, stars: bool) {
    let t = skin.lightness();
    let (dark, bright) = (skin.tone(t - 13.0, 1.0), skin.tone(t + 15.0, 1.0));
    canvas.path(&dark.hex(), 1.0, "M-58 480H58V600Q0 660 -58 600Z");
    let paint = canvas.linear(
        (-110.0, 260.0),
        (110.0, 520.0),
        &[(0.0, &bright.hex(), 1.0), (0.5, &skin.hex(), 1.0), (1.0, &dark.hex(), 1.0)],
    );
    canvas.path(&paint, 1.0, HEAD);
    canvas.path("#05060c", 0.2, HALF_HEAD);
    canvas.path(&bright.tone(t + 20.0, 0.9).hex(), 0.55, "M-12 356L-24 458Q-2 474 0 474V350Z");
    canvas.both_strokes(&dark.tone(t - 18.0, 1.0).hex(), 9.0, 1.0, "M-86 352Q-54 326 -18 350");
    let eye = if stars { "#ffffff".to_owned() } else { canvas.palette.light(93.0).hex() };
    canvas.both(&dark.tone(9.0, 0.6).hex(), 1.0, "M-82 386Q-52 360 -22 388Q-52 408 -82 386Z");
    let look = if canvas.rng.chance(0.5) || stars { 13.0 } else { 9.0 };
    canvas.circle(&eye, 1.0, -51.0, 386.0, look);
    canvas.circle(&eye, 1.0, 51.0, 386.0, look);
    canvas.path(&dark.tone(t - 17.0, 1.2).hex(), 1.0, "M-36 500Q-12 488 0 494Q12 488 36 500Q0 520 -36 500Z");
    let mark = if stars { canvas.palette.accent.tone(86.0, 1.0).hex() } else { dress.trim.tone(78.0, 1.2).hex() };
    match canvas.rng.below(6) {
        0 => canvas.both(&mark, 0.95, "M-96 424L-38 440L-40 452L-97 440ZM-92 458L-46 470L-48 481L-88 474Z"),
        1 => canvas.path(&mark, 0.95, "M-6 240H6V330L0 344L-6 330Z"),
        2 => {
            let mut dots = Pen::default();
            for i in -3..=3 {
                let x = i as f32 * 24.0;
                dots.diamond(x, 312.0 + x.abs() * 0.26, 7.0);
            }
            canvas.path(&mark, 0.95, &dots.0);
        }
        3 => canvas.both(&mark, 0.95, "M-58 404H-46L-49 470H-55Z"),
        4 => canvas.path(&mark, 0.95, "M-5 512H5L3 550H-3ZM-22 516H-14L-14 542H-18ZM14 516H22L18 542H14Z"),
        _ => {}
    }
    // Rings in the ears.
    if canvas.rng.chance(0.6) {
        canvas.ring(&dress.metal.hex(), 8.0, 1.0, -122.0, 462.0, 21.0);
        canvas.ring(&dress.metal.hex(), 8.0, 1.0, 122.0, 462.0, 21.0);
    }
}

fn hollow_face(canvas: &mut Canvas<'_>) {
    canvas.path("#06050c", 1.0, HEAD);
    let eye = canvas.palette.second.tone(86.0, 1.3).hex();
    canvas.glow(&eye, 0.8, -48.0, 388.0, 60.0);
    canvas.glow(&eye, 0.8, 48.0, 388.0, 60.0);
    canvas.both(&eye, 1.0, "M-80 380Q-50 366 -22 396Q-52 404 -80 380Z");
}

fn boulders(canvas: &mut Canvas<'_>, dress: &Dress) {
    let t = dress.cloth.lightness();
    canvas.both(&dress.cloth.tone(t - 14.0, 0.7).hex(), 1.0, "M-130 640L-300 560L-470 640L-560 840L-540 1010H-120Z");
    canvas.both(&dress.cloth.tone(t + 6.0, 0.7).hex(), 1.0, "M-300 560L-470 640L-420 720L-260 680Z");
    canvas.both(&dress.cloth.tone(t - 4.0, 0.7).hex(), 1.0, "M-470 640L-560 840L-440 800L-420 720Z");
    let crack = canvas.palette.accent.tone(80.0, 1.2).hex();
    canvas.both_strokes(&crack, 6.0, 0.8, "M-330 720L-360 800L-320 860L-350 960");
}

fn headdress_behind(canvas: &mut Canvas<'_>, dress: &Dress, kind: &str) {
    let (metal, trim) = (dress.metal.hex(), dress.trim.hex());
    let hair = dress.skin.tone(13.0, 0.6).hex();
    match kind {
        "afro" => {
            canvas.circle(&hair, 1.0, 0.0, 340.0, 205.0);
            canvas.both(&hair, 1.0, "M-100 480Q-210 500 -190 380L-100 380Z");
        }
        "locs" => {
            let mut pen = Pen::default();
            for i in 0..6 {
                let (x, y) = (92.0 + i as f32 * 17.0, 620.0 + canvas.rng.range(0.0, 120.0) - i as f32 * 26.0);
                pen.m(-x + 30.0, 290.0).q(-x - 30.0, 400.0, -x, y);
            }
            canvas.both_strokes(&hair, 22.0, 1.0, &pen.0);
            canvas.path(&hair, 1.0, "M-128 390C-150 190 150 190 128 390L100 300H-100Z");
        }
        "plumes" => {
            let count = canvas.rng.pick(&[7, 9]);
            for i in 0..count {
                let angle = -72.0 + 144.0 * i as f32 / (count - 1) as f32;
                let colour = if i % 2 == 0 { &trim } else { &metal };
                let length = 330.0 - angle.abs() * 0.9;
                canvas.raw(&format!(r#"<g transform="translate(0 330) rotate({angle:.0})">"#));
                canvas.path(
                    colour,
                    1.0,
                    &format!("M-8 0Q-46 {:.0} 0 {:.0}Q46 {:.0} 8 0Z", -length * 0.7, -length, -length * 0.7),
                );
                canvas.path("#05060c", 0.25, &format!("M0 0V{:.0}Q46 {:.0} 8 0Z", -length, -length * 0.7));
                canvas.raw("</g>");
            }
        }
        "hood" => {
            let (inner, outer) = (dress.cloth.tone(10.0, 0.8), dress.cloth.tone(dress.cloth.lightness() - 4.0, 0.9));
            canvas.path(&outer.hex(), 1.0, "M0 150C150 160 212 300 196 450C190 560 240 620 300 680H-300C-240 620 -190 560 -196 450C-212 300 -150 160 0 150Z");
            canvas.path(&inner.hex(), 1.0, "M0 200C110 210 156 320 146 430C140 520 130 570 100 620H-100C-130 570 -140 520 -146 430C-156 320 -110 210 0 200Z");
        }
        "horns" => {
            canvas.both(
                &dress.metal.tone(74.0, 0.4).hex(),
                1.0,
                "M-70 270C-150 260 -250 210 -260 60C-220 150 -150 190 -40 220Z",
            );
            canvas.both("#05060c", 0.22, "M-70 270C-150 260 -240 210 -258 90C-230 190 -150 230 -50 245Z");
        }
        "tall" => {
            let d = "M-104 300L-158 40Q0 -20 158 40L104 300Q0 250 -104 300Z";
            canvas.path(&dress.cloth.tone(30.0, 1.1).hex(), 1.0, d);
            canvas.path(&trim, 1.0, "M-120 224L-134 156Q0 104 134 156L120 224Q0 176 -120 224Z");
            canvas.path(&metal, 1.0, "M-150 76L-158 40Q0 -20 158 40L150 76Q0 20 -150 76Z");
            canvas.path("#05060c", 0.25, "M0 10Q90 8 158 40L104 300Q60 276 0 276Z");
        }
        _ => {}
    }
}

fn headdress_before(canvas: &mut Canvas<'_>, dress: &Dress, kind: &str) {
    let (metal, trim) = (dress.metal.hex(), dress.trim.hex());
    match kind {
        "crown" => {
            let mut pen = Pen::default();
            for i in -3..=3 {
                let x = i as f32 * 36.0;
                let h = 150.0 - x.abs() * 0.55;
                pen.polygon(&[(x - 19.0, 276.0), (x, 262.0 - h), (x + 19.0, 276.0)]);
            }
            canvas.path(&metal, 1.0, &pen.0);
            canvas.path(&dress.metal.tone(62.0, 1.1).hex(), 1.0, "M-122 300Q0 226 122 300L118 258Q0 190 -118 258Z");
            canvas.path(&trim, 1.0, "M0 212L20 242L0 272L-20 242Z");
        }
        "wrap" => {
            canvas.path(&trim, 1.0, "M-124 330C-190 180 -100 80 30 90C170 96 190 220 124 330C80 262 -80 262 -124 330Z");
            canvas.path("#05060c", 0.2, "M10 88C170 96 190 220 124 330C100 290 60 276 20 274Z");
            let line = dress.cloth.tone(30.0, 1.0).hex();
            canvas.stroke(&line, 7.0, 0.9, "M-112 268Q-20 170 130 214M-128 214Q-40 120 110 150M-60 274Q0 230 140 270");
            canvas.path(&metal, 1.0, "M0 214L24 246L0 278L-24 246Z");
        }
        "beads" => {
            canvas.path(
                &dress.skin.tone(12.0, 0.5).hex(),
                1.0,
                "M-118 350C-128 180 128 180 118 350C90 270 -90 270 -118 350Z",
            );
            let mut pen = Pen::default();
            for i in -5..=5 {
                let x = i as f32 * 22.0;
                pen.diamond(x, 282.0 + x * x * 0.0036, 11.0);
            }
            canvas.path(&metal, 1.0, &pen.0);
            let mut drops = Pen::default();
            for x in [-118.0, 118.0] {
                for i in 0..6 {
                    drops.diamond(x, 370.0 + i as f32 * 32.0, 10.0);
                }
            }
            canvas.path(&trim, 1.0, &drops.0);
        }
        "crest" => {
            canvas.path(
                &dress.metal.tone(56.0, 0.8).hex(),
                1.0,
                "M-126 390C-150 190 150 190 126 390L108 330Q0 280 -108 330Z",
            );
            canvas.path(&trim, 1.0, "M-20 250C-60 120 -20 50 0 20C20 50 60 120 20 250Z");
            canvas.path("#05060c", 0.22, "M0 20C20 50 60 120 20 250L126 390C140 260 90 222 0 226Z");
            canvas.path(&metal, 1.0, "M-116 340Q0 284 116 340L114 316Q0 262 -114 316Z");
        }
        "plumes" | "locs" | "horns" => {
            canvas.path(
                &dress.skin.tone(12.0, 0.5).hex(),
                1.0,
                "M-116 340C-120 190 120 190 116 340C90 276 -90 276 -116 340Z",
            );
            canvas.stroke(&metal, 17.0, 1.0, "M-114 322Q0 252 114 322");
            canvas.path(&trim, 1.0, "M0 256L17 286L0 316L-17 286Z");
        }
        "afro" => canvas.stroke(&trim, 24.0, 1.0, "M-116 330Q0 236 116 330"),
        "tall" => canvas.stroke(&metal, 17.0, 1.0, "M-108 316Q0 250 108 316"),
        "hood" => {
            let colour = dress.metal.hex();
            canvas.both_strokes(&colour, 7.0, 0.95, "M0 200C-110 210 -156 320 -146 430C-140 520 -130 570 -104 614");
        }
        "stone" => {
            let t = dress.cloth.lightness();
            canvas.path(
                &dress.cloth.tone(t - 6.0, 0.6).hex(),
                1.0,
                "M-130 330L-110 210L-30 170L60 180L130 240L128 340L60 290L-40 280Z",
            );
            canvas.path(&dress.cloth.tone(t + 8.0, 0.6).hex(), 1.0, "M-110 210L-30 170L-10 240L-90 280Z");
        }
        _ => {}
    }
}

/// Light along the left edge.
fn rim(canvas: &mut Canvas<'_>) {
    let light = canvas.palette.light(92.0).hex();
    canvas.stroke(&light, 5.0, 0.75, "M-182 630C-300 668 -372 740 -394 1000");
}
