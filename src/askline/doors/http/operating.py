"""The routes of operations: which there are, what one wrote, end it; and begin one as a person.

For who keeps order here: operations name what runs in every project of the user. What may run is the
workshop's to decide, here as for agents: a person who begins one goes the same way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import Response

from askline.asks.fields import Fields, refuse, stop_at
from askline.asks.replies import read_receipt
from askline.asks.spelling import Json
from askline.commands.operation import Operation, Page, Status
from askline.commands.ports import Operations
from askline.commands.shapes import operation_shape, page_shape
from askline.commands.workshop import NewOperation, Workshop
from askline.core.clock import Clock
from askline.core.errors import FieldProblem, NotAllowed
from askline.core.ids import OperationId
from askline.core.people import Actor, Right
from askline.core.text import clean
from askline.doors.http.bodies import ASKER, read_asker
from askline.doors.http.feed import Feed
from askline.doors.http.looking import AT_MOST, PAGE, Who
from askline.doors.http.reading import Query, Reply, body_of

LONGEST_PAGE = 1 << 20
"""Bytes of output in one reply."""
FARTHEST = 10**12
"""No output is as long."""
MOST_LINES = 10_000
LONGEST_WAIT_S = 60.0
ENDING_S = 5.0
LOOK_S = 0.2
"""How often a follower's next piece is looked for: files ring no bell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which part of the output."""

    offset: int
    limit: int
    tail: int | None
    grep: str | None


class Operating:
    def __init__(self, workshop: Workshop, who: Who, clock: Clock, feed: Feed) -> None:
        self._workshop = workshop
        self._who = who
        self._clock = clock
        self._feed = feed

    async def operations(self, request: Request) -> Response:
        """Newest first, a page at a time: `next` goes on as `before`."""
        query = Query(request, "project status limit before")
        actor = self._keeper(request)
        limit = query.number("limit", default=PAGE, most=AT_MOST)
        which = Operations(
            tenant=actor.tenant,
            statuses=_statuses(query.text("status")),
            before=await self._before(actor, query.text("before")),
        )
        found = await self._found(actor, which, query.text("project"), limit + 1)
        more = str(found[limit - 1].id) if len(found) > limit else None
        return Reply({"operations": [self._shape(each) for each in found[:limit]], "next": more})

    async def begin(self, request: Request) -> Response:
        """Replies as soon as it is kept, whether it runs or awaits approval."""
        actor = self._keeper(request)
        new = read_new(await body_of(request), actor, request.headers.get("idempotency-key"))
        return Reply(self._shape(await self._workshop.beginning.begin(actor, new)), 201)

    async def operation(self, request: Request) -> Response:
        """With the beginning and the end of what it wrote."""
        Query(request, "")
        actor = self._keeper(request)
        operation = await self._the(actor, request)
        view = await self._workshop.looking.view(actor, operation.id)
        return Reply(operation_shape(operation, self._clock.now(), view))

    async def output(self, request: Request) -> Response:
        """A page of what it wrote, and how it stood just before that was read."""
        query = Query(request, "offset limit tail grep wait")
        wanted = Wanted(
            offset=query.number("offset", default=0, least=0, most=FARTHEST),
            limit=query.number("limit", default=LONGEST_PAGE >> 4, most=LONGEST_PAGE),
            tail=query.maybe_number("tail", most=MOST_LINES),
            grep=query.text("grep"),
        )
        wait = query.seconds("wait", most=LONGEST_WAIT_S)
        actor = self._keeper(request)
        operation, page = await self._written(actor, await self._the(actor, request), wanted, wait)
        return Reply({**page_shape(page), "status": operation.status})

    async def cancel(self, request: Request) -> Response:
        """Replies when it has ended, or how it stands after a moment: processes are asked first."""
        actor = self._keeper(request)
        problems: list[FieldProblem] = []
        reason = Fields(await body_of(request), problems, known="reason").text("reason")
        stop_at(problems)
        operation = await self._the(actor, request)
        after = await self._workshop.cancelling.cancel(actor, operation.id, clean(reason or ""))
        with anyio.move_on_after(ENDING_S):
            after = await self._workshop.waiting.ended(actor, operation.id)
        return Reply(self._shape(after))

    async def _the(self, actor: Actor, request: Request) -> Operation:
        return await self._workshop.looking.find(actor, request.path_params["id"])

    async def _found(
        self, actor: Actor, which: Operations, project: str | None, limit: int
    ) -> list[Operation]:
        """Page by page until enough are of this project, by its name or its path."""
        found: list[Operation] = []
        which = replace(which, limit=AT_MOST if project else limit)
        while len(found) < limit:
            page = await self._workshop.looking.which(actor, which)
            found.extend(each for each in page if _is_of(each, project))
            if len(page) < which.limit:
                break
            which = replace(which, before=page[-1].id)
        return found[:limit]

    async def _written(
        self, actor: Actor, operation: Operation, wanted: Wanted, wait: float
    ) -> tuple[Operation, Page]:
        """What there is; where there is nothing yet, what comes within the wait."""
        until = anyio.current_time() + wait
        while True:
            page = await self._workshop.looking.output(
                actor,
                operation.id,
                offset=wanted.offset,
                limit=wanted.limit,
                tail=wanted.tail,
                grep=wanted.grep,
            )
            over = self._feed.ended.is_set() or anyio.current_time() >= until
            if page.text or not page.eof or operation.status.ended or over:
                return operation, page
            await anyio.sleep(LOOK_S)
            # Read before the next page: what an ended one wrote is all there when it is looked at.
            operation = await self._workshop.looking.read(actor, operation.id)

    async def _before(self, actor: Actor, said: str | None) -> OperationId | None:
        return None if said is None else (await self._workshop.looking.find(actor, said)).id

    def _shape(self, operation: Operation) -> Json:
        return operation_shape(operation, self._clock.now())

    def _keeper(self, request: Request) -> Actor:
        actor = self._who(request)
        if not actor.may(Right.OPERATE):
            raise NotAllowed(
                f"{actor.name} may not look at operations.", hint="Only who keeps order here may."
            )
        return actor


def read_new(said: Mapping[str, Any], actor: Actor, beside: str | None) -> NewOperation:
    """A call of a declared tool as a body says it; `beside` is the receipt that came in a header."""
    problems: list[FieldProblem] = []
    fields = Fields(said, problems, known=f"tool arguments receipt {ASKER}")
    tool = fields.text("tool", needed="the name of a declared tool") or ""
    arguments = fields.entries("arguments")
    receipt = read_receipt(fields, beside)
    agent, project = read_asker(said, caller=actor.name)
    if project.path is None:
        fields.wrong("project.path", "the whole path of the project", "nothing")
    stop_at(problems)
    return NewOperation(
        tool=clean(tool, multiline=False),
        arguments=arguments,
        agent=agent,
        project=project,
        request=receipt,
        connection=f"{actor.door or 'api'}",
    )


def _statuses(said: str | None) -> frozenset[Status] | None:
    if said is None:
        return None
    names = said.split(",")
    if not set(names) <= set(Status):
        refuse([FieldProblem("status", f"some of {', '.join(Status)}", repr(said[:80]))])
    return frozenset(Status(name) for name in names)


def _is_of(operation: Operation, project: str | None) -> bool:
    return project is None or project in (operation.project.name, operation.project.path)
