//! Fills a template with a card.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::art;
use super::colour::Colour;
use super::fonts::{Font, Run};
use super::layout::{self, Frame, Paragraph, Style};
use super::template::{Align, Base, Condition, Fill, Node, Pips, Row, Rules, Text, TextContent, has_symbols};
use crate::card::{Card, FieldValue};
use crate::game::GameData;

/// A filled template.
#[derive(Debug, Default)]
pub(super) struct Filled {
    pub(super) svg: String,
    /// Every text that was set: what it takes and what it may take.
    pub(super) placed: Vec<(Frame, Frame)>,
    /// Rules texts for which there was no room at any size.
    pub(super) left_out: usize,
    /// Where the card's own picture is shown; of several the largest.
    pub(super) own: Option<Frame>,
    /// The size of the rules text, if there is one.
    pub(super) rules_size: Option<f32>,
    /// Whether that is less than the template's `min`.
    pub(super) cramped: bool,
}

/// What stands for the file of the card's own picture.
pub(super) const OWN: &str = "own";

/// More units of a resource than this are a number beside the symbol.
const MOST_PIPS: i32 = 40;

/// What a card without a faction is drawn in.
const NEUTRAL: &str = "#8b93a4";

/// Fills a template. `small` chooses the face for thumbnails; a card with an `own` picture gets no generated one.
pub(super) fn fill(nodes: &[Node], game: &GameData, card: &Card, small: bool, own: bool) -> Filled {
    let read = |hex: &str| Colour::parse(hex).or_else(|| Colour::parse(NEUTRAL));
    let mut colours: Vec<Colour> = game.factions_of(card.factions).filter_map(|f| read(&f.colour)).collect();
    if colours.is_empty() {
        colours.extend(read(NEUTRAL));
    }
    let mut filler =
        Filler { game, card, small, own, colours, variables: HashMap::new(), taken: 0.0, out: Filled::default() };
    filler.nodes(nodes);
    filler.out
}

/// Amounts in words: `2 Covert, 1 Influence`.
pub(super) fn amount_words(game: &GameData, list: &[(u8, i32)]) -> String {
    let each = list.iter().map(|(r, n)| format!("{n} {}", game.resources[*r as usize].name));
    each.collect::<Vec<_>>().join(", ")
}

struct Filler<'a> {
    game: &'a GameData,
    card: &'a Card,
    small: bool,
    own: bool,
    colours: Vec<Colour>,
    variables: HashMap<String, String>,
    /// What the last row took of the width.
    taken: f32,
    out: Filled,
}

impl Filler<'_> {
    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Raw(svg) => self.out.svg.push_str(svg),
                Node::Colour(fill) => {
                    let colour = self.colour(fill);
                    self.out.svg.push_str(&colour);
                }
                Node::If(branches) => self.branches(branches),
                Node::Let { name, value, append } => {
                    let value = self.choose(name, value);
                    let variable = self.variables.entry(name.clone()).or_default();
                    if *append && !variable.is_empty() {
                        variable.push('+');
                        variable.push_str(&value);
                    } else {
                        *variable = value;
                    }
                }
                Node::Text(text) => self.text(text),
                Node::Pips(pips) => self.pips(pips),
                Node::Symbol { row, fill, opacity } => self.symbols(*row, fill.as_ref(), *opacity),
                Node::Gem { x, y, size } => self.gem(*x, *y, *size),
                Node::Rules(rules) => self.rules(rules),
                Node::Stats { frame, fill, muted, plate } => self.stats(*frame, fill, muted, plate.as_ref()),
                Node::Art { frame, scenery, subject, tints, clip } => {
                    self.art(*frame, scenery, subject, tints, *clip);
                }
                Node::Pattern { frame, kind, fill, opacity, step } => {
                    let (colour, seed) = (self.colour(fill), self.card.id.as_str());
                    art::pattern(&mut self.out.svg, *frame, kind, seed, &colour, *opacity, *step);
                }
            }
        }
    }

    /// One of the values with `|` between them: always the same for a card.
    fn choose(&self, name: &str, values: &str) -> String {
        let values: Vec<&str> = values.split('|').collect();
        art::Rng::seeded(&self.card.id, name).pick(&values).to_owned()
    }

    fn branches(&mut self, branches: &[(Condition, Vec<Node>, usize)]) {
        let mut taken = false;
        for (condition, nodes, lines) in branches {
            let stands = !taken
                && match condition {
                    Condition::Small => self.small,
                    Condition::Large => !self.small,
                    Condition::Always => true,
                    Condition::Card(query) => query.matches(self.card),
                };
            if stands {
                taken = true;
                self.nodes(nodes);
            } else {
                // A fault that the SVG reader finds then has the line of the template.
                self.out.svg.extend(std::iter::repeat_n('\n', *lines));
            }
        }
    }

    fn colour(&self, fill: &Fill) -> String {
        let base = match &fill.base {
            Base::First => self.colours.first().copied(),
            Base::Second => self.colours.get(1).or(self.colours.first()).copied(),
            Base::Rarity => Colour::parse(&self.game.rarities[self.card.rarity as usize].colour),
            Base::Fixed(hex) if fill.tone.is_none() && fill.chroma == 1.0 => return hex.clone(),
            Base::Fixed(hex) => Colour::parse(hex),
        };
        let Some(base) = base.or_else(|| Colour::parse(NEUTRAL)) else {
            return NEUTRAL.to_owned();
        };
        match fill.tone {
            None if fill.chroma == 1.0 => base.hex(),
            tone => base.tone(tone.unwrap_or(base.lightness()), fill.chroma).hex(),
        }
    }

    /// The card's own picture, cropped to cover the frame; behind it the ground for what is transparent in it.
    fn own(&mut self, frame: Frame) {
        let Frame { x, y, w, h } = frame;
        let ground = self.colours.first().map_or_else(|| NEUTRAL.to_owned(), |c| c.tone(20.0, 0.7).hex());
        let _ = write!(
            self.out.svg,
            r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{ground}"/><image x="{x}" y="{y}" width="{w}" height="{h}" preserveAspectRatio="xMidYMid slice" href="{OWN}"/>"#
        );
        let larger = self.out.own.is_none_or(|known| known.w * known.h < w * h);
        if larger {
            self.out.own = Some(frame);
        }
    }

    fn art(&mut self, frame: Frame, scenery: &str, subject: &str, tints: &[Fill], clip: bool) {
        if self.own {
            self.own(frame);
            return;
        }
        let word = |what: &str, name: &str| match name.strip_prefix('$') {
            Some(name) => self.variables.get(name).cloned().unwrap_or_default(),
            None => self.choose(what, name),
        };
        let (scenery, subject) = (word("scenery", scenery), word("subject", subject));
        let emblem = self.game.factions_of(self.card.factions).map(|f| f.symbol.as_str()).next().unwrap_or("");
        // A card without a faction may be painted in a colour of the template.
        let tint = tints.get(art::Rng::seeded(&self.card.id, "tint").below(tints.len()));
        let tint = tint.filter(|_| self.card.factions == 0).and_then(|f| Colour::parse(&self.colour(f)));
        let tint = tint.map(|t| [t]);
        let scene = art::Scene {
            frame,
            clip,
            seed: &self.card.id,
            colours: tint.as_ref().map_or(self.colours.as_slice(), |t| t.as_slice()),
            scenery: &scenery,
            subject: &subject,
            emblem,
            small: self.small,
        };
        art::draw(&mut self.out.svg, &scene);
    }

    fn words(&self, what: &TextContent) -> String {
        let (game, card) = (self.game, self.card);
        let set = &game.sets[card.set as usize];
        match what {
            TextContent::Name => card.name.clone(),
            TextContent::Type => game.type_line(card),
            TextContent::Subtype => card.subtypes.join(" "),
            TextContent::Set => set.code.clone(),
            TextContent::SetName => set.name.clone(),
            TextContent::Number => card.number.to_string(),
            TextContent::Rarity => game.rarities[card.rarity as usize].name.clone(),
            TextContent::Faction => {
                let names: Vec<&str> = game.factions_of(card.factions).map(|f| f.name.as_str()).collect();
                names.join(" · ")
            }
            TextContent::Credit => if self.own { "own picture" } else { "generated art" }.to_owned(),
            TextContent::Words(words) => words.clone(),
            TextContent::Label(field) => game.fields[*field].name.clone(),
            TextContent::Value(field) => match &card.values[*field] {
                None => String::new(),
                Some(FieldValue::Number(n)) => n.to_string(),
                Some(FieldValue::Text(text)) => text.clone(),
                Some(FieldValue::Flag) => game.fields[*field].name.clone(),
                Some(FieldValue::Amounts { list, .. }) => amount_words(game, list),
                Some(FieldValue::Resources(mask)) => {
                    let named = game.resources.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
                    named.map(|(_, r)| r.name.as_str()).collect::<Vec<_>>().join(", ")
                }
            },
        }
    }

    fn text(&mut self, text: &Text) {
        let mut words = self.words(&text.what);
        if text.capitals {
            words = words.to_uppercase();
        }
        let fill = self.colour(&text.fill);
        let edge = text.edge.as_ref().map(|(fill, width)| (self.colour(fill), *width));
        let mut text = text.clone();
        if text.beside && self.taken > 0.0 {
            text.w = (text.w - self.taken - text.size * 0.4).max(text.size);
        }
        match break_in_two(&words, &text) {
            Some((first, second)) => {
                // Both lines have the size of the one that needs the smaller.
                let width = [first, second].map(|part| Run::shape(text.font, part, text.track).width);
                let size = text.size.min((text.w / width[0].max(width[1])).max(text.min));
                text.size = size;
                let mut upper = text.clone();
                upper.y -= text.size * 1.04;
                self.line(first, &upper, &fill, edge.clone());
                self.line(second, &text, &fill, edge);
            }
            None => self.line(&words, &text, &fill, edge),
        }
    }

    /// Sets a line: smaller when it is too wide, and condensed when it is too wide at its smallest.
    fn line(&mut self, words: &str, text: &Text, fill: &str, edge: Option<(String, f32)>) {
        let run = Run::shape(text.font, words, text.track);
        if run.width <= 0.0 {
            return;
        }
        let size = text.size.min((text.w / run.width).max(text.min));
        let stretch = (text.w / (run.width * size)).min(1.0);
        let width = run.width * size * stretch;
        let x = match text.align {
            Align::Start => text.x,
            Align::Middle => text.x - width / 2.0,
            Align::End => text.x - width,
        };
        // A line that had to shrink stays in the middle of the height that the full size has.
        let y = text.y - (text.size - size) * text.font.capital() / 2.0;
        if let Some((colour, width)) = edge {
            run.draw_edge(&mut self.out.svg, (x, y), size, stretch, (&colour, width));
        }
        run.draw(&mut self.out.svg, (x, y), size, stretch, fill);
        let left = match text.align {
            Align::Start => text.x,
            Align::Middle => text.x - text.w / 2.0,
            Align::End => text.x - text.w,
        };
        self.out.placed.push((
            Frame { x, y: y - size, w: width, h: size },
            Frame { x: left, y: text.y - text.size, w: text.w, h: text.size },
        ));
    }

    fn rules(&mut self, rules: &Rules) {
        let card = self.card;
        let names: Vec<String> = card.keywords.iter().map(|k| self.game.keyword_text(k)).collect();
        let line = names.join(", ");
        let reminders: Vec<(String, String)> = card
            .keywords
            .iter()
            .zip(&names)
            .map(|(k, name)| (name.clone(), format!("({})", self.game.keywords[k.keyword as usize].text)))
            .collect();
        let mut must: Vec<Paragraph<'_>> = Vec::new();
        if !line.is_empty() {
            must.push((Style::Keyword, &line));
        }
        must.extend(card.text.lines().filter(|l| !l.trim().is_empty()).map(|l| (Style::Rules, l)));
        let mut spelt: Vec<Paragraph<'_>> = Vec::new();
        for (name, text) in &reminders {
            spelt.push((Style::Keyword, name));
            spelt.push((Style::Reminder, text));
        }
        spelt.extend(must.iter().filter(|(s, _)| *s == Style::Rules));
        let flavour = (!card.flavor.is_empty()).then_some((Style::Flavour, card.flavor.as_str()));
        let mut choices: Vec<Vec<Paragraph<'_>>> = Vec::new();
        for list in [&spelt, &must] {
            choices.push(list.iter().copied().chain(flavour).collect());
        }
        choices.push(must);
        let Some(layout) = layout::fit(&choices, rules.frame, rules.max, rules.min) else {
            self.out.left_out += usize::from(choices.last().is_some_and(|c| !c.is_empty()));
            return;
        };
        self.out.rules_size = layout.lines.iter().find(|l| l.style == Style::Rules).map(|l| l.size);
        self.out.cramped = self.out.rules_size.is_some_and(|size| size < rules.min);
        self.draw_rules(rules, &layout);
    }

    fn draw_rules(&mut self, rules: &Rules, layout: &layout::Layout) {
        let frame = rules.frame;
        let top = frame.y + ((frame.h - layout.height) / 2.0).max(0.0);
        let colours = [&rules.fill, &rules.strong, &rules.muted].map(|f| self.colour(f));
        for line in &layout.lines {
            let width = line.run.width * line.size;
            let x = if rules.centred { frame.x + (frame.w - width) / 2.0 } else { frame.x };
            let fill = match line.style {
                Style::Rules => &colours[0],
                Style::Keyword => &colours[1],
                Style::Reminder | Style::Flavour => &colours[2],
            };
            line.run.draw(&mut self.out.svg, (x, top + line.y), line.size, 1.0, fill);
            let base = top + line.y;
            let placed = Frame { x, y: base - line.size * 0.8, w: width, h: line.size };
            self.out.placed.push((placed, frame));
        }
        if let Some(y) = layout.rule {
            let (width, y) = (frame.w * 0.22, top + y);
            let x = if rules.centred { frame.x + (frame.w - width) / 2.0 } else { frame.x };
            let _ = write!(
                self.out.svg,
                r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="1.6" fill="{}" fill-opacity=".45"/>"#,
                colours[2]
            );
        }
    }

    /// The place of each of `count` things that are `widths` wide, and the scale that lets them fit.
    fn row(&mut self, row: Row, widths: &[f32]) -> (Vec<(f32, f32)>, f32) {
        let whole = widths.iter().sum::<f32>() + row.gap * widths.len().saturating_sub(1) as f32;
        let scale = (row.room / whole.max(1.0)).min(1.0);
        self.taken = whole * scale;
        let start = match row.align {
            Align::Start => 0.0,
            Align::Middle => -whole * scale / 2.0,
            Align::End => -whole * scale,
        };
        let mut at = start;
        let places = widths.iter().map(|w| {
            let place = if row.down { (row.x, row.y + at) } else { (row.x + at, row.y) };
            at += (w + row.gap) * scale;
            place
        });
        (places.collect(), scale)
    }

    fn pips(&mut self, pips: &Pips) {
        let (game, row) = (self.game, pips.row);
        let mut list: Vec<(usize, i32)> =
            self.card.amounts_in(pips.field).iter().map(|(r, n)| (*r as usize, *n)).collect();
        let mask = self.card.resources_in(pips.field);
        list.extend((0..game.resources.len()).filter(|r| mask & (1 << r) != 0).map(|r| (r, 1)));
        if list.is_empty() && matches!(self.card.values[pips.field], Some(FieldValue::Amounts { .. })) {
            // A cost of nothing is a cost: 0 of the resource that others pay with.
            let fixed = |generic: bool| game.resources.iter().position(|r| r.generic == generic && !r.variable);
            list.extend(fixed(true).or_else(|| fixed(false)).map(|r| (r, 0)));
        }
        // Generic amounts lead, as a number.
        list.sort_by_key(|(r, _)| !game.resources[*r].generic);
        let mut marks: Vec<(usize, Option<String>)> = Vec::new();
        for (resource, amount) in list {
            let r = &game.resources[resource];
            if r.variable {
                marks.push((resource, Some("X".into())));
            } else if pips.each && !r.symbol.is_empty() && !r.generic && (1..=MOST_PIPS).contains(&amount) {
                marks.extend((0..amount).map(|_| (resource, None)));
            } else {
                marks.push((resource, Some(amount.to_string())));
            }
        }
        let count = !pips.each;
        let wide = |(r, n): &(usize, Option<String>)| match n {
            Some(_) if count && !game.resources[*r].symbol.is_empty() => row.size * 1.75,
            _ => row.size,
        };
        let widths: Vec<f32> = marks.iter().map(|m| if row.down { row.size } else { wide(m) }).collect();
        let (places, scale) = self.row(row, &widths);
        let edge = self.colour(&pips.edge);
        for ((mark, (x, y)), width) in marks.iter().zip(places).zip(marks.iter().map(wide)) {
            self.pip(mark, (x, y), row.size * scale, width * scale, &edge);
        }
    }

    fn pip(&mut self, (resource, number): &(usize, Option<String>), at: (f32, f32), size: f32, width: f32, edge: &str) {
        let resource = &self.game.resources[*resource];
        let Some(colour) = Colour::parse(&resource.colour).or_else(|| Colour::parse(NEUTRAL)) else {
            return;
        };
        let (x, y) = at;
        let light = colour.tone(colour.lightness().max(72.0), 1.0).hex();
        let ink = colour.tone(17.0, 0.7).hex();
        let _ = write!(
            self.out.svg,
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="{:.1}" fill="{edge}"/><rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{size:.1}" rx="{:.1}" fill="{light}"/>"#,
            x - size * 0.06,
            y - size * 0.06,
            width + size * 0.12,
            size * 1.12,
            size * 0.56,
            size * 0.5,
        );
        let symbol = (!resource.symbol.is_empty()).then_some(resource.symbol.as_str());
        let wide = width > size;
        if let Some(path) = symbol.filter(|_| wide || number.is_none()) {
            let glyph = size * if wide { 0.62 } else { 0.66 };
            let (gx, gy) =
                (if wide { x + width - size * 0.88 } else { x + (size - glyph) / 2.0 }, y + (size - glyph) / 2.0);
            let _ = write!(
                self.out.svg,
                r#"<path transform="translate({gx:.2} {gy:.2}) scale({:.4})" fill="{ink}" fill-rule="evenodd" d="{}"/>"#,
                glyph / 24.0,
                escape(path)
            );
        }
        if let Some(number) = number {
            let run = Run::shape(Font::BOLD, number, 0.0);
            let height = size * if wide { 0.66 } else { 0.68 };
            let middle = if wide { x + size * 0.52 } else { x + size / 2.0 };
            let stretch = (size * 0.78 / (run.width * height)).min(1.0);
            let place =
                (middle - run.width * height * stretch / 2.0, y + size / 2.0 + height * Font::BOLD.capital() / 2.0);
            run.draw(&mut self.out.svg, place, height, stretch, &ink);
        }
    }

    fn symbols(&mut self, row: Row, fill: Option<&Fill>, opacity: f32) {
        let factions: Vec<_> = self.game.factions_of(self.card.factions).collect();
        let (places, scale) = self.row(row, &vec![row.size; factions.len()]);
        for (faction, (x, y)) in factions.iter().zip(places) {
            let colour = fill.map_or_else(|| faction.colour.clone(), |f| self.colour(f));
            let _ = write!(
                self.out.svg,
                r#"<path transform="translate({x:.1} {y:.1}) scale({:.4})" fill="{colour}" fill-rule="evenodd" fill-opacity="{opacity}" d="{}"/>"#,
                row.size * scale / 24.0,
                escape(&faction.symbol)
            );
        }
    }

    fn gem(&mut self, x: f32, y: f32, size: f32) {
        let rarity = &self.game.rarities[self.card.rarity as usize];
        let Some(colour) = Colour::parse(&rarity.colour).or_else(|| Colour::parse(NEUTRAL)) else {
            return;
        };
        let (h, light, dark) = (size / 2.0, colour.tone(84.0, 1.0).hex(), colour.tone(60.0, 1.0).hex());
        let _ = write!(
            self.out.svg,
            r##"<path d="M{x} {}l{h} {h}l-{h} {h}l-{h} -{h}z" fill="{dark}"/><path d="M{x} {}l{h} {h}l-{size} 0z" fill="{light}"/>"##,
            y - h,
            y - h
        );
        let run = Run::shape(Font::BOLD, &rarity.letter, 0.0);
        let text = size * 0.5;
        let place = (x - run.width * text / 2.0, y + text * Font::BOLD.capital() / 2.0);
        run.draw(&mut self.out.svg, place, text, 1.0, "#101319");
    }

    /// The numbers of a card with their names, on a plate if one is wanted and there are any.
    fn stats(&mut self, frame: Frame, fill: &Fill, muted: &Fill, plate: Option<&Fill>) {
        let shown = stat_columns(self.game, self.card, frame);
        if let Some(plate) = plate.filter(|_| !shown.is_empty()) {
            let (Frame { x, y, w, h }, colour) = (frame, self.colour(plate));
            let rect = format!(r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{colour}"/>"#);
            self.out.svg.push_str(&rect);
        }
        let width = frame.w / shown.len().max(1) as f32;
        for (field, middle) in shown {
            for (what, fill, font, y, size) in [
                (TextContent::Value(field), fill, Font::BOLD, STAT_LINE, STAT_SIZE),
                (TextContent::Label(field), muted, Font::SEMIBOLD, 0.92, 0.24),
            ] {
                let text = Text {
                    what,
                    x: middle,
                    y: frame.y + frame.h * y,
                    w: width * 0.92,
                    size: frame.h * size,
                    min: frame.h * size * 0.6,
                    align: Align::Middle,
                    fill: fill.clone(),
                    font,
                    track: 0.0,
                    capitals: false,
                    two_lines: false,
                    beside: false,
                    edge: None,
                };
                self.text(&text);
            }
        }
    }
}

/// Where the number of a column stands, and its size of type, as shares of the height of the frame.
pub(super) const STAT_LINE: f32 = 0.55;
pub(super) const STAT_SIZE: f32 = 0.56;

/// The number fields of a card, with the middle of the column of each.
pub(super) fn stat_columns(game: &GameData, card: &Card, frame: Frame) -> Vec<(usize, f32)> {
    let is_shown = |field: &usize| !has_symbols(game.fields[*field].kind) && card.number_in(*field).is_some();
    let shown: Vec<usize> = (0..game.fields.len()).filter(is_shown).collect();
    let width = frame.w / shown.len().max(1) as f32;
    (0..).zip(shown).map(|(at, field)| (field, frame.x + width * (at as f32 + 0.5))).collect()
}

/// Where a text that is too wide for one line is broken: so that the wider half is as narrow as can be.
fn break_in_two<'a>(words: &'a str, text: &Text) -> Option<(&'a str, &'a str)> {
    let width = |part: &str| Run::shape(text.font, part, text.track).width;
    if !text.two_lines || width(words) * text.size <= text.w {
        return None;
    }
    let breaks = words.match_indices(' ').map(|(i, _)| (&words[..i], &words[i + 1..]));
    breaks.min_by(|(a, b), (c, d)| width(a).max(width(b)).total_cmp(&width(c).max(width(d))))
}

/// Text that may stand in XML, in an element or an attribute.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
