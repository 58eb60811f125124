//! Faults of TOML itself, in words that help.

/// A fault of syntax in words, and what to do about it, where that can be guessed. `rest` is the text from the fault on.
pub(super) fn explain<'m>(message: &'m str, rest: &str) -> (&'m str, Option<&'static str>) {
    let has = |part: &str| message.contains(part);
    if has("duplicate key") {
        (message, Some("a key may stand once in its table; a list of tables is written [[…]]"))
    } else if has("string") && rest.lines().next().unwrap_or_default().trim().is_empty() {
        ("a value is missing after `=`", Some("write it, or leave the key out"))
    } else if has("string") || has("quote") {
        (message, Some("texts stand in \"quotes\", on one line"))
    } else {
        (message, None)
    }
}

/// Where JSON begins, if the text looks like that: a brace before anything but remarks.
pub(super) fn json(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start();
        match bare.chars().next() {
            None | Some('#') => at += line.len(),
            Some('{') => return Some(at + line.len() - bare.len()),
            Some(_) => return None,
        }
    }
    None
}
