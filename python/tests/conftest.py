"""What is played in the tests: a match of every game that plays, those whose rules are data included."""

import random
from pathlib import Path

import pytest

import deckloom

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def setups():
    """The formats of every game that plays, as the arguments of a match."""
    for row in deckloom.games(data=EXAMPLES):
        if not row["is_played"]:
            continue
        for name in row["formats"]:
            decks = deckloom.decks(row["game"], name, data=EXAMPLES)
            if decks:
                yield {"game": row["game"], "format": name, "seats": decks[0]["least_seats"], "data": EXAMPLES}


SETUPS = list(setups())
# One format a game, where a test takes its time.
GAMES = list({setup["game"]: setup for setup in reversed(SETUPS)}.values())


def name(setup):
    return f"{setup['game']}/{setup['format']}"


@pytest.fixture(params=SETUPS, ids=name)
def setup(request):
    return request.param


@pytest.fixture(params=GAMES, ids=name)
def game(request):
    return request.param


def playout(match, seed, most=400):
    """Plays anything, and yields before each decision."""
    chance = random.Random(seed)
    for _ in range(most):
        if match.is_over:
            return
        yield match
        match.step(chance.choice(match.legal()))
