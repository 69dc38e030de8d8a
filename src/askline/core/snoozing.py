"""Until when a person may put an ask off, as doors offer it, and how they say a time of day. Pure.

The caller brings the time, in the zone of the person: a morning is theirs.
"""

import re
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum

MORNING = time(9)
CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


class Snoozing(StrEnum):
    SOON = "30 min"
    LATER = "2 h"
    TOMORROW = "tomorrow 9:00"

    def until(self, now: datetime) -> datetime:
        """In UTC."""
        match self:
            case Snoozing.SOON:
                end = now + timedelta(minutes=30)
            case Snoozing.LATER:
                end = now + timedelta(hours=2)
            case _:
                end = datetime.combine(now.date() + timedelta(days=1), MORNING, now.tzinfo)
        return end.astimezone(UTC)


def next_clock(text: str, now: datetime) -> datetime | None:
    """When a clock shows this next, in UTC; none where it is no time of day."""
    said = CLOCK.fullmatch(text.strip())
    if said is None:
        return None
    at = datetime.combine(now.date(), time(int(said[1]), int(said[2])), now.tzinfo)
    return (at if at > now else at + timedelta(days=1)).astimezone(UTC)
