//! Costs in a cell: `influence 1; covert 2`, and Magic's `{2}{W}` or `2W`.

use crate::game::{FACES, GameData};

/// Magic's colours: letter, id, name, colour.
pub const COLOURS: [(&str, &str, &str, &str); 5] = [
    ("W", "white", "White", "#e8dfb0"),
    ("U", "blue", "Blue", "#3f78c9"),
    ("B", "black", "Black", "#4a4453"),
    ("R", "red", "Red", "#c4453b"),
    ("G", "green", "Green", "#3f8f55"),
];

/// Magic's other resources: letter, id, name, colour.
pub const OTHERS: [(&str, &str, &str, &str); 3] = [
    ("C", "colorless", "Colorless", "#b5afa6"),
    ("S", "snow", "Snow", "#9cc7d8"),
    ("A", "generic", "Generic", "#9aa4b5"),
];

/// What a symbol of a cost is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CostSymbol {
    /// A number of anything.
    Generic(i32),
    /// A chosen number.
    Chosen,
    /// One of a resource.
    One(&'static str),
    /// One of either resource, in Magic's order.
    Either([&'static str; 2]),
    /// One of a resource, which may be paid otherwise as well: with life, or with two of anything. Half of one is one, too.
    Nearly(Box<CostSymbol>),
}

impl CostSymbol {
    /// A symbol as it stands in braces.
    pub fn parse(symbol: &str) -> Option<CostSymbol> {
        if let Ok(n) = symbol.parse::<u16>() {
            return Some(CostSymbol::Generic(i32::from(n)));
        }
        let one = |letter: &str| COLOURS.iter().chain(&OTHERS[..2]).position(|m| m.0 == letter);
        let id = |at: usize| COLOURS.iter().chain(&OTHERS[..2]).nth(at).map(|m| m.1);
        let parts: Vec<&str> = symbol.split('/').collect();
        let nearly = |symbol: &str| CostSymbol::parse(symbol).map(|s| CostSymbol::Nearly(Box::new(s)));
        match parts[..] {
            ["X"] => Some(CostSymbol::Chosen),
            [half] if half.len() == 2 && half.starts_with('H') => nearly(&half[1..]),
            [letter] => id(one(letter)?).map(CostSymbol::One),
            [.., "P"] => nearly(&parts[..parts.len() - 1].join("/")),
            [number, letter] if number.parse::<u16>().is_ok() => nearly(letter),
            [first, second] => {
                let (a, b) = (one(first)?, one(second)?);
                (a != b).then_some(())?;
                Some(CostSymbol::Either([id(a.min(b))?, id(a.max(b))?]))
            }
            _ => None,
        }
    }

    /// The id of its resource, and how many; whether that is all that it says.
    fn amount(&self) -> (String, i32, bool) {
        match self {
            CostSymbol::Generic(n) => (GENERIC.to_owned(), *n, true),
            CostSymbol::Chosen => ("x".to_owned(), 1, true),
            CostSymbol::One(id) => ((*id).to_owned(), 1, true),
            CostSymbol::Either([a, b]) => (format!("{a}-or-{b}"), 1, true),
            CostSymbol::Nearly(symbol) => {
                let (id, n, _) = symbol.amount();
                (id, n, false)
            }
        }
    }
}

/// The two resources of an id such as `white-or-blue`.
pub fn either_of(id: &str) -> Option<[&'static str; 2]> {
    let (first, second) = id.split_once("-or-")?;
    let known = |id: &str| COLOURS.iter().chain(&OTHERS).find(|m| m.1 == id).map(|m| m.1);
    Some([known(first)?, known(second)?])
}

/// The id of the resource that any other pays for.
pub const GENERIC: &str = "generic";

/// Amounts by id of the resource, in order of the cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Amounts {
    /// The amounts.
    pub list: Vec<(String, i32)>,
    /// Whether the cell says nothing else: no other face, no other way to pay.
    pub exact: bool,
}

/// The amounts of a cell; of several faces those of the first. `None` if it is none.
pub fn parse(cell: &str) -> Option<Amounts> {
    let (front, alone) = match cell.split_once(FACES) {
        Some((front, _)) => (front.trim(), false),
        None => (cell.trim(), true),
    };
    if front == "0" || front == "{0}" {
        return Some(Amounts { list: Vec::new(), exact: alone });
    }
    let (list, exact) = symbols(front).or_else(|| Some((listed(front)?, true)))?;
    Some(Amounts { list, exact: exact && alone })
}

fn listed(cell: &str) -> Option<Vec<(String, i32)>> {
    let one = |part: String| {
        let (id, amount) = part.rsplit_once(' ')?;
        let id = id.trim();
        let plain = id.chars().all(|c| c.is_lowercase() || c.is_numeric() || c == '_' || c == '-');
        Some((id.to_owned(), amount.parse().ok().filter(|n| *n >= 0)?)).filter(|_| plain && !id.is_empty())
    };
    super::table::split(cell).into_iter().map(one).collect::<Option<Vec<_>>>().filter(|l| !l.is_empty())
}

fn symbols(cell: &str) -> Option<(Vec<(String, i32)>, bool)> {
    let (mut amounts, mut exact): (Vec<(String, i32)>, bool) = (Vec::new(), true);
    let mut add = |id: &str, n: i32| match amounts.iter_mut().find(|(known, _)| known == id) {
        Some((_, amount)) => *amount += n,
        None => amounts.push((id.to_owned(), n)),
    };
    let mut rest = cell;
    while !rest.is_empty() {
        let symbol = if let Some(inner) = rest.strip_prefix('{') {
            let end = inner.find('}')?;
            rest = &inner[end + 1..];
            &inner[..end]
        } else {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let end = digits.max(rest.chars().next()?.len_utf8());
            let symbol = &rest[..end];
            rest = &rest[end..];
            symbol
        };
        let (id, n, whole) = CostSymbol::parse(symbol)?.amount();
        add(&id, n);
        exact &= whole;
    }
    Some((amounts, exact)).filter(|(a, _)| !a.is_empty())
}

/// Amounts as a cell has them: `influence 1; covert 2`, or `0`.
pub fn print(game: &GameData, list: &[(u8, i32)]) -> String {
    match list {
        [] => "0".to_owned(),
        list => super::table::join(list.iter().map(|(r, n)| format!("{} {n}", game.resources[*r as usize].id))),
    }
}

/// Amounts in the letters that Cockatrice draws: generic ones as a number first (`2WU`).
pub fn letters(game: &GameData, list: &[(u8, i32)]) -> String {
    let generic = |r: u8| game.resources[r as usize].generic && !game.resources[r as usize].variable;
    let number: i32 = list.iter().filter(|(r, _)| generic(*r)).map(|(_, n)| n).sum();
    let mut out = String::new();
    for (r, n) in list.iter().filter(|(r, _)| game.resources[*r as usize].variable) {
        out.push_str(&game.resources[*r as usize].letter.repeat(*n as usize));
    }
    if number > 0 || list.is_empty() {
        out.push_str(&number.to_string());
    }
    for (r, n) in list.iter().filter(|(r, _)| !game.resources[*r as usize].generic) {
        let resource = &game.resources[*r as usize];
        let symbol = if resource.either == 0 { resource.letter.clone() } else { format!("{{{}}}", resource.letter) };
        out.push_str(&symbol.repeat(*n as usize));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cell: &str) -> String {
        let amounts = |a: Amounts| {
            let list: String = a.list.iter().map(|(id, n)| format!("{n} {id} ")).collect();
            if a.exact { list } else { format!("{list}…") }
        };
        parse(cell).map_or("-".into(), amounts)
    }

    #[test]
    fn symbols_letters_and_words() {
        assert_eq!(read("{X}{2}{W}{W}"), "1 x 2 generic 2 white ");
        assert_eq!(read("12GU"), "12 generic 1 green 1 blue ");
        assert_eq!(read("influence 1; covert 2"), "1 influence 2 covert ");
        assert_eq!(parse("0"), Some(Amounts { list: Vec::new(), exact: true }));
    }

    #[test]
    fn symbols_that_are_paid_in_more_than_one_way() {
        assert_eq!(read("{1}{U/W}{W/U}"), "1 generic 2 white-or-blue ");
        assert_eq!(read("{C/G}"), "1 green-or-colorless ");
        assert_eq!(read("{2/W}{W/P}{HR}"), "2 white 1 red …");
        assert_eq!(read("{G/U/P}"), "1 blue-or-green …");
        assert_eq!(either_of("blue-or-green"), Some(["blue", "green"]));
        assert_eq!(read("{2}{G} // {1}{G}"), "2 generic 1 green …", "of two faces the first");
    }

    #[test]
    fn what_amounts_cannot_say_stays_text() {
        assert_eq!(["{W/W}", "{Q}", "Free", "", "{2", "tap 1 land"].map(read), ["-"; 6]);
    }
}
