"""The routes of alerts: what was told, by which channel and how that went; and a try of a channel.

For who keeps order here: a row names asks of the whole tenant, and a try speaks to the user's phone.
"""

from starlette.requests import Request
from starlette.responses import Response

from askline.alerts.model import Alert
from askline.alerts.ports import AlertBook
from askline.alerts.sending import Sending
from askline.asks.fields import Fields, stop_at
from askline.asks.spelling import Json, time_text
from askline.core.errors import FieldProblem, NotAllowed, NotFound
from askline.core.people import Actor, Right
from askline.doors.http.looking import AT_MOST, PAGE, Who
from askline.doors.http.reading import Query, Reply, body_of


class Alerting:
    def __init__(self, book: AlertBook, sending: Sending, who: Who) -> None:
        self._book = book
        self._sending = sending
        self._who = who

    async def alerts(self, request: Request) -> Response:
        """The newest first."""
        actor = self._keeper(request)
        limit = Query(request, "limit").number("limit", default=PAGE, most=AT_MOST)
        alerts = await self._book.newest(actor.tenant, limit)
        shapes = [alert_shape(alert) for alert in alerts]
        return Reply({"channels": [*self._sending.names], "alerts": shapes})

    async def attempt(self, request: Request) -> Response:
        self._keeper(request)
        problems: list[FieldProblem] = []
        fields = Fields(await body_of(request), problems, known="channel")
        channel = fields.text("channel", needed="the name of a channel") or ""
        stop_at(problems)
        if channel not in self._sending.names:
            known = ", ".join(self._sending.names) or "none, see the settings alerts.*"
            raise NotFound(f"There is no channel {channel!r}.", hint=f"Channels here: {known}.")
        detail = await self._sending.attempt(channel)
        return Reply({"channel": channel, "sent": detail is None, "detail": detail})

    def _keeper(self, request: Request) -> Actor:
        actor = self._who(request)
        if not actor.may(Right.OPERATE):
            raise NotAllowed(
                f"{actor.name} may not look at alerts.", hint="Only who keeps order here may."
            )
        return actor


def alert_shape(alert: Alert) -> Json:
    return {
        "ask": str(alert.ask_id),
        "channel": alert.channel,
        "reason": alert.reason,
        "state": alert.state,
        "detail": alert.detail,
        "at": time_text(alert.at),
    }
