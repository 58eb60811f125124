//! A tournament of three days: people and bots at one table, put down and taken up, killed at random moments.

use std::io::Read;

use super::*;

const FORMAT: &str = "emperors-star/tournament";

#[test]
fn people_see_only_their_own_sheets_and_go_on_another_day() {
    let hall = Program::of("event");
    let sit = "Ann,passive,passive,Bo,passive,passive";
    let new = ["tournament", "new", "Star", FORMAT, "--sit", sit, "--seed", "3", "--option", "max_turns=12"];
    let begun = hall.json(&new);
    assert!(begun["board"].is_null() && list(&begun["legal"]).is_empty(), "nobody's eyes are borrowed");
    assert!(hall.run(2, &new).1.contains("is taken"));
    let asked = hall.json(&["tournament", "go-on", "Star"]);
    let seat = asked["asked"].as_u64().expect("a person is asked");
    assert!(seat == 1 || seat == 4);
    let (seat, other) = (seat.to_string(), (5 - seat).to_string());
    let own = hall.json(&["tournament", "show", "Star", "--seat", &seat]);
    let legal = list(&own["legal"]);
    assert!(legal.len() > 1 && own["board"].is_string());
    let theirs = hall.json(&["tournament", "show", "Star", "--seat", &other]);
    assert!(list(&theirs["legal"]).is_empty(), "what a seat may do tells what it holds");
    assert_ne!(theirs["board"], own["board"]);
    assert!(hall.run(2, &["tournament", "do", "Star", "--seat", &other, "#1"]).1.contains("has nothing to decide"));
    assert!(
        hall.run(2, &["tournament", "do", "Star", "--seat", &seat, "fly to the moon"])
            .1
            .contains("cannot be done here")
    );
    let after = hall.json(&["tournament", "do", "Star", "--seat", &seat, word(&legal[legal.len() - 1])]);
    let decisions = |state: &Value| state["decisions"].as_u64().expect("a number");
    assert!(decisions(&after) > decisions(&own));
    // Another evening: it stands where it was, and a number will do as well as the words.
    let again = hall.json(&["tournament", "show", "Star"]);
    assert_eq!((&again["turn"], decisions(&again)), (&after["turn"], decisions(&after)));
    let seat = after["asked"].to_string();
    assert!(decisions(&hall.json(&["tournament", "do", "Star", "--seat", &seat, "#1"])) > decisions(&after));
    let listed = hall.json(&["tournament", "list"]);
    assert_eq!(listed["tournaments"][0]["sitters"][3], "Bo");
}

/// Bots play three days while the program is killed again and again; every decision that was told as saved is there.
#[test]
fn a_killed_tournament_goes_on_without_loss() {
    let hall = Program::of("event");
    let sit = "random,random,random,random,random,random";
    hall.json(&["tournament", "new", "K", FORMAT, "--sit", sit, "--seed", "5", "--option", "max_turns=12"]);
    let state = |name: &str| hall.json(&["tournament", "show", name]);
    let (mut chance, mut kills, mut confirmed) = (0x2545_f491_4f6c_dd1du64, 0, 0);
    loop {
        // How long it may play is how long it took to look, however busy the machine is.
        let began = Instant::now();
        state("K");
        let longest = 3 * began.elapsed().as_micros() as u64;
        let mut command = hall.command(&["tournament", "go-on", "K"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("runs");
        kills += u32::from(kill_within(&mut child, longest, &mut chance));
        let mut told = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut told).expect("UTF-8");
        child.wait().expect("ends");
        // A line that was cut off was not told.
        let whole = told.rsplit_once('\n').map_or("", |(lines, _)| lines);
        let numbers = whole.lines().filter_map(|l| l.strip_prefix("saved ")?.split(' ').next()?.parse::<u64>().ok());
        confirmed = numbers.fold(confirmed, u64::max);
        let now = state("K");
        let decisions = now["decisions"].as_u64().expect("a number");
        assert!(decisions >= confirmed, "{confirmed} were told, {decisions} are there");
        confirmed = decisions;
        if now["outcome"].is_string() {
            break;
        }
    }
    assert!(kills > 0 && confirmed > 100, "{kills} kills, {confirmed} decisions");
}
