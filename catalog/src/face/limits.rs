//! What a template from a stranger may hold, so that no card takes for ever to paint or fills the memory: shapes,
//! colours, texts and cuts, a few layers in each other. Filters, masks, patterns and copies of elements are left out,
//! because a short file of those can ask for any amount of work.

use resvg::usvg;
use usvg::roxmltree::{Document, Node, ParsingOptions};

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

/// The tree of a filled template.
pub(super) fn parse_tree(svg: &str, options: &usvg::Options<'_>) -> Result<usvg::Tree, String> {
    let limits = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(svg, limits).map_err(|e| match e {
        usvg::roxmltree::Error::NodesLimitReached => format!("more than {MOST_NODES} pieces; draw it with fewer"),
        other => other.to_string(),
    })?;
    check(&document)?;
    usvg::Tree::from_xmltree(&document, options).map_err(|e| e.to_string())
}

fn check(document: &Document<'_>) -> Result<(), String> {
    let fault = |node: &Node<'_, '_>, message: String| {
        let place = document.text_pos_at(node.range().start);
        Err(format!("{message} at {}:{}", place.row, place.col))
    };
    let mut dashed = 0;
    // Elements that are open, with the layers so far: the depth of a file has no bound yet.
    let mut open = vec![(document.root_element(), 1, 0)];
    while let Some((node, depth, above)) = open.pop() {
        let name = node.tag_name().name();
        // Drawing programs keep their own notes under other namespaces, and nothing of that is drawn.
        if node.tag_name().namespace() == Some(SVG) && !ALLOWED.contains(&name) && !ALSO.contains(&name) {
            return fault(&node, format!("<{name}> is not drawn here: use paths, gradients and clipPath"));
        }
        if depth > DEEPEST {
            return fault(&node, format!("elements stand more than {DEEPEST} deep in each other"));
        }
        let says = |property: &str| {
            let style = node.attribute("style").unwrap_or_default();
            node.has_attribute(property) || style.split(';').any(|s| s.trim_start().starts_with(property))
        };
        if says("filter") {
            return fault(&node, "filters are not drawn here: use gradients".into());
        }
        let layers = above + usize::from(["opacity", "clip-path", "mix-blend-mode", "isolation"].into_iter().any(says));
        if layers > MOST_LAYERS {
            return fault(&node, format!("more than {MOST_LAYERS} layers (opacity, clip-path) around each other"));
        }
        dashed += usize::from(says("stroke-dasharray"));
        if dashed > MOST_DASHED {
            return fault(&node, format!("more than {MOST_DASHED} elements with a stroke-dasharray"));
        }
        open.extend(node.children().filter(Node::is_element).map(|child| (child, depth + 1, layers)));
    }
    Ok(())
}
