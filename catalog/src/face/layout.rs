//! Rules text into lines: paragraphs of words in several fonts, wrapped at real widths, set as large as the
//! box allows. What is nice to have goes before the size does; nothing is ever cut off.

use super::fonts::{Font, Run};

/// How a paragraph is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Keywords.
    Keyword,
    /// What a keyword means.
    Reminder,
    /// Rules text.
    Rules,
    /// Flavour text.
    Flavour,
}

/// A paragraph: its style and its text.
pub(super) type Paragraph<'a> = (Style, &'a str);

/// The box that a text goes into, in template units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) w: f32,
    pub(super) h: f32,
}

/// A line, placed.
#[derive(Debug, Clone)]
pub(super) struct TextLine {
    pub(super) style: Style,
    pub(super) run: Run,
    /// Size in template units.
    pub(super) size: f32,
    /// Base line below the top of the box.
    pub(super) y: f32,
}

/// A text set into a box.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) lines: Vec<TextLine>,
    /// From the top of the first line to the bottom of the last.
    pub(super) height: f32,
    /// Where the rule above the flavour text goes.
    pub(super) rule: Option<f32>,
}

/// From base line to base line, in em.
const LEADING: f32 = 1.3;
/// What a line needs above and below its base line, in em.
const ASCENT: f32 = 0.86;
const DESCENT: f32 = 0.26;

/// Sets the first of `choices` that fits at a comfortable size; failing that the last one, as small as needed.
/// The choices go from everything that could be said to what must be.
pub(super) fn fit(choices: &[Vec<Paragraph<'_>>], frame: Frame, max: f32, min: f32) -> Option<Layout> {
    let (last, generous) = choices.split_last()?;
    for (i, choice) in generous.iter().enumerate() {
        // The more is left to leave out, the larger the text must stay.
        let floor = if i + 2 < choices.len() { max - (max - min) * 0.2 } else { max - (max - min) * 0.6 };
        if let Some(layout) = shrink(choice, frame, max, floor) {
            return Some(layout);
        }
    }
    shrink(last, frame, max, 1.0)
}

fn shrink(paragraphs: &[Paragraph<'_>], frame: Frame, max: f32, floor: f32) -> Option<Layout> {
    let words: Vec<Vec<Word<'_>>> = paragraphs.iter().map(|p| measure(*p)).collect();
    let mut size = max;
    while size >= floor {
        if let Some(layout) = set(paragraphs, &words, frame, size) {
            return Some(layout);
        }
        size -= (size * 0.03).max(0.25);
    }
    None
}

struct Word<'a> {
    text: &'a str,
    /// Width in em of the style's font.
    width: f32,
    /// Width of the space before it.
    space: f32,
}

impl Style {
    pub(super) fn font(self) -> Font {
        match self {
            Style::Keyword => Font::BOLD,
            Style::Reminder | Style::Rules => Font::REGULAR,
            Style::Flavour => Font::ITALIC,
        }
    }

    /// Size beside that of the rules text.
    fn scale(self) -> f32 {
        match self {
            Style::Keyword | Style::Rules => 1.0,
            Style::Reminder => 0.84,
            Style::Flavour => 0.9,
        }
    }
}

fn measure((style, text): Paragraph<'_>) -> Vec<Word<'_>> {
    let space = Run::shape(style.font(), " ", 0.0).width;
    let mut words = Vec::new();
    for text in text.split_whitespace() {
        let width = Run::shape(style.font(), text, 0.0).width;
        // A word that no line could hold is broken where it must be.
        if width > 9.0 {
            let mut rest = text;
            while !rest.is_empty() {
                let cut = rest.char_indices().nth(6).map_or(rest.len(), |(i, _)| i);
                let (part, after) = rest.split_at(cut);
                let glue = if rest.len() == text.len() { space } else { 0.0 };
                words.push(Word { text: part, width: Run::shape(style.font(), part, 0.0).width, space: glue });
                rest = after;
            }
        } else {
            words.push(Word { text, width, space });
        }
    }
    words
}

fn set(paragraphs: &[Paragraph<'_>], words: &[Vec<Word<'_>>], frame: Frame, size: f32) -> Option<Layout> {
    let mut broken: Vec<(Style, String, f32)> = Vec::new();
    let mut y = 0.0;
    let mut rule = None;
    for ((style, _), words) in paragraphs.iter().zip(words) {
        let own = size * style.scale();
        if !broken.is_empty() {
            y += match style {
                Style::Reminder => 0.0,
                Style::Flavour => {
                    rule = Some(y + size * 0.52);
                    size * 0.95
                }
                _ => size * 0.42,
            };
        }
        let mut from = 0;
        while from < words.len() {
            let to = from + line_length(&words[from..], frame.w / own)?;
            let mut text = String::new();
            for (i, word) in words[from..to].iter().enumerate() {
                if i > 0 && word.space > 0.0 {
                    text.push(' ');
                }
                text.push_str(word.text);
            }
            broken.push((*style, text, y + own * ASCENT));
            y += own * LEADING;
            from = to;
        }
    }
    let (style, _, base) = broken.last()?;
    let height = base + size * style.scale() * DESCENT;
    if height > frame.h {
        return None;
    }
    let lines = broken.into_iter().map(|(style, text, y)| {
        let run = Run::shape(style.font(), &text, 0.0);
        TextLine { style, run, size: size * style.scale(), y }
    });
    let lines: Vec<TextLine> = lines.collect();
    // Kerning across a space can make a line a hair wider than its words.
    lines.iter().all(|l| l.run.width * l.size <= frame.w + 0.01).then_some(Layout { lines, height, rule })
}

/// How many words go on one line of so many em.
fn line_length(words: &[Word<'_>], room: f32) -> Option<usize> {
    let mut used = 0.0;
    for (i, word) in words.iter().enumerate() {
        used += word.width + if i == 0 { 0.0 } else { word.space };
        if used > room {
            return (i > 0).then_some(i);
        }
    }
    Some(words.len())
}

#[cfg(test)]
mod tests {
    use super::{Frame, Style, fit};

    const BOX: Frame = Frame { x: 0.0, y: 0.0, w: 300.0, h: 120.0 };

    #[test]
    fn a_short_text_is_set_at_full_size() {
        let layout = fit(&[vec![(Style::Rules, "Draw a card.")]], BOX, 30.0, 16.0).expect("what the test set up");
        assert_eq!((layout.lines.len(), layout.lines[0].size), (1, 30.0));
    }

    #[test]
    fn a_long_text_shrinks_and_keeps_every_word() {
        let text = "charge target entity an opponent controls ".repeat(20);
        let layout = fit(&[vec![(Style::Rules, text.as_str())]], BOX, 30.0, 16.0).expect("what the test set up");
        assert!(layout.lines[0].size < 16.0 && layout.height <= BOX.h);
        assert!(layout.lines.iter().all(|l| l.run.width * l.size <= BOX.w + 0.01));
    }

    #[test]
    fn what_is_nice_to_have_goes_first() {
        let text = "Destroy target charged entity, then draw a card for each charge on it.";
        let flavour = "Who has spent the arm cannot lift the shield, and who has spent the shield cannot lift the arm.";
        let full = vec![(Style::Rules, text), (Style::Flavour, flavour)];
        let layout = fit(&[full, vec![(Style::Rules, text)]], BOX, 30.0, 24.0).expect("what the test set up");
        assert!(layout.lines.iter().all(|l| l.style == Style::Rules));
        assert!(layout.rule.is_none());
    }

    #[test]
    fn a_word_without_end_is_broken() {
        let word = "w".repeat(120);
        assert!(fit(&[vec![(Style::Rules, word.as_str())]], BOX, 30.0, 16.0).is_some());
    }
}
