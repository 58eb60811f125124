//! What stands in a land and belongs to it.

use super::canvas::{Canvas, Pen, polar};

pub(super) fn draw(canvas: &mut Canvas<'_>, kind: &str, emblem: &str) {
    let light = canvas.palette.light(90.0).hex();
    canvas.glow(&light, 0.55, 0.0, 620.0, 440.0);
    match kind {
        "gate" => gate(canvas, emblem),
        "pyramid" => pyramid(canvas),
        "baobab" => baobab(canvas),
        _ => obelisks(canvas, emblem),
    }
}

/// A ring of stone that one walks through.
fn gate(canvas: &mut Canvas<'_>, emblem: &str) {
    let stone = canvas.palette.second.tone(34.0, 0.8);
    let hot = canvas.palette.accent.tone(88.0, 1.1).hex();
    let (y, r) = (600.0, 270.0);
    let inner = canvas.palette.first.tone(80.0, 1.3).hex();
    canvas.glow(&inner, 1.0, 0.0, y, r * 1.3);
    canvas.ellipse(&canvas.palette.first.tone(20.0, 1.3).hex(), 0.75, 0.0, y, r, r);
    for i in 0..4 {
        canvas.ring(&inner, 4.0, 0.8 - i as f32 * 0.15, 0.0, y, r * (0.82 - i as f32 * 0.19));
    }
    let parts = canvas.rng.pick(&[12, 16, 20]);
    for i in 0..parts {
        let (from, to) = (i as f32 * 360.0 / parts as f32, (i as f32 + 0.86) * 360.0 / parts as f32);
        let mut pen = Pen::default();
        pen.polygon(&[
            polar(0.0, y, r, from),
            polar(0.0, y, r + 74.0, from),
            polar(0.0, y, r + 74.0, to),
            polar(0.0, y, r, to),
        ]);
        // Lit from the upper left.
        let tone = 34.0 + 16.0 * (from - 300.0).to_radians().cos();
        canvas.path(&stone.tone(tone, 0.9).hex(), 1.0, &pen.0);
    }
    canvas.ring(&hot, 7.0, 1.0, 0.0, y, r + 4.0);
    canvas.path(&stone.tone(22.0, 0.8).hex(), 1.0, "M-330 1000L-250 890H250L330 1000Z");
    canvas.path(&stone.tone(44.0, 0.8).hex(), 1.0, "M-290 944L-250 890H250L290 944Z");
    super::effect::sign(canvas, emblem, &hot, y, 150.0);
}

fn pyramid(canvas: &mut Canvas<'_>) {
    let stone = canvas.palette.second;
    let hot = canvas.palette.accent.tone(90.0, 1.0).hex();
    let steps = canvas.rng.pick(&[4, 5, 6]);
    let peak = 960.0 - steps as f32 * 100.0;
    canvas.glow(&hot, 0.9, 0.0, peak - 40.0, 240.0);
    canvas.path(&hot, 0.35, &format!("M-26 {peak:.0}L-70 -10H70L26 {peak:.0}Z"));
    for i in 0..steps {
        let (w, y) = (430.0 - 330.0 * i as f32 / steps as f32, 960.0 - i as f32 * 100.0);
        let t = 30.0 + i as f32 * 5.0;
        canvas.path(
            &stone.tone(t + 8.0, 0.9).hex(),
            1.0,
            &format!("M{:.0} {y:.0}L{:.0} {:.0}H0V{y:.0}Z", -w, -w + 34.0, y - 100.0),
        );
        canvas.path(
            &stone.tone(t - 10.0, 0.9).hex(),
            1.0,
            &format!("M{w:.0} {y:.0}L{:.0} {:.0}H0V{y:.0}Z", w - 34.0, y - 100.0),
        );
        let mut dots = Pen::default();
        let mut x = -w + 56.0;
        while x < w - 40.0 {
            dots.diamond(x, y - 58.0, 12.0);
            x += 52.0;
        }
        canvas.path(&hot, 0.55, &dots.0);
    }
    canvas.path(&stone.tone(12.0, 0.8).hex(), 1.0, "M-54 962V850Q0 790 54 850V962Z");
    canvas.path(&hot, 1.0, &format!("M0 {:.0}l34 50l-34 50l-34-50z", peak - 110.0));
}

fn baobab(canvas: &mut Canvas<'_>) {
    let bark = canvas.palette.second.tone(30.0, 0.8);
    let leaf = canvas.palette.first;
    let (dark, lit) = (bark.hex(), bark.tone(46.0, 0.8).hex());
    canvas.path(&dark, 1.0, "M-130 985C-90 880 -120 720 -110 560C-180 520 -260 470 -330 400L-300 380C-230 440 -150 470 -90 490C-110 410 -150 350 -200 290L-170 270C-100 340 -60 410 -50 480H30C40 400 90 330 160 270L184 292C140 350 100 420 90 490C160 460 230 430 300 370L326 396C270 470 180 520 110 560C120 720 90 880 130 985Z");
    canvas.path(&lit, 0.8, "M-130 985C-90 880 -120 720 -110 560L-70 570C-60 720 -50 860 -60 985Z");
    for _ in 0..16 {
        let (x, y) = (canvas.rng.range(-380.0, 380.0), canvas.rng.range(210.0, 400.0));
        let (w, t) = (canvas.rng.range(60.0, 130.0), canvas.rng.range(34.0, 62.0));
        canvas.ellipse(&leaf.tone(t, 1.1).hex(), 1.0, x, y + x.abs() * 0.16, w, w * 0.42);
    }
    let glow = canvas.palette.accent.tone(90.0, 1.0).hex();
    for _ in 0..9 {
        let (x, y) = (canvas.rng.range(-340.0, 340.0), canvas.rng.range(380.0, 520.0));
        canvas.glow(&glow, 0.9, x, y, 30.0);
        canvas.circle(&glow, 1.0, x, y, 8.0);
    }
}

fn obelisks(canvas: &mut Canvas<'_>, emblem: &str) {
    let stone = canvas.palette.second;
    let hot = canvas.palette.accent.tone(88.0, 1.1).hex();
    for (x, h, w) in
        [(-290.0, 420.0, 44.0), (290.0, 470.0, 48.0), (-150.0, 560.0, 58.0), (150.0, 520.0, 54.0), (0.0, 740.0, 80.0)]
    {
        let h = h * canvas.rng.range(0.85, 1.08);
        let (top, base) = (985.0 - h, 985.0);
        canvas.path(
            &stone.tone(48.0, 0.9).hex(),
            1.0,
            &format!("M{x:.0} {:.0}L{:.0} {top:.0}L{:.0} {base}H{x:.0}Z", top - w, x - w * 0.6, x - w),
        );
        canvas.path(
            &stone.tone(22.0, 0.9).hex(),
            1.0,
            &format!("M{x:.0} {:.0}L{:.0} {top:.0}L{:.0} {base}H{x:.0}Z", top - w, x + w * 0.6, x + w),
        );
        let mut signs = Pen::default();
        for i in 0..4 {
            signs.diamond(x, top + 70.0 + i as f32 * 86.0, w * 0.2);
        }
        canvas.path(&hot, 0.9, &signs.0);
        canvas.glow(&hot, 0.9, x, top - w * 0.6, w * 1.4);
    }
    super::effect::sign(canvas, emblem, &hot, 360.0, 110.0);
}
