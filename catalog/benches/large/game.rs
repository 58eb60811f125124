//! A large game: as many cards as are asked for, with plausible names, types, costs and texts, always the same ones.

/// A file: its path in the game's folder, and its text.
pub type File = (String, String);

/// Cards in a set.
const SET: usize = 400;

const SCHEMA: &str = include_str!("game.toml");
const FORMAT: &str = include_str!("open.toml");

const FIRST: [&str; 48] = [
    "Amber",
    "Ashen",
    "Autumn",
    "Azure",
    "Blazing",
    "Bitter",
    "Bright",
    "Broken",
    "Cobalt",
    "Copper",
    "Crimson",
    "Deep",
    "Distant",
    "Drifting",
    "Dusk",
    "Eager",
    "Emerald",
    "Empty",
    "Éternal",
    "Fallen",
    "Feral",
    "Frozen",
    "Gilded",
    "Glass",
    "Golden",
    "Grim",
    "Hidden",
    "Hollow",
    "Iron",
    "Ivory",
    "Jade",
    "Last",
    "Lone",
    "Lost",
    "Midnight",
    "Moonlit",
    "Night-Born",
    "Old",
    "Pale",
    "Quiet",
    "Restless",
    "Sable",
    "Silent",
    "Silver",
    "Storm-Tossed",
    "Sunken",
    "Wandering",
    "Wild",
];
const SECOND: [&str; 56] = [
    "Acolyte",
    "Archer",
    "Baker",
    "Banner",
    "Beacon",
    "Bell",
    "Blade",
    "Bridge",
    "Captain",
    "Caravan",
    "Cartographer",
    "Cathedral",
    "Cellar",
    "Chronicler",
    "Courier",
    "Crane",
    "Diver",
    "Drummer",
    "Engine",
    "Falcon",
    "Ferry",
    "Forge",
    "Fox",
    "Garden",
    "Gate",
    "Guard",
    "Harbour",
    "Herald",
    "Hermit",
    "Hunter",
    "Keeper",
    "Lantern",
    "Librarian",
    "Lighthouse",
    "Mason",
    "Merchant",
    "Mirror",
    "Navigator",
    "Oracle",
    "Otter",
    "Painter",
    "Pilgrim",
    "Piper",
    "Raven",
    "Sailor",
    "Scholar",
    "Sentinel",
    "Smith",
    "Spire",
    "Storyteller",
    "Tailor",
    "Tower",
    "Warden",
    "Weaver",
    "Whale",
    "Wolf",
];
const LAST: [&str; 60] = [
    "",
    "at Dawn",
    "at Dusk",
    "at Low Tide",
    "at the Gate",
    "beneath the Ice",
    "beyond the Pass",
    "by the River",
    "from Afar",
    "in Exile",
    "in the Mist",
    "of Ash",
    "of Babel",
    "of Bells",
    "of Brine",
    "of Cinders",
    "of Dust",
    "of Echoes",
    "of Embers",
    "of Glass",
    "of Many Names",
    "of Salt",
    "of Seven Doors",
    "of Smoke",
    "of Thorns",
    "of the Abyss",
    "of the Coast",
    "of the Deep",
    "of the East",
    "of the First Fire",
    "of the Guild",
    "of the High Road",
    "of the Hollow",
    "of the Isles",
    "of the King’s Road",
    "of the Lost City",
    "of the Marsh",
    "of the Moon",
    "of the North",
    "of the Old Wood",
    "of the Plains",
    "of the Reef",
    "of the Rift",
    "of the Shallows",
    "of the South",
    "of the Steppe",
    "of the Storm",
    "of the Summit",
    "of the Sun",
    "of the Tides",
    "of the Valley",
    "of the West",
    "of the Winter Court",
    "on Both Shores",
    "on Watch",
    "under Glass",
    "with Many Eyes",
    "with No Shadow",
    "without Fear",
    "without a Name",
];
const EVENTS: [&str; 6] = [
    "When this card enters play",
    "At the start of your turn",
    "When it is destroyed",
    "Whenever you draw a second card",
    "Once each turn",
    "If you control a tower",
];
const EFFECTS: [&str; 12] = [
    "draw a card",
    "draw two cards, then discard a card",
    "an opponent discards a card",
    "deal 2 damage to any unit",
    "return a unit to its owner’s hand",
    "gain 3 life",
    "look at the top four cards of your deck",
    "destroy an artifact",
    "another unit gets +1 power until the end of the turn",
    "search your deck for a tower and reveal it",
    "put a wind counter on each unit you control",
    "prevent all damage that would be dealt this turn",
];
const SUBTYPES: [&str; 14] = [
    "Beast",
    "Bird",
    "Citizen",
    "Construct",
    "Elder",
    "Explorer",
    "Guild",
    "Knight",
    "Pirate",
    "Rogue",
    "Sage",
    "Spirit",
    "Warrior",
    "Wizard",
];
const TYPES: [(&str, bool); 5] =
    [("unit", true), ("unit", true), ("spell", false), ("artifact", false), ("tower", false)];
const FACTIONS: [&str; 6] = ["ember", "tide", "grove", "gale", "stone", "dusk"];
const RARITIES: [&str; 8] = ["common", "common", "common", "common", "uncommon", "uncommon", "rare", "legendary"];
const KEYWORDS: [&str; 8] = ["flying", "guard", "swift", "hidden", "ward 1", "ward 2", "rally", "echo"];

/// A stream of numbers that differs from card to card and is the same on every machine (splitmix64).
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn one_of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// The files of a game `large` with `cards` cards. Names repeat after 161,280 cards, then with a number.
pub fn files(cards: usize) -> Vec<File> {
    let mut files =
        vec![("game.toml".to_owned(), SCHEMA.to_owned()), ("formats/open.toml".to_owned(), FORMAT.to_owned())];
    for (set, first) in (0..cards).step_by(SET).enumerate() {
        let mut text = format!(
            "source = \"house set\"\nid = \"set-{set:03}\"\nname = \"Volume {}\"\ncode = \"V{set:03}\"\nreleased = {}-{:02}-01\nera = \"era-{}\"\n",
            set + 1,
            2001 + set / 12,
            1 + set % 12,
            set / 25,
        );
        for at in first..cards.min(first + SET) {
            card(&mut text, at);
        }
        files.push((format!("sets/set-{set:03}.toml"), text));
    }
    files
}

fn card(text: &mut String, at: usize) {
    use std::fmt::Write;
    let mut draw = Draw(at as u64);
    // Steps that share no factor with the number of names reach each name once.
    let all = FIRST.len() * SECOND.len() * LAST.len();
    let name = at * 7919 % all;
    let (first, rest) = (FIRST[name % FIRST.len()], name / FIRST.len());
    let (second, last) = (SECOND[rest % SECOND.len()], LAST[rest / SECOND.len()]);
    let again = if at >= all { format!(" {}", at / all + 1) } else { String::new() };
    let name = format!("{first} {second} {last}{again}");
    let (kind, fights) = TYPES[draw.below(TYPES.len())];
    let mut factions = vec![draw.one_of(&FACTIONS)];
    if draw.below(5) == 0 {
        factions.push(draw.one_of(&FACTIONS));
        factions.sort_unstable();
        factions.dedup();
    }
    let number = at % SET + 1;
    let _ = write!(text, "\n[[card]]\nname = \"{}\"\nnumber = \"{number}\"\ntype = [\"{kind}\"]\n", name.trim());
    let _ = writeln!(text, "faction = {factions:?}\nrarity = \"{}\"", draw.one_of(&RARITIES));
    if kind != "tower" {
        let own: Vec<String> = factions.iter().map(|f| format!("{f} = {}", 1 + draw.below(2))).collect();
        let _ = writeln!(text, "cost = {{ {}, any = {} }}", own.join(", "), draw.below(5));
    }
    if fights {
        let _ = writeln!(text, "subtype = [\"{}\"]", draw.one_of(&SUBTYPES));
        let _ = writeln!(text, "power = {}\nhealth = {}", draw.below(8), 1 + draw.below(8));
        if draw.below(3) == 0 {
            let _ = writeln!(text, "keywords = [\"{}\"]", draw.one_of(&KEYWORDS));
        }
    }
    let sentences: Vec<String> =
        (0..1 + draw.below(2)).map(|_| format!("{}, {}.", draw.one_of(&EVENTS), draw.one_of(&EFFECTS))).collect();
    let _ = writeln!(text, "text = \"{}\"", sentences.join("\\n"));
}
