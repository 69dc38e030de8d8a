"""PromptManager's spelling of answers, read."""

from typing import Any

import pytest

from askline.asks.answers import Given
from askline.asks.relayed import given_of
from askline.core.errors import InvalidArguments
from tests.builders import a_matter, a_multi_select, a_select, a_text, an_ask

ONE = an_ask(matter=a_matter(a_select("q")))
MANY = an_ask(matter=a_matter(a_multi_select("q")))
FREE = an_ask(matter=a_matter(a_text("q")))


@pytest.mark.parametrize(
    ("ask", "said", "meant"),
    [
        (ONE, {"answer": "SQLite", "selectedOptions": [1]}, Given(values=("SQLite",))),
        (ONE, {"answer": "SQLite"}, Given(values=("SQLite",))),
        (ONE, {"selectedOptions": [1]}, Given(values=("SQLite",))),
        (ONE, {"answer": " DuckDB "}, Given(custom_text="DuckDB")),
        (ONE, {}, Given()),
        (
            MANY,
            {"answer": "unit, journeys", "selectedOptions": [0, 2]},
            Given(values=("unit", "journeys")),
        ),
        (
            MANY,
            {"answer": "and smoke", "selectedOptions": [0]},
            Given(values=("unit",), custom_text="and smoke"),
        ),
        (FREE, {"answer": "shop", "selectedOptions": []}, Given(values=("shop",))),
        (FREE, {"answer": ""}, Given()),
    ],
)
def test_places_count_and_a_text_that_repeats_them_says_nothing_more(
    ask: Any, said: Any, meant: Given
) -> None:
    assert given_of(ask, said) == {"q": meant}


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"answer": 3}, "answer"),
        ({"selectedOptions": 0}, "selectedOptions"),
        ({"selectedOptions": [2]}, "selectedOptions"),
        ({"selectedOptions": [-1]}, "selectedOptions"),
        ({"selectedOptions": [True]}, "selectedOptions"),
        ({"selectedOptions": ["SQLite"]}, "selectedOptions"),
    ],
)
def test_what_is_no_answer_is_named(said: Any, field: str) -> None:
    with pytest.raises(InvalidArguments) as refused:
        given_of(ONE, said)

    assert refused.value.fields[0].field == field
