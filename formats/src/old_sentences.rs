//! Sentences that earlier releases kept in logs, taken apart: the only place that knows them by their words.

/// What stands in the places `{}` of a text, if a sentence says it. Each place takes as little as it can.
pub(crate) fn match_template<'s, const N: usize>(sentence: &'s str, text: &str) -> Option<[&'s str; N]> {
    let mut parts = text.split("{}");
    let mut rest = sentence.strip_prefix(parts.next()?)?;
    let parts: Vec<&str> = parts.collect();
    let mut found = [""; N];
    for (at, after) in parts.iter().enumerate() {
        let end = if at + 1 == parts.len() { rest.strip_suffix(after)?.len() } else { rest.find(after)? };
        *found.get_mut(at)? = &rest[..end];
        rest = &rest[end + after.len()..];
    }
    (parts.len() == N && rest.is_empty() && found.iter().all(|place| !place.is_empty())).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_gives_back_what_stands_in_its_places() {
        assert_eq!(match_template("Plan “a “b” c” applied", "Plan “{}” applied"), Some(["a “b” c"]));
        assert_eq!(match_template("3 to 1", "{} to {}"), Some(["3", "1"]));
        assert_eq!(match_template::<0>("By hand.", "By hand."), Some([]));
        assert_eq!(match_template::<0>("By hand. Or not", "By hand."), None);
        assert_eq!(match_template::<2>("3 to 1!", "{} to {}?"), None);
    }
}
