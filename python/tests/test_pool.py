"""A pool is the same as its games one by one."""

import threading
import time

import numpy as np
import pytest
from conftest import EXAMPLES

import deckloom


@pytest.mark.parametrize("play_forced", [False, True])
def test_a_pool_equals_single_matches(game, play_forced):
    n, steps = 5, 120
    pool = deckloom.Pool(n, **game, seed=3, play_forced=play_forced)
    games = [0] * n
    singles = [deckloom.Match(**game, seed=pool.seed_of(at, 0), play_forced=play_forced) for at in range(n)]
    chance = np.random.default_rng(1)
    ended = 0
    for _ in range(steps):
        flat, counts = pool.legal()
        offsets = np.concatenate([[0], np.cumsum(counts)])
        actions = pool.pick(chance.random(n))
        for at, single in enumerate(singles):
            assert flat[offsets[at] : offsets[at + 1]].tolist() == single.legal()
            assert pool.current_player[at] == single.current_player
            assert np.array_equal(pool.observations[at], single.observe())
            assert np.array_equal(pool.masks[at], single.mask())
            assert actions[at] in single.legal()
        pool.step(actions)
        for at, single in enumerate(singles):
            single.step(int(actions[at]))
            assert pool.done[at] == single.is_over
            if single.is_over:
                ended += 1
                assert pool.returns[at].tolist() == single.returns()
                games[at] = int(pool.games()[at])
                singles[at] = single.restart(pool.seed_of(at, games[at]))
    if game["game"] in ("kuhn-poker", "leduc-poker", "goofspiel"):
        assert ended > n, "games begin again"


def test_nothing_is_done_if_one_action_cannot_be_done():
    pool = deckloom.Pool(3, "kuhn-poker", data=EXAMPLES, seed=1)
    before = pool.observations.copy()
    actions = pool.pick(np.zeros(3))
    actions[2] = pool.num_actions
    with pytest.raises(deckloom.IllegalAction, match="match 2"):
        pool.step(actions)
    assert np.array_equal(before, pool.observations)
    with pytest.raises(ValueError, match="2 actions for 3"):
        pool.step(actions[:2])


def test_equal_seeds_are_equal_pools():
    def run():
        pool = deckloom.Pool(8, "hearts", data=EXAMPLES, seed=5)
        chance = np.random.default_rng(5)
        for _ in range(200):
            pool.step(pool.pick(chance.random(8)))
        return pool.observations

    assert np.array_equal(run(), run())


def test_other_threads_run_while_a_pool_steps():
    """The GIL is let go of: another thread counts while one call of a large pool is under way."""
    pool = deckloom.Pool(20_000, "hearts", data=EXAMPLES, seed=1)
    actions = pool.pick(np.random.default_rng(1).random(len(pool)))
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    pool.step(actions)
    during = counted[0] - before
    stop.set()
    thread.join()
    assert during > 0
