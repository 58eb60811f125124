//! Evenings at the desk: seats, results by whoever may tell them, corrections, brackets, penalties, leagues.

use formats::event::bracket::BracketKind;
use formats::event::league::{self, LeagueScoring};
use formats::event::log::{EventAction, MatchScore, Prize, ResultKind};
use formats::event::{EventKind, PairingReason, PairingScheme, PlayerId, TournamentEvent};

use super::{crowd, does, enter, refused, report, score, start};

fn draft(players: u32, seed: u64) -> TournamentEvent {
    let mut start = start(PairingScheme::Swiss, None, seed);
    (start.kind, start.pods) = (EventKind::Draft, Some((4, 8)));
    let mut event = TournamentEvent::begin(start).expect("begins");
    crowd(&mut event, players);
    event
}

fn play_round(event: &mut TournamentEvent) {
    let paired = event.pair().expect("pairs");
    does(event, paired);
    let round = event.round();
    for table in event.waiting() {
        report(event, round, table, ["2-0", "2-1", "1-2"][table as usize % 3]);
    }
}

#[test]
fn pods_sit_at_random_and_begin_across_the_table() {
    let mut event = draft(22, 5);
    assert!(refused(&event, "desk", event.pair().expect("a round")).contains("draw them before the first round"));
    let seats = event.draw_seats().expect("fits");
    does(&mut event, seats.clone());
    assert_eq!(event.pods.iter().map(Vec::len).collect::<Vec<_>>(), [8, 7, 7]);
    assert_eq!(event.planned(), Some(3));
    // Drawn again it is another order, and nobody comes in any more.
    assert_ne!(event.draw_seats().expect("fits"), seats);
    let late = EventAction::Enter(vec![formats::event::log::Entrant { name: "Late".into(), members: Vec::new() }]);
    assert!(refused(&event, "desk", late).contains("the pods are already seated"));
    let paired = event.pair().expect("pairs");
    does(&mut event, paired);
    for m in &event.rounds[0].matches {
        let (pod, seat) = event.seat_of(m.pairing.a).expect("sits");
        let half = event.pods[pod].len() / 2;
        match m.pairing.b {
            Some(b) => assert_eq!(event.seat_of(b), Some((pod, seat + half))),
            None => assert_eq!(seat, 2 * half, "the last seat of an odd pod"),
        }
    }
    // Later rounds stay inside the pods.
    for table in event.waiting() {
        report(&mut event, 1, table, "2-0");
    }
    play_round(&mut event);
    let inside = |p: &formats::event::log::Pairing| {
        p.b.is_none_or(|b| event.seat_of(p.a).map(|s| s.0) == event.seat_of(b).map(|s| s.0))
    };
    assert!(event.rounds[1].matches.iter().all(|m| inside(&m.pairing)));
    let mut few = draft(3, 5);
    assert!(few.draw_seats().expect_err("too few").to_string().contains("3 players do not fill pods of 4 to 8"));
    crowd(&mut few, 1);
    assert!(few.draw_seats().is_ok());
}

#[test]
fn who_did_not_play_says_nothing_and_two_who_did_must_agree() {
    let mut event = TournamentEvent::begin(start(PairingScheme::Swiss, Some(2), 1)).expect("begins");
    enter(&mut event, &["Ann", "Bob", "Cyd", "Dov"]);
    let paired = event.pair().expect("pairs");
    does(&mut event, paired);
    let m = &event.rounds[0].matches[0].pairing;
    let (a, b) = (event.name(m.a).to_owned(), event.name(m.b.expect("no bye")).to_owned());
    let other = event.players.iter().map(|p| p.name.clone()).find(|n| *n != a && *n != b).expect("four play");
    let says = |score: MatchScore| EventAction::Report { round: 1, table: 1, score };
    assert!(refused(&event, &other, says(score("2-0"))).contains("does not play at table 1"));
    let entry =
        |by: &str, text: &str| formats::event::log::EventLogEntry { at: 0, by: by.into(), action: says(score(text)) };
    let said = event.after(entry(&a, "2-0")).expect("says");
    assert!(said.after(entry(&b.to_uppercase(), "2-0")).is_ok(), "the other may say the same");
    let error = said.after(entry(&b, "1-2")).expect_err("another result").to_string();
    assert!(error.contains(&format!("{a} said 2-0; only the desk")), "{error}");
    assert!(said.after(entry("desk", "1-2")).is_ok());
    assert!(
        refused(&event, "desk", EventAction::Report { round: 1, table: 9, score: score("2-0") }).contains("no table 9")
    );
    assert!(refused(&event, "desk", event.pair().expect("round 2")).contains("no result yet of table 1, 2"));
    for bad in ["3-0", "2-2", "", "2", "two-nil", "1-1-99"] {
        assert!(MatchScore::parse(bad, &event.start.rules).is_err(), "{bad}");
    }
}

#[test]
fn a_correction_of_round_1_in_round_3_shows_what_moves_before_it_is_made() {
    let mut event = TournamentEvent::begin(start(PairingScheme::Swiss, Some(4), 9)).expect("begins");
    crowd(&mut event, 8);
    for _ in 0..3 {
        play_round(&mut event);
    }
    let first = event.rounds[0].matches[0].clone();
    let (a, b) = (first.pairing.a, first.pairing.b.expect("no bye"));
    let turned = first.score.expect("played").flipped();
    let entry = formats::event::log::EventLogEntry {
        at: 77,
        by: "desk".into(),
        action: EventAction::Report { round: 1, table: 1, score: turned },
    };
    let (after, moves) = event.try_out(entry).expect("can be done");
    assert_eq!(event.rounds[0].matches[0].score, first.score, "nothing is changed yet");
    let of = |id: PlayerId| moves.standings.iter().find(|m| m.player == id).expect("its points move");
    let gap = |id: PlayerId| i64::from(of(id).points.1) - i64::from(of(id).points.0);
    assert_eq!((gap(a).abs(), gap(b)), (3, -gap(a)));
    // Whoever met one of the two has another first tie-breaker, and nobody else's points move.
    for m in &moves.standings {
        assert!(m.player == a || m.player == b || m.points.0 == m.points.1);
    }
    let before: Vec<_> = event.standings(3).into_iter().map(|s| (s.player, s.ties[0].clone())).collect();
    let now: Vec<_> = after.standings(3).into_iter().map(|s| (s.player, s.ties[0].clone())).collect();
    for (player, tie) in &before {
        let is = now.iter().find(|(p, _)| p == player).map(|(_, t)| t);
        let told = moves.standings.iter().any(|m| m.player == *player && m.ties.iter().any(|t| t.0 == "OMW%"));
        assert_eq!(is != Some(tie), told, "every tie-breaker that moves is told, and no other");
    }
    // Both were paired in round 2 with somebody who had as many points.
    assert!(moves.pairings.iter().any(|p| p.starts_with("Round 2")), "{:?}", moves.pairings);
    assert_eq!(after.log.last().map(|e| (e.at, e.by.as_str())), Some((77, "desk")));
}

#[test]
fn a_corrected_semi_final_puts_the_other_player_into_the_final() {
    let mut event = TournamentEvent::begin(start(PairingScheme::Swiss, Some(3), 2)).expect("begins");
    crowd(&mut event, 9);
    (0..3).for_each(|_| play_round(&mut event));
    let cut = event.cut(4, BracketKind::Single).expect("four are here");
    let EventAction::Cut { seeds, .. } = &cut else { panic!("a cut") };
    let best: Vec<PlayerId> = event.standings(3).into_iter().take(4).map(|s| s.player).collect();
    assert_eq!(*seeds, best);
    does(&mut event, cut);
    play_round(&mut event);
    let semi = event.rounds[3].matches[0].clone();
    assert_eq!((semi.pairing.a, semi.pairing.b), (best[0], Some(best[3])));
    let paired = event.pair().expect("the final");
    does(&mut event, paired);
    report(&mut event, 5, 1, "2-0");
    assert!(event.is_over());
    let champion = event.ranking()[0];
    let entry = formats::event::log::EventLogEntry {
        at: 0,
        by: "desk".into(),
        action: EventAction::Report { round: 4, table: 1, score: semi.score.expect("played").flipped() },
    };
    let (after, moves) = event.try_out(entry).expect("can be done");
    assert!(
        moves.pairings.iter().any(|p| p.starts_with("Round 5") && p.contains("the result is deleted")),
        "{moves:?}"
    );
    assert_eq!(after.waiting(), [1], "the final is to be played again");
    assert!(!after.is_over() && event.is_over() && event.ranking()[0] == champion);
    assert!(
        refused(&event, "desk", EventAction::Report { round: 5, table: 1, score: score("id") }).contains("no draws")
    );
}

#[test]
fn a_bracket_from_the_beginning_ends_with_one() {
    for kind in [BracketKind::Single, BracketKind::Double] {
        let mut event = TournamentEvent::begin(start(PairingScheme::Knockout(kind), None, 4)).expect("begins");
        crowd(&mut event, 11);
        let seeds = event.pair().expect("draws");
        does(&mut event, seeds);
        let mut matches = 0;
        while !event.is_over() {
            let paired = event.pair().expect("pairs");
            does(&mut event, paired);
            for table in event.waiting() {
                let round = event.round();
                report(&mut event, round, table, if table % 2 == 0 { "2-1" } else { "0-2" });
                matches += 1;
            }
        }
        match kind {
            BracketKind::Single => assert_eq!(matches, 10),
            BracketKind::Double => assert!((20..=21).contains(&matches)),
        }
        assert_eq!(event.ranking().len(), 11);
    }
}

#[test]
fn penalties_no_shows_drops_and_hand_made_pairings() {
    let mut event = TournamentEvent::begin(start(PairingScheme::Swiss, Some(3), 6)).expect("begins");
    crowd(&mut event, 6);
    let paired = event.pair().expect("pairs");
    does(&mut event, paired);
    let table = |event: &TournamentEvent, table: usize| {
        let p = &event.rounds[event.round() as usize - 1].matches[table - 1].pairing;
        (p.a, p.b.expect("no bye"))
    };
    let ((a, b), (c, _), (e, _)) = (table(&event, 1), table(&event, 2), table(&event, 3));
    // A game loss must be in the result.
    let punish = |player: PlayerId, kind: &str| EventAction::Penalty { player, kind: kind.into(), note: "seen".into() };
    does(&mut event, punish(a, "tardy"));
    assert!(
        refused(&event, "desk", EventAction::Report { round: 1, table: 1, score: score("2-0") }).contains("game loss")
    );
    report(&mut event, 1, 1, "2-1");
    assert!(refused(&event, "desk", punish(a, "tardi")).contains("did you mean `tardy`?"));
    // A match loss is the result; a disqualification takes the place in the standings, too.
    does(&mut event, punish(c, "bribery"));
    let lost = event.rounds[0].matches[1].score.expect("decided");
    assert_eq!((lost.winner(), lost.how), (Some(1), ResultKind::Penalty));
    does(&mut event, punish(e, "cheating"));
    assert!(!event.standings(1).iter().any(|s| s.player == e));
    assert_eq!(event.present().count(), 5);
    does(&mut event, EventAction::Pardon { penalty: 2 });
    assert!(event.standings(1).iter().any(|s| s.player == e));
    does(&mut event, EventAction::Return { player: e });
    // Round 2: two exchange their opponents by hand, and what that means is said.
    let paired = event.pair().expect("pairs");
    does(&mut event, paired);
    let ((g, _), (h, _)) = (table(&event, 1), table(&event, 2));
    let changed = event.exchange(g, h).expect("can be exchanged");
    let EventAction::Again(matches) = &changed else { panic!("a pairing") };
    assert!(matches[0].why[0] == PairingReason::ByHand && matches[2].why != [PairingReason::ByHand], "{matches:?}");
    does(&mut event, changed);
    let found = event.match_of(2, h).expect("plays");
    assert_eq!(found.0, 1);
    report(&mut event, 2, 1, "2-0");
    assert!(event.exchange(g, h).is_err(), "a match that was played stays");
    let again = event.pair_again().expect("pairs");
    assert!(refused(&event, "desk", again).contains("results of it are in"));
    does(&mut event, EventAction::Drop { player: b });
    assert!(refused(&event, "desk", EventAction::Drop { player: b }).contains("has left already"));
}

#[test]
fn a_league_is_played_as_people_meet_and_events_make_a_table() {
    let mut event = TournamentEvent::begin(start(PairingScheme::League, None, 6)).expect("begins");
    enter(&mut event, &["Ann", "Bob", "Cyd"]);
    let meet = |a: u32, b: u32, text: &str| EventAction::Meet { a: PlayerId(a), b: PlayerId(b), score: score(text) };
    does(&mut event, meet(0, 1, "2-0"));
    does(&mut event, meet(0, 1, "2-1"));
    does(&mut event, meet(2, 0, "2-0"));
    assert!(refused(&event, "desk", meet(1, 1, "2-0")).contains("two players"));
    let records = event.records(3);
    assert_eq!(records.iter().map(|r| (r.points, r.missed)).collect::<Vec<_>>(), [(6, 0), (0, 0), (3, 0)]);
    assert!(event.pair().expect_err("players meet as they like").to_string().contains("as they like"));
    let mut second = TournamentEvent::begin(start(PairingScheme::League, None, 7)).expect("begins");
    enter(&mut second, &["bob", "Dov"]);
    does(&mut second, meet(0, 1, "2-0"));
    let table = league::table(&[&event, &second], &LeagueScoring::MatchPoints);
    let lines: Vec<_> = table.iter().map(|l| (l.rank, l.name.as_str(), l.points, l.places.clone())).collect();
    assert_eq!(
        lines,
        [
            (1, "Ann", 6, vec![Some(1), None]),
            (2, "Bob", 3, vec![Some(3), Some(1)]),
            (3, "Cyd", 3, vec![Some(2), None]),
            (4, "Dov", 0, vec![None, Some(2)])
        ]
    );
    let table = league::table(&[&event, &second], &LeagueScoring::Places(vec![5, 3, 2]));
    assert_eq!(table.iter().map(|l| l.points).collect::<Vec<_>>(), [7, 5, 3, 3]);
    assert_eq!((table[2].rank, table[3].rank), (3, 3), "those who are equal share a rank");
}

#[test]
fn a_log_is_replayed_to_the_same_event_and_prizes_go_by_rank() {
    let mut event = draft(9, 8);
    let seats = event.draw_seats().expect("fits");
    does(&mut event, seats);
    does(
        &mut event,
        EventAction::Prizes(vec![
            Prize { from: 1, to: 1, what: "a box".into() },
            Prize { from: 2, to: 4, what: "3 packs".into() },
        ]),
    );
    (0..3).for_each(|_| play_round(&mut event));
    assert!(event.is_over());
    assert_eq!((event.prizes_of(1), event.prizes_of(4), event.prizes_of(5)), (vec!["a box"], vec!["3 packs"], vec![]));
    let text = serde_json::to_string(&event.log).expect("JSON");
    let again = TournamentEvent::replay(event.start.clone(), serde_json::from_str::<Vec<_>>(&text).expect("JSON"))
        .expect("fits");
    assert_eq!(format!("{:?}", again.standings(3)), format!("{:?}", event.standings(3)));
    assert_eq!(event.csv().expect("writes"), again.csv().expect("writes"));
    assert_eq!(event.csv().expect("writes").lines().count(), 10);
    let draw = event.draw_checks(4).expect("some are here");
    let EventAction::Draw { players } = draw.clone() else { panic!("a draw") };
    does(&mut event, draw);
    let EventAction::Draw { players: next } = event.draw_checks(4).expect("some are here") else { panic!("a draw") };
    assert!(players.len() == 4 && next.iter().all(|p| !players.contains(p)), "nobody twice before everybody once");
    let witness = event.witness(PlayerId(0)).expect("a neighbour");
    let (pod, seat) = event.seat_of(PlayerId(0)).expect("sits");
    assert_eq!(event.seat_of(witness), Some((pod, (seat + 1) % event.pods[pod].len())));
}
