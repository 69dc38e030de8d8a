"""The routes of the human's side: settle, correct, and the small things around it.

A settle replies with the outcome. Who comes second is told so with the outcome that stands.
"""

from collections.abc import Awaitable

from starlette.requests import Request
from starlette.responses import Response

from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.shapes import ask_shape, result_shape
from askline.core.errors import AlreadySettled
from askline.core.people import Actor
from askline.doors.http.bodies import Settle, read_deadline, read_draft, read_settle
from askline.doors.http.looking import Who
from askline.doors.http.problems import problem
from askline.doors.http.reading import Reply, body_of, the_ask


class Answering:
    def __init__(self, desk: Desk, who: Who) -> None:
        self._desk = desk
        self._who = who

    async def answer(self, request: Request) -> Response:
        actor, ask, said = await self._settle(request, "answers note")
        given = said.noted(ask.questions[0].id)
        return await self._told(
            actor,
            ask,
            self._desk.answering.answer(actor, ask.id, given, receipt=said.receipt),
        )

    async def reject(self, request: Request) -> Response:
        actor, ask, said = await self._settle(request, "reason")
        return await self._told(
            actor,
            ask,
            self._desk.answering.reject(actor, ask.id, receipt=said.receipt, reason=said.reason),
        )

    async def ask_back(self, request: Request) -> Response:
        actor, ask, said = await self._settle(request, "words")
        return await self._told(
            actor,
            ask,
            self._desk.answering.ask_back(actor, ask.id, said.words or "", receipt=said.receipt),
        )

    async def cancel(self, request: Request) -> Response:
        actor, ask, said = await self._settle(request, "reason")
        return await self._told(
            actor,
            ask,
            self._desk.asking.cancel(actor, ask.id, receipt=said.receipt, reason=said.reason),
        )

    async def correct(self, request: Request) -> Response:
        actor, ask, said = await self._settle(request, "answers note reason")
        given = said.noted(ask.questions[0].id)
        return await self._told(
            actor,
            ask,
            self._desk.answering.correct(
                actor, ask.id, given, receipt=said.receipt, reason=said.reason
            ),
        )

    async def extend(self, request: Request) -> Response:
        """Replies with the ask, whose deadline is later now."""
        actor = self._who(request)
        deadline = read_deadline(await body_of(request))
        ask = await the_ask(self._desk, actor, request)
        try:
            after = await self._desk.answering.extend(actor, ask.id, deadline)
        except AlreadySettled as error:
            return await self._second(actor, ask, error)
        return Reply(ask_shape(after))

    async def seen(self, request: Request) -> Response:
        actor = self._who(request)
        await body_of(request)
        ask = await the_ask(self._desk, actor, request)
        return Reply(ask_shape(await self._desk.answering.seen(actor, ask.id)))

    async def draft(self, request: Request) -> Response:
        """Keeps what was typed so far; an empty one removes it."""
        actor = self._who(request)
        answers = read_draft(await body_of(request))
        ask = await the_ask(self._desk, actor, request)
        await self._desk.answering.draft(actor, ask.id, answers)
        return Response(status_code=204)

    async def _settle(self, request: Request, known: str) -> tuple[Actor, Ask, Settle]:
        actor = self._who(request)
        said = await body_of(request)
        settle = read_settle(said, known, header=request.headers.get("idempotency-key"))
        return actor, await the_ask(self._desk, actor, request), settle

    async def _told(self, actor: Actor, ask: Ask, settling: Awaitable[Ask]) -> Response:
        try:
            return Reply(result_shape(await settling))
        except AlreadySettled as error:
            return await self._second(actor, ask, error)

    async def _second(self, actor: Actor, ask: Ask, error: AlreadySettled) -> Response:
        standing = await self._desk.reading.read(actor, ask.id)
        return problem(error, outcome=result_shape(standing))
