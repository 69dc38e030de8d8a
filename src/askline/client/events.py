"""An event stream, line by line."""

import json
from typing import NamedTuple

from askline.client.calls import SILENCE_S, Call
from askline.client.problems import Json


class Event(NamedTuple):
    name: str
    id: str
    data: Json


class Lines:
    """Takes the lines of a stream; what they said is an event at each empty one."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def take(self, line: bytes) -> Event | None:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name:
            self._said[name] = value
            return None
        said, self._said = self._said, {}
        if "data" not in said:
            return None
        return Event(said.get("event", "message"), said.get("id", ""), json.loads(said["data"]))


def listening(last_id: str | None, *, nodes: bool) -> Call:
    headers = {"Last-Event-ID": last_id} if last_id else {}
    query = {"nodes": 1 if nodes else None}
    return Call(method="GET", path="/events", query=query, headers=headers, patience=SILENCE_S)
