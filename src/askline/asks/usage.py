"""How much a tenant asks, day by day, for who keeps order: counts and times, no word of what they say.

A day is a day of UTC, and an ask counts on the day it was asked, whatever became of it later. What was
imported happened elsewhere and counts nowhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol

from askline.asks.reviewing import must_review
from askline.asks.spelling import Json, time_text
from askline.core.clock import Clock
from askline.core.people import Actor

MOST_PROJECTS = 20
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    asked: int = 0
    answered: int = 0
    timed_out: int = 0
    rejected: int = 0
    cancelled: int = 0
    median_s: float | None = None
    """Within which half of what people settled was settled."""


class UsageBook(Protocol):
    async def used(
        self, tenant: str, since: datetime, most: int
    ) -> tuple[Mapping[date, Used], Sequence[tuple[str, Used]]]:
        """By day, as far as anything was asked; and by project, those that asked most first."""
        ...


class Usage:
    def __init__(self, book: UsageBook, clock: Clock) -> None:
        self._book = book
        self._clock = clock

    async def of(self, actor: Actor, days: int) -> Json:
        """The last so many days with today, those without an ask too. Raises: NotAllowed."""
        must_review(actor)
        today = self._clock.now().astimezone(UTC).date()
        first = today - (days - 1) * DAY
        since = datetime.combine(first, time(), UTC)
        used, projects = await self._book.used(actor.tenant, since, MOST_PROJECTS)
        each_day = [first + number * DAY for number in range(days)]
        return {
            "since": time_text(since),
            "days": [{"day": day.isoformat(), **_shape(used.get(day, Used()))} for day in each_day],
            "projects": [{"name": name, **_shape(each)} for name, each in projects],
        }


def _shape(used: Used) -> Json:
    return {
        "asked": used.asked,
        "answered": used.answered,
        "timed_out": used.timed_out,
        "rejected": used.rejected,
        "cancelled": used.cancelled,
        "median_s": used.median_s,
    }
