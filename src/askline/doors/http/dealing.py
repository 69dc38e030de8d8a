"""The routes of what people do with an ask before it is settled: take it in hand, let it go, pass it on,
put it off.

Each replies with the ask. Who comes after it was settled is told so with the outcome that stands.
"""

from collections.abc import Awaitable, Mapping
from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from askline.asks.desk import Desk
from askline.asks.fields import SHOWN, Fields, stop_at
from askline.asks.model import Ask
from askline.asks.shapes import result_shape
from askline.core.errors import AlreadySettled, FieldProblem
from askline.core.people import Actor
from askline.core.text import clean
from askline.doors.http.bodies import moment_in
from askline.doors.http.drawing import Drawing
from askline.doors.http.looking import Who
from askline.doors.http.problems import problem
from askline.doors.http.reading import Reply, body_of, the_ask
from askline.memory.recalling import Recalling

SOMEBODY = "a login, a person's id, or team: and a name"
LONGEST_ADDRESS = 200


class Dealing:
    def __init__(self, desk: Desk, who: Who, recalling: Recalling | None = None) -> None:
        self._desk = desk
        self._who = who
        self._recalling = recalling

    async def claim(self, request: Request) -> Response:
        actor = self._who(request)
        read_nothing(await body_of(request))
        ask = await the_ask(self._desk, actor, request)
        return await self._told(actor, ask, self._desk.dealing.claim(actor, ask.id))

    async def release(self, request: Request) -> Response:
        actor = self._who(request)
        read_nothing(await body_of(request))
        ask = await the_ask(self._desk, actor, request)
        return await self._told(actor, ask, self._desk.dealing.release(actor, ask.id))

    async def pass_on(self, request: Request) -> Response:
        actor = self._who(request)
        to = read_addressee(await body_of(request))
        ask = await the_ask(self._desk, actor, request)
        return await self._told(actor, ask, self._desk.dealing.pass_on(actor, ask.id, to))

    async def snooze(self, request: Request) -> Response:
        """Without a time it ends."""
        actor = self._who(request)
        until = read_until(await body_of(request))
        ask = await the_ask(self._desk, actor, request)
        return await self._told(actor, ask, self._desk.dealing.snooze(actor, ask.id, until))

    async def _told(self, actor: Actor, ask: Ask, dealing: Awaitable[Ask]) -> Response:
        try:
            after = await dealing
        except AlreadySettled as error:
            standing = await self._desk.reading.read(actor, ask.id)
            return problem(error, outcome=result_shape(standing))
        return Reply(await Drawing(actor, self._recalling).one(after))


def read_nothing(said: Mapping[str, Any]) -> None:
    """The path says it all."""
    stop_at(
        [
            FieldProblem(name[:SHOWN], "no fields", "unknown")
            for name, value in said.items()
            if value is not None
        ]
    )


def read_addressee(said: Mapping[str, Any]) -> str:
    problems: list[FieldProblem] = []
    fields = Fields(said, problems, known="to")
    to = clean(fields.text("to", needed=SOMEBODY) or "", multiline=False).strip()
    if not problems and not 0 < len(to) <= LONGEST_ADDRESS:
        fields.wrong("to", SOMEBODY, f"{len(to)} characters")
    stop_at(problems)
    return to


def read_until(said: Mapping[str, Any]) -> datetime | None:
    problems: list[FieldProblem] = []
    until = Fields(said, problems, known="until").text("until")
    stop_at(problems)
    return None if until is None else moment_in(until, "until")
