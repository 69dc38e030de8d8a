"""What people are told outside the inbox: that an ask waits, and that its time is nearly over.

An alert is one row for one ask, one channel and one reason, so that nothing is told twice, also not
by two processes. Where many people are told, it is also of one telling and one contact of theirs. A notice is what a channel says: it may speak for many alerts at once.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from askline.core.ids import AskId


class Reason(StrEnum):
    ASKED = "asked"
    ENDING = "ending"
    """Its deadline is near and nobody has answered."""
    REMINDED = "reminded"
    ESCALATED = "escalated"
    PASSED_ON = "passed_on"


class AlertState(StrEnum):
    SENDING = "sending"
    """Somebody took it upon itself; if it stays so, that process died over it."""
    SENT = "sent"
    FAILED = "failed"
    ACKNOWLEDGED = "acknowledged"
    """It was sent, and then somebody looked at the ask or settled it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    ask_id: AskId
    tenant: str
    channel: str
    reason: Reason
    state: AlertState
    at: datetime
    detail: str | None = None
    """Why it failed; never what was asked."""
    number: int = 0
    """Which telling of the ask it is part of."""
    contact: str = ""
    """By which of somebody's contacts; none where there is one person."""
    recipient: str = ""
    """For whose sake: the address that the ask was put to."""
    tries: int = 1

    @property
    def key(self) -> tuple[AskId, str, Reason, int, str]:
        return self.ask_id, self.channel, self.reason, self.number, self.contact


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A button of a notice: what it says, and the address that shows what it would decide."""

    label: str
    url: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    reason: Reason
    title: str
    body: str
    asks: tuple[AskId, ...]
    url: str | None = None
    actions: tuple[Action, ...] = ()
