"""What a request says: its JSON body, its query, its id. Whole or refused; nothing is guessed."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn, cast

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from askline.asks.desk import Desk
from askline.asks.fields import refuse, spelled
from askline.asks.model import Ask
from askline.asks.spelling import text_of
from askline.core.errors import FieldProblem, InvalidArguments, TooLarge
from askline.core.nearest import did_you_mean
from askline.core.people import Actor

LARGEST_BODY = 3 * 1024 * 1024
"""Ten answers at their longest fit; files go another way."""
LESS = "Send less: long material belongs in a file that the text points to."


class Reply(Response):
    """JSON in its one spelling. Nobody may keep it: it is stale as soon as the bell rings."""

    media_type = "application/json"

    def __init__(
        self, content: object, status: int = 200, *, then: BackgroundTask | None = None
    ) -> None:
        """`then` is done after the reply has gone out."""
        headers = {"Cache-Control": "no-store"}
        super().__init__(content, status, headers=headers, background=then)

    def render(self, content: object) -> bytes:
        return text_of(content).encode()


async def the_ask(desk: Desk, actor: Actor, request: Request) -> Ask:
    """The ask that the path names, by a whole or a short id."""
    return await desk.reading.find(actor, request.path_params["id"])


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that was sent; an empty body is an empty object."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415)
    raw = await bytes_of(
        request, LARGEST_BODY, TooLarge(f"The body is larger than {LARGEST_BODY} bytes.", hint=LESS)
    )
    try:
        said: object = json.loads(raw) if raw.strip() else {}
    except (ValueError, RecursionError):
        raise InvalidArguments(
            "The body is no JSON.", hint="Send one JSON object, in UTF-8."
        ) from None
    if not isinstance(said, dict):
        raise InvalidArguments(
            f"The body is {spelled(said)}.", hint="Send one JSON object with named fields."
        )
    return cast("dict[str, Any]", said)


async def bytes_of(request: Request, most: int, otherwise: TooLarge) -> bytes:
    """Never more than the limit in memory, whatever the length that was announced."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most:
            raise otherwise
        chunks.append(chunk)
    return b"".join(chunks)


class Query:
    """The query of a request, of which every name must be known."""

    def __init__(self, request: Request, known: str) -> None:
        self._said: Mapping[str, str] = request.query_params
        names = known.split()
        for name in self._said:
            if name not in names:
                expected = f"one of {', '.join(names)}" if names else "no query"
                self._refuse(name, expected, did_you_mean(name, names))

    def text(self, name: str) -> str | None:
        said = self._said.get(name) or None
        if said and "\0" in said:  # no store can look for it
            self._refuse(name, "a text")
        return said

    def flag(self, name: str) -> bool:
        said = self._said.get(name, "0")
        if said not in ("0", "1"):
            self._refuse(name, "0 or 1")
        return said == "1"

    def number(self, name: str, *, default: int, most: int, least: int = 1) -> int:
        said = self._said.get(name, str(default))
        # No more digits than can fit: Python refuses to read numbers of thousands.
        short = said.isascii() and said.isdigit() and len(said) <= len(str(most))
        if not (short and least <= int(said) <= most):
            self._refuse(name, f"a whole number from {least} to {most}")
        return int(said)

    def maybe_number(self, name: str, *, most: int) -> int | None:
        return self.number(name, default=most, most=most) if name in self._said else None

    def seconds(self, name: str, *, most: float) -> float:
        try:
            said = float(self._said.get(name, "0"))
        except ValueError:
            said = -1.0
        if not 0 <= said <= most:
            self._refuse(name, f"seconds from 0 to {most:g}")
        return said

    def _refuse(self, name: str, expected: str, hint: str = "") -> NoReturn:
        found = FieldProblem(name, expected, spelled(self._said[name]), hint)
        refuse([found], "Mend the query and try again.")
