//! Tables in a terminal: never wider than it, and printings of one name told apart.

use super::*;

impl Shop {
    /// What is shown where lines have at most so many columns; any number without.
    fn shown(&self, columns: Option<usize>, args: &[&str]) -> String {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        command.arg("--library").arg(self.path("library.db")).args(args).env_remove("COLUMNS");
        if let Some(columns) = columns {
            command.env("COLUMNS", columns.to_string());
        }
        let output = command.output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}\n{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

#[test]
fn tables_are_never_wider_than_the_terminal() {
    const NARROW: usize = 30;
    let shop = Shop::new();
    let name = "A deck whose name is much longer than any terminal is wide";
    shop.run(0, &["deck", "new", name, "--from", "chronx/corporate"]);
    shop.run(0, &["collection", "add", "3 Junior Broker"]);
    shop.run(0, &["event", "new", name, "chronx/constructed", "--seed", "1"]);
    shop.run(0, &["event", "add", name, "Somebody with a long name", "Another one with a long name"]);
    shop.run(0, &["event", "pair", name]);
    let begun = ["draft", "begin", "chronx/draft", "--sit", "Ann,bot,bot,bot", "--seed", "1", "--name", name];
    shop.run(0, &begun);
    let sit = ["--sit", "Ann,easy,easy,easy,easy,easy", "--seed", "1"];
    shop.run(0, &[&["tournament", "new", name, "emperors-star/tournament"], &sit[..]].concat());
    for args in [
        &["cards", "type:asset", "--game", "chronx"][..],
        &["collection", "list"],
        &["deck", "list"],
        &["deck", "history", name],
        &["deck", "stats", "chronx/corporate", "--odds", "1.. of (type:asset)"],
        &["goldfish", "afrika/ember-drum", "--games", "50", "--turns", "12"],
        &["hands", "afrika/ember-drum", "--games", "50"],
        &["odds", "afrika/ember-drum", "1.. of (type:terrain)"],
        &["match", "chronx/constructed", "--players", "random", "--turns", "2", "--seed", "1"],
        &["event", "list"],
        &["event", "show", name],
        &["draft", "list"],
        &["tournament", "list"],
        &["data", "report", "chronx"],
        &["companion", "--simulate", "3", "--seed", "1"],
    ] {
        let (narrow, whole) = (shop.shown(Some(NARROW), args), shop.shown(None, args));
        let width = |line: &str| line.trim_end().chars().count();
        // Sentences have no gaps; lists of numbers begin with what they count.
        let lists = ["Curve ", "Types ", "Factions ", "Copies ", "screw "];
        let is_table = |line: &&str| line.trim().contains("  ") && !lists.iter().any(|list| line.starts_with(list));
        let wide: Vec<&str> = narrow.lines().filter(is_table).filter(|line| width(line) > NARROW).collect();
        assert!(wide.is_empty(), "{args:?}: {wide:#?}\n{narrow}");
        assert!(whole.lines().filter(is_table).any(|line| width(line) > NARROW), "{args:?} tries nothing\n{whole}");
        assert!(!whole.contains('…') || args[0] == "event", "{args:?}: shortened in a pipe\n{whole}");
    }
}

#[test]
fn sets_are_named_where_a_name_has_several_printings_in_the_list() {
    let shop = Shop::new();
    let data = repo("formats/tests/deckfiles");
    let shown = |args: &[&str]| shop.run(0, &[args, &["--data", text(&data)]].concat());
    let both = shop.path("both.txt");
    std::fs::write(&both, "Deck\n2 Lamp Keeper (FL) 1\n1 Lamp Keeper (SL) 2b\n").expect("written");
    let one = shop.path("one.txt");
    std::fs::write(&one, "Deck\n2 Lamp Keeper (FL) 1\n").expect("written");
    let deck = |file: &Path| shown(&["deck", "show", text(file), "--game", "lamps"]);
    let told = deck(&both);
    assert!(told.contains("2 Lamp Keeper (FL) 1\n") && told.contains("1 Lamp Keeper (SL) 2b\n"), "{told}");
    assert!(deck(&one).contains("2 Lamp Keeper\n"), "{}", deck(&one));
    let list = || shown(&["collection", "list", "--game", "lamps"]);
    let has_sets = |list: &str| list.lines().next().expect("a heading").contains("Set");
    shown(&["collection", "add", "1 Lamp Keeper (FL) 1"]);
    assert!(!has_sets(&list()), "{}", list());
    shown(&["collection", "add", "1 Lamp Keeper (SL) 2"]);
    assert!(has_sets(&list()), "{}", list());
}
