"""Time as a dependency, so that tests own it. Deadlines are absolute and in UTC."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """UTC in whole milliseconds: what is shown is exactly what is kept."""
        ...


class SystemClock:
    def now(self) -> datetime:
        return whole_milliseconds(datetime.now(UTC))  # noqa: TID251 - only here the wall clock is read


def whole_milliseconds(moment: datetime) -> datetime:
    """The same instant in UTC, as it is kept and shown."""
    utc = moment.astimezone(UTC)
    return utc.replace(microsecond=utc.microsecond // 1000 * 1000)


def lately(at: datetime | None, now: datetime, within: timedelta) -> bool:
    """Whether it was less than so long ago. What lies ahead was not: the clock was set back since."""
    return at is not None and timedelta(0) <= now - at < within
