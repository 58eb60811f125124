//! Heads of animals and machines, facing the viewer.

use super::canvas::{Canvas, Pen, TimeOfDay, polar};
use super::herd;
use crate::face::colour::Colour;

pub(super) fn draw(canvas: &mut Canvas<'_>, kind: &str) {
    let light = canvas.palette.light(88.0).hex();
    canvas.glow(&light, 0.55, 0.0, 480.0, 540.0);
    let kind = match kind {
        "beast" => canvas
            .rng
            .pick(&["lion", "elephant", "antelope", "hound", "ox", "rhino", "leopard", "giraffe", "zebra", "leopard"]),
        kind => kind,
    };
    let p = &canvas.palette;
    let coat = p.first.mix(p.second, 0.25).tone(44.0, 0.9);
    let walks = match kind {
        "leopard" | "giraffe" | "zebra" => true,
        "lion" | "elephant" | "antelope" | "hound" | "ox" | "rhino" => canvas.rng.chance(0.5),
        _ => false,
    };
    if walks {
        // Fur is warm, so that it stands out from a land of any colour.
        let fur = Colour::parse("#c98f4e").unwrap_or(coat);
        let tone = if matches!(canvas.palette.mood, TimeOfDay::Night) { 60.0 } else { 44.0 };
        let fur = coat.mix(fur, canvas.rng.range(0.35, 0.7)).tone(tone, 1.1);
        return herd::draw(canvas, kind, fur);
    }
    match kind {
        "lion" => lion(canvas, coat),
        "elephant" => elephant(canvas, coat),
        "antelope" => antelope(canvas, coat),
        "bird" => bird(canvas, coat),
        "hound" => hound(canvas, coat),
        "ox" => ox(canvas, coat),
        "rhino" => rhino(canvas, coat),
        "ray" => ray(canvas, coat),
        "serpent" => serpent(canvas, coat),
        "shell" => shell(canvas, coat),
        _ => machine(canvas),
    }
}

fn eyes(canvas: &mut Canvas<'_>, x: f32, y: f32, size: f32) {
    let glow = canvas.palette.accent.tone(88.0, 1.0).hex();
    for side in [-1.0, 1.0] {
        canvas.glow(&glow, 0.6, side * x, y, size * 3.0);
        canvas.ellipse("#0a0810", 1.0, side * x, y, size * 1.7, size * 1.15);
        canvas.circle(&glow, 1.0, side * x, y, size);
        canvas.ellipse("#0a0810", 1.0, side * x, y, size * 0.3, size * 0.85);
    }
}

/// Lines of ornament on a forehead.
fn marks(canvas: &mut Canvas<'_>, y: f32) {
    let colour = canvas.palette.accent.tone(82.0, 1.0).hex();
    let d = match canvas.rng.below(3) {
        0 => format!("M0 {:.0}l26 40l-26 40l-26-40zM0 {:.0}l12 18l-12 18l-12-18z", y - 40.0, y + 56.0),
        1 => format!(
            "M-8 {y:.0}h16v70l-8 14l-8-14zM-44 {:.0}h14v44l-7 12l-7-12zM30 {:.0}h14v44l-7 12l-7-12z",
            y + 10.0,
            y + 10.0
        ),
        _ => format!("M0 {:.0}a34 34 0 1 0 .1 0zm0 16a18 18 0 1 1-.1 0z", y - 34.0),
    };
    canvas.raw(r#"<g fill-rule="evenodd">"#);
    canvas.path(&colour, 1.0, &d);
    canvas.raw("</g>");
}

fn lion(canvas: &mut Canvas<'_>, coat: Colour) {
    for (ring, tone) in [(430.0, 22.0), (370.0, 34.0), (300.0, 46.0)] {
        let mut mane = Pen::default();
        let turn = canvas.rng.range(0.0, 12.0);
        for i in 0..26 {
            let angle = turn + i as f32 * 360.0 / 26.0;
            let r = ring * canvas.rng.range(0.92, 1.06);
            let (a, b, c) = (
                polar(0.0, 520.0, 190.0, angle - 10.0),
                polar(0.0, 520.0, r, angle),
                polar(0.0, 520.0, 190.0, angle + 10.0),
            );
            mane.polygon(&[a, b, c]);
        }
        canvas.path(&canvas.palette.second.mix(coat, 0.4).tone(tone, 1.2).hex(), 1.0, &mane.0);
    }
    canvas.both(&coat.tone(40.0, 1.0).hex(), 1.0, "M-150 360Q-250 300 -230 230Q-150 220 -90 310Z");
    canvas.path(&coat.tone(58.0, 1.0).hex(), 1.0, "M0 280C130 280 206 360 200 480C196 600 140 640 110 730Q60 800 0 800Q-60 800 -110 730C-140 640 -196 600 -200 480C-206 360 -130 280 0 280Z");
    canvas.path("#05060c", 0.2, "M0 280C130 280 206 360 200 480C196 600 140 640 110 730Q60 800 0 800Z");
    canvas.path(
        &coat.tone(76.0, 0.8).hex(),
        1.0,
        "M-46 470L-66 630Q-96 660 -90 710Q0 770 90 710Q96 660 66 630L46 470Q0 430 -46 470Z",
    );
    canvas.path(&coat.tone(16.0, 0.7).hex(), 1.0, "M-62 632H62Q44 690 0 700Q-44 690 -62 632ZM-4 696H4V736H-4Z");
    canvas.both_strokes(&coat.tone(16.0, 0.7).hex(), 8.0, 1.0, "M0 736Q-40 770 -80 740");
    canvas.both_strokes(&coat.tone(22.0, 0.8).hex(), 13.0, 1.0, "M-160 430Q-100 400 -56 452");
    eyes(canvas, 104.0, 478.0, 22.0);
    marks(canvas, 340.0);
}

fn elephant(canvas: &mut Canvas<'_>, coat: Colour) {
    canvas.both(
        &coat.tone(32.0, 0.7).hex(),
        1.0,
        "M-150 330C-300 180 -520 230 -540 430C-550 620 -420 800 -300 790C-220 780 -160 680 -150 560Z",
    );
    canvas.both(
        &coat.tone(42.0, 0.8).hex(),
        1.0,
        "M-190 380C-300 280 -440 310 -460 440C-470 560 -390 690 -310 690C-250 680 -200 600 -190 520Z",
    );
    canvas.path(&coat.tone(50.0, 0.7).hex(), 1.0, "M0 230C140 230 220 330 210 470C200 600 130 640 100 700C90 800 80 900 110 1010H-110C-80 900 -90 800 -100 700C-130 640 -200 600 -210 470C-220 330 -140 230 0 230Z");
    canvas.path("#05060c", 0.2, "M0 230C140 230 220 330 210 470C200 600 130 640 100 700C90 800 80 900 110 1010H0Z");
    let mut folds = Pen::default();
    for i in 0..7 {
        let y = 700.0 + i as f32 * 46.0;
        folds.m(-80.0, y).q(0.0, y + 26.0, 80.0, y);
    }
    canvas.stroke(&coat.tone(34.0, 0.7).hex(), 6.0, 0.9, &folds.0);
    canvas.both(
        &canvas.palette.light(96.0).hex(),
        1.0,
        "M-120 640C-220 700 -270 800 -230 940C-200 830 -150 760 -84 730Z",
    );
    eyes(canvas, 118.0, 490.0, 19.0);
    marks(canvas, 320.0);
}

fn antelope(canvas: &mut Canvas<'_>, coat: Colour) {
    let horn = canvas.palette.dark(18.0).hex();
    canvas.both(&horn, 1.0, "M-40 350C-90 260 -210 180 -180 -20C-150 90 -170 180 -60 250C-10 290 0 330 -4 350Z");
    let ring = canvas.palette.accent.tone(78.0, 1.0).hex();
    canvas.both_strokes(&ring, 8.0, 0.95, "M-196 120L-156 104M-186 170L-146 150M-164 220L-124 190M-128 264L-92 230");
    canvas.both(&coat.tone(36.0, 1.0).hex(), 1.0, "M-100 400C-200 330 -300 350 -340 420C-270 470 -170 490 -110 460Z");
    canvas.path(&coat.tone(30.0, 0.9).hex(), 1.0, "M-130 600C-180 760 -240 860 -260 1010H260C240 860 180 760 130 600Z");
    canvas.path(&coat.tone(56.0, 1.0).hex(), 1.0, "M0 320C100 320 150 380 140 470C130 580 90 640 80 740Q60 830 0 834Q-60 830 -80 740C-90 640 -130 580 -140 470C-150 380 -100 320 0 320Z");
    canvas.path("#05060c", 0.2, "M0 320C100 320 150 380 140 470C130 580 90 640 80 740Q60 830 0 834Z");
    canvas.path(&canvas.palette.light(92.0).hex(), 0.95, "M-24 400H24L40 600Q30 700 0 720Q-30 700 -40 600Z");
    canvas.path(&coat.tone(14.0, 0.7).hex(), 1.0, "M-56 760Q0 730 56 760Q50 826 0 828Q-50 826 -56 760Z");
    eyes(canvas, 96.0, 500.0, 18.0);
    marks(canvas, 410.0);
}

fn hound(canvas: &mut Canvas<'_>, coat: Colour) {
    let second = canvas.palette.second;
    let mut ruff = Pen::default();
    for i in 0..15 {
        let angle = 96.0 + i as f32 * 12.0;
        let r = 430.0 * canvas.rng.range(0.85, 1.1);
        ruff.polygon(&[
            polar(0.0, 520.0, 120.0, angle - 12.0),
            polar(0.0, 520.0, r, angle),
            polar(0.0, 520.0, 120.0, angle + 12.0),
        ]);
    }
    canvas.path(&second.mix(coat, 0.5).tone(28.0, 1.1).hex(), 1.0, &ruff.0);
    canvas.both(&coat.tone(34.0, 1.0).hex(), 1.0, "M-60 380C-130 330 -220 190 -210 110C-270 240 -280 380 -190 480Z");
    canvas.both(&second.tone(58.0, 1.0).hex(), 1.0, "M-100 380C-150 330 -200 240 -204 180C-236 270 -232 370 -176 440Z");
    canvas.path(&coat.tone(52.0, 1.0).hex(), 1.0, "M0 300C90 300 170 340 220 420L290 520L190 560C160 660 80 700 60 790Q0 850 -60 790C-80 700 -160 660 -190 560L-290 520L-220 420C-170 340 -90 300 0 300Z");
    canvas.path("#05060c", 0.2, "M0 300C90 300 170 340 220 420L290 520L190 560C160 660 80 700 60 790Q0 850 0 820Z");
    canvas.path(
        &coat.tone(76.0, 0.7).hex(),
        1.0,
        "M-40 470L-84 640Q-80 740 -56 780Q0 830 56 780Q80 740 84 640L40 470Q0 440 -40 470Z",
    );
    canvas.path(
        &coat.tone(14.0, 0.7).hex(),
        1.0,
        "M-52 650Q0 628 52 650Q46 712 0 720Q-46 712 -52 650ZM-4 716H4V756H-4Z",
    );
    canvas.both_strokes(&coat.tone(16.0, 0.7).hex(), 8.0, 1.0, "M0 756Q-34 790 -64 760");
    canvas.both_strokes(&coat.tone(20.0, 0.8).hex(), 13.0, 1.0, "M-170 440Q-110 430 -62 476");
    eyes(canvas, 112.0, 496.0, 20.0);
    marks(canvas, 380.0);
}

fn ox(canvas: &mut Canvas<'_>, coat: Colour) {
    let horn = canvas.palette.light(90.0).tone(84.0, 0.5).hex();
    canvas.path(&coat.tone(24.0, 0.9).hex(), 1.0, "M-200 430C-400 520 -470 700 -480 1010H480C470 700 400 520 200 430Z");
    canvas.both(&horn, 1.0, "M-120 330C-300 360 -440 300 -460 120C-420 220 -330 260 -110 250Z");
    canvas.both("#05060c", 0.22, "M-120 330C-300 360 -430 300 -456 160C-430 280 -330 310 -116 300Z");
    canvas.both(&coat.tone(36.0, 1.0).hex(), 1.0, "M-150 380C-220 360 -320 390 -350 450C-290 490 -210 480 -160 440Z");
    canvas.path(&coat.tone(50.0, 0.9).hex(), 1.0, "M0 240C130 240 180 300 170 420C164 540 130 640 140 750Q110 850 0 856Q-110 850 -140 750C-130 640 -164 540 -170 420C-180 300 -130 240 0 240Z");
    canvas.path("#05060c", 0.2, "M0 240C130 240 180 300 170 420C164 540 130 640 140 750Q110 850 0 856Z");
    canvas.path(&coat.tone(30.0, 1.0).hex(), 1.0, "M-110 250Q0 180 110 250L70 330L40 290L0 370L-40 290L-70 330Z");
    canvas.path(&coat.tone(72.0, 0.6).hex(), 1.0, "M-132 720Q0 640 132 720Q120 846 0 852Q-120 846 -132 720Z");
    canvas.both(&coat.tone(16.0, 0.8).hex(), 1.0, "M-84 746Q-56 720 -40 752Q-60 776 -84 746Z");
    canvas.ring(&canvas.palette.accent.tone(78.0, 1.1).hex(), 13.0, 1.0, 0.0, 822.0, 42.0);
    eyes(canvas, 116.0, 460.0, 19.0);
    marks(canvas, 430.0);
}

fn rhino(canvas: &mut Canvas<'_>, coat: Colour) {
    let horn = canvas.palette.light(88.0).tone(82.0, 0.5).hex();
    canvas.path(&coat.tone(22.0, 0.8).hex(), 1.0, "M-190 360C-430 420 -520 640 -530 1010H530C520 640 430 420 190 360Z");
    canvas.both_strokes(
        &coat.tone(36.0, 0.8).hex(),
        12.0,
        0.8,
        "M-250 470C-360 560 -410 760 -400 1000M-210 560C-290 660 -310 800 -300 1000",
    );
    canvas.both(&coat.tone(34.0, 0.9).hex(), 1.0, "M-120 330C-220 300 -280 200 -250 110C-180 130 -120 200 -90 280Z");
    canvas.both(
        &canvas.palette.second.tone(56.0, 0.9).hex(),
        1.0,
        "M-140 290C-200 270 -236 210 -226 160C-180 180 -140 220 -124 266Z",
    );
    canvas.path(&coat.tone(48.0, 0.8).hex(), 1.0, "M0 230C120 230 200 310 190 430C184 520 150 580 170 720C176 830 90 890 0 890C-90 890 -176 830 -170 720C-150 580 -184 520 -190 430C-200 310 -120 230 0 230Z");
    canvas.path("#05060c", 0.2, "M0 230C120 230 200 310 190 430C184 520 150 580 170 720C176 830 90 890 0 890Z");
    canvas.path(&horn, 1.0, "M0 300C34 440 70 620 84 700Q0 760 -84 700C-70 620 -34 440 0 300Z");
    canvas.path("#05060c", 0.22, "M0 300C34 440 70 620 84 700Q40 730 0 730Z");
    canvas.path(&horn, 1.0, "M0 220C16 280 30 340 38 390Q0 420 -38 390C-30 340 -16 280 0 220Z");
    canvas.both(&coat.tone(16.0, 0.8).hex(), 1.0, "M-120 780Q-96 750 -76 784Q-96 806 -120 780Z");
    eyes(canvas, 130.0, 470.0, 17.0);
}

fn ray(canvas: &mut Canvas<'_>, coat: Colour) {
    canvas.stroke(&coat.tone(30.0, 1.0).hex(), 24.0, 1.0, "M0 640C40 780 -60 860 30 1010");
    canvas.path(&coat.tone(38.0, 1.1).hex(), 1.0, "M0 210C110 240 180 330 300 360C420 390 560 330 660 230C620 480 420 590 240 610C130 630 60 700 0 760C-60 700 -130 630 -240 610C-420 590 -620 480 -660 230C-560 330 -420 390 -300 360C-180 330 -110 240 0 210Z");
    canvas.path(&coat.tone(56.0, 1.0).hex(), 1.0, "M0 210C-110 240 -180 330 -300 360C-420 390 -560 330 -660 230C-600 420 -420 500 -260 500C-130 510 -60 580 0 700Z");
    canvas.path(
        &canvas.palette.second.tone(66.0, 1.1).hex(),
        0.8,
        "M0 300C70 330 110 420 90 520C70 600 30 650 0 690C-30 650 -70 600 -90 520C-110 420 -70 330 0 300Z",
    );
    let glow = canvas.palette.accent.tone(86.0, 1.1).hex();
    let mut spots = Pen::default();
    for i in 1..7 {
        let (x, y) = (60.0 + i as f32 * 76.0, 470.0 - i as f32 * 15.0);
        spots.diamond(x, y, 17.0 - i as f32 * 1.4).diamond(-x, y, 17.0 - i as f32 * 1.4);
    }
    canvas.path(&glow, 1.0, &spots.0);
    canvas.both_strokes(&glow, 7.0, 0.9, "M-40 640C-140 560 -300 560 -440 500");
    canvas.both(&coat.tone(46.0, 1.0).hex(), 1.0, "M-30 240C-90 200 -100 130 -70 80C-30 110 -10 170 -8 230Z");
    eyes(canvas, 50.0, 330.0, 17.0);
    canvas.stroke(&glow, 7.0, 0.9, "M-130 60L-90 120L-140 150L-80 220M200 40L150 110L210 130L140 220");
}

fn bird(canvas: &mut Canvas<'_>, coat: Colour) {
    // Wings, feather by feather, then the head.
    for (n, tone) in [(0, 26.0), (1, 40.0), (2, 56.0)] {
        let mut wing = Pen::default();
        for i in 0..7 {
            let angle = -42.0 - i as f32 * 13.0;
            let length = 620.0 - n as f32 * 150.0 - i as f32 * 22.0;
            let (tip, a, b) = (
                polar(-50.0, 640.0, length, angle),
                polar(-50.0, 640.0, length * 0.7, angle - 6.0),
                polar(-50.0, 640.0, length * 0.7, angle + 6.0),
            );
            wing.m(-50.0, 640.0).q(a.0, a.1, tip.0, tip.1).q(b.0, b.1, -50.0, 640.0).z();
        }
        let colour = if n == 1 { canvas.palette.second } else { coat };
        canvas.both(&colour.tone(tone, 1.1).hex(), 1.0, &wing.0);
    }
    canvas.path(&coat.tone(36.0, 1.0).hex(), 1.0, "M-110 520C-160 680 -150 860 -190 1010H190C150 860 160 680 110 520Z");
    let crest = canvas.palette.accent.tone(80.0, 1.0).hex();
    canvas.path(&crest, 1.0, "M0 330L-80 120L-34 230L0 60L34 230L80 120Z");
    canvas.path(
        &coat.tone(52.0, 1.0).hex(),
        1.0,
        "M0 270C100 270 150 350 140 440C130 540 70 600 0 640C-70 600 -130 540 -140 440C-150 350 -100 270 0 270Z",
    );
    canvas.path("#05060c", 0.2, "M0 270C100 270 150 350 140 440C130 540 70 600 0 640Z");
    canvas.both(&canvas.palette.light(93.0).hex(), 0.9, "M-20 400C-70 360 -120 380 -126 440C-100 490 -50 490 -16 470Z");
    canvas.path(&crest, 1.0, "M-44 450Q0 420 44 450Q34 540 0 612Q-34 540 -44 450Z");
    canvas.path("#05060c", 0.25, "M0 434Q24 436 44 450Q34 540 0 612Z");
    eyes(canvas, 72.0, 428.0, 22.0);
    let mut breast = Pen::default();
    for row in 0..5 {
        for i in -2..=2 {
            let (x, y) = (i as f32 * 50.0 + if row % 2 == 0 { 0.0 } else { 25.0 }, 720.0 + row as f32 * 56.0);
            breast.m(x - 20.0, y).q(x, y + 44.0, x + 20.0, y).z();
        }
    }
    canvas.path(&coat.tone(62.0, 1.0).hex(), 0.8, &breast.0);
}

fn serpent(canvas: &mut Canvas<'_>, coat: Colour) {
    let path = "M-420 1040C-560 820 -100 820 60 900C340 1000 420 760 160 700C-80 650 -60 500 0 420";
    canvas.stroke(&coat.tone(22.0, 1.0).hex(), 150.0, 1.0, path);
    canvas.stroke(&coat.tone(46.0, 1.1).hex(), 118.0, 1.0, path);
    canvas.raw(r#"<g stroke-dasharray="10 46">"#);
    canvas.stroke(&canvas.palette.accent.tone(78.0, 1.0).hex(), 44.0, 0.9, path);
    canvas.raw("</g>");
    canvas.path(
        &coat.tone(34.0, 1.1).hex(),
        1.0,
        "M0 640C-120 600 -240 480 -230 330C-220 200 -110 130 0 130C110 130 220 200 230 330C240 480 120 600 0 640Z",
    );
    canvas.both(
        &canvas.palette.second.tone(60.0, 1.1).hex(),
        0.85,
        "M-70 540C-150 480 -190 400 -180 320C-170 250 -120 210 -80 220C-120 320 -120 440 -70 540Z",
    );
    canvas.path(
        &coat.tone(58.0, 1.0).hex(),
        1.0,
        "M0 200C80 200 120 270 110 350C104 430 60 500 0 520C-60 500 -104 430 -110 350C-120 270 -80 200 0 200Z",
    );
    canvas.path("#05060c", 0.2, "M0 200C80 200 120 270 110 350C104 430 60 500 0 520Z");
    canvas.stroke(&canvas.palette.accent.tone(66.0, 1.4).hex(), 8.0, 1.0, "M0 510V590M0 590L-26 630M0 590L26 630");
    eyes(canvas, 62.0, 350.0, 20.0);
    marks(canvas, 250.0);
}

fn shell(canvas: &mut Canvas<'_>, coat: Colour) {
    canvas.path(&coat.tone(28.0, 1.0).hex(), 1.0, "M-520 860C-520 520 -280 300 0 300C280 300 520 520 520 860Z");
    let (mut plates, mut lit) = (Pen::default(), Pen::default());
    for (row, count, y, w) in [(0, 3, 440.0, 150.0), (1, 4, 580.0, 190.0), (2, 5, 730.0, 185.0)] {
        for i in 0..count {
            let x = (i as f32 - (count - 1) as f32 / 2.0) * w;
            let h = 62.0 + row as f32 * 6.0;
            let k = w * 0.46;
            plates.polygon(&[
                (x - k, y),
                (x - k * 0.5, y - h),
                (x + k * 0.5, y - h),
                (x + k, y),
                (x + k * 0.5, y + h),
                (x - k * 0.5, y + h),
            ]);
            lit.polygon(&[(x - k * 0.5, y), (x, y - h * 0.5), (x + k * 0.5, y), (x, y + h * 0.5)]);
        }
    }
    canvas.path(&coat.tone(48.0, 1.1).hex(), 1.0, &plates.0);
    canvas.path(&canvas.palette.accent.tone(76.0, 1.0).hex(), 0.9, &lit.0);
    canvas.path(&coat.tone(18.0, 0.9).hex(), 1.0, "M-560 850H560Q540 920 440 920H-440Q-540 920 -560 850Z");
    canvas.path(
        &coat.tone(58.0, 0.9).hex(),
        1.0,
        "M0 700C90 700 130 770 120 840C110 920 60 970 0 976C-60 970 -110 920 -120 840C-130 770 -90 700 0 700Z",
    );
    canvas.path("#05060c", 0.2, "M0 700C90 700 130 770 120 840C110 920 60 970 0 976Z");
    eyes(canvas, 66.0, 826.0, 17.0);
}

fn machine(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let steel = p.first.tone(52.0, 0.5);
    let (dark, light) = (steel.tone(20.0, 1.0).hex(), steel.tone(72.0, 0.8).hex());
    let glow = p.accent.tone(86.0, 1.1).hex();
    canvas.path(&dark, 1.0, "M-70 560H70V660H-70Z");
    canvas.path(&steel.tone(36.0, 1.0).hex(), 1.0, "M-130 640H130L330 720L420 1010H-420L-330 720Z");
    canvas.both(&steel.tone(58.0, 1.0).hex(), 1.0, "M-180 680L-330 740L-380 960L-220 900Z");
    canvas.both(&dark, 1.0, "M-200 380H-260V500H-200ZM-270 400H-300V480H-270Z");
    let wide = canvas.rng.pick(&[170.0, 200.0, 220.0]);
    canvas.path(
        &steel.hex(),
        1.0,
        &format!(
            "M{:.0} 240H{:.0}L{wide:.0} 300V520L{:.0} 600H{:.0}L{:.0} 520V300Z",
            -wide + 50.0,
            wide - 50.0,
            wide - 60.0,
            -wide + 60.0,
            -wide
        ),
    );
    canvas.path(&light, 1.0, &format!("M{:.0} 240H0V600H{:.0}L{:.0} 520V300Z", -wide + 50.0, -wide + 60.0, -wide));
    let mut lines = Pen::default();
    lines.m(-wide, 330.0).l(wide, 330.0).m(0.0, 240.0).l(0.0, 330.0).m(-wide + 30.0, 540.0).l(wide - 30.0, 540.0);
    canvas.stroke(&dark, 6.0, 0.8, &lines.0);
    match canvas.rng.below(3) {
        0 => {
            canvas.circle(&dark, 1.0, 0.0, 430.0, 92.0);
            canvas.glow(&glow, 0.8, 0.0, 430.0, 200.0);
            canvas.circle(&glow, 1.0, 0.0, 430.0, 58.0);
            canvas.circle("#ffffff", 0.95, -18.0, 412.0, 16.0);
        }
        1 => {
            for x in [-86.0, 86.0] {
                canvas.circle(&dark, 1.0, x, 430.0, 62.0);
                canvas.glow(&glow, 0.8, x, 430.0, 130.0);
                canvas.circle(&glow, 1.0, x, 430.0, 38.0);
                canvas.circle("#ffffff", 0.95, x - 12.0, 418.0, 11.0);
            }
        }
        _ => {
            canvas.rect(&dark, 1.0, -wide + 26.0, 390.0, wide * 2.0 - 52.0, 84.0);
            canvas.glow(&glow, 0.7, 0.0, 432.0, 220.0);
            canvas.rect(&glow, 1.0, -wide + 48.0, 420.0, wide * 2.0 - 96.0, 22.0);
        }
    }
    canvas.stroke(&dark, 10.0, 1.0, "M-90 240L-120 130M90 240L120 130");
    canvas.circle(&glow, 1.0, -120.0, 124.0, 17.0);
    canvas.circle(&glow, 1.0, 120.0, 124.0, 17.0);
    canvas.circle(&dark, 1.0, 0.0, 800.0, 84.0);
    canvas.glow(&glow, 0.7, 0.0, 800.0, 150.0);
    canvas.ring(&glow, 13.0, 1.0, 0.0, 800.0, 58.0);
}
