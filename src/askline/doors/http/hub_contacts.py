"""The routes of being told: everybody's contacts, a team's for admins, and what became of alerts.

Where a contact leads is sent in and never out again, but for a mail address; a secret for checking
signatures is shown this once.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from askline.alerts.contacting import Contacting
from askline.alerts.contacts import Contact, Way
from askline.alerts.model import Alert, AlertState
from askline.alerts.ports import AlertBook
from askline.asks.fields import Fields, spelled, stop_at
from askline.asks.spelling import Json, time_text
from askline.core.errors import FieldProblem, InvalidArguments, NotAllowed
from askline.core.people import Right
from askline.doors.http.alerting import alert_shape
from askline.doors.http.hub_people import MADE, PEOPLE
from askline.doors.http.looking import AT_MOST, PAGE, Who
from askline.doors.http.reading import Query, Reply, body_of
from askline.doors.http.routing import only
from askline.doors.http.signing import DONE

CONTACTS = f"{PEOPLE}/contacts"
A_WAY = f"one of {', '.join(Way)}"
A_STATE = f"one of {', '.join(AlertState)}"


class HubContacts:
    def __init__(self, contacting: Contacting, book: AlertBook, who: Who) -> None:
        self._contacting = contacting
        self._book = book
        self._who = who

    def routes(self) -> list[Route]:
        return [
            only(["GET"], CONTACTS, self.contacts),
            only(["POST"], CONTACTS, self.add),
            only(["DELETE"], f"{CONTACTS}/{{id}}", self.remove),
            only(["POST"], f"{CONTACTS}/{{id}}/try", self.attempt),
            only(["GET"], f"{PEOPLE}/alerts", self.alerts),
        ]

    async def contacts(self, request: Request) -> Response:
        team = Query(request, "team").text("team")
        found = await self._contacting.all(self._who(request), team=team)
        return Reply({"contacts": [contact_shape(each) for each in found]})

    async def add(self, request: Request) -> Response:
        problems: list[FieldProblem] = []
        said = Fields(await body_of(request), problems, known="channel where team answers")
        way = said.text("channel", needed=A_WAY) or ""
        if way.strip() and way not in set(Way):
            said.wrong("channel", A_WAY, spelled(way))
        where = said.text("where", needed="where it leads") or ""
        team, answers = said.text("team"), said.flag("answers", default=False)
        stop_at(problems)
        contact = await self._contacting.add(
            self._who(request), Way(way), where, team=team, answers=answers
        )
        shown = {"secret": contact.secret} if contact.secret else {}
        return Reply({**contact_shape(contact), **shown}, MADE)

    async def remove(self, request: Request) -> Response:
        await body_of(request)
        await self._contacting.remove(self._who(request), request.path_params["id"])
        return Response(status_code=DONE)

    async def attempt(self, request: Request) -> Response:
        await body_of(request)
        detail = await self._contacting.attempt(self._who(request), request.path_params["id"])
        return Reply({"sent": detail is None, "detail": detail})

    async def alerts(self, request: Request) -> Response:
        """The newest first; for who keeps order, because they name asks of the whole tenant."""
        actor, query = self._who(request), Query(request, "state limit")
        if not actor.may(Right.OPERATE):
            raise NotAllowed(
                f"{actor.name} may not look at alerts.", hint="Only who keeps order here may."
            )
        limit = query.number("limit", default=PAGE, most=AT_MOST)
        found = await self._book.newest(actor.tenant, limit, _state(query))
        return Reply({"alerts": [told_shape(each) for each in found]})


def contact_shape(contact: Contact) -> Json:
    return {
        "id": contact.id,
        "owner": contact.owner,
        "channel": contact.channel,
        "shown": contact.shown,
        "answers": contact.answers,
        "made_at": time_text(contact.made_at),
    }


def told_shape(alert: Alert) -> Json:
    more = {"recipient": alert.recipient, "number": alert.number, "tries": alert.tries}
    return {**alert_shape(alert), **more, "contact": alert.contact or None}


def _state(query: Query) -> AlertState | None:
    said = query.text("state")
    if said is not None and said not in set(AlertState):
        raise InvalidArguments(
            f"state: expected {A_STATE}.",
            hint="Mend the query and try again.",
            fields=[FieldProblem("state", A_STATE, spelled(said))],
        )
    return None if said is None else AlertState(said)
