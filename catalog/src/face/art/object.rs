//! Things with a power of their own, in front of a ring of light.

use super::canvas::{Canvas, Pen, polar};

/// The tones of a thing.
struct Tones {
    dark: String,
    body: String,
    lit: String,
    metal: String,
    shine: String,
    trim: String,
}

pub(super) fn draw(canvas: &mut Canvas<'_>, kind: &str) {
    let p = canvas.palette.clone();
    let tones = Tones {
        dark: p.dark(13.0).hex(),
        body: p.first.tone(38.0, 0.9).hex(),
        lit: p.first.tone(58.0, 0.9).hex(),
        metal: p.accent.tone(74.0, 1.0).hex(),
        shine: p.accent.tone(91.0, 0.7).hex(),
        trim: p.second.tone(64.0, 1.1).hex(),
    };
    plinth(canvas, &tones);
    let kind = match kind {
        "relic" => canvas.rng.pick(&["mask", "orb", "lamp", "gear"]),
        kind => kind,
    };
    match kind {
        "mask" => mask(canvas, &tones),
        "drum" => drum(canvas, &tones),
        "lamp" => lamp(canvas, &tones),
        "crown" => crown(canvas, &tones),
        "spear" => spear(canvas, &tones),
        "bell" => bell(canvas, &tones),
        "throne" => throne(canvas, &tones),
        "tree" => tree(canvas, &tones),
        "book" => book(canvas, &tones),
        "gear" => gear(canvas, &tones),
        "net" => net(canvas, &tones),
        "flask" => flask(canvas, &tones),
        "bucket" => bucket(canvas, &tones),
        "plug" => plug(canvas, &tones),
        "rack" => rack(canvas, &tones),
        _ => orb(canvas, &tones),
    }
}

/// A ring, rays and a plinth.
fn plinth(canvas: &mut Canvas<'_>, t: &Tones) {
    let light = canvas.palette.light(92.0).hex();
    canvas.glow(&light, 0.8, 0.0, 470.0, 560.0);
    let mut rays = Pen::default();
    let count = canvas.rng.pick(&[12, 16, 20]);
    for i in 0..count {
        let angle = i as f32 * 360.0 / count as f32;
        rays.polygon(&[
            polar(0.0, 470.0, 400.0, angle - 1.2),
            polar(0.0, 470.0, 900.0, angle - 4.0),
            polar(0.0, 470.0, 900.0, angle + 4.0),
            polar(0.0, 470.0, 400.0, angle + 1.2),
        ]);
    }
    canvas.path(&light, 0.16, &rays.0);
    canvas.ring(&t.shine, 4.0, 0.8, 0.0, 470.0, 392.0);
    canvas.ellipse(&t.dark, 0.55, 0.0, 884.0, 330.0, 46.0);
    canvas.ellipse(&t.metal, 0.9, 0.0, 874.0, 290.0, 34.0);
    canvas.ellipse(&t.dark, 1.0, 0.0, 870.0, 270.0, 28.0);
}

fn mask(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.both(&t.metal, 1.0, "M-150 300C-260 260 -300 150 -250 70C-220 170 -150 200 -70 220Z");
    canvas.path(
        &t.body,
        1.0,
        "M0 150C150 150 220 260 210 420C200 610 110 790 0 860C-110 790 -200 610 -210 420C-220 260 -150 150 0 150Z",
    );
    canvas.path(&t.lit, 1.0, "M0 150C-150 150 -220 260 -210 420C-200 610 -110 790 0 860Z");
    canvas.path(&t.metal, 1.0, "M-26 330L-40 560Q0 600 40 560L26 330Q0 310 -26 330Z");
    canvas.both_strokes(&t.metal, 20.0, 1.0, "M-30 350Q-110 280 -176 360");
    canvas.both(&t.dark, 1.0, "M-160 430Q-100 380 -56 436Q-106 470 -160 430Z");
    canvas.both(&t.shine, 1.0, "M-120 428Q-104 414 -88 430Q-104 442 -120 428Z");
    canvas.path(&t.dark, 1.0, "M-70 670Q0 630 70 670Q50 730 0 736Q-50 730 -70 670Z");
    canvas.both(&t.trim, 1.0, "M-196 500L-120 510L-124 534L-190 526ZM-186 560L-116 562L-112 586L-176 588ZM-170 620L-110 616L-100 640L-156 646Z");
    canvas.path(&t.trim, 1.0, "M0 170L34 220L0 290L-34 220Z");
}

fn drum(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.path(&t.body, 1.0, "M-230 270L-90 540L-200 850H200L90 540L230 270Z");
    canvas.path(&t.lit, 1.0, "M-230 270L-90 540L-200 850H-20V270Z");
    let mut cords = Pen::default();
    for i in 0..7 {
        let k = i as f32 / 6.0;
        let (top, waist) = (-215.0 + 430.0 * k, -88.0 + 176.0 * k);
        cords.m(top, 290.0).l(waist, 540.0).l(-190.0 + 380.0 * k, 840.0);
    }
    canvas.stroke(&t.shine, 7.0, 0.9, &cords.0);
    canvas.rect(&t.trim, 1.0, -100.0, 520.0, 200.0, 40.0);
    canvas.ellipse(&t.metal, 1.0, 0.0, 270.0, 240.0, 66.0);
    canvas.ellipse(&t.shine, 1.0, 0.0, 262.0, 208.0, 50.0);
    canvas.ellipse(&t.trim, 0.8, 0.0, 262.0, 90.0, 22.0);
    for i in 1..4 {
        let r = i as f32;
        canvas.stroke(
            &t.shine,
            7.0,
            0.8 - r * 0.18,
            &format!(
                "M{:.0} {:.0}Q0 {:.0} {:.0} {:.0}",
                -170.0 - r * 44.0,
                180.0 - r * 30.0,
                60.0 - r * 74.0,
                170.0 + r * 44.0,
                180.0 - r * 30.0
            ),
        );
    }
}

fn lamp(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.ring(&t.metal, 14.0, 1.0, 0.0, 190.0, 50.0);
    canvas.path(&t.metal, 1.0, "M-120 300L0 220L120 300ZM-140 720H140L100 800H-100Z");
    canvas.path(&t.dark, 0.7, "M-130 300H130L150 720H-150Z");
    canvas.glow(&t.shine, 1.0, 0.0, 510.0, 330.0);
    let mut star = Pen::default();
    for i in 0..8 {
        let angle = i as f32 * 45.0;
        let r = if i % 2 == 0 { 190.0 } else { 120.0 };
        star.polygon(&[
            polar(0.0, 510.0, 34.0, angle - 60.0),
            polar(0.0, 510.0, r, angle),
            polar(0.0, 510.0, 34.0, angle + 60.0),
        ]);
    }
    canvas.path(&t.shine, 1.0, &star.0);
    canvas.circle("#ffffff", 1.0, 0.0, 510.0, 40.0);
    canvas.stroke(&t.metal, 15.0, 1.0, "M-130 300L-150 720M130 300L150 720M-45 300L-52 720M45 300L52 720");
    canvas.path(&t.trim, 1.0, "M-150 300H150V322H-150ZM-160 706H160V730H-160Z");
}

fn crown(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.path(&t.metal, 1.0, "M-290 720L-340 330L-190 500L-130 230L0 460L130 230L190 500L340 330L290 720Z");
    canvas.path(&t.shine, 0.8, "M-290 720L-340 330L-190 500L-130 230L0 460V720Z");
    canvas.path(&t.body, 1.0, "M-296 690H296L284 800Q0 850 -284 800Z");
    canvas.path(&t.lit, 1.0, "M-296 690H0V826Q-150 826 -284 800Z");
    for (x, y, r) in [(-340.0, 316.0, 27.0), (-130.0, 212.0, 30.0), (130.0, 212.0, 30.0), (340.0, 316.0, 27.0)] {
        canvas.circle(&t.trim, 1.0, x, y, r);
        canvas.circle("#ffffff", 0.7, x - r * 0.3, y - r * 0.3, r * 0.28);
    }
    canvas.path(
        &t.trim,
        1.0,
        "M0 520L50 600L0 680L-50 600ZM-170 580L-140 630L-170 680L-200 630ZM170 580L200 630L170 680L140 630Z",
    );
    canvas.path(
        &t.shine,
        1.0,
        "M-250 740H-200V760H-250ZM-120 752H-70V772H-120ZM70 752H120V772H70ZM200 740H250V760H200Z",
    );
}

fn spear(canvas: &mut Canvas<'_>, t: &Tones) {
    let tilt = canvas.rng.pick(&[-24.0, 24.0]);
    canvas.raw(&format!(r#"<g transform="rotate({tilt} 0 500)">"#));
    canvas.rect(&t.dark, 1.0, -17.0, 330.0, 34.0, 640.0);
    canvas.rect(&t.body, 1.0, -17.0, 330.0, 14.0, 640.0);
    canvas.glow(&t.shine, 0.8, 0.0, 210.0, 260.0);
    canvas.path(&t.shine, 1.0, "M0 -10C-110 130 -100 260 -30 350H0Z");
    canvas.path(&t.metal, 1.0, "M0 -10C110 130 100 260 30 350H0Z");
    canvas.path(&t.trim, 1.0, "M0 110L24 190L0 280L-24 190Z");
    canvas.path(&t.metal, 1.0, "M-50 350H50V384H-50ZM-36 400H36V418H-36ZM-30 700H30V716H-30ZM-30 740H30V756H-30Z");
    canvas.both(&t.trim, 1.0, "M-36 410C-90 460 -90 540 -60 600C-50 540 -40 480 -20 430Z");
    canvas.raw("</g>");
}

fn bell(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.stroke(&t.dark, 34.0, 1.0, "M-340 860V190H340V860");
    canvas.stroke(&t.body, 12.0, 1.0, "M-348 860V182H332");
    canvas.rect(&t.metal, 1.0, -16.0, 190.0, 32.0, 80.0);
    canvas.path(&t.metal, 1.0, "M0 260C110 260 150 360 160 520C166 620 200 680 240 740H-240C-200 680 -166 620 -160 520C-150 360 -110 260 0 260Z");
    canvas.path(
        &t.shine,
        0.8,
        "M0 260C-110 260 -150 360 -160 520C-166 620 -200 680 -240 740H-60C-90 600 -80 380 0 260Z",
    );
    canvas.path(&t.trim, 1.0, "M-166 560H166L174 604H-174ZM-250 726H250V760H-250Z");
    canvas.circle(&t.dark, 1.0, 0.0, 790.0, 40.0);
    canvas.both_strokes(&t.shine, 9.0, 0.8, "M-300 640Q-340 720 -300 800M-370 610Q-430 720 -370 830");
}

fn throne(canvas: &mut Canvas<'_>, t: &Tones) {
    let mut rays = Pen::default();
    for i in -4..=4 {
        let angle = i as f32 * 19.0;
        let r = 400.0 - (i as f32).abs() * 16.0;
        rays.polygon(&[
            polar(0.0, 430.0, 160.0, angle - 6.0),
            polar(0.0, 430.0, r, angle),
            polar(0.0, 430.0, 160.0, angle + 6.0),
        ]);
    }
    canvas.path(&t.metal, 1.0, &rays.0);
    canvas.path(&t.body, 1.0, "M-170 700V330Q0 160 170 330V700Z");
    canvas.path(&t.lit, 1.0, "M-170 700V330Q-90 240 0 240V700Z");
    canvas.path(&t.trim, 1.0, "M-120 660V360Q0 240 120 360V660Z");
    canvas.circle(&t.shine, 1.0, 0.0, 430.0, 62.0);
    canvas.ring(&t.metal, 11.0, 1.0, 0.0, 430.0, 86.0);
    canvas.path(&t.metal, 1.0, "M-250 560H-170V870H-250ZM170 560H250V870H170Z");
    canvas.path(&t.body, 1.0, "M-210 660H210V760H-210Z");
    canvas.path(&t.dark, 1.0, "M-180 760H180V870H-180Z");
    canvas.path(&t.shine, 0.9, "M-262 540H-158V570H-262ZM158 540H262V570H158ZM-210 660H210V676H-210Z");
}

fn tree(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.path(
        &t.dark,
        1.0,
        "M-60 880C-40 760 -50 660 -30 560L30 560C50 660 40 760 60 880Q120 860 170 890H-170Q-120 860 -60 880Z",
    );
    canvas.stroke(&t.dark, 30.0, 1.0, "M0 640L-190 430M0 620L190 420M-10 560L-60 300M10 560L80 290");
    for (x, y, r) in [
        (-230.0, 390.0, 130.0),
        (230.0, 380.0, 134.0),
        (-90.0, 250.0, 140.0),
        (100.0, 240.0, 140.0),
        (0.0, 380.0, 150.0),
    ] {
        canvas.circle(&t.body, 1.0, x, y, r);
        canvas.circle(&t.lit, 0.8, x - r * 0.2, y - r * 0.24, r * 0.66);
    }
    let mut fruit = Pen::default();
    for _ in 0..16 {
        let (x, y) = (canvas.rng.range(-300.0, 300.0), canvas.rng.range(170.0, 470.0));
        fruit.diamond(x, y, 15.0);
    }
    canvas.path(&t.shine, 1.0, &fruit.0);
    canvas.glow(&t.shine, 0.9, 0.0, 640.0, 130.0);
    canvas.path(&t.shine, 1.0, "M0 690C-60 640 -70 590 -34 576Q-8 570 0 604Q8 570 34 576C70 590 60 640 0 690Z");
}

fn book(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.both(&t.body, 1.0, "M0 790L-380 730V330L0 400Z");
    canvas.path(&t.shine, 1.0, "M0 760C-90 690 -240 680 -350 700V300C-240 280 -90 290 0 370Z");
    canvas.path(&t.metal, 0.9, "M0 760C90 690 240 680 350 700V300C240 280 90 290 0 370Z");
    let mut lines = Pen::default();
    for i in 0..6 {
        let y = 380.0 + i as f32 * 50.0;
        lines.m(-300.0, y).q(-150.0, y - 14.0, -50.0, y + 46.0);
        lines.m(300.0, y).q(150.0, y - 14.0, 50.0, y + 46.0);
    }
    canvas.stroke(&t.body, 9.0, 0.8, &lines.0);
    let mut glyphs = Pen::default();
    for i in 0..9 {
        let (x, y) = polar(0.0, 330.0, 210.0, -80.0 + i as f32 * 20.0);
        let r = canvas.rng.range(12.0, 26.0);
        glyphs.diamond(x, y, r);
    }
    canvas.glow(&t.shine, 0.8, 0.0, 260.0, 260.0);
    canvas.path(&t.trim, 1.0, &glyphs.0);
}

/// A flask of something that glows, and its fumes.
fn flask(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.glow(&t.shine, 0.9, 0.0, 660.0, 330.0);
    for (x, y, r) in [(-20.0, 150.0, 40.0), (30.0, 84.0, 56.0), (-40.0, 10.0, 74.0)] {
        canvas.circle(&t.trim, 0.4, x, y, r);
        canvas.circle(&t.shine, 0.25, x - r * 0.3, y - r * 0.2, r * 0.6);
    }
    canvas.path(&t.dark, 0.75, "M-66 230H66V430L270 800Q290 864 220 864H-220Q-290 864 -270 800L-66 430Z");
    canvas.path(&t.metal, 1.0, "M-168 630Q-80 590 0 630T168 630L254 802Q268 848 214 848H-214Q-268 848 -254 802Z");
    canvas.path(&t.shine, 0.8, "M-168 630Q-80 590 0 630T168 630L180 654Q80 620 0 656T-180 654Z");
    for _ in 0..16 {
        let (x, y, r) = (canvas.rng.range(-150.0, 150.0), canvas.rng.range(690.0, 820.0), canvas.rng.range(6.0, 20.0));
        canvas.ring("#ffffff", 4.0, 0.9, x, y, r);
    }
    canvas.stroke(&t.shine, 12.0, 1.0, "M-66 230V430L-270 800Q-290 864 -220 864H220Q290 864 270 800L66 430V230");
    canvas.path(&t.shine, 1.0, "M-96 208H96V240H-96Z");
    canvas.path("#ffffff", 0.6, "M-40 270H-18V440L-120 640L-150 640L-40 440Z");
}

fn bucket(canvas: &mut Canvas<'_>, t: &Tones) {
    let water = canvas.palette.light(90.0).hex();
    canvas.stroke(&t.dark, 20.0, 1.0, "M-246 400C-220 60 220 60 246 400");
    canvas.stroke(&t.metal, 9.0, 1.0, "M-246 400C-220 60 220 60 246 400");
    canvas.rect(&t.trim, 1.0, -76.0, 128.0, 152.0, 40.0);
    canvas.path(&t.body, 1.0, "M-270 400H270L190 870H-190Z");
    canvas.path(&t.lit, 1.0, "M-270 400H-30L-40 870H-190Z");
    canvas.path(&t.metal, 1.0, "M-252 500H252L246 538H-246ZM-214 740H214L208 776H-208Z");
    canvas.ellipse(&t.metal, 1.0, 0.0, 400.0, 276.0, 66.0);
    canvas.ellipse(&t.dark, 1.0, 0.0, 400.0, 254.0, 52.0);
    canvas.ellipse(&water, 0.9, 0.0, 410.0, 236.0, 40.0);
    // What slops over.
    canvas.path(
        &water,
        0.95,
        "M120 420C160 330 250 320 300 250C310 340 370 380 350 470C330 560 290 520 270 600C250 520 220 500 180 440Z",
    );
    let mut drops = Pen::default();
    for _ in 0..22 {
        let (x, y, r) = (canvas.rng.range(-330.0, 400.0), canvas.rng.range(120.0, 380.0), canvas.rng.range(6.0, 17.0));
        drops.diamond(x, y, r);
    }
    canvas.path(&water, 0.95, &drops.0);
}

/// A plug out of its socket, and the spark between them.
fn plug(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.path(&t.dark, 1.0, "M-420 250H-170V690H-420Z");
    canvas.path(&t.body, 1.0, "M-400 270H-190V670H-400Z");
    canvas.path(&t.lit, 1.0, "M-400 270H-296V670H-400Z");
    canvas.path(&t.dark, 1.0, "M-250 376H-170V416H-250ZM-250 524H-170V564H-250Z");
    canvas.stroke(&t.dark, 54.0, 1.0, "M280 470C420 470 420 640 330 720S200 900 420 1010");
    canvas.stroke(&t.body, 26.0, 1.0, "M280 470C420 470 420 640 330 720S200 900 420 1010");
    canvas.path(&t.body, 1.0, "M110 330H200L300 420V520L200 610H110Z");
    canvas.path(&t.lit, 1.0, "M110 330H200L300 420V470H110Z");
    canvas.path(&t.dark, 1.0, "M90 320H124V620H90Z");
    canvas.path(&t.metal, 1.0, "M0 376H92V416H0ZM0 524H92V564H0Z");
    canvas.glow(&t.shine, 1.0, -80.0, 470.0, 260.0);
    let mut spark = Pen::default();
    for y in [396.0_f32, 544.0] {
        spark.m(-168.0, y);
        for i in 1..6 {
            let jump = canvas.rng.range(20.0, 58.0) * if i % 2 == 0 { 1.0 } else { -1.0 };
            spark.l(-168.0 + i as f32 * 30.0, y + jump);
        }
        spark.l(0.0, y);
    }
    canvas.stroke(&t.shine, 20.0, 0.9, &spark.0);
    canvas.stroke("#ffffff", 8.0, 1.0, &spark.0);
}

/// Cabinets full of minds: three of them, with their lights.
fn rack(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.both(&t.body, 1.0, "M-170 180L-400 110V950L-170 880Z");
    canvas.both(&t.dark, 1.0, "M-190 230L-380 178V880L-190 830Z");
    canvas.path(&t.lit, 1.0, "M-180 130H180V910H-180Z");
    canvas.path(&t.dark, 1.0, "M-150 170H150V880H-150Z");
    let (mut units, mut on, mut busy) = (Pen::default(), Pen::default(), Pen::default());
    for row in 0..12 {
        let y = 186.0 + row as f32 * 57.0;
        units.rect(-138.0, y, 276.0, 42.0);
        for column in 0..9 {
            let pen = match canvas.rng.below(4) {
                0 => &mut on,
                1 => &mut busy,
                _ => continue,
            };
            pen.rect(-124.0 + column as f32 * 28.0, y + 13.0, 16.0, 16.0);
        }
        for side in [-1.0, 1.0] {
            for column in 0..4 {
                if canvas.rng.chance(0.5) {
                    let x = side * (216.0 + column as f32 * 40.0);
                    on.rect(x - 9.0, 530.0 + (y - 530.0) * (0.94 + column as f32 * 0.05), 18.0, 12.0);
                }
            }
        }
    }
    canvas.path(&t.body, 1.0, &units.0);
    canvas.glow(&t.shine, 0.5, 0.0, 520.0, 380.0);
    canvas.path(&t.shine, 1.0, &on.0);
    canvas.path(&t.trim, 1.0, &busy.0);
    canvas.path(&t.metal, 1.0, "M-190 112H190V134H-190ZM-190 906H190V928H-190Z");
}

fn gear(canvas: &mut Canvas<'_>, t: &Tones) {
    let teeth = canvas.rng.pick(&[10, 12, 14]);
    let mut pen = Pen::default();
    let step = 360.0 / teeth as f32;
    let mut points = Vec::new();
    for i in 0..teeth {
        let a = i as f32 * step;
        for (r, d) in [(270.0, -0.32), (330.0, -0.2), (330.0, 0.2), (270.0, 0.32)] {
            points.push(polar(0.0, 480.0, r, a + d * step));
        }
    }
    pen.polygon(&points);
    canvas.path(&t.metal, 1.0, &pen.0);
    canvas.circle(&t.body, 1.0, 0.0, 480.0, 236.0);
    canvas.path(&t.lit, 1.0, "M0 244A236 236 0 0 0 0 716Z");
    canvas.ring(&t.dark, 15.0, 1.0, 0.0, 480.0, 170.0);
    let mut spokes = Pen::default();
    for i in 0..6 {
        let ((ax, ay), (bx, by)) =
            (polar(0.0, 480.0, 90.0, i as f32 * 60.0), polar(0.0, 480.0, 226.0, i as f32 * 60.0));
        spokes.m(ax, ay).l(bx, by);
    }
    canvas.stroke(&t.trim, 20.0, 1.0, &spokes.0);
    canvas.circle(&t.dark, 1.0, 0.0, 480.0, 104.0);
    canvas.glow(&t.shine, 1.0, 0.0, 480.0, 220.0);
    canvas.circle(&t.shine, 1.0, 0.0, 480.0, 62.0);
    canvas.circle("#ffffff", 0.9, -16.0, 462.0, 17.0);
}

fn net(canvas: &mut Canvas<'_>, t: &Tones) {
    let mut lines = Pen::default();
    for i in 0..12 {
        let (x, y) = polar(0.0, 480.0, 370.0, i as f32 * 30.0);
        lines.m(0.0, 480.0).l(x, y);
    }
    for r in [90.0, 180.0, 270.0, 360.0] {
        for i in 0..12 {
            let ((ax, ay), (bx, by)) =
                (polar(0.0, 480.0, r, i as f32 * 30.0), polar(0.0, 480.0, r, i as f32 * 30.0 + 30.0));
            lines.m(ax, ay).q(ax * 0.48 + bx * 0.48, (ay + by) * 0.48 + 19.0, bx, by);
        }
    }
    canvas.stroke(&t.trim, 7.0, 1.0, &lines.0);
    let mut knots = Pen::default();
    for r in [180.0, 360.0] {
        for i in 0..12 {
            let (x, y) = polar(0.0, 480.0, r, i as f32 * 30.0);
            knots.diamond(x, y, 15.0);
        }
    }
    canvas.path(&t.shine, 1.0, &knots.0);
    canvas.circle(&t.metal, 1.0, 0.0, 480.0, 60.0);
    canvas.circle(&t.shine, 1.0, 0.0, 480.0, 34.0);
}

fn orb(canvas: &mut Canvas<'_>, t: &Tones) {
    canvas.path(&t.metal, 1.0, "M-150 870L-70 700H70L150 870ZM-110 690H110V716H-110Z");
    let paint =
        canvas.radial((-90.0, 330.0), 420.0, &[(0.0, &t.shine, 1.0), (0.35, &t.trim, 1.0), (1.0, &t.dark, 1.0)]);
    canvas.circle(&paint, 1.0, 0.0, 450.0, 250.0);
    canvas.raw(r#"<g transform="rotate(-18 0 450)">"#);
    canvas.stroke(&t.metal, 22.0, 1.0, "M-380 450A380 92 0 0 0 380 450");
    canvas.stroke(&t.shine, 7.0, 1.0, "M-330 450A330 76 0 0 0 330 450");
    canvas.raw("</g>");
    canvas.ellipse("#ffffff", 0.7, -90.0, 340.0, 62.0, 36.0);
}
