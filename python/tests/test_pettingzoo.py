"""PettingZoo's own tests, for every game that plays."""

import warnings

import numpy as np
import pytest
from conftest import EXAMPLES, name

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test

import deckloom.pettingzoo


def new_env(setup, **more):
    return deckloom.pettingzoo.env(**setup, **more)


def test_api(setup):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(new_env(setup), num_cycles=100, verbose_progress=False)


def test_seed(setup):
    seed_test(lambda: new_env(setup), num_cycles=10)


def test_a_game_to_its_end_with_one_hot_observations():
    env = deckloom.pettingzoo.env("hearts", data=EXAMPLES, one_hot=True, render_mode="ansi")
    env.reset(seed=3)
    chance = np.random.default_rng(3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        total[agent] += reward
        if over or cut:
            env.step(None)
            continue
        assert seen["observation"].dtype == np.float32
        assert env.observation_space(agent).contains(seen)
        env.step(int(chance.choice(seen["action_mask"].nonzero()[0])))
    assert env.unwrapped.match.is_over
    assert list(total.values()) == env.unwrapped.match.returns()
    # 26 points are shared out among four.
    assert sum(total.values()) in (26 * 4 - 26, 26)
