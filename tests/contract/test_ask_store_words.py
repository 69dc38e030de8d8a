"""What every store does with words: drafts are each person's, hostile ones come back, unfit ones stop nobody."""

from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import replace

import anyio
import pytest

from askline.asks.answers import Given
from askline.asks.ports import AskStore, Draft
from askline.core.errors import AsklineError
from tests.builders import (
    NOON,
    a_matter,
    an_opening,
)
from tests.contract.test_ask_store import kept
from tests.places import Place


@pytest.fixture
async def store(place: Place) -> AsyncGenerator[AskStore]:
    async with place.open() as keeping:
        yield keeping.asks


async def test_a_draft_is_kept_for_each_person_until_it_is_empty(store: AskStore) -> None:
    ask = await kept(store)
    typed = {"db": Given(values=("SQLite",), note="for now")}
    ada = Draft(ask_id=ask.id, person="ada", answers=typed, at=NOON)
    bob = Draft(ask_id=ask.id, person="bob", answers={"db": Given(custom_text="DuckDB")}, at=NOON)
    await store.keep_draft("local", replace(ada, answers={"db": Given(values=("Postgre",))}))

    await store.keep_draft("local", ada)
    await store.keep_draft("local", bob)

    assert await store.drafts(ask.id) == [ada, bob]
    await store.keep_draft("local", replace(ada, answers={}))
    assert await store.drafts(ask.id) == [bob]


@pytest.mark.parametrize("text", ["\ud800", "\0"], ids=["half", "nul"])
async def test_a_text_that_a_store_cannot_hold_stops_nobody_else(
    store: AskStore, text: str
) -> None:
    ask = await kept(store)
    good = Draft(ask_id=ask.id, person="ada", answers={"db": Given(note="whole")}, at=NOON)
    with anyio.fail_after(20):
        with suppress(AsklineError):  # one store holds it, another does not
            await store.keep_draft("local", replace(good, answers={"db": Given(note=text)}))

        await store.keep_draft("local", good)

    assert await store.drafts(ask.id) == [good]


async def test_hostile_text_comes_back_as_it_went_in(store: AskStore) -> None:
    nasty = "quote ' \" \\ {a: b} \U0001f389 \u202e \u2013 % $1 \\u0000 ; DROP TABLE asks"
    ask = await kept(store, change=an_opening(matter=a_matter(title=nasty, context=nasty * 2000)))

    assert await store.get(ask.id) == ask
