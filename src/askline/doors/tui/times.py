"""Times as a person reads them at a glance. Pure.

Above two minutes only whole minutes are said: a screen that changes every second is restless, and
each change is bytes over somebody's SSH.
"""

from datetime import datetime

from askline.core.speaking import mark, t
from askline.doors.tui.model import Ask

MINUTE, HOUR, DAY = 60, 3600, 86400
SECONDS_FROM = 2 * MINUTE
"""Below this seconds are counted."""
BAR = 16


def left_s(ask: Ask, now: datetime) -> float | None:
    return None if ask.deadline is None else max(0.0, (ask.deadline - now).total_seconds())


def left(seconds: float) -> str:
    """Time that is left, rounded down: nobody has more than it says."""
    whole = int(seconds)
    if whole < SECONDS_FROM:
        return f"{whole // MINUTE}:{whole % MINUTE:02d}"
    return _rough(whole)


def ago(then: datetime, now: datetime) -> str:
    whole = max(0, int((now - then).total_seconds()))
    return "now" if whole < MINUTE else _rough(whole)


def span(seconds: float) -> str:
    """How long something took, or has taken so far."""
    whole = int(seconds)
    hours, minutes = whole // HOUR, whole % HOUR // MINUTE
    if hours:
        return f"{hours}:{minutes:02d}:{whole % MINUTE:02d}"
    return f"{minutes}:{whole % MINUTE:02d}" if minutes else f"{whole} s"


def bar(ask: Ask, now: datetime) -> int:
    """How much of the countdown's bar is full."""
    remaining = left_s(ask, now)
    if remaining is None or ask.deadline is None:
        return 0
    whole = max(1.0, (ask.deadline - ask.asked_at).total_seconds())
    return min(BAR, round(BAR * remaining / whole))


def day(at: datetime, now: datetime) -> str:
    """When something was, for lists: the time today, else the day."""
    here, today = at.astimezone(), now.astimezone()
    same = here.date() == today.date()
    return here.strftime("%H:%M") if same else t("{0:%d %b}", here)


def _rough(whole: int) -> str:
    for size, said in ((DAY, mark("{0} d")), (HOUR, mark("{0} h"))):
        if whole >= 2 * size:
            return t(said, whole // size)
    return t("{0} min", whole // MINUTE)
