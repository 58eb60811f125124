//! What stands in a placeholder behind its first word: positions and `key=value`, each asked for once.

use super::{Align, Fill, Row, Text, TextContent, fault, fill};
use crate::face::Error;
use crate::face::fonts::{self, Font};
use crate::face::layout::Frame;
use crate::face::limits::FARTHEST;
use crate::game::GameData;

/// What stands in a placeholder behind its first word.
pub(super) struct Args {
    pub(super) word: String,
    line: usize,
    positional: std::collections::VecDeque<String>,
    keys: Vec<(String, String)>,
}

impl Args {
    pub(super) fn read(inside: &str, line: usize) -> Result<Args, Error> {
        let mut tokens: Vec<String> = vec![String::new()];
        let mut quoted = false;
        for c in inside.chars() {
            match c {
                '"' => quoted = !quoted,
                c if c.is_whitespace() && !quoted => tokens.push(String::new()),
                c => tokens.last_mut().into_iter().for_each(|t| t.push(c)),
            }
        }
        if quoted {
            return Err(fault(line, "a quotation mark is not closed", ""));
        }
        let mut tokens = tokens.into_iter().filter(|t| !t.is_empty());
        let mut args = Args {
            word: tokens.next().unwrap_or_default(),
            line,
            positional: std::collections::VecDeque::new(),
            keys: Vec::new(),
        };
        for token in tokens {
            match token.split_once('=') {
                Some((key, value)) => args.keys.push((key.to_owned(), value.to_owned())),
                None => args.positional.push_back(token),
            }
        }
        Ok(args)
    }

    pub(super) fn next(&mut self, what: &str) -> Result<String, Error> {
        let missing = || fault(self.line, format!("`{}` lacks {what}", self.word), "");
        self.positional.pop_front().ok_or_else(missing)
    }

    pub(super) fn field(&mut self, game: &GameData) -> Result<usize, Error> {
        let id = self.next("a field")?;
        game.field(&id).ok_or_else(|| {
            let near = crate::fold::nearest(&id, game.fields.iter().map(|f| f.id.as_str()));
            let hint = near.map(|n| format!("did you mean `{n}`?")).unwrap_or_default();
            fault(self.line, format!("`{id}` is no field of this game"), hint)
        })
    }

    pub(super) fn take(&mut self, key: &str) -> Option<String> {
        let at = self.keys.iter().position(|(k, _)| k == key)?;
        Some(self.keys.remove(at).1)
    }

    pub(super) fn number(&mut self, key: &str, default: Option<f32>) -> Result<f32, Error> {
        match (self.take(key), default) {
            (Some(text), _) => match text.parse::<f32>() {
                Ok(number) if number.abs() <= FARTHEST => Ok(number),
                Ok(_) => Err(fault(self.line, format!("`{key}={text}` lies far outside of a card"), "")),
                _ => Err(fault(self.line, format!("`{key}={text}` is no number"), "")),
            },
            (None, Some(default)) => Ok(default),
            (None, None) => Err(fault(self.line, format!("`{}` lacks `{key}=`", self.word), "")),
        }
    }

    pub(super) fn frame(&mut self) -> Result<Frame, Error> {
        let frame = Frame {
            x: self.number("x", None)?,
            y: self.number("y", None)?,
            w: self.number("w", None)?,
            h: self.number("h", None)?,
        };
        if frame.w > 0.0 && frame.h > 0.0 {
            Ok(frame)
        } else {
            Err(fault(self.line, format!("`{}` has no size", self.word), "`w` and `h` must be above 0"))
        }
    }

    pub(super) fn fill(&mut self, key: &str, default: &str) -> Result<Fill, Error> {
        fill(&self.take(key).unwrap_or_else(|| default.to_owned()), self.line)
    }

    pub(super) fn align(&mut self, key: &str, default: Align) -> Result<Align, Error> {
        match self.take(key).as_deref() {
            None => Ok(default),
            Some("start") => Ok(Align::Start),
            Some("middle") => Ok(Align::Middle),
            Some("end") => Ok(Align::End),
            Some(other) => Err(fault(self.line, format!("`{key}={other}`"), "`start`, `middle` or `end`")),
        }
    }

    pub(super) fn row(&mut self) -> Result<Row, Error> {
        let size = self.number("size", None)?;
        Ok(Row {
            x: self.number("x", None)?,
            y: self.number("y", None)?,
            size,
            gap: self.number("gap", Some(size * 0.12))?,
            align: self.align("align", Align::Start)?,
            down: self.take("flow").as_deref() == Some("down"),
            room: self.number("w", Some(f32::MAX))?,
        })
    }

    pub(super) fn text(&mut self, what: TextContent) -> Result<Text, Error> {
        let size = self.number("size", None)?;
        let font = self.take("font").unwrap_or_else(|| "regular".into());
        let edge = self.take("edge").map(|f| fill(&f, self.line)).transpose()?;
        let edge_width = self.number("edge-width", Some(size * 0.12))?;
        Ok(Text {
            what,
            x: self.number("x", None)?,
            y: self.number("y", None)?,
            w: self.number("w", None)?,
            size,
            min: self.number("min", Some(size * 0.7))?,
            align: self.align("align", Align::Start)?,
            fill: self.fill("fill", "#14161c")?,
            font: Font::named(&font)
                .ok_or_else(|| fault(self.line, format!("`font={font}`"), fonts::NAMES.join(", ")))?,
            track: self.number("track", Some(0.0))? / 1000.0,
            capitals: self.take("case").as_deref() == Some("upper"),
            two_lines: self.take("lines").as_deref() == Some("2"),
            beside: self.take("beside").as_deref() == Some("yes"),
            edge: edge.map(|f| (f, edge_width)),
        })
    }

    pub(super) fn finish(self) -> Result<(), Error> {
        if let Some((key, _)) = self.keys.first() {
            return Err(fault(self.line, format!("`{}` takes no `{key}=`", self.word), ""));
        }
        match self.positional.front() {
            Some(extra) => {
                Err(fault(self.line, format!("`{}`: what is `{extra}`?", self.word), "texts need quotation marks"))
            }
            None => Ok(()),
        }
    }
}
