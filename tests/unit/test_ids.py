"""Ids sort by time, and a person can read the short form aloud."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askline.core.errors import InvalidArguments
from askline.core.ids import (
    CROCKFORD,
    LONGEST_SHORT,
    SHORT,
    AskId,
    RandomMint,
    parse_id,
    short_id,
    uuid7,
)
from tests.builders import NOON

MILLISECOND = timedelta(milliseconds=1)
WHOLE = "019a8252-3c00-7000-8000-0000000afbcd"


@given(st.datetimes(datetime(1970, 1, 1), datetime(9999, 1, 1)))  # noqa: DTZ001 - made aware below
def test_an_id_is_a_uuid_of_version_seven_that_knows_its_time(moment: datetime) -> None:
    at = moment.replace(tzinfo=NOON.tzinfo)

    ask_id = RandomMint().ask_id(at)

    assert (ask_id.version, ask_id.variant) == (7, UUID(WHOLE).variant)
    born = timedelta(milliseconds=ask_id.int >> 80)
    assert datetime(1970, 1, 1, tzinfo=NOON.tzinfo) + born <= at
    assert at - datetime(1970, 1, 1, tzinfo=NOON.tzinfo) - born < MILLISECOND


def test_ids_of_one_mint_sort_as_they_were_made_within_a_millisecond_too() -> None:
    mint = RandomMint()

    made = [mint.ask_id(NOON + n // 100 * MILLISECOND) for n in range(1000)]

    assert made == sorted(made)
    assert len(set(made)) == 1000


def test_ids_sort_even_while_the_clock_stands_still_for_long() -> None:
    mint = RandomMint()

    made = [mint.ask_id(NOON) for _ in range(10_000)]

    assert made == sorted(made)


def test_ids_of_different_mints_sort_by_time() -> None:
    older = [RandomMint().ask_id(NOON) for _ in range(20)]
    newer = [RandomMint().ask_id(NOON + MILLISECOND) for _ in range(20)]

    assert max(older) < min(newer)


def test_a_count_that_is_full_borrows_from_the_next_millisecond() -> None:
    full, fuller = uuid7(1, 0xFFF, 0), uuid7(1, 0x1000, 0)

    assert full < fuller == uuid7(2, 0, 0)
    assert full.version == fuller.version == 7


@given(st.integers(0, 2**64 - 1))
def test_only_the_random_tail_shows_in_the_short_id(tail: int) -> None:
    one, other = AskId(uuid7(1, 0, tail)), AskId(uuid7(2**47, 99, tail))

    assert short_id(one, LONGEST_SHORT) == short_id(other, LONGEST_SHORT)


@given(st.uuids().map(AskId), st.integers(SHORT, LONGEST_SHORT))
def test_a_longer_short_id_ends_in_the_shorter(ask_id: AskId, length: int) -> None:
    longer = short_id(ask_id, length)

    assert len(longer) == length
    assert longer.endswith(short_id(ask_id))
    assert set(longer) <= set(CROCKFORD)


@given(st.uuids().map(AskId), st.integers(SHORT, LONGEST_SHORT))
def test_what_is_shown_is_understood_when_typed(ask_id: AskId, length: int) -> None:
    assert parse_id(str(ask_id)) == ask_id
    assert parse_id(short_id(ask_id, length)) == short_id(ask_id, length)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(WHOLE, id="as shown"),
        pytest.param(f"  {WHOLE.upper()}\n", id="in capitals, with blanks around"),
        pytest.param(WHOLE.replace("-", ""), id="without hyphens"),
    ],
)
def test_a_whole_id_is_understood(said: str) -> None:
    assert parse_id(said) == UUID(WHOLE)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        pytest.param("k7m2qd", "k7m2qd", id="as shown"),
        pytest.param(" K7M2QD ", "k7m2qd", id="in capitals"),
        pytest.param("o0OilI", "000111", id="letters that look like digits"),
        pytest.param("k7m2qdk7m2qd", "k7m2qdk7m2qd", id="twelve characters"),
    ],
)
def test_a_short_id_has_one_spelling(said: str, meant: str) -> None:
    assert parse_id(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        pytest.param("", id="nothing"),
        pytest.param("k7m2q", id="too short"),
        pytest.param("k7m2qdk7m2qdk", id="too long for a short one"),
        pytest.param("uuuuuu", id="u, which is no Crockford letter"),
        pytest.param("k7m-2qd", id="a hyphen in a short one"),
        pytest.param("x" * 32, id="as long as a whole one, but none"),
        pytest.param("the database", id="words"),
    ],
)
def test_anything_else_is_refused_with_what_to_give(said: str) -> None:
    with pytest.raises(InvalidArguments) as refused:
        parse_id(said)

    assert refused.value.message == f"{said!r} is no id of an ask."
    assert "6 or more characters" in refused.value.hint


def test_ids_sort_also_after_the_clock_was_set_back() -> None:
    mint, hour = RandomMint(), timedelta(hours=1)

    made = [mint.ask_id(at) for at in (NOON, NOON - hour, NOON - hour, NOON - MILLISECOND, NOON)]

    assert made == sorted(made)
    assert len(set(made)) == 5


def test_ids_follow_a_clock_that_was_far_ahead() -> None:
    mint, wrong = RandomMint(), NOON + timedelta(days=365)
    mint.ask_id(wrong)

    assert mint.ask_id(NOON).int >> 80 == RandomMint().ask_id(NOON).int >> 80
