"""Promises of a match: numbers of actions, what is seen, copies, imagined positions, records."""

import json
import os
import random
import subprocess

import numpy as np
import pytest
from conftest import EXAMPLES, playout

import deckloom


def test_there_are_games_of_both_kinds():
    rows = {row["game"]: row for row in deckloom.games(data=EXAMPLES)}
    played = {game for game, row in rows.items() if row["is_played"]}
    assert {"chronx", "afrika", "chrononauts", "emperors-star"} <= played
    assert {"hearts", "kuhn-poker", "gin-rummy", "three-rivers", "nine-fathoms"} <= played
    # What cannot be played says why.
    assert rows["anachrony"]["refusal"] and rows["night-mail"]["refusal"]


def test_actions_round_trip(setup):
    """Every legal action has a number of its own in the table, and that number does that action and no other."""
    match = deckloom.Match(**setup, seed=1)
    for now in playout(match, 1, 150):
        legal, notations = now.legal(), now.notations()
        assert len(set(legal)) == len(legal) == len(notations) > 0
        assert all(0 <= number < now.num_actions for number in legal)
        assert now.mask().nonzero()[0].tolist() == sorted(legal)
    at = deckloom.Match(**setup, seed=2)
    for now in playout(at, 2, 12):
        for number, notation in zip(now.legal(), now.notations()):
            copy = now.clone()
            copy.step(number)
            # What was done is what the last action of the record says.
            actions = copy.record()["log"]["actions"]
            if len(now.legal()) > 1:
                assert actions[len(now.record()["log"]["actions"])][1] == notation


def test_a_number_means_the_same_everywhere(setup):
    """What a number is described as has the words of each action that it stood for: one verb for one number."""
    verbs = {}
    for seed in range(4):
        match = deckloom.Match(**setup, seed=seed)
        for now in playout(match, seed, 100):
            for number, label in zip(now.legal(), now.notations()):
                verbs.setdefault(number, set()).add(label.split(" #")[0].split()[0])
                assert now.describe_action(number)
    assert all(len(words) == 1 for words in verbs.values()), {n: w for n, w in verbs.items() if len(w) > 1}


def test_what_is_hidden_changes_nothing(setup):
    """Positions that a seat cannot tell apart are one observation and offer it the same actions."""
    match = deckloom.Match(**setup, seed=3)
    changed = 0
    for at, now in enumerate(playout(match, 3, 120)):
        if at % 4:
            continue
        for seat in range(now.num_players):
            seen = now.observe(seat)
            for seed in range(3):
                world = now.imagine(seat, seed)
                changed += world.digest() != now.digest()
                assert np.array_equal(world.observe(seat), seen), now.board(seat)
                if seat == now.current_player:
                    assert world.legal() == now.legal()
    assert changed, "chance to come is always dealt anew"


def test_all_that_is_seen_is_told(setup):
    """Positions that look different on the table are different observations."""
    by_numbers = {}
    for seed in range(3):
        match = deckloom.Match(**setup, seed=seed)
        for now in playout(match, seed, 150):
            for seat in range(now.num_players):
                # What can be done is told by the mask.
                key = (seat, now.observe(seat).tobytes(), tuple(sorted(now.legal())) if seat == now.current_player else ())
                board = now.board(seat)
                assert by_numbers.setdefault(key, board) == board


def test_equal_seeds_are_equal_games(setup):
    one, other = (deckloom.Match(**setup, seed=7) for _ in range(2))
    for a, b in zip(playout(one, 5, 100), playout(other, 5, 100)):
        assert a.digest() == b.digest() and a.legal() == b.legal()
        assert np.array_equal(a.observe(), b.observe())
    assert deckloom.Match(**setup, seed=7).restart(7).digest() == deckloom.Match(**setup, seed=7).digest()
    assert one.encoding == other.encoding


def test_copies_are_independent(game):
    match = deckloom.Match(**game, seed=9)
    for now in playout(match, 9, 40):
        before = now.digest()
        copy = now.clone()
        assert copy.digest() == before and copy.legal() == now.legal()
        chance = random.Random(1)
        for _ in range(5):
            if copy.is_over:
                break
            copy.step(chance.choice(copy.legal()))
        assert now.digest() == before


def test_buffers_are_written_into(game):
    match = deckloom.Match(**game, seed=1)
    row = np.full(match.observation_size, -7, np.int32)
    assert match.observe(0, out=row) is row
    assert np.array_equal(row, match.observe(0)) and not (row == -7).all()
    fields = match.describe_observation()
    assert sum(field["count"] for field in fields) == match.observation_size
    assert [field["first"] for field in fields] == list(np.cumsum([0] + [f["count"] for f in fields[:-1]]))
    assert deckloom.one_hot(row, fields).shape == (deckloom.one_hot_size(fields),)
    with pytest.raises(ValueError, match="numbers, not"):
        match.observe(0, out=np.zeros(3, np.int32))


def test_names_stay_within_their_categories(setup):
    match = deckloom.Match(**setup, seed=4)
    fields = [field for field in match.describe_observation() if field["categories"]]
    for now in playout(match, 4, 100):
        for seat in range(now.num_players):
            row = now.observe(seat)
            for field in fields:
                cells = row[field["first"] : field["first"] + field["count"]]
                assert (cells >= 0).all() and (cells < field["categories"]).all(), (field["name"], cells)


def test_faults_are_told():
    with pytest.raises(deckloom.SetupError, match="there is no game"):
        deckloom.Match("whist")
    with pytest.raises(deckloom.SetupError, match="no format"):
        deckloom.Match("chronx", format="none")
    with pytest.raises(deckloom.SetupError, match="companion"):
        deckloom.Match("anachrony")
    match = deckloom.Match("kuhn-poker", data=EXAMPLES, seed=1)
    with pytest.raises(deckloom.IllegalAction):
        match.step(match.num_actions)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        match.observe(2)
    while not match.is_over:
        match.step(match.legal()[0])
    with pytest.raises(deckloom.IllegalAction, match="over"):
        match.step(0)
    assert match.current_player == -1 and match.legal() == [] and match.outcome()["text"]
    with pytest.raises(ValueError, match="imagined"):
        match.imagine(0, 1).record()


def test_returns_of_kuhn_poker_are_chips():
    """As the rules count: the winner gets what the loser pays, 1 or 2."""
    seen = set()
    for seed in range(60):
        match = deckloom.Match("kuhn-poker", data=EXAMPLES, seed=seed)
        for _ in playout(match, seed):
            assert match.returns() == [0, 0]
        assert sum(match.returns()) == 0
        seen.add(abs(match.returns()[0]))
    assert seen == {1.0, 2.0}


def test_forced_actions_are_done_when_asked(game):
    match = deckloom.Match(**game, seed=5, play_forced=True)
    for now in playout(match, 5, 60):
        assert len(now.legal()) > 1
    assert match.is_over or match.legal()


def test_records_have_their_start(game):
    match = deckloom.Match(**game, seed=11)
    for _ in playout(match, 11, 3000):
        pass
    record = match.record()
    assert record["game"] == game["game"] and len(record["seed"]) == 64
    if match.is_over:
        assert record["outcome"] is not None
    json.dumps(record)


def test_players_of_the_program_answer(game):
    match = deckloom.Match(**game, seed=2)
    for _ in range(6):
        if match.is_over:
            break
        number = match.ask("greedy", 1)
        assert number in match.legal() and match.ask("greedy", 1) == number
        match.step(number)


@pytest.mark.skipif("DECKLOOM_PROGRAM" not in os.environ, reason="DECKLOOM_PROGRAM names no deckloom")
def test_the_program_plays_records_again(game, tmp_path):
    # Players that do anything do not end each game by themselves.
    match = deckloom.Match(**game, seed=4, turns=30)
    for _ in playout(match, 4, 20_000):
        pass
    # A game that is not over is none that can be replayed.
    assert match.is_over
    file = tmp_path / "record.json"
    file.write_text(json.dumps(match.record()))
    command = [os.environ["DECKLOOM_PROGRAM"], "replay", str(file), "--data", str(EXAMPLES)]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert "It came out as recorded" in said.stdout
