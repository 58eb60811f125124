//! Reads a `face.svg` into pieces. The syntax is described in data/README.md.

mod args;

use super::fonts::Font;
use super::layout::Frame;
use super::{Error, limits};
use crate::game::{FieldKind, GameData};
use crate::query::Query;
use args::Args;

/// A piece of a template.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// SVG as it stands.
    Raw(String),
    /// A colour, in the middle of an attribute.
    Colour(Fill),
    /// One of several lists of pieces; the number of lines each spans comes with it.
    If(Vec<(Condition, Vec<Node>, usize)>),
    /// Sets a variable, or appends to it.
    Let { name: String, value: String, append: bool },
    /// Text on one line.
    Text(Text),
    /// Amounts of resources.
    Pips(Pips),
    /// Faction symbols.
    Symbol { row: Row, fill: Option<Fill>, opacity: f32 },
    /// The gem of the rarity with its letter.
    Gem { x: f32, y: f32, size: f32 },
    /// Keywords, rules text, flavour text.
    Rules(Rules),
    /// All number fields of the card side by side.
    Stats { frame: Frame, fill: Fill, muted: Fill, plate: Option<Fill> },
    /// The picture; of several tints the card's id takes one.
    Art { frame: Frame, scenery: String, subject: String, tints: Vec<Fill>, clip: bool },
    /// A pattern for frames.
    Pattern { frame: Frame, kind: String, fill: Fill, opacity: f32, step: f32 },
}

/// When a part of a template stands.
#[derive(Debug, Clone)]
pub(super) enum Condition {
    Small,
    Large,
    Card(Query),
    Always,
}

/// A colour of the card, toned.
#[derive(Debug, Clone)]
pub(super) struct Fill {
    pub(super) base: Base,
    /// Lightness from 0 to 100, if not its own.
    pub(super) tone: Option<f32>,
    /// Colourfulness, 1 for its own.
    pub(super) chroma: f32,
}

#[derive(Debug, Clone)]
pub(super) enum Base {
    First,
    Second,
    Rarity,
    Fixed(String),
}

#[derive(Debug, Clone)]
pub(super) enum TextContent {
    Name,
    Type,
    Subtype,
    Set,
    SetName,
    Number,
    Rarity,
    Faction,
    Credit,
    Words(String),
    Value(usize),
    Label(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
    End,
}

#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) what: TextContent,
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) w: f32,
    pub(super) size: f32,
    pub(super) min: f32,
    pub(super) align: Align,
    pub(super) fill: Fill,
    pub(super) font: Font,
    pub(super) track: f32,
    pub(super) capitals: bool,
    /// Whether it may be broken into two lines.
    pub(super) two_lines: bool,
    /// Whether the last row drawn takes from its width.
    pub(super) beside: bool,
    /// Fill and width of a line around the letters.
    pub(super) edge: Option<(Fill, f32)>,
}

/// Things in a row: the first at (x, y), the middle of the row there, or the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) size: f32,
    pub(super) gap: f32,
    pub(super) align: Align,
    pub(super) down: bool,
    /// The most that the row may take; it is made smaller to keep within.
    pub(super) room: f32,
}

#[derive(Debug, Clone)]
pub(super) struct Pips {
    pub(super) field: usize,
    pub(super) row: Row,
    /// Whether each unit has its own pip, instead of a number beside the symbol.
    pub(super) each: bool,
    pub(super) edge: Fill,
}

#[derive(Debug, Clone)]
pub(super) struct Rules {
    pub(super) frame: Frame,
    pub(super) max: f32,
    pub(super) min: f32,
    pub(super) fill: Fill,
    pub(super) strong: Fill,
    pub(super) muted: Fill,
    pub(super) centred: bool,
}

/// Reads a template for a game.
pub(super) fn parse(text: &str, game: &GameData) -> Result<Vec<Node>, Error> {
    if text.len() > limits::MOST_BYTES {
        let most = limits::MOST_BYTES >> 10;
        return Err(fault(1, format!("the template is larger than {most} KiB"), "draw it with fewer points"));
    }
    let mut reader = Reader { text, at: 0, game, depth: 0, placeholders: 0 };
    let (nodes, stopped) = reader.nodes()?;
    match stopped {
        Some((line, word)) => Err(fault(line, format!("`{{{{{word}}}}}` without an `{{{{if}}}}` before it"), "")),
        None => Ok(nodes),
    }
}

fn fault(line: usize, message: impl Into<String>, hint: impl Into<String>) -> Error {
    Error::Template { line, message: message.into(), hint: Some(hint.into()).filter(|h: &String| !h.is_empty()) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    game: &'a GameData,
    /// How many `if` are open.
    depth: usize,
    placeholders: usize,
}

/// Pieces up to the `else`, `elif` or `end` that closes them, with its line.
type Block = (Vec<Node>, Option<(usize, String)>);

impl Reader<'_> {
    fn line(&self) -> usize {
        1 + self.text[..self.at].matches('\n').count()
    }

    fn nodes(&mut self) -> Result<Block, Error> {
        let mut nodes = Vec::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(open) = rest.find("{{") else {
                nodes.push(Node::Raw(rest.to_owned()));
                self.at = self.text.len();
                return Ok((nodes, None));
            };
            if open > 0 {
                nodes.push(Node::Raw(rest[..open].to_owned()));
            }
            self.at += open;
            let line = self.line();
            let Some(close) = self.text[self.at..].find("}}") else {
                return Err(fault(line, "`{{` is never closed", "write `}}` behind the placeholder"));
            };
            self.placeholders += 1;
            if self.placeholders > limits::MOST_PLACEHOLDERS {
                return Err(fault(line, format!("more than {} placeholders", limits::MOST_PLACEHOLDERS), "use fewer"));
            }
            let inside = self.text[self.at + 2..self.at + close].trim().to_owned();
            self.at += close + 2;
            let word = inside.split_whitespace().next().unwrap_or("").to_owned();
            match word.as_str() {
                "else" | "elif" | "end" => return Ok((nodes, Some((line, inside)))),
                "if" => nodes.push(self.branches(line, &inside)?),
                _ if inside.starts_with('#') => {}
                _ => nodes.push(placeholder(&inside, line, self.game)?),
            }
        }
    }

    fn branches(&mut self, line: usize, inside: &str) -> Result<Node, Error> {
        self.depth += 1;
        if self.depth > limits::DEEPEST_IF {
            return Err(fault(
                line,
                format!("`{{{{if}}}}` stands more than {} deep", limits::DEEPEST_IF),
                "use `elif`",
            ));
        }
        let mut branches = Vec::new();
        let mut condition = self.condition(line, inside.strip_prefix("if").unwrap_or(inside))?;
        loop {
            let from = self.line();
            let (nodes, stopped) = self.nodes()?;
            let Some((at, word)) = stopped else {
                return Err(fault(line, "`{{if}}` is never closed", "write `{{end}}` where it ends"));
            };
            branches.push((condition, nodes, self.line() - from));
            condition = match word.as_str() {
                "end" => {
                    self.depth -= 1;
                    return Ok(Node::If(branches));
                }
                "else" => Condition::Always,
                other => self.condition(at, other.strip_prefix("elif").unwrap_or(other))?,
            };
        }
    }

    fn condition(&self, line: usize, text: &str) -> Result<Condition, Error> {
        match text.trim() {
            "" => Err(fault(line, "a condition is missing", "write a query, `small` or `large`")),
            "small" => Ok(Condition::Small),
            "large" => Ok(Condition::Large),
            query => match Query::parse(query, self.game) {
                Ok(query) => Ok(Condition::Card(query)),
                Err(e) => Err(fault(line, format!("`{query}`: {}", e.message), e.hint.unwrap_or_default())),
            },
        }
    }
}

const PLACEHOLDERS: &[&str] = &[
    "name",
    "type",
    "subtype",
    "set",
    "set-name",
    "number",
    "rarity",
    "faction",
    "credit",
    "text",
    "value",
    "label",
    "cost",
    "amounts",
    "symbol",
    "gem",
    "rules",
    "stats",
    "art",
    "pattern",
    "let",
    "add",
    "if",
    "elif",
    "else",
    "end",
    "colour",
    "colour2",
    "rarity-colour",
];

fn placeholder(inside: &str, line: usize, game: &GameData) -> Result<Node, Error> {
    let mut args = Args::read(inside, line)?;
    let word = args.word.clone();
    let node = match word.as_str() {
        "let" | "add" => Node::Let { name: args.next("a name")?, value: args.next("a value")?, append: word == "add" },
        "art" => Node::Art {
            frame: args.frame()?,
            scenery: args.take("scenery").unwrap_or_default(),
            subject: args.take("subject").unwrap_or_default(),
            tints: match args.take("tint") {
                Some(tints) => tints.split('|').map(|f| fill(f, line)).collect::<Result<_, _>>()?,
                None => Vec::new(),
            },
            clip: args.take("clip").as_deref() != Some("no"),
        },
        "pattern" => Node::Pattern {
            frame: args.frame()?,
            kind: args.take("kind").unwrap_or_else(|| "dots".into()),
            fill: args.fill("fill", "colour")?,
            opacity: args.number("opacity", Some(1.0))?,
            step: args.number("step", Some(24.0))?,
        },
        "rules" => Node::Rules(Rules {
            frame: args.frame()?,
            max: args.number("max", Some(30.0))?,
            min: args.number("min", Some(20.0))?,
            fill: args.fill("fill", "#14161c")?,
            strong: args.fill("strong", "#14161c")?,
            muted: args.fill("muted", "#4b4f5a")?,
            centred: args.align("align", Align::Start)? == Align::Middle,
        }),
        "stats" => Node::Stats {
            frame: args.frame()?,
            fill: args.fill("fill", "#f4f6fa")?,
            muted: args.fill("muted", "#a8b0be")?,
            plate: args.take("plate").map(|f| fill(&f, line)).transpose()?,
        },
        "gem" => Node::Gem { x: args.number("x", None)?, y: args.number("y", None)?, size: args.number("size", None)? },
        "symbol" => Node::Symbol {
            row: args.row()?,
            fill: args.take("fill").map(|f| fill(&f, line)).transpose()?,
            opacity: args.number("opacity", Some(1.0))?,
        },
        "cost" | "amounts" => {
            let field = match word.as_str() {
                "amounts" => Some(args.field(game)?),
                _ => game.cost_field(),
            };
            let each = match args.take("style").as_deref() {
                None | Some("each") => true,
                Some("count") => false,
                Some(other) => return Err(fault(line, format!("`style={other}`"), "`each` or `count`")),
            };
            let pips = (args.row()?, args.fill("edge", "#0b0e14")?);
            match field {
                Some(field) => Node::Pips(Pips { field, row: pips.0, each, edge: pips.1 }),
                None => Node::Raw(String::new()),
            }
        }
        "name" | "type" | "subtype" | "set" | "set-name" | "number" | "rarity" | "faction" | "credit" | "text"
        | "value" | "label" => {
            let what = match word.as_str() {
                "name" => TextContent::Name,
                "type" => TextContent::Type,
                "subtype" => TextContent::Subtype,
                "set" => TextContent::Set,
                "set-name" => TextContent::SetName,
                "number" => TextContent::Number,
                "rarity" => TextContent::Rarity,
                "faction" => TextContent::Faction,
                "credit" => TextContent::Credit,
                "value" => TextContent::Value(args.field(game)?),
                "label" => TextContent::Label(args.field(game)?),
                _ => TextContent::Words(args.next("the words")?),
            };
            Node::Text(args.text(what)?)
        }
        _ => match fill(inside, line) {
            Ok(colour) if !inside.starts_with('#') => return Ok(Node::Colour(colour)),
            _ => {
                let near = crate::fold::nearest(&word, PLACEHOLDERS.iter().copied());
                let hint = near.map(|n| format!("did you mean `{n}`?")).unwrap_or_default();
                return Err(fault(line, format!("`{word}` is no placeholder"), hint));
            }
        },
    };
    args.finish().map(|()| node)
}

/// `#rrggbb`, or `colour`, `colour2`, `rarity-colour`, with `@lightness` and `*percent` of colourfulness.
fn fill(text: &str, line: usize) -> Result<Fill, Error> {
    let wrong = || fault(line, format!("`{text}` is no colour"), "`#rrggbb`, or `colour`, as in `colour@30*80`");
    let (head, chroma) = match text.split_once('*') {
        Some((head, percent)) => (head, percent.parse::<f32>().map_err(|_| wrong())? / 100.0),
        None => (text, 1.0),
    };
    let (head, tone) = match head.split_once('@') {
        Some((head, tone)) => (head, Some(tone.parse().map_err(|_| wrong())?)),
        None => (head, None),
    };
    let base = match head {
        "colour" => Base::First,
        "colour2" => Base::Second,
        "rarity-colour" => Base::Rarity,
        hex if super::colour::Colour::parse(hex).is_some() => Base::Fixed(hex.to_owned()),
        _ => return Err(wrong()),
    };
    Ok(Fill { base, tone, chroma })
}

/// Whether a field's value is drawn with symbols.
pub(super) fn has_symbols(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Cost | FieldKind::Amounts | FieldKind::Resources)
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::face::Error;
    use crate::{Source, load};

    fn line_of(template: &str) -> (usize, String) {
        let game = load::game(&Source::shipped(), "chronx").expect("what the test set up");
        match parse(template, &game) {
            Err(Error::Template { line, message, .. }) => (line, message),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn faults_have_their_line() {
        assert_eq!(line_of("<svg>\n{{nmae x=1 y=2 w=3 size=4}}").0, 2);
        assert_eq!(line_of("\n\n{{name x=1}}").0, 3);
        assert_eq!(line_of("{{if type:asset}}\n").0, 1);
        assert_eq!(line_of("a\n{{end}}").0, 2);
        assert_eq!(line_of("a\n{{if type:nonsense}}{{end}}").0, 2);
        assert!(line_of("{{name x=1 y=2 w=3 size=4 colour=red}}").1.contains("colour="));
        assert!(line_of("{{value firepwr x=1 y=2 w=3 size=4}}").1.contains("firepwr"));
        assert!(line_of("{{name x=").1.contains("never closed"));
        assert!(line_of("{{colour@x}}").1.contains("no placeholder"));
    }

    #[test]
    fn a_template_is_pieces() {
        let game = load::game(&Source::shipped(), "chronx").expect("what the test set up");
        let text =
            r##"<svg fill="{{colour@30*80}}">{{# a note}}{{if small}}a{{elif type:asset}}b{{else}}c{{end}}</svg>"##;
        assert_eq!(parse(text, &game).expect("what the test set up").len(), 5);
    }
}
