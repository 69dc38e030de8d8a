"""The routes of standing approvals: what is offered beside an ask, what stands, and its end.

One is made with the answer to an approval, see `answering`; only a person makes or revokes one, which the
workshop looks after.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from askline.asks.desk import Desk
from askline.asks.fields import Fields, refuse, stop_at
from askline.asks.model import Ask, AskKind
from askline.asks.replies import Settle
from askline.commands.standing import Breadth, Scope
from askline.commands.standing_shapes import offer_shape, standing_shape
from askline.commands.workshop import Workshop
from askline.core.errors import FieldProblem
from askline.core.people import Actor
from askline.doors.http.bodies import moment_in
from askline.doors.http.looking import Who
from askline.doors.http.reading import Query, Reply, body_of, the_ask

FIELDS = "pattern scope until"
YES = ("yes",)


@dataclass(frozen=True, slots=True)
class Wish:
    """What shall stand: an offer by its name, and until when."""

    which: str
    until: datetime | None


class Agreeing:
    def __init__(self, workshop: Workshop, desk: Desk, who: Who) -> None:
        self._workshop = workshop
        self._desk = desk
        self._who = who

    async def offers(self, request: Request) -> Response:
        """Narrowest first; none where the approval is dangerous."""
        Query(request, "")
        actor = self._who(request)
        ask = await the_ask(self._desk, actor, request)
        offers = await self._workshop.agreeing.offers(actor, ask.id)
        return Reply({"offers": [offer_shape(offer) for offer in offers]})

    async def approvals(self, request: Request) -> Response:
        project = Query(request, "project").text("project")
        found = await self._workshop.agreeing.standing(self._who(request), project)
        return Reply({"approvals": [standing_shape(each) for each in found]})

    async def revoke(self, request: Request) -> Response:
        actor = self._who(request)
        await body_of(request)
        await self._workshop.agreeing.revoke(actor, request.path_params["id"])
        return Response(status_code=204)


async def agreed(workshop: Workshop, actor: Actor, ask: Ask, said: Settle, wish: Wish) -> None:
    """Approve, and let it stand. Raises: what the workshop refuses."""
    given = said.answers.get(ask.questions[0].id)
    plain = not said.note and (not said.answers or (given is not None and given.values == YES))
    if ask.matter.kind is not AskKind.APPROVAL or not plain:
        expected = "the plain yes to an approval beside it"
        refuse([FieldProblem("standing", expected, "another answer, or another ask")])
    await workshop.agreeing.approve(actor, ask.id, wish.which, wish.until)


def read_wish(said: Mapping[str, Any]) -> Wish | None:
    """None where nothing shall stand."""
    problems: list[FieldProblem] = []
    around = Fields({"standing": said.get("standing")}, problems, known="standing")
    fields = around.part("standing", known=FIELDS)
    pattern = _one_of(fields, "pattern", Breadth) if "standing" in around else None
    scope = _one_of(fields, "scope", Scope) if "standing" in around else None
    until = fields.text("until")
    stop_at(problems)
    if scope is None:
        return None
    at = moment_in(until, "standing.until") if until is not None else None
    return Wish(f"{scope}/{pattern}", at)


def _one_of(fields: Fields, name: str, known: type[Breadth] | type[Scope]) -> str | None:
    said = fields.text(name, needed=f"one of {', '.join(known)}")
    if said and said not in set(known):
        fields.wrong(name, f"one of {', '.join(known)}", repr(said[:80]))
    return said
