"""Matches in the shape of OpenSpiel's games and states, for algorithms that are written against it in Python.

`load_game("kuhn-poker", data="examples")` has the methods of `pyspiel.Game` that such algorithms call, its states those of
`pyspiel.State`. Where pyspiel is installed, types and specifications are its own, otherwise names stand for them.

Chance is sampled: a game begins dealt, and rolls while it goes on happen within an action. So there are no chance nodes, and what
goes through a whole tree (CFR, exploitability) sees one deal for each `new_initial_state`. What samples games or imagines them from what a seat sees
(MCTS with `resample_from_infostate`, IS-MCTS, policy gradients, NFSP, DQN) works as it is.
"""

import hashlib

import numpy as np

from . import Match

try:
    import pyspiel
except ImportError:
    pyspiel = None

__all__ = ["Game", "State", "load_game"]


def load_game(game, seed=None, **setup):
    """A game of OpenSpiel's shape. seed: of the first initial state; each further one follows from it."""
    return Game(game, seed, **setup)


class _Named:
    """What stands for pyspiel's enumerations where it is not installed."""

    def __init__(self, **names):
        self.__dict__.update(names)


def _game_type(match, zero_sum):
    if pyspiel is None:
        return _Named(short_name=f"deckloom_{match.game}", long_name=match.game, dynamics="SEQUENTIAL", chance_mode="SAMPLED_STOCHASTIC",
                      information="IMPERFECT_INFORMATION", utility="ZERO_SUM" if zero_sum else "GENERAL_SUM", reward_model="TERMINAL",
                      provides_information_state_tensor=False, provides_observation_tensor=True,
                      provides_information_state_string=False, provides_observation_string=True)
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"deckloom_{match.game}".replace("-", "_"),
        long_name=match.game,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.SAMPLED_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=match.num_players,
        min_num_players=match.num_players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


class Game:
    """A match that can be played again and again."""

    def __init__(self, game, seed=None, *, max_utility=1.0, min_utility=-1.0, zero_sum=False, **setup):
        self._first = Match(game, seed=0, **setup)
        self._seeds = np.random.default_rng(seed)
        self._utilities = (float(min_utility), float(max_utility))
        self._type = _game_type(self._first, zero_sum)

    def new_initial_state(self):
        return State(self, self._first.restart(int(self._seeds.integers(1 << 63))), ())

    def num_players(self):
        return self._first.num_players

    def num_distinct_actions(self):
        return self._first.num_actions

    def policy_tensor_shape(self):
        return [self._first.num_actions]

    def max_chance_outcomes(self):
        return 0

    def min_utility(self):
        return self._utilities[0]

    def max_utility(self):
        return self._utilities[1]

    def utility_sum(self):
        return 0.0 if str(self._type.utility).endswith("ZERO_SUM") else None

    def max_game_length(self):
        # Turns are bounded, and decisions of a turn are few.
        return self._first.max_turns * 64

    def observation_tensor_size(self):
        return self._first.observation_size

    def observation_tensor_shape(self):
        return [self._first.observation_size]

    def get_type(self):
        return self._type

    def get_parameters(self):
        return {"game": self._first.game, "format": self._first.format, "encoding": self._first.encoding}

    def __str__(self):
        return f"deckloom({self._first.game}/{self._first.format})"

    def action_to_string(self, player, action):
        return self._first.describe_action(action)


class State:
    """A game under way."""

    def __init__(self, game, match, history):
        self._game, self.match, self._history = game, match, history

    def get_game(self):
        return self._game

    def num_players(self):
        return self.match.num_players

    def num_distinct_actions(self):
        return self.match.num_actions

    def current_player(self):
        # -4 is pyspiel.PlayerId.TERMINAL.
        return -4 if self.match.is_over else self.match.current_player

    def is_terminal(self):
        return self.match.is_over

    def is_chance_node(self):
        return False

    def is_player_node(self):
        return not self.match.is_over

    def is_simultaneous_node(self):
        return False

    def is_mean_field_node(self):
        return False

    def chance_outcomes(self):
        return []

    def legal_actions(self, player=None):
        if self.match.is_over or player is not None and player != self.match.current_player:
            return []
        # In OpenSpiel they are sorted.
        return sorted(self.match.legal())

    def legal_actions_mask(self, player=None):
        mask = np.zeros(self.match.num_actions, np.int64)
        mask[self.legal_actions(player)] = 1
        return mask.tolist()

    def apply_action(self, action):
        seat = self.match.current_player
        self.match.step(action)
        self._history += ((seat, int(action)),)

    def apply_action_with_legality_check(self, action):
        self.apply_action(action)

    def child(self, action):
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self):
        return State(self._game, self.match.clone(), self._history)

    def __deepcopy__(self, _):
        return self.clone()

    def resample_from_infostate(self, player, sampler=None):
        """A state that `player` cannot tell from this one. sampler: gives fractions of 1 when it is called."""
        seed = None if sampler is None else int(sampler() * (1 << 53))
        return State(self._game, self.match.imagine(player, seed), self._history)

    def history(self):
        return [action for _, action in self._history]

    def full_history(self):
        return list(self._history)

    def history_str(self):
        return ", ".join(map(str, self.history()))

    def move_number(self):
        return len(self._history)

    def returns(self):
        return self.match.returns()

    def rewards(self):
        return self.match.returns() if self.match.is_over else [0.0] * self.match.num_players

    def player_return(self, player):
        return self.match.returns()[player]

    def player_reward(self, player):
        return self.rewards()[player]

    def observation_tensor(self, player=None):
        return self.match.observe(self._seat(player)).tolist()

    def observation_string(self, player=None):
        return self.match.board(self._seat(player))

    def information_state_string(self, player=None):
        """A word for what a seat sees now: what it has seen before and is not to be seen any more is not in it."""
        seat = self._seat(player)
        return hashlib.sha256(self.match.observe(seat).tobytes() + bytes([seat])).hexdigest()[:32]

    def _seat(self, player):
        return self.match.current_player if player is None or player < 0 else player

    def action_to_string(self, player=None, action=None):
        # Both `action_to_string(action)` and `action_to_string(player, action)` are called.
        number = player if action is None else action
        legal = self.match.legal()
        if number in legal:
            return self.match.labels()[legal.index(number)]
        return self.match.describe_action(number)

    def string_to_action(self, text):
        labels = self.match.labels()
        if text not in labels:
            raise ValueError(f"nothing that can be done here is called {text!r}")
        return self.match.legal()[labels.index(text)]

    def __str__(self):
        return self.match.board()
