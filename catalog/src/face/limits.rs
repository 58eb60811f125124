//! What a template from a stranger may hold, so that no card takes for ever to paint or fills the memory: shapes,
//! colours, texts and cuts, a few layers in each other. Filters, masks, patterns and copies of elements are left out,
//! because a short file of those can ask for any amount of work.

use resvg::usvg;
use usvg::roxmltree::{self, Document, Node, ParsingOptions};

/// Largest template, in bytes.
pub(super) const MOST_BYTES: usize = 128 << 10;
/// Most placeholders of a template; each generated picture costs a few milliseconds.
pub(super) const MOST_PLACEHOLDERS: usize = 2000;
/// How deep `{{if}}` may stand in `{{if}}`.
pub(super) const DEEPEST_IF: usize = 32;
/// How far from 0 a number of a placeholder may be; a card is 1039 high.
pub(super) const FARTHEST: f32 = 4000.0;

/// Most pieces (elements and texts) of a filled template, generated pictures with them.
const MOST_NODES: u32 = 20_000;
/// How deep elements may stand in each other.
const DEEPEST: usize = 40;
/// How many of those around each other may be painted on a layer of their own: each is as large as the picture.
const MOST_LAYERS: usize = 8;
/// Most lines with dashes, which are cut into any number of pieces.
const MOST_DASHED: usize = 16;

const SVG: &str = "http://www.w3.org/2000/svg";
const ALLOWED: [&str; 18] = [
    "svg",
    "g",
    "defs",
    "title",
    "desc",
    "metadata",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "linearGradient",
    "radialGradient",
    "stop",
];
/// Beside those: a cut, and the place of the own picture.
const ALSO: [&str; 2] = ["clipPath", "image"];

/// Why a filled template is not painted.
#[derive(Debug, thiserror::Error)]
pub(super) enum TreeError {
    /// Too many pieces.
    #[error("more than {MOST_NODES} pieces; draw it with fewer")]
    Pieces,
    /// No XML.
    #[error(transparent)]
    Xml(roxmltree::Error),
    /// An element that is not painted.
    #[error("{fault} at {row}:{column}")]
    Element {
        /// What is wrong with it.
        fault: ElementFault,
        /// Its line, from 1.
        row: u32,
        /// Where in the line, from 1.
        column: u32,
    },
    /// No SVG.
    #[error(transparent)]
    Svg(usvg::Error),
}

/// Why an element is not painted.
#[derive(Debug, thiserror::Error)]
pub(super) enum ElementFault {
    /// One that is not allowed.
    #[error("<{0}> is not drawn here: use paths, gradients and clipPath")]
    Name(String),
    /// It stands too deep.
    #[error("elements stand more than {DEEPEST} deep in each other")]
    Depth,
    /// A filter.
    #[error("filters are not drawn here: use gradients")]
    Filter,
    /// Layers in layers.
    #[error("more than {MOST_LAYERS} layers (opacity, clip-path) around each other")]
    Layers,
    /// Dashes.
    #[error("more than {MOST_DASHED} elements with a stroke-dasharray")]
    Dashed,
}

/// The tree of a filled template.
pub(super) fn parse_tree(svg: &str, options: &usvg::Options<'_>) -> Result<usvg::Tree, TreeError> {
    let limits = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(svg, limits).map_err(|e| match e {
        roxmltree::Error::NodesLimitReached => TreeError::Pieces,
        other => TreeError::Xml(other),
    })?;
    check(&document)?;
    usvg::Tree::from_xmltree(&document, options).map_err(TreeError::Svg)
}

fn check(document: &Document<'_>) -> Result<(), TreeError> {
    let fault = |node: &Node<'_, '_>, fault: ElementFault| {
        let place = document.text_pos_at(node.range().start);
        Err(TreeError::Element { fault, row: place.row, column: place.col })
    };
    let mut dashed = 0;
    // Elements that are open, with the layers so far: the depth of a file has no bound yet.
    let mut open = vec![(document.root_element(), 1, 0)];
    while let Some((node, depth, above)) = open.pop() {
        let name = node.tag_name().name();
        // Drawing programs keep their own notes under other namespaces, and nothing of that is drawn.
        if node.tag_name().namespace() == Some(SVG) && !ALLOWED.contains(&name) && !ALSO.contains(&name) {
            return fault(&node, ElementFault::Name(name.to_owned()));
        }
        if depth > DEEPEST {
            return fault(&node, ElementFault::Depth);
        }
        let says = |property: &str| {
            let style = node.attribute("style").unwrap_or_default();
            node.has_attribute(property) || style.split(';').any(|s| s.trim_start().starts_with(property))
        };
        if says("filter") {
            return fault(&node, ElementFault::Filter);
        }
        let layers = above + usize::from(["opacity", "clip-path", "mix-blend-mode", "isolation"].into_iter().any(says));
        if layers > MOST_LAYERS {
            return fault(&node, ElementFault::Layers);
        }
        dashed += usize::from(says("stroke-dasharray"));
        if dashed > MOST_DASHED {
            return fault(&node, ElementFault::Dashed);
        }
        open.extend(node.children().filter(Node::is_element).map(|child| (child, depth + 1, layers)));
    }
    Ok(())
}
