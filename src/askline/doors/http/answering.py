"""The routes of the human's side: settle, correct, and the small things around it.

A settle replies with the outcome. Who comes second is told so with the outcome that stands.
"""

from collections.abc import Awaitable, Mapping
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from askline.asks.answers import Given
from askline.asks.desk import Desk
from askline.asks.model import Ask
from askline.asks.replies import Settle, read_draft, read_settle
from askline.asks.shapes import result_shape
from askline.asks.spelling import Json
from askline.commands.workshop import Workshop
from askline.core.errors import AlreadySettled, InvalidAnswer
from askline.core.people import Actor
from askline.doors.http.agreeing import Wish, agreed, read_wish
from askline.doors.http.bodies import read_deadline
from askline.doors.http.drawing import Drawing
from askline.doors.http.looking import Who
from askline.doors.http.problems import problem
from askline.doors.http.reading import Reply, body_of, the_ask
from askline.memory.recalling import Recalling


class Answering:
    def __init__(
        self,
        desk: Desk,
        who: Who,
        workshop: Workshop | None = None,
        recalling: Recalling | None = None,
    ) -> None:
        """Without a workshop no approval can stand."""
        self._desk = desk
        self._who = who
        self._workshop = workshop
        self._recalling = recalling

    async def answer(self, request: Request) -> Response:
        """With `standing` an approval is given for what is like it, too."""
        known = "answers note again" if self._workshop is None else "answers note again standing"
        body = await body_of(request)
        wish = None if self._workshop is None else read_wish(body)
        actor, ask, said = await self._settle(request, known, body)
        if self._workshop is not None and wish is not None and not ask.state.settled:
            return await self._told(
                actor, ask, self._agreed(self._workshop, actor, ask, said, wish)
            )
        if said.again:
            said = replace(said, answers=await self._again(actor, ask, said.answers))
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
        return Reply(await self._drawn(actor, after))

    async def seen(self, request: Request) -> Response:
        actor = self._who(request)
        await body_of(request)
        ask = await the_ask(self._desk, actor, request)
        after = await self._desk.answering.seen(actor, ask.id)
        return Reply(await self._drawn(actor, after))

    async def draft(self, request: Request) -> Response:
        """Keeps what was typed so far; an empty one removes it."""
        actor = self._who(request)
        answers = read_draft(await body_of(request))
        ask = await the_ask(self._desk, actor, request)
        await self._desk.answering.draft(actor, ask.id, answers)
        return Response(status_code=204)

    async def _agreed(
        self, workshop: Workshop, actor: Actor, ask: Ask, said: Settle, wish: Wish
    ) -> Ask:
        await agreed(workshop, actor, ask, said, wish)
        return await self._desk.reading.read(actor, ask.id)

    async def _drawn(self, actor: Actor, ask: Ask) -> Json:
        return await Drawing(actor, self._recalling).one(ask)

    async def _again(self, actor: Actor, ask: Ask, shown: Mapping[str, Given]) -> dict[str, Given]:
        """What the person answered before; exactly what they were shown, where they say what."""
        if ask.state.settled:
            return {}  # a repeat finds its receipt, and whoever is late learns who was first
        recalled = await self._recalling.of(actor, ask) if self._recalling else None
        if recalled is None or (shown and shown != recalled.answers):
            raise InvalidAnswer(
                f"There is no such earlier answer to ask {ask.short_id}.",
                hint="Look at the ask again: what is recalled may have changed. Or answer it anew.",
            )
        return recalled.noted

    async def _settle(
        self, request: Request, known: str, body: Mapping[str, Any] | None = None
    ) -> tuple[Actor, Ask, Settle]:
        actor = self._who(request)
        said = await body_of(request) if body is None else body
        settle = read_settle(said, known, receipt=request.headers.get("idempotency-key"))
        return actor, await the_ask(self._desk, actor, request), settle

    async def _told(self, actor: Actor, ask: Ask, settling: Awaitable[Ask]) -> Response:
        try:
            return Reply(result_shape(await settling))
        except AlreadySettled as error:
            return await self._second(actor, ask, error)

    async def _second(self, actor: Actor, ask: Ask, error: AlreadySettled) -> Response:
        standing = await self._desk.reading.read(actor, ask.id)
        return problem(error, outcome=result_shape(standing))
