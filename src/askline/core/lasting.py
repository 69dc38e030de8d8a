"""How long a person's word may stand, as doors offer it: the shortest first. Pure.

The caller brings the time, in the zone of the person: a day is theirs. What stands, and for whom, is not
known here.
"""

from datetime import UTC, datetime, time, timedelta
from enum import StrEnum

HOUR, WEEK = timedelta(hours=1), timedelta(days=7)


class Lasting(StrEnum):
    HOUR = "1 hour"
    TODAY = "today"
    WEEK = "7 days"
    ALWAYS = "no end"

    def until(self, now: datetime) -> datetime | None:
        """In UTC; None where it ends only when somebody revokes it."""
        match self:
            case Lasting.HOUR:
                end = now + HOUR
            case Lasting.TODAY:
                end = datetime.combine(now.date() + timedelta(days=1), time(), now.tzinfo)
            case Lasting.WEEK:
                end = now + WEEK
            case _:
                return None
        return end.astimezone(UTC)
