//! Standings by published numbers, and by numbers worked out by hand.

use formats::event::log::{EventAction, Pairing, RoundStage};
use formats::event::standings::{fraction, percent};
use formats::event::{PairingScheme, PlayerId, Tiebreaker, TournamentEvent};

use super::{crowd, does, enter, report, score, start};

fn pair(event: &mut TournamentEvent, pairs: &[(u32, Option<u32>)]) {
    let pairing = |(a, b): &(u32, Option<u32>)| Pairing {
        a: PlayerId(*a),
        b: b.map(PlayerId),
        pod: None,
        node: None,
        why: Vec::new(),
    };
    does(event, EventAction::Pair { stage: RoundStage::Rounds, matches: pairs.iter().map(pairing).collect() });
}

/// Match records of a player's opponents, each with the value that the Magic tournament rules (2019), appendix C, print
/// for it, rounded to two places.
const OPPONENTS: [(u32, u32, u32, &str); 8] = [
    (4, 4, 0, "50"),
    (7, 1, 0, "88"),
    (1, 3, 1, "33"),
    (3, 3, 1, "48"),
    (6, 2, 0, "75"),
    (5, 2, 1, "67"),
    (4, 3, 1, "54"),
    (6, 1, 1, "79"),
];

/// A league in which player 0 meets eight others, whose other matches give them these records.
fn published(bye: bool) -> TournamentEvent {
    let mut start = start(PairingScheme::League, None, 1);
    start.rules.tiebreakers = vec![Tiebreaker::OpponentsMatches];
    let mut event = TournamentEvent::begin(start).expect("begins");
    crowd(&mut event, 9);
    let meet = |event: &mut TournamentEvent, a: u32, b: u32, text: &str| {
        does(event, EventAction::Meet { a: PlayerId(a), b: PlayerId(b), score: score(text) });
    };
    for (at, (won, lost, drawn, _)) in OPPONENTS.into_iter().enumerate() {
        let opponent = at as u32 + 1;
        let (mut won, mut lost, mut drawn) = (won, lost, drawn);
        if !(bye && at == 0) {
            meet(&mut event, 0, opponent, "2-0");
            lost -= 1;
        }
        // Strangers who are met by nobody else make up the rest of the record.
        for (many, text) in [(&mut won, "2-0"), (&mut lost, "0-2"), (&mut drawn, "1-1")] {
            for _ in 0..*many {
                let stranger = event.players.len() as u32;
                crowd(&mut event, 1);
                meet(&mut event, opponent, stranger, text);
            }
        }
    }
    event
}

#[test]
fn published_percentages_of_opponents_come_out() {
    let event = published(false);
    let standings = event.standings(event.rounds.len());
    let of = |id: u32| standings.iter().find(|s| s.player == PlayerId(id)).expect("stands somewhere");
    // .50 + .875 + .33 + .476 + .75 + .667 + .542 + .792 over 8, published as .62.
    let sum = fraction(12, 24) + fraction(21, 24) + fraction(33, 100) + fraction(10, 21) + fraction(18, 24);
    let mean = (sum + fraction(16, 24) + fraction(13, 24) + fraction(19, 24)) / fraction(8, 1);
    assert_eq!(of(0).ties[0], mean);
    assert_eq!(percent(&mean), "61.64%");
    // What each stranger has met is one opponent: whose own percentage is the published one.
    for (at, (won, lost, drawn, published)) in OPPONENTS.into_iter().enumerate() {
        let record = &of(at as u32 + 1).record;
        assert_eq!((record.won, record.lost, record.drawn), (won, lost, drawn));
        let stranger = record.opponents().find(|o| o.0 > 8).expect("has met strangers");
        let told = percent(&of(stranger.0).ties[0]);
        let rounded = (told.trim_end_matches('%').replace('.', "").parse::<u32>().expect("a number") + 50) / 100;
        assert_eq!(rounded.to_string(), published);
    }
}

#[test]
fn a_bye_is_left_out_of_the_opponents_and_of_the_own_percentage() {
    // The same opponents but the first, whose round was a bye: published as .63.
    let event = published(true);
    let standings = event.standings(event.rounds.len());
    let own = standings.iter().find(|s| s.player == PlayerId(0)).expect("stands somewhere");
    assert_eq!(percent(&own.ties[0]), "63.30%");
    // 6-2-1 is 19 of 27; with two byes among the wins, 13 of 21 (SK211, 70.3704% and 61.9048 %).
    assert_eq!((percent(&fraction(19, 27)), percent(&fraction(13, 21))), ("70.37%".into(), "61.90%".into()));
    for byes in [0, 2] {
        let mut event = TournamentEvent::begin(start(PairingScheme::Swiss, Some(9), 1)).expect("begins");
        crowd(&mut event, 11);
        let results = ["2-0", "2-0", "2-0", "2-0", "2-0", "2-0", "0-2", "0-2", "1-1"];
        for (at, text) in results.into_iter().enumerate() {
            let opponent = (at >= byes).then_some(at as u32 + 1);
            pair(&mut event, &[(0, opponent), (10, None)]);
            if opponent.is_some() {
                report(&mut event, at as u32 + 1, 1, text);
            }
        }
        // The last opponent has met nobody else in a match: its first tie-breaker is player 0's percentage.
        let standings = event.standings(9);
        let last = standings.iter().find(|s| s.player == PlayerId(9)).expect("stands somewhere");
        assert_eq!(percent(&last.ties[0]), if byes == 0 { "70.37%" } else { "61.90%" });
    }
}

/// Four players, three rounds, worked out by hand.
fn four() -> TournamentEvent {
    let mut event = TournamentEvent::begin(start(PairingScheme::Swiss, Some(3), 1)).expect("begins");
    enter(&mut event, &["Ann", "Bob", "Cyd", "Dov"]);
    for (round, pairs, results) in [
        (1, [(0, Some(1)), (2, Some(3))], ["2-0", "2-1"]),
        (2, [(0, Some(2)), (1, Some(3))], ["1-2", "2-0"]),
        (3, [(0, Some(3)), (1, Some(2))], ["2-1", "2-0"]),
    ] {
        pair(&mut event, &pairs);
        report(&mut event, round, 1, results[0]);
        report(&mut event, round, 2, results[1]);
    }
    event
}

#[test]
fn three_level_players_are_told_apart_and_the_reason_is_said() {
    let event = four();
    // Ann, Bob and Cyd have won two of three and met the same three: OMW% is (2/3 + 2/3 + 33/100) / 3 for each.
    // Games: Ann 5-3, Bob 4-2, Cyd 4-4, Dov 2-6. GW% 15/24, 12/18, 12/24, and 6/24 which counts as 33/100.
    let standings = event.standings(3);
    let order: Vec<&str> = standings.iter().map(|s| event.name(s.player)).collect();
    assert_eq!(order, ["Bob", "Ann", "Cyd", "Dov"]);
    let omw = (fraction(2, 3) + fraction(2, 3) + fraction(33, 100)) / fraction(3, 1);
    assert!(standings[..3].iter().all(|s| s.ties[0] == omw && s.record.points == 6));
    let games = [fraction(2, 3), fraction(5, 8), fraction(1, 2), fraction(33, 100)];
    assert!(standings.iter().zip(&games).all(|(s, g)| s.ties[1] == *g));
    // OGW% of Bob: Ann 5/8, Cyd 1/2, Dov 33/100.
    assert_eq!(standings[0].ties[2], (fraction(5, 8) + fraction(1, 2) + fraction(33, 100)) / fraction(3, 1));
    let why = event.explain_order(3, PlayerId(0), PlayerId(1)).expect("both stand somewhere");
    assert_eq!(
        why,
        "Both have 6 match points. Also tied: opponents' match wins, 55.44%. Bob is before Ann by game wins: 66.67% \
         against 62.50% (exactly 2/3 and 5/8)."
    );
    let why = event.explain_order(3, PlayerId(3), PlayerId(2)).expect("both stand somewhere");
    assert_eq!(why, "Cyd is before Dov with 6 match points against 0.");
    // After round 1: Ann 2-0 Bob, Cyd 2-1 Dov. Both winners beat somebody whose percentage is the floor.
    let standings = event.standings(1);
    assert_eq!(standings[0].player, PlayerId(0));
    assert_eq!(percent(&standings[0].ties[0]), "33.00%");
}

#[test]
fn rules_of_other_games_break_ties_otherwise() {
    let mut event = four();
    event.start.rules.tiebreakers = vec![Tiebreaker::HeadToHead, Tiebreaker::GameDifference, Tiebreaker::PointsBeaten];
    // Each of the three beat one of the other two; games: Bob +2, Ann +2, Cyd 0; beaten: Ann has Bob (6) and Dov (0),
    // Bob has Dov (0) and Cyd (6).
    let standings = event.standings(3);
    assert!(standings[..3].iter().all(|s| s.ties[0] == fraction(1, 1)));
    assert_eq!(standings[2].player, PlayerId(2));
    assert!(standings[..2].iter().all(|s| s.ties[1] == fraction(2, 1) && s.ties[2] == fraction(6, 1) && s.by_lot));
    let why = event.explain_order(3, PlayerId(0), PlayerId(1)).expect("both stand somewhere");
    assert!(why.contains("They are equal in everything, and the lot of the event's seed put "), "{why}");
    event.start.rules.tiebreakers = vec![Tiebreaker::OpponentsPoints, Tiebreaker::MedianPoints, Tiebreaker::Wins];
    let standings = event.standings(3);
    // The three have met 6 + 6 + 0, without best and worst 6; Dov 18, and 6.
    assert!(standings[..3].iter().all(|s| s.ties == [fraction(12, 1), fraction(6, 1), fraction(2, 1)]));
    assert_eq!(standings[3].ties, [fraction(18, 1), fraction(6, 1), fraction(0, 1)]);
}

#[test]
fn late_and_gone_players_count_the_rounds_that_the_rules_count() {
    let mut event = TournamentEvent::begin(start(PairingScheme::Swiss, Some(4), 1)).expect("begins");
    enter(&mut event, &["Ann", "Bob", "Cyd", "Dov"]);
    pair(&mut event, &[(0, Some(1)), (2, Some(3))]);
    report(&mut event, 1, 1, "2-0");
    report(&mut event, 1, 2, "2-0");
    // Bob leaves after round 1 with 0 of 3; Eve comes for round 2 and has lost the first.
    does(&mut event, EventAction::Drop { player: PlayerId(1) });
    enter(&mut event, &["Eve"]);
    pair(&mut event, &[(0, Some(2)), (3, Some(4))]);
    report(&mut event, 2, 1, "2-0");
    report(&mut event, 2, 2, "0-2");
    let records = event.records(2);
    assert_eq!((records[4].won, records[4].lost, records[4].missed, records[4].games), (1, 1, 1, (2, 0, 0)));
    assert_eq!((records[1].lost, records[1].missed), (1, 0), "rounds after the last do not count");
    // Bob comes back for round 3: round 2 was missed.
    does(&mut event, EventAction::Return { player: PlayerId(1) });
    pair(&mut event, &[(0, Some(4)), (1, Some(2)), (3, None)]);
    assert_eq!(event.records(3)[1].missed, 1);
    report(&mut event, 3, 1, "1-1-1");
    report(&mut event, 3, 2, "no-show-b");
    let records = event.records(3);
    assert_eq!((records[0].points, records[4].points, records[1].points, records[3].points), (7, 4, 3, 3));
    // Dov: two losses and a bye. In OMW% the bye is left out, so whoever met Dov has 0 of 6, which counts as 0.33.
    assert_eq!((records[3].byes, records[3].games), (1, (2, 4, 0)));
    assert_eq!(records[0].games, (5, 1, 1));
}
