//! What is really drawn: texts that are cut off, and texts that lie over each other.

use std::collections::HashSet;
use std::time::Instant;

use deckloom::theme;
use deckloom::window::Window;
use iced::advanced::graphics::Text;
use iced::advanced::{clipboard, renderer};
use iced::{Element, Event, Point, Rectangle, Renderer, Size, Theme, mouse, window};
use iced_test::runtime::UserInterface;
use iced_test::runtime::user_interface::Cache;

/// A pixel is lost or won by rounding.
const ROUNDING: f32 = 1.5;
/// How much of the height of a line may lie over another one: letters leave room above and below.
const TIGHT: f32 = 0.3;

/// A text as it is drawn.
struct Drawn {
    content: String,
    /// All of it.
    whole: Rectangle,
    /// What is in sight of it.
    seen: Rectangle,
    layer: usize,
}

/// Texts in the order in which they are drawn, and what covers what lies below it, with its layer.
type Painted = (Vec<Drawn>, Vec<(usize, Rectangle)>);

/// What is wrong with the texts of a window; not of these texts, nor of what may be cut off there.
pub fn faults(window: &Window, size: Size, except: &HashSet<String>, may_cut: &[Rectangle]) -> Vec<String> {
    let texts = drawn_of(window.view(), &window.mode().theme(), size);
    faults_among(&texts, except, may_cut)
}

fn drawn_of<M>(view: Element<'_, M>, theme: &Theme, size: Size) -> Painted {
    let mut renderer = Renderer::new(theme::REGULAR, theme::size::BODY.into());
    let mut ui = UserInterface::build(view, size, Cache::default(), &mut renderer);
    let redraw = Event::Window(window::Event::RedrawRequested(Instant::now()));
    let cursor = mouse::Cursor::Unavailable;
    drop(ui.update(&[redraw], cursor, &mut renderer, &mut clipboard::Null, &mut Vec::new()));
    let style = renderer::Style { text_color: theme::roles(theme).text };
    ui.draw(&mut renderer, theme, &style, cursor);
    drawn(&mut renderer)
}

fn faults_among((texts, covers): &Painted, except: &HashSet<String>, may_cut: &[Rectangle]) -> Vec<String> {
    let told =
        |text: &Drawn| except.contains(&text.content) || may_cut.iter().any(|place| place.contains(text.seen.center()));
    let mut faults = Vec::new();
    for (at, text) in texts.iter().enumerate().filter(|(_, text)| !told(text)) {
        let (left, right) =
            (text.seen.x - text.whole.x, text.whole.x + text.whole.width - text.seen.x - text.seen.width);
        if left > ROUNDING || right > ROUNDING {
            faults.push(format!("“{}” is cut off: {:?} of {:?}", text.content, text.seen, text.whole));
        }
        for other in texts[..at].iter().filter(|other| !told(other)) {
            let Some(both) = text.seen.intersection(&other.seen) else { continue };
            let line = text.whole.height.min(other.whole.height).min(20.0);
            let hidden = covers
                .iter()
                .any(|(layer, cover)| (other.layer + 1..=text.layer).contains(layer) && contains(*cover, both));
            if both.width > 2.0 && both.height > TIGHT * line && !hidden {
                faults.push(format!("“{}” lies over “{}”: {both:?}", text.content, other.content));
            }
        }
    }
    faults
}

fn contains(outer: Rectangle, inner: Rectangle) -> bool {
    let grown = outer.expand(ROUNDING);
    grown.contains(inner.position()) && grown.contains(inner.position() + iced::Vector::new(inner.width, inner.height))
}

fn drawn(renderer: &mut Renderer) -> Painted {
    let (mut texts, mut covers) = (Vec::new(), Vec::new());
    for (layer, drawn) in renderer.layers().iter().enumerate() {
        let opaque = drawn.quads.iter().filter(|(_, ground)| match ground {
            iced::Background::Color(colour) => colour.a > 0.4,
            iced::Background::Gradient(_) => true,
        });
        covers.extend(opaque.map(|(quad, _)| (layer, quad.bounds)));
        covers.extend(drawn.images.iter().map(|image| (layer, image.bounds())));
        for item in &drawn.text {
            for text in item.as_slice() {
                let Text::Paragraph { paragraph, position, clip_bounds, transformation, .. } = text else { continue };
                let Some(content) = paragraph.upgrade() else { continue };
                let content: Vec<&str> = content.buffer().lines.iter().map(|line| line.text()).collect();
                let transform = *transformation * item.transformation();
                let whole = Rectangle::new(Point::new(position.x, position.y), paragraph.min_bounds) * transform;
                let seen = whole.intersection(&(*clip_bounds * transform)).and_then(|s| s.intersection(&drawn.bounds));
                let content = content.join(" ");
                if let Some(seen) = seen.filter(|_| !content.trim().is_empty()) {
                    texts.push(Drawn { content, whole, seen, layer });
                }
            }
        }
    }
    (texts, covers)
}

#[test]
fn texts_that_are_cut_off_or_lie_over_each_other_are_found() {
    use iced::widget::{container, pin, stack, text};
    let size = Size::new(300.0, 100.0);
    let words = |x: f32, y: f32| pin(text("some words").wrapping(text::Wrapping::None)).x(x).y(y);
    let faults = |view: Element<'_, ()>| faults_among(&drawn_of(view, &Theme::Dark, size), &HashSet::new(), &[]);
    assert_eq!(faults(stack![words(10.0, 10.0), words(10.0, 40.0)].into()), Vec::<String>::new());
    assert!(faults(stack![words(10.0, 10.0), words(30.0, 14.0)].into())[0].contains("lies over"));
    let covered = container(words(20.0, 4.0)).width(300).height(60).style(container::dark);
    assert_eq!(faults(stack![words(10.0, 10.0), covered].into()), Vec::<String>::new(), "what is covered is not seen");
    let cut = container(text("many more words than there is room").wrapping(text::Wrapping::None)).width(80).clip(true);
    assert!(faults(cut.into())[0].contains("is cut off"));
}
