//! Strokes with round ends, by their distance from the middle of each pixel.

/// A piece of an icon, in a box of 24.
pub enum Piece {
    /// A line through these points.
    Line(&'static [(f32, f32)]),
    /// A line through these points, and back to the first.
    Loop(&'static [(f32, f32)]),
    /// Middle and radius.
    Circle(f32, f32, f32),
    /// Corner, width, height, radius of corners.
    Box(f32, f32, f32, f32, f32),
    /// Middle, radius, from and to in degrees, clockwise from the right.
    Arc(f32, f32, f32, f32, f32),
    /// A filled dot: middle and radius.
    Dot(f32, f32, f32),
}

/// Paints pieces `side` pixels wide and high in one colour: four bytes a pixel, alpha not multiplied in.
pub fn paint(pieces: &[Piece], stroke: f32, side: u32, colour: [u8; 4]) -> Vec<u8> {
    let scale = side as f32 / 24.0;
    let mut rgba = Vec::with_capacity((side * side * 4) as usize);
    for y in 0..side {
        for x in 0..side {
            let at = ((x as f32 + 0.5) / scale, (y as f32 + 0.5) / scale);
            let reach = pieces.iter().map(|p| p.distance(at, stroke)).fold(f32::MAX, f32::min);
            let cover = (0.5 - reach * scale).clamp(0.0, 1.0);
            let [r, g, b, a] = colour;
            rgba.extend([r, g, b, (f32::from(a) * cover).round() as u8]);
        }
    }
    rgba
}

impl Piece {
    /// How far a point is from the inked part; negative inside it.
    fn distance(&self, at: (f32, f32), stroke: f32) -> f32 {
        let half = stroke / 2.0;
        match *self {
            Piece::Line(points) => line(points, at) - half,
            Piece::Loop(points) => {
                let closing = [points[points.len() - 1], points[0]];
                line(points, at).min(line(&closing, at)) - half
            }
            Piece::Circle(x, y, r) => (length(at.0 - x, at.1 - y) - r).abs() - half,
            Piece::Dot(x, y, r) => length(at.0 - x, at.1 - y) - r,
            Piece::Box(x, y, w, h, r) => {
                let dx = (at.0 - x - w / 2.0).abs() - w / 2.0 + r;
                let dy = (at.1 - y - h / 2.0).abs() - h / 2.0 + r;
                let outside = length(dx.max(0.0), dy.max(0.0)) + dx.max(dy).min(0.0) - r;
                outside.abs() - half
            }
            Piece::Arc(x, y, r, from, to) => {
                let (dx, dy) = (at.0 - x, at.1 - y);
                let turned = (dy.atan2(dx).to_degrees() - from).rem_euclid(360.0);
                let reach = if turned <= to - from {
                    (length(dx, dy) - r).abs()
                } else {
                    let end = |angle: f32| {
                        let (sin, cos) = angle.to_radians().sin_cos();
                        length(dx - r * cos, dy - r * sin)
                    };
                    end(from).min(end(to))
                };
                reach - half
            }
        }
    }
}

fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

/// The distance from a line through some points.
fn line(points: &[(f32, f32)], at: (f32, f32)) -> f32 {
    let segment = |pair: &[(f32, f32)]| {
        let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
        let (ux, uy) = (bx - ax, by - ay);
        let along = ((at.0 - ax) * ux + (at.1 - ay) * uy) / (ux * ux + uy * uy).max(f32::EPSILON);
        let along = along.clamp(0.0, 1.0);
        length(at.0 - ax - ux * along, at.1 - ay - uy * along)
    };
    points.windows(2).map(segment).fold(f32::MAX, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_is_inked_in_the_middle_and_not_beside() {
        let pixels = paint(&[Piece::Line(&[(4.0, 12.0), (20.0, 12.0)])], 2.0, 24, [1, 2, 3, 255]);
        let alpha = |x: usize, y: usize| pixels[(y * 24 + x) * 4 + 3];
        assert_eq!((alpha(12, 11), alpha(12, 12)), (255, 255));
        assert_eq!((alpha(12, 8), alpha(1, 12)), (0, 0));
    }
}
