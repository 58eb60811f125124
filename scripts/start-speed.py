#!/usr/bin/env python3
"""Processor time of commands that do little, which is the time of starting: scripts/start-speed.py [PROGRAM]

The least and the middle of 25 runs each, in milliseconds of user and system time together. The last row is the same beside
a game of 100,000 cards, which `large-game` writes (an example of the catalog, built here if it is not yet).
"""

import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PROGRAM = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET / "release/deckloom"
RUNS = 25


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measured(arguments):
    times = []
    for _ in range(RUNS + 1):
        before = used()
        subprocess.run([PROGRAM, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append((used() - before) * 1000)
    # The first run reads the data and keeps the cards.
    return times[1:]


def main():
    large = TARGET / "release/examples/large-game"
    if not large.exists():
        subprocess.run(["cargo", "build", "--release", "-q", "-p", "catalog", "--example", "large-game"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([large, folder / "data", "100000"], check=True)
        alone = ["--library", folder / "library.db"]
        beside = ["--library", folder / "beside.db", "--data", folder / "data"]
        cards = ["cards", "--game", "chronx", "draw"]
        # Once, so that the large game has been read.
        subprocess.run([PROGRAM, *beside, "cards", "--game", "large", "a"], check=True, stdout=subprocess.DEVNULL)
        print(f"{'command':52} {'least':>7} {'middle':>7}   ms")
        for name, arguments in [
            ("games", [*alone, "games"]),
            ("deck check chronx/corporate", [*alone, "deck", "check", "chronx/corporate"]),
            ("cards --game chronx draw", [*alone, *cards]),
            ("the same beside 100,000 cards", [*beside, *cards]),
        ]:
            times = measured(arguments)
            print(f"{name:52} {min(times):7.1f} {statistics.median(times):7.1f}")


main()
