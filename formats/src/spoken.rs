//! What this crate tells people, in the language that is spoken, and what its files hold, in English.

pub(crate) use catalog::spoken::{Told, as_written, decimals};
use catalog::tr;
use tr::runtime_format::display_string;

/// So many cards.
pub fn some_cards(n: usize) -> String {
    tr!("1 card" | "{n} cards" % n)
}

/// Places in which somebody's name stands.
const NAMES: [&str; 3] = ["name", "one", "other"];

/// A sentence that a file holds in English, in the language that is spoken: by the first of these texts that says it,
/// and what stands in its places by the first of `parts` that does.
pub(crate) fn retold(said: &str, texts: &[&str], parts: &[&str]) -> String {
    let fits = texts.iter().copied().find_map(|text| filled(said, text).map(|places| (text, places)));
    let Some((text, places)) = fits else { return said.to_owned() };
    let spoken = tr!(text);
    if spoken == text {
        return said.to_owned();
    }
    let again = |(place, what): (_, &str)| match NAMES.contains(&place) {
        true => (place, what.to_owned()),
        false => (place, retold(what, parts, parts)),
    };
    let places: Vec<(&str, String)> = places.into_iter().map(again).collect();
    let given: Vec<(&str, &dyn std::fmt::Display)> =
        places.iter().map(|(name, what)| (*name, what as &dyn std::fmt::Display)).collect();
    display_string(&spoken, &given)
}

/// What stands in the places of a text, if a sentence says it: by the name of the place.
fn filled<'s>(said: &'s str, text: &'s str) -> Option<Vec<(&'s str, &'s str)>> {
    let mut parts = text.split('{');
    let mut rest = said.strip_prefix(parts.next().unwrap_or(""))?;
    let mut parts = parts.filter_map(|part| part.split_once('}')).peekable();
    let mut places = Vec::new();
    while let Some((name, after)) = parts.next() {
        let end = match parts.peek() {
            Some(_) => rest.find(after)?,
            None => rest.strip_suffix(after)?.len(),
        };
        if end == 0 {
            return None;
        }
        places.push((name, &rest[..end]));
        rest = &rest[end + after.len()..];
    }
    (rest.is_empty()).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_gives_back_what_stands_in_its_places() {
        let places = filled("Plan “a “b” c” applied", "Plan “{name}” applied");
        assert_eq!(places, Some(vec![("name", "a “b” c")]));
        assert_eq!(filled("3 to 1", "{high} to {low}"), Some(vec![("high", "3"), ("low", "1")]));
        assert_eq!(filled("By hand.", "By hand."), Some(vec![]));
        assert_eq!(filled("By hand. Or not", "By hand."), None);
        assert_eq!(filled("3 to 1!", "{high} to {low}?"), None);
    }
}
