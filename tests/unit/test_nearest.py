"""What somebody meant who wrote something that nobody knows."""

import pytest

from askline.core.nearest import did_you_mean, nearest


@pytest.mark.parametrize("said", ["HUMANONLY", "human-only", "humanOnly", "human_onlyy"])
def test_the_nearest_word_does_not_mind_how_words_are_joined_or_a_slip(said: str) -> None:
    assert nearest(said, ["sensitive", "human_only"]) == "human_only"


@pytest.mark.parametrize("said", ["x", "human_only" * 11])
def test_what_is_near_to_nothing_is_not_guessed(said: str) -> None:
    assert nearest(said, ["human_only"]) is None


def test_the_hint_names_the_nearest_or_says_what_else_to_do() -> None:
    assert did_you_mean("humanonly", ["human_only"]) == "Did you mean 'human_only'?"
    assert did_you_mean("x", ["human_only"], "See the list.") == "See the list."
