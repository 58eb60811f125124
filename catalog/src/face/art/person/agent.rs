//! People of a city: helmets, visors, ties.

use super::super::canvas::{Canvas, Pen};
use super::{BODY, Dress, face, rim};
use crate::face::colour::Colour;

/// Someone in a suit, with a visor, in a cap, under a helmet.
pub(super) fn draw(canvas: &mut Canvas<'_>, dress: &Dress, kind: &str) {
    let p = canvas.palette.clone();
    let light = p.light(86.0).hex();
    canvas.glow(&light, 0.55, 0.0, 420.0, 520.0);
    let coat = match kind {
        "suit" => p.first.tone(18.0, 0.35),
        "hacker" => p.second.tone(22.0, 0.7),
        "officer" => p.first.tone(28.0, 0.7),
        _ => p.first.turn(-12.0).tone(33.0, 0.5),
    };
    let t = coat.lightness();
    let neon = p.first.tone(78.0, 1.3).hex();
    let paint = canvas.linear(
        (0.0, 560.0),
        (0.0, 1000.0),
        &[(0.0, &coat.tone(t + 9.0, 1.0).hex(), 1.0), (1.0, &coat.tone(t - 8.0, 1.0).hex(), 1.0)],
    );
    let broad = matches!(kind, "soldier" | "officer");
    canvas.path(&paint, 1.0, BODY);
    if broad {
        canvas.both(
            &coat.tone(t + 14.0, 0.9).hex(),
            1.0,
            "M-190 620C-320 630 -400 690 -430 800L-300 830C-290 740 -250 690 -170 660Z",
        );
    }
    face(canvas, dress, dress.skin.tone(canvas.rng.clone().range(36.0, 68.0), 0.9), false);
    let hair = Colour::parse("#2a2028").unwrap_or(p.first).mix(p.second, 0.15).tone(canvas.rng.range(12.0, 34.0), 0.8);
    match kind {
        "suit" => {
            canvas.path("#e9edf4", 1.0, "M-70 590L0 700L70 590L50 570Q0 630 -50 570Z");
            canvas.path("#d5dbe6", 1.0, "M-60 610L0 1010L60 610L0 690Z");
            canvas.path(
                &p.first.tone(58.0, 1.3).hex(),
                1.0,
                "M-22 676L0 660L22 676L14 706L36 900L0 950L-36 900L-14 706Z",
            );
            canvas.both(&coat.tone(t + 5.0, 1.0).hex(), 1.0, "M-66 588L-30 1010H-250L-190 780L-230 760L-150 610Z");
            canvas.both_strokes(
                &coat.tone(t + 22.0, 1.0).hex(),
                4.0,
                0.8,
                "M-66 588L-150 610L-230 760L-190 780L-30 1010",
            );
            match canvas.rng.below(3) {
                0 => canvas.path(&hair.hex(), 1.0, "M-122 380C-150 180 -40 170 20 190C130 170 150 300 120 390C112 310 60 290 -20 300C-80 306 -108 330 -122 380Z"),
                1 => canvas.path(&hair.hex(), 1.0, "M-126 470C-170 190 -60 180 0 186C60 180 170 190 126 470C120 330 70 290 0 286C-70 290 -120 330 -126 470Z"),
                _ => canvas.path(&hair.hex(), 1.0, "M-118 360C-126 200 126 200 118 360C80 262 -80 262 -118 360Z"),
            }
            if canvas.rng.chance(0.6) {
                canvas.path(
                    "#0a0d14",
                    0.95,
                    "M-108 366H108V384Q102 416 60 416Q24 416 12 384H-12Q-24 416 -60 416Q-102 416 -108 384Z",
                );
                canvas.path(&neon, 0.9, "M-96 376H-40L-60 400H-88Z");
            }
        }
        "hacker" => {
            canvas.path(
                &hair.hex(),
                1.0,
                "M-128 430C-170 180 -50 160 10 176C120 150 176 260 128 430L112 330Q0 250 -112 330Z",
            );
            canvas.path("#0a0d14", 1.0, "M-126 346Q0 322 126 346L118 424Q0 446 -118 424Z");
            canvas.path(&neon, 0.95, "M-112 372Q0 350 112 372L110 386Q0 366 -110 386Z");
            canvas.path(&p.accent.tone(82.0, 1.0).hex(), 0.9, "M-104 402Q-30 394 10 398L8 408Q-40 404 -102 412Z");
            let cable = coat.tone(t + 30.0, 1.3).hex();
            canvas.both_strokes(&cable, 9.0, 1.0, "M-124 400C-230 420 -210 560 -190 640C-180 720 -250 780 -240 1010");
            canvas.circle(&neon, 1.0, -126.0, 396.0, 17.0);
            canvas.circle(&neon, 1.0, 126.0, 396.0, 17.0);
            canvas.both(&coat.tone(t + 10.0, 1.0).hex(), 1.0, "M-50 560L-150 600L-120 700L0 660Z");
            canvas.stroke(&neon, 5.0, 0.9, "M0 660V1010");
        }
        "officer" => {
            canvas.path(&coat.tone(t + 4.0, 1.0).hex(), 1.0, "M-190 250C-170 130 170 130 190 250L130 300H-130Z");
            canvas.path("#05060c", 0.25, "M0 160C110 160 176 180 190 250L130 300H0Z");
            canvas.path("#0a0d14", 1.0, "M-132 296H132V330Q0 372 -132 330Z");
            canvas.path(
                &dress.metal.hex(),
                1.0,
                "M-132 284H132V302H-132ZM0 180L14 214L50 216L22 238L32 272L0 252L-32 272L-22 238L-50 216L-14 214Z",
            );
            canvas.both(&coat.tone(t + 12.0, 1.0).hex(), 1.0, "M-50 570L-150 608L-90 760L0 680Z");
            let mut ribbons = Pen::default();
            for i in 0..6 {
                ribbons.rect(-240.0 + (i % 3) as f32 * 42.0, 790.0 + (i / 3) as f32 * 26.0, 36.0, 18.0);
            }
            canvas.path(&neon, 1.0, &ribbons.0);
            let mut buttons = Pen::default();
            for i in 0..4 {
                buttons.diamond(0.0, 750.0 + i as f32 * 70.0, 12.0);
            }
            canvas.path(&dress.metal.hex(), 1.0, &buttons.0);
        }
        _ => {
            let helmet = coat.tone(t + 6.0, 1.0);
            canvas.path(&helmet.hex(), 1.0, "M-150 366C-170 130 170 130 150 366L122 372V320Q0 290 -122 320V372Z");
            canvas.path("#05060c", 0.25, "M0 190C110 190 160 240 150 366L122 372V320Q60 304 0 304Z");
            canvas.stroke(&helmet.tone(t + 26.0, 1.0).hex(), 6.0, 0.9, "M-138 330C-140 200 -60 190 0 190");
            match canvas.rng.below(3) {
                0 => {
                    canvas.path("#0a0d14", 1.0, "M-118 350H118V414Q60 430 0 414Q-60 430 -118 414Z");
                    canvas.path(&neon, 0.9, "M-104 360H-10V402Q-60 414 -104 402Z");
                    canvas.path(&neon, 0.7, "M10 360H104V402Q60 414 10 402Z");
                }
                1 => {
                    canvas.circle("#0a0d14", 1.0, 56.0, 384.0, 46.0);
                    canvas.circle(&neon, 1.0, 56.0, 384.0, 30.0);
                    canvas.circle("#ffffff", 0.9, 46.0, 374.0, 9.0);
                    canvas.stroke("#0a0d14", 12.0, 1.0, "M100 384H146M12 380L-118 350");
                }
                _ => {
                    canvas.path(&helmet.tone(t - 8.0, 1.0).hex(), 1.0, "M-112 446Q0 420 112 446L84 540Q0 580 -84 540Z")
                }
            }
            canvas.both(&coat.tone(t - 6.0, 1.0).hex(), 1.0, "M-170 700H-40V860H-170Z");
            canvas.both_strokes(&coat.tone(t + 20.0, 1.0).hex(), 5.0, 0.8, "M-170 700H-40V860H-170ZM-170 750H-40");
            canvas.both(&coat.tone(t + 12.0, 0.9).hex(), 1.0, "M-120 612L-50 580V1010H-96Z");
            canvas.rect(&neon, 1.0, -330.0, 730.0, 60.0, 14.0);
            canvas.rect(&neon, 0.7, -330.0, 754.0, 40.0, 14.0);
        }
    }
    rim(canvas);
}

/// Three soldiers.
pub(super) fn squad(canvas: &mut Canvas<'_>, dress: &Dress) {
    for (x, y, scale) in [(-320.0, 240.0, 0.77), (320.0, 240.0, 0.77), (0.0, 84.0, 0.93)] {
        canvas.raw(&format!(r#"<g transform="translate({x} {y}) scale({scale})">"#));
        draw(canvas, dress, "soldier");
        canvas.raw("</g>");
    }
}
