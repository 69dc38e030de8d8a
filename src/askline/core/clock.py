"""Time as a dependency, so that tests own it. Deadlines are absolute and in UTC."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """UTC in whole milliseconds: what is shown is exactly what is kept."""
        ...


class SystemClock:
    def now(self) -> datetime:
        moment = datetime.now(UTC)  # noqa: TID251 - the one place that reads the wall clock
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
