//! Costs in a cell: `influence 1; covert 2`, and Magic's `{2}{W}` or `2W`.

use crate::game::GameData;

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

/// The id of the resource that any other pays for.
pub const GENERIC: &str = "generic";

/// The amounts by id of the resource, in order of the cell; `None` if the cell says more than amounts can.
pub fn parse(cell: &str) -> Option<Vec<(String, i32)>> {
    let cell = cell.trim();
    if cell == "0" || cell == "{0}" {
        return Some(Vec::new());
    }
    symbols(cell).or_else(|| listed(cell))
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

fn symbols(cell: &str) -> Option<Vec<(String, i32)>> {
    let mut amounts: Vec<(String, i32)> = Vec::new();
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
        match symbol.parse::<u16>() {
            Ok(n) => add(GENERIC, i32::from(n)),
            Err(_) if symbol == "X" => add("x", 1),
            Err(_) => add(COLOURS.iter().chain(&OTHERS[..2]).find(|(letter, ..)| *letter == symbol)?.1, 1),
        }
    }
    Some(amounts).filter(|a| !a.is_empty())
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
        out.push_str(&game.resources[*r as usize].letter.repeat(*n as usize));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cell: &str) -> String {
        parse(cell).map_or("-".into(), |a| a.iter().map(|(id, n)| format!("{n} {id} ")).collect())
    }

    #[test]
    fn symbols_letters_and_words() {
        assert_eq!(read("{X}{2}{W}{W}"), "1 x 2 generic 2 white ");
        assert_eq!(read("12GU"), "12 generic 1 green 1 blue ");
        assert_eq!(read("influence 1; covert 2"), "1 influence 2 covert ");
        assert_eq!(parse("0"), Some(Vec::new()));
    }

    #[test]
    fn what_amounts_cannot_say_stays_text() {
        assert_eq!(["{W/U}", "{2} // {3}", "Free", "", "{2", "tap 1 land"].map(read), ["-"; 6]);
    }
}
