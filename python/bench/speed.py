#!/usr/bin/env python3
"""What a decision of a random game takes from Python, beside the engine's own and OpenSpiel's, in one run.

    python3 bench/speed.py [--games hearts:4,leduc-poker:2] [--rounds 7] [--decisions 200000] [--assert]

A decision is one with two options or more, set-up of games included. All measures of a game take turns, and the best round of each
counts. What is measured is the processor's time, which other programs of the machine disturb less. `engine` is the engine's own loop with its random players. `--assert` fails where Pool is more than 0.2 us and a single match more than 0.7 us above it
(without observations).
"""

import argparse
import random
import sys
import time
from pathlib import Path

import numpy as np

import deckloom
from deckloom import _deckloom as native

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# Games of a pool: so few that they stay in the processor's cache.
POOL = 64


def engine(match, decisions, number):
    begun = time.process_time()
    played, _ = native.random_decisions(match._inner, decisions, number)
    return (time.process_time() - begun) / played


def pool_of(setup, number, kept):
    return deckloom.Pool(POOL, **setup, seed=number, play_forced=True, observations=kept, masks=kept)


def pool(setup, decisions, number, kept):
    """Steps of all games, each with any action; kept: with what is seen and what can be done as arrays."""
    games = pool_of(setup, number, kept)
    chance = np.random.default_rng(number)
    fractions, actions = np.empty(POOL), np.empty(POOL, np.int64)
    steps = max(decisions // POOL, 1)
    begun = time.process_time()
    for _ in range(steps):
        chance.random(out=fractions)
        games.pick(fractions, actions)
        games.step(actions)
    return (time.process_time() - begun) / (steps * POOL)


def single(match, decisions, number, kept):
    """One match after another; kept: with what the seat that decides sees, into one buffer."""
    chance = random.Random(number).random
    row = np.empty(match.observation_size, np.int32)
    played = 0
    begun = time.process_time()
    while played < decisions:
        game = match.restart(number * 1_000_003 + played)
        legal, step, inner = game.legal, game.step, game._inner
        actions = legal()
        while actions:
            if kept:
                inner.observe_into(None, row)
            step(actions[int(chance() * len(actions))])
            played += 1
            actions = legal()
    return (time.process_time() - begun) / played


def openspiel(game, decisions, number, kept):
    """The same through pyspiel's states; chance nodes are not counted, nor decisions with one option."""
    import pyspiel

    chance = random.Random(number)
    played = 0
    begun = time.process_time()
    while played < decisions:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes())
                state.apply_action(chance.choices(actions, weights)[0])
                continue
            legal = state.legal_actions()
            if len(legal) > 1:
                played += 1
                if kept:
                    information_state(state)
            state.apply_action(legal[int(chance.random() * len(legal))])
    return (time.process_time() - begun) / played


def information_state(state):
    """What it has: hearts has an information state tensor only."""
    if state.get_game().get_type().provides_observation_tensor:
        return state.observation_tensor()
    return state.information_state_tensor()


OPEN_SPIEL = {"hearts:4": "hearts", "leduc-poker:2": "leduc_poker", "crazy-eights:3": "crazy_eights(players=3)"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="hearts:4,leduc-poker:2,crazy-eights:3")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--decisions", type=int, default=200_000)
    parser.add_argument("--assert", dest="check", action="store_true")
    options = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        pyspiel = None
    too_slow = []
    for word in options.games.split(","):
        game, seats = word.split(":")
        setup = {"game": game, "seats": int(seats), "data": EXAMPLES}
        match = deckloom.Match(**setup, seed=0, play_forced=True)
        few = max(options.decisions // 8, 1)
        measures = {
            "engine": lambda n: engine(match, options.decisions, n),
            "Pool": lambda n: pool(setup, options.decisions, n, False),
            "Pool with observations and masks": lambda n: pool(setup, options.decisions, n, True),
            "Match": lambda n: single(match, few, n, False),
            "Match with observations": lambda n: single(match, few, n, True),
        }
        if pyspiel and word in OPEN_SPIEL:
            theirs = pyspiel.load_game(OPEN_SPIEL[word])
            measures["OpenSpiel"] = lambda n: openspiel(theirs, few, n, False)
            measures["OpenSpiel with tensors"] = lambda n: openspiel(theirs, max(few // 4, 1), n, True)
        best = dict.fromkeys(measures, float("inf"))
        for number in range(options.rounds):
            for name, measure in measures.items():
                best[name] = min(best[name], measure(number))
        base = best["engine"]
        print(f"{word}: {match.observation_size} numbers seen, {match.num_actions} actions")
        for name, seconds in best.items():
            print(f"  {name:<34} {seconds * 1e6:7.3f} us a decision, {(seconds - base) * 1e6:+7.3f}", flush=True)
        for name, most in [("Pool", 0.2), ("Match", 0.7)]:
            if (best[name] - base) * 1e6 > most:
                too_slow.append(f"{word}: {name} is {(best[name] - base) * 1e6:.3f} us above the engine, at most {most}")
    if options.check and too_slow:
        sys.exit("\n".join(too_slow))


if __name__ == "__main__":
    main()
