//! Walks an XML file element by element, with places. Nothing is expanded but the five entities that XML has and
//! numbered characters, so a file cannot grow.

use std::borrow::Cow;

use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer, XmlVersion};

use super::sheet::{DeckFileError, LineIndex};

/// How deep elements may lie in each other; those of decks lie three deep.
const DEEPEST: usize = 64;
/// How long the beginning of an element may be, in bytes.
const LONGEST: usize = 16 << 10;

/// What stands next in a file.
pub(super) enum XmlNode<'a> {
    /// An element begins.
    Open(&'a Element<'a>),
    /// The text directly in an element, once it or an element in it ends or begins.
    Text {
        /// Name of the element.
        within: &'a str,
        /// The text.
        text: &'a str,
    },
    /// An element ends.
    Close(&'a str),
}

/// The beginning of an element.
pub(super) struct Element<'a> {
    start: &'a BytesStart<'a>,
    /// Its name.
    pub name: Cow<'a, str>,
    /// The line in which it stands.
    pub line: usize,
}

/// An attribute, by its name, that should be a number of copies and is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no number of copies")]
pub(super) struct AttributeError(&'static str);

impl Element<'_> {
    /// An attribute.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let attribute = self.start.try_get_attribute(name).ok()??;
        attribute.normalized_value(XmlVersion::Implicit1_0).ok().map(|v| v.into_owned())
    }

    /// An attribute that says something.
    pub fn filled(&self, name: &str) -> Option<String> {
        self.attribute(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty())
    }

    /// A number of copies in an attribute; 1 if it is not there.
    pub fn copies(&self, name: &'static str) -> Result<u32, AttributeError> {
        self.attribute(name).map_or(Ok(1), |n| n.trim().parse().map_err(|_| AttributeError(name)))
    }

    /// As it stands in the file.
    pub fn written(&self) -> String {
        format!("<{}>", String::from_utf8_lossy(self.start))
    }
}

/// Walks a file whose first element is `root`, which is what a `what` begins with.
///
/// # Errors
/// Broken XML, another first element, or what `see` says.
pub(super) fn walk(
    text: &str,
    root: &str,
    what: &str,
    mut see: impl FnMut(XmlNode<'_>) -> Result<(), DeckFileError>,
) -> Result<(), DeckFileError> {
    let lines = LineIndex::new(text);
    let mut reader = Reader::from_str(text);
    let mut open: Vec<String> = Vec::new();
    let mut gathered = String::new();
    let mut seen_root = false;
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event();
        let at = start + text.get(start..).map_or(0, |rest| rest.len() - rest.trim_start().len());
        let at = at.min(text.len());
        let event = event.map_err(|e| lines.fault(at, format!("broken XML: {e}")))?;
        if matches!(event, Event::Start(_) | Event::Empty(_) | Event::End(_) | Event::Eof) {
            if let Some(within) = open.last().filter(|_| !gathered.is_empty()) {
                see(XmlNode::Text { within, text: &gathered })?;
            }
            gathered.clear();
        }
        match event {
            Event::Start(ref e) | Event::Empty(ref e) => {
                if e.len() > LONGEST {
                    return Err(lines.fault(at, format!("an element of {} bytes; at most {LONGEST} are read", e.len())));
                }
                let name = e.name();
                let name = String::from_utf8_lossy(name.as_ref());
                if !seen_root && name != root {
                    let name: String = name.chars().take(40).collect();
                    return Err(lines.fault(at, format!("<{name}> is no {what}: <{root}> was expected")));
                }
                seen_root = true;
                if open.len() == DEEPEST {
                    return Err(lines.fault(at, format!("elements lie more than {DEEPEST} deep in each other")));
                }
                let element = Element { start: e, name, line: lines.line(at) };
                see(XmlNode::Open(&element))?;
                match event {
                    Event::Empty(_) => see(XmlNode::Close(&element.name))?,
                    _ => open.push(element.name.into_owned()),
                }
            }
            Event::End(_) => {
                if let Some(name) = open.pop() {
                    see(XmlNode::Close(&name))?;
                }
            }
            Event::Text(e) => {
                if let Ok(piece) = e.decode() {
                    gathered.push_str(&piece);
                }
            }
            Event::CData(e) => {
                if let Ok(piece) = e.decode() {
                    gathered.push_str(&piece);
                }
            }
            Event::GeneralRef(e) => {
                let character = e.resolve_char_ref().ok().flatten();
                let name = e.decode().unwrap_or_default();
                match (character, quick_xml::escape::resolve_predefined_entity(&name)) {
                    (Some(c), _) => gathered.push(c),
                    (None, Some(known)) => gathered.push_str(known),
                    (None, None) => return Err(lines.fault(at, format!("`&{name};` is no character that XML knows"))),
                }
            }
            Event::Eof if !seen_root => {
                return Err(lines.fault(at, format!("no XML element: <{root}> was expected")));
            }
            Event::Eof if !open.is_empty() => {
                let name = open.pop().unwrap_or_default();
                return Err(lines.fault(at, format!("the file ends within <{name}>")));
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// Writes XML in memory, indented.
pub(super) struct XmlWriter(Writer<Vec<u8>>);

impl XmlWriter {
    pub fn new() -> XmlWriter {
        let mut page = XmlWriter(Writer::new_with_indent(Vec::new(), b' ', 2));
        page.put(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        page
    }

    fn put(&mut self, event: Event<'_>) {
        self.0.write_event(event).expect("memory takes what is written");
    }

    fn start<'a>(name: &'a str, attributes: &[(&str, &str)]) -> BytesStart<'a> {
        let mut start = BytesStart::new(name);
        attributes.iter().for_each(|(key, value)| start.push_attribute((*key, *value)));
        start
    }

    pub fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.put(Event::Start(XmlWriter::start(name, attributes)));
    }

    pub fn close(&mut self, name: &str) {
        self.put(Event::End(BytesEnd::new(name)));
    }

    /// An element without content.
    pub fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.put(Event::Empty(XmlWriter::start(name, attributes)));
    }

    /// An element with a text in it.
    pub fn text(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        self.open(name, attributes);
        self.put(Event::Text(BytesText::new(text)));
        self.close(name);
    }

    pub fn finish(self) -> String {
        let mut text = String::from_utf8(self.0.into_inner()).expect("made of texts");
        text.push('\n');
        text
    }
}

/// The name of the first element of a text, if it is XML so far.
pub(super) fn root(text: &str) -> Option<String> {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().ok()? {
            Event::Start(e) | Event::Empty(e) => return Some(String::from_utf8_lossy(e.name().as_ref()).into_owned()),
            Event::Eof => return None,
            _ => {}
        }
    }
}
