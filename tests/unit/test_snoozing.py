"""Until when an ask may be put off, in the zone of the person."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from askline.core.snoozing import Snoozing, next_clock

BERLIN = timezone(timedelta(hours=1))
NOW = datetime(2026, 11, 14, 13, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("which", "end"),
    [
        (Snoozing.SOON, datetime(2026, 11, 14, 12, 30, tzinfo=UTC)),
        (Snoozing.LATER, datetime(2026, 11, 14, 14, tzinfo=UTC)),
        (Snoozing.TOMORROW, datetime(2026, 11, 15, 8, tzinfo=UTC)),
    ],
)
def test_each_ends_when_it_says(which: Snoozing, end: datetime) -> None:
    assert which.until(NOW) == end
    assert which.until(NOW).tzinfo is UTC


@pytest.mark.parametrize(
    ("said", "end"),
    [
        (" 14:05 ", datetime(2026, 11, 14, 13, 5, tzinfo=UTC)),
        ("9:00", datetime(2026, 11, 15, 8, tzinfo=UTC)),
        ("13:00", datetime(2026, 11, 15, 12, tzinfo=UTC)),
        ("24:00", None),
        ("9:5", None),
        ("noon", None),
        ("", None),
    ],
)
def test_a_time_of_day_is_the_next_one(said: str, end: datetime | None) -> None:
    assert next_clock(said, NOW) == end
