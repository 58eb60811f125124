//! `deckloom collection` as a script sees it: exit codes, JSON, tables in and out.

use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::{Value, json};

struct Shop {
    folder: tempfile::TempDir,
}

impl Shop {
    fn new() -> Shop {
        Shop { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// A file with this text.
    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("written");
        self.path(name)
    }

    fn output(&self, args: &[&str]) -> (Option<i32>, String, String) {
        self.run(&[&["collection"], args].concat())
    }

    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        command.arg("--library").arg(self.path("library.db")).args(args);
        let output = command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().expect("runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn json(&self, code: i32, args: &[&str]) -> Value {
        let (exit, out, error) = self.output(&[args, &["--json"]].concat());
        assert_eq!(exit, Some(code), "{args:?}\n{out}{error}");
        serde_json::from_str(&out).unwrap_or_else(|e| panic!("{args:?}: {e}\n{out}"))
    }

    fn words(&self, code: i32, args: &[&str]) -> String {
        let (exit, out, error) = self.output(args);
        assert_eq!(exit, Some(code), "{args:?}\n{out}{error}");
        out
    }

    fn error(&self, code: i32, args: &[&str]) -> String {
        let (exit, out, error) = self.output(args);
        assert_eq!(exit, Some(code), "{args:?}\n{out}{error}");
        error
    }

    /// What is owned and wanted, by card id.
    fn held(&self) -> Vec<(String, u64, u64)> {
        let list = self.json(0, &["list"]);
        let count = |c: &Value, pile: &str| c[pile].as_u64().expect("a count");
        let cards = list["cards"].as_array().expect("cards").iter();
        cards.map(|c| (c["id"].as_str().expect("an id").to_owned(), count(c, "owned"), count(c, "wanted"))).collect()
    }
}

fn held(id: &str, owned: u64, wanted: u64) -> (String, u64, u64) {
    (id.to_owned(), owned, wanted)
}

fn repo(path: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path).to_str().expect("UTF-8").to_owned()
}

#[test]
fn copies_are_added_removed_and_undone_across_runs() {
    let shop = Shop::new();
    assert!(shop.words(0, &["list"]).contains("There is no card in the collection"));
    let added = shop.json(0, &["add", "3", "cosmic", "storyteller", "(LC)", "1"]);
    assert_eq!(added["changes"][0]["after"], 3);
    shop.json(0, &["add", "2 Cosmic Storyteller", "--wanted"]);
    shop.json(0, &["add", "Junior Broker"]);
    shop.json(0, &["remove", "1 Cosmic Storyteller"]);
    assert_eq!(shop.held(), [held("cosmic-storyteller", 2, 2), held("junior-broker", 1, 0)]);
    // Removing more than there is is refused and changes nothing.
    assert!(shop.error(1, &["remove", "5 Cosmic Storyteller"]).contains("nothing was changed"));
    shop.json(0, &["remove", "Cosmic Storyteller", "--all", "--wanted"]);
    assert_eq!(shop.held()[0], held("cosmic-storyteller", 2, 0));
    // Each undo takes back one more.
    for after in [(2, 2), (3, 2), (3, 0), (0, 0)] {
        let undone = shop.json(0, &["undo", "--game", "afrika"]);
        assert_eq!(undone["changes"].as_array().expect("a change").len(), 1);
        let now = shop.held().into_iter().find(|c| c.0 == "cosmic-storyteller").map_or((0, 0), |c| (c.1, c.2));
        assert_eq!(now, after);
    }
    assert_eq!(shop.json(0, &["undo", "--game", "afrika"])["changes"], json!([]));
    shop.json(0, &["undo", "--redo", "--game", "afrika"]);
    assert_eq!(shop.held(), [held("cosmic-storyteller", 3, 0), held("junior-broker", 1, 0)]);
}

#[test]
fn what_cannot_be_added_says_why() {
    let shop = Shop::new();
    for (code, arguments, said) in [
        (2, &["add", "3 Cosmic Storyteler"][..], "did you mean `Cosmic Storyteller`"),
        (2, &["add", "Cosmic Storyteller", "--set", "XX"], "it is not in a set `XX`"),
        (2, &["add", "0 Cosmic Storyteller"], "0 copies"),
        (2, &["add", "Cosmic Storyteller", "--game", "afrca"], "did you mean `afrika`"),
        (2, &["list", "tpye:asset"], "did you mean `type`"),
        (2, &["export", "cards.txt"], "let the name end in .csv"),
        (2, &["lacks"], "--all-saved"),
        (2, &["lacks", "nothing-like-it"], "there is no deck"),
    ] {
        let error = shop.error(code, arguments);
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
    assert!(shop.held().is_empty());
}

#[test]
fn a_list_has_totals_and_how_much_of_each_set_is_there() {
    let shop = Shop::new();
    shop.json(0, &["add", "3 Cosmic Storyteller"]);
    shop.json(0, &["add", "4 Junior Broker", "--wanted"]);
    let all = shop.json(0, &["list"]);
    assert_eq!((all["owned"].as_u64(), all["wanted"].as_u64()), (Some(3), Some(4)));
    let set = &all["sets"][0];
    assert_eq!(
        (set["id"].as_str(), set["owned"].as_u64(), set["copies"].as_u64()),
        (Some("luminous-chronicle"), Some(1), Some(3))
    );
    assert_eq!(shop.json(0, &["list", "rarity:rare", "--game", "afrika"])["cards"].as_array().expect("cards").len(), 1);
    assert_eq!(shop.json(0, &["list", "rarity:common", "--game", "afrika"])["owned"], 0);
    assert_eq!(shop.json(0, &["list", "--wanted"])["cards"][0]["id"], "junior-broker");
    let missing = shop.json(0, &["list", "set:luminous-chronicle", "--missing", "--game", "afrika"])["cards"]
        .as_array()
        .expect("cards")
        .len() as u64;
    assert_eq!(Some(missing + 1), set["cards"].as_u64());
}

#[test]
fn a_collection_goes_out_and_comes_back() {
    let (shop, other) = (Shop::new(), Shop::new());
    for card in ["3 Cosmic Storyteller", "2 Junior Broker"] {
        shop.json(0, &["add", card]);
    }
    shop.json(0, &["add", "1 Union Quartermaster", "--wanted"]);
    let file = shop.path("cards.csv");
    assert_eq!(shop.json(0, &["export", &file])["cards"], 3);
    let text = std::fs::read_to_string(&file).expect("written");
    assert!(text.starts_with("game,id,name,set,number,owned,wanted\nafrika,cosmic-storyteller,Cosmic Storyteller,luminous-chronicle,LC001,3,0\n"), "{text}");
    // A preview changes nothing; an import twice is an import once; adding doubles; one undo takes back one import.
    let preview = other.json(0, &["import", &file, "--preview"]);
    assert_eq!((preview["changes"].as_array().expect("changes").len(), other.held().len()), (3, 0));
    other.json(0, &["import", &file]);
    other.json(0, &["import", &file]);
    assert_eq!(other.held(), shop.held());
    other.json(0, &["import", &file, "--add"]);
    assert_eq!(other.held()[0], held("cosmic-storyteller", 6, 0));
    let undone = other.json(0, &["undo", "--game", "afrika"]);
    assert_eq!((undone["from"].as_str(), undone["changes"][0]["after"].as_u64()), (Some("cards.csv"), Some(3)));
}

#[test]
fn lines_that_are_no_card_are_reported_and_the_others_taken() {
    let shop = Shop::new();
    let file = shop.file(
        "binder.csv",
        "Count,Tradelist Count,Name,Edition,Collector Number\n3,1,Junior Brokr,SE,1\n2,0,Junior Broker,Unknown Set,\nx,0,Union Quartermaster,,\n",
    );
    let result = shop.json(1, &["import", &file, "--game", "chronx"]);
    let lines = result["lines"].as_array().expect("lines");
    let told = |n: usize| (lines[n]["line"].as_u64(), lines[n]["outcome"].as_str());
    assert_eq!(
        [told(0), told(1), told(2)],
        [(Some(2), Some("unplaced")), (Some(3), Some("card")), (Some(4), Some("unplaced"))]
    );
    assert_eq!(lines[0]["meant"], "Junior Broker");
    assert_eq!(lines[1]["note"], "it is not in a set `Unknown Set`");
    assert_eq!(lines[2]["note"], "`x` is not a number of copies");
    assert_eq!(shop.held(), [held("junior-broker", 2, 0)]);
    let error = shop.error(3, &["import", &shop.file("prices.csv", "Price,Condition\n1,Mint\n")]);
    assert!(error.contains("prices.csv: line 1, column 1: no column says which card"), "{error}");
    let error = shop.error(3, &["import", &shop.file("other.csv", "Name,Count\nBlack Lotus,1\n")]);
    assert!(error.contains("no game knows a card of it"), "{error}");
}

#[test]
fn lists_and_decks_are_imported_too() {
    let shop = Shop::new();
    let list = shop.file("list.txt", "// bought today\n3 Cosmic Storyteller (LC) 1\n1x Junior Broker\n");
    let result = shop.json(1, &["import", &list, "--game", "afrika"]);
    assert_eq!((result["placed"].as_u64(), result["unplaced"].as_u64()), (Some(1), Some(1)));
    shop.json(0, &["import", &shop.file("wishes.txt", "2 Junior Broker\n"), "--wanted"]);
    assert_eq!(shop.held(), [held("cosmic-storyteller", 3, 0), held("junior-broker", 0, 2)]);
    let both = shop.file("both.csv", "Name,Owned,Wanted\nJunior Broker,1,0\n");
    assert!(shop.error(2, &["import", &both, "--wanted"]).contains("leave out --wanted"));
    // Whoever imports a deck owns it, whatever else was owned of it.
    let deck = repo("data/chronx/decks/corporate.toml");
    assert!(shop.json(1, &["lacks", "chronx/corporate"])["missing"].as_u64() > Some(20));
    shop.json(0, &["import", &deck]);
    assert_eq!(shop.json(0, &["lacks", "chronx/corporate"])["missing"], 0);
    // A second copy of the deck needs as much again, unless it shares; then what is wanted makes no difference.
    let size = shop.json(0, &["list", "--game", "chronx"])["owned"].as_u64();
    assert_eq!(shop.json(1, &["lacks", "chronx/corporate", &deck])["missing"].as_u64(), size);
    assert_eq!(shop.json(0, &["lacks", "chronx/corporate", &deck, "--shared"])["missing"], 0);
    let wished = shop.json(1, &["lacks", "chronx/corporate", &deck, "--want"]);
    let again = shop.json(1, &["lacks", "chronx/corporate", &deck, "--want"]);
    assert_eq!(wished, again, "what is wanted already is not wanted twice");
    // Two Junior Brokers were wanted before, of which the second deck needs one.
    assert_eq!(shop.json(0, &["list", "--game", "chronx"])["wanted"].as_u64(), size.map(|n| n + 1));
}

#[test]
fn a_card_that_is_gone_is_listed_as_unknown() {
    let shop = Shop::new();
    let table = "game,id,name,set,number,owned,wanted\nafrika,gone-card,Gone Card,gone,1,2,0\nnowhere,x,X,,,1,0\n";
    let result = shop.json(1, &["import", &shop.file("old.csv", table)]);
    assert_eq!(result["lines"][0]["outcome"], "unknown");
    assert!(result["lines"][1]["note"].as_str().expect("a note").contains("there is no game `nowhere` here"));
    assert!(shop.words(0, &["list"]).contains("gone-card (unknown to the game)"));
    shop.json(0, &["remove", "2 gone-card"]);
    assert!(shop.held().is_empty());
}

#[test]
fn searches_ask_about_what_is_owned_and_wanted() {
    let shop = Shop::new();
    shop.json(0, &["add", "3 Repo Drone", "--game", "chronx"]);
    shop.json(0, &["add", "1 Courier Drone", "--game", "chronx", "--wanted"]);
    for (query, names) in [("owned>=2", &["Repo Drone"][..]), ("wanted>=1", &["Courier Drone"]), ("owned>=4", &[])] {
        let (exit, out, error) = shop.run(&["cards", query, "--game", "chronx", "--json"]);
        assert_eq!(exit, Some(0), "{error}");
        let found: Value = serde_json::from_str(&out).expect("JSON");
        let cards = found["cards"].as_array().expect("cards").iter();
        assert_eq!(cards.map(|c| c["name"].as_str().expect("a name")).collect::<Vec<_>>(), names, "{query}");
    }
}
