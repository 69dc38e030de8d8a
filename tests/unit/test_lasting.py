"""How long a person's word stands."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from askline.core.lasting import Lasting

EVENING = datetime(2026, 11, 14, 22, 30, tzinfo=timezone(timedelta(hours=-5)))


@pytest.mark.parametrize(
    ("lasting", "until"),
    [
        (Lasting.HOUR, datetime(2026, 11, 15, 4, 30, tzinfo=UTC)),
        (Lasting.TODAY, datetime(2026, 11, 15, 5, 0, tzinfo=UTC)),
        (Lasting.WEEK, datetime(2026, 11, 22, 3, 30, tzinfo=UTC)),
        (Lasting.ALWAYS, None),
    ],
)
def test_it_ends_by_the_day_of_the_person_and_is_told_in_utc(
    lasting: Lasting, until: datetime | None
) -> None:
    assert lasting.until(EVENING) == until
