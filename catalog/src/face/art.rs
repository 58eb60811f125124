//! Generated pictures: a sky, three depths of land and a subject, all out of a card's id and its factions'
//! colours, so that a card always looks the same and the cards of a faction look like kin.
//!
//! The canvas is 1000 high and as wide as the frame asks for, with x = 0 in the middle. The random numbers are
//! this module's own and frozen: a change here changes every face.

mod beast;
mod built;
mod canvas;
mod craft;
mod effect;
mod harbour;
mod herd;
mod land;
mod landmark;
mod object;
mod pattern;
mod person;
mod sky;
mod spell;
mod street;

use super::colour::Colour;
use super::layout::Frame;
pub(super) use canvas::Rng;
use canvas::{Canvas, Palette, TimeOfDay};

pub(super) use pattern::pattern;

/// What `scenery=` may name.
pub const SCENERY: &[&str] = &[
    "plains", "peaks", "volcano", "jungle", "savanna", "sea", "islands", "crystal", "nebula", "void", "rift", "city",
    "circuit", "alley", "deep",
];

/// What `subject=` may name; anything else, and nothing, is the land alone.
pub const SUBJECTS: &[&str] = &[
    // People, from the chest up.
    "person",
    "warrior",
    "sage",
    "leader",
    "scout",
    "giant",
    "shade",
    "suit",
    "hacker",
    "soldier",
    "officer",
    "squad",
    "rebel",
    "fisher",
    "netter",
    "harpooner",
    "diver",
    "gang",
    "crew",
    "choir",
    "phantom",
    "crowd",
    // Animals and machines.
    "lion",
    "elephant",
    "antelope",
    "bird",
    "serpent",
    "shell",
    "hound",
    "ox",
    "rhino",
    "ray",
    "leopard",
    "giraffe",
    "zebra",
    "beast",
    "machine",
    // Craft.
    "drone",
    "tank",
    "walker",
    "glider",
    "ship",
    "crawler",
    "ark",
    "carrier",
    "trawler",
    "skiff",
    "worm",
    // Things.
    "mask",
    "drum",
    "lamp",
    "crown",
    "spear",
    "bell",
    "throne",
    "orb",
    "tree",
    "book",
    "gear",
    "net",
    "relic",
    "flask",
    "bucket",
    "plug",
    "rack",
    "door",
    "skull",
    // What is done.
    "mandala",
    "burst",
    "vortex",
    "bolt",
    "rings",
    "target",
    "seal",
    "beam",
    "wall",
    "flag",
    "code",
    "slash",
    "ward",
    "eye",
    "hourglass",
    "celestial",
    "fire",
    "wave",
    "knot",
    "circle",
    "flash",
    // Buildings.
    "tower",
    "fortress",
    "bridge",
    "lighthouse",
    "gate",
    "pyramid",
    "baobab",
    "obelisks",
];

/// What a picture is of.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub(super) frame: Frame,
    /// Whether to clip to the frame; not needed where the template covers what is around it.
    pub(super) clip: bool,
    pub(super) seed: &'a str,
    pub(super) colours: &'a [Colour],
    /// Names of sceneries with `+` between them.
    pub(super) scenery: &'a str,
    pub(super) subject: &'a str,
    /// A symbol of 24 × 24 to show large and faint.
    pub(super) emblem: &'a str,
    /// Whether details would be lost.
    pub(super) small: bool,
}

/// Writes the picture as a nested `<svg>` that clips to its frame.
pub(super) fn draw(out: &mut String, scene: &Scene<'_>) {
    let Some(first) = scene.colours.first() else { return };
    let frame = scene.frame;
    let half = 500.0 * frame.w / frame.h;
    out.push_str(&format!(
        r#"<svg x="{}" y="{}" width="{}" height="{}" viewBox="{:.1} 0 {:.1} 1000" preserveAspectRatio="none"{}>"#,
        frame.x,
        frame.y,
        frame.w,
        frame.h,
        -half,
        half * 2.0,
        if scene.clip { "" } else { r#" overflow="visible""# }
    ));
    let mut rng = Rng::seeded(scene.seed, "mood");
    let lands: Vec<&str> = scene.scenery.split('+').filter(|s| SCENERY.contains(s)).collect();
    let mood = match lands.last() {
        Some(&"void" | &"rift" | &"nebula" | &"circuit" | &"deep") => TimeOfDay::Night,
        Some(&"city" | &"alley") => rng.pick(&[TimeOfDay::Night, TimeOfDay::Dusk, TimeOfDay::Night]),
        Some(&"volcano") => rng.pick(&[TimeOfDay::Dusk, TimeOfDay::Night]),
        Some(&"savanna") => rng.pick(&[TimeOfDay::Dusk, TimeOfDay::Dawn, TimeOfDay::Day]),
        _ => rng.pick(&[TimeOfDay::Night, TimeOfDay::Dusk, TimeOfDay::Dawn, TimeOfDay::Day]),
    };
    let neon = matches!(lands.last(), Some(&"city" | &"circuit" | &"alley"));
    let palette = Palette::new(*first, scene.colours.get(1).copied(), mood, neon, &mut rng);
    let mut canvas = Canvas::new(out, scene.seed, palette, half, scene.small);
    let indoors = matches!(lands.last(), Some(&"circuit" | &"deep"));
    if !indoors {
        sky::draw(&mut canvas, &lands);
    }
    for depth in 0..3 {
        // Far lands come from the first scenery, near ones from the last.
        let land = lands.get(if depth == 0 { 0 } else { lands.len().saturating_sub(1) }).copied().unwrap_or("plains");
        canvas.rng = Rng::seeded(scene.seed, &format!("land {depth}"));
        if depth == 1 && !scene.emblem.is_empty() && SUBJECTS.contains(&scene.subject) && !indoors {
            emblem(&mut canvas, scene.emblem);
        }
        match land {
            "city" | "circuit" => built::draw(&mut canvas, land, depth),
            "alley" => street::alley(&mut canvas, depth),
            "deep" => harbour::deep(&mut canvas, depth),
            _ => land::draw(&mut canvas, land, depth),
        }
    }
    canvas.rng = Rng::seeded(scene.seed, "subject");
    subject(&mut canvas, scene);
    out.push_str("</svg>");
}

/// The faction's symbol, large and faint, behind the subject.
fn emblem(canvas: &mut Canvas<'_>, path: &str) {
    let colour = canvas.palette.light(92.0).hex();
    canvas.raw(&format!(
        r#"<path transform="translate(-400 20) scale(33.3)" fill="{colour}" fill-opacity=".10" fill-rule="evenodd" d="{}"/>"#,
        super::fill::escape(path)
    ));
}

fn subject(canvas: &mut Canvas<'_>, scene: &Scene<'_>) {
    let (shift, scale, flip) = pose(canvas, scene.subject);
    canvas.raw(&format!(
        r#"<g transform="translate({shift:.0} {:.0}) scale({:.3} {scale:.3})">"#,
        1000.0 - 1000.0 * scale,
        scale * flip
    ));
    draw_subject(canvas, scene);
    canvas.raw("</g>");
}

/// How far the subject stands from the middle, how large it is, and whether it is mirrored (-1).
fn pose(canvas: &mut Canvas<'_>, subject: &str) -> (f32, f32, f32) {
    let mut rng = canvas.rng.clone();
    let flip = rng.pick(&[-1.0, 1.0]);
    match subject {
        "squad" | "gang" | "crew" | "choir" | "crowd" | "fire" | "lighthouse" | "door" | "seal" | "code" | "rings"
        | "mandala" | "wall" | "flag" | "bridge" | "tower" | "fortress" | "beam" => (0.0, 1.0, 1.0),
        "tank" | "ship" | "crawler" | "ark" | "carrier" | "worm" | "glider" | "throne" | "drum" | "book" | "net"
        | "gear" => (rng.range(-30.0, 30.0), rng.range(0.86, 1.0), 1.0),
        "burst" | "vortex" | "bolt" | "target" | "slash" | "ward" | "eye" | "hourglass" | "skull" => {
            (rng.range(-50.0, 50.0), rng.range(0.9, 1.08), 1.0)
        }
        "wave" => (rng.range(-30.0, 30.0), rng.range(0.92, 1.0), 1.0),
        "knot" | "circle" | "flash" => (rng.range(-40.0, 40.0), rng.range(0.92, 1.05), flip),
        "gate" | "pyramid" | "baobab" | "obelisks" => (rng.range(-70.0, 70.0), rng.range(0.72, 0.98), flip),
        // People stand near or far, in the middle or beside it.
        "person" | "warrior" | "sage" | "leader" | "scout" | "shade" | "giant" => {
            let (aside, size) =
                rng.pick(&[(0.0, 1.0), (0.0, 1.18), (70.0, 0.94), (-70.0, 0.94), (40.0, 1.1), (-40.0, 1.1)]);
            (aside + rng.range(-25.0, 25.0), size * rng.range(0.94, 1.06), flip)
        }
        // Long boats shrink where the picture is upright.
        "skiff" | "trawler" => (0.0, rng.range(0.92, 1.0) * (canvas.half / 560.0).min(1.0), 1.0),
        "drone" => (rng.range(-60.0, 60.0), rng.range(0.78, 1.0), flip),
        _ => (rng.range(-55.0, 55.0), rng.range(0.86, 1.1), flip),
    }
}

fn draw_subject(canvas: &mut Canvas<'_>, scene: &Scene<'_>) {
    match scene.subject {
        "person" | "warrior" | "sage" | "leader" | "scout" | "giant" | "shade" | "suit" | "hacker" | "soldier"
        | "officer" | "squad" | "celestial" | "rebel" | "fisher" | "netter" | "harpooner" | "diver" | "gang"
        | "crew" | "choir" | "phantom" | "crowd" => person::draw(canvas, scene.subject, scene.emblem),
        "trawler" | "skiff" | "lighthouse" | "wave" => harbour::draw(canvas, scene.subject),
        "door" | "fire" | "skull" | "worm" => street::draw(canvas, scene.subject),
        "lion" | "elephant" | "antelope" | "bird" | "serpent" | "shell" | "hound" | "ox" | "rhino" | "ray"
        | "leopard" | "giraffe" | "zebra" | "beast" | "machine" => {
            beast::draw(canvas, scene.subject);
        }
        "knot" | "circle" | "flash" => spell::draw(canvas, scene.subject, scene.emblem),
        "gate" | "pyramid" | "baobab" | "obelisks" => landmark::draw(canvas, scene.subject, scene.emblem),
        "drone" | "tank" | "walker" | "glider" | "ship" | "crawler" | "ark" | "carrier" => {
            craft::draw(canvas, scene.subject);
        }
        "mask" | "drum" | "lamp" | "crown" | "spear" | "bell" | "throne" | "orb" | "tree" | "book" | "gear" | "net"
        | "relic" | "flask" | "bucket" | "plug" | "rack" => object::draw(canvas, scene.subject),
        "mandala" | "burst" | "vortex" | "bolt" | "rings" | "target" | "seal" | "beam" | "wall" | "flag" | "code"
        | "slash" | "ward" | "eye" | "hourglass" => {
            effect::draw(canvas, scene.subject, scene.emblem);
        }
        "tower" | "fortress" | "bridge" => built::building(canvas, scene.subject, scene.emblem),
        _ => {}
    }
}
