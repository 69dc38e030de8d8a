"""HTTP over the service's unix socket, with the standard library alone: it must load fast.

One connection per call: a call costs well under a millisecond more, and threads share nothing.
"""

import json
import socket
from collections.abc import Generator, Iterable, Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any, NamedTuple
from urllib.parse import urlencode

from askline.client.problems import Json, error_of, unreachable

PATIENCE_S = 30.0
SILENCE_S = 60.0
"""An event stream pings four times as often; so long a silence means that nobody is there."""

LAST_GOOD = 299


class Event(NamedTuple):
    name: str
    id: str
    data: Json


class UnixConnection(HTTPConnection):
    def __init__(self, path: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Wire:
    def __init__(self, path: str, headers: Mapping[str, str]) -> None:
        self._path = path
        self._headers = headers

    def call(
        self,
        method: str,
        target: str,
        body: Json | None = None,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        patience: float = PATIENCE_S,
    ) -> Any:
        """The JSON of the reply; None where it has no body.

        Raises: the error that a problem tells; ServiceUnreachable.
        """
        connection = UnixConnection(self._path, patience)
        try:
            reply = self._sent(connection, method, _with_query(target, query), body, headers)
            content = reply.read()
        except (OSError, HTTPException) as error:
            raise unreachable(self._path, error) from error
        finally:
            connection.close()
        if reply.status > LAST_GOOD:
            raise error_of(reply.status, content)
        return json.loads(content) if content else None

    def events(self, target: str, last_id: str | None) -> Generator[Event]:
        """Events until the service ends the stream.

        Raises: the error that a problem tells; ServiceUnreachable, also when it falls silent.
        """
        connection = UnixConnection(self._path, SILENCE_S)
        also = {"Last-Event-ID": last_id} if last_id else {}
        try:
            reply = self._sent(connection, "GET", target, None, also)
            if reply.status > LAST_GOOD:
                raise error_of(reply.status, reply.read())
            yield from _events(reply)
        except (OSError, HTTPException) as error:
            raise unreachable(self._path, error) from error
        finally:
            connection.close()

    def _sent(
        self,
        connection: UnixConnection,
        method: str,
        target: str,
        body: Json | None,
        also: Mapping[str, str] | None = None,
    ) -> HTTPResponse:
        headers = {**self._headers, **(also or {})}
        content = None
        if method != "GET":
            headers["Content-Type"] = "application/json"
            content = json.dumps(body or {}).encode()
        connection.request(method, target, content, headers)
        return connection.getresponse()


def _with_query(target: str, query: Mapping[str, object] | None) -> str:
    said = {name: value for name, value in (query or {}).items() if value is not None}
    return f"{target}?{urlencode(said)}" if said else target


def _events(lines: Iterable[bytes]) -> Generator[Event]:
    said: dict[str, str] = {}
    for line in lines:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name:
            said[name] = value
            continue
        if "data" in said:
            yield Event(said.get("event", "message"), said.get("id", ""), json.loads(said["data"]))
        said = {}
