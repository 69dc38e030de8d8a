"""How long people take and agents wait: counts and times of asks, no word of what they say.

Pure. A day is a day of UTC. An agent counts as waiting from its asking until the outcome, except
while it had left; where an ask was left in the inbox on purpose, nobody knows and it counts too. What
was imported happened elsewhere and is no pace of this house.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

from askline.asks.spelling import Json, time_text
from askline.core.people import ActorKind

Key = TypeVar("Key")

DAY = timedelta(days=1)
STEPS_S = (10, 60, 300, 1800, 7200, 43200)
"""The bounds between the bars of times to answer; what took longer is in the last bar."""
MOST_NAMES = 20
LATE = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    asked_at: datetime
    agent: str
    project: str
    settled_at: datetime | None = None
    by: ActorKind | None = None
    left: tuple[tuple[datetime, datetime | None], ...] = ()
    """When its agent was gone: from, and until it came back."""

    @property
    def taken_s(self) -> float | None:
        """How long a person took; nothing where none settled it."""
        if self.settled_at is None or self.by is not ActorKind.HUMAN:
            return None
        return (self.settled_at - self.asked_at).total_seconds()

    def waits(self, now: datetime) -> Iterator[tuple[datetime, datetime]]:
        """When its agent waited."""
        end = self.settled_at or now
        begin = self.asked_at
        for gone, back in self.left:
            yield begin, min(gone, end)
            begin = back or end
        yield begin, end


def stats(paces: Iterable[Pace], *, since: datetime, now: datetime) -> Json:
    """Everything that is plotted: in all, by day, by project, by agent, and how times spread."""
    ours = [pace for pace in paces if pace.by is not ActorKind.IMPORT]
    asked = [pace for pace in ours if pace.asked_at >= since]
    waited = _waited(ours, since, now)
    days = _table(asked, waited, lambda pace: _day(pace.asked_at), lambda day, _: day)
    return {
        "since": time_text(since),
        "until": time_text(now),
        **_row(asked, sum(minutes for _, _, minutes in waited)),
        "pending": sum(pace.settled_at is None for pace in ours),
        "days": [
            {"day": day.isoformat(), **days.get(day, _row([], 0))} for day in _days(since, now)
        ],
        "projects": _named(asked, waited, lambda pace: pace.project),
        "agents": _named(asked, waited, lambda pace: pace.agent),
        "times": _spread([taken for pace in asked if (taken := pace.taken_s) is not None]),
    }


Waited = list[tuple[date, Pace, float]]
"""Minutes that an ask's agent waited on one day."""


def _waited(paces: Sequence[Pace], since: datetime, now: datetime) -> Waited:
    return [
        (day, pace, minutes)
        for pace in paces
        for begin, end in pace.waits(now)
        for day, minutes in _split(max(begin, since), end)
    ]


def _split(begin: datetime, end: datetime) -> Iterator[tuple[date, float]]:
    """A stretch of time, cut at midnights."""
    while begin < end:
        day = _day(begin)
        midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) + DAY
        yield day, (min(end, midnight) - begin).total_seconds() / 60
        begin = midnight


def _days(since: datetime, now: datetime) -> Iterator[date]:
    day, last = _day(since), _day(now)
    while day <= last:
        yield day
        day += DAY


def _day(moment: datetime) -> date:
    return moment.astimezone(UTC).date()


def _table(
    asked: Sequence[Pace],
    waited: Waited,
    of_pace: Callable[[Pace], Key],
    of_wait: Callable[[date, Pace], Key],
) -> dict[Key, Json]:
    paces: dict[Key, list[Pace]] = {}
    minutes: dict[Key, float] = {}
    for pace in asked:
        paces.setdefault(of_pace(pace), []).append(pace)
    for day, pace, took in waited:
        key = of_wait(day, pace)
        minutes[key] = minutes.get(key, 0.0) + took
    return {key: _row(paces.get(key, []), minutes.get(key, 0.0)) for key in {**paces, **minutes}}


def _named(asked: Sequence[Pace], waited: Waited, name: Callable[[Pace], str]) -> list[Json]:
    """Who waited longest first."""
    table = _table(asked, waited, name, lambda _, pace: name(pace))
    rows: list[Json] = [{"name": each, **row} for each, row in sorted(table.items())]
    return sorted(rows, key=lambda row: -row["blocked_minutes"])[:MOST_NAMES]


def _row(asked: Sequence[Pace], minutes: float) -> Json:
    times = sorted(taken for pace in asked if (taken := pace.taken_s) is not None)
    return {
        "asked": len(asked),
        "answered": len(times),
        "median_s": _at(times, 0.5),
        "late_s": _at(times, LATE),
        "blocked_minutes": round(minutes, 1),
    }


def _at(times: Sequence[float], share: float) -> float | None:
    """The time within which this share was answered."""
    return round(times[min(len(times) - 1, int(len(times) * share))], 1) if times else None


def _spread(times: Sequence[float]) -> list[Json]:
    bounds: list[int | None] = [*STEPS_S, None]
    rows: list[Json] = []
    below = 0.0
    for bound in bounds:
        upto = float("inf") if bound is None else bound
        rows.append({"up_to_s": bound, "count": sum(below <= taken < upto for taken in times)})
        below = upto
    return rows
