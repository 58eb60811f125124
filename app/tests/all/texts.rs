//! What the window says: every text is in `texts/deckloom.pot`, every language says all of it, and no text of a screen
//! is left out. `DECKLOOM_WRITE_TEXTS=1` writes the template and brings the languages in line with it.

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use deckloom::language::Language;
use polib::catalog::Catalog;
use polib::message::{Message, MessageView};
use polib::po_file;
use source::{Said, Text};

/// Languages with a file of their own: all but English.
fn languages() -> impl Iterator<Item = &'static str> {
    Language::ALL.iter().filter(|language| **language != Language::English).map(|language| language.code())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the app is in the workspace").to_owned()
}

fn file(name: &str) -> PathBuf {
    root().join("texts").join(name)
}

fn read(name: &str) -> Catalog {
    po_file::parse(&file(name)).unwrap_or_else(|e| panic!("texts/{name}: {e}"))
}

fn text(message: &dyn MessageView) -> Text {
    Text {
        context: message.msgctxt().filter(|c| !c.is_empty()).map(str::to_owned),
        one: message.msgid().to_owned(),
        many: message.msgid_plural().ok().map(str::to_owned),
    }
}

fn held(catalog: &Catalog) -> BTreeSet<Text> {
    catalog.messages().map(text).collect()
}

/// What a language says instead.
fn instead(message: &dyn MessageView) -> Vec<String> {
    match message.msgstr_plural() {
        Ok(forms) => forms.clone(),
        Err(_) => message.msgstr().ok().map(str::to_owned).into_iter().collect(),
    }
}

/// A file with a message for each text; what `known` says instead is kept.
fn filled(texts: &BTreeMap<Text, BTreeSet<String>>, known: &Catalog, header: &str) -> Catalog {
    let mut out = Catalog::new(known.metadata.clone());
    out.preheader = header.lines().map(str::to_owned).collect();
    let said: BTreeMap<Text, Vec<String>> = known.messages().map(|m| (text(m), instead(m))).collect();
    for (text, files) in texts {
        let mut instead = said.get(text).cloned().unwrap_or_default();
        let mut message = match &text.many {
            Some(many) => {
                instead.resize(2, String::new());
                let mut message = Message::build_plural();
                message.with_msgid_plural(many.clone()).with_msgstr_plural(instead);
                message
            }
            None => {
                let mut message = Message::build_singular();
                message.with_msgstr(instead.pop().unwrap_or_default());
                message
            }
        };
        if let Some(context) = &text.context {
            message.with_msgctxt(context.clone());
        }
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        out.append_or_update(message.with_msgid(text.one.clone()).with_source(files.join("\n")).done());
    }
    out
}

const HEADER: &str = "What the window of Deckloom says. Written by\n\
                      DECKLOOM_WRITE_TEXTS=1 cargo test -p deckloom --test all texts";

#[test]
fn the_template_holds_every_text() {
    let texts = source::texts(&root());
    if std::env::var_os("DECKLOOM_WRITE_TEXTS").is_some() {
        let empty = Catalog::new(read("deckloom.pot").metadata);
        po_file::write_to_file(&filled(&texts, &empty, HEADER), &file("deckloom.pot")).expect("can be written");
        for language in languages() {
            let name = format!("{language}.po");
            let known = read(&name);
            let header = known.preheader.join("\n");
            po_file::write_to_file(&filled(&texts, &known, &header), &file(&name)).expect("can be written");
        }
    }
    let held = held(&read("deckloom.pot"));
    let said: BTreeSet<Text> = texts.into_keys().collect();
    let amiss: Vec<&Text> = held.symmetric_difference(&said).collect();
    assert!(amiss.is_empty(), "run with DECKLOOM_WRITE_TEXTS=1: {amiss:#?}");
}

#[test]
fn every_language_says_all_of_it() {
    let template = held(&read("deckloom.pot"));
    for language in languages() {
        let said = read(&format!("{language}.po"));
        let mut faults: Vec<String> = Vec::new();
        for message in said.messages() {
            let (texts, said) = (instead(message), text(message));
            let wanted = if said.many.is_some() { 2 } else { 1 };
            if texts.len() != wanted || texts.iter().any(|t| t.trim().is_empty()) {
                faults.push(format!("not translated: {}", said.one));
                continue;
            }
            let mut known = source::places(&said.one);
            known.extend(said.many.iter().flat_map(|many| source::places(many)));
            // The form for one may leave the number out.
            let last = texts.last().map(|t| source::places(t)).unwrap_or_default();
            let foreign = texts.iter().flat_map(|t| source::places(t)).find(|place| !known.contains(place));
            if last != known || foreign.is_some() {
                faults.push(format!("other places than in English: {}", said.one));
            }
        }
        let held = held(&said);
        faults.extend(template.difference(&held).map(|t| format!("missing: {}", t.one)));
        faults.extend(held.difference(&template).map(|t| format!("of no use any more: {}", t.one)));
        assert!(faults.is_empty(), "{language}: {} faults\n{}", faults.len(), faults.join("\n"));
    }
}

/// What stands there as it is: names, and what is typed into the search.
const AS_IT_IS: &[&str] = &[
    "Deckloom",
    "Deckloom, {self:?}",
    "{} – Deckloom",
    "a b",
    "a or b",
    "(a or b) c",
    "\"two words\"",
    "/regular ex.*/",
    "1.. of ({}<=2)",
    "2..4 of ({of})",
    "{}<=2 sort:-{}",
];

/// What speaks to a terminal and to whoever mends the program.
const ELSEWHERE: [&str; 2] = ["app/src/window/display.rs", "app/src/window/crash.rs"];

#[test]
fn no_text_of_the_window_is_left_out() {
    let mut faults: Vec<String> = Vec::new();
    for (name, said) in source::window(&root()).into_iter().filter(|(name, _)| !ELSEWHERE.contains(&name.as_str())) {
        for said in said {
            match said {
                Said::Bare(text) if !AS_IT_IS.contains(&text.as_str()) => faults.push(format!("{name}: {text:?}")),
                Said::Amiss(why) => faults.push(format!("{name}: {why}")),
                _ => {}
            }
        }
    }
    assert!(faults.is_empty(), "{} texts outside of tr! or noted!:\n{}", faults.len(), faults.join("\n"));
}
