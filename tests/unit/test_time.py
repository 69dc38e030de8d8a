"""Time as it is kept and spelled: UTC, in whole milliseconds."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askline.asks.spelling import read_time, text_of, time_text
from askline.core.clock import SystemClock, whole_milliseconds
from tests.builders import NOON
from tests.promises import promise
from tests.unit import values


def test_the_clock_of_the_house_is_in_utc_and_whole_milliseconds_and_goes_on() -> None:
    first, second = SystemClock().now(), SystemClock().now()

    assert first <= second
    assert first.utcoffset() == timedelta(0)
    assert first == whole_milliseconds(first)


@promise("deadline-utc")
@given(st.datetimes(datetime(1970, 1, 2), datetime(9998, 1, 1), timezones=st.timezones()))  # noqa: DTZ001 - made aware by `timezones`
def test_a_moment_said_anywhere_is_kept_as_the_same_instant_in_utc(moment: datetime) -> None:
    kept = whole_milliseconds(moment)

    assert kept.tzinfo is UTC
    assert kept.microsecond % 1000 == 0
    assert timedelta(0) <= moment - kept < timedelta(milliseconds=1)


@pytest.mark.parametrize(
    ("at", "text"),
    [
        pytest.param(NOON, "2026-11-14T12:00:00.000Z", id="noon"),
        pytest.param(NOON.replace(microsecond=7_000), "2026-11-14T12:00:00.007Z", id="and 7 ms"),
        pytest.param(
            NOON.astimezone(timezone(timedelta(hours=5, minutes=30))),
            "2026-11-14T12:00:00.000Z",
            id="said in India",
        ),
        pytest.param(None, None, id="never"),
    ],
)
def test_times_are_spelled_in_one_way(at: datetime | None, text: str | None) -> None:
    assert time_text(at) == text


@given(values.times)
def test_a_spelled_time_is_read_back(at: datetime) -> None:
    assert read_time(time_text(at) or "") == at


def test_a_shape_has_one_spelling_and_keeps_its_letters() -> None:
    assert text_of({"b": ["ü", None], "a": True}) == '{"b":["ü",null],"a":true}'
