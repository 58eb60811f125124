//! What floats and stands at a coast, and what lies under it: boats, a lighthouse, a great wave, the deep.

use super::canvas::{Canvas, Pen};

pub(super) fn draw(canvas: &mut Canvas<'_>, kind: &str) {
    let light = canvas.palette.light(88.0).hex();
    canvas.glow(&light, 0.5, 0.0, 480.0, 540.0);
    match kind {
        "trawler" => trawler(canvas),
        "skiff" => skiff(canvas),
        "lighthouse" => lighthouse(canvas),
        _ => wave(canvas),
    }
}

/// Water in front of a hull.
fn bow_wave(canvas: &mut Canvas<'_>, y: f32) {
    let (foam, deep) = (canvas.palette.light(94.0).hex(), canvas.palette.first.tone(24.0, 1.0).hex());
    canvas.path(
        &deep,
        0.92,
        &format!("M-900 {y}Q-760 {0} -620 {y}T-340 {y}T-60 {y}T220 {y}T500 {y}T780 {y}L900 {y}V1010H-900Z", y + 34.0),
    );
    canvas.stroke(&foam, 9.0, 0.9, &format!("M-620 {y}Q-480 {0} -340 {y}T-60 {y}T220 {y}T500 {y}", y + 34.0));
    canvas.stroke(&foam, 5.0, 0.5, &format!("M-520 {0}Q-400 {1} -280 {0}T-40 {0}T200 {0}T440 {0}", y + 60.0, y + 86.0));
}

fn trawler(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let (dark, body, lit) = (p.dark(12.0).hex(), p.first.tone(32.0, 0.9).hex(), p.first.tone(52.0, 1.0).hex());
    let (white, glow, rust) =
        (p.light(90.0).hex(), p.accent.tone(84.0, 1.1).hex(), p.first.turn(170.0).tone(46.0, 1.1).hex());
    let flip = canvas.rng.pick(&[-1.0, 1.0]);
    canvas.raw(&format!(r#"<g transform="scale({flip} 1)">"#));
    // Masts, booms and the net that hangs from them.
    canvas.stroke(&dark, 16.0, 1.0, "M-150 560V120M-150 150L-420 400M-150 150L60 330M-330 560V330");
    canvas.stroke(&white, 4.0, 0.8, "M-150 130L380 500M-420 400L-440 620M-150 130L-500 560");
    canvas.path(&glow, 0.35, "M-420 400Q-500 500 -450 640H-390Q-350 500 -420 400Z");
    canvas.stroke(&glow, 4.0, 0.9, "M-420 400Q-500 500 -450 640M-420 400Q-350 500 -390 640M-462 500H-380M-470 560H-376M-440 450L-380 560M-402 450L-462 560");
    // Smoke and funnel.
    for (x, y, r) in [(60.0, 236.0, 34.0), (26.0, 180.0, 46.0), (-26.0, 110.0, 62.0)] {
        canvas.circle(&dark, 0.45, x, y, r);
    }
    canvas.path(&rust, 1.0, "M30 380L40 260H90L100 380Z");
    canvas.path(&dark, 1.0, "M38 290H92L90 260H40Z");
    // The wheelhouse.
    canvas.path(&white, 1.0, "M90 560V330H300L330 560Z");
    canvas.path("#05060c", 0.2, "M210 330H300L330 560H220Z");
    canvas.path(&rust, 1.0, "M70 332H322L310 296H84Z");
    canvas.path(&dark, 1.0, "M112 366H172V440H112ZM188 366H240V440H188ZM256 366H296L306 440H256Z");
    canvas.path(&glow, 0.95, "M120 374H164V432H120ZM196 374H232V432H196ZM264 374H290L297 432H264Z");
    // The hull, plated.
    canvas.path(&body, 1.0, "M-560 540H300L560 430C540 600 480 760 420 860H-470C-530 760 -560 650 -560 540Z");
    canvas.path(&lit, 1.0, "M-560 540H300L560 430C556 480 548 530 536 580L320 610H-556Z");
    canvas.path(&rust, 1.0, "M-520 740H464L420 860H-470Z");
    canvas.stroke(&dark, 5.0, 0.7, "M-554 660H510M-360 612V740M-160 612V740M40 612V740M240 612V740");
    let mut rivets = Pen::default();
    for i in 0..19 {
        rivets.diamond(-520.0 + i as f32 * 54.0, 634.0, 6.0);
    }
    canvas.path(&glow, 0.9, &rivets.0);
    canvas.circle(&dark, 1.0, 420.0, 640.0, 26.0);
    canvas.ring(&white, 6.0, 0.9, 420.0, 640.0, 26.0);
    canvas.raw("</g>");
    bow_wave(canvas, 830.0);
}

fn skiff(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let (dark, body, lit) = (p.dark(12.0).hex(), p.first.tone(34.0, 1.0).hex(), p.light(92.0).hex());
    let (coat, rust) = (p.accent.tone(66.0, 1.0), p.first.turn(170.0).tone(50.0, 1.2).hex());
    let flip = canvas.rng.pick(&[-1.0, 1.0]);
    canvas.raw(&format!(r#"<g transform="scale({flip} 1) rotate(-8 0 760)">"#));
    // Spray behind.
    canvas.path(
        &lit,
        0.85,
        "M-330 820C-460 780 -520 640 -640 560C-600 660 -640 700 -720 690C-660 780 -560 850 -330 860Z",
    );
    canvas.path(
        &lit,
        0.5,
        "M-330 820C-440 700 -450 560 -560 470C-540 600 -580 640 -700 620C-640 760 -520 840 -330 860Z",
    );
    // The rider, one hand on the tiller.
    canvas.path(&coat.hex(), 1.0, "M-60 470C20 470 60 540 70 700H-150C-160 580 -130 470 -60 470Z");
    canvas.path("#05060c", 0.22, "M-40 470C30 476 60 540 70 700H-30Z");
    canvas.stroke(&coat.tone(52.0, 1.0).hex(), 52.0, 1.0, "M-110 530L-200 620L-300 640");
    canvas.stroke(&coat.tone(74.0, 1.0).hex(), 48.0, 1.0, "M20 530L100 620L190 610");
    canvas.circle(&p.first.turn(170.0).tone(46.0, 0.6).hex(), 1.0, -26.0, 390.0, 72.0);
    canvas.path(&rust, 1.0, "M-104 392C-110 280 50 270 50 370L70 384L-40 366Z");
    canvas.path(&rust, 1.0, "M-90 400L-190 380L-170 430L-220 450L-80 440Z");
    canvas.path(&dark, 1.0, "M-20 372H56V408H-20Z");
    canvas.path(&p.accent.tone(90.0, 1.0).hex(), 1.0, "M-8 378H48V400H-8Z");
    // Outboard and hull.
    canvas.path(&dark, 1.0, "M-420 560H-310V680H-340V860H-400V680H-420Z");
    canvas.path(&rust, 1.0, "M-430 550H-306V620H-430Z");
    canvas.path(&body, 1.0, "M-360 680C-100 720 260 700 520 560C500 720 400 850 280 870H-340Z");
    canvas.path(&lit, 1.0, "M-360 680C-100 720 260 700 520 560C514 606 500 650 480 690C260 770 -100 780 -354 740Z");
    canvas.path(&rust, 1.0, "M-350 790C-100 820 240 810 450 744C436 772 418 796 398 816C240 850 -100 856 -346 836Z");
    canvas.raw("</g>");
    bow_wave(canvas, 850.0);
}

fn lighthouse(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let (dark, white, lit) = (p.dark(12.0).hex(), p.light(93.0).hex(), p.accent.tone(90.0, 1.0).hex());
    let band = p.first.turn(170.0).tone(50.0, 1.2).hex();
    let beam = canvas.linear((0.0, 0.0), (760.0, 0.0), &[(0.0, &lit, 0.95), (1.0, &lit, 0.0)]);
    canvas.both(&beam, 1.0, "M0 216L900 20V420Z");
    canvas.glow(&lit, 1.0, 0.0, 216.0, 330.0);
    canvas.path(&dark, 1.0, "M-420 1010C-380 900 -300 860 -200 850L-120 800H130L210 860C320 870 380 920 420 1010Z");
    canvas.path(&white, 1.0, "M-84 320H84L136 850H-136Z");
    canvas.path(&band, 1.0, "M-92 400H92L104 520H-104ZM-115 640H115L127 760H-127Z");
    canvas.path("#05060c", 0.24, "M10 320H84L136 850H20Z");
    canvas.path(&dark, 1.0, "M-26 850V770Q0 740 26 770V850ZM-14 570H14V610H-14ZM-12 350H12V380H-12Z");
    canvas.path(&dark, 1.0, "M-116 290H116V324H-116ZM-74 160H74L0 80ZM-5 90V30H5V90Z");
    canvas.path(&lit, 1.0, "M-62 166H62V290H-62Z");
    canvas.circle("#ffffff", 1.0, 0.0, 226.0, 38.0);
    canvas.stroke(
        &dark,
        8.0,
        1.0,
        "M-62 166V290M62 166V290M-22 166V290M22 166V290M-116 254V290M116 254V290M-116 258H-62M62 258H116",
    );
}

/// A wave about to break.
fn wave(canvas: &mut Canvas<'_>) {
    let p = canvas.palette.clone();
    let flip = canvas.rng.pick(&[-1.0, 1.0]);
    let (foam, lit) = (p.light(96.0).hex(), p.first.tone(60.0, 1.2).hex());
    canvas.raw(&format!(r#"<g transform="scale({flip} 1)">"#));
    let back = canvas.linear(
        (0.0, 120.0),
        (0.0, 1000.0),
        &[(0.0, &lit, 1.0), (0.5, &p.first.tone(40.0, 1.2).hex(), 1.0), (1.0, &p.first.tone(20.0, 1.1).hex(), 1.0)],
    );
    canvas.path(&back, 1.0, "M-900 1010V760C-640 740 -470 600 -340 400C-230 230 -40 90 170 110C350 128 440 270 390 410C350 320 260 290 180 330C60 390 40 560 150 670C280 800 560 800 900 720V1010Z");
    // Lines that climb the face of the wave.
    canvas.stroke(&p.light(84.0).hex(), 9.0, 0.55, "M-800 900C-560 880 -330 700 -220 500C-150 370 -40 230 110 210M-640 960C-400 920 -220 780 -140 600C-90 480 -40 370 60 300M-460 990C-280 950 -130 850 -70 700C-40 610 -20 520 20 450");
    canvas.path("#05060c", 0.22, "M180 330C60 390 40 560 150 670C200 720 270 750 350 764C230 690 150 560 200 430C216 388 250 350 290 332C250 312 214 312 180 330Z");
    // The crest: claws of foam.
    canvas.path(&foam, 1.0, "M-340 400C-230 230 -40 90 170 110C350 128 440 270 390 410C392 360 370 330 350 340C352 390 330 430 300 440C316 390 300 350 270 330C262 380 230 410 200 404C222 366 214 330 196 300C160 340 120 350 96 336C130 310 140 280 134 250C90 276 50 276 30 260C70 240 84 216 84 196C-60 200 -200 300 -340 400Z");
    canvas.stroke(&foam, 16.0, 1.0, "M-340 400C-470 600 -640 740 -900 760");
    canvas.stroke(&foam, 12.0, 0.9, "M150 670C280 800 560 800 900 720");
    let mut drops = Pen::default();
    for _ in 0..40 {
        let (x, y, r) = (canvas.rng.range(120.0, 620.0), canvas.rng.range(30.0, 640.0), canvas.rng.range(4.0, 15.0));
        drops.diamond(x, y, r);
    }
    canvas.path(&foam, 0.9, &drops.0);
    canvas.path(
        &p.first.tone(16.0, 1.0).hex(),
        0.95,
        "M-900 1010V890Q-760 850 -620 890T-340 890T-60 890T220 890T500 890T780 890L900 900V1010Z",
    );
    canvas.stroke(&foam, 7.0, 0.7, "M-620 890Q-480 930 -340 890T-60 890T220 890T500 890");
    canvas.raw("</g>");
}

/// Under water: shafts of light, drowned towers, weed.
pub(super) fn deep(canvas: &mut Canvas<'_>, depth: usize) {
    let p = canvas.palette.clone();
    match depth {
        0 => {
            let (top, low) = (p.first.tone(60.0, 1.1).hex(), p.first.tone(12.0, 1.1).hex());
            let middle = p.first.tone(34.0, 1.2).hex();
            let paint =
                canvas.linear((0.0, 0.0), (0.0, 1000.0), &[(0.0, &top, 1.0), (0.45, &middle, 1.0), (1.0, &low, 1.0)]);
            canvas.rect(&paint, 1.0, -900.0, 0.0, 1800.0, 1000.0);
            let light = p.light(96.0).hex();
            for _ in 0..7 {
                let (x, w) = (canvas.rng.range(-700.0, 700.0), canvas.rng.range(30.0, 90.0));
                let (far, wide) = (x * 1.3 + canvas.rng.range(-120.0, 120.0), w * 2.4);
                let shaft = canvas.linear((0.0, 0.0), (0.0, 900.0), &[(0.0, &light, 0.34), (1.0, &light, 0.0)]);
                canvas.path(
                    &shaft,
                    1.0,
                    &format!("M{:.0} 0H{:.0}L{:.0} 900H{:.0}Z", x - w, x + w, far + wide, far - wide),
                );
            }
        }
        1 => {
            // What the sea took.
            let mut towers = Pen::default();
            let mut windows = Pen::default();
            let mut x = -860.0_f32;
            while x < 860.0 {
                let w = canvas.rng.range(90.0, 190.0);
                let top = 430.0 + canvas.rng.range(0.0, 240.0) + (1.0 - (x.abs() / 520.0).min(1.0)) * 220.0;
                let slope = canvas.rng.range(-50.0, 50.0);
                towers.polygon(&[
                    (x, 1010.0),
                    (x + slope * 0.4, top),
                    (x + w * 0.5, top + slope),
                    (x + w + slope * 0.4, top + 30.0),
                    (x + w, 1010.0),
                ]);
                let mut y = top + 90.0;
                while y < 960.0 {
                    if canvas.rng.chance(0.4) {
                        windows.rect(x + w * canvas.rng.pick(&[0.2, 0.45, 0.68]), y, 22.0, 30.0);
                    }
                    y += 52.0;
                }
                x += w * canvas.rng.range(1.1, 1.8);
            }
            canvas.path(&p.second.mix(p.first, 0.5).tone(25.0, 1.0).hex(), 0.85, &towers.0);
            canvas.path(&p.accent.tone(82.0, 1.0).hex(), 0.4, &windows.0);
            let mut fish = Pen::default();
            let (sx, sy) =
                (canvas.rng.pick(&[-1.0, 1.0]) * canvas.rng.range(330.0, 480.0), canvas.rng.range(200.0, 380.0));
            for _ in 0..16 {
                let (x, y) = (sx + canvas.rng.range(-190.0, 190.0), sy + canvas.rng.range(-100.0, 100.0));
                fish.m(x - 24.0, y)
                    .q(x, y - 16.0, x + 20.0, y)
                    .l(x + 36.0, y - 11.0)
                    .l(x + 36.0, y + 11.0)
                    .l(x + 20.0, y);
                fish.q(x, y + 16.0, x - 24.0, y).z();
            }
            canvas.path(&p.light(90.0).hex(), 0.75, &fish.0);
        }
        _ => {
            let (mut weed, mut rings) = (Pen::default(), Vec::new());
            for _ in 0..22 {
                let x = canvas.rng.range(240.0, 820.0) * canvas.rng.pick(&[-1.0, 1.0]);
                let (h, sway) = (canvas.rng.range(110.0, 360.0), canvas.rng.range(-60.0, 60.0));
                weed.m(x, 1010.0).q(x + sway, 1000.0 - h * 0.35, x, 990.0 - h * 0.6);
                weed.q(x - sway, 990.0 - h * 0.8, x + sway * 0.3, 990.0 - h);
            }
            for _ in 0..16 {
                rings.push((
                    canvas.rng.range(-720.0, 720.0),
                    canvas.rng.range(60.0, 900.0),
                    canvas.rng.range(4.0, 14.0),
                ));
            }
            canvas.path(&p.first.tone(11.0, 1.0).hex(), 1.0, "M-900 1010V930Q-600 870 -300 930T300 930T900 910V1010Z");
            canvas.stroke(&p.first.tone(17.0, 1.1).hex(), 20.0, 1.0, &weed.0);
            for (x, y, r) in rings {
                canvas.ring("#ffffff", 3.0, 0.6, x, y, r);
            }
        }
    }
}
