"""OpenSpiel's own algorithms on our games."""

import numpy as np
import pytest
from conftest import EXAMPLES

import deckloom.spiel


def test_states_are_of_the_shape(game):
    played = deckloom.spiel.load_game(**game, seed=1)
    state = played.new_initial_state()
    chance = np.random.default_rng(1)
    for _ in range(60):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        assert legal == sorted(legal) and sum(state.legal_actions_mask()) == len(legal)
        assert state.legal_actions((state.current_player() + 1) % played.num_players() if played.num_players() > 1 else 5) == []
        assert len(state.observation_tensor()) == played.observation_tensor_size()
        action = int(chance.choice(legal))
        assert state.action_to_string(state.current_player(), action)
        world = state.resample_from_infostate(state.current_player(), chance.random)
        assert world.information_state_string() == state.information_state_string()
        child = state.child(action)
        assert child.move_number() == state.move_number() + 1
        state = child


def test_mcts_of_open_spiel_plays():
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts

    game = deckloom.spiel.load_game("goofspiel", data=EXAMPLES, seed=1, zero_sum=True)
    evaluator = mcts.RandomRolloutEvaluator(2, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 60, evaluator, solve=False, random_state=np.random.RandomState(2))
    won = 0
    chance = np.random.default_rng(4)
    for _ in range(4):
        state = game.new_initial_state()
        while not state.is_terminal():
            seat = state.current_player()
            action = bot.step(state) if seat == 0 else int(chance.choice(state.legal_actions()))
            state.apply_action(action)
        won += state.returns()[0]
    assert won > 0, "a search of the true position beats a player that does anything"


def test_ismcts_of_open_spiel_plays():
    """It draws positions from what a seat sees, and keeps its tree by that."""
    pytest.importorskip("pyspiel")
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    from open_spiel.python.algorithms import mcts

    game = deckloom.spiel.load_game("leduc-poker", data=EXAMPLES, seed=1, zero_sum=True, max_utility=13, min_utility=-13)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    chance = np.random.default_rng(2)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=4.0,
        evaluator=evaluator,
        max_simulations=60,
        random_state=np.random.RandomState(3),
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, chance.random))
    gained = 0
    for _ in range(60):
        state = game.new_initial_state()
        while not state.is_terminal():
            seat = state.current_player()
            action = bot.step(state) if seat == 0 else int(chance.choice(state.legal_actions()))
            state.apply_action(action)
        gained += state.returns()[0]
    assert gained > 0
