//! People from head to foot, small enough that their world is seen.

use super::{Dress, collar, face, headdress_before, headdress_behind, hollow_face};
use crate::face::art::canvas::{Canvas, Pen};

/// Where the feet stand.
const GROUND: f32 = 985.0;
/// How a head drawn for a bust is brought to this size, and where to.
const HEAD: &str = r#"<g transform="translate(0 168) scale(.37)">"#;

pub(super) fn draw(canvas: &mut Canvas<'_>, dress: &Dress, kind: &str, head: &str) {
    let light = canvas.palette.light(92.0).hex();
    canvas.glow(&light, 0.55, 0.0, 420.0, 430.0);
    if matches!(kind, "leader" | "sage") {
        canvas.ring(&dress.metal.hex(), 6.0, 0.9, 0.0, 312.0, 118.0);
        canvas.circle(&dress.trim.tone(78.0, 1.0).hex(), 0.45, 0.0, 312.0, 108.0);
    }
    canvas.ellipse("#05060c", 0.35, 0.0, GROUND, 210.0, 16.0);
    let reach = canvas.rng.range(110.0, 220.0);
    if kind != "giant" && canvas.rng.chance(0.65) {
        cloak(canvas, dress, reach);
    }
    let item = match kind {
        "warrior" => canvas.rng.pick(&["spear", "spear", "shield"]),
        "sage" => "staff",
        "leader" => canvas.rng.pick(&["staff", "banner", "none"]),
        "scout" => canvas.rng.pick(&["lantern", "spear", "bow"]),
        "shade" => canvas.rng.pick(&["lantern", "none"]),
        _ => canvas.rng.pick(&["none", "lantern", "staff", "drum"]),
    };
    behind(canvas, dress, item);
    let long = !matches!(kind, "warrior" | "scout") || canvas.rng.chance(0.25);
    if long {
        robe(canvas, dress)
    } else {
        tunic(canvas, dress)
    }
    arms(canvas, dress, item);
    canvas.raw(HEAD);
    headdress_behind(canvas, dress, head);
    if kind == "shade" {
        hollow_face(canvas);
    } else {
        face(canvas, dress, dress.skin, false);
    }
    collar(canvas, dress);
    headdress_before(canvas, dress, head);
    canvas.raw("</g>");
    before(canvas, dress, item);
    canvas.stroke(&light, 4.0, 0.7, "M-84 412Q-124 560 -140 760");
}

fn cloak(canvas: &mut Canvas<'_>, dress: &Dress, reach: f32) {
    let t = dress.trim.tone(36.0, 1.1);
    let d = format!("M-70 396Q-{reach:.0} 640 -{:.0} {GROUND}H{:.0}Q170 640 70 396Z", reach + 90.0, reach * 0.7);
    canvas.path(&t.hex(), 1.0, &d);
    let mut folds = Pen::default();
    for i in 0..4 {
        let x = -reach - 50.0 + i as f32 * reach * 0.35;
        folds.m(-50.0 + i as f32 * 14.0, 430.0).q(x * 0.8, 680.0, x, GROUND);
    }
    canvas.stroke(&t.tone(22.0, 1.0).hex(), 6.0, 0.5, &folds.0);
}

fn cloth(canvas: &mut Canvas<'_>, dress: &Dress, d: &str, half: &str) {
    let t = dress.cloth.lightness();
    let (high, low) = (dress.cloth.tone(t + 10.0, 1.1).hex(), dress.cloth.tone(t - 12.0, 1.0).hex());
    let paint = canvas.linear((0.0, 400.0), (0.0, GROUND), &[(0.0, &high, 1.0), (1.0, &low, 1.0)]);
    canvas.path(&paint, 1.0, d);
    canvas.path("#05060c", 0.2, half);
}

fn robe(canvas: &mut Canvas<'_>, dress: &Dress) {
    let wide = canvas.rng.range(110.0, 175.0);
    let half = format!("M0 390H74C98 560 108 760 {wide:.0} {GROUND}H0Z");
    cloth(
        canvas,
        dress,
        &format!("M-74 390C-98 560 -108 760 -{wide:.0} {GROUND}H{wide:.0}C108 760 98 560 74 390Z"),
        &half,
    );
    let (trim, metal) = (dress.trim.hex(), dress.metal.hex());
    match canvas.rng.below(3) {
        0 => {
            canvas.path(&trim, 0.95, &format!("M-22 400L-44 {GROUND}H44L22 400Z"));
            let mut pen = Pen::default();
            for i in 0..7 {
                pen.diamond(0.0, 500.0 + i as f32 * 66.0, 15.0);
            }
            canvas.path(&metal, 1.0, &pen.0);
        }
        1 => {
            let mut pen = Pen::default();
            for i in 0..4 {
                let (y, w) = (700.0 + i as f32 * 72.0, 92.0 + i as f32 * (wide - 104.0) / 4.0);
                pen.m(-w, y).q(0.0, y + 24.0, w, y);
            }
            canvas.stroke(&trim, 15.0, 0.9, &pen.0);
        }
        _ => {
            let mut hem = Pen::default();
            let mut x = -wide + 12.0;
            while x < wide - 24.0 {
                hem.polygon(&[(x, GROUND - 12.0), (x + 17.0, GROUND - 70.0), (x + 34.0, GROUND - 12.0)]);
                x += 36.0;
            }
            canvas.path(&trim, 0.95, &hem.0);
        }
    }
    canvas.stroke(&metal, 13.0, 1.0, "M-88 590Q0 616 88 590");
}

fn tunic(canvas: &mut Canvas<'_>, dress: &Dress) {
    let t = dress.skin.lightness();
    let stride = canvas.rng.range(30.0, 80.0);
    for (side, tone) in [(1.0, t - 12.0), (-1.0, t - 2.0)] {
        let foot = side * (40.0 + stride);
        let mut leg = Pen::default();
        leg.polygon(&[
            (side * 8.0 - 34.0, 690.0),
            (side * 8.0 + 40.0, 690.0),
            (foot + 22.0, GROUND - 26.0),
            (foot + 34.0, GROUND),
            (foot - 24.0, GROUND),
        ]);
        canvas.path(&dress.skin.tone(tone, 1.0).hex(), 1.0, &leg.0);
        let cuff = format!("M{:.0} {:.0}h54", foot - 28.0, GROUND - 70.0);
        canvas.stroke(&dress.metal.hex(), 14.0, 1.0, &cuff);
    }
    cloth(
        canvas,
        dress,
        "M-76 390C-92 500 -84 590 -132 770L-50 740L0 790L50 740L132 770C84 590 92 500 76 390Z",
        "M0 390H76C92 500 84 590 132 770L50 740L0 790Z",
    );
    canvas.path(&dress.trim.hex(), 0.95, "M-78 420L-40 400L92 590L86 640Z");
    canvas.stroke(&dress.metal.hex(), 15.0, 1.0, "M-86 600Q0 624 86 600");
}

fn arms(canvas: &mut Canvas<'_>, dress: &Dress, item: &str) {
    let (skin, sleeve) = (dress.skin.hex(), dress.cloth.tone(dress.cloth.lightness() - 4.0, 1.0).hex());
    let held = match item {
        "none" => "M72 416Q128 540 92 640",
        "drum" => "M72 416Q140 520 40 600",
        _ => "M72 416Q150 500 172 560",
    };
    let free = if item == "drum" { "M-72 416Q-140 520 -40 590" } else { "M-72 416Q-130 540 -98 650" };
    for arm in [free, held] {
        canvas.stroke(&skin, 34.0, 1.0, arm);
    }
    canvas.both_strokes(&sleeve, 44.0, 1.0, "M72 418Q96 450 106 486");
    canvas.both_strokes(&dress.metal.hex(), 9.0, 1.0, "M86 500Q110 506 130 492");
}

/// What is held and stands behind the arm.
fn behind(canvas: &mut Canvas<'_>, dress: &Dress, item: &str) {
    let wood = dress.cloth.tone(15.0, 0.8).hex();
    let metal = dress.metal.hex();
    match item {
        "spear" | "shield" => {
            canvas.rect(&wood, 1.0, 168.0, 190.0, 12.0, 790.0);
            canvas.path(&dress.metal.tone(90.0, 0.5).hex(), 1.0, "M174 80L150 170L174 208L198 170Z");
        }
        "staff" => {
            canvas.rect(&wood, 1.0, 168.0, 230.0, 12.0, 750.0);
            let glow = canvas.palette.second.tone(88.0, 1.2).hex();
            canvas.glow(&glow, 0.9, 174.0, 196.0, 110.0);
            canvas.circle(&glow, 1.0, 174.0, 196.0, 26.0);
            canvas.ring(&metal, 8.0, 1.0, 174.0, 196.0, 42.0);
        }
        "banner" => {
            canvas.rect(&wood, 1.0, 168.0, 110.0, 12.0, 870.0);
            canvas.path(&dress.trim.hex(), 1.0, "M180 130H380L340 210L380 290H180Z");
            canvas.path(&metal, 1.0, "M250 170l40 40l-40 40l-40-40z");
        }
        "bow" => {
            canvas.stroke(&metal, 12.0, 1.0, "M150 300Q290 560 150 820");
            canvas.stroke("#ffffff", 3.0, 0.8, "M150 300L172 560L150 820");
        }
        _ => {}
    }
}

/// What is held before the body.
fn before(canvas: &mut Canvas<'_>, dress: &Dress, item: &str) {
    let metal = dress.metal.hex();
    match item {
        "lantern" => {
            let glow = canvas.palette.accent.tone(90.0, 1.2).hex();
            canvas.stroke(&metal, 6.0, 1.0, "M172 560V610");
            canvas.glow(&glow, 1.0, 172.0, 650.0, 150.0);
            canvas.path(&metal, 1.0, "M142 612H202L214 690H130Z");
            canvas.circle(&glow, 1.0, 172.0, 652.0, 24.0);
        }
        "shield" => {
            canvas.path(&dress.trim.hex(), 1.0, "M-110 470Q-210 640 -110 820Q-10 640 -110 470Z");
            canvas.path("#05060c", 0.25, "M-110 470Q-10 640 -110 820Z");
            canvas.stroke(&metal, 9.0, 1.0, "M-110 470Q-210 640 -110 820Q-10 640 -110 470ZM-110 500V790");
        }
        "drum" => {
            canvas.path(&dress.trim.tone(40.0, 1.0).hex(), 1.0, "M-84 590H84L52 740L70 800H-70L-52 740Z");
            canvas.ellipse(&dress.metal.tone(88.0, 0.4).hex(), 1.0, 0.0, 590.0, 86.0, 22.0);
            canvas.stroke(&metal, 5.0, 1.0, "M-84 590L-30 740L0 590L30 740L84 590");
        }
        _ => {}
    }
}
