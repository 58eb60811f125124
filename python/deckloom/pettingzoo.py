"""Matches as PettingZoo AEC environments with action masks: `deckloom.pettingzoo.env("hearts", data="examples")`.

Agents are `seat_0`, `seat_1` and so on. An observation is a dict of `observation` (int32, or float32 with one_hot=True) and `action_mask`
(int8); an action is its number. Rewards come when the game is over, as `Match.returns` has them. A game that reaches its turn limit is
truncated, any other end is a termination.
"""

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from . import Match, one_hot, one_hot_size

__all__ = ["DeckloomEnv", "env", "raw_env"]


def env(game, **setup):
    """An environment that asserts what PettingZoo asks of its users: order, and actions within their space."""
    from pettingzoo.utils import wrappers

    inner = raw_env(game, **setup)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


def raw_env(game, **setup):
    """The environment without wrappers. Keywords: those of `Match` but `seed`, `one_hot`, and `render_mode` (`ansi` or `human`)."""
    return DeckloomEnv(game, **setup)


class DeckloomEnv(AECEnv):
    """One match; `reset(seed)` begins a new game of it."""

    metadata = {"render_modes": ["human", "ansi"], "name": "deckloom", "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game, *, one_hot=False, render_mode=None, **setup):
        super().__init__()
        if "seed" in setup:
            raise TypeError("the seed of a game is an argument of reset()")
        self.render_mode = render_mode
        self._first = Match(game, seed=0, **setup)
        self.match = self._first
        self.metadata = {**self.metadata, "name": f"deckloom_{self._first.game}_{self._first.format}"}
        self._fields = self._first.describe_observation() if one_hot else None
        self.possible_agents = [f"seat_{seat}" for seat in range(self._first.num_players)]
        self.agents = []
        self.render_mode = render_mode
        self._action_spaces = {agent: gymnasium.spaces.Discrete(self._first.num_actions) for agent in self.possible_agents}
        self._observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def _space(self):
        mask = gymnasium.spaces.Box(0, 1, (self._first.num_actions,), np.int8)
        if self._fields is None:
            whole = np.iinfo(np.int32)
            cells = gymnasium.spaces.Box(whole.min, whole.max, (self._first.observation_size,), np.int32)
        else:
            cells = gymnasium.spaces.Box(-np.inf, np.inf, (one_hot_size(self._fields),), np.float32)
        return gymnasium.spaces.Dict({"observation": cells, "action_mask": mask})

    def observation_space(self, agent):
        return self._observation_spaces[agent]

    def action_space(self, agent):
        return self._action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.match = self._first.restart(int(self._seeds.integers(1 << 63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(self.match.current_player, 0)]
        if self.match.is_over:
            self._finish()

    def observe(self, agent):
        seat = self.possible_agents.index(agent)
        cells = self.match.observe(seat)
        if self._fields is not None:
            cells = one_hot(cells, self._fields)
        # Only the seat that decides has something to do.
        if seat == self.match.current_player:
            mask = self.match.mask().view(np.int8)
        else:
            mask = np.zeros(self.match.num_actions, np.int8)
        return {"observation": cells, "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        self.match.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.match.is_over:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[self.match.current_player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _finish(self):
        ended = self.match.outcome()
        cut = ended is not None and ended["reason"] == "turn_limit"
        for agent, gain in zip(self.possible_agents, self.match.returns()):
            self.rewards[agent] = gain
            self.terminations[agent] = not cut
            self.truncations[agent] = cut
            self.infos[agent] = {"outcome": ended}

    def render(self):
        board = self.match.board()
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self):
        pass
