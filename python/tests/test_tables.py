"""Cards and the lab as tables."""

import pytest
from conftest import EXAMPLES

import deckloom


def test_cards_are_selected_by_queries():
    all_cards = deckloom.cards("hearts", data=EXAMPLES)
    assert len(all_cards) == 52
    hearts = deckloom.cards("hearts", "suit:hearts", data=EXAMPLES)
    assert len(hearts) == 13 and {card["suit"] for card in hearts} == {"hearts"}
    assets = deckloom.cards("chronx", "type:asset skill<=2")
    assert assets and all(card["skill"] <= 2 for card in assets)
    with pytest.raises(deckloom.SetupError):
        deckloom.cards("hearts", "suit:(", data=EXAMPLES)


def test_a_plan_is_carried_out():
    plan = {"kind": "series", "format": "kuhn-poker/classic", "games": 200, "seed": 1, "players": ["random", "random"]}
    formats = [row["default_format"] for row in deckloom.games(data=EXAMPLES) if row["game"] == "kuhn-poker"]
    decks = deckloom.decks("kuhn-poker", data=EXAMPLES)
    plan |= {"format": f"kuhn-poker/{formats[0]}", "decks": [f"kuhn-poker/{decks[0]['deck']}"]}
    report = deckloom.lab(plan, data=EXAMPLES, threads=1)
    assert report["title"] and report["answer"] and report["tables"]
    rows = next(iter(report["tables"].values()))
    assert isinstance(rows, list) and isinstance(rows[0], dict)
    assert deckloom.lab(plan, data=EXAMPLES, threads=2) == report
    with pytest.raises(deckloom.SetupError):
        deckloom.lab({**plan, "kind": "nothing"}, data=EXAMPLES)
