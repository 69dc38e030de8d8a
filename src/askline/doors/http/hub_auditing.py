"""The routes of what was done at a hub: the acts of a tenant for its admins, the trails of its asks for
its operators; looked at, taken along line by line, verified.

Only translates. An export is sent as it is read, and leaves an act.
"""

from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from askline.asks.fields import refuse
from askline.asks.reviewing import Review, Reviewing, Stretch
from askline.asks.spelling import Json, text_of, time_text
from askline.asks.trail import Flaw
from askline.core.errors import FieldProblem
from askline.core.ids import AskId, parse_id
from askline.doors.http.entering import who_came_in
from askline.doors.http.hub_people import PEOPLE
from askline.doors.http.reading import Query, Reply
from askline.doors.http.routing import only
from askline.memory.digest import read_since
from askline.people.acts import Act, ActKind
from askline.people.recording import Acts, Held

ACTS = f"{PEOPLE}/acts"
AUDIT = f"{PEOPLE}/audit"
NDJSON: Final = "application/x-ndjson"
PAGE: Final = 100
MOST: Final = 1_000
LAST: Final = 2**62
VERIFIED_AT_ONCE: Final = 10_000
"""Asks in one request; whoever wants more goes on where the reply says."""


class HubAuditing:
    def __init__(self, acts: Acts, reviewing: Reviewing) -> None:
        self._acts = acts
        self._reviewing = reviewing

    def routes(self) -> list[Route]:
        return [
            only(["GET"], ACTS, self.acts),
            only(["GET"], f"{ACTS}/export", self.export_acts),
            only(["GET"], f"{ACTS}/verify", self.verify_acts),
            only(["GET"], f"{AUDIT}/export", self.export),
            only(["GET"], f"{AUDIT}/verify", self.verify),
        ]

    async def acts(self, request: Request) -> Response:
        query = Query(request, "before limit")
        limit = query.number("limit", default=PAGE, most=MOST)
        before = query.maybe_number("before", most=LAST)
        found = await self._acts.newest(who_came_in(request), limit=limit, before=before)
        more = found[-1].number if len(found) == limit else None
        return Reply({"acts": [act_shape(each) for each in found], "next": more})

    async def export_acts(self, request: Request) -> Response:
        Query(request, "")
        found = await self._acts.export(who_came_in(request))
        return _sent(act_shape(each) async for each in found)

    async def verify_acts(self, request: Request) -> Response:
        Query(request, "")
        return Reply(held_shape(await self._acts.verify(who_came_in(request))))

    async def export(self, request: Request) -> Response:
        actor, which = who_came_in(request), _span(Query(request, "since until"))
        found = await self._reviewing.export(actor, which)
        span = f"since {time_text(which.since) or 'ever'} until {time_text(which.until) or 'now'}"
        await self._acts.note(actor, ActKind.EXPORTED, "trails", span)
        return _sent(found)

    async def verify(self, request: Request) -> Response:
        which = _span(Query(request, "since until after"))
        actor = who_came_in(request)
        found = await self._reviewing.verify(actor, which, most=VERIFIED_AT_ONCE)
        return Reply(review_shape(found))


def act_shape(each: Act) -> Json:
    return {
        "number": each.number,
        "kind": each.kind,
        "actor": {"id": each.actor_id, "name": each.actor_name},
        "subject": each.subject,
        "detail": each.detail,
        "at": time_text(each.at),
        "hash": each.hash,
    }


def held_shape(held: Held) -> Json:
    return {
        "checked": held.checked,
        "head": {"number": held.head.number, "hash": held.head.hash},
        "flaw": _flaw(held.flaw) if held.flaw else None,
    }


def review_shape(found: Review) -> Json:
    return {
        "asks": found.asks,
        "events": found.events,
        "pruned": found.pruned,
        "broken": found.broken,
        "flaws": [{"ask_id": str(ask_id), **_flaw(flaw)} for ask_id, flaw in found.flaws],
        "next": str(found.next) if found.next else None,
    }


def _flaw(flaw: Flaw) -> Json:
    return {"number": flaw.number, "problem": flaw.problem}


def _span(query: Query) -> Stretch:
    return Stretch(
        tenant="",
        since=read_since(query.text("since")),
        until=read_since(query.text("until"), "until"),
        after=_whole_id(query.text("after")),
    )


def _whole_id(said: str | None) -> AskId | None:
    found = None if said is None else parse_id(said)
    if isinstance(found, str):
        refuse([FieldProblem("after", "the whole id of an ask", repr(said)[:80])])
    return found


def _sent(shapes: AsyncIterator[Json]) -> Response:
    async def lines() -> AsyncIterator[str]:
        async for each in shapes:
            yield f"{text_of(each)}\n"

    headers = {"Cache-Control": "no-store"}
    return StreamingResponse(lines(), media_type=NDJSON, headers=headers)
