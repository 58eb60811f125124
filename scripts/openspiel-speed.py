#!/usr/bin/env python3
"""Whole random games, set-up included, beside OpenSpiel 2.0.2 (pip install open_spiel==2.0.2) on the same machine: microseconds a
decision with two options or more. OpenSpiel's players are its uniform random bots, within C++. Both take turns, and the best
round of each counts.

    python3 scripts/openspiel-speed.py [rounds]
"""

import random
import subprocess
import sys
import time
from pathlib import Path

import pyspiel

ROOT = Path(__file__).resolve().parent.parent
GAMES = [
    ("hearts", 4, "hearts", 1.4),
    ("crazy-eights", 3, "crazy_eights(players=3)", 1.4),
    ("leduc-poker", 2, "leduc_poker", 1.0),
]
DECISIONS = 60_000


def decisions_a_game(game, games=300):
    chance, count = random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes())
                state.apply_action(chance.choices(actions, weights)[0])
                continue
            count += len(legal) > 1
            state.apply_action(chance.choice(legal))
    return count / games


def openspiel(game, a_game, round_number):
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    games = int(DECISIONS / a_game) + 1
    start = time.perf_counter()
    for number in range(games):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, round_number * games + number)
    return (time.perf_counter() - start) / (games * a_game) * 1e6


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    subprocess.run(["cargo", "build", "--release", "-p", "engine", "--example", "described"], cwd=ROOT, check=True)
    program = ROOT / "target" / "release" / "examples" / "described"
    for ours, seats, theirs, most in GAMES:
        game = pyspiel.load_game(theirs)
        a_game = decisions_a_game(game)
        best = [1e9, 1e9]
        for number in range(rounds):
            best[0] = min(best[0], openspiel(game, a_game, number))
            said = subprocess.run([program, ROOT / "examples", f"{ours}:{seats}"], capture_output=True, check=True, text=True)
            best[1] = min(best[1], float(said.stdout.split()[1]) / 1000)
        share = best[1] / best[0]
        print(f"{ours}: OpenSpiel {best[0]:.2f} us, here {best[1]:.2f} us, {share:.2f} times (at most {most})", flush=True)


if __name__ == "__main__":
    main()
