//! Rows → set files: each card in the fields that its game declares, under an id that nothing else has.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::ImportTarget;
use super::amounts;
use super::cells::{TypeWords, first_free, has_type_word, is_whole, parse_flag, parse_whole, type_line};
use super::columns::{ColumnRole, column_of};
use super::limited::RarityCounts;
use super::merge::card_head;
use super::old_ids::OldIds;
use super::schema::{OTHER, TYPE_PRINTED, faction_words, magic_name, printed};
use super::table::{CardTable, ForeignCard, split};
use super::toml;
use super::words::WordKind;
use crate::card::FaceLayout;
use crate::fold::{fold, slug};
use crate::game::{FACES, FieldKind, GameData};
use crate::load;
use crate::read::{Document, Problem, Problems};

/// A set that the import makes.
#[derive(Debug)]
pub(super) struct SetFile {
    pub id: String,
    pub name: String,
    code: String,
    released: Option<String>,
    era: Option<String>,
    kind: Option<String>,
    about: Option<String>,
    source: String,
    pub rows: Vec<usize>,
}

/// File names that one system or another keeps for itself.
const RESERVED: [&str; 8] = ["con", "prn", "aux", "nul", "com1", "com2", "lpt1", "lpt2"];

/// The sets of a table, in order of their ids. What the file does not say of a set that the game has stays as it is.
/// `fallback` names the set of cards that name none.
pub(super) fn gather(table: &mut CardTable, roles: &[ColumnRole], known: &GameData, fallback: &str) -> Vec<SetFile> {
    let column = |role: ColumnRole| column_of(roles, &role);
    let (code, name) = (column(ColumnRole::Set), column(ColumnRole::SetName));
    let (released, era) = (column(ColumnRole::Released), column(ColumnRole::Era));
    let mut sets: Vec<SetFile> = Vec::new();
    let mut by_word: HashMap<String, usize> = HashMap::new();
    let mut ids: HashSet<String> = HashSet::new();
    let (mut bad_dates, mut long_dates): (Vec<String>, Vec<[String; 2]>) = (Vec::new(), Vec::new());
    for (at, row) in table.rows.iter().enumerate() {
        let cell = |column: Option<u16>| column.and_then(|c| row.get(c)).map(str::trim);
        let word = cell(code).or_else(|| cell(name)).unwrap_or(fallback);
        if let Some(set) = by_word.get(word) {
            sets[*set].rows.push(at);
            continue;
        }
        let same = |s: &&crate::card::Set| [&s.code, &s.id, &s.name].iter().any(|w| fold(w) == fold(word));
        let old = known.sets.iter().find(same);
        let id = old.map_or_else(|| free_id(word, &ids), |s| s.id.clone());
        if let Some(set) = sets.iter().position(|s| s.id == id) {
            by_word.insert(word.to_owned(), set);
            sets[set].rows.push(at);
            continue;
        }
        let facts = table.sets.get(word);
        let said = |own: Option<&str>, fact: Option<&String>, old: Option<String>| {
            own.map(str::to_owned).or_else(|| fact.cloned()).or(old)
        };
        let day = said(cell(released), facts.and_then(|f| f.released.as_ref()), old.and_then(|s| s.released.clone()));
        let first = day.as_deref().and_then(first_day);
        match (&day, &first) {
            (Some(day), None) => bad_dates.push(day.clone()),
            (Some(day), Some(first)) if day != first => long_dates.push([day.clone(), first.clone()]),
            _ => {}
        }
        by_word.insert(word.to_owned(), sets.len());
        ids.insert(id.clone());
        sets.push(SetFile {
            name: said(cell(name), facts.and_then(|f| f.name.as_ref()), old.map(|s| s.name.clone()))
                .unwrap_or_else(|| word.to_owned()),
            code: cell(code).map(str::to_owned).or(old.map(|s| s.code.clone())).unwrap_or_else(|| word.to_owned()),
            released: first,
            era: said(cell(era), None, old.and_then(|s| s.era.clone())),
            kind: old.and_then(|s| s.kind.clone()),
            about: old.map(|s| s.about.clone()).filter(|a| !a.is_empty()),
            source: old.map_or_else(|| "public facts".into(), |s| s.source.clone()),
            rows: vec![at],
            id,
        });
    }
    for day in bad_dates {
        table.remark(None, "", format!("`{day}` is no date such as 2026-05-15, so the set has none"));
    }
    for [written, first] in long_dates {
        table.remark(None, "", format!("`{written}` names no day, so the set has the first, {first}"));
    }
    sets.sort_by(|a, b| a.id.cmp(&b.id));
    sets
}

fn free_id(word: &str, taken: &HashSet<String>) -> String {
    let mut base = slug(word);
    if base.is_empty() || RESERVED.contains(&base.as_str()) {
        base = format!("set-{base}").trim_end_matches('-').to_owned();
    }
    first_free(&base, taken)
}

/// A day; of a month or a year the first one.
fn first_day(written: &str) -> Option<String> {
    let day = match written.len() {
        4 => format!("{written}-01-01"),
        7 => format!("{written}-01"),
        _ => written.to_owned(),
    };
    is_date(&day).then_some(day)
}

fn is_date(day: &str) -> bool {
    day.len() == 10 && day.parse::<::toml::value::Datetime>().is_ok_and(|d| d.date.is_some() && d.time.is_none())
}

/// Makes set files, one set after the other. It gives out ids and numbers, so it goes through all sets once.
pub(super) struct Writer<'a> {
    game: &'a GameData,
    grows: bool,
    roles: &'a [ColumnRole],
    columns: BTreeMap<CommonRole, u16>,
    types: TypeWords<'a>,
    rarities: HashMap<String, &'a str>,
    factions: HashMap<String, &'a str>,
    resources: HashMap<String, &'a str>,
    /// Empty in a game that has none.
    keywords: HashMap<String, &'a str>,
    ids: OldIds,
    /// The id of each row of the table; empty for those that were passed over.
    pub row_ids: Vec<String>,
    /// How many cards of a set had no number.
    unnumbered: Vec<(String, usize)>,
    faults: Problems,
    from: String,
}

/// The roles that every card has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CommonRole {
    Name,
    Id,
    Number,
    Type,
    Subtype,
    Rarity,
    Faction,
    Keywords,
    Text,
    Flavor,
    Ability,
}

impl<'a> Writer<'a> {
    /// `ids` are those of cards that stay as they are.
    pub fn new(
        game: &'a GameData,
        grows: bool,
        roles: &'a [ColumnRole],
        aim: &ImportTarget<'a>,
        ids: OldIds,
        rows: usize,
    ) -> Self {
        let kept = [
            (ColumnRole::Name, CommonRole::Name),
            (ColumnRole::Id, CommonRole::Id),
            (ColumnRole::Number, CommonRole::Number),
            (ColumnRole::Type, CommonRole::Type),
            (ColumnRole::Subtype, CommonRole::Subtype),
            (ColumnRole::Rarity, CommonRole::Rarity),
            (ColumnRole::Faction, CommonRole::Faction),
            (ColumnRole::Keywords, CommonRole::Keywords),
            (ColumnRole::Text, CommonRole::Text),
            (ColumnRole::Flavor, CommonRole::Flavor),
            (ColumnRole::Ability, CommonRole::Ability),
        ];
        // Other programs' words go before those that happen to be the game's own.
        let with_words = |kind: WordKind, mut own: HashMap<String, &'a str>| {
            own.extend(aim.words.entries(kind).map(|(theirs, ours)| (theirs.to_owned(), ours)));
            own
        };
        let mut keywords = by_word(game.keywords.iter().map(|k| (&k.id, [&k.name, &k.name])));
        for keyword in &game.keywords {
            keyword.aliases.iter().for_each(|alias| _ = keywords.entry(fold(alias)).or_insert(&keyword.id));
        }
        Writer {
            columns: kept.into_iter().filter_map(|(role, kept)| Some((kept, column_of(roles, &role)?))).collect(),
            types: TypeWords::with_words(game, aim.words),
            rarities: with_words(
                WordKind::Rarity,
                by_word(game.rarities.iter().map(|r| (&r.id, [&r.name, &r.letter]))),
            ),
            factions: with_words(
                WordKind::Faction,
                by_word(game.factions.iter().map(|f| (&f.id, [&f.name, &f.letter]))),
            ),
            resources: with_words(
                WordKind::Resource,
                by_word(game.resources.iter().map(|r| (&r.id, [&r.name, &r.letter]))),
            ),
            keywords: with_words(WordKind::Keyword, keywords),
            ids,
            row_ids: vec![String::new(); rows],
            unnumbered: Vec::new(),
            faults: Problems::default(),
            from: aim.from.to_owned(),
            game,
            grows,
            roles,
        }
    }

    /// The faults of cards that do not fit into a game which does not grow, with their lines in the foreign file.
    pub fn into_faults(self) -> Vec<Problem> {
        self.faults.into_result().err().unwrap_or_default()
    }

    /// The body of a set file.
    pub fn set(&mut self, set: &SetFile, table: &mut CardTable) -> String {
        let mut out = String::with_capacity(set.rows.len() * 400);
        toml::text("source", &set.source, &mut out);
        toml::text("id", &set.id, &mut out);
        toml::text("name", &set.name, &mut out);
        toml::text("code", &set.code, &mut out);
        set.released.iter().for_each(|day| toml::raw("released", day, &mut out));
        set.era.iter().for_each(|era| toml::text("era", era, &mut out));
        set.kind.iter().for_each(|kind| toml::text("kind", kind, &mut out));
        set.about.iter().for_each(|about| toml::text("about", about, &mut out));
        let mut numbers: HashSet<String> =
            set.rows.iter().filter_map(|r| self.cell(&table.rows[*r], CommonRole::Number)).collect();
        let mut used: HashSet<String> = HashSet::new();
        let mut unnumbered = 0;
        for at in &set.rows {
            let row = &table.rows[*at];
            let Some(name) = self.cell(row, CommonRole::Name) else {
                let line = row.line;
                table.remark(line, "", "passed over: there is no name");
                continue;
            };
            let faces = self.face_names(row, &name);
            let name = if faces.is_empty() { name } else { faces.join(FACES) };
            let number = match self.cell(row, CommonRole::Number) {
                Some(number) if used.insert(number.clone()) => number,
                Some(number) => {
                    let free = free_number(&format!("{number}-"), 2, &numbers);
                    let message = format!("the number {number} is taken in the set `{}`; it is {free} now", set.id);
                    let line = row.line;
                    table.remark(line, &name, message);
                    free
                }
                None => {
                    unnumbered += 1;
                    free_number("", unnumbered, &numbers)
                }
            };
            numbers.insert(number.clone());
            let row = &table.rows[*at];
            let id = self.give_id(row, &name, &set.id, &number);
            let card = self.card(row, (&name, &faces), &id, &number);
            out.push_str(&card_head(&card));
            out.push_str(&card);
            self.row_ids[*at] = id;
        }
        if unnumbered > 0 {
            self.unnumbered.push((set.id.clone(), unnumbered));
        }
        out
    }

    /// Says how many cards got numbers.
    pub fn report_unnumbered(&self, table: &mut CardTable) {
        let cards: usize = self.unnumbered.iter().map(|(_, cards)| cards).sum();
        let message = match &self.unnumbered[..] {
            [] => return,
            [(set, _)] => format!("cards of the set `{set}` without a number are counted: {cards}"),
            all => format!("cards of {} sets without a number are counted in theirs: {cards}", all.len()),
        };
        table.remark(None, "", message);
    }

    fn cell(&self, row: &ForeignCard, kept: CommonRole) -> Option<String> {
        row.get(*self.columns.get(&kept)?).map(|c| c.trim().to_owned())
    }

    /// The first printing has the plain id; later ones have the set's behind it, and if that is taken the number.
    fn give_id(&mut self, row: &ForeignCard, name: &str, set: &str, number: &str) -> String {
        let plain = Some(slug(name)).filter(|s| !s.is_empty()).unwrap_or_else(|| format!("card-{}", slug(number)));
        let own = self.cell(row, CommonRole::Id);
        let longer = [format!("{plain}-{set}"), format!("{plain}-{set}-{}", slug(number))];
        let numbered = (2..).map(|n| format!("{plain}-{set}-{}-{n}", slug(number)));
        let old = self.ids.take_old(set, name, self.cell(row, CommonRole::Number).as_deref());
        let all = own.into_iter().chain([plain.clone()]).chain(longer).chain(numbered);
        old.unwrap_or_else(|| self.ids.take_free(all))
    }

    /// The names of a card's faces: out of its own, which deck lists use, or as the faces say them.
    fn face_names(&self, row: &ForeignCard, name: &str) -> Vec<String> {
        let of_name: Vec<&str> = name.split(FACES).collect();
        let own = |(at, face): (usize, &ForeignCard)| match of_name.get(at).filter(|_| of_name.len() == row.faces.len())
        {
            Some(part) => (*part).to_owned(),
            None => self.cell(face, CommonRole::Name).unwrap_or_else(|| format!("{name} ({})", at + 1)),
        };
        row.faces.iter().enumerate().map(own).collect()
    }

    fn card(&mut self, row: &ForeignCard, (name, faces): (&str, &[String]), id: &str, number: &str) -> String {
        let mut out = String::with_capacity(400);
        toml::text("name", name, &mut out);
        if slug(name) != id {
            toml::text("id", id, &mut out);
        }
        toml::text("number", number, &mut out);
        let has_faces = !row.faces.is_empty();
        if !has_faces {
            self.types_of(row, &mut out);
        }
        let rarity = self.cell(row, CommonRole::Rarity);
        self.factions(row, &mut out);
        match rarity.as_deref().map(|r| (r, self.rarities.get(&fold(r)))) {
            Some((_, Some(id))) => toml::text("rarity", id, &mut out),
            Some((word, None)) => toml::text("rarity", word, &mut out),
            None if self.grows => toml::text("rarity", "none", &mut out),
            None => {}
        }
        self.fields(row, &mut out);
        let ability = self.cell(row, CommonRole::Ability);
        if !has_faces {
            self.keywords_and_flavor(row, &mut out);
        }
        ability.iter().for_each(|ability| toml::raw("ability", &ability.replace(['\n', '\r'], " "), &mut out));
        if has_faces && row.layout != FaceLayout::default() {
            toml::text("faces", row.layout.word(), &mut out);
        }
        for (at, (face, name)) in row.faces.iter().zip(faces).enumerate() {
            if at == 0 {
                self.face(&self.with_words_of_card(face, row), name, &mut out);
            } else {
                self.face(face, name, &mut out);
            }
        }
        let text = self.cell(row, CommonRole::Text).filter(|_| !has_faces).map(|t| t.replace("\r\n", "\n"));
        let text = if self.grows { text } else { self.own_text(row, name, &out, text) };
        if let Some(text) = text {
            toml::text("text", &text, &mut out);
        }
        out
    }

    /// The first face of a card, with what the file says of the card as a whole and of none of its faces.
    fn with_words_of_card(&self, first: &ForeignCard, card: &ForeignCard) -> ForeignCard {
        let mut face = first.clone();
        for role in [CommonRole::Keywords, CommonRole::Flavor] {
            let Some(column) = self.columns.get(&role).copied() else { continue };
            let of_card = card.get(column).filter(|_| card.faces.iter().all(|face| face.get(column).is_none()));
            of_card.into_iter().for_each(|cell| face.put(column, cell));
        }
        face
    }

    fn face(&self, face: &ForeignCard, name: &str, out: &mut String) {
        out.push_str("[[card.face]]\n");
        toml::text("name", name, out);
        self.types_of(face, out);
        self.factions(face, out);
        self.fields(face, out);
        self.keywords_and_flavor(face, out);
        let text = self.cell(face, CommonRole::Text).map(|text| text.replace("\r\n", "\n"));
        text.iter().for_each(|text| toml::text("text", text, out));
    }

    fn factions(&self, row: &ForeignCard, out: &mut String) {
        if let Some(cell) = self.cell(row, CommonRole::Faction).filter(|_| self.game.faction_from.is_empty()) {
            toml::texts(&self.game.faction_field, &self.factions_of(&cell), out);
        }
    }

    fn fields(&self, row: &ForeignCard, out: &mut String) {
        for (column, cell) in row.cells() {
            if let ColumnRole::Field(id) = &self.roles[column as usize] {
                self.field(id, cell.trim(), out);
            }
        }
    }

    fn keywords_and_flavor(&self, row: &ForeignCard, out: &mut String) {
        if let Some(cell) = self.cell(row, CommonRole::Keywords) {
            let list: Vec<String> = split(&cell).into_iter().filter_map(|word| self.keyword_of(word)).collect();
            toml::texts("keywords", &list, out);
        }
        self.cell(row, CommonRole::Flavor).iter().for_each(|cell| toml::text("flavor", cell, out));
    }

    /// A keyword as the game has it, with what stands behind it; nothing if it is to be left out. An unknown one stays as it is, and
    /// the reader names it.
    fn keyword_of(&self, word: String) -> Option<String> {
        if let Some(ours) = self.keywords.get(&fold(&word)) {
            return Some((*ours).to_owned()).filter(|ours| !ours.is_empty());
        }
        let known = word.rsplit_once(' ').and_then(|(head, behind)| Some((*self.keywords.get(&fold(head))?, behind)));
        match known {
            Some(("", _)) => None,
            Some((ours, behind)) => Some(format!("{ours} {behind}")),
            None => Some(word),
        }
    }

    fn types_of(&self, row: &ForeignCard, out: &mut String) {
        let line = self.cell(row, CommonRole::Type);
        let line = line.as_deref();
        let (types, more) = line.map(type_line).unwrap_or_default();
        let mut subtypes = self.cell(row, CommonRole::Subtype).map_or(more, |cell| split(&cell));
        let (mut ids, mut strange): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for found in types.iter().flat_map(|t| self.types.read(t)) {
            match found {
                Ok(t) => ids.push(self.game.types[t].id.clone()),
                Err(word) => strange.push(word),
            }
        }
        if self.grows {
            strange.into_iter().rev().for_each(|word| subtypes.insert(0, word));
        } else {
            // The reader names the words that are no type.
            ids.extend(strange);
        }
        if ids.is_empty() && self.grows {
            ids.push(OTHER.into());
        }
        let mut seen = HashSet::new();
        ids.retain(|id| seen.insert(id.clone()));
        if !ids.is_empty() {
            toml::texts("type", &ids, out);
        }
        if !subtypes.is_empty() {
            toml::texts("subtype", &subtypes, out);
        }
        let own = self.roles.contains(&ColumnRole::Field(TYPE_PRINTED.into()));
        let needs = |line: &&str| self.game.field(TYPE_PRINTED).is_some() && !own && !self.types.prints(line);
        if let Some(line) = line.filter(needs) {
            toml::text(TYPE_PRINTED, line, out);
        }
    }

    fn factions_of(&self, cell: &str) -> Vec<String> {
        let known = |word: &str| self.factions.get(&fold(word)).map(|id| (*id).to_owned());
        let word = |w: String| match known(&w).or_else(|| known(&magic_name(&w))) {
            Some(id) => vec![id],
            // Letters without anything between them.
            None => w.chars().map(|c| known(&c.to_string())).collect::<Option<Vec<_>>>().unwrap_or_else(|| vec![w]),
        };
        faction_words(cell).into_iter().flat_map(word).collect()
    }

    /// A field in its kind. What does not fit goes as text into the field beside it; in a game without one it stays
    /// as it is, and the reader says what is wrong.
    fn field(&self, id: &str, cell: &str, out: &mut String) {
        let Some(at) = self.game.field(id) else { return };
        let beside = Some(printed(id)).filter(|p| self.game.field(p).is_some());
        let as_text = |out: &mut String| toml::text(beside.as_deref().unwrap_or(id), cell, out);
        match self.game.fields[at].kind {
            FieldKind::Text => toml::text(id, cell, out),
            FieldKind::Number if is_whole(cell) => toml::raw(id, cell, out),
            FieldKind::Number => match (parse_whole(cell.split(FACES).next().unwrap_or(cell).trim()), &beside) {
                (Some(n), None) => toml::raw(id, &n.to_string(), out),
                (front, _) => {
                    // Of a card with two faces the number is that of the first.
                    front.iter().for_each(|n| toml::raw(id, &n.to_string(), out));
                    as_text(out);
                }
            },
            FieldKind::Flag => match parse_flag(cell) {
                Some(true) => toml::raw(id, "true", out),
                Some(false) => {}
                None => as_text(out),
            },
            FieldKind::Cost | FieldKind::Amounts => match amounts::parse(cell) {
                Some(amounts) => {
                    let resource = |id: String| self.resources.get(&fold(&id)).map_or(id, |own| (*own).to_owned());
                    let list: Vec<(String, i32)> = amounts.list.into_iter().map(|(id, n)| (resource(id), n)).collect();
                    toml::amounts(id, &list, out);
                    if !amounts.exact && beside.is_some() {
                        as_text(out);
                    }
                }
                None => as_text(out),
            },
            FieldKind::Resources => {
                let words = split(cell);
                let known = |word: &String| self.resources.get(&fold(word)).map(|id| (*id).to_owned());
                let ids: Vec<String> = words.iter().filter_map(known).collect();
                if ids.len() == words.len() {
                    toml::texts(id, &ids, out);
                } else if beside.is_some() {
                    if !ids.is_empty() {
                        toml::texts(id, &ids, out);
                    }
                    as_text(out);
                } else {
                    toml::texts(id, &words, out);
                }
            }
        }
    }

    /// What of a text is not written from the card's fields, keywords and abilities. The card is read as the game
    /// will read it, and its faults are kept.
    fn own_text(&self, row: &ForeignCard, name: &str, body: &str, text: Option<String>) -> Option<String> {
        let read = |body: &str| {
            let (problems, file) = (Problems::default(), format!("[[card]]\n{body}"));
            let document = Document::parse(&self.from, &file, &problems);
            let card = document.root().tables("card").pop().map(|t| {
                t.skip("name");
                load::read_card(&t, name.to_owned(), 0, self.game)
            });
            drop(document);
            (card, problems.into_result().err().unwrap_or_default())
        };
        let (card, _) = read(body);
        let text = text.zip(card).and_then(|(text, card)| {
            let keywords: Vec<String> = card.keywords.iter().map(|k| self.game.keyword_text(k)).collect();
            let rest = match text.strip_prefix(&keywords.join(", ")) {
                Some(rest) if !keywords.is_empty() && (rest.is_empty() || rest.starts_with('\n')) => rest.trim_start(),
                _ => &text,
            };
            Some(rest.to_owned()).filter(|rest| !rest.is_empty() && *rest != card.text)
        });
        let mut whole = body.to_owned();
        text.iter().for_each(|t| toml::text("text", t, &mut whole));
        for fault in read(&whole).1 {
            let line = row.line.unwrap_or(1) as usize;
            self.faults.push(Problem { line, column: 1, place: name.to_owned(), ..fault });
        }
        text
    }
}

/// The cards of a set by rarity, without tokens and basic cards.
pub(super) fn rarity_counts(game: &GameData, roles: &[ColumnRole], set: &SetFile, table: &CardTable) -> RarityCounts {
    let column = |role: ColumnRole| column_of(roles, &role);
    let (rarity, types) = (column(ColumnRole::Rarity), column(ColumnRole::Type));
    let token = column(ColumnRole::Field("token".into()));
    let rarities = by_word(game.rarities.iter().map(|r| (&r.id, [&r.name, &r.letter])));
    let mut counts = RarityCounts::new();
    for row in set.rows.iter().map(|at| &table.rows[*at]) {
        let cell = |column: Option<u16>| column.and_then(|c| row.get(c)).map(str::trim);
        let basic = cell(types).is_some_and(|line| has_type_word(line, "basic"));
        if basic || cell(token).is_some() {
            continue;
        }
        let id = cell(rarity).and_then(|word| rarities.get(&fold(word))).map_or("none", |id| *id);
        *counts.entry(id.to_owned()).or_default() += 1;
    }
    counts
}

fn by_word<'a>(list: impl Iterator<Item = (&'a String, [&'a String; 2])>) -> HashMap<String, &'a str> {
    let mut words = HashMap::new();
    let list: Vec<_> = list.collect();
    for (id, _) in &list {
        words.insert(fold(id), id.as_str());
    }
    for (id, others) in &list {
        for word in others {
            words.entry(fold(word)).or_insert(id.as_str());
        }
    }
    words
}

/// The first of the numbers behind `prefix` that is not taken.
pub(super) fn free_number(prefix: &str, from: usize, taken: &HashSet<String>) -> String {
    (from..).map(|n| format!("{prefix}{n}")).find(|n| !taken.contains(n)).expect("numbers do not end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_sets_are_names_that_every_system_takes() {
        let taken = HashSet::from(["a".to_owned()]);
        assert_eq!(["CON", "A", "???", "10E"].map(|w| free_id(w, &taken)), ["set-con", "a-2", "set", "10e"]);
    }

    #[test]
    fn days() {
        let first = |day: &str| first_day(day).unwrap_or_default();
        assert_eq!(["2026-05-15", "2026-05", "2016"].map(first), ["2026-05-15", "2026-05-01", "2016-01-01"]);
        assert_eq!(["2026-13-01", "2026-13", "26", "soon", ""].map(first_day), [None, None, None, None, None]);
    }
}
