//! Machines that move: drones, tanks, walkers, ships of the sea and of the sky.

use super::canvas::{Canvas, Pen};
use crate::face::colour::Colour;

/// The tones of a hull.
struct Hull {
    dark: String,
    body: String,
    lit: String,
    light: String,
    glow: String,
}

pub(super) fn draw(canvas: &mut Canvas<'_>, kind: &str) {
    let p = canvas.palette.clone();
    let steel: Colour = p.first.mix(p.second, canvas.rng.range(0.0, 0.7));
    let hull = Hull {
        dark: steel.tone(14.0, 0.6).hex(),
        body: steel.tone(36.0, 0.7).hex(),
        lit: steel.tone(58.0, 0.8).hex(),
        light: steel.tone(80.0, 0.7).hex(),
        glow: p.accent.tone(84.0, 1.1).hex(),
    };
    canvas.glow(&p.light(88.0).hex(), 0.5, 0.0, 480.0, 540.0);
    match kind {
        "drone" => drone(canvas, &hull),
        "tank" => tank(canvas, &hull),
        "walker" => walker(canvas, &hull),
        "glider" => glider(canvas, &hull),
        "crawler" => crawler(canvas, &hull),
        "ark" => ark(canvas, &hull),
        "carrier" => carrier(canvas, &hull),
        _ => ship(canvas, &hull),
    }
}

fn drone(canvas: &mut Canvas<'_>, hull: &Hull) {
    let kind = canvas.rng.below(3);
    let (arm, y) = (canvas.rng.range(300.0, 400.0), canvas.rng.range(300.0, 380.0));
    match kind {
        // Rotors on arms.
        0 | 1 => {
            let lift = if kind == 0 { -70.0 } else { 60.0 };
            canvas.both_strokes(&hull.dark, 34.0, 1.0, &format!("M-90 480L-{arm:.0} {:.0}", y + 60.0 + lift));
            canvas.both_strokes(&hull.lit, 10.0, 1.0, &format!("M-90 470L-{arm:.0} {:.0}", y + 50.0 + lift));
            for side in [-1.0, 1.0] {
                let (x, top) = (side * arm, y + 20.0 + lift);
                canvas.rect(&hull.dark, 1.0, x - 24.0, top - 10.0, 48.0, 90.0);
                canvas.ellipse(&hull.light, 0.35, x, top - 16.0, 190.0, 24.0);
                canvas.ellipse(&hull.light, 0.8, x, top - 16.0, 190.0, 6.0);
            }
        }
        // Wings and jets.
        _ => {
            canvas.both(&hull.body, 1.0, "M-80 440L-520 340L-560 400L-420 470L-100 540Z");
            canvas.both(&hull.lit, 1.0, "M-80 440L-520 340L-500 372L-100 490Z");
            canvas.both(&hull.glow, 0.95, "M-300 470H-240L-256 540H-284Z");
        }
    }
    match canvas.rng.below(4) {
        // Round.
        0 => {
            canvas.path(&hull.body, 1.0, "M0 330C130 330 180 400 180 490C180 590 110 660 0 664C-110 660 -180 590 -180 490C-180 400 -130 330 0 330Z");
            canvas.path(&hull.lit, 1.0, "M0 330C-130 330 -180 400 -180 490C-180 590 -110 660 0 664Z");
            canvas.path(&hull.dark, 1.0, "M-150 392Q0 350 150 392L166 430Q0 388 -166 430Z");
            lens(canvas, hull, 0.0, 516.0, 1.0);
        }
        // A wedge with three eyes.
        1 => {
            canvas.path(&hull.body, 1.0, "M-120 350H120L230 450L150 600H-150L-230 450Z");
            canvas.path(&hull.lit, 1.0, "M-120 350H0V600H-150L-230 450Z");
            canvas.path(&hull.light, 0.9, "M-120 350H120L146 374H-146Z");
            lens(canvas, hull, -110.0, 470.0, 0.42);
            lens(canvas, hull, 0.0, 490.0, 0.66);
            lens(canvas, hull, 110.0, 470.0, 0.42);
        }
        // A box with a slot.
        2 => {
            canvas.path(&hull.body, 1.0, "M-170 360L-130 330H130L170 360V620L130 650H-130L-170 620Z");
            canvas.path(&hull.lit, 1.0, "M-170 360L-130 330H-10V650H-130L-170 620Z");
            canvas.path(&hull.dark, 1.0, "M-136 430H136V540H-136Z");
            canvas.glow(&hull.glow, 0.7, 0.0, 484.0, 200.0);
            canvas.path(&hull.glow, 1.0, "M-112 470H112V500H-112Z");
            canvas.path(&hull.light, 0.9, "M-130 580H-60V600H-130ZM60 580H130V600H60Z");
        }
        // A capsule, upright.
        _ => {
            canvas.path(&hull.body, 1.0, "M0 260C90 260 110 330 110 400V600C110 680 60 720 0 720C-60 720 -110 680 -110 600V400C-110 330 -90 260 0 260Z");
            canvas.path(&hull.lit, 1.0, "M0 260C-90 260 -110 330 -110 400V600C-110 680 -60 720 0 720Z");
            canvas.path(&hull.light, 0.9, "M-110 560H110V580H-110ZM-110 600H110V620H-110Z");
            lens(canvas, hull, 0.0, 430.0, 0.86);
        }
    }
    match canvas.rng.below(3) {
        0 => {
            canvas.both_strokes(&hull.dark, 18.0, 1.0, "M-90 640L-150 760L-110 820");
            canvas.both_strokes(&hull.dark, 12.0, 1.0, "M-150 760L-190 820");
        }
        1 => {
            canvas.path(&hull.dark, 1.0, "M-120 690H120V850H-120Z");
            canvas.path(&hull.light, 0.8, "M-120 690H120V712H-120ZM-12 690H12V850H-12Z");
        }
        _ => canvas.path(&hull.dark, 1.0, "M-24 650H24V790H-24ZM-10 790H10V850H-10Z"),
    }
    canvas.ellipse("#05060c", 0.35, 0.0, 944.0, 260.0, 26.0);
}

/// A camera that looks at you.
fn lens(canvas: &mut Canvas<'_>, hull: &Hull, x: f32, y: f32, size: f32) {
    canvas.circle(&hull.dark, 1.0, x, y, 94.0 * size);
    canvas.glow(&hull.glow, 0.8, x, y, 230.0 * size);
    canvas.circle(&hull.glow, 1.0, x, y, 60.0 * size);
    canvas.circle(&hull.dark, 1.0, x, y, 28.0 * size);
    canvas.circle("#ffffff", 0.95, x - 22.0 * size, y - 22.0 * size, 15.0 * size);
}

fn tank(canvas: &mut Canvas<'_>, hull: &Hull) {
    let flip = canvas.rng.pick(&[-1.0, 1.0]);
    canvas.raw(&format!(r#"<g transform="scale({flip} 1)">"#));
    canvas.path(&hull.dark, 1.0, "M-470 760L-400 700H400L480 760L420 900H-400Z");
    let mut wheels = Pen::default();
    for i in 0..6 {
        let x = -330.0 + i as f32 * 132.0;
        canvas.circle(&hull.body, 1.0, x, 820.0, 56.0);
        canvas.circle(&hull.dark, 1.0, x, 820.0, 22.0);
        wheels.diamond(x, 820.0, 10.0);
    }
    canvas.path(&hull.light, 1.0, &wheels.0);
    canvas.path(&hull.body, 1.0, "M-430 720L-330 600H330L450 720Z");
    canvas.path(&hull.lit, 1.0, "M-430 720L-330 600H60L40 720Z");
    canvas.path(&hull.body, 1.0, "M-220 610L-160 470H150L230 610Z");
    canvas.path(&hull.lit, 1.0, "M-220 610L-160 470H-10L-20 610Z");
    canvas.path(&hull.dark, 1.0, "M200 520L620 450V484L214 560Z");
    canvas.path(&hull.body, 1.0, "M590 438H660V500H590Z");
    canvas.path(&hull.dark, 1.0, "M-110 470V420H10V470ZM-90 420V260H-84V420Z");
    canvas.path(&hull.glow, 1.0, "M-190 560H-90V580H-197ZM250 650H330L346 672H250ZM-84 260H40L20 294L40 328H-84Z");
    canvas.raw("</g>");
    canvas.ellipse("#05060c", 0.3, 0.0, 920.0, 520.0, 30.0);
}

fn walker(canvas: &mut Canvas<'_>, hull: &Hull) {
    canvas.both_strokes(&hull.dark, 58.0, 1.0, "M-130 560L-300 660L-250 900");
    canvas.both_strokes(&hull.lit, 20.0, 1.0, "M-130 545L-296 645L-258 860");
    canvas.both(&hull.dark, 1.0, "M-340 890H-180L-150 950H-370Z");
    canvas.circle(&hull.light, 1.0, -298.0, 656.0, 30.0);
    canvas.circle(&hull.light, 1.0, 298.0, 656.0, 30.0);
    canvas.path(&hull.body, 1.0, "M-210 250L0 180L210 250L250 460L130 620H-130L-250 460Z");
    canvas.path(&hull.lit, 1.0, "M-210 250L0 180V620H-130L-250 460Z");
    canvas.path(&hull.dark, 1.0, "M-150 330H150L120 430H-120Z");
    canvas.glow(&hull.glow, 0.7, 0.0, 380.0, 240.0);
    canvas.path(&hull.glow, 1.0, "M-120 350H120L106 400H-106Z");
    canvas.both(&hull.dark, 1.0, "M-240 300L-420 320V420L-250 430Z");
    canvas.both(&hull.body, 1.0, "M-400 340H-560V380H-400ZM-400 392H-520V416H-400Z");
    canvas.path(&hull.light, 0.9, "M-60 500H60V516H-60ZM-44 534H44V550H-44Z");
    canvas.path(&hull.dark, 1.0, "M-6 190V60H6V190ZM-60 90H60V100H-60Z");
}

fn glider(canvas: &mut Canvas<'_>, hull: &Hull) {
    let tilt = canvas.rng.range(-14.0, 14.0);
    canvas.raw(&format!(r#"<g transform="rotate({tilt:.0} 0 500)">"#));
    canvas.both(&hull.body, 1.0, "M-40 420L-640 560L-660 610L-420 590L-60 600Z");
    canvas.both(&hull.lit, 1.0, "M-40 420L-640 560L-300 540L-50 520Z");
    canvas.both(&hull.glow, 1.0, "M-640 560L-660 610L-600 596Z");
    canvas.path(&hull.body, 1.0, "M0 180C60 260 80 420 70 620L40 800H-40L-70 620C-80 420 -60 260 0 180Z");
    canvas.path(&hull.lit, 1.0, "M0 180C-60 260 -80 420 -70 620L-40 800H0Z");
    canvas.path(&hull.dark, 1.0, "M0 280C30 330 36 390 30 450H-30C-36 390 -30 330 0 280Z");
    canvas.path(&hull.light, 0.9, "M0 280C-30 330 -36 390 -30 450H-12C-16 390 -12 330 0 280Z");
    canvas.both(&hull.body, 1.0, "M-40 720L-190 830L-180 860L-30 810Z");
    canvas.glow(&hull.glow, 0.9, 0.0, 830.0, 130.0);
    canvas.path(&hull.glow, 1.0, "M-30 805H30L0 930Z");
    canvas.raw("</g>");
}

fn carrier(canvas: &mut Canvas<'_>, hull: &Hull) {
    canvas.path(&hull.body, 1.0, "M-620 640H600L520 800H-520Z");
    canvas.path(&hull.lit, 1.0, "M-620 640H600L584 672H-604Z");
    canvas.path(&hull.dark, 1.0, "M-470 640V580H-120V640ZM80 640V470L120 430H300V640Z");
    canvas.path(&hull.body, 1.0, "M110 470H330V520H110ZM150 430V360H270V430Z");
    canvas.path(&hull.dark, 1.0, "M206 360V180H216V360ZM150 240H270V250H150ZM170 290H250V298H170Z");
    canvas.path(&hull.glow, 1.0, "M130 486H310V502H130ZM216 180H330L310 212L330 244H216Z");
    let mut ports = Pen::default();
    for i in 0..18 {
        ports.rect(-500.0 + i as f32 * 56.0, 712.0, 26.0, 12.0);
    }
    canvas.path(&hull.glow, 0.8, &ports.0);
    for (x, y) in [(-420.0, 330.0), (-240.0, 250.0), (-60.0, 360.0)] {
        canvas.path(&hull.dark, 1.0, &format!("M{x} {y}l70 20l-70 20l14-20zm-10 -26l40 40l-40 50l10-44z"));
    }
    let white = canvas.palette.light(90.0).hex();
    canvas.path(&white, 0.5, "M-560 800H560Q480 840 0 836Q-480 840 -560 800Z");
}

/// A dhow of the sky: a curved hull, sails, a wake of light.
fn ship(canvas: &mut Canvas<'_>, hull: &Hull) {
    let flip = canvas.rng.pick(&[-1.0, 1.0]);
    let p = canvas.palette.clone();
    let (sail, shade) = (p.light(93.0).hex(), p.second.tone(72.0, 1.0).hex());
    canvas.raw(&format!(r#"<g transform="scale({flip} 1)">"#));
    canvas.path(&hull.dark, 1.0, "M-24 160H-8V700H-24ZM210 300H222V700H210Z");
    canvas.path(&sail, 1.0, "M-40 120C130 240 240 420 230 620L-300 660C-120 520 -50 330 -40 120Z");
    canvas.path(&shade, 1.0, "M-40 120C130 240 240 420 230 620L20 636C60 450 30 270 -40 120Z");
    canvas.path(
        &p.first.tone(52.0, 1.2).hex(),
        0.95,
        "M-96 400C20 440 140 470 226 560L230 620C150 530 -20 480 -130 466Z",
    );
    canvas.path(&sail, 1.0, "M240 290C340 380 390 500 380 610L250 630Z");
    canvas.path(&hull.body, 1.0, "M-520 620C-440 660 -300 680 0 680C300 680 420 640 560 520C540 700 420 840 240 850H-220C-400 840 -500 740 -520 620Z");
    canvas.path(&hull.lit, 1.0, "M-520 620C-440 660 -300 680 0 680C300 680 420 640 560 520C552 580 536 630 508 676C400 720 260 736 0 736C-280 736 -420 720 -500 690Z");
    canvas.stroke(&hull.glow, 8.0, 1.0, "M-494 712C-300 770 300 780 500 690");
    let mut ports = Pen::default();
    for i in 0..7 {
        ports.diamond(-270.0 + i as f32 * 90.0, 800.0, 17.0);
    }
    canvas.path(&hull.glow, 1.0, &ports.0);
    canvas.raw("</g>");
    canvas.glow(&hull.glow, 0.55, 0.0, 900.0, 300.0);
    canvas.ellipse(&hull.glow, 0.6, 0.0, 890.0, 300.0, 11.0);
}

fn crawler(canvas: &mut Canvas<'_>, hull: &Hull) {
    canvas.path(&hull.body, 1.0, "M-480 720L-420 480H300L480 620V740H-480Z");
    canvas.path(&hull.lit, 1.0, "M-480 720L-420 480H300L350 520H-300L-340 720Z");
    canvas.path(&hull.dark, 1.0, "M300 500L430 610H250V520Z");
    canvas.path(&hull.glow, 0.95, "M306 522L400 602H272V530Z");
    canvas.path(&hull.body, 1.0, "M-340 480V400H-80V480ZM-40 480V430H180V480Z");
    canvas.path(&hull.light, 0.9, "M-340 400H-80V420H-340Z");
    let mut windows = Pen::default();
    for i in 0..6 {
        windows.rect(-280.0 + i as f32 * 84.0, 560.0, 54.0, 54.0);
    }
    canvas.path(&hull.glow, 0.9, &windows.0);
    for x in [-340.0, -115.0, 115.0, 340.0] {
        canvas.circle(&hull.dark, 1.0, x, 790.0, 118.0);
        canvas.circle(&hull.body, 1.0, x, 790.0, 78.0);
        canvas.ring(&hull.light, 9.0, 1.0, x, 790.0, 50.0);
        canvas.circle(&hull.dark, 1.0, x, 790.0, 20.0);
    }
    canvas.ellipse("#05060c", 0.35, 0.0, 915.0, 560.0, 26.0);
}

fn ark(canvas: &mut Canvas<'_>, hull: &Hull) {
    canvas.glow(&hull.glow, 0.5, 0.0, 560.0, 500.0);
    canvas.path(&hull.body, 1.0, "M-620 560Q0 470 620 560Q480 800 0 860Q-480 800 -620 560Z");
    canvas.path(&hull.lit, 1.0, "M-620 560Q0 470 620 560Q560 640 0 660Q-560 640 -620 560Z");
    let mut towers = Pen::default();
    for i in 0..11 {
        let x = -430.0 + i as f32 * 86.0;
        let h = (260.0 - x.abs() * 0.42) * canvas.rng.range(0.6, 1.2) + 40.0;
        let w = canvas.rng.range(34.0, 62.0);
        towers.polygon(&[
            (x - w / 2.0, 560.0),
            (x - w / 2.0, 560.0 - h),
            (x, 520.0 - h),
            (x + w / 2.0, 560.0 - h),
            (x + w / 2.0, 560.0),
        ]);
    }
    canvas.path(&hull.dark, 1.0, &towers.0);
    canvas.stroke(&hull.light, 8.0, 0.8, "M-420 545C-380 180 380 180 420 545");
    canvas.path(&hull.light, 0.14, "M-420 545C-380 180 380 180 420 545Z");
    let mut lamps = Pen::default();
    for i in 0..40 {
        let x = canvas.rng.range(-420.0, 420.0);
        let y = if i % 2 == 0 {
            canvas.rng.range(440.0, 540.0)
        } else {
            canvas.rng.range(680.0, 720.0) + (420.0 - x.abs()) * 0.12
        };
        lamps.diamond(x, y, 7.0);
    }
    canvas.path(&hull.glow, 1.0, &lamps.0);
    for x in [-260.0_f32, 0.0, 260.0] {
        let y = 850.0 - x.abs() * 0.22;
        canvas.glow(&hull.glow, 0.9, x, y, 110.0);
        canvas.path(&hull.glow, 0.9, &format!("M{:.0} {y:.0}H{:.0}L{x:.0} {:.0}Z", x - 44.0, x + 44.0, y + 140.0));
    }
}
