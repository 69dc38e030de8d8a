"""Time that the test owns: it stands still until it is moved."""

from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)


class StoppedClock:
    def __init__(self, now: datetime = NOON) -> None:
        self.time = now

    def now(self) -> datetime:
        return self.time

    def move(self, seconds: float) -> None:
        """Later by so many seconds. Who is to notice, look at the house's `move`."""
        self.time += timedelta(seconds=seconds)
