"""The endpoints of a host that keeps its own, as the contract of PromptManager has them: put, and poll.

Plain HTTP on loopback, in a thread, without redirects and without a proxy. Keeps nothing.
"""

import json
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from typing import Any, Protocol, cast
from urllib.parse import urlencode

from anyio import to_thread

from askline.asks.model import Question, QuestionKind
from askline.asks.spelling import Json, text_of
from askline.core.relay_config import RelayConfig

PATIENCE_S = 5.0
"""So long, at most, the end of a call waits for a host that is being asked."""
LARGEST = 2_000_000
OK, REFUSALS = 200, (401, 403, 404, 422)


class HostAway(Exception):
    """Not there now; perhaps later."""


class HostRefused(Exception):
    """It will not take this stream's questions, now or later."""


class HostApp(Protocol):
    async def put(self, question: Question) -> None: ...

    async def poll(self) -> Json | None:
        """What was answered; None as long as nothing is."""
        ...


class LoopbackHost:
    """Raises: HostAway, HostRefused."""

    def __init__(self, config: RelayConfig) -> None:
        self._config = config

    async def put(self, question: Question) -> None:
        said = {
            "streamToken": self._config.stream_token,
            "question": question.text,
            "options": [_option(option.label, option.description) for option in question.options],
            "multiSelect": question.kind is QuestionKind.MULTI_SELECT,
        }
        query = {"p": self._config.project_id}
        status, _ = await self._called("POST", "relay-question", query, text_of(said).encode())
        if status >= 300:  # noqa: PLR2004 - what is not well is not well
            raise HostAway

    async def poll(self) -> Json | None:
        query = {"p": self._config.project_id, "streamToken": self._config.stream_token}
        status, body = await self._called("GET", "poll-answer", query)
        if status != OK:
            return None
        try:
            said: object = json.loads(body)
        except ValueError:
            raise HostAway from None
        reply = cast("Json", said) if isinstance(said, dict) else {}
        return reply if reply.get("status") == "answered" else None

    async def _called(
        self, method: str, name: str, query: dict[str, Any], body: bytes | None = None
    ) -> tuple[int, bytes]:
        target = f"{self._config.base}/claude/{name}?{urlencode(query)}"
        # Never abandoned: a reply that nobody reads may be the answer, which the host gives once.
        status, reply = await to_thread.run_sync(self._call, method, target, body)
        if status in REFUSALS:
            raise HostRefused(f"the host replied {status}")
        return status, reply

    def _call(self, method: str, target: str, body: bytes | None) -> tuple[int, bytes]:
        headers = {"Host": self._config.host, "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if self._config.csrf_token:
            headers["X-CSRF-Token"] = self._config.csrf_token
        return _first(self._config.addresses, self._config.port, method, target, body, headers)


def _first(  # noqa: PLR0917 - the parts of a request
    addresses: Sequence[str],
    port: int,
    method: str,
    target: str,
    body: bytes | None,
    headers: dict[str, str],
) -> tuple[int, bytes]:
    """The reply of the first address where somebody listens."""
    for address in addresses:
        connection = HTTPConnection(address, port, timeout=PATIENCE_S)
        try:
            connection.connect()
        except OSError:
            continue
        try:
            connection.request(method, target, body, headers)
            response = connection.getresponse()
            return response.status, response.read(LARGEST)
        except (OSError, HTTPException):
            raise HostAway from None
        finally:
            connection.close()
    raise HostAway


def _option(label: str, description: str | None) -> Json:
    return {"label": label, "description": description} if description else {"label": label}
