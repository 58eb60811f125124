"""Deckloom's card games from Python: matches and pools of matches as environments, cards and the lab as tables.

Seats, actions, matches of a pool and cells of an observation are counted from 0. README.md beside this package has a page on each part.
"""

import json as _json
import os as _os
from pathlib import Path as _Path

import numpy as _np

from ._deckloom import (
    EncodingError,
    IllegalAction,
    SetupError,
    __version__,
    _Match,
    _Pool,
    decks,
    games,
)
from . import _deckloom as _native

__all__ = [
    "EncodingError",
    "IllegalAction",
    "Match",
    "Pool",
    "SetupError",
    "cards",
    "decks",
    "games",
    "lab",
    "one_hot",
    "one_hot_size",
]


def _setup(game, format, decks, seats, options, turns, first, data, play_forced):
    # `game/format`, as the command line names a format, is taken too.
    if format is None and "/" in game:
        game, format = game.split("/", 1)
    return {
        "game": game,
        "format": format,
        "decks": None if decks is None else [_os.fspath(deck) for deck in decks],
        "seats": seats,
        "options": None if options is None else {key: _word(value) for key, value in options.items()},
        "turns": turns,
        "first": first,
        "data": data,
        "play_forced": play_forced,
    }


def _word(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


class Match:
    """A game under way.

    game: its id, or `game/format`. decks: one for each seat, or one for all where they share it or all play the same; ids of
    starter decks, paths, or texts of several lines; starter decks without. seats: how many play. seed: a number from 0 or 64
    hexadecimal digits; chance without. first: the seat that begins. play_forced: a seat with one legal action does it without being
    asked. data: folders with games beside those that come with the package.

    Raises SetupError with the reason if the match cannot be played.
    """

    __slots__ = ("_inner", "legal", "step", "returns", "labels", "notations")

    def __init__(
        self,
        game,
        decks=None,
        format=None,
        seed=None,
        *,
        seats=None,
        options=None,
        turns=None,
        first=None,
        play_forced=False,
        data=None,
    ):
        setup = _setup(game, format, decks, seats, options, turns, first, data, play_forced)
        self._bind(_Match(setup, seed))

    def _bind(self, inner):
        self._inner = inner
        # What is called at each decision goes straight to Rust.
        self.legal = inner.legal
        self.step = inner.step
        self.returns = inner.returns
        self.labels = inner.labels
        self.notations = inner.notations

    @classmethod
    def _of(cls, inner):
        match = cls.__new__(cls)
        match._bind(inner)
        return match

    def restart(self, seed=None):
        """A new game of the same match: nothing is set up again."""
        return Match._of(self._inner.restart(seed))

    def observe(self, seat=None, out=None):
        """What a seat sees, that of the seat that decides without one: `observation_size` numbers as int32, into `out` if given."""
        if out is None:
            out = _np.empty(self._inner.observation_size, _np.int32)
        self._inner.observe_into(seat, out)
        return out

    def mask(self, out=None):
        """1 for each action that is legal, 0 for all others: `num_actions` numbers as uint8, into `out` if given."""
        if out is None:
            out = _np.empty(self._inner.num_actions, _np.uint8)
        self._inner.mask_into(out)
        return out

    @property
    def current_player(self):
        """The seat that decides, from 0; -1 when the game is over."""
        return self._inner.current_player

    @property
    def is_over(self):
        return self._inner.is_over

    def outcome(self):
        """How it ended: `winners`, `reason`, `text`; None before the end."""
        return self._inner.outcome()

    def clone(self):
        """The same game again, its chance included; what is done in one is not done in the other."""
        return Match._of(self._inner.clone())

    __copy__ = clone

    def __deepcopy__(self, _):
        return self.clone()

    def imagine(self, seat, seed=None):
        """A position that `seat` cannot tell from this one: what it has not seen is dealt anew, and so is chance to come."""
        return Match._of(self._inner.imagine(seat, seed))

    def record(self):
        """What happened as a dict: written to a file as JSON, `deckloom replay` plays it again."""
        return _json.loads(self._inner.record())

    def board(self, seat=None):
        """What a seat sees as text; everything without a seat."""
        return self._inner.board(seat)

    def ask(self, player, seed=None):
        """The action that a player of the program would choose: `random`, `greedy`, `easy`, `normal`, `hard`, `ismcts:1000`."""
        return self._inner.ask(player, seed)

    def sight(self, seat):
        """A number for all that the table shows a seat in words: equal for positions that look alike to it."""
        return self._inner.sight(seat)

    def digest(self):
        """A number for the whole position, its chance included."""
        return self._inner.digest()

    def describe_action(self, action):
        """What an action's number means, in every position of this match."""
        return self._inner.describe_action(action)

    def describe_observation(self):
        """The parts of an observation: dicts of `name`, `first`, `count`, `categories` (0 for amounts) and `rows`."""
        return self._inner.describe_observation()

    @property
    def turn(self):
        return self._inner.turn

    @property
    def num_players(self):
        return self._inner.num_players

    @property
    def num_actions(self):
        return self._inner.num_actions

    @property
    def observation_size(self):
        return self._inner.observation_size

    @property
    def max_turns(self):
        return self._inner.max_turns

    @property
    def encoding(self):
        """The game, the hash of its data, and a hash of what numbers follow from: equal where actions and observations mean the same."""
        return self._inner.encoding

    @property
    def game(self):
        return self._inner.game

    @property
    def format(self):
        return self._inner.format

    def __repr__(self):
        return f"<Match {self.game}/{self.format}, turn {self.turn}, player {self.current_player}>"


class Pool:
    """`n` games of one match, stepped by one call; the rest is as for `Match`.

    A game that is over begins again, with a seed that follows from the pool's, its place and how many games ended there: see
    `seed_of`. After each step `current_player` [n] and `done` [n] hold for all games, `returns` [n, seats] for the game that ended
    last at each place, and `observations` [n, size] and `masks` [n, actions] for the seat that decides, if they are kept.
    """

    def __init__(
        self,
        n,
        game,
        decks=None,
        format=None,
        seed=None,
        *,
        seats=None,
        options=None,
        turns=None,
        first=None,
        play_forced=False,
        data=None,
        observations=True,
        masks=True,
    ):
        setup = _setup(game, format, decks, seats, options, turns, first, data, play_forced)
        self._inner = inner = _Pool(n, setup, seed)
        self.num_players, self.num_actions = inner.num_players, inner.num_actions
        self.observation_size, self.encoding = inner.observation_size, inner.encoding
        self.current_player = _np.empty(n, _np.int64)
        self.done = _np.zeros(n, bool)
        self.returns = _np.zeros((n, self.num_players))
        self.observations = self.masks = None
        inner.players_into(self.current_player)
        if observations:
            self.observations = _np.empty((n, self.observation_size), _np.int32)
            inner.observe_into(self.observations)
        if masks:
            self.masks = _np.empty((n, self.num_actions), _np.uint8)
            inner.masks_into(self.masks)

    def step(self, actions):
        """An action in each game. IllegalAction if one cannot be done; then nothing is done in any."""
        actions = _np.ascontiguousarray(actions, _np.int64)
        self._inner.step(actions, self.current_player, self.done, self.returns, self.observations, self.masks)

    def legal(self):
        """The numbers of all legal actions, game after game, and how many each game has: two int64 arrays."""
        return self._inner.legal()

    def pick(self, fractions, out=None):
        """For each game the legal action at a fraction (0 to 1) of its list: any action, if the fractions are random."""
        if out is None:
            out = _np.empty(len(self), _np.int64)
        self._inner.pick_into(fractions, out)
        return out

    def games(self):
        """How many games have ended at each place."""
        return self._inner.games()

    def seed_of(self, place, game):
        """The seed of a game at a place: `Match` plays the same game with it."""
        return self._inner.seed_of(place, game)

    def describe_action(self, action):
        return self._inner.describe_action(action)

    def describe_observation(self):
        return self._inner.describe_observation()

    def __len__(self):
        return len(self._inner)


def one_hot_size(fields):
    """How many numbers `one_hot` makes of an observation with these fields."""
    return sum(field["count"] * max(field["categories"], 1) for field in fields)


def one_hot(observations, fields, scale=16.0):
    """Observations as float32 for a network: names of things as one of so many, amounts divided by `scale`.

    observations: `[..., size]`; fields: `describe_observation()`. What comes back is `[..., one_hot_size(fields)]`, field after field
    in order; within a field that names things, cell after cell.
    """
    observations = _np.asarray(observations)
    parts = []
    for field in fields:
        cells = observations[..., field["first"] : field["first"] + field["count"]]
        if field["categories"]:
            named = _np.eye(field["categories"], dtype=_np.float32)[_np.clip(cells, 0, field["categories"] - 1)]
            parts.append(named.reshape(*cells.shape[:-1], -1))
        else:
            parts.append(cells.astype(_np.float32) / _np.float32(scale))
    return _np.concatenate(parts, -1)


def cards(game, query="", *, data=None, pandas=False):
    """The cards of a game that a query selects: a list of dicts, or a pandas table if asked for. SetupError if the query makes no sense."""
    rows = _json.loads(_native.cards_json(game, query, data))
    return _table(rows) if pandas else rows


def lab(plan, *, threads=0, data=None, pandas=False):
    """Carries a plan of the lab out: a path of a plan, its TOML text, or a dict with its keys. threads: 0 is as many as there are.

    A dict comes back: `title`, `about`, `answer`, `cautions`, `charts`, and `tables` by their titles, each a list of dicts or a
    pandas table if asked for. SetupError if the plan cannot be carried out.
    """
    if isinstance(plan, dict):
        text = _toml(plan)
    elif isinstance(plan, _os.PathLike) or "\n" not in plan and "=" not in plan:
        text = _Path(plan).read_text(encoding="utf-8")
    else:
        text = plan
    report = _json.loads(_native.lab_json(text, threads, data))
    tables = {}
    for table in report["tables"]:
        rows = [dict(zip(table["columns"], map(_cell, row))) for row in table["rows"]]
        tables[table["title"]] = _table(rows) if pandas else rows
    return {**report, "tables": tables}


def _cell(cell):
    """A cell of a report as a plain value: a share or mean stays a dict with its interval."""
    if isinstance(cell, dict) and len(cell) == 1:
        ((kind, value),) = cell.items()
        return value[0] if kind == "number" and isinstance(value, list) else value
    return None if cell == "nothing" else cell


def _table(rows):
    import pandas

    return pandas.DataFrame(rows)


def _toml(plan):
    """A flat plan as TOML: what JSON writes of strings, numbers, switches and lists of them is TOML, too."""
    lines = []
    tables = []
    for key, value in plan.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            tables += [f"[[{key}]]\n{_toml(entry)}" for entry in value]
        elif isinstance(value, dict):
            tables.append(f"[{key}]\n{_toml(value)}")
        else:
            lines.append(f"{key} = {_json.dumps(value)}")
    return "\n".join(lines + tables) + "\n"
