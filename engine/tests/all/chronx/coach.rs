//! What the coach says about recorded games.

use engine::games::chronx::{Action, Duel, Event, State};
use engine::kernel::audience::Audience;
use engine::kernel::game_loop::{self, GameObserver, GameParams};
use engine::kernel::parallel::Progress;
use engine::kernel::player::SeatView;
use engine::kernel::record::Replay;
use engine::kernel::rules::{EventSink, Rules};
use engine::players::{Greedy, Passive, PlayerKind, Random};
use engine::session::coach::{self, Decision, DecisionRecorder, ReviewRequest};
use engine::session::human::{Human, HumanAnswer};
use formats::rng::Seed;

use super::search::weights;
use super::table::Table;

/// A game of somebody without a plan (seat 0) against greedy.
fn game(duel: &Duel, seed: Seed) -> DecisionRecorder<Duel> {
    let (mut one, mut two) = (Random::new(seed.part(1)), Greedy::new(weights(), seed.part(2)));
    let mut recorder = DecisionRecorder::default();
    let terms = GameParams { seed, first: Some(0), max_turns: 12 };
    game_loop::play(duel, &mut [&mut one, &mut two], &terms, &mut recorder).expect("they answer");
    recorder
}

fn asked(kind: PlayerKind) -> ReviewRequest {
    ReviewRequest { kind, at: None, seat: None, threads: 1 }
}

fn review(duel: &Duel, seed: Seed, played: &DecisionRecorder<Duel>, asked: &ReviewRequest) -> Vec<Decision> {
    let mut replay = Replay::new(duel, seed, Some(0), 12, &played.recorder.log);
    let moments = coach::decision_points(duel, &mut replay, asked).expect("it comes out as recorded");
    let thoughts = coach::review(duel, moments, asked, &weights(), &Progress::default());
    thoughts.expect("it answers").expect("nobody stopped it")
}

#[test]
fn who_plays_at_random_loses_more_than_who_thinks() {
    let table = Table::new();
    let (mut lost, mut choices) = ([0.0; 2], [0.0; 2]);
    for n in 0..6 {
        let (duel, seed) = (table.shipped_match(n), Seed::from_number(n as u64));
        let played = game(&duel, seed);
        let decisions = review(&duel, seed, &played, &asked(PlayerKind::Search(100)));
        assert_eq!(decisions.len(), played.recorder.log.actions.len(), "every choice is judged");
        for (decision, (i, (seat, text))) in decisions.iter().zip(played.recorder.log.actions.iter().enumerate()) {
            assert_eq!((decision.at, decision.seat, &decision.done), (i + 1, *seat, text));
            lost[*seat as usize] += decision.lost.0;
            choices[*seat as usize] += 1.0;
            let done = decision.advice.alternatives.iter().position(|a| a.notation == *text);
            let done = done.unwrap_or_else(|| panic!("`{text}` is not judged: {:?}", decision.advice));
            assert!(done > 0 || decision.lost.0 == 0.0, "the best loses nothing");
            assert!(decision.advice.why.contains(&decision.advice.alternatives[0].label));
        }
    }
    let [random, greedy] = [lost[0] / choices[0], lost[1] / choices[1]];
    assert!(random > 1.5 * greedy, "a choice at random loses {random:.3}, one of greedy {greedy:.3}");
}

/// Decisions as they stood.
#[derive(Default)]
struct Decisions(Vec<(u8, State<2>, Vec<Action>, usize)>);

impl EventSink<Event> for Decisions {}

impl GameObserver<Duel> for Decisions {
    fn on_action(&mut self, duel: &Duel, state: &State<2>, seat: u8, action: Action, _: usize) {
        let mut legal = Vec::new();
        duel.legal_actions(state, &mut legal);
        let done = legal.iter().position(|other| *other == action).expect("it was legal");
        self.0.push((seat, state.clone(), legal, done));
    }
}

#[test]
fn a_win_that_is_not_taken_is_told_and_one_that_is_taken_seldom_is() {
    let table = Table::new();
    let (mut told, mut lucky, mut wins) = (0, 0, 0);
    for n in 0..12 {
        let (duel, seed) = (table.shipped_match(n), Seed::from_number(n as u64));
        let [mut one, mut two] = [1, 2].map(|part| Greedy::new(weights(), seed.part(part)));
        let mut decisions = Decisions::default();
        let terms = GameParams { seed, first: Some(0), max_turns: 40 };
        let played = game_loop::play(&duel, &mut [&mut one, &mut two], &terms, &mut decisions).expect("they answer");
        let last = decisions.0.iter().rfind(|(seat, state, legal, done)| {
            let idle = duel.passing_action(state, legal);
            played.outcome.won(*seat) && duel.is_quiescent(state) && *done != idle && legal.len() > 1
        });
        let Some((seat, state, legal, done)) = last else { continue };
        let view = SeatView::new(&duel, state, *seat);
        let missed = |action: usize| {
            let coach = PlayerKind::Search(400).new_coach::<Duel>(&weights(), seed, Some(action));
            let mut coach = coach.expect("it thinks");
            coach.choose(&view, legal).expect("it answers");
            coach.evaluations().expect("it compares").missed_win()
        };
        wins += 1;
        told += u32::from(missed(duel.passing_action(state, legal)));
        lucky += u32::from(missed(*done));
    }
    assert!(wins >= 6 && 2 * told >= wins, "{told} of {wins}");
    // What won against these answers need not win against all of them, where something else does.
    assert!(6 * lucky <= wins, "{lucky} of {wins} were taken and are told as missed");
}

#[test]
fn who_thinks_alike_finds_no_fault() {
    let duel = Table::new().shipped_match(3);
    let seed = Seed::from_number(8);
    let played = game(&duel, seed);
    let own: Vec<&Decision> = played.decisions.iter().collect();
    assert!(own.len() > 10 && own.iter().all(|d| d.seat == 1 && d.lost.0 == 0.0), "greedy does what it thinks best");
    // The record tells the same decisions in the same words.
    let judged = review(&duel, seed, &played, &ReviewRequest { seat: Some(1), ..asked(PlayerKind::Greedy) });
    let places = |d: &Decision| (d.at, d.turn, d.seat, d.events, d.done.clone());
    assert!(own.iter().map(|d| places(d)).eq(judged.iter().map(places)));
}

#[test]
fn the_coach_says_the_same_on_any_threads_and_to_whoever_asks() {
    let duel = Table::new().shipped_match(12);
    let seed = Seed::from_number(9);
    let played = game(&duel, seed);
    let one = asked(PlayerKind::Search(60));
    let all = review(&duel, seed, &played, &one);
    assert_eq!(all, review(&duel, seed, &played, &ReviewRequest { threads: 3, ..one.clone() }));
    let at = all.len() / 2;
    assert_eq!(review(&duel, seed, &played, &ReviewRequest { at: Some(at), ..one.clone() }), all[at - 1..at]);

    // A game under way: the first decision, asked by whoever sits there.
    let state = duel.start(seed, Some(0), &mut engine::kernel::rules::NullSink);
    let mut legal = Vec::new();
    duel.legal_actions(&state, &mut legal);
    assert!(legal.len() > 1);
    let (view, to) = (SeatView::new(&duel, &state, all[0].seat), Audience::default());
    let advice = || coach::advise(&view, &legal, &one.kind, &weights(), Seed::from_number(1), &to).expect("it answers");
    let advised = advice().expect("it thinks");
    assert_eq!(Some(&advised), advice().as_ref());
    // Nothing was done yet that could be judged: the same actions, each tried as often as it looks good.
    let named = |advice: &coach::Advice| {
        let mut all: Vec<String> = advice.alternatives.iter().map(|of| of.notation.clone()).collect();
        all.sort();
        all
    };
    assert_eq!(named(&advised), named(&all[0].advice));
    let nobody =
        coach::advise(&view, &legal, &PlayerKind::Random, &weights(), Seed::from_number(1), &to).expect("it answers");
    assert_eq!(nobody, None);
}

#[test]
fn a_person_may_ask_for_advice_and_follow_it() {
    let duel = Table::new().shipped_match(1);
    let (mut person, questions, answers) = Human::new(weights(), Seed::from_number(2));
    let mut passive = Passive;
    let terms = GameParams { seed: Seed::from_number(3), first: Some(0), max_turns: 6 };
    let followed = std::thread::scope(|scope| {
        let sitting = scope.spawn(move || {
            let mut followed = Vec::new();
            for question in questions {
                let answer = match question.advice {
                    None => HumanAnswer::Advise(PlayerKind::Greedy),
                    Some(advice) => {
                        let best = advice.alternatives[0].notation.clone();
                        let place = question.actions.iter().position(|a| *a == best).expect("it can be done");
                        followed.push((0, best));
                        HumanAnswer::Do(place)
                    }
                };
                answers.send(answer).expect("the game goes on");
            }
            followed
        });
        let mut recorder = DecisionRecorder::default();
        game_loop::play(&duel, &mut [&mut person, &mut passive], &terms, &mut recorder).expect("they answer");
        drop(person);
        let own: Vec<(u8, String)> = recorder.recorder.log.actions.into_iter().filter(|(seat, _)| *seat == 0).collect();
        (sitting.join().expect("no panic"), own)
    });
    assert!(followed.0.len() > 5 && followed.0 == followed.1, "{followed:?}");
}

/// Where another action was better, the reason tells what happens after the one and the other, in the log's words: cards by their names,
/// numbers as they were and are.
#[test]
fn a_reason_names_what_happens() {
    let duel = Table::new().shipped_match(3);
    let (mut told, mut all) = (0, 0);
    for seed in [8, 9].map(Seed::from_number) {
        let played = game(&duel, seed);
        for decision in review(&duel, seed, &played, &ReviewRequest { seat: Some(0), ..asked(PlayerKind::Greedy) }) {
            let best = &decision.advice.alternatives[0];
            if best.notation != decision.done {
                all += 1;
                told += usize::from(decision.advice.sentence().contains(" leads to: "));
            }
        }
    }
    assert!(all > 10 && told * 2 > all, "{told} of {all}");
}
